"""Outlets: country, owner or side, and kind, from a table that people maintain.

Nothing is inferred from it: no outlet counts for more or less. The package's own table has only news agencies, by kind
and country. A documenter's file adds the rest; its row for an outlet replaces that of the package.
"""

import csv
import os
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record, Report
from tollbook.reconcile import name_matching

_FIELDS = ("outlet", "country", "owner_or_side", "kind", "note")


class Outlet(Record, frozen=True, kw_only=True):
    """One row of the table. ``country`` is an ISO 3166 code; an empty field is not known."""

    outlet: str
    country: str = ""
    owner_or_side: str = ""
    kind: str = ""
    note: str = ""


def table(own: str | os.PathLike[str] | None = None) -> dict[str, Outlet]:
    """All outlets of the package's table and of a documenter's own CSV file, by normalised name.

    Raises Refused for a file that cannot be read, lacks the column ``outlet``, or has a column that is not known.
    """
    packaged = resources.files("tollbook").joinpath("data/outlets.csv").read_text(encoding="utf-8")
    known = _rows(packaged.splitlines(), "outlets.csv")
    if own is not None:
        try:
            lines = Path(own).read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(
                message(
                    "The table of outlets {file} cannot be read ({reason}); give a CSV file in UTF-8.",
                    file=own,
                    reason=error,
                )
            ) from error
        known |= _rows(lines, str(own))
    return known


def _rows(lines: Iterable[str], name: str) -> dict[str, Outlet]:
    rows = csv.DictReader(lines)
    columns = [column.strip() for column in rows.fieldnames or ()]
    if "outlet" not in columns or not set(columns) <= set(_FIELDS):
        raise Refused(
            message(
                "{file} is no table of outlets: its first line must have the column “outlet”, and no columns but "
                "{columns}.",
                file=name,
                columns=", ".join(_FIELDS),
            )
        )
    made = [Outlet(**{k.strip(): (v or "").strip() for k, v in row.items() if k is not None}) for row in rows]
    return {name_matching.full_key(each.outlet): each for each in made if each.outlet}


def outlets(reports: Iterable[Report], own: str | os.PathLike[str] | None = None) -> tuple[Outlet, ...]:
    """Every outlet of some reports with its row. ``own`` is a documenter's table. Raises Refused."""
    return described((r.outlet for r in reports if r.outlet), table(own))


def described(names: Iterable[str], known: Mapping[str, Outlet]) -> tuple[Outlet, ...]:
    """The row of each outlet, in order of name; an outlet that the table lacks gets a row with its name alone."""
    return tuple(known.get(name_matching.full_key(name)) or Outlet(outlet=name) for name in sorted(set(names)))
