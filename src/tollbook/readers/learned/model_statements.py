"""Statements about responsibility that the model finds, in addition to those of the rules."""

from collections.abc import Iterator, Sequence

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Claim, ClaimKind, Stance
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    attacks,
    confessions,
    no_statements,
    responsibility,
    statement_makers,
    statement_verbs,
    statements,
    uninvolved,
)
from tollbook.readers.rules.events.attacks import EventStatement
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import words

#: The kind of claim for each stance of a statement. Denials, admissions and claims of an attack decide about grades and
#: are left to the rules, as are inquiries: of the model's statements on the reports kept apart one in four was right.
_KINDS: dict[str, tuple[ClaimKind, Stance]] = {
    "accuses": ("accusation", "accuses"),
    "condemns": ("accusation", "condemns"),
}
#: The least probability of a stance, and the fewest words of a statement: shorter ones were mostly fragments. On the
#: invented reports statements were 35.4 with 0.8, 35.7 with 0.6; spans from 0.45 and 0.7 instead of 0.6 gave 35.5.
_STANCE, _WORDS = 0.6, 4
#: The probability of a span from which on the model is believed without a word of outrage or an attacker beside it. Of
#: 152 such accusations that it was not trained on 22 were right, of the 26 above 0.9 nine.
_SURE = 0.9

#: The model learned from reports of attacks only; in political news it takes any criticism for an accusation. So its
#: statements count where at least this share of the report's sentences is about violence, or this many of those beside
#: theirs. Of 295 statements in 90 political articles, all wrong, 165 are elsewhere; of 213 right ones in 204 labelled
#: reports none is.
_VIOLENT, _BESIDE, _FEWEST_BESIDE = 0.2, 3, 2


def found_statements(document: Document, predictions: Predictions) -> tuple[tuple[EventStatement, ...], ...]:
    """The statements about responsibility, by the sentence they begin in: the rules' own, and further ones."""
    violent = [statement_verbs.is_violence(sentence) for sentence in document.sentences]
    is_about = sum(violent) >= _VIOLENT * len(violent)
    layers = zip(document.sentences, document.rule_statements, strict=True)
    return tuple(
        tuple(_of_sentence(sentence, found, predictions))
        if is_about or sum(violent[max(0, k - _BESIDE) : k + _BESIDE + 1]) >= _FEWEST_BESIDE
        else found
        for k, (sentence, found) in enumerate(layers)
    )


def _of_sentence(
    sentence: Sentence, every: Sequence[EventStatement], predictions: Predictions
) -> Iterator[EventStatement]:
    """The statements of a sentence. Those of the model come before those that only report an act."""
    reported = [one for one in every if statement_makers.is_reported(one)]
    found = [one for one in every if one not in reported]
    yield from found
    yield from _further(sentence, found, predictions)
    yield from reported


def is_of_model(claim: Claim, document: Document) -> bool:
    """Whether a claim is a statement for which the rules find no word; with nobody quoted, of the outlet."""
    if claim.kind != "accusation":
        return False
    of_rules = (one for of_sentence in document.rule_statements for one in of_sentence)
    worded = (one for one in of_rules if not statement_makers.is_reported(one))
    return all((one.kind, one.start) != (claim.kind, claim.start) for one in worded)


def _further(sentence: Sentence, found: Sequence[EventStatement], predictions: Predictions) -> Iterator[EventStatement]:
    """The statements of the model in a sentence where the rules find none of that kind.

    A sentence in which the rules find a claim of an attack or an inquiry is no accusation, nor are the words of a
    denial or a negated accusation.
    """
    if any(one.kind in {"responsibility", "inquiry"} for one in found) or statements.accuses_nobody(sentence):
        return
    start, end = sentence.start_char, sentence.end_char
    for prediction in predictions.of("statement"):
        statement = _statement(sentence, prediction) if start <= prediction.start < end else None
        if statement is None or statement.kind in {one.kind for one in found}:
            continue
        if all(one.kind != "denial" or statements.is_apart(statement.anchor, one) for one in found):
            yield statement


def names_nobody(claim: Claim, document: Document, predictions: Predictions) -> bool:
    """Whether a claim is a statement of the model in a sentence that names no perpetrator: "He wanted to kill"."""
    if not is_of_model(claim, document):
        return False
    sentence = next(s for s in document.sentences if s.start_char <= claim.start < s.end_char)
    bounds = range(sentence.start_char, sentence.end_char)
    named = any(p.start in bounds for p in predictions.of("perpetrator"))
    return not named and not responsibility.of_sentence(sentence)


def is_sure_of(claim: Claim, predictions: Predictions) -> bool:
    """Whether the model is sure of a statement in the words of a claim."""
    inside = (p for p in predictions.of("statement") if p.start < claim.end and p.end > claim.start)
    return any(p.probability >= _SURE for p in inside)


def _is_of_outrage(span: Sentence) -> bool:
    """Whether words show outrage at violence in their sentence or the one before: "this was a cowardly crime".

    In other news the model takes any criticism for a condemnation: "the new tax is dangerous".
    """
    first = span.sent[0]
    before = span.doc[first.i - 1].sent if first.i > 0 else ()
    is_outraged = any(statement_verbs.is_named(t, statement_makers.words().outrage) for t in span.sent)
    return is_outraged and (statement_verbs.is_violence(span.sent) or statement_verbs.is_violence(before))


def _judged(span: Sentence) -> Token | None:
    """The object of a verb of judging: the shooting in "called the shooting an act of evil"."""
    verb = statement_makers.judging_verb(span.root)
    after = (t for t in verb.rights for t in (t, *t.lefts)) if verb is not None else ()
    return next((t for t in after if t.dep_ in {"dobj", "nsubj"}), None)


def _statement(sentence: Sentence, prediction: Prediction) -> EventStatement | None:
    """The sentence of a predicted statement; None if its stance is unsure, it is a fragment, or it has no speaker."""
    stance = prediction.value("statement")
    known = _KINDS.get(stance)
    end = min(prediction.end, sentence.end_char)
    span = sentence.doc.char_span(prediction.start, end, alignment_mode="expand")
    if known is None or span is None or prediction.attributes["statement"][stance] < _STANCE:
        return None
    judged = _judged(span)
    if judged is not None and judged.lemma_.lower() in words().reports:
        # "Called the charges politically motivated".
        return None
    if judged is not None and attacks.is_attack(judged):
        known = _KINDS["condemns"]
    spoken = [t.lower_ for t in span if t.is_alpha]
    is_sure = prediction.probability >= _SURE
    if known[1] == "condemns" and (statements.grieves(span.sent) or not (is_sure or _is_of_outrage(span))):
        return None
    if known[1] == "accuses" and (uninvolved.is_accident(span.sent) or confessions.tells_of_self(span.sent)):
        return None
    if (
        len(spoken) < _WORDS
        or no_statements.judges_nobody(span, condemns=known[1] == "condemns")
        or not lexicon.grammar().people.nobody.isdisjoint(spoken)
    ):
        return None
    last = sentence.start_char + len(sentence.text.rstrip(" \n\t;"))
    return EventStatement(known[0], sentence.start_char, last, span.root, stance=known[1])
