"""Writing a book out, and building one again."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import DEFAULT, Book
from tollbook.cli.options import actor_option, as_day, as_of_option, book_option, plural, rule_option
from tollbook.export import ENDINGS, EXPORTS, release_profiles
from tollbook.locale import wording


@click.command()
@click.argument("name", metavar="FORMAT", type=click.Choice(EXPORTS))
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Where to. Default: tollbook-FORMAT.")
@click.option("--profile", metavar="NAME|FILE", help="What may leave the house: public, partners, court, a TOML file.")
@click.option("--only", metavar="CRITERION", help="Which incidents and people: one-sided, nobody who fought.")
@rule_option
@as_of_option
@actor_option
def export(name: str, where: str, out: Path | None, as_of: datetime | None, **order: str | None) -> None:
    """Write the book out; the log keeps who did, when, and the SHA-256 of every file.

    \b
    bundle   everything as JSON Lines files in a folder
    csv      reports, claims, incidents and tolls as CSV files in a folder
    xlsx     the same tables as one workbook
    geojson  incidents as points on a map
    archive  the whole book, originals and log too, as one ZIP file that can be verified and restored
    """
    rule, profile, only = str(order["rule"]), order["profile"], order["only"]
    with Book.open(where, actor=order["actor"]) as book:
        for path in book.export(
            name, out or _default(name), rule=rule, as_of=as_day(as_of), profile=profile, only=only
        ):
            click.echo(wording.clean(str(path)))


@click.command()
@click.argument("archive", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE.zip")
@click.option("--book", "where", metavar="FILE|URL", default=DEFAULT, show_default=True, help="The new book.")
def restore(archive: Path, where: str) -> None:
    """Build the same book again from its archive, after verifying it."""
    number = Book.restore(archive, where)
    click.echo(f"{plural(number, 'report')} restored. Book: {wording.clean(where)}")


@click.command()
@click.argument("name", type=click.Choice(release_profiles.PROFILES), metavar="NAME")
def profile(name: str) -> None:
    """Print a release profile (public, partners, court), to begin one of your own from."""
    click.echo(release_profiles.text(name), nl=False)


def _default(name: str) -> Path:
    return Path(f"tollbook{ENDINGS[name]}" if name in ENDINGS else f"tollbook-{name}")
