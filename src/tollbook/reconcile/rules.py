"""Rules that make low, best and high of what independent sources say. Each is small, named and switchable.

A rule sees one :class:`Source` for each independent source. It never sees superseded figures, and it returns bounds
with ``low <= best <= high`` where given. ``None`` is not known, never zero.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from tollbook.model import Count


class Source(NamedTuple):
    """What one independent source says in the end, last on the day ``told``, its best in so many ``reports``.

    ``firm`` is false where it only fears or doubts its figure.
    """

    low: int | None
    best: int | None
    high: int | None
    told: date | None = None
    firm: bool = True
    reports: int = 1

    @property
    def floor(self) -> int | None:
        """The least it says, by the number nearest to a lower bound."""
        return self.low if self.low is not None else self.best if self.best is not None else self.high

    @property
    def ceiling(self) -> int | None:
        """The most it says, by the number nearest to an upper bound."""
        return self.high if self.high is not None else self.best if self.best is not None else self.low


class Bounds(NamedTuple):
    """Low, best and high of a figure."""

    low: int | None = None
    best: int | None = None
    high: int | None = None


Rule = Callable[[Sequence[Source]], Bounds]


def range_(sources: Sequence[Source]) -> Bounds:
    """Min–max of what is not superseded: no source is weighed against another, none is left out.

    The numbers said bound it: "at least 40" says 40, so 40 is its high until somebody says more, and the record asks
    about it. Words that give no number ("several", "dozens") bound it from below only where nobody gives one: beside
    28 they say less exactly what it says. Low is open where nobody gives a number that can be one ("up to 30"), high
    where all is vague. What is only feared can raise the high, never lower the low. Best is the value most sources
    give; of those the one in most reports; of those the latest told; of those the lower median.
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


def ucdp(sources: Sequence[Source]) -> Bounds:
    """UCDP GED: low and high are the lowest and the highest reliable estimate, best the most likely one.

    Högbladh (2023), *UCDP GED Codebook version 23.1*, fields ``low``, ``best``, ``high``. The codebook leaves it to a
    coder which source is reliable; here all are, and where as many sources give one value as another the lower is
    best, in the codebook's conservative spirit.
    """
    low, _, high = range_(sources)
    return Bounds(low, _mode([s.best for s in sources if s.firm]), high)


def acled(sources: Sequence[Source]) -> Bounds:
    """ACLED: where reports differ or are vague, the most conservative estimate is the figure.

    ACLED (2023), *Codebook* and *FAQs: ACLED Fatality Methodology*. Vague words are read as :data:`READINGS` says.
    """
    floors = [s.floor for s in sources if s.firm and s.floor is not None]
    least = min(floors, default=None)
    return Bounds(least, least, least)


def ibc(sources: Sequence[Source]) -> Bounds:
    """Iraq Body Count: minimum and maximum over all sources, no best of its own.

    Iraq Body Count, *Methods*, 3: minimum and maximum deaths. An entry with fewer than two independent sources is
    provisional (*Methods*, 1); the incident's grade says so.
    """
    low, _, high = range_(sources)
    return Bounds(low, low if low == high else None, high)


def airwars(sources: Sequence[Source]) -> Bounds:
    """Airwars: the range from the lowest to the highest claim; the incident's grade says how well it is supported.

    Airwars, *Methodology*: casualty ranges and the grades confirmed, fair, weak, contested, discounted.
    """
    return range_(sources)


def most_informative(sources: Sequence[Source]) -> Bounds:
    """``eventreport``'s most-informative model: the maximum of each bound over the sources."""
    return _each(sources, max)


def most_conservative(sources: Sequence[Source]) -> Bounds:
    """``eventreport``'s most-conservative model: the minimum of each bound over the sources."""
    return _each(sources, min)


def most_representative(sources: Sequence[Source]) -> Bounds:
    """``eventreport``'s most-representative model: the mode of each bound; of several modes the smallest."""
    return _each(sources, lambda numbers: _mode(numbers) or 0)


def _each(sources: Sequence[Source], pick: Callable[[list[int]], int]) -> Bounds:
    """One function over each bound, the way van Baalen and Höglund (2026) aggregate event reports."""
    kept = [s for s in sources if s.firm] or sources
    columns = [
        [n for n in column if n is not None] for column in zip(*((s.low, s.best, s.high) for s in kept), strict=True)
    ]
    low, best, high = (pick(column) if column else None for column in columns)
    return _ordered(low, best, high)


def _ordered(low: int | None, best: int | None, high: int | None) -> Bounds:
    """Bounds with low and high moved out to the best where open-ended claims left them inside it."""
    low = min(n for n in (low, best) if n is not None) if low is not None else None
    high = max(n for n in (low, best, high) if n is not None) if high is not None else None
    return Bounds(low, best, high)


def _mode(numbers: Sequence[int | None]) -> int | None:
    known = Counter(n for n in numbers if n is not None)
    most = max(known.values(), default=0)
    return min((n for n, times in known.items() if times == most), default=None)


def _most_given(sources: Sequence[Source]) -> int | None:
    given: dict[int, list[Source]] = defaultdict(list)
    for source in sources:
        if source.best is not None:
            given[source.best].append(source)
    support = {
        value: (len(by), sum(s.reports for s in by), max(s.told or date.min for s in by)) for value, by in given.items()
    }
    values = sorted(value for value, backing in support.items() if backing == max(support.values()))
    return values[(len(values) - 1) // 2] if values else None


#: Every rule by the name it is asked for.
RULES: Mapping[str, Rule] = MappingProxyType({
    "range": range_, "ucdp": ucdp, "acled": acled, "ibc": ibc, "airwars": airwars,
    "most-informative": most_informative, "most-conservative": most_conservative,
    "most-representative": most_representative,
})  # fmt: skip
#: How a rule reads vague words, where its codebook says so; the claim keeps what was said.
#: ACLED FAQs: 10 for "tens", 12 for "dozens", 100 for "hundreds".
READINGS: Mapping[str, Mapping[str, int]] = MappingProxyType({
    "acled": MappingProxyType({"tens": 10, "dozens": 12, "hundreds": 100}),
})  # fmt: skip


def read(count: Count, rule: str) -> Count:
    """A vague count as the rule's codebook reads it; any other count as it is."""
    said = re.match(r"(\w+)(?! of (?:thousands|hundreds|millions)\b)", count.text.lower().strip())
    vague = said is not None and count.qualifier == "vague"
    reading = READINGS.get(rule, {}).get(said[1]) if said is not None and vague else None
    return count if reading is None else msgspec.structs.replace(count, low=reading, best=reading, high=None)


#: What each rule does, and where that is written, to be cited in a note on methods.
CODEBOOKS: Mapping[str, str] = MappingProxyType({
    "range": (
        "The rule “range” takes the lowest and the highest number that no later one of its own source replaces; best "
        "is what most independent sources give (Tollbook, How figures are made)."
    ),
    "ucdp": (
        "The rule “ucdp” takes the lowest and the highest reliable estimate, and as best the most likely one: here "
        "what most independent sources give, of several the lowest (UCDP GED Codebook 23.1, fields low, best, high)."
    ),
    "acled": (
        "The rule “acled” takes the most conservative estimate where reports differ or are vague (ACLED, Codebook; "
        "FAQs: Fatality Methodology)."
    ),
    "ibc": (
        "The rule “ibc” takes minimum and maximum over all sources and no best value where they differ (Iraq Body "
        "Count, Methods, section 3)."
    ),
    "airwars": (
        "The rule “airwars” takes the range from the lowest to the highest claim and grades how well the record is "
        "supported (Airwars, Methodology)."
    ),
    "most-informative": (
        "The rule “most-informative” takes the maximum of each bound over the sources (eventreport 0.1.2; van Baalen "
        "and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
    "most-conservative": (
        "The rule “most-conservative” takes the minimum of each bound over the sources (eventreport 0.1.2; van Baalen "
        "and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
    "most-representative": (
        "The rule “most-representative” takes of each bound the value given most often, of several the smallest "
        "(eventreport 0.1.2; van Baalen and Höglund 2026, International Studies Quarterly 70(1), sqag014)."
    ),
})  # fmt: skip
