"""The report page: spans cut into runs, forms read into corrections, and decisions of two people on one claim."""

import html
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tests.small_books import book_of
from tests.web_client import fields_of, person, token
from tollbook.book import Book
from tollbook.decisions.field_values import WhichPlace, choice_of
from tollbook.errors import Refused
from tollbook.mentions import PlaceMention
from tollbook.model import Claim, Count, Place, Report, Speaker, When
from tollbook.review import claim_form, quotation
from tollbook.web import marking
from tollbook.web.app import create_app
from tollbook.web.pages.report import inert

TEXT = (
    "A shell hit the market in Oberfeld on Monday, killing four people, police said. 🕯️ Nine others were wounded.\r\n"
    "\r\nAt the clinic in Zu\u0308rach, Mira Tolven said two men were missing. مراسلنا: قُتل أربعة أشخاص.\n"
)
DAY = date(2021, 10, 5)
REPORT = Report(id="r", sha256="0" * 64, text=TEXT, outlet="Valley Post", published=DAY)


# ------------------------------------------------------------------------------------------------ runs
@pytest.mark.parametrize(
    ("length", "spans", "expected"),
    [
        (0, {}, []),
        (5, {}, [(0, 5, "", "")]),
        (5, {"a": (0, 5)}, [(0, 5, "a", "a")]),
        (9, {"a": (2, 4)}, [(0, 2, "", ""), (2, 4, "a", "a"), (4, 9, "", "")]),
        (9, {"a": (1, 5), "b": (3, 8)},
         [(0, 1, "", ""), (1, 3, "a", "a"), (3, 5, "ab", "b"), (5, 8, "b", ""), (8, 9, "", "")]),
        (9, {"long": (0, 9), "in": (2, 4)}, [(0, 2, "long", "long"), (2, 4, "inlong", "in"), (4, 9, "long", "")]),
        (4, {"a": (0, 2), "b": (0, 4)}, [(0, 2, "ab", "ab"), (2, 4, "b", "")]),
        (4, {"a": (1, 3), "b": (1, 3)}, [(0, 1, "", ""), (1, 3, "ab", "ab"), (3, 4, "", "")]),
        (4, {"a": (2, 2), "b": (-3, 1), "c": (3, 99)}, [(0, 1, "b", "b"), (1, 3, "", ""), (3, 4, "c", "c")]),
    ],
)  # fmt: skip
def test_runs(length: int, spans: dict[str, tuple[int, int]], expected: list[tuple[int, int, str, str]]) -> None:
    found = marking.runs(length, spans)
    assert [(run.start, run.end, "".join(run.names), "".join(run.begins)) for run in found] == expected


SPANS = st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.tuples(st.integers(-5, 60), st.integers(-5, 60)))


@given(text=st.text(max_size=50), spans=SPANS)
def test_runs_give_back_the_text_and_every_span(text: str, spans: dict[str, tuple[int, int]]) -> None:
    runs = marking.runs(len(text), spans)
    assert "".join(text[run.start : run.end] for run in runs) == text
    for name, (start, end) in spans.items():
        marked = "".join(text[run.start : run.end] for run in runs if name in run.names)
        assert marked == text[max(0, start) : max(0, end)]
        assert sum(name in run.begins for run in runs) == bool(marked)
    for run in runs:
        sizes = [min(len(text), spans[name][1]) - max(0, spans[name][0]) for name in run.names]
        assert sizes == sorted(sizes)


@given(st.text(max_size=60))
def test_captured_text_comes_out_of_html_as_it_went_in(text: str) -> None:
    shown = str(inert(text))
    assert not re.search(r"[<>\"']", shown)
    assert "\r" not in shown
    assert html.unescape(shown.replace("&#13;", "\r")) == text


@given(words=st.lists(st.text("abc", min_size=1, max_size=3), max_size=4), gap=st.sampled_from([" ", "\n", "  \r\n"]))
def test_typed_words_are_found_at_any_place(words: list[str], gap: str) -> None:
    text = f"x {gap.join(words)} y {gap.join(words)} z"
    found = quotation.find(text, " ".join(words))
    assert all(text[start:end].split() == words for start, end in found if gap.strip() == "")
    assert bool(found) == bool(words)


# ------------------------------------------------------------------------------------------------ forms
CLAIM = Claim(
    id="c", report="r", start=46, end=65, quote="killing four people", kind="killed",
    count=Count(low=4, best=4, high=4, qualifier="exactly", text="four people"),
    speakers=(Speaker(name="police", role="authority"), Speaker(name="Valley Post", role="outlet")),
    place=Place(name="Oberfeld", text="Oberfeld", reason="no place of that name was found"),
    when=When(start=date(2021, 10, 4), end=date(2021, 10, 4), precision="day", basis="relative", text="Monday"),
)  # fmt: skip


def form(claim: Claim = CLAIM, **changed: Any) -> dict[str, list[str]]:
    """The fields of the form as the page fills them in, some with new values."""
    count, when, place = claim.count or Count(), claim.when or When(), claim.place
    fields: dict[str, Any] = {
        "kind": claim.kind, "scope": claim.scope, "stance": claim.stance,
        "count_text": count.text, "count_low": count.low, "count_best": count.best, "count_high": count.high,
        "count_qualifier": count.qualifier if claim.count else "exactly",
        "people_text": claim.people.text if claim.people else "", "people_status": "unknown",
        "place_name": place.name if place else "", "place_lat": place.lat if place else None,
        "place_lon": place.lon if place else None,
        "when_text": when.text, "when_start": when.start, "when_end": when.end,
    }  # fmt: skip
    given = {name: ["" if value is None else str(value)] for name, value in (fields | changed).items()}
    for column in ("name", "role", "organisation", "side"):
        given.setdefault(f"speaker_{column}", [*(getattr(s, column) or "" for s in claim.speakers), ""])
    return {name: value[0] if isinstance(value[0], list) else value for name, value in given.items()}


def test_an_untouched_form_changes_nothing() -> None:
    assert claim_form.change_of(form(), CLAIM, REPORT) == {}
    bare = Claim(id="c", report="r", start=0, end=7, quote="A shell", kind="attack")
    assert claim_form.change_of(form(bare), bare, REPORT) == {}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"kind": "injured"}, {"kind": "injured"}),
        ({"scope": "part", "stance": "fears"}, {"scope": "part", "stance": "fears"}),
        ({"count_best": "5", "count_low": "5", "count_high": "6", "count_qualifier": "between"},
         {"count": {"low": 5, "best": 5, "high": 6, "qualifier": "between", "text": "four people"}}),
        ({"count_text": "at least nine"},
         {"count": {"low": 9, "best": 9, "high": None, "qualifier": "at least", "text": "at least nine"}}),
        ({"count_text": "", "count_low": "", "count_best": "", "count_high": ""}, {"count": None}),
        ({"when_text": "Sunday"}, {"when": When(start=date(2021, 10, 3), end=date(2021, 10, 3), precision="day",
                                                basis="relative", text="Sunday").to_dict()}),
        ({"when_start": "2021-10-02", "when_end": "2021-10-03"},
         {"when": When(start=date(2021, 10, 2), end=date(2021, 10, 3), precision="days", basis="stated",
                       text="Monday").to_dict()}),
        ({"when_start": "", "when_end": "", "when_text": ""}, {"when": None}),
        ({"place_name": ""}, {"place": None}),
    ],
)  # fmt: skip
def test_only_changed_fields_are_written(changed: dict[str, str], expected: dict[str, Any]) -> None:
    assert claim_form.change_of(form(**changed), CLAIM, REPORT) == expected


def test_a_place_given_by_its_point_is_exact() -> None:
    (place,) = claim_form.change_of(form(place_lat="47.5", place_lon="-9.25"), CLAIM, REPORT).values()
    assert (place["name"], place["lat"], place["lon"], place["precision"]) == ("Oberfeld", 47.5, -9.25, 1)


def test_a_place_that_several_have_is_asked_about() -> None:
    with pytest.raises(WhichPlace) as which:
        claim_form.change_of(form(place_name="Springfield"), CLAIM, REPORT)
    first = which.value.choices[0]
    (place,) = claim_form.change_of(
        form(place_name="Springfield", place_choice=choice_of(first)), CLAIM, REPORT
    ).values()
    assert (place["lat"], place["country"], place["admin1"]) == (first.lat, first.country, first.admin1)


def test_a_place_name_means_what_it_means_in_the_report() -> None:
    there = Place(name="Springfield", text="Springfield", lat=1.5, lon=2.5, country="AT", precision=1)
    named = PlaceMention(report="r", start=0, end=11, text="Springfield", place=there)
    (place,) = claim_form.change_of(form(place_name="Springfield"), CLAIM, REPORT, [named]).values()
    assert (place["lat"], place["country"]) == (1.5, "AT")


def test_a_name_that_no_gazetteer_has_is_kept_without_a_point_only_if_asked() -> None:
    with pytest.raises(WhichPlace, match="has no place"):
        claim_form.change_of(form(place_name="Nirgendheim"), CLAIM, REPORT)
    (place,) = claim_form.change_of(form(place_name="Nirgendheim", place_choice="alone"), CLAIM, REPORT).values()
    assert (place["name"], place["lat"]) == ("Nirgendheim", None)


def test_an_address_is_added_kept_with_another_town_and_removed() -> None:
    there = msgspec.structs.replace(CLAIM, place=Place(name="Oberfeld", text="Orsk Street", spot=True, lat=1, lon=2))
    assert claim_form.change_of(form(there, place_spot="Orsk Street"), there, REPORT) == {}
    for claim, fields, expected in (
        (CLAIM, {"place_spot": " 12  Orsk Lane"}, ("Oberfeld", "12 Orsk Lane", True)),
        (there, {"place_spot": "Orsk Street", "place_name": "Velm", "place_lat": "3"}, ("Velm", "Orsk Street", True)),
        (there, {"place_spot": ""}, ("Oberfeld", "Oberfeld", False)),
    ):
        (place,) = claim_form.change_of(form(claim, **fields), claim, REPORT).values()
        assert (place["name"], place["text"], place.get("spot", False)) == expected


def test_speakers_are_rows() -> None:
    fields = form() | {"speaker_name": ["Mira Tolven", "", "Valley Post"], "speaker_role": ["doctor", "", "outlet"]}
    (speakers,) = claim_form.change_of(fields, CLAIM, REPORT).values()
    assert [each["name"] for each in speakers] == ["Mira Tolven", "Valley Post"]
    with pytest.raises(Refused, match="Each speaker needs"):
        claim_form.change_of(fields | {"speaker_role": ["doctor"]}, CLAIM, REPORT)


@pytest.mark.parametrize(
    "changed",
    [
        {"count_low": "four"}, {"count_low": "-1"}, {"count_low": "٤"}, {"when_start": "Monday"},
        {"when_start": "2021-10-05", "when_end": "2021-10-01"}, {"place_lat": "91"}, {"place_lon": "east"},
        {"place_lat": "nan"},
    ],
)  # fmt: skip
def test_an_unreadable_form_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(Refused):
        claim_form.change_of(form(**changed), CLAIM, REPORT)


# ------------------------------------------------------------------------------------------------ pages
@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, {"Valley Post": TEXT}, DAY)


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


def claim_of(book: Book, kind: str) -> Claim:
    return next(claim for claim in book.incidents.claims() if claim.kind == kind)


def test_the_text_on_the_page_is_the_text_of_the_report(where: Path, book: Book) -> None:
    (report,) = book.reports()
    page = person(where, "Vera").get(f"/reports/{report.id}").text
    shown = re.search(r'<div id="text"[^>]*>(.*?)</div>', page, re.S)
    assert shown is not None
    assert html.unescape(re.sub(r"<[^>]+>", "", shown[1]).replace("&#13;", "\r")) == report.text


def test_a_correction_by_the_form(where: Path, book: Book) -> None:
    claim, vera = claim_of(book, "killed"), person(where, "Vera")
    page = vera.get(f"/reports/{claim.report}?claim={claim.id}").text
    fields = fields_of(page, "/correct") | {"count_text": ["at least five"], "why": ["read again"]}
    assert vera.post("/correct", data=fields, follow_redirects=False).status_code == 303
    (decision,) = book.review.decisions()
    assert (decision.who, decision.verdict, decision.why) == ("Vera", "correct", "read again")
    assert set(decision.change or {}) == {"count"}
    assert "at least five" in vera.get(f"/reports/{claim.report}?claim={claim.id}").text
    unchanged = fields_of(vera.get(f"/reports/{claim.report}?claim={claim.id}").text, "/correct")
    assert "The form is the same as the claim" in vera.post("/correct", data=unchanged).text


def test_a_missed_claim_is_added_by_its_words(where: Path, book: Book) -> None:
    (report,), vera = book.reports(), person(where, "Vera")
    page = vera.get(f"/reports/{report.id}", params={"words": "two   men were missing"}).text
    fields = fields_of(page, "/add") | {"kind": ["missing"], "count_text": ["two men"]}
    start, end = int(fields["start"][0]), int(fields["end"][0])
    assert report.text[start:end] == "two men were missing"
    assert vera.post("/add", data=fields, follow_redirects=False).status_code == 303
    added = next(claim for claim in book.incidents.claims() if claim.finder == "Vera")
    assert (added.kind, added.quote, added.count and added.count.best) == ("missing", "two men were missing", 2)


@pytest.mark.parametrize("asked", ["start=5&end=2", "start=0&end=99999", "start=a&end=b", "claim=nothing"])
def test_places_that_are_none(where: Path, book: Book, asked: str) -> None:
    (report,) = book.reports()
    assert person(where, "Vera").get(f"/reports/{report.id}?{asked}").status_code in {400, 404}


def test_both_decisions_are_kept_and_the_second_is_made_knowing_the_first(where: Path, book: Book) -> None:
    claim = claim_of(book, "killed")
    vera, mirko = person(where, "Vera"), person(where, "Mirko")
    address = f"/reports/{claim.report}?claim={claim.id}"
    hers, his = vera.get(address).text, mirko.get(address).text
    correction = fields_of(hers, "/correct") | {"kind": ["injured"], "why": ["wounded, says the text"]}
    assert vera.post("/correct", data=correction, follow_redirects=False).status_code == 303
    verdict = {name: value[0] for name, value in fields_of(his, "/decide").items()}
    answer = mirko.post("/decide", data=verdict | {"verdict": "reject", "why": "no claim"}, follow_redirects=False)
    assert answer.status_code == 409
    assert "wounded, says the text" in answer.text
    assert "no claim" in answer.text
    assert [each.who for each in book.review.decisions()] == ["Vera"]
    knowing = {name: value[0] for name, value in fields_of(answer.text, "/decide").items()}
    assert mirko.post("/decide", data=knowing, follow_redirects=False).status_code == 303
    assert [(each.who, each.verdict) for each in book.review.decisions()] == [("Vera", "correct"), ("Mirko", "reject")]


def test_undo_from_the_page(where: Path, book: Book) -> None:
    claim, vera = claim_of(book, "killed"), person(where, "Vera")
    address = f"/reports/{claim.report}?claim={claim.id}"
    verdict = {name: value[0] for name, value in fields_of(vera.get(address).text, "/decide").items()}
    page = vera.post("/decide", data=verdict | {"verdict": "reject"}).text
    assert "Rejected." in page
    assert "No reason given." in page
    vera.post("/undo", data={name: value[0] for name, value in fields_of(page, "/undo").items()})
    assert book.review.decisions() == []
    assert [entry.action for entry in book.log()][-2:] == ["decided", "undone"]


# ------------------------------------------------------------------------------------------------ incidents of a report
def test_reports_name_their_incidents_and_say_if_they_are_in_none(tmp_path: Path) -> None:
    texts = {"a": "A shell hit the market in Kyiv on Monday, killing four people, police said.", "b": "It rained."}
    vera = person(book_of(tmp_path, texts, DAY), "Vera")
    link = re.compile(r'<a href="/incidents/[0-9a-f]+"><bdi>Reported shelling, market, Kyiv, 4 October 2021</bdi></a>')
    listed = vera.get("/reports").text
    assert len(link.findall(listed)) == 1
    assert listed.count(">in no incident<") == 1
    assert "1 is in no incident" in listed
    left_out = vera.get("/reports?lacking=incident").text
    assert left_out.count('class="title"') == 1
    assert "in no incident" in left_out
    assert [each["id"] for each in vera.get("/api/reports?lacking=incident").json()["reports"]] == [
        path.rpartition("/")[2] for path in re.findall(r'class="title" href="(/reports/[^"]+)"', left_out)
    ]
    pages = [vera.get(path).text for path in re.findall(r'class="title" href="(/reports/[^"]+)"', listed)]
    assert [bool(link.search(each)) for each in pages].count(True) == 1
    assert ["No claim of this report is in an incident." in each for each in pages].count(True) == 1


def test_reports_without_a_day_have_the_names_and_the_order_of_their_files(tmp_path: Path) -> None:
    texts = {f"{n:02}-{word}": f"It rained in Velmar for {word} days." for n, word in enumerate(("six", "two", "ten"))}
    vera = person(book_of(tmp_path, texts, outlets=False), "Vera")
    page = vera.get("/reports?lacking=outlet").text
    assert re.findall(r'<bdi class="file-name">([^<]+)</bdi>', page) == ["00-six.txt", "01-two.txt", "02-ten.txt"]


def test_a_claim_in_no_incident_is_filed_from_its_record(tmp_path: Path) -> None:
    texts = {
        "a": "A shell hit the market in Kyiv on Monday, killing four people, police said.",
        "b": "The Coastal Guard denied that it had carried out the bombing of the market in Lviv.",
    }
    where = book_of(tmp_path, texts, DAY)
    vera = person(where, "Vera")
    (report,) = re.findall(r'class="title" href="(/reports/[^"]+)"', vera.get("/reports?lacking=incident").text)
    claim = re.findall(r'href="[^"]*[?]claim=([0-9a-f]+)', vera.get(report).text)[0]
    record = vera.get(f"{report}?claim={claim}").text
    assert "This claim is in no incident." in record
    form = vera.get(f"/claims/{claim}/file").text
    assert f'href="/claims/{claim}/file">File under an incident</a>' in record
    (incident,) = re.findall(r'name="incident" value="([0-9a-f]+)"', form)
    fields = {"csrf": token(form), "incident": incident}
    assert vera.post(f"/claims/{claim}/file", data=fields).status_code == 200
    with Book.open(where) as book:
        assert [len(each.reports) for each in book.incidents()] == [2]


def test_a_user_without_a_name_is_led_from_a_refusal_to_signing_in_and_back(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"a": TEXT}, DAY)
    with TestClient(create_app(where), base_url="http://127.0.0.1") as nobody:
        refused = nobody.get("/sheet?incident=x")
    assert refused.status_code == 403
    assert 'href="/login?next=%2Fsheet%3Fincident%3Dx"' in refused.text
    assert "/login?next" not in person(where, "Vera").get("/sheet?incident=x").text
