"""Scores a pair of event mentions: a sum of weights for one incident or against it, each with its reason.

The weights are those of a Fellegi-Sunter record linkage (Fellegi and Sunter 1969): twice the natural logarithm of how
many times likelier a finding is for two reports of one incident than for two of several. ``training/linking.py`` fits
them on pairs of reports of local shootings (decision 146); they are rounded to halves. Kinds, kinds of sites and
figures far apart are set by hand, because all reports there are of shootings with few casualties. No weight depends on
the other reports in the book. A pair at the threshold is as likely of one incident as of two.
"""

from collections.abc import Set
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz

from tollbook import dates, locale
from tollbook.linking import spots
from tollbook.linking.profiles import Compared, MentionProfile, days_between_publications, most_dead
from tollbook.linking.settings import gives_day
from tollbook.linking.similarity import are_far_apart, day_apart, in_two_regions, kilometres, same_family
from tollbook.linking.text_similarity import cosine, headline_similarity, lower_words, rare_words, rarity, shared_words
from tollbook.locale.messages import message, plural
from tollbook.model import Place, When

THRESHOLD = 5.0
#: How far below the threshold a pair is still in doubt. A lower weight counts as 0 in clustering: counting it in full
#: changed B-cubed F1 by 0.01 on 3,998 reports of shootings and not at all on war dispatches.
DOUBT = 3.0
_NEAR_KM, _FAR_KM = 12.0, 60.0
#: The least token-set ratio of two spellings of one name: transliterations are above it, different surnames below.
_SAME_NAME = 88
#: Reports of one event mostly appear on the same or the next day, then within a week, then within a month.
_NEXT_DAY, _WINDOW_DAYS, MONTH = 1, 7, 30
#: The weight of text similarity by cosine, interpolated. The first weight is also the prior against any pair: two
#: reports that share a place, a name or a rare word are seldom of one incident.
_SIMILARITY = ((0.0, -7.5), (0.1, -5.0), (0.2, 0.0), (0.3, 2.0), (0.4, 3.5), (0.5, 4.5), (1.0, 4.5))
#: The most weight of similarity with fewer common words: a headline shares the name of a town with all news of it. At 0
#: instead of -3 B-cubed F1 was 93.85 instead of 93.82, and a council's news joined a killing of its day.
_FEWEST_SHARED, _FEW_SHARED = 3, -3.0
#: The weight of a number of rare words in common, the highest number first.
_RARE_WORDS = ((4, 3.0), (2, 1.5))
#: The weight of the similarity of two headlines, the highest first (decision 170, also for rare words).
_HEADLINES = ((0.1, 1.5), (0.05, 0.0), (0.0, -1.5))
_SAME_AGES, _OTHER_AGES = 0.5, -3.0
#: From this figure on, equal figures count twice; the weight of one such or two smaller figures, and of more; the
#: weight of figures far apart.
_LARGE, _SAME_FIGURE, _SAME_FIGURES, _FAR_FIGURE = 3, 1.0, 2.0, -4.0
#: The weight of a casualty of one report who is named in the other. Different casualties weigh nothing: reports name
#: some of several.
_SAME_CASUALTY = 4.5
#: The weights of the same day, one day apart, two days apart; of more days; and of more days in reports that appeared
#: within a day of each other, where one of the days is often misread.
_SAME_DAY, _ONE_DAY, _TWO_DAYS, _FAR_DAY, _FAR_DAY_NEXT = 6.0, 1.5, -1.0, -2.0, 1.5
#: The same for days more than a month apart. If both appeared within a month, one day is nearly always misread.
_FAR_MONTH, _FAR_MONTH_NEAR = -2.5, 3.0
#: The weights of publication within a day, a week, a month, and later, if a report gives no day.
_PUBLISHED = ((_NEXT_DAY, 6.0), (_WINDOW_DAYS, 2.5), (MONTH, 0.0))
_PUBLISHED_LATER = -1.5
#: The weights of a weekday that fits, and of one that does not. Too few pairs have one to fit the weights; they are set
#: between those of a day and of no day.
_WEEKDAY, _OTHER_WEEKDAY = 4.0, -2.0
#: The weights of the same place, of a near or only roughly known place, and of places far apart. Candidates mostly
#: share a place, so it adds little.
_SAME_PLACE, _NEAR_PLACE, _FAR_PLACE = 1.0, 0.5, -4.5
#: The weights of addresses or sites in a town that share a name, and of two street addresses that share none. Fitted to
#: the pairs of shootings that give two they are 7.0 and -2.5. The first is less here, since its words are in the texts
#: too; the second is more, since pairs with it are as often of one incident as of two from a weight of 10 on. B-cubed
#: F1: 94.74 without, 94.88 with these, 94.91 at -3, 94.80 at -6.
_SAME_SPOT, _OTHER_SPOT = 5.0, -4.0


class ScoreReason(NamedTuple):
    """One comparison: its weight, above 0 for one incident and below 0 against it, and a sentence that says why."""

    weight: float
    sentence: str


class Comparison(NamedTuple):
    """The sum of the weights, and the reasons it is made of."""

    weight: float
    reasons: tuple[ScoreReason, ...]


def compare(one: MentionProfile, other: MentionProfile) -> Comparison:
    """The evidence that two mentions of different reports are of one incident."""
    reasons = tuple(ScoreReason(w, why) for w, why in _parts(one, other, _similarity_reason(one, other)) if w)
    return Comparison(sum(reason.weight for reason in reasons), reasons)


def weigh(one: MentionProfile, other: MentionProfile) -> float:
    """The weight of that evidence alone: quicker, for the many pairs whose reasons are not shown."""
    return sum(weight for weight, _ in _parts(one, other, ""))


def _parts(one: MentionProfile, other: MentionProfile, similarity: str) -> list[tuple[float, str]]:
    """Every comparison: its weight and its reason. ``similarity`` is the reason of text similarity, slow to make."""
    both = one.words.keys() & other.words.keys()
    casualties, day = _casualties(one, other), _day(one, other)
    if casualties[0] > 0 and day[0] < 0:
        # Nobody is killed twice: if both name the same casualty, a later day (of the death or of a trial) separates
        # nothing.
        day = 0.0, ""
    parts = [_place(one, other), day, _kind(one, other), casualties, (_similarity(one, other, both), similarity)]
    parts += [_rare(both), _headlines(one, other), _figures(one, other), _ages(one.ages, other.ages)]
    return [*parts, _sites(one.sites, other.sites), _spots(one.place, other.place, named=casualties[0] > 0)]


def _place(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The weight of the two places. Distance counts half if one text names the place of the other: gazetteers err."""
    # Not ignored, since every text on a war names the same cities. War dispatches, B-cubed F1: 86.95, with half 87.35.
    if one.place is None or other.place is None:
        return 0.0, ""
    weight, why = _apart(one.place, other.place)
    times = _names_place(one, other.place) + _names_place(other, one.place)
    if times == 2 and weight < _NEAR_PLACE:
        return _NEAR_PLACE, message("Each names the place of the other.")
    return (weight / 2 if times and weight < 0 else weight), why


def _names_place(one: MentionProfile, place: Place) -> bool:
    """Whether the text of a mention has all the words of a place's name."""
    name = _lower_words(place.name)
    return bool(name) and name <= one.words.keys()


@lru_cache(maxsize=1 << 14)
def _lower_words(name: str) -> frozenset[str]:
    return lower_words(name)


def _apart(one: Place, other: Place) -> tuple[float, str]:
    fine = (one.precision or 9) <= 3 and (other.precision or 9) <= 3
    apart = kilometres(one, other)
    if one.name.lower() == other.name.lower() and (apart is None or apart < _FAR_KM):
        return (_SAME_PLACE if fine else _NEAR_PLACE), message("Place named in both: {place}.", place=one.name)
    if apart is not None and (fine or in_two_regions(one, other)):
        if apart <= _NEAR_KM:
            return _NEAR_PLACE, _distance(one, other, apart)
        return (_FAR_PLACE, _distance(one, other, apart)) if apart > _FAR_KM else (0.0, "")
    if one.country and other.country and one.country != other.country:
        return _FAR_PLACE, message("{one} and {other} are in different countries.", one=one.name, other=other.name)
    return 0.0, ""


def _spots(one: Place | None, other: Place | None, *, named: bool) -> tuple[float, str]:
    """The weight of the addresses or sites of both."""
    common = spots.shared(one, other)
    if common is None or one is None or other is None:
        return 0.0, ""
    if common.name:
        why = message("They name one address or site: “{one}”, “{other}”.", one=one.text, other=other.text)
        return _SAME_SPOT, why
    if named or not common.streets:
        return 0.0, ""  # where a casualty was found, or lived; a bar, and its street
    return _OTHER_SPOT, message("They name different addresses: “{one}”, “{other}”.", one=one.text, other=other.text)


def _distance(one: Place, other: Place, kilometres: float) -> str:
    return message("{one} and {other} lie {km} km apart.", one=one.name, other=other.name, km=f"{kilometres:.0f}")


def _day(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The weight of the two days. If one is a month or a year, known days of publication are used instead."""
    apart, gap = day_apart(one.when, other.when), days_between_publications(one, other)
    vague = gap is not None and not (gives_day(one.when) and gives_day(other.when))
    if apart is not None and (apart > _WINDOW_DAYS or not vague):
        return _days(apart, gap)
    if (fits := _fits(one.when, other.when)) is not None:
        if fits:
            return _WEEKDAY, message("The weekday fits.")
        return _OTHER_WEEKDAY, message("The weekday does not fit.")
    if gap is None:
        return 0.0, ""
    weight = next((weight for most, weight in _PUBLISHED if gap <= most), _PUBLISHED_LATER)
    return weight, plural("They were published {n} day apart.", "They were published {n} days apart.", gap)


def _days(apart: int, gap: int | None) -> tuple[float, str]:
    """The weight of two days, by the days between them and between the publication of the reports."""
    if apart <= 2:
        return (
            (_SAME_DAY, message("They give the same day.")),
            (_ONE_DAY, message("They give days one day apart.")),
            (_TWO_DAYS, message("They give days two days apart.")),
        )[apart]
    if apart <= MONTH:
        weight = _FAR_DAY_NEXT if gap is not None and gap <= _NEXT_DAY else _FAR_DAY
    else:
        weight = _FAR_MONTH_NEAR if gap is not None and gap <= MONTH else _FAR_MONTH
    return weight, message("They give days {n} days apart.", n=apart)


def _fits(one: When | None, other: When | None) -> bool | None:
    """Whether an unresolved day in one can be the known day of the other; None if neither has an unresolved day."""
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


def common_casualties(one: Compared, other: Compared) -> list[str]:
    """The names of casualties of one mention who are also casualties of the other, by similar spelling."""
    return sorted(
        a for a in one.names if any(fuzz.token_set_ratio(a.lower(), b.lower()) >= _SAME_NAME for b in other.names)
    )


def _casualties(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The casualties of both, or of one if the text of the other names them."""
    if same := common_casualties(one, other):
        return _SAME_CASUALTY, message("Casualties named in both: {persons}.", persons=", ".join(same))
    if found := sorted({*_names_in(one, other), *_names_in(other, one)}):
        sentence = message("Casualties of one report that the other names: {persons}.", persons=", ".join(found))
        return _SAME_CASUALTY, sentence
    return 0.0, ""


def _names_in(one: MentionProfile, other: MentionProfile) -> list[str]:
    """The casualties of one mention whose names are in the words of the other."""
    return [name for name in one.names if (words := _lower_words(name)) and words <= other.words.keys()]


def _similarity(one: MentionProfile, other: MentionProfile, both: Set[str]) -> float:
    weight = _interpolated(cosine(one.words, other.words, both))
    return weight if len(both) >= _FEWEST_SHARED else min(weight, _FEW_SHARED)


def _interpolated(value: float) -> float:
    for (least, low), (most, high) in pairwise(_SIMILARITY):
        if value <= most:
            return low + (high - low) * (value - least) / (most - least)
    return _SIMILARITY[-1][1]


def _rare(both: Set[str]) -> tuple[float, str]:
    """The weight of rare words in common; most are names of people in any role, streets, firms."""
    words = rare_words(both)
    weight = next((weight for least, weight in _RARE_WORDS if len(words) >= least), 0.0)
    return weight, plural("{n} rare word is in both.", "{n} rare words are in both.", len(words))


def _headlines(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The weight of what two headlines have in common."""
    value = headline_similarity(one.headline, other.headline)
    if value is None:
        return 0.0, ""
    weight = next(weight for least, weight in _HEADLINES if value >= least)
    if weight < 0:
        return weight, message("Their headlines have little in common.")
    words = sorted(one.headline & other.headline, key=lambda word: (-rarity(word), word))[:_FEWEST_SHARED]
    return weight, message("Their headlines have the words {words} in common.", words=", ".join(words))


def _similarity_reason(one: MentionProfile, other: MentionProfile) -> str:
    both = one.words.keys() & other.words.keys()
    percent = f"{100 * cosine(one.words, other.words, both):.0f}"
    if not (words := ", ".join(shared_words(one.words, other.words, both, 4))):
        return message("The texts are {percent} % alike.", percent=percent)
    return message("The texts are {percent} % alike; both have the words {words}.", percent=percent, words=words)


def _figures(one: MentionProfile, other: MentionProfile) -> tuple[float, str]:
    """The weight of equal figures: many reports count one or two casualties, few count seventeen."""
    both = sorted(one.counts & other.counts)
    if not both and (far := _far_figures(one, other)):
        return _FAR_FIGURE, message("They give figures far apart: {one} and {other} killed.", one=far[0], other=far[1])
    times = sum(2 if number >= _LARGE else 1 for _, number in both)
    weight = _SAME_FIGURES if times > 2 else _SAME_FIGURE if times == 2 else 0.0
    figures = ", ".join(f"{number} {kind}" for kind, number in both)
    return weight, message("They give the same figures: {figures}.", figures=figures)


def _far_figures(one: MentionProfile, other: MentionProfile) -> tuple[int, int] | None:
    """The largest numbers of dead of both, if they are far apart."""
    dead = most_dead(one), most_dead(other)
    return dead if are_far_apart(*dead) else None


def _ages(one: frozenset[int], other: frozenset[int]) -> tuple[float, str]:
    if one and other and not one & other:
        return _OTHER_AGES, message("They give different ages.")
    return (_SAME_AGES, message("They give the same ages.")) if one & other else (0.0, "")


def _sites(one: frozenset[str], other: frozenset[str]) -> tuple[float, str]:
    return (1.0, message("They give the same kind of site.")) if one & other else (0.0, "")
