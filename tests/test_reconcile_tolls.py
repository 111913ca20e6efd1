from datetime import date

import msgspec
import pytest
from reconcile_builders import claim, report

from tollbook import reconcile
from tollbook.model import Count, People, Place, When

VELMAR, DURSAN = Place(name="Velmar"), Place(name="Dursan")
REPORTS = {r.id: r for r in (report("a", 5), report("b", 7), report("c", 9), report("d", None))}


def total(words, **fields):
    return claim(words, place=fields.pop("place", VELMAR), scope="running total", **fields)


def series(*claims, **asked):
    found = reconcile.tolls(claims, REPORTS, **asked)
    return [[(p.as_of and p.as_of.day, p.low, p.best, p.high) for p in toll.series] for toll in found]


def test_a_toll_is_a_series_by_day():
    claims = total(310, by="Ana Brod"), total(318, by="Ana Brod", in_="c")
    assert series(*claims) == [[(5, 310, 310, 310), (9, 318, 318, 318)]]
    assert series(*claims[::-1]) == series(*claims)


def test_as_of_uses_only_published_reports():
    claims = total(310, by="Ana Brod"), total(318, by="Ana Brod", in_="c"), total(300, in_="d")
    assert series(*claims, as_of=date(2021, 10, 6)) == [[(5, 310, 310, 310)]]


def test_each_place_and_outcome_has_its_own_toll():
    claims = total(310), total(20, place=DURSAN, start=40), total(900, kind="injured", start=80)
    assert len(series(*claims)) == 3


def test_one_informant_in_three_outlets_is_one_source_though_one_rounds():
    exact = Count(low=1207, best=1207, high=1207, qualifier="exactly")
    rough = Count(best=1200, high=1200, qualifier="at most")
    totals = [_with(total(1, by=name, in_=r), exact) for name, r in (("Sergiy Dovran", "a"), ("Sergei Dovran", "b"))]
    [toll] = reconcile.tolls([*totals, _with(total(2, in_="c"), rough)], REPORTS)
    assert toll.independent_sources == 1
    assert [p.best for p in toll.series] == [1207, 1207, 1200]


def test_a_multiple_of_the_informant_s_own_figure_is_derived():
    base = total(1207, by="Sergiy Dovran")
    factor = Count(low=3, high=4, qualifier="multiple of", text="three to four times more")
    more = _with(claim(1, by="Sergei Dovran", start=60, place=None, scope="running total"), factor)
    [toll] = reconcile.tolls([base, more], REPORTS)
    assert [(p.low, p.best, p.high) for p in toll.derived] == [(3621, None, 4828)]
    assert toll.derived[0].claims == tuple(sorted((base.id, more.id)))
    assert [p.best for p in toll.series] == [1207]


def test_a_multiple_of_another_s_figure_derives_nothing():
    factor = Count(low=3, high=4, qualifier="multiple of")
    more = _with(claim(1, by="Oren Pasko", start=60, place=DURSAN), factor)
    [toll] = reconcile.tolls([total(1207, by="Ana Brod"), more], REPORTS)
    assert toll.derived == ()


def test_a_toll_depends_on_the_claims_of_its_group_alone():
    factor = Count(low=3, high=4, qualifier="multiple of")
    relative = [_with(claim(1, by="Ira Brod", in_="d", start=60, place=place), factor) for place in (DURSAN, None)]
    totals = [
        total(310, by="Ana Brod"), total(318, by="Brod", in_="b"), total(20, by="Oren Pasko", place=DURSAN, start=40),
        total(900, kind="injured", start=80), claim(7, kind="buried", place=VELMAR, in_="c"),
        _with(claim(1, by="Ana Brod", start=90, place=None), factor),
    ]  # fmt: skip
    every = [*totals, *relative]
    groups = reconcile.toll_groups(every)
    apart = [toll for group in groups.values() for toll in reconcile.tolls(group, REPORTS)]
    assert sorted(apart, key=lambda toll: toll.id) == [*reconcile.tolls(every, REPORTS)]
    assert reconcile.toll_groups(every[::-1]) == groups
    velmar = next(toll for toll in apart if toll.kind == "killed" and toll.place == VELMAR)
    assert len(velmar.derived) == 1
    assert velmar.independent_sources == 1, "Brod is Ana Brod, whoever is called Brod elsewhere"


def test_the_day_of_a_total():
    monday = When(start=date(2021, 10, 4), end=date(2021, 10, 4), precision="day")
    august = When(start=date(2021, 8, 1), end=date(2021, 8, 31), precision="month")
    later = When(start=date(2021, 10, 30), end=date(2021, 10, 30), precision="day")
    assert [s[0][0] for s in series(total(310, when=monday))] == [4]
    assert [s[0][0] for s in series(total(310, when=august))] == [5]
    assert [s[0][0] for s in series(total(310, when=later))] == [5]
    assert [s[0][0] for s in series(total(310, in_="d"))] == [None]


def test_incidents_and_unknown_totals_make_no_toll():
    assert series(claim(3), total("unknown")) == []


def _with(made, count):
    return type(made)(**{**{f: getattr(made, f) for f in made.__struct_fields__}, "count": count})


def test_a_toll_is_of_people_not_of_their_number():
    words = {"at least 40 bodies": "bodies", "well-over 90 deaths": "deaths", "civilians": "civilians"}
    for said, people in words.items():
        totals = claim(40, place=VELMAR, scope="running total")
        totals = msgspec.structs.replace(totals, people=People(text=said))
        (toll,) = reconcile.tolls([totals], REPORTS)
        assert toll.people == people


def told(name, day, text, number, scope="running total", *, people="people", **fields):
    """A total in a report of its own, with the words of its number."""
    words = str(number)
    start = text.index(words)
    made = claim(number, place=VELMAR, scope=scope, in_=name, people=People(text=people), **fields)
    made = msgspec.structs.replace(made, start=start, end=start + len(words), quote=words)
    return made, report(name, day, text=text)


def on(day):
    return When(start=day, end=day, precision="day", basis="relative", text="10 May")


# the sentence of a total, published on 14 October 2021 | the day of October that it is of
DAYS = [
    ("More than 220 people have been killed in Velmar since fighting escalated on 10 May.", 14),
    ("Some 220 people have been killed in Velmar since the siege began two weeks ago.", 14),
    ("At least 220 people had been killed in Velmar by late Monday.", 11),
    ("As of 12 October, 220 people had been killed in Velmar.", 12),
    ("By Sunday, 220 people were killed in Velmar.", 10),
    ("The mayor said on Wednesday that 220 people had been killed in Velmar so far.", 13),
    ("On Tuesday the mayor said 220 people had been killed in Velmar so far.", 12),
    ("So far 220 people have been killed in Velmar, 12 of them by Tuesday's strike.", 14),
    ("The clinic was hit on 5 October, and 220 people have been killed in Velmar so far.", 14),
]


@pytest.mark.parametrize(("text", "day"), DAYS, ids=[row[0] for row in DAYS])
def test_a_total_is_of_the_day_it_was_said_unless_the_words_give_another(text, day):
    made, source = told("a", 14, text, 220)
    when = When(start=date(2021, 5, 10), end=date(2021, 5, 10), precision="day", basis="relative", text=text[:4])
    [toll] = reconcile.tolls([msgspec.structs.replace(made, when=when)], {"a": source})
    assert [point.as_of for point in toll.series] == [date(2021, 10, day)]


def test_a_day_that_a_person_gave_counts():
    made, source = told("a", 14, "So far 220 people have been killed in Velmar.", 220)
    given = When(start=date(2021, 10, 9), end=date(2021, 10, 9), precision="day", basis="stated", text="9.10.2021")
    [toll] = reconcile.tolls([msgspec.structs.replace(made, when=given)], {"a": source})
    assert toll.series[0].as_of == date(2021, 10, 9)


def test_a_burial_is_of_its_day():
    tuesday = When(start=date(2021, 10, 5), end=date(2021, 10, 5), precision="day", basis="relative", text="Tuesday")
    text = "On Tuesday 40 bodies were buried."
    made = msgspec.structs.replace(claim(40, "buried", when=tuesday, place=VELMAR), quote="40", start=11, end=13)
    other = msgspec.structs.replace(made, id="b", report="b")
    [toll] = reconcile.tolls([made, other], {n: report(n, d, text=text) for n, d in (("a", 7), ("b", 8))})
    assert [point.as_of for point in toll.series] == [date(2021, 10, 5)]


def joined(*said):
    found = reconcile.tolls([c for c, _ in said], {r.id: r for _, r in said})
    return sorted([point.best for point in toll.series] for toll in found)


SIEGE = told("a", 7, "At least 310 civilians have been killed in Velmar since the siege began in August.", 310)


def test_a_total_that_goes_on_is_one_series():
    since = told("b", 11, "He put the number of civilians killed in the town since August at 318.", 318, "period total")
    so_far = told("c", 12, "So far 320 people have been killed.", 320)
    assert joined(SIEGE, since, so_far) == [[310, 318, 320]]


def test_other_people_causes_beginnings_and_closed_times_are_other_series():
    others = [
        told("b", 11, "Since the siege began in August 90 soldiers have been killed.", 90, people="90 soldiers"),
        told("c", 11, "Since the siege began in August 30 children have been killed.", 30, people="30 children"),
        told("d", 11, "Since the siege began in August 12 people have died of hunger.", 12),
        told("e", 11, "In Velmar 900 people have been killed since January.", 900),
        told("f", 11, "In September alone 70 people were killed in Velmar.", 70, "period total"),
    ]
    assert joined(SIEGE, *others) == [[12], [30], [70], [90], [310], [900]]


def test_so_far_joins_no_series_if_there_are_two():
    long = told("e", 11, "In Velmar 900 people have been killed since January.", 900)
    assert joined(SIEGE, long, told("c", 12, "So far 320 people have been killed.", 320)) == [[310], [320], [900]]


def test_the_deadliest_attack_since_august_is_no_total_since_august():
    told_ = told("b", 11, "It was the deadliest week since August, with 70 killed.", 70, "period total")
    assert joined(SIEGE, told_) == [[70], [310]]
