"""The reader that asks a language model. It sends passages to a server and keeps claims that the text confirms.

It reads together with another reader, whose claims it keeps, adds to or confirms by a rule (``combining``).
"""

import hashlib
import time
from collections.abc import Callable
from typing import Protocol

import msgspec

from tollbook import locale
from tollbook.errors import Refused, Unanswered
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers.base import Reader
from tollbook.readers.llm import answer as answers
from tollbook.readers.llm import prompt
from tollbook.readers.llm.answer import ModelAnswer
from tollbook.readers.llm.answered import LANGUAGES, AnsweredReader, ProposalTally, passages_of
from tollbook.readers.llm.client import ModelClient
from tollbook.readers.llm.confidence import MeasuredConfidence
from tollbook.readers.llm.endpoint import Endpoint
from tollbook.readers.llm.identity import NAME, ModelIdentity, version_of

#: Returns the reader beside the model for a language, or None.
Beside = Callable[[str | None], Reader | None]
#: Reports in a row without an answer after which the server is not asked again.
_MOST_FAILURES = 3


class Answers(Protocol):
    """Stored answers, so that a model is asked once about a passage."""

    def get(self, key: str) -> bytes | None:
        """Return the stored answer, or None."""

    def put(self, key: str, answer: bytes) -> None:
        """Store an answer permanently; it is stored when this returns."""


class InMemory(dict[str, bytes]):
    """Stores answers as long as the process runs."""

    def put(self, key: str, answer: bytes) -> None:
        """Store an answer."""
        self[key] = answer


class Usage(ProposalTally):
    """The cost of reading so far, and its results."""

    requests: int = 0
    kept: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    @property
    def tokens_per_second(self) -> float | None:
        """Tokens written in a second of waiting; None before the first."""
        return self.tokens_out / self.seconds if self.tokens_out and self.seconds else None


class LanguageModelReader:
    """Reads with a model and the reader beside it. Without a client it reads only passages with stored answers."""

    name = NAME
    languages = LANGUAGES

    def __init__(
        self, identity: ModelIdentity, client: ModelClient | None, *, answers: Answers, beside: Beside,
        at_most: int | None = None, confidence: MeasuredConfidence | None = None,
    ) -> None:  # fmt: skip
        """``beside`` gives the other reader for a language; ``at_most`` is how many requests may be sent."""
        self.identity, self.usage = identity, Usage()
        self._client, self._answers, self._at_most = client, answers, at_most
        self._beside, self._confidence = beside, confidence
        self._failures = 0
        self._stopped: str | None = None

    @property
    def endpoint(self) -> Endpoint | None:
        """The address of the server; None without one."""
        return self._client.endpoint if self._client is not None else None

    @property
    def at_most(self) -> int | None:
        """The most requests that may be sent; None for any number."""
        return self._at_most

    def version(self) -> str:
        """The model, its digest and the prompt, the reader beside it, and the rule."""
        return version_of(self.identity, self._beside(locale.DEFAULT.code))

    def keep_in(self, answers: Answers) -> None:
        """Use this store of answers from now on."""
        self._answers = answers

    def try_again(self) -> None:
        """Ask a server again after reading gave up on it."""
        self._failures, self._stopped = 0, None

    def read(self, report: Report) -> Reading:
        """Everything read from one report. Raises Refused without a partial result if the server does not answer."""
        answered = self.asked(report)
        reading = answered.read(report)
        self.usage.add(answered.tally)
        return reading

    def asked(self, report: Report) -> AnsweredReader:
        """A reader with the answers about one report. It needs no server and can run in another process.

        Raises Refused if the server does not answer.
        """
        try:
            found = {words: self._answer(words) for words in passages_of(report.text)}
        except Unanswered as error:
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                self._stopped = str(error)
            raise
        self._failures = 0
        beside = self._beside(report.language or locale.DEFAULT.code)
        return AnsweredReader(self.identity, found, beside, version=self.version(), confidence=self._confidence)

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


def passage_sizes(text: str) -> list[int]:
    """The characters of each passage of a text that a model gets, overlaps included."""
    return [len(words) for words in passages_of(text)]
