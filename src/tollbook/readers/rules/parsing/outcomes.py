"""Corrects parses that lose the outcome for people: "eight were killed and 20 others wounded". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

_FINITE = frozenset({"VBD", "VBN", "VBP", "VBZ"})
#: What stands around an insert: "two others, including a child, wounded".
_INSERTS = frozenset({",", "–", "—", "--", "-", "(", ")"})
_PARTICIPLES, _DETERMINERS = frozenset({"VBN", "VBD"}), frozenset({"det", "poss"})


def _left_wounded(token: Token) -> Iterator[HeadChange]:
    """Make the second people the subject of their outcome: "left 25 people dead and 60 others wounded"."""
    verb = token.head
    if token.dep_ == "acl" and verb.dep_ == "pobj" and verb.head.lower_ in _joining():
        verb = verb.head.head  # "two others – including a child – wounded", "scores of shoppers hurt"
    inside = [verb] if token.dep_ == "acl" and verb.dep_ == "conj" else []
    if inside:
        verb = verb.head if verb.head.pos_ == "VERB" else verb.head.head
    is_state = token.tag_ in _PARTICIPLES and verb.lemma_ in words().leaving
    # Not "left six people dead before the gunman killed himself".
    if not is_state or any(t.dep_ in {"nsubjpass", "dobj", "mark"} for t in token.children):
        return
    states = lexicon.casualty_type_of("state")
    dead = next((t for t in verb.doc[verb.i + 1 : token.i] if t.lower_ in states), token)
    people = [t for t in verb.rights if dead.i < t.i < token.i and t.pos_ in NOUNS]
    # "Left a man dead and two others – one of them a child – wounded".
    people += [t for t in inside if dead.i < t.i]
    subjects = (t for t in token.lefts if t.dep_ == "nsubj")
    people += [t for t in subjects if t.nbor(1).text == "," or (dead.i < t.i and t.pos_ == "NOUN")]
    # "Left a guard dead and two others, including a child, wounded", "dead and scores of others wounded".
    joined = (t for first in verb.rights if first.dep_ == "dobj" for t in first.conjuncts if dead.i < t.i < token.i)
    insert = token.i > 0 and token.nbor(-1).text in _INSERTS
    people += [t for t in joined if (insert and t.nbor(1).text in _INSERTS) or t.right_edge.i + 1 == token.i]
    if people:
        yield HeadChange(token, verb, "conj")
        yield HeadChange(people[-1], token, "nsubjpass")


def _left_both(token: Token) -> Iterator[HeadChange]:
    """Join people before one outcome: "the blast left a man and two children wounded"."""
    verb, states = token.head, lexicon.casualty_type_of("state")
    if token.tag_ not in _PARTICIPLES or verb.lemma_ not in words().leaving:
        return
    second = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    first = next((t for t in verb.rights if t.dep_ == "dobj"), None)
    has_object = any(t.dep_ in {"dobj", "mark"} for t in token.children)
    # Not "leaving five dead and scores hurt".
    if first is None or has_object or any(t.lower_ in states for t in token.doc[first.i : token.i]):
        return
    if second is None:
        if any(t.i + 1 == token.i and t.like_num is False for t in first.conjuncts):
            yield HeadChange(token, verb, "oprd")
        return
    between = list(token.doc[first.i + 1 : second.left_edge.i])
    are_people = first.like_num or lexicon.singular(first) in lexicon.status_of_noun()
    if are_people and second.i + 1 == token.i and [t.tag_ for t in between] == ["CC"]:
        yield HeadChange(token, verb, "oprd")
        yield HeadChange(second, first, "conj")
        yield HeadChange(between[0], first, "cc")


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
        noun = noun.head.head if noun.dep_ == "pobj" and noun.head.lower_ in _joining() else noun.head
    verb = noun.head
    has_object = any(t.dep_ == "dobj" for t in token.rights)
    is_of_lives = noun.lemma_.lower() in lexicon.grammar().people.containing and verb.lemma_ in words().taking_lives
    is_further = token.tag_ == "VBG" and is_casualty(token) and has_object and noun.dep_ == "dobj"
    # "Police shot a man killing two women": the man killed them.
    is_harm = is_casualty(verb) and verb.lemma_ not in lexicon.grammar().casualty.shooting
    if is_further and verb.pos_ == "VERB" and (is_harm or is_of_lives):
        yield HeadChange(token, verb, "advcl")


def _joining() -> frozenset[str]:
    """Words between victims and a part of them: "the lives of a man", "three people, including a nurse"."""
    return lexicon.grammar().function.of | lexicon.grammar().tally.including


def _others_wounded(token: Token) -> Iterator[HeadChange]:
    """Make the outcome of the second people a verb: "100 people were killed and 500 others mostly children injured".

    Also after a comma: "five traders were killed and 11 others, among them a nurse, taken away by bandits".
    """
    verb = token.head
    is_somebody = token.pos_ in NOUNS or token.lower_ in words().another
    if not is_somebody or verb.pos_ != "VERB" or verb.tag_ != "VBN":
        return
    inner = [child for t in token.rights for child in t.rights]
    near = [child for word in (token, *token.rights) for child in word.rights]
    further = (t for word in inner for t in word.rights if t.nbor(-1).text == ",")
    inside = (t for t in (*near, *further) if t.dep_ == "acl" and t.tag_ == "VBN" and _is_outcome(t))
    second = next(inside, None)
    if second is not None and any(t.dep_ == "nsubjpass" for t in verb.lefts):
        yield HeadChange(second, verb, "conj")
        yield HeadChange(token, second, "nsubjpass")


def _is_outcome(verb: Token) -> bool:
    """Whether a participle states an outcome for people: "killed", or after a comma "taken"."""
    abducting = (idiom.verbs for idiom in lexicon.idioms() if idiom.kind == "abducted")
    return is_casualty(verb) or (verb.nbor(-1).text == "," and any(verb.lemma_.lower() in verbs for verbs in abducting))


def _and_another(token: Token) -> Iterator[HeadChange]:
    """Make "another" the subject of the second verb: "one man was shot dead and another critically wounded"."""
    second, verb = token.head, token.head.head
    are_both = second.dep_ == "conj" and second.tag_ == verb.tag_ == "VBN" and is_casualty(second)
    if token.lower_ in words().another and are_both and any(t.dep_ == "nsubjpass" for t in verb.lefts):
        yield HeadChange(token, second, "nsubjpass")


def _number_before_insert(token: Token) -> Iterator[HeadChange]:
    """Make a number the subject of the verb after an insert: "six died and four, all children, were rescued"."""
    first = token.head
    if not token.like_num or first.pos_ != "VERB" or token.i == 0 or token.nbor(-1).dep_ != "cc":
        return
    after = token.nbor(1) if token.i + 1 < token.sent.end else token
    if after.text != ",":
        return
    end = next((t for t in token.doc[after.i + 1 : token.sent.end] if t.text == ","), None)
    begin = token.doc[end.i + 1] if end is not None and end.i + 1 < token.sent.end else token
    second = begin.head if begin.dep_ in {"aux", "auxpass"} else begin
    if second.pos_ != "VERB" or second.tag_ not in _FINITE or begin == token:
        return
    if second.is_ancestor(first):
        yield HeadChange(first, first, "ROOT")
    yield HeadChange(second, first, "conj")
    yield HeadChange(token, second, "nsubjpass" if any(t.dep_ == "auxpass" for t in second.lefts) else "nsubj")


def _people_before_insert(token: Token) -> Iterator[HeadChange]:
    """Make people the subject of the second verb: "one man died and four others, including a nurse, were injured"."""
    if token.pos_ not in NOUNS:
        return
    after = token.doc[min(token.right_edge.i + 1, len(token.doc) - 1)]
    second = after.head if after.dep_ in {"aux", "auxpass"} else token
    first, list_of = second.head, token.head
    while list_of.dep_ == "conj" and list_of.pos_ in NOUNS:
        list_of = list_of.head
    # "Two died including a nurse and four others were injured": the parse lists the four with the nurse.
    is_joined = token.head == first or list_of.head.lower_ in lexicon.grammar().tally.including
    is_bare = second.dep_ in {"conj", "advcl"} and first.pos_ == "VERB" and first.i < token.i < second.i
    if is_joined and is_bare and not any(t.dep_ in {*SUBJECTS, "mark"} for t in second.lefts):
        yield HeadChange(token, second, "nsubjpass" if any(t.dep_ == "auxpass" for t in second.lefts) else "nsubj")


def _and_number(token: Token) -> Iterator[HeadChange]:
    """Make a number the subject of the second verb alone: "four migrants drowned and nine are missing"."""
    people, number = token.head, next((t for t in token.head.conjuncts if t.i > token.i and t.like_num), token)
    second = people.head
    is_first = is_casualty(token) or token.lemma_.lower() in lexicon.casualty_type_of("undergo")
    if number == token or not is_first or token.tag_ not in _PARTICIPLES or people.dep_ not in SUBJECTS:
        return
    joining = number.nbor(-1)
    if joining.dep_ == "cc" and joining.i < number.i < second.i and second.tag_ in _FINITE:
        yield HeadChange(token, token if second.head == second else second.head, second.dep_)
        yield HeadChange(people, token, "nsubjpass" if is_casualty(token) else "nsubj")
        yield HeadChange(second, token, "conj")
        yield HeadChange(number, second, people.dep_)
        yield HeadChange(joining, token, "cc")


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
    Repair(_left_wounded, ("conj", "advcl", "acl", "oprd")),
    Repair(_left_both, ("conj", "advcl")),
    Repair(_further_outcome, ("acl",)),
    Repair(_reported_as_killed, ("advcl", "pcomp", "amod", "acomp")),
    Repair(_others_wounded, ("conj",)),
    Repair(_and_another, ("det", "nsubj")),
    Repair(_subject_of_auxiliary, ("nsubj",)),
    Repair(_number_before_insert, ("conj",)),
    Repair(_people_before_insert, ("conj",)),
    Repair(_time_before, ("advmod", "amod")),
    Repair(_participle_after_be, ("acomp",)),
    Repair(_received_wounds, ("amod",)),
    Repair(_some_of, ("quantmod",)),
    Repair(_state_as_verb, ("ROOT", "conj", "ccomp", "relcl", "advcl")),
    Repair(_and_number, ("acl",)),
)
