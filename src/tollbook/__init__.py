"""Tollbook: who was harmed, where, when, by whom — according to whom."""

import os
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tollbook.library import OpenedBook

__all__ = ["__version__", "open"]
#: With each version the day in ``bounds.RELEASED`` is set anew.
__version__ = "0.1.0"


def open(  # noqa: A001 - scripts call it tollbook.open
    book: str | os.PathLike[str], *,
    write: bool = False, rule: str = "range", as_of: date | None = None, actor: str | None = None,
    passphrase: str | None = None,
) -> "OpenedBook":  # fmt: skip
    """A book to read in Python; use ``with tollbook.open("tollbook.book") as book``. See docs/python.md.

    Figures are made by ``rule`` from what had been published by ``as_of``. Nothing can be changed unless ``write``;
    exports need it, because the log of the book records them, with the name ``actor``. Raises BookError.
    """
    from tollbook.library import OpenedBook  # noqa: PLC0415 - import tollbook stays fast

    return OpenedBook(book, write=write, rule=rule, as_of=as_of, actor=actor, passphrase=passphrase)
