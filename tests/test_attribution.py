"""Attributions: source, cue and content of every construction, in short invented passages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.model import Report, Span
from tollbook.readers.rules.attribution import attributions
from tollbook.readers.rules.attribution.attributions import ReportAttributions
from tollbook.readers.rules.attribution.quotations import quotations
from tollbook.readers.rules.parsing.parser import parse


def attributed(text: str, title: str | None = None) -> ReportAttributions:
    return attributions.find(parse(text), Report(id="r", sha256="", text=text, outlet="Velm Daily", title=title))


def words(text: str, spans: tuple[Span, ...]) -> str:
    return " … ".join(text[start:end] for start, end in spans)


# passage | source | cue | content
TABLE = [
    # indirect, cue before, after, inside
    ("The mayor said three people were killed.", "The mayor", "said", "three people were killed"),
    ("The mayor said that three people were killed.", "The mayor", "said", "that three people were killed"),
    ("Three people were killed, the mayor said.", "the mayor", "said", "Three people were killed"),
    ("Three people, the mayor said, were killed.", "the mayor", "said", "Three people … were killed"),
    ("Three people were killed, said Mayor Ilka Brandt.", "Mayor Ilka Brandt", "said", "Three people were killed"),
    ("The death toll may rise, added the Observatory.", "the Observatory", "added", "The death toll may rise"),
    # direct
    ("“Three people died,” police chief Tomas Reyl said.", "police chief Tomas Reyl", "said", "“Three people died,”"),
    ("“Three people died,” she said. “Two are missing.”", "she", "said", "“Three people died,” … “Two are missing.”"),
    ("The mayor said: “Three people died.”", "The mayor", "said", "“Three people died.”"),
    ("Venn wrote: “We lost three people.”", "Venn", "wrote", "“We lost three people.”"),
    ("“We lost nine people,” said Orla Venn, a nurse.", "Orla Venn, a nurse", "said", "“We lost nine people,”"),
    (
        "“Nine people died. Five were children. We are afraid,” Anna Reyl said.",
        "Anna Reyl",
        "said",
        "“Nine people died. Five were children. We are afraid,”",
    ),
    (
        "“Nine people died,” said Anna Reyl.\n\n“Five were children.”",
        "Anna Reyl",
        "said",
        "“Nine people died,” … “Five were children.”",
    ),
    (
        "“Nine people died,” the mayor said in a statement on Sunday, “and we mourn them.”",
        "the mayor",
        "said",
        "“Nine people died,” … “and we mourn them.”",
    ),
    # many verbs
    ("Volunteers told Radio Velm they had buried bodies.", "Volunteers", "told", "they had buried bodies"),
    ("The army warned that forty people had died.", "The army", "warned", "that forty people had died"),
    ("Rescuers estimate that sixty people died.", "Rescuers", "estimate", "that sixty people died"),
    ("Residents believe forty people died.", "Residents", "believe", "forty people died"),
    ("The army denied that it had killed civilians.", "The army", "denied", "that it had killed civilians"),
    ("The army did not deny that it fired.", "The army", "did not deny", "that it fired"),
    ("The ministry announced that the road was open.", "The ministry", "announced", "that the road was open"),
    ("Orla Venn hopes that the siege will end.", "Orla Venn", "hopes", "that the siege will end"),
    ("The council wants to rebuild the school.", "The council", "wants", "to rebuild the school"),
    ("The council plans to rebuild the school.", "The council", "plans", "to rebuild the school"),
    ("Witnesses confirmed three deaths.", "Witnesses", "confirmed", "three deaths"),
    ("The UN condemned the killing of six villagers.", "The UN", "condemned", "the killing of six villagers"),
    ("The governor accused the army of murder.", "The governor", "accused", "the army of murder"),
    (
        "A rebel group claimed responsibility for the attack.",
        "A rebel group",
        "claimed",
        "responsibility for the attack",
    ),
    ("The mayor called for an inquiry.", "The mayor", "called", "an inquiry"),
    ("The envoy was critical of the ceasefire.", "The envoy", "was critical", "of the ceasefire"),
    ("The army put the toll at forty.", "The army", "put", "put the toll at forty"),
    # groups and sources without a name
    ("Sources said the shelling killed four.", "Sources", "said", "the shelling killed four"),
    ("State media and activists said nine died.", "State media and activists", "said", "nine died"),
    # according to, nouns, adverbs, no source
    ("According to the Velm Observatory, two died.", "the Velm Observatory", "According to", "two died"),
    (
        "Eleven civilians died, according to a local official.",
        "a local official",
        "according to",
        "Eleven civilians died",
    ),
    ("Officials’ claim that forty died was disputed.", "Officials’", "claim", "that forty died"),
    ("It is feared that forty people are trapped.", "", "is feared", "that forty people are trapped"),
    ("Forty people are feared dead.", "", "are feared", "Forty people … dead"),
    ("Six villagers were reportedly killed.", "", "reportedly", "Six villagers were … killed"),
    # outlets that pass on
    (
        "The Arvon Times cited local activists as saying that twelve people died.",
        "local activists",
        "saying",
        "that twelve people died",
    ),
    (
        "Local activists were quoted by the Arvon Times as saying that twelve people died.",
        "Local activists",
        "saying",
        "that twelve people died",
    ),
    # headlines
    ("Police: man shot dead in Sarnow", "Police", ":", "man shot dead in Sarnow"),
    ("Nine dead in Sarnow blast, officials say", "officials", "say", "Nine dead in Sarnow blast"),
    # no commas, no marks
    (
        "Six drivers died in the ambush a medic and rebels said.",
        "a medic and rebels",
        "said",
        "Six drivers died in the ambush",
    ),
    (
        "The rockets hurt ten others Tarik Omar Venn told Radio Velm.",
        "Tarik Omar Venn",
        "told",
        "The rockets hurt ten others",
    ),
    ("The death toll may rise added the Observatory.", "the Observatory", "added", "The death toll may rise"),
]


@pytest.mark.parametrize(("text", "source", "cue", "content"), TABLE, ids=[row[0][:50] for row in TABLE])
def test_construction(text: str, source: str, cue: str, content: str) -> None:
    found_in = attributed(text)
    records = [found_in.record(relation) for relation in found_in.relations]
    found = [(words(text, a.source), words(text, a.cue), words(text, a.content).strip()) for a in records]
    assert (source, cue, content) in found


@pytest.mark.parametrize(
    "text",
    [
        "The hospital treated nine people.",
        "Two soldiers died on Monday.",
        "The blast claimed three lives.",
        "A wall fell on the “old bridge” last night.",
    ],
)
def test_no_attribution_without_a_source(text: str) -> None:
    assert attributed(text).attributions() == ()


@pytest.mark.parametrize("label", ["Norway", "VELMARA", "Israel-Gaza", "Velmar attack"])
def test_a_place_or_an_event_before_a_colon_is_not_a_speaker(label: str) -> None:
    assert attributed(f"{label}: man shot dead in Oslo").relations == ()


def test_a_body_before_a_colon_speaks() -> None:
    assert len(attributed("Police: man shot dead in Oslo").relations) == 1


def test_actions_are_no_attributions_and_only_cues_of_speech_name_speakers() -> None:
    found_in = attributed("Rebels fired shells and the militia launched an attack on Sarnow that killed three people.")
    assert found_in.attributions() == ()
    text = "The council is mulling a ban on cars after three people were killed."
    start = text.index("three")
    assert [s.name for s in attributed(text).chain(start, len(text) - 1)] == ["Velm Daily"]


def test_an_attribution_inside_a_quotation_is_part_of_its_content() -> None:
    text = "“The police told us that nine died,” the mayor said."
    assert [words(text, a.source) for a in attributed(text).attributions()] == ["the mayor"]


def test_content_does_not_cross_the_end_of_the_title() -> None:
    title = "Blast kills six in Velm"
    text = title + " Six people were killed in a blast on Monday a medic said."
    (found,) = (a for a in attributed(text, title).attributions() if words(text, a.source) == "a medic")
    assert found.content[0][0] >= len(title)


def test_a_title_can_end_in_its_source() -> None:
    title = "Blast kills six in Velm - state TV"
    chain = attributed(title + ". Six people died on Monday.", title).chain(0, 15)
    assert [s.name for s in chain] == ["state TV", "Velm Daily"]


QUOTED = [
    ("He said “yes”.", ["“yes”"]),
    ('He said "yes" and "no".', ['"yes"', '"no"']),
    ("He said ''yes, sir'' and left.", ["''yes, sir''"]),
    ("The ‘old bridge’ fell.", ["‘old bridge’"]),
    ("He said: ‘We will go.’", ["‘We will go.’"]),
    ("It isn't Anna's.", []),
    ("“One.\n\n“Two,” he said.", ["“One.", "“Two,”"]),
    ('a stray" mark', []),
]


@pytest.mark.parametrize(("text", "expected"), QUOTED)
def test_quotations(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in quotations(text)] == expected


@given(st.text(alphabet="ab .,“”\"'’‘\n", max_size=60))
def test_quotations_are_in_range_and_do_not_overlap(text: str) -> None:
    last = 0
    for start, end in quotations(text):
        assert last <= start < end <= len(text)
        last = end


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([row[0] for row in TABLE] + ["“", "”", "\n\n", "😀 she said"]), min_size=1, max_size=4))
def test_spans_are_inside_the_text(passages: list[str]) -> None:
    text = " ".join(passages)
    for found in attributed(text).attributions():
        assert found.cue
        assert found.content
        for start, end in (*found.source, *found.cue, *found.content):
            assert 0 <= start < end <= len(text)
            assert text[start:end] == text[start:end].strip()


UNUSUAL = [
    ("The fire seems to have spread from the depot.", "", "seems", "The fire … to have spread from the depot"),
    (
        "In a survey of April, half of the families had lost a home.",
        "a survey of April", "In", "half of the families had lost a home",
    ),
    ("The guards, who said that two men had died, left.", "The guards … who", "said", "that two men had died"),
]  # fmt: skip


@pytest.mark.parametrize(("passage", "source", "cue", "content"), UNUSUAL, ids=[row[0] for row in UNUSUAL])
def test_unusual_sources(passage: str, source: str, cue: str, content: str) -> None:
    found = [
        (words(passage, a.source), words(passage, a.cue), words(passage, a.content))
        for a in attributed(passage).attributions()
    ]
    assert (source, cue, content) in found


def test_the_person_asked_is_not_the_source_of_the_question() -> None:
    text = "Asked whether anyone had died, the mayor said no one had."
    assert all(
        words(text, a.source) != "the mayor" for a in attributed(text).attributions() if words(text, a.cue) == "Asked"
    )


@pytest.mark.parametrize("text", ["Nine people are feared dead in Sarnow.", "Nine people are believed to have died."])
def test_an_attribution_that_a_figure_rests_on_is_recorded(text: str) -> None:
    assert attributed(text).supporting([(0, len("Nine people"))]) != ()
