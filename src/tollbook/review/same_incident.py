"""The question whether two incidents are one."""

from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from math import log1p

from tollbook import linking, reconcile
from tollbook.incidents.questions import BY_NAME, Answer, Card, Question, Suggestion
from tollbook.incidents.questions.suggestions import gap
from tollbook.locale.messages import message, plural
from tollbook.model import Report, content_id
from tollbook.store.blocking_rows import UncertainPair

#: A pair this far below the threshold is more likely two incidents: the lower half of the doubtful weights, a
#: judgement.
_WEAK = linking.THRESHOLD - linking.DOUBT / 2
#: From this many days between two incidents on, weak evidence is not worth a question: one has a report without a day,
#: and other reports there give the day. A judgement: a misread day is mostly off by a week at most.
_DAYS_APART = 8
#: From this many days between two reports on they are unlikely to be about one incident.
_APART = 45


def moves(pair: UncertainPair) -> float:
    """How much the answer may change: most at the threshold, less the farther the evidence is from it."""
    openness = max(0.0, 1 - abs(pair.weight - linking.THRESHOLD) / linking.DOUBT)
    return round(openness * (log1p(_counted_twice(pair)) + _fewer(pair)), 3)


def is_worth_asking(pair: UncertainPair, days: Mapping[str, tuple[date, date]]) -> bool:
    """Whether a person should be asked about two incidents: not if their days lie apart and the evidence is below the
    threshold. ``days`` are the first and the last of each incident that has them.
    """
    one, other = days.get(pair.one_incident), days.get(pair.other_incident)
    if one is None or other is None or pair.weight >= linking.THRESHOLD:
        return True
    return (max(one[0], other[0]) - min(one[1], other[1])).days < _DAYS_APART


def question_id(pair: UncertainPair) -> str:
    """The id of the question about a pair."""
    return content_id("same?", *sorted((pair.one, pair.other)))


def same_incident(pair: UncertainPair, titles: Mapping[str, str], reports: Mapping[str, Report]) -> Question:
    """The question whether two incidents are one."""
    first, second = sorted((pair.one, pair.other))
    name = question_id(pair)
    return Question(
        id=name,
        kind="same?",
        harm=BY_NAME["same?"].harm,
        incident=pair.one_incident,
        other_incident=pair.other_incident,
        title=titles.get(pair.one_incident, ""),
        sentence=message(
            "Are these one incident or two: “{one}” and “{other}”?",
            one=titles.get(pair.one_incident, ""),
            other=titles.get(pair.other_incident, ""),
        ),
        claims=(first, second),
        cards=(Card(claims=(first,)), Card(claims=(second,))),
        answers=_answers(name, first, second),
        suggestion=_suggestion(pair, reports),
        moves=moves(pair),
        why=plural(
            "The evidence weighs {weight:.1f}; incidents are linked from {threshold:.1f} on. If they are one, "
            "{n} report changes its incident, and the number of people counted twice is {people}.",
            "The evidence weighs {weight:.1f}; incidents are linked from {threshold:.1f} on. If they are one, "
            "{n} reports change their incident, and the number of people counted twice is {people}.",
            _fewer(pair),
            weight=pair.weight,
            threshold=linking.THRESHOLD,
            people=_counted_twice(pair),
        ),
    )


def _counted_twice(pair: UncertainPair) -> int:
    """The number of people who are counted twice if the two are one."""
    both = ((pair.one_killed, pair.other_killed), (pair.one_injured, pair.other_injured))
    return sum(min(one, other) for one, other in both if one and other)


def _fewer(pair: UncertainPair) -> int:
    """The number of reports of the smaller incident."""
    return min(pair.one_reports, pair.other_reports)


def _answers(name: str, first: str, second: str) -> tuple[Answer, ...]:
    one, other = message("They are about one incident."), message("They are about two incidents.")
    return (
        Answer(says=one, verdict="same", action="same", subject=first, other=second, why=one),
        Answer(says=other, verdict="not same", action="not same", subject=first, other=second, why=other),
        Answer(says=message("There is nothing to do."), verdict="settle", action="settle", subject=name),
    )


def _suggestion(pair: UncertainPair, reports: Mapping[str, Report]) -> Suggestion | None:
    """Two, if they were published long after each other or the evidence is weak; one, if one report copies the other.

    Evidence near the threshold suggests nothing. Neither does strong evidence, because other reports outweighed it when
    the incidents were not linked.
    """
    one, other = reports.get(pair.one_report), reports.get(pair.other_report)
    if one is not None and other is not None:
        days = sorted(day for day in (one.published, other.published) if day is not None)
        if len(days) == 2 and (days[1] - days[0]).days >= _APART:
            return Suggestion(action="not same", why=gap(days[0], days[1]), rule="published apart")
        if copied := _copied(one.text, other.text):
            why = message("One report copies the other ({share:.0%} of its text).", share=copied)
            return Suggestion(action="same", why=why, rule="copied report")
    if pair.weight >= _WEAK:
        return None
    why = message("The evidence for one incident is weak.")
    return Suggestion(action="not same", why=why, rule="evidence for two")


@lru_cache(maxsize=4096)
def _copied(one: str, other: str) -> float:
    """The share of its text that one of two reports has from the other; 0 if there is no copy."""
    first, second = (reconcile.fingerprint(Report(id=name, sha256="", text=name)) for name in (one, other))
    copy = reconcile.compare_texts(first, second)
    return copy.share if copy is not None else 0.0
