"""Editions: one page captured again with other words. All are kept; what the outlet withdrew is shown.

The rule: of the editions of a page the latest holds, because the outlet took the earlier wording back. Claims of an
earlier edition stay in the book and are superseded. Where nothing says which edition is later, all hold. The same words
captured again are no new edition: the first capture of them holds, so that what was decided on it goes on.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime

import msgspec

from tollbook.errors import NoSuchRecord
from tollbook.incidents.edition_diff import Change, claims_between, compare
from tollbook.model import Claim, Record, Report
from tollbook.record import Group, Incident
from tollbook.store import Store
from tollbook.store.page_address import canonical

#: Share of the runs of three words that the shorter text must have in common with the other to be an edition of it.
#: Set by hand: a page that shows another article each day shares hardly a run, a corrected one nearly all.
_ALIKE = 0.2


class Edition(Record, frozen=True, kw_only=True):
    """One edition of a page, and what the outlet changed since the edition before, words and claims.

    ``moment`` says when it was captured, else modified, else published. ``superseded_by`` is the edition that holds in
    its place. ``vanished`` are claims of the edition before that this one does not make; ``changed`` pairs of claims
    that stand at the same place and say something else.
    """

    report: str
    number: int
    moment: str
    superseded_by: str | None = None
    changes: tuple[Change, ...] = ()
    vanished: tuple[Claim, ...] = ()
    appeared: tuple[Claim, ...] = ()
    changed: tuple[tuple[Claim, Claim], ...] = ()


def superseded(reports: Iterable[Report], *, as_of: date | None = None) -> dict[str, str]:
    """The reports that do not hold, each with the edition that holds in its place; with ``as_of`` as of that day.

    A pure function of the reports, whatever their order.
    """
    found: dict[str, str] = {}
    for chain in _chains(report for report in reports if as_of is None or _existed(report, as_of)):
        last = chain[-1]
        first = next(report for report in chain if report.text == last.text)
        for report in chain:
            again = report is not first and report.text == first.text
            if again or (report.text != last.text and _is_earlier(report, last)):
                found[report.id] = first.id
    return found


def among(store: Store, names: Iterable[str], *, as_of: date | None = None) -> frozenset[str]:
    """Which reports are superseded, of these and of the other editions of their pages."""
    return frozenset(superseded(store.recaptured_with(names), as_of=as_of))


def parted(group: Group, gone: frozenset[str]) -> tuple[Group, tuple[Claim, ...]]:
    """A group without the claims of superseded reports, and these claims."""
    withdrawn = tuple(claim for claim in group.claims if claim.report in gone)
    if not any(link.id in gone for link in group.reports):
        return group, ()
    claims = tuple(claim for claim in group.claims if claim.report not in gone)
    links = tuple(link for link in group.reports if link.id not in gone)
    return msgspec.structs.replace(group, claims=claims, reports=links), withdrawn


def marked(incident: Incident, withdrawn: Iterable[Claim]) -> Incident:
    """The incident with the claims of superseded reports named as such in the figures they would have gone to."""
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


def editions(store: Store, name: str) -> tuple[Edition, ...]:
    """The editions of the page a report is of, earliest first; the report alone where there is one. NoSuchRecord."""
    reports = store.editions_of(name)
    chain = next((chain for chain in _chains(reports) if name in {report.id for report in chain}), None)
    if chain is None:
        chain = [report for report in reports if report.id == name]
    if not chain:
        raise NoSuchRecord(f"There is no report {name} in this book; see: tollbook reports")
    gone, stored = superseded(chain), store.reading_of(report.id for report in chain)
    claims = {name: kept.reading.claims for name, kept in stored.items()}
    found, before = [], None
    for number, report in enumerate(chain, start=1):
        found.append(_edition(report, before, number, gone.get(report.id), claims))
        before = report
    return tuple(found)


def corrections(store: Store) -> tuple[tuple[Edition, ...], ...]:
    """The editions of every page that has several, by the id of the first."""
    found = {edition[0].report: edition for name in store.recaptured() if len(edition := editions(store, name)) > 1}
    return tuple(found[name] for name in sorted(found))


def _edition(
    report: Report, before: Report | None, number: int, by: str | None, claims: Mapping[str, Sequence[Claim]]
) -> Edition:
    plain = Edition(report=report.id, number=number, moment=_moment(report), superseded_by=by)
    if before is None:
        return plain
    made = claims.get(before.id, ()), claims.get(report.id, ())
    vanished, appeared, changed = claims_between(before.text, report.text, *made)
    return Edition(
        report=report.id, number=number, moment=plain.moment, superseded_by=by, vanished=vanished, appeared=appeared,
        changed=changed, changes=compare(before.text, report.text),
    )  # fmt: skip


def _chains(reports: Iterable[Report]) -> list[list[Report]]:
    """The reports of each page that are editions of one another, earliest first; only pages that have several."""
    pages: dict[str, list[Report]] = defaultdict(list)
    for report in reports:
        if address := canonical(report.url):
            pages[address].append(report)
    chains = []
    for page in pages.values():
        own: list[list[Report]] = []
        for report in sorted(page, key=lambda each: (_moment(each), each.id)) if len(page) > 1 else ():
            home = next((chain for chain in own if _are_alike(chain[-1].text, report.text)), None)
            own.append([report]) if home is None else home.append(report)
        chains += [chain for chain in own if len(chain) > 1]
    return chains


def _are_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    runs = [_runs(one), _runs(other)]
    shorter = min(map(len, runs))
    return len(runs[0] & runs[1]) >= _ALIKE * max(shorter, 1)


def _runs(text: str) -> set[tuple[str, ...]]:
    words = text.casefold().split()
    return set(zip(words, words[1:], words[2:], strict=False)) or {tuple(words)}


def _moment(report: Report) -> str:
    """When this edition was seen, in ISO 8601 and UTC: as finely as is known, and empty where nothing is."""
    if report.captured:
        try:
            seen = datetime.fromisoformat(report.captured)
        except ValueError:
            return report.captured
        return (seen if seen.tzinfo is None else seen.astimezone(UTC)).replace(tzinfo=None).isoformat()
    day = report.modified or report.published
    return day.isoformat() if day else ""


def _is_earlier(one: Report, other: Report) -> bool:
    """Whether one edition is known to be earlier; a day is neither earlier nor later than an hour of it."""
    first, second = _moment(one), _moment(other)
    return bool(first) and first < second and not second.startswith(first)


def _existed(report: Report, day: date) -> bool:
    """Whether an edition was there on a day; the capture may have come years after the words."""
    since = report.modified or report.published
    return since <= day if since else _moment(report)[:10] <= day.isoformat()
