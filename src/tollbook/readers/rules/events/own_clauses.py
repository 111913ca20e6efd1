"""Clauses about an act of the speaker: "it had carried out the attack", "its men shot four", "our rockets hit it"."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.events import actor_nouns, acts, means, no_claims, statement_verbs, uninvolved
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language, phrases
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, noun_after_of


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``own_acts.toml``."""

    claiming: frozenset[str]
    owning: frozenset[str]
    up: frozenset[str]
    accepting: frozenset[str]
    responsibility: frozenset[str]
    saying: frozenset[str]
    oneself: frozenset[str]
    persons: frozenset[str]
    own: frozenset[str]
    persons_own: frozenset[str]
    commanded: frozenset[str]
    authors: frozenset[str]
    parts: frozenset[str]
    doing: frozenset[str]
    done: frozenset[str]
    deeds: frozenset[str]
    having_done: frozenset[str]
    means: frozenset[str]
    orders: frozenset[str]
    meaning: frozenset[str]
    attackers: frozenset[str]
    texts: frozenset[str]
    telling: frozenset[str]
    authorities: frozenset[str]
    executing: frozenset[str]
    members: frozenset[str]
    of_us: frozenset[str]
    calling: frozenset[str]
    having: frozenset[str]


@functools.cache
def words() -> _Words:
    """The words of ``own_acts.toml``."""
    return language.lexicon("own_acts", _Words)


def is_executed(clause: Token) -> bool:
    """Whether the verb of a clause means "was carried out"."""
    return clause.lemma_.lower() in words().executing


def is_having(clause: Token) -> bool:
    """Whether the verb of a clause means "has"."""
    return clause.lemma_.lower() in words().having


def clauses(verb: Token) -> list[Token]:
    """The verbs of the clauses under a verb of saying. Before it only a quotation counts: "we did it"."""
    # "Said in a message that it had carried out": the parse attaches the clause to the message.
    texts = [o for t in verb.rights if t.dep_ == "prep" for o in t.children if o.lemma_.lower() in words().texts]
    quoted = (t for t in verb.lefts if t.dep_ == "ccomp")
    clauses = [t for t in quoted if any(w.lower_ in coreference_words().first_person for w in t.lefts)]
    clauses += [t for t in verb.rights if t.dep_ == "ccomp"]
    beside = [t for text in texts for t in text.children if t.dep_ in {"acl", "ccomp", "relcl"}]
    # "In a statement posted online that": it attaches the clause to the participle.
    return [*clauses, *beside, *(t for verb in beside for t in verb.children if t.dep_ == "ccomp")]


def is_of_person(clause: Token) -> bool:
    """Whether a clause is about "he" or "she", which is not the speaker if that is a body: "the army said he shot"."""
    return any(t.dep_ in SUBJECTS and t.lower_ in words().persons for t in clause.children)


def is_own_act(clause: Token) -> bool:
    """Whether a clause says that the speaker, or somebody of the speaker's side, attacked."""
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    if subject is None:
        return False
    if subject.lower_ in words().persons:
        return reports_act(clause) and any(map(_is_target, clause.rights))
    return (is_own(subject) and any(map(reports_act, (clause, *clause.conjuncts)))) or _was_member(subject, clause)


def is_own(noun: Token) -> bool:
    """Whether a word refers to the speaker: "it", "its fighters", "one of its men", "his group"."""
    if noun.lower_ in words().oneself:
        return True
    head = noun_after_of(noun) or noun
    owners = {t.lower_ for t in head.children if t.dep_ == "poss"}
    if owners & words().own:
        is_force = actor_nouns.is_actor(head) or is_person(head) or among(head, actor_words().aircraft)
        return is_force or (_is_weapon(head) and not means.runs_into_weapon(noun))
    commanded = head.tag_ == "NNS" and head.lemma_.lower() in words().commanded
    return bool(owners & words().persons_own) and (commanded or among(head, actor_words().collective))


def _was_member(subject: Token, clause: Token) -> bool:
    """Whether a clause says that the attacker was a member: "the attacker was one of its soldiers"."""
    if not is_be(clause) or subject.lemma_.lower() not in words().attackers:
        return False
    return any(t.dep_ == "attr" and is_own(t) for t in clause.rights)


def reports_act(clause: Token) -> bool:
    """Whether the subject of a clause attacked somebody or something, or is the author of an attack."""
    lemma = clause.lemma_.lower()
    objects = [t for t in clause.rights if t.dep_ == "dobj"]
    # "Launched an operation to find the attackers" is no attack.
    is_passive = any(t.dep_ in {"nsubjpass", "auxpass"} for t in clause.children)
    is_none = is_passive or uninvolved.only_warns(clause) or any(map(uninvolved.is_response, objects))
    is_none = is_none or means.only_fells(clause)
    if is_none or not factuality.happened(clause):
        return False
    if lemma in words().meaning:  # "Had meant to hit the base".
        return any(t.dep_ == "xcomp" and acts.is_act(t) for t in clause.rights)
    is_done, is_out = any(map(_is_known_attack, objects)), any(t.dep_ == "prt" for t in clause.rights)
    if lemma in words().doing or (is_done and is_out and lemma in words().executing):
        return is_done
    if lemma in words().having_done and any(is_attack(t) or _is_means(t) for t in objects):
        return True
    harmed = [*objects, *filter(None, map(noun_after_of, objects))]
    if any(t.lemma_.lower() in coreference_words().accused for t in harmed):
        return False  # Police who "shot two of the gunmen" do not claim the attack of the gunmen.
    # "They target only militants" reports no attack.
    is_past = clause.tag_ not in {"VBP", "VBZ"} or any(t.dep_ == "aux" for t in clause.children)
    harms = is_past and acts.is_act(clause) and any(t.dep_ in {"dobj", "prt"} for t in clause.rights)
    # "Said it held the army responsible": the author is the object.
    return harms or (not objects and any(map(_is_author, clause.rights)))


def _is_known_attack(noun: Token) -> bool:
    """Whether a word refers to an attack mentioned before: "it" in "had carried it out", "the action"."""
    is_deed = noun.lemma_.lower() in words().deeds and noun.left_edge.lower_ in coreference_words().definite
    return is_deed or noun.lower_ in words().done


def is_authored(attack: Token) -> bool:
    """Whether words name the author of an attack: "behind the bombing", "responsible for the bombing"."""
    preposition = attack.head
    return bool({preposition.lower_, preposition.head.lower_} & words().authors) and attack.dep_ == "pobj"


def _is_author(word: Token) -> bool:
    """Whether an adjective names an author: "responsible for the bombing", "behind it", not "for the schools"."""
    if word.lower_ not in words().authors or any(t.dep_ in SUBJECTS for t in word.lefts):
        return False
    own = [t for t in word.children if t.dep_ == "pobj"]
    for_what = own if word.dep_ == "prep" else no_claims.after_prepositions(word)
    return not for_what or any(map(is_act_or_it, for_what))


def _is_target(word: Token) -> bool:
    """Whether the object is a victim or an attack: a driver who "hit a pothole" claims no attack."""
    is_harmed = is_person(word) or word.ent_type_ == "PERSON" or is_attack(word)
    return word.dep_ == "dobj" and (is_harmed or _is_weapon(word))


def _is_means(word: Token) -> bool:
    """Whether sending or placing the object is an attack: "the gunmen", "a parcel bomb", "the charge"."""
    return _is_weapon(word) or word.lemma_.lower() in words().attackers | words().means


def _is_weapon(word: Token) -> bool:
    return any(p.head == word for p in phrases.find("weapons", word.sent))


def is_act_or_it(noun: Token) -> bool:
    """Whether a noun is for an attack, or refers to one: "the bombing", "it"."""
    return is_attack(noun) or statement_verbs.is_violence([noun]) or noun.lower_ in words().done
