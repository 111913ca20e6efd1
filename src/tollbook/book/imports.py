"""Spreadsheets and data sets as reports with claims: what a file suggests, loading it, and setting an import aside."""

from collections.abc import Callable, Iterable, Iterator

from tollbook.book.arrivals import derived
from tollbook.decisions import verdicts
from tollbook.decisions.composition import MARKS, marking
from tollbook.decisions.decision import Decision, Proposal
from tollbook.errors import NoSuchRecord, Refused
from tollbook.imports import PROVENANCE, ImportPlan, ImportRow, plan_of, rows_of
from tollbook.incidents import incremental
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal
from tollbook.readers.base import check
from tollbook.reading import Outcome
from tollbook.spreadsheets import Mapping, Table
from tollbook.store import Store
from tollbook.store.rows import Known

#: The log entry of an import; entries of the rows that it loaded name it in ``import``.
IMPORTED = "imported"
_OTHER_VERSION = message(
    "The book has another version of this row, of an earlier import. If this one is right, set that import aside "
    "first: tollbook import --set-aside ID"
)


class ImportSummary(Record, frozen=True, kw_only=True):
    """The result of importing a file: rows loaded, in the book already, and refused, each with its row number.

    ``left_out`` are those of ``refused`` where only a part of the row was refused; the rest of it is in the book.
    """

    id: str
    loaded: int = 0
    known: int = 0
    refused: tuple[Refusal, ...] = ()
    left_out: tuple[Refusal, ...] = ()


class LoggedImport(Record, frozen=True, kw_only=True):
    """An import as the log has it. ``set_aside`` is the decision that did so, empty for one in force."""

    id: str
    at: str
    who: str
    file: str
    data_set: str
    set_aside: str = ""


class Imports:
    """``book.imports``. Calling it lists the imports of the book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def load(
        self, table: Table, data: bytes, mapping: Mapping, *, file: str, data_set: str = "", separate: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> ImportSummary:  # fmt: skip
        """Load every row that can be read as a report with claims; each is stored when it is read.

        ``data`` are the bytes of the file that ``table`` was opened from. Loading the same file again changes nothing.
        A killed import is continued by loading again. Raises Refused for a mapping with which no row says anything.
        """
        plan = plan_of(table, data, mapping, file=file, data_set=data_set)
        self._store.check_writable()
        loaded, known, refused, left_out = 0, 0, list[Refusal](), list[Refusal]()
        versions = self._store.versions
        try:
            self._store.versions = {**versions, "import": plan.id}
            outcomes = derived(self._store, self._outcomes(rows_of(table, plan), plan, separate=separate))
            for done, outcome in enumerate(outcomes, start=1):
                loaded, known = loaded + outcome.read, known + outcome.known
                refused.extend(outcome.refused)
                left_out.extend(outcome.refused if outcome.read or outcome.known else ())
                if progress is not None:
                    progress(done)
        finally:
            self._store.versions = versions
        incremental.catch_up(self._store)
        return ImportSummary(id=plan.id, loaded=loaded, known=known, refused=tuple(refused), left_out=tuple(left_out))

    def __call__(self) -> list[LoggedImport]:
        """Every import that loaded at least one row, oldest first."""
        aside = {claim: each.id for each in self._marks() for claim in marking(each.subject, each.change).claims}
        found = []
        for entry in self._store.log(IMPORTED):
            claims = self._claims_of(entry.subject)
            decision = aside.get(claims[0], "") if claims and all(claim in aside for claim in claims) else ""
            found.append(LoggedImport(
                id=entry.subject, at=entry.at, who=entry.actor, file=entry.payload["file"],
                data_set=entry.payload["data_set"], set_aside=decision,
            ))  # fmt: skip
        return found

    def set_aside(self, name: str, *, who: str, why: str) -> Decision:
        """Take all claims of an import out of every incident, as one decision that can be undone.

        The reports stay. ``name`` is the id of an import or the beginning of one. Raises NoSuchRecord, Refused.
        """
        found = sorted({e.subject for e in self._store.log(IMPORTED) if name and e.subject.startswith(name)})
        if len(found) != 1:
            raise NoSuchRecord(message("There is no import {id} in this book; see: tollbook import --list", id=name))
        marked = self._marked()
        claims = [claim for claim in self._claims_of(found[0]) if claim not in marked]
        if not claims:
            raise Refused(message("This import is set aside already; tollbook import --list names the decision."))
        proposal = Proposal(verdict="background", subject=claims[0], why=why, change={"claims": claims})
        decision = verdicts.decide(self._store, proposal, who=who)
        incremental.catch_up(self._store)
        return decision

    def _outcomes(self, rows: Iterable[ImportRow | Refusal], plan: ImportPlan, *, separate: bool) -> Iterator[Outcome]:
        known = self._store.known()
        versions = {name.rpartition(":")[0]: name for name in known if name.count(":") == 2 and _is_imported(name)}
        is_logged = any(entry.subject == plan.id for entry in self._store.log(IMPORTED))
        for row in rows:
            if isinstance(row, Refusal):
                yield self._refused(row)
                continue
            report = row.capture.report
            earlier = versions.get(row.key)
            if earlier is not None and earlier != report.id and not self._is_aside(earlier):
                yield self._refused(Refusal(origin=report.origin, reason=_OTHER_VERSION))
            elif known.get(report.id) == Known(sha256=report.sha256, finder=plan.finder, separate=separate):
                yield Outcome(known=True, report=report.id)
            else:
                if not is_logged:
                    self._log(plan)
                    is_logged = True
                yield self._add(row, plan, separate=separate)

    def _refused(self, refusal: Refusal) -> Outcome:
        self._store.refuse(refusal)
        return Outcome(refused=(refusal,))

    def _add(self, row: ImportRow, plan: ImportPlan, *, separate: bool) -> Outcome:
        report = row.capture.report
        reading = check(row.reading, report, plan.finder)
        try:
            is_new = self._store.add(row.capture, reading, finder=plan.finder, separate=separate)
        except Refused as error:
            return self._refused(Refusal(origin=report.origin, reason=str(error)))
        for refusal in reading.refused:
            self._store.refuse(refusal)
        return Outcome(is_new, not is_new, reading.refused, report.id)

    def _log(self, plan: ImportPlan) -> None:
        payload = {name: value for name, value in plan.to_dict().items() if name != "id"}
        self._store.append(IMPORTED, plan.id, payload, actor=self._store.actor)

    def _claims_of(self, name: str) -> list[str]:
        """The claims of the reports that an import loaded, as they are read now."""
        reports = {entry.subject for entry in self._store.log("read") if entry.payload.get("import") == name}
        readings = self._store.reading_of(reports)
        return sorted(claim.id for stored in readings.values() for claim in stored.reading.claims)

    def _marks(self) -> list[Decision]:
        return [each for each in verdicts.in_force(self._store) if each.verdict in MARKS]

    def _marked(self) -> set[str]:
        return {claim for each in self._marks() for claim in marking(each.subject, each.change).claims}

    def _is_aside(self, report: str) -> bool:
        claims = [claim.id for stored in self._store.reading_of([report]).values() for claim in stored.reading.claims]
        return bool(claims) and self._marked().issuperset(claims)


def _is_imported(name: str) -> bool:
    return name.startswith(f"{PROVENANCE}:")
