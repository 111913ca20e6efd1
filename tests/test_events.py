"""Sites hit, attacks without a count and statements about an incident: tables of invented sentences."""

from datetime import date

import pytest

from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.rules.events import attacks, statements
from tollbook.readers.rules.parsing import parser

SITES = [
    ("The bomb destroyed a telephone booth in Velmar.", ["site destroyed: telephone booth"]),
    ("The blast damaged the offices of the Corvan bank.", ["site damaged: offices of the Corvan bank"]),
    ("Rebels attacked a police station and a bridge.", ["attack: police station", "attack: bridge"]),
    ("A bomb exploded at the residence of the ambassador.", ["attack: residence of the ambassador"]),
    ("There were two attacks on power stations.", ["attack: power stations"]),
    ("Warplanes dropped barrel bombs on a market.", ["attack: market"]),
    ("A child threw a ball at a church.", []),
    ("She was dropped off at a hospital by a friend.", []),
    ("The school was razed by the army.", ["site destroyed: school"]),
    ("The wounded were taken to a hospital.", []),
    ("The rebels did not destroy the bridge.", []),
    ("Rebels planned to destroy the bridge.", []),
    ("The minister opened a school in Dursa.", []),
    # A part that was destroyed, or damage that somebody did to a site, is damage.
    ("The fire partly destroyed the school.", ["site damaged: school"]),
    ("Rebels destroyed a stretch of the pipeline.", ["site damaged: pipeline"]),
    ("The blast shattered windows of the town hall.", ["site damaged: town hall"]),
    ("Shelling caused heavy damage to the clinic.", ["site damaged: clinic"]),
    ("The clinic suffered severe damage.", ["site damaged: clinic"]),
    ("Shelling caused heavy damage to houses and shops.", []),
    ("Rebels attacked the town hall with mortars, causing some damage.", ["site damaged: town hall"]),
    ("An explosion at the town hall has caused considerable damage.", ["site damaged: town hall"]),
    ("The attack caused no damage to the school.", []),
    ("The attack could have caused damage to the dam.", []),
    ("A bomb exploded in a bank, causing no damage.", ["attack: bank"]),
    ("A charge destroyed the guard post.", ["site destroyed: guard post"]),
    # The address says which building it is; a town alone does not, and a name says it by itself.
    ("A bomb hit a home on Walker Street.", ["attack: home on Walker Street"]),
    ("Shells hit a clinic in the 400 block of Tarn Road on Monday.", ["attack: clinic in the 400 block of Tarn Road"]),
    ("Jets bombed a market in the old quarter of Velmar.", ["attack: market in the old quarter of Velmar"]),
    ("A shell hit a house near Orsk Road and Velm Avenue.", ["attack: house near Orsk Road and Velm Avenue"]),
    ("Jets bombed a market in Velmar.", ["attack: market"]),
    ("Jets bombed the Orsk Hotel on Tarn Street.", ["attack: Orsk Hotel"]),
]

STATEMENTS = [
    ("The Corvan Front claimed responsibility for the blast.", ["responsibility"]),
    ("Gunmen hacked two boys to death after accusing them of helping the army.", []),
    ("Police arrested two boys after accusing them of killing a guard.", ["accusation"]),
    ("The army denied that it shelled the village.", ["denial"]),
    # A part in violence, or a link to it, is denied; one in something else is not.
    ("The police denied that any of its officers had taken part.", ["denial"]),
    ("The police denied that its officers had taken part in the massacre.", ["denial"]),
    ("The police denied that its officers had taken part in the talks.", []),
    ("The army denied that any of its troops were in the area.", ["denial"]),
    ("The mill said in a statement that it had no link to the murders.", ["denial"]),
    ("The mill said in a statement that it had no link to the bank.", []),
    ("The governor promised an investigation.", ["inquiry"]),
    ("The attack was attributed to the rebels.", ["accusation"]),
    ("The United Council condemned the attack.", ["accusation"]),
    # To call for an inquiry is not to promise one, and to accuse the dead of something accuses nobody of the attack.
    ("We urge the government to investigate the attack.", []),
    ("The Council demanded that the army investigate the attack.", []),
    ("The police should look into the attack, the mayor said.", []),
    ("The army urged calm and promised to investigate the attack.", ["inquiry"]),
    ("The gunmen shot two brothers after accusing them of spying.", []),
    ("The council accuses the government of using banned weapons.", ["accusation"]),
    ("The driver accuses the police of negligence.", ["accusation"]),
    ("Residents accuse the police of corruption.", []),
    ("Residents accuse the police of murder.", ["accusation"]),
    ("The army accuses rebels of using toxic gas.", ["accusation"]),
    ("The mayor blamed enemies of peace for the attack.", ["accusation"]),
    ("While experts are looking into the attack the council is expected to meet.", ["inquiry"]),
    ("The rain fell all day on Velmar.", []),
    ("The army bears responsibility for the roads, the mayor said.", []),
    ("The army said that it bore no responsibility for the deaths.", []),
    # What others did "to blame us" accuses nobody by itself.
    ("An official said that rebels had shelled their own people to blame us.", []),
    # Nobody claims what the sentence denies, doubts or only expects.
    ("The leaders of the Corvan Front have not yet claimed responsibility for the blast.", []),
    ("The Corvan Front did not claim responsibility.", []),
    ("The Corvan Front denied that it had claimed responsibility.", ["denial"]),
    ("It is unclear whether the Corvan Front claimed responsibility.", []),
    ("If the Corvan Front claims responsibility, the army will answer.", []),
    ("The police expect the Corvan Front to claim responsibility.", []),
    ("The army never admitted the raid.", []),
    ("The prime minister struck a defiant tone.", []),
    ("The boy was admitted to the Velmar hospital.", []),
    # In the passive too: responsibility, an attack or a weapon is claimed, and by somebody.
    ("Responsibility for the raid was claimed by the Corvan Front.", ["responsibility"]),
    ("A car bomb claimed by the Corvan Front killed nine people.", ["responsibility"]),
    ("The raid was claimed by no group.", []),
    ("The raid was not claimed by any group.", []),
    ("The raid was claimed by the army to be a drill.", []),
    ("The lives of nine people were claimed by the blast.", []),
    ("The election was claimed by the governor.", []),
    # The dead are no attackers, and the police have no fighters.
    ("The Corvan Front said Ivo Tal was one of its soldiers.", []),
    ("Police said a member of the group had carried out the attack.", []),
    # Nor is it denied by what others did not do.
    ("The army said the rebels had not attacked the town.", []),
    ("The army said the rebels did not have rockets.", []),
    ("The army said the army did not have enough food.", []),
    ("The mother said they did not shoot her son.", []),
    ("Police said the bomb did not explode.", []),
    # Nobody claims this attack who claimed others.
    ("The Corvan Front has claimed responsibility for previous bombings.", []),
    # Nobody is accused by a negated verb.
    ("The mayor did not blame the army for the blast.", []),
    ("Nobody has accused the Corvan Front of the raid.", []),
    ("Neither the mayor nor the governor blamed the army.", []),
]

# sentence | kind of the statement | its stance | who makes it, first informant first
MADE = [
    # Whoever bears responsibility by the words of others is accused, and claims nothing.
    ("The mayor said the army bears full responsibility for the raid.", "accusation", "accuses", ["the mayor"]),
    ("The army promised to investigate the strike.", "inquiry", "promises inquiry", ["the army"]),
    ("The army vowed to open an inquiry into the deaths.", "inquiry", "promises inquiry", ["the army"]),
    ("The army opened an inquiry into the strike.", "inquiry", "promises inquiry", ["the army"]),
    ("The army denied shelling the clinic.", "denial", "denies", ["the army"]),
    ("Ana Brod, the director of the clinic, rejected this.", "denial", "denies", ["Ana Brod"]),
    ("On Thursday the army admitted killing the nine.", "responsibility", "admits", ["the army"]),
    ("The Corvan Front claimed responsibility.", "responsibility", "claims responsibility", ["the Corvan Front"]),
    (
        "The mayor said the Corvan Front had claimed responsibility for the blast.",
        "responsibility", "claims responsibility", ["the Corvan Front", "the mayor"],
    ),
    ("The United Council condemned the attack.", "accusation", "condemns", ["the United Council"]),
    (
        "Lantz accused the army of a crime after officials said that aircraft had bombed the clinic.",
        "accusation", "accuses", ["Lantz"],
    ),
    ("The raid was claimed by the Corvan Front.", "responsibility", "claims responsibility", ["the Corvan Front"]),
    ("The mayor blamed the army for the blast.", "accusation", "accuses", ["the mayor"]),
    ("The attack was condemned by the mayor.", "accusation", "condemns", ["the mayor"]),
    ("“The ministry will examine all flights,” Davit Orsen said.", "inquiry", "promises inquiry", ["Davit Orsen"]),
    ("The ministry will examine all flights.", "inquiry", "promises inquiry", ["the ministry"]),
    ("The minister said there would be a full review.", "inquiry", "promises inquiry", ["the minister"]),
    ("The army said it was assessing the claim.", "inquiry", "promises inquiry", ["the army"]),
    ("The army said the strike was being looked at.", "inquiry", "promises inquiry", ["the army"]),
    ("The mayor said those responsible would be brought to justice.", "inquiry", "promises inquiry", ["the mayor"]),
    ("Ivo Tal told police that he had shot two prisoners.", "responsibility", "admits", ["Ivo Tal"]),
    ("Ivo Tal has confessed.", "responsibility", "admits", ["Ivo Tal"]),
    # What those who speak did not do themselves, and attacks that there were not.
    ("The army said it had not used barrel bombs.", "denial", "denies", ["the army"]),
    ("The ministry said its planes had not struck the town.", "denial", "denies", ["the ministry"]),
    ("The army said it had never shelled the clinic.", "denial", "denies", ["the army"]),
    ("The ministry said there had been no strikes in the area.", "denial", "denies", ["the ministry"]),
    ("The army said no air strikes had been carried out.", "denial", "denies", ["the army"]),
    ("An army source said the army did not possess chemical weapons.", "denial", "denies", ["an army source"]),
    ("A source in the army said the army had never had barrel bombs.", "denial", "denies", ["a source in the army"]),
    # The attacker is one of theirs, and the attack was made by one of theirs.
    (
        "Police named the gunman as Ivo Tal. The Corvan Front said Tal was one of its soldiers.",
        "responsibility", "claims responsibility", ["the Corvan Front"],
    ),
    (
        "The Corvan Front said the attack was carried out by one of its fighters.",
        "responsibility", "claims responsibility", ["the Corvan Front"],
    ),
    (
        "The Corvan Front said a soldier of the group had carried out the attack.",
        "responsibility", "claims responsibility", ["the Corvan Front"],
    ),
    (
        "The Corvan Front described the attacker as one of its soldiers.",
        "responsibility", "claims responsibility", ["the Corvan Front"],
    ),
    (
        "The Corvan Front's spokesman, Davit Orsen, said: “We are behind the attack.”",
        "responsibility", "claims responsibility", ["Davit Orsen"],
    ),
    (
        "“We carried out the attack,” the Corvan Front said.",
        "responsibility", "claims responsibility", ["the Corvan Front"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SITES)
def test_a_sentence_reports_the_sites_hit(text: str, expected: list[str]) -> None:
    found = [event for sentence in parser.parse(text).sents for event in attacks.damage(sentence)]
    assert [f"{event.kind}: {event.site.name}" for event in found if event.site is not None] == expected
    assert all(text[e.start : e.end].strip() == text[e.start : e.end] != "" for e in found)


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_a_sentence_has_statements_about_an_incident(text: str, expected: list[str]) -> None:
    found = [event.kind for sentence in parser.parse(text).sents for event in statements.statements(sentence)]
    assert found == expected


@pytest.mark.parametrize(("text", "kind", "stance", "speakers"), MADE, ids=[row[0] for row in MADE])
def test_the_first_speaker_of_a_statement_is_its_maker(text: str, kind: str, stance: str, speakers: list[str]) -> None:
    made = [c for c in rules.read(Report(id="r", sha256="0" * 64, text=text)).claims if c.kind == kind]
    assert [(c.stance, [s.name for s in c.speakers[:-1]]) for c in made] == [(stance, speakers)]


@pytest.mark.parametrize(
    "text",
    [
        "Police are investigating the shooting.",
        "Detectives began an investigation.",
        "A murder investigation has been launched.",
    ],
)
def test_a_police_inquiry_into_a_crime_is_not_a_promise(text: str) -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text=f"A bomb killed four people in Velmar. {text}"))
    assert [c.kind for c in read.claims] == ["killed"]


@pytest.mark.parametrize(
    "text",
    [
        "Corvan denied carrying out the strike in Velmar on Tuesday that killed 12 people.",
        "The Front denied involvement in Tuesday's bombing, which killed 12 people.",
        "The Front has not claimed Tuesday's attack in Velmar, which killed 12 people.",
    ],
)
def test_disowning_an_attack_does_not_deny_the_deaths(text: str) -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, outlet="The Courier"))
    (killed,) = [c for c in read.claims if c.kind == "killed"]
    assert (killed.stance, killed.by, [s.name for s in killed.speakers]) == ("asserts", (), ["The Courier"])


def test_a_speaker_who_attributes_an_attack_does_not_count_its_dead() -> None:
    text = "The Ember Movement said it was behind the bomb that killed nine people."
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, outlet="The Courier"))
    (killed,) = [c for c in read.claims if c.kind == "killed"]
    assert [s.name for s in killed.speakers] == ["The Courier"]


def test_the_agent_of_an_act_counts_its_dead() -> None:
    text = "The army said it carried out the air strike that killed 16 fighters."
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, outlet="The Courier"))
    (killed,) = [c for c in read.claims if c.kind == "killed"]
    assert [s.name for s in killed.speakers] == ["the army", "The Courier"]


def test_denying_a_killing_denies_the_deaths() -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text="The army denied that it had killed 12 people in Velmar."))
    assert [c.stance for c in read.claims if c.kind == "killed"] == ["denies"]


@pytest.mark.parametrize("text", ["The coalition said it had launched an inquiry into the strike in Velmar."])
def test_launching_an_inquiry_claims_no_attack(text: str) -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text=text))
    assert "responsibility" not in {c.kind for c in read.claims}


def test_opening_an_inquiry_is_not_taking_responsibility() -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text="The army opened an inquiry into the strike."))
    assert [c.by for c in read.claims if c.kind == "inquiry"] == [()]


def test_a_denied_killing_has_the_stance_denies() -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text="The army denied killing nine people."))
    assert [c.stance for c in read.claims if c.kind == "killed"] == ["denies"]


def test_the_agent_of_a_claim_of_responsibility_is_its_maker() -> None:
    sentence = next(iter(parser.parse("The rebels claimed responsibility for the blast.").sents))
    (statement,) = statements.statements(sentence)
    assert str(statement.agent) == "rebels"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Gunmen opened fire on a crowd in Velmar.", "attack"),
        ("The attack came at dawn.", None),
        ("It rained.", None),
        ("He told police that he had shot a deer.", None),
        ("Air defences had shot down nine drones.", None),
        ("Jets pounded Velmar.", "attack"),
        ("Jets flew over Velmar.", None),
        ("Military jets were seen at a base.", None),
        ("Residents were making final preparations this week for an attack.", None),
        ("The town was braced for shelling.", None),
        ("Officials had warned of an attack.", None),
        ("Officials had warned of an attack that hit the mill.", "attack"),
    ],
)
def test_a_known_attack_makes_no_event(text: str, kind: str | None) -> None:
    event = attacks.attack(next(iter(parser.parse(text).sents)))
    assert (event.kind if event else None) == kind


def test_no_one_claimed_responsibility_is_not_a_claim() -> None:
    (sentence,) = parser.parse("Nobody has claimed responsibility for the blast.").sents
    assert [s.kind for s in statements.statements(sentence)] == []


def test_an_outlet_claims_no_attack_itself() -> None:
    text = "Kestrian state television claimed responsibility for the attack on Monday."
    assert [c.kind for c in rules.read(Report(id="r", sha256="0" * 64, text=text)).claims if c.speakers[1:]] == []


def test_the_day_of_a_statement_is_not_the_day_of_the_incident() -> None:
    text = "A shell killed two men in Lagos on Tuesday. On Wednesday the army promised to investigate."
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, published=date(2031, 5, 9)))
    assert {c.when.start for c in read.claims if c.when is not None} == {date(2031, 5, 6)}


# sentence | each claim: its kind, its scope, the weapons and the sites
DETAILS = [
    (
        "Rebels fired rocket-propelled grenades and anti-tank missiles at nine farmers, killing two.",
        [("killed", "incident", ["rocket-propelled grenades", "anti-tank missiles"], [])],
    ),
    # A weapon in a charge names none that was used; what the police search was not hit.
    (
        "Karl Lind faces two counts of use of a firearm after two men were shot dead in Velmar.",
        [("killed", "incident", [], [])],
    ),
    ("Karl Lind was charged with killing two men with a gun in Velmar.", [("killed", "incident", ["gun"], [])]),
    (
        "He was held on gun charges after two men were shot in Velmar.",
        [("captured", "incident", [], []), ("injured", "incident", [], [])],
    ),
    (
        "Police found wires in a raid on a flat a week after a bomb killed two people at a shrine.",
        [("killed", "incident", ["bomb"], ["shrine"]), ("attack", "incident", [], [])],
    ),
    (
        "Gunmen raided a farm in Velmar and killed two people.",
        [("killed", "incident", [], ["farm"]), ("attack", "incident", [], ["farm"])],
    ),
    (
        "Police inspected two houses after a gunman killed two people in a bakery.",
        [("killed", "incident", [], ["bakery"])],
    ),
    (
        "Relief trucks were stopped by mortar fire a day after two nurses were killed at the clinic in Velmar.",
        [("killed", "incident", [], ["clinic"])],
    ),
    ("Two nurses were killed by mortar fire at the clinic.", [("killed", "incident", ["mortar"], ["clinic"])]),
    (
        "The army has fired on 12 schools so far, killing five teachers.",
        [("killed", "running total", [], ["schools"]), ("attack", "running total", [], ["schools"])],
    ),
    (
        "The army fired on a school, killing five teachers.",
        [("killed", "incident", [], ["school"]), ("attack", "incident", [], ["school"])],
    ),
    # A mine that people work in is a site; one that a bus drives over is a weapon.
    (
        "Armed men attacked a gold mine near Velmar, killing four guards.",
        [("killed", "incident", [], ["gold mine"]), ("attack", "incident", [], ["gold mine"])],
    ),
    ("A mine manager was kidnapped in Velmar.", [("abducted", "incident", [], [])]),
    ("Three people were killed in an attack on the mine.", [("killed", "incident", [], [])]),
    (
        "A tractor hit a mine near Velmar, killing a farmer.",
        [("killed", "incident", ["mine"], ["tractor"]), ("attack", "incident", ["mine"], ["tractor"])],
    ),
    # Arms that were taken after an attack were not its means; those taken before it were.
    ("Police killed two robbers and recovered a pistol and a machete.", [("killed", "incident", [], [])]),
    ("Rebels killed two guards and made away with three machine guns.", [("killed", "incident", [], [])]),
    ("The army killed nine rebels and seized two vehicles and a drone.", [("killed", "incident", [], [])]),
    ("A prisoner seized a rifle and shot dead two guards.", [("killed", "incident", ["rifle"], [])]),
    ("A guard was beaten to death in Velmar and his shotgun stolen.", [("killed", "incident", [], [])]),
    ("Robbers beat a guard to death in Velmar and took his shotgun.", [("killed", "incident", [], [])]),
    # Nor is what others used after it, or what is only in the name of a body.
    ("Soldiers fired a rocket after rebels killed two guards in Velmar.", [("killed", "incident", [], [])]),
    ("Two guards were killed after rebels fired a rocket in Velmar.", [("killed", "incident", ["rocket"], [])]),
    ("The UN mine action service said nine boys were killed.", [("killed", "incident", [], [])]),
    ("Gunmen killed a commander of a drone unit in Velmar.", [("killed", "incident", [], [])]),
    ("Nine boys were killed by an artillery unit in Velmar.", [("killed", "incident", ["artillery"], [])]),
    # Nor the means of an event some hours before; a bomb that only exploded hours before killed the people.
    (
        "Four guards were killed by a mine, hours after a bomb killed nine farmers.",
        [("killed", "incident", ["mine"], []), ("killed", "incident", ["bomb"], [])],
    ),
    (
        "Men wearing explosive vests entered the clinic, hours after a lawyer was shot dead.",
        [("killed", "incident", [], [])],
    ),
    (
        "Hours after a bomb killed nine farmers, four guards were shot dead.",
        [("killed", "incident", ["bomb"], []), ("killed", "incident", [], [])],
    ),
    ("Four people were killed in the market hours after a bomb exploded.", [("killed", "incident", ["bomb"], [])]),
    # To set fire to houses damages them.
    (
        "Gang members set fire to at least 45 houses and killed nine people in Velmar on Sunday, the mayor said.",
        [("killed", "incident", [], ["houses"]), ("site damaged", "incident", [], ["houses"])],
    ),
    # Nor is the vehicle of the attackers a site.
    ("A judge was shot dead outside his home by two men on a motorbike.", [("killed", "incident", [], ["his home"])]),
    # Where people died or were wounded is a site; where somebody was arrested, or what was only closed, is none.
    ("Nine people died at a bar in Velmar.", [("killed", "incident", [], ["bar"])]),
    ("Nine people died in front of a bar in Velmar.", [("killed", "incident", [], ["bar"])]),
    ("A gunman killed nine people at a bar in Velmar.", [("killed", "incident", [], ["bar"])]),
    ("Police are looking into the killing of two guards at a bar.", [("killed", "incident", [], ["bar"])]),
    ("The blast occurred in a bar, killing nine people.", [("killed", "incident", [], ["bar"])]),
    ("A bomb went off in a bar, killing nine people.", [("killed", "incident", ["bomb"], ["bar"])]),
    ("A man opened fire inside a bar, killing nine people.", [("killed", "incident", [], ["bar"])]),
    ("Gunmen burst into a bar and killed nine people.", [("killed", "incident", [], ["bar"])]),
    ("A bomb ripped through a bar, killing nine people.", [("killed", "incident", ["bomb"], ["bar"])]),
    ("A police post came under fire, and two officers were killed.", [("killed", "incident", [], ["police post"])]),
    ("Nine people died on the steps of a bar in Velmar.", [("killed", "incident", [], ["bar"])]),
    ("A farmer was shot dead as he left a bar in Velmar.", [("killed", "incident", [], ["bar"])]),
    ("A farmer left a bar in Velmar and died.", [("killed", "incident", [], [])]),
    ("Nine people were killed, according to doctors at a clinic.", [("killed", "incident", [], [])]),
    ("A bomb on a tractor killed nine people.", [("killed", "incident", ["bomb"], [])]),
    (
        "A bomb in his car killed a judge.",
        [("killed", "incident", ["bomb"], ["his car"]), ("attack", "incident", ["bomb"], ["his car"])],
    ),
    ("Nine people were arrested at a bar in Velmar.", [("captured", "incident", [], [])]),
    (
        "Nine people were arrested for the attack at a bar in Velmar in which two died.",
        [
            ("captured", "incident", [], ["bar"]),
            ("killed", "incident", [], ["bar"]),
            ("attack", "incident", [], ["bar"]),
        ],
    ),
    ("The envoy came under pressure, and two officers were killed.", [("killed", "incident", [], [])]),
    ("He walked past a bar and killed nine people.", [("killed", "incident", [], [])]),
    # Things that are no weapons by themselves, and weapons that somebody only had.
    ("A rucksack exploded in Velmar, killing two people.", [("killed", "incident", ["rucksack"], [])]),
    ("A parked car blew up in Velmar, killing two people.", [("killed", "incident", ["parked car"], [])]),
    ("His car blew up in Velmar, killing two people.", [("killed", "incident", [], [])]),
    ("A guard was beaten to death with a broom handle.", [("killed", "incident", ["broom handle"], [])]),
    ("A guard was beaten to death with great force.", [("killed", "incident", [], [])]),
    ("A van was driven into a crowd, killing nine people.", [("killed", "incident", ["van"], [])]),
    ("Rebels armed with axes and Kalashnikovs killed a guard.", [("killed", "incident", ["axes", "Kalashnikovs"], [])]),
    ("A mortar bomb killed a guard in Velmar.", [("killed", "incident", ["mortar bomb"], [])]),
    ("The army fired its rockets at Velmar, killing nine people.", [("killed", "incident", ["rockets"], [])]),
    ("The gunman, who killed six people, had bought two rifles.", [("killed", "incident", [], [])]),
    ("Police arrested two men with a rifle.", [("captured", "incident", [], [])]),
    ("Two people were killed, and a rifle was found in his car.", [("killed", "incident", [], [])]),
    ("Two people were killed at the Rocket Bar.", [("killed", "incident", [], ["Rocket Bar"])]),
    ("A man with a knife was shot dead in Velmar.", [("killed", "incident", [], [])]),
    (
        "Drones packed with explosives hit a base, killing five.",
        [
            ("killed", "incident", ["Drones packed with explosives"], ["base"]),
            ("attack", "incident", ["Drones packed with explosives"], ["base"]),
        ],
    ),
    # What people work with; not what hit them.
    ("A mine clearance engineer was shot dead in Velmar.", [("killed", "incident", [], [])]),
    ("A bomb squad sergeant died in Velmar on Monday.", [("killed", "incident", [], [])]),
    ("Two grenade attack victims died in Velmar on Monday.", [("killed", "incident", ["grenade"], [])]),
    # A name is no weapon.
    ("Mia Stone, 15, was shot dead at a school.", [("killed", "incident", [], ["school"])]),
    # Nor are those of the one who was killed, nor those of another attack.
    ("Police shot dead a man wielding an axe in Velmar.", [("killed", "incident", [], [])]),
    ("Officers shot a man who police said attacked them with a knife.", [("injured", "incident", [], [])]),
    ("Police shot dead a man who they say charged at them with a knife.", [("killed", "incident", [], [])]),
    (
        "Inmates stormed a wing armed with knives and killed two guards.",
        [("killed", "incident", ["knives"], [])],
    ),
    (
        "Ivo Lerch was arrested last year after he brought a bomb to a fair and hurt two people.",
        [("captured", "incident", ["bomb"], []), ("injured", "period total", ["bomb"], [])],
    ),
    ("A man wielding an axe killed two people in Velmar.", [("killed", "incident", ["axe"], [])]),
    # Nor those that were destroyed or seized; nor are axes between two towns.
    ("The army destroyed two rocket launchers and killed nine rebels.", [("killed", "incident", [], [])]),
    (
        "Nine rebels were killed and three trucks equipped with machine guns were destroyed.",
        [("killed", "incident", [], ["trucks"]), ("site destroyed", "incident", [], ["trucks"])],
    ),
    ("Troops killed nine rebels and seized arms including a machine gun.", [("killed", "incident", [], [])]),
    ("Rebels on the axes of Orsk and Velm killed a guard.", [("killed", "incident", [], [])]),
    ("A guard was killed by sniper shots in Velmar.", [("killed", "incident", ["sniper shots"], [])]),
    # A sentence of its own gives the site.
    (
        "A man was shot dead on Monday. The shooting happened at a bar on Orsk Street, police said.",
        [("killed", "incident", [], ["bar on Orsk Street"])],
    ),
    (
        "A man was shot dead on Monday. Officers were called to an apartment in Velmar.",
        [("killed", "incident", [], ["apartment"])],
    ),
    (
        "A man was shot dead on Monday. The incident took place inside a townhouse.",
        [("killed", "incident", [], ["townhouse"])],
    ),
    ("A man was shot dead on Monday. Officers were called to a hospital.", [("killed", "incident", [], [])]),
    ("A man was shot dead in a bar. It took place beside a church.", [("killed", "incident", [], ["bar"])]),
    ("A man was shot dead on Monday. The vigil took place in a church.", [("killed", "incident", [], [])]),
    ("A man was shot dead in the parking lot of a hotel.", [("killed", "incident", [], ["parking lot of a hotel"])]),
    (
        "A drone killed four people in Velmar, where a missile had destroyed the bridge in May.",
        [("killed", "incident", ["drone"], []), ("site destroyed", "incident", ["missile"], ["bridge"])],
    ),
    (
        "Artillery fire killed a man at a bus stop and a woman was killed by a drone.",
        [("killed", "incident", ["Artillery"], ["bus stop"]), ("killed", "incident", ["drone"], [])],
    ),
    (
        "A missile hit the bakery and nine people were killed.",
        [("killed", "incident", ["missile"], ["bakery"]), ("attack", "incident", ["missile"], ["bakery"])],
    ),
]


@pytest.mark.parametrize(("text", "expected"), DETAILS, ids=[row[0] for row in DETAILS])
def test_a_claim_has_the_weapons_and_sites_of_its_own_event(text: str, expected: object) -> None:
    read = rules.read(Report(id="r", sha256="0" * 64, text=text, published=date(2031, 5, 9)))
    names = ([(t.name for t in things) for things in (c.with_, c.sites)] for c in read.claims)
    found = [(c.kind, c.scope, *map(list, of)) for c, of in zip(read.claims, names, strict=True)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "is_attack"),
    [
        ("Karl Anders was charged with assault with a deadly weapon.", False),
        ("He faces two counts of assault.", False),
        ("Karl Anders was charged with an assault on a shop.", True),
        ("An assault on a shop lasted an hour.", True),
    ],
)
def test_a_charge_is_not_an_attack_by_itself(text: str, is_attack: bool) -> None:
    assert (attacks.attack(next(iter(parser.parse(text).sents))) is not None) == is_attack


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Police opened fire on striking workers at a copper mine, killing six.", "shooting"),
        ("Rebels opened fire on a crowd, killing six.", "shooting"),
        ("A car drove over a mine near Velmar, killing six.", "bombing"),
        ("A bus drove into a mine, killing six.", "bombing"),
    ],
)
def test_the_kind_of_the_incident_in_which_people_died(text: str, kind: str) -> None:
    (killed,) = [c for c in rules.read(Report(id="r", sha256="0" * 64, text=text)).claims if c.kind == "killed"]
    assert killed.event is not None
    assert killed.event.kind == kind
