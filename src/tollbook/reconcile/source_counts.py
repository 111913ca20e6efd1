"""The counts of one source for one outcome: comparable, superseded ones separate, less exact ones left out.

A later figure of the same informant supersedes their earlier one; figures of different informants contradict. This
follows casualty recorders: the latest figure of a source replaces that source's earlier figures (Every Casualty
Counts, *Standards for Casualty Recording*, 2016).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import inf

from tollbook.mentions import DOUBTING
from tollbook.model import Claim, Count, Record, Report, Status

#: The range of "about 40" either way, as a share. No codebook gives one; a fifth lets "about 40" and "43" agree and
#: keeps "about 40" and "60" apart.
_ABOUT = 0.2


#: From this number on two equal counts of one report are of the same people, whatever their status. A judgement: "two
#: soldiers and two civilians" is common, two groups of ten are not.
_EQUAL_GROUPS = 10


class SourceCount(Record, frozen=True, kw_only=True):
    """A count as one source gave it once: usually one claim, or several about people of different status.

    ``firm`` is false if the source only fears or doubts it; such a count never bounds from below.
    """

    count: Count
    claims: tuple[Claim, ...]
    published: date | None = None
    firm: bool = True

    @property
    def value(self) -> int | None:
        """The single number nearest to the count."""
        count = self.count
        return count.best if count.best is not None else count.low if count.low is not None else count.high

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the most that the count allows."""
        count = self.count
        about = count.best is not None and count.low is None and count.high is None
        low = count.low if count.low is not None else count.best * (1 - _ABOUT) if about and count.best else 0
        high = count.high if count.high is not None else count.best * (1 + _ABOUT) if about and count.best else inf
        return low, high

    @property
    def order(self) -> tuple[date, date, int, str]:
        """Sorts counts by time: publication, then the day the claim gives, then the position in the text."""
        first = min(self.claims, key=lambda c: (c.start, c.id))
        return self.published or date.min, stated_day(first) or date.min, -first.start, first.id


def stated_day(claim: Claim) -> date | None:
    """The last day of a claim's time, if its words state the day or give it relative to another."""
    when = claim.when
    return when.end or when.start if when is not None and when.basis in {"stated", "relative"} else None


def source_counts(claims: Iterable[Claim], reports: Mapping[str, Report]) -> list[SourceCount]:
    """The counts that the claims of one source and one outcome give. A claim that the number is unknown gives none.

    In one report "another three" adds to the count before it. People of different status are different people: if a
    report counts only combatants in one sentence and only civilians in another, its count is their sum.
    """
    counted = list(claims)
    return counts_by_day(counted, {name: reports[name].published for c in counted if (name := c.report) in reports})


def counts_by_day(claims: Iterable[Claim], published: Mapping[str, date | None]) -> list[SourceCount]:
    """As :func:`source_counts`, with the days of publication of the reports."""
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: (c.start, c.id)):
        if _counts_all_people(claim):
            by_report[claim.report].append(claim)
    counts: list[SourceCount] = []
    for report in sorted(by_report):
        own = _with_additional([_single(c, published.get(report)) for c in by_report[report]])
        counts.extend(_by_status(own) or own)
    return counts


def _counts_all_people(claim: Claim) -> bool:
    """Whether a claim bounds the number of all people: "no officer was hurt" does not."""
    count, people = claim.count, claim.people
    if count is None or all(n is None for n in (count.low, count.best, count.high)):
        return False
    return not (count.high == 0 and people is not None and people.status != "unknown")


def _single(claim: Claim, published: date | None) -> SourceCount:
    assert claim.count is not None
    return SourceCount(count=claim.count, claims=(claim,), published=published, firm=claim.stance not in DOUBTING)


def _with_additional(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """The counts of one report in text order, each additional one added to the one before it at the same place."""
    added: list[SourceCount] = []
    for number, count in enumerate(counts):
        if count.claims[0].additional and _in_a_later_total(count, added[-1:], counts[number + 1 :]):
            continue
        whole = count.claims[0].part_of
        if whole is not None and not any(whole in {c.id for c in before.claims} for before in added[-1:]):
            continue  # An attacker's own death adds to the number of those whom he killed.
        if count.claims[0].additional and added and _may_be_added(count, added[-1]):
            added.append(_total([added.pop(), count]))
        else:
            added.append(count)
    return added


def _in_a_later_total(count: SourceCount, before: Sequence[SourceCount], after: Sequence[SourceCount]) -> bool:
    """Whether the report goes on to a total with these people in it: "toll at six" – "two more died, making six".

    The total is the number that the report gives first, or a larger one if it gives none first.
    """
    totals = [each.value or 0 for each in after if not each.claims[0].additional and _may_be_added(count, each)]
    if before:
        return before[0].value in totals
    return max(totals, default=0) > (count.value or 0)


def _may_be_added(count: SourceCount, before: SourceCount) -> bool:
    """Whether an additional count may be of the same incident: "another seven in the next town" may not.

    Only places with coordinates tell towns apart; a name without them may be a house or a family.
    """
    places = [claim.place for each in (count, before) for claim in each.claims[-1:] if claim.place is not None]
    points = {(place.lat, place.lon) for place in places if place.lat is not None}
    return count.firm == before.firm and len(points) < 2


def _by_status(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """One count for people of different status; empty if a claim gives no status, all give the same, or one is a sum.

    "Four troopers" and "four soldiers" are the same people, even if the words imply a different status. So are "47
    leaders" and "47 men": large groups of one report are seldom equal, and a sum would count everybody twice.
    """
    if any(len({_status_of(claim) for claim in count.claims}) > 1 for count in counts):
        return []
    by_status: dict[Status, list[SourceCount]] = defaultdict(list)
    soldiers = {count.value for count in counts if _status_of(count.claims[0]) == "combatant"}
    for count in counts:
        status = _status_of(count.claims[0])
        by_status["combatant" if status == "police" and count.value in soldiers else status].append(count)
    if "unknown" in by_status or len(by_status) < 2 or not all(count.firm for count in counts):
        return []
    groups = [preferred(exact_counts(by_status[s])) for s in sorted(by_status)]
    alike = len({group.value for group in groups}) < len(groups)
    return [] if alike and min(group.value or 0 for group in groups) >= _EQUAL_GROUPS else [_total(groups)]


def _status_of(claim: Claim) -> Status:
    return claim.people.status if claim.people is not None else "unknown"


def _total(parts: Sequence[SourceCount]) -> SourceCount:
    """The sum of counts of one report about different people."""
    counts = [part.count for part in parts]
    total = Count(
        low=_sum([c.low for c in counts]),
        best=_sum([c.best for c in counts]),
        high=_sum([c.high for c in counts]),
        qualifier="exactly" if all(c.low == c.high for c in counts) else "between",
    )
    claims = tuple(c for part in parts for c in part.claims)
    return SourceCount(count=total, claims=claims, published=parts[0].published, firm=parts[0].firm)


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [n for n in numbers if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def later(one: SourceCount, other: SourceCount) -> bool:
    """Whether ``one`` is later than ``other``: by publication, then by the day given. An undated one is not later."""
    if one.published is None or other.published is None:
        return False
    if one.published != other.published:
        return one.published > other.published
    days = stated_day(one.claims[0]), stated_day(other.claims[0])
    return days[0] is not None and days[1] is not None and days[0] > days[1]


def is_less_exact(one: SourceCount, other: SourceCount) -> bool:
    """Whether ``one`` is a less exact form of ``other``: "dozens" beside 28, "at least four" beside five."""
    (a, b), (c, d) = one.reach, other.reach
    return a <= c and d <= b and (a, b) != (c, d)


def superseded_counts(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """The counts of one source that a later, different one of its own replaces.

    A later count that is only a less exact form of the same number replaces nothing.
    """
    # Many claims give one number on one day, and all of them replace the same counts.
    different = {(c.published, stated_day(c.claims[0]), c.reach, c.firm): c for c in counts}.values()
    return [
        old
        for old in counts
        if any(
            later(new, old) and new.reach != old.reach and not is_less_exact(new, old) and new.firm >= old.firm
            for new in different
        )
    ]


def exact_counts(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """The counts of one source, without less exact forms of another count and parts of one."""
    return _most_exact(_counting_all(counts))


def _most_exact(whole: Sequence[SourceCount]) -> list[SourceCount]:
    different = {(c.reach, c.firm): c for c in whole}.values()
    return [c for c in whole if not any(is_less_exact(c, other) and other.firm >= c.firm for other in different)]


def less_exact_counts(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """The counts that :func:`exact_counts` leaves out as less exact: "at least four" beside five, "13 to 16" beside 16.

    They still bound the figure of their source, and are used for nothing else.
    """
    whole = _counting_all(counts)
    exact = set(map(id, _most_exact(whole)))
    rest = [c for c in whole if id(c) not in exact]
    return [c for c in rest if c.count.best is not None or None not in {c.count.low, c.count.high}]


def _counting_all(counts: Sequence[SourceCount]) -> list[SourceCount]:
    """The counts without those that cover only some of the people of another one in the same report: less than half.

    "Seven people were hurt. Two were taken to hospital": a source does not contradict itself that much in one text.
    Half was chosen so that a headline's 17 beside the text's 18 stays a contradiction. A feared number, or one with a
    high alone, is not compared with.
    """
    largest: dict[str, int] = {}
    for count in counts:
        if count.firm and count.value is not None and (count.count.low, count.count.best) != (None, None):
            report = count.claims[0].report
            largest[report] = max(count.value, largest.get(report, 0))
    return [c for c in counts if c.value is None or 2 * c.value >= largest.get(c.claims[0].report, 0)]


def preferred(counts: Sequence[SourceCount]) -> SourceCount:
    """The count that represents a source: the value given most often, then the latest, then the first in its text.

    News puts the newest figure first, so headline and lead take precedence over the recapitulation below.
    """
    times = Counter(count.value for count in counts)
    return max(counts, key=lambda c: (c.firm, c.count.best is not None, times[c.value], c.order))
