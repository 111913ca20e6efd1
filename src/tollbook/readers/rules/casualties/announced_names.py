"""Names announced after people were counted: "The paper has learned the names of two of them. Ana Brod, 41, …"."""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties.casualty_lists import is_outside_list
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import refers_to_one_person, words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of

#: Dependencies of a name that a sentence is about; the last two are those of a list item without a verb.
_ABOUT = SUBJECTS | {"ROOT", "appos"}
#: Tokens between the beginning of a sentence and a name: "Chief Warrant Officer".
BEFORE = 4


class Announcement(NamedTuple):
    """Names announced of people with one casualty type (None if not said), and how many are announced, if said."""

    noun: Token
    kind: ClaimKind | None
    number: int | None
    names: tuple[PersonName, ...]


def announcements(doc: Doc) -> Iterator[Announcement]:
    """Every announcement of names, in text order."""
    sentences = list(doc.sents)
    for at, sentence in enumerate(sentences):
        for noun in sentence:
            if noun.lower_ in words().announced and (of := _named_people(noun)) is not None and _is_announced(noun):
                number = _number(of)
                names = _after(noun, sentence) or _leading(sentences[at + 1 :], number)
                if names:
                    yield Announcement(noun, _kind(of), number, tuple(names[:number]))


def _named_people(noun: Token) -> Token | None:
    """The named people: "two of them" in "names of two of them", "the victims" in "the victims' names"."""
    for child in noun.children:
        if child.dep_ == "prep" and is_of(child):
            return next((t for t in child.children if t.dep_ == "pobj"), None)
        if child.dep_ == "poss":
            people = child.lower_ in words().possessive or lexicon.names_people(child)
            return child if people and not refers_to_one_person(child.lower_) else None
    return None


def _is_announced(noun: Token) -> bool:
    """Whether the names follow now, and are neither unknown nor to be published later."""
    verb = next((t for t in noun.ancestors if t.pos_ in {"VERB", "AUX"}), None)
    if verb is None:
        return True
    around = {t.lower_ for t in verb.children} | {t.lemma_.lower() for t in (verb, *noun.children)}
    negated = any(t.dep_ == "neg" for t in verb.children)
    return verb.lemma_.lower() in words().announcing and not negated and around.isdisjoint(words().not_yet)


def _number(of: Token) -> int | None:
    count = quantities.count(of.text, LOCALE)
    return count.best if count is not None else None


def _kind(of: Token) -> ClaimKind | None:
    sets = lexicon.grammar().tally.sets
    return next((sets[t.lower_] for t in of.subtree if t.lower_ in sets), None)


def _after(noun: Token, sentence: Sentence) -> list[PersonName]:
    """The names after a colon, "as" or "include" in the same sentence."""
    doc = noun.doc
    opening = {":", *name_lexicon().naming_prepositions, *lexicon.grammar().tally.including}
    begin = next((t for t in doc[noun.i + 1 : sentence.end] if t.lower_ in opening), None)
    if begin is None:
        return []
    found = (n for n in person_names.names(doc) if begin.i < n.first < sentence.end)
    return [n for n in found if len(n.words) > 1 and not is_outside_list(doc[n.end - 1], begin)]


def _leading(sentences: list[Sentence], number: int | None) -> list[PersonName]:
    """The names that the next sentences begin with, until one begins with something else."""
    found: list[PersonName] = []
    for sentence in sentences:
        if number is not None and len(found) >= number:
            break
        first = next((t for t in sentence if not t.is_space), None)
        if first is not None and found and refers_to_one_person(first.lower_):
            continue
        if (name := _leads(sentence)) is None:
            break
        if name.words not in [n.words for n in found]:
            found.append(name)
    return found


def _leads(sentence: Sentence) -> PersonName | None:
    doc = sentence.doc
    name = next((n for n in person_names.names(doc) if sentence.start <= n.first < sentence.end), None)
    if name is None or len(name.words) < 2 or name.first - sentence.start > BEFORE:
        return None
    before = [t for t in doc[sentence.start : name.first] if not t.is_space]
    known = words().before_announced | name_lexicon().titles
    if not all(t.lower_ in known or t.text[0].isupper() for t in before):
        return None
    last = doc[name.end - 1]
    states = last.head.lemma_.lower() in words().stating and last.dep_ in SUBJECTS
    return name if last.dep_ in _ABOUT and not states else None
