"""Why a figure is what it is, in sentences for a note on methods. No number stands in them that the record lacks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations

from tollbook.model import Report
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.died_of_wounds import died_since
from tollbook.reconcile.explanation_context import About, Case, Explanation, Sentence
from tollbook.reconcile.figures import Voice, heard
from tollbook.reconcile.independence import informant, origins
from tollbook.reconcile.joint_totals import is_shared
from tollbook.reconcile.rules import CODEBOOKS, read
from tollbook.reconcile.sensitivity import Numbers, Sensitivity
from tollbook.reconcile.source_counts import Telling
from tollbook.reconcile.sources import SourceEdge, sources
from tollbook.reconcile.wording import aim, bounds, listed, people, quoted
from tollbook.record import Figure, Group, Incident


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
        voices, early = heard(kind, ordered, reports, origin, rule=figure.rule)
        case = Case(kind, figure, claims, reports, voices, origin)
        whole = [c for v in voices for t in (*v.standing, *v.looser, *v.replaced) for c in t.claims]
        counted = {c.report for c in whole}
        depending = [e for e in edges if e.kind in _SHOWN and _bears(e, counted, {c.id for c in whole})]
        found.append(
            Explanation(
                fate=fate,
                sentences=(
                    Sentence(about="figure", text=_stated(fate, figure)),
                    *_bounds(case),
                    *_sources(case),
                    *(_dependence(case, edge) for edge in depending),
                    *_superseded(case),
                    *(_outdated(case, old, new) for old, new in early),
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


def _bounds(case: Case) -> Iterator[Sentence]:
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


def _given(case: Case, number: int, claims: Sequence[str]) -> str:
    """Who gives a number, or what it adds up from."""
    direct = [c for c in claims if number in _numbers(case, c)]
    if not direct:
        told = listed([f"{quoted(case.claims[c].quote)}" for c in claims], "and")
        return f"counted from persons and groups told of one by one ({told})"
    by_origin: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for claim in direct:
        by_origin[case.origin[claim], informant(case.claims[claim]) is None].append(claim)
    given = []
    for (_, unsigned), of in sorted(by_origin.items()):
        more = f"; {len(of) - 1} more to the same effect" if len(of) > 1 else ""
        who = case.outlet(case.claims[of[0]].report) + ", which names no source," if unsigned else case.name(of)
        given.append(f"{who} ({case.told(of[0])}{more})")
    said = (case.claims[c].count for c in direct)
    vague = sorted({c.text for c in said if c is not None and number not in {c.low, c.best, c.high}})
    reading = f"; this rule reads {listed([f'“{text}”' for text in vague], 'and')} so" if vague else ""
    return f"given by {listed(given, 'and')}{reading}"


def _numbers(case: Case, claim: str) -> set[int | None]:
    count = case.claims[claim].count
    if count is None:
        return set()
    as_read = read(count, case.figure.rule)
    return {as_read.low, as_read.best, as_read.high}


def _sources(case: Case) -> Iterator[Sentence]:
    if not case.voices:
        text = f"No source counts all {people(case.fate)}; the number is that of persons and parts told of."
        yield Sentence(about="sources", text=text)
        return
    named = []
    for voice in case.voices:
        claims = [c.id for t in (*voice.standing, *voice.replaced) for c in t.claims]
        outlets = sorted({case.outlet(case.claims[c].report) for c in claims})
        name = case.voice(voice)
        named.append(name if outlets == [name] else f"{name} (in {listed(outlets, 'and')})")
    ids = tuple(sorted(c.id for v in case.voices for t in v.standing for c in t.claims))
    if len(named) == 1:
        text = f"All claims that count {people(case.fate)} go back to one source: {named[0]}."
    else:
        text = f"{len(named)} independent sources count {people(case.fate)}: {listed(sorted(named), 'and')}."
    yield Sentence(about="sources", text=text, claims=ids)


def _bears(edge: SourceEdge, counted: Set[str], claims: Set[str]) -> bool:
    """Whether an edge bears on a figure that these claims of these reports count."""
    if edge.claims:
        return not claims.isdisjoint(edge.claims)
    return edge.report in counted and (not edge.between or edge.of in counted)


def _dependence(case: Case, edge: SourceEdge) -> Sentence:
    """Why a report is no source of its own, or why it is held to be one."""
    one = case.outlet(edge.report)
    other = case.outlet(edge.of) if edge.between else edge.of
    why = edge.why[:1].lower() + edge.why[1:]
    text = {
        "independent": f"{one} and {other} are counted as two sources: {why}",
        "one source": f"{one} and {other} are counted as one source: {why}",
        "relays": f"{one} gives this as reported by {other}.",
        "agency": f"{one} prints this as copy of {other}.",
    }.get(edge.kind, f"{one} is not counted apart from {other}: {why}")
    return Sentence(about="dependence", text=_begun(text), claims=edge.claims)


def _superseded(case: Case) -> Iterator[Sentence]:
    """What a source replaced, each number once."""
    for voice in case.voices:
        new = max(voice.standing, key=lambda t: t.order)
        told: dict[str, Telling] = {}
        for old in sorted(voice.replaced, key=lambda t: t.order):
            told.setdefault(aim(old.count), old)
        for number, old in told.items():
            claims = tuple(c.id for c in old.claims)
            text = (
                f"According to {case.voice(voice)} it was {number} earlier ({case.told(claims[0])}) and "
                f"{aim(new.count)} later ({case.told(new.claims[0].id)}); the later figure stands."
            )
            yield Sentence(about="superseded", text=_begun(text), claims=(*claims, *(c.id for c in new.claims)))


def _outdated(case: Case, old: Telling, new: Telling) -> Sentence:
    """A number that its own report calls a first one."""
    one, other = ([c.id for c in t.claims] for t in (old, new))
    text = (
        f"{aim(old.count)}, according to {case.name(one)} ({case.told(one[0])}), is called a first figure by the "
        f"report that gives {aim(new.count)} ({case.told(other[0])}); the later figure stands."
    )
    return Sentence(about="superseded", text=_begun(text), claims=(*one, *other))


def _contradicted(case: Case) -> Iterator[Sentence]:
    """Two independent sources whose words exclude each other."""
    for one, other in combinations(case.voices, 2):
        low, high = sorted((one, other), key=lambda v: min(t.reach for t in v.standing))
        if max(t.reach[1] for t in low.standing) < min(t.reach[0] for t in high.standing):
            a, b = (_last(v) for v in (low, high))
            claims = tuple(c.id for t in (a, b) for c in t.claims)
            text = (
                f"It is {aim(a.count)} according to {case.voice(low)} and {aim(b.count)} according to "
                f"{case.voice(high)}: not both can be, and neither is set aside."
            )
            yield Sentence(about="contradicted", text=text, claims=claims)


def _last(voice: Voice) -> Telling:
    return max(voice.standing, key=lambda t: t.order)


def _set_aside(case: Case) -> Iterator[Sentence]:
    """Claims on this fate that bound nothing, and why."""
    died = died_since(list(case.claims.values()), case.reports) if case.fate == "injured" else {}
    for name, claim in sorted(case.claims.items()):
        if claim.kind != case.fate or claim.count is None:
            continue
        who = case.name([name])
        if claim.count.qualifier == "unknown":
            text = f"According to {who} the number is not known ({case.told(name)}); that is no number and not nought."
        elif claim.stance == "denies" and claim.count.best != 0:
            text = f"{aim(claim.count)} is denied by {who} ({case.told(name)}); a denied number bounds nothing."
        elif claim.stance in {"fears", "doubts"}:
            verb = "only feared" if claim.stance == "fears" else "doubted"
            text = (
                f"{aim(claim.count)} is {verb} by {who} ({case.told(name)}); it can raise the high, not lower the low."
            )
        elif name in died:
            text = f"{aim(claim.count)}, according to {who} ({case.told(name)}), is from before {died[name]:,} of them "
            text += "may have died; at least the others were wounded, at most all."
        elif is_shared(claim, case.reports):
            text = f"{aim(claim.count)} is said of several incidents together ({case.told(name)}); "
            text += "here it is an upper bound."
        else:
            continue
        yield Sentence(about="set aside", text=_begun(text), claims=(name,))


def _moved(case: Case, moves: Sensitivity) -> Iterator[Sentence]:
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
