"""Incidents and listings as text for a terminal, or for a pipe."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import get_args

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tollbook.export.listing import Cell, Listing
from tollbook.export.terminal_tables import Rows
from tollbook.locale import as_said, formatting, wording
from tollbook.locale.labels import fate, label
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.model import Claim, ClaimKind, Report
from tollbook.person import Person
from tollbook.reconcile import Explanation, measured
from tollbook.reconcile.perpetrators import parties
from tollbook.reconcile.person_proposals import perhaps_earlier
from tollbook.record import Contents, Incident, Perpetrator, Site, Statement, Toll, Victim, Weapon
from tollbook.report_name import publisher_name
from tollbook.series import Series

#: The width of piped output, in characters, and the width that records are laid out for.
WIDTH = 100


def show(parts: Iterable[RenderableType]) -> None:
    """Print to standard output: as wide as the terminal, or as plain text of ``WIDTH`` columns if piped."""
    out = Console(highlight=False)
    if out.is_terminal:
        out.print(*parts, sep="\n")
        return
    plain = Console(highlight=False, width=WIDTH)
    for part in parts:
        with plain.capture() as printed:
            plain.print(part)
        for line in printed.get().splitlines():
            print(line.rstrip())


def listing(rows: Listing) -> RenderableType:
    """A listing with its main columns: a table, or on a narrow terminal one row after the other."""
    return Rows(rows.shown, ([_shown(row, column) for column in rows.shown] for row in rows.rows))


def record(incident: Incident, contents: Contents, explained: Iterable[Explanation] = ()) -> Iterator[RenderableType]:
    """Everything about one incident: kind, time, place, figures, claims with their speakers, and open questions.

    ``explained`` are explanations of the figures, if they are to be shown.
    """
    claims = _claims_of(incident, contents)
    by_id = {claim.id: claim for claim in claims}
    reports = {report.id: report for report in contents.reports}
    yield Text(wording.clean(translate(incident.title)) or label(incident.kind, "incident_kind"), style="bold")
    own_series = next((each for each in contents.series if each.id == incident.series), None)
    yield _pairs(_head(incident, reports, own_series))
    yield from _section(
        gettext("Figures"),
        [_pairs((label(name, "claim_kind"), formatting.figure(f)) for name, f in incident.figures.items())],
    )
    yield from _section(gettext("Persons harmed"), _persons(incident.persons))
    groups = (v for v in incident.victims if not v.name and v.count.best != 1)
    yield from _section(gettext("Groups that reports count"), map(_group, groups))
    yield from _section(gettext("Held responsible"), map(_party, parties(incident.perpetrators)))
    yield from _section(gettext("Sites"), map(_site, incident.sites))
    yield from _section(gettext("Weapons"), _weapons(incident.weapons))
    yield from _section(gettext("Claims and speakers"), _claims(claims, incident, reports))
    yield from _section(gettext("Statements, in order"), (_statement(each, reports) for each in incident.statements))
    yield from _section(gettext("Descriptions of the attack"), _attack(claims))
    yield from _section(gettext("Measured by several reports"), _measured(incident, contents))
    yield from _section(gettext("Totals in the same reports"), _tolls(incident, contents))
    yield from _section(gettext("Contested"), _contested(incident, by_id, reports))
    yield from _section(gettext("Why these figures"), _explained(explained))
    yield from _section(gettext("Open questions"), (_line(translate(question)) for question in incident.questions))
    yield Text()


def _measured(incident: Incident, contents: Contents) -> Iterator[Text]:
    """Measures that several of its reports give, e.g. the length of a trench."""
    own = {link.id for link in incident.reports}
    mentions = (mention for mention in contents.measures() if mention.report in own)
    return (_line(translate(wording.measured(each))) for each in measured(mentions))


def _head(incident: Incident, reports: Mapping[str, Report], series: Series | None) -> Iterator[tuple[str, str]]:
    yield gettext("id"), incident.id
    yield gettext("kind"), label(incident.kind, "incident_kind")
    yield gettext("when"), formatting.when(incident.when)
    yield gettext("where"), formatting.where(incident.place)
    if series is not None:
        yield gettext("series"), f"{translate(wording.in_series(series))} ({series.id})"
    linked = (reports[link.id] for link in incident.reports if link.id in reports)
    outlets = dict.fromkeys(wording.clean(publisher_name(report)) or gettext("outlet not known") for report in linked)
    yield (
        gettext("reported by"),
        ngettext("{n} report: {outlets}", "{n} reports: {outlets}", len(incident.reports), outlets=", ".join(outlets)),
    )
    if incident.grade is not None:
        yield (
            gettext("grade"),
            f"{label(incident.grade.value, 'grade')} ({incident.grade.rule}): {translate(incident.grade.why)}",
        )


def _claims_of(incident: Incident, contents: Contents) -> list[Claim]:
    """The claims of an incident, those that count people first, each kind in order of publication."""
    order = {kind: place for place, kind in enumerate(get_args(ClaimKind))}
    own = [claim for claim in contents.claims if claim.incident == incident.id]
    return sorted(own, key=lambda claim: order[claim.kind])


def _claims(claims: Sequence[Claim], incident: Incident, reports: Mapping[str, Report]) -> Iterator[Rows]:
    """Each claim with its quote and speakers, except statements and descriptions of the attack, which come later.

    A claim that a later claim of the same informant supersedes is struck through.
    """
    superseded = {name for figure in incident.figures.values() for name in figure.superseded_claims}
    stated = {name for statement in incident.statements for name in statement.claims}
    rows: list[list[Text]] = []
    for claim in claims:
        if claim.kind == "attack" or claim.id in stated:
            continue
        old = claim.id in superseded
        remarks = {
            label(claim.stance, "stance"): claim.stance != "asserts",
            label(claim.scope, "scope"): claim.scope != "incident",
            gettext("superseded"): old,
        }
        notes = [remark for remark, holds in remarks.items() if holds]
        kind = label(claim.kind, "claim_kind") + (f" ({', '.join(notes)})" if notes else "")
        report = reports[claim.report]
        quote, informed = (
            wording.quoted(claim.quote),
            formatting.chain(claim.speakers, wording.clean(publisher_name(report))),
        )
        published = str(report.published or gettext("not known"))
        cells = (kind, formatting.bounds(claim.count) if claim.count else "", quote, informed, published)
        rows.append([Text(cell, style="strike" if old else "") for cell in cells])
    if rows:
        yield Rows(("claim", "figure", "quote", "according to", "published"), rows)


def _attack(claims: Sequence[Claim]) -> Iterator[Text]:
    quotes = dict.fromkeys(wording.quoted(claim.quote) for claim in claims if claim.kind == "attack")
    if quotes:
        yield _line(", ".join(quotes))


def _persons(persons: Sequence[Person]) -> Iterator[Text]:
    """A line for each person; where the figure is one person of a fate, the others say that they may be the first."""
    earlier = perhaps_earlier(persons)
    for person in persons:
        first = earlier.get(person.id)
        who = "" if first is None else first.name or first.description
        yield _person(person).append(gettext("; may be the same person as {who}", who=who) if who else "")


def _person(person: Person) -> Text:
    who = ", ".join(dict.fromkeys(filter(None, (person.name, *person.roles, *person.kin)))) or person.description
    known = [gettext("age {age}", age=formatting.bounds(person.age))] if person.age else []
    known += [part for part in (label(person.sex, "sex"), _status(person.status)) if part]
    return _harmed(who, known, fate(person.fate, in_doubt=person.in_doubt))


def _group(group: Victim) -> Text:
    number = formatting.bounds(group.count) if wording.bounds(group.count) != "not known" else ""
    known = [part for part in (number, _status(group.status)) if part]
    return _harmed(group.description, known, fate(group.effect, in_doubt=group.in_doubt))


def _harmed(who: str, known: Sequence[str], what: str) -> Text:
    notes = f" ({', '.join(known)})" if known else ""
    return _line(f"{who or gettext('not named')}{notes}: {what}")


def _status(status: str) -> str:
    return "" if status == "unknown" else label(status, "people_status")


def _site(site: Site) -> Text:
    return _line(f"{site.name} ({label(site.kind, 'thing_kind')}): {label(site.effect, 'site_effect')}")


def _weapons(found: Sequence[Weapon]) -> Iterator[Text]:
    """One line for each kind of weapon, with the words as said."""
    for kind, alike in groupby(sorted(found, key=lambda weapon: weapon.kind), key=lambda weapon: weapon.kind):
        words = (word for weapon in alike for word in weapon.wordings or (weapon.name,))
        yield _line(f"{label(kind, 'thing_kind')}: {', '.join(words)}")


def _party(party: Sequence[Perpetrator]) -> Text:
    """One party held responsible, with its longer names: "the Front, also as Front fighters: accused"."""
    first, *others = party
    kind, certainty = label(first.kind, "actor_kind"), label(first.confidence, "certainty")
    text = f"{first.name} ({kind}): {certainty}"
    named = (f"{each.name} ({label(each.confidence, 'certainty')})" for each in others)
    return _line(gettext("{who}; also as {names}", who=text, names=", ".join(named)) if others else text)


def _statement(statement: Statement, reports: Mapping[str, Report]) -> Text:
    day = f"{formatting.day(statement.said)}: " if statement.said else ""
    n = len(statement.reports)
    times = ngettext(" (said in {n} report)", " (said in {n} reports)", n) if n > 1 else ""
    words = wording.quoted(statement.quote)
    return _line(f"{day}{statement.speaker} ({label(statement.stance, 'stance')}): {words}{times}")


def _tolls(incident: Incident, contents: Contents) -> Iterator[RenderableType]:
    own = {link.id for link in incident.reports}
    near = {claim.toll for claim in contents.claims if claim.report in own and claim.toll}
    for toll in contents.tolls:
        if toll.id in near:
            yield from toll_lines(toll)


def toll_lines(toll: Toll) -> Iterator[Text]:
    """A toll: what it counts, then its series."""
    kind = label(toll.kind, "claim_kind")
    if toll.place:
        kind = gettext("{kind} in {place}", kind=kind, place=wording.clean(toll.place.name))
    people = f", {toll.people}" if toll.people else ""
    sources = ngettext("{n} independent source", "{n} independent sources", toll.independent_sources)
    yield _line(f"{kind}{people} ({sources})")
    for note, series in (("", toll.series), (f" ({gettext('derived')})", toll.derived)):
        for point in series:
            yield _line(
                f"  {formatting.day(point.as_of) or gettext('day not known')}: {formatting.bounds(point)}{note}"
            )


def _contested(incident: Incident, claims: Mapping[str, Claim], reports: Mapping[str, Report]) -> Iterator[Text]:
    for name, figure in incident.figures.items():
        if figure.status == "contested":
            ends = as_said.bounds(figure)
            low, high = (
                _speakers((claims[c] for c in names if c in claims), reports)
                for names in (figure.low_claims, figure.high_claims)
            )
            yield _line(
                gettext(
                    "{figure} {low} according to {low_speakers}; {high} according to {high_speakers}",
                    figure=label(name, "claim_kind"),
                    low=formatting.bound(ends.low),
                    high=formatting.bound(ends.high),
                    low_speakers=low,
                    high_speakers=high,
                )
            )


def _explained(explanations: Iterable[Explanation]) -> Iterator[Text]:
    """A paragraph for each figure; the rule is cited once, after the last."""
    rules: dict[str, None] = {}
    for each in explanations:
        yield _line(" ".join(translate(s.text) for s in each.sentences if s.about != "rule"))
        rules |= dict.fromkeys(translate(s.text) for s in each.sentences if s.about == "rule")
    yield from map(_line, rules)


def _speakers(claims: Iterable[Claim], reports: Mapping[str, Report]) -> str:
    chains = dict.fromkeys(
        formatting.chain(c.speakers, wording.clean(publisher_name(reports[c.report]))) for c in claims
    )
    return ", ".join(chains) or gettext("no one named")


def _section(title: str, lines: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """A heading with lines; nothing if there are no lines."""
    for number, line in enumerate(lines):
        if number == 0:
            yield Text()
            yield Text(title, style="bold")
        yield Padding(line, (0, 0, 0, 2), expand=False)


def _line(text: str) -> Text:
    # Leading spaces are kept: they indent a series under its toll.
    indent = len(text) - len(text.lstrip(" "))
    return Text(" " * indent + wording.clean(text))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, value in pairs:
        table.add_row(Text(name, style="dim"), Text(wording.clean(value)))
    return table


def _shown(row: Mapping[str, Cell], column: str) -> Text:
    """A cell of a listing; a fate with the note that it is in doubt, for which a terminal has no column."""
    in_doubt = column == "fate" and row.get("fate in doubt")
    return _cell(f"{row[column]} ({gettext('in doubt')})" if in_doubt else row[column])


def _cell(value: Cell) -> Text:
    return Text("" if value is None else wording.clean(str(value)))
