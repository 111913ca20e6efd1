"""Trains the encoder of the learned reader. See ``README.md`` here."""
