"""Finds the names of sources that a sentence only describes: bodies, officials and outlets.


"The monitoring group" and "the agency, Tasfa"; "the town's mayor" and "Mayor Ilka Brandt"; "outlets such as A and B".
An office gives a name only where one holder has a name: with two mayors, "the mayor" stays unresolved.
"""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import takewhile

import msgspec
from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.model import Speaker
from tollbook.readers.rules.attribution.relations import phrase_of
from tollbook.readers.rules.coreference.resolution import are_told_apart
from tollbook.readers.rules.parsing.parser import entities, text_of, titled
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import DONE_TO

#: The longest name of a body, in code points, with room to spare.
_NAME_WITHIN = 120


def beside(noun: Token) -> str | None:
    """The name beside a description of a body: "the Corvan Observatory a Velm-based monitor", "the agency, Tasfa"."""
    doc, phrase = noun.doc, phrase_of(noun)
    if doc[phrase.start].lower_ in words().indefinite:
        before = text_of(doc)[: doc[phrase.start].idx].rstrip(" ,")
        near = before[-_NAME_WITHIN:]
        found = next((m[0] for m in _monitor_name().finditer(near) if m.end() == len(near)), None)
        return " ".join(found.split()) if found is not None else _person_beside(noun, phrase.start)
    if noun.pos_ == "PROPN" or noun.lemma_.lower() not in words().bodies:
        return None
    after = next((t for t in noun.rights if t.dep_ == "appos" and t.pos_ == "PROPN"), None)
    if after is None and noun.i + 1 < len(doc) and noun.nbor(1).lower_ in speech().outlet_names:
        return noun.nbor(1).text
    if after is None or after.ent_type_ in {"PERSON", "GPE", "LOC", "DATE"}:
        return None
    inside = takewhile(lambda t: t.pos_ in {"PROPN", "ADP", "DET"}, after.subtree)
    return " ".join(t.text for t in inside if t.pos_ != "DET")


def _person_beside(noun: Token, start: int) -> str | None:
    """The full name right before a description of a person: "Abo Karwi a local activist told the paper"."""
    if noun.lemma_.lower() not in speech().roles:
        return None
    before = (e for e in entities(noun.doc) if e.label_ == "PERSON" and len(e) > 1 and e.end <= start)
    return next((e.text for e in before if noun.doc[e.end : start].text in {"", ","}), None)


def name_after_body(noun: Token, inside: range) -> Span | None:
    """The person named after the body of an office without a comma: "the head of the Corvan Observatory Ivo Brandt".

    Taggers take the body and the person for one name, so the body has to end in a word that is in no person's name.
    """
    doc, end, first = noun.doc, inside.stop, inside.stop
    while first - 1 > inside.start and (doc[first - 1].pos_ == "PROPN" or doc[first - 1].text == "-"):
        first -= 1
    roles = (t for t in doc[inside.start : first] if t.lower_ in speech().roles and t.tag_ in {"NN", "NNP"})
    if not any(t.dep_ == "prep" for role in roles for t in role.rights):
        return None
    bodies = speech().collective | name_lexicon().never | words().bodies | words().groups
    # "In East Aleppo" names nobody: the person has two words.
    splits = (t for t in doc[first : end - 2] if t.lower_ in bodies or t.text.isupper() or _is_place(t))
    start = max((t.i + 1 for t in splits), default=first if doc[first - 1].lower_ in bodies else end)
    name = doc[start:end]
    is_full = len(name) > 1 and all(t.text[0].isupper() for t in (name[0], name[-1]))
    is_other = any(t.lower_ in bodies for t in name) or _is_place(doc[end - 1]) or gazetteer.is_known(name.text)
    return name if is_full and not is_other else None


def _is_place(word: Token) -> bool:
    return gazetteer.is_known(word.text) and word.text.istitle()


def describes_monitor(noun: Token, speaker: Speaker) -> bool:
    """Whether words only describe a body that records violence, or its speaker: "a Velm-based monitor"."""
    inner = (t for prep in noun.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")
    if noun.lower_ in speech().speaking_for:
        return any(t.lower_ in words().monitors for t in inner)
    # "The group" may be the militia in the sentence before.
    fights = not (words().groups - words().monitors).isdisjoint((speaker.name or "").split()[-1:])
    is_named = fights or speaker.organisation is not None or _is_name(speaker.name or "")
    others = words().fighting | words().helping
    return noun.lower_ in words().monitors and not is_named and all(t.lower_ not in others for t in noun.lefts)


def _is_name(words_for: str) -> bool:
    """Whether capitalised words name somebody; "Velm-based" and "British" only describe one."""
    capital = [word for word in words_for.split()[1:] if word[:1].isupper()]
    return any(not word.endswith(words().seated) and gazetteer.country_of_people(word) is None for word in capital)


def only_outlet(names: Iterable[str]) -> str | None:
    """The only outlet or news agency with a name among the names of speakers; None if there are several."""
    found = {" ".join(w for w in name.split() if w[:1].isupper()): name for name in names if _is_named_outlet(name)}
    return next(iter(found.values())) if len(found) == 1 else None


def _is_named_outlet(name: str) -> bool:
    parts = name.split()
    capital = [word for word in parts if word[:1].isupper()]
    known = any(word.lower() in speech().outlet_names for word in capital)
    return bool(capital) and (known or parts[-1].lower() in speech().outlet_nouns)


def is_any_outlet(name: str) -> bool:
    """Whether words are of an outlet without a name: "media reports", not "local media", which are many."""
    first, *rest = name.split() or [""]
    return first in speech().any_outlet and set(rest) <= speech().texts | speech().title_nouns


def only_monitor(doc: Doc) -> str | None:
    """The longest name of the only body of a report that records violence, anywhere in it; None if there are several.

    Names with the same noun are one body's. A bare "Monitor" is no name, nor is the last word of the title.
    """
    named_at = (m for m in _monitor_name().finditer(text_of(doc)) if m.end() != titled(doc))
    found = [(m[1].lower(), " ".join(m[0].split())) for m in named_at]
    named = [(noun, name) for noun, name in found if name.lower() not in words().monitors]
    return max((name for _, name in named), key=len) if len({noun for noun, _ in named}) == 1 else None


@functools.cache
def _monitor_name() -> re.Pattern[str]:
    """The capitalised words around a noun in such names: "Corvan Observatory for Human Rights"."""
    nouns = "|".join(noun.capitalize() for noun in sorted(words().monitor_names))
    capital = r"[A-Z][\w-]+"
    joining, of = _any(lexicon.grammar().function.and_), _any(words().of_monitors)
    the = _any(word.capitalize() for word in lexicon.grammar().function.the)
    after = rf"{capital}(?: {capital})*(?: {joining} {capital}(?: {capital})*)?"
    return re.compile(rf"\b(?:(?!{the}\b){capital} )*({nouns})\b(?: {of} {after})?")


def is_longer(form: list[str], name: list[str]) -> bool:
    """Whether a phrase can be the longer name of a body: not "the Velm Army", "the Army in Velm"."""
    return words().place_prepositions.isdisjoint(form) and not are_told_apart(form, name)


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


def is_killed(name: Token) -> bool:
    """Whether somebody is killed where a name stands: Katya in "Brandt shot dead Katya Brandt" is not who speaks."""
    verb, deadly = name.head, lexicon.grammar().casualty.deadly
    kind = lexicon.casualty_type_of("done_to").get(verb.lemma_.lower())
    is_dead = kind == "killed" or any(t.lower_ in deadly for t in (*verb.rights, *name.lefts))
    return name.dep_ in DONE_TO and kind is not None and is_dead


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
    before = min((role.partition(f" {of} ")[0] for of in lexicon.grammar().function.of), key=len)
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


#: Code points after a noun that are searched for its names: a list of about ten names.
_WITHIN = 300
_WORD = r"(?:[A-Z][\w'’.-]*\w|[A-Z])"


def listed(noun: Token) -> str | None:
    """The names after a noun for informants or outlets: "sources, including A and B", "sources (A)", "a post by @b"."""
    nouns = speech().informants | speech().outlet_nouns
    if noun.pos_ == "PROPN" or nouns.isdisjoint({noun.lemma_.lower(), noun.lower_}):
        return None
    after = text_of(noun.doc)[noun.idx + len(noun) :][:_WITHIN]
    found = _in_list().match(after) or _in_brackets().match(after) or _account().match(after)
    name = found[1].rstrip(" ,") if found is not None else None
    return name if name is not None and not gazetteer.lookup(name) else None


@functools.cache
def _name() -> str:
    inside, the = _any(speech().inside_names), _any(lexicon.grammar().function.the)
    return rf"(?:@ ?\w+|{_WORD}(?: (?:{inside} (?:{the} )?)?{_WORD})*)"


@functools.cache
def _in_brackets() -> re.Pattern[str]:
    """A name in brackets; one word may be a place."""
    return re.compile(rf"\s*\((@ ?\w+|{_WORD} {_name()})\)")


@functools.cache
def _in_list() -> re.Pattern[str]:
    name = _name()
    opening, joining = _any(speech().examples), _any(speech().grammar.conjunctions)
    return re.compile(rf"(?: [a-z]+)?,? {opening} ({name}(?:(?:,\s*(?:{joining} )?| {joining} )\W?{name})*)")


@functools.cache
def _account() -> re.Pattern[str]:
    articles, origins = _any(words().indefinite), _any(speech().grammar.origins)
    return re.compile(rf",? {articles} (?:[a-z]+ ){{1,2}}{origins} (@ ?\w+)")


def _any(alternatives: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(alternatives)))})"
