"""Finds the day and the place of each finding, and events other than that of the report."""
