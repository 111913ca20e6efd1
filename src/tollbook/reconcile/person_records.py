"""Persons as records: every spelling, age, role, relative and fate that reports give, each with its claim and words."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from tollbook.mentions import DOUBTING
from tollbook.model import Claim, Place, Range, Span, VictimEffect, When
from tollbook.person import Person, PersonRulings, PersonSource
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import number_independent
from tollbook.reconcile.listed_persons import described_by, listed_persons
from tollbook.reconcile.person_mentions import EFFECTS, VictimMention
from tollbook.reconcile.persons import PersonMentions, effect_of

#: "her son", "the mother of Ana Brod", "Ana Brod's mother": the words for a relative are put in.
_KIN = (
    r"\b(?:(?:his|her|their|my)\s+(?:[\w-]+\s+){{0,2}}?(?:{nouns})\b"
    r"|(?:{nouns})\s+of\s+{name}|{name}['’]s\s+(?:{nouns})\b)"
)
_NAME = r"[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*){0,3}"
#: Code points before the words of a person in which "her son" may be.
_BEFORE = 24
#: Code points after the words of a person in which "who died on Sunday" may be.
_AFTER = 40
#: The years from which on a person is grown up, and old.
ADULT, OLD = 18, 60
AgeGroup = Literal["child", "adult", "old", "unknown"]


class PersonContext(msgspec.Struct, frozen=True):
    """The parts of an incident that person records use: its id, day and place, and the source of each claim."""

    incident: str
    when: When | None
    place: Place | None
    source_of: Mapping[str, str]
    #: The text of each report, to find "her son" before a name.
    texts: Mapping[str, str]
    #: The outcomes of which the figures are one person.
    single: tuple[VictimEffect, ...] = ()


def person_records(
    groups: Sequence[PersonMentions], about: PersonContext, rulings: PersonRulings
) -> tuple[Person, ...]:
    """The persons of one incident, in the order of :func:`order`; ``groups`` are as ``persons.persons`` gives them."""
    listed = listed_persons(groups, rulings)
    return tuple(sorted((person_record(each, about, rulings) for each in listed), key=order))


def order(person: Person) -> tuple[object, ...]:
    """The order of lists: named persons first, gravest fate first, by name."""
    name = person.name or person.description
    return person.name is None, EFFECTS.index(person.fate), name_matching.key(name), person.id


def person_record(mentions: PersonMentions, about: PersonContext, rulings: PersonRulings) -> Person:
    """The record of one person: the gravest fate, the fullest name, and all that reports say, with corrections."""
    sources = tuple(_source(m, about) for m in sorted(mentions, key=_position))
    fate = effect_of(mentions)
    person = Person(
        id=min(m.id for m in mentions),
        incidents=(about.incident,),
        only=fate in about.single,
        fate=fate,
        place=about.place or next((m.claim.place for m in mentions if m.claim.place), None),
        independent_sources=number_independent({m.claim.id: m.claim for m in mentions}.values(), about.source_of),
        sources=sources,
        **_reported_fields(sources),
    )
    when = _day([s for s in sources if s.fate == fate]) or about.when
    return corrected(msgspec.structs.replace(person, when=when), {m.id for m in mentions}, rulings)


def _reported_fields(sources: Sequence[PersonSource]) -> dict[str, Any]:
    """The fields that sources give: the most frequent values, and every spelling, role and relative."""
    names = [s.name for s in sources if s.name]
    description = commonest([s.description for s in sources if s.description and s.description not in names])
    return {
        "name": commonest(names, fullest=True),
        "names": tuple(sorted(set(names))),
        "description": description or "",
        "age": _ages([s.age for s in sources if s.age is not None]),
        "sex": commonest([s.sex for s in sources if s.sex]),
        "status": commonest([s.status for s in sources if s.status != "unknown"]) or "unknown",
        "roles": _distinct(role for s in sources for role in s.roles),
        "kin": _distinct(words for s in sources for words in s.kin),
        "inferred": bool(names) and all(s.inferred for s in sources if s.name),
        "in_doubt": all(s.stance in DOUBTING for s in sources),
    }


def corrected(person: Person, mentions: Iterable[str], rulings: PersonRulings) -> Person:
    """The person with the fields that people set, the last setting of each; and the decisions on its sources."""
    own = set(mentions)
    change: dict[str, Any] = {}
    for correction in rulings.corrections:
        if correction.mention in own:
            change |= correction.change
    decisions = tuple(dict.fromkeys(d for m in sorted(own) for d in rulings.decisions.get(m, ())))
    if not change:
        return msgspec.structs.replace(person, decisions=decisions) if decisions else person
    if change.get("name"):
        change |= {"names": tuple(sorted({*person.names, change["name"]})), "inferred": False}
    fields = tuple(sorted(set(change) - {"names", "inferred"}))
    if "fate" in change:
        change = {"in_doubt": False} | change
    plain = person.to_dict() | change | {"corrected": fields, "decisions": decisions}
    return msgspec.convert(plain, Person)


def merged(people: Iterable[Person], rulings: PersonRulings) -> tuple[Person, ...]:
    """Persons of all incidents, with those that a decision calls one joined over incidents; in the order of lists."""
    every = list(people)
    if not rulings.set_of:
        return tuple(sorted(every, key=order))
    joined: dict[str, list[Person]] = {}
    for person in every:
        sets = {rulings.set_of[s.id] for s in person.sources if s.id in rulings.set_of}
        together = {id(group): group for name in sets if (group := joined.get(name)) is not None}
        group = [*(p for each in together.values() for p in each), person]
        joined |= {rulings.set_of.get(s.id, s.id): group for p in group for s in p.sources}
    groups = {id(group): group for group in joined.values()}.values()
    return tuple(sorted((_joined(group, rulings) for group in groups), key=order))


def _joined(people: Sequence[Person], rulings: PersonRulings) -> Person:
    if len(people) == 1:
        return people[0]
    ordered = sorted(people, key=lambda p: (EFFECTS.index(p.fate), p.id))
    first, sources = ordered[0], tuple(sorted((s for p in ordered for s in p.sources), key=lambda s: (s.report, s.id)))
    person = msgspec.structs.replace(
        first,
        id=min(s.id for s in sources),
        incidents=tuple(sorted({name for p in people for name in p.incidents})),
        independent_sources=sum(p.independent_sources for p in people),
        sources=sources,
        corrected=(),
        decisions=(),
        **_reported_fields(sources),
    )
    return corrected(person, [s.id for s in sources], rulings)


def age_group(person: Person) -> AgeGroup:
    """The age group by the age given, else by the words that describe the person."""
    if person.age is not None:
        years = next((n for n in (person.age.best, person.age.low, person.age.high) if n is not None), None)
        if years is not None:
            return "child" if years < ADULT else "adult" if years < OLD else "old"
    described = " ".join((person.description, *person.roles, *person.kin))
    words, lists = set(name_matching.all_words(described)), name_matching.word_lists()
    if not words.isdisjoint(lists.children):
        return "child"
    return "unknown" if words.isdisjoint(lists.grown) else "adult"


def commonest(values: Sequence[str], *, fullest: bool = False) -> str | None:
    """The most frequent value; with ``fullest``, the most frequent of those with the most words."""
    times = Counter(values)
    return max(times, key=lambda v: (len(name_matching.name_words(v)) if fullest else 0, times[v], v), default=None)


def kin(text: str) -> tuple[str, ...]:
    """The words for a relative in a phrase: "her son", "mother of Ana Brod"."""
    return _distinct(m.group() for m in _kin_pattern().finditer(text))


@cache
def _kin_pattern() -> re.Pattern[str]:
    nouns = "|".join(sorted(name_matching.word_lists().relations, key=len, reverse=True))
    return re.compile(_KIN.format(nouns=nouns, name=_NAME))


def _source(mention: VictimMention, about: PersonContext) -> PersonSource:
    claim, people = mention.claim, mention.people
    alone = mention.name is None or len(people.names) == 1
    return PersonSource(
        id=mention.id,
        claim=claim.id,
        report=claim.report,
        quote=claim.quote[slice(*_own_words(mention))],
        speakers=claim.speakers,
        name=mention.name,
        description=_description(mention) if alone else "",
        age=mention.age,
        sex=people.sex if alone else None,
        status=people.status if alone else "unknown",
        roles=people.roles if alone else (),
        kin=kin(f"{_before(mention, about)}{people.text}") if alone else (),
        inferred=people.inferred and mention.name is not None,
        fate=mention.effect,
        stance=claim.stance,
        when=claim.when if alone and _states_day(claim, about) else None,
    )


def _own_words(mention: VictimMention) -> Span:
    """The code points of the quote of a claim that are about a person: all, or those of one of several persons."""
    quote, text = mention.claim.quote, mention.people.text
    at = quote.lower().find(text.lower()) if mention.is_member else -1
    return (0, len(quote)) if at < 0 else (at, at + len(text))


def _description(mention: VictimMention) -> str:
    """The words that describe a person; empty if they are only the name, with its title or rank."""
    text, name = mention.people.text, mention.name or ""
    if not described_by(mention) or text in name:
        return ""
    rest = (
        set(name_matching.all_words(text.replace(name, " "))) if name and name in text else set(described_by(mention))
    )
    ranks = set(name_matching.all_words(" ".join(mention.people.roles))) | name_matching.word_lists().titles
    return "" if name and rest <= ranks else text


def _before(mention: VictimMention, about: PersonContext) -> str:
    """The words right before a person up to the last comma or full stop, where "her son" may be."""
    start = mention.claim.start + _own_words(mention)[0]
    text = about.texts.get(mention.claim.report, "")[max(0, start - _BEFORE) : start]
    return re.split(r"[,.;:]|\band\b", text)[-1] if mention.name else ""


def _states_day(claim: Claim, about: PersonContext) -> bool:
    """Whether the day of a claim is in its own words or right after them, not elsewhere in the sentence."""
    words = claim.when.text if claim.when is not None else ""
    if not words or claim.report not in about.texts:
        return bool(words) or claim.when is not None
    following = re.split(r"[.;]|\sand\s", about.texts[claim.report][claim.end : claim.end + _AFTER])[0]
    return words in claim.quote or words in following


def _position(mention: VictimMention) -> tuple[str, int, int, str]:
    return mention.claim.report, mention.claim.start, mention.claim.end, mention.id


def _ages(ages: Sequence[Range]) -> Range | None:
    """The lowest, the most frequent and the highest age given."""
    if not ages:
        return None
    lows = [n for a in ages if (n := a.low if a.low is not None else a.best) is not None]
    highs = [n for a in ages if (n := a.high if a.high is not None else a.best) is not None]
    times = Counter(a.best for a in ages if a.best is not None)
    best = max(times, key=lambda n: (times[n], -n), default=None)
    return Range(low=min(lows, default=None), best=best, high=max(highs, default=None))


def _day(sources: Sequence[PersonSource]) -> When | None:
    """The day that most sources of a fate state; of equals the earliest."""
    stated = [s.when for s in sources if s.when is not None and s.when.start is not None]
    times = Counter((w.start, w.end) for w in stated)
    return min(stated, key=lambda w: (-times[w.start, w.end], w.start, str(w)), default=None)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({" ".join(v.split()) for v in values if v.strip()}))
