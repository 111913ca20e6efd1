"""Sentences of a brief, filled in from records by phrases of a catalogue."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import PurePath

from tollbook.briefs.checking import check
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale import wording
from tollbook.model import Claim, Report, When
from tollbook.record import Figure, Statement, Victim

#: A phrase of the catalogue by its name, filled in.
Phrase = Callable[..., str]
#: Incidents of one brief, at most: more is a listing, and nobody checks the words of so many.
MOST = 60
#: Claims named under one sentence; the others of the same kind are in the record.
_NOTES = 6


class _Notes:
    """Footnotes in the order they are first named, the same words of one report once."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int, int], Footnote] = {}

    def of(self, claims: Iterable[Claim], reports: Mapping[str, Report]) -> tuple[int, ...]:
        """The numbers of the footnotes to the first of some claims."""
        return tuple(dict.fromkeys(self.number(claim, reports[claim.report]) for claim in [*claims][:_NOTES]))

    def number(self, claim: Claim, report: Report) -> int:
        """The number of the footnote to a claim."""
        words_of_it = (report.id, claim.start, claim.end)
        if words_of_it not in self.made:
            self.made[words_of_it] = Footnote(
                number=len(self.made) + 1,
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
        return self.made[words_of_it].number


def brief(dossiers: Sequence[IncidentEvidence], phrase: Phrase, *, rule: str, as_of: date | None = None) -> Brief:
    """The brief of some incidents. Raises Refused for none or too many, and where a number is not in the record."""
    if not dossiers:
        raise Refused("A brief needs at least one incident; nothing was found.")
    if len(dossiers) > MOST:
        raise Refused(f"A brief holds {MOST} incidents at most, and here are {len(dossiers)}; narrow them down first.")
    notes = _Notes()
    chapters = []
    for each in dossiers:
        chapter = _Writer(each, phrase, notes).chapter(reasons=len(dossiers) == 1)
        check(chapter, each)
        chapters.append(chapter)
    return Brief(chapters=tuple(chapters), footnotes=tuple(notes.made.values()), rule=rule, as_of=as_of)


class _Writer:
    """The sentences on one incident."""

    def __init__(self, dossier: IncidentEvidence, phrase: Phrase, notes: _Notes) -> None:
        self._incident = dossier.incident
        self._dossier = dossier
        # As of a day the dossier may know later reports too; the record of that day does not.
        told = (link.id for link in dossier.incident.reports if link.id in dossier.reports)
        self._reports = {name: dossier.reports[name] for name in told}
        self._claims = {claim.id: claim for claim in dossier.group.claims if claim.report in self._reports}
        self._phrase = phrase
        self._notes = notes

    def chapter(self, *, reasons: bool) -> Chapter:
        """All of it, sentence by sentence, so that footnotes are numbered as they are read."""
        return Chapter(
            incident=self._incident,
            setting=tuple(self._setting()),
            figures=tuple(self._figures()),
            persons=tuple(self._persons()),
            statements=tuple(self._statements()),
            doubts=tuple(Line(text=question) for question in self._incident.questions),
            why=tuple(self._why()) if reasons else (),
        )

    def _line(self, phrase: str, claims: Iterable[str] = (), /, **values: object) -> Line:
        known = sorted((self._claims[c] for c in claims if c in self._claims), key=self._order)
        return Line(text=self._phrase(f"brief.{phrase}", **values), notes=self._notes.of(known, self._reports))

    def _order(self, claim: Claim) -> tuple[date, str, int]:
        return self._reports[claim.report].published or date.max, claim.report, claim.start

    def _setting(self) -> Iterator[Line]:
        incident = self._incident
        first = {c.report: c.id for c in sorted(self._claims.values(), key=self._order, reverse=True) if c.event}
        kind = self._phrase(f"kind.{incident.kind.replace(' ', '_')}")
        where = wording.clean(incident.place.name) if incident.place else self._phrase("brief.nowhere")
        outlets = {report.outlet for report in self._reports.values() if report.outlet}
        yield self._line("told", first.values(), kind=kind, place=where, days=self._days(incident.when))
        yield self._line("sources" if outlets else "sources_unnamed", n=len(incident.reports), outlets=len(outlets))
        for site in incident.sites:
            effect = self._phrase(f"brief.effect_{site.effect}")
            yield self._line("site", site.claims, name=wording.clean(site.name), kind=site.kind, effect=effect)

    def _days(self, when: When | None) -> str:
        return wording.days(when) or self._phrase("brief.no_day")

    def _figures(self) -> Iterator[Line]:
        for fate, figure in self._incident.figures.items():
            said = [*figure.low_claims, *figure.best_claims, *figure.high_claims]
            name = self._phrase(f"fate.{fate}")
            text = wording.bounds(figure)
            best = figure.best is not None and figure.low != figure.high
            with_best = {"best": figure.best} if best else {}
            yield self._line("figure_best" if best else "figure", said, fate=name, bounds=text, **with_best)
            yield self._line(f"status_{figure.status.replace(' ', '_')}", (), n=figure.independent_sources, fate=name)
            yield from self._superseded(name, figure)
        if not self._incident.figures:
            yield self._line("no_figures")

    def _superseded(self, fate: str, figure: Figure) -> Iterator[Line]:
        if figure.superseded_claims:
            counts = (self._claims[c].count for c in figure.superseded_claims if c in self._claims)
            said = dict.fromkeys(wording.bounds(count) for count in counts if count)
            yield self._line("superseded", figure.superseded_claims, fate=fate, numbers=", ".join(said))

    def _persons(self) -> Iterator[Line]:
        for victim in self._incident.victims:
            if victim.name:
                about = ", ".join(filter(None, (wording.clean(victim.name), *self._known(victim))))
                effect = self._phrase(f"fate.{victim.effect}")
                yield self._line("person", victim.claims, who=about, effect=effect)

    def _known(self, victim: Victim) -> Iterator[str]:
        if victim.age is not None:
            yield self._phrase("brief.aged", age=wording.bounds(victim.age))
        if victim.status != "unknown":
            yield victim.status

    def _statements(self) -> Iterator[Line]:
        for each in self._incident.perpetrators:
            yield self._line("responsible", each.claims, name=wording.clean(each.name), how=each.confidence)
        for said in self._incident.statements:
            stance = self._phrase(f"stance.{said.stance.replace(' ', '_')}")
            day = self._phrase("brief.on", day=wording.day(said.said)) if said.said else self._phrase("brief.undated")
            quote = wording.clean(said.quote).strip('“”"«»„ ')
            yield self._line("statement", said.claims, day=day, speaker=self._speaker(said), stance=stance, quote=quote)

    def _speaker(self, said: Statement) -> str:
        """Who said it; a report of no named outlet by the name of its file, as everywhere else in the reading room."""
        nameless = (report for report in self._reports.values() if said.speaker == f"report {report.id}")
        name = next((PurePath(report.origin).name for report in nameless), "") or said.speaker
        return wording.clean(name)

    def _why(self) -> Iterator[Line]:
        """Why each figure is what it is; the rule itself is told once, in the note on method."""
        for each in self._dossier.explanation:
            for sentence in each.sentences:
                if sentence.about not in {"figure", "rule"}:
                    claims = [self._claims[name] for name in sentence.claims if name in self._claims]
                    numbers = tuple(self._notes.number(claim, self._reports[claim.report]) for claim in claims)
                    yield Line(text=sentence.text, notes=numbers)
