"""Who accuses, denies, admits or claims an attack, and whom: tables of invented sentences."""

from collections.abc import Callable

import pytest

from tollbook.mentions import Reading
from tollbook.model import Claim, ClaimKind, Report
from tollbook.readers.learned import reader as learned
from tollbook.readers.rules import reader as rules
from tollbook.readers.rules.events import charges
from tollbook.readers.rules.parsing.parser import parse

_READERS = pytest.mark.parametrize("read", [rules.read, learned.read], ids=["rules", "learned"])
_Read = Callable[[Report], Reading]


def _of_kind(read: _Read, text: str, kind: ClaimKind) -> list[Claim]:
    return [claim for claim in read(Report(id="r", sha256="", text=text)).claims if claim.kind == kind]


# sentence | whom it accuses | who accuses them
ACCUSED = [
    ("The government said fighters are to blame for the deaths of nine nurses.", ["fighters"], ["the government"]),
    ("Residents blamed the army.", ["army"], ["residents"]),
    ("The minister blamed the attack on the Uplands Brigade.", ["Uplands Brigade"], ["the minister"]),
    ("The minister blamed the attacks on rebels; nine soldiers died.", ["rebels"], ["the minister"]),
    ("The attack was blamed on the Uplands Brigade.", ["Uplands Brigade"], []),
    ("The strike was attributed to the army.", ["army"], []),
    ("The army was held responsible for the attack.", ["army"], []),
    ("Mara Tolven put the blame on the Uplands Brigade.", ["Uplands Brigade"], ["Mara Tolven"]),
    ("The governor laid the blame for it at the feet of the Uplands Brigade.", ["Uplands Brigade"], ["the governor"]),
    ("The governor pointed the finger at the Uplands Brigade.", ["Uplands Brigade"], ["the governor"]),
    ("Mara Tolven said the Uplands Brigade was behind the attack.", ["Uplands Brigade"], ["Mara Tolven"]),
    ("Mara Tolven said the army was responsible for the killings.", ["army"], ["Mara Tolven"]),
    ("The interior ministry said it suspected the Uplands Brigade.", ["Uplands Brigade"], ["the interior ministry"]),
    ("Police suspect the Uplands Brigade of planting the bomb.", ["Uplands Brigade"], ["police"]),
    ("Officials blamed the Sons of the Valley for the attack.", ["Sons of the Valley"], ["officials"]),
    ("The governor blamed not the army but the Uplands Brigade for the deaths.", ["Uplands Brigade"], ["the governor"]),
    ("The governor blamed the army, not the Uplands Brigade, for the deaths.", ["army"], ["the governor"]),
    ("Residents blamed not only the army but also rebels for the deaths.", ["army", "rebels"], ["residents"]),
    # who attackers are said to be
    ("The man behind the attack was Rafe Doran, police said.", ["Rafe Doran"], ["police"]),
    ("Those responsible for the murder are soldiers, the bishop said.", ["soldiers"], ["the bishop"]),
    # whom a pronoun stands for
    (
        "The Uplands Brigade has not claimed responsibility, but officials believe it was behind the attack.",
        ["Uplands Brigade"],
        ["officials"],
    ),
    (
        "Although the Uplands Brigade has not claimed it, Mara Tolven said it was responsible for the bombing.",
        ["Uplands Brigade"],
        ["Mara Tolven"],
    ),
    ("No group claimed the attack, but officials blamed the Uplands Brigade.", ["Uplands Brigade"], ["officials"]),
]


@_READERS
@pytest.mark.parametrize(("text", "accused", "accusers"), ACCUSED, ids=[row[0] for row in ACCUSED])
def test_an_accusation_names_the_accused_and_who_accuses(
    text: str, accused: list[str], accusers: list[str], read: _Read
) -> None:
    (claim,) = _of_kind(read, text, "accusation")
    assert [actor.name for actor in claim.by] == accused
    assert [speaker.name for speaker in claim.speakers if speaker.name] == accusers


INQUIRIES = [
    ("The ministry said it was investigating the strike.", True),
    ("The army, which is investigating the deaths of nine farmers, did not comment.", True),
    ("Two journalists who had tried to investigate the killings were detained.", False),
    ("She had been investigating the deaths of nine patients at a clinic.", False),
    ("A lawyer who investigated the killings was threatened.", False),
    ("The minister said she would investigate the killings.", True),
    # It is the work of the police, whatever they are called.
    ("The Velmar Police Department continues investigating the shooting.", False),
    ("The county sheriff's office is investigating the shooting.", False),
    ("Officials said they are still investigating the shooting.", False),
]


@_READERS
@pytest.mark.parametrize(("text", "promised"), INQUIRIES, ids=[row[0] for row in INQUIRIES])
def test_only_those_who_can_inquire_promise_an_inquiry(text: str, promised: bool, read: _Read) -> None:
    assert bool(_of_kind(read, text, "inquiry")) == promised


NOT_ACCUSED = [
    "The team met the insurgents with mortars and TOW missiles, killing four of them.",
    "A quadcopter killed two men in Velm.",
    "The army is responsible for security in Velm, where two nurses were killed.",
    "The children hid behind a wall as soldiers opened fire.",
    "Fifteen people died in Tolven's bar bombing of 1971.",
    "Tal was convicted in the death of Ivo Lerch, an officer with the Velm Police Department killed during a shootout.",
    "A shell fell on a house killing two people and 2 women injuring 15 others in Velm.",
    "Mara Tolven did not blame the army for the attack.",
    "The army is not responsible for the attack that killed two nurses.",
    "The rebels were not behind the attack that killed two nurses.",
    "The accused shot two guards in Velm.",
    "Two nurses died, and their families live with the blame.",
    "Police named Ivo Lerch as the director of the clinic, where two nurses died.",
    # a pronoun for nobody who denied or claimed it
    "No group has claimed it, but officials believe it was behind the attack.",
    "The mayor fled, but officials believe it was behind the attack.",
    # only asked
    "Asked if the Uplands Brigade was to blame, the minister said it was too early to say.",
    "Asked whether residents held the army responsible for the strike on the school, the mayor did not answer.",
    "The envoy said it was not clear whether the army was behind the attack.",
    # what somebody does is no accusation of themselves
    "Officers shot a man who had stabbed three traders, police said.",
    "Police said officers fired rubber bullets after being attacked with axes by about 90 miners.",
]


@_READERS
@pytest.mark.parametrize("text", NOT_ACCUSED)
def test_words_of_blame_that_accuse_nobody(text: str, read: _Read) -> None:
    assert _of_kind(read, text, "accusation") == []
    assert [actor.name for claim in _of_kind(read, text, "killed") for actor in claim.by] == []


# sentence | who is held responsible for the dead that it counts
RESPONSIBLE = [
    # Who called and said so, not those who came
    (
        "A team and other units came on Friday to a rural home after a man called and said he had killed two nurses.",
        [],
    ),
    # A speaker after a clause without a subject is no agent; a name between quotation marks
    ("Shelling by Kestrian forces killed four farmers near Orik, governor Oleh Sin said.", ["Kestrian forces"]),
    ("Shooting at a checkpoint killed two nurses, police said.", []),
    ('Two nurses died in a blast, the ministry said, blaming the "Red Dawn" group.', ["Red Dawn group"]),
    ("Two nurses were killed when gangsters swept through the town.", ["gangsters"]),
    # The agent after the means of an attack, and of a clause about the wound; what is dropped has no agent
    ("Two nurses were beaten to death with clubs by masked men in Velmar.", ["masked men"]),
    ("A teacher who was stabbed by a pupil has died, the mayor said.", ["pupil"]),
    ("A porter beaten by settlers died on Friday.", ["settlers"]),
    # Arms, vehicles and clothes describe attackers
    ("He hid while men with rifles killed two nurses.", ["men with rifles"]),
    ("Men on motorcycles killed two nurses.", ["Men on motorcycles"]),
    ("Men in black masks killed two nurses.", ["Men in black masks"]),
    ("Two nurses were killed when a jet dropped a bomb on a clinic.", []),
    ("Fighters of the Orsk Front Coast Province killed two nurses.", ["Fighters of the Orsk Front Coast Province"]),
    # The parse takes the names after a colon for those of the subject.
    ("Soldiers killed three farmers: Timo Karel, 45, his son Jon, 12, and Ari Tal, 30.", ["Soldiers"]),
    ("A strike on Velmar killed two civilians: Timo Karel, 45, and his daughter Anira, 25.", []),
    ("Militants killed three soldiers — Sergeant Ivo Tal, 30, Jon Vell, 21, and Ari Orsk, 22.", ["Militants"]),
    ("Residents hold the army responsible for the killing of two nurses.", ["army"]),
    ("Residents blamed soldiers for the deaths of two nurses.", ["soldiers"]),
    ("He put the blame on the Uplands Brigade for the attack that killed two nurses.", ["Uplands Brigade"]),
    ("Two nurses died in an attack that the governor blamed on rebels.", ["rebels"]),
    ("The Uplands Brigade was accused of killing two nurses.", ["Uplands Brigade"]),
    ("VELM (NBX) - Rebels killed nine soldiers.", ["Rebels"]),
    ("The Mountain Liberation Column killed nine soldiers.", ["Mountain Liberation Column"]),
    ("A dismissed guard opened fire at the depot, killing two people.", ["dismissed guard"]),
    ("Rebels blew up a bridge, killing two drivers.", ["Rebels"]),
    ("Police say Ivo Lerch, 34, opened fire at the depot, killing eight people.", ["Ivo Lerch"]),
    ("Ivo Lerch, 34, drove a van into a crowd, killing eight people.", ["Ivo Lerch"]),
    ("A government air strike killed two nurses.", ["government"]),
    ("Regime helicopters bombed the depot, killing two nurses.", ["Regime helicopters"]),
    ("The Uplands Brigade said its fighters had killed nine soldiers.", ["Uplands Brigade"]),
    ("A man identified as Karim Dol drove a car into pedestrians, killing four people.", ["Karim Dol"]),
    ("Two brothers, Tamer Dol and Karim Dol, killed a guard.", ["Tamer Dol", "Karim Dol"]),
    ("A 30-year-old carpenter killed two nurses with an axe.", ["30-year-old carpenter"]),
    ("An off-duty police officer killed two nurses.", ["off-duty police officer"]),
    ("Gunmen on a motorbike killed two nurses.", ["Gunmen on a motorbike"]),
    ("Two gunmen on a motorcycle shot dead a senior judge in Velm.", ["gunmen on a motorcycle"]),
    ("Gunmen in Velm killed two nurses.", ["Gunmen"]),
    ("Police officers killed two nurses.", ["Police officers", "Police"]),
    ("Two men on a motorbike killed a guard.", ["Two men on a motorbike"]),
    ("Eight men with rifles killed a guard.", ["Eight men with rifles"]),
    (
        "Men belonging to the Uplands Brigade killed nine guards.",
        ["Men belonging to the Uplands Brigade", "Uplands Brigade"],
    ),
    ("The Islamist group Al-Velm, which controls the region, beheaded two nurses.", ["Al-Velm"]),
    ("The government blamed the separatist group FDR for the bombings, which killed 191 people.", ["FDR"]),
    ("The 1974 bombings, which were carried out by the NVF, killed 21 people.", ["NVF"]),
    ("The bombing, which killed six people, was the work of the Uplands Brigade.", ["Uplands Brigade"]),
    (
        "Six members of a gang were blamed for the bombing of the bar in which 15 people were killed.",
        ["members of gang"],
    ),
    ("A UFV man was jailed for life for the murders of 15 people.", ["UFV man"]),
    ("A 17-year-old boy was arrested on suspicion of stabbing the teacher, who died.", ["17-year-old boy"]),
    ("Police arrested two men over the killing of three tourists.", ["two men"]),
    ("Ahmad Karo, who is suspected of the bombing that killed nine people, was captured by police.", ["Ahmad Karo"]),
    # who is named beside the dead, and did nothing
    ("Two roadside bombs targeting police patrols killed six officers.", []),
    ("The bombing, in which nine people died, was not the work of the Uplands Brigade.", []),
    ("The bombing, in which nine people died, led to a shootout with police.", []),
    ("A car bomb exploded near a police station in Velm, killing seven people.", []),
    ("The government bombing killed two nurses.", []),
    ("A man opened his packet before nine people were killed.", []),
    ("A woman hanged herself in Velm.", []),
    ("The village where rebels live was hit by a bomb that killed nine.", []),
    ("A crowd was beaten by men with green armbands, and two people died.", []),
    ("No one was killed when rebels attacked the convoy.", []),
    ("Ana Brod died after she opened fire in Velm.", []),
    ("The ministry said it was investigating the attack that killed nine soldiers.", []),
    # beside those who did not act
    ("It was rebels, not the army, who killed nine farmers, the mayor said.", ["rebels"]),
    ("It was the army, not rebels, that killed nine farmers.", ["army"]),
    ("Not rebels but soldiers killed nine farmers, residents said.", ["soldiers"]),
    # who judges, gives back the dead, or was killed before
    ("Two farmers were shot dead hours after a herdsman was found stabbed to death in a nearby valley.", []),
    ("Two farmers were found shot dead by soldiers.", ["soldiers"]),
    ("Judge Mina Orsk jailed the man who killed her clerk, Ivo Tal, for life.", []),
    ("The rebels handed over the bodies of nine guards.", []),
    # who did something else at another time, or only protested, and who was one side of a clash
    ("Two men were stabbed to death in Velm on Saturday and the next day youths torched a mosque.", []),
    ("A farmer was shot dead in Velm on Saturday, and hours later a mob set fire to a police post.", []),
    ("Three villagers were killed in Velm on Monday, and soldiers later burned 20 huts.", []),
    ("A teenager was killed in Velm on Monday after protesters torched a bank.", []),
    ("Two villagers were killed in Velm on Monday while protesters attacked a courthouse.", []),
    ("Two guards were killed in Velm on Monday when protesters attacked a courthouse.", ["protesters"]),
    ("Two people were killed after gunmen attacked a church in Velm.", ["gunmen"]),
    ("Two people were killed and then the rebels burned the market.", ["rebels"]),
    ("Two students were shot dead in clashes with police in Velm on Monday, doctors said.", []),
    ("Two villagers were shot dead by police in clashes with a mob in Velm.", ["police"]),
    # who lost people of their own
    ("Rebel commanders said they had lost four fighters.", []),
    ("The ministry said its forces had bombed a depot and lost four men.", []),
    ("The army lost nine men when rebels attacked the post.", ["rebels"]),
    ("Police are holding a man they say opened fire in a tavern in Velmar, killing a waitress.", ["man"]),
    ("Police arrested a man who opened fire on a club in Velmar, killing one woman.", ["man"]),
    ("Police charged a man they said killed two women in Velmar.", ["man"]),
    ("A woman shot Friday night in Velmar has died, police said.", []),
    ("A man shot and killed Saturday night in Velmar was identified as Marcus Teel.", []),
    ("A soldier who stepped on a mine, killing two others, was flown out.", []),
    ("A bus driver drove over a mine, killing two passengers.", []),
    ("The army admitted that rebels killed the minister.", ["rebels"]),
    ("Nine people were killed by a drone belonging to the army.", ["army"]),
    # where a shell came from is not who fired it
    ("A shell from Lebanon killed two farmers.", []),
]


@_READERS
@pytest.mark.parametrize(("text", "expected"), RESPONSIBLE, ids=[row[0] for row in RESPONSIBLE])
def test_the_dead_of_a_sentence_and_who_is_held_responsible(text: str, expected: list[str], read: _Read) -> None:
    (claim, *_) = _of_kind(read, text, "killed")
    assert [actor.name for actor in claim.by] == expected


@_READERS
def test_what_somebody_did_is_no_accusation_by_themselves(read: _Read) -> None:
    text = "The husband, Karim Dol, 50, shot his wife before turning the gun on himself."
    assert _of_kind(read, text, "accusation") == []


# sentence | who holds those whom it counts as captured: the learned reader finds more of them
CAPTORS = [
    ("A commander of the Uplands Brigade who ordered the killing of nine guards has been arrested.", []),
    ("Soldiers arrested nine nurses whom they accused of membership of a rebel group.", ["Soldiers"]),
    ("Soldiers arrested nine nurses, accusing them of aiding the Uplands Brigade.", ["Soldiers"]),
    ("Two fighters of the Uplands Brigade were captured by the army.", ["army"]),
]


@pytest.mark.parametrize(("text", "expected"), CAPTORS, ids=[row[0] for row in CAPTORS])
def test_the_body_of_captives_is_not_their_captor(text: str, expected: list[str]) -> None:
    (claim, *_) = _of_kind(learned.read, text, "captured")
    assert [actor.name for actor in claim.by] == expected


@_READERS
def test_attackers_in_disguise_are_not_those_whom_they_imitate(read: _Read) -> None:
    text = "The raid was the worst since 2019, when gunmen dressed as guards killed nine traders."
    (claim,) = _of_kind(read, text, "killed")
    assert [actor.name.removesuffix(" dressed as guards") for actor in claim.by] == ["gunmen"]


# sentence | who says that they did it
OWN = [
    ("The ministry says that its pilots strike only armed men.", None),
    ("Nine farmers wounded in Velm blast The Rask State group claimed responsibility for it.", ["Rask State group"]),
    ("The minister admitted that the wave of violence of the past weeks had hurt the country.", None),
    ("The army admitted that its soldiers had killed four farmers.", ["army"]),
    ("The army admitted that the strike on the clinic was a mistake.", ["army"]),
    ("The Uplands Brigade said it was responsible for the blast, which killed four.", ["Uplands Brigade"]),
    ("The Uplands Brigade said it was behind the attack.", ["Uplands Brigade"]),
    ("The Uplands Brigade claimed the attack, in which four soldiers died.", ["Uplands Brigade"]),
    ("The rebels said their fighters killed nine soldiers.", ["rebels"]),
    ("The rebels said they had carried out the attack that killed nine.", ["rebels"]),
    ("The army admitted the strike.", ["army"]),
    ("An army official admitted the strike.", ["army"]),
    # A cell has its own name, and is only described by the words before it.
    ("An anarchist cell, Black Dawn, admitted planting two bombs.", ["Black Dawn"]),
    (
        "The Islamic Army of Velm said in a statement posted online that its fighters had carried out the attack.",
        ["Islamic Army of Velm"],
    ),
    ("The bombing was claimed by loyalists shortly after the attack.", ["loyalists"]),
    (
        "The attack on the barracks was claimed by the Velm Province of the Islamic State.",
        ["Velm Province of the Islamic State"],
    ),
    # for whom somebody claims it
    ("A spokesman for the Dawn Legion claimed responsibility for the attack.", ["Dawn Legion"]),
    ("The Dawn Legion's spokesman, Abu Talha, claimed responsibility for the attack.", ["Dawn Legion"]),
    ("A spokesman for the Dawn Legion, Abu Talha, claimed responsibility for the bombing.", ["Dawn Legion"]),
    ("Abu Talha, a spokesman for the Dawn Legion, claimed responsibility for the bombing.", ["Dawn Legion"]),
    ("A spokesman, Abu Talha, claimed responsibility for the bombing.", []),
    ("A commander claimed responsibility for the bomb on behalf of the Dawn Legion.", ["Dawn Legion"]),
    ("A banner signed by the Kilo gang took credit for the shooting.", ["Kilo gang"]),
    ("A man claiming to speak for the Dawn Legion said his group had sunk the vessel.", ["Dawn Legion"]),
    ("The leader of the gang, Kachal Duna, later owned up to the abduction in a video.", ["Kachal Duna"]),
    # in other words
    ("A spokesman for the Tehrik-e-Sahra accepted responsibility for the attack.", ["Tehrik-e-Sahra"]),
    ("The outlawed Velm Vanguard owned up to the bombing.", ["Velm Vanguard"]),
    ("The militant group Caliphate's Hand, which claimed the hotel attack, fell silent.", ["Caliphate's Hand"]),
    ("A group, the Sons of the Narrows, says it did it.", ["Sons of the Narrows"]),
    ("The Patriotic Wolves said on Monday night that they had bombed the train.", ["Patriotic Wolves"]),
    ("The Harakat Front has said that it sent the gunmen.", ["Harakat Front"]),
    ("The Basin Partisans said in an e-mail they had placed the charge.", ["Basin Partisans"]),
    ("The Dawn Legion said that one of its men had attacked the worshippers.", ["Dawn Legion"]),
    ("A group called the Dawn Brigade said the attacker was one of its soldiers.", ["Dawn Brigade"]),
    ("The Dunes Katiba affirmed to have struck the barracks.", ["Dunes Katiba"]),
    ("The army said its aircraft had struck the convoy by mistake.", ["army"]),
    ("The insurgents said that they caught up with the horsemen and killed 20.", ["insurgents"]),
    ("Aslan Bektur, the commander who said he had ordered the hijack, is dead.", ["Aslan Bektur"]),
    ("The minister accepted responsibility for the lapses.", None),
    ("The police chief said he was responsible for the schools.", None),
    ("A driver said he hit a pothole.", None),
    # of the attacker's end, not of the attack
    ("Officer Jon Dell said he had shot the gunman twice.", None),
    ("Police said they shot the attacker.", None),
    ("The mayor said it was behind schedule.", None),
    ("The army said it would strike the rebels.", None),
    ("The government said it sent the bill to parliament.", None),
    ("The Velm Tribune said it had been told that the army did it.", None),
    ("Karim Dol pleaded guilty to killing four people with a car.", ["Karim Dol"]),
    ("Karim Dol, 34, was charged with the murders of two nurses. He pleaded guilty.", ["Karim Dol"]),
    # nobody does, or nobody whom the report suspects
    ("Nine died, the head of the hospital, Mina Orsk, said. A man was charged. He pleaded guilty to murder.", []),
    ("Karim Dol pleaded guilty to tax fraud.", None),
    # what served the attack is not the attack
    ("Karim Dol pleaded guilty to driving the car from which two men were shot dead.", None),
    ("Karim Dol pleaded guilty to possession of the gun used in the murders.", None),
    ("Mina Orsk admitted buying the gun with which two men were shot dead.", None),
    ("Karim Dol pleaded guilty to helping to plan the murders.", ["Karim Dol"]),
    ("A security source acknowledged the assault but said that forces had repelled it.", None),
    ("It was not clear who did it, but the Uplands Brigade has claimed previous bombings in the city.", None),
    ("Defence lawyers conceded that their client had carried out the bombing.", []),
    ("Karim Dol pleaded not guilty to killing four people.", None),
    ("The rebels said nine soldiers died in the attack.", None),
    ("The ministry said it was investigating the attack that killed nine soldiers.", None),
    ("The army said in a statement that it had launched an operation to find the attackers.", None),
    ("The Uplands Brigade said it held the army responsible.", None),
    ("The army said it had carried out an investigation.", None),
    # several at once, and one with a long name
    ("Both Jaish-e-Tal and the Dawn Legion have claimed responsibility.", ["Jaish-e-Tal", "Dawn Legion"]),
    ("Both the Dawn Legion and Red Tide said they carried out the attack.", ["Dawn Legion", "Red Tide"]),
    ("The Dawn Legion and Red Tide both claimed responsibility for the blast.", ["Dawn Legion", "Red Tide"]),
    ("The pro-Kestrian Lion Brigade claimed responsibility.", ["pro-Kestrian Lion Brigade"]),
    ("The rebels said at the time that they were behind that attack.", ["rebels"]),
    # under pressure, or only spoken of
    ("The army was forced to admit that its troops had fired on the crowd.", ["army"]),
    ("The army had to acknowledge that its soldiers had killed nine farmers.", ["army"]),
    ("The army did admit the strike.", ["army"]),
    ("The army refused to admit that its soldiers had killed nine farmers.", None),
    ("The mayor urged the army to admit that its soldiers had killed nine farmers.", None),
    ("Hospitals admit nine people a day.", None),
    # by mistake, which only those who fired make
    ("The army acknowledged that a drone had struck the wedding by mistake.", ["army"]),
    ("The army acknowledged that a drone had struck its base.", None),
    # who judges the attack of others
    ("Mayor Mina Orsk called it a murder and vowed to catch the killers.", None),
    ("The mayor called the gunmen cowards and said his forces would find them.", None),
    ("The Dawn Legion called the gunman one of its soldiers.", ["Dawn Legion"]),
    # what is shot down in flight is no target on the ground
    ("The army said it had destroyed 41 enemy drones overnight.", None),
    ("The ministry said it had destroyed 58 of 71 drones and three missiles over four regions.", None),
    ("The army said it had destroyed two drones at an airfield.", ["army"]),
    ("The rebels said they had destroyed a missile launcher.", ["rebels"]),
    # false, withdrawn, or for a failure
    ("A video purporting to show the Dawn Legion claiming the attack is fake, experts said.", None),
    ("The police chief took responsibility for failing to prevent the attack.", None),
    ("The army took responsibility for the strike on the market.", ["army"]),
    ("The Dawn Legion claimed responsibility for the blast, but its spokesman later retracted the claim.", None),
    ("The Dawn Legion said it had planted the bomb. On Friday the group withdrew its claim.", None),
    (
        "The Dawn Legion claimed the blast. The ministry retracted its claim that nine people had died.",
        ["Dawn Legion"],
    ),
    ("The Dawn Legion claimed the blast. The army withdrew from the town.", ["Dawn Legion"]),
    ("The army said it had killed two of the bombers.", None),
    ("The Uplands Brigade said it considered the army responsible for the attack.", None),
    ("The hospital in Velm admitted seven people after the attack.", None),
    ("The minister admitted that help was late after the attack.", None),
    ("No group said it was behind the attack.", None),
    ("Commander Rafe Doran told a radio that his men had carried out the ambush.", ["Commander Rafe Doran"]),
    (
        "A splinter group calling itself Sons of the Valley claimed on Friday that it had planted the bomb.",
        ["Sons of the Valley"],
    ),
    ("30 rebels killed in group suicide blast The Velm Front group (VF) on Monday claimed responsibility.", ["VF"]),
    ("The army admitted that rebels killed the minister in Velmar.", None),
    ("A rebel commander admitted that his rebels killed the minister in Velmar.", ["rebels"]),
    # a loss, a state, or an act of somebody else is no act of those who admit it
    ("The army admitted that two soldiers died and nine were hurt in the fighting.", None),
    ("The rebels admitted that nine of their fighters were killed.", None),
    ("The Uplands Brigade admitted losing six fighters in the attack.", None),
    ("The ministry conceded that three of its officers had been killed.", None),
    ("The army admitted that a lorry was damaged in the attack.", None),
    ("The army admitted that a patrol car was damaged by guerrillas.", None),
    ("The president admitted he is concerned about plans to kill officials.", None),
    ("The commander admitted that the Uplands Brigade receives weapons from abroad.", None),
    ("The minister admitted that the attack could have been prevented.", None),
    ("Police admitted they had been warned of the attack.", None),
    ("The mayor admitted that the town was shaken by the killings.", None),
    ("The mother admitted that her son carried out the attack.", None),
    ("Hospital officials admitted that four of the wounded had died.", None),
    ("The coalition admitted that 12 Kestrian soldiers were killed in its air strike.", ["coalition"]),
    ("The army admitted that two soldiers were killed by their own artillery.", ["army"]),
    ("The army admitted that civilians died in the strike.", ["army"]),
    ("A Fort Bravo man who pleaded guilty to shooting a guard was jailed for ten years.", ["a Fort Bravo man"]),
]


@_READERS
@pytest.mark.parametrize(("text", "expected"), OWN, ids=[row[0] for row in OWN])
def test_a_claim_of_responsibility_is_of_those_who_make_it(text: str, expected: list[str] | None, read: _Read) -> None:
    found = [[actor.name for actor in claim.by] for claim in _of_kind(read, text, "responsibility")]
    assert found == ([] if expected is None else [expected])


# sentence | nobody is responsible for the dead whom it reports
REPORTING = [
    "The Orlan health office reported on “martyrs and wounded” after an airstrike on a barn.",
    "Velm Press Agency reported that a child was killed in an alleged airstrike.",
    "Velm News reported a large number of dead in the strike on the market.",
    "The ministry of interior reported nine dead and wounded in an air strike on a house.",
    "The Corvan Observatory said nine people were killed in the strike.",
]


@_READERS
@pytest.mark.parametrize("text", REPORTING)
def test_a_speaker_who_only_reports_is_not_held_responsible(text: str, read: _Read) -> None:
    claims = read(Report(id="r", sha256="", text=text)).claims
    assert [actor.name for claim in claims for actor in claim.by] == []


# the words for a group that claims an attack | its name as a speaker
NAMED = [
    ("A group that calls itself the Sons of the Coast said in a message that it had carried out the attack.",
     "the Sons of the Coast"),
    ("A group calling itself the Uplands Brigade claimed the attack.", "the Uplands Brigade"),
    ("A little-known group called Red Dawn said it was behind the blast.", "Red Dawn"),
    ("An armed group known as the Sons of the Coast claimed responsibility.", "the Sons of the Coast"),
    ("A previously unknown group, the Sons of the Coast, claimed the attack.", "the Sons of the Coast"),
    ("A faction that is known as Red Dawn claimed the attack.", "Red Dawn"),
    ("A group of armed men claimed the attack.", "a group of armed men"),
    ("The militant group Ansar al-Velm claimed the attack in a message to local radio.", "Ansar al-Velm"),
    ("The rebels, known as the Coast Liberation Front, said they had carried out the attack.",
     "the Coast Liberation Front"),
]  # fmt: skip


@_READERS
@pytest.mark.parametrize(("text", "name"), NAMED, ids=[row[0] for row in NAMED])
def test_a_described_group_has_the_name_that_it_is_given(text: str, name: str, read: _Read) -> None:
    (claim,) = _of_kind(read, f"A bomb killed two people. {text}", "responsibility")
    assert claim.speakers[0].name == name
    assert [actor.name for actor in claim.by] == [name.removeprefix("the ").removeprefix("a group of ")]


@_READERS
def test_the_group_is_the_one_that_was_named(read: _Read) -> None:
    text = "A group that calls itself Red Dawn claimed the blast. The group said it would fight and accused the army."
    (claim,) = _of_kind(read, text, "accusation")
    assert claim.speakers[0].name == "Red Dawn"


# sentence | whether it denies
DENIALS = [
    ("The army denied that its soldiers killed two nurses.", True),
    ("The video of the killings was staged, the army said.", True),
    ("The ministry dismissed the report that soldiers killed two nurses.", True),
    ("Karim Dol pleaded not guilty to killing two nurses.", True),
    ('"We have nothing to do with the killing of the nurses," an army officer said.', True),
    ("The army said it had no hand in the killing of the nurses.", True),
    ("The ministry called the reports that soldiers killed two nurses baseless.", True),
    ("“Our guns did not fire at the clinic,” an army officer said.", True),
    ("A dismissed guard killed two people.", False),
    ("Residents were denied access to the clinic, where two nurses died.", False),
    ("Rebels staged an attack on the clinic, killing two nurses.", False),
    ("The court rejected a candidate after the attack.", False),
    ("The army denied that its guns had fired on the town.", True),
    ("The army denied that its aircraft had been in the area.", True),
    ("The army denied that its aircraft had been near the town.", True),
    ("The army denied that its jets had flown over the valley.", True),
    ("The army denied having carried out the attack.", True),
    ("The army denied shelling the market.", True),
    ("The army denied any part in the attack.", True),
    ("The army denied any role in the killings.", True),
    ("The army denied responsibility.", True),
    ("The army denied the accusation.", True),
    ("The army denied it.", True),
    ("The army denied reports that it had bombed the clinic.", True),
    ("The army denied that any civilians had been hurt.", True),
    ("The army denied that anyone had died in the strike.", True),
    ("The army denied that the clinic had been hit.", True),
    ("The army denies using cluster bombs.", True),
    ("The strike, which the army denies, killed nine people.", True),
    ("The army rejected the allegation that it had shelled the town.", True),
    ("The army rejected this.", True),
    ("A spokesman said: “We do not fire on civilian targets.”", True),
    ("The ministry said its forces did not strike the hospital.", True),
    ("The suspect denied charges of murder.", True),
    ("He denied the charges.", True),
    ("The rebels denied being behind the attack.", True),
    ("The rebels denied involvement in the bombing.", True),
    ("The ministry denied that an attack had taken place.", True),
    ("The army not only denied it but also offered help.", True),
    ("The army said that it had not been operating in the area.", True),
    ("The army said its jets had not been in the area.", True),
    ('"It wasn\'t us," a commander of the Uplands Brigade said.', True),
    ("Karim Dol was found guilty of murder. Dol maintained his innocence throughout the trial.", True),
    ("The Uplands Council, which had denied holding the nuns, did not comment.", True),
    ("The rebels said they were not in favour of talks.", False),
    ("Residents said they had not been in the area.", False),
    ("The army said it was not operating the port.", False),
    ("The minister denied holding talks with the rebels.", False),
    # who does not deny has neither denied nor admitted it
    ("The ministry neither confirmed nor denied carrying out the strike.", False),
    ("The army would neither confirm nor deny that it had shelled the market.", False),
    ("The army refused to confirm or deny that its jets had hit the school.", False),
    ("The army declined to confirm or deny the strike.", False),
    ("The army did not deny that it had shelled the market.", False),
    ("The army never denied shelling the market.", False),
    ("Nobody denied that the army had shelled the market.", False),
    ("He denied espousing an ideology.", False),
    ("He denied belonging to the Uplands Brigade.", False),
    ("He denied being a member of the Uplands Brigade.", False),
    ("He denied being a militant.", False),
    ("The suspect denied charges of belonging to the Uplands Brigade.", False),
    ("The ministry denied knowing of the attack.", False),
    ("The ministry denied that it had known of the plan.", False),
    ("The army denied selling weapons.", False),
    ("The company denied supplying the rebels with rifles.", False),
    ("The minister denied corruption.", False),
    ("The minister denied membership in the Front.", False),
    ("The ministry denied that the attack had delayed the talks.", False),
    ("The ministry denied that help had come late.", False),
    ("The ministry denied that the mayor was in prison.", False),
    ("The walls deny an army the ability to move.", False),
    ("Residents were denied access to the clinic.", False),
    ("The bombs did not hit the market, the third of the town.", False),
    ("The strike did not target the market.", False),
    ("The minister denied allegations of bribery.", False),
    ("The mayor rejected the plan.", False),
]


@_READERS
@pytest.mark.parametrize(("text", "denied"), DENIALS, ids=[row[0] for row in DENIALS])
def test_a_verb_denies_only_what_can_be_denied(text: str, denied: bool, read: _Read) -> None:
    denials = _of_kind(read, text, "denial")
    assert bool(denials) == denied
    # Whoever is named in what is denied is not held responsible by it.
    assert [actor.name for claim in denials for actor in claim.by] == []
    assert _of_kind(read, text, "accusation") == []


# a sentence that names its speaker, after and before other speakers | the speaker of every claim in it
JUDGED = [
    ("A spokesman for the Highland Front called the shelling a crime.", "a spokesman for the Highland Front"),
    ("Bishop Ivo Lerch denounced the shelling as murder.", "Ivo Lerch"),
]
BESIDE = [
    "Nine people were killed in Oberfeld on Tuesday, doctor Mara Tolven said. “They hit us at noon,” she said. {}",
    "Nine people were killed in Oberfeld on Tuesday. Governor Oren Pasko accused the army. {}",
    "Shells killed nine people in Oberfeld. President Orlan Teves condemned it. {} Ana Brod, who lost her son, wept.",
]


@_READERS
@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize(("sentence", "speaker"), JUDGED, ids=[row[0] for row in JUDGED])
def test_a_sentence_with_a_speaker_is_attributed_to_no_other(
    beside: str, sentence: str, speaker: str, read: _Read
) -> None:
    text = beside.format(sentence)
    start = text.index(sentence)
    claims = read(Report(id="r", sha256="", text=text, outlet="Velmar Courier")).claims
    inside = [claim for claim in claims if start <= claim.start < start + len(sentence)]
    assert inside
    assert {claim.speakers[0].name for claim in inside} == {speaker}


HELPED = [
    "Karim Dol, 24, pleaded guilty to driving the car from which two men were shot dead.",
    "Two men were shot dead. Mina Orsk was charged with supplying the gun that was used in the shooting.",
    "Two men were shot dead. Karim Dol was convicted of driving the gunmen to their flat.",
]


@_READERS
@pytest.mark.parametrize("text", HELPED)
def test_a_person_accused_of_helping_neither_killed_nor_died(text: str, read: _Read) -> None:
    (claim,) = _of_kind(read, text, "killed")
    assert claim.by == ()
    assert claim.people is not None
    assert claim.people.names == ()


def test_a_person_accused_of_carrying_out_an_attack_is_not_a_helper() -> None:
    assert not charges.helpers(parse("Police accused Karim Dol of carrying out the attack."))
    assert not charges.helpers(parse("Karim Dol was jailed for carrying a knife."))
    assert charges.helpers(parse("Police accused Karim Dol of carrying the gun to the gunman."))


PARTS = [
    ("The army denied that it had targeted a clinic and said it had struck a bridge.", ["clinic"], ["bridge"]),
    ("The army denied hitting a school, saying it had struck a bridge.", ["school"], ["bridge"]),
]


@_READERS
@pytest.mark.parametrize(("text", "denied", "claimed"), PARTS, ids=[row[0] for row in PARTS])
def test_the_site_of_a_denial_is_not_the_site_of_an_admission(
    text: str, denied: list[str], claimed: list[str], read: _Read
) -> None:
    for kind, expected in (("denial", denied), ("responsibility", claimed)):
        found = [site.name for claim in _of_kind(read, text, kind) for site in claim.sites]
        assert found == expected


@_READERS
@pytest.mark.parametrize("text", [
    "Jets believed to be Kestrian hit a market, killing 20 people.",
    "Rebels said to have fled Dursan killed two guards.",
])  # fmt: skip
def test_the_object_of_a_belief_is_not_a_speaker(text: str, read: _Read) -> None:
    (claim, *_) = _of_kind(read, text, "killed")
    assert [speaker.name for speaker in claim.speakers if speaker.name] == []


def test_a_sentence_for_another_act_does_not_make_responsible_for_the_clashes() -> None:
    text = (
        "Clashes between protesters and police were reported in Velm. The minister spoke with the opposition leader "
        "Ivo Lerch, sentenced to 14 years for inciting violence."
    )
    found = learned.read(Report(id="r", sha256="", text=text)).claims
    assert [actor.name for claim in found for actor in claim.by] == []


# a report | its kind of statement | who makes it
SAID_BY_THEM = [
    ("The Corvan Observatory for Human Rights, a monitoring group, said a bomb killed 20 people in Velm. In spring "
     "nine guards died in a blast claimed by the outlawed group.", "responsibility", "the outlawed group"),
    ("The agency KENA said four people died in a crash. The jihadist group said it had shot down a warplane.",
     "responsibility", "the jihadist group"),
    ("The state-run news agency and media of Kestria reported a blast. The Daro group claimed responsibility for it.",
     "responsibility", "the Daro group"),
    ("The Corvan Observatory for Human Rights said shells killed 20 people in Velm. Activists blamed the army for the "
     "attack, though it denied any responsibility.", "denial", "the army"),
    ("The ministry of defence said it would examine a strike on a clinic in Velm, two days after it had denied that "
     "its aircraft were in the area.", "denial", "the ministry of defence"),
]  # fmt: skip


@_READERS
@pytest.mark.parametrize(("text", "kind", "who"), SAID_BY_THEM, ids=[row[0][:50] for row in SAID_BY_THEM])
def test_a_body_does_not_claim_or_deny_acts_of_another(text: str, kind: ClaimKind, who: str, read: _Read) -> None:
    (claim,) = _of_kind(read, text, kind)
    assert [speaker.name for speaker in claim.speakers if speaker.name] == [who]


def test_a_spokesman_of_rebels_claims_an_attack_for_rebels() -> None:
    text = "A rebel spokesman said they had killed nine soldiers."
    (claim,) = _of_kind(rules.read, text, "responsibility")
    assert [actor.name for actor in claim.by] == ["rebels"]


@_READERS
def test_the_end_of_a_name_stands_for_the_whole(read: _Read) -> None:
    text = "The Northern Front is fighting the army near Belden. On Monday the Front killed nine soldiers."
    assert [actor.name for claim in _of_kind(read, text, "killed") for actor in claim.by] == ["Northern Front"]


# what follows "A bomb killed four people in Belden.": nobody in it is responsible for them, nor any weapon
BESIDE_A_BOMB = [
    "The army threatened air strikes on the town.",
    "Coalition jets flew over the town an hour before.",
    "Soldiers exchanged fire with gunmen in the hills overnight.",
    "The Northern Front controls most of the province.",
    "The Northern Front has bombed markets in the past.",
    "The army later shelled positions of the Northern Front.",
    "The army and the Northern Front accused each other of planting it.",
    "It was not clear whether the Northern Front or a rival militia planted it.",
    "A neighbour, Dan Orlik, who was once jailed for assault, said he had heard nothing.",
]


@_READERS
@pytest.mark.parametrize("text", BESIDE_A_BOMB)
def test_nobody_in_the_next_sentence_is_responsible_for_the_bomb(text: str, read: _Read) -> None:
    (claim,) = _of_kind(read, f"A bomb killed four people in Belden. {text}", "killed")
    assert [actor.name for actor in claim.by] == []
    assert [thing.name for thing in claim.with_] == ["bomb"]


@_READERS
def test_a_suspect_who_was_killed_is_suspected_of_the_deaths_of_others(read: _Read) -> None:
    text = "A gunman killed two people in Belden. Deputies shot and killed the suspect, Ivo Lerch, 30, after a chase."
    first, second = _of_kind(read, text, "killed")
    assert [(actor.name, actor.certainty) for actor in first.by] == [("gunman", None), ("Ivo Lerch", "suspected")]
    assert [actor.name for actor in second.by] == ["Deputies"]


def test_the_defendants_are_named_without_the_words_before_their_names() -> None:
    text = (
        "A drive-by shooting killed a boy in Belden on Sunday. "
        "Prosecutors identified the defendants as Darren Poll, 24, and Luis Hamm, 22."
    )
    found = {actor.name for claim in learned.read(Report(id="r", sha256="", text=text)).claims for actor in claim.by}
    assert found == {"Darren Poll", "Luis Hamm"}


@pytest.mark.parametrize(("text", "suspected"), [
    ("Ivo Lerch, 46, faces three counts of murder.", {"Ivo Lerch"}),
    ("Daniel Holm faces a charge of murder.", {"Daniel Holm"}),
    ("Ivo Lerch faces charges of tax fraud.", set()),
    ("Ivo Lerch faces criticism over the murders.", set()),
    ("Ivo Lerch does not face charges of murder.", set()),
])  # fmt: skip
@_READERS
def test_those_who_face_charges_of_an_act_are_suspected(text: str, suspected: set[str], read: _Read) -> None:
    (claim,) = _of_kind(read, f"Three nurses were shot dead in Belden on Monday. {text}", "killed")
    assert {actor.name for actor in claim.by if actor.certainty == "suspected"} == suspected


def test_somebody_who_faces_charges_is_no_speaker_about_the_dead() -> None:
    text = (
        "The man accused of killing three nurses at a clinic in Belden had posted threats, the sheriff said. "
        "Ivo Lerch, 46, faces three counts of murder. His lawyer declined to comment. "
        "The dead were Ana Brod, 81; Jon Vell, 84; and Eva Lind, 67. Two guards were shot in the hand and leg."
    )
    claims = learned.read(Report(id="r", sha256="", text=text)).claims
    assert "Ivo Lerch" not in {speaker.name for claim in claims for speaker in claim.speakers}
