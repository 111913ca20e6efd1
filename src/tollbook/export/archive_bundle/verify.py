"""Verify the archive of a book (ZIP file or folder), and rebuild the book: python verify.py ARCHIVE [NEW.book]."""

# fmt: off
import hashlib
import json
import sqlite3
import sys
import zipfile
import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

#: The tables of a book. The archive brings rows, never statements.
TABLES = {
    "tollbook": '"key" TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL',
    "reports": "number INTEGER NOT NULL PRIMARY KEY, id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, outlet TEXT, "
    "url TEXT, title TEXT, published DATE, origin TEXT NOT NULL, text TEXT NOT NULL, about TEXT DEFAULT '{}' NOT NULL",
    "originals": "report TEXT NOT NULL PRIMARY KEY REFERENCES reports (id), bytes BLOB NOT NULL",
    "readings": "number INTEGER NOT NULL PRIMARY KEY, report TEXT NOT NULL REFERENCES reports (id), "
    "finder TEXT NOT NULL, separate BOOLEAN NOT NULL, payload TEXT NOT NULL",
    "claims": "number INTEGER NOT NULL PRIMARY KEY, reading INTEGER NOT NULL REFERENCES readings (number), "
    "id TEXT NOT NULL, report TEXT NOT NULL REFERENCES reports (id), kind TEXT NOT NULL, start INTEGER NOT NULL, "
    "payload TEXT NOT NULL",
    "refusals": "id TEXT NOT NULL PRIMARY KEY, at TEXT NOT NULL, origin TEXT NOT NULL, reason TEXT NOT NULL",
    "log": "seq INTEGER NOT NULL PRIMARY KEY, at TEXT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL, "
    "subject TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL UNIQUE, hash TEXT NOT NULL UNIQUE",
}
INDEXES = ("reports sha256", "reports published", "readings report", "claims kind", "claims report", "claims id",
           "claims reading", "log action")
#: What rebuilding may do to the new file, and nothing else: make tables and indexes, write rows, read them.
ALLOWED = {sqlite3.SQLITE_CREATE_TABLE, sqlite3.SQLITE_CREATE_INDEX, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE,
           sqlite3.SQLITE_READ, sqlite3.SQLITE_REINDEX, sqlite3.SQLITE_TRANSACTION}
COLUMNS = {name: [each.split()[0] for each in columns.split(", ")] for name, columns in TABLES.items()}
ROWS = ("reports", "readings", "claims", "refusals", "log")
DECISION = {"id", "verdict", "subject", "who", "at", "why", "other", "change", "carried", "also", "reports", "part_of"}
Tables = dict[str, list[dict[str, Any]]]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _load(archive: Path) -> dict[str, bytes]:
    if archive.is_dir():
        return {p.relative_to(archive).as_posix(): p.read_bytes() for p in archive.rglob("*") if p.is_file()}
    with zipfile.ZipFile(archive) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _changed(files: dict[str, bytes], listed: dict[str, str]) -> list[str]:
    found = {name: _sha256(data) for name, data in files.items() if name != "manifest.json"}
    return [f"{n} was changed, added or removed" for n in sorted(listed | found) if found.get(n) != listed.get(n)]


def _chain(log: list[dict[str, Any]], head: str) -> list[str]:
    bad, previous = [], ""
    for number, entry in enumerate(log, 1):
        start = _json([entry[field] for field in ("seq", "at", "actor", "action", "subject")])[:-1]
        expected = _sha256(f"{start},{entry['payload']},{_json(entry['previous'])}]".encode())
        if (entry["seq"], entry["previous"], entry["hash"]) != (number, previous, expected):
            bad.append(f"the log is broken at entry {entry['seq']}")
        previous = entry["hash"]
    return bad if previous == head else [*bad, "the log does not end where the manifest says"]


def _against_log(tables: Tables) -> list[str]:
    log = [(e["action"], e["subject"], json.loads(e["payload"])) for e in tables["log"]]
    read = [(subject, entry) for action, subject, entry in log if action == "read"]
    claims = defaultdict(list)
    for row in tables["claims"]:
        claims[row["reading"]].append(row["payload"])
    logged: list[Any] = [(subject, entry["report"]) for subject, entry in read if "report" in entry]
    logged += [(subject, entry["reading"], entry["finder"], entry["separate"]) for subject, entry in read]
    logged += [(subject, entry["reason"]) for action, subject, entry in log if action == "refused"]
    stored: list[Any] = [(row["origin"], row["reason"]) for row in tables["refusals"]]
    for row in tables["reports"]:
        own = _json({k: v for k, v in row.items() if k != "number" and (k, v) != ("about", "{}")})
        stored.append((row["id"], _sha256(own.encode())))
    for row in tables["readings"]:
        digest = _sha256(_json([row["payload"], *claims.pop(row["number"], [])]).encode())
        stored.append((row["report"], digest, row["finder"], bool(row["separate"])))
    odd = {each[0] for each in (Counter(logged) - Counter(stored)) + (Counter(stored) - Counter(logged))}
    return [f"{name} is not what the log says" for name in sorted({*odd, *map(str, claims)})]


def _decisions(log: list[dict[str, Any]], shown: bytes) -> list[str]:
    left: dict[str, dict[str, Any]] = {}
    for entry in log:
        own, ended = json.loads(entry["payload"]), {entry["subject"]} if entry["action"] == "undone" else set()
        if entry["action"] == "decided":
            own["who"] = own.get("who", entry["actor"]) if own.get("carried") else entry["actor"]
            own |= {"id": entry["hash"][:16], "subject": entry["subject"], "at": entry["at"]}
            left[own["id"]] = {key: value for key, value in own.items() if value and key in DECISION}
        while ended := ended & left.keys():
            left = {name: each for name, each in left.items() if name not in ended}
            ended = {name for name, each in left.items() if {each.get("carried"), each.get("part_of")} & ended}
    found = [{key: value for key, value in json.loads(line).items() if value} for line in shown.splitlines()]
    same = sorted(map(_json, found)) == sorted(map(_json, left.values()))
    return [] if same else ["decisions.jsonl is not what the log says"]


def _spans(files: dict[str, bytes], tables: Tables) -> list[str]:
    texts = {row["id"]: row["text"] for row in tables["reports"]}
    return [f"the original of report {row['id']} is missing or changed" for row in tables["reports"]
            if _sha256(files.get(f"originals/{row['sha256']}", b"")) != row["sha256"]
    ] + [f"claim {row['id']} does not quote its report, or its columns are wrong"
         for row, claim in ((row, json.loads(row["payload"])) for row in tables["claims"])
         if texts[row["report"]][claim["start"] : claim["end"]] != claim["quote"]
         or any(row[field] != claim[field] for field in ("id", "report", "kind", "start"))
    ] + [f"a row of {name} has other columns" for name in ROWS for row in tables[name] if {*row} != {*COLUMNS[name]}]


def _rebuild(files: dict[str, bytes], tables: Tables, book: Path) -> None:
    originals = ((row["id"], zlib.compress(files["originals/" + row["sha256"]])) for row in tables["reports"])
    rows = tables | {"tollbook": [{'"key"': "schema", "value": "2"}]}
    rows["originals"] = [{"report": name, "bytes": packed} for name, packed in originals]
    with book.open("xb"), sqlite3.connect(book) as new:
        new.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
        for name, columns in TABLES.items():
            new.execute(f"CREATE TABLE {name} ({columns})")
            names, marks = ", ".join(COLUMNS[name]), ", ".join("?" * len(COLUMNS[name]))
            values = ([row[column] for column in COLUMNS[name]] for row in rows[name])
            new.executemany(f"INSERT INTO {name} ({names}) VALUES ({marks})", values)  # noqa: S608
        for table, column in map(str.split, INDEXES):
            new.execute(f"CREATE INDEX ix_{table}_{column} ON {table} ({column})")


if __name__ == "__main__":
    try:
        files = _load(Path(sys.argv[1]))
        manifest = json.loads(files["manifest.json"])
        if not (problems := _changed(files, manifest["files"])):
            tables = {name: [json.loads(line) for line in files[f"book/{name}.jsonl"].splitlines()] for name in ROWS}
            problems = [*_chain(tables["log"], manifest["head"]), *_against_log(tables), *_spans(files, tables),
                        *_decisions(tables["log"], files["decisions.jsonl"])]
        if sys.argv[2:] and not problems:
            _rebuild(files, tables, Path(sys.argv[2]))
    except (OSError, zipfile.BadZipFile, zlib.error, sqlite3.Error, ValueError, LookupError, TypeError) as error:
        problems = [f"{sys.argv[1:]} cannot be read: {error}"]
    print("\n".join(problems) or "Everything is as the log says.")
    sys.exit(1 if problems else 0)
