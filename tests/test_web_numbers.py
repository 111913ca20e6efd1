"""Changing a record where it stands: the numbers behind a figure or a total, a person to add, a stance."""

import html
import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.web_client import fields_of, person
from tollbook.book import Book
from tollbook.record import Incident


@pytest.fixture
def where(sample_book: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_book, tmp_path / "a.book"))


@pytest.fixture
def vera(where: Path) -> Iterator[TestClient]:
    with person(where, "Vera") as client:
        yield client


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


def strike(book: Book) -> Incident:
    return next(each for each in book.incidents() if each.kind == "airstrike")


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def send(client: TestClient, address: str, changed: dict[str, str], **more: str) -> str:
    """Send the form of an address with some fields changed; the page that follows."""
    fields = {name: values[0] for name, values in fields_of(client.get(address).text, address).items()}
    answer = client.post(address, data=fields | changed | more)
    return answer.text


def test_a_figure_is_changed_in_the_claims_that_say_it(vera: TestClient, book: Book) -> None:
    incident = strike(book)
    address = f"/incidents/{incident.id}/change/figures?item=killed"
    assert f'href="{address}"' in vera.get(f"/incidents/{incident.id}").text
    bounds = incident.figures["killed"].low_claims
    form = vera.get(address).text
    changed = {f"count {name}": "at least 5" for name in bounds} | {"why": "Read again."}
    saved = vera.post(address, data={name: values[0] for name, values in fields_of(form, address).items()} | changed)
    assert "One undo takes all of these changes back." in plain(saved.text)
    assert strike(book).figures["killed"].low == 5
    (made,) = [each for each in book.review.decisions() if each.why == "Read again."]
    assert set(made.claims) == set(bounds)
    book.undo(made.id, who="Vera", why="No.")
    assert strike(book).figures["killed"] == incident.figures["killed"]
    # The same address, as after Back in the browser, says nothing of what is undone, and offers no second undo.
    again = vera.get(str(saved.url))
    assert again.status_code == 200
    assert "One undo takes all of these changes back." not in plain(again.text)
    assert f'name="decision" value="{made.id}"' not in again.text


def test_a_number_can_be_a_total_or_no_claim(vera: TestClient, book: Book) -> None:
    incident = strike(book)
    (dozens,) = incident.figures["injured"].high_claims
    address = f"/incidents/{incident.id}/change/figures?item=injured"
    send(vera, address, {f"meaning {dozens}": "total"})
    assert dozens not in {claim.id for claim in book.dossier(strike(book).id).group.claims}
    assert any(dozens in point.claims for toll in book.incidents.tolls() for point in toll.series)
    (other,) = strike(book).figures["injured"].high_claims
    address = f"/incidents/{strike(book).id}/change/figures?item=injured"
    send(vera, address, {f"meaning {other}": "no claim"})
    assert other not in strike(book).figures["injured"].high_claims
    assert [each.verdict for each in book.review.decisions()][-1] == "reject"


def test_a_figure_is_confirmed_as_it_is(vera: TestClient, book: Book) -> None:
    incident = strike(book)
    page = send(vera, f"/incidents/{incident.id}/change/figures?item=killed", {}, confirm="yes")
    assert "confirmed by Vera" in plain(page)
    assert book.review.figure_marks(incident).keys() == {"killed"}


def test_a_number_that_cannot_be_read_keeps_the_form(vera: TestClient, book: Book) -> None:
    incident, before = strike(book), book.log.last()
    (dozens,) = incident.figures["injured"].high_claims
    address = f"/incidents/{incident.id}/change/figures?item=injured"
    page = send(vera, address, {f"count {dozens}": "blue"})
    assert "nothing was saved" in plain(page)
    assert 'value="blue"' in page
    assert "This changes nothing." in plain(send(vera, address, {}))
    assert book.log.last() == before
    assert vera.get(f"/incidents/{incident.id}/change/figures?item=nothing").status_code == 404


def test_the_values_of_a_running_total_are_changed_on_its_page(vera: TestClient, book: Book) -> None:
    toll = next(each for each in book.incidents.tolls() if each.place is not None and each.place.name == "Velmar")
    address = f"/tolls/{toll.id}/change"
    assert f'href="{address}"' in vera.get(f"/tolls/{toll.id}").text
    (claim,) = toll.series[0].claims[:1]
    page = plain(send(vera, address, {f"count {claim}": "at least 400", f"day {claim}": "2021-10-06"}))
    assert "One undo takes all of these changes back." in page
    changed = next(t for t in book.incidents.tolls() if any(claim in point.claims for point in t.series))
    (point,) = [each for each in changed.series if claim in each.claims]
    assert (point.low, str(point.as_of)) == (400, "2021-10-06")


def test_somebody_harmed_is_added_with_the_words_of_a_report(vera: TestClient, book: Book) -> None:
    incident = strike(book)
    address = f"/incidents/{incident.id}/add/person"
    assert f'href="{address}"' in vera.get(f"/incidents/{incident.id}").text
    words = {"report": "sample-01", "words": "A resident who lives opposite the clinic", "victim_effect": "injured"}
    page = plain(send(vera, address, words, people_names="Mira Tolven", people_age="34"))
    assert "Mira Tolven" in page
    (added,) = [each for each in strike(book).persons if each.name == "Mira Tolven"]
    assert (added.fate, added.age and added.age.best, len(added.sources)) == ("injured", 34, 1)
    assert added.sources[0].quote == words["words"]
    # Words that the report does not have, or none at all, leave the form as it was.
    page = send(vera, address, words | {"words": "no such words"}, people_names="Oda Renn")
    assert "write them exactly as they appear" in plain(page)
    assert "Oda Renn" in page
    assert "Copy the words of the report" in plain(send(vera, address, words | {"words": ""}))


def test_an_added_person_confirms_nothing_but_what_the_form_says(tmp_path: Path) -> None:
    words = "A 17-year-old apprentice who was hurt in the shelling of the market in Novy Dorvan on 2 May died Tuesday"
    texts = {"Valley Post": f"Shelling hit the market in Novy Dorvan on 2 May 2025. {words}, his father said."}
    where = book_of(tmp_path, texts, date(2025, 5, 9))
    with Book.open(where) as book, person(where, "Vera") as vera:
        incident = next(each for each in book.incidents() if each.place is not None)
        report = incident.reports[0].id
        address = f"/incidents/{incident.id}/add/person"
        page = send(
            vera, address, {"report": report, "words": words, "victim_effect": "killed"}, people_names="Rasim Odel"
        )
        marks = book.review.field_marks([str((book.review.decisions()[0].change or {})["id"])])
        assert [sorted(fields) for fields in marks.values()] == [["count", "kind", "people"]]
        assert "market ✓" not in plain(page)
        assert "Vera : moved" not in plain(page)
        assert plain(page).count("Vera : added") == 1
        # What the form leaves empty is read from the words.
        ((now, added),) = [(e.id, p) for e in book.incidents() for p in e.persons if p.name == "Rasim Odel"]
        assert (added.age and added.age.best, added.roles) == (17, ("apprentice",))
        brief = plain(vera.get(f"/incidents/{now}/brief").text)
        assert "Rasim Odel (apprentice, aged 17, civilian)" in brief


def test_a_statement_has_its_stance_and_its_day_in_the_form(vera: TestClient, book: Book) -> None:
    incident = strike(book)
    item, denial = next((n, s) for n, s in enumerate(incident.statements) if s.stance == "denies" and s.denied)
    address = f"/incidents/{incident.id}/change/statements?item={item}"
    form = vera.get(address).text
    assert "The day of a statement is the day of publication of its report" in plain(form)
    assert re.search(r'href="/reports/sample-\d+#describe-report"', form)
    action = f"/incidents/{incident.id}/change/statements"
    fields = fields_of(form, action)
    assert fields["stance"] == ["denies"]
    vera.post(action, data=fields | {"stance": ["condemns"]})
    # What the speaker said on another occasion is a statement of its own.
    said = [s for s in strike(book).statements if set(s.claims) <= set(denial.claims)]
    assert {claim for s in said for claim in s.claims} == set(denial.claims)
    assert {s.stance for s in said} == {"condemns"}
    assert said[0].speaker == denial.speaker
    # A stance that says who did it goes with the kind of the words.
    item = strike(book).statements.index(said[0])
    vera.post(action.replace(incident.id, strike(book).id), data=fields | {"stance": ["accuses"], "item": [str(item)]})
    claims = {claim.id: claim for claim in book.incidents.claims()}
    assert {(claims[name].stance, claims[name].kind) for name in said[0].claims} == {("accuses", "accusation")}


def test_totals_say_for_which_time_they_count(tmp_path: Path) -> None:
    """131 in March stood above 412 since January without a word on either."""
    text = (
        "At least 412 civilians have been killed in Velm district since the beginning of January, the Civic Monitor "
        "said on Tuesday. In March alone 131 people were killed in Velm district, it said.\n"
    )
    vera = person(book_of(tmp_path, {"Civic Monitor": text}, date(2024, 4, 2)), "Vera")
    listed = vera.get("/tolls").text
    for number, period in (("412", "since January 2024"), ("131", "1 March 2024 – 31 March 2024")):
        # Without the tags: an id in an address may have the digits too.
        (row,) = [row for row in listed.split("<tr>") if number in re.sub(r"<[^>]*>", " ", row)]
        assert period in row
        (path,) = re.findall(r'href="(/tolls/[^"]+)"', row)
        assert period in vera.get(path).text
