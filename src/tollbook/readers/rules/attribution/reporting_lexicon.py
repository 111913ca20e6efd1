"""The words of saying: which verbs, nouns and phrases attribute, and with what stance. All of it is data."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tollbook.model import Stance
from tollbook.readers.rules import language

#: Verbs of mind ("hopes that …") take a clause as verbs of saying do, but nobody's figure rests on them.
_MIND = "beliefs"


@dataclass(frozen=True, kw_only=True)
class Speech:
    """``lexicon/CODE/speech.toml`` as look-up tables of dictionary forms in lower case."""

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
    estimating: frozenset[str]
    not_saying: Mapping[str, frozenset[str]]
    telling: frozenset[str]
    citing: frozenset[str]
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
    title_nouns: frozenset[str]
    outlet_nouns: frozenset[str]
    outlet_names: frozenset[str]
    roles: frozenset[str]
    honorifics: frozenset[str]
    female: frozenset[str]
    male: frozenset[str]
    parties: Mapping[str, str]
    offices: frozenset[str]
    seeming: frozenset[str]
    surveys: frozenset[str]
    anonymous: frozenset[str]
    bodies: frozenset[str]

    @functools.cached_property
    def speakers(self) -> frozenset[str]:
        """Nouns that can stand for whoever speaks."""
        return self.roles | self.anonymous | self.bodies | self.outlet_nouns | self.outlet_names

    @functools.cached_property
    def collective(self) -> frozenset[str]:
        """Nouns that no person's name holds: bodies, outlets, speakers without a name."""
        return self.anonymous | self.bodies | self.outlet_nouns

    def takes_clause(self, lemma: str) -> bool:
        """Whether the verb can stand with a clause that says what was said or thought."""
        return lemma in self.clause or lemma in self.beliefs

    def attributes(self, lemma: str) -> bool:
        """Whether the verb attributes in any construction."""
        known = self.infinitive | self.reporting | self.judging | self.prepositions.keys()
        return self.takes_clause(lemma) or lemma in known


def _by_word(table: Mapping[Stance, Iterable[str]]) -> dict[str, Stance]:
    return {word.lower(): stance for stance, words in table.items() for word in words}


@functools.cache
def speech() -> Speech:
    """The lexicon, read once."""
    data = language.lexicon("speech", dict[str, Any])

    def words(table: str, key: str) -> frozenset[str]:
        return frozenset(word.lower() for word in data[table][key])

    return Speech(
        clause=_by_word({stance: verbs for stance, verbs in data["clause"].items() if stance != _MIND}),
        beliefs=words("clause", _MIND),
        infinitive=words("infinitive", "words"),
        gerund=words("gerund", "verbs"),
        promising=words("inquiry", "promising"),
        reporting=words("object", "passes on"),
        speaking=words("figure", "speaking"),
        judging=words("object", "judges"),
        prepositions={verb: frozenset(after) for verb, after in data["preposition"].items()},
        figure_verbs=words("figure", "verbs"),
        figure_nouns=words("figure", "nouns"),
        estimating=words("figure", "estimating"),
        not_saying={verb: frozenset(objects) for verb, objects in data["not saying"].items()},
        telling=words("passing on", "telling"),
        citing=words("passing on", "citing"),
        clause_nouns=words("nouns", "clause"),
        object_nouns=words("nouns", "object"),
        adjectives=words("adjectives", "words"),
        inquiry=words("inquiry", "verbs"),
        inquiries=words("inquiry", "nouns"),
        elaborating=tuple(data["elaborating"]["openings"]),
        adverbs=_by_word(data["adverbs"]),
        hedges=_by_word(data["hedges"]),
        turning=words("turning", "verbs"),
        confirming=words("turning", "confirming"),
        title_nouns=words("titles", "nouns"),
        outlet_nouns=words("outlets", "nouns"),
        outlet_names=words("outlets", "names"),
        roles=words("roles", "nouns"),
        honorifics=words("roles", "honorifics"),
        female=words("roles", "female"),
        male=words("roles", "male"),
        parties={word: party for party, names in data["sides"]["parties"].items() for word in names},
        offices=words("sides", "offices"),
        seeming=words("seeming", "verbs"),
        surveys=words("seeming", "surveys"),
        anonymous=words("anonymous", "nouns"),
        bodies=words("pointing", "bodies"),
    )
