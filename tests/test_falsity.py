"""Words that their own sentence calls false are denied, whoever reports them. All sentences are invented."""

import pytest

from tollbook.model import Report
from tollbook.readers import rules

# sentence | the stance on its one count
STANCES = [
    ("Reports that nine people were killed are false, police said.", "denies"),
    ("A report of nine dead was wrong, the hospital said.", "denies"),
    ("The ministry retracted its claim that nine people were killed.", "denies"),
    ("Rumours that nine people had died were untrue.", "denies"),
    ("False reports that nine people were killed spread online.", "denies"),
    ("Police said a hoax caller claimed that 12 people had been killed.", "denies"),
    ("There is no truth in reports that nine people died.", "denies"),
    ("The army called reports of nine dead a lie.", "denies"),
    ("The army described the claim that nine villagers were killed as baseless.", "denies"),
    ("An earlier version of this story said that nine people were killed.", "denies"),
    ("A previous edition of this report gave the number of people killed as nine.", "denies"),
    ("The ministry said that two bodies had been counted twice.", "denies"),
    ("No guard was hurt, contrary to early reports that nine people had died, police said.", "denies"),
    ("Earlier reports that a child had died were incorrect.", "denies"),
    ("Five people who had been reported dead were found to be alive in two hospitals.", "denies"),
    ("Five people who had been reported missing were found dead near two hospitals.", "asserts"),
    ("The article said that nine people were killed; in fact they were wounded.", "denies"),
    ("The article said that nine people were killed; in Dorna a child was wounded.", "asserts"),
    ("The first version of the bomb killed nine people.", "asserts"),
    ("Reports that nine people were killed are not false, the mayor said.", "asserts"),
    ("Reports that nine people were killed are credible.", "asserts"),
    ("Reports said nine people were killed at a fake checkpoint.", "asserts"),
    ("The men, who wore fake uniforms, killed nine people.", "asserts"),
]


@pytest.mark.parametrize(("text", "stance"), STANCES, ids=[row[0][:50] for row in STANCES])
def test_a_statement_called_false_is_denied(text: str, stance: str) -> None:
    (claim,) = (c for c in rules.read(Report(id="r", sha256="0", text=text)).claims if c.kind == "killed")
    assert claim.stance == stance


# sentence | who denies an attack by it, None where nobody does
DENIED = [
    ("Reports of civilian casualties are lies, the army said.", "the army"),
    ("The ministry said the reports of civilian deaths were a lie.", "the ministry"),
    ("Claims that the army killed villagers have been fabricated, a spokesman said.", "a spokesman"),
    ("The minister said the reports of the bombing were false.", "the minister"),
    ("The minister said reports of corruption were lies.", None),
    ("The minister said the claim that the price of bread had risen was false.", None),
    ("Residents said the army's claim that it had killed only fighters was a lie.", None),
    ("Reports of civilian casualties are no lies, residents said.", None),
    ("Reports of civilian casualties are wrong, the hospital said: all of them lived.", None),
]


@pytest.mark.parametrize(("text", "speaker"), DENIED, ids=[row[0][:50] for row in DENIED])
def test_calling_reports_of_an_attack_lies_denies_it(text: str, speaker: str | None) -> None:
    report = Report(id="r", sha256="0", text=f"An air strike killed nine people in Velmar. {text}")
    found = [c.speakers[0].name for c in rules.read(report).claims if c.kind == "denial"]
    assert found == ([] if speaker is None else [speaker])
