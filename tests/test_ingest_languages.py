"""Reports in unsupported languages are stored and reported as unread. The reports are invented."""

from pathlib import Path

from click.testing import CliRunner

from tollbook.book import Book
from tollbook.cli import main

UKRAINIAN = (
    "Троє людей загинули і сімнадцять були поранені під час удару по лікарні у місті Велмар у вівторок, "
    "повідомив заступник мера Іляс Тархан. Рятувальники шукають під завалами ще двох людей, які зникли."
)
ENGLISH = "Three people were killed and 17 injured in a strike on a clinic in Velmar on Tuesday, the mayor said."


def test_a_report_in_an_unsupported_language_is_stored_and_reported_as_unread(tmp_path: Path) -> None:
    (tmp_path / "uk.txt").write_text(UKRAINIAN, encoding="utf-8")
    (tmp_path / "en.txt").write_text(ENGLISH, encoding="utf-8")
    book = tmp_path / "b.book"
    result = CliRunner().invoke(
        main, ["read", *map(str, sorted(tmp_path.glob("*.txt"))), "--published", "2025-10-06", "--book", str(book)]
    )
    assert result.exit_code == 0, result.output
    assert "No reader for the language; kept unread: 1 in uk." in result.output
    with Book.open(book) as opened:
        languages = {report.language: report.text for report in opened.reports()}
        assert languages["uk"] == UKRAINIAN
        assert {claim.report for claim in opened.incidents.claims()} == {
            r.id for r in opened.reports() if r.language == "en"
        }
        assert opened.verify() == []
