"""Distinguishes unnamed victims from a named one: "a trader was killed, and Ana Brod was wounded"."""

from collections.abc import Mapping, Sequence

from spacy.tokens import Token

from tollbook.model import Claim, ClaimKind
from tollbook.readers.rules.coreference.entities import Entity, EntityMention
from tollbook.readers.rules.persons.people import phrase_start
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.reference_words import refers_to_one_person, words
from tollbook.readers.rules.words.reporting import speech

_PATIENTS = frozenset({"nsubjpass", "dobj"})
_IN_TURN = frozenset({"ROOT", "conj", "ccomp"})
#: Words of a sentence that are searched for another incident: "meanwhile, in a separate attack in Velmar".
_OPENING = 8


def are_two(named: Entity, other: Entity, claims: Mapping[int, Sequence[Claim]]) -> bool:
    """Whether a named and an unnamed person of a report are two people.

    ``claims`` are the claims by the heads of their people.
    """
    own = [m for m in named.mentions if m.head.i in claims]
    beside = [m for m in other.mentions if m.head.i in claims]
    return (
        _are_of_other_years(own, beside, claims)
        or any(_is_of_other_incident(new.head) and one.head.i < new.head.sent.start for new in beside for one in own)
        or any(_is_beside(one, new) or _is_of_relative(one, new) for new in beside for one in own)
        or _is_new(own, beside, claims)
        or _has_died(own, beside, claims)
    )


def is_introduced_after(named: Entity, other: Entity) -> bool:
    """Whether an unnamed victim is introduced after a named one: "a monk" after "the driver was named as Ivo Tal"."""
    known = words().anyone | words().victims | words().naming_relatives
    own = {m.noun for m in named.mentions if m.definite and m.name is None and not m.is_pronoun} - known
    nouns = {m.noun for m in other.mentions}
    first = other.mentions[0].head
    is_new = any(t.lower_ in words().indefinite for t in first.lefts) and named.mentions[0].head.i < first.i
    return bool(own) and is_new and nouns.isdisjoint(own | known)


def is_described_by(other: Entity, named: Entity) -> bool:
    """Whether a name only describes an unnamed person: "the wife of Ivo Brod", "a man who worked for Ivo Brod".

    "The victim, Ivo Brod" is that person.
    """
    names = [m.head for m in named.mentions if m.name is not None]
    own = [m.head for m in other.mentions]
    return any(head.is_ancestor(n) and not (n.head == head and n.dep_ == "appos") for n in names for head in own)


def outcome(claim: Claim, head: Token, person: Entity, claims: Mapping[int, Sequence[Claim]]) -> ClaimKind:
    """The outcome for a person: "two men shot her" after "the mayor was murdered" is how she was killed.

    Not in "he had been shot in 2019", nor on another day; and "police shot him" may be about the murderer.
    """
    verb = head.head
    leaves_open = verb.lemma_.lower() in lexicon.grammar().casualty.loose and head.dep_ in _PATIENTS
    # "Three men were jailed for the murder of Ana Brod. Ms Brod was shot as she came home": nobody shot the murderer.
    is_named = head.pos_ == "PROPN" and not claim.by
    if claim.kind != "injured" or not leaves_open or not (is_named or refers_to_one_person(head.lower_)):
        return claim.kind
    before = [c for m in person.mentions if m.head.i < head.i for c in claims.get(m.head.i, ())]
    at_once = [c for c in before if c.kind == "killed" and _are_at_once(c, claim)]
    died = any(is_named or not c.by for c in at_once)
    is_other = any(t.dep_ == "aux" or t.lemma_.lower() in words().police for t in verb.lefts)
    is_other |= any(t.lemma_.lower() in words().police for by in verb.rights for t in by.children)
    return "killed" if died and not is_other else claim.kind


def _are_at_once(one: Claim, other: Claim) -> bool:
    """Whether two claims may be of one day."""
    days = [(c.when.start, c.when.end) for c in (one, other) if c.when is not None]
    return len(set(days)) < 2


def _are_of_other_years(
    own: Sequence[EntityMention], beside: Sequence[EntityMention], claims: Mapping[int, Sequence[Claim]]
) -> bool:
    """Whether two victims are of different years: "a man was stabbed on Monday. In 2019 Ana Brod was stabbed"."""
    first, second = ({_year(c) for m in mentions for c in claims[m.head.i]} for mentions in (own, beside))
    return None not in first | second and first.isdisjoint(second)


def _is_of_other_incident(person: Token) -> bool:
    """Whether a sentence begins with another incident than the one before: "in a separate attack, a man was shot"."""
    opening = person.doc[person.sent.start : min(person.i, person.sent.start + _OPENING)]
    known = words().distinguishing | words().separate
    incidents = {p.head.i for p in phrases.find("events", person.sent)}
    return any(t.i in incidents and any(w.lower_ in known for w in t.lefts) for t in opening)


def _year(claim: Claim) -> int | None:
    return None if claim.when is None or claim.when.start is None else claim.when.start.year


def _is_beside(one: EntityMention, new: EntityMention) -> bool:
    """Whether a sentence states outcomes for both: "killed a trader and abducted Ana Brod"."""
    in_turn = one.head.sent == new.head.sent and _is_introduced(new.head)
    verbs = one.head.head, new.head.head
    is_other = (one.name is not None or _is_introduced(one.head)) and verbs[0] != verbs[1]
    return in_turn and is_other and _is_joined(*verbs)


def _is_of_relative(one: EntityMention, new: EntityMention) -> bool:
    """Whether a sentence is about a relative of one: "Ana Brod, the sister of a student murdered in 2019"."""
    kin = new.head.head.head
    is_kin = new.head.dep_ == "pobj" and kin.lemma_.lower() in words().naming_relatives
    return is_kin and one.head in {kin, kin.head if kin.dep_ == "appos" else kin}


def _is_joined(one: Token, other: Token) -> bool:
    """Whether two clauses are joined by "and" or "while"."""
    if other in one.conjuncts:
        return True
    inner, outer = (one, other) if one.head == other else (other, one)
    marks = {t.lower_ for t in inner.lefts if t.dep_ == "mark"}
    return inner.dep_ == "advcl" and inner.head == outer and not marks.isdisjoint(words().meanwhile)


def _is_new(
    own: Sequence[EntityMention], beside: Sequence[EntityMention], claims: Mapping[int, Sequence[Claim]]
) -> bool:
    """Whether "a farmer was injured" comes after somebody with a name was killed, and nobody killed is a farmer."""
    if not own or not beside or min(m.head.i for m in own) > min(m.head.i for m in beside):
        return False
    kinds: set[ClaimKind] = {c.kind for m in beside for c in claims[m.head.i]}
    is_dead = any(c.kind == "killed" for m in own for c in claims[m.head.i])
    told = (_is_introduced(m.head) and (_has_own_outcome(m.head) or _is_shown(m.head)) for m in beside)
    return is_dead and "killed" not in kinds and all(told)


def _has_died(
    own: Sequence[EntityMention], beside: Sequence[EntityMention], claims: Mapping[int, Sequence[Claim]]
) -> bool:
    """Whether "a woman who died" comes after "one person was injured"."""
    kinds: set[ClaimKind] = {c.kind for m in beside for c in claims[m.head.i]}
    dead = [m.head for m in own if any(c.kind == "killed" for c in claims[m.head.i])]
    is_told = bool(beside) and "killed" not in kinds and all(_has_own_outcome(m.head) for m in beside)
    return is_told and any(_is_introduced(t) and t.pos_ == "NOUN" for t in dead)


def _has_own_outcome(noun: Token) -> bool:
    """Whether a clause of its own states a definite outcome for somebody, unlike "shot"."""
    verb, lemma = noun.head, noun.head.lemma_.lower()
    known = lexicon.casualty_type_of("done_to").keys() - lexicon.grammar().casualty.loose
    return noun.dep_ in _PATIENTS and verb.dep_ in _IN_TURN and lemma in known


def _is_shown(noun: Token) -> bool:
    """Whether a picture shows somebody: "a video shows a man carrying a wounded girl"."""
    subjects = (t for over in noun.ancestors for t in over.lefts if t.dep_ == "nsubj")
    return any(t.lemma_.lower() in speech().visuals for t in subjects)


def _is_introduced(noun: Token) -> bool:
    """Whether the words for somebody introduce them: "a farmer"."""
    return noun.doc[phrase_start(noun)].lower_ in words().indefinite
