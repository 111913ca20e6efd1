"""Values changed where they stand: forms of a record, what they correct, where claims are filed. All invented."""

import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.web_client import fields_of, person
from tollbook import gazetteer
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.decision import Proposal
from tollbook.errors import Refused
from tollbook.incidents.checked_values import record_values
from tollbook.model import Claim
from tollbook.record import Incident
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app

PLACES = (
    "name,lat,lon,within,kind\n"
    "Kestria,-39,-24,,country\n"
    "Arland,30,60,,country\n"
    "Velmar,-38.4,-26.2,Kestria,town\n"
    "Ostra,30.2,60.3,Arland,town\n"
    "Twinmere,10,20,,town\n"
    "Twinmere,40,60,,town\n"
)
MARKET = (
    "An air strike hit the market in Velmar, Kestria, on Monday, killing four people, police said. "
    "Mira Tolven, a nurse, was among the dead. The Corvan Front claimed responsibility for the attack on Velmar.\n\n"
    "Bombs also fell on two clinics in another country last week. In Ostra, Arland, a bomb exploded in a school last "
    "Wednesday, wounding two teachers, the mayor of Ostra said.\n"
)
SECOND = "A doctor in Velmar counted four dead after jets had struck stalls there on 5 May 2025.\n"
DAY = date(2025, 5, 6)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of two reports, read once."""
    folder = tmp_path_factory.mktemp("fields")
    (folder / "places.csv").write_text(PLACES, encoding="utf-8")
    for name, outlet, text in (("a.txt", "Valley Post", MARKET), ("b.txt", "Harbour Daily", SECOND)):
        (folder / name).write_text(text, encoding="utf-8")
        with Book.open(folder / "a.book", create=True) as book:
            book.read([folder / name], published=DAY, outlet=outlet, places=folder / "places.csv")
    return folder


@pytest.fixture
def where(made: Path, tmp_path: Path) -> Iterator[Path]:
    with gazetteer.own_places(made / "places.csv"):
        yield Path(shutil.copy(made / "a.book", tmp_path / "a.book"))


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


@pytest.fixture
def vera(where: Path) -> TestClient:
    return person(where, "Vera")


def at(book: Book, place: str) -> Incident:
    return next(each for each in book.incidents() if each.place is not None and each.place.name == place)


def change(client: TestClient, incident: Incident, field: str, item: int | None = None, **values: str) -> str:
    """Change a value on the page of an incident; the page that follows."""
    address = f"/incidents/{incident.id}/change/{field}"
    shown = client.get(address + ("" if item is None else f"?item={item}"))
    assert shown.status_code == 200, shown.text
    fields = fields_of(shown.text, address) | {name: [value] for name, value in values.items()}
    answer = client.post(address, data=fields)
    assert answer.status_code == 200, answer.text
    return answer.text


def report_with(book: Book, words: str) -> tuple[str, int, int]:
    report = next(each for each in book.reports() if words in each.text)
    return report.id, report.text.index(words), report.text.index(words) + len(words)


def add(client: TestClient, book: Book, words: str, **values: str) -> str:
    """Mark words and save the form that opens, with some fields changed; the page that follows."""
    report, start, end = report_with(book, words)
    fields = fields_of(client.get(f"/reports/{report}?start={start}&end={end}").text, "/add")
    answer = client.post("/add", data=fields | {name: [value] for name, value in values.items()})
    assert answer.status_code == 200, answer.text
    return answer.text


def added(book: Book) -> Claim:
    return next(claim for claim in book.incidents.claims() if claim.finder == "Vera")


# ------------------------------------------------------------------------------------------------ adding and filing
def test_marked_words_fill_the_form(vera: TestClient, book: Book) -> None:
    report, start, end = report_with(book, "Mira Tolven, a nurse")
    fields = fields_of(vera.get(f"/reports/{report}?start={start}&end={end}").text, "/add")
    assert fields["kind"] == ["killed"]
    assert fields["people_names"] == ["Mira Tolven"]
    assert fields["people_roles"] == ["a nurse"]
    assert fields["place_name"] == ["Velmar"]
    assert fields["when_start"] == ["2025-05-05"]


def test_a_claim_for_another_town_is_filed_there(vera: TestClient, book: Book) -> None:
    """It went to the incident of the first town: the place was not looked up in the report, and had no point."""
    page = add(vera, book, "Bombs also fell on two clinics", place_name="Ostra", when_text="30 April 2025")
    assert "Filed under:" in page
    claim = added(book)
    assert claim.place is not None
    assert (claim.place.name, claim.place.lat) == ("Ostra", 30.2)
    assert claim.incident == at(book, "Ostra").id
    assert claim.incident != at(book, "Velmar").id


@pytest.mark.parametrize("name", ["Twinmere"])
def test_a_name_of_two_places_is_asked_about_and_not_filed_in_silence(vera: TestClient, book: Book, name: str) -> None:
    page = add(vera, book, "Bombs also fell on two clinics", place_name=name)
    assert "Which place?" in page
    assert len(re.findall(r'name="place_choice"', page)) == 3  # two places, or the name alone
    assert not [claim for claim in book.incidents.claims() if claim.finder == "Vera"]
    fields = fields_of(page, "/add")
    fields["place_choice"] = ["40.0,60.0"]
    assert "Added." in vera.post("/add", data=fields).text
    claim = added(book)
    assert claim.place is not None
    assert (claim.place.lat, claim.incident in {None, at(book, "Velmar").id}) == (40, False)


def test_the_page_says_where_a_claim_is_filed_and_lets_it_be_changed(vera: TestClient, book: Book) -> None:
    values = {"place_name": "Velmar", "place_lat": "", "place_lon": "", "when_text": "5 May 2025"}
    page = add(vera, book, "Bombs also fell on two clinics", **values)
    assert re.search(r"Filed under:</?[^V]*Velmar|Filed under:\s*<bdi>[^<]*Velmar", page)
    claim, ostra = added(book), at(book, "Ostra")
    assert claim.incident == at(book, "Velmar").id
    address = f"/claims/{claim.id}/file"
    assert address in page
    options = vera.get(address).text
    assert "Other incidents in this report" in options
    csrf = re.search(r'name="csrf" value="([0-9a-f]+)"', options)
    assert csrf is not None
    fields = {"csrf": csrf[1], "incident": ostra.id, "next": f"/reports/{claim.report}", "why": "another town"}
    assert "Filed under" in vera.post(address, data=fields).text
    assert book.verify() == []
    assert added(book).incident in {each.id for each in book.incidents() if each.place and each.place.name == "Ostra"}


def test_marked_words_have_the_settled_place_and_the_corrected_day_of_their_neighbours(
    vera: TestClient, book: Book
) -> None:
    """The form had the point of the gazetteer and the day as read, and its claim founded a second incident."""
    report, start, end = report_with(book, "Mira Tolven")
    settled = {"name": ["Velmar"], "spelling": ["Velmar"], "lat": ["-38.9"], "lon": ["-26.9"]}
    csrf = fields_of(vera.get("/names/places").text, "/names/places/settle")["csrf"]
    assert vera.post("/names/places/settle", data=settled | {"csrf": csrf}).status_code == 200
    change(vera, at(book, "Velmar"), "when", when_text="Monday", when_start="2025-05-03", when_end="2025-05-03")
    change(vera, at(book, "Ostra"), "place", place_name="Twinmere", place_lat="10", place_lon="20")
    fields = fields_of(vera.get(f"/reports/{report}?start={start}&end={end}").text, "/add")
    assert (fields["place_name"], fields["place_lat"], fields["place_lon"]) == (["Velmar"], ["-38.9"], ["-26.9"])
    assert (fields["when_start"], fields["when_end"]) == (["2025-05-03"], ["2025-05-03"])
    before = {each.id for each in book.incidents()}
    add(vera, book, "Mira Tolven")
    assert len(list(book.incidents())) == len(before)
    assert added(book).incident == at(book, "Velmar").id
    _, *span = report_with(book, "two teachers")
    place = book.review.marked_words(report, *span).claim.place
    assert place is not None
    assert (place.name, place.lat) == ("Twinmere", 10)


def test_a_kind_that_the_words_do_not_say_has_to_be_chosen(vera: TestClient, book: Book) -> None:
    report, start, end = report_with(book, "on Monday")
    fields = fields_of(vera.get(f"/reports/{report}?start={start}&end={end}").text, "/add")
    assert fields["kind"] == [""]
    answer = vera.post("/add", data=fields)
    assert answer.status_code == 400
    assert "Choose what the words report" in answer.text


# ------------------------------------------------------------------------------------------------ values of a record
def test_the_place_of_an_incident(vera: TestClient, book: Book) -> None:
    before = at(book, "Velmar")
    page = change(vera, before, "place", place_name="Twinmere", place_lat="10", place_lon="20")
    assert "Corrected." in page
    assert "corrected by Vera" in page
    decisions = " ".join(re.sub("<[^>]*>", " ", page.partition('id="decisions"')[2]).split())
    assert re.search(r"Vera : corrected Place: Twinmere in \d claims – ", decisions), decisions
    now = at(book, "Twinmere")
    assert now.place is not None
    assert now.place.lat == 10
    (decision,) = book.review.decisions()  # one act, one decision, however many claims
    assert book.verify() == []  # the rows that are kept up to date equal those made at once
    assert {report.id for report in now.reports} == {report.id for report in before.reports}
    book.undo(decision.id, who="Vera", why="test")
    assert at(book, "Velmar") == before


def test_others_see_a_decision_and_the_values_it_set(where: Path, vera: TestClient, book: Book) -> None:
    """Vera read of her own decisions, and the record said that she "decided “corrected”: The words say so."."""
    ada, incident = person(where, "Ada"), at(book, "Velmar")
    for client in (vera, ada):
        client.get("/")
        client.get(f"/incidents/{incident.id}")
    change(vera, incident, "kind", event_kind="shelling")
    assert "1 decision by Vera" in ada.get("/").text
    assert "Since you were here" not in vera.get("/").text
    page = " ".join(re.sub("<[^>]*>", " ", ada.get(f"/incidents/{incident.id}").text).split())
    assert re.search("Vera decided “corrected”: Kind of incident: shelling in . claims – ", page), page


def test_the_day_of_an_incident_in_words(vera: TestClient, book: Book) -> None:
    change(vera, at(book, "Velmar"), "when", when_text="4 May 2025")
    when = at(book, "Velmar").when
    assert when is not None
    assert when.start == date(2025, 5, 4)


def test_a_day_that_is_none_is_refused_in_a_sentence(vera: TestClient, book: Book) -> None:
    address = f"/incidents/{at(book, 'Velmar').id}/change/when"
    fields = fields_of(vera.get(address).text, address) | {"when_text": ["soon-ish"]}
    answer = vera.post(address, data=fields)
    assert answer.status_code == 400
    assert "is not a day" in answer.text


def test_the_kind_of_an_incident(vera: TestClient, book: Book) -> None:
    change(vera, at(book, "Velmar"), "kind", event_kind="shelling")
    assert at(book, "Velmar").kind == "shelling"


def test_who_is_held_responsible_and_how_certain(vera: TestClient, book: Book) -> None:
    incident = at(book, "Velmar")
    names = [each.name for each in incident.perpetrators]
    item = next(n for n, name in enumerate(names) if "Corvan" in name)
    change(vera, incident, "perpetrators", item, by_name="Corvan Front", by_certainty="suspected")
    found = {each.name: each for each in at(book, "Velmar").perpetrators}
    assert found["Corvan Front"].confidence == "suspected"


def test_somebody_held_responsible_is_removed_and_another_is_added(vera: TestClient, book: Book) -> None:
    incident = at(book, "Velmar")
    item = next(n for n, each in enumerate(incident.perpetrators) if "Corvan" in each.name)
    change(vera, incident, "perpetrators", item, remove="yes")
    now = at(book, "Velmar")
    assert not any("Corvan" in each.name for each in now.perpetrators)
    claim = next(c.id for c in book.search.index().claims_about(now.id))
    change(vera, now, "perpetrators", None, by_name="Northern Guard", by_certainty="suspected", claims=claim)
    (found,) = [each for each in at(book, "Velmar").perpetrators if each.name == "Northern Guard"]
    assert (found.confidence, found.claims) == ("suspected", (claim,))


def test_nobody_is_added_without_the_words_that_name_them(vera: TestClient, book: Book) -> None:
    address = f"/incidents/{at(book, 'Velmar').id}/change/perpetrators"
    fields = fields_of(vera.get(address).text, address) | {"by_name": ["Northern Guard"]}
    answer = vera.post(address, data=fields)
    assert answer.status_code == 400
    assert "Choose the claims" in answer.text


def test_a_site_and_its_damage(vera: TestClient, book: Book) -> None:
    incident = at(book, "Velmar")
    item = next(n for n, each in enumerate(incident.sites) if each.kind == "market")
    change(vera, incident, "sites", item, site_name="old market", site_effect="destroyed")
    found = {each.name: each.effect for each in at(book, "Velmar").sites}
    assert found["old market"] == "destroyed"
    assert "market" not in found


def test_a_weapon(vera: TestClient, book: Book) -> None:
    change(vera, at(book, "Ostra"), "weapons", 0, weapon_name="car bomb", weapon_kind="bomb")
    assert [(each.name, each.kind) for each in at(book, "Ostra").weapons] == [("car bomb", "bomb")]


def test_a_person_harmed(vera: TestClient, book: Book) -> None:
    incident = at(book, "Velmar")
    item = next(n for n, each in enumerate(incident.victims) if each.name == "Mira Tolven")
    page = change(
        vera, incident, "victims", item, people_names="Mira Tolwen", people_age="41", people_sex="female",
        people_status="civilian", people_roles="midwife", people_kin="mother of Hamid", victim_effect="injured",
    )  # fmt: skip
    assert "corrected by Vera" in page
    (person,) = [each for each in at(book, "Velmar").victims if each.name == "Mira Tolwen"]
    assert (person.age and person.age.best, person.sex, person.status) == (41, "female", "civilian")
    assert person.effect == "injured"
    claims = book.search.index().claims_about(at(book, "Velmar").id)
    people = next(c.people for c in claims if c.people and "Mira Tolwen" in c.people.names)
    assert (people.roles, people.kin) == (("midwife",), ("mother of Hamid",))


def test_a_value_is_confirmed_as_it_is(vera: TestClient, book: Book) -> None:
    before = at(book, "Velmar")
    page = change(vera, before, "place", confirm="yes")
    assert "confirmed by Vera" in page
    assert at(book, "Velmar") == before


def test_an_unchanged_form_is_refused_in_a_sentence(vera: TestClient, book: Book) -> None:
    address = f"/incidents/{at(book, 'Velmar').id}/change/place"
    answer = vera.post(address, data=fields_of(vera.get(address).text, address))
    assert answer.status_code == 400
    assert "confirm it as it is" in answer.text


@pytest.mark.parametrize(
    "address", ["change/nothing", "change/sites?item=99", "change/victims", "change/victims?item=x"]
)
def test_fields_that_are_none(vera: TestClient, book: Book, address: str) -> None:
    assert vera.get(f"/incidents/{at(book, 'Velmar').id}/{address}").status_code == 404


def test_readers_see_no_links_to_change_anything(where: Path, book: Book) -> None:
    nobody = TestClient(create_app(where), base_url="http://127.0.0.1")
    page = nobody.get(f"/incidents/{at(book, 'Velmar').id}").text
    assert "/change/" not in page


def test_an_account_that_only_reads_sees_who_may_decide(where: Path, book: Book, tmp_path: Path) -> None:
    accounts, password = Accounts(tmp_path / "a.accounts"), "a long enough passphrase"
    accounts.add("Rita", password, "reader")
    accounts.add("Edda", password, "editor")
    app = create_app(where, accounts=accounts.path)
    incident = at(book, "Velmar").id
    pages = ("/queue", "/names/places", f"/incidents/{incident}/edit", "/persons/" + book.persons().persons[0].id)
    for name, told in (("Rita", True), ("Edda", False)):
        client = TestClient(app, base_url="http://book.example", headers={"X-Requested-With": "tollbook"})
        assert client.post("/api/session", json={"name": name, "password": password}).status_code == 200
        for address in pages:
            page = client.get(address).text
            assert ("Editors and admins decide." in page) == told, (name, address)
            assert ("can be settled below" in page) <= (not told)
        assert (f"/incidents/{incident}/edit" in client.get(f"/incidents/{incident}").text) == (not told)
        assert ("Choose an action" in client.get(f"/incidents/{incident}/edit?do=split+by+day").text) == (not told)


def test_hostile_words_are_escaped_in_forms(vera: TestClient, book: Book) -> None:
    page = change(vera, at(book, "Ostra"), "weapons", 0, weapon_name='"><script>alert(1)</script>')
    assert "<script>alert" not in page


# ------------------------------------------------------------------------------------------------ API and commands
HEADERS = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Vera"}


def test_marked_words_over_the_api(vera: TestClient, book: Book) -> None:
    report, start, end = report_with(book, "Mira Tolven, a nurse")
    marked = vera.get(f"/api/reports/{report}/words?start={start}&end={end}").json()
    assert (marked["claim"]["kind"], marked["claim"]["people"]["names"]) == ("killed", ["Mira Tolven"])
    assert "kind" in marked["read"]
    wrong = vera.get(f"/api/reports/{report}/words?start=9&end=3")
    assert (wrong.status_code, "Select the words" in wrong.json()["error"]) == (422, True)


def test_a_claim_is_added_and_corrected_in_words_over_the_api(vera: TestClient, book: Book) -> None:
    report, start, end = report_with(book, "Bombs also fell on two clinics")
    asked = {"start": start, "end": end, "why": "test", "values": {"place_name": ["Twinmere"]}}
    refused = vera.post(f"/api/reports/{report}/claims", json=asked, headers=HEADERS)
    assert (refused.status_code, "choose one" in refused.json()["error"]) == (422, True)
    points = [f"{each['lat']},{each['lon']}" for each in vera.get("/api/gazetteer?words=Twinmere").json()]
    assert sorted(points) == ["10.0,20.0", "40.0,60.0"]
    asked["values"] = {"place_name": ["Twinmere"], "place_choice": ["10.0,20.0"]}
    decision = vera.post(f"/api/reports/{report}/claims", json=asked, headers=HEADERS).json()
    name = decision["change"]["id"]
    assert vera.get(f"/api/claims/{name}/filed").json()["incident"]["place"]["lat"] == 10
    corrected = vera.post(
        f"/api/claims/{name}/correct", json={"why": "test", "values": {"when_text": ["4 May 2025"]}}, headers=HEADERS
    )
    assert corrected.json()["change"]["when"]["start"] == "2025-05-04"
    moved = vera.post(
        f"/api/claims/{name}/file", json={"why": "test", "incident": at(book, "Ostra").id}, headers=HEADERS
    )
    assert moved.status_code == 200
    assert vera.get(f"/api/claims/{name}/filed").json()["incident"]["id"] == at(book, "Ostra").id


def test_a_value_of_a_record_over_the_api(vera: TestClient, book: Book) -> None:
    incident = at(book, "Velmar")
    value = vera.get(f"/api/incidents/{incident.id}/fields/place").json()
    assert value["shown"]["place"]["name"] == "Velmar"
    assert len(value["claims"]) > 1
    asked = {"field": "place", "why": "test", "values": {"place_name": ["Twinmere"], "place_choice": ["10.0,20.0"]}}
    decision = vera.post(f"/api/incidents/{incident.id}/fields/place", json=asked, headers=HEADERS).json()
    assert {decision["subject"], *decision["also"]} == set(value["claims"])
    assert at(book, "Twinmere").id
    undone = vera.post(f"/api/decisions/{decision['id']}/undo", json={"why": "test"}, headers=HEADERS)
    assert undone.status_code == 200
    assert at(book, "Velmar") == incident


def test_the_commands(where: Path, book: Book, made: Path) -> None:
    runner, options = CliRunner(), ["--book", str(where), "--why", "test", "--actor", "Vera"]
    report, _, _ = report_with(book, "Bombs also fell")
    new = runner.invoke(main, ["add", report, "Bombs also fell on two clinics", "--place", "Ostra",
                               "--day", "30 April 2025", "--site", "clinics (hospital)", "--effect", "destroyed",
                               *options])  # fmt: skip
    assert "Filed under: Bombing, Ostra, 30 April 2025" in new.output
    claim = added(book)
    assert [(each.kind, each.effect) for each in claim.sites] == [("hospital", "destroyed")]
    asked = runner.invoke(main, ["correct", claim.id, "--place", "Twinmere", *options])
    assert (asked.exit_code, "--at=40.0,60.0" in asked.output, "choose one" in asked.output) == (2, True, True)
    kept = runner.invoke(main, ["correct", claim.id, "--place", "Twinmere", "--at", "40.0,60.0", *options])
    assert "Corrected." in kept.output
    day = runner.invoke(main, ["correct", "--incident", at(book, "Velmar").id, "--day", "4 May 2025", *options])
    assert "Velmar, 4 May 2025" in day.output
    moved = runner.invoke(main, ["file", claim.id, at(book, "Velmar").id, *options])
    assert "Filed under: Airstrike, Velmar" in moved.output
    incident = at(book, "Velmar").id
    for wrong in (
        ["correct", "nothing", "--day", "1 May 2025"],
        ["add", report, "no such words"],
        ["correct", "--incident", incident, "--name", "X"],
        ["correct", claim.id, "--day", "soonish"],
    ):
        assert runner.invoke(main, [*wrong, *options]).exit_code == 2


# ------------------------------------------------------------------------------------------------ linking


def test_correcting_one_person_of_a_claim_marks_nobody_else(tmp_path: Path) -> None:
    text = "A drone hit a bus on Monday. Oksana Hral, 44, and her sister Mira Hral, 39, were killed, police said."
    where = book_of(tmp_path, {"Valley Post": text}, DAY)
    with Book.open(where) as book:
        (incident,) = book.incidents()
        item = next(n for n, each in enumerate(incident.victims) if each.name == "Mira Hral")
        page = change(person(where, "Vera"), incident, "victims", item, people_age="38")
        assert page.count("corrected by Vera") == 1

        evidence = book.incidents.evidence(book.incidents()[0].id)
        claims = evidence.group.claims
        values = record_values(evidence.incident, claims, book.review.field_marks(each.id for each in claims))
        checked = {
            evidence.incident.victims[int(each.item)].name: each.mark for each in values if each.field == "victims"
        }
        assert [name for name, mark in checked.items() if mark] == ["Mira Hral"]
        confirm = next(n for n, each in enumerate(evidence.incident.victims) if each.name == "Oksana Hral")
        page = change(person(where, "Oren"), evidence.incident, "victims", confirm, confirm="yes")
        assert "confirmed by Oren" in page


def test_confirming_one_of_several_in_a_claim_confirms_nobody_else(tmp_path: Path) -> None:
    text = (
        "Oksana Hral, 44, Mira Hral, 39, and Pavel Dorn, 12, were killed on Monday when militants and the Border Guard "
        "shelled a school and a bakery, police said."
    )
    where = book_of(tmp_path, {"Valley Post": text}, DAY)

    def checked(book: Book, field: str) -> list[str]:
        evidence = book.incidents.evidence(book.incidents()[0].id)
        claims = evidence.group.claims
        values = record_values(evidence.incident, claims, book.review.field_marks(each.id for each in claims))
        names = [each.name for each in getattr(evidence.incident, field)]
        return [names[int(each.item or 0)] for each in values if each.field == field and each.mark]

    with Book.open(where) as book:
        (incident,) = book.incidents()
        names = [each.name for each in incident.victims]
        assert len(names) == 3
        page = change(person(where, "Vera"), incident, "victims", names.index("Mira Hral"), confirm="yes")
        assert page.count("confirmed by Vera") == 1
        assert checked(book, "victims") == ["Mira Hral"]
        change(person(where, "Oren"), incident, "victims", names.index("Pavel Dorn"), confirm="yes")
        assert sorted(checked(book, "victims")) == ["Mira Hral", "Pavel Dorn"]
        for field in ("sites", "perpetrators"):
            own = [each.name for each in getattr(incident, field)]
            assert len(own) > 1
            change(person(where, "Vera"), incident, field, 1, confirm="yes")
            assert checked(book, field) == [own[1]]
        assert book.verify() == []
        with pytest.raises(Refused, match="confirms single values"):
            book.review.propose(
                Proposal(verdict="reject", subject=incident.id, why="No.", confirms=("Mira Hral",)), who="Vera"
            )


def test_a_corrected_site_and_name_are_offered_to_reports_that_come_later(tmp_path: Path) -> None:
    text = "A drone hit the Hil Clinic in Springfield, Illinois, on Monday. Martyn Rehl, 41, was killed, {who} said."
    where = book_of(tmp_path, {"Valley Post": text.format(who="police")}, DAY)
    with Book.open(where) as book:
        vera, (incident,) = person(where, "Vera"), book.incidents()
        change(vera, incident, "sites", 0, site_name="Hill Clinic")
        page = change(vera, book.incidents()[0], "victims", 0, people_names="Martin Rehl")
        assert "Corrected in some reports" not in page
        later = tmp_path / "later.txt"
        later.write_text(text.format(who="a doctor").replace("A drone", "On its way a drone"), encoding="utf-8")
        book.read([later], published=DAY, outlet="Harbour Daily")

        (incident,) = book.incidents()
        address = f"/incidents/{incident.id}/carried"
        offered = vera.get(f"/api{address}").json()
        assert {(each["was"], each["now"]) for each in offered} == {
            ("Martyn Rehl", "Martin Rehl"), ("Hil Clinic", "Hill Clinic"),
        }  # fmt: skip
        page = vera.get(f"/incidents/{incident.id}").text
        assert "Corrected in some reports, not in others" in page
        for each in offered:
            asked = {"field": each["field"], "was": each["was"], "why": "The same clinic.", "seen": None}
            assert vera.post(f"/api{address}", json=asked, headers=HEADERS).status_code == 200
        assert vera.get(f"/api{address}").json() == []
        (incident,) = book.incidents()
        assert {name for each in incident.persons for name in each.names} == {"Martin Rehl"}
        undo = f"/api/decisions/{book.review.decisions()[-1].id}/undo"
        assert vera.post(undo, json={"why": "Not sure."}, headers=HEADERS).status_code == 200

        # Whoever leaves it as it is there is not asked again.
        page = vera.get(f"/incidents/{incident.id}").text
        answer = vera.post(address, data=fields_of(page, address) | {"confirm": ["yes"]})
        assert answer.status_code == 200
        assert "Corrected in some reports" not in answer.text
        assert vera.post(address, data=fields_of(page, address)).status_code == 400
        assert book.verify() == []


def test_the_command_line_offers_a_corrected_site_and_name_too(tmp_path: Path) -> None:
    text = "A drone hit the Hil Clinic in Springfield, Illinois, on Monday. Martyn Rehl, 41, was killed, {who} said."
    texts = {"Valley Post": text.format(who="police"), "Harbour Daily": text.format(who="a doctor")}
    where = book_of(tmp_path, texts, DAY)

    def run(*arguments: str, code: int = 0) -> Result:
        done = CliRunner().invoke(main, [*arguments, "--book", str(where)])
        assert done.exit_code == code, done.output
        return done

    with Book.open(where) as book:
        (incident,) = book.incidents()
        assert "No other claim" in run("carry", incident.id).stderr
        for field, spelled in (("sites", "Hill Clinic"), ("people", "Martin Rehl")):
            claim = next(c for c in book.incidents.claims() if (c.sites if field == "sites" else c.people))
            option = "--site" if field == "sites" else "--name"
            said = run("correct", claim.id, option, spelled, "--why", "So.", "--actor", "Vera").stdout
            assert "1 other claim still says" in said
        (incident,) = book.incidents()
        listed = run("carry", incident.id[:9])
        assert "Vera corrected: “Martyn Rehl” → “Martin Rehl”" in listed.stdout
        assert "1 other claim still says this:" in listed.stdout
        assert f"tollbook carry {incident.id} --apply" in listed.stderr
        assert len(run("carry", incident.id, "--format", "jsonl").stdout.splitlines()) == 2
        before = book.review.decisions()
        for wrong in (("--apply",), ("--apply", "--leave", "--actor", "Vera"), ("--was", "Nobody")):
            run("carry", incident.id, *wrong, code=2)
        assert book.review.decisions() == before
        left = run("carry", incident.id, "--was", "Hil Clinic", "--leave", "--actor", "Vera")
        assert "Saved as decision" in left.stderr
        assert "Hil Clinic" not in run("carry", incident.id).stdout
        run("carry", incident.id, "--apply", "--actor", "Vera", "--why", "One person.")
        (incident,) = book.incidents()
        assert "No other claim" in run("carry", incident.id).stderr
        assert {name for each in incident.persons for name in each.names} == {"Martin Rehl"}
        assert {site.name for c in book.incidents.claims() for site in c.sites} == {"Hil Clinic", "Hill Clinic"}
        assert book.review.decisions()[-1].why == "One person."
        assert book.verify() == []


def test_a_place_that_no_gazetteer_has_is_placed_once_for_the_whole_book(tmp_path: Path) -> None:
    texts = {
        "Valley Post": "Gunmen killed four people in Zhorvan on 2 May 2025, police said.",
        "Harbour Daily": "A bomb killed nine people at a market in the town Zhorvan on 20 March 2025, residents said.",
    }
    where = book_of(tmp_path, texts, DAY)
    with Book.open(where) as book:
        vera, first = person(where, "Vera"), book.incidents()[0]
        assert all(each.place is not None and each.place.lat is None for each in book.incidents())
        page = change(vera, first, "place", place_lat="34.5", place_lon="41.25")
        assert "Place every “Zhorvan” of this book here" in page
        assert "2 reports have this place." in page
        assert [each.place.lat for each in book.incidents() if each.place].count(34.5) == 1

        page = vera.post("/names/places/settle", data=fields_of(page, "/names/places/settle")).text
        assert "Saved as one name in the whole book." in page
        assert "Place every" not in page
        places = [each.place for each in book.incidents()]
        assert [(each.name, each.lat, each.lon) for each in places if each] == [("Zhorvan", 34.5, 41.25)] * 2
        assert "Zhorvan" in book.names.export()
        assert "34.5" in book.names.export()

        settled = book.review.decisions()[-1]
        book.undo(settled.id, who="Vera", why="Not sure.")
        assert [each.place.lat for each in book.incidents() if each.place].count(34.5) == 1


def test_a_name_of_an_own_place_typed_in_a_form_means_it(tmp_path: Path) -> None:
    texts = {"Valley Post": "Gunmen killed four people in Zhorvan on 2 May 2025, police said."}
    where = book_of(tmp_path, texts, DAY)
    with Book.open(where) as book:
        ruling = {"kind": "places", "name": "Tell Orin", "spellings": ["Tell Orin"]}
        book.names.settle(
            ruling | {"place": {"name": "Tell Orin", "lat": 35.5, "lon": 40.5}}, who="Vera", why="Our own list."
        )
        change(person(where, "Vera"), book.incidents()[0], "place", place_name="tell orin")
        (place,) = [each.place for each in book.incidents()]
        assert place is not None
        assert (place.lat, place.lon) == (35.5, 40.5)
