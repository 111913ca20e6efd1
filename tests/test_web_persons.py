"""The pages of persons, without script: the list, one person, editing, dividing, joining, undoing; and the API."""

import re
from datetime import date
from pathlib import Path

import lxml.html
import pytest
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.web_client import fields_of, person, single
from tollbook.book import Book
from tollbook.web.app import create_app

FIRST = (
    "VELMAR – An air strike hit a school in Velmar on Tuesday and killed a child and two women, the mayor said. "
    "Ana Brod, 41, a nurse, was killed by the strike."
)
SECOND = (
    "VELMAR – The air strike on a school in Velmar on Tuesday killed three people, a doctor said. A six-year-old girl "
    "was killed in the strike. Anna Brod, a nurse, was killed by the strike too."
)


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, {"Valley Post": FIRST, "Harbour Radio": SECOND}, date(2021, 10, 6))


def links(page: str) -> list[str]:
    return re.findall(r'class="title" href="(/persons/[^"]+)"', page)


def test_the_list_names_persons_first_and_filters(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/persons").text
    assert page.index("Ana Brod") < page.index("a child")
    assert "3 persons" in page
    assert len(links(vera.get("/persons?text=nurse").text)) == 1
    assert len(links(vera.get("/persons?age_group=child&place=Velmar").text)) == 2
    assert links(vera.get("/persons?fate=missing&day_from=&day_to=").text) == []
    assert vera.get("/persons?fate=promoted").status_code == 400
    assert vera.get("/persons?day_from=Tuesday").status_code == 400
    assert vera.get("/persons/nobody").status_code == 404


def test_each_person_of_one_claim_has_a_form_of_its_own(tmp_path: Path) -> None:
    text = "VELMAR – A shell hit a bakery in Velmar on Tuesday, killing a baker and his daughter, 15, neighbours said."
    vera = person(book_of(tmp_path, {"Valley Post": text}, date(2021, 10, 6)), "Vera")
    (incident,) = set(re.findall(r'href="(/incidents/[0-9a-f]+)"', vera.get("/incidents").text))
    record = vera.get(incident).text
    forms = re.findall(r'class="change-link" href="([^"]+/change/victims[^"]+)"[^>]* aria-label="([^"]+)"', record)
    assert sorted(label for _, label in forms) == ["Change: a baker", "Change: his daughter"]
    assert len({address for address, _ in forms}) == 2
    for address, label in forms:
        age = re.search(r'<input[^>]*name="people_age"[^>]*>', vera.get(address).text)
        assert age is not None
        assert ('value="15"' in age[0]) == ("daughter" in label)


def test_source_texts_name_the_person_and_a_role_is_there_once(tmp_path: Path) -> None:
    text = "VELMAR – Jana Orsk, 38, and her husband Milo Orsk, 40, were killed by a shell in Velmar, police said."
    vera = person(book_of(tmp_path, {"Valley Post": text}, date(2021, 10, 6)), "Vera")
    listed = vera.get("/persons").text
    assert re.findall(r"<bdi>([^<]*her husband[^<]*)</bdi>", listed) == ["her husband"]
    pages = [vera.get(path).text for path in links(listed)]
    sources = [re.findall(r'<span class="source-words"><bdi>([^<]+)</bdi>: ', page) for page in pages]
    assert {name for own in sources for name in own} <= {"Jana Orsk", "Milo Orsk"}
    assert any(sources)


def test_a_field_is_set_and_taken_back(where: Path) -> None:
    vera = person(where, "Vera")
    path = links(vera.get("/persons?age_group=child").text)[0]
    page = vera.get(path).text
    hostile = "Lina <script>Orsk"
    saved = vera.post(f"{path}/edit", data=single(page, f"{path}/edit", name=hostile, age="5-6", why="Her aunt.")).text
    assert "Saved." in saved
    assert "<h1><bdi>Lina &lt;script&gt;Orsk</bdi></h1>" in saved
    assert "set by hand" in saved
    assert "5–6" in saved
    again = vera.post(f"{path}/edit", data=single(saved, f"{path}/edit"))
    assert again.status_code == 400
    assert "Nothing was changed" in again.text
    assert vera.post(f"{path}/edit", data=single(saved, f"{path}/edit", age="six")).status_code == 400
    undone = vera.post("/undo", data=single(saved, "/undo")).text
    assert "Lina" not in undone.split("<h2", 1)[0]


def test_a_new_name_leaves_the_age_that_sources_give(tmp_path: Path) -> None:
    """The form has no best age, so that every saved form set the age by hand."""
    texts = {
        "Valley Post": "VELMAR – Jana Orsk, a nurse, 34, was killed by a shell in Velmar on Monday, police said.",
        "Harbour Daily": "VELMAR – Jana Orsk, a nurse, 35, was killed by a shell in Velmar on Monday, a doctor said.",
    }
    where = book_of(tmp_path, texts, date(2021, 10, 6))
    vera = person(where, "Vera")
    path = links(vera.get("/persons?text=orsk").text)[0]
    page = vera.get(path).text
    assert 'value="34-35"' in page
    saved = vera.post(f"{path}/edit", data=single(page, f"{path}/edit", name="Jana Orska")).text
    assert "Saved." in saved
    with Book.open(where) as book:
        (decision,) = book.review.decisions()
        assert decision.change == {"name": "Jana Orska"}


def test_sources_are_divided_and_joined_again(where: Path) -> None:
    vera = person(where, "Vera")
    path = links(vera.get("/persons?text=brod").text)[0]
    page = vera.get(path).text
    sources = re.findall(r'name="source" value="([^"]+)"', page)
    assert len(sources) == 2
    assert vera.post(f"{path}/split", data=single(page, f"{path}/split")).status_code == 400
    fields = {name: value[0] for name, value in fields_of(page, f"{path}/split").items() if name != "source"}
    vera.post(f"{path}/split", data=fields | {"source": [sources[1]]})
    assert len(links(vera.get("/persons?text=brod").text)) == 2
    with Book.open(where) as book:
        (decision,) = book.review.decisions()
        assert (decision.verdict, decision.who) == ("different persons", "Vera")
        ids = [p.id for p in book.persons().persons[:2]]
    page = vera.get(f"/persons/{ids[0]}").text
    token = single(page, f"/persons/{ids[0]}/edit")["csrf"]
    vera.post(
        "/decide",
        data={"csrf": token, "verdict": "same person", "subject": ids[0], "other": ids[1], "next": "/persons"},
    )
    assert len(links(vera.get("/persons?text=brod").text)) == 1


def test_a_proposal_is_decided_on_its_page(where: Path) -> None:
    vera = person(where, "Vera")
    page = vera.get("/persons/proposals").text
    assert "Both are children" in page
    done = vera.post("/decide", data=single(page, "/decide")).text
    assert "Saved as the same person." in done
    assert "There is no proposal." in done


def test_only_people_who_may_decide_see_forms(where: Path) -> None:
    visitor = TestClient(create_app(where), base_url="http://127.0.0.1:8800")
    path = links(visitor.get("/persons").text)[0]
    page = visitor.get(path).text
    assert "/edit" not in page
    assert "Sign in to decide" in page
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)
    refused = visitor.post(f"{path}/edit", data={"csrf": token[1] if token else "", "name": "X"})
    assert refused.status_code == 403
    assert person(where, "Vera").post(f"{path}/edit", data={"name": "X"}).status_code == 403


def test_the_record_of_an_incident_has_persons_and_groups_apart(where: Path) -> None:
    vera = person(where, "Vera")
    with Book.open(where) as book:
        name = book.incidents()[0].id
    page = vera.get(f"/incidents/{name}").text
    persons, groups = page.split("Groups that reports count")
    assert "Ana Brod" in persons
    assert "two women" in groups
    assert "two women" not in persons.split("Persons and groups harmed")[1]


def test_the_api(where: Path) -> None:
    client = TestClient(create_app(where), base_url="http://127.0.0.1:8800")
    found = client.get("/api/persons?age_group=child").json()
    assert found["total"] == 2
    name = found["persons"][0]["id"]
    assert client.get(f"/api/persons/{name}").json()["sources"][0]["quote"]
    assert client.get("/api/persons/nobody").status_code == 404
    (proposal,) = client.get("/api/persons/proposals").json()
    assert client.get(f"/api/persons/{name}/proposals").json() == [proposal]
    signed = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Vera"}
    body = {"verdict": "same person", "subject": proposal["one"], "other": proposal["other"], "why": "One girl."}
    assert client.post("/api/decisions", json=body, headers=signed).status_code == 200
    assert client.get("/api/persons?age_group=child").json()["total"] == 1
    assert client.get("/api/persons?fate=promoted").status_code == 422


def test_who_may_be_one_is_answered_on_the_page_of_the_incident(where: Path) -> None:
    vera = person(where, "Vera")
    with Book.open(where) as book:
        question = next(each for each in book.queue() if each.kind == "one person?")
        page = vera.get(f"/incidents/{question.incident}").text
        forms = [f for f in lxml.html.fromstring(page).forms if f.action == "/queue/answer"]
        assert [form.fields["action"] for form in forms] == ["same person", "different persons"]
        done = vera.post("/queue/answer", data=dict(forms[1].form_values()))
        assert "Saved as different persons." in done.text
        assert "/queue/answer" not in done.text
        assert not [each for each in book.queue() if each.kind == "one person?"]
