"""Sheets: the claims of incidents in a spreadsheet, and what people change there, in one act."""

import csv
import io
from datetime import date
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tollbook.book import Book
from tollbook.cli import main

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
#: An invented report of two attacks in one text.
TWO_ATTACKS = (
    "Shells hit the market of Dursan on Monday and killed 7 people, the health office said. "
    "In the village of Old Mill, near Dursan, gunmen killed 3 people on Sunday. "
    "More than 200 people have been killed in the province since March."
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("sheet") / "a.book"
    report = where.parent / "two-attacks.txt"
    report.write_text(TWO_ATTACKS)
    with Book.open(where, create=True) as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
        book.read([report], outlet="Invented Herald", published=date(2021, 11, 9), places=SAMPLES / "places.csv")
    return where


@pytest.fixture
def where(made: Path, tmp_path: Path) -> Path:
    where = tmp_path / "a.book"
    where.write_bytes(made.read_bytes())
    return where


def tollbook(where: Path, *arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main, [arguments[0], "--book", str(where), *arguments[1:]], input=given)


def sheet(where: Path, *arguments: str) -> list[dict[str, str]]:
    written = tollbook(where, "sheet", *arguments)
    assert written.exit_code == 0, written.output
    return list(csv.DictReader(io.StringIO(written.stdout.removeprefix("\ufeff"))))


def apply(where: Path, rows: list[dict[str, str]]) -> Result:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return tollbook(where, "apply", "-", "--actor", "Vera", "--why", "Read it.", given=text.getvalue())


def report_of(where: Path) -> str:
    with Book.open(where) as book:
        return next(report.id for report in book.reports() if report.outlet == "Invented Herald")


def of(rows: list[dict[str, str]], words: str) -> dict[str, str]:
    return next(row for row in rows if words in row["words"])


def figures(where: Path, claim: str) -> tuple[str, int | None, str]:
    """Day, highest number of people killed and place of the incident of a claim."""
    with Book.open(where) as book:
        index = book.search.index()
        incident = index.incidents[str(index.claims[claim].incident)]
    assert incident.when is not None
    assert incident.place is not None
    return str(incident.when.start), incident.figures["killed"].high, incident.place.name


def test_an_unchanged_sheet_changes_nothing(where: Path) -> None:
    rows = sheet(where)
    assert len(rows) > 20
    refused = apply(where, rows)
    assert refused.exit_code != 0
    assert "changes nothing" in refused.output


def test_two_attacks_of_one_report_become_two_incidents(where: Path) -> None:
    rows = sheet(where, "--report", report_of(where))
    market, village, toll = of(rows, "killed 7"), of(rows, "killed 3"), of(rows, "200")
    done = apply(where, [
        {"claim": market["claim"][:8], "incident": "market", "day": "2021-11-08", "count": "at least 8"},
        {"claim": village["claim"], "incident": "village", "day": "7 November 2021", "place": "Old Mill @ 41.5,44.5"},
        {"claim": toll["claim"], "incident": "total"},
    ])  # fmt: skip
    assert done.exit_code == 0, done.output
    assert figures(where, village["claim"]) == ("2021-11-07", 3, "Old Mill")
    assert figures(where, market["claim"])[0] == "2021-11-08"
    with Book.open(where) as book:
        index = book.search.index()
        assert index.claims[market["claim"]].incident != index.claims[village["claim"]].incident
        count = index.claims[market["claim"]].count
        assert count is not None
        assert (count.low, count.qualifier) == (8, "at least")
        assert not book.verify()


def test_one_undo_takes_back_all_of_a_sheet(where: Path) -> None:
    before = sheet(where)
    rows = sheet(where, "--report", report_of(where))
    done = apply(where, [
        {"claim": of(rows, "killed 7")["claim"], "incident": "A", "count": "9"},
        {"claim": of(rows, "killed 3")["claim"], "incident": "no claim"},
        {"claim": of(rows, "200")["claim"], "incident": "background"},
    ])  # fmt: skip
    assert done.exit_code == 0, done.output
    assert of(sheet(where), "killed 3")["incident"] == "no claim"
    decision = done.output.split("tollbook undo ")[1].split()[0]
    assert tollbook(where, "undo", decision, "--actor", "Vera").exit_code == 0
    assert sheet(where) == before


def test_a_line_without_a_claim_adds_one(where: Path) -> None:
    report = report_of(where)
    village = of(sheet(where, "--report", report), "killed 3")
    done = apply(where, [
        {"claim": village["claim"], "incident": "village", "report": "", "words": "", "kind": ""},
        {"claim": "", "incident": "village", "report": report, "words": "gunmen", "kind": "attack"},
    ])  # fmt: skip
    assert done.exit_code == 0, done.output
    rows = sheet(where, "--report", report)
    added = next(row for row in rows if row["words"] == "gunmen")
    assert added["incident"] == of(rows, "killed 3")["incident"] != ""


def test_an_address_is_entered_beside_the_town_and_stands_alone_without_one(where: Path) -> None:
    def cells(**given: str) -> tuple[str, str]:
        done = apply(where, [{"claim": village, "incident": "village"} | given])
        assert done.exit_code == 0, done.output
        now = of(sheet(where, "--report", report_of(where)), "killed 3")
        return now["place"], now["address"]

    village = of(sheet(where, "--report", report_of(where)), "killed 3")["claim"]
    assert cells(place="Old Mill @ 41.5,44.5") == ("Old Mill", "")
    assert cells(address="12 Orsk Lane") == ("Old Mill", "12 Orsk Lane")
    again = apply(where, [{"claim": village, "incident": "village"}])
    assert again.exit_code != 0
    assert "changes nothing" in again.output
    assert cells(address="-") == ("Old Mill", "")
    assert cells(place="-") == ("", "")
    assert cells(address="12 Orsk Lane") == ("12 Orsk Lane", "")
    done = tollbook(where, "correct", village, "--address", "9 Brod Road", "--actor", "Vera", "--why", "Read it.")
    assert done.exit_code == 0, done.output
    assert of(sheet(where, "--report", report_of(where)), "killed 3")["address"] == "9 Brod Road"


def test_a_hyphen_says_that_a_value_is_not_known(where: Path) -> None:
    village = of(sheet(where, "--report", report_of(where)), "killed 3")
    done = apply(
        where, [{"claim": village["claim"], "site": "old mill (building)", "weapon": "rifle (gun); knife (blade)"}]
    )
    assert done.exit_code == 0, done.output
    now = of(sheet(where, "--report", report_of(where)), "killed 3")
    assert (now["site"], now["weapon"]) == ("old mill (building)", "rifle (gun); knife (blade)")
    columns = ("day", "place", "count", "by", "site", "weapon")
    done = apply(where, [{"claim": village["claim"]} | dict.fromkeys(columns, "-")])
    assert done.exit_code == 0, done.output
    now = of(sheet(where, "--report", report_of(where)), "killed 3")
    assert not any(now[name] for name in columns)


@pytest.mark.parametrize(("row", "said"), [
    ({"place": "Nowhereville Nine"}, "Nowhereville Nine @ alone"),
    ({"count": "zzz"}, "not a number of people"),
    ({"day": "once upon a time"}, "is not a day"),
    ({"kind": "nonsense"}, "line 2"),
    ({"incident": "0123456789abcdef"}, "0123456789abcdef"),
])  # fmt: skip
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_saved(where: Path, row: dict[str, str], said: str) -> None:
    before = sheet(where)
    village = of(before, "killed 3")
    refused = apply(where, [{"claim": village["claim"]} | row])
    assert refused.exit_code != 0
    assert said in refused.output
    assert sheet(where) == before


def test_an_unknown_column_is_refused(where: Path) -> None:
    refused = apply(where, [{"claim": "x", "colour": "red"}])
    assert refused.exit_code != 0
    assert "colour" in refused.output


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\x01\xff\xfe", b"claim,incident\nz\xff,1\n", b'claim,incident\n"' + b"x" * 200_000, b"PK\x03\x04"],
)
def test_a_file_that_is_no_sheet_is_refused_with_a_sentence(where: Path, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.csv"
    file.write_bytes(content)
    before = where.read_bytes()
    refused = tollbook(where, "apply", str(file), "--why", "x", "--actor", "Vera")
    assert refused.exit_code == 2
    assert isinstance(refused.exception, SystemExit)
    assert "Error: " in refused.output
    assert "sheet" in refused.output
    assert where.read_bytes() == before


def test_several_claims_are_corrected_as_one_decision(where: Path) -> None:
    rows = sheet(where, "--report", report_of(where))
    names = [of(rows, words)["claim"] for words in ("killed 7", "killed 3")]
    done = tollbook(where, "correct", names[0][:10], names[1], "--count", "12", "--why", "t", "--actor", "Vera")
    assert done.exit_code == 0, done.output
    assert [of(sheet(where), words)["count"] for words in ("killed 7", "killed 3")] == ["12", "12"]
    with Book.open(where) as book:
        assert len(book.review.decisions()) == 1


def test_a_claim_exported_after_a_correction_has_both_values(where: Path) -> None:
    market = of(sheet(where, "--report", report_of(where)), "killed 7")
    apply(where, [{"claim": market["claim"], "count": "8"}])
    with Book.open(where) as book:
        claims = {claim.id: claim for claim in book.export.contents().claims}
    now = claims[market["claim"]].to_dict()
    assert (now["count"]["best"], now["corrected"], now["rejected"]) == (8, ("count",), False)
    assert now["as_read"]["count"]["best"] == 7
    others = [claim.to_dict() for name, claim in claims.items() if name != market["claim"]]
    assert all(each["as_read"] is None and not each["corrected"] for each in others)
