"""Geoparsing: find place names, resolve them with the gazetteer, and decide which are the places of events."""
