"""Dates of several events or of their anniversary: "since October 2023", "the tenth anniversary of the attack"."""

import functools
import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice, takewhile

import msgspec
from msgspec.structs import replace
from spacy.tokens import Token

from tollbook import dates, quantities
from tollbook.mentions import DateMention
from tollbook.model import When
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import is_of

#: Words up the parse that are searched for a word of beginning: "a truce starting on Monday". A preposition and it.
_GOVERNORS = 2


def with_months_joined(mentions: Sequence[DateMention], text: str) -> list[DateMention]:
    """The dates, with two months or years of one period as one: "between October and December 2025"."""
    found: list[DateMention] = []
    for mention in mentions:
        before = found[-1] if found else None
        if before is not None and (joined := _joined(before, mention, text)) is not None:
            found[-1] = joined
        else:
            found.append(mention)
    return found


def _joined(one: DateMention, other: DateMention, text: str) -> DateMention | None:
    if one.precision != other.precision or one.precision not in {"month", "year"} or one.first is None:
        return None
    if other.first is None or not dates.joins(text, (one.start, one.end), other.start, LOCALE):
        return None
    # "Between October and December 2025": both are of the year of the second.
    year = one.first.year if one.basis == "stated" else other.first.year - (one.first.month > other.first.month)
    first = one.first.replace(year=year)
    if first >= other.first:
        return None
    return replace(other, start=one.start, text=text[one.start : other.end], first=first)


def begins(day: Token, anchor: Token) -> bool:
    """Whether a day begins the time in which casualties are counted: "500 have been killed since 2022".

    Not the day of a lasting state: "two guards have been missing since Monday". ``day`` is the first word.
    """
    since, verb = _since(day), verb_above(anchor)
    if since is None or verb is None or _is_compared(day, anchor) or _lasts(anchor, verb):
        return False
    over = since.head.head if since.dep_ == "mark" else verb_above(since)
    # "The number of people killed since June has risen".
    is_of_number = anchor.lemma_.lower() in lexicon.grammar().tally.estimates and anchor.is_ancestor(over or anchor)
    return over is not None and (over == verb or over in verb.conjuncts or (is_of_number and over.dep_ == "acl"))


def _is_compared(day: Token, anchor: Token) -> bool:
    """Whether an event is only compared with a day: "the fifth child shot since May", "the worst since 2008"."""
    since = _since(day)
    if since is None or since == anchor or since.is_ancestor(anchor):
        return False
    verb = verb_above(since)
    nouns = [*takewhile(lambda t: t != verb, since.ancestors), *([verb.head] if verb and verb.dep_ == "acl" else [])]
    return any(t.tag_ == "JJS" or t.ent_type_ == "ORDINAL" for noun in nouns for t in (noun, *noun.lefts))


def to_publication(when: When, published: date | None) -> When:
    """The time from a day to the report: from "since 2022", in a report of 2026, four years."""
    if when.start is None or published is None or when.start >= published:
        return when
    precision = "days" if when.precision == "day" else when.precision
    return replace(when, end=published, precision=precision, time=None, zone=None)


def _since(day: Token) -> Token | None:
    """The "since" before a day, or at the beginning of the clause with the day: "since the war began in May"."""
    known = lexicon.grammar().earlier.since
    for word in day.ancestors:
        if word.lower_ in known:
            return word
        if word.pos_ in {"VERB", "AUX"}:
            is_clause = word.dep_ == "advcl" and word.i < day.i
            return next((t for t in word.lefts if is_clause and t.dep_ == "mark" and t.lower_ in known), None)
    return None


def _lasts(anchor: Token, verb: Token) -> bool:
    """Whether words are about a lasting state: "has been held", "missing"; not "has detained 300 people"."""
    is_lasting = not lexicon.grammar().earlier.lasting.isdisjoint({anchor.lemma_.lower(), verb.lemma_.lower()})
    return is_lasting and not any(t.dep_ == "dobj" for t in verb.rights)


_YEAR = re.compile(r"\d{4}")
#: Tags of the first words of a relative clause: "when", "which", "who".
_RELATIVE = frozenset({"WRB", "WDT", "WP"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``anniversaries.toml``."""

    nouns: frozenset[str]
    passed: frozenset[str]
    since: frozenset[str]
    ago: frozenset[str]
    on: tuple[tuple[str, ...], ...]
    units: frozenset[str]
    endings: tuple[str, ...]
    ordinals: dict[str, int]
    of_years: dict[str, int]
    mourners: frozenset[str]
    mourning: frozenset[str]
    beginning: frozenset[str]
    planned: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("anniversaries", _Words)


def commemorated(anchor: Token, published: date | None) -> When | None:
    """The year of an attack whose anniversary the sentence is about; a day without a date if it counts no years.

    None if a finding is of no such attack, or if the sentence gives its year.
    """
    for word in (anchor, *anchor.ancestors, *_mourning(anchor)):
        if (years := _years_since(word)) is not None:
            return _year(word, years, published)
        if word.lemma_.lower() in _words().nouns and word != anchor:
            years = _years_of(word)
        elif word.lower_ in _words().passed and word.dep_ in {"prep", "ROOT"}:
            years = _years_before(word)
            if years is None:
                continue
        else:
            continue
        return None if _gives_year(word) else _year(word, years, published)
    return None


def is_of_mourning(day: Token, anchor: Token) -> bool:
    """Whether a day is one of mourning: "families of those killed in May marched on Friday"."""
    return any(word.lower_ in _words().mourning for word in _mourning(anchor) if word.i < day.i)


def is_of_plan(day: Token) -> bool:
    """Whether something begins on a day, or is planned for it: "a truce starting Monday", "will begin on Monday"."""
    if parser.was_in_capitals(day.doc):
        return False  # muc4/tst1 was 40.1 with it, and 40.6 without
    begins = next((t for t in islice(day.ancestors, _GOVERNORS) if t.lower_ in _words().beginning), None)
    begun = begins.nbor(-1) if begins is not None and begins.i > begins.sent.start else None
    is_attack = begun is not None and any(p.head == begun for p in phrases.find("events", begun.sent))
    if begun is not None and begun.pos_ == "NOUN" and not is_attack:
        return True
    verb = verb_above(day)
    return verb is not None and any(t.lower_ in _words().planned for t in verb.lefts if t.tag_ == "MD")


def _mourning(anchor: Token) -> tuple[Token, ...]:
    """The verb of mourning by relatives of the dead: "relatives of two men shot in Velmar lit candles"."""
    before, after = anchor.sent[: anchor.i - anchor.sent.start], anchor.doc[anchor.i + 1 : anchor.sent.end]
    verb = next((t for t in after if t.tag_ == "VBD"), None)
    is_of_relatives = any(t.lower_ in _words().mourners and is_of(t.nbor(1)) for t in before)
    if verb is None or not is_of_relatives or any(t.pos_ in {"VERB", "AUX"} for t in before):
        return ()
    # "Relatives of two men who were shot when gunmen attacked a vigil".
    is_below = any(t.dep_ == "mark" or t.tag_ in _RELATIVE for t in anchor.doc[anchor.i + 1 : verb.i])
    return () if is_below else tuple(anchor.doc[verb.i : anchor.sent.end])


def without_weekdays(mentions: Iterable[DateMention], text: str) -> list[DateMention]:
    """The dates without the day of an anniversary: "Wednesday" of "a bomb went off ten years ago on Wednesday"."""
    found: list[DateMention] = []
    for mention in mentions:
        gap = text[found[-1].end : mention.start] if found else ""
        words = found[-1].text.lower().split() if found else []
        if not (words and words[-1] in _words().ago and tuple(gap.split()) in _words().on):
            found.append(mention)
    return found


def _years_since(verb: Token) -> int | None:
    """The number of years since the event of a clause: "Thursday marks 20 years since a bomb killed 31"."""
    since = next((t for t in verb.lefts if t.dep_ == "mark" and t.lower_ in _words().since), None)
    return None if since is None else _years_before(since)


def _years_of(anniversary: Token) -> int | None:
    """The number of years before "anniversary": "tenth", "20th", "one-year"; 100 of a centenary."""
    if (years := _words().of_years.get(anniversary.lemma_.lower())) is not None:
        return years
    for word in (t for child in anniversary.lefts for t in child.subtree):
        ordinal = next((word.lower_.removesuffix(e) for e in _words().endings if word.lower_.endswith(e)), "")
        found = int(ordinal) if ordinal.isdecimal() else quantities.number(word.text, LOCALE)
        if (years := _words().ordinals.get(word.lower_, found)) is not None:
            return years
    return None


def _years_before(preposition: Token) -> int | None:
    """The number of years before "after": "ten years after", "a year after"."""
    unit = preposition.nbor(-1) if preposition.i > preposition.sent.start else preposition
    if unit.lower_ not in _words().units:
        return None
    number = next((t for t in unit.lefts if t.like_num), None)
    if number is None and unit.tag_ == "NN" and any(t.dep_ == "det" for t in unit.lefts):
        return 1  # "a year after"
    return None if number is None else quantities.number(number.text, LOCALE)


def _gives_year(word: Token) -> bool:
    return any(_YEAR.fullmatch(t.text) for t in word.subtree)


def _year(word: Token, years: int | None, published: date | None) -> When:
    if years is None or published is None or years >= published.year:
        return When(text=word.text, basis="relative")
    then = published.year - years
    return When(start=date(then, 1, 1), end=date(then, 12, 31), precision="year", basis="relative", text=word.text)
