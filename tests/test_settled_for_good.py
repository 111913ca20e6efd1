"""What people settled stays settled: a day that is not known, a value confirmed as it is, incidents of one title."""

from datetime import date
from pathlib import Path

import lxml.html
from click.testing import CliRunner

from tests.small_books import book_of
from tests.web_client import fields_of, person, single
from tollbook.book import Book
from tollbook.cli import main
from tollbook.review.answering import Given

OURS = {"X-Requested-With": "tollbook"}
TEXT = "Gunmen killed four people in Peoria, Illinois, police said."
COPY = "Four people were killed by gunmen in Peoria, Illinois, officials said."
STRIKE = "A bomb exploded at a bus station in Springfield, Illinois, on Tuesday, killing {n} people, {who} said."


def undated(book: Book) -> list[str]:
    return [each.id for each in book.queue() if each.kind == "undated"]


def test_a_day_that_is_not_known_is_asked_for_once(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Old Paper": TEXT})
    with Book.open(where) as book:
        (question,) = undated(book)
        vera = person(where, "Vera")
        page = vera.get(f"/queue?at={question}").text
        assert [
            b.text_content().split() for b in lxml.html.fromstring(page).xpath("//*[@class='verdicts']//button")
        ] == [["The", "day", "is", "not", "known.", "x"]]
        made = book.review.answer(question, Given(action="settle"), who="Vera")
        assert made.why == "The day is not known."
        # A report that comes later and has no day either does not ask again, whichever of its words come first.
        (tmp_path / "later.txt").write_text(COPY)
        book.read([tmp_path / "later.txt"], outlet="A Paper")
        assert undated(book) == []
        book.undo(made.id, who="Vera", why="A mistake.")
        assert len(undated(book)) == len(book.incidents())


def test_a_report_whose_day_is_not_known_lacks_none(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Old Paper": TEXT})
    with Book.open(where) as book:
        (question,), vera = undated(book), person(where, "Vera")
        (report,) = book.reports()
        form = next(
            f for f in lxml.html.fromstring(vera.get(f"/queue?at={question}").text).forms
            if f.action == "/describe" and f.xpath(".//button[@name='unknown']")
        )  # fmt: skip
        assert "Its day is not known" in vera.get(f"/reports/{report.id}").text
        assert vera.post("/describe", data=dict(form.form_values()) | {"unknown": "published"}).status_code == 200
        book.settle()
        (made,) = book.review.decisions()
        assert (made.verdict, made.change) == ("describe", {"published": None})
        assert book.reports.lacking()["day"] == 0
        assert undated(book) == []
        assert vera.get("/api/reports?lacking=day").json()["total"] == 0
        listed = CliRunner().invoke(main, ["describe", "--lacking", "day", "--book", str(where)])
        assert report.id not in listed.stdout
        assert "Its day is not known" not in vera.get(f"/reports/{report.id}").text
        assert book.verify() == []
        undone = vera.post(f"/api/decisions/{made.id}/undo", json={"why": "A mistake."}, headers=OURS)
        assert undone.status_code == 200
        book.settle()
        assert book.reports.lacking()["day"] == 1
        assert undated(book) == [question]


def test_confirming_a_settled_name_is_no_correction(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Valley Post": TEXT}, date(2024, 3, 13))
    with Book.open(where) as book:
        heights = {"name": "Peoria Heights", "lat": 40.7, "lon": -89.6, "precision": 1}
        ruling = {"kind": "places", "name": "Peoria Heights", "spellings": ["Peoria"], "place": heights}
        book.names.settle(ruling, who="Vera", why="The suburb.")
        vera, (incident,) = person(where, "Vera"), book.incidents()
        address = f"/incidents/{incident.id}/change/place"
        page = vera.post(address, data=single(vera.get(address).text, address, confirm="yes")).text
        assert "confirmed by Vera" in page
        assert "corrected by Vera" not in page


def test_incidents_of_one_title_are_told_apart_in_lists_and_forms(tmp_path: Path) -> None:
    texts = {
        "Coast Radio": STRIKE.format(n="two", who="witnesses"),
        "North Post": STRIKE.format(n="nine", who="police"),
    }
    where = book_of(tmp_path, texts, date(2024, 3, 13))
    with Book.open(where) as book:
        if len(book.incidents()) == 1:
            one = [claim.id for claim in book.incidents.claims() if claim.count and claim.count.best == 9]
            book.decide("move", one[0], change={"claims": one}, who="Vera", why="Two.")
        one, other = book.incidents()
        assert one.title == other.title
        vera = person(where, "Vera")
        for address in ("/incidents", f"/incidents/{one.id}/edit", f"/incidents/{one.id}/series", "/queue"):
            page = vera.get(address).text
            assert "North Post" in page or "Coast Radio" in page, address


def test_incidents_of_one_title_are_told_apart_on_the_first_page_in_searches_and_beside_persons(tmp_path: Path) -> None:
    names = ("Mira Dalen", "Ana Brod")
    texts = {
        f"{paper} Post": f"{STRIKE.format(n=n, who='police')} One of them was {who}, {age}, a nurse."
        for paper, n, who, age in zip(("Coast", "North"), ("two", "nine"), names, (31, 44), strict=True)
    }
    with Book.open(tmp_path / "a.book", create=True) as book:
        vera = person(tmp_path / "a.book", "Vera")
        vera.get("/")
        for outlet, text in texts.items():
            (tmp_path / "a.txt").write_text(text)
            book.read([tmp_path / "a.txt"], outlet=outlet, published=date(2024, 3, 13), separate=True)
        one, other = book.incidents()
        assert one.title == other.title
        for address in ("/", "/since", "/search?text=Springfield", "/persons"):
            told = [each.text_content() for each in lxml.html.fromstring(vera.get(address).text).xpath("//li | //td")]
            for outlet in texts:
                assert any(one.title in each and outlet in each for each in told), (address, outlet)
        (found,) = [each for each in book.persons().persons if each.name == "Mira Dalen"]
        # Alone in a list, the title needs nothing beside it.
        assert "Coast Post" not in vera.get(f"/persons?text={found.name}").text


def test_why_reports_are_linked_is_one_step_from_the_incident(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Old Paper": TEXT, "A Paper": COPY}, date(2024, 3, 13))
    with Book.open(where) as book:
        vera, (incident,) = person(where, "Vera"), book.incidents()
        (link,) = lxml.html.fromstring(vera.get(f"/incidents/{incident.id}").text).xpath(
            "//a[contains(@href, '#links')]"
        )
        page = lxml.html.fromstring(vera.get(link.get("href")).text)
        (pair,) = book.why_linked(incident.id)
        assert f"{pair.weight:.1f}" in page.get_element_by_id("links").getparent().text_content()


def test_a_report_that_no_reader_reads_is_marked(tmp_path: Path) -> None:
    german = "Bei einem Anschlag auf den alten Markt in Springfield sind am Dienstag fünf Menschen getötet worden."
    where = book_of(tmp_path, {"Blatt": german * 3, "Old Paper": TEXT}, date(2024, 3, 13))
    with Book.open(where) as book:
        vera, every = person(where, "Vera"), book.reports()
        ((name, language),) = book.reports.unread(every).items()
        assert language == "de"
        assert vera.get("/reports").text.count("no reader for German") == 1
        assert "no reader has its language (German)" in vera.get(f"/reports/{name}").text
        (read,) = (each.id for each in every if each.id != name)
        assert "no reader has its language" not in vera.get(f"/reports/{read}").text
        (incident,) = book.incidents()
        words = {"start": 0, "end": 17, "quote": german[:17], "kind": "attack"}
        added = book.decide("add", name, change=words, who="Vera", why="By hand.")
        book.decide("same", added.change["id"], other=incident.id, who="Vera", why="One attack.")
        (incident,) = book.incidents()
        assert vera.get(f"/incidents/{incident.id}").text.count("no reader for German") == 1


def test_a_settled_place_shows_first_which_incidents_change(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Old Paper": TEXT}, date(2024, 3, 13))
    vera, address = person(where, "Vera"), "/names/places/settle"
    form = fields_of(vera.get("/names/places").text, address)
    asked = form | {"spelling": ["Peoria"], "name": ["Peoria Heights"], "lat": ["40.7"], "lon": ["-89.6"]}
    page = vera.post(address, data=asked | {"look": ["yes"]})
    assert "1 incident changes. Nothing is saved yet." in page.text
    assert "Reported shooting, Peoria Heights" in page.text
    with Book.open(where) as book:
        assert book.review.decisions() == []
        assert vera.post(address, data=fields_of(page.text, address)).status_code == 200
        assert [each.verdict for each in book.review.decisions()] == ["one name"]
        assert "Peoria Heights" in book.incidents()[0].title


def test_the_command_line_shows_which_incidents_a_settled_place_changes(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Old Paper": TEXT}, date(2024, 3, 13))
    settle = ["names", "settle", "places", "Peoria Heights", "Peoria", "--at", "40.7", "-89.6", "--book", str(where)]
    shown = CliRunner().invoke(main, [*settle, "--preview"])
    assert shown.exit_code == 0, shown.output
    assert "1 incident changes. Nothing is saved yet." in shown.stdout
    before, after = shown.stdout.split("After:")
    assert "Peoria Heights" not in before
    assert "Reported shooting, Peoria Heights" in after
    nothing = [*settle[:3], "Norvik", "Norvek", "--book", str(where), "--preview"]
    assert CliRunner().invoke(main, nothing).stdout == "0 incidents change. Nothing is saved yet.\n"
    with Book.open(where) as book:
        assert book.review.decisions() == []
        CliRunner().invoke(main, [*settle, "--actor", "Vera"])
        assert [each.verdict for each in book.review.decisions()] == ["one name"]
