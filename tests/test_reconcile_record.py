from datetime import date

import msgspec
import pytest
from reconcile_builders import DAY, claim, group, incident, person, report

from tollbook import reconcile
from tollbook.model import Actor, People, Place, Thing, When
from tollbook.reconcile.perpetrators import parties
from tollbook.reconcile.title import day
from tollbook.record import Group, Perpetrator


def victims(*claims):
    return [(v.name or v.description, v.effect, v.age.best if v.age else None) for v in incident(*claims).victims]


def test_one_name_in_two_spellings_is_one_victim():
    claims = (
        person("Ilyas Tarkhan", named="Ilyas Tarkhan", age=41),
        person("Ilias Tarhan", named="Ilias Tarhan", in_="b"),
    )
    assert len(victims(*claims)) == 1
    assert victims(*claims)[0][1:] == ("killed", 41)


def test_a_common_name_alone_is_not_merged():
    one, other = person("Pasko", named="Pasko"), person("Pasko", named="Pasko", in_="b")
    assert len(victims(one, other)) == 2
    aged = [person("Pasko", named="Pasko", age=30, in_=r) for r in "ab"]
    assert len(victims(*aged)) == 1


def test_a_surname_joins_the_only_full_name_that_has_it():
    assert victims(person("Oren Pasko", named="Oren Pasko"), person("Pasko", named="Pasko", in_="b")) == [
        ("Oren Pasko", "killed", None)
    ]


def test_two_ages_in_one_report_are_two_people():
    claims = (
        person("Oren Pasko", named="Oren Pasko", age=70),
        person("Oren Pasko", named="Oren Pasko", age=19, start=90),
    )
    assert len(victims(*claims)) == 2


def test_the_gravest_outcome_of_a_person_counts():
    claims = person("Hana Volk", "injured", named="Hana Volk"), person("Hana Volk", named="Hana Volk", in_="b")
    assert victims(*claims) == [("Hana Volk", "killed", None)]


def test_listed_parts_replace_their_whole():
    whole = claim(3, people=People(text="two adults and a child"))
    adults = claim(2, scope="part", part_of=whole.id, people=People(text="two adults"), start=1)
    child = claim(1, scope="part", part_of=whole.id, people=People(text="a child"), start=2)
    made = incident(whole, adults, child)
    assert [v.description for v in made.victims] == ["a child", "two adults"]
    assert made.figures["killed"].best == 3


def test_words_without_a_description_are_no_victims():
    assert victims(claim(17, people=People(text="17 others")), claim("no one", people=People(text="nobody"))) == []


def test_an_unnamed_person_with_a_named_ones_age_in_the_same_report_is_that_person():
    named = person("Timo Karel", named="Timo Karel", age=4)
    same, other = (person("a boy of four", age=4, sex="male", in_=name, start=50) for name in "ab")
    assert [v[0] for v in victims(named, same)] == ["Timo Karel"]
    assert [v[0] for v in victims(named, other)] == ["Timo Karel", "a boy of four"]


FRONT, ARMY = Actor(name="Highland Front"), Actor(name="the Kestrian army")
CONVICTED = Actor(name="Highland Front", certainty="convicted")
SUSPECTED = Actor(name="Highland Front", certainty="suspected")
CLAIMED = claim(None, "responsibility", by="Highland Front", stance="claims responsibility", start=90)


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([claim(None, "responsibility", by="Highland Front", stance="claims responsibility")], "claimed"),
        ([claim(None, "accusation", by="the mayor", by_=FRONT)], "accused by authorities"),
        ([claim(None, "accusation", by="Ana Brod", by_=FRONT)], "accused"),
        ([claim(3, by="Ana Brod", by_=FRONT, stance="doubts")], "suspected"),
        ([claim(3, by_=FRONT)], "unknown"),
        ([claim(3, by_=FRONT), claim(None, "denial", by="the Highland Front", stance="denies", start=50)], "denied"),
        ([claim(3, by="Highland Front", by_=FRONT)], "admitted"),
        ([claim(3, by="a spokesman for the Highland Front", by_=FRONT)], "admitted"),
        ([claim(3, by="an activist Front", by_=FRONT)], "accused"),
        ([claim(None, "inquiry", by="Highland Front", by_=FRONT, stance="promises inquiry")], "suspected"),
        ([claim(3, by="Highland Front", by_=FRONT, stance="promises inquiry")], "suspected"),
        ([claim(3, by="Ana Brod", by_=SUSPECTED)], "suspected"),
        ([claim(3, by="Ana Brod", by_=SUSPECTED), claim(3, by="Ana Brod", by_=FRONT, start=50)], "accused"),
        ([claim(3, by_=SUSPECTED), claim(3, by_=FRONT, start=50)], "suspected"),
        ([claim(3, by_=SUSPECTED), claim(3, by_=CONVICTED, start=50)], "convicted"),
        ([claim(3, by="the police", by_=FRONT), claim(3, by_=CONVICTED, start=50)], "convicted"),
        ([claim(3, by_=FRONT), CLAIMED], "claimed"),
        ([claim(3, by_=SUSPECTED), CLAIMED], "suspected"),
    ],
)
def test_the_certainty_of_perpetrators(claims, expected):
    assert [(p.name, p.confidence) for p in incident(*claims).perpetrators] == [("Highland Front", expected)]


PERSON = Actor(name="Dan Orlik", kind="individual", certainty="suspected")


@pytest.mark.parametrize(
    ("words", "beside", "left"),
    [
        ("lone gunman", PERSON, ["Dan Orlik"]),
        ("30-year-old Fort Velm man", PERSON, ["Dan Orlik"]),
        ("another Velm man", PERSON, ["Dan Orlik", "another Velm man"]),
        ("Two men", PERSON, ["Dan Orlik", "Two men"]),
        ("man", PERSON, ["Dan Orlik"]),
        ("suicide bomber", PERSON, ["Dan Orlik"]),
        ("two gunmen", PERSON, ["Dan Orlik", "two gunmen"]),
        ("young engineer", PERSON, ["Dan Orlik", "young engineer"]),
        ("suicide bomber", FRONT, ["Highland Front", "suicide bomber"]),
        ("gunman", Actor(name="Kestrian police", kind="individual"), ["Kestrian police", "gunman"]),
        ("gunman", Actor(name="Coastal Front fighters", kind="individual"), ["Coastal Front fighters", "gunman"]),
    ],
)
def test_words_for_an_attacker_beside_a_name_are_no_further_perpetrator(words, beside, left):
    unnamed = claim(3, by_=Actor(name=words, kind="individual"), start=50)
    assert sorted(p.name for p in incident(claim(3, by_=beside), unnamed).perpetrators) == left


def test_two_names_of_a_state_are_one_perpetrator():
    strikes = [claim(3, by_=Actor(name=name, kind="organisation")) for name in ("US", "United States", "Turkey")]
    moved = [msgspec.structs.replace(one, id=f"{one.id}{n}", start=n * 50) for n, one in enumerate(strikes)]
    assert sorted(p.name for p in incident(*moved).perpetrators) == ["Turkey", "United States"]


def test_words_for_an_attacker_that_a_person_gave_stay_beside_a_name():
    given = claim(3, by_=Actor(name="gunman", kind="individual"), start=50)
    found = incident(claim(3, by_=PERSON), msgspec.structs.replace(given, confidence=1.0)).perpetrators
    assert {p.name for p in found} == {"Dan Orlik", "gunman"}


def test_a_title_calls_a_police_site_so():
    hit = claim(3, sites=(Thing(name="checkpoint", kind="police"),))
    assert incident(hit).title.startswith("Reported airstrike, police site")


def test_a_name_that_only_some_claims_show_to_be_an_organisation_is_one_actor():
    one = claim(3, by="Ana Brod", by_=Actor(name="Coastal Guard", kind="individual"))
    other = claim(3, by="Ana Brod", by_=Actor(name="the Coastal Guard", kind="organisation"), start=50)
    assert [(p.kind, len(p.claims)) for p in incident(one, other).perpetrators] == [("organisation", 2)]


def test_an_actor_named_only_in_a_denial_is_not_held_responsible():
    denied = claim(None, "denial", by="the army", by_=Actor(name="troops"), stance="denies", start=50)
    counted = claim(9, by="the army", by_=Actor(name="troops"), stance="denies", start=80)
    assert incident(claim(3), denied, counted).perpetrators == ()
    decided = claim(9, by="the army", by_=Actor(name="troops", certainty="denied"), stance="denies", start=80)
    assert [(p.name, p.confidence) for p in incident(claim(3), denied, decided).perpetrators] == [("troops", "denied")]


def test_a_speaker_who_condemns_an_attack_does_not_admit_it():
    def held(speaker):
        said = claim(None, "accusation", by=speaker, by_=FRONT, stance="condemns", start=50)
        return [(p.name, p.confidence) for p in incident(claim(3), said).perpetrators]

    assert held("Highland Front") == []
    assert held("a house that the Highland Front built") == [("Highland Front", "accused")]


def test_those_who_arrest_people_after_an_attack_are_not_held_responsible():
    arrested = claim(2, "captured", by_=ARMY)
    assert [p.name for p in incident(arrested).perpetrators] == ["the Kestrian army"]
    assert [p.name for p in incident(arrested, claim(3, start=50)).perpetrators] == []
    raid = claim(3, by_=ARMY, start=50)
    assert [p.name for p in incident(arrested, raid).perpetrators] == ["the Kestrian army"]


def test_the_site_of_an_arrest_after_an_attack_was_not_hit():
    flat = claim(2, "captured", sites=(Thing(name="a flat", kind="home"),))
    school = claim(3, sites=(Thing(name="a school", kind="school"),), start=50)
    assert [s.name for s in incident(flat, school).sites] == ["a school"]
    assert [s.name for s in incident(flat).sites] == ["a flat"]


def test_sites_and_weapons_merge_by_wording_and_keep_the_gravest_effect():
    hit = claim(None, "site damaged", sites=(Thing(name="the clinic", kind="hospital"),))
    ruined = claim(None, "site destroyed", in_="b", sites=(Thing(name="district clinic", kind="hospital"),))
    school = claim(3, sites=(Thing(name="the school", kind="school"),), with_=(Thing(name="two bombs", kind="bomb"),))
    made = incident(hit, ruined, school)
    assert [(s.name, s.effect) for s in made.sites] == [("district clinic", "destroyed"), ("the school", "unknown")]
    assert [w.kind for w in made.weapons] == ["bomb"]


def test_an_air_raid_is_an_air_strike():
    raids, strike = Thing(name="air raids", kind="other"), Thing(name="air strike", kind="other")
    other = Thing(name="artillery raid", kind="artillery")
    made = incident(claim(2, with_=(raids,)), claim(3, with_=(strike, other), start=50))
    assert [w.name for w in made.weapons] == ["air raids", "artillery raid"]


def test_a_part_of_a_building_is_no_other_site():
    clinic, wing = Thing(name="Tarn clinic", kind="hospital"), Thing(name="east wing of the building", kind="building")
    hall = Thing(name="a hall near the clinic", kind="building")
    assert [s.name for s in incident(claim(2, sites=(clinic, wing))).sites] == ["Tarn clinic"]
    assert [s.name for s in incident(claim(2, sites=(clinic, Thing(name="east wing", kind="other")))).sites] == [
        "Tarn clinic"
    ]
    assert [s.name for s in incident(claim(2, sites=(Thing(name="east wing", kind="other"),))).sites] == ["east wing"]
    assert [s.name for s in incident(claim(2, sites=(clinic, hall))).sites] == ["Tarn clinic", "a hall near the clinic"]


def test_statements_are_in_order():
    denied = claim(None, "denial", by="Colonel Davit Orsen", stance="denies", in_="a")
    promised = claim(None, "inquiry", by="Orsen", stance="promises inquiry", in_="b", start=7)
    condemned = claim(None, "accusation", by="Ana Brod", stance="condemns", in_="c")
    denied, promised = (type(c)(**{**_fields(c), "quote": q}) for c, q in ((denied, "No."), (promised, "We will see.")))
    made = incident(promised, condemned, denied, reports=[report("a", 6), report("b", 8), report("c", None)])
    assert [(s.speaker, s.stance) for s in made.statements] == [
        ("Colonel Davit Orsen", "denies"),
        ("Orsen", "promises inquiry"),
        ("Ana Brod", "condemns"),
    ]
    assert made.statements[0].said == date(2021, 10, 6)


def test_a_promise_of_an_inquiry_comes_after_the_denial_of_that_day():
    promised = claim(None, "inquiry", by="Davit Orsen", stance="promises inquiry", in_="a")
    denied = claim(None, "denial", by="Davit Orsen", stance="denies", in_="b", start=50)
    assert [s.stance for s in incident(promised, denied).statements] == ["denies", "promises inquiry"]


def _fields(record):
    return {f: getattr(record, f) for f in record.__struct_fields__}


def test_one_statement_in_two_reports_is_one():
    twice = [claim(None, "denial", by="Davit Orsen", stance="denies", in_=r) for r in "ab"]
    assert [len(s.claims) for s in incident(*twice).statements] == [2]


def test_two_unlike_sentences_of_a_speaker_in_one_report_are_two_statements():
    text = "The ministry denied that jets hit the market. Rain fell. The ministry denied any use of gas shells in Orsk."
    words = ["denied that jets hit the market", "denied any use of gas shells in Orsk"]

    def said(in_, texts):
        denial = claim(None, "denial", by="the ministry", stance="denies", in_=in_)
        return [
            msgspec.structs.replace(
                denial, id=in_ + each, quote=each, start=text.index(each), end=text.index(each) + len(each)
            )
            for each in texts
        ]

    alone = incident(*said("a", words), reports=[report("a", 6, text=text)])
    assert [len(s.claims) for s in alone.statements] == [1, 1]
    other = [*said("a", words[:1]), *said("b", words[1:])]
    both = incident(*other, reports=[report("a", 6, text=text), report("b", 6, text=text)])
    assert [len(s.claims) for s in both.statements] == [2]


def test_words_within_a_statement_are_no_other_statement():
    whole = claim(None, "denial", by="Davit Orsen", stance="denies", start=0)
    inner = msgspec.structs.replace(claim(None, "site damaged", by="Davit Orsen", stance="denies", start=3), end=9)
    [statement] = incident(whole, inner).statements
    assert set(statement.claims) == {whole.id, inner.id}


def test_titles_are_neutral():
    hit = claim(3, sites=(Thing(name="the clinic", kind="hospital"),))
    made = reconcile.incident(group(hit, place=Place(name="Velmar", lat=1.0, lon=2.0)), {"a": report("a")})
    assert made.title == "Reported airstrike, hospital, Velmar, 5 October 2021"
    assert reconcile.incident(Group(id="g", kind="attack"), {}).title == "Reported attack"


def test_a_title_does_not_say_other():
    yard, clinic = Thing(name="the yard", kind="other"), Thing(name="the clinic", kind="hospital")
    place = Place(name="Velmar", lat=1.0, lon=2.0)
    alone = group(claim(3, sites=(yard,)), place=place)
    both = group(claim(3, sites=(yard, clinic)), claim(3, sites=(yard,), start=50), place=place)
    titles = [reconcile.incident(each, {"a": report("a")}).title for each in (alone, both)]
    assert titles == [
        "Reported airstrike, Velmar, 5 October 2021",
        "Reported airstrike, hospital, Velmar, 5 October 2021",
    ]


@pytest.mark.parametrize(
    ("when", "words"),
    [
        (When(start=DAY, end=DAY, precision="day"), "5 October 2021"),
        (When(start=DAY, end=date(2021, 10, 7), precision="days"), "5–7 October 2021"),
        (When(start=DAY, end=date(2021, 11, 2), precision="days"), "5 October 2021 – 2 November 2021"),
        (When(start=date(2021, 10, 1), end=date(2021, 10, 31), precision="month"), "October 2021"),
        (When(start=date(2021, 1, 1), end=date(2021, 12, 31), precision="year"), "2021"),
        (When(text="in the spring"), None),
        (None, None),
    ],
)
def test_days_in_words(when, words):
    assert day(when) == words


@pytest.mark.parametrize(
    ("claims", "rule", "grade"),
    [
        ([claim(3, by="Ana Brod")], "range", "weak"),
        ([claim(3, by="Ana Brod"), claim(3, by="Oren Pasko", in_="b")], "range", "fair"),
        ([claim(3, by="Ana Brod", by_=FRONT), claim(3, by="Oren Pasko", in_="b", by_=ARMY)], "airwars", "contested"),
        ([claim(3, by="Ana Brod")], "ibc", "provisional"),
        ([claim(3, by="Ana Brod"), claim(4, by="Oren Pasko", in_="b")], "ibc", "documented"),
    ],
)
def test_grades(claims, rule, grade):
    assert incident(*claims, rule=rule).grade.value == grade


DENIED = claim(None, "denial", by="Oren Pasko", stance="denies", start=95)
ADMITTED = claim(5, by="Highland Front", by_=FRONT, start=70)
ACCUSING = [claim(3, by="Ana Brod", by_=FRONT), claim(3, by="Oren Pasko", in_="b", by_=ARMY)]
TWO_SOURCES = [claim(3, by="Ana Brod"), claim(3, by="Oren Pasko", in_="b")]


@pytest.mark.parametrize(
    ("claims", "confirmed", "value", "words"),
    [
        # nobody has confirmed the words: the grade is that of the sources
        ([claim(3), CLAIMED], [], "weak", "Reports say that Highland Front accepted responsibility"),
        ([claim(3), ADMITTED], [], "fair", "Reports say that Highland Front accepted responsibility"),
        ([*TWO_SOURCES, CLAIMED], [], "fair", "Reports say that Highland Front accepted responsibility"),
        ([*TWO_SOURCES, DENIED], [], "fair", "2 independent sources."),
        # a person confirmed another claim
        ([claim(3), CLAIMED], [claim(3)], "weak", "Reports say that Highland Front accepted responsibility"),
        # who is accused without the words stays accused
        ([*ACCUSING, CLAIMED], [], "contested", "Reports say that Highland Front accepted responsibility"),
        # a person confirmed them
        ([claim(3), CLAIMED], [CLAIMED], "confirmed", "Highland Front accepted responsibility, according"),
        ([claim(3), ADMITTED], [ADMITTED], "confirmed", "Highland Front accepted responsibility, according"),
        ([*ACCUSING, CLAIMED], [CLAIMED], "confirmed", "Highland Front accepted responsibility, according"),
        ([*TWO_SOURCES, DENIED], [DENIED], "fair", "and there is a denial"),
    ],
)
def test_a_grade_counts_words_of_responsibility_only_after_a_person(claims, confirmed, value, words):
    made = incident(*claims, rule="airwars", confirmed=frozenset(each.id for each in confirmed)).grade
    assert made.value == value
    assert words in made.why


def test_a_record_without_casualties_has_no_grade():
    assert incident(claim(None, "denial", by="Davit Orsen", stance="denies")).grade is None


def test_a_report_that_is_not_in_the_book_is_undated():
    made = reconcile.incident(group(claim(17), claim(18, in_="b")), {})
    assert (made.figures["killed"].low, made.figures["killed"].high) == (17, 18)


WEAPONS = [
    (["Airstrikes", "airstrike", "an air strike"], ["airstrike"]),
    (["two bombs", "bomb", "bombs"], ["bomb"]),
    (["Wire that two bombs", "bomb"], ["bomb"]),
    (["automatic rifles", "rifles"], ["automatic rifles"]),
    (["rifles and", "with"], ["rifles"]),  # cut wrongly by a reader
    (["that"], []),
    (["knives", "a knife"], ["knives"]),
    (["mortar shell", "rocket"], ["mortar shell", "rocket"]),
    (["improvised explosive device", "IED", "roadside bomb"], ["improvised explosive device", "roadside bomb"]),
    (["RPG", "rifle"], ["rifle", "RPG"]),
    (["another bomb", "nail bomb", "other bombs"], ["nail bomb"]),
]


@pytest.mark.parametrize(("wordings", "names"), WEAPONS)
def test_a_weapon_is_one_in_the_singular_and_the_plural(wordings, names):
    named = [claim(None, "attack", start=n, with_=(Thing(name=w, kind="other"),)) for n, w in enumerate(wordings)]
    assert [weapon.name for weapon in incident(*named).weapons] == names


GENERAL_WEAPONS = [
    (("gun", ["a gun", "shotgun"]), ["shotgun"]),
    (("gun", ["firearm", "gun", "guns"]), ["firearm"]),
    (("bomb", ["explosives", "pipe bomb"]), ["pipe bomb"]),
    (("bomb", ["explosive device", "pipe bomb"]), ["explosive device", "pipe bomb"]),
    (("gun", ["gun", "pistol", "rifle"]), ["pistol", "rifle"]),
    (("other", ["weapon", "broom handle"]), ["broom handle", "weapon"]),
]


@pytest.mark.parametrize(("said", "names"), GENERAL_WEAPONS)
def test_a_general_word_is_the_weapon_of_its_kind_that_others_name(said, names):
    kind, wordings = said
    named = [claim(None, "attack", start=n, with_=(Thing(name=w, kind=kind),)) for n, w in enumerate(wordings)]
    assert [weapon.name for weapon in incident(*named).weapons] == names


def test_a_weapon_keeps_the_words_of_every_report():
    named = [
        claim(None, "attack", start=n, with_=(Thing(name=name, kind="gun"),))
        for n, name in enumerate(("Rifles", "rifles", "two rifles", "automatic rifles"))
    ]
    [weapon] = incident(*named).weapons
    assert (weapon.name, weapon.wordings) == ("automatic rifles", ("rifles", "automatic rifles", "two rifles"))


def test_a_known_kind_of_weapon_outranks_other():
    named = [
        claim(None, "attack", start=n, with_=(Thing(name="a shell", kind=k),)) for n, k in enumerate(("other", "shell"))
    ]
    assert [(weapon.name, weapon.kind) for weapon in incident(*named).weapons] == [("a shell", "shell")]


def test_those_who_shoot_the_attackers_are_not_held_responsible():
    def held(*claims):
        return [p.name for p in incident(*claims).perpetrators]

    gunmen, police = Actor(name="two gunmen"), Actor(name="police")
    attack = claim(9, by_=gunmen)
    ended = claim(2, by_=police, start=50, people=People(text="the last of the attackers", status="combatant"))
    assert held(attack, ended) == ["two gunmen"]
    assert held(ended) == ["police"]  # all that happened
    shot_him = claim(1, by_=police, start=50, people=People(text="he", status="combatant"))
    assert held(attack, shot_him) == ["two gunmen"]
    # others among those shot, and fighters whom rebels killed
    hostages = claim(3, by_=police, start=50, people=People(text="two hostages and the gunman"))
    assert held(attack, hostages) == ["police", "two gunmen"]
    rebels = claim(3, by_=Actor(name="rebels"), start=50, people=People(text="them", status="combatant"))
    assert held(attack, rebels) == ["rebels", "two gunmen"]
    # nor does a suspect who died go
    suspect = claim(1, by_=Actor(name="Oskar Lind", certainty="suspected"), start=50, people=People(text="the gunman"))
    assert held(attack, suspect) == ["Oskar Lind", "two gunmen"]


def test_an_outlet_never_claims_an_attack_itself():
    lost = claim(None, "responsibility", by_=Actor(name="Highland Front"), stance="claims responsibility")
    assert incident(claim(3), lost).statements == ()


def test_a_group_that_publishes_itself_claims_an_attack():
    own = claim(None, "responsibility", by_=Actor(name="Outlet a"), stance="claims responsibility")
    assert [s.speaker for s in incident(claim(3), own).statements] == ["Outlet a"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Highland Front", "Highland Front fighters"], [["Highland Front", "Highland Front fighters"]]),
        (["Highland Front fighters", "Coast Guard"], [["Highland Front fighters"], ["Coast Guard"]]),
        # "Army" may be that of either state; other words name others
        (["army", "Kestrian army", "Velmar army"], [["army"], ["Kestrian army"], ["Velmar army"]]),
        (["Front", "Coast"], [["Front"], ["Coast"]]),
        (
            ["Front fighters", "Front", "Front group fighters"],
            [["Front", "Front fighters", "Front group fighters"]],
        ),
    ],
)
def test_names_of_one_party_are_together(names: list[str], expected: list[list[str]]) -> None:
    found = [Perpetrator(name=name, kind="organisation", confidence="accused", claims=()) for name in names]
    assert [[one.name for one in party] for party in parties(found)] == expected


def test_one_party_under_two_names_is_not_contested() -> None:
    fighters = Actor(name="Highland Front fighters", kind="individual")
    claims = [claim(3, by="Ana Brod", by_=FRONT), claim(3, by="Oren Pasko", in_="b", by_=fighters)]
    grade = incident(*claims, rule="airwars").grade
    assert grade is not None
    assert grade.value == "fair"
