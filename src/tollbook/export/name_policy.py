"""Whose names may leave: who is a child, who was harmed, who is quoted, who holds a public office.

Private is whoever is not told of as holding an office. The words for it are data (``profiles/words.toml``).
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources

from tollbook.export.release_profiles import Names, Rules, words
from tollbook.export.spellings import fold, ordinary, words_of
from tollbook.model import Claim, Place, Range, Record, Speaker
from tollbook.record import Contents, Incident

#: Letters of an acronym at most. Chosen by hand: longer ones are words to most readers, and names in capitals begin.
_ACRONYM = 5


class Persons(Record, frozen=True, kw_only=True):
    """Names that are withheld, single names of theirs, and words that are vouched for as no one's name (folded)."""

    withheld: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    vouched: frozenset[str] = frozenset()


def persons(contents: Contents, base: Rules, exceptions: Mapping[str, Rules]) -> Persons:
    """Who is to be left unnamed under these rules. One place that withholds a name withholds it everywhere."""
    officials = {name for claim in contents.claims for name in _officials(claim)}
    minors = {name for name, minor in _harmed(contents) if minor}
    kept, withheld = set(officials), set(base.names.always_withhold)
    outlets = _outlets(contents)
    for name, kind, incident in _named(contents):
        if name in outlets and kind == "speakers":
            continue
        rules = exceptions.get(incident or "", base)
        held = rules.release == "drop" or _withheld(rules.names, name, kind, minors=minors, officials=officials)
        (withheld if held else kept).add(name)
    allowed = {_key(name) for name in base.names.always_keep}
    withheld = {name for name in withheld if _key(name) not in allowed}
    kept = {name for name in kept | set(base.names.always_keep) if name not in withheld}
    vouched = {fold(word) for text in (*kept, *_bodies_and_places(contents)) for word in split(text)}
    return Persons(
        withheld=frozenset(withheld),
        parts=frozenset(
            part for name in withheld for part in _parts(name) if fold(part) not in vouched | ordinary()
        ),
        vouched=frozenset(vouched | ordinary() | _peoples()),
    )  # fmt: skip


def split(text: str) -> list[str]:
    """The words of a text."""
    return [text[start:end] for start, end in words_of(text)]


def is_name(text: str) -> bool:
    """Whether this can be a person's name: few words, each with a capital, none of them a word for a body."""
    found = split(text)
    if not 0 < len(found) <= 5 or any(fold(word) in words().bodies for word in found):
        return False
    if not all(word[0].isupper() or fold(word) in words().particles for word in found):
        # Scripts without capitals: any short phrase may be a name.
        return not any(word[0].islower() for word in found)
    return len(found) > 1 or not (fold(found[0]) in ordinary() | _peoples() or is_acronym(found[0]))


def is_acronym(word: str) -> bool:
    """Whether a word is short and all capitals ("CNN"): a body's name, where the text around is not all capitals."""
    return word.isupper() and 1 < len(word) <= _ACRONYM


def is_official(speaker: Speaker) -> bool:
    """Whether someone is told of as holding a public office, or speaking for one who does."""
    said = {fold(word) for word in split(f"{speaker.role or ''}")}
    return bool(said & words().offices) and not said & words().private


def is_child(age: Range | None, *described: str) -> bool:
    """Whether an age lies under 18, or the words are for a child."""
    told = next((n for n in (age.best, age.high, age.low) if n is not None), None) if age else None
    return (told is not None and told < 18) or any(fold(w) in words().minors for text in described for w in split(text))


def _named(contents: Contents) -> Iterator[tuple[str, str, str | None]]:
    """Every name of a person, as what he stands there, and in which incident."""
    for claim in contents.claims:
        for name in claim.people.names if claim.people else ():
            yield name, "victims", claim.incident
        for speaker in claim.speakers:
            if speaker.name and speaker.role != "outlet" and is_name(speaker.name):
                yield speaker.name, "speakers", claim.incident
        for actor in claim.by:
            if actor.kind == "individual" and is_name(actor.name):
                yield actor.name, "accused", claim.incident
    for incident in contents.incidents:
        for victim in incident.victims:
            if victim.name:
                yield victim.name, "victims", incident.id
        yield from ((name, kind, incident.id) for name, kind in _told(incident))


def _outlets(contents: Contents) -> set[str]:
    named = {speaker.name for claim in contents.claims for speaker in claim.speakers if speaker.role == "outlet"}
    return {name for name in named | {report.outlet for report in contents.reports} if name}


def _told(incident: Incident) -> Iterator[tuple[str, str]]:
    for actor in incident.perpetrators:
        if actor.kind == "individual" and is_name(actor.name):
            yield actor.name, "accused"
    for statement in incident.statements:
        if is_name(statement.speaker):
            yield statement.speaker, "speakers"


def _withheld(names: Names, name: str, kind: str, *, minors: set[str], officials: set[str]) -> bool:
    if name in minors:
        return names.minors == "withhold"
    if name in officials:
        return False
    return {"victims": names.victims, "speakers": names.speakers, "accused": names.accused}[kind] == "withhold"


def _officials(claim: Claim) -> Iterator[str]:
    for speaker in claim.speakers:
        if speaker.name and speaker.role != "outlet" and is_official(speaker):
            yield speaker.name
    if claim.people and len(claim.people.names) == 1:
        told = Speaker(name=None, role=" ".join(claim.people.roles))
        if is_official(told):
            yield claim.people.names[0]


def _harmed(contents: Contents) -> Iterator[tuple[str, bool]]:
    for claim in contents.claims:
        if claim.people:
            child = is_child(claim.people.age, claim.people.text, *claim.people.roles)
            yield from ((name, child) for name in claim.people.names)
    for incident in contents.incidents:
        yield from ((v.name, is_child(v.age, v.description)) for v in incident.victims if v.name)


def _bodies_and_places(contents: Contents) -> Iterator[str]:
    """Names that are no person's: places, outlets, organisations, sites and weapons."""
    yield from (report.outlet for report in contents.reports if report.outlet)
    for claim in contents.claims:
        yield from _around(claim)
    for mention in contents.places():
        yield from (mention.text, *_place(mention.place))


def _around(claim: Claim) -> Iterator[str]:
    for speaker in claim.speakers:
        if speaker.name and speaker.role == "outlet":
            yield speaker.name
        elif speaker.name and split(speaker.name) and not is_name(speaker.name):
            yield from _vouching(speaker.name)
        yield speaker.organisation or ""
    yield from (actor.name for actor in claim.by if actor.kind == "organisation")
    yield from (thing.name for thing in (*claim.sites, *claim.with_))
    if claim.place:
        yield from _place(claim.place)


def _vouching(text: str) -> Iterable[str]:
    """A short phrase for a body vouches for its words; one that may hold a person's name as well does not."""
    found = split(text)
    body = any(fold(word) in words().bodies for word in found)
    named = fold(found[0]) == "the" and all(word[0].isupper() for word in found[1:])
    return [text] if (body or named) and len(found) <= 5 and "," not in text else []


def _place(place: Place) -> tuple[str, ...]:
    return place.name, place.admin1 or "", place.country_name or ""


def _parts(name: str) -> list[str]:
    found = split(name)
    return [w for w in found if len(fold(w)) > 2 and fold(w) not in words().particles] if len(found) > 1 else []


def _key(name: str) -> str:
    return "".join(map(fold, split(name)))


@cache
def _peoples() -> frozenset[str]:
    """Countries and what their people are called."""
    table = resources.files("tollbook").joinpath("data/gazetteer/countries.csv").read_text(encoding="utf-8")
    lines = (line for line in io.StringIO(table) if not line.startswith("#"))
    rows = csv.DictReader(lines)
    told = (text for row in rows for text in (row["name"], row["also"], row["people"]))
    return frozenset(fold(word) for text in told if text for word in split(text))
