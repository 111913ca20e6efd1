"""What became of one text in another: words with exact spans in both, and the claims that were made in them."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from tollbook.model import Claim, Record, Span

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


class _Piece(NamedTuple):
    """Spans of two texts that answer to each other."""

    same: bool
    before: Span
    after: Span


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


def unchanged_spans(before: str, after: str) -> list[tuple[Span, Span]]:
    """The sentences that stand in both texts, one after the other as they do, with their spans in each."""
    one, other = _spans(_SENTENCE, before), _spans(_SENTENCE, after)
    return [
        pair
        for tag, i, j, k, n in _opcodes(before, after, one, other)
        if tag == "equal"
        for pair in zip(one[i:j], other[k:n], strict=True)
    ]


def unchanged(
    sentences: Sequence[tuple[Span, Span]], before: Sequence[Claim], after: Sequence[Claim]
) -> dict[str, str]:
    """The claims that say the same in the same words of a kept sentence: ids before, and after."""
    found: dict[str, str] = {}
    for mine, theirs in sentences:
        left = _within(theirs, after)
        for claim in _within(mine, before):
            same = next((c for c in left if _says(c) == _says(claim) and c.quote.split() == claim.quote.split()), None)
            if same is not None:
                left.remove(same)
                found[claim.id] = same.id
    return found


def _within(span: Span, claims: Sequence[Claim]) -> list[Claim]:
    inside = (claim for claim in claims if span[0] <= claim.start and claim.end <= span[1])
    return sorted(inside, key=lambda claim: (claim.start, claim.end, claim.id))


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
    return [
        _Piece(tag == "equal", _hull(one, i, j), _hull(other, k, n))
        for tag, i, j, k, n in _opcodes(before, after, one, other)
    ]  # fmt: skip


def _opcodes(
    before: str, after: str, one: Sequence[Span], other: Sequence[Span]
) -> list[tuple[str, int, int, int, int]]:
    """How the words at some spans become those at others, as difflib says it; spaces alone are no change."""
    first = [" ".join(before[start:end].split()) for start, end in one]
    second = [" ".join(after[start:end].split()) for start, end in other]
    return list(SequenceMatcher(None, first, second, autojunk=False).get_opcodes())


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


def claims_between(
    text_before: str, text_after: str, before: Sequence[Claim], after: Sequence[Claim]
) -> tuple[tuple[Claim, ...], tuple[Claim, ...], tuple[tuple[Claim, Claim], ...]]:
    """The claims that vanished, that appeared, and that stand where they stood and say something else."""
    pieces = _align(text_before, text_after)
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
