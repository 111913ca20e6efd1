"""Coreference: which person, body or group each name, noun and pronoun of a report refers to."""
