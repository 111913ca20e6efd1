"""What one source tells of one fate: claims as comparable tellings, superseded ones set apart, wide ones narrowed.

A later figure of the same informant supersedes his earlier one; figures of different informants contradict. This is the
reading of casualty recorders: the latest figure of a source replaces that source's earlier figures (Every Casualty
Counts, *Standards for Casualty Recording*, 2016).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from math import inf

from tollbook.model import Claim, Count, Record, Report, Status

#: How far "about 40" reaches either way, as a share. No codebook says; a fifth lets "about 40" and "43" agree and keeps
#: "about 40" and "60" apart.
_ABOUT = 0.2


class Telling(Record, frozen=True, kw_only=True):
    """A count as one source gave it once: usually one claim, or several whose people are of different status.

    ``firm`` is false where the words only fear or doubt it; such a telling never bounds from below.
    """

    count: Count
    claims: tuple[Claim, ...]
    published: date | None = None
    firm: bool = True

    @property
    def value(self) -> int | None:
        """The one number nearest to what was said."""
        count = self.count
        return count.best if count.best is not None else count.low if count.low is not None else count.high

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the most the words allow."""
        count = self.count
        about = count.best is not None and count.low is None and count.high is None
        low = count.low if count.low is not None else count.best * (1 - _ABOUT) if about and count.best else 0
        high = count.high if count.high is not None else count.best * (1 + _ABOUT) if about and count.best else inf
        return low, high

    @property
    def order(self) -> tuple[date, date, int, str]:
        """When it was told: publication, then the day told of, then the place in the text."""
        first = min(self.claims, key=lambda c: (c.start, c.id))
        return self.published or date.min, told_of(first) or date.min, -first.start, first.id


def told_of(claim: Claim) -> date | None:
    """The last day a claim tells of, where its words or a date they lean on say so."""
    when = claim.when
    return when.end or when.start if when is not None and when.basis in {"stated", "relative"} else None


def tellings(claims: Iterable[Claim], reports: Mapping[str, Report]) -> list[Telling]:
    """The claims of one source and one fate as tellings; figures said not to be known tell nothing.

    In one report "another three" come on top of those counted before. People of different status are different people:
    where a report counts only combatants in one sentence and only civilians in another, its figure is their sum.
    """
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: (c.start, c.id)):
        if _says_how_many(claim):
            by_report[claim.report].append(claim)
    found: list[Telling] = []
    for report in sorted(by_report):
        published = reports[report].published if report in reports else None
        held = _with_others([_single(c, published) for c in by_report[report]])
        found.extend(_by_status(held) or held)
    return found


def _says_how_many(claim: Claim) -> bool:
    """Whether a claim bounds the whole. That no officer or no civilian was hurt says nothing of anybody else."""
    count, people = claim.count, claim.people
    if count is None or all(n is None for n in (count.low, count.best, count.high)):
        return False
    return not (count.high == 0 and people is not None and people.status != "unknown")


def _single(claim: Claim, published: date | None) -> Telling:
    assert claim.count is not None
    firm = claim.stance not in {"fears", "doubts"}
    return Telling(count=claim.count, claims=(claim,), published=published, firm=firm)


def _with_others(held: Sequence[Telling]) -> list[Telling]:
    """The tellings of one report in text order, each additional one added to the one before it."""
    found: list[Telling] = []
    for telling in held:
        if telling.claims[0].additional and found and found[-1].firm == telling.firm:
            found.append(_together([found.pop(), telling]))
        else:
            found.append(telling)
    return found


def _by_status(held: Sequence[Telling]) -> list[Telling]:
    """One telling for people of different status; empty where any claim says no status or all say the same."""
    by_status: dict[Status, list[Telling]] = defaultdict(list)
    for telling in held:
        people = telling.claims[0].people
        by_status[people.status if people is not None else "unknown"].append(telling)
    if "unknown" in by_status or len(by_status) < 2 or not all(t.firm for t in held):
        return []
    return [_together([preferred(narrowed(by_status[s])) for s in sorted(by_status)])]


def _together(held: Sequence[Telling]) -> Telling:
    """The sum of tellings of one report about different people."""
    counts = [t.count for t in held]
    total = Count(
        low=_sum([c.low for c in counts]),
        best=_sum([c.best for c in counts]),
        high=_sum([c.high for c in counts]),
        qualifier="exactly" if all(c.low == c.high for c in counts) else "between",
    )
    claims = tuple(c for t in held for c in t.claims)
    return Telling(count=total, claims=claims, published=held[0].published, firm=held[0].firm)


def _sum(numbers: Sequence[int | None]) -> int | None:
    known = [n for n in numbers if n is not None]
    return sum(known) if len(known) == len(numbers) else None


def later(one: Telling, other: Telling) -> bool:
    """Whether ``one`` was told after ``other``: by publication, then by the day told of. Undated is not later."""
    if one.published is None or other.published is None:
        return False
    if one.published != other.published:
        return one.published > other.published
    days = told_of(one.claims[0]), told_of(other.claims[0])
    return days[0] is not None and days[1] is not None and days[0] > days[1]


def wider(one: Telling, other: Telling) -> bool:
    """Whether ``one`` only says less exactly what ``other`` says: "dozens" beside 28, "at least four" beside five."""
    (a, b), (c, d) = one.reach, other.reach
    return a <= c and d <= b and (a, b) != (c, d)


def superseded(held: Sequence[Telling]) -> list[Telling]:
    """The tellings of one source that a later, different one of its own replaces.

    A later telling that only says the same less exactly replaces nothing.
    """
    # Many tell one number on one day; each of these replaces what any of them does.
    apart = {(n.published, told_of(n.claims[0]), n.reach, n.firm): n for n in held}.values()
    return [
        t
        for t in held
        if any(later(n, t) and n.reach != t.reach and not wider(n, t) and n.firm >= t.firm for n in apart)
    ]


def narrowed(held: Sequence[Telling]) -> list[Telling]:
    """The tellings of one source without those that say another one less exactly, or only count some of its people."""
    return _exact(_counting_all(held))


def _exact(whole: Sequence[Telling]) -> list[Telling]:
    apart = {(t.reach, t.firm): t for t in whole}.values()
    return [t for t in whole if not any(wider(t, other) and other.firm >= t.firm for other in apart)]


def looser(held: Sequence[Telling]) -> list[Telling]:
    """The numbers that :func:`narrowed` leaves out as less exact: "at least four" beside five, "13 to 16" beside 16.

    They are numbers said all the same, so they bound what their source says, and speak for it in nothing else.
    """
    whole = _counting_all(held)
    exact = set(map(id, _exact(whole)))
    left = [t for t in whole if id(t) not in exact]
    return [t for t in left if t.count.best is not None or None not in {t.count.low, t.count.high}]


def _counting_all(held: Sequence[Telling]) -> list[Telling]:
    """The tellings without those that count only some of the people of another one: of one report, less than half.

    "Seven people were hurt. Two were taken to hospital": no source contradicts itself so far within one text. Half was
    chosen so that a headline's 17 beside the text's 18 stays a contradiction. What is feared, and an upper bound, is
    nothing to be some of.
    """
    most: dict[str, int] = {}
    for told in held:
        if told.firm and told.value is not None and (told.count.low, told.count.best) != (None, None):
            report = told.claims[0].report
            most[report] = max(told.value, most.get(report, 0))
    return [t for t in held if t.value is None or 2 * t.value >= most.get(t.claims[0].report, 0)]


def preferred(held: Sequence[Telling]) -> Telling:
    """The telling that speaks for a source: the value most often given, then the latest, then the first in its text.

    News puts the newest figure first, so the headline and lead win over the recapitulation below.
    """
    said = Counter(t.value for t in held)
    return max(held, key=lambda t: (t.firm, t.count.best is not None, said[t.value], t.order))
