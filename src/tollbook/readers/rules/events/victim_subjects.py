"""People whom the parse makes the agent of a verb, and who are its victims: "Guard stabbed at depot"."""

from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import DONE_TO, is_of

#: Tokens that can follow a participle without an object: "stabbed in the neck", "shot, officials say".
_AFTER_PASSIVE = frozenset({"ADP", "PUNCT", "SPACE", "ADV", "SCONJ", "CCONJ", "PART"})


def is_victim(subject: Token, verb: Token) -> bool:
    """Whether the subject of a verb of attacking is its victim, because no other is named: "Guard stabbed at depot".

    The subject of "shot at" or "shot back" is the agent.
    """
    if verb.dep_ == "acl" and verb.head == subject:
        return _is_before_participle(subject, verb)
    lemma = verb.lemma_.lower()
    if subject.dep_ != "nsubj" or subject.head != verb or verb.tag_ not in {"VBD", "VBN"}:
        return False
    if lemma not in lexicon.casualty_type_of("done_to") or lemma in actor_words().intransitive:
        return False
    after = next((t for t in verb.doc[verb.i + 1 : verb.sent.end] if t.lower_ not in actor_words().outcome), None)
    aims = after is not None and after.i == verb.i + 1 and _aims(lemma, after)
    if after is not None and (after.pos_ not in _AFTER_PASSIVE or aims):
        return False
    shared = (t for v in (verb, *verb.conjuncts) for t in v.rights)
    found = semantic_roles.nearby(verb)
    objects = {*semantic_roles.OBJECTS, "agent"}
    return not any(t.dep_ in objects for t in shared) and (found is None or found.i < verb.i)


def _aims(lemma: str, after: Token) -> bool:
    return lemma in actor_words().shooting and after.lower_ in actor_words().aiming


def _is_before_participle(people: Token, participle: Token) -> bool:
    """Whether what is before a participle is a victim of it, a victim of the verb before, or a site.

    "An officer with the Velm Guard killed during a clash"; "killing two and a nurse injuring three"; "a house killing
    two". A parse may join the nurse with the house.
    """
    known = lexicon.casualty_type_of("done_to")
    if participle.tag_ in {"VBD", "VBN"}:
        has_object = any(t.dep_ in {*semantic_roles.OBJECTS, "agent"} for t in participle.rights)
        return participle.lemma_.lower() in known and not has_object
    first = _first_named(people)
    is_of_verb = first.dep_ in DONE_TO and first.head.lemma_.lower() in known
    is_site = any(p.head == people for p in phrases.find("sites", people.sent))
    return is_of_verb or is_site or _is_beside_target(first) or (first != people and not is_person(first))


def _first_named(people: Token) -> Token:
    """The first noun of a phrase for people: "civilians" of "three civilians, including two women"."""
    while True:
        over = people.head
        is_part = people.dep_ == "pobj" and over.lower_ in lexicon.grammar().tally.including
        if people.dep_ == "conj" and over.i < people.i:
            people = over
        elif is_part and over.head.i < over.i:
            people = over.head
        else:
            return people


def _is_beside_target(people: Token) -> bool:
    """Whether people are in words for the dead or a target: "the lives of a woman", "a convoy escorted by medics"."""
    over = people.head.head if people.dep_ == "pobj" else people
    is_dead = is_of(people.head) and over.lemma_.lower() in lexicon.grammar().people.containing
    is_escort = people.head.dep_ == "agent" and over.dep_ == "acl" and over.head.dep_ in DONE_TO
    return is_dead or is_escort
