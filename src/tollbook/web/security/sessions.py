"""Sessions: a signed cookie that says who it was given to, and the token that must come with every unsafe request."""

import hashlib
import hmac
import secrets
import threading
import time

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from tollbook.model import Record

#: A working day with its breaks; after it one signs in again.
LONGEST = 12 * 60 * 60  # seconds


class Session(Record, frozen=True, kw_only=True):
    """What a session cookie holds. ``seal`` is drawn from the account's password hash: a new password ends it."""

    id: str
    name: str = ""
    seal: str = ""


class Sessions:
    """Makes and reads sessions with a key that lives as long as the process: starting anew ends all of them."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._signer = URLSafeTimedSerializer(self._key, salt="session")
        self._ended: dict[str, float] = {}
        self._lock = threading.Lock()

    def new(self, name: str = "", seal: str = "") -> Session:
        """A session with an id that was never used before."""
        return Session(id=secrets.token_urlsafe(18), name=name, seal=seal)

    def write(self, session: Session) -> str:
        """The session as a cookie's value."""
        signed: str | bytes = self._signer.dumps([session.id, session.name, session.seal])
        return signed if isinstance(signed, str) else signed.decode()

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; ``None`` where it is not ours, too old or ended."""
        try:
            found = self._signer.loads(cookie or "", max_age=LONGEST)
            name, person, seal = msgspec.convert(found, tuple[str, str, str])
        except (BadSignature, msgspec.ValidationError):
            return None
        return None if name in self._ended else Session(id=name, name=person, seal=seal)

    def end(self, session: Session) -> None:
        """Never take this session again, wherever its cookie went."""
        now = time.monotonic()
        with self._lock:
            self._ended = {name: at for name, at in self._ended.items() if now - at < LONGEST} | {session.id: now}

    def token(self, session: Session) -> str:
        """What a form of this session must bring along: only a page of ours can know it."""
        return hmac.new(self._key, f"form:{session.id}".encode(), hashlib.sha256).hexdigest()

    def holds(self, session: Session, token: str) -> bool:
        """Whether a token is that of the session."""
        return hmac.compare_digest(self.token(session).encode(), token.encode())
