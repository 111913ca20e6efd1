"""Exports and archives of a book, and the log that records them."""

import os
from datetime import date
from pathlib import Path

from tollbook.export import ARCHIVE, ReleaseRequest, release_files, rule_of
from tollbook.export.archive import cut_off_since
from tollbook.incidents import snapshot
from tollbook.incidents.build import RULE
from tollbook.incidents.incremental import up_to_date
from tollbook.record import Contents
from tollbook.review.intercoder import CodingRounds
from tollbook.store import LogEntry, Store, timestamps
from tollbook.store.store import ACTOR


class Export:
    """``book.export``. Calling it writes the book in a format."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(  # noqa: PLR0913 - the options of the command, all but two by keyword
        self, name: str, out: str | os.PathLike[str], *,
        rule: str | None = None, as_of: date | None = None, profile: str | None = None, only: str | None = None,
        with_answers: bool = False, title: str = "", licence: str = "",
    ) -> list[Path]:  # fmt: skip
        """Write the book in a format of ``export.EXPORTS`` and log it; the files written. Raises Refused, BookError.

        Without ``rule`` figures are made by the rule of the format's codebook, if it has one. ``profile`` (public,
        partners, court, a TOML file) is the redaction profile; ``only`` is a criterion of inclusion for incidents. An
        archive holds the answers in coding rounds: while a round is open, it is refused to those who may not see them,
        unless ``with_answers``. ``title`` and ``licence`` describe an RO-Crate. A named person who exports an archive
        can no longer code in its rounds.
        """
        coding, who = CodingRounds(self._store), self._store.actor
        if name == ARCHIVE and not with_answers:
            coding.check_archive(who)
        own = rule or rule_of(name, RULE)
        request = ReleaseRequest(
            format=name, rule=own, as_of=as_of, profile=profile, only=only, name=title, licence=licence
        )
        made = release_files(self._store, lambda: self.contents(rule=own, as_of=as_of, only=only), Path(out), request)
        if name == ARCHIVE and who != ACTOR:
            coding.look_at_all(who=who)
        return made

    def contents(self, *, rule: str = RULE, as_of: date | None = None, only: str | None = None) -> Contents:
        """The whole book at once, as exports need it; with ``as_of`` only reports that had been published by then."""
        return snapshot.contents(up_to_date(self._store), rule=rule, as_of=as_of, only=only)

    def archive(self, out: str | os.PathLike[str]) -> Path:
        """Write the whole book as a ZIP file that anyone can verify and ``Book.restore`` can open again."""
        return self("archive", out)[0]


class Log:
    """``book.log``. Calling it lists every entry."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self) -> list[LogEntry]:
        """The whole log, oldest first: what was read, refused, decided and exported, when and by whom."""
        return self._store.log()

    def since(self, number: int) -> list[LogEntry]:
        """The entries after the one with this number, oldest first; at most a thousand."""
        return self._store.log(since=number, most=1000)

    def last(self) -> int:
        """The number of the last entry."""
        return self._store.last_entry()

    def head(self) -> str:
        """The state of the book: the hash of its last log entry."""
        return self._store.head()

    def timestamp_request(self) -> bytes:
        """The request to a timestamp authority: the head of the log (RFC 3161). Raises Refused, MissingPart."""
        return timestamps.request(self._store.head())

    def cut_off_since(self, archive: str | os.PathLike[str]) -> str | None:
        """A sentence if the log does not begin with that of an earlier archive of the book. Raises Refused."""
        return cut_off_since(self._store, Path(archive))

    def check_timestamp(self, answer: bytes, roots: bytes) -> timestamps.Timestamp:
        """The log entry that an authority's answer belongs to. Raises Refused if there is none, MissingPart."""
        return timestamps.accept(answer, roots, self._store.log())

    def add_timestamp(self, answer: bytes, roots: bytes) -> timestamps.Timestamp:
        """Record an authority's answer, checked with its root certificates (PEM). Raises Refused, MissingPart."""
        stamp = self.check_timestamp(answer, roots)
        self._store.append(timestamps.STAMPED, stamp.head, stamp.to_dict(), actor=self._store.actor)
        return stamp
