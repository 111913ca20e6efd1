"""Scores a reader: compares its claims with claims that people marked in the same reports.

A set is a folder with ``reports.jsonl`` (``{id, text, …}``) and ``gold.jsonl`` (``{id, claims: [{start, end, kind, low,
best, high, qualifier, scope, speaker}]}``). A claim is found if one of the same kind shares words with it; claims are
paired one to one, those with the same number first.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim, Record, Report

#: Qualifiers of numbers whose bounds cannot be compared fairly.
_OPEN = frozenset({"vague", "unknown"})
_NEAR = frozenset({"about", "nearly"})


class GoldClaim(Record, frozen=True, kw_only=True):
    """A claim as a person marked it; ``speaker`` is None if the report itself is the source."""

    start: int
    end: int
    kind: str
    low: int | None = None
    best: int | None = None
    high: int | None = None
    qualifier: str = "exactly"
    scope: str = "incident"
    speaker: str | None = None


class GoldReport(Record, frozen=True, kw_only=True):
    """The marked claims of one report."""

    id: str
    claims: tuple[GoldClaim, ...] = ()


class ReadingScore(Record, frozen=True, kw_only=True):
    """Shares in percent; None where there is nothing to take a share of.

    ``number``, ``scope`` and ``speaker`` are shares of the claims that were found; ``all_right`` is the F1 of claims
    with all three right.
    """

    reader: str
    claims: int
    precision: float | None
    recall: float | None
    f1: float | None
    number: float | None
    scope: float | None
    speaker: float | None
    all_right: float | None


class KindPrecision(Record, frozen=True, kw_only=True):
    """The precision for one kind: claims of a reader, those also marked by people, and those of them with the right
    number, scope and speaker.
    """

    claims: int = 0
    found: int = 0
    number: int = 0
    scope: int = 0
    speaker: int = 0


def gold(path: Path) -> dict[str, GoldReport]:
    """The marked reports of a set, by id. Raises Refused for a file of another shape."""
    try:
        lines = path.read_bytes().splitlines()
        rows = [msgspec.json.decode(line, type=GoldReport) for line in lines if line.strip()]
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(message("{file} has no marked claims to read: {error}", file=path, error=error)) from error
    return {row.id: row for row in rows}


def in_text(marked: GoldReport, report: Report) -> GoldReport:
    """The marked claims with offsets into the text of the report as it was read, which lacks invisible characters.

    People mark the text of a row, which is its captured text.
    """
    if not report.offsets:
        return marked

    def moved(place: int) -> int:
        return sum(min(max(place - there, 0), length) for _, there, length in report.offsets)

    claims = (replace(claim, start=moved(claim.start), end=moved(claim.end)) for claim in marked.claims)
    return replace(marked, claims=tuple(claims))


def score(reader: str, found: Mapping[str, Sequence[Claim]], marked: Mapping[str, GoldReport]) -> ReadingScore:
    """The score of the claims of one reader, by report, against the marked ones."""
    right: Counter[str] = Counter()
    given = wanted = 0
    for name, report in marked.items():
        own = [claim for claim in found.get(name, ()) if claim.kind in OUTCOMES]
        people = [claim for claim in report.claims if claim.kind in OUTCOMES]
        given, wanted = given + len(own), wanted + len(people)
        for want, have in _pairs(people, own):
            number, scope, said = _same_number(want, have), want.scope == have.scope, _same_speaker(want, have)
            right.update(found=1, number=number, scope=scope, speaker=said, all=number and scope and said)
    return ReadingScore(
        reader=reader, claims=given, precision=_share(right["found"], given), recall=_share(right["found"], wanted),
        f1=_share(2 * right["found"], given + wanted), number=_share(right["number"], right["found"]),
        scope=_share(right["scope"], right["found"]), speaker=_share(right["speaker"], right["found"]),
        all_right=_share(2 * right["all"], given + wanted),
    )  # fmt: skip


def by_kind(found: Mapping[str, Sequence[Claim]], marked: Mapping[str, GoldReport]) -> dict[str, KindPrecision]:
    """The number of right claims of each kind, by report, against the marked ones. A kind has at least one claim."""
    right: dict[str, Counter[str]] = {}
    for name, report in marked.items():
        own = [claim for claim in found.get(name, ()) if claim.kind in OUTCOMES]
        for claim in own:
            right.setdefault(claim.kind, Counter()).update(claims=1)
        for want, have in _pairs(report.claims, own):
            number, scope, said = _same_number(want, have), want.scope == have.scope, _same_speaker(want, have)
            right[have.kind].update(found=1, number=number, scope=scope, speaker=said)
    return {kind: KindPrecision(**counted) for kind, counted in sorted(right.items())}


def agreement(one: Mapping[str, Sequence[Claim]], other: Mapping[str, Sequence[Claim]]) -> float | None:
    """The F1 in percent of the claims that two readers share: words, kind and number. None without any claim."""
    both = total = 0
    for name in one.keys() | other.keys():
        first = [claim for claim in one.get(name, ()) if claim.kind in OUTCOMES]
        second = [claim for claim in other.get(name, ()) if claim.kind in OUTCOMES]
        marked = [_as_gold(claim) for claim in first]
        total += len(first) + len(second)
        both += sum(_same_number(want, have) for want, have in _pairs(marked, second))
    return _share(2 * both, total)


def _as_gold(claim: Claim) -> GoldClaim:
    low, best, high = (claim.count.low, claim.count.best, claim.count.high) if claim.count else (None, None, None)
    qualifier = claim.count.qualifier if claim.count else "unknown"
    return GoldClaim(
        start=claim.start, end=claim.end, kind=claim.kind, low=low, best=best, high=high, qualifier=qualifier
    )


def _pairs(wanted: Sequence[GoldClaim], found: Sequence[Claim]) -> list[tuple[GoldClaim, Claim]]:
    """Marked claims with those that share words with them, one to one: equal numbers first, then the most words."""
    near = [
        (_same_number(want, have), min(want.end, have.end) - max(want.start, have.start), a, b)
        for a, want in enumerate(wanted)
        for b, have in enumerate(found)
        if want.kind == have.kind and want.start < have.end and have.start < want.end
    ]
    pairs: list[tuple[GoldClaim, Claim]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for _, _, a, b in sorted(near, key=lambda each: (not each[0], -each[1], each[2], each[3])):
        if a not in used[0] and b not in used[1]:
            used[0].add(a)
            used[1].add(b)
            pairs.append((wanted[a], found[b]))
    return pairs


def _same_number(want: GoldClaim, have: Claim) -> bool:
    """Whether the bounds are the same; for vague words or an unknown number, the same qualifier is right."""
    count = have.count
    if count is None:
        return want.low is want.best is want.high is None
    if want.qualifier in _OPEN and count.qualifier in _OPEN:
        return True
    if want.qualifier in _NEAR and count.qualifier in _NEAR:
        return want.best == count.best
    return (want.low, want.high) == (count.low, count.high)


def _same_speaker(want: GoldClaim, have: Claim) -> bool:
    """Whether the first speaker has the same name, or one that contains it; no speaker means the outlet alone."""
    said = have.speakers[0].name if len(have.speakers) > 1 else None
    if want.speaker is None or said is None:
        return want.speaker is said is None
    one, other = " ".join(want.speaker.casefold().split()), " ".join(said.casefold().split())
    return one in other or other in one


def _share(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None
