"""Who makes a statement about an incident: the subject of its verb, a claimant in the passive, or somebody quoted."""

import functools
from collections.abc import Iterator
from itertools import islice

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Claim, ClaimKind, Speaker
from tollbook.readers.rules.attribution.attributions import ReportAttributions
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    accusations,
    actor_nouns,
    confessions,
    further_claims,
    own_acts,
    reported_acts,
    statement_verbs,
)
from tollbook.readers.rules.events.attacks import EventStatement, is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reporting import speech

#: The kinds of claims that are statements.
STATEMENTS: tuple[ClaimKind, ...] = ("responsibility", "denial", "inquiry", "accusation")
#: Words from an accused noun up to the verb that accuses: the noun itself, a preposition, a noun it describes.
REACH = 3


class StatementWords(msgspec.Struct, frozen=True):
    """The shape of ``statements.toml``."""

    stating: frozenset[str]
    protesting: frozenset[str]
    claimed: frozenset[str]
    neither: frozenset[str]
    condemning: frozenset[str]
    accusing: frozenset[str]
    calling: frozenset[str]
    grieving: frozenset[str]
    outrage: frozenset[str]
    plain: frozenset[str]
    judging: list[str]
    statement: dict[ClaimKind, list[str]]


@functools.cache
def words() -> StatementWords:
    """The words of statements."""
    return language.lexicon("statements", StatementWords)


def claimant(anchor: Token) -> Token | None:
    """The agent of "was claimed by", for responsibility or an attack; the subject of "was forced to admit"."""
    if anchor.dep_ == "xcomp" and semantic_roles.is_passive(anchor.head):
        return semantic_roles.subject_of(anchor)
    if (named := reported_acts.informant(anchor) or further_claims.owner(anchor)) is not None:
        return named
    claimed = next((t for t in anchor.children if t.dep_ == "nsubjpass"), None)
    is_relative = claimed is not None and semantic_roles.is_relative(claimed)
    if (anchor.dep_ == "acl" and claimed is None) or (anchor.dep_ == "relcl" and is_relative):
        claimed = anchor.head  # "The blast, which was claimed by the Front".
    agent = semantic_roles.agent(anchor) if any(t.dep_ == "agent" for t in anchor.children) else None
    # "Was claimed by the army to be a hoax" is no claim of an attack.
    if claimed is None or agent is None or any(t.dep_ in {"xcomp", "ccomp"} for t in anchor.children):
        return None
    if not actor_nouns.is_actor(agent) or is_nobody(agent) or not factuality.happened(anchor):
        return None
    is_claimed = _is_weapon(claimed) or is_attack(claimed) or claimed.lemma_.lower() in words().claimed
    return name_of(agent) if is_claimed else None


def name_of(head: Token) -> Token:
    """The name beside a description: "the armed group Red Dawn"."""
    return next((t for t in head.children if t.dep_ == "appos" and t.pos_ == "PROPN"), head)


def speakers(event: EventStatement, attributions: ReportAttributions) -> tuple[Speaker, ...]:
    """The longest chain of speakers over the words of the statement or its verb, with the subject of that verb."""
    at = event.anchor.idx
    spans = ((at, at + len(event.anchor)), (at, event.end), (event.start, event.end))
    chain = max((attributions.chain(start, end) for start, end in spans), key=len)
    chain = _without_accused(chain, event, attributions)
    by_subject = is_by_subject(event) and (len(chain) == 1 or not is_promised(event))
    subject = attributions.acting(event.anchor) if by_subject else None
    if by_subject and (who := claimant(event.anchor)) is not None:
        subject = attributions.speaker_at(who)
    elif len(chain) == 1 and (judging := judging_verb(event.anchor)) is not None:
        subject = attributions.acting(judging)
    return chain if subject is None or subject in chain else (subject, *chain)


def _without_accused(
    chain: tuple[Speaker, ...], event: EventStatement, attributions: ReportAttributions
) -> tuple[Speaker, ...]:
    """The speakers without the accused before the verb: "the man accused of the raid pleaded not guilty"."""
    accused = accusations.accused(event.anchor) if event.kind == "accusation" else None
    is_before = accused is not None and accused.i < event.anchor.i
    name = attributions.speaker_at(accused).name if accused is not None and is_before else None
    return tuple(speaker for speaker in chain if name is None or speaker.name != name)


def is_said(statement: EventStatement, claim: Claim) -> bool:
    """Whether the statement of a claim has a possible speaker: an outlet or an agency claims no attack itself.

    An agency may report the claim of others, if the words name them.
    """
    found = [speaker.name or "" for speaker in claim.speakers[:-1]]
    if found and statement.agent is not None and is_reported(statement):
        return reported_acts.accuses(statement.agent, claim.speakers[0])
    if statement.kind == "responsibility" and found and not claim.by:
        return speech().outlet_nouns.isdisjoint(found[0].lower().split()[-1:])
    return bool(found) or not statement.judgement


def is_reported(statement: EventStatement) -> bool:
    """Whether an accusation has no word of blame: an informant says who attacked, or names the attacker."""
    return statement.kind == "accusation" and statement.judgement and statement.agent is not None


def is_by_subject(statement: EventStatement) -> bool:
    """Whether the subject of the verb makes the statement: claims responsibility, denies, opens an inquiry."""
    verb = statement.anchor
    if further_claims.owner(verb) is not None or statement_verbs.plea(verb) is not None:
        return True
    if any(t.dep_ == "nsubj" and statement_verbs.is_client(t) for t in verb.lefts):
        return False  # "His lawyer said that her client denies murder".
    if statement.kind not in STATEMENTS or verb.pos_ != "VERB" or accusations.accuses_its_subject(verb):
        return False
    if verb.lemma_.lower() in words().accusing and is_accused(verb):
        return False  # "Her cousin, Ivo Orsk, also accused of the raid".
    stating = words().stating | words().condemning | words().accusing
    stating |= words().protesting if statement.kind == "denial" else frozenset()
    if accusations.lays_blame(verb) or reported_acts.identifies(verb):
        return statement.kind == "accusation"
    return statement.kind in {"responsibility", "inquiry"} or verb.lemma_.lower() in stating


def is_accused(verb: Token) -> bool:
    """Whether a participle without an auxiliary has the accused before it: "accused of the attack".

    The tagger takes some of them for past tenses.
    """
    is_bare = (verb.tag_ == "VBN" or verb.dep_ == "acl") and not any(t.dep_ in {"aux", "auxpass"} for t in verb.lefts)
    return is_bare and all(t.dep_ != "dobj" for t in verb.rights)


def judging_verb(anchor: Token) -> Token | None:
    """The verb of judging above an anchor: "called" in "called the shelling a crime"."""
    near = (t for t in (anchor, *islice(anchor.ancestors, REACH)) if t.pos_ == "VERB")
    known = words().calling | words().condemning
    return next((t for t in near if t.lemma_.lower() in known and not is_passive(t)), None)


def judged(sentence: Sentence) -> Iterator[Token]:
    """The verbs that judge an attack: "described the bombing as barbaric", not "as an accident"."""
    for verb in sentence:
        if verb.pos_ != "VERB" or verb.lemma_.lower() not in words().calling or not factuality.happened(verb):
            continue
        told = [t for t in verb.rights if t.dep_ not in {"conj", "advcl"}]
        over = [o for t in told for o in (t, *t.lefts) if o.dep_ in {"dobj", "nsubj"}]
        inside = {t.lemma_.lower() for each in told for t in each.subtree}
        if (
            any(is_attack(t) and not _is_weapon(t) for t in over)
            and words().outrage & inside
            and not words().plain & inside
        ):
            yield verb


def _is_weapon(noun: Token) -> bool:
    return (noun.lemma_.lower(),) in lexicon.phrases("weapons")


def condemns(statement: EventStatement) -> bool:
    """Whether the statement condemns an attack, which is no accusation."""
    return statement.kind == "accusation" and statement.anchor.lemma_.lower() in words().condemning


def admits(verb: Token) -> bool:
    """Whether a verb of responsibility admits an act and does not claim it."""
    return statement_verbs.is_admission(verb) or own_acts.is_confession(verb) or confessions.confesses(verb)


def is_promised(statement: EventStatement) -> bool:
    """Whether the statement is a promise of the speaker: "the ministry will examine all flights"."""
    return any(t.tag_ == "MD" for t in statement.anchor.children)


def is_passive(anchor: Token) -> bool:
    """Whether the subject is no claimant: "was admitted to a hospital", "a bomb claimed by rebels"."""
    return any(t.dep_ in {"auxpass", "nsubjpass", "agent"} for t in anchor.children)


def is_nobody(head: Token) -> bool:
    """Whether a noun phrase is negated: "nobody", "no group"."""
    return any(t.lower_ in lexicon.grammar().people.nobody | words().neither for t in (head, *head.children))
