"""Accounts: a file of names, roles and argon2id hashes, beside the book or at another path.

The file is JSON and readable by its owner only. It is read again whenever it has changed, so that a running web
interface refuses an account as soon as the command line has removed it.
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
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.web.roles import ROLES, Role

#: NIST SP 800-63B requires fifteen characters for a password without a second factor, and no composition rules.
SHORTEST = 15
#: A longer password would only take longer to hash.
LONGEST = 512
#: RFC 9106's second recommended setting: 64 MiB, three passes, four lanes.
_HASHER = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4, type=Type.ID)


@cache
def _unusable_hash() -> str:
    """A hash that is checked for a name without account, so that the answer takes as long as for a name with one."""
    return _HASHER.hash("no account has this password")


class Account(Record, frozen=True, kw_only=True):
    """A user account. ``hash`` is the encoded argon2id hash, with its settings and salt."""

    name: str
    role: Role
    hash: str

    def fingerprint(self) -> str:
        """A part of the hash, stored in sessions; it changes with every new password."""
        return self.hash[-16:]


class _File(Record, frozen=True, kw_only=True):
    accounts: tuple[Account, ...] = ()
    version: int = 1


class Accounts:
    """The accounts of one file. Every method raises TollbookError if the file cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read_state: tuple[int, int, int] | None = None
        self._accounts: dict[str, Account] = {}

    def all(self) -> list[Account]:
        """Every account, by name."""
        return sorted(self._read().values(), key=lambda account: account.name)

    def get(self, name: str) -> Account | None:
        """The account with a name, in any capitalisation; None without one."""
        return self._read().get(folded(name))

    def check(self, name: str, password: str) -> Account | None:
        """The account if the password is right, else None. Takes as long for a name without account."""
        account = self.get(name)
        try:
            _HASHER.verify(account.hash if account else _unusable_hash(), password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return None
        return account

    def add(self, name: str, password: str, role: str) -> Account:
        """Add an account. Raises Refused for a name in use, a weak password or an unknown role."""
        account = Account(name=_name(name), role=_role(role), hash=_hash(name, password))
        accounts = self._read()
        if _outline(name) in map(_outline, accounts):
            raise Refused(
                message(
                    "The account {name} already exists; remove it first, or choose another name.", name=account.name
                )
            )
        self._write({**accounts, folded(name): account})
        return account

    def set_password(self, name: str, password: str) -> Account:
        """Set a new password; the sessions of the account end. Raises NoSuchRecord, Refused."""
        return self._change(name, hash=_hash(name, password))

    def set_role(self, name: str, role: str) -> Account:
        """Set the role of an account. Raises NoSuchRecord, and Refused for the last admin."""
        self._keep_an_admin(name, role)
        return self._change(name, role=_role(role))

    def remove(self, name: str) -> None:
        """Remove an account; its sessions end, its decisions stay. Raises NoSuchRecord; Refused for the last admin."""
        accounts = dict(self._read())
        if folded(name) not in accounts:
            raise NoSuchRecord(message("There is no account {name}; see: tollbook accounts list", name=name))
        self._keep_an_admin(name, None)
        del accounts[folded(name)]
        self._write(accounts)

    def _change(self, name: str, **fields: str) -> Account:
        account = self.get(name)
        if account is None:
            raise NoSuchRecord(message("There is no account {name}; see: tollbook accounts list", name=name))
        changed = msgspec.structs.replace(account, **fields)
        self._write({**self._read(), folded(name): changed})
        return changed

    def _keep_an_admin(self, name: str, role: str | None) -> None:
        admins = {key for key, account in self._read().items() if account.role == "admin"}
        others = len(self._read()) > 1
        if role != "admin" and others and admins == {folded(name)}:
            raise Refused(message("{name} is the only admin; make someone else an admin first.", name=name))

    def _read(self) -> dict[str, Account]:
        try:
            stat = self.path.stat()
            seen = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
            if seen != self._read_state:
                found = msgspec.json.decode(self.path.read_bytes(), type=_File)
                self._accounts, self._read_state = {folded(each.name): each for each in found.accounts}, seen
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            sentence = message(
                "The accounts file {path} cannot be read ({error}); repair it.", path=self.path, error=error
            )
            raise TollbookError(sentence) from error
        return self._accounts

    def _write(self, accounts: dict[str, Account]) -> None:
        content = msgspec.json.format(msgspec.json.encode(_File(accounts=tuple(accounts.values()))))
        try:
            # mkstemp makes a file that only its owner can read; the atomic replace leaves no half-written file.
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).replace(self.path)
        except OSError as error:
            why = error.strerror
            raise TollbookError(
                message("The accounts cannot be written to {path} ({error}).", path=self.path, error=why)
            ) from error


def folded(name: str) -> str:
    """The name for comparison: case, width and the Unicode encoding of a letter make no difference."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def _outline(name: str) -> str:
    """The name as it looks: the hyphens and dashes of Unicode make no difference."""
    return "".join("-" if unicodedata.category(each) == "Pd" else each for each in folded(name))


def _name(name: str) -> str:
    clean = unicodedata.normalize("NFC", name).strip()
    if not clean or len(clean) > 80 or not clean.isprintable():
        raise Refused(message("An account name has at most 80 characters, on one line."))
    return clean


def _role(role: str) -> Role:
    if role not in ROLES:
        raise Refused(message("There is no role {role}; choose one of: {roles}.", role=role, roles=", ".join(ROLES)))
    return role


def _hash(name: str, password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = message(
            "A password has {low} to {high} characters; several words are easy to remember.", low=SHORTEST, high=LONGEST
        )
        raise Refused(sentence)
    if folded(name) in folded(password) or len(set(password)) < 5:
        raise Refused(
            message("The password is easy to guess: it contains the name or has fewer than 5 different characters.")
        )
    return _HASHER.hash(password)
