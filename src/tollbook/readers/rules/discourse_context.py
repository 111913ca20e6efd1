"""What a report has told so far, and for how long it holds."""

from typing import Generic, TypeVar

T = TypeVar("T")
#: For how many sentences a day or place holds before a report is taken to have gone back to what it is mainly about.
#: Right days on war dispatches: 60.0 at 0, 64.9 at 1, 67.8 at 2, 67.3 at 3, 65.3 at 6.
_HOLDS = 2


class Memory(Generic[T]):
    """What was told last, for a while; and what the report told first, for the rest of it."""

    def __init__(self) -> None:
        self._last: tuple[int, T] | None = None
        self.lead: T | None = None

    def keep(self, value: T | None, sentence: int, *, leads: bool = True) -> None:
        """Remember what a sentence said; only what ``leads`` can hold for the whole report."""
        if value is not None:
            self._last = (sentence, value)
            self.lead = self.lead or (value if leads else None)

    @property
    def last(self) -> T | None:
        """What was told last, however far back."""
        return None if self._last is None else self._last[1]

    def recall(self, sentence: int) -> T | None:
        """What holds for a sentence that says nothing itself."""
        if self._last is not None and sentence - self._last[0] <= _HOLDS:
            return self._last[1]
        return self.lead
