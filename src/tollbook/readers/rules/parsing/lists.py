"""Corrects parses that lose a part of a list: "a teacher, a cook and two guards were killed". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing import relatives
from tollbook.readers.rules.parsing.head_changes import (
    NOUNS,
    VERBS,
    HeadChange,
    Repair,
    is_casualty,
    words,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_of

_IN_NAME = frozenset({"nmod", "compound"})


def _counted_list(token: Token) -> Iterator[HeadChange]:
    """Make an apposition a list: "five Nepalis, two Britons and a diplomat were killed".

    So too "killed a woman, her mother and a girl".
    """
    first = token.head
    if token.doc[token.left_edge.i - 1].text != "," or not any(t.dep_ == "conj" for t in token.rights):
        return
    if _is_single(first):
        if _is_single(token) and lexicon.names_people(first):
            yield HeadChange(token, first, "conj")
        return
    counted = _is_counted(first) and (_is_counted(token) or (_is_single(token) and not _is_anybody(first)))
    last = first.right_edge
    if counted and first.dep_ in SUBJECTS and token.i < first.head.i and last.text != "," and last.i < first.head.i:
        yield HeadChange(token, first, "conj")


def _is_counted(noun: Token) -> bool:
    return noun.tag_ in {"NNS", "NNPS"} and any(t.dep_ == "nummod" for t in noun.lefts)


def _is_single(noun: Token) -> bool:
    """Whether a noun introduces one person: "a driver", "her mother"."""
    return noun.tag_ == "NN" and any(t.lower_ in words().one or t.tag_ == "PRP$" for t in noun.lefts)


def _is_anybody(noun: Token) -> bool:
    return lexicon.singular(noun) in lexicon.grammar().additional.anybody


def _second_subject(token: Token) -> Iterator[HeadChange]:
    """Join a second subject with the first: "a teacher, a cook and two guards were killed"."""
    verb, begin = token.head, token.left_edge.i
    is_list = any(t.dep_ == "conj" for t in token.rights) and token.doc[begin - 1].text == ","
    if not is_list or token.i > verb.i or any(t.lower_ in words().singular for t in verb.lefts):
        return
    first = next((t for t in verb.lefts if t.dep_ == token.dep_ and begin - 3 < t.right_edge.i < begin), None)
    if first is None or first == token:
        return
    # "Ivo Lerch, 45, his mother and his sister were killed".
    if lexicon.names_people(first) or (first.pos_ == "PROPN" and relatives.is_kin(token)):
        yield HeadChange(token, first, "conj")


def _other_sex(token: Token) -> Iterator[HeadChange]:
    """Make an apposition of the other sex a list: "the bodies of two women, a boy and a girl"."""
    first, sexes = token.head, lexicon.sex_of_noun()
    sex, later = sexes.get(first.lemma_.lower()), [t for t in token.rights if t.dep_ == "conj"]
    if sex is None or not later or token.doc[token.left_edge.i - 1].text != ",":
        return
    if any(sexes.get(t.lemma_.lower(), sex) != sex for t in (token, *later)):
        yield HeadChange(token, first, "conj")


def _with_bodies(token: Token) -> Iterator[HeadChange]:
    """Join a person with the people after "of": "the bodies of three men and a boy", "the death of a man and a boy"."""
    bodies = token.head
    is_outcome = bodies.lower_ in lexicon.grammar().tally.bodies or bodies.lemma_.lower() in name_lexicon().deaths
    if not is_outcome or not lexicon.names_people(token):
        return
    prep = next((t for t in bodies.rights if t.dep_ == "prep" and is_of(t)), None)
    people = next((t for t in prep.rights if t.dep_ == "pobj"), None) if prep is not None else None
    if people is not None and people.i < token.i:
        yield HeadChange(token, people, "conj")
        yield from (HeadChange(t, people, "cc") for t in bodies.rights if t.dep_ == "cc" and t.i < token.i)


def _two_names(token: Token) -> Iterator[HeadChange]:
    """Separate two names of which the parse makes one phrase: "Ivo Tarnmoor and Ana Veldor were shot"."""
    second = token.head
    given = next((t for t in token.rights if t.dep_ == "conj"), None)
    if given is None or second.ent_type_ != "PERSON" or given.i + 1 != second.i or token.i + 2 != given.i:
        return
    if token.ent_type_ == given.ent_type_ == "PERSON" and token.left_edge.i < token.i:
        yield HeadChange(token, second.head, second.dep_)
        yield HeadChange(second, token, "conj")
        yield HeadChange(given, second, "compound")


def _name_and_titled_name(token: Token) -> Iterator[HeadChange]:
    """Separate a name from a titled name of which the parse makes one phrase: "Ana Veldor and bus driver Ivo Lerch"."""
    if token.ent_type_ != "PERSON" or token.head.i < token.i:
        return
    after = token.nbor(1)
    if after.dep_ != "cc":
        return
    last = token.head
    while last.dep_ in _IN_NAME and last.head.i > last.i:
        last = last.head
    between = token.doc[after.i + 1 : last.i]
    is_titled = any(t.pos_ == "NOUN" for t in between) and {t.pos_ for t in between} <= {"NOUN", "PROPN"}
    if last.ent_type_ != "PERSON" or not is_titled or last.head.i in range(token.i, last.i):
        return
    yield HeadChange(token, last.head, last.dep_)
    yield HeadChange(last, token, "conj")
    yield HeadChange(after, token, "cc")
    yield from (HeadChange(t, last, "compound") for t in between if t.head.i not in range(after.i + 1, last.i + 1))
    given = token.doc[max(token.sent.start, token.i - 2) : token.i]
    yield from (HeadChange(t, token, "compound") for t in given if t.ent_type_ == "PERSON" and t.head.i > token.i)


def _last_named(token: Token) -> Iterator[HeadChange]:
    """Attach a name to the last of a list: "two guards and an official of the ministry, Ivo Lerch"."""
    first = token.head
    others = [t for t in first.rights if t.dep_ == "conj" and t.i < token.i]
    if token.ent_type_ != "PERSON" or not others or any(t.dep_ == "conj" for t in token.rights):
        return
    last = others[-1]
    if first.tag_ == "NNS" and last.tag_ == "NN" and any(t.lower_ in words().one for t in last.lefts):
        yield HeadChange(token, last, "appos")
        yield from (HeadChange(t, last, t.dep_) for t in first.rights if t.dep_ == "punct" and last.i < t.i < token.i)


def _names_after_plural(token: Token) -> Iterator[HeadChange]:
    """Join names after a plural noun with the name before: "teacher Ivo Lerch and nurses Ana Brod and Petra Holm"."""
    first, name = token.head, token.nbor(1) if token.i + 1 < token.sent.end else token
    while name.dep_ == "compound" and name.head.i > name.i:
        name = name.head
    is_after_name = first.pos_ == "PROPN" and first.i < token.i and not any(t.dep_ == "det" for t in token.lefts)
    if not is_after_name or name == token or name.pos_ != "PROPN" or name in token.ancestors:
        return
    if token.text.islower() and token.text.endswith("s") and token.lower_[:-1] in lexicon.status_of_noun():
        # "Lawyer Ivo Lerch and nurses Ana Brod and Petra Holm".
        is_beside = first.dep_ == "appos" and first.head.i == first.left_edge.i - 1
        yield HeadChange(name, first.head if is_beside else first, "conj")
        yield HeadChange(token, name, "compound")


def _some_of_them(token: Token) -> Iterator[HeadChange]:
    """Make a part of the people before a comma their apposition: "killed 21 people, four of them children".

    The number then counts the children and is no subject.
    """
    noun = token.head
    of = (t for t in token.rights if t.lower_ in words().partitive)
    is_part = any(t.lower_ in words().them for prep in of for t in prep.children)
    if not (is_part and token.like_num and noun.pos_ in NOUNS and token.i < noun.i):
        return
    before = token.left_edge.i - 1
    near = token.doc[before - 1] if before > token.sent.start and token.doc[before].text == "," else token
    people = (t for t in noun.head.children if t.dep_ in DONE_TO | SUBJECTS and t.i < token.i and _is_counted(t))
    whole = near if near.tag_ == "NNS" else next(people, near)
    # "Said 26 had died, nine of them children".
    whole = next((t for t in near.lefts if t.dep_ in SUBJECTS and t.like_num), whole)
    if noun.dep_ == "appos":
        yield HeadChange(token, noun, "nummod")
    elif noun.dep_ not in SUBJECTS and (whole.tag_ == "NNS" or whole.like_num) and not noun.is_ancestor(whole):
        yield HeadChange(token, noun, "nummod")
        yield HeadChange(noun, whole, "appos")


def _wounded_of_them(token: Token) -> Iterator[HeadChange]:
    """Attach the outcome of a part to its number: "118 survivors, 31 of them injured, were brought ashore"."""
    number = next((t for t in token.lefts if t.dep_ in SUBJECTS and t.like_num), None)
    of = (t for t in number.rights if t.lower_ in words().partitive) if number is not None else iter(())
    if number is not None and is_casualty(token) and any(t.lower_ in words().them for o in of for t in o.children):
        yield HeadChange(number, token.head, "appos")
        yield HeadChange(token, number, "acl")


def _plural_verb(token: Token) -> Iterator[HeadChange]:
    """Join two subjects of a plural verb: "Ivo Lerch, 19, and his brother were stabbed"."""
    first, subject = token.head, next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    is_plural = any(t.lower_ in words().plural for t in (token, *token.lefts))
    if subject is None or first.pos_ not in NOUNS or subject.tag_ not in {"NN", "NNP"} or not is_plural:
        return
    if first.dep_ == "ROOT" and any(t.dep_ == "cc" and t.i == subject.left_edge.i - 1 for t in first.rights):
        yield HeadChange(token, token, "ROOT")
        yield HeadChange(first, token, subject.dep_)
        yield HeadChange(subject, first, "conj")


def _set_apart(token: Token) -> Iterator[HeadChange]:
    """Separate those who did not act from the subject: "soldiers rather than rebels shot two"."""
    begin = token.left_edge.i + (token.left_edge.dep_ == "neg")
    joining = token.doc[max(token.sent.start, begin - 2) : begin]
    if joining.text.lower() not in words().set_apart or joining.start - 2 < token.sent.start:
        return
    last = joining[0].nbor(-1)
    first = last.nbor(-1) if last.text == "," else last
    while first.dep_ == "pobj" and first.head.lower_ in words().partitive:
        first = first.head.head
    verb = next((t for t in first.ancestors if t.pos_ in VERBS), first)
    if {first.pos_, token.pos_} - NOUNS or token.is_ancestor(first) or _is_counted(token):
        return
    yield HeadChange(token, first, "appos")
    yield from (HeadChange(t, first, "cc") for t in joining)
    yield from (HeadChange(t, verb, "prep") for t in token.rights if t.dep_ == "prep" and t.i > first.i)
    # "It was soldiers rather than rebels who shot two".
    clauses = (t for t in (*token.rights, *verb.rights) if any(c.tag_ in {"WP", "WDT"} for c in t.lefts))
    yield from (HeadChange(t, first, "relcl") for t in clauses if t.left_edge.i - token.i in {1, 2})


REPAIRS: tuple[Repair, ...] = (
    Repair(_set_apart, ("conj", "pobj", "attr", "appos", "dobj", "nsubj")),
    Repair(_plural_verb, ("conj",)),
    Repair(_names_after_plural, ("conj",)),
    Repair(_wounded_of_them, ("relcl",)),
    Repair(_some_of_them, ("nsubj",)),
    Repair(_counted_list, ("appos",)),
    *relatives.REPAIRS,
    Repair(_other_sex, ("appos",)),
    Repair(_with_bodies, ("conj",)),
    Repair(_two_names, ("nmod", "compound")),
    Repair(_name_and_titled_name, ("nmod", "compound")),
    Repair(_last_named, ("appos",)),
    Repair(_second_subject, tuple(sorted(SUBJECTS))),
)
