"""Search: matching incidents, facet counts and orders. All incidents are invented."""

import json
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.small_books import book_of
from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import Contents
from tollbook.incidents.facets import CHOICES, FACETS, FLAGS, days
from tollbook.model import Claim, Place, Report, Speaker, When
from tollbook.record import Figure, Incident, Perpetrator, ReportLink, Site, Victim
from tollbook.search.query import MOST_PER_PAGE, IncidentIndex, Query, Sort

DAY = date(2020, 3, 1)
SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
PLACES = (
    Place(name="Oberfeld", country_name="Arvia", lat=1.0, lon=2.0, precision=2),
    Place(name="Niederau", country_name="Arvia", lat=1.5, lon=2.5, precision=2),
    Place(name="Somewhere", reason="no place of that name was found"),
    None,
)


def incident(
    number: int, *, place: Place | None = PLACES[0], start: date | None = DAY, length: int = 0, killed: int = 1
) -> Incident:
    when = When(start=start, end=start + timedelta(days=length), precision="days") if start else None
    return Incident(
        id=f"{number:04}",
        kind="shelling" if number % 2 else "airstrike",
        title=f"Reported event {number}",
        when=when,
        place=place,
        reports=(ReportLink(id=f"r{number}", main=True, claims=1),),
        figures={"killed": Figure(low=killed, best=killed, high=killed, independent_sources=1 + number % 2)},
        perpetrators=(Perpetrator(name="gunmen"),) if number % 3 == 0 else (),
        sites=(Site(name="the mill", kind="factory"),) if number % 5 == 0 else (),
        victims=(Victim(name=f"Person {number}", effect="killed", status="civilian"),),
        questions=("Single source.",) if number % 2 == 0 else (),
    )


def index_of(*incidents: Incident) -> IncidentIndex:
    reports, claims = [], []
    for each in incidents:
        for link in each.reports:
            outlet = f"Outlet {len(each.id) + int(each.id) % 3}"
            reports.append(Report(id=link.id, sha256="", text="One was killed.", outlet=outlet))
            claims.append(
                Claim(
                    id=f"c-{link.id}",
                    report=link.id,
                    start=0,
                    end=14,
                    quote="One was killed",
                    kind="killed",
                    speakers=(Speaker(name="the mayor"), Speaker(name=outlet, role="outlet")),
                    incident=each.id,
                )
            )
    return IncidentIndex(Contents(reports=tuple(reports), claims=tuple(claims), incidents=incidents))


MANY = index_of(
    *(
        incident(n, place=PLACES[n % 4], start=None if n % 7 == 0 else DAY + timedelta(days=n), killed=n % 11)
        for n in range(60)
    )
)


def found(on: IncidentIndex, query: Query) -> list[str]:
    return [each.id for each in on.browse(query).incidents]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (Query(text="event 3"), ["0003"]),
        (Query(text="PERSON 2 killed"), ["0002"]),
        (Query(text="no such name"), []),
        (Query(kind="airstrike"), ["0002", "0004"]),
        (Query(perpetrator="gunmen"), ["0003"]),
        (Query(needs_person=True), ["0002", "0004"]),
        (Query(single_source=True), ["0002", "0004"]),
        (Query(contested=True), []),
        (Query(speaker="the mayor", kind="airstrike"), ["0002", "0004"]),
        (Query(place="Oberfeld", country="Arvia"), ["0001", "0002", "0003", "0004"]),
        (Query(country="Elsewhere"), []),
        (Query(status="civilian", sort="oldest"), ["0001", "0002", "0003", "0004"]),
    ],
)
def test_incidents_that_match_a_query(query: Query, ids: list[str]) -> None:
    on = index_of(*(incident(n) for n in (1, 2, 3, 4)))
    assert found(on, query) == ids


@pytest.mark.parametrize(
    ("first", "last", "ids"),
    [
        (None, DAY - timedelta(days=1), []),
        (DAY, DAY, ["0001"]),
        (DAY + timedelta(days=3), None, ["0002"]),
        (DAY - timedelta(days=9), DAY + timedelta(days=9), ["0002", "0001"]),
        (None, None, ["0002", "0001", "0003"]),
    ],
)
def test_a_range_of_days_matches_incidents_that_may_have_happened_in_it(
    first: date | None, last: date | None, ids: list[str]
) -> None:
    on = index_of(incident(1), incident(2, start=DAY + timedelta(days=2), length=5), incident(3, start=None))
    assert found(on, Query(day_from=first, day_to=last)) == ids


def test_undated_incidents_come_last_in_both_orders() -> None:
    assert (
        found(MANY, Query(sort="newest", per_page=60))[-1]
        == found(MANY, Query(sort="oldest", per_page=60))[-1]
        == "0056"
    )


def test_the_most_killed_come_first() -> None:
    killed = [each.figures["killed"].high for each in MANY.browse(Query(sort="most killed", per_page=60)).incidents]
    assert killed == sorted(killed, key=lambda n: -(n or 0))


@settings(deadline=None)
@given(st.integers(1, 70))
def test_pages_together_have_all_matching_incidents(per_page: int) -> None:
    pages = -(-60 // per_page)
    together = [i for page in range(1, pages + 1) for i in found(MANY, Query(per_page=per_page, page=page))]
    assert sorted(together) == sorted(MANY.incidents)
    assert len(together) == len(set(together))


@settings(deadline=None)
@given(st.sampled_from([name for name in FACETS if name not in {"day", "flag"}]), st.data())
def test_a_facet_count_equals_the_filtered_total(name: str, data: st.DataObject) -> None:
    values = MANY.browse(Query()).facets[name]
    value, count = data.draw(st.sampled_from(values))
    assert MANY.browse(msgspec.structs.replace(Query(), **{name: value})).total == count


def test_a_flag_count_equals_the_filtered_total() -> None:
    counts = dict(MANY.browse(Query()).facets["flag"])
    assert counts["needs a person"] == MANY.browse(Query(needs_person=True)).total
    assert counts["single source"] == MANY.browse(Query(single_source=True)).total


def test_the_map_has_every_incident_with_a_point() -> None:
    listing = MANY.browse(Query(per_page=1))
    with_point = [i for i in MANY.incidents.values() if i.place and i.place.lat is not None]
    assert sum(spot.incidents for spot in listing.spots) == len(with_point)
    assert {spot.name for spot in listing.spots} == {"Oberfeld", "Niederau"}


def test_the_table_of_facets_gives_query_fields_and_counts() -> None:
    assert {*CHOICES, *FLAGS} <= set(Query.__struct_fields__)
    assert set(MANY.browse(Query()).facets) == set(FACETS) == {"day", "flag", *CHOICES}


@pytest.mark.parametrize("query", [Query(page=0), Query(per_page=0), Query(per_page=MOST_PER_PAGE + 1)])
def test_invalid_pages_are_refused(query: Query) -> None:
    with pytest.raises(Refused):
        MANY.browse(query)


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(Refused, match="choose one of"):
        MANY.browse(msgspec.structs.replace(Query(), sort="loudest"))


def test_unknown_ids_are_named_in_the_refusal() -> None:
    with pytest.raises(NoSuchRecord, match="no incident 9999"):
        MANY.incident("9999")


@pytest.mark.parametrize(
    ("when", "value"),
    [
        (None, ""),
        (When(text="lately"), ""),
        (When(start=DAY), "2020-03-01"),
        (When(start=DAY, end=DAY), "2020-03-01"),
        (When(start=DAY, end=date(2020, 3, 31), precision="month"), "2020-03-01/2020-03-31"),
    ],
)
def test_days_as_a_facet_value(when: When | None, value: str) -> None:
    assert days(when) == value


@pytest.fixture(scope="module")
def book(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book.open(shutil.copy(sample_book, tmp_path_factory.mktemp("browsing"))) as opened:
        yield opened


@pytest.fixture(scope="module")
def both(book: Book) -> tuple[IncidentIndex, IncidentIndex]:
    """The index over stored rows, and the index over the same book in memory: the oracle."""
    return book.search.index(), IncidentIndex(book.export.contents())


QUERIES = st.builds(
    Query,
    text=st.sampled_from(["", "clinic", "VELMAR killed", "100%", "nothing of the kind"]),
    day_from=st.sampled_from([None, date(2021, 10, 5), date(2021, 10, 6), date(2022, 1, 1)]),
    day_to=st.sampled_from([None, date(2021, 10, 5), date(2021, 10, 9)]),
    kind=st.sampled_from([None, "airstrike", "shooting"]),
    place=st.sampled_from([None, "Velmar", "Dursan"]),
    speaker=st.sampled_from([None, "Ilyas Tarkhan"]),
    contested=st.booleans(),
    needs_person=st.booleans(),
    sort=st.sampled_from(get_args(Sort)),
    rule=st.sampled_from(["range", "acled"]),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(QUERIES)
def test_the_sql_index_equals_the_index_in_memory(both: tuple[IncidentIndex, IncidentIndex], query: Query) -> None:
    stored, whole = (on.browse(query) for on in both)
    assert stored.total == whole.total
    assert [each.id for each in stored.incidents] == [each.id for each in whole.incidents]
    if query.rule == "range":
        assert stored.incidents == whole.incidents
    assert {name: set(values) for name, values in stored.facets.items()} == {
        name: set(values) for name, values in whole.facets.items()
    }
    assert set(stored.spots) == set(whole.spots)


@pytest.fixture(scope="module")
def days_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    """The samples, a report without a day, and a page that was captured twice, the second time with other words."""
    folder = tmp_path_factory.mktemp("days")
    template = "{} people were killed by shelling in Velmar on Tuesday 5 October 2021, said {}."
    page = {"url": "https://valley-bell.example/mill", "outlet": "Valley Bell"}
    lines = [
        {"id": "undated", "outlet": "Valley Radio", "text": template.format("Nine", "the miller")},
        {"id": "first", **page, "published": "2021-10-05", "modified": "2021-10-05",
         "captured": "2021-10-05T08:00:00Z", "text": template.format("Four", "the coroner Ada Marn")},
        {"id": "second", **page, "published": "2021-10-05", "modified": "2021-10-07",
         "captured": "2021-10-07T08:00:00Z", "text": template.format("Five", "the nurse Lio Terk")},
    ]  # fmt: skip
    (folder / "more.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with Book.open(folder / "a.book", create=True) as opened:
        opened.read([SAMPLES / "reports.jsonl", folder / "more.jsonl"], places=SAMPLES / "places.csv")
        yield opened


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(QUERIES, st.integers(3, 14), st.integers(1, 3), st.integers(1, 4))
def test_lists_as_of_a_day_equal_the_index_in_memory(
    days_of: Book, query: Query, day: int, page: int, per_page: int
) -> None:
    as_of = date(2021, 10, day)
    query = msgspec.structs.replace(query, as_of=as_of, page=page, per_page=per_page)
    # Orders by a figure use the figures of the default rule.
    whole = IncidentIndex(days_of.export.contents(as_of=as_of)).browse(msgspec.structs.replace(query, rule="range"))
    found = days_of.search.incidents(query)
    assert found.total == whole.total
    assert [each.id for each in found.incidents] == [each.id for each in whole.incidents]
    if query.rule == "range":
        assert found.incidents == whole.incidents
    else:
        assert found.incidents == tuple(
            days_of.incidents.get(i.id, rule=query.rule, as_of=as_of) for i in found.incidents
        )
    assert {name: set(values) for name, values in found.facets.items()} == {
        name: set(values) for name, values in whole.facets.items()
    }
    assert set(found.spots) == set(whole.spots)


def _as_claim(claim: Claim) -> dict[str, Any]:
    """The fields of a claim; contents tell beside them what people corrected."""
    return {name: value for name, value in claim.to_dict().items() if name in Claim.__struct_fields__ or name == "with"}


def test_stored_rows_give_the_same_records(both: tuple[IncidentIndex, IncidentIndex]) -> None:
    stored, whole = both
    for name in whole.incidents:
        assert stored.incident(name) == whole.incident(name)
        assert {claim.id for claim in stored.claims_about(name)} == {claim.id for claim in whole.claims_about(name)}
        assert stored.facets(name) == whole.facets(name)
    for name in whole.tolls:
        assert stored.toll(name) == whole.toll(name)
        assert {claim.id for claim in stored.claims_about(name)} >= {claim.id for claim in whole.claims_about(name)}
    for name, report in whole.reports.items():
        assert stored.report(name) == report
        assert [_as_claim(claim) for claim in stored.claims_in(name)] == [_as_claim(c) for c in whole.claims_in(name)]
    assert {claim.id for claim in stored.claims.values()} == set(whole.claims)
    for speaker, _ in whole.values("speaker"):
        assert {claim.id for claim in stored.claims_by(speaker)} == {
            claim.id for claim in whole.claims_by(speaker) if claim.incident or claim.toll
        }
    for outlet, _ in whole.values("outlet"):
        assert {each.id for each in stored.reports_by(outlet)} == {each.id for each in whole.reports_by(outlet)}
    for facet in ("place", "speaker", "outlet"):
        assert stored.values(facet) == whole.values(facet)
        assert stored.values(facet, "AR") == whole.values(facet, "ar")


def test_listed_figures_follow_the_rule_of_the_query(book: Book) -> None:
    for incident in book.incidents(rule="acled"):
        assert book.search.index(rule="acled").incident(incident.id) == incident
        assert incident in book.search.incidents(Query(rule="acled")).incidents


def test_a_decision_changes_the_results_at_once(book: Book) -> None:
    name = next(each.id for each in book.incidents() if each.kind == "airstrike")
    before = book.search.index().incident(name)
    decision = book.decide("reject", before.figures["injured"].high_claims[0], who="Ada Lund", why="not counted")
    assert book.search.index().incident(name).figures["injured"].high != before.figures["injured"].high
    book.undo(decision.id, who="Ada Lund", why="counted after all")
    assert book.search.index().incident(name) == before


def test_claims_of_superseded_editions_are_not_indexed(tmp_path: Path) -> None:
    page = "https://valley-bell.example/mill"
    words = "Four people were killed by shelling in Oberfeld on Monday 4 October 2021, {} said. The mill burned down."
    for name, who, hour in (("first", "the coroner Ada Marn", 8), ("second", "the nurse Lio Terk", 18)):
        lines = {"id": name, "url": page, "outlet": "Valley Bell", "published": "2021-10-05",
                 "captured": f"2021-10-05T{hour:02}:00:00Z", "text": words.format(who)}  # fmt: skip
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(lines))
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "first.jsonl", tmp_path / "second.jsonl"])
        for on in (book.search.index(), IncidentIndex(book.export.contents())):
            assert {value for value, _ in on.values("speaker")} == {"Lio Terk"}
            assert on.browse(Query(speaker="Ada Marn")).total == 0
            assert on.browse(Query(speaker="Lio Terk")).total == 1


@pytest.mark.parametrize("kind", ["", "killed", "injured", "attack"])
def test_pages_of_claims(book: Book, kind: str) -> None:
    """The pages have every claim of the book once; claims that a person changed come last."""
    corrected = next(claim.id for claim in book.incidents.claims() if claim.kind == "injured")
    decision = book.decide("correct", corrected, who="Vera", why="read again", change={"kind": "killed"})
    added = book.decide("add", "sample-05", who="Vera", why="missed", change={"start": 0, "end": 6, "kind": "killed"})
    stored = book.search.index()
    whole = {name: stored.claims[name] for name in stored.claims}
    wanted = {name: claim for name, claim in whole.items() if not kind or claim.kind == kind}
    pages = []
    while page := stored.claims_page(len(pages) + 1, 7, kind)[0]:
        pages.append(page)
    every = [claim for page in pages for claim in page]
    assert len(every) == len(wanted) == stored.claims_page(1, 7, kind)[1]
    assert {claim.id: claim for claim in every} == wanted
    if kind in {"", "killed"}:
        assert {claim.id for claim in every[-2:]} == {corrected, (added.change or {})["id"]}
    for each in (decision, added):
        book.undo(each.id, who="Vera", why="a test")


def test_reports_are_paged_and_found_by_words(book: Book) -> None:
    names = [report.id for n in range(1, 5) for report in book.reports.page(n, 3)[0]]
    assert sorted(names) == sorted(report.id for report in book.reports())
    days = [book.review.report(name).report.published for name in names]
    known = [day for day in days if day]
    assert known == sorted(known, reverse=True)
    assert days[len(known) :] == [None] * (len(days) - len(known))
    found, total = book.reports.page(words="clinic", per_page=2)
    assert total > len(found) == 2
    assert all("clinic" in f"{report.title} {report.text}".casefold() for report in found)
    assert book.reports.page(words="clinic", outlet="Nobody") == ([], 0)
    assert book.reports.page(words="?!") == ([], 0)


def test_facets_after_a_new_report_are_those_of_a_book_opened_anew(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Invented Herald": "A shell killed four people in Velmar on Monday, police said."})
    later = tmp_path / "later.txt"
    later.write_text("Gunmen killed two teachers in Tarnel on Tuesday, the mayor said.", "utf-8")
    with Book.open(where) as book:
        before = book.search.incidents(Query()).facets
        book.read([later], outlet="Invented Post")
        after = book.search.incidents(Query()).facets
    with Book.open(where) as book:
        assert book.search.incidents(Query()).facets == after != before
