"""Writes the sentences of a brief from records. They are English, as all records are; the interface translates them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import PurePath

from tollbook.briefs.checking import check
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale import wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Report
from tollbook.record import Figure, Incident, Site, Statement, Victim

#: Most incidents of one brief. A longer one would be a listing, with too many quotations to check by hand.
MOST = 60
#: Most claims named under one sentence; the others of the same kind are in the record.
_NOTES = 6


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
                start=claim.start,
                end=claim.end,
            )
        return self.footnotes[key].number


def brief(evidence: Sequence[IncidentEvidence], *, rule: str, as_of: date | None = None) -> Brief:
    """The brief of some incidents. Raises Refused for none or too many, and if a number is not in the record."""
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
    chapters = []
    for each in evidence:
        chapter = _Writer(each, notes).chapter(reasons=len(evidence) == 1)
        check(chapter, each)
        chapters.append(chapter)
    return Brief(chapters=tuple(chapters), footnotes=tuple(notes.footnotes.values()), rule=rule, as_of=as_of)


class _Writer:
    """The sentences on one incident."""

    def __init__(self, evidence: IncidentEvidence, notes: _Notes) -> None:
        self._incident = evidence.incident
        self._evidence = evidence
        # As of a day the evidence may have later reports too; the record of that day does not.
        linked = (link.id for link in evidence.incident.reports if link.id in evidence.reports)
        self._reports = {name: evidence.reports[name] for name in linked}
        self._claims = {claim.id: claim for claim in evidence.group.claims if claim.report in self._reports}
        self._notes = notes

    def chapter(self, *, reasons: bool) -> Chapter:
        """The sentences in the order of reading, so that footnotes are numbered in that order."""
        return Chapter(
            incident=self._incident,
            setting=tuple(self._setting()),
            figures=tuple(self._figures()),
            persons=tuple(self._persons()),
            statements=tuple(self._statements()),
            doubts=tuple(Line(text=question) for question in self._incident.questions),
            why=tuple(self._why()) if reasons else (),
        )

    def _line(self, text: str, claims: Iterable[str] = ()) -> Line:
        known = sorted((self._claims[c] for c in claims if c in self._claims), key=self._order)
        return Line(text=text, notes=self._notes.of(known, self._reports))

    def _order(self, claim: Claim) -> tuple[date, str, int]:
        return self._reports[claim.report].published or date.max, claim.report, claim.start

    def _setting(self) -> Iterator[Line]:
        incident = self._incident
        first = {c.report: c.id for c in sorted(self._claims.values(), key=self._order, reverse=True) if c.event}
        yield self._line(_summary(incident), first.values())
        outlets = {report.outlet for report in self._reports.values() if report.outlet}
        yield self._line(_coverage(len(incident.reports), len(outlets)))
        for site in incident.sites:
            yield self._line(_site(site), site.claims)

    def _figures(self) -> Iterator[Line]:
        for outcome, figure in self._incident.figures.items():
            yield self._line(_figure(outcome, figure), [*figure.low_claims, *figure.best_claims, *figure.high_claims])
            yield self._line(_sources(outcome, figure))
            if figure.superseded_claims:
                counts = (self._claims[c].count for c in figure.superseded_claims if c in self._claims)
                numbers = ", ".join(dict.fromkeys(wording.bounds(count) for count in counts if count))
                earlier = message(
                    "Earlier numbers of people {fate} from the same source: {numbers}.", fate=outcome, numbers=numbers
                )
                yield self._line(earlier, figure.superseded_claims)
        if not self._incident.figures:
            yield self._line(message("No report gives a number of casualties."))

    def _persons(self) -> Iterator[Line]:
        for victim in self._incident.victims:
            if victim.name:
                who = ", ".join((wording.clean(victim.name), *_description(victim)))
                yield self._line(message("Named: {who}, {effect}.", who=who, effect=victim.effect), victim.claims)

    def _statements(self) -> Iterator[Line]:
        for each in self._incident.perpetrators:
            name = wording.clean(each.name)
            text = message("Reported as responsible: {name} ({confidence}).", name=name, confidence=each.confidence)
            yield self._line(text, each.claims)
        for statement in self._incident.statements:
            text = message(
                "{day}: {speaker} ({stance}): “{quote}”",
                day=wording.day(statement.said) or message("Date not known"),
                speaker=self._speaker(statement),
                stance=statement.stance,
                quote=wording.clean(statement.quote).strip('“”"«»„ '),
            )
            yield self._line(text, statement.claims)

    def _speaker(self, statement: Statement) -> str:
        """The speaker; a report without an outlet by the name of its file, as everywhere in the web interface."""
        nameless = (report for report in self._reports.values() if statement.speaker == f"report {report.id}")
        name = next((PurePath(report.origin).name for report in nameless), "") or statement.speaker
        return wording.clean(name)

    def _why(self) -> Iterator[Line]:
        """Why each figure is what it is. The rule itself is explained once, in the note on method."""
        for each in self._evidence.explanation:
            for sentence in each.sentences:
                if sentence.about not in {"figure", "rule"}:
                    claims = [self._claims[name] for name in sentence.claims if name in self._claims]
                    numbers = tuple(self._notes.number(claim, self._reports[claim.report]) for claim in claims)
                    yield Line(text=sentence.text, notes=numbers)


def _summary(incident: Incident) -> str:
    return message(
        "Reported: {kind}; where: {place}; when: {days}.",
        kind=incident.kind,
        place=wording.clean(incident.place.name) if incident.place else message("not known"),
        days=wording.days(incident.when) or message("not known"),
    )


def _coverage(reports: int, outlets: int) -> str:
    if not outlets:
        return plural("Sources: {n} report; no outlet is named.", "Sources: {n} reports; no outlet is named.", reports)
    return plural(
        "Sources: {n} report; number of outlets: {outlets}.", "Sources: {n} reports; number of outlets: {outlets}.",
        reports, outlets=outlets,
    )  # fmt: skip


def _site(site: Site) -> str:
    effect = message("effect not known") if site.effect == "unknown" else site.effect
    return message(
        "Reported as hit: {name} ({kind}), {effect}.", name=wording.clean(site.name), kind=site.kind, effect=effect
    )


def _figure(outcome: str, figure: Figure) -> str:
    bounds = wording.bounds(figure)
    if figure.best is None or figure.low == figure.high:
        return message("People {fate}: {bounds}.", fate=outcome, bounds=bounds)
    return message(
        "People {fate}: {bounds}, with {best} as the best value.", fate=outcome, bounds=bounds, best=f"{figure.best:,}"
    )


def _sources(outcome: str, figure: Figure) -> str:
    """How many independent sources give a figure, and whether they agree."""
    n = figure.independent_sources
    if figure.status == "agreed":
        return plural(
            "{n} independent source gives this number of people {fate}.",
            "{n} independent sources give this number of people {fate}.",
            n, fate=outcome,
        )  # fmt: skip
    if figure.status == "range":
        return plural(
            "{n} independent source gives numbers of people {fate} that can all be true.",
            "{n} independent sources give numbers of people {fate} that can all be true.",
            n, fate=outcome,
        )  # fmt: skip
    if figure.status == "contested":
        return plural(
            "{n} independent source gives numbers of people {fate} that contradict each other.",
            "{n} independent sources give numbers of people {fate} that contradict each other.",
            n, fate=outcome,
        )  # fmt: skip
    if figure.status == "single source":
        return message("All numbers of people {fate} come from a single source.", fate=outcome)
    return message("The same source has since replaced this number of people {fate}.", fate=outcome)


def _description(victim: Victim) -> Iterator[str]:
    if victim.age is not None:
        yield message("aged {age}", age=wording.bounds(victim.age))
    if victim.status != "unknown":
        yield victim.status
