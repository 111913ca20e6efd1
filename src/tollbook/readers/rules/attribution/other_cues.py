"""Attributions without a verb of reporting: headlines, titles, surveys, and verbs of seeming."""

from collections.abc import Iterator

from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.readers.rules.attribution.relations import (
    AttributionRelation,
    SourcePhrase,
    child,
    cue_of,
    phrase_of,
    tree,
    trees,
)
from tollbook.readers.rules.attribution.sources import can_speak, has_finite_verb, phrase_before
from tollbook.readers.rules.parsing.parser import entities
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.person_words import is_well_known
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import reports_speech, speech
from tollbook.text import paragraphs

#: A speaker before a colon is a short phrase: a name with a title or two.
_COLON_WITHIN = 8
#: Marks between a title without a verb and its source: "Nine dead in Velmar: officials".
_SEPARATORS = frozenset({":", "-", "–", "—"})
#: The fewest letters of a dateline in capitals: shorter words are acronyms of bodies ("NATO:").
_DATELINE = 6
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_COMPLEMENTS = ("xcomp", "ccomp", "oprd", "acomp", "attr")


def colon_sources(doc: Doc) -> Iterator[AttributionRelation]:
    """A short phrase before a colon at the start of a paragraph is a source: "Police: man shot dead".

    A place is not: "Kestria: bomb kills two" says where. Nor is a label, "Update: bomb kills two", nor what follows a
    date in a log: "05/06 - Velm: bomb kills two".
    """
    for start, end in _paragraphs(doc):
        colon = next((i for i in range(start + 1, min(start + _COLON_WITHIN, end - 1)) if doc[i].text == ":"), None)
        if colon is None or has_finite_verb(doc[start:colon]) or doc[start].text[0].isdigit():
            continue
        source = phrase_before(doc, colon, start)
        if source is None or doc[source.head].lower_ in speech().title_labels | speech().visuals:
            continue
        if not _is_label(doc, source) and not _is_dateline(doc[start:colon], doc[colon + 1]):
            last = max(doc[colon + 1].sent.end, doc[colon].sent.end)
            content = frozenset(range(colon + 1, min(last, end)))
            yield AttributionRelation(source=source, cue=(colon,), content=content)


def _is_label(doc: Doc, source: SourcePhrase) -> bool:
    """Whether words before a colon are a place or a topic and no source: "Kestria:", "VELMARA:", "Dorna attack:"."""
    head = doc[source.head]
    if head.ent_type_ in _PLACES or any(p.head == head for p in phrases.find("events", head.sent)):
        return True
    if head.lower_ in lexicon.grammar().place.towns or _is_city(head, source):
        return True
    if can_speak(head):
        return False
    if len(head) >= _DATELINE and head.is_upper and source.end - source.start == 1:
        return True
    parts = doc[source.start : source.end].text.replace("-", " ").split()
    # A family name may be that of a town.
    return head.ent_type_ != "PERSON" and all(part[:1].isupper() and is_well_known(part.title()) for part in parts)


def _is_city(name: Token, source: SourcePhrase) -> bool:
    """Whether one word is a large city, and no person of the report has that name: "Velmar: six people dead"."""
    is_of_person = any(e.label_ == "PERSON" and len(e) > 1 and e[-1].text == name.text for e in entities(name.doc))
    return source.end - source.start == 1 and name.text.istitle() and is_well_known(name.text) and not is_of_person


def _is_dateline(name: Span, first: Token) -> bool:
    """Whether a town and a colon begin a sentence with its own speaker: "Velmar: Nine were killed, police said".

    A word in no gazetteer that is no person or body is taken for a town.
    """
    is_town = any(entry.kind == "city" for entry in gazetteer.lookup(name.text))
    is_town = is_town or (len(name) == 1 and name[0].ent_type_ != "ORG" and name[0].lower_ not in speech().speakers)
    opens = name.start == 0 and all(t.text.istitle() for t in name) and first.text[:1].isupper()
    return is_town and opens and any(reports_speech(t) for t in first.sent if t.i >= first.i)


def _paragraphs(doc: Doc) -> Iterator[tuple[int, int]]:
    for start, end in paragraphs(doc.text):
        span = doc.char_span(start, end, alignment_mode="contract")
        if span is not None:
            yield span.start, span.end


def title_sources(doc: Doc, end: int) -> Iterator[AttributionRelation]:
    """A noun such as "officials" at the end of the title is a source: "Blast kills six - state TV".

    ``end`` is the first token after the title. Some titles are cut off right before the source.
    """
    nouns = speech().title_nouns
    last = next((i for i in (*range(end - 1, end + 2), end - 2) if 0 < i < len(doc) and doc[i].lower_ in nouns), None)
    if end and last and (has_finite_verb(doc[:last]) or doc[last - 1].text in _SEPARATORS):
        start = last - 1 if doc[last - 1].lower_ in speech().title_modifiers else last
        source = SourcePhrase(last, start, last + 1)
        yield AttributionRelation(source=source, cue=(last,), content=frozenset(range(start)))


def seeming(cue: Token) -> Iterator[AttributionRelation]:
    """A verb of seeming attributes to nobody in particular: "the fire seems to have spread"."""
    what = child(cue, "nsubj", "expl")
    complement = trees(cue, *_COMPLEMENTS)
    if complement:
        is_expletive = what is None or what.lower_ in coreference_words().expletive
        subject: set[int] = set() if is_expletive or what is None else tree(what)
        content = frozenset(subject | complement)
        yield AttributionRelation(source=None, cue=cue_of(cue), content=content, is_statement=False)


def survey(cue: Token) -> Iterator[AttributionRelation]:
    """A survey at the start of a sentence is the source of the rest: "In a survey of March, half of them said …"."""
    noun, sent = child(cue, "pobj"), cue.sent
    if noun is None or noun.lemma_.lower() not in speech().surveys or cue.i > sent.start + 1:
        return
    source = phrase_of(noun)
    content = range(max(source.end, cue.right_edge.i + 1), sent.end)
    if has_finite_verb(cue.doc[content.start : content.stop]):
        yield AttributionRelation(source=source, cue=(cue.i,), content=frozenset(content), is_statement=False)
