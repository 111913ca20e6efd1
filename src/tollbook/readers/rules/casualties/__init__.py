"""Casualty counts of a report: triggers, tallies, composition, additional counts, subsets."""
