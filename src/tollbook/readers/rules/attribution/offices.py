"""Officials whom a report calls by their office here and by name there: "the town's mayor", "Mayor Ilka Brandt".

Only where one holder of the office has a name: with two mayors, "the mayor" stays unresolved.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec
from spacy.tokens import Doc, Span, Token

from tollbook.model import Speaker
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.events.actor_words import words as actor_words

_PLURAL_TAGS = frozenset({"NNS", "NNPS"})
_PLACES = frozenset({"GPE", "LOC", "FAC"})


class _Holder(msgspec.Struct, frozen=True):
    """A named speaker with an office, and the words that describe it: "police" of a police spokeswoman."""

    speaker: Speaker
    of: frozenset[str]


def by_name(doc: Doc, speakers: Mapping[int, Speaker]) -> dict[int, Speaker]:
    """The speakers by token, each description of an office replaced by the one named person who holds it."""
    holders = _holders(speakers.values())
    found = dict(speakers)
    for head, speaker in speakers.items():
        if speaker.role is None and (holder := _holder_of(doc[head], speaker, holders)) is not None:
            found[head] = holder
    return found


def name_beside(noun: Token) -> Span | None:
    """The name after a comma and an office, whatever kind of name it is taken for: "the doctor, Hamdan Orlik"."""
    if noun.lemma_.lower() not in speech().roles or noun.pos_ != "NOUN" or noun.tag_ in _PLURAL_TAGS:
        return None
    last = next((t for t in noun.rights if t.dep_ == "appos" and t.pos_ == "PROPN"), None)
    if last is None or noun.doc[last.left_edge.i - 1].text != ",":
        return None
    name = noun.doc[last.left_edge.i : last.i + 1]
    bodies = speech().collective | words().fighting | actor_words().name_heads
    is_body = any(t.lower_ in bodies for t in name)
    is_name = len(name) > 1 and all(t.pos_ == "PROPN" and t.text.istitle() for t in name)
    return name if is_name and not is_body and last.ent_type_ not in _PLACES else None


def _holders(speakers: Iterable[Speaker]) -> dict[str, list[_Holder]]:
    """The named holders of each office, by the noun for it."""
    named: dict[str, dict[str, _Holder]] = defaultdict(dict)
    for speaker in speakers:
        noun, of = _office(speaker.role or "")
        if noun in speech().roles - speech().honorifics and speaker.name:
            named[noun].setdefault(speaker.name, _Holder(speaker, of))
    return {noun: _fullest(each) for noun, each in named.items()}


def _fullest(named: Mapping[str, _Holder]) -> list[_Holder]:
    """Those whose name is not the end of another one's: "Brandt" is "Ilka Brandt"."""
    return [one for name, one in named.items() if not any(other.endswith(f" {name}") for other in named)]


def _office(role: str) -> tuple[str, frozenset[str]]:
    """The noun of an office and the words that describe it, without articles and words for a place: "the town's"."""
    before, _, _ = role.partition(" of ")
    *others, noun = before.split() or [""]
    kept = (word.lower().removesuffix("'s").removesuffix("’s") for word in others)
    return noun.lower(), frozenset(kept) - words().definite - words().indefinite - speech().of_places


def _holder_of(noun: Token, speaker: Speaker, holders: Mapping[str, list[_Holder]]) -> Speaker | None:
    name = speaker.name or ""
    office, of = _office(name)
    known = holders.get(office, [])
    if noun.tag_ in _PLURAL_TAGS or noun.pos_ != "NOUN" or noun.lower_ != office:
        return None
    if name.split()[0].lower() in words().indefinite and office not in speech().speaking_for:
        return None
    fitting = [one for one in known if _may_be_one(of, one.of)]
    closest = [one for one in fitting if of & one.of] or fitting
    return closest[0].speaker if len(closest) == 1 else None


def _may_be_one(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether descriptions may be of one office: "interior" and none, not "interior" and "foreign", or "deputy"."""
    ranks = speech().ranks
    one, other, same_rank = one - ranks, other - ranks, one & ranks == other & ranks
    return same_rank and (not one or not other or bool(one & other))
