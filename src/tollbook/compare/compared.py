"""One figure of an incident beside that of a data set, with what its reports say."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tollbook.compare.book_side import Figures
from tollbook.compare.figures import agree
from tollbook.model import Claim, Range, Report


class Compared(NamedTuple):
    """One figure of an incident on both sides, with the claims of its reports, filed in it or elsewhere.

    ``without`` makes the figures again without some claims. ``n`` is the number of the data set.
    """

    name: str
    n: int
    incident: str
    mine: Figures
    theirs: Figures
    claims: Sequence[Claim]
    reports: Sequence[Report]
    without: Callable[[Iterable[Claim]], Figures]

    def here(self, name: str = "") -> list[Claim]:
        """The claims of the incident with a number of this outcome, or of another."""
        kind = name or self.name
        return [c for c in self.claims if c.incident == self.incident and c.kind == kind and c.count]

    def equal_without(self, gone: Sequence[Claim]) -> bool:
        """Whether the figures are equal without some claims, of which there is one at least."""
        return bool(gone) and agree(self.without(gone).get(self.name), Range(best=self.n))

    @property
    def equally_many_dead(self) -> bool:
        """Whether both sides count as many people killed."""
        return agree(self.mine.get("killed"), self.theirs.get("killed"))

    @property
    def best(self) -> int:
        """The best value of the book; 0 if it has none, as a data set writes."""
        own = self.mine.get(self.name)
        return (own.best if own else 0) or 0
