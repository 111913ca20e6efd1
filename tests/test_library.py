"""The Python interface: records, frames with the columns of the CSV export, and the documents about it."""

import csv
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, cast

import pytest

import tollbook
from tests.export_samples import BOOK
from tollbook.book import Book
from tollbook.errors import BookError, NoSuchRecord, Refused
from tollbook.export import sheets
from tollbook.library import BookTable, OpenedBook, Selection

ROOT = Path(__file__).parent.parent
TABLES = [name for name in sheets.SHEETS if name != sheets.README]


@pytest.fixture
def where(sample_book: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_book, tmp_path / "tollbook.book"))


@pytest.fixture
def book(where: Path) -> Iterator[OpenedBook]:
    with tollbook.open(where) as opened:
        yield opened


# ------------------------------------------------------------------------------------------------ records
def test_every_number_leads_to_exact_words(book: OpenedBook) -> None:
    for incident in book.incidents():
        for figure in incident.figures.values():
            for bound in ("low", "best", "high"):
                assert (getattr(figure, bound) is None) == (figure.words(bound) == ())
            for words in figure.words():
                assert words.report.text[words.start : words.end] == words.quote
                assert words.claim in incident.claims
                assert words.report in incident.reports
                assert words.according_to.endswith(words.outlet)


def test_the_records_are_those_of_the_book(book: OpenedBook, where: Path) -> None:
    with Book.open(where) as facade:
        assert sorted(each.id for each in book.incidents()) == [each.id for each in facade.incidents()]
        assert {each.id: each.record for each in book.incidents()} == {each.id: each for each in facade.incidents()}
        assert list(book.claims(rejected=True)) == facade.incidents.claims()
        assert list(book.reports()) == facade.reports()
        assert {person.id for person in book.persons()} == {person.id for person in facade.persons().persons}
        strike = book.incidents(kind="airstrike")[0]
        assert strike.sources == facade.sources(strike.id)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (lambda book: book.incidents()[0].figure("foo"), "no outcome 'foo'; choose one of: killed, injured"),
        (lambda book: book.incidents(kind="foo"), "no kind 'foo'; choose one of: airstrike"),
        (lambda book: book.claims(kind="foo"), "no kind 'foo'; choose one of: killed"),
        (lambda book: book.persons(fate="foo"), "no fate 'foo'; choose one of: killed"),
        (lambda book: book.incidents(country="Kestria"), "code of ISO 3166-1, such as UA, not 'Kestria'; the book has"),
        (lambda book: book.incidents(since="2021-10-05"), "since is a day, such as datetime.date"),
        (lambda book: book.incidents(until="2021-10-05"), "until is a day, such as datetime.date"),
        (lambda book: book.compare("no-file.csv"), "no-file.csv cannot be read: no such file"),
        (lambda book: tollbook.open(book.name, as_of=cast("date", "2021-10-05")), "as_of is a day, such as"),
    ],
)
def test_unknown_ids_are_refused_and_give_no_empty_result(
    book: OpenedBook, given: Callable[[OpenedBook], object], says: str
) -> None:
    with pytest.raises(Refused, match=re.escape(says)):
        given(book)


def test_a_moment_is_its_day(book: OpenedBook) -> None:
    moment = book.incidents(since=datetime(2021, 10, 6, 15, tzinfo=UTC))
    assert [each.id for each in moment] == [each.id for each in book.incidents(since=date(2021, 10, 6))] != []


def test_records_can_be_chosen(book: OpenedBook) -> None:
    (strike,) = book.incidents(kind="airstrike")
    assert [each.title for each in book.incidents(since=date(2021, 10, 6))] == [
        each.title for each in book.incidents(where=lambda incident: incident.kind == "shooting")
    ]
    assert not book.incidents(until=date(2021, 10, 4))
    assert not book.incidents(country="XX")
    assert {claim.kind for claim in book.claims(kind="injured", incident=strike.id)} == {"injured"}
    assert {report.outlet for report in book.reports(outlet="Harbour Daily")} == {"Harbour Daily"}
    assert all(person.name for person in book.persons(named=True, fate="killed"))
    assert {source.incident for source in book.sources(incident=strike.id)} == {strike.id}
    assert book.incident(strike.id[:8]).record == strike.record
    with pytest.raises(NoSuchRecord):
        book.incident("none")
    assert isinstance(book.claims()[:3], Selection)
    assert len(book.claims()[:3].table().rows) == 3


def test_an_outcome_that_nobody_reports_is_not_zero(book: OpenedBook) -> None:
    figure = book.incidents()[0].figure("abducted")
    assert (figure.low, figure.best, figure.high, figure.words()) == (None, None, None, ())
    assert (figure.said, figure.status) == ("not known", "not reported")


def test_rule_and_day_are_chosen_at_opening(where: Path) -> None:
    with tollbook.open(where, as_of=date(2021, 10, 6), rule="ucdp") as early:
        assert len(early.reports()) == 3
        assert {f.record.rule for each in early.incidents() for f in each.figures.values()} == {"ucdp"}
    with pytest.raises(Refused, match="There is no rule best"):
        tollbook.open(where, rule="best")
    with pytest.raises(BookError, match="There is no book"):
        tollbook.open(where.with_name("none.book"))


# ------------------------------------------------------------------------------------------------ nothing is changed
def test_a_book_is_not_changed_by_looking(where: Path) -> None:
    before = where.read_bytes()
    with tollbook.open(where) as book:
        book.table("claims")
        assert book.incidents()
        with pytest.raises(Refused, match="write=True"):
            book.export("csv", where.with_name("out"))
    assert where.read_bytes() == before
    with Book.open(where, read_only=True) as facade:
        claim = facade.incidents.claims()[0].id
        with pytest.raises(BookError, match="can be read but not written"):
            facade.decide("reject", claim, who="Vera Lind", why="x")
        assert facade.verify() == []


def test_a_book_on_a_server_is_not_changed_by_looking(postgres: Any, where: Path) -> None:
    url = postgres()
    with Book.open(url, create=True) as facade:
        facade.read([ROOT / "src/tollbook/samples/reports.jsonl"])
        expected = facade.incidents()
    with tollbook.open(url) as book:
        assert sorted((each.record for each in book.incidents()), key=lambda record: record.id) == expected
    with Book.open(url, read_only=True) as facade, pytest.raises(BookError):
        facade.decide("reject", facade.incidents.claims()[0].id, who="Vera Lind", why="x")


def test_an_export_is_that_of_the_command_and_is_logged(where: Path, tmp_path: Path) -> None:
    with tollbook.open(where, write=True, actor="Vera Lind") as book:
        made = book.export("csv", tmp_path / "out", profile="public")
    assert tmp_path / "out" / "incidents.csv" in made
    with Book.open(where) as facade:
        assert (facade.log()[-1].action, facade.log()[-1].actor) == ("exported", "Vera Lind")


def test_a_comparison_through_the_same_object(book: OpenedBook, where: Path, tmp_path: Path) -> None:
    same = book.compare(where)
    assert {pairing.status for pairing in same.record.pairings} == {"same"}
    with tollbook.open(where, as_of=date(2021, 10, 6)) as early:
        rows = book.compare(early).table().rows
    assert {row["status"] for row in rows} == {"only in A", "differs"}
    registry = tmp_path / "registry.csv"
    registry.write_text("Event,Date,Town,Dead\n1,2021-10-05,Velmar,4\n")
    with pytest.raises(Refused, match="columns="):
        book.compare(registry)
    found = book.compare(registry, columns={"day": "Date", "place": "Town", "killed": "Dead"})
    assert found.table().to_polars().height == len(found.table().rows)


# ------------------------------------------------------------------------------------------------ frames
def csv_of(name: str, where: Path, tmp_path: Path) -> list[dict[str, str]]:
    with Book.open(where) as facade:
        facade.export("csv", tmp_path / "csv")
    return list(csv.DictReader(io.StringIO((tmp_path / "csv" / f"{name}.csv").read_text("utf-8-sig"))))


PANDAS = {"whole": "Int64", "number": "Float64", "day": "datetime64[s]", "text": "string"}


@pytest.mark.parametrize("name", TABLES)
def test_frames_have_the_columns_and_cells_of_the_csv(name: str, book: OpenedBook, where: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas: pip install 'tollbook[pandas]'")
    polars = pytest.importorskip("polars", reason="needs polars: pip install 'tollbook[polars]'")
    rows, table = csv_of(name, where, tmp_path), book.table(name)
    frame, wide = table.to_pandas(), table.to_polars()
    assert list(frame.columns) == wide.columns == list(table.columns)
    # The samples are of too few days to be a series.
    assert list(rows[0]) == wide.columns if rows else name == "series"
    assert len(frame) == wide.height == len(rows)
    dtypes = {"whole": polars.Int64, "number": polars.Float64, "day": polars.Date, "text": polars.String}
    for column in table.columns:
        assert str(frame[column].dtype) == PANDAS[table.cell_type(column)]
        assert wide[column].dtype == dtypes[table.cell_type(column)]
        for cell, one, other in zip((row[column] for row in rows), frame[column], wide[column], strict=True):
            missing = cell == "" and table.cell_type(column) != "text"
            assert bool(pandas.isna(one)) == (other is None)
            assert (other is None) == missing or cell == ""
            if other is not None and table.cell_type(column) == "day":
                assert str(one.date()) == str(other) == cell
            elif other is not None and table.cell_type(column) != "text":
                assert float(one) == float(other) == float(cell)
            elif other is not None:
                assert one == other
                assert cell.removeprefix("'").split() == other.split()


@pytest.mark.parametrize("name", TABLES)
def test_an_empty_book_has_the_same_columns_and_types(name: str) -> None:
    pytest.importorskip("polars")
    full, empty = (BookTable(name, sheets.SHEETS[name](contents)) for contents in (BOOK, type(BOOK)()))
    assert full.to_polars().schema == empty.to_polars().schema
    assert list(full.to_pandas().dtypes) == list(empty.to_pandas().dtypes)


def test_a_selection_has_only_its_rows(book: OpenedBook) -> None:
    pytest.importorskip("pandas")
    frame = book.incidents(kind="airstrike").to_pandas()
    assert list(frame["kind"]) == ["airstrike"]
    assert list(frame["injured low"]) == [17]
    assert len(book.persons(fate="killed").to_pandas()) == len(book.persons(fate="killed"))
    assert len(book.reports(outlet="Harbour Daily").to_polars()) == len(book.reports(outlet="Harbour Daily"))


def test_a_table_that_does_not_exist_is_refused(book: OpenedBook) -> None:
    with pytest.raises(Refused, match="There is no table deaths"):
        book.table("deaths")


# ------------------------------------------------------------------------------------------------ import and documents
def test_import_is_light() -> None:
    heavy = ["spacy", "numpy", "pandas", "polars", "matplotlib", "sqlalchemy", "fastapi", "msgspec", "click"]
    check = f"import sys, tollbook; print(set({heavy}) & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_examples_of_the_document_run(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    monkeypatch.chdir(where.parent)
    examples = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "docs/python.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(examples) > 5
    names: dict[str, object] = {}
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), names)
    assert (where.parent / "for-partners" / "incidents.csv").exists()


def test_the_notebook_runs(where: Path) -> None:
    """Each cell of the source runs in a kernel of its own, as Jupyter runs it."""
    nbformat = pytest.importorskip("nbformat", reason="needs nbformat, which is not installed here")
    nbclient = pytest.importorskip("nbclient", reason="needs nbclient, which is not installed here")
    pytest.importorskip("pandas")
    made = notebook(nbformat, (ROOT / "docs/notebook.py").read_text("utf-8"))
    nbclient.NotebookClient(made, timeout=120, resources={"metadata": {"path": str(where.parent)}}).execute()
    printed = "".join(output.get("text", "") for cell in made.cells for output in cell.get("outputs", ()))
    assert "17 to dozens – contested – 3 independent sources" in printed
    assert "“Dozens of people were wounded” – residents → Northern Courier" in printed


def notebook(nbformat: Any, source: str) -> Any:
    """A notebook from its source in the percent format."""
    cells = []
    for part in re.split(r"^# %%", source, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            cells.append(nbformat.v4.new_markdown_cell(re.sub(r"^# ?", "", body, flags=re.MULTILINE).strip()))
        else:
            cells.append(nbformat.v4.new_code_cell(body.strip()))
    return nbformat.v4.new_notebook(cells=cells)
