"""Counts of wounded from before a death: those who died since are not counted twice."""

from reconcile_builders import claim, group, person, report

from tollbook import reconcile

REPORTS = {name: report(name, day=day) for name, day in (("a", 5), ("b", 6), ("c", None))}


def injured(*claims):
    figure = reconcile.incident(group(*claims), REPORTS).figures.get("injured")
    return None if figure is None else (figure.low, figure.best, figure.high)


def test_one_of_two_wounded_has_died_since():
    assert injured(claim(2, "injured"), claim(1, "killed", in_="b")) == (1, 1, 2)


def test_a_report_with_dead_counts_the_wounded_separately():
    assert injured(claim(2, "injured"), claim(1, "killed", in_="a"), claim(1, "killed", in_="b")) == (2, 2, 2)


def test_a_count_that_the_later_report_repeats_is_kept():
    later = claim(1, "killed", in_="b"), claim(2, "injured", in_="b")
    assert injured(claim(2, "injured"), *later) == (2, 2, 2)


def test_an_earlier_or_undated_death_subtracts_none():
    assert injured(claim(2, "injured", in_="b"), claim(1, "killed", in_="a")) == (2, 2, 2)
    assert injured(claim(2, "injured"), claim(1, "killed", in_="c")) == (2, 2, 2)


def test_more_dead_than_wounded_are_other_people():
    assert injured(claim(2, "injured"), claim(5, "killed", in_="b")) == (2, 2, 2)


def test_the_explanation_says_so():
    claims = claim(2, "injured"), claim(1, "killed", in_="b")
    made = group(*claims)
    explained = reconcile.explain(reconcile.incident(made, REPORTS), made, REPORTS)
    [found] = [e.text for e in explained if e.fate == "injured"]
    assert "may include 1 who died later" in found


def test_another_man_is_another_casualty_and_not_the_gunman():
    shot = person("another man", "injured", start=0), person("the victim", "killed", start=40)
    assert injured(*shot) is None
    explained = person("a boy", "killed", start=0), person("another boy", "injured", start=40)
    assert injured(*explained) == (1, 1, 1)
