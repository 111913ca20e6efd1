"""A published data set as entries of a comparison: a CSV file with one row for each incident.

A row that cannot be read is refused with a sentence; the others are read.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

import msgspec

from tollbook import dates, locale
from tollbook.compare.columns import RULE_OF, Mapping, check
from tollbook.compare.records import Entry
from tollbook.decisions import field_values
from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import decode_table
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Place, Precision, Range, Record, Refusal, When

#: The figures of a data set.
FIGURES = ("killed", "injured")
#: UCDP GED's where_prec of a place that the gazetteer lacks, and of a point that the data set gives.
_UNRESOLVED, _POINT = 2, 1
_NUMERIC = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})")
_NUMBER = re.compile(r"(\d[\d,]*)(?:\.0+)?")
#: Longer cells are the text of a report in the wrong column.
_LONGEST_TITLE = 80
_BROKEN = re.compile("[\ud800-\udfff]")
#: Rows at most: UCDP GED has 350,000 in all years.
_MOST = 500_000


class DataRow(Record, frozen=True, kw_only=True):
    """A row: the entry, and what is compared besides: names of victims, and all its words."""

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


def read_data_set(data: bytes, mapping: Mapping, *, name: str) -> DataSet:
    """The rows of a CSV file. Raises Refused if there is nothing to compare in it."""
    headers, lines = _reader(data)
    check(mapping, headers)
    rows: dict[str, DataRow] = {}
    refused: list[Refusal] = []
    for number, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        try:
            row = _row(_fields(cells, headers, mapping), number, mapping)
        except Refused as error:
            refused.append(Refusal(origin=message("{name}, line {n}", name=name, n=number), reason=str(error)))
            continue
        first = rows.setdefault(row.entry.id, row)
        if first is not row:
            reason = message("The id {id} is that of line {line} too; each row needs its own id.",
                             id=row.entry.id, line=first.entry.line)  # fmt: skip
            refused.append(Refusal(origin=message("{name}, line {n}", name=name, n=number), reason=reason))
    return DataSet(name=name, rule=RULE_OF.get(mapping.known, ""), rows=tuple(rows.values()), refused=tuple(refused))


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
        rows = [(lines.line_num, cells) for cells in lines]
    except csv.Error as error:
        raise Refused(message("The data set is a damaged CSV file ({error}); save it again as CSV in UTF-8.",
                              error=error)) from error  # fmt: skip
    if len(rows) > _MOST:
        raise Refused(message("The data set has more than {most:,} rows; split it.", most=_MOST))
    return headers, iter(rows)


def _fields(cells: Sequence[str], headers: Sequence[str], mapping: Mapping) -> dict[str, str]:
    """The cells of a row by field. Raises Refused for a row that does not fit the header."""
    if len(cells) > len(headers) and any(cell.strip() for cell in cells[len(headers) :]):
        raise Refused(message(
            "It has {n} cells, and the header {m}; put cells with a separator in quotation marks.",
            n=len(cells), m=len(headers),
        ))  # fmt: skip
    given = dict(zip(headers, cells, strict=False))
    found = {field: given.get(header, "").strip() for field, header in mapping.columns.items()}
    damaged = [mapping.columns[field] for field, cell in found.items() if _BROKEN.search(cell)]
    if damaged:
        raise Refused(message("The column {column} has characters in a wrong encoding; save the file as UTF-8.",
                              column=", ".join(damaged)))  # fmt: skip
    return {field: wording.clean(cell) for field, cell in found.items()}


def _row(fields: dict[str, str], number: int, mapping: Mapping) -> DataRow:
    """One row. Raises Refused with the cell that cannot be read."""
    when, place = _when(fields, mapping), _place(fields)
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


def _when(fields: dict[str, str], mapping: Mapping) -> When | None:
    words, last = fields.get("day", ""), fields.get("last_day", "")
    if not words:
        return None
    first, end, precision = _days(words, mapping)
    if not last or precision != "day":
        return When(start=first, end=end, precision=precision, text=words)
    until = _days(last, mapping)[1]
    if until < first:
        raise Refused(message("Its last day {last} is before its first day {first}.", last=last, first=words))
    return When(start=first, end=until, precision="day" if until == first else "days", text=words)


def _days(words: str, mapping: Mapping) -> tuple[date, date, Precision]:
    if mapping.numeric and (numeric := _NUMERIC.fullmatch(words)):
        one, two, year = map(int, numeric.groups())
        day, month = (one, two) if mapping.numeric == "day" else (two, one)
        try:
            only = date(year, month, day)
        except ValueError as error:
            raise Refused(_no_day(words)) from error
        return only, only, "day"
    first, last, precision, _ = dates.resolve(words, None, locale.DEFAULT)
    if first is None or last is None:
        raise Refused(_no_day(words))
    return first, last, precision


def _no_day(words: str) -> str:
    if _NUMERIC.fullmatch(words):
        return message(
            "“{words}” can be two days; say which number comes first: --numeric day or --numeric month.", words=words
        )
    if words.isdigit() and len(words) == 5:
        # Spreadsheets count days from 30 December 1899.
        likely = date(1899, 12, 30) + timedelta(days=int(words))
        return message(
            "“{words}” is no day; a spreadsheet may have written {likely} as a number. Format the column as a date and "
            "save the file again.", words=words, likely=likely,
        )  # fmt: skip
    return message("“{words}” is not a day; write it as 2021-10-05.", words=words)


def _place(fields: dict[str, str]) -> Place | None:
    """The place: with the point that the row gives, else as the gazetteer has it, the largest of several."""
    around = [part for part in (fields.get("region"), fields.get("country")) if part]
    # "Springfield (Northside)": a part of a town has the point of the town.
    named = fields.get("place", "").partition(" (")[0]
    name = named or (around[0] if around else "")
    lat, lon = _degrees(fields.get("lat", ""), 90), _degrees(fields.get("lon", ""), 180)
    if not name:
        return None if lat is None or lon is None else Place(name="", lat=lat, lon=lon, precision=_POINT)
    words = ", ".join([name, *around[:1]]) if named else name
    found = next(iter(field_values.choices(words) or field_values.choices(name)), None)
    if lat is not None and lon is not None:
        base = found or Place(name=name)
        return msgspec.structs.replace(base, name=base.name, text=name, lat=lat, lon=lon, precision=_POINT)
    return found or Place(name=name, text=words, precision=_UNRESOLVED)


def _degrees(cell: str, most: int) -> float | None:
    if not cell:
        return None
    try:
        value = float(cell.replace(",", "."))
    except ValueError as error:
        raise Refused(message("“{cell}” is not a coordinate; write it as 36.2.", cell=cell)) from error
    if not -most <= value <= most:
        raise Refused(message("The coordinate {cell} is beyond {most} degrees.", cell=cell, most=most))
    return value


def _figure(fields: dict[str, str], name: str) -> Range | None:
    """Low, best and high of one figure; None if the row gives none."""
    cells = (_number(fields.get(each, "")) for each in (f"{name}_low", name, f"{name}_high"))
    low, best, high = (cell or Range() for cell in cells)
    given = Range(
        low=low.best if low.best is not None else low.low if low.low is not None else best.low,
        best=best.best,
        high=high.best if high.best is not None else high.high if high.high is not None else best.high,
    )
    return given if given != Range() else None


def _number(cell: str) -> Range | None:
    """A cell such as "3", "3.0", "1,200" or "at least 40". A plain number is a best value alone. Raises Refused."""
    if not cell:
        return None
    if plain := _NUMBER.fullmatch(cell):
        return Range(best=int(plain[1].replace(",", "")))
    found = field_values.count(cell)
    return Range(low=found.low, best=found.best, high=found.high)
