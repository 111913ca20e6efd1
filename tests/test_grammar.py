"""Sentences that records and briefs make are good English: articles, singular and plural, verbs that agree."""

import re
from pathlib import Path

import msgspec
import pytest
from babel.messages.pofile import read_po
from reconcile_builders import claim, group, incident, person, report
from test_questions import asked, one, said
from test_reconcile_explain import explained

import tollbook
from tollbook.briefs import sentences
from tollbook.incidents.questions import Material, find
from tollbook.locale import wording
from tollbook.model import Actor
from tollbook.record import Figure, Perpetrator, Site

POLICE, RESIDENTS = "police", "residents"


def figure_sentence(*words: str) -> str:
    return explained(*(claim(each, by="Ana Brod", start=n) for n, each in enumerate(words))).sentences[0].text


def limits(*claims) -> str:
    return " ".join(each.text for each in explained(*claims).sentences if each.about == "set aside")


def question(kind: str, *claims) -> str:
    return one(asked(*claims), kind).sentence


def admission(name: str, *, by: str | None = None) -> str:
    actors = {"by_": Actor(name=name)} if by else {}
    made = claim(None, "responsibility", by=by or name, stance="claims responsibility", **actors)
    return question("admission", claim(3, start=90), said(made, f"{name} claimed responsibility."))


def denial(name: str) -> str:
    made = claim(None, "denial", by=name, stance="denies", start=100)
    return question("denial", claim(3), said(made, "They denied the attack."))


def named(high: int, *names: str) -> str:
    found = [person(each, named=each, start=20 * n) for n, each in enumerate(names, 1)]
    figures = {"killed": Figure(low=high, best=high, high=high, low_claims=("c",))}
    made = msgspec.structs.replace(incident(*found), figures=figures)
    material = Material(made, group(*found), {each.id: each for each in found}, {"a": report("a")}, ())
    return one(find(material), "more names").sentence


def grade(*actors: Actor) -> str:
    made = [claim(3, by=each.name, by_=each, start=20 * n) for n, each in enumerate(actors)]
    return incident(*made, rule="airwars").grade.why


SENTENCES = [
    # numbers: digits, bounds, and words that are no number
    (lambda: figure_sentence("17"), "The number of people killed is 17."),
    (lambda: figure_sentence("at least 12"), "The number of people killed is 12 or more."),
    (
        lambda: figure_sentence("dozens"),
        "The number of people killed is given in words only: “dozens”. There is no best value.",
    ),
    # a speaker may be one or many
    (
        lambda: limits(claim(17, by="Ana Brod"), claim(12, by=POLICE, stance="denies", start=50)),
        "Police denied 12 (“…”, Outlet a, 5 October 2021); a denied number does not count.",
    ),
    (
        lambda: limits(claim(17, by="Ana Brod"), claim("at least 40", by=RESIDENTS, stance="fears", start=50)),
        "Residents only feared at least 40 (“…”, Outlet a, 5 October 2021); this can raise the high but not lower the "
        "low.",
    ),
    (
        lambda: limits(claim(17, by="Ana Brod"), claim("12 or 13", by=RESIDENTS, stance="doubts", start=50)),
        "Residents doubted 12 or 13 (“…”, Outlet a, 5 October 2021); this can raise the high but not lower the low.",
    ),
    (lambda: admission("Highland Front"), "Did Highland Front say that they did it?"),
    (lambda: admission("the rebels"), "Did the rebels say that they did it?"),
    (
        lambda: admission("ministry", by="the defence ministry in Arvanta"),
        "Did the defence ministry in Arvanta say that they did it?",
    ),
    (lambda: denial("the army"), "Did the army deny this incident, or a part in it?"),
    (lambda: denial(RESIDENTS), "Did residents deny this incident, or a part in it?"),
    # one or several
    (
        lambda: named(0, "Ivo Tal"),
        "1 person is named as killed, and the highest number given is 0. Who was not?",
    ),
    (
        lambda: named(1, "Ivo Tal", "Lena Marsik"),
        "2 people are named as killed, and the highest number given is 1. Who was not?",
    ),
    (
        lambda: grade(Actor(name="Highland Front")),
        "The best supported figure has 1 independent source. Reports say that Highland Front accepted responsibility; "
        "the grade counts that once a person confirms it.",
    ),
    (
        lambda: grade(Actor(name="Rebels")),
        "The best supported figure has 1 independent source. Reports say that Rebels accepted responsibility; "
        "the grade counts that once a person confirms it.",
    ),
    # numbers of several sources in questions, as they were said
    (
        lambda: question("contested figure", claim("dozens", by="Ana Brod"), claim(5, by="Oren Pasko", in_="b")),
        "How many were killed: 5 or dozens? Independent sources contradict each other.",
    ),
    (
        lambda: question("contested figure", claim(1200, by="Ana Brod"), claim(5, by="Oren Pasko", in_="b")),
        "How many were killed: 5 or 1,200? Independent sources contradict each other.",
    ),
    # briefs
    (lambda: sentences.coverage(1, ()), "Sources: 1 report; no outlet is named."),
    (lambda: sentences.coverage(2, ("Coast Daily",)), "Sources: 2 reports; outlets: Coast Daily."),
    (
        lambda: sentences.sources("killed", Figure(status="agreed", independent_sources=2)),
        "2 independent sources give this number of people killed.",
    ),
    (
        lambda: sentences.according_to([(POLICE, [claim("at least 12")]), ("the mayor", [claim("12 or 13")])], 3),
        "According to police: at least 12; the mayor: 12 or 13.",
    ),
    (
        lambda: sentences.responsible([(Perpetrator(name="Gunmen", confidence="accused"), [POLICE, "the mayor"])], 3),
        "Reported as responsible: Gunmen (accused, according to police; the mayor).",
    ),
    (lambda: sentences.sites([Site(name="an army base", kind="base")]), "Reported as hit: an army base."),
    (
        lambda: wording.figure(Figure(low=1, best=1, high=2, status="range", independent_sources=1)),
        "1–2 (best 1, range)",
    ),
]


@pytest.mark.parametrize(("made", "sentence"), SENTENCES, ids=[each[1][:50] for each in SENTENCES])
def test_sentences_are_good_english(made, sentence):
    assert made() == sentence


#: Who speaks may be one or many ("police", "residents"): no verb in the present tense may stand after such a name. The
#: sentences of alerts are stored in books, so they stay as they were.
_SPEAKER = re.compile(r"\{(?:source|speaker|names)\} (?:only )?(?!as\b)(?:is|are|has|have|[a-z]+s)\b")
#: An article before a word that may begin with any letter.
_ARTICLE = re.compile(r"\ban? “?\{(?!weekday\})")


@pytest.mark.parametrize("pattern", [_SPEAKER, _ARTICLE], ids=["verb", "article"])
def test_no_message_leaves_agreement_to_chance(pattern):
    folder = Path(tollbook.__file__).parent / "locale"
    catalogue = read_po((folder / "tollbook.pot").open("rb"))
    ids = [text for each in catalogue if each.id for text in ([each.id] if isinstance(each.id, str) else each.id)]
    assert len(ids) > 1000
    assert [text for text in ids if pattern.search(text)] == []
