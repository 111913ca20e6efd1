"""Incidents, running totals and figures, derived from claims and decisions.

Two ways lead to the same result: :mod:`build` is a pure function of the whole book; :mod:`incremental` updates stored
rows report by report with the same functions. :mod:`check` and a property test compare them.
"""
