"""What ``bench/corpora.py`` counts of a source package, tried on a small one that is made here."""

import tarfile
from collections import Counter
from pathlib import Path

import pytest

from bench import corpora

FILES = {
    "strange-1.0/tests/report.txt": b"Invented. Three people were killed in Oberfeld, police said.\n",
    "strange-1.0/tests/two.jsonl": b'{"text": "Invented. Two people were hurt."}\n{"text": ""}\n',
    "strange-1.0/tests/empty.xml": b"",
    "strange-1.0/tests/picture.png": b"\x89PNG\r\n\x1a\n" + bytes(40),
    "strange-1.0/tests/broken.pdf": b"%PDF-1.7\n1 0 obj << /Type /Catalog",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A source package with files to read and to refuse."""
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    with tarfile.open(tmp_path / "strange.tar.gz", "w:gz") as packed:
        packed.add(tmp_path / "strange-1.0", "strange-1.0")
    return tmp_path / "strange.tar.gz"


def test_every_file_of_a_package_is_read_or_refused(package: Path, tmp_path: Path) -> None:
    found = corpora.measure("strange", corpora.unpack(package, tmp_path / "files"), tmp_path)
    assert (found["tried"], found["survived"], found["lost"]) == (5, 5, 0), found
    assert found["note"] == "read 2, refused 3; strange"


def test_a_package_cannot_write_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    with tarfile.open(tmp_path / "evil.tar", "w") as packed:
        packed.add(tmp_path / "a", "../escaped")
    with pytest.raises(tarfile.OutsideDestinationError):
        corpora.unpack(tmp_path / "evil.tar", tmp_path / "files")
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize(
    ("counts", "wrong", "lost"),
    [
        ({"read": 3, "refused": 2, "slow": 1}, [], 0),
        ({"read": 3, "crashed": 1}, [], 1),
        ({"read": 3, "silent": 2}, [], 2),
        ({"read": 3, "refused": 2}, ["verify ended with 1"], 5),
    ],
)
def test_crashes_silence_and_a_wrong_book_are_losses(counts: dict[str, int], wrong: list[str], lost: int) -> None:
    assert corpora.row("strange", Counter(counts), wrong)["lost"] == lost
