"""Damaged, encrypted and malicious files: each is refused with a sentence, and the files beside it are read."""

import gzip
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from bench import documents
from tollbook import ingest
from tollbook.errors import Unreadable
from tollbook.ingest import formats, media_types, sandbox
from tollbook.ingest.archives.unpack import FREE, decoded
from tollbook.ingest.document import ParseResult, whole
from tollbook.model import Refusal, Report

GOOD = "Three people were killed in Oberfeld on Monday, police said."


def read(path: Path, data: bytes) -> list[Report | Refusal]:
    """The result for some bytes; a good report beside them is always read."""
    path.write_bytes(data)
    (path.parent / "zz-good.txt").write_text(GOOD)
    *found, good = ingest.read([path, path.parent / "zz-good.txt"])
    assert isinstance(good, Report)
    return found


def refusal(path: Path, data: bytes) -> str:
    (found,) = read(path, data)
    assert isinstance(found, Refusal), found
    assert found.reason.endswith((".", "pdf", "PDF"))
    return found.reason


def locked_zip(name: str = "a.txt") -> bytes:
    data = bytearray(documents.zipped({name: b"Three died."}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def locked_pdf() -> bytes:
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -44 /O <%s> /U <%s> >> /ID [<00> <00>] /Root" % (
        b"11" * 32, b"22" * 32,
    )  # fmt: skip
    return documents.pdf().replace(b"/Root", lock, 1)


def office(name: str, change: Callable[[bytes], bytes], make: Callable[[], bytes]) -> bytes:
    """A Word or Excel file with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(make())) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            data = old.read(info)
            new.writestr(info.filename, change(data) if info.filename == name else data)
    return out.getvalue()


LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def after_declaration(more: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(b"?>", b"?>" + more, 1) if data.startswith(b"<?xml") else more + data


def in_utf_16(more: bytes) -> Callable[[bytes], bytes]:
    """A part of an office file in UTF-16, with something after its declaration."""

    def change(data: bytes) -> bytes:
        return (
            after_declaration(more)(data)
            .replace(b"UTF-8", b"UTF-16")
            .replace(b"utf-8", b"utf-16")
            .decode()
            .encode("utf-16")
        )

    return change


NOISE = random.Random(7).randbytes(500)
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500


@pytest.mark.parametrize(
    ("name", "make", "says"),
    [
        ("a.pdf", lambda: b"%PDF-1.7\n", "damaged PDF"),
        ("a.pdf", lambda: documents.pdf()[:300], "damaged PDF"),
        ("a.pdf", locked_pdf, "password"),
        ("a.docx", lambda: documents.word()[:2000], "damaged"),
        ("a.docx", lambda: OLD + "EncryptedPackage".encode("utf-16-le") + b"\0" * 300, "password"),
        ("a.doc", lambda: OLD, "Old Word"),
        ("a.zip", locked_zip, "password"),
        ("a.zip", lambda: b"PK\x03\x04" + NOISE[:500], "damaged"),
        ("a.zip", lambda: documents.zipped()[:-30], "damaged"),
        ("a.zip", lambda: documents.zipped({"x/": b""}), "nothing to read"),
        ("a.gz", lambda: gzip.compress(documents.text())[:-20], "ends too early"),
        ("a.gz", lambda: b"\x1f\x8b\x08\0" + NOISE[:100], "unpacked"),
        ("a.warc", lambda: b"WARC/1.0\r\nWARC-Type: x\r\n\r\n", "nothing to read"),
        ("a.docx", lambda: office("word/document.xml", after_declaration(LAUGHS), documents.word), "entities"),
        ("a.docx", lambda: office("word/styles.xml", after_declaration(OUTSIDE), documents.word), "entities"),
        ("a.xlsx", lambda: office("xl/workbook.xml", after_declaration(LAUGHS), documents.sheet), "entities"),
        ("a.rss", lambda: after_declaration(LAUGHS)(documents.rss()), "entities"),
        ("a.docx", lambda: office("word/document.xml", after_declaration(b" " * 5000 + OUTSIDE), documents.word),
         "entities"),
        ("a.docx", lambda: office("word/document.xml", in_utf_16(b" " * 5000 + OUTSIDE), documents.word), "entities"),
        ("a.docx", lambda: office("word/styles.xml", in_utf_16(LAUGHS), documents.word), "entities"),
        ("a.rss", lambda: in_utf_16(LAUGHS)(documents.rss()), "entities"),
        ("a.rss", lambda: in_utf_16(b" " * 1000 + OUTSIDE)(documents.rss()), "entities"),
        ("a.xml", lambda: in_utf_16(OUTSIDE)(b"<?xml version='1.0'?><x>&a;</x>"), "XML file"),
        ("a.atom", lambda: after_declaration(OUTSIDE)(documents.atom()), "entities"),
        ("a.html", lambda: b"<html><body>" + b"<div>" * 100_000 + GOOD.encode(), "nested too deeply"),
        ("a.html", lambda: b"<html><script>document.write('Three died')</script></html>", "no visible text"),
        ("a.html", lambda: b"<html>" + b" " * 1000, "no visible text"),
        ("a.eml", lambda: b"From: a\nSubject: b\n\n", "no text"),
        ("a.mht", lambda: b"From: a\nSubject: b\nContent-Type: multipart/related; boundary=x\n\n--x\n\n", "page in it"),
        ("a.rtf", lambda: b"{\\rtf1 Three died.}", "RTF"),
        ("a.png", lambda: b"\x89PNG\r\n\x1a\n" + NOISE[:50], "pictures"),
        ("a.mp4", lambda: b"\0\0\0\x18ftypmp42", "film"),
        ("a.7z", lambda: b"7z\xbc\xaf\x27\x1c", "7z"),
        ("a.xml", lambda: b"<?xml version='1.0'?><x>Three died.</x>", "XML file"),
        ("a.txt", lambda: b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "XML file"),
        ("a.js", lambda: b"var killed = 12;", "script"),
        ("a.odt", lambda: documents.zipped({"mimetype": b"x", "META-INF/manifest.xml": b"x"}), "OpenDocument"),
    ],
)  # fmt: skip
def test_damaged_encrypted_and_unsupported_files_are_refused_with_a_reason(
    tmp_path: Path, name: str, make: Callable[[], bytes], says: str
) -> None:
    assert says in refusal(tmp_path / name, make())


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]>" * 40 + b"x", "text/plain"),
        (b"<!-- a -->" * 90 + b"x", "text/plain"),
        (b"<? a ?><!-- b -->" * 50 + b"x", "text/plain"),
        (b"<?xml version='1.0'?>\n<!-- a --><? b ?><!DOCTYPE rss [<!ENTITY a 'b'>]>\n<rss>", "application/rss+xml"),
        (b"<!DOCTYPE feed SYSTEM 'a'> <!-- <html> --> <a:feed>", "application/atom+xml"),
        (b"<?xml version='1.0'?><!-- a --><!-- <rss> --><!DOCTYPE html><html>", "text/html"),
    ],
)
def test_the_prologue_of_a_page_is_matched_in_linear_time(data: bytes, media_type: str) -> None:
    """With dozens of comments and declarations, backtracking over their ends would take years."""
    assert media_types.detect(data, "a") == media_type


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path) -> None:
    bomb = documents.zipped({"a.txt": b"0" * (FREE + 1), "b.txt": documents.text()})
    first, second = read(tmp_path / "a.zip", bomb)
    assert isinstance(first, Refusal)
    assert "zip bombs" in first.reason
    assert isinstance(second, Report)


def test_many_small_zip_bombs_count_together(tmp_path: Path) -> None:
    layer = documents.zipped({f"{n}.txt": b"0" * (FREE - 1) for n in range(12)})
    found = read(tmp_path / "a.zip", documents.zipped({"in.zip": layer, "b.txt": documents.text()}))
    assert any(isinstance(one, Refusal) and "zip bombs" in one.reason for one in found)


def test_a_zip_with_a_false_size(tmp_path: Path) -> None:
    data = bytearray(documents.zipped({"a.txt": b"0" * 5_000_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + at, 10)
    assert isinstance(read(tmp_path / "a.zip", bytes(data))[0], Refusal)


@pytest.mark.parametrize("name", ["a.warc.gz", "a.txt.gz"])
def test_a_gzip_bomb_is_not_unpacked(tmp_path: Path, name: str) -> None:
    head = b"WARC/1.0\r\nContent-Length: 999999999\r\n\r\n" if "warc" in name else b""
    assert "zip bombs" in refusal(tmp_path / name, gzip.compress(head + b"0\n" * 10_000_000))


def test_a_compressed_response_that_is_a_zip_bomb() -> None:
    with pytest.raises(Unreadable, match="zip bombs"):
        decoded(gzip.compress(b"0" * 50_000_000), "gzip")
    raw = zlib.compressobj(wbits=-15)
    assert decoded(raw.compress(b"abc") + raw.flush(), "deflate") == b"abc"
    assert decoded(zlib.compress(b"abc"), "deflate") == b"abc"
    assert decoded(gzip.compress(gzip.compress(b"abc")), "gzip, gzip") == b"abc"
    with pytest.raises(Unreadable, match="not read"):
        decoded(b"abc", "zstd")


@pytest.mark.parametrize("name", ["../../evil.txt", "/etc/evil.txt", "C:\\evil.txt", "a\\..\\..\\evil.txt"])
def test_names_that_point_outside_the_archive(tmp_path: Path, name: str) -> None:
    first, second = read(tmp_path / "a.zip", documents.zipped({name: b"Three died.", "b.txt": documents.text()}))
    assert isinstance(first, Refusal)
    assert "points outside" in first.reason
    assert isinstance(second, Report)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "zz-good.txt"]


def test_a_file_without_a_name_in_an_archive_is_read(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", documents.text())
        nameless = zipfile.ZipInfo("x")
        nameless.filename = ""
        with archive.open(nameless, "w") as file:
            file.write(GOOD.encode())
    first, second = read(tmp_path / "a.zip", out.getvalue())
    assert isinstance(first, Report)
    assert isinstance(second, Report)
    assert second.origin.endswith(": a file without a name")


@pytest.mark.parametrize("outer", ["feed", "entry"])
def test_nested_entries_of_a_feed_count_as_one(tmp_path: Path, outer: str) -> None:
    entry = f"<entry><title>Market</title><content>{GOOD}</content>%s</entry>"
    feed = f"<{outer} xmlns='http://www.w3.org/2005/Atom'>{entry % (entry % '')}{entry % ''}</{outer}>"
    found = read(tmp_path / "a.atom", feed.replace("<entry xmlns", "<feed><entry xmlns").encode())
    assert 1 <= len(found) <= 2


def test_mails_in_mails_are_read_to_a_depth(tmp_path: Path) -> None:
    mail = documents.mail()
    for number in range(40):
        outer = EmailMessage()
        outer["From"], outer["Subject"] = "Rosa Velm <a@relief.example>", f"Fwd {number}"
        outer.set_content(f"{GOOD} Forwarded {number} times.")
        outer.add_attachment(message_from_bytes(mail))
        mail = outer.as_bytes()
    *found, last = read(tmp_path / "a.eml", mail)
    assert [one.title for one in found if isinstance(one, Report)] == [f"Fwd {n}" for n in range(39, 8, -1)]
    assert isinstance(last, Refusal)
    assert "more than 30" in last.reason


def test_links_in_an_archive_are_not_followed(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("passwd")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert "link" in refusal(tmp_path / "a.zip", out.getvalue())


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.warc", "a.eml", "a.html", "a.txt"])
def test_a_line_of_a_gigabyte(tmp_path: Path, name: str) -> None:
    head = {"a.jsonl": b'{"text": "', "a.csv": b'text\n"', "a.warc": b"WARC/1.0\r\nx: ", "a.eml": b"From: a\nSubject: "}
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(head.get(name, b"<p>" if name == "a.html" else b"Three "))
        file.truncate(1_000_000_000)
    (found,) = ingest.read([path])
    assert isinstance(found, Refusal)


@pytest.mark.parametrize(
    "page",
    [
        f"<p title='{'x' * 2_000_000}'>{GOOD}</p>",
        f"<p>{GOOD}</p>" + "<b>" * 1500,
        f"<p>{GOOD}</p><script>" + "<p>killed" * 1000,
        f"<p>{GOOD}</p>" + "<p hidden>Ninety were killed.</p><p style='color:red;DISPLAY : none'>Ninety</p>",
        f"<p>{GOOD}</p><div style='visibility:hidden'><p>Ninety were killed.</p></div><template>Ninety</template>",
        f"<p>{GOOD}</p><!-- Ninety --><svg><text>Ninety</text></svg><textarea>Ninety</textarea>",
        f"<p>{GOOD}</p>" + "<table><tr><td>" * 100,
        "<p>Three people were ki\u200blled in Ober\u00adfeld on\u00a0Monday, police said.</p>",
    ],
    ids=["attribute", "depth", "script", "hidden", "invisible", "comment", "tables", "zero width"],
)
def test_a_hostile_page_gives_its_visible_text(tmp_path: Path, page: str) -> None:
    (found,) = read(tmp_path / "a.html", f"<!doctype html><html><body>{page}".encode())
    assert isinstance(found, Report), found
    assert found.text == GOOD


def test_a_parser_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 1)
    monkeypatch.setattr(sandbox, "_START", sandbox._START.replace("sandbox.serve()", "sandbox.SECONDS = 1; " + HANGS))
    with sandbox.Sandbox() as one:
        with pytest.raises(Unreadable, match="longer than"):
            one.parse(b"hang", "text/plain")
        with pytest.raises(Unreadable, match="crashed"):
            one.parse(b"crash", "text/plain")
        with pytest.raises(Unreadable, match="memory"):
            one.parse(b"swell", "text/plain")
        assert one.parse(b"good", "text/plain") == whole("good")


#: A sandbox whose parser of plain text hangs in C, crashes, or uses all memory, depending on the text.
HANGS = """
import os, re
from tollbook.ingest import formats
from tollbook.ingest.document import whole
def parse(data, media_type):
    if data == b"hang":
        re.match("(a+)+$", "a" * 60 + "b")
    if data == b"crash":
        os.abort()
    if data == b"swell":
        bytearray(1 << 40)
    return whole(data.decode())
formats.load = lambda media_type: parse
sandbox.serve()
"""


def test_the_sandbox_process_ends_when_it_is_closed() -> None:
    with sandbox.Sandbox() as one:
        assert one.parse(b"Three died.", "text/plain") == formats.parse(b"Three died.", "text/plain")
        process = one._process
    assert process is not None
    assert process.poll() is not None
    assert isinstance(one.parse(b"Four died.", "text/plain"), ParseResult)
    one.close()


def test_a_file_without_read_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text(GOOD)

    def deny(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    (found,) = ingest.read([path])
    assert isinstance(found, Refusal)
    assert "right to read" in found.reason


def test_a_file_that_is_removed_while_a_folder_is_read(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text(GOOD + name)
    found = ingest.read([tmp_path])
    first = next(found)
    (tmp_path / "b.txt").unlink()
    second, third = found
    assert isinstance(first, Report)
    assert isinstance(second, Refusal)
    assert "no such file" in second.reason
    assert isinstance(third, Report)
