"""What changed in an incident since its reader was last there, from a cookie that only that page is sent.

The cookie holds what the page showed: the figures, the reports, the questions and the day and hour. Nothing else is
kept about a reader, and nothing of it leaves the browser but to this reading room.
"""

import base64
import binascii
import hashlib
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from tollbook.decisions.verdicts import Decision
from tollbook.locale import wording
from tollbook.model import Record
from tollbook.record import Incident

COOKIE = "tollbook-seen"
#: A year: documenters come back to an incident when a court or an anniversary does.
KEPT_FOR = 365 * 24 * 3600  # seconds
#: Digits that a report or question is known by; of a thousand reports two look alike once in 30,000 times.
_DIGITS = 9
#: Bytes a browser keeps of one cookie, less its name and attributes. A longer memory is not kept.
_LONGEST = 3800


class Seen(Record, frozen=True, kw_only=True):
    """What a page showed: figures in words by fate, reports and questions by a short hash, and when (UTC)."""

    at: str
    figures: dict[str, str]
    reports: tuple[str, ...]
    questions: tuple[str, ...]


class Changes(Record, frozen=True, kw_only=True):
    """What is otherwise than it was: figures as (fate, before, now), new reports by id, questions, decisions."""

    since: datetime
    figures: tuple[tuple[str, str, str], ...] = ()
    reports: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    answered: int = 0
    decisions: tuple[Decision, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.figures or self.reports or self.questions or self.answered or self.decisions)


def remember(incident: Incident) -> str | None:
    """The cookie's value for an incident as it is now; None where it would be too long to keep."""
    seen = Seen(
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        figures=_figures(incident),
        reports=tuple(_short(link.id) for link in incident.reports),
        questions=tuple(map(_short, incident.questions)),
    )
    value = base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(seen), 9)).decode()
    return value if len(value) <= _LONGEST else None


def recall(value: str | None) -> Seen | None:
    """What a cookie holds; None where there is none or it cannot be read."""
    if not value or len(value) > _LONGEST:
        return None
    try:
        unpacked = zlib.decompressobj().decompress(base64.urlsafe_b64decode(value), 100_000)
        return msgspec.json.decode(unpacked, type=Seen)
    except (binascii.Error, ValueError, zlib.error, msgspec.DecodeError):
        return None


def changes(seen: Seen, incident: Incident, decisions: Iterable[Decision]) -> Changes:
    """What is otherwise than what was seen; ``decisions`` are those on the incident's claims."""
    now = _figures(incident)
    asked = {_short(question): question for question in incident.questions}
    return Changes(
        since=datetime.fromisoformat(seen.at),
        figures=tuple(
            (fate, seen.figures.get(fate, ""), now.get(fate, ""))
            for fate in dict.fromkeys([*now, *seen.figures])
            if seen.figures.get(fate) != now.get(fate)
        ),
        reports=tuple(link.id for link in incident.reports if _short(link.id) not in seen.reports),
        questions=tuple(text for short, text in asked.items() if short not in seen.questions),
        answered=len(set(seen.questions) - set(asked)),
        decisions=tuple(decision for decision in decisions if decision.at > seen.at),
    )


def _figures(incident: Incident) -> dict[str, str]:
    return {fate: f"{wording.bounds(figure)} ({figure.status})" for fate, figure in incident.figures.items()}


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
