"""Organisations in a report: by a name, an acronym, as an institution ("the army"), or as a state."""

from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words, among, attack_words
from tollbook.readers.rules.words.organisation_names import acronyms, without_article
from tollbook.readers.rules.words.syntax import is_of

#: Relations of the words before the last one of a name.
_BEFORE_NAME = frozenset({"compound", "amod", "nmod", "poss"})
#: Labels of names of peoples and places.
PEOPLES = frozenset({"NORP", "GPE", "LOC"})


def is_force(token: Token) -> bool:
    """Whether an organisation right before an attack can have made it: not the race in "the Velm Marathon bombing"."""
    known = institution(token) is not None or among(token, actor_words().name_heads) or is_acronym(token)
    return token.ent_type_ == "ORG" and (known or token.dep_ == "poss")


def state(word: Token) -> str | None:
    """The state that an adjective before a noun means: "Kenya" for "Kenyan" in "Kenyan aircraft"."""
    is_before = word.dep_ in {"amod", "compound", "nmod"} and word.head.i > word.i
    code = gazetteer.country_of_people(word.text) if is_before else None
    return gazetteer.countries().get(code) if code is not None else None


def states(word: Token) -> tuple[str, ...]:
    """The states of listed adjectives: both of "Kenyan and Ugandan aircraft", none of "Kenyan or Ugandan"."""
    first, listed = state(word), [t for t in word.conjuncts if t.i > word.i]
    if first is None or any(t.lower_ in lexicon.grammar().tally.either for w in (word, *listed) for t in w.rights):
        return ()
    codes = (gazetteer.country_of_people(t.text) for t in listed)
    known = (gazetteer.countries().get(code) for code in codes if code is not None)
    return (first, *(name for name in known if name is not None))


def is_power(token: Token) -> bool:
    """Whether a word before an air strike or a weapon names its perpetrator: "government", "US", "Turkey's".

    A town, or a country in another form, is the place: "the Velmar air strikes".
    """
    if token.dep_ not in {"compound", "amod", "nmod", "poss"}:
        return False
    state = token.ent_type_ == "GPE" and (token.text.isupper() or token.dep_ == "poss") and is_organisation(token)
    return state or institution(token) is not None


def is_organisation(token: Token) -> bool:
    """Whether the word is an organisation by its name, its acronym, as an institution, or as a state."""
    if is_acronym(token):
        return True
    if token.pos_ not in {"NOUN", "PROPN"}:
        return False
    if institution(token) is not None:
        return not any(t.lower_ in actor_words().individual for t in token.lefts)
    if among(token, actor_words().name_heads):
        return _named(token)
    if among(token, actor_words().namesakes):
        return token.text[0].isupper() and _is_of_name(token)
    if _is_branch(token):
        return True
    if token.ent_type_ == "GPE":
        return any(e.kind == "country" for e in gazetteer.lookup(_entity(token)))
    # "A gray Orsk Falcon" is a car: no name of a body has an indefinite article.
    is_thing = any(t.lower_ in actor_words().introducing for t in token.lefts)
    return token.ent_type_ == "ORG" and token.pos_ == "PROPN" and not (is_thing or is_place(token))


def _is_of_name(head: Token) -> bool:
    """Whether a name follows with "of": "the Sons of the Valley", not "Sons of the victims"."""
    inner = members(head)
    return inner is not None and inner.text[0].isupper()


def _is_branch(token: Token) -> bool:
    """Whether a name is that of a part of an organisation: "the Coast Province of the Corvan Front".

    Also with the name before it: "the Corvan Front Coast Province".
    """
    if token.pos_ != "PROPN" or token.lower_ not in actor_words().branches:
        return False
    inner, before = members(token), (t for t in token.lefts if t.dep_ == "compound" and t.pos_ == "PROPN")
    is_of = inner is not None and inner.pos_ == "PROPN" and is_organisation(inner)
    return is_of or any(t.ent_type_ != "GPE" and is_organisation(t) for t in before)


def affiliation(head: Token) -> Token | None:
    """The organisation in "Front guerrillas", "army soldiers": a name or an institution right before the noun."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "nmod", "poss", "amod"}]
    if not before:
        return None
    token = before[-1]
    named = token.pos_ == "PROPN" and token.is_alpha and token.ent_type_ not in {*PEOPLES, "PERSON", "DATE", "TIME"}
    if any(t.lower_ in actor_words().unofficial for t in head.doc[head.left_edge.i : head.i]):
        return None
    if token.lower_ in attack_words().before_weapons:
        return None  # "Suicide bomber kills nine", with a capital
    if is_acronym(token) or (named and not is_place(token)):
        return token
    return token if among(token, actor_words().organisation) and token.lower_ not in actor_words().adjectives else None


def is_left(token: Token) -> bool:
    """Whether the actors have left an organisation: "dissidents of the former Front"."""
    return (
        token.dep_ == "pobj"
        and token.head.lower_ in actor_words().membership
        and among(token.head.head, actor_words().leaving)
    )


def is_no_agent(token: Token) -> bool:
    """Whether an actor is an organisation that the agents have left, or the target of an attack."""
    return is_left(token) or _is_target(token)


def _is_target(token: Token) -> bool:
    """Whether somebody is the target of an attack, under any name: "a drone aimed at a gang leader"."""
    while token.dep_ in {"conj", "appos"} or (token.dep_ == "pobj" and token.head.head.dep_ == "acl"):
        if token.dep_ == "pobj":
            verb = token.head.head
            if verb.lemma_.lower() in actor_words().intending:
                return token.head.lower_ in actor_words().intended
            token = verb
        token = token.head
    return False


def is_acronym(token: Token) -> bool:
    """Whether it is an acronym that the text explains, or that spaCy labels as an organisation."""
    if not (token.text.isupper() and token.is_alpha and len(token) > 2):
        return False
    if token.text in acronyms(parser.text_of(token.doc)):
        return True
    # The parser labels unknown groups as places. In a text in capitals every place looks like an acronym.
    is_unknown = token.ent_type_ == "GPE" and any(t.is_lower for t in token.sent)
    is_unknown = is_unknown or (not token.ent_type_ and _is_blamed(token))
    return (token.ent_type_ == "ORG" or is_unknown) and not is_place(token)


def _is_blamed(token: Token) -> bool:
    """Whether a name is that of an accused: "police accused the MNLF of the attack"."""
    is_object = token.dep_ == "dobj" and token.head.lemma_.lower() in actor_words().holding_responsible
    return is_object and token.tag_ == "NNP" and any(t.dep_ == "det" for t in token.lefts)


def institution(token: Token) -> int | None:
    """The first token of the longest institution that ends at the token ("national guard"), or None."""
    doc = token.doc
    for first in (token.i - 1, token.i):
        if first >= token.sent.start and doc[first : token.i + 1].text.lower() in actor_words().organisation:
            return first
    return first if among(token, actor_words().organisation) else None


def _named(head: Token) -> bool:
    """Whether the head of an organisation has a name that is more than that of a people or a place."""
    before = [t for t in head.lefts if t.dep_ in {"compound", "amod", "nmod", "poss"} and t.text[0].isupper()]
    if head.text[0].isupper():
        return bool(before) or members(head) is not None or _purpose(head) is not None or fuller(head) is not None
    return any(gazetteer.country_of_people(t.text) is None and t.ent_type_ not in {"GPE", "LOC"} for t in before)


def _purpose(head: Token) -> Token | None:
    """The last word of a name with "for": "Change" in "the Movement for Change"."""
    preps = (t for t in head.rights if t.dep_ == "prep" and t.lower_ in actor_words().purpose and t.i == head.i + 1)
    last = next((t for prep in preps for t in prep.children if t.dep_ == "pobj" and t.text[0].isupper()), None)
    inner = members(last) if last is not None else None
    # "The Front for the Defence of Orsk".
    return inner if inner is not None and inner.text[0].isupper() and is_of(inner.head) else last


def full_name(head: Token, name: str) -> str:
    """The fullest name that the report gives a body: for an acronym, or for the last word of a name."""
    if head.text[0].isupper() and (purpose := _purpose(head)) is not None:
        return f"{name} {head.doc[head.i + 1 : purpose.i + 1].text}"
    return fuller(head) or acronyms(parser.text_of(head.doc)).get(name, name)


def fuller(head: Token) -> str | None:
    """The full name of a body elsewhere in the report that ends with this name: "Northern Front" for "the Front"."""
    if not head.is_title or head.is_sent_start or any(t.dep_ in _BEFORE_NAME for t in head.lefts):
        return None
    for token in head.doc:
        names = [t for t in token.lefts if t.dep_ == "compound" and t.pos_ == "PROPN"]
        if token.text == head.text and names and not any(t.ent_type_ == "PERSON" for t in names):
            return str(head.doc[names[0].left_edge.i : token.i + 1].text)
    return None


def is_place(token: Token) -> bool:
    """Whether the gazetteer has the name."""
    return token.lower_ not in actor_words().no_towns and bool(gazetteer.lookup(_entity(token)))


def _entity(token: Token) -> str:
    found = (e.text for e in parser.entities(token.doc) if e.start <= token.i < e.end)
    return without_article(next(found, token.text))


def members(head: Token) -> Token | None:
    """The noun in "members of the Front", "a group of armed men", "men belonging to the Front"."""
    own = (t for t in head.rights if t.dep_ == "prep" and t.lower_ in actor_words().membership)
    # "The work of a gunman, not of the Front".
    own = (t for t in own if t.nbor(-1).lower_ not in actor_words().excepting)
    belonging = (t for t in head.rights if t.dep_ == "acl" and t.lemma_.lower() in actor_words().belonging)
    prep = next(own, None) or next((t for verb in belonging for t in verb.rights if t.dep_ == "prep"), None)
    return None if prep is None else next((t for t in prep.children if t.dep_ == "pobj"), None)
