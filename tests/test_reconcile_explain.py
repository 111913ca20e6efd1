"""Explanations and sensitivity of figures. Sentences give no number that the record lacks."""

import re
from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reconcile_builders import claim, group, person, report
from test_reconcile import BOOK, REPORTS, RULE

from tollbook import reconcile
from tollbook.reconcile import Copy, explain, sensitivity, with_rulings
from tollbook.reconcile.assemble import figures
from tollbook.reconcile.independence import source_ids
from tollbook.reconcile.rules import CODEBOOKS


def explained(*claims, reports=None, copies=(), rule="range", fate="killed"):
    known = {r.id: r for r in reports or [report(c.report) for c in claims]}
    one = group(*claims)
    made = reconcile.incident(one, known, copies, rule=rule)
    moves = sensitivity(one, known, copies, rule=rule)
    return next(e for e in explain(made, one, known, copies, moves) if e.fate == fate)


ANA, OREN = claim(17, by="Ana Brod"), claim(18, by="Oren Pasko", in_="b")
TWO_DAYS = [report("a", 5), report("b", 6), report("c", 6)]


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ([ANA, OREN], "The number of people killed is 17–18, with 17 as the best value."),
        ([ANA, OREN], "Low and best value: 17, given by Ana Brod (“…”, Outlet a, 5 October 2021)."),
        ([ANA, OREN], "High: 18, given by Oren Pasko (“…”, Outlet b, 5 October 2021)."),
        (
            [ANA, OREN],
            "2 independent sources count people killed: Ana Brod (Outlet a); Oren Pasko (Outlet b).",
        ),
        (
            [ANA, OREN],
            "It is 17 according to Ana Brod and 18 according to Oren Pasko; "
            "both cannot be true, and neither is set aside.",
        ),
        ([ANA, OREN], "Over all rules the numbers range from 17 to 18."),
        ([ANA, OREN], "Without the claim of Ana Brod (“…”, Outlet a, 5 October 2021) the figure would be 18."),
        ([ANA, OREN], "No other claim changes it as much."),
        (
            [ANA, claim(17, in_="b")],
            "Low, best value and high: 17, given by Ana Brod (“…”, Outlet a, 5 October 2021; +1).",
        ),
        ([ANA, claim(17, by="Brod", in_="b")], "No single claim would change the figure if it were wrong."),
        (
            [ANA, claim(17, by="Brod", in_="b")],
            "1 independent source counts people killed: Ana Brod (Outlet a, Outlet b).",
        ),
        (
            [ANA, claim(17, in_="b")],
            "Outlet b repeats the figure of Ana Brod without naming a source, so both count as one source.",
        ),
        (
            [claim("no one", by="the army"), ANA],
            "Low and best value: 0, given by the army (“…”, Outlet a, 5 October 2021).",
        ),
        (
            [ANA, claim("unknown", by="the ministry", start=50)],
            "According to the ministry the number is not known (“…”, Outlet a, 5 October 2021); "
            "this does not count as zero.",
        ),
        (
            [ANA, claim(12, by="the army", stance="denies", start=50)],
            "The army denied 12 (“…”, Outlet a, 5 October 2021); a denied number does not count.",
        ),
        (
            [ANA, claim(60, by="Oren Pasko", stance="fears", start=50)],
            "Oren Pasko only feared 60 (“…”, Outlet a, 5 October 2021); this can raise the high but not lower the low.",
        ),
        (
            [claim("dozens", by="Ana Brod")],
            "The number of people killed is given in words only: “dozens”. There is no best value.",
        ),
        (
            [person("a boy", start=1), person("a woman", sex="female", start=90)],
            "No source counts all people killed; the number comes from persons and groups reported one by one.",
        ),
    ],
)
def test_sentences(claims, sentence):
    assert sentence in [s.text for s in explained(*claims).sentences]


def test_a_superseded_figure_is_given_with_its_replacement():
    late = claim(18, by="Ana Brod", in_="b")
    [sentence] = [s for s in explained(ANA, late, reports=TWO_DAYS).sentences if s.about == "superseded"]
    assert sentence.text == (
        "According to Ana Brod it was 17 earlier (“…”, Outlet a, 5 October 2021) "
        "and 18 later (“…”, Outlet b, 6 October 2021); the later figure is used."
    )
    assert sentence.claims == (ANA.id, late.id)


def test_a_rule_that_reads_words_differently_says_so():
    found = explained(claim("dozens", by="Ana Brod"), rule="acled")
    assert "Low, best value and high: 12, given by Ana Brod (“…”, Outlet a, 5 October 2021)." in found.text
    assert "This rule reads “dozens” as 12." in found.text


@pytest.mark.parametrize("rule", sorted(reconcile.RULES))
def test_every_rule_is_cited_with_its_codebook(rule):
    assert explained(ANA, OREN, rule=rule).sentences[-1].text == CODEBOOKS[rule]
    assert f"“{rule}”" in CODEBOOKS[rule]


@pytest.mark.parametrize(
    ("copies", "sentence"),
    [
        (
            [Copy(report="b", of="a", why="62 % of the shorter text is in both, in 9 passages.")],
            "Outlet b and Outlet a count as one source. 62 % of the shorter text is in both, in 9 passages.",
        ),
        (
            with_rulings([], [("a", "b")], []),
            "Outlet b and Outlet a count as one source. A person decided so.",
        ),
        (
            with_rulings([], [], [("a", "b")]),
            "Outlet b and Outlet a count as two sources. A person decided so.",
        ),
    ],
)
def test_dependence_says_why(copies, sentence):
    found = explained(claim(17), claim(18, in_="b"), copies=copies)
    assert sentence in [s.text for s in found.sentences if s.about == "dependence"]


@settings(max_examples=60, deadline=None)
@given(BOOK, RULE)
def test_explanations_give_no_number_that_the_record_lacks(claims, rule):
    known = {r.id: r for r in REPORTS}
    one = group(*claims)
    made, moves = reconcile.incident(one, known, rule=rule), sensitivity(one, known, rule=rule)
    counts = [c.count for c in claims if c.count is not None]
    there = {n for c in counts for n in (c.low, c.best, c.high)} | {2021, 5, 6, 7}
    there |= {n for each in moves for bounds in each.rules.values() for n in bounds}
    there |= {n for each in moves for lost in each.claims for n in lost.without or ()}
    there |= {f.independent_sources for f in made.figures.values()} | set(range(len(claims) + 1))
    # The names of the rules' codebooks have numbers of their own.
    for each in explain(made, one, known, (), moves):
        for sentence in each.sentences:
            if sentence.about != "rule":
                given = {int(n.replace(",", "")) for n in re.findall(r"\d[\d,]*", sentence.text)}
                assert given <= there
        assert {c for s in each.sentences for c in s.claims} <= {c.id for c in claims}


def test_sensitivity_over_rules_and_claims():
    claims = [claim(n, by=name, in_=name) for n, name in [(12, "Ana Brod"), (28, "Oren Pasko"), (28, "Lena Marik")]]
    [moves] = sensitivity(group(*claims), {c.report: report(c.report) for c in claims})
    assert moves.figure == (12, 28, 28)
    assert moves.rules["acled"] == (12, 12, 12)
    assert (moves.least, moves.most) == (12, 28)
    assert {lost.without for lost in moves.claims} == {(12, 12, 28), (28, 28, 28)}
    assert [lost.moves for lost in moves.claims] == [16, 16, 16]


def test_without_its_only_claim_there_is_no_figure():
    [moves] = sensitivity(group(claim("no one")), {"a": report("a")})
    assert [(lost.without, lost.moves) for lost in moves.claims] == [(None, 1)]
    assert "there would be no figure" in explained(claim("no one")).text


@settings(max_examples=30, deadline=None)
@given(BOOK)
def test_a_claim_whose_loss_changes_nothing_is_not_listed(claims):
    known = {r.id: r for r in REPORTS}
    for moves in sensitivity(group(*claims), known):
        kept = [lost for lost in moves.claims if lost.without == moves.figure]
        assert kept == []
        assert [lost.moves for lost in moves.claims] == sorted((lost.moves for lost in moves.claims), reverse=True)


def worded(claim):
    """The claim with the words of its number, without which nobody is thought to have died since."""
    count = claim.count
    text = "" if count is None or count.text or count.best is None else str(count.best)
    return msgspec.structs.replace(claim, count=msgspec.structs.replace(count, text=text)) if text else claim


@settings(max_examples=150, deadline=None)
@given(BOOK, RULE, st.sets(st.integers(1, 11)), st.sets(st.integers(0, 11)), st.sets(st.integers(0, 11)))
def test_the_claims_of_a_figure_are_exactly_those_whose_loss_changes_it(made, rule, parts, more, worded_ones):
    """The plain definition: every figure made again without each claim in turn."""
    claims = [
        msgspec.structs.replace(c, part_of=made[0].id if n in parts else None, additional=n in more)
        for n, c in enumerate(made)
    ]
    claims = sorted((worded(c) if n in worded_ones else c for n, c in enumerate(claims)), key=lambda c: c.id)
    known = {r.id: r for r in REPORTS}
    copies = reconcile.find_copies(REPORTS)
    origin = source_ids(claims, known, copies)
    without = {c.id: figures([o for o in claims if o is not c], known, origin, rule=rule) for c in claims}
    for moves in sensitivity(group(*claims), known, copies, rule=rule):
        then = {name: left.get(moves.fate) for name, left in without.items()}
        numbers = {name: None if f is None else (f.low, f.best, f.high) for name, f in then.items()}
        changed = {name: left for name, left in numbers.items() if left != moves.figure}
        assert {lost.claim: lost.without for lost in moves.claims} == changed


def test_as_of_a_day_the_group_has_published_claims_only():
    one = reconcile.known_by(group(ANA, OREN), {r.id: r for r in TWO_DAYS}, date(2021, 10, 5))
    assert [c.id for c in one.claims] == [ANA.id]


def test_persons_reported_one_by_one_overrule_a_lower_number():
    names = ("Ana Brod", "Bekir Sollan", "Tarek Vonn", "Mila Arvest", "Tova Lind")
    dead = [person(name, named=name, start=100 * n, in_="c") for n, name in enumerate(names, 1)]
    claims = [claim(4, by="witnesses"), claim(5, by="Omer Tull", in_="b"), *dead]
    told = [s.text for s in explained(*claims).sentences if s.about == "contradicted"]
    assert told == [
        "It is 4 according to witnesses, but 5 people are reported one by one; so that number is overruled."
    ]
    told = [s.text for s in explained(claim(4, by="witnesses"), claim(5, by="Omer Tull", in_="b")).sentences]
    assert any(text.endswith("both cannot be true, and neither is set aside.") for text in told)


def test_somebody_hurt_who_may_be_among_the_dead_has_no_number_and_a_reason():
    dead = person("a patient", start=10)
    hurt = person("The driver", "injured", start=80)
    told = explained(dead, hurt, fate="injured")
    assert [s.claims for s in told.sentences] == [(hurt.id,)]
    assert told.text.startswith("No number of people injured follows from “…”, Outlet a, 5 October 2021: somebody")
    one = group(claim(3, start=10), person("two men", "injured", named="Ana Brod", start=80))
    made = reconcile.incident(one, {"a": report("a")})
    assert [each.fate for each in explain(made, one, {"a": report("a")})] == ["killed", "injured"]
