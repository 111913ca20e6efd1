"""The names of a book: proposals that spellings are one name, settled names, and settling them."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, get_args

import msgspec

from tollbook.decisions import name_changes, verdicts
from tollbook.decisions import names as decided
from tollbook.decisions.decision import NOT_ONE_NAME, ONE_NAME, Decision, Proposal
from tollbook.decisions.name_rulings import NameRuling, name_ruling
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import name_file
from tollbook.incidents import cache
from tollbook.incidents.last_state import for_decisions, for_lists, lacking
from tollbook.incidents.preview import Preview, preview
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal
from tollbook.reconcile import name_pairs
from tollbook.reconcile.name_pairs import NameSummary
from tollbook.reconcile.name_proposals import NameProposal, name_proposals
from tollbook.reconcile.settled_names import NameKind, SettledName, spelling_key
from tollbook.review import conflicts
from tollbook.search.query import StateCache
from tollbook.store import Store, name_rows

#: Characters before and behind a name in an example.
_AROUND = 110
#: Incidents whose sources are counted before and after a decision, at most: counting reads them all.
_MOST_COUNTED = 3000
KINDS: tuple[NameKind, ...] = get_args(NameKind)


class NameExample(Record, frozen=True, kw_only=True):
    """Words of a report with a name in them: those before, the name, and those behind."""

    report: str
    claim: str = ""
    outlet: str | None = None
    title: str | None = None
    published: date | None = None
    before: str = ""
    words: str = ""
    after: str = ""


class NamesOfKind(Record, frozen=True, kw_only=True):
    """The names of one kind: how many there are as reported, and how many they are as settled.

    ``apart`` are the decisions that names are different.
    """

    kind: NameKind
    reported: int
    settled_to: int
    proposals: tuple[NameProposal, ...] = ()
    settled: tuple[SettledName, ...] = ()
    apart: tuple[Decision, ...] = ()


class NameEffect(Record, frozen=True, kw_only=True):
    """A decision on names, and the independent sources of all figures of the book before and after it.

    They are not counted in a book of many incidents.
    """

    decision: Decision
    sources_before: int | None = None
    sources_after: int | None = None


class ImportedNames(Record, frozen=True, kw_only=True):
    """The result of importing names: changes, the number of rulings that the book had already, and refusals."""

    changed: tuple[str, ...] = ()
    unchanged: int = 0
    refused: tuple[Refusal, ...] = ()


def name_kind(kind: str) -> NameKind:
    """A kind of names. Raises Refused for anything else."""
    if kind not in KINDS:
        names = ", ".join(KINDS)
        raise Refused(
            message("There are no names of the kind “{kind}”; choose one of: {names}.", kind=kind, names=names)
        )
    return kind


class Names:
    """``book.names``. Calling it gives the names of one kind."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting = StateCache[dict[NameKind, int]]()

    def __call__(self, kind: str) -> NamesOfKind:
        """The names of a kind with proposals, settled names and different names. Raises Refused for an unknown kind."""
        checked = name_kind(kind)
        names, decisions = self.summaries(checked), verdicts.in_force(self._store)
        settled = decided.settled_names(decisions)
        bodies = self._bodies() if checked == "places" else frozenset[str]()
        by_key = {key: each for (own, key), each in settled.by_key.items() if own == checked and not each.apart}
        return NamesOfKind(
            kind=checked,
            reported=len(names),
            settled_to=len({spelling_key(by_key[n.key].name) if n.key in by_key else n.key for n in names}),
            proposals=name_proposals(names, settled, decided.held_apart(decisions), bodies),
            settled=settled.clusters(checked),
            apart=name_changes.in_force_apart(decisions, checked),
        )

    def waiting(self) -> dict[NameKind, int]:
        """How many proposals each kind of names has; kinds without any are left out."""
        store = for_lists(self._store)
        found = self._waiting.get(
            (store.head(), lacking(store)), lambda: {kind: len(self(kind).proposals) for kind in KINDS}
        )
        return {kind: number for kind, number in found.items() if number}

    def summaries(self, kind: NameKind) -> list[NameSummary]:
        """Every name of a kind as reported, those in most reports first."""
        with for_lists(self._store).derived_rows() as rows:
            return name_pairs.summaries(name_rows.uses_of_kind(rows, kind))

    def preferred(self, kind: NameKind, name: str) -> str:
        """The settled name of a spelling; the spelling itself if it is not settled."""
        own = decided.settled_names(verdicts.in_force(self._store)).of(kind, name)
        return name if own is None or own.apart or not own.is_place else own.name

    def settled_place(self, name: str) -> SettledName | None:
        """The settled place of a spelling; None if it is not settled."""
        return decided.settled_names(verdicts.in_force(self._store)).of("places", name)

    def examples(self, names: Iterable[NameSummary]) -> dict[str, NameExample]:
        """Words of a report with each name in them, by the key of the spelling."""
        wanted = list(names)
        reports = self._store.reports_of({each.report for each in wanted})
        claims = self._store.claims_of({each.claim for each in wanted if each.claim})
        return {
            each.key: NameExample(
                report=report.id,
                claim=claim.id if claim is not None else "",
                outlet=report.outlet,
                title=report.title,
                published=report.published,
                **_around(report.text, each.name, claim.start if claim is not None else 0),
            )
            for each in wanted
            if (report := reports.get(each.report)) is not None
            for claim in [claims.get(each.claim)]
        }

    def settle(
        self, change: Mapping[str, Any], *, who: str, why: str, edited: Iterable[str] = (), seen: int | None = None
    ) -> NameEffect:
        """Settle spellings as one name; ``change`` has the fields of ``NameRuling``.

        A settled name that shares a spelling becomes part of it. ``edited`` are the decisions of a settled name that is
        replaced by exactly this. Raises Refused, EditConflict.
        """
        ruling = name_ruling({**change, "kind": name_kind(str(change.get("kind")))}, is_one=True)
        whole = name_changes.completed(ruling, verdicts.in_force(self._store), frozenset(edited))
        return self._counting(lambda: self._decide(ONE_NAME, whole, who=who, why=why, seen=seen))

    def preview(self, change: Mapping[str, Any], *, who: str, edited: Iterable[str] = ()) -> Preview:
        """Which incidents :meth:`settle` would change, before and after; nothing is written. Raises Refused."""
        store = for_decisions(self._store)
        ruling = name_ruling({**change, "kind": name_kind(str(change.get("kind")))}, is_one=True)
        whole = name_changes.completed(ruling, verdicts.in_force(store), frozenset(edited)).to_dict()
        proposed = Decision(id="", verdict="one name", subject=whole["kind"], who=who, at="", why="", change=whole)
        return preview(store, proposed)

    def differ(self, kind: str, spellings: Iterable[str], *, who: str, why: str, seen: int | None = None) -> NameEffect:
        """Record that names are different; they are not proposed again. Raises Refused, EditConflict."""
        ruling = name_ruling({"kind": name_kind(kind), "spellings": list(spellings)}, is_one=False)
        if reason := name_changes.objection(ruling, verdicts.in_force(self._store), is_one=False):
            raise Refused(reason)
        return self._counting(lambda: self._decide(NOT_ONE_NAME, ruling, who=who, why=why, seen=seen))

    def take_apart(self, kind: str, name: str, *, who: str, why: str, seen: int | None = None) -> NameEffect:
        """Take a settled name apart: its spellings are different names. Raises NoSuchRecord, EditConflict."""
        settled = decided.settled_names(verdicts.in_force(self._store)).clusters(name_kind(kind))
        own = next((each for each in settled if each.name == name), None)
        if own is None:
            raise NoSuchRecord(message("There is no settled name “{name}” of this kind.", name=name))
        if len(own.spellings) == 1:
            raise Refused(message("“{name}” has one spelling; undo the decision that settled it.", name=name))
        ruling = NameRuling(kind=own.kind, spellings=own.spellings, replaces=(*own.decisions, *own.replaced))
        return self._counting(lambda: self._decide(NOT_ONE_NAME, ruling, who=who, why=why, seen=seen))

    def export(self) -> str:
        """Every settled name, and all decisions that names are different, as a CSV file for other books."""
        decisions = verdicts.in_force(self._store)
        settled = decided.settled_names(decisions)
        apart = (each for kind in KINDS for each in name_changes.in_force_apart(decisions, kind))
        rulings = (msgspec.convert(each.change, NameRuling) for each in apart)
        return name_file.written((each for kind in KINDS for each in settled.clusters(kind)), rulings)

    def import_file(self, content: bytes, *, origin: str, who: str) -> ImportedNames:
        """Settle the names of a file of another book; names settled in this book stay as they are. Raises Refused."""
        rulings, refused = name_file.read(content, origin)
        changed: list[str] = []
        why, unchanged = message("Imported from {file}.", file=origin), 0
        for each in rulings:
            decisions, ruling = verdicts.in_force(self._store), each.ruling
            if (reason := name_changes.objection(ruling, decisions, is_one=each.is_one)) is not None:
                where = message("{file}, line {line}", file=origin, line=each.line)
                refused.append(Refusal(origin=where, reason=reason))
            elif name_changes.holds_already(ruling, decisions, is_one=each.is_one):
                unchanged += 1
            else:
                whole = name_changes.completed(ruling, decisions) if each.is_one else ruling
                self._decide(ONE_NAME if each.is_one else NOT_ONE_NAME, whole, who=who, why=why)
                changed.append(ruling.name or " ≠ ".join(ruling.spellings))
        for_lists(self._store)
        return ImportedNames(changed=tuple(changed), unchanged=unchanged, refused=tuple(refused))

    def _decide(self, verdict: str, ruling: NameRuling, *, who: str, why: str, seen: int | None = None) -> Decision:
        proposal = Proposal(verdict=verdict, subject=ruling.kind, why=why, change=ruling.to_dict(), seen=seen)
        return conflicts.decide(self._store, proposal, who=who)

    def _counting(self, decide: Callable[[], Decision]) -> NameEffect:
        """Decide, and count the sources before and after."""
        before = self._sources()
        decision = decide()
        return NameEffect(decision=decision, sources_before=before, sources_after=self._sources())

    def _sources(self) -> int | None:
        """The independent sources of all figures of all incidents, added up; None in a book of many incidents."""
        if cache.number(for_lists(self._store)) > _MOST_COUNTED:
            return None
        figures = (figure for each in cache.incidents(self._store) for figure in each.figures.values())
        return sum(figure.independent_sources for figure in figures)

    def _bodies(self) -> frozenset[str]:
        """The keys of outlets, and of speakers that initials name: they may have been read as places."""
        speakers = (each for each in self.summaries("speakers") if each.name.isupper() and len(each.name) > 2)
        named = {each.key for each in (*speakers, *self.summaries("outlets"))}
        return frozenset(key for key in named if not name_pairs.names_country(key))


def _around(text: str, name: str, near: int) -> dict[str, str]:
    """The words around the occurrence of a name that is nearest to a position; around the position if there is none."""
    lowered, wanted = text.lower(), name.lower()
    starts = []
    start = lowered.find(wanted) if len(lowered) == len(text) else text.find(name)
    while start >= 0:
        starts.append(start)
        start = lowered.find(wanted, start + 1)
    at = min(starts, key=lambda each: abs(each - near)) if starts else near
    end = at + len(name) if starts else at
    before, after = text[max(0, at - _AROUND) : at], text[end : end + _AROUND]
    before = before if at <= _AROUND else "… " + before.partition(" ")[2]
    after = after if end + _AROUND >= len(text) else after.rpartition(" ")[0] + " …"
    return {"before": " ".join([*before.split(), ""]), "words": text[at:end], "after": " ".join(["", *after.split()])}
