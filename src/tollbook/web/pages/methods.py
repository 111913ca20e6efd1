"""The room of methods: what made this book, under which rules, and how well each field is read."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import groupby

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook import __version__
from tollbook.incidents import build
from tollbook.reconcile import RULES
from tollbook.web import accuracy
from tollbook.web.dependencies import TheBook
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/methods")
def methods(request: Request, book: TheBook) -> HTMLResponse:
    """Everything needed to say how a figure came about."""
    measured = [(field, list(rows)) for field, rows in groupby(accuracy.table(), key=lambda row: row.field)]
    return page(
        request, "methods.html", code=build.package_code(), release=__version__, lexicons=lexicons(), measured=measured,
        rules=rules(), made_by=makers(book),
    )  # fmt: skip


def rules() -> list[tuple[str, str]]:
    """Each rule with what it does, in a sentence."""
    return [(name, (rule.__doc__ or "").partition("\n")[0].replace("``", "")) for name, rule in RULES.items()]


def makers(book: TheBook) -> list[tuple[str, int]]:
    """Which readers made the claims of this book, and of how many reports."""
    return sorted(book.search.index().finders.items())


@cache
def lexicons() -> tuple[tuple[str, str], ...]:
    """Each word list with the first digits of the SHA-256 of its bytes: another list, another number."""
    found: list[tuple[str, str]] = []
    root = resources.files("tollbook")
    for folder in ("readers", "reconcile", "linking", "locale", "data"):
        found += _lists(root.joinpath(folder), folder)
    return tuple(sorted(found))


def _lists(folder: Traversable, name: str) -> list[tuple[str, str]]:
    found = []
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            found += _lists(entry, path)
        elif entry.name.endswith((".toml", ".txt", ".csv")):
            found.append((path, hashlib.sha256(entry.read_bytes()).hexdigest()[:12]))
    return found
