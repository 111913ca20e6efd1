"""Whether a denial is one of the incident: of the attack, its effects, a part in it, or presence.

"Denied that its guns had fired" is one, "denied espousing an ideology" and "denied the nurses access" are not. "A
dismissed guard" and "dismissed that number" are no denials.
"""

import functools
from collections.abc import Iterator
from itertools import takewhile

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.events.statement_verbs import is_admission, is_named, is_violence, own_words
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import CLAUSES, DONE_TO, is_be, is_of, noun_after_of

#: Dependencies of words beside a verb that it does not deny: "the accused denied it", "denied it and blamed".
_BESIDE = frozenset({"conj", "nsubj", "nsubjpass", "advcl", "agent", "parataxis"})
#: Words up the parse that are searched for a verb of denying.
_REACH = 4
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
#: Dependencies of the act of an accusation at its noun: "charges of belonging", "reports that it had fired".
_COMPLEMENTS = frozenset({"acl", "relcl", "ccomp"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``denials.toml``."""

    denying: frozenset[str]
    rejecting: frozenset[str]
    rejected: frozenset[str]
    denied: frozenset[str]
    accusations: frozenset[str]
    links: frozenset[str]
    doing: frozenset[str]
    involving: frozenset[str]
    withheld: frozenset[str]
    staging: frozenset[str]
    neither: frozenset[str]
    joining: frozenset[str]
    limiting: frozenset[str]
    declining: frozenset[str]
    other: frozenset[str]
    holding: frozenset[str]
    present: frozenset[str]
    near: frozenset[str]
    oneself: frozenset[str]
    own: frozenset[str]
    parts: frozenset[str]
    some: frozenset[str]
    happening: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("denials", _Words)


def denies(anchor: Token) -> bool:
    """Whether the head of words of denial denies an attack, and not people, access, a number or something else.

    A verb without an object counts: "the army denied", "which residents deny". A video that "was staged" is a denial;
    "staged an attack" is none.
    """
    words, lemma = _words(), anchor.lemma_.lower()
    if is_verb(anchor) and _is_left_open(anchor):
        return False
    if lemma in words.staging:
        return not any(t.dep_ == "dobj" for t in anchor.children)
    objects = [t for t in anchor.children if t.dep_ in DONE_TO]
    if lemma in words.rejecting:
        is_by_somebody = any(t.dep_ in {"nsubj", "agent"} for t in _with_joined(anchor))
        rejected = any(is_named(t, words.rejected) and _is_of_violence(t) for t in objects)
        rejected = rejected or (not objects and _is_of_charge(anchor))
        return is_by_somebody and (rejected or any(t.dep_ == "ccomp" for t in anchor.children))
    if any(t.lemma_.lower() in words.withheld for t in objects) or _is_twofold(anchor):
        return False
    if not is_verb(anchor) and _is_of_innocent(anchor):
        return False
    what = [*objects, *_clauses(anchor)] if lemma in words.denying else []
    return not what or any(map(_is_of_incident, what))


def is_no_denial(anchor: Token) -> bool:
    """Whether words of denial are about something else: "denied them access", "he had nothing to do with gangs"."""
    return not denies(anchor) and (is_verb(anchor) or _is_of_innocent(anchor))


def _is_of_innocent(anchor: Token) -> bool:
    """Whether a victim is called innocent: "he had nothing to do with gangs", "this baby had"."""
    subject = next((t for t in anchor.lefts if t.dep_ in _SUBJECTS), None)
    if subject is None or subject.lemma_.lower() in coreference_words().young:
        return subject is not None
    over = (t for t in anchor.subtree if t.dep_ == "prep" and t.lower_ in _words().involving and t.i > anchor.i)
    objects = [o for t in over for o in t.children if o.dep_ == "pobj"]
    is_other = not any(is_named(t, _words().denied) or is_violence(t.subtree) for t in objects)
    return (
        bool(objects)
        and is_other
        and subject.lower_ in lexicon.grammar().people.pronouns - coreference_words().first_person
    )


def _is_of_charge(clause: Token) -> bool:
    """Whether a clause denies an accusation before it: "blamed it for the attack, a charge it rejected"."""
    noun, before = clause.head, clause.doc[clause.sent.start : clause.head.i]
    return clause.dep_ in {"acl", "relcl"} and is_named(noun, _words().rejected) and is_violence(before)


def is_of_incident(report: Token) -> bool:
    """Whether a report that is called a lie is about an attack or its dead: "the claims of civilian casualties"."""
    acts = _acts(report)
    return any(map(_is_of_incident, acts)) or (not acts and report.lemma_.lower() in _words().accusations)


def is_verb(anchor: Token) -> bool:
    """Whether the head of words of denial is a verb of denying, whose subject denies."""
    return anchor.lemma_.lower() in _words().denying | _words().rejecting


def is_denied(token: Token) -> bool:
    """Whether a word is in the denied part of a sentence: "denied being behind the attack"."""
    return _denying(token) is not None


def is_of_other_part(thing: Token, anchor: Token) -> bool:
    """Whether a thing is in the asserted part, the anchor in the denied: "denied hitting a clinic and hit a depot"."""
    denial = anchor if is_verb(anchor) else _denying(anchor)
    denied = _denying(thing)
    if denial is None or denied is not None:
        return denied is not None and denied != denial
    return any(t.dep_ in CLAUSES for t in denial.children)


def denies_too(verb: Token) -> bool:
    """Whether a verb joined to a denial continues it, and names no site: "denied hitting a clinic and hit a mast"."""
    over = verb.head
    is_joined = verb.dep_ in {"conj", "advcl"} and over.lemma_.lower() in _words().denying
    is_told = all(any(t.dep_ in CLAUSES for t in each.rights) for each in (over, verb))
    sites = {phrase.head for phrase in phrases.find("sites", verb.sent)}
    done = (t for clause in verb.rights if clause.dep_ in CLAUSES for t in clause.rights if t.dep_ == "dobj")
    is_claimed = is_admission(verb) or any(t in sites or is_violence([t]) for t in done)
    return is_joined and is_told and not is_claimed and denies(over)


def is_undecided(token: Token) -> bool:
    """Whether a word is under a negated denial, which leaves it open: "did not deny shelling the market"."""
    verb = _denying(token)
    return verb is not None and _is_left_open(verb)


def _denying(token: Token) -> Token | None:
    """The verb of denying above a word."""
    for _ in range(_REACH):
        if token.dep_ in _BESIDE or token.head.i == token.i:
            return None
        token = token.head
        if token.lemma_.lower() in _words().denying:
            return token
    return None


def _is_left_open(verb: Token) -> bool:
    """Whether a denial is negated or in the future: "neither confirmed nor denied", "refused to deny", "will deny"."""
    if any(t.tag_ == "MD" for t in verb.lefts):
        return True
    words, nobody = _words(), lexicon.grammar().people.nobody
    for _ in range(_REACH):
        above = verb.head
        negations = [t for t in verb.children if t.dep_ == "neg" or t.lower_ in words.neither]
        if any(t.i + 1 == len(t.doc) or t.nbor().lower_ not in words.limiting for t in negations):
            return True
        subjects = [t for t in verb.children if t.dep_ == "nsubj"]
        if any(t.lower_ in nobody or any(c.lower_ in nobody for c in t.children) for t in subjects):
            return True
        if verb.dep_ == "xcomp":
            return above.lemma_.lower() in words.declining
        if verb.dep_ != "conj" or not any(t.lower_ in words.joining for t in above.children):
            return False
        verb = above
    return False


def _clauses(verb: Token) -> Iterator[Token]:
    """The clauses of a verb: "denied that it had fired", "denied firing"."""
    return (t for t in verb.children if t.i > verb.i and (t.dep_ in CLAUSES or t.tag_ == "VBG"))


def _is_of_incident(what: Token) -> bool:
    """Whether the object of a denial is an attack, its effects, a part in it or presence, or a report of it."""
    if what.pos_ in {"VERB", "AUX"}:
        return _is_clause_of_incident(what)
    if is_named(what, _words().denied):
        return _is_of_violence(what)
    return is_link(what) if is_named(what, _words().links) else is_violence(what.subtree)


def is_none(noun: Token) -> bool:
    """Whether a noun phrase is negated: "no strikes", "no evidence"."""
    return any(t.dep_ == "det" and t.lower_ in lexicon.grammar().people.nobody for t in noun.lefts)


def is_link(noun: Token) -> bool:
    """Whether a noun is for a part in violence: "any link to the killing", where the parse ties "to" to the verb."""
    over = (t for t in (*noun.rights, *noun.head.rights) if t.dep_ == "prep")
    return is_named(noun, _words().links) and is_violence(t for prep in over for t in prep.subtree)


def _is_of_violence(noun: Token) -> bool:
    """Whether an accusation is of violence, or names no act: not "charges of belonging"."""
    acts = _acts(noun)
    return not acts or any(map(_is_of_incident, acts))


def _acts(noun: Token) -> list[Token]:
    """The acts of an accusation or a report: "charges of belonging", "reports that it had fired"."""
    of = [t for t in noun.children if t.dep_ == "prep" and is_of(t)]
    return [t for t in noun.children if t.dep_ in _COMPLEMENTS] + [t for prep in of for t in prep.children]


def _is_clause_of_incident(clause: Token) -> bool:
    lemma, own = clause.lemma_.lower(), [t for t in clause.children if t.dep_ == "dobj"]
    if lemma in _words().holding and any(map(is_person, own)):
        return True  # "Denied holding the nuns".
    if lemma in _words().other:
        # "Denied having anything to do with the killing".
        done = [c for t in own for c in t.children if c.dep_ in {"relcl", "acl"} and c.lemma_.lower() in _words().doing]
        return any(is_named(t, _words().denied) and t.pos_ == "NOUN" for t in own) or any(map(_is_done_with, done))
    if any(t.dep_ == "attr" and _is_description(t) for t in clause.children):
        return False
    words = [t for t in own_words(clause) if not (t.dep_ in _SUBJECTS and t.head == clause and _is_event(t))]
    return is_violence(words) or _is_death(words) or is_presence(clause) or _is_part(clause)


def _is_part(clause: Token) -> bool:
    """Whether own people are said to have had a part in violence: "that its men had taken part", not "in the talks"."""
    subject = next((t for t in clause.children if t.dep_ in _SUBJECTS), None)
    parts = [t for t in clause.rights if t.dep_ == "dobj" and t.lemma_.lower() in _words().parts]
    over = [t for noun in (clause, *parts) for t in noun.rights if t.dep_ == "prep" and t.lower_ in _words().involving]
    told = (t for prep in over for t in prep.children)
    return bool(parts) and subject is not None and _is_own(subject) and (not over or any(map(_is_of_incident, told)))


def _is_done_with(doing: Token) -> bool:
    """Whether "to do with" is about an attack or an event mentioned before: "with it"."""
    objects = [o for t in doing.rights if t.dep_ == "prep" for o in t.children]
    return any(t.lower_ in _words().oneself or is_named(t, _words().denied) or is_violence(t.subtree) for t in objects)


def _is_description(noun: Token) -> bool:
    """Whether a clause is a description and no act: "is a militant"."""
    is_one = any(t.lower_ in lexicon.grammar().function.one for t in noun.lefts)
    return is_one and is_named(noun, actor_words().individual)


def _is_event(subject: Token) -> bool:
    """Whether the subject is an attack and the denial is about its effect: "the attack delayed the talks"."""
    verb = subject.head
    is_told = any(t.dep_ in {"attr", "acomp", "prep", "agent", "auxpass"} for t in verb.children)
    return is_violence([subject]) and not is_told and verb.lemma_.lower() not in _words().happening


def _is_death(words: list[Token]) -> bool:
    known = lexicon.casualty_type_of("undergo")
    return any(t.pos_ == "VERB" and known.get(t.lemma_.lower()) == "killed" for t in words)


def is_presence(clause: Token) -> bool:
    """Whether own people, or forces, are said to have been somewhere: "its aircraft had been in the area"."""
    subject = next((t for t in clause.children if t.dep_ in _SUBJECTS), None)
    if subject is not None and not _is_own(subject):
        return False
    lemma = clause.lemma_.lower()
    is_there = any(t.lower_ in _words().near and t.i > clause.i for t in clause.children)
    return lemma in _words().present or (is_be(clause) and is_there)


def _is_own(subject: Token) -> bool:
    words = _words()
    subject = (noun_after_of(subject) or subject) if subject.lower_ in words.some else subject  # "any of its soldiers"
    owned = subject.lower_ in words.oneself or any(t.dep_ == "poss" and t.lower_ in words.own for t in subject.children)
    is_force = is_named(subject, actor_words().individual | actor_words().organisation | actor_words().name_heads)
    return owned or is_force or (subject.lemma_.lower(),) in lexicon.phrases("weapons")


def _is_twofold(verb: Token) -> bool:
    """Whether a verb has two objects: "to deny an army the ability to move"."""
    return len([t for t in verb.children if t.dep_ in {"dobj", "dative"}]) > 1


def _with_joined(verb: Token) -> list[Token]:
    """The children of a verb, and those of the verbs that share their subject with it."""
    over = takewhile(lambda t: t.dep_ in {"conj", "xcomp"} and t.head.i != t.i, (verb, *verb.ancestors))
    return [*verb.children, *(child for joined in over for child in joined.head.children)]
