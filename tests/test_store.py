"""The store: one transaction per report, a log whose changes are found, and sentences for errors."""

import hashlib
import sqlite3
import subprocess
import sys
import textwrap
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine

from tollbook.errors import BookError, MissingPart, NotABook, Refused
from tollbook.ingest import Capture
from tollbook.mentions import Attribution, DateMention, PlaceMention, Reading
from tollbook.model import Claim, Count, Place, Refusal, Report
from tollbook.store import LogEntry, Store, engine
from tollbook.store.locations import url_of
from tollbook.store.log import BEGINNING, breaks

ROOT = Path(__file__).parents[1]
TEXT = "Three people were killed in Ostrava Mala on Tuesday, the mayor said."


def capture(name: str = "r-1", text: str = TEXT) -> Capture:
    original = text.encode()
    sha256 = hashlib.sha256(original).hexdigest()
    report = Report(
        id=name, sha256=sha256, text=text, outlet="Valley Post", title="Three dead", published=date(2021, 10, 6),
        url="https://example.org/1", origin="a.txt",
    )  # fmt: skip
    return Capture(report=report, original=original)


def reading(name: str = "r-1", *, number: int = 3) -> Reading:
    claim = Claim(
        id=f"{name}-{number}", report=name, start=0, end=12, quote="Three people", kind="killed", with_=(),
        count=Count(low=number, best=number, high=number, qualifier="exactly", text="Three"), finder="test",
    )  # fmt: skip
    return Reading(
        report=name,
        claims=(claim,),
        attributions=(Attribution(report=name, source=((53, 62),), cue=((63, 67),), content=((0, 51),)),),
        places=(PlaceMention(report=name, start=28, end=40, text="Ostrava Mala", place=Place(name="Ostrava Mala")),),
        dates=(DateMention(report=name, start=44, end=51, text="Tuesday", first=date(2021, 10, 5)),),
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.book"


@pytest.fixture
def filed(path: Path) -> Store:
    """An empty book in a file, for tests that need a file."""
    return Store.open(path, create=True)


def execute(where: str, *statements: str) -> None:
    """Change a database without Tollbook."""
    engine = create_engine(url_of(where))
    with engine.begin() as outside:
        for statement in statements:
            outside.exec_driver_sql(statement)
    engine.dispose()


def add(store: Store, name: str = "r-1", *, finder: str = "test", number: int = 3, separate: bool = False) -> bool:
    return store.add(capture(name), reading(name, number=number), finder=finder, separate=separate)


def test_reports_are_read_as_they_were_written(store: Store, anywhere: str) -> None:
    assert add(store)
    store.close()
    again = Store.open(anywhere)
    reports, readings = again.contents()
    assert reports == [capture().report]
    assert readings["r-1"].reading == reading()
    assert again.verify() == []
    again.close()


def test_adding_twice_changes_nothing(store: Store) -> None:
    add(store)
    head = store.head()
    assert not add(store)
    assert store.head() == head
    assert len(store.contents()[0]) == 1


def test_other_bytes_under_the_same_id_are_refused(store: Store) -> None:
    add(store)
    with pytest.raises(Refused, match="other bytes"):
        store.add(capture("r-1", "Four people were killed."), Reading(report="r-1"), finder="test", separate=False)
    assert [r.text for r in store.reports()] == [TEXT]
    assert store.verify() == []


@pytest.mark.parametrize("again", [{"finder": "newer"}, {"separate": True}])
def test_a_newer_reading_is_current_and_the_older_stays_in_the_log(store: Store, again: dict[str, str]) -> None:
    add(store)
    assert add(store, number=4, **again)  # type: ignore[arg-type]
    assert store.contents()[1]["r-1"].reading == reading(number=4)
    assert [entry.action for entry in store.log()] == ["read", "read"]
    assert store.verify() == []


def test_the_same_bytes_are_stored_once_and_their_loss_is_found_for_every_report(store: Store, anywhere: str) -> None:
    for name in ("r-1", "r-2"):
        add(store, name)
    with store.derived_rows() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM originals").scalar_one() == 1
    assert store.verify() == []
    execute(anywhere, "DELETE FROM originals")
    assert store.verify() == [f"The original of report r-{n} is missing or was changed." for n in (1, 2)]


def test_an_original_that_was_changed_to_text_is_found(filed: Store, path: Path) -> None:
    add(filed)
    execute(str(path), "UPDATE originals SET bytes = 'words'")
    assert filed.verify() == ["The original of report r-1 is missing or was changed."]


def test_a_refusal_is_stored_once(store: Store) -> None:
    refusal = Refusal(origin="b.txt", reason="It is empty.")
    store.refuse(refusal)
    store.refuse(refusal)
    assert store.refusals() == [refusal]
    assert len(store.log("refused")) == 1


def test_reports_are_ordered_by_day_of_publication(store: Store) -> None:
    for name in ("c", "a", "b"):
        add(store, name)
    assert [report.id for report in store.reports()] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ("UPDATE reports SET text = replace(text, 'Three', 'Eight')", "Report r-1 was changed"),
        ("UPDATE reports SET published = '2021-10-07'", "Report r-1 was changed"),
        (
            "UPDATE claims SET payload = replace(payload, '\"low\":3', '\"low\":8')",
            "Reading 1 of report r-1",
        ),
        ("DELETE FROM claims", "Reading 1 of report r-1"),
        ("UPDATE readings SET payload = replace(payload, 'Tuesday', 'Monday')", "Reading 1 of report r-1"),
        ("UPDATE originals SET bytes = $00", "original of report r-1"),
        ("UPDATE reports SET about = '{}'", "Report r-1 was changed"),
        ("DELETE FROM originals", "original of report r-1"),
        ("DELETE FROM reports WHERE id = 'r-2'", "Report r-2 is in the log but not in the book"),
        (
            "INSERT INTO reports (id, sha256, origin, text) VALUES ('x', '', '', '')",
            "x is in the book but not in the log",
        ),
        ("UPDATE log SET actor = 'someone' WHERE seq = 1", "Log entry 1"),
        ("UPDATE log SET payload = '{}' WHERE seq = 2", "Log entry 2"),
        ("DELETE FROM log WHERE seq = 1", "entry 1 should be"),
        ("UPDATE log SET hash = 'ab' WHERE seq = 1", "Log entry 2 does not have the hash"),
    ],
)
def test_verify_finds_every_change(store: Store, anywhere: str, damage: str, says: str) -> None:
    add(store)
    add(store, "r-2")
    store.close()
    if store.kind == "postgresql":
        # Somebody who changes a book on purpose can switch off the checks of the server.
        damage = f"SET session_replication_role = replica; {damage}".replace("$00", r"'\x00'")
        damage = damage.replace("(id,", "(number, id,").replace("('x'", "(9, 'x'")
    execute(anywhere, damage.replace("$00", "x'00'"))
    again = Store.open(anywhere)
    assert any(says in problem for problem in again.verify())
    again.close()


def test_verify_finds_a_span_that_does_not_quote(store: Store) -> None:
    wrong = reading().claims[0].to_dict() | {"start": 1}
    store.add(capture(), Reading(report="r-1", claims=(Claim(**_tuples(wrong)),)), finder="test", separate=False)
    assert "does not quote" in store.verify()[0]


def _tuples(fields: dict[str, object]) -> dict[str, object]:
    fields = {**fields, "with_": ()}
    del fields["with"]
    fields["count"] = None
    return fields


@given(st.lists(st.text(max_size=5), min_size=2, max_size=6), st.data())
def test_any_change_of_a_log_breaks_the_hash_chain(words: list[str], data: st.DataObject) -> None:
    entries: list[LogEntry] = []
    for number, word in enumerate(words, start=1):
        previous = entries[-1].hash if entries else BEGINNING
        draft = {
            "at": "",
            "actor": word,
            "action": "read",
            "subject": "",
            "payload": {"n": number},
            "previous": previous,
        }
        entry = LogEntry(seq=number, **draft)  # type: ignore[arg-type]
        entries.append(LogEntry(**(draft | {"seq": number, "hash": entry.computed_hash()})))  # type: ignore[arg-type]
    assert breaks(entries) == []
    at = data.draw(st.integers(0, len(entries) - 2))
    assert breaks(entries[:at] + entries[at + 1 :])
    assert breaks([*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]])


def test_files_that_are_not_books_are_refused_and_not_changed(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Not a database at all. " * 100)
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    before = other.read_bytes(), text.read_bytes()
    for path in (text, other, tmp_path):
        for create in (True, False):
            with pytest.raises(NotABook, match="not a book"):
                Store.open(path, create=create)
    assert (other.read_bytes(), text.read_bytes()) == before


def test_a_missing_book(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="create one with"):
        Store.open(tmp_path / "a.book")
    assert not (tmp_path / "a.book").exists()
    with pytest.raises(BookError, match="does not exist"):
        Store.open(tmp_path / "no" / "a.book", create=True)


def test_an_empty_file_becomes_a_book_only_with_create(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.touch()
    with pytest.raises(NotABook):
        Store.open(path)
    assert Store.open(path, create=True).reports() == []


def test_invalid_urls() -> None:
    with pytest.raises(BookError, match="does not support"):
        Store.open("dbase://x/y")
    with pytest.raises(BookError, match="is not valid"):
        Store.open("://")
    with pytest.raises((MissingPart, BookError)) as failed:
        Store.open("postgresql+psycopg://someone:secret@127.0.0.1:1/nothing")
    assert "secret" not in str(failed.value)


def test_a_book_of_a_newer_version_is_not_changed(store: Store, anywhere: str) -> None:
    store.close()
    for said, meant in (("99", "newer version"), ("x", "version of its tables is missing")):
        execute(anywhere, f"UPDATE tollbook SET value = '{said}'")
        with pytest.raises(NotABook, match=meant):
            Store.open(anywhere, create=True)


def test_a_read_only_book_can_be_read_and_refuses_writing(filed: Store, path: Path) -> None:
    add(filed)
    filed.close()
    locked = Store.open(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert len(locked.reports()) == 1
    for write in (lambda: add(locked, "r-2"), locked.check_writable):
        with pytest.raises(BookError, match="can be read but not written"):
            write()


def test_a_record_that_cannot_be_decoded_is_reported(store: Store, anywhere: str) -> None:
    add(store)
    execute(anywhere, "UPDATE claims SET payload = '{'")
    for look in (store.contents, lambda: store.reading_of(["r-1"]), lambda: store.claims_of(["r-1-3"])):
        with pytest.raises(BookError, match="cannot be read"):
            look()
    assert store.verify() != []


def test_a_damaged_book_is_reported(filed: Store, path: Path) -> None:
    for number in range(40):
        add(filed, f"r-{number}")
    filed.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    with pytest.raises(BookError, match=r"damaged|cannot be used"):
        Store.open(path).verify()


def test_a_full_disk_is_reported_and_loses_nothing_confirmed(tmp_path: Path) -> None:
    """A limit on the size of files simulates a full disk."""
    program = textwrap.dedent("""
        import resource, sys
        from tests.test_store import TEXT, capture
        from tollbook.errors import BookError
        from tollbook.mentions import Reading
        from tollbook.store import Store
        store = Store.open(sys.argv[1], create=True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
        try:
            for n in range(10_000):
                text = f"{n} {TEXT * 100}"
                store.add(capture(f"r-{n}", text), Reading(report=f"r-{n}"), finder="t", separate=False)
                print(n, flush=True)
        except BookError as error:
            print(error)
    """)
    path = tmp_path / "a.book"
    done = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    )
    *acknowledged, said = done.stdout.splitlines()
    assert "disk" in said
    assert {report.id for report in Store.open(path).reports()} >= {f"r-{n}" for n in acknowledged}


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "killed"])
def test_a_book_on_a_full_disk_can_be_read(tmp_path: Path, closed: bool) -> None:
    """SQLite keeps files beside a book; a killed writer leaves one of them with reports in it."""
    write = textwrap.dedent("""
        import os, sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1], create=True)
        add(store)
        store.close() if sys.argv[2] == "True" else os._exit(0)
    """)
    read = textwrap.dedent("""
        import resource, sys
        from tests.test_store import add
        from tollbook.errors import BookError
        from tollbook.store import Store
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        store, second = Store.open(sys.argv[1]), Store.open(sys.argv[1])
        print(len(store.reports()), len(second.reports()))
        for write in (lambda: add(store, "r-2"), store.check_writable):
            try:
                write()
            except BookError as error:
                print(error)
    """)
    path = tmp_path / "a.book"
    subprocess.run([sys.executable, "-c", write, path, str(closed)], check=True, cwd=ROOT, timeout=60)
    assert path.with_name("a.book-wal").exists() is not closed
    done = subprocess.run(
        [sys.executable, "-c", read, path], capture_output=True, text=True, check=True, cwd=ROOT, timeout=60
    )
    counted, *said = done.stdout.splitlines()
    assert counted == "1 1"
    assert ["the disk may be full" in each for each in said] == [True, True]


@pytest.mark.usefixtures("durable")
def test_confirmed_writes_are_on_the_disk(tmp_path: Path) -> None:
    opened = engine.connect(url_of(tmp_path / "a.book"), create=True)
    with opened.connect() as connection:
        full = 2  # https://sqlite.org/pragma.html#pragma_synchronous
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == full
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    opened.dispose()


def test_a_second_writer_waits(store: Store, anywhere: str) -> None:
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open(sys.argv[1])
        for n in range(15):
            add(store, f"r-{n}")
    """)
    both = [subprocess.Popen([sys.executable, "-c", program, anywhere], cwd=ROOT) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    assert len(store.reports()) == 15
    assert len(store.log("read")) == 15
    assert store.verify() == []


# ------------------------------------------------------------------------------------------------ parts of a book
def test_single_reports_readings_and_claims_can_be_loaded(store: Store) -> None:
    for name in ("r-1", "r-2", "r-3"):
        add(store, name)
    add(store, "r-2", finder="newer", number=4)
    assert store.report("r-2") == capture("r-2").report
    assert store.report("nope") is None
    assert list(store.reports_of(["r-3", "nope"])) == ["r-3"]
    assert {name: kept.reading for name, kept in store.reading_of(["r-2", "nope"]).items()} == {
        "r-2": reading("r-2", number=4)
    }
    assert store.claims_of(["r-1-3", "r-2-3", "r-2-4"]) == {
        "r-1-3": reading("r-1").claims[0],
        "r-2-4": reading("r-2", number=4).claims[0],
    }
    assert store.reports_of([]) == store.reading_of([]) == store.claims_of([]) == {}


def test_pages_of_reports_latest_first(store: Store) -> None:
    for number in range(5):
        add(store, f"r-{number}")
    assert [[report.id for report in store.reports_page(page, 2)[0]] for page in (1, 2, 3, 4)] == [
        ["r-0", "r-1"], ["r-2", "r-3"], ["r-4"], [],
    ]  # fmt: skip
    assert store.reports_page(1, 2)[1] == 5
    assert store.reports_page(outlet="Nobody") == ([], 0)


def test_many_ids_in_one_call(store: Store) -> None:
    add(store)
    assert set(store.reports_of([*(f"x-{n}" for n in range(70_000)), "r-1"])) == {"r-1"}


def test_the_next_entries_of_several_actions(store: Store) -> None:
    for action in ("read", "decided", "read", "exported", "undone", "read"):
        store.append(action, "r-1", {}, actor="A. Person")
    followed = ("undone", "read", "decided")
    assert [entry.seq for entry in store.log(*followed)] == [1, 2, 3, 5, 6]
    assert [entry.seq for entry in store.log(*followed, since=1, most=3)] == [2, 3, 5]
    assert [entry.seq for entry in store.log(since=1, most=3)] == [2, 3, 4]
