"""Attribution classifier: candidates, and which of them are attributions, by a logistic model (decision 41).

The constructions find too much ("The party called a meeting") and too little: most cues outside the lists occur once or
twice. The classifier decides only which attributions are recorded. The speakers of a figure depend on the constructions
alone, so that no weight decides who is the source of a death.
"""

import functools
import math
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language
from tollbook.readers.rules.attribution.relations import (
    AttributionRelation,
    SourcePhrase,
    child,
    cue_of,
    is_aside,
    is_verb,
    object_of,
    phrase_of,
    subject,
    tree,
    trees,
)
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.sources import is_expletive


# ------------------------------------------------------------------------------------------------ candidates
# Candidates are at learned cues, which no list has: "has mixed feelings about", "floated a plan to". Each way in which
# content depends on such a cue is one.
class CueCandidate(NamedTuple):
    """A possible attribution, the token that heads its cue, and the frame in which its content depends on the cue."""

    relation: AttributionRelation
    cue: Token
    frame: str


def _at_learned_cues(doc: Doc, cues: Collection[str], taken: Collection[int]) -> Iterator[CueCandidate]:
    """Every candidate at a verb or noun of ``cues`` (dictionary forms) that is none of the tokens ``taken``."""
    for token in doc:
        if token.i in taken or token.lemma_.lower() not in cues:
            continue
        if is_verb(token) and token.pos_ in {"VERB", "AUX"}:
            found = subject(token)
            source = phrase_of(found, token) if found is not None and not is_expletive(found) else None
            yield from _at(token, cue_of(token), source, _on_verb(token))
        elif (
            token.pos_ == "NOUN"
            and (owner := child(token, "poss") or object_of(token, speech().grammar.origins)) is not None
        ):
            yield from _at(token, (token.i,), phrase_of(owner), (("own " + f, c) for f, c in _on_noun(token)))


def _at(
    cue: Token, words: tuple[int, ...], source: SourcePhrase | None, found: Iterator[tuple[str, set[int]]]
) -> Iterator[CueCandidate]:
    outside = {cue.i} if source is None else {cue.i, *range(source.start, source.end)}
    for frame, content in found:
        if content := content - outside:
            relation = AttributionRelation(source=source, cue=words, content=frozenset(content), is_statement=False)
            yield CueCandidate(relation, cue, frame)


def _on_verb(cue: Token) -> Iterator[tuple[str, set[int]]]:
    clause = {i for c in cue.children if c.dep_ == "ccomp" and not is_aside(c) for i in tree(c)}
    planned = [c for c in cue.children if c.dep_ == "xcomp"]
    if clause:
        yield "clause", clause
    if planned:
        yield "infinitive" if any(c.tag_ == "VB" for c in planned) else "complement", trees(cue, "xcomp")
    yield from _on_object(cue, clause | trees(cue, "xcomp"))
    for c in cue.children:
        if c.dep_ == "prep":
            yield from _on_preposition(c, "prep")
        elif c.dep_ in {"acomp", "attr"}:
            yield from _on_predicate(c)


def _on_object(cue: Token, clauses: set[int]) -> Iterator[tuple[str, set[int]]]:
    """The object together with the clauses about it, or else with the prepositions after it."""
    content = trees(cue, "dobj", "oprd", "nsubjpass")
    if content and clauses:
        yield "object and clause", content | clauses
    elif content:
        first = min(content)
        yield "object", content.union(*(tree(c) for c in cue.children if c.dep_ == "prep" and c.i > first))
        noun = child(cue, "dobj")
        if noun is not None and noun.pos_ == "NOUN":
            yield from _on_noun(noun)


def _on_preposition(preposition: Token, frame: str) -> Iterator[tuple[str, set[int]]]:
    content = tree(preposition) - {preposition.i}
    if content and preposition.lower_ in speech().grammar.content_prepositions:
        yield f"{frame} {preposition.lower_}", content
        noun = child(preposition, "pobj")
        if frame != "noun" and noun is not None and noun.pos_ == "NOUN":
            yield from _on_noun(noun)


def _on_predicate(predicate: Token) -> Iterator[tuple[str, set[int]]]:
    """Content of a predicate adjective or noun: "is open to talks", "was a supporter of the ban"."""
    for c in predicate.children:
        if c.dep_ in {"ccomp", "xcomp"}:
            yield f"{predicate.dep_} {c.dep_} {predicate.lemma_.lower()}", tree(c)
        elif c.dep_ == "prep":
            for frame, content in _on_preposition(c, predicate.dep_):
                yield f"{frame} {predicate.lemma_.lower()}" if frame.startswith(predicate.dep_) else frame, content


def _on_noun(noun: Token) -> Iterator[tuple[str, set[int]]]:
    """Content of an object noun: "made the case for …", "took the view that …"."""
    for c in noun.children:
        if c.dep_ in {"acl", "ccomp"} and c.tag_ not in {"VBN", "VBG"}:
            yield f"noun {c.dep_} {noun.lemma_.lower()}", tree(c)
        elif c.dep_ == "prep":
            for frame, content in _on_preposition(c, "noun"):
                yield f"{frame} {noun.lemma_.lower()}", content


# ------------------------------------------------------------------------------------------------ the model
#: The least share at which a candidate is recorded. On the training articles, five folds by article, 0.4 gave the best
#: F1 of 0.3, 0.35, 0.4, 0.45 and 0.5 (68.4, 68.7, 68.9, 68.8, 68.6).
THRESHOLD = 0.4
_PRONOUNS = frozenset({"PRP", "WP", "WDT", "DT", "PRP$", "WP$", "EX"})
_OPENING = frozenset({"IN", "TO", "WDT", "WP", "WRB", "DT", "PRP", "PRP$", "``"})
_NAMED = frozenset({"PERSON", "ORG", "NORP", "GPE"})
_BORROWING = frozenset({"xcomp", "pcomp", "conj", "advcl", "ccomp", "acl", "relcl"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


class AttributionModel(msgspec.Struct, frozen=True):
    """``attribution_weights.toml``: cues beside those of the lists, and the weight of each feature."""

    cues: frozenset[str]
    weights: dict[str, float]


@functools.cache
def model() -> AttributionModel:
    """The weights, read once."""
    return language.lexicon("attribution_weights", AttributionModel)


def select(
    doc: Doc,
    relations: Iterable[AttributionRelation],
    quoted: frozenset[int],
    supporting: AbstractSet[tuple[int, ...]] = frozenset(),
) -> list[AttributionRelation]:
    """The likely attributions, the likeliest of each cue, without those inside others, in order of their cues.

    ``quoted`` are the tokens between quotation marks. Attributions with a cue in ``supporting`` are always selected: a
    figure rests on them, so a reader can look up its speaker.
    """
    scored = [(share(features(c, doc, quoted)), n, c.relation) for n, c in enumerate(all_candidates(doc, relations))]
    selected: list[AttributionRelation] = []
    seen: set[int] = set()
    for likelihood, _, relation in sorted(scored, key=lambda one: (-one[0], one[1])):
        if (likelihood >= THRESHOLD or relation.cue in supporting) and seen.isdisjoint(relation.cue):
            seen.update(relation.cue)
            selected.append(relation)
    return sorted((r for r in selected if not any(contains(o, r) for o in selected)), key=lambda r: r.cue)


def contains(outer: AttributionRelation, inner: AttributionRelation) -> bool:
    """Whether one attribution is part of the content of another, as PolNeAR defines it."""
    return outer is not inner and inner.cue[0] in outer.content and not inner.content > outer.content


def all_candidates(doc: Doc, relations: Iterable[AttributionRelation]) -> Iterator[CueCandidate]:
    """The attributions that the constructions found, and the candidates at learned cues."""
    taken: set[int] = set()
    for relation in relations:
        if not relation.continued:
            taken.update(relation.cue)
            head = _head(doc, relation)
            yield CueCandidate(relation, head, "rule " + _frame(head, relation))
    yield from _at_learned_cues(doc, model().cues, taken)


def share(present: Iterable[str]) -> float:
    """The share of candidates with these features that are attributions, 0 to 1."""
    weights = model().weights
    return 1 / (1 + math.exp(-sum(weights.get(name, 0.0) for name in set(present))))


def _head(doc: Doc, relation: AttributionRelation) -> Token:
    cue = relation.cue
    return next((doc[i] for i in cue if doc[i].head.i not in cue or doc[i].head.i == i), doc[cue[0]])


def _frame(head: Token, relation: AttributionRelation) -> str:
    """The dependency labels by which the content of an attribution is attached to its cue."""
    labels = sorted({c.dep_ for c in head.children if c.i in relation.content and c.dep_ not in {"punct", "advmod"}})
    if labels:
        return "+".join(labels[:3])
    return f"under {head.dep_}" if head.head.i in relation.content else "apart"


def features(candidate: CueCandidate, doc: Doc, quoted: frozenset[int]) -> Iterator[str]:
    """The features of a candidate, as they are named in ``attribution_weights.toml``."""
    relation, cue, frame = candidate
    words = frame.split()
    family = frame if words[0] in {"rule", "prep", "object"} else " ".join(words[: 3 if words[0] == "own" else 2])
    lemma = cue.lemma_.lower()
    yield from ("always", f"frame {frame}", f"family {family}", f"lemma {lemma}", f"lemma {lemma} {frame}")
    yield from (f"tag {cue.tag_} {family}", f"label {cue.dep_}")
    yield from (f"class {kind} {family}" for kind in _classes().get(lemma, ()))
    yield from (f"{c.dep_} {c.lemma_.lower()}" for c in cue.children if c.dep_ in {"aux", "neg"})
    if cue.dep_ in _BORROWING:
        yield f"up {cue.dep_} {cue.head.lemma_.lower()}"
    if words[0] != "rule":
        above = (kind for a in cue.ancestors for kind in _classes().get(a.lemma_.lower(), ())[:1])
        yield f"under {next(above, 'none')}"
    kind = _kind(doc, relation.source)
    yield from (f"source {kind}", f"source {kind} {family}")
    if relation.source is not None:
        source = doc[relation.source.head]
        yield from (f"source word {source.lemma_.lower()}", f"source {source.dep_ if source.head == cue else 'far'}")
    if cue.i in quoted:
        yield from ("quoted", f"quoted {family}", f"quoted source {kind}")
    yield from _of_content([doc[i] for i in sorted(relation.content)], relation, family)


def _of_content(content: list[Token], relation: AttributionRelation, family: str) -> Iterator[str]:
    first = content[0]
    yield f"length {min(len(content).bit_length(), 7)} {family}"
    yield f"opens {first.lower_ if first.tag_ in _OPENING else first.tag_}"
    if any(t.tag_ in _FINITE for t in content):
        yield f"finite {family}"
    root = next((t for t in content if t.head.i not in relation.content), None)
    if root is not None:
        yield from (f"root {root.lemma_.lower()}", f"root {root.pos_} {family}", f"root {root.dep_} {family}")
        if root.ent_type_:
            yield f"root {root.ent_type_}"


def _kind(doc: Doc, source: SourcePhrase | None) -> str:
    """The kind of a source: the pronoun itself, the entity label of a name, else a noun."""
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
    """The lists of ``speech.toml`` that have a word, for each word."""
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
    every = {word for members in lists.values() for word in members}
    return {word: tuple(name for name, members in lists.items() if word in members) for word in every}
