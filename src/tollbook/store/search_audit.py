"""Verification of the full-text index: compares its words of every report with the words of the report."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from sqlalchemy import Connection, Text, cast, literal, select
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.exc import DBAPIError

from tollbook.locale.messages import message
from tollbook.store import search
from tollbook.store.log import LogEntry
from tollbook.store.schema import passages, reports

#: The view of FTS5 with every word of every row and its place. It is made for the check and dropped again.
_MAKE = "CREATE VIRTUAL TABLE temp.search_words USING fts5vocab(main, search, instance)"
_DROP = "DROP TABLE IF EXISTS temp.search_words"
_WORDS = "SELECT doc, term FROM temp.search_words ORDER BY doc, offset"
#: The number of words of each row, and of all rows, on which the order of results depends.
_SIZES = "SELECT id, sz FROM search_docsize"
_FOUND = "SELECT count(*) FROM search WHERE search MATCH ?"
_TOTAL = "SELECT block FROM search_data WHERE id = 1"
#: The digest of the words of one part of a report.
_Digest = bytes


def problems(connection: Connection, entries: Iterable[LogEntry]) -> Iterator[str]:
    """A sentence for each report with wrong words in the index, and for a damaged index."""
    try:
        indexed = _on_server(connection) if connection.dialect.name == "postgresql" else _in_file(connection)
    except DBAPIError:
        yield _damaged()
        return
    parts: dict[str, list[_Digest | None]] = defaultdict(list)
    for number, report in connection.execute(select(passages.c.number, passages.c.report).order_by(passages.c.number)):
        parts[report].append(indexed.pop(number, None))
    titles = _titles(entries)
    columns = (reports.c.id, reports.c.title, reports.c.text, reports.c.shown_title)
    for row in connection.execute(select(*columns).order_by(reports.c.number)):
        own = _digests(connection, row.title, row.text)
        shown = _digests(connection, row.shown_title if row.shown_title != row.title else None, "")
        former = {digest for title in titles.get(row.id, ()) for digest in _digests(connection, title, "")}
        found = parts.pop(row.id, [])
        later = found[len(own) :]
        if found[: len(own)] != own or not set(shown) <= set(later) <= former:
            yield message(
                "Search does not find report {report} by its words. To make the index again: tollbook verify --repair",
                report=row.id,
            )
    if parts or indexed:
        yield message("The search index has words of no report. To make it again: tollbook verify --repair")


def _damaged() -> str:
    return message("The search index is damaged. To make it again: tollbook verify --repair")


def _titles(entries: Iterable[LogEntry]) -> Mapping[str, set[str]]:
    """The titles that people set, by report: the index keeps the words of former ones, too."""
    titles: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        title = (entry.payload.get("change") or {}).get("title") if entry.payload.get("verdict") == "describe" else None
        if title:
            for report in (entry.subject, *entry.payload.get("reports", ())):
                titles[report].add(str(title))
    return titles


def _digests(connection: Connection, title: str | None, body: str) -> list[_Digest | None]:
    """The digests of the parts that a title and a text have in the index."""
    every = search.parts(title or "", body)
    if connection.dialect.name != "postgresql":
        return [_digest(part) for part in every]
    vectors = (cast(cast(literal(search.vector(part)), TSVECTOR), Text) for part in every)
    return [_digest([connection.execute(select(vector)).scalar_one()]) for vector in vectors]


def _digest(words: Sequence[str]) -> _Digest:
    return hashlib.blake2b(" ".join(words).encode(), digest_size=16).digest()


def _on_server(connection: Connection) -> dict[int, _Digest]:
    """The digest of the words of every row of the index."""
    rows = connection.execute(select(passages.c.number, cast(passages.c.words, Text).label("words")))
    return {row.number: _digest([row.words or ""]) for row in rows}


def _in_file(connection: Connection) -> dict[int, _Digest]:
    """The digest of the words of every row of the index; a different one if the row's number of words is wrong."""
    sizes = {row.id: _varints(row.sz) for row in connection.exec_driver_sql(_SIZES)}
    digests, words, reports_with = dict[int, _Digest](), 0, Counter[str]()
    # A temporary table changes nothing in a book that was opened for reading; the next transaction is read-only again.
    connection.exec_driver_sql("PRAGMA query_only = OFF")
    connection.exec_driver_sql(_DROP)
    connection.exec_driver_sql(_MAKE)
    for number, group in groupby(connection.exec_driver_sql(_WORDS), key=itemgetter(0)):
        own = [word for _, word in group]
        digests[number], words = _digest(own if sizes.pop(number, None) == [len(own)] else ()), words + len(own)
        reports_with.update(set(own))
    connection.exec_driver_sql(_DROP)
    total = connection.exec_driver_sql(_TOTAL).scalar()
    if _varints(total)[:2] != [len(digests), words][: 2 if digests else 0]:
        digests[-1] = _digest(())
    # Looking up one word uses another part of the index than reading all words.
    if any(connection.exec_driver_sql(_FOUND, (f'"{word}"',)).scalar() != n for word, n in reports_with.items()):
        digests[-1] = _digest(())
    return digests | dict.fromkeys(sizes, _digest(()))


def _varints(packed: object) -> list[int]:
    """The numbers in bytes, seven bits in each byte, the highest first; the last byte of a number is below 128."""
    found, current = list[int](), 0
    for byte in packed if isinstance(packed, bytes) else b"":
        current = current << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(current)
            current = 0
    return found
