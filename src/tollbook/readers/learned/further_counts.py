"""Counts that the rules miss and the model finds: "Ten civilians, some of them children, killed in airstrike".

The rules need a parse that ties the people to the verb. Where it does not, a count is taken if the model finds one of
that outcome, the rules read the number and the people, and a word beside them states the outcome.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import cast

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import OUTCOMES, Claim, ClaimKind
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules.casualties import composition
from tollbook.readers.rules.casualties.findings import Finding, Key
from tollbook.readers.rules.casualties.semantic_roles import agent, is_relative, patient, subject_of
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events.victim_subjects import is_victim
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.parsing.figurative import is_figurative
from tollbook.readers.rules.persons.people import PersonPhrase, is_person, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reporting import speaks
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, is_of, noun_after_of

#: The fewest people. A count of one is mostly another mention of somebody who is counted already: with 1, the headline
#: on the fifth kept apart was 47.1, with 2 47.2.
_FEWEST = 2
#: The same for vague words: "dozens", but not "many" or "several", which are too common.
_FEWEST_VAGUE = 20
_ARGUMENTS = frozenset({"dobj", "nsubj", "nsubjpass"})


def found_findings(document: Document, predictions: Predictions) -> tuple[tuple[Finding, ...], ...]:
    """The casualty counts of the report by sentence: the rules' own, and further ones."""
    layers = zip(document.sentences, document.rule_findings, strict=True)
    return tuple((*found, *_further(sentence, found, predictions)) for sentence, found in layers)


def of_model(claims: Sequence[Claim], document: Document) -> frozenset[str]:
    """The ids of the claims that are counts which the rules do not find."""
    keys = _keys(document.findings) - _keys(document.rule_findings)
    return frozenset(claim.id for claim in claims if (claim.kind, claim.start, claim.end) in keys)


def _keys(findings: Sequence[Sequence[Finding]]) -> frozenset[Key]:
    return frozenset(finding.key for of_sentence in findings for finding in of_sentence)


def _further(sentence: Sentence, found: Sequence[Finding], predictions: Predictions) -> Iterator[Finding]:
    """The counts of people that the model gives one outcome and no finding counts."""
    bounds = range(sentence.start_char, sentence.end_char)
    near = [p for p in predictions.of(*OUTCOMES) if p.start in bounds]
    for phrase in _counted(sentence):
        over = [p for p in near if p.start <= phrase.start < p.end and _is_stated(sentence, p, phrase)]
        if len({p.label for p in over}) != 1:
            continue
        prediction = max(over, key=lambda p: p.probability)
        if not any(_counts(finding, phrase, prediction.label) for finding in found):
            yield _finding(sentence, prediction, phrase)


def _counted(sentence: Sentence) -> Iterator[PersonPhrase]:
    """The people of a sentence that a noun names and a number counts; of casualties, the rules know who is dead."""
    together = lexicon.grammar().tally.together
    named = (t for t in sentence if t.pos_ in {"NOUN", "PROPN"} and not t.like_num and t.lower_ not in together)
    nouns = (t for t in named if _names_people(t) and not speaks(t))
    for phrase in filter(None, map(persons, nouns)):
        fewest = _FEWEST_VAGUE if phrase.count.qualifier == "vague" else _FEWEST
        if phrase.counted and (phrase.count.best or phrase.count.low or 0) >= fewest:
            yield phrase


def _names_people(noun: Token) -> bool:
    """Whether a noun, or what follows in "a number of houses", is a word for people."""
    counted = None if any(t.dep_ == "nummod" for t in noun.lefts) else noun_after_of(noun)
    return is_person(noun) and (counted is None or is_person(counted))


def _is_stated(sentence: Sentence, prediction: Prediction, phrase: PersonPhrase) -> bool:
    """Whether a word of the prediction states its outcome, and not that of the perpetrators."""
    span = range(min(prediction.start, phrase.start), max(prediction.end, phrase.end))
    words = [t for t in sentence if t.idx in span]
    if any(_harms(phrase.head, t) for t in words):
        return False
    verb = _governing(phrase.head)
    below = None if verb is None else set(_of_clause(verb))
    stating = (t for t in words if composition.outcome(t) == prediction.label and (below is None or t in below))
    return any(
        _is_asserted(t) and not (_brings_about(phrase.head, t) or _is_of_others(phrase.head, t)) for t in stating
    )


def _governing(head: Token) -> Token | None:
    """The verb whose subject or object the people are: their outcome is stated in its clause.

    "A clinic serving hundreds was hit, leaving two dead" does not give the outcome of the hundreds.
    """
    while head.dep_ == "pobj" and is_of(head.head):
        head = head.head.head
    return head.head if head.dep_ in _ARGUMENTS and head.head.pos_ in {"VERB", "AUX"} else None


def _of_clause(verb: Token) -> Iterator[Token]:
    """The words below a verb; after "be", without clauses of others: "200 were there when two men began shooting"."""
    clauses = (t for t in verb.rights if t.dep_ == "advcl" and is_be(verb))
    others = {t for clause in clauses if any(c.dep_ in SUBJECTS for c in clause.lefts) for t in clause.subtree}
    yield from (t for t in verb.subtree if t not in others)


def _is_asserted(word: Token) -> bool:
    """Whether a word reports what happened to people; "murder" in "charged with murder" does not.

    Nor does "fatal" in "five people sent to hospitals in a fatal shooting".
    """
    if word.lower_ in lexicon.grammar().casualty.attributive_only and word.dep_ == "amod":
        return False
    is_stated = factuality.certainty(word) != "not asserted" and not is_figurative(word)
    return (word.pos_ != "NOUN" or word.dep_ == "ROOT") and is_stated


def _is_of_others(head: Token, word: Token) -> bool:
    """Whether an outcome is that of other people: "hundreds gathered to remember Ana Brod, who was killed"."""
    some = patient(word) if word.pos_ == "VERB" else None
    if some is not None and some.like_num and (inner := noun_after_of(some)) is not None and inner.pos_ == "PRON":
        return True  # "40 people on board, 12 of whom were killed"
    harmed = patient(word) if word.pos_ == "VERB" and not _is_in_clause(head, word) else None
    if harmed is not None and is_relative(harmed) and harmed.head.dep_ == "relcl":
        harmed = harmed.head.head
    if harmed is None or harmed == head or harmed.tag_ == "PRP" or not is_person(harmed):
        return False
    # "The three men killed in the shooting of five people": the men.
    is_among = noun_after_of(harmed) == head if any(t.like_num for t in harmed.lefts) else harmed.is_ancestor(head)
    return not (head.is_ancestor(harmed) or is_among or harmed in head.conjuncts)


def _is_in_clause(head: Token, verb: Token) -> bool:
    """Whether people are in the clause of a verb: not those of "were killed when two gunmen opened fire"."""
    between = takewhile(lambda t: t != verb, (head, *head.ancestors))
    return verb.is_ancestor(head) and all(t.dep_ != "advcl" for t in between)


def _brings_about(head: Token, verb: Token) -> bool:
    return verb.tag_ != "VBN" and head in {agent(verb), subject_of(verb)}


def _harms(head: Token, verb: Token) -> bool:
    """Whether people kill or injure others: "two officers shot dead a judge", "was killed by two men in uniform"."""
    is_harm = verb.pos_ == "VERB" and verb.lemma_.lower() in lexicon.casualty_type_of("done_to")
    if is_harm and head.dep_ == "pobj" and head.head.dep_ == "agent" and head.head.head == verb:
        return True
    return is_harm and verb.tag_ != "VBN" and head == agent(verb) and not is_victim(head, verb)


def _counts(finding: Finding, phrase: PersonPhrase, outcome: str) -> bool:
    """Whether a finding of the rules has some of these words, and their number or the outcome."""
    if finding.end <= phrase.start or phrase.end <= finding.start:
        return False
    return finding.kind == outcome or (finding.count.low, finding.count.best) == (phrase.count.low, phrase.count.best)


def _finding(sentence: Sentence, prediction: Prediction, phrase: PersonPhrase) -> Finding:
    """The finding for people, from the first of their words to the end of the prediction."""
    verb = next((t for t in phrase.head.ancestors if t.pos_ == "VERB"), phrase.head)
    end = min(max(prediction.end, phrase.end), sentence.end_char)
    return Finding(
        kind=cast(ClaimKind, prediction.label), start=phrase.start, end=end, count=phrase.count, people=phrase.people,
        scope="incident", anchor=verb, agent=None, doubtful=False,
    )  # fmt: skip
