"""A list on standard output, in the format that ``--format`` names."""

import sys
from collections.abc import Iterable
from typing import Any

import click

from tollbook.export import bundle, terminal
from tollbook.export.listing import Listing, csv_lines
from tollbook.locale.messages import gettext


def print_listing(listing: Listing, records: Iterable[Any], form: str) -> None:
    """Print a listing as ``csv`` or ``table``, or the records behind it as ``jsonl``, a line each.

    Instead of a table without rows there is a sentence.
    """
    if form == "jsonl":
        sys.stdout.writelines(f"{bundle.json_line(each)}\n" for each in records)
    elif form == "csv":
        sys.stdout.writelines(csv_lines(listing))
    elif not listing.rows:
        click.echo(gettext("There is nothing to list."))
    else:
        terminal.show([terminal.listing(listing)])
