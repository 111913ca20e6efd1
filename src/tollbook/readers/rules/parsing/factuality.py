"""Factuality: whether a text asserts an event, denies, doubts, plans or supposes it, or calls its report false.

"Were killed" is asserted, "may have been killed" doubted, "threatened to kill" not asserted, "kill a bill" figurative.
"""

import functools
from collections.abc import Iterator
from typing import Literal

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.parsing.figurative import is_figurative
from tollbook.readers.rules.parsing.prevention import is_prevented
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be

Certainty = Literal["asserted", "doubted", "not asserted"]

#: Verbs up the parse that are searched for a modal or a condition.
_GOVERNORS = 6
#: Dependencies by which a verb shares the certainty of the word above it.
_SHARING = frozenset({"xcomp", "conj", "advcl", "relcl", "acl", "pcomp", "prep", "acomp", "oprd", "attr"})
_PRESENT = frozenset({"VBP", "VBZ"})


def happened(token: Token) -> bool:
    """Whether the text asserts that the event of this word took place: asserted, not negated, not figurative."""
    return certainty(token) == "asserted" and not (negated(token) or is_figurative(token) or introduces_words(token))


def introduces_words(verb: Token) -> bool:
    """Whether a verb introduces direct speech: "stormed: “Everybody knows”"."""
    return verb.pos_ == "VERB" and verb.doc[verb.i + 1 : verb.i + 2].text == ":"


def negated(token: Token) -> bool:
    """Whether a word or the preposition before it is negative: "was not killed", "without killing"; not "not just"."""
    merely = lexicon.hedges().merely
    is_not = any(t.dep_ == "neg" and t.doc[t.i + 1 : t.i + 2].text.lower() not in merely for t in token.children)
    is_without = token.dep_ == "pcomp" and token.head.lower_ in lexicon.hedges().negative
    return is_not or is_without or _is_of_neither(token)


def _is_of_neither(verb: Token) -> bool:
    """Whether a verb is about neither of two: "neither the judge nor his guard was hurt"."""
    first, second = lexicon.hedges().neither, lexicon.hedges().nor
    nouns = (t for t in verb.children if t.dep_ in SUBJECTS | DONE_TO)
    return any(not first.isdisjoint(words) and not second.isdisjoint(words) for n in nouns if (words := _beside(n)))


def _beside(noun: Token) -> set[str]:
    return {t.lower_ for t in noun.children}


def certainty(token: Token) -> Certainty:
    """Whether the event of a word is asserted, doubted, or only planned, ordered, feared or supposed."""
    hedges, doubted, tests = lexicon.hedges(), False, (_is_expected, _is_order, is_prevented)
    if any(t.lower_ in hedges.unfinished for t in token.lefts) or any(test(token) for test in tests):
        return "not asserted"
    node, perfect = token, any(t.lower_ in hedges.perfect and t.dep_ == "aux" for t in token.children)
    if token.pos_ == "NOUN" and token.dep_ in DONE_TO and token.head.lemma_ in lexicon.grammar().casualty.causing:
        node = token = token.head  # "could have caused 12 deaths"
    for _ in range(_GOVERNORS):
        words = {t.lower_ for t in node.children if t.dep_ in {"aux", "auxpass", "mark"}}
        if words & hedges.modals and not (perfect and node is not token):
            return "not asserted"
        doubted |= bool(words & hedges.doubtful_modals)
        if words & hedges.conditions:
            return "not asserted"
        if node is not token and negated(node) and node.dep_ == "pcomp":
            return "not asserted"  # "Without managing to detain them".
        infinitive = bool(words & lexicon.grammar().function.to) or node.dep_ in {"pcomp", "xcomp"}
        if infinitive and not perfect and (_has_irreal_governor(node) or _is_question_of_means(node)):
            return "not asserted"
        if node.dep_ not in _SHARING or _happened_before(node) or _is_crime(node) or _is_of_the_past(node):
            break
        node = node.head
    return "doubted" if doubted else "asserted"


def _is_order(verb: Token) -> bool:
    """Whether somebody is quoted with an order: he yelled, "Shoot him, shoot him"."""
    if verb.tag_ != "VB" or any(t.dep_ in SUBJECTS or t.dep_ == "aux" for t in verb.children):
        return False
    if verb.dep_ in {"conj", "dep"} and verb.head.tag_ == "VB":
        return _is_order(verb.head)
    first = verb.left_edge
    return first.is_quote or (first.i > 0 and first.nbor(-1).is_quote)


def _is_question_of_means(verb: Token) -> bool:
    """Whether an infinitive says how or whom: "worked out how to stop a gunman", "ordered whom to kill"."""
    is_to = any(t.tag_ == "TO" for t in verb.lefts)
    return is_to and any(t.tag_ in {"WRB", "WP"} and t.i < verb.i for t in verb.children)


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
    """Whether a clause is in the past under a verb in the future: "the reward will be paid after he was arrested".

    Or in the present: "the toll could rise, as 20 people are missing".
    """
    marks = {t.lower_ for t in clause.lefts if t.dep_ in {"mark", "advmod"}}
    tags = {t.tag_ for t in (clause, *clause.lefts)}
    is_past, is_present = "VBD" in tags, "MD" not in tags and not tags.isdisjoint(_PRESENT)
    known = lexicon.hedges()
    is_told = (is_past and marks & known.happened) or (is_present and marks & known.holds)
    return clause.dep_ == "advcl" and bool(is_told)


def _is_of_the_past(clause: Token) -> bool:
    """Whether a relative clause is in the past: "vacate the sentence of Rudin, who killed three"."""
    return clause.dep_ == "relcl" and "VBD" in {t.tag_ for t in (clause, *clause.lefts)}


def _is_crime(act: Token) -> bool:
    """Whether an act is the crime of a judgement, and so was done: "will be sentenced for killing five"."""
    judging = act.head.head
    return act.dep_ == "pcomp" and judging.lemma_.lower() in lexicon.hedges().judging


def _has_irreal_governor(node: Token) -> bool:
    """Whether the word above a verb makes it an intention or a possibility: "plan to", "an attempt to"."""
    hedges, governor = lexicon.hedges(), node.head.head if node.dep_ == "pcomp" else node.head
    if is_be(governor):  # "their aim was to kill"
        governor = next((t for t in governor.lefts if t.dep_ in SUBJECTS and t.pos_ == "NOUN"), governor)
    if governor.pos_ in {"NOUN", "PROPN"}:
        return governor.lemma_.lower() in hedges.irreal_nouns
    is_purpose = node.dep_ in {"advcl", "relcl", "acl"} and node.tag_ == "VB"
    return governor.lemma_.lower() in hedges.irreal or (is_purpose and node.lemma_ not in hedges.factive)


class _Words(msgspec.Struct, frozen=True):
    """The lists of ``falsity.toml``; each is explained there."""

    told: frozenset[str]
    disputed: frozenset[str]
    lies: frozenset[str]
    false: frozenset[str]
    calling: frozenset[str]
    retracting: frozenset[str]
    truth: frozenset[str]
    versions: frozenset[str]
    former: frozenset[str]
    counting: frozenset[str]
    miscounted: frozenset[str]
    contrary: frozenset[str]
    in_fact: tuple[str, ...]
    presuming: frozenset[str]
    alive: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("falsity", _Words)


def is_called_false(span: Sentence) -> bool:
    """Whether the sentence of some words says that they are false or made up."""
    return _is_below_false(span.root)


def is_in_false(token: Token) -> bool:
    """As :func:`is_called_false`, for a word: the Front of "withdrew a statement blaming the Front".

    Not the owner of a claim: "the army's claim that it had killed only fighters was a lie".
    """
    return token.dep_ != "poss" and _is_below_false(token)


def _is_below_false(token: Token) -> bool:
    return any(_is_false(above) for above in (token, *token.ancestors))


def lies(sentence: Sentence) -> Iterator[Token]:
    """The nouns for reports that a sentence calls untrue: "reports of civilian casualties are lies".

    Not if the report has an owner, "the army's claim", nor if it is only corrected.
    """
    for noun in sentence:
        if noun.lemma_.lower() not in _words().disputed or any(t.dep_ == "poss" for t in noun.lefts):
            continue
        is_judged = (is_be(noun.head) and _is_judged(noun)) or _is_made_up(noun)
        is_called = noun.dep_ in DONE_TO and _is_called_so(noun.head)
        if (is_judged or is_called) and any(t.lower_ in _words().lies for t in noun.head.subtree):
            yield noun


def _is_made_up(noun: Token) -> bool:
    """Whether a verb says that words are made up: "reports … were fabricated", "have been invented"."""
    return noun.dep_ == "nsubjpass" and _calls(noun.head) and not negated(noun.head)


def _is_false(above: Token) -> bool:
    is_noun = above.pos_ in {"NOUN", "PROPN"} or (above.tag_ == "VBZ" and above.dep_ == "nsubj")
    if is_noun and above.lemma_.lower() in _words().told:
        return (
            _is_described(above)
            or _is_judged(above)
            or _is_made_up(above)
            or _is_without_truth(above)
            or _is_retracted(above)
            or _is_contrary(above)
        )
    # "A hoax caller claimed that".
    subjects = [t for t in above.children if t.dep_ == "nsubj"] if above.pos_ == "VERB" else []
    pretends = any(_is_described(t) or _is_former(t) or _is_corrected(t) for t in subjects)
    return pretends or _is_called_so(above) or _is_miscounted(above) or _is_found_alive(above)


def _is_former(text: Token) -> bool:
    """Whether words are from a corrected text: "an earlier version of this story said that"."""
    return text.lemma_.lower() in _words().versions and any(t.lower_ in _words().former for t in text.lefts)


def _is_corrected(text: Token) -> bool:
    """Whether the next sentence corrects a text: "the article said that he was killed; in fact he was wounded"."""
    after = text.doc[text.sent.end : text.sent.end + 2].text.lower()
    return text.lemma_.lower() in _words().told and after.startswith(_words().in_fact)


def _is_miscounted(verb: Token) -> bool:
    """Whether a count is called wrong: "two bodies had been counted twice"."""
    return verb.lemma_.lower() in _words().counting and any(t.lower_ in _words().miscounted for t in verb.children)


def _is_described(noun: Token) -> bool:
    """Whether an adjective calls the words false: "false reports", "a hoax caller"."""
    return any(_calls(t) for t in noun.lefts if t.dep_ in {"amod", "compound", "nmod"})


def _is_judged(noun: Token) -> bool:
    """Whether a predicate calls the words false: "reports … are false"."""
    verb = noun.head
    if noun.dep_ not in SUBJECTS or not is_be(verb) or negated(verb):
        return False
    judgements = [t for t in verb.children if t.dep_ in {"acomp", "attr", "oprd"}]
    return any(_calls(t) and not any(w.lower_ in _nobody() for w in t.lefts) for t in judgements)


def _nobody() -> frozenset[str]:
    return lexicon.grammar().people.nobody


def _is_retracted(noun: Token) -> bool:
    """Whether the words are retracted: "the ministry retracted its claim that"."""
    return noun.dep_ in DONE_TO and noun.head.lemma_.lower() in _words().retracting


def _is_contrary(noun: Token) -> bool:
    """Whether the words are contradicted: "nobody was killed, contrary to reports that"."""
    return noun.dep_ == "pobj" and noun.head.head.lower_ in _words().contrary


def _is_found_alive(people: Token) -> bool:
    """Whether people reported dead are alive: "five people who had been reported dead were found alive"."""
    clauses = (t for t in people.rights if t.dep_ in {"relcl", "acl"})
    if not any(t.lemma_.lower() in _words().presuming for t in clauses):
        return False
    is_main = people.dep_ in SUBJECTS and not negated(people.head)
    return is_main and any(t.lower_ in _words().alive for t in people.head.subtree if t.i > people.head.i)


def _is_called_so(verb: Token) -> bool:
    """Whether a verb calls the words false: "called reports … a lie", "the claim … was described as baseless"."""
    if verb.lemma_.lower() not in _words().calling or negated(verb):
        return False
    told = any(t.lemma_.lower() in _words().told for t in verb.children)
    return told and any(_calls(t) for t in verb.subtree)


def _is_without_truth(noun: Token) -> bool:
    """Whether the words have "no truth": "no truth in reports that"."""
    over = noun.head.head if noun.dep_ == "pobj" else None
    no = lexicon.grammar().function.no
    return over is not None and over.lemma_.lower() in _words().truth and any(t.lower_ in no for t in over.lefts)


def _calls(token: Token) -> bool:
    return token.lower_ in _words().false or token.lemma_.lower() in _words().false
