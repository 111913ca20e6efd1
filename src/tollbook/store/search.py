"""Full-text search over titles and texts: SQLite's FTS5 or PostgreSQL's tsvector, asked the same and answering alike.

The words are cut and folded by ``folding`` before either database sees them, so that a book answers alike wherever it
is kept. A question is words that must all be there, ``"words in a row"`` and ``beginnings*``; nothing else in it means
anything, and no question is an error.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Select,
    cast,
    func,
    insert,
    intersect,
    literal,
    literal_column,
    select,
)
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR

from tollbook.model import Record, Report, Span
from tollbook.store import normalisation
from tollbook.store.schema import passages
from tollbook.store.schema import search as words_table

#: Words of one part of a report. PostgreSQL keeps 256 places of a word in a part; "the" has some 140 in 2,000.
_PART = 2000
#: Words, phrases and beginnings of one question; what comes after is not asked.
_MOST_TERMS = 32
#: Code points shown before and after the first words found, at most.
_AROUND = 120
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')


class Term(Record, frozen=True, kw_only=True):
    """Folded words that must stand in a row; with ``prefix`` the last of them need only begin so."""

    words: tuple[str, ...]
    prefix: bool = False


class Hit(Record, frozen=True, kw_only=True):
    """A report that was found. Spans are exact: ``text[start:end] == snippet``; ``matches`` are the words found in it.

    ``rank`` orders the hits of one question, the best highest; it means nothing beside that of another question. A
    report that was found by its title alone shows how its text begins.
    """

    report: str
    title: str | None
    start: int
    end: int
    snippet: str
    matches: tuple[Span, ...]
    rank: float


def terms(question: str) -> tuple[Term, ...]:
    """What a question asks for; nothing where it holds no words."""
    found = []
    for match in _TERM.finditer(question):
        phrase, word = match.groups()
        folded = tuple(each for each, _ in normalisation.words(phrase if word is None else word))
        if folded:
            found.append(Term(words=folded, prefix=word is not None and word.endswith("*")))
    return tuple(dict.fromkeys(found))[:_MOST_TERMS]


def add(connection: Connection, report: Report) -> None:
    """Make a report's title and text searchable."""
    add_words(connection, report.id, report.title, report.text)


def add_words(connection: Connection, report: str, title: str | None, body: str) -> None:
    """Make a title and a text searchable."""
    for part in (*_parts(title or ""), *_parts(body)):
        if connection.dialect.name == "postgresql":
            row = {"report": report, "words": cast(literal(_vector(part)), TSVECTOR)}
            connection.execute(insert(passages).values(row))
        else:
            made = insert(passages).values(report=report).returning(passages.c.number)
            number = connection.execute(made).scalar_one()
            connection.execute(insert(words_table), {"rowid": number, "words": " ".join(part)})


def find(connection: Connection, question: str, limit: int) -> list[tuple[str, float]]:
    """The ids of the reports that have all that is asked for, with their rank, best first."""
    asked = terms(question)
    if not asked:
        return []
    server = connection.dialect.name == "postgresql"
    source = passages if server else passages.join(words_table, words_table.c.rowid == passages.c.number)
    each = [_phrase(term, server=server) for term in asked]
    every = _having(source, each, server=server).subquery()
    some = (" | " if server else " OR ").join(each)
    rank = func.ts_rank(passages.c.words, cast(literal(some), TSQUERY), 1) if server else -literal_column("search.rank")
    scored = (
        select(passages.c.report, rank.label("score"))
        .select_from(source)
        .where(_holds(some, server=server), passages.c.report.in_(select(every.c.report)))
        .subquery()
    )
    total = func.sum(scored.c.score)
    best = select(scored.c.report, total.label("rank")).group_by(scored.c.report)
    rows = connection.execute(best.order_by(total.desc(), scored.c.report).limit(limit))
    return [(row.report, float(row.rank)) for row in rows]


def having(connection: Connection, question: str) -> Select[Any] | None:
    """A query for the ids of the reports that have all that is asked for, in no order; None where nothing is asked."""
    server = connection.dialect.name == "postgresql"
    source = passages if server else passages.join(words_table, words_table.c.rowid == passages.c.number)
    each = [_phrase(term, server=server) for term in terms(question)]
    return select(_having(source, each, server=server).subquery().c.report) if each else None


def _having(source: FromClause, each: Sequence[str], *, server: bool) -> CompoundSelect[Any]:
    return intersect(*(select(passages.c.report).select_from(source).where(_holds(one, server=server)) for one in each))


def hit(report: Report, asked: Sequence[Term], rank: float) -> Hit:
    """Where in a report's text what is asked for stands."""
    matches = sorted(_matches(report.text, asked))
    start, end = _around(report.text, matches[0] if matches else (0, 0))
    return Hit(
        report=report.id,
        title=report.title,
        start=start,
        end=end,
        snippet=report.text[start:end],
        matches=tuple(span for span in matches if span[1] <= end),
        rank=rank,
    )


def _parts(body: str) -> Iterator[list[str]]:
    words = (word for word, _ in normalisation.words(body))
    while part := list(islice(words, _PART)):
        yield part


def _vector(part: Sequence[str]) -> str:
    """Words with their places, as PostgreSQL writes them. They are letters and digits alone, so none needs a guard."""
    return " ".join(f"'{word}':{place}" for place, word in enumerate(part, start=1))


def _phrase(term: Term, *, server: bool) -> str:
    """A term as each database writes it."""
    if server:
        return "(" + " <-> ".join(f"'{word}'" for word in term.words) + (":*)" if term.prefix else ")")
    return f'"{" ".join(term.words)}"' + (" *" if term.prefix else "")


def _holds(query: str, *, server: bool) -> ColumnElement[bool]:
    if server:
        return passages.c.words.bool_op("@@")(cast(literal(query), TSQUERY))
    return literal_column("search").bool_op("MATCH")(literal(query))


def _matches(body: str, asked: Sequence[Term]) -> set[Span]:
    """The spans of a text where a term stands."""
    found = list(normalisation.words(body))
    places: dict[str, list[int]] = defaultdict(list)
    for place, (word, _) in enumerate(found):
        places[word].append(place)
    spans = set()
    for term in asked:
        last = len(term.words) - 1
        alone = term.prefix and not last
        for place in range(len(found)) if alone else places.get(term.words[0], ()):
            if place + last < len(found) and _stands(term, [word for word, _ in found[place : place + last + 1]]):
                spans.add((found[place][1][0], found[place + last][1][1]))
    return spans


def _stands(term: Term, words: Sequence[str]) -> bool:
    *before, final = words
    ends = final.startswith(term.words[-1]) if term.prefix else final == term.words[-1]
    return ends and tuple(before) == term.words[:-1]


def _around(body: str, span: Span) -> Span:
    """A window around a span that cuts no word."""
    start, end = max(0, span[0] - _AROUND), min(len(body), span[1] + _AROUND)
    if start:
        start = next((at + 1 for at in range(start, span[0]) if body[at].isspace()), start)
    if end < len(body):
        end = next((at for at in range(end, span[1], -1) if body[at].isspace()), end)
    return start, end
