"""Settled names as a CSV file, for other books. Text that a spreadsheet would run as a formula gets an apostrophe."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

import msgspec

from tollbook.decisions.name_rulings import NameRuling, name_ruling
from tollbook.errors import Refused
from tollbook.export.listing import neutral
from tollbook.locale.messages import message
from tollbook.model import Place, Record, Refusal
from tollbook.reconcile.settled_names import SettledName

#: One row for each spelling; the rows of one number are one ruling. The fields of a place are those of the contract.
COLUMNS = (
    "number", "ruling", "kind", "name", "spelling", "side", "site", "country", "country_name", "admin1", "lat", "lon",
    "geonameid", "precision",
)  # fmt: skip
_ONE, _NO_PLACE, _DIFFERENT = "one name", "one name, not a place", "different names"
_PLACE = ("country", "country_name", "admin1", "lat", "lon", "geonameid", "precision")
#: Bytes of a file at most: some hundred thousand names.
MOST_BYTES = 32 * 1024 * 1024


class RulingFromFile(Record, frozen=True, kw_only=True):
    """One ruling of a file, and the line where it begins."""

    line: int
    is_one: bool
    ruling: NameRuling


def written(settled: Iterable[SettledName], apart: Iterable[NameRuling]) -> str:
    """The file with some settled names and names that are different."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    numbers = count(1)
    for each in settled:
        number, ruling = next(numbers), _ONE if each.is_place else _NO_PLACE
        place = each.place.to_dict() if each.place is not None else {}
        where = [place.get(field) for field in _PLACE]
        for spelling in each.spellings:
            cells = [number, ruling, each.kind, each.name, spelling, each.side, each.site, *where]
            rows.writerow([neutral(cell) for cell in cells])
    for ruling_apart in apart:
        number = next(numbers)
        for spelling in ruling_apart.spellings:
            cells = [number, _DIFFERENT, ruling_apart.kind, None, spelling, *([None] * (len(COLUMNS) - 5))]
            rows.writerow([neutral(cell) for cell in cells])
    return out.getvalue()


def read(content: bytes, origin: str) -> tuple[list[RulingFromFile], list[Refusal]]:
    """The rulings of a file, and the unreadable rows. Raises Refused for a file that is not a file of names."""
    grouped: dict[str, list[tuple[int, dict[str, str]]]] = {}
    for line, row in _rows(content, origin):
        grouped.setdefault(row["number"] or f"line {line}", []).append((line, row))
    found: list[RulingFromFile] = []
    refused: list[Refusal] = []
    for rows in grouped.values():
        line = rows[0][0]
        try:
            found.append(_ruling(line, [row for _, row in rows]))
        except (Refused, ValueError) as error:
            refused.append(Refusal(origin=message("{file}, line {line}", file=origin, line=line), reason=str(error)))
    return found, refused


def _rows(content: bytes, origin: str) -> Iterator[tuple[int, dict[str, str]]]:
    if len(content) > MOST_BYTES:
        raise Refused(message("{file} is too large for a file of names.", file=origin))
    try:
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        columns = tuple(rows.fieldnames or ())
        if not {"ruling", "kind", "spelling"} <= set(columns) <= set(COLUMNS):
            raise Refused(
                message(
                    "{file} is no file of names: its first line must have columns of these names: {columns}.",
                    file=origin,
                    columns=", ".join(COLUMNS),
                )
            )
        for row in rows:
            yield rows.line_num, {name: _plain(row.get(name) or "") for name in COLUMNS}
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(
            message("{file} cannot be read as CSV in UTF-8 ({reason}).", file=origin, reason=error)
        ) from error


def _ruling(line: int, rows: list[dict[str, str]]) -> RulingFromFile:
    first = rows[0]
    if first["ruling"] not in {_ONE, _NO_PLACE, _DIFFERENT}:
        names = ", ".join((_ONE, _NO_PLACE, _DIFFERENT))
        raise Refused(
            message("There is no ruling “{name}”; choose one of: {names}.", name=first["ruling"], names=names)
        )
    if any(
        (row["ruling"], row["kind"], row["name"]) != (first["ruling"], first["kind"], first["name"]) for row in rows
    ):
        raise Refused(message("The rows of one number must have the same ruling, kind and name."))
    is_one = first["ruling"] != _DIFFERENT
    change: dict[str, object] = {"kind": first["kind"], "spellings": [row["spelling"] for row in rows]}
    if is_one:
        change |= {"name": first["name"], "side": first["side"] or None, "site": first["site"] or None}
        change |= {"place": _place(first), "is_place": first["ruling"] != _NO_PLACE}
    return RulingFromFile(line=line, is_one=is_one, ruling=name_ruling(change, is_one=is_one))


def _place(row: Mapping[str, str]) -> dict[str, object] | None:
    """The place of a row; None without coordinates. Raises Refused for invalid values."""
    if not row["lat"] and not row["lon"]:
        return None
    given = {field: row[field] for field in _PLACE if row[field]} | {"name": row["name"]}
    try:
        return msgspec.convert(given, Place, strict=False).to_dict()
    except msgspec.ValidationError as error:
        raise Refused(message("The place cannot be read: {error}.", error=error)) from error


def _plain(cell: str) -> str:
    """A cell without the apostrophe that protects it from spreadsheets."""
    rest = cell[1:]
    return rest if cell.startswith("'") and neutral(rest) != rest else cell
