"""The record of an incident and the listings as a person reads them in a terminal, or in the file it is piped to."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tollbook.export.contents import Contents
from tollbook.export.tables import Cell, Listing
from tollbook.locale import wording
from tollbook.model import Claim, ClaimKind, Report
from tollbook.reconcile import Explanation, measured
from tollbook.record import Incident, Perpetrator, Statement, Toll, Victim

#: Columns of text that is piped, and the width every record is laid out for.
WIDTH = 100
#: How wide a column is: so many characters, or a share of what is left. Others are as wide as their cells.
_WIDTHS = {"id": 16, "claim": 16, "figure": 12, "day": 10, "published": 10, "as of": 10, "outlet": 18}
_SHARES = {"quote": 3, "in these words": 3, "title": 3, "according to": 2, "people": 3, "place": 2}
#: Columns whose cells are never broken over lines; a hash of 64 digits is known by its first.
_WHOLE = frozenset({"id", "published", "as of"})
#: A report whose outlet nobody names, as the speaker of a statement.
_NAMELESS = re.compile(r"report [0-9a-f]{64}")
_NUMBERS = frozenset({"claims", "reports", "sources"})


def show(parts: Iterable[RenderableType]) -> None:
    """Print to standard output: as wide as the terminal, or plain text of ``WIDTH`` columns where it is piped."""
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


def listing(found: Listing) -> RenderableType:
    """A listing with the columns that fit on a screen."""
    table = _table(*found.shown)
    for row in found.rows:
        table.add_row(*(_cell(row[column]) for column in found.shown))
    return table


def record(incident: Incident, contents: Contents, explained: Iterable[Explanation] = ()) -> Iterator[RenderableType]:
    """All there is about one incident: what, when, where, the figures, who says what, and what to look at.

    ``explained`` is why each figure is what it is, where it is to be told.
    """
    claims = _claims_of(incident, contents)
    by_id = {claim.id: claim for claim in claims}
    reports = {report.id: report for report in contents.reports}
    yield Text(wording.clean(incident.title) or incident.kind, style="bold")
    yield _pairs(_head(incident, reports))
    yield from _section("Figures", [_pairs((name, wording.figure(f)) for name, f in incident.figures.items())])
    yield from _section("Persons harmed", map(_victim, incident.victims))
    yield from _section("Held responsible", map(_perpetrator, incident.perpetrators))
    yield from _section("Sites", (_line(f"{s.name} ({s.kind}): {s.effect}") for s in incident.sites))
    yield from _section("Weapons", (_line(f"{w.name} ({w.kind})") for w in incident.weapons))
    yield from _section("Who says what", _said(claims, incident, reports))
    yield from _section("Statements, in order", map(_statement, incident.statements))
    yield from _section("Words for the attack", _attack(claims))
    yield from _section("Measured by several reports", _measured(incident, contents))
    yield from _section("Totals told of in the same reports", _tolls(incident, contents))
    yield from _section("Contested", _contested(incident, by_id))
    yield from _section("Why these figures", _explained(explained))
    yield from _section("To look at", (_line(question) for question in incident.questions))
    yield Text()


def _measured(incident: Incident, contents: Contents) -> Iterator[Text]:
    """What several of its reports measure, e.g. the length of a trench."""
    own = {link.id for link in incident.reports}
    mentions = (mention for mention in contents.measures() if mention.report in own)
    return (_line(wording.measured(each)) for each in measured(mentions))


def _head(incident: Incident, reports: Mapping[str, Report]) -> Iterator[tuple[str, str]]:
    yield "id", incident.id
    yield "kind", incident.kind
    yield "when", wording.when(incident.when)
    yield "where", wording.place(incident.place)
    told = (reports[link.id] for link in incident.reports if link.id in reports)
    outlets = dict.fromkeys(wording.clean(report.outlet or "outlet not known") for report in told)
    number = len(incident.reports)
    yield "told by", f"{number} {'report' if number == 1 else 'reports'}: {', '.join(outlets)}"
    if incident.grade is not None:
        yield "grade", f"{incident.grade.value} ({incident.grade.rule}): {incident.grade.why}"


def _claims_of(incident: Incident, contents: Contents) -> list[Claim]:
    """The incident's claims, those that count people first, each kind in order of publication."""
    order = {kind: place for place, kind in enumerate(get_args(ClaimKind))}
    found = [claim for claim in contents.claims if claim.incident == incident.id]
    return sorted(found, key=lambda claim: order[claim.kind])


def _said(claims: Sequence[Claim], incident: Incident, reports: Mapping[str, Report]) -> Iterator[Table]:
    """Each claim with its words and on whose word, but for statements and the attack itself, which are shown apart.

    What the same informant has said otherwise since is struck through.
    """
    superseded = {name for figure in incident.figures.values() for name in figure.superseded_claims}
    stated = {name for statement in incident.statements for name in statement.claims}
    table = _table("claim", "figure", "in these words", "according to", "published")
    for claim in claims:
        if claim.kind == "attack" or claim.id in stated:
            continue
        old = claim.id in superseded
        remarks = {claim.stance: claim.stance != "asserts", claim.scope: claim.scope != "incident", "superseded": old}
        notes = [remark for remark, holds in remarks.items() if holds]
        kind = f"{claim.kind} ({', '.join(notes)})" if notes else claim.kind
        quote, informed = wording.quoted(claim.quote), wording.chain(claim.speakers)
        published = str(reports[claim.report].published or "not known")
        cells = (kind, wording.count(claim.count), quote, informed, published)
        table.add_row(*(Text(cell, style="strike" if old else "") for cell in cells))
    if table.rows:
        yield table


def _attack(claims: Sequence[Claim]) -> Iterator[Text]:
    quotes = dict.fromkeys(wording.quoted(claim.quote) for claim in claims if claim.kind == "attack")
    if quotes:
        yield _line(", ".join(quotes))


def _victim(victim: Victim) -> Text:
    who = ", ".join(part for part in (victim.name, victim.description) if part)
    known = [f"age {wording.bounds(victim.age)}"] if victim.age else []
    known += [part for part in (victim.sex, victim.status if victim.status != "unknown" else None) if part]
    number = wording.bounds(victim.count)
    if number not in {"1", "not known"}:
        known.insert(0, number)
    notes = f" ({', '.join(known)})" if known else ""
    return _line(f"{who or 'not named'}{notes}: {victim.effect}")


def _perpetrator(found: Perpetrator) -> Text:
    return _line(f"{found.name} ({found.kind}): {found.confidence}")


def _statement(found: Statement) -> Text:
    on = f"{wording.day(found.said)}: " if found.said else ""
    speaker = "an outlet not named" if _NAMELESS.fullmatch(found.speaker) else found.speaker
    return _line(f"{on}{speaker} ({found.stance}): {wording.quoted(found.quote)}")


def _tolls(incident: Incident, contents: Contents) -> Iterator[RenderableType]:
    told = {link.id for link in incident.reports}
    near = {claim.toll for claim in contents.claims if claim.report in told and claim.toll}
    for toll in contents.tolls:
        if toll.id in near:
            yield from toll_lines(toll)


def toll_lines(toll: Toll) -> Iterator[Text]:
    """A toll: what it counts, then its series."""
    sources = toll.independent_sources
    where = f" in {wording.clean(toll.place.name)}" if toll.place else ""
    people = f", {toll.people}" if toll.people else ""
    yield _line(f"{toll.kind}{where}{people} ({sources} independent {'source' if sources == 1 else 'sources'})")
    for note, series in (("", toll.series), (" (derived)", toll.derived)):
        for point in series:
            yield _line(f"  {wording.day(point.as_of) or 'day not known'}: {wording.bounds(point)}{note}")


def _contested(incident: Incident, claims: Mapping[str, Claim]) -> Iterator[Text]:
    for name, figure in incident.figures.items():
        if figure.status == "contested":
            low, high = _speakers(figure.low_claims, claims), _speakers(figure.high_claims, claims)
            yield _line(f"{name} {_number(figure.low)} according to {low}; {_number(figure.high)} according to {high}")


def _explained(found: Iterable[Explanation]) -> Iterator[Text]:
    """A paragraph for each figure; the rule is cited once, after the last."""
    rules: dict[str, None] = {}
    for each in found:
        yield _line(" ".join(s.text for s in each.sentences if s.about != "rule"))
        rules |= dict.fromkeys(s.text for s in each.sentences if s.about == "rule")
    yield from map(_line, rules)


def _number(value: int | None) -> str:
    return "not known" if value is None else f"{value:,}"


def _speakers(names: Iterable[str], claims: Mapping[str, Claim]) -> str:
    chains = dict.fromkeys(wording.chain(claims[name].speakers) for name in names if name in claims)
    return ", ".join(chains) or "no one named"


def _section(title: str, lines: Iterable[RenderableType]) -> Iterator[RenderableType]:
    """A heading and what stands under it; nothing where there is nothing."""
    for number, line in enumerate(lines):
        if number == 0:
            yield Text()
            yield Text(title, style="bold")
        yield Padding(line, (0, 0, 0, 2), expand=False)


def _line(text: str) -> Text:
    # Leading spaces are kept: they set a series under what it counts.
    indent = len(text) - len(text.lstrip(" "))
    return Text(" " * indent + wording.clean(text))


def _pairs(pairs: Iterable[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    for name, value in pairs:
        table.add_row(Text(name, style="dim"), Text(wording.clean(value)))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False, expand=True)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in _NUMBERS else "left",
            width=_WIDTHS.get(column),
            ratio=_SHARES.get(column),
            no_wrap=column in _WHOLE,
            overflow="ellipsis" if column in _WHOLE else "fold",
        )
    return table


def _cell(value: Cell) -> Text:
    return Text("" if value is None else wording.clean(str(value)))
