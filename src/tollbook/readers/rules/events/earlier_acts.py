"""Attacks reported in the sentence before: "Ivo Lerch set off two bombs in Velm. The blasts killed six guests"."""

from collections.abc import Sequence

from msgspec.structs import replace
from spacy.tokens import Doc
from spacy.tokens import Span as Sentence

from tollbook.model import Actor, Claim
from tollbook.readers.rules.events import acts, responsibility
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words

#: Claims that an attack of the sentence before can have caused.
_CAUSED = frozenset({"killed", "injured"})


def attached(claims: Sequence[Claim], doc: Doc) -> list[Claim]:
    """The claims; those about "the attack" get the attackers of the sentence before, if it makes no other claim.

    The words for the event must have "the" and be of the same kind, or general: "the air strikes" are not the work of
    the rebels who fired rockets.
    """
    others = [c for c in claims if c.kind != "attack"]
    held = {c.start for c in claims if _is_open(c)}
    found: dict[int, tuple[Actor, ...]] = {}
    before: Sentence | None = None
    for sentence in doc.sents:
        starts = [at for at in held if sentence.start_char <= at < sentence.end_char and not _names_agent(sentence)]
        if (
            starts
            and before is not None
            and not any(_is_in(c, before) for c in others)
            and _continues(sentence, before)
        ):
            found |= dict.fromkeys(starts, responsibility.of_sentence(before) if _reports_past_act(before) else ())
        before = sentence
    return [replace(c, by=found[c.start]) if c.start in found and _is_open(c) else c for c in claims]


def _is_open(claim: Claim) -> bool:
    """Whether a claim of casualties names nobody responsible; fighters may be the losses of the attackers."""
    is_of_event = claim.kind in _CAUSED and claim.scope in {"incident", "part"} and not claim.by
    return is_of_event and claim.people is not None and claim.people.status != "combatant"


def _names_agent(sentence: Sentence) -> bool:
    """Whether a sentence has an agent of its own, also one that is no known actor: "the Owls killed nine".

    Losses of one side may be those of the attackers: "the Front lost nine men".
    """
    named = {p.head for p in phrases.find("events", sentence)}
    harming = [t for t in sentence if t.lemma_.lower() in lexicon.casualty_type_of("done_to") and t.pos_ == "VERB"]
    by = [t for verb in harming for t in verb.children if t.dep_ == "agent"]
    agents = [t for verb in (*harming, *by) for t in verb.children if t.dep_ in {"nsubj", "pobj"}]
    return not named.issuperset(agents) or any(t.lemma_.lower() in actor_words().losing for t in sentence)


def _is_in(claim: Claim, sentence: Sentence) -> bool:
    return sentence.start_char <= claim.start < sentence.end_char


def _reports_past_act(sentence: Sentence) -> bool:
    """Whether a sentence says, or says that somebody said, what happened once.

    Not "rebels often attack", "has attacked before", "it was unlikely that rebels had attacked".
    """
    verbs = [t for t in sentence if acts.is_act(t)]
    is_past = all("VBD" in {v.tag_, *(t.tag_ for t in v.lefts if t.dep_ in {"aux", "auxpass"})} for v in verbs)
    over = (t.head for v in verbs for t in (v, *v.ancestors) if t.dep_ == "ccomp")
    return is_past and all(t.lemma_.lower() in words().stating for t in over)


def _continues(sentence: Sentence, before: Sentence) -> bool:
    """Whether the words for an event with "the" in a sentence can mean an act of the sentence before."""
    kinds = {p.kind for p in phrases.find("events", before)}
    general = lexicon.event_kinds()[-1]
    named = [p for p in phrases.find("events", sentence) if p.head.pos_ in {"NOUN", "PROPN"}]
    known = (p for p in named if any(t.lower_ in words().definite for t in p.head.lefts))
    fits = any(p.kind in {*kinds, general} for p in known)
    return fits and all(p.kind in {*kinds, general} for p in named)
