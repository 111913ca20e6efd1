"""Sessions: a signed cookie with the name of the user, and the token that every unsafe request must have."""

import hashlib
import hmac
import secrets
import threading
import time

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from tollbook.model import Record

#: A working day; after it users sign in again.
LONGEST = 12 * 60 * 60  # seconds


class Session(Record, frozen=True, kw_only=True):
    """The content of a session cookie. ``fingerprint`` is part of the password hash: a new password ends it."""

    id: str
    name: str = ""
    fingerprint: str = ""


class Sessions:
    """Makes and reads sessions with a key of this process: a restart ends all sessions."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(32)
        self._signer = URLSafeTimedSerializer(self._key, salt="session")
        self._ended: dict[str, float] = {}
        self._lock = threading.Lock()

    def new(self, name: str = "", fingerprint: str = "") -> Session:
        """A session with a new random id."""
        return Session(id=secrets.token_urlsafe(18), name=name, fingerprint=fingerprint)

    def write(self, session: Session) -> str:
        """The session as a cookie's value."""
        signed: str | bytes = self._signer.dumps([session.id, session.name, session.fingerprint])
        return signed if isinstance(signed, str) else signed.decode()

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; None if the signature is wrong, or the session is too old or ended."""
        try:
            found = self._signer.loads(cookie or "", max_age=LONGEST)
            session_id, user_name, fingerprint = msgspec.convert(found, tuple[str, str, str])
        except (BadSignature, msgspec.ValidationError):
            return None
        if session_id in self._ended:
            return None
        return Session(id=session_id, name=user_name, fingerprint=fingerprint)

    def end(self, session: Session) -> None:
        """End a session: its cookie is no longer accepted."""
        now = time.monotonic()
        with self._lock:
            self._ended = {name: at for name, at in self._ended.items() if now - at < LONGEST} | {session.id: now}

    def token(self, session: Session) -> str:
        """The token that forms of this session must send; pages of other sites cannot know it."""
        return hmac.new(self._key, f"form:{session.id}".encode(), hashlib.sha256).hexdigest()

    def holds(self, session: Session, token: str) -> bool:
        """Whether a token belongs to the session, compared in constant time."""
        return hmac.compare_digest(self.token(session).encode(), token.encode())
