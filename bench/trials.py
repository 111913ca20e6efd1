"""Outcomes of trials, written as they come so that a stopped run goes on where it stopped, and their tables."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def keep_rows(file: Path, found: Iterable[dict[str, Any]]) -> None:
    """Write rows of the table of reliability, each with the day it was counted; rows of the same names go."""
    rows = json.loads(file.read_text("utf-8"))["what"] if file.exists() else []
    new = {each["name"]: {**each, "counted": datetime.now(UTC).date().isoformat()} for each in found}
    rows = [each for each in rows if each["name"] not in new] + list(new.values())
    rows.sort(key=lambda each: str(each["name"]))
    file.write_text(json.dumps({"what": rows}, indent=1, ensure_ascii=False) + "\n", "utf-8")


class TrialLog:
    """The outcomes by trial, in a file of JSON Lines; without a path they are kept in memory only.

    Begin a new file after a change of the code, because outcomes are valid for one version only.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._outcomes: dict[str, Any] = {}
        for line in path.read_text("utf-8").splitlines() if path is not None and path.exists() else ():
            # A killed run may have left half a line at the end.
            if line.endswith("]"):
                trial, outcome = json.loads(line)
                self._outcomes[trial] = outcome

    def __contains__(self, trial: str) -> bool:
        return trial in self._outcomes

    def __getitem__(self, trial: str) -> Any:
        return self._outcomes[trial]

    def add(self, trial: str, outcome: Any) -> None:
        """Keep the outcome of a trial."""
        self._outcomes[trial] = outcome
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                # The line break comes first, so that a half line damages no other.
                file.write("\n" + json.dumps([trial, outcome], ensure_ascii=False))
