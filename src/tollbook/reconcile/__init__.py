"""Incidents to figures: low, best and high by independent sources under published rules."""
