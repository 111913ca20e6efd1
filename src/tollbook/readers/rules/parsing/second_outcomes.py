"""Corrects parses of sentences with two outcomes: "eight were killed and 20 others wounded". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import (
    NOUNS,
    VERBS,
    HeadChange,
    Repair,
    are_people,
    is_casualty,
    words,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS

_FINITE = frozenset({"VBD", "VBN", "VBP", "VBZ"})
_PARTICIPLES = frozenset({"VBN", "VBD"})
#: What stands around an insert: "two others, including a child, wounded".
_INSERTS = frozenset({",", "–", "—", "--", "-", "(", ")"})
#: The most words of a phrase after "and": "and a 34-year-old market trader died". A judgement.
_SECOND_WITHIN = 12
#: Relations of the words of an insert that the parse attaches to the verb before it.
_INSERTED = frozenset({"advcl", "dobj", "npadvmod", "prep"})


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
        if any(t.i + 1 == token.i and not t.like_num for t in first.conjuncts):
            yield HeadChange(token, verb, "oprd")
        return
    between = list(token.doc[first.i + 1 : second.left_edge.i])
    if are_people(first) and second.i + 1 == token.i and [t.tag_ for t in between] == ["CC"]:
        yield HeadChange(token, verb, "oprd")
        yield HeadChange(second, first, "conj")
        yield HeadChange(between[0], first, "cc")


def _others_wounded(token: Token) -> Iterator[HeadChange]:
    """Make the outcome of the second people a verb: "100 people were killed and 500 others mostly children injured".

    Also after a comma: "five traders were killed and 11 others, among them a nurse, taken away by bandits". Also after
    a part: "22 were killed, including 13 pupils and more than 40 hurt".
    """
    verb = _over_part(token) or token.head
    is_somebody = token.pos_ in NOUNS or token.lower_ in words().another or verb != token.head
    if not is_somebody or verb.pos_ != "VERB" or verb.tag_ != "VBN":
        return
    inner = [child for t in token.rights for child in t.rights]
    near = [child for word in (token, *token.rights) for child in word.rights]
    further = (t for word in inner for t in word.rights if t.nbor(-1).text == ",")
    inside = (t for t in (*near, *further) if t.dep_ == "acl" and t.tag_ == "VBN" and _is_outcome(t))
    second = next(inside, None) or _right_after(token)
    is_same = verb != token.head and second is not None and _type(second) == _type(verb)
    if second is not None and not is_same and any(t.dep_ == "nsubjpass" for t in verb.lefts):
        yield HeadChange(second, verb, "conj")
        yield HeadChange(token, second, "nsubjpass")


def _right_after(token: Token) -> Token | None:
    """The outcome right after the last of a list, which the parse gives to the first: "13 women and 30 wounded"."""
    after = token.nbor(1) if token.i + 1 < token.sent.end else token
    is_outcome = after.dep_ == "acl" and after.tag_ == "VBN" and is_casualty(after)
    return after if token.like_num and is_outcome and after.head in token.conjuncts else None


def _over_part(token: Token) -> Token | None:
    """The verb before "including" and a list that the parse ends with somebody: "killed, including a nun and ten"."""
    first = token.head
    while first.dep_ == "conj" and first.pos_ in NOUNS:
        first = first.head
    is_part = first.dep_ == "pobj" and first.head.lower_ in lexicon.grammar().tally.including
    return first.head.head if is_part and (token.like_num or are_people(token)) else None


def _type(verb: Token) -> str | None:
    return lexicon.casualty_type_of("done_to").get(verb.lemma_.lower())


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
    """Make people the subject of the second verb: "one man died and four others, all of them women, were injured".

    The parse joins the people with the first verb, and makes the second one its conjunct or the verb above it.
    """
    first, doc = token.head, token.doc
    if token.pos_ not in NOUNS or first.pos_ != "VERB" or token.i < first.i or doc[token.left_edge.i - 1].dep_ != "cc":
        return
    helper = next((t for t in doc[token.i + 1 : token.sent.end] if t.dep_ in {"aux", "auxpass"}), None)
    if helper is None or not (helper.nbor(-1).text in _INSERTS or helper.i == token.right_edge.i + 1):
        return
    second = helper.head
    is_above = second == first.head or (second.head == first.head and second.dep_ == first.dep_)
    is_bare = not any(t.dep_ in {*SUBJECTS, "mark"} for t in second.lefts)
    if not is_bare or not (is_above or (second.head == first and second.dep_ in {"advcl", "conj"})):
        return
    if second == first.head:
        yield HeadChange(first, first if second.head == second else second.head, second.dep_)
    yield HeadChange(second, first, "conj")
    yield HeadChange(token, second, "nsubjpass" if helper.dep_ == "auxpass" else "nsubj")
    inserted = (t for t in first.rights if token.i < t.i < helper.i and t.dep_ in _INSERTED)
    yield from (HeadChange(t, token, "prep" if t.dep_ == "prep" else "appos") for t in inserted)


def _people_after_part(token: Token) -> Iterator[HeadChange]:
    """Make people after a part the subject: "two died, including a nurse and four others were hurt"."""
    list_of = token.head
    while list_of.dep_ == "conj" and list_of.pos_ in NOUNS:
        list_of = list_of.head
    after = token.doc[min(token.right_edge.i + 1, len(token.doc) - 1)]
    second = after.head if after.dep_ in {"aux", "auxpass"} else token
    is_listed = token.pos_ in NOUNS and list_of.head.lower_ in lexicon.grammar().tally.including
    is_bare = second.dep_ in {"conj", "advcl"} and second.head.pos_ == "VERB" and second.head.i < token.i < second.i
    if is_listed and is_bare and not any(t.dep_ in {*SUBJECTS, "mark"} for t in second.lefts):
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


def _hurt_is_past(token: Token) -> Iterator[HeadChange]:
    """Make "hurt" after a verb in the past one too: "gunmen killed a guard and hurt two cooks"."""
    before = token.head
    is_bare = token.tag_ == "VB" and is_casualty(token) and not any(t.dep_ in {"aux", "mark"} for t in token.lefts)
    if is_bare and before.tag_ == "VBD" and not any(t.dep_ in {"aux", "mark"} for t in before.lefts):
        token.tag_ = "VBD"
    yield from ()


def _people_after_wounds(token: Token) -> Iterator[HeadChange]:
    """Make people who are joined with a thing the subject of the verb after them.

    "Four sustained minor injuries and a boy died", "were in hospital with wounds and two women were killed".
    """
    things, doc = token.head, token.doc
    joining = doc[max(token.left_edge.i - 1, 0)]
    if (
        joining.dep_ != "cc"
        or joining.head != things
        or things.pos_ != "NOUN"
        or are_people(things)
        or not are_people(token)
    ):
        return
    after = next((t for t in doc[token.right_edge.i + 1 : token.sent.end] if t.text != ","), token)
    following = doc[after.i + 1 : min(after.i + 1 + _SECOND_WITHIN, token.sent.end)] if after.tag_ == "CC" else ()
    more = (t for t in following if t.left_edge.i == after.i + 1)
    last = next((t for t in more if t.dep_ in SUBJECTS and are_people(t)), None)  # "and two men and a child died"
    second = last.head if last is not None else after if after.pos_ == "VERB" else after.head
    above = [t for t in things.ancestors if t.pos_ in VERBS and t != second and t.i < token.i]
    first = next(iter(above), next((t for t in second.lefts if t.dep_ == "ccomp"), second))
    others = (t for t in second.lefts if t.dep_ in {*SUBJECTS, "mark"} and t not in (things, last, first))
    is_helped = after == second or after.dep_ in {"aux", "auxpass"} or last is not None
    if first == second or second.tag_ not in _FINITE or second.i < token.i or not is_helped or any(others):
        return
    if things.head == second:  # "Suffered injuries and a man died": the injuries are no subject.
        yield HeadChange(things, first, "dobj")
    if second.is_ancestor(first):
        yield HeadChange(first, first if second.head == second else second.head, second.dep_)
    yield HeadChange(second, first, "conj")
    yield HeadChange(token, second, "nsubjpass" if any(t.dep_ == "auxpass" for t in second.lefts) else "nsubj")
    yield HeadChange(joining, first, "cc")
    yield from ([HeadChange(last, token, "conj")] if last is not None else [])


def _people_before_helper(token: Token) -> Iterator[HeadChange]:
    """Make people right before an auxiliary the subject of its verb, if that has none.

    "Was taken to hospital with wounds and between eight and ten pupils were beaten"; also where no word joins the two
    clauses: "16 guests were killed 27 were hurt".
    """
    verb, noun = token.head, token.nbor(-1) if token.i > token.sent.start else token
    if any(
        t.dep_ in {*SUBJECTS, "csubj", "expl"} or (t.i < token.i and t.dep_ in {"aux", "auxpass"}) for t in verb.lefts
    ):
        return
    while noun.dep_ == "conj" and noun.head.pos_ in NOUNS and are_people(noun.head) and noun.head.i < noun.i:
        noun = noun.head
    before = noun.doc[noun.left_edge.i - 1] if noun.left_edge.i > token.sent.start else noun
    is_counted = noun.like_num or any(t.dep_ == "nummod" for t in noun.lefts)
    is_second = is_counted and token.tag_ != "TO" and noun.head == verb.head == before
    is_joined = before.tag_ == "CC" or (is_second and noun.dep_ in {"dobj", "oprd"})
    if is_joined and noun.pos_ in NOUNS and are_people(noun) and not noun.is_ancestor(verb):
        yield HeadChange(noun, verb, "nsubjpass" if token.dep_ == "auxpass" else "nsubj")


def _list_before_second(token: Token) -> Iterator[HeadChange]:
    """Join the people of a list before the second verb: "six were hurt and a nun and a driver were killed"."""
    joining = next((t for t in token.rights if t.dep_ == "cc"), None)
    after = token.doc[joining.i + 1 : token.sent.end] if joining is not None else ()
    last = next(
        (t for t in after if t.dep_ in SUBJECTS and joining is not None and t.left_edge.i == joining.i + 1), None
    )
    if last is not None and token.head.pos_ in VERBS and last.head.head == token.head and are_people(token):
        yield HeadChange(token, last.head, last.dep_)
        yield HeadChange(last, token, "conj")


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_left_both, ("conj", "advcl")),
    Repair(_others_wounded, ("conj",)),
    Repair(_and_another, ("det", "nsubj")),
    Repair(_number_before_insert, ("conj",)),
    Repair(_people_before_insert, ("conj",)),
    Repair(_people_after_part, ("conj",)),
    Repair(_and_number, ("acl",)),
    Repair(_hurt_is_past, ("conj",)),
    Repair(_people_after_wounds, ("conj",)),
    Repair(_list_before_second, ("conj",)),
    Repair(_people_before_helper, ("aux", "auxpass")),
)
