"""Training of the tagger that ships under ``tollbook/extract/model``: data, network, loop, export. Never installed."""
