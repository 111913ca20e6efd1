"""Exports of a book, and a book restored from its archive."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import DEFAULT, Book
from tollbook.cli.help import Command
from tollbook.cli.options import actor_option, as_day, as_of_option, book_option, only_option
from tollbook.export import EXPORTS, REGISTRY, file_name, release_profiles
from tollbook.locale import wording
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.reconcile import RULES


class _ExportCommand(Command):
    """A command whose help lists the formats of the registry."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the formats, then the options."""
        with formatter.section(gettext("Formats")):
            formatter.write_dl([(name, translate(entry.says)) for name, entry in REGISTRY.items()])
        super().format_options(ctx, formatter)


@click.command(cls=_ExportCommand, section="Export")
@click.argument("name", metavar="FORMAT", type=click.Choice(EXPORTS))
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Output path. Default: tollbook-FORMAT.")
@click.option("--profile", metavar="NAME|FILE", help="Redaction profile: public, partners, court, or a TOML file.")
@only_option
@click.option("--with-answers", is_flag=True, help="Archive answers of coding rounds in which people still code.")
@click.option(
    "--rule", type=click.Choice(tuple(RULES)), help="The rule for figures. Default: the rule of the format, else range."
)  # fmt: skip
@click.option("--title", default="", metavar="TEXT", help="The name of the data set, for rocrate.")
@click.option("--licence", "--license", default="", metavar="URL", help="Its licence, for rocrate.")
@as_of_option
@actor_option
def export(
    name: str,
    where: str,
    *,
    out: Path | None,
    as_of: datetime | None,
    with_answers: bool,
    title: str,
    licence: str,
    **order: str | None,
) -> None:
    """Export the book. The log records who exported, when, and the SHA-256 of every file."""
    rule, profile, only = order["rule"], order["profile"], order["only"]
    with Book.open(where, actor=order["actor"]) as book:
        made = book.export(
            name, out or Path(file_name(name)),
            rule=rule, as_of=as_day(as_of), profile=profile, only=only, with_answers=with_answers,
            title=title, licence=licence,
        )  # fmt: skip
        for path in made:
            click.echo(wording.clean(str(path)))


@click.command(cls=Command, section="Export")
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE.zip")
@click.option("--book", "where", metavar="FILE|URL", default=DEFAULT, show_default=True, help="The new book.")
def restore(archive: Path, where: str) -> None:
    """Verify an archive and restore the book from it."""
    number = Book.restore(archive, where)
    book = wording.clean(where)
    click.echo(ngettext("{n} report restored. Book: {book}", "{n} reports restored. Book: {book}", number, book=book))


@click.command(cls=Command, section="Export")
@click.argument("name", type=click.Choice(release_profiles.PROFILES), metavar="NAME")
def profile(name: str) -> None:
    """Print a redaction profile (public, partners, court) as a start for your own."""
    click.echo(release_profiles.text(name), nl=False)
