"""The book: reports read in, claims, incidents and figures out, decisions kept. The one way in for every door."""

import os
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Self

from tollbook import __version__, reconcile
from tollbook.decisions import carry_forward, verdicts
from tollbook.decisions.verdicts import Change, Decision
from tollbook.export import Contents, ExportRequest, release_files, restore
from tollbook.incidents import build, cache, check, editions, incremental, snapshot
from tollbook.incidents.build import RULE
from tollbook.incidents.editions import Edition
from tollbook.incidents.evidence import IncidentEvidence, dossier
from tollbook.incidents.link_reasons import LinkedPair, why_linked
from tollbook.model import Claim, Record, Refusal, Report
from tollbook.reconcile import Outlet, Sensitivity, Sources, SpeakerEntity
from tollbook.record import Incident, Toll
from tollbook.review import annotations, conflicts
from tollbook.review.intercoder import CodingRounds
from tollbook.review.queue import Question, queue
from tollbook.review.signing import Signing
from tollbook.search.as_of_index import AsOfIndex
from tollbook.search.query import IncidentIndex, Query, SearchResults, StateCache
from tollbook.search.sql_index import SqlIndex
from tollbook.store import Entry, Hit, Store, timestamps

#: Where a book lies when nothing else is said.
DEFAULT = "tollbook.book"


class Summary(Record, frozen=True, kw_only=True):
    """What came of reading: reports newly read, reports the book had already, and what was refused."""

    read: int = 0
    known: int = 0
    refused: tuple[Refusal, ...] = ()


class Book:
    """A book, open. Use ``with Book.open(where) as book``; every method may raise BookError with a sentence."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelves, self._days, self._lists = (
            StateCache[SqlIndex](),
            StateCache[IncidentIndex](),
            StateCache[AsOfIndex](),
        )

    @classmethod
    def open(
        cls, where: str | os.PathLike[str] = DEFAULT, *,
        create: bool = False, actor: str | None = None, passphrase: str | None = None,
    ) -> Self:  # fmt: skip
        """The book in a file or at a database URL; with ``create`` a new one where there is none.

        ``actor`` is who the log names for what is read and written out; nobody is named where it is not given.
        Raises BookError where there is no book, NotABook where there is something else.
        """
        store = Store.open(where, create=create, passphrase=passphrase)
        store.actor = actor or store.actor
        store.versions = {"tollbook": __version__, "code": build.package_code()}
        return cls(store)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the store."""
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
        reader: str | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> Summary:
        """Read reports in. What the book has already is passed over; each new report is kept as soon as it is read.

        ``separate`` keeps these reports from being linked with others; ``jobs`` is how many processes read;
        ``places`` is a CSV file of places the gazetteer lacks; ``screen`` keeps reports that tell of no harm or attack
        unread; ``reader`` names an installed reader, without it each report is read by the one for its language;
        ``progress`` is called with the number of reports dealt with so far and the number there seem to be. Raises
        Refused where no reader of that name is installed.
        """
        # Imported here because it loads the language pipeline, which no other command needs.
        from tollbook import ingest, reading  # noqa: PLC0415

        every, without = list(paths), self._store.files | ({Path(places).resolve()} if places else frozenset())
        total = ingest.count(every, without=without) if progress else 0
        captures = ingest.captures(every, published=published, outlet=outlet, without=without)
        read, known, refused = 0, 0, list[Refusal]()
        outcomes = reading.read_into(
            self._store, captures, separate=separate, jobs=jobs, places=places, screen=screen, reader=reader
        )
        for done, outcome in enumerate(outcomes, start=1):
            read, known = read + outcome.read, known + outcome.known
            refused.extend(outcome.refused)
            if progress is not None:
                progress(done, total)
        carry_forward.carry_all(self._store)
        self._kept()
        return Summary(read=read, known=known, refused=tuple(refused))

    def reports(self) -> list[Report]:
        """Every report, by day of publication and id."""
        return self._store.reports()

    def reports_page(
        self, page: int = 1, per_page: int = 50, *, outlet: str | None = None, words: str = ""
    ) -> tuple[list[Report], int]:
        """One page of the reports, latest published first, and how many all pages have; see ``Store.reports_page``."""
        return self._store.reports_page(page, per_page, outlet=outlet, words=words)

    def search(self, question: str, *, limit: int = 50) -> list[Hit]:
        """The reports that have all the words asked for, best first, with the spans where they stand."""
        return self._store.search(question, limit)

    def editions(self, report: str) -> tuple[Edition, ...]:
        """The editions of the page a report is of, earliest first, with what changed. Raises NoSuchRecord."""
        return editions.editions(self._store, report)

    def corrections(self) -> tuple[tuple[Edition, ...], ...]:
        """The pages that are there in several editions, each with what changed."""
        return editions.corrections(self._store)

    def backup(self, where: str | os.PathLike[str], *, passphrase: str | None = None, plain: bool = False) -> list[str]:
        """Copy the book while it is in use; what ``verify`` says of the copy. See ``Store.backup``."""
        return self._store.backup(where, passphrase=passphrase, plain=plain)

    def finders(self) -> dict[str, int]:
        """Which readers made the readings that hold, and of how many reports."""
        return dict(self.shelf().finders)

    def refusals(self) -> list[Refusal]:
        """What was refused, ever."""
        return self._store.refusals()

    def claims(self, *, rule: str = RULE, as_of: date | None = None) -> list[Claim]:
        """Every claim in the order of the reports, rejected ones too, with the incident or toll it went to."""
        return list(self.contents(rule=rule, as_of=as_of).claims)

    def incidents(self, *, rule: str = RULE, as_of: date | None = None) -> list[Incident]:
        """Every incident, figures made by ``rule`` from what had been published by ``as_of``."""
        return list(cache.incidents(self._kept(), rule=rule, as_of=as_of))

    def incident(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> Incident:
        """The incident whose id is, or alone begins with, ``name``. Raises NoSuchRecord."""
        return cache.incident(self._kept(), name, rule=rule, as_of=as_of)

    def dossier(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> IncidentEvidence:
        """What the record of an incident stands on: its sources, how its figures move, and why. Raises NoSuchRecord."""
        return dossier(self._kept(), name, rule=rule, as_of=as_of)

    def sources(self, name: str, *, as_of: date | None = None) -> Sources:
        """The independent sources of an incident, and who has it from whom. Raises NoSuchRecord."""
        return self.dossier(name, as_of=as_of).sources

    def sensitivity(self, name: str, *, rule: str = RULE, as_of: date | None = None) -> tuple[Sensitivity, ...]:
        """How each figure of an incident moves over all rules and without each claim. Raises NoSuchRecord."""
        return self.dossier(name, rule=rule, as_of=as_of).sensitivity

    def speakers(self, *, as_of: date | None = None) -> tuple[SpeakerEntity, ...]:
        """Everyone who is said to have said something, under every spelling, with all that was said."""
        return reconcile.speakers(self.claims(as_of=as_of), {report.id: report for report in self.reports()})

    def outlets(self, own: str | os.PathLike[str] | None = None) -> tuple[Outlet, ...]:
        """Every outlet with what the table of outlets says of it; ``own`` is a CSV file. Raises Refused."""
        return reconcile.outlets(self.reports(), own)

    def tolls(self, *, as_of: date | None = None) -> list[Toll]:
        """Every running or period total, as a series."""
        return list(cache.tolls(self._kept(), as_of=as_of))

    def contents(self, *, rule: str = RULE, as_of: date | None = None, only: str | None = None) -> Contents:
        """All of the book at once, as exports need it; with ``as_of`` only what had been published by then."""
        return snapshot.contents(self._kept(), rule=rule, as_of=as_of, only=only)

    def shelf(self, *, rule: str = RULE, as_of: date | None = None) -> IncidentIndex:
        """The book under one rule, as of one day, to be looked through by id and by query."""
        if as_of is None:
            return self._stacks(rule)
        return self._days.get(
            (self._store.head(), rule, as_of), lambda: IncidentIndex(self.contents(rule=rule, as_of=as_of))
        )

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents a query asks for, with all that was found by facet. Raises Refused."""
        stacks = self._stacks(query.rule)
        if (day := query.as_of) is None:
            return stacks.browse(query)
        return self._lists.get((self._store.head(), day), lambda: AsOfIndex(self._kept(), stacks, day)).browse(query)

    def export(
        self, name: str, out: str | os.PathLike[str], *,
        rule: str = RULE, as_of: date | None = None, profile: str | None = None, only: str | None = None,
    ) -> list[Path]:  # fmt: skip
        """Write the book in a format of ``export.EXPORTS`` and log it; the files written. Raises Refused, BookError.

        ``profile`` (public, partners, court, a TOML file) says what may leave the house, ``only`` what counts.
        """
        order = ExportRequest(format=name, rule=rule, as_of=as_of, profile=profile, only=only)
        return release_files(self._store, lambda: self.contents(rule=rule, as_of=as_of, only=only), Path(out), order)

    def bundle(self, out: str | os.PathLike[str]) -> Path:
        """Write the whole book as one ZIP file that a stranger can verify and ``restore`` can make a book of again."""
        return self.export("archive", out)[0]

    @staticmethod
    def restore(archive: str | os.PathLike[str], where: str | os.PathLike[str]) -> int:
        """Build the book of an archive at ``where``; how many reports it has. Raises Refused, BookError."""
        return restore(Path(archive), where)

    def timestamp_request(self) -> bytes:
        """What a timestamp authority is asked to sign: the head of the log (RFC 3161). Raises Refused, MissingPart."""
        return timestamps.request(self._store.head())

    def add_timestamp(self, answer: bytes, roots: bytes) -> timestamps.Stamp:
        """Keep an authority's answer, checked against its root certificates (PEM). Raises Refused, MissingPart."""
        stamp = timestamps.accept(answer, roots, self._store.log())
        self._store.append(timestamps.STAMPED, stamp.head, stamp.to_dict(), actor=self._store.actor)
        return stamp

    def decide(
        self, verdict: str, subject: str, *, who: str, why: str, other: str | None = None, change: Change | None = None
    ) -> Decision:
        """Keep what a person ruled; ``review`` says what. Raises NoSuchRecord for an unknown subject, Refused."""
        made = verdicts.decide(self._store, verdict, subject, who=who, why=why, other=other, change=change)
        return carry_forward.carry_one(self._store, made)

    def undo(self, decision: str, *, who: str, why: str) -> None:
        """Take a decision back; both stay in the log. Raises NoSuchRecord where no such decision stands."""
        verdicts.undo(self._store, decision, who=who, why=why)

    def queue(self, most: int = 200, *, incident: str | None = None) -> tuple[Question, ...]:
        """What waits for a person, of the book or of one incident, what would move figures or membership most first."""
        return queue(self._kept(), most, incident=incident)

    def why_linked(self, name: str) -> tuple[LinkedPair, ...]:
        """Every two reports of an incident, and what speaks for and against their being of one. Raises NoSuchRecord."""
        return why_linked(self._kept(), self.incident(name).id)

    def decisions(self) -> list[Decision]:
        """The decisions that stand, oldest first."""
        return list(verdicts.in_force(self._store))

    def propose(self, proposal: conflicts.Proposal, *, who: str) -> Decision:
        """Keep what a person ruled, unless someone else did meanwhile; raises DecidedMeanwhile, and as ``decide``."""
        return carry_forward.carry_one(self._store, conflicts.decide(self._store, proposal, who=who))

    def seen(self) -> int:
        """The log entry up to which whoever looks now has seen all decisions."""
        return conflicts.last(self._store)

    def sheet(self, report: str) -> annotations.AnnotatedReport:
        """One report with every claim on it, as read and as decided. Raises NoSuchRecord."""
        return annotations.annotated_report(self._store, report)

    def sheet_of(self, claim: str) -> annotations.AnnotatedReport:
        """The report on which a claim stands, with every claim on it. Raises NoSuchRecord."""
        return annotations.annotated_report_of_claim(self._store, claim)

    @property
    def coding(self) -> CodingRounds:
        """The rounds of blind second coding."""
        return CodingRounds(self._store)

    @property
    def signing(self) -> Signing:
        """The signed briefs."""
        return Signing(self._store)

    def history(self) -> list[Entry]:
        """The whole log, oldest first: what was read, refused and decided, when and by whom."""
        return self._store.log()

    def state(self) -> str:
        """Which state this book is in: the hash of its last log entry."""
        return self._store.head()

    def verify(self, *, replay: bool = True) -> list[str]:
        """What is no longer what it was, a sentence each; with ``replay`` incidents too, as slow as making all anew."""
        found = [*self._store.verify(), *self.signing.problems()]
        return found if found or not replay else list(check.problems(self._kept()))

    def _stacks(self, rule: str) -> SqlIndex:
        return self._shelves.get((self._store.head(), rule), lambda: SqlIndex(self._kept(), rule))

    def _kept(self) -> Store:
        """The store, with all that follows from it up to date."""
        incremental.catch_up(self._store)
        return self._store
