"""A few of the kills and full disks that ``bench/reliability.py`` counts by the hundred."""

import os
from pathlib import Path

import pytest

from bench import reliability, tasks
from bench.trials import TrialLog


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders that tasks begin with."""
    folder = tmp_path_factory.mktemp("begun")
    tasks.templates(folder)
    return folder


@pytest.mark.skipif(not hasattr(os, "fork"), reason="There is no fork here.")
@pytest.mark.parametrize("task", tasks.TASKS[:-3], ids=lambda task: task.name)
def test_nothing_confirmed_is_lost_and_the_same_command_completes(
    task: tasks.Task, begun: Path, tmp_path: Path
) -> None:
    log = TrialLog(tmp_path / "trials.jsonl")
    tried = [task._replace(kills=2)]
    reliability.kills(tried, begun, log)
    (found,) = reliability.kill_rows(tried, log)
    assert (found["name"], found["tried"], found["lost"]) == (f"kill -9 during {task.name}", 2, 0), found
    assert TrialLog(tmp_path / "trials.jsonl")[f"{task.name}, {task.start}, 1 of 2"] is not None


def test_the_report_has_a_line_for_every_trial() -> None:
    lines = reliability.assemble().splitlines()
    assert sum(line.startswith("| ") for line in lines) > len(list(reliability.HERE.glob("reliability-*.json")))
