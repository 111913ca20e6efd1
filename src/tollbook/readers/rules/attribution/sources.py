"""Who a verb of saying belongs to, and who passed the words on: by the parse, and by word order where that fails."""

from spacy.tokens import Token

from tollbook.readers.rules.attribution import word_order
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speech_acts import (
    FINITE,
    Phrase,
    child,
    cue_of,
    is_passive,
    is_quoted,
    object_of,
    phrase_of,
    subject,
    trees,
)

#: What may follow the speaker in "… said the mayor": a stop, a comma, "who", "from", "of".
_AFTER_SPEAKER = frozenset({".", ",", ":", "IN", "WP", "WDT", "''", "_SP"})


def who(cue: Token) -> Phrase | None:
    """The source of a verb of saying: its subject, or the phrase right before it where the parser went astray."""
    parsed = subject(cue)
    if parsed is not None and cue.tag_ == "VBG" and parsed.i > cue.i:
        parsed = next((t for t in cue.doc[cue.sent.start : cue.i] if t.dep_ == "nsubj"), parsed)
    found = phrase_of(parsed, cue) if parsed is not None and not is_dummy(parsed) else None
    start = min(cue_of(cue.head.head if is_quoted(cue) else cue))
    near = word_order.phrase_before(cue.doc, start, cue.sent.start) if _may_stand_before(cue) else None
    trusted = found is not None and (near is None or found.start <= near.head < found.end)
    trusted = trusted and (near is not None or child(cue, "nsubj", "nsubjpass") is not None)
    if not trusted and cue.tag_ in FINITE and (after := _inverted(cue)) is not None:
        return after
    return found if trusted or near is None else near


def _inverted(cue: Token) -> Phrase | None:
    """X in "… said X." and "… said X from the ministry": a speaker right after the cue, and no clause behind."""
    if is_passive(cue) or cue.lemma_.lower() in speech().telling:
        return None
    found = word_order.spoken_by(cue.doc, cue.i + 1, cue.sent.end)
    if found is None or (found.end < cue.sent.end and cue.doc[found.end].tag_ not in _AFTER_SPEAKER):
        return None
    return found


def is_dummy(token: Token) -> bool:
    """The "it" of "it is feared", who is nobody."""
    return token.lower_ in {"it", "there"} and (token.dep_ in {"nsubjpass", "expl"})


def _may_stand_before(cue: Token) -> bool:
    """Whether the phrase before a cue may be its source: not after a passive, nor where it is an adjunct of the cue."""
    if is_quoted(cue):
        return is_passive(cue.head.head)
    if (
        is_relative(cue)
        or (cue.tag_ not in FINITE and not is_mistaken(cue))
        or (is_passive(cue) and not is_mistaken(cue))
    ):
        return False
    adjuncts = trees(cue, "prep", "npadvmod", "advmod", "advcl")
    return cue.i - 1 not in adjuncts


def is_mistaken(cue: Token) -> bool:
    """Whether a closing "… the agency reported on Monday" was taken for a participle."""
    if cue.tag_ != "VBN" or cue.i == cue.sent.start or any(c.dep_ in {"aux", "auxpass", "agent"} for c in cue.children):
        return False
    following = cue.doc[cue.i + 1] if cue.i + 1 < len(cue.doc) else None
    return word_order.speaks(cue.nbor(-1)) and (
        following is None or following.tag_ in {".", "NNP", "VBG"} or following.lower_ == "on"
    )


def is_relative(cue: Token) -> bool:
    """Whether the verb is of a relative clause that its own pronoun shows to be one."""
    return cue.dep_ == "relcl" and any(c.tag_ in {"WDT", "WP"} for c in cue.children)


def via(cue: Token) -> tuple[Phrase, ...]:
    """Outlets the words went through: "told the Arvon Times", "quoted by the Arvon Times as saying"."""
    if is_quoted(cue):
        quoting = cue.head.head
        by = (object_of(cue, "by"), object_of(quoting, "by"), None if is_passive(quoting) else subject(quoting))
        return tuple(phrase_of(t, quoting) for t in by if t is not None)
    found = (child(cue, "dobj", "dative"), object_of(cue, "to"))
    outlets = (_employer(t) for t in found if t is not None)
    return tuple(phrase_of(t) for t in outlets if is_outlet(t))


def _employer(token: Token) -> Token:
    """The outlet in "told the agency's correspondent"."""
    owner = child(token, "poss")
    return owner if owner is not None and is_outlet(owner) else token


def is_outlet(token: Token) -> bool:
    """Whether a noun is an agency, a newspaper, a station: one that passes on what others say."""
    words = speech()
    names = {token.lower_, *(c.lower_ for c in token.children if c.dep_ in {"compound", "nmod"})}
    return token.lemma_.lower() in words.outlet_nouns or bool(names & (words.outlet_nouns | words.outlet_names))
