"""Editions: captures of one page with different texts. Pure functions find the one that counts.

The latest edition of a page is in force, because the outlet replaced the earlier wording. Claims of an
earlier edition stay in the book and are superseded. If nothing says which edition is later, all are in force. The same
text captured again is no new edition: its first capture is in force, so that decisions on that capture stay valid.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime

import msgspec

from tollbook.model import Claim, Report
from tollbook.page_address import canonical
from tollbook.record import Group, Incident

#: Share of the three-word sequences of the shorter text that the other must contain to be an edition of the same page.
#: Set by hand: a page that shows another article each day shares almost none, a corrected article almost all.
_MIN_SHARED = 0.2


def superseded(reports: Iterable[Report], *, as_of: date | None = None) -> dict[str, str]:
    """The id of each superseded report, with the id of the edition in force; with ``as_of`` as of that day.

    A pure function of the reports; their order does not matter.
    """
    replaced_by: dict[str, str] = {}
    for chain in edition_chains(report for report in reports if as_of is None or _existed(report, as_of)):
        last = chain[-1]
        first = next(report for report in chain if report.text == last.text)
        for report in chain:
            is_repeat = report is not first and report.text == first.text
            if is_repeat or (report.text != last.text and _is_earlier(report, last)):
                replaced_by[report.id] = first.id
    return replaced_by


def edition_chains(reports: Iterable[Report]) -> list[list[Report]]:
    """The editions of each page, earliest first; pages with one edition are left out."""
    pages: dict[str, list[Report]] = defaultdict(list)
    for report in reports:
        if address := canonical(report.url):
            pages[address].append(report)
    chains = []
    for page in pages.values():
        page_chains: list[list[Report]] = []
        for report in sorted(page, key=lambda each: (edition_time(each), each.id)) if len(page) > 1 else ():
            chain = next((chain for chain in page_chains if _are_similar(chain[-1].text, report.text)), None)
            page_chains.append([report]) if chain is None else chain.append(report)
        chains += [chain for chain in page_chains if len(chain) > 1]
    return chains


def edition_time(report: Report) -> str:
    """When this edition was captured, else modified, else published: ISO 8601 in UTC, or empty if unknown."""
    if report.captured:
        try:
            captured = datetime.fromisoformat(report.captured)
        except ValueError:
            return report.captured
        return (captured if captured.tzinfo is None else captured.astimezone(UTC)).replace(tzinfo=None).isoformat()
    day = report.modified or report.published
    return day.isoformat() if day else ""


def without_superseded(group: Group, superseded_reports: frozenset[str]) -> tuple[Group, tuple[Claim, ...]]:
    """The group without the claims of superseded reports, and those claims."""
    withdrawn = tuple(claim for claim in group.claims if claim.report in superseded_reports)
    if not any(link.id in superseded_reports for link in group.reports):
        return group, ()
    claims = tuple(claim for claim in group.claims if claim.report not in superseded_reports)
    links = tuple(link for link in group.reports if link.id not in superseded_reports)
    return msgspec.structs.replace(group, claims=claims, reports=links), withdrawn


def add_withdrawn(incident: Incident, withdrawn: Iterable[Claim]) -> Incident:
    """The incident with withdrawn claims listed as superseded in the figures of their kind."""
    by_kind: dict[str, set[str]] = defaultdict(set)
    for claim in withdrawn:
        by_kind[claim.kind].add(claim.id)
    figures = {
        kind: msgspec.structs.replace(figure, superseded_claims=tuple(sorted({*figure.superseded_claims, *ids})))
        if (ids := by_kind.get(kind))
        else figure
        for kind, figure in incident.figures.items()
    }
    return msgspec.structs.replace(incident, figures=figures) if by_kind else incident


def _are_similar(one: str, other: str) -> bool:
    if one == other:
        return True
    sequences = [_three_word_sequences(one), _three_word_sequences(other)]
    shorter = min(map(len, sequences))
    return len(sequences[0] & sequences[1]) >= _MIN_SHARED * max(shorter, 1)


def _three_word_sequences(text: str) -> set[tuple[str, ...]]:
    words = text.casefold().split()
    return set(zip(words, words[1:], words[2:], strict=False)) or {tuple(words)}


def _is_earlier(one: Report, other: Report) -> bool:
    """Whether one edition is known to be earlier; a day is neither earlier nor later than an hour of the same day."""
    first, second = edition_time(one), edition_time(other)
    return bool(first) and first < second and not second.startswith(first)


def _existed(report: Report, day: date) -> bool:
    """Whether an edition was published by a day; it may have been captured years later."""
    since = report.modified or report.published
    return since <= day if since else edition_time(report)[:10] <= day.isoformat()
