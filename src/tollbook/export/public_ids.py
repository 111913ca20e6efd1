"""The ids of a release: keyed hashes, because an archive may have named a report after a person.

Without a key, anyone could hash a guessed name and compare. The key is in the log of the book, so that all releases
of one book have the same ids.
"""

import hashlib
import hmac
import secrets

from tollbook.store import Store

#: The log action of the key; its payload has ``key`` in hexadecimal.
KEY = "release key"
#: Hexadecimal digits of an id, as many as ``content_id`` has, and characters between a claim and a person in it.
_DIGITS, _PERSON = 16, "~"


class PublicIds:
    """Ids by a key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._made: dict[str, str] = {}
        self._public: set[str] = set()

    def of(self, name: str) -> str:
        """The public id of an id; a public id stays as it is. The number of a person in a claim is kept: ``…~1``."""
        if name in self._public:
            return name
        claim, mark, number = name.rpartition(_PERSON) if _PERSON in name else (name, "", "")
        if claim not in self._made:
            self._made[claim] = hmac.digest(self._key, claim.encode(), hashlib.sha256).hex()[:_DIGITS]
        made = f"{self._made[claim]}{mark}{number}"
        self._public.add(made)
        return made


def key_of(store: Store) -> bytes:
    """The key of a book; the first release makes it."""
    if not store.log(KEY):
        store.append(KEY, "", {"key": secrets.token_hex(32)}, actor=store.actor)
    # Two simultaneous releases may each write a key: the first counts.
    return bytes.fromhex(store.log(KEY)[0].payload["key"])
