"""Verbs of naming, which give people names: "the victims were identified as Ana Brod and Jon Vell"."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook.readers.rules.coreference.accused import is_for_accused
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, is_of, noun_after_of

#: Tags of plural nouns.
_PLURAL = frozenset({"NNS", "NNPS"})
_HARM = frozenset({"killed", "injured"})


class Introduction(NamedTuple):
    """Several people and the names they are given; ``noun`` is the head of the phrase for them."""

    noun: Token
    names: tuple[PersonName, ...]


class Identification(NamedTuple):
    """A name given to one noun: "Police identified the victim as Ana Brod".

    ``nouns`` are the nouns the verb may name, ``name`` is the last token of the name, ``by_being`` is true if the verb
    is a form of "be".
    """

    nouns: list[Token]
    name: Token
    by_being: bool


def introductions(doc: Doc) -> Iterator[Introduction]:
    """Every introduction of several people, suspects left out, in text order."""
    for token in doc:
        last, noun = name_given_by(token), _named_group(token)
        name = person_names.name_at(last) if last is not None else None
        if name is None:
            name, noun = _presented(token)
        if name is not None and noun is not None and len(listed := name_lists.list_of(name, doc)) > 1:
            yield Introduction(noun, listed)


def _presented(verb: Token) -> tuple[PersonName | None, Token | None]:
    """The first name and the noun of "Ana Brod and Jon Vell were the two nurses killed"."""
    subject = next((t for t in verb.children if t.dep_ == "nsubj"), None)
    noun = next((t for t in verb.children if t.dep_ == "attr"), None)
    if not is_be(verb) or subject is None or noun is None or not _is_several_people(noun):
        return None, None
    harms = lexicon.casualty_type_of("done_to")
    is_harmed = any(t.dep_ in {"acl", "relcl"} and harms.get(t.lemma_.lower()) in _HARM for t in noun.rights)
    is_victims = lexicon.singular(noun) in words().victims
    return (person_names.name_at(subject), noun) if is_harmed or is_victims else (None, None)


def identifications(doc: Doc) -> Iterator[Identification]:
    """Every verb that gives a name, with the nouns it may name, in text order."""
    for verb in doc:
        name = name_given_by(verb)
        if name is not None:
            nouns = [t for t in verb.children if t.dep_ in {"dobj", *SUBJECTS}]
            nouns += [verb.head] if verb.dep_ in {"acl", "relcl"} else []
            # "The third victim was a baker named Ivo Tal".
            nouns += [t for n in nouns if n.dep_ == "attr" for t in n.head.lefts if t.dep_ == "nsubj"]
            yield Identification(nouns, name, is_be(verb))


def meant(nouns: Iterable[Token], heads: Container[int]) -> Token | None:
    """The earlier noun that "the visitor" refers to, among the ``heads`` of people: "killed a visitor"."""
    for noun in nouns:
        if any(t.lower_ in words().definite for t in noun.lefts):
            before = (t for t in noun.doc[: noun.i] if t.i in heads and t.lemma_ == noun.lemma_)
            return next(before, None)
    return None


def presentations(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Every noun after "be" whose subject is a name, by their heads: "Ana Brod, 24, was the woman killed"."""
    for token in doc:
        if token.dep_ != "attr" or not is_be(token.head):
            continue
        subject = next((t for t in token.head.children if t.dep_ == "nsubj"), None)
        # "Ana Brod's husband, Jan Holm, was one of the dead".
        beside = [] if subject is None else [subject, *(t for t in subject.rights if t.dep_ == "appos")]
        name = next((name for t in beside if (name := person_names.name_at(t)) is not None), None)
        if name is not None:
            yield token, doc[name.end - 1]


def name_given_by(verb: Token) -> Token | None:
    """The last token of the name that a verb of naming gives; None if the verb gives no name."""
    lemma = verb.lemma_.lower()
    is_being = is_be(verb)
    if lemma not in name_lexicon().naming and not is_being:
        return None
    objects = [child for child in verb.children if child.dep_ == "dobj"]
    # "One of the attackers as Ivo Lerch": the parse may have the name under the attackers.
    objects += filter(None, [noun_after_of(noun) for noun in objects])
    # "Named by relatives as Ana Brod": the parse has the name under the relatives.
    agents = [noun for child in verb.children if child.dep_ == "agent" for noun in child.children]
    objects += [noun for noun in agents if noun.lemma_.lower() in words().naming_relatives]
    inside = [t for noun in objects for t in noun.children if t.dep_ == "prep"]
    for child in (*verb.children, *inside):
        if child.dep_ == "prep" and child.lower_ in words().naming_prepositions and not is_being:
            inner = [t for t in child.children if t.dep_ == "pobj"]
        else:
            inner = [child] if child.dep_ in {"attr", "oprd", "dobj"} else []
        # "Identified as the boy's mother, Ana Brod": the name is in apposition.
        inner += [t for noun in inner for t in noun.rights if t.dep_ == "appos"]
        for token in inner:
            if (name := person_names.name_at(token)) is not None:
                return token.doc[name.end - 1]
    return None


def _named_group(verb: Token) -> Token | None:
    """The noun for several people that a verb of naming names: object, passive subject, or the noun it describes."""
    named = {"dobj", "nsubjpass", "nsubj"} if is_be(verb) else {"dobj", "nsubjpass"}
    around = [t for t in verb.children if t.dep_ in named]
    around += [verb.head] if verb.dep_ in {"acl", "relcl"} else []
    return next((t for t in around if _is_several_people(t)), None)


def _is_several_people(noun: Token) -> bool:
    lemma = lexicon.singular(noun)
    inside = (t for prep in noun.rights if is_of(prep) for t in prep.children)
    if is_for_accused(noun) or any(t.lemma_.lower() in words().living for t in (noun, *inside)):
        return False
    known = lemma in lexicon.status_of_noun() or noun.lower_ in lexicon.grammar().tally.sets
    plural = noun.tag_ in _PLURAL or lemma in words().several
    is_number = noun.pos_ == "NUM" and noun.lower_ not in words().ordinals
    return noun.lower_ in words().several_pronouns or is_number or (known and plural)
