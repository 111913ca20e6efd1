"""The command ``persons``: lists the persons harmed, proposals of who may be one, and decisions on them."""

from collections.abc import Callable
from typing import Any, TypeVar, get_args

import click
import msgspec

from tollbook.book import Book
from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.listings import print_listing
from tollbook.cli.options import DAY, as_day, as_of_option, book_option, format_option, text_format_option
from tollbook.export import bundle, tables
from tollbook.locale import formatting, wording
from tollbook.locale.labels import fate
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.model import Range, VictimEffect, When
from tollbook.person import Person

_why_option = click.option("--why", required=True, metavar="TEXT", help="The reason, for the log.")
_who_option = click.option(
    "--actor", "who", required=True, metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip
_Function = TypeVar("_Function", bound=Callable[..., Any])


def _about_two(command: _Function) -> _Function:
    """The arguments and options of a decision on two persons."""
    for option in (_why_option, _who_option, book_option, click.argument("other"), click.argument("one")):
        command = option(command)
    return command


@click.group(cls=CommandGroup, section="Query", invoke_without_command=True)
@book_option
@format_option
@as_of_option
@click.pass_context
def persons(ctx: click.Context, where: str, form: str, as_of: Any) -> None:
    """List the persons harmed, named ones first.

    A subcommand shows one person with all sources, lists persons who may be one, or decides about persons.
    """
    if ctx.invoked_subcommand is not None:
        return
    with Book.open(where) as book:
        contents = book.export.contents(as_of=as_day(as_of))
    print_listing(tables.persons(contents), contents.persons, form)


@persons.command(cls=Command)
@click.argument("person")
@book_option
@text_format_option
def show(person: str, where: str, form: str) -> None:
    """Show one person with all source texts, by the id of the person or of any of its sources."""
    with Book.open(where) as book:
        found = book.persons.get(person)
    if form == "jsonl":
        click.echo(bundle.json_line(found))
        return
    click.echo(f"{wording.clean(found.id)}  {_line(found)}")
    if len(found.names) > 1:
        click.echo("  " + gettext("spellings: {names}", names=wording.clean("; ".join(found.names))))
    if found.corrected:
        click.echo("  " + gettext("set by hand: {fields}", fields=", ".join(found.corrected)))
    for source in found.sources:
        quote, chain = wording.clean(wording.quoted(source.quote)), wording.clean(formatting.chain(source.speakers))
        click.echo(f"  {wording.clean(source.id)}  {quote}  ({chain})")


@persons.command(cls=Command)
@book_option
@text_format_option
def proposals(where: str, form: str) -> None:
    """List every two persons who may be one. Tollbook never joins them by itself."""
    with Book.open(where) as book:
        found = book.persons.proposals()
        for each in found:
            if form == "jsonl":
                click.echo(bundle.json_line(each))
                continue
            click.echo(wording.clean(translate(each.why)))
            for name in (each.one, each.other):
                click.echo(f"  {wording.clean(name)}  {_line(book.persons.get(name))}")
    if not found and form == "text":
        click.echo(gettext("There is no proposal."), err=True)


@persons.command(cls=Command)
@_about_two
def same(one: str, other: str, where: str, who: str, why: str) -> None:
    """Decide that two persons are one."""
    _decide(where, "same person", one, who=who, why=why, other=other)


@persons.command(cls=Command)
@_about_two
def different(one: str, other: str, where: str, who: str, why: str) -> None:
    """Decide that two persons, or two sources of one person, are different persons."""
    _decide(where, "different persons", one, who=who, why=why, other=other)


@persons.command("none", cls=Command)
@click.argument("person")
@book_option
@_who_option
@_why_option
def no_person(person: str, where: str, who: str, why: str) -> None:
    """Decide that PERSON is no person: an organisation, a place, or other words. Numbers do not change."""
    with Book.open(where) as book:
        decision = book.review.no_person(book.persons.get(person), who=who, why=why)
    click.echo(gettext("Saved as decision {id}.", id=decision.id))


@persons.command("set", cls=Command)
@click.argument("person")
@book_option
@_who_option
@_why_option
@click.option("--name", metavar="NAME", help="The name.")
@click.option("--age", type=click.IntRange(0, 130), metavar="YEARS", help="The age in years.")
@click.option("--sex", type=click.Choice(["female", "male"]), help="The sex.")
@click.option("--role", "roles", multiple=True, metavar="TEXT", help="A role; may be repeated.")
@click.option("--relative", "kin", multiple=True, metavar="TEXT", help="A relative; may be repeated.")
@click.option("--fate", type=click.Choice(get_args(VictimEffect)), help="What happened to the person.")
@click.option("--in-doubt/--stated", default=None, help="Whether the fate is only doubted or feared, or stated.")
@click.option("--day", type=DAY, metavar="DATE", help="The day of it.")
def set_fields(person: str, where: str, who: str, why: str, **fields: Any) -> None:
    """Set fields of a person that the reports do not give. Figures do not change."""
    change = {name: value for name, value in fields.items() if value not in (None, ()) and name not in {"age", "day"}}
    if (age := fields["age"]) is not None:
        change["age"] = msgspec.to_builtins(Range(low=age, best=age, high=age))
    if (day := as_day(fields["day"])) is not None:
        change["when"] = msgspec.to_builtins(When(start=day, end=day, precision="day"))
    _decide(where, "correct person", person, who=who, why=why, change=msgspec.to_builtins(change))


def _decide(where: str, verdict: str, subject: str, *, who: str, why: str, **more: Any) -> None:
    with Book.open(where) as book:
        decision = book.review.decide(verdict, subject, who=who, why=why, **more)
    click.echo(gettext("Saved as decision {id}.", id=decision.id))


def _line(person: Person) -> str:
    """One person in a line: name, age, fate, day, place and the number of reports."""
    reports = len({source.report for source in person.sources})
    parts = (
        person.name or person.description,
        formatting.bounds(person.age) if person.age else "",
        "; ".join((*person.roles, *person.kin)),
        fate(person.fate, in_doubt=person.in_doubt),
        formatting.days(person.when),
        person.place.name if person.place else "",
        ngettext("{n} report", "{n} reports", reports),
    )
    return wording.clean(", ".join(part for part in parts if part))
