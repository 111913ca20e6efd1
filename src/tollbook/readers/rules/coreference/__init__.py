"""Coreference: finds the person, body or group that each name, noun and pronoun of a report refers to."""
