"""A sheet: one row for each claim of some reports, in words that people can edit; parses the edited cells.

The command line writes a sheet as CSV, the web interface shows it as a table. Both read it back here.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tollbook.decisions import corrections
from tollbook.decisions.decision import Change
from tollbook.decisions.field_values import ALONE, WhichPlace, choice_of
from tollbook.errors import TollbookError
from tollbook.locale import wording
from tollbook.locale.messages import translate
from tollbook.mentions import PlaceMention
from tollbook.model import Claim, Place, Record, Report, Thing, When
from tollbook.review import claim_form
from tollbook.review.form_values import Fields
from tollbook.review.given_values import fields_of, speaker_fields
from tollbook.review.placing import NO_CLAIM, TOTAL, Placing

#: The columns that a person changes, and all of them.
CHANGED = (
    "incident", "kind", "count", "scope", "event", "stance", "day", "place", "address", "by", "site", "weapon",
    "speaker", "role",
)  # fmt: skip
COLUMNS = ("claim", "incident", "report", "words", *CHANGED[1:])
#: The text that a person writes for a value that is not known.
NONE = "-"
#: Columns with several values, with semicolons between them.
_SEVERAL = frozenset({"by", "site", "weapon"})
#: The form field that is empty if the value of a column is not known.
_CLEARED = {"count": "count_text", "place": "place_name", "address": "place_spot", "event": "event_kind"}
#: Columns that linking uses.
_LINKING = frozenset({"kind", "scope", "event", "day", "place"})
#: The cells of one claim, by column.
Row = Mapping[str, str]


class RefusedRow(Record, frozen=True, kw_only=True):
    """A row that cannot be read, and why.

    For the name of several places, ``places`` has the text to write for each; the last one keeps the name without a
    place.
    """

    row: int
    claim: str
    reason: str
    places: tuple[tuple[str, Place | None], ...] = ()


class SheetChanges(Record, frozen=True, kw_only=True):
    """The changed claims of a sheet, and the rows that cannot be read; with one of these nothing is saved."""

    placing: Placing
    claims: tuple[str, ...] = ()
    refused: tuple[RefusedRow, ...] = ()


def row(claim: Claim, *, rejected: bool = False) -> dict[str, str]:
    """The row of a claim as decided; ``rejected`` if a person rejected it."""
    outside = NO_CLAIM if rejected else TOTAL if claim.toll else ""
    return {
        "claim": claim.id, "incident": claim.incident or outside, "report": claim.report,
        "words": " ".join(claim.quote.split()), "kind": claim.kind,
        "count": translate(wording.count(claim.count)), "scope": claim.scope,
        "event": claim.event.kind if claim.event else "", "stance": claim.stance, "day": _days(claim.when),
        "place": claim.place.name if claim.place else "", "address": wording.spot(claim.place),
        "by": "; ".join(actor.name for actor in claim.by),
        "site": _things(claim.sites), "weapon": _things(claim.with_),
        "speaker": (claim.speakers[0].name or "") if len(claim.speakers) > 1 else "",
        "role": "; ".join(claim.people.roles) if claim.people else "",
    }  # fmt: skip


def changed(given: Row, before: Row) -> dict[str, str]:
    """The cells that differ from the row of the claim. An empty cell, or one that is missing, leaves it as it is."""
    cells = {name: " ".join(given.get(name, "").split()) for name in CHANGED}
    return {name: cell for name, cell in cells.items() if cell and cell != " ".join(before[name].split())}


def refused_row(number: int, claim: str, error: TollbookError) -> RefusedRow:
    """A row that cannot be read because of an error."""
    places: list[tuple[str, Place | None]] = []
    if isinstance(error, WhichPlace):
        places = [(f"{error.name} @ {choice_of(each)}", each) for each in error.choices]
        places.append((f"{error.name} @ {ALONE}", None))
    return RefusedRow(row=number, claim=claim, reason=str(error), places=tuple(places))


def word(claim: Claim, cells: Row) -> str | None:
    """The incident column of a row; None to leave the claim to linking.

    An incident in the sheet stays one: a changed day or place alone does not move a claim out of it.
    """
    if "incident" in cells:
        return cells["incident"]
    return claim.incident if _LINKING & cells.keys() else None


def correction(claim: Claim, cells: Row, report: Report, mentions: Sequence[PlaceMention]) -> Change:
    """The fields that changed cells correct; none if their words mean the present value of the claim.

    Raises Refused, WhichPlace.
    """
    given = {name: cell for name, cell in cells.items() if name != "incident"}
    change = claim_form.change_of(fields(given, claim), claim, report, mentions) if given else {}
    corrections.corrected(claim, change)  # refuses values that do not have the shape of a claim
    return change


def fields(cells: Row, claim: Claim) -> Fields:
    """Changed cells as the fields of a form."""
    known = {name: "" if cell == NONE else cell for name, cell in cells.items()}
    given: dict[str, Any] = {name: cell for name, cell in known.items() if cell and name not in {"day", "place"}}
    given["place"], _, given["at"] = (part.strip() for part in known.get("place", "").partition("@"))
    given |= {name: [each.strip() for each in known[name].split(";")] for name in _SEVERAL & known.keys()}
    found = fields_of(given, claim)
    if "day" in known:
        found |= _day_fields(known["day"])
    if known.get("address") == "" and "place" not in known and claim.place is not None:
        found |= {"place_name": [claim.place.name]}
    if known.get("speaker") == "":
        found |= speaker_fields("", claim)
    if known.get("role") == "":
        found |= {"people_text": [claim.people.text if claim.people else claim.quote], "people_roles": [""]}
    return found | {form: [""] for name, form in _CLEARED.items() if known.get(name) == ""}


def _day_fields(cell: str) -> dict[str, list[str]]:
    """The form fields of a day, of the days from one to another ("2021-10-05..2021-10-07"), or of none."""
    first, dots, last = (part.strip() for part in cell.partition(".."))
    if cell and not dots:
        return {"when_text": [cell]}
    return {"when_text": [""], "when_start": [first], "when_end": [last]}


def _things(things: Iterable[Thing]) -> str:
    """Sites or weapons with their kind, as the option of the command "correct" takes them."""
    return "; ".join(f"{each.name} ({each.kind})" for each in things)


def _days(when: When | None) -> str:
    if when is None or when.start is None:
        return ""
    return str(when.start) if when.end in {None, when.start} else f"{when.start}..{when.end}"
