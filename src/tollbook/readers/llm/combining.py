"""The claims of the model and of the reader beside it together, by a rule that the user chooses.

Two claims are about the same words if they are of one kind and their spans overlap. They agree if their counts do.
Where they do not, the claim that stays says what the other reader read, and a question shows both.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from tollbook.locale.messages import message
from tollbook.mentions import Ungrounded
from tollbook.model import Claim, OtherReading

CombiningRule = Literal["prefer-base", "prefer-model", "union", "agreement", "model-only"]
RULES: tuple[CombiningRule, ...] = get_args(CombiningRule)
#: The reader that was measured decides, and the model adds what it did not find.
DEFAULT: CombiningRule = "prefer-base"


class Together(NamedTuple):
    """The claims that stay, and those of one reader alone that a rule leaves out."""

    claims: tuple[Claim, ...]
    unresolved: tuple[Ungrounded, ...] = ()


def combine(base: Sequence[Claim], model: Sequence[Claim], rule: CombiningRule) -> Together:
    """The claims of two readers by one rule, in the order of the text.

    ``prefer-base``: all of the reader beside the model, and those of the model in words where the other found nothing;
    ``prefer-model``: the reverse; ``union``: all of both; ``agreement``: those of the reader beside the model whose
    words the model found too; ``model-only``: those of the model. Where both have the same claim it stays once.
    """
    if rule == "model-only":
        return Together(_in_order(model))
    first, second = (model, base) if rule == "prefer-model" else (base, model)
    kept = [_marked(claim, second) for claim in first]
    alone = [claim for claim in second if not _beside(claim, first)]
    if rule == "agreement":
        agreed = [claim for claim in kept if _beside(claim, second)]
        lonely = [claim for claim in (*kept, *alone) if not _beside(claim, second if claim in kept else first)]
        return Together(_in_order(agreed), tuple(map(_left_out, lonely)))
    if rule == "union":
        alone = [claim for claim in second if not any(_agree(claim, other) for other in first)]
    return Together(_in_order([*kept, *alone]))


def _beside(claim: Claim, others: Sequence[Claim]) -> list[Claim]:
    """The claims of another reader about the same words."""
    return [c for c in others if c.kind == claim.kind and c.start < claim.end and claim.start < c.end]


def _agree(one: Claim, other: Claim) -> bool:
    return bool(_beside(one, [other])) and _bounds(one) == _bounds(other)


def _bounds(claim: Claim) -> tuple[int | None, ...] | None:
    return None if claim.count is None else (claim.count.low, claim.count.best, claim.count.high)


def _marked(claim: Claim, others: Sequence[Claim]) -> Claim:
    """The claim with what the other reader read in its words, if none of that agrees with it."""
    beside = _beside(claim, others)
    if not beside or any(_bounds(claim) == _bounds(other) for other in beside):
        return claim
    found = (OtherReading(finder=c.finder, quote=c.quote, count=c.count) for c in beside)
    return replace(claim, otherwise=tuple(dict.fromkeys(found)))


def _left_out(claim: Claim) -> Ungrounded:
    reason = message("Only {reader} found this, and the rule “agreement” keeps what both readers find.",
                     reader=claim.finder.partition("/")[0])  # fmt: skip
    return Ungrounded(report=claim.report, text=claim.quote, kind=claim.kind, field="agreement", reason=reason)


def _in_order(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims in the order of the text; a part follows its whole, which the order of its reader keeps."""
    return tuple(sorted(claims, key=lambda claim: claim.start))


def distinct(claims: Sequence[Claim]) -> list[Claim]:
    """The claims without those that say what an earlier one says: two passages share their overlap."""
    found: list[Claim] = []
    for claim in claims:
        if not any(_agree(claim, other) for other in found):
            found.append(claim)
    return found
