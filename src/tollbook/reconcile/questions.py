"""Questions: sentences on what a person should check in the record of an incident."""

from collections.abc import Mapping, Sequence

from tollbook.locale import as_said, wording
from tollbook.locale.messages import message
from tollbook.reconcile.statements import changed_stances, disputed
from tollbook.record import Figure, Group, Statement, Victim


def questions(
    group: Group,
    figures: Mapping[str, Figure],
    victims: Sequence[Victim],
    statements: Sequence[Statement],
    source_of: Mapping[str, str],
) -> tuple[str, ...]:
    """Every open question once, sorted, after those from linking. ``source_of`` gives the source of each claim."""
    every = {*_on_figures(figures), *_on_open_highs(group, figures), *_on_day_and_place(group)}
    every |= {*_on_names(figures, victims), *_on_inferred_names(group), *_on_unknown_numbers(group, figures)}
    every |= {*changed_stances(statements, source_of), *disputed(statements, group.claims)}
    return (*group.questions, *sorted(every - set(group.questions)))


def _on_figures(figures: Mapping[str, Figure]) -> list[str]:
    sentences = []
    for outcome, figure in figures.items():
        if figure.status == "contested":
            sentences.append(_contested(outcome, figure))
        if figure.independent_sources == 1:
            sentences.append(message("Single source: only one source gives the number {fate}.", fate=outcome))
    return sentences


def _on_open_highs(group: Group, figures: Mapping[str, Figure]) -> list[str]:
    """A high that every claim under it gives only as a lower bound."""
    qualifier = {c.id: c.count.qualifier for c in group.claims if c.count is not None}
    return [
        message(
            "Open upwards: the highest number {fate}, {high}, is given as “at least” or “more than”.",
            fate=outcome,
            high=wording.bound(as_said.bounds(figure).high),
        )
        for outcome, figure in figures.items()
        if figure.high_claims and all(qualifier.get(c) in {"at least", "more than"} for c in figure.high_claims)
    ]


def _contested(outcome: str, figure: Figure) -> str:
    ends = as_said.bounds(figure)
    low, high = wording.bound(ends.low), wording.bound(ends.high)
    return message("Contested: independent sources give {low} to {high} {fate}.", low=low, high=high, fate=outcome)


def _on_day_and_place(group: Group) -> list[str]:
    sentences, when = [], group.when
    if when is not None and when.reason:
        sentences.append(message("Day in doubt: “{text}”: {reason}.", text=when.text, reason=when.reason.rstrip(".")))
    elif when is None or when.start is None:
        sentences.append(message("Undated: no report says on which day it happened."))
    if group.place is None:
        sentences.append(message("No place: no report says where it happened."))
    elif group.place.lat is None:
        reason = (group.place.reason or message("no place of that name was found")).rstrip(".")
        sentences.append(message("Place unresolved: {place} ({reason}).", place=group.place.name, reason=reason))
    return sentences


def _on_names(figures: Mapping[str, Figure], victims: Sequence[Victim]) -> list[str]:
    named = {effect: sum(1 for v in victims if v.name and v.effect == effect) for effect in {v.effect for v in victims}}
    return [
        message(
            "More names than number: {count} are named as {effect}, and the highest number given is {high}.",
            count=count,
            effect=effect,
            high=high,
        )
        for effect, count in named.items()
        if effect in figures and (high := figures[effect].high) is not None and count > high
    ]


def _on_inferred_names(group: Group) -> list[str]:
    """Names that only the context gives to a casualty (decision 36): a person has to confirm them."""
    names = [(c.people, name) for c in group.claims if c.people is not None for name in c.people.names]
    stated = {name for people, name in names if not people.inferred}
    return [
        message(
            "Named by context alone: no words say that {name} was harmed; read the report before the name is used.",
            name=name,
        )
        for people, name in names
        if people.inferred and name not in stated
    ]


def _on_unknown_numbers(group: Group, figures: Mapping[str, Figure]) -> list[str]:
    unknown = {c.kind for c in group.claims if c.count is not None and c.count.qualifier == "unknown"}
    return [
        message("Reported as not known: the number {fate}.", fate=outcome)
        for outcome in unknown
        if outcome not in figures
    ]
