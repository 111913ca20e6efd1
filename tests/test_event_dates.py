"""Earlier events that a report recalls have the month, year or week that their words give. All reports are invented."""

from datetime import date

import pytest
from msgspec.structs import replace

from tollbook.incidents.build import build
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.store import StoredReading

NEWS = "On Sunday shells killed three women in Velmar. "


def report(text: str) -> Report:
    return Report(id="a", sha256="0" * 64, text=text, published=date(2030, 9, 2))


@pytest.mark.parametrize(
    ("text", "number", "first", "last"),
    [
        ("The suburb had a twin car bombing in February that killed 31 men.", 31, (2030, 2, 1), (2030, 2, 28)),
        ("The area saw two chemical attacks in 2026 which left 90 people dead.", 90, (2026, 1, 1), (2026, 12, 31)),
        ("In January the siege of Velmar saw 20 people die of hunger.", 20, (2030, 1, 1), (2030, 1, 31)),
        ("In March two blasts hit a market in Velmar, killing 40 people.", 40, (2030, 3, 1), (2030, 3, 31)),
        ("In June activists said the army killed 60 protesters in the city.", 60, (2030, 6, 1), (2030, 6, 30)),
        ("Last month a drone dropped a shell and killed 13 people, the UN said.", 13, (2030, 8, 1), (2030, 8, 31)),
        # What a clause recalls has the time of that clause, whichever day the sentence begins with.
        (
            "Sunday's attack was the worst since a bomb killed 88 people in the same market in 2017.",
            88,
            (2017, 1, 1),
            (2017, 12, 31),
        ),
        ("The widow of 12 guards killed by the army last year was shot on Sunday.", 12, (2029, 1, 1), (2029, 12, 31)),
        # Days before the news, from any speaker.
        ("On Saturday tanks shelled Velmar, a day after troops killed 80 there.", 80, (2030, 8, 30), (2030, 8, 30)),
        (
            "On Saturday tanks shelled Velmar, a day after rights groups said troops killed 80 there.",
            80, (2030, 8, 30), (2030, 8, 30),
        ),
        ("It came a month after gunmen invaded Dorna, killing 12 drivers.", 12, (2030, 8, 1), (2030, 8, 31)),
        (
            "On Saturday a bomb killed a judge, two years after her brothers, Ivo and Jan Orlik, were shot dead.",
            2, (2028, 1, 1), (2028, 12, 31),
        ),
        (
            "Gunmen raided Dorna on Saturday, a day after troops left the town, killing six drivers.",
            6, (2030, 8, 31), (2030, 8, 31),
        ),
        ("It came a day after a bomb on Friday killed 12 drivers.", 12, (2030, 8, 30), (2030, 8, 30)),
        ("Police arrested him a week after he shot 12 drivers on 2 August.", 12, (2030, 8, 2), (2030, 8, 2)),
        (
            "On Saturday 12 drivers were killed and 20 others, including boys, kidnapped in Dorna.",
            12, (2030, 8, 31), (2030, 8, 31),
        ),
        # A count since a day ends with the report; an event that goes on since a day began on it.
        ("More than 500 people have been killed in Dorna since 2026.", 501, (2026, 1, 1), (2030, 9, 2)),
        ("Since the war began in May 2029, 40 people have been killed in Dorna.", 40, (2029, 5, 1), (2030, 9, 2)),
        ("At least 40 people have been killed in Dorna since 25 August.", 40, (2030, 8, 25), (2030, 9, 2)),
        ("The number of nurses killed in Dorna since May has risen to 40.", 40, (2030, 5, 1), (2030, 9, 2)),
        (
            "Since May, 40 nurses have been killed, the union said after one was shot in Dorna on Saturday.",
            40, (2030, 5, 1), (2030, 9, 2),
        ),
        ("Two nurses have been held in Dorna since October 2029.", 2, (2029, 10, 1), (2029, 10, 31)),
        ("Between October and December 2029, gunmen killed 51 people.", 51, (2029, 10, 1), (2029, 12, 31)),
        ("From November to January 2030, gunmen killed 51 people.", 51, (2029, 11, 1), (2030, 1, 31)),
        # Attacks of years ago that are remembered on a day.
        (
            "Relatives met on Saturday to remember the 19 people killed in the March 2024 train bombing.",
            19, (2024, 3, 1), (2024, 3, 31),
        ),
        ("Ten years ago on Saturday, a bomb at a station killed 31 people.", 31, (2020, 1, 1), (2020, 12, 31)),
        ("Monday marks 20 years since a bomb on a train killed 31 people.", 31, (2010, 1, 1), (2010, 12, 31)),
        ("Six people were killed in Dorna, in the north, on Saturday, police said.", 6, (2030, 8, 31), (2030, 8, 31)),
        # A day of its own comes first, and a speaker's month after the verb is that of the statement.
        ("On Saturday shells killed five people near the market.", 5, (2030, 8, 31), (2030, 8, 31)),
        ("Another shell killed five people near the market.", 5, (2030, 9, 1), (2030, 9, 1)),
    ],
)  # fmt: skip
def test_a_recalled_event_has_its_own_time(text: str, number: int, first: tuple, last: tuple) -> None:
    [found] = [c for c in rules.read(report(NEWS + text)).claims if c.count is not None and c.count.best == number]
    assert found.when is not None
    assert (found.when.start, found.when.end) == (date(*first), date(*last))


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("Early this week", (2030, 9, 2), (2030, 9, 4)),
        ("Earlier this month", (2030, 9, 1), (2030, 9, 4)),
        ("Last week", (2030, 8, 26), (2030, 9, 1)),
    ],
)
def test_a_reported_event_was_not_after_the_report(words: str, first: tuple, last: tuple) -> None:
    told = replace(report(f"{words} a shell killed nine drivers in Velmar."), published=date(2030, 9, 4))
    [found] = [c for c in rules.read(told).claims if c.kind == "killed"]
    assert found.when is not None
    assert (found.when.start, found.when.end) == (date(*first), date(*last))


def test_the_dead_of_previous_attacks_are_not_of_the_day_of_this_one() -> None:
    text = NEWS + "It was the fourth attack this year; in the previous ones a total of nine people died."
    [found] = [c for c in rules.read(report(text)).claims if c.count is not None and c.count.best == 9]
    assert found.when is None or found.when.start != date(2030, 9, 1)


def test_words_after_a_recalled_event_do_not_take_its_month() -> None:
    text = NEWS + "The suburb had a car bombing in February that killed 31 men. Four men died in a cellar."
    [found] = [c for c in rules.read(report(text)).claims if c.count is not None and c.count.best == 4]
    assert found.when is not None
    assert found.when.start == date(2030, 9, 1)


@pytest.mark.parametrize(
    ("text", "kind", "first"),
    [
        ("The body of a student kidnapped on 20 August was found in Dorna on Saturday.", "abducted", (2030, 8, 20)),
        ("The body of a student kidnapped on 20 August was found in Dorna on Saturday.", "killed", (2030, 8, 31)),
        ("The body of a student who disappeared on 20 August was found in Dorna on Saturday.", "killed", (2030, 8, 31)),
        ("The body of a student kidnapped last month was found in Dorna on Sunday.", "abducted", (2030, 8, 1)),
        ("The body of a student shot on 20 August was found in Dorna.", "killed", (2030, 8, 20)),
        (
            "The general on Sunday visited troops hurt in Friday's clash in Dorna, where three soldiers were killed.",
            "killed",
            (2030, 8, 30),
        ),
        (
            "In revenge for the wounding of a judge in an ambush, gunmen killed a guard on Sunday.",
            "killed",
            (2030, 9, 1),
        ),
        (
            "Rebels raided Dorna on Sunday to avenge the death of a herder, who was killed in May.",
            "killed",
            (2030, 5, 1),
        ),
        ("In a statement issued on Sunday, the army said that a guard was killed in Dorna.", "killed", None),
        (
            "The mayor on Sunday visited survivors of Friday's bombings in Dorna and announced that 41 had died.",
            "killed",
            (2030, 8, 30),
        ),
        ("It was the worst attack since 2028 and killed a driver in Dorna.", "killed", None),
        ("Rebels have killed 200 people since 2028. A driver was arrested.", "captured", None),
    ],
)
def test_a_day_belongs_to_the_event_of_its_clause(text: str, kind: str, first: tuple[int, int, int] | None) -> None:
    [found] = [c for c in rules.read(report(text)).claims if c.kind == kind]
    assert found.when is not None
    assert found.when.start == (date(*first) if first else None)


@pytest.mark.parametrize(
    "text",
    [
        "The Front handed over the bodies of six hostages on Thursday.",
        "Jets killed 24 people before a truce that will begin on Wednesday.",
        "Strikes on a market killed 24 people, hours after a deal on a truce due to begin on Wednesday.",
        "The raids killed 24 people as the sides prepared for a truce starting Sunday.",
        "The two powers announced a deal that would establish a truce starting on Sunday. Strikes killed 24 people.",
    ],
)
def test_the_day_of_a_plan_or_a_return_is_not_that_of_an_attack(text: str) -> None:
    killed = next(c for c in rules.READER.read(report(text)).claims if c.kind == "killed")
    assert killed.when is None or killed.when.start is None


def test_an_attack_may_begin_on_a_day() -> None:
    claim = rules.READER.read(report("The offensive starting Sunday has killed 12 people.")).claims[0]
    assert claim.when is not None
    assert claim.when.start == date(2030, 9, 1)


def test_a_recalled_event_is_no_figure_of_the_news() -> None:
    read = report(NEWS + "The suburb had a twin car bombing in February that killed 31 men.")
    stored = {read.id: StoredReading(reading=rules.read(read), finder="", separate=False)}
    highs = [i.figures["killed"].high for i in build([read], stored, ()).incidents if "killed" in i.figures]
    assert 3 in highs
    assert all(high in {3, 31} for high in highs)


def test_reports_that_can_be_gone_through_only_once_keep_their_days() -> None:
    read = report("Shells killed three women in Velmar.")
    stored = {read.id: StoredReading(reading=rules.read(read), finder="", separate=False)}
    made = build(iter([read]), stored, ())
    assert made == build([read], stored, ())
    assert made.incidents[0].when is not None
    assert made.incidents[0].when.start == read.published


@pytest.mark.parametrize(
    ("text", "informants"),
    [
        ("Lawyer Ana Brod said he regretted the bombing of the race in 2013 that killed three people.", []),
        ("Lawyer Ana Brod denied that he planned the bombing in 2013, which killed three people.", []),
        ("Lawyer Ana Brod spoke of the bombing in 2013, which police said killed three people.", ["police"]),
        ("Lawyer Ana Brod said three people were killed in the bombing in 2013.", ["Ana Brod"]),
        ("Police said a bomb that killed three people on Sunday was hidden in a bag.", ["police"]),
    ],
)
def test_an_event_known_for_long_is_not_in_the_speech_of_a_speaker(text: str, informants: list[str]) -> None:
    [found] = [c for c in rules.read(report(text)).claims if c.kind == "killed"]
    assert [s.name for s in found.speakers[:-1]][:1] == informants
    assert found.stance == "asserts"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Gunmen shot four men in Velmar on 14 November, police said.", date(2029, 11, 14)),
        ("Gunmen shot four men in Velmar on 14 May, police said.", date(2030, 5, 14)),
        ("A man is charged with shooting four men in Velmar. A hearing is set for 14 November.", None),
    ],
)
def test_a_day_without_a_year_is_in_the_past_if_somebody_was_harmed_on_it(text: str, first: date | None) -> None:
    claim = next(c for c in rules.read(report(text)).claims if c.count is not None)
    assert claim.when is not None
    assert claim.when.start == first


@pytest.mark.parametrize(
    ("text", "number", "day"),
    [
        # A toll that rises, a death of wounds and bodies found later are not the day of the attack.
        ("The death toll from Tuesday's attack in Velmar rose to 26 on Thursday.", 26, 27),
        ("The toll climbed to 15 on Wednesday after Monday's bombing in Velmar.", 15, 26),
        ("Crews on Friday found two bodies, raising to 11 the number of people killed in Tuesday's strike.", 11, 27),
        ("A guard, Ivo Lerch, wounded in Tuesday's blast in Velmar, succumbed to his injuries on Friday.", 1, 27),
        ("A guard died on Friday of injuries he received in the shooting in Velmar on Tuesday.", 1, 27),
        ("Two men were shot in Velmar on Tuesday. Ana Brod, 22, died on Friday night.", 1, 27),
        ("The death toll rose to 26 on Thursday. It was the worst attack in Velmar.", 26, None),
        # Nor is the day of a statement, which the parse may take for that of what was said.
        ("Ten died in Velmar on Tuesday. The army said on Friday it was looking into reports that nine died.", 9, 27),
        ("The attack on Tuesday, in which five people died, was blamed on the Front.", 5, 27),
    ],
)  # fmt: skip
def test_the_day_of_a_later_discovery_is_not_the_day_of_the_attack(text: str, number: int, day: int | None) -> None:
    told = replace(report(text), published=date(2030, 8, 31))
    found = next(c for c in rules.read(told).claims if c.count is not None and c.count.best == number)
    assert found.when is not None
    assert found.when.start == (None if day is None else date(2030, 8, day))


@pytest.mark.parametrize(
    "text",
    [
        "Gunmen killed two people in Hama on Tuesday. Guard Ivo Lerch, 71, was flown to a hospital in Homs.",
        "Gunmen killed two people in Hama on Tuesday. Several of the wounded had been airlifted to Homs.",
        "A guard, wounded in Tuesday's blast in Hama, succumbed to his injuries at a Homs hospital.",
        "A strike killed 15 people in Hama on Tuesday. Seven of them, refugees from Homs, were among the dead.",
    ],
)
def test_where_the_hurt_are_brought_and_people_are_from_is_not_where_it_was(text: str) -> None:
    claims = rules.read(report(text)).claims
    assert {c.place.name for c in claims if c.place is not None} == {"Hama"}


def test_the_arrest_of_a_suspect_is_no_incident_of_its_own() -> None:
    text = """Five people were killed in a bombing in Hama on Sunday. Police arrested a suspect, Ivo Lerch, in Homs on
    Thursday. Ivo Lerch, 24, is accused of planting the bomb."""
    later = replace(report(text), published=date(2030, 9, 6))
    reading = rules.read(later)
    [incident] = build([later], {"a": StoredReading(reading=reading, finder="", separate=False)}, []).incidents
    assert incident.place is not None
    assert incident.place.name == "Hama"
    assert incident.when is not None
    assert incident.when.start == date(2030, 9, 1)
    assert {"killed", "captured"} <= set(incident.figures)


BOMBING = """Tarnow, 5 June 2031 (CNX) - The toll from Wednesday's bombing at a market in Tarnow rose to 17 after three
of the wounded died overnight, the ministry said on Thursday. It was the worst attack since 2028, when 45 people died
in a bombing at a bus station in Ostra. The police chief, Emil Vasko, blamed the Highland Front. Twenty-six people
remain in hospital."""


def test_a_recalled_event_is_not_where_the_report_goes_on_and_a_later_death_not_when() -> None:
    later = Report(id="a", sha256="0" * 64, text=BOMBING, published=date(2031, 6, 5))
    claims = {(c.kind, c.count.best if c.count else None): c for c in rules.read(later).claims}
    days = {key: c.when.start for key, c in claims.items() if c.when is not None}
    places = {key: c.place.name for key, c in claims.items() if c.place is not None}
    assert days["killed", 17] == days["injured", 26] == days["accusation", None] == date(2031, 6, 4)
    assert days["killed", 45] == date(2028, 1, 1)
    assert places["accusation", None] == places["injured", 26] == places["killed", 17] != places["killed", 45]


def test_a_town_of_the_dateline_that_the_title_names_is_where_something_happened() -> None:
    text = "KANDAHAR, Afghanistan - Two people were killed on Friday, police said.\n\nThe attacker came from Herat."
    named = Report(id="a", sha256="0" * 64, text=text, title="Two killed in Kandahar", published=date(2030, 9, 2))
    (found,) = [c for c in rules.read(named).claims if c.kind == "killed"]
    assert found.place is not None
    assert found.place.name == "Kandahar"


def test_who_died_of_wounds_before_an_attack_was_not_hurt_in_it() -> None:
    text = "A guard was killed in Dorna on Sunday. On 25 August a nurse died of her wounds after an ambush in Velmar."
    last = max(rules.read(report(text)).claims, key=lambda c: c.start)
    assert last.when is not None
    assert (last.when.start, last.when.end) == (None, date(2030, 8, 25))


def test_a_later_death_in_the_sentence_of_the_attack_does_not_date_what_follows() -> None:
    text = "A student wounded in Friday's shooting at a school in Dorna died on Sunday. Four others were hurt."
    days = [c.when.start for c in rules.read(report(text)).claims if c.count is not None and c.when is not None]
    assert days == [date(2030, 8, 30)] * 2


def test_the_dead_of_a_sentence_on_the_main_event_are_no_part_of_those_before() -> None:
    text = (
        "A blast killed nine people in Dorna on Sunday. In March, a bomb in Velmar killed 14 guards. Ivo Lerch, who "
        "was at the market in Dorna on Sunday, said he carried out a girl, but she was already dead."
    )
    claims = rules.read(report(text)).claims
    (girl,) = [c for c in claims if c.count is not None and c.count.best == 1]
    assert [c.count.best for c in claims if c.id == girl.part_of and c.count is not None] == [9]


def test_the_state_of_a_dateline_is_not_where_something_happened() -> None:
    text = "OAKDALE, Ohio, June 7 (CNX) - Two people were killed late Friday, police said.\n\nIt shook Springfield."
    claim = next(c for c in rules.read(report(text)).claims if c.count is not None)
    assert claim.place is None or claim.place.name != "Ohio"


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Families marked the tenth anniversary of the attack on the market, in which 21 people were killed.", 2020),
        ("On the 20th anniversary of the massacre of 21 villagers the president apologised.", 2010),
        ("Ten years after the bombing that killed 21 people the families still wait.", 2020),
        ("A man was jailed on Friday two years after a shooting that killed 21 people.", 2028),
        ("Hundreds marked the anniversary of the bombing that killed 21 people.", None),
        (
            "Relatives of 21 men murdered by police marched on Friday to mark the tenth anniversary of the killings.",
            2020,
        ),
        ("Families of the 21 men killed in Velmar lit candles on Friday, 20 years after the massacre.", 2010),
        ("Families of the 21 men shot dead in Velmar held a vigil on Friday.", None),
        ("Relatives of 21 men killed at a protest in Velmar on Sunday marched through Dorna on Monday.", 2030),
        ("Thousands marked the centenary of the massacre in which troops shot dead 21 protesters.", 1930),
        # An attack on such a day is of that day.
        ("Gunmen killed 21 people on Sunday, the tenth anniversary of the uprising.", 2030),
    ],
)
def test_an_anniversary_is_of_an_attack_years_ago(text: str, year: int | None) -> None:
    (found,) = [c for c in rules.read(report(text)).claims if c.kind == "killed" and c.count.best == 21]
    assert (found.when.start and found.when.start.year) == year


def test_the_dead_of_an_entry_have_the_day_of_their_attack() -> None:
    text = "3 March: Gunmen ambushed a convoy near Velmar, killing seven officers."
    read = rules.read(Report(id="a", sha256="0" * 64, text=text, published=date(2030, 12, 30)))
    assert {(c.when.start, c.by[0].name) for c in read.claims} == {(date(2030, 3, 3), "Gunmen")}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Black Dawn, which admitted planting two bombs last year, had nothing to do with it.", date(2029, 1, 1)),
        ("The Front claimed responsibility for a bombing in January.", date(2030, 1, 1)),
        ("The Front claimed responsibility on Monday.", date(2030, 9, 1)),
        ("The Front said it had hit a base of fighters who took part in the January raid.", date(2030, 9, 1)),
    ],
)
def test_a_claim_of_responsibility_has_the_time_of_what_it_is_about(text: str, day: date) -> None:
    read = report(f"On Sunday a bomb killed six people in Velmar. {text}")
    reading = rules.read(read)
    (claimed,) = [c for c in reading.claims if c.kind == "responsibility"]
    assert claimed.when.start == day
    # An act in another month makes nobody responsible for the bomb of Sunday.
    stored = {read.id: StoredReading(reading=reading, finder="", separate=False)}
    (incident,) = [each for each in build([read], stored, ()).incidents if "killed" in each.figures]
    assert bool(incident.perpetrators) == (day == date(2030, 9, 1))


def test_the_day_of_a_dateline_gives_way_to_that_of_the_attack() -> None:
    text = (
        "VELMAR, September 4 - A bomb killed nine people in Velmar on Sunday, officials said. The governor told "
        "reporters that a guard saw the van. No group claimed the attack. It was the first in the town for years. "
        "The hospital said ten bodies had been brought in."
    )
    days = {c.when.start for c in rules.read(report(text)).claims if c.kind == "killed"}
    assert days == {date(2030, 9, 1)}


def test_the_day_of_a_dateline_is_not_that_of_a_condemned_attack() -> None:
    text = "VELMAR, 1 September 2030 - The mayor condemned the killing of a nurse."
    assert {c.when.start for c in rules.read(report(text)).claims} == {None}
    (killed,) = rules.read(report("VELMAR, 1 September 2030 - Gunmen killed a nurse in Velmar.")).claims
    assert killed.when.start == date(2030, 9, 1)


@pytest.mark.parametrize(
    "text", ["Saturday's article on the bombing gave a wrong number.", "An article on Saturday did."]
)
def test_the_day_of_an_article_is_not_that_of_the_attack(text: str) -> None:
    (killed,) = [c for c in rules.read(report(f"{text} Five people were killed.")).claims if c.kind == "killed"]
    assert killed.when.start is None


def test_the_year_of_a_count_of_others_does_not_date_what_follows() -> None:
    text = (
        "On Sunday gunmen shot Ana Brod dead in Velmar. She is the sixth writer killed this year. Her son was wounded."
    )
    (wounded,) = [c for c in rules.read(report(text)).claims if c.kind == "injured"]
    assert wounded.when.start == date(2030, 9, 1)


@pytest.mark.parametrize(
    ("text", "name", "day"),
    [
        ("A vigilante, Sunday Okon, was shot dead by gunmen in Velmar on Wednesday.", "Sunday Okon", 28),
        ("Gunmen killed a trader, Mr Friday Okon, in Velmar on Wednesday.", "Friday Okon", 28),
        ("Monday Okon, 34, was shot dead by gunmen in Velmar on Wednesday.", "Monday Okon", 28),
        ("On Sunday Ivo Okon, 34, was shot dead by gunmen in Velmar.", "Ivo Okon", 1),
    ],
)
def test_a_weekday_in_a_name_is_no_day(text: str, name: str, day: int) -> None:
    [found] = rules.read(report(text)).claims
    assert found.when is not None
    assert found.when.start is not None
    assert found.people is not None
    assert (found.when.start.day, found.people.names) == (day, (name,))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("In 2023, nine people died in a riot in Dorna. Officials initially said five farmers had been killed.", 5),
        ("In January, shells killed a midwife in Dorna. Six patients remain in critical condition.", 6),
        ("In August, gunmen killed four people in Dorna. Six others were wounded in Sunday's attack.", 6),
        ("In August, gunmen killed four people in Dorna. Eight people were hurt in the latest attack.", 8),
        ("A judge was shot. She had sought an order against her husband in May. Eight people were hurt.", 8),
        ("In May 2029, gunmen killed four people in Dorna. In a separate incident, eight people were hurt.", 8),
    ],
)
def test_after_the_background_a_report_is_back_at_its_own_event(text: str, number: int) -> None:
    found = next(c for c in rules.read(report(NEWS + text)).claims if c.count is not None and c.count.best == number)
    assert found.when is not None
    assert found.when.start == date(2030, 9, 1)
    assert found.place is not None
    assert found.place.name == "Velmar"


def test_the_background_goes_on_for_a_sentence() -> None:
    text = "In 2019, six people died in a riot in Dorna. The army shot three of them."
    found = next(
        c
        for c in rules.read(report(NEWS + text)).claims
        if c.count is not None and c.count.best == 3 and "shot" in c.quote
    )
    assert found.when is not None
    assert found.when.start == date(2019, 1, 1)
