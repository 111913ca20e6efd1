"""Tallies: death tolls, casualty figures, bodies, "three of the dead", and figures that are reported as unknown."""

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind, Count, People
from tollbook.readers.rules.casualties import bodies, composition, parts_of_sets, stated_ranges, toll_figures
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import PersonPhrase, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_be, is_of, noun_after_of
from tollbook.readers.rules.words.toll_words import multiplied, negations, not_known, toll_words, zero

#: Tokens before "the victims" that are searched for their outcome. A judgement: about five sentences.
_BEFORE_VICTIMS = 120
#: Tokens before "the second victim", who may be named long after the others. A judgement: a page of news.
_BEFORE_ONE_MORE = 600


def find(sentence: Sentence) -> Iterator[Tally]:
    """Every tally in the sentence."""
    yield from (found := list(_stated(sentence)))
    before = sentence.doc[sentence.start - 1 : sentence.start]
    # A semicolon ends a sentence of the parse.
    earlier = list(_stated(before[0].sent)) if before.text == ";" else []
    yield from _other_number(sentence, [*earlier, *found])


def _other_number(sentence: Sentence, found: Sequence[Tally]) -> Iterator[Tally]:
    """The other number of "officials put the number of dead at nine; the Front said it was 20"."""
    for verb in (t for t in sentence if is_be(t)):
        it = next((t for t in verb.lefts if t.dep_ == "nsubj" and t.lower_ in lexicon.grammar().tally.it), None)
        number = next((t for t in verb.rights if t.dep_ == "attr" and t.like_num), None)
        before = [t for t in found if it is not None and t.end <= it.idx and t.count.best]
        count = quantities.count(number.text, LOCALE) if number is not None else None
        if it is not None and number is not None and count is not None and before and not any(number.rights):
            end = number.idx + len(number)
            yield Tally(before[-1].kind, it.idx, end, count, None, False, verb)


def _stated(sentence: Sentence) -> Iterator[Tally]:
    yield from _not_known(sentence)
    yield from _zeros(sentence)
    yield from _times(sentence)
    yield from _dead_and_wounded(sentence)
    yield from _by_severity(sentence)
    yield from stated_ranges.find(sentence)
    yield from composition.find(sentence)
    for token in sentence:
        if _is_toll(token) or toll_figures.is_death_count(token) or toll_figures.is_number_of_casualties(token):
            yield from toll_figures.find(token, sentence)
        elif token.lower_ in lexicon.grammar().tally.bodies:
            yield from _counted_noun(token)
        elif token.lower_ in lexicon.grammar().tally.numbering:
            yield from toll_figures.numbered(token)
        elif toll_figures.is_set_put_at(token):
            yield from toll_figures.find(token, sentence)
        kind = lexicon.grammar().tally.sets.get(token.lower_) or _kind_of_victims(token) or _kind_of_number(token)
        if kind is not None:
            yield from parts_of_sets.find(token, kind)


def _is_toll(word: Token) -> bool:
    """Whether a word is for a toll, and no part of another word: "a toll-free number"."""
    after = word.nbor(1) if word.i + 1 < len(word.doc) else word
    return word.lemma_.lower() in toll_words().words.tolls and (after.text != "-" or bool(word.whitespace_))


def as_estimated(count: Count, words: str) -> Count:
    """A plain number, bounded where the ``words`` up to it make it the most or the least: "the upper toll is 15"."""
    if count.qualifier != "exactly" or not count.best:
        return count
    bounds = list(_estimates().finditer(words))
    if not bounds:
        return count
    return quantities.bounded(count.best, "at most" if bounds[-1]["most"] else "at least", count.text)


@functools.cache
def _estimates() -> re.Pattern[str]:
    tally = lexicon.grammar().tally
    most, least, nouns = ("|".join(sorted(words)) for words in (tally.most, tally.least, tally.estimates))
    return re.compile(rf"\b(?:(?P<most>{most})|{least})\b(?:\s\w+){{0,3}}\s(?:{nouns})\b", re.I)


def _not_known(sentence: Sentence) -> Iterator[Tally]:
    match = not_known().search(sentence.text)
    # "No reports of deaths" states that nobody died.
    if match is None or zero().match(match.group()):
        return
    word = (match[1] or match.group()).lower()
    of_unknown = toll_words().of_unknown.items()
    kinds: list[ClaimKind] = [kind for kind, stems in of_unknown if any(stem in word for stem in stems)]
    if not kinds or not lexicon.grammar().tally.dead.isdisjoint(word.split()):
        kinds.append("killed")  # "the number of dead and wounded is not known"
    start = sentence.start_char + match.start()
    count = Count(qualifier="unknown", text=match.group())
    for kind in kinds:
        yield Tally(kind, start, start + len(match.group()), count, None, False, sentence.root)


def _dead_and_wounded(sentence: Sentence) -> Iterator[Tally]:
    """Both outcomes of "the dead and wounded" without a number; not in "relatives of the dead and wounded"."""
    known, the = lexicon.grammar().tally, lexicon.grammar().function.the
    for dead in sentence[1:-2]:
        if dead.lower_ not in known.dead or dead.nbor(-1).lower_ not in the or dead.nbor(1).lower_ not in known.both:
            continue
        hurt = dead.nbor(2) if dead.nbor(2).lower_ not in the else dead.nbor(min(3, sentence.end - 1 - dead.i))
        owner = dead.nbor(-2) if dead.i - 2 >= sentence.start else dead
        verb = next((t for t in dead.ancestors if t.pos_ in {"VERB", "AUX"}), dead)
        is_alone = hurt.i + 1 >= sentence.end or hurt.nbor(1).pos_ not in {"NOUN", "PROPN"}
        if (
            hurt.lower_ in known.hurt
            and is_alone
            and not is_of(owner)
            and certainty(verb) == "asserted"
            and not negated(verb)
        ):
            kinds: tuple[ClaimKind, ...] = ("killed", "injured")
            for kind in kinds:
                end = hurt.idx + len(hurt)
                yield Tally(kind, dead.idx, end, Count(qualifier="vague", text=hurt.text), None, False, dead)


def _zeros(sentence: Sentence) -> Iterator[Tally]:
    known = toll_words().zero
    for match in zero().finditer(sentence.text):
        if match.group().lower().startswith(known.negated) and not negations().search(sentence.text):
            continue
        start = sentence.start_char + match.start()
        count = Count(low=0, best=0, high=0, qualifier="exactly", text=match.group())
        kinds = (kind for word in match.groups() if word is not None for kind in known.kinds[word.lower()])
        for kind in dict.fromkeys(kinds):
            yield Tally(kind, start, start + len(match.group()), count, None, False, sentence.root)


def _times(sentence: Sentence) -> Iterator[Tally]:
    """A figure given as a multiple of another: "the real toll is three to four times more"."""
    if not multiplied().search(sentence.text):
        return
    count = quantities.count(sentence.text, LOCALE) if quantities.is_multiple(sentence.text, LOCALE) else None
    if count is None or count.qualifier != "multiple of":
        return
    start = sentence.start_char + sentence.text.index(count.text)
    span = sentence.doc.char_span(start, start + len(count.text), alignment_mode="expand")
    yield Tally(
        "killed", start, start + len(count.text), count, None, False, span.root if span is not None else sentence.root
    )


def _by_severity(sentence: Sentence) -> Iterator[Tally]:
    """The count of some by severity: "five people were shot, three fatally", "three seriously"."""
    known, types = lexicon.grammar().casualty, lexicon.casualty_type_of("done_to")
    for token in sentence:
        deadly = token.lower_ in known.deadly
        # The sentence of a word is looked for word by word: not for each word of a long one.
        is_severity = token.pos_ == "ADV" and (deadly or token.lower_ in known.grave)
        if not is_severity or not (number := _number_before(token)).like_num:
            continue
        before = sentence.doc[sentence.start : number.i]
        over = next((t for t in reversed(list(before)) if t.pos_ == "VERB"), None)
        count = quantities.count(number.text, LOCALE)
        if count is not None and over is not None and types.get(over.lemma_.lower()) == "injured":
            people = toll_figures.people_at(number)
            kind: ClaimKind = "killed" if deadly else "injured"
            yield Tally(kind, number.idx, token.idx + len(token), count, people, not deadly, number)


def _number_before(word: Token) -> Token:
    """The number right before a word, with "of them" between the two ("two of them fatally"); else its head."""
    doc, at, deadly = word.doc, word.i - 1, word.lower_ in lexicon.grammar().casualty.deadly
    if deadly and at - 1 > word.sent.start and doc[at].lower_ in lexicon.grammar().back.them and is_of(doc[at - 1]):
        at -= 2
    is_before = at >= word.sent.start and doc[at].like_num
    return doc[at] if is_before or word.head.i > word.i else word.head


def _counted_noun(noun: Token) -> Iterator[Tally]:
    """The count of "casualties" or "bodies" with a number or a name, or of one body that is found, unless buried."""
    people, burying = bodies.owner(noun) or persons(noun), lexicon.grammar().tally.burying
    if people is not None and people.count.best is None and bodies.is_found(noun) and (inner := noun_after_of(noun)):
        people = persons(inner)
    named = people is not None and bool(people.people.names)
    if people is None or people.count.best == 0 or not (people.counted or named or bodies.is_found(noun)):
        if bodies.are_seen(noun) and (whose := bodies.owners(noun)) is not None:
            yield Tally("killed", whose.start, noun.idx + len(noun), whose.count, whose.people, False, noun)
        elif bodies.are_seen(noun):
            yield Tally("killed", noun.idx, noun.idx + len(noun), Count(qualifier="vague"), None, True, noun)
        return
    if any(a.lemma_.lower() in burying for a in (noun.head, *noun.ancestors)):
        return
    # A hospital treats "casualties" who live.
    known = lexicon.grammar().tally
    is_treated = noun.head.lemma_.lower() in known.treated and noun.lemma_.lower() not in known.of_dead
    kind: ClaimKind = "injured" if is_treated else "killed"
    inner = noun_after_of(noun)
    if inner is not None and not any(t.dep_ == "nummod" for t in noun.lefts):
        people = _listed_after(inner, people)
    yield Tally(kind, people.start, people.end, people.count, people.people, False, noun)


def _listed_after(inner: Token, first: PersonPhrase) -> PersonPhrase:
    """All the people listed after "the bodies of": "two women, a boy and a girl", "Ana Brod and Jon Vell"."""
    groups = [p for t in listed(inner) if (p := persons(t)) is not None]
    named = [p for p in groups if p.people.names]
    if len(groups) > 1 and all(p.count.best for p in groups):
        return replace(composition.compose(groups)[0].total, start=first.start)
    is_of_names = len(named) > 1 and first.people.names and not first.counted
    return replace(composition.total(named), start=first.start) if is_of_names else first


def _kind_of_victims(word: Token) -> ClaimKind | None:
    """The casualty type of "the victims" or "the second victim", if the words before have only one: dead, or wounded.

    For "among them" at the beginning of a sentence, if the sentence before has only one.
    """
    tally = lexicon.grammar().tally
    # The ends of a sentence come last: finding them takes as long as the sentence.
    are_they = word.head.lower_ in tally.among and word.lower_ in tally.them and word.head.i == word.sent.start > 0
    is_set = word.tag_ in {"NNS", "NNPS"} or any(t.lower_ in words().distinguishing for t in word.lefts)
    if not are_they and not (is_set and lexicon.singular(word) in words().victims):
        return None
    types = [lexicon.casualty_type_of(form) for form in ("done_to", "undergo", "state")]
    reach = _BEFORE_ONE_MORE if word.tag_ == "NN" else _BEFORE_VICTIMS
    before = word.doc[max(0, word.i - reach) : word.i]
    before = word.doc[word.sent.start - 1].sent if are_they else before
    loose = lexicon.grammar().casualty.loose
    verbs = [t for t in before if t.pos_ != "NOUN" or t.lemma_.lower() not in loose]  # "an air strike killed nine"
    kinds = {kind for t in verbs for known in types if (kind := _kind_of(t, known)) in {"killed", "injured"}}
    return next(iter(kinds)) if len(kinds) == 1 else None


def _kind_of(word: Token, known: Mapping[str, ClaimKind]) -> ClaimKind | None:
    """The casualty type of a word: "burned to death" is killed."""
    kind, after = known.get(word.lemma_.lower()), word.doc[word.i + 1 : word.i + 3]
    deadly = any(t.lower_ in lexicon.grammar().casualty.deadly for t in after)
    return "killed" if kind == "injured" and word.tag_ == "VBN" and deadly else kind


def _kind_of_number(word: Token) -> ClaimKind | None:
    """The casualty type of a number with a noun for both: "dozens of casualties" (see :mod:`joint_counts`)."""
    is_bare = word.lower_ in lexicon.grammar().tally.together and not any(t.dep_ in {"det", "poss"} for t in word.lefts)
    is_counted = word.dep_ == "pobj" and is_of(word.head)
    return "killed" if is_bare and is_counted and quantities.count(word.head.head.text, LOCALE) is not None else None


def scope_words(sentence: Sentence, people: People | None) -> str | None:
    """``running`` or ``period`` where the figure of these people in the sentence covers a span of time, else None.

    "All 12 workers abducted last month" are one group, not the sum of a month.
    """
    if people is not None and people.text.lower().partition(" ")[0] in lexicon.grammar().people.everybody:
        return None
    text = lexicon.scope_pattern("no_total").sub("", sentence.text)
    if lexicon.scope_pattern("running").search(text):
        return "running"
    return "period" if any(lexicon.scope_pattern(kind).search(text) for kind in ("period", "span")) else None
