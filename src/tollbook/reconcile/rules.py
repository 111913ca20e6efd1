"""Rules that make low, best and high from the numbers of independent sources. Each is small, named and switchable.

A rule gets one :class:`SourceBounds` for each independent source. Superseded figures are already left out. It returns
bounds with ``low <= best <= high`` where given. ``None`` means not known, never zero.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from tollbook.locale.messages import message
from tollbook.model import Count


class SourceBounds(NamedTuple):
    """The final numbers of one independent source.

    ``day`` is when it last published them, ``reports`` how many reports give its best value. ``firm`` is false if it
    only fears or doubts its figure.
    """

    low: int | None
    best: int | None
    high: int | None
    day: date | None = None
    firm: bool = True
    reports: int = 1

    @property
    def floor(self) -> int | None:
        """Its number nearest to a lower bound."""
        return self.low if self.low is not None else self.best if self.best is not None else self.high

    @property
    def ceiling(self) -> int | None:
        """Its number nearest to an upper bound."""
        return self.high if self.high is not None else self.best if self.best is not None else self.low


class Bounds(NamedTuple):
    """Low, best and high of a figure."""

    low: int | None = None
    best: int | None = None
    high: int | None = None


Rule = Callable[[Sequence[SourceBounds]], Bounds]


def range_(sources: Sequence[SourceBounds]) -> Bounds:
    """Minimum and maximum of all numbers that are not superseded: no source is weighed or left out.

    The given numbers bound the figure: "at least 40" gives 40, so the high is 40 until a source gives more, and the
    record asks about it. Words without a number ("several", "dozens") are a lower bound only if no source gives a
    number: beside 28 they are only less exact. Low is open if no source gives a lower number ("up to 30"), high
    if all are vague. A feared number can raise the high, never lower the low. Best is the value that most sources
    give; then the one in most reports; then the latest; then the lower median.
    """
    firm = [s for s in sources if s.firm]
    numbered = [s for s in firm if s.best is not None or s.high is not None]
    if not any(s.low is not None or s.high is None for s in numbered):
        numbered = firm
    floors = [s.floor for s in numbered if s.floor is not None]
    ceilings = [s.ceiling for s in sources if s.ceiling is not None]
    low = min(floors) if any(s.low is not None or s.high is None for s in numbered) and floors else None
    high = max(ceilings) if any(s.high is not None or s.best is not None for s in sources) else None
    return Bounds(low, _most_given(firm or sources), high)


def ucdp(sources: Sequence[SourceBounds]) -> Bounds:
    """UCDP GED: low and high are the lowest and the highest reliable estimate, best the most likely one.

    Högbladh (2023), *UCDP GED Codebook version 23.1*, fields ``low``, ``best``, ``high``. The codebook lets a coder
    decide which source is reliable; here all are. If as many sources give one value as another, the lower is best, in
    the codebook's conservative spirit.
    """
    low, _, high = range_(sources)
    return Bounds(low, _mode([s.best for s in sources if s.firm]), high)


def acled(sources: Sequence[SourceBounds]) -> Bounds:
    """ACLED: if reports differ or are vague, the most conservative estimate is the figure.

    ACLED (2023), *Codebook* and *FAQs: ACLED Fatality Methodology*. Vague words are read as :data:`READINGS` says.
    """
    floors = [s.floor for s in sources if s.firm and s.floor is not None]
    least = min(floors, default=None)
    return Bounds(least, least, least)


def ibc(sources: Sequence[SourceBounds]) -> Bounds:
    """Iraq Body Count: minimum and maximum over all sources, no best of its own.

    Iraq Body Count, *Methods*, 3: minimum and maximum deaths. An entry with fewer than two independent sources is
    provisional (*Methods*, 1); the incident's grade says so.
    """
    low, _, high = range_(sources)
    return Bounds(low, low if low == high else None, high)


def airwars(sources: Sequence[SourceBounds]) -> Bounds:
    """Airwars: the range from the lowest to the highest claim; the incident's grade says how well it is supported.

    Airwars, *Methodology*: casualty ranges and the grades confirmed, fair, weak, contested, discounted.
    """
    return range_(sources)


def most_informative(sources: Sequence[SourceBounds]) -> Bounds:
    """``eventreport``'s most-informative model: the maximum of each bound over the sources."""
    return _each(sources, max)


def most_conservative(sources: Sequence[SourceBounds]) -> Bounds:
    """``eventreport``'s most-conservative model: the minimum of each bound over the sources."""
    return _each(sources, min)


def most_representative(sources: Sequence[SourceBounds]) -> Bounds:
    """``eventreport``'s most-representative model: the mode of each bound; of several modes the smallest."""
    return _each(sources, lambda numbers: _mode(numbers) or 0)


def _each(sources: Sequence[SourceBounds], pick: Callable[[list[int]], int]) -> Bounds:
    """One function over each bound, the way van Baalen and Höglund (2026) aggregate event reports."""
    kept = [s for s in sources if s.firm] or sources
    columns = [
        [n for n in column if n is not None] for column in zip(*((s.low, s.best, s.high) for s in kept), strict=True)
    ]
    low, best, high = (pick(column) if column else None for column in columns)
    return _ordered(low, best, high)


def _ordered(low: int | None, best: int | None, high: int | None) -> Bounds:
    """Bounds with low and high moved out to the best if open-ended claims left them inside it."""
    low = min(n for n in (low, best) if n is not None) if low is not None else None
    high = max(n for n in (low, best, high) if n is not None) if high is not None else None
    return Bounds(low, best, high)


def _mode(numbers: Sequence[int | None]) -> int | None:
    known = Counter(n for n in numbers if n is not None)
    most = max(known.values(), default=0)
    return min((n for n, times in known.items() if times == most), default=None)


def _most_given(sources: Sequence[SourceBounds]) -> int | None:
    given: dict[int, list[SourceBounds]] = defaultdict(list)
    for source in sources:
        if source.best is not None:
            given[source.best].append(source)
    support = {
        value: (len(by), sum(s.reports for s in by), max(s.day or date.min for s in by)) for value, by in given.items()
    }
    values = sorted(value for value, backing in support.items() if backing == max(support.values()))
    return values[(len(values) - 1) // 2] if values else None


#: Every rule by its name, in the order in which it is offered. A rule without a sentence in CODEBOOKS fails a test.
RULES: Mapping[str, Rule] = MappingProxyType({
    "range": range_, "ucdp": ucdp, "acled": acled, "ibc": ibc, "airwars": airwars,
    "most-informative": most_informative, "most-conservative": most_conservative,
    "most-representative": most_representative,
})  # fmt: skip
#: How a rule reads vague words, if its codebook says so; the claim keeps the words.
#: ACLED FAQs: 10 for "tens", 12 for "dozens", 100 for "hundreds".
READINGS: Mapping[str, Mapping[str, int]] = MappingProxyType({
    "acled": MappingProxyType({"tens": 10, "dozens": 12, "hundreds": 100}),
})  # fmt: skip


def read(count: Count, rule: str) -> Count:
    """A vague count as the number that the rule's codebook gives for it; any other count unchanged."""
    match = re.match(r"(\w+)(?! of (?:thousands|hundreds|millions)\b)", count.text.lower().strip())
    vague = match is not None and count.qualifier == "vague"
    reading = READINGS.get(rule, {}).get(match[1]) if match is not None and vague else None
    return (
        count
        if reading is None
        else msgspec.structs.replace(count, low=reading, best=reading, high=None, qualifier="exactly")
    )


#: The description of each rule and its source: for explanations, the page on methods, and notes on methods.
CODEBOOKS: Mapping[str, str] = MappingProxyType({
    "range": message(
        "The rule “range” takes the lowest and the highest number that was not replaced by a later one of the same "
        "source; best is the number that most independent sources give (Tollbook, How figures are made)."
    ),
    "ucdp": message(
        "The rule “ucdp” takes the lowest and the highest reliable estimate, and as best the most likely one: here "
        "the number that most independent sources give, on a tie the lowest (UCDP GED Codebook 23.1, fields low, best, "
        "high)."
    ),
    "acled": message(
        "The rule “acled” takes the most conservative estimate if reports differ or are vague (ACLED, Codebook; "
        "FAQs: Fatality Methodology)."
    ),
    "ibc": message(
        "The rule “ibc” takes minimum and maximum over all sources and gives no best value if they differ (Iraq Body "
        "Count, Methods, section 3)."
    ),
    "airwars": message(
        "The rule “airwars” takes the range from the lowest to the highest claim and grades how well the record is "
        "supported (Airwars, Methodology)."
    ),
    "most-informative": message(
        "The rule “most-informative” takes the maximum of each bound over the sources (eventreport 0.1.2; van Baalen "
        "and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
    "most-conservative": message(
        "The rule “most-conservative” takes the minimum of each bound over the sources (eventreport 0.1.2; van Baalen "
        "and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
    "most-representative": message(
        "The rule “most-representative” takes the value given most often for each bound, on a tie the smallest "
        "(eventreport 0.1.2; van Baalen and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
})  # fmt: skip
