"""Applying a release profile to the contents of a book: fields are dropped or generalised, names are redacted."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from tollbook.decisions.constraints import GivenName
from tollbook.export.generalising import withheld_places
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.name_policy import withheld_names
from tollbook.export.public_ids import PublicIds
from tollbook.export.redactor import Redactor
from tollbook.export.release_profiles import ReleaseProfile, ReleaseRules
from tollbook.incidents import joined_series
from tollbook.mentions import Reading
from tollbook.model import Claim, Record
from tollbook.person import Person
from tollbook.record import Contents, DecidedClaim, Incident
from tollbook.series import Series

OfIncidents = TypeVar("OfIncidents", Person, Series)


class ReleasedContents(Record, frozen=True, kw_only=True):
    """The contents that may be released, and the names that they must not contain."""

    contents: Contents
    withheld: frozenset[str]
    #: Single names in these, which must not occur with a capital letter.
    parts: frozenset[str] = frozenset()
    #: Phrases that contain such a name and are released as a whole, folded.
    kept: frozenset[str] = frozenset()

    def matcher(self) -> NameMatcher:
        """The matcher of names that must not be in the files."""
        return NameMatcher(self.withheld, parts=self.parts, kept=self.kept)


def release(contents: Contents, profile: ReleaseProfile, *, key: bytes | None = None) -> ReleasedContents:
    """The contents as redacted by the profile. Raises Refused for exceptions that fit no incident.

    ``key`` is that of ``public_ids.key_of``; without it the ids are different each time.
    """
    exceptions = profile.by_incident(incident.id for incident in contents.incidents)
    names = withheld_names(contents, profile.rules, exceptions)
    places = withheld_places(contents, profile.rules, exceptions)
    ids = PublicIds(key or secrets.token_bytes(32))
    redactors = {name: Redactor(rules, names, places, ids) for name, rules in exceptions.items()}
    base = Redactor(profile.rules, names, places, ids)
    remaining = _without_held_back(contents, exceptions)
    released = Contents(
        reports=tuple(base.of(report) for report in remaining.reports),
        readings=tuple(base.of(_grounded(reading)) for reading in remaining.readings),
        claims=tuple(redactors.get(claim.incident or "", base).of(_now(claim)) for claim in remaining.claims),
        incidents=tuple(redactors.get(incident.id, base).of(incident) for incident in remaining.incidents),
        persons=tuple(_by_all_rules(person, redactors, base) for person in remaining.persons),
        tolls=tuple(base.of(toll) for toll in remaining.tolls),
        series=tuple(_by_all_rules(each, redactors, base) for each in remaining.series),
    )
    return ReleasedContents(
        contents=released, withheld=names.withheld | places.names, parts=names.parts, kept=names.kept | places.kept
    )


def _grounded(reading: Reading) -> Reading:
    """A reading without proposals that have no ground in the report: they may have names that are nowhere else."""
    return msgspec.structs.replace(reading, unresolved=(), claims=tuple(map(_now, reading.claims)))


def _now(claim: Claim) -> Claim:
    """A claim without its values before corrections and other readings, which may have names that are nowhere else."""
    claim = msgspec.structs.replace(claim, otherwise=msgspec.UNSET)
    return msgspec.structs.replace(claim, as_read=None) if isinstance(claim, DecidedClaim) else claim


def _by_all_rules(record: OfIncidents, redactors: Mapping[str, Redactor], base: Redactor) -> OfIncidents:
    """A record of several incidents, such as a person harmed in them, redacted by the rules of each of them."""
    own = {id(rules): rules for rules in (redactors.get(name, base) for name in record.incidents)}
    for rules in own.values() or (base,):
        record = rules.of(record)
    return record


def _without_held_back(contents: Contents, exceptions: Mapping[str, ReleaseRules]) -> Contents:
    """The contents without withheld incidents, their claims, and reports about nothing else."""
    held_back = {name for name, rules in exceptions.items() if rules.release == "drop"}
    if not held_back:
        return contents
    affected = {claim.report for claim in contents.claims if claim.incident in held_back}
    dropped = affected - {claim.report for claim in contents.claims if claim.incident not in held_back}
    left = [incident for incident in contents.incidents if incident.id not in held_back]
    # The days, place and kind of a series must not come from a withheld incident.
    apart = {each.id for each in left if each.series is None}
    by_hand = [each.by_hand for each in contents.series]
    remaining, every_series = joined_series.of_book(
        left, contents.tolls, apart, by_hand, tuple(_names(contents, held_back))
    )
    return Contents(
        reports=tuple(report for report in contents.reports if report.id not in dropped),
        readings=tuple(reading for reading in contents.readings if reading.report not in dropped),
        claims=tuple(claim for claim in contents.claims if claim.incident not in held_back),
        incidents=remaining,
        persons=tuple(_persons_left(contents.persons, remaining, held_back)),
        tolls=contents.tolls,
        series=every_series,
    )


def _names(contents: Contents, held_back: set[str]) -> Iterator[GivenName]:
    """The names of series that lost no incident: a name that was given to more may say where a withheld one was."""
    for each in contents.series:
        if each.named is not None and held_back.isdisjoint(each.incidents):
            yield GivenName(each.incidents, each.title, each.named)


def _persons_left(people: Iterable[Person], remaining: Iterable[Incident], held_back: set[str]) -> Iterator[Person]:
    """The persons without sources in withheld incidents; a person also in other incidents keeps the sources there."""
    cut: set[str] = set()
    for person in people:
        if held_back.isdisjoint(person.incidents):
            yield person
        else:
            cut |= {source.id for source in person.sources}
    yield from (p for each in remaining for p in each.persons if cut.intersection(s.id for s in p.sources))
