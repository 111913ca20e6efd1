"""Passives without an auxiliary, as in headlines: "Man hit by stray bullet", "Three people shot dead in Velmar"."""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons.lexicon import phrase_words
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.reporting_verbs import speaks

OBJECTS = frozenset({"dobj", "dative"})


def victim(verb: Token) -> Token | None:
    """The subject of a verb that has no auxiliary, if the verb harms the subject."""
    bare = next((t for t in verb.children if t.dep_ == "nsubj"), None)
    if bare is None:
        return None
    if verb.dep_ == "ccomp" and verb.head.lemma_ in lexicon.grammar().casualty.finding:
        return bare
    if not is_person(bare) or any(t.dep_ in OBJECTS and not speaks(t) for t in verb.rights):
        return None
    if is_shot_dead(verb):
        return bare if not _has_object_below(verb) else None
    counted = bare.like_num or any(t.dep_ == "nummod" for t in bare.children)
    if any(t.dep_ in {"prep", "agent"} for t in verb.rights):
        is_second = counted and verb.dep_ == "conj" and verb.tag_ == "VBN"  # "Man killed, two others hurt in Velmar"
        return bare if is_second or _is_by_somebody(verb, bare) else None
    return bare if counted or _ends_headline(verb, bare) else None


def _ends_headline(verb: Token, subject: Token) -> bool:
    """Whether nothing but a comma follows a subject without an article and its verb: "Man killed, two others hurt"."""
    is_bare = subject.tag_ in {"NN", "NNP"} and not any(t.dep_ in {"det", "poss"} for t in subject.lefts)
    begins = all(t.is_space for t in verb.doc[verb.sent.start : subject.left_edge.i])
    return is_bare and begins and (verb.i + 1 == verb.sent.end or verb.nbor(1).text == ",")


def is_shot_dead(verb: Token) -> bool:
    """Whether the next word states the outcome of a verb of harming: "shot dead"."""
    known = lexicon.casualty_type_of("done_to")
    after = verb.nbor(1) if verb.i + 1 < verb.sent.end else None
    return verb.lemma_.lower() in known and after is not None and after.lower_ in phrase_words().outcome_adjectives


def _has_object_below(verb: Token) -> bool:
    """Whether the word for the outcome has the object: "shot dead his wife"."""
    return any(t.dep_ in OBJECTS or t.pos_ in {"NOUN", "PROPN"} for t in verb.nbor(1).rights)


def _is_by_somebody(verb: Token, subject: Token) -> bool:
    """Whether a headline says by whom or by what its subject was harmed."""
    by = any(t.dep_ == "agent" or t.lower_ == "by" for t in verb.rights)
    return by and verb.dep_ in {"ROOT", "ccomp"} and not any(t.dep_ in {"det", "poss"} for t in subject.children)


def is_numbered_agent(number: Token, verb: Token) -> bool:
    """Whether a number is what harmed others: the missile in "the second killed those who came"."""
    has_object = any(t.dep_ in OBJECTS for t in verb.rights)
    return number.ent_type_ == "ORDINAL" and number.dep_ == "nsubj" and has_object
