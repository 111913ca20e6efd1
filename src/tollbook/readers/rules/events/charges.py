"""Finds people whom police or a court accuse of an attack or judge: "charged with the murders", "found guilty".

Each charge has a name, and whether a court has found the person guilty. A person who is only sought or questioned
is no suspect, but may be missing or a witness.
"""

import functools
from collections.abc import Iterator, Set
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook.model import Certainty
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import perpetrators, statement_verbs
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_aged
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import suspect_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_of, noun_after_of

#: Sentences back from "he", its own among them, in which the person is named. Reports seldom write more about somebody
#: without the name.
_NEAR = 4


def charges(doc: Doc) -> Iterator[tuple[PersonName, bool]]:
    """Yield the accused of charges and verdicts, each with whether a court found them guilty.

    "Ivo Lerch was charged with murder", "police accuse Ivo Lerch of the bombing", "pleaded guilty to killing"; guilty:
    "was convicted of", "sentenced for", "found guilty of".
    """
    for who, prepositions, over, token in _accusations(doc):
        acts = any(map(names_act, prepositions))
        # "Denied murder but was found guilty".
        before = over.head.rights if over is not token and over.dep_ == "conj" else ()
        acts = acts or any(t.dep_ == "dobj" and names_act(t) for t in before)
        if acts and (over.lemma_.lower() in suspect_words().pleading or not negated(over)):
            is_convicted = _is_sentence(token) or _is_sentence(over) or _is_verdict(token)
            yield from ((name, is_convicted) for name in all_named(who))


class Charge(NamedTuple):
    """The code points ``[start, end)`` of the act of a charge in court, and its certainty."""

    name: str
    start: int
    end: int
    certainty: Certainty


def spans(doc: Doc) -> list[Charge]:
    """The acts of charges and verdicts: "shooting two nurses" in "charged with shooting two nurses"."""
    found = []
    for who, prepositions, over, token in _accusations(doc):
        lemmas = {token.lemma_.lower(), over.lemma_.lower()}
        if not negated(over) and not lemmas.isdisjoint(words().accusing):
            verdict = _is_sentence(token) or _is_sentence(over) or _is_verdict(token)
            degree: Certainty = "convicted" if verdict else "suspected"
            for p in prepositions:
                last = doc[p.right_edge.i]
                found += [Charge(n.text, p.idx, last.idx + len(last), degree) for n in all_named(who)]
    return found


def _is_sentence(verb: Token) -> bool:
    """Whether a court has sentenced somebody: not "asked the court to sentence him", "will be sentenced in May"."""
    return verb.lemma_.lower() in suspect_words().sentencing and certainty(verb) == "asserted"


@functools.lru_cache(maxsize=4)
def helpers(doc: Doc) -> frozenset[str]:
    """The names of those who are only accused of helping with an attack: "pleaded guilty to driving the car"."""
    found: set[str] = set()
    for who, prepositions, _, _ in _accusations(doc):
        acts = [t for preposition in prepositions for t in preposition.children]
        if any(statement_verbs.is_aid(t) and _is_of_attack(t) for t in acts):
            found |= {name.text for name in all_named(who)}
    return frozenset(found - {name.text for name, _ in charges(doc)})


def _is_of_attack(act: Token) -> bool:
    """Whether the words of an act name an attack or attackers, and not only "carrying a weapon"."""
    known, harming = suspect_words().acts | words().accused, lexicon.casualty_type_of("done_to")
    return any({t.lemma_.lower(), t.lower_} & known or t.lemma_.lower() in harming for t in act.subtree)


class _Accusation(NamedTuple):
    """The accused, the prepositions before the act, and the verb and the word that accuses."""

    who: Token
    prepositions: list[Token]
    over: Token
    word: Token


def _accusations(doc: Doc) -> Iterator[_Accusation]:
    yield from filter(None, map(_facing, doc))
    for token in doc:
        lemma, over = token.lemma_.lower(), token
        if lemma in suspect_words().adjectives and token.dep_ in {"acomp", "oprd"}:
            over = token.head
        elif lemma in suspect_words().adjectives and token.dep_ == "ccomp":
            over = token  # "finding Ivo Lerch guilty of murder"
        elif lemma in suspect_words().adjectives and token.dep_ == "amod" and token.i > token.head.i:
            over = token.head.head  # "found Ivo Lerch, 24, guilty of murder"
        elif token.pos_ != "VERB" or (words().accusing | words().blaming).isdisjoint({lemma, token.lower_}):
            continue
        if any(t.lower_ in suspect_words().once for t in over.children if t.dep_ == "advmod"):
            continue  # "who was once jailed for assault"
        is_told = token.dep_ == "ccomp" or over is not token
        labels = {"nsubj", "nsubjpass"} if is_told and token.dep_ != "amod" else DONE_TO
        who = _accused(over, labels)
        prepositions = [t for verb in {over, token} for t in verb.children if t.dep_ == "prep"]
        # "Convicted the former colonel Ivo Lerch of the killing": the parse has "of" at the name.
        prepositions += [t for name in (who.rights if who is not None else ()) for t in name.rights if is_of(t)]
        if who is not None:
            known = suspect_words().prepositions
            yield _Accusation(who, [p for p in prepositions if p.lower_ in known], over, token)


def _facing(verb: Token) -> _Accusation | None:
    """Return who faces charges of an act: "three counts of murder", "30 charges in connection with the bombings"."""
    counts = [t for t in verb.rights if t.dep_ == "dobj" and t.lemma_.lower() in suspect_words().counts]
    who = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    if who is None or not counts or verb.lemma_.lower() not in suspect_words().facing:
        return None
    known = suspect_words().prepositions
    return _Accusation(who, [t for count in counts for t in count.rights if t.lower_ in known], verb, verb)


def _accused(verb: Token, labels: Set[str]) -> Token | None:
    """Return the accused of a verb: the noun before "who", or the man in "arrested Ivo Lerch and charged him".

    In "gunmen shot Ivo Lerch and were charged" the gunmen are the accused.
    """
    who = next((t for t in verb.children if t.dep_ in labels), None)
    if who is not None and semantic_roles.is_relative(who) and verb.dep_ == "relcl":
        return verb.head
    if who is None and verb.dep_ == "acl" and verb.tag_ == "VBN" and not _follows_relative(verb.head):
        return verb.head  # "Ivo Lerch, accused of shooting two officers, fled"
    is_same = who is None or who.pos_ == "PRON" or who.lower_ in suspect_words().both
    if is_same and verb.dep_ == "conj" and not suspect_words().pleading & {verb.lemma_, verb.head.lemma_}:
        before = SUBJECTS if any(t.dep_ == "auxpass" for t in verb.lefts) else DONE_TO
        return next((t for t in verb.head.children if t.dep_ in before), who)
    # "Went to prison when he was convicted of the bombing".
    is_same = who is None or who.lower_ in lexicon.grammar().people.pronouns
    is_bare = is_same and verb.dep_ == "advcl" and verb.tag_ == "VBN"
    # "Ivo Lerch appeared in court charged with murder".
    above = (t for over in verb.ancestors for t in over.lefts if t.dep_ in SUBJECTS)
    return next(above, None) if is_bare else who


def _follows_relative(noun: Token) -> bool:
    """Whether a noun accuses in a relative clause: the mayor in "rebels, whom the mayor, Ana Brod, accused"."""
    return noun.left_edge.i > 0 and semantic_roles.is_relative(noun.left_edge.nbor(-1))


def all_named(who: Token) -> Iterator[PersonName]:
    """The names or descriptions of the accused: all of a list, and the two accused before "both men"."""
    name = name_of(who) or _description_of(who) or _meant(who)
    if name is not None:
        yield from name_lists.list_of(name, who.doc)
    elif any(t.lower_ in suspect_words().both for t in (who, *who.lefts)):
        before = [n for n in person_names.names(who.doc) if n.first < who.i]
        pair = name_lists.list_of(before[-1], who.doc) if before else ()
        yield from pair if len(pair) == 2 and all(_is_object_of_accusing(n, who.doc) for n in pair) else ()


def _meant(pronoun: Token) -> PersonName | None:
    """The person whom "he" means: "Ivo Lerch was arrested. He was charged with murder".

    It is the subject of the last sentence that names somebody, if that is near and nobody else is named since.
    """
    if pronoun.lower_ not in lexicon.grammar().people.singular_pronouns:
        return None
    doc, first = pronoun.doc, pronoun.sent.start
    for _ in range(_NEAR):
        near = [n for n in person_names.names(doc) if first <= n.first < pronoun.i]
        if near or not first:
            break
        first = doc[first - 1].sent.start
    if len({n.text for n in near}) != 1:
        return None
    last = doc[near[-1].end - 1]
    return near[-1] if last.dep_ in SUBJECTS and not reports_speech(last.head) else None


def _is_object_of_accusing(name: PersonName, doc: Doc) -> bool:
    """Whether somebody is arrested or charged: "police arrested Ivo Lerch and Karel Masek"."""
    last = doc[name.end - 1]
    over = next((t for t in last.ancestors if t.pos_ == "VERB"), last)
    return over.lemma_.lower() in words().accusing


def _is_verdict(word: Token) -> bool:
    """Whether "guilty" is a verdict: "found him guilty", "was found guilty", not "pleaded guilty"."""
    above = {t.lemma_.lower() for t in (word.head, word.head.head)}
    return word.lower_ in suspect_words().verdicts and not above.isdisjoint(suspect_words().finding)


def names_act(preposition: Token) -> bool:
    """Whether the words after it name an act, "the case" of the report, or "all 30 charges" of it."""
    cases = (t for t in preposition.children if t.lower_ in suspect_words().cases)
    is_case = any({c.lower_ for c in t.lefts} == lexicon.grammar().function.the for t in cases)
    # "Charged in relation to the incident".
    links = (t for noun in preposition.children if noun.lower_ in suspect_words().links for t in noun.rights)
    is_case = is_case or any(t.dep_ == "prep" and names_act(t) for t in links)
    counts = (t for t in preposition.children if t.lemma_.lower() in suspect_words().counts)
    is_case = is_case or any(c.lower_ in suspect_words().all for t in counts for c in t.lefts)
    # "Guilty of driving the car from which two were shot" is no verdict for the shooting.
    own = [preposition]
    # A person arrested "in a protest against the attack" is no suspect of it.
    acts = (t for t in preposition.children if t.lemma_.lower() not in suspect_words().gatherings and not _are_any(t))
    own += [t for act in acts if not statement_verbs.is_aid(act) for t in act.subtree]
    return is_case or any({t.lemma_.lower(), t.lower_} & suspect_words().acts for t in own)


def _are_any(noun: Token) -> bool:
    """Whether a plural names no attack of the report: "had been responsible for rocket attacks"."""
    is_attack = noun.tag_ == "NNS" and (noun.lemma_.lower(),) in lexicon.phrases("events")
    return is_attack and not any(t.dep_ in {"det", "poss", "nummod"} for t in noun.lefts)


def name_of(token: Token) -> PersonName | None:
    """The name of a subject or object: its own, or that of its apposition."""
    beside = [t for t in token.children if t.dep_ == "appos"]
    return next((name for t in (token, *beside) if (name := person_names.name_at(t)) is not None), None)


def _description_of(token: Token) -> PersonName | None:
    """A person without a name, by the words that describe them: "a 17-year-old boy was charged with the murder"."""
    if token.pos_ == "NUM":
        # "One of three suspects, a tall man".
        over = (token, noun_after_of(token))
        token = next((t for each in over if each is not None for t in each.rights if t.dep_ == "appos"), token)
    found = [actor for actor in perpetrators.of_phrase(token) if actor.kind == "individual"]
    # "A young engineer was arrested over the bombing".
    found = found or list(perpetrators.introduced(token))
    if token.dep_ == "dobj" and token.tag_ == "NNS" and token.head.lemma_.lower() in words().blaming:
        return None  # "Residents accused police officers of taking part" is an accusation only.
    name = found[0].name if len(found) == 1 else ""
    is_counted = any(t.dep_ == "nummod" for t in token.lefts)
    if semantic_roles.is_relative(token) or not (" " in name or (name and (is_aged(token) or is_counted))):
        return None
    return PersonName(token.left_edge.i, token.i + 1, name)
