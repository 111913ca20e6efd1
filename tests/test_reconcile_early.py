"""A figure that a report calls a first one is superseded by the later one it gives, and by nothing else."""

import re

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reconcile_builders import DAY, claim, group, report

from tollbook import reconcile
from tollbook.model import Speaker
from tollbook.reconcile.early_reports import early_counts, is_early, is_risen
from tollbook.reconcile.source_counts import source_counts

FIRST = "The radio initially reported three people killed. Relatives named nine people killed."


def made(text, *claims):
    """The incident of claims given as (words, number, informant), each at its place in one report."""
    found = [
        msgspec.structs.replace(claim(number, by=by, start=text.index(words)), end=text.index(words) + len(words))
        for words, number, by in claims
    ]
    reports = {"a": report("a", text=text)}
    return reconcile.incident(group(*found), reports), found, reports


def test_a_first_figure_is_superseded_by_the_later_one_of_its_report():
    incident, (first, later), _ = made(
        FIRST, ("three people killed", 3, "the radio"), ("nine people killed", 9, "Ana Brod")
    )
    figure = incident.figures["killed"]
    assert (figure.low, figure.best, figure.high) == (9, 9, 9)
    assert figure.superseded_claims == (first.id,)
    assert figure.low_claims == (later.id,)
    assert figure.independent_sources == 1


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("The police said six people killed, but later lowered the toll to four.", 4, 4),
        ("An earlier version said six people killed. The correct number is four.", 4, 4),
        ("The police said six people killed. The mayor spoke of four.", 4, 6),
    ],
)
def test_a_lower_number_replaces_one_that_the_words_correct(text: str, low: int, high: int) -> None:
    incident, _, _ = made(text, ("six people killed", 6, "police"), ("four", 4, None))
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (low, high)


@pytest.mark.parametrize(("outlet", "low", "high"), [("Velm Times", 19, 19), ("Orsk Post", 19, 21)])
def test_an_outlet_withdraws_its_own_number_and_no_other(outlet: str, low: int, high: int) -> None:
    own, first_of = Speaker(name="Velm Times", role="outlet"), Speaker(name=outlet, role="outlet")
    first = msgspec.structs.replace(claim(21, by="police"), speakers=(Speaker(name="police"), first_of))
    withdrawn = msgspec.structs.replace(claim(21, in_="b", stance="denies", start=1), speakers=(own,))
    given = msgspec.structs.replace(claim(19, in_="b", by="mayor", start=20), speakers=(Speaker(name="mayor"), own))
    reports = {"a": report("a", 5, outlet), "b": report("b", 6, "Velm Times")}
    found = group(first, withdrawn, given)
    incident = reconcile.incident(found, reports)
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (low, high)
    texts = [sentence.text for sentence in reconcile.explain(incident, found, reports)]
    assert any("is corrected by the report that gives 19" in text for text in texts) == (high == 19)


def test_very_many_counts_are_compared() -> None:
    """The time must not grow with the square of their number: these would take many minutes."""
    claims = [claim(5, in_=f"{n}") for n in range(8_000)]
    withdrawal = msgspec.structs.replace(claim(5, in_="7", start=50), stance="denies")
    known = {c.report: report(c.report, text="Officials said the toll rose to five.") for c in claims}
    assert early_counts(source_counts(claims, known), [*claims, withdrawal], known) == []


#: Sentences with a number, some of which call it early, grown or lowered, and a long one without any.
SAID = st.sampled_from([
    "The radio initially reported {} people killed. ", "Relatives named {} people killed", ", later lowered to {}",
    "The correct number is {}. ", "The toll has risen to {}. ", "The toll rose to {}. ", " {} men",
    "An early report said {}. ",
    "The road from Velmar to Orsk stayed closed and nobody could say until when, as " * 2 + "{} people waited. ",
])  # fmt: skip
POLICE, ARMY, FRONT = Speaker(name="police"), Speaker(name="army", side="Orsk"), Speaker(name="front", side="Velmar")
INFORMANTS = st.sampled_from([(), (POLICE,), (ARMY,), (ARMY,), (FRONT,), (FRONT,)])


@st.composite
def incidents(draw):
    """Claims of a few reports of two outlets, with their texts."""
    claims, reports = [], {}
    for name in "abcd"[: draw(st.integers(1, 4))]:
        outlet, text = Speaker(name=draw(st.sampled_from(["Velm Times", "Orsk Post"])), role="outlet"), ""
        for _ in range(draw(st.integers(1, 5))):
            before, number = draw(SAID).split("{}")[0], draw(st.integers(2, 5))
            start = len(text + before)
            stance = draw(st.sampled_from(["asserts", "asserts", "asserts", "fears", "denies"]))
            additional = draw(st.sampled_from([False, False, False, True]))
            found = claim(number, in_=name, start=start, stance=stance, additional=additional)
            speakers = (*draw(INFORMANTS), outlet)
            text += f"{before}{number}{draw(st.sampled_from(['. ', ' ', ', later ']))}"
            claims.append(msgspec.structs.replace(found, end=start + 1, quote=str(number), speakers=speakers))
        reports[name] = report(name, draw(st.sampled_from([None, 5, 6, 6])), outlet.name, text)
    return claims, reports


def replaced(counts, claims, reports):
    """The definition of early counts, every count beside every other one."""
    early = [count for count in counts if all(is_early(c, reports) for c in count.claims)]
    late = [count for count in counts if count not in early and count.firm]
    risen = [count for count in late if any(is_risen(c, reports) for c in count.claims)]
    denials = [c for c in claims if c.stance == "denies" and len(c.speakers) == 1]

    def day(report):
        return (reports[report].published or DAY.min).toordinal()

    def corrects(new, old):
        text = reports[where(new)].text[old.claims[0].end : new.claims[0].start]
        follows = where(new) == where(old) and old.claims[0].end <= new.claims[0].start and len(text) <= 160
        near = follows and len(re.findall(r"[.!?]\s", text)) < 2
        return new.firm and near and new.value < old.value and re.search(r"\b(lowered|correct)\b", text[-40:])

    def withdraws(new, old):
        return where(new) != where(old) and any(
            c.report == where(new) and c.count.best == old.value and day(where(old)) <= day(c.report)
            and {each.speakers[-1].name for each in old.claims} == {c.speakers[0].name}
            for c in denials
        )  # fmt: skip

    def overtakes(new, old):
        published = new.published and old.published and old.published < new.published
        sides = {c.speakers[0].side for count in (new, old) for c in count.claims} - {None}
        return published and old.value < new.value <= 3 * old.value and len(sides) < 2

    for old in counts:
        beside = [new for new in late if old in early and where(new) == where(old) and new.value > old.value]
        new = beside or [new for new in counts if corrects(new, old)]
        new = new or [new for new in counts if new.firm and withdraws(new, old)]
        new = new or [new for new in risen if overtakes(new, old)]
        if new:
            yield old, max(new, key=lambda count: count.order)


def where(count):
    return count.claims[0].report


@settings(deadline=None, max_examples=300)
@given(incidents())
def test_early_counts_are_those_of_the_plain_definition(found) -> None:
    claims, reports = found
    counts = source_counts([c for c in claims if c.stance != "denies"], reports)
    assert early_counts(counts, claims, reports) == list(replaced(counts, claims, reports))


def test_of_two_opponents_only_one_overtakes_a_number_of_its_own_side() -> None:
    said = [claim(4), claim(5, in_="b", start=22), claim(5, in_="c", start=22)]
    sides = (Speaker(name="x", side="Velmar"),), (Speaker(name="x", side="Velmar"),), (Speaker(name="y", side="Orsk"),)
    claims = [msgspec.structs.replace(c, speakers=by) for c, by in zip(said, sides, strict=True)]
    reports = {"a": report("a", 5)} | {n: report(n, 6, text="The toll has risen to 5.") for n in "bc"}
    old, *others = source_counts(claims, reports)
    assert early_counts([old, *others], claims, reports) == [(old, others[0])]


def test_a_higher_first_figure_is_kept():
    incident, _, _ = made(FIRST, ("three people killed", 12, "the radio"), ("nine people killed", 9, "Ana Brod"))
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (9, 12)


def test_a_single_first_figure_is_kept():
    incident, _, _ = made(FIRST, ("three people killed", 3, "the radio"))
    assert incident.figures["killed"].superseded_claims == ()
    assert incident.figures["killed"].best == 3


def test_the_explanation_names_the_figure_used():
    text = FIRST
    incident, claims, reports = made(
        text, ("three people killed", 3, "the radio"), ("nine people killed", 9, "Ana Brod")
    )
    [found] = reconcile.explain(incident, group(*claims), reports)
    assert "is called an early figure by the report that gives 9" in found.text


@pytest.mark.parametrize(
    ("text", "early"),
    [
        ("Initially five people were killed, the agency said.", True),
        ("The agency was the first to report five people were killed.", True),
        ("Ana Brod, who had spoken of five people killed, said nine were dead.", True),
        ("An initial report by the radio spoke of one, and it later rose: five people were killed.", False),
        ("The initial search found nobody. That day five people were killed.", False),
        ("On Monday five people were killed.", False),
    ],
)
def test_words_nearest_to_the_number_decide(text, early):
    start = text.index("five")
    late = msgspec.structs.replace(claim(5, start=start), end=start + 4)
    assert is_early(late, {"a": report("a", text=text)}) is early
