"""Records of a book by id, each loaded when it is first needed."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

#: Records of one type that are cached; a page needs some hundreds.
CACHE_SIZE = 2000
_T = TypeVar("_T")


class LazyRecords(Mapping[str, _T]):
    """Records by id, each fetched when it is first needed and then cached."""

    def __init__(self, fetch: Callable[[str], _T | None], names: Callable[[], Iterable[str]]) -> None:
        self._fetch = fetch
        self._names = names
        self._cached: dict[str, _T | None] = {}

    def __getitem__(self, name: str) -> _T:
        if name not in self._cached:
            self._cached[name] = self._fetch(name)
            for old in list(self._cached)[:-CACHE_SIZE]:
                self._cached.pop(old, None)
        record = self._cached.get(name)
        if record is None:
            raise KeyError(name)
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return sum(1 for _ in self._names())
