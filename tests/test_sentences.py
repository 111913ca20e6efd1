"""The table of sentences: the casualty counts of each, and no others."""

import tomllib
from pathlib import Path

import pytest

from tollbook.model import Count, Report
from tollbook.readers import rules

CASES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))["case"]


def notation(count: Count) -> str:
    """A count in the notation of the table."""
    low, best, high = count.low, count.best, count.high
    match count.qualifier:
        case "unknown":
            return "?"
        case "vague":
            return f"{low}+?" if low else "?"
        case "about" | "nearly":
            return f"~{best}"
        case "at most" | "fewer than":
            return f"..{high}"
        case "between":
            return f"{low}..{high}"
        case "multiple of":
            return f"x{low}..{high}"
        case "at least" | "more than":
            return f"{low}+"
        case _:
            return str(best)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["text"][:60])
def test_a_sentence_has_the_counts_of_the_table(case: dict[str, object]) -> None:
    text = str(case["text"])
    claims = rules.read(Report(id="r", sha256="0", text=text, outlet="The Velmar Courier")).claims
    said = []
    for claim in claims:
        assert text[claim.start : claim.end] == claim.quote
        if claim.count is not None:
            scope = "" if claim.scope == "incident" else f" {claim.scope}"
            said.append(f"{claim.kind} {notation(claim.count)}{scope}")
    assert sorted(said) == sorted(case["says"])  # type: ignore[call-overload]
