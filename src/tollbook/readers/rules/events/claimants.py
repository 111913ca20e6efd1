"""Finds the body that claims an attack: "a spokesman for the Front" claims it for the Front."""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Token

from tollbook.model import Actor
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.coreference import group_names
from tollbook.readers.rules.events.actor_nouns import is_actor
from tollbook.readers.rules.events.organisations import PEOPLES, affiliation, is_organisation, is_place
from tollbook.readers.rules.events.perpetrators import find
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import inflection, language, lexicon
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.organisation_names import acronyms, plain
from tollbook.readers.rules.words.reference_words import words as coreference_words

#: Dependencies of the name in "an account calling itself Black Lantern".
_NAMES = frozenset({"oprd", "dobj", "attr"})
#: Labels of names that are not those of bodies.
_NO_BODIES = frozenset({"DATE", "TIME", "LANGUAGE"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``claimants.toml``."""

    speaking: frozenset[str]
    calling: frozenset[str]
    leading: frozenset[str]
    belonging: frozenset[str]
    parts: frozenset[str]
    texts: frozenset[str]
    mouthpieces: frozenset[str]
    representing: frozenset[str]
    prepositions: frozenset[str]
    behalf: frozenset[str]
    pronouns: frozenset[str]
    disowning: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("claimants", _Words)


def claimant(verb: Token) -> Token | None:
    """The word for those who claim an attack with a verb; None if it names nobody."""
    behalf = next(_on_behalf(verb), None)
    subject = semantic_roles.agent(verb)
    return behalf if behalf is not None or subject is None else represented(subject)


def represented(subject: Token) -> Token | None:
    """The word for those whom a subject represents; the subject itself if it can have acted; None for other spokesmen.

    A leader with a name claims for himself.
    """
    beside = _beside(subject)
    for title in _titles(subject):
        others = [t for t in (subject, *beside) if t != title and t.pos_ == "PROPN"]
        if title.lemma_.lower() in _words().leading and others:
            return others[0]
        is_body = subject.pos_ == "PROPN" and (subject.ent_type_ != "PERSON" or _is_body(subject))
        is_part = title != subject and title.lemma_.lower() in _words().belonging and is_body
        if not is_part and (whom := next(_whom(title), None)) is not None:
            return whom
    speaks = only_speaks(subject) or any(t.lemma_.lower() in _words().calling for t in _titles(subject))
    return subject if _may_act(subject) and not speaks else None


def only_speaks(noun: Token) -> bool:
    """Whether somebody speaks for others by the words beside the name: "the spokesman, Abu Talha"."""
    return any(title.lemma_.lower() in _words().speaking | _words().texts for title in _titles(noun))


def _beside(noun: Token) -> list[Token]:
    return [t for t in noun.rights if t.dep_ == "appos"] + ([noun.head] if noun.dep_ == "appos" else [])


def _titles(noun: Token) -> list[Token]:
    return [t for t in (noun, *_beside(noun), *noun.lefts) if _has_role(t)]


def actors(who: Token) -> tuple[Actor, ...]:
    """The actors that a word and those listed with it name: "both the Front and the Legion"."""
    # Not "the Islamic State of Iraq and the Levant".
    listed = (t for t in who.conjuncts if t.i > who.i and t.pos_ == who.pos_ == "PROPN" and not is_place(t))
    listed = (t for t in listed if t.ent_type_ not in PEOPLES)
    return tuple({actor.name: actor for each in (who, *listed) for actor in _actors(each)}.values())


def _actors(who: Token) -> tuple[Actor, ...]:
    """The actors that a word names. A bare name that claims an attack is taken for a body."""
    if who.dep_ == "compound" and who.tag_ == "NN" and among(who, actor_words().individual):
        # "A rebel spokesman" represents rebels.
        return (Actor(name=max(inflection.noun_forms(who.lemma_.lower()), key=len), kind="individual"),)
    found = find(who)
    if who.ent_type_ == "PERSON" and not (_is_body(who) or any(t.dep_ == "det" for t in who.lefts)):
        person = person_names.name_at(who)
        return found or (() if person is None else (Actor(name=person.text, kind="individual"),))
    named = group_names.full(who) if who.pos_ == "PROPN" else None if found else _named_before(who)
    if named is None:
        return found
    name = plain(named)
    return (Actor(name=acronyms(parser.text_of(who.doc)).get(name, name), kind="organisation"),)


def _is_body(name: Token) -> bool:
    """Whether the words beside a name show that it is a body: "Al-Nasr, an affiliate of the Front"."""
    return any(t.lemma_.lower() in _words().parts for t in _beside(name))


def _named_before(group: Token) -> str | None:
    """The name that "the group" refers to: that of the last fighters before it, "Front militants"."""
    the = lexicon.grammar().function.the
    if group.lemma_.lower() not in coreference_words().groups or any(t.lower_ not in the for t in group.lefts):
        return None
    before = (t for t in reversed(group.doc[: group.i]) if among(t, actor_words().individual))
    last = next((t for t in before if (name := affiliation(t)) is not None and name.pos_ == "PROPN"), None)
    names = [t for t in last.lefts if t.dep_ in {"compound", "amod", "nmod"} and t.is_title] if last is not None else []
    return group.doc[names[0].left_edge.i : names[-1].i + 1].text if names else None


def _may_act(word: Token) -> bool:
    """Whether a word can name an attacker; for a claimant, any name that is no place."""
    if is_actor(word):
        return True
    # Towns have no article: "the Taliban".
    is_longer = any((t.dep_ in {"compound", "poss"} and t.pos_ == "PROPN") or t.dep_ == "det" for t in word.lefts)
    return word.pos_ == "PROPN" and word.ent_type_ not in _NO_BODIES and (is_longer or not is_place(word))


def _has_role(word: Token) -> bool:
    words = _words()
    known = words.speaking | words.calling | words.leading | words.belonging | words.texts
    is_owned = word.lemma_.lower() in words.mouthpieces and any(t.dep_ == "poss" for t in word.lefts)
    return is_owned or word.lemma_.lower() in known


def _whom(title: Token) -> Iterator[Token]:
    """The words for a body beside a role in it: "spokesman for the Front", "the Front's spokesman", "signed by it"."""
    words = _words()
    for child in title.children:
        # "An anarchist cell" is described, "a Front cell" belongs to somebody.
        describes = child.pos_ == "NOUN" and title.lemma_.lower() in words.belonging and not is_organisation(child)
        # "A Fort Bravo man who pleaded guilty" is from there.
        describes |= title.lemma_.lower() in words.calling and not is_organisation(child)
        if child.dep_ in {"poss", "compound"} and _may_act(child) and not describes:
            yield child
        elif child.dep_ == "prep" and child.lower_ in words.prepositions:
            yield from (t for t in child.children if t.dep_ == "pobj" and _may_act(t))
        elif child.dep_ in {"acl", "relcl"}:
            yield from _in_clause(child)


def _in_clause(clause: Token) -> Iterator[Token]:
    """The body in a clause: "an account calling itself Black Lantern", "a letter signed by the Clerks"."""
    lemma = clause.lemma_.lower()
    if lemma in coreference_words().naming:
        yield from (t for t in clause.rights if t.dep_ in _NAMES and t.pos_ == "PROPN")
    inside = [t for t in clause.subtree if t.lemma_.lower() in _words().representing]
    for verb in inside:
        over = [o for t in verb.rights if t.dep_ in {"prep", "agent"} for o in t.children]
        yield from (t for t in (*verb.rights, *over) if t.dep_ in {*_NAMES, "pobj"} and _may_act(t))


def _on_behalf(verb: Token) -> Iterator[Token]:
    """The body after "on behalf of"."""
    for word in verb.subtree:
        if word.lower_ in _words().behalf and word.i > verb.i:
            of = (t for t in word.rights if t.dep_ == "prep")
            yield from (t for prep in of for t in prep.children if t.dep_ == "pobj" and _may_act(t))


def meant(pronoun: Token) -> Token:
    """The party that a pronoun stands for, if others say "it was behind the attack" after a claim or a denial.

    "The Front has not claimed it, but police believe it was behind the attack": the Front. Without such a clause the
    pronoun itself.
    """
    said = pronoun.head.head
    speaker = next((t for t in said.lefts if t.dep_ == "nsubj"), pronoun)
    if pronoun.lower_ not in _words().pronouns or pronoun.head.dep_ != "ccomp" or speaker.pos_ == "PRON":
        return pronoun
    clauses = [said.head] if said.dep_ == "conj" else [t for t in said.lefts if t.dep_ == "advcl"]
    disowning = (t for t in clauses if t.lemma_.lower() in _words().disowning)
    parties = (t for clause in disowning for t in clause.lefts if t.dep_ == "nsubj" and t.pos_ != "PRON")
    nobody = lexicon.grammar().people.nobody
    known = (t for t in parties if not any(w.lower_ in nobody for w in (t, *t.lefts)))
    return next(known, pronoun)
