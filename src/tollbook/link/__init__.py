"""Claims to incidents: which claims tell of one incident."""

from tollbook.link.linking import link

__all__ = ["link"]
