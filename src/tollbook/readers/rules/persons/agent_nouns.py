"""Nouns for people that no list has, by their ending and what happens to them: "six dockers were killed".

Most nouns in -er, -or, -ist, -ian and -ee for what somebody does are made freely, so that a list is never whole. Things
have these endings too ("boilers"); the nouns count as people only where a word says that they died, were hurt, held or
driven out.
"""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons.lexicon import phrase_words

_ROLES = frozenset({"nsubj", "nsubjpass", "dobj"})


def is_agent_noun(token: Token) -> bool:
    """Whether the ending and the verb of a noun that is in no list make it people."""
    lemma, known = lexicon.singular(token), phrase_words().agents
    if token.tag_ not in {"NN", "NNS"} or lemma in known.things or not lemma.endswith(tuple(known.endings)):
        return False
    return _is_harmed(token)


def _is_harmed(token: Token) -> bool:
    """Whether the word above a noun is a casualty of people: "killed", "the deaths of", "dead"."""
    while token.dep_ == "conj" and token.head.pos_ == "NOUN":
        token = token.head
    if any(t.lower_ in lexicon.casualty_type_of("state") for t in token.lefts if t.dep_ == "amod"):
        return True
    over = token.head
    if token.dep_ == "pobj" and over.lower_ == "of":
        return over.head.lemma_.lower() in lexicon.casualty_type_of("noun") or over.head.lower_ in _bodies()
    if token.dep_ not in _ROLES and not (over.dep_ == "acl" and over.head == token):
        return False
    lemma = over.lemma_.lower()
    if lemma in lexicon.grammar().casualty.loose:
        return False
    return lemma in lexicon.casualty_type_of("done_to") or lemma in lexicon.casualty_type_of("undergo")


def _bodies() -> frozenset[str]:
    return lexicon.grammar().casualty.bodies | {"life", "lives"}
