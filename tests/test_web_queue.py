"""The queue and second coding as pages: one question at a time, without script; answers of others are hidden."""

import html
import re
from datetime import date
from pathlib import Path

import lxml.html
import pytest
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.web_client import person, single
from tollbook.book import Book
from tollbook.incidents.questions import Question
from tollbook.review.claim_context import in_context

FIRST = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded.\n"
SECOND = "Six people were killed on Monday when a shell hit the market in Oberfeld, a hospital doctor said.\n"


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, {"Valley Post": FIRST, "Harbour Radio": SECOND})


def position(page: str) -> str:
    found = re.search(r'<span class="position">([^<]*)</span>', page)
    assert found is not None
    return found[1]


def heading(page: str) -> str:
    found = re.search(r"<h2[^>]*>(.*?)</h2>", page, re.S)
    assert found is not None
    return found[1]


def forms_of(page: str) -> list[dict[str, str]]:
    """The fields of every form that answers the question, as a browser would send them."""
    found = [form for form in lxml.html.fromstring(page).forms if form.action == "/queue/answer"]
    return [dict(form.form_values()) for form in found]


def queue_of(where: Path) -> list[Question]:
    with Book.open(where) as book:
        return list(book.queue())


def test_an_answer_leads_to_the_next_question(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    first = queue_of(where)[0]
    assert first.sentence in html.unescape(heading(page))
    rejects = next(form for form in forms_of(page) if form["action"] == "reject" and form["card"] == "0")
    after = vera.post("/queue/answer", data=rejects).text
    assert "Rejected." in after
    assert first.id not in {question.id for question in queue_of(where)}
    with Book.open(where) as book:
        assert {each.who for each in book.review.decisions()} == {"Vera"}
    undone = vera.post("/undo", data=single(after, "/undo")).text
    assert "Undone." in undone
    assert queue_of(where)[0] == first


def test_a_card_that_was_accepted_is_not_chosen_again(tmp_path: Path) -> None:
    text = "Soldiers shot dead four people in Oberfeld on Monday. A gang wounded nine others there, police said.\n"
    where = book_of(tmp_path, {"Valley Post": text})
    vera = person(where, "Vera")
    asked = next(each for each in queue_of(where) if each.kind == "held responsible")
    assert [card.label for card in asked.cards] == ["Soldiers", "gang"]
    for position in (0, 1):
        page = vera.get(f"/queue?at={asked.id}").text
        accepts = [form for form in forms_of(page) if form["action"] == "accept" and form["question"] == asked.id]
        chosen = lxml.html.fromstring(page).xpath("//button[@data-key='a']/ancestor::form//input[@name='card']/@value")
        assert chosen == [str(position)]
        after = vera.post("/queue/answer", data=accepts[position]).text
        assert "Accepted." in after
        assert '<span class="state">confirmed</span>' in after, "nothing was corrected"
    assert asked.id not in {question.id for question in queue_of(where)}


def test_the_cards_have_outlet_day_words_and_what_each_answer_does(where: Path) -> None:
    question = next(each for each in queue_of(where) if each.kind == "contested figure")
    page = html.unescape(person(where, "Vera").get(f"/queue?at={question.id}").text)
    for words in ("Valley Post", "Harbour Radio", "was read correctly.", "is a total, not a number of this incident."):
        assert words in page
    assert page.count('data-card="') == len(question.cards) == 2
    assert page.count('class="card chosen"') == 1
    second = person(where, "Vera").get(f"/queue?at={question.id}&card=2").text
    assert '<article class="card chosen" data-card="2"' in second


def test_the_chosen_card_is_corrected_in_a_form_with_its_claim(where: Path) -> None:
    question = next(each for each in queue_of(where) if each.kind == "contested figure")
    vera = person(where, "Vera")
    page = vera.get(f"/queue?at={question.id}&card=2&correct=yes").text
    form = single(page, "/correct", count_text="", count_low="7", count_best="7", count_high="7")
    assert form["subject"] == question.cards[1].claims[0]
    assert vera.post("/correct", data=form).status_code == 200
    with Book.open(where) as book:
        (made,) = book.review.decisions()
        assert made.change is not None
        assert made.change["count"]["best"] == 7


def test_it_can_be_worked_to_its_end(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    for _ in range(60):
        if not forms_of(page):
            break
        page = vera.post("/queue/answer", data=forms_of(page)[-1]).text  # the whole question: nothing to do
    assert "Nothing to review." in page
    assert queue_of(where) == []


def test_the_incident_has_as_many_questions_as_its_queue_and_each_opens(where: Path) -> None:
    vera = person(where, "Vera")
    for question in queue_of(where):
        page = vera.get(f"/incidents/{question.incident}").text
        with Book.open(where) as book:
            mine = book.queue(incident=question.incident)
        assert f"Questions for review ({len(mine)})" in " ".join(page.split())
        links = re.findall(r'href="(/queue\?incident=[^"]*at=[^"]*)"', page)
        assert len(links) == len(mine)
        for link, each in zip(links, mine, strict=True):
            assert each.sentence in html.unescape(heading(vera.get(html.unescape(link)).text))


def test_which_day_is_answered_by_setting_the_day_of_its_report(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    (tmp_path / "in.txt").write_text("Gunmen killed four people in Oberfeld on Monday, police said.\n")
    with Book.open(where, create=True) as book:
        book.read([tmp_path / "in.txt"], outlet="Oberfeld Post")
    (asked,) = [each for each in queue_of(where) if each.kind in {"undated", "doubtful day"}]
    vera = person(where, "Vera")
    page = vera.get(f"/queue?incident={asked.incident}&at={asked.id}").text
    form = single(page, "/describe", published="2021-10-06")
    assert vera.post("/describe", data=form).status_code == 200
    with Book.open(where) as book:
        book.settle()  # a server does this by itself
        (incident,) = book.incidents()
        assert incident.when is not None
        assert str(incident.when.start) == "2021-10-04"
    assert not [each for each in queue_of(where) if each.kind in {"undated", "doubtful day"}]


def test_like_cases_are_looked_at_before_they_are_answered(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name in ("Oberfeld", "Unterfeld"):
            text = f"The Highland Front shelled a school in {name} on Monday, killing four people, police said.\n"
            (tmp_path / f"{name}.txt").write_text(text)
            book.read([tmp_path / f"{name}.txt"], outlet=f"{name} Post", separate=True)
    found = [each for each in queue_of(tmp_path / "a.book") if each.kind == "held responsible"]
    vera = person(tmp_path / "a.book", "Vera")
    page = vera.get(f"/queue/like?question={found[0].id}&action=reject&card=1").text
    (form,) = forms_of(page)
    assert form["like"] == f"{found[1].id}.0"
    assert "Oberfeld Post" in page
    assert "Unterfeld Post" in page
    assert vera.post("/queue/answer", data=form).status_code == 200
    assert not [each for each in queue_of(tmp_path / "a.book") if each.kind == "held responsible"]
    assert vera.get(f"/queue/like?question={found[0].id}&action=reject&card=1").status_code == 404


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"action": "burn"}, 400), ({"action": "same"}, 400), ({"card": "x"}, 400), ({"card": "99"}, 400),
        ({"question": "nothing"}, 404), ({"csrf": ""}, 403),
    ],
)  # fmt: skip
def test_answers_that_cannot_be_given(where: Path, fields: dict[str, str], status: int) -> None:
    vera = person(where, "Vera")
    (form, *_) = forms_of(vera.get("/queue").text)
    assert vera.post("/queue/answer", data=form | fields).status_code == status
    with Book.open(where) as book:
        assert book.review.decisions() == []


def test_an_answer_after_somebody_elses_is_not_written(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/queue").text
    reject = next(form for form in forms_of(page) if form["action"] == "reject")
    with Book.open(where) as book:
        question = book.queue()[0]
        book.decide("accept", question.cards[0].claims[0], who="Mirko", why="Seen.")
    answer = vera.post("/queue/answer", data=reject)
    assert answer.status_code == 409
    assert "Mirko" in answer.text


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


def test_a_user_without_a_name_sees_the_queue_without_buttons(where: Path) -> None:
    page = person(where, "").get("/queue").text
    assert "Sign in to decide" in page
    assert 'action="/queue/answer"' not in page


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


def test_a_coder_who_looks_at_answers_can_no_longer_code(where: Path) -> None:
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
    form = next(form for form in forms_of(page) if (form["action"], form["card"]) == ("accept", "1"))
    assert vera.post("/queue/answer", data=form).status_code < 400
    with Book.open(tmp_path / "a.book") as book:
        (incident,) = book.incidents()
        assert incident.place is not None
        assert (incident.place.lat, incident.place.lon) == (40.0, 60.0)
        assert not [q for q in book.queue() if q.kind == "unresolved place"]


def test_a_place_that_is_known_for_other_reports_is_settled_for_the_whole_book(tmp_path: Path) -> None:
    (tmp_path / "places.csv").write_text("name,lat,lon,within,kind\nKaldur,10,20,,town\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("Four people were shot dead in Kaldur on Monday, police said.\n")
    (tmp_path / "b.txt").write_text(
        "A drone hit an ambulance in the east of Kaldur on Thursday. The driver was killed, a doctor said.\n"
    )
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "b.txt"], outlet="Harbour Radio", published=date(2021, 10, 6))
        book.read(
            [tmp_path / "a.txt"], outlet="Valley Post", published=date(2022, 3, 9), places=tmp_path / "places.csv"
        )
        (question,) = [q for q in book.queue() if q.kind == "unresolved place"]
    assert question.sentence == "Where is Kaldur? No place of this name was found."
    assert question.why == "The place of 1 report has a name, but no point on the map."
    vera = person(tmp_path / "a.book", "Vera")
    page = vera.get(f"/queue?at={question.id}.0").text
    assert f'href="/incidents/{question.incident}/change/place"' in page
    names = vera.get(re.findall(r'href="(/names/places\?text=Kaldur)"', page)[0]).text
    assert "Is this one place in all reports?" in names
    assert vera.post("/names/places/settle", data=single(names, "/names/places/settle")).status_code == 200
    with Book.open(tmp_path / "a.book") as book:
        assert {(each.place.lat, each.place.lon) for each in book.incidents() if each.place} == {(10.0, 20.0)}
        assert not [q for q in book.queue() if q.kind == "unresolved place"]
