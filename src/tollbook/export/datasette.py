"""A book as one SQLite file with keys and full-text search for Datasette, and ``metadata.json`` that explains it.

The tables are those of the spreadsheet export, the names of columns with ``_`` for spaces. A text that names a row of
another table is a foreign key, so Datasette links it. Cells are not escaped for spreadsheets: a database runs no
formulas.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping

from tollbook.export.files import Files
from tollbook.export.listing import Cell, Listing
from tollbook.export.sheets import describe_table, holds, tables_of
from tollbook.locale import wording
from tollbook.record import Contents

DATABASE, METADATA = "tollbook.db", "metadata.json"
#: Columns that name a row of another table, by table.
_LINKS: Mapping[str, Mapping[str, str]] = {
    "claims": {"report": "reports", "incident": "incidents"},
    "incidents": {"series": "series"},
    "statements": {"incident": "incidents"},
    "sources": {"incident": "incidents"},
    "sites": {"incident": "incidents"},
}
#: Columns of the full-text search, by table; never an id.
_SEARCHED: Mapping[str, tuple[str, ...]] = {
    "reports": ("title", "outlet"),
    "claims": ("quote", "according_to", "place"),
    "incidents": ("title", "place", "perpetrators"),
    "persons": ("name", "spellings", "description"),
    "statements": ("quote", "speaker"),
}


def files(contents: Contents) -> Files:
    """The database and its description. Equal contents give equal rows; the bytes depend on the version of SQLite."""
    return {DATABASE: _database(contents), METADATA: _metadata()}


def _database(contents: Contents) -> Iterator[bytes]:
    connection = sqlite3.connect(":memory:")
    try:
        made = {name: make(contents) for name, make in tables_of().items()}
        ids = {name: {row["id"] for row in table.rows} for name, table in made.items() if "id" in table.columns}
        for name, table in made.items():
            _create(connection, name, table)
            _fill(connection, name, table, ids)
        for name, searched in _SEARCHED.items():
            columns = ", ".join(f'"{column}"' for column in searched)
            connection.execute(f'CREATE VIRTUAL TABLE "{name}_fts" USING fts5({columns}, content="{name}")')
            connection.execute(f'INSERT INTO "{name}_fts" ("{name}_fts") VALUES (?)', ["rebuild"])  # noqa: S608
        connection.commit()
        yield connection.serialize()
    finally:
        connection.close()


def _create(connection: sqlite3.Connection, name: str, table: Listing) -> None:
    links = _LINKS.get(name, {})
    key = "id" if _has_key(table) else None
    columns = [f'"{_column(each)}"' + (" TEXT PRIMARY KEY" if each == key else "") for each in table.columns]
    keys = [f'FOREIGN KEY ("{_column(each)}") REFERENCES "{other}" ("id")' for each, other in links.items()]
    connection.execute(f'CREATE TABLE "{name}" ({", ".join([*columns, *keys])})')


def _fill(connection: sqlite3.Connection, name: str, table: Listing, ids: Mapping[str, set[Cell]]) -> None:
    links = _LINKS.get(name, {})

    def cell(row: Mapping[str, Cell], column: str) -> Cell:
        value = row[column]
        if column in links and value not in ids[links[column]]:
            return None
        return wording.clean(value) if isinstance(value, str) else value

    places = ", ".join("?" * len(table.columns))
    rows = ([cell(row, column) for column in table.columns] for row in table.rows)
    connection.executemany(f'INSERT INTO "{name}" VALUES ({places})', rows)  # noqa: S608 - names of our tables


def _has_key(table: Listing) -> bool:
    """Whether each row has an id of its own: a running total has a row for each day."""
    given = [row.get("id") for row in table.rows]
    return "id" in table.columns and "as of" not in table.columns and len(set(given)) == len(given)


def _metadata() -> Iterator[bytes]:
    """The description of every table and column, in English as the columns are."""
    described = {
        name: {
            "description": describe_table(name),
            "columns": {_column(column): holds(column, name) for column in make(Contents()).columns},
            **({"fts_table": f"{name}_fts"} if name in _SEARCHED else {}),
        }
        for name, make in tables_of().items()
    }
    about = {
        "title": "Tollbook",
        "description": "Who was harmed, where, when and by whom, according to whom. It says who said what, never what "
        "happened. An empty cell is not known, never zero.",
        "databases": {"tollbook": {"tables": described}},
    }
    yield (json.dumps(about, indent=1, ensure_ascii=False) + "\n").encode()


def _column(name: str) -> str:
    return name.replace(" ", "_")
