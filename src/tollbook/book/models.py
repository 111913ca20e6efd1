"""``book.models``: language models that read reports into the book, and the amount of text that is sent to them."""

import os
from collections.abc import Iterable
from datetime import date

from tollbook import ingest
from tollbook.errors import Refused
from tollbook.model import Record, Refusal
from tollbook.readers import llm, registry
from tollbook.readers.base import Reader
from tollbook.readers.llm import ConfidenceFile, LanguageModelReader, ModelChoice, ModelClient, ModelIdentity
from tollbook.readers.llm.confidence import decoded
from tollbook.store import Store
from tollbook.store.model_answers import KeptAnswers

#: The endpoint of a model that gets no requests.
_NOWHERE = llm.parse("http://127.0.0.1:9")
#: The action of the log entry that says which model was chosen, where it is, and what may be sent there.
MODEL_CHOSEN = "language model"


class Outgoing(Record, frozen=True, kw_only=True):
    """The most that reading sends to a model: reports, the characters of their passages with overlaps, and requests."""

    reports: int = 0
    characters: int = 0
    requests: int = 0


class Models:
    """``book.models``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def reader(
        self, choice: ModelChoice, *, key: str | None = None, sending: Outgoing | None = None
    ) -> LanguageModelReader:
        """The reader that asks the chosen model; the choice is logged, without the key.

        The server is asked for the digest of the model. Raises Refused if it is another computer and not confirmed.
        """
        client = ModelClient(choice.endpoint, confirmed=choice.send_to, key=key, seconds=choice.seconds)
        identity = llm.identify(choice, client)
        about = {
            "endpoint": choice.endpoint.url, "digest": identity.digest, "finder": identity.finder, "rule": choice.rule,
            "at_most": choice.at_most, "local": llm.is_local(choice.endpoint), "confirmed": choice.send_to,
            "confidence": identity.confidence,
            "sending": sending.to_dict() if sending is not None else None,
        }  # fmt: skip
        self._store.append(MODEL_CHOSEN, choice.model, about, actor=self._store.actor)
        if choice.confidence is not None:
            # Kept in the book, so that a report can be read again without the file.
            KeptAnswers(self._store).put(_key(choice.confidence.digest), choice.confidence.data)
        return self._made(identity, client, choice)

    def here(self, reader: LanguageModelReader) -> LanguageModelReader:
        """The same reader with the answers of this book: for a process that opens the book anew."""
        reader.keep_in(KeptAnswers(self._store))
        return reader

    def former(self, finder: str) -> LanguageModelReader | None:
        """The model that made a reading, without its server: it reads only reports that the book has answers for."""
        identity = ModelIdentity.of_finder(finder)
        beside = next((part.partition("/")[0] for part in finder.split(llm.TOGETHER)[1:] if "/" in part), "")
        if identity is None or (beside and beside not in registry.names()):
            return None
        confidence = self._confidence(identity.confidence) if identity.confidence else None
        if identity.confidence and confidence is None:
            return None
        choice = ModelChoice(
            endpoint=_NOWHERE, model=identity.model, rule=identity.rule, beside=beside or None, confidence=confidence
        )
        return self._made(identity, None, choice)

    def former_or(self, reader: LanguageModelReader | None, finder: str) -> Reader | None:
        """The reader that made a reading: the given one, if it asks the same model; else that of ``former``."""
        same = reader is not None and ModelIdentity.of_finder(finder) == reader.identity
        return reader if same else self.former(finder)

    def _confidence(self, digest: str) -> ConfidenceFile | None:
        """The measured confidence that the book keeps; None if it keeps none of this digest."""
        data = KeptAnswers(self._store).get(_key(digest))
        try:
            return decoded(data, digest) if data is not None else None
        except Refused:
            return None

    def outgoing(
        self, paths: Iterable[str | os.PathLike[str]], *, published: date | None = None, outlet: str | None = None,
        links: bool = False, at_most: int | None = None,
    ) -> Outgoing:  # fmt: skip
        """The most that reading these files sends to a model; reports that the book has answers for are counted too."""
        found = Outgoing()
        captures = ingest.captures(
            list(paths), published=published, outlet=outlet, without=self._store.files, links=links
        )
        for capture in captures:
            if not isinstance(capture, Refusal):
                sizes = llm.passage_sizes(capture.report.text)
                found = Outgoing(
                    reports=found.reports + 1,
                    characters=found.characters + sum(sizes),
                    requests=found.requests + len(sizes),
                )
        return found

    def _made(self, identity: ModelIdentity, client: ModelClient | None, choice: ModelChoice) -> LanguageModelReader:
        return LanguageModelReader(
            identity, client, answers=KeptAnswers(self._store),
            beside=lambda language: registry.find(language, choice.beside), at_most=choice.at_most,
            confidence=choice.confidence.measured if choice.confidence is not None else None,
        )  # fmt: skip


def _key(digest: str) -> str:
    """Where a book keeps a file of measured confidence, beside the answers."""
    return f"confidence:{digest}"
