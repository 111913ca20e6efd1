"""One parsed report with its annotation layers.

A layer is a plain function from a :class:`Document` to records, and can be called and tested by itself. The document
has every layer as an attribute, computed once on first use. A layer may read other layers; none changes the document.
A reader may set a layer before its first use, and the layers above it then read that one.
Layers "by sentence" have one tuple for every sentence of ``Document.sentences``, in the same order.
"""

from functools import cached_property, partial
from typing import NamedTuple

from msgspec.structs import replace
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook import dates
from tollbook.addresses import Address
from tollbook.mentions import DateMention, MeasureMention, PlaceMention
from tollbook.model import Report
from tollbook.readers.rules.attribution import attributions
from tollbook.readers.rules.attribution.attributions import ReportAttributions
from tollbook.readers.rules.casualties import (
    back_references,
    composition,
    counted_once,
    findings,
    joint_counts,
    triggers,
)
from tollbook.readers.rules.casualties.composition import Composition
from tollbook.readers.rules.casualties.findings import Finding
from tollbook.readers.rules.casualties.triggers import CasualtyTrigger
from tollbook.readers.rules.events import attacks, own_denials, statements
from tollbook.readers.rules.events.attacks import EventStatement
from tollbook.readers.rules.geoparsing import addresses, places
from tollbook.readers.rules.parsing import factuality, figurative, measurements, parser
from tollbook.readers.rules.parsing.factuality import Certainty
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.people import PersonPhrase, persons
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.phrases import Phrase

_NOUNS = frozenset({"NOUN", "PROPN", "NUM", "PRON"})


class FactualityMention(NamedTuple):
    """Whether the report asserts the event of one word."""

    word: Token
    certainty: Certainty
    negated: bool
    figurative: bool


def find_sentences(document: "Document") -> tuple[Sentence, ...]:
    """The sentences of the report, without boilerplate such as "Sign up for our newsletter"."""
    skipped = [m.span(1) for m in lexicon.boilerplate().finditer(document.text)]
    return tuple(s for s in document.doc.sents if not any(a <= s.start_char < b for a, b in skipped))


def find_counts(document: "Document") -> tuple[PersonPhrase, ...]:
    """Every noun phrase for people with a number: "three villagers", "dozens of people"."""
    heads = (t for s in document.sentences for t in s if t.pos_ in _NOUNS and composition.heads_people(t))
    return tuple(p for head in heads if (p := persons(head)) is not None and p.counted)


def find_triggers(document: "Document") -> tuple[tuple[CasualtyTrigger, ...], ...]:
    """The casualty triggers of the report, by sentence."""
    return tuple(tuple(triggers.find(sentence)) for sentence in document.sentences)


def find_compositions(document: "Document") -> tuple[Composition, ...]:
    """The people whom each casualty trigger counts together: groups and their total."""
    every = (trigger for of_sentence in document.triggers for trigger in of_sentence)
    return tuple(one for trigger in every for one in composition.compose(composition.groups(trigger)))


def find_factuality(document: "Document") -> tuple[FactualityMention, ...]:
    """Whether casualty triggers and event words are asserted, doubted, not asserted, negated or figurative."""
    words = {trigger.word.i: trigger.word for of_sentence in document.triggers for trigger in of_sentence}
    words |= {phrase.head.i: phrase.head for phrase in document.events}
    return tuple(
        FactualityMention(word, factuality.certainty(word), factuality.negated(word), figurative.is_figurative(word))
        for _, word in sorted(words.items())
    )


def find_phrases(document: "Document", name: str) -> tuple[Phrase, ...]:
    """The phrases of one lexicon: ``sites``, ``weapons`` or ``events``."""
    return tuple(phrase for sentence in document.sentences for phrase in phrases.find(name, sentence))


def find_findings(document: "Document") -> tuple[tuple[Finding, ...], ...]:
    """The casualty counts of the report, by sentence; parts follow their wholes."""
    layers = zip(document.sentences, document.triggers, strict=True)
    found = [
        counted_once.without_found(
            counted_once.without_repeated(joint_counts.bounded(findings.find(sentence, of_sentence), sentence))
        )
        for sentence, of_sentence in layers
    ]
    return back_references.resolved(document.sentences, found)


def findings_of_rules(document: "Document") -> tuple[tuple[Finding, ...], ...]:
    """The counts that the rules find. A learned reader's document adds its own to them."""
    return document.rule_findings


def find_statements(document: "Document") -> tuple[tuple[EventStatement, ...], ...]:
    """The statements about an incident (responsibility, denials, inquiries, accusations), by sentence."""
    layers = zip(document.sentences, document.rule_findings, strict=True)
    return tuple(_statements(sentence, counted=bool(findings)) for sentence, findings in layers)


def _statements(sentence: Sentence, *, counted: bool) -> tuple[EventStatement, ...]:
    """The statements of a sentence. One that counts victims is a report of the attack and not an accusation."""
    found = tuple(statements.statements(sentence))
    found = (*found, *own_denials.accusations_of_others(found))
    return found if counted else (*found, *statements.reported(sentence, found))


def statements_of_rules(document: "Document") -> tuple[tuple[EventStatement, ...], ...]:
    """The statements that the rules find. A learned reader's document adds its own to them."""
    return document.rule_statements


def find_damage(document: "Document") -> tuple[tuple[EventStatement, ...], ...]:
    """Sites destroyed, damaged or hit, by sentence."""
    return tuple(tuple(attacks.damage(sentence)) for sentence in document.sentences)


def find_attacks(document: "Document") -> tuple[tuple[EventStatement, ...], ...]:
    """Attacks without a count, by sentence: at most one, and only if the sentence has no other finding.

    A judgement of an attack is no other finding.
    """
    layers = zip(document.sentences, document.findings, document.statements, document.damage, strict=True)
    found = (
        None if findings or damage or any(one.stance is None for one in stated) else attacks.attack(sentence)
        for sentence, findings, stated, damage in layers
    )
    return tuple(() if attack is None else (attack,) for attack in found)


def find_places(document: "Document") -> tuple[PlaceMention, ...]:
    """Every place that the report names, with its sense in the gazetteer."""
    return tuple(places.find(document.doc, document.report))


def find_addresses(document: "Document") -> tuple[Address, ...]:
    """Every street address of the report at which something may have happened."""
    return addresses.find(document.doc, document.text)


def find_dates(document: "Document") -> tuple[DateMention, ...]:
    """Every date that the report names, relative to its day of publication; none is in "Sunday Okon, a trader"."""
    report = document.report
    found = dates.find(report.text, report.published, report.id, LOCALE)
    return tuple(
        m for m in found if (token := document.token_at(m.start)) is None or person_names.name_at(token) is None
    )


def find_measures(document: "Document") -> tuple[MeasureMention, ...]:
    """Every measure that the report states, with what it measures."""
    found = measurements.find(document.doc, document.report.id)
    # The parse of a text in capitals is in sentence case; a mention quotes the report itself.
    return tuple(replace(m, text=document.report.text[m.start : m.end]) for m in found)


def find_attributions(document: "Document") -> ReportAttributions:
    """The attributions of the report, and the speakers and stance of any span of it."""
    return attributions.find(document.doc, document.report)


class Document:
    """One parsed report; see the ``find_…`` function of each layer."""

    def __init__(self, report: Report, doc: Doc | None = None) -> None:
        """``doc`` is the parse of ``report.text``, offsets unmoved; without it the text is parsed here."""
        self.report = report
        self.doc = parser.parse(report.text, title=report.title) if doc is None else doc

    @property
    def text(self) -> str:
        """The text of the report, which all code points refer to."""
        return self.report.text

    sentences = cached_property(find_sentences)
    counts = cached_property(find_counts)
    triggers = cached_property(find_triggers)
    compositions = cached_property(find_compositions)
    factuality = cached_property(find_factuality)
    sites = cached_property(partial(find_phrases, name="sites"))
    weapons = cached_property(partial(find_phrases, name="weapons"))
    events = cached_property(partial(find_phrases, name="events"))
    rule_findings = cached_property(find_findings)
    findings = cached_property(findings_of_rules)
    rule_statements = cached_property(find_statements)
    statements = cached_property(statements_of_rules)
    damage = cached_property(find_damage)
    attacks = cached_property(find_attacks)
    places = cached_property(find_places)
    addresses = cached_property(find_addresses)
    dates = cached_property(find_dates)
    measures = cached_property(find_measures)
    attributions = cached_property(find_attributions)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {sentence.start: n for n, sentence in enumerate(self.doc.sents)}

    def number_of(self, sentence: Sentence) -> int:
        """The position of a sentence among all sentences of the parse, from 0."""
        return self._numbers[sentence.start]

    def token_at(self, start: int) -> Token | None:
        """The token that covers the code point ``start``, None outside the text."""
        span = self.doc.char_span(start, start + 1, alignment_mode="expand")
        return span[0] if span is not None and len(span) else None
