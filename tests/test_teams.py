"""A team on a real PostgreSQL server: its own backup, migration in use, and rights that the server enforces."""

import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
import psycopg
import pytest
from click.testing import CliRunner
from sqlalchemy import create_engine, insert

from tests.test_store import ROOT, add, execute
from tests.test_store_versions import to_server, unpack
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.decision import DECIDED, UNDONE
from tollbook.errors import BookError, Refused
from tollbook.export.public_ids import KEY
from tollbook.export.release_pipeline import EXPORTED
from tollbook.review.intercoder import CODED, LOOKED, OPENED
from tollbook.review.signing import SIGNED, WITHDRAWN
from tollbook.store import Store, engine, incident_rows, incident_tables, log, protection, schema
from tollbook.store.grants import RECORDS, statements
from tollbook.store.locations import url_of

CODE = {"kind": "killed", "count": 4}
TEXT = "A shell hit the market in Oberfeld on Monday, killing four people, police said.\n"


@pytest.fixture
def url(postgres: Callable[[], str]) -> str:
    return postgres()


def parts(url: str) -> tuple[str, str]:
    """The folder of the server's socket, and the schema."""
    asked = parse_qs(urlsplit(url).query)
    return asked["host"][0], asked["options"][0].rpartition("=")[2]


def as_role(url: str, role: str) -> str:
    return url.replace("tollbook@", f"{role}@")


def granted(url: str, role: str, *options: str) -> None:
    """Make a role with the rights that ``tollbook grants`` prints; twice, because they are run again."""
    execute(url, f"CREATE ROLE {role} LOGIN")
    for _ in range(2):
        grant(url, role, *options)


def grant(url: str, role: str, *options: str) -> None:
    """Give a role the rights that ``tollbook grants`` prints, as psql runs them."""
    host, schema = parts(url)
    printed = CliRunner().invoke(main, ["grants", role, "--schema", schema, *options])
    assert printed.exit_code == 0, printed.output
    with psycopg.connect(host=host, user="tollbook", dbname="postgres", autocommit=True) as server:
        # As text without parameters, so that % stays what it is.
        server.execute(printed.output)


@pytest.fixture
def team(url: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The URL of each role of a team on a book of one report: owner, desk, Ines who decides, and Omar who codes."""
    _, schema = parts(url)
    (tmp_path / "a.txt").write_text(TEXT)
    with Book.open(url, create=True) as book:
        book.read([tmp_path / "a.txt"])
        book.review.coding.open("Check", size=5, who="Vera")
    desk, ines, omar = (f"{name}_{schema}" for name in ("desk", "ines", "omar"))
    granted(url, desk)
    granted(url, ines, "--person", "Ines Bell", "--team", desk)
    granted(url, omar, "--person", "Omar Orsk", "--team", desk, "--coder")
    yield {"owner": url, "desk": as_role(url, desk), "ines": as_role(url, ines), "omar": as_role(url, omar)}
    execute(url, *(f"DROP OWNED BY {role}" for role in (ines, omar, desk)),
            *(f"DROP ROLE {role}" for role in (ines, omar, desk)))  # fmt: skip


def test_the_databases_own_backup_is_a_whole_book(url: str, tmp_path: Path) -> None:
    host, schema = parts(url)
    (tmp_path / "a.txt").write_text(TEXT)
    with Book.open(url, create=True) as book:
        book.read([tmp_path / "a.txt"])
        (incident,) = book.incidents()
        book.alerts.follow(incident.id)
        head = book._store.head()
    dump, server = tmp_path / "book.dump", ["-h", host, "-U", "tollbook"]
    subprocess.run(["pg_dump", *server, "-d", "postgres", "-n", schema, "-Fc", "-f", dump], check=True)
    with psycopg.connect(host=host, user="tollbook", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE restored_{schema}")
    target = f"restored_{schema}"
    subprocess.run(["pg_restore", *server, "-d", target, "--no-owner", "--exit-on-error", dump], check=True)
    with Book.open(url.replace("/postgres?", f"/{target}?")) as copy:
        assert copy.verify() == []
        assert copy._store.head() == head
        assert [each.id for each in copy.incidents()] == [incident.id]
        assert len(copy.alerts.following()) == 1
        (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
        assert copy.read([tmp_path / "b.txt"]).read == 1, "the counters of the server continue"
        assert copy.verify() == []


@pytest.mark.parametrize("version", [3, 4])
def test_a_migration_loses_nothing_that_others_write_meanwhile(url: str, tmp_path: Path, version: int) -> None:
    to_server(unpack(version, tmp_path / "old.book"), url)
    execute(url, *(f"SELECT setval(pg_get_serial_sequence('{t}', 'number'), max(number)) FROM {t}"
                   for t in ("reports", "readings", "claims")))  # fmt: skip
    written = written_during_migration(url)
    store = Store.open(url)
    assert {report.id for report in store.reports()} == written | {"bell-1", "bell-2", "radio-1"}
    assert len(store.log("migrated")) == 1
    assert store.verify() == []
    store.close()


def test_a_migration_of_many_reports_loses_nothing_either(url: str) -> None:
    """It indexes the words of a thousand reports, so that the others wait for it at their first step."""
    store = Store.open(url, create=True)
    before = {f"r-{n}" for n in range(1000)}
    for name in sorted(before):
        add(store, name)
    store.close()
    to_version_2(url)
    written = written_during_migration(url)
    store = Store.open(url)
    assert {report.id for report in store.reports()} == before | written
    assert len(store.search("three", limit=2000)) == len(before | written)
    (migrated,) = store.log("migrated")
    assert migrated.payload["from"] == 2
    assert store.verify() == []
    store.close()


def test_a_migration_keeps_what_the_server_checks(team: dict[str, str], tmp_path: Path) -> None:
    """Trigger and policies are there while the owner migrates; the rights are given again for the new tables."""
    owner, (_, schema) = team["owner"], parts(team["owner"])
    to_version_2(owner)
    for role in ("desk", "ines", "omar"):
        with pytest.raises(BookError, match=r"owner of its tables.*tollbook migrate"):
            Book.open(team[role])
    Book.open(owner).close()
    desk, ines, omar = (f"{name}_{schema}" for name in ("desk", "ines", "omar"))
    grant(owner, desk)
    grant(owner, ines, "--person", "Ines Bell", "--team", desk)
    grant(owner, omar, "--person", "Omar Orsk", "--team", desk, "--coder")
    (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
    with Book.open(team["ines"], actor="Ines Bell") as book:
        assert [entry.payload["from"] for entry in book.log() if entry.action == "migrated"] == [2]
        assert book.read([tmp_path / "b.txt"]).read == 1
        claim = next(claim for claim in book.incidents.claims() if claim.kind == "killed")
        book.decide("reject", claim.id, who="Ines Bell", why="A misprint.")
        book.alerts.follow(book.incidents()[0].id, who="Ines Bell")
        for act in (
            lambda: book.decide("accept", claim.id, who="Vera", why="It was none."),
            lambda: book.alerts.follow(book.incidents()[0].id, who="Vera"),
        ):
            with pytest.raises(BookError, match="a personal role writes under its own name"):
                act()
    with Book.open(team["omar"], actor="Omar Orsk") as book, pytest.raises(BookError, match="only what its job is"):
        book.decide("accept", claim.id, who="Omar Orsk", why="It was none.")
    for statement in ("UPDATE log SET actor = 'x'", "DELETE FROM log WHERE seq = 1"):
        with pytest.raises(Exception, match="only added to"):
            execute(owner, statement)
    with Book.open(owner) as book:
        assert book.verify() == []


def to_version_2(url: str) -> None:
    """The tables as version 2 had them, which knew no search, descriptions, uploads or alerts."""
    tables = ("follows", "followed_states", "alert_reads", "alerts", "watched", "watched_items", "upload_parts",
              "uploads", "passages")  # fmt: skip
    columns = ("address", "described", "shown_published", "shown_outlet", "shown_title")
    execute(
        url, *(f"DROP TABLE {table}" for table in tables),
        *(f"ALTER TABLE reports DROP COLUMN {column}" for column in columns),
        "ALTER TABLE readings DROP COLUMN described", "DROP INDEX ix_reports_outlet",
        "UPDATE tollbook SET value = '2' WHERE key = 'schema'",
    )  # fmt: skip


def written_during_migration(url: str) -> set[str]:
    """The ids of reports that two processes add to a book while others migrate it, and they too."""
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1])
        for n in range(int(sys.argv[3])):
            add(store, f"{sys.argv[2]}-{n}")
            assert len(store.reports()) > n
        print("done")
    """)
    processes = [
        subprocess.Popen([sys.executable, "-c", program, url, name, "15"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for name in ("one", "two")
    ]
    threads = [threading.Thread(target=lambda: Store.open(url).close()) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.communicate(timeout=120)[0] for process in processes] == ["done\n", "done\n"]
    return {f"{name}-{n}" for name in ("one", "two") for n in range(15)}


def test_the_role_for_daily_work_adds_and_cannot_change(url: str, tmp_path: Path) -> None:
    _, schema = parts(url)
    role = f"desk_{schema}"
    (tmp_path / "a.txt").write_text(TEXT)
    with Book.open(url, create=True) as book:
        book.read([tmp_path / "a.txt"])
    granted(url, role)
    with Book.open(as_role(url, role)) as book:
        (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
        assert book.read([tmp_path / "b.txt"]).read == 1
        report = book.reports()[0].id
        claim = next(claim for claim in book.incidents.claims() if claim.kind == "killed")
        book.decide("reject", claim.id, who="Ines", why="A misprint.")
        book.review.describe([report], {"outlet": "Valley Bell"}, who="Ines", why="On its front page.")
        book.settle()
        book.alerts.follow(book.incidents()[0].id, who="Ines")
        assert [each.outlet for each in book.reports() if each.id == report] == ["Valley Bell"]
        assert book.verify() == []
    refused = [
        *(f"DELETE FROM {table}" for table in sorted(RECORDS)), *(f"TRUNCATE {table}" for table in sorted(RECORDS)),
        "UPDATE log SET actor = 'x'", "UPDATE reports SET text = 'x'", "UPDATE reports SET sha256 = 'x'",
        "UPDATE claims SET payload = 'x'", "UPDATE readings SET payload = 'x'", "UPDATE originals SET bytes = ''",
        "UPDATE alerts SET payload = 'x'", "DROP TABLE log", "ALTER TABLE log DISABLE TRIGGER ALL",
    ]  # fmt: skip
    for statement in refused:
        with pytest.raises(Exception, match=r"permission denied|must be owner"):
            execute(as_role(url, role), statement)
    with Book.open(url) as book:
        assert book.verify(replay=False) == []
    execute(url, f"DROP OWNED BY {role}", f"DROP ROLE {role}")


def test_the_role_for_reading_changes_nothing(url: str) -> None:
    _, schema = parts(url)
    role = f"guest_{schema}"
    store = Store.open(url, create=True)
    add(store)
    granted(url, role, "--read-only")
    guest = Store.open(as_role(url, role))
    assert len(guest.reports()) == 1
    with pytest.raises(BookError, match="can be read but not written"):
        add(guest, "r-2")
    guest.close()
    store.close()
    execute(url, f"DROP OWNED BY {role}", f"DROP ROLE {role}")
    with pytest.raises(Refused, match="1 to 63"):
        list(statements("x" * 64))
    assert '"a ""b"' in "".join(statements('a "b'))


def test_a_personal_role_writes_under_its_own_name(team: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
    with Book.open(team["ines"], actor="Ines Bell") as book:
        claim = next(claim for claim in book.incidents.claims() if claim.kind == "killed")
        decision = book.decide("reject", claim.id, who="Ines Bell", why="A misprint.")
        for act in (
            lambda: book.decide("reject", claim.id, who="Vera", why="A misprint."),
            lambda: book.undo(decision.id, who="Vera", why="It was none."),
            lambda: book.review.coding.code(book.review.coding.rounds()[0].id, claim.id, CODE, who="Omar Orsk"),
            lambda: book.alerts.follow(book.incidents()[0].id, who="Vera"),
        ):
            with pytest.raises(BookError, match="a personal role writes under its own name"):
                act()
        book.undo(decision.id, who="Ines Bell", why="It was none.")
        assert book.read([tmp_path / "b.txt"]).read == 1
        book.alerts.follow(book.incidents()[0].id, who="Ines Bell")
        assert {entry.actor for entry in book.log() if entry.action in {"decided", "undone"}} == {"Ines Bell"}
        assert book.verify() == []
    # Another of the team makes what she made again: it belongs to all of them.
    with Book.open(team["desk"]) as book:
        with book._store.derived_rows(write=True) as rows:
            incident_rows.empty(rows)
        assert book.incidents()
        assert len(book.alerts.following(who="Ines Bell")) == 1
        book.decide("reject", claim.id, who="Vera", why="The server of the web interface knows who it is.")


def test_a_coder_codes_and_nothing_else(team: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text(TEXT.replace("four", "five"))
    with Book.open(team["omar"], actor="Omar Orsk") as book:
        (coding,) = book.review.coding.rounds()
        book.review.coding.code(coding.id, coding.claims[0], CODE, who="Omar Orsk")
        assert book.incidents()
        report, claim = book.reports()[0].id, coding.claims[0]
        for act in (
            lambda: book.decide("reject", claim, who="Omar Orsk", why="A misprint."),
            lambda: book.read([tmp_path / "b.txt"]),
            lambda: book.review.describe([report], {"outlet": "Valley Bell"}, who="Omar Orsk", why="On its page."),
            lambda: book.review.coding.open("Another", size=1, who="Omar Orsk"),
        ):
            with pytest.raises(BookError, match="only what its job is"):
                act()
    guest = f"guest_{parts(team['owner'])[1]}"
    granted(team["owner"], guest, "--read-only")
    execute(team["owner"], *(f"DROP TABLE {table}" for table in reversed(incident_tables.metadata.sorted_tables)))
    with Book.open(team["desk"]) as book:
        assert book.incidents()
    with Book.open(as_role(team["owner"], guest)) as book:
        assert book.incidents(), "whoever may read the reports may read what was made of them since"
        assert book._store._memory is None
    execute(team["owner"], f"DROP OWNED BY {guest}", f"DROP ROLE {guest}")
    # Leaving the role of the team changes nothing: who logged in counts.
    with pytest.raises(Exception, match="row-level security"):
        execute(team["omar"], "RESET ROLE", "INSERT INTO refusals VALUES ('x', 'x', 'x', 'x')")
    with Book.open(team["owner"]) as book:
        assert len(book.reports()) == 1
        assert book.review.coding.rounds()[0].coders() == ("Omar Orsk",)
        assert book.verify() == []


@pytest.mark.parametrize("text", ['“Vel”\n\t"\\ é \u2028 \x7f 🕊', "".join(map(chr, range(1, 32)))])
def test_the_server_refuses_entries_that_do_not_follow(team: dict[str, str], text: str) -> None:
    """It computes the hash of an entry as Tollbook does, whatever characters are in it."""
    store = Store.open(team["desk"])
    entry = store.append("decided", text, {"why": text, "n": 1}, actor=text)
    assert entry.computed_hash() == entry.hash
    store.close()
    row = msgspec.structs.asdict(entry) | {"payload": log.encoded(entry.payload), "seq": entry.seq + 1}
    follows = msgspec.structs.replace(entry, seq=entry.seq + 1, previous=entry.hash)
    good = row | {"previous": entry.hash, "hash": follows.computed_hash()}
    database = create_engine(url_of(team["desk"]))
    for wrong in (row, good | {"actor": "x"}, good | {"seq": entry.seq + 2}, good | {"payload": "{}"}):
        with pytest.raises(Exception, match="has to follow from"), database.begin() as connection:
            connection.execute(insert(schema.log), wrong)
    with database.begin() as connection:
        connection.execute(insert(schema.log), good)
    database.dispose()
    for statement in ("UPDATE log SET actor = 'x'", "DELETE FROM log WHERE seq = 1", "TRUNCATE log"):
        with pytest.raises(Exception, match="only added to"):
            execute(team["owner"], statement)


def test_verification_accepts_the_triggers_of_the_log_by_their_code(team: dict[str, str]) -> None:
    _, space = parts(team["owner"])
    with Book.open(team["owner"]) as book:
        assert book.verify() == []
        execute(team["owner"], f"CREATE OR REPLACE FUNCTION {space}.tollbook_entry() RETURNS trigger LANGUAGE plpgsql "
                               "AS $$BEGIN RETURN NEW; END$$")  # fmt: skip
        assert any("tollbook_entry" in problem for problem in book.verify())


def test_what_the_server_checks_names_the_actions_of_the_log() -> None:
    signed = {DECIDED, UNDONE, SIGNED, WITHDRAWN, OPENED, CODED, LOOKED}
    assert set(protection.SIGNED) == signed
    assert set(protection.CODER) == {CODED, LOOKED, EXPORTED, KEY}


@pytest.mark.parametrize(
    "options",
    ["--person Ines", "--team desk", "--coder", "--person= --team desk", "--person Ines --team desk --read-only"],
)
def test_a_personal_role_needs_a_name_and_a_team(options: str) -> None:
    assert CliRunner().invoke(main, ["grants", "ines", *options.split()]).exit_code == 2


def test_connections_are_bounded_and_waiting_ends_in_a_sentence(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_POOL_TIMEOUT", 0.2)
    store = Store.open(url, create=True)
    held = [store._engine.connect() for _ in range(engine._POOL + engine._MORE)]
    with pytest.raises(BookError, match=r"too many|connections"):
        store.reports()
    for connection in held:
        connection.close()
    assert store.reports() == []
    store.close()
