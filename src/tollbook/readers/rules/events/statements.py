"""Statements about an incident: claims of responsibility, denials, inquiries, accusations, condemnations."""

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Stance
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    accusations,
    accused_acts,
    claimants,
    confessions,
    denials,
    denied_links,
    further_claims,
    inquiries,
    no_claims,
    no_statements,
    own_acts,
    own_denials,
    reported_acts,
    responsibility,
    statement_makers,
    statement_verbs,
    uninvolved,
)
from tollbook.readers.rules.events.attacks import EventStatement
from tollbook.readers.rules.events.statement_makers import (
    REACH,
    STATEMENTS,
    claimant,
    is_nobody,
    is_passive,
    name_of,
    words,
)
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO


@functools.cache
def _pattern(kind: ClaimKind) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(words().statement[kind])})\b", re.I)


@functools.cache
def _judgements() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(words().judging)})\b", re.I)


def statements(sentence: Sentence) -> Iterator[EventStatement]:
    """Claims of responsibility, denials, inquiries and accusations in the sentence, one of each kind.

    A sentence may both condemn and accuse.
    """
    found = list(_worded(sentence))
    yield from found
    accusing = [one for one in found if one.kind == "accusation"]
    if accusing:
        yield from _beside(accusing[0], sentence)
        return
    for anchor, agent in islice(reported_acts.named(sentence), 1):
        yield _judgement(sentence, anchor, "accuses")._replace(agent=agent)


def reported(sentence: Sentence, found: Sequence[EventStatement]) -> Iterator[EventStatement]:
    """The accusation of a sentence without a word of blame that reports the act of somebody known.

    There may be a denial beside it: "activists said the army shelled the market, but the army denied it".
    """
    told = ((act, agent) for act, agent in reported_acts.reported(sentence) if all(is_apart(act, one) for one in found))
    for anchor, agent in islice(told, 1):
        yield _judgement(sentence, anchor, "accuses")._replace(agent=agent)


def is_apart(act: Token, statement: EventStatement) -> bool:
    """Whether a word is in another clause than a denial; no accusation is apart from statements of other kinds."""
    denial = statement.anchor
    is_below = denial == act or denial.is_ancestor(act) or act.is_ancestor(denial)
    return statement.kind == "denial" and denials.is_verb(denial) and not is_below


def _judgement(sentence: Sentence, anchor: Token, stance: Stance) -> EventStatement:
    """An accusation or a condemnation, if somebody is quoted with it."""
    return EventStatement("accusation", sentence.start_char, _end(sentence), anchor, stance=stance, judgement=True)


def _worded(sentence: Sentence) -> Iterator[EventStatement]:
    """The statements of a sentence that have a word of claiming, denying, inquiring, blaming or judging."""
    accused, pleaded = False, dict(own_denials.pleas(sentence))
    for kind in STATEMENTS:
        anchor = next(_stated(kind, sentence), None) or pleaded.get(kind) or _further_anchor(kind, sentence)
        if anchor is None or (kind == "responsibility" and factuality.is_in_false(anchor)):
            continue
        accused = accused or kind == "accusation"
        yield _statement(kind, anchor, sentence)
    if accused:
        return
    if (anchor := next(_anchors(_judgements(), sentence), None)) is not None:
        yield _judgement(sentence, anchor, "accuses" if responsibility.of_sentence(sentence) else "condemns")
    elif (judged := next(statement_makers.judged(sentence), None)) is not None:
        yield _judgement(sentence, judged, "condemns")


def _statement(kind: ClaimKind, anchor: Token, sentence: Sentence) -> EventStatement:
    verb = accusations.placing(anchor) or anchor
    # "Did not strike" is a denial only if the speaker is the agent; from the outlet it is news.
    of_nobody = (kind == "denial" and not denials.is_verb(anchor)) or (kind == "inquiry" and anchor.tag_ == "VBN")
    return EventStatement(kind, sentence.start_char, _end(sentence), verb, _accused(anchor, kind), judgement=of_nobody)


def _beside(first: EventStatement, sentence: Sentence) -> Iterator[EventStatement]:
    """The accusation beside a condemnation, or the reverse, with its own words: "condemned it and blamed rebels"."""
    is_first = statement_makers.condemns(first)
    if first.stance is not None:
        return
    for anchor in _stated("accusation", sentence):
        other = _statement("accusation", anchor, sentence)
        if other.anchor.pos_ == "VERB" and statement_makers.condemns(other) != is_first:
            yield other._replace(start=other.anchor.idx)
            return


def _stated(kind: ClaimKind, sentence: Sentence) -> Iterator[Token]:
    """The words of a sentence that make a statement of a kind."""
    return (t for t in _anchors(_pattern(kind), sentence) if _states(kind, t))


def _further_anchor(kind: ClaimKind, sentence: Sentence) -> Token | None:
    """The verb of a claimed act of the speaker, of an inquiry, or of calling reports lies."""
    if kind == "responsibility":
        acts = (t for t in own_acts.claimed(sentence) if not (_is_by_nobody(t) or no_claims.is_retracted(t)))
        claimed = chain(acts, confessions.confessed(sentence), further_claims.claimed(sentence))
        return next((t for t in claimed if not denials.denies_too(t)), None)
    if kind == "denial":
        lies = (noun.head for noun in factuality.lies(sentence) if denials.is_of_incident(noun))
        return next(chain(lies, own_denials.denied(sentence), denied_links.denied(sentence)), None)
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
        if factuality.negated(anchor) or _is_by_nobody(anchor):
            return False
        if denials.is_denied(anchor) or denied_links.is_denied(anchor):
            return False
        is_said = not (_is_reputation(anchor) or _is_charge(anchor) or accused_acts.accuses_of_pretext(anchor))
        is_said = is_said and not _is_criticism(anchor)
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


def _is_charge(anchor: Token) -> bool:
    """Whether an accusation by nobody only says which deeds are meant: "the crimes of which he is accused"."""
    is_relative = anchor.dep_ == "relcl" and anchor.tag_ == "VBN" and not is_person(anchor.head)
    return is_relative and any(t.dep_ == "nsubjpass" and t.pos_ == "PRON" for t in anchor.lefts)


def _is_criticism(anchor: Token) -> bool:
    """Whether a verb condemns something else than violence: "denounced the remarks of the minister"."""
    objects = [t for t in anchor.children if t.dep_ in DONE_TO]
    if anchor.pos_ != "VERB" or anchor.lemma_.lower() not in words().condemning or not objects:
        return False
    told = [w for t in anchor.children if t.dep_ in {*DONE_TO, "prep"} for w in t.subtree]
    is_known = any(t.pos_ == "PRON" and t.tag_ != "WP" for t in objects)
    is_known = is_known or any(t.lemma_.lower() in coreference_words().accused for t in told)
    return not is_known and not statement_verbs.is_violence(told)


def _end(sentence: Sentence) -> int:
    return sentence.start_char + len(sentence.text.rstrip(" \n\t;"))


def _is_claimed(anchor: Token) -> bool:
    """Whether somebody claims responsibility, and the claim is not denied, doubted or only expected."""
    is_by_none = is_passive(anchor) and claimant(anchor) is None
    if _is_by_nobody(anchor) or is_by_none or no_claims.claims_none(anchor):
        return False
    subject = semantic_roles.agent(anchor) if anchor.pos_ == "VERB" else None
    if subject is not None and _is_harmed(subject):
        return False
    not_said = words().stating.union(lexicon.grammar().casualty.expecting)
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
    verbs = (t for t in islice(token.ancestors, REACH) if t.lemma_.lower() in words().accusing)
    return any(factuality.negated(t) or _is_by_nobody(t) for t in verbs) or accusations.is_denied(token)


def _is_by_nobody(anchor: Token) -> bool:
    """Whether the subject is negated: "nobody has claimed responsibility", "no group has"."""
    return any(is_nobody(t) for t in anchor.children if t.dep_ == "nsubj")


def grieves(sentence: Sentence) -> bool:
    """Whether a sentence only mourns or regrets: "we deeply regret the loss of life"."""
    return not words().grieving.isdisjoint(t.lemma_.lower() for t in sentence)


def _accused(anchor: Token, kind: ClaimKind) -> Token | None:
    """The accused of an accusation; for a claim of responsibility, its claimant."""
    verb = anchor if anchor.pos_ == "VERB" else anchor.head
    if kind == "responsibility" and statement_verbs.is_for_client(verb):
        return None  # Counsel admits an act of the client.
    if kind == "responsibility":
        who = further_claims.owner(anchor) or claimants.claimant(verb)
        return who if who is None or who.pos_ == "PROPN" else name_of(who)
    if kind != "accusation" or verb.lemma_.lower() in words().condemning:
        return None  # a condemnation is no accusation
    return accusations.accused(anchor) if accused_acts.accuses_of_violence(anchor) else None
