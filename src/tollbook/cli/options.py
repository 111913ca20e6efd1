"""What the commands share: their options, how a day is given, and how a command ends when something was refused."""

import sys
from datetime import date, datetime

import click

from tollbook.book import DEFAULT, Summary
from tollbook.cli.passphrase import unlock
from tollbook.incidents.build import RULE
from tollbook.locale import wording

book_option = click.option(
    "--book", "where", metavar="FILE|URL", default=DEFAULT, envvar="TOLLBOOK_BOOK", show_default=True, callback=unlock,
    help="The book: a file, or the URL of a database. Also set by TOLLBOOK_BOOK.",
)  # fmt: skip
format_option = click.option(
    "--format", "form", type=click.Choice(["table", "jsonl", "csv"]), default="table", show_default=True,
    help="A table to read, JSON Lines with every field, or CSV for a spreadsheet.",
)  # fmt: skip
actor_option = click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Who does this, for the log. Also set by TOLLBOOK_ACTOR. Without it nobody is named.",
)  # fmt: skip
rule_option = click.option(
    "--rule", metavar="NAME", default=RULE, show_default=True,
    help="How figures are made: range, ucdp, acled, ibc, airwars, most-informative, most-conservative, "
    "most-representative.",
)  # fmt: skip
DAY = click.DateTime(["%Y-%m-%d"])
as_of_option = click.option("--as-of", type=DAY, metavar="DATE", help="As the book would have stood on this day.")


def as_day(value: datetime | None) -> date | None:
    """The day of a date option."""
    return value.date() if value else None


def plural(number: int, noun: str) -> str:
    """``1 report``, ``1,204 reports``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def end(summary: Summary) -> None:
    """List what was refused; exit code 1 when anything was."""
    for refusal in summary.refused:
        click.echo(f"refused: {wording.clean(refusal.origin)}: {wording.clean(refusal.reason)}", err=True)
    if summary.refused:
        sys.exit(1)
