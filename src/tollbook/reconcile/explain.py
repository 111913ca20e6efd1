"""Why a figure is what it is, in sentences for a note on methods. No number stands in them that the record lacks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from tollbook.model import Claim, ClaimKind, Record, Report
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import Voice, voices_of
from tollbook.reconcile.independence import origins
from tollbook.reconcile.phrases import aim, bounds, day_of, listed, people, quoted
from tollbook.reconcile.rules import CODEBOOKS, read
from tollbook.reconcile.sensitivity import Numbers, Sensitivity
from tollbook.reconcile.sources import source_name, sources
from tollbook.reconcile.tellings import Telling
from tollbook.record import Figure, Group, Incident

About = Literal[
    "figure", "low", "best", "high", "sources", "dependence", "superseded", "contradicted", "set aside",
    "sensitivity", "rule",
]  # fmt: skip


class Sentence(Record, frozen=True, kw_only=True):
    """One sentence, what of the figure it is about, and the claims it speaks of."""

    about: About
    text: str
    claims: tuple[str, ...] = ()


class Explanation(Record, frozen=True, kw_only=True):
    """The sentences on one figure, in the order they are to be read."""

    fate: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """All of it as one paragraph."""
        return " ".join(sentence.text for sentence in self.sentences)


class _Case(NamedTuple):
    """One figure with all that stands behind it."""

    fate: ClaimKind
    figure: Figure
    claims: Mapping[str, Claim]
    reports: Mapping[str, Report]
    voices: Sequence[Voice]
    origin: Mapping[str, str]

    def name(self, claims: Sequence[str]) -> str:
        """What to call the source of some claims."""
        return source_name([self.claims[c] for c in claims], self.reports)

    def told(self, claim: str) -> str:
        """The words of a claim with where and when they were printed."""
        held = self.claims[claim]
        report = self.reports.get(held.report)
        outlet = (report.outlet if report is not None else None) or f"report {held.report}"
        day = day_of(report.published) if report is not None and report.published else "undated"
        return f"{quoted(held.quote)}, {outlet}, {day}"


def explain(
    incident: Incident,
    group: Group,
    reports: Mapping[str, Report],
    copies: Sequence[Copy] = (),
    moves: Sequence[Sensitivity] = (),
) -> tuple[Explanation, ...]:
    """The explanation of each figure of an incident, in the order they are shown.

    ``group`` holds the claims the incident was made of and ``moves`` how its figures move, where that was asked.
    """
    claims = {c.id: c for c in group.claims}
    origin = origins(list(claims.values()), reports, copies)
    edges = sources(group, reports, copies).edges
    by_fate = {each.fate: each for each in moves}
    found = []
    for fate, figure in incident.figures.items():
        kind = next(c.kind for c in group.claims if c.kind == fate)
        ordered = [claims[name] for name in sorted(claims)]
        voices = voices_of(kind, ordered, reports, origin, rule=figure.rule)
        case = _Case(kind, figure, claims, reports, voices, origin)
        counted = {c.report for c in ordered if c.kind == fate and c.count is not None}
        depending = [e for e in edges if e.report in counted and (not e.between or e.of in counted)]
        found.append(
            Explanation(
                fate=fate,
                sentences=(
                    Sentence(about="figure", text=_stated(fate, figure)),
                    *_bounds(case),
                    *_sources(case),
                    *(_dependence(case, e.report, e.of, e.why, e.kind) for e in depending if e.kind in _SHOWN),
                    *_superseded(case),
                    *_contradicted(case),
                    *_set_aside(case),
                    *(_moved(case, by_fate[fate]) if fate in by_fate else ()),
                    Sentence(about="rule", text=CODEBOOKS[figure.rule]),
                ),
            )
        )
    return tuple(found)


#: Edges worth a sentence: that a report has it on somebody's word is said with the sources.
_SHOWN = frozenset({"same text", "agency", "relays", "repeats", "one source", "independent"})


def _stated(fate: str, figure: Figure) -> str:
    best = ""
    if figure.low != figure.high or figure.best is None:
        best = ", with no best value" if figure.best is None else f", with {figure.best:,} as the best value"
    return f"The number of {people(fate)} is given as {bounds((figure.low, figure.best, figure.high))}{best}."


def _bounds(case: _Case) -> Iterator[Sentence]:
    """Which claims stand under low, best and high; bounds of one number and the same claims are said once."""
    figure = case.figure
    held: dict[tuple[int, tuple[str, ...]], list[About]] = defaultdict(list)
    bound: tuple[tuple[About, int | None, tuple[str, ...]], ...] = (
        ("low", figure.low, figure.low_claims),
        ("best", figure.best, figure.best_claims),
        ("high", figure.high, figure.high_claims),
    )
    for about, number, claims in bound:
        known = tuple(c for c in claims if c in case.claims)
        if number is not None and known:
            held[number, known].append(about)
    for (number, claims), names in held.items():
        which = listed([f"the {'best value' if name == 'best' else name}" for name in names], "and")
        verb = "is" if len(names) == 1 else "are"
        yield Sentence(
            about=names[0], text=_begun(f"{which}, {number:,}, {verb} {_given(case, number, claims)}."), claims=claims
        )


def _begun(sentence: str) -> str:
    """With a capital at the start: a source may be called "the army"."""
    return sentence[:1].upper() + sentence[1:]


def _given(case: _Case, number: int, claims: Sequence[str]) -> str:
    """Who gives a number, or what it adds up from."""
    direct = [c for c in claims if number in _numbers(case, c)]
    if not direct:
        told = listed([f"{quoted(case.claims[c].quote)}" for c in claims], "and")
        return f"counted from persons and groups told of one by one ({told})"
    by_origin: dict[str, list[str]] = defaultdict(list)
    for claim in direct:
        by_origin[case.origin[claim]].append(claim)
    given = []
    for of in by_origin.values():
        more = f"; {len(of) - 1} more to the same effect" if len(of) > 1 else ""
        given.append(f"{case.name(of)} ({case.told(of[0])}{more})")
    said = (case.claims[c].count for c in direct)
    vague = sorted({c.text for c in said if c is not None and number not in {c.low, c.best, c.high}})
    reading = f"; this rule reads {listed([f'“{text}”' for text in vague], 'and')} so" if vague else ""
    return f"given by {listed(sorted(given), 'and')}{reading}"


def _numbers(case: _Case, claim: str) -> set[int | None]:
    count = case.claims[claim].count
    if count is None:
        return set()
    as_read = read(count, case.figure.rule)
    return {as_read.low, as_read.best, as_read.high}


def _sources(case: _Case) -> Iterator[Sentence]:
    if not case.voices:
        text = f"No source counts all {people(case.fate)}; the number is that of persons and parts told of."
        yield Sentence(about="sources", text=text)
        return
    named = []
    for voice in case.voices:
        claims = [c.id for t in (*voice.standing, *voice.replaced) for c in t.claims]
        outlets = sorted({_outlet(case, case.claims[c].report) for c in claims})
        name = case.name(claims)
        named.append(name if outlets == [name] else f"{name} (in {listed(outlets, 'and')})")
    ids = tuple(sorted(c.id for v in case.voices for t in v.standing for c in t.claims))
    if len(named) == 1:
        text = f"All claims that count {people(case.fate)} go back to one source: {named[0]}."
    else:
        text = f"{len(named)} independent sources count {people(case.fate)}: {listed(sorted(named), 'and')}."
    yield Sentence(about="sources", text=text, claims=ids)


def _outlet(case: _Case, report: str) -> str:
    held = case.reports.get(report)
    return (held.outlet if held is not None else None) or f"report {report}"


def _dependence(case: _Case, report: str, of: str, why: str, kind: str) -> Sentence:
    """Why a report is no source of its own, or why it is held to be one."""
    one = _outlet(case, report)
    other = _outlet(case, of) if of in case.reports else of
    reason = why[:1].lower() + why[1:].rstrip(".")
    if kind == "independent":
        text = f"{one} and {other} are counted as two sources: {reason}."
    elif kind == "one source":
        text = f"{one} and {other} are counted as one source: {reason}."
    else:
        text = f"{one} is not counted apart from {other}: {reason}."
    return Sentence(about="dependence", text=_begun(text))


def _superseded(case: _Case) -> Iterator[Sentence]:
    for voice in case.voices:
        for old in voice.replaced:
            claims = tuple(c.id for c in old.claims)
            new = max(voice.standing, key=lambda t: t.order)
            text = (
                f"{case.name(claims)} said {aim(old.count)} earlier ({case.told(claims[0])}) and "
                f"{aim(new.count)} later ({case.told(new.claims[0].id)}); the later figure stands."
            )
            yield Sentence(about="superseded", text=_begun(text), claims=(*claims, *(c.id for c in new.claims)))


def _contradicted(case: _Case) -> Iterator[Sentence]:
    """Two independent sources whose words exclude each other."""
    for one, other in combinations(case.voices, 2):
        low, high = sorted((one, other), key=lambda v: min(t.reach for t in v.standing))
        if max(t.reach[1] for t in low.standing) < min(t.reach[0] for t in high.standing):
            a, b = (_last(v) for v in (low, high))
            claims = tuple(c.id for t in (a, b) for c in t.claims)
            first, second = (case.name([c.id for c in t.claims]) for t in (a, b))
            text = (
                f"{first} gives {aim(a.count)} and {second} {aim(b.count)}: not both can be, and neither is set aside."
            )
            yield Sentence(about="contradicted", text=_begun(text), claims=claims)


def _last(voice: Voice) -> Telling:
    return max(voice.standing, key=lambda t: t.order)


def _set_aside(case: _Case) -> Iterator[Sentence]:
    """Claims on this fate that bound nothing, and why."""
    for name, claim in sorted(case.claims.items()):
        if claim.kind != case.fate or claim.count is None:
            continue
        who = case.name([name])
        if claim.count.qualifier == "unknown":
            text = f"{who} says that the number is not known ({case.told(name)}); this is no number and not nought."
        elif claim.stance == "denies" and claim.count.best != 0:
            text = f"{who} denies {aim(claim.count)} ({case.told(name)}); a denied number bounds nothing."
        elif claim.stance in {"fears", "doubts"}:
            verb = "only fears" if claim.stance == "fears" else "doubts"
            text = (
                f"{who} {verb} {aim(claim.count)} ({case.told(name)}); that can raise the high and not lower the low."
            )
        else:
            continue
        yield Sentence(about="set aside", text=_begun(text), claims=(name,))


def _moved(case: _Case, moves: Sensitivity) -> Iterator[Sentence]:
    yield Sentence(about="sensitivity", text=over_rules(moves), claims=())
    if moves.claims:
        lost = moves.claims[0]
        others = [each for each in moves.claims[1:] if each.moves == lost.moves]
        told = f"{case.name([lost.claim])} ({case.told(lost.claim)})"
        much = "; no other claim moves it more" if others else "; no other claim moves it as much"
        much = much if len(moves.claims) > 1 else ""
        text = f"Without the claim of {told} {_left(lost.without)}{much}."
    else:
        text = "No single claim, if it were wrong, would move it."
    yield Sentence(about="sensitivity", text=text, claims=tuple(each.claim for each in moves.claims[:1]))


def over_rules(moves: Sensitivity) -> str:
    """How far the figure runs over all rules, as a sentence."""
    if moves.least is None or moves.most is None or moves.least == moves.most:
        return "Every rule makes the same number of these claims."
    return f"Over all rules the numbers run from {moves.least:,} to {moves.most:,}."


def _left(numbers: Numbers | None) -> str:
    if numbers is None:
        return "nobody would say how many"
    best = f", best {numbers[1]:,}" if numbers[1] is not None and numbers[0] != numbers[2] else ""
    return f"it would be {bounds(numbers)}{best}"
