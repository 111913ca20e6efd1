"""Names beside a noun that says what a place is: "Tal Mirza village", "the quarters of Tal Mirza and al-Orsk"."""

from collections.abc import Iterator

from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.readers.rules.geoparsing.place_lexicon import Unit, place_lexicon, unit_of

#: Units whose name may follow with "of".
_SETTLEMENTS = frozenset({"city", "county", "part"})
_COMMA = ","
#: Units that describe the name before them.
_DESCRIBING = frozenset({"city", "county"})


def beside_units(doc: Doc) -> list[tuple[Span, Unit]]:
    """Names with the unit of the noun beside them."""
    return [*_before_units(doc), *_after_units(doc), *_described_by_units(doc)]


def _after_units(doc: Doc) -> Iterator[tuple[Span, Unit]]:
    """Capitalised words after a noun for a settlement; after a plural a list: "the villages of Kasht and Tarn"."""
    words = place_lexicon().words
    for token in doc[:-2]:
        unit = unit_of().get(token.lower_) if token.is_lower else None
        if unit is None or unit not in _SETTLEMENTS or token.nbor(1).lower_ not in words.of:
            continue
        names = _list_after(doc, token.i + 2)
        for name in names if _is_plural(token) else names[:1]:
            if len(name) and name[0].ent_type_ != "NORP":
                yield name, unit


def _described_by_units(doc: Doc) -> Iterator[tuple[Span, Unit]]:
    """Capitalised words that a noun for a settlement describes: "hit Kasht, a village in Tarn province"."""
    words = place_lexicon().words
    for token in (t for t in doc[1:] if t.is_lower and unit_of().get(t.lower_) in _DESCRIBING and not _is_plural(t)):
        article = token.i - 1
        while article > 1 and doc[article].pos_ == "ADJ":
            article -= 1
        is_described = doc[article].lower_ in words.indefinite and doc[token.i + 1 : token.i + 2].text in words.before
        end = article - (doc[article - 1].text == _COMMA)
        start = _start_of_name(doc, end)
        if is_described and start < end and not doc[start].is_sent_start:
            yield doc[start:end], unit_of()[token.lower_]


def _before_units(doc: Doc) -> Iterator[tuple[Span, Unit]]:
    """Capitalised words before a noun such as "village" or "refugee camp"; before a plural a list."""
    words = place_lexicon().words
    for token in (t for t in doc if t.lower_ in unit_of() and t.is_lower):
        end = token.i - (doc[token.i - 1].lower_ in words.before_units)
        start = _start_of_name(doc, end)
        # "The Kurdish town of Serdan" has another name, "a Kurdish area" none.
        after = doc[token.i + 1 : token.i + 3]
        is_named = len(after) == 2 and after[0].lower_ in words.of and _is_capitalised(after[1])
        of_people = all(t.tag_ == "JJ" and (is_named or t.ent_type_ == "NORP") for t in doc[start:end])
        # "Ana Brod town hall" has no town of her name.
        is_part = token.dep_ == "compound" and token.head.lower_ not in words.directions
        if start == end or of_people or is_part:
            continue
        names = _list_before(doc, end)
        for name in names if _is_plural(token) else names[:1]:
            if not (name[0].is_sent_start or all(t.tag_ == "JJ" and t.ent_type_ == "NORP" for t in name)):
                yield name, unit_of()[token.lower_]


def _list_after(doc: Doc, start: int) -> list[Span]:
    """The names from a token on: one, or a list with "and" before its last: not "Kasht, Northern Wire reported"."""
    names, listing = [_name_from(doc, start)], place_lexicon().words.listing
    while (end := names[-1].end) < len(doc) and doc[end].text in listing and len(name := _name_from(doc, end + 1)):
        names.append(name)
        if doc[end].text != _COMMA:
            return names
    return names[:1]


def _list_before(doc: Doc, end: int) -> list[Span]:
    """The names before a token, the last first: one, or a list with "and" before its last."""
    names, listing = [doc[_start_of_name(doc, end) : end]], place_lexicon().words.listing
    while (at := names[-1].start - 1) > 0 and doc[at].text in listing and (len(names) > 1 or doc[at].text != _COMMA):
        name = doc[_start_of_name(doc, at) : at]
        if not len(name):
            break
        names.append(name)
    return names


def _name_from(doc: Doc, start: int) -> Span:
    """Capitalised words and articles from a token on in its sentence; empty if there are none."""
    end, articles = start, place_lexicon().words.inner_articles
    while end < len(doc) and not doc[end].is_sent_start and (_is_capitalised(doc[end]) or doc[end].text in articles):
        end += 1
    return doc[start:end]


def _start_of_name(doc: Doc, end: int) -> int:
    """The first word of the name before ``end``, without a preposition and an owner: not "In Velmars Tal Mirza"."""
    start, articles = end, place_lexicon().words.inner_articles
    while start > 0 and (_is_capitalised(doc[start - 1]) or doc[start - 1].text in articles):
        word = doc[start - 1]
        if word.pos_ in {"ADP", "DET"} or gazetteer.without_ending(word.text) != word.text:
            break
        start -= 1
    return start + (start < end and doc[start].is_punct)


def _is_plural(unit: Token) -> bool:
    return unit.lower_.endswith("s")


def _is_capitalised(token: Token) -> bool:
    return token.text[0].isupper() or (token.text[0].isalpha() and not token.text[0].islower())
