"""Every export of the invented book is what its golden file has, byte by byte; see ``export_snapshots``."""

import pytest

from tests.export_snapshots import FOLDER, snapshots

KEPT = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return snapshots()


def test_every_file_has_a_snapshot_and_every_snapshot_a_file(made: dict[str, bytes]) -> None:
    assert made.keys() == KEPT


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_file_is_as_it_was(made: dict[str, bytes], name: str) -> None:
    assert made[name] == (FOLDER / name).read_bytes(), "If the change is meant, run: python -m tests.export_snapshots"
