"""Sheets of a book: the claims of some reports as rows, and the changes that people make in them, in one step."""

from collections.abc import Iterable, Sequence
from typing import get_args

from tollbook.book.reports import Reports
from tollbook.book.review import Review
from tollbook.book.search import Search
from tollbook.decisions.decision import Change, Decision, Proposal
from tollbook.errors import Refused, TollbookError
from tollbook.export.listing import neutral
from tollbook.incidents.last_state import for_decisions
from tollbook.locale.messages import message, plural
from tollbook.mentions import TOTAL_SCOPES
from tollbook.model import Claim, VictimEffect
from tollbook.review import claim_form, placing, quotation, sheet
from tollbook.review.form_values import Fields
from tollbook.review.given_values import together
from tollbook.review.placing import OUTSIDE, TOTAL, Placing, PlacingPlan
from tollbook.review.sheet import RefusedRow, Row, SheetChanges
from tollbook.store import Store

#: For previews, which are not in the log.
_NO_REASON = message("No reason given.")


class Sheets:
    """``book.sheets``."""

    def __init__(self, store: Store, *, reports: Reports, search: Search, review: Review) -> None:
        self._store, self._reports, self._search, self._review = store, reports, search, review

    def reports(self, incidents: Iterable[str], reports: Iterable[str] = ()) -> list[str]:
        """The reports of some incidents, and those that are named, each once. Raises NoSuchRecord, Refused."""
        index = self._search.index()
        found = [link.id for name in incidents for link in index.incident(name).reports]
        return list(dict.fromkeys([*found, *(self._reports.named(name).id for name in reports)]))

    def rows(self, reports: Iterable[str]) -> list[dict[str, str]]:
        """A row for each claim of some reports, in the order of the text. Raises NoSuchRecord."""
        index, rows = self._search.index(), []
        for report in reports:
            rejected = self._rejected(report)
            rows += [sheet.row(claim, rejected=claim.id in rejected) for claim in index.claims_in(report)]
        return rows

    def _rejected(self, report: str) -> set[str]:
        return {each.found.id for each in self._review.report(report).claims if each.rejected}

    def read(self, rows: Iterable[tuple[int, Row]]) -> SheetChanges:
        """The changes of numbered rows, and the rows that cannot be read, each with the reason.

        A row without a claim, but with a ``report`` and ``words``, adds a claim.
        """
        changes: dict[str, Change] = {}
        additions: list[tuple[Proposal, str]] = []
        words: dict[str, str] = {}
        rejected: dict[str, set[str]] = {}
        refused: list[RefusedRow] = []
        for number, row in rows:
            try:
                if not row.get("claim"):
                    additions.append(self._addition(row))
                    continue
                claim = self._search.claim(row["claim"])
                if claim.report not in rejected:
                    rejected[claim.report] = self._rejected(claim.report)
                cells = _changed(row, sheet.row(claim, rejected=claim.id in rejected[claim.report]))
                if (word := sheet.word(claim, cells)) is not None:
                    words[claim.id] = word
                if change := self._correction(claim, cells):
                    changes[claim.id] = change
            except TollbookError as error:
                refused.append(sheet.refused_row(number, row.get("claim", ""), error))
        corrections = together(changes) if changes else None
        return SheetChanges(
            placing=Placing(corrections=corrections, additions=tuple(additions), words=words),
            claims=tuple(dict.fromkeys([*changes, *words])),
            refused=tuple(refused),
        )

    def plan(self, placed: Placing, *, who: str) -> PlacingPlan:
        """The decisions for some changes, and their effect; nothing is written.

        Raises NoSuchRecord, Refused for changes that change nothing or contradict each other, and BeingLinked.
        """
        return placing.plan(for_decisions(self._store), placed, who=who, why=_NO_REASON)

    def apply(self, changes: SheetChanges, *, who: str, why: str, seen: int | None = None) -> Decision:
        """Write the changes of a sheet; returns the first decision. Undoing it undoes all.

        Raises Refused if a row cannot be read, NoSuchRecord, EditConflict, BeingLinked. Nothing is written then.
        """
        refuse_unread(changes.refused)
        return placing.write(self._store, changes.placing, who=who, why=why, seen=seen)

    def add_claim(
        self, report: str, words: str, fields: Fields, *, incident: str, who: str, why: str
    ) -> Decision:  # fmt: skip
        """Add a claim of quoted words of a report to an incident; fields that are not given are read from the words.

        Raises NoSuchRecord, Refused, WhichPlace.
        """
        frozen = self._reports.named(report)
        span = quotation.find_once(frozen.text, words)
        kind = next((kind for kind in get_args(VictimEffect) if kind in fields.get("kind", ())), None)
        whole = claim_form.of_one_person(fields, self._review.marked_words(frozen.id, *span, kind).claim)
        change, own = self._review.addition(frozen.id, span, whole, kind), claim_form.given(whole)
        addition = Proposal(verdict="add", subject=frozen.id, change=change, why="", confirms=own)
        return placing.write(self._store, Placing(additions=((addition, incident),)), who=who, why=why)

    def _correction(self, claim: Claim, cells: Row) -> Change:
        if not cells.keys() - {"incident"}:
            return {}
        report = self._review.report(claim.report).report
        return sheet.correction(claim, cells, report, self._review.place_mentions(claim.report))

    def _addition(self, row: Row) -> tuple[Proposal, str]:
        """The decision that adds the claim of a row, and the word for its incident; empty for a total.

        Raises NoSuchRecord, Refused, WhichPlace.
        """
        report, words = self._reports.named(row.get("report", "")), row.get("words", "")
        word = row.get("incident", "")
        if word in OUTSIDE and word != TOTAL:
            raise Refused(message("A line that adds a claim cannot be “{word}”; leave the line out.", word=word))
        span = quotation.find_once(report.text, words)
        marked = self._review.marked_words(report.id, *span).claim
        given = {name: row[name] for name in sheet.CHANGED[1:] if row.get(name)}
        if word == TOTAL and given.get("scope") not in TOTAL_SCOPES:
            given["scope"] = "running total"
        fields = sheet.fields(given, marked)
        change, own = self._review.addition(report.id, span, fields), claim_form.given(fields)
        addition = Proposal(verdict="add", subject=report.id, change=change, why="", confirms=own)
        return addition, "" if word == TOTAL else word


def refuse_unread(refused: Sequence[RefusedRow]) -> None:
    """Raise Refused if there are rows that cannot be read."""
    if refused:
        raise Refused(plural(
            "{n} line of the sheet cannot be read, and nothing was saved. Mend it, then apply the sheet again.",
            "{n} lines of the sheet cannot be read, and nothing was saved. Mend them, then apply the sheet again.",
            len(refused),
        ))  # fmt: skip


def _changed(row: Row, before: Row) -> dict[str, str]:
    """The cells that differ from the row of the claim, and from that row in a CSV file that no spreadsheet runs."""
    in_file = {name: str(neutral(cell)) for name, cell in before.items()}
    differs = sheet.changed(row, before).keys() & sheet.changed(row, in_file).keys()
    return {name: cell for name, cell in sheet.changed(row, before).items() if name in differs}
