"""Recognises people in a sentence about an event who are not its perpetrators.

They find the dead, are among them, free captives, or are cleared: "soldiers found nine bodies", "a strike on a house
used by rebels", "ten of the dead were rebels who had fired", "police wrongly named the trader".
"""

import functools
from collections.abc import Iterator
from itertools import islice

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, among, attack_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be, noun_after_of

#: Words up the parse that are searched for words of clearing: "no longer believed that the Front was responsible".
_REACH = 4
_JOINING = frozenset({"conj", "appos"})
_HARMED = frozenset({"killed", "injured"})


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``other_parts.toml``."""

    handling: frozenset[str]
    bodies: frozenset[str]
    holding: frozenset[str]
    storming: frozenset[str]
    freeing: frozenset[str]
    held: frozenset[str]
    dead: frozenset[str]
    wrongly: frozenset[str]
    longer: frozenset[str]
    involving: frozenset[str]
    responsible: frozenset[str]
    nothing: frozenset[str]
    only: frozenset[str]
    drivers: frozenset[str]
    sharing: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("other_parts", _Words)


def has_other_part(actor: Token) -> bool:
    """Whether the words around somebody give them another role in an event than that of perpetrator."""
    if _is_excepted(actor) or _is_of_target(actor) or (actor.pos_ == "PROPN" and is_cleared_by_name(actor)):
        return True
    subject = _first_of(actor)
    verb = subject.head
    is_subject = subject.dep_ in SUBJECTS
    if is_subject and (_handles_bodies(verb) or _frees_captives(subject, verb) or _clears_subject(verb)):
        return True
    return _is_harmed(subject) or any(_is_wrong(over, below) for over, below in _above(subject))


def _first_of(actor: Token) -> Token:
    """The noun before a name, or the first of a list: "a man, Ivo Lerch, was not the driver"."""
    while actor.dep_ in _JOINING and actor.head.pos_ not in {"VERB", "AUX"}:
        actor = actor.head
    return actor


def _above(actor: Token) -> Iterator[tuple[Token, Token]]:
    below = actor
    for over in islice(actor.ancestors, _REACH):
        yield over, below
        below = over


def _handles_bodies(verb: Token) -> bool:
    """Whether somebody only handles bodies: "found nine bodies", not "shot two men and removed their bodies"."""
    verbs = (verb, *verb.conjuncts)
    harming = lexicon.casualty_type_of("done_to")
    if any(harming.get(v.lemma_.lower()) in _HARMED or v.lemma_.lower() in actor_words().acts for v in verbs):
        return False
    return any(v.lemma_.lower() in _words().handling and any(map(_is_body, v.rights)) for v in verbs)


def _is_body(noun: Token) -> bool:
    inner = noun_after_of(noun)
    nouns = (noun, inner) if noun.dep_ == "dobj" and inner is not None else (noun,)
    return noun.dep_ == "dobj" and any({t.lemma_.lower(), t.lower_} & _words().bodies for t in nouns)


def _is_of_target(actor: Token) -> bool:
    """Whether somebody is only the owner or user of a target: "a strike on a house used by rebels"."""
    verb = actor.head.head
    if actor.dep_ != "pobj" or actor.head.dep_ not in {"agent", "prep"} or verb.dep_ not in {"acl", "relcl"}:
        return False
    is_held = actor.head.lower_ in actor_words().authorship and verb.lemma_.lower() in _words().holding
    if not is_held or verb.tag_ not in {"VBN", "VBD"} or is_person(verb.head):
        return False
    is_means = verb.head.dep_ == "pobj" and verb.head.head.lower_ in actor_words().means
    return not is_means and all(p.head != verb.head for p in phrases.find("weapons", verb.sent))


def _frees_captives(subject: Token, verb: Token) -> bool:
    """Whether somebody only frees captives: "hostages were killed when commandos stormed the bank"."""
    if verb.dep_ != "advcl" or verb.lemma_.lower() not in _words().storming or not among(subject, _words().freeing):
        return False
    return any({t.lemma_.lower(), t.lower_} & _words().held for t in verb.sent)


def _is_harmed(noun: Token) -> bool:
    """Whether somebody is among the victims: "ten of those killed were rebels who had fired at police"."""
    be = noun.head
    subject = next((t for t in be.lefts if t.dep_ in SUBJECTS), None)
    if noun.dep_ != "attr" or not is_be(be) or subject is None or negated(be):
        return False
    harming = lexicon.casualty_type_of("done_to")
    for head in filter(None, (subject, noun_after_of(subject))):
        verbs = (t for t in head.rights if t.dep_ in {"acl", "relcl"})
        if {head.lemma_.lower(), head.lower_} & _words().dead:
            return True
        if any(harming.get(v.lemma_.lower()) in _HARMED and semantic_roles.patient(v) == head for v in verbs):
            return True
    return False


def _clears_subject(verb: Token) -> bool:
    """Whether a clause clears its subject: "was not involved", "had nothing to do with it"."""
    if any(t.dep_ == "dobj" and t.lower_ in _words().nothing for t in verb.rights):
        return any(t.lemma_.lower() in lexicon.grammar().function.do for t in verb.subtree)
    if not negated(verb):
        return False
    told = [t for t in verb.rights if t.dep_ in {"attr", "acomp", "oprd"}]
    known = coreference_words().accused | _words().drivers | _words().responsible
    told = [t for t in told if {t.lemma_.lower(), t.lower_} & known]
    return verb.lemma_.lower() in _words().involving or any(
        not any(c.lower_ in _words().only for c in t.lefts) for t in told
    )


def is_cleared_by_name(name: Token) -> bool:
    """Whether a clause clears somebody whom its sentence names, or "he" after it: "but he was not involved"."""
    for verb in (t for t in name.sent if t.pos_ in {"VERB", "AUX"} and _clears_subject(t)):
        for subject in (t for t in verb.lefts if t.dep_ in SUBJECTS):
            if subject == _first_of(name) or (subject.tag_ == "PRP" and subject.i > name.i):
                return True
    return False


def _is_wrong(over: Token, below: Token) -> bool:
    """Whether an accusation is called wrong: "wrongly named the trader", "no longer believe that the Front was"."""
    if any(t.dep_ == "advmod" and t.lower_ in _words().wrongly for t in over.children):
        return below.dep_ != "nsubj"
    return _is_disbelieving(over) and below.dep_ in {"ccomp", "xcomp", "nsubjpass"}


def _is_disbelieving(verb: Token) -> bool:
    """Whether a belief is negated: "do not believe", "no longer thought"."""
    is_denied = negated(verb) or any(t.lower_ in _words().longer for t in verb.lefts)
    return verb.pos_ == "VERB" and verb.lemma_.lower() in actor_words().thinking and is_denied


def _is_excepted(actor: Token) -> bool:
    """Whether somebody is excepted: "the army, not the rebels", "the work of a gunman, not of the Front"."""
    first = actor.head if actor.dep_ == "pobj" else actor.left_edge
    before = first.doc[first.i - 1] if first.i > actor.sent.start else first
    return before.lower_ in actor_words().excepting


def share_of(actor: Token) -> Token | None:
    """The number of victims of an actor for only some of them: "20" in "214 deaths, 20 of them by rebels"."""
    at = actor.left_edge.i - 1
    if at < actor.sent.start or actor.doc[at].lower_ not in actor_words().authorship | lexicon.grammar().function.of:
        return None
    while at > actor.sent.start and actor.doc[at].lower_ in _words().sharing:
        at -= 1
    number = actor.doc[at]
    return number if number.like_num and number.ent_type_ not in {"DATE", "TIME"} else None


def has_target(weapon: Token) -> bool:
    """Whether a victim had a weapon: "shot a man who threw a grenade", "a man with a knife was shot"."""
    verb = weapon.head
    if weapon.dep_ == "pobj" and verb.lower_ in actor_words().means:
        holder = verb.head.head if verb.head.dep_ == "acl" else verb.head
        kind = lexicon.casualty_type_of("done_to").get(holder.head.lemma_.lower())
        return holder.dep_ == "nsubjpass" and is_person(holder) and kind in _HARMED
    who = verb.head
    if weapon.dep_ != "dobj" or verb.dep_ != "relcl" or not is_person(who):
        return False
    aimed = who.dep_ == "pobj" and who.head.lower_ in actor_words().aiming
    over = who.head.head if aimed else who.head if who.dep_ in DONE_TO else who
    outcome = lexicon.casualty_type_of("done_to").get(over.lemma_.lower())
    return outcome == "killed" or over.lemma_.lower() in actor_words().shooting


def is_of_charge(weapon: Token) -> bool:
    """Whether a general word for a weapon is only in a charge: "charged with use of a firearm", not "with a rifle".

    What was done with it is another matter: "charged with killing two men with a gun".
    """
    known = attack_words()
    over = list(weapon.ancestors)
    charge = next((t for t in over if t.dep_ == "prep" and _is_charge(t.head)), None)
    if weapon.lemma_.lower() not in known.any_arms or charge is None:
        return False
    harming = lexicon.casualty_type_of("done_to").keys()
    return not any(t.lemma_.lower() in harming for t in over[: over.index(charge)])


def _is_charge(word: Token) -> bool:
    """Whether a noun or verb accuses somebody of a crime: "two counts", "was charged"."""
    lemma = word.lemma_.lower()
    return lemma in coreference_words().accusing if word.pos_ == "VERB" else lemma in attack_words().charges
