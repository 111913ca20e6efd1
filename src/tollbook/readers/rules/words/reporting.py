"""Words of reporting: verbs, nouns and phrases that attribute, each with its stance ("said", "according to").

The words are in ``speech.toml``.
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from spacy.tokens import Token

from tollbook.model import Stance
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_have

#: Verbs of belief ("hopes that …") take a clause as verbs of reporting do, but no figure rests on them.
_BELIEFS = "beliefs"
#: The fields that are lists of words, with their table in ``speech.toml`` and the key in it.
_WORDS = {
    "infinitive": ("infinitive", "words"),
    "gerund": ("gerund", "verbs"),
    "promising": ("inquiry", "promising"),
    "reporting": ("object", "passes on"),
    "speaking": ("figure", "speaking"),
    "judging": ("object", "judges"),
    "figure_verbs": ("figure", "verbs"),
    "figure_nouns": ("figure", "nouns"),
    "addressing": ("passing on", "addressing"),
    "aiming": ("passing on", "aiming"),
    "citing": ("passing on", "citing"),
    "never_inverted": ("passing on", "never inverted"),
    "clause_nouns": ("nouns", "clause"),
    "object_nouns": ("nouns", "object"),
    "adjectives": ("adjectives", "words"),
    "inquiry": ("inquiry", "verbs"),
    "inquiries": ("inquiry", "nouns"),
    "turning": ("turning", "verbs"),
    "confirming": ("turning", "confirming"),
    "texts": ("texts", "nouns"),
    "giving": ("texts", "giving"),
    "issuing": ("texts", "issuing"),
    "visuals": ("texts", "visuals"),
    "silent_places": ("texts", "silent_places"),
    "own_texts": ("texts", "own"),
    "before_own": ("texts", "before own"),
    "title_labels": ("titles", "labels"),
    "title_nouns": ("titles", "nouns"),
    "title_modifiers": ("titles", "modifiers"),
    "claimable": ("object", "claimable"),
    "claiming": ("object", "claiming"),
    "news_nouns": ("outlets", "news"),
    "outlet_nouns": ("outlets", "nouns"),
    "any_outlet": ("outlets", "any"),
    "gatherings": ("outlets", "gatherings"),
    "outlet_names": ("outlets", "names"),
    "roles": ("roles", "nouns"),
    "honorifics": ("roles", "honorifics"),
    "interrupting": ("roles", "interrupting"),
    "speaking_for": ("roles", "speaking_for"),
    "of_places": ("roles", "of_places"),
    "ranks": ("roles", "ranks"),
    "offices": ("sides", "offices"),
    "seeming": ("seeming", "verbs"),
    "surveys": ("seeming", "surveys"),
    "anonymous": ("anonymous", "nouns"),
    "informants": ("anonymous", "informants"),
    "examples": ("anonymous", "examples"),
    "inside_names": ("anonymous", "inside names"),
    "beliefs": ("clause", _BELIEFS),
}


class ReportingGrammar(msgspec.Struct, frozen=True):
    """The function words of the constructions; each list is explained in ``speech.toml``."""

    according: frozenset[str]
    agents: frozenset[str]
    origins: frozenset[str]
    addressees: frozenset[str]
    quoting: frozenset[str]
    believing: frozenset[str]
    thinking: frozenset[str]
    being: frozenset[str]
    complementizers: frozenset[str]
    conjunctions: frozenset[str]
    topics: frozenset[str]
    auxiliaries: frozenset[str]
    inside_sources: frozenset[str]
    before_days: frozenset[str]
    survey_prepositions: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class ReportingLexicon:
    """``speech.toml`` as look-up tables of lemmas in lower case."""

    grammar: ReportingGrammar
    clause: Mapping[str, Stance]
    beliefs: frozenset[str]
    infinitive: frozenset[str]
    gerund: frozenset[str]
    promising: frozenset[str]
    reporting: frozenset[str]
    speaking: frozenset[str]
    judging: frozenset[str]
    prepositions: Mapping[str, frozenset[str]]
    figure_verbs: frozenset[str]
    figure_nouns: frozenset[str]
    not_saying: Mapping[str, frozenset[str]]
    addressing: frozenset[str]
    aiming: frozenset[str]
    citing: frozenset[str]
    never_inverted: frozenset[str]
    clause_nouns: frozenset[str]
    object_nouns: frozenset[str]
    adjectives: frozenset[str]
    inquiry: frozenset[str]
    inquiries: frozenset[str]
    elaborating: tuple[str, ...]
    adverbs: Mapping[str, Stance]
    hedges: Mapping[str, Stance]
    turning: frozenset[str]
    confirming: frozenset[str]
    texts: frozenset[str]
    giving: frozenset[str]
    issuing: frozenset[str]
    visuals: frozenset[str]
    silent_places: frozenset[str]
    own_texts: frozenset[str]
    before_own: frozenset[str]
    title_labels: frozenset[str]
    title_nouns: frozenset[str]
    title_modifiers: frozenset[str]
    claimable: frozenset[str]
    claiming: frozenset[str]
    outlet_nouns: frozenset[str]
    news_nouns: frozenset[str]
    any_outlet: frozenset[str]
    gatherings: frozenset[str]
    outlet_names: frozenset[str]
    roles: frozenset[str]
    honorifics: frozenset[str]
    interrupting: frozenset[str]
    speaking_for: frozenset[str]
    of_places: frozenset[str]
    ranks: frozenset[str]
    parties: Mapping[str, str]
    offices: frozenset[str]
    seeming: frozenset[str]
    surveys: frozenset[str]
    anonymous: frozenset[str]
    informants: frozenset[str]
    examples: frozenset[str]
    inside_names: frozenset[str]

    @functools.cached_property
    def speakers(self) -> frozenset[str]:
        """Nouns for speakers."""
        return self.roles | self.anonymous | coreference_words().bodies | self.outlet_nouns | self.outlet_names

    @functools.cached_property
    def collective(self) -> frozenset[str]:
        """Nouns that are part of no person's name: bodies, outlets, speakers without a name."""
        return self.anonymous | coreference_words().bodies | self.outlet_nouns

    def takes_clause(self, lemma: str) -> bool:
        """Whether the verb can take a clause with the reported words or thoughts."""
        return lemma in self.clause or lemma in self.beliefs

    def attributes(self, lemma: str) -> bool:
        """Whether the verb attributes in any construction."""
        known = self.infinitive | self.reporting | self.judging | self.prepositions.keys()
        return self.takes_clause(lemma) or lemma in known


def _by_word(table: Mapping[Stance, Iterable[str]]) -> dict[str, Stance]:
    return {word.lower(): stance for stance, words in table.items() for word in words}


@functools.cache
def speech() -> ReportingLexicon:
    """The lexicon, read once."""
    data = language.lexicon("speech", dict[str, Any])

    words: dict[str, Any] = {
        field: frozenset(word.lower() for word in data[table][key]) for field, (table, key) in _WORDS.items()
    }
    return ReportingLexicon(
        **words,
        grammar=msgspec.convert(data["grammar"], type=ReportingGrammar),
        clause=_by_word({stance: verbs for stance, verbs in data["clause"].items() if stance != _BELIEFS}),
        prepositions={verb: frozenset(after) for verb, after in data["preposition"].items()},
        not_saying={verb: frozenset(objects) for verb, objects in data["not saying"].items()},
        elaborating=tuple(data["elaborating"]["openings"]),
        adverbs=_by_word(data["adverbs"]),
        hedges=_by_word(data["hedges"]),
        parties={word: party for party, names in data["sides"]["parties"].items() for word in names},
    )


#: The most words between a verb and its object: "claimed the lives of", "claimed at least 12 civilian lives".
_OBJECT_WITHIN = 5


def reports_speech(word: Token) -> bool:
    """Whether a verb reports what somebody said: the place and day of a statement are not those of the event."""
    lemma = word.lemma_.lower()
    return lemma in _verbs() and not says_nothing(word, lemma)


def says_nothing(cue: Token, lemma: str) -> bool:
    """Whether a verb and its object are an idiom and no report: "claimed lives"."""
    objects = speech().not_saying.get(lemma, frozenset())
    after = cue.doc[cue.i + 1 : min(cue.sent.end, cue.i + 1 + _OBJECT_WITHIN)]
    return any(t.lemma_.lower() in objects for t in after)


def speaks(noun: Token) -> bool:
    """Whether a noun is the subject of a verb of reporting.

    Without a comma the parser often makes it the object of the verb before: "eight others injured the Red Cross said".
    """
    if noun.dep_ in SUBJECTS:
        return reports_speech(noun.head)
    start = noun.right_edge.i + 1
    perfect = start < len(noun.doc) and is_have(noun.doc[start])
    after = noun.doc[start + perfect : start + perfect + 2]
    said = len(after) > 0 and after[0].tag_ == ("VBN" if perfect else "VBD") and reports_speech(after[0])
    to = lexicon.grammar().function.to
    return said and all(t.dep_ not in SUBJECTS for t in after[0].children) and after[-1].lower_ not in to


@functools.cache
def _verbs() -> frozenset[str]:
    return frozenset(speech().reporting) | lexicon.grammar().place.reporting
