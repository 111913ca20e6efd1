"""The figure of a toll: "the toll rose to 34", "the number of people killed is 12", "bringing the total to 21"."""

from collections.abc import Iterator
from dataclasses import dataclass

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind, Count, People
from tollbook.readers.rules.persons.people import is_person, persons, phrase_start
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, noun_after_of
from tollbook.readers.rules.words.toll_words import toll_pattern

#: The most tokens between the word "toll" and its figure: "The toll of the collapse of a stand at the harbour
#: market, police said, is now 14". Claims right on war dispatches: F1 59.5 at 8, 61.0 at 16, 61.2 at 24 and the same at
#: 32.
_TOLL_REACH = 24
#: The figure after "now number": "more than 4,000".
_NUMBER_REACH = 5
#: Tokens before a corrected number that are searched for the dead: about the sentence before. A judgement.
_BEFORE_CORRECTION = 40


@dataclass(frozen=True, slots=True)
class Tally:
    """One tally: casualty type, code points ``[start, end)``, count, people, and whether it is a part of a whole."""

    kind: ClaimKind
    start: int
    end: int
    count: Count
    people: People | None
    part: bool
    trigger: Token


def find(word: Token, sentence: Sentence) -> Iterator[Tally]:
    """The number of people after the word "toll", "number" or "total"; of two, the one that replaces the other."""
    doc = word.doc
    token = None if quantities.is_multiple(sentence.text, LOCALE) else _figure(word, sentence)
    if token is None:
        return
    # "From 12 to at least 15": the words after the last preposition.
    between = lexicon.grammar().tally.replaced | lexicon.grammar().tally.replacing
    last = max((t.i for t in doc[word.i + 1 : token.i] if t.lower_ in between), default=min(word.i, token.i - 1))
    back = max(last + 1, phrase_start(token) - 4)
    count = quantities.count(doc[back : token.i + 1].text, LOCALE) or quantities.count(token.text, LOCALE)
    # "Between 30 and 45".
    second = next((t for t in token.rights if t.dep_ == "conj" and t.like_num), token)
    span = quantities.count(doc[back : second.i + 1].text, LOCALE) if second != token else None
    if span is not None and span.qualifier == "between":
        count, token = span, second
    if count is not None:
        around = doc[max(0, word.i - 2) : token.i + 2].text.lower()
        kind = _outcome(word) or ("injured" if toll_pattern("injured").search(around) else "killed")
        first = doc[max(word.i - 1, sentence.start)]
        start = min(word.idx if first.is_punct else first.idx, token.idx)
        people = people_at(token) or _people_within(word)
        yield Tally(kind, start, max(token.idx + len(token), word.idx + len(word)), count, people, False, word)


def numbered(verb: Token) -> Iterator[Tally]:
    """The figure after "number" that the parser takes for a noun: "medics killed in the war now number 88"."""
    known, doc, sentence = lexicon.grammar().tally, verb.doc, verb.sent
    if verb.lower_ not in known.numbering or verb.i == sentence.start or verb.nbor(-1).lower_ not in known.already:
        return
    done_to = lexicon.casualty_type_of("done_to")
    before = list(doc[sentence.start : verb.i])
    who = next((t for t in before if _set(t) or (t.tag_ == "VBN" and t.lemma_ in done_to)), None)
    number = next((t for t in doc[verb.i + 1 : min(sentence.end, verb.i + _NUMBER_REACH)] if t.like_num), None)
    count = None if number is None else quantities.count(doc[verb.i + 1 : number.i + 1].text, LOCALE)
    if who is None or number is None or count is None:
        return
    kind = _set(who) or done_to[who.lemma_]
    noun = who.head if who.dep_ in {"acl", "relcl"} else next((t for t in before if is_person(t)), who)
    people = persons(noun) if is_person(noun) else None
    described = None if people is None or people.counted else people.people
    yield Tally(kind, before[0].idx, number.idx + len(number), count, described, False, verb)


def _outcome(word: Token) -> ClaimKind | None:
    """The outcome that the phrase of a number names: "the number of people missing", "the number of those abducted"."""
    done_to = lexicon.casualty_type_of("done_to")
    named = (_set(t) or (done_to.get(t.lemma_.lower()) if t.tag_ == "VBN" else None) for t in word.subtree)
    return next((kind for kind in named if kind is not None), None)


def _set(token: Token) -> ClaimKind | None:
    """The outcome of a word for all people with it: "the dead". Casualties are bounded later (:mod:`joint_counts`)."""
    known = lexicon.grammar().tally
    return "killed" if token.lower_ in known.together else known.sets.get(token.lower_)


def _figure(word: Token, sentence: Sentence) -> Token | None:
    """The first number of people after a word; "from 12 to 15" and "by three to 15" give the second.

    So does "the toll, earlier put at 12, has risen to 15".
    """
    if (before := _figure_before(word)) is not None:
        return before
    within = word.doc[word.i + 1 : min(sentence.end, word.i + 1 + _TOLL_REACH)]
    numbers = [t for t in within if _counts_people(t) and not _is_of_another_clause(t, word)]
    if len(numbers) > 1 and any(t.dep_ in {"acl", "relcl"} and t.is_ancestor(numbers[0]) for t in word.rights):
        numbers = numbers[1:]
    if not numbers or not _is_after(numbers[0], lexicon.grammar().tally.replaced):
        return numbers[0] if numbers else None
    return next((t for t in numbers[1:] if _is_after(t, lexicon.grammar().tally.replacing)), numbers[0])


def _figure_before(word: Token) -> Token | None:
    """The number between a verb and the toll that it raises: "raising to 11 the number of people killed"."""
    verb, known = word.head, lexicon.grammar().tally
    if word.dep_ != "dobj" or verb.lemma_.lower() not in known.rising:
        return None
    numbers = word.doc[verb.i + 1 : word.i]
    after = next((t for t in numbers if t.lower_ in known.replacing), None)
    return None if after is None else next((t for t in numbers if t.i > after.i and t.like_num), None)


def _is_of_another_clause(number: Token, word: Token) -> bool:
    """Whether a number counts the subject of a clause of its own: "the toll could rise, as 20 people are missing"."""
    noun = number.head if number.dep_ == "nummod" else number
    clause = noun.head
    return noun.dep_ in SUBJECTS and clause.dep_ == "advcl" and clause.head.is_ancestor(word)


def _counts_people(token: Token) -> bool:
    """Whether a number can be one of people: not in "Channel Nine", nor in "12 houses"."""
    is_of_name = token.tag_ == "NNP" and token.is_title and any(t.dep_ == "compound" for t in token.lefts)
    if not token.like_num or is_of_name or (token.dep_ == "nummod" and not is_person(token.head)):
        return False
    # The tagger takes "the toll was 45" for an age.
    is_value = token.dep_ == "attr" and is_be(token.head) and token.ent_type_ != "ORDINAL"
    # It takes "reached 45 overnight" for a time.
    is_value |= token.dep_ == "dobj" and token.head.lemma_.lower() in lexicon.grammar().tally.rising
    return is_value or _is_put_at(token) or (is_person(token) and token.ent_type_ not in {"DATE", "ORDINAL"})


def _is_put_at(number: Token) -> bool:
    """Whether a number follows "at", "as" or "to" without a noun: "put the toll at 45", "lowered from 20 to 12"."""
    before, after, known = number.left_edge.i - 1, number.i + 1, lexicon.grammar().tally
    is_new = number.i > 0 and number.nbor(-1).lower_ in known.replacing and number.dep_ == "pobj"
    if is_new and any(t.lemma_.lower() in known.rising for t in number.ancestors):
        return True
    given = known.put_at | known.given_as
    ends = after >= len(number.doc) or _set(number.doc[after]) is None
    return before >= 0 and number.doc[before].lower_ in given and number.dep_ == "pobj" and ends


def is_set_put_at(token: Token) -> bool:
    """Whether the figure of some people with one outcome follows: "put the dead at 45 and the wounded at 60"."""
    known = lexicon.grammar().tally
    after = token.doc[token.i + 1 : token.i + 3]
    is_put = len(after) == 2 and after[0].lower_ in known.put_at and after[1].like_num
    over = (t.lemma_.lower() for t in token.ancestors)
    return _set(token) is not None and is_put and not known.rising.isdisjoint(over)


def _is_after(number: Token, prepositions: frozenset[str]) -> bool:
    before = (t.nbor(-1) for t in (number, number.doc[phrase_start(number)]) if t.i > 0)
    return any(t.lower_ in prepositions for t in before)


def is_death_count(token: Token) -> bool:
    """Whether a count is that of the dead: "the death count rose to 50", "the body count"."""
    known = lexicon.grammar().tally
    return token.lower_ in known.totals and any(t.dep_ == "compound" and t.lower_ in known.of_dead for t in token.lefts)


def is_number_of_casualties(token: Token) -> bool:
    """Whether a number or total is that of casualties: "the number of people killed … rose to five".

    A bare total is one in a sentence about the dead alone: "nine more bodies were found, bringing the total to 21".
    """
    known = lexicon.grammar().tally
    over = token.head
    is_object = token.dep_ in SUBJECTS | {"dobj"} or (token.dep_ == "conj" and over.dep_ in {"dobj", "ROOT"})
    if not is_object or not known.rising & {over.lemma_.lower(), over.head.lemma_.lower()}:
        return False
    is_number = token.lower_ in lexicon.grammar().casualty.figures
    if is_number and _outcome(token) is not None:
        return True
    is_bare = is_number and not any(t.dep_ == "prep" for t in token.rights)
    corrects = any(t.lemma_.lower() in known.correct for t in (*token.lefts, over))
    words = token.doc[max(0, token.i - _BEFORE_CORRECTION) : token.i] if corrects else token.sent
    if not (is_bare or token.lower_ in known.totals) or toll_pattern("injured").search(words.text):
        return False
    return any(_set(t) == "killed" or t.lower_ in known.bodies for t in words)


def _people_within(noun: Token) -> People | None:
    """The people in "the number of villagers killed", without a number of their own."""
    inner = noun_after_of(noun)
    people = persons(inner) if inner is not None and is_person(inner) else None
    return None if people is None or people.counted else people.people


def people_at(number: Token) -> People | None:
    """The people whom a number counts, if a noun names them."""
    noun = number.head if number.dep_ == "nummod" else number
    people = persons(noun)
    return None if people is None or people.people.text == number.text else people.people
