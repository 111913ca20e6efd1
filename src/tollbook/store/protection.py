"""SQL statements for the owner of the tables, with which a PostgreSQL server checks every written row.

A trigger refuses every log entry that does not continue the hash chain, and every change of the log, also by the
owner. Row-level policies let a personal role write under one name alone, and only the actions of its job. They check
the role that logged in (``session_user``), which no statement can change, so a personal role can be a member of the
role for daily work and have its rights.
"""

from collections.abc import Iterator
from typing import Literal

from sqlalchemy.dialects import postgresql

Job = Literal["coder", "editor"]
#: The triggers, with the events of each, and the function that both call. Verification accepts them with this body.
TRIGGERS = {"tollbook_entry": "INSERT OR UPDATE OR DELETE", "tollbook_whole": "TRUNCATE"}
FUNCTION = "tollbook_entry"
#: As ``log.LogEntry.computed_hash``: the SHA-256 of the entry as a JSON array. ``to_json`` writes strings as msgspec.
BODY = """
DECLARE
  last_seq integer := 0;
  last_hash text := '';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'The log of a book is only added to.';
  END IF;
  EXECUTE format('SELECT seq, hash FROM %I.log ORDER BY seq DESC LIMIT 1', TG_TABLE_SCHEMA) INTO last_seq, last_hash;
  IF NEW.seq <> coalesce(last_seq, 0) + 1 OR NEW.previous <> coalesce(last_hash, '') OR NEW.hash <> encode(sha256(
    convert_to(format('[%s,%s,%s,%s,%s,%s,%s]', NEW.seq, to_json(NEW.at), to_json(NEW.actor), to_json(NEW.action),
      to_json(NEW.subject), NEW.payload, to_json(NEW.previous)), 'UTF8')), 'hex')
  THEN
    RAISE EXCEPTION 'A log entry has to follow from the one before it.';
  END IF;
  RETURN NEW;
END
"""
#: The log entries with the name of a person as actor, and those of a coder; reading includes exporting.
SIGNED = ("decided", "undone", "signed", "signature withdrawn", "coding opened", "coded", "coding looked")
CODER = ("coded", "coding looked", "exported", "release key")
#: Tables to which a coder may not add rows, and tables with a person in the column ``who``.
_READ = (
    "reports",
    "originals",
    "readings",
    "claims",
    "refusals",
    "uploads",
    "upload_parts",
    "watched",
    "watched_items",
)
_OWN = {"uploads": "INSERT", "follows": "ALL", "alert_reads": "ALL"}
_quoted = postgresql.dialect().identifier_preparer.quote  # type: ignore[no-untyped-call]


def of_log(owned: str) -> Iterator[str]:
    """The statements that protect the log of the book in a schema. They can be run again."""
    space = _quoted(owned)
    yield (f"CREATE OR REPLACE FUNCTION {space}.{FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS "
           f"$tollbook${BODY}$tollbook$;")  # fmt: skip
    for name, events in TRIGGERS.items():
        each = "STATEMENT" if events == "TRUNCATE" else "ROW"
        yield (f"CREATE OR REPLACE TRIGGER {name} BEFORE {events} ON {space}.log FOR EACH {each} "
               f"EXECUTE FUNCTION {space}.{FUNCTION}();")  # fmt: skip


def of_person(role: str, *, team: str, person: str, job: Job, owned: str) -> Iterator[str]:
    """The statements that make a role the personal role of a team member, who can write only as ``person``.

    ``team`` is the role for daily work whose rights it gets.
    """
    space, name, other = _quoted(owned), _quoted(role), f"session_user <> {_text(role)}"
    yield f"GRANT {_quoted(team)} TO {name};"
    # Tables that it makes belong to the team, so that others can make them again.
    yield f"ALTER ROLE {name} SET role = {_text(team)};"
    allowed = f"(actor = {_text(person)} OR action NOT IN ({_texts(SIGNED)}) OR {_carried(space)})"
    if job == "coder":
        allowed = f"action IN ({_texts(CODER)}) AND {allowed}"
    yield from _policy(space, "log", role, "INSERT", f"{other} OR ({allowed})")
    for table, command in _OWN.items():
        yield from _policy(space, table, role, command, f"{other} OR who = {_text(person)}")
    for table in _READ if job == "coder" else ():
        yield from _policy(space, table, f"{role} reads", "INSERT", other)
    if job == "coder":
        yield from _policy(space, "reports", f"{role} describes", "UPDATE", other)


def _carried(space: str) -> str:
    """The SQL condition for an entry of Tollbook that carries a person's decision to a new reading, with their name."""
    entry = "payload::jsonb"
    original = (
        f"before.hash BETWEEN {entry} ->> 'carried' AND ({entry} ->> 'carried') || 'g' AND "
        f"coalesce(before.payload::jsonb ->> 'who', before.actor) = {entry} ->> 'who'"
    )
    found = f"EXISTS (SELECT 1 FROM {space}.log AS before WHERE {original})"  # noqa: S608 - the name is quoted
    return f"(action = 'decided' AND actor LIKE 'tollbook %' AND {found})"


def _policy(space: str, table: str, name: str, command: str, check: str) -> Iterator[str]:
    """A policy that restricts one command on a table; other commands are not restricted."""
    where = f"{space}.{_quoted(table)}"
    yield f"ALTER TABLE {where} ENABLE ROW LEVEL SECURITY;"
    yield f"DROP POLICY IF EXISTS tollbook_team ON {where};"
    yield f"CREATE POLICY tollbook_team ON {where} USING (true) WITH CHECK (true);"
    # Reading is never restricted: a book is derived from all of its rows.
    for each in ("INSERT", "UPDATE", "DELETE") if command == "ALL" else (command,):
        own = _quoted(f"tollbook {name} {each.lower()}"[:63])
        yield f"DROP POLICY IF EXISTS {own} ON {where};"
        using = "" if each == "INSERT" else f" USING ({check})"
        checked = "" if each == "DELETE" else f" WITH CHECK ({check})"
        yield f"CREATE POLICY {own} ON {where} AS RESTRICTIVE FOR {each}{using}{checked};"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _texts(values: tuple[str, ...]) -> str:
    return ", ".join(map(_text, values))
