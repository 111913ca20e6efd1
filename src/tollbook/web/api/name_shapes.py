"""The bodies of requests about names."""

from tollbook.decisions.name_rulings import NameRuling
from tollbook.model import Record


class SettleRequest(NameRuling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Spellings that are one name. ``edited`` are the decisions of a settled name that this one replaces."""

    why: str
    edited: tuple[str, ...] = ()
    seen: int | None = None


class DifferRequest(Record, frozen=True, kw_only=True):
    """Names that are different names."""

    spellings: tuple[str, ...]
    why: str
    seen: int | None = None


class TakeApartRequest(Record, frozen=True, kw_only=True):
    """The settled name to take apart."""

    name: str
    why: str
    seen: int | None = None


class NamesFile(Record, frozen=True, kw_only=True):
    """A file of names: its content as CSV, and its name for the log."""

    content: str
    origin: str
