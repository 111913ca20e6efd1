"""Odd inputs from reading to export: each is read or refused with a sentence, never with a stack trace."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
import unicodedata
import zipfile
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import BookError

TEXT = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded.\n"
ESCAPES = "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b2J \u202eabc [bold]x[/bold] [/]"
LISTINGS = ("reports", "claims", "incidents", "tolls")
COMMANDS = [["show"], ["verify"], *([name, "--format", f] for name in LISTINGS for f in ("table", "jsonl", "csv"))]

#: Rows that are well formed and still unlike any report.
ODD = [
    {"id": "../../etc/passwd", "published": "0001-01-01", "text": "Three people were killed yesterday, 4 last year."},
    {"id": "z", "published": "9999-12-31", "text": "Three people will die tomorrow. Next week 4 were killed."},
    {"id": "no words", "text": ". , ; — “” ‘ ( ) [ ] … ?!"},
    {"id": "one word", "text": "A"},
    {"id": "numbers", "text": "99999999999999999999999 people were killed. -5 died. 1/0 were wounded. 3-2 died."},
    {"id": "digits", "text": "٣ people were killed, ³ died, ½ were injured, Ⅳ wounded, ４ dead, 1,2,3,4 missing."},
    {"id": "dates", "text": "Two people were killed on 31 February 2020, on 29 February 2021 and on 45 March."},
    {"id": "brackets", "text": "(" * 100 + "killed" + ")" * 80},
    {"id": "quotes", "text": "“" * 300 + "three people died, he said"},
    {"id": "one long word", "text": "killed" * 3000},
    {"id": "lines", "text": "\n" * 400 + "Three people were killed." + "\r\n" * 50},
    {"id": "emoji", "text": "👨‍👩‍👧‍👦 killed 3 people 🏳️‍🌈, é said. Ω̃́ 4 died."},
    {"id": "scripts", "text": "三人死亡。 قتل ثلاثة أشخاص. Погибли три человека. 3 people died."},
    {"id": "capitals", "text": "THREE PEOPLE DIED İN OBERFELD ß ŉ, THE MAYOR SAİD."},
    {"id": "r" * 3000, "text": "Three people were killed."},
    {"id": "=1+1", "outlet": "@SUM(A1)", "title": "+1", "url": "javascript:alert(1)", "text": "Three died."},
    {"id": "escapes", "outlet": ESCAPES, "title": ESCAPES, "text": f"Three {ESCAPES} people were killed. {TEXT}"},
    {"id": "'; DROP TABLE reports; --", "text": "Three people were killed."},
    {"id": "same text, other id", "text": "Three people were killed."},
    {"id": 0, "text": "Three people were killed."},
]  # fmt: skip


def run(*arguments: str | Path) -> Result:
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return done


def controls(text: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) in {"Cc", "Cs"} and c != "\n"} | ({"\u202e"} & set(text))


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("odd")
    (folder / "odd.jsonl").write_text("\n".join(map(json.dumps, ODD)))
    done = run("read", folder / "odd.jsonl", "--book", folder / "a.book")
    assert done.exit_code == 1
    assert ["read without its day of publication" in line for line in done.stderr.splitlines()] == [True, True]
    assert done.stdout.startswith(f"{len(ODD)} reports read")
    return folder / "a.book"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_book_of_odd_inputs_can_be_used(odd: Path, command: list[str]) -> None:
    done = run(*command, "--book", odd)
    assert (done.exit_code, done.stderr) == (0, "")
    assert controls(done.stdout) <= ({"\u202e"} if "jsonl" in command else set())


@pytest.mark.parametrize("name", ["bundle", "csv"])
def test_a_book_of_odd_inputs_can_be_exported(odd: Path, tmp_path: Path, name: str) -> None:
    assert run("export", name, "--out", tmp_path / "out", "--book", odd).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_markup_is_shown_as_text(odd: Path) -> None:
    assert "[bold]x[/bold] [/]" in " ".join(run("reports", "--book", odd).stdout.split())


def test_a_folder_of_everything(tmp_path: Path) -> None:
    """Valid reports are read whatever is beside them, and each refusal names its file once."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "good.txt").write_text(TEXT)
    (folder / "good.jsonl").write_text(
        json.dumps({"id": "a", "text": TEXT}) + "\n{broken\n" + json.dumps({"text": TEXT})
    )
    (folder / "empty.txt").touch()
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 20)
    (folder / "page.html").write_text("<!doctype html><p>Three dead.")
    (folder / "paper.pdf").write_bytes(b"%PDF-1.4\n")
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr("a.txt", TEXT)
    with (folder / "huge.txt").open("wb") as file:
        file.truncate(200_000_000)
    (folder / "loop").symlink_to(folder)
    (folder / "gone.txt").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe")
    (folder / "nothing").mkdir()
    (folder / f"bad{ESCAPES.replace('/', '')}.txt").touch()
    done = run("read", folder, "--links", "--book", tmp_path / "a.book")
    assert done.exit_code == 1
    # The text in the archive is the one beside it, byte for byte.
    assert done.stdout.startswith("4 reports read, 1 known already")
    refused = done.stderr.splitlines()
    assert len(refused) == len({line.split(": ")[1] for line in refused}) == 10
    assert all(line.startswith("refused: ") and line.endswith(".") for line in refused)
    assert not controls(done.stderr)
    again = run("read", folder, "--links", "--book", tmp_path / "a.book")
    assert again.stdout.startswith("0 reports read, 5 known already")
    assert again.stderr == done.stderr
    with Book.open(tmp_path / "a.book") as book:
        assert len(book.reports.refusals()) == 10
        assert len(book.log()) == 14


def test_files_of_the_book_are_skipped_in_the_folder_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(TEXT)
    (tmp_path / "places.csv").write_text("name,lat,lon,within,kind\nOberfeld,1,2,,\n")
    (tmp_path / "a.book.accounts").write_text("accounts of the web interface")
    book = tmp_path / "a.book"
    for said in ("1 report read, 0 known already", "0 reports read, 1 known already"):
        with Book.open(book, create=True) as opened:
            opened.search.reports(
                "market"
            )  # Another process has the book open, so SQLite has files of its own beside it.
            done = run("read", tmp_path, "--book", book, "--places", tmp_path / "places.csv")
        assert (done.exit_code, done.stderr) == (0, "")
        assert done.stdout.startswith(said)
    done = run("read", book, "--book", book)
    assert done.exit_code == 1
    assert "To open a book, use --book" in done.stderr


def test_the_archive_of_a_book_is_never_a_report(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(TEXT)
    run("read", tmp_path / "good.txt", "--book", tmp_path / "a.book")
    assert run("export", "archive", "--book", tmp_path / "a.book", "--out", tmp_path / "a.zip").exit_code == 0
    done = run("read", tmp_path, "--book", tmp_path / "a.book")
    assert done.stdout.startswith("0 reports read, 1 known already")
    (line,) = done.stderr.splitlines()
    assert "tollbook restore" in line


def test_other_bytes_under_a_known_id_are_refused(tmp_path: Path) -> None:
    path, book = tmp_path / "r.jsonl", tmp_path / "a.book"
    rows = [{"id": "a", "text": TEXT}, {"id": "a", "text": TEXT + "More."}, {"id": "a", "text": TEXT}]
    path.write_text("\n".join(map(json.dumps, rows)))
    done = run("read", path, "--book", book)
    assert done.exit_code == 1
    assert done.stdout.startswith("1 report read, 1 known already")
    assert done.stderr.startswith(f"refused: {path}:2: The book already has a report with the id a")
    with Book.open(book) as opened:
        assert [report.text for report in opened.reports()] == [TEXT]


def test_an_unreadable_table_of_places_stops_before_reading(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    places = tmp_path / "places.csv"
    places.write_text("name,lat,lon,within,kind\nOberfeld,north,east,,\n")
    done = run("read", tmp_path / "a.txt", "--places", places, "--book", tmp_path / "a.book")
    assert done.exit_code == 2
    assert "line 2" in done.stderr


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60), min_size=1, max_size=4))
def test_any_text_can_be_read_shown_and_verified(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("any")
    rows = [{"text": f"{text} Three people were killed {text}.", "title": text, "outlet": text} for text in texts]
    (folder / "r.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert run("read", folder / "r.jsonl", "--book", folder / "a.book").exit_code in {0, 1}
    assert not controls(run("show", "--book", folder / "a.book").stdout)
    assert run("verify", "--book", folder / "a.book").exit_code == 0


def test_a_reader_process_that_dies_is_reported_and_earlier_reports_are_stored(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number:02}.txt").write_text(f"{TEXT}Village {number}.\n" * 5)

    def kill(done: int, _: int) -> None:
        if done == 3:
            for server in psutil.Process().children():
                if any("forkserver" in word for word in server.cmdline()):
                    for reader in server.children():
                        reader.kill()

    with Book.open(tmp_path / "a.book", create=True) as book:
        with pytest.raises(BookError, match="fewer --jobs"):
            book.read(sorted(tmp_path.glob("*.txt")), jobs=2, progress=kill)
        assert 3 <= len(book.reports()) < 30
        assert book.verify() == []


def test_ctrl_c_stops_with_a_sentence_and_the_book_is_intact(tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from tollbook.book import Book
        from tollbook.cli import main
        if __name__ == "__main__":
            main(["read", sys.argv[1], "--book", sys.argv[2], "--jobs", "2"])
    """)
    (tmp_path / "in").mkdir()
    for number in range(400):  # more than are read until it is seen that one was
        (tmp_path / "in" / f"{number:03}.txt").write_text(f"{TEXT}Village {number}.\n" * 5)
    (tmp_path / "reader.py").write_text(program)
    book = tmp_path / "a.book"
    command = [sys.executable, str(tmp_path / "reader.py"), str(tmp_path / "in"), str(book)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while not _has_reports(book):
        assert process.poll() is None
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == "Error: Stopped. What was read is kept; run the same command to continue.\n"
    with Book.open(book) as opened:
        assert 0 < len(opened.reports()) < 400
        assert opened.verify() == []


def _has_reports(path: Path) -> bool:
    try:
        with Book.open(path) as book:
            return bool(book.reports())
    except BookError:
        return False
