"""Words and patterns of names of persons and of phrases for people, read from ``lexicon/CODE``."""

import functools
import re

import msgspec
from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.syntax import is_of

#: Inhabitants of a city whose name before a noun or a colon says where, not who: a judgement.
_LARGE_CITY = 100_000


class NameLexicon(msgspec.Struct, frozen=True):
    """The lists of ``names.toml``; each is explained there."""

    titles: frozenset[str]
    offices: frozenset[str]
    never: frozenset[str]
    named_sites: frozenset[str]
    both: frozenset[str]
    surnames: frozenset[str]
    given_days: frozenset[str]
    streets: frozenset[str]
    along: frozenset[str]
    naming: frozenset[str]
    places: frozenset[str]
    areas: frozenset[str]
    never_before: frozenset[str]
    led: frozenset[str]
    links: frozenset[str]
    generations: frozenset[str]
    not_compared: frozenset[str]
    particles: frozenset[str]
    deaths: frozenset[str]
    hitting: frozenset[str]
    taking: frozenset[str]
    arresting: frozenset[str]
    hitting_towns: frozenset[str]
    repeating: frozenset[str]
    naming_prepositions: frozenset[str]
    old: frozenset[str]
    joining: frozenset[str]
    not_titles: frozenset[str]


@functools.cache
def name_lexicon() -> NameLexicon:
    """Titles, offices and words that are in no person's name."""
    return language.lexicon("names", NameLexicon)


def is_well_known(name: str) -> bool:
    """Whether a name is that of a country, a region or a large city; small towns share theirs with people."""
    entries = gazetteer.lookup(name)
    return any(e.kind in {"country", "admin1"} or (e.population or 0) >= _LARGE_CITY for e in entries)


def capital(token: Token) -> bool:
    """Whether a token can be a word of a name: it has a capital and no digit."""
    text = token.text
    return text[0].isalpha() and any(c.isupper() for c in text) and not any(c.isdigit() for c in text.split(".")[-1])


class _Ages(msgspec.Struct, frozen=True):
    units: frozenset[str]
    old: frozenset[str]
    per_year: dict[str, int]
    inside: str
    after: str
    clause: str
    at_age: str
    shared: str
    several: str
    at_death: str
    joined: str
    range: frozenset[str]
    uncounted: str
    dashed: str
    child_of: str
    beside_name: str
    role: str


class _Lists(msgspec.Struct, frozen=True):
    between: str
    aged: str
    opening: frozenset[str]


class _Agents(msgspec.Struct, frozen=True):
    endings: tuple[str, ...]
    things: frozenset[str]
    lives: frozenset[str]


class PersonPhraseWords(msgspec.Struct, frozen=True, kw_only=True):
    """The lists of ``person_phrases.toml``; each is explained there."""

    none: tuple[str, ...]
    each: tuple[str, ...]
    how_many: tuple[str, ...]
    before_numbers: frozenset[str]
    outcome_adjectives: frozenset[str]
    reflexive: frozenset[str]
    suicide: frozenset[str]
    both: frozenset[str]
    pairs: frozenset[str]
    large_numbers: frozenset[str]
    money: frozenset[str]
    two_of_one: frozenset[str]
    of_either: frozenset[str]
    armies: frozenset[str]
    service: frozenset[str]
    members: frozenset[str]
    not_people: frozenset[str]
    alternatives: frozenset[str]
    along: frozenset[str]
    alongside: frozenset[str]
    with_: frozenset[str] = msgspec.field(name="with")
    not_clauses: frozenset[str]
    aimed_on: frozenset[str]
    ages: _Ages
    lists: _Lists
    agents: _Agents
    gaps: dict[str, str]


@functools.cache
def phrase_words() -> PersonPhraseWords:
    """The words of phrases for people."""
    return language.lexicon("person_phrases", PersonPhraseWords)


@functools.cache
def age_inside() -> re.Pattern[str]:
    """An age inside a phrase: number and unit in groups 1 and 2, or the number after "aged" in group 3."""
    return re.compile(phrase_words().ages.inside, re.I)


@functools.cache
def age_after() -> re.Pattern[str]:
    """An age right after a name, in group 1."""
    return re.compile(phrase_words().ages.after, re.I)


@functools.cache
def age_clause() -> re.Pattern[str]:
    """An age in a clause after a name: with its unit in group 1, or alone in group 2."""
    return re.compile(phrase_words().ages.clause, re.I)


@functools.cache
def at_age() -> re.Pattern[str]:
    """An age after "of", in group 1: "a boy of four"."""
    return re.compile(phrase_words().ages.at_age, re.I)


@functools.cache
def shared_age() -> re.Pattern[str]:
    """The age of all before, in group 1: ", both 17"."""
    return re.compile(phrase_words().ages.shared, re.I)


@functools.cache
def ages_of_several() -> re.Pattern[str]:
    """The ages of several people: all but the last in group 1, and the last in group 2: "aged 3, 5 and 8"."""
    return re.compile(phrase_words().ages.several, re.I)


@functools.cache
def joined_ages() -> re.Pattern[str]:
    """The ages in "4- and 7-year-old boys": all but the last in group 1, "and" in 2, and the last in group 3."""
    return re.compile(phrase_words().ages.joined, re.I)


@functools.cache
def uncounted_ages() -> re.Pattern[str]:
    """Numbers before people that count none: "a 31 to 33-year-old baker", "a three months pregnant nurse"."""
    return re.compile(phrase_words().ages.uncounted, re.I)


@functools.cache
def age_at_death() -> re.Pattern[str]:
    """An age after a verb, in group 1: "killed aged 42"."""
    return re.compile(phrase_words().ages.at_death, re.I)


@functools.cache
def dashed_age() -> re.Pattern[str]:
    """The unit of an age, in group 1, between dashes that the pipeline would not read as hyphens."""
    return re.compile(phrase_words().ages.dashed, re.I)


def is_age(word: Token) -> bool:
    """Whether a word is the end of an age that stands for somebody: "6-year-old"."""
    before = word.doc[max(word.i - 4, 0) : word.i]
    has_hyphens = len(before) == 4 and before[1].text == before[3].text == "-" and before[0].like_num
    return has_hyphens and word.lower_ in phrase_words().ages.old


@functools.cache
def child_of() -> re.Pattern[str]:
    """An abbreviation of "son of" between two names: "s/o"."""
    return re.compile(phrase_words().ages.child_of)


@functools.cache
def age_beside_name() -> re.Pattern[str]:
    """An age after a marked name, in group 1."""
    return re.compile(phrase_words().ages.beside_name)


@functools.cache
def role_after_name() -> re.Pattern[str]:
    """A description after a marked name and its age, in group 1."""
    return re.compile(phrase_words().ages.role)


@functools.cache
def between_names() -> re.Pattern[str]:
    """The text between two names of one list; groups ``after`` and ``before`` have an age or a relationship."""
    return re.compile(phrase_words().lists.between, re.VERBOSE)


@functools.cache
def aged_name() -> re.Pattern[str]:
    """An age right after a name of a list."""
    return re.compile(phrase_words().lists.aged)


_ROLES = frozenset({"nsubj", "nsubjpass", "dobj"})


def is_agent_noun(token: Token) -> bool:
    """Whether the ending and the verb of a noun that is in no list make it people."""
    lemma, known = lexicon.singular(token), phrase_words().agents
    if token.tag_ not in {"NN", "NNS"} or lemma in known.things or not lemma.endswith(tuple(known.endings)):
        return False
    return _is_harmed(token)


def _is_harmed(token: Token) -> bool:
    """Whether the word above a noun is a casualty of people: "killed", "the deaths of", "dead"."""
    while token.dep_ == "conj" and token.head.pos_ == "NOUN":
        token = token.head
    if any(t.lower_ in lexicon.casualty_type_of("state") for t in token.lefts if t.dep_ == "amod"):
        return True
    over = token.head
    if token.dep_ == "pobj" and is_of(over):
        return over.head.lemma_.lower() in lexicon.casualty_type_of("noun") or over.head.lower_ in _bodies()
    if token.dep_ not in _ROLES and not (over.dep_ == "acl" and over.head == token):
        return False
    lemma = over.lemma_.lower()
    # "Shot dead a catechist", not "shot a poster".
    is_dead = any(t.lower_ in lexicon.casualty_type_of("state") for t in over.rights)
    if lemma in lexicon.grammar().casualty.loose and not is_dead:
        return False
    return lemma in lexicon.casualty_type_of("done_to") or lemma in lexicon.casualty_type_of("undergo")


def _bodies() -> frozenset[str]:
    return lexicon.grammar().casualty.bodies | phrase_words().agents.lives


def are_two_of_one(noun: Token) -> bool:
    """Whether a plural is of two relatives of one person: "her parents", "the boy's parents", not "their parents"."""
    if noun.tag_ != "NNS" or lexicon.singular(noun) not in phrase_words().two_of_one:
        return False
    owner = next((t for t in noun.lefts if t.dep_ == "poss"), None)
    singular = lexicon.grammar().people.singular_pronouns
    return owner is not None and (owner.tag_ in {"NN", "NNP"} or owner.lower_ in singular)


def has_title(name: Token) -> bool:
    """Whether a title of an office stands before a surname: "Officer Lerch", not "Deputy Velm police commissioner"."""
    before = name.nbor(-1) if name.i else name
    is_titled = before.head == name and before.text[:1].isupper() and before.lower_ in name_lexicon().offices
    return is_titled and name.pos_ == "PROPN" and name.dep_ not in {"compound", "nmod", "amod"}
