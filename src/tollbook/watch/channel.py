"""A channel for alerts, and the messages that it sends: by default numbers, ids and a link, and no content."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from tollbook.alerts.following import TimedAlert
from tollbook.locale.messages import ngettext, translate
from tollbook.model import content_id
from tollbook.watch.settings import Content


class Batch(NamedTuple):
    """Alerts that are delivered together, oldest first; ``link`` is the address of the web interface, or empty."""

    alerts: Sequence[TimedAlert]
    link: str = ""

    @property
    def id(self) -> str:
        """An id that is the same for the same alerts, so that a receiver can drop a repeated batch."""
        return content_id(*(each.alert.id for each in self.alerts))

    @property
    def incidents(self) -> dict[str, int]:
        """The followed incidents, each with its number of alerts."""
        return dict(Counter(each.alert.incident or each.alert.subject for each in self.alerts))

    def outside(self, content: Content) -> dict[str, Any]:
        """The content of a message to others, as JSON."""
        written: dict[str, Any] = {
            "id": self.id,
            "alerts": [{"id": each.alert.id, "incident": each.alert.incident or each.alert.subject, "at": each.at}
                       for each in self.alerts],
            "incidents": self.incidents,
            "link": self.page,
        }  # fmt: skip
        if content == "sentences":
            for short, each in zip(written["alerts"], self.alerts, strict=True):
                short |= {"kind": each.alert.kind, "title": each.alert.title, "sentence": each.alert.sentence}
        return written

    @property
    def page(self) -> str:
        """The address of the page with the alerts; empty without a web interface."""
        return f"{self.link.rstrip('/')}/alerts" if self.link else ""

    @property
    def summary(self) -> str:
        """How many alerts there are, in a sentence."""
        return ngettext("{n} new alert on incidents that you follow.", "{n} new alerts on incidents that you follow.",
                        len(self.alerts))  # fmt: skip

    def text(self, content: Content) -> str:
        """The content of a message to others, as text."""
        lines = [self.summary, ""]
        if content == "sentences":
            for each in self.alerts:
                lines += [
                    translate(each.alert.title),
                    translate(each.alert.sentence),
                    f"{each.at} · {each.alert.id}",
                    "",
                ]
        else:
            lines += [f"{name}: {ngettext('{n} alert', '{n} alerts', n)}" for name, n in self.incidents.items()]
        return "\n".join([*lines, "", self.page]).rstrip() + "\n"


class Channel(Protocol):
    """A channel for alerts. ``key`` is its name in the book, ``name`` its name for people."""

    key: str
    name: str

    def send(self, batch: Batch, memory: dict[str, Any]) -> None:
        """Send alerts; when this returns they are delivered.

        ``memory`` is kept for the next call, even after a failure. Raises Refused, OSError.
        """
