"""Repairs of parses: the word that a repaired word depends on. All sentences are invented.

A documenter or an engineer adds a row with a sentence that the parser reads wrongly: the word, its head, its relation.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from tollbook.readers.rules.parsing import parser, repairs

#: A sentence, and a word of it with the head and the relation that it has.
REPAIRED = {
    '"The soldiers aimed and shot at us while we were waving flags," said Tunde Bako.': ("soldiers", "aimed", "nsubj"),
    "IS claimed responsibility for the first attack.": ("IS", "claimed", "nsubj"),
    "The police chief said officers had acted with restraint after stones were thrown at them, injuring six guards.": (
        "injuring", "thrown", "advcl",
    ),
    "Four migrants drowned and nine are missing after a boat sank, a charity said.": ("nine", "are", "nsubj"),
    "Unidentified men on a bus shot dead radio journalist Julio Vance outside his home.": ("Vance", "shot", "dobj"),
    "Red-Tavora said in a statement that its men had killed two guards.": ("Red", "Tavora", "compound"),
    "Their convoy hit a landmine north of Velm and two guards were killed.": ("landmine", "hit", "dobj"),
    "One of the dead was identified by police as Jon Vell.": ("as", "identified", "prep"),
    "Two nurses were beaten with clubs by masked men near Orik.": ("by", "beaten", "agent"),
    "Shelling by Kestrian forces killed four farmers near Orik, the governor said.": ("Shelling", "killed", "nsubj"),
    "A man drove a van into a market, killing a woman, 45, and a nine-year-old boy.": ("boy", "woman", "conj"),
    "A mine exploded under a tractor, killing the driver, a 52-year-old man, and wounding his son.": (
        "man", "driver", "appos",
    ),
    "The blast killed the guard, a cook who was on duty, and two drivers.": ("cook", "guard", "conj"),
    "Daniel Hoff, 31, stabbed Petra Lane, 44, and her sons, the court heard.": ("Hoff", "stabbed", "nsubj"),
    "Nine died in a bombing near the airport, which was claimed by the Orsk Brigade.": ("claimed", "bombing", "relcl"),
    "Three men fell in the battle and eight received wounds.": ("eight", "received", "nsubj"),
    "The ministry denied that its guards had fired and blamed smugglers.": ("blamed", "denied", "conj"),
    "A teacher was killed by a man, who was shot dead by police minutes later.": ("police", "by", "pobj"),
    "In the past year 37 migrants have died at the border, 11 of them children.": ("11", "children", "nummod"),
    "Two men on a motorbike shot dead a priest in Velmar.": ("men", "shot", "nsubj"),
    "We took prisoner a captain and nine men.": ("prisoner", "took", "oprd"),
    "A blast killed 12 people, police said, but doctors said nine had died.": ("killed", "said", "ccomp"),
    "The widow of a policeman killed by the Noor Front last year was shot dead on Monday.": (
        "year", "killed", "npadvmod",
    ),
    "Tarek Amoun, who survived an assassination attempt in 2019 in which six people died, resigned on Monday.": (
        "died", "attempt", "relcl",
    ),
    "Three, not four, people have died, a spokesperson said.": ("Three", "people", "nummod"),
    "Kidnappers released 14 of 20 bus passengers after a ransom was paid.": ("14", "released", "dobj"),
    "Three rebels were executed by firing squad on Monday.": ("squad", "by", "pobj"),
    "Four marines were convicted of murdering two brothers who were abducted in Velmar and found dead.": (
        "found", "abducted", "conj",
    ),
    "The army accused the rebels of shelling a bakery in Velmar, killing 12 people.": ("killing", "shelling", "advcl"),
    "The inquiry found that it was soldiers and not rebels who killed 22 villagers.": ("killed", "soldiers", "relcl"),
    "The 22 villagers were killed by soldiers rather than rebels in Velmar.": ("in", "killed", "prep"),
    "It was the rebels, not the army, who killed 22 villagers.": ("killed", "rebels", "relcl"),
    "It was the worst attack since 2019, when men dressed as police officers killed nine traders.": (
        "men", "killed", "nsubj",
    ),
    "The rebels handed over the bodies of nine guards.": ("rebels", "handed", "nsubj"),
    "A man dressed as a policeman shot dead a judge in Velmar on Monday.": ("man", "shot", "nsubj"),
    "Two men disguised as soldiers killed a judge.": ("soldiers", "as", "pobj"),
    "The number of writers killed in Velmar since January has reached nine.": ("since", "killed", "prep"),
    "Gunmen dressed as soldiers shot dead nine farmers, police said.": ("shot", "said", "ccomp"),
    "Nine people were killed when gunmen dressed as police stormed a hotel.": ("gunmen", "stormed", "nsubj"),
    "Nine were killed when rebels disguised as soldiers attacked a village in Velmar, residents said.": (
        "soldiers", "as", "pobj",
    ),
    "Ukrainian shelling had killed a couple in Tarsk, officials said.": ("shelling", "killed", "nsubj"),
    "Its leader, Hamid Lerch, heads the Lerch faction, blamed for a bombing that killed 40 people.": (
        "blamed", "faction", "acl",
    ),
    "At least 30 people, most of them women and children, were killed.": ("women", "people", "appos"),
    "Ten civilians were slain, among them an infant, when army helicopters dropped bombs.": (
        "infant", "civilians", "appos",
    ),
    "Sixty wounded arrived, some of them without limbs, the director of the clinic in Velmar, Ivo Tal, said.": (
        "director", "said", "nsubj",
    ),
    "Nine people were killed in Dorna, the chief of police in Velmar, Ivo Tal, said.": ("Tal", "chief", "appos"),
    "A drone killed eight boys aged two to ten and four adults in Velmar.": ("adults", "boys", "conj"),
    "A bomb killed two girls, aged six and nine, and their grandmother in Velmar on Monday.": (
        "grandmother", "girls", "conj",
    ),
    "The blast left 25 people dead and more than 60 others, including two nurses, wounded.": (
        "others", "wounded", "nsubjpass",
    ),
    "100 miners were killed and 500 others mostly boys injured in the attack.": ("others", "injured", "nsubjpass"),
    "Eight people were killed and 20 others, including schoolgirls, kidnapped by bandits.": (
        "others", "kidnapped", "nsubjpass",
    ),
    "One man was shot dead and another critically wounded in Velmar.": ("another", "wounded", "nsubjpass"),
    "A priest was killed on Monday, and two days later youths torched a mosque.": ("later", "torched", "advmod"),
    "On Tuesday 17 inmates were killed in Velmar, the prison service said.": ("17", "inmates", "nummod"),
    "Gunmen killed the teacher Ana Brod, 45, Luis Vell, 17, and Marco Lerch, 14, in Velmar.": (
        "Vell", "teacher", "conj",
    ),
    "Among the dead was Pedro Brod, a driver who had three children, his wife, Ana Brod, said.": (
        "wife", "said", "nsubj",
    ),
    "Two men were on Saturday night beaten to death by a mob.": ("men", "beaten", "nsubjpass"),
    "Three months earlier a judge, Ivan Orlov, was shot dead.": ("earlier", "shot", "advmod"),
    "The rebels attacked a post, taking 18 soldiers prisoner.": ("soldiers", "taking", "dobj"),
    "A jet bombed a school, killing 19 people, 15 of them children, residents said.": ("children", "people", "appos"),
    "Ten civilians were slain, among them a nurse, when army helicopters dropped bombs.": ("were", "slain", "auxpass"),
    "Ten civilians were slain, among them a baby, when army helicopters dropped bombs.": ("dropped", "slain", "advcl"),
    "Gunmen killed six miners in Velmar, the local chief, Amadu Kelo, told reporters.": ("chief", "told", "nsubj"),
    "In a video posted online a masked man said the bombing was revenge.": ("man", "said", "nsubj"),
    "The militant group Ansar al-Din claimed the attack in a message to local radio.": ("Din", "group", "appos"),
    "Among the dead were two Kestrian engineers, the embassy of the Netherlands confirmed.": (
        "embassy", "confirmed", "nsubj",
    ),
    "Relatives of Petra Holm, who was killed in the blast, gathered at the morgue.": ("killed", "Holm", "relcl"),
    "Nine are missing and 118 survivors, 31 of them injured, have been brought ashore.": ("injured", "31", "acl"),
    "Gunmen fired on a bus, killing 31 people, mostly traders heading to market, a guard and an official said.": (
        "guard", "said", "nsubj",
    ),
    "Police initially said nine people had died in Velmar, but later lowered the toll to seven.": (
        "lowered", "said", "conj",
    ),
    "Police in Lindholm have arrested a 52-year-old man on suspicion of murder after his wife and her parents were found dead in their home on Thursday.": (  # noqa: E501
        "wife", "found", "nsubjpass",
    ),
    "Ana Brod and her sisters Ida and Ilse Holm were killed.": ("Ida", "sisters", "appos"),
    "The dead were named as Yusef Salif, 41, his wife Amina, and their two sons.": ("Amina", "Salif", "conj"),
    "Ivo Lerch, 19, and his brother Jan were stabbed to death in Velmar.": ("brother", "Lerch", "conj"),
    "Farmer Ivo Lerch, his wife and two children were shot dead in Velmar.": ("wife", "Lerch", "conj"),
    "Teacher Paul Orsk and nurses Grace Adler and Mary Ezel were shot dead in Velmar.": ("Adler", "Orsk", "conj"),
    "In Velmar, a shopkeeper, Ivo Lerch, was shot dead by gunmen.": ("shopkeeper", "shot", "nsubjpass"),
    "Troops burned 30 barns on Christmas Eve, a rights group and local media said.": ("group", "said", "nsubj"),
    "Corvan warplanes bombed a wedding party, killing 20 people including the bride, medics and residents said.": (
        "medics", "said", "nsubj",
    ),
    "Rebels shot 13 guards in an attack authorities blamed on the Corvan Front.": ("authorities", "blamed", "nsubj"),
    "The bomber struck at a depot where hundreds of young men had lined up, killing 28 people.": (
        "killing", "struck", "advcl",
    ),
    "Mr Keller's wife, Anna, 36, and their daughter, Mia, 4, were killed.": ("daughter", "wife", "conj"),
    '"My son did good," said Rosa Lima, whose 22-year-old son, Andre, was killed in the attack.': (
        "Lima", "said", "nsubj",
    ),
    "A roadside bomb hit a minibus carrying mourners, killing all 14 on board.": ("minibus", "hit", "dobj"),
    "A drone killed a commander of the Northern Front, Abu Hamza, on Friday.": ("Hamza", "commander", "appos"),
    "Medics evacuated 61 wounded, most of them children.": ("wounded", "evacuated", "dobj"),
    "The militia has been accused by rights groups of abducting civilians.": ("of", "accused", "prep"),
    "The navy rescued 28 crew members held hostage by pirates.": ("hostage", "held", "oprd"),
    'Its forces had retaliated, "neutralising" 12 militants.': ("militants", "neutralising", "dobj"),
    "Militants from al-Shabab killed four soldiers.": ("Shabab", "from", "pobj"),
    "The man accused of killing his ex-wife and her boyfriend was arrested Sunday.": ("boyfriend", "ex-wife", "conj"),
    "Six Kenyans, two Serbs and a 39-year-old Latvian cook were killed on Tuesday.": ("Serbs", "Kenyans", "conj"),
    "Police are hunting a man who drove a van into a crowd on Saturday, killing two people.": (
        "killing", "drove", "advcl",
    ),
    "The toll has climbed to 22, most of them women and children, the head of the nearest hospital said.": (
        "head", "said", "nsubj",
    ),
    "A medic at a hospital in nearby Managil said 14 people were killed.": ("Managil", "in", "pobj"),
    "Corvan denied carrying out the strike in Velmar on Tuesday that killed 12 people.": ("killed", "strike", "relcl"),
    "Bandits kill 9, abduct pastor, 15 others in Velmar": ("others", "pastor", "conj"),
    "Bandits kill nine, abduct pastor in Velmar": ("pastor", "abduct", "dobj"),
    "Teacher, two pupils shot dead in Velmar": ("Teacher", "shot", "nsubjpass"),
    "19-year-old man shot and killed in Velmar's first homicide of the year": ("man", "shot", "nsubjpass"),
    "Velmar man shot several times, police say.": ("man", "shot", "nsubjpass"),
    "Terrence Oakmoor and Shanice Bellor were shot dead in Velmar on Sunday.": ("Bellor", "Oakmoor", "conj"),
    "Two women, a boy and a girl were killed in Velmar.": ("boy", "women", "conj"),
    "The bodies of three men and a boy were recovered on Monday.": ("boy", "men", "conj"),
    "A teacher, a cook and two students were killed in Velmar.": ("cook", "teacher", "conj"),
    "A Corvan gunman shot dead a Velmari couple and wounded their daughter on Monday, the army said.": (
        "couple", "shot", "dobj",
    ),
    "A Kestrian air strike on a school sheltering displaced families in the Nusera refugee camp in central Gaza killed "
    "at least 16 Palestinians, including five children, health officials in the territory said on Wednesday.": (
        "strike", "killed", "nsubj",
    ),
    "Since March 2024, when the government fell, more than 600 people, a third of them children, have been killed.": (
        "people", "killed", "nsubjpass",
    ),
    "Nine people, among them three children, are still missing.": ("missing", "are", "acomp"),
    "Doctors for the Frontline strongly condemns the aerial bombardment of the Harim Maternity Hospital in northern "
    "Marastan on the night of 10 March, in which two of our colleagues and at least nine patients, including two "
    "newborns, lost their lives.": ("lost", "night", "relcl"),
    "Ivo Lerch is due to appear before magistrates on Thursday charged with murder.": ("magistrates", "before", "pobj"),
    "A UN peacekeeper was injured by a stray bullet, the UN mission, UNOVEL, said in a statement.": (
        "mission", "said", "nsubj",
    ),
    "Kestria's spokeswoman, Mila Sorel, denied that its forces had fired first, and accused Corva of using shells.": (
        "accused", "denied", "conj",
    ),
    "Two men from Wexcombe, Jordan Keel, 25, and Reece Haddow, 24, appeared in court.": ("Keel", "men", "appos"),
    "They included two soldiers and a senior official of the information ministry, Farah Warsane.": (
        "Warsane", "official", "appos",
    ),
    "Her brother was grazed by a bullet and her aunt, Ida Brod, 58, was hit in the arm.": ("aunt", "hit", "nsubjpass"),
    "A man was hit by a bullet and his aunt, Ida Brod, was shot.": ("aunt", "shot", "nsubjpass"),
    "A guard was wounded by gunfire and his friend, Leon Orlik, 17, ran for help.": ("friend", "ran", "nsubj"),
    "Police allege Trevor Lyle Bronn, 63, opened fire with a shotgun on two officers.": ("Police", "allege", "nsubj"),
    "Prosecutors allege Mark Tully shot two officers.": ("Tully", "shot", "nsubj"),
    "Ivo Holm shot two officers on Monday, police allege.": ("shot", "allege", "ccomp"),
    "A suspected thief was on Monday lynched by a mob in Velmar.": ("thief", "lynched", "nsubjpass"),
    "A trader was in the early hours of Monday shot dead by gunmen in Velmar.": ("trader", "shot", "nsubjpass"),
    "In 2021 a deputy shot dead an unarmed motorist, Calvin Moss, 26.": ("motorist", "shot", "dobj"),
}  # fmt: skip

#: Sentences that look alike and are parsed right: they stay as they are.
RIGHT = [
    "Velmar man shot at officers, police say.",
    "Gunman shot and killed three in Velmar.",
    "Three miners, two cooks and a guard were killed.",
    "The blast left 25 people dead and 60 wounded.",
    "The day when the bridge fell, 12 people died.",
    "The mayor, Ana Brod, and her driver were killed.",
    "Police said a rock-throwing crowd hurt two guards.",
    "Three traders, two Nepalis and a Ghanaian, were killed.",
    "Gunmen kill three people, two teachers",
    "Two women, a teacher and a nurse, were killed.",
    "They bombed a village where a gunman shot four people, killing two.",
    "A gunman shot dead two guards on Monday night.",
    "The army denied that it had fired and that it had accused the mayor.",
    "The dead included two guards, Ivo Lerch and Dan Orlik.",
    "He was hit in the chest and a leg, was taken to hospital and died.",
    "A man was stabbed by his brother and their uncle, Ivo Brod, 50, and died.",
    "The worst attack was on Monday, killing 12 people.",
]


def _pipeline_without_repairs(text: str) -> list[tuple[str, int, str]]:
    with parser.pipeline().select_pipes(disable=["tollbook_repairs"]):
        return [(t.text, t.head.i, t.dep_) for t in parser.parse(text)]


@pytest.mark.parametrize("text", REPAIRED)
def test_a_misread_word_gets_its_head(text: str) -> None:
    word, head, relation = REPAIRED[text]
    found = next(t for t in parser.parse(text) if t.text == word)
    assert (found.head.text, found.dep_) == (head, relation)
    assert (word, found.head.i, relation) not in _pipeline_without_repairs(text)


@pytest.mark.parametrize("text", RIGHT)
def test_a_right_parse_stays_as_it_is(text: str) -> None:
    assert [(t.text, t.head.i, t.dep_) for t in parser.parse(text)] == _pipeline_without_repairs(text)


def test_the_name_of_a_people_is_not_a_person() -> None:
    names = {name.text: name.label_ for name in parser.parse("Sri Lankan officials lowered the toll to 253.").ents}
    assert names["Sri Lankan"] == "NORP"


def test_a_people_is_apart_from_its_number() -> None:
    names = {
        name.text: name.label_ for name in parser.parse("A bomb killed five Nepalis, two Britons and a cook.").ents
    }
    assert (names["Britons"], names["Nepalis"]) == ("NORP", "NORP")


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Among the dead were sisters Daniela and Sofia Mendez.", ["Daniela", "Sofia Mendez"]),
        ("Twins Jada and Al Price died.", ["Jada", "Al Price"]),
        ("She was killed with her sons, Karim, 6, and Yusuf, 4.", ["Karim", "Yusuf"]),
        ("They killed Yusef Salif and his wife, Amina.", ["Yusef Salif", "Amina"]),
    ],
)
def test_the_names_of_siblings_are_those_of_persons(sentence: str, names: list[str]) -> None:
    found = [(name.text, name.label_) for name in parser.parse(sentence).ents if name.label_ != "DATE"]
    assert found == [(name, "PERSON") for name in names]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([*REPAIRED, *RIGHT]), min_size=1, max_size=4))
def test_every_repaired_sentence_has_one_root_and_its_own_words(sentences: list[str]) -> None:
    doc = parser.parse(" ".join(sentences))
    for sentence in doc.sents:
        assert sum(t.head == t for t in sentence) == 1
        assert all(t.head in sentence for t in sentence)
        assert all(t.dep_ == "ROOT" for t in sentence if t.head == t)


def test_only_a_root_is_its_own_head() -> None:
    doc = parser.parse(
        "Two people died at the office in Marlow County, Prosecutor Colleen Brod said in a news release."
    )
    assert [t.dep_ for t in doc if t.head == t] == ["ROOT"]


def test_no_word_comes_below_itself() -> None:
    doc = Doc(
        parser.pipeline().vocab,
        words=["denied", "strike", "that", "killed"],
        heads=[0, 3, 3, 0],
        deps=["ROOT", "dobj", "nsubj", "ccomp"],
        tags=["VBD", "NN", "WDT", "VBD"],
        pos=["VERB", "NOUN", "PRON", "VERB"],
    )
    assert [t.head.text for t in repairs.repair(doc)] == ["denied", "killed", "killed", "denied"]
