"""Importing spreadsheets and published data sets."""

import sys
from collections.abc import Mapping as Named
from itertools import islice
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from tollbook.book import DEFAULT, Book, Summary
from tollbook.cli.help import Command
from tollbook.cli.options import end
from tollbook.cli.passphrase import unlock
from tollbook.errors import Refused
from tollbook.imports import ImportRow, plan_of, proposal, questions, rows_of
from tollbook.locale import wording
from tollbook.locale.labels import label
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.model import Refusal
from tollbook.spreadsheets import HEADERS, Mapping, Table, mapping_from_toml, mapping_of, open_table

#: Rows that a preview shows in full.
_SHOWN = 3


@click.command(cls=Command, name="import", section="Read")
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE")
@click.option("--to", "--book", "where", metavar="FILE|URL", default=DEFAULT, envvar="TOLLBOOK_BOOK", show_default=True,
              callback=unlock,
              help="The book: a file, or the URL of a database. Also set by TOLLBOOK_BOOK.")  # fmt: skip
@click.option("--mapping", "toml", type=click.Path(path_type=Path, dir_okay=False), metavar="TOML",
              help="Which column is what: read from this file, or written to it if there is none.")  # fmt: skip
@click.option("--column", "chosen", multiple=True, metavar="FIELD=HEADER",
              help="The column of a field, as killed=Fatalities. Without HEADER the field is left out.")  # fmt: skip
@click.option("--numeric", type=click.Choice(["day", "month"]), help="Which number comes first in 03/04/2017.")
@click.option("--serial", is_flag=True, help="Numbers such as 44258 in the column of days are days.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook. Default: the one that fits best.")
@click.option("--name", "data_set", default="", metavar="NAME", help="The name of the data set. Default: of the file.")
@click.option("--separate", is_flag=True, help="Do not link rows with other rows or reports.")
@click.option("--yes", "confirmed", is_flag=True, help="The columns are as proposed.")
@click.option("--dry-run", is_flag=True, help="Show what would be loaded, and load nothing.")
@click.option("--list", "listed", is_flag=True, help="List the imports of the book.")
@click.option("--set-aside", metavar="ID", help="Take an import out of all incidents. It can be undone.")
@click.option("--why", default=message("No reason given."), metavar="TEXT", help="The reason, for the log.")
@click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the log. Also set by TOLLBOOK_ACTOR. --set-aside needs one.",
)  # fmt: skip
def import_(file: Path | None, where: str, actor: str | None, **options: Any) -> None:
    """Load a spreadsheet or a published data set into the book: each row becomes a report with claims.

    CSV, TSV, XLSX, and ODS with the extra [spreadsheets]. Files of UCDP GED, ACLED and eventreport are known by their
    columns. For any other file the command shows which column it takes for what, and asks. A row that cannot be loaded
    is listed with the reason, and the exit code is 1. Importing a file again changes nothing.
    """
    if options["listed"]:
        _list(where)
    elif options["set_aside"]:
        _set_aside(where, actor, options["set_aside"], options["why"])
    elif file is None:
        raise Refused(message("Name the file to import, or give --list or --set-aside."))
    else:
        _import(file, where, actor, options)


def _import(file: Path, where: str, actor: str | None, options: Named[str, Any]) -> None:
    data = _bytes(file)
    table = open_table(data, sheet=options["sheet"])
    mapping = _mapping(table, options)
    plan = plan_of(table, data, mapping, file=file.name, data_set=options["data_set"])
    for note in (*plan.notes, *questions(table, mapping)):
        click.echo(wording.clean(translate(note)), err=True)
    if options["dry_run"]:
        _preview([*rows_of(table, plan)])
        return
    _confirm(table, mapping, options)
    with Book.open(where, create=True, actor=actor) as book:
        done = book.imports.load(
            table, data, mapping, file=file.name, data_set=options["data_set"], separate=options["separate"]
        )
    known = gettext("{n} known already", n=done.known)
    loaded = ngettext("{n} row loaded", "{n} rows loaded", done.loaded)
    click.echo(gettext("{loaded}, {known}. Import {id}. Book: {book}", loaded=loaded, known=known, id=done.id,
                       book=wording.clean(where)))  # fmt: skip
    end(Summary(refused=done.refused), done.left_out)


def _mapping(table: Table, options: Named[str, Any]) -> Mapping:
    """The mapping of a file of an earlier import, else the proposed one, changed by the options."""
    toml = options["toml"]
    given = mapping_from_toml(_bytes(toml).decode("utf-8", "replace")) if toml and toml.exists() else None
    chosen = dict(_pair(each) for each in options["chosen"])
    proposed = proposal(table)
    numeric = options["numeric"] or (given.numeric if given else proposed.numeric)
    named = {**(given.columns if given else {}), **chosen}
    made = mapping_of(table.headers, named, numeric=numeric, propose_rest=given is None, fields=HEADERS)
    return replace(made, serial=options["serial"] or bool(given and given.serial))


def _confirm(table: Table, mapping: Mapping, options: Named[str, Any]) -> None:
    """Show the mapping and ask, unless it is confirmed; write it to a file if one is given. Raises Refused."""
    toml = options["toml"]
    if not (options["confirmed"] or mapping.known or (toml and toml.exists())):
        first = next(table.rows(), None)
        cells = dict(zip(table.headers, first.cells if first else (), strict=False))
        for field, header in mapping.columns.items():
            name, example = label(field, "data_field"), wording.clean(cells.get(header, ""))[:40]
            click.echo(f"  {name:28} {wording.clean(header)}  ({example})", err=True)
        left = [header for header in table.headers if header and header not in mapping.columns.values()]
        click.echo(gettext("Kept as text only: {columns}", columns=wording.clean(", ".join(left) or "–")), err=True)
        if mapping.numeric:
            first_number = gettext("the day") if mapping.numeric == "day" else gettext("the month")
            click.echo(gettext("In days such as 03/04/2017, {what} comes first.", what=first_number), err=True)
        if not sys.stdin.isatty():
            click.echo(mapping.as_toml(), err=True)
            raise Refused(message(
                "Are these the columns of the file? Run the command again with --yes, change them with "
                "--column FIELD=HEADER, or look at the rows with --dry-run."
            ))  # fmt: skip
        if not click.confirm(gettext("Are these the columns of the file?"), err=True):
            raise Refused(message("Nothing was loaded. Change the columns with --column FIELD=HEADER."))
    if toml and not toml.exists():
        _write(toml, mapping.as_toml())


def _preview(rows: list[ImportRow | Refusal]) -> None:
    """Print the first rows as they would be loaded, the number of loadable rows, and the others."""
    made = [row for row in rows if isinstance(row, ImportRow)]
    for row in islice(made, _SHOWN):
        click.echo(gettext("Row {n}", n=row.number))
        for claim in row.reading.claims:
            number = translate(wording.count(claim.count)) if claim.count else ""
            click.echo(f"  {label(claim.kind, 'claim_kind')}: {number}  “{wording.clean(claim.quote)[:60]}”")
    click.echo(ngettext("{n} row would be loaded.", "{n} rows would be loaded.", len(made)))
    left_out = [refusal for row in made for refusal in row.reading.refused]
    end(Summary(refused=(*left_out, *(row for row in rows if isinstance(row, Refusal)))), left_out)


def _list(where: str) -> None:
    with Book.open(where) as book:
        for each in book.imports():
            aside = gettext("set aside by decision {id}", id=each.set_aside) if each.set_aside else ""
            line = (each.id, each.at[:16].replace("T", " "), each.who, each.file, each.data_set, aside)
            click.echo("  ".join(filter(None, map(wording.clean, line))))


def _set_aside(where: str, actor: str | None, name: str, why: str) -> None:
    if not actor:
        raise Refused(message("A decision needs a name; give --actor, or set TOLLBOOK_ACTOR."))
    with Book.open(where, actor=actor) as book:
        decision = book.imports.set_aside(name, who=actor, why=why)
    click.echo(gettext("Set aside as decision {id}. To take it back: tollbook undo {id}", id=decision.id))


def _pair(words: str) -> tuple[str, str]:
    field, sign, header = words.partition("=")
    if not sign:
        raise Refused(message("“{words}” is not a column; write it as killed=Fatalities.", words=words))
    return field.strip(), header.strip()


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused(message("{path} cannot be read: {reason}.", path=path, reason=reason)) from error


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused(message("{path} cannot be written: {reason}.", path=path, reason=reason)) from error
