"""The last day, place or kind of event that a report mentioned, which its next sentences inherit."""

from typing import Generic, TypeVar

T = TypeVar("T")
#: Sentences for which a day or place stays valid. After these, the main event of the report is assumed. Right days
#: on war dispatches: 60.0 at 0, 64.9 at 1, 67.8 at 2, 67.3 at 3, 65.3 at 6.
_VALID_FOR = 2


class LastMention(Generic[T]):
    """The last value that a report mentioned, for a few sentences; after that the first value, for the rest of it."""

    def __init__(self) -> None:
        self._last: tuple[int, T] | None = None
        self._is_provisional = False
        self._is_background = False
        self.first: T | None = None

    def remember(
        self,
        value: T | None,
        sentence: int,
        *,
        as_first: bool = True,
        is_provisional: bool = False,
        is_background: bool = False,
    ) -> None:
        """Remember the value of a sentence; only with ``as_first`` can it become the first value of the report.

        A provisional first value, such as the day of a dateline, is replaced by the next first value. The value of an
        event in the background ends with the first sentence about the main event.
        """
        if value is None:
            return
        self._last = (sentence, value)
        self._is_background = is_background
        if as_first and (self.first is None or self._is_provisional):
            self.first, self._is_provisional = value, is_provisional

    @property
    def is_provisional(self) -> bool:
        """Whether only a provisional value was mentioned, such as the day of a dateline."""
        return self._is_provisional and self.last == self.first

    @property
    def last(self) -> T | None:
        """The last value, regardless of the distance."""
        return None if self._last is None else self._last[1]

    def recall(self, sentence: int, *, is_back: bool = False) -> T | None:
        """The value for a sentence without one; ``is_back``: the sentence is about the main event again."""
        is_near = self._last is not None and sentence - self._last[0] <= _VALID_FOR
        if self._last is not None and is_near and not (is_back and self._is_background):
            return self._last[1]
        return self.first
