"""Wrong passwords make the next attempt wait."""

import threading
import time
from collections.abc import Callable

#: Slips are free up to here; then each further one doubles the wait.
_FREE = 5
#: A person locked out by someone else's attempts is back within this time.
_LONGEST = 15 * 60.0  # seconds
#: Keys kept at most: attempts from many addresses must not fill the memory.
_MOST = 10_000


class Throttle:
    """How long each of some keys (a name, an address) must wait before the next attempt counts."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failed: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def wait(self, *keys: str) -> float:
        """Seconds until an attempt under all these keys may be made; 0 when it may be made now."""
        now = self._clock()
        return max([0.0, *(self._until(key) - now for key in keys)])

    def failed(self, *keys: str) -> None:
        """Note a wrong attempt under each key."""
        now = self._clock()
        with self._lock:
            for key in keys:
                times, last = self._failed.pop(key, (0, now))
                times = 0 if now - last > 2 * _LONGEST else times
                self._failed[key] = (times + 1, now)
            while len(self._failed) > _MOST:
                self._failed.pop(next(iter(self._failed)))

    def succeeded(self, *keys: str) -> None:
        """Forget the wrong attempts under these keys."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)

    def _until(self, key: str) -> float:
        times, last = self._failed.get(key, (0, 0.0))
        if times <= _FREE:
            return 0.0
        return last + min(2.0 ** (times - _FREE), _LONGEST)
