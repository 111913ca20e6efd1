"""Commands that change a record: correct a claim or an incident, add a claim, file a claim under another incident."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, get_args

import click

from tollbook import model
from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.options import book_option
from tollbook.decisions.decision import Decision, Proposal
from tollbook.decisions.field_values import SITE_KINDS, WEAPON_KINDS, WhichPlace, choice_of
from tollbook.errors import Refused
from tollbook.locale import formatting, wording
from tollbook.locale.messages import gettext, message
from tollbook.model import Claim, Place
from tollbook.web import editing, marking
from tollbook.web.field_changes import FieldChange, proposed

#: Options that are one form field each, by their form field.
_PLAIN = {
    "kind": "kind", "scope": "scope", "stance": "stance", "count": "count_text", "day": "when_text",
    "place": "place_name", "at": "place_choice", "event": "event_kind",
}  # fmt: skip
_PEOPLE = {
    "people": "people_text", "name": "people_names", "age": "people_age", "sex": "people_sex",
    "status": "people_status", "role": "people_roles", "kin": "people_kin",
}  # fmt: skip
#: Fields of an incident that the options change, and the option of each.
_OF_INCIDENT = {"event": "kind", "day": "when", "place": "place"}
#: "old market (market)": words and their kind.
_WITH_KIND = re.compile(r"^(.*?)\s*\(([a-z ]+)\)$")
Given = Mapping[str, Any]
_Command = TypeVar("_Command", bound=Callable[..., Any])

_options = (
    click.option("--kind", type=click.Choice(get_args(model.ClaimKind)), help="What the words report."),
    click.option("--count", metavar="WORDS", help="How many, in words or digits: “at least 40”."),
    click.option("--people", metavar="WORDS", help="The people harmed, as the words have it."),
    click.option("--name", metavar="NAME", multiple=True, help="The name of somebody harmed; may be given again."),
    click.option("--age", metavar="YEARS", help="The age in years: “6”, “40–45”."),
    click.option("--sex", type=click.Choice(["female", "male"]), help="The sex of the people harmed."),
    click.option("--status", type=click.Choice(get_args(model.Status)), help="Whether they are civilians."),
    click.option("--role", metavar="WORDS", multiple=True, help="What somebody harmed was: “a nurse”."),
    click.option("--kin", metavar="WORDS", multiple=True, help="A relative: “son of Mara Dost”."),
    click.option("--day", metavar="WORDS", help="The day: “9 March 2022”, or a weekday before the day of publication."),
    click.option("--place", metavar="NAME", help="The place: “Springfield, Illinois”."),
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
@click.argument("subject", metavar="ID")
@click.option("--incident", is_flag=True, help="ID is that of an incident: correct the claims the value comes from.")
@book_option
@_field_options
@_why_option
@_who_option
def correct(subject: str, where: str, why: str, actor: str, *, incident: bool, **given: Any) -> None:
    """Correct a claim, or with --incident the kind, day or place of an incident.

    Words are read as Tollbook reads reports. The id of an incident is also that of one of its claims.
    """
    with Book.open(where, actor=actor) as book, _asking_which_place():
        change = _correct_incident if incident else _correct_claim
        made = change(book, subject, given, why=why, who=actor)
        for decision in made:
            click.echo(gettext("Corrected."))
            _say_where(book, [decision.subject, *(decision.also or ())])


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
    with Book.open(where, actor=actor) as book, _asking_which_place():
        text = book.review.report(report).report.text
        spans = marking.find(text, words)
        if len(spans) != 1:
            raise Refused(_not_once(len(spans)))
        marked = book.review.marked_words(report, *spans[0]).claim
        change = editing.added(book, report, spans[0], _fields(given, marked))
        decision = book.review.propose(Proposal(verdict="add", subject=report, change=change, why=why), who=actor)
        click.echo(gettext("Added."))
        _say_where(book, [str((decision.change or {})["id"])])


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
        book.review.file_under(claim, book.search.move_to(claim, name), who=actor, why=why)
        _say_where(book, [claim])


def _not_once(times: int) -> str:
    if not times:
        return message("The report does not have these words; write them exactly as they appear in the text.")
    return message("The report has these words {n} times; write more of them, so that one place is meant.", n=times)


def _correct_claim(book: Book, name: str, given: Given, *, why: str, who: str) -> list[Decision]:
    claim = book.search.index().claim(name)
    change = editing.corrected(book, claim.id, _fields(given, claim))
    return [book.review.propose(Proposal(verdict="correct", subject=claim.id, change=change, why=why), who=who)]


def _correct_incident(book: Book, name: str, given: Given, *, why: str, who: str) -> list[Decision]:
    incident = book.incidents.get(name).id
    named = {name for name, value in given.items() if value} - {"at"}
    if not named or named - _OF_INCIDENT.keys():
        raise Refused(message(
            "For an incident give --event, --day or --place; other fields belong to its claims (see: tollbook claims)."
        ))  # fmt: skip
    made = []
    for option in sorted(named):
        values = {_PLAIN[name]: [given[name]] for name in (option, "at") if given[name] and name in {option, "at"}}
        change = FieldChange(field=_OF_INCIDENT[option], values=values, why=why)
        made.append(book.review.propose(proposed(book, incident, change), who=who))
        incident = next((f.incident.id for f in book.search.filed([made[-1].subject]) if f.incident), incident)
    return made


def _fields(given: Given, claim: Claim) -> dict[str, list[str]]:
    """The options as the fields of a form; a field without an option is not in the form."""
    fields = {form: [given[name]] for name, form in _PLAIN.items() if given[name]}
    people = {form: _several(given[name]) for name, form in _PEOPLE.items() if given[name]}
    if people:
        fields |= {"people_text": [claim.people.text if claim.people else claim.quote]} | people
    if given["at"] and not given["place"]:
        fields["place_name"] = [claim.place.name if claim.place else ""]
    if given["by"]:
        fields |= _rows("by", given["by"], ("organisation", "individual"), "certainty", given["certainty"])
    if given["site"]:
        fields |= _rows("site", given["site"], SITE_KINDS, "effect", given["effect"])
    if given["weapon"]:
        fields |= _rows("weapon", given["weapon"], WEAPON_KINDS, "", None)
    if given["speaker"]:
        fields |= _speakers(given["speaker"], claim)
    return fields


def _several(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _rows(
    name: str, given: Iterable[str], kinds: tuple[str, ...], extra: str, value: str | None
) -> dict[str, list[str]]:
    rows = []
    for words in given:
        match = _WITH_KIND.match(words)
        rows.append((match[1], match[2]) if match and match[2] in kinds else (words, ""))
    fields = {f"{name}_name": [row[0] for row in rows], f"{name}_kind": [row[1] for row in rows]}
    return fields | ({f"{name}_{extra}": [value or ""] * len(rows)} if extra else {})


def _speakers(name: str, claim: Claim) -> dict[str, list[str]]:
    """The chain of speakers with another original informant; the outlet stays last."""
    rest = [each for n, each in enumerate(claim.speakers) if n or each.role == "outlet"]
    columns = ("role", "organisation", "side")
    first = {"speaker_name": [name, *(each.name or "" for each in rest)]}
    return first | {f"speaker_{c}": ["", *(getattr(each, c) or "" for each in rest)] for c in columns}


@contextmanager
def _asking_which_place() -> Iterator[None]:
    """List the places of a name that several have, with the option that chooses each."""
    try:
        yield
    except WhichPlace as which:
        for each in which.choices:
            click.echo(f"  --at={choice_of(each)}  {_place_line(each)}", err=True)
        raise


def _place_line(value: Place) -> str:
    return wording.clean(", ".join(dict.fromkeys(p for p in (value.name, value.admin1, value.country_name) if p)))


def _say_where(book: Book, claims: Iterable[str]) -> None:
    for each in book.search.filed(claims):
        if each.incident is not None:
            heading, name = formatting.heading(each.incident), each.incident.id
            click.echo(gettext("Filed under: {incident} ({id})", incident=heading, id=name))
        elif each.toll is not None:
            click.echo(gettext("Filed under a running total ({id}).", id=each.toll.id))
        else:
            click.echo(gettext("Filed under no incident: these words alone make none."))
