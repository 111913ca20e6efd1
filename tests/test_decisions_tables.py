"""Tables for decisions: which are refused, what they change, and where they are carried. All records are invented."""

import hashlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
import pytest
from reconcile_builders import claim

from tests.deciding import check, decide
from tollbook.decisions import annotations, carry_forward, constraints, corrections, verdicts
from tollbook.decisions.decision import Decision, Proposal, as_decision, group_by_subject, replay
from tollbook.errors import NoSuchRecord, Refused
from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Report
from tollbook.store import LogEntry, Store

WHO = {"who": "Ines", "why": "Because."}
URL = "https://valley-bell.example/mill"
FIRST = "Four men died at the mill. Two women were hurt. The miller fled."
#: The same page a day later: the first sentence has changed, the others have not.
SECOND = "Six men died at the mill. Two women were hurt. The miller fled."


@pytest.mark.parametrize(
    ("verdict", "other", "change", "says"),
    [
        ("accept", None, None, None), ("reject", None, None, None), ("settle", None, None, None),
        ("correct", None, {"kind": "injured"}, None), ("add", None, {"start": 0}, None),
        ("same", "b", None, None), ("not same", "b", None, None), ("one source", "b", None, None),
        ("independent", "b", None, None),
        ("maybe", None, None, "no verdict"), ("accept", "b", None, "none for any other"),
        ("add", "b", {"start": 0}, "none for any other"), ("same", None, None, "second claim"),
        ("one source", None, None, "second report"), ("same", "a", None, "Both names are the same"),
        ("correct", None, None, "needs the corrected fields"), ("correct", None, {}, "needs the corrected fields"),
        ("add", None, None, "give the place of its words"), ("add", None, {}, "give the place of its words"),
        ("accept", None, {"kind": "injured"}, "takes only “fields”"),
        ("accept", None, {"fields": ["quote"]}, "takes only “fields”"), ("accept", None, {"fields": ["by"]}, None),
        ("accept", None, {"fields": 5}, "takes only"), ("accept", None, {"fields": [["by"]]}, "takes only"),
        ("same", "b", {"kind": "injured"}, "takes no fields"),
    ],
)  # fmt: skip
def test_which_decisions_fit_together(
    verdict: str, other: str | None, change: dict[str, object] | None, says: str | None
) -> None:
    if says is None:
        check(verdict, "a", other=other, change=change, **WHO)
        return
    with pytest.raises(Refused, match=says):
        check(verdict, "a", other=other, change=change, **WHO)


@pytest.mark.parametrize(("who", "why"), [("", "Because."), ("Ines", ""), (" ", "Because."), ("Ines", " ")])
def test_a_decision_needs_a_name_and_a_reason(who: str, why: str) -> None:
    with pytest.raises(Refused, match="name and a reason"):
        check("accept", "a", who=who, why=why)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "injured"}, None), ({"stance": "denies", "scope": "part"}, None),
        ({"quote": "…"}, "cannot be corrected"), ({"start": 0}, "cannot be corrected"),
        ({"kind": "sunburnt"}, "shape of a claim"),
        ({"kind": "injured", "id": "b"}, "cannot be corrected: id"),
    ],
)  # fmt: skip
def test_which_fields_can_be_corrected(change: dict[str, object], says: str | None) -> None:
    before = claim(17)
    if says is None:
        assert corrections.corrected(before, change).to_dict() == before.to_dict() | change
        return
    with pytest.raises(Refused, match=says):
        corrections.corrected(before, change)


@pytest.mark.parametrize(("start", "end", "quote"), [(0, 4, "Four"), (0, 64, FIRST), (63, 64, "."), (5, 8, "men")])
def test_a_claim_by_hand_quotes_the_marked_words(start: int, end: int, quote: str) -> None:
    report = Report(id="r", sha256="0", text=FIRST, outlet="Valley Bell")
    made = corrections.claim_by_hand(report, {"start": start, "end": end, "kind": "killed"}, "Ines")
    assert (made.quote, made.report, made.finder, made.confidence) == (quote, "r", "Ines", 1.0)
    assert [(s.name, s.role) for s in made.speakers] == [("Valley Bell", "outlet")]


@pytest.mark.parametrize(("start", "end"), [(-1, 4), (4, 4), (5, 4), (0, 65), (64, 65), (None, 4), (0, None), ("0", 4)])
def test_marked_words_lie_within_the_report(start: object, end: object) -> None:
    change = {"start": start, "end": end, "kind": "killed"}
    with pytest.raises(Refused, match="must lie within the 64 characters"):
        corrections.claim_by_hand(Report(id="r", sha256="0", text=FIRST), change, "Ines")


def entry(name: str, action: str = "decided", subject: str = "c", **payload: object) -> LogEntry:
    given = {"verdict": "accept", "why": "Because.", "other": None, "change": None} | payload
    return LogEntry(seq=1, at="2031-05-09", actor="Ines", action=action, subject=subject, payload=given, previous="",
                 hash=name)  # fmt: skip


@pytest.mark.parametrize(
    ("entries", "in_force"),
    [
        ([], []), ([entry("a")], ["a"]), ([entry("a"), entry("b")], ["a", "b"]),
        ([entry("a"), entry("b"), entry("x", "undone", "a")], ["b"]),
        ([entry("a"), entry("x", "undone", "nothing")], ["a"]),
        ([entry("a"), entry("b", carried="a"), entry("c", carried="b"), entry("x", "undone", "a")], []),
        ([entry("a"), entry("b", carried="a"), entry("c", carried="b"), entry("x", "undone", "b")], ["a"]),
        ([entry("a"), entry("x", "undone", "a"), entry("a")], ["a"]),
        ([entry("a"), entry("b", "read"), entry("c", "signed")], ["a"]),
    ],
)  # fmt: skip
def test_which_decisions_are_in_force(entries: list[LogEntry], in_force: list[str]) -> None:
    assert [decision.id for decision in replay(entries)] == in_force


def test_a_carried_decision_belongs_to_the_person_who_decided() -> None:
    assert as_decision(entry("a" * 20)).id == "a" * 16
    assert as_decision(entry("a", who="Omar")).who == "Ines"
    assert as_decision(entry("a", who="Omar", carried="b")).who == "Omar"
    assert as_decision(entry("a", carried="b")).who == "Ines"


def decision(verdict: str, subject: str = "c", other: str | None = None, **fields: object) -> Decision:
    name = str(fields.pop("id", f"{verdict} {subject} {other}"))
    return Decision(id=name, verdict=verdict, subject=subject, other=other, at="2031", **WHO, **fields)  # type: ignore[arg-type]


FOUND = msgspec.structs.replace(claim(17), id="c", report="r")
ADDED = msgspec.structs.replace(claim(3), id="d", report="r")
INJURED, MISSING = ({"change": {"kind": kind}} for kind in ("injured", "missing"))


@pytest.mark.parametrize(
    ("decisions", "kinds", "rejected", "accepted"),
    [
        ([], ["killed"], False, False), ([decision("accept")], ["killed"], False, True),
        ([decision("reject")], [], True, False), ([decision("reject"), decision("accept")], ["killed"], False, True),
        ([decision("accept"), decision("reject")], [], True, False),
        ([decision("correct", **INJURED)], ["injured"], False, False),
        ([decision("correct", **INJURED), decision("correct", **MISSING)], ["missing"], False, False),
        ([decision("correct", **INJURED), decision("reject")], [], True, False),
        ([decision("reject"), decision("correct", **INJURED)], [], True, False),
        ([decision("accept"), decision("correct", **INJURED)], ["injured"], False, True),
        ([decision("same", other="e")], ["killed"], False, False),
        ([decision("reject", "another")], ["killed"], False, False),
    ],
)  # fmt: skip
def test_a_reading_with_decisions_applied(
    decisions: list[Decision], kinds: list[str], *, rejected: bool, accepted: bool
) -> None:
    by_subject = group_by_subject(decisions)
    reading = Reading(report="r", claims=(FOUND,))
    assert [c.kind for c in corrections.apply(reading, by_subject).claims] == kinds
    (annotated,) = annotations._annotated(Report(id="r", sha256="0", text=""), reading, by_subject).claims
    assert (annotated.rejected, annotated.accepted) == (rejected, accepted)
    assert annotated.found == FOUND
    assert kinds in ([], [annotated.claim.kind])
    assert len(annotated.decisions) == len(by_subject.get("c", []))


def test_added_claims_belong_to_their_report() -> None:
    reading = Reading(report="r", claims=(FOUND,))
    added = group_by_subject([decision("add", "r", change=ADDED.to_dict()), decision("accept", "r")])
    assert corrections.with_added_claims(reading, added).claims == (FOUND, ADDED)
    assert corrections.with_added_claims(reading, {}) is reading
    assert corrections.with_added_claims(Reading(report="s", claims=(FOUND,)), added).claims == (FOUND,)
    rejected = group_by_subject([decision("add", "r", change=ADDED.to_dict()), decision("reject", "d")])
    assert corrections.apply(reading, rejected).claims == (FOUND,)


def test_rulings_on_claims_and_on_reports() -> None:
    decisions = [
        decision("same", "c", "d"), decision("not same", "d", "e"), decision("one source", "r", "s"),
        decision("independent", "t", "s"), decision("accept", "c"),
    ]  # fmt: skip
    assert [(r.claims, r.others) for r in constraints.claim_rulings(decisions)] == [
        (("c", "d"), ()), (("d",), ("e",)),
    ]  # fmt: skip
    sources = constraints.source_constraints(decisions, frozenset())
    assert (sources.one_source, sources.independent) == ({("r", "s")}, {("s", "t")})
    assert constraints.claim_rulings(decisions)[0].decision == "same c d"


@pytest.mark.parametrize(
    ("decisions", "one_source", "independent"),
    [
        ([("one source", "s", "r")], {("r", "s")}, set()), ([("independent", "r", "s")], set(), {("r", "s")}),
        ([("one source", "r", "s"), ("independent", "s", "r")], set(), {("r", "s")}),
        ([("independent", "s", "r"), ("one source", "r", "s")], {("r", "s")}, set()),
        ([("one source", "r", "s"), ("independent", "r", "t")], {("r", "s")}, {("r", "t")}),
        ([("same", "c", "d")], set(), set()),
    ],
)  # fmt: skip
def test_the_last_decision_on_two_reports_is_in_force(
    decisions: list[tuple[str, str, str]], one_source: set[object], independent: set[object]
) -> None:
    found = constraints.source_constraints([decision(*each) for each in decisions], frozenset({"x"}), frozenset({"y"}))
    assert (found.one_source, found.independent) == (one_source, independent)
    assert (found.separate, found.superseded) == ({"x"}, {"y"})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "a.book", create=True)
    yield opened
    opened.close()


def add(store: Store, name: str, text: str = FIRST, *, day: int = 5, url: str | None = None) -> dict[str, Claim]:
    """A report with a claim about the dead and one about the injured; its claims by kind."""
    found = {"killed": text.partition(" men")[0] + " men", "injured": "Two women"}
    claims = tuple(
        Claim(id=f"{name} {kind}", report=name, start=text.index(words), end=text.index(words) + len(words),
              quote=words, kind=kind, count=Count(low=2, best=2, high=2, qualifier="exactly", text=words))  # type: ignore[arg-type]
        for kind, words in found.items() if words in text
    )  # fmt: skip
    report = Report(id=name, sha256=hashlib.sha256(f"{name}{text}".encode()).hexdigest(), text=text, url=url,
                    outlet="Valley Bell", published=date(2031, 5, day))  # fmt: skip
    capture = Capture(report=report, original=f"{name}{text}".encode())
    store.add(capture, Reading(report=name, claims=claims), finder="test", separate=False)
    return {c.kind: c for c in claims}


def test_decisions_name_records_of_the_book(store: Store) -> None:
    one, other = add(store, "r"), add(store, "s")
    add(store, "headline", "A quiet day.")
    for verdict, subject, second in (
        ("accept", one["killed"].id, None), ("same", one["killed"].id, other["killed"].id),
        ("not same", one["killed"].id, "headline"), ("one source", "r", "s"), ("independent", "r", "headline"),
        ("settle", "any question", None),
    ):  # fmt: skip
        made = decide(store, verdict, subject, other=second, **WHO)
        assert (made.verdict, made.subject, made.other) == (verdict, subject, second)
    for verdict, subject, second in (
        ("accept", "nothing", None), ("accept", "r", None), ("same", one["killed"].id, "nothing"),
        ("same", "nothing", one["killed"].id), ("same", one["killed"].id, "s"), ("one source", "r", "nothing"),
        ("one source", one["killed"].id, "r"), ("independent", "nothing", "r"),
    ):  # fmt: skip
        with pytest.raises(NoSuchRecord):
            decide(store, verdict, subject, other=second, **WHO)
    assert len(verdicts.in_force(store)) == 6


def test_a_correction_is_checked_before_it_is_recorded(store: Store) -> None:
    found = add(store, "r")["killed"]
    with pytest.raises(Refused):
        decide(store, "correct", found.id, change={"quote": "Five"}, **WHO)
    assert verdicts.in_force(store) == ()
    made = decide(store, "correct", found.id, change={"kind": "missing"}, **WHO)
    assert made.change == {"kind": "missing"}


@pytest.mark.parametrize(("who", "why"), [("", "Because."), ("Ines", "  ")])
def test_undoing_needs_a_name_a_reason_and_a_decision_in_force(store: Store, who: str, why: str) -> None:
    made = decide(store, "settle", "a question", **WHO)
    with pytest.raises(Refused):
        verdicts.undo(store, made.id, who=who, why=why)
    verdicts.undo(store, made.id, **WHO)
    with pytest.raises(NoSuchRecord):
        verdicts.undo(store, made.id, **WHO)


def test_the_report_of_a_claim(store: Store) -> None:
    found = add(store, "r")["killed"]
    add(store, "s")
    start = FIRST.index("The miller")
    decide(store, "add", "s", change={"start": start, "end": start + 10, "kind": "displaced"}, **WHO)
    assert annotations.annotated_report_of_claim(store, found.id).report.id == "r"
    annotated = annotations.annotated_report(store, "s")
    assert [c.found.quote for c in annotated.claims] == ["Four men", "Two women", "The miller"]
    added = annotated.claims[2].found
    assert annotations.annotated_report_of_claim(store, added.id).report.id == "s"
    assert annotated.get(added.id) == annotated.claims[2]
    assert annotated.get("nothing") is None
    decide(store, "accept", added.id, **WHO)
    for name in ("nothing", "r"):
        with pytest.raises(NoSuchRecord):
            annotations.annotated_report_of_claim(store, name)
    with pytest.raises(NoSuchRecord):
        annotations.annotated_report(store, "nothing")


def carried(store: Store) -> list[tuple[str, str, str | None]]:
    return [(d.verdict, d.subject, d.other) for d in verdicts.in_force(store) if d.carried]


@pytest.mark.parametrize(
    ("verdict", "kinds", "expected"),
    [
        ("reject", ["injured"], [("reject", "b injured", None)]), ("reject", ["killed"], []),
        ("accept", ["injured"], [("accept", "b injured", None)]),
        ("same", ["injured", "killed"], []), ("same", ["injured", "x killed"], [("same", "b injured", "x killed")]),
        ("not same", ["x killed", "injured"], [("not same", "x killed", "b injured")]),
        ("settle", ["injured"], []),
    ],
)  # fmt: skip
def test_decisions_are_carried_to_the_same_claim_of_a_new_edition(
    store: Store, verdict: str, kinds: list[str], expected: list[object]
) -> None:
    add(store, "a", url=URL)
    add(store, "x", "Nine men died on the road to the farm, far from here.")
    subject, *other = (kind if " " in kind else f"a {kind}" for kind in kinds)
    origin = decide(store, verdict, subject, other=other[0] if other else None, **WHO)
    assert carry_forward.carry_all(store) == 0
    add(store, "b", SECOND, day=6, url=URL)
    assert carry_forward.carry_all(store) == len(expected)
    assert carried(store) == expected
    assert all(d.carried == origin.id and d.who == "Ines" for d in verdicts.in_force(store) if d.carried)
    assert carry_forward.carry_all(store) == 0


def test_a_decision_on_the_new_edition_has_precedence(store: Store) -> None:
    add(store, "a", url=URL)
    add(store, "b", SECOND, day=6, url=URL)
    decide(store, "accept", "b injured", **WHO)
    old = decide(store, "reject", "a injured", **WHO)
    assert carry_forward.carry_one(store, old) == old
    assert carried(store) == []


def test_a_correction_of_several_claims_is_one_decision_and_each_part_is_carried(store: Store) -> None:
    add(store, "a", url=URL)
    add(store, "x", "Nine men died on the road to the farm, far from here.")
    also = {"a killed": {"kind": "missing"}, "x killed": {"stance": "fears"}}
    proposal = Proposal(verdict="correct", subject="a injured", why=WHO["why"], change={"kind": "missing"}, also=also)
    made = verdicts.decide(store, proposal, who=WHO["who"])
    assert made.claims == ("a injured", "a killed", "x killed")
    kinds = {each.found.id: each.claim.kind for each in annotations.annotated_report(store, "a").claims}
    assert kinds == {"a killed": "missing", "a injured": "missing"}
    assert annotations.annotated_report(store, "x").claims[0].claim.stance == "fears"
    add(store, "b", SECOND, day=6, url=URL)
    assert carry_forward.carry_all(store) == 1  # the sentence on the dead has changed
    assert carried(store) == [("correct", "b injured", None)]
    assert carry_forward.carry_all(store) == 0
    verdicts.undo(store, made.id, **WHO)
    assert verdicts.in_force(store) == ()


@pytest.mark.parametrize(
    ("verdict", "also"),
    [
        ("accept", {"a killed": {"kind": "missing"}}), ("correct", {"a injured": {"kind": "missing"}}),
        ("correct", {"a killed": {}}), ("correct", {"a killed": {"quote": "Six"}}),
    ],
)  # fmt: skip
def test_which_further_corrections_are_refused(store: Store, verdict: str, also: dict[str, dict[str, str]]) -> None:
    add(store, "a")
    change = {"kind": "missing"} if verdict == "correct" else None
    with pytest.raises(Refused):
        verdicts.decide(
            store,
            Proposal(verdict=verdict, subject="a injured", why=WHO["why"], change=change, also=also),
            who=WHO["who"],
        )
    assert verdicts.in_force(store) == ()


def test_an_added_claim_is_carried_to_the_same_sentence_only(store: Store) -> None:
    add(store, "a", url=URL)
    for words in ("The miller", "at the mill"):
        start = FIRST.index(words)
        change = {"start": start, "end": start + len(words), "kind": "displaced"}
        decide(store, "add", "a", change=change, **WHO)
    add(store, "b", SECOND, day=6, url=URL)
    assert carry_forward.carry_all(store) == 1
    (found,) = [c.found for c in annotations.annotated_report(store, "b").claims if c.found.kind == "displaced"]
    assert (found.quote, SECOND[found.start : found.end], found.report) == ("The miller", "The miller", "b")


def test_decisions_on_incidents_are_carried_with_the_claims_in_force_and_keep_their_order(store: Store) -> None:
    add(store, "a", url=URL)
    add(store, "x", "Nine men died on the road to the farm, far from here.")
    groups = {"groups": [["a injured", "a killed"], ["x killed"]]}
    first = decide(store, "split", "a killed", change=groups, **WHO)
    later = decide(store, "merge", "a injured", change={"groups": [["a injured", "x killed"]]}, **WHO)
    mark = decide(store, "background", "a injured", **WHO)
    decide(store, "total", "a killed", **WHO)
    add(store, "b", SECOND, day=6, url=URL)
    # The sentence about the dead has changed, so nothing on that claim is carried.
    assert carry_forward.carry_all(store) == 3
    found = [(d.verdict, d.carried, d.subject, d.change) for d in verdicts.in_force(store) if d.carried]
    assert found == [
        ("split", first.id, "b injured", {"groups": [["b injured"], ["x killed"]], "apart": []}),
        ("merge", later.id, "b injured", {"groups": [["b injured", "x killed"]], "apart": []}),
        ("background", mark.id, "b injured", {"claims": ["b injured"], "apart": []}),
    ]
    order = [d.verdict for d in verdicts.in_force(store)]
    assert order == ["split", "split", "merge", "merge", "background", "background", "total"]
    assert carry_forward.carry_all(store) == 0
    verdicts.undo(store, first.id, **WHO)
    assert [d.verdict for d in verdicts.in_force(store)] == order[2:]
