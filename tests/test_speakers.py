"""Speakers of a span, the outlets that passed the words on, and the stance."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.model import Report, Speaker
from tollbook.readers.rules.attribution import attributions
from tollbook.readers.rules.attribution.attributions import ReportAttributions
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.parsing.parser import parse

OUTLET = "Velm Daily"


def attributed(text: str) -> ReportAttributions:
    return attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet=OUTLET))


def at(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def chain(text: str, words: str) -> list[str | None]:
    *found, outlet = attributed(text).chain(*at(text, words))
    assert outlet == Speaker(name=OUTLET, role="outlet")
    return [s.name for s in found]


# passage | words of the claim | speakers before the outlet
CHAINS = [
    # A relative clause without a comma is no part of a speaker.
    (
        "Monitors at the Corvan Observatory which tracks violence on all sides said two people were killed.",
        "two people",
        ["monitors at the Corvan Observatory"],
    ),
    # Nobody is no antecedent of "it"; who claims an attack does not count its dead; a town that no gazetteer has
    (
        "No group has said it was behind the raid. Last year it claimed a blast in Kabul that killed 11 people.",
        "killed 11 people",
        [],
    ),
    ("Changla: Three men were killed in an encounter in Changla today, sources said.", "Three men", ["sources"]),
    # Who tells what "he" thinks is he himself; "which" for a thought is nobody
    (
        "Ivo Lerch spoke on Monday. A guest at the dinner said that he believes soldiers shot the nine men.",
        "soldiers shot the nine men",
        ["a guest at the dinner"],
    ),
    (
        "“It is our belief, which every trace confirms, that he killed nine alone,” Ivo Lerch said.",
        "he killed nine alone",
        ["Ivo Lerch"],
    ),
    # "It" after a body that did not comment; an owner is no speaker, nor is a place in a log, nor a day
    (
        "Amnesty said soldiers shot 54 men. The army did not respond. It has previously said that it killed 54 rebels.",
        "killed 54 rebels",
        ["the army"],
    ),
    ("Orlik's lawyers argued that two men had shot the guard.", "two men had shot the guard", ["Orlik's lawyers"]),
    ("05/06 - Tarn district: Armed men shot a councillor.", "shot a councillor", []),
    ("The army chief on Wednesday said three soldiers were killed.", "three soldiers", ["the army chief"]),
    ("Kordania put its own losses at 49 dead.", "49 dead", ["Kordania"]),
    ("Raipur: Nine rebels were killed in Velmar on Tuesday, police said.", "Nine rebels were killed", ["police"]),
    ("Corvan's General Staff said three soldiers were killed.", "three soldiers", ["Corvan's General Staff"]),
    ("Two men were killed in Velmar, Staff Sgt. Mara Dost said.", "Two men", ["Mara Dost"]),
    ("Two men were killed in Velmar, Det. Sgt. Ivo Lerch said.", "Two men", ["Ivo Lerch"]),
    (
        "“A cart hit a bomb,” Deputy Spokesperson Mara Dost told Xinhua. Four women were killed, she said.",
        "Four women were killed",
        ["Mara Dost"],
    ),
    (
        "The Velmar Health Office said in a statement putting the toll at 70.",
        "putting the toll at 70",
        ["the Velmar Health Office"],
    ),
    (
        "The Ostra Centre said in its bulletin that the truce held. According to the bulletin, 40 men were killed.",
        "40 men were killed",
        ["the Ostra Centre"],
    ),
    # the age is no part of a name
    ("His widow, Mara Dost, 38, said soldiers shot the farmer.", "soldiers shot the farmer", ["Mara Dost"]),
    # a ministry is no group that spoke before
    (
        "The Red Lamp group said two children died. The foreign ministry said nine people died.",
        "nine people died",
        ["the foreign ministry"],
    ),
    # nor is a ministry the army, unless it is the same ministry
    (
        "The Turkish military said it struck Velmar. The health ministry said nine people were killed.",
        "nine people were killed",
        ["the health ministry"],
    ),
    (
        "The Turkish defence ministry said it struck Velmar. The health ministry said nine people were killed.",
        "nine people were killed",
        ["the health ministry"],
    ),
    (
        "The Ministry of Health said five people were hurt. The health ministry said nine people died.",
        "nine people died",
        ["the Ministry of Health"],
    ),
    ("Wounding dozens more Kestria's state-run agency reported.", "Wounding dozens", ["Kestria's state-run agency"]),
    # names that the words for sources give themselves
    (
        "Many local sources, including Dera Watch, Karo Lindt and Mella Post, reported that three people were killed.",
        "three people were killed",
        ["Dera Watch, Karo Lindt and Mella Post"],
    ),
    (
        "Local and foreign media such as Radio Orvend, The Velmar Eye and Nabo reported that two women were killed.",
        "two women were killed",
        ["Radio Orvend, The Velmar Eye and Nabo"],
    ),
    ("Some sources (Abrin News) said that ten people were injured.", "ten people were injured", ["Abrin News"]),
    (
        "Only one source, a post by @kellan29, reported that four people were killed.",
        "four people were killed",
        ["@kellan29"],
    ),
    (
        "Local sources (Velmar) said that ten people were injured.",
        "ten people were injured",
        ["local sources"],
    ),
    # who gave out a text that is somebody's
    (
        "The army denied it. In its statement it said two soldiers were killed.",
        "two soldiers were killed",
        ["the army"],
    ),
    ("His figures say 83 militants died.", "83 militants died", ["his figures"]),
    ("Title: Rockets kill five in Velmar", "Rockets kill five", []),
    (
        "The Corvan Observatory reported a raid.\n\nPhoto shows a market in Velmar.\n\nIt added that nine men died.",
        "nine men died",
        ["the Corvan Observatory"],
    ),
    ("Two soldiers died on Monday.", "Two soldiers died", []),
    # the report itself is no source, nor is its outlet
    ("An earlier version of this story said nine people died.", "nine people died", []),
    (
        "An earlier version of this story gave the toll as 21. The ministry said nine people died.",
        "nine people died",
        ["the ministry"],
    ),
    ("Nine people died, Kestrian photographs showed.", "Nine people died", []),
    ("HARROWING images show nine people killed.", "nine people", []),
    ("The mayor said three people died.", "three people died", ["the mayor"]),
    ("Three people died, the mayor said.", "Three people died", ["the mayor"]),
    ("A local official who asked not to be named said nine died.", "nine died", ["a local official"]),
    ("A source at the hospital said nine people died.", "nine people died", ["a source at the hospital"]),
    ("A spokesman for President Oskar Lind said nine died.", "nine died", ["a spokesman for President Oskar Lind"]),
    ("The strike, which the army says killed nine rebels, hit a school.", "nine rebels", ["the army"]),
    # a headline that runs into the first sentence
    (
        "22 killed in blast in northern Orlavia AP Orlavian state TV has raised the toll, saying 22 people died.",
        "22 people died",
        ["Orlavian state TV"],
    ),
    (
        "9 Villagers Killed in Orlat in Last Three Days Activists in Orlat said that at least nine villagers died.",
        "nine villagers died",
        ["Activists in Orlat"],
    ),
    ("Fighting kills nine in Orlat Monday 9 Jun 2014 Activists say nine men died.", "nine men died", ["Activists"]),
    ("Two wounded in the blast said five people had died.", "five people had died", ["Two"]),
    # who was hurt, and not what hurt him; a relative; a body, and not its territory
    (
        "Ivo Tal was wounded by a stray bullet and said four people had died.",
        "four people had died",
        ["Ivo Tal"],
    ),
    (
        "Sheriff Dale Orlik spoke. The woman's mother told reporters that she was ill. “They killed her,” she said.",
        "They killed her",
        ["the woman's mother"],
    ),
    (
        "Medics in the Amal-run territory spoke. Amal said nine people had died.",
        "nine people had died",
        ["Amal"],
    ),
    # a quotation ends where the next speaker begins
    (
        'Her family said: "She was loved." The inspector, Ivo Tal, said: "We know that two people died."',
        "two people died",
        ["Ivo Tal"],
    ),
    (
        "The war has killed 900 people, according to the Armed Conflict Location and Event Data project.",
        "has killed 900 people",
        ["the Armed Conflict Location and Event Data project"],
    ),
    # the text of somebody else
    ("According to information provided by the police, six villagers died.", "six villagers died", ["the police"]),
    ("The army's report said six villagers died.", "six villagers died", ["the army"]),
    ("An early report said six villagers died.", "six villagers died", ["an early report"]),
    # a description beside a name, without its commas
    (
        "Speaking to the Tasfa Agency Yusif Orlik a local activist said six villagers had died.",
        "six villagers had died",
        ["Yusif Orlik"],
    ),
    ("A local activist met Jon Orlik and said six villagers died.", "six villagers died", ["a local activist"]),
    (
        "Yusif el-Karoni, a doctor, said the road was closed. Karoni said six villagers died.",
        "six villagers died",
        ["Yusif el-Karoni"],
    ),
    ("Six villagers died in the raids said the source adding that two fled.", "Six villagers died", ["the source"]),
    # a body that records violence, described here and named elsewhere in the report, before or after
    (
        "Nine farmers died, a monitoring group said. The Corvan Observatory for Human Rights counted two strikes.",
        "Nine farmers died",
        ["Corvan Observatory for Human Rights"],
    ),
    (
        "The Corvan Observatory for Human Rights counted two strikes. Nine farmers died, according to the monitor.",
        "Nine farmers died",
        ["Corvan Observatory for Human Rights"],
    ),
    (
        "The Corvan Observatory and the Dursan Network for Justice differ. Nine farmers died, a monitor said.",
        "Nine farmers died",
        ["a monitor"],
    ),
    (
        "Strike in Velm: Monitor. Nine farmers died, a monitoring group said.",
        "Nine farmers died",
        ["a monitoring group"],
    ),
    (
        "Nine farmers died after the fall of Ostra the Corvan Observatory for Human Rights a Velm-based monitor said.",
        "Nine farmers died",
        ["Corvan Observatory for Human Rights"],
    ),
    (
        "Nine farmers died, a Velm-based monitor said. The Corvan Observatory for Human Rights counted two strikes.",
        "Nine farmers died",
        ["Corvan Observatory for Human Rights"],
    ),
    ("The Velmar Media Center an activist collective said nine died.", "nine died", ["Velmar Media Center"]),
    ("Nine died near Velmar a monitoring group said.", "Nine died", ["a monitoring group"]),
    ("According to the Corvan news agency, Tasfa, nine people died.", "nine people died", ["Tasfa"]),
    (
        "The monitoring group the Corvan Observatory for Human Rights said nine died.",
        "nine died",
        ["the Corvan Observatory for Human Rights"],
    ),
    ("The Velmar Police Department (VPD) came. VPD says nine died.", "nine died", ["Velmar Police Department"]),
    # outlets that pass on
    ("“Three people died,” she told the Arvon Times.", "Three people died", ["she", "the Arvon Times"]),
    (
        "Mayor Ilka Brandt told Radio Velm that twelve people died, the Arvon Times reported.",
        "twelve people died",
        ["Ilka Brandt", "Radio Velm", "the Arvon Times"],
    ),
    ("Volunteers buried twelve bodies, Radio Velm reported.", "twelve bodies", ["Radio Velm"]),
    (
        "The Observatory cited local activists as saying that twelve people died.",
        "twelve people died",
        ["local activists", "the Observatory"],
    ),
    (
        "Local activists were quoted by the Arvon Times as saying that twelve people died.",
        "twelve people died",
        ["local activists", "the Arvon Times"],
    ),
    (
        "Twelve people died, the Arvon Times reported, citing an unnamed medic.",
        "Twelve people died",
        ["an unnamed medic", "the Arvon Times"],
    ),
    (
        "The Arvon Times, quoting an unnamed medic, said that twelve people died.",
        "twelve people died",
        ["an unnamed medic", "the Arvon Times"],
    ),
    (
        "Citing the governor, the Arvon Times said nine people died.",
        "nine people died",
        ["the governor", "the Arvon Times"],
    ),
    (
        "Shelling has killed nine farmers including two boys Radio Velm reported Sunday "
        "citing an unnamed rebel source.",
        "two boys",
        ["an unnamed rebel source", "Radio Velm"],
    ),
    ("“The police told us nine died,” the mayor said.", "nine died", ["the police", "the mayor"]),
    (
        "“Nine people died. It was dark,” Jan Orlik said, according to the Arvon Times.",
        "Nine people died",
        ["Jan Orlik", "the Arvon Times"],
    ),
    # one person, every form
    ("Jan Orlik visited the site. Orlik said two people had died.", "two people", ["Jan Orlik"]),
    ("Deputy mayor Jan Orlik said two died. He added that nine were hurt.", "nine were hurt", ["Jan Orlik"]),
    ("Anna Reyl is a nurse. She said nine people died.", "nine people", ["Anna Reyl"]),
    ("“Nine people died,” he said.", "Nine people died", ["he"]),
    ("A medical source said nine died. The source said five were children.", "five were", ["a medical source"]),
    (
        "The Velm Observatory for Human Rights counted the dead. Nine were killed, the Observatory said.",
        "Nine were killed",
        ["the Velm Observatory for Human Rights"],
    ),
    # reach
    ("Anna Reyl said nine people died. The bridge was closed.", "bridge was closed", []),
    ("“Nine people died,” Anna Reyl said.\n\nTwo people drowned on Monday.", "Two people drowned", []),
    ("“Nine people died,” Anna Reyl said.\n\n“Two are missing.”", "Two are missing", ["Anna Reyl"]),
    ("Nine people died in Velm, police said. Among the dead were three children.", "three children", ["police"]),
    ("According to Radio Velm a bomb hit the market. Nine people were killed.", "Nine people", ["Radio Velm"]),
    (
        "A medic told the agency that shells fell, injuring a man, and that three children were among the injured.",
        "three children",
        ["a medic", "the agency"],
    ),
    (
        "“We have no room for the wounded.” We know only that nine people died, Anna Reyl said.",
        "nine people died",
        ["Anna Reyl"],
    ),
    ("Captain Mira Osk, who had spoken of four dead, said eight people were treated.", "four dead", ["Mira Osk"]),
    # headlines, which a parser may end at the comma
    ("Nine dead in Velm strike, officials say\n\nIt rained.", "Nine dead", ["officials"]),
    ("Nine killed in Velm strike, officials say\n\nIt rained.", "Nine killed", ["officials"]),
    ("Nine dead in a blast, according to police\n\nIt rained.", "Nine dead", ["police"]),
    # an accusation is a statement; a judgement presupposes what it judges
    ("The governor accused the army of killing six villagers.", "killing six villagers", ["the governor"]),
    ("The UN condemned the killing of six villagers.", "killing of six villagers", []),
    # no commas, no marks
    (
        "A mine killed two farmers near Velm state television reported on Monday.",
        "two farmers",
        ["Velm state television"],
    ),
    # who speaks to a press conference is passed on by no outlet
    ("The mayor told a news conference that ten were dead.", "ten", ["the mayor"]),
    # a body with an owner is no other of its kind; a group is the one named last, whoever spoke before
    (
        "Two guards died, the attorney general's office said. The UN rights office called for an inquiry, noting that "
        "18 farmers were killed in 2025.",
        "18 farmers",
        ["the UN rights office"],
    ),
    (
        "Two guards died, the attorney general's office said. The office said 18 farmers were killed in 2025.",
        "18 farmers",
        ["the attorney general's office"],
    ),
    (
        "Kestria's border committee said a man had died. “We ran,” Farid Noor told the aid group Green Forest. At "
        "least 96 people have died at the border, the group says.",
        "96 people",
        ["Green Forest"],
    ),
    # One speaker does not pass on what the next one says, nor what others say of it.
    ("A blast killed 12 people, police said, but doctors said nine had died.", "12 people", ["police"]),
    ("A blast killed 12 people, police said, but doctors said nine had died.", "nine", ["doctors"]),
    ("A raid killed 12 people, villagers said, while the army put the toll at nine.", "nine", ["the army"]),
    ("The army put the number of dead at 12, a figure disputed by residents.", "12", ["the army"]),
    (
        "The army put the number of dead at 12, a figure disputed by residents, who said more than 40 had been buried.",
        "40",
        ["residents"],
    ),
    ("An army spokesman, Ivo Maas, gave a lower toll: six guards dead and nine wounded.", "nine", ["Ivo Maas"]),
    ("Six nurses died, the aid group said. The Velm Observatory counted nine dead.", "Six nurses", ["the aid group"]),
    ("An earlier version of our report on the bombing said 21 people had been killed.", "21 people", []),
    ("Manchester: six people dead after attack", "six people", []),
    ("The rockets hurt ten others Tarik Omar Venn told Radio Velm.", "ten others", ["Tarik Omar Venn", "Radio Velm"]),
]


@pytest.mark.parametrize(("text", "words", "expected"), CHAINS, ids=[row[0][:50] for row in CHAINS])
def test_chain(text: str, words: str, expected: list[str]) -> None:
    assert chain(text, words) == expected


# first sentence about "two people" | what else the report says | the speaker of the first
OFFICES = [
    ("Two people died, the town's mayor said.", "Mayor Ilka Brandt said nine were hurt.", "Ilka Brandt"),
    ("Two people died, the provincial governor said.", "The groom lived, governor Ilka Brandt said.", "Ilka Brandt"),
    ("Two people died, a spokeswoman said.", "Police spokeswoman Ilka Brandt said he fled.", "Ilka Brandt"),
    ("Two people died, a police spokesman said.", "Spokesman Ivo Lerch said nine were hurt.", "Ivo Lerch"),
    ("Two people died, the interior minister said.", "Interior Minister Jan Orlik said he fled.", "Jan Orlik"),
    ("Two people died, the mayor said.", "Ilka Brandt, the mayor of Velm, said he fled.", "Ilka Brandt"),
    # another office, or another body
    (
        "Two people died, the interior minister said.",
        "Foreign Minister Jan Orlik said he fled.",
        "the interior minister",
    ),
    ("Two people died, the deputy governor said.", "Governor Jan Orlik said he fled.", "the deputy governor"),
    (
        "Two people died, the Front's spokesman said.",
        "Police spokesman Ivo Lerch said he fled.",
        "the Front's spokesman",
    ),
    # one of many officials, and one of two mayors
    ("Two people died, a hospital official said.", "Official Ivo Lerch said nine were hurt.", "a hospital official"),
    (
        "Two people died, the mayor said.",
        "Mayor Ivo Lerch said nine were hurt. Mayor Ilka Brandt said he fled.",
        "the mayor",
    ),
]


# the same, of outlets and monitors without a name
BODIES = [
    (
        "Two people died, media reported.",
        "According to the Firat News Agency, nine were hurt.",
        "the Firat News Agency",
    ),
    ("Two people died, local media reported.", "According to the Herald, nine were hurt.", "local media"),
    ("Two people died, media reported.", "The Herald said nine were hurt, the Gazette said ten.", "media"),
    # who only passes words on
    ("Two people died, media reported.", "“Nine were hurt,” a nurse told Reuters.", "media"),
    (
        "Two people died, said a spokesperson for the Ostra-based monitor.",
        "The Corvan Observatory for Human Rights said nine were hurt.",
        "Corvan Observatory for Human Rights",
    ),
]


@pytest.mark.parametrize(("said", "more", "expected"), OFFICES + BODIES)
def test_a_speaker_has_the_full_name_from_elsewhere_in_the_report(said: str, more: str, expected: str) -> None:
    assert chain(f"{said}\n\n{more}", "Two people") == [expected]


ROLES = [
    # The person named after the body of the office, which taggers take for one name.
    (
        "The head of the Corvan Observatory Ilka Brandt said two people died.",
        "Ilka Brandt",
        "head of the Corvan Observatory",
    ),
    ("Director of the Orsk hospital Ilka Brandt said two people died.", "Ilka Brandt", "Director of the Orsk hospital"),
    ("The ambassador to the UN Jonas Brandt said two people died.", "Jonas Brandt", "ambassador to the UN"),
    ("UN envoy for Kestria Jonas Brandt said two people died.", "Jonas Brandt", "UN envoy for Kestria"),
    ("Deputy mayor Jan Orlik said two people had died.", "Jan Orlik", "Deputy mayor"),
    ("Jan Orlik, the deputy mayor, said two people had died.", "Jan Orlik", "deputy mayor"),
    ("“Two people had died,” said Jan Orlik, a nurse.", "Jan Orlik", "nurse"),
    ("Two people had died, said the doctor, Hamdane Ouelhadj, of the clinic.", "Hamdane Ouelhadj", "doctor"),
    ("Spokesman Ivo Lerch said two people had died.", "Ivo Lerch", "Spokesman"),
    ("Dr Hanne Moll, the clinic’s director, said two people had died.", "Hanne Moll", "clinic’s director"),
]


@pytest.mark.parametrize(("text", "name", "role"), ROLES)
def test_role(text: str, name: str, role: str) -> None:
    speaker = attributed(text).chain(*at(text.lower(), "two people"))[0]
    assert (speaker.name, speaker.role) == (name, role)


# passage | words of the claim | stance
STANCES = [
    ("The mayor said forty people died.", "forty people", "asserts"),
    ("Forty people died.", "Forty people", "asserts"),
    ("The army denied that forty people died.", "forty people", "denies"),
    ("The army did not deny that forty people died.", "forty people", "asserts"),
    ("The ministry refused to confirm that forty people died.", "forty people", "doubts"),
    ("The ministry could not confirm that forty people died.", "forty people", "doubts"),
    ("The general said he doubted that forty people died.", "forty people", "doubts"),
    ("Rescuers estimate that forty people died.", "forty people", "estimates"),
    ("Police suspect that a gang shot forty people.", "forty people", "estimates"),
    ("An estimated forty people died.", "forty people", "estimates"),
    ("The army put the toll at forty people.", "forty people", "asserts"),
    ("It is feared that forty people died.", "forty people", "fears"),
    ("Forty people are feared dead.", "Forty people", "fears"),
    ("The ministry said it would investigate the deaths of forty people.", "forty people", "promises inquiry"),
    ("A rebel group claimed responsibility for the attack.", "claimed responsibility", "claims responsibility"),
    ("The UN condemned the attack.", "condemned the attack", "condemns"),
]


@pytest.mark.parametrize(("text", "words", "stance"), STANCES)
def test_stance(text: str, words: str, stance: str) -> None:
    assert attributed(text).stance(*at(text, words)) == stance


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([row[0] for row in CHAINS]), st.integers(0, 120), st.integers(1, 40))
def test_the_outlet_is_always_last(text: str, start: int, length: int) -> None:
    found = attributed(text)
    *informants, outlet = found.chain(start, start + length)
    assert outlet.role == "outlet"
    assert all(s.name for s in informants)
    found.stance(start, start + length)


def test_the_last_word_of_a_title_is_no_other_body() -> None:
    text = "Strike kills nine in Velmar Monitor Nine died, a monitor said. The Corvan Observatory counted two."
    report = Report(id="r", sha256="", text=text, title="Strike kills nine in Velmar Monitor", outlet=OUTLET)
    found = Document(report).attributions
    assert found.chain(*at(text, "Nine died"))[0].name == "Corvan Observatory"
    assert found.chain(*at(text, "kills nine"))[0].name == "Corvan Observatory"
