"""Corrects parses that lose the outcome for people: "a male and a female were found deceased". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

_FINITE = frozenset({"VBD", "VBN", "VBP", "VBZ"})
_PARTICIPLES, _DETERMINERS = frozenset({"VBN", "VBD"}), frozenset({"det", "poss"})


def _reported_as_killed(token: Token) -> Iterator[HeadChange]:
    """Make the outcome a complement of naming: "was reported as killed", "identified their cousin as missing"."""
    before = token.nbor(-1) if token.i else token
    is_state = token.lower_ in lexicon.casualty_type_of("state")
    verb = before.head if is_state and token.head == before else token.head
    is_named = before.lower_ in words().as_ and verb.lemma_.lower() in lexicon.grammar().casualty.naming_as
    if is_named and (is_state or (token.tag_ == "VBN" and is_casualty(token))):
        yield HeadChange(token, verb, "oprd")
    elif is_state and before.lower_ in words().as_ and verb.like_num and verb.dep_ == "conj":
        # "Nine people were listed as missing and two as dead".
        yield HeadChange(token, verb.head, "conj")
        yield HeadChange(verb, token, "nsubjpass")


def _further_outcome(token: Token) -> Iterator[HeadChange]:
    """Make a participle after the victims a clause of their verb: "killing 3 people and a nurse injuring 15 others"."""
    noun = token.head
    while noun.dep_ in {"conj", "pobj"} and noun.head.i < noun.i:
        noun = noun.head.head if noun.dep_ == "pobj" and noun.head.lower_ in joining() else noun.head
    verb = noun.head
    has_object = any(t.dep_ == "dobj" for t in token.rights)
    is_of_lives = noun.lemma_.lower() in lexicon.grammar().people.containing and verb.lemma_ in words().taking_lives
    is_further = token.tag_ == "VBG" and is_casualty(token) and has_object and noun.dep_ == "dobj"
    # "Police shot a man killing two women": the man killed them.
    is_harm = is_casualty(verb) and verb.lemma_ not in lexicon.grammar().casualty.shooting
    if is_further and verb.pos_ == "VERB" and (is_harm or is_of_lives):
        yield HeadChange(token, verb, "advcl")


def joining() -> frozenset[str]:
    """Words between victims and a part of them: "the lives of a man", "three people, including a nurse"."""
    return lexicon.grammar().function.of | lexicon.grammar().tally.including


def _subject_of_auxiliary(token: Token) -> Iterator[HeadChange]:
    """Attach the subject of an auxiliary to its verb: "two men were on Monday beaten to death", "she lay dying"."""
    if token.head.dep_ in {"auxpass", "aux"}:
        yield HeadChange(token, token.head.head, "nsubjpass" if token.head.dep_ == "auxpass" else "nsubj")


def _time_before(token: Token) -> Iterator[HeadChange]:
    """Attach a time to the verb, not to the noun after it: "three months earlier a judge was shot"."""
    noun = token.head
    is_time = token.lower_ in words().moments and any(t.dep_ == "npadvmod" for t in token.lefts)
    is_whole = noun.tag_ == "NNS" or any(t.dep_ in _DETERMINERS and t.i > token.i for t in noun.lefts)
    if is_time and noun.dep_ in SUBJECTS and is_whole:
        yield HeadChange(token, noun.head, "advmod")


def _participle_after_be(token: Token) -> Iterator[HeadChange]:
    """Make a participle after "be" that the parse takes for an adjective a verb: "ten people were slain"."""
    be = token.head
    if token.tag_ != "VBN" or not is_be(be) or not is_casualty(token):
        return
    yield HeadChange(token, token if be.head == be else be.head, be.dep_)
    yield HeadChange(be, token, "auxpass")
    for child in be.children:
        if child != token:
            yield HeadChange(child, token, "nsubjpass" if child.dep_ == "nsubj" else child.dep_)


def _state_as_verb(token: Token) -> Iterator[HeadChange]:
    """Make "missing" that the parse takes for a verb an adjective.

    "Nine people, among them a child, are still missing".
    """
    be = next((t for t in token.lefts if t.dep_ == "aux" and is_be(t)), None)
    if be is None or token.lower_ not in words().states or any(t.dep_ == "dobj" for t in token.rights):
        return
    yield HeadChange(be, be if token.head == token else token.head, token.dep_)
    yield HeadChange(token, be, "acomp")
    yield from (HeadChange(t, be, t.dep_) for t in token.children if t != be)


def _male_and_female(token: Token) -> Iterator[HeadChange]:
    """Make words for a sex that the parse takes for adjectives nouns: "found a male and a female deceased"."""
    state = token.head
    is_state = state.dep_ == "dobj" and state.lemma_.lower() in lexicon.casualty_type_of("state")
    both = [token, *token.conjuncts]
    if not is_state or len(both) < 2 or any(t.lower_ not in lexicon.sex_of_noun() for t in both):
        return
    for person in both:
        person.tag_, person.pos_ = "NN", "NOUN"
    yield HeadChange(state, state.head, "ccomp")
    yield HeadChange(token, state, "nsubj")
    yield from (HeadChange(t, token, t.dep_) for t in state.lefts if t.dep_ == "det" and t.i < token.i)


def _found_deceased(token: Token) -> Iterator[HeadChange]:
    """Make people the subject of their state: "deputies found a woman deceased in a car"."""
    people, known = token.head, lexicon.grammar().casualty.finding
    is_state = token.pos_ != "NOUN" and token.lower_ in lexicon.casualty_type_of("state")
    if is_state and people.dep_ == "dobj" and people.i + 1 == token.i and people.head.lemma_.lower() in known:
        yield HeadChange(token, people.head, "ccomp")
        yield HeadChange(people, token, "nsubj")


def _received_wounds(token: Token) -> Iterator[HeadChange]:
    """Make a participle between a number and wounds a verb: "three men fell and eight received wounds"."""
    wounds, number = token.head, token.nbor(-1) if token.i > token.sent.start else token
    is_between = token.lemma_.lower() in words().getting and number.dep_ == "nummod" and number.head == wounds
    if is_between and wounds.dep_ == "conj" and wounds.lemma_.lower() in lexicon.grammar().casualty.wounds:
        yield HeadChange(token, wounds.head, "conj")
        yield HeadChange(wounds, token, "dobj")
        yield HeadChange(number, token, "nsubj")


def _some_of(token: Token) -> Iterator[HeadChange]:
    """Make the first of two numbers the object, not a part of the second: "released 14 of 20 passengers"."""
    some, whole = token.nbor(-1) if token.i > token.sent.start else token, token.head
    people = whole.head
    are_numbers = some.like_num and whole.like_num and some.head == whole and some.dep_ == "quantmod"
    if token.lower_ in words().partitive and are_numbers and whole.dep_ == "nummod" and people.head != people:
        yield HeadChange(some, people.head, people.dep_)
        yield HeadChange(token, some, "prep")
        yield HeadChange(people, token, "pobj")
        yield from (HeadChange(t, some, "advmod") for t in whole.lefts if t.i < some.i)


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_male_and_female, ("amod",)),
    Repair(_found_deceased, ("acl",)),
    Repair(_further_outcome, ("acl",)),
    Repair(_reported_as_killed, ("advcl", "pcomp", "amod", "acomp")),
    Repair(_subject_of_auxiliary, ("nsubj",)),
    Repair(_time_before, ("advmod", "amod")),
    Repair(_participle_after_be, ("acomp",)),
    Repair(_received_wounds, ("amod",)),
    Repair(_some_of, ("quantmod",)),
    Repair(_state_as_verb, ("ROOT", "conj", "ccomp", "relcl", "advcl")),
)
