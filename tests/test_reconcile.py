from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reconcile_builders import claim, group, incident, number, person, report

from tollbook import reconcile
from tollbook.errors import Refused
from tollbook.model import Count, People


def bounds(made, fate="killed"):
    figure = made.figures.get(fate)
    return None if figure is None else (figure.low, figure.best, figure.high)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("17", (17, 17, 17)),
        ("at least 40", (40, 40, 40)),
        ("more than 40", (41, 41, 41)),
        ("up to 30", (None, 30, 30)),
        ("40 to 50", (40, None, 50)),
        ("about 40", (40, 40, 40)),
        ("dozens", (24, None, None)),
        ("no one", (0, 0, 0)),
        ("unknown", None),
    ],
)
def test_one_claim_makes_the_figure_its_words_say(words, expected):
    assert bounds(incident(claim(words))) == expected


@pytest.mark.parametrize(
    ("claims", "expected", "status"),
    [
        ([claim(17, by="Ana Brod"), claim(17, by="Oren Pasko", in_="b")], (17, 17, 17), "agreed"),
        ([claim(17, by="Ana Brod"), claim(18, by="Oren Pasko", in_="b")], (17, 17, 18), "contested"),
        ([claim("at least 40", by="Ana Brod"), claim(43, by="Oren Pasko", in_="b")], (40, 40, 43), "range"),
        ([claim(17, by="Ana Brod"), claim(17, by="Ana Brod", in_="b")], (17, 17, 17), "single source"),
        ([claim("dozens", by="Ana Brod"), claim(28, by="Oren Pasko", in_="b")], (28, 28, 28), "range"),
        ([claim("dozens", by="Ana Brod"), claim(6, by="Oren Pasko", in_="b")], (6, 6, 24), "contested"),
        ([claim("dozens", by="Ana Brod"), claim("up to 30", by="Oren Pasko", in_="b")], (24, 30, 30), "range"),
        ([claim("no one", by="the army"), claim(4, by="Ana Brod", in_="b")], (0, 0, 4), "contested"),
        ([claim("up to 30", by="Ana Brod"), claim(35, by="Oren Pasko", in_="b")], (30, 30, 35), "contested"),
        ([claim("unknown", by="Ana Brod"), claim(3, by="Oren Pasko", in_="b")], (3, 3, 3), "single source"),
    ],
)
def test_independent_sources_make_the_range(claims, expected, status):
    made = incident(*claims)
    assert bounds(made) == expected
    assert made.figures["killed"].status == status


def test_an_additional_count_is_not_added_to_a_total_that_has_it() -> None:
    more, total = claim(2, start=50, additional=True), claim(6, start=90)
    assert bounds(incident(claim(6), more, total)) == (6, 6, 6)
    assert bounds(incident(more, total)) == (6, 6, 6)
    assert bounds(incident(claim(4), more, claim(1, start=90))) == (6, 6, 6)


def test_an_outlets_additional_count_adds_to_the_informants_count():
    leader = person("a leader", "captured", by="the army")
    more = claim(2, "captured", start=200, additional=True)
    assert bounds(incident(leader, more), "captured") == (3, 3, 3)


def test_a_range_that_a_source_spells_out_stays_beside_its_exact_number():
    between, exact = claim("40 to 50", by="Ana Brod"), claim(43, by="Ana Brod", start=200)
    assert bounds(incident(between, exact)) == (40, 43, 50)
    least, exact = claim("at least 40", by="Ana Brod"), claim(43, by="Ana Brod", start=200)
    assert bounds(incident(least, exact)) == (40, 43, 43)


def test_each_bound_shows_the_claims_under_it():
    low, high = claim(17, by="Ana Brod"), claim(18, by="Oren Pasko", in_="b")
    figure = incident(low, high).figures["killed"]
    assert figure.low_claims == (low.id,)
    assert figure.high_claims == (high.id,)
    assert figure.independent_sources == 2


def test_best_is_the_value_of_most_sources():
    claims = [claim(18, by=name, in_=name[0]) for name in ("Ana Brod", "Oren Pasko")]
    assert incident(claim(17, by="Lena Marik", in_="c"), *claims).figures["killed"].best == 18


def test_best_of_equally_many_sources_is_the_latest():
    claims = claim(18, by="Ana Brod"), claim(17, by="Oren Pasko", in_="b")
    assert incident(*claims, reports=[report("a", 5), report("b", 6)]).figures["killed"].best == 17
    assert incident(*claims, reports=[report("a", 6), report("b", 5)]).figures["killed"].best == 18


def test_a_later_figure_of_one_informant_supersedes_the_earlier_one():
    early, late = claim(17, by="Ana Brod"), claim(18, by="Ana Brod", in_="b")
    figure = incident(early, late, reports=[report("a", 5), report("b", 6)]).figures["killed"]
    assert (figure.low, figure.best, figure.high) == (18, 18, 18)
    assert figure.superseded_claims == (early.id,)


def test_a_later_figure_of_another_informant_contradicts():
    early, late = claim(17, by="Ana Brod"), claim(18, by="Oren Pasko", in_="b")
    figure = incident(early, late, reports=[report("a", 5), report("b", 6)]).figures["killed"]
    assert (figure.low, figure.high, figure.superseded_claims) == (17, 18, ())


def test_a_later_vaguer_word_of_one_informant_supersedes_nothing():
    claims = claim(28, by="Ana Brod"), claim("dozens", by="Ana Brod", in_="b")
    assert bounds(incident(*claims, reports=[report("a", 5), report("b", 6)])) == (28, 28, 28)


def test_an_undated_report_supersedes_nothing():
    claims = claim(17, by="Ana Brod"), claim(18, by="Ana Brod", in_="b")
    assert bounds(incident(*claims, reports=[report("a", 5), report("b", None)]))[::2] == (17, 18)


def test_headline_and_text_of_one_report_are_both_kept():
    made = incident(claim(17, start=0), claim(18, start=90), claim(18, start=200))
    assert bounds(made) == (17, 18, 18)


def test_a_smaller_count_beside_a_total_counts_some_of_its_people():
    assert bounds(incident(claim(7, "injured"), claim(2, "injured", start=80)), "injured") == (7, 7, 7)


@pytest.mark.parametrize("stance", ["fears", "doubts"])
def test_feared_numbers_raise_only_the_high(stance):
    made = incident(claim(3, by="Ana Brod"), claim(15, by="Oren Pasko", in_="b", stance=stance))
    assert bounds(made) == (3, 3, 15)
    assert bounds(incident(claim(15, stance=stance))) == (None, 15, 15)


def test_a_denied_number_bounds_nothing():
    assert bounds(incident(claim(12, by="the ministry", stance="denies"))) is None
    assert bounds(incident(claim("no one", by="the ministry", stance="denies"))) == (0, 0, 0)


def test_no_civilian_hurt_is_no_count_of_others():
    people = People(text="no civilians", status="civilian")
    assert bounds(incident(claim("no one", people=people))) is None


def test_people_of_different_status_in_one_report_add_up():
    soldiers, villagers = People(text="soldiers", status="combatant"), People(text="villagers", status="civilian")
    made = incident(claim(5, people=soldiers), claim(2, people=villagers, start=80))
    assert bounds(made) == (7, 7, 7)


def test_a_number_that_is_a_sum_is_not_added_again():
    """The headline has the soldiers, the text has the villagers and "also five soldiers"."""
    soldiers, villagers = People(text="soldiers", status="combatant"), People(text="villagers", status="civilian")
    also = claim(5, people=soldiers, start=120, additional=True)
    made = incident(claim(5, people=soldiers), claim(2, people=villagers, start=80), also)
    assert bounds(made)[2] == 7


def test_another_three_are_added():
    made = incident(claim(4), claim(3, start=60, additional=True))
    assert bounds(made) == (7, 7, 7)
    assert len(made.figures["killed"].best_claims) == 2


def test_a_part_raises_the_lower_bound():
    assert bounds(incident(claim("up to 30"), claim(3, scope="part", start=50))) == (3, 30, 30)
    assert bounds(incident(claim("dozens"), claim(26, scope="part", start=50))) == (26, None, None)
    assert bounds(incident(claim(3, scope="part"))) == (3, 3, 3)


def test_running_totals_make_no_figure():
    assert bounds(incident(claim(310, scope="running total"))) is None


def test_persons_named_one_by_one_add_up():
    named = [person(n, named=n, in_=r) for n, r in [("Ana Brod", "a"), ("Oren Pasko", "b"), ("Lena Marik", "c")]]
    assert bounds(incident(*named)) == (3, 3, 3)


def test_persons_named_one_by_one_never_contradict_a_total():
    claims = claim(3, by="police"), person("Ana Brod", named="Ana Brod", in_="b")
    figure = incident(*claims).figures["killed"]
    assert (figure.low, figure.best, figure.high, figure.status) == (3, 3, 3, "single source")


def test_more_names_than_a_total_raise_it():
    named = [person(n, named=n, in_="b", start=s) for s, n in enumerate(["Ana Brod", "Oren Pasko", "Lena Marik"])]
    assert bounds(incident(claim(2, by="police"), *named)) == (3, 3, 3)


def test_a_man_shot_and_a_man_dead_are_one_person():
    shot, died = person("Oren Pasko", "injured", named="Oren Pasko"), person("he", in_="b")
    made = incident(shot, died)
    assert bounds(made) == (1, 1, 1)
    assert bounds(made, "injured") is None


def test_a_woman_and_a_man_are_two():
    assert bounds(incident(person("a woman", sex="female"), person("a man", sex="male", start=40))) == (2, 2, 2)
    assert bounds(incident(person("a man", sex="male"), person("the man", sex="male", start=40))) == (1, 1, 1)


def test_two_people_of_one_sentence_are_two():
    text = "A man was killed and a boy was wounded near the bridge."
    killed = person("A man", sex="male", start=0)
    wounded = person("a boy", "injured", sex="male", start=21)
    made = incident(killed, wounded, reports=[report("a", text=text)])
    assert (bounds(made), bounds(made, "injured")) == ((1, 1, 1), (1, 1, 1))


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("range", (12, 28, 40)),
        ("ucdp", (12, 28, 40)),
        ("acled", (12, 12, 12)),
        ("ibc", (12, None, 40)),
        ("airwars", (12, 28, 40)),
        ("most-informative", (40, 40, 40)),
        ("most-conservative", (12, 12, 12)),
        ("most-representative", (28, 28, 28)),
    ],
)
def test_rules(rule, expected):
    said = [(12, "Ana Brod"), (28, "Oren Pasko"), (28, "Lena Marik"), (40, "Timo Varr")]
    made = incident(*(claim(n, by=name, in_=name) for n, name in said), rule=rule)
    assert bounds(made) == expected
    assert made.figures["killed"].rule == rule


def test_acled_reads_dozens_as_twelve():
    assert bounds(incident(claim("dozens"), rule="acled")) == (12, 12, 12)
    assert incident(claim("dozens"), rule="acled").figures["killed"].low_claims == (claim("dozens").id,)


def test_every_rule_is_known_by_name():
    assert set(reconcile.RULES) >= {"range", "ucdp", "acled", "ibc", "airwars", "most-informative"}
    with pytest.raises(Refused, match="choose one of range"):
        incident(claim(3), rule="loudest")


def test_as_of_uses_only_published_reports():
    claims = claim(17, by="Ana Brod"), claim(18, by="Ana Brod", in_="b"), claim(9, by="Oren Pasko", in_="c")
    reports = [report("a", 5), report("b", 6), report("c", None)]
    then = incident(*claims, reports=reports, as_of=date(2021, 10, 5))
    assert bounds(then) == (17, 17, 17)
    assert then.figures["killed"].status == "superseded"
    assert [r.id for r in then.reports] == ["a"]
    assert bounds(incident(*claims, reports=reports, as_of=date(2021, 10, 4))) is None


NAMES = ["Ana Brod", "Oren Pasko", "Lena Marik", "Timo Varr", "police", "a resident", None]
COUNT = st.one_of(
    st.integers(0, 60).map(number),
    st.integers(1, 60).map(lambda n: Count(low=n, best=n, qualifier="at least")),
    st.integers(1, 60).map(lambda n: Count(best=n, high=n, qualifier="at most")),
    st.integers(1, 60).map(lambda n: Count(best=n, qualifier="about")),
    st.tuples(st.integers(1, 30), st.integers(30, 60)).map(lambda p: Count(low=p[0], high=p[1], qualifier="between")),
    st.sampled_from([Count(low=24, qualifier="vague", text="dozens"), Count(qualifier="unknown")]),
)


@st.composite
def counts(draw, speakers=NAMES):
    made = claim(
        1, draw(st.sampled_from(["killed", "injured"])), by=draw(st.sampled_from(speakers)),
        in_=draw(st.sampled_from("abcd")), start=draw(st.integers(0, 500)),
        scope=draw(st.sampled_from(["incident", "incident", "part"])),
        stance=draw(st.sampled_from(["asserts", "asserts", "asserts", "fears", "denies"])),
    )  # fmt: skip
    count = draw(COUNT)
    key = f"{made.id}|{count.low}|{count.best}|{count.high}"
    return type(made)(**{**{f: getattr(made, f) for f in made.__struct_fields__}, "count": count, "id": key})


@st.composite
def counted_people(draw):
    name = draw(st.sampled_from(["Ana Brod", "Anna Brod", "Oren Pasko", "Brod", None]))
    sex, text = draw(st.sampled_from([("female", "a woman"), ("male", "a man"), (None, "the victim")]))
    return person(
        name or text, draw(st.sampled_from(["killed", "injured"])), named=name, sex=sex,
        age=draw(st.sampled_from([None, 20, 40])), in_=draw(st.sampled_from("abcd")), start=draw(st.integers(0, 500)),
    )  # fmt: skip


REPORTS = [report("a", 5), report("b", 6), report("c", 7), report("d", None)]
BOOK = st.lists(st.one_of(counts(), counted_people()), max_size=12, unique_by=lambda c: c.id)
RULE = st.sampled_from(sorted(reconcile.RULES))


@given(BOOK, RULE)
def test_low_best_high_are_in_order(claims, rule):
    for figure in incident(*claims, reports=REPORTS, rule=rule).figures.values():
        given_bounds = [n for n in (figure.low, figure.best, figure.high) if n is not None]
        assert given_bounds == sorted(given_bounds)
        assert min(given_bounds, default=0) >= 0


@settings(max_examples=60)
@given(BOOK, RULE, st.randoms(use_true_random=False))
def test_the_order_of_claims_and_reports_does_not_matter(claims, rule, chance):
    shuffled, reports = list(claims), list(REPORTS)
    chance.shuffle(shuffled)
    chance.shuffle(reports)
    assert incident(*shuffled, reports=reports, rule=rule) == incident(*claims, reports=REPORTS, rule=rule)


@given(BOOK)
def test_reading_twice_changes_nothing(claims):
    once = incident(*claims, reports=REPORTS)
    twice = reconcile.incident(group(*claims, *claims), {r.id: r for r in REPORTS})
    assert once.figures == twice.figures


@given(st.lists(counts(), max_size=12, unique_by=lambda c: c.id), COUNT)
def test_one_more_independent_source_never_shrinks_the_range(claims, count):
    # In a report of its own: beside others of one report, a number may be a part of a larger one.
    new, reports = claim(1, by="Sela Umbarrin", in_="e", start=900), [*REPORTS, report("e", 8)]
    new = type(new)(**{**{f: getattr(new, f) for f in new.__struct_fields__}, "count": count})
    # Words without a number ("dozens") are a bound only until a source gives a number.
    totals = [c for c in claims if c.scope == "incident" and c.count is not None and c.count.qualifier != "vague"]
    before = incident(*totals, reports=reports).figures.get("killed")
    after = incident(*totals, new, reports=reports).figures.get("killed")
    if before is None:
        return
    assert after is not None
    if before.low is not None and before.high is not None:
        assert after.low is not None
        assert after.low <= before.low
    if before.high is not None:
        assert after.high is not None
        assert after.high >= before.high


@given(BOOK, RULE)
def test_every_id_under_a_bound_is_a_claim_of_that_outcome(claims, rule):
    kinds = {c.id: c.kind for c in claims}
    for fate, figure in incident(*claims, reports=REPORTS, rule=rule).figures.items():
        named = {*figure.low_claims, *figure.best_claims, *figure.high_claims, *figure.superseded_claims}
        assert {kinds[i] for i in named} <= {fate}


def test_a_part_does_not_bound_another_source():
    whole, part = claim(7, by="Ana Brod"), claim(10, scope="part", by="Oren Pasko", in_="b")
    assert bounds(incident(whole, part)) == (7, 7, 7)
    assert bounds(incident(part)) == (10, 10, 10)


def test_others_are_added_to_a_person_counted_before():
    assert bounds(incident(person("a guard"), claim(2, start=50, additional=True))) == (3, 3, 3)
