"""The command line: a thin door to ``book.Book``. Results go to standard output, everything else to standard error."""

import sys
from collections.abc import Callable, Iterable
from datetime import date, datetime
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tollbook import __version__
from tollbook.book import DEFAULT, RULE, Book, Summary
from tollbook.errors import TollbookError
from tollbook.export import FORMATS, Contents, bundle, tables, terminal, words

#: A progress bar is worth showing from this many reports on: fewer are read in a few seconds.
_MANY = 20
_GROUPS = {
    "Read": ("read", "demo"),
    "Look": ("incidents", "show", "claims", "tolls", "reports"),
    "Hand on": ("export",),
    "Check": ("verify",),
}


class CouldNotStart(click.ClickException):
    """A sentence on standard error and exit code 2."""

    exit_code = 2


class Stopped(click.ClickException):
    """Ctrl-C, with the exit code shells give it."""

    exit_code = 130


class Page(click.Group):
    """Commands under headings, in the order one needs them; every TollbookError as its sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, group by group."""
        for heading, names in _GROUPS.items():
            with formatter.section(heading):
                commands = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, command.get_short_help_str(90)) for name, command in commands if command])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except TollbookError as error:
            raise CouldNotStart(words.clean(str(error))) from error
        except KeyboardInterrupt as error:
            raise Stopped("Stopped; what was read is kept. The same command goes on from there.") from error


_book = click.option(
    "--book", "where", metavar="FILE|URL", default=DEFAULT, envvar="TOLLBOOK_BOOK", show_default=True,
    help="The book: a file, or the URL of a database. Also set by TOLLBOOK_BOOK.",
)  # fmt: skip
_format = click.option(
    "--format", "form", type=click.Choice(["table", "jsonl", "csv"]), default="table", show_default=True,
    help="A table to read, JSON Lines with every field, or CSV for a spreadsheet.",
)  # fmt: skip
_rule = click.option(
    "--rule", metavar="NAME", default=RULE, show_default=True,
    help="How figures are made: range, ucdp, acled, ibc, airwars, most-informative, most-conservative, "
    "most-representative.",
)  # fmt: skip
_day = click.DateTime(["%Y-%m-%d"])
_as_of = click.option("--as-of", type=_day, metavar="DATE", help="As the book would have stood on this day.")


@click.group(cls=Page, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="tollbook %(version)s")
def main() -> None:
    """Keep a book of who was harmed, where, when and by whom — according to whom.

    Tollbook reads news reports of violent incidents. Every figure in its book is tied to the exact words it came from
    and to those who said them; which sources are independent, and how far they are apart, stays visible. It never says
    what happened. It works offline: nothing leaves this computer.

    \b
      tollbook read reports/ --published 2021-10-06    read a folder of texts into the book
      tollbook show                                    every incident: figures, who says what
      tollbook export bundle --out handover            everything as JSON Lines files
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets an escape instead of an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


@main.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@_book
@click.option("--published", type=_day, metavar="DATE", help="Day of publication of reports that do not say it.")
@click.option("--outlet", metavar="NAME", help="Who published reports that do not say it.")
@click.option("--places", type=click.Path(exists=True, dir_okay=False), metavar="CSV", help="Places to know besides.")
@click.option("--separate", is_flag=True, help="Keep each report by itself: no linking across reports.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="How many processes read. Default: 1.")
def read(where: str, published: datetime | None, **options: Any) -> None:
    """Read reports into the book: text files, folders, reports.jsonl.

    What the book has already is passed over. What cannot be read is listed with the reason, and the exit code is 1.
    """
    with Book.open(where, create=True) as book, Bar() as progress:
        summary = book.read(**options, published=_as_day(published), progress=progress)
    click.echo(f"{_plural(summary.read, 'report')} read, {summary.known} known already. Book: {words.clean(where)}")
    _end(summary)


@main.command()
@click.argument("incident", required=False)
@_book
@_rule
@_as_of
def show(incident: str | None, where: str, rule: str, as_of: datetime | None) -> None:
    """One incident's record, or all: figures, who says what, statements.

    INCIDENT is an id or the beginning of one.
    """
    with Book.open(where) as book:
        found = [book.incident(incident, rule=rule, as_of=_as_day(as_of))] if incident else None
        contents = book.contents(rule=rule, as_of=_as_day(as_of))
    _print_records(contents, {each.id for each in found or contents.incidents})


@main.command()
@_book
@_format
def reports(where: str, form: str) -> None:
    """The reports that were read."""
    with Book.open(where) as book:
        _list("reports", book.contents(), form)


@main.command()
@_book
@_format
@_as_of
def claims(where: str, form: str, **view: Any) -> None:
    """What the reports say, claim by claim."""
    _open_and_list("claims", where, form, **view)


@main.command()
@_book
@_format
@_rule
@_as_of
def incidents(where: str, form: str, **view: Any) -> None:
    """What the claims are about, with figures."""
    _open_and_list("incidents", where, form, **view)


@main.command()
@_book
@_format
@_as_of
def tolls(where: str, form: str, **view: Any) -> None:
    """Running totals over a place and time."""
    _open_and_list("tolls", where, form, **view)


@main.command()
@click.argument("name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@_book
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Where to. Default: tollbook-FORMAT.")
@_rule
@_as_of
def export(name: str, where: str, out: Path | None, rule: str, as_of: datetime | None) -> None:
    """Write the book out.

    \b
    bundle   everything as JSON Lines files in a folder
    csv      reports, claims, incidents and tolls as CSV files in a folder
    """
    with Book.open(where) as book:
        for path in book.export(name, out or Path(f"tollbook-{name}"), rule=rule, as_of=_as_day(as_of)):
            click.echo(words.clean(str(path)))


@main.command()
@_book
def verify(where: str) -> None:
    """Check that originals, spans and the log are still what they were."""
    with Book.open(where) as book:
        problems = book.verify()
        number = len(book.reports())
    for problem in problems:
        click.echo(words.clean(problem))
    if problems:
        sys.exit(1)
    click.echo(f"{_plural(number, 'report')}: originals, spans and log are what they were.")


@main.command()
@click.option("--book", "where", metavar="FILE|URL", help="Keep the book. Without it, it is thrown away.")
def demo(where: str | None) -> None:
    """Read the sample reports (invented) and show what comes of them."""
    samples = resources.files("tollbook").joinpath("samples")
    with resources.as_file(samples) as folder, TemporaryDirectory(prefix="tollbook-") as scratch:
        paths = sorted(path for path in folder.iterdir() if path.suffix in {".jsonl", ".txt"})
        with Book.open(where or Path(scratch) / "demo.book", create=True) as book, Bar() as progress:
            summary = book.read(paths, places=folder / "places.csv", progress=progress)
            contents = book.contents()
    _print_records(contents, {incident.id for incident in contents.incidents})
    _end(summary)


def _open_and_list(name: str, where: str, form: str, *, rule: str = RULE, as_of: datetime | None = None) -> None:
    with Book.open(where) as book:
        _list(name, book.contents(rule=rule, as_of=_as_day(as_of)), form)


def _list(name: str, contents: Contents, form: str) -> None:
    if form == "jsonl":
        rows: Iterable[Any] = getattr(contents, name)
        rows = map(bundle.report_row, rows) if name == "reports" else rows
        sys.stdout.writelines(f"{bundle.json_line(row)}\n" for row in rows)
        return
    listing = tables.LISTINGS[name](contents)
    if form == "csv":
        sys.stdout.writelines(tables.csv_lines(listing))
    else:
        terminal.show([terminal.listing(listing)])


def _print_records(contents: Contents, chosen: set[str]) -> None:
    for incident in contents.incidents:
        if incident.id in chosen:
            terminal.show(terminal.record(incident, contents))
    if not contents.incidents:
        click.echo("The book has no incidents yet.", err=True)


def _as_day(value: datetime | None) -> date | None:
    return value.date() if value else None


def _plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _end(summary: Summary) -> None:
    """List what was refused; exit code 1 when anything was."""
    for refusal in summary.refused:
        click.echo(f"refused: {words.clean(refusal.origin)}: {words.clean(refusal.reason)}", err=True)
    if summary.refused:
        sys.exit(1)


class Bar:
    """A progress bar on standard error where that is a terminal and there is much to read."""

    def __init__(self) -> None:
        columns = (TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("Reading", total=None)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _show(self, done: int, total: int) -> None:
        if total >= _MANY:
            self._bar.start()
        self._bar.update(self._task, completed=done, total=max(done, total))


if __name__ == "__main__":
    main()
