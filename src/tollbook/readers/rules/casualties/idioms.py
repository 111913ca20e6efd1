"""Casualty idioms: verbs that report an outcome only together with other words, as in ``casualty_idioms.toml``.

"Lost their lives", "taken to hospital".
"""

from typing import NamedTuple

from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties.semantic_roles import (
    OBJECTS,
    is_person_or_relative,
    patient,
    subject_of,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.lexicon import Idiom
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of, noun_after_of

#: The most tokens between the verb of an idiom and an object that the parse attaches to another verb: "claimed the
#: lives of over 400 people injured 90 others". A determiner, a number or pronoun and an adjective fit before the noun.
_OBJECT_REACH = 4
#: The smallest number that counts people without a noun: "lost 89". A team or a family "lost two". A judgement.
_FEWEST_BARE = 10
#: Tags of a verb whose act was done; "agreed to release" and "demanded that they release" have others.
_DONE = frozenset({"VBD", "VBN", "VBG"})


class FoundIdiom(NamedTuple):
    """An idiom in the text, and the head of the phrase for its victims."""

    idiom: Idiom
    victims: Token | None


def find(verb: Token, lemma: str) -> FoundIdiom | None:
    """The first idiom that fits the verb."""
    for idiom in lexicon.idioms():
        if lemma not in idiom.verbs or not _fits(idiom, verb):
            continue
        victims = _victims(idiom, verb)
        if idiom.people_only and (victims is None or not is_person_or_relative(victims)):
            continue
        if idiom.kind == "injured" and victims is not None and victims.lower_ in lexicon.grammar().casualty.bodies:
            continue  # "his body was taken to the hospital"
        if not idiom.counted_only or _is_counted(victims):
            return FoundIdiom(idiom, victims)
    return None


def _is_counted(victims: Token | None) -> bool:
    """Whether a number above one counts the victims: "more than 40 troops", or "at least 89" by itself."""
    if victims is None:
        return False
    # "Forty-one" is three tokens, and the last of them is the head of the others.
    numbers = (
        t.doc[t.left_edge.i : t.i + 1].text if t != victims else t.text
        for t in (victims, *victims.children)
        if t.like_num
    )
    counts = (quantities.count(number, LOCALE) for number in numbers)
    # "Released 31 of them", "eight of the 12 hostages".
    is_bare = victims.like_num and noun_after_of(victims) is None
    fewest = _FEWEST_BARE if is_bare else 2
    return any(c is not None and (c.best or c.low or 0) >= fewest for c in counts)


def _fits(idiom: Idiom, verb: Token) -> bool:
    if idiom.objects and idiom.objects.isdisjoint(_objects(verb)):
        return False
    if idiom.prepositional and idiom.prepositional.isdisjoint(_after_prepositions(verb)):
        return False
    if (idiom.passive and verb.tag_ == "VBG") or (idiom.done and (verb.tag_ not in _DONE or verb.dep_ == "amod")):
        return False
    if idiom.passive and (patient(verb) or verb).dep_ != "nsubjpass" and verb.dep_ not in {"acl", "xcomp"}:
        return False
    if not idiom.anywhere and not idiom.without:
        return True
    # "Taken into custody and treated at a hospital": each verb has its own place.
    others = {t.i for v in verb.rights if v.dep_ == "conj" and v.lemma_ in idiom.verbs for t in v.subtree}
    own = {t.lower_ for t in verb.subtree if t.i not in others}
    return own.isdisjoint(idiom.without) and all(own & alternatives for alternatives in idiom.anywhere)


def _after_prepositions(verb: Token) -> set[str]:
    """The nouns after the prepositions of a verb or its object: the parse of "left 11 people in hospital" varies."""
    holders = (verb, *(t for t in verb.children if t.dep_ in OBJECTS))
    # "Pulled off a bus by rebels": the parse takes "off" for a particle with a noun.
    prepositions = (
        p for holder in holders for p in holder.children if p.dep_ in {"prep", "prt", "dative"} and p.i > verb.i
    )
    return {t.lower_ for p in prepositions for t in p.children}


def _objects(verb: Token) -> dict[str, Token]:
    """The objects of a verb by their lemmas, and the noun right after it, which a damaged sentence ties elsewhere.

    The passive subject is an object, and so is the subject of a verb without one: "his name appears on a list".
    """
    roles = {*OBJECTS, "nsubjpass"} if any(t.dep_ in OBJECTS for t in verb.children) else {*OBJECTS, *SUBJECTS}
    found = {t.lemma_.lower(): t for t in verb.children if t.dep_ in roles}
    # "Claimed hundreds of lives".
    counted = ((noun_after_of(t), t) for t in tuple(found.values()) if t.lower_ in _large_numbers())
    found |= {noun.lemma_.lower(): number for noun, number in counted if noun is not None}
    for token in verb.doc[verb.i + 1 : min(verb.sent.end, verb.i + 1 + _OBJECT_REACH)]:
        if token.pos_ == "NOUN":
            found.setdefault(token.lemma_.lower(), token)
        if token.pos_ not in {"DET", "ADJ", "NUM", "PRON", "NOUN"}:
            break
    return found


def _large_numbers() -> frozenset[str]:
    return lexicon.grammar().casualty.large_numbers


def _victims(idiom: Idiom, verb: Token) -> Token | None:
    named = next((t for lemma, t in _objects(verb).items() if lemma in idiom.objects), None)
    of_object = None if named is None or named.lower_ in _large_numbers() else noun_after_of(named)
    owner = None if named is None else next((t for t in named.lefts if t.dep_ == "poss"), None)
    for role in idiom.victims:
        found = {"object": named, "of object": of_object, "owner of object": owner}.get(role)
        if role == "of subject" and (subject := subject_of(verb)) is not None:
            found = noun_after_of(subject)
        if role in {"patient", "subject"}:
            found = patient(verb) if role == "patient" else _first_found(subject_of(verb), verb)
        if found is not None:
            return found
    return None


def _first_found(people: Token | None, verb: Token) -> Token | None:
    """The first of those who were found in one state: "found three adults and a boy suffering from gunshot wounds".

    Not where the first is dead: "found one dead man and a second man suffering from a wound".
    """
    if people is None or verb.dep_ != "acl" or people.dep_ != "conj":
        return people
    known, first = lexicon.grammar().casualty, people.head
    is_found = first.dep_ in OBJECTS and first.head.lemma_.lower() in known.finding and is_person_or_relative(first)
    return people if not is_found or any(t.lower_ in known.dead for t in first.lefts) else first


def kind_of_idiom(verb: Token, idiom: Idiom) -> ClaimKind:
    """The casualty type of an idiom; not everybody died in "mowing down 17 people, at least four of whom died"."""
    if idiom.kind != "killed":
        return idiom.kind
    known = lexicon.casualty_type_of("undergo")
    deaths = (t for t in verb.sent if t.i > verb.i and known.get(t.lemma_.lower()) == "killed")
    some = (t for death in deaths for t in death.lefts if t.dep_ in SUBJECTS and t.like_num)
    after = (verb.doc[of.i + 1 : of.i + 2] for t in some for of in t.rights if is_of(of))
    return "injured" if any(word.tag_ == "WP" for words in after for word in words) else "killed"
