"""Location role: whether a place name is the place of an event, or only a speaker or actor ("Velmar said")."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from spacy.tokens import Token

from tollbook.mentions import PlaceMention
from tollbook.model import Place
from tollbook.readers.rules.geoparsing.disambiguation import kilometres
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

#: UCDP's ``where_prec`` of the middle of a line between two places: 2 if they are within 25 km of each other, else 5.
_LINE, _VICINITY, _VICINITY_KM = 5, 2, 25.0


def is_located(token: Token) -> bool:
    """Whether a name follows a preposition of place, by itself or inside a longer name."""
    head = token
    if _is_direction(token):
        return False
    for _ in range(3):
        if head.dep_ == "pobj" and head.head.lower_ in lexicon.grammar().place.locative:
            return True
        if head.dep_ not in {"compound", "nmod", "appos", "conj", "amod"} or head.head.i == head.i:
            return False
        head = head.head
    return False


def _is_direction(token: Token) -> bool:
    """Whether a place only gives the direction of another: "a town to the west of Velmar"."""
    prep = token.head if token.dep_ == "pobj" else None
    if prep is None or prep.lower_ not in place_lexicon().words.of:
        return False
    return prep.head.lower_ in lexicon.grammar().place.bearings


def is_event_location(token: Token | None) -> bool:
    """Whether a place name is the place of an event.

    It is in "in Velmar" and "the Velmar strike", not in "said in Velmar" and "Velmar's tanks".
    """
    if token is None:
        return True
    if is_only_seat(token):
        return False
    if token.text.isupper() and token.dep_ == "compound" and (token.head.lemma_.lower(),) in lexicon.phrases("events"):
        return False  # "a US drone strike": the state that made it
    verb = next((t for t in token.ancestors if t.pos_ in {"VERB", "AUX"}), None)
    if verb is not None and not _names_event(token) and (_only_reports(verb, token) or _is_seat(verb)):
        return False
    if is_located(token) or is_hit(token):
        return True
    while token.dep_ in {"compound", "amod", "nmod", "appos"} and token.head.i != token.i:
        token = token.head
    if token.dep_ in SUBJECTS and token.head.lemma_.lower() in lexicon.grammar().place.undergoing:
        return True
    lemma = (token.lemma_.lower(),)
    names_event = lemma in lexicon.phrases("events") or lemma in lexicon.phrases("sites")
    if names_event or token.dep_ in {"ROOT", "npadvmod", "dep"}:
        return True
    is_object = token.dep_ in {"dobj", "nsubjpass", "pobj"} and not _is_destination(token)
    return is_object and token.ent_type_ in {"GPE", "LOC", "FAC", "ORG", ""}


def _names_event(place: Token) -> bool:
    """Whether a place is part of the name of an attack: "our report on the Velmar station bombing"."""
    noun = place
    while noun.dep_ in {"compound", "nmod"} and noun.head.i > noun.i:
        noun = noun.head
    return noun != place and (noun.lemma_.lower(),) in lexicon.phrases("events")


def _only_reports(verb: Token, place: Token) -> bool:
    """Whether a verb reports something, not at a place of the attack: "claimed a blast in the capital, Velmar"."""
    attacks = (t for t in verb.rights if t.dep_ == "dobj" and (t.lemma_.lower(),) in lexicon.phrases("events"))
    return reports_speech(verb) and not any(attack.is_ancestor(place) for attack in attacks)


def is_hit(name: Token) -> bool:
    """Whether a name is the target of an attack from afar: "shelled Tarnow", "the bombing of Tarnow"."""
    over, known = name.head, place_lexicon().words
    if name.dep_ in DONE_TO or (name.dep_ == "advmod" and name.i == over.i + 1):
        return over.lemma_.lower() in known.hitting and over.pos_ == "VERB"
    is_of = name.dep_ == "pobj" and over.lower_ in known.of
    if is_of or name.dep_ != "pobj" or over.lower_ not in known.on_days:
        return is_of and over.head.lower_ in known.hits
    # The parse may give "on" to the verb: "were killed in air raids on Tarnow".
    attacks = {over.head, over.doc[max(over.i - 1, 0)]}
    kinds = {p.kind for p in phrases.find("events", name.sent) if p.head in attacks}
    return not kinds.isdisjoint({"airstrike", "shelling"})


def _is_seat(verb: Token) -> bool:
    """Whether a place is only the seat of a body: "a watchdog based in London", not "rebels based there"."""
    body, known = verb.head, words()
    is_body = body.lower_ in known.monitors | known.bodies and all(t.lower_ not in known.fighting for t in body.lefts)
    is_joined = verb.i > 0 and verb.nbor(-1).text == "-"
    return verb.lower_ in lexicon.grammar().place.based and (is_body or is_joined)


def is_only_seat(token: Token | None) -> bool:
    """Whether a place is only that of a speaker's office, appointment or speech; never that of casualties.

    "The ministry in Velmar said", "the Velmar-appointed governor", "told reporters in Velmar".
    """
    if token is None:
        return False
    after = token.doc[token.i + 1 : token.i + 3]
    if token.dep_ == "npadvmod" and len(after) > 1 and after[0].text == "-" and after[1] == token.head:
        return after[1].tag_ == "VBN"
    noun = token.head.head if token.dep_ == "pobj" else token
    verb, known = noun.head, lexicon.grammar().place
    if token.dep_ != "pobj" or token.head.lower_ not in known.locative or not reports_speech(verb):
        return False
    return noun.lemma_.lower() in (known.seated if noun.dep_ == "nsubj" else known.hearing)


def is_where_people_come_or_go(token: Token | None) -> bool:
    """Whether a name is the origin of people, or the place where the injured were brought or died.

    "Refugees from Velmar", "flown to Velmar", "died at a hospital in Velmar".
    """
    if token is None:
        return False
    known = lexicon.grammar().place
    if _is_origin(token):
        return True
    path = list(takewhile(lambda word: word.pos_ not in {"VERB", "AUX"}, (token, *token.ancestors)))
    # A tagger may take an unknown name for a verb.
    if not path or path[-1].head.lemma_.lower() not in known.treating:
        return False
    # "Was taken to hospital in Velmar": the parse attaches the town to the verb.
    beside = (t for prep in path[-1].head.rights if prep.i < path[-1].i for t in prep.children if prep.dep_ == "prep")
    return any((t.dep_ == "prep" and t.lower_ in known.towards) or _is_hospital(t) for t in (*path, *beside))


def _is_origin(name: Token) -> bool:
    """Whether people are from a place: "armed men from Velmar county", "refugees from the town of Velmar"."""
    noun = name
    while noun.dep_ == "compound" and noun.head.i > noun.i:
        noun = noun.head
    if noun.head.lower_ in place_lexicon().words.of and noun.head.head.lower_ in lexicon.grammar().place.towns:
        noun = noun.head.head
    prep = noun.head
    return noun.dep_ == "pobj" and prep.lower_ in lexicon.grammar().place.origin and is_person(prep.head)


def _is_hospital(noun: Token) -> bool:
    return lexicon.phrases("sites").get((noun.lemma_.lower(),)) == "hospital"


def _is_destination(token: Token) -> bool:
    """Whether a name is the destination of a noun: "the coach to Velmar"."""
    prep = token.head
    return token.dep_ == "pobj" and prep.lower_ in lexicon.grammar().place.towards and prep.head.pos_ == "NOUN"


def between_places(place: Place, inside: Sequence[PlaceMention], text: str) -> Place:
    """The middle of two places if ``place`` is one of them and a sentence says "between A and B"; else ``place``.

    ``inside`` are the places of that sentence in order of ``text``.
    """
    for one, other in pairwise(inside):
        if place not in (one.place, other.place) or not is_between(text, one, other):
            continue
        start, end = one.place, other.place
        if start.lat is None or start.lon is None or end.lat is None or end.lon is None:
            continue
        short = kilometres((start.lat, start.lon), (end.lat, end.lon)) <= _VICINITY_KM
        between, joining = lexicon.grammar().place.ends[0]
        return Place(
            name=f"{between} {start.name} {joining} {end.name}",
            text=text[one.start : other.end],
            country=start.country if start.country == end.country else None,
            country_name=start.country_name if start.country == end.country else None,
            admin1=start.admin1 if (start.country, start.admin1) == (end.country, end.admin1) else None,
            lat=round((start.lat + end.lat) / 2, 5),
            lon=round((start.lon + end.lon) / 2, 5),
            precision=_VICINITY if short else _LINE,
        )
    return place


def are_far_apart(one: Place, other: Place) -> bool:
    """Whether two places are two towns, and not a town and its quarter or region."""
    if one.lat is None or one.lon is None or other.lat is None or other.lon is None:
        return False
    return kilometres((one.lat, one.lon), (other.lat, other.lon)) > _VICINITY_KM


def is_between(text: str, one: PlaceMention, other: PlaceMention) -> bool:
    """Whether the text before and between two mentions is "between" and "and"."""
    words = lexicon.grammar().place.ends
    before, gap = text[: one.start].lower().split()[-1:], text[one.end : other.start].lower().split()
    return any(before == [first] and gap == [second] for first, second in words)
