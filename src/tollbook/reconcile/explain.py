"""Explains each figure in sentences for a note on methods. Every number in them is in the record.

Every sentence is one template (see :mod:`tollbook.locale.messages`), so that the interface can translate it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from tollbook.locale import as_said, wording
from tollbook.locale.messages import message, plural
from tollbook.model import OUTCOMES, ClaimKind, Report
from tollbook.person import PersonRulings
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.explanation_context import (
    Explanation,
    ExplanationSentence,
    ExplanationTopic,
    FigureContext,
    capitalised,
)
from tollbook.reconcile.explanation_limits import (
    contradictions,
    overruled,
    sensitivity_sentences,
    set_aside,
    superseded_sentences,
)
from tollbook.reconcile.figures import counting_sources
from tollbook.reconcile.independence import is_imported, source_ids
from tollbook.reconcile.minimums import minimum_of_persons
from tollbook.reconcile.person_mentions import EFFECTS, victim_mentions
from tollbook.reconcile.persons import ENDED_BY, NO_RULINGS, effect_of, persons
from tollbook.reconcile.rules import CODEBOOKS, read
from tollbook.reconcile.sensitivity import Sensitivity
from tollbook.reconcile.sources import SourceEdge, sources
from tollbook.record import Figure, Group, Incident

#: Kinds of edges that get a sentence. The sentences on sources already say which informant a report quotes.
_SHOWN = frozenset({"same text", "agency", "relays", "repeats", "one source", "independent"})


def explain(
    incident: Incident,
    group: Group,
    reports: Mapping[str, Report],
    copies: Sequence[Copy] = (),
    sensitivities: Sequence[Sensitivity] = (),
    *,
    people: PersonRulings = NO_RULINGS,
) -> tuple[Explanation, ...]:
    """The explanation of each figure of an incident, in display order, and of each outcome without a figure.

    ``group`` holds the claims that the incident was made of; ``sensitivities`` may be left out.
    ``people`` are the decisions about persons.
    """
    claims = {c.id: c for c in group.claims}
    source_of = source_ids(list(claims.values()), reports, copies)
    edges = [edge for edge in sources(group, reports, copies).edges if edge.kind in _SHOWN]
    by_outcome = {each.fate: each for each in sensitivities}
    described = persons(victim_mentions(group.claims), people)
    explanations = []
    ordered = [claims[name] for name in sorted(claims)]
    for outcome, figure in incident.figures.items():
        kind = next(c.kind for c in group.claims if c.kind == outcome)
        counting, early = counting_sources(kind, ordered, reports, source_of, rule=figure.rule)
        least = minimum_of_persons(kind, described, reports)
        context = FigureContext(kind, figure, claims, reports, counting, source_of, least.number)
        sentences = (
            ExplanationSentence(about="figure", text=_figure_sentence(outcome, figure)),
            *_bounds(context),
            *_sources(context),
            *_dependences(context, edges),
            *superseded_sentences(context, early),
            *overruled(context),
            *contradictions(context),
            *set_aside(context),
            *(sensitivity_sentences(context, by_outcome[outcome]) if outcome in by_outcome else ()),
            ExplanationSentence(about="rule", text=CODEBOOKS[figure.rule]),
        )
        explanations.append(Explanation(fate=outcome, sentences=sentences))
    for outcome, graver in _without_figure(incident):
        own = {m.claim.id for p in described if effect_of(p) == outcome for m in p if m.firm}
        if own:
            context = FigureContext(outcome, graver, claims, reports, (), source_of)
            explanations.append(Explanation(fate=outcome, sentences=(_no_number(context, sorted(own)),)))
    return tuple(explanations)


def _without_figure(incident: Incident) -> Iterator[tuple[ClaimKind, Figure]]:
    """Each outcome without a figure whose people a graver outcome counts, with the figure of that one."""
    for outcome in (each for each in EFFECTS if each in OUTCOMES and each not in incident.figures):
        graver = next((incident.figures[each] for each in ENDED_BY[outcome] if each in incident.figures), None)
        if graver is not None:
            yield outcome, graver


def _no_number(context: FigureContext, described: Sequence[str]) -> ExplanationSentence:
    """The sentence for described persons without a count: they may be among those killed, so they give no number."""
    text = message(
        "No number of people {fate} follows from {quotations}: somebody who is counted with a graver outcome may be "
        "meant.",
        fate=context.fate,
        quotations="; ".join(context.quotation(claim) for claim in described),
    )
    return ExplanationSentence(about="set aside", text=text, claims=tuple(described))


def _figure_sentence(outcome: str, figure: Figure) -> str:
    numbers = wording.bounds(figure)
    if figure.best is None and all(bound is None or bound.words for bound in as_said.bounds(figure)):
        return message(
            "The number of people {fate} is given in words only: “{words}”. There is no best value.",
            fate=outcome, words=numbers,
        )  # fmt: skip
    if figure.best is None:
        return message("The number of people {fate} is {range}, with no best value.", fate=outcome, range=numbers)
    if figure.low == figure.high:
        return message("The number of people {fate} is {number}.", fate=outcome, number=numbers)
    return message(
        "The number of people {fate} is {range}, with {best} as the best value.",
        fate=outcome,
        range=numbers,
        best=wording.bound(as_said.bounds(figure).best),
    )


def _bounds(context: FigureContext) -> Iterator[ExplanationSentence]:
    """Which claims give low, best and high. Bounds with the same number and the same claims share a sentence."""
    figure = context.figure
    shared: dict[tuple[int, tuple[str, ...]], list[ExplanationTopic]] = defaultdict(list)
    said = as_said.bounds(figure)._asdict()
    bounds: tuple[tuple[ExplanationTopic, int | None, tuple[str, ...]], ...] = (
        ("low", figure.low, figure.low_claims),
        ("best", figure.best, figure.best_claims),
        ("high", figure.high, figure.high_claims),
    )
    for bound, number, claims in bounds:
        known = tuple(c for c in claims if c in context.claims)
        if number is not None and known:
            shared[number, known].append(bound)
    for (number, claims), names in shared.items():
        direct = [c for c in claims if number in _numbers(context, c)]
        label = _bounds_label(tuple(names))
        if direct:
            text = message(
                "{bounds}: {number}, given by {sources}.",
                bounds=label,
                number=wording.bound(said[names[0]]),
                sources=_quoted_sources(context, direct),
            )
        else:
            text = message(
                "{bounds}: {number}, counted from persons and groups that are reported one by one: {quotations}.",
                bounds=label,
                number=wording.bound(said[names[0]]),
                quotations="; ".join(context.quotation(c) for c in claims),
            )
        yield ExplanationSentence(about=names[0], text=text, claims=claims)
        yield from _vague_words(context, number, direct, names[0])


def _bounds_label(names: tuple[ExplanationTopic, ...]) -> str:
    return {
        ("low",): message("Low"),
        ("best",): message("Best value"),
        ("high",): message("High"),
        ("low", "best"): message("Low and best value"),
        ("best", "high"): message("Best value and high"),
        ("low", "high"): message("Low and high"),
        ("low", "best", "high"): message("Low, best value and high"),
    }[names]


def _quoted_sources(context: FigureContext, claims: Sequence[str]) -> str:
    """The sources of some claims, each with the words of its first claim and how many others it has."""
    by_source: dict[str, list[str]] = defaultdict(list)
    for claim in claims:
        by_source[context.source_of[claim]].append(claim)
    parts = []
    for _, own in sorted(by_source.items()):
        more = f"; +{len(own) - 1}" if len(own) > 1 else ""
        parts.append(f"{context.source_name(own)} ({context.quotation(own[0])}{more})")
    return "; ".join(parts)


def _vague_words(
    context: FigureContext, number: int, claims: Sequence[str], bound: ExplanationTopic
) -> Iterator[ExplanationSentence]:
    """How the rule reads vague words as a number."""
    counts = (context.claims[c].count for c in claims)
    vague = sorted({c.text for c in counts if c is not None and number not in {c.low, c.best, c.high}})
    if vague:
        words = ", ".join(f"“{text}”" for text in vague)
        text = message("This rule reads {words} as {number}.", words=words, number=f"{number:,}")
        yield ExplanationSentence(about=bound, text=text, claims=tuple(claims))


def _numbers(context: FigureContext, claim: str) -> set[int | None]:
    count = context.claims[claim].count
    if count is None:
        return set()
    as_read = read(count, context.figure.rule)
    return {as_read.low, as_read.best, as_read.high}


def _sources(context: FigureContext) -> Iterator[ExplanationSentence]:
    if not context.sources:
        text = message(
            "No source counts all people {fate}; the number comes from persons and groups reported one by one.",
            fate=context.fate,
        )
        yield ExplanationSentence(about="sources", text=text)
        return
    names: list[str] = []
    imported: list[str] = []
    for source in context.sources:
        claims = [c.id for counted in (*source.current, *source.superseded) for c in counted.claims]
        outlets = sorted({context.outlet(context.claims[c].report) for c in claims})
        name = context.name_of(source)
        listed = imported if all(is_imported(context.claims[c]) for c in claims) else names
        listed.append(name if outlets == [name] else f"{name} ({', '.join(outlets)})")
    if imported:
        text = message("Imported rows together count as one independent source, and beside a report as none: "
                       "{sources}.", sources="; ".join(sorted(imported)))  # fmt: skip
        yield ExplanationSentence(about="sources", text=text)
    names = names or imported[:1]
    text = plural(
        "{n} independent source counts people {fate}: {sources}.",
        "{n} independent sources count people {fate}: {sources}.",
        len(names),
        fate=context.fate,
        sources="; ".join(sorted(names)),
    )
    ids = tuple(sorted(c.id for source in context.sources for counted in source.current for c in counted.claims))
    yield ExplanationSentence(about="sources", text=text, claims=ids)


def _dependences(context: FigureContext, edges: Sequence[SourceEdge]) -> Iterator[ExplanationSentence]:
    """A sentence for each edge between reports or sources that affects the claims counting all people of an outcome."""
    counted = {
        c.id: c.report
        for source in context.sources
        for count in (*source.current, *source.less_exact, *source.superseded)
        for c in count.claims
    }
    for edge in edges:
        if _affects(edge, set(counted.values()), counted.keys()):
            yield ExplanationSentence(
                about="dependence", text=capitalised(_dependence(context, edge)), claims=edge.claims
            )


def _affects(edge: SourceEdge, reports: Set[str], claims: Set[str]) -> bool:
    """Whether an edge affects a figure that these claims of these reports count."""
    if edge.claims:
        return not claims.isdisjoint(edge.claims)
    return edge.report in reports and (not edge.between or edge.of in reports)


def _dependence(context: FigureContext, edge: SourceEdge) -> str:
    """Why two reports, or a report and a source, count as one source or as two."""
    one = context.outlet(edge.report)
    other = context.outlet(edge.of) if edge.between else edge.of
    match edge.kind:
        case "independent":
            return message("{one} and {other} count as two sources. {reason}", one=one, other=other, reason=edge.why)
        case "relays":
            return message("{one} attributes this to {other}.", one=one, other=other)
        case "agency":
            return message("{one} credits its text to {other}.", one=one, other=other)
        case "repeats" if edge.named:
            return message(
                "{one} gives the figure of {other}, whom it names, in its own words too, as in a headline, so both "
                "count as one source.",
                one=one,
                other=other,
            )
        case "repeats":
            return message(
                "{one} repeats the figure of {other} without naming a source, so both count as one source.",
                one=one,
                other=other,
            )
        case _:
            return message("{one} and {other} count as one source. {reason}", one=one, other=other, reason=edge.why)
