"""Who is named beside an attack and not held responsible for it. All reports are invented.

A documenter adds a row: a report, and all whom its incidents hold responsible.
"""

import pytest

from tollbook.incidents.build import build
from tollbook.model import Report
from tollbook.readers.learned import reader as learned
from tollbook.readers.rules import reader as rules
from tollbook.store import StoredReading

_BOMB = "A bomb killed five people in Velmar on Tuesday. "
_SHOT = "A gunman shot three people in Velmar on Tuesday. "
_SOLDIERS = "Five soldiers were killed in an ambush in Orlen on Tuesday. "

#: A report, and the names of those held responsible.
RESPONSIBLE = {
    _BOMB + "Police ruled out the involvement of the Corvan Front in the attack.": [],
    _BOMB + "It was not clear whether the Corvan Front was behind the attack.": [],
    _BOMB + "The Corvan Front, which has claimed previous attacks in the city, has not commented.": [],
    _BOMB + "The Corvan Front and the Red Dawn group have carried out attacks in the city before.": [],
    _BOMB + "No group claimed the attack, but the Corvan Front, an offshoot of a jihadist network, has carried out "
    'similar bombings in the area. "I saw bodies," said Hana Tovik, whose brother was among the dead.': [],
    _BOMB + "Ivo Lerch was arrested in a protest against the attack.": [],
    "Nine people were killed in Velmar on Monday when the army bombed the town from the air.": ["army"],
    "Police fired into the air to disperse the crowd in Velmar on Monday. Nine people were killed.": [],
    _BOMB + "The Corvan Front often attacks security forces in the province.": [],
    _BOMB + "The Corvan Front, blamed for thousands of deaths in the region, has not commented.": [],
    _BOMB + "The Corvan Front claimed responsibility for the attack.": ["Corvan Front"],
    "Nine people were killed in Tuesday's attack in Velmar. The air force is carrying out strikes on hideouts.": [],
    "Nine people were killed in Tuesday's attack in Velmar. Troops launched an operation to find the attackers.": [],
    "The Corvan Front was not immediately blamed for Tuesday's bombing in Velmar, which killed nine people.": [],
    "There was no claim of responsibility from the Corvan Front for Tuesday's bombing, which killed nine.": [],
    "The security forces foiled an attack on a church in Velmar on Tuesday; five people were killed.": [],
    _SOLDIERS + "The army is fighting the Corvan Front in the area.": [],
    _SOLDIERS + "Coalition aircraft struck the attackers, killing 11 of them, the army said.": [],
    _SOLDIERS + "Ansaru, the local Corvan Front affiliate, claimed responsibility.": ["Ansaru"],
    _SHOT + "Officers fired at his car and arrested him.": ["gunman"],
    "A bomb killed 12 civilians in Velmar on Tuesday. Police said six militants were shot dead by troops later.": [],
    "Police are hunting a man who drove a van into a crowd in Velmar on Saturday, killing two people.": ["man"],
    "Police have charged a man who opened fire on a crowd in Velmar on Saturday, wounding four people.": ["man"],
    "The army said militants had staged the video of the strike on the school in which 12 people were killed.": [],
    _BOMB + "A court acquitted the trader Ivo Lerch, who had been accused of ordering the attack.": [],
    _BOMB + "The mayor, Ana Brod, attributed the attack to dissidents of the former Corvan Front.": [
        "dissidents of the former Corvan Front"
    ],
    _BOMB + "Police arrested an electrician with links to the far right.": [],
    _BOMB + "A union accused Swiftline of ignoring complaints about the driver.": [],
    _BOMB + "Four died, a ministry said. Dawn Front militants are active. The attack was claimed by the group.": [
        "Dawn Front"
    ],
    "Gunmen abducted 12 pupils in Velmar on Tuesday. No group has said that it carried out the abductions, which are "
    "usually the work of criminal gangs.": ["Gunmen"],
    "A mob beat two men to death in Velmar on Sunday, police said.": ["mob"],
    "A court in Graz found Ivo Lerch, 24, guilty of murdering five people in a bombing in March.": ["Ivo Lerch"],
    "A court in Graz sentenced Ivo Lerch to 20 years in prison for killing five people in a bombing.": ["Ivo Lerch"],
    # Who finds bodies or gives them back, and whose house is hit.
    "Soldiers found nine bodies in a mass grave near Orlen on Monday.": [],
    "Soldiers patrolling the river discovered the bodies of five men in Orlen on Monday.": [],
    "The army handed the bodies of 14 rebels to their families in Orlen on Monday, the Red Crescent said.": [],
    "Soldiers killed six farmers in Velmar on Monday and returned the bodies on Tuesday.": ["Soldiers"],
    "The death toll rose to nine after Monday's strike on a house used by rebel fighters in Orlen.": [],
    "The toll reached 11 after a strike on a building occupied by Dawn fighters in Orlen on Monday, doctors said.": [],
    "Nine people were killed with a drone operated by the army in Velmar on Monday.": ["army"],
    # The dead themselves, those who free hostages, and those whom nobody knows.
    "Twelve people died in a raid in Velmar on Tuesday. Ten of those killed were gang members who had fired at police, "
    "the governor said.": [],
    "The attackers who killed five people in Velmar on Monday were rebels.": ["attackers"],
    "Three hostages were killed and 21 freed when commandos stormed the building in Velmar on Monday, the army said.": [
        "commandos"
    ],
    "Four people were killed by mortar fire in Velmar on Monday, but neither side took responsibility.": [],
    "Residents said seven civilians had been killed by artillery in Velmar last week, but it was not clear which side "
    "had fired.": [],
    # Accusations that are taken back.
    "Media identified the gunman as Erik Lerch, but police said he was not involved in the shooting, which killed four "
    "people.": [],
    "Police named the gunman as Ivo Lerch and said his brother was not involved in the shooting, which killed two.": [
        "Ivo Lerch"
    ],
    "Police said a Kestrian man arrested after the attack, Jon Aldin, was not the driver of the truck that killed 12 "
    "people.": [],
    "Police said a second suspect, Leo Marek, had nothing to do with the stabbing that killed two people.": [],
    _BOMB + "Police wrongly named Pavel Simek as the bomber.": [],
    _BOMB + "The attack was the work of a lone bomber, not of the Corvan Front, police said.": ["lone bomber"],
    _BOMB + "Police said they no longer believed the Corvan Front was responsible for the bombing.": [],
    _BOMB + "The ministry withdrew an earlier statement blaming the Corvan Front for the attack.": [],
    "The government had wrongly blamed the Corvan Front for the bombing that killed 31, a minister admitted.": [],
    "Soldiers mistakenly shot dead nine farmers in Velmar on Monday.": ["Soldiers"],
    # Whom somebody is dressed as, whom an affiliate belongs to, and who leads those accused.
    "A man dressed as a policeman shot dead a judge in Velmar on Monday.": ["man dressed as a policeman"],
    "A bomber disguised as a woman killed six people at a mosque.": ["bomber disguised as a woman"],
    _BOMB + "Al-Nasr, an affiliate of the Corvan Front, said it carried out the attack.": ["Al-Nasr"],
    _BOMB + "Ivo Lerch, a spokesman for the Corvan Front, claimed the attack.": ["Corvan Front"],
    "A man dressed as a clown was shot dead by police in Velmar on Monday.": ["police"],
    _BOMB + "Its leader, Hamid Lerch, heads the Lerch faction, blamed for the bombing.": ["Lerch faction"],
    "Sheriff's deputies fatally shot a woman in Velmar on Monday.": ["Sheriff's deputies"],
    "Lerch's brother fatally shot a woman in Velmar on Monday.": [],
    # Whose a strike or a weapon from afar is.
    "Nine people were wounded in an RSF drone strike on a mosque in Velmar on Tuesday.": ["RSF"],
    "A Hamas rocket hit a bus in Velmar on Tuesday, killing two people.": ["Hamas"],
    "Three people were killed in a rebel mortar attack on a bus station in Velmar on Tuesday.": ["rebels"],
    "Kenyan shelling had killed a couple in Velmar on Tuesday, officials said.": ["Kenya"],
    "A Storm Shadow missile hit a bus in Velmar on Tuesday, killing two people.": [],
    "The Tarsk drone strike on Tuesday killed nine people in Tarsk.": [],
    "Nine people were killed in an attack on an army mortar position in Velmar on Monday.": [],
    # Some of the dead, and whom forces shot themselves.
    "The group recorded 96 deaths in Velmar last Monday, 50 of them caused by militias and 12 by the army.": [],
    "Nine people were shot dead by soldiers in Velmar on Monday.": ["soldiers"],
}


@pytest.mark.parametrize(("text", "responsible"), RESPONSIBLE.items(), ids=list(RESPONSIBLE))
def test_only_those_held_responsible_are_named(text: str, responsible: list[str]) -> None:
    report = Report(id="r", sha256="", text=text)
    stored = StoredReading(reading=learned.read(report), finder="learned/test", separate=False)
    incidents = build([report], {"r": stored}, ()).incidents
    assert sorted({one.name for incident in incidents for one in incident.perpetrators}) == responsible


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        (
            "Jon Fuller was charged with the murder of Pavel Rowe, 40. He was arrested at a motel.",
            ("Jon Fuller",),
        ),
        (
            "A man was charged with murder in the shooting of Max Dorsey, 17. He is being held without bail.",
            (),
        ),
    ],
)
def test_the_dead_are_not_arrested(text: str, captured: tuple[str, ...]) -> None:
    claims = rules.read(Report(id="r", sha256="", text=text)).claims
    assert [c.people.names for c in claims if c.kind == "captured" and c.people is not None] == [captured]


def test_an_attack_elsewhere_is_an_incident_of_its_own() -> None:
    text = _BOMB + "The army said it had killed 12 rebels in air strikes elsewhere in the province."
    report = Report(id="r", sha256="", text=text)
    stored = StoredReading(reading=learned.read(report), finder="learned/test", separate=False)
    incidents = build([report], {report.id: stored}, ()).incidents
    found = {i.figures["killed"].best: [p.name for p in i.perpetrators] for i in incidents if "killed" in i.figures}
    assert found == {5: [], 12: ["army"]}


@pytest.mark.parametrize(
    "text",
    [
        "The army said that its forces had fired at a suspect who threw an explosive device.",
        "A shell killed three people in Tarsk, medics said. It was not clear which party was responsible.",
    ],
)
def test_a_sentence_accuses_nobody(text: str) -> None:
    assert [c.kind for c in learned.read(Report(id="r", sha256="", text=text)).claims if c.kind == "accusation"] == []


def test_an_object_thrown_at_forces_is_not_their_weapon() -> None:
    text = "The army said that its forces had shot a man who threw an explosive device in Velmar on Monday."
    (claim,) = (c for c in learned.read(Report(id="r", sha256="", text=text)).claims if c.kind == "responsibility")
    assert claim.with_ == ()
