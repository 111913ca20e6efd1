"""A report to claims: what is said, by whom, about whom, where and when."""

from tollbook.extract.reader import FINDER, read

__all__ = ["FINDER", "read"]
