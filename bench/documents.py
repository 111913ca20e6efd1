"""One invented report in every format that Tollbook reads, made by code: seeds for fuzzing and for tests.

Oberfeld, its people and its outlets do not exist.
"""

import gzip
import io
import json
import zipfile
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

import docx
import openpyxl
import pypdfium2
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

TITLE = "Shell hits market in Oberfeld"
URL = "https://valleypost.example/2021/10/05/market"
LEAD = (
    "A shell hit the market in Oberfeld on Monday, killing four people, police said. "
    "Nine others were wounded, among them two children."
)
DEAD = ("Mira Tann, 34, a nurse", "Jon Harl, 12")
MAYOR = "The mayor, Ota Velm, said the shell came from the east. “We heard one explosion,” he said."
LAST = "Police opened an inquiry on Tuesday and asked witnesses to come forward with what they had seen."
PARAGRAPHS = (LEAD, *DEAD, MAYOR, LAST)
TEXT = f"{TITLE}\n5 October 2021\n\n" + "\n\n".join(PARAGRAPHS) + "\n"
WHEN = datetime(2021, 10, 5, 8, 0, tzinfo=UTC)
NOISE = "Ten dead in Nordhafen blast"

HTML = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{TITLE} | Valley Post</title>
<meta property="og:title" content="{TITLE}"><meta property="og:site_name" content="Valley Post">
<meta name="author" content="Anira Dost"><link rel="canonical" href="{URL}">
<meta property="article:published_time" content="2021-10-05T08:00:00+02:00">
<meta property="article:modified_time" content="2021-10-06T09:30:00+02:00">
<script>document.write("twelve killed")</script><style>p {{ color: black }}</style></head>
<body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/world">World</a></li></ul></nav></header>
<main><article><header><h1>{TITLE}</h1><p class="byline">By <a href="/dost">Anira Dost</a></p></header>
<p>A shell hit the market in <b>Oberfeld</b> on Monday, killing four people,
police&nbsp;said. Nine others were wounded, among them two children.</p>
<div class="newsletter"><p>Sign up for our newsletter: 50 stories a day.</p></div>
<h2>The dead</h2><ul><li>{DEAD[0]}</li><li>{DEAD[1]}</li></ul>
<p>{MAYOR}</p><p style="display: none">Ninety people were killed, it is not said anywhere.</p>
<aside><h3>Related</h3><ul><li><a href="/nordhafen">{NOISE}</a></li></ul></aside>
<p>{LAST}</p></article></main>
<footer><p>© 2021 Valley Post. All rights reserved.</p></footer></body></html>
"""


def html() -> bytes:
    return HTML.encode()


def text() -> bytes:
    return TEXT.encode()


def mhtml() -> bytes:
    message = EmailMessage()
    message["From"] = "<Saved by a browser>"
    message["Snapshot-Content-Location"] = URL
    message["Subject"] = TITLE
    message["Date"] = format_datetime(datetime(2021, 10, 9, 10, 0, tzinfo=UTC))
    message.set_content(HTML, subtype="html", cte="quoted-printable")
    message.make_related()
    message.add_related(b"\x89PNG\r\n\x1a\n", "image", "png", cid="<one>")
    return message.as_bytes()


def mail(attached: bytes | None = None) -> bytes:
    message = EmailMessage()
    message["From"] = '"Oberfeld Relief Desk" <desk@relief.example>'
    message["To"] = "list@relief.example"
    message["Subject"] = TITLE
    message["Date"] = format_datetime(WHEN)
    message["Message-ID"] = "<1@relief.example>"
    message.set_content("\n\n".join(PARAGRAPHS))
    message.add_alternative(HTML, subtype="html")
    if attached is not None:
        message.add_attachment(attached, maintype="application", subtype="pdf", filename="statement.pdf")
    return message.as_bytes()


def pdf(pages: tuple[tuple[str, ...], ...] = (PARAGRAPHS,)) -> bytes:
    """A PDF of set lines; a wide space after each paragraph, a running head and a number on each page."""
    streams = [_page(lines, number, len(pages)) for number, lines in enumerate(pages, start=1)]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(streams)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(streams)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, stream in enumerate(streams):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    objects.append(f"<< /Title ({TITLE}) /Author (Anira Dost) /ModDate (D:20211006093000Z) >>".encode())
    return _file(objects, info=len(objects))


def scan() -> bytes:
    """The first page of ``pdf`` as a picture in a PDF."""
    document = pypdfium2.PdfDocument(pdf())
    bitmap = document[0].render(scale=200 / 72, grayscale=True)
    rows = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width]
    packed = zlib.compress(rows.tobytes())
    head = (
        f"<< /Type /XObject /Subtype /Image /Width {bitmap.width} /Height {bitmap.height} /ColorSpace /DeviceGray "
        f"/BitsPerComponent 8 /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
    )
    draw = b"595 0 0 842 0 0 cm /Im Do"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /XObject << /Im 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(draw), draw),
        head.encode() + packed + b"\nendstream",
    ]
    return _file(objects)


def _page(paragraphs: tuple[str, ...], number: int, count: int) -> bytes:
    lines = ["/F1 11 Tf 14 TL 60 800 Td (Oberfeld Relief Desk) Tj T* T*"]
    for paragraph in paragraphs:
        words, line = paragraph.split(), ""
        for word in [*words, ""]:
            if not word or len(line) + len(word) > 70:
                lines.append(f"({_escaped(line.strip())}) Tj T*")
                line = ""
            line += word + " "
        lines.append("T*")
    lines.append(f"(Page {number} of {count}) Tj")
    return ("BT " + "\n".join(lines) + " ET").encode("cp1252")


def _escaped(line: str) -> str:
    return line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def _file(objects: list[bytes], info: int | None = None) -> bytes:
    out, places = io.BytesIO(), []
    out.write(b"%PDF-1.4\n")
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in places:
        out.write(b"%010d 00000 n \n" % place)
    more = b" /Info %d 0 R" % info if info else b""
    out.write(b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, more, start))
    return out.getvalue()


def word() -> bytes:
    document = docx.Document()
    document.core_properties.title = TITLE
    document.core_properties.author = "Anira Dost"
    document.core_properties.modified = WHEN.replace(tzinfo=None)
    document.add_heading(TITLE, 1)
    document.add_paragraph(LEAD)
    for name in DEAD:
        document.add_paragraph(name, style="List Bullet")
    document.add_paragraph(MAYOR)
    table = document.add_table(rows=2, cols=2)
    for cell, words in zip(
        [c for row in table.rows for c in row.cells], ("Place", "Killed", "Oberfeld", "4"), strict=True
    ):
        cell.text = words
    document.add_paragraph(LAST)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def rss() -> bytes:
    return f"""<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Valley Post</title><link>https://valleypost.example/</link><language>en</language>
<item><title>{TITLE}</title><link>{URL}</link><pubDate>Tue, 05 Oct 2021 08:00:00 GMT</pubDate>
<content:encoded><![CDATA[<p>{LEAD}</p><p>{MAYOR}</p><p><a href="/x">{NOISE}</a></p>]]></content:encoded></item>
<item><title>Inquiry opened</title><link>{URL}/inquiry</link><pubDate>Wed, 06 Oct 2021 08:00:00 GMT</pubDate>
<description>{LAST}</description></item></channel></rss>
""".encode()


def atom() -> bytes:
    return f"""<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>Valley Post</title>
<entry><id>urn:1</id><title>{TITLE}</title><link href="{URL}"/><published>2021-10-05T08:00:00Z</published>
<updated>2021-10-06T08:00:00Z</updated><author><name>Anira Dost</name></author>
<content type="html">&lt;p&gt;{LEAD}&lt;/p&gt;&lt;p&gt;{MAYOR}&lt;/p&gt;</content></entry></feed>
""".encode()


ROWS = (
    ("Ref", "Source", "Link", "Headline", "Date", "Text", "Remark"),
    ("v-1", "Valley Post", URL, TITLE, "2021-10-05", f"{LEAD}\n\n{MAYOR}", "checked"),
    ("v-2", "Hill Radio", "https://hillradio.example/9", "Inquiry opened", "6 October 2021", LAST, None),
    ("v-3", "Hill Radio", "https://hillradio.example/10", "To be captured", None, None, None),
)


def table() -> bytes:
    return "\r\n".join(";".join(_cell(cell) for cell in row) for row in ROWS).encode("utf-8-sig")


def _cell(words: str | None) -> str:
    return '"' + (words or "").replace('"', '""') + '"'


def sheet() -> bytes:
    book = openpyxl.Workbook()
    for row in ROWS:
        book.worksheets[0].append(row)
    book.create_sheet("Notes").append(["nothing to see"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def jsonl() -> bytes:
    row = {"id": "r-1", "outlet": "Valley Post", "url": URL, "title": TITLE, "published": "2021-10-05", "text": TEXT}
    return (json.dumps(row) + "\n" + json.dumps({"text": LAST}) + "\n").encode()


def warc(*, packed: bool = True, coding: str | None = None) -> bytes:
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=packed)
    pages = [
        (URL, "200 OK", "text/html; charset=utf-8", html()),
        ("https://valleypost.example/photo.png", "200 OK", "image/png", b"\x89PNG\r\n\x1a\n"),
        ("https://valleypost.example/gone", "404 Not Found", "text/html", b"<html><p>Gone</p></html>"),
        ("https://relief.example/statement.pdf", "200 OK", "application/pdf", pdf()),
    ]
    for url, status, media_type, page in pages:
        body, fields = page, [("Content-Type", media_type)]
        if coding == "gzip":
            body, fields = gzip.compress(page, mtime=0), [*fields, ("Content-Encoding", "gzip")]
        headers = StatusAndHeaders(status, fields, protocol="HTTP/1.1")
        date = {"WARC-Date": "2021-10-09T10:00:00Z"}
        record = writer.create_warc_record(
            url, "response", io.BytesIO(body), http_headers=headers, warc_headers_dict=date
        )
        writer.write_record(record)
    return out.getvalue()


def wacz() -> bytes:
    return zipped(
        {
            "datapackage.json": b"{}",
            "archive/data.warc.gz": warc(),
            "pages/pages.jsonl": b'{"format": "json-pages-1.0"}\n',
            "indexes/index.cdx": b"",
        }
    )


def zipped(files: dict[str, bytes] | None = None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (
            files or {"a.txt": text(), "in/page.html": html(), "in/more.zip": zipped({"b.txt": text()})}
        ).items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


#: Each format: a file's name and the function that makes the file.
FORMATS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "text": ("report.txt", text),
    "html": ("page.html", html),
    "mhtml": ("saved.mhtml", mhtml),
    "pdf": ("statement.pdf", pdf),
    "docx": ("statement.docx", word),
    "eml": ("mail.eml", lambda: mail(pdf())),
    "warc": ("crawl.warc", lambda: warc(packed=False)),
    "warc.gz": ("crawl.warc.gz", warc),
    "wacz": ("crawl.wacz", wacz),
    "rss": ("feed.rss", rss),
    "atom": ("feed.atom", atom),
    "csv": ("list.csv", table),
    "xlsx": ("list.xlsx", sheet),
    "zip": ("all.zip", zipped),
    "jsonl": ("reports.jsonl", jsonl),
}
