"""Spreadsheets of documenters and published data sets as reports with claims, one report for each row."""

from tollbook.imports.plan import PROVENANCE, ImportPlan, ImportRow, plan_of, proposal, questions, rows_of

__all__ = ["PROVENANCE", "ImportPlan", "ImportRow", "plan_of", "proposal", "questions", "rows_of"]
