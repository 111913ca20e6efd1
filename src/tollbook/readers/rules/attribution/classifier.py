"""Which of what was found is an attribution: a sum of weights over plain features, decision 41.

The constructions find too much ("The party called a meeting") and too little: most cues that no list holds occur once
or twice. What is weighed here is only what is told as an attribution. Who speaks at a figure rests on the constructions
alone, so that no weight decides whose word a death is.
"""

import functools
import math
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language
from tollbook.readers.rules.attribution import candidates
from tollbook.readers.rules.attribution.candidates import Candidate
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speech_acts import Phrase, Saying

#: From which share on a candidate is told. On the training articles, five folds by article, 0.4 gave the best F1 of
#: 0.3, 0.35, 0.4, 0.45 and 0.5 (68.4, 68.7, 68.9, 68.8, 68.6).
LIKELY = 0.4
_PRONOUNS = frozenset({"PRP", "WP", "WDT", "DT", "PRP$", "WP$", "EX"})
_OPENING = frozenset({"IN", "TO", "WDT", "WP", "WRB", "DT", "PRP", "PRP$", "``"})
_NAMED = frozenset({"PERSON", "ORG", "NORP", "GPE"})
_BORROWING = frozenset({"xcomp", "pcomp", "conj", "advcl", "ccomp", "acl", "relcl"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


class Model(msgspec.Struct, frozen=True):
    """``attribution_weights.toml``: cues that are looked at besides the lists, and the weight of each feature."""

    cues: frozenset[str]
    weights: dict[str, float]


@functools.cache
def model() -> Model:
    """The weights, read once."""
    return language.lexicon("attribution_weights", Model)


def told(
    doc: Doc, sayings: Iterable[Saying], quoted: frozenset[int], resting: AbstractSet[tuple[int, ...]] = frozenset()
) -> list[Saying]:
    """The sayings and candidates that are likely attributions, of each cue the likeliest, without those inside others.

    ``quoted`` are the tokens between quotation marks. Cues that a figure is ``resting`` on are told whatever they
    weigh: whoever is named as the speaker of a number can be looked up.
    """
    asked = [(share(features(c, doc, quoted)), n, c.saying) for n, c in enumerate(all_candidates(doc, sayings))]
    kept: list[Saying] = []
    seen: set[int] = set()
    for held, _, saying in sorted(asked, key=lambda found: (-found[0], found[1])):
        if (held >= LIKELY or saying.cue in resting) and seen.isdisjoint(saying.cue):
            seen.update(saying.cue)
            kept.append(saying)
    return sorted((s for s in kept if not any(holds(o, s) for o in kept)), key=lambda s: s.cue)


def holds(outer: Saying, inner: Saying) -> bool:
    """Whether one attribution is part of what another says, as PolNeAR has it."""
    return outer is not inner and inner.cue[0] in outer.content and not inner.content > outer.content


def all_candidates(doc: Doc, sayings: Iterable[Saying]) -> Iterator[Candidate]:
    """What is weighed: what the constructions found, and what hangs on the cues that were learned."""
    taken: set[int] = set()
    for saying in sayings:
        if not saying.carried:
            taken.update(saying.cue)
            head = _head(doc, saying)
            yield Candidate(saying, head, "rule " + _frame(head, saying))
    yield from candidates.candidates(doc, model().cues, taken)


def share(found: Iterable[str]) -> float:
    """The share of candidates with these features that are attributions, 0 to 1."""
    weights = model().weights
    return 1 / (1 + math.exp(-sum(weights.get(name, 0.0) for name in set(found))))


def _head(doc: Doc, saying: Saying) -> Token:
    cue = saying.cue
    return next((doc[i] for i in cue if doc[i].head.i not in cue or doc[i].head.i == i), doc[cue[0]])


def _frame(head: Token, saying: Saying) -> str:
    """How the content of a saying hangs on its cue in the parse."""
    hung = sorted({c.dep_ for c in head.children if c.i in saying.content and c.dep_ not in {"punct", "advmod"}})
    if hung:
        return "+".join(hung[:3])
    return f"under {head.dep_}" if head.head.i in saying.content else "apart"


def features(candidate: Candidate, doc: Doc, quoted: frozenset[int]) -> Iterator[str]:
    """What can be said of a candidate, in words that stand in ``lexicon/CODE/attribution_weights.toml``."""
    saying, cue, frame = candidate
    words = frame.split()
    family = frame if words[0] in {"rule", "prep", "object"} else " ".join(words[: 3 if words[0] == "own" else 2])
    lemma = cue.lemma_.lower()
    yield from ("always", f"frame {frame}", f"family {family}", f"lemma {lemma}", f"lemma {lemma} {frame}")
    yield from (f"tag {cue.tag_} {family}", f"hangs {cue.dep_}")
    yield from (f"class {kind} {family}" for kind in _classes().get(lemma, ()))
    yield from (f"{c.dep_} {c.lemma_.lower()}" for c in cue.children if c.dep_ in {"aux", "neg"})
    if cue.dep_ in _BORROWING:
        yield f"up {cue.dep_} {cue.head.lemma_.lower()}"
    if words[0] != "rule":
        above = (kind for a in cue.ancestors for kind in _classes().get(a.lemma_.lower(), ())[:1])
        yield f"under {next(above, 'none')}"
    kind = _kind(doc, saying.source)
    yield from (f"source {kind}", f"source {kind} {family}")
    if saying.source is not None:
        source = doc[saying.source.head]
        yield from (f"source word {source.lemma_.lower()}", f"source {source.dep_ if source.head == cue else 'far'}")
    if cue.i in quoted:
        yield from ("quoted", f"quoted {family}", f"quoted source {kind}")
    yield from _of_content([doc[i] for i in sorted(saying.content)], saying, family)


def _of_content(content: list[Token], saying: Saying, family: str) -> Iterator[str]:
    first = content[0]
    yield f"length {min(len(content).bit_length(), 7)} {family}"
    yield f"opens {first.lower_ if first.tag_ in _OPENING else first.tag_}"
    if any(t.tag_ in _FINITE for t in content):
        yield f"finite {family}"
    root = next((t for t in content if t.head.i not in saying.content), None)
    if root is not None:
        yield from (f"root {root.lemma_.lower()}", f"root {root.pos_} {family}", f"root {root.dep_} {family}")
        if root.ent_type_:
            yield f"root {root.ent_type_}"


def _kind(doc: Doc, source: Phrase | None) -> str:
    """What kind of word a source is: a pronoun by itself, a name by its kind, else a noun."""
    if source is None:
        return "none"
    head = doc[source.head]
    if head.tag_ in _PRONOUNS:
        return head.lower_
    if head.ent_type_ in _NAMED:
        kind = head.ent_type_
    elif head.pos_ == "PROPN":
        kind = "proper"
    else:
        kind = "speaker" if head.lemma_.lower() in speech().speakers else "noun"
    return kind + ("s" if head.tag_ in {"NNS", "NNPS"} else "")


@functools.cache
def _classes() -> dict[str, tuple[str, ...]]:
    """The lists of ``lexicon/CODE/speech.toml`` that hold a word."""
    words = speech()
    lists = {
        "clause": words.clause,
        "beliefs": words.beliefs,
        "infinitive": words.infinitive,
        "passes on": words.reporting,
        "judges": words.judging,
        "preposition": words.prepositions,
        "clause noun": words.clause_nouns,
        "object noun": words.object_nouns,
        "adjective": words.adjectives,
    }
    every = {word for held in lists.values() for word in held}
    return {word: tuple(name for name, held in lists.items() if word in held) for word in every}
