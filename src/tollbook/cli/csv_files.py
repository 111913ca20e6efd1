"""Sheets as CSV files: written to a file or to standard output, and read back with the numbers of their lines."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import click

from tollbook.errors import Refused
from tollbook.export.listing import Cell, Listing, csv_lines
from tollbook.locale.messages import message

Rows = list[tuple[int, dict[str, str]]]


def write(rows: Iterable[Mapping[str, Cell]], columns: Sequence[str], out: Path | None) -> None:
    """Write rows as CSV, in UTF-8 with the mark that spreadsheets look for; without ``out`` to standard output."""
    listing = Listing(columns=tuple(columns), rows=[dict(row) for row in rows], shown=tuple(columns))
    if out is None:
        for line in csv_lines(listing):
            click.echo(line, nl=False)
        return
    with out.open("w", encoding="utf-8-sig", newline="") as file:
        file.writelines(csv_lines(listing))


def read(file: Path, columns: Sequence[str], *, one_of: frozenset[str]) -> Rows:
    """The lines of a sheet.

    Raises Refused unless it is CSV of these columns, with at least one column of ``one_of``.
    """
    with click.open_file(str(file), "rb") as opened:
        content = opened.read()
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
        names = reader.fieldnames or ()
        lines = [(reader.line_num, {k: (v or "").strip() for k, v in row.items() if k}) for row in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(message(
            "{name} is no sheet: {error}. Save it as CSV in UTF-8, and apply it again.", name=file.name, error=error
        )) from error  # fmt: skip
    unknown = sorted(set(names) - set(columns))
    if unknown or not one_of & set(names):
        raise Refused(message(
            "A sheet has the columns {names}; not: {unknown}.", names=", ".join(columns),
            unknown=", ".join(unknown) or "?",
        ))  # fmt: skip
    return lines
