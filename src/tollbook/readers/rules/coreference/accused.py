"""Accused people: suspects, people charged or wanted, and the agents of attacks."""

from spacy.tokens import Doc, Token

from tollbook.readers.rules.persons import name_lists
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import is_accusing, words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of, noun_after_of

#: The most tokens of an age and a town after a name.
_AFTER = 8


def is_accused_by_name(name: PersonName, doc: Doc) -> bool:
    """Whether the sentence of a name accuses the person, or reports an arrest."""
    return is_accused(doc[name.end - 1]) or _is_named_as_accused(name, doc) or _is_arrested_after(name, doc)


def _is_named_as_accused(name: PersonName, doc: Doc) -> bool:
    """Whether a verb of naming gives the name to somebody accused.

    In "Police identified the suspects as Ana Brod, 24, and Jon Vell" both are accused.
    """
    for last in (doc[n.end - 1] for n in name_lists.list_of(name, doc)):
        over = last.head.head if last.head.lower_ in words().naming_prepositions else last.head
        if last.dep_ not in {"pobj", "attr", "oprd"}:
            continue
        verb = over.head if over.dep_ == "dobj" else over
        if verb.lemma_.lower() in name_lexicon().naming | lexicon.grammar().function.be:
            return any(map(is_for_accused, [*verb.children, *([verb.head] if verb.dep_ in {"acl", "relcl"} else [])]))
    return False


def is_for_accused(noun: Token) -> bool:
    """Whether a noun or a number is for people accused: "the attackers", "two of the attackers", "the wanted man"."""
    inner = noun_after_of(noun)
    pursued = any(t.dep_ == "amod" and is_accusing(t.lower_) for t in noun.lefts)
    pursued = pursued or any(_is_sought(t) for t in noun.rights if t.dep_ == "relcl")
    return pursued or any(lexicon.singular(t) in words().accused for t in (noun, inner) if t is not None)


def _is_sought(clause: Token) -> bool:
    """Whether a relative clause describes a wanted person: "the man they are looking for"."""
    lemma, said = clause.lemma_.lower(), {t.dep_ for t in clause.children}
    return lemma in words().seeking and "nsubj" in said and "dobj" not in said


def is_accused(head: Token) -> bool:
    """Whether a person is an agent, or is arrested or charged, alone or in a list ("two men, Ana Brod and Jon Vell").

    In "killed by his wife, Ana Brod" she is the agent.
    """
    while head.dep_ in {"appos", "conj"}:
        head = head.head
    if any(map(_is_accused_of, head.rights)):
        return True
    verb = head.head
    if head.dep_ == "pobj" and verb.dep_ == "agent":
        return verb.head.lemma_.lower() in words().harming
    if head.dep_ == "dobj":
        return verb.lemma_.lower() in words().accusing
    if head.dep_ == "nsubjpass":
        held = verb.lemma_.lower() in words().taking and any(t.lower_ in words().custody for t in verb.subtree)
        return held or not (words().accusing | words().blaming).isdisjoint({verb.lemma_.lower(), verb.lower_})
    if head.dep_ != "nsubj" or verb.pos_ != "VERB":
        return False
    faced = {lexicon.singular(t) for t in verb.children if t.dep_ == "dobj"} if verb.lemma_ in words().facing else set()
    return verb.lemma_.lower() in words().harming or not faced.isdisjoint(words().charges) or _confesses(verb)


def _is_accused_of(clause: Token) -> bool:
    """Whether a clause after a name accuses the person: "Ivo Lerch, convicted of the murder of a guard"."""
    is_passive = clause.dep_ == "acl" or any(t.dep_ == "nsubjpass" for t in clause.lefts)
    accuses = clause.dep_ in {"acl", "relcl"} and clause.lemma_.lower() in words().accusing | words().blaming
    return accuses and is_passive and clause.tag_ == "VBN" and any(is_of(t) for t in clause.rights)


def _confesses(verb: Token) -> bool:
    """Whether a verb admits an act: "admitted building the bomb", "confessed to the murder", not "admitted that"."""
    known = words()
    if verb.lemma_.lower() not in known.confessing:
        return False
    said = [t for child in verb.rights for t in (child, *child.children) if child.dep_ in {"xcomp", "dobj", "prep"}]
    return any(t.tag_ == "VBG" or lexicon.singular(t) in known.confessed for t in said)


def _is_arrested_after(name: PersonName, doc: Doc) -> bool:
    """Whether a passive of arresting without a subject follows a name: "and Ana Brod, 25, of Velm was arrested".

    The parse may have the name in a list of what is before it.
    """
    after = doc[name.end : min(name.end + _AFTER, doc[name.first].sent.end)]
    be = next((t for t in after if t.pos_ in {"VERB", "AUX"}), None)
    if be is None or be.dep_ != "auxpass" or any(t.dep_ in SUBJECTS for t in be.head.children):
        return False
    return be.head.lemma_.lower() in words().accusing
