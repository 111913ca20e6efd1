"""Differences between two editions of a page: changed words with exact spans in both texts, and changed claims."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from tollbook.model import Claim, Record, Span

#: Words before times words after, above which a changed passage is one change as a whole: the time to compare
#: grows with that product.
_MAX_WORD_PAIRS = 4_000_000
_WORD = re.compile(r"\S+")
_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?]+[\"'”’)]*|\n+|$)")


class Change(Record, frozen=True, kw_only=True):
    """A passage that changed: its spans in the edition before and in this one; ``None`` where words were only added
    or only removed.

    ``was`` and ``now`` are exactly the texts at these spans.
    """

    before: Span | None = None
    after: Span | None = None
    was: str = ""
    now: str = ""


class _Piece(NamedTuple):
    """Spans of two texts that correspond to each other."""

    same: bool
    before: Span
    after: Span


def compare(before: str, after: str) -> tuple[Change, ...]:
    """The passages that changed from one text to the next; changes in white space alone do not count."""
    return tuple(
        Change(
            before=_unless_empty(piece.before),
            after=_unless_empty(piece.after),
            was=before[slice(*piece.before)],
            now=after[slice(*piece.after)],
        )
        for piece in _align(before, after)
        if not piece.same
    )


def unchanged_spans(before: str, after: str) -> list[tuple[Span, Span]]:
    """The sentences that are in both texts in the same order, with their spans in each."""
    one, other = _spans(_SENTENCE, before), _spans(_SENTENCE, after)
    return [
        pair
        for tag, i, j, k, n in _opcodes(before, after, one, other)
        if tag == "equal"
        for pair in zip(one[i:j], other[k:n], strict=True)
    ]


def unchanged_claims(
    sentences: Sequence[tuple[Span, Span]], before: Sequence[Claim], after: Sequence[Claim]
) -> dict[str, str]:
    """Claims that say the same in the same words of an unchanged sentence: their ids before and after."""
    pairs: dict[str, str] = {}
    for span_before, span_after in sentences:
        left = _within(span_after, after)
        for claim in _within(span_before, before):
            same = next(
                (c for c in left if _content(c) == _content(claim) and c.quote.split() == claim.quote.split()), None
            )
            if same is not None:
                left.remove(same)
                pairs[claim.id] = same.id
    return pairs


def _within(span: Span, claims: Sequence[Claim]) -> list[Claim]:
    inside = (claim for claim in claims if span[0] <= claim.start and claim.end <= span[1])
    return sorted(inside, key=lambda claim: (claim.start, claim.end, claim.id))


def _align(before: str, after: str) -> list[_Piece]:
    """Two texts aligned piece by piece: by sentences, and by words where sentences differ."""
    pieces: list[_Piece] = []
    one, other = _spans(_SENTENCE, before), _spans(_SENTENCE, after)
    for same, mine, theirs in _pieces(before, after, one, other):
        words = _spans(_WORD, before, mine), _spans(_WORD, after, theirs)
        if same or not all(words) or len(words[0]) * len(words[1]) > _MAX_WORD_PAIRS:
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
    """The edits from the words at some spans to those at others, as difflib gives them; white space does not count."""
    first = [" ".join(before[start:end].split()) for start, end in one]
    second = [" ".join(after[start:end].split()) for start, end in other]
    return list(SequenceMatcher(None, first, second, autojunk=False).get_opcodes())


def _spans(pattern: re.Pattern[str], text: str, within: Span | None = None) -> list[Span]:
    """The spans of a pattern's matches, without surrounding white space."""
    start, end = within or (0, len(text))
    spans = []
    for match in pattern.finditer(text, start, end):
        if words := match.group().strip():
            at = match.start() + match.group().index(words)
            spans.append((at, at + len(words)))
    return spans


def _hull(spans: Sequence[Span], first: int, last: int) -> Span:
    """One span from the first of some spans to the end of the last; an empty span if there are none."""
    if first < last:
        return spans[first][0], spans[last - 1][1]
    at = spans[first - 1][1] if first else 0
    return at, at


def _unless_empty(span: Span) -> Span | None:
    return span if span[0] < span[1] else None


def compare_claims(
    text_before: str, text_after: str, before: Sequence[Claim], after: Sequence[Claim]
) -> tuple[tuple[Claim, ...], tuple[Claim, ...], tuple[tuple[Claim, Claim], ...]]:
    """The claims that vanished, those that appeared, and pairs at the same place that say different things."""
    pieces = _align(text_before, text_after)
    left, changed = list(after), []
    rest: list[Claim] = []
    for claim in before:
        candidates = _same_kind_there(claim, left, pieces)
        same = next((c for c in candidates if _content(c) == _content(claim)), None)
        if same is not None:
            left.remove(same)
        else:
            rest.append(claim)
    vanished = []
    for claim in rest:
        moved = next((c for c in left if _content(c) == _content(claim)), None)
        candidates = _same_kind_there(claim, left, pieces)
        if moved is not None:
            left.remove(moved)
        elif candidates:
            changed.append((claim, candidates[0]))
            left.remove(candidates[0])
        else:
            vanished.append(claim)
    return tuple(vanished), tuple(left), tuple(changed)


def _same_kind_there(claim: Claim, claims: Sequence[Claim], pieces: Sequence[_Piece]) -> list[Claim]:
    """Claims of the same kind in the later text that overlap the place of a claim of the earlier one."""
    start, end = _span_after((claim.start, claim.end), pieces)
    return [each for each in claims if each.kind == claim.kind and each.start < end and start < each.end]


def _content(claim: Claim) -> tuple[object, ...]:
    """The content of a claim, regardless of its words and their place."""
    count = (claim.count.low, claim.count.best, claim.count.high) if claim.count else None
    first = claim.speakers[0].name if claim.speakers else None
    names = claim.people.names if claim.people else ()
    return claim.kind, claim.stance, claim.scope, count, names, first, claim.place.name if claim.place else None


def _span_after(span: Span, pieces: Sequence[_Piece]) -> Span:
    """The span in the later text that corresponds to ``span`` in the earlier one."""
    starts, ends = [], []
    for piece in pieces:
        (start, end), (there, until) = piece.before, piece.after
        if start < span[1] and span[0] < end:
            starts.append(min(there + max(span[0] - start, 0), until) if piece.same else there)
            ends.append(min(there + span[1] - start, until) if piece.same else until)
    return (min(starts), max(ends)) if starts else (0, 0)
