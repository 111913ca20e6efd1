"""Nesting: whether a text puts one place into a larger one, or beside it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from spacy.tokens import Doc, Span

from tollbook import gazetteer
from tollbook.mentions import PlaceMention
from tollbook.readers.rules.geoparsing.disambiguation import lies_in
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon, unit_of
from tollbook.readers.rules.geoparsing.place_names import Toponym

#: At most so many words are between an inner and an outer place: "in the northern countryside of".
_GAP = 5
#: With a distance they are more: ", some 20 km ( 12 miles ) north of".
_DISTANCE_GAP = 10
#: UCDP's ``where_prec`` of a place that has none: an area.
_AREA = 5


def nested(doc: Doc, found: Sequence[Toponym]) -> list[tuple[Toponym, Toponym]]:
    """Pairs of an inner and an outer place: "A, B" · "A in northern B" · "A district of B" · "B's A district".

    An unknown place is also located by one beside it: "A, 20 km north of B" · "A near B" · "A on B's outskirts".
    """
    words = place_lexicon().words
    pairs, listed = [], _before_and(doc, found)
    for one, two in pairwise(found):
        between = [t for t in doc[one.end : two.start] if not t.is_space]
        gap = [t.lower_ for t in between]
        if any(t.is_title for t in between):
            continue  # the name of a body continues: "Homs Department of …"
        if not gap:
            pairs += [(two, one)] if two.unit in ("county", "part") else []
        elif gap[0] in words.possessive and all(w in words.between for w in gap):
            pairs.append((two, one))
        elif gap[0] == "," and not (_is_unknown(one) and is_beside_larger(doc, one, two)):
            larger = _is_area(two) and not (is_country(one) and is_country(two))
            # "A, B, and C" is a list; "Kabul, Afghanistan, and Paris" names the country of a town.
            is_list = two.end in listed and (doc[two.end].lower_ in words.conjunctions or not _has_town(two, one))
            nested = larger and not is_list and all(w in words.between for w in gap[1:])
            pairs += [(one, two)] if nested else []
        elif not is_country(one) and (is_in_larger(gap) or (_is_unknown(one) and is_beside_larger(doc, one, two))):
            pairs.append((one, two))
    return [*pairs, *_listed_inside(doc, found, dict(pairs))]


def _listed_inside(
    doc: Doc, found: Sequence[Toponym], outer: dict[Toponym, Toponym]
) -> Iterator[tuple[Toponym, Toponym]]:
    """Pairs for unknown places listed before one that is in a larger place: "the quarters of A and B in C"."""
    for one, two in reversed(list(pairwise(found))):
        gap = {t.lower_ for t in doc[one.end : two.start] if not t.is_space}
        if two in outer and one not in outer and gap <= place_lexicon().words.listing and _is_unknown(one):
            outer[one] = outer[two]
            yield one, outer[two]


def _before_and(doc: Doc, found: Sequence[Toponym]) -> set[int]:
    """The ends of places that are in a list before its "and": "A" and "B" of "A, B, and C"."""
    listed: set[int] = set()
    for one, two in reversed(list(pairwise(found))):
        gap = [t.lower_ for t in doc[one.end : two.start] if not t.is_space]
        ends = bool(gap) and gap[-1] in place_lexicon().words.conjunctions
        if ends or (gap == [","] and two.end in listed):
            listed.add(one.end)
    return listed


def _has_town(area: Toponym, town: Toponym) -> bool:
    """Whether a country or a first-order division has a town of some name, by its main name."""
    larger = [e for e in gazetteer.lookup(area.name) if e.kind in {"country", "admin1"}]
    return any(e.main and lies_in(e, a) for e in gazetteer.lookup(town.name) for a in larger)


def is_country(toponym: Toponym) -> bool:
    """Whether a country has the name."""
    return any(e.kind == "country" for e in gazetteer.lookup(toponym.name))


def _is_area(toponym: Toponym) -> bool:
    return any(e.kind != "city" for e in gazetteer.lookup(toponym.name))


def is_in_larger(gap: Sequence[str]) -> bool:
    """Whether the words between two places put the first into the second: "in the north of"."""
    words = place_lexicon().words
    return 0 < len(gap) <= _GAP and words.between.issuperset(gap) and not words.definite.issuperset(gap)


def is_beside_larger(doc: Doc, one: Toponym | Span, two: Toponym | Span) -> bool:
    """Whether words put the first place beside the second: "A near B", ", 20 km (12 miles) north of B"."""
    words = place_lexicon().words
    gap = [t for t in doc[one.end : two.start] if not (t.is_space or t.is_punct)]
    after = next((t.lower_ for t in doc[two.end : two.end + 2] if t.lower_ not in words.possessive), "")
    is_edge = after in words.distances and all(t.lower_ in words.on_days or t.lower_ in unit_of() for t in gap)
    telling = words.near | words.distances | words.directions | words.in_places
    usual = telling | words.between | words.beside
    is_usual = all(t.like_num or t.pos_ == "ADJ" or t.lower_ in usual for t in gap)
    is_distance = any(t.lower_ in words.distances for t in gap) or not any(t.like_num for t in gap)
    is_usual = is_usual and is_distance and any(t.lower_ in telling for t in gap)
    return 0 < len(gap) <= _DISTANCE_GAP and (is_edge or is_usual)


def is_inside(doc: Doc, one: PlaceMention, other: PlaceMention) -> bool:
    """Whether a text puts the first place into the second, larger one: "the Salina neighbourhood of Velmar city".

    A place that no gazetteer has may also be beside it; it stands there, and so is less precise.
    """
    first, second = (doc.char_span(m.start, m.end, alignment_mode="expand") for m in (one, other))
    if first is None or second is None or first.end >= second.start:
        return False
    if one.place.reason is not None and is_beside_larger(doc, first, second):
        return True
    gap = [t.lower_ for t in doc[first.end : second.start] if not t.is_space]
    is_smaller = one.place.reason is not None or (one.place.precision or _AREA) <= (other.place.precision or _AREA)
    return is_smaller and is_in_larger(gap) and place_lexicon().words.possessive.isdisjoint(gap)


def _is_unknown(toponym: Toponym) -> bool:
    return not gazetteer.is_known(toponym.name)
