"""The command ``carry``: a corrected site or name, for the other claims of the incident that still have the old one."""

from collections.abc import Iterable, Iterator

import click

from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.options import book_option, deciding_actor_option, text_format_option
from tollbook.decisions.decision import Decision
from tollbook.errors import Refused
from tollbook.export import bundle
from tollbook.locale import wording
from tollbook.locale.labels import label
from tollbook.locale.messages import gettext, message, ngettext
from tollbook.model import Thing
from tollbook.review.carried_names import CarriedName
from tollbook.web.field_changes import CarryChange, carried_names_of, carried_on


@click.command(cls=Command, section="Review")
@click.argument("incident")
@book_option
@click.option("--was", metavar="NAME", help="Only the correction of this name.")
@click.option("--apply", "apply_", is_flag=True, help="Make the same corrections in the other claims.")
@click.option("--leave", is_flag=True, help="Leave the other claims as they are; they are not listed again.")
@click.option("--why", default=message("No reason given."), metavar="TEXT", help="The reason, for the log.")
@deciding_actor_option
@text_format_option
def carry(
    incident: str, where: str, *, was: str | None, apply_: bool, leave: bool, why: str, actor: str | None, form: str
) -> None:
    """List corrected sites and names of persons that other claims of an incident still have, or correct these too.

    INCIDENT is an id or the beginning of one. Without --apply or --leave nothing is written.
    """
    if apply_ and leave:
        raise Refused(message("Give --apply or --leave, not both."))
    if (apply_ or leave) and not actor:
        raise Refused(message("A decision needs your name; give it with --actor NAME, or set TOLLBOOK_ACTOR."))
    with Book.open(where) as book:
        name = book.incidents.get(incident).id
        offers = [each for each in carried_names_of(book, name) if was in {None, each.was}]
        if was is not None and not offers:
            raise Refused(message(
                "No correction of “{was}” is left to make; see: tollbook carry {incident}", was=was, incident=name
            ))  # fmt: skip
        for each in offers:
            click.echo(bundle.json_line(each) if form == "jsonl" else _offer(book, each))
        if not offers:
            click.echo(gettext("No other claim still has what somebody corrected."), err=True)
        elif apply_ or leave:
            for made in _carried(book, name, offers, confirm=leave, why=why, who=actor or ""):
                click.echo(gettext("Saved as decision {id}. To take it back: tollbook undo {id}", id=made.id), err=True)
        elif form == "text":
            click.echo(gettext("To correct them too: tollbook carry {id} --apply", id=name), err=True)


def _carried(
    book: Book, name: str, offers: Iterable[CarriedName], *, confirm: bool, why: str, who: str
) -> Iterator[Decision]:
    """One decision for each offer; a decision can change the id of the incident, and end other offers."""
    for each in offers:
        left = {(other.field, other.was) for other in carried_names_of(book, name)}
        if (each.field, each.was) in left:
            asked = CarryChange(field=each.field, was=each.was, confirm=confirm, why=why)
            made = book.review.propose(carried_on(book, name, asked), who=who)
            name = next((found.incident.id for found in book.search.filed([made.subject]) if found.incident), name)
            yield made


def _offer(book: Book, offer: CarriedName) -> str:
    """A correction in a line, and the words of each claim that still has the old name."""
    lines = [
        gettext(
            "{who} corrected: {was} → {now}", who=wording.clean(offer.who), was=_called(offer.was, offer.site_was),
            now=_called(offer.now, offer.site_now),
        ),
        "  " + ngettext("{n} other claim still says this:", "{n} other claims still say this:", len(offer.claims)),
    ]  # fmt: skip
    claims = (book.search.claim(name) for name in offer.claims)
    return "\n".join([*lines, *(f"    {claim.id}  {wording.quoted(claim.quote)}" for claim in claims)])


def _called(name: str, site: Thing | None) -> str:
    """A name, of a site with its kind and damage."""
    if site is None:
        return f"“{wording.clean(name)}”"
    parts = (label(site.kind, "thing_kind"), label(site.effect, "site_effect") if site.effect else "")
    return f"“{wording.clean(name)}” ({', '.join(filter(None, parts))})"
