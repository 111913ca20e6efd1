"""The names and ranks of the people of a phrase: inside it, beside it, given by "known as"; "Sergeant Ivo Lerch"."""

from collections.abc import Iterator, Sequence

from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import Span
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import name_lexicon, phrase_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_of

_BEFORE = frozenset({"amod", "nmod", "compound", "acomp", "advmod", "nummod"})


def rank(noun: Token) -> str | None:
    """The rank before a name, with the force after it: "Sergeant" and "of the traffic police"."""
    name = person_names.name_at(noun)
    before = [t for t in noun.lefts if t.dep_ in _BEFORE and name is not None and t.i < name.first]
    # "Nurses Ana Brod and Petra Holm": the plural is no title of one of them.
    if not before or (before[-1].lower_.endswith("s") and before[-1].lower_[:-1] in lexicon.status_of_noun()):
        return None
    doc, first, end = noun.doc, before[0].left_edge.i, before[-1].i + 1
    # "Shot dead 19-year-old journalist Ana Brod".
    while first < end and _is_state_or_age(doc[first]):
        first += 1
    # "Ivo's wife, 28-year-old Ana Brod".
    while first < end and _is_state_or_age(doc[end - 1]):
        end -= 1
    if not any(lexicon.status_of_noun().get(t.lemma_.lower()) for t in before if first <= t.i < end):
        return None
    force = next((t for t in noun.rights if t.dep_ == "prep" and is_of(t)), None)
    own = doc[first:end].text
    return own if force is None else f"{own} {doc[force.i : force.right_edge.i + 1].text}"


def _is_state_or_age(token: Token) -> bool:
    """Whether a word before a rank is an outcome or a part of an age."""
    is_unit = token.head.dep_ == "npadvmod" and token.head.lower_ in phrase_words().ages.units
    is_age = any(t.dep_ == "npadvmod" and t.lower_ in phrase_words().ages.units for t in (token, *token.children))
    is_age = is_age or token.is_punct or token.lower_ in phrase_words().ages.old
    return is_age or is_unit or token.lower_ in lexicon.casualty_type_of("state")


PLURAL_TAGS = frozenset({"NNS", "NNPS"})
#: Relations of a word that only describes the noun of a phrase.
MODIFYING = frozenset({"amod", "nmod", "compound", "acomp", "advmod", "nummod"})


def beside(noun: Token, span: Span) -> list[int]:
    """The tokens in apposition to the noun of a phrase, or to that of its preposition; not the next item of a list.

    A name may also come first: "a funeral for Ana Brod, a driver killed on Monday", "Ana Brod, one of those killed".
    """
    heads = [noun, *([noun.head.head] if noun.dep_ == "pobj" else [])]
    beside = (t for head in heads for t in head.children if t.dep_ == "appos")
    found = [t.i for t in beside if all(w.text != ";" for w in noun.doc[noun.i : t.i])]
    found += [t.i for t in _known_as(noun)]
    one = heads[-1]
    number = quantities.count(one.text, LOCALE)
    is_number = number is not None and number.best == 1 and span[0] <= one.i < span[1]
    is_one = (one == noun and noun.tag_ == "NN") or (is_number and not any(one.head.conjuncts))
    is_beside_name = is_one and one.dep_ == "appos" and person_names.name_at(one.head) is not None
    return [*found, one.head.i] if is_beside_name else found


def _known_as(noun: Token) -> Iterator[Token]:
    """The names that a clause gives one person: "the commander known as Abu Tal", "a man nicknamed Ivo the Tall".

    A person "named Ivo Tal" is joined with the name by ``coreference.naming``.
    """
    known = words().naming - name_lexicon().naming, words().naming_prepositions
    for clause in noun.rights:
        if noun.tag_ == "NN" and clause.dep_ == "acl" and clause.lemma_.lower() in known[0]:
            over = [clause, *(t for t in clause.rights if t.dep_ == "prep" and t.lower_ in known[1])]
            yield from (t for each in over for t in each.rights if t.dep_ in {"pobj", "oprd"})


def is_own(noun: Token, name: person_names.PersonName, span: Span, appositions: Sequence[int]) -> bool:
    """Whether a name is that of the phrase: inside it and no possessor, or in apposition to its noun.

    A name before a noun is a place's: "a Carsdale man".
    """
    if not appositions and not span[0] <= name.end - 1 < span[1]:
        return False
    doc, last, own = noun.doc, noun.doc[name.end - 1], person_names.name_at(noun)
    is_next = own is not None and name.first > own.end and doc[name.first - 1].text == "," and len(name.words) > 1
    listed_beside = is_next or (own is not None and own != name and name in name_lists.list_of(own, doc))
    if listed_beside or (last.dep_ in MODIFYING and last.head.i == noun.i and noun.pos_ == "NOUN"):
        return False
    before = noun.pos_ == "NOUN" and noun.tag_ in PLURAL_TAGS and span[0] <= last.i < noun.i
    if before or noun.lower_ in lexicon.grammar().people.indefinite:
        # "70 Orsk and Velmar fighters", "many from Orsk": the name describes a group and is not that of a person.
        return False
    # "The grandson of Rep. Ana Brod" has another name.
    is_relative = (
        last.dep_ == "pobj" and is_of(last.head) and last.head.head == noun and noun.lemma_ in words().naming_relatives
    )
    owner = (last.dep_ == "poss" and last.i != noun.i) or is_relative
    following = name_lists.names_after(noun)
    if following and name not in following:
        return False
    several = name_lists.list_of(name, doc) if noun.tag_ in PLURAL_TAGS else (name,)
    beside = any(n.first <= i < n.end for n in several for i in appositions)
    return (span[0] <= last.i < span[1] and not owner) or beside
