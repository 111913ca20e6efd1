"""The casualties: the memorial list of a book, one record each, and proposals that two are the same person."""

from tollbook.incidents.last_state import for_lists, lacking
from tollbook.person import Person
from tollbook.reconcile.person_proposals import PersonProposal
from tollbook.search.person_query import PersonQuery, PersonResults
from tollbook.search.persons import PersonIndex
from tollbook.search.query import StateCache
from tollbook.store import Store


class Persons:
    """``book.persons``. Calling it lists one page of persons."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._indexes = StateCache[PersonIndex]()

    def __call__(self, query: PersonQuery | None = None) -> PersonResults:
        """One page of the persons that match a query, named ones first, without their sources. Raises Refused."""
        return self.index().browse(query or PersonQuery())

    def get(self, name: str) -> Person:
        """One person with all sources, by the id of any of them. Raises NoSuchRecord."""
        return self.index().get(name)

    def proposals(self, name: str | None = None) -> list[PersonProposal]:
        """Every pair of records that may be the same person, or those about one person. Raises NoSuchRecord."""
        return self.index().proposals() if name is None else self.index().proposals_for(name)

    def proposal_page(self, number: int, per_page: int) -> tuple[list[PersonProposal], int]:
        """One page of the proposals, counted from 1, and the number of all."""
        index = self.index()
        return index.proposals((number - 1) * per_page, per_page), index.proposal_count()

    def index(self) -> PersonIndex:
        """The persons of the book in its present state."""
        state = (self._store.head(), lacking(self._store))
        return self._indexes.get(state, lambda: PersonIndex(for_lists(self._store)))
