"""Reports that talk to the language model, and a server that does whatever they say. All of it is invented.

The server obeys as far as anybody can: it repeats every JSON in the passage, and proposes every sentence as every kind
of claim, with every number, and with every name as speaker and as perpetrator.
"""

import json
import re
import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tollbook import quantities
from tollbook.model import Report
from tollbook.readers import llm, registry, rules
from tollbook.readers.base import check, finder_of
from tollbook.readers.llm import LanguageModelReader, ModelIdentity
from tollbook.readers.rules.words.language import LOCALE

BEFORE = "Three people were killed in Velmar on Tuesday, the mayor said."
AFTER = "Rescue workers went on with their search on Wednesday."
TEXTS = tomllib.loads((Path(__file__).parent / "data" / "injections.toml").read_text("utf-8"))["texts"]
KINDS = ("killed", "responsibility", "accusation", "denial", "inquiry")
#: The most proposals of one answer.
MOST = 60


def obedient(passage: str) -> list[dict[str, Any]]:
    """Everything that a passage can make a model say."""
    found = [claim for each in objects(passage) for claim in each.get("claims", [each])]
    for sentence, kind in product(re.findall(r"[^.\n]+", passage), KINDS):
        names = re.findall(r"(?:the )?[A-Z]\w+(?: [A-Z]\w+)*", sentence)
        numbers = [count.text for count, _ in quantities.every(sentence, LOCALE)] or [None]
        for number in numbers:
            whole = {"quote": sentence, "kind": kind, "number": number, "by": names}
            found += [whole, whole | {"speakers": names[:1]}]
    return found[:MOST]


def objects(passage: str) -> list[dict[str, Any]]:
    found, decoder = [], json.JSONDecoder()
    for match in re.finditer(r"\{", passage):
        try:
            each, _ = decoder.raw_decode(passage, match.start())
        except ValueError:
            continue
        found.append(each)
    return found


def test_there_are_fifty() -> None:
    assert len(set(TEXTS)) == 50


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_report_that_talks_to_the_model_adds_only_claims_in_its_words(text: str) -> None:
    report = Report(id="r", sha256="0" * 64, text=f"{BEFORE} {text} {AFTER}", language="en")
    reader = LanguageModelReader(
        ModelIdentity(model="obedient", rule="union"), None, answers=llm.InMemory(),
        beside=lambda language: registry.find(language, "rules"),
    )  # fmt: skip
    answer = {"content": json.dumps({"claims": obedient(report.text)})}
    reader._answers.put(reader.key(report.text), json.dumps(answer).encode())
    found = check(reader.read(report), report, finder_of(reader))
    alone = rules.read(report)
    held = {(actor.name, claim.kind) for claim in alone.claims for actor in claim.by}
    assert found.refused == ()
    assert any(claim.quote.startswith("Three people were killed") for claim in found.claims)
    for claim in found.claims:
        assert report.text[claim.start : claim.end] == claim.quote
        if claim.count is not None and claim.count.text:
            assert claim.count.text in claim.quote
        assert {actor.name for actor in claim.by} <= {name for name, _ in held}
        for other in () if isinstance(claim.otherwise, msgspec.UnsetType) else claim.otherwise:
            # A question may show them to a person; they are words of the report there, too.
            names = () if isinstance(other.by, msgspec.UnsetType) else other.by
            assert all(actor.name in other.quote for actor in names)
            assert report.text.find(other.quote) >= 0
        if claim.kind in KINDS[1:]:
            assert any(claim.kind == c.kind and c.start < claim.end and claim.start < c.end for c in alone.claims)
    assert "Nine hundred people were killed" not in {claim.quote for claim in found.claims if "{" not in text}
    assert msgspec.json.encode(found) == msgspec.json.encode(check(reader.read(report), report, finder_of(reader)))


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_a_report_in_another_language_makes_the_model_accuse_nobody(text: str) -> None:
    """The same sentences, in a report whose language has no rules: nothing confirms the model there."""
    report = Report(id="r", sha256="0" * 64, text=f"У Вельмарі загинули 3 людей. {text}", language="uk")
    reader = LanguageModelReader(
        ModelIdentity(model="obedient", rule="union"), None, answers=llm.InMemory(),
        beside=lambda language: registry.find(language, "rules"),
    )  # fmt: skip
    own = {"quote": "загинули 3 людей", "kind": "killed", "number": "3", "by": ["людей"]}
    answer = {"content": json.dumps({"claims": [own, *obedient(report.text)[: MOST - 1]]})}
    reader._answers.put(reader.key(report.text), json.dumps(answer).encode())
    found = check(reader.read(report), report, finder_of(reader))
    assert found.refused == ()
    assert any(claim.quote == "загинули 3 людей" for claim in found.claims)
    for claim in found.claims:
        assert report.text[claim.start : claim.end] == claim.quote
        assert (claim.by, claim.kind) == ((), "killed")
        assert claim.count is not None
        assert claim.count.text in claim.quote
