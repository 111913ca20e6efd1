"""The claims of the model and of the reader beside it together, by a rule that the user chooses.

Two claims are about the same words if they are of one kind and their spans overlap, or if they count with the same
words and are of different kinds. The claim that stays names the fields that the other reader read differently, and a
question shows both.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from tollbook.locale.messages import message
from tollbook.mentions import Ungrounded
from tollbook.model import OUTCOMES, Claim
from tollbook.readers.llm.differences import bounds_of, other_reading

CombiningRule = Literal["prefer-base", "prefer-model", "union", "agreement", "model-only"]
RULES: tuple[CombiningRule, ...] = get_args(CombiningRule)
#: The reader that was measured decides, and the model adds what it did not find.
DEFAULT: CombiningRule = "prefer-base"
_SITES = frozenset({"site damaged", "site destroyed"})


class Together(NamedTuple):
    """The claims that stay, and those of one reader alone that a rule leaves out."""

    claims: tuple[Claim, ...]
    unresolved: tuple[Ungrounded, ...] = ()


def combine(
    base: Sequence[Claim], model: Sequence[Claim], rule: CombiningRule, *, said: Sequence[Claim] | None = None
) -> Together:
    """The claims of two readers by one rule, in the order of the text.

    ``prefer-base``: all of the reader beside the model, and those of the model in words where the other found nothing;
    ``prefer-model``: the reverse; ``union``: all of both; ``agreement``: those of the reader beside the model whose
    words the model found too; ``model-only``: those of the model. Where both have the same claim it stays once.
    ``said`` are the claims of the model, one for each, with the values that only the model gives, for questions.
    """
    if rule == "model-only":
        return Together(_in_order(model))
    first, second = (model, base) if rule == "prefer-model" else (base, model)
    shown = said if said is not None and second is model else second
    kept = [_marked(claim, shown) for claim in first]
    alone = [claim for claim in second if not _beside(claim, first)]
    if rule == "agreement":
        agreed = [claim for claim in kept if _same_kind(claim, second)]
        lonely = [claim for claim in (*kept, *alone) if not _same_kind(claim, second if claim in kept else first)]
        return Together(_in_order(agreed), tuple(map(_left_out, lonely)))
    if rule == "union":
        alone = [claim for claim in second if not any(_agree(claim, other) for other in first)]
    return Together(_in_order([*kept, *alone]))


def _beside(claim: Claim, others: Sequence[Claim]) -> list[Claim]:
    """The claims of another reader about the same words: of its kind, else of another kind."""
    return _same_kind(claim, others) or [c for c in others if _only_kind_differs(claim, c)]


def _same_kind(claim: Claim, others: Sequence[Claim]) -> list[Claim]:
    return [c for c in others if c.kind == claim.kind and c.start < claim.end and claim.start < c.end]


def _only_kind_differs(one: Claim, other: Claim) -> bool:
    """Whether two claims of different kinds are about the same people or site: their numbers are the same words."""
    if one.kind == other.kind or one.end <= other.start or other.end <= one.start:
        return False
    if {one.kind, other.kind} <= _SITES:
        return True
    counted = {one.kind, other.kind} <= set(OUTCOMES) and bounds_of(one) == bounds_of(other)
    return counted and not _numbers_at(one).isdisjoint(_numbers_at(other))


def _numbers_at(claim: Claim) -> set[int]:
    """The ends of the words of the count of a claim in the text."""
    words = claim.count.text if claim.count is not None else ""
    return {claim.start + found.end() for found in re.finditer(re.escape(words), claim.quote)} if words else set()


def _agree(one: Claim, other: Claim) -> bool:
    return bool(_same_kind(one, [other])) and bounds_of(one) == bounds_of(other)


def _marked(claim: Claim, others: Sequence[Claim]) -> Claim:
    """The claim with the differing reading of the other reader in its words, if none of its claims agrees.

    Of several claims the one with the same number is compared, then the one that shares the most words.
    """
    beside = _beside(claim, others)
    if not beside:
        return claim
    shared = {id(c): min(c.end, claim.end) - max(c.start, claim.start) for c in beside}
    nearest = min(beside, key=lambda c: (bounds_of(c) != bounds_of(claim), -shared[id(c)], c.start))
    compared = beside if bounds_of(nearest) != bounds_of(claim) else [nearest]
    found = tuple(dict.fromkeys(filter(None, (other_reading(claim, c) for c in compared))))
    return replace(claim, otherwise=found) if found else claim


def _left_out(claim: Claim) -> Ungrounded:
    reason = message("Only {reader} found this, and the rule “agreement” keeps what both readers find.",
                     reader=claim.finder.partition("/")[0])  # fmt: skip
    return Ungrounded(report=claim.report, text=claim.quote, kind=claim.kind, field="agreement", reason=reason)


def _in_order(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims in the order of the text; a part follows its whole, as in the order of its reader."""
    return tuple(sorted(claims, key=lambda claim: claim.start))


def distinct(claims: Sequence[Claim]) -> list[int]:
    """The positions of the claims without those that repeat an earlier one, since passages overlap."""
    found: list[int] = []
    for position, claim in enumerate(claims):
        if not any(_agree(claim, claims[earlier]) for earlier in found):
            found.append(position)
    return found
