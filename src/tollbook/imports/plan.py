"""Every row of a file as a report with its reading, ready to store; or a sentence that says why it is not.

The same file with the same mapping gives the same reports and claims, so importing it twice changes nothing. The text
of a row does not depend on the mapping: with a better one, a later import reads the same reports again.
"""

import functools
import hashlib
import re
from collections.abc import Iterator

import msgspec

from tollbook import fingerprint
from tollbook.bounds import is_published
from tollbook.errors import Refused
from tollbook.imports.row import RowText, row_text
from tollbook.imports.row_claims import COUNTED, reading
from tollbook.ingest import Capture
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Record, Refusal, Report, content_id
from tollbook.reconcile.independence import IMPORTED
from tollbook.spreadsheets import HEADERS, Mapping, Table, days, propose
from tollbook.spreadsheets.known import missing_columns, other_columns
from tollbook.spreadsheets.table import TableRow, fault

#: The word in a report's provenance for fields that come from an import.
PROVENANCE = "imported"
#: Cells of the column of days that are examined to find out whether the day or the month comes first.
_LOOKED_AT = 2_000
#: A row needs one of these fields.
_SAYING = frozenset({*COUNTED, *(f"{kind}_{end}" for kind in COUNTED for end in ("low", "high")), "names", "kind",
                     "title", "text"})  # fmt: skip


class ImportRow(Record, frozen=True, kw_only=True):
    """A row that can be loaded: its number, its report with the original bytes, and what it says.

    ``key`` is the same for all versions of a row that has an id in the file; empty without an id.
    """

    number: int
    capture: Capture
    reading: Reading
    key: str = ""


class ImportPlan(Record, frozen=True, kw_only=True):
    """The file and settings of an import. ``id`` names it in the log; ``finder`` is that of its claims."""

    id: str
    file: str
    sha256: str
    data_set: str
    mapping: Mapping
    finder: str
    notes: tuple[str, ...] = ()


def proposal(table: Table) -> Mapping:
    """The mapping that a file suggests: by its headers, and by its days where some of them leave no doubt."""
    mapping = propose(table.headers, HEADERS)
    return msgspec.structs.replace(mapping, numeric=days.first_number(_column(table, mapping, "day")))


def questions(table: Table, mapping: Mapping) -> list[str]:
    """Questions that a person should answer before the rows are loaded: about the days of the file."""
    cells = _column(table, mapping, "day")
    asked = []
    if not mapping.numeric and (doubtful := [cell for cell in cells if days.is_ambiguous(cell)]):
        asked.append(message(
            "Days such as {day} can be two days. Say which number comes first: --numeric day or --numeric month. "
            "Until then these rows are not loaded.", day=doubtful[0],
        ))  # fmt: skip
    if not mapping.serial and (numbers := [cell for cell in cells if days.is_serial(cell)]):
        asked.append(message(
            "The column of days has numbers such as {number}, as spreadsheets keep days. Say --serial to read them as "
            "days. Until then these rows are not loaded.", number=numbers[0],
        ))  # fmt: skip
    return asked


def plan_of(table: Table, data: bytes, mapping: Mapping, *, file: str, data_set: str = "") -> ImportPlan:
    """The plan of an import. Raises Refused for a mapping without any of the fields that a row needs."""
    columns = mapping.columns
    if not columns.keys() & _SAYING:
        raise Refused(message(
            "No column says how many people were harmed, who, or what happened; the columns are {headers}. Say which "
            "is which, for example: --column killed=\"{first}\"",
            headers=", ".join(filter(None, table.headers)), first=table.headers[-1],
        ))  # fmt: skip
    name = " ".join((data_set or mapping.known or re.sub(r"\.\w{2,4}$", "", file)).split())
    sha256 = hashlib.sha256(data).hexdigest()
    slug = re.sub(r"[^a-z0-9]+", "", mapping.known.lower()) or "table"
    version = content_id(_code(), msgspec.json.encode(mapping))[:12]
    return ImportPlan(
        id=content_id(sha256, version, name, table.sheet), file=file, sha256=sha256, data_set=name, mapping=mapping,
        finder=f"{IMPORTED}{slug}-1/{version}", notes=tuple(_notes(table, mapping)),
    )  # fmt: skip


def rows_of(table: Table, plan: ImportPlan) -> Iterator[ImportRow | Refusal]:
    """Every row of a file, in order: what it says, or why it cannot be loaded. Two equal rows are loaded once."""
    numbers: dict[str, int] = {}
    for row in table.rows():
        origin = message("{file}, row {n}", file=plan.file, n=row.number)
        try:
            made = _row(row, table, plan, origin)
        except Refused as refused:
            yield Refusal(origin=origin, reason=str(refused))
            continue
        first = numbers.setdefault(made.capture.report.id, row.number)
        if first == row.number:
            yield made
        else:
            reason = message("It is the same as row {n}; if both are meant, give each an id of its own.", n=first)
            yield Refusal(origin=origin, reason=reason)


def _row(row: TableRow, table: Table, plan: ImportPlan, origin: str) -> ImportRow:
    if reason := fault(row, table.headers, set(plan.mapping.columns.values())):
        raise Refused(reason)
    text = row_text(table.headers, row.cells, plan.mapping)
    capture = _capture(text, plan, origin)
    own = text.cells.get("id", "")
    key = _key(plan.data_set, own) if own else ""
    return ImportRow(number=row.number, capture=capture, reading=reading(text, capture.report, plan.mapping), key=key)


def _capture(text: RowText, plan: ImportPlan, origin: str) -> Capture:
    """A row as a report of its data set. It has no address: that of its source is the page of another report."""
    original = text.text.encode()
    sha256 = hashlib.sha256(original).hexdigest()
    published = None
    try:
        found = days.when(text.cells.get("published", ""), "", plan.mapping)
        day = found.start if found is not None and found.precision == "day" else None
        published = day if day is not None and is_published(day) else None
    except Refused:
        # The day of the source is no part of what the row says; a row without it is still a row.
        published = None
    title = text.cells.get("title")
    given = {"text": text.text, "outlet": plan.data_set, "title": title, "published": published}
    report = Report(
        id=f"{_key(plan.data_set, text.cells.get('id', ''))}:{sha256[:16]}", sha256=sha256, text=text.text,
        outlet=plan.data_set, title=" ".join(title.split())[:300] if title else None, published=published,
        origin=origin, media_type="text/plain",
        provenance={name: PROVENANCE for name, value in given.items() if value},
    )  # fmt: skip
    return Capture(report=report, original=original)


def _key(data_set: str, own: str) -> str:
    """The beginning of the ids of all versions of a row."""
    return f"{PROVENANCE}:{content_id(data_set, own)}" if own else PROVENANCE


def _column(table: Table, mapping: Mapping, field: str) -> list[str]:
    header = mapping.columns.get(field)
    if header is None:
        return []
    at = table.headers.index(header)
    rows = (row.cells for _, row in zip(range(_LOOKED_AT), table.rows(), strict=False))
    return [cells[at].strip() for cells in rows if at < len(cells)]


def _notes(table: Table, mapping: Mapping) -> Iterator[str]:
    if table.others:
        yield message("Only the sheet {sheet} is read; the file also has {others}. Choose another with --sheet.",
                      sheet=table.sheet, others=", ".join(table.others))  # fmt: skip
    if not mapping.known:
        return
    if missing := missing_columns(mapping.known, table.headers):
        yield message("The file lacks these columns of {name}: {columns}. What they hold is not read.",
                      name=mapping.known, columns=", ".join(missing))  # fmt: skip
    if others := other_columns(mapping.known, table.headers):
        yield message("These columns are not in the version of {name} known here; they are kept as text: {columns}.",
                      name=mapping.known, columns=", ".join(others))  # fmt: skip


@functools.cache
def _code() -> str:
    return fingerprint.fingerprint("imports", "spreadsheets")
