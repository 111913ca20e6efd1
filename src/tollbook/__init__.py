"""Tollbook: who was harmed, where, when, by whom — according to whom."""

__version__ = "0.1.0"
