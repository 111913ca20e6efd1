"""Writes a brief from records: one page for each incident, then the annex with every detail."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from pathlib import PurePath

from tollbook.briefs import sentences
from tollbook.briefs.brief_sources import BriefSources, unnumbered
from tollbook.briefs.checking import checked
from tollbook.briefs.names import named
from tollbook.briefs.open_points import checks, open_points
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.decisions.field_marks import NO_MARKS, Marks
from tollbook.errors import Refused
from tollbook.incidents.checked_values import FIGURES, RecordValue, checked_in_words, record_values
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale.messages import message
from tollbook.model import Claim, Report
from tollbook.record import Statement, Victim

#: Most incidents of one brief. A longer one would be a listing, with too many quotations to check by hand.
MOST = 60
#: Most claims named under one sentence; the others of the same kind are in the record.
_NOTES = 6
#: Most items of each list on the page of an incident; the annex has all of them.
_SITES, _SOURCES, _PEOPLE, _STATEMENTS, _OPEN = 5, 5, 6, 4, 7
#: Stances on responsibility come first on the page: statements of both sides in turn, then the others.
_DECIDING = ("claims responsibility", "admits", "denies", "accuses")
_FURTHER = ("promises inquiry", "condemns")


class _Notes:
    """Footnotes in the order of first use. The same words of one report have one footnote."""

    def __init__(self) -> None:
        self.footnotes: dict[tuple[str, int, int], Footnote] = {}

    def of(self, claims: Iterable[Claim], reports: Mapping[str, Report]) -> tuple[int, ...]:
        """The numbers of the footnotes to the first of the claims."""
        return tuple(dict.fromkeys(self.number(claim, reports[claim.report]) for claim in [*claims][:_NOTES]))

    def number(self, claim: Claim, report: Report) -> int:
        """The number of the footnote to a claim."""
        key = (report.id, claim.start, claim.end)
        if key not in self.footnotes:
            self.footnotes[key] = Footnote(
                number=len(self.footnotes) + 1,
                claim=claim.id,
                quote=claim.quote,
                report=report.id,
                outlet=report.outlet,
                title=report.title,
                published=report.published,
                url=report.url,
                origin=PurePath(report.origin).name,
                start=claim.start,
                end=claim.end,
            )
        return self.footnotes[key].number


def brief(
    evidence: Sequence[IncidentEvidence], *, rule: str, as_of: date | None = None, marks: Marks = NO_MARKS
) -> Brief:
    """The brief of some incidents; ``marks`` say what people checked. Raises Refused for none or too many."""
    if not evidence:
        raise Refused(message("A brief needs at least one incident; nothing was found."))
    if len(evidence) > MOST:
        raise Refused(
            message(
                "A brief has at most {most} incidents, and {number} are selected; select fewer.",
                most=MOST, number=len(evidence),
            )
        )  # fmt: skip
    notes = _Notes()
    chapters = [_Writer(each, notes, marks).chapter(reasons=len(evidence) == 1) for each in evidence]
    return Brief(chapters=tuple(chapters), footnotes=tuple(notes.footnotes.values()), rule=rule, as_of=as_of)


class _Writer:
    """The sentences on one incident."""

    def __init__(self, evidence: IncidentEvidence, notes: _Notes, marks: Marks) -> None:
        self._incident = evidence.incident
        self._evidence = evidence
        self._sources = BriefSources(evidence)
        self._values = record_values(evidence.incident, evidence.group.claims, marks)
        self._notes = notes

    def chapter(self, *, reasons: bool) -> Chapter:
        """The sentences in the order of reading, so that footnotes are numbered in that order."""
        first = _on_the_page(self._incident.statements)
        shown = [each for each in self._incident.statements if each in first]
        page = Chapter(
            incident=self._incident,
            checked=checked_in_words(self._values),
            setting=tuple(self._setting()),
            figures=tuple(self._figures()),
            persons=tuple(self._persons()),
            statements=(*self._responsible(), *(self._statement(each, whole=False) for each in shown)),
            doubts=tuple(islice(self._open(), _OPEN)),
            every_person=tuple(self._every_person()),
            quoted=tuple(self._statement(each, whole=True) for each in self._incident.statements),
            more_doubts=tuple(islice(self._open(), _OPEN, None)),
            checks=tuple(Line(text=self._named(question)) for question in checks(self._evidence)),
            why=tuple(self._why()) if reasons else (),
        )
        return checked(page, self._evidence)

    def _line(self, text: str, claims: Iterable[str] = (), values: Iterable[tuple[str, RecordValue]] = ()) -> Line:
        """A line with the footnotes of its claims; ``values`` are the values of the record in it, with names."""
        notes = self._notes.of(self._sources.known(claims), self._sources.reports)
        return Line(text=text, notes=notes, checked=sentences.checked_by([*values]))

    def _named(self, text: str) -> str:
        return named(text, self._evidence.reports)

    def _value(self, field: str, item: str | int | None = None) -> RecordValue:
        return next(value for value in self._values if (value.field, value.item) == (field, item))

    def _listed(self, field: str, names: Mapping[int, str]) -> list[tuple[str, RecordValue]]:
        """Values of a list of the record by their positions, with their names."""
        return [(name, self._value(field, item)) for item, name in names.items()]

    def _setting(self) -> Iterator[Line]:
        incident, sources = self._incident, self._sources
        reported = sorted(sources.claims.values(), key=sources.order, reverse=True)
        first = {claim.report: claim.id for claim in reported if claim.event}
        single = {"kind": message("kind of incident"), "place": message("place"), "when": message("day")}
        yield self._line(
            sentences.summary(incident), first.values(), [(name, self._value(field)) for field, name in single.items()]
        )
        if hit := incident.sites[:_SITES]:
            values = self._listed("sites", {n: site.name for n, site in enumerate(hit)})
            yield self._line(sentences.sites(hit), [site.claims[0] for site in hit if site.claims], values)
        outlets = sorted({report.outlet for report in sources.reports.values() if report.outlet}, key=str.casefold)
        yield self._line(sentences.coverage(len(incident.reports), outlets))

    def _figures(self) -> Iterator[Line]:
        sources = self._sources
        for outcome, figure in self._incident.figures.items():
            supported = sentences.sources(outcome, figure, excluded=self._excluded(outcome))
            text = " ".join((sentences.figure(outcome, figure), supported))
            bounds = [*figure.low_claims, *figure.best_claims, *figure.high_claims]
            if said := sources.counts(outcome, figure.superseded_claims):
                text = f"{text} {sentences.according_to(said, _SOURCES)}"
            elif behind := sources.informants(bounds):
                text = f"{text} {sentences.from_parts(behind, _SOURCES)}"
            yield self._line(text, bounds, [(outcome, self._value(FIGURES, outcome))])
        if not self._incident.figures:
            yield self._line(message("No report gives a number of casualties."))

    def _excluded(self, outcome: str) -> bool:
        """Whether the explanation of a figure says that the number of one of its sources cannot be true."""
        told = (each.sentences for each in self._evidence.explanation if each.fate == outcome)
        return any(sentence.about == "contradicted" for every in told for sentence in every)

    def _victims(self) -> dict[str, list[tuple[int, Victim]]]:
        """Persons and groups by outcome, with their positions, without the counts that are the figures themselves."""
        found: dict[str, list[tuple[int, Victim]]] = defaultdict(list)
        for position, victim in enumerate(self._incident.victims):
            counts = self._sources.known(victim.claims)
            total = victim.name is None and any(c.scope == "incident" for c in counts) and victim.count.low != 1
            if not total or unnumbered(counts):
                found[victim.effect].append((position, victim))
        return found

    def _persons(self) -> Iterator[Line]:
        for effect, victims in self._victims().items():
            for is_named, counted in ((True, True), (False, True), (False, False)):
                chosen = [each for each in victims if self._is_listed(each[1], named=is_named, counted=counted)]
                if not chosen:
                    continue
                shown = {position: self._person(victim) for position, victim in chosen[:_PEOPLE]}
                others = [message("and others, listed in the annex")] if len(chosen) > _PEOPLE else []
                text = sentences.people(effect, [*shown.values(), *others], named=is_named, counted=counted)
                claims = [victim.claims[0] for _, victim in chosen[:_PEOPLE] if victim.claims]
                yield self._line(text, claims, self._listed("victims", shown))

    def _is_listed(self, victim: Victim, *, named: bool, counted: bool) -> bool:
        """Whether a victim is in a group of victims: those with a name, else those with or without a number."""
        if victim.name or named:
            return bool(victim.name) and named
        return unnumbered(self._sources.known(victim.claims)) != counted

    def _person(self, victim: Victim) -> str:
        """A person with roles and relatives from all reports, or a group."""
        own = {*victim.claims}
        people = [each for each in self._incident.persons if {source.claim for source in each.sources} == own]
        same = next((each for each in people if each.name == victim.name), None)
        return sentences.person(victim, (*same.roles, *same.kin) if same is not None else ())

    def _every_person(self) -> Iterator[Line]:
        """One line for each person, where the page cannot name them all."""
        for victims in self._victims().values():
            for position, victim in victims if len(victims) > _PEOPLE else ():
                who = self._person(victim)
                text = message("{who}: {effect}.", who=who, effect=victim.effect)
                yield self._line(text, victim.claims, self._listed("victims", {position: who}))

    def _responsible(self) -> Iterator[Line]:
        by_whom = [(n, each, self._sources.accusers(each)) for n, each in enumerate(self._incident.perpetrators)]
        only_denied = [(n, each) for n, each, by in by_whom if not by and each.confidence == "denied"]
        accused = [(n, each, by) for n, each, by in by_whom if by or each.confidence != "denied"]
        if accused:
            text = sentences.responsible([(each, by) for _, each, by in accused], _SOURCES)
            values = self._listed("perpetrators", {n: each.name for n, each, _ in accused})
            yield self._line(text, [each.claims[0] for _, each, _ in accused if each.claims], values)
        if only_denied:
            values = self._listed("perpetrators", {n: each.name for n, each in only_denied})
            claims = [each.claims[0] for _, each in only_denied if each.claims]
            yield self._line(sentences.only_denied(each.name for _, each in only_denied), claims, values)

    def _statement(self, each: Statement, *, whole: bool) -> Line:
        text = sentences.statement(each, self._sources.speaker(each), whole=whole)
        item = self._incident.statements.index(each)
        return self._line(text, each.claims, [(each.speaker, self._value("statements", item))])

    def _open(self) -> Iterator[Line]:
        for point in open_points(self._evidence, self._sources):
            yield self._line(self._named(point.text), point.claims)

    def _why(self) -> Iterator[Line]:
        """The explanation of each figure. The rule itself is explained once, in the note on method."""
        claims, reports = self._sources.claims, self._sources.reports
        for each in self._evidence.explanation:
            told = [sentence for sentence in each.sentences if sentence.about not in {"figure", "rule"}]
            if told:
                yield Line(text=message("People {fate}", fate=each.fate), heading=True)
            for sentence in told:
                known = [claims[name] for name in sentence.claims if name in claims]
                numbers = tuple(self._notes.number(claim, reports[claim.report]) for claim in known)
                yield Line(text=self._named(sentence.text), notes=numbers)


def _on_the_page(statements: Sequence[Statement]) -> list[Statement]:
    """The statements that fit on a page: the first of each deciding stance, the second of each, then others."""
    before: Counter[str] = Counter()
    ranked = []
    for each in statements:
        deciding = each.stance in _DECIDING
        order = _DECIDING if deciding else _FURTHER
        rank = order.index(each.stance) if each.stance in order else len(order)
        ranked.append((not deciding, before[each.stance] if deciding else 0, rank))
        before[each.stance] += 1
    places = sorted(range(len(ranked)), key=ranked.__getitem__)
    return [statements[n] for n in places[:_STATEMENTS]]
