"""Makes the outcomes and acts of a headline verbs: "Four men shot on Orsk Street", "Strike kills 17". See ``repairs``.

The parser takes such a participle for a noun, a name, or an act of those whom it is about.
"""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import is_age, phrase_words
from tollbook.readers.rules.words.syntax import SUBJECTS

#: The longest headline, in tokens: of the titles of 3,998 reports of shootings 99.6 % have no more words and marks.
_LONGEST = 30
#: The most tokens from a verb to its number: "kills at least 20".
_NUMBER_WITHIN = 3
_STOPS = frozenset({".", "!", "?"})
#: Tags of words that may follow the outcome; anything else may be its object: "Man shot wife".
_AFTER = frozenset({"IN", "TO", "CC", "RB", ",", ":", ".", "-RRB-", "_SP", "HYPH", "WRB"})
_FINITE = frozenset({"VBZ", "VBP", "MD"})
_ARMED = frozenset({"combatant", "police"})


def _outcome(token: Token) -> Iterator[HeadChange]:
    """Make a participle after people their outcome."""
    lemma = words().headline_outcomes.get(token.lower_)
    if lemma is None or any(t.dep_ == "nsubjpass" for t in token.lefts) or not _is_in_headline(token):
        return
    people = _people_before(token)
    if people is None or not _is_passive(token, people):
        return
    is_verb, root = token.pos_ == "VERB", token.sent.root
    if is_age(people):
        people.pos_, people.tag_ = "NOUN", "NN"
    if is_verb and token.dep_ == "acl" and token.head == people:
        # "Teen dead, five others injured"; not "two men killed in a blast", whose verb may follow.
        first = people.head
        if people.dep_ in {"appos", "conj"} and first.i < people.i and first.nbor(1).lower_ in words().outcome:
            yield HeadChange(token, first, "conj")
            yield HeadChange(people, token, "nsubjpass")
        return
    token.pos_, token.tag_, token.lemma_ = "VERB", "VBN", lemma
    if not is_verb and (root in {token, people} or root.pos_ not in VERBS):
        yield HeadChange(token, token, "ROOT")
        yield from ([HeadChange(root, token, "dep")] if root not in {token, people} else [])
    elif not is_verb:
        yield HeadChange(token, root, "conj")
    elif people == root and people.is_ancestor(token):
        yield HeadChange(token, token, "ROOT")  # "Mother of two stabbed"
    yield HeadChange(people, token, "nsubjpass")
    yield from (HeadChange(t, token, t.dep_) for t in people.rights if t.dep_ == "prep" and t.i > token.i)


def _outcome_before_verb(token: Token) -> Iterator[HeadChange]:
    """Make an outcome before the verb of the line a description of its subject: "Man shot by police in Orsk dies"."""
    verb = token.head
    is_outcome = token.lower_ in words().headline_outcomes and token.dep_ in {"ccomp", "advcl"}
    has_subject = any(t.dep_ in SUBJECTS for t in verb.lefts)
    if not is_outcome or verb.i < token.i or verb.tag_ not in _FINITE or has_subject or not _is_in_headline(token):
        return
    if (people := _people_before(token)) is not None and people.head == token:
        if people.pos_ == "PROPN" and not people.like_num:
            people.pos_, people.tag_, people.lemma_ = "NOUN", "NN", people.lower_
        yield HeadChange(people, verb, "nsubj")
        yield HeadChange(token, people, "acl")


def _fate(token: Token) -> Iterator[HeadChange]:
    """Make "dies" after people a verb with a subject: "6-year-old dies in shooting", "Boy, 15, dies"."""
    lemma = words().headline_fates.get(token.lower_)
    if token.lower_ in words().outcome and token.i > token.sent.start and is_age(token.nbor(-1)):
        token.pos_, token.tag_ = "ADJ", "JJ"  # "6-year-old dead after shooting"
        yield HeadChange(token.nbor(-1), token, "nsubj")
    people = _people_before(token) or _described(token) if lemma is not None and _is_in_headline(token) else None
    if lemma is None or people is None or any(t.dep_ in SUBJECTS for t in token.lefts):
        return
    if not people.like_num:
        people.pos_, people.tag_ = "NOUN", "NN"
    if token.pos_ != "VERB":
        tag = "VBZ" if token.lower_.endswith("s") else "VBG"
        token.pos_, token.tag_, token.lemma_ = "VERB", tag, lemma
        root = token.sent.root
        yield HeadChange(token, token, "ROOT")
        yield from ([HeadChange(root, token, "dep")] if root not in {token, people} else [])
    yield HeadChange(people, token, "nsubj")


def _described(verb: Token) -> Token | None:
    """The people at the beginning of a headline, with an outcome before the verb: "Teen shot at bar dies"."""
    line = verb.doc[verb.sent.start : verb.i]
    outcomes = (t for t in line if t.i > line.start and t.lower_ in words().headline_outcomes)
    first = next(outcomes, None)
    people = None if first is None else _people_before(first)
    return people if people is not None and people.left_edge.i <= line.start + 2 else None


def _second_outcome(token: Token) -> Iterator[HeadChange]:
    """Join a second outcome after a comma with the first: "Man shot, killed outside bar"."""
    lemma, at = words().headline_outcomes.get(token.lower_), token.i
    first = token.doc[at - 2] if at - 2 >= token.sent.start and token.doc[at - 1].text == "," else token
    if lemma is not None and any(t.dep_ == "nsubjpass" for t in first.lefts) and _is_in_headline(token):
        token.pos_, token.tag_, token.lemma_ = "VERB", "VBN", lemma
        subject = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
        rights = subject.rights if subject is not None else ()
        clause = next((t for t in rights if t.dep_ == "acl" and t.is_ancestor(first)), None)
        if subject is not None and clause is not None and token.dep_ == "ROOT":
            # "Two men charged after girl shot, killed": the men were charged.
            yield HeadChange(clause, clause, "ROOT")
            yield HeadChange(subject, clause, "nsubjpass")
        yield HeadChange(token, first, "conj")


def _found(token: Token) -> Iterator[HeadChange]:
    """Make those who are found the object of finding: "Man found shot to death", not "Man found gun"."""
    verb, people = token.head, next((t for t in token.head.lefts if t.dep_ == "nsubj"), None)
    is_outcome = token.lower_ in words().headline_outcomes and token.i == verb.i + 1
    is_found = verb.lemma_.lower() in lexicon.grammar().casualty.finding and verb.tag_ in {"VBD", "VBN"}
    is_before = people is not None and any(t.i + 1 == verb.i for t in (people, *people.conjuncts))
    if is_outcome and is_found and people is not None and is_before and _is_in_headline(token):
        yield HeadChange(people, verb, "nsubjpass")


def _act(token: Token) -> Iterator[HeadChange]:
    """Make a noun before its victims an act: "Strike on hospital kills 17, wounds dozens"."""
    lemma = words().headline_acts.get(token.lower_)
    is_misread = token.tag_ in {"NNS", "NNPS"} or token.dep_ == "compound"
    victims = _victims_after(token) if lemma is not None and is_misread and _is_in_headline(token) else None
    if lemma is None or victims is None:
        return
    line, root = token.doc[token.sent.start : token.i], token.sent.root
    above = (t for t in (line[0], *line[0].ancestors) if t.i < token.i and t.pos_ in NOUNS) if len(line) else iter(())
    subject = next((t for t in reversed(line) if t.dep_ == "compound" and t.head == token), None) or next(above, None)
    earlier = next((t for t in line if t.tag_ == "VBZ" and t.dep_ == "ROOT"), None)
    token.pos_, token.tag_, token.lemma_ = "VERB", "VBZ", lemma
    if earlier is not None:
        yield HeadChange(token, earlier, "conj")
    elif root.i >= token.i or root.pos_ in NOUNS:
        yield HeadChange(token, token, "ROOT")
        yield from ([HeadChange(root, token, "dep")] if root != token else [])
        yield from ([HeadChange(subject, token, "nsubj")] if subject is not None else [])
    yield HeadChange(victims, token, "dobj")


def _victims_after(token: Token) -> Token | None:
    """The number or the noun for people after a verb: "kills at least 20", "kills 14 rebels", "kills girl"."""
    near = token.doc[token.i + 1 : min(token.i + 1 + _NUMBER_WITHIN, token.sent.end)]
    first = next((t for t in near if t.like_num or t.lower_ in words().another or t.pos_ in NOUNS), None)
    after = token.doc[first.i + 1] if first is not None and first.i + 1 < token.sent.end else None
    if first is None or any(t.is_punct for t in token.doc[token.i + 1 : first.i]):
        return None
    last = token.doc[min(first.i + 4, token.sent.end - 1)]
    if is_age(last):
        last.pos_, last.tag_ = "NOUN", "NN"
        return last
    if not (first.like_num or first.lower_ in words().another):
        return first if _are_people(first) or first.lower_ in phrase_words().reflexive else None
    return after if after is not None and _are_people(after) else first


def _is_in_headline(token: Token) -> bool:
    """Whether a word is in a line of its own without a full stop."""
    sentence, doc = token.sent, token.doc
    if len(sentence) > 2 * _LONGEST:
        return False
    line = [t for t in sentence if not t.is_space]
    is_line = len(line) <= _LONGEST and line[-1].text not in _STOPS
    before, after = doc[: line[0].i], doc[line[-1].i + 1 :]
    begins = not len(before) or "\n" in before[-1].text or doc[line[0].i - 1].text in {"-", "–", "—", ";"}
    return is_line and begins and (not len(after) or "\n" in after[0].text or line[-1].text == ";")


def _people_before(token: Token) -> Token | None:
    """The people before an outcome: "Four men shot", "2 shot", "Boy, 6, shot", "one fatally shot"."""
    doc, at, start = token.doc, token.i - 1, token.sent.start
    while at > start and doc[at].tag_ == "RB":
        at -= 1
    if at - 2 > start and doc[at].text == "," and doc[at - 1].like_num and doc[at - 2].text == ",":
        at -= 3
    if at < start:
        return None
    if at - 2 >= start and doc[at - 1].lower_ in lexicon.grammar().function.of:
        at -= 2  # "Mother of two stabbed"
    noun = doc[at]
    if noun.dep_ == "dobj" and noun.head.i < noun.i and noun.head.pos_ == "VERB":
        return None  # "Man who shot officer killed"
    while noun.dep_ == "conj" and noun.head.i < noun.i and noun.head.pos_ in NOUNS:
        noun = noun.head
    is_number = noun.like_num and (at == start or not doc[at - 1].like_num)
    return noun if is_number or _are_people(noun) or noun.lower_ in words().another else None


def _are_people(noun: Token) -> bool:
    return lexicon.names_people(noun) or noun.lower_ in lexicon.status_of_noun() or is_age(noun)


def _is_passive(token: Token, people: Token) -> bool:
    """Whether an outcome is of the people before it, and no act of theirs: not "Man shot wife", "Men shot at man"."""
    doc, end = token.doc, token.sent.end
    after = doc[token.i + 1] if token.i + 1 < end else None
    if after is None:
        return True
    if after.tag_ not in _AFTER and after.lower_ not in words().outcome and after.lemma_ not in words().times:
        return False
    rest = takewhile(lambda t: not t.is_punct or t.text == "-", doc[token.i + 1 : end])
    if any(t.tag_ in _FINITE for t in rest):
        return False  # "Man shot by police dies": a clause about the man, unlike "Man shot in Orsk, police say"
    is_armed = lexicon.status_of_noun().get(lexicon.singular(people)) in _ARMED
    aimed = next((t for t in after.children if t.dep_ == "pobj"), None) if after.lower_ in words().aiming else None
    return not (aimed is not None and (is_armed or _are_people(aimed)))


#: The relations in which the parser puts a participle of a headline.
_MISREAD = (
    "ROOT", "acl", "advcl", "amod", "appos", "ccomp", "compound", "conj", "dep", "nmod", "nsubj", "pobj", "xcomp",
    "dobj", "npadvmod", "punct", "meta", "intj", "relcl",
)  # fmt: skip
REPAIRS: tuple[Repair, ...] = (
    Repair(_outcome_before_verb, ("ccomp", "advcl")),
    Repair(_outcome, _MISREAD),
    Repair(_fate, _MISREAD),
    Repair(_second_outcome, _MISREAD),
    Repair(_found, ("xcomp", "oprd", "ccomp", "advcl", "acl")),
    Repair(_act, _MISREAD),
)
