"""The methods page: versions, rules, word lists and accuracy."""

import hashlib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import groupby

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook import __version__
from tollbook.incidents import build
from tollbook.reconcile.rules import CODEBOOKS
from tollbook.web import accuracy
from tollbook.web.dependencies import CurrentBook
from tollbook.web.rendering import page

router = APIRouter()


@router.get("/methods")
def methods(request: Request, book: CurrentBook) -> HTMLResponse:
    """The page of methods, for readers of a figure."""
    measured = [(field, list(rows)) for field, rows in groupby(accuracy.table(), key=lambda row: row.field)]
    return page(
        request, "methods.html", code=build.package_code(), release=__version__, lexicons=lexicons(), measured=measured,
        rules=CODEBOOKS, made_by=makers(book),
    )  # fmt: skip


def makers(book: CurrentBook) -> list[tuple[str, int]]:
    """The readers of the claims of this book, with the number of reports of each."""
    return sorted(book.search.index().finders.items())


@cache
def lexicons() -> tuple[tuple[str, str], ...]:
    """Each word list with the first digits of its SHA-256."""
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
