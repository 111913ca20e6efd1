"""Properties of every reading, and single sentences about days, places and totals."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.model import Report
from tollbook.readers import rules

PARTS = [
    "Gunmen killed 12 people in Velmar on Monday.",
    "«Tři lidé» zahynuli.",
    "قُتل ثلاثة أشخاص",
    "😀🚑",
    "\u0301",
    "\u200f",
    "Three nurses — aged 25, 31 and 40 — died.",
    "\n\n",
    "He said: “Two were hurt.”",
    "AT LEAST 40 DEAD, POLICE SAY",
    "İstanbul",
    "17 or 18 people were injured, the mayor told the Courier.",
    "\t",
    "No one was killed.",
]


def report(text: str, published: date | None = date(2031, 5, 6)) -> Report:
    return Report(id="r", sha256="0", text=text, outlet="The Velmar Courier", published=published)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=40)), min_size=1, max_size=6).map(" ".join))
def test_every_span_equals_its_quote(text: str) -> None:
    reading = rules.read(report(text))
    for claim in reading.claims:
        assert text[claim.start : claim.end] == claim.quote
        assert claim.quote.strip()
    for place in reading.places:
        assert text[place.start : place.end] == place.text
    for day in reading.dates:
        assert text[day.start : day.end] == day.text
    for attribution in reading.attributions:
        for start, end in (*attribution.source, *attribution.cue, *attribution.content):
            assert 0 <= start < end <= len(text)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map(" ".join))
def test_reading_twice_gives_the_same_claims(text: str) -> None:
    assert rules.read(report(text)) == rules.read(report(text))


def test_the_bounds_of_every_count_are_in_order() -> None:
    for claim in rules.read(report(" ".join(PARTS))).claims:
        if claim.count is not None:
            known = [n for n in (claim.count.low, claim.count.best, claim.count.high) if n is not None]
            assert known == sorted(known)


def test_claim_ids_are_unique_and_a_part_has_its_whole() -> None:
    claims = rules.read(
        report("The strike killed 11 civilians, including four children. Three of the dead were nurses.")
    ).claims
    ids = [c.id for c in claims]
    assert len(ids) == len(set(ids))
    assert {c.part_of for c in claims if c.part_of} <= set(ids)


def test_the_day_of_a_statement_is_not_the_day_of_the_event() -> None:
    claims = rules.read(report("Police said on Tuesday that 12 people were killed in Velmar on Sunday.")).claims
    killed = next(c for c in claims if c.kind == "killed")
    assert killed.when is not None
    assert killed.when.start == date(2031, 5, 4)


def test_an_unstated_day_is_not_the_day_of_publication() -> None:
    killed = rules.read(report("Twelve people were killed in Velmar.")).claims[0]
    assert killed.when is not None
    assert (killed.when.start, killed.when.end, killed.when.basis) == (None, date(2031, 5, 6), "published")


def test_boilerplate_is_not_read() -> None:
    text = "A shell hit Velmar.\nSign up to our newsletter: 12 people were killed.\nThree people died."
    assert [c.count.best for c in rules.read(report(text)).claims if c.count] == [3]


def test_every_part_has_the_whole_of_its_sentence() -> None:
    text = "A man was shot and pronounced dead, and the blast killed 11 farmers, including four women."
    claims = {c.id: c for c in rules.read(report(text)).claims}
    (women,) = (c for c in claims.values() if c.people is not None and c.people.text == "four women")
    assert women.part_of is not None
    assert claims[women.part_of].quote == "killed 11 farmers"


def test_a_total_as_of_a_day_has_that_day() -> None:
    (total,) = rules.read(report("The mayor said there were 1,310 civilians confirmed dead by late Sunday.")).claims
    assert total.when is not None
    assert total.when.start == date(2031, 5, 4)


def test_more_than_a_number_is_a_bound_and_not_additional() -> None:
    text = "Guards detained a smuggler. More than 10 smugglers were detained in Velmar. Three more men were detained."
    additional = {c.people.text: c.additional for c in rules.read(report(text)).claims if c.people is not None}
    assert additional == {"a smuggler": False, "More than 10 smugglers": False, "Three more men": True}


@pytest.mark.parametrize(
    "text", ["The death toll in Velmar could be five.", "If that is confirmed, the toll would rise to 23."]
)
def test_a_toll_that_could_rise_is_doubted(text: str) -> None:
    [toll] = [c for c in rules.read(report(text)).claims if c.kind == "killed"]
    assert toll.stance == "doubts"


def test_the_day_of_a_confirmation_is_not_the_day_of_the_event() -> None:
    claims = rules.read(report("Guards confirmed today the arrest of a smuggler during a search Sunday.")).claims
    captured = next(c for c in claims if c.kind == "captured")
    assert captured.when is not None
    assert captured.when.start == date(2031, 5, 4)


def test_a_time_and_a_weekday_near_the_top_are_not_a_dateline() -> None:
    text = "Shots were fired in Velmar. It happened around 1:15 a.m. on Tuesday outside a bakery. One man was killed."
    killed = next(c for c in rules.read(report(text)).claims if c.kind == "killed")
    assert killed.when is not None
    assert (killed.when.start, killed.when.time) == (date(2031, 5, 6), "01:15")
    dated = rules.read(report("Posted: May 6, 2031 6:01 PM\n\nOne man was killed in Velmar.")).claims[0]
    assert dated.when is not None
    assert dated.when.start is None


def test_a_plan_for_next_week_dates_no_event() -> None:
    killed = rules.read(report("Two men were killed in Velmar; the road opens again next week.")).claims[0]
    assert killed.when is not None
    assert killed.when.start is None


def test_a_headline_that_lists_places_is_not_the_place_of_the_report() -> None:
    text = "Raids in Lagos, Kano\n\nIn Kano, guards came to a house. It rained. sat. They slept. Two men died."
    [died] = [c for c in rules.read(report(text)).claims if c.kind == "killed"]
    assert died.place is not None
    assert died.place.name == "Kano"


def test_a_country_that_is_only_discussed_is_not_the_place() -> None:
    text = "Gunmen attacked a farm in Kenya on Monday. They killed two farmers with weapons from the United States."
    claims = [c for c in rules.read(report(text)).claims if c.kind == "killed"]
    assert [c.place.country for c in claims if c.place] == ["KE"]


@pytest.mark.parametrize(
    ("ends", "precision"), [("Lagos and Kano", 5), ("Manchester and Salford", 2), ("Lagos or Kano", None)]
)
def test_a_place_between_two_others_is_a_line(ends: str, precision: int | None) -> None:
    """UCDP's 5 for a line, 2 where its ends lie within 25 km of each other."""
    [died] = [c for c in rules.read(report(f"Two men were killed between {ends}.")).claims if c.kind == "killed"]
    assert died.place is not None
    if precision is None:
        assert not died.place.name.startswith("between")
    else:
        assert (died.place.name, died.place.precision) == (f"between {ends}", precision)


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        ("on 31 February 2031", "February 2031 has no day 31"),
        ("on Monday, 4 May 2031", "2031-05-04 was a Sunday, not the weekday in the text"),
        ("on 9 May 2039", "the day lies after the day of publication"),
        ("on Sunday", None),
    ],
)
def test_the_claim_has_the_reason_why_a_day_is_doubtful(day: str, reason: str | None) -> None:
    [died] = [c for c in rules.read(report(f"Two men were killed {day} in Lagos.")).claims if c.kind == "killed"]
    assert died.when is not None
    assert died.when.reason == reason


def test_the_day_of_an_arrest_is_not_the_day_of_the_killing() -> None:
    text = "Two farmers were shot dead in Lagos on Sunday. On Tuesday a man was arrested in the killing of the farmers."
    dated = {c.when.start for c in rules.read(report(text)).claims if c.kind == "killed" and c.when is not None}
    assert dated == {date(2031, 5, 4)}
