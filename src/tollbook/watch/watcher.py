"""The watcher: each round checks the sources that are due, reads new files, and delivers alerts about changes."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, NamedTuple

from tollbook.book import Book
from tollbook.errors import Refused, Unanswered
from tollbook.ingest.walk import why_not
from tollbook.model import Refusal
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader
from tollbook.watch.channel import Batch, Channel
from tollbook.watch.channels import AlertFile, Mail, Webhook
from tollbook.watch.feeds import Feed, Web
from tollbook.watch.folders import Folder
from tollbook.watch.imap import ImapMailbox
from tollbook.watch.mailboxes import Mailbox
from tollbook.watch.settings import Settings
from tollbook.watch.source import Item, Later, Look, Source

#: Items that are stored before they are read: few enough that a book does not fill the disk, enough that linking is not
#: done for each.
_AT_ONCE = 100
#: Seconds of the longest wait after errors. The wait doubles with each error.
_LONGEST_WAIT = 86_400.0
#: Alerts of one message.
_BATCH = 200


class WatchRound(NamedTuple):
    """The result of a round: files read, new alerts, alerts delivered, refusals, and whether files are unsettled."""

    files: int
    alerts: int
    delivered: int
    refused: tuple[Refusal, ...]
    unsettled: bool


class Watcher:
    """Follows the sources in the settings and delivers alerts by their channels.

    Raises Refused for unusable settings.
    """

    def __init__(self, book: Book, settings: Settings, reader: str | Reader | None = None) -> None:
        """``reader`` reads new reports; without it each report is read by the installed reader for its language."""
        self._book, self._settings, self._reader = book, settings, reader
        web = Web(allow_private=settings.allow_private, pause=settings.pause)
        self._sources: list[Source] = [
            *(Folder(each, book.watching.files) for each in settings.folder),
            *(Mailbox(each) for each in settings.mailbox),
            *(Feed(each, web) for each in settings.feed),
            *(ImapMailbox(each) for each in settings.imap),
        ]
        self._channels: list[Channel] = []
        if settings.file is not None:
            self._channels.append(AlertFile(settings.file))
        if settings.mail is not None:
            self._channels.append(Mail(settings.mail))
        if settings.webhook is not None:
            self._channels.append(Webhook(settings.webhook, web.client, allow_private=settings.allow_private))
        for channel in self._channels:
            # A new channel begins now: it does not get the alerts of before.
            if book.watching.state(channel.key) is None:
                book.watching.remember(channel.key, {"upto": book.alerts.last()})

    def round(self, *, asked: bool = False) -> WatchRound:
        """Check the sources that are due, read new files and deliver alerts.

        If one source or channel fails, others go on. If somebody ``asked`` for the round, local sources are looked at
        even if they are not due.
        """
        refused: list[Refusal] = []
        files, unsettled = self._read(refused), False
        for source in self._sources:
            waiting = 0
            for each in self._looked(source, refused, asked=asked and source.local):
                waiting += self._bring(source, each, refused)
                if waiting >= _AT_ONCE:
                    files, waiting = files + self._read(refused), 0
            files += self._read(refused)
            memory = self._book.watching.state(source.key) or {}
            unsettled = unsettled or bool(memory.get("unsettled"))
        before = self._book.alerts.last()
        self._book.settle()
        alerts = len(self._book.alerts.after(before))
        delivered = sum(self._deliver(channel, refused) for channel in self._channels)
        return WatchRound(files, alerts, delivered, tuple(refused), unsettled)

    def wait(self) -> float:
        """Seconds until something is due, at least one."""
        keys = [*(each.key for each in self._sources), *(each.key for each in self._channels)]
        dues = [float((self._book.watching.state(key) or {}).get("due", 0.0)) for key in keys]
        sources = dues[: len(self._sources)] + [due for due in dues[len(self._sources) :] if due]
        return min(max(min(sources, default=0.0) - time.time(), 1.0), _LONGEST_WAIT)

    def _looked(self, source: Source, refused: list[Refusal], *, asked: bool) -> Iterator[Item | Refusal]:
        """The new items of a source if it is due; notes the next time."""
        memory, now = self._book.watching.state(source.key) or {}, time.time()
        if not (asked or _is_due(memory, now)):
            return
        look = Look(dict(memory), self._book.watching.seen(source.key), now)
        problem = yield from _attempt(lambda: source.look(look))
        if problem is None:
            after: dict[str, Any] = {**look.memory, "due": now + source.every, "failures": 0}
        else:
            refused.append(self._refuse(source.name, problem))
            after = {**memory, **_later(memory, problem, source.every, now)}
        self._book.watching.remember(source.key, after)

    def _bring(self, source: Source, each: Item | Refusal, refused: list[Refusal]) -> int:
        if isinstance(each, Refusal):
            refused.append(self._refuse(each.origin, each.reason))
            return 0
        return int(self._book.watching.bring(source.key, each.key, each.mark, each.files) and bool(each.files))

    def _read(self, refused: list[Refusal]) -> int:
        """Read all waiting files, also those of an earlier process; returns their number."""
        waiting = self._book.uploads.next_waiting()
        if waiting is None:
            return 0
        if isinstance(self._reader, LanguageModelReader):
            self._reader.try_again()
        files = 0
        try:
            for upload in self._book.uploads.read(reader=self._reader):
                files += 1
                refused.extend(upload.outcome.refused)
        except Unanswered as error:
            # The files go on waiting in the book: the next round asks again.
            refused.append(self._refuse(waiting.name, error))
        return files

    def _refuse(self, origin: str, reason: str | Refused) -> Refusal:
        refusal = Refusal(origin=origin, reason=str(reason))
        self._book.watching.refuse(refusal)
        return refusal

    def _deliver(self, channel: Channel, refused: list[Refusal]) -> int:
        """Deliver the alerts that a channel has not delivered.

        Each arrives at least once, as it is noted afterwards.
        """
        delivered, now = 0, time.time()
        while True:
            memory = self._book.watching.state(channel.key) or {}
            alerts = self._book.alerts.after(int(memory.get("upto", 0)), _BATCH) if _is_due(memory, now) else []
            if not alerts:
                return delivered
            after = dict(memory)
            try:
                channel.send(Batch(alerts, self._settings.link), after)
            except (Refused, OSError) as error:
                problem = _as_refused(error)
                refused.append(self._refuse(channel.name, problem))
                after |= _later(memory, problem, 60.0, now)
            else:
                after |= {"upto": alerts[-1].number, "failures": 0, "due": 0.0}
                delivered += len(alerts)
            self._book.watching.remember(channel.key, after)


def _attempt(
    look: Callable[[], Iterable[Item | Refusal]],
) -> Generator[Item | Refusal, None, Refused | None]:
    """Collect the items of one look; returns the reason if it ended early, else None."""
    try:
        yield from look()
    except (Refused, OSError) as error:
        return _as_refused(error)
    return None


def _as_refused(error: Refused | OSError) -> Refused:
    return error if isinstance(error, Refused) else Refused(why_not(error))


def _is_due(memory: dict[str, Any], now: float) -> bool:
    """Whether the time has come. A time in the distant future comes from a clock that was wrong."""
    due = float(memory.get("due", 0.0))
    return due <= now or due > now + 2 * _LONGEST_WAIT


def _later(memory: dict[str, Any], problem: Refused, every: float, now: float) -> dict[str, Any]:
    """When to try again after an error."""
    failures = int(memory.get("failures", 0)) + 1
    wait = min(max(every, 1.0) * 2 ** min(failures, 20), _LONGEST_WAIT)
    if isinstance(problem, Later):
        wait = max(problem.seconds, 1.0)
    return {"failures": failures, "due": now + wait}
