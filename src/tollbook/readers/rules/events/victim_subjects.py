"""People who are victims although they may seem to be agents: "Guard stabbed at depot", losses of the attackers."""

from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

#: Tokens that can follow a participle without an object: "stabbed in the neck", "shot, officials say".
_AFTER_PASSIVE = frozenset({"ADP", "PUNCT", "SPACE", "ADV", "SCONJ", "CCONJ", "PART"})


def is_victim(subject: Token, verb: Token) -> bool:
    """Whether the subject of a verb of attacking is its victim, because no other is named: "Guard stabbed at depot".

    The subject of "shot at" or "shot back" is the agent.
    """
    if _is_seen(verb):
        return True
    if verb.dep_ == "acl" and verb.head == subject:
        return _is_before_participle(subject, verb)
    lemma = verb.lemma_.lower()
    if subject.dep_ != "nsubj" or subject.head != verb or verb.tag_ not in {"VBD", "VBN"}:
        return False
    known = actor_words().transitive | lexicon.casualty_type_of("done_to").keys()
    if lemma not in known or lemma in actor_words().intransitive:
        return False
    after = next((t for t in verb.doc[verb.i + 1 : verb.sent.end] if t.lower_ not in actor_words().outcome), None)
    # "Girl fatally shot at a party" is the victim; "was shot at" is nobody's death.
    is_deadly = any(t.lower_ in lexicon.grammar().casualty.deadly for t in verb.lefts)
    aims = after is not None and after.i == verb.i + 1 and _aims(lemma, after) and not is_deadly
    aims = aims and not _is_at_home(after)
    if after is not None and (after.pos_ not in _AFTER_PASSIVE or aims):
        return False
    shared = (t for v in (verb, *verb.conjuncts) for t in v.rights)
    found = semantic_roles.nearby(verb)
    objects = {*semantic_roles.OBJECTS, "agent"}
    return not any(t.dep_ in objects for t in shared) and (found is None or found.i < verb.i)


def _is_seen(verb: Token) -> bool:
    """Whether somebody sees what is done to the subject of a verb: "had seen his car attacked"."""
    is_bare = verb.dep_ == "ccomp" and not any(t.dep_ in {"aux", "mark", "dobj", "prt"} for t in verb.children)
    return is_bare and verb.tag_ in {"VBD", "VBN"} and verb.head.lemma_.lower() in actor_words().seeing


def _aims(lemma: str, after: Token) -> bool:
    return lemma in actor_words().shooting and after.lower_ in actor_words().aiming


def _is_at_home(at: Token | None) -> bool:
    """Whether people were shot where they live or meet, without an article: "man shot at home", not "at a house"."""
    places = (t for t in (at.children if at is not None else ()) if t.dep_ == "pobj" and not any(t.lefts))
    return any(t.lemma_.lower() in actor_words().at_ease for t in places)


def _is_before_participle(people: Token, participle: Token) -> bool:
    """Whether what is before a participle is a victim of it, a victim of the verb before, or a site.

    "An officer with the Velm Guard killed during a clash"; "killing two and a nurse injuring three"; "a house killing
    two". A parse may join the nurse with the house.
    """
    known = lexicon.casualty_type_of("done_to")
    if participle.tag_ in {"VBD", "VBN"}:
        has_object = any(t.dep_ in {*semantic_roles.OBJECTS, "agent"} for t in participle.rights)
        return participle.lemma_.lower() in known and not has_object
    first = people
    while first.dep_ == "conj" and first.head.i < first.i:
        first = first.head
    is_of_verb = first.dep_ in DONE_TO and first.head.lemma_.lower() in known
    is_site = any(p.head == people for p in phrases.find("sites", people.sent))
    return is_of_verb or is_site or _escorts_target(first) or (first != people and not is_person(first))


def _escorts_target(people: Token) -> bool:
    """Whether people are beside a target: "hit a convoy escorted by medics killing two"."""
    over = people.head.head if people.dep_ == "pobj" else people
    return people.head.dep_ == "agent" and over.dep_ == "acl" and over.head.dep_ in DONE_TO


def is_own_loss(anchor: Token, act: Token) -> bool:
    """Whether the casualties are the attackers' own losses: "its forces killed nine rebels and lost four men".

    Also "troops killed nine rebels and one soldier died".
    """
    if _are_of_one_army(anchor, act):
        return True
    if anchor.lemma_.lower() not in actor_words().losing or anchor.is_ancestor(act):
        return False
    return all(t.pos_ == "PRON" for t in anchor.children if t.dep_ in SUBJECTS)


def _are_of_one_army(anchor: Token, act: Token) -> bool:
    """Whether soldiers attack in one clause and soldiers die in a clause beside it; or police in both."""
    agent, dead = semantic_roles.agent(act), semantic_roles.patient(anchor)
    dead = dead or next((t for t in anchor.lefts if t.dep_ in SUBJECTS), None)
    if agent is None or dead is None or semantic_roles.patient(act) == dead:
        return False
    if _is_of_police(agent) and _is_of_police(dead):
        return True
    return agent.lower_ in actor_words().of_state and dead.lemma_.lower() in actor_words().soldiers


def _is_of_police(noun: Token) -> bool:
    """Whether a noun is for police: "two officers", "the city's SWAT team"."""
    near = {noun.lemma_.lower(), *(t.lemma_.lower() for t in noun.lefts if t.dep_ == "compound")}
    return not near.isdisjoint(actor_words().police)
