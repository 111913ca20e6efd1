"""Names of persons: those of the tagger, extended to full names, and names inferred from the words around them.

A small tagger cuts long names in two, joins a headline with the first name after it and takes hospitals for people.
"""

import functools
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook import gazetteer
from tollbook.readers.rules.persons import name_contexts as contexts
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import capital, is_well_known, name_lexicon
from tollbook.readers.rules.words.syntax import is_of

#: A headline joined with a name: a lower-case word, a web address or a word of five letters or more before a capital.
#: Names have a capital inside only after four letters or fewer (McVey, DeMar, LeBlanc).
_GLUED = re.compile(r"^(?:.*\s)?(?:[a-z][^A-Z\s]+[^A-Z\s’'-]|[A-Z][a-z]{4,}|\S*[.:|)])(?=[A-Z][A-Za-z])")
_NOMINAL, _YEARS = frozenset({"PROPN", "NOUN", "ADJ"}), re.compile(r"^\d{1,3}$")
#: The tokens of the longest name ("Ezzedine Yasser Ramadan Murad Al-Orsk" has seven), and of a word with its article.
_LONGEST, _WITH_ARTICLE = 8, 3
#: The most tokens of a nickname with its quotes: “Big M”.
_NICKNAME = 5
#: A capitalised word for people before a name of so many words is none of it: "Farmer Pavel Novak".
_FULL = 2
#: A single word in capitals longer than this is the place of a dateline; initials such as "JJ" are shorter.
_INITIALS = 2
#: Names whose words are kept: more than one passage has. Names are compared with each other far oftener than made.
_NAMES_KEPT = 4096


@functools.lru_cache(maxsize=_NAMES_KEPT)
def _compared_words(text: str) -> tuple[str, ...]:
    plain = (w.strip(".,'’\"").lower() for w in text.split())
    return tuple(w for w in plain if w and w not in name_lexicon().not_compared)


class PersonName(NamedTuple):
    """A person's name: its tokens ``[first, end)`` and its text, without titles and possessive ending.

    The text of the first of "Karl and Ilse Vell" is "Karl Vell".
    """

    first: int
    end: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words in lower case, without Jr. and the like."""
        return _compared_words(self.text)


@functools.lru_cache(maxsize=4)
def names(doc: Doc) -> tuple[PersonName, ...]:
    """Every name of a person in the text, in order, without overlaps."""
    found: dict[int, PersonName] = {}
    for first, end in sorted([*_tagged(doc), *_inferred(doc)], key=lambda span: (span[0], -span[1])):
        if not any(i in found for i in range(first, end)) and (name := _whole(doc, first, end)) is not None:
            found.update(dict.fromkeys(range(name.first, name.end), name))
    located = {name.text for name in found.values() if contexts.is_located(doc, name.first, name.end)}
    found = {i: name for i, name in found.items() if name.text not in located}
    surnames = {n.words[-1].rpartition("-")[2] for n in found.values() if len(n.words) > 1}
    for token in doc:
        if token.i not in found and token.lower_ in surnames and token.text[0].isupper() and token.pos_ in _NOMINAL:
            first = token.i - 1 if _is_another(token, found) else _hyphened(doc, token.i)
            found[token.i] = PersonName(first, token.i + 1, doc[first : token.i + 1].text)
    every = _without_second(doc, sorted(set(found.values())))
    return tuple(_with_surname(doc, one, after, surnames) for one, after in zip_longest(every, every[1:]))


def _without_second(doc: Doc, every: list[PersonName]) -> list[PersonName]:
    """The names, each with the tokens of a second one after it: "Ivo Brod (Abu Omar)", "Ivo Brod “Abu Omar”"."""
    kept: list[PersonName] = []
    for name in every:
        before, after = doc[name.first - 1], doc[min(name.end, len(doc) - 1)]
        is_aged = after.text == "," and doc[name.end + 1 : name.end + 2].text.isdigit()
        is_closed = (before.text, after.text) == ("(", ")") or (before.is_quote and after.is_quote)
        if (is_closed or (before.text == "(" and is_aged)) and kept and kept[-1].end == name.first - 1:
            kept[-1] = kept[-1]._replace(end=name.end + is_closed)
        else:
            kept.append(name)
    return kept


def _is_another(surname: Token, found: Mapping[int, PersonName]) -> bool:
    """Whether a first name precedes a known surname: "Ana Brod", who is not "her sister, Ilse Brod"."""
    before = surname.nbor(-1) if surname.i > surname.sent.start else surname
    is_first = before.head == surname and before.pos_ == "PROPN" and before.is_alpha and _nameable(before)
    # Of three capitalised words the parse may have joined two names.
    is_second = before.i > surname.sent.start and before.nbor(-1).pos_ == "PROPN"
    known = any(one.words[0] == before.lower_ for one in found.values() if surname.lower_ in one.words)
    is_other = before.ent_type_ not in {"", "PERSON"} or surname.lower_ in name_lexicon().streets
    return is_first and len(before) > _INITIALS and not (is_second or known or is_other)


def _with_surname(doc: Doc, one: PersonName, after: PersonName | None, surnames: set[str]) -> PersonName:
    """The first name with the surname of the second, "Karl and Ilse Vell", unless it is a surname itself."""
    if after is None or len(one.words) > 1 or len(after.words) != 2 or after.first != one.end + 1:
        return one
    joined = doc[one.end].lower_ in name_lexicon().joining and one.words[0] not in surnames
    return one._replace(text=f"{one.text} {after.text.split()[1]}") if joined else one


@functools.lru_cache(maxsize=4)
def _by_token(doc: Doc) -> dict[int, PersonName]:
    return {i: name for name in names(doc) for i in range(name.first, name.end)}


def name_at(token: Token) -> PersonName | None:
    """The person's name a token is a word of."""
    return _by_token(token.doc).get(token.i)


def _tagged(doc: Doc) -> Iterator[tuple[int, int]]:
    for ent in doc.ents:
        if ent.label_ == "PERSON":
            yield ent.start, ent.end


#: Contexts in which a word of two or more is a person's name, also if the tagger takes it for a place.
_SURE = (contexts.is_called_victim, contexts.is_beside_age, contexts.is_accused, contexts.is_aged, contexts.is_shot)


def _inferred(doc: Doc) -> Iterator[tuple[int, int]]:
    """Capitalised words where only a person's name can be, whatever the tagger took them for."""
    alone = {t.lower_ for t in doc if t.pos_ == "PROPN" and contexts.is_used_alone(t)}
    for token in doc:
        if token.pos_ != "PROPN" or not _nameable(token) or token.dep_ == "compound":
            continue
        first = _first(token)
        long, other = token.i > first, token.ent_type_ in contexts.OTHER_LABELS
        is_harmed = not other and contexts.is_harmed(token)
        suffers = is_harmed and (long or contexts.is_described(token))
        acts = long and not other and (token.lower_ in alone or contexts.is_listed(token))
        # A tagger takes rare names for places, which cannot be victims.
        is_sure = long and any(is_one(token) for is_one in _SURE)
        is_beside = contexts.is_beside_noun(doc[first], token.i + 1) or contexts.is_after_relative(doc[first])
        if acts or suffers or is_sure or is_beside or (_is_personal(token, first) and (long or not other)):
            yield first, token.i + 1


def _first(head: Token) -> int:
    first = head.i
    while first > head.sent.start and (before := _joined_before(head.doc, first)) and head.i - first < _LONGEST:
        first -= before
    while first < head.i and not _nameable(head.doc[first]):
        first += 1
    return first


def _joined_before(doc: Doc, first: int) -> int:
    """The number of tokens before one that are of its name: a word, or the word before a nickname in quotes with it."""
    if _joins(doc[first - 1]):
        return 1
    last = max(doc[first].sent.start, first - _NICKNAME) if doc[first - 1].is_quote else first - 1
    opening = next((i for i in range(first - 2, last, -1) if doc[i].is_quote), None)
    return first - opening + 1 if opening is not None and _joins(doc[opening - 1]) else 0


def _is_personal(head: Token, first: int) -> bool:
    """Whether an age, a title, "identified as" or a word for a death shows that a name is a person's."""
    doc = head.doc
    after = doc[head.i + 1 : head.i + 4]
    aged = len(after) == 3 and after[0].text in ",(" and _YEARS.match(after[1].text) and after[2].text in ",.);"
    before = doc[first - 1] if first > 0 else None
    titled = before is not None and before.lower_ in name_lexicon().titles and before.text[0].isupper()
    old = before is not None and before.lower_ in name_lexicon().old and first > 2 and _of_age(before)
    titled = titled and before is not None and before.lower_ not in name_lexicon().not_titles
    two = head.i > first or any(t.dep_ == "conj" and t.ent_type_ == "PERSON" for t in head.children)
    return bool(aged) or titled or old or (_named_by(head) and two)


def _of_age(old: Token) -> bool:
    """Whether "old" ends an age, as in "19-year-old Ana Brod" and "19-year old Ana Brod"."""
    return old.nbor(-1).text == "-" or old.nbor(-1).lower_ in lexicon.grammar().tally.ages


def _named_by(head: Token) -> bool:
    above = head.head
    if head.dep_ == "pobj" and above.lower_ in name_lexicon().naming_prepositions:
        return above.head.lemma_.lower() in name_lexicon().naming
    if head.dep_ == "pobj" and is_of(above):
        return above.head.lemma_.lower() in name_lexicon().deaths
    return head.dep_ in {"oprd", "attr"} and above.lemma_.lower() in name_lexicon().naming


def _hyphened(doc: Doc, first: int) -> int:
    """The first token of a name whose last word is split at its hyphen: "Marek-Olund"."""
    while first > 1 and doc[first - 1].text == "-" and not doc[first - 2].whitespace_:
        if not (capital(doc[first - 2]) or doc[first - 2].lower_ in name_lexicon().links):
            break
        first -= 2
    return first


def _whole(doc: Doc, first: int, end: int) -> PersonName | None:
    """The full name without titles around tokens ``[first, end)``; None if the words are no person's name."""
    first = _hyphened(doc, first)
    while first > doc[first].sent.start and _belongs(doc[first - 1], doc[first]) and end - first < _LONGEST:
        first -= 1
    while end < doc[first].sent.end and (further := _belonging_after(doc, end)) and end - first < _LONGEST:
        end += further
    while first < end and (_is_day(doc[first]) or not _nameable(doc[first])):
        first += 1
    # "Ana Brod of Velmar": no name has "of".
    end = next((i for i in range(first + 1, end) if is_of(doc[i])), end)
    if end - first > _FULL and doc[first].is_sent_start and doc[first].lower_ in lexicon.status_of_noun():
        first += 1
    while first < end and not (
        capital(doc[end - 1]) or (doc[end - 1].lower_ in name_lexicon().links and doc[end - 1].text != "-")
    ):
        end -= 1
    text = _GLUED.sub("", doc[first:end].text.removesuffix("'s").removesuffix("’s"))
    name = PersonName(first, end, " ".join(text.split()))
    if not name.words or not _is_name(doc, name):
        return None
    # "al-Shabab": no other name begins so.
    return name._replace(text=f"{doc[_hyphened(doc, first) : first].text}{name.text}")


def _nameable(token: Token) -> bool:
    """Whether a name can start with the word; "Bishop" can only end one."""
    return capital(token) and token.lower_ not in name_lexicon().titles


def _is_day(token: Token) -> bool:
    """Whether a first name is a day: "on Sunday Ivo Lerch was shot", not "Sunday Okon, a trader"."""
    return token.lower_ in name_lexicon().given_days and token.ent_type_ != "PERSON"


def _joins(token: Token) -> bool:
    """Whether a token can be an earlier word of the name that follows it."""
    begins = _nameable(token) and token.pos_ == "PROPN" and token.dep_ in {"compound", "nmod", "amod"}
    return begins or token.lower_ in name_lexicon().links - {"-"}


def _belongs(before: Token, first: Token) -> bool:
    is_word = _nameable(before) and before.pos_ == "PROPN" and before.whitespace_
    if not is_word or before.lower_ in name_lexicon().never:
        return False
    if len(before) > 2 and before.text.isupper() != first.text.isupper():
        return False
    beside = before.dep_ == "compound" and before.head.i >= first.i and first.head == before.head
    own = (beside or before.head == first) and before.ent_type_ not in {"GPE", "NORP", "LOC"}
    return own or before.ent_type_ == "PERSON"


def _belonging_after(doc: Doc, end: int) -> int:
    """The number of tokens after a name that are of it: a word, or one with its article ("al-Orsk")."""
    after, last, known = doc[end], doc[end - 1], name_lexicon()
    if after.lower_ in known.generations:
        return 1
    joined = last.dep_ == "compound" and last.head.i >= end
    if joined and after.lower_ in known.links and doc[end : end + 2].text.endswith("-"):
        return _WITH_ARTICLE if _nameable(last.head) and last.head.i == end + 2 else 0
    is_word = joined and _nameable(after) and after.pos_ == "PROPN" and bool(last.whitespace_)
    return int(is_word and after.ent_type_ in {"PERSON", ""} and after.lower_ not in known.never)


def _is_surname(last: Token, plain: list[str]) -> bool:
    """Whether a noun for people may end a name: "Ivo Baker", not "Syrian Baker"; "Texas Baker" only if it is tagged."""
    if plain[-1] in name_lexicon().both | name_lexicon().titles:
        return True
    is_of_place = is_well_known(plain[0].title()) or gazetteer.country_of_people(plain[0].title()) is not None
    is_tagged = last.ent_type_ == "PERSON" and not last.left_edge.is_sent_start
    return plain[-1] in name_lexicon().surnames and len(plain) > 1 and (is_tagged or not is_of_place)


def _is_name(doc: Doc, name: PersonName) -> bool:
    plain = [w.strip(".,'’\"").lower() for w in name.text.split()]
    raw = [t.lower_ for t in doc[name.first : name.end]]
    never = [w for w in {*plain, *raw} if w in name_lexicon().never]
    if any(w not in name_lexicon().both or len(plain) < 2 for w in never) or not any(len(w) > 1 for w in plain):
        return False
    if (
        contexts.is_part_of_a_place(doc, name.end)
        or contexts.has_leader(doc, name.end)
        or contexts.is_street(doc[name.first], name.end)
    ):
        return False
    if name.first > 0 and doc[name.first - 1].tag_ == "PRP$":
        return False  # "His Toyota Corolla".
    nouns = {plain[-1], lexicon.singular(doc[name.end - 1])} & lexicon.status_of_noun().keys()  # "Nusra Terrorists"
    if nouns and not _is_surname(doc[name.end - 1], plain):
        return False
    if len(plain) > 1:
        return True
    if name.text.isupper() and len(name.text) > _INITIALS:
        return False
    before = doc[name.first - 1] if name.first > 0 else None
    root = doc[name.end - 1]
    placed = (before is not None and root.dep_ == "pobj" and contexts.precedes_place(before)) or contexts.names_origin(
        root
    )
    return not placed and name.text[0].isupper() and len(name.text) > 1
