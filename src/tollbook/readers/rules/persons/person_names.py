"""Names of persons in a parsed text: those the tagger found, made whole, and those that the words around give away.

A small tagger cuts long names in two, runs a headline into the first name after it and takes hospitals for people.
"""

import functools
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language, lexicon

#: A headline run into a name: a lower-case word, a web address or a word of five letters and more before a capital.
#: Names keep a capital inside after four letters and fewer (McVey, DeMar, LeBlanc).
_GLUED = re.compile(r"^(?:.*\s)?(?:[a-z][^A-Z\s]{2,}|[A-Z][a-z]{4,}|\S*[.:|)])(?=[A-Z][A-Za-z])")
#: Verbs of harm whose object is as often a thing or a place.
_STRIKING = frozenset({"hit", "strike", "beat", "burn", "graze"})
_NOMINAL = frozenset({"PROPN", "NOUN", "ADJ"})
_ELSEWHERE = frozenset({"GPE", "LOC", "FAC", "NORP", "DATE", "TIME", "WORK_OF_ART", "EVENT", "LAW"})
_YEARS = re.compile(r"^\d{1,3}$")
#: Longest name kept, in words: "Maria de la Cruz Ortega Ruiz" has six.
_LONGEST = 6
#: A single word in capitals longer than this is the place of a dateline, no "JJ".
_INITIALS = 3
_LINKS = frozenset({
    "de", "la", "del", "al", "el", "bin", "ibn", "van", "von", "der", "da", "dos", "di", "le", "jr", "jr.", "sr", "sr.",
    "ii", "iii", "-",
})  # fmt: skip
_DEATHS = frozenset({
    "body", "death", "shooting", "murder", "killing", "slaying", "homicide", "assassination", "remains",
})  # fmt: skip


class Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/names.toml``."""

    titles: frozenset[str]
    offices: frozenset[str]
    never: frozenset[str]
    both: frozenset[str]
    naming: frozenset[str]
    places: frozenset[str]
    areas: frozenset[str]


class Name(NamedTuple):
    """A person's name: its tokens ``[first, end)`` and its text, without titles and possessive.

    The text of the first of "Karl and Ilse Vell" is "Karl Vell".
    """

    first: int
    end: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words in lower case, without Jr. and the like."""
        plain = (w.strip(".,'’\"").lower() for w in self.text.split())
        return tuple(w for w in plain if w and w not in {"jr", "sr", "ii", "iii", "iv"})


@functools.cache
def words() -> Words:
    """Titles, offices and words that no person's name holds."""
    return language.lexicon("names", Words)


@functools.lru_cache(maxsize=4)
def names(doc: Doc) -> tuple[Name, ...]:
    """Every name of a person in the text, in order, none overlapping another."""
    found: dict[int, Name] = {}
    for first, end in sorted([*_tagged(doc), *_told(doc)]):
        if not any(i in found for i in range(first, end)) and (name := _whole(doc, first, end)) is not None:
            found.update(dict.fromkeys(range(name.first, name.end), name))
    surnames = {n.words[-1].rpartition("-")[2] for n in found.values() if len(n.words) > 1}
    for token in doc:
        if token.i not in found and token.lower_ in surnames and token.text[0].isupper() and token.pos_ in _NOMINAL:
            first = _hyphened(doc, token.i)
            found[token.i] = Name(first, token.i + 1, doc[first : token.i + 1].text)
    every = sorted(set(found.values()))
    return tuple(_with_surname(doc, one, after, surnames) for one, after in zip_longest(every, every[1:]))


def _with_surname(doc: Doc, one: Name, after: Name | None, surnames: set[str]) -> Name:
    """ "Karl and Ilse Vell": the first has the surname of the second, unless the one word is a surname itself."""
    if after is None or len(one.words) > 1 or len(after.words) != 2 or after.first != one.end + 1:
        return one
    joined = doc[one.end].lower_ in {"and", "&"} and one.words[0] not in surnames
    return one._replace(text=f"{one.text} {after.text.split()[1]}") if joined else one


@functools.lru_cache(maxsize=4)
def _by_token(doc: Doc) -> dict[int, Name]:
    return {i: name for name in names(doc) for i in range(name.first, name.end)}


def name_at(token: Token) -> Name | None:
    """The person's name a token is a word of."""
    return _by_token(token.doc).get(token.i)


def _tagged(doc: Doc) -> Iterator[tuple[int, int]]:
    for ent in doc.ents:
        if ent.label_ == "PERSON":
            yield ent.start, ent.end


def _told(doc: Doc) -> Iterator[tuple[int, int]]:
    """Capitalised words that stand where only a person's name stands, whatever the tagger took them for."""
    alone = {t.lower_ for t in doc if t.pos_ == "PROPN" and _stands_alone(t)}
    for token in doc:
        if token.pos_ != "PROPN" or not _nameable(token) or token.dep_ == "compound":
            continue
        first = _first(token)
        long, elsewhere = token.i > first, token.ent_type_ in _ELSEWHERE
        does = long and not elsewhere and (token.lower_ in alone or _harmed(token))
        if does or (_personal(token, first) and (long or not elsewhere)):
            yield first, token.i + 1


def _stands_alone(token: Token) -> bool:
    """Whether a capitalised word does something by itself, as a surname does after the full name was given."""
    acts = token.dep_ in {"nsubj", "nsubjpass", "poss", "dobj"} and token.ent_type_ not in _ELSEWHERE
    return acts and not any(t.dep_ in {"compound", "det", "amod"} for t in token.children)


def _harmed(head: Token) -> bool:
    """Whether a verb befalls it that befalls people alone."""
    lemma = head.head.lemma_.lower()
    if head.dep_ == "nsubjpass" or (head.dep_ == "dobj" and lemma not in _STRIKING):
        return lexicon.fate_of("done_to").get(lemma) in {"killed", "injured"}
    return head.dep_ == "nsubj" and lexicon.fate_of("undergo").get(lemma) == "killed"


def _first(head: Token) -> int:
    first = head.i
    while first > head.sent.start and _joins(head.doc[first - 1]) and head.i - first < _LONGEST:
        first -= 1
    while first < head.i and not _nameable(head.doc[first]):
        first += 1
    return first


def _personal(head: Token, first: int) -> bool:
    """Whether an age, a title, "identified as" or the word for a death says that this is a person."""
    doc = head.doc
    after = doc[head.i + 1 : head.i + 4]
    aged = len(after) == 3 and after[0].text in ",(" and _YEARS.match(after[1].text) and after[2].text in ",.);"
    before = doc[first - 1] if first > 0 else None
    titled = before is not None and before.lower_ in words().titles and before.text[0].isupper()
    old = before is not None and before.lower_ == "old" and first > 2 and _of_age(before)
    two = head.i > first
    return (
        bool(aged) or (titled and before is not None and before.lower_ != "police") or old or (two and _named_by(head))
    )


def _of_age(old: Token) -> bool:
    """The "old" of "19-year-old Ana Brod" and of "19-year old Ana Brod"."""
    return old.nbor(-1).text == "-" or old.nbor(-1).lower_ in lexicon.grammar().tally.ages


def _named_by(head: Token) -> bool:
    above = head.head
    if head.dep_ == "pobj" and above.lower_ == "as":
        return above.head.lemma_.lower() in words().naming
    if head.dep_ == "pobj" and above.lower_ == "of":
        return above.head.lemma_.lower() in _DEATHS
    return head.dep_ in {"oprd", "attr"} and above.lemma_.lower() in words().naming


def _hyphened(doc: Doc, first: int) -> int:
    """Where a name begins whose last word is cut at its hyphen: "Marek-Olund"."""
    while first > 1 and doc[first - 1].text == "-" and _capital(doc[first - 2]) and not doc[first - 2].whitespace_:
        first -= 2
    return first


def _whole(doc: Doc, first: int, end: int) -> Name | None:
    """The name with the words it was cut from, without titles; None where its words are no person's name."""
    first = _hyphened(doc, first)
    while first > doc[first].sent.start and _belongs(doc[first - 1], doc[first]) and end - first < _LONGEST:
        first -= 1
    while end < doc[first].sent.end and _belongs_after(doc, end) and end - first < _LONGEST:
        end += 1
    while first < end and not _nameable(doc[first]):
        first += 1
    while first < end and not (_capital(doc[end - 1]) or (doc[end - 1].lower_ in _LINKS and doc[end - 1].text != "-")):
        end -= 1
    if first == end:
        return None
    text = _GLUED.sub("", doc[first:end].text.removesuffix("'s").removesuffix("’s"))
    name = Name(first, end, " ".join(text.split()))
    return name if name.words and _is_name(doc, name) else None


def _nameable(token: Token) -> bool:
    """Whether a name can begin with the word: Bishop ends names and begins none."""
    return _capital(token) and token.lower_ not in words().titles


def _capital(token: Token) -> bool:
    text = token.text
    return text[0].isalpha() and any(c.isupper() for c in text) and not any(c.isdigit() for c in text.split(".")[-1])


def _joins(token: Token) -> bool:
    """Whether a token can be an earlier word of the name that follows it."""
    begins = _nameable(token) and token.pos_ == "PROPN" and token.dep_ in {"compound", "nmod", "amod"}
    return begins or token.lower_ in _LINKS - {"-"}


def _belongs(before: Token, first: Token) -> bool:
    if not (_nameable(before) and before.pos_ == "PROPN" and before.whitespace_) or before.lower_ in words().never:
        return False
    if len(before) > 2 and before.text.isupper() != first.text.isupper():
        return False
    beside = before.dep_ == "compound" and before.head.i >= first.i and first.head == before.head
    own = (beside or before.head == first) and before.ent_type_ not in {"GPE", "NORP", "LOC"}
    return own or before.ent_type_ == "PERSON"


def _belongs_after(doc: Doc, end: int) -> bool:
    after, last = doc[end], doc[end - 1]
    if after.lower_ in {"jr", "jr.", "sr", "sr.", "ii", "iii"}:
        return True
    if not (_nameable(after) and after.pos_ == "PROPN" and last.whitespace_):
        return False
    joined = last.dep_ == "compound" and last.head.i >= end
    return joined and after.ent_type_ in {"PERSON", ""} and after.lower_ not in words().never


def _is_name(doc: Doc, name: Name) -> bool:
    plain = [w.strip(".,'’\"").lower() for w in name.text.split()]
    raw = [t.lower_ for t in doc[name.first : name.end]]
    never = [w for w in {*plain, *raw} if w in words().never]
    if any(w not in words().both or len(plain) < 2 for w in never) or not any(len(w) > 1 for w in plain):
        return False
    if _is_part_of_a_place(doc, name.end):
        return False
    if plain[-1] in lexicon.status_of_noun() and plain[-1] not in words().both | words().titles:
        return False
    if len(plain) > 1:
        return True
    if name.text.isupper() and len(name.text) > _INITIALS:
        return False
    before = doc[name.first - 1] if name.first > 0 else None
    root = doc[name.end - 1]
    placed = (before is not None and root.dep_ == "pobj" and _places(before)) or _says_whence(root)
    return not placed and name.text[0].isupper() and len(name.text) > 1


def _is_part_of_a_place(doc: Doc, end: int) -> bool:
    """ "Marek Olund High School" is no person, though its first words are a name."""
    after = doc[end] if end < len(doc) else None
    joined = after is not None and doc[end - 1].head.i >= end and doc[end - 1].dep_ == "compound" and _capital(after)
    return joined and after is not None and after.lower_ in words().never - words().both


def _says_whence(word: Token) -> bool:
    """ "A 24-year-old Tarnow woman": a place before a noun for people."""
    noun = word.head
    return (
        word.dep_ in {"compound", "nmod", "amod"}
        and noun.pos_ == "NOUN"
        and lexicon.sex_of_noun().get(noun.lemma_) is not None
    )


def _places(preposition: Token) -> bool:
    """Whether a preposition leads to a place: "in Tarnow", "the suburb of Tarnow"."""
    area = preposition.lower_ == "of" and preposition.head.lemma_.lower() in words().areas
    return area or preposition.lower_ in words().places
