"""Parts of a set: "three of the dead were children", "among the dead was a nurse", "most of them were women"."""

from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind, Count, People
from tollbook.readers.rules.casualties import casualty_lists, composition
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import PersonPhrase, is_person, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, is_of
from tollbook.readers.rules.words.toll_words import toll_pattern

#: Tags of a verb whose object is somebody it acts on.
_ACTIVE = frozenset({"VBG", "VBD"})
_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


def find(word: Token, kind: ClaimKind) -> Iterator[Tally]:
    """The part of the dead or wounded, for whom ``word`` is, that a sentence counts or describes."""
    yield from _one_more(word, kind)
    prep = word.head if word.dep_ == "pobj" else None
    # "Among those reported as injured".
    participle = word.head if word.dep_ in {"oprd", "xcomp"} and word.head.dep_ == "acl" else word
    if prep is None and participle.dep_ in {"amod", "acl"} and participle.head.dep_ == "pobj":
        prep = participle.head.head
    if prep is None or prep.lower_ not in lexicon.grammar().tally.among:
        return
    yield from _described_some(prep, word, kind)
    member = _member(prep)
    if member is None or member.i == word.i:
        return
    others = _listed_with(member, prep) if not is_of(prep) else []
    if people := persons(member):
        # "Dozens of wounded" are all of them; "dozens of the wounded" are some.
        part = not is_of(prep) or any(t.dep_ == "det" or t.tag_ == "DT" for t in prep.subtree)
        found = [p for other in others if (p := persons(other)) is not None and (p.counted or p.people.names)]
        if (people.count.best or 0) >= len(people.people.names) > 1:
            # "Sisters Ana and Ilse Brod" are counted with their names.
            found = [p for p in found if not p.people.names or not set(p.people.names) <= set(people.people.names)]
        whole = replace(people, people=_described(people))
        if found and all(p.count.best == 1 for p in (whole, *found)):
            # "Among the dead were Ana Brod, 41, and her son Jon, 6".
            whole, found = composition.total([whole, *found]), []
        start, end = min(whole.start, prep.idx), max(whole.end, word.idx + len(word))
        yield Tally(kind, start, end, whole.count, whole.people, part, word)
        for group in found:
            yield Tally(kind, group.start, group.end, group.count, group.people, True, word)


def _listed_with(member: Token, prep: Token) -> list[Token]:
    """The heads of the other people of a list, after "among the dead were" or before "were among the dead"."""
    sentence = prep.sent
    span = (member.left_edge.i, prep.i) if member.i < prep.i else (prep.i + 1, sentence.end)
    named = [
        last for last in casualty_lists.names_in(prep.doc, span) if last.i > member.right_edge.i or last.i > member.i
    ]
    return casualty_lists.each_once([*listed(member)[1:], *named], but=member)


def _member(prep: Token) -> Token | None:
    # "Of the 93 dead, 40 were students".
    if is_of(prep) and not is_be(prep.head):
        return prep.head if prep.head.like_num or quantities.count(prep.head.text, LOCALE) else None
    verb = prep.head
    if is_be(verb):
        for child in verb.children:
            if child.dep_ in {"nsubj", "attr"} and is_person(child):
                return child
        return None
    return verb if is_person(verb) and verb.pos_ in {"NOUN", "PROPN", "NUM"} else None


def _described(people: PersonPhrase) -> People:
    """The people by their description after "were": in "three of the dead were children" the children."""
    verb = people.head.head
    attr = next((t for t in verb.children if t.dep_ == "attr" and is_person(t)), None) if is_be(verb) else None
    if attr is None or attr.i == people.head.i:
        return people.people
    return composition.described([p for head in listed(attr) if (p := persons(head)) is not None]) or people.people


def _one_more(word: Token, kind: ClaimKind) -> Iterator[Tally]:
    """One more person with the outcome: "the second victim was a nurse, Ana Brod, 43"."""
    verb = word.head if word.tag_ == "NN" and word.dep_ == "nsubj" and is_be(word.head) else None
    attr = next((t for t in verb.rights if t.dep_ == "attr"), None) if verb is not None else None
    beside = [attr, *(t for t in attr.rights if t.dep_ == "appos")] if attr is not None else []
    found = [p for t in beside if (p := persons(t)) is not None]
    person = next((p for p in found if p.people.names), None)
    if verb is not None and person is not None and not negated(verb):
        yield Tally(kind, word.doc[word.left_edge.i].idx, person.end, _ONE, person.people, False, word)


def _described_some(prep: Token, word: Token, kind: ClaimKind) -> Iterator[Tally]:
    """A part without a number: "most of the victims were women", "with half of the dead being children"."""
    some = prep.head
    verb = some.head if some.dep_ in SUBJECTS and is_be(some.head) else None
    if some.lower_ not in lexicon.grammar().back.some or not is_of(prep) or verb is None or negated(verb):
        return
    attr = next((t for t in verb.rights if t.dep_ == "attr" and is_person(t)), None)
    groups = [p for head in listed(attr) if (p := persons(head)) is not None] if attr is not None else []
    if groups:
        start, count = some.doc[some.left_edge.i].idx, Count(qualifier="vague")
        yield Tally(kind, start, groups[-1].end, count, composition.described(groups), True, word)


def is_of_thing(noun: Token, including: Token) -> bool:
    """Whether people after "including" speak, or are only beside the thing that is included."""
    if noun.dep_ == "nsubj":
        return noun.left_edge.i > including.i + 1
    return noun.dep_ == "pobj" and noun.head.i > including.i and not is_person(noun.head.head)


def are_of_those(group: PersonPhrase) -> bool:
    """Whether people are some of those counted before: "two of them", "ten farmers, some of them teenagers".

    Not where "them" are people whom nothing counts: "ambushed gunmen, killing 12 and wounding dozens of them".
    """
    before = group.head.doc.text[: group.start].rstrip()
    if toll_pattern("after_some").search(before, len(before) - 10) is not None:
        return True
    is_part = toll_pattern("of_those").search(group.people.text) is not None
    verb = group.head.head
    is_object = group.head.dep_ == "dobj" and verb.tag_ in _ACTIVE and group.count.qualifier == "vague"
    return is_part and not (is_object and not any(_can_hold(count, group.count) for count in _counts_before(verb)))


def _counts_before(verb: Token) -> Iterator[Count]:
    """The numbers of people before a verb, in its sentence and the one before it."""
    first = verb.sent.start
    start = verb.doc[first - 1].sent.start if first else first
    numbers = (
        t for t in verb.doc[start : verb.i] if t.like_num or t.lower_ in lexicon.grammar().casualty.large_numbers
    )
    people = (persons(t.head if t.dep_ == "nummod" else t) for t in numbers)
    yield from (one.count for one in people if one is not None and one.counted)


def _can_hold(whole: Count, part: Count) -> bool:
    return whole.high is None or part.low is None or whole.high >= part.low
