"""Commands that write the claims of incidents as a sheet for a spreadsheet, and apply what people changed in it."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.correct import fields_of, place_line, say_where, speaker_fields, together
from tollbook.cli.help import Command
from tollbook.cli.options import book_option
from tollbook.decisions import corrections
from tollbook.decisions.decision import Proposal
from tollbook.decisions.field_values import WhichPlace, choice_of
from tollbook.errors import Refused, TollbookError
from tollbook.export.listing import Cell, Listing, csv_lines, neutral
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, plural, translate
from tollbook.model import Claim, Thing, When
from tollbook.review.placing import NO_CLAIM, TOTAL, Placing
from tollbook.web import editing, marking

#: The columns that a person changes, and all of them.
_CHANGED = ("incident", "kind", "count", "scope", "event", "stance", "day", "place", "by", "site", "weapon", "speaker")
_COLUMNS = ("claim", "incident", "report", "words", *_CHANGED[1:])
#: What a person writes for a value that is not known.
_NONE = "-"
#: Columns with several values, with semicolons between them.
_SEVERAL = frozenset({"by", "site", "weapon"})
#: The form field that is empty if the value of a column is not known.
_CLEARED = {"count": "count_text", "place": "place_name", "event": "event_kind"}
#: Columns that linking goes by.
_LINKING = frozenset({"kind", "scope", "event", "day", "place"})
_Row = Mapping[str, str]


@click.command(cls=Command, section="Review")
@click.argument("incidents", metavar="[INCIDENT]...", nargs=-1)
@click.option("--report", "reports", metavar="REPORT", multiple=True, help="Every claim of this report.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="The CSV file to write.")
@book_option
def sheet(incidents: tuple[str, ...], reports: tuple[str, ...], out: Path | None, where: str) -> None:
    """Write the claims of incidents as a sheet: CSV, a line for each claim, to change in a spreadsheet.

    Every claim of the reports of the incidents is in it; without INCIDENT or --report, every claim of the book. Change
    cells, then give the file to: tollbook apply
    """
    with Book.open(where) as book:
        rows: list[dict[str, Cell]] = [dict(row) for row in _rows(book, _reports(book, incidents, reports))]
    listing = Listing(columns=_COLUMNS, rows=rows, shown=_COLUMNS)
    if out is None:
        for line in csv_lines(listing):
            click.echo(line, nl=False)
        return
    with out.open("w", encoding="utf-8-sig", newline="") as file:
        file.writelines(csv_lines(listing))
    click.echo(ngettext("{n} claim written.", "{n} claims written.", len(rows)), err=True)


@click.command(cls=Command, section="Review")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@book_option
@click.option("--why", metavar="WORDS", required=True, help="The reason, for the log.")
@click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR", required=True,
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip
def apply(file: Path, where: str, why: str, actor: str) -> None:
    """Apply the changed cells of a sheet to the book. What one sheet changes is undone together.

    \b
    incident  the id of an incident moves the claim there. Claims with the same word of your own, such as “A”,
              become a new incident. “background” and “total” put a claim into no incident; “no claim” rejects it.
    by        several names with semicolons between them; site and weapon too: “old market (market); clinic (hospital)”
    place     “Springfield, Illinois”; “Springfield @ 39.8,-89.6” says which; “Mill Farm @ alone” keeps the name
    -         the value is not known

    An empty cell leaves the value as it is, and columns may be missing. A line without a claim, but with a report and
    words of it, adds a claim.
    """
    with Book.open(where, actor=actor) as book:
        placing, claims = _placing(book, _read(file))
        made = book.review.place(placing, who=actor, why=why)
        say_where(book, claims)
    click.echo(gettext("Saved as decision {id}. To take it back: tollbook undo {id}", id=made.id))


# ------------------------------------------------------------------------------------------------ writing
def _reports(book: Book, incidents: Sequence[str], reports: Sequence[str]) -> list[str]:
    """The reports of a sheet: those of some incidents, and those that are named; all without either."""
    if not incidents and not reports:
        return [report.id for report in book.reports()]
    found = [link.id for name in incidents for link in book.incidents.get(name).reports]
    return list(dict.fromkeys([*found, *(book.reports.named(name).id for name in reports)]))


def _rows(book: Book, reports: Iterable[str]) -> Iterator[_Row]:
    index = book.search.index()
    for report in reports:
        rejected = {each.found.id for each in book.review.report(report).claims if each.rejected}
        for claim in index.claims_in(report):
            yield _row(claim, rejected=claim.id in rejected)


def _row(claim: Claim, *, rejected: bool = False) -> _Row:
    outside = NO_CLAIM if rejected else TOTAL if claim.toll else ""
    return {
        "claim": claim.id, "incident": claim.incident or outside, "report": claim.report,
        "words": " ".join(claim.quote.split()), "kind": claim.kind,
        "count": translate(wording.count(claim.count)), "scope": claim.scope,
        "event": claim.event.kind if claim.event else "", "stance": claim.stance, "day": _days(claim.when),
        "place": claim.place.name if claim.place else "", "by": "; ".join(actor.name for actor in claim.by),
        "site": _things(claim.sites), "weapon": _things(claim.with_),
        "speaker": (claim.speakers[0].name or "") if len(claim.speakers) > 1 else "",
    }  # fmt: skip


def _things(things: Iterable[Thing]) -> str:
    """Sites or weapons with their kind, as the option of the command "correct" takes them."""
    return "; ".join(f"{each.name} ({each.kind})" for each in things)


def _days(when: When | None) -> str:
    if when is None or when.start is None:
        return ""
    return str(when.start) if when.end in {None, when.start} else f"{when.start}..{when.end}"


# ------------------------------------------------------------------------------------------------ reading
def _read(file: Path) -> list[tuple[int, _Row]]:
    """The lines of a sheet with their numbers. Raises Refused for what is no CSV of the columns of a sheet."""
    with click.open_file(str(file), "rb") as opened:
        content = opened.read()
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
        names = reader.fieldnames or ()
        lines: list[tuple[int, _Row]] = [
            (reader.line_num, {k: (v or "").strip() for k, v in row.items() if k}) for row in reader
        ]
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(message(
            "{name} is no sheet: {error}. Save it as CSV in UTF-8, and apply it again.", name=file.name, error=error
        )) from error  # fmt: skip
    unknown = sorted(set(names) - set(_COLUMNS))
    if unknown or not {"claim", "report"} & set(names):
        raise Refused(message(
            "A sheet has the columns {names}; not: {unknown}.", names=", ".join(_COLUMNS),
            unknown=", ".join(unknown) or "?",
        ))  # fmt: skip
    return lines


def _placing(book: Book, lines: Iterable[tuple[int, _Row]]) -> tuple[Placing, list[str]]:
    """What a sheet changes, and the claims that it changes. Raises Refused if a line cannot be read, naming each."""
    corrections: dict[str, dict[str, Any]] = {}
    additions: list[tuple[Proposal, str]] = []
    words: dict[str, str] = {}
    refused = 0
    for number, row in lines:
        try:
            if not row.get("claim"):
                additions.append((_addition(book, row), row.get("incident", "")))
                continue
            claim = book.search.claim(row["claim"])
            changed = _changed(row, _row(claim))
            if "incident" in changed:
                words[claim.id] = changed.pop("incident")
            elif claim.incident and _LINKING & changed.keys():
                # What the sheet shows stays: another day or place alone takes no claim out of its incident.
                words[claim.id] = claim.incident
            if change := _correction(book, claim, changed):
                corrections[claim.id] = change
        except TollbookError as error:
            refused += 1
            _say_refused(number, error)
    if refused:
        raise Refused(plural(
            "{n} line of the sheet cannot be read, and nothing was saved. Mend it, then apply the sheet again.",
            "{n} lines of the sheet cannot be read, and nothing was saved. Mend them, then apply the sheet again.",
            refused,
        ))  # fmt: skip
    placing = Placing(
        corrections=together(corrections) if corrections else None, additions=tuple(additions), words=words
    )
    return placing, [*dict.fromkeys([*corrections, *words])]


def _changed(row: _Row, before: _Row) -> dict[str, str]:
    """The cells that differ from the claim. A cell is compared as the sheet has it."""
    cells = {name: row[name] for name in _CHANGED if row.get(name)}
    return {name: cell for name, cell in cells.items() if cell != str(neutral(before[name])).strip()}


def _say_refused(number: int, error: TollbookError) -> None:
    """A line that cannot be read, with the reason; for a name of several places, each with what to write."""
    reason = wording.clean(translate(str(error)))
    click.echo(gettext("line {n}: {reason}", n=number, reason=reason), err=True)
    if isinstance(error, WhichPlace):
        for each in error.choices:
            click.echo(f"  {error.name} @ {choice_of(each)}  {place_line(each)}", err=True)
        click.echo(f"  {error.name} @ alone", err=True)


def _correction(book: Book, claim: Claim, changed: _Row) -> dict[str, Any]:
    """The fields that changed cells correct; none if their words mean the value that the claim has."""
    report = book.review.report(claim.report).report
    mentions = book.review.place_mentions(claim.report)
    change = editing.change_of(_fields(changed, claim), claim, report, mentions) if changed else {}
    corrections.corrected(claim, change)  # refuses what does not have the shape of a claim
    return change


def _addition(book: Book, row: _Row) -> Proposal:
    report, words = book.reports.named(row.get("report", "")), row.get("words", "")
    span = marking.find_once(report.text, words)
    marked = book.review.marked_words(report.id, *span).claim
    given = {name: row[name] for name in _CHANGED[1:] if row.get(name)}
    return Proposal(
        verdict="add", subject=report.id, change=editing.added(book, report.id, span, _fields(given, marked)), why=""
    )


def _fields(changed: _Row, claim: Claim) -> dict[str, list[str]]:
    """The changed cells as the fields of a form."""
    cells = {name: "" if cell == _NONE else cell for name, cell in changed.items()}
    given: dict[str, Any] = {name: cell for name, cell in cells.items() if cell and name not in {"day", "place"}}
    given["place"], _, given["at"] = (part.strip() for part in cells.get("place", "").partition("@"))
    given |= {name: [each.strip() for each in cells[name].split(";")] for name in _SEVERAL & cells.keys()}
    fields = fields_of(given, claim)
    if "day" in cells:
        fields |= _day_fields(cells["day"])
    if cells.get("speaker") == "":
        fields |= speaker_fields("", claim)
    return fields | {form: [""] for name, form in _CLEARED.items() if cells.get(name) == ""}


def _day_fields(cell: str) -> dict[str, list[str]]:
    """The form fields of a day, of the days from one to another ("2021-10-05..2021-10-07"), or of none."""
    first, dots, last = (part.strip() for part in cell.partition(".."))
    if cell and not dots:
        return {"when_text": [cell]}
    return {"when_text": [""], "when_start": [first], "when_end": [last]}
