"""Capturing pages into a WARC file: the only part of Tollbook that ever touches the network, and only when asked to."""

from tollbook.ingest.fetch.capture import PAUSE, Fetched, fetch

__all__ = ["PAUSE", "Fetched", "fetch"]
