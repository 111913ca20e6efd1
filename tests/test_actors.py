"""Perpetrators: tables of invented sentences and the actors that each names."""

from collections.abc import Callable

import pytest

from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers import learned, rules
from tollbook.readers.rules import reader
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import perpetrators, responsibility
from tollbook.readers.rules.parsing import parser

CASES = [
    ("Two unidentified gunmen killed the mayor of Velmar.", ["individual: unidentified gunmen"]),
    ("The mayor was killed by a group of armed men.", ["individual: armed men"]),
    (
        "Members of the Corvan Liberation Front (CLF) attacked the bridge.",
        ["individual: Members of Corvan Liberation Front", "organisation: Corvan Liberation Front"],
    ),
    ("The army shelled the village of Dursa.", ["organisation: army"]),
    ("The bomb was planted by two young men, who fled.", ["individual: two young men"]),
    ("The officers were involved in the killing of the priest.", ["individual: officers"]),
    ("The attack was blamed on the rebels.", ["individual: rebels"]),
    ("Army soldiers burned three houses in Dursa.", ["individual: Army soldiers", "organisation: Army"]),
    ("The assassination was carried out by soldiers and policemen.", ["individual: soldiers", "individual: policemen"]),
    # who is accused did it, not who accuses
    ("The Velm Council accused the army of carrying out the attack.", ["organisation: army"]),
    ("The shelling by government forces went on all night.", ["organisation: government forces"]),
    ("The Corvan Front claimed to have killed three soldiers.", ["organisation: Corvan Front"]),
]

NO_ACTOR = [
    "The mayor spoke of peace in Velmar.",
    "People killed time in the cafes of Velmar.",
    "Rebels did not attack the bridge.",
    "The rebels threatened to kill the mayor.",
    "They burned the house.",
    "The Velm Marathon bombing shocked the capital.",
    "Dozens of air strikes hit the town.",
    "A number of shells hit houses in Dursa.",
    "Two persons threw stones.",
    "Three vehicles, burned last night, blocked the road.",
    "Two drones exploded near the stand.",
    "Terrorist Attack on Kestria kill 5 injure 50.",
    # the guards are the victims
    "40 Farmers 25 Guards Killed 110 Injured in Velmar.",
    # sources, not actors
    "A clinic confirmed the raids while local journalist Zuhal Orlik placed the death toll from them at 50.",
]


def perpetrators_of(text: str) -> list[str]:
    found = (responsibility.of_sentence(sentence) for sentence in parser.parse(text).sents)
    return [f"{actor.kind}: {actor.name}" for each in found for actor in each]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_a_sentence_names_perpetrators(text: str, expected: list[str]) -> None:
    assert perpetrators_of(text) == expected


@pytest.mark.parametrize("text", NO_ACTOR)
def test_a_sentence_names_no_perpetrator(text: str) -> None:
    assert perpetrators_of(text) == []


def test_the_speaker_of_a_count_is_not_responsible_for_it() -> None:
    text = (
        "Of the 60 people killed the largest share died in Velm where Corvan strikes took 17 lives on Sunday "
        "said Council head Ota Abdel Brod."
    )
    document = Document(Report(id="r", sha256="", text=text, outlet="The Velmar Courier"))
    claims = [claim for claim in reader.assemble(document).claims if claim.kind == "killed"]
    assert claims
    assert [claim.by for claim in claims] == [()] * len(claims)


def test_an_explained_acronym_gives_the_name() -> None:
    text = "The Corvan Liberation Front (CLF) met in Velmar. On Sunday the CLF attacked the bridge."
    assert perpetrators_of(text) == ["organisation: Corvan Liberation Front"]


def test_without_an_agent_there_are_no_actors() -> None:
    assert perpetrators.find(None) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Police arrested three men on suspicion of murder.", []),
        ("Police arrested three protesters in Velm.", ["police"]),
        ("Gunmen shot a guard dead. He then killed two women.", []),
        ("President Oskar Lind put the blame for the attack on both sides.", []),
    ],
)
def test_the_last_claim_names_who_did_it_and_nobody_else(text: str, expected: list[str]) -> None:
    reading = rules.read(Report(id="r", sha256="", text=text))
    assert [actor.name.lower() for actor in reading.claims[-1].by] == expected


# sentence | who did it, at each of its claims: other acts of the sentence make nobody responsible
ACTS = [
    ("Nine people were wounded in Velm before police shot the attacker.", [[], ["police"]]),
    ("A man stabbed nine people in Velm before being shot dead by a policeman.", [["man"], ["policeman"]]),
    ("Police raided a flat in Velm after the blast killed three people.", [[], ["police"]]),
    ("Police shot the gunman dead after he killed four people.", [["police"], []]),
    ("Two people were killed until soldiers stormed the school.", [[], ["soldiers"]]),
    ("He is accused of killing three people as well as fatally shooting a university police officer.", [[], []]),
    ("Troops rushed to the village where nine people were killed.", [[]]),
    # An army has not killed its own soldiers where the sentence also tells whom it killed.
    ("The army said that troops had killed 23 rebels in Velm and that one soldier had died.", [["troops"], []]),
    ("Police evacuated hundreds of residents from Velm.", [[]]),
    ("Soldiers found the nine hikers safe and unharmed.", [[]]),
    # actors who are cleared of it, or only not ruled out
    ("Oskar Lind was acquitted of killing Ana Brod.", [[]]),
    ("A jury found Oskar Lind not guilty of killing two nurses.", [[]]),
    ("The judges acquitted soldiers of killing two nurses.", [[]]),
    ("There was no evidence that soldiers killed two nurses.", [[]]),
    ("Police said they did not believe that soldiers killed two nurses.", [[]]),
    ("Investigators have not ruled out that soldiers killed two nurses.", [[]]),
    # acts that can have caused it
    ("Rebels attacked the convoy, killing five soldiers.", [["rebels"], ["rebels"]]),
    ("Gunmen opened fire on a bus in Velm, and three passengers died.", [["gunmen"]]),
    ("Three nurses were killed when rebels ambushed their convoy near Velm.", [["rebels"], ["rebels"]]),
    ("Five people died after gunmen opened fire at a wedding.", [["gunmen"]]),
    ("In an attack by rebels, two nurses were killed.", [["rebels"]]),
    ("Soldiers killed two protesters and wounded seven.", [["soldiers"], ["soldiers"]]),
    ("Police shot the attacker in the leg.", [["police"]]),
    ("The singer was killed by his wife, Ana Brod.", [["ana brod"]]),
    # people whom the report introduces, whatever they are; not those it has named before
    ("In May a fisherman killed nine people in Velm.", [["fisherman"]]),
    ("Two deputies shot dead a judge in Velm.", [["deputies"]]),
    ("A guard was stabbed by villagers in Velm.", [["villagers"]]),
    ("The men killed nine people in Velm.", [[]]),
    ("His older brother killed nine people in Velm.", [[]]),
    ("A launcher killed nine people in Velm.", [[]]),
    # all words that describe them
    ("A man armed with a semi-automatic rifle killed nine people.", [["man armed with a semi-automatic rifle"]]),
    # not those who are reported as killed, nor who reports them
    ("Majid Orlik was reported as killed in Velm.", [[]]),
    ("Hasan Brod identified Mohammed Orlik as killed.", [[]]),
    ("An unknown number of villagers were reported killed, injured and missing.", [[], [], []]),
    ("A dark blue pickup opened fire, killing two.", [[]]),
    # not those among the dead, nor who escorts the target
    ("Rebels shelled the Orsk quarter, killing 3 civilians including 2 women injuring 15 others.", [["rebels"]] * 3),
    ("A mortar shell fired by guerrillas on the camp killed a child.", [["guerrillas"], ["guerrillas"]]),
    # a series of attacks is nobody; the target and the day are no part of a name
    ("A fresh wave of air raids hit the town, killing one woman.", [[]]),
    ("The attack by guerrillas on the public park in Orsk killed two people.", [["guerrillas"]]),
    ("Last Monday regime forces killed two nurses.", [["regime forces"]]),
    # a group's name has its places, and no half of a note
    (
        "That so-called Islamic State in Iraq and the Levant armed group killed nine villagers.",
        [["so-called islamic state in iraq and the levant armed group"]],
    ),
    ("The Corvan State (CS) group killed nine villagers.", [["corvan state group"]]),
    # help, failure and neglect are no attack
    ("Velmar accuses Kestria and Orsk of funding and arming terrorist groups.", [[]]),
    ("Residents accused the police of failing to stop the attack.", [[]]),
    ("The governor accused the rebels of breaking the truce by shelling the town.", [["rebels"]]),
]


@pytest.mark.parametrize("read", [rules.read, learned.read], ids=["rules", "learned"])
@pytest.mark.parametrize(("text", "expected"), ACTS, ids=[row[0] for row in ACTS])
def test_an_actor_is_not_responsible_for_effects_of_another_act(
    text: str, expected: list[list[str]], read: Callable[[Report], Reading]
) -> None:
    reading = read(Report(id="r", sha256="", text=text))
    assert [[actor.name.lower() for actor in claim.by] for claim in reading.claims] == expected


# report | the named suspects at each claim about people harmed, in text order
SUSPECTS = [
    (
        "Three people were killed in the Velm bombing. Bombing suspect Ivo Lerch was moved to a prison.",
        [["Ivo Lerch"]],
    ),
    (
        "A bomb killed three people in Velm. The bomber, who has been identified as Anton Abel, 22, was known.",
        [["Anton Abel"]],
    ),
    (
        "A gunman shot dead four people in Velm. The man, Ivo Dan Lerch, 31, was charged with crimes, including "
        "use of weapons of mass destruction.",
        [["Ivo Dan Lerch"]],
    ),
    ("Four people were killed. Police named Karel Masek, the man responsible for the attack.", [["Karel Masek"]]),
    # the one who was shot by the police is the suspect of the five
    ("Police shot and killed suspect Ivo Lerch after he stabbed five people to death.", [[], ["Ivo Lerch"]]),
    # no suspect of the other one's death, nor of an attack of another kind
    (
        "A bomb killed three people. Suspect Ivo Lerch was killed by police. Suspect Jan Tarn is in court.",
        [["Ivo Lerch", "Jan Tarn"], []],
    ),
    ("A bombing in Velm killed three people. The shooting suspect Ivo Lerch is in court.", [[]]),
    ("A bomb killed three people in Velm. Kidnapper Ivo Lerch was executed in May.", [[], []]),
    # the driver, where people were run over
    (
        "A man drove a van into a crowd in Velm, killing nine people. The driver, Ivo Lerch, was arrested.",
        [["Ivo Lerch"]],
    ),
    ("A van hit a wall in Velm, killing nine people. The driver, Ivo Lerch, was arrested.", [[]]),
    # between commas, whatever the parse; not the first of a list
    ("A gunman killed nine people in Velm. That gunman, Corey Satterly, then fled.", [["Corey Satterly"]]),
    ("A gunman killed nine people in Velm. The gunman, Ivo Lerch and two guards were brought in.", [[]]),
    # with another one; not of the other one's death
    ("An attack killed nine people. Ivo Lerch and another attacker fled.", [["Ivo Lerch"]]),
    (
        "An attack killed nine people. Ivo Lerch and another attacker were killed by police.",
        [["Ivo Lerch"], []],
    ),
    ("An attack killed nine people. Ivo Lerch was named as the bomber.", [["Ivo Lerch"]]),
    ("An attack killed nine people. The office named the alleged ringleader as Ivo Lerch.", [["Ivo Lerch"]]),
    ("An attack killed nine people. Ivo Lerch, who planned the attack, was arrested.", [["Ivo Lerch"]]),
    ("An attack killed nine people. Ivo Lerch, who planned the school, was moved.", [[]]),
    # whom the police pursue, and who denies a charge
    ("A blast killed two. The minister said the wanted man is Ivo Lerch, 31.", [["Ivo Lerch"]]),
    ("A blast killed two. A fourth man, Salim Abdenour, is on the run.", [["Salim Abdenour"]]),
    ("A blast killed two. Police issued a warrant for Mahmud Garane, a trader.", [["Mahmud Garane"]]),
    (
        "A blast killed two. Callum Reyes, 29, and Ingrid Toth, 31, each deny nine counts of murder.",
        [["Callum Reyes", "Ingrid Toth"]],
    ),
    ("A blast killed two. The minister, Jan Orlik, denied the murders.", [[]]),
    ("A blast killed two. Rescuers are looking for a missing nurse, Ana Brod.", [[]]),
    ("A blast killed two. Police questioned a witness, Ana Brod.", [[]]),
    # all of a list, two persons named before, and a person without a name
    (
        "A blast killed two. Police charged Ivo Dan Lerch, 24, and Karel Masek, 25, in the case.",
        [["Ivo Dan Lerch", "Karel Masek"]],
    ),
    (
        "A blast killed two. Police arrested Ivo Dan Lerch, 24, and Karel Masek, 25, and charged both with murder.",
        [["Ivo Dan Lerch", "Karel Masek"]],
    ),
    (
        "A blast killed two. Police arrested Ivo Dan Lerch, 24, and Karel Masek, 25. Both are charged with assault.",
        [["Ivo Dan Lerch", "Karel Masek"]],
    ),
    ("A blast killed two. Ivo Lerch, 22, was arrested and charged with murder.", [["Ivo Lerch"]]),
    ("A blast killed two. On Friday they held one of three suspects, a tall man, over the murder.", [["tall man"]]),
    (
        "A blast killed two. On Friday police jailed one of three suspects, a 31-year-old man, on suspicion of murder.",
        [["31-year-old man"]],
    ),
    (
        "A blast killed two. Officers caught one of them, a 31-year-old man, and charged him with murder.",
        [["31-year-old man"]],
    ),
    # not those who were harmed by the accused
    ("A blast killed two. Gunmen then shot Ana Brod and Jon Vell. Both men were charged with murder.", [[]]),
    ("A blast killed two. Men had beaten Ivo Lerch and were charged with murder.", [[]]),
    ("A blast killed two. Ivo Lerch was charged in a case of theft.", [[]]),
    ("A blast killed two. Police arrested Ivo Lerch and thanked Karel Masek.", [[]]),
    (
        "A jury found Curtis Boone guilty of murder in the death of his former wife, Ana Boone.",
        [["Curtis Boone"]],
    ),
    (
        "A father of two was stabbed to death. Ivo Lerch, of Quarry Road, is due to appear before magistrates charged "
        "with murder.",
        [["Ivo Lerch"]],
    ),
    ("A van killed three. Owen Tarrow had denied murder but was found guilty by a jury.", [["Owen Tarrow"]]),
    # no suspects: acquitted, charged with something else, a helper, a witness
    ("A bomb killed three people in Velm. Suspect Ivo Lerch was acquitted on Friday.", [[]]),
    ("A bomb killed three people in Velm. Ivo Lerch was charged with theft.", [[]]),
    ("A bomb killed three people. Ivo Lerch, a friend of the bomber, was charged with lying about the attack.", [[]]),
    ("A bomb killed three people in Velm. Police are looking for a suspect, said Ivo Lerch.", [[]]),
]


@pytest.mark.parametrize(("text", "expected"), SUSPECTS, ids=[row[0][-50:] for row in SUSPECTS])
def test_a_report_names_suspects(text: str, expected: list[list[str]]) -> None:
    reading = rules.read(Report(id="r", sha256="", text=text))
    claims = [c for c in reading.claims if c.kind == "killed"]
    assert [[a.name for a in c.by if a.certainty in {"suspected", "convicted"}] for c in claims] == expected


CONVICTED = [
    ("Ivo Lerch was charged with shooting Ana Reed and Mina Odun. Both women died.", "suspected"),
    ("A court sentenced Ivo Lerch, 25, to life in prison for murdering two nurses.", "convicted"),
    ("Ivo Lerch, 34, was convicted of killing two nurses.", "convicted"),
    ("A court convicted the former colonel Ivo Lerch of the killing of two nurses.", "convicted"),
    ("A jury found Curtis Boone guilty of murder in the death of a nurse.", "convicted"),
    ("A blast killed two nurses. Ivo Lerch was charged with murder.", "suspected"),
    ("The bombing shook Velmar. Ivo Lerch, accused of killing two nurses, fled.", "suspected"),
    ("A blast killed two nurses. Owen Tarrow pleaded guilty to murder.", "suspected"),
    # No court has sentenced him yet.
    ("Prosecutors asked the court to sentence Ivo Lerch to life for the bombing that killed two nurses.", "suspected"),
    ("Ivo Lerch will be sentenced in May for killing two nurses in a bombing in Velm.", "suspected"),
]


@pytest.mark.parametrize(("text", "certainty"), CONVICTED, ids=[row[0][:40] for row in CONVICTED])
def test_a_guilty_verdict_makes_a_person_convicted(text: str, certainty: str) -> None:
    reading = rules.read(Report(id="r", sha256="", text=text))
    (killed,) = [c for c in reading.claims if c.kind == "killed"]
    assert [a.certainty for a in killed.by] == [certainty]


@pytest.mark.parametrize(
    "text",
    [
        "Ivo Lerch's conviction for killing two nurses was overturned.",
        "A court quashed the sentence of Ivo Lerch, who was convicted of killing two nurses.",
        "Suspects Curtis Boone and Owen Boone held two nurses. Boone was convicted of killing two nurses.",
    ],
)
def test_an_overturned_conviction_does_not_count(text: str) -> None:
    reading = rules.read(Report(id="r", sha256="", text=text))
    assert not [a for c in reading.claims for a in c.by if a.certainty == "convicted"]


def test_each_person_of_a_list_is_held_responsible_alone() -> None:
    text = "Joel Rand, Luc Veal, and Dom Savo pleaded guilty in the shooting that killed one person and injured two."
    reading = learned.read(Report(id="r", sha256="", text=text))
    names = {actor.name for claim in reading.claims for actor in claim.by}
    assert "Joel Rand" in names
    assert not any("," in name for name in names)


def test_nobody_is_convicted_for_people_who_are_still_missing() -> None:
    text = "Some 1,200 people are still missing. In 2011 a court sentenced Ivo Lerch to 20 years for the killings."
    (missing,) = rules.read(Report(id="r", sha256="", text=text)).claims
    assert (missing.kind, missing.by) == ("missing", ())
