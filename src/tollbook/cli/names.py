"""Commands that settle names for the whole book, and carry them to other books."""

import sys
from pathlib import Path
from typing import Any

import click

from tollbook.book import Book
from tollbook.book.names import KINDS, NameEffect, NamesOfKind
from tollbook.cli.compose import print_preview
from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.options import book_option, deciding_actor_option, text_format_option
from tollbook.errors import Refused
from tollbook.export import bundle
from tollbook.incidents.preview import Preview
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, translate

_KIND = click.argument("kind", type=click.Choice(KINDS))
_why_option = click.option(
    "--why", default=message("No reason given."), metavar="TEXT", help="The reason, for the log."
)


@click.group(cls=CommandGroup, section="Review")
def names() -> None:
    """Settle spellings of speakers, actors, outlets, places and sites as one name in the whole book.

    What you settle counts everywhere: for sources, responsibility, places, lists and exports.
    """


@names.command(cls=Command, name="list")
@_KIND
@book_option
@text_format_option
def list_(kind: str, where: str, form: str) -> None:
    """List the names of a kind that may be one, and those that are settled."""
    with Book.open(where) as book:
        found = book.names(kind)
    if form == "jsonl":
        for each in (*found.proposals, *found.settled, *found.apart):
            click.echo(bundle.json_line(each))
    else:
        _print(found)


@names.command(cls=Command)
@_KIND
@click.argument("name")
@click.argument("spellings", nargs=-1)
@click.option("--side", metavar="TEXT", help="The side of a speaker or an actor.")
@click.option("--at", nargs=2, type=float, metavar="LAT LON", help="Where a place is, in degrees.")
@click.option("--not-a-place", is_flag=True, help="It is an organisation that was read as a place.")
@click.option("--preview", is_flag=True, help="Only show which incidents change; write nothing.")
@_why_option
@book_option
@deciding_actor_option
def settle(kind: str, name: str, spellings: tuple[str, ...], where: str, actor: str | None, **given: Any) -> None:
    """Settle SPELLINGS as one name; NAME is the preferred one."""
    change: dict[str, Any] = {"kind": kind, "name": name, "spellings": [*spellings], "side": given["side"]}
    if given["at"]:
        lat, lon = given["at"]
        change["place"] = {"name": name, "lat": lat, "lon": lon, "precision": 1}
    change["is_place"] = not given["not_a_place"]
    with Book.open(where) as book:
        if given["preview"]:
            _print_preview(book.names.preview(change, who=actor or ""))
        else:
            _end(book.names.settle(change, who=_who(actor), why=given["why"]))


@names.command(cls=Command)
@_KIND
@click.argument("spellings", nargs=-1, required=True)
@_why_option
@book_option
@deciding_actor_option
def differ(kind: str, spellings: tuple[str, ...], where: str, actor: str | None, why: str) -> None:
    """Hold names apart: they are different names, and are not proposed again."""
    with Book.open(where) as book:
        _end(book.names.differ(kind, spellings, who=_who(actor), why=why))


@names.command(cls=Command)
@_KIND
@click.argument("name")
@_why_option
@book_option
@deciding_actor_option
def apart(kind: str, name: str, where: str, actor: str | None, why: str) -> None:
    """Take a settled name apart again."""
    with Book.open(where) as book:
        _end(book.names.take_apart(kind, name, who=_who(actor), why=why))


@names.command(cls=Command)
@click.argument("decision")
@_why_option
@book_option
@deciding_actor_option
def undo(decision: str, where: str, actor: str | None, why: str) -> None:
    """Undo a decision on names; both entries stay in the log."""
    with Book.open(where) as book:
        book.undo(decision, who=_who(actor), why=why)
    click.echo(gettext("Undone. Both entries stay in the log."))


@names.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@book_option
def export(file: Path, where: str) -> None:
    """Write all settled names to a CSV file, for other books."""
    with Book.open(where) as book:
        content = book.names.export()
    try:
        file.write_text(content, encoding="utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(gettext("{file} cannot be written: {reason}.", file=file, reason=reason)) from error
    click.echo(wording.clean(str(file)))


@names.command(cls=Command, name="import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@book_option
@deciding_actor_option
def import_(file: Path, where: str, actor: str | None) -> None:
    """Settle the names of a CSV file of another book. What is settled in this book stays."""
    with Book.open(where) as book:
        done = book.names.import_file(file.read_bytes(), origin=file.name, who=_who(actor))
    for name in done.changed:
        click.echo(wording.clean(name))
    text = ngettext("{n} ruling taken over", "{n} rulings taken over", len(done.changed))
    known = gettext("{n} known already", n=done.unchanged)
    click.echo(f"{text}, {known}.")
    for each in done.refused:
        origin, reason = (wording.clean(translate(text)) for text in (each.origin, each.reason))
        click.echo(gettext("refused: {origin}: {reason}", origin=origin, reason=reason), err=True)
    if done.refused:
        sys.exit(1)


def _who(actor: str | None) -> str:
    if not actor:
        raise Refused(message("A decision needs a name; give --actor, or set TOLLBOOK_ACTOR."))
    return actor


def _print_preview(found: Preview) -> None:
    n = len(found.before)
    click.echo(
        ngettext("{n} incident changes. Nothing is saved yet.", "{n} incidents change. Nothing is saved yet.", n)
    )
    if found.before or found.after:
        print_preview(found)


def _end(effect: NameEffect) -> None:
    click.echo(gettext("Saved as decision {id}.", id=effect.decision.id))
    if effect.sources_after is not None:
        sentence = ngettext(
            "The figures of the book rest on {n} independent source; before, on {before}.",
            "The figures of the book rest on {n} independent sources; before, on {before}.",
            effect.sources_after,
            before=effect.sources_before,
        )
        click.echo(sentence)


def _print(found: NamesOfKind) -> None:
    for proposal in found.proposals:
        click.echo(f"? {wording.clean(proposal.name)}" if proposal.is_place else f"? ≠ {wording.clean(proposal.name)}")
        for member in proposal.members:
            number = ngettext("{n} report", "{n} reports", member.reports)
            click.echo(f"    {wording.clean(member.name)} ({number})")
        click.echo(f"    {wording.clean(' '.join(map(translate, proposal.why[:3])))}")
    for own in found.settled:
        spellings = "; ".join(own.spellings)
        click.echo(f"= {wording.clean(own.name)}: {wording.clean(spellings)} [{', '.join(own.decisions)}]")
    for decision in found.apart:
        click.echo(f"≠ {wording.clean('; '.join((decision.change or {})['spellings']))} [{decision.id}]")
