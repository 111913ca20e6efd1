"""Commands that read reports into a book."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tollbook import ingest
from tollbook.book import Book, Summary
from tollbook.cli import language_model, serve
from tollbook.cli.help import Command
from tollbook.cli.language_model import reader_options
from tollbook.cli.options import DAY, actor_option, as_day, book_option, end
from tollbook.cli.progress import Bar
from tollbook.cli.query import print_records
from tollbook.locale import wording
from tollbook.locale.messages import gettext, ngettext
from tollbook.model import Refusal
from tollbook.store import locations


@click.command(cls=Command, section="Read")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@book_option
@click.option("--published", type=DAY, metavar="DATE", help="Day of publication of reports that do not give one.")
@click.option("--outlet", metavar="NAME", help="Outlet of reports that do not name one.")
@click.option("--places", type=click.Path(exists=True, dir_okay=False), metavar="CSV", help="CSV of extra places.")
@click.option("--separate", is_flag=True, help="Do not link reports with each other.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Number of processes. Default: 1.")
@click.option("--screen", is_flag=True, help="Skip reports that a keyword filter finds irrelevant.")
@reader_options
@click.option("--links", is_flag=True, help="Follow links inside folders.")
@actor_option
def read(where: str, published: datetime | None, actor: str | None, **options: Any) -> None:
    """Read reports into the book: files, folders, archives and lists.

    Formats: text, HTML, MHTML, PDF, DOCX, mail (EML), RSS, Atom, WARC, WACZ, CSV, XLSX, reports.jsonl; ZIP of these.
    Reports that the same version of the same reader has read already are not read again. What cannot be read is listed
    with the reason, and the exit code is 1.
    """
    choice, day = language_model.chosen(options), as_day(published)
    _require_something(options["paths"], where)
    with Book.open(where, create=True, actor=actor) as book, Bar() as progress:
        about = {name: options[name] for name in ("paths", "outlet", "links")}
        reader = language_model.opened(choice, book, lambda: book.models.outgoing(**about, published=day), progress)
        summary = book.read(**options, reader=reader, published=day, progress=progress)
        finders = book.reports.finders()
        found, lacking = len(book.incidents.of_reports(summary.reports)), book.reports.lacking(summary.reports)
    _print_summary(summary, where)
    _print_found(found, lacking)
    _print_unread(finders)
    language_model.print_usage(reader)
    end(summary)


def _require_something(paths: Iterable[Path], where: str) -> None:
    """Make no book if no path exists: later commands would mistake the empty book for the intended one."""
    file = locations.file_of(locations.url_of(where))
    if file is None or file.exists() or any(path.exists() for path in paths):
        return
    end(Summary(refused=tuple(found for found in ingest.captures(paths) if isinstance(found, Refusal))))


def _print_summary(summary: Summary, where: str) -> None:
    click.echo(
        ngettext(
            "{n} report read, {known} known already. Book: {book}",
            "{n} reports read, {known} known already. Book: {book}",
            summary.read, known=summary.known, book=wording.clean(where),
        )
    )  # fmt: skip


def _print_found(incidents: int, lacking: Mapping[str, int]) -> None:
    """Print the results of this call, missing information of its reports, and what to do next."""
    if incidents:
        click.echo(
            ngettext("They are about {n} incident: tollbook show, or tollbook open for the browser.",
                     "They are about {n} incidents: tollbook show, or tollbook open for the browser.", incidents)
        )  # fmt: skip
    sentences = {
        "day": ngettext("{n} report lacks a day", "{n} reports lack a day", lacking["day"]),
        "outlet": ngettext("{n} report lacks an outlet", "{n} reports lack an outlet", lacking["outlet"]),
    }
    for name, sentence in sentences.items():
        if lacking[name]:
            command = f"tollbook describe --lacking {name}"
            click.echo(gettext("{sentence}; list them with: {command}", sentence=sentence, command=command))


def _print_unread(finders: Mapping[str, int]) -> None:
    """Print how many reports of the book were not read, and why. ``finders`` counts reports by reader and version."""
    screened = sum(n for finder, n in finders.items() if finder.startswith("screen"))
    if screened:
        click.echo(
            ngettext(
                "The keyword filter skipped {n} report of the book; run without --screen to read it.",
                "The keyword filter skipped {n} reports of the book; run without --screen to read them.",
                screened,
            )
        )
    foreign = {finder.rpartition(" ")[2]: n for finder, n in finders.items() if finder.startswith("no words for")}
    if foreign:
        listed = ", ".join(
            gettext("{n} in {language}", n=n, language=wording.clean(code)) for code, n in sorted(foreign.items())
        )
        click.echo(gettext("No reader for the language; kept unread: {listed}.", listed=listed))


@click.command(cls=Command, section="Read")
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="A new WARC file. Default: named by time.")
@click.option("--read", "then_read", is_flag=True, help="Read the captured pages into the book.")
@book_option
@click.option("--pause", type=click.FloatRange(0), default=2.0, show_default=True, help="Seconds between requests.")
@click.option("--allow-private", is_flag=True, help="Allow pages of this computer and of private networks.")
@reader_options
@actor_option
def fetch(
    urls: tuple[str, ...], out: Path | None, where: str, actor: str | None, *, then_read: bool, **options: Any
) -> None:
    """Capture web pages into a WARC file. Only this command and watch go online.

    It obeys robots.txt and makes one request at a time. What could not be captured is listed with the reason, and the
    exit code is 1.
    """
    # Imported here because no other command needs a client for the web.
    from tollbook.ingest import fetch as web  # noqa: PLC0415

    choice = language_model.chosen(options)
    out = out or Path(f"tollbook-{datetime.now(UTC):%Y%m%d-%H%M%S}.warc.gz")
    captured, refused = 0, []
    for result in web.fetch(urls, out, **options):
        if isinstance(result, Refusal):
            refused.append(result)
        else:
            captured += 1
            address = wording.clean(result.at)
            click.echo(gettext("captured: {address} ({size} bytes)", address=address, size=result.size), err=True)
    if captured:
        file = wording.clean(str(out))
        click.echo(ngettext("{n} page captured in {file}.", "{n} pages captured in {file}.", captured, file=file))
    else:
        click.echo(gettext("0 pages captured."))
    if then_read and captured:
        with Book.open(where, create=True, actor=actor) as book, Bar() as progress:
            reader = language_model.opened(choice, book, lambda: book.models.outgoing([out]), progress)
            summary = book.read([out], reader=reader, progress=progress)
        _print_summary(summary, where)
        language_model.print_usage(reader)
        refused.extend(summary.refused)
    end(Summary(refused=tuple(refused)))


@click.command(cls=Command, section="Read")
@click.option("--book", "where", metavar="FILE|URL", help="Keep the book here. By default it is deleted.")
@click.option("--open", "tour", is_flag=True, help="Show them in the browser, with a guided tour.")
@reader_options
def demo(where: str | None, *, tour: bool, **options: Any) -> None:
    """Read the invented sample reports and show their incidents."""
    choice = language_model.chosen(options)
    samples = resources.files("tollbook").joinpath("samples")
    with resources.as_file(samples) as folder, TemporaryDirectory(prefix="tollbook-") as scratch:
        paths = sorted(path for path in folder.iterdir() if path.suffix in {".jsonl", ".txt"})
        with Book.open(where or Path(scratch) / "demo.book", create=True) as book, Bar() as progress:
            reader = language_model.opened(choice, book, lambda: book.models.outgoing(paths), progress)
            summary = book.read(paths, places=folder / "places.csv", reader=reader, progress=progress)
            if tour:
                book.close()
                serve.start(str(where or Path(scratch) / "demo.book"), page="tour", remembered=False)
                return
            contents = book.export.contents()
            why = {incident.id: book.incidents.evidence(incident.id).explanation for incident in contents.incidents}
    print_records(contents, set(why), why.__getitem__)
    language_model.print_usage(reader)
    end(summary)
