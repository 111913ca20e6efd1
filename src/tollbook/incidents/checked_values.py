"""The values of a record: the claims that each one comes from, and whether a person checked it.

A person checks a value by confirming or correcting the claims that give it (``decisions.field_marks``).
"""

from collections.abc import Iterator, Sequence
from datetime import date

from tollbook.decisions.field_marks import FieldMark, Marks, figure_marks, last_mark
from tollbook.locale import wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Record
from tollbook.record import Incident, Perpetrator, Site, Statement, Victim, Weapon

#: The fields of a record with one value, each with the field of a claim that it comes from.
SINGLE = {"kind": "event", "when": "when", "place": "place"}
#: The fields of a record with several values.
LISTED = {
    "victims": "people", "perpetrators": "by", "sites": "sites", "weapons": "with", "statements": "speakers",
}  # fmt: skip
#: The field that has the figures of a record, one for each outcome.
FIGURES = "figures"


class RecordValue(Record, frozen=True, kw_only=True):
    """One value of a record. ``field`` is its name in the record, ``item`` the outcome of a figure or the position in a
    list; ``mark`` says who confirmed or corrected it last, None if nobody did.
    """

    field: str
    item: str | int | None = None
    claims: tuple[str, ...] = ()
    mark: FieldMark | None = None


def record_values(incident: Incident, claims: Sequence[Claim], marks: Marks) -> tuple[RecordValue, ...]:
    """Every value of a record in the order of the page: kind, day, place, figures, then the lists."""
    return tuple(_values(incident, claims, marks))


def _values(incident: Incident, claims: Sequence[Claim], marks: Marks) -> Iterator[RecordValue]:
    for field, of_claim in SINGLE.items():
        behind = tuple(claim.id for claim in claims_behind(incident, claims, field))
        yield RecordValue(field=field, claims=behind, mark=last_mark(marks, of_claim, behind))
    figures = figure_marks(incident, marks)
    for outcome, figure in incident.figures.items():
        behind = tuple(dict.fromkeys((*figure.low_claims, *figure.best_claims, *figure.high_claims)))
        yield RecordValue(field=FIGURES, item=outcome, claims=behind, mark=figures.get(outcome))
    for field, of_claim in LISTED.items():
        for item, value in enumerate(getattr(incident, field)):
            mark = last_mark(marks, of_claim, value.claims, names_of(value))
            yield RecordValue(field=field, item=item, claims=value.claims, mark=mark)


def names_of(value: Victim | Perpetrator | Site | Weapon | Statement) -> tuple[str, ...]:
    """The names by which claims have a value of a list; none for a statement, which is its claims."""
    if isinstance(value, Statement):
        return ()
    if isinstance(value, Victim):
        return (value.name or value.description,)
    others = value.wordings if isinstance(value, Weapon) else value.as_reported
    return (value.name, *others, *(value.wordings if isinstance(value, Site) else ()))


def claims_behind(incident: Incident, claims: Sequence[Claim], field: str) -> list[Claim]:
    """The claims that a value of ``SINGLE`` comes from: those that give it, else those without a day, else all."""
    when, place = incident.when, incident.place
    if field == "kind":
        behind = [c for c in claims if c.event is not None and c.event.kind == incident.kind]
    elif field == "place":
        behind = [c for c in claims if place is not None and c.place is not None and c.place.name == place.name]
    else:
        dated = [c for c in claims if c.when is not None and c.when.basis != "linked" and c.when.start is not None]
        behind = [c for c in dated if when is not None and c.when is not None and c.when.start == when.start]
        behind = behind or [c for c in claims if c not in dated]
    return behind or list(claims)


def checked_in_words(values: Sequence[RecordValue]) -> str:
    """A sentence: how many values of a record a person checked, which ones, and who checked last."""
    checked = [(value, value.mark) for value in values if value.mark is not None]
    if not checked:
        return message("No person has checked a value of this record yet.")
    last = max((mark for _, mark in checked), key=lambda mark: mark.at)
    return plural(
        "Checked by a person: {n} value of {all} ({names}). Last: {who}, {day}.",
        "Checked by a person: {n} values of {all} ({names}). Last: {who}, {day}.",
        len(checked), all=f"{len(values):,}", names=", ".join(_names(values)), who=last.who,
        day=wording.day(date.fromisoformat(last.at[:10])),
    )  # fmt: skip


def _names(values: Sequence[RecordValue]) -> Iterator[str]:
    """The names of the checked values; for a list, the number of checked values."""
    names = {"kind": message("kind of incident"), "when": message("day"), "place": message("place")}
    for value in values:
        if value.mark is not None and value.field not in LISTED:
            yield names.get(value.field) or str(value.item)
    lists = {
        "victims": message("persons and groups"), "perpetrators": message("held responsible"),
        "sites": message("sites"), "weapons": message("weapons"), "statements": message("statements"),
    }  # fmt: skip
    for field, name in lists.items():
        own = [value for value in values if value.field == field]
        checked = sum(value.mark is not None for value in own)
        if checked:
            yield message("{name}: {checked} of {all}", name=name, checked=checked, all=len(own))
