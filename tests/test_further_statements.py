"""Statements without a word of blame or of claiming, and those who make them: a table of invented sentences."""

import pytest

from tollbook.model import Report
from tollbook.readers import rules

#: The kinds of claims that are statements.
KINDS = {"responsibility", "denial", "inquiry", "accusation"}

# text | each statement: its stance, and who makes it; None for the outlet
SAID = [
    # An informant says who attacked.
    ("Residents said soldiers fired on the crowd in Velmar.", [("accuses", "residents")]),
    ("Government warplanes bombed the market in Velmar, the Observatory said.", [("accuses", "the Observatory")]),
    ("The Corvan Observatory said the army had used cluster bombs.", [("accuses", "the Corvan Observatory")]),
    ("“The army did this,” said the widow Ana Brod.", [("accuses", "Ana Brod")]),
    ("Prosecutors said he planted the bomb outside the bank in Velmar.", [("accuses", "prosecutors")]),
    # Not of acts of the own side, of unknown attackers, in a report of the dead, or in the words of the outlet.
    ("The ministry said troops shelled the hills near Velmar.", []),
    ("Police said gunmen opened fire in a bar in Velmar.", []),
    ("VELMAR (NBX) - Gunmen opened fire in a bar, police said.", []),
    ("Rebels attacked a post near Velmar and killed nine soldiers, the governor said.", []),
    ("Rebels attacked a post near Velmar.", []),
    ("The army said it had intercepted two missiles fired by rebels.", []),
    ("His mother said he planted the tree.", []),
    ("The Observatory said rebels attacked the army near Velmar.", []),
    ("The news agency said that rebels had shelled a school.", []),
    # An informant names the attacker, not the victim.
    ("Police identified the gunman as Ivo Tal, 32, of Velmar.", [("accuses", "police")]),
    ("Police named two of the attackers as Ivo Tal and Jan Orlik.", [("accuses", "police")]),
    ("The gunman was identified by police as Ivo Tal.", [("accuses", "police")]),
    ("Police identified the victim as Ana Brod.", []),
    ("Media identified the gunman as Ivo Tal, but police said he was not involved.", [("denies", "police")]),
    ("They came as police named the gunman as Ivo Tal, who was ill and suspected of arson.", [("accuses", "police")]),
    # Who doubts that somebody did it accuses nobody.
    ("Ana Brod doubted that the Front was behind the bombing.", []),
    ("Ana Brod voiced doubts that the bombing was the work of the Front.", []),
    ("Ana Brod said she doubts that the Front shelled the school.", []),
    ("Ana Brod cast doubt on claims that the Front was responsible for the bombing.", []),
    ("Ana Brod questioned the claim that the Front was behind the bombing.", []),
    ("Ana Brod said it was unlikely that the Front was behind the bombing.", []),
    ("Ana Brod warned against concluding that the Front was behind the bombing.", []),
    ("Police did not rule out that the Front was behind the bombing.", []),
    ("Ana Brod said there was no doubt that the Corvan Front was behind the bombing.", [("accuses", "Ana Brod")]),
    ("Ana Brod doubted the figures and accused the Front of the bombing.", [("accuses", "Ana Brod")]),
    # The accuser is the party that "it" repeats.
    ("The ministry has detained nine officers it accused of carrying out the raid.", [("accuses", "the ministry")]),
    # One sentence condemns and accuses.
    (
        "The mayor condemned the bombing in Velmar and blamed the Front.",
        [("condemns", "the mayor"), ("accuses", "the mayor")],
    ),
    # An attack is called an outrage, or is described.
    ("The mayor described the attack on the clinic as barbaric.", [("condemns", "the mayor")]),
    ("The mayor called the shooting a terrible accident.", []),
    # A suspect confesses to those who inquire; others tell them what somebody else did.
    ("The suspect told detectives he had planted the bomb.", [("admits", "the suspect")]),
    ("The gunman told police that he was alone when he opened fire.", [("admits", "the gunman")]),
    ("“I did it,” the gunman told the court in Velmar.", [("admits", "the gunman")]),
    ("She told police he had stabbed the boy.", []),
    ("The suspect told detectives that he was ill.", []),
    # Pleas with a noun.
    ("Ivo Tal entered a guilty plea to the murder of two officers.", [("admits", "Ivo Tal")]),
    ("Ivo Tal entered a plea of not guilty to the murder of two officers.", [("denies", "Ivo Tal")]),
    ("Ivo Tal entered a guilty plea to tax fraud.", []),
    # An admission of harm in an own act, and one of counsel for the client.
    ("The army acknowledged that nine civilians were killed in its air strike.", [("admits", "the army")]),
    ("The army acknowledged that nine civilians were killed in the air strike.", []),
    ("The army acknowledged that nine soldiers were killed in its raid.", []),
    ("The minister acknowledged that militants were involved in the bombing.", []),
    ("Tal's lawyers acknowledged that he was involved in the bombing.", [("admits", "Tal's lawyers")]),
    ("Ana Brod, a lawyer for Ivo Tal, told jurors that he planted the bomb.", [("admits", "Ana Brod")]),
    ("Tal's lawyer told the court that he had shot four people.", [("admits", "Tal's lawyer")]),
    ("Tal's lawyer told the court that he had lost four friends.", []),
    ("The lawyer for the widow told the court that he had shot four people.", []),
    ("Defence lawyer Ana Brod told the jury that her client had planted the bomb.", [("admits", "Ana Brod")]),
    # A participle admits what its subject did, and only then.
    (
        "Defence attorney Jan Brod began by admitting that his client had set off the mines of which he is accused.",
        [("admits", "Jan Brod")],
    ),
    ("The army issued a statement admitting that it had shelled the school.", [("admits", "the army")]),
    ("The army stopped short of admitting the bombing.", []),
    ("Police released a video of Ivo Tal admitting the bombing.", []),
    ("The ministry published a film of Tal that shows him facing two officers and acknowledging "
    "participating in the plot.", []),
    ("Police accused Ivo Tal of confessing to the murders and then fleeing.", [("accuses", "police")]),
    # A report of an act beside a denial of others.
    (
        "Activists said the army shelled the market, but the army denied it.",
        [("denies", "the army"), ("accuses", "activists")],
    ),
    ("The army denied that its planes had bombed the school.", [("denies", "the army")]),
    # Who issues a text speaks in it, but for the press.
    ("The council has issued a communique condemning the murder of two farmers.", [("condemns", "the council")]),
    ("The centre issued a report stating that soldiers fired on the crowd.", [("accuses", "the centre")]),
    ("Police obtained a report stating that soldiers fired on the crowd.", [("accuses", "a report")]),
    # Somebody who is accused by nobody in particular accuses nobody.
    ("The death of her cousin, Ivo Orsk, also accused of playing a role in the raid, was reported on Monday.", []),
    # An attack is not connected to others.
    ("The mayor said there was no evidence of a link to terrorism.", [("denies", "the mayor")]),
    ("The mayor said there was no evidence of a burglary.", []),
    ("Police said the blast in Velmar was not linked to terrorism.", [("denies", "police")]),
    ("Police said the man was not linked to the bakery.", []),
    ("Officers said the crash was not connected to any party.", [("denies", "officers")]),
    ("Ana Brod said there was no sign so far that the bombing was the work of the Front.", [("denies", "Ana Brod")]),
    ("Ana Brod said there was no sign that the Front had bombed the clinic.", []),
    ("Police ruled out terrorism.", [("denies", "police")]),
    ("Police have not ruled out terrorism.", []),
    ("There was no evidence of a link to terrorism.", []),
    # The accused deny an act, and so do those who speak for them.
    ("The suspect said he did not do it.", [("denies", "the suspect")]),
    ("His mother said he did not shoot the officers.", [("denies", "his mother")]),
    ("His lawyer, Ana Brod, said that her client denies murder.", [("denies", "Ana Brod")]),
    ("Doctors said he did not lose an eye.", []),
    ("The Front said none of its fighters was involved in the killing.", [("denies", "the Front")]),
    ("The Front said none of its fighters was at the funeral.", []),
    # A noun for a claim of responsibility, and a group that gives its motive.
    ("A claim of responsibility by the Corvan Front was posted.", [("claims responsibility", "the Corvan Front")]),
    ("The Corvan Front's claim of responsibility was not verified.", [("claims responsibility", "the Corvan Front")]),
    ("The Corvan Front issued a claim of responsibility.", [("claims responsibility", "the Corvan Front")]),
    ("There was no claim of responsibility by the Corvan Front.", []),
    ("The Corvan Front withdrew its claim of responsibility.", []),
    (
        "The Corvan Front said the attack was revenge for the death of its leader.",
        [("claims responsibility", "the Corvan Front")],
    ),
    ("Police said the attack was revenge for the death of their chief.", []),
    ("Ivo Tal claimed to have been part of the attack on the palace.", [("claims responsibility", "Ivo Tal")]),
    ("Ivo Tal claimed to have been part of the government.", []),
    # Those who did it are pursued, and open questions are examined; not where it is only demanded.
    ("The mayor vowed to bring those responsible for the attack to justice.", [("promises inquiry", "the mayor")]),
    ("The mayor pledged to hold those responsible accountable.", [("promises inquiry", "the mayor")]),
    ("The minister said the police would find the killers.", [("promises inquiry", "the minister")]),
    ("The council said it would examine whether warnings were missed.", [("promises inquiry", "the council")]),
    ("The minister promised that an inquiry would establish how they died.", [("promises inquiry", "the minister")]),
    ("The mayor set up a commission of inquiry into the attack.", [("promises inquiry", "the mayor")]),
    ("The families demanded that the army find the killers.", []),
    ("The mayor said the army would find a well.", []),
    # Forces of a state tell of an act of their own side.
    ("The Turkish army said Turkish jets had hit 34 rebel targets.", [("claims responsibility", "the Turkish army")]),
    ("The Turkish police said Kenyan jets had hit 34 rebel targets.", [("accuses", "the Turkish police")]),
    # A name is whole, with its owner before it.
    ("The enemy's defence ministry said its planes had hit tanks.",
     [("claims responsibility", "the enemy's defence ministry")]),
    # Criticism of anything but violence condemns nobody.
    ("The mayor denounced the remarks of the bishop.", []),
    ("The mayor denounced the attack on the church.", [("condemns", "the mayor")]),
    ("The mayor condemned it.", [("condemns", "the mayor")]),
    # Whoever is accused in the passive is no accuser.
    ("The man accused of driving a van into a crowd pleaded not guilty.", [("denies", "the man")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SAID, ids=[row[0] for row in SAID])
def test_a_statement_has_its_stance_and_its_maker(text: str, expected: list[tuple[str, str | None]]) -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, outlet="The Velmar Courier"))
    found = [c for c in read.claims if c.kind in KINDS]
    assert [(c.stance, c.speakers[0].name if c.speakers[1:] else None) for c in found] == expected
