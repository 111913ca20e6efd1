"""A published data set as entries of a comparison: a CSV file with one row for each incident.

A row that cannot be read is refused with a sentence; the others are read.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Named

import msgspec

from tollbook.compare.records import Entry
from tollbook.decisions import field_values
from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import decode_table
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Place, Range, Record, Refusal
from tollbook.spreadsheets import cells, columns, days
from tollbook.spreadsheets.columns import RULE_OF, Mapping

#: The figures of a data set.
FIGURES = ("killed", "injured")
#: Longer cells are the text of a report in the wrong column.
_LONGEST_TITLE = 80
_BROKEN = re.compile("[\ud800-\udfff]")
#: Rows at most: UCDP GED has 350,000 in all years.
_MOST = 500_000


class DataRow(Record, frozen=True, kw_only=True):
    """A row: the entry, and what else is compared: names of victims, and all its words."""

    entry: Entry
    names: frozenset[str] = frozenset()
    text: str = ""


class DataSet(Record, frozen=True, kw_only=True):
    """The rows of a data set, and those that were refused; ``rule`` is the one it makes figures by, if known."""

    name: str
    rule: str = ""
    rows: tuple[DataRow, ...] = ()
    refused: tuple[Refusal, ...] = ()


def headers_of(data: bytes) -> list[str]:
    """The headers of a CSV file. Raises Refused."""
    return list(_reader(data)[0])


def mapping_of(
    headers: Sequence[str], chosen: Named[str, str], *, numeric: str = "", propose_rest: bool = True
) -> Mapping:
    """As ``columns.mapping_of``, for a comparison. Raises Refused for a mapping with which nothing can be compared."""
    mapping = columns.mapping_of(headers, chosen, numeric=numeric, propose_rest=propose_rest)
    check(mapping, headers)
    return mapping


def check(mapping: Mapping, headers: Sequence[str]) -> None:
    """Refuse a mapping with which nothing can be compared. Raises Refused."""
    chosen = mapping.columns
    if not chosen.keys() & {"day", "names"} or not chosen.keys() & {"place", "lat", "names"}:
        raise Refused(message(
            "The data set needs a column with the day and one with the place, or one with names of victims; its "
            "columns are {headers}. Say which is which, for example: --column day=\"{first}\"",
            headers=", ".join(headers), first=headers[0] if headers else "Date",
        ))  # fmt: skip


def read_data_set(data: bytes, mapping: Mapping, *, name: str) -> DataSet:
    """The rows of a CSV file. Raises Refused if there is nothing to compare in it."""
    headers, numbered = _reader(data)
    check(mapping, headers)
    lines = [*numbered]
    mapping = msgspec.structs.replace(mapping, numeric=mapping.numeric or _first_number(lines, headers, mapping))
    rows: dict[str, DataRow] = {}
    refused: list[Refusal] = []
    for number, line in lines:
        if not any(cell.strip() for cell in line):
            continue
        try:
            row = _row(_fields(line, headers, mapping), number, mapping)
        except Refused as error:
            refused.append(Refusal(origin=message("{name}, line {n}", name=name, n=number), reason=str(error)))
            continue
        first = rows.setdefault(row.entry.id, row)
        if first is not row:
            reason = message("The id {id} is that of line {line} too; each row needs its own id.",
                             id=row.entry.id, line=first.entry.line)  # fmt: skip
            refused.append(Refusal(origin=message("{name}, line {n}", name=name, n=number), reason=reason))
    return DataSet(name=name, rule=RULE_OF.get(mapping.known, ""), rows=tuple(rows.values()), refused=tuple(refused))


def _first_number(lines: Iterable[tuple[int, list[str]]], headers: Sequence[str], mapping: Mapping) -> str:
    """Whether day or month comes first in days such as 03/04/2017, by unambiguous days of the column."""
    at = headers.index(mapping.columns["day"]) if "day" in mapping.columns else len(headers)
    return days.first_number([line[at] for _, line in lines if at < len(line)])


def _reader(data: bytes) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The headers and the numbered lines of a CSV file; bytes that are no text become lone surrogates."""
    try:
        text = decode_table(data)
    except Unreadable:
        if b"\0" in data or not data.strip():
            raise
        text = data.decode("utf-8-sig", "surrogateescape")
    first = text.split("\n", 1)[0]
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t|", key=first.count))
    try:
        headers = [wording.clean(header) for header in next(lines, [])]
        rows = [(lines.line_num, line) for line in lines]
    except csv.Error as error:
        raise Refused(message("The data set is a damaged CSV file ({error}); save it again as CSV in UTF-8.",
                              error=error)) from error  # fmt: skip
    if len(rows) > _MOST:
        raise Refused(message("The data set has more than {most:,} rows; split it.", most=_MOST))
    return headers, iter(rows)


def _fields(line: Sequence[str], headers: Sequence[str], mapping: Mapping) -> dict[str, str]:
    """The cells of a row by field. Raises Refused for a row that does not fit the header."""
    if len(line) > len(headers) and any(cell.strip() for cell in line[len(headers) :]):
        raise Refused(message(
            "It has {n} cells, and the header {m}; put cells with a separator in quotation marks.",
            n=len(line), m=len(headers),
        ))  # fmt: skip
    given = dict(zip(headers, line, strict=False))
    found = {field: given.get(header, "").strip() for field, header in mapping.columns.items()}
    damaged = [mapping.columns[field] for field, cell in found.items() if _BROKEN.search(cell)]
    if damaged:
        raise Refused(message("The column {column} has characters in a wrong encoding; save the file as UTF-8.",
                              column=", ".join(damaged)))  # fmt: skip
    return {field: wording.clean(cell) for field, cell in found.items()}


def _row(fields: dict[str, str], number: int, mapping: Mapping) -> DataRow:
    """One row. Raises Refused with the cell that cannot be read."""
    when, place = days.when(fields.get("day", ""), fields.get("last_day", ""), mapping), _place(fields)
    names = frozenset(n for n in re.split(r"\s*[;|\n]\s*", fields.get("names", "")) if " " in n)
    if not names and (when is None or place is None):
        raise Refused(message("It gives no day or no place, and no full name; with these it could be compared."))
    text = " ".join(fields.get(name, "") for name in ("title", "text", "names", "place", "region"))
    title = fields.get("title") or fields.get("text") or ", ".join(filter(None, [fields.get("place")]))
    figures = {name: found for name in FIGURES if (found := _figure(fields, name)) is not None}
    entry = Entry(
        id=fields.get("id") or str(number), title=title[:_LONGEST_TITLE], when=when, place=place, figures=figures,
        sources=tuple(s for s in re.split(r"\s*[;|]\s*", fields.get("source", "")) if s), line=number,
    )  # fmt: skip
    return DataRow(entry=entry, names=names, text=text)


def _place(fields: dict[str, str]) -> Place | None:
    """The place: with the point that the row gives, else as the gazetteer has it, the largest of several."""
    around = [part for part in (fields.get("region"), fields.get("country")) if part]
    # "Springfield (Northside)": a part of a town has the point of the town.
    named = fields.get("place", "").partition(" (")[0]
    name = named or (around[0] if around else "")
    lat, lon = cells.degrees(fields.get("lat", ""), 90), cells.degrees(fields.get("lon", ""), 180)
    if not name:
        return None if lat is None or lon is None else Place(name="", lat=lat, lon=lon, precision=cells.POINT)
    words = ", ".join([name, *around[:1]]) if named else name
    found = next(iter(field_values.choices(words) or field_values.choices(name)), None)
    if lat is not None and lon is not None:
        base = found or Place(name=name)
        return msgspec.structs.replace(base, name=base.name, text=name, lat=lat, lon=lon, precision=cells.POINT)
    return found or Place(name=name, text=words, precision=cells.UNRESOLVED)


def _figure(fields: dict[str, str], name: str) -> Range | None:
    """Low, best and high of one figure; None if the row gives none."""
    numbers = (_number(fields.get(each, "")) for each in (f"{name}_low", name, f"{name}_high"))
    low, best, high = (number or Range() for number in numbers)
    given = Range(
        low=low.best if low.best is not None else low.low if low.low is not None else best.low,
        best=best.best,
        high=high.best if high.best is not None else high.high if high.high is not None else best.high,
    )
    return given if given != Range() else None


def _number(cell: str) -> Range | None:
    """A cell such as "3", "3.0", "1,200" or "at least 40". A plain number is a best value alone. Raises Refused."""
    found = cells.count(cell)
    if found is None:
        return None
    exact = found.low == found.best == found.high
    return Range(best=found.best) if exact else Range(low=found.low, best=found.best, high=found.high)
