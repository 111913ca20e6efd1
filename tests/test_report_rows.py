"""Reports as rows: a value of its own for each, one act, one undo; the same on the command line and over the API."""

import csv
import io
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.small_books import book_of
from tests.web_client import person
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import NoSuchRecord, Refused
from tollbook.review.conflicts import EditConflict
from tollbook.review.report_rows import COLUMNS

BY = {"who": "Ines Falk", "why": "Printed on the page."}
OURS = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Vera"}
TEXTS = {
    "a": "A shell hit the market in Oberfeld on Monday, killing four people, police said.",
    "b": "Gunmen abducted two teachers near the bridge at Untertal on Tuesday, villagers said.",
    "c": "A bomb killed three people at the mill of Branov on Wednesday, a doctor said.",
}


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, TEXTS, outlets=False)


def days(book: Book) -> dict[str, str | None]:
    return {Path(r.origin).stem: str(r.published) if r.published else None for r in book.reports()}


def ids(book: Book) -> dict[str, str]:
    return {Path(r.origin).stem: r.id for r in book.reports()}


def test_each_report_gets_its_own_values_in_one_act(where: Path) -> None:
    with Book.open(where) as book:
        names = ids(book)
        rows = [
            {"report": names["a"], "day": "2021-10-06", "outlet": "Valley Post"},
            {"report": names["b"], "day": "2021-10-07", "outlet": ""},
            {"report": names["c"], "day": "2021-10-06", "outlet": "Valley Post"},
        ]
        before = book.log.last()
        made = book.descriptions.apply(book.descriptions.read(enumerate(rows, start=1)), **BY)
        # Reports that get the same are one entry of the log, and all entries are one act.
        assert len(book.log.since(before)) == 2
        assert days(book) == {"a": "2021-10-06", "b": "2021-10-07", "c": "2021-10-06"}
        assert {r.outlet for r in book.reports()} == {"Valley Post", None}
        book.settle()
        book.undo(made.id, **BY)
        assert days(book) == {"a": None, "b": None, "c": None}
        book.settle()
        assert book.verify() == []


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"day": "soon"}, "not a day"),
        ({"day": "1492-10-12"}, "No report can have been published"),
        ({"url": "valley"}, "begins with http"),
        ({"outlet": "x" * 201}, "200 characters at most"),
    ],
)
def test_a_row_that_cannot_be_read_refuses_the_whole_table(where: Path, cells: dict[str, str], said: str) -> None:
    with Book.open(where) as book:
        names, before = ids(book), book.log.last()
        rows = [{"report": names["a"], "title": "Four dead"}, {"report": names["b"]} | cells, {"report": "nothing"}]
        changes = book.descriptions.read(enumerate(rows, start=1))
        assert [each.row for each in changes.refused] == [2, 3]
        assert said in changes.refused[0].reason
        assert "There is no report nothing" in changes.refused[1].reason
        with pytest.raises(Refused, match="2 lines cannot be read"):
            book.descriptions.apply(changes, **BY)
        with pytest.raises(Refused, match="Nothing was changed"):
            book.descriptions.apply(book.descriptions.read([(1, {"report": names["a"]})]), **BY)
        assert book.log.last() == before


def test_a_later_value_of_somebody_else_is_a_conflict_field_by_field(where: Path) -> None:
    with Book.open(where) as book:
        name, seen = ids(book)["a"], book.review.last_decision()
        book.review.describe([name], {"outlet": "Harbour Daily"}, who="Mirko", why="Printed.")
        mine = book.descriptions.read([(1, {"report": name, "outlet": "Valley Post"})])
        with pytest.raises(EditConflict, match="Mirko has decided"):
            book.descriptions.apply(mine, seen=seen, **BY)
        title = book.descriptions.read([(1, {"report": name, "title": "Four dead"})])
        assert book.descriptions.apply(title, seen=seen, **BY)


def test_a_hyphen_means_not_known_and_an_empty_cell_nothing(where: Path) -> None:
    with Book.open(where) as book:
        name = ids(book)["a"]
        book.review.describe([name], {"outlet": "Valley Post", "title": "Four dead"}, **BY)
        book.descriptions.apply(book.descriptions.read([(1, {"report": name, "outlet": "-", "title": ""})]), **BY)
        (report,) = [each for each in book.reports() if each.id == name]
        assert (report.outlet, report.title) == (None, "Four dead")


def test_nothing_is_written_for_a_report_that_is_not_there(where: Path) -> None:
    with Book.open(where) as book:
        before = book.log.last()
        with pytest.raises(NoSuchRecord, match="no report nothing"):
            book.review.describe([ids(book)["a"], "nothing"], {"outlet": "Valley Post"}, **BY)
        assert book.log.last() == before


# ------------------------------------------------------------------------------------------------ command line
def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["describe", *map(str, arguments)])


def test_a_file_of_reports_is_written_changed_and_applied(where: Path, tmp_path: Path) -> None:
    file = tmp_path / "reports.csv"
    assert run("--book", where, "--out", file).exit_code == 0
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig"))))
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == 3
    for number, row in enumerate(rows):
        row |= {"day": f"2021-10-0{number + 6}", "title": "=SUM(1)" if number else "Four dead"}
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    done = run("--book", where, "--from", file, "--actor", "Vera", "--why", "Printed.")
    assert done.exit_code == 0, done.output
    assert "3 reports described and read again." in done.output
    with Book.open(where) as book:
        assert sorted(filter(None, days(book).values())) == ["2021-10-06", "2021-10-07", "2021-10-08"]
        assert sorted(str(r.title) for r in book.reports()) == ["=SUM(1)", "=SUM(1)", "Four dead"]
    # What a spreadsheet writes back untouched changes nothing, also not a cell that it must not run.
    assert run("--book", where, "--out", file).exit_code == 0
    assert "Nothing was changed" in run("--book", where, "--from", file, "--actor", "Vera").stderr
    made = next(line.split()[-1] for line in done.output.splitlines() if "To take it back" in line)
    assert (
        CliRunner().invoke(main, ["undo", made, "--book", str(where), "--actor", "Vera", "--why", "No."]).exit_code == 0
    )
    with Book.open(where) as book:
        assert set(days(book).values()) == {None}


def test_a_file_that_is_no_table_of_reports_is_refused(where: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("report,colour\n1,red\n")
    assert "not: colour" in run("--book", where, "--from", file, "--actor", "Vera").stderr
    file.write_text("report,day\nnothing,2021-10-06\n")
    said = run("--book", where, "--from", file, "--actor", "Vera").stderr
    assert "line 2: There is no report nothing" in said
    assert "1 line cannot be read" in said
    assert "leave out the other" in run("--book", where, "--from", file, "--lacking", "day").stderr
    assert "needs a name" in run("--book", where, "--from", file).stderr


# ------------------------------------------------------------------------------------------------ API
def test_rows_over_the_api(where: Path) -> None:
    with Book.open(where) as book:
        names = ids(book)
    rows = [{"report": names["a"], "day": "2021-10-06"}, {"report": names["b"], "day": "2021-10-07"}]
    with person(where, "Vera") as client:
        sent = {"rows": rows, "why": "Printed."}
        decision = client.post("/api/reports/descriptions", json=sent, headers=OURS)
        assert decision.status_code == 200, decision.text
        strange = client.post("/api/reports/descriptions", json={"rows": [{"colour": "red"}]}, headers=OURS)
        assert strange.status_code == 422
        gone = client.post("/api/reports/descriptions", json={"rows": [{"report": "x", "day": "-"}]}, headers=OURS)
        assert gone.status_code == 422
        undone = client.post(f"/api/decisions/{decision.json()['id']}/undo", json={"why": "No."}, headers=OURS)
        assert undone.status_code == 200
    with Book.open(where) as book:
        assert set(days(book).values()) == {None}
