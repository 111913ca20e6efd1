"""Signing a brief: the log records the signed text, the signer, the time, and the state of the book.

The log entry has the whole text, so that it can be read and hashed again after the book has changed. Another entry
can withdraw a signature, none can erase it. A signature means that somebody has read the text and passes it on. It
does not vouch for the statements of the sources.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tollbook.decisions.decision import DECIDED, UNDONE
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store import LogEntry, Store

SIGNED, WITHDRAWN = "signed", "signature withdrawn"
#: A new footnote renumbers those after it; that alone is no change of the text.
_NUMBERS = re.compile(r"^\[\d+\] |(?: \[\d+\])+$")


class Draft(Record, frozen=True, kw_only=True):
    """A brief that may be signed.

    ``asked`` are the address parameters it was made with, including ``incident`` if it is about one incident; ``words``
    are the spans ``(report, start, end)`` that it quotes; ``head`` is the hash of the last log entry it was made from.
    """

    asked: dict[str, str]
    incidents: tuple[str, ...]
    text: str
    words: tuple[tuple[str, int, int], ...]
    head: str

    @property
    def sha256(self) -> str:
        """The hash of the text as UTF-8."""
        return _hash(self.text)


class Withdrawal(Record, frozen=True, kw_only=True):
    """The withdrawal of a signature: by whom, when and why."""

    who: str
    at: str
    why: str


class Signature(Record, frozen=True, kw_only=True):
    """A signed brief; ``seq`` is its log entry, ``tollbook`` and ``code`` the version that made it. ``at`` is UTC."""

    id: str
    seq: int
    who: str
    at: str
    sha256: str
    head: str
    asked: dict[str, str]
    incidents: tuple[str, ...]
    text: str
    words: tuple[tuple[str, int, int], ...]
    tollbook: str = ""
    code: str = ""
    withdrawn: Withdrawal | None = None

    @property
    def title(self) -> str:
        """The title of the brief: its first line."""
        return self.text.partition("\n")[0]


class Since(Record, frozen=True, kw_only=True):
    """The changes since a brief was signed, and their possible causes.

    ``gone`` and ``new`` are lines of the text; ``reports`` is the number read since, ``decisions`` that made or undone,
    ``code`` whether Tollbook itself has changed. ``found`` is false if the book no longer gives this brief at all; then
    no lines are compared.
    """

    found: bool = True
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    reports: int = 0
    decisions: int = 0
    code: bool = False


class SignedBriefs(Record, frozen=True, kw_only=True):
    """The valid signatures ``of`` incidents, newest first, and as far as known whether the text has ``changed`` since.

    ``changed`` is by signature, and filled in by the code that compares the texts.
    """

    of: dict[str, tuple[Signature, ...]]
    changed: dict[str, bool] = msgspec.field(default_factory=dict)


class Signing:
    """The signed briefs of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[Signature]:
        """Every signature, withdrawn ones too, the newest first."""
        return list(replay(self._store.log(SIGNED, WITHDRAWN)).values())[::-1]

    def get(self, name: str) -> Signature:
        """The signature with that id. Raises NoSuchRecord."""
        found = replay(self._store.log(SIGNED, WITHDRAWN)).get(name)
        if found is None:
            raise NoSuchRecord(message("There is no signature {id} in this book.", id=name))
        return found

    def sign(self, draft: Draft, *, who: str, read: str) -> Signature:
        """Sign a brief; ``read`` is the hash of the text that the signer has read. Raises Refused if it has changed."""
        if not who.strip():
            raise Refused(message("A signature needs a name; say who signs the brief."))
        if read != draft.sha256:
            raise Refused(message(
                "The brief has changed since the page was loaded and was not signed; load it again and read it."
            ))  # fmt: skip
        payload = draft.to_dict() | {"sha256": draft.sha256}
        return self.get(self._store.append(SIGNED, draft.sha256, payload, actor=who).hash[:16])

    def withdraw(self, name: str, *, who: str, why: str) -> Signature:
        """Withdraw a signature; both entries stay in the log. Raises NoSuchRecord, Refused."""
        if self.get(name).withdrawn is not None:
            raise Refused(message("This signature has already been withdrawn."))
        if not who.strip() or not why.strip():
            raise Refused(message("Withdrawing a signature needs a name and a reason; say who withdraws it and why."))
        self._store.append(WITHDRAWN, name, {"why": why}, actor=who)
        return self.get(name)

    def since(self, signature: Signature, text: str | None) -> Since | None:
        """The changes since, given the brief's current text (None if it no longer exists); None if there are none."""
        if text is not None and _hash(text) == signature.sha256:
            return None
        then, now = (_lines(signature.text), _lines(text)) if text is not None else (Counter(), Counter())
        after = Counter(entry.action for entry in self._store.log("read", DECIDED, UNDONE, since=signature.seq))
        return Since(
            found=text is not None,
            gone=tuple((then - now).elements()),
            new=tuple((now - then).elements()),
            reports=after["read"],
            decisions=after[DECIDED] + after[UNDONE],
            code=signature.code != self._store.versions.get("code", ""),
        )

    def problems(self) -> Iterator[str]:
        """A sentence for each signature that no longer matches what it covers."""
        try:
            entries = self._store.log()
        except (msgspec.DecodeError, UnicodeDecodeError):
            return  # the check of the log reports this
        heads = {entry.hash: entry.seq for entry in entries}
        for entry in entries:
            if entry.action == SIGNED:
                yield from self._problems(entry, heads)

    def _problems(self, entry: LogEntry, heads: dict[str, int]) -> Iterator[str]:
        try:
            signature = _signature(entry)
        except msgspec.ValidationError as error:
            yield message(
                "The signature in log entry {seq} can no longer be read: {error}.", seq=entry.seq, error=error
            )
            return
        brief = {"who": signature.who, "day": signature.at[:10], "id": signature.id}
        if _hash(signature.text) != signature.sha256:
            yield message("The brief that {who} signed on {day} ({id}) is not the text whose hash was signed.", **brief)
        if heads.get(signature.head, entry.seq) >= entry.seq:
            yield message(
                "The brief that {who} signed on {day} ({id}) names a state of the book that is not in the log before "
                "the signature.",
                **brief,
            )
        reports = self._store.reports_of({report for report, _, _ in signature.words})
        for report, start, end in signature.words:
            if report not in reports:
                yield message(
                    "The brief that {who} signed on {day} ({id}) cites report {report}, which is no longer in the "
                    "book.",
                    report=report,
                    **brief,
                )
            elif not _quotes(signature.text, reports[report].text[start:end]):
                yield message(
                    "The brief that {who} signed on {day} ({id}) does not quote the text at {start}–{end} of report "
                    "{report}.",
                    **(brief | {"start": start, "end": end, "report": report}),
                )


def _quotes(brief: str, words: str) -> bool:
    """Whether a brief has some words of a report, unchanged or with other quotation marks inside."""
    return wording.clean(words) in brief or wording.quoted(words) in brief


def replay(entries: Iterable[LogEntry]) -> dict[str, Signature]:
    """Every signature by id, oldest first."""
    found: dict[str, Signature] = {}
    for entry in entries:
        if entry.action == SIGNED:
            signature = _signature(entry)
            found[signature.id] = signature
        elif entry.action == WITHDRAWN and entry.subject in found:
            back = Withdrawal(who=entry.actor, at=entry.at, why=entry.payload.get("why", ""))
            found[entry.subject] = msgspec.structs.replace(found[entry.subject], withdrawn=back)
    return found


def _signature(entry: LogEntry) -> Signature:
    about: dict[str, Any] = {"id": entry.hash[:16], "seq": entry.seq, "who": entry.actor, "at": entry.at}
    return msgspec.convert(entry.payload | about, Signature)


def _lines(text: str) -> Counter[str]:
    return Counter(line for each in text.splitlines() if (line := _NUMBERS.sub("", each).strip()))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
