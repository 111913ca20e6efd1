"""The name of a report for people: outlet and title, else its file, never an id."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.model import Report
from tollbook.report_name import LONGEST, file_name, publisher_name, report_name


def _report(**fields: str | None) -> Report:
    return Report(id="f" * 64, sha256="0" * 64, **({"text": "Four people were hurt."} | fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "name", "publisher"),
    [
        ({"outlet": "Valley Post", "title": "Shell hits market"}, "Valley Post: Shell hits market", "Valley Post"),
        ({"outlet": "Valley Post", "origin": "in/page.html"}, "Valley Post (page.html)", "Valley Post"),
        ({"outlet": "Valley Post"}, "Valley Post", "Valley Post"),
        ({"title": " Shell\nhits  market "}, "Shell hits market", "Shell hits market"),
        ({"origin": "in/page.html"}, "page.html", "page.html"),
        ({"origin": "in\\page.html"}, "page.html", "page.html"),
        ({"origin": "in/reports.jsonl:3"}, "reports.jsonl:3", "reports.jsonl:3"),
        ({"origin": "in/all.zip: texts/one.txt"}, "one.txt", "one.txt"),
        ({}, "Four people were hurt.", "Four people were hurt."),
    ],
)
def test_names(fields: dict[str, str], name: str, publisher: str) -> None:
    report = _report(**fields)
    assert (report_name(report), publisher_name(report)) == (name, publisher)


@given(outlet=st.none() | st.text(), title=st.none() | st.text(), origin=st.text())
def test_a_name_is_one_line_without_the_id(outlet: str | None, title: str | None, origin: str) -> None:
    report = _report(outlet=outlet, title=title, origin=origin)
    for name in (report_name(report), publisher_name(report), file_name(report)):
        assert name == " ".join(name.split())
        assert report.id not in name
    assert len(report_name(report)) <= len(outlet or "") + LONGEST + len(origin) + 10
