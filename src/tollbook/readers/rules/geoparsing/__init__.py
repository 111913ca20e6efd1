"""Geoparsing: find place names, resolve them against the gazetteer, and decide which say where an event was."""
