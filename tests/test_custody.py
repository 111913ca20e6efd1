"""Chain of custody: exports are logged, every changed byte is found, archives rebuild the book."""

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.test_store import capture, reading
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import BookError, MissingPart, NotABook, Refused
from tollbook.export import archive, release_profiles
from tollbook.model import Refusal
from tollbook.store import Store, timestamps

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
SCRIPT = Path(str(resources.files("tollbook").joinpath("export/archive_bundle/verify.py")))


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=env)


def stranger(*arguments: str | Path) -> tuple[int, str]:
    """Run the shipped script with a Python that cannot import Tollbook."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout


def small(path: Path) -> Path:
    """A book with something in every table: two reports, one read twice, a refusal, a decision."""
    store = Store.open(path, create=True)
    for name in ("r-1", "r-2"):
        store.add(capture(name), reading(name), finder="test", separate=False)
    store.add(capture("r-1"), reading("r-1", number=4), finder="newer", separate=True)
    store.refuse(Refusal(origin="b.txt", reason="It is empty."))
    store.append("decided", "r-1-4", {"verdict": "accept", "why": "seen"}, actor="A. Documenter")
    store.close()
    return path


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("custody") / "a.book"
    with Book.open(path, create=True, actor="M. Recorder") as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
        claim = next(claim for claim in book.incidents.claims() if claim.count)
        book.decide("accept", claim.id, who="A. Documenter", why="seen in the clip")
    return path


@pytest.fixture
def book(samples: Path, tmp_path: Path) -> Iterator[Book]:
    with Book.open(shutil.copy(samples, tmp_path / "a.book"), actor="M. Recorder") as book:
        yield book


def test_every_entry_has_the_actor_and_the_versions(book: Book) -> None:
    entries = book.log()
    assert {entry.actor for entry in entries} == {"M. Recorder", "A. Documenter"}
    assert all(entry.payload["tollbook"] and len(entry.payload["code"]) == 64 for entry in entries)


def test_a_person_is_named_only_if_given(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("A shell hit the market in Oberfeld on Monday, killing four people, police said.\n")
    where = tmp_path / "a.book"
    assert run("read", tmp_path / "a.txt", "--book", where, env={"USER": "nobodys-name"}).exit_code == 0
    assert run("export", "csv", "--out", tmp_path / "1", "--book", where, "--actor", "Ines").exit_code == 0
    assert run("export", "csv", "--out", tmp_path / "2", "--book", where, env={"TOLLBOOK_ACTOR": "Jon"}).exit_code == 0
    with Book.open(where) as book:
        assert [entry.actor.split()[0] for entry in book.log()] == ["tollbook", "Ines", "Jon"]


@pytest.mark.parametrize("name", ["bundle", "csv", "xlsx", "geojson", "archive"])
def test_every_export_is_in_the_log_with_the_hash_of_every_file(book: Book, tmp_path: Path, name: str) -> None:
    written = book.export(name, tmp_path / "out")
    entry = book.log()[-1]
    assert (entry.action, entry.subject, entry.actor) == ("exported", name, "M. Recorder")
    sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in written]
    assert sorted(entry.payload["files"].values()) == sorted(sums)
    assert entry.payload["rule"] == "range"
    assert book.verify() == []


def test_the_log_names_the_profile_without_its_path(book: Book, tmp_path: Path) -> None:
    mine = tmp_path / "of-someone" / "mine.toml"
    mine.parent.mkdir()
    mine.write_text(release_profiles.text("court"))
    book.export("csv", tmp_path / "out", profile=str(mine))
    assert book.log()[-1].payload["profile"] == {
        "name": "mine.toml", "sha256": hashlib.sha256(mine.read_bytes()).hexdigest(),
    }  # fmt: skip
    assert "of-someone" not in repr(book.log()[-1])


def test_an_export_that_cannot_be_logged_is_refused(samples: Path, tmp_path: Path) -> None:
    unwritable = f"sqlite:///file:{samples}?mode=ro&uri=true"
    with Book.open(unwritable) as book, pytest.raises(BookError, match="can be read but not written"):
        book.export("csv", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


# Every column of every table, except keys that join rows and columns that are derived from the others.
CELLS = [
    ("reports", "id"), ("reports", "sha256"), ("reports", "outlet"), ("reports", "url"), ("reports", "title"),
    ("reports", "published"), ("reports", "origin"), ("reports", "text"), ("reports", "about"),
    ("originals", "report"), ("originals", "bytes"),
    ("readings", "report"), ("readings", "finder"), ("readings", "separate"), ("readings", "payload"),
    ("claims", "reading"), ("claims", "id"), ("claims", "report"), ("claims", "kind"), ("claims", "start"),
    ("claims", "payload"),
    ("refusals", "id"), ("refusals", "at"), ("refusals", "origin"), ("refusals", "reason"),
    ("log", "seq"), ("log", "at"), ("log", "actor"), ("log", "action"), ("log", "subject"), ("log", "payload"),
    ("log", "previous"), ("log", "hash"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "column"), CELLS)
def test_verify_finds_a_changed_byte_in_any_cell(tmp_path: Path, table: str, column: str) -> None:
    whole = small(tmp_path / "a.book")
    with sqlite3.connect(whole) as outside:
        cells = outside.execute(f"SELECT rowid, {column} FROM {table}").fetchall()
    outside.close()
    for rowid, value in cells:
        for changed in changes(value):
            path = tmp_path / "b.book"
            shutil.copy(whole, path)
            with sqlite3.connect(path) as outside:
                outside.execute(f"UPDATE OR IGNORE {table} SET {column} = ? WHERE rowid = ?", (changed, rowid))
                done = outside.execute("SELECT changes()").fetchone()[0]
            outside.close()
            if done:
                store = Store.open(path)
                assert store.verify() != [], (value, changed)
                store.close()


def changes(value: Any) -> list[Any]:
    """The value with one byte flipped: first, middle, last; a number moved by one."""
    if isinstance(value, int):
        return [value + 1]
    if value is None:
        return ["x"]
    raw = value if isinstance(value, bytes) else value.encode()
    places = {0, len(raw) // 2, len(raw) - 1} if raw else set()
    found = [raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for at in sorted(places)]
    return found if isinstance(value, bytes) else [each.decode() for each in found]


def test_verify_finds_a_byte_changed_anywhere_in_the_file(tmp_path: Path) -> None:
    """Verify, or opening the book, reports every changed byte that carries data."""
    whole = small(tmp_path / "a.book")
    raw, before = whole.read_bytes(), everything(whole)
    path, named = tmp_path / "b.book", 0
    for at in [*range(0, 100, 9), *range(100, len(raw), 1499)]:
        path.write_bytes(raw[:at] + bytes([raw[at] ^ 0x55]) + raw[at + 1 :])
        try:
            store = Store.open(path)
            problems = store.verify()
            store.close()
        except (BookError, NotABook) as error:
            problems = [str(error)]
        named += bool(problems)
        assert problems or everything(path) == before, at
        for beside in tmp_path.glob("b.book-*"):
            beside.unlink()
    assert named > 10


def everything(path: Path) -> list[Any]:
    with sqlite3.connect(path) as outside:
        tables = ("reports", "originals", "readings", "claims", "refusals", "log")
        found = [outside.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall() for table in tables]
    outside.close()
    return found


def test_a_changed_stored_figure_is_found_and_derived_again(book: Book, tmp_path: Path) -> None:
    before = book.incidents()
    with sqlite3.connect(tmp_path / "a.book") as outside:
        name, packed = outside.execute("SELECT id, record FROM derived_incidents ORDER BY id").fetchone()
        changed = zlib.compress(re.sub(rb'"high":\d+', b'"high":900', zlib.decompress(packed)))
        outside.execute("UPDATE derived_incidents SET record = ? WHERE id = ?", (changed, name))
    outside.close()
    assert book.incidents() != before
    (problem,) = book.verify()
    assert problem.startswith(f"Incident {name} was stored differently")
    assert book.incidents() == before
    assert book.verify() == []


@pytest.mark.parametrize(
    "change",
    [
        'UPDATE derived_incidents SET "group" = record WHERE id = ?',
        "UPDATE derived_incidents SET record = x'00' WHERE id = ?",
        "DELETE FROM derived_incidents WHERE id = ?",
    ],
)
def test_a_damaged_stored_incident_is_found_and_derived_again(book: Book, tmp_path: Path, change: str) -> None:
    before = book.incidents()
    with sqlite3.connect(tmp_path / "a.book") as outside:
        (name,) = outside.execute("SELECT id FROM derived_incidents ORDER BY id").fetchone()
        outside.execute(change, (name,))
    outside.close()
    (problem,) = book.verify()
    assert problem.startswith(f"Incident {name} was stored differently")
    assert book.incidents() == before
    assert book.verify() == []


def test_the_script_verifies_an_archive_and_rebuilds_the_same_book(book: Book, tmp_path: Path) -> None:
    packed = book.export.archive(tmp_path / "a.zip")
    assert stranger(packed) == (0, "Everything is as the log says.\n")
    with zipfile.ZipFile(packed) as file:
        file.extractall(tmp_path / "unpacked")
    assert stranger(tmp_path / "unpacked", tmp_path / "script.book")[0] == 0
    assert Book.restore(packed, tmp_path / "restored.book") == 10
    for name, migrated in (("script.book", True), ("restored.book", False)):
        with Book.open(tmp_path / name) as again:
            history = [entry for entry in again.log() if entry.action != "migrated"]
            assert history == book.log()[:-1]
            assert (len(again.log()) > len(history)) == migrated
            assert again.incidents() == book.incidents()
            assert again.incidents.claims() == book.incidents.claims()
            assert again.review.decisions() == book.review.decisions()
            assert again.reports.refusals() == book.reports.refusals()
            assert again.verify() == []
            again.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
            assert len(again.reports()) == 10


def test_a_book_rebuilt_by_the_script_has_the_values_that_people_set(book: Book, tmp_path: Path) -> None:
    first, second, *_ = [report.id for report in book.reports()]
    by = {"who": "Ines Falk", "why": "Printed on the page."}
    book.review.describe([first], {"published": "2021-10-09", "outlet": "Valley Post"}, **by)
    book.settle()
    book.review.describe([second], {"title": "Read before it was described"}, **by)
    assert stranger(book.export.archive(tmp_path / "a.zip"), tmp_path / "new.book")[0] == 0
    with Book.open(tmp_path / "new.book") as again:
        assert again.verify() == []
        assert again.reports() == book.reports()
        assert again.reports.stale() == book.reports.stale() == [second]


def test_an_archive_moves_a_book_to_a_server_and_back(book: Book, postgres: Callable[[], str], tmp_path: Path) -> None:
    packed, there = book.export.archive(tmp_path / "a.zip"), postgres()
    Book.restore(packed, there)
    store = Store.open(there)
    assert store.verify() == []
    (tmp_path / "b.zip").write_bytes(b"".join(archive.files(store)["tollbook.zip"]))
    store.close()
    assert (tmp_path / "b.zip").read_bytes() == packed.read_bytes()
    with Book.open(there) as served:
        assert served.incidents() == book.incidents()
        # Rows written from now on are numbered after the restored ones.
        (tmp_path / "a.txt").write_text(
            "A shell hit the market in Oberfeld on Monday, killing four people, police said."
        )
        assert served.read([tmp_path / "a.txt"]).read == 1
        assert served.verify() == []
        Book.restore(served.export.archive(tmp_path / "c.zip"), tmp_path / "c.book")
        with Book.open(tmp_path / "c.book") as again:
            assert again.log() == served.log()[:-1]
            assert again.incidents.claims() == served.incidents.claims()
            assert again.verify() == []


def test_the_script_is_short() -> None:
    """People who rely on the script must be able to read it. It includes statements from a former separate file."""
    lines = SCRIPT.read_text().splitlines()
    assert len(lines) <= 150
    assert not [line for line in lines if "tollbook" in line and "import" in line]


def test_equal_books_give_equal_archives(book: Book, tmp_path: Path) -> None:
    first, second = (tmp_path / name for name in ("1.zip", "2.zip"))
    book.export.archive(first)
    for path in (first, second):
        Book.restore(first, tmp_path / f"{path.stem}.book")
    made = []
    for name in ("1.book", "2.book"):
        store = Store.open(tmp_path / name)
        made.append(b"".join(archive.files(store)["tollbook.zip"]))
        store.close()
    assert made[0] == made[1] == first.read_bytes()


def test_any_change_of_an_archive_is_found(book: Book, tmp_path: Path) -> None:
    packed = book.export.archive(tmp_path / "a.zip")
    with zipfile.ZipFile(packed) as file:
        members = {name: file.read(name) for name in file.namelist()}
    kinds = [name for name in members if not name.startswith("originals/")]
    kinds.append(next(name for name in members if name.startswith("originals/")))
    for name in (name for name in kinds if members[name]):
        data = members[name]
        at = len(data) // 2
        other = tmp_path / "b.zip"
        with zipfile.ZipFile(other, "w") as file:
            for each, content in members.items():
                changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
                file.writestr(each, changed if each == name else content)
        problems = archive.problems(other)
        code, said = stranger(other)
        assert code == 1
        if name != "manifest.json":
            assert any(name in problem for problem in problems)
            assert name in said
        assert run("verify", "--bundle", other).exit_code == 1
        with pytest.raises(Refused, match="Nothing was restored"):
            Book.restore(other, tmp_path / "no.book")
        assert not (tmp_path / "no.book").exists()


def test_a_forged_manifest_is_found(book: Book, tmp_path: Path) -> None:
    """A changed file with a matching manifest still contradicts the log."""
    packed = book.export.archive(tmp_path / "a.zip")
    with zipfile.ZipFile(packed) as file:
        members = {name: file.read(name) for name in file.namelist()}
    for name, old, new in (
        ("book/reports.jsonl", b"district clinic", b"district market"),
        ("book/claims.jsonl", b"killed", b"kilted"),
        ("book/log.jsonl", b"A. Documenter", b"B. Documenter"),
    ):
        other = dict(members)
        other[name] = members[name].replace(old, new)
        assert other[name] != members[name]
        manifest = json.loads(members["manifest.json"])
        manifest["files"][name] = hashlib.sha256(other[name]).hexdigest()
        other["manifest.json"] = json.dumps(manifest).encode()
        with zipfile.ZipFile(tmp_path / "b.zip", "w") as file:
            for each, content in other.items():
                file.writestr(each, content)
        assert archive.problems(tmp_path / "b.zip") != []
        assert stranger(tmp_path / "b.zip")[0] == 1


def repacked(book: Book, path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The archive of a book with changed files and a manifest that fits them."""
    with zipfile.ZipFile(book.export.archive(path.with_suffix(".genuine.zip"))) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    manifest = json.loads(members.pop("manifest.json"))
    manifest["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    with zipfile.ZipFile(path, "w") as file:
        for name, data in (members | {"manifest.json": json.dumps(manifest).encode()}).items():
            file.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("README.txt", b"Run this.", "README.txt is not the file that Tollbook puts into archives; do not run it"),
        ("verify.py", b"print('All is well.')", "verify.py is not the file that Tollbook puts into archives"),
        ("tables.sql", b"ATTACH DATABASE 'x.db' AS x;", "tables.sql is not the file that Tollbook puts into archives"),
        ("../../evil", b"x", "../../evil does not belong to the archive"),
        ("originals/" + "0" * 64, b"x", "does not belong to the archive"),
        ("decisions.jsonl", b'{"verdict":"accept","who":"mallory"}\n', "decisions.jsonl differs from the log"),
        ("decisions.jsonl", b"", "decisions.jsonl differs from the log"),
    ],
)  # fmt: skip
def test_a_file_that_tollbook_did_not_write_is_named(
    book: Book, tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    forged = repacked(book, tmp_path / "b.zip", lambda members: members.update({name: data}))
    (problem,) = archive.problems(forged)
    assert says in problem
    # The rows are what the log says, so the book can be restored.
    assert Book.restore(forged, tmp_path / "restored.book") == 10
    if name == "decisions.jsonl":
        assert stranger(forged) == (1, "decisions.jsonl is not what the log says\n")


def test_a_log_that_was_cut_is_not_restored(book: Book, tmp_path: Path) -> None:
    def cut(members: dict[str, bytes]) -> None:
        lines = members["book/log.jsonl"].splitlines(keepends=True)
        members["book/log.jsonl"] = b"".join(lines[:-1])

    forged = repacked(book, tmp_path / "cut.zip", cut)
    with pytest.raises(Refused, match="The log does not end where the manifest says"):
        Book.restore(forged, tmp_path / "no.book")
    assert not (tmp_path / "no.book").exists()


def test_no_statement_of_an_archive_is_run(book: Book, tmp_path: Path) -> None:
    """An archive once brought its own statements; rows that look like them are rows."""
    elsewhere = tmp_path / "elsewhere.db"
    statement = f"ATTACH DATABASE '{elsewhere}' AS x; CREATE TABLE x.t (a);"
    forged = repacked(book, tmp_path / "b.zip", lambda members: members.update({"tables.sql": statement.encode()}))
    assert stranger(forged, tmp_path / "new.book")[0] == 0
    assert (tmp_path / "new.book").exists()
    assert not elsewhere.exists()


def test_rows_go_in_by_the_names_of_their_columns(book: Book, tmp_path: Path) -> None:
    def turn(members: dict[str, bytes]) -> None:
        rows = [json.loads(line) for line in members["book/reports.jsonl"].splitlines()]
        turned = (json.dumps(dict(reversed(row.items()))) for row in rows)
        members["book/reports.jsonl"] = "".join(f"{row}\n" for row in turned).encode()

    turned = repacked(book, tmp_path / "b.zip", turn)
    assert archive.problems(turned) == ["book/reports.jsonl differs from the log of the book."]
    assert stranger(turned, tmp_path / "new.book")[0] == 0
    with Book.open(tmp_path / "new.book") as again:
        assert again.reports() == book.reports()
        assert again.verify() == []

    def widen(members: dict[str, bytes]) -> None:
        members["book/refusals.jsonl"] = b'{"id":"x","at":"x","origin":"x","reason":"x","more":1}\n'

    assert "a row of refusals has other columns" in stranger(repacked(book, tmp_path / "c.zip", widen))[1]


def test_an_archive_of_an_earlier_version_verifies(tmp_path: Path) -> None:
    packed = Path(__file__).parent / "data" / "archive-1.zip"
    assert archive.problems(packed) == []
    assert stranger(packed, tmp_path / "new.book") == (0, "Everything is as the log says.\n")
    with Book.open(tmp_path / "new.book") as book:
        assert book.verify() == []


def test_files_that_are_not_archives_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("not an archive")
    assert "not an archive" in archive.problems(tmp_path / "a.zip")[0]
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as file:
        file.writestr("notes.txt", "mine")
    assert "no manifest.json" in archive.problems(tmp_path / "b.zip")[0]
    assert run("restore", tmp_path / "b.zip", "--book", tmp_path / "b.book").exit_code == 2
    assert stranger(tmp_path / "a.zip")[0] == 1


def test_restore_does_not_overwrite_a_book(book: Book, tmp_path: Path) -> None:
    packed, other = book.export.archive(tmp_path / "a.zip"), small(tmp_path / "mine.book")
    with pytest.raises(BookError, match="already exists"):
        Book.restore(packed, other)
    assert len(Store.open(other).reports()) == 2
    with pytest.raises(Refused, match="no release profile"):
        book.export("archive", tmp_path / "b.zip", profile="public")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A timestamp authority made for this test: its key, its certificate, and a root that signed it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    pytest.importorskip("rfc3161_client")
    folder = tmp_path_factory.mktemp("authority")
    (folder / "tsa.cnf").write_text(
        "[tsa]\ndefault_tsa = mine\n[mine]\nserial = serial\ncrypto_device = builtin\nsigner_cert = tsa.pem\n"
        "signer_key = tsa.key\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256, sha384, sha512\n"
        "ordering = no\ntsa_name = no\ness_cert_id_chain = no\ness_cert_id_alg = sha256\n"
        "[ext]\nextendedKeyUsage = critical,timeStamping\nbasicConstraints = CA:FALSE\n"
        "keyUsage = critical,digitalSignature\nsubjectKeyIdentifier = hash\nauthorityKeyIdentifier = keyid\n"
    )
    (folder / "serial").write_text("01\n")
    openssl(
        folder, "req -x509 -newkey rsa:2048 -nodes -keyout root.key -out root.pem -days 3650 -subj /CN=Kestrian-Root"
    )
    openssl(folder, "req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=Kestrian-Time")
    openssl(
        folder,
        "x509 -req -in tsa.csr -CA root.pem -CAkey root.key -CAcreateserial -days 3650 -extfile tsa.cnf "
        "-extensions ext -out tsa.pem",
    )
    return folder


def openssl(folder: Path, command: str) -> None:
    subprocess.run(["openssl", *command.split()], cwd=folder, check=True, capture_output=True)


def test_a_timestamp_of_the_head_is_stored_and_checked(
    book: Book, samples: Path, authority: Path, tmp_path: Path
) -> None:
    book.close()
    where = tmp_path / "a.book"
    assert run("timestamp", "request", "--out", tmp_path / "a.tsq", "--book", where).exit_code == 0
    openssl(authority, f"ts -reply -config tsa.cnf -queryfile {tmp_path}/a.tsq -out {tmp_path}/a.tsr")
    pem = authority / "root.pem"
    # Reading continues meanwhile: the timestamp covers the entry that was the last when it was requested.
    assert run("export", "csv", "--out", tmp_path / "out", "--book", where).exit_code == 0
    done = run("timestamp", "add", tmp_path / "a.tsr", "--authority", pem, "--book", where, "--actor", "Ines")
    assert done.exit_code == 0, done.output
    assert "Kestrian-Time" in done.stdout
    with Book.open(where) as again:
        *_, exported, stamped = again.log()
        assert (exported.action, stamped.action, stamped.actor) == ("exported", "timestamped", "Ines")
        assert stamped.payload["head"] == again.log()[-3].hash
        assert again.verify() == []
        # Anyone can check it with openssl: the token covers the digits of the hash.
        (tmp_path / "head").write_text(stamped.payload["head"])
    openssl(authority, f"ts -verify -data {tmp_path}/head -in {tmp_path}/a.tsr -CAfile root.pem")


def test_invalid_timestamps_are_refused_or_found(book: Book, authority: Path, tmp_path: Path) -> None:
    (tmp_path / "a.tsq").write_bytes(book.log.timestamp_request())
    openssl(authority, f"ts -reply -config tsa.cnf -queryfile {tmp_path}/a.tsq -out {tmp_path}/a.tsr")
    answer, root = (tmp_path / "a.tsr").read_bytes(), (authority / "root.pem").read_bytes()
    openssl(tmp_path, "req -x509 -newkey rsa:2048 -nodes -keyout k -out other.pem -days 2 -subj /CN=Someone-Else")
    with pytest.raises(Refused, match="not signed by the authority"):
        book.log.add_timestamp(answer, (tmp_path / "other.pem").read_bytes())
    with pytest.raises(Refused, match="not the response of a timestamp authority"):
        book.log.add_timestamp(b"nonsense", root)
    with Book.open(tmp_path / "empty.book", create=True) as empty:
        with pytest.raises(Refused, match="not of any entry"):
            empty.log.add_timestamp(answer, root)
        with pytest.raises(Refused, match="empty"):
            empty.log.timestamp_request()
    stamp = book.log.add_timestamp(answer, root)
    assert book.verify() == []
    entries = book.log()
    broken = entries[-1].payload | {"token": stamp.token[:-9] + "AAAAAAAA="}
    store = Store.open(tmp_path / "a.book")
    store.append(timestamps.STAMPED, stamp.head, broken, actor="x")
    store.append(timestamps.STAMPED, stamp.head, stamp.to_dict() | {"entry": 1}, actor="x")
    problems = store.verify()
    store.close()
    assert len(problems) == 2
    assert all("The timestamp in log entry" in problem for problem in problems)


def test_a_timestamp_kept_elsewhere_names_entries_that_were_cut_off(
    book: Book, authority: Path, tmp_path: Path
) -> None:
    book.export("csv", tmp_path / "out")
    last = book.log.last()
    (tmp_path / "a.tsq").write_bytes(book.log.timestamp_request())
    book.close()
    where, stamp, pem = tmp_path / "a.book", tmp_path / "a.tsr", authority / "root.pem"
    openssl(authority, f"ts -reply -config tsa.cnf -queryfile {tmp_path}/a.tsq -out {stamp}")
    asked = ("verify", "--book", where, "--timestamp", stamp, "--authority", pem)
    done = run(*asked)
    assert done.exit_code == 0, done.output
    with sqlite3.connect(where) as outside:
        outside.execute("DELETE FROM log WHERE seq = ?", (last,))
    outside.close()
    run("verify", "--book", where, "--repair")
    # The rest is a complete log of an earlier day: only the timestamp shows that entries are missing.
    assert run("verify", "--book", where).exit_code == 0
    cut = run(*asked)
    assert cut.exit_code == 1
    assert "entries were cut off its end" in " ".join(cut.output.split())


def test_timestamps_without_the_package_are_refused_with_advice(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(MissingPart, match="doctor"):
        book.log.timestamp_request()


def test_an_archive_by_the_command_line(samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(samples, "a.book")
    assert run("export", "archive", "--book", "a.book").stdout == "tollbook.zip\n"
    assert run("verify", "--bundle", "tollbook.zip").stdout.startswith("The archive is complete")
    done = run("read", "tollbook.zip", "--book", "no.book")
    assert done.exit_code == 1
    assert "tollbook restore" in done.stderr
    done = run("restore", "tollbook.zip", "--book", "b.book")
    assert (done.exit_code, done.stdout) == (0, "10 reports restored. Book: b.book\n")
    assert run("show", "--book", "b.book").stdout == run("show", "--book", "a.book").stdout
    assert run("restore", "tollbook.zip", "--book", "b.book").exit_code == 2
    for name in ("xlsx", "geojson"):
        assert run("export", name, "--book", "a.book", "--profile", "public").stdout == f"tollbook.{name}\n"
    done = run("export", "archive", "--book", "a.book", "--profile", "public")
    assert (done.exit_code, done.stdout) == (2, "")
    assert run("export", "csv", "--book", "a.book", "--profile", "nobody").exit_code == 2
