"""What is known of an outlet: its country, its owner or side, its kind. A table that people keep, and nothing more.

Nothing is inferred from it: no outlet counts for more or less. The package's own table holds news agencies alone, by
kind and country; a documenter's file says the rest, and what it says of an outlet takes the place of the table's row.
"""

import csv
import os
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from tollbook.errors import Refused
from tollbook.model import Record, Report
from tollbook.reconcile import name_matching

_FIELDS = ("outlet", "country", "owner_or_side", "kind", "note")


class Outlet(Record, frozen=True, kw_only=True):
    """One outlet as the table has it. ``country`` is an ISO 3166 code; what is empty is not known."""

    outlet: str
    country: str = ""
    owner_or_side: str = ""
    kind: str = ""
    note: str = ""


def table(own: str | os.PathLike[str] | None = None) -> dict[str, Outlet]:
    """All outlets of the package's table and of a documenter's own CSV file, by comparable name.

    Raises Refused for a file that cannot be read, lacks the column ``outlet``, or has a column that is not known.
    """
    packaged = resources.files("tollbook").joinpath("data/outlets.csv").read_text(encoding="utf-8")
    found = _rows(packaged.splitlines(), "the package's table")
    if own is not None:
        try:
            lines = Path(own).read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(f"The table of outlets {own} cannot be read ({error}); give a CSV file in UTF-8.") from error
        found |= _rows(lines, str(own))
    return found


def _rows(lines: Iterable[str], name: str) -> dict[str, Outlet]:
    rows = csv.DictReader(lines)
    columns = [column.strip() for column in rows.fieldnames or ()]
    if "outlet" not in columns or not set(columns) <= set(_FIELDS):
        raise Refused(f"{name} is no table of outlets: its first line must name columns of {', '.join(_FIELDS)}.")
    made = [Outlet(**{k.strip(): (v or "").strip() for k, v in row.items() if k is not None}) for row in rows]
    return {name_matching.full_key(each.outlet): each for each in made if each.outlet}


def outlets(reports: Iterable[Report], own: str | os.PathLike[str] | None = None) -> tuple[Outlet, ...]:
    """Every outlet of some reports with what is known of it. ``own`` is a documenter's table. Raises Refused."""
    return described((r.outlet for r in reports if r.outlet), table(own))


def described(names: Iterable[str], known: Mapping[str, Outlet]) -> tuple[Outlet, ...]:
    """What is known of each outlet, in order of name; one that the table lacks stands there by its name alone."""
    return tuple(known.get(name_matching.full_key(name)) or Outlet(outlet=name) for name in sorted(set(names)))
