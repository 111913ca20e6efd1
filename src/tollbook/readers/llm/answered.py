"""Reading one report with the answers of a model: no server, no book, the same answers give the same reading."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from string import ascii_lowercase
from typing import Protocol

import msgspec
from msgspec.structs import replace

from tollbook import locale
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.mentions import Reading, Ungrounded
from tollbook.model import Claim, Refusal, Report, Span
from tollbook.readers import passages
from tollbook.readers.base import Reader, finder_of
from tollbook.readers.llm import answer as answers
from tollbook.readers.llm import combining
from tollbook.readers.llm.answer import ModelAnswer, ProposedClaim
from tollbook.readers.llm.confidence import MeasuredConfidence
from tollbook.readers.llm.grounded import Grounded
from tollbook.readers.llm.identity import NAME, ModelIdentity

#: Every possible code of a language: a model is asked about all of them, because its answers are checked anyway.
LANGUAGES = frozenset(map("".join, product(ascii_lowercase, repeat=2)))
#: Code points of a passage, and of the overlap with the one before. A judgement: about 2,000 tokens with the
#: instructions, so that passage and answer fit into 8,192 tokens of context, which small models and servers have.
PASSAGE, OVERLAP = 5_000, 1_000
#: The fields of a proposal without which there is no claim.
_NEEDED = frozenset({"answer", "quote", "kind", "number", "speakers"})


class ProposalTally(msgspec.Struct):
    """The results of the proposals of a model. ``ungrounded`` counts by the field that failed."""

    proposed: int = 0
    grounded: int = 0
    ungrounded: dict[str, int] = {}

    def add(self, other: "ProposalTally") -> None:
        """Add the numbers of another tally to this one."""
        self.proposed += other.proposed
        self.grounded += other.grounded
        for field, n in other.ungrounded.items():
            self.ungrounded[field] = self.ungrounded.get(field, 0) + n


class _Grounds(Protocol):
    """Finds the proposals of a model in a text."""

    def ground(self, proposed: ProposedClaim, window: Span, finder: str) -> Grounded:
        """Return the result of one proposal."""


class AnsweredReader:
    """Reads one report with the answers about its passages, and with the reader beside the model."""

    name = NAME
    languages = LANGUAGES

    def __init__(
        self, identity: ModelIdentity, answered: Mapping[str, ModelAnswer], beside: Reader | None, *,
        version: str, confidence: MeasuredConfidence | None = None,
    ) -> None:  # fmt: skip
        """``answered`` has the answer about each passage, by its words."""
        self._identity, self._answered, self._beside = identity, answered, beside
        self._version, self._confidence = version, confidence
        self.tally = ProposalTally()

    def version(self) -> str:
        """The version of the reader that got the answers."""
        return self._version

    def read(self, report: Report) -> Reading:
        """Everything read from the report."""
        return passages.read(report, self._read_part)

    def _read_part(self, report: Report) -> Reading:
        """The reading of a text short enough to parse as a whole."""
        beside = self._beside.read(report) if self._beside is not None else Reading(report=report.id)
        own = finder_of(self._beside) if self._beside is not None else ""
        known = [replace(claim, finder=own) for claim in beside.claims]
        grounds = _grounds(report, known)
        found: list[Grounded] = []
        lost: list[Ungrounded] = []
        refused = list(beside.refused)
        for window in windows(report.text):
            try:
                proposed, misshapen = answers.proposals(self._answered[report.text[slice(*window)]])
            except Refused as error:
                refused.append(_unread(report, window, str(error)))
                continue
            lost += [Ungrounded(report=report.id, text="", kind="", field="answer", reason=each) for each in misshapen]
            found += [grounds.ground(each, window, self._identity.finder) for each in proposed]
        lost += [each for one in found for each in one.unresolved]
        claims, said = self._claims(found)
        together = combining.combine(known, claims, self._identity.rule, said=said)
        self._count(found, lost)
        unresolved = tuple(dict.fromkeys((*lost, *together.unresolved)))
        return replace(beside, claims=together.claims, refused=tuple(refused), unresolved=unresolved)

    def _claims(self, found: Sequence[Grounded]) -> tuple[list[Claim], list[Claim]]:
        """The claims of the model, each once, with their confidence; and the values that only the model gives."""
        both = [(one.claim, one.said) for one in found if one.claim is not None and one.said is not None]
        positions = combining.distinct([claim for claim, _ in both])
        sure = self._confidence
        claims = [both[n][0] for n in positions]
        return (
            [replace(claim, confidence=sure.of(claim)) if sure is not None else claim for claim in claims],
            [both[n][1] for n in positions],
        )

    def _count(self, found: Sequence[Grounded], lost: Sequence[Ungrounded]) -> None:
        grounded = sum(one.claim is not None for one in found)
        fields: dict[str, int] = {}
        for each in lost:
            fields[each.field] = fields.get(each.field, 0) + 1
        needed = sum(n for field, n in fields.items() if field in _NEEDED)
        self.tally.add(ProposalTally(proposed=grounded + needed, grounded=grounded, ungrounded=fields))


def _grounds(report: Report, known: Sequence[Claim]) -> _Grounds:
    """The grounds for proposals: the parse of an English text, the plain text of another one."""
    # Imported here because it loads the language pipeline, which the choice of a model does not need.
    if report.language not in {None, locale.DEFAULT.code}:
        from tollbook.readers.llm.digit_grounding import DigitGrounds  # noqa: PLC0415

        return DigitGrounds(report, known)
    from tollbook.readers.llm.grounding import Grounds  # noqa: PLC0415
    from tollbook.readers.rules.document import Document  # noqa: PLC0415

    return Grounds(Document(report), known)


def windows(text: str) -> Iterator[Span]:
    """The passages of a text that the model gets, each with its overlap; blank ones are left out."""
    for part in passages.cut(text, longest=PASSAGE, lead=OVERLAP):
        if text[part.lead : part.end].strip():
            yield part.lead, part.end


def passages_of(text: str) -> Iterator[str]:
    """The words of each passage of a whole report that the model gets, overlaps included."""
    for part in passages.cut(text):
        whole = text[part.lead : part.end]
        yield from (whole[start:end] for start, end in windows(whole))


def _unread(report: Report, window: Span, reason: str) -> Refusal:
    said = message(
        "The language model gave nothing usable about the characters {start} to {end}. {reason}",
        start=window[0] + 1,
        end=window[1],
        reason=reason,
    )
    return Refusal(origin=report.origin or report.id, reason=said)
