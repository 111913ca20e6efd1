"""The book: the façade that the command line, the web interface and scripts use."""

import os
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from tollbook import __version__, ingest, reading
from tollbook.book.alerts import Alerts
from tollbook.book.arrivals import derived
from tollbook.book.comparison import Compare
from tollbook.book.descriptions import Descriptions
from tollbook.book.export import Export, Log
from tollbook.book.imports import Imports
from tollbook.book.incidents import Incidents
from tollbook.book.models import Models
from tollbook.book.names import Names
from tollbook.book.persons import Persons
from tollbook.book.plots import Plots
from tollbook.book.reports import Reports
from tollbook.book.review import Review
from tollbook.book.search import Search
from tollbook.book.series import SeriesOfIncidents
from tollbook.book.sheets import Sheets
from tollbook.book.uploads import Uploads
from tollbook.book.watching import Watching
from tollbook.decisions import carry_forward, descriptions, verdicts
from tollbook.decisions.decision import DECIDED, UNDONE, Change, Decision
from tollbook.export import restore
from tollbook.incidents import build, check, incremental, row_state
from tollbook.incidents.build import RULE
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.incidents.link_reasons import LinkedPair
from tollbook.incidents.questions import Question
from tollbook.model import Record, Refusal
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader
from tollbook.reading import Starter
from tollbook.reconcile import Sensitivity, Sources
from tollbook.review.signing import Signing
from tollbook.spark import cut
from tollbook.store import Store, encryption, locations

#: The default path of a book.
DEFAULT = "tollbook.book"


class Summary(Record, frozen=True, kw_only=True):
    """The result of reading: reports newly read, those that the book had already, refusals, and all ids."""

    read: int = 0
    known: int = 0
    refused: tuple[Refusal, ...] = ()
    reports: tuple[str, ...] = ()


class Book:
    """An open book. Use ``with Book.open(where) as book``; every method may raise BookError.

    ``reports``, ``incidents``, ``persons``, ``names``, ``search``, ``series``, ``review``, ``sheets``,
    ``descriptions``, ``uploads``, ``models``, ``export``, ``plots``, ``compare``, ``imports``, ``log``, ``alerts`` and
    ``watching`` are its parts. Methods of ``review`` and ``incidents`` that ``docs/contract.md`` names are also methods
    of the book.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        #: The last log entry when no report was to be read again; None if that is not known.
        self._none_stale_at: int | None = None
        self.reports = Reports(store)
        self.incidents = Incidents(store)
        self.persons = Persons(store)
        self.search = Search(store)
        self.names = Names(store)
        self.review = Review(store)
        self.series = SeriesOfIncidents(store, search=self.search, review=self.review)
        self.sheets = Sheets(store, reports=self.reports, search=self.search, review=self.review)
        self.descriptions = Descriptions(store)
        self.uploads = Uploads(store)
        self.models = Models(store)
        self.export = Export(store)
        self.plots = Plots(store)
        self.compare = Compare(store)
        self.imports = Imports(store)
        self.log = Log(store)
        self.alerts = Alerts(store)
        self.watching = Watching(store)

    @classmethod
    def open(
        cls, where: str | os.PathLike[str] = DEFAULT, *,
        create: bool = False, actor: str | None = None, passphrase: str | None = None, read_only: bool = False,
    ) -> Self:  # fmt: skip
        """The book in a file or at a database URL; ``create`` makes a new one if there is none.

        A book opened ``read_only`` refuses every write, the log of exports included.
        ``actor`` is the person that the log names for readings and exports; without it the log names no person. Raises
        BookError if there is no book, NotABook if there is something else.
        """
        store = Store.open(where, create=create, passphrase=passphrase, read_only=read_only)
        store.actor = actor or store.actor
        store.versions = {"tollbook": __version__, "code": build.package_code()}
        if not read_only and store.just_migrated():
            descriptions.sync(store)
        return cls(store)

    @staticmethod
    def passphrase_of(where: str | os.PathLike[str]) -> str | None:
        """The passphrase that was entered for a book, for another process that opens it; None if none is known."""
        return encryption.passphrase_of(str(locations.url_of(where).database))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._store.close()

    def read(  # noqa: PLR0913 - the options of the command, all but the paths by keyword
        self,
        paths: Iterable[str | os.PathLike[str]],
        *,
        published: date | None = None,
        outlet: str | None = None,
        separate: bool = False,
        jobs: int = 1,
        places: str | os.PathLike[str] | None = None,
        screen: bool = False,
        reader: str | Reader | None = None,
        links: bool = False,
        progress: Callable[[int, int], object] | None = None,
    ) -> Summary:
        """Read reports into the book. Reports that it already has are skipped; each new one is stored when it is read.

        ``separate`` keeps these reports from being linked with others; ``jobs`` is the number of processes; ``places``
        is a CSV file of places that the gazetteer lacks; ``screen`` stores reports that mention no casualties and no
        attack without reading them; ``reader`` names an installed reader or is one (``models.reader``), without it each
        report is read by the one for its language; ``links`` follows links inside folders; ``progress`` is
        called with the number of reports done and the expected total. Raises Refused if no such reader is installed.
        """
        every, without = list(paths), self._store.files | ({Path(places).resolve()} if places else frozenset())
        total = ingest.count(every, without=without, links=links) if progress else 0
        captures = ingest.captures(every, published=published, outlet=outlet, without=without, links=links)
        read, known, refused, names = 0, 0, list[Refusal](), dict[str, None]()
        outcomes = reading.read_into(
            self._store, captures, separate=separate, jobs=jobs, places=places, screen=screen, reader=reader
        )
        for done, outcome in enumerate(derived(self._store, outcomes), start=1):
            read, known = read + outcome.read, known + outcome.known
            refused.extend(outcome.refused)
            names |= {outcome.report: None} if outcome.report else {}
            if progress is not None:
                progress(done, total)
        self.settle(places=places)
        return Summary(read=read, known=known, refused=tuple(refused), reports=tuple(names))

    def add_archive(self, folder: str | os.PathLike[str], *, where: str | None = None) -> Summary:
        """Add reports of an archive with their original bytes and readings; nothing is read again.

        ``where`` is a condition in SQL on the columns of the archive's incidents; their reports are added. Raises
        Refused for no complete archive and for a condition that cannot be used.
        """
        wanted = cut.chosen(Path(folder), where)
        added: dict[str, object] = {"where": where, "reports": len(wanted.reports)}
        self._store.append("archive", Path(folder).resolve().name, added, actor=self._store.actor)
        outcomes = list(reading.write_readings(self._store, cut.captures(Path(folder), wanted)))
        for refusal in cut.refusals(Path(folder)) if where is None else ():
            self._store.refuse(refusal)
        self.settle()
        return Summary(
            read=sum(each.read for each in outcomes),
            known=sum(each.known for each in outcomes),
            refused=tuple(refusal for each in outcomes for refusal in each.refused),
            reports=tuple(dict.fromkeys(each.report for each in outcomes if each.report)),
        )

    def settle(
        self, *, places: str | os.PathLike[str] | None = None, start: Starter | None = None,
        progress: Callable[[int, int], object] | None = None, linking: Callable[[int, int], object] | None = None,
        reader: LanguageModelReader | None = None,
    ) -> int:  # fmt: skip
        """Carry decisions forward, read reports with a changed description again, and bring the incidents up to date.

        Returns how many reports were read again. ``start`` is as in ``reading.read_into``; ``progress`` and ``linking``
        are called with the number done and the total, of reports read again and of log entries linked. ``reader`` reads
        its own reports again, with its server; without it they are read with the answers that the book has.
        """
        carry_forward.carry_all(self._store)
        descriptions.carry(self._store)
        done, total = 0, self._number_stale()
        if total:
            former = partial(self.models.former_or, reader)
            again = reading.read_again(self._store, places=places, start=start, former=former)
            for done, _ in enumerate(again, start=1):
                if progress is not None:
                    progress(done, total)
            carry_forward.carry_all(self._store)
        incremental.catch_up(self._store, linking)
        self.alerts.update()
        return done

    def _number_stale(self) -> int:
        """How many reports are to be read again. They are only looked for after decisions that describe reports."""
        last = self._store.last_entry()
        seen = self._none_stale_at
        if seen is not None and not descriptions.concerns(self._store.log(DECIDED, UNDONE, since=seen)):
            return 0
        total = len(self._store.stale())
        self._none_stale_at = None if total else last
        return total

    def verify(self, *, replay: bool = True) -> list[str]:
        """A sentence for each thing that has changed unexpectedly; ``replay`` also builds all incidents again."""
        if problems := [*self._store.record_problems(), *self.signing.problems()]:
            return problems
        outdated = row_state.made_by_other_code(self._store)
        problems = self._store.derived_problems(outdated=outdated) or list(descriptions.problems(self._store))
        problems = problems or list(self.alerts.problems())
        problems += check.problems(self._store) if replay else ()
        return problems or (list(check.set_aside(self._store)) if replay else [])

    def repair(self) -> None:
        """Make everything again that is derived: lists, the search index, incidents. Records and the log stay."""
        self._store.repair(descriptions.described(verdicts.in_force(self._store)))
        incremental.catch_up(self._store)

    def backup(self, where: str | os.PathLike[str], *, passphrase: str | None = None, plain: bool = False) -> list[str]:
        """Copy the book while it is in use; returns what ``verify`` says about the copy. See ``Store.backup``."""
        return self._store.backup(where, passphrase=passphrase, plain=plain)

    @staticmethod
    def restore(archive: str | os.PathLike[str], where: str | os.PathLike[str]) -> int:
        """Make a book at ``where`` from an archive; returns its number of reports. Raises Refused, BookError."""
        return restore(Path(archive), where)

    def decide(
        self, verdict: str, subject: str, *, who: str, why: str, other: str | None = None, change: Change | None = None
    ) -> Decision:
        """As ``review.decide``."""
        return self.review.decide(verdict, subject, who=who, why=why, other=other, change=change)

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """As ``review.undo``."""
        self.review.undo(decision, who=who, why=why)

    def queue(self, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
        """As ``review.queue``."""
        return self.review.queue(most, incident=incident)

    @property
    def signing(self) -> Signing:
        """As ``review.signing``."""
        return self.review.signing

    def why_linked(self, name: str) -> tuple[LinkedPair, ...]:
        """As ``incidents.why_linked``."""
        return self.incidents.why_linked(name)

    def dossier(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> IncidentEvidence:
        """As ``incidents.evidence``."""
        return self.incidents.evidence(name, rule=rule, as_of=as_of)

    def sources(self, name: str, *, as_of: date | None = None) -> Sources:
        """As ``incidents.sources``."""
        return self.incidents.sources(name, as_of=as_of)

    def sensitivity(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> tuple[Sensitivity, ...]:
        """As ``incidents.sensitivity``."""
        return self.incidents.sensitivity(name, rule=rule, as_of=as_of)
