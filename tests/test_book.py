"""The façade: reading, derived records, and decisions that can be undone."""

import json
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from datetime import date
from importlib import resources
from pathlib import Path

import msgspec
import psutil
import pytest

from tollbook import ingest
from tollbook.book import Book
from tollbook.decisions.decision import replay
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import Contents
from tollbook.incidents.build import build
from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.record import DecidedClaim, Incident
from tollbook.store import Store

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
FIRST = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded.\n"
SECOND = "Four people were killed on Monday when a shell hit the market in Oberfeld, a hospital doctor said.\n"
DAY = date(2021, 10, 5)


def test_a_report_is_read_again_in_the_text_that_the_book_has(tmp_path: Path) -> None:
    """Another version may have made another text of the same bytes, here with invisible characters in it."""
    given = "In Ober\u200bfeld on \u200bMonday a shell killed four people, police said."
    (tmp_path / "r.jsonl").write_text(json.dumps({"id": "a", "text": given}))
    (now,) = ingest.captures([tmp_path / "r.jsonl"])
    assert isinstance(now, Capture)
    before = msgspec.structs.replace(now, report=msgspec.structs.replace(now.report, text=given, offsets=()))
    store = Store.open(tmp_path / "a.book", create=True)
    store.add(before, Reading(report="a"), finder="former/1", separate=False)
    store.close()
    with Book.open(tmp_path / "a.book") as book:
        assert book.read([tmp_path / "r.jsonl"]).read == 1
        assert book.verify() == []
        assert [given[c.start : c.end] for c in book.incidents.claims()] == ["killed four people"]


@pytest.fixture(scope="module")
def samples(sample_book: Path) -> Iterator[Book]:
    """The sample reports, for all tests that change nothing."""
    with Book.open(sample_book) as book:
        yield book


@pytest.fixture
def book(anywhere: str, tmp_path: Path) -> Iterator[Book]:
    """A book of two reports by two outlets on one incident, in a file and on a server."""
    with Book.open(anywhere, create=True) as book:
        for name, text in (("Valley Post", FIRST), ("Harbour Radio", SECOND)):
            file = tmp_path / f"{name}.txt"
            file.write_text(text)
            assert book.read([file], published=DAY, outlet=name).read == 1
        yield book


def state(book: Book) -> str:
    """All records of a book, without the file names, which may differ between two readings."""
    contents = book.export.contents().to_dict()
    for report in contents["reports"]:
        report["origin"] = ""
    return json.dumps(contents)


def killed(book: Book) -> list[tuple[int | None, int | None]]:
    return [(f.low, f.high) for i in book.incidents() if (f := i.figures.get("killed"))]


def test_two_reports_of_one_incident(book: Book) -> None:
    (incident,) = [i for i in book.incidents() if "killed" in i.figures]
    assert {link.id for link in incident.reports} == {report.id for report in book.reports()}
    assert (incident.figures["killed"].low, incident.figures["killed"].independent_sources) == (4, 2)
    assert {report.outlet for report in book.reports()} == {"Valley Post", "Harbour Radio"}
    assert {report.published for report in book.reports()} == {DAY}


def test_reading_twice_changes_nothing(book: Book, tmp_path: Path) -> None:
    before, entries = state(book), book.log()
    summary = book.read(sorted(tmp_path.glob("*.txt")), published=DAY)
    assert (summary.read, summary.known, summary.refused) == (0, 2, ())
    assert (state(book), book.log()) == (before, entries)


def test_the_order_of_reading_does_not_matter(samples: Book, tmp_path: Path) -> None:
    lines = (SAMPLES / "reports.jsonl").read_text(encoding="utf-8").splitlines()
    random.Random(7).shuffle(lines)
    shuffled = tmp_path / "reports.jsonl"
    shuffled.write_text("\n".join(lines), encoding="utf-8")
    with Book.open(tmp_path / "b.book", create=True) as other:
        other.read([shuffled], places=SAMPLES / "places.csv")
        assert state(other) == state(samples)


def test_several_processes_make_the_same_book(samples: Book, tmp_path: Path) -> None:
    with Book.open(tmp_path / "b.book", create=True) as other:
        other.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv", jobs=2)
        assert state(other) == state(samples)
        logged = [entry.subject for entry in other.log()]
    # Tests of the web interface may have logged what people did in the shared book since.
    assert [entry.subject for entry in samples.log()][: len(logged)] == logged


def test_every_claim_quotes_its_report_and_names_a_record_that_exists(samples: Book) -> None:
    contents = samples.export.contents()
    texts = {report.id: report.text for report in contents.reports}
    incidents, tolls = {i.id for i in contents.incidents}, {t.id for t in contents.tolls}
    for claim in contents.claims:
        assert texts[claim.report][claim.start : claim.end] == claim.quote
        assert claim.incident is None or claim.incident in incidents
        assert claim.toll is None or claim.toll in tolls
    assert {claim.incident for claim in contents.claims} - {None} == incidents
    assert {claim.toll for claim in contents.claims} - {None} == tolls


def test_separate_reports_are_never_linked_not_even_later(book: Book, tmp_path: Path) -> None:
    with Book.open(tmp_path / "b.book", create=True) as apart:
        apart.read(sorted(tmp_path.glob("*.txt")), published=DAY, separate=True)
    with Book.open(tmp_path / "b.book") as apart:
        assert len(killed(apart)) == 2
        assert all(len(incident.reports) == 1 for incident in apart.incidents())
        apart.read(sorted(tmp_path.glob("*.txt")), published=DAY)
        assert len(killed(apart)) == 1


def test_tolls_of_separate_reports_are_kept_apart(tmp_path: Path) -> None:
    with Book.open(tmp_path / "b.book", create=True) as apart:
        apart.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv", separate=True)
        tolls = apart.incidents.tolls()
        assert len({toll.id for toll in tolls}) == len(tolls)
        reports = {claim.id: claim.report for claim in apart.incidents.claims()}
        assert tolls
        assert all(len({reports[c] for point in toll.series for c in point.claims}) == 1 for toll in tolls)


def test_as_of_an_earlier_day_only_reports_published_by_then_count(samples: Book) -> None:
    assert samples.export.contents(as_of=date(2021, 8, 1)).to_dict() == Contents().to_dict()
    day = date(2021, 10, 6)
    then, now = samples.export.contents(as_of=day), samples.export.contents()
    assert {r.id for r in then.reports} == {r.id for r in now.reports if r.published and r.published <= day}
    assert 0 < len(then.incidents) < len(now.incidents)
    assert {claim.incident for claim in then.claims} - {None} == {incident.id for incident in then.incidents}
    assert {link.id for i in then.incidents for link in i.reports} <= {r.id for r in then.reports}


def test_stored_incidents_equal_derived_ones(book: Book) -> None:
    contents = book.export.contents()
    assert book.export.contents() == contents
    reports, readings = book._store.contents()
    assert build(reports, readings, book.review.decisions()).incidents == contents.incidents


def test_an_incident_by_a_prefix_of_its_id(samples: Book) -> None:
    one: Incident = samples.incidents()[0]
    assert samples.incidents.get(one.id) == one
    shortest = next(n for n in range(1, 17) if sum(i.id.startswith(one.id[:n]) for i in samples.incidents()) == 1)
    assert samples.incidents.get(one.id[:shortest]) == one
    with pytest.raises(NoSuchRecord, match="more of the id"):
        samples.incidents.get("")
    with pytest.raises(NoSuchRecord, match="No incident"):
        samples.incidents.get("zzz")


def test_an_unknown_rule_or_format_is_refused(samples: Book, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="range"):
        samples.incidents(rule="coin")
    with pytest.raises(Refused, match="bundle"):
        samples.export("papyrus", tmp_path / "out")


# ------------------------------------------------------------------------------------------------ decisions
def claim_of(book: Book, quote: str) -> str:
    return next(
        claim.id for claim in book.incidents.claims() if claim.kind == "killed" and quote in claim.quote.lower()
    )


def test_a_rejected_claim_counts_no_more_and_stays_in_the_book(book: Book) -> None:
    before, claim = state(book), claim_of(book, "four")
    decision = book.decide("reject", claim, who="Ines", why="A misprint, says the outlet.")
    assert (decision.verdict, decision.subject, decision.who) == ("reject", claim, "Ines")
    (figure,) = [i.figures["killed"] for i in book.incidents() if "killed" in i.figures]
    assert figure.independent_sources == 1
    assert next(c for c in book.incidents.claims() if c.id == claim).incident is None
    book.undo(decision.id, who="Ines", why="It was no misprint.")
    assert book.review.decisions() == []
    assert state(book) == before
    assert [entry.action for entry in book.log()][-2:] == ["decided", "undone"]
    assert book.verify() == []


def test_the_last_verdict_counts(book: Book) -> None:
    before, claim = state(book), claim_of(book, "four")
    book.decide("reject", claim, who="Ines", why="Doubtful.")
    accepted = book.decide("accept", claim, who="Omar", why="Checked by telephone.")
    assert state(book) == before
    book.undo(accepted.id, who="Omar", why="Wrong number.")
    assert state(book) != before


def test_a_correction_changes_the_figure_and_keeps_the_claim_as_read(book: Book) -> None:
    claim = claim_of(book, "four")
    count = {"low": 5, "best": 5, "high": 5, "qualifier": "exactly", "text": "four"}
    book.decide("correct", claim, who="Ines", why="The outlet corrected itself.", change={"count": count})
    assert (4, 5) in killed(book)
    decided = next(c for c in book.incidents.claims() if c.id == claim)
    assert decided.count is not None
    assert decided.count.best == 5
    assert isinstance(decided, DecidedClaim)
    assert decided.corrected == ("count",)
    assert decided.as_read is not None
    assert decided.as_read.count is not None
    assert decided.as_read.count.best == 4


def test_replaying_the_log_gives_the_same_state(book: Book, anywhere: str) -> None:
    book.decide("reject", claim_of(book, "four"), who="Ines", why="Doubtful.")
    one = book.decide("accept", claim_of(book, "four"), who="Ines", why="Checked.")
    book.undo(one.id, who="Ines", why="Checked the wrong one.")
    contents, decisions = book.export.contents(), book.review.decisions()
    book.close()
    with Book.open(anywhere) as again:
        assert replay(again.log()) == tuple(decisions)
        assert again.export.contents() == contents


@pytest.mark.parametrize(
    ("verdict", "options", "says"),
    [
        ("perhaps", {}, "no verdict"),
        ("reject", {"why": " "}, "name and a reason"),
        ("reject", {"who": ""}, "name and a reason"),
        ("same", {}, "second claim"),
        ("correct", {}, "needs the corrected fields"),
        ("reject", {"change": {"kind": "injured"}}, "takes no fields"),
        ("correct", {"change": {"quote": "Five"}}, "cannot be corrected: quote"),
        ("correct", {"change": {"kind": "sunburnt"}}, "shape of a claim"),
    ],
)
def test_decisions_that_are_refused(book: Book, verdict: str, options: dict[str, object], says: str) -> None:
    head = book.log()
    with pytest.raises(Refused, match=says):
        book.decide(verdict, claim_of(book, "four"), **({"who": "Ines", "why": "Because."} | options))  # type: ignore[arg-type]
    assert book.log() == head


def test_decisions_on_unknown_ids_are_refused(book: Book) -> None:
    with pytest.raises(NoSuchRecord):
        book.decide("reject", "nope", who="Ines", why="Because.")
    with pytest.raises(NoSuchRecord):
        book.decide("same", claim_of(book, "four"), other="nope", who="Ines", why="Because.")
    with pytest.raises(NoSuchRecord):
        book.undo("nope", who="Ines", why="Because.")


# ------------------------------------------------------------------------------------------------ kill -9
READER = textwrap.dedent("""
    import sys
    from tollbook.book import Book
    if __name__ == "__main__":
        with Book.open(sys.argv[1], create=True) as book:
            book.read([sys.argv[2]], jobs=int(sys.argv[3]), progress=lambda done, total: print(done, flush=True))
""")


@pytest.mark.parametrize(("jobs", "kills"), [(1, (1, 9)), (2, (5,))])
def test_a_killed_process_loses_and_duplicates_nothing(tmp_path: Path, jobs: int, kills: tuple[int, ...]) -> None:
    reports, path, program = tmp_path / "reports", tmp_path / "a.book", tmp_path / "reader.py"
    reports.mkdir()
    program.write_text(READER)
    for number in range(20):
        (reports / f"{number:02}.txt").write_text(f"{FIRST}Village {number} was hit as well, a nurse said.\n" * 5)
    for acknowledged in kills:
        command = [sys.executable, str(program), str(path), str(reports), str(jobs)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= acknowledged:
                break
        readers = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert psutil.wait_procs(readers, timeout=60)[1] == []
        with Book.open(path) as book:
            assert acknowledged <= len(book.reports()) <= 20
            assert book.verify() == []
    with Book.open(path) as book:
        summary = book.read([reports])
        assert summary.read + summary.known == 20
        assert summary.known >= kills[-1]
        assert [len(book.reports()), len(book.log())] == [20, 20]
        assert book.verify() == []


def test_a_book_that_is_open_twice_keeps_its_log_when_another_process_ends(tmp_path: Path) -> None:
    """Closing the file of an open book drops SQLite's locks: the other process then deleted the write-ahead log."""
    book = tmp_path / "a.book"
    with Book.open(book, create=True) as first:
        with Book.open(book) as second:
            second.log.last()
        program = "import sys; from tollbook.book import Book\nwith Book.open(sys.argv[1]) as book: book.log.last()"
        subprocess.run([sys.executable, "-c", program, book], check=True)
        (tmp_path / "r.txt").write_text("A shell killed two people in Velmar on Monday, 4 October 2021, police said.")
        first.read([tmp_path / "r.txt"])
        with Book.open(book) as third:
            assert len(list(third.reports())) == 1
            assert third.verify() == []
