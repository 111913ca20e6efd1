"""How much speaks for two episodes being one incident: a sum of weights, each with its reason in words.

The weights are those of a Fellegi-Sunter record linkage (Fellegi and Sunter 1969), set by hand and, where said,
swept on local shooting news (3,998 reports). None depends on what else is in the book. :data:`THRESHOLD` at 4 gave a
B-cubed F1 of 92.7 there and 83.6 for the incidents of found claims in 40 labelled war dispatches, at 5 92.6 and 85.0,
at 6 92.5 and 85.0.
"""

from datetime import date
from functools import lru_cache
from typing import NamedTuple

import msgspec
from rapidfuzz import fuzz

from tollbook import dates, locale
from tollbook.linking.event_mentions import EventMention
from tollbook.linking.similarity import day_apart, kilometres, same_family
from tollbook.linking.text_similarity import likeness, persons, shared_words, vector, words
from tollbook.model import Claim, IncidentKind, Place, Report, When

THRESHOLD = 5.0
#: How far below the threshold two episodes still are in doubt. What weighs less counts as nothing either way: taking it
#: as 0 rather than as it is changed B-cubed F1 by 0.01 on 3,998 reports of shootings and not at all on war dispatches.
DOUBT = 3.0
_HARMED = frozenset({"killed", "injured", "missing", "captured", "abducted"})
_NEAR_KM, _FAR_KM = 12.0, 60.0
#: Two spellings of one name: the token-set ratio above which transliterations fall and different surnames do not.
_SAME_NAME = 88
#: Reports of one event mostly appear within a week of each other.
_WINDOW_DAYS = 7
#: How the likeness of wording weighs: nothing at the neutral cosine, else in proportion between least and most. Swept
#: on 1,000 reports of local shootings (neutral 0.1 to 0.2, slope 20 and 30, least -2 to -4, most 6 and 9): slope 30
#: and most 9 raised B-cubed F1 from 91.7 to 92.2, least -3 to 92.8.
_ALIKE_NEUTRAL, _ALIKE_SLOPE, _ALIKE_LEAST, _ALIKE_MOST = 0.15, 30.0, -3.0, 9.0
#: Words in common below which nothing is told alike: a headline of a town shares the town's name with all its news.
_ALIKE_FEWEST = 3
#: What it weighs to give other ages: swept at -1 and -2 on 3,998 reports, together with what else stands in decision 8.
_OTHER_AGES = -2.0
#: What an equal figure weighs, by whether it counts at least so many.
_MANY, _FIGURE, _SMALL_FIGURE = 3, 1.0, 0.5
#: What a person named in both weighs, and several at most. Swept on 3,998 reports: 0 gave a B-cubed F1 of 92.3, 1.5 and
#: at most 4 92.4, 2.5 and 6 92.4, 3 and 9 92.4; on war dispatches it changed nothing.
_PERSON, _PERSONS_MOST = 2.5, 6.0
#: What speaks against one incident but does not rule it out, for reports err in days and gazetteers in places. Swept on
#: 3,998 reports: place -3 gave 91.0, -4 90.8.
_FAR_PLACE, _FAR_DAY, _FAR_WEEK = -3.0, -4.0, -6.0
#: What it weighs that each is told with the other's place, which the gazetteer may have put on another continent. Swept
#: on 3,998 reports: such a pair counted as far apart gave a B-cubed F1 of 93.6, at 0 93.9, at 1 and 2 94.0.
_OTHERS_PLACE = 2.0


class ScoreReason(NamedTuple):
    """One comparison: what it weighs, for one incident above zero and against it below, and what was found."""

    weight: float
    says: str


class Comparison(NamedTuple):
    """The sum of weights for one incident, and the reasons that make it."""

    weight: float
    reasons: tuple[ScoreReason, ...]


class MentionProfile(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """What an episode is compared by: small enough to be kept for a hundred thousand reports."""

    id: str
    report: str
    claims: tuple[str, ...]
    main: bool
    published: date | None
    place: Place | None
    when: When | None
    kind: IncidentKind | None
    names: frozenset[str]
    persons: frozenset[str]
    ages: frozenset[int]
    sites: frozenset[str]
    counts: frozenset[tuple[str, int]]
    words: dict[str, float]


def profile(
    episode: EventMention, report: Report | None, *, whole: bool, known: frozenset[str] = frozenset()
) -> MentionProfile:
    """The profile of one episode; ``whole`` where all of its report is about it. No other report has a say in it.

    ``known`` are words, in small letters, that are no names of those concerned: of places, outlets and informants.
    """
    harmed = [c for c in episode.claims if c.kind in _HARMED and c.people is not None]
    return MentionProfile(
        id=episode.id,
        report=episode.report,
        claims=tuple(sorted(c.id for c in episode.claims)) or (episode.id,),
        main=episode.main,
        published=report.published if report else None,
        place=episode.place,
        when=episode.when,
        kind=episode.event.kind if episode.event else None,
        names=frozenset(n for c in harmed if c.people for n in c.people.names if " " in n.strip()),
        persons=persons(episode, report, whole=whole, known=known),
        ages=frozenset(
            c.people.age.best for c in harmed if c.people and c.people.age and c.people.age.best is not None
        ),
        sites=frozenset(s.kind for c in episode.claims for s in c.sites),
        counts=_counts(harmed),
        words=vector(episode, report, whole=whole),
    )


def _counts(harmed: list[Claim]) -> frozenset[tuple[str, int]]:
    return frozenset(
        (c.kind, c.count.best) for c in harmed if c.count and c.count.best is not None and c.scope == "incident"
    )


def compare(one: MentionProfile, other: MentionProfile) -> Comparison:
    """The evidence that two episodes of different reports tell of one incident."""
    told = tuple(ScoreReason(w, why) for w, why in _parts(one, other, _worded(one, other)) if w)
    return Comparison(sum(reason.weight for reason in told), told)


def weigh(one: MentionProfile, other: MentionProfile) -> float:
    """The weight of that evidence alone: most pairs are told apart, and nobody asks why."""
    return sum(weight for weight, _ in _parts(one, other, ""))


def _parts(one: MentionProfile, other: MentionProfile, worded: str) -> list[tuple[float, str]]:
    """Every comparison with what it weighs; ``worded`` says what is found of the wording, the longest to say."""
    named, day = _names(one, other), _day(one, other)
    if named[0] > 0 and day[0] < 0:
        # Nobody is shot or killed twice: a day in court, or of a death weeks later, parts no one from his own case.
        day = 0.0, ""
    parts = [_place(one, other), day, _kind(one, other), named]
    parts += [_persons(one, other), (_wording(one, other), worded), _figures(one, other), _ages(one.ages, other.ages)]
    return [*parts, _shared("sites", one.sites, other.sites, 1.0)]


def _place(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """Where both are set. A gazetteer errs: it parts nobody whose words name the place of the other."""
    if one.place is None or other.place is None:
        return 0.0, ""
    weight, why = _apart(one.place, other.place)
    times = _names_place(one, other.place) + _names_place(other, one.place)
    if times == 2 and weight < _OTHERS_PLACE:
        return _OTHERS_PLACE, "each names the place of the other"
    return (0.0, "") if times and weight < 0 else (weight, why)


def _names_place(one: MentionProfile, place: Place) -> bool:
    """Whether an episode is told with all the words of a place's name."""
    named = _words_of(place.name)
    return bool(named) and named <= one.words.keys()


@lru_cache(maxsize=1 << 14)
def _words_of(name: str) -> frozenset[str]:
    return words(name)


def _apart(one: Place, other: Place) -> tuple[float, str]:
    fine = (one.precision or 9) <= 3 and (other.precision or 9) <= 3
    apart = kilometres(one, other)
    if one.name.lower() == other.name.lower() and (apart is None or apart < _FAR_KM):
        return (3.0 if fine else 1.0), f"both name {one.name}"
    if apart is not None and fine:
        if apart <= _NEAR_KM:
            return 2.5, f"{one.name} and {other.name} lie {apart:.0f} km apart"
        return (_FAR_PLACE, f"{one.name} and {other.name} lie {apart:.0f} km apart") if apart > _FAR_KM else (0.0, "")
    if one.country and other.country and one.country != other.country:
        return _FAR_PLACE, f"{one.name} and {other.name} are in different countries"
    return (0.5, f"both in {one.admin1}") if one.admin1 and one.admin1 == other.admin1 else (0.0, "")


def _day(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    apart = day_apart(one.when, other.when)
    if apart is not None:
        if apart > 2:
            return (_FAR_DAY if apart <= _WINDOW_DAYS else _FAR_WEEK), f"told {apart} days apart"
        return ((2.0, "the same day"), (0.5, "a day apart"), (-2.0, "two days apart"))[apart]
    if (fits := _fits(one.when, other.when)) is not None:
        return (1.5, "the weekday fits") if fits else (-3.0, "the weekday does not fit")
    gap = _gap(one, other)
    if gap is not None:
        if gap <= _WINDOW_DAYS:
            return 1.0, f"published {gap} days apart"
        return -3.0, f"published {gap} days apart"
    return 0.0, ""


def _gap(one: MentionProfile, other: MentionProfile) -> int | None:
    """Days between the publication of both, None where either is not known."""
    return abs((one.published - other.published).days) if one.published and other.published else None


def _fits(one: When | None, other: When | None) -> bool | None:
    """Whether the words for an unresolved day can mean the other's known day; None where that cannot be asked."""
    for worded, dated in ((one, other), (other, one)):
        if worded and dated and worded.start is None and worded.text and dated.start is not None:
            return dates.fits(worded.text, dated.start, locale.DEFAULT)
    return None


def _kind(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    a, b = one.kind, other.kind
    if a is None or b is None:
        return 0.0, ""
    if same_family(a, b):
        return (1.0, f"both a {a}") if a == b else (0.5, f"{a} and {b} can be one event")
    return -2.0, f"{a} against {b}"


def _names(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    if not one.names or not other.names:
        return 0.0, ""
    same = sorted(
        a for a in one.names if any(fuzz.token_set_ratio(a.lower(), b.lower()) >= _SAME_NAME for b in other.names)
    )
    if same:
        return min(6.0, 4.0 * len(same)), "both name " + ", ".join(same)
    return -2.0, "they name different persons"


def _persons(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """Persons named in both reports, whatever their part in it; those harmed are compared before."""
    both = sorted(one.persons & other.persons)
    weight = min(_PERSONS_MOST, _PERSON * len(both))
    return weight, "both speak of " + ", ".join(name.title() for name in both[:4])


def _wording(one: MentionProfile, other: MentionProfile) -> float:
    both = one.words.keys() & other.words.keys()
    alike = likeness(one.words, other.words, both)
    weight = min(_ALIKE_MOST, max(_ALIKE_LEAST, _ALIKE_SLOPE * (alike - _ALIKE_NEUTRAL)))
    return weight if len(both) >= _ALIKE_FEWEST else min(weight, 0.0)


def _worded(one: MentionProfile, other: MentionProfile) -> str:
    both = one.words.keys() & other.words.keys()
    most = shared_words(one.words, other.words, both, 4)
    said = f"told {likeness(one.words, other.words, both):.0%} alike"
    return said + (f", both with {', '.join(most)}" if most else "")


def _figures(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """Equal figures: many reports tell of one or two harmed, few of the same seventeen."""
    both = sorted(one.counts & other.counts)
    weight = sum(_FIGURE if number >= _MANY else _SMALL_FIGURE for _, number in both)
    return weight, "the same figures: " + ", ".join(f"{number} {kind}" for kind, number in both)


def _ages(one: frozenset[int], other: frozenset[int]) -> tuple[float, str]:
    apart = one and other and not one & other
    return (_OTHER_AGES, "they give different ages") if apart else _shared("ages", one, other, 1.0)


def _shared(what: str, one: frozenset[object], other: frozenset[object], weight: float) -> tuple[float, str]:
    both = one & other
    return (weight, f"the same {what}") if both else (0.0, "")
