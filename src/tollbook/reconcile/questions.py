"""What a person should look at in the record of an incident, as sentences."""

from collections.abc import Mapping, Sequence

from tollbook.reconcile.statements import changed_stances, disputed
from tollbook.record import Figure, Group, Statement, Victim


def questions(
    group: Group,
    figures: Mapping[str, Figure],
    victims: Sequence[Victim],
    statements: Sequence[Statement],
    origin: Mapping[str, str],
) -> tuple[str, ...]:
    """Every open question once, sorted, after those that linking already asked."""
    found = {*_of_figures(figures), *_of_open_ends(group, figures), *_of_setting(group), *_of_names(figures, victims)}
    found |= {*changed_stances(statements, origin), *disputed(group.claims), *_of_unknowns(group, figures)}
    found |= set(_of_inferred(group))
    return (*group.questions, *sorted(found - set(group.questions)))


def _of_figures(figures: Mapping[str, Figure]) -> list[str]:
    sentences = []
    for fate, figure in figures.items():
        if figure.status == "contested":
            sentences.append(f"Contested: independent sources give {_span(figure)} {fate}.")
        if figure.independent_sources == 1:
            sentences.append(f"Single source: the number {fate} goes back to one source.")
    return sentences


def _of_open_ends(group: Group, figures: Mapping[str, Figure]) -> list[str]:
    """A high that is only a lower bound in the words of all who give it."""
    qualifier = {c.id: c.count.qualifier for c in group.claims if c.count is not None}
    return [
        f"Open upwards: the highest number {fate}, {figure.high}, is said with “at least” or “more than”."
        for fate, figure in figures.items()
        if figure.high_claims and all(qualifier.get(c) in {"at least", "more than"} for c in figure.high_claims)
    ]


def _span(figure: Figure) -> str:
    low, high = ("?" if n is None else str(n) for n in (figure.low, figure.high))
    return f"{low} to {high}"


def _of_setting(group: Group) -> list[str]:
    sentences, when = [], group.when
    if when is not None and when.reason:
        sentences.append(f"Day in doubt: “{when.text}”: {when.reason.rstrip('.')}.")
    elif when is None or when.start is None:
        sentences.append("Undated: no report says on which day it happened.")
    if group.place is None:
        sentences.append("No place: no report says where it happened.")
    elif group.place.lat is None:
        why = group.place.reason or "no place of that name was found"
        sentences.append(f"Place unresolved: {group.place.name} ({why.rstrip('.')}).")
    return sentences


def _of_names(figures: Mapping[str, Figure], victims: Sequence[Victim]) -> list[str]:
    named = {effect: sum(1 for v in victims if v.name and v.effect == effect) for effect in {v.effect for v in victims}}
    return [
        f"More names than number: {count} are named as {effect}, and the highest number given is {high}."
        for effect, count in named.items()
        if effect in figures and (high := figures[effect].high) is not None and count > high
    ]


def _of_inferred(group: Group) -> list[str]:
    """Names that no words give to anybody harmed (decision 36): they wait for a person."""
    told = [(c.people, name) for c in group.claims if c.people is not None for name in c.people.names]
    said = {name for people, name in told if not people.inferred}
    return [
        f"Named by context alone: no words say that {name} was harmed; read the report before the name is used."
        for people, name in told
        if people.inferred and name not in said
    ]


def _of_unknowns(group: Group, figures: Mapping[str, Figure]) -> list[str]:
    unknown = {c.kind for c in group.claims if c.count is not None and c.count.qualifier == "unknown"}
    return [f"Said not to be known: the number {fate}." for fate in unknown if fate not in figures]
