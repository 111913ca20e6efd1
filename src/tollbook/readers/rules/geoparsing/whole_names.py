"""Finds the whole names of places that are not in the gazetteer: "San Olmo del Rio", "Fenwick-on-Sea"."""

import functools
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from spacy.tokens import Doc, Span, Token

from tollbook.readers.rules.geoparsing.location_role import is_hit
from tollbook.readers.rules.geoparsing.place_classifier import PLACES
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.parsing.names import is_in_group_name
from tollbook.readers.rules.parsing.parser import text_of
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

_NO_WORDS = frozenset({"DATE", "TIME", "NORP", "EVENT", "LAW", "WORK_OF_ART", "CARDINAL", "ORDINAL", "GPE", "LOC"})

#: Labels that the parser gives to unknown names of places.
_MISTAKEN = frozenset({"", "NORP", "EVENT", "PERSON", "PRODUCT", "LANGUAGE", "WORK_OF_ART", "LAW", "ORG"})
#: The second part of a name with a hyphen, if it cannot be a road between towns: "the town of Pont-Brossard".
_HYPHENED = re.compile(r"(?:-[A-Z]\w+)+")
#: Kinds of weapons that have names. A town before "bomb" is the place of the explosion.
_WEAPONS_WITH_NAMES = frozenset({"artillery", "missile", "aircraft"})


def whole(name: Span, *, after_unit: bool) -> Span:
    """Return a name with the rest of its words: "San Olmo del Rio", "Fenwick-on-Sea", "the town of Stara Dol"."""
    doc, end, head = name.doc, name.end, name.root.head
    rest = doc[end : head.i + 1] if name.root.dep_ == "compound" and head.dep_ == "pobj" else doc[end:end]
    if after_unit and all(t.tag_ == "NNP" and t.ent_type_ not in _NO_WORDS for t in rest):
        end = max(end, end + len(rest))
    at = doc[end - 1].idx + len(doc[end - 1])
    more = _going_on().match(text_of(doc), at) or (_HYPHENED.match(text_of(doc), at) if after_unit else None)
    longer = doc.char_span(name.start_char, more.end()) if more is not None else None
    return doc[name.start : end] if longer is None else longer


@functools.cache
def _going_on() -> re.Pattern[str]:
    """Return the pattern for the rest of a name after a small word: " del Rio", " de los Llanos", "-on-Sea"."""
    words = place_lexicon().words
    linked, articles, hyphened = ("|".join(sorted(w)) for w in (words.linking, words.linked_articles, words.hyphened))
    after = rf"(?: (?:{linked})(?: (?:{articles}))? [A-Z][\w’']+|-(?:{hyphened})(?:-(?:{articles}))?-[A-Z]\w+)"
    return re.compile(f"{after}+")


def where_harmed(doc: Doc) -> Iterator[Span]:
    """Yield the names of places of casualties or events, whatever their label.

    "Killed in Tarn Sahel", "a bus in Tarn".
    """
    known = lexicon.phrases("sites").keys() | lexicon.phrases("events").keys()
    articles = place_lexicon().words.inner_articles
    for token in doc:
        if token.dep_ != "pobj" or token.head.lower_ not in place_lexicon().words.surely:
            continue
        first, above = token.i, token.head.head
        while first > token.head.i + 1 and _is_in_name(doc[first - 1]):
            first -= 1
        if any(t.pos_ == "DET" for t in doc[token.head.i + 1 : first]):
            continue
        name = doc[first : token.i + 1]
        own = [t for t in name if t.lower_ not in articles] if len(name) > 2 else list(name)
        is_name = all(t.tag_ == "NNP" and t.text.istitle() and t.ent_type_ not in _NO_WORDS for t in own)
        is_event = any((word,) in known for t in name for word in (t.lower_, lexicon.singular(t)))
        longer = whole(name, after_unit=False) if is_name and not is_event else name
        # "Killed in Line of Duty" is a headline; "Tarn Sub-county" is for another rule.
        is_whole = doc[longer.end : longer.end + 1].text != "-" or bool(longer[-1].whitespace_)
        if is_name and not is_event and is_whole and above.is_lower and _reports_casualties(above, known):
            yield longer


def _is_in_name(word: Token) -> bool:
    """Whether a word may be part of the name after it: not "rebel-held", but "al-" and "Tarn" of "al-Tarn Sahel"."""
    articles = place_lexicon().words.inner_articles
    if word.text == "-":
        before = word.nbor(-1) if word.i else word
        return before.lower_ in articles or not (before.is_lower or before.is_punct or before.whitespace_)
    return word.lower_ in articles or not (word.is_lower or word.is_punct)


def where_hit(doc: Doc) -> Iterator[Span]:
    """Yield the names of places that were hit from afar: "jets bombed Tarn Sahel", "the shelling of Tarn Sahel".

    Names of bodies, flights and persons ("an air strike on Brod") are left out.
    """
    words = place_lexicon().words
    for token in doc:
        name = doc[token.left_edge.i : token.i + 1]
        has_article = any(t.lower_ in words.inner_articles for t in name)
        no_place = token.ent_type_ in _NO_WORDS or (token.ent_type_ == "ORG" and not has_article)
        if not token.text.istitle() or no_place or not is_hit(token):
            continue
        full = (n for n in person_names.names(doc) if len(n.words) > 1 and token.lower_ in n.words)
        # An attack on "Ivo Brod" is on him; the raids on "Ivo Brod" or a strike on "al-Brod" are on a place.
        may_be_hit = token.head.lower_ not in words.on_days or has_article or token.head.nbor(-1).tag_ == "NNS"
        is_persons = (token.ent_type_ == "PERSON" and not may_be_hit) or any(n.end != token.i + 1 for n in full)
        is_numbered = token.i + 1 < len(doc) and token.nbor(1).like_num
        inner = (t for t in name[:-1] if t.lower_ not in words.inner_articles)
        is_name = all(t.tag_ == "NNP" and t.text.istitle() for t in inner) and token.tag_ in {"NNP", "RB"}
        is_site = any((t.lower_,) in lexicon.phrases("sites") for t in name)
        if is_name and not (is_site or is_persons or is_numbered) and name.start == token.head.i + 1:
            yield name


def where_suffered(doc: Doc) -> Iterator[Span]:
    """Yield names of places that an attack befell: "Tarn Sahel in Orsk province suffered two raids"."""
    for token in doc:
        if token.dep_ not in SUBJECTS or token.head.lemma_.lower() not in lexicon.grammar().place.suffering:
            continue
        name = doc[token.left_edge.i : token.i + 1]
        attacks = (p.head for p in phrases.find("events", token.sent))
        is_name = all(t.tag_ == "NNP" and t.text.istitle() and t.ent_type_ not in _NO_WORDS for t in name)
        if is_name and any(token.head.is_ancestor(attack) and attack.i > token.head.i for attack in attacks):
            yield name


def _reports_casualties(above: Token, known: AbstractSet[tuple[str, ...]]) -> bool:
    """Whether a word is a verb for casualties, its victims, or a site or event: "killed", "four people", "a bus"."""
    if (above.lemma_.lower(),) in known:
        return True
    people = above.dep_ in DONE_TO and lexicon.names_people(above)
    lemma = (above.head if people else above).lemma_.lower()
    return lemma in lexicon.casualty_type_of("done_to") or lemma in lexicon.casualty_type_of("undergo")


def before_days(doc: Doc) -> Iterator[Span]:
    """Yield names between "in" and a day, whatever their label: "in Petite-Savane on Thursday"."""
    words = place_lexicon().words
    for on in doc[2:-1]:
        if on.lower_ not in words.on_days or on.nbor(1).ent_type_ != "DATE":
            continue
        start = on.i - 1
        while start > 1 and doc[start - 1].text == "-":
            start -= 2
        if doc[start - 1].lower_ not in words.in_places:
            continue
        name = doc[start : on.i]
        is_name = all(t.tag_ in {"NNP", "HYPH"} and not (t.is_lower or t.text.isupper()) for t in name if t.is_alpha)
        is_site = any((t.lower_,) in lexicon.phrases("sites") for t in name)
        if is_name and not is_site and name.root.ent_type_ in _MISTAKEN:
            yield name


def with_rest(name: Span) -> Span:
    """Return a name with the place name right after it that it belongs to: "killed in Tungal Sabo"."""
    head = name.root.head
    is_located = name.start > 0 and name.doc[name.start - 1].lower_ in place_lexicon().words.surely
    is_place = head.ent_type_ in PLACES or (is_located and head.dep_ == "pobj" and head.ent_type_ == "PERSON")
    is_part = name.root.dep_ == "compound" and head.i == name.end and is_place
    return name.doc[name.start : head.i + 1] if is_part and len(name) and head.tag_ == "NNP" else name


def is_of_weapon(name: Span) -> bool:
    """Whether a name is that of a weapon: "Orlen rockets"."""
    noun = name.root.head
    is_before = name.root.dep_ == "compound" and noun.i == name.end and noun.dep_ != "compound"
    return is_before and lexicon.phrases("weapons").get((noun.lemma_.lower(),)) in _WEAPONS_WITH_NAMES


def is_among_persons(name: Span) -> bool:
    """Whether a name is listed between persons: "Ana Roth, Emil Lind and Karl Prat"."""
    root, over = name.root, name.root.head
    is_listed = root.dep_ in {"appos", "conj"} and over.ent_type_ == "PERSON"
    return is_listed and any(t.dep_ == "conj" and t.ent_type_ == "PERSON" for t in root.rights)


def is_of_other_name(name: Span) -> bool:
    """Whether a name is a defendant's, a building's or a branch's.

    "Norland pleaded not guilty", "St. Anne's Hospital", "the Velm Front Coast Province".
    """
    pleads = name.root.dep_ == "nsubj" and name.root.head.lemma_.lower() in place_lexicon().words.pleading
    return pleads or _owns_building(name) or is_of_branch(name)


def is_of_branch(name: Span) -> bool:
    """Whether a name belongs to that of a group or its branch.

    "The Corvan Front Coast Province", "the Islamic State in Iraq and Syria".
    """
    if is_in_group_name(name.root):
        return True
    before, branches = name.doc[max(name.start - 1, 0)], actor_words().branches
    is_joined = before.dep_ == "compound" and before.head in {name.root, name.root.head}
    return before.ent_type_ == "ORG" and is_joined and before.head.lower_ in branches


def _owns_building(name: Span) -> bool:
    """Whether a name is that of a building with an "'s": "St. Anne's Hospital"."""
    after = name.doc[name.end : name.end + 2]
    is_owner = len(after) > 1 and after[0].tag_ == "POS" and after[1].text.istitle()
    return is_owner and (after[1].lower_,) in lexicon.phrases("sites")
