"""Signing a brief: a person puts a name to a text, and the log keeps which text, who, when, and what it was made from.

The whole text stands in the log entry, so that what was signed can be read and hashed again when the book has moved on.
A signature can be withdrawn by another entry, never erased. It says that somebody read the text and hands it on; what
the text tells of is still told by those it names.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tollbook.decisions.verdicts import DECIDED, UNDONE
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale import wording
from tollbook.model import Record
from tollbook.store import Entry, Store

SIGNED, WITHDRAWN = "signed", "signature withdrawn"
#: Footnotes are numbered anew when one comes before them; that alone is no change of what is said.
_NUMBERS = re.compile(r"^\[\d+\] |(?: \[\d+\])+$")


class Draft(Record, frozen=True, kw_only=True):
    """A brief as it may be signed. ``asked`` is the address parameters it was made by, ``incident`` among them for one
    incident; ``words`` are the ``(report, start, end)`` it cites; ``head`` the last log entry it was made from.
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
    """Who took a signature back, when and why."""

    who: str
    at: str
    why: str


class Signature(Record, frozen=True, kw_only=True):
    """A signed brief; ``seq`` is its log entry, ``tollbook`` and ``code`` what it was made with. ``at`` is UTC."""

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
        """What the brief is called."""
        return self.text.partition("\n")[0]


class Since(Record, frozen=True, kw_only=True):
    """What is otherwise than when a brief was signed: its lines, and what the log and the code tell of the cause.

    ``gone`` and ``new`` are lines; ``reports`` and ``decisions`` are how many were read, made or taken back since.
    ``found`` is false where the book no longer makes this brief at all, and no lines are compared.
    """

    found: bool = True
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    reports: int = 0
    decisions: int = 0
    code: bool = False


class Signing:
    """The signed briefs of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[Signature]:
        """Every signature, withdrawn ones too, the newest first."""
        return list(replay(self._store.log(SIGNED, WITHDRAWN)).values())[::-1]

    def get(self, name: str) -> Signature:
        """The signature of that id. Raises NoSuchRecord."""
        found = replay(self._store.log(SIGNED, WITHDRAWN)).get(name)
        if found is None:
            raise NoSuchRecord(f"There is no signature {name} in this book.")
        return found

    def sign(self, draft: Draft, *, who: str, read: str) -> Signature:
        """Put a name to a brief; ``read`` is the hash of the text its signer has read. Raises Refused for another."""
        if not who.strip():
            raise Refused("A brief is signed with a name; say who signs it.")
        if read != draft.sha256:
            raise Refused("The brief reads otherwise now than on the page that was signed, and is not signed; load it "
                          "again and read it.")  # fmt: skip
        payload = draft.to_dict() | {"sha256": draft.sha256}
        return self.get(self._store.append(SIGNED, draft.sha256, payload, actor=who).hash[:16])

    def withdraw(self, name: str, *, who: str, why: str) -> Signature:
        """Take a signature back; both stay in the log. Raises NoSuchRecord, Refused."""
        if self.get(name).withdrawn is not None:
            raise Refused("This signature has been withdrawn already.")
        if not who.strip() or not why.strip():
            raise Refused("To withdraw a signature needs a name and a reason; say who does and why.")
        self._store.append(WITHDRAWN, name, {"why": why}, actor=who)
        return self.get(name)

    def since(self, signature: Signature, text: str | None) -> Since | None:
        """What has changed since, given the brief's text as it is now (None where there is none); None if nothing."""
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
            return  # the check of the log says so
        heads = {entry.hash: entry.seq for entry in entries}
        for entry in entries:
            if entry.action == SIGNED:
                yield from self._problems(entry, heads)

    def _problems(self, entry: Entry, heads: dict[str, int]) -> Iterator[str]:
        try:
            signature = _signature(entry)
        except msgspec.ValidationError as error:
            yield f"The signature in log entry {entry.seq} cannot be read any more: {error}."
            return
        which = f"The brief that {signature.who} signed on {signature.at[:10]} ({signature.id})"
        if _hash(signature.text) != signature.sha256:
            yield f"{which} is not the text whose hash was signed."
        if heads.get(signature.head, entry.seq) >= entry.seq:
            yield f"{which} names a state of the book that the log did not have before it."
        reports = self._store.reports_of({report for report, _, _ in signature.words})
        for report, start, end in signature.words:
            if report not in reports:
                yield f"{which} cites report {report}, which is no longer in the book."
            elif wording.clean(reports[report].text[start:end]) not in signature.text:
                yield f"{which} does not quote what stands at {start}–{end} of report {report}."


def replay(entries: Iterable[Entry]) -> dict[str, Signature]:
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


def _signature(entry: Entry) -> Signature:
    about: dict[str, Any] = {"id": entry.hash[:16], "seq": entry.seq, "who": entry.actor, "at": entry.at}
    return msgspec.convert(entry.payload | about, Signature)


def _lines(text: str) -> Counter[str]:
    return Counter(line for each in text.splitlines() if (line := _NUMBERS.sub("", each).strip()))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
