"""Factuality: whether a text asserts an event, or denies, doubts, plans or supposes it, or uses a figure of speech.

"Three men were killed" is asserted; "may have been killed" is doubted; "threatened to kill" is not asserted; "were not
killed" is negated; "the bill was killed" is figurative.
"""

import functools
import re
from typing import Literal

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import lexicon

Certainty = Literal["asserted", "doubted", "not asserted"]

#: How many verbs up the parse a modal or a condition is looked for.
_GOVERNORS = 6
#: Dependencies by which a verb shares the certainty of the word above it.
_SHARING = frozenset({"xcomp", "conj", "advcl", "relcl", "acl", "pcomp", "prep", "acomp", "oprd", "attr"})
_PRESENT = frozenset({"VBP", "VBZ"})
#: The words that "..." in a figurative phrase matches: up to three. More would join separate statements of a sentence.
_FEW = r"(?:[\w'’-]+ ){0,3}"


def happened(token: Token) -> bool:
    """Whether the text asserts that the event of this word took place: asserted, not negated, not figurative."""
    is_event = certainty(token) == "asserted" and not negated(token) and not is_figurative(token)
    return is_event and not introduces_words(token)


def introduces_words(verb: Token) -> bool:
    """Whether words that somebody speaks follow a verb: "stormed: “Everybody knows”"."""
    after = verb.doc[verb.i + 1] if verb.pos_ == "VERB" and verb.i + 1 < len(verb.doc) else None
    return after is not None and after.text == ":"


def negated(token: Token) -> bool:
    """Whether the word itself, or the preposition before it, is negative: "was not killed", "without killing"."""
    return any(t.dep_ == "neg" for t in token.children) or (
        token.dep_ == "pcomp" and token.head.lower_ in lexicon.hedges().negative
    )


def certainty(token: Token) -> Certainty:
    """Whether the event of a word is asserted, doubted, or only planned, ordered, feared or supposed."""
    hedges, doubted = lexicon.hedges(), False
    if any(t.lower_ in hedges.unfinished for t in token.lefts) or _is_expected(token):
        return "not asserted"
    node, perfect = token, any(t.lower_ in hedges.perfect and t.dep_ == "aux" for t in token.children)
    for _ in range(_GOVERNORS):
        words = {t.lower_ for t in node.children if t.dep_ in {"aux", "auxpass", "mark"}}
        if words & hedges.modals and not (perfect and node is not token):
            return "not asserted"
        doubted |= bool(words & hedges.doubtful_modals)
        if words & hedges.conditions:
            return "not asserted"
        if node is not token and negated(node) and node.dep_ == "pcomp":
            return "not asserted"  # "Without managing to detain them".
        infinitive = "to" in words or node.dep_ in {"pcomp", "xcomp"}
        if infinitive and not perfect and _has_irreal_governor(node):
            return "not asserted"
        if node.dep_ not in _SHARING or _happened_before(node) or _is_crime(node):
            break
        node = node.head
    return "doubted" if doubted else "asserted"


def _is_expected(attack: Token) -> bool:
    """Whether an attack is only expected: "prepared for an attack", "warned of air strikes", "fears of a bombing".

    "The attack" happened, and so did one that killed people.
    """
    is_noun = attack.pos_ == "NOUN" or (attack.tag_ == "VBG" and attack.dep_ == "pcomp" and not any(attack.rights))
    is_bare = is_noun and not any(t.lower_ in lexicon.hedges().definite for t in attack.lefts)
    if (
        not is_bare
        or attack.dep_ not in {"pobj", "pcomp", "dobj"}
        or any(t.dep_ in {"relcl", "acl"} for t in attack.rights)
    ):
        return False
    governor = attack.head.head if attack.dep_ != "dobj" else attack.head
    # "Made preparations this weekend for an attack": the parse ties "for" to another word.
    beside = [t for t in governor.children if t.dep_ == "dobj"] if attack.dep_ != "dobj" else []
    return any(t.lemma_.lower() in lexicon.hedges().expecting for t in (governor, *beside))


def _happened_before(clause: Token) -> bool:
    """Whether a clause tells of the past, whatever will come: "the reward will be paid after he was arrested".

    Or of the present: "the toll could rise, as 20 people are missing".
    """
    marks = {t.lower_ for t in clause.lefts if t.dep_ in {"mark", "advmod"}}
    tags = {t.tag_ for t in (clause, *clause.lefts)}
    is_past, is_present = "VBD" in tags, "MD" not in tags and not tags.isdisjoint(_PRESENT)
    known = lexicon.hedges()
    is_told = (is_past and marks & known.happened) or (is_present and marks & known.holds)
    return clause.dep_ == "advcl" and bool(is_told)


def _is_crime(act: Token) -> bool:
    """Whether an act is what somebody is judged for, and so was done: "will be sentenced for killing five"."""
    judging = act.head.head
    return act.dep_ == "pcomp" and judging.lemma_.lower() in lexicon.hedges().judging


def _has_irreal_governor(node: Token) -> bool:
    """Whether the word above a verb makes it an intention or a possibility: "plan to", "an attempt to"."""
    governor = node.head.head if node.dep_ == "pcomp" else node.head
    lemma = governor.lemma_.lower()
    if governor.pos_ in {"NOUN", "PROPN"}:
        return lemma in lexicon.hedges().irreal_nouns
    return lemma in lexicon.hedges().irreal or (node.dep_ in {"advcl", "relcl", "acl"} and node.tag_ == "VB")


def is_figurative(token: Token) -> bool:
    """Whether the word is part of a phrase that describes no violence: figures of speech, labour strikes, illness."""
    return any(start <= token.idx < end for start, end in _figurative_phrases(token.sent))


def _figurative_phrases(sentence: Sentence) -> tuple[tuple[int, int], ...]:
    """The code points ``[start, end)`` of figurative phrases in a sentence, cached with the parse."""
    cache: dict[int, tuple[tuple[int, int], ...]] = sentence.doc.user_data.setdefault("tollbook figurative", {})
    if sentence.start not in cache:
        text, offset = re.sub(r"\s", " ", sentence.text), sentence.start_char
        matches = _figurative_pattern().finditer(text)
        cache[sentence.start] = tuple((offset + m.start(), offset + m.end()) for m in matches)
    return cache[sentence.start]


@functools.cache
def _figurative_pattern() -> re.Pattern[str]:
    phrases = (phrase for listed in lexicon.figurative().values() for phrase in listed)
    return re.compile(rf"\b(?:{'|'.join(map(_as_pattern, phrases))})\b", re.I)


def _as_pattern(phrase: str) -> str:
    """One phrase of ``figurative.toml`` as a regular expression; brackets and bars keep their meaning."""
    return phrase.replace("(", "(?:").replace(" ... ", f" {_FEW}")
