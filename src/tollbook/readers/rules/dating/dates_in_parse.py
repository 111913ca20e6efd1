"""How a date of a sentence and a finding are tied in the parse."""

from spacy.tokens import Token

from tollbook.readers.rules.dating import dated_periods, recalled_clauses
from tollbook.readers.rules.events import uninvolved
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reporting import reports_speech, speech


def is_since(day: Token) -> bool:
    """Whether "since" is before a date or above it: "has led the town since 2019"."""
    known = lexicon.grammar().earlier.since
    return any(t.lower_ in known for t in (day, *day.ancestors) if t.pos_ in {"ADP", "SCONJ"})


def is_of_other_event(token: Token, anchor: Token) -> bool:
    """Whether a day is of an attack or its answer: "killed six on Monday to avenge a guard's death"; or a plan."""
    is_of_answer = uninvolved.is_answered(anchor) and token not in anchor.subtree
    is_of_answered = token.i in uninvolved.of_answered(anchor)
    is_elsewhere = dated_periods.is_of_mourning(token, anchor) or dated_periods.is_of_plan(token)
    return is_of_answer or is_of_answered or is_elsewhere or recalled_clauses.is_elsewhere(token, anchor)


def is_of_clause_below(token: Token, anchor: Token) -> bool:
    """Whether a date is in a clause of another verb: "overnight" in "rose to 17 after three died overnight"."""
    verb, over = verb_above(token), verb_above(anchor)
    return verb is not None and over is not None and verb.dep_ == "advcl" and over.is_ancestor(verb)


def governs(token: Token, anchor: Token) -> bool:
    """Whether a date belongs to the verb above the anchor: "on 3 March gunmen attacked, killing two"."""
    verb, over = verb_above(token), verb_above(anchor)
    return verb is not None and over is not None and verb.tag_ == "VBD" and over.dep_ == "advcl" and over.head == verb


def dates_its_head(token: Token, anchor: Token) -> bool:
    """Whether a date belongs to its head and not to the anchor: "confirmed today", "Friday's blast"."""
    of_speech = reports_speech(token.head) and token.dep_ in {"npadvmod", "advmod"}
    return token.head.i != anchor.i and (of_speech or token.dep_ == "poss")


def judged(anchor: Token) -> str | None:
    """A noun that is the object of a later judgement: "killing" in "condemned the killing"."""
    is_object = anchor.pos_ == "NOUN" and anchor.dep_ == "dobj"
    return anchor.text if is_object and anchor.head.lemma_.lower() in speech().aiming else None
