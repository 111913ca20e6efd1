"""The rank or the trade before a name: "Sergeant Ivo Lerch of the traffic police", "journalist Ana Brod"."""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.lexicon import phrase_words

_BEFORE = frozenset({"amod", "nmod", "compound", "acomp", "advmod", "nummod"})


def rank(noun: Token) -> str | None:
    """The rank before a name, with the force after it: "Sergeant" and "of the traffic police"."""
    name = person_names.name_at(noun)
    before = [t for t in noun.lefts if t.dep_ in _BEFORE and name is not None and t.i < name.first]
    # "Nurses Ana Brod and Petra Holm": one of them is no nurses.
    if not before or (before[-1].lower_.endswith("s") and before[-1].lower_[:-1] in lexicon.status_of_noun()):
        return None
    doc, first, end = noun.doc, before[0].left_edge.i, before[-1].i + 1
    # "Shot dead 19-year-old journalist Ana Brod".
    while first < end and _is_state_or_age(doc[first]):
        first += 1
    if not any(lexicon.status_of_noun().get(t.lemma_.lower()) for t in before if t.i >= first):
        return None
    force = next((t for t in noun.rights if t.dep_ == "prep" and t.lower_ in phrase_words().of), None)
    own = doc[first:end].text
    return own if force is None else f"{own} {doc[force.i : force.right_edge.i + 1].text}"


def _is_state_or_age(token: Token) -> bool:
    """Whether a word before a rank says what happened to somebody, or is one of those for an age."""
    is_unit = token.head.dep_ == "npadvmod" and token.head.lower_ in phrase_words().ages.units
    is_age = any(t.dep_ == "npadvmod" and t.lower_ in phrase_words().ages.units for t in (token, *token.children))
    is_age = is_age or token.is_punct or token.lower_ in phrase_words().ages.old
    return is_age or is_unit or token.lower_ in lexicon.casualty_type_of("state")
