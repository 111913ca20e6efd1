"""Capturing web pages into a WARC file: the only part of Tollbook that uses the network, and only on request."""

from tollbook.ingest.fetch.capture import PAUSE, FetchedPage, capture_page, fetch

__all__ = ["PAUSE", "FetchedPage", "capture_page", "fetch"]
