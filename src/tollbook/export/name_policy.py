"""Finds the names that a profile withholds: of children, victims, quoted persons and accused persons, not officials.

A person counts as private unless a report describes them as holding a public office. The words for offices are data
(``profiles/words.toml``).
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from tollbook.export import name_redaction, record_texts
from tollbook.export.known_words import is_name, known_words, sharing
from tollbook.export.name_contexts import contexts
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.release_profiles import NameRules, ReleaseRules, vocabulary
from tollbook.export.spellings import clears, fold, key, part_of, split
from tollbook.model import Claim, Range, Record, Speaker
from tollbook.person import Person
from tollbook.record import Contents, Incident

#: Words of the longest unknown name, and letters of the longest word. Chosen by hand: longer ones are sentences in a
#: script without capitals or without blanks. Their single words are withheld.
_MOST_WORDS, _MOST_LETTERS = 8, 40


class WithheldNames(Record, frozen=True, kw_only=True):
    """Names to withhold, the single names in them, and words that are known not to be names.

    ``cleared`` are such words, ``kept`` phrases that stay as a whole, ``shared`` the words of withheld names that no
    place and no description may have, all folded. ``unknown`` is true if unknown names are withheld anywhere.
    """

    withheld: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    cleared: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()
    unknown: bool = False


def withheld_names(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> WithheldNames:
    """The names to withhold under these rules. A name withheld in one place is withheld everywhere."""
    withheld, released = _decided(contents, base, exceptions)
    if all(rules.names.unknown == "keep" for rules in (base, *exceptions.values())):
        cleared = known_words(contents, released, withheld, None).words
        return WithheldNames(withheld=frozenset(withheld), parts=_parts(withheld, cleared), cleared=cleared)
    allowed = {key(name) for name in base.names.always_keep}
    texts = frozenset(record_texts.texts(contents))
    used = contexts(texts)
    is_released = part_of(released)
    withheld |= {
        name for name in used.persons if not is_released(set(map(fold, split(name)))) and key(name) not in allowed
    }
    known = known_words(contents, released, withheld, used.places)
    whole = NameMatcher((), kept=known.phrases)
    unknown = {run for text in texts for run in name_redaction.unknown(text, known.words, whole.kept_spans(text))}
    return WithheldNames(
        # A single unknown word may be an ordinary one that begins a sentence, so it needs a capital letter.
        withheld=frozenset(withheld | {run for run in unknown if 1 < len(split(run)) <= _MOST_WORDS}),
        parts=_parts(withheld, known.words) | _words(unknown, known.words),
        cleared=known.words,
        kept=known.phrases,
        shared=sharing(withheld),
        unknown=True,
    )


def _decided(
    contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]
) -> tuple[set[str], set[str]]:
    """The names of persons in the records that the rules withhold, and those that they release."""
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
    allowed = {key(name) for name in base.names.always_keep}
    withheld = {name for name in withheld if key(name) not in allowed}
    return withheld, {name for name in released | set(base.names.always_keep) if name not in withheld}


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
    """The names of every person record: a corrected name may be in no claim."""
    yield from contents.persons
    for incident in contents.incidents:
        yield from incident.persons


def _names_of(person: Person) -> set[str]:
    return {name for name in (person.name, *person.names, *(s.name for s in person.sources)) if name}


def _named_by(claim: Claim) -> Iterator[tuple[str, str]]:
    """The persons of a claim; for a settled name, the preferred one and the one in the report."""
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
    for people in claim.people.each if claim.people else ():
        described = Speaker(name=None, role=" ".join(people.roles))
        if len(people.names) == 1 and is_official(described):
            yield people.names[0]


def _victims(contents: Contents) -> Iterator[tuple[str, bool]]:
    for people in (each for claim in contents.claims if claim.people for each in claim.people.each):
        child = is_child(people.age, people.text, *people.roles)
        yield from ((name, child) for name in people.names)
    for incident in contents.incidents:
        yield from ((v.name, is_child(v.age, v.description)) for v in incident.victims if v.name)
    for person in _persons(contents):
        child = is_child(person.age, person.description, *person.roles)
        yield from ((name, child) for name in _names_of(person))


def _parts(names: Iterable[str], cleared: AbstractSet[str]) -> frozenset[str]:
    """The single names in names of several words."""
    return frozenset(word for word in _words((n for n in names if len(split(n)) > 1), cleared) if len(fold(word)) > 2)


def _words(names: Iterable[str], cleared: AbstractSet[str]) -> frozenset[str]:
    """The words of names, with both "McGuire" and "Guire"; without initials and words known not to be names."""
    words = {word for name in names for word in (*split(name), *name.split())}
    particles = vocabulary().particles
    names_only = (word for word in words if fold(word) not in particles and not clears(word, cleared))
    return frozenset(word for word in names_only if 1 < len(fold(word)) <= _MOST_LETTERS)
