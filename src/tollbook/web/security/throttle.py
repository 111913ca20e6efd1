"""A delay that grows with each wrong password."""

import ipaddress
import math
import threading
import time
from collections.abc import Callable

from tollbook.errors import Refused
from tollbook.locale.messages import plural

#: Failed attempts without delay; each further one doubles it.
_FREE = 5
#: The longest delay: a user locked out by the attempts of somebody else can sign in again after it.
_LONGEST = 15 * 60.0  # seconds
#: The number of keys stored at most: attempts from many addresses must not fill the memory.
_MOST = 10_000
#: Bits of an IPv6 address that name a network: a household or a server usually has all addresses of one (RFC 6177).
_NETWORK = 64


class TooManyAttempts(Refused):
    """An attempt that must wait; ``wait`` is the number of seconds until the next one."""

    def __init__(self, wait: int) -> None:
        super().__init__(
            plural(
                "Too many attempts failed; try again in {n} second.",
                "Too many attempts failed; try again in {n} seconds.",
                wait,
            )
        )
        self.wait = wait


class Throttle:
    """The failed attempts of each key (a name, an address), and the delay before its next one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failed: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()

    def begin(self, *keys: str) -> None:
        """Count an attempt as failed before its password is checked, so that attempts made at once are all counted.

        Raises TooManyAttempts, and then counts nothing, while one of the keys must wait.
        """
        now = self._clock()
        with self._lock:
            if (wait := max(self._until(key) for key in keys) - now) > 0:
                raise TooManyAttempts(math.ceil(wait))
            for key in keys:
                times, last = self._failed.pop(key, (0, now))
                times = 0 if now - last > 2 * _LONGEST else times
                self._failed[key] = (times + 1, now)
            while len(self._failed) > _MOST:
                self._failed.pop(next(iter(self._failed)))

    def forget(self, key: str) -> None:
        """Forget all failed attempts of a key: its password was right."""
        with self._lock:
            self._failed.pop(key, None)

    def give_back(self, key: str) -> None:
        """Forget one attempt of a key: it was right, but others from the same address may have been wrong."""
        with self._lock:
            times, last = self._failed.pop(key, (0, 0.0))
            if times > 1:
                self._failed[key] = (times - 1, last)

    def _until(self, key: str) -> float:
        """The moment from which on the key may be tried."""
        times, last = self._failed.get(key, (0, 0.0))
        return last + min(2.0 ** (times - _FREE), _LONGEST) if times > _FREE else -math.inf


def retry_after(error: Exception) -> dict[str, str]:
    """The header that says when to try again; none for another error."""
    return {"Retry-After": str(error.wait)} if isinstance(error, TooManyAttempts) else {}


def network(client: str) -> str:
    """The network of an address, which is counted as one: the address itself, or the first 64 bits of IPv6."""
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, _NETWORK), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)
