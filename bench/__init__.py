"""Measuring Tollbook on public sets that nobody on this project made. Nothing of theirs is kept in this repository."""
