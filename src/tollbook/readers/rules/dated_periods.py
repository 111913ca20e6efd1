"""Dates that begin or bound the time of several events: "since October 2023", "between October and December"."""

from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook import dates
from tollbook.mentions import DateMention
from tollbook.model import When
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.aftermath import verb_above
from tollbook.readers.rules.language import LOCALE


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
    """Whether a day begins the time in which people were harmed: "500 have been killed since 2022".

    Not that of what goes on since one day: "two guards have been missing since Monday". ``day`` is the first word.
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
    """The "since" that a day follows, or that begins the clause whose day it is: "since the war began in May"."""
    known = lexicon.grammar().earlier.since
    for word in day.ancestors:
        if word.lower_ in known:
            return word
        if word.pos_ in {"VERB", "AUX"}:
            is_clause = word.dep_ == "advcl" and word.i < day.i
            return next((t for t in word.lefts if is_clause and t.dep_ == "mark" and t.lower_ in known), None)
    return None


def _lasts(anchor: Token, verb: Token) -> bool:
    """Whether words tell of what goes on: "has been held", "missing"; not "has detained 300 people"."""
    is_lasting = not lexicon.grammar().earlier.lasting.isdisjoint({anchor.lemma_.lower(), verb.lemma_.lower()})
    return is_lasting and not any(t.dep_ == "dobj" for t in verb.rights)
