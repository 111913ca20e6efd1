"""The effect of decisions about persons: which sources are one person, which are not, and the fields people set."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tollbook import linking
from tollbook.decisions.decision import OF_PERSONS, Decision
from tollbook.decisions.person_fields import sides
from tollbook.person import PersonCorrection, PersonRulings
from tollbook.record import Ruling


def person_rulings(decisions: Iterable[Decision]) -> PersonRulings:
    """The decisions about persons, given oldest first. If two contradict each other, the later one is used."""
    about = [d for d in decisions if d.verdict in OF_PERSONS or d.verdict == "correct person"]
    if not about:
        return PersonRulings()
    constraints = linking.constraints_from(tuple(pairs(about)))
    on_source: dict[str, list[str]] = defaultdict(list)
    for decision in about:
        for name in sources_of(decision):
            on_source[name].append(decision.id)
    return PersonRulings(
        set_of=dict(constraints.set_of),
        apart=constraints.cannot_link,
        corrections=tuple(
            PersonCorrection(mention=d.subject, decision=d.id, change=dict(d.change or {}))
            for d in about
            if d.verdict == "correct person"
        ),
        decisions={name: tuple(ids) for name, ids in on_source.items()},
    )


def pairs(decisions: Iterable[Decision]) -> Iterator[Ruling]:
    """Decisions on two persons as rulings on their sources, oldest first."""
    for decision in decisions:
        if decision.verdict not in OF_PERSONS or decision.other is None:
            continue
        if decision.verdict == "same person":
            yield Ruling(claims=(decision.subject, decision.other), decision=decision.id)
            continue
        one, two = sides(decision.subject, decision.other, decision.change)
        yield Ruling(claims=tuple(two), decision=decision.id)
        yield Ruling(claims=tuple(one), others=tuple(two), decision=decision.id)


def sources_of(decision: Decision) -> tuple[str, ...]:
    """The sources that a decision about persons names."""
    if decision.verdict == "different persons" and decision.other is not None:
        one, two = sides(decision.subject, decision.other, decision.change)
        return (*one, *two)
    return tuple(name for name in (decision.subject, decision.other) if name is not None)
