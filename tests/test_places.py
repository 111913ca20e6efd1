"""Places: which words name a place, and where on Earth it is."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tollbook import gazetteer
from tollbook.mentions import PlaceMention
from tollbook.model import Place, Report
from tollbook.readers import rules
from tollbook.readers.rules.geoparsing import places
from tollbook.readers.rules.geoparsing.location_role import is_event_location, is_where_people_come_or_go
from tollbook.readers.rules.parsing import parser

PIECES = [
    "in",
    "Kabul",
    ",",
    "Texas",
    "Paris",
    "al",
    "-",
    "Bab",
    "city",
    "of",
    "’s",
    "\n",
    "(",
    "  ",
    "Юрий",
    "HOMS",
    ".",
]
SAMPLES = Path(gazetteer.__file__).parents[1] / "samples"


def mentions(text: str, **more: str) -> list[PlaceMention]:
    report = Report(id="r", sha256="0" * 64, text=text, **more)
    return places.find(parser.parse(text), report)


def place(text: str, words: str) -> Place:
    return next(m.place for m in mentions(text) if m.text.lower().startswith(words.lower()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He moved to Paris, Texas, last year.", ["Paris", "Texas"]),
        ("Paris Morgan said that the University of Texas would close in March.", []),
        ("The Washington Post had the story first.", []),
        ("Two people were hurt in Reading on Sunday, nice weather notwithstanding.", []),
        ("Mr. Jackson was seen with Victoria Morgan.", []),
        ("Police detained a man in Andar district, Ghazni province, on Monday.", ["Andar district", "Ghazni province"]),
        ("A shell hit the city of Homs.", ["Homs"]),
        ("Gunmen stormed the Homs hotel.", []),
        ("A man was killed at St. Luke's Church.", []),
        ("A strike hit the Burj Odun refugee camp near Homs.", ["Burj Odun", "Homs"]),
        ("Two men were shot at a Syrian refugee camp in Homs.", ["Homs"]),
        # A name between "in" and a day, which the parser takes for an event or a people.
        ("A gang killed two men in Kunde-Savane on Thursday.", ["Kunde-Savane"]),
        ("Gunmen attacked cattle camps in Thielet on Monday.", ["Thielet"]),
        ("Soldiers killed nine rebels in Operation Sunrise on Monday.", []),
        ("A guard was shot in Parliament on Monday.", []),
        ("Strikes hit Khan Younis and Rafah.", ["Khan Younis", "Rafah"]),
        ("BEIRUT (Northern Wire) - A blast hit Tripoli on Friday.", ["BEIRUT", "Tripoli"]),
        ("KABUL, Afghanistan (Jan. 2) - Two men died.", ["KABUL", "Afghanistan"]),
        ("Syrian and Russian jets flew over Idlib.", ["Idlib"]),
        (
            "Fires in Butler, Greene and Warren counties in Ohio.",
            ["Butler", "Greene", "Warren", "Ohio"],
        ),
        ("TWO MEN DIED NEAR SAN VICENTE, EL SALVADOR, ON TUESDAY.", ["SAN VICENTE", "EL SALVADOR"]),
        ("Residents fled Mazar-i-Sharif and Deir al-Zor.", ["Mazar-i-Sharif", "Deir al-Zor"]),
        ("Five members of the Barakat family were killed in Kabul.", ["Kabul"]),
        ("Gunmen shot a baker in the northern village of Kasht on Friday.", ["Kasht"]),
        ("Omar Delun had received threats, his editor told Northern Wire.", []),
        ("Salm killed Ida Brandt, 67, and her granddaughter Nele, 15.", []),
        ("A neighbour told Al Jazeera that four people were dead in Homs.", ["Homs"]),
        ("Gunmen killed four people in the town of Cerro Hondo on Monday.", ["Cerro Hondo"]),
        ("Gunmen killed four people in San Jacinto del Rio on Monday.", ["San Jacinto del Rio"]),
        ("A man shot dead four people in Fenwick-on-Sea on Monday.", ["Fenwick-on-Sea"]),
        ("Settlers killed four people in Khirbet Sahel on Monday.", ["Khirbet Sahel"]),
        # A people before a town is not its name, and a name is whole.
        ("Soldiers shot a baker in the Kurdish town of Serdan on Friday.", ["Serdan"]),
        ("Soldiers shot a baker in the Andean district of Huaylas on Friday.", ["Huaylas"]),
        ("Soldiers shot a baker in a mostly Sunni area of Homs on Friday.", ["Homs"]),
        ("Soldiers shot dead a baker in Tungan Mallam on Friday.", ["Tungan Mallam"]),
        ("Soldiers shot a baker in the town of Pont-Brossard on Friday.", ["Pont-Brossard"]),
        ("A strike on a bus in Tarsk killed nine people.", ["Tarsk"]),
        ("Gunmen killed four people in the city of Homs Monday.", ["Homs"]),
        ("Four soldiers were killed in Operation Dawn in Homs.", ["Homs"]),
        ("Fifteen Medics Killed in Air Strikes on Hospital in Homs", ["Homs"]),
        # A surname with a title is no place.
        ("Rusk met two men at a farm. Deputy Rusk then shot a baker dead.", []),
        # What was hit from afar is a place; a missile's name, a flight and somebody's are none.
        ("In January, shelling of Kafr Tarsk killed five people.", ["Kafr Tarsk"]),
        ("Jets bombed Minaz on Monday, killing nine people.", ["Minaz"]),
        ("The bombing of Kestrian Air Flight 103 killed 270 people.", []),
        ("Ivo Orsk led the gang. A drone strike on Orsk killed two men.", []),
        ('The army fired "a barrage of Katyusha rockets" at the bakery.', []),
        ("The visitor was named as Agnes Rohr, 61.", []),
        # The parser takes many names of villages for persons; a noun for a settlement, an article or "raids" tell.
        ("Jets hit the high street in the town of Maarat Alnor, killing eight people.", ["Maarat Alnor"]),
        ("War planes struck Orum al Lawza town on Monday, killing six.", ["Orum al Lawza town"]),
        ("Gunmen targeted Sayf al-Dorna neighborhood, killing three.", ["Sayf al-Dorna"]),
        ("Three children were killed in air raids on Jisr al-Shimal.", ["Jisr al-Shimal"]),
        ("Six people were killed in the rebel stronghold of Qorum al-Lawz.", ["Qorum al-Lawz"]),
        ("Two leaders were killed in Kafar Jalas when the raids took place.", ["Kafar Jalas"]),
        ("Ana Lerch town hall was closed after the attack on Ivo Lerch.", []),
        ("Investigators suspect the Santa Elvira cartel.", []),
        ("A man was shot in Velmar and taken to St. Anne's Hospital.", ["Velmar"]),
        ("Shelling of a clinic in nearby Hamet killed a nurse.", ["Hamet"]),
        ("Rebels ambushed a convoy in the Orsk valley on Tuesday, killing 11 soldiers.", ["Orsk"]),
        ("Five people were killed in the Hart family home.", []),
    ],
)
def test_the_words_that_name_a_place(text: str, expected: list[str]) -> None:
    assert [m.text for m in mentions(text) if not m.associative] == expected


@pytest.mark.parametrize(
    ("text", "words", "country", "admin1", "precision"),
    [
        ("He moved to Paris, Texas, last year.", "Paris", "US", "Texas", 1),
        ("He moved to Paris in France.", "Paris", "FR", None, 1),
        ("A blast hit Tripoli, in Lebanon.", "Tripoli", "LB", None, 1),
        ("A blast hit Tripoli, and Libya said little.", "Tripoli", "LY", None, 1),
        ("Libyan forces said that a blast had hit Tripoli.", "Tripoli", "LY", None, 1),
        ("Police detained a man in Andar district, Ghazni province.", "Andar", "AF", "Ghazni", 3),
        ("Police detained a man in Andar district of Ghazni province.", "Andar", "AF", "Ghazni", 3),
        ("Shells fell in Aleppo's Salaheddin district.", "Salaheddin", "SY", "Aleppo", 3),
        ("Two died in Nonesuch village, Helmand province.", "Nonesuch", "AF", "Helmand", 4),
        ("Clashes went on in Idlib province in Syria.", "Idlib", "SY", "Idlib", 4),
        ("A bomb exploded 20 km north of Mosul in Iraq.", "Mosul", "IQ", "Nineveh", 2),
        ("A bomb exploded near Mosul in Iraq.", "Mosul", "IQ", "Nineveh", 2),
        ("Officials in Iraq said little.", "Iraq", "IQ", None, 6),
        ("A ship sank in the Red Sea.", "Red Sea", None, None, 5),
        ("The dead were taken to Springfield, Ill., on Monday.", "Springfield", "US", "Illinois", 1),
        ("CHARLESTON, W.Va. -- A man was shot on Monday.", "CHARLESTON", "US", "West Virginia", 1),
        ("THE ARMY SAID TWO DIED IN CHALATENANGO DEPARTMENT, EL SALVADOR.", "CHALATENANGO", "SV", "Chalatenango", 4),
    ],
)  # fmt: skip
def test_where_a_name_is(text: str, words: str, country: str | None, admin1: str | None, precision: int) -> None:
    found = place(text, words)
    assert found.lat is not None
    assert found.country == country
    assert admin1 is None or found.admin1 == admin1
    assert found.precision == precision


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Gunmen shot four passengers in Homs.", "Homs", True),
        ("Gunmen shot four passengers who were queueing for the coach to Homs.", "Homs", False),
        ("A US drone strike killed two men.", "US", False),
        ("The Homs strike killed two men.", "Homs", True),
        ("Justice Watch, a group based in London, put the dead at 21.", "London", False),
        ("The London-based monitor counted 21 dead.", "London", False),
        ("Nine soldiers based in Homs were killed.", "Homs", True),
        ("The Damascus-appointed governor said 12 were wounded.", "Damascus", False),
        ("A spokesman told a briefing in Geneva that four children were dead.", "Geneva", False),
        ("The foreign ministry in Khartoum said 12 were wounded.", "Khartoum", False),
    ],
)
def test_whether_a_name_says_where_something_happened(text: str, words: str, expected: bool) -> None:
    token = next(t for t in parser.parse(text) if t.text == words)
    assert is_event_location(token) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A shell hit a hospital in Homs.", False),
        ("Two men were flown to a hospital in Homs.", True),
        ("Two men died at a hospital in Homs.", True),
        ("Two men died in Homs.", False),
        ("Two men were taken to hospital in Homs.", True),
        ("Two men were shot in Homs and taken to hospital.", False),
        ("Seven refugees from Homs were killed.", True),
        ("Armed men from Homs county attacked a farm.", True),
        ("A rocket from Homs killed two men.", False),
    ],
)
def test_whether_a_name_says_where_people_come_from_or_go(text: str, expected: bool) -> None:
    token = next(t for t in parser.parse(text) if t.text == "Homs")
    assert is_where_people_come_or_go(token) is expected


def test_one_name_has_one_sense_in_a_report() -> None:
    text = "A man was shot in Paris on Monday. Officers came from Dallas, Texas. Paris, Texas, is a quiet town."
    assert {m.place.admin1 for m in mentions(text) if m.text == "Paris"} == {"Texas"}


def test_places_in_a_list_are_not_inside_each_other() -> None:
    """There is a village San Salvador near a San Miguel in the Philippines."""
    text = "Homes burned in San Salvador, San Miguel, Usulutan, and Zacatecoluca."
    assert {m.place.country for m in mentions(text)} == {"SV"}
    assert place("Shots fell in Portland, Maine, and Salem, Oregon.", "Portland").admin1 == "Maine"


def test_small_towns_of_a_country_that_is_not_mentioned_are_left_open() -> None:
    """Two quarters of a capital, which the gazetteer knows as towns elsewhere, are no evidence for each other."""
    text = (
        "The Salvadoran army shelled San Benito and Escalon, two quarters of San Salvador, on Monday. Salvadoran radio "
        "said that Soyapango was quiet."
    )
    assert place(text, "Escalon").country is None
    assert place(text, "San Benito").country is None
    assert place(text, "Soyapango").country == "SV"


def test_an_unknown_name_has_a_reason_and_no_coordinates() -> None:
    found = place("Two men were found dead in Nonesuch village on Monday.", "Nonesuch")
    assert found.lat is None
    assert found.reason
    assert "not in the gazetteer" in found.reason


def test_coordinates_of_a_larger_place_have_a_reason() -> None:
    found = place("Two died in Nonesuch village, Helmand province.", "Nonesuch")
    assert found.name == "Nonesuch"
    assert found.geonameid is None
    assert found.reason
    assert "Helmand" in found.reason


def test_two_equal_candidates_are_left_to_a_person(tmp_path: Path) -> None:
    own = tmp_path / "places.csv"
    own.write_text("name,lat,lon,within,kind\nTwinmere,10,20,,town\nTwinmere,40,60,,town\n", encoding="utf-8")
    with gazetteer.own_places(own):
        found = place("A man was shot in Twinmere on Monday.", "Twinmere")
    assert found.lat is None
    assert found.reason
    assert "may be any of" in found.reason
    assert len(found.candidates) == 2
    assert {c.name for c in found.candidates} == {"Twinmere"}


def test_the_address_of_the_outlet_decides_on_the_country() -> None:
    text = "A man was shot in Newcastle on Monday."
    assert mentions(text, url="https://example.com.au/1")[0].place.country == "AU"
    assert mentions(text, url="https://example.co.uk/1")[0].place.country == "GB"


def test_own_places_are_found_in_text() -> None:
    with gazetteer.own_places(SAMPLES / "places.csv"):
        found = place("VELMAR, Kestria – An air strike hit the clinic in Velmar on Tuesday.", "Velmar")
    assert (found.lat, found.lon) == (-38.4, -26.2)
    assert found.country is None
    assert found.country_name == "Kestria"


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(PIECES)))
def test_spans_equal_their_text_and_do_not_overlap(words: list[str]) -> None:
    text = " ".join(words)
    found = mentions(text)
    assert all(text[m.start : m.end] == m.text == m.place.text for m in found)
    assert all(one.end <= two.start for one, two in pairwise(found))


def test_a_nationality_is_a_mention_of_its_country_but_no_place_of_an_event() -> None:
    found = mentions("Kenyan police said two Sri Lankans were killed near Nairobi on Monday.")
    assert [(m.text, m.place.country, m.associative) for m in found] == [
        ("Kenyan", "KE", True),
        ("Sri Lankans", "LK", True),
        ("Nairobi", "KE", False),
    ]


def test_a_branch_of_an_organisation_is_no_place() -> None:
    assert not mentions("The bombing was claimed by Islamic State Khorasan Province.")


def test_a_region_of_a_state_is_a_place() -> None:
    assert "Belgorod" in {
        mention.place.name for mention in mentions("A driver was killed in Russia's Belgorod region.")
    }


def test_the_town_that_the_dead_are_from_is_not_where_the_next_are_hurt() -> None:
    text = (
        "Two men were killed in Lviv. The victims, cousins from the nearby town of Lutsk, sold rugs. A guard was hurt."
    )
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert {claim.place.name for claim in claims if claim.place} == {"Lviv"}


def test_the_state_of_the_dead_is_not_where_they_died() -> None:
    text = "Thirteen US soldiers were killed in a bombing. It was claimed by the Front."
    claims = rules.read(Report(id="r", sha256="0" * 64, text=text)).claims
    assert {claim.place for claim in claims} == {None}


def test_the_initials_of_a_country_are_not_a_pronoun() -> None:
    assert [m.text for m in mentions("The army left. US officials told us so.")] == ["US"]
    assert not mentions("THE ARMY TOLD US SO ON MONDAY.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("THE ATTACK WAS IN PANAMA CITY ON MONDAY.", "Panama City"),
        ("The attack was in Panama City on Monday.", "Panama City"),
        ("The attack was in Nairobi city on Monday.", "Nairobi"),
    ],
)
def test_a_city_keeps_the_noun_that_is_part_of_its_name_in_the_gazetteer(text: str, name: str) -> None:
    assert [m.place.name for m in mentions(text)] == [name]


def test_an_article_in_a_text_in_capitals_is_not_a_city() -> None:
    assert "LA" not in [m.text for m in mentions("THE MEN MET AT LA MARSKA FARM ON MONDAY AND LEFT IN TWO CARS.")]


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("Shells hit the village of Ivanivka in Ukraine on Tuesday.", True),
        ("Shells hit Ivanivka, in Poltava region, Ukraine, on Tuesday.", False),
        ("Shells hit Kharkiv in Ukraine on Tuesday.", False),
    ],
)
def test_a_village_that_only_its_size_speaks_for_has_the_others_as_candidates(text: str, doubted: bool) -> None:
    found = place(text, "Kharkiv" if "Kharkiv" in text else "Ivanivka")
    assert found.lat is not None
    assert found.reason is None
    assert (len(found.candidates) > 1) == doubted
    if doubted:
        assert (found.candidates[0].lat, found.candidates[0].lon) == (found.lat, found.lon)
        assert len({(each.lat, each.lon) for each in found.candidates}) == len(found.candidates) <= 9


def test_a_country_that_somebody_is_from_is_not_where_they_were_killed() -> None:
    def place_of(text: str) -> Place | None:
        return rules.read(Report(id="r", sha256="0" * 64, text=text)).claims[0].place

    assert place_of("A man from Norway was killed in a bar on Friday.") is None
    found = place_of("A man from Norway was killed in a bar in Homs on Friday.")
    assert found is not None
    assert found.name == "Homs"


@pytest.mark.parametrize(
    "text", ["Based in London, he wrote.", "Mostly traders, a guard and a cook said.", "He was ² when."]
)
def test_the_first_word_of_a_text_has_no_word_before_it(text: str) -> None:
    assert rules.read(Report(id="r", sha256="", text=text)).claims == ()


@pytest.mark.parametrize(
    ("text", "words", "name", "admin1"),
    [
        ("The war that Syrias rebels began goes on.", "Syrias", "Syria", None),
        ("A blast hit the centre of Aleppos old market.", "Aleppos", "Aleppo", "Aleppo"),
        ("Honduras sent help.", "Honduras", "Honduras", None),
    ],
)
def test_the_apostrophe_of_a_large_place_may_be_lost(text: str, words: str, name: str, admin1: str | None) -> None:
    found = place(text, words)
    assert (found.name, found.admin1) == (name, admin1)


@pytest.mark.parametrize(
    "text",
    [
        "Agents of the F.B.I. searched the house.",
        "The attack was blamed on Vermins forces.",
        "Posted on Jun 4 by a reader.",
        "Fighters of the IS group left.",
    ],
)
def test_initials_groups_and_months_are_no_places(text: str) -> None:
    assert mentions(text) == []


def test_initials_of_a_places_name_are_a_place() -> None:
    assert [m.text for m in mentions("The tour of L.A. ended on Monday.")] == ["L.A."]
    assert [m.text for m in mentions("The protest in D.C. ended.")] == ["D.C."]


def test_a_place_beside_a_town_stands_there_with_a_reason() -> None:
    text = "Jets hit lorries at the town of Tal Ruden near Aleppo, and shells the Maisar and al-Tarn quarters of Homs."
    for words, town in (("Tal Ruden", "Aleppo"), ("Maisar", "Homs"), ("al-Tarn", "Homs")):
        found, around = place(text, words), place(text, town)
        assert (found.lat, found.lon, found.precision) == (around.lat, around.lon, 2)
        assert found.geonameid is None
        assert found.reason
        assert f"placed at {town}" in found.reason


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The headline has the town, the report the quarter: one attack.
        (
            "Five killed in Aleppo\n\nFive people were killed on Monday when a shell hit the Maisar quarter of Aleppo.",
            ["Maisar", "Maisar"],
        ),
        # The village is in a sentence without a count, and has no coordinates of its own.
        (
            "Five millers died in Aleppo on Monday. The air strike hit a bakery in the village of Kasht.",
            ["Kasht"],
        ),
        # With two quarters nothing tells to which the count belongs.
        (
            "Nine people were killed in Aleppo on Monday. A shell killed five in the Maisar quarter of Aleppo. Another "
            "killed four in the al-Tarn quarter of Aleppo.",
            ["Aleppo", "Maisar", "al-Tarn"],
        ),
        # Two of eight.
        (
            "Eight people were killed in Aleppo on Monday. A shell killed two people in the Maisar quarter of Aleppo.",
            ["Aleppo", "Maisar"],
        ),
        # Another day.
        (
            "Five died in Aleppo on 1 May 2021. On 20 May 2021 a bomb hit a bus in the Maisar quarter of Aleppo.",
            ["Aleppo"],
        ),
    ],
)
def test_a_claim_has_the_finer_place_that_its_report_names_elsewhere(text: str, expected: list[str]) -> None:
    claims = rules.read(Report(id="r", sha256="", text=text)).claims
    assert [c.place.name for c in claims if c.kind == "killed" and c.place is not None] == expected
    towns = {(c.place.lat, c.place.lon) for c in claims if c.place is not None}
    assert towns == {(36.20124, 37.16117)}


def test_a_first_name_after_an_age_is_no_place() -> None:
    assert [m.text for m in mentions("They named the teen as 17-year-old Jamal Pruitt, a pupil in Homs.")] == ["Homs"]


@pytest.mark.parametrize(
    "text",
    [
        "Noonan pleaded not guilty to murdering Callum Pryce.",
        "Ana Roth, Emil Lind and Karl Prat were in good health, doctors said.",
    ],
)
def test_a_defendant_and_a_name_between_persons_are_no_places(text: str) -> None:
    assert mentions(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nine people were killed in Dorna and four were wounded in Kesten.", ["Dorna", "Kesten"]),
        ("Three people were killed in Dorna and two others wounded in Kesten.", ["Dorna", "Kesten"]),
        ("Nine people were killed and four were wounded in Kesten.", ["Kesten", "Kesten"]),
        ("A shell hit a bus in Kesten and nine people were killed.", ["Kesten"]),
        ("A girl was shot in Dorna on Monday and taken to hospital in Kesten.", ["Dorna"]),
        # Another event, days before or in a contrast, has its own place.
        (
            "A mob killed a judge in Dorna on Sunday, two days after a guard was shot dead in Kesten.",
            ["Dorna", "Kesten"],
        ),
        ("Two days after a guard was shot dead in Kesten, a mob killed a judge in Dorna.", ["Kesten", "Dorna"]),
        ("Nine people were killed in Dorna, while in Kesten shelling wounded four.", ["Dorna", "Kesten"]),
        # A surname is no place.
        (
            "The body of Nadia Orlov was found near Dorna. Orlov, 38, was shot. Two friends of Orlov were killed.",
            ["Dorna", "Dorna", "Dorna"],
        ),
        # A village or quarter is finer than the town that the words put it in, also if no gazetteer has it.
        ("Airstrikes on the town of Kafr Odun in rural Idlib on Monday killed six people.", ["Kafr Odun"]),
        ("A third shell fell in the al-Mashraq neighborhood in Aleppo city, wounding three guards.", ["al-Mashraq"]),
        ("A bomb killed ten people in the Salira neighbourhood of Hasakah city.", ["Salira"]),
        ("A bomb in Pakistan's Quetta killed ten people.", ["Quetta"]),
        # So is one beside a town, in a list, in a longer name, and one that a noun describes or that was attacked.
        ("Jets hit six lorries at the town of Tal Ruden near Aleppo. The raid killed 12 drivers.", ["Tal Ruden"]),
        ("Two men died in a raid on Velmik, some 20 kilometres (12 miles) north of Idlib.", ["Velmik"]),
        ("A blast in the Rashwan area at the edge of Aleppo killed nine people.", ["Rashwan"]),
        ("A blast in the Rashwan area on Aleppo's outskirts killed nine people.", ["Rashwan"]),
        ("Shells fired on the quarters of Maisar and al-Tarn in Aleppo killed four people.", ["Maisar and al-Tarn"]),
        ("Shells hit the Maisar and al-Tarn neighbourhoods in Aleppo, killing four people.", ["Maisar and al-Tarn"]),
        ("Two men died when a shell hit Kasht, a small village near Aleppo.", ["Kasht"]),
        ("Troops killed 13 militants in Abu al-Tarna region west of Homs.", ["Abu al-Tarna"]),
        ("Some 30 farmers were killed at dawn in rebel-held Khan Tarun.", ["Khan Tarun"]),
        ("Tal Tarun in Idlib province suffered two raids that killed nine farmers.", ["Tal Tarun"]),
        # A list ends with "and" and its last name.
        ("Jets bombed the villages of Kasht and Velmik, Ostrava said, killing four people.", ["Kasht and Velmik"]),
        # The place that opens a sentence is valid for the next one.
        ("In Homs, where the siege goes on, nobody spoke. Nine guards were wounded there on Monday.", ["Homs"]),
    ],
)
def test_people_were_harmed_where_their_own_clause_says(text: str, expected: list[str]) -> None:
    claims = rules.read(Report(id="r", sha256="", text=text)).claims
    assert [c.place.name for c in claims if c.count is not None and c.place is not None] == expected
