"""Commands that maintain a book: search, editions, backup, migrate; and the passphrase prompt."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_cli import run
from tests.test_editions import FIRST, SECOND, URL
from tests.test_store_versions import unpack
from tollbook.store import encryption
from tollbook.store.schema import VERSION


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page captured twice, the second time with other words."""
    folder = tmp_path_factory.mktemp("editions")
    reports = folder / "reports.jsonl"
    with reports.open("w") as file:
        for name, text, day in (("a", FIRST, "2021-10-05"), ("b", SECOND, "2021-10-06")):
            row = {"id": name, "outlet": "Valley Bell", "title": "Market", "url": URL, "published": day, "text": text}
            file.write(json.dumps(row) + "\n")
    assert run("read", reports, "--book", folder / "a.book").exit_code == 0
    return folder / "a.book"


def test_search(book: Path) -> None:
    done = run("search", "SHELL", "six people", "--book", book)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "b  Valley Bell: Market"
    assert "[shell]" in done.stdout
    assert "[six people]" in done.stdout
    hits = [
        json.loads(line) for line in run("search", "oberf*", "--book", book, "--format", "jsonl").stdout.splitlines()
    ]
    assert {hit["report"] for hit in hits} == {"a", "b"}
    nothing = run("search", "elephant", "--book", book)
    assert (nothing.exit_code, nothing.stdout, nothing.stderr) == (0, "", "No report has all these words.\n")


def test_editions(book: Path) -> None:
    for arguments in ((), ("a",), ("b",)):
        done = run("editions", *arguments, "--book", book)
        assert done.exit_code == 0
        assert "a  edition 1, 2021-10-05: superseded by b" in done.stdout
        assert "  - four\n  + six\n" in done.stdout
        assert "b  edition 2, 2021-10-06: current" in done.stdout
        assert "1 claim no longer made" in done.stdout
    rows = run("editions", "--book", book, "--format", "jsonl").stdout.splitlines()
    assert [json.loads(row)["report"] for row in rows] == ["a", "b"]
    assert run("editions", "nope", "--book", book).exit_code == 2


def test_backup(book: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.book"
    done = run("backup", copy, "--book", book)
    assert (done.exit_code, done.stderr) == (0, "")
    assert run("reports", "--book", copy).stdout == run("reports", "--book", book).stdout
    again = run("backup", copy, "--book", book)
    assert again.exit_code == 2
    assert "already exists" in again.stderr


def test_migrate(book: Path, tmp_path: Path) -> None:
    old = unpack(1, tmp_path / "old.book")
    assert run("migrate", "--book", old).stdout.startswith(f"Brought from tables 1 to {VERSION} on ")
    assert run("migrate", "--book", book).stdout == f"The book has tables {VERSION}, as this Tollbook writes them.\n"


class TestEncrypted:
    @pytest.fixture(autouse=True)
    def _needed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("sqlcipher3", reason="sqlcipher3 is not installed: pip install 'tollbook[encrypted]'")
        for name in (encryption.VARIABLE, "TOLLBOOK_NEW_PASSPHRASE"):
            monkeypatch.delenv(name, raising=False)

    def test_encrypt_and_decrypt(self, book: Path, tmp_path: Path) -> None:
        shut, other, out = tmp_path / "shut.book", tmp_path / "other.book", tmp_path / "out.book"
        refused = run("backup", shut, "--encrypt", "--book", book)
        assert refused.exit_code == 2
        assert "needs a passphrase" in refused.stderr
        one, two = {encryption.VARIABLE: "one"}, {encryption.VARIABLE: "two"}
        assert run("backup", shut, "--encrypt", "--book", book, env=one).exit_code == 0
        assert b"Oberfeld" not in shut.read_bytes()
        assert run("verify", "--book", shut, env=one).exit_code == 0
        for env, says in (({}, "is encrypted"), (two, "does not open")):
            done = run("verify", "--book", shut, env=env)
            assert done.exit_code == 2
            assert says in done.stderr
        assert (
            run("backup", other, "--encrypt", "--book", shut, env=one | {"TOLLBOOK_NEW_PASSPHRASE": "two"}).exit_code
            == 0
        )
        assert run("verify", "--book", other, env=two).exit_code == 0
        assert run("backup", out, "--decrypt", "--book", shut, env=one).exit_code == 0
        assert run("reports", "--book", out).stdout == run("reports", "--book", book).stdout

    def test_the_passphrase_prompt_does_not_show_it(self, book: Path, tmp_path: Path) -> None:
        shut = tmp_path / "shut.book"
        assert run("backup", shut, "--encrypt", "--book", book, env={encryption.VARIABLE: "Kein Wort"}).exit_code == 0
        pty = pytest.importorskip("pty", reason="pseudo-terminals are Unix's")
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "tollbook", "verify", "--book", str(shut)]
        process = subprocess.Popen(
            command, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True,
            env={k: v for k, v in os.environ.items() if k != encryption.VARIABLE},
        )  # fmt: skip
        os.close(theirs)
        shown = b""
        while b"Passphrase of" not in shown:
            shown += os.read(ours, 1000)
        os.write(ours, b"Kein Wort\n")
        assert process.stdout is not None
        said = process.stdout.read()
        assert process.wait(60) == 0
        assert b"2 reports: originals" in said
        os.close(ours)
        assert b"Kein Wort" not in shown + said
