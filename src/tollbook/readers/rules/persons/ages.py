"""Ages of persons as reports write them: "a six-year-old girl", "Ana Brod, 25,", "a boy of four"."""

from spacy.tokens import Span as Words
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import Range, Span
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.lexicon import age_after, age_clause, age_inside, at_age, phrase_words

#: A number after a name that is larger is no age.
_OLDEST = 115
#: Tokens of ", who was only four years old,".
_CLAUSE = 8


def age(noun: Token, words: Span) -> Range | None:
    """Age in years, from "a six-year-old girl", "Ana Brod, 25," or "aged 12"."""
    doc = noun.doc
    match = age_inside().search(doc[words[0] : words[1]].text)
    if match:
        value = quantities.number(match[1] or match[3], LOCALE)
        if value is not None and match[2] in phrase_words().ages.per_year:
            per_year = phrase_words().ages.per_year[match[2]]
            value = value // per_year if per_year else 0
        return None if value is None else Range(low=value, best=value, high=value)
    if (match := at_age().search(doc[words[0] : words[1] + 3].text)) and (value := quantities.number(match[1], LOCALE)):
        return Range(low=value, best=value, high=value)
    appositive = next((t for t in noun.children if t.dep_ == "appos" and person_names.name_at(t) is None), None)
    if appositive is not None and appositive.i != noun.i and appositive.pos_ == "NOUN":
        return age(appositive, (appositive.left_edge.i, appositive.i + 1))
    if (clause := age_clause().match(doc[words[1] : words[1] + _CLAUSE].text)) is not None:
        value = quantities.number(clause[1] or clause[2], LOCALE)
        return None if value is None or value > _OLDEST else Range(low=value, best=value, high=value)
    after = doc[words[1] : words[1] + 5].text
    if _has_several(doc[words[1] : words[1] + 6]) or _counts_others(doc[words[1] : words[1] + 3]):
        return None
    if (aged := age_inside().match(after)) is not None and aged[3]:
        return Range(low=int(aged[3]), best=int(aged[3]), high=int(aged[3]))
    if not after.startswith((",", "(")):
        return None
    if (match := age_after().match(after)) is not None:
        value = quantities.number(match[1], LOCALE)
    else:
        match = age_inside().match(after.lstrip(", ("))
        value = None if match is None else quantities.number(match[1] or match[3], LOCALE)
    return None if value is None or value > _OLDEST else Range(low=value, best=value, high=value)


def _counts_others(after: Words) -> bool:
    """Whether the number that follows counts people: "22 people, 18 civilians and four guides"."""
    number = next((t for t in after if t.like_num), None)
    if number is None or number.dep_ != "nummod" or number.head.i < number.i:
        return False
    return number.head.lemma_.lower() not in phrase_words().ages.units


def _has_several(after: Words) -> bool:
    """Whether the ages of several people follow: "Ana and Ilse Brod, aged 11 and 8"."""
    numbers = [t.i for t in after if t.like_num]
    is_pair = len(numbers) > 1 and numbers[1] == numbers[0] + 2
    return is_pair and after.doc[numbers[0] + 1].lower_ == phrase_words().lists.conjunction
