"""The table of perpetrators: who attacked, by the words of short invented reports, and nobody else."""

import tomllib
from datetime import date
from pathlib import Path

import pytest

from tollbook.model import Report
from tollbook.readers import rules

CASES = tomllib.loads(Path(__file__).with_name("perpetrators.toml").read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["text"][:60])
def test_a_report_names_the_perpetrators_of_the_table(case: dict[str, object]) -> None:
    report = Report(
        id="r", sha256="0", text=str(case["text"]), published=date(2021, 10, 6), outlet="The Velmar Courier"
    )
    found: dict[str, str | None] = {}
    for claim in rules.read(report).claims:
        for actor in claim.by:
            found.setdefault(actor.name, actor.certainty)
    named = [name if certainty is None else f"{name} ({certainty})" for name, certainty in found.items()]
    assert sorted(named) == case["by"]
