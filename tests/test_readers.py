"""Readers as plug-ins: anchors, the check of what a reader returns, versions by hash, and the choice of a reader.

All incidents, names and places are invented.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import grimp
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import tollbook
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import MissingPart, Refused
from tollbook.fingerprint import fingerprint
from tollbook.incidents import build
from tollbook.mentions import Attribution, DateMention, PlaceMention, Reading
from tollbook.model import Claim, Count, People, Place, Range, Refusal, Report
from tollbook.readers import registry, rules
from tollbook.readers.base import Reader, Unanchored, anchor, check, claim_id, finder_of
from tollbook.readers.rules import version

PACKAGE = Path(tollbook.__file__).parent
TEXT = "Three people were killed in Velmar on Tuesday, the mayor said. Five were hurt."
REPORT = Report(id="r", sha256="0" * 64, text=TEXT, origin="a.txt")
UKRAINIAN = (
    "Троє людей загинули і сімнадцять були поранені під час удару по лікарні у місті Велмар у вівторок, "
    "повідомив заступник мера Іляс Тархан. Рятувальники шукають під завалами ще двох людей, які зникли."
)


def claim(quote: str = "Three people", **fields: object) -> Claim:
    start = TEXT.index(quote)
    about = {"id": quote, "report": "r", "start": start, "end": start + len(quote), "quote": quote, "kind": "killed"}
    return Claim(**about | fields)  # type: ignore[arg-type]


def count(low: int | None = 3, best: int | None = 3, high: int | None = 3) -> Count:
    return Count(low=low, best=best, high=high, qualifier="exactly")


# --- anchor


def folded(words: str) -> str:
    return " ".join(words.split())


@given(st.text("ab \n.", min_size=1, max_size=30), st.data())
def test_words_of_a_text_are_found_where_they_are(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    if text[start:end].strip():
        assert anchor(text, text[start:end], near=start) == (start, end)


@given(st.text("ab \n.", max_size=30), st.text("ab \n", max_size=6), st.integers(0, 30))
def test_a_span_has_the_words_of_its_quote_and_absent_words_have_none(text: str, quote: str, near: int) -> None:
    found = anchor(text, quote, near)
    if isinstance(found, Unanchored):
        assert not quote.strip() or folded(quote) not in folded(text)
        assert found.reason.endswith(".")
    else:
        assert folded(text[slice(*found)]) == folded(quote)


@given(st.text("ab ", max_size=30), st.text("ab", min_size=1, max_size=3), st.integers(0, 30))
def test_the_nearest_of_several_places_is_taken(text: str, quote: str, near: int) -> None:
    found = anchor(text, quote, near)
    starts = [i for i in range(len(text)) if text.startswith(quote, i)]
    if starts:
        assert not isinstance(found, Unanchored)
        assert abs(found[0] - near) == min(abs(start - near) for start in starts)


def test_white_space_may_differ_and_nothing_else() -> None:
    assert anchor("He  was\nshot dead.", "was shot  dead") == (4, 17)
    assert anchor("He was shot.", "he was shot") == Unanchored(
        quote="he was shot", reason="The report does not have the words “he was shot”."
    )
    assert anchor("He was shot.", " \n") == Unanchored(quote=" \n", reason="The quote is empty.")


# --- check


def test_ids_come_from_content_and_parts_keep_their_whole() -> None:
    whole, part = claim(id="x", count=count()), claim("Five", id="", part_of="x", scope="part", incident="made up")
    checked = check(Reading(report="r", claims=(whole, part)), REPORT, "test/1")
    first, second = checked.claims
    assert first.id == claim_id(whole, "test/1") != claim_id(whole, "test/2")
    assert (second.part_of, second.finder, second.incident) == (first.id, "test/1", None)
    assert checked.refused == ()
    assert check(checked, REPORT, "test/1") == checked


def test_different_claims_get_different_ids_and_a_repeated_claim_is_one() -> None:
    named = claim(people=People(text="Three people", names=("Ilka Brandt",)))
    claims = check(Reading(report="r", claims=(claim(), named, claim(id="other"))), REPORT, "test/1").claims
    assert [c.people is None for c in claims] == [True, False]
    assert len({c.id for c in claims}) == 2


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"start": 1}, "“Three people” for 1–12, where the report has other words"),
        ({"start": -78, "end": -66}, "where the report has other words"),
        ({"end": 9999}, "where the report has other words"),
        ({"start": 0, "end": 0, "quote": ""}, "where the report has other words"),
        ({"report": "s"}, "for another report, s"),
        ({"count": count(4)}, "out of order"),
        ({"count": count(3, None, 2)}, "out of order"),
        ({"count": count(-1)}, "out of order"),
        ({"people": People(text="x", age=Range(low=9, high=3))}, "out of order"),
        ({"kind": "murdered"}, "Invalid enum value 'murdered'"),
        ({"confidence": float("nan")}, "invalid record"),
        ({"quote": "\ud800"}, "invalid record"),
        ({"count": object()}, "invalid record"),
    ],
)
def test_a_claim_that_is_not_valid_is_left_out_with_a_reason_and_stops_no_other(
    wrong: dict[str, object], says: str
) -> None:
    bad = replace(claim(), **wrong)
    checked = check(Reading(report="r", claims=(bad, claim("Five"))), REPORT, "test/1")
    assert [c.quote for c in checked.claims] == ["Five"]
    (refusal,) = checked.refused
    assert refusal.origin == "a.txt"
    assert refusal.reason.startswith("The reader test/1 gave ")
    assert says in refusal.reason


def test_mentions_and_attributions_are_checked_too_and_what_a_reader_refused_is_kept() -> None:
    reading = Reading(
        report="r",
        attributions=(Attribution(report="r", source=((47, 56),)), Attribution(report="r", cue=((70, 99),))),
        places=(PlaceMention(report="r", start=28, end=34, text="Velmar", place=Place(name="Velmar")),),
        dates=(DateMention(report="r", start=0, end=7, text="Tuesday"),),
        refused=(Refusal(origin="a.txt", reason="No words."),),
    )
    checked = check(reading, REPORT, "test/1")
    assert (len(checked.attributions), len(checked.places), len(checked.dates)) == (1, 1, 0)
    assert [refusal.reason[:9] for refusal in checked.refused] == ["No words.", "The reade", "The reade"]


@given(st.integers(-3, 90), st.integers(-3, 90), st.lists(st.none() | st.integers(-2, 5), min_size=3, max_size=3))
def test_a_checked_claim_is_valid_for_any_result_of_a_reader(start: int, end: int, bounds: list[int | None]) -> None:
    given_claim = replace(claim(), start=start, end=end, quote=TEXT[start:end], count=count(*bounds))
    checked = check(Reading(report="r", claims=(given_claim,)), REPORT, "test/1")
    assert len(checked.claims) + len(checked.refused) == 1
    for held in checked.claims:
        assert held.quote
        assert TEXT[held.start : held.end] == held.quote
        assert held.count is not None
        known = [n for n in (held.count.low, held.count.best, held.count.high) if n is not None]
        assert all(n >= 0 for n in known)
        assert known == sorted(known)


def test_the_rules_give_nothing_that_the_check_changes() -> None:
    capitals = " HE WALKED 40 KILOMETRES IN THREE DAYS. THE DEAD WERE ILKA BRANDT, OREN PASKO AND MIREL DOST."
    for text in (TEXT, TEXT.upper() + capitals):
        report = replace(REPORT, text=text)
        assert check(reading := rules.read(report), report, finder_of(rules.READER)) == reading
        assert reading.claims


# --- the registry


class Counter:
    """A reader of Ukrainian and English that claims one person killed, at the first word."""

    name = "counter"
    languages = frozenset({"uk", "en"})

    def version(self) -> str:
        return "1"

    def read(self, report: Report) -> Reading:
        word = report.text.split()[0]
        good = Claim(id="", report=report.id, start=0, end=len(word), quote=word, kind="killed", count=count(1, 1, 1))
        return Reading(report=report.id, claims=(good, replace(good, quote="other words")))


COUNTER: Reader = Counter()
NOT_A_READER = object()


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Install readers by name, each at its place in the code."""

    def installed(**readers: str) -> None:
        points = [EntryPoint(name=name, value=value, group=registry.GROUP) for name, value in readers.items()]
        every = registry._in_order(points)
        monkeypatch.setattr(registry, "_installed", lambda: every)

    return installed


@pytest.mark.parametrize(
    ("language", "name", "finds"),
    [
        ("en", None, "rules"),
        (None, None, "rules"),
        ("uk", None, "counter"),
        ("fr", None, None),
        ("en", "counter", "counter"),
        (None, "counter", "counter"),
        ("uk", "rules", None),
    ],
)
def test_a_reader_is_found_by_language_and_name(
    install: Callable[..., None], language: str | None, name: str | None, finds: str | None
) -> None:
    install(counter="tests.test_readers:COUNTER")
    reader = registry.find(language, name)
    assert (reader.name if reader else None) == finds


@pytest.mark.parametrize(
    ("named", "first"), [("", "learned"), ("rules", "rules"), ("counter", "counter"), ("x", "learned")]
)
def test_the_environment_names_the_default_reader(monkeypatch: pytest.MonkeyPatch, named: str, first: str) -> None:
    monkeypatch.setenv(registry.VARIABLE, named)
    counter = EntryPoint(name="counter", value="tests.test_readers:COUNTER", group=registry.GROUP)
    names = [point.name for point in registry._in_order([counter])]
    assert names[0] == first
    assert sorted(names) == ["counter", "learned", "rules"]


def test_an_unknown_reader_is_refused_with_the_installed_ones(install: Callable[..., None], tmp_path: Path) -> None:
    install(counter="tests.test_readers:COUNTER")
    says = "There is no reader “nobody”; installed are: rules, learned, counter."
    with Book.open(tmp_path / "a.book", create=True) as book, pytest.raises(Refused, match=says):
        book.read([], reader="nobody")
    done = CliRunner().invoke(main, ["read", "a.txt", "--reader", "nobody", "--book", str(tmp_path / "b.book")])
    assert done.exit_code == 2
    assert says in done.stderr
    assert not (tmp_path / "b.book").exists()


@pytest.mark.parametrize("value", ["no_such_package:READER", "tests.test_readers:MISSING"])
def test_a_reader_that_cannot_be_loaded_says_so_and_only_when_it_is_needed(
    install: Callable[..., None], value: str
) -> None:
    install(broken=value)
    assert registry.find("en") is rules.READER
    with pytest.raises(MissingPart, match=r"The reader “broken” .* cannot be loaded"):
        registry.find("en", "broken")


@pytest.mark.parametrize("value", ["tests.test_readers:NOT_A_READER", "tests.test_readers:COUNTER"])
def test_an_invalid_entry_point_is_not_used(install: Callable[..., None], value: str) -> None:
    install(other=value)
    with pytest.raises(MissingPart, match="is no reader of that name"):
        registry.find("en", "other")


def write(folder: Path, **texts: str) -> list[Path]:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return [folder / f"{name}.txt" for name in texts]


def test_the_chosen_reader_reads_and_its_errors_are_listed(install: Callable[..., None], tmp_path: Path) -> None:
    install(counter="tests.test_readers:COUNTER")
    paths = write(tmp_path, en=TEXT)
    with Book.open(tmp_path / "a.book", create=True) as book:
        summary = book.read(paths, reader="counter")
        assert (summary.read, summary.known) == (1, 0)
        (refusal,) = summary.refused
        assert refusal.reason.startswith("The reader counter/1 gave “other words” for 0–5")
        assert book.reports.refusals() == [refusal]
        assert [(c.quote, c.finder) for c in book.incidents.claims()] == [("Three", "counter/1")]
        assert book.reports.finders() == {"counter/1": 1}
        assert book.read(paths, reader="counter").known == 1
        assert book.read(paths).read == 1
        assert {c.finder for c in book.incidents.claims()} == {finder_of(rules.READER)}
        assert book.verify() == []


def test_a_reader_without_the_language_keeps_a_new_report_unread_and_undoes_no_other_reading(
    install: Callable[..., None], tmp_path: Path
) -> None:
    install(counter="tests.test_readers:COUNTER")
    paths = write(tmp_path, uk=UKRAINIAN)
    with Book.open(tmp_path / "a.book", create=True) as book:
        assert book.read(paths, reader="rules").read == 1
        assert book.reports.finders() == {"no words for uk": 1}
        assert book.read(paths, reader="rules").known == 1
        assert book.read(paths).read == 1
        assert book.read(paths, reader="rules").known == 1
        assert book.reports.finders() == {"counter/1": 1}


def run(*arguments: str | Path, path: Path) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own, with packages from ``path`` before any other."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(path), str(PACKAGE.parent)])}
    command = [sys.executable, "-m", "tollbook", *map(str, arguments)]
    return subprocess.run(command, env=env, cwd=path, capture_output=True, text=True, check=False)


def test_a_reader_of_another_package_is_found_by_its_entry_point_in_every_process(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "example-1.0.dist-info").mkdir(parents=True)
    (site / "example-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: example\nVersion: 1.0\n")
    (site / "example-1.0.dist-info" / "entry_points.txt").write_text("[tollbook.readers]\nexample = example:READER\n")
    (site / "example.py").write_text(
        "from tollbook.mentions import Reading\nfrom tollbook.model import Claim\n"
        "class Example:\n"
        "    name, languages = 'example', frozenset({'en'})\n"
        "    def version(self): return 'abc'\n"
        "    def read(self, report):\n"
        "        claim = Claim(id='', report=report.id, start=0, end=5, quote=report.text[:5], kind='killed')\n"
        "        return Reading(report=report.id, claims=(claim,))\n"
        "READER = Example()\n"
    )
    paths = write(tmp_path, a=TEXT, b=f"Police said: {TEXT}")
    book = tmp_path / "a.book"
    done = run("read", *paths, "--book", book, "--reader", "example", "--jobs", "2", path=site)
    first = f"2 reports read, 0 known already. Book: {book}"
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, first), done.stderr
    with Book.open(book) as opened:
        assert sorted((c.quote, c.finder) for c in opened.incidents.claims()) == [
            ("Polic", "example/abc"),
            ("Three", "example/abc"),
        ]
        assert opened.verify() == []


# --- versions


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that may be changed."""
    left_out = shutil.ignore_patterns("static", "samples")
    shutil.copytree(PACKAGE, tmp_path / "site" / "tollbook", ignore=left_out)
    return tmp_path / "site" / "tollbook"


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")


def hashes(package: Path) -> tuple[str, str]:
    """What a copy of the package reads with, and what it derives incidents with."""
    return fingerprint(*version.READ_WITH, root=package), fingerprint(*build.MADE_WITH, root=package)


@pytest.mark.parametrize(
    ("changed", "reads_anew", "derives_anew"),
    [
        ("web/app.py", False, False),
        ("cli/ingest.py", False, False),
        ("readers/rules/lexicon/en/casualties.toml", True, False),
        ("readers/rules/reader.py", True, False),
        ("data/gazetteer/regions.csv", True, False),
        ("dates/days.py", True, True),
        ("locale/en/dates.toml", True, True),
        ("linking/salience.toml", False, True),
        ("reconcile/rules.py", False, True),
        ("decisions/verdicts.py", False, True),
    ],
)
def test_a_changed_file_changes_only_the_fingerprints_it_is_in(
    package: Path, changed: str, reads_anew: bool, derives_anew: bool
) -> None:
    read, derived = hashes(package)
    with (package / changed).open("a", encoding="utf-8") as file:
        file.write("\n# A corrected word.\n")
    after_read, after_derived = hashes(package)
    assert (after_read != read, after_derived != derived) == (reads_anew, derives_anew)


def test_a_file_more_or_under_another_name_is_another_version_and_compiled_code_is_none(package: Path) -> None:
    before = hashes(package)
    (package / "dates" / "__pycache__").mkdir(exist_ok=True)
    (package / "dates" / "__pycache__" / "days.pyc").write_bytes(b"\0")
    assert hashes(package) == before
    (package / "dates" / "eves.toml").touch()
    added = hashes(package)
    (package / "dates" / "eves.toml").rename(package / "dates" / "eve.toml")
    assert len({before, added, hashes(package)}) == 3
    with pytest.raises(FileNotFoundError):
        fingerprint("no/such/file.py", root=package)


#: Imported modules that do not change what is read or derived: errors, messages, and the store, which has the rows.
NO_PART = ("errors", "fingerprint", "locale.messages", "readers.base", "store", "ingest")


def imported(graph: grimp.ImportGraph, roots: set[str], without: tuple[str, ...]) -> set[str]:
    """The modules of the package that some modules import, and those import in turn, but not through ``without``."""
    left_out = tuple(f"tollbook.{name}" for name in without)
    found: set[str] = set()
    todo = set(roots)
    while todo:
        module = todo.pop()
        found.add(module)
        direct = graph.find_modules_directly_imported_by(module) - found
        todo |= {m for m in direct if not any(m == name or m.startswith(f"{name}.") for name in left_out)}
    return found


@pytest.mark.parametrize(
    ("paths", "roots", "without"),
    [
        (version.READ_WITH, {"readers.rules.reader", "readers.rules.screen"}, (*NO_PART, "model", "mentions")),
        (build.MADE_WITH, {"incidents.build", "incidents.incremental"}, NO_PART),
    ],
)
def test_every_module_that_has_a_part_is_in_the_hash(
    paths: tuple[str, ...], roots: set[str], without: tuple[str, ...]
) -> None:
    graph = grimp.build_graph("tollbook")
    for module in imported(graph, {f"tollbook.{root}" for root in roots}, without):
        path = module.removeprefix("tollbook").lstrip(".").replace(".", "/")
        files = [f"{path}.py", f"{path}/__init__.py"]
        assert any(file == each or file.startswith(f"{each}/") for each in paths for file in files), module


def test_a_new_verb_makes_a_known_report_be_read_again(package: Path, tmp_path: Path) -> None:
    (path,) = write(tmp_path, a="Three farmers were garrotted in Velmar on Tuesday, a neighbour said.")
    book = tmp_path / "a.book"
    first = run("read", path, "--book", book, path=package.parent)
    assert (first.returncode, first.stdout.splitlines()[:1]) == (0, [f"1 report read, 0 known already. Book: {book}"])
    change(package / "readers/rules/lexicon/en/casualties.toml", "done_to = [", 'done_to = ["garrotte", "garrote", ')
    after = run("read", path, "--book", book, path=package.parent)
    assert after.stdout.startswith(f"1 report read, 0 known already. Book: {book}\n"), after.stderr
    with Book.open(book) as opened:
        assert [(c.kind, c.count and c.count.best) for c in opened.incidents.claims()] == [("killed", 3)]
