"""Makes figures: low, best and high from independent sources, under published rules.

Pure functions over records; ``docs/figures.md`` describes the steps.
"""

from tollbook.reconcile.assemble import incident, known_by, published_by
from tollbook.reconcile.copies import Copy, compare_texts, find_copies, fingerprint, with_rulings
from tollbook.reconcile.criteria import CRITERIA, meeting
from tollbook.reconcile.explain import explain
from tollbook.reconcile.explanation_context import Explanation
from tollbook.reconcile.measurements import measured
from tollbook.reconcile.outlets import Outlet, outlets
from tollbook.reconcile.rules import RULES
from tollbook.reconcile.sensitivity import Sensitivity, sensitivity
from tollbook.reconcile.sources import Sources, sources
from tollbook.reconcile.speakers import SpeakerEntity, speakers
from tollbook.reconcile.tolls import toll_groups, tolls
from tollbook.record import Measured

__all__ = [
    "CRITERIA",
    "RULES",
    "Copy",
    "Explanation",
    "Measured",
    "Outlet",
    "Sensitivity",
    "Sources",
    "SpeakerEntity",
    "compare_texts",
    "explain",
    "find_copies",
    "fingerprint",
    "incident",
    "known_by",
    "measured",
    "meeting",
    "outlets",
    "published_by",
    "sensitivity",
    "sources",
    "speakers",
    "toll_groups",
    "tolls",
    "with_rulings",
]
