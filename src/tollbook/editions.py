"""Editions: one page captured again with other words. All are kept; what the outlet withdrew is shown.

The rule: of the editions of a page the latest holds, because the outlet took the earlier wording back. Claims of an
earlier edition stay in the book and are superseded. Where nothing says which edition is later, all hold. The same words
captured again are no new edition: the first capture of them holds, so that what was decided on it goes on.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from difflib import SequenceMatcher
from typing import NamedTuple

from tollbook.errors import NoSuchRecord
from tollbook.model import Claim, Record, Report, Span
from tollbook.store import Store
from tollbook.store.addresses import canonical

#: Share of the runs of three words that the shorter text must have in common with the other to be an edition of it.
#: Set by hand: a page that shows another article each day shares hardly a run, a corrected one nearly all.
_ALIKE = 0.2
#: Words of a changed passage, before times after, above which it is one change: comparing takes about their product.
_FINE = 4_000_000
_WORD = re.compile(r"\S+")
_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?]+[\"'”’)]*|\n+|$)")


class Change(Record, frozen=True, kw_only=True):
    """Words that became other words: their spans in the edition before and in this one; ``None`` where none stood.

    ``was`` and ``now`` are exactly what stands there.
    """

    before: Span | None = None
    after: Span | None = None
    was: str = ""
    now: str = ""


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


class _Piece(NamedTuple):
    """Spans of two texts that answer to each other."""

    same: bool
    before: Span
    after: Span


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


def latest(reports: Iterable[Report], *, as_of: date | None = None) -> list[Report]:
    """The reports that hold, in the order given."""
    every = list(reports)
    gone = superseded(every, as_of=as_of)
    return [report for report in every if report.id not in gone]


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


def compare(before: str, after: str) -> tuple[Change, ...]:
    """What became other words from one text to the next; spaces alone are no change."""
    return tuple(
        Change(
            before=_some(piece.before),
            after=_some(piece.after),
            was=before[slice(*piece.before)],
            now=after[slice(*piece.after)],
        )
        for piece in _align(before, after)
        if not piece.same
    )


def _edition(
    report: Report, before: Report | None, number: int, by: str | None, claims: Mapping[str, Sequence[Claim]]
) -> Edition:
    plain = Edition(report=report.id, number=number, moment=_moment(report), superseded_by=by)
    if before is None:
        return plain
    pieces = _align(before.text, report.text)
    vanished, appeared, changed = _claims(claims.get(before.id, ()), claims.get(report.id, ()), pieces)
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


def _align(before: str, after: str) -> list[_Piece]:
    """Two texts piece by piece: by sentences, and where these differ by words."""
    pieces: list[_Piece] = []
    one, other = _spans(_SENTENCE, before), _spans(_SENTENCE, after)
    for same, mine, theirs in _pieces(before, after, one, other):
        words = _spans(_WORD, before, mine), _spans(_WORD, after, theirs)
        if same or not all(words) or len(words[0]) * len(words[1]) > _FINE:
            pieces.append(_Piece(same, mine, theirs))
        else:
            pieces += _pieces(before, after, *words)
    return pieces


def _pieces(before: str, after: str, one: Sequence[Span], other: Sequence[Span]) -> list[_Piece]:
    first = [" ".join(before[start:end].split()) for start, end in one]
    second = [" ".join(after[start:end].split()) for start, end in other]
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return [
        _Piece(tag == "equal", _hull(one, i, j), _hull(other, k, n))
        for tag, i, j, k, n in matcher.get_opcodes()
    ]  # fmt: skip


def _spans(pattern: re.Pattern[str], text: str, within: Span | None = None) -> list[Span]:
    """The spans of what a pattern finds, without the spaces around it."""
    start, end = within or (0, len(text))
    found = []
    for match in pattern.finditer(text, start, end):
        if words := match.group().strip():
            at = match.start() + match.group().index(words)
            found.append((at, at + len(words)))
    return found


def _hull(spans: Sequence[Span], first: int, last: int) -> Span:
    """From the first of some spans to the end of the last; an empty span where there is none."""
    if first < last:
        return spans[first][0], spans[last - 1][1]
    at = spans[first - 1][1] if first else 0
    return at, at


def _some(span: Span) -> Span | None:
    return span if span[0] < span[1] else None


def _claims(
    before: Sequence[Claim], after: Sequence[Claim], pieces: Sequence[_Piece]
) -> tuple[tuple[Claim, ...], tuple[Claim, ...], tuple[tuple[Claim, Claim], ...]]:
    """The claims that vanished, that appeared, and that stand where they stood and say something else."""
    left, changed = list(after), []
    rest: list[Claim] = []
    for claim in before:
        place = _carried((claim.start, claim.end), pieces)
        there = [c for c in left if c.kind == claim.kind and c.start < place[1] and place[0] < c.end]
        same = next((c for c in there if _says(c) == _says(claim)), None)
        if same is not None:
            left.remove(same)
        else:
            rest.append(claim)
    vanished = []
    for claim in rest:
        place = _carried((claim.start, claim.end), pieces)
        moved = next((c for c in left if _says(c) == _says(claim)), None)
        there = [c for c in left if c.kind == claim.kind and c.start < place[1] and place[0] < c.end]
        if moved is not None:
            left.remove(moved)
        elif there:
            changed.append((claim, there[0]))
            left.remove(there[0])
        else:
            vanished.append(claim)
    return tuple(vanished), tuple(left), tuple(changed)


def _says(claim: Claim) -> tuple[object, ...]:
    """What a claim says, whatever words it is said in and wherever they stand."""
    count = (claim.count.low, claim.count.best, claim.count.high) if claim.count else None
    first = claim.speakers[0].name if claim.speakers else None
    names = claim.people.names if claim.people else ()
    return claim.kind, claim.stance, claim.scope, count, names, first, claim.place.name if claim.place else None


def _carried(span: Span, pieces: Sequence[_Piece]) -> Span:
    """Where in the text after something stands that stood at ``span`` in the text before."""
    starts, ends = [], []
    for piece in pieces:
        (start, end), (there, until) = piece.before, piece.after
        if start < span[1] and span[0] < end:
            starts.append(min(there + max(span[0] - start, 0), until) if piece.same else there)
            ends.append(min(there + span[1] - start, until) if piece.same else until)
    return (min(starts), max(ends)) if starts else (0, 0)
