"""A change of one value of a record, from a form or from the API: the decision that makes it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from tollbook.book import Book
from tollbook.decisions.decision import Change, Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Actor, Claim, Record, Report, Speaker, Thing, VictimEffect
from tollbook.review import carried_names, claim_form, incident_fields
from tollbook.review.carried_names import CarriedField, CarriedName
from tollbook.review.form_values import FormValues
from tollbook.review.incident_fields import FieldValue


class FieldChange(Record, frozen=True, kw_only=True):
    """A requested change of one value of a record.

    ``item`` is the position of the value in its list. ``claims`` are the claims to correct; those that give the value
    if there are none. ``values`` are the fields of the form by name: words as people write them, such as "at least 40".
    ``confirm`` leaves the value as it is, ``remove`` takes it out of the list.
    """

    field: str
    item: int | None = None
    claims: tuple[str, ...] = ()
    values: dict[str, list[str]] = msgspec.field(default_factory=dict)
    confirm: bool = False
    remove: bool = False
    why: str
    seen: int | None = None


def current_value(book: Book, name: str, field: str, item: int | None) -> tuple[FieldValue, Sequence[Claim]]:
    """One value of a record, and the claims of the incident in the order of reports and texts. Raises NoSuchRecord."""
    incident = book.search.index().incident(name)
    claims = book.incidents.evidence(name).group.claims
    return incident_fields.field_value(incident, claims, field, item), claims


def as_position(text: str) -> int | None:
    """The position of a value in a list, from an address; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def proposed(book: Book, name: str, change: FieldChange) -> Proposal:
    """The decision that makes a change. Raises Refused, NoSuchRecord, and WhichPlace for a name of several places."""
    value, claims = current_value(book, name, change.field, change.item)
    chosen = [claim for claim in claims if claim.id in (change.claims or value.claims)]
    if not chosen:
        raise Refused(message("Choose the claims that the value comes from."))
    made = _corrections(book, value, chosen, change)
    if not made:
        raise Refused(message("The form is the same as the record; change what is wrong, or confirm it as it is."))
    (first, corrected), *rest = made.items()
    return Proposal(
        verdict="correct", subject=first, change=dict(corrected), also={n: dict(c) for n, c in rest} or None,
        why=change.why, seen=change.seen,
        confirms=incident_fields.confirmed_names(chosen, value) if change.confirm else (),
    )  # fmt: skip


def _corrections(book: Book, value: FieldValue, chosen: Sequence[Claim], asked: FieldChange) -> Mapping[str, Change]:
    if asked.confirm:
        return incident_fields.confirmed(chosen, value.field)
    fields, form, removed = asked.values, FormValues(asked.values), asked.remove
    if value.victim is not None:
        change, kind = _person(form, value.shown, removed=removed)
        if not change and kind is None:
            return {}
        return incident_fields.of_person(chosen, value.victim, change, kind)
    if value.field == "statements":
        change = claim_form.change_of(fields, value.shown, _report(book, chosen[0]))
        speaker = msgspec.convert(change["speakers"][0], Speaker) if change.get("speakers") else None
        return incident_fields.said_otherwise(chosen, speaker, change.get("stance"))
    if value.field in incident_fields.LISTS:
        return _of_list(chosen, value, form, removed=removed)
    mentions = [m for report in {c.report for c in chosen} for m in book.review.place_mentions(report)]
    change = claim_form.change_of(fields, value.shown, _report(book, chosen[0]), mentions)
    return incident_fields.same_for_all(chosen, change) if change else {}


def _of_list(chosen: Sequence[Claim], value: FieldValue, form: FormValues, *, removed: bool) -> Mapping[str, Change]:
    """The corrections of an actor held responsible, a site or a weapon."""
    read: Mapping[str, Callable[[FormValues], Sequence[Actor | Thing]]] = {
        "perpetrators": claim_form.actors, "sites": claim_form.sites, "weapons": claim_form.weapons,
    }  # fmt: skip
    before: list[Actor | Thing] = [*value.shown.by, *value.shown.sites, *value.shown.with_]
    was, given = next(iter(before), None), next(iter(read[value.field](form)), None)
    if given is None and not removed:
        raise Refused(message("Write a name, or remove the value."))
    now = None if removed else given
    return {} if now == was else incident_fields.listed(chosen, value.field, was, now)


def _report(book: Book, claim: Claim) -> Report:
    return book.search.index().report(claim.report)


def _person(form: FormValues, shown: Claim, *, removed: bool) -> tuple[dict[str, Any], str | None]:
    """The changed fields of a person, and the outcome if it changed."""
    assert shown.people is not None  # a victim is a person or a group
    if removed:
        return {"names": ()}, None
    now, before = claim_form.people(form, shown.people).to_dict(), shown.people.to_dict()
    change = {name: value for name, value in now.items() if value != before[name]}
    effect = form.text("victim_effect", shown.kind)
    if effect not in get_args(VictimEffect):
        raise Refused(message("“{effect}” is not an outcome; choose one of the list.", effect=effect))
    return change, effect if effect != shown.kind else None


class CarryChange(Record, frozen=True, kw_only=True):
    """Carry a corrected site or name on to the other claims of an incident; ``confirm`` leaves it as it is there."""

    field: CarriedField
    was: str
    confirm: bool = False
    why: str
    seen: int | None = None


def carried_names_of(book: Book, name: str) -> tuple[CarriedName, ...]:
    """The corrected sites and names that other claims of an incident still have as they were. Raises NoSuchRecord."""
    return book.review.carried_names(book.incidents.evidence(name).group.claims)


def carried_on(book: Book, name: str, asked: CarryChange) -> Proposal:
    """The decision that carries a correction on. Raises NoSuchRecord, and Refused if no claim has the old value."""
    every = carried_names_of(book, name)
    found = next((each for each in every if (each.field, each.was) == (asked.field, asked.was)), None)
    if found is None:
        raise Refused(
            message("No other claim of this incident says “{was}” any more; load the page again.", was=asked.was)
        )
    return carried_names.proposal(found, confirm=asked.confirm, why=asked.why, seen=asked.seen)
