"""The day of an event: the date of a sentence that belongs to a finding, and how long it stays valid after it.

The day of a statement ("said on Thursday") and the day of what follows an attack (an arrest, a trial, a funeral) are
never the day of the attack.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import dates
from tollbook.mentions import DateMention
from tollbook.model import When
from tollbook.readers.rules.dating import dated_periods
from tollbook.readers.rules.dating.dated_events import (
    NamedDays,
    clause_and_time,
    dates_its_head,
    event_of,
    governs,
    is_aside,
    is_beside,
    is_of_clause_below,
    is_of_people,
    is_of_return,
    is_of_speaker,
    is_pluperfect,
    verb_dated,
)
from tollbook.readers.rules.dating.earlier_events import another, days_earlier, is_back, is_of_another_day, is_own_day
from tollbook.readers.rules.dating.last_mention import LastMention
from tollbook.readers.rules.dating.page_dates import DATELINE_REACH, dates_in_text
from tollbook.readers.rules.dating.resolved_days import by, days_before, in_the_past, is_after, is_ahead, is_long, when
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import aftermath, uninvolved
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.events.other_acts import clause
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reporting import reports_speech, speech

_COARSE = frozenset({"month", "year"})
#: Days before the event of a report from which on another event is background: a judgement.
_LONG_BEFORE = 30


class EventDates:
    """Assigns days to the findings of one report, in text order."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._dates = dates_in_text(document)
        self._named = NamedDays(self._dates, document)
        self._attack, self._aftermath, self._recalled = LastMention[When](), LastMention[When](), LastMention[When]()

    def of_finding(self, sentence: Sentence, anchor: Token, span: tuple[int, int]) -> When | None:
        """The day of a finding at ``span``, from its words or from the text before; later findings may inherit it.

        The day of an arrest is inherited by arrests only.
        """
        now, own = self._document.number_of(sentence), self.stated(sentence, anchor, span)
        first, second = self._attack, self._aftermath
        if own is not None and own.precision in _COARSE and self._begins(sentence, anchor, own):
            # A count "since 2022" gives no day for later findings.
            return own
        if (years_ago := dated_periods.commemorated(anchor, self._document.report.published)) is not None:
            self._recalled.remember(years_ago, now)
            return years_ago
        day, last = self.stated(sentence, anchor, span, is_later=True) if own is None else None, first.recall(now)
        if day is not None and (last is None or is_after(last, day)):
            return by(day)
        if own is not None and self._is_later_death(own, anchor, now):
            second.remember(own, now)
            own = None
        elif aftermath.is_aftermath(anchor) and not (own is None and aftermath.is_death(anchor)):
            # A death of wounds without a day takes the day of the attack, not that of a funeral or an arrest before.
            first, second = second, first
        if days_earlier(anchor):
            base = second if any(aftermath.is_aftermath(t) for t in anchor.ancestors) else first
            return self._of_earlier(sentence, anchor, own, base.recall(now))
        background = None if own is not None else self._of_background(sentence, anchor, span)
        if background is not None:
            self._recalled.remember(background, now)
            return background
        other = another(anchor) or (_judged(anchor) if self._attack.is_provisional else None)
        if other is not None and is_of_another_day(other):
            # No later finding inherits its day, and it inherits none.
            return own or When(text=other, basis="relative")
        self._remember(own, first, sentence, anchor)
        # "In a separate incident" is about no event of years ago.
        day, later = own or first.recall(now, is_back=is_back(anchor) or other is not None), second.recall(now)
        if first is self._aftermath:
            return day or later
        # A report of a trial gives the day of the attack once: "who killed three in May last year".
        return day or self._recalled.recall(now) or self._named.nearest(now) or by(later)

    def _is_later_death(self, day: When, anchor: Token, now: int) -> bool:
        """Whether somebody dies on a day after the attack: "a girl wounded in Thursday's shooting died on Sunday"."""
        named = [attack for attack in self._named.of_sentence(now) if is_after(day, attack)]
        if not aftermath.dies_alone(anchor, after_attack=bool(named)):
            return False
        for attack in named:
            self._attack.remember(attack, now)
        return is_after(day, self._attack.recall(now))

    def _remember(self, own: When | None, memory: LastMention[When], sentence: Sentence, anchor: Token) -> None:
        """Let later findings inherit a day.

        The month of an event that a noun recalls ("for the killing of three in May") does not date what follows, nor
        the year of "the sixth journalist killed this year" and "the town, where 200 died in 1994, was shelled".
        """
        is_coarse = own is not None and own.precision in _COARSE
        is_recalled = memory.last is not None and (anchor.pos_ == "NOUN" or anchor.dep_ == "acl")
        is_recalled = is_recalled or (is_aside(anchor) and not aftermath.is_aftermath(sentence.root))
        if is_coarse and is_recalled:
            return
        memory.remember(
            own,
            self._document.number_of(sentence),
            as_first=not is_coarse or memory.last is None,
            is_provisional=_is_dateline(sentence),
            is_background=self.is_background(own),
        )

    def is_background(self, day: When | None) -> bool:
        """Whether a day is long before that of the event of the report, or in an earlier month or year."""
        main = self._attack.first
        if day is None or day.end is None or main is None or main.start is None or main.precision in _COARSE:
            return False
        before = (main.start - day.end).days
        return before >= _LONG_BEFORE or (before > 0 and day.precision in _COARSE)

    def is_main(self, day: When | None) -> bool:
        """Whether a day is that of the event of the report."""
        main = self._attack.first
        return day is not None and main is not None and day.start is not None and day.start == main.start

    def _of_earlier(self, sentence: Sentence, anchor: Token, own: When | None, base: When | None) -> When | None:
        """The day some days before that of the later event: "was arrested on Friday, four days after the shooting"."""
        days = self._tokens_of(own, sentence) if own is not None else []
        return own if any(is_own_day(day, anchor) for day in days) else days_before(own or base, days_earlier(anchor))

    def of_sentence(self, sentence: Sentence) -> When | None:
        """Remember the day of a sentence without a finding: that of its root, else of an attack that it names."""
        root, now = sentence.root, self._document.number_of(sentence)
        if self._attack.last is not None and is_pluperfect(root):  # "She had obtained an order in March."
            return None
        found = self.of_finding(sentence, root, (root.idx, root.idx + len(root)))
        for day in self._named.of_sentence(now):
            self._attack.remember(day, now, is_background=self.is_background(day))
        return found

    def recalls(self, sentence: Sentence, anchor: Token, span: tuple[int, int]) -> bool:
        """Whether a finding is of an earlier event that the sentence recalls; later findings do not inherit it."""
        return self.stated(sentence, anchor, span) is None and self._of_background(sentence, anchor, span) is not None

    def _of_background(
        self, sentence: Sentence, anchor: Token, span: tuple[int, int], *, is_statement: bool = False
    ) -> When | None:
        """The month, year or week of an earlier event that the sentence recalls; no later finding inherits it.

        "a bombing in February that killed 31", "in March two blasts hit the market, killing 40": the date belongs to
        the word above the finding in the parse. For a statement also to its topic: "admitted two bombings in May".
        """
        published = self._document.report.published
        above = {t.i for t in (*anchor.ancestors, *(anchor.subtree if is_statement else ()))}
        for mention in self._dates:
            token = self._document.token_at(mention.start)
            if token is None or token.sent.start != sentence.start or mention.last is None or published is None:
                continue
            if mention.last >= published or not (mention.precision in _COARSE or is_long(mention)):
                continue
            outside = (t for t in token.ancestors if not mention.start <= t.idx < mention.end)
            governing = next((t for t in outside if t.pos_ in {"NOUN", "PROPN", "VERB", "AUX"}), None)
            if governing is None or (reports_speech(governing) and token.i > governing.i):
                continue
            # "Including two hostages in 2016": the year belongs to the victims.
            if governing.i not in above and not span[0] <= governing.idx < span[1]:
                continue
            if is_statement and (token.head.lower_ in lexicon.grammar().earlier.since or is_of_people(token, anchor)):
                # "Blamed the Front, which has fought the army since 2019": the attack was not in 2019.
                continue
            return when(mention, published)
        return None

    def of_statement(self, sentence: Sentence, anchor: Token, span: tuple[int, int]) -> When | None:
        """As :meth:`of_finding`, for a statement about an event; no later finding inherits its day."""
        own = self.stated(sentence, anchor, span, is_statement=True)
        own = own or self._of_background(sentence, anchor, (0, 0), is_statement=True)
        is_undated = self._attack.is_provisional and anchor.lemma_.lower() in speech().aiming
        return own or (None if is_undated else self._attack.recall(self._document.number_of(sentence)))

    def stated(
        self,
        sentence: Sentence,
        anchor: Token,
        span: tuple[int, int],
        *,
        is_statement: bool = False,
        is_later: bool = False,
    ) -> When | None:
        """The day that the sentence itself states for a finding at ``span``, the nearest in its clause first.

        With ``is_later`` it may be the day of later news: "the toll rose to 26 on Thursday".
        """
        inside = [m for m in self._dates if sentence.start_char <= m.start < sentence.end_char]
        own = [m for m in inside if not self._belongs_elsewhere(m, anchor, is_statement=is_statement)]
        own = own if is_later else [m for m in own if not self._is_of_later_news(m)]
        if not own:
            return None
        in_clause = clause(anchor)
        # "Killed on Monday, the anniversary of a massacre in which 40 died in 1994".
        aside = clause_and_time(anchor) if is_aside(anchor) else set()
        own = [m for m in own if (t := self._document.token_at(m.start)) is not None and t.i in aside] or own

        def rank(mention: DateMention) -> tuple[bool, bool, bool, bool, int]:
            token = self._document.token_at(mention.start)
            coarse = mention.precision in {*_COARSE, "unknown"} and mention.first is not None
            # "Since May nine have been killed, the union said after a nurse was shot on Monday".
            coarse = coarse and not (token is not None and dated_periods.begins(token, anchor))
            return (
                coarse,
                token is None or token.i not in in_clause,
                token is not None and is_of_clause_below(token, anchor),
                token is not None and dates_its_head(token, anchor),
                min(abs(mention.start - span[1]), abs(mention.end - span[0])),
            )

        return self._resolved(min(own, key=rank), own, anchor)

    def _resolved(self, best: DateMention, own: Sequence[DateMention], anchor: Token) -> When:
        """The day that a date expression means for a finding; ``own`` are all dates of the finding, for its time."""
        token = self._document.token_at(best.start)
        if token is not None and (token.i in clause(anchor) or governs(token, anchor)):
            best = in_the_past(best, self._document.report)
        if best.reason == dates.AFTER_PUBLICATION or is_ahead(best, self._document.report):
            return When(basis=best.basis, text=best.text, reason=dates.AFTER_PUBLICATION)
        clock = next((m for m in (best, *own) if m.time), best)
        found = replace(when(best, self._document.report.published), time=clock.time, zone=clock.zone)
        is_since = token is not None and dated_periods.begins(token, anchor)
        return dated_periods.to_publication(found, self._document.report.published) if is_since else found

    def _begins(self, sentence: Sentence, anchor: Token, day: When) -> bool:
        """Whether the sentence counts casualties since a day: "500 people have been killed since 2022"."""
        return any(dated_periods.begins(token, anchor) for token in self._tokens_of(day, sentence))

    def _tokens_of(self, day: When, sentence: Sentence) -> list[Token]:
        """The first words of the dates of a sentence that have the words of a day."""
        own = (m for m in self._dates if m.text == day.text and sentence.start_char <= m.start < sentence.end_char)
        return [token for m in own if (token := self._document.token_at(m.start)) is not None]

    def _is_of_later_news(self, mention: DateMention) -> bool:
        token = self._document.token_at(mention.start)
        verb = None if token is None or event_of(mention, token) else verb_dated(mention, token)
        return verb is not None and aftermath.is_later_news(verb)

    def _belongs_elsewhere(self, mention: DateMention, anchor: Token, *, is_statement: bool) -> bool:
        """Whether a date is the day of a statement or of an aftermath, or a long time that dates another event."""
        token = self._document.token_at(mention.start)
        if token is None:
            return False
        event = event_of(mention, token)
        is_other = (aftermath.separates(token, anchor) and event is None) or aftermath.dates_publication(token)
        if is_other or is_of_return(token, anchor) or _is_of_other_event(token, anchor):
            return True
        verb, over = verb_dated(mention, token), verb_above(anchor)
        if verb is None or dated_periods.begins(token, anchor) or uninvolved.is_answered(anchor):
            return False
        if event is not None and aftermath.is_aftermath(anchor) and not aftermath.is_raid(event):
            return True
        if event is None and aftermath.is_aftermath(verb) and (verb != over or is_statement):
            return True
        is_speech = (is_statement or is_of_speaker(verb, anchor)) and event is None and not is_beside(token, anchor)
        if over is not None and verb.i == over.i:
            return is_speech and anchor.i == verb.i
        if mention.precision in _COARSE or is_long(mention):
            return True
        return is_speech and verb.i not in {t.i for t in anchor.subtree}


def _is_dateline(sentence: Sentence) -> bool:
    """Whether a sentence is only a dateline: "VELMAR, March 11 -"."""
    return sentence.start_char < DATELINE_REACH and not any(t.pos_ in {"VERB", "AUX"} for t in sentence)


def _judged(anchor: Token) -> str | None:
    """A noun that is the object of a later judgement: "killing" in "condemned the killing"."""
    is_object = anchor.pos_ == "NOUN" and anchor.dep_ == "dobj"
    return anchor.text if is_object and anchor.head.lemma_.lower() in speech().aiming else None


def _is_of_other_event(token: Token, anchor: Token) -> bool:
    """Whether a day is of an attack or its answer: "killed six on Monday to avenge a guard's death"; or a plan."""
    is_of_answer = uninvolved.is_answered(anchor) and token not in anchor.subtree
    is_of_answered = token.i in uninvolved.of_answered(anchor)
    is_elsewhere = dated_periods.is_of_mourning(token, anchor) or dated_periods.is_of_plan(token)
    return is_of_answer or is_of_answered or is_elsewhere or aftermath.is_of_abduction(token, anchor)
