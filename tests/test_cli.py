"""The command line: the contract's commands, exit codes, and what goes where."""

import io
import json
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tollbook import __version__
from tollbook.book import Book
from tollbook.cli import main
from tollbook.cli.help import extract
from tollbook.export import FORMATS, REGISTRY, file_name

ROOT = Path(__file__).parent.parent
SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
TEXT = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded.\n"


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=env)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("samples") / "a.book"
    done = run("read", SAMPLES / "reports.jsonl", "--places", SAMPLES / "places.csv", "--book", path)
    assert done.exit_code == 0, done.output
    first, then = done.stdout.splitlines()[:2]
    assert first == f"10 reports read, 0 known already. Book: {path}"
    assert then.startswith("They are about 2 incidents: tollbook show")
    assert done.stderr == ""
    return path


def test_help_describes_tollbook_and_lists_every_command() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert "according to whom" in done.stdout
    assert {*main.commands} <= set(re.findall(r"^ +([\w-]+)", done.stdout, re.MULTILINE))
    for name in main.commands:
        assert run(name, "--help").exit_code == 0
    assert run("--version").stdout == f"tollbook {__version__}\n"


def test_the_contract_has_every_command() -> None:
    listed = (ROOT / "docs/contract.md").read_text("utf-8").split("## Commands")[1].split("```")[1]
    lines = re.findall(r"^tollbook ([a-z -]+(?:\| [a-z -]+)*)", listed, re.MULTILINE)
    assert {*main.commands} <= {name.split()[0] for line in lines for name in line.split("|")}


def test_a_command_starts_without_libraries_that_it_may_not_need() -> None:
    """Each takes a large part of a second, and most commands use none of them."""
    slow = {"spacy", "numpy", "openpyxl", "warcio", "onnxruntime", "tokenizers", "matplotlib", "pandas", "pyspark"}
    code = "import sys, tollbook.cli; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert slow & set(done.stdout.split()) == set()


def test_reading_again_finds_known_reports(book: Path) -> None:
    done = run("read", SAMPLES / "reports.jsonl", "--book", book)
    assert (done.exit_code, done.stdout.splitlines()[0]) == (0, f"0 reports read, 10 known already. Book: {book}")


def test_options_of_read_reach_the_report(tmp_path: Path) -> None:
    file, book = tmp_path / "a.txt", tmp_path / "a.book"
    file.write_text(TEXT)
    done = run("read", file, "--book", book, "--published", "2021-10-05", "--outlet", "Valley Post", "--separate")
    assert done.exit_code == 0
    (row,) = map(json.loads, run("reports", "--book", book, "--format", "jsonl").stdout.splitlines())
    assert (row["published"], row["outlet"], row["origin"]) == ("2021-10-05", "Valley Post", str(file))
    claims = [json.loads(line) for line in run("claims", "--book", book, "--format", "jsonl").stdout.splitlines()]
    assert 4 in [claim["count"]["best"] for claim in claims if claim["kind"] == "killed"]
    assert claims[0]["when"]["start"] == "2021-10-04"


def test_refused_files_are_listed_on_standard_error_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "b.txt").write_text("")
    done = run("read", tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt", "--book", tmp_path / "a.book")
    assert done.exit_code == 1
    assert done.stdout.startswith("1 report read, 0 known already.")
    assert done.stderr.splitlines() == [
        f"refused: {tmp_path}/b.txt: It is empty.",
        f"refused: {tmp_path}/c.txt: There is no such file or folder; check the spelling.",
    ]


def test_many_refused_files_of_an_archive_are_counted_by_reason(tmp_path: Path) -> None:
    packed, book = tmp_path / "a.zip", tmp_path / "a.book"
    with zipfile.ZipFile(packed, "w") as archive:
        for n in range(30):
            archive.writestr(f"{n}.txt", "")
        archive.writestr("a.txt", TEXT)
        archive.writestr("b.bin", bytes(range(256)) * 20)
    (tmp_path / "rows.jsonl").write_text("{broken\n" * 12)
    done = run("read", packed, tmp_path / "rows.jsonl", "--book", book)
    assert done.exit_code == 1
    assert done.stdout.startswith("1 report read")
    lines = done.stderr.splitlines()
    assert lines[:10] == [f"refused: {packed}: {n}.txt: It is empty." for n in range(10)]
    assert lines[10].startswith(f"refused: {packed}: b.bin: ")
    assert [line.partition(" more in it: ")[0] for line in lines[21:]] == [
        f"refused: {packed}: 20",
        f"refused: {tmp_path}/rows.jsonl: 2",
    ]
    with Book.open(book) as opened:
        assert len(opened.reports.refusals()) == 43


@pytest.mark.parametrize("name", ["reports", "claims", "incidents", "tolls"])
def test_listings(book: Path, name: str) -> None:
    table = run(name, "--book", book)
    assert table.exit_code == 0
    assert max(map(len, table.stdout.splitlines())) <= 100
    assert "\x1b" not in table.stdout
    assert not re.search(r" $", table.stdout, re.MULTILINE)
    found = run(name, "--book", book, "--format", "jsonl").stdout.splitlines()
    assert found
    assert all(json.loads(line)["id"][:16] in table.stdout for line in found)
    header, *rows = run(name, "--book", book, "--format", "csv").stdout.splitlines()
    assert header.startswith("id,")
    assert len(rows) >= len(found)


def test_the_table_of_claims_keeps_every_column(book: Path) -> None:
    header = run("claims", "--book", book).stdout.splitlines()[0].split()
    assert header == ["id", "kind", "figure", "quote", "according", "to"]


def test_show_one_incident_by_the_beginning_of_its_id_or_all(book: Path) -> None:
    rows = [json.loads(line) for line in run("incidents", "--book", book, "--format", "jsonl").stdout.splitlines()]
    every = run("show", "--book", book)
    assert every.exit_code == 0
    assert all(row["id"] in every.stdout for row in rows)
    one = max(rows, key=lambda row: len(row["reports"]))
    alone = run("show", one["id"][:10], "--book", book).stdout
    assert one["title"] in alone
    assert [row["id"] for row in rows if row["id"] in alone] == [one["id"]]
    assert all(heading in alone for heading in ("Figures", "Claims and speakers", "independent sources", "→"))
    assert max(map(len, alone.splitlines())) <= 100
    nothing = run("show", "zzz", "--book", book)
    assert (nothing.exit_code, nothing.stdout) == (2, "")
    assert "No incident" in nothing.stderr


def test_rule_and_day_change_the_view(book: Path) -> None:
    assert run("incidents", "--book", book, "--as-of", "2021-01-01", "--format", "jsonl").stdout == ""
    rows = run("incidents", "--book", book, "--rule", "ucdp", "--format", "jsonl").stdout.splitlines()
    rules = {figure["rule"] for row in map(json.loads, rows) for figure in row["figures"].values()}
    assert rules == {"ucdp"}


def test_outlets_with_an_own_table(book: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in run("outlets", "--book", book, "--format", "jsonl").stdout.splitlines()]
    assert sum(row["reports"] for row in rows) == 10
    known = tmp_path / "known.csv"
    known.write_text(f"outlet,owner_or_side,kind\n{rows[0]['outlet']},the province,newspaper\n")
    done = run("outlets", "--book", book, "--table", known)
    assert "the province" in done.stdout
    (row,) = (row for row in run("outlets", "--book", book, "--table", known, "--format", "csv").stdout.splitlines()
               if "newspaper" in row)  # fmt: skip
    assert row.startswith(rows[0]["outlet"])
    known.write_text("name,side\nx,y\n")
    done = run("outlets", "--book", book, "--table", known)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is no table of outlets" in " ".join(done.stderr.split())


def test_export_and_verify(book: Path, tmp_path: Path) -> None:
    done = run("export", "bundle", "--out", tmp_path / "out", "--book", book)
    assert done.exit_code == 0
    assert {Path(line) for line in done.stdout.splitlines()} == set((tmp_path / "out").iterdir())
    done = run("verify", "--book", book)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "10 reports: originals, spans and log are unchanged.\n"


def test_the_help_of_export_lists_every_format() -> None:
    shown = " ".join(run("export", "--help").stdout.split())
    assert all(f"{name} {entry.says[:30]}" in shown for name, entry in REGISTRY.items())


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_exported_with_and_without_a_profile(book: Path, tmp_path: Path, name: str) -> None:
    for profile in ([], ["--profile", "public"]):
        done = run("export", name, "--book", book, "--out", tmp_path / file_name(name), *profile)
        assert (done.exit_code, done.stderr) == (0, "")
        # The samples are of too few days to be a series.
        full = [Path(line) for line in done.stdout.splitlines() if Path(line).name != "series.jsonl"]
        assert full
        assert all(path.stat().st_size for path in full)


def test_a_format_uses_the_rule_of_its_codebook_by_default(book: Path, tmp_path: Path) -> None:
    for number, (more, rule) in enumerate((([], "acled"), (["--rule", "range"], "range"))):
        assert run("export", "acled", "--book", book, "--out", tmp_path / str(number), *more).exit_code == 0
        with Book.open(book) as opened:
            assert opened.log()[-1].payload["rule"] == rule


def test_demo_prints_every_record_and_keeps_a_book_only_when_asked(tmp_path: Path) -> None:
    book = tmp_path / "a.book"
    done = run("demo", "--book", book)
    assert done.exit_code == 0
    assert "Velmar" in done.stdout
    assert run("show", "--book", book).stdout == done.stdout
    assert run("demo").stdout == done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["claims", "--book", "no.book"], "There is no book at no.book; create one with"),
        (["verify", "--book", "."], "is a folder and not a book"),
        (["claims", "--book", "notes.txt"], "is not a book"),
        (["read", "notes.txt", "--book", "no/such/folder/a.book"], "does not exist"),
        (["claims", "--book", "dbase://x"], "does not support"),
        (["read", "notes.txt", "--published", "yesterday"], "yesterday"),
        (["read", "notes.txt", "--jobs", "0"], "--jobs"),
        (["read"], "Missing argument"),
        (["export", "papyrus"], "papyrus"),
        (["fly"], "fly"),
    ],
)
def test_a_command_that_cannot_start_gives_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], says: str
) -> None:
    (tmp_path / "notes.txt").write_text("Not a book. " * 100)
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert isinstance(done.exception, SystemExit)
    assert says in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    "arguments", [("read", "a.txt", "--published"), ("incidents", "--as-of"), ("describe", "--day")]
)
@pytest.mark.parametrize("day", ["2023-02-30", "12/03/2023", "13 March 2023"])
def test_an_invalid_day_is_refused_with_the_right_form(arguments: tuple[str, ...], day: str) -> None:
    done = run(*arguments, day)
    assert done.exit_code == 2
    assert f"“{day}” is not a day; write it as 2021-10-05." in " ".join(done.stderr.split())


def test_a_misspelt_path_leaves_no_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("read", "nothere", "nor-here.txt")
    assert (done.exit_code, done.stdout) == (1, "")
    assert [line.split(": ")[1] for line in done.stderr.splitlines()] == ["nothere", "nor-here.txt"]
    assert not [*tmp_path.iterdir()]
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("read", "nothere", "a.txt").exit_code == 1
    assert run("read", "nothere").exit_code == 1
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a.txt", "tollbook.book"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        *((f"{name} --help", "Every decision needs one.") for name in (
            "undo", "move", "split", "merge", "mark", "names settle", "names differ", "names apart", "names undo",
        )),
        ("brief --help", "A signature needs one."),
        ("import --help", "--set-aside needs one."),
        ("answer --help", "--who, --actor NAME"),
    ],
)  # fmt: skip
def test_the_help_says_where_a_name_is_needed(command: str, says: str) -> None:
    words = " ".join(run(*command.split()).stdout.split())
    assert says in words
    assert "Without it the log has no name" not in words


def test_a_process_that_cannot_start_gives_the_reason(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tollbook", "claims", "--book", "no.book"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "There is no book at no.book; create one with" in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("serve", "--book"), ("open", "--no-browser")])
def test_a_port_that_another_program_has_is_refused_without_an_address(
    book: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """The address would show the book of somebody else."""
    mine = Path(shutil.copy(book, tmp_path / "mine.book")) if command[0] == "serve" else tmp_path / "new.book"
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run(*command, mine, "--port", str(port))
    assert result.exit_code == 2
    assert f"Another program listens on port {port}" in result.output
    assert "http" not in result.output
    assert mine.exists() == (command[0] == "serve")


def test_the_book_is_also_named_by_the_environment(book: Path) -> None:
    done = run("incidents", "--format", "jsonl", env={"TOLLBOOK_BOOK": str(book)})
    assert done.exit_code == 0
    assert done.stdout


def test_a_reader_that_closes_the_pipe_is_no_error(book: Path) -> None:
    command = f"{sys.executable} -m tollbook claims --format jsonl --book {book} | head -c 10"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_terminal_without_unicode_gets_escapes(book: Path) -> None:
    command = [sys.executable, "-m", "tollbook", "show", "--book", str(book)]
    done = subprocess.run(command, env={"PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u2192" in done.stdout


def test_every_command_is_listed_under_a_section() -> None:
    sections = re.findall(r"^(\w[\w ]*):$", run("--help").stdout, re.MULTILINE)
    assert sections == ["Options", "Read", "Query", "Review", "Export", "Maintain", "Verify"]


def test_the_language_is_chosen_by_option_or_environment(book: Path) -> None:
    shown = run("--language", "en_XA", "search", "elephants", "--book", book)
    assert shown.stderr == "⟦No report has all these words.⟧\n"
    for environment in ({"TOLLBOOK_LANGUAGE": "en_XA"}, {"LC_MESSAGES": "en_XA.UTF-8"}, {"LANG": "en_XA"}):
        assert "⟦Query⟧:" in run("--help", env=environment).stdout
    assert "⟦List the incidents, with figures.⟧" in run("--language", "en_XA", "incidents", "--help").stdout
    assert "⟦" not in run("--help", env={"LANG": "xx_YY.UTF-8"}).stdout
    unknown = run("--language", "xx", "reports", "--book", book)
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert "There is no translation into “xx”" in unknown.stderr


def test_help_texts_are_found_for_translation() -> None:
    source = b'@command(help="One.", section="Read")\ndef a() -> None:\n    """Two."""\n    gettext("Three.")\n'
    found = extract(io.BytesIO(source), {"gettext": None}, [], {})
    assert {text for _, _, text, _ in found} == {"One.", "Read", "Two.", "Three."}
