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

TABLES = ("reports", "readings", "claims", "refusals", "log")
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


def _spans(files: dict[str, bytes], tables: Tables) -> list[str]:
    texts = {row["id"]: row["text"] for row in tables["reports"]}
    return [f"the original of report {row['id']} is missing or changed" for row in tables["reports"]
            if _sha256(files.get(f"originals/{row['sha256']}", b"")) != row["sha256"]
    ] + [f"claim {row['id']} does not quote its report, or its columns are wrong"
         for row, claim in ((row, json.loads(row["payload"])) for row in tables["claims"])
         if texts[row["report"]][claim["start"] : claim["end"]] != claim["quote"]
         or any(row[field] != claim[field] for field in ("id", "report", "kind", "start"))]


def _rebuild(files: dict[str, bytes], tables: Tables, book: Path) -> None:
    with book.open("xb"), sqlite3.connect(book) as new:
        new.executescript(files["tables.sql"].decode())
        for name, row in [(table, row) for table in TABLES for row in tables[table]]:
            new.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(row))})", [*row.values()])  # noqa: S608
        packed = [(row["id"], zlib.compress(files["originals/" + row["sha256"]])) for row in tables["reports"]]
        new.executemany("INSERT INTO originals VALUES (?, ?)", packed)


if __name__ == "__main__":
    try:
        files = _load(Path(sys.argv[1]))
        manifest = json.loads(files["manifest.json"])
        if not (problems := _changed(files, manifest["files"])):
            tables = {name: [json.loads(line) for line in files[f"book/{name}.jsonl"].splitlines()] for name in TABLES}
            problems = [*_chain(tables["log"], manifest["head"]), *_against_log(tables), *_spans(files, tables)]
        if sys.argv[2:] and not problems:
            _rebuild(files, tables, Path(sys.argv[2]))
    except (OSError, zipfile.BadZipFile, zlib.error, sqlite3.Error, ValueError, LookupError, TypeError) as error:
        problems = [f"{sys.argv[1:]} cannot be read: {error}"]
    print("\n".join(problems) or "Everything is as the log says.")
    sys.exit(1 if problems else 0)
