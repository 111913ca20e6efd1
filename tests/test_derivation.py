"""Incremental updates: a book updated report by report equals one built from all reports and decisions at once.

All incidents, names and places are invented.
"""

import hashlib
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from tests.deciding import decide
from tollbook.decisions import composition, descriptions, verdicts
from tollbook.decisions.person_decisions import person_rulings
from tollbook.errors import NoSuchRecord
from tollbook.incidents import build, cache, check, incremental, toll_rows
from tollbook.ingest import Capture
from tollbook.linking import components
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Event, People, Place, Report, When, content_id
from tollbook.person import PersonRulings
from tollbook.reconcile.person_proposals import across_incidents, block_of, proposals, undecided
from tollbook.reconcile.person_records import merged
from tollbook.review import queue, same_person
from tollbook.search.person_query import HARMED, PersonQuery
from tollbook.search.persons import PersonIndex
from tollbook.store import Store, incident_rows, incident_tables

ROOT = Path(__file__).parent.parent
PLACES = [
    Place(name=name, country="XA", admin1="Orla", lat=lat, lon=10.0, precision=1)
    for name, lat in (("Velm", 10.0), ("Tarn", 10.05), ("Orsk Ford", 30.0))
]
NAMES = ["Ilka Brandt", "Oren Pasko", "Mirel Dost"]
KINDS = ["shooting", "airstrike", "attack"]
DAY = date(2020, 5, 4)


Reported = tuple[int | None, int | None, int | None, int]


def claim_of(report: str, start: int, said: Reported) -> Claim:
    place, day, name, kind = said
    when = None if day is None else When(start=DAY + timedelta(day), end=DAY + timedelta(day), precision="day")
    people = None if name is None else People(text=NAMES[name], names=(NAMES[name],), roles=("a nurse",))
    return Claim(
        id=content_id(report, start), report=report, start=start, end=start + 5, quote="words", kind="killed",
        count=Count(low=1, best=1, high=1, qualifier="exactly"), people=people, when=when,
        place=None if place is None else PLACES[place], event=Event(kind=KINDS[kind]),  # type: ignore[arg-type]
        scope="running total" if start == 36 else "incident",
    )  # fmt: skip


def one_of(choices: int) -> st.SearchStrategy[int | None]:
    return st.one_of(st.none(), st.integers(0, choices - 1))


def report_of(number: int, claims: list[Reported], published: int | None, title: int | None = None) -> tuple:
    name = f"report {number}"
    found = tuple(claim_of(name, 12 * i, each) for i, each in enumerate(claims))
    words = [PLACES[c[0]].name for c in claims if c[0] is not None] + [NAMES[c[2]] for c in claims if c[2] is not None]
    text = "A shot was heard in the night. " * 3 + " ".join(words)
    day = None if published is None else DAY + timedelta(published)
    report = Report(
        id=name, sha256=hashlib.sha256(text.encode()).hexdigest(), text=text, outlet=f"Outlet {number}", published=day,
        title=None if title is None else f"A shot in the night: {NAMES[title]} dead in {PLACES[title].name}",
    )  # fmt: skip
    return Capture(report=report, original=text.encode()), Reading(report=name, claims=found)


ONE_CLAIM = st.tuples(one_of(3), one_of(12), one_of(3), st.integers(0, 2))
REPORTS = st.lists(
    st.tuples(st.lists(ONE_CLAIM, min_size=0, max_size=4), one_of(12), one_of(3)), min_size=1, max_size=7
)
#: A step: read the next report or one again, catch up, rule on two claims or persons, reject one, describe reports,
#: compose an incident, or undo a decision.
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "catch up",
                "rule",
                "reject",
                "undo",
                "source",
                "describe",
                "group",
                "mark",
                "person",
                "no series",
                "one series",
                "name series",
            ]
        ),
        st.integers(0, 999),
    )
)


#: What people set: days that link otherwise, one outlet for all, and addresses that make editions of reports.
DESCRIBED = (
    {"published": "2020-05-09"}, {"published": None, "title": "Five dead in Velm"}, {"outlet": "Orla Post"},
    {"url": "https://orla.example/night"}, {"url": "https://orla.example/night", "published": "2020-05-07"},
    {"url": None, "title": None},
)  # fmt: skip


class Scene:
    """A book in which invented reports are read and decided on."""

    def __init__(self, where: Path | Store) -> None:
        self.store = where if isinstance(where, Store) else Store.open(where, create=True)
        self.claims: list[str] = []
        self.persons: list[str] = []
        self.headlines: list[str] = []
        self.reports: list[str] = []

    def read(self, capture: Capture, reading: Reading, *, separate: bool) -> None:
        self.store.add(capture, reading, finder="test", separate=separate)
        self.claims += [c.id for c in reading.claims]
        self.persons += [c.id for c in reading.claims if c.people is not None]
        self.headlines += [] if reading.claims else [reading.report]
        self.reports.append(capture.report.id)

    def do(self, what: str, chosen: int) -> None:
        by = {"who": "Ines", "why": "Because."}
        standing = verdicts.in_force(self.store)
        if what == "catch up":
            incremental.catch_up(self.store)
        elif what == "undo" and standing:
            verdicts.undo(self.store, standing[chosen % len(standing)].id, **by)
        elif what in {"reject", "no series"} and self.claims:
            decide(self.store, what, self.claims[chosen % len(self.claims)], **by)
        elif what in {"one series", "name series"} and len(self.claims) > 1:
            self.join_or_name_series(what, chosen)
        elif what in {"group", "mark"}:
            self.compose(what, chosen)
        elif what == "describe" and self.reports:
            named = [name for place, name in enumerate(self.reports) if chosen >> place & 1] or self.reports[:1]
            descriptions.describe(self.store, named, DESCRIBED[chosen % len(DESCRIBED)], **by)
        elif what == "person" and len(self.persons) > 1:
            self.rule_on_persons(chosen)
        elif what in {"rule", "source"}:
            among = self.claims + self.headlines if what == "rule" else self.reports
            rulings = ("same", "not same") if what == "rule" else ("one source", "independent")
            one, other = chosen % max(len(among), 1), (chosen // 7) % max(len(among), 1)
            if among and one != other:
                decide(self.store, rulings[chosen % 2], among[one], other=among[other], **by)

    def rule_on_persons(self, chosen: int) -> None:
        """A decision on two persons, or on the fields of one."""
        by = {"who": "Mara Lind", "why": "Read again."}
        one, other = self.persons[chosen % len(self.persons)], self.persons[chosen // 7 % len(self.persons)]
        if chosen % 3 == 0:
            decide(self.store, "correct person", one, change={"sex": "female", "fate": "missing"}, **by)
        elif one != other:
            ruling = ("same person", "different persons")[chosen % 2]
            decide(self.store, ruling, one, other=other, **by)

    def join_or_name_series(self, what: str, chosen: int) -> None:
        """A decision that the incidents of two or three claims are one series, or on the name of their series."""
        picked = {self.claims[n % len(self.claims)] for n in (chosen, chosen // 7, chosen // 31)}
        if len(picked) > 1:
            groups = [[name] for name in sorted(picked)]
            change = {"groups": groups} | ({"name": f"Siege {chosen}"} if what == "name series" else {})
            decide(self.store, what, groups[0][0], change=change, who="Ines", why="One siege.")

    def compose(self, what: str, chosen: int) -> None:
        """Put every third, fourth … claim or headline into two groups, or mark it."""
        among, step = sorted({*self.claims, *self.headlines}), 2 + chosen % 4
        one, other = tuple(among[chosen % 3 :: step]), tuple(among[chosen % 3 + 1 :: step])
        by = {"who": "Ines", "why": "Because."}
        if what == "mark" and one and other:
            mark = sorted(composition.MARKS)[chosen % 4]
            change = {"claims": one[:2], "apart": other if mark in composition.APART else ()}
            decide(self.store, mark, one[0], change=change, **by)
        elif what == "group" and len(one) > 1:
            groups = [one, other] if other and chosen % 3 else [one]
            verdict = "merge" if len(groups) == 1 else "split"
            decide(self.store, verdict, one[0], change={"groups": groups}, **by)

    def all_at_once(self) -> build.BuildResult:
        return build.build(*self.store.contents(), verdicts.in_force(self.store))

    def kept(self) -> build.BuildResult:
        incremental.catch_up(self.store)
        return cache.everything(self.store)


@settings(max_examples=60, deadline=None)
@given(REPORTS, STEPS, st.randoms(use_true_random=False))
def test_incremental_updates_in_any_order_equal_one_build(
    tmp_path_factory: pytest.TempPathFactory, made: list, steps: list, random: object
) -> None:
    scene = Scene(tmp_path_factory.mktemp("books") / "a.book")
    every = [report_of(n, *each) for n, each in enumerate(made)]
    random.shuffle(every)  # type: ignore[attr-defined]
    left = list(steps)
    for number, (capture, reading) in enumerate(every):
        scene.read(capture, reading, separate=number == 5)
        while left and random.random() < 0.6:  # type: ignore[attr-defined]
            scene.do(*left.pop())
    for step in left:
        scene.do(*step)
    kept = scene.kept()
    assert kept == scene.all_at_once()
    assert incremental.catch_up(scene.store) == incremental.IncidentChanges()
    check_persons(scene.store, kept)
    assert list(check.problems(scene.store)) == []
    scene.store.close()


def check_persons(store: Store, kept: build.BuildResult) -> None:
    """The list of persons by rows, its pages and who may be one, against all persons of the incidents at once."""
    rulings = person_rulings(verdicts.in_force(store))
    every = merged((person for incident in kept.incidents for person in incident.persons), rulings)
    listed = [msgspec.structs.replace(person, sources=()) for person in every]
    index = PersonIndex(store)
    pages = [index.browse(PersonQuery(fate="any", page=page, per_page=2)) for page in range(1, len(listed) // 2 + 2)]
    assert [person for page in pages for person in page.persons] == listed
    assert {page.total for page in pages} == {len(listed)}
    nurses = [person for person in listed if "nurse" in person.roles[0] and person.fate in HARMED]
    assert list(index.browse(PersonQuery(text="NURSE")).persons) == nurses
    assert {source.id: index.id_of(source.id) for person in every for source in person.sources} == {
        source.id: person.id for person in every for source in person.sources
    }
    reports = {person.id: frozenset(source.report for source in person.sources) for person in every}
    sources = {person.id: [source.id for source in person.sources] for person in every}
    alike = undecided(proposals(every, reports), sources, rulings)
    assert index.proposals() == alike
    assert index.proposal_count() == len(alike)
    assert [each for start in range(0, len(alike), 3) for each in index.proposals(start, 3)] == alike
    for person in every[:3]:
        assert index.proposals_for(person.id) == [each for each in alike if person.id in {each.one, each.other}]
    check_pairs(store, kept, rulings)


def check_pairs(store: Store, kept: build.BuildResult, rulings: PersonRulings) -> None:
    """The questions about persons of two incidents, against all pairs of persons."""
    every = [person for incident in kept.incidents for person in incident.persons]
    sets = {p.id: {rulings.set_of[s.id] for s in p.sources if s.id in rulings.set_of} for p in every}
    expected = {
        frozenset((one.id, other.id))
        for one, other in combinations(every, 2)
        if one.incidents != other.incidents and block_of(one) and block_of(other) and across_incidents(one, other)
        if not sets[one.id] & sets[other.id]
        if not any((a, b) in rulings.apart for a in sets[one.id] for b in sets[other.id])
    }
    with store.derived_rows() as rows:
        found = same_person.pairs(rows, rulings, 1000)
        one_by_one = [same_person.pairs(rows, rulings, 1, question=pair.question) for pair in found]
        of_incidents = [same_person.pairs(rows, rulings, 1000, incidents={pair.one_incident}) for pair in found]
    assert {frozenset((pair.one, pair.other)) for pair in found} == expected
    assert [pair for (pair,) in one_by_one] == found
    assert all(pair in some for pair, some in zip(found, of_incidents, strict=True))


def test_a_new_report_changes_only_its_own_incident(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    for number, (place, name, day) in enumerate([(0, 0, 0), (2, 1, 1), (2, 2, 200)]):
        scene.read(*report_of(number, [(place, day, name, 0)], day), separate=False)
    incremental.catch_up(scene.store)
    before = {i.id: i for i in cache.incidents(scene.store)}
    scene.read(*report_of(7, [(0, 0, 0, 0)], 1), separate=False)
    touched = incremental.catch_up(scene.store)
    after = {i.id: i for i in cache.incidents(scene.store)}
    assert len(touched.rebuilt) == 1
    assert {link.id for link in after[touched.rebuilt[0]].reports} == {"report 0", "report 7"}
    untouched = set(after) - set(touched.rebuilt)
    assert len(untouched) == 2
    assert all(before[name] == after[name] for name in untouched)


def test_rows_made_by_other_code_are_rebuilt(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, 0, 0)], 0), separate=False)
    before = scene.kept()
    with scene.store.derived_rows(write=True) as rows:
        incident_rows.set_rows_state(rows, incident_rows.RowsState(code="older", upto=99))
    assert incremental.catch_up(scene.store).rebuilt == tuple(i.id for i in before.incidents)
    assert scene.kept() == before


def test_rows_can_be_emptied_at_any_time(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    for number in range(3):
        scene.read(*report_of(number, [(number, number, number, 0)], number), separate=False)
    before = scene.kept()
    with scene.store.derived_rows(write=True) as rows:
        incident_rows.empty(rows)
    assert scene.kept() == before


def test_an_interrupted_update_leaves_the_rows_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, 0, 0)], 0), separate=False)
    before = scene.kept()
    scene.read(*report_of(1, [(0, 0, 0, 0)], 0), separate=False)
    with monkeypatch.context() as broken:
        broken.setattr(cache, "store_incidents", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            incremental.catch_up(scene.store)
    assert tuple(cache.incidents(scene.store)) == before.incidents
    assert scene.kept() == scene.all_at_once()


def test_a_read_only_book_keeps_its_derived_rows_elsewhere(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, 0, 0)], 0), separate=False)
    expected = scene.all_at_once()
    scene.store.close()
    again = Store.open("sqlite:///file:" + str(tmp_path / "a.book") + "?mode=ro&uri=true")
    incremental.catch_up(again)
    assert cache.everything(again) == expected
    again.close()


def test_threads_share_the_derived_rows_of_a_read_only_book(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, 0, 0)], 0), separate=False)
    expected = scene.all_at_once()
    scene.store.close()
    again = Store.open("sqlite:///file:" + str(tmp_path / "a.book") + "?mode=ro&uri=true")
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: cache.everything(incremental.up_to_date(again)), range(20)))
    assert found == [expected] * 20
    again.close()


#: Reads five reports into a book and ends before anything is derived, as a killed process does.
KILLED = """
import os, sys
from pathlib import Path
from tests.test_derivation import Scene, report_of
scene = Scene(Path(sys.argv[1]))
for n in range(5):
    scene.read(*report_of(n, [(0, 0, n % 3, 0)] * 3, n), separate=False)
os._exit(0)
"""
#: Limits the size of files to little more than the book has, as a disk that is nearly full does.
FULL = """
import resource, sys
from pathlib import Path
where = Path(sys.argv[1])
most = max(each.stat().st_size for each in where.parent.iterdir()) + 20_000
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
"""
SHOWN = """
from tollbook.book import Book
with Book.open(where) as book:
    one, *_ = found = book.incidents()
    print(len(found), book.incidents.get(one.id) == one, len(book.reports.page(lacks="incident")[0]))
"""
SERVED = """
import re, time
from starlette.testclient import TestClient
from tollbook.book import arrivals
from tollbook.web.app import create_app
arrivals.EVERY = int(sys.argv[2])
if __name__ == "__main__":
    app = create_app(where)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        while app.state.worker.state.busy:
            time.sleep(0.05)
        pages = {page: client.get(page) for page in ("/incidents", "/reports?lacks=incident", "/persons", "/queue")}
        shown = set(re.findall(r"/incidents/[0-9a-f]{8,}", pages["/incidents"].text))
        print(len(shown), *(page.status_code for page in pages.values()))
"""


@pytest.mark.parametrize(
    ("shown", "few", "said"),
    [(SHOWN, 0, "1 True 0"), (SERVED, 100, "1 200 200 200 200"), (SERVED, 0, "1 200 200 200 200")],
    ids=["listed", "served", "served after another process failed to link"],
)
def test_a_book_that_was_never_derived_can_be_read_on_a_full_disk(
    tmp_path: Path, shown: str, few: int, said: str
) -> None:
    where = tmp_path / "book" / "a.book"
    where.parent.mkdir()
    program = tmp_path / "program.py"
    for text in (KILLED, FULL + shown):
        program.write_text(text)
        done = subprocess.run(
            [sys.executable, program, where, str(few)], check=False, capture_output=True, text=True, timeout=120,
            cwd=ROOT, env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == said


def test_an_incident_is_found_by_a_prefix_of_its_id(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, 0, 0)], 0), separate=False)
    (incident,) = scene.kept().incidents
    assert cache.incident(scene.store, incident.id[:6]) == incident
    assert cache.incident(scene.store, incident.id, rule="acled").figures["killed"].rule == "acled"
    with pytest.raises(NoSuchRecord):
        cache.incident(scene.store, "nothing")
    with pytest.raises(NoSuchRecord):
        cache.incident(scene.store, incident.id, as_of=date(2000, 1, 1))


def test_every_database_has_the_same_rows(store: Store) -> None:
    scene = Scene(store)
    for number, (place, name, day) in enumerate([(0, 0, 0), (0, 0, 1), (2, 1, 1), (2, 2, 200)]):
        scene.read(*report_of(number, [(place, day, name, 0), (place, day, None, 1)], day), separate=False)
        incremental.catch_up(store)
    one, *_, other = scene.claims
    merged = decide(store, "same", one, other=other, who="Ines", why="Because.")
    assert scene.kept() == scene.all_at_once()
    assert any({"report 0", "report 3"} <= {link.id for link in i.reports} for i in scene.kept().incidents)
    verdicts.undo(store, merged.id, who="Ines", why="Because.")
    assert scene.kept() == scene.all_at_once()
    assert len(queue.queue(store)) == len({question.id for question in queue.queue(store)})


def test_totals_of_a_large_group_are_left_to_the_process_that_makes_all(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "a.book")
    every = [(0, 0, None, 0)] * 4  # the fourth claim of a report is a running total
    for number, place in enumerate((0, 0, 2)):
        scene.read(*report_of(number, [(place, *rest) for _, *rest in every], number), separate=False)
    incremental.link_new(scene.store)
    assert toll_rows.are_waiting(scene.store)
    assert cache.tolls(scene.store) == ()
    incremental.catch_up(scene.store, largest=1)
    assert [toll.place.name for toll in cache.tolls(scene.store) if toll.place] == ["Orsk Ford"]
    incremental.catch_up(scene.store)
    assert not toll_rows.are_waiting(scene.store)
    assert cache.tolls(scene.store) == scene.all_at_once().tolls
    assert len(cache.tolls(scene.store)) == 2


def test_totals_that_change_while_they_are_made_again_stay_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(tmp_path / "a.book")
    scene.read(*report_of(0, [(0, 0, None, 0)] * 4, 0), separate=False)
    incremental.link_new(scene.store)
    arriving, derived_rows = [report_of(1, [(0, 0, None, 0)] * 4, 1)], scene.store.derived_rows

    def one_arrives_first(*, write: bool = False) -> object:
        if write and arriving:
            scene.read(*arriving.pop(), separate=False)
            incremental.link_new(scene.store)
        return derived_rows(write=write)

    monkeypatch.setattr(scene.store, "derived_rows", one_arrives_first)
    toll_rows.remake(scene.store)
    assert arriving == []
    assert cache.tolls(scene.store) == ()
    assert toll_rows.are_waiting(scene.store)
    assert scene.kept() == scene.all_at_once()


def test_a_town_that_is_hit_day_after_day_is_clustered_piece_by_piece(tmp_path: Path) -> None:
    """Links connect incidents with one another, and each report makes only those near it again."""
    scene, chance = Scene(tmp_path / "a.book"), random.Random(7)
    every = [report_of(n, [(0, n % 12, None, n % 3)], n % 12 + n % 2) for n in range(48)]
    chance.shuffle(every)
    rebuilt = []
    for number, (capture, reading) in enumerate(every):
        scene.read(capture, reading, separate=False)
        if number % 9 == 5:
            scene.do("rule", chance.randrange(999))
        rebuilt.append(len(incremental.catch_up(scene.store).rebuilt))
    with scene.store.derived_rows() as rows:
        cluster_of = {row.number: row.cluster for row in rows.execute(select(incident_tables.mentions))}
        linked = rows.execute(select(incident_tables.edges).where(incident_tables.edges.c.linked))
        connected = components(cluster_of, [(row.one, row.other) for row in linked])
    assert len(connected) < len(set(cluster_of.values()))
    assert max(rebuilt[24:]) < len(scene.kept().incidents)
    assert scene.kept() == scene.all_at_once()
    assert list(check.problems(scene.store)) == []
