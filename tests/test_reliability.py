"""A few of the kills and full disks that ``bench/reliability.py`` counts by the hundred."""

import os
from pathlib import Path

import pytest

from bench import reliability

KINDS = ["kill -9 during read", "kill -9 during review", "kill -9 during export"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="There is no fork here.")
def test_nothing_confirmed_is_lost_and_the_same_command_completes(tmp_path: Path) -> None:
    for name in ("read", "full"):
        (tmp_path / name).mkdir()
        reliability.texts(tmp_path / name / "texts")
    reliability.read(tmp_path / "full", str)
    found = reliability.kills(dict.fromkeys(reliability.KILLS, 2), tmp_path)
    assert [(each["name"], each["tried"], each["lost"]) for each in found] == [(kind, 2, 0) for kind in KINDS]


def test_the_report_has_a_line_for_every_trial() -> None:
    lines = reliability.assemble().splitlines()
    assert sum(line.startswith("| ") for line in lines) > len(list(reliability.HERE.glob("reliability-*.json")))
