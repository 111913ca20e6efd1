"""Labels that the project made itself are kept as offsets: the words come back, and nothing of them is stored."""

import json

import pytest

from training.reader.own_labels import with_words, without_words

#: An invented report.
TEXT = (
    "Velmar, 5 May 2021: Shells killed two men at the mill, police said. The Orsk Brigade fired the shells, the mayor "
    "of Velmar said."
)


def labels() -> dict[str, object]:
    quote, accused = "killed two men at the mill", "The Orsk Brigade fired the shells"
    claim = {
        "start": TEXT.index(quote), "end": TEXT.index(quote) + len(quote), "quote": quote, "kind": "killed", "low": 2,
        "best": 2, "high": 2, "qualifier": "exactly", "status": "civilian", "scope": "incident", "speaker": "police",
        "speaker_as": "police", "via": None, "stance": "asserts", "names": [], "age": None, "place": "Velmar",
        "first": None, "last": None, "incident": "2021-05-05|Velmar|shelling",
    }  # fmt: skip
    incident = {
        "key": "2021-05-05|Velmar|shelling", "main": True, "weapons": ["Shells"],
        "perpetrators": [{"text": "Orsk Brigade", "certainty": "accused"}],
        "sites": [{"text": "the mill", "effect": "hit"}],
    }  # fmt: skip
    start = TEXT.index(accused)
    statement = {
        "start": start, "end": start + len(accused), "quote": accused, "speaker": "the mayor of Velmar",
        "stance": "accuses",
    }  # fmt: skip
    return {"id": "invented-1", "claims": [claim], "incidents": [incident], "statements": [statement]}


def test_the_words_come_back_with_the_text() -> None:
    gold = labels()
    again = with_words(without_words(gold, TEXT), TEXT)
    key = "2021-05-05|0|shelling"
    assert again["claims"] == [gold["claims"][0] | {"incident": key}]  # type: ignore[index]
    assert again["incidents"] == [gold["incidents"][0] | {"key": key}]  # type: ignore[index]
    assert again["statements"] == gold["statements"]


def test_no_word_of_the_report_is_stored() -> None:
    stored = json.dumps(without_words(labels(), TEXT))
    assert not [word for word in ("Velmar", "police", "mill", "Orsk", "mayor", "two men") if word in stored]


def test_labels_of_another_text_are_refused() -> None:
    row = without_words(labels(), TEXT)
    with pytest.raises(ValueError, match="not the one that was labelled"):
        with_words(row, TEXT + " Corrected.")
    with pytest.raises(ValueError, match="is not in the text"):
        without_words(labels(), TEXT.replace("mayor", "governor"))
