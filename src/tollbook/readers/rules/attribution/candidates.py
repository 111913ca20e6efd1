"""Candidates at learned cues, which no list has: "has mixed feelings about", "made the case for", "floated a plan to".

Each way in which content depends on such a cue is a candidate; ``classifier`` selects the few that are attributions.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

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


class CueCandidate(NamedTuple):
    """A possible attribution, the token that heads its cue, and the frame in which its content depends on the cue."""

    relation: AttributionRelation
    cue: Token
    frame: str


def candidates(doc: Doc, cues: Collection[str], taken: Collection[int]) -> Iterator[CueCandidate]:
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
