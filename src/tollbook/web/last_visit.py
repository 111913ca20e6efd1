"""Changes in an incident since the last visit of a user, from a cookie that is sent to the page of that incident only.

The cookie holds what the page showed: figures, reports, questions and the time. Tollbook stores nothing else about
visits.
"""

import base64
import binascii
import hashlib
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from tollbook.decisions.decision import Decision
from tollbook.locale import wording
from tollbook.model import Record
from tollbook.record import Incident
from tollbook.web.json_bodies import decode

COOKIE = "tollbook-seen"
#: A year: people return to an incident for a trial or an anniversary.
KEPT_FOR = 365 * 24 * 3600  # seconds
#: Hex digits of the hash of a report or question; two of a thousand reports collide once in about 140,000 times.
_DIGITS = 9
#: Bytes that a browser stores of one cookie, without its name and attributes. A longer value is not set.
_LONGEST = 3800
#: The bounds of a figure in words, and its status.
Bounds = tuple[str, str]


class PageState(Record, frozen=True, kw_only=True):
    """The content of a page: bounds and status of each figure, reports and questions by a short hash, and the time."""

    at: str
    figures: dict[str, tuple[str, str]]
    reports: tuple[str, ...]
    questions: tuple[str, ...]


class ChangesSinceVisit(Record, frozen=True, kw_only=True):
    """Changed figures as (kind, before, now), ids of new reports, new questions, resolved questions, decisions."""

    since: datetime
    figures: tuple[tuple[str, Bounds | None, Bounds | None], ...] = ()
    reports: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    answered: int = 0
    decisions: tuple[Decision, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.figures or self.reports or self.questions or self.answered or self.decisions)


def remember(incident: Incident) -> str | None:
    """The value of the cookie for the current state of an incident; None if it is too long for a cookie."""
    seen = PageState(
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        figures=_figures(incident),
        reports=tuple(_short(link.id) for link in incident.reports),
        questions=tuple(map(_short, incident.questions)),
    )
    value = base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(seen), 9)).decode()
    return value if len(value) <= _LONGEST else None


def recall(value: str | None) -> PageState | None:
    """The state in a cookie; None without a cookie or if it cannot be read."""
    if not value or len(value) > _LONGEST:
        return None
    try:
        unpacked = zlib.decompressobj().decompress(base64.urlsafe_b64decode(value), 100_000)
        return decode(unpacked, PageState)
    except (binascii.Error, ValueError, zlib.error, msgspec.DecodeError):
        return None


def changes(seen: PageState, incident: Incident, decisions: Iterable[Decision]) -> ChangesSinceVisit:
    """The changes since a state; ``decisions`` are those on the claims of the incident."""
    now = _figures(incident)
    asked = {_short(question): question for question in incident.questions}
    return ChangesSinceVisit(
        since=datetime.fromisoformat(seen.at),
        figures=tuple(
            (kind, seen.figures.get(kind), now.get(kind))
            for kind in dict.fromkeys([*now, *seen.figures])
            if seen.figures.get(kind) != now.get(kind)
        ),
        reports=tuple(link.id for link in incident.reports if _short(link.id) not in seen.reports),
        questions=tuple(text for short, text in asked.items() if short not in seen.questions),
        answered=len(set(seen.questions) - set(asked)),
        decisions=tuple(decision for decision in decisions if decision.at > seen.at),
    )


def _figures(incident: Incident) -> dict[str, Bounds]:
    return {kind: (wording.bounds(figure), figure.status) for kind, figure in incident.figures.items()}


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
