"""Mentions and entities: the names, nouns and pronouns that refer to a person, a body or a group, and their referents.

An entity collects the information of all mentions of one person, body or group.
"""

import functools
from collections.abc import Container, Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook.model import ClaimKind, Range, Speaker
from tollbook.readers.rules.coreference.accused import is_accused, is_accused_by_name, is_for_accused
from tollbook.readers.rules.persons import ages, name_lists, person_names
from tollbook.readers.rules.persons.descriptions import sex
from tollbook.readers.rules.persons.people import is_aged, phrase_start
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import EntityKind, pronoun, refers_to_one_person, titles, words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of


class EntityMention(NamedTuple):
    """One mention of a person, a body or a group.

    ``noun`` is the noun beside a name, else the head itself: a lemma, or a capitalised noun as it is written.
    ``speaker`` describes the entity as a speaker; only sources of attributions have it.
    ``definite``: the words refer back ("he", "the man"). ``possessed``: somebody's relative or friend ("his father").
    ``distinct``: one more person beside others ("a second man"). ``office``: has one ("Sgt."). ``official``: has one,
    or makes a statement. ``accused``: is said to be a perpetrator.
    """

    head: Token
    noun: str
    kind: EntityKind = "person"
    sex: str | None = None
    speaker: Speaker | None = None
    name: PersonName | None = None
    years: Range | None = None
    definite: bool = False
    possessed: bool = False
    distinct: bool = False
    subject: bool = False
    accused: bool = False
    office: bool = False
    official: bool = False

    @property
    def is_pronoun(self) -> bool:
        """Whether the mention is a form of "he" or "she"."""
        return refers_to_one_person(self.head.lower_)

    @property
    def reflexive(self) -> bool:
        """Whether the mention is "himself" or "herself", which refers to the subject of its clause."""
        return self.head.lower_ in words().reflexive


@functools.lru_cache(maxsize=4)
def person_mentions(doc: Doc) -> tuple[EntityMention, ...]:
    """Every mention of one person, in text order; a name and the noun in apposition to it are one mention."""
    return tuple(_person_mentions(doc))


def _person_mentions(doc: Doc) -> Iterator[EntityMention]:
    for token in doc:
        name = person_names.name_at(token)
        if name is not None:
            if token.i == name.end - 1:
                yield _named(token, name)
        elif refers_to_one_person(token.lower_) and token.tag_ == "PRP":
            yield pronoun_mention(token)
        elif _is_one_person(token) and not _is_beside_name(token):
            yield _noun(token)


def owners_of_kin(doc: Doc) -> list[Token]:
    """The possessives of words for relatives, in text order: "her" in "her husband"."""
    return [t for t in doc if t.tag_ == "PRP$" and t.head.lemma_.lower() in words().naming_relatives]


def _is_one_person(token: Token) -> bool:
    if is_aged(token):
        return True
    lemma = lexicon.singular(token)
    known = lemma in lexicon.status_of_noun() and lemma not in words().several | lexicon.never_people()
    heads_phrase = token.tag_ in {"NN", "NNP"} and token.dep_ not in {"compound", "amod", "nmod"}
    return known and heads_phrase and token.ent_type_ not in {"ORG", "FAC"}


def pronoun_mention(token: Token) -> EntityMention:
    """The mention of a pronoun, with the sex it states."""
    known = pronoun(token.lower_)
    stated_sex = known.sex if known is not None else None
    years, subject = ages.stated(token), _is_subject(token)
    spoken = _makes_statement(token)
    return EntityMention(
        token, token.lower_, sex=stated_sex, years=years, definite=True, subject=subject, official=spoken
    )


def _is_beside_name(noun: Token) -> bool:
    beside = [*(t for t in noun.children if t.dep_ == "appos"), *([noun.head] if noun.dep_ == "appos" else [])]
    return any(person_names.name_at(t) is not None for t in beside)


def _named(head: Token, name: PersonName) -> EntityMention:
    doc, offices = head.doc, name_lexicon().offices
    beside = [t for t in head.children if t.dep_ in {"appos", "compound", "nmod"}]
    over = [head.head] if head.dep_ == "appos" else []
    beside += over
    before = [t for t in doc[max(head.sent.start, name.first - 3) : name.first] if t.lower_ in offices or t in beside]
    near = [*beside, *before]
    noun = next((t for t in beside if (t.dep_ != "compound" and _is_one_person(t)) or _is_victim(t)), None)
    office = any(t.lower_ in offices for t in near) or _is_listed_by_office(name, doc)
    return EntityMention(
        head,
        head.lower_ if noun is None else lexicon.singular(noun),
        name=name,
        sex=_sex_of(name, [*near, *doc[name.first : name.end]]),
        years=ages.age(head, (head.left_edge.i, name.end)) or ages.stated(head),
        definite=noun is not None and _first_word(noun) in words().definite and not _is_relative(noun),
        distinct=any(map(_is_distinct, filter(None, (noun, *over)))) or _is_told_apart(head) or _is_another(head),
        subject=_is_subject(head),
        accused=any(t.lemma_.lower() in words().accused for t in near) or is_accused_by_name(name, doc),
        office=office,
        official=office or _makes_statement(head),
    )


def _is_victim(noun: Token) -> bool:
    return lexicon.singular(noun) in words().victims


def _is_listed_by_office(name: PersonName, doc: Doc) -> bool:
    """Whether a plural office begins the list that a name is in: "Officers Ana Brod, 41, and Jon Vell, 39"."""
    before = doc[max(name_lists.list_of(name, doc)[0].first - 1, 0)]
    one = lexicon.singular(before)
    return one != before.lower_ and one in name_lexicon().offices


def _makes_statement(head: Token) -> bool:
    return head.dep_ == "nsubj" and head.head.lemma_.lower() in words().stating


def _sex_of(name: PersonName, near: list[Token]) -> str | None:
    """The sex that a noun beside the name or the title before the name states."""
    by_noun = next((s for t in near if (s := sex(t))), None)
    title = near[0].doc[name.first - 1].lower_.strip(".") if name.first else ""
    return by_noun or titles().get(title)


def _noun(head: Token) -> EntityMention:
    lemma, first_word = lexicon.singular(head), _first_word(head)
    return EntityMention(
        head,
        lemma,
        sex=sex(head),
        years=ages.age(head, (phrase_start(head), head.i + 1)),
        definite=first_word in words().definite,
        possessed=first_word in words().possessive or _is_possessed(head),
        distinct=_is_distinct(head),
        subject=_is_subject(head),
        accused=is_for_accused(head) or is_accused(head),
        office=lemma in name_lexicon().offices,
        official=lemma in name_lexicon().offices,
    )


def _is_possessed(noun: Token) -> bool:
    return any(t.dep_ == "poss" for t in noun.children)


def _is_relative(noun: Token) -> bool:
    """Whether a noun is for somebody else's relative: "the child's father" is not the child."""
    return _is_possessed(noun) and lexicon.singular(noun) in words().naming_relatives


def _first_word(noun: Token) -> str:
    return noun.doc[phrase_start(noun)].lower_


def _is_distinct(noun: Token) -> bool:
    is_one_of_some = noun.like_num and any(is_of(t) for t in noun.rights)  # "one of the paramedics, Ana Brod"
    return is_one_of_some or any(t.lower_ in words().distinguishing for t in noun.doc[phrase_start(noun) : noun.i])


def _is_another(name: Token) -> bool:
    """Whether a clause names one more person: "the second victim was a nurse, Ana Brod"."""
    attr = name.head if name.dep_ == "appos" else name
    subjects = [t for t in attr.head.lefts if t.dep_ == "nsubj"] if attr.dep_ == "attr" else []
    return any(_is_distinct(t) for t in subjects)


def _is_told_apart(head: Token) -> bool:
    """Whether a name has a word that distinguishes family members: "the elder Vell"."""
    return any(t.lower_ in words().seniority for t in head.lefts)


def _is_subject(head: Token) -> bool:
    return head.dep_ in SUBJECTS


#: Outcomes that make a person a victim.
HARMFUL = frozenset[ClaimKind]({"killed", "injured", "missing", "abducted"})


class Entity:
    """A cluster of mentions with one referent.

    ``outcomes`` are the kinds of the claims about a person. ``inferred``: a person without a name was joined with a
    named one by context alone.
    """

    def __init__(self) -> None:
        self.mentions: list[EntityMention] = []
        #: The words of the name with the most words, in lower case.
        self.words: tuple[str, ...] = ()
        self.sex: str | None = None
        self.years: Range | None = None
        self.accused = self.office = self.official = self.inferred = False
        self.merged_into: Entity | None = None
        self.outcomes: set[ClaimKind] = set()

    def add(self, mention: EntityMention) -> None:
        """Add a mention and its information: sex, age, accused, official."""
        self.mentions.append(mention)
        if mention.name is not None and len(mention.name.words) > len(self.words):
            self.words = mention.name.words
        self.sex = self.sex or mention.sex
        self.years = self.years or mention.years
        self.accused |= mention.accused
        self.office |= mention.office
        self.official |= mention.official

    def spares(self, outcomes: Container[ClaimKind]) -> bool:
        """Whether a pronoun or "the man" with these outcomes cannot be this person: an officer; if killed, any speaker.

        Officers and speakers are casualties only if the report says so of them by name.
        """
        return not self.harmed and (self.office or (self.official and "killed" in outcomes))

    def merge(self, other: "Entity") -> None:
        """Add all mentions and outcomes of another entity that has the same referent."""
        for mention in other.mentions:
            self.add(mention)
        self.outcomes |= other.outcomes
        other.merged_into = self

    @property
    def harmed(self) -> bool:
        """Whether a claim says that the person was killed, injured, abducted or is missing."""
        return not self.outcomes.isdisjoint(HARMFUL)

    @property
    def is_independent(self) -> bool:
        """Whether no mention is "his father", "another man" or "himself"."""
        return not any(m.possessed or m.distinct or m.reflexive for m in self.mentions)

    @property
    def reported_sex(self) -> str | None:
        """The sex that a noun, a title or a name states, else two pronouns; one pronoun may refer to somebody else."""
        stated = [m.sex for m in self.mentions if m.sex is not None and not m.is_pronoun]
        by_pronoun = [m.sex for m in self.mentions if m.sex is not None and m.is_pronoun]
        if stated:
            return stated[0]
        return by_pronoun[0] if len(by_pronoun) > 1 and len(set(by_pronoun)) == 1 else None

    @property
    def name(self) -> str | None:
        """The longest name among the mentions, in code points."""
        return max((m.name.text for m in self.mentions if m.name is not None), key=len, default=None)

    @property
    def fullest(self) -> PersonName | None:
        """The name with the most words; of equals, one with an age beside it."""
        named = [(m.name, m.years is not None) for m in self.mentions if m.name is not None]
        return max(named, key=lambda one: (len(one[0].words), one[1]), default=(None, False))[0]

    def resolved(self) -> "Entity":
        """This entity, or the one it was merged into."""
        return self if self.merged_into is None else self.merged_into.resolved()


#: The least age at which nobody is called a boy or a girl: two years more than the law's.
_GROWN = 20


def agree(one: Entity, other: Entity | EntityMention) -> bool:
    """Whether an entity differs neither in sex nor in age from another entity or a mention."""
    if isinstance(other, EntityMention) and other.noun in words().young and _is_grown(one):
        return False
    sexes, years = {one.sex, other.sex} - {None}, {one.years, other.years} - {None}
    return len(sexes) < 2 and len(years) < 2


def _is_grown(one: Entity) -> bool:
    old = one.years is not None and (one.years.best or 0) >= _GROWN
    return old or any(m.noun in words().grown for m in one.mentions)
