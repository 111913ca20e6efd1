"""The documents: links lead to files that exist, and the excerpt in the README is what Tollbook prints."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tollbook.cli import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    path for folder in (".", "docs", "docs/decisions", "bench", "training") for path in (ROOT / folder).glob("*.md")
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_to_files(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8"))
    missing = [each for each in targets if "://" not in each and not (path.parent / each).exists()]
    assert missing == []


def test_the_readme_shows_what_demo_prints() -> None:
    excerpt = re.findall(
        r"^```\n(Reported .*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    printed = CliRunner().invoke(main, ["demo"], env={"COLUMNS": "100"}).stdout.splitlines()
    # Ids change with the version of the reader, and with them the example that an explanation quotes.
    record = re.sub(r"^Why these figures\n.*?\n\n", "", excerpt[0], flags=re.DOTALL | re.MULTILINE)
    shown = [line for line in record.splitlines() if line.strip() != "…" and not line.startswith("id ")]
    missing = [line for line in shown if line not in printed]
    assert missing == []
