"""The words of a weapon or a site, of those that the model finds."""

import pytest

from tollbook.model import Report
from tollbook.readers.learned import things
from tollbook.readers.learned.predictions import Prediction, whole_words
from tollbook.readers.rules.document import Document

# The text, what the model finds in it, and the names of the things.
SITES = [
    # An amount or a loss before the site.
    ("The shells caused damage to a number of barns.", "damage to a number of barns", ["barns"]),
    ("Jets destroyed a series of bridges.", "series of bridges", ["bridges"]),
    # The model cut a noun, a name with a hyphen, or the noun after a preposition.
    ("He was shot in the parking lot of a hotel.", "lot", ["parking lot"]),
    ("A mortar hit a depot in the al-Tarn district.", "depot in the al", ["depot"]),
    ("Rockets fell on a bridge in the army-held village of Orsk.", "bridge in the army", ["bridge"]),
    ("The army hit a base of the Velm Front on Monday.", "base of the Velm", ["base of the Velm Front"]),
    # Neither a day nor a pronoun belongs to a site; a direction is none.
    ("He spoke of the shelling of a theatre last week in Ostra.", "theatre last week", ["theatre"]),
    ("A bomb hit the car he was in.", "car he", ["car"]),
    ("The blast was heard west of Velmar.", "west of Velmar", []),
    # What an attack did is no part of a site; what the site did is.
    ("A bomb hit a villa in Orsk killing two guards.", "villa in Orsk killing two guards", ["villa"]),
    ("A bomb hit a bus carrying pilgrims.", "bus carrying pilgrims", ["bus carrying pilgrims"]),
    # A list of names has several words in each.
    ("Four were shot at the Tarn Bar and Grill.", "Tarn Bar and Grill", ["Tarn Bar and Grill"]),
    ("Shells hit Orsk Bridge and Velm Market.", "Orsk Bridge and Velm Market", ["Orsk Bridge", "Velm Market"]),
    # Police searched it.
    ("Police found two bombs in a raid on a flat.", "flat", []),
]
WEAPONS = [
    ("Rebels fired a volley of rockets at the town.", "volley of rockets", ["rockets"]),
    ("Four died in a car bomb attack in Velmar.", "car bomb attack", ["car bomb"]),
    ("Four died in a missile strike in Velmar.", "missile strike", ["missile"]),
    ("Four died in an air strike in Velmar.", "air strike", ["air strike"]),
    ("Four were hurt by rocket fire in Velmar.", "rocket fire", ["rocket fire"]),
    ("The police used rocket-propelled grenades against him.", "rocket", ["rocket-propelled grenades"]),
    ("Rebels from Tarn fired rocket shells at Velmar.", "Tarn fired rocket shells", ["rocket shells"]),
    ("Police used pistols. Rubber bullets were found.", "pistols. Rubber bullets", ["pistols"]),
    ("Lind faces two counts of use of a firearm.", "firearm", []),
    ("Munitions were dropped from the air on Velmar.", "the air", []),
]


@pytest.mark.parametrize(
    ("label", "text", "words", "names"),
    [("sites", *case) for case in SITES] + [("weapons", *case) for case in WEAPONS],
)
def test_the_name_of_a_weapon_or_a_site(label: str, text: str, words: str, names: list[str]) -> None:
    start, end = whole_words(text, text.index(words), text.index(words) + len(words))
    found = Prediction(start, end, label, 1.0, {}, start, 1.0)
    document = Document(Report(id="r", sha256="0" * 64, text=text, outlet="The Velmar Courier"))
    assert [thing.name for thing in things.things(found, document, label)] == names
