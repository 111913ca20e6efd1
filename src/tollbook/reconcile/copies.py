"""Which reports copy which: near-duplicate text, and agency copy printed by several outlets.

Near-duplicates follow Broder (1997), *On the resemblance and containment of documents*: reports are compared as sets of
word shingles; MinHash with locality-sensitive hashing proposes pairs and the exact containment decides.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Literal

from datasketch import MinHash, MinHashLSH

from tollbook.model import Record, Report
from tollbook.reconcile.naming import words

#: Words a shingle. Five-word runs are rarely shared by two writers who describe the same event on their own.
_SHINGLE = 5
#: Hash functions of a signature: the standard error of the estimated likeness is 1/sqrt(128), about 0.09.
_PERMUTATIONS = 128
#: Likeness from which LSH proposes a pair: low, because a paper that prints half of a dispatch with as much text of its
#: own shares only a fifth of all shingles with it.
_PROPOSE = 0.15
#: Share of the shorter report's shingles found in the other: two independent reports of one incident stay below 0.2,
#: reprints with a paragraph cut or added above 0.6.
_COPIED = 0.5
#: The same for two reports that credit one agency: the credit already says where they come from.
_COPIED_WIRE = 0.25
#: A report shorter than this many shingles (about two sentences) is too short to tell copying from chance.
_SHORTEST = 30
#: Days within which a reprint appears. On local news nearly all pairs of one incident were printed within 4 days, and
#: nearly all pairs of two incidents, alike only in the words of the page around them, more than 10 days apart.
_REPRINT = timedelta(days=7)
_WORD = re.compile(r"\w+")


class Copy(Record, frozen=True, kw_only=True):
    """Report ``report`` takes its text from report ``of``; ``why`` says what shows it.

    With a ``ruling`` a person said so: ``one source`` makes all that both reports say one source, ``independent`` keeps
    what they say apart whatever else speaks for one source.
    """

    report: str
    of: str
    why: str
    ruling: Literal["one source", "independent"] | None = None


def wire_credit(text: str) -> str | None:
    """The news agency a text is credited to, in its dateline or last line: ``(Reuters)``, ``– AP``; else None."""
    names = "|".join(re.escape(w) for w in sorted(words().wires, key=len, reverse=True))
    head, tail = text[:200], text.rstrip()[-60:]
    found = re.search(rf"\(({names})\)", head, re.I) or re.search(rf"(?:\(|[–—-]\s?|\n)({names})\)?\.?$", tail, re.I)
    return words().wires[found[1].lower()] if found else None


def shingles(text: str) -> frozenset[str]:
    """The five-word runs of a text, lower case, punctuation left out."""
    found = [w.lower() for w in _WORD.findall(text)]
    return frozenset(" ".join(found[i : i + _SHINGLE]) for i in range(len(found) - _SHINGLE + 1))


def containment(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the smaller set found in the other, 0 to 1."""
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def find_copies(reports: Sequence[Report]) -> tuple[Copy, ...]:
    """Every report that copies an earlier one, each once with its earliest original, in order of report id.

    Of two near-duplicates the later published copies the earlier; of one day, the one without an agency's credit or
    the agency itself is the original; else the smaller id. Undated reports count as latest.
    """
    known = {r.id: r for r in sorted(reports, key=lambda r: r.id)}
    sets = {i: s for i, r in known.items() if len(s := shingles(r.text)) >= _SHORTEST}
    copies: dict[str, Copy] = {}
    for one, other in sorted(_candidates(sets)):
        if not _in_reach(known[one], known[other]):
            continue
        shared = containment(sets[one], sets[other])
        wire = wire_credit(known[one].text)
        same_wire = wire is not None and wire == wire_credit(known[other].text)
        if shared < (_COPIED_WIRE if same_wire else _COPIED):
            continue
        original, copy = sorted((known[one], known[other]), key=_precedence)
        why = f"{round(100 * shared)} % of the shorter text is in both" + (f"; both credit {wire}" if same_wire else "")
        held = copies.get(copy.id)
        if held is None or _precedence(original) < _precedence(known[held.of]):
            copies[copy.id] = Copy(report=copy.id, of=original.id, why=why)
    return tuple(copies[i] for i in sorted(copies))


def _candidates(sets: Mapping[str, frozenset[str]]) -> set[tuple[str, str]]:
    index = MinHashLSH(threshold=_PROPOSE, num_perm=_PERMUTATIONS)
    pairs: set[tuple[str, str]] = set()
    for report, shingle_set in sets.items():
        signature = MinHash(num_perm=_PERMUTATIONS)
        signature.update_batch([s.encode() for s in sorted(shingle_set)])
        pairs.update((found, report) for found in index.query(signature))
        index.insert(report, signature)
    return pairs


def _in_reach(one: Report, other: Report) -> bool:
    """Whether one can be a reprint of the other by its day; an undated one always can."""
    return one.published is None or other.published is None or abs(one.published - other.published) <= _REPRINT


def _precedence(report: Report) -> tuple[date, bool, str]:
    return report.published or date.max, wire_credit(report.text) is not None, report.id


def with_rulings(
    copies: Iterable[Copy], one_source: Iterable[tuple[str, str]], independent: Iterable[tuple[str, str]]
) -> tuple[Copy, ...]:
    """Who copies whom as people ruled: pairs of report ids, in either order, added as one source or kept apart.

    A ruling takes the place of what was found between the two; of two contrary rulings ``independent`` stands, for it
    is the one that hides nothing. Applying the same rulings again changes nothing.
    """
    apart = {_pair(*pair) for pair in independent}
    joined = {_pair(*pair) for pair in one_source} - apart
    found = [c for c in copies if _pair(c.report, c.of) not in apart | joined]
    found += [Copy(report=b, of=a, why="a person ruled so", ruling="one source") for a, b in sorted(joined)]
    found += [Copy(report=b, of=a, why="a person ruled so", ruling="independent") for a, b in sorted(apart)]
    return tuple(sorted(found, key=lambda c: (c.report, c.of)))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


def originals(copies: Sequence[Copy]) -> dict[str, str]:
    """Each copying report's root original, chains followed to their end; what people ruled is no copying."""
    of = {c.report: c.of for c in copies if c.ruling is None}
    roots: dict[str, str] = {}
    for report, nearest in of.items():
        seen, root = {report}, nearest
        while root in of and root not in seen:
            seen.add(root)
            root = of[root]
        roots[report] = root
    return roots
