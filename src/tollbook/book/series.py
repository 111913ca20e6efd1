"""Series: incidents at one place on days that follow one another, and the totals that reports give for them."""

from collections.abc import Iterable
from datetime import date

import msgspec

from tollbook.book.review import Review
from tollbook.book.search import Search
from tollbook.decisions.decision import NAME_SERIES, NO_SERIES, ONE_SERIES, Decision, Proposal
from tollbook.errors import Refused
from tollbook.incidents import cache, series
from tollbook.incidents.last_state import for_lists
from tollbook.locale.messages import message
from tollbook.record import Toll
from tollbook.series import Series
from tollbook.store import Store

#: The number of claims that identify an incident in a decision: if one is rejected or moved, the next one does.
_MOST_CLAIMS = 5


class SeriesOfIncidents:
    """``book.series``. Calling it lists every series."""

    def __init__(self, store: Store, *, search: Search, review: Review) -> None:
        self._store = store
        self._search = search
        self._review = review

    def __call__(self, *, as_of: date | None = None) -> tuple[Series, ...]:
        """Every series as of a day, by first day and id. Only :meth:`get` gives their totals."""
        return self._search.series(as_of).every

    def of(self, incidents: Iterable[str], *, as_of: date | None = None) -> dict[str, Series]:
        """The series of some incidents by the id of the incident, without the incidents that are part of none."""
        return self._search.series(as_of).of(incidents)

    def get(self, name: str, *, as_of: date | None = None) -> Series:
        """The series of an incident, by its id or the beginning of it, with its totals. Raises NoSuchRecord."""
        index = self._search.series(as_of)
        found = index.of([name]).get(name) or index.get(self._id(name, as_of))
        return msgspec.structs.replace(found, tolls=tuple(toll.id for toll in self.tolls(found, as_of=as_of)))

    def tolls(self, found: Series, *, as_of: date | None = None) -> tuple[Toll, ...]:
        """The totals that reports give for the place and the time of a series, with their values in that time."""
        every = self._search.index().tolls.values() if as_of is None else cache.tolls(self._store, as_of=as_of)
        return series.of_time_and_place(found, every)

    def join(self, incidents: Iterable[str], *, who: str, why: str, seen: int | None = None) -> Decision:
        """Put incidents into one series, with every incident of the series that they are part of now.

        Later linking does not change this; undoing the decision or taking an incident out does. Raises
        NoSuchRecord, Refused, EditConflict.
        """
        wanted = dict.fromkeys(self._id(name, None) for name in incidents)
        if len(wanted) < 2:
            raise Refused(message("A series has two incidents or more; name at least two different ones."))
        index = self._search.series()
        now = index.of(wanted)
        if len(now) == len(wanted) and len({each.id for each in now.values()}) == 1:
            raise Refused(message("These incidents are in one series already."))
        every = dict.fromkeys(name for one in wanted for name in (one, *(now[one].incidents if one in now else ())))
        groups = self._groups(every)
        change = {"groups": groups}
        proposal = Proposal(verdict=ONE_SERIES, subject=groups[0][0], why=why, change=change, seen=seen)
        return self._review.propose(proposal, who=who)

    def leave(self, incident: str, *, who: str, why: str, whole: bool = False, seen: int | None = None) -> Decision:
        """Take an incident out of its series, or with ``whole`` all of them, so that there is no such series.

        Undoing the decision, of several the first, puts them back. Raises NoSuchRecord, Refused.
        """
        name = self._id(incident, None)
        found = self._search.series().get(name)
        # An incident has the id of one of its claims: that one identifies it.
        first = self._review.propose(Proposal(verdict=NO_SERIES, subject=name, why=why, seen=seen), who=who)
        for other in found.incidents if whole else ():
            if other != name:
                proposal = Proposal(verdict=NO_SERIES, subject=other, why=why, part_of=first.id)
                self._review.propose(proposal, who=who)
        return first

    def name(self, incident: str, name: str, *, who: str, why: str, seen: int | None = None) -> Decision:
        """Give the series of an incident a name, as "The siege of Velmar"; undoing the decision takes it back.

        The name stays with this incident: if the series is cut, the part with it keeps the name. Where two series with
        names become one, the later name holds. Raises NoSuchRecord, Refused, EditConflict.
        """
        one = self._id(incident, None)
        found = self._search.series().get(one)
        if found.named is not None and found.title == " ".join(name.split()):
            raise Refused(message("The series has this name already."))
        groups = self._groups(dict.fromkeys((one, *found.incidents)))
        change = {"groups": groups, "name": name}
        proposal = Proposal(verdict=NAME_SERIES, subject=groups[0][0], why=why, change=change, seen=seen)
        return self._review.propose(proposal, who=who)

    def named_by(self, every: Iterable[Series]) -> dict[str, Decision]:
        """The decisions that named some series, by the id of the series; without those that nobody named."""
        named = {each.named: each.id for each in every if each.named is not None}
        return {named[each.id]: each for each in (self._review.decisions() if named else ()) if each.id in named}

    def _groups(self, incidents: Iterable[str]) -> list[list[str]]:
        """Some incidents as a decision names them, each by some of its claims."""
        claims = self._search.index().claims_about
        return [[name, *sorted(c.id for c in claims(name) if c.id != name)][:_MOST_CLAIMS] for name in incidents]

    def _id(self, name: str, as_of: date | None) -> str:
        return cache.incident(for_lists(self._store), name, as_of=as_of).id
