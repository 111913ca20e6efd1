"""Trains the network that finds who is quoted, with which words, and what they say."""
