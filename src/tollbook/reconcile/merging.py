"""One thing under several wordings: "the hospital" and "the children's hospital" of one incident are one."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from tollbook.reconcile.name_matching import key, name_words

T = TypeVar("T")


def merged(items: Iterable[tuple[str, Hashable, T]]) -> list[tuple[str, list[T]]]:
    """Items ``(wording, kind, item)`` grouped where kinds are equal and one wording's words are all in the other.

    Yields the fullest wording of each group with its items, in order of that wording. A wording that fits several
    fuller ones joins the first of them, so that a bare "the school" adds no school of its own.
    """
    groups: list[tuple[str, Hashable, list[T]]] = []
    ordered = sorted(items, key=lambda i: (-len(set(name_words(i[0]))), key(i[0]), i[0], str(i[1])))
    for wording, kind, item in ordered:
        inside = set(name_words(wording))
        fit = next((g for g in groups if g[1] == kind and inside <= set(name_words(g[0]))), None)
        if fit is None:
            groups.append((wording, kind, [item]))
        else:
            fit[2].append(item)
    return [(wording, found) for wording, _, found in sorted(groups, key=lambda g: (g[0], str(g[1])))]
