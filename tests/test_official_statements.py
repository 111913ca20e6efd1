"""Common wordings of official statements, and who is said to have said what: a table of invented reports."""

from datetime import date

import pytest

from tollbook.model import Claim, Report
from tollbook.readers import rules

BOMB = "A bomb killed six people in Oberfeld on Monday."
SHELL = "A shell killed two children in Velmar on Monday."
STRIKE = "An air strike killed nine people in Dursan on Monday."

#: What is no figure: the statements, and attacks with who is held responsible.
Said = tuple[str, str, tuple[str, ...], tuple[str, ...]]

# report | kind, stance, speakers before the outlet, held responsible
STATEMENTS: list[tuple[str, list[Said]]] = [
    (
        f"{SHELL} The ministry of defence said: “We deny that our forces were involved.”",
        [("denial", "denies", ("the ministry of defence",), ())],
    ),
    (
        f"{SHELL} “I deny any involvement,” the mayor, Ana Brod, told reporters.",
        [("denial", "denies", ("Ana Brod",), ())],
    ),
    (
        f"{SHELL} The army rejected accusations that it had shelled the market.",
        [("denial", "denies", ("the army",), ())],
    ),
    (f"{STRIKE} The ministry dismissed the reports as propaganda.", [("denial", "denies", ("the ministry",), ())]),
    (
        f"{BOMB} A spokesman for the Highland Front, Ivo Tal, denied involvement.",
        [("denial", "denies", ("Ivo Tal",), ())],
    ),
    # neither denied nor admitted
    (f"{STRIKE} The ministry neither confirmed nor denied carrying out the strike.", []),
    (f"{STRIKE} The army refused to confirm or deny that its jets had hit the school.", []),
    (f"{SHELL} The army never denied shelling the market.", []),
    # no statement
    (f"{SHELL} The army did not comment on the killings.", []),
    (f"{STRIKE} The air force could not immediately be reached for comment.", []),
    (f"{SHELL} Police said they had no information about the attack.", []),
    (f"{BOMB} No group has claimed responsibility.", []),
    (f"{BOMB} The Highland Front later withdrew its claim of responsibility.", []),
    # claimed and admitted
    (
        f"{BOMB} The Highland Front claimed responsibility via Telegram.",
        [("responsibility", "claims responsibility", ("the Highland Front",), ("Highland Front",))],
    ),
    (
        f"{BOMB} In a statement posted on Telegram, the Highland Front said it was behind the attack.",
        [("responsibility", "claims responsibility", ("the Highland Front",), ("Highland Front",))],
    ),
    (
        f"{STRIKE} The army admitted that its aircraft had hit the school by mistake.",
        [
            ("attack", "asserts", ("the army",), ("army",)),
            ("responsibility", "admits", ("the army",), ("army",)),
        ],
    ),
    # condemned, promised, accused
    (
        f"{SHELL} President Salme Verin condemned the attack as cowardly.",
        [("accusation", "condemns", ("Salme Verin",), ())],
    ),
    (
        f"{STRIKE} The coalition said it was looking into reports of civilian casualties.",
        [("inquiry", "promises inquiry", ("the coalition",), ())],
    ),
    (
        f"{STRIKE} The ministry expressed regret and promised an investigation.",
        [("inquiry", "promises inquiry", ("the ministry",), ())],
    ),
    (f"{SHELL} The rebels blamed the army for the shelling.", [("accusation", "accuses", ("the rebels",), ("army",))]),
    (
        f"{BOMB} The minister, Ivo Tal, vowed that the killers would be caught.",
        [("inquiry", "promises inquiry", ("Ivo Tal",), ())],
    ),
    (
        f"{BOMB} The premier, Ivo Tal, ordered the formation of a committee of inquiry.",
        [("inquiry", "promises inquiry", ("Ivo Tal",), ())],
    ),
    (
        f"{BOMB} The Highland Front said that it had not ordered the attack.",
        [("denial", "denies", ("the Highland Front",), ())],
    ),
    # one of three who are named said it
    (
        f"{SHELL} Speaking beside Oren Pasko and Ana Brod, Ivo Tal blamed the army for the shelling.",
        [("accusation", "accuses", ("Ivo Tal",), ("army",))],
    ),
    (
        f"{SHELL} The governor, Oren Pasko, met the mayor, Ana Brod, and the head of the hospital, Ivo Tal. “The army "
        "shelled the market,” Tal said.",
        [("attack", "asserts", ("Ivo Tal",), ("army",)), ("accusation", "accuses", ("Ivo Tal",), ("army",))],
    ),
    # brought down, which is no attack; a warplane has a crew
    (f"{SHELL} The army said it had shot down a drone over Oberfeld.", []),
    (f"{SHELL} The air force said it had intercepted two missiles fired by rebels.", []),
    (
        f"{SHELL} The Highland Front said it had shot down a warplane.",
        [("responsibility", "claims responsibility", ("the Highland Front",), ("Highland Front",))],
    ),
    # claimed: what was told before, in a relative clause
    (
        f"{BOMB} The Highland Front said one of its members had carried it out.",
        [("responsibility", "claims responsibility", ("the Highland Front",), ("Highland Front",))],
    ),
    (f"{BOMB} Medics said they had carried it out of the house.", []),
    (
        f"{BOMB} The blast, which was claimed by the Highland Front, shook the town.",
        [("responsibility", "claims responsibility", ("the Highland Front",), ("Highland Front",))],
    ),
    # denied, and others accused: nobody did what is denied
    (
        f"{SHELL} The army denied the attack on the school and accused the Highland Front of bombing it.",
        [
            ("denial", "denies", ("the army",), ()),
            ("accusation", "accuses", ("the army",), ("Highland Front",)),
        ],
    ),
    (
        f"{STRIKE} Orsk blamed Kestria for the attack, a charge Nordhaven has repeatedly rejected.",
        [
            ("denial", "denies", ("Nordhaven",), ()),
            ("accusation", "accuses", ("Orsk",), ()),
        ],
    ),
    (f"{STRIKE} The minister is charged with fraud, a claim he has rejected.", []),
    (
        f"{BOMB} The company denied having anything to do with the killings.",
        [("denial", "denies", ("the company",), ())],
    ),
    (f"{BOMB} The company denied having anything to do with the gang.", []),
    (f"{BOMB} The mayor denied any link to the killing.", [("denial", "denies", ("the mayor",), ())]),
    (f"{BOMB} The mayor denied any link to the party.", []),
    (
        f"{BOMB} The group called the allegation false and malicious.",
        [("denial", "denies", ("the group",), ())],
    ),
    # nobody knows who did it; a duty
    (f"{SHELL} The monitor said it was unable to establish which side was behind the attack.", []),
    (f"{SHELL} “The government bears the primary responsibility to protect its people,” Ana Brod said.", []),
    # "the group" and "it" are whoever was blamed, or had not commented
    (
        f"{SHELL} There was no immediate comment from the Highland Front, which holds the town. The group has "
        "repeatedly denied attacking civilians.",
        [("denial", "denies", ("the Highland Front",), ())],
    ),
    (
        "Doctors said that shells wounded 12 people in Velmar. The army did not comment. It has denied using cluster "
        "bombs.",
        [("denial", "denies", ("the army",), ())],
    ),
    (
        "The ministry said that shells wounded 12 people in Velmar. It denied that its forces had fired them.",
        [("denial", "denies", ("the ministry",), ())],
    ),
    (
        f"{BOMB} The Free Velmar Army said it did not plant the bomb. The Orsk Army claimed responsibility.",
        [
            ("denial", "denies", ("the Free Velmar Army",), ()),
            ("responsibility", "claims responsibility", ("the Orsk Army",), ("Orsk Army",)),
        ],
    ),
    (
        f"{BOMB} The Highland Front described the accusation as laughable.",
        [("denial", "denies", ("the Highland Front",), ())],
    ),
    # who was harmed is innocent, which denies nothing
    (f"{BOMB} “He had nothing to do with gangs,” his mother, Ana Brod, said.", []),
    (f"{BOMB} “This baby had nothing to do with any of it,” Ana Brod said.", []),
    (
        f"{BOMB} “We had nothing to do with it,” the Highland Front said.",
        [("denial", "denies", ("the Highland Front",), ())],
    ),
    # attributed to somebody
    (
        "Ivo Tal of the council said 22 people were wounded in Dursan. He attributed the attack to the Highland Front.",
        [("accusation", "accuses", ("Ivo Tal",), ("Highland Front",))],
    ),
    (
        f"{BOMB} The mayor attributed the attack to the Front for the Defence of Orsk.",
        [("accusation", "accuses", ("the mayor",), ("Front for the Defence of Orsk",))],
    ),
    ("Officials said that nine people died in Dursan. They attributed the deaths to hunger.", []),
]


def _said(claim: Claim) -> Said:
    speakers = tuple(each.name or "" for each in claim.speakers if each.role != "outlet")
    return claim.kind, claim.stance, speakers, tuple(each.name for each in claim.by)


@pytest.mark.parametrize(("text", "expected"), STATEMENTS, ids=[row[0].partition(". ")[2][:60] for row in STATEMENTS])
def test_an_official_statement_is_attributed_to_its_speaker(text: str, expected: list[Said]) -> None:
    report = Report(id="r", sha256="0", text=text, outlet="The Velmar Courier", published=date(2021, 10, 6))
    claims = [c for c in rules.read(report).claims if c.kind not in {"killed", "injured"}]
    assert [_said(c) for c in claims if c.kind != "attack" or c.by] == expected
    assert all(not c.by for c in rules.read(report).claims if c.kind == "killed")


@pytest.mark.parametrize("pronoun", ["whom", "which"])
def test_an_accuser_in_a_relative_clause_is_not_accused(pronoun: str) -> None:
    text = f"The rebels, {pronoun} the governor, Oren Pasko, blamed for the attack on the market, fled."
    claims = rules.read(Report(id="r", sha256="0", text=text, outlet="The Velmar Courier")).claims
    assert "Oren Pasko" not in {each.name for claim in claims for each in claim.by}
