"""Corrects the labels of names: the small parser takes persons for towns and peoples for persons."""

from collections.abc import Iterator
from itertools import groupby, takewhile

from spacy.tokens import Doc, Span, Token
from spacy.util import filter_spans

from tollbook import gazetteer
from tollbook.readers.rules.parsing.head_changes import HeadChange, Repair, are_relatives, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS

_PLACES = frozenset({"GPE", "LOC"})
#: Marks that open a list of names.
_OPENING = frozenset({":", "—", "–"})


def corrected(doc: Doc) -> Iterator[Span]:
    """The names of a text with their labels, corrected; none lies on another."""
    finders = (_names_of_siblings, _uncounted_people, _relatives, _weekday_names, _after_role)
    found = filter_spans(name for token in doc for find in finders for name in find(token))
    yield from found
    for name in map(_as_people, doc.ents):
        if all(name.end <= f.start or name.start >= f.end for f in found):
            yield name


def _names_of_siblings(token: Token) -> Iterator[Span]:
    """The persons of "sisters Ana and Ilse Brod", "her sons, Jan, Emil and Ivo Ek", whatever their labels."""
    if token.lower_ not in words().siblings and not are_relatives(token):
        return
    after = token.doc[token.i + 1 : token.sent.end]
    after = after[1:] if len(after) and after[0].text == "," else after
    named = list(takewhile(lambda t: t.pos_ == "PROPN" or t.dep_ == "cc" or t.text == ",", after))
    last = next((n for n, t in enumerate(named) if t.dep_ == "cc"), None)
    if last is None or len(named) < last + 2 or named[last + 1].pos_ != "PROPN":
        return
    end = next((n for n, t in enumerate(named) if n > last and t.pos_ != "PROPN"), len(named))
    for is_name, name in groupby(named[:end], key=lambda t: t.pos_ == "PROPN"):
        if is_name:
            inside = list(name)
            yield Span(token.doc, inside[0].i, inside[-1].i + 1, label="PERSON")


def _uncounted_people(token: Token) -> Iterator[Span]:
    """A people that the pipeline takes for a part of its number, or for no name: "two Britons"."""
    if token.tag_ == "NNPS" and token.ent_type_ in {"", "CARDINAL"} and gazetteer.country_of_people(token.text):
        yield Span(token.doc, token.i, token.i + 1, label="NORP")


def _relatives_with_ages(token: Token) -> Iterator[Span]:
    """The persons of "her sons, Karim, six, and Idris, four", whom the pipeline takes for places or works."""
    if token.lemma_.lower() not in words().kin:
        return
    for name in token.doc[token.i + 1 : token.sent.end - 2]:
        comma, age = name.nbor(1), name.nbor(2)
        is_age = age.like_num and comma.text == "," and age.i + 1 < len(token.doc) and not age.nbor(1).is_alpha
        if name.pos_ == "PROPN" and is_age and name.ent_type_ not in {"PERSON", "DATE"}:
            first = name.left_edge.i if name.nbor(-1).dep_ == "compound" else name.i
            yield Span(token.doc, max(first, token.i + 1), name.i + 1, label="PERSON")


def _relatives(token: Token) -> Iterator[Span]:
    """The persons of "his wife, Velma." and "her sons, Karim, six, …", whom the pipeline takes for places or works."""
    yield from _relatives_with_ages(token)
    if token.lemma_.lower() not in words().kin or not any(t.tag_ == "PRP$" for t in token.lefts):
        return
    after = token.doc[token.i + 1 : token.sent.end]
    after = after[1:] if after and after[0].text == "," else after
    named = list(takewhile(lambda t: t.pos_ == "PROPN", after))
    is_closed = len(named) < len(after) and after[len(named)].is_punct
    if named and is_closed and all(t.ent_type_ not in {"PERSON", "DATE"} for t in named):
        yield Span(token.doc, named[0].i, named[-1].i + 1, label="PERSON")


def _after_role(token: Token) -> Iterator[Span]:
    """The person of "village headman Ivo Lerch" and "the child Ana Brod", taken for a body or a place."""
    noun, known = token.head, lexicon.grammar().people.collective
    is_role = noun.tag_ == "NN" and noun.i + 1 == token.left_edge.i and noun.lemma_.lower() not in known
    name = token.doc[noun.i + 1 : token.i + 1]
    labels = {"ORG", "", *_PLACES} if lexicon.sex_of_noun().get(noun.lemma_.lower()) or _is_child(noun) else {"ORG", ""}
    are_names = all(t.tag_ == "NNP" and t.text.istitle() and t.ent_type_ in labels for t in name)
    is_person = lexicon.status_of_noun().get(noun.lemma_.lower()) in {"civilian", "combatant", "police"}
    if token.dep_ == "appos" and is_role and is_person and len(name) > 1 and are_names:
        yield Span(token.doc, name.start, name.end, label="PERSON")


def _is_child(noun: Token) -> bool:
    return lexicon.status_of_noun().get(noun.lemma_.lower()) == "civilian" and noun.lemma_.lower() in words().children


def _weekday_names(token: Token) -> Iterator[Span]:
    """The persons of "a guard, Sunday Okon, was shot", "named as Friday Okon" and "Monday Okon, 34": no dates."""
    doc, first = token.doc, token.i
    if token.lower_ not in name_lexicon().given_days or first + 2 >= len(doc) or token.dep_ != "compound":
        return
    named = list(takewhile(lambda t: t.tag_ == "NNP" and t.ent_type_ in {"", "DATE", "PERSON"}, doc[first + 1 :]))
    if not named or any(t.lower_ in name_lexicon().never for t in named):
        return
    head, before, end = named[-1], doc[max(first - 1, 0)], named[-1].i + 1
    things = lexicon.phrases("events") | lexicon.phrases("sites")
    is_beside = before.text == "," and head.dep_ == "appos" and head.head.tag_ == "NN"
    is_beside = is_beside and (head.head.lemma_.lower(),) not in things and doc[end : end + 1].text in {",", "."}
    is_aged = doc[end : end + 1].text == "," and doc[end + 1 : end + 2].text.isdigit() and before.tag_ != "IN"
    is_titled = before.lower_ in name_lexicon().titles and before.text.istitle()
    is_called = head.dep_ == "pobj" and before.lower_ in name_lexicon().naming_prepositions and head.head == before
    if is_beside or is_aged or is_titled or is_called:
        yield Span(doc, first, end, label="PERSON")


def _as_people(name: Span) -> Span:
    """A name with another label if it is that of a people: "Sri Lankan" is no person; nor is a day part of one."""
    if name.label_ == "PERSON" and len(name) > 1 and name[0].lower_ in name_lexicon().given_days:
        return Span(name.doc, name.start + 1, name.end, label="PERSON")
    is_people = name.label_ in {"PERSON", "ORG"} and gazetteer.country_of_people(name.text) is not None
    return Span(name.doc, name.start, name.end, label="NORP") if is_people else name


def _over_two_places(token: Token) -> Iterator[HeadChange]:
    """Join the second place in the name of a group with the first: "the Islamic State in Iraq and Syria".

    The parse may take it for a second agent, or, before "group", for a part of one: "in Iraq and the Levant group".
    """
    place = token if token.ent_type_ in _PLACES and token.pos_ == "PROPN" else _place_before(token)
    joining = token.doc[token.left_edge.i - 1] if token.left_edge.i else token
    first = joining.nbor(-1) if joining.dep_ == "cc" and joining.i else token
    if place is None or first.ent_type_ not in _PLACES or first.dep_ != "pobj" or first.i <= token.sent.start:
        return
    group = first.head.head
    if not is_in_group_name(first):
        return
    yield HeadChange(joining, first, "cc")
    if token == place:
        yield HeadChange(place, first, "conj")
    elif token.head == group:
        yield HeadChange(token, group.head, group.dep_)
        yield HeadChange(group, token, "compound")
        yield HeadChange(place, first, "conj")
        yield from (HeadChange(t, place, "det") for t in token.lefts if t.dep_ == "det")


def is_in_group_name(place: Token) -> bool:
    """Whether a place is part of the name of an armed group: "the Islamic State in Iraq and Syria"."""
    while place.dep_ == "conj" and place.head.i < place.i:
        place = place.head
    group = place.head.head
    is_name = group.pos_ == "PROPN" and group.text.istitle() and any(t.dep_ == "compound" for t in group.lefts)
    return place.dep_ == "pobj" and is_name and group.lower_ in words().groups_of_places


def _place_before(noun: Token) -> Token | None:
    """The place of "the Levant terrorist group"."""
    is_group = noun.pos_ == "NOUN" and noun.lemma_.lower() in words().naming_groups
    return next((t for t in noun.lefts if t.text.istitle()), None) if is_group else None


def _after_colon(token: Token) -> Iterator[HeadChange]:
    """Names after a colon, which are those of the object: "soldiers shot two farmers: Ivo Lerch and Ana Brod".

    The parse takes them for the soldiers, who would be named as shot or, worse, the victims as responsible.
    """
    subject, before = token.head, token.doc[token.left_edge.i - 1]
    verb = subject.head
    if subject.dep_ not in SUBJECTS or not subject.i < verb.i < token.i or before.text not in _OPENING:
        return
    last = before.nbor(-1)
    is_last = last.tag_ == "NNS" and lexicon.names_people(last)
    people = last if is_last else next((t for t in verb.rights if t.dep_ == "dobj" and t.i < before.i), None)
    if people is not None and not token.is_ancestor(people):
        yield HeadChange(token, people, "appos")
        yield from (HeadChange(t, token, t.dep_) for t in subject.rights if t.i > token.i and t.dep_ in {"conj", "cc"})


def _name_of_object(token: Token) -> Iterator[HeadChange]:
    """The name of a victim that the parse joins to the verb: "killed a civilian, Abdul Karim Tal, and his son"."""
    before, after = token.doc[token.left_edge.i - 1], token.doc[min(token.i + 1, len(token.doc) - 1)]
    if token.ent_type_ != "PERSON" or not before.text == after.text == ",":
        return
    one = before.nbor(-1) if before.i else before
    if one.dep_ != "dobj" or one.tag_ != "NN" or token.head not in {one, one.head}:
        return
    if lexicon.names_people(one) and any(t.dep_ == "det" for t in one.lefts):
        yield HeadChange(token, one, "appos")
        yield from (HeadChange(t, one, t.dep_) for t in token.rights if t.dep_ in {"conj", "cc"})


def _kin_of_subject(token: Token) -> Iterator[HeadChange]:
    """A relative whom a plural verb makes a second subject: "Ana Brod, a reporter for TV 5 and her son, were killed".

    The parse joins the relative to the last name before "and".
    """
    if token.lemma_.lower() not in words().kin | words().siblings:
        return
    subject = next((t for t in token.ancestors if t.dep_ in SUBJECTS), None)
    if subject is None or subject == token.head:
        return
    verb_words = (t.lower_ for t in (subject.head, *subject.head.lefts) if t.i > token.i)
    is_one = subject.tag_ in {"NN", "NNP"} and not any(t.dep_ == "conj" for t in subject.rights)
    is_theirs = any(t.tag_ == "PRP$" for t in token.lefts)
    if is_one and is_theirs and not words().plural.isdisjoint(verb_words):
        yield HeadChange(token, subject, "conj")
        yield from (HeadChange(t, subject, "cc") for t in token.head.rights if t.dep_ == "cc" and t.i < token.i)


def _roles_of_one(token: Token) -> Iterator[HeadChange]:
    """Make a second role a description, no second person: "a teacher and mother of two was killed".

    Two relatives may be two people, unless the pair is a known one: "the death of a husband and father".
    """
    first, pair = token.head, f"{token.head.lower_} and {token.lower_}"
    if not first.tag_ == token.tag_ == "NN" or first.i > token.i:
        return
    others = {t.dep_ for t in (*first.rights, *token.rights) if t != token}
    if {"conj", "nummod"} & others or any(t.dep_ in {"det", "poss", "nummod"} for t in token.lefts):
        return
    verb_words = {t.lower_ for t in (first.head, *first.head.lefts) if t.i > token.i}
    is_one = first.dep_ in SUBJECTS and not words().singular.isdisjoint(verb_words)
    is_one &= any(t.dep_ == "det" for t in first.lefts) and not {first.lower_, token.lower_} <= words().no_roles
    is_several = not words().plural.isdisjoint({*verb_words, first.head.lower_})
    if is_one or (pair in words().roles_of_one and not is_several):
        yield HeadChange(token, first, "appos")


def _name_after_roles(token: Token) -> Iterator[HeadChange]:
    """Make a name the head of the two roles before it: "the teacher and poet Ana Brod"."""
    first = token.head
    role = next((t for t in token.lefts if t.dep_ == "compound" and t.pos_ == "NOUN"), None)
    if token.dep_ == "appos":
        role = next((t for t in first.rights if t.dep_ == "conj" and t.i + 1 == token.left_edge.i), None)
    before = role.doc[role.left_edge.i - 1] if role is not None and role.left_edge.i else token
    if role is None or before.dep_ != "cc" or before.i - 1 != first.i or {first.tag_, role.tag_} != {"NN"}:
        return
    verb_words = (t.lower_ for t in (first.head, *first.head.lefts) if t.i > token.i)
    is_several = not words().plural.isdisjoint(verb_words)
    if {first.lower_, role.lower_} <= words().kin | words().no_roles:
        is_several |= f"{first.lower_} and {role.lower_}" not in words().roles_of_one
    has_own = any(t.dep_ in {"det", "poss", "nummod"} for t in role.lefts)
    if is_several or has_own or token.pos_ != "PROPN" or not any(t.dep_ == "det" for t in first.lefts):
        return
    yield HeadChange(token, first.head, first.dep_)
    yield from (HeadChange(t, token, relation) for t, relation in ((first, "nmod"), (role, "compound"), (before, "cc")))


#: Repairs of the parse around names, and those after lists are repaired.
REPAIRS = (Repair(_over_two_places, ("conj",)), Repair(_after_colon, ("appos",)))
AFTER_LISTS = (
    Repair(_roles_of_one, ("conj",)),
    Repair(_name_after_roles, ("conj", "appos")),
    Repair(_name_of_object, ("conj",)),
    Repair(_kin_of_subject, ("conj",)),
)
