"""Commands to watch sources, to follow incidents, and to list the resulting alerts."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click
import msgspec

from tollbook.book import DEFAULT, Book, Summary
from tollbook.cli import language_model
from tollbook.cli.help import Command
from tollbook.cli.language_model import reader_options
from tollbook.cli.options import actor_option, book_option, end, text_format_option
from tollbook.cli.passphrase import unlock
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.store.follows import Threshold


def _threshold(_context: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[Threshold, ...]:
    """Thresholds such as killed=10. Raises BadParameter."""
    made = []
    for each in given:
        kind, equals, number = each.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise click.BadParameter(translate(message("{given} is not a threshold, such as killed=10.", given=each)))
        made.append(Threshold(kind=kind.strip(), number=int(number)))
    return tuple(made)


@click.command(cls=Command, section="Read")
@click.argument("where", metavar="[BOOK]", default=DEFAULT, envvar="TOLLBOOK_BOOK", callback=unlock)
@click.option("--settings", type=click.Path(path_type=Path), metavar="TOML", help="What to follow and whom to tell.")
@click.option("--folder", "folders", multiple=True, metavar="PATH", help="A folder to follow. Repeatable.")
@click.option("--feed", "feeds", multiple=True, metavar="URL", help="An RSS or Atom feed to follow. Repeatable.")
@click.option("--mailbox", "mailboxes", multiple=True, metavar="PATH", help="An mbox file or Maildir. Repeatable.")
@click.option("--tell", "file", metavar="FILE", help="Append alerts to this file, as JSON Lines.")
@click.option("--once", is_flag=True, help="Check the sources that are due once, then end: for cron.")
@click.option("--allow-private", is_flag=True, help="Allow addresses of this computer and of private networks.")
@reader_options
@actor_option
def watch(where: str, settings: Path | None, actor: str | None, *, once: bool, **options: Any) -> None:
    """Watch folders, feeds and mailboxes: read new reports, and send alerts on incidents that you follow.

    Only what you name is followed, in a settings file (docs/watch.md) or by options. It can be stopped at any moment,
    with Ctrl-C or otherwise, and continues where it was. With --once the exit code is 1 if something was refused.
    """
    # Imported here because no other command needs mail and web clients.
    from tollbook.watch.settings import Settings, checked, load  # noqa: PLC0415
    from tollbook.watch.watcher import Watcher  # noqa: PLC0415

    choice = language_model.chosen(options)
    wanted = _with_options(load(settings) if settings else Settings(), **options)
    wanted = checked(wanted)
    if not (wanted.folder or wanted.feed or wanted.mailbox or wanted.imap):
        raise Refused(message("Nothing is named to follow; give --settings, --folder, --feed or --mailbox."))
    with _alone(settings), Book.open(where, create=True, actor=actor) as book:
        watcher, stopped = Watcher(book, wanted, language_model.for_arrivals(choice, book)), _stopped()
        while True:
            done = watcher.round(asked=once)
            if once and done.unsettled and not stopped.wait(_longest_settle(wanted)):
                once_more = watcher.round(asked=True)
                done = once_more._replace(
                    files=done.files + once_more.files, alerts=done.alerts + once_more.alerts,
                    delivered=done.delivered + once_more.delivered, refused=(*done.refused, *once_more.refused),
                )  # fmt: skip
            _print_round(done.files, done.alerts, done.delivered, always=once)
            if once:
                end(Summary(refused=done.refused))
                return
            _print_refused(done.refused)
            if stopped.wait(watcher.wait()):
                click.echo(gettext("Stopped. The next start continues here."), err=True)
                return


def _with_options(settings: Any, *, folders: tuple[str, ...], feeds: tuple[str, ...], mailboxes: tuple[str, ...],
                  file: str | None, allow_private: bool) -> Any:  # fmt: skip
    """The settings, with the additions of the options."""
    from tollbook.watch.settings import FeedSetting, FileChannel, FolderSetting, MailboxSetting  # noqa: PLC0415

    return msgspec.structs.replace(
        settings,
        folder=(*settings.folder, *(FolderSetting(path=each) for each in folders)),
        feed=(*settings.feed, *(FeedSetting(url=each) for each in feeds)),
        mailbox=(*settings.mailbox, *(MailboxSetting(path=each) for each in mailboxes)),
        file=FileChannel(path=file) if file else settings.file,
        allow_private=settings.allow_private or allow_private,
    )


def _longest_settle(settings: Any) -> float:
    return max((each.settle for each in (*settings.folder, *settings.mailbox)), default=0.0) + 1.0


def _stopped() -> threading.Event:
    """An event that is set by Ctrl-C and by the end of the service; the current round is finished first."""
    event = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: event.set())
    return event


@contextmanager
def _alone(settings: Path | None) -> Iterator[None]:
    """Lock the settings file, so that no second watcher sends the same alerts. Raises Refused."""
    if settings is None or os.name != "posix":
        yield
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    with settings.open("rb") as file:
        _lock(fcntl, file)
        yield


def _lock(fcntl: Any, file: IO[bytes]) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise Refused(message("Another watcher runs with these settings; stop it first.")) from error


def _print_round(files: int, alerts: int, delivered: int, *, always: bool) -> None:
    if files or alerts or delivered or always:
        read = ngettext("{n} file read", "{n} files read", files)
        new = ngettext("{n} new alert", "{n} new alerts", alerts)
        sent = ngettext("{n} delivered", "{n} delivered", delivered)
        click.echo(f"{read}, {new}, {sent}.", err=not always)


def _print_refused(refused: tuple[Any, ...]) -> None:
    for each in refused:
        origin, reason = wording.clean(each.origin), wording.clean(translate(each.reason))
        click.echo(gettext("refused: {origin}: {reason}", origin=origin, reason=reason), err=True)


@click.command(cls=Command, section="Query")
@click.argument("incident", required=False)
@book_option
@click.option("--over", "thresholds", multiple=True, metavar="KIND=N", callback=_threshold,
              help="Tell when a figure reaches a number, such as killed=10. Repeatable.")  # fmt: skip
@click.option("--stop", is_flag=True, help="Follow it no longer.")
@actor_option
def follow(
    incident: str | None, where: str, thresholds: tuple[Threshold, ...], actor: str | None, *, stop: bool
) -> None:
    """Follow an incident: alerts list the changes in it. Without INCIDENT, list what you follow.

    --actor names whose list it is. The page of the incident has a button for the same.
    """
    who = actor or ""
    with Book.open(where) as book:
        if incident is None:
            for each, state in book.alerts.following(who):
                limits = ", ".join(f"{limit.kind} ≥ {limit.number:,}" for limit in each.thresholds)
                line = f"{state.incident or each.subject}  {wording.clean(translate(state.title))}"
                click.echo(f"{line}  ({limits})" if limits else line)
            return
        if stop:
            book.alerts.unfollow(incident, who=who)
            click.echo(gettext("You follow it no longer."))
            return
        made = book.alerts.follow(incident, who=who, thresholds=thresholds)
    click.echo(gettext("You follow {id} now. New alerts: tollbook alerts", id=made.subject))


@click.command(cls=Command, section="Query")
@book_option
@click.option("--unread", is_flag=True, help="Only those that you have not read.")
@click.option("--mark-read", is_flag=True, help="Mark the listed alerts as read.")
@click.option("--limit", type=click.IntRange(1, 1000), default=50, show_default=True, help="How many, newest first.")
@text_format_option
@actor_option
def alerts(where: str, actor: str | None, *, unread: bool, mark_read: bool, limit: int, form: str) -> None:
    """List what changed in the incidents that you follow, newest first."""
    who = actor or ""
    with Book.open(where) as book:
        book.settle()
        found = book.alerts.page(who, 1, limit)
        shown = [each for each in found.alerts if not unread or each.number in found.unread]
        for each in shown:
            new = each.number in found.unread
            if form == "jsonl":
                record = {"at": each.at, "unread": new, **each.alert.to_dict()}
                click.echo(msgspec.json.encode(record).decode())
            else:
                mark = "*" if new else " "
                click.echo(f"{mark} {each.at[:16].replace('T', ' ')}  {wording.clean(translate(each.alert.title))}")
                click.echo(f"    {wording.clean(translate(each.alert.sentence))}")
        if mark_read:
            book.alerts.mark_read([each.number for each in shown], who)
        if form == "text" and not shown:
            click.echo(gettext("No alerts. Follow an incident with: tollbook follow INCIDENT"))
