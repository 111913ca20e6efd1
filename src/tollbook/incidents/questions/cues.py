"""Words that suggest an answer, and where in a report they count: the sentence of a claim, and the clause in it."""

import functools
import re

import msgspec

from tollbook import locale
from tollbook.incidents.questions.model import Material
from tollbook.model import Claim
from tollbook.reconcile.explanation_context import quoted

#: How far before and after a claim its sentence is searched.
_REACH = 240
_ENDS = re.compile(r"[.!?\n](?=\s|$)|\n")
_ENDED = re.compile(r"[.!?][”\"’»)]*$")
#: Words between a verb of denying, or a name, and the act. Longer ones name somebody or something else.
_BETWEEN = 8


class _Cues(msgspec.Struct, frozen=True):
    """The shape of ``incidents/lexicon/CODE/questions.toml``."""

    clause: list[str]
    total: list[str]
    no_total: list[str]
    elsewhere: list[str]
    died_later: list[str]
    dateline: list[str]
    admits: list[str]
    admits_not: list[str]
    denying: list[str]
    between: list[str]
    act: list[str]
    other_act: list[str]
    did_not: list[str]
    doing: list[str]
    does: list[str]
    undergoes: list[str]
    blamed_before: list[str]
    articles: list[str]
    not_done: list[str]


@functools.cache
def _cues() -> _Cues:
    return locale.DEFAULT.lexicon("incidents", "questions", _Cues)


def _any(words: list[str]) -> str:
    return "(?:" + "|".join(words) + ")"


@functools.cache
def cue(name: str) -> re.Pattern[str]:
    """The words for a cue in a sentence."""
    return re.compile(rf"(?<!\w){_any(getattr(_cues(), name))}(?!\w)", re.IGNORECASE)


@functools.cache
def denied(acts: str) -> re.Pattern[str]:
    """A verb of denying with one of the ``acts`` of the lexicon (``act``, ``other_act``), and little in between."""
    words = _cues()
    gap = rf"(?:\s+{_any(words.between)}){{0,{_BETWEEN}}}?"
    return re.compile(rf"\b{_any(words.denying)}{gap}\s+{_any(getattr(words, acts))}(?!\w)", re.IGNORECASE)


def done_by(name: str, sentence: str) -> str | None:
    """The words of a sentence that name somebody as doing it or as blamed for it."""
    own = r"\s+".join(map(re.escape, name.split()))
    for found in re.finditer(rf"(?<!\w){own}(?!\w)", sentence, re.IGNORECASE):
        if before := _blaming().search(sentence, 0, found.start()):
            return sentence[before.start() : found.end()]
        after = _doing("does").match(sentence, found.end())
        if after and not _doing("undergoes").match(sentence, found.end()):
            return sentence[found.start() : after.end()]
    return None


@functools.cache
def _blaming() -> re.Pattern[str]:
    """A pattern of words of blame at the end of the words before a name. Compiled once, because it takes 2 ms."""
    words = _cues()
    return re.compile(rf"(?<!\w){_any(words.blamed_before)}(?:\s+{_any(words.articles)})?\s+\Z", re.IGNORECASE)


@functools.cache
def _doing(acts: str) -> re.Pattern[str]:
    """A pattern of a verb of attacking (``does``) or of being harmed (``undergoes``) shortly after a name."""
    words = _cues()
    gap = rf"(?:\s+{_any(words.doing)}){{0,{_BETWEEN}}}?"
    return re.compile(rf"{gap}\s+{_any(getattr(words, acts))}(?!\w)", re.IGNORECASE)


def sentence_of(claim: Claim, material: Material) -> str:
    """The sentence around a claim, found from the text alone, without a reader."""
    before, after = _around(claim, material)
    return f"{before}{claim.quote}{after}"


def clause_of(claim: Claim, material: Material) -> str:
    """The part of the sentence with the words of a claim: up to the words that begin another clause."""
    before, after = _around(claim, material)
    parts = cue("clause")
    return f"{parts.split(before)[-1]}{claim.quote}{parts.split(after)[0]}"


def _around(claim: Claim, material: Material) -> tuple[str, str]:
    """The words of a sentence before and after a claim."""
    report = material.reports.get(claim.report)
    if report is None:
        return "", ""
    before = _ENDS.split(report.text[max(0, claim.start - _REACH) : claim.start])[-1]
    # The words of a statement end with their sentence; what follows is another one.
    after = "" if _ENDED.search(claim.quote) else _ENDS.split(report.text[claim.end : claim.end + _REACH])[0]
    return before, after


def words_for(name: str, words: str) -> str | None:
    """The words for a cue among some words, in quotation marks."""
    found = cue(name).search(words)
    return quoted(found.group()) if found is not None else None
