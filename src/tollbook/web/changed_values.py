"""The values that a decision set, in words: each field with its value, and the number of claims."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tollbook.decisions.decision import Decision
from tollbook.locale import formatting
from tollbook.locale.messages import gettext
from tollbook.locale.wording import clean
from tollbook.model import Count, When
from tollbook.web.labels import label

#: Verdicts that set fields.
_SETTING = frozenset({"correct", "correct person", "describe"})
#: The most values of several claims that are listed.
_NAMED = 3


def values_set(decision: Decision) -> list[tuple[str, str]]:
    """The fields that a decision sets, each with its value in words; different values of several claims in a row."""
    changes = [decision.change or {}, *(decision.also or {}).values()] if decision.verdict in _SETTING else []
    found: dict[str, dict[str, None]] = {}
    for change in changes:
        for field, value in change.items():
            found.setdefault(field, {})[_words(value)] = None
    return [(field, "; ".join([*words][:_NAMED] + ["…"] * (len(words) > _NAMED))) for field, words in found.items()]


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, str) and value:
        return clean(label(value, "value"))
    if isinstance(value, Mapping):
        return _of_record(value)
    if isinstance(value, Sequence) and value:
        return ", ".join(map(_words, value))
    return str(value) if isinstance(value, int | float) else gettext("nothing")


def _of_record(value: Mapping[str, Any]) -> str:
    """The value of a field with parts, by its most distinctive part."""
    if "best" in value:
        return formatting.bounds(msgspec.convert(value, Count))
    if "start" in value:
        when = msgspec.convert(value, When)
        return formatting.days(when) or clean(when.text) or gettext("not known")
    if "names" in value:
        return clean(", ".join(value["names"]) or value.get("text") or gettext("nothing"))
    if named := value.get("name") or value.get("role"):
        return clean(str(named))
    return label(str(value.get("kind") or ""), "incident_kind")
