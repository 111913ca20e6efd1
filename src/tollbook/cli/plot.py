"""Figures for publication."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.book.plots import PlotRequest
from tollbook.cli.help import Command
from tollbook.cli.options import actor_option, as_day, as_of_option, book_option, only_option, rule_option
from tollbook.cli.passphrase import unlock
from tollbook.locale import wording
from tollbook.locale.messages import gettext, translate
from tollbook.plots import PLOTS


class _PlotCommand(Command):
    """A command whose help lists the figures of the registry."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the figures, then the options."""
        with formatter.section(gettext("Figures")):
            formatter.write_dl([(name, translate(entry.says)) for name, entry in PLOTS.items()])
        super().format_options(ctx, formatter)


def _unlock(ctx: click.Context, option: click.Parameter, where: str | None) -> str | None:
    return where and unlock(ctx, option, where)


@click.command(cls=_PlotCommand, section="Export")
@click.argument("name", metavar="NAME", type=click.Choice(tuple(PLOTS)))
@click.argument("given", metavar="[BOOK]", required=False, callback=_unlock)
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE",
              help="A .svg, .png or .pdf file to write. Default: tollbook-NAME.svg.")  # fmt: skip
@click.option("--incident", metavar="ID", help="Draw one incident.")
@click.option("--toll", metavar="ID", help="Draw one running total.")
@click.option("--profile", metavar="NAME|FILE", help="Redaction profile: public, partners, court, or a TOML file.")
@only_option
@rule_option
@as_of_option
@actor_option
def plot(
    name: str, given: str | None, where: str, *, out: Path | None, as_of: datetime | None, actor: str | None,
    rule: str, **chosen: str | None,
) -> None:  # fmt: skip
    """Draw a figure for publication as SVG, PNG or PDF.

    The same book gives the same file. The alt text is in the file and on standard error. The log records the figure as
    an export. Figures need matplotlib, an optional part: see tollbook doctor.
    """
    path = out or Path(f"tollbook-{name}.svg")
    with Book.open(given or where, actor=actor) as book:
        made = book.plots(PlotRequest(plot=name, rule=rule, as_of=as_day(as_of), **chosen), path)
    click.echo(wording.clean(str(path)))
    click.echo(gettext("Alt text: {text}", text=wording.clean(made.alt)), err=True)
