"""Readers: from one report to its claims. Each reader is a plug-in."""
