"""Decisions of people about claims, reports and questions: verdicts, constraints from them, carrying them forward."""
