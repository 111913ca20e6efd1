"""Which names a profile withholds: of children, victims, quoted persons and accused persons, but not of officials.

A person counts as private unless a report describes them as holding a public office. The words for offices are data
(``profiles/words.toml``).
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from tollbook.export.release_profiles import NameRules, ReleaseRules, vocabulary
from tollbook.export.spellings import fold, ordinary, words_of
from tollbook.model import Claim, Place, Range, Record, Speaker
from tollbook.person import Person
from tollbook.record import Contents, Incident

#: The most letters of an acronym. Chosen by hand: longer words in capitals are mostly words or names.
_MAX_ACRONYM = 5


class WithheldNames(Record, frozen=True, kw_only=True):
    """Names to withhold, the single names in them, and words that are known not to be names (``cleared``, folded)."""

    withheld: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    cleared: frozenset[str] = frozenset()


def withheld_names(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> WithheldNames:
    """The names to withhold under these rules. A name withheld in one place is withheld everywhere."""
    officials = {name for claim in contents.claims for name in _officials(claim)}
    minors = {name for name, minor in _victims(contents) if minor}
    released, withheld = set(officials), set(base.names.always_withhold)
    outlets = _outlets(contents)
    for name, kind, incident in _named(contents):
        if name in outlets and kind == "speakers":
            continue
        rules = exceptions.get(incident or "", base)
        is_withheld = rules.release == "drop" or _withheld(rules.names, name, kind, minors=minors, officials=officials)
        (withheld if is_withheld else released).add(name)
    allowed = {_key(name) for name in base.names.always_keep}
    withheld = {name for name in withheld if _key(name) not in allowed}
    released = {name for name in released | set(base.names.always_keep) if name not in withheld}
    cleared = {fold(word) for text in (*released, *_organisations_and_places(contents)) for word in split(text)}
    return WithheldNames(
        withheld=frozenset(withheld),
        parts=frozenset(
            part for name in withheld for part in _parts(name) if fold(part) not in cleared | ordinary()
        ),
        cleared=frozenset(cleared | ordinary() | _nationalities()),
    )  # fmt: skip


def split(text: str) -> list[str]:
    """The words of a text."""
    return [text[start:end] for start, end in words_of(text)]


def is_name(text: str) -> bool:
    """Whether a text can be a person's name: few words, each capitalised, none of them a word for an organisation."""
    parts = split(text)
    if not 0 < len(parts) <= 5 or any(fold(word) in vocabulary().bodies for word in parts):
        return False
    if not all(word[0].isupper() or fold(word) in vocabulary().particles for word in parts):
        # In scripts without capitals any short phrase may be a name.
        return not any(word[0].islower() for word in parts)
    return len(parts) > 1 or not (fold(parts[0]) in ordinary() | _nationalities() or is_acronym(parts[0]))


def is_acronym(word: str) -> bool:
    """Whether a word is short and in capitals ("CNN"): an organisation, unless the whole text is in capitals."""
    return word.isupper() and 1 < len(word) <= _MAX_ACRONYM


def is_official(speaker: Speaker) -> bool:
    """Whether a speaker is described as holding a public office, or as speaking for someone who does."""
    role = {fold(word) for word in split(f"{speaker.role or ''}")}
    return bool(role & vocabulary().offices) and not role & vocabulary().private


def is_child(age: Range | None, *described: str) -> bool:
    """Whether an age is under 18, or a description has a word for a child."""
    years = next((n for n in (age.best, age.high, age.low) if n is not None), None) if age else None
    described_as_minor = any(fold(word) in vocabulary().minors for text in described for word in split(text))
    return (years is not None and years < 18) or described_as_minor


def _named(contents: Contents) -> Iterator[tuple[str, str, str | None]]:
    """Every name of a person, with its kind (``victims``, ``speakers`` or ``accused``) and its incident."""
    for claim in contents.claims:
        yield from ((name, kind, claim.incident) for name, kind in _named_by(claim))
    for incident in contents.incidents:
        yield from ((victim.name, "victims", incident.id) for victim in incident.victims if victim.name)
        yield from ((name, kind, incident.id) for name, kind in _named_in(incident))
    for person in _persons(contents):
        yield from ((name, "victims", incident) for name in _names_of(person) for incident in person.incidents)


def _persons(contents: Contents) -> Iterator[Person]:
    """Every person record: a name may be in it that no claim has, because somebody corrected it."""
    yield from contents.persons
    for incident in contents.incidents:
        yield from incident.persons


def _names_of(person: Person) -> set[str]:
    return {name for name in (person.name, *person.names, *(s.name for s in person.sources)) if name}


def _named_by(claim: Claim) -> Iterator[tuple[str, str]]:
    """The persons of a claim; of a settled name, the preferred one and the one in the report."""
    yield from ((name, "victims") for name in (claim.people.names if claim.people else ()))
    speakers = [speaker for speaker in claim.speakers if speaker.role != "outlet"]
    actors = [actor for actor in claim.by if actor.kind == "individual"]
    for kind, named in (("speakers", speakers), ("accused", actors)):
        for name in (name for each in named for name in (each.name, each.as_reported)):
            if name and is_name(name):
                yield name, kind


def _outlets(contents: Contents) -> set[str]:
    named = {speaker.name for claim in contents.claims for speaker in claim.speakers if speaker.role == "outlet"}
    return {name for name in named | {report.outlet for report in contents.reports} if name}


def _named_in(incident: Incident) -> Iterator[tuple[str, str]]:
    for actor in incident.perpetrators:
        if actor.kind == "individual" and is_name(actor.name):
            yield actor.name, "accused"
        yield from ((name, "accused") for name in actor.as_reported if actor.kind == "individual" and is_name(name))
    for statement in incident.statements:
        if is_name(statement.speaker):
            yield statement.speaker, "speakers"


def _withheld(names: NameRules, name: str, kind: str, *, minors: set[str], officials: set[str]) -> bool:
    if name in minors:
        return names.minors == "withhold"
    if name in officials:
        return False
    return {"victims": names.victims, "speakers": names.speakers, "accused": names.accused}[kind] == "withhold"


def _officials(claim: Claim) -> Iterator[str]:
    for speaker in claim.speakers:
        if speaker.role != "outlet" and is_official(speaker):
            yield from filter(None, (speaker.name, speaker.as_reported))
    if claim.people and len(claim.people.names) == 1:
        described = Speaker(name=None, role=" ".join(claim.people.roles))
        if is_official(described):
            yield claim.people.names[0]


def _victims(contents: Contents) -> Iterator[tuple[str, bool]]:
    for claim in contents.claims:
        if claim.people:
            child = is_child(claim.people.age, claim.people.text, *claim.people.roles)
            yield from ((name, child) for name in claim.people.names)
    for incident in contents.incidents:
        yield from ((v.name, is_child(v.age, v.description)) for v in incident.victims if v.name)
    for person in _persons(contents):
        child = is_child(person.age, person.description, *person.roles)
        yield from ((name, child) for name in _names_of(person))


def _organisations_and_places(contents: Contents) -> Iterator[str]:
    """Names that are not of persons: places, outlets, organisations, sites and weapons."""
    yield from (report.outlet for report in contents.reports if report.outlet)
    for claim in contents.claims:
        yield from _organisations(claim)
    for mention in contents.places():
        yield from (mention.text, *_place(mention.place))


def _organisations(claim: Claim) -> Iterator[str]:
    for speaker in claim.speakers:
        if speaker.name and speaker.role == "outlet":
            yield speaker.name
        elif speaker.name and split(speaker.name) and not is_name(speaker.name):
            yield from _organisation_name(speaker.name)
        yield speaker.organisation or ""
    yield from (actor.name for actor in claim.by if actor.kind == "organisation")
    yield from (thing.name for thing in (*claim.sites, *claim.with_))
    if claim.place:
        yield from _place(claim.place)


def _organisation_name(text: str) -> Iterable[str]:
    """The text if it is the short name of an organisation; nothing if it may contain a person's name."""
    parts = split(text)
    has_word = any(fold(word) in vocabulary().bodies for word in parts)
    is_title = fold(parts[0]) == "the" and all(word[0].isupper() for word in parts[1:])
    return [text] if (has_word or is_title) and len(parts) <= 5 and "," not in text else []


def _place(place: Place) -> tuple[str, ...]:
    return place.name, place.admin1 or "", place.country_name or ""


def _parts(name: str) -> list[str]:
    parts = split(name)
    return [w for w in parts if len(fold(w)) > 2 and fold(w) not in vocabulary().particles] if len(parts) > 1 else []


def _key(name: str) -> str:
    return "".join(map(fold, split(name)))


@cache
def _nationalities() -> frozenset[str]:
    """The words of the names of countries and nationalities, folded."""
    table = resources.files("tollbook").joinpath("data/gazetteer/countries.csv").read_text(encoding="utf-8")
    lines = (line for line in io.StringIO(table) if not line.startswith("#"))
    rows = csv.DictReader(lines)
    names = (text for row in rows for text in (row["name"], row["also"], row["people"]))
    return frozenset(fold(word) for text in names if text for word in split(text))
