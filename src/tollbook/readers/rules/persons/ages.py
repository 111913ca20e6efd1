"""Ages of persons as reports write them: "a six-year-old girl", "Ana Brod, 25,", "a boy of four"."""

import re
from collections.abc import Sequence

from msgspec.structs import replace
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Words

from tollbook import quantities
from tollbook.model import People, Range, Span
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import (
    age_after,
    age_at_death,
    age_clause,
    age_inside,
    ages_of_several,
    at_age,
    joined_ages,
    phrase_words,
    shared_age,
    uncounted_ages,
)
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

#: A number after a name that is larger is no age.
_OLDEST = 115
#: Tokens of ", who was only four years old,".
_CLAUSE = 8


def joined(words: str) -> list[int]:
    """The ages of several people, one for each: 4 and 7 of "the 4- and 7-year-old boys"; empty for other words."""
    match = joined_ages().search(words)
    if match is None or match[2] in phrase_words().ages.range:
        return []
    years = [
        quantities.number(each, LOCALE) for each in (*match[1].replace(",", "").replace("-", "").split(), match[3])
    ]
    return [int(each) for each in years if each is not None] if None not in years else []


def without_ages(words: str) -> str:
    """Words without ages whose numbers count nobody: "nine children" of "nine 3- to 5-year-old children"."""
    return joined_ages().sub("", uncounted_ages().sub("", words))


def age(noun: Token, words: Span) -> Range | None:
    """Age in years, from "a six-year-old girl", "Ana Brod, 25," or "aged 12"."""
    doc = noun.doc
    if several := joined(doc[words[0] : words[1]].text):
        return Range(low=min(several), high=max(several))
    if noun.tag_ == "NNS" and (span := _of_several(doc[words[1] : words[1] + _CLAUSE].text)) is not None:
        return span
    if (shared := _shared(noun, words)) is not None:
        return _years(shared)
    if (match := age_inside().search(doc[words[0] : words[1]].text)) is not None:
        return _years(_with_unit(match))
    if (match := at_age().search(doc[words[0] : words[1] + 3].text)) and (value := quantities.number(match[1], LOCALE)):
        return _years(value)
    appositive = next((t for t in noun.children if t.dep_ == "appos" and person_names.name_at(t) is None), None)
    is_one_of_several = appositive is not None and appositive.tag_ == "NN" and noun.tag_ == "NNS"
    if appositive is not None and appositive.pos_ == "NOUN" and not is_one_of_several:
        return age(appositive, (appositive.left_edge.i, appositive.i + 1))
    if (clause := age_clause().match(doc[words[1] : words[1] + _CLAUSE].text)) is not None:
        value = quantities.number(clause[1] or clause[2], LOCALE)
    else:
        value = _at_death(noun) or _after(noun, words)
    return None if value is None or value > _OLDEST else _years(value)


def of_name(name: "person_names.PersonName", doc: Doc) -> Range | None:
    """The age beside a name: "Ana Brod, 25", "25-year-old Ana Brod"."""
    last = doc[name.end - 1]
    before = (t.left_edge.i for t in last.lefts if t.dep_ == "amod" and last.dep_ == "appos")
    return age(last, (min([name.first, *before]), name.end))


def of_each(people: People, names: Sequence["person_names.PersonName"], years: Sequence[Range | None]) -> People:
    """Several people with the ages after their names as members: "her sons Karim, 17, and Idris, 14"."""
    if len(names) < 2 or len(names) != len(people.names) or not any(years):
        return people
    each = zip(people.names, years, strict=True)
    members = (People(text=n, names=(n,), status=people.status, sex=people.sex, age=own) for n, own in each)
    return replace(people, members=tuple(members))


def _of_several(after: str) -> Range | None:
    """The least and the greatest age of several people: "aged between five and eleven", "aged 3, 5 and 8"."""
    match = ages_of_several().match(after)
    every = [quantities.number(each, LOCALE) for each in (*match[1].split(", "), match[2])] if match else []
    known = [value for value in every if value is not None and value <= _OLDEST]
    return Range(low=min(known), high=max(known)) if known and len(known) == len(every) else None


def stated(subject: Token) -> Range | None:
    """The age that a sentence of its own gives: "He was 42.", "Ana Brod was 42 years old"; not "when she was 3"."""
    verb = subject.head
    is_main = subject.dep_ == "nsubj" and is_be(verb) and verb.dep_ == "ROOT"
    if not is_main or any(t.dep_ == "neg" for t in verb.children):
        return None
    units = phrase_words().ages.units
    old = (t for t in verb.rights if t.dep_ == "acomp" for years in t.lefts if years.lemma_.lower() in units)
    number = next((t for t in verb.rights if t.dep_ == "attr" and t.like_num), None)
    number = number or next((t for adjective in old for t in adjective.subtree if t.like_num), None)
    value = None if number is None else quantities.number(number.text, LOCALE)
    return _years(value) if value is not None and value <= _OLDEST else None


def _years(value: int | None) -> Range | None:
    return None if value is None else Range(low=value, best=value, high=value)


def _with_unit(match: re.Match[str]) -> int | None:
    """The years of "six-year-old", "ten-month-old" or "aged 12"."""
    value = quantities.number(match[1] or match[3], LOCALE)
    if value is None or match[2] not in phrase_words().ages.per_year:
        return value
    per_year = phrase_words().ages.per_year[match[2]]
    return value // per_year if per_year else 0


def _after(noun: Token, words: Span) -> int | None:
    """The number after a name or a noun that is an age: "Ana Brod, 25,", "a man (41)"."""
    doc = noun.doc
    after = doc[words[1] : words[1] + 5].text
    if _has_several(doc[words[1] : words[1] + 6]) or _counts_others(doc[words[1] : words[1] + 3]):
        return None
    if (aged := age_inside().match(after)) is not None and aged[3]:
        return int(aged[3])
    if not after.startswith((",", "(")):
        return None
    if (match := age_after().match(after)) is not None:
        return quantities.number(match[1], LOCALE)
    match = age_inside().match(after.lstrip(", ("))
    return None if match is None else quantities.number(match[1] or match[3], LOCALE)


def _shared(noun: Token, words: Span) -> int | None:
    """The age that all of a list or a group have: "Ana Brod and Ivo Lerch, both 17", "two boys, who were both 17"."""
    name = person_names.name_at(noun)
    end = words[1] if name is None else max(name_lists.list_of(name, noun.doc)[-1].end, words[1])
    match = shared_age().match(noun.doc[end : end + _CLAUSE].text)
    return None if match is None or int(match[1]) > _OLDEST else int(match[1])


def _at_death(noun: Token) -> int | None:
    """The age at which somebody died: "Ana Brod was killed aged 42", "died at the age of 42"."""
    is_list = any(t.dep_ == "conj" for t in noun.rights)
    if noun.dep_ not in SUBJECTS or noun.tag_ in {"NNS", "NNPS"} or is_list:
        return None
    verb = noun.head
    match = age_at_death().match(verb.doc[verb.i + 1 : min(verb.i + 1 + _CLAUSE, verb.sent.end)].text)
    return int(match[1]) if match is not None and int(match[1]) <= _OLDEST else None


def _counts_others(after: Words) -> bool:
    """Whether the number after a name or noun counts people: "22 people, 18 civilians and four guides"."""
    number = next((t for t in after if t.like_num), None)
    if number is None or number.dep_ != "nummod" or number.head.i < number.i:
        return False
    return number.head.lemma_.lower() not in phrase_words().ages.units


def _has_several(after: Words) -> bool:
    """Whether the ages of several people follow: "Ana and Ilse Brod, aged 11 and 8"."""
    numbers = [t.i for t in after if t.like_num]
    is_pair = len(numbers) > 1 and numbers[1] == numbers[0] + 2
    return is_pair and after.doc[numbers[0] + 1].lower_ in lexicon.grammar().function.and_
