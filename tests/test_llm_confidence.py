"""The measured confidence of a language model: from marked reports to its claims. All incidents are invented."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.llm_server import proposal, serving
from tests.test_llm import options, tollbook
from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.model import Claim
from tollbook.readers import llm
from tollbook.readers.llm import MeasuredConfidence, ModelIdentity, confidence
from tollbook.readers.scoring import KindPrecision

SENTENCE = "In week {n}, {n} people breathed no more in Velmar. The market of Velmar opened at dawn on the next day."
ROWS = [SENTENCE.format(n=n) for n in range(3, 43)]


def model(passage: str) -> list[dict[str, Any]]:
    """What a model may answer: every tenth number is marked otherwise by people."""
    number = passage.split()[3]
    return [proposal(f"{number} people breathed no more", number=number)]


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """A set of forty reports; people marked another number in every tenth."""
    folder = tmp_path / "set"
    folder.mkdir()
    reports, gold = [], []
    for n, text in enumerate(ROWS, start=3):
        start = text.index(f"{n} people", 10)
        size = n + 1 if n % 10 == 0 else n
        claim = {"start": start, "end": start + 9, "kind": "killed", "low": size, "best": size, "high": size}
        reports.append(json.dumps({"id": str(n), "outlet": "Valley Post", "text": text}))
        gold.append(json.dumps({"id": str(n), "claims": [claim]}))
    (folder / "reports.jsonl").write_text("\n".join(reports))
    (folder / "gold.jsonl").write_text("\n".join(gold))
    return folder


def test_what_was_measured_is_the_confidence_of_claims_and_part_of_their_finder(marked: Path, tmp_path: Path) -> None:
    file, where = tmp_path / "tiny.json", tmp_path / "a.book"
    (tmp_path / "a.txt").write_text("Six people breathed no more in Velmar, the mayor said.")

    def answering(passage: str) -> list[dict[str, Any]]:
        six = proposal("Six people breathed no more", number="Six")
        return [six] if passage.startswith("Six") else model(passage)

    with serving(answering) as server:
        words = ["--reader", "llm", "--endpoint", server.url, "--model", "tiny", "--save", file]
        said = tollbook("bench-reader", marked, *words)
        assert "Right with their number: killed 36 of 40" in said.output
        first = tollbook("read", tmp_path / "a.txt", *options(server, where))
        sent = len(server.requests)
        again = tollbook("read", tmp_path / "a.txt", *options(server, where, "--confidence", file))
        assert (first.exit_code, again.exit_code) == (0, 0)
        assert "1 report read" in again.output
        assert len(server.requests) == sent
    measured = msgspec.json.decode(file.read_bytes(), type=MeasuredConfidence)
    assert measured.kinds == {"killed": KindPrecision(claims=40, found=40, number=36, scope=40, speaker=40)}
    assert (measured.model, measured.digest, measured.reports) == ("tiny", "0a1b2c3d4e5f", 40)
    digest = llm.load_confidence(file).digest
    with Book.open(where) as book:
        (claim,) = (c for c in book.export.contents().claims if c.finder.startswith("llm"))
        assert (claim.confidence, claim.finder.endswith(f" confidence {digest}")) == (0.9, True)
        (report,) = book.reports()
        assert all(each.kind != "low confidence" for each in book.queue())
        chosen = [entry.payload.get("confidence") for entry in book.log() if entry.action == "language model"]
    assert chosen == [None, digest]
    # Read again without the server and without the file: the book keeps both.
    file.unlink()
    tollbook("describe", report.id, "--day", "2021-10-20", "--book", where, "--actor", "Ines")
    with Book.open(where) as book:
        (claim,) = (c for c in book.export.contents().claims if c.finder.startswith("llm"))
        assert claim.confidence == 0.9
        assert book.verify() == []


def measured(**fields: Any) -> MeasuredConfidence:
    base: dict[str, Any] = {"model": "tiny", "digest": "d1", "prompt": 2, "set": "0" * 64, "reports": 9}
    return MeasuredConfidence(**base | fields)


@pytest.mark.parametrize(("claims", "right", "expected"), [(29, 29, None), (30, 15, 0.5), (30, 30, 1.0), (40, 0, 0.0)])
def test_a_kind_of_which_too_few_were_measured_has_none(claims: int, right: int, expected: float | None) -> None:
    found = measured(kinds={"killed": KindPrecision(claims=claims, found=claims, number=right)})
    claim = Claim(id="", report="r", start=0, end=1, quote="a", kind="killed")
    assert found.of(claim) == expected
    assert found.of(msgspec.structs.replace(claim, kind="injured")) is None


@pytest.mark.parametrize("fields", [{"model": "other"}, {"digest": "d2"}, {"prompt": 1}])
def test_a_measurement_of_something_else_is_refused(fields: dict[str, Any]) -> None:
    identity = ModelIdentity(model="tiny", digest="d1")
    confidence.require_for(measured(), identity)
    with pytest.raises(Refused, match="was measured for"):
        confidence.require_for(measured(**fields), identity)


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[1]", b"\xff", b'{"model": "a"}',
     confidence.encoded(measured(kinds={"killed": KindPrecision(claims=1, found=2, number=2)}))],
)  # fmt: skip
def test_a_file_without_a_measurement_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(data)
    with pytest.raises(Refused, match="no measured confidence"):
        llm.load_confidence(tmp_path / "a.json")


def test_a_finder_says_with_which_measurement_a_report_was_read() -> None:
    identity = ModelIdentity(model="tiny", digest="d1", rule="union", confidence="1a2b3c4d")
    assert ModelIdentity.of_finder(f"{identity.finder} + rules/ab + by union") == identity
    plain = msgspec.structs.replace(identity, confidence=None)
    assert ModelIdentity.of_finder(f"{plain.finder} + by union") == plain
