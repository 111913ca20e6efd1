"""Dates that belong to a noun for an attack: "the Feb. 13 shooting", "the brawl, which broke out on Friday"."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook import dates
from tollbook.mentions import DateMention
from tollbook.model import When
from tollbook.readers.rules.dating.resolved_days import in_the_past, is_ahead, is_long, when
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import acts
from tollbook.readers.rules.events.aftermath import is_aftermath, verb_above
from tollbook.readers.rules.events.other_acts import clause
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import SUBJECTS, is_have

#: The most words between a date and the noun that it dates: "Saturday night's fatal double shooting".
_BETWEEN = 4
#: Nouns for attacks that must have one day before it is taken for other claims. One may be another attack's: on
#: ``war/more`` a single one gave a wrong day, two or more none.
_AGREED = 2
_PRESENT = frozenset({"VBZ", "VBP"})
#: Tags of words between a date and the noun that it dates.
_DESCRIBING = frozenset({"JJ", "NN", "RB", "HYPH", "POS", "CD"})


class NamedDays:
    """The days of attacks that a report dates by a noun, by sentence."""

    def __init__(self, mentions: Sequence[DateMention], document: Document) -> None:
        """``mentions`` are the dates of the report that are not of its page, in text order."""
        self._document = document
        self._days = [found for mention in mentions if (found := self._day_by_name(mention)) is not None]
        first = next((m.first for m in mentions if m.precision == "day" and is_of_events(m, document)), None)
        self._is_first = {day.start for _, day in self._days} == {first}

    def of_sentence(self, number: int) -> list[When]:
        """The days of the nouns for attacks in a sentence."""
        return [day for sentence, day in self._days if sentence == number]

    def agreed(self) -> When | None:
        """The day of two nouns for attacks or more, and of more than half of all that are dated; else None."""
        days = Counter(day.start for _, day in self._days if day.start is not None and day.precision == "day")
        most = max(days, key=lambda day: days[day], default=None)
        if most is None or days[most] < _AGREED or 2 * days[most] <= days.total():
            return None
        return next(day for _, day in self._days if day.start == most)

    def nearest(self, number: int) -> When | None:
        """The last day that the report gave to a noun for an attack.

        Before the first, it is the day of all such nouns, if the report gives no other day to an attack before.
        """
        before = [day for sentence, day in self._days if sentence <= number]
        if before:
            return before[-1]
        return self._days[0][1] if self._days and self._is_first else None

    def _day_by_name(self, mention: DateMention) -> tuple[int, When] | None:
        token, report = self._document.token_at(mention.start), self._document.report
        is_day = mention.first is None or (mention.precision in {"day", "days"} and not is_long(mention))
        if token is None or not is_day or event_of(mention, token) is None or _is_since(token):
            return None
        day = in_the_past(mention, report)
        if is_ahead(day, report):
            return None
        return self._document.number_of(token.sent), when(day, report.published)


def with_clocks_of_events(mentions: Sequence[DateMention], document: Document) -> list[DateMention]:
    """The dates, with times of day assigned to the day of the last event, not to that of a statement in between.

    "Ivo Brod, who was shot on Friday night, has died, officials said Saturday. The shooting was reported at 8 p.m."
    """
    last: DateMention | None = None
    found = []
    for mention in mentions:
        if not dates.is_clock(mention.text, LOCALE):
            last = mention if mention.precision == "day" and is_of_events(mention, document) else last
            found.append(mention)
        else:
            own = last or mention
            found.append(replace(mention, first=own.first, last=own.last, reason=own.reason))
    return found


def _is_since(day: Token) -> bool:
    """Whether a day is only the first of a time: "60 soldiers were killed since the offensive began on 1 March"."""
    verb = verb_above(day)
    return verb is not None and any(t.lower_ in lexicon.grammar().earlier.since for t in verb.lefts if t.dep_ == "mark")


def is_of_events(mention: DateMention, document: Document) -> bool:
    """Whether a date is not that of a statement or of a step of a court case."""
    token = document.token_at(mention.start)
    if token is None:
        return False
    verb = verb_dated(mention, token)
    is_other = verb is not None and (reports_speech(verb) or is_aftermath(verb))
    return not is_other or event_of(mention, token) is not None


def event_of(mention: DateMention, day: Token) -> Token | None:
    """The noun for an attack that a date belongs to, or the verb that dates one; None if there is none.

    "The attack on Sunday was blamed on the army", "a Thursday night shooting", "the brawl, which broke out at 2 a.m.
    on Friday", "the shooting was reported on Monday". ``day`` is the first word of the date.
    """
    nouns = takewhile(lambda t: t.pos_ not in {"VERB", "AUX"}, day.ancestors)
    above = next((t for t in nouns if t.pos_ == "NOUN" and _is_event(t)), None)
    verb = verb_above(day)
    return above or _event_after(mention, day) or _happening(verb) or _event_before(mention, day, verb)


def verb_dated(mention: DateMention, day: Token) -> Token | None:
    """Return the verb that a day belongs to, corrected for two errors of the parser.

    In "said on Friday it was looking into reports" the parse attaches the day to "looking" instead of "said"; "said
    that on Friday it looked" is right, and so is a time of day, which statements seldom have. In "six were killed in
    Velmar, in the north, on Friday, police said" it attaches the day to "said" instead of "killed".
    """
    verb = verb_above(day)
    if verb is not None and reports_speech(verb) and (told := _reported_clause(verb, day)) is not None:
        return told
    if verb is None or verb.dep_ != "ccomp" or not reports_speech(verb.head) or not verb.head.i < day.i:
        return verb
    is_within = mention.time is not None or any(t.dep_ == "mark" and t.i < day.i for t in verb.lefts)
    return verb.head if not is_within and any(t.dep_ in SUBJECTS and t.i > day.i for t in verb.lefts) else verb


def is_aside(anchor: Token) -> bool:
    """Whether a clause describes somebody, or recalls an event: "the worst attack since a bomb killed 88 in 2017"."""
    verb = verb_above(anchor)
    if verb is None or verb.dep_ != "advcl":
        return verb is not None and verb.dep_ in {"relcl", "acl"}
    return any(t.lower_ in lexicon.grammar().earlier.since for t in verb.lefts if t.dep_ == "mark")


def is_of_return(day: Token, anchor: Token) -> bool:
    """Whether a day is that on which the dead were given back: "handed over the bodies of six on Thursday"."""
    verb = verb_above(anchor)
    is_returned = verb is not None and verb.lemma_.lower() in lexicon.grammar().earlier.returning
    return is_returned and anchor.lower_ in lexicon.grammar().casualty.bodies and verb_above(day) == verb


def clause_and_time(anchor: Token) -> set[int]:
    """Token indexes of the clause of an anchor, and of a time before it: "an attack in 2019 that killed six"."""
    verb, own = verb_above(anchor), clause(anchor)
    if verb is None or verb.dep_ != "relcl":
        return own
    preps = (t for t in verb.head.rights if t.dep_ == "prep" and t.i < verb.left_edge.i)
    return own | {t.i for prep in preps for t in prep.children if t.ent_type_ == "DATE"}


def _reported_clause(speech: Token, day: Token) -> Token | None:
    """Return the verb of the reported clause before a day if the speaker follows the day.

    "…, on Friday, police said".
    """
    told = next((t for t in speech.lefts if t.dep_ == "ccomp" and t.right_edge.i < day.i), None)
    is_before = any(t.dep_ == "nsubj" and t.left_edge.i > day.i for t in speech.lefts)
    return told if is_before else None


def is_beside(day: Token, anchor: Token) -> bool:
    """Whether the parse attaches a day to a noun of the finding before it.

    "Said a boy shot Ivo Holm, 3, on 7 March".
    """
    verb = next((t for t in day.ancestors if t.pos_ in {"VERB", "AUX"}), None)
    nouns = takewhile(lambda t: t != verb, day.ancestors)
    return verb is not None and verb.i < anchor.i < day.i and any(anchor in noun.subtree for noun in nouns)


def _is_event(noun: Token) -> bool:
    """Whether a noun names an attack; "pleaded guilty to murder" and "charged with assault" only name a crime."""
    if noun.dep_ == "pobj" and noun.head.lower_ in lexicon.grammar().aftermath.of_crimes:
        over = noun.head.head
        if is_aftermath(over) or (is_aftermath(over.head) and over.head.i < over.i):
            return False
    lemma = noun.lemma_.lower()
    return (lemma,) in lexicon.phrases("events") or lemma in lexicon.grammar().aftermath.attacks


def _event_after(mention: DateMention, day: Token) -> Token | None:
    """A noun for an attack that follows a date in one phrase; the parse often attaches such a date to the verb."""
    after = [t for t in day.doc[day.i : day.sent.end] if t.idx >= mention.end][: _BETWEEN + 2]
    if after and after[0].text == "," and mention.text[-1:].isdigit():
        # "The 7 May, 2030, shooting".
        del after[0]
    described = list(takewhile(lambda t: t.tag_ in _DESCRIBING, after))
    following = after[: len(described) + 1]
    return next((t for t in following if t.tag_ in {"NN", "NNS", "VBG"} and _is_event(t)), None)


def _event_before(mention: DateMention, day: Token, verb: Token | None) -> Token | None:
    """An attack before a date that the parse attaches to an arrest or another step of the case.

    "Was arrested over a shooting Saturday", "is charged in the shooting at an inn on Friday", "was arrested Monday over
    the death of a boy at a home on 18 February", "was charged after a shooting at the inn on Friday", "was arrested in
    the shooting of a man at the inn about 7 p.m. on Friday", "the victim of a shooting in Velmar overnight has been
    identified". A step of a case in the present or the perfect has no day.
    """
    if verb is None or not is_aftermath(verb):
        return None
    start = day.i - 1 if day.i > day.sent.start and day.nbor(-1).tag_ == "IN" else day.i
    before = list(day.doc[(verb.i + 1 if verb.i < start else day.sent.start) : start])
    events = [n for n, t in enumerate(before) if t.pos_ == "NOUN" and _is_event(t)]
    if not events:
        return None
    event = before[events[-1]]
    is_next = verb.i > day.i or events[-1] == len(before) - 1 or mention.time is not None
    is_now = any(t.tag_ in _PRESENT for t in [verb, *verb.lefts] if t == verb or t.dep_ in {"aux", "auxpass"})
    is_after = any(t.lower_ in lexicon.grammar().aftermath.after for t in event.ancestors if t.i > verb.i)
    has_other_date = any(t.ent_type_ == "DATE" for t in before[: events[-1]])
    return event if is_next or is_now or is_after or has_other_date else None


def _happening(verb: Token | None) -> Token | None:
    """The verb if it says that an attack happened or was reported, or the verb of an arrest after it."""
    if verb is None:
        return None
    known, lemma = lexicon.grammar().aftermath, verb.lemma_.lower()
    subjects = [verb.head if t.tag_ == "WDT" else t for t in verb.lefts if t.dep_ in SUBJECTS]
    takes_place = any(t.dep_ == "dobj" and t.lower_ == known.taking.get(lemma) for t in verb.rights)
    if lemma in known.happening or takes_place:
        return None if any(t.lemma_.lower() in known.nouns for t in subjects) else verb
    follows = verb.dep_ == "advcl" and any(t.dep_ == "mark" and t.lower_ in known.after for t in verb.lefts)
    if follows and is_aftermath(verb.head) and not is_aftermath(verb):
        return verb
    is_reported = reports_speech(verb) and any(t.dep_ == "nsubjpass" for t in verb.lefts)
    return verb if (is_reported or lemma in known.beginning) and any(_is_event(t) for t in subjects) else None


def dates_its_head(token: Token, anchor: Token) -> bool:
    """Whether a date belongs to its head and not to the anchor: "confirmed today", "Friday's blast".

    Not in "Friday's clash in Dorna, where three soldiers died".
    """
    of_speech = reports_speech(token.head) and token.dep_ in {"npadvmod", "advmod"}
    return token.head.i != anchor.i and (of_speech or (token.dep_ == "poss" and not token.head.is_ancestor(anchor)))


def is_of_people(day: Token, anchor: Token) -> bool:
    """Whether a day is in a clause about people: "said it hit a base of fighters who took part in the May raid"."""
    below = takewhile(lambda t: t != anchor, day.ancestors)
    return any(t.dep_ == "relcl" and is_person(t.head) for t in below)


def is_pluperfect(verb: Token) -> bool:
    """Whether a verb is about a time before the events of the sentences around: "had obtained"."""
    return any(t.dep_ == "aux" and t.tag_ == "VBD" and is_have(t) for t in verb.lefts)


def is_of_clause_below(token: Token, anchor: Token) -> bool:
    """Whether a date is in a clause of another verb: "overnight" in "rose to 17 after three died overnight"."""
    verb, over = verb_above(token), verb_above(anchor)
    return verb is not None and over is not None and verb.dep_ == "advcl" and over.is_ancestor(verb)


def governs(token: Token, anchor: Token) -> bool:
    """Whether a date belongs to the verb above the anchor: "on 3 March gunmen attacked, killing two"."""
    verb, over = verb_above(token), verb_above(anchor)
    return verb is not None and over is not None and verb.tag_ == "VBD" and over.dep_ == "advcl" and over.head == verb


def is_of_speaker(verb: Token, anchor: Token) -> bool:
    """Whether a verb is of saying, or of what a speaker did: "visited the wounded on Friday and said six had died"."""
    is_attack = verb.lemma_.lower() in lexicon.casualty_type_of("done_to") or acts.is_act(verb)
    beside = (t for t in verb.rights if t.dep_ == "conj" and reports_speech(t) and t.is_ancestor(anchor))
    return reports_speech(verb) or (not is_attack and any(beside))
