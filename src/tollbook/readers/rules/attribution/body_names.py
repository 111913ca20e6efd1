"""Names of bodies that words only describe: "the monitoring group", "the agency, Tasfa"."""

import functools
import re
from collections.abc import Iterable
from itertools import takewhile

from spacy.tokens import Doc, Token

from tollbook import gazetteer
from tollbook.model import Speaker
from tollbook.readers.rules.attribution.relations import phrase_of
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.coreference.resolution import are_told_apart
from tollbook.readers.rules.parser import entities, text_of, titled

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


def describes_monitor(noun: Token, speaker: Speaker) -> bool:
    """Whether words only describe a body that records violence, or who speaks for it: "a Velm-based monitor"."""
    inner = (t for prep in noun.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")
    if noun.lower_ in speech().speaking_for:
        return any(t.lower_ in words().monitors for t in inner)
    # "The group" may be the militia of the sentence before.
    fights = not (words().groups - words().monitors).isdisjoint((speaker.name or "").split()[-1:])
    is_named = fights or speaker.organisation is not None or _is_name(speaker.name or "")
    return (
        noun.lower_ in words().monitors and not is_named and all(t.lower_ not in words().fighting for t in noun.lefts)
    )


def _is_name(words_for: str) -> bool:
    """Whether capitalised words name somebody; "Velm-based" and "British" only describe one."""
    capital = [word for word in words_for.split()[1:] if word[:1].isupper()]
    return any(not word.endswith("-based") and gazetteer.country_of_people(word) is None for word in capital)


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
    """ "Corvan Observatory for Human Rights": capitalised words around one of the nouns in such names."""
    nouns = "|".join(noun.capitalize() for noun in sorted(words().monitor_names))
    capital = r"[A-Z][\w-]+"
    after = rf"{capital}(?: {capital})*(?: and {capital}(?: {capital})*)?"
    return re.compile(rf"\b(?:(?!The\b){capital} )*({nouns})\b(?: (?:for|of|on) {after})?")


def is_longer(form: list[str], name: list[str]) -> bool:
    """Whether a phrase can be the longer name of a body: not "the Velm Army", "the Army in Velm"."""
    return words().place_prepositions.isdisjoint(form) and not are_told_apart(form, name)
