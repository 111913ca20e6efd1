"""Names settled for the whole book: what follows from the decisions, and that it follows everywhere.

All names, places and reports are invented.
"""

import hashlib
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.deciding import decide
from tests.reconcile_builders import claim, incident, report
from tollbook import reconcile
from tollbook.decisions import name_changes, names, verdicts
from tollbook.decisions.decision import OF_NAMES
from tollbook.decisions.name_rulings import name_ruling
from tollbook.errors import Refused
from tollbook.incidents import build, cache, incremental
from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.model import Actor, Candidate, Claim, Count, Event, Place, Report, Speaker, Thing, When, content_id
from tollbook.reconcile import name_pairs, name_proposals
from tollbook.reconcile.name_uses import name_uses
from tollbook.reconcile.settled_names import SettledName, SettledNames, spelling_key
from tollbook.store import Store

DAY = date(2030, 5, 4)
BY = {"who": "Ines", "why": "Because."}
PLACES = [
    Place(name=name, text=name, country="XA", admin1="Orla", lat=lat, lon=10.0, precision=precision)
    for name, lat, precision in (("Velm", 10.0, 1), ("Welm", 10.3, 1), ("Tarn", 30.0, 1), ("Velma", 10.2, 4))
] + [Place(name="Velem", text="Velem")]
SPEAKERS = ["Velm Monitor", "VM", "Ilka Brandt", "Ilca Brandt", "the monitor", "Orla Guard"]
ACTORS = ["Orla Guard", "the guard", "Guard of Orla"]
SITES = ["Velm Hospital", "the hospital", "Hospital of Velm"]
OUTLETS = ["Harbour Daily", "harbourdaily.example", "Ridge Post"]
SHOT = "A shot was heard in the night at Velm."
POOLS = {
    "speakers": SPEAKERS, "actors": ACTORS, "outlets": OUTLETS, "places": [p.name for p in PLACES], "sites": SITES,
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ the whole book
Said = tuple[int, int, int, int, int, int]


def said(name: str, outlet: str, start: int, of: Said) -> Claim:
    place, speaker, actor, site, number, day = of
    when = When(start=DAY + timedelta(day), end=DAY + timedelta(day), precision="day")
    speakers = (Speaker(name=SPEAKERS[speaker]), Speaker(name=outlet, role="outlet"))
    return Claim(
        id=content_id(name, start),
        report=name,
        start=start,
        end=start + 5,
        quote=SHOT[start : start + 5],
        kind="killed",
        count=Count(low=number, best=number, high=number, qualifier="exactly"),
        place=PLACES[place],
        when=when,
        by=(Actor(name=ACTORS[actor]),),
        sites=(Thing(name=SITES[site], kind="hospital"),),
        speakers=speakers,
        event=Event(kind="shooting"),
        scope="running total" if start == 24 else "incident",
    )


def read(store: Store, number: int, outlet: str, claims: list[Said]) -> None:
    name = f"report {number}"
    text = f"{SHOT} {number}. Velm Monitor (VM) counted."
    made = Report(
        id=name, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text, outlet=outlet, published=DAY,
        title="A shot in the night",
    )  # fmt: skip
    found = tuple(said(name, outlet, 12 * i, each) for i, each in enumerate(claims))
    store.add(Capture(report=made, original=text.encode()), Reading(report=name, claims=found), finder="test",
              separate=False)  # fmt: skip


def do(store: Store, what: str, kind: str, chosen: int) -> None:
    standing = verdicts.in_force(store)
    pool = POOLS[kind]
    some = [pool[chosen % len(pool)], pool[(chosen // 7) % len(pool)], pool[(chosen // 49) % len(pool)]]
    earlier = [d.id for d in standing if d.verdict in OF_NAMES and d.subject == kind]
    replaces = [earlier[chosen % len(earlier)]] if earlier and chosen % 3 == 0 else []
    if what == "catch up":
        incremental.catch_up(store)
    elif what == "undo" and standing:
        verdicts.undo(store, standing[chosen % len(standing)].id, **BY)
    elif what == "settle":
        change = {"spellings": some, "name": some[0], "replaces": replaces}
        if kind == "places" and chosen % 2:
            change |= {"is_place": False} if chosen % 5 == 0 else {"place": PLACES[chosen % 3].to_dict()}
        decide(store, "one name", kind, change=change, **BY)
    elif what == "apart" and len({spelling_key(each) for each in some}) > 1:
        decide(store, "not one name", kind, change={"spellings": some, "replaces": replaces}, **BY)


ONE_CLAIM = st.tuples(*(st.integers(0, most) for most in (4, 5, 2, 2, 4, 2)))
REPORTS = st.lists(
    st.tuples(st.sampled_from(OUTLETS), st.lists(ONE_CLAIM, min_size=1, max_size=3)), min_size=1, max_size=5
)
STEPS = st.lists(
    st.tuples(st.sampled_from(["catch up", "settle", "settle", "apart", "undo"]), st.sampled_from(list(POOLS)),
              st.integers(0, 999)), max_size=8,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(REPORTS, STEPS, st.randoms(use_true_random=False))
def test_settled_names_give_the_same_book_step_by_step_and_at_once(
    tmp_path_factory: pytest.TempPathFactory, made: list, steps: list, random: object
) -> None:
    store = Store.open(tmp_path_factory.mktemp("books") / "a.book", create=True)
    left = list(steps)
    for number, each in enumerate(made):
        read(store, number, *each)
        while left and random.random() < 0.6:  # type: ignore[attr-defined]
            do(store, *left.pop())
    for step in left:
        do(store, *step)
    incremental.catch_up(store)
    decisions = list(verdicts.in_force(store))
    assert cache.everything(store) == build.build(*store.contents(), decisions)
    assert incremental.catch_up(store) == incremental.IncidentChanges()
    expected = names.settled_names(decisions)
    random.shuffle(decisions)  # type: ignore[attr-defined]
    assert names.settled_names(decisions) == expected
    store.close()


@pytest.fixture
def book(tmp_path: Path) -> Store:
    """Three reports that give three numbers by one body under three names."""
    store = Store.open(tmp_path / "a.book", create=True)
    read(store, 0, "Harbour Daily", [(0, 0, 0, 0, 3, 0)])
    read(store, 1, "Ridge Post", [(1, 1, 1, 1, 4, 0)])
    read(store, 2, "harbourdaily.example", [(0, 4, 2, 2, 3, 0)])
    return store


def test_a_ruling_takes_over_settled_names_and_replaces_what_held_them_apart(book: Store) -> None:
    earlier = decide(book, "one name", "speakers", change={"spellings": ["Velm Monitor", "VM"], "name": "VM"}, **BY)
    apart = decide(book, "not one name", "speakers", change={"spellings": ["VM", "the monitor"]}, **BY)
    decide(book, "not one name", "speakers", change={"spellings": ["VM", "Ilka Brandt"]}, **BY)
    decide(book, "not one name", "actors", change={"spellings": ["VM", "the monitor"]}, **BY)
    decisions = list(verdicts.in_force(book))
    change = {"kind": "speakers", "spellings": ["VM", "the monitor"], "name": "Velm Monitor"}
    made = name_changes.completed(name_ruling(change, is_one=True), decisions)
    assert set(made.replaces) == {earlier.id, apart.id}
    assert {spelling_key(each) for each in made.spellings} == set(
        map(spelling_key, ["VM", "the monitor", "Velm Monitor"])
    )
    other = name_ruling(
        {"kind": "speakers", "spellings": ["Orla Guard", "the guard"], "name": "Orla Guard"}, is_one=True
    )
    assert name_changes.completed(other, decisions).replaces == ()


def sources(store: Store) -> list[int]:
    incremental.catch_up(store)
    return sorted(each.figures["killed"].independent_sources for each in cache.incidents(store))


def test_members_of_one_name_are_one_independent_source_until_it_is_undone(book: Store) -> None:
    before = sources(book)
    assert sum(before) == 3
    one = decide(
        book, "one name", "speakers", change={"name": "Velm Monitor", "spellings": ["VM", "the monitor"]}, **BY
    )
    decide(
        book, "one name", "places", change={"name": "Velm", "spellings": ["Welm"], "place": PLACES[0].to_dict()}, **BY
    )
    assert sources(book) == [1]
    (merged,) = cache.incidents(book)
    assert merged.place is not None
    assert (merged.place.name, len(merged.reports)) == ("Velm", 3)
    verdicts.undo(book, one.id, **BY)
    assert sources(book) == [3]
    book.close()


def test_one_actor_is_one_row_with_its_side_and_every_spelling(book: Store) -> None:
    change = {"name": "Orla Guard", "spellings": ACTORS, "side": "government"}
    decide(book, "one name", "actors", change=change, **BY)
    decide(book, "one name", "sites", change={"name": "Velm Hospital", "spellings": SITES}, **BY)
    decide(book, "one name", "places", change={"name": "Velm", "spellings": ["Welm"]}, **BY)
    incremental.catch_up(book)
    (each,) = cache.incidents(book)
    (actor,) = each.perpetrators
    assert (actor.name, actor.side, set(actor.as_reported)) == ("Orla Guard", "government", set(ACTORS))
    (site,) = each.sites
    assert (site.name, set(site.as_reported)) == ("Velm Hospital", set(SITES))
    book.close()


def test_an_organisation_read_as_a_place_is_no_place(book: Store) -> None:
    decide(book, "one name", "places", change={"name": "Velm", "spellings": [], "is_place": False}, **BY)
    incremental.catch_up(book)
    places = {each.place.name if each.place else None for each in cache.incidents(book)}
    assert "Velm" not in places
    book.close()


# ------------------------------------------------------------------------------------------------ rulings
@pytest.mark.parametrize(
    ("change", "is_one"),
    [
        ({"kind": "speakers", "spellings": ["A"]}, False),
        ({"kind": "speakers", "spellings": ["A", "a "]}, False),
        ({"kind": "speakers", "spellings": ["A"], "name": "  "}, True),
        ({"kind": "persons", "spellings": ["A"], "name": "A"}, True),
        ({"kind": "outlets", "spellings": ["A"], "name": "A", "side": "government"}, True),
        ({"kind": "sites", "spellings": ["A"], "name": "A", "site": "castle in the air"}, True),
        ({"kind": "speakers", "spellings": ["A"], "name": "A", "is_place": False}, True),
        ({"kind": "places", "spellings": ["A"], "name": "A", "place": {"name": "A", "lat": 91.0, "lon": 0.0}}, True),
        ({"kind": "speakers", "spellings": ["A" * 301], "name": "A"}, True),
        ({"kind": "speakers", "spellings": [str(n) for n in range(501)], "name": "A"}, True),
        ({"kind": "speakers", "spellings": 5, "name": "A"}, True),
        ({"kind": "speakers", "spellings": ["A"], "name": "A", "colour": "red"}, True),
    ],
)
def test_an_invalid_ruling_is_refused(change: dict, *, is_one: bool) -> None:
    with pytest.raises(Refused):
        name_ruling(change, is_one=is_one)


def test_a_decision_on_names_needs_names(book: Store) -> None:
    for verdict in OF_NAMES:
        with pytest.raises(Refused):
            decide(book, verdict, "speakers", **BY)
    book.close()


def test_spellings_differ_by_case_width_and_white_space_alone() -> None:
    assert spelling_key("  The\u00a0ＶELM monitor ") == spelling_key("the velm Monitor")
    assert spelling_key("Velm") != spelling_key("Wélm")


# ------------------------------------------------------------------------------------------------ in a record
def settled(kind: str, name: str, *spellings: str, **fields) -> SettledNames:
    own = SettledName(kind=kind, name=name, spellings=(name, *spellings), **fields)
    return SettledNames(by_key={(kind, spelling_key(each)): own for each in own.spellings})


def apart(*spellings: str) -> SettledNames:
    own = {each: SettledName(kind="speakers", name=each, spellings=(each,), apart=True) for each in spellings}
    return SettledNames(by_key={("speakers", spelling_key(each)): own[each] for each in spellings})


@pytest.mark.parametrize(
    ("by", "known", "expected"),
    [
        (["Velm Monitor", "Ridge Observer"], SettledNames(), 2),
        (["Velm Monitor", "Ridge Observer"], settled("speakers", "Velm Monitor", "Ridge Observer"), 1),
        (["a monitor", "a group"], settled("speakers", "Velm Monitor", "a monitor", "a group"), 1),
        (["Ilya Korven", "Ilia Korven"], SettledNames(), 1),
        (["Ilya Korven", "Ilia Korven"], apart("Ilya Korven", "Ilia Korven"), 2),
        (["Korven", "Ilya Korven"], settled("speakers", "Korven", "Korwen"), 1),
        (["Korwen", "Ilya Korven"], settled("speakers", "Korven", "Korwen"), 1),
        (["Orla Guard", "the guards"], settled("actors", "Orla Guard", "the guards"), 1),
    ],
)
def test_how_many_independent_sources(by: list[str], known: SettledNames, expected: int) -> None:
    claims = [known.claim(claim(3 + n, by=each, in_=f"r{n}")) for n, each in enumerate(by)]
    assert incident(*claims).figures["killed"].independent_sources == expected


def test_the_source_keeps_every_spelling() -> None:
    known = settled("speakers", "Velm Monitor", "VM", "the monitor")
    claims = [known.claim(claim(3, by=each, in_=f"r{n}")) for n, each in enumerate(["VM", "the monitor"])]
    made = reconcile.sources(reconcile_group(claims), {c.report: report(c.report) for c in claims})
    (group,) = made.groups
    assert (group.name, group.spellings) == ("Velm Monitor", ("VM", "the monitor"))
    assert "spelt VM here" in " ".join(edge.why for edge in made.edges)


def reconcile_group(claims: list[Claim]):
    from tests.reconcile_builders import group  # noqa: PLC0415 - a name used for other things here

    return group(*claims)


def test_outlets_of_one_name_are_one_source() -> None:
    known = settled("outlets", "Harbour Daily", "harbourdaily.example")
    reports = [known.report(report(f"r{n}", outlet=each)) for n, each in enumerate(OUTLETS[:2])]
    claims = [claim(3 + n, in_=f"r{n}") for n in range(2)]
    assert incident(*claims, reports=reports).figures["killed"].independent_sources == 1
    assert reports[1].outlet_as_reported == "harbourdaily.example"


def test_speakers_of_one_name_are_one_entity_in_the_whole_book() -> None:
    known = settled("speakers", "Velm Monitor", "Ilka Brandt", "VM")
    claims = [
        known.claim(claim(3, by=each, in_=f"r{n}")) for n, each in enumerate(["Ilka Brandt", "VM", "Velm Monitor"])
    ]
    (entity,) = reconcile.speakers(claims, {})
    assert (entity.name, len(entity.spellings)) == ("Velm Monitor", 3)


def test_speakers_held_apart_are_two_entities() -> None:
    known = apart("Ilya Korven", "Ilia Korven")
    claims = [known.claim(claim(3, by=each, in_="r")) for each in ("Ilya Korven", "Ilia Korven")]
    assert len(reconcile.speakers(claims, {})) == 2


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Place(name="Welm", text="Welm"), (10.0, 1)),
        (Place(name="Welm", text="the province of Welm", country="XA", lat=11.0, lon=9.0, precision=4), (11.0, 4)),
        (Place(name="Welm", text="Welm", country="XB", lat=50.0, lon=9.0, precision=4), (10.0, 1)),
    ],
)
def test_a_province_of_the_name_keeps_its_own_place(place: Place, expected: tuple[float, int]) -> None:
    known = settled("places", "Velm", "Welm", place=PLACES[0])
    made = known.claim(claim(3, place=place)).place
    assert made is not None
    assert (made.name, made.text, made.lat, made.precision) == ("Velm", place.text, *expected)


@pytest.mark.parametrize(("is_place", "expected"), [(True, ("Velm", 12.5)), (False, ("Welm", 12.5))])
def test_a_place_that_a_person_typed_gets_the_settled_name_alone(is_place: bool, expected: tuple[str, float]) -> None:
    known = settled("places", "Velm", "Welm", place=PLACES[0], is_place=is_place)
    typed = Place(name="Welm", text="Welm", country="XA", lat=12.5, lon=7.5, precision=1)
    made = known.claim(claim(3, place=typed), keep_place=True).place
    assert made is not None
    assert (made.name, made.lat) == expected


# ------------------------------------------------------------------------------------------------ proposals
def proposed(kind: str, *said_as: str, **asked):
    return [{member.name for member in each.members} for each in proposals_of(kind, *said_as, **asked)]


def proposals_of(kind: str, *said_as: str, roles: dict[str, str] | None = None, **asked):
    uses = []
    for number, name in enumerate(said_as):
        fields = {
            "speakers": {"by": name, "role": (roles or {}).get(name)},
            "actors": {"by_": Actor(name=name)},
            "sites": {"sites": (Thing(name=name, kind="home"),)},
            "places": {"place": Place(name=name, text=name, country="XA")},
        }[kind]
        made = claim(3, in_=f"r{number}", **fields)
        text = asked.get("text", "")
        uses += [
            u
            for u in name_uses(Reading(report=made.report, claims=(made,)), report(made.report, text=text))
            if u.kind == kind
        ]
    return name_proposals.name_proposals(
        name_pairs.summaries(uses),
        asked.get("known") or SettledNames(),
        asked.get("apart", ()),
        asked.get("organisations", ()),
    )


def test_a_place_that_was_found_for_some_reports_alone_is_proposed_once() -> None:
    found = Place(name="Tarn", text="Tarn", country="XA", lat=1.0, lon=2.0, precision=1)
    missing = Place(name="Tarn", text="Tarn", reason="Tarn is not in the gazetteer.")
    tied = Place(name="Welm", text="Welm", candidates=(Candidate(name="Welm", country="XA", lat=1.0, lon=2.0),))
    places = [found, missing, missing, tied, Place(name="Orlat", text="Orlat")]
    claims = [claim(3, in_=f"r{number}", place=place) for number, place in enumerate(places)]
    uses = [u for c in claims for u in name_uses(Reading(report=c.report, claims=(c,)), report(c.report))]
    summaries = name_pairs.summaries(use for use in uses if use.kind == "places")
    (proposal,) = name_proposals.name_proposals(summaries, SettledNames())
    assert (proposal.name, [member.reports for member in proposal.members]) == ("Tarn", [3])
    ruling = settled("places", "Tarn")
    assert name_proposals.name_proposals(summaries, ruling) == ()


@pytest.mark.parametrize(
    ("names", "preferred"),
    [
        (["Orla Brend", "the town's mayor Orla Brend"], "Orla Brend"),
        (["Ridge Front", "the command of the Ridge Front"], "Ridge Front"),
        (["President Tevesky", "Orlan Teveskiy"], "Orlan Teveskiy"),
        (["VOP", "the rights group VOP"], "VOP"),
        (["VOP", "Velm Observatory for Peace", "the rights group VOP"], "Velm Observatory for Peace"),
    ],
)
def test_the_preferred_name_has_no_words_that_only_describe(names: list[str], preferred: str) -> None:
    (found,) = proposals_of("speakers", *names)
    assert found.name == preferred


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("speakers", ["Velm Observatory for Peace", "the Harbour-based Velm Observatory for Peace"]),
        ("speakers", ["Velm Observatory for Peace", "the Velm Observatory of Peace"]),
        ("speakers", ["Velm Observatory for Peace", "VOP"]),
        ("speakers", ["Velm Observatory for Peace", "the observatory"]),
        ("speakers", ["Talal Barazan", "Talal Barrazan"]),
        ("speakers", ["Sergiy Orlan", "Сергій Орлан"]),
        ("speakers", ["Orlan Tevesky", "Teveskiy"]),
        ("speakers", ["President Tevesky", "Orlan Teveskiy"]),
        ("actors", ["Kestrian army", "the Kestrian military", "Kestrian forces"]),
        ("actors", ["Kenyan army", "Kenya's armed forces", "Kenyan troops"]),
        ("actors", ["Ridge Front", "Ridge Front militants"]),
        ("places", ["Deir Orzan", "Deir el-Orzan", "Deir Orzaan"]),
        ("sites", ["Velm Opera House", "the Velm opera house"]),
    ],
)
def test_names_that_may_be_one_are_proposed(kind: str, members: list[str]) -> None:
    assert proposed(kind, *members, *members) == [set(members)]


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("speakers", ["witnesses", "the witnesses"]),
        ("speakers", ["Maria Dost", "Mario Dost"]),
        ("speakers", ["Jan Orlan", "Jana Orlan"]),
        ("actors", ["Kenyan forces", "Kenyan police"]),
        ("actors", ["Kenyan forces", "Kenyan air force"]),
        ("actors", ["Kestrian army", "Dursan army"]),
        ("actors", ["the army", "government forces"]),
        ("speakers", ["Orlan Tevesky", "Ivo Teveski", "Teveskiy"]),
        ("places", ["Tarn", "Velm"]),
        ("sites", ["the hospital", "a hospital"]),
    ],
)
def test_names_that_are_not_one_are_not_proposed(kind: str, members: list[str]) -> None:
    assert proposed(kind, *members) == []


def test_a_person_who_speaks_for_a_body_and_a_name_in_brackets_are_proposed() -> None:
    body = "Velm Observatory for Peace"
    assert proposed("speakers", body, body, "Rami Brandt", roles={"Rami Brandt": f"director of the {body}"}) == [
        {body, "Rami Brandt"}
    ]
    text = "The Ridge Front (Daresh) said so."
    assert proposed("actors", "Ridge Front", "Daresh", text=text) == [{"Ridge Front", "Daresh"}]


def test_a_name_of_an_outlet_that_was_read_as_a_place_is_proposed_as_no_place() -> None:
    assert proposed("places", "Orna", "Velm", organisations={"orna"}) == [{"Orna"}]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Orlat", "Tarn", True),
        ("Orlat, Velmaria", "Tarn", True),
        ("Orlat, Velmaria", "Orlat", True),
        ("Mill Farm, Orlat", "Orlat", False),
        ("Orlat", "Mill Farm, Orlat", False),
        ("Mill Farm, Orlat", "East Quarter, Orlat", False),
    ],
)
def test_a_place_typed_with_its_area_is_not_the_area(one: str, other: str, expected: bool) -> None:
    at = Place(name="Orlat", text="Orlat", country="XA", lat=41.0, lon=22.0, precision=3)
    names = [name_pairs.NameSummary(kind="places", name=name, places=(at,)) for name in (one, other)]
    pairs = [(pair.one, pair.other) for pair in name_pairs.by_place(names)]
    assert pairs == ([(spelling_key(one), spelling_key(other))] if expected else [])


def test_what_was_settled_or_held_apart_is_not_proposed_again() -> None:
    one, other, third = "Talal Barazan", "Talal Barrazan", "Talal Barazzan"
    pair = frozenset(("speakers", spelling_key(each)) for each in (one, other))
    assert proposed("speakers", one, other, apart=(pair,)) == []
    known = settled("speakers", one, other)
    assert proposed("speakers", one, other, known=known) == []
    # A new spelling is proposed for the settled name.
    assert proposed("speakers", one, other, third, known=known) == [{one, other, third}]


@given(
    st.lists(st.sampled_from([*SPEAKERS, "Velm Monitor group", "Ilka B. Brandt"]), max_size=9),
    st.randoms(use_true_random=False),
)
def test_proposals_do_not_depend_on_the_order_of_reports(said_as: list[str], random: object) -> None:
    expected = proposed("speakers", *said_as)
    random.shuffle(said_as)  # type: ignore[attr-defined]
    assert {frozenset(each) for each in proposed("speakers", *said_as)} == {frozenset(each) for each in expected}
