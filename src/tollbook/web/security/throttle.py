"""A delay that grows with each wrong password."""

import threading
import time
from collections.abc import Callable

#: Failed attempts without delay; each further one doubles it.
_FREE = 5
#: The longest delay: a user locked out by the attempts of somebody else can sign in again after it.
_LONGEST = 15 * 60.0  # seconds
#: The number of keys stored at most: attempts from many addresses must not fill the memory.
_MOST = 10_000


class Throttle:
    """The delay of each key (a name, an address) before its next attempt."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failed: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def wait(self, *keys: str) -> float:
        """Seconds until the next attempt with all these keys; 0 for none."""
        now = self._clock()
        return max([0.0, *(self._until(key) - now for key in keys)])

    def failed(self, *keys: str) -> None:
        """Record a failed attempt for each key."""
        now = self._clock()
        with self._lock:
            for key in keys:
                times, last = self._failed.pop(key, (0, now))
                times = 0 if now - last > 2 * _LONGEST else times
                self._failed[key] = (times + 1, now)
            while len(self._failed) > _MOST:
                self._failed.pop(next(iter(self._failed)))

    def succeeded(self, *keys: str) -> None:
        """Forget the failed attempts of these keys."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)

    def _until(self, key: str) -> float:
        times, last = self._failed.get(key, (0, 0.0))
        if times <= _FREE:
            return 0.0
        return last + min(2.0 ** (times - _FREE), _LONGEST)
