"""Options that commands share, and the end of a command if something was refused."""

import re
import sys
from collections.abc import Container
from datetime import date, datetime
from typing import Any

import click

from tollbook.book import DEFAULT, Summary
from tollbook.cli.passphrase import unlock
from tollbook.incidents.build import RULE
from tollbook.locale import wording
from tollbook.locale.messages import gettext, translate
from tollbook.model import Refusal
from tollbook.reconcile import RULES

book_option = click.option(
    "--book", "where", metavar="FILE|URL", default=DEFAULT, envvar="TOLLBOOK_BOOK", show_default=True, callback=unlock,
    help="The book: a file, or the URL of a database. Also set by TOLLBOOK_BOOK.",
)  # fmt: skip
format_option = click.option(
    "--format", "form", type=click.Choice(["table", "jsonl", "csv"]), default="table", show_default=True,
    help="A table to read, JSON Lines with every field, or CSV for a spreadsheet.",
)  # fmt: skip
text_format_option = click.option(
    "--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
    help="Text to read, or JSON Lines with every field.",
)  # fmt: skip
actor_option = click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the log. Also set by TOLLBOOK_ACTOR. Without it the log has no name.",
)  # fmt: skip
deciding_actor_option = click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the log. Also set by TOLLBOOK_ACTOR. Every decision needs one.",
)  # fmt: skip
rule_option = click.option(
    "--rule", type=click.Choice(tuple(RULES)), default=RULE, show_default=True, help="The rule for figures.",
)  # fmt: skip
only_option = click.option(
    "--only",
    metavar="CRITERIA",
    help="Only what meets these criteria, with commas: one-sided leaves out combatants, described what is mentioned in "
    "passing.",
)

#: What follows the name of an archive or list: a file in it, or a row.
_INSIDE = re.compile(r": |:(?=[0-9]+$)")
#: Refusals listed of one archive or list and one reason. A judgement: they show what is wrong and fit on a screen.
_LISTED = 10


class _Day(click.DateTime):
    """A day in ISO 8601; a command gets it as a moment of that day."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            text = wording.clean(str(value))
            self.fail(gettext("“{text}” is not a day; write it as 2021-10-05.", text=text), param, ctx)


DAY = _Day(["%Y-%m-%d"])
as_of_option = click.option(
    "--as-of", type=DAY, metavar="DATE", help="Use only what had been published by this day."
)  # fmt: skip


def as_day(value: datetime | None) -> date | None:
    """The day of a date option."""
    return value.date() if value else None


def end(summary: Summary, left_out: Container[Refusal] = ()) -> None:
    """List what was refused on standard error; exit with code 1 if anything was.

    Of what is ``left_out`` only a part was refused: the rest was read. An archive or list may hold very many files or
    rows refused for one reason: the first are listed, the others counted.
    """
    alike: dict[tuple[str, str], int] = {}
    for refusal in summary.refused:
        outer, *inner = _INSIDE.split(refusal.origin, maxsplit=1)
        if inner:
            alike[outer, refusal.reason] = alike.get((outer, refusal.reason), 0) + 1
        if not inner or alike[outer, refusal.reason] <= _LISTED:
            _say(refusal, is_left_out=refusal in left_out)
    for (outer, reason), n in alike.items():
        if n > _LISTED:
            more = gettext("{n:,} more in it", n=n - _LISTED)
            _say(Refusal(origin=f"{outer}: {more}", reason=reason), is_left_out=False)
    if summary.refused:
        sys.exit(1)


def _say(refusal: Refusal, *, is_left_out: bool) -> None:
    origin, reason = wording.clean(refusal.origin), wording.clean(translate(refusal.reason))
    if is_left_out:
        click.echo(gettext("left out: {origin}: {reason}", origin=origin, reason=reason), err=True)
    else:
        click.echo(gettext("refused: {origin}: {reason}", origin=origin, reason=reason), err=True)
