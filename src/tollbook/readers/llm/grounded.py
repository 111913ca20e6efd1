"""The result of one proposal of a model, and the steps that are the same in every language."""

from typing import NamedTuple

from tollbook.locale.messages import message
from tollbook.mentions import Ungrounded
from tollbook.model import Claim, Report, Span
from tollbook.readers.base import Unanchored
from tollbook.readers.llm import alignment
from tollbook.readers.llm.answer import ProposedClaim

#: Stances that neither accuse nor clear anybody: the model alone may give these. Others need the other reader.
HARMLESS = frozenset({"asserts", "doubts", "estimates", "fears"})
#: Characters of proposed words that an ungrounded record keeps.
_KEPT = 300


class Failed(Exception):
    """A proposal that the text does not confirm: the field that failed, and a sentence that says why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


class Grounded(NamedTuple):
    """The result of one proposal: a claim or none, and its fields that the text does not confirm.

    ``said`` is the claim with the values that only the model gives, such as a perpetrator: a question shows it beside
    the reading of another reader, and nothing else uses it.
    """

    claim: Claim | None
    said: Claim | None
    unresolved: tuple[Ungrounded, ...]


class Lost:
    """Collects the fields of one proposal that the text does not confirm."""

    def __init__(self, report: Report, proposed: ProposedClaim) -> None:
        self._report, self._proposed = report, proposed
        self.found: list[Ungrounded] = []

    def add(self, field: str, reason: str) -> None:
        """Note a field that is left out, or that leaves no claim."""
        text = self._proposed.quote.strip()[:_KEPT]
        self.found.append(
            Ungrounded(report=self._report.id, text=text, kind=self._proposed.kind, field=field, reason=reason)
        )

    def span_of(self, text: str, field: str, words: str | None, near: int) -> Span | None:
        """The span of the words of a field; None for an empty field, or with a note if the text lacks them."""
        if words is None or not words.strip():
            return None
        span = alignment.stands_at(text, words, near)
        if span is None:
            self.add(field, message("The report does not have the words “{words}”.", words=words.strip()[:80]))
        return span


def quote_at(text: str, proposed: ProposedClaim, window: Span) -> Span:
    """The exact span of a quote. Raises Failed."""
    span = alignment.locate(text, proposed.quote, window)
    if isinstance(span, Unanchored):
        raise Failed("quote", span.reason)
    if span[0] >= span[1]:
        raise Failed("quote", message("The quote is empty."))
    return span


def exact(quote: str, name: str) -> str | None:
    """A name as the quote has it; None if it does not."""
    span = alignment.stands_at(quote, name)
    return None if span is None else quote[slice(*span)]


def names_in(quote: str, proposed: ProposedClaim) -> tuple[str, ...]:
    """The proposed names of people that the quote has, each once."""
    return tuple(dict.fromkeys(found for name in proposed.names if (found := exact(quote, name)) is not None))


def only_the_model() -> str:
    """The reason why a statement about responsibility that only the model finds is no claim."""
    return message("Only the language model finds here who is responsible; it does not decide that alone.")


def no_number(proposed: ProposedClaim) -> str:
    """The reason for a proposed number that counts no people in the quote."""
    return message("The number {number} does not count people in the quote.", number=str(proposed.number)[:40])


def no_count() -> str:
    """The reason why a proposal about people without any number or name is no claim."""
    return message("The proposal has neither a number nor a name that is in the quote.")


def no_speaker(words: str) -> str:
    """The reason for a proposed speaker whose words are not in the report."""
    return message("The report does not have the words “{words}” for a speaker.", words=words[:80])


def only_the_model_names() -> str:
    """The reason why somebody whom only the model holds responsible is left out."""
    return message("Only the language model names here who did it; it does not decide that alone.")
