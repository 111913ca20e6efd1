"""Tables for incidents: facets, questions, editions, what is made again, and states of a day. All is invented."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest
from reconcile_builders import claim, group, number, report
from sqlalchemy import select

from tests.deciding import decide
from tollbook.decisions import verdicts
from tollbook.decisions.constraints import SourceConstraints
from tollbook.incidents import build, cache, editions, facets, incremental, link_reasons, snapshot
from tollbook.incidents.questions import Material, Question, find
from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.model import Candidate, Claim, Event, Place, Report, Speaker, When
from tollbook.reconcile import RULES
from tollbook.record import Figure, Incident, ReportLink, Victim
from tollbook.store import Store, incident_tables

DAY = date(2031, 5, 5)
MILL = Place(name="Mill", country="XA", country_name="Arvia", lat=1.5, lon=-2.0, precision=1)
FARM = Place(name="Farm", country="XB", country_name="Brevia", lat=40.0, lon=50.0, precision=1)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        (None, ""), (When(), ""), (When(end=DAY), ""), (When(start=DAY), "2031-05-05"),
        (When(start=DAY, end=DAY), "2031-05-05"), (When(start=DAY, end=DAY + timedelta(2)), "2031-05-05/2031-05-07"),
    ],
)  # fmt: skip
def test_the_days_of_a_time_as_one_value(when: When | None, expected: str) -> None:
    assert facets.days(when) == expected


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (None, None), (Place(name="Mill"), None), (Place(name="Mill", lat=1.5), None),
        (Place(name="Mill", lon=1.5), None),
        (MILL, "1.5|-2.0|1|Mill"), (Place(name="A | B", lat=0.0, lon=0.0), "0.0|0.0||A | B"),
    ],
)  # fmt: skip
def test_a_point_on_the_map_as_one_value(place: Place | None, value: str | None) -> None:
    assert facets.spot_value(place) == value
    if place is not None and value is not None:
        spot = facets.spot_of(value, 3)
        assert (spot.name, spot.lat, spot.lon, spot.precision, spot.incidents) == (
            place.name, place.lat, place.lon, place.precision, 3,
        )  # fmt: skip


OUTLET, DOCTOR, MAYOR = Speaker(name="Bell", role="outlet"), Speaker(name="A doctor"), Speaker(name="The mayor")


@pytest.mark.parametrize(
    ("speakers", "expected"),
    [((), None), ((OUTLET,), None), ((DOCTOR, OUTLET), "A doctor"), ((DOCTOR, MAYOR, OUTLET), "A doctor")],
)
def test_the_informant_of_a_claim(speakers: tuple[Speaker, ...], expected: str | None) -> None:
    assert facets.informant(msgspec.structs.replace(claim(3), speakers=speakers)) == expected


@pytest.mark.parametrize(
    ("figures", "flags"),
    [
        ({}, set()), ({"killed": Figure(independent_sources=1)}, {"single source"}),
        ({"killed": Figure(independent_sources=2)}, set()),
        ({"killed": Figure(independent_sources=1), "injured": Figure(independent_sources=2)}, set()),
        ({"killed": Figure(independent_sources=3, status="contested")}, {"contested"}),
    ],
)  # fmt: skip
def test_the_flags_of_an_incident(figures: dict[str, Figure], flags: set[str]) -> None:
    incident = Incident(id="i", kind="raid", title="Raid", figures=figures)
    assert facets.facet_values(incident, (), {})["flag"] == {*flags, "described"}


def test_an_incident_that_is_only_mentioned_in_passing_is_not_described() -> None:
    incident = Incident(id="i", kind="raid", title="Raid", reports=(ReportLink(id="a", passing=True),))
    assert facets.facet_values(incident, (), {})["flag"] == set()


def test_facets_and_words_leave_out_superseded_reports() -> None:
    incident = Incident(
        id="i", kind="raid", title="One night", place=MILL, questions=("Who?",),
        reports=(ReportLink(id="a"), ReportLink(id="x")),
        victims=(
            Victim(name="Ana Brod", effect="killed"), Victim(effect="injured", status="police", description="guards"),
        ),
    )  # fmt: skip
    claims = [
        msgspec.structs.replace(claim(3), speakers=(speaker, OUTLET), report=name, quote=f"Quote of {name}")
        for speaker, name in ((DOCTOR, "a"), (MAYOR, "b"))
    ]
    values = facets.facet_values(incident, claims, {"a": report("a"), "b": report("b")})
    assert {name: set(found) for name, found in values.items() if found} == {
        "day": {""}, "spot": {"1.5|-2.0|1|Mill"}, "flag": {"needs a person", "described"},
        "kind": {"raid"}, "country": {"Arvia"},
        "place": {"Mill"}, "status": {"police"}, "speaker": {"A doctor"}, "outlet": {"Outlet a"},
    }  # fmt: skip
    assert facets.searchable_text(incident, claims) == "one night\nraid\nmill\nana brod\nguards\nquote of a"


REPORTS = {name: report(name, day) for name, day in (("a", 6), ("b", 5), ("undated", None))}


def asked(figure: Figure | None, claims: Sequence[Claim], **fields: object) -> list[Question]:
    """The questions about an incident with one figure of people killed."""
    known = {"when": When(start=DAY), "place": MILL} | fields
    links = tuple(ReportLink(id=name) for name in sorted({c.report for c in claims}))
    figures = {"killed": figure} if figure is not None else {}
    incident = Incident(id="i", kind="raid", title="Raid", figures=figures, reports=links, **known)  # type: ignore[arg-type]
    return list(find(Material(incident, group(*claims), {c.id: c for c in claims}, REPORTS)))


def sure(confidence: float, quote: str = "three men", **fields: object) -> Claim:
    return msgspec.structs.replace(claim(3, **fields), id="c", confidence=confidence, quote=quote)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("figure", "claim", "expected"),
    [
        (Figure(low=3, high=9, low_claims=("c",)), sure(0.4), 1),
        (Figure(low=3, high=9, low_claims=("c",)), sure(0.5), 0),
        (Figure(low=3, high=9, low_claims=("c", "d")), sure(0.4), 0),
        (Figure(low=3, high=3, low_claims=("c",)), sure(0.4), 0),
        (Figure(low=3, high=9, low_claims=("c",)), sure(0.4, quote=""), 0),
        (Figure(low=3, high=9, low_claims=("d",)), sure(0.4), 0),
        (Figure(low=3, high=9, high_claims=("c",)), sure(0.4), 1),
        (Figure(low=3, high=9, low_claims=("c",), high_claims=("c",)), sure(0.4), 1),
    ],
)  # fmt: skip
def test_a_bound_that_depends_on_one_unsure_claim_is_asked_about(figure: Figure, claim: Claim, expected: int) -> None:
    found = asked(figure, [claim])
    assert [q.kind for q in found] == ["low confidence"] * expected
    actions = ["accept", "reject", "correct", "total", "other event", "settle"]
    assert all([a.action for a in q.answers] == actions for q in found)
    assert all(q.claims == ("c",) and q.incident == "i" and q.title == "Raid" for q in found)


@pytest.mark.parametrize(
    ("low", "high", "status", "moves", "says"),
    [
        (3, 9, "contested", 1.946, "The bounds are 6 people apart."), (3, 4, "contested", 0.693, "1 person apart"),
        (3, 9, "range", None, ""), (None, 9, "contested", 2.303, "9 people apart"),
    ],
)  # fmt: skip
def test_contested_figures_are_asked_about(
    low: int | None, high: int, status: str, moves: float | None, says: str
) -> None:
    figure = Figure(low=low, high=high, status=status, low_claims=("a", "b", "c"), high_claims=("d", "a"))  # type: ignore[arg-type]
    claims = [msgspec.structs.replace(claim(3), id=name) for name in "abcd"]
    found = asked(figure, claims)
    assert [(q.kind, q.moves) for q in found] == ([] if moves is None else [("contested figure", moves)])
    for question in found:
        (card,) = question.cards  # the same words and the same number
        assert question.claims == card.claims == ("a", "b", "c", "d")
        accepted = next(a for a in question.answers if a.action == "accept")
        assert [accepted.subject, *(step.subject for step in accepted.also)] == ["a", "b", "c", "d"]
        assert question.answers[-1].subject == question.id
        assert says in question.why


@pytest.mark.parametrize(
    ("when", "place", "kinds"),
    [
        (When(start=DAY), MILL, []), (None, MILL, ["undated"]), (When(), MILL, ["undated"]),
        (When(start=DAY), None, ["unresolved place"]), (When(start=DAY), Place(name="Mill"), ["unresolved place"]),
        (None, None, ["undated", "unresolved place"]),
    ],
)  # fmt: skip
def test_a_missing_day_or_place_is_asked_about(when: When | None, place: Place | None, kinds: list[str]) -> None:
    assert [q.kind for q in asked(None, [claim(3)], when=when, place=place)] == kinds


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a", "b"], "b"),
        (["b", "a"], "b"),
        (["a", "undated"], "a"),
        (["undated", "gone"], "gone"),
        (["gone", "a"], "a"),
    ],
)
def test_the_earliest_claim_is_corrected(names: list[str], expected: str) -> None:
    claims = [msgspec.structs.replace(claim(3, in_=name), id=name) for name in names]
    (question,) = asked(None, claims, when=None)
    assert question.claims == (expected,)
    assert question.answers[0].subject == expected
    later = [msgspec.structs.replace(claim(3, start=start), id=f"at {start}") for start in (9, 3)]
    assert asked(None, later, when=None)[0].claims == ("at 3",)


def test_which_of_several_places_is_asked_with_its_candidates() -> None:
    candidates = tuple(Candidate(name="Tarn", lat=float(n), lon=0.0) for n in range(2))
    tarn = Place(name="Tarn", candidates=candidates)
    claims = [
        msgspec.structs.replace(claim(3), id="first"),
        msgspec.structs.replace(claim(3, start=20, place=tarn), id="second"),
    ]
    (question,) = asked(None, claims, place=tarn)
    assert (question.candidates, question.claims) == (candidates, ("second",))
    assert [card.label for card in question.cards] == ["Tarn (0.00, 0.00)", "Tarn (1.00, 0.00)"]
    meant = [a for a in question.answers if a.action == "accept"]
    assert [(a.card, a.change["place"]["lat"]) for a in meant if a.change] == [(0, 0.0), (1, 1.0)]
    assert question.sentence == "Which Tarn is meant? Nothing in the reports tells 2 places apart."
    (question,) = asked(None, claims, place=Place(name="Tarn"))
    assert (question.sentence, question.candidates) == (
        "Where is Tarn? No place of this name was found.",
        (),
    )
    (question,) = asked(None, claims, place=None)
    assert (question.sentence, question.claims) == ("Where did it happen? No report says so.", ("first",))


TEXT = "A shell hit the mill at dawn, and smoke rose over the valley until the evening of that day. "


def texts(*named: tuple[str, str, int]) -> dict[str, Report]:
    return {
        name: Report(id=name, sha256=name, text=text, outlet=name, published=DAY + timedelta(day))
        for name, text, day in named
    }


@pytest.mark.parametrize(
    ("constraints", "copies"),
    [
        (SourceConstraints(), {("b", "a", None)}), (SourceConstraints(separate=frozenset({"a"})), set()),
        (SourceConstraints(independent=frozenset({("a", "b")})), {("b", "a", "independent")}),
        (SourceConstraints(one_source=frozenset({("b", "elsewhere")})), {("b", "a", None)}),
        (SourceConstraints(one_source=frozenset({("b", "c")})), {("b", "a", None), ("c", "b", "one source")}),
    ],
)  # fmt: skip
def test_which_reports_copy_others(constraints: SourceConstraints, copies: set[object]) -> None:
    reports = texts(("a", TEXT * 3, 0), ("b", TEXT * 3, 1), ("c", "Rain fell on the farm. " * 9, 2))
    assert {(c.report, c.of, c.ruling) for c in build.find_copies(reports, constraints)} == copies
    assert list(build.find_copies({"a": reports["a"]}, SourceConstraints())) == []


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "a.book", create=True)
    yield opened
    opened.close()


def add(
    store: Store, name: str, dead: int = 3, *, day: int | None = 0, place: Place = MILL, text: str = "",
    url: str | None = None, scope: str = "incident",
) -> str:  # fmt: skip
    """A report of one shooting with one claim; the claim's id."""
    text = text or f"{dead} men died at the {place.name}. {STORIES[place.name]}"
    published = None if day is None else DAY + timedelta(day)
    happened = DAY if place is MILL else DAY - timedelta(60)
    made = Claim(
        id=f"{name} killed", report=name, start=0, end=5, quote=text[:5], kind="killed", count=number(dead),
        place=place, when=When(start=happened, end=happened, precision="day"), event=Event(kind="shooting"),
        scope=scope,  # type: ignore[arg-type]
        speakers=(Speaker(name=f"Outlet {name}", role="outlet"),),
    )  # fmt: skip
    captured = Report(
        id=name, sha256=hashlib.sha256(f"{name}{text}".encode()).hexdigest(), text=text, outlet=f"Outlet {name}",
        published=published, url=url,
    )  # fmt: skip
    capture = Capture(report=captured, original=f"{name}{text}".encode())
    store.add(capture, Reading(report=name, claims=(made,)), finder="test", separate=False)
    return made.id


def linked(store: Store) -> list[list[str]]:
    """The reports of each incident, after checking the rows against a build from nothing."""
    incremental.catch_up(store)
    built = build.build(*store.contents(), verdicts.in_force(store))
    assert cache.everything(store) == built
    return sorted(sorted(link.id for link in incident.reports) for incident in built.incidents)


#: What reports of two incidents say apart from the dead: nothing in common.
STORIES = {"Mill": "The miller fled to the river.", "Farm": "Cattle were driven across a ridge; barns burned."}
WHO = {"who": "Ines", "why": "Because."}


def test_decisions_change_the_incidents_they_are_about(store: Store) -> None:
    one, other = add(store, "a"), add(store, "b", place=FARM)
    assert linked(store) == [["a"], ["b"]]
    # The decision that settles a question changes nothing; the one after it does.
    decide(store, "settle", "a question", **WHO)
    same = decide(store, "same", one, other=other, **WHO)
    assert linked(store) == [["a", "b"]]
    verdicts.undo(store, same.id, **WHO)
    assert linked(store) == [["a"], ["b"]]
    decide(store, "reject", one, **WHO)
    assert linked(store) == [["b"]]


def test_claims_added_by_hand_are_linked_and_unlinked(store: Store) -> None:
    other = add(store, "b", place=FARM)
    add(store, "a")
    assert linked(store) == [["a"], ["b"]]
    change = {"start": 8, "end": 12, "kind": "injured", "place": msgspec.to_builtins(FARM)}
    decide(store, "add", "a", change=change, **WHO)
    linked(store)
    (added,) = [c for g in cache.groups(store) for c in g.claims if c.kind == "injured"]
    decide(store, "same", added.id, other=other, **WHO)
    assert ["a", "b"] in linked(store)
    decide(store, "reject", added.id, **WHO)
    assert linked(store) == [["a"], ["b"]]


def test_an_update_names_what_changed(store: Store) -> None:
    add(store, "a")
    add(store, "farm", place=FARM)
    first = incremental.catch_up(store)
    assert (len(first.rebuilt), first.removed) == (2, ())
    assert incremental.catch_up(store) == incremental.IncidentChanges()
    claim = add(store, "b", 4)
    second = incremental.catch_up(store)
    assert len(second.rebuilt) == 1
    decide(store, "reject", claim, **WHO)
    decide(store, "reject", "a killed", **WHO)
    third = incremental.catch_up(store)
    assert (third.rebuilt, third.removed) == ((), second.rebuilt)


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_makes_its_own_figures(store: Store, rule: str) -> None:
    add(store, "a")
    add(store, "b", 9)
    incremental.catch_up(store)
    assert {f.rule for i in cache.incidents(store, rule=rule) for f in i.figures.values()} == {rule}
    built = build.build(*store.contents(), (), rule=rule)
    assert cache.everything(store, rule=rule) == built


def test_as_of_a_day_only_earlier_reports_count(store: Store) -> None:
    add(store, "a")
    add(store, "b", 9, day=2)
    add(store, "undated", 4, day=None)
    add(store, "total", 700, scope="running total")
    incremental.catch_up(store)
    for offset, names in ((-1, []), (0, ["a", "total"]), (1, ["a", "total"]), (2, ["a", "b", "total"])):
        day = DAY + timedelta(offset)
        contents = snapshot.contents(store, rule="range", as_of=day)
        assert sorted(r.id for r in contents.reports) == names
        assert sorted(c.report for c in contents.claims) == names
        assert sorted(link.id for i in contents.incidents for link in i.reports) == [n for n in names if n != "total"]
        assert (len(contents.tolls) == 1) is ("total" in names)
        assert all(c.incident is not None or c.toll is not None for c in contents.claims)
    everything = snapshot.contents(store, rule="range")
    assert sorted(r.id for r in everything.reports) == ["a", "b", "total", "undated"]


@pytest.mark.parametrize(
    ("days", "same_page", "first", "complete_from"),
    [
        ((0, 2), False, 0, 2), ((2, 0), False, 0, 2), ((0, None), False, 0, None), ((None, None), False, None, None),
        ((0, 2), True, 2, None),
    ],
)  # fmt: skip
def test_from_which_day_an_incident_is_complete(
    store: Store, days: tuple[int | None, int | None], first: int | None, complete_from: int | None, *, same_page: bool
) -> None:
    for name, day in zip("ab", days, strict=True):
        text = f"{TEXT}{name}" if same_page else ""
        add(store, name, day=day, text=text, url="https://bell.example/mill" if same_page else None)
    assert len(linked(store)) == 1
    listed = incident_tables.listed.c
    with store.derived_rows() as rows:
        ((published, complete),) = rows.execute(select(listed.first_published, listed.complete_from)).all()
    known = (None if offset is None else DAY + timedelta(offset) for offset in (first, complete_from))
    assert same_page or (published, complete) == tuple(known)
    assert (complete is None) is (complete_from is None)


def test_only_pages_with_several_editions_have_corrections(store: Store) -> None:
    page, other = "https://bell.example/mill", "https://bell.example/farm"
    add(store, "b", text=f"Three died. {TEXT}", url=page)
    add(store, "c", day=1, text=f"Four died. {TEXT}", url=page)
    add(store, "d", place=FARM, text=f"Nine fled. {TEXT}", url=other)
    add(store, "e")
    # An address that shows another article each day has no editions.
    for name, text in (("x", TEXT), ("y", "Rain fell on the farm for a week, so the fair was held indoors.")):
        add(store, name, place=FARM, text=text, url="https://bell.example/today")
    (pages,) = editions.corrections(store)
    assert [(p.report, p.number, p.superseded_by) for p in pages] == [("b", 1, "c"), ("c", 2, None)]
    assert [p.report for p in editions.editions(store, "d")] == ["d"]
    add(store, "a", day=1, place=FARM, text=f"Ten fled. {TEXT}", url=other)
    assert [[p.report for p in pages] for pages in editions.corrections(store)] == [["b", "c"], ["d", "a"]]


def test_the_strongest_link_comes_first(store: Store) -> None:
    for name, dead in (("a", 3), ("b", 3), ("c", 40)):
        add(store, name, dead, text="" if name < "c" else f"40 died at the Mill. {TEXT}")
    assert linked(store) == [["a", "b", "c"]]
    (incident,) = cache.incidents(store)
    pairs = link_reasons.why_linked(store, incident.id)
    assert [(pair.one, pair.other) for pair in pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [pair.weight for pair in pairs] == sorted((pair.weight for pair in pairs), reverse=True)
    assert pairs[0].weight > pairs[1].weight
    for pair in pairs:
        sizes = [abs(reason.weight) for reason in pair.reasons]
        assert sizes == sorted(sizes, reverse=True)
