"""What the words for people say of them: whether they are civilians, their sex, and their roles."""

from spacy.tokens import Doc, Token

from tollbook.model import Status
from tollbook.readers.rules.persons import own_names, person_names
from tollbook.readers.rules.persons.own_names import MODIFYING, PLURAL_TAGS
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.reference_words import pronoun, words
from tollbook.readers.rules.words.syntax import is_of


def status(noun: Token) -> Status:
    """The status stated by the noun and the words before it; a rank of the police is none of an army.

    "Police Sergeant Orlan", "Sergeant Orlan of the traffic police".
    """
    of = (p for p in noun.rights if p.dep_ == "prep" and is_of(p))
    before = (t for t in noun.lefts if t.dep_ in MODIFYING)
    force = (t for over in (*of, *before) for t in over.children)
    if person_names.name_at(noun) and any(lexicon.status_of_noun().get(lexicon.singular(t)) == "police" for t in force):
        return "police"
    lemma = lexicon.singular(noun)
    is_force = noun.lower_ in lexicon.people_if_counted()
    by_noun = lexicon.status_of_noun().get(lemma) or lexicon.people_suffix(noun.lower_) or "unknown"
    by_noun = "combatant" if is_force else by_noun
    if lemma in phrase_words().of_either and _names_mostly_police(noun.doc):
        by_noun = "police"
    for child in noun.children:
        if child.dep_ in {"amod", "compound", "nmod"}:
            is_serving = child.lower_ in phrase_words().service and lemma in phrase_words().members
            by_modifier = "combatant" if is_serving else lexicon.status_of_modifier().get(child.lower_)
            if by_modifier:
                return by_modifier
            if child.dep_ == "compound" and child.lemma_.lower() in lexicon.status_of_noun() and by_noun == "unknown":
                return lexicon.status_of_noun()[child.lemma_.lower()]
    if by_noun == "unknown" and person_names.name_at(noun) is not None:
        appositive = next((t for t in noun.children if t.dep_ == "appos" and not t.like_num), None)
        return status(appositive) if appositive is not None and person_names.name_at(appositive) is None else "unknown"
    return by_noun


def _names_mostly_police(doc: Doc) -> bool:
    """Whether a text names the police more often than an army, so that its "officers" are of the police."""
    cache: dict[str, bool] = doc.user_data.setdefault("tollbook officers", {})
    if "police" not in cache:
        known, either = lexicon.status_of_noun(), phrase_words().of_either
        named = [known.get(lexicon.singular(t)) for t in doc if t.pos_ == "NOUN" and lexicon.singular(t) not in either]
        cache["police"] = named.count("police") > sum(t.lower_ in phrase_words().armies for t in doc)
    return cache["police"]


def sex(noun: Token) -> str | None:
    """``female`` or ``male`` if the noun or pronoun states it; the surname "King" does not."""
    known, stated = pronoun(noun.lower_), lexicon.sex_of_noun()
    if known is None and noun.pos_ == "PROPN" and person_names.name_at(noun) is not None:
        return None
    return known.sex if known is not None else stated.get(noun.lemma_.lower()) or stated.get(noun.lower_)


def roles(noun: Token) -> tuple[str, ...]:
    """The roles of one person by appositions and a rank: "a nurse", "Sergeant of the traffic police"."""
    appositives = (
        t for t in noun.children if t.dep_ == "appos" and person_names.name_at(t) is None and t.pos_ == "NOUN"
    )
    others = lexicon.grammar().additional.words
    alone = (
        t
        for t in appositives
        if t.tag_ not in PLURAL_TAGS
        and noun.tag_ not in PLURAL_TAGS
        and lexicon.singular(t) not in words().anyone
        and not _opens_clause(t)
        and lexicon.singular(t) not in phrase_words().pairs
        # "Ana Brod, Jon Vell and a third man": he is one more.
        and not any(w.ent_type_ == "ORDINAL" or w.lower_ in others for w in t.lefts)
    )
    rank = own_names.rank(noun)
    return (*([rank] if rank else []), *(t.doc[t.left_edge.i : t.i + 1].text for t in alone))


def _opens_clause(noun: Token) -> bool:
    """Whether a noun is followed by the subject of a clause: "including a nurse, state news agency KNA reported"."""
    following = noun.nbor(1) if noun.i + 1 < noun.sent.end else noun
    return following.pos_ == "PROPN" and following.dep_ == "nsubj" and following.head.i > following.i
