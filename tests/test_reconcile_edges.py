"""Dependence between sources: groups and edges of an incident, each edge with its reason."""

from itertools import permutations

import msgspec
import pytest
from reconcile_builders import claim, group, incident, person, report

from tollbook import reconcile
from tollbook.model import People, Speaker
from tollbook.reconcile import Copy, with_rulings
from tollbook.reconcile.independence import source_ids

LEAD = (
    "Shells fell on the market of Velmar early on Tuesday and set eleven stalls on fire, the keeper of the "
    "market said. She had counted nine bodies by daybreak, among them a baker and his two apprentices, and sent the "
    "wounded to the school across the square because the road to the hospital lay under fire all night long. "
)


def made(*claims, reports=None, copies=()):
    known = {r.id: r for r in reports or [report(c.report) for c in claims]}
    return reconcile.sources(group(*claims), known, copies)


def edges(found):
    return [(e.kind, e.report, e.of, e.why) for e in found.edges]


def test_one_informant_in_two_outlets_is_one_group_with_every_spelling():
    one, other = claim(17, by="Ilyas Tarkhan"), claim(18, by="Tarhan", in_="b")
    [origin] = made(one, claim(17, by="Ilias Tarhan", in_="c"), other).groups
    assert origin.spellings == ("Ilias Tarhan", "Ilyas Tarkhan", "Tarhan")
    assert origin.reports == ("a", "b", "c")


def test_each_report_has_an_edge_to_its_informant_with_the_words():
    found = made(claim(17, by="Ilyas Tarkhan", start=40), claim(18, by="Tarkhan", in_="b"))
    assert edges(found) == [
        ("informant", "a", "Ilyas Tarkhan", "It names Ilyas Tarkhan as the source."),
        ("informant", "b", "Ilyas Tarkhan", "It names Ilyas Tarkhan as the source, spelt Tarkhan here."),
    ]
    assert [p.here for p in found.edges[0].passages] == [(40, 50)]


def test_a_reprint_has_an_edge_to_its_original_with_the_shared_passages():
    reports = [report("a", 5, text=LEAD), report("b", 6, text=LEAD + "Our paper collects blankets for the families.")]
    copies = reconcile.find_copies(reports)
    edge = next(e for e in made(claim(9), claim(9, in_="b"), reports=reports, copies=copies).edges if e.between)
    assert (edge.kind, edge.report, edge.of) == ("same text", "b", "a")
    assert edge.why == "100 % of the shorter text is in both, in 2 passages."
    for passage in edge.passages:
        assert passage.there is not None
        assert reports[1].text[slice(*passage.here)] == reports[0].text[slice(*passage.there)]


def relayed(number, via, in_="a", by="social workers"):
    chain = Speaker(name=by), Speaker(name=via), Speaker(name=f"Outlet {in_}", role="outlet")
    return msgspec.structs.replace(claim(number, by=by, in_=in_), speakers=chain)


def test_two_outlets_that_cite_a_third_are_one_source():
    found = made(relayed(40, "the Harbour Daily"), relayed(40, "Harbour Daily", "b"))
    assert len(found.groups) == 1
    assert ("relays", "a", "the Harbour Daily", "It attributes this to the Harbour Daily.") in edges(found)


def test_the_edge_leads_to_the_report_of_the_third_outlet_if_the_book_has_it():
    reports = [report("a"), report("c", outlet="The Harbour Daily")]
    found = made(relayed(40, "the Harbour Daily"), claim(40, in_="c"), reports=reports)
    assert ("relays", "a", "c") in [e[:3] for e in edges(found)]


def test_an_outlet_that_repeats_a_figure_has_an_edge_to_its_source():
    found = made(claim(17, by="Ana Brod"), claim(17, in_="b"))
    why = "It repeats the figure of Ana Brod without naming a source."
    assert ("repeats", "b", "Ana Brod", why) in edges(found)


def test_a_headline_has_an_edge_to_the_informant_whom_its_report_names():
    found = made(claim(17), claim(17, by="Ana Brod", start=90))
    why = "It gives the figure of Ana Brod, whom it names, in its own words too."
    assert ("repeats", "a", "Ana Brod", why) in edges(found)
    assert [edge.named for edge in found.edges if edge.kind == "repeats"] == [True]


QUOTE = "“We have pulled nine bodies from under the roof and nobody goes home tonight,”"


def test_the_same_quoted_words_have_one_informant_under_any_name():
    texts = {"a": f"{QUOTE} said the commander of the brigade.", "b": f"In Velmar: {QUOTE} Petra Varr said."}
    reports = [report(name, text=text) for name, text in texts.items()]
    places = {name: text.index("nine bodies") for name, text in texts.items()}
    one = claim(9, by="the commander", in_="a", start=places["a"])
    found = made(one, claim(9, by="Petra Varr", in_="b", start=places["b"]), reports=reports)
    assert len(found.groups) == 1
    [shared] = [e for e in found.edges if e.kind == "same words"]
    assert (shared.report, shared.of, shared.why) == ("b", "a", "Both quote the same words.")


def test_agency_copy_has_an_edge_to_the_agency():
    reports = [report("a", text=f"VELMAR (Reuters) - {LEAD}"), report("b")]
    found = made(claim(9), claim(8, in_="b"), reports=reports)
    assert ("agency", "a", "Reuters", "It credits its text to Reuters.") in edges(found)


@pytest.mark.parametrize(
    ("joined", "apart", "kind", "groups"),
    [([("a", "b")], [], "one source", 1), ([], [("a", "b")], "independent", 2)],
)
def test_a_decision_is_an_edge_and_changes_the_groups(joined, apart, kind, groups):
    copies = with_rulings([Copy(report="b", of="a", why="found")], joined, apart)
    found = made(claim(17), claim(18, in_="b"), copies=copies)
    assert ("A person decided so.", kind) in [(e.why, e.kind) for e in found.edges]
    assert len(found.groups) == groups


def test_the_groups_are_the_sources_of_the_figures():
    claims = claim(17, by="Ana Brod"), claim(17, by="Brod", in_="b"), claim(18, in_="c")
    reports = {r: report(r) for r in "abc"}
    figure = reconcile.incident(group(*claims), reports).figures["killed"]
    assert len(made(*claims).groups) == figure.independent_sources == 2


def test_an_outlet_does_not_repeat_a_number_that_somebody_denies():
    headline = claim(5)
    denied = claim(5, by="the Front", in_="b", stance="denies")
    stated = claim(5, by="Omer Tull", in_="c")
    sources = source_ids([headline, denied, stated], {name: report(name) for name in "abc"})
    assert sources[headline.id] == sources[stated.id] != sources[denied.id]


@pytest.mark.parametrize("ids", list(permutations("xyz")))
def test_an_outlet_repeats_the_informant_whom_its_text_names_first_whatever_the_ids_are(ids):
    """Ids change with each version of a reader; figures must not."""
    made_by = claim(21), claim(21, by="the Observatory", start=90), claim(21, by="Omer Tull", start=300)
    headline, first, second = (msgspec.structs.replace(c, id=name) for c, name in zip(made_by, ids, strict=True))
    sources = source_ids(sorted([headline, first, second], key=lambda c: c.id), {"a": report("a")})
    assert sources[headline.id] == sources[first.id] != sources[second.id]


def test_a_part_is_named_under_a_bound_only_where_it_raises_it():
    whole, part = claim(3, by="the ministry"), claim(2, by="the ministry", start=50, scope="part")
    other = claim(2, by="Lena Oru", in_="b")
    assert incident(whole, part, other).figures["killed"].low_claims == (other.id,)
    more = claim(4, by="the ministry", start=50, scope="part")
    assert more.id in incident(whole, more, claim(4, by="Lena Oru", in_="b")).figures["killed"].low_claims


def test_an_outlet_that_describes_a_person_beside_an_informant_is_not_a_second_source():
    headline = person("Aid worker", named="Martin Rehl")
    body = person("The body of Martin Rehl", named="Martin Rehl", by="police", start=50)
    alone = incident(headline, body)
    assert (alone.figures["killed"].independent_sources, alone.figures["killed"].status) == (1, "single source")
    assert alone.grade is not None
    assert alone.grade.value == "weak"
    again = person("Martin Rehl", named="Martin Rehl", by="the hospital", in_="b")
    both = incident(headline, body, again).figures["killed"]
    assert (both.low, both.high, both.independent_sources, both.status) == (1, 1, 2, "range")


def test_an_older_count_is_no_victim_of_the_record():
    old = claim(11, by="Ana Brod", scope="superseded", people=People(text="11 people"))
    named = person("Mila Arvest", named="Mila Arvest", scope="superseded", start=50)
    record = incident(old, named, claim(10, by="Oren Pasko", in_="b", people=People(text="ten people")))
    assert {victim.name or victim.description for victim in record.victims} == {"Mila Arvest", "ten people"}
