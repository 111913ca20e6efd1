"""Who is said to have done it: people by description, bodies by name, as far as the words go.

"Members of the Corvan Front" are both: people so described, and the body they are said to belong to. A body is known by
its name, by the acronym beside it, or by being one of its kind ("the army"); "a group of armed men" is armed men.
"""

import functools
import re
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.model import Actor
from tollbook.readers.rules import language, phrases
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.casualties.factuality import mood, negated
from tollbook.readers.rules.parser import entities

#: "Corvan Liberation Front (CLF)", "CLF [Corvan Liberation Front]": a body's name and its acronym.
_NAME = r"(?:[A-Z][^\W\d_]+[ -])(?:(?:of|for|and|the|de|del|[A-Z][^\W\d_]+)[ -]){0,7}[A-Z][^\W\d_]+"
_LONG_SHORT = re.compile(rf"({_NAME})\s?[\[(]([A-Z][A-Z-]{{1,9}})[\])]")
_SHORT_LONG = re.compile(rf"\b([A-Z][A-Z-]{{1,9}})\s?[\[(]({_NAME})[\])]")
_LEADING = re.compile(r"^(?:\[[^\]]*\]\s*|(?:the|a|an|our|their|his|her|its|some)\s+)+", re.I)
#: Institutions whose names before a noun only describe it: "government troops", "military uniforms".
_ADJECTIVES = frozenset({"government", "state", "military", "regime"})
_DESCRIBING = frozenset({"amod", "compound", "nmod", "nummod", "acl", "relcl"})
_PEOPLES = frozenset({"NORP", "GPE", "LOC"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/actors.toml``."""

    individual: frozenset[str]
    vague: frozenset[str]
    organisation: frozenset[str]
    body: frozenset[str]
    part: frozenset[str]
    collective: frozenset[str]
    acts: frozenset[str]
    blame: frozenset[str]
    involved: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("actors", _Words)


def find(agent: Token | None) -> tuple[Actor, ...]:
    """Those whom ``agent`` and what it is listed with name; empty where the words can name nobody who acts."""
    if agent is None:
        return ()
    found: dict[str, Actor] = {}
    for head in (agent, *(t for t in agent.conjuncts if t.i > agent.i)):
        for actor in _of_phrase(head):
            found.setdefault(actor.name.lower(), actor)
    return tuple(found.values())


def is_actor(token: Token) -> bool:
    """Whether the word can name those who did it."""
    return _is_people(token) or _is_collective(token) or _is_body(token) or _is_named_person(token)


def behind(sentence: Sentence) -> tuple[Actor, ...]:
    """Whom a sentence names as behind an attack: "attack by X", "blamed on X", or who acts in a verb of attack."""
    for token in (*_authors(sentence), *_blamed(sentence), *_doers(sentence), *_involved(sentence)):
        if found := find(token):
            return found
    return ()


def _of_phrase(head: Token) -> Iterator[Actor]:
    inner = _members(head)
    if inner is not None and _is_collective(head) and (_is_people(inner) or _is_collective(inner)):
        yield from _of_phrase(inner)
    elif _in(head, _words().body) and _is_body(head):
        yield _body(head)
    elif _is_people(head) or (_is_collective(head) and _described(head)):
        body = inner if inner is not None and _is_body(inner) else _affiliation(head)
        yield Actor(name=_words_of(head) + _whose(head, body, inner), kind="individual")
        if body is not None:
            yield _body(body)
    elif _is_body(head) or _is_named_many(head):
        yield _body(head)
    elif _is_named_person(head):
        yield Actor(name=_words_of(head), kind="individual")


def _whose(head: Token, body: Token | None, inner: Token | None) -> str:
    """What "members" are members of: without it the word says nothing."""
    belongs = body is not None and body is inner and _in(head, _words().part)
    return f" of {_body(body).name}" if body is not None and belongs else ""


def _members(head: Token) -> Token | None:
    """The noun in "members of the Front", "a group of armed men"."""
    prep = next((t for t in head.rights if t.dep_ == "prep" and t.lower_ in {"of", "from"}), None)
    return None if prep is None else next((t for t in prep.children if t.dep_ == "pobj"), None)


def _is_people(token: Token) -> bool:
    if token.ent_type_ == "PERSON":
        return False
    return _in(token, _words().individual) or (_in(token, _words().vague) and _described(token))


def _is_collective(token: Token) -> bool:
    return _in(token, _words().collective)


def _is_named_person(token: Token) -> bool:
    return token.ent_type_ == "PERSON" and token.pos_ == "PROPN" and not _is_place(token)


def _is_named_many(token: Token) -> bool:
    """ "The Owls": a name with an article is no person's."""
    return _is_named_person(token) and any(t.dep_ == "det" for t in token.lefts)


def _is_body(token: Token) -> bool:
    """A body by its own name, by acronym, as an institution, or a state."""
    if _is_acronym(token):
        return True
    if token.pos_ not in {"NOUN", "PROPN"}:
        return False
    if _institution(token) is not None:
        return not any(t.lower_ in _words().individual for t in token.lefts)
    if _in(token, _words().body):
        return _named(token)
    if token.ent_type_ == "GPE":
        return any(e.kind == "country" for e in gazetteer.lookup(_entity(token)))
    return token.ent_type_ == "ORG" and token.pos_ == "PROPN" and not _is_place(token)


def _is_acronym(token: Token) -> bool:
    """Letters in capitals that the text explains, or that the tagger takes for the name of a body."""
    if not (token.text.isupper() and token.is_alpha and len(token) > 2):
        return False
    return token.text in _spelt_out(token.doc.text) or (token.ent_type_ == "ORG" and not _is_place(token))


def _in(token: Token, words: frozenset[str]) -> bool:
    return token.lemma_.lower() in words or token.lower_ in words or token.lower_.removesuffix("s") in words


def _institution(token: Token) -> int | None:
    """Where the longest institution ending at the token begins ("national guard"), None where none does."""
    doc = token.doc
    for first in (token.i - 1, token.i):
        if first >= token.sent.start and doc[first : token.i + 1].text.lower() in _words().organisation:
            return first
    return first if _in(token, _words().organisation) else None


def _named(head: Token) -> bool:
    """Whether the head of a body's name has a name with it that is more than a people's or a place's."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "amod", "nmod", "poss"} and t.text[0].isupper()]
    if head.text[0].isupper():
        return bool(before) or _members(head) is not None
    return any(gazetteer.country_of_people(t.text) is None and t.ent_type_ not in {"GPE", "LOC"} for t in before)


def _is_place(token: Token) -> bool:
    return bool(gazetteer.lookup(_entity(token)))


def _entity(token: Token) -> str:
    return next((e.text for e in entities(token.doc) if e.start <= token.i < e.end), token.text).removeprefix("the ")


def _affiliation(head: Token) -> Token | None:
    """The body in "Front guerrillas", "army soldiers": a name or an institution right before the noun."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "nmod", "poss", "amod"}]
    if not before:
        return None
    token = before[-1]
    named = token.pos_ == "PROPN" and token.is_alpha and token.ent_type_ not in {*_PEOPLES, "PERSON"}
    if _is_acronym(token) or (named and not _is_place(token)):
        return token
    return token if _in(token, _words().organisation) and token.lower_ not in _ADJECTIVES else None


def _described(head: Token) -> bool:
    """Whether a word that could be anybody says more: a bare "the group" only points back."""
    return _members(head) is not None or any(t.dep_ in _DESCRIBING for t in head.children)


def _body(head: Token) -> Actor:
    """A body under its fullest name in the report."""
    name = _words_of(head)
    inner = _members(head)
    if head.text[0].isupper() and inner is not None and inner.pos_ == "PROPN":
        name = f"{name} of {_words_of(inner)}"
    return Actor(name=_spelt_out(head.doc.text).get(name, name), kind="organisation")


def _words_of(head: Token) -> str:
    """The words up to the head, without articles, "our" and notes in brackets."""
    start, end = phrases.noun_phrase(head)
    return _plain(_LEADING.sub("", phrases.words(head.doc, start, end)))


def _plain(name: str) -> str:
    return " ".join(name.split()).strip("\"'“”‘’ ")


@functools.lru_cache(maxsize=8)
def _spelt_out(text: str) -> dict[str, str]:
    """The acronyms that a text explains, with the names they stand for."""
    told = {m[2]: _plain(_LEADING.sub("", m[1])) for m in _LONG_SHORT.finditer(text)}
    return {m[1]: _plain(_LEADING.sub("", m[2])) for m in _SHORT_LONG.finditer(text)} | told


def _authors(sentence: Sentence) -> Iterator[Token]:
    """ "Shelling by the army", "the army's shelling"."""
    for phrase in phrases.find("events", sentence):
        for child in phrase.head.children:
            if child.dep_ == "prep" and child.lower_ == "by":
                yield from (t for t in child.children if t.dep_ == "pobj" and is_actor(t))
            elif child.dep_ in {"poss", "amod", "compound"} and child.ent_type_ in {"NORP", "ORG"}:
                yield child


def _blamed(sentence: Sentence) -> Iterator[Token]:
    """ "Blamed on the rebels", "attributed to the Front"."""
    for token in sentence:
        if token.dep_ == "prep" and token.lower_ in {"to", "on"} and token.head.lemma_.lower() in _words().blame:
            yield from (t for t in token.children if t.dep_ == "pobj" and is_actor(t))


def _doers(sentence: Sentence) -> Iterator[Token]:
    """Subjects and agents of verbs of attacking that are told of as done."""
    for verb in sentence:
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in _words().acts:
            continue
        doer = semantic_roles.agent(verb)
        if verb.tag_ == "VBN" and verb.dep_ == "acl" and not any(t.dep_ == "agent" for t in verb.children):
            continue
        if doer is not None and is_actor(doer) and mood(verb) == "told" and not negated(verb):
            yield doer


def _involved(sentence: Sentence) -> Iterator[Token]:
    """ "Two officers were involved in the killing", "the army is responsible", "he implicated six soldiers"."""
    for token in sentence:
        if token.lemma_.lower() not in _words().involved and token.lower_ not in _words().involved:
            continue
        over = token if token.pos_ == "VERB" else token.head
        if negated(over) or mood(over) == "not told":
            continue
        told = [t for t in over.children if t.dep_ in {"nsubjpass", "dobj"}]
        if not told and (subject := semantic_roles.subject_of(over)) is not None:
            told = [subject]
        yield from (t for t in told if is_actor(t))
