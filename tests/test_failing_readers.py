"""Readers that fail on one report: it is refused with a sentence, and the others are read. All reports are invented."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner

from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import MissingPart
from tollbook.mentions import Reading
from tollbook.model import Refusal, Report
from tollbook.readers import registry
from tollbook.readers.base import Reader

BY = {"who": "Vera Lind", "why": "Printed on the page."}


class Brittle:
    """A reader that fails on reports with certain words, and on those with other words if they have a day."""

    name = "brittle"
    languages = frozenset({"en"})

    def version(self) -> str:
        return "1"

    def read(self, report: Report) -> Reading:
        if "missing key" in report.text:
            raise KeyError("a word of the report")
        if "no part" in report.text:
            raise MissingPart("The part “tables” is not installed.")
        if "unread end" in report.text:
            end = Refusal(origin=report.origin, reason="Its end was not read.")
            return Reading(report=report.id, refused=(end,))
        if "of a year" in report.text and report.published is not None:
            return 1 / 0  # type: ignore[return-value]
        return Reading(report=report.id)


BRITTLE: Reader = Brittle()


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint(name="brittle", value="tests.test_failing_readers:BRITTLE", group=registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: (point,))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with Book.open(tmp_path / "a.book", create=True) as opened:
        yield opened


def report(tmp_path: Path, name: str, text: str) -> str:
    (tmp_path / name).write_text(text)
    return str(tmp_path / name)


def test_a_report_that_breaks_a_reader_does_not_stop_others(book: Book, tmp_path: Path) -> None:
    texts = ("Invented: a quiet day.", "Invented: a missing key was found.", "Invented: another quiet day.")
    files = [report(tmp_path, f"{n}.txt", text) for n, text in enumerate(texts)]
    summary = book.read(files)
    assert summary.read == 2
    (refusal,) = summary.refused
    assert refusal.origin.endswith("1.txt")
    assert "The reader “brittle” failed on this report (KeyError)" in refusal.reason
    assert "a word of the report" not in refusal.reason
    assert book.reports.refusals() == [refusal]
    assert book.verify() == []


def test_a_part_that_is_not_installed_ends_the_reading(book: Book, tmp_path: Path) -> None:
    with pytest.raises(MissingPart):
        book.read([report(tmp_path, "a.txt", "Invented: no part of it.")])


def test_a_refusal_when_a_report_is_read_again_is_kept_and_reported(book: Book, tmp_path: Path) -> None:
    files = [
        report(tmp_path, "year.txt", "Invented: a day of a year."),
        report(tmp_path, "end.txt", "Invented: a text with an unread end."),
        report(tmp_path, "plain.txt", "Invented: a quiet day."),
    ]
    first = book.read(files)
    assert [each.reason for each in first.refused] == ["Its end was not read."]
    book.close()
    where = ["--book", str(tmp_path / "a.book")]
    done = CliRunner().invoke(main, ["describe", *where, "--lacking", "day", "--day", "2021-05-04", "--actor", "Vera"])
    assert done.exit_code == 1
    assert "3 reports described and read again." in done.stdout
    assert "failed on this report (ZeroDivisionError)" in done.stderr
    with Book.open(tmp_path / "a.book") as again:
        assert again.reports.stale() == []
        assert {str(each.published) for each in again.reports()} == {"2021-05-04"}
        assert len(again.reports.refusals()) == 2
        assert again.verify() == []
