"""Mentions of single persons in a parsed text: what a later "he" or "the victim" can point back to."""

import functools
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Range
from tollbook.readers.rules import language, lexicon
from tollbook.readers.rules.persons import lists, person_names
from tollbook.readers.rules.persons.people import age, is_aged, phrase_start, sex

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_PRONOUNS = frozenset({"he", "she", "him", "her", "himself", "herself"})
_POINTING = frozenset({"the", "this", "that"})
_APART = frozenset({"another", "second", "third", "fourth", "fifth", "other"})
_TITLES = {"mr": "male", "mrs": "female", "ms": "female", "miss": "female"}
_OWNING = frozenset({"his", "her", "their", "my", "our"})
_SAYING = frozenset({"say", "tell", "add", "report", "announce", "state", "confirm", "write", "explain"})


class Lexicon(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/mentions.toml``."""

    victims: frozenset[str]
    accused: frozenset[str]
    accusing: frozenset[str]
    harming: frozenset[str]
    several: frozenset[str]
    anyone: frozenset[str]


@functools.cache
def words() -> Lexicon:
    """Nouns for those harmed and those accused, and verbs that accuse and name."""
    return language.lexicon("mentions", Lexicon)


class Mention(NamedTuple):
    """One mention of one person, by the token that heads it.

    ``points`` where the words point back ("he", "the man"), ``owned`` where the person is told of as somebody's ("his
    father"), ``apart`` where they set one person beside another ("a second man"), ``office`` for those who act or speak
    by office, ``accused`` for those said to have done it.
    """

    head: Token
    noun: str
    name: person_names.Name | None
    sex: str | None
    years: Range | None
    points: bool
    owned: bool
    apart: bool
    subject: bool
    accused: bool
    office: bool

    @property
    def pronoun(self) -> bool:
        """Whether it is "he", "her" and the like."""
        return self.head.lower_ in _PRONOUNS

    @property
    def reflexive(self) -> bool:
        """Whether it is "himself": whoever acts, and nobody else."""
        return self.head.lower_.endswith("self")


def mentions(doc: Doc) -> Iterator[Mention]:
    """Every mention of one person in text order; a name and the noun set beside it are one mention."""
    for token in doc:
        name = person_names.name_at(token)
        if name is not None:
            if token.i == name.end - 1:
                yield _named(token, name)
        elif token.lower_ in _PRONOUNS and token.tag_ == "PRP":
            yield _pronoun(token)
        elif _is_single(token) and not _is_beside_name(token):
            yield _noun(token)


def _is_single(token: Token) -> bool:
    lemma = lexicon.singular(token)
    if is_aged(token):
        return True
    known = lemma in lexicon.status_of_noun() and lemma not in words().several | lexicon.never_people()
    heads = token.tag_ in {"NN", "NNP"} and token.dep_ not in {"compound", "amod", "nmod"}
    return known and heads and token.ent_type_ not in {"ORG", "FAC"}


def _pronoun(token: Token) -> Mention:
    said = lexicon.sex_of_noun()[token.lower_]
    return Mention(token, token.lower_, None, said, None, True, False, False, _acts(token), False, False)


def _is_beside_name(noun: Token) -> bool:
    beside = [*(t for t in noun.children if t.dep_ == "appos"), *([noun.head] if noun.dep_ == "appos" else [])]
    return any(person_names.name_at(t) is not None for t in beside)


def _named(head: Token, name: person_names.Name) -> Mention:
    doc, offices = head.doc, person_names.words().offices
    beside = [t for t in head.children if t.dep_ in {"appos", "compound", "nmod"}]
    beside += [head.head] if head.dep_ == "appos" else []
    before = [t for t in doc[max(head.sent.start, name.first - 3) : name.first] if t.lower_ in offices or t in beside]
    near = [*beside, *before]
    noun = next((t for t in beside if (t.dep_ != "compound" and _is_single(t)) or _is_victim(t)), None)
    return Mention(
        head,
        head.lower_ if noun is None else lexicon.singular(noun),
        name,
        _sex_of(name, [*near, *doc[name.first : name.end]]),
        age(head, (head.left_edge.i, name.end)),
        points=noun is not None and _opening(noun) in _POINTING,
        owned=False,
        apart=noun is not None and _is_apart(noun),
        subject=_acts(head),
        accused=any(t.lemma_.lower() in words().accused for t in near) or _is_accused(head) or _is_called_so(name, doc),
        office=any(t.lower_ in offices for t in near) or _speaks(head),
    )


def _is_called_so(name: person_names.Name, doc: Doc) -> bool:
    """ "Police identified the suspects as Ana Brod, 24, and Jon Vell": each of them is accused."""
    for last in (doc[n.end - 1] for n in lists.of(name, doc)):
        over = last.head.head if last.head.lower_ == "as" else last.head
        if last.dep_ not in {"pobj", "attr", "oprd"}:
            continue
        verb = over.head if over.dep_ == "dobj" else over
        if verb.lemma_.lower() in person_names.words().naming | {"be"}:
            named = [*verb.children, *([verb.head] if verb.dep_ in {"acl", "relcl"} else [])]
            return any(lexicon.singular(t) in words().accused for t in named)
    return False


def _is_victim(noun: Token) -> bool:
    return lexicon.singular(noun) in words().victims


def _speaks(head: Token) -> bool:
    return head.dep_ == "nsubj" and head.head.lemma_.lower() in _SAYING


def _sex_of(name: person_names.Name, near: list[Token]) -> str | None:
    """The sex that a noun beside the name or the title before it says."""
    said = next((s for t in near if (s := sex(t))), None)
    title = near[0].doc[name.first - 1].lower_.strip(".") if name.first else ""
    return said or _TITLES.get(title)


def _noun(head: Token) -> Mention:
    first = phrase_start(head)
    opening = _opening(head)
    lemma = lexicon.singular(head)
    owned = opening in _OWNING or any(t.dep_ == "poss" for t in head.children)
    accused = lemma in words().accused or _is_accused(head)
    office = lemma in person_names.words().offices
    years = age(head, (first, head.i + 1))
    points, apart = opening in _POINTING, _is_apart(head)
    return Mention(head, lemma, None, sex(head), years, points, owned, apart, _acts(head), accused, office)


def _opening(noun: Token) -> str:
    return noun.doc[phrase_start(noun)].lower_


def _is_apart(noun: Token) -> bool:
    return any(t.lower_ in _APART for t in noun.doc[phrase_start(noun) : noun.i])


def _acts(head: Token) -> bool:
    return head.dep_ in _SUBJECTS


def _is_accused(head: Token) -> bool:
    verb = head.head
    if head.dep_ == "nsubjpass":
        return verb.lemma_.lower() in words().accusing
    return head.dep_ == "nsubj" and verb.lemma_.lower() in words().harming and verb.pos_ == "VERB"
