"""Phrases for people: names of persons, lists of names, counts, ages, status and sex."""
