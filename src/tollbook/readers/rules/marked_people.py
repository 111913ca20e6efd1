"""The people of marked words: names with age, role and relatives, which a reader takes from whole sentences only."""

import functools
import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace
from spacy.tokens import Token

from tollbook.model import People, Range
from tollbook.quantities import number
from tollbook.readers.rules.casualties import composition
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.own_names import PLURAL_TAGS
from tollbook.readers.rules.persons.people import PersonPhrase, is_person, persons
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import age_beside_name, age_inside, name_lexicon, role_after_name
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_of

#: Nobody is older.
_OLDEST = 115


class _Kin(msgspec.Struct, frozen=True):
    nouns: frozenset[str]
    owners: frozenset[str]


@functools.cache
def _name() -> re.Pattern[str]:
    """A name where marked words have one: words in capitals, with the small words of names between them."""
    particles = lexicon.alternatives(name_lexicon().particles)
    return re.compile(rf"\b[^\W\d_a-z][\w'’.-]*(?: (?:(?:{particles}) )*[^\W\d_a-z][\w'’.-]*)*")


@functools.cache
def _kin() -> _Kin:
    return language.lexicon("kin", _Kin)


def people(document: Document, start: int, end: int, read: People | None = None) -> People | None:
    """The people of the words at ``[start, end)``, completed from ``read``; None if the words name nobody."""
    found = phrase(document, start, end)
    names = _names(document, start, end)
    described = found.people if found is not None else None
    if found is None or not (found.counted or found.people.names or found.people.age):
        described = _aged(document, start, end) or described
    known = read or described
    if known is None and not names:
        return None
    text = document.text[start:end]
    known = known or People(text=text)
    # A name from the context belongs to somebody else if the words have a name.
    every = tuple(dict.fromkeys([*(n for n in known.names if not names or n in text), *names]))
    tokens = _tokens(document, start, end)
    nouns = [t for t in tokens if t.lower_ in lexicon.sex_of_noun()]
    return replace(
        known,
        names=every,
        age=known.age or _age(text, every),
        sex=known.sex or next((lexicon.sex_of_noun()[t.lower_] for t in nouns), None),
        roles=known.roles or tuple(_roles(document, tokens, text, every)) or _occupation(found),
        kin=known.kin or tuple(_relatives(tokens)),
    )


def phrase(document: Document, start: int, end: int) -> PersonPhrase | None:
    """The widest phrase for people among the words, one with a number first."""
    heads = [t for t in _tokens(document, start, end) if is_person(t) or composition.heads_people(t)]
    found = [p for head in heads if (p := persons(head)) is not None and p.start < end and start < p.end]
    return max(found, key=lambda p: (p.counted, bool(p.people.names), p.end - p.start), default=None)


def _occupation(found: PersonPhrase | None) -> tuple[str, ...]:
    """The noun for one person whose age is stated, unless it fits anybody: "a 17-year-old apprentice"."""
    if found is None or found.people.age is None or found.head.pos_ != "NOUN" or found.head.tag_ in PLURAL_TAGS:
        return ()
    noun = found.head.lower_
    anybody = noun in lexicon.sex_of_noun() or noun in words().anyone or noun in _kin().nouns
    return () if anybody else (noun,)


def _aged(document: Document, start: int, end: int) -> People | None:
    """One person by age and a noun that need not mean people elsewhere: "a 17-year-old apprentice"."""
    for head in _tokens(document, start, end):
        if head.pos_ == "NOUN" and (head.i + 1 == len(head.doc) or head.nbor().pos_ not in {"NOUN", "PUNCT"}):
            before = head.doc[head.left_edge.i : head.i].text
            if (age := _age(before, ())) is not None:
                return People(text=f"{before} {head.text}", age=age, roles=(head.lower_,))
    return None


def _tokens(document: Document, start: int, end: int) -> list[Token]:
    span = document.doc.char_span(start, end, alignment_mode="expand")
    return [] if span is None else list(span)


def _names(document: Document, start: int, end: int) -> tuple[str, ...]:
    """The names of persons that the layers know among the words, else capitals that are no place."""
    tokens = _tokens(document, start, end)
    inside = {t.i for t in tokens}
    named = [n.text for n in person_names.names(document.doc) if inside & set(range(n.first, n.end))]
    if named:
        return tuple(dict.fromkeys(named))
    text = document.text[start:end]
    places = [m for m in document.places if m.start < end and start < m.end]
    found = []
    for match in _name().finditer(text):
        at = start + match.start()
        token = document.token_at(at)
        opens = token is not None and token.is_sent_start and not age_beside_name().match(text[match.end() :])
        common = token is not None and token.pos_ not in {"PROPN", "NOUN", "ADJ"}
        if not (opens or common or any(m.start < at + len(match[0]) and at < m.end for m in places)):
            found.append(match[0])
    # One word in capitals may be anything; with an age after it, or marked alone, it is a name.
    aged = (n for n in found if age_beside_name().match(text[text.index(n) + len(n) :]))
    known = {*aged, *(n for n in found if " " in n or n == text.strip())}
    return tuple(n for n in found if n in known)


def _age(text: str, names: tuple[str, ...]) -> Range | None:
    value = None
    if (match := age_inside().search(text)) is not None:
        value = number(match[1] or match[3], LOCALE)
    elif len(names) == 1 and names[0] in text:
        after = age_beside_name().match(text[text.index(names[0]) + len(names[0]) :])
        value = int(after[1]) if after else None
    return None if value is None or value > _OLDEST else Range(low=value, best=value, high=value)


def _roles(document: Document, tokens: list[Token], text: str, names: tuple[str, ...]) -> Iterator[str]:
    """The roles of one named person: "nurse Anira Dost", "Anira Dost, 41, a nurse"."""
    if len(names) != 1 or names[0] not in text:
        return
    name = person_names.names(document.doc)
    first = next((n.first for n in name if n.text == names[0] and any(n.first <= t.i < n.end for t in tokens)), None)
    before = document.doc[first - 1] if first else None
    if before is not None and before.pos_ == "NOUN" and before.lower_ not in _kin().nouns and is_person(before):
        yield before.text
    after = role_after_name().match(text[text.index(names[0]) + len(names[0]) :])
    if after:
        yield after[1].strip()


def _relatives(tokens: list[Token]) -> Iterator[str]:
    """The relatives of the person: "her son" in "her son Hamid", "son of Mara Dost"."""
    for token in tokens:
        if token.lemma_.lower() not in _kin().nouns and token.lower_ not in _kin().nouns:
            continue
        owner = next((t for t in token.lefts if t.lower_ in _kin().owners or t.dep_ == "poss"), None)
        of = next((t for t in token.rights if is_of(t)), None)
        if owner is not None:
            yield token.doc[owner.left_edge.i : token.i + 1].text
        elif of is not None:
            yield token.doc[token.i : of.right_edge.i + 1].text
