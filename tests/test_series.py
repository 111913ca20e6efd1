"""Series: incidents at one place on days that follow one another. All incidents are invented."""

import json
import re
import shutil
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import SAMPLES
from tests.deciding import decide
from tests.test_derivation import DAY, Scene, report_of
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions import verdicts
from tollbook.decisions.constraints import no_series, series_by_hand, series_names
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import release_profiles
from tollbook.export.release import release
from tollbook.incidents import check, joined_series, series
from tollbook.incidents.series import GAP_DAYS, NEAR_KM, SeriesPoint
from tollbook.incidents.series_rows import Box, StoredPoints
from tollbook.linking.similarity import kilometres
from tollbook.model import IncidentKind, Place, Precision, When
from tollbook.record import Incident, Toll, TollPoint
from tollbook.search.as_of_index import AsOfIndex
from tollbook.search.series_by_hand import StoredByHand
from tollbook.search.series_index import AsOfPoints, SeriesIndex
from tollbook.search.sql_index import SqlIndex
from tollbook.series import Series
from tollbook.store import Store
from tollbook.web.app import create_app

FIRST = date(2021, 6, 3)
VELMAR = Place(name="Velmar", country_name="Kestria", lat=-38.4, lon=-26.2, precision=1)
#: 3.3 and 34 kilometres from Velmar.
MILL_HILL = Place(name="Mill Hill", country_name="Kestria", lat=-38.43, lon=-26.2, precision=1)
OSSREN = Place(name="Ossren", country_name="Kestria", lat=-38.2, lon=-26.5, precision=1)


def incident(
    name: str,
    day: int,
    kind: IncidentKind = "shelling",
    *,
    place: Place | None = VELMAR,
    days: int = 1,
    precision: Precision = "day",
) -> Incident:
    start = FIRST + timedelta(day)
    when = When(start=start, end=start + timedelta(days - 1), precision=precision)
    return Incident(id=name, kind=kind, title="", when=when, place=place)


def row(names: str, *days: int, kind: IncidentKind = "shelling") -> list[Incident]:
    """Incidents in Velmar, each named by a letter, on some days."""
    return [incident(name, day, kind) for name, day in zip(names, days, strict=True)]


def made(*incidents: Incident) -> list[str]:
    """The incidents of each series, by id, a word for each series."""
    points = [point for each in incidents if (point := series.point(each)) is not None]
    return ["".join(each.incidents) for each in series.make(points)]


@pytest.mark.parametrize(
    ("incidents", "found"),
    [
        (row("abc", 0, 1, 2), ["abc"]),
        # In the order of days, whatever the order of the incidents.
        (row("abc", 2, 0, 1), ["bca"]),
        # Two incidents are too few, and so are two days.
        (row("ab", 0, 1), []),
        (row("abcd", 0, 0, 1, 1), []),
        # Some days may be left out, but not many.
        (row("abc", 0, GAP_DAYS, 2 * GAP_DAYS), ["abc"]),
        (row("abc", 0, GAP_DAYS, 2 * GAP_DAYS + 1), []),
        # They are counted from the last day of an incident.
        ([incident("a", 0, days=3), *row("bc", 2 + GAP_DAYS, 2 + 2 * GAP_DAYS)], ["abc"]),
        # Another fight at the same place, a week later.
        (row("abcdef", 0, 1, 2, 9, 10, 11), ["abc", "def"]),
        # Near places are one, others are not.
        ([*row("ac", 0, 2), incident("b", 1, place=MILL_HILL)], ["abc"]),
        ([*row("ac", 0, 2), incident("b", 1, place=OSSREN)], []),
        # Clashes, airstrikes and shelling carry a series on; bombings or shootings do not.
        ([incident("a", 0, "clash"), incident("b", 1, "airstrike"), incident("c", 2)], ["abc"]),
        (row("abcd", 0, 1, 2, 3, kind="bombing"), []),
        (row("abcd", 0, 1, 2, 3, kind="shooting"), []),
        ([*row("ab", 0, 1), *row("cd", 2, 3, kind="attack")], []),
        # They belong to it where they are close.
        ([*row("abc", 0, 1, 2), *row("def", 1, 2 + GAP_DAYS, 3 + GAP_DAYS, kind="raid")], ["abdce"]),
        # Other kinds are no part of fighting.
        ([*row("abc", 0, 1, 2), incident("d", 1, "abduction"), incident("e", 1, "work stoppage")], ["abc"]),
        # A place or a day that is not exact enough is none.
        ([*row("ab", 0, 1), incident("c", 2, place=None)], []),
        ([*row("ab", 0, 1), incident("c", 2, place=Place(name="Velmar", reason="not known"))], []),
        ([*row("ab", 0, 1), incident("c", 2, place=Place(name="V", lat=-38.4, lon=-26.2, precision=4))], []),
        ([*row("ab", 0, 1), incident("c", 2, days=7, precision="week")], []),
        ([*row("ab", 0, 1), Incident(id="c", kind="clash", title="", place=VELMAR)], []),
    ],
)
def test_incidents_that_are_a_series(incidents: list[Incident], found: list[str]) -> None:
    assert made(*incidents) == found


def test_an_attack_between_two_series_belongs_to_the_closer_one() -> None:
    before, after = row("abc", 0, 1, 2), row("def", 7, 8, 9)
    assert made(*before, *after, incident("x", 4, "bombing")) == ["abcx", "def"]
    assert made(*before, *after, incident("x", 5, "bombing")) == ["abc", "xdef"]


@pytest.mark.parametrize(
    ("kinds", "title"),
    [
        (["clash", "clash", "clash"], "Reported fighting, Velmar, 3–5 June 2021"),
        (["shelling", "clash", "airstrike"], "Reported fighting, Velmar, 3–5 June 2021"),
        (["airstrike", "airstrike", "airstrike"], "Reported airstrikes, Velmar, 3–5 June 2021"),
        (["shelling", "shelling", "shelling"], "Reported shelling, Velmar, 3–5 June 2021"),
        # Nobody says that two sides fought.
        (["airstrike", "shelling", "airstrike"], "Reported attacks, Velmar, 3–5 June 2021"),
    ],
)
def test_the_title_names_the_kind_and_place(kinds: list[IncidentKind], title: str) -> None:
    points = [series.point(incident(str(day), day, kind)) for day, kind in enumerate(kinds)]
    (found,) = series.make(point for point in points if point)
    assert (found.title, found.id) == (title, "0")
    assert found.when == When(start=FIRST, end=FIRST + timedelta(2), precision="days", basis="linked")


def test_the_place_is_where_most_incidents_are_and_a_town_before_its_parts() -> None:
    district = Place(name="Old Docks", lat=VELMAR.lat, lon=VELMAR.lon, precision=2, reason="placed at Velmar")
    inside = [incident("a", 0, place=district), incident("b", 1, place=district), incident("c", 2)]
    (found,) = series.make(point for each in inside if (point := series.point(each)))
    assert found.place == VELMAR
    near = [incident("a", 0), incident("b", 1, place=MILL_HILL), incident("c", 2, place=MILL_HILL)]
    (found,) = series.make(point for each in near if (point := series.point(each)))
    assert found.place == MILL_HILL


#: Points of the map: three in a row, each near the next, one further off, one beyond the meridian at 180°, one there.
SPOTS = [
    (-38.4, -26.2),
    (-38.43, -26.2),
    (-38.46, -26.2),
    (-38.7, -26.2),
    (10.0, 179.99),
    (10.0, -179.99),
    (89.99, 0.0),
]


@st.composite
def points(draw: st.DrawFn) -> list[SeriesPoint]:
    """Any incidents at a few places in two months, in any order."""
    found = []
    for number in range(draw(st.integers(0, 24))):
        lat, lon = draw(st.sampled_from(SPOTS))
        place = Place(name=f"{lat} {lon}", lat=lat, lon=lon, precision=draw(st.sampled_from([1, 2])))
        kind = draw(st.sampled_from([*sorted(series.CARRYING), "bombing", "raid"]))
        day, days = draw(st.integers(0, 60)), draw(st.sampled_from([1, 1, 1, 2, 9]))
        found.append(series.point(incident(f"{number:02}", day, kind, place=place, days=days, precision="days")))
    return [point for point in draw(st.permutations(found)) if point is not None]


def close(one: SeriesPoint, other: SeriesPoint) -> bool:
    gap = (max(one.first, other.first) - min(one.last, other.last)).days
    return gap <= GAP_DAYS and (kilometres(one.place, other.place) or 0.0) <= NEAR_KM


def expected(every: Iterable[SeriesPoint]) -> set[frozenset[str]]:
    """The incidents that carry each series on, by comparing all with all."""
    left = {point for point in every if point.kind in series.CARRYING}
    found = set()
    while left:
        chain, new = set[SeriesPoint](), {left.pop()}
        while new:
            chain |= new
            new = {point for point in left if any(close(point, each) for each in new)}
            left -= new
        if len(chain) >= 3 and len({each.first for each in chain}) >= 3:
            found.add(frozenset(each.incident for each in chain))
    return found


@given(points())
def test_a_series_is_everything_that_is_close_step_by_step(every: list[SeriesPoint]) -> None:
    by_id = {each.incident: each for each in every}
    found = series.make(every)
    carrying = [frozenset(n for n in each.incidents if by_id[n].kind in series.CARRYING) for each in found]
    assert len(carrying) == len(set(carrying))
    assert set(carrying) == expected(every)
    listed = [name for each in found for name in each.incidents]
    assert len(listed) == len(set(listed))
    for each in found:
        own = [by_id[name] for name in each.incidents]
        assert each.when is not None
        assert (each.when.start, each.when.end) == (min(p.first for p in own), max(p.last for p in own))
        assert all(any(close(p, q) for q in own if q.kind in series.CARRYING) for p in own)
    # Every other attack that is close to a series belongs to one.
    in_series = {name for names in carrying for name in names}
    for point in every:
        near = {q.incident for q in every if q.kind in series.CARRYING and close(point, q)}
        if point.kind not in series.CARRYING and near and near <= in_series:
            assert point.incident in listed


@given(points(), st.randoms())
def test_the_order_of_the_incidents_does_not_matter(every: list[SeriesPoint], random: object) -> None:
    again = list(every)
    random.shuffle(again)  # type: ignore[attr-defined]
    assert series.make(again) == series.make(every)


class InMemory:
    """Points in a list; counts how many it gave."""

    def __init__(self, every: list[SeriesPoint]) -> None:
        self._every = every
        self.given = 0

    def named(self, incidents: Iterable[str]) -> dict[str, SeriesPoint]:
        wanted = set(incidents)
        return {each.incident: each for each in self._every if each.incident in wanted}

    def within(self, box: Box) -> list[SeriesPoint]:
        found = [each for each in self._every if box.has(each)]
        self.given += len(found)
        return found

    def every(self) -> list[SeriesPoint]:
        return self._every


@given(points(), st.integers(0, 24))
def test_one_series_is_found_without_looking_at_all_incidents(every: list[SeriesPoint], changed: int) -> None:
    """What is looked up for one incident equals what all incidents together give, also where some were made again."""
    whole = {name: each for each in series.make(every) for name in each.incidents}
    for on in (InMemory(every), AsOfPoints(InMemory(every[changed:]), {p.incident: p for p in every[:changed]})):
        for point in every:
            found = SeriesIndex(on).of([point.incident])
            assert found.get(point.incident) == whole.get(point.incident)
        assert SeriesIndex(on).of(p.incident for p in every) == whole
        assert SeriesIndex(on).every == series.make(every)


def test_a_series_of_a_year_in_a_book_of_many_years_reads_its_own_year_alone() -> None:
    year = [incident(f"a{day:03}", day) for day in range(0, 365, 2)]
    others = [incident(f"b{day:05}", day) for day in range(-9000, -400, 2)]
    every = [point for each in (*year, *others) if (point := series.point(each)) is not None]
    on = InMemory(every)
    found = SeriesIndex(on).get("a100")
    assert found.incidents == tuple(each.id for each in year)
    assert on.given < 6 * len(year)
    with pytest.raises(NoSuchRecord):
        SeriesIndex(on).get("no such incident")


def test_totals_of_the_time_and_place() -> None:
    def toll(name: str, place: Place | None, *days: int) -> Toll:
        values = tuple(TollPoint(as_of=FIRST + timedelta(day), low=day, best=day, high=day) for day in days)
        return Toll(id=name, kind="killed", place=place, series=values)

    (found,) = series.make(p for n in range(4) if (p := series.point(incident(str(n), n))) is not None)
    region = Place(name="Velmar Province", lat=VELMAR.lat, lon=VELMAR.lon, precision=4)
    tolls = [
        toll("then", VELMAR, -5, 1, 3 + GAP_DAYS, 4 + GAP_DAYS), toll("near", MILL_HILL, 2), toll("far", OSSREN, 2),
        toll("later", VELMAR, 40), toll("region", region, 2), toll("nowhere", None, 2),
    ]  # fmt: skip
    own = series.of_time_and_place(found, tolls)
    assert [each.id for each in own] == ["then", "near"]
    assert [point.low for point in own[0].series] == [1, 3 + GAP_DAYS]


def test_a_book_names_the_series_of_each_incident_except_those_that_people_took_out() -> None:
    every = [incident(name, day) for day, name in enumerate("abcde")]
    incidents, (found,) = joined_series.of_book(every, (), frozenset("b"))
    assert isinstance(found, Series)
    assert found.incidents == ("a", "c", "d", "e")
    assert [each.series for each in incidents] == ["a", None, "a", "a", "a"]
    # Without the second and the third, nothing follows the first closely enough.
    incidents, none = joined_series.of_book(every[:4], (), frozenset("bc"))
    assert ({each.series for each in incidents}, none) == ({None}, ())


#: Day of publication, and what each report says. The days of the week are those of June 2021.
REPORTED = {
    3: "Three people were killed on Thursday when shells hit the market in Velmar, the mayor said.",
    4: "Two people were killed on Friday by shelling of a bakery in Velmar, the governor said.",
    5: "Five people were killed on Saturday in an airstrike on a bridge in Velmar, officials said.",
    6: "Four people were killed on Sunday in clashes in Velmar, the police said.",
    16: "One person was killed on Wednesday when shells hit a school in Velmar, the mayor said.",
}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of the reports above, each kept by itself: which reports are one incident is no matter of series."""
    folder = tmp_path_factory.mktemp("reported")
    with Book.open(folder / "a.book", create=True) as book:
        for day, text in REPORTED.items():
            (folder / f"{day}.txt").write_text(text)
            about = {"published": date(2021, 6, day), "outlet": f"Post {day}", "separate": True}
            book.read([folder / f"{day}.txt"], places=SAMPLES / "places.csv", **about)
    return folder / "a.book"


@pytest.fixture
def where(reported: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(reported, tmp_path))


def days_of(book: Book) -> list[list[int]]:
    """The days of June of the incidents of each series."""
    return [
        [when.start.day for name in each.incidents if (when := book.incidents.get(name).when) and when.start]
        for each in book.series()
    ]


def test_reports_of_following_days_are_one_series_and_each_incident_keeps_its_day(where: Path) -> None:
    with Book.open(where) as book:
        assert days_of(book) == [[3, 4, 5, 6]]
        (found,) = book.series()
        assert found.title == "Reported fighting, Velmar, 3–6 June 2021"
        contents = book.export.contents()
        assert contents.series == (found,)
        assert {each.series for each in contents.incidents} == {found.id, None}
        assert tuple(each.id for each in contents.incidents if each.series) == found.incidents
        for each in contents.incidents:
            assert book.search.index().incident(each.id).series == each.series
        for part in (found.incidents[2], found.incidents[2][:7]):
            assert book.series.get(part) == found
        apart = next(each.id for each in contents.incidents if each.series is None)
        with pytest.raises(NoSuchRecord, match="No series has an incident"):
            book.series.get(apart)
        # As of Friday, two incidents are no series yet; as of Saturday three are.
        assert [len(book.series(as_of=date(2021, 6, day))) for day in (4, 5)] == [0, 1]


def test_a_person_takes_one_incident_out_or_refuses_the_whole_series(where: Path) -> None:
    by = {"who": "Ines", "why": "Another front."}
    with Book.open(where) as book:
        (found,) = book.series()
        first = book.series.leave(found.incidents[1][:8], **by)
        assert days_of(book) == [[3, 5, 6]]
        assert [each.series for each in book.export.contents().incidents if each.id == found.incidents[1]] == [None]
        assert [len(book.series(as_of=date(2021, 6, day))) for day in (5, 6)] == [0, 1]
        with pytest.raises(NoSuchRecord):
            book.series.leave(found.incidents[1], **by)
        book.undo(first.id, **by)
        assert days_of(book) == [[3, 4, 5, 6]]
        refused = book.series.leave(found.id, whole=True, **by)
        assert book.series() == () == book.export.contents().series
        assert book.verify() == []
        book.undo(refused.id, **by)
        assert book.series() == (found,)
        assert book.verify() == []
        with pytest.raises(Refused, match="needs a name and a reason"):
            book.series.leave(found.id, who="Ines", why=" ")


def test_the_commands_list_show_and_refuse(where: Path) -> None:
    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, [*arguments, "--book", str(where)])
        assert done.exit_code == 0, done.output
        return done.output

    (row,) = map(json.loads, run("series", "--format", "jsonl").splitlines())
    assert (row["kind"], len(row["incidents"])) == ("fighting", 4)
    assert row["id"] in run("series")
    shown = run("series", "show", row["incidents"][3][:9])
    assert "Reported fighting, Velmar, 3–6 June 2021  (4 incidents)" in shown
    assert [line.split()[0] for line in shown.splitlines()[1:]] == row["incidents"]
    assert json.loads(run("series", "show", row["id"], "--format", "jsonl")) == row
    assert "One of 4 incidents: Reported fighting, Velmar, 3–6 June 2021." in " ".join(run("show", row["id"]).split())
    said = run("series", "leave", row["id"], "--all", "--why", "No siege.", "--actor", "Ines")
    assert run("series", "--format", "jsonl") == ""
    run("undo", said.split()[-1].strip("."), "--actor", "Ines", "--why", "It was.")
    assert json.loads(run("series", "--format", "jsonl")) == row


def test_the_page_of_an_incident_shows_its_series(where: Path) -> None:
    with Book.open(where) as book, TestClient(create_app(where), base_url="http://127.0.0.1") as client:
        (found,) = book.series()
        page = client.get(f"/incidents/{found.incidents[1]}").text
        assert "One of 4 incidents: Reported fighting, Velmar, 3–6 June 2021." in page
        links = re.findall(r'<li><a href="/incidents/(\w+)">', page)
        assert links == [name for name in found.incidents if name != found.incidents[1]]
        assert "are not added up" in page
        apart = next(each.id for each in book.export.contents().incidents if each.series is None)
        assert "of 4 incidents" not in client.get(f"/incidents/{apart}").text
        assert client.get(f"/api/incidents/{found.id}").json()["series"] == found.id


def test_the_list_of_series_and_the_api(where: Path) -> None:
    with TestClient(create_app(where), base_url="http://127.0.0.1") as client:
        with Book.open(where) as book:
            (found,) = book.series()
        text = client.get("/series").text
        assert "1 series" in text
        assert f'href="/incidents/{found.id}"' in text
        assert "There is no series." in client.get("/series", params={"text": "nowhere"}).text
        assert [each["id"] for each in client.get("/api/series").json()] == [found.id]
        assert client.get(f"/api/series/{found.incidents[-1]}").json()["incidents"] == list(found.incidents)
        assert client.get("/api/series/none").status_code == 404


def test_without_series_the_command_says_so(tmp_path: Path) -> None:
    Book.open(tmp_path / "empty.book", create=True).close()
    done = CliRunner().invoke(main, ["series", "--book", str(tmp_path / "empty.book")])
    assert (done.exit_code, done.output.strip()) == (0, "There is nothing to list.")


def test_a_release_says_no_more_of_a_series_than_of_its_incidents(where: Path, tmp_path: Path) -> None:
    with Book.open(where) as book:
        contents = book.export.contents()
    (found,) = contents.series
    rules = '[incident]\nplace = "generalise"\n[claim]\nplace = "generalise"\n'
    (tmp_path / "wide.toml").write_text(f'for = "us"\notherwise = "keep"\n{rules}')
    (series_then,) = release(contents, release_profiles.load(str(tmp_path / "wide.toml"))).contents.series
    assert series_then.place is not None
    assert (series_then.place.lat, series_then.place.precision) == (None, 6)
    assert "Velmar," not in series_then.title
    (tmp_path / "one.toml").write_text(
        f'for = "us"\notherwise = "keep"\n[exception.{found.id}]\nrelease = "drop"\n[names]\nunknown = "withhold"\n'
    )
    released = release(contents, release_profiles.load(str(tmp_path / "one.toml"))).contents
    (left,) = released.series
    # Nothing is left of the first incident: not its day, and not its id.
    assert left.title.endswith("4–6 June 2021")
    assert set(left.incidents) == {each.id for each in released.incidents if each.series == left.id}
    assert not {left.id, *left.incidents} & set(found.incidents)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9), st.integers(1, 2)), min_size=1, max_size=8),
    st.lists(
        st.tuples(
            st.sampled_from(["no series", "one series", "name series", "undo", "reject", "describe", "catch up"]),
            st.integers(0, 999),
        )
    ),
)
def test_series_kept_up_to_date_equal_those_made_at_once(
    tmp_path_factory: pytest.TempPathFactory, reports: list[tuple[int, int, int]], steps: list[tuple[str, int]]
) -> None:
    scene = Scene(tmp_path_factory.mktemp("books") / "a.book")
    left = list(steps)
    for number, (place, day, kind) in enumerate(reports):
        scene.read(*report_of(number, [(place, day, None, kind)], day), separate=True)
        for step in left[: number % 3]:
            scene.do(*step)
        left = left[number % 3 :]
    same_series(scene)
    scene.store.close()


def same_series(scene: Scene) -> tuple[Series, ...]:
    """The series of a book by its rows, which are those made from all reports and decisions at once."""
    result = scene.all_at_once()
    assert scene.kept() == result
    in_force = verdicts.in_force(scene.store)
    incident_of = {each.id: each.id for each in result.incidents} | result.incident_of
    apart = {incident_of.get(claim) for claim in no_series(in_force)}
    by_hand, names = series_by_hand(in_force, incident_of), series_names(in_force, incident_of)
    incidents, expected_series = joined_series.of_book(result.incidents, result.tolls, apart, by_hand, names)
    index = SeriesIndex(StoredPoints(scene.store), StoredByHand(scene.store))
    assert [msgspec.structs.replace(each, tolls=()) for each in expected_series] == list(index.every)
    assert index.named_in(result.incidents) == incidents
    assert list(check.problems(scene.store)) == []
    return index.every


def test_every_database_has_the_same_series(store: Store) -> None:
    scene = Scene(store)
    for day in range(4):
        scene.read(*report_of(day, [(day % 2 * 2, day, None, 1), (0, day, None, 1)], day), separate=True)
    (found,) = same_series(scene)
    assert len(found.incidents) == 4
    ruling = decide(store, "no series", found.incidents[0], who="Ines", why="Because.")
    (shorter,) = same_series(scene)
    assert shorter.incidents == found.incidents[1:]
    verdicts.undo(store, ruling.id, who="Ines", why="Because.")
    assert same_series(scene) == (found,)
    assert AsOfIndex(store, SqlIndex(store), DAY + timedelta(2)).series.every[0].incidents == found.incidents[:3]
