"""Accounts: a file of names, roles and argon2id hashes, beside the book or wherever it is said to be.

The file is JSON and readable by its owner alone. It is read again whenever it has changed, so that an account removed
at the command line is gone at once for a reading room that is open.
"""

import os
import tempfile
import unicodedata
from functools import cache
from pathlib import Path

import msgspec
from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from tollbook.errors import NoSuchRecord, Refused, TollbookError
from tollbook.model import Record
from tollbook.web.roles import ROLES, Role

#: NIST SP 800-63B asks for fifteen characters where a password stands alone, and for no rules of composition.
SHORTEST = 15
#: Longer ones would only cost time to hash.
LONGEST = 512
#: RFC 9106's second recommended setting: 64 MiB, three passes, four lanes.
_HASHER = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4, type=Type.ID)


@cache
def _nobody() -> str:
    """Checked when there is no such account, so that the answer takes as long as for one that is there."""
    return _HASHER.hash("nobody's password, never accepted")


class Account(Record, frozen=True, kw_only=True):
    """Someone who may enter. ``hash`` is argon2id's own text with its settings and salt."""

    name: str
    role: Role
    hash: str

    def seal(self) -> str:
        """A part of the hash that sessions carry: another password or another salt, another seal."""
        return self.hash[-16:]


class _File(Record, frozen=True, kw_only=True):
    accounts: tuple[Account, ...] = ()
    version: int = 1


class Accounts:
    """The accounts of one file. Every method may raise TollbookError where the file cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._kept: dict[str, Account] = {}

    def all(self) -> list[Account]:
        """Every account, by name."""
        return sorted(self._read().values(), key=lambda account: account.name)

    def get(self, name: str) -> Account | None:
        """The account of that name, however it is capitalised."""
        return self._read().get(_fold(name))

    def check(self, name: str, password: str) -> Account | None:
        """The account, when the password is right. Takes as long for a name that has none."""
        account = self.get(name)
        try:
            _HASHER.verify(account.hash if account else _nobody(), password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return None
        return account

    def add(self, name: str, password: str, role: str) -> Account:
        """A new account. Raises Refused for a name that is taken, a weak password or an unknown role."""
        account = Account(name=_name(name), role=_role(role), hash=_hash(name, password))
        accounts = self._read()
        if _fold(name) in accounts:
            raise Refused(f"There is an account {account.name} already; remove it first, or choose another name.")
        self._write({**accounts, _fold(name): account})
        return account

    def set_password(self, name: str, password: str) -> Account:
        """Give an account another password; its sessions end."""
        return self._change(name, hash=_hash(name, password))

    def set_role(self, name: str, role: str) -> Account:
        """Give an account another role. The last admin stays one."""
        self._keep_an_admin(name, role)
        return self._change(name, role=_role(role))

    def remove(self, name: str) -> None:
        """Take an account away; its sessions end, what it decided stays. The last admin cannot go."""
        accounts = dict(self._read())
        if _fold(name) not in accounts:
            raise NoSuchRecord(f"There is no account {name}; see: tollbook accounts list")
        self._keep_an_admin(name, None)
        del accounts[_fold(name)]
        self._write(accounts)

    def _change(self, name: str, **fields: str) -> Account:
        account = self.get(name)
        if account is None:
            raise NoSuchRecord(f"There is no account {name}; see: tollbook accounts list")
        changed = msgspec.structs.replace(account, **fields)
        self._write({**self._read(), _fold(name): changed})
        return changed

    def _keep_an_admin(self, name: str, role: str | None) -> None:
        admins = {key for key, account in self._read().items() if account.role == "admin"}
        others = len(self._read()) > 1
        if role != "admin" and others and admins == {_fold(name)}:
            raise Refused(f"{name} is the only admin; make someone else an admin first.")

    def _read(self) -> dict[str, Account]:
        try:
            stat = self.path.stat()
            seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
            if seen != self._seen:
                found = msgspec.json.decode(self.path.read_bytes(), type=_File)
                self._kept, self._seen = {_fold(each.name): each for each in found.accounts}, seen
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            raise TollbookError(f"The accounts in {self.path} cannot be read ({error}); put the file right.") from error
        return self._kept

    def _write(self, accounts: dict[str, Account]) -> None:
        content = msgspec.json.format(msgspec.json.encode(_File(accounts=tuple(accounts.values()))))
        try:
            # mkstemp makes a file that only its owner may read; replacing it at once leaves no half-written file.
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self.path)
        except OSError as error:
            raise TollbookError(f"The accounts cannot be written to {self.path} ({error.strerror}).") from error


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _name(name: str) -> str:
    clean = unicodedata.normalize("NFC", name).strip()
    if not clean or len(clean) > 80 or not clean.isprintable():
        raise Refused("An account needs a name of at most 80 letters, on one line.")
    return clean


def _role(role: str) -> Role:
    if role not in ROLES:
        raise Refused(f"There is no role {role}; choose one of: {', '.join(ROLES)}.")
    return role


def _hash(name: str, password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(f"A password needs {SHORTEST} to {LONGEST} characters; a few words in a row are easy to keep.")
    if _fold(name) in _fold(password) or len(set(password)) < 5:
        raise Refused("That password is easy to guess: it holds the name, or hardly any different characters.")
    return _HASHER.hash(password)
