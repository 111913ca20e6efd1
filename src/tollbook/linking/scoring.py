"""Scores a pair of event mentions: a sum of weights for one incident or against it, each with its reason.

The weights are those of a Fellegi-Sunter record linkage (Fellegi and Sunter 1969), set by hand and, where noted,
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
from tollbook.linking.settings import ClusterMember, gives_day
from tollbook.linking.similarity import are_far_apart, day_apart, kilometres, same_family
from tollbook.linking.text_similarity import cosine, lower_words, persons, shared_words, vector
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, IncidentKind, Place, Report, When

THRESHOLD = 5.0
#: How far below the threshold a pair still is in doubt. A lower weight counts as 0 in clustering: counting it as it is
#: changed B-cubed F1 by 0.01 on 3,998 reports of shootings and not at all on war dispatches.
DOUBT = 3.0
_CASUALTIES = frozenset({"killed", "injured", "missing", "captured", "abducted"})
_NEAR_KM, _FAR_KM = 12.0, 60.0
#: The least token-set ratio of two spellings of one name: transliterations are above it, different surnames below.
_SAME_NAME = 88
#: Reports of one event mostly appear within a week of each other.
_WINDOW_DAYS = 7
#: How text similarity weighs: nothing at the neutral cosine, else in proportion between least and most. Swept
#: on 1,000 reports of local shootings (neutral 0.1 to 0.2, slope 20 and 30, least -2 to -4, most 6 and 9): slope 30
#: and most 9 raised B-cubed F1 from 91.7 to 92.2, least -3 to 92.8.
_COSINE_NEUTRAL, _COSINE_SLOPE, _COSINE_LEAST, _COSINE_MOST = 0.15, 30.0, -3.0, 9.0
#: With fewer words in common, similarity adds no weight: a headline of a town shares its name with all news of it.
_FEWEST_SHARED = 3
#: The weight of different ages: swept at -1 and -2 on 3,998 reports, together with the other changes of decision 8.
_OTHER_AGES = -2.0
#: A figure from which on an equal one weighs more; the weights from there on and below; that of figures far apart.
_LARGE, _LARGE_FIGURE, _SMALL_FIGURE, _FAR_FIGURE = 3, 1.0, 0.5, -4.0
#: The weight of a person named in both, and the most for several. Swept on 3,998 reports: 0 gave a B-cubed F1 of 92.3,
#: 1.5 and at most 4 92.4, 2.5 and 6 92.4, 3 and 9 92.4; on war dispatches it changed nothing.
_PERSON, _PERSONS_MOST = 2.5, 6.0
#: Evidence against one incident that does not exclude it: reports err in days, gazetteers in places. Swept on 3,998
#: reports: place -3 gave 91.0, -4 90.8.
_FAR_PLACE, _FAR_DAY, _FAR_WEEK = -3.0, -4.0, -6.0
#: The weight when the words of each mention name the place of the other, which the gazetteer may have put on another
#: continent. Swept on 3,998 reports: such a pair counted as far apart gave a B-cubed F1 of 93.6, at 0 93.9, at 1 and
#: 2 94.0.
_NAMES_PLACE_OF_OTHER = 2.0


class ScoreReason(NamedTuple):
    """One comparison: its weight, above 0 for one incident and below 0 against it, and a sentence that says why."""

    weight: float
    sentence: str


class Comparison(NamedTuple):
    """The sum of the weights, and the reasons it is made of."""

    weight: float
    reasons: tuple[ScoreReason, ...]


class MentionProfile(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The features of a mention that are compared: small enough to store for a hundred thousand reports."""

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


#: What can be compared of a mention: all of it, or what clustering keeps.
Compared = MentionProfile | ClusterMember


def profile(
    mention: EventMention, report: Report | None, *, whole: bool, not_persons: frozenset[str] = frozenset()
) -> MentionProfile:
    """The profile of one mention, from its own report alone; ``whole`` if all of the report is about it.

    ``not_persons`` are words, in lower case, of names that are not those of casualties: places, outlets, informants.
    """
    casualties = [c for c in mention.claims if c.kind in _CASUALTIES and c.people is not None]
    people = [each for c in casualties if c.people for each in c.people.each]
    return MentionProfile(
        id=mention.id,
        report=mention.report,
        claims=tuple(sorted(c.id for c in mention.claims)) or (mention.id,),
        main=mention.main,
        published=report.published if report else None,
        place=mention.place,
        when=mention.when,
        kind=mention.event.kind if mention.event else None,
        names=frozenset(n for c in casualties if c.people for n in c.people.names if " " in n.strip()),
        persons=persons(mention, report, whole=whole, not_persons=not_persons),
        ages=frozenset(p.age.best for p in people if p.age is not None and p.age.best is not None),
        sites=frozenset(s.kind for c in mention.claims for s in c.sites),
        counts=_counts(casualties),
        words=vector(mention, report, whole=whole),
    )


def _counts(casualties: list[Claim]) -> frozenset[tuple[str, int]]:
    return frozenset(
        (c.kind, c.count.best) for c in casualties if c.count and c.count.best is not None and c.scope == "incident"
    )


def compare(one: MentionProfile, other: MentionProfile) -> Comparison:
    """The evidence that two mentions of different reports are of one incident."""
    reasons = tuple(ScoreReason(w, why) for w, why in _parts(one, other, _similarity_reason(one, other)) if w)
    return Comparison(sum(reason.weight for reason in reasons), reasons)


def weigh(one: MentionProfile, other: MentionProfile) -> float:
    """The weight of that evidence alone: quicker, for the many pairs whose reasons are not shown."""
    return sum(weight for weight, _ in _parts(one, other, ""))


def _parts(one: MentionProfile, other: MentionProfile, similarity: str) -> list[tuple[float, str]]:
    """Every comparison: its weight and its reason. ``similarity`` is the reason of text similarity, slow to make."""
    names, day = casualties_named(one, other), _day(one, other)
    if names[0] > 0 and day[0] < 0:
        # Nobody is shot or killed twice: a later day, in court or of the death, does not separate a person's own case.
        day = 0.0, ""
    parts = [_place(one, other), day, _kind(one, other), names, _persons(one, other)]
    parts += [(_similarity(one, other), similarity), _figures(one, other), _ages(one.ages, other.ages)]
    return [*parts, _sites(one.sites, other.sites)]


def _place(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The two places. Gazetteers err, so no distance counts against a pair if one names the place of the other."""
    if one.place is None or other.place is None:
        return 0.0, ""
    weight, why = _apart(one.place, other.place)
    times = _names_place(one, other.place) + _names_place(other, one.place)
    if times == 2 and weight < _NAMES_PLACE_OF_OTHER:
        return _NAMES_PLACE_OF_OTHER, message("Each names the place of the other.")
    return (0.0, "") if times and weight < 0 else (weight, why)


def _names_place(one: MentionProfile, place: Place) -> bool:
    """Whether the text of a mention has all the words of a place's name."""
    name = _place_words(place.name)
    return bool(name) and name <= one.words.keys()


@lru_cache(maxsize=1 << 14)
def _place_words(name: str) -> frozenset[str]:
    return lower_words(name)


def _apart(one: Place, other: Place) -> tuple[float, str]:
    fine = (one.precision or 9) <= 3 and (other.precision or 9) <= 3
    apart = kilometres(one, other)
    if one.name.lower() == other.name.lower() and (apart is None or apart < _FAR_KM):
        return (3.0 if fine else 1.0), message("Place named in both: {place}.", place=one.name)
    if apart is not None and fine:
        if apart <= _NEAR_KM:
            return 2.5, _distance(one, other, apart)
        return (_FAR_PLACE, _distance(one, other, apart)) if apart > _FAR_KM else (0.0, "")
    if one.country and other.country and one.country != other.country:
        return _FAR_PLACE, message("{one} and {other} are in different countries.", one=one.name, other=other.name)
    if one.admin1 and one.admin1 == other.admin1:
        return 0.5, message("Both places are in {region}.", region=one.admin1)
    return 0.0, ""


def _distance(one: Place, other: Place, kilometres: float) -> str:
    km = f"{kilometres:.0f}"
    return message("{one} and {other} lie {km} km apart.", one=one.name, other=other.name, km=km)


def _day(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The two days. A month or a year near a day says less than the days of publication, if these are known."""
    apart, gap = day_apart(one.when, other.when), days_between_publications(one, other)
    vague = gap is not None and not (gives_day(one.when) and gives_day(other.when))
    if apart is not None and (apart > _WINDOW_DAYS or not vague):
        if apart > 2:
            weight = _FAR_DAY if apart <= _WINDOW_DAYS else _FAR_WEEK
            return weight, message("They give days {n} days apart.", n=apart)
        return (
            (2.0, message("They give the same day.")),
            (0.5, message("They give days one day apart.")),
            (-2.0, message("They give days two days apart.")),
        )[apart]
    if (fits := _fits(one.when, other.when)) is not None:
        return (1.5, message("The weekday fits.")) if fits else (-3.0, message("The weekday does not fit."))
    if gap is not None:
        weight = 1.0 if gap <= _WINDOW_DAYS else -3.0
        return weight, plural("They were published {n} day apart.", "They were published {n} days apart.", gap)
    return 0.0, ""


def days_between_publications(one: Compared, other: Compared) -> int | None:
    """Days between the publication of both; None if either is not known."""
    return abs((one.published - other.published).days) if one.published and other.published else None


def _fits(one: When | None, other: When | None) -> bool | None:
    """Whether the words for an unresolved day can mean the known day of the other; None if neither has such words."""
    for worded, dated in ((one, other), (other, one)):
        if worded and dated and worded.start is None and worded.text and dated.start is not None:
            return dates.fits(worded.text, dated.start, locale.DEFAULT)
    return None


def _kind(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    a, b = one.kind, other.kind
    if a is None or b is None:
        return 0.0, ""
    if same_family(a, b):
        if a == b:
            return 1.0, message("Both call it: {kind}.", kind=a)
        return 0.5, message("One calls it {one}, the other {other}; these can be one event.", one=a, other=b)
    return -2.0, message("One calls it {one}, the other {other}.", one=a, other=b)


def casualties_named(one: Compared, other: Compared) -> tuple[float, str]:
    """The weight of the names of casualties, above 0 if one is named in both, with its reason."""
    if not one.names or not other.names:
        return 0.0, ""
    same = sorted(
        a for a in one.names if any(fuzz.token_set_ratio(a.lower(), b.lower()) >= _SAME_NAME for b in other.names)
    )
    if same:
        return min(6.0, 4.0 * len(same)), message("Casualties named in both: {persons}.", persons=", ".join(same))
    return -2.0, message("They name different casualties.")


def _persons(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """Persons named in both, whatever their role; :func:`_names` compares the casualties."""
    both = sorted(one.persons & other.persons)
    weight = min(_PERSONS_MOST, _PERSON * len(both))
    return weight, message("Persons named in both: {persons}.", persons=", ".join(name.title() for name in both[:4]))


def _similarity(one: MentionProfile, other: MentionProfile) -> float:
    both = one.words.keys() & other.words.keys()
    value = cosine(one.words, other.words, both)
    weight = min(_COSINE_MOST, max(_COSINE_LEAST, _COSINE_SLOPE * (value - _COSINE_NEUTRAL)))
    return weight if len(both) >= _FEWEST_SHARED else min(weight, 0.0)


def _similarity_reason(one: MentionProfile, other: MentionProfile) -> str:
    both = one.words.keys() & other.words.keys()
    words = ", ".join(shared_words(one.words, other.words, both, 4))
    percent = f"{100 * cosine(one.words, other.words, both):.0f}"
    if not words:
        return message("The texts are {percent} % alike.", percent=percent)
    return message("The texts are {percent} % alike; both have the words {words}.", percent=percent, words=words)


def _figures(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """Equal figures: many reports count one or two casualties, few the same seventeen."""
    both = sorted(one.counts & other.counts)
    if not both and (far := _far_figures(one, other)):
        return _FAR_FIGURE, message("They give figures far apart: {one} and {other} killed.", one=far[0], other=far[1])
    weight = sum(_LARGE_FIGURE if number >= _LARGE else _SMALL_FIGURE for _, number in both)
    figures = ", ".join(f"{number} {kind}" for kind, number in both)
    return weight, message("They give the same figures: {figures}.", figures=figures)


def _far_figures(one: MentionProfile, other: MentionProfile) -> tuple[int, int] | None:
    """The largest numbers of dead of both, if one is a multiple of the other."""
    dead = most_dead(one), most_dead(other)
    return dead if are_far_apart(*dead) else None


def most_dead(mention: MentionProfile) -> int:
    """The largest number of dead that a mention gives; 0 without one."""
    return max((number for kind, number in mention.counts if kind == "killed"), default=0)


def _ages(one: frozenset[int], other: frozenset[int]) -> tuple[float, str]:
    if one and other and not one & other:
        return _OTHER_AGES, message("They give different ages.")
    return (1.0, message("They give the same ages.")) if one & other else (0.0, "")


def _sites(one: frozenset[str], other: frozenset[str]) -> tuple[float, str]:
    return (1.0, message("They give the same kind of site.")) if one & other else (0.0, "")
