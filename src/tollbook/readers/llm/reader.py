"""The reader that asks a language model: passages to a server, and its answers to claims that the text bears out.

It reads together with another reader, whose claims it keeps, adds to or confirms by a rule (``combining``).
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from tollbook import locale
from tollbook.errors import Refused, Unanswered
from tollbook.locale.messages import message
from tollbook.mentions import Reading, Ungrounded
from tollbook.model import Claim, Record, Refusal, Report, Span
from tollbook.readers import passages
from tollbook.readers.base import TOGETHER, Reader, finder_of
from tollbook.readers.llm import answer as answers
from tollbook.readers.llm import combining, prompt
from tollbook.readers.llm.answer import ModelAnswer
from tollbook.readers.llm.client import ModelClient
from tollbook.readers.llm.combining import CombiningRule

NAME = "llm"
#: Code points of a passage, and of the overlap with the one before. A judgement: about 2,000 tokens with the
#: instructions, so that passage and answer fit into 8,192 tokens of context, which small models and servers have.
PASSAGE, OVERLAP = 5_000, 1_000
#: Reports in a row without an answer after which the server is not asked again.
_MOST_FAILURES = 3
#: What stands for the digest of a model whose server does not tell it.
NO_DIGEST = "no-digest"
_IDENTITY = re.compile(r"llm/(?P<model>\S+)@(?P<digest>\S+) prompt \d+\.\w+ \+ (?:.* \+ )?by (?P<rule>[\w-]+)")


class ModelIdentity(Record, frozen=True, kw_only=True):
    """Which model read: its name, the first digits of its digest, and the rule that combines it with another reader."""

    model: str
    digest: str = NO_DIGEST
    rule: CombiningRule = combining.DEFAULT

    @classmethod
    def of_finder(cls, finder: str) -> "ModelIdentity | None":
        """The identity in the finder of a reading; None for that of another reader."""
        found = _IDENTITY.fullmatch(finder)
        if found is None:
            return None
        return msgspec.convert({name: found[name] for name in ("model", "digest", "rule")}, cls)

    @property
    def finder(self) -> str:
        """What claims of the model name as their finder, by whatever rule they are combined with others."""
        return f"{NAME}/{self.model}@{self.digest} prompt {prompt.VERSION}.{prompt.code()}"


class Answers(Protocol):
    """Answers that are kept, so that a passage is asked about once."""

    def get(self, key: str) -> bytes | None:
        """The kept answer, None if there is none."""

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer; when this returns, it is kept for good."""


class InMemory(dict[str, bytes]):
    """Answers that are kept as long as the process runs."""

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer."""
        self[key] = answer


class Usage(msgspec.Struct):
    """What reading has cost so far, and what came of it. ``ungrounded`` counts by the field that failed."""

    requests: int = 0
    kept: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    proposed: int = 0
    grounded: int = 0
    ungrounded: dict[str, int] = {}

    @property
    def tokens_per_second(self) -> float | None:
        """Tokens written in a second of waiting; None before the first."""
        return self.tokens_out / self.seconds if self.tokens_out and self.seconds else None


class _Passage(NamedTuple):
    """The answer about one passage, and the part of the text it is about."""

    window: Span
    answer: ModelAnswer


class LanguageModelReader:
    """Reads with a model and the reader beside it. Without a client it reads what it has answers for, and no more."""

    name = NAME
    languages = frozenset({locale.DEFAULT.code})

    def __init__(
        self, identity: ModelIdentity, client: ModelClient | None, *, answers: Answers,
        beside: Callable[[str | None], Reader | None], at_most: int | None = None,
    ) -> None:  # fmt: skip
        """``beside`` gives the other reader for a language; ``at_most`` is how many requests may be sent."""
        self.identity, self.usage = identity, Usage()
        self._client, self._answers, self._at_most = client, answers, at_most
        self._beside = beside(locale.DEFAULT.code)
        self._failures = 0
        self._stopped: str | None = None

    def version(self) -> str:
        """The model, its digest and the prompt, the reader beside it, and the rule."""
        own = self.identity.finder.partition("/")[2]
        beside = [finder_of(self._beside)] if self._beside is not None else []
        return TOGETHER.join([own, *beside, f"by {self.identity.rule}"])

    def read(self, report: Report) -> Reading:
        """Everything read from one report. Raises Refused, and nothing is kept of it, if the server does not answer."""
        try:
            reading = passages.read(report, self._read_part)
        except Unanswered as error:
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                self._stopped = str(error)
            raise
        self._failures = 0
        return reading

    def _read_part(self, report: Report) -> Reading:
        """The reading of a text short enough to parse as a whole."""
        # Imported here because it loads the language pipeline, which the choice of a model does not need.
        from tollbook.readers.llm.grounding import Grounds  # noqa: PLC0415
        from tollbook.readers.rules.document import Document  # noqa: PLC0415

        asked = list(self._asked(report))
        beside = self._beside.read(report) if self._beside is not None else Reading(report=report.id)
        own = finder_of(self._beside) if self._beside is not None else ""
        known = [replace(claim, finder=own) for claim in beside.claims]
        grounds = Grounds(Document(report), known)
        found: list[Claim] = []
        unresolved: list[Ungrounded] = []
        refused = list(beside.refused)
        for one in asked:
            try:
                proposed, misshapen = answers.proposals(one.answer)
            except Refused as error:
                refused.append(_unread(report, one.window, str(error)))
                continue
            unresolved += [_misshapen(report, reason) for reason in misshapen]
            for proposal in proposed:
                claim, lost = grounds.ground(proposal, one.window, self.identity.finder)
                found += [claim] if claim is not None else []
                unresolved += lost
        self._count(asked, found, unresolved)
        together = combining.combine(known, combining.distinct(found), self.identity.rule)
        unresolved += together.unresolved
        return replace(
            beside, claims=together.claims, refused=tuple(refused), unresolved=tuple(dict.fromkeys(unresolved))
        )

    def _asked(self, report: Report) -> Iterator[_Passage]:
        """The answers about the passages of a text, in order."""
        for start, end in _windows(report.text):
            words = report.text[start:end]
            if words.strip():
                yield _Passage((start, end), self._answer(words))

    def _answer(self, words: str) -> ModelAnswer:
        """The kept answer about a passage, or a new one. Raises Unanswered."""
        key = self.key(words)
        kept = self._answers.get(key)
        if kept is not None:
            self.usage.kept += 1
            return msgspec.json.decode(kept, type=ModelAnswer)
        answer = self._new_answer(words)
        self._answers.put(key, msgspec.json.encode(answer))
        return answer

    def key(self, words: str) -> str:
        """The key of the answer about a passage: a hash of it, of the prompt, and of the model."""
        parts = (prompt.content(words), self.identity.model.encode(), self.identity.digest.encode())
        return hashlib.sha256(b"\x1f".join(parts)).hexdigest()

    def _new_answer(self, words: str) -> ModelAnswer:
        """A new answer; one that is no JSON is asked for once more with another seed."""
        answer = self._request(words, prompt.SEED)
        try:
            answers.proposals(answer)
        except Refused:
            if self._at_most is None or self.usage.requests < self._at_most:
                return self._request(words, prompt.SEED + 1)
        return answer

    def _request(self, words: str, seed: int) -> ModelAnswer:
        if self._client is None:
            raise Unanswered(message("The model that read this report is not given; give --endpoint and --model."))
        if self._stopped is not None:
            raise Unanswered(self._stopped)
        if self._at_most is not None and self.usage.requests >= self._at_most:
            raise Unanswered(
                message("The {n} requests of --at-most are used up; run the same command again to go on.",
                        n=self._at_most)
            )  # fmt: skip
        self.usage.requests += 1
        began = time.monotonic()
        body = msgspec.json.encode(prompt.request(words, self.identity.model, seed))
        try:
            answer = answers.of_response(self._client.post("/chat/completions", body))
        except Unanswered:
            raise
        except Refused as error:
            raise Unanswered(str(error)) from error
        finally:
            self.usage.seconds += time.monotonic() - began
        self.usage.tokens_in += answer.tokens_in
        self.usage.tokens_out += answer.tokens_out
        return answer

    def _count(self, asked: list[_Passage], found: list[Claim], unresolved: list[Ungrounded]) -> None:
        fatal = [each for each in unresolved if each.field in {"answer", "quote", "kind", "number", "speakers"}]
        self.usage.proposed += len(found) + len(fatal)
        self.usage.grounded += len(found)
        for each in unresolved:
            self.usage.ungrounded[each.field] = self.usage.ungrounded.get(each.field, 0) + 1


def passage_sizes(text: str) -> list[int]:
    """The characters of each passage of a text that a model gets, overlaps included."""
    parts = (text[part.lead : part.end] for part in passages.cut(text))
    return [end - start for part in parts for start, end in _windows(part)]


def _windows(text: str) -> Iterator[Span]:
    """The passages of a text that the model gets, each with its overlap."""
    return ((part.lead, part.end) for part in passages.cut(text, longest=PASSAGE, lead=OVERLAP))


def _unread(report: Report, window: Span, reason: str) -> Refusal:
    said = message(
        "The language model gave nothing usable about the characters {start} to {end}. {reason}",
        start=window[0] + 1,
        end=window[1],
        reason=reason,
    )
    return Refusal(origin=report.origin or report.id, reason=said)


def _misshapen(report: Report, reason: str) -> Ungrounded:
    return Ungrounded(report=report.id, text="", kind="", field="answer", reason=reason)
