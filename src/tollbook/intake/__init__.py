"""Bytes to reports: what can be read, and why something cannot."""
