"""Noun phrases for people: their number, names, status, sex, age and roles."""

from dataclasses import dataclass

from spacy.tokens import Doc, Token

from tollbook import quantities
from tollbook.model import Count, People, Span
from tollbook.readers.rules.persons import descriptions, name_lists, own_names, person_names
from tollbook.readers.rules.persons.ages import age, joined, of_each, of_name, without_ages
from tollbook.readers.rules.persons.bare_numbers import stands_for_people, undergoes
from tollbook.readers.rules.persons.own_names import MODIFYING, PLURAL_TAGS
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import are_two_of_one, is_agent_noun, phrase_words
from tollbook.readers.rules.words.syntax import is_of

#: The longest qualifier of the lexicon with the words of a fraction: "more than a quarter of".
_QUALIFIER_REACH = 5
#: Dependencies of an indefinite pronoun without a noun: "many were wounded".
_ALONE = frozenset({"nsubjpass", "dobj"})
#: The smallest number of forces that are soldiers: "one of the forces" and "two forces" are parties more often.
_SOLDIERS = 3
#: Words up to what a number counts: "in property damage", "of US dollars".
_MONEY_WITHIN = 3


@dataclass(frozen=True, slots=True)
class PersonPhrase:
    """One noun phrase for people: its head, the code points it covers, the number and the people."""

    head: Token
    start: int
    end: int
    count: Count
    people: People

    @property
    def counted(self) -> bool:
        """Whether the phrase states a number."""
        return bool(self.count.text)


def is_person(token: Token) -> bool:
    """Whether a noun, number, name or pronoun can stand for people."""
    lemma = lexicon.singular(token)
    if is_counted_force(token):
        return True
    if lemma in lexicon.never_people() or _is_money(token):
        return False
    if person_names.name_at(token) is not None or is_aged(token):
        return True
    if token.ent_type_ == "NORP" and token.tag_ in PLURAL_TAGS | {"NNP", "NNS"}:
        return True
    if token.pos_ == "NUM" or token.like_num:
        return stands_for_people(token)
    is_both = lemma in phrase_words().pairs and token.tag_ == "DT"
    if is_both or token.lower_ in lexicon.grammar().people.indefinite:
        # "Many more wounded".
        is_more = token.head.lower_ == lexicon.grammar().people.more and token.head.dep_ == "advmod"
        return token.dep_ in _ALONE or (token.dep_ == "nsubj" and is_both) or undergoes(token) or is_more
    if token.lower_ == lexicon.grammar().people.more and token.dep_ in _ALONE:
        return any(t.lower_ in lexicon.grammar().people.indefinite for t in token.lefts)  # "wounded several more"
    known = lexicon.status_of_noun()
    return (
        lemma in known
        or token.lower_ in known
        or token.lower_ in lexicon.grammar().people.pronouns
        or lexicon.people_suffix(token.lower_) is not None
        or is_agent_noun(token)
    )


def is_counted_force(noun: Token) -> bool:
    """Whether forces are soldiers that a number counts: "40 government forces", "dozens of regime forces"."""
    if noun.lower_ not in lexicon.people_if_counted():
        return False
    of = noun.head.head if noun.dep_ == "pobj" and is_of(noun.head) else None
    counts = [t for t in noun.lefts if t.dep_ == "nummod"] + ([] if of is None else [of])
    stated = (quantities.count(t.text, LOCALE) for t in counts)
    return any(count is not None and (count.low or _SOLDIERS) >= _SOLDIERS for count in stated)


def _is_money(number: Token) -> bool:
    """Whether a large number is an amount of money: "millions in losses", "thousands of dollars"."""
    if number.lemma_.lower() not in phrase_words().large_numbers:
        return False
    after = number.doc[number.i + 1 : number.i + 1 + _MONEY_WITHIN]
    # "Hundreds of aid workers" are people.
    counted = {t.lemma_.lower() for t in after if t.dep_ != "compound"}
    return any(t.dep_ == "prep" for t in after[:1]) and not counted.isdisjoint(phrase_words().money)


def is_aged(token: Token) -> bool:
    """Whether a token heads people described by age alone: "the 19-year-old", "two 15-year-olds"."""
    years = any(t.dep_ in {"npadvmod", "compound"} and t.lower_ in phrase_words().ages.units for t in token.children)
    return token.lower_ in phrase_words().ages.old and years and token.dep_ not in MODIFYING


def phrase_start(head: Token) -> int:
    """Index of the first token of the phrase of a head, without relative clauses and quotes."""
    first = head
    for token in reversed(list(head.lefts)):
        if token.tag_ == "``" and token.i > 0 and token.nbor(-1).dep_ == "nummod" and token.nbor(-1).head == head:
            continue  # two "terrorists"
        if token.dep_ in {
            "relcl",
            "acl",
            "punct",
            "cc",
            "preconj",
            "advcl",
            "ccomp",
            "aux",
            "nsubj",
            "mark",
            "dep",
        } and not (token.dep_ == "punct" and token.text in {"-", "–"}):
            break
        edge = token.left_edge
        first = edge if edge.i < first.i else first
    start = first.i + (first.lower_ in phrase_words().outcome_adjectives and first.i < head.i)
    if start > head.sent.start and head.pos_ == "NUM":
        before = head.doc[start - 1]
        if before.lower_ in phrase_words().before_numbers:
            start -= 1
    sign = head.doc[max(start - 1, head.sent.start)]
    return start - (sign.i < start and not sign.whitespace_ and sign.text in quantities.qualifiers(LOCALE))


def persons(head: Token) -> PersonPhrase | None:
    """The people a noun phrase refers to, by its head; None if it refers to no people."""
    if head.lower_ in lexicon.grammar().people.relatives:
        return persons(head.head.head) if head.head.dep_ in {"relcl", "acl"} and head.head.head.i != head.i else None
    inner = _inner(head)
    if not (is_person(head) or (inner is not None and is_person(inner))):
        return None
    if inner is not None and head.like_num and lexicon.is_thing(inner):
        return None
    if inner is not None and head.lower_ in lexicon.grammar().people.indefinite and not _are_people(inner):
        return None  # "Captured most of the town".
    doc, first = head.doc, phrase_start(head)
    last = inner.i if inner is not None else head.i
    words = doc[first : head.i + 1].text
    is_question = words.lower().startswith(phrase_words().how_many)
    counted = doc[_after_owner(head, first) : head.i + 1].text
    own = None
    if not is_question:
        own = _with_qualifier(quantities.count(without_ages(counted), LOCALE), doc, first, head)
        own = own or _one_for_each_age(counted) or _beside(head)
    if own is None and inner is not None and head.lower_ not in lexicon.grammar().people.nobody:
        own = quantities.count(doc[phrase_start(inner) : inner.i + 1].text, LOCALE)
    if own is not None and own.low == own.high == 1 and words.lower().startswith(phrase_words().none):
        own = None  # "not one civilian"
    noun = inner if inner is not None and is_person(inner) else head
    text = doc[first : last + 1].text
    return PersonPhrase(
        head,
        doc[first].idx,
        doc[last].idx + len(doc[last]),
        own or _unnumbered(head, words),
        _describe(noun, text, (first, last + 1)),
    )


def _one_for_each_age(words: str) -> Count | None:
    """The count of people with an age for each: two in "the 4- and 7-year-old boys"."""
    several = len(joined(words))
    return Count(low=several, best=several, high=several, qualifier="exactly", text=words) if several else None


def _after_owner(head: Token, first: int) -> int:
    """The index after the owner of people, whose number is not theirs: "the three victims' parents"."""
    owner = next((t for t in head.lefts if t.dep_ == "poss" and t.pos_ in {"NOUN", "PROPN"}), None)
    return first if owner is None else max(first, owner.right_edge.i + 1)


def _with_qualifier(own: Count | None, doc: Doc, first: int, head: Token) -> Count | None:
    """The count with the qualifier before the phrase: "more than a quarter of a million people"."""
    if own is None or first <= head.sent.start:
        return own
    wider = quantities.count(doc[max(head.sent.start, first - _QUALIFIER_REACH) : head.i + 1].text, LOCALE)
    return wider if wider is not None and wider.text.endswith(own.text) else own


def _beside(head: Token) -> Count | None:
    """The count before a plural noun that the parse separated from it: "kills 3 Velmar farmers"."""
    if head.tag_ not in PLURAL_TAGS:
        return None
    for token in reversed(list(head.doc[max(head.sent.start, head.i - 4) : head.i])):
        if token.like_num and stands_for_people(token):
            return quantities.count(head.doc[max(head.sent.start, token.i - 3) : token.i + 1].text, LOCALE)
        if token.pos_ not in {"NOUN", "PROPN", "ADJ"} and not _joins_adjectives(token):
            return None
    return None


def _joins_adjectives(token: Token) -> bool:
    """Whether "and" joins two words that describe the same people: "26 harbour and border guards"."""
    return token.dep_ == "cc" and token.i > 0 and not is_person(token.nbor(-1))


def _inner(head: Token) -> Token | None:
    """The people inside "three of the men", "the bodies of 12 victims", "dozens of people"."""
    if not (
        {lexicon.singular(head), head.lower_} & lexicon.grammar().people.containing
        or head.pos_ == "NUM"
        or head.like_num
        or quantities.count(head.text, LOCALE)
    ):
        return None
    for child in head.rights:
        if child.dep_ == "prep" and is_of(child):
            return next((t for t in child.rights if t.dep_ == "pobj"), None)
    return None


def _are_people(inner: Token) -> bool:
    """Whether the words after "many of" are for people: "the men", "those killed", "whom"."""
    known = lexicon.grammar()
    return is_person(inner) or inner.lower_ in known.tally.those | known.people.relatives


def _unnumbered(head: Token, words: str) -> Count:
    if words.lower().startswith(phrase_words().how_many):
        return Count(qualifier="unknown", text=words)
    if (named := len(name_lists.names_after(head))) > 1:
        return Count(low=named, best=named, high=named, qualifier="exactly")  # "sisters Ana and Ilse Brod"
    lemma = lexicon.singular(head)
    if person_names.name_at(head) is not None or head.lower_ in lexicon.grammar().people.singular_pronouns:
        return Count(low=1, best=1, high=1, qualifier="exactly")
    if lemma in phrase_words().pairs or are_two_of_one(head):
        return Count(low=2, best=2, high=2, qualifier="exactly")
    if (
        head.tag_ in PLURAL_TAGS
        or not lexicon.grammar().people.collective.isdisjoint({lemma, head.lower_})
        or head.lower_ in lexicon.grammar().people.pronouns
        or words.lower().startswith(phrase_words().each)
    ):
        return Count(qualifier="vague")
    if words.lower().startswith(phrase_words().none) or head.lower_ in lexicon.grammar().people.nobody:
        return Count(low=0, best=0, high=0, qualifier="exactly", text=words)
    return Count(low=1, best=1, high=1, qualifier="exactly")


def _describe(noun: Token, text: str, words: Span) -> People:
    doc = noun.doc
    beside = own_names.beside(noun, words)
    found = [n for n in person_names.names(doc) if own_names.is_own(noun, n, words, beside)]
    if noun.tag_ == "NN" and found and found[0].first >= words[1]:
        found = found[:1]  # one person has one name after the noun, whatever the parse joins to it
    names = tuple(dict.fromkeys(n.text for n in found))
    years = age(noun, words)
    # "Her son Hamid, 6": the age follows the name, which is outside the phrase.
    own = [of_name(n, doc) for n in found] if years is None and found and found[0].first >= words[1] else []
    years = own[0] if len(own) == 1 else years
    people = People(
        text=text,
        names=names,
        status=descriptions.status(noun),
        sex=descriptions.sex(noun),
        age=years,
        roles=descriptions.roles(noun),
    )
    return of_each(people, found, own)


def counted_noun(noun: Token) -> PersonPhrase | None:
    """The count stated by a noun for casualties itself: "four deaths", "a number of injuries". No people are described.

    Wounds are not people, one person has three of them; nor are massacres, each of which has many victims.
    """
    if noun.lemma_.lower() in phrase_words().not_people:
        return None
    of = noun.head if noun.dep_ == "pobj" and is_of(noun.head) else None
    first = phrase_start(of.head if of is not None else noun)
    words = noun.doc[first : noun.i + 1]
    own = quantities.count(words.text, LOCALE)
    if own is None and noun.tag_ == "NNS":
        own = Count(qualifier="vague", text=words.text)
    if own is None:
        return None
    return PersonPhrase(noun, words.start_char, words.end_char, own, People(text=words.text))
