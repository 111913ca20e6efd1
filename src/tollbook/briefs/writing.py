"""Writes a brief from records: one page for each incident, then the annex with every detail."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import PurePath

from tollbook.briefs import sentences
from tollbook.briefs.checking import checked
from tollbook.briefs.names import named
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale.messages import message
from tollbook.model import Claim, Report
from tollbook.reconcile.independence import informant
from tollbook.reconcile.persons import describes_persons
from tollbook.record import Statement, Victim
from tollbook.report_name import publisher_name

#: Most incidents of one brief. A longer one would be a listing, with too many quotations to check by hand.
MOST = 60
#: Most claims named under one sentence; the others of the same kind are in the record.
_NOTES = 6
#: Most items of each list on the page of an incident; the annex has all of them.
_SITES, _SOURCES, _PEOPLE, _STATEMENTS, _DOUBTS = 5, 5, 6, 4, 5
#: Characters of a question that quotes nothing.
_SHORT = 130
#: Statements that decide who is held responsible come first on the page: those of both sides in turn, then the others.
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


def brief(evidence: Sequence[IncidentEvidence], *, rule: str, as_of: date | None = None) -> Brief:
    """The brief of some incidents. Raises Refused for none or too many."""
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
    chapters = [_Writer(each, notes).chapter(reasons=len(evidence) == 1) for each in evidence]
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
        questions = [named(question, self._evidence.reports) for question in self._incident.questions]
        # A short question first: a long one quotes a statement that is on the page already.
        doubts = [Line(text=question) for question in sorted(questions, key=lambda text: len(text) > _SHORT)]
        first = _on_the_page(self._incident.statements)
        shown = [each for each in self._incident.statements if each in first]
        page = Chapter(
            incident=self._incident,
            setting=tuple(self._setting()),
            figures=tuple(self._figures()),
            persons=tuple(self._persons()),
            statements=(*self._responsible(), *(self._statement(each, whole=False) for each in shown)),
            doubts=tuple(doubts[:_DOUBTS]),
            every_person=tuple(self._every_person()),
            quoted=tuple(self._statement(each, whole=True) for each in self._incident.statements),
            more_doubts=tuple(doubts[_DOUBTS:]),
            why=tuple(self._why()) if reasons else (),
        )
        return checked(page, self._evidence)

    def _line(self, text: str, claims: Iterable[str] = ()) -> Line:
        known = sorted((self._claims[c] for c in claims if c in self._claims), key=self._order)
        return Line(text=text, notes=self._notes.of(known, self._reports))

    def _order(self, claim: Claim) -> tuple[date, str, int]:
        return self._reports[claim.report].published or date.max, claim.report, claim.start

    def _setting(self) -> Iterator[Line]:
        incident = self._incident
        first = {c.report: c.id for c in sorted(self._claims.values(), key=self._order, reverse=True) if c.event}
        yield self._line(sentences.summary(incident), first.values())
        if hit := incident.sites[:_SITES]:
            yield self._line(sentences.sites(hit), [site.claims[0] for site in hit if site.claims])
        outlets = sorted({report.outlet for report in self._reports.values() if report.outlet}, key=str.casefold)
        yield self._line(sentences.coverage(len(incident.reports), outlets))

    def _figures(self) -> Iterator[Line]:
        for outcome, figure in self._incident.figures.items():
            text = " ".join((sentences.figure(outcome, figure), sentences.sources(outcome, figure)))
            if said := self._said(outcome, set(figure.superseded_claims)):
                text = f"{text} {sentences.according_to(said, _SOURCES)}"
            elif behind := self._informants([*figure.low_claims, *figure.best_claims, *figure.high_claims]):
                text = f"{text} {sentences.from_parts(behind, _SOURCES)}"
            yield self._line(text, [*figure.low_claims, *figure.best_claims, *figure.high_claims])
        if not self._incident.figures:
            yield self._line(message("No report gives a number of casualties."))

    def _said(self, outcome: str, superseded: set[str]) -> list[tuple[str, list[Claim]]]:
        """Each independent source with its claims that count everybody with one outcome, those with most first."""
        found = []
        for group in self._evidence.sources.groups:
            own = [self._claims[c] for c in group.claims if c in self._claims and c not in superseded]
            own = [c for c in own if c.kind == outcome and c.scope == "incident" and _says_how_many(c)]
            if own:
                found.append((named(group.name, self._evidence.reports), own))
        return found

    def _informants(self, claims: Iterable[str]) -> list[str]:
        """Who said some claims of the record, each once: those who accuse first, then by day; else the outlet."""
        known = [self._claims[name] for name in claims if name in self._claims]
        ordered = sorted(known, key=lambda claim: (claim.stance != "accuses", self._order(claim)))
        return list(dict.fromkeys(map(self._informant, ordered)))

    def _informant(self, claim: Claim) -> str:
        speaker = informant(claim)
        return speaker.name if speaker is not None and speaker.name else publisher_name(self._reports[claim.report])

    def _victims(self) -> dict[str, list[Victim]]:
        """Persons and described groups by outcome, without the counts that are the figures themselves."""
        found: dict[str, list[Victim]] = defaultdict(list)
        for victim in self._incident.victims:
            counts = [self._claims[c] for c in victim.claims if c in self._claims]
            total = victim.name is None and any(c.scope == "incident" for c in counts) and victim.count.low != 1
            if not total:
                found[victim.effect].append(victim)
        return found

    def _persons(self) -> Iterator[Line]:
        for effect, victims in self._victims().items():
            for chosen in ([v for v in victims if v.name], [v for v in victims if not v.name]):
                shown = [sentences.person(victim) for victim in chosen[:_PEOPLE]]
                if len(chosen) > _PEOPLE:
                    shown.append(message("and others, listed in the annex"))
                is_named = bool(chosen and chosen[0].name)
                for text in sentences.people(effect, shown if is_named else [], [] if is_named else shown):
                    yield self._line(text, [victim.claims[0] for victim in chosen[:_PEOPLE] if victim.claims])

    def _every_person(self) -> Iterator[Line]:
        """One line for each person, where the page cannot name them all."""
        for victims in self._victims().values():
            for victim in victims if len(victims) > _PEOPLE else ():
                text = message("{who}: {effect}.", who=sentences.person(victim), effect=victim.effect)
                yield self._line(text, victim.claims)

    def _responsible(self) -> Iterator[Line]:
        if accused := self._incident.perpetrators:
            denials = {claim.id for claim in self._claims.values() if claim.stance == "denies"}
            by_whom = [(each, self._informants({*each.claims} - denials)) for each in accused]
            text = sentences.responsible(by_whom, _SOURCES)
            yield self._line(text, [each.claims[0] for each in accused if each.claims])

    def _statement(self, each: Statement, *, whole: bool) -> Line:
        return self._line(sentences.statement(each, self._speaker(each), whole=whole), each.claims)

    def _speaker(self, statement: Statement) -> str:
        """The speaker; a report without an outlet by the name of its file, as everywhere in the web interface."""
        nameless = (report for report in self._reports.values() if statement.speaker == f"report {report.id}")
        return next((PurePath(report.origin).name for report in nameless), "") or statement.speaker

    def _why(self) -> Iterator[Line]:
        """Why each figure is what it is. The rule itself is explained once, in the note on method."""
        for each in self._evidence.explanation:
            for sentence in each.sentences:
                if sentence.about not in {"figure", "rule"}:
                    claims = [self._claims[name] for name in sentence.claims if name in self._claims]
                    numbers = tuple(self._notes.number(claim, self._reports[claim.report]) for claim in claims)
                    yield Line(text=named(sentence.text, self._evidence.reports), notes=numbers)


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


def _says_how_many(claim: Claim) -> bool:
    """Whether a claim counts everybody with its outcome, and gives a number."""
    count = claim.count
    known = count is not None and any(n is not None for n in (count.low, count.best, count.high))
    return known and not describes_persons(claim)
