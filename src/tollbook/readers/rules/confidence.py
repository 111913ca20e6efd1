"""The confidence of a claim: the share of claims of its kind and form that were right where this was measured.

``bench/calibration.py`` writes the shares to ``lexicon/CODE/confidence.toml`` and describes how claims were judged.
"""

import functools
from typing import Literal

from tollbook.model import Claim
from tollbook.readers.rules.words import language

Form = Literal["numbered", "named", "described", "uncounted"]
#: For a form that was not measured.
_UNMEASURED = 0.5


def form(claim: Claim) -> Form:
    """The form of a claim: it describes people by a number, by name, by description, or not at all."""
    if claim.count is None:
        return "uncounted"
    if claim.people is not None and len(claim.people.names) == 1 and claim.count.best == 1:
        return "named"
    return "numbered" if claim.count.text else "described"


def of(claim: Claim) -> float:
    """The confidence of a claim, 0 to 1."""
    known = _shares().get(form(claim), {})
    return known.get(claim.kind, known.get("any", _UNMEASURED))


@functools.cache
def _shares() -> dict[str, dict[str, float]]:
    return language.lexicon("confidence", dict[str, dict[str, float]])
