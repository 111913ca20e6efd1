"""Measuring Tollbook on public sets that others made. This repository has no part of them."""
