"""Encrypted books: one passphrase opens them, and no plain text is on the disk."""

import os
import random
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.test_store import ROOT, Store, add, capture, reading
from tests.test_store_backup import fill, same
from tollbook.errors import BookError, Locked, NotABook
from tollbook.store import encryption

pytest.importorskip("sqlcipher3", reason="sqlcipher3 is not installed: pip install 'tollbook[encrypted]'")
#: With characters that SQL, a URL or a shell treats specially.
SECRET = "Kein 'Wort' \" davon; -- %20 ünd:@/\\x"
#: Words of the reports, of their titles and of the log, none of which may be in a file.
WORDS = [
    b"Ostrava",
    b"mayor",
    b"Valley Post",
    b"Three dead",
    b"killed",
    b"ostrava",
    b"Ines",
    b"SQLite format",
    b"CREATE TABLE",
]


@pytest.fixture(autouse=True)
def _no_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(encryption.VARIABLE, raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.book"


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def assert_nothing_in_clear(folder: Path) -> None:
    for name, content in files(folder).items():
        for word in WORDS:
            assert word not in content, (name, word)


def test_no_plain_text_is_on_the_disk_even_while_writing(path: Path) -> None:
    store = Store.open(f"sqlcipher:///{path}", create=True, passphrase=SECRET)
    fill(store)
    assert {hit.report for hit in store.search("ostrava")} == {f"r-{number}" for number in range(5)}
    assert {"a.book", "a.book-wal"} <= set(files(path.parent))
    assert_nothing_in_clear(path.parent)
    store.close()
    assert_nothing_in_clear(path.parent)
    assert encryption.is_encrypted(path)
    # The encryption of a file is detected without an option.
    again = Store.open(path, passphrase=SECRET)
    assert again.verify() == []
    assert len(again.reports()) == 5
    again.close()


def test_a_wrong_passphrase_gives_a_sentence_and_no_lines_for_programmers(path: Path) -> None:
    Store.open(f"sqlcipher:///{path}", create=True, passphrase=SECRET).close()
    command = [sys.executable, "-m", "tollbook", "incidents", "--book", str(path)]
    environment = os.environ | {encryption.VARIABLE: "wrong", "COLUMNS": "500"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().startswith("Error: The passphrase does not open")
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_book_does_not_open_without_the_passphrase(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(f"sqlcipher:///{path}", create=True, passphrase=SECRET).close()
    before = path.read_bytes()
    for where in (path, f"sqlcipher:///{path}"):
        with pytest.raises(Locked, match="is encrypted"):
            Store.open(where)
        for wrong in ("wrong", SECRET + " ", SECRET.lower()):
            with pytest.raises(Locked, match="does not open") as failed:
                Store.open(where, passphrase=wrong)
            assert SECRET not in str(failed.value)
            assert wrong not in str(failed.value)
    with pytest.raises(Locked, match="NUL"):
        Store.open(path, passphrase="a\0b")
    assert path.read_bytes() == before
    monkeypatch.setenv(encryption.VARIABLE, SECRET)
    Store.open(path).close()
    monkeypatch.delenv(encryption.VARIABLE)
    encryption.give(path, SECRET)
    Store.open(path).close()


def test_files_that_are_not_encrypted_books(path: Path) -> None:
    Store.open(path, create=True).close()
    with pytest.raises(BookError, match="is not encrypted"):
        Store.open(f"sqlcipher:///{path}", passphrase=SECRET)
    noise = path.with_name("noise")
    noise.write_bytes(random.Random(7).randbytes(8192))
    with pytest.raises(Locked, match="or it is not a book"):
        Store.open(noise, passphrase=SECRET)
    text = path.with_name("text")
    text.write_bytes(b"Not a database at all. " * 4096)
    with pytest.raises(NotABook):
        Store.open(text, passphrase=SECRET)


def test_a_book_can_be_encrypted_and_decrypted(path: Path, tmp_path: Path) -> None:
    plain = Store.open(path, create=True)
    fill(plain)
    shut, still, other, out = (tmp_path / name for name in ("shut", "still", "other", "out"))
    assert plain.backup(shut, passphrase=SECRET) == []
    store = Store.open(shut, passphrase=SECRET)
    same(plain, store)
    assert store.backup(still) == []
    same(plain, Store.open(still, passphrase=SECRET))
    assert store.backup(other, passphrase="another one") == []
    same(plain, Store.open(other, passphrase="another one"))
    assert store.backup(out, plain=True) == []
    same(plain, Store.open(out))
    assert [encryption.is_encrypted(each) for each in (shut, still, other, out)] == [True, True, True, False]
    for each in (shut, still, other):
        assert b"Ostrava" not in each.read_bytes()


def test_a_read_only_encrypted_book_can_be_read(path: Path) -> None:
    Store.open(f"sqlcipher:///{path}", create=True, passphrase=SECRET).close()
    locked = Store.open(f"sqlcipher:///file:{path}?mode=ro&uri=true", passphrase=SECRET)
    assert locked.reports() == []
    with pytest.raises(BookError, match="can be read but not written"):
        add(locked)


def test_a_killed_writer_leaves_an_encrypted_book_intact(path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from tests.test_store import add
        from tollbook.store import Store
        store = Store.open("sqlcipher:///" + sys.argv[1], create=True)
        for n in range(100_000):
            add(store, f"r-{n}")
            print(n, flush=True)
    """)
    for until in (5, 30):
        writer = subprocess.Popen(
            [sys.executable, "-c", program, path], cwd=ROOT, stdout=subprocess.PIPE, text=True,
            env={**os.environ, encryption.VARIABLE: SECRET},
        )  # fmt: skip
        assert writer.stdout is not None
        while int(writer.stdout.readline()) < until:
            pass
        writer.kill()
        writer.wait()
        assert_nothing_in_clear(path.parent)
        store = Store.open(path, passphrase=SECRET)
        assert store.verify() == []
        assert {f"r-{n}" for n in range(until + 1)} <= {report.id for report in store.reports()}
        store.close()


def test_the_passphrase_is_in_no_argument_and_no_file(path: Path) -> None:
    store = Store.open(f"sqlcipher:///{path}", create=True, passphrase=SECRET)
    store.add(capture(), reading(), finder="t", separate=False)
    assert SECRET not in repr(store._url)
    assert SECRET not in repr(store._engine)
    assert SECRET not in str(store._engine.url)
    store.close()
    assert all(SECRET.encode() not in content for content in files(path.parent).values())
