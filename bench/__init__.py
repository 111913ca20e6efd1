"""Measures Tollbook on public data sets of others, which are not part of this repository."""
