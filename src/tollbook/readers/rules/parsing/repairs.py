"""Corrects parses of sentences that news writes often and the small English parser reads wrongly.

A repair is a function from a word to the words that get another head or relation, with the relations of the words that
it looks at. It asks for a construction that has one reading only, so that a right parse stays as it is. All rules read
the repaired parse.
"""

from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Token

from tollbook.readers.rules.parsing import (
    clauses,
    directions,
    disguises,
    headline_outcomes,
    headlines,
    lists,
    names,
    numbers_and_dates,
    outcome_pairs,
    outcomes,
    relative_clauses,
    second_outcomes,
    shot_dead,
    speakers,
    subjects,
)
from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.person_words import is_agent_noun
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

#: The name of the step in the pipeline.
NAME = "tollbook_repairs"
_PARTICIPLES, _DETERMINERS = frozenset({"VBN", "VBD"}), frozenset({"det", "poss"})


@Language.component(NAME)
def repair(doc: Doc) -> Doc:
    """The parse with every known error corrected, in place."""
    by_relation = _by_relation(doc)
    for find, relations in _REPAIRS:
        words_to_look_at = (token for relation in relations for token in by_relation.get(relation, ()))
        if changes := [change for token in words_to_look_at for change in find(token)]:
            for word, head, relation in changes:
                # No word may come below itself, and only a root may be its own head: rules that go up the parse would
                # never end.
                if relation == "ROOT" if word == head else not word.is_ancestor(head):
                    word.head, word.dep_ = head, relation
            by_relation = _by_relation(doc)
    doc.set_ents(list(names.corrected(doc)))
    return doc


def _by_relation(doc: Doc) -> dict[str, list[Token]]:
    found: dict[str, list[Token]] = {}
    for token in doc:
        found.setdefault(token.dep_, []).append(token)
    return found


def _some_of_them(token: Token) -> Iterator[HeadChange]:
    """Make a part of some people an apposition, no list: "30 people, most of them women, were killed"."""
    within = token.left_edge.i
    if within == token.i or token.doc[within - 1].text != ",":
        return
    pairs = zip(token.doc[within : token.i], token.doc[within + 1 : token.i + 1], strict=True)
    if not any(a.lower_ in words().partitive and b.lower_ in words().them for a, b in pairs):
        return
    is_list = token.dep_ == "conj" and token.head.pos_ not in VERBS
    whole = token.head if is_list else next((t for t in token.head.lefts if t.dep_ in SUBJECTS), None)
    if whole is not None:
        yield HeadChange(token, whole, "appos")


def _fraction_of_them(token: Token) -> Iterator[HeadChange]:
    """Make the whole the subject, not its part: "since May 600 people, a third of them children, have been killed"."""
    within = token.left_edge.i
    whole = token.doc[within - 2] if within - 2 >= token.sent.start else token
    of = (t for t in token.rights if t.lower_ in words().partitive)
    is_part = any(t.lower_ in words().them for prep in of for t in prep.children)
    if not is_part or token.doc[within - 1].text != "," or whole.tag_ not in {"NNS", "NNPS"}:
        return
    is_loose = whole.dep_ not in {"dobj", *SUBJECTS} and token.head.pos_ in VERBS and not whole.is_ancestor(token)
    if is_loose and whole != token.head and any(t.dep_ == "nummod" for t in whole.lefts):
        yield HeadChange(whole, token.head, token.dep_)
        yield HeadChange(token, whole, "appos")


def _second_after_name(token: Token) -> Iterator[HeadChange]:
    """Join a second noun with the first, not with its name: "his wife, Anna, and their daughter were killed"."""
    name = token.head
    noun = name.head
    is_name = name.dep_ == "appos" and name.pos_ == "PROPN" and noun.pos_ == "NOUN"
    named = token.pos_ == "PROPN" and any(t.dep_ == "compound" and t.pos_ == "NOUN" for t in token.lefts)
    described = named or (token.pos_ == "NOUN" and any(t.dep_ in _DETERMINERS for t in token.lefts))
    if is_name and described:
        yield HeadChange(token, noun, "conj")
        yield from (HeadChange(t, noun, "cc") for t in name.rights if t.dep_ == "cc" and t.i < token.i)


def _kin_after_name(token: Token) -> Iterator[HeadChange]:
    """Join a relative after "and" with the one before: "his wife, Ana, and 12-year-old son Jon were killed"."""
    if not {token.lemma_.lower(), token.head.lemma_.lower()} <= words().kin | words().siblings:
        return
    before = token.doc[token.left_edge.i - 1] if token.left_edge.i > token.sent.start else token
    if before.dep_ == "cc":
        yield HeadChange(token, token.head, "conj")
        yield HeadChange(before, token.head, "cc")


def _subject_after_whose(token: Token) -> Iterator[HeadChange]:
    """Make the noun after "whose" the subject of its clause: "said Rosa Lima, whose son, Andre, was killed"."""
    owner = token.head
    verb, before = owner.head, owner.doc[owner.left_edge.i - 1] if owner.left_edge.i else owner
    is_whose = any(t.tag_ == "WP$" for t in token.lefts)
    if not is_whose or owner.dep_ not in SUBJECTS or verb.i < token.i or before.pos_ not in VERBS:
        return
    yield HeadChange(token, verb, owner.dep_)
    yield HeadChange(owner, before, "nsubj")
    yield HeadChange(verb, owner, "relcl")


def _participle_after_whose(token: Token) -> Iterator[HeadChange]:
    """Make the noun after "whose" the subject, also of a participle.

    "The mayor, Ana Brod, whose guard, Jon, was killed".
    """
    after = token.right_edge.i + 1
    verb = next((t for t in token.doc[after : token.sent.end] if not t.is_punct), token)
    verb = verb.head if verb.dep_ in {"aux", "auxpass"} else verb
    is_whose = any(t.tag_ == "WP$" for t in token.lefts) and verb.tag_ in _PARTICIPLES and verb.left_edge.i >= after - 1
    if is_whose and verb.i > token.i and not any(t.dep_ in SUBJECTS for t in verb.lefts):
        owner, is_passive = token.head, any(t.dep_ == "auxpass" for t in verb.lefts)
        yield HeadChange(token, verb, "nsubjpass" if is_passive else "nsubj")
        yield HeadChange(verb, owner, "relcl")


def _vehicle_carrying(token: Token) -> Iterator[HeadChange]:
    """Make the vehicle the object, not its passengers: "hit a minibus carrying mourners"."""
    vehicle, people = token, token.head.head
    carrying = token.head
    is_split = carrying.tag_ == "VBG" and carrying.dep_ == "amod"
    if not is_split or vehicle.tag_ != "NN" or vehicle.i + 1 != carrying.i or not vehicle.whitespace_:
        return
    yield HeadChange(vehicle, people.head, people.dep_)
    yield HeadChange(carrying, vehicle, "acl")
    yield HeadChange(people, carrying, "dobj")
    yield from (HeadChange(t, vehicle, t.dep_) for t in people.lefts if t.i < vehicle.i)
    yield from (HeadChange(t, people.head, t.dep_) for t in people.rights if t.dep_ == "punct")


def _named(token: Token) -> Iterator[HeadChange]:
    """Attach a name to the person, not to the body: "killed a commander of the Front, Abu Hamza"."""
    body = token.head
    if token.ent_type_ != "PERSON" or body.dep_ != "pobj" or body.ent_type_ == "PERSON":
        return
    holder = body.head.head
    known = lexicon.names_people(holder) or is_agent_noun(holder)
    # "Two men from Velmar, Ivo Lerch, 25, and Dan Orlik, 24".
    are_several = any(t.dep_ == "nummod" for t in holder.lefts) and any(t.dep_ == "conj" for t in token.rights)
    is_holder = holder.tag_ == "NN" or (holder.tag_ == "NNS" and are_several)
    if holder.pos_ == "NOUN" and is_holder and known and body.pos_ == "PROPN":
        yield HeadChange(token, holder, "appos")
        yield from (HeadChange(t, holder, t.dep_) for t in body.rights if t.dep_ == "punct" and t.i < token.i)


def _number_of_wounded(token: Token) -> Iterator[HeadChange]:
    """Make a participle after a number the object: "evacuated 61 wounded"."""
    number = token.nbor(-1) if token.i > token.sent.start else token
    is_read_as_clause = token.tag_ in _PARTICIPLES and is_casualty(token)
    is_counted = number.dep_ == "dobj" and number.like_num and number.head in {token.head, token.head.head}
    if is_read_as_clause and is_counted and not any(t.dep_ in {"dobj", "agent"} for t in token.children):
        yield HeadChange(token, number.head, "dobj")
        yield HeadChange(number, token, "nummod")


def _more_than(token: Token) -> Iterator[HeadChange]:
    """Make a number after "over" the object or the complement: "displaced over two million", "the toll is over 50"."""
    over, verb = token.head, token.head.head
    is_amount = token.like_num and over.lower_ in words().over and over.i == verb.i + 1
    if is_amount and (is_casualty(verb) or is_be(verb)):
        yield HeadChange(token, verb, "dobj" if is_casualty(verb) else "attr")
        yield HeadChange(over, token, "quantmod")


def _held_hostage(token: Token) -> Iterator[HeadChange]:
    """Make "hostage" a complement, not the object: "the crew held hostage by pirates", "took prisoner a captain"."""
    is_bare = token.lower_ in words().captive and not any(token.children)
    is_held = token.head.dep_ == "acl" and token.head.tag_ in _PARTICIPLES
    if is_bare and (is_held or any(t.dep_ == "dobj" and t.i > token.i for t in token.head.rights)):
        yield HeadChange(token, token.head, "oprd")


def _taken_prisoner(token: Token) -> Iterator[HeadChange]:
    """Make the people the object and "prisoner" a complement: "taking 18 soldiers prisoner"."""
    people = next((t for t in token.lefts if t.dep_ == "compound" and t.tag_ == "NNS" and t.i + 1 == token.i), None)
    if token.lower_ in words().captive and people is not None:
        yield HeadChange(people, token.head, "dobj")
        yield HeadChange(token, token.head, "oprd")
        yield from (HeadChange(t, people, t.dep_) for t in token.lefts if t != people)


def _with_article(token: Token) -> Iterator[HeadChange]:
    """Join the parts of a name with an article: "militants from al-Shabab"."""
    if token.lower_ not in words().name_articles or token.i + 2 >= token.sent.end or token.whitespace_:
        return
    hyphen, name = token.nbor(1), token.nbor(2)
    is_name = hyphen.text == "-" and not hyphen.whitespace_ and name.pos_ == "PROPN"
    if is_name and name not in {token.head, *token.ancestors}:
        yield HeadChange(name, token.head, token.dep_)
        yield HeadChange(token, name, "compound")
        yield HeadChange(hyphen, name, "compound")


def _singular_subject(token: Token) -> Iterator[HeadChange]:
    """Join the last noun before a singular verb with the object.

    "A man accused of killing his wife and her friend was".
    """
    subject, verb = token.head, token.head.head
    if subject.dep_ not in SUBJECTS or subject.tag_ not in {"NN", "NNP"}:
        return
    cc = next((t for t in subject.rights if t.dep_ == "cc" and t.i < token.i), None)
    if cc is None or not any(t.lower_ in words().singular for t in (verb, *verb.lefts) if t.i > token.i):
        return
    before = cc.nbor(-1)
    if before.pos_ in NOUNS and before != subject and subject.is_ancestor(before):
        yield HeadChange(token, before, "conj")
        yield HeadChange(cc, before, "cc")


def _of_nearest_act(token: Token) -> Iterator[HeadChange]:
    """Attach an outcome to the act before it: "acted with restraint after stones were thrown, injuring six"."""
    first, is_after_comma = token.head, token.i > token.sent.start and token.nbor(-1).text == ","
    if token.tag_ != "VBG" or not is_casualty(token) or not is_after_comma or first.i > token.i:
        return
    acts = actor_words().acts | lexicon.casualty_type_of("done_to").keys()
    between = (t for t in first.rights if t.dep_ == "advcl" and t.i < token.i and t.right_edge.i >= token.i - 2)
    second = next((t for t in between if t.lemma_.lower() in acts), None)
    weapons = lexicon.phrases("weapons")
    is_act = first.lemma_.lower() in acts or any((t.lemma_.lower(),) in weapons for t in first.children)
    if second is not None and not is_act and any(t.dep_ in SUBJECTS for t in second.lefts):
        yield HeadChange(token, second, "advcl")


def _claimed_attack(token: Token) -> Iterator[HeadChange]:
    """Attach a clause to the attack, not to its place: "a bombing near the airport, which was claimed by the Front"."""
    is_claimed = token.lemma_.lower() in words().claimed and any(t.tag_ == "WDT" for t in token.lefts)
    if not is_claimed or (token.head.lemma_.lower(),) in lexicon.phrases("events"):
        return
    over = (t for t in token.head.ancestors if t.pos_ == "NOUN" and (t.lemma_.lower(),) in lexicon.phrases("events"))
    attack = next(over, None)
    if attack is not None:
        yield HeadChange(token, attack, "relcl")


#: Every repair, in order, with the relations of the words that it looks at.
_REPAIRS: tuple[Repair, ...] = (
    Repair(_with_article, ("pobj", "dobj")),
    *names.REPAIRS,
    *directions.REPAIRS,
    Repair(_some_of_them, ("conj", "attr")),
    Repair(_fraction_of_them, tuple(sorted(SUBJECTS))),
    *outcome_pairs.REPAIRS,
    *outcomes.REPAIRS,
    *second_outcomes.REPAIRS,
    *subjects.REPAIRS,
    *shot_dead.REPAIRS,
    *speakers.REPAIRS,
    *relative_clauses.REPAIRS,
    *clauses.REPAIRS,
    *disguises.REPAIRS,
    Repair(_second_after_name, ("conj",)),
    Repair(_kin_after_name, ("appos",)),
    Repair(_singular_subject, ("conj",)),
    Repair(_subject_after_whose, ("appos",)),
    Repair(_participle_after_whose, ("appos",)),
    Repair(_vehicle_carrying, ("npadvmod",)),
    *numbers_and_dates.REPAIRS,
    *lists.REPAIRS,
    *names.AFTER_LISTS,
    *headlines.REPAIRS,
    *headline_outcomes.REPAIRS,
    *headlines.AFTER_OUTCOMES,
    Repair(_named, ("appos",)),
    Repair(_number_of_wounded, ("advcl", "acl")),
    Repair(_claimed_attack, ("relcl",)),
    Repair(_of_nearest_act, ("advcl",)),
    Repair(_held_hostage, ("dobj",)),
    Repair(_taken_prisoner, ("dobj",)),
    Repair(_more_than, ("pobj",)),
)
