"""Who has it from whom: the independent sources of an incident, and every edge between them with its reason.

Sources that depend on each other are marked, never dropped: each edge says in words what shows it, and where.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from tollbook.model import Claim, Record, Report, Span
from tollbook.reconcile import name_matching, shared_sentences
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.independence import informant, origins, relays
from tollbook.reconcile.news_agencies import wire_credit
from tollbook.reconcile.shared_quotes import shared_quotations
from tollbook.record import Group

EdgeKind = Literal[
    "same text", "same words", "agency", "relays", "informant", "repeats", "one source", "independent"
]  # fmt: skip


#: Ids that are hashes, and as many of their digits as tell them apart in one incident.
_HASH, _DIGITS = re.compile(r"[0-9a-f]{64}"), 8


class Passage(Record, frozen=True, kw_only=True):
    """Words of the report an edge starts from, and their twin in the report it leads to, where it leads to one."""

    here: Span
    there: Span | None = None


class SourceEdge(Record, frozen=True, kw_only=True):
    """Report ``report`` has something from ``of``: from another report where ``between`` is true, else from a person,
    body, agency or outlet of that name. ``why`` is a sentence, ``claims`` are those it is true of, where it is not true
    of the whole report. ``independent`` edges hold two reports apart instead.
    """

    kind: EdgeKind
    report: str
    of: str
    between: bool
    why: str
    passages: tuple[Passage, ...] = ()
    claims: tuple[str, ...] = ()


class Origin(Record, frozen=True, kw_only=True):
    """One independent source: its name, every spelling of it, and the reports and claims that go back to it."""

    name: str
    spellings: tuple[str, ...]
    reports: tuple[str, ...]
    claims: tuple[str, ...]


class Sources(Record, frozen=True, kw_only=True):
    """The independent sources of one incident, most claims first, and who has it from whom."""

    groups: tuple[Origin, ...] = ()
    edges: tuple[SourceEdge, ...] = ()


def sources(group: Group, reports: Mapping[str, Report], copies: Sequence[Copy] = ()) -> Sources:
    """The sources of the claims of a group that count people. ``copies`` are as :func:`with_rulings` left them."""
    claims = sorted((c for c in group.claims if c.count is not None), key=lambda c: c.id)
    origin = origins(group.claims, reports, copies)
    told = {c.report for c in claims}
    known = {name: reports[name] for name in told if name in reports}
    edges = [
        *_texts(known, [c for c in copies if c.report in told and c.of in told]),
        *_quotations(known),
        *_agencies(known),
        *_informants(claims, known, origin),
    ]
    return Sources(groups=_groups(claims, reports, origin), edges=tuple(sorted(edges, key=_order)))


def _order(edge: SourceEdge) -> tuple[str, str, str, str]:
    return edge.report, edge.kind, edge.of, edge.why


def _groups(claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]) -> tuple[Origin, ...]:
    held: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        held[origin[claim.id]].append(claim)
    found = [
        Origin(
            name=source_name(of, reports),
            spellings=tuple(sorted({s.name for c in of if (s := informant(c)) is not None and s.name})),
            reports=tuple(sorted({c.report for c in of})),
            claims=tuple(c.id for c in of),
        )
        for of in held.values()
    ]
    return tuple(sorted(found, key=lambda o: (-len(o.claims), o.name, o.claims)))


def source_name(claims: Sequence[Claim], reports: Mapping[str, Report]) -> str:
    """What to call the source of some claims: its fullest spelling, else the outlet that says it by itself."""
    named = [s.name for c in claims if (s := informant(c)) is not None and s.name]
    if named:
        return max(
            named, key=lambda n: (name_matching.is_proper(n), len(name_matching.name_words(n)), named.count(n), n)
        )
    return min(called(c.report, reports) for c in claims)


def called(report: str, reports: Mapping[str, Report]) -> str:
    """What to call a report: its agency or outlet, else its id, of which a hash is told by its first digits."""
    held = reports.get(report)
    name = (wire_credit(held.text) or held.outlet) if held is not None else None
    return name or f"report {report[:_DIGITS] if _HASH.fullmatch(report) else report}"


def _texts(reports: Mapping[str, Report], copies: Sequence[Copy]) -> Iterator[SourceEdge]:
    """What reports copy, and what people ruled of them."""
    for copy in copies:
        kind: EdgeKind = copy.ruling or "same text"
        found = () if copy.ruling or not {copy.report, copy.of} <= set(reports) else _twins(reports, copy)
        yield SourceEdge(
            kind=kind, report=copy.report, of=copy.of, between=True, why=_sentence(copy.why), passages=found
        )


def _twins(reports: Mapping[str, Report], copy: Copy) -> tuple[Passage, ...]:
    here, there = (shared_sentences.sentences(reports[name].text) for name in (copy.report, copy.of))
    return tuple(
        Passage(here=(a.start, a.end), there=(b.start, b.end)) for a, b, _ in shared_sentences.shared(here, there)
    )  # fmt: skip


def _quotations(reports: Mapping[str, Report]) -> Iterator[SourceEdge]:
    """Reports that quote the same words: one informant heard by both, which is no copying by itself."""
    found: dict[tuple[str, str], list[Passage]] = defaultdict(list)
    for one, other in shared_quotations(reports):
        found[other.report, one.report].append(Passage(here=other.span, there=one.span))
    for (report, of), shared in found.items():
        number = "the same words" if len(shared) == 1 else f"the same words in {len(shared)} places"
        why = f"Both quote {number}."
        yield SourceEdge(kind="same words", report=report, of=of, between=True, why=why, passages=tuple(shared))


def _agencies(reports: Mapping[str, Report]) -> Iterator[SourceEdge]:
    for name, report in reports.items():
        credit = wire_credit(report.text)
        if credit is not None and credit != report.outlet:
            yield SourceEdge(
                kind="agency", report=name, of=credit, between=False, why=f"It is printed as copy of {credit}."
            )


def _informants(
    claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]
) -> Iterator[SourceEdge]:
    """Edges to those on whose word a report has it, through whom, and to whoever gave a figure it only repeats."""
    name = {o: source_name([c for c in claims if origin[c.id] == o], reports) for o in {origin[c.id] for c in claims}}
    outlets = {name_matching.full_key(r.outlet): i for i, r in sorted(reports.items(), reverse=True) if r.outlet}
    held: dict[tuple[EdgeKind, str, str, bool, str], list[Claim]] = defaultdict(list)
    for claim in claims:
        speaker = informant(claim)
        for relay in relays(claim):
            of = outlets.get(name_matching.full_key(relay))
            why = f"It gives this as reported by {relay}."
            held["relays", claim.report, of or relay, of is not None, why].append(claim)
        if speaker is not None and speaker.name:
            of = name[origin[claim.id]]
            spelling = "" if speaker.name == of else f", called {speaker.name} here"
            held["informant", claim.report, of, False, f"It has this on the word of {of}{spelling}."].append(claim)
        elif name[origin[claim.id]] != called(claim.report, reports):
            of = name[origin[claim.id]]
            why = f"It gives the same figure as {of} and does not say from whom it has it."
            held["repeats", claim.report, of, False, why].append(claim)
    for (kind, report, of, between, why), found in held.items():
        where = tuple(Passage(here=span) for span in sorted({(c.start, c.end) for c in found}))
        ids = tuple(c.id for c in found)
        yield SourceEdge(kind=kind, report=report, of=of, between=between, why=why, passages=where, claims=ids)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."
