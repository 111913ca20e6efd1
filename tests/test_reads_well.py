"""The record reads well: figures as they were said, one line for a statement, one site for a site."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reconcile_builders import claim, incident, report

from tollbook import locale, quantities, reconcile
from tollbook.locale import formatting, wording
from tollbook.model import Claim, Count, Thing
from tollbook.reconcile.whole_sentences import whole
from tollbook.record import Figure


def counted(words: str, **fields: str) -> Claim:
    """A claim of people killed, counted in these words."""
    return msgspec.structs.replace(
        claim(1, by=fields.pop("by", "Ana Brod"), **fields), count=quantities.count(words, locale.DEFAULT)
    )


@pytest.mark.parametrize(
    ("wordings", "expected"),
    [
        # One hospital, whatever reports call it.
        (["the children’s hospital", "a maternity hospital", "medical facility", "hospital"], 1),
        (["the medical facility", "city medical centre"], 1),
        (["the Saint Ilva hospital", "the Brodna hospital"], 2),  # two names
        (["the hospital", "two hospitals"], 2),  # several
        (["the hospital", "another hospital"], 2),
        (["the hospital", "the clinic"], 2),  # two nouns
    ],
)
def test_a_site_with_several_names_is_one_site(wordings, expected):
    named = [
        claim(None, "site damaged", start=n, sites=(Thing(name=name, kind="hospital"),))
        for n, name in enumerate(wordings)
    ]
    found = incident(*named).sites
    assert len(found) == expected
    assert sorted(name for site in found for name in site.wordings) == sorted(wordings)


def test_a_site_beside_a_destroyed_one_is_not_said_to_be_destroyed():
    cars, office = Thing(name="two cars", kind="transport"), Thing(name="ministry office", kind="business")
    one = msgspec.structs.replace(claim(None, "site destroyed", sites=(cars, office)), quote="Two cars were destroyed")
    found = {site.name: site.effect for site in incident(one).sites}
    assert found == {"two cars": "destroyed", "ministry office": "unknown"}


@pytest.mark.parametrize(
    ("kind", "name"), [("market", "a tea house"), ("school", "the academy"), ("transport", "a van")]
)
def test_a_building_without_a_name_is_a_building_of_any_kind(kind, name):
    there = claim(None, "site damaged", start=1, sites=(Thing(name=name, kind=kind),))
    ruin = claim(None, "site destroyed", start=2, sites=(Thing(name="the building", kind="building"),))
    assert len(incident(there, ruin).sites) == (2 if kind == "transport" else 1)


def test_statements_of_one_speaker_stance_and_day_are_one_line():
    text = "VELMAR – The army denied that it had fired on the clinic. “We were not there. We know nothing,” Orsen said."
    quotes = ("The army denied that it had fired on the clinic.", "We know nothing")
    made = [
        msgspec.structs.replace(
            claim(None, "denial", by="Davit Orsen", stance="denies", in_=name, start=text.index(words)),
            end=text.index(words) + len(words), quote=words,
        )
        for name, words in zip("ab", quotes, strict=True)
    ]  # fmt: skip
    reports = [msgspec.structs.replace(report(name, 6), text=text) for name in "ab"]
    [statement] = incident(*made, reports=reports).statements
    assert statement.quote == "The army denied that it had fired on the clinic."
    assert statement.more == ("“We were not there. We know nothing,” Orsen said.",)
    assert statement.denied == "that it had fired on the clinic"
    assert statement.reports == ("a", "b")
    assert set(statement.claims) == {c.id for c in made}


def test_statements_of_two_days_are_two_lines_unless_the_words_are_the_same():
    def said(words, day):
        denied = claim(None, "denial", by="Davit Orsen", stance="denies", in_=f"r{day}")
        return msgspec.structs.replace(denied, quote=words), report(f"r{day}", day)

    claims, reports = zip(said("No.", 5), said("Not us.", 6), said("No!", 7), strict=True)
    assert [s.said.day for s in incident(*claims, reports=list(reports)).statements] == [5, 6]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("more than 220,000", "more than 220,000"),
        ("fewer than 50", "fewer than 50"),
        ("dozens", "dozens"),
        ("at least 40", "40 or more"),
        ("up to 30", "up to 30"),
        ("18", "18"),
    ],
)
def test_a_figure_reads_as_it_was_said(words, said):
    figure = incident(counted(words)).figures["killed"]
    assert wording.bounds(figure) == said


def test_an_upper_bound_of_zero_is_zero():
    nobody = Figure(low=None, best=None, high=0)
    assert (wording.bounds(nobody), formatting.bounds(nobody)) == ("0", "0")


def test_a_high_that_another_source_closes_is_closed():
    closed = incident(counted("at least 40"), counted("40", by="Oren Pasko", in_="b")).figures["killed"]
    open_ = incident(counted("at least 40"), counted("17", by="Oren Pasko", in_="b")).figures["killed"]
    assert (wording.bounds(closed), wording.bounds(open_)) == ("40", "17 to 40 or more")
    assert (formatting.bounds(closed), formatting.bounds(open_)) == ("40", "17 to 40 or more")


def test_a_number_that_one_report_says_is_said():
    figure = incident(counted("more than 40"), counted("at least 41", by="Oren Pasko", in_="b")).figures["killed"]
    assert (figure.low, figure.low_said) == (41, "")


def test_a_rule_that_reads_words_as_a_number_shows_the_number():
    figure = incident(counted("dozens"), rule="acled").figures["killed"]
    assert wording.bounds(figure) == "12"


@pytest.mark.parametrize(("words", "said"), [("more than 12,000", ">12,000"), ("dozens", "dozens"), ("1,207", "1,207")])
def test_a_running_total_reads_as_it_was_said(words, said):
    [toll] = reconcile.tolls([msgspec.structs.replace(counted(words), scope="running total")], {"a": report("a")})
    assert formatting.bounds(toll.series[0]) == said


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("He came. She left early. Nobody saw it.", "left early", "She left early."),
        ("“It fell. Atrocity! How long?” he asked. More.", "Atrocity!", "“It fell. Atrocity! How long?” he asked."),
        ("DATELINE The army denied it. More.", "The army denied it.", "The army denied it."),
        ("One.\nthe army denied it\nThree.", "denied", "the army denied it"),
        ("It was J. Orsen who spoke. More.", "who spoke", "It was J. Orsen who spoke."),
    ],
)
def test_whole_sentences(text, words, expected):
    start, end = whole(text, (text.index(words), text.index(words) + len(words)))
    assert text[start:end] == expected


@given(st.text("ab. “”\n", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_whole_sentences_hold_the_words_and_stay_in_the_text(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    if start == end or "\n" in text[start:end]:
        return
    first, last = whole(text, (start, end))
    assert 0 <= first <= start
    assert end <= last <= len(text)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("at least 12", "at least 12"),
        ("at least a dozen", "at least a dozen"),
        ("No fewer than half a dozen", "no fewer than half a dozen"),
        ("12 or 13", "12 or 13"),
        ("twelve or thirteen", "twelve or thirteen"),
        ("between 1,200 and 1,500", "between 1,200 and 1,500"),
        ("as many as 30", "as many as 30"),
        ("more than 220,000", "more than 220,000"),
        ("nearly 40", "nearly 40"),
        ("around 40", "around 40"),
        ("dozens", "dozens"),
        ("12", "12"),
        ("seven", "7"),
    ],
)
def test_the_number_of_a_claim_is_shown_as_it_was_said(words, shown):
    count = quantities.count(f"{words} people", locale.DEFAULT)
    assert (wording.count(count), formatting.bounds(count)) == (shown, shown)


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        # a person corrected the number, and the words stayed
        (Count(low=15, best=15, qualifier="at least", text="at least 12"), "15 or more"),
        # a cell of a table may hold a name
        (Count(low=12, best=12, qualifier="at least", text="12+ (Ana Brod)"), "12 or more"),
        # a total was made from parts
        (Count(low=3, high=9, qualifier="between", text="nine dead or injured, six of them"), "3–9"),
        (Count(low=12, best=12, qualifier="at least"), "12 or more"),
    ],
)
def test_words_that_are_not_the_number_are_not_shown(count, shown):
    assert (wording.count(count), formatting.bounds(count)) == (shown, shown)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("killing two", "“killing two”"),
        ("“We did not.”", "“We did not.”"),
        ('"We did not shell it," he said.', "“‘We did not shell it,’ he said.”"),
        ("He said: “They lie.”", "“He said: ‘They lie.’”"),
        ("It had “targeted” a post", "“It had “targeted” a post”"),
    ],
)
def test_a_quotation_has_marks_at_both_ends(words: str, shown: str) -> None:
    assert wording.quoted(words) == shown
