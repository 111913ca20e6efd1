"""Inclusion criteria: which incidents a recorder of one kind of violence includes. All events are invented."""

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tollbook.cli import main
from tollbook.model import Claim, ClaimKind, Count, Event, IncidentKind, People, Status
from tollbook.reconcile.criteria import meeting, one_sided
from tollbook.record import Group, ReportLink


def claim(name: str, kind: ClaimKind, status: Status | None = None, event: IncidentKind = "shooting") -> Claim:
    people = None if status is None else People(text="two of them", status=status)
    count = None if status is None else Count(low=2, best=2, high=2, qualifier="exactly")
    fields = {"kind": kind, "people": people, "count": count, "event": Event(kind=event)}
    return Claim(id=name, report=name[0], start=0, end=5, quote="words", **fields)  # type: ignore[arg-type]


def held(*claims: Claim) -> list[str]:
    reports = tuple(ReportLink(id=name) for name in sorted({c.report for c in claims}))
    found = one_sided(Group(id="g", kind="shooting", claims=claims, reports=reports))
    return [] if found is None else [c.id for c in found.claims]


@pytest.mark.parametrize(
    ("kind", "status", "event", "expected"),
    [
        ("killed", "civilian", "clash", True),
        ("killed", "police", "clash", True),
        ("killed", "unknown", "bombing", True),
        ("killed", "unknown", "clash", False),
        ("injured", "combatant", "bombing", False),
        ("captured", "civilian", "raid", False),
        ("abducted", "combatant", "abduction", True),
        ("site damaged", None, "clash", True),
        ("denial", None, "bombing", False),
    ],
)
def test_combatants_and_arrests_are_left_out(
    kind: ClaimKind, status: Status | None, event: IncidentKind, expected: bool
) -> None:
    assert bool(held(claim("a1", kind, status, event))) is expected


def test_the_remaining_claims_keep_their_reports() -> None:
    both = (claim("a1", "killed", "civilian"), claim("b1", "killed", "combatant"), claim("a2", "denial"))
    assert held(*both) == ["a1", "a2"]
    found = one_sided(Group(id="g", kind="shooting", claims=both, reports=(ReportLink(id="a"), ReportLink(id="b"))))
    assert found is not None
    assert [link.id for link in found.reports] == ["a"]


@pytest.mark.parametrize(("prominence", "described"), [(0.2, False), (0.8, True)])
def test_what_a_report_only_mentions_beside_fighting_is_in_passing(prominence: float, *, described: bool) -> None:
    hit = msgspec.structs.replace(claim("a1", "attack"), prominence=prominence)
    both = Group(id="g", kind="clash", claims=(hit, claim("a2", "killed", "combatant")), reports=(ReportLink(id="a"),))
    assert bool(meeting(["one-sided", "described"], both)) is described
    assert meeting(["described"], both) == both


def test_incidents_in_passing_are_left_out_and_criteria_combined() -> None:
    fields = {"id": "g", "kind": "shooting", "claims": (claim("a1", "killed", "civilian"), claim("b1", "captured"))}
    passing, own = ReportLink(id="a", passing=True), ReportLink(id="b")
    described = Group(reports=(passing, own), **fields)  # type: ignore[arg-type]
    assert meeting(["described"], described) == described
    assert meeting(["described"], Group(reports=(passing,), **fields)) is None  # type: ignore[arg-type]
    both = meeting(["described", "one-sided"], described)
    assert both is not None
    assert [c.id for c in both.claims] == ["a1"]
    assert meeting(["one-sided", "described"], Group(reports=(passing,), **fields)) is None  # type: ignore[arg-type]


def test_an_unknown_criterion_is_refused_with_the_names_of_all(tmp_path: Path) -> None:
    (tmp_path / "velm.txt").write_text(TEXT, "utf-8")
    book = ["--book", str(tmp_path / "velm.book")]
    assert CliRunner().invoke(main, ["read", str(tmp_path / "velm.txt"), *book]).exit_code == 0
    done = CliRunner().invoke(main, ["export", "bundle", *book, "--only", "one-sided,civilians"])
    assert done.exit_code != 0
    assert "“civilians”" in done.output
    assert "one-sided, described" in done.output


TEXT = """VELM, 3 May 2024 - Gunmen killed two farmers in the village of Orla on Thursday.

In Marsk, five soldiers were killed on Wednesday in fighting with the rebels.
"""


def test_an_export_of_one_sided_incidents_leaves_the_claims_in_the_book(tmp_path: Path) -> None:
    (tmp_path / "velm.txt").write_text(TEXT, "utf-8")
    book = ["--book", str(tmp_path / "velm.book")]
    run = CliRunner()
    assert run.invoke(main, ["read", str(tmp_path / "velm.txt"), *book]).exit_code == 0
    for name, options in (("every", []), ("held", ["--only", "one-sided"])):
        done = run.invoke(main, ["export", "bundle", "--out", str(tmp_path / name), *book, *options])
        assert done.exit_code == 0, done.output
    rows = {name: (tmp_path / name / "incidents.jsonl").read_text("utf-8").splitlines() for name in ("every", "held")}
    killed = {name: [json.loads(row)["figures"]["killed"]["best"] for row in fields] for name, fields in rows.items()}
    assert (sum(killed["every"]), sum(killed["held"])) == (7, 2)
    claims = [(tmp_path / name / "claims.jsonl").read_text("utf-8").count("\n") for name in ("every", "held")]
    assert claims[0] == claims[1]


def test_an_unknown_criterion_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "velm.txt").write_text(TEXT, "utf-8")
    book = ["--book", str(tmp_path / "velm.book")]
    CliRunner().invoke(main, ["read", str(tmp_path / "velm.txt"), *book])
    done = CliRunner().invoke(main, ["export", "bundle", "--out", str(tmp_path / "x"), "--only", "battles", *book])
    assert done.exit_code == 2
    assert "one-sided" in done.output
