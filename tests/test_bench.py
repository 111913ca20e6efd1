"""The bench: samples that stay the same, floors that only rise, and a plain sentence where the data are absent."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import archive_growth, gate, measure, results, run, teams, throughput
from bench.archive_growth import Size, StepUsage, Usage
from bench.sets import SETS, GoldSet, chosen, cut, read_rows, sampled


def write_rows(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_a_sample_does_not_hang_on_order_or_repeats() -> None:
    ids = [f"r{n}" for n in range(50)]
    assert sampled(ids, 7) == sampled(reversed(ids + ids), 7)
    assert len(sampled(ids, 7)) == 7


def test_a_larger_sample_contains_the_smaller_one() -> None:
    ids = [f"r{n}" for n in range(50)]
    assert sampled(ids, 7) < sampled(ids, 8)


def test_a_cut_set_keeps_reports_and_answers_together(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{"id": f"r{n}", "text": "…"} for n in range(9)]
    write_rows(tmp_path / "toy" / "reports.jsonl", rows)
    write_rows(tmp_path / "toy" / "gold.jsonl", rows[:5])
    gold = cut(GoldSet(name="toy", scorer="toy", sample=3), tmp_path, tmp_path / "cut", 3)
    ids = {row["id"] for row in read_rows(gold / "gold.jsonl")}
    assert len(ids) == 3
    assert {row["id"] for row in read_rows(gold / "reports.jsonl")} == ids


def test_a_cut_of_linked_incidents_keeps_all_their_reports(tmp_path: Path) -> None:
    write_rows(tmp_path / "gva" / "gold.jsonl", [{"incident": "a"}, {"incident": "b"}])
    write_rows(tmp_path / "gva" / "links.jsonl", [{"report": f"r{n}", "incident": "ab"[n % 2]} for n in range(6)])
    write_rows(tmp_path / "gva" / "reports.jsonl", [{"id": f"r{n}"} for n in range(6)])
    gold = cut(chosen(["gva"])[0], tmp_path, tmp_path / "cut", 1)
    assert len(read_rows(gold / "gold.jsonl")) == 1
    assert len(read_rows(gold / "reports.jsonl")) == len(read_rows(gold / "links.jsonl")) == 3


def test_a_set_kept_for_a_request_is_measured_only_by_name() -> None:
    assert "muc4/dev" not in {gold_set.name for gold_set in chosen([])}
    assert [gold_set.name for gold_set in chosen(["muc4/dev"])] == ["muc4/dev"]


@pytest.mark.parametrize(
    ("value", "floor", "falls"),
    [(50.0, 50.0, False), (49.99, 50.0, True), (50.01, 50.0, False), (0.0, 0.0, False)],
)
def test_a_headline_may_not_fall_below_its_floor(value: float, floor: float, falls: bool) -> None:
    assert bool(gate.fallen({"war": value}, {"war": floor})) is falls


def test_floors_only_rise_and_none_is_lost() -> None:
    assert gate.raised({"war": 40.0, "gva": 70.0}, {"war": 50.0, "isaf": 80.0}) == {
        "gva": 70.0,
        "isaf": 80.0,
        "war": 50.0,
    }


def test_every_floor_is_of_a_known_set() -> None:
    parts = {f"{gold_set.name}: {part}" for gold_set in SETS for part in gold_set.floors}
    assert set(gate.load_floors()) <= {gold_set.name for gold_set in SETS} | parts


@pytest.mark.parametrize("command", [gate.main, run.main])
def test_missing_data_are_reported_and_fail_nothing(command: object, tmp_path: Path) -> None:
    done = CliRunner().invoke(command, ["--data", str(tmp_path / "absent")])  # type: ignore[arg-type]
    assert done.exit_code == 0
    assert "the measuring data are not at" in done.output


def test_the_gate_says_that_it_is_skipped_and_fails_where_data_are_required(tmp_path: Path) -> None:
    says = f"Accuracy gate: SKIPPED, no data at {tmp_path}."
    done = CliRunner().invoke(gate.main, ["--data", str(tmp_path)])
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, says)
    done = CliRunner().invoke(gate.main, ["--data", str(tmp_path), "--require-data"])
    assert (done.exit_code, done.output.splitlines()[-1]) == (1, f"Error: {says}")
    (tmp_path / "war").mkdir()
    assert gate.skipped(tmp_path, ["war"]) is None
    assert gate.skipped(tmp_path, ["war", "gva"]) == f"Accuracy gate: SKIPPED for gva, no data at {tmp_path}."


def test_the_table_shows_what_was_measured() -> None:
    found = {
        "headline": ["claims right, F1", 12.5],
        "figures": {"found P/R/F1": [10.0, 20.0, 13.33], "day right": 50.0},
        "sample": None,
        "seconds": 3,
        "date": "2021-10-05",
        "commit": "abc1234",
    }
    shown = results.table({"war": found})
    assert "| `war` | claims right, F1 | 12.5 | – | 2021-10-05 | `abc1234` |" in shown
    assert "- found P/R/F1: 10.0 / 20.0 / 13.33" in shown
    assert "Speed" not in shown


def test_the_speed_is_given_as_a_share_of_the_bare_parser() -> None:
    found = {"reports": 400, "read_per_second": 6.0, "bare_per_second": 12.0, "ratio": 0.5}
    found = {**found, "read_peak_mib": 600, "bare_peak_mib": 500}
    shown = throughput.sentence(found)
    assert "50% of the speed" in shown
    assert "efficiency" not in shown
    jobs = {"one_job_s": 60.0, "two_jobs_s": 40.0, "two_jobs_efficiency": 0.75}
    assert throughput.sentence({**found, **jobs}) == f"{shown}{throughput.parallel_sentence(jobs)}"
    assert "60.0 s with one process and 40.0 s with two" in throughput.parallel_sentence(jobs)
    assert "an efficiency of 75% on two cores" in throughput.parallel_sentence(jobs)


def of_size(reports: int) -> Size:
    """What a size is measured to take where each step takes 2 s to start and grows by a power."""
    steps = {
        "read": StepUsage(2 + reports / 100, 0, 2**30),
        "edges": StepUsage(2 + reports**1.2 / 1000, reports * 10, 2**30),
        "no curve": StepUsage(5, 0, 2**30),
    }
    return Size("2026-11-24", "equal", Usage(9, 2000, 0.5), None, steps)


def test_a_fit_goes_through_three_sizes_and_sees_the_constant() -> None:
    found = archive_growth.fit({size: of_size(size).steps["edges"].seconds for size in (1000, 10_000, 100_000)})
    assert found is not None
    assert (round(found.constant, 3), round(found.power, 3)) == (2, 1.2)
    assert found.at(10_000) == pytest.approx(of_size(10_000).steps["edges"].seconds)


@pytest.mark.parametrize(
    "values", [{10: 1, 100: 2}, {10: 1, 100: 2, 500: 3}, {10: 3, 100: 2, 1000: 5}, {10: 1, 100: 5, 1000: 5.0}]
)
def test_without_three_sizes_that_grow_there_is_no_fit(values: dict[int, float]) -> None:
    assert archive_growth.fit(values) is None


def test_the_estimate_needs_three_sizes_and_adds_up_the_steps() -> None:
    assert "there are 2" in archive_growth.table({size: of_size(size) for size in (10_000, 100_000)})
    made = archive_growth.table({size: of_size(size) for size in (10_000, 100_000, 1_000_000)})
    seconds = 2 + 1e8 / 100 + 2 + 1e8**1.2 / 1000 + 5 * 100
    assert f"take {seconds / 3600:,.0f} core-hours" in made
    assert "| edges | 65.1 s, 0.1 MB, 1,024 MiB |" in made
    assert made.count("| 1.20 |") == 1


def test_the_document_shows_the_measurements_of_teams() -> None:
    measured = teams.load_record()
    assert teams.table(measured) in teams.TABLE.read_text("utf-8")
    assert [problem for each in measured.values() for problem in each.problems] == []


def test_the_document_shows_the_measurements_of_archives() -> None:
    measured = archive_growth.load()
    assert all(size.result != "DIFFERENT" for size in measured.values())
    assert archive_growth.table(measured) in archive_growth.TABLE.read_text("utf-8")


def test_figures_of_several_seeds_are_means_place_by_place() -> None:
    assert measure.mean_of([66.25, 67.5, 66.25]) == 66.67
    assert measure.mean_of([["both exact", 60.0], ["both exact", 70.0]]) == ["both exact", 65.0]
    assert measure.mean_of([[1.0, 2.0, 4.0], [3.0, 2.0, 5.0]]) == [2.0, 2.0, 4.5]
