"""Corrects parses of people in headlines: "2 guards, 5 rebels slain in Velmar", "Boy shot". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS

_PRESENT = frozenset({"VB", "VBP", "VBZ"})


def _second_verb(token: Token) -> Iterator[HeadChange]:
    """Make the second word for an outcome in a headline a verb: "Bandits kill nine, abduct pastor in Velmar"."""
    noun = token if token.dep_ == "dobj" else token.head
    after = token.nbor(1) if token.i + 1 < token.sent.end else token
    has_object = noun == after or (after.head == token and after.like_num)
    is_misread = token.pos_ == "NOUN" or (token.pos_ == "VERB" and token.dep_ == "compound")
    if not is_misread or not has_object or not is_casualty(token) or not _follows_comma(token):
        return
    verb = noun.head
    if noun.dep_ == "dobj" and _is_of_headline(verb):
        token.pos_, token.tag_ = "VERB", "VBZ" if token.tag_ == "NNS" else "VBP"
        yield HeadChange(token, verb, "conj")
        yield HeadChange(after, token, "dobj")


def _second_object(token: Token) -> Iterator[HeadChange]:
    """Join the second object of a headline with the first: "Bandits kill chief, 12 others in Velmar"."""
    first = token.head
    verb = first.head if first.dep_ == "dobj" else first.head.head
    is_listed = _is_bare(token) and _is_bare(first) and _follows_comma(token)
    if not is_listed or any(t.dep_ == "conj" for t in token.rights) or verb.pos_ != "VERB":
        return
    others = lexicon.grammar().additional.others
    is_general = lexicon.singular(first) in lexicon.grammar().additional.anybody and token.lower_ not in others
    counted = any(t.dep_ == "nummod" for t in token.lefts)
    if counted and not is_general and _is_of_headline(verb):
        yield from _joined(token, first)


def _first_subject(token: Token) -> Iterator[HeadChange]:
    """Join the first subject of a headline with the last.

    "2 guards, 5 rebels slain", "Teacher, two pupils shot dead", "Father, son found dead".
    """
    after = next((t for t in token.doc[token.i + 1 : token.sent.end] if t.tag_ != "RB"), token)
    is_found = after.lemma_.lower() in lexicon.grammar().casualty.finding
    is_harmed = after.tag_ in {"VBN", "VBD"} and (is_casualty(after) or is_found)
    is_harmed = is_harmed and after in {token.head, token.head.head, *token.rights}
    if not is_harmed or not _is_bare(token) or not _follows_comma(token):
        return
    first = token.head
    if token.dep_ not in {"appos", "conj"}:
        before = (t for t in token.head.lefts if t.dep_ in {"npadvmod", "dep", token.dep_} and t.i < token.i)
        first = next(before, token)
    is_general = first.tag_ == "NNS" and lexicon.singular(first) in lexicon.grammar().additional.anybody
    if first == token or first.i + 2 != token.left_edge.i or is_general or not _is_bare(first) or not _begins(first):
        return
    if token.dep_ in SUBJECTS:
        yield HeadChange(first, token.head, token.dep_)
    if token.dep_ == "conj" and after.head == token:
        yield HeadChange(after, first, after.dep_)
    yield from _joined(token, first)


def _bare_passive(token: Token) -> Iterator[HeadChange]:
    """Make the verb of a headline without an object passive.

    "Man shot and killed in Velmar", "Man shot several times", "Boy, 15, arrested over raid".
    """
    verb = token.head
    is_first = _follows(verb, token) and _begins(token)
    is_past = verb.tag_ == "VBD" or (verb.tag_ == "VBN" and _is_arrested(token, verb))
    if not is_past or not is_first or not (_is_harmed(token, verb) or _is_attacked(token, verb)):
        return
    line = verb.doc[verb.i : next((t.i for t in verb.sent if t.i > verb.i and "\n" in t.text), verb.sent.end)]
    verbs = [verb, *(t for t in verb.rights if t.dep_ == "conj" and t.pos_ == "VERB" and t in line)]
    after = [t for each in verbs for t in each.rights if t in line]
    objects = (t for t in after if t.dep_ in {"dobj", "ccomp", "dative"} and t.lemma_ not in words().times)
    aimed = (t for t in after if t.dep_ == "prep" and t.lower_ in words().aiming)
    if not any(objects) and not any(aimed) and all(is_casualty(each) for each in verbs[1:]):
        yield HeadChange(token, verb, "nsubjpass")


def _follows(verb: Token, noun: Token) -> bool:
    """Whether a verb is right after a noun, or after its age between commas."""
    match list(noun.doc[noun.i + 1 : verb.i]):
        case []:
            return True
        case [first, age, last]:
            return first.text == last.text == "," and bool(age.like_num)
    return False


def _is_harmed(noun: Token, verb: Token) -> bool:
    """Whether a noun for people without an article is the subject of a verb for casualties: "Man shot"."""
    return is_casualty(verb) and _is_bare(noun)


def _is_arrested(noun: Token, verb: Token) -> bool:
    """Whether an unarmed noun is the subject of a verb of arresting: "Boy arrested".

    The title of a military release names the first of several fighters: "Commander Captured".
    """
    is_fighter = lexicon.status_of_noun().get(lexicon.singular(noun)) == "combatant"
    return lexicon.casualty_type_of("done_to").get(verb.lemma_) == "captured" and not is_fighter


def _is_attacked(noun: Token, verb: Token) -> bool:
    """Whether an unarmed noun is the subject of a verb of attacking: "aid convoy ambushed", not "rebels attacked"."""
    armed = {"combatant", "police"}
    is_armed = lexicon.status_of_noun().get(lexicon.singular(noun)) in armed or noun.pos_ != "NOUN"
    return verb.lemma_ in words().attacking and _is_bare(noun, people=False) and not is_armed


def _joined(last: Token, first: Token) -> Iterator[HeadChange]:
    """Join the last of a list, and those between, with the first."""
    between = (t for t in first.rights if t.dep_ == "appos" and t.i < last.i)
    yield from (HeadChange(t, first, "conj") for t in (*between, last))


def _is_of_headline(verb: Token) -> bool:
    """Whether a verb, or the one that it is joined to, has a bare subject and the present tense, as in headlines."""
    while verb.dep_ == "conj" and verb.head.pos_ == "VERB":
        verb = verb.head
    subject = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    return verb.tag_ in _PRESENT and subject is not None and _is_bare(subject, people=False) and _begins(subject)


def _is_bare(noun: Token, *, people: bool = True) -> bool:
    """Whether a noun has no article, and is one for people if asked."""
    known = lexicon.status_of_noun()
    is_known = not people or lexicon.singular(noun) in known or noun.lower_ in known or noun.ent_type_ == "NORP"
    return is_known and not any(t.dep_ in {"det", "poss"} for t in noun.lefts)


def _begins(noun: Token) -> bool:
    """Whether a phrase begins its sentence."""
    return all(t.is_space for t in noun.doc[noun.sent.start : noun.left_edge.i])


def _follows_comma(token: Token) -> bool:
    begin = token.left_edge.i
    return begin > token.sent.start and token.doc[begin - 1].text == ","


def _person_as_interjection(token: Token) -> Iterator[HeadChange]:
    """Make a person whom the parse takes for an interjection the subject: "Boy who was shot in the face has died"."""
    if token.tag_ != "UH" or token.lower_ not in lexicon.status_of_noun():
        return
    token.pos_, token.tag_ = "NOUN", "NN"
    verb = token.head
    if verb.dep_ == "csubj":
        yield HeadChange(token, verb.head, "nsubj")
        yield HeadChange(verb, token, "relcl")
    elif verb.pos_ == "VERB" and not any(t.dep_ in SUBJECTS for t in verb.lefts):
        yield HeadChange(token, verb, "nsubjpass" if any(t.dep_ == "auxpass" for t in verb.lefts) else "nsubj")


REPAIRS: tuple[Repair, ...] = (
    Repair(_person_as_interjection, ("intj",)),
    Repair(_second_verb, ("compound", "dobj")),
    Repair(_second_object, ("appos",)),
    Repair(_bare_passive, ("nsubj",)),
    Repair(_first_subject, ("appos", "conj", *sorted(SUBJECTS))),
)
#: Repairs that are made again, once the outcomes of headlines are verbs.
AFTER_OUTCOMES: tuple[Repair, ...] = REPAIRS[-1:]
