"""Answers of people: the questions they settled, and the fields of claims they confirmed."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tollbook.decisions.decision import CORRECTABLE, Decision, accepted_fields


class Answered(NamedTuple):
    """Ids of settled questions, and the fields of each claim that a person confirmed."""

    settled: frozenset[str] = frozenset()
    fields: Mapping[str, frozenset[str]] = {}

    def confirms(self, claim: str, fields: frozenset[str]) -> bool:
        """Whether a person confirmed one of some fields of a claim."""
        return not self.fields.get(claim, frozenset()).isdisjoint(fields)


def answered(decisions: Iterable[Decision]) -> Answered:
    """The answers that follow from decisions in force."""
    fields: dict[str, set[str]] = {}
    settled = set[str]()
    for decision in decisions:
        if decision.verdict == "settle":
            settled.add(decision.subject)
        for each in decision.on_claims():
            if each.verdict == "accept":
                fields.setdefault(each.subject, set()).update(accepted_fields(each.change))
            elif each.verdict == "add":
                fields.setdefault(str((each.change or {}).get("id")), set()).update(CORRECTABLE)
            elif each.verdict == "correct":
                fields.setdefault(each.subject, set()).update(each.change or {})
    return Answered(frozenset(settled), {claim: frozenset(found) for claim, found in fields.items()})
