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


def test_those_with_an_agent_and_losses_are_not_the_work_of_the_attackers_of_the_sentence_before() -> None:
    text = "Guard troops attacked the town on Monday. The Front {} at least 46 people in the attack, observers say."
    for words in ("killed", "lost", "has lost"):
        report = Report(id="r", sha256="0", text=text.format(words), published=date(2021, 10, 6))
        assert [c.by for c in rules.read(report).claims if c.kind == "killed"] == [()]
