"""Perpetrators as a report names them: people by description, organisations by name.

"Members of the Corvan Front" are both: people with that description, and the organisation they belong to. An
organisation is recognised by its name, by an acronym next to it, or as an institution ("the army"); "a group of armed
men" is people.
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.model import Actor
from tollbook.readers.rules import language, lexicon, parser, phrases
from tollbook.readers.rules.attribution.relations import is_after_cue
from tollbook.readers.rules.coreference import group_names
from tollbook.readers.rules.events.acronyms import acronyms, plain
from tollbook.readers.rules.events.attacks import runs_into_weapon

_DESCRIBING = frozenset({"amod", "compound", "nmod", "nummod", "acl", "relcl"})
_PEOPLES = frozenset({"NORP", "GPE", "LOC"})
#: The fewest letters of a word in lower case that can be a name: "al" is the article of one.
_LETTERS = 3


class ActorWords(msgspec.Struct, frozen=True):
    """The shape of ``actors.toml``."""

    individual: frozenset[str]
    vague: frozenset[str]
    amount: frozenset[str]
    organisation: frozenset[str]
    name_heads: frozenset[str]
    part: frozenset[str]
    collective: frozenset[str]
    acts: frozenset[str]
    light: frozenset[str]
    fire: frozenset[str]
    intransitive: frozenset[str]
    shooting: frozenset[str]
    aiming: frozenset[str]
    outcome: frozenset[str]
    means: frozenset[str]
    armed: frozenset[str]
    against: frozenset[str]
    blame: frozenset[str]
    involved: frozenset[str]
    adjectives: frozenset[str]
    membership: frozenset[str]
    blaming: frozenset[str]
    authorship: frozenset[str]
    later: frozenset[str]
    earlier: frozenset[str]
    rescuing: frozenset[str]
    clearing: frozenset[str]
    thinking: frozenset[str]
    places: frozenset[str]
    models: frozenset[str]


@functools.cache
def words() -> ActorWords:
    """The words of ``actors.toml``."""
    return language.lexicon("actors", ActorWords)


def find(agent: Token | None) -> tuple[Actor, ...]:
    """The actors that ``agent`` and the words listed with it name; empty where they name no actor."""
    if agent is None:
        return ()
    actors: dict[str, Actor] = {}
    for head in (agent, *(t for t in agent.conjuncts if t.i > agent.i)):
        # "Terrorist Attack" in a headline in title case names nobody.
        is_event = not _is_people(head) and any(p.head == head for p in phrases.find("events", head.sent))
        if is_event or is_after_cue(head) or cannot_act(head):
            continue
        for actor in _of_phrase(_named_beside(head)):
            if not _is_nameless(actor.name):
                actors.setdefault(actor.name.lower(), actor)
    return tuple(actors.values())


def _named_beside(head: Token) -> Token:
    """The name beside a noun that describes nobody by what they did: "by his wife, Ana Brod"."""
    if is_actor(head):
        return head
    beside = (t for t in head.rights if t.dep_ == "appos" and is_actor(t) and not _is_in_brackets(t))
    return next((t for t in beside if all(w.text != ";" for w in head.doc[head.i : t.i])), head)


def _is_nameless(name: str) -> bool:
    """Whether words name nobody: only "persons", no word but "al", or a headline with its day and its numbers."""
    parts, forms = name.split(), {name.lower(), name.lower().removesuffix("s")}
    vague = len(parts) == 1 and forms & (words().vague | words().amount)
    is_headline = sum(part.isdigit() for part in parts) > 1
    return bool(vague) or is_headline or all(len(part) < _LETTERS and part.islower() for part in parts)


def is_actor(token: Token) -> bool:
    """Whether the word can name perpetrators."""
    return _is_people(token) or _in(token, words().collective) or _is_organisation(token) or _is_named_person(token)


def cannot_act(token: Token) -> bool:
    """Whether a word is where nobody is named who acts: as the target of an attack, as its means, as an agency.

    "Opening fire on two troopers", "killed the gunman", "beaten by men with green armbands", "(NBX) - Rebels", "a truck
    struck a mine".
    """
    while token.dep_ in {"conj", "appos"} and token.head.i < token.i:
        token = token.head
    if _is_in_brackets(token) or runs_into_weapon(token) or _is_weapon(token):
        return True
    over = token.head
    if token.dep_ in {"dobj", "nsubjpass"}:
        return _is_attacking(over)
    if token.dep_ != "pobj" or over.dep_ != "prep":
        return False
    if over.lower_ in words().means:
        return over.head.lemma_.lower() in words().armed or _is_people(over.head)
    # "Blaming the attacks on rebels": parsers make it an attack on them.
    is_blamed = over.lower_ in words().blaming and over.head.head.lemma_.lower() in words().blame
    return over.lower_ in words().against and _is_attacking(over.head) and not is_blamed


def _is_weapon(token: Token) -> bool:
    """Whether a word is a weapon without the name of a force, or the type of one: "a drone", "TOW missiles"."""
    is_named = any(t.ent_type_ in _PEOPLES or t.pos_ == "PROPN" for t in token.lefts) or _is_people(token)
    return token.lower_ in words().models or (not is_named and (token.lemma_.lower(),) in lexicon.phrases("weapons"))


def _is_attacking(word: Token) -> bool:
    """Whether a word is a verb of attacking, or a noun for an attack or for the fire that one opens."""
    lemma = word.lemma_.lower()
    if word.pos_ == "VERB":
        return lemma in words().acts or lemma in lexicon.casualty_type_of("done_to")
    return lemma in words().fire or any(p.head == word for p in phrases.find("events", word.sent))


def _is_in_brackets(token: Token) -> bool:
    """Whether a word is in brackets, and no acronym that the text explains: the place or the agency of a report."""
    before, after = token.doc[token.sent.start : token.i], token.doc[token.i + 1 : token.sent.end]
    opened = sum(t.text == "(" for t in before) > sum(t.text == ")" for t in before)
    return opened and any(t.text == ")" for t in after) and token.text not in acronyms(parser.text_of(token.doc))


def is_force(token: Token) -> bool:
    """Whether an organisation right before an attack can have made it: not the race in "the Velm Marathon bombing"."""
    known = _institution(token) is not None or _in(token, words().name_heads) or _is_acronym(token)
    return token.ent_type_ == "ORG" and (known or token.dep_ == "poss")


def is_vague(token: Token) -> bool:
    """Whether the word names nobody without a description: "men", "members"."""
    return _in(token, words().vague | words().part | words().collective)


def _of_phrase(head: Token) -> Iterator[Actor]:
    inner = _members(head)
    if (given := group_names.named(head)) is not None:
        yield Actor(name=plain(given), kind="organisation")
    elif _in(head, words().collective) and _is_named_column(head):
        yield _organisation(head)
    elif inner is not None and _in(head, words().collective) and (_is_people(inner) or _in(inner, words().collective)):
        yield from _of_phrase(inner)
    elif _in(head, words().name_heads) and _is_organisation(head):
        yield _organisation(head)
    elif _is_people(head) or (_in(head, words().collective) and _described(head)):
        organisation = inner if inner is not None and _is_organisation(inner) else _affiliation(head)
        yield Actor(name=_phrase(head) + _membership(head, organisation, inner), kind="individual")
        if organisation is not None:
            yield _organisation(organisation)
    elif _is_organisation(head) or _is_named_group(head):
        yield _organisation(head)
    elif _is_named_person(head):
        yield Actor(name=_phrase(head), kind="individual")


def _is_named_column(head: Token) -> bool:
    """Whether a word for a group ends its name: "the Mountain Liberation Column"."""
    return head.pos_ == "PROPN" and any(t.dep_ == "compound" and t.pos_ == "PROPN" for t in head.lefts)


def _membership(head: Token, organisation: Token | None, inner: Token | None) -> str:
    """The organisation of "members", without which the word describes nobody."""
    if organisation is None or organisation is not inner or not _in(head, words().part):
        return ""
    return f" of {_organisation(organisation).name}"


def _members(head: Token) -> Token | None:
    """The noun in "members of the Front", "a group of armed men"."""
    prep = next((t for t in head.rights if t.dep_ == "prep" and t.lower_ in words().membership), None)
    return None if prep is None else next((t for t in prep.children if t.dep_ == "pobj"), None)


def _is_people(token: Token) -> bool:
    described = _in(token, words().vague) and _described(token)
    return token.ent_type_ != "PERSON" and (described or _in(token, words().individual))


def _is_named_person(token: Token) -> bool:
    return token.ent_type_ == "PERSON" and token.pos_ == "PROPN" and not _is_place(token)


def _is_named_group(token: Token) -> bool:
    """Whether a name has an article, as no person's has: "the Owls"."""
    return _is_named_person(token) and any(t.dep_ == "det" for t in token.lefts)


def _is_organisation(token: Token) -> bool:
    """Whether the word is an organisation by its name, its acronym, as an institution, or as a state."""
    if _is_acronym(token):
        return True
    if token.pos_ not in {"NOUN", "PROPN"}:
        return False
    if _institution(token) is not None:
        return not any(t.lower_ in words().individual for t in token.lefts)
    if _in(token, words().name_heads):
        return _named(token)
    if token.ent_type_ == "GPE":
        return any(e.kind == "country" for e in gazetteer.lookup(_entity(token)))
    return token.ent_type_ == "ORG" and token.pos_ == "PROPN" and not _is_place(token)


def _is_acronym(token: Token) -> bool:
    """Whether it is an acronym that the text explains, or that spaCy labels as an organisation."""
    if not (token.text.isupper() and token.is_alpha and len(token) > 2):
        return False
    return token.text in acronyms(parser.text_of(token.doc)) or (token.ent_type_ == "ORG" and not _is_place(token))


def _in(token: Token, known: frozenset[str]) -> bool:
    return token.lemma_.lower() in known or token.lower_ in known or token.lower_.removesuffix("s") in known


def _institution(token: Token) -> int | None:
    """The first token of the longest institution that ends at the token ("national guard"), or None."""
    doc = token.doc
    for first in (token.i - 1, token.i):
        if first >= token.sent.start and doc[first : token.i + 1].text.lower() in words().organisation:
            return first
    return first if _in(token, words().organisation) else None


def _named(head: Token) -> bool:
    """Whether the head of an organisation has a name that is more than that of a people or a place."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "amod", "nmod", "poss"} and t.text[0].isupper()]
    if head.text[0].isupper():
        return bool(before) or _members(head) is not None
    return any(gazetteer.country_of_people(t.text) is None and t.ent_type_ not in {"GPE", "LOC"} for t in before)


def _is_place(token: Token) -> bool:
    return bool(gazetteer.lookup(_entity(token)))


def _entity(token: Token) -> str:
    found = (e.text for e in parser.entities(token.doc) if e.start <= token.i < e.end)
    return next(found, token.text).removeprefix("the ")


def _affiliation(head: Token) -> Token | None:
    """The organisation in "Front guerrillas", "army soldiers": a name or an institution right before the noun."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "nmod", "poss", "amod"}]
    if not before:
        return None
    token = before[-1]
    named = token.pos_ == "PROPN" and token.is_alpha and token.ent_type_ not in {*_PEOPLES, "PERSON"}
    if _is_acronym(token) or (named and not _is_place(token)):
        return token
    return token if _in(token, words().organisation) and token.lower_ not in words().adjectives else None


def _described(head: Token) -> bool:
    """Whether a general word has a description: a bare "the group" only refers to one mentioned before."""
    return _members(head) is not None or any(t.dep_ in _DESCRIBING for t in head.children)


def _organisation(head: Token) -> Actor:
    """An organisation under its fullest name in the report."""
    name, inner = _phrase(head), _members(head)
    if head.text[0].isupper() and inner is not None and inner.pos_ == "PROPN":
        name = f"{name} {head.doc[head.i + 1 : inner.i + 1].text}"
    return Actor(name=acronyms(parser.text_of(head.doc)).get(name, name), kind="organisation")


def _phrase(head: Token) -> str:
    """The noun phrase up to its head, without articles, "our" and notes in brackets."""
    start, end = phrases.noun_phrase(head)
    return plain(phrases.words(head.doc, start, end))
