"""The same bytes captured again at another address or moment: one report, and a log entry for each capture."""

from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.store.recaptures import CAPTURED_AGAIN

PAGE = b"<html><head><title>Shell hits Oberfeld</title></head><body><p>Four people were killed in Oberfeld.</p></body>"


def warc(*captures: tuple[str, str]) -> bytes:
    """A WARC file with one page captured at some addresses and moments."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
    records = []
    for n, (url, moment) in enumerate(captures):
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {moment}\r\n"
            f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{n:012}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
        )
        records.append(head.encode() + http + b"\r\n\r\n")
    return b"".join(records)


FIRST = ("https://post.example/a", "2031-05-04T10:00:00Z")
ELSEWHERE = ("https://post.example/b?from=1", "2031-05-04T10:00:00Z")
LATER = ("https://post.example/a", "2031-05-05T10:00:00Z")


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_other_capture_is_logged_once(anywhere: str, tmp_path: Path, jobs: int) -> None:
    (tmp_path / "a.warc").write_bytes(warc(FIRST, ELSEWHERE, FIRST))
    (tmp_path / "b.warc").write_bytes(warc(LATER, ELSEWHERE))
    paths = [tmp_path / "a.warc", tmp_path / "b.warc"]
    with Book.open(anywhere, create=True, actor="Ana Brod") as book:
        summary = book.read(paths, jobs=jobs)
        assert (summary.read, summary.known, summary.refused) == (1, 4, ())
        entries = [entry for entry in book.log() if entry.action == CAPTURED_AGAIN]
        assert [(e.payload["url"], e.payload["captured"]) for e in entries] == [ELSEWHERE, LATER]
        (report,) = summary.reports
        assert {(e.subject, e.actor) for e in entries} == {(report, "Ana Brod")}
        assert entries[1].payload["origin"].startswith(str(tmp_path / "b.warc"))
        before = len(book.log())
        book.read(paths, jobs=jobs)
        assert len(book.log()) == before
        assert book.verify() == []


def test_a_copy_of_a_file_is_no_other_capture(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Four people were killed in Oberfeld.")
    with Book.open(tmp_path / "a.book", create=True) as book:
        assert book.read([tmp_path / "a.txt", tmp_path / "b.txt"]).known == 1
        assert [entry.action for entry in book.log()] == ["read"]
