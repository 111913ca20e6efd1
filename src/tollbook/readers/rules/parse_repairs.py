"""Corrects parses of sentences that news writes often and the small English parser reads wrongly.

Each repair is a function from a word to the words that get another head or relation. It asks for a construction that
has one reading only, so that a right parse stays as it is. All rules read the repaired parse.
"""

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
from spacy.language import Language
from spacy.tokens import Doc, Token

from tollbook.readers.rules import language, lexicon
from tollbook.readers.rules.persons.agent_nouns import is_agent_noun

#: The name of the step in the pipeline.
NAME = "tollbook_repairs"
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_VERBS, _NOUNS = frozenset({"VERB", "AUX"}), frozenset({"NOUN", "PROPN", "NUM"})
_PARTICIPLES, _DETERMINERS = frozenset({"VBN", "VBD"}), frozenset({"det", "poss"})


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of the constructions: see ``parse_repairs.toml``."""

    partitive: frozenset[str]
    them: frozenset[str]
    leaving: frozenset[str]
    saying: frozenset[str]
    one: frozenset[str]
    captive: frozenset[str]
    when: frozenset[str]
    times: frozenset[str]


class HeadChange(NamedTuple):
    """A word with the head and the relation that it gets; a word that is its own head is the root of its sentence.

    Of several changes, none may put a word below itself, not even until the next one is made.
    """

    word: Token
    head: Token
    relation: str


@Language.component(NAME)
def repair(doc: Doc) -> Doc:
    """The parse with every known error corrected, in place."""
    for find in _REPAIRS:
        for word, head, relation in [change for token in doc for change in find(token)]:
            word.head, word.dep_ = head, relation
    return doc


@functools.cache
def _words() -> _Words:
    return language.lexicon("parse_repairs", _Words)


def _some_of_them(token: Token) -> Iterator[HeadChange]:
    """The women of "30 people, most of them women, were killed" are no others: an apposition, no list."""
    within = token.left_edge.i
    if token.dep_ not in {"conj", "attr"} or within == token.i or token.doc[within - 1].text != ",":
        return
    pairs = zip(token.doc[within : token.i], token.doc[within + 1 : token.i + 1], strict=True)
    if not any(a.lower_ in _words().partitive and b.lower_ in _words().them for a, b in pairs):
        return
    is_list = token.dep_ == "conj" and token.head.pos_ not in _VERBS
    whole = token.head if is_list else next((t for t in token.head.lefts if t.dep_ in _SUBJECTS), None)
    if whole is not None:
        yield HeadChange(token, whole, "appos")


def _left_wounded(token: Token) -> Iterator[HeadChange]:
    """The others are the subject of "wounded" in "left 25 people dead and 60 others, two of them boys, wounded"."""
    verb = token.head
    is_state = token.dep_ in {"conj", "advcl"} and token.tag_ in _PARTICIPLES and verb.lemma_ in _words().leaving
    if not is_state or any(t.dep_ == "nsubjpass" for t in token.children):
        return
    dead = next((t for t in verb.rights if t.dep_ == "oprd"), token)
    people = [t for t in verb.rights if dead.i < t.i < token.i and t.pos_ in _NOUNS]
    people += [t for t in token.lefts if t.dep_ == "nsubj" and t.nbor(1).text == ","]
    if people:
        yield HeadChange(people[-1], token, "nsubjpass")
        yield HeadChange(token, verb, "conj")


def _others_wounded(token: Token) -> Iterator[HeadChange]:
    """ "Injured" is a verb beside "killed" in "100 people were killed and 500 others mostly children injured"."""
    verb = token.head
    if token.dep_ != "conj" or token.pos_ not in _NOUNS or verb.pos_ != "VERB" or verb.tag_ != "VBN":
        return
    inside = (t for t in token.subtree if t.dep_ == "acl" and t.tag_ == "VBN" and _is_casualty(t))
    second = next(inside, None)
    if second is not None and any(t.dep_ == "nsubjpass" for t in verb.lefts):
        yield HeadChange(second, verb, "conj")
        yield HeadChange(token, second, "nsubjpass")


def _is_casualty(verb: Token) -> bool:
    return verb.lemma_.lower() in lexicon.casualty_type_of("done_to")


def _passive(token: Token) -> Iterator[HeadChange]:
    """ "Slain" is no adjective in "ten people were slain"."""
    be = token.head
    if token.dep_ != "acomp" or token.tag_ != "VBN" or be.lemma_ != "be" or not _is_casualty(token):
        return
    yield HeadChange(token, token if be.head == be else be.head, be.dep_)
    yield HeadChange(be, token, "auxpass")
    for child in be.children:
        if child != token:
            yield HeadChange(child, token, "nsubjpass" if child.dep_ == "nsubj" else child.dep_)


def _speaker(token: Token) -> Iterator[HeadChange]:
    """The mayor is the speaker, no apposition to the village: "killed six in Dorna, the mayor, Ali Reko, said"."""
    if not _says(token) or any(t.dep_ in _SUBJECTS for t in token.children):
        return
    last = token.nbor(-1)
    is_comma = last.text == ","
    if is_comma and last.i > token.sent.start:
        last = last.nbor(-1)
    chain = [t for t in (last, *last.ancestors) if t.dep_ == "appos" and t.doc[t.left_edge.i - 1].text == ","]
    if chain and (not is_comma or any(t.ent_type_ == "PERSON" for t in chain[-1].subtree)):
        yield HeadChange(chain[-1], token, "nsubj")
        yield from _above(token)


def _says(token: Token) -> bool:
    """Whether a word is a verb of saying that the parse joins to the verb before it, or that has no verb above it."""
    begins = token.dep_ == "conj" or (token.head == token and token.dep_ == "ROOT")
    return begins and token.tag_ == "VBD" and token.lemma_ in _words().saying and token.i > token.sent.start


def _above(token: Token) -> Iterator[HeadChange]:
    """A verb of saying as the one above the verb that it was joined to, with what follows it."""
    verb = token.head
    if verb != token and verb.pos_ in _VERBS:
        yield HeadChange(token, token if verb.head == verb else verb.head, verb.dep_)
        yield HeadChange(verb, token, "ccomp")
        yield from (HeadChange(t, token, t.dep_) for t in verb.rights if t.i > token.i)


def _last_of_list(token: Token) -> Iterator[HeadChange]:
    """Medics speak in "killing 20 people including a bride, medics and residents said"; the 20 were killed."""
    comma = next((t for t in reversed(list(token.sent)) if t.i < token.i - 1 and t.text == ","), None)
    if not _says(token) or comma is None:
        return
    after = token.doc[comma.i + 1 : token.i]
    speakers = next((t for t in after if t.dep_ == "conj" and t.head.i < comma.i and t.head.pos_ in _NOUNS), None)
    subject = next((t for t in token.lefts if t.dep_ in _SUBJECTS), None)
    verb = None if subject is None else token.doc[max(0, subject.left_edge.i - 1)]
    is_object = verb is not None and verb.tag_ in {"VBG", "VBD"} and _is_casualty(verb)
    if speakers is None or not (subject is None or (is_object and subject.is_ancestor(speakers))):
        return
    if subject is not None and verb is not None:
        yield HeadChange(subject, verb, "dobj")
    yield HeadChange(speakers, token, "nsubj")
    yield from _above(token)


def _blamed(token: Token) -> Iterator[HeadChange]:
    """The authorities blame somebody in "in an attack authorities blamed on rebels": "an" counts one thing."""
    article = next((t for t in token.lefts if t.dep_ == "det" and t.lower_ in _words().one), None)
    noun = token.nbor(-1) if token.i > token.sent.start else token
    verb = next((t for t in token.rights if t.dep_ == "acl" and t.tag_ == "VBN" and t.i == token.i + 1), None)
    if article is None or verb is None or token.tag_ != "NNS" or noun.dep_ != "compound" or noun.head != token:
        return
    yield HeadChange(noun, token.head, token.dep_)
    yield HeadChange(verb, noun, "relcl")
    yield HeadChange(token, verb, "nsubj")
    yield from (HeadChange(t, noun, t.dep_) for t in token.children if t not in {noun, verb})


def _clause_of_time(token: Token) -> Iterator[HeadChange]:
    """A clause with "when" after a noun for no time is the verb's: "three died, among them a boy, when it fell"."""
    noun = token.head
    if token.dep_ != "relcl" or not any(t.lower_ in _words().when for t in token.lefts):
        return
    verb = next((t for t in noun.ancestors if t.pos_ in _VERBS), None)
    is_time = noun.lemma_.lower() in _words().times or noun.ent_type_ in {"DATE", "TIME"}
    if verb is not None and not is_time and verb.i < token.i:
        yield HeadChange(token, verb, "advcl")


def _result(token: Token) -> Iterator[HeadChange]:
    """Those who queue kill nobody in "hit a bank where people were queuing, killing four": the main verb did."""
    clause = token.head
    is_result = token.dep_ == "advcl" and token.tag_ == "VBG" and token.i > clause.i and clause.dep_ == "relcl"
    if (
        not is_result
        or not any(t.tag_ == "WRB" for t in clause.lefts)
        or not any(t.dep_ == "aux" for t in clause.lefts)
    ):
        return
    verb = next((t for t in clause.head.ancestors if t.pos_ in _VERBS), None)
    if verb is not None and verb.i < clause.i:
        yield HeadChange(token, verb, "advcl")


def _wife_and_daughter(token: Token) -> Iterator[HeadChange]:
    """The daughter is listed with the wife, not with her name: "his wife, Anna, and their daughter were killed"."""
    name = token.head
    noun = name.head
    is_name = name.dep_ == "appos" and name.pos_ == "PROPN" and noun.pos_ == "NOUN"
    described = token.pos_ == "NOUN" and any(t.dep_ in _DETERMINERS for t in token.lefts)
    if token.dep_ == "conj" and is_name and described:
        yield HeadChange(token, noun, "conj")
        yield from (HeadChange(t, noun, "cc") for t in name.rights if t.dep_ == "cc" and t.i < token.i)


def _whose(token: Token) -> Iterator[HeadChange]:
    """The son was killed in "said Rosa Lima, whose son, Andre, was killed", not his mother."""
    owner = token.head
    verb, before = owner.head, owner.doc[owner.left_edge.i - 1] if owner.left_edge.i else owner
    is_whose = token.dep_ == "appos" and any(t.tag_ == "WP$" for t in token.lefts)
    if not is_whose or owner.dep_ not in _SUBJECTS or verb.i < token.i or before.pos_ not in _VERBS:
        return
    yield HeadChange(token, verb, owner.dep_)
    yield HeadChange(owner, before, "nsubj")
    yield HeadChange(verb, owner, "relcl")


def _carrying(token: Token) -> Iterator[HeadChange]:
    """A minibus was hit in "hit a minibus carrying mourners", which the parse reads like "a rock-throwing crowd"."""
    vehicle, people = token, token.head.head
    carrying = token.head
    is_split = token.dep_ == "npadvmod" and carrying.tag_ == "VBG" and carrying.dep_ == "amod"
    if not is_split or vehicle.tag_ != "NN" or vehicle.i + 1 != carrying.i or not vehicle.whitespace_:
        return
    yield HeadChange(vehicle, people.head, people.dep_)
    yield HeadChange(carrying, vehicle, "acl")
    yield HeadChange(people, carrying, "dobj")
    yield from (HeadChange(t, vehicle, t.dep_) for t in people.lefts if t.i < vehicle.i)
    yield from (HeadChange(t, people.head, t.dep_) for t in people.rights if t.dep_ == "punct")


def _named(token: Token) -> Iterator[HeadChange]:
    """The commander has the name in "killed a commander of the Front, Abu Hamza", not the Front."""
    body = token.head
    if token.dep_ != "appos" or token.ent_type_ != "PERSON" or body.dep_ != "pobj" or body.ent_type_ == "PERSON":
        return
    holder = body.head.head
    known = lexicon.singular(holder) in lexicon.status_of_noun() or is_agent_noun(holder)
    if holder.pos_ == "NOUN" and holder.tag_ == "NN" and known and body.pos_ == "PROPN":
        yield HeadChange(token, holder, "appos")
        yield from (HeadChange(t, holder, t.dep_) for t in body.rights if t.dep_ == "punct" and t.i < token.i)


def _number_of_wounded(token: Token) -> Iterator[HeadChange]:
    """The wounded are an object in "evacuated 61 wounded": nobody wounds them there."""
    number = token.nbor(-1) if token.i > token.sent.start else token
    is_read_as_clause = token.dep_ in {"advcl", "acl"} and token.tag_ in _PARTICIPLES and _is_casualty(token)
    is_counted = number.dep_ == "dobj" and number.like_num and number.head in {token.head, token.head.head}
    if is_read_as_clause and is_counted and not any(t.dep_ in {"dobj", "agent"} for t in token.children):
        yield HeadChange(token, number.head, "dobj")
        yield HeadChange(number, token, "nummod")


def _accused_of(token: Token) -> Iterator[HeadChange]:
    """Somebody is accused of it in "accused by rights groups of abducting people"; the groups are not of it."""
    by, noun = token.head.head, token.head
    is_of_deed = token.dep_ == "prep" and any(t.dep_ == "pcomp" and t.tag_ == "VBG" for t in token.children)
    if is_of_deed and noun.dep_ == "pobj" and by.dep_ == "agent":
        yield HeadChange(token, by.head, "prep")


def _hostage(token: Token) -> Iterator[HeadChange]:
    """Somebody is held in "the crew held hostage by pirates": "hostage" says how."""
    is_bare = token.lower_ in _words().captive and not any(token.children)
    if is_bare and token.dep_ == "dobj" and token.head.dep_ == "acl" and token.head.tag_ in _PARTICIPLES:
        yield HeadChange(token, token.head, "oprd")


_REPAIRS: tuple[Callable[[Token], Iterator[HeadChange]], ...] = (
    _some_of_them, _left_wounded, _others_wounded, _passive, _speaker, _last_of_list, _blamed, _clause_of_time,
    _result, _wife_and_daughter, _whose, _carrying, _named, _number_of_wounded, _accused_of,
    _hostage,
)  # fmt: skip
