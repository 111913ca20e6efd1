"""The documents: links lead to files that exist, and the excerpt in the README is what Tollbook prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    path
    for folder in (".", "docs", "docs/decisions", "bench", "training", "training/reader")
    for path in (ROOT / folder).glob("*.md")
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
    # In a process of its own, with the default reader, as a user runs it.
    default = {name: value for name, value in os.environ.items() if name != "TOLLBOOK_READER"}
    command = [sys.executable, "-m", "tollbook", "demo"]
    done = subprocess.run(command, env=default | {"COLUMNS": "100"}, capture_output=True, text=True, check=True)
    printed = done.stdout.splitlines()
    # Ids change with the version of the reader, and with them the example that an explanation quotes.
    record = re.sub(r"^Why these figures\n.*?\n\n", "", excerpt[0], flags=re.DOTALL | re.MULTILINE)
    shown = [line for line in record.splitlines() if line.strip() != "…" and not line.startswith("id ")]
    missing = [line for line in shown if line not in printed]
    assert missing == []
