"""Reading reports into a book."""

from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tollbook.book import Book, Summary
from tollbook.cli.options import DAY, actor_option, as_day, book_option, end, plural
from tollbook.cli.progress import Bar
from tollbook.cli.query import print_records
from tollbook.locale import wording
from tollbook.model import Refusal
from tollbook.readers import registry


def _installed(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """The name of a reader. Raises Refused where it is not installed, before a book is made."""
    if name is not None:
        registry.require(name)
    return name


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@book_option
@click.option("--published", type=DAY, metavar="DATE", help="Day of publication of reports that do not say it.")
@click.option("--outlet", metavar="NAME", help="Who published reports that do not say it.")
@click.option("--places", type=click.Path(exists=True, dir_okay=False), metavar="CSV", help="Places to know besides.")
@click.option("--separate", is_flag=True, help="Keep each report by itself: no linking across reports.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="How many processes read. Default: 1.")
@click.option("--screen", is_flag=True, help="Keep reports unread that tell of no harm or attack: for large streams.")
@click.option("--reader", metavar="NAME", callback=_installed, help="The reader to use. Default: by the language.")
@actor_option
def read(where: str, published: datetime | None, actor: str | None, **options: Any) -> None:
    """Read reports into the book: files, folders, archives and lists.

    Text, HTML and MHTML, PDF, DOCX, mail (EML), RSS and Atom, WARC and WACZ, CSV, XLSX and reports.jsonl, ZIP of any.
    Reports that are in the book already, read by the same version of the same reader, are not read again. What cannot
    be read is listed with the reason, and the exit code is 1.
    """
    with Book.open(where, create=True, actor=actor) as book, Bar() as progress:
        summary = book.read(**options, published=as_day(published), progress=progress)
        finders = book.finders()
    click.echo(f"{plural(summary.read, 'report')} read, {summary.known} known already. Book: {wording.clean(where)}")
    _tell_unread(finders)
    end(summary)


def _tell_unread(finders: Mapping[str, int]) -> None:
    """Which reports of the book were kept without being read, and why."""
    screened = sum(n for finder, n in finders.items() if finder.startswith("screen"))
    if screened:
        click.echo(f"Screened: the book keeps {plural(screened, 'report')} unread; read without --screen for those.")
    foreign = {finder.rpartition(" ")[2]: n for finder, n in finders.items() if finder.startswith("no words for")}
    if foreign:
        listed = ", ".join(f"{n:,} in {wording.clean(code)}" for code, n in sorted(foreign.items()))
        click.echo(f"No reader for the language; kept unread: {listed}.")


@click.command()
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="A new WARC file. Default: by the time.")
@click.option("--read", "then_read", is_flag=True, help="Read what was captured into the book.")
@book_option
@click.option("--pause", type=click.FloatRange(0), default=2.0, show_default=True, help="Seconds between requests.")
@click.option("--allow-private", is_flag=True, help="Capture from this computer and private networks too.")
@actor_option
def fetch(
    urls: tuple[str, ...], out: Path | None, where: str, actor: str | None, *, then_read: bool, **options: Any
) -> None:
    """Capture web pages into a WARC file. The only command that goes online.

    robots.txt is obeyed, one request is made at a time. What could not be captured is listed with the reason, and the
    exit code is 1.
    """
    # Imported here because no other command needs a client for the web.
    from tollbook.ingest import fetch as web  # noqa: PLC0415

    out = out or Path(f"tollbook-{datetime.now(UTC):%Y%m%d-%H%M%S}.warc.gz")
    captured, refused = 0, []
    for found in web.fetch(urls, out, **options):
        if isinstance(found, Refusal):
            refused.append(found)
        else:
            captured += 1
            click.echo(f"captured: {wording.clean(found.at)} ({found.size:,} bytes)", err=True)
    click.echo(f"{plural(captured, 'page')} captured" + (f" in {wording.clean(str(out))}" if captured else "") + ".")
    if then_read and captured:
        with Book.open(where, create=True, actor=actor) as book:
            summary = book.read([out])
        click.echo(
            f"{plural(summary.read, 'report')} read, {summary.known} known already. Book: {wording.clean(where)}"
        )
        refused.extend(summary.refused)
    end(Summary(refused=tuple(refused)))


@click.command()
@click.option("--book", "where", metavar="FILE|URL", help="Keep the book. Without it, it is thrown away.")
def demo(where: str | None) -> None:
    """Read the sample reports (invented) and show what comes of them."""
    samples = resources.files("tollbook").joinpath("samples")
    with resources.as_file(samples) as folder, TemporaryDirectory(prefix="tollbook-") as scratch:
        paths = sorted(path for path in folder.iterdir() if path.suffix in {".jsonl", ".txt"})
        with Book.open(where or Path(scratch) / "demo.book", create=True) as book, Bar() as progress:
            summary = book.read(paths, places=folder / "places.csv", progress=progress)
            contents = book.contents()
            why = {incident.id: book.dossier(incident.id).explanation for incident in contents.incidents}
    print_records(contents, set(why), why.__getitem__)
    end(summary)
