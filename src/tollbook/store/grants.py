"""SQL statements that give a role of a team its rights on PostgreSQL, so that the database enforces them.

A role for daily work adds reports, claims and log entries, and can change or delete none; only the owner of the tables
could. A role for reading changes nothing. A personal role writes under one name (:mod:`tollbook.store.protection`).
"""

from collections.abc import Iterator

from sqlalchemy.dialects import postgresql

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.store import incident_tables, protection, schema
from tollbook.store.schema import metadata

#: Tables whose rows are records: written once. Of a report only the columns that people's descriptions derive change.
RECORDS = frozenset({"reports", "originals", "readings", "claims", "refusals", "log", "followed_states", "alerts"})
_DESCRIBED = ("address", "described", "shown_published", "shown_outlet", "shown_title")
_quoted = postgresql.dialect().identifier_preparer.quote  # type: ignore[no-untyped-call]


def statements(role: str, *, read_only: bool = False, owned: str = "public") -> Iterator[str]:
    """The SQL statements, for the owner of the tables to run; ``owned`` is the schema of the book.

    Run them again after an upgrade of the tables. Raises Refused for a name that no role can have.
    """
    _require_name(role)
    name, space = _quoted(role), _quoted(owned)
    yield from protection.of_log(owned)
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {space} FROM {name};"
    yield f"GRANT USAGE ON SCHEMA {space} TO {name};"
    if read_only:
        yield f"GRANT SELECT ON ALL TABLES IN SCHEMA {space} TO {name};"
        return
    # The role makes the tables of the derived rows itself, because it makes them anew after each upgrade.
    for table in reversed(incident_tables.metadata.sorted_tables):
        yield f"DROP TABLE IF EXISTS {space}.{_quoted(table.name)};"
    yield f"GRANT CREATE ON SCHEMA {space} TO {name};"
    yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {space} TO {name};"
    for table in metadata.sorted_tables:
        where = f"{space}.{_quoted(table.name)}"
        rights = "SELECT, INSERT" if table.name in RECORDS else "SELECT, INSERT, UPDATE, DELETE"
        if table is schema.book:
            # Writers lock its row by an update.
            rights = "SELECT, UPDATE"
        yield f"GRANT {rights} ON {where} TO {name};"
    yield f"GRANT UPDATE ({', '.join(_DESCRIBED)}) ON {space}.reports TO {name};"


def personal(
    role: str, *, team: str, person: str, job: protection.Job = "editor", owned: str = "public"
) -> Iterator[str]:
    """The SQL statements that make a role that of one person: it has the rights of the role ``team``.

    It can write only under the name ``person``, and a coder can only code. Raises Refused for an invalid name of a
    role, and for an empty name of the person.
    """
    _require_name(role)
    _require_name(team)
    if not person.strip():
        raise Refused(message("Give the name under which this person writes."))
    yield f"GRANT USAGE ON SCHEMA {_quoted(owned)} TO {_quoted(role)};"
    yield from protection.of_person(role, team=team, person=person.strip(), job=job, owned=owned)


def _require_name(role: str) -> None:
    if not role or "\0" in role or len(role.encode()) > 63:
        raise Refused(message("A role of PostgreSQL has a name of 1 to 63 bytes."))
