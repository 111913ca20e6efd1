"""A figure that a report calls a first one is superseded by the later one it gives, and by nothing else."""

import msgspec
import pytest
from reconcile_builders import claim, group, report

from tollbook import reconcile
from tollbook.model import Speaker
from tollbook.reconcile.early_reports import early_counts, is_early
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
