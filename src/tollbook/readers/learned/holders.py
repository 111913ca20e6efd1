"""Assigns the perpetrators, weapons and sites that the model finds to claims."""

from collections.abc import Sequence
from itertools import takewhile

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import OUTCOMES, Claim
from tollbook.readers.learned import actors
from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.rules.dating.earlier_events import own_words
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    accusations,
    accused_acts,
    acts,
    attacks,
    charges,
    denials,
    other_parts,
    own_acts,
    responsibility,
    statement_verbs,
    statements,
    suspect_names,
    uninvolved,
)
from tollbook.readers.rules.parsing.factuality import certainty, happened
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Claims about an attack or about casualties.
_ATTACKS = frozenset({*OUTCOMES, "attack", "site destroyed", "site damaged"})
#: Days before a claim from which on the acts of another sentence are not those of the claim: as for dates of events.
_LONG_BEFORE = 30


def holders(p: Prediction, claims: Sequence[Claim], document: Document) -> list[Claim]:
    """Return the claims of its sentence that a found actor or thing can belong to; without any, the nearest claim.

    Of equally near claims the first in the text is taken. A suspect in a sentence that only reports his own death is
    assigned to the nearest claim about others.
    """
    bounds = ((s.start_char, s.end_char) for s in document.sentences)
    start, end = next(((s, e) for s, e in bounds if s <= p.start < e), (p.start, p.end))
    same = [c for c in claims if start <= c.start < end]
    named = document.doc.char_span(p.start, p.end, alignment_mode="expand")
    if p.label == "perpetrator" and named is not None and _only_helped(named):
        return []
    is_suspect = p.label == "perpetrator" and named is not None and suspect_names.is_named_suspect(named.root)
    harmed = [c for c in same if is_suspect and named is not None and is_harmed(named, c)]
    if same and not harmed:
        return [c for c in same if _takes(c, p, document) and not _are_both_held(p, c, same, document)]
    if named is not None and (certainty(named.root) == "not asserted" or any(map(attacks.only_flies, named))):
        # "The army threatened air strikes", "jets flew over the town".
        return []
    near = [c for c in claims if c.scope in {"incident", "part"} and c.kind != "inquiry" and c not in harmed]
    if p.label == "perpetrator":
        if named is not None and _is_of_others(named.root):
            return []
        events = [phrase.head for phrase in document.events if start <= phrase.start < end]
        events = [e for e in events if happened(e) and not attacks.only_flies(e)]
        tells = any(not attacks.is_of_others(event, None) for event in events)
        near = [c for c in near if (tells or harmed) and c.kind in _ATTACKS and c.stance == "asserts"]
        near = [c for c in near if not _is_of_other_time(range(start, end), c, document)]
        near = [
            c for c in near if named is None or not (is_harmed(named, c) or suspect_names.serves_sentence(named.root))
        ]
    if p.label == "site" and named is not None and not _is_near_violence(start, document):
        return []
    return sorted(near, key=lambda c: abs(c.start - p.start))[:1]


def _is_near_violence(start: int, document: Document) -> bool:
    """Whether the sentence that starts somewhere or the one after it tells of violence."""
    n = next((n for n, s in enumerate(document.sentences) if s.start_char == start), 0)
    return any(map(statement_verbs.is_violence, document.sentences[n : n + 2]))


def _is_of_other_time(sentence: range, claim: Claim, document: Document) -> bool:
    """Whether a sentence is about acts long before a claim: "has carried out a string of bombings since 2019"."""
    day = (claim.when.start or claim.when.end) if claim.when is not None else None
    days = [m.last for m in document.dates if m.start in sentence and m.last is not None]
    return day is not None and any((day - last).days >= _LONG_BEFORE for last in days)


def _takes(claim: Claim, p: Prediction, document: Document) -> bool:
    """Whether a claim can be about a perpetrator, weapon or site in its sentence.

    An inquiry takes none. A denial names no perpetrator, and neither does a claim about unharmed people. "A bomb hit
    the bridge a day after two people were killed" reports two events: the earlier one takes only words of its own
    clause, and nobody is responsible for it by an act that cannot have caused it.
    """
    words = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    named = document.doc.char_span(p.start, p.end, alignment_mode="expand")
    if claim.kind == "inquiry" or (p.label == "perpetrator" and _holds_nobody(claim, words)):
        return False
    if words is None or named is None:
        return True
    is_denied = p.label == "site" and denials.is_of_other_part(named.root, _anchor(claim, words))
    if is_denied or uninvolved.is_side_of_clash(named.root):
        return False
    if _is_of_other_part(p, named.root, claim):
        return False
    if p.label == "perpetrator" and (is_harmed(named, claim) or _only_reports(named.root, words.root)):
        return False
    act = acts.act_of(named.root)
    is_bare = claim.people is None and act.pos_ == "VERB"
    if p.label == "perpetrator" and is_bare and uninvolved.is_on_attackers(act, named.root):
        return False
    is_none = uninvolved.is_uninvolved(named.root) or _only_judges(named.root, words.root)
    is_none = is_none or _is_in_charge(named.root, words.root) or acts.is_on_self(act)
    if p.label == "perpetrator" and (is_none or responsibility.is_of_harmed(named.root, words.root)):
        return False
    caused = responsibility.can_have_caused(act, words.root) and not responsibility.is_cleared(act)
    is_cause = p.label != "perpetrator" or caused
    return named.root.i in own_words(words.root) and is_cause


def _is_of_other_part(p: Prediction, named: Token, claim: Claim) -> bool:
    """Whether an actor or thing belongs to another part: an actor responsible for some of the dead, thrown objects."""
    if p.label == "weapon":
        return claim.kind == "responsibility" and other_parts.has_target(named)
    if p.label != "perpetrator":
        return False
    is_accused = claim.kind != "accusation" or (
        accusations.can_be_of(named) and not accused_acts.is_of_no_attack(named)
    )
    return _is_of_share(named, claim) or not is_accused


def _is_of_share(actor: Token, claim: Claim) -> bool:
    """Whether an actor is responsible for some of the people only: "214 deaths, 61 of them by the army"."""
    number = other_parts.share_of(actor)
    return number is not None and claim.count is not None and not claim.start <= number.idx < claim.end


def _only_helped(named: Sentence) -> bool:
    """Whether somebody is only accused of helping with the attack: "pleaded guilty to driving the car"."""
    own = set(named.text.split())
    return any(own <= set(name.split()) or own >= set(name.split()) for name in charges.helpers(named.doc))


def _anchor(claim: Claim, words: Sentence) -> Token:
    """The verb of a claim; for a claim of responsibility, which quotes the whole sentence, that of the claim in it."""
    if claim.kind != "responsibility":
        return words.root
    return next((t for t in own_acts.claimed(words.sent) if not denials.is_verb(t)), words.root)


def _is_of_others(actor: Token) -> bool:
    """Whether an actor is responsible for another event, or only fought the attackers."""
    act = acts.act_of(actor)
    if act.pos_ == "VERB" and (uninvolved.is_on_attackers(act, actor) or acts.is_on_self(act)):
        return True
    return uninvolved.is_uninvolved(actor) or uninvolved.is_in_clash(actor) or responsibility.is_cleared(act)


def _holds_nobody(claim: Claim, words: Sentence | None) -> bool:
    """Whether a claim has no perpetrator: a denial, unharmed people, an accusation of something else."""
    if claim.kind in {"denial", "unharmed"} or (claim.count is not None and claim.count.high == 0):
        return True
    return claim.kind == "accusation" and words is not None and statements.holds_nobody_responsible(words.sent)


def is_harmed(named: Sentence, claim: Claim) -> bool:
    """Whether some words name the victims of a claim, who are not the perpetrators.

    If one person was hurt or killed, only a name counts: an "attacker" may have killed himself.
    """
    text, people = named.text.lower(), claim.people
    if people is None:
        return False
    is_alone = claim.kind != "captured" and claim.count is not None and claim.count.best == 1
    own = people.names if is_alone else (people.text, *people.names)
    described = actors.name_beside(named.root)
    words = {text} if described is None else {text, described.text.lower()}
    return any(each.lower() in one or one in each.lower() for each in own if each for one in words)


def _only_reports(root: Token, anchor: Token) -> bool:
    """Whether an actor is the subject of a verb of no attack, and the event is in a clause with another subject.

    "The network spoke of 24 killed; the governor had arrived at 74". "The army said it killed nine" has only "it".
    """
    if root.dep_ not in SUBJECTS or acts.act_of(root) != root:
        return False
    over = (t for t in (anchor, *anchor.ancestors) if root.head.is_ancestor(t))
    subjects = (c for t in over for c in t.children if c.dep_ in SUBJECTS)
    return any(c.pos_ != "PRON" for c in subjects)


def _only_judges(actor: Token, anchor: Token) -> bool:
    """Whether an actor accuses or judges others for an event: "the judge sentenced the man who killed two"."""
    verb = actor.head
    if actor.dep_ != "nsubj" or verb.lemma_.lower() not in coreference_words().accusing or not verb.is_ancestor(anchor):
        return False
    between = takewhile(lambda word: word != verb, (anchor, *anchor.ancestors))
    return not any(word.dep_ in {"conj", "advcl"} for word in between)


def _is_in_charge(actor: Token, anchor: Token) -> bool:
    """Whether an actor is only named in what others are accused of: "arrested nine, accusing them of aiding rebels"."""
    known = actor_words()
    over = (t for t in actor.ancestors if t.lower_ in known.charging and t.dep_ == "prep")
    charge = next((t for t in over if t.head.lemma_.lower() in known.holding_responsible), None)
    return charge is not None and not charge.is_ancestor(anchor)


def _are_both_held(p: Prediction, claim: Claim, claims: Sequence[Claim], document: Document) -> bool:
    """Whether a captured person is wrongly taken for a captor: "nine marines captured and Ivo Lerch, arrested"."""
    held = {name for c in claims if c.kind == "captured" and c.people is not None for name in c.people.names}
    return p.label == "perpetrator" and claim.kind == "captured" and document.text[p.start : p.end] in held
