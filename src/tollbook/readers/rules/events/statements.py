"""Statements about an incident: claims of responsibility, denials, inquiries, accusations, condemnations."""

import functools
import re
from collections.abc import Iterator
from itertools import islice

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Claim, ClaimKind, Stance
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    accusations,
    accused_acts,
    actor_nouns,
    authors,
    claimants,
    denials,
    inquiries,
    no_claims,
    no_statements,
    own_acts,
    own_denials,
    responsibility,
    statement_verbs,
    uninvolved,
)
from tollbook.readers.rules.events.attacks import EventStatement, is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reporting import speech

_STATEMENTS: tuple[ClaimKind, ...] = ("responsibility", "denial", "inquiry", "accusation")
#: Words from an accused noun up to the verb that accuses: the noun itself, a preposition, a noun it describes.
_REACH = 3


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``statements.toml``."""

    stating: frozenset[str]
    protesting: frozenset[str]
    claimed: frozenset[str]
    neither: frozenset[str]
    condemning: frozenset[str]
    accusing: frozenset[str]
    calling: frozenset[str]
    grieving: frozenset[str]
    judging: list[str]
    statement: dict[ClaimKind, list[str]]


@functools.cache
def _words() -> _Words:
    return language.lexicon("statements", _Words)


@functools.cache
def _pattern(kind: ClaimKind) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(_words().statement[kind])})\b", re.I)


@functools.cache
def _judgements() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(_words().judging)})\b", re.I)


def statements(sentence: Sentence) -> Iterator[EventStatement]:
    """Claims of responsibility, denials, inquiries and accusations in the sentence, one of each kind."""
    accused, pleaded = False, dict(own_denials.pleas(sentence))
    for kind in _STATEMENTS:
        anchor = next((t for t in _anchors(_pattern(kind), sentence) if _states(kind, t)), None)
        anchor = anchor or pleaded.get(kind) or _further_anchor(kind, sentence)
        if anchor is None or (kind == "responsibility" and factuality.is_in_false(anchor)):
            continue
        accused = accused or kind == "accusation"
        verb = accusations.placing(anchor) or anchor
        # "Did not strike" is a denial only if the speaker is the agent; from the outlet it is news.
        of_nobody = (kind == "denial" and not denials.is_verb(anchor)) or (kind == "inquiry" and anchor.tag_ == "VBN")
        yield EventStatement(
            kind, sentence.start_char, _end(sentence), verb, _accused(anchor, kind), judgement=of_nobody
        )
    anchor = None if accused else next(_anchors(_judgements(), sentence), None)
    if anchor is not None:
        stance: Stance = "accuses" if responsibility.of_sentence(sentence) else "condemns"
        yield EventStatement("accusation", sentence.start_char, _end(sentence), anchor, stance=stance, judgement=True)


def _further_anchor(kind: ClaimKind, sentence: Sentence) -> Token | None:
    """The verb of a claimed act of the speaker, of an inquiry, or of calling reports lies."""
    if kind == "responsibility":
        claimed = (t for t in own_acts.claimed(sentence) if not (_is_by_nobody(t) or no_claims.is_retracted(t)))
        return next((t for t in claimed if not denials.denies_too(t)), None)
    if kind == "denial":
        lies = (noun.head for noun in factuality.lies(sentence) if denials.is_of_incident(noun))
        return next(lies, None) or next(own_denials.denied(sentence), None)
    found = (t for t in sentence if kind == "inquiry" and inquiries.opens(t) and inquiries.is_news(t))
    return next(found, None)


def _anchors(pattern: re.Pattern[str], sentence: Sentence) -> Iterator[Token]:
    """The heads of the words of a sentence that match a pattern."""
    for match in pattern.finditer(sentence.text):
        start = sentence.start_char + match.start()
        span = sentence.doc.char_span(start, start + len(match.group()), alignment_mode="expand")
        yield span.root if span is not None else sentence.root


def _states(kind: ClaimKind, anchor: Token) -> bool:
    """Whether words for a kind of statement make one here."""
    if kind == "responsibility":
        return _is_claimed(anchor) and statement_verbs.admits(anchor)
    if kind == "accusation":
        if factuality.negated(anchor) or _is_by_nobody(anchor) or denials.is_denied(anchor):
            return False
        is_said = not (_is_reputation(anchor) or accused_acts.accuses_of_pretext(anchor))
        return is_said and not _is_acquitted(anchor) and accusations.accuses(anchor)
    if kind == "inquiry":
        return inquiries.is_news(anchor)
    return kind != "denial" or denials.denies(anchor)


def _is_acquitted(anchor: Token) -> bool:
    """Whether a sentence clears the accused: "acquitted a man who had been accused of"."""
    accused = accusations.accused(anchor)
    return accused is not None and uninvolved.is_excluded(accused)


def _is_reputation(anchor: Token) -> bool:
    """Whether an accusation is only somebody's reputation: "the Front, blamed for thousands of deaths"."""
    over = [p for p in anchor.rights if p.dep_ == "prep"] if anchor.dep_ in {"acl", "relcl"} else []
    objects = [t for p in over for t in p.children if t.dep_ == "pobj"]
    return bool(objects) and all(map(uninvolved.is_uncounted, objects))


def _end(sentence: Sentence) -> int:
    return sentence.start_char + len(sentence.text.rstrip(" \n\t;"))


def _is_claimed(anchor: Token) -> bool:
    """Whether somebody claims responsibility, and the claim is not denied, doubted or only expected."""
    is_passive = _is_passive(anchor) and claimant(anchor) is None
    if _is_by_nobody(anchor) or is_passive or no_claims.claims_none(anchor):
        return False
    subject = semantic_roles.agent(anchor) if anchor.pos_ == "VERB" else None
    if subject is not None and _is_harmed(subject):
        return False
    not_said = _words().stating.union(lexicon.grammar().casualty.expecting)
    return factuality.happened(anchor) and anchor.head.lemma_.lower() not in not_said


def _is_harmed(subject: Token) -> bool:
    """Whether the parse gives the victims of a headline to the next verb: "30 killed … The Front claimed"."""
    clauses = (t for t in subject.rights if t.dep_ in {"acl", "relcl"} and t.tag_ == "VBN")
    return any(lexicon.casualty_type_of("done_to").get(t.lemma_.lower()) in {"killed", "injured"} for t in clauses)


def accuses_nobody(sentence: Sentence) -> bool:
    """Whether the words of accusing in a sentence accuse nobody: "nobody blamed the army", "the accused".

    Also if the sentence denies something other than an attack, or calls for an inquiry.
    """
    found = list(_anchors(_pattern("accusation"), sentence))
    anchors = [t for t in found if not (accusations.is_adjective(t) or accusations.is_of_suspicion(t))]
    # "Lerch had organised the attack" accuses him in the words of the model, where no source is found.
    anchors = [t for t in anchors if not authors.is_of_doing(t)]
    if not anchors:
        demanded = map(no_statements.is_demanded, _anchors(_pattern("inquiry"), sentence))
        if any(demanded) or any(map(uninvolved.is_in_question, found)):
            return True
        return any(denials.is_no_denial(t) for t in _anchors(_pattern("denial"), sentence))
    return not any(_states("accusation", anchor) for anchor in anchors)


def holds_nobody_responsible(sentence: Sentence) -> bool:
    """Whether all accusations of a sentence are of other acts than violence: "accused of running petrol"."""
    anchors = [t for t in _anchors(_pattern("accusation"), sentence) if _states("accusation", t)]
    return bool(anchors) and not any(map(accused_acts.accuses_of_violence, anchors))


def is_cleared(token: Token) -> bool:
    """Whether somebody is only said not to be accused: "nobody blamed the army", "residents did not accuse it"."""
    verbs = (t for t in islice(token.ancestors, _REACH) if t.lemma_.lower() in _words().accusing)
    return any(factuality.negated(t) or _is_by_nobody(t) for t in verbs) or accusations.is_denied(token)


def _is_by_nobody(anchor: Token) -> bool:
    """Whether the subject is negated: "nobody has claimed responsibility", "no group has"."""
    return any(_is_nobody(t) for t in anchor.children if t.dep_ == "nsubj")


def _is_nobody(head: Token) -> bool:
    return any(t.lower_ in lexicon.grammar().people.nobody | _words().neither for t in (head, *head.children))


def _is_passive(anchor: Token) -> bool:
    """Whether the subject is no claimant: "was admitted to a hospital", "a bomb claimed by rebels"."""
    return any(t.dep_ in {"auxpass", "nsubjpass", "agent"} for t in anchor.children)


def claimant(anchor: Token) -> Token | None:
    """The agent of "was claimed by", for responsibility or an attack; the subject of "was forced to admit"."""
    if anchor.dep_ == "xcomp" and semantic_roles.is_passive(anchor.head):
        return semantic_roles.subject_of(anchor)
    claimed = next((t for t in anchor.children if t.dep_ == "nsubjpass"), None)
    is_relative = claimed is not None and semantic_roles.is_relative(claimed)
    if (anchor.dep_ == "acl" and claimed is None) or (anchor.dep_ == "relcl" and is_relative):
        claimed = anchor.head  # "The blast, which was claimed by the Front".
    agent = semantic_roles.agent(anchor) if any(t.dep_ == "agent" for t in anchor.children) else None
    # "Was claimed by the army to be a hoax" is no claim of an attack.
    if claimed is None or agent is None or any(t.dep_ in {"xcomp", "ccomp"} for t in anchor.children):
        return None
    if not actor_nouns.is_actor(agent) or _is_nobody(agent) or not factuality.happened(anchor):
        return None
    by_weapon = (claimed.lemma_.lower(),) in lexicon.phrases("weapons")
    is_claimed = by_weapon or is_attack(claimed) or claimed.lemma_.lower() in _words().claimed
    return _name_of(agent) if is_claimed else None


def _name_of(head: Token) -> Token:
    """The name beside a description: "the armed group Red Dawn"."""
    return next((t for t in head.children if t.dep_ == "appos" and t.pos_ == "PROPN"), head)


def is_said(statement: EventStatement, claim: Claim) -> bool:
    """Whether the statement of a claim has a possible speaker: an outlet or an agency claims no attack itself.

    An agency may report the claim of others, if the words name them.
    """
    found = [speaker.name or "" for speaker in claim.speakers[:-1]]
    if statement.kind == "responsibility" and found and not claim.by:
        return speech().outlet_nouns.isdisjoint(found[0].lower().split()[-1:])
    return bool(found) or not statement.judgement


def is_by_subject(statement: EventStatement) -> bool:
    """Whether the subject of the verb makes the statement: claims responsibility, denies, opens an inquiry."""
    verb = statement.anchor
    if statement.kind not in _STATEMENTS or verb.pos_ != "VERB" or accusations.accuses_its_subject(verb):
        return False
    words = _words()
    stating = words.stating | words.condemning | words.accusing
    stating |= words.protesting if statement.kind == "denial" else frozenset()
    if accusations.lays_blame(verb):
        return statement.kind == "accusation"
    return statement.kind in {"responsibility", "inquiry"} or verb.lemma_.lower() in stating


def grieves(sentence: Sentence) -> bool:
    """Whether a sentence only mourns or regrets: "we deeply regret the loss of life"."""
    return not _words().grieving.isdisjoint(t.lemma_.lower() for t in sentence)


def judging_verb(anchor: Token) -> Token | None:
    """The verb of judging above an anchor: "called" in "called the shelling a crime"."""
    near = (t for t in (anchor, *islice(anchor.ancestors, _REACH)) if t.pos_ == "VERB")
    known = _words().calling | _words().condemning
    return next((t for t in near if t.lemma_.lower() in known and not _is_passive(t)), None)


def condemns(statement: EventStatement) -> bool:
    """Whether the statement condemns an attack, which is no accusation."""
    return statement.kind == "accusation" and statement.anchor.lemma_.lower() in _words().condemning


def is_promised(statement: EventStatement) -> bool:
    """Whether the statement is a promise of the speaker: "the ministry will examine all flights"."""
    return any(t.tag_ == "MD" for t in statement.anchor.children)


def _accused(anchor: Token, kind: ClaimKind) -> Token | None:
    """The accused of an accusation; for a claim of responsibility, its claimant."""
    verb = anchor if anchor.pos_ == "VERB" else anchor.head
    if kind == "responsibility":
        who = claimants.claimant(verb)
        return who if who is None or who.pos_ == "PROPN" else _name_of(who)
    if kind != "accusation" or verb.lemma_.lower() in _words().condemning:
        return None  # a condemnation is no accusation
    return accusations.accused(anchor) if accused_acts.accuses_of_violence(anchor) else None
