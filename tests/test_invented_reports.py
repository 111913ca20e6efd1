"""The invented reports that the reader learns from, and the checks on what is added to them."""

from collections import Counter

import pytest

from tollbook.readers.learned.labels import LABELS
from training.reader import invented
from training.reader.data import load_invented

TEXT = "Two dead in Orlad. Gunmen killed two people in Orlad, police said. Two people were hurt."
CLAIM = {
    "quote": "killed two people", "kind": "killed", "status": "civilian", "scope": "incident", "speaker": "police",
    "speaker_as": "police", "names": [],
}  # fmt: skip
GUNMEN = {"text": "Gunmen", "certainty": "stated"}
INCIDENT = {"main": True, "perpetrators": [GUNMEN], "weapons": [], "sites": []}


def row(**changes):
    return {"id": "one", "text": TEXT, "claims": [CLAIM], "incidents": [INCIDENT], "statements": []} | changes


def test_every_invented_report_is_labelled_without_a_problem():
    rows = invented.load()
    assert len(rows) >= 144
    assert max(Counter(r["id"] for r in rows).values()) == 1
    for r in rows:
        for part in (*r["claims"], *r["statements"]):
            assert r["text"][part["start"] : part["end"]] == part["quote"]


def test_every_label_of_the_model_but_those_of_victims_is_learned_from_them():
    found = {label for example in load_invented() for *_, label in example.spans}
    assert found <= set(LABELS)
    assert found >= {"killed", "injured", "captured", "perpetrator", "weapon", "site", "statement", "speaker", "victim"}


def test_a_row_without_problems_gets_offsets():
    (claim,) = invented.with_offsets(row())["claims"]
    assert TEXT[claim["start"] : claim["end"]] == "killed two people"
    assert claim["stance"] == "asserts"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"claims": [CLAIM | {"quote": "killed three people"}]}, "0 times"),
        ({"claims": [CLAIM | {"quote": "Orlad"}]}, "add nth"),
        ({"claims": [CLAIM | {"quote": "Orlad", "nth": 3}]}, "2 times"),
        ({"claims": [CLAIM | {"kind": "dead"}]}, "“dead” is none of"),
        ({"claims": [CLAIM | {"scope": "all"}]}, "“all” is none of"),
        ({"claims": [CLAIM | {"speaker": "the mayor"}]}, "does not have “the mayor”"),
        ({"claims": [CLAIM | {"names": ["Ilka Oren"]}]}, "does not have “Ilka Oren”"),
        ({"incidents": [INCIDENT | {"weapons": ["rifle"]}]}, "does not have “rifle”"),
        ({"incidents": [INCIDENT | {"perpetrators": [GUNMEN | {"certainty": "sure"}]}]}, "“sure” is none of"),
        ({"statements": [{"quote": "police said", "speaker": "police", "stance": "shouts"}]}, "“shouts” is none of"),
    ],
)
def test_a_fault_in_a_row_is_reported(changes, words):
    (problem,) = invented.problems(row(**changes))
    assert words in problem
    with pytest.raises(ValueError, match="one: "):
        invented.with_offsets(row(**changes))
