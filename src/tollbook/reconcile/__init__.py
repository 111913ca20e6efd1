"""Incidents to figures: low, best and high by independent sources under published rules.

Pure functions over records; ``docs/figures.md`` tells the steps in words.
"""

from tollbook.reconcile.assemble import incident
from tollbook.reconcile.copies import Copy, copied, find_copies, trace, with_rulings
from tollbook.reconcile.rules import RULES
from tollbook.reconcile.sources import Sources, sources
from tollbook.reconcile.tolls import tolls

__all__ = ["RULES", "Copy", "Sources", "copied", "find_copies", "incident", "sources", "tolls", "trace", "with_rulings"]
