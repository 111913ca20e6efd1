"""Full-text search over titles and texts: SQLite's FTS5 or PostgreSQL's tsvector, with the same queries and results.

``normalisation`` splits and folds the words before either database sees them, so that both give the same results. A
query consists of words that must all occur, ``"phrases in quotation marks"`` and ``prefixes*``. There is no other
syntax, and no query is an error.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Integer,
    Select,
    Text,
    case,
    cast,
    column,
    create_engine,
    delete,
    func,
    insert,
    intersect,
    literal,
    literal_column,
    select,
    table,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY, TSVECTOR

from tollbook.model import Record, Report, Span
from tollbook.store import normalisation
from tollbook.store.schema import SEARCH, in_code_points, passages, reports
from tollbook.store.schema import search as words_table

#: Words in one part of a report. PostgreSQL keeps 256 positions of a word in a part; "the" has some 140 in 2,000 words.
_PART = 2000
#: The most words, phrases and prefixes of a query; further ones are ignored.
_MAX_TERMS = 32
#: The most occurrences of a word that count in one part: PostgreSQL keeps no more positions.
_MOST_IN_PART = 200
#: The weight of a word of the title; search engines weigh titles two to five times (BM25F).
_IN_TITLE = 3
#: Code points of a report of the usual length, some 300 words. A longer report needs more occurrences for the same
#: rank.
_LENGTH = 2000
_MILLION = 1_000_000
#: The words of SQLite's index, one row for each time. The table is of the connection, not of the book.
instances = table("search_instances", column("term", Text), column("doc", Integer))
_INSTANCES = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_instances USING fts5vocab(main, search, instance)"
#: The last code point of the order of letters.
_LAST = "\U0010ffff"
#: The most code points shown before and after the first match.
_CONTEXT = 120
#: The most parts of reports that are ranked, those read last first; and parts for each requested hit: a title and a
#: text of up to three parts. Counting a frequent word in all reports took 18 s in a book of 200,000 reports.
_MOST_RANKED, _PARTS_OF_HIT = 2000, 4
#: The tables in which SQLite keeps the index.
_SHADOWS = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'search~_%' ESCAPE '~'"
_TERM = re.compile(r'"([^"]*)"?|([^\s"]+)')


class SearchTerm(Record, frozen=True, kw_only=True):
    """Folded words that must follow one another; with ``prefix`` the last one may continue."""

    words: tuple[str, ...]
    prefix: bool = False


class Hit(Record, frozen=True, kw_only=True):
    """A report that matches a query. ``text[start:end] == snippet``; ``matches`` are the spans of the matching words.

    ``rank`` orders the hits of one query, the best is highest; ranks of different queries cannot be compared. For a
    report that matches only by its title, the snippet is the beginning of its text.
    """

    report: str
    title: str | None
    start: int
    end: int
    snippet: str
    matches: tuple[Span, ...]
    rank: float


def terms(question: str) -> tuple[SearchTerm, ...]:
    """The terms of a query; none if it has no words."""
    parsed = []
    for match in _TERM.finditer(question):
        phrase, word = match.groups()
        folded = tuple(each for each, _ in normalisation.words(phrase if word is None else word))
        if folded:
            parsed.append(SearchTerm(words=folded, prefix=word is not None and word.endswith("*")))
    return tuple(dict.fromkeys(parsed))[:_MAX_TERMS]


def add(connection: Connection, report: Report) -> None:
    """Add the title and text of a report to the index."""
    add_words(connection, report.id, report.title, report.text)


def add_words(connection: Connection, report: str, title: str | None, body: str) -> None:
    """Add a title and a text to the index."""
    for part in parts(title or "", body):
        if connection.dialect.name == "postgresql":
            row = {"report": report, "words": cast(literal(vector(part)), TSVECTOR)}
            connection.execute(insert(passages).values(row))
        else:
            added = insert(passages).values(report=report).returning(passages.c.number)
            number = connection.execute(added).scalar_one()
            connection.execute(insert(words_table), {"rowid": number, "words": " ".join(part)})


def rebuild(connection: Connection) -> None:
    """Make the index again from the reports, with the titles that people set."""
    connection.execute(delete(passages))
    if connection.dialect.name == "sqlite":
        _make_sound(connection)
        connection.exec_driver_sql("DROP TABLE IF EXISTS search")
        connection.exec_driver_sql(SEARCH)
    columns = (reports.c.id, reports.c.title, reports.c.text, reports.c.shown_title)
    for row in connection.execute(select(*columns).order_by(reports.c.number)).all():
        add_words(connection, row.id, row.title, row.text)
        if row.shown_title and row.shown_title != row.title:
            add_words(connection, row.id, row.shown_title, "")


def _make_sound(connection: Connection) -> None:
    """Reset SQLite's tables of the index to those of an empty index, because a damaged index cannot be dropped."""
    if connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = 'search'").first() is None:
        return
    scratch = create_engine("sqlite://")
    with scratch.begin() as new:
        new.exec_driver_sql(SEARCH)
        for name, statement in new.exec_driver_sql(_SHADOWS).all():
            connection.exec_driver_sql(statement.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1))
            connection.exec_driver_sql(f"DELETE FROM {name}")  # noqa: S608 - SQLite's own names
            for row in new.exec_driver_sql(f"SELECT * FROM {name}").all():  # noqa: S608
                marks = ", ".join("?" * len(row))
                connection.exec_driver_sql(f"INSERT INTO {name} VALUES ({marks})", tuple(row))  # noqa: S608
    scratch.dispose()


def find(connection: Connection, question: str, limit: int) -> list[tuple[str, float]]:
    """The ids of the reports that match all terms of a query, with their rank, best first, by id among equals.

    The rank is a sum over the words of the query of n / (n + 1 + L): n is the number of occurrences in the report, with
    those in the title counted three times, and L its length. It is a sum of whole numbers, so that every database gives
    the same. If more than :data:`_MOST_RANKED` parts of reports match, those that were read last are ranked; more if
    more hits are requested.
    """
    server = connection.dialect.name == "postgresql"
    latest = _latest_matching(question, max(_MOST_RANKED, _PARTS_OF_HIT * limit), server=server)
    if latest is None:
        return []
    every = select(latest.cte("latest").c.report)
    if not server:
        connection.exec_driver_sql(_INSTANCES)
    sought = {(word, term.prefix and word is term.words[-1]) for term in terms(question) for word in term.words}
    words = sorted(sought)
    counted = union_all(*(_counted(word, every, prefix=prefix, server=server) for word, prefix in words)).subquery()
    length = func.length(reports.c.text, type_=Integer) // _LENGTH
    total = func.sum(counted.c.n * _MILLION // (counted.c.n + 1 + length))
    best = select(reports.c.id, total.label("rank")).join(counted, counted.c.report == reports.c.id)
    best = (
        best.where(reports.c.id.in_(every))
        .group_by(reports.c.id)
        .order_by(total.desc(), in_code_points(connection, reports.c.id))
        .limit(limit)
    )
    return [(row.id, int(row.rank) / _MILLION) for row in connection.execute(best)]


def _counted(word: str, among: Select[Any], *, prefix: bool, server: bool) -> Select[Any]:
    """The reports with a word or a prefix, each with the number of occurrences (``n``)."""
    if server:
        of_part = func.unnest(passages.c.words).table_valued("lexeme", "positions", "weights")
        term: ColumnElement[Any] = of_part.c.lexeme
        times = func.least(func.cardinality(of_part.c.positions, type_=Integer), _MOST_IN_PART, type_=Integer)
        parts = select(passages.c.number, passages.c.report, times.label("times")).select_from(
            passages.join(of_part, true())
        )
        parts = parts.where(_matches_query(f"'{word}'{':*' if prefix else ''}", server=True))
    else:
        term, times = instances.c.term, func.min(func.count(), _MOST_IN_PART, type_=Integer)
        parts = select(passages.c.number, passages.c.report, times.label("times"))
        parts = parts.join(instances, instances.c.doc == passages.c.number).group_by(passages.c.number, term)
    begins = (term >= word) & (term < word + _LAST) if not server else func.starts_with(term, word)
    part = parts.where(begins if prefix else term == word, passages.c.report.in_(among)).subquery()
    other = passages.alias()
    first = select(func.min(other.c.number)).where(other.c.report == part.c.report).scalar_subquery()
    in_title = (part.c.number == first) & (func.coalesce(reports.c.title, "") != "")
    n = func.sum(part.c.times * case((in_title, _IN_TITLE), else_=1), type_=Integer)
    return select(part.c.report, n.label("n")).join(reports, reports.c.id == part.c.report).group_by(part.c.report)


def matching(connection: Connection, question: str) -> Select[Any] | None:
    """An SQL query for the ids of the reports that match all terms, in no order; None for a query without words."""
    server = connection.dialect.name == "postgresql"
    source = passages if server else passages.join(words_table, words_table.c.rowid == passages.c.number)
    phrases = [_phrase(term, server=server) for term in terms(question)]
    return select(_intersection(source, phrases, server=server).subquery().c.report) if phrases else None


def _latest_matching(question: str, most: int, *, server: bool) -> Select[Any] | None:
    """The reports of the last ``most`` parts that match all terms; None for a query without words."""
    source = passages if server else passages.join(words_table, words_table.c.rowid == passages.c.number)
    phrases = [_phrase(term, server=server) for term in terms(question)]
    if not phrases:
        return None
    first, *others = (_matches_query(phrase, server=server) for phrase in phrases)
    with_others = (passages.c.report.in_(select(passages.c.report).select_from(source).where(each)) for each in others)
    parts = select(passages.c.report).select_from(source).where(first, *with_others)
    return select(parts.order_by(passages.c.number.desc()).limit(most).subquery().c.report).distinct()


def _intersection(source: FromClause, phrases: Sequence[str], *, server: bool) -> CompoundSelect[Any]:
    reports = select(passages.c.report).select_from(source)
    return intersect(*(reports.where(_matches_query(phrase, server=server)) for phrase in phrases))


def hit(report: Report, query: Sequence[SearchTerm], rank: float) -> Hit:
    """The hit for a report that matches a query, with the spans of the matches."""
    matches = sorted(_matches(report.text, query))
    start, end = _window(report.text, matches[0] if matches else (0, 0))
    return Hit(
        report=report.id,
        title=report.title,
        start=start,
        end=end,
        snippet=report.text[start:end],
        matches=tuple(span for span in matches if span[1] <= end),
        rank=rank,
    )


def parts(*texts: str) -> Iterator[list[str]]:
    """The words of some texts as the index has them: in parts, each of one text."""
    for body in texts:
        words = normalisation.words_alone(body)
        yield from (words[start : start + _PART] for start in range(0, len(words), _PART))


def vector(part: Sequence[str]) -> str:
    """Words with their positions in PostgreSQL's syntax. They are only letters and digits, so none needs escaping."""
    return " ".join(f"'{word}':{place}" for place, word in enumerate(part, start=1))


def _phrase(term: SearchTerm, *, server: bool) -> str:
    """A term in the query language of the database."""
    if server:
        return "(" + " <-> ".join(f"'{word}'" for word in term.words) + (":*)" if term.prefix else ")")
    return f'"{" ".join(term.words)}"' + (" *" if term.prefix else "")


def _matches_query(query: str, *, server: bool) -> ColumnElement[bool]:
    if server:
        return passages.c.words.bool_op("@@")(cast(literal(query), TSQUERY))
    return literal_column("search").bool_op("MATCH")(literal(query))


def _matches(body: str, query: Sequence[SearchTerm]) -> set[Span]:
    """The spans of a text that match a term."""
    words = list(normalisation.words(body))
    places: dict[str, list[int]] = defaultdict(list)
    for place, (word, _) in enumerate(words):
        places[word].append(place)
    spans = set()
    for term in query:
        last = len(term.words) - 1
        alone = term.prefix and not last
        for place in range(len(words)) if alone else places.get(term.words[0], ()):
            if place + last < len(words) and _is_match(term, [word for word, _ in words[place : place + last + 1]]):
                spans.add((words[place][1][0], words[place + last][1][1]))
    return spans


def _is_match(term: SearchTerm, words: Sequence[str]) -> bool:
    *before, final = words
    ends = final.startswith(term.words[-1]) if term.prefix else final == term.words[-1]
    return ends and tuple(before) == term.words[:-1]


def _window(body: str, span: Span) -> Span:
    """A window around a span that does not cut words."""
    start, end = max(0, span[0] - _CONTEXT), min(len(body), span[1] + _CONTEXT)
    if start:
        start = next((at + 1 for at in range(start, span[0]) if body[at].isspace()), start)
    if end < len(body):
        end = next((at for at in range(end, span[1], -1) if body[at].isspace()), end)
    return start, end
