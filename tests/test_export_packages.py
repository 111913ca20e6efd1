"""Exports for other tools: Airwars' record, eventreport, Datasette and RO-Crate, checked with what reads them."""

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
from datetime import date
from pathlib import Path

import pytest
import sqlite_utils
from click.testing import CliRunner
from msgspec.structs import replace
from rocrate.rocrate import ROCrate

from tests.export_samples import BOOK, DISPUTED
from tollbook.book import Book
from tollbook.cli import main
from tollbook.export import FORMATS, Contents, eventreport, rocrate
from tollbook.export.files import Files
from tollbook.reconcile import eventreport as models
from tollbook.record import Contents as Record
from tollbook.record import Figure


def written(folder: Path, made: Files) -> Path:
    for name, chunks in made.items():
        (folder / name).write_bytes(b"".join(chunks))
    return folder


def text(name: str, contents: Contents = BOOK) -> str:
    (chunks,) = FORMATS[name](contents).values()
    return b"".join(chunks).decode("utf-8-sig")


# ------------------------------------------------------------------------------------------------ airwars
def test_airwars_has_its_fields_and_leaves_out_what_only_researchers_decide() -> None:
    disputed, unknown = json.loads(text("airwars"))["incidents"]
    assert (disputed["unique_reference_code"], disputed["date"], disputed["grading"]) == ("i1", "2021-10-04", "fair")
    assert (disputed["civilians_killed_min"], disputed["civilians_killed_max"]) == (1, 41)
    assert disputed["belligerent_list"] == [{"name": "Highland Front", "certainty": "accused"}]
    assert disputed["tollbook_killed"]["min"] == 24
    assert disputed["strike_status"] is None
    assert [each["name"] for each in disputed["victims"]] == ["Ana Brod"]
    assert unknown["civilians_killed_min"] is None
    assert unknown["tollbook_killed"]["as_said"] is None
    assert json.loads(text("airwars", Contents())) == {"incidents": []}


@pytest.mark.parametrize("high", [None, 0, 1, 9])
def test_no_group_is_larger_than_everybody(high: int | None) -> None:
    figure = Figure(low=0, best=0, high=high)
    one = replace(DISPUTED, figures={"killed": figure})
    (found,) = json.loads(text("airwars", replace(BOOK, incidents=(one,))))["incidents"]
    assert found["civilians_killed_max"] == high
    assert high is None or found["civilians_killed_min"] <= high


# ------------------------------------------------------------------------------------------------ eventreport
@pytest.mark.parametrize("profile", [None, "public"])
def test_eventreport_counts_persons_that_a_report_names_one_by_one(tmp_path: Path, profile: str | None) -> None:
    (tmp_path / "a.txt").write_text(
        "Oren Pasko, 31, was shot dead in Lumera on Monday, police said. Vil Hasten, 44, died in hospital. "
        "Nila Corro, 19, was wounded in the arm."
    )
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "a.txt"], published=date(2021, 10, 5))
        (made,) = book.export("eventreport", tmp_path / "out", profile=profile)
    (row,) = csv.DictReader(io.StringIO(made.read_text("utf-8-sig")))
    assert [row["deaths_best"], row["deaths_low"], row["injuries_best"], row["injuries_low"]] == ["2", "2", "1", "1"]


def test_eventreport_has_a_row_for_each_report_and_the_models_aggregate_them() -> None:
    rows = list(csv.DictReader(io.StringIO(text("eventreport"))))
    assert [(row["event_id"], row["source"], row["deaths_low"], row["deaths_best"]) for row in rows] == [
        ("i1", "Valley Post (2021-10-05) Shells hit <b>market</b>", "41", "41"),
        ("i1", "'=Harbour Radio (2021-10-06)", "24", "NA"),
    ]  # fmt: skip
    made = models.figures(rows)
    assert [(each["model"], each["deaths_low"]) for each in made] == [
        ("most-informative", "41"), ("most-conservative", "24"), ("most-representative", "24"),
    ]  # fmt: skip


#: The class of each column by the documentation of ``maverick_event_report``, as base R reads it from a file.
R_CLASSES = {
    "geo_precision": "integer", "latitude": "numeric", "longitude": "numeric", "number_of_sources": "integer",
    **dict.fromkeys(("deaths_best", "deaths_low", "deaths_high"), "integer"),
    # A column without any value is logical to R.
    **dict.fromkeys(("injuries_best", "injuries_low", "injuries_high"), "logical"),
}  # fmt: skip


def in_r(script: str, file: Path) -> str:
    """What a script of R prints about the rows ``d``; warnings are errors."""
    read = "options(warn = 2); d <- read.csv(commandArgs(TRUE)[1], fileEncoding = 'UTF-8-BOM');"
    done = subprocess.run(
        ["Rscript", "-e", read + script, str(file)], check=False, capture_output=True, text=True, timeout=120,
        env={**os.environ, "TZ": "UTC"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def rows_for_r(tmp_path: Path) -> Path:
    if shutil.which("Rscript") is None:
        pytest.skip("R is not installed: apt install r-base-core")
    return written(tmp_path, FORMATS["eventreport"](BOOK)) / "tollbook-eventreport.csv"


def test_r_reads_each_column_as_the_package_documents_it(rows_for_r: Path) -> None:
    found = dict(
        line.split("=")
        for line in in_r("cat(paste0(names(d), '=', sapply(d, class), '\n'), sep='')", rows_for_r).split()
    )
    assert found == {column: R_CLASSES.get(column, "character") for column in eventreport.COLUMNS}
    assert in_r("cat(is.na(d$deaths_best), nrow(d), max(d$deaths_best, na.rm = TRUE))", rows_for_r) == "FALSE TRUE 2 41"


def test_the_r_package_aggregates_the_rows(rows_for_r: Path) -> None:
    if in_r("cat(requireNamespace('eventreport', quietly = TRUE))", rows_for_r) != "TRUE":
        pytest.skip("the R package eventreport is not installed: install.packages('eventreport')")
    script = """
        precise <- list(list(var = 'city', precision_var = 'geo_precision'))
        a <- eventreport::aggregateData(d, group_var = 'event_id', find_max = 'deaths_best', find_min = 'deaths_low',
          find_mode = 'country', find_mode_date = 'date_start', find_most_precise = precise, combine_strings = 'source')
        cat(a$deaths_best, a$deaths_low, a$number_of_sources, a$country, a$city, format(a$date_start), sep = '|')
        cat('\\n', a$source, sep = '')
    """
    numbers, sources = in_r(script, rows_for_r).splitlines()
    assert numbers == "41|24|2|Kestria|Oberfeld|2021-10-04"
    assert sources == "Valley Post (2021-10-05) Shells hit <b>market</b>; '=Harbour Radio (2021-10-06)"


# ------------------------------------------------------------------------------------------------ datasette
def test_a_database_has_keys_and_full_text_search(tmp_path: Path) -> None:
    folder = written(tmp_path, FORMATS["datasette"](BOOK))
    database = sqlite_utils.Database(folder / "tollbook.db")
    assert database["claims"].pks == ["id"]
    assert {(each.column, each.other_table) for each in database["claims"].foreign_keys} == {
        ("report", "reports"), ("incident", "incidents"),
    }  # fmt: skip
    assert [row["id"] for row in database["claims"].search("killed")] == ["c1"]
    assert database["reports"].detect_fts() == "reports_fts"
    assert list(database.query("PRAGMA foreign_key_check")) == []
    assert list(database.query("PRAGMA integrity_check")) == [{"integrity_check": "ok"}]
    assert database["incidents"].count == 2
    described = json.loads((folder / "metadata.json").read_text())["databases"]["tollbook"]["tables"]
    for name, about in described.items():
        assert set(about["columns"]) == set(database[name].columns_dict)


def test_equal_books_give_equal_rows() -> None:
    one, two = (b"".join(FORMATS["datasette"](BOOK)["tollbook.db"]) for _ in range(2))
    assert one == two
    with sqlite3.connect(":memory:") as database:
        database.deserialize(b"".join(FORMATS["datasette"](Contents())["tollbook.db"]))
        assert database.execute("SELECT count(*) FROM claims").fetchone() == (0,)


# ------------------------------------------------------------------------------------------------ RO-Crate
def test_a_crate_is_loaded_by_the_library_of_the_standard(tmp_path: Path) -> None:
    about = rocrate.CrateAbout(name="Oberfeld", licence="https://example.org/licence", published=date(2031, 1, 2))
    crate = ROCrate(written(tmp_path, rocrate.files(BOOK, about)))
    assert (crate.name, str(crate.datePublished)[:10]) == ("Oberfeld", "2031-01-02")
    assert crate.license.id == "https://example.org/licence"
    named = {entity.id for entity in crate.data_entities}
    assert named == {path.name for path in tmp_path.iterdir()} - {"ro-crate-metadata.json"}
    assert crate.root_dataset["temporalCoverage"] == "2021-10-04/2021-10-04"


@pytest.mark.skipif(
    shutil.which("rocrate-validator") is None, reason="its validator is not installed: pipx install roc-validator"
)
@pytest.mark.parametrize("contents", [BOOK, Record()], ids=["a book", "an empty book"])
def test_a_crate_passes_the_validator_of_the_standard(contents: Record, tmp_path: Path) -> None:
    crate = str(written(tmp_path, rocrate.files(contents)))
    options = ("--offline", "--no-paging", "--requirement-severity", "REQUIRED", "--profile-identifier", "ro-crate-1.1")
    done = subprocess.run(
        ["rocrate-validator", "-y", "--disable-color", "validate", *options, crate], check=False, capture_output=True,
        text=True, timeout=120,
    )  # fmt: skip
    if "cache warm" in done.stdout + done.stderr:
        pytest.skip("the validator has no copy of the context of RO-Crate 1.1: rocrate-validator cache warm")
    assert done.returncode == 0, done.stdout
    assert "RO-Crate is a valid ro-crate-1.1" in done.stdout


def test_what_the_specification_requires_is_there_without_options() -> None:
    """RO-Crate 1.1, Root Data Entity: type, id, name, description, datePublished and license; every id is described."""
    made = rocrate.files(Record())
    found = json.loads(b"".join(made["ro-crate-metadata.json"]))
    assert found["@context"] == "https://w3id.org/ro/crate/1.1/context"
    entities = {each["@id"]: each for each in found["@graph"]}
    assert len(entities) == len(found["@graph"])
    assert entities["ro-crate-metadata.json"]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    root = entities["./"]
    assert {"@type", "name", "description", "datePublished", "license"} <= root.keys()
    assert root["license"]["@id"] in entities
    assert {each["@id"] for each in root["hasPart"]} == made.keys() - {"ro-crate-metadata.json"}
    assert all(each["@id"] in entities for each in root["hasPart"])


def test_name_and_licence_come_from_options(sample_book: Path, tmp_path: Path) -> None:
    out, book = tmp_path / "crate", shutil.copy(sample_book, tmp_path / "a.book")
    words = ["export", "rocrate", "--book", book, "--out", out, "--title", "Velmar", "--licence", "CC0"]
    assert CliRunner().invoke(main, list(map(str, words))).exit_code == 0
    crate = ROCrate(out)
    assert (crate.name, crate.license["name"]) == ("Velmar", "CC0")
