"""Commands that change a record: correct a claim or an incident, add a claim, move a claim to another incident."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, get_args

import click

from tollbook import model
from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.listings import print_listing
from tollbook.cli.options import book_option, format_option
from tollbook.decisions.decision import Decision, Proposal
from tollbook.decisions.field_values import WhichPlace, choice_of
from tollbook.errors import Refused
from tollbook.export.listing import Columns, listing
from tollbook.locale import formatting, wording
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.model import Place
from tollbook.review import claim_form, quotation
from tollbook.review.given_values import PLAIN, Given, fields_of, together
from tollbook.search.likely import Likely
from tollbook.web.field_changes import FieldChange, carried_names_of, proposed

#: Fields of an incident that the options change, and the option of each.
_OF_INCIDENT = {"event": "kind", "day": "when", "place": "place"}
#: The columns of incidents that a claim may be filed under.
_LIKELY: Columns[Likely] = {
    "id": lambda each: each.incident.id,
    "title": lambda each: translate(each.incident.title),
    "reports": lambda each: len(each.incident.reports),
    "reasons": lambda each: "; ".join(
        translate(reason) for reason in ([message("same report")] if each.same_report else []) + [*each.reasons]
    ),
    "weight": lambda each: each.weight,
}
_Command = TypeVar("_Command", bound=Callable[..., Any])

_options = (
    click.option("--kind", type=click.Choice(get_args(model.ClaimKind)), help="What the words report."),
    click.option("--count", metavar="WORDS", help="How many, in words or digits: “at least 40”."),
    click.option("--additional", type=click.Choice(["yes", "no"]), help="Whether it adds to the number before it."),
    click.option("--people", metavar="WORDS", help="The people harmed, as the words have it."),
    click.option("--name", metavar="NAME", multiple=True, help="The name of somebody harmed; may be given again."),
    click.option("--age", metavar="YEARS", help="The age in years: “6”, “40–45”."),
    click.option("--sex", type=click.Choice(["female", "male"]), help="The sex of the people harmed."),
    click.option("--status", type=click.Choice(get_args(model.Status)), help="Whether they are civilians."),
    click.option("--role", metavar="WORDS", multiple=True, help="What somebody harmed was: “a nurse”."),
    click.option("--kin", metavar="WORDS", multiple=True, help="A relative: “son of Mara Dost”."),
    click.option("--day", metavar="WORDS", help="The day: “9 March 2022”, or a weekday before the day of publication."),
    click.option("--place", metavar="NAME", help="The place: “Springfield, Illinois”."),
    click.option("--address", metavar="WORDS", help="The street address or the site in the place: “12 Mill Lane”."),
    click.option("--at", metavar="LAT,LON", help="Which of several places of that name; “alone” keeps the name alone."),
    click.option("--by", metavar="NAME", multiple=True, help="Whom the words hold responsible; may be given again."),
    click.option("--certainty", type=click.Choice(get_args(model.Certainty)), help="How certain that is."),
    click.option("--site", metavar="NAME (KIND)", multiple=True, help="What was hit: “old market (market)”."),
    click.option("--effect", type=click.Choice(get_args(model.SiteEffect)), help="The damage to these sites."),
    click.option("--weapon", metavar="NAME (KIND)", multiple=True, help="The weapon: “car bomb (bomb)”."),
    click.option("--speaker", metavar="NAME", help="Who is said to have said it first."),
    click.option("--event", type=click.Choice(get_args(model.IncidentKind)), help="The kind of incident."),
    click.option("--stance", type=click.Choice(get_args(model.Stance)), help="The stance of the speaker."),
    click.option("--scope", type=click.Choice(get_args(model.Scope)), help="What a count covers."),
)
_who_option = click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR", required=True,
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip
_why_option = click.option("--why", metavar="WORDS", required=True, help="The reason, for the log.")


def _field_options(command: _Command) -> _Command:
    for option in reversed(_options):
        command = option(command)
    return command


@click.command(cls=Command, section="Review")
@click.argument("subjects", metavar="ID...", nargs=-1, required=True)
@click.option("--incident", is_flag=True, help="ID is that of an incident: correct the claims the value comes from.")
@click.option("--all", "every", is_flag=True, help="With --incident: correct every claim of the incident.")
@book_option
@_field_options
@_why_option
@_who_option
def correct(subjects: tuple[str, ...], where: str, why: str, actor: str, **given: Any) -> None:
    """Correct claims, or with --incident the kind, day or place of an incident.

    ID is the id of a claim or the beginning of one; several claims get the same values, as one decision. Words are read
    as Tollbook reads reports. The id of an incident is also that of one of its claims.
    """
    with Book.open(where, actor=actor) as book, asking_which_place():
        change = _correct_incident if given.pop("incident") else _correct_claims
        made = change(book, subjects, given, why=why, who=actor)
        for decision in made:
            click.echo(gettext("Corrected."))
            claims = [decision.subject, *(decision.also or ())]
            say_where(book, claims)
            say_what_is_left(book, claims)


@click.command(cls=Command, section="Review")
@click.argument("report")
@click.argument("words")
@book_option
@_field_options
@_why_option
@_who_option
def add(report: str, words: str, where: str, why: str, actor: str, **given: Any) -> None:
    """Add a claim for words of a report, written exactly as the report has them.

    Fields without an option are as Tollbook reads them in these words and around them.
    """
    with Book.open(where, actor=actor) as book, asking_which_place():
        report = book.reports.named(report).id
        text = book.review.report(report).report.text
        span = quotation.find_once(text, words)
        marked = book.review.marked_words(report, *span).claim
        fields = fields_of(given, marked)
        change, own = book.review.addition(report, span, fields), claim_form.given(fields)
        proposal = Proposal(verdict="add", subject=report, change=change, why=why, confirms=own)
        decision = book.review.propose(proposal, who=actor)
        click.echo(gettext("Added."))
        say_where(book, [str((decision.change or {})["id"])])


@click.command(cls=Command, section="Review")
@click.argument("claim")
@click.argument("incident", required=False)
@book_option
@_why_option
@_who_option
def file(claim: str, incident: str | None, where: str, why: str, actor: str) -> None:
    """File a claim under another incident; without INCIDENT under one of its own."""
    with Book.open(where, actor=actor) as book:
        name = book.incidents.get(incident).id if incident else None
        claim = book.search.claim(claim).id
        book.review.file_under(claim, book.search.move_to(claim, name), who=actor, why=why)
        say_where(book, [claim])


@click.command(cls=Command, section="Review")
@click.argument("claim")
@book_option
@click.option("--text", metavar="WORDS", default="", help="Only incidents that have all of these words.")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="How many at most.")
@format_option
def likely(claim: str, where: str, text: str, limit: int, form: str) -> None:
    """List the incidents that a claim may be filed under, the likeliest first: of its report, place, days and number.

    CLAIM is an id or the beginning of one. To file it there: tollbook file CLAIM INCIDENT.
    """
    with Book.open(where) as book:
        found = book.search.likely_for(book.search.claim(claim).id, text, most=limit)
    print_listing(listing(_LIKELY, found, shown=("id", "title", "reports", "reasons")), found, form)


def _correct_claims(book: Book, names: Sequence[str], given: Given, *, why: str, who: str) -> list[Decision]:
    if given["every"]:
        raise Refused(message("--all is for incidents; add --incident."))
    claims = [book.search.claim(name) for name in names]
    changes = {claim.id: book.review.correction(claim.id, fields_of(given, claim)) for claim in claims}
    return [book.review.propose(together(changes, why), who=who)]


def _correct_incident(book: Book, names: Sequence[str], given: Given, *, why: str, who: str) -> list[Decision]:
    if len(names) > 1:
        raise Refused(message("Name one incident."))
    incident = book.incidents.get(names[0]).id
    every = tuple(c.id for c in book.search.index().claims_about(incident)) if given["every"] else ()
    named = {name for name, value in given.items() if value} - {"at", "every"}
    if not named or named - _OF_INCIDENT.keys():
        raise Refused(message(
            "For an incident give --event, --day or --place; other fields belong to its claims (see: tollbook claims)."
        ))  # fmt: skip
    made = []
    for option in sorted(named):
        values = {PLAIN[name]: [given[name]] for name in (option, "at") if given[name] and name in {option, "at"}}
        change = FieldChange(field=_OF_INCIDENT[option], values=values, claims=every, why=why)
        made.append(book.review.propose(proposed(book, incident, change), who=who))
        incident = next((f.incident.id for f in book.search.filed([made[-1].subject]) if f.incident), incident)
    return made


@contextmanager
def asking_which_place() -> Iterator[None]:
    """List the places of a name that several have, with the option that chooses each."""
    try:
        yield
    except WhichPlace as which:
        for each in which.choices:
            click.echo(f"  --at={choice_of(each)}  {place_line(each)}", err=True)
        click.echo("  --at=alone  " + gettext("keeps the name without a point"), err=True)
        raise


def place_line(value: Place) -> str:
    """A place in one line: name, area, country."""
    return wording.clean(", ".join(dict.fromkeys(p for p in (value.name, value.admin1, value.country_name) if p)))


def say_what_is_left(book: Book, claims: Iterable[str]) -> None:
    """Print how many other claims of the incidents of some claims still have a name that somebody corrected."""
    for name in dict.fromkeys(each.incident.id for each in book.search.filed(claims) if each.incident is not None):
        for each in carried_names_of(book, name):
            left = ngettext(
                "{n} other claim still says “{was}”; see: tollbook carry {incident}",
                "{n} other claims still say “{was}”; see: tollbook carry {incident}",
                len(each.claims), was=wording.clean(each.was), incident=name,
            )  # fmt: skip
            click.echo(left)


def say_where(book: Book, claims: Iterable[str]) -> None:
    """Print the incidents that some claims belong to now."""
    for each in book.search.filed(claims):
        if each.incident is not None:
            heading, name = formatting.heading(each.incident), each.incident.id
            click.echo(gettext("Filed under: {incident} ({id})", incident=heading, id=name))
        elif each.toll is not None:
            click.echo(gettext("Filed under a running total ({id}).", id=each.toll.id))
        else:
            click.echo(gettext("In no incident: these words alone are not enough for one."))
