"""The independent sources of an incident, and a graph of which report depends on which report or source.

Dependent sources are marked, never dropped. Each edge gives its reason as a sentence and the passages that show it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Record, Report, Span
from tollbook.reconcile import name_matching, shared_sentences
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.independence import informant, relays, settled_speakers, source_ids, spelling
from tollbook.reconcile.news_agencies import wire_credit
from tollbook.reconcile.shared_quotes import shared_quotations
from tollbook.record import Group
from tollbook.report_name import publisher_name

EdgeKind = Literal[
    "same text", "same words", "agency", "relays", "informant", "repeats", "one source", "independent"
]  # fmt: skip


class Passage(Record, frozen=True, kw_only=True):
    """A passage of the report an edge starts from, and the matching one in the report it leads to, if any."""

    here: Span
    there: Span | None = None


class SourceEdge(Record, frozen=True, kw_only=True):
    """Report ``report`` depends on ``of``: a report if ``between``, else a person, body, agency or outlet by name.

    ``why`` is a sentence; ``claims`` are those it applies to, empty if it applies to the whole report. An edge of the
    kind ``independent`` says instead that a person keeps two reports apart. ``named``: a report that ``repeats`` a
    figure names its source elsewhere, as below a headline.
    """

    kind: EdgeKind
    report: str
    of: str
    between: bool
    why: str
    passages: tuple[Passage, ...] = ()
    claims: tuple[str, ...] = ()
    named: bool = False


class SourceGroup(Record, frozen=True, kw_only=True):
    """One independent source: its name, every spelling of it, and the reports and claims that depend on it."""

    name: str
    spellings: tuple[str, ...]
    reports: tuple[str, ...]
    claims: tuple[str, ...]


class Sources(Record, frozen=True, kw_only=True):
    """The independent sources of one incident, most claims first, and the edges between reports and sources."""

    groups: tuple[SourceGroup, ...] = ()
    edges: tuple[SourceEdge, ...] = ()


def sources(group: Group, reports: Mapping[str, Report], copies: Sequence[Copy] = ()) -> Sources:
    """The sources of those claims of a group that count people. ``copies`` include people's decisions."""
    claims = sorted((c for c in group.claims if c.count is not None), key=lambda c: (c.report, c.start, c.end, c.id))
    source_of = source_ids(group.claims, reports, copies)
    counting = {c.report for c in claims}
    known = {name: reports[name] for name in counting if name in reports}
    edges = [
        *_copy_edges(known, [c for c in copies if c.report in counting and c.of in counting]),
        *_quotation_edges(known),
        *_agency_edges(known),
        *_speaker_edges(claims, known, source_of),
    ]
    return Sources(groups=_groups(claims, reports, source_of), edges=tuple(sorted(edges, key=_order)))


def _order(edge: SourceEdge) -> tuple[str, str, str, str]:
    return edge.report, edge.kind, edge.of, edge.why


def _groups(
    claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> tuple[SourceGroup, ...]:
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_source[source_of[claim.id]].append(claim)
    groups = [
        SourceGroup(
            name=source_name(own, reports),
            spellings=tuple(sorted({spelling(s) for c in own if (s := informant(c)) is not None and s.name})),
            reports=tuple(sorted({c.report for c in own})),
            claims=tuple(c.id for c in own),
        )
        for own in by_source.values()
    ]
    return tuple(sorted(groups, key=lambda g: (-len(g.claims), g.name, g.claims)))


def source_name(claims: Sequence[Claim], reports: Mapping[str, Report]) -> str:
    """The name of the source of some claims: its fullest spelling, else the outlet that speaks for itself."""
    named = [s.name for c in claims if (s := informant(c)) is not None and s.name]
    if settled := settled_speakers(claims):
        return max(sorted(settled), key=named.count)
    if named:
        return max(
            named, key=lambda n: (name_matching.is_proper(n), len(name_matching.name_words(n)), named.count(n), n)
        )
    return min(publisher_of(c.report, reports) for c in claims)


def publisher_of(report: str, reports: Mapping[str, Report]) -> str:
    """The name of the publisher of a report: the agency it credits, else its outlet, else the name of the report."""
    known = reports.get(report)
    if known is None:
        return message("a report that is not in the book")
    return wire_credit(known.text) or publisher_name(known)


def _copy_edges(reports: Mapping[str, Report], copies: Sequence[Copy]) -> Iterator[SourceEdge]:
    """Edges between reports that share text, and those that people decided on."""
    for copy in copies:
        kind: EdgeKind = copy.ruling or "same text"
        compared = copy.ruling is None and {copy.report, copy.of} <= set(reports)
        passages = _shared_passages(reports, copy) if compared else ()
        yield SourceEdge(kind=kind, report=copy.report, of=copy.of, between=True, why=copy.why, passages=passages)


def _shared_passages(reports: Mapping[str, Report], copy: Copy) -> tuple[Passage, ...]:
    here, there = (shared_sentences.sentences(reports[name].text) for name in (copy.report, copy.of))
    return tuple(
        Passage(here=(a.start, a.end), there=(b.start, b.end)) for a, b, _ in shared_sentences.shared(here, there)
    )  # fmt: skip


def _quotation_edges(reports: Mapping[str, Report]) -> Iterator[SourceEdge]:
    """Edges between reports that quote the same words: both asked one informant, and neither need be a copy."""
    passages: dict[tuple[str, str], list[Passage]] = defaultdict(list)
    for one, other in shared_quotations(reports):
        passages[other.report, one.report].append(Passage(here=other.span, there=one.span))
    for (report, of), shared in passages.items():
        why = plural("Both quote the same words.", "Both quote the same words in {n} places.", len(shared))
        yield SourceEdge(kind="same words", report=report, of=of, between=True, why=why, passages=tuple(shared))


def _agency_edges(reports: Mapping[str, Report]) -> Iterator[SourceEdge]:
    for name, report in reports.items():
        credit = wire_credit(report.text)
        if credit is not None and credit != report.outlet:
            why = message("It credits its text to {agency}.", agency=credit)
            yield SourceEdge(kind="agency", report=name, of=credit, between=False, why=why)


def _speaker_edges(
    claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> Iterator[SourceEdge]:
    """Edges to the informants and relays that a report names, and to the source of a figure that it only repeats."""
    by_source: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_source[source_of[claim.id]].append(claim)
    name = {source: source_name(own, reports) for source, own in by_source.items()}
    outlets = {name_matching.full_key(r.outlet): i for i, r in sorted(reports.items(), reverse=True) if r.outlet}
    named = {(c.report, c.kind, source_of[c.id]) for c in claims if informant(c) is not None}
    edges: dict[tuple[EdgeKind, str, str, bool, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        speaker = informant(claim)
        for relay in relays(claim):
            of = outlets.get(name_matching.full_key(relay))
            why = message("It attributes this to {relay}.", relay=relay)
            edges["relays", claim.report, of or relay, of is not None, why].append(claim)
        if speaker is not None and speaker.name:
            of = name[source_of[claim.id]]
            edges["informant", claim.report, of, False, _quotes(of, spelling(speaker))].append(claim)
        elif name[source_of[claim.id]] != publisher_of(claim.report, reports):
            of = name[source_of[claim.id]]
            why = message("It repeats the figure of {source} without naming a source.", source=of)
            if (claim.report, claim.kind, source_of[claim.id]) in named:
                why = message("It gives the figure of {source}, whom it names, in its own words too.", source=of)
            edges["repeats", claim.report, of, False, why].append(claim)
    for (kind, report, of, between, why), own in edges.items():
        passages = tuple(Passage(here=span) for span in sorted({(c.start, c.end) for c in own}))
        ids = tuple(c.id for c in own)
        is_named = kind == "repeats" and (report, own[0].kind, source_of[own[0].id]) in named
        yield SourceEdge(
            kind=kind, report=report, of=of, between=between, why=why, passages=passages, claims=ids, named=is_named
        )


def _quotes(source: str, spelling: str) -> str:
    if spelling == source:
        return message("It names {source} as the source.", source=source)
    return message("It names {source} as the source, spelt {spelling} here.", source=source, spelling=spelling)
