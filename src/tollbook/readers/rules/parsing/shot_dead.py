"""Corrects parses of "shot dead", which the parser takes for a noun and an adjective. See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, words
from tollbook.readers.rules.parsing.outcome_pairs import joined, people_at
from tollbook.readers.rules.words.syntax import SUBJECTS

_TIMES = frozenset({"DATE", "TIME"})
#: Tags of words after "shot dead" before somebody else: "shot dead by gunmen", "shot dead, two others hurt".
_BEFORE_OTHERS = frozenset({"CC", ",", ".", ":", "IN", "RB", "RP", "TO", "WRB"})
#: Relations of words to the verb of a clause.
_OF_CLAUSE = frozenset({*SUBJECTS, "cc", "punct"})


def _shot_as_noun(token: Token) -> Iterator[HeadChange]:
    """Make "shot" that the parse takes for a noun the verb.

    "In 2021 a deputy shot dead a motorist", "two men on a motorbike shot dead a priest".
    """
    if token.lower_ not in words().outcome or token.i == token.sent.start:
        return
    shot = token.nbor(-1)
    before = next((t for t in reversed(list(shot.lefts)) if t.dep_ == "compound" and t.i == shot.i - 1), None)
    objects = (t for t in token.children if t.dep_ in {*SUBJECTS, "dobj", "npadvmod"} and t.ent_type_ not in _TIMES)
    harmed = next((t for t in objects if t.i > token.i), None)
    prep = shot.head if shot.dep_ == "pobj" and shot.head.head.dep_ == "nsubj" else None
    over = shot.head if prep is None else prep.head.head
    if shot.lower_ not in words().participles or over != token or before is None or harmed is None:
        return
    lefts = [t for t in shot.lefts if t != before]
    shot.tag_, shot.pos_, shot.lemma_ = "VBD", "VERB", words().participles[shot.lower_]
    yield HeadChange(shot, shot if token.head == token else token.head, token.dep_)
    yield HeadChange(token, shot, "oprd")
    yield HeadChange(harmed, shot, "dobj")
    yield HeadChange(before, shot if prep is None else prep, "nsubj" if prep is None else "pobj")
    yield from (HeadChange(t, before, t.dep_) for t in lefts)
    yield from (HeadChange(t, shot, t.dep_) for t in token.children if t not in {shot, harmed})


def _shot_after_place(token: Token) -> Iterator[HeadChange]:
    """Make "shot" that the parse takes for a part of a name the verb: "men on a bus shot dead guard Ivo Lerch"."""
    shot, before = token.doc[max(token.i - 1, 0)], token.doc[max(token.i - 2, 0)]
    harmed = token.head
    while harmed.dep_ == "compound":
        harmed = harmed.head
    is_shot = token.lower_ in words().outcome and shot.lower_ in words().participles and shot.pos_ == "NOUN"
    prep, attackers = harmed.head, harmed.head.head
    if not is_shot or before.pos_ not in NOUNS or harmed.dep_ != "pobj" or not attackers.i < prep.i < before.i:
        return
    shot.tag_, shot.pos_, shot.lemma_ = "VBD", "VERB", words().participles[shot.lower_]
    relation = "ccomp" if attackers.dep_ == "dep" else attackers.dep_
    yield HeadChange(shot, shot if attackers.head == attackers else attackers.head, relation)
    yield HeadChange(attackers, shot, "nsubj")
    yield HeadChange(before, prep, "pobj")
    yield from (HeadChange(t, before, t.dep_) for t in harmed.subtree if t.dep_ == "det" and prep.i < t.i < before.i)
    yield HeadChange(harmed, shot, "dobj")
    yield HeadChange(token, shot, "oprd")
    yield from (HeadChange(t, shot, t.dep_) for t in attackers.rights if t.i > token.i)


def _victims_of_dead(token: Token) -> Iterator[HeadChange]:
    """Give the victims after "dead" to the shot before it.

    "Militants in a truck shot dead two men", "stormed a school shooting dead five people".
    """
    if token.lower_ not in words().outcome or token.i == token.sent.start:
        return
    shot = token.nbor(-1)
    if shot.lower_ not in words().shots:
        return
    after = token.doc[min(token.i + 1, token.sent.end - 1)]
    people = people_at(token.doc, token.i + 1, token.sent.end)
    is_theirs = bool(people) and (people[0].left_edge.i <= after.i or after.lower_ in words().range)
    if not people or (after.tag_ in _BEFORE_OTHERS and not is_theirs) or any(t.dep_ == "auxpass" for t in shot.lefts):
        return
    if people[0].head == shot and people[0].dep_ == "dobj":
        return
    place = next((t for t in shot.lefts if t.dep_ == "compound" and t.i + 1 == shot.i), None)
    root, harmed = token.sent.root, people[0]
    if harmed == root:
        yield HeadChange(shot, shot, "ROOT")
        yield from (HeadChange(t, shot, t.dep_) for t in root.children if t.dep_ in _OF_CLAUSE or t.pos_ == "VERB")
    elif token.is_ancestor(shot):
        yield HeadChange(shot, shot if token.head == token else token.head, token.dep_)
    elif place is not None:  # "Stormed a mill shooting dead two": the mill is the object.
        yield HeadChange(place, shot.head, shot.dep_)
        yield from (HeadChange(t, place, t.dep_) for t in shot.lefts if t != place)
        yield HeadChange(shot, next((t for t in shot.ancestors if t.pos_ in VERBS), root), "advcl")
    elif (verb := _verb_of_subject(shot)) is not None:
        yield HeadChange(shot, verb, "advcl")
    elif token.head != shot:
        yield HeadChange(shot, token.head, "advcl")
    shot.pos_, shot.tag_, shot.lemma_ = "VERB", words().shots[shot.lower_], "shoot"
    yield HeadChange(token, shot, "oprd")
    yield HeadChange(harmed, shot, "dobj")
    yield from joined(people)
    yield from (HeadChange(t, shot, t.dep_) for t in token.children if t not in {shot, *people})


def _verb_of_subject(shot: Token) -> Token | None:
    """The verb whose subject a shot describes in the parse: "rebels in a truck shot dead two and injured three"."""
    subject = next((t for t in shot.ancestors if t.dep_ in SUBJECTS), None) if shot.dep_ == "acl" else None
    return subject.head if subject is not None else None


REPAIRS: tuple[Repair, ...] = (
    Repair(_shot_after_place, ("amod",)),
    Repair(_shot_as_noun, ("ROOT", "ccomp", "conj")),
    Repair(_victims_of_dead, ("ROOT", "ccomp", "conj", "advcl", "prep", "oprd", "acl", "acomp", "amod", "relcl")),
)
