"""Regular English inflection: tables of lemmas and their forms."""

import pytest

from tollbook.readers.rules.words.inflection import noun_forms, verb_forms

VERBS = [
    ("kill", "kills killed killing"),
    ("execute", "executes executed executing"),
    ("garrotte", "garrottes garrotted garrotting"),
    ("free", "frees freed freeing"),
    ("die", "dies died dying"),
    ("bury", "buries buried burying"),
    ("destroy", "destroys destroyed destroying"),
    ("stab", "stabs stabbed stabbing"),
    ("rob", "robs robbed robbing"),
    ("quit", "quits quitted quitting"),
    ("raid", "raids raided raiding"),
    ("fix", "fixes fixed fixing"),
    ("maim", "maims maimed maiming"),
    ("kidnap", "kidnaps kidnapped kidnapping"),
    ("murder", "murders murdered murdering"),
    ("shell", "shells shelled shelling"),
    ("ambush", "ambushes ambushed ambushing"),
    ("torpedo", "torpedoes torpedoed torpedoing"),
    ("panic", "panics panicked panicking"),
    ("level", "levels leveled leveling levelled levelling"),
    ("shoot", "shoots shot shooting"),
    ("slay", "slays slew slain slaying"),
    ("flee", "flees fled fleeing"),
]

NOUNS = [
    ("killing", "killings"),
    ("casualty", "casualties"),
    ("toy", "toys"),
    ("blast", "blasts"),
    ("clash", "clashes"),
    ("gunman", "gunmen"),
    ("human", "humans"),
    ("knife", "knives"),
]


@pytest.mark.parametrize(("lemma", "expected"), VERBS)
def test_a_verb_has_these_forms(lemma: str, expected: str) -> None:
    assert verb_forms(lemma) == {lemma, *expected.split()}


@pytest.mark.parametrize(("singular", "plural"), NOUNS)
def test_a_noun_has_this_plural(singular: str, plural: str) -> None:
    assert noun_forms(singular) == {singular, plural}
