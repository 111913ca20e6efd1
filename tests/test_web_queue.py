"""The queue and second coding as pages: one question at a time, without script; answers of others are hidden."""

import html
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.test_web_report import fields_of, person
from tollbook.book import Book
from tollbook.web.queue_view import in_context, open_questions

FIRST = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded.\n"
SECOND = "Six people were killed on Monday when a shell hit the market in Oberfeld, a hospital doctor said.\n"


@pytest.fixture
def where(tmp_path: Path) -> Path:
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name, text in (("Valley Post", FIRST), ("Harbour Radio", SECOND)):
            file = tmp_path / f"{name}.txt"
            file.write_text(text)
            book.read([file], published=None, outlet=name)
    return tmp_path / "a.book"


def single(page: str, action: str, **more: str) -> dict[str, str]:
    return {name: value[0] for name, value in fields_of(page, action).items()} | more


def position(page: str) -> str:
    found = re.search(r'<span class="position">([^<]*)</span>', page)
    assert found is not None
    return found[1]


def heading(page: str) -> str:
    found = re.search(r"<h2[^>]*>(.*?)</h2>", page, re.S)
    assert found is not None
    return found[1]


def test_a_decision_leads_to_the_next_thing_in_question(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    with Book.open(where) as book:
        first = open_questions(book)[0]
    assert first.question.sentence in html.unescape(heading(page))
    after = vera.post("/decide", data=single(page, "/decide")).text
    assert "Accepted." in after
    with Book.open(where) as book:
        assert [(d.verdict, d.subject, d.who) for d in book.review.decisions()] == [("accept", first.asked, "Vera")]
        assert open_questions(book)[0].asked != first.asked
    undone = vera.post("/undo", data=single(after, "/undo")).text
    assert "Undone." in undone
    with Book.open(where) as book:
        assert open_questions(book)[0].asked == first.asked


def test_it_can_be_worked_to_its_end(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    for _ in range(60):
        if 'action="/decide"' not in page:
            break
        page = vera.post("/decide", data=single(page, "/decide")).text
    assert "Nothing to review." in page
    with Book.open(where) as book:
        assert open_questions(book) == []


def test_settling_takes_a_question_out(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    with Book.open(where) as book:
        before = open_questions(book)
    vera.post("/decide", data=single(page, "/decide", verdict="settle", subject=before[0].question.id))
    with Book.open(where) as book:
        assert [each.question.id for each in open_questions(book)] == [each.question.id for each in before[1:]]


def test_steps_go_forward_and_back(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    assert position(page).startswith("1 of")
    following = re.search(r'href="(/queue[^"]*)"[^>]*data-key="j"', page)
    assert following is not None
    second = vera.get(following[1]).text
    assert position(second).startswith("2 of")
    assert 'data-key="k"' in second
    assert 'data-key="k"' not in page


@pytest.mark.parametrize("at", ["nothing", "nothing.99999", "x.y", "..", "x.９", "%00"])
def test_a_place_in_the_queue_that_is_none(where: Path, at: str) -> None:
    assert person(where, "Vera").get(f"/queue?at={at}").status_code == 200


def test_who_has_no_name_sees_the_queue_and_no_button(where: Path) -> None:
    page = person(where, "").get("/queue").text
    assert "Sign in to decide" in page
    assert 'action="/decide"' not in page


def test_words_around_a_claim(where: Path) -> None:
    with Book.open(where) as book:
        claim = next(claim for claim in book.incidents.claims() if claim.kind == "injured")
        report = book.review.report_of_claim(claim.id).report
    words = in_context(claim, report, around=12)
    assert words.before.startswith("… ")
    assert f"{words.before.removeprefix('… ')}{claim.quote}" in report.text
    whole = in_context(claim, report, around=10_000)
    assert f"{whole.before}{claim.quote}{whole.after}" == report.text


# ------------------------------------------------------------------------------------------------ second coding
def code_all(client: TestClient, address: str, kind: str) -> str:
    page = client.get(address).text
    while "Save and continue" in page:
        page = client.post(address, data=single(page, address, kind=kind, count="3")).text
    return page


def test_a_round_from_opening_to_agreement(where: Path) -> None:
    vera, mirko = person(where, "Vera"), person(where, "Mirko")
    opened = vera.post("/coding", data=single(vera.get("/coding").text, "/coding", name="Week", size="2"))
    address = opened.url.path
    page = mirko.get(address).text
    asked = re.search(r"<mark>(.*?)</mark>", page, re.S)
    assert asked is not None
    assert 'class="claim ' not in page  # nothing that the reader found
    assert "All claims are answered" in code_all(vera, address, "killed")
    closed = mirko.get(f"{address}/agreement").text
    assert "You have 2 claims left" in closed
    assert "Vera" not in closed
    code_all(mirko, address, "injured")
    agreed = mirko.get(f"{address}/agreement").text
    assert "2 claims were answered differently" in agreed
    assert "Adjudicate" in agreed


def test_who_looks_gives_up_coding(where: Path) -> None:
    vera = person(where, "Vera")
    address = vera.post("/coding", data=single(vera.get("/coding").text, "/coding", name="Week", size="1")).url.path
    before = vera.get(address).text
    looked = vera.post(f"{address}/look", data=single(vera.get(f"{address}/agreement").text, f"{address}/look"))
    assert "Claims compared" in looked.text
    assert vera.post(address, data=single(before, address, kind="killed")).status_code == 400


def test_a_name_that_may_be_two_places_is_asked_about_with_a_map(tmp_path: Path) -> None:
    (tmp_path / "places.csv").write_text(
        "name,lat,lon,within,kind\nTwinfold,10,20,,town\nTwinfold,40,60,,town\n", encoding="utf-8"
    )
    (tmp_path / "r.txt").write_text("Four people were shot dead in Twinfold on Monday, police said.\n")
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "r.txt"], outlet="Valley Post", places=tmp_path / "places.csv")
        (question,) = [q for q in book.queue() if q.kind == "unresolved place"]
        assert [(c.lat, c.lon) for c in question.candidates] == [(10, 20), (40, 60)]
    vera = person(tmp_path / "a.book", "Vera")
    page = vera.get(f"/queue?at={question.id}.0").text
    assert 'data-pick="candidate"' in page
    assert "Which Twinfold is meant?" in html.unescape(page)
    form = single(page, "/correct") | {"place_name": "Twinfold", "place_lat": "40.0", "place_lon": "60.0"}
    assert vera.post("/correct", data=form).status_code < 400
    with Book.open(tmp_path / "a.book") as book:
        (incident,) = book.incidents()
        assert incident.place is not None
        assert (incident.place.lat, incident.place.lon) == (40.0, 60.0)
        assert not [q for q in book.queue() if q.kind == "unresolved place"]
