"""Every input format: one folder with a file of each, and the details of each format."""

import gzip
import io
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
import zlib
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from bench import documents
from bench.documents import DEAD, LAST, LEAD, MAYOR, NOISE, TITLE, URL
from tollbook import ingest
from tollbook.book import Book
from tollbook.cli import main
from tollbook.ingest import ocr
from tollbook.model import Refusal, Report

HTML = documents.HTML


def read(path: Path, data: bytes | str, **options: object) -> list[Report | Refusal]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(ingest.read([path], **options))  # type: ignore[arg-type]


def report(path: Path, data: bytes | str, **options: object) -> Report:
    (found,) = read(path, data, **options)
    assert isinstance(found, Report), found
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a documenter keeps it: one file of each format (all of them invented)."""
    path = tmp_path_factory.mktemp("formats")
    for name, make in documents.FORMATS.values():
        (path / name).write_bytes(make())
    beside = path / "page_files"
    beside.mkdir()
    (beside / "site.js").write_text("var killed = 12;")
    return path


def test_a_folder_with_a_file_of_each_format_is_read_in_one_command(folder: Path, tmp_path: Path) -> None:
    book = tmp_path / "a.book"
    done = CliRunner().invoke(main, ["read", str(folder), "--book", str(book)])
    refused = done.stderr.splitlines()
    assert done.exit_code == 1, done.stderr
    assert sorted({line.split(": ")[1].removeprefix(f"{folder}/") for line in refused}) == [
        "crawl.wacz", "crawl.warc", "crawl.warc.gz", "list.csv:6", "list.xlsx:Sheet:4",
    ]  # fmt: skip
    with Book.open(book) as opened:
        assert opened.verify() == []
        reports = {one.origin.removeprefix(f"{folder}/"): one for one in opened.reports()}
        claims = opened.incidents.claims()
        again = opened.read([folder])
    assert (again.read, len(again.refused)) == (0, len(refused))
    texts = {one.id: one.text for one in reports.values()}
    assert {name.partition(":")[0] for name in reports} >= {
        "all.zip", "crawl.wacz", "feed.atom", "feed.rss", "list.csv", "mail.eml", "reports.jsonl", "saved.mhtml",
        "statement.docx",
    }  # fmt: skip
    for claim in claims:
        assert texts[claim.report][claim.start : claim.end] == claim.quote
    # The lead gives the same claims in every format.
    leads = [one for one in reports.values() if LEAD.split(",", maxsplit=1)[0] in " ".join(one.text.split())]
    assert len(leads) >= 10
    for one in leads:
        killed = [c.count.best for c in claims if c.report == one.id and c.kind == "killed" and c.count]
        assert 4 in killed, one.origin
    assert not any(NOISE in one.text or "twelve killed" in one.text or "Ninety" in one.text for one in reports.values())


def test_verify_finds_a_changed_byte_in_an_original_of_any_format(folder: Path, tmp_path: Path) -> None:
    """By the script in the archive of such a book, and by verify in the book itself."""
    book, packed = tmp_path / "a.book", tmp_path / "a.zip"
    CliRunner().invoke(main, ["read", str(folder), "--book", str(book)])
    assert CliRunner().invoke(main, ["export", "archive", "--book", str(book), "--out", str(packed)]).exit_code == 0
    with zipfile.ZipFile(packed) as file:
        file.extractall(tmp_path / "out")
    script = [sys.executable, "-I", str(tmp_path / "out/verify.py")]
    assert subprocess.run([*script, packed, tmp_path / "b.book"], check=False, capture_output=True).returncode == 0
    with Book.open(tmp_path / "b.book") as again, Book.open(book) as first:
        assert again.verify() == []
        assert again.incidents() == first.incidents()
        reports = first.reports()
    assert len({one.media_type for one in reports}) >= 8
    for one in reports:
        path = tmp_path / "out/originals" / one.sha256
        whole = path.read_bytes()
        middle = len(whole) // 2
        path.write_bytes(whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :])
        done = subprocess.run([*script, tmp_path / "out"], check=False, capture_output=True, text=True)
        assert (done.returncode, one.sha256 in done.stdout) == (1, True)
        path.write_bytes(whole)
        copy = tmp_path / "c.book"
        shutil.copy(book, copy)
        with sqlite3.connect(copy) as outside:
            outside.execute("UPDATE originals SET bytes = ? WHERE report = ?", (zlib.compress(whole + b" "), one.id))
        outside.close()
        name = one.id if one.id != one.sha256 else f"{one.id} ({one.origin})"
        with Book.open(copy) as opened:
            assert opened.verify() == [f"The original of report {name} is missing or was changed."]


def test_every_format_gives_metadata_with_its_source(folder: Path) -> None:
    found = {}
    for one in ingest.read([folder]):
        if isinstance(one, Report):
            found[one.origin.removeprefix(f"{folder}/")] = one
            described = ("title", "outlet", "author", "url", "published", "modified", "captured", "language")
            assert set(one.provenance) - {"text"} == {name for name in described if getattr(one, name) is not None}
            assert one.media_type
    page = found["page.html"]
    assert (page.title, page.outlet, page.author, page.url) == (TITLE, "Valley Post", "Anira Dost", URL)
    assert (page.published, page.modified, page.language) == (date(2021, 10, 5), date(2021, 10, 6), "en")
    assert page.provenance["published"] == "article:published_time"
    saved = found["saved.mhtml"]
    assert (saved.url, saved.captured) == (URL, "2021-10-09T10:00:00+00:00")
    assert saved.text == page.text
    mail = found["mail.eml"]
    assert (mail.title, mail.author, mail.published) == (TITLE, "Oberfeld Relief Desk", date(2021, 10, 5))
    attached = found["mail.eml: statement.pdf"]
    assert attached.provenance["published"] == "mail Date"
    archived = found[f"crawl.warc.gz: record 1 ({URL})"]
    assert (archived.captured, archived.provenance["url"]) == ("2021-10-09T10:00:00Z", "WARC-Target-URI")
    assert archived.sha256 == page.sha256
    row = found["list.csv:4"]
    assert (row.id, row.outlet, row.published, row.url) == ("v-1", "Valley Post", date(2021, 10, 5), URL)
    assert found["list.csv:5"].published == date(2021, 10, 6)
    assert found["list.xlsx:Sheet:2"].text == row.text
    entry = found["feed.rss: 1"]
    assert (entry.title, entry.outlet, entry.published, entry.url) == (TITLE, "Valley Post", date(2021, 10, 5), URL)
    assert found["statement.docx"].author == "Anira Dost"
    assert found["statement.pdf"].title == TITLE


def test_line_breaks_of_a_page_are_kept(tmp_path: Path) -> None:
    found = report(tmp_path / "a.html", HTML)
    assert found.text.split("\n\n") == [TITLE, LEAD, "The dead", *DEAD, MAYOR, LAST]


def test_the_media_type_is_detected_by_content_before_the_name(tmp_path: Path) -> None:
    for name, make in (
        ("a.txt", documents.html),
        ("b.html", documents.pdf),
        ("c.pdf", documents.word),
        ("d", documents.mail),
    ):
        assert LEAD[:30] in report(tmp_path / name, make()).text
    for name in ("e.dat", "f.jsonl.bak"):
        assert len(read(tmp_path / name, documents.warc())) == 3


@pytest.mark.parametrize("coding", ["utf-8", "windows-1251", "utf-16"])
def test_the_encoding_of_a_page_is_the_declared_one(tmp_path: Path, coding: str) -> None:
    words = "В городе Оберфельд во вторник погибли четыре человека, сообщила полиция, и ещё девять были ранены."
    page = f'<html><head><meta charset="{coding}"></head><body><p>{words}</p></body></html>'
    found = report(tmp_path / "a.html", page.encode(coding))
    assert found.text == words
    assert found.language == "ru"


def test_a_damaged_character_in_a_page_is_replaced_as_in_browsers(tmp_path: Path) -> None:
    found = report(tmp_path / "a.html", HTML.encode().replace("“We".encode(), b"\xe2\x80We"))
    assert "said the shell came from the east. \ufffdWe heard" in found.text


def test_the_charset_in_the_headers_takes_precedence(tmp_path: Path) -> None:
    data = documents.warc(packed=False).replace(b"charset=utf-8", b"charset=big5 ").replace(b"valley", b"valley")
    first = next(iter(read(tmp_path / "a.warc", data)))
    assert isinstance(first, Report)
    assert "charset=big5" in (first.media_type or "")


@pytest.mark.parametrize("coding", [None, "gzip"])
def test_the_original_of_an_archived_page_is_the_page(tmp_path: Path, coding: str | None) -> None:
    (tmp_path / "a.warc.gz").write_bytes(documents.warc(coding=coding))
    first = next(ingest.captures([tmp_path / "a.warc.gz"]))
    assert isinstance(first, ingest.Capture)
    assert first.original == documents.html()


def test_compressed_files_are_unpacked(tmp_path: Path) -> None:
    assert report(tmp_path / "a.html.gz", gzip.compress(documents.html())).title == TITLE


def test_archives_in_archives_are_read_to_a_depth(tmp_path: Path) -> None:
    data = documents.text()
    for depth in range(3):
        data = documents.zipped({f"{depth}.zip" if depth else "a.txt": data})
    assert report(tmp_path / "a.zip", data).text == documents.TEXT
    (deep,) = read(tmp_path / "b.zip", documents.zipped({"a.zip": data}))
    assert isinstance(deep, Refusal)
    assert "unpack it first" in deep.reason


def test_running_heads_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    found = report(tmp_path / "a.pdf", documents.pdf(((LEAD,), (MAYOR,), (LAST,))))
    assert "Relief Desk" not in found.text
    assert "Page" not in found.text
    assert found.text.split("\n\n")[0].replace("\n", " ") == LEAD
    visible = ingest.captured_text(documents.pdf(((LEAD,), (MAYOR,), (LAST,))), "application/pdf")
    assert visible.count("Oberfeld Relief Desk") == 3


def test_a_sentence_over_two_pages_stays_together(tmp_path: Path) -> None:
    found = report(
        tmp_path / "a.pdf",
        documents.pdf(((LEAD, "The mayor, Ota Velm, said"), ("the shell came from the east.",), (LAST,))),
    )
    assert "said\nthe shell came" in found.text


def test_a_scan_without_ocr_is_refused_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = read(tmp_path / "a.pdf", documents.scan())
    assert isinstance(found, Refusal)
    assert "scan: 1 page is" in found.reason
    assert "Tesseract" in found.reason


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed here")
def test_a_scan_is_read_by_tesseract_with_its_version(tmp_path: Path) -> None:
    found = report(tmp_path / "a.pdf", documents.scan())
    assert LEAD.split(",", maxsplit=1)[0] in " ".join(found.text.split())
    assert found.provenance["text"].startswith("OCR: tesseract")


def test_a_failing_ocr_is_refused_with_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    monkeypatch.setattr(ocr.shutil, "which", lambda _: str(program))
    (found,) = read(tmp_path / "a.pdf", documents.scan())
    assert isinstance(found, Refusal)
    assert "Tesseract could not read it" in found.reason


def test_columns_are_matched_by_name(tmp_path: Path) -> None:
    found = read(tmp_path / "a.csv", "Publication date\tHeadline\tFull text\n2021-10-05\tA\tThree people died.\n")
    (one,) = found
    assert isinstance(one, Report)
    assert (one.published, one.title, one.text) == (date(2021, 10, 5), "A", "Three people died.")


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("text,published\nThree died.,05/10/2021\n", "2022-03-09"),
        ("url\nhttps://a.example/1\n", "tollbook fetch https://a.example/1"),
        ("name,number\na,1\n", "no column named text or url"),
        ("text\n", "nothing to read"),
        ("\n\n", "empty"),
        ('text\n"Three ' + "x" * 13_000_000 + '"\n', "damaged CSV"),
    ],
)
def test_lists_that_are_refused(tmp_path: Path, rows: str, says: str) -> None:
    (found,) = read(tmp_path / "a.csv", rows)
    assert isinstance(found, Refusal)
    assert says in found.reason


def test_formulas_of_a_workbook_are_not_texts(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["text", "published", "id"])
    sheet.append(["Three people died.", date(2021, 10, 5), 7.0])
    sheet.append(["=1+1", None, None])
    out = io.BytesIO()
    book.save(out)
    one = report(tmp_path / "a.xlsx", out.getvalue())
    assert (one.published, one.id) == (date(2021, 10, 5), "7")


def test_a_row_of_a_list_keeps_every_cell_in_its_original(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_bytes(documents.table())
    first = next(ingest.captures([tmp_path / "list.csv"]))
    assert isinstance(first, ingest.Capture)
    assert json.loads(first.original)["Remark"] == "checked"
    assert ingest.captured_text(first.original, "application/json") == first.report.text


def test_metadata_of_the_document_takes_precedence_over_options(tmp_path: Path) -> None:
    given = {"published": date(2020, 1, 2), "outlet": "ReportDefaults"}
    page = report(tmp_path / "a.html", HTML, **given)
    assert (page.published, page.outlet) == (date(2021, 10, 5), "Valley Post")
    plain = report(tmp_path / "a.txt", "Three people were killed.", **given)
    assert (plain.published, plain.outlet) == (date(2020, 1, 2), "ReportDefaults")
    assert plain.provenance == {"published": "--published", "outlet": "--outlet"}


JSON_LD = """<html><head><script type="application/ld+json">{"@graph": [{"@type": "WebSite", "name": "x"},
{"@type": "NewsArticle", "headline": "Shell hits market", "author": [{"name": "A. Dost"}, {"name": "B. Tann"}],
"publisher": {"name": "Valley Post"}, "datePublished": "2021-10-05T23:30:00-05:00", "dateModified": 7,
"mainEntityOfPage": {"@id": "https://valleypost.example/1"}}]}</script><meta name="author" content="Webmaster"></head>
<body><p>Four people were killed on Monday when a shell hit the market, police said.</p></body></html>"""


def test_json_ld_takes_precedence(tmp_path: Path) -> None:
    found = report(tmp_path / "a.html", JSON_LD)
    assert (found.title, found.outlet, found.author) == ("Shell hits market", "Valley Post", "A. Dost, B. Tann")
    assert (found.published, found.url) == (date(2021, 10, 5), "https://valleypost.example/1")
    assert found.provenance["author"] == "JSON-LD author"
    assert found.modified is None


def test_a_page_saved_by_a_browser_has_its_address(tmp_path: Path) -> None:
    page = "<!DOCTYPE html>\n<!-- saved from url=(0042)https://valleypost.example/2021/10/05/a -->\n" + HTML[15:]
    found = report(tmp_path / "a.html", page)
    assert (found.url, found.provenance["url"]) == ("https://valleypost.example/2021/10/05/a", "saved-from comment")
    when = "Sat Oct 09 2021 12:00:00 GMT+0200 (CEST)"
    single = f"<!DOCTYPE html> <!--\n Page saved with SingleFile \n url: {URL}?x=1 \n saved date: {when}\n-->"
    found = report(tmp_path / "b.html", single + HTML[15:])
    assert (found.url, found.captured) == (f"{URL}?x=1", "2021-10-09T12:00:00+02:00")


def test_an_empty_outlet_falls_back_on_the_host(tmp_path: Path) -> None:
    found = report(
        tmp_path / "a.html", '<link rel=canonical href="https://www.hill.example/1"><p>Three people were killed.</p>'
    )
    assert (found.outlet, found.provenance["outlet"]) == ("hill.example", "host of the URL")


def test_boilerplate_of_mailing_lists_is_removed(tmp_path: Path) -> None:
    mail = b"From: a@b.example\nSubject: x\nDate: Tue, 05 Oct 2021 08:00:00 +0000\n\n"
    mail += b"View this email in your browser\n\nThree people died.\n\nUnsubscribe here\n"
    found = report(tmp_path / "a.eml", mail)
    assert found.text.strip() == "Three people died."
    visible = ingest.captured_text(mail, "message/rfc822")
    assert all(visible[b : b + n] == found.text[a : a + n] for a, b, n in found.offsets)


def test_an_attached_mail_is_a_report_with_its_own_date(tmp_path: Path) -> None:
    outer = EmailMessage()
    outer["From"], outer["Subject"] = "Rosa Velm <rosa@relief.example>", "Please read this"
    outer["Date"] = "Sat, 09 Oct 2021 10:00:00 +0000"
    outer.set_content("As I told you on the phone.")
    outer.add_attachment(message_from_bytes(documents.mail(documents.pdf())))
    path = tmp_path / "a.eml"
    first, second, third = read(path, outer.as_bytes())
    assert isinstance(first, Report)
    assert isinstance(second, Report)
    assert isinstance(third, Report)
    assert (first.title, first.published) == ("Please read this", date(2021, 10, 9))
    assert first.text.strip() == "As I told you on the phone."
    assert (second.title, second.published, second.author) == (TITLE, date(2021, 10, 5), "Oberfeld Relief Desk")
    assert third.origin.endswith("statement.pdf")


def test_a_text_after_very_many_blanks_is_read(tmp_path: Path) -> None:
    """The time must not grow with the square of their number: these would take an hour."""
    found = report(tmp_path / "a.txt", f"{' ' * 300_000}Shelling kills four in Orlin.")
    assert found.text.strip() == "Shelling kills four in Orlin."
    assert found.title is None


@pytest.mark.parametrize(
    ("first", "is_title"),
    [
        ("Shelling kills four in Orlin", True), ("\r\n  Attack of 3 March 2031 leaves nine dead in Orlin \r", True),
        ("“We had no time”: nine dead in Orlin", True), ("Four people were killed in Orlin on Sunday.", False),
        ("Published 5 March 2031", False), ("ORLIN, Kestria, 3 March 2031 (Valley Post)", False),
        ("By Mara Lind, Valley Post", False), ("Source: Valley Post and others", False), ("Orlin", False),
        ("word " * 60, False),
    ],
)  # fmt: skip
def test_the_first_line_of_a_text_is_its_title_where_it_stands_apart_as_one(
    tmp_path: Path, first: str, is_title: bool
) -> None:
    text = f"{first}\n\nThe mayor spoke at the market.\n"
    found = report(tmp_path / "a.txt", text)
    assert "The mayor spoke" in found.text
    assert found.title == (" ".join(first.split()) if is_title else None)
    assert found.provenance.get("title") == ("first line" if is_title else None)
    beside = report(tmp_path / "b.txt", f"{first}\nThe mayor spoke at the market.\n")
    assert beside.title is None
