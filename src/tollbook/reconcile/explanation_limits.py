"""Sentences on the limits of a figure: superseded, contradicting and excluded numbers, and how it could change."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from tollbook.locale import wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Range
from tollbook.reconcile.breakdowns import counts_of_one_kind, parts_of_larger
from tollbook.reconcile.counts_of_others import fighters_alone, vague_beside_numbers
from tollbook.reconcile.died_of_wounds import died_since
from tollbook.reconcile.early_reports import is_early
from tollbook.reconcile.explanation_context import (
    ExplanationSentence,
    FigureContext,
    capitalised,
    count_text,
)
from tollbook.reconcile.figures import IndependentSource
from tollbook.reconcile.joint_totals import joint_totals
from tollbook.reconcile.sensitivity import Numbers, Sensitivity
from tollbook.reconcile.source_counts import SourceCount


def superseded_sentences(
    context: FigureContext, early: Sequence[tuple[SourceCount, SourceCount]]
) -> Iterator[ExplanationSentence]:
    """Earlier numbers that a source replaced, each number once, and ``early`` counts with their replacements."""
    for source in context.sources:
        new = max(source.current, key=lambda count: count.order)
        earlier: dict[str, SourceCount] = {}
        for old in sorted(source.superseded, key=lambda count: count.order):
            earlier.setdefault(count_text(old.count), old)
        for number, old in earlier.items():
            ids = tuple(c.id for c in old.claims)
            text = message(
                "According to {source} it was {old} earlier ({old_quotation}) and {new} later ({new_quotation}); the "
                "later figure is used.",
                source=context.name_of(source),
                old=number,
                old_quotation=context.quotation(ids[0]),
                new=count_text(new.count),
                new_quotation=context.quotation(new.claims[0].id),
            )
            yield ExplanationSentence(about="superseded", text=text, claims=(*ids, *(c.id for c in new.claims)))
    yield from (_early_count(context, old, new) for old, new in early)


def _early_count(context: FigureContext, old: SourceCount, new: SourceCount) -> ExplanationSentence:
    """The sentence on a number that its own report calls early, or that a later number corrects or has risen above."""
    one, other = ([c.id for c in count.claims] for count in (old, new))
    words = {
        "old": count_text(old.count),
        "source": context.source_name(one),
        "old_quotation": context.quotation(one[0]),
        "new": count_text(new.count),
        "new_quotation": context.quotation(other[0]),
    }
    if all(is_early(claim, context.reports) for claim in old.claims):
        text = message(
            "{old}, according to {source} ({old_quotation}), is called an early figure by the report that gives {new} "
            "({new_quotation}); the later figure is used.",
            **words,
        )
    elif (new.value or 0) < (old.value or 0):
        text = message(
            "{old}, according to {source} ({old_quotation}), is corrected by the report that gives {new} "
            "({new_quotation}); the later figure is used.",
            **words,
        )
    else:
        text = message(
            "{old}, according to {source} ({old_quotation}), was published before the report that says the number has "
            "risen to {new} ({new_quotation}); the later figure is used.",
            **words,
        )
    return ExplanationSentence(about="superseded", text=capitalised(text), claims=(*one, *other))


def overruled(context: FigureContext) -> Iterator[ExplanationSentence]:
    """Sentences on sources with a number below that of the persons reported one by one, who raise the figure."""
    for source in context.sources:
        if _is_overruled(context, source):
            last = max(source.current, key=lambda count: count.order)
            text = plural(
                "It is {number} according to {source}, but {n} person is described; so that number is overruled.",
                "It is {number} according to {source}, but {n} people are reported one by one; so that number is "
                "overruled.",
                context.persons, number=count_text(last.count), source=context.name_of(source),
            )  # fmt: skip
            yield ExplanationSentence(about="contradicted", text=text, claims=tuple(c.id for c in last.claims))


def _is_overruled(context: FigureContext, source: IndependentSource) -> bool:
    most = max(count.reach[1] for count in source.current)
    return most < context.persons == context.figure.low


def contradictions(context: FigureContext) -> Iterator[ExplanationSentence]:
    """Sentences on independent sources that contradict each other, unless persons overrule the lower number."""
    for one, other in combinations(context.sources, 2):
        low, high = sorted((one, other), key=lambda source: min(count.reach for count in source.current))
        if _is_overruled(context, low):
            continue
        if max(count.reach[1] for count in low.current) < min(count.reach[0] for count in high.current):
            a, b = (max(source.current, key=lambda count: count.order) for source in (low, high))
            text = message(
                "It is {low} according to {one} and {high} according to {other}; both cannot be true, and neither is "
                "set aside.",
                low=count_text(a.count),
                one=context.name_of(low),
                high=count_text(b.count),
                other=context.name_of(high),
            )
            claims = tuple(c.id for count in (a, b) for c in count.claims)
            yield ExplanationSentence(about="contradicted", text=text, claims=claims)


def set_aside(context: FigureContext) -> Iterator[ExplanationSentence]:
    """Sentences on claims on this outcome that do not bound the figure, or bound it less than their number says."""
    died = died_since(list(context.claims.values()), context.reports) if context.fate == "injured" else {}
    counted = [c for c in context.claims.values() if c.kind == context.fate]
    whole, parts = ([c for c in counted if c.scope == scope] for scope in ("incident", "part"))
    joint = joint_totals(whole, context.reports)
    alone = [c for c in whole if c.id not in joint]
    others = {
        "one kind": counts_of_one_kind(alone), "larger": parts_of_larger(alone, parts),
        "fighters": fighters_alone(alone), "vague": vague_beside_numbers(alone),
    }  # fmt: skip
    for name, claim in sorted(context.claims.items()):
        if claim.kind != context.fate or claim.count is None:
            continue
        fields = {
            "number": count_text(claim.count),
            "source": context.source_name([name]),
            "quotation": context.quotation(name),
        }
        why = next((each for each, claims in others.items() if name in claims), None)
        text = _not_used(why, fields) if why else _reason_set_aside(context, claim, died.get(name), fields)
        if text is None and name in joint:
            text = _joint_total(context, claim, fields["number"])
        if text is not None:
            yield ExplanationSentence(about="set aside", text=capitalised(text), claims=(name,))


def _not_used(why: str, fields: Mapping[str, str]) -> str:
    """The sentence on a claim that sets no bound: it counts other people than the figure, or is less exact."""
    match why:
        case "one kind":
            return message(
                "{number}, according to {source} ({quotation}), counts people of one age, sex or family only, beside a "
                "larger number of people.",
                **fields,
            )
        case "larger":
            return message(
                "{number}, according to {source} ({quotation}), counts only some of those whom a larger number of the "
                "same report counts.",
                **fields,
            )
        case "fighters":
            return message(
                "{number}, according to {source} ({quotation}), counts fighters only and is far from every number of "
                "other people, so it does not bound this figure.",
                **fields,
            )
        case _:
            return message(
                "{number}, according to {source} ({quotation}), is in words without a number; the number of the same "
                "speaker is used.",
                **fields,
            )


def _reason_set_aside(context: FigureContext, claim: Claim, died: int | None, fields: Mapping[str, str]) -> str | None:
    if claim.count is not None and claim.count.qualifier == "unknown":
        return message(
            "According to {source} the number is not known ({quotation}); this does not count as zero.", **fields
        )
    if claim.scope == "superseded":
        return message(
            "{number}, according to {source} ({quotation}), is an older count; a person said that a later one "
            "replaced it.",
            **fields,
        )
    if claim.stance == "denies" and claim.count is not None and claim.count.best != 0:
        return message("{source} denied {number} ({quotation}); a denied number does not count.", **fields)
    if claim.stance == "fears":
        return message(
            "{source} only feared {number} ({quotation}); this can raise the high but not lower the low.", **fields
        )
    if claim.stance == "doubts":
        return message(
            "{source} doubted {number} ({quotation}); this can raise the high but not lower the low.", **fields
        )
    if died is not None:
        return message(
            "{number}, according to {source} ({quotation}), may include {died} who died later; it counts as a range: "
            "at least the others, at most all.",
            died=f"{died:,}",
            **fields,
        )
    return None


def _joint_total(context: FigureContext, claim: Claim, number: str) -> str:
    """The sentence on a number for several incidents, or for the dead and the wounded together."""
    quotation = context.quotation(claim.id)
    counts = (count for source in context.sources for count in (*source.current, *source.less_exact))
    if any(claim.id == each.id for count in counts for each in count.claims):
        return message(
            "{number} ({quotation}) counts more than this incident or outcome; here it is only an upper bound.",
            number=number,
            quotation=quotation,
        )
    return message(
        "{number} ({quotation}) counts more than this incident or outcome; the numbers for it alone are used.",
        number=number,
        quotation=quotation,
    )


def sensitivity_sentences(context: FigureContext, sensitivity: Sensitivity) -> Iterator[ExplanationSentence]:
    """How the figure changes under the other rules, and without the claim that changes it most."""
    yield ExplanationSentence(about="sensitivity", text=over_rules(sensitivity))
    if not sensitivity.claims:
        text = message("No single claim would change the figure if it were wrong.")
        yield ExplanationSentence(about="sensitivity", text=text)
        return
    largest, *others = sensitivity.claims
    claims = (largest.claim,)
    source, quotation = context.source_name(claims), context.quotation(largest.claim)
    if largest.without is None:
        text = message(
            "Without the claim of {source} ({quotation}) there would be no figure.", source=source, quotation=quotation
        )
    else:
        text = message(
            "Without the claim of {source} ({quotation}) the figure would be {figure}.",
            source=source,
            quotation=quotation,
            figure=_numbers_text(largest.without),
        )
    yield ExplanationSentence(about="sensitivity", text=text, claims=claims)
    if any(each.moves == largest.moves for each in others):
        yield ExplanationSentence(about="sensitivity", text=message("No other claim changes it more."))
    elif others:
        yield ExplanationSentence(about="sensitivity", text=message("No other claim changes it as much."))


def over_rules(sensitivity: Sensitivity) -> str:
    """The range of the figure over all rules, as a sentence."""
    if sensitivity.least is None or sensitivity.most is None or sensitivity.least == sensitivity.most:
        return message("All rules give the same number for these claims.")
    least, most = f"{sensitivity.least:,}", f"{sensitivity.most:,}"
    return message("Over all rules the numbers range from {least} to {most}.", least=least, most=most)


def _numbers_text(numbers: Numbers) -> str:
    low, best, high = numbers
    if best is None or low == high:
        return wording.bounds(Range(low=low, best=best, high=high))
    bounds = wording.bounds(Range(low=low, best=best, high=high))
    return message("{range}, with {best} as the best value", range=bounds, best=f"{best:,}")
