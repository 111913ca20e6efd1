"""How the claims under a bound word its number: said, "more than", or vague words (see ``locale.as_said``)."""

from collections import Counter
from collections.abc import Iterable

from tollbook.locale.as_said import SIGNS, said
from tollbook.reconcile.source_counts import SourceCount


def wording_of(counts: Iterable[SourceCount], *, is_high: bool = False) -> str:
    """The wording of a bound that all these counts give; empty if one of them, or none, says the number itself.

    A high is open (``≥``) if all give it as "at least".
    """
    worded = [_wording(count, is_high=is_high) for count in counts]
    if not worded or "" in worded:
        return ""
    # "More than 40" says more than "dozens" where both are read as one number.
    return min(Counter(worded).items(), key=lambda pair: (pair[0] not in SIGNS, -pair[1], pair[0]))[0]


def _wording(count: SourceCount, *, is_high: bool) -> str:
    """The wording of one count; that of a sum only if a part of it is no number: "dozens + 5"."""
    if len(count.claims) == 1:
        return "≥" if is_high and count.count.qualifier == "at least" else said(count.count)
    parts = [claim.count for claim in count.claims if claim.count is not None]
    if any(part.qualifier == "vague" and said(part) for part in parts):
        return " + ".join(said(part) or part.text for part in parts)
    return next((words for part in parts if (words := said(part))), "")
