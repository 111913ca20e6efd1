"""Counts as the network judges them: totals of a longer time, what is no count of casualties, and the status of people.

It reads the report a second time, with all counts marked in its text. What a part is, and of what, stays with the
rules: figures follow from how counts are composed, and labellers of one scheme differ in what they call a part.
"""

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from tollbook.model import OUTCOMES, Claim, Scope, Status
from tollbook.readers.learned import network
from tollbook.readers.learned.marking import Mark, marked
from tollbook.readers.learned.network import Judgement

#: The scopes of counts over a longer time.
TOTALS: tuple[Scope, ...] = ("period total", "running total")
#: The least probability of a total where the rules read a count of one incident. Before counts with perpetrators,
#: weapons and sites were excepted, ``war/blind`` was 54.3 with 0.9 and 56.7 with 0.8.
_SURE = 0.8
#: The least probability of being a claim with which a count of the rules stays. On the fifth kept apart, the headline
#: was 46.9 with 0.2 and 46.6 with 0.1.
_STAYS = 0.2
#: The least probability of a status where the words name none. With 0.5 and 0.75 ``gva`` was 65.0, with 0.9 66.3.
_STATUS = 0.9


def judged(text: str, claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a report as the network judges them; those that count nobody are as they were.

    A claim that names persons, perpetrators, weapons or sites belongs to its incident: it keeps its scope.
    """
    counted = [c for c in claims if c.kind in OUTCOMES and c.count is not None]
    windows = marked(text, network.tokenizer(), [Mark(c.start, c.end, c.kind, c.scope) for c in counted])
    judgements = {counted[n].id: judgement for n, judgement in network.network().judge(windows)}
    return [_with(c, judgements[c.id]) if c.id in judgements else c for c in claims if _stays(c, judgements.get(c.id))]


def _stays(claim: Claim, judgement: Judgement | None) -> bool:
    """Whether a claim is kept. Parts are: their whole says that there are such people."""
    if judgement is None or claim.scope == "part" or _holds_more(claim):
        return True
    return judgement.genuine >= _STAYS


def _with(claim: Claim, judgement: Judgement) -> Claim:
    """The claim with its judged scope and status."""
    scope, status = cast(Scope, _likeliest(judgement.scope)), cast(Status, _likeliest(judgement.status))
    is_total = scope in TOTALS and judgement.scope[scope] >= _SURE and not _holds_more(claim)
    people = claim.people
    if people is not None and people.status == "unknown" and judgement.status[status] >= _STATUS:
        people = replace(people, status=status)
    return replace(claim, scope=scope, part_of=None, people=people) if is_total else replace(claim, people=people)


def _holds_more(claim: Claim) -> bool:
    """Whether a claim says more than how many people something happened to."""
    named = claim.people is not None and bool(claim.people.names)
    return named or bool(claim.by or claim.with_ or claim.sites)


def _likeliest(values: dict[str, float]) -> str:
    return max(values, key=lambda name: values[name])
