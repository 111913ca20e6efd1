"""The other inputs that ``bench.fuzz`` damages: tables that are imported, sheets of claims, a model's answers.

Each has a good original, and a function that takes changed bytes and returns whether something was *read* or all of
it *refused*. Any other error than a refusal is a finding, and so is a claim whose span is not the words it quotes.
"""

import csv
import functools
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import msgspec
import openpyxl

from bench.documents import LEAD, TITLE
from tollbook.book import Book
from tollbook.cli import csv_files
from tollbook.errors import Refused
from tollbook.export.listing import Listing, csv_lines
from tollbook.imports import ImportRow, plan_of, proposal, questions, rows_of
from tollbook.ingest.sandbox import Sandbox
from tollbook.model import Report
from tollbook.readers import llm
from tollbook.readers.base import check, finder_of
from tollbook.readers.llm import answer as answers
from tollbook.review import sheet as sheets
from tollbook.spreadsheets import open_table
from tollbook.spreadsheets import table as table_module
from tollbook.spreadsheets.known import ACLED_COLUMNS, EVENTREPORT_COLUMNS, UCDP_COLUMNS


class Target(NamedTuple):
    """A kind of input: the name of its file, its original, and the function that takes a changed one."""

    file: str
    make: Callable[[], bytes]
    take: Callable[[bytes], str]


LIST = (
    "Id,Date,Place,Country,Killed,Injured,Names,Age,Sex,Fate,Perpetrator,Weapon,Site,Notes,Source\r\n"
    'v-1,2021-10-05,Oberfeld,Germany,4,12-15,"Mara Dost; Oren Tal",34,f,killed,unknown,shell,market,"A shell, it is '
    'said.",Valley Post\r\n'
    "v-2,13.10.2021,Nordhafen,Germany,>100,dozens,,,,,,,hospital,,Hill Radio\r\n"
    'v-3,14 October 2021,"Lisbon, Portugal",unknown,at least 3,Bel Karo,nine,m,injured,the army,mortar,,,"a; b"\r\n'
)


def _row(columns: tuple[str, ...], **values: object) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, restval="")
    writer.writeheader()
    writer.writerow(values)
    writer.writerow({**values, columns[0]: "2"})
    return out.getvalue().encode()


def ged() -> bytes:
    return _row(
        UCDP_COLUMNS, id=1, year=2021, type_of_violence=3, side_a="Army of Velm", side_b="Civilians", where_prec=1,
        number_of_sources=2, source_article=LEAD, source_original="police", source_headline=TITLE, latitude=48.1,
        longitude=11.5, where_coordinates="Oberfeld", adm_1="Bavaria", country="Germany", date_prec=1, best=4, low=4,
        high=6, date_start="2021-10-05 00:00:00.000", date_end="2021-10-06 00:00:00.000", deaths_civilians=4,
        source_date="2021-10-07",
    )  # fmt: skip


def acled() -> bytes:
    return _row(
        ACLED_COLUMNS, event_id_cnty="VEL1", event_date="05 October 2021", year=2021, event_type="Explosions",
        sub_event_type="Shelling/artillery/missile attack", actor1="Army of Velm", country="Germany", admin1="Bavaria",
        location="Oberfeld", latitude="48.1", longitude="11.5", source="Valley Post; Hill Radio", notes=LEAD,
        fatalities=4,
    )  # fmt: skip


def eventreport() -> bytes:
    return _row(
        EVENTREPORT_COLUMNS, id=1, event_id="e1", country="Germany", date_start="2021-10-05", date_end="2021-10-06",
        city="Oberfeld", latitude=48.1, longitude=11.5, actor1="Army of Velm", deaths_best=4, deaths_low=4,
        deaths_high=6, injuries_best=9, injuries_low=9, injuries_high=12, source="Valley Post",
    )  # fmt: skip


def xlsx() -> bytes:
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in csv.reader(io.StringIO(LIST)):
        book.worksheets[0].append(row)
    book.create_sheet("Notes").append(["nothing to see"])
    book.save(out)
    return out.getvalue()


def ods() -> bytes:
    def cell(words: str | None) -> str:
        kind = 'office:value-type="string"' if words else ""
        return f"<table:table-cell {kind}><text:p>{words or ''}</text:p></table:table-cell>"

    lines = "".join(
        f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in csv.reader(io.StringIO(LIST))
    )
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f"<?xml version='1.0'?><office:document-content{names} office:version='1.2'><office:body><office:spreadsheet>"
        f"<table:table table:name='List'>{lines}</table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    return out.getvalue()


@functools.cache
def _sandbox() -> Sandbox:
    return Sandbox().__enter__()


def imported(file: str, data: bytes) -> str:
    """Every row of a table, as ``tollbook import --dry-run`` plans it."""
    try:
        # One parser process for all workbooks, instead of one for each.
        with mock.patch.object(table_module, "Sandbox", return_value=nullcontext(_sandbox())):
            table = open_table(data)
        mapping = proposal(table)
        questions(table, mapping)
        plan = plan_of(table, data, mapping, file=file)
        rows = [row for row in rows_of(table, plan) if isinstance(row, ImportRow)]
    except Refused:
        return "refused"
    for row in rows:
        made = check(row.reading, row.capture.report, plan.finder)
        _sound(made.refused[len(row.reading.refused) :])
    return "read" if rows else "refused"


def _sound(refused: tuple[object, ...]) -> None:
    """Raise for a claim that is left out because it does not fit its text: readers of Tollbook give none."""
    if refused:
        raise AssertionError(refused)


@functools.cache
def _book() -> Book:
    """A book with the claims of a short report, for sheets."""
    folder = Path(tempfile.mkdtemp(prefix="tb-"))
    (folder / "a.txt").write_text(f"{LEAD} The mayor said on Tuesday that two men were abducted.\n", "utf-8")
    book = Book.open(folder / "a.book", create=True)
    book.read([folder / "a.txt"])
    return book


def claim_sheet() -> bytes:
    rows = _book().sheets.rows([report.id for report in _book().reports()])
    listing = Listing(columns=sheets.COLUMNS, shown=(), rows=[{**row, "count": "at least 5"} for row in rows])
    return "".join(csv_lines(listing)).encode()


def changed_sheet(data: bytes) -> str:
    """The changes in a sheet, as ``tollbook apply`` reads it before it writes."""
    with tempfile.NamedTemporaryFile(prefix="tb-", suffix=".csv") as file:
        Path(file.name).write_bytes(data)
        try:
            changes = _book().sheets.read(
                csv_files.read(Path(file.name), sheets.COLUMNS, one_of=frozenset({"claim", "report"}))
            )
        except Refused:
            return "refused"
    return "read" if changes.claims or changes.placing.additions else "refused"


REPORT = Report(id="r", sha256="0" * 64, text=f"{LEAD} The mayor said so.", outlet="Valley Post", language="en")


def model_answer() -> bytes:
    claims = [
        {"quote": "killing four people", "kind": "killed", "number": "four", "names": [], "speakers": ["police"],
         "scope": "incident", "place": "Oberfeld", "when": "Monday", "by": ["the army"]},
        {"quote": "Nine others were wounded", "kind": "injured", "number": 9, "names": ["Mara Dost"], "speakers": [],
         "scope": "running total", "place": None, "when": None, "by": []},
    ]  # fmt: skip
    message = {"role": "assistant", "content": json.dumps({"claims": claims})}
    usage = {"prompt_tokens": 900, "completion_tokens": 50, "total_tokens": 950}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage}
    return json.dumps(body).encode()


def answered(data: bytes) -> str:
    """The claims that a reader makes of the response of a server."""
    try:
        answer = answers.of_response(data)
    except Refused:
        return "refused"
    kept = llm.InMemory()
    identity = llm.ModelIdentity(model="tiny", digest="sha256:0a", rule="model-only")
    reader = llm.LanguageModelReader(identity, None, answers=kept, beside=lambda _: None)
    kept.put(reader.key(REPORT.text), msgspec.json.encode(answer))
    reading = reader.read(REPORT)
    found = check(reading, REPORT, finder_of(reader))
    _sound(found.refused[len(reading.refused) :])
    return "read" if found.claims else "refused"


def _importing(file: str, make: Callable[[], bytes]) -> Target:
    return Target(file, make, functools.partial(imported, file))


TARGETS: Mapping[str, Target] = {
    "imported csv": _importing("list.csv", LIST.encode),
    "imported xlsx": _importing("list.xlsx", xlsx),
    "imported ods": _importing("list.ods", ods),
    "imported UCDP GED": _importing("ged.csv", ged),
    "imported ACLED": _importing("acled.csv", acled),
    "imported eventreport": _importing("events.csv", eventreport),
    "sheets of claims": Target("sheet.csv", claim_sheet, changed_sheet),
    "answers of a language model": Target("answer.json", model_answer, answered),
}
