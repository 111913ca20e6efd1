"""Names of victims as reports give them: announced after a count, with relatives, in lists. All names are invented."""

import functools
from collections.abc import Callable
from datetime import date

import pytest

from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.learned import reader as learned

Found = tuple[str, int | None, str | None]


@functools.cache
def named(text: str, *, inferred: bool = True) -> frozenset[Found]:
    """Each name of a single person harmed, with the age and the first role; ``inferred``: also by context alone."""
    report = Report(id="r", sha256="0" * 64, text=text, published=date(2021, 10, 7))
    found = ((claim, people) for claim in rules.read(report).claims if claim.people for people in claim.people.each)
    return frozenset(
        (people.names[0], people.age.best if people.age else None, next(iter(people.roles), None))
        for claim, people in found
        if len(people.names) == 1 and claim.count and claim.count.best == max(1, len(claim.people.members))
        if inferred or not people.inferred
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Three people were killed in the strike. The Post has learned the names of two of them from families. "
            "Ana Brod, 41, a nurse, was on duty. Timo Vell, who was four years old, had been brought in with a fever.",
            {("Ana Brod", 41, "a nurse"), ("Timo Vell", 4, None)},
        ),
        (
            "Six people were killed. The names of the dead were released on Tuesday: Mara Dost, 52; Jon Orsk, 31; and "
            "Timo Vell, 7.",
            {("Mara Dost", 52, None), ("Jon Orsk", 31, None), ("Timo Vell", 7, None)},
        ),
        (
            "Three people were killed in the strike. The third of those killed was named on Friday by his brother as "
            "Pavel Rudin, a bus driver aged 58.",
            {("Pavel Rudin", 58, "a bus driver")},
        ),
        (
            "A woman was killed by shelling in Velmar. She was named by relatives as Mara Dost, 52.",
            {("Mara Dost", 52, None)},
        ),
        (
            "Mara Vell, 34, and her son Hamid, 6, were killed when a shell hit their house.",
            {("Mara Vell", 34, None), ("Hamid", 6, None)},
        ),
        # who "were the two nurses killed", beside other numbers; not who were arrested
        (
            "Jana Markov, 35, and Kell Orsk were the two nurses killed in Velmar. The man killed three people.",
            {("Jana Markov", 35, None), ("Kell Orsk", None, None)},
        ),
        ("Two women were killed. Jana Markov and Kell Orsk were the men arrested.", set()),
        # the owner of a relative is not the one who died; a second name is no second person
        ("Ivo's wife 28-year-old Mona Varn was killed on Tuesday.", {("Mona Varn", 28, "wife")}),
        ("Nabil Varn (Abu Tarek), 45, was killed when a shell hit his house.", {("Nabil Varn", 45, None)}),
        # among the dead or the victims, all of a list; an age in a sentence of its own
        (
            "Nine people were killed. Among those killed were Petra Holm, a nurse, and Ivo Lerch, a teacher.",
            {("Petra Holm", None, "a nurse"), ("Ivo Lerch", None, "a teacher")},
        ),
        (
            "Nine people were killed. The victims included Petra Holm, 34, and her son Emil, 6.",
            {("Petra Holm", 34, None), ("Emil", 6, None)},
        ),
        ("Jon Orsk was killed by a shell on Monday. He was 42.", {("Jon Orsk", 42, None)}),
        ("Jon Orsk was killed by a shell on Monday. He was 42 years old.", {("Jon Orsk", 42, None)}),
        ("Relatives named one of the dead as Jon Orsk, a farmer.", {("Jon Orsk", None, "a farmer")}),
        # names that are rare, beside an age and after "is"
        ("A 51-year-old cobbler, Nabil Harouni, died on Monday in custody.", {("Nabil Harouni", 51, None)}),
        (
            "One of the dead is Tibor Kass, a soigneur with the team.",
            {("Tibor Kass", None, "a soigneur")},
        ),
        # rare names beside a noun, and lists with occupations
        ("A judge, Nasrin Wardak, was killed in Velmar on Monday.", {("Nasrin Wardak", None, None)}),
        (
            "Police named those killed as Mara Dost, 52, a clerk; the drivers Jon Orsk, 31, and Timo Vell, 27; and "
            "Pavel Rudin, 7.",
            {("Mara Dost", 52, "a clerk"), ("Jon Orsk", 31, None), ("Timo Vell", 27, None), ("Pavel Rudin", 7, None)},
        ),
        # lists with semicolons
        (
            "A bomb killed nine people. The dead are Larbi Outmane, a lottery seller; Corporal Siham Dghou; and Tarik "
            "Idelfonso.",
            {
                ("Larbi Outmane", None, "a lottery seller"),
                ("Siham Dghou", None, "Corporal"),
                ("Tarik Idelfonso", None, None),
            },
        ),
        # counted off without a noun
        ("Three people were killed. The third was named as Ivo Tal.", {("Ivo Tal", None, None)}),
        (
            "Three people were killed. Two were named as Ana Brod and Jon Vell. The third was named as Ivo Tal, 30.",
            {("Ana Brod", None, None), ("Jon Vell", None, None), ("Ivo Tal", 30, None)},
        ),
        ("Two men were killed. Police named the other as Ivo Tal, a nurse.", {("Ivo Tal", None, "a nurse")}),
        # a rank and its force are the role; what a couple is, neither of the two is
        (
            "The dead were named as Lena Marsik, 19, a student; Jon and Ada Ferrel, a married couple in their "
            "seventies; Sergeant Rolf Anders of the traffic police; and Hanne Volk, 33, who died on Sunday morning.",
            {
                ("Lena Marsik", 19, "a student"),
                ("Jon Ferrel", None, None),
                ("Ada Ferrel", None, None),
                ("Rolf Anders", None, "Sergeant of the traffic police"),
                ("Hanne Volk", 33, None),
            },
        ),
        ("Bus driver Jon Orsk was killed.", {("Jon Orsk", None, "Bus driver")}),
        (
            "Four people were killed. Among the dead were Mara Dost, 52, a teacher, and her daughter Ilka, 9.",
            {("Mara Dost", 52, "a teacher"), ("Ilka", 9, None)},
        ),
        (
            "Those who died were Mara Dost, 52; Jon Orsk, 31; and Timo Vell, 7, police said.",
            {("Mara Dost", 52, None), ("Jon Orsk", 31, None), ("Timo Vell", 7, None)},
        ),
        (
            "Officials said Jon Orsk, Ilse Brod and Mara Dost were killed in the attack.",
            {("Jon Orsk", None, None), ("Ilse Brod", None, None), ("Mara Dost", None, None)},
        ),
        # lists that a parser loses at a relative clause, a rank or a colon
        (
            "Police named the dead as Ahmed Warsan, 24; Lene Brandal, 31, who was to marry; and Thi Lan Pham, 45.",
            {("Ahmed Warsan", 24, None), ("Lene Brandal", 31, None), ("Thi Lan Pham", 45, None)},
        ),
        (
            "Nine people died in the hall. They include Sister Perpetua Nambi, a nurse, and Joke Delmar, 22.",
            {("Perpetua Nambi", None, "Sister"), ("Joke Delmar", 22, None)},
        ),
        (
            "Three men died in the ambush: Peter Holm, Karl Berg and Jan Olsen.",
            {("Peter Holm", None, None), ("Karl Berg", None, None), ("Jan Olsen", None, None)},
        ),
        # one in each line with a bullet; who else is named there served with them
        (
            "Three soldiers died in the ambush:\n"
            "* Sergeant Peter Holm, 37, who served with Captain Jan Olsen.\n"
            "* Corporal Lene Brandal, 35. Brandal came from Dursa.\n"
            "* Private Karl Berg, 19.",
            {("Peter Holm", 37, "Sergeant"), ("Lene Brandal", 35, "Corporal"), ("Karl Berg", 19, None)},
        ),
        ("The bodies of Peter Holm and Karl Berg were found.", {("Peter Holm", None, None), ("Karl Berg", None, None)}),
        # one given name, after a noun for a person or a relative
        ("Eight people died and a girl, Shazia, 12, succumbed to her injuries.", {("Shazia", 12, None)}),
        ("His wife, Vicki Berg, and his son Samuel were killed.", {("Vicki Berg", None, None), ("Samuel", None, None)}),
        # the name before its description
        ("A funeral was held for Peter Holm, a tram driver killed on Monday.", {("Peter Holm", None, None)}),
        ("Divers recovered the body of a man. The man was identified as Ken Holm, 53.", {("Ken Holm", 53, None)}),
        (
            "Twelve people including the local government minister Yakub al-Amar were killed.",
            {("Yakub al-Amar", None, "the local government minister")},
        ),
        (
            "They heard the cleric Anwar al-Orlaki, who was killed in September by a drone strike.",
            {("Anwar al-Orlaki", None, None)},
        ),
        (
            "Police named the victims of Sunday's shooting in Velmar as Jon Orsk, 34, Ana Brod, 31, and Timo Vell, 7.",
            {("Jon Orsk", 34, None), ("Ana Brod", 31, None), ("Timo Vell", 7, None)},
        ),
        (
            "Police named the victims as Jon Orsk, 34, and Ana Brod, 31. Both were shot dead in their car on Sunday.",
            {("Jon Orsk", 34, None), ("Ana Brod", 31, None)},
        ),
        (
            "The coroner identified the victims as Jon Orsk, 34, and Ana Brod, 31.",
            {("Jon Orsk", 34, None), ("Ana Brod", 31, None)},
        ),
        (
            "Three people were shot dead in Velmar. The dead: Jon Orsk, 34; Ana Brod, 31; and Timo Vell, 7.",
            {("Jon Orsk", 34, None), ("Ana Brod", 31, None), ("Timo Vell", 7, None)},
        ),
        (
            "Two soldiers were killed in an ambush. The slain soldiers were Cpl. Jon Orsk and Pfc. Timo Vell.",
            {("Jon Orsk", None, None), ("Timo Vell", None, None)},
        ),
        (
            "Two people were killed in Velmar. The mayor listed those killed as: Jon Orsk and Ana Brod.",
            {("Jon Orsk", None, None), ("Ana Brod", None, None)},
        ),
        (
            "Terrence Oakmoor and Shanice Bellor were shot dead in Velmar on Sunday.",
            {("Terrence Oakmoor", None, None), ("Shanice Bellor", None, None)},
        ),
    ],
)
def test_names_with_age_and_role(text: str, expected: set[Found]) -> None:
    assert expected <= named(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The wife of Nabil Varn was shot dead.", set()),
        ("The victim, married to Major Nabil Varn, was shot dead in her car.", set()),
        ("The woman, a friend of Nabil Varn, was shot dead.", set()),
        ("The man, who worked for Nabil Varn, was killed.", set()),
        ("A boy, whose father is Nabil Varn, was killed.", set()),
        ("The body of Nabil Varn was found in Velmar.", {"Nabil Varn"}),
        ("The victim, named as Nabil Varn, was shot dead.", {"Nabil Varn"}),
        ("The driver, 34-year-old Nabil Varn, was shot dead.", {"Nabil Varn"}),
        ("On his way to La Orda airport, he was kidnapped by armed men.", set()),
    ],
)
@pytest.mark.parametrize("read", [rules.read, learned.read], ids=["rules", "learned"])
def test_whoever_only_describes_a_victim_is_not_named(
    text: str, expected: set[str], read: Callable[[Report], Reading]
) -> None:
    claims = read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert {name for c in claims if c.people is not None for name in c.people.names} == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Three people were killed. The names of two of them have not been released. Ana Brod, 41, runs a school.",
         "Ana Brod"),
        ("Three people were killed. Their names will be released later. Ana Brod, 41, runs the school.", "Ana Brod"),
        ("Three people were killed. The names of two of them are known. The mayor, Ana Brod, 41, said so.", "Ana Brod"),
        ("Shelling in Khan Orsk killed four people on Monday. A nurse in Khan Orsk was wounded.", "Khan Orsk"),
        ("Three were killed, a Velmar Monitor AFP report said, and the Monitor AFP was hurt.", "Monitor AFP"),
        ("A toddler was shot and killed. The child's father, Peter Holm, did not want to talk.", "Peter Holm"),
        ("An actor was shot dead in Velmar in 1989. Thanks to the SAG's efforts, the law was changed.", "SAG"),
        ("Police named the dead as Jon Vell, 24, who had worked for Karl Berg.", "Karl Berg"),
        ("The dead gunman was a teacher. Police said the guard Peter Holm shot him.", "Peter Holm"),
        ("Nine people were wounded in Tamba, three of whom were evacuated to Fada Orsk.", "Fada Orsk"),
        ("Two of those injured in Saturday's attack on Ungwan Orsk, Kajar LGA, have died.", "Ungwan Orsk"),
        ("Residents of Buur Orsk say three farmers were killed in Buur Orsk on Monday.", "Buur Orsk"),
        ("A strike killed Velmar Guard leader Jon Orsk on Monday.", "Velmar Guard"),
        ("Two people were killed. Two men were held; police named them as Ivo Lerch and Dan Orlik.", "Ivo Lerch"),
    ],
)  # fmt: skip
def test_names_that_are_not_those_of_victims(text: str, name: str) -> None:
    assert all(name not in found for found, _, _ in named(text, inferred=False))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("Among the dead were three sisters aged between five and eleven.", 5, 11),
        ("The dead included three children aged 3, 5 and 8.", 3, 8),
        ("Two sisters, 17 and 14, were killed.", 14, 17),
        ("Two boys, aged 12 and 14, were killed by the shell.", 12, 14),
    ],
)
def test_the_ages_of_several_are_a_range(text: str, low: int, high: int) -> None:
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert [(c.people.age.low, c.people.age.high) for c in claims if c.people and c.people.age] == [(low, high)]


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("A boy of four was killed by the shell.", 4), ("A woman of 80 was killed by the shell.", 80),
        ("A farmer aged 58 was killed by the shell.", 58),
        ("A six-year-old girl was killed by the shell.", 6),
        # The age of one of several is not that of all.
        ("Seven people, among them a six-year-old girl, were killed.", 6),
    ],
)  # fmt: skip
def test_ages(text: str, age: int) -> None:
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert [c.people.age.best for c in claims if c.people and c.people.age] == [age]


# words for one person killed | their status
STATUS = [
    ("Sergeant Rolf Brandt of the river police was killed.", "police"),
    ("Police Sergeant Rolf Brandt was killed.", "police"),
    ("Sergeant Rolf Brandt was killed.", "combatant"),
    ("Rolf Brandt of the river police was killed.", "police"),
    # An officer is of the force that the report names.
    ("Police said that an officer was killed.", "police"),
    ("The army said that an officer was killed.", "combatant"),
    ("A service member was killed.", "combatant"),
    # Whoever did it is no civilian.
    ("Police shot Ivo Lerch dead. Prosecutors accuse Ivo Lerch of the bombing.", "combatant"),
]


@pytest.mark.parametrize(("text", "status"), STATUS, ids=[row[0] for row in STATUS])
def test_a_police_rank_is_not_an_army_rank(text: str, status: str) -> None:
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert [claim.people.status for claim in claims if claim.people is not None] == [status]


def test_a_name_that_is_counted_off_is_not_inferred() -> None:
    text = "Three people were killed when a bomb exploded. The third was named as Ivo Tal, 30."
    assert named(text, inferred=False) == {("Ivo Tal", 30, None)}


def test_who_was_shot_and_died_is_counted_once_with_names() -> None:
    text = "Karim Dol pleaded guilty to shooting Peter and Wendy Odun in May. Both died."
    claims = [c for c in rules.read(Report(id="r", sha256="0", text=text)).claims if c.count is not None]
    assert [(c.kind, c.people.names) for c in claims if c.people] == [("killed", ("Peter Odun", "Wendy Odun"))]


# passage | each claim about people harmed: the number if not one, and their names
WHO = [
    (
        "Two paramedics were beaten after a patient had died in Velmar. One of the paramedics, Ana Idri, 27, has a "
        "fractured skull.",
        ["injured 2", "killed", "injured Ana Idri"],
    ),
    ("The deceased was identified as Jon Orsk s/o Abdul Bari.", ["killed Jon Orsk"]),
    ("One of those killed was Tomas Brenn, 43, a security guard.", ["killed Tomas Brenn"]),
    # Who was fired at was killed; a name after a role; as many as were murdered and were "stabbed".
    (
        "Ana Brod, 45, was shot. She died. Gunmen fired rifles at a miner, Mr Jon Orsk, 52, killing him instantly.",
        ["injured Ana Brod", "killed Ana Brod", "killed Jon Orsk"],
    ),
    ("Later, village headman Wichai Bun was ambushed and killed near his home.", ["killed Wichai Bun"]),
    ("Among those freed was Colonel Jon Orsk, who had been shot in the leg.", ["injured Jon Orsk"]),
    (
        "The gunmen shot dead a catechist, Jon Vell, during the raid.",
        ["killed Jon Vell"],
    ),
    (
        "Three men were killed. One of the dead was identified by the sources as Jon Vell.",
        ["killed 3", "killed Jon Vell"],
    ),
    (
        "A jury found a guard guilty of murdering two women. Jan Holm, 31, stabbed Ana Brod, 44, and Eva Lind.",
        ["killed 2", "killed 2 Ana Brod, Eva Lind", "killed Ana Brod", "killed Eva Lind"],
    ),
    # "A farmer" who was injured is somebody new after the dead; not a man found shot.
    ("Ana Brod was killed in Velmar on Sunday. A 45-year-old farmer was injured.", ["killed Ana Brod", "injured"]),
    ("A nurse was wounded in Velmar. Ana Brod, 24, died at the clinic.", ["injured Ana Brod", "killed Ana Brod"]),
    ("Jon Orsk was killed on Monday. A man was shot on Elm Street.", ["killed Jon Orsk", "injured Jon Orsk"]),
    # Who is called a driver is no monk; whom a picture shows wounded is not who died.
    (
        "The driver was named as Jon Orsk, 41. Five men, among them a monk, were killed in Velmar on Monday.",
        ["killed 5", "killed"],
    ),
    ("A driver was shot dead in Velmar. The driver was named as Jon Orsk, 41.", ["killed Jon Orsk"]),
    # Of one dead and one hurt, the victim is the dead one.
    (
        "A boy, 16, was stabbed to death in Velmar. A second boy, 17, was injured. The victim was named as Jon Orsk.",
        ["killed Jon Orsk", "injured"],
    ),
    (
        "Ana Brod, 11, was killed in Velmar. A video shows a man carrying a wounded girl.",
        ["killed Ana Brod", "injured"],
    ),
    # A name with its own verb is of somebody else.
    ("Gunmen killed a trader in Velmar and abducted Jon Orsk, a priest.", ["killed", "abducted Jon Orsk"]),
    ("A woman was stabbed to death, while Jon Orsk was shot dead in Velmar.", ["killed", "killed Jon Orsk"]),
    # Deaths of different years
    (
        "A man was stabbed to death on Monday. In 2019 a nurse, Mara Dost, 46, was stabbed to death in that street.",
        ["killed", "killed Mara Dost"],
    ),
    # A relative who blames somebody
    ("A farmer was shot dead in Velmar. His widow, Mara Dost, 38, blamed soldiers.", ["killed"]),
    # Relatives of somebody are others than he is.
    (
        "Farmer Jon Orsk, his wife and two children were shot dead in Velmar on Monday.",
        ["killed 4 Jon Orsk", "killed Jon Orsk", "killed", "killed 2"],
    ),
    ("Jon Orsk, his brother, was shot dead in Velmar on Monday.", ["killed Jon Orsk"]),
    ("Hugo Soto, 45, his mother and his sister were killed in Velmar on Monday.", ["killed 3 Hugo Soto"]),
    (
        "Krause shot his father, Peter Krause, 60, his mother, Janet Krause, 58, and his brother, Eric Krause, 21, on "
        "Monday, prosecutors said.",
        ["injured 3 Peter Krause, Janet Krause, Eric Krause"],
    ),
    (
        "Police arrested the suspect's wife, Mira Dost, and his brother, Hadi Dost, on Tuesday.",
        ["captured 2 Mira Dost, Hadi Dost"],
    ),
    # Who killed himself is none of those he shot.
    (
        "Jon Orsk, 41, shot his wife, Ana Orsk, 39, and his brother, Ivo Orsk, 36, on Monday, then killed himself.",
        ["injured 2 Ana Orsk, Ivo Orsk", "killed Jon Orsk"],
    ),
    ("The guard shot the robber and killed him in Velmar on Monday.", ["killed"]),
    # Nurses and activists are named beside others.
    (
        "Teacher Paul Orsk and nurses Grace Adler and Mary Ezel were shot dead in Velmar on Monday.",
        ["killed 3 Paul Orsk, Grace Adler, Mary Ezel"],
    ),
    (
        "Lawyer Ana Brod and activists Jean Bikor and Luis Prand were killed in Velmar on Monday.",
        ["killed 3 Ana Brod, Jean Bikor, Luis Prand"],
    ),
    # "The visitor" is who was called a visitor; "a woman who died" is nobody who was injured.
    (
        "A man wounded a guard and killed a visitor in Velmar on Monday. The visitor was named as Petra Holm, 61.",
        ["injured", "killed Petra Holm"],
    ),
    ("One person was injured. A woman who died was named as Petra Holm, 44.", ["injured", "killed Petra Holm"]),
    # Names of several are not those of one beside them.
    (
        "Four people, including a child, were killed in Velmar. Two of the dead were policemen, an official said, "
        "identifying them as Jon Orsk and Constable Vell. The child died at hospital.",
        ["killed 4", "killed", "killed 2", "killed Jon Orsk", "killed Vell", "killed"],
    ),
    # Who speaks is none of the dead whom he names.
    (
        "The dead were Ivo Lang, a student, and Petra Holm, a nurse, police chief Hugo Brandt told reporters.",
        ["killed 2 Ivo Lang, Petra Holm"],
    ),
    ("The dead included Jon Orsk, a customs officer, his cousin Ali Dorn said.", ["killed Jon Orsk"]),
    (
        "Among those killed was Hodan Orsk, a member of parliament, her brother Liban Orsk told reporters.",
        ["killed Hodan Orsk"],
    ),
    ("The dead were Ivo Lang, Petra Holm and Jon Orsk, police said.", ["killed 3 Ivo Lang, Petra Holm, Jon Orsk"]),
    # Nor is somebody of whom another clause tells.
    (
        "The deceased was identified as Jon Orsk, 40, while his wife Sunita was injured and is in hospital.",
        ["injured Sunita", "killed Jon Orsk"],
    ),
    (
        "The wounded include the mayor, Hana Bern, whose bodyguard, Jon Orsk, was killed.",
        ["killed Jon Orsk", "injured Hana Bern"],
    ),
    # People counted off; victims who "were" somebody
    (
        "Three people were killed in a blast. The third victim was a shopkeeper named Jon Orsk.",
        ["killed 3", "killed Jon Orsk"],
    ),
    ("The third deceased was a passerby named Jon Orsk.", ["killed", "killed Jon Orsk"]),
    (
        "The victims of Monday's shooting in Velmar were Ana Brod, 30, and Jon Orsk, 41.",
        ["killed 2 Ana Brod, Jon Orsk"],
    ),
    ("Five people died in Velmar. The victims of the attack were farmers.", ["killed 5"]),
    # A relative of somebody killed is another person; who lost relatives lives.
    (
        "Jon Orsk, the father of a student murdered in 2019, was shot dead in Velmar on Monday.",
        ["killed", "killed Jon Orsk"],
    ),
    ("A missile hit a block of flats, killing 21 people. Omar Dorn, 45, lost his wife.", ["killed 21", "killed"]),
    # How somebody was killed; not who shot the murderer, nor an earlier attack
    (
        "Mayor Mara Dost was assassinated on Monday. Two men shot her in the chest.",
        ["killed Mara Dost", "killed Mara Dost"],
    ),
    (
        "Mayor Jon Orsk was assassinated on Monday. He had been shot in 2019.",
        ["killed Jon Orsk", "injured Jon Orsk"],
    ),
    ("A man stabbed a guard to death on Monday. Police shot him in the leg.", ["killed", "injured"]),
    # A place before a name
    ("In Kfar Orsk, Adel Dorn, a shopkeeper, died in custody on Tuesday.", ["killed Adel Dorn"]),
    # A name of one word between commas; "he" who had been held, where nobody is accused
    ("Four people were killed. The girl, Selma, died in hospital.", ["killed 4", "killed Selma"]),
    (
        "Ana Brod and her son Rami, 9, were killed on Tuesday. In Velmar, Jon Orsk, a baker, died under torture in a "
        "prison. He had been detained since May 2019.",
        ["killed 2 Ana Brod, Rami", "killed Jon Orsk", "captured Jon Orsk"],
    ),
    # Who acts after the attack is alive, and so are those who are named with them.
    ("Two nurses were killed. Mara Dost, 44, and Jon Orsk, 51, said they had hidden in a cellar.", ["killed 2"]),
    ("Three guards were killed. Jon Orsk, 22, Ivo Lerch, 25, and Dan Orlik, 30, said they saw it.", ["killed 3"]),
    ("Three women were killed. Mara Dost, 58, and Ana Brod, 44, were in good health.", ["killed 3"]),
    ("A woman was killed on Sunday. Her neighbour, Mara Dost, 71, called the police.", ["killed"]),
    ("A man was shot dead in Velmar. His friend Jon Orsk, 25, escaped.", ["killed"]),
    ("A nurse, Mara Dost, comforted a farmer as he lay dying.", ["killed"]),
    ("The trial of the man who killed Ana Brod, Jon Orsk, begins on Monday.", ["killed Ana Brod"]),
    # "Her husband" is a man, and she is not "he".
    (
        "Mara Dost, 30, was stabbed on Friday. Her husband, Jon Orsk, 33, was arrested. He hanged himself in his cell.",
        ["injured Mara Dost", "captured Jon Orsk", "killed Jon Orsk"],
    ),
    # One more victim, and the victim of another incident, are other people.
    (
        "A police officer was killed by a bomb. The second victim was a nurse, Mara Dost, 43.",
        ["killed", "killed Mara Dost"],
    ),
    ("A grenade injured a guard. The latest victim was Jon Orsk, who was shot dead.", ["injured", "killed Jon Orsk"]),
    (
        "The deceased, Jon Orsk, was beaten by a mob. In another incident, a 35-year-old man was hacked to death.",
        ["killed Jon Orsk", "killed"],
    ),
    (
        "A grenade wounded a guard. A 35-year-old man was hacked to death. The deceased, Jon Orsk, was a farmer.",
        ["injured", "killed Jon Orsk", "killed Jon Orsk"],
    ),
    # "Shot" is a verb.
    ("In 2021 a deputy shot dead an unarmed motorist, Calvin Moss, 26.", ["killed Calvin Moss"]),
]


@pytest.mark.parametrize(("text", "expected"), WHO, ids=[row[0] for row in WHO])
def test_who_is_harmed(text: str, expected: list[str]) -> None:
    report = Report(id="r", sha256="0" * 64, text=text, published=date(2021, 10, 7))
    counted = [(c, str(c.count.best), c.people) for c in rules.read(report).claims if c.count and c.people]
    found = [[c.kind, *([n] if n != "1" else []), ", ".join(people.names)] for c, n, people in counted]
    assert [" ".join(words).strip() for words in found] == expected
