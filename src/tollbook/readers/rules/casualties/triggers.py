"""Casualty triggers: words that report an outcome for people ("killed", "12 dead"), with their victims and agent."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties import headlines, idioms, verb_senses, wounds
from tollbook.readers.rules.casualties.semantic_roles import (
    OBJECTS,
    agent,
    is_person_or_relative,
    is_relative,
    nearby,
    patient,
    people_after_of,
    subject_of,
)
from tollbook.readers.rules.parsing.factuality import Certainty, certainty, negated
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of

#: "The 1976 killing of a clerk" is one death.
_YEAR = re.compile(r"(?:19|20)\d\d")
#: Dependency labels of a number at an adjective for an outcome: "12 dead".
_NUMBERING = frozenset({"nsubj", "npadvmod", "compound"})


class CasualtyTrigger(NamedTuple):
    """One trigger word: casualty type, head of the phrase for the victims, agent, factuality, and if it is a part."""

    kind: ClaimKind
    word: Token
    victims: Token | None
    agent: Token | None = None
    negated: bool = False
    certainty: Certainty = "asserted"
    part: bool = False


def find(sentence: Sentence) -> Iterator[CasualtyTrigger]:
    """Every casualty trigger of the sentence, in text order; the same victims and casualty type once."""
    seen: set[tuple[ClaimKind, int]] = set()
    for token in sentence:
        trigger = _trigger(token)
        if trigger is None:
            continue
        if (victims := trigger.victims) is not None:
            if (trigger.kind, victims.i) in seen or victims.lower_ in lexicon.grammar().casualty.uninformative:
                continue
            seen.add((trigger.kind, victims.i))
        yield trigger


def _trigger(token: Token) -> CasualtyTrigger | None:
    if (in_headline := headlines.count(token)) is not None:
        return CasualtyTrigger(in_headline.kind, token, in_headline.victims)
    lemma = _headline_verb(token) or token.lemma_.lower()
    if lemma != token.lemma_.lower():
        victims = nearby(token)
        return None if victims is None else CasualtyTrigger(_type_of_verb(lemma), token, victims)
    if (number := headlines.number_before(token)) is not None:
        state = lexicon.casualty_type_of("state")[token.lower_]
        return CasualtyTrigger(state, token, number, certainty=certainty(token))
    if token.pos_ in {"VERB", "AUX"} or token.tag_ in {"VBN", "VBD", "VBG", "VBZ", "VBP", "VB"}:
        return _verb(token, lemma)
    if (
        token.pos_ == "NOUN"
        and lemma in lexicon.grammar().casualty.wounds | lexicon.grammar().casualty.care
        and (bearer := wounds.bearer(token)) is not None
    ):
        return CasualtyTrigger("injured", token, bearer, certainty=certainty(wounds.holder(token)))
    if token.pos_ in {"ADJ", "ADV"} or token.lower_ in lexicon.casualty_type_of("state"):
        dead = headlines.dead_person(token)
        return _state(token) if dead is None else CasualtyTrigger("killed", token, dead)
    return _noun(token, lemma) if token.pos_ in {"NOUN", "PROPN"} else None


def _type_of_verb(lemma: str) -> ClaimKind:
    return lexicon.casualty_type_of("done_to").get(lemma) or lexicon.casualty_type_of("undergo")[lemma]


def _headline_verb(token: Token) -> str | None:
    """The lemma of a verb that spaCy tags as a name because the Headline Is In Title Case."""
    if token.pos_ != "PROPN" or not token.text.istitle():
        return None
    word = token.lower_
    # "Air Raid Leaves 20 Farmers Dead".
    undergo = lexicon.casualty_type_of("undergo").keys() - lexicon.grammar().casualty.departing
    for form in (word, word.removesuffix("s"), word.removesuffix("ed"), word.removesuffix("d")):
        if form in lexicon.casualty_type_of("done_to") or form in undergo:
            return form
    return None


def _verb(verb: Token, lemma: str) -> CasualtyTrigger | None:
    kind = lexicon.casualty_type_of("done_to").get(lemma)
    particle = lexicon.grammar().casualty.phrasal.get(lemma)
    if particle is not None and not any(t.lower_ == particle for t in verb.children):
        return None
    if kind is not None:
        victims = verb_senses.people_meant(patient(verb))
        kind = verb_senses.kind_in_context(verb, lemma, kind, victims)
        if kind is None:
            return None
        if (victims is None or not is_person_or_relative(victims)) and lemma not in lexicon.grammar().casualty.loose:
            victims = verb_senses.people_near(verb, victims)
        if victims is None or not is_person_or_relative(victims):
            return None
        if lemma in lexicon.grammar().casualty.striking and kind != "killed" and not _plainly_people(verb, victims):
            return None
        return CasualtyTrigger(kind, verb, victims, agent(verb), negated(verb), certainty(verb))
    known = lexicon.casualty_type_of("undergo").get(lemma)
    if known == "unharmed" and (hurt := _of_idiom(verb, lemma)) is not None:
        return hurt  # "survived with burns"
    if (expected := _is_expected(verb, lemma)) or known is not None:
        return _undergone(verb, lemma, expected=expected) or _of_idiom(verb, lemma)
    return _of_idiom(verb, lemma) or (_state(verb) if verb.lower_ in lexicon.casualty_type_of("state") else None)


def _of_idiom(verb: Token, lemma: str) -> CasualtyTrigger | None:
    found = idioms.find(verb, lemma)
    if found is None:
        return None
    idiom, by = found.idiom, agent(verb) if found.idiom.agent else None
    kind = idioms.kind_of_idiom(verb, idiom)
    return CasualtyTrigger(kind, verb, found.victims, by, negated(verb), certainty(verb), idiom.part)


def _undergone(verb: Token, lemma: str, *, expected: bool) -> CasualtyTrigger | None:
    """The trigger of a verb whose subject is the victim: "twelve died", "Ana Brod is expected to recover"."""
    subject = verb_senses.people_meant(subject_of(verb))
    if subject is None or not is_person_or_relative(subject):
        return None
    kind = "injured" if expected else lexicon.casualty_type_of("undergo")[lemma]
    if kind == "killed" and verb_senses.is_later_end(verb, subject):
        return None
    if any(t.dep_ == "auxpass" for t in verb.lefts):
        return None  # "she is survived by her son"
    is_after_act = verb.dep_ == "conj" and verb.head.lemma_ in lexicon.casualty_type_of("done_to")
    if kind == "unharmed" and ((is_after_act and not negated(verb)) or verb_senses.dies_later(verb)):
        return None  # "he was shot, but he survived"
    if kind == "unharmed" and _with_wounds(verb):
        kind = "injured"
    asserted = certainty(verb.head if expected else verb)
    return CasualtyTrigger(kind, verb, subject, None, not expected and negated(verb), asserted)


def _with_wounds(verb: Token) -> bool:
    """Whether somebody survives with wounds: "survived with injuries", not "did not survive his injuries"."""
    stems = tuple(lexicon.grammar().subset.wounded_stems)
    return not negated(verb) and any(t.lower_.startswith(stems) for t in verb.subtree if t.i > verb.i)


def _is_expected(verb: Token, lemma: str) -> bool:
    """Whether words are about an expected recovery, also a negated one: "Ana Brod is expected to recover"."""
    expects = verb.dep_ == "xcomp" and verb.head.lemma_.lower() in lexicon.grammar().casualty.expecting
    subject = subject_of(verb)
    somebody = subject is not None and subject.lower_ not in lexicon.grammar().people.nobody
    return expects and somebody and lemma in lexicon.grammar().casualty.outliving


def _plainly_people(verb: Token, victims: Token) -> bool:
    """Whether the object of "hit" or "burn" is people: counted, named, described, or plain from the words around."""
    counted = any(t.dep_ == "nummod" for one in (victims, *victims.conjuncts) for t in one.children)
    named = victims.ent_type_ == "PERSON" and any(t.dep_ == "compound" for t in victims.children)
    described = lexicon.status_of_noun().get(lexicon.singular(victims), "unknown") != "unknown"
    is_toll = any(t.dep_ == "nsubj" and t.lower_ in lexicon.grammar().tally.estimates for t in verb.lefts)
    hit = any(t.dep_ == "agent" for t in verb.children) or (victims.like_num and not is_toll)
    where = any(t.lower_ in lexicon.grammar().casualty.hit_in for t in verb.rights)
    where = where and victims.lower_ in lexicon.grammar().people.singular_pronouns
    passive = victims.dep_ == "nsubjpass" and victims.lower_ not in lexicon.grammar().tally.it
    subject = subject_of(verb)
    by_shots = subject is not None and subject.lemma_.lower() in lexicon.grammar().casualty.projectiles
    return counted or named or described or hit or where or passive or by_shots


def _state(token: Token) -> CasualtyTrigger | None:
    """The trigger of an adjective or participle: "12 dead", "were found dead", "12 missing farmers"."""
    known = lexicon.grammar().casualty
    kind = verb_senses.kind_of_state(token)
    is_noun = token.dep_ == "oprd" and any(t.dep_ == "det" for t in token.lefts)
    # "A fatal blast", not "the fatal victim".
    is_of_event = token.lower_ in known.attributive_only and lexicon.singular(token.head) not in words().victims
    if kind is None or is_noun or is_of_event or verb_senses.is_subject_matter(token):
        return None  # "Named the dead as".
    head = token.head
    before = token.doc[token.i - 1] if token.i and token.lower_ in known.after_shot else None
    if before is not None and before.pos_ == "NOUN" and before.lower_ in known.shot:
        return _shot_dead(token, kind)
    if before is not None and before.lemma_.lower() in known.shooting:
        return None
    victims = _people_of(token)
    if victims is None and token.dep_ not in {"pobj", "nsubj", "poss"}:
        victims = nearby(token)
    if (victims := verb_senses.people_meant(victims)) is None:
        return None
    return CasualtyTrigger(kind, token, victims, None, negated(token) or negated(head), certainty(token))


def _people_of(token: Token) -> Token | None:
    """The people whom an adjective describes: "12 missing farmers", "12 dead", "were found dead"."""
    # "Six soldiers dead, nine wounded": nine is no number of the dead.
    own = next((t for t in token.lefts if t.dep_ == "nsubj" and is_person(t)), None)
    head = token.head
    number = next((t for t in token.children if t.dep_ == "nummod" or (t.like_num and t.dep_ in _NUMBERING)), None)
    if own is not None:
        return own
    if token.dep_ in {"amod", "compound"} and is_person(head) and (token.i < head.i or number is None):
        return head if head.lower_ not in lexicon.grammar().casualty.bodies else None
    if number is not None:
        return token if token.pos_ != "VERB" else number
    if token.dep_ == "relcl" and (subject := subject_of(token)) is not None and is_relative(subject):
        return subject
    described = {"acomp", "oprd", "xcomp", "attr", "advmod", "ccomp", "amod", "conj", "advcl"}
    return _carrier(token) if token.dep_ in described else None


def _shot_dead(token: Token, kind: ClaimKind) -> CasualtyTrigger | None:
    """The trigger of "shot" that the parse takes for a noun: "two men on a motorcycle shot dead a guard"."""
    shot = next((t for t in token.children if t.dep_ in {*OBJECTS, "nsubj"} and t.i > token.i), None)
    shooter = next((t for t in token.children if t.dep_ == "nsubj" and t.i < token.i), None)
    return None if shot is None else CasualtyTrigger(kind, token.nbor(-1), shot, shooter, certainty=certainty(token))


def _carrier(token: Token) -> Token | None:
    """The people whom an adjective describes: its subject, the object of "left 12 dead", the subject of "are dead"."""
    there = any(t.dep_ == "expl" for t in token.lefts)
    own = next((t for t in token.children if t.dep_ in (OBJECTS if there else SUBJECTS)), None)
    if own is not None:
        return own
    verb = token.head
    if token.dep_ == "conj":
        return _carrier(verb) if verb.lower_ in lexicon.casualty_type_of("state") else None
    found = next((t for t in verb.children if t.dep_ in OBJECTS), None) or subject_of(verb)
    return found if found is not None and is_person_or_relative(found) else None


def _noun(noun: Token, lemma: str) -> CasualtyTrigger | None:
    """The trigger of a noun: "the death of 12 farmers", "four deaths", "the homicide victim"."""
    hurt, dead = wounds.sufferers(noun), noun if verb_senses.is_victim_of_killing(noun) else None
    if (victims := hurt or dead) is not None:
        return CasualtyTrigger("injured" if hurt else "killed", noun, victims, certainty=certainty(noun))
    kind = lexicon.casualty_type_of("noun").get(lemma) or ("killed" if verb_senses.is_deadly_attack(noun) else None)
    if kind is not None and noun.dep_ == "compound" and lexicon.singular(noun.head) in words().victims:
        return CasualtyTrigger(kind, noun, noun.head, None, negated(noun.head), certainty(noun.head))
    if kind is None or noun.dep_ == "compound" or (noun.ent_type_ in {"ORG", "WORK_OF_ART", "LAW"}):
        return None
    quantifiers = lexicon.grammar().casualty.quantifiers
    numbered = any(t.dep_ == "nummod" and not _YEAR.fullmatch(t.text) for t in noun.lefts)
    counted = numbered or any(t.lower_ in quantifiers for t in noun.lefts)
    # "Velmar's fifth homicide": Velmar is no victim.
    owners = [t for t in noun.children if t.dep_ == "poss" and all(n.ent_type_ != "ORDINAL" for n in noun.lefts)]
    victims = people_after_of(noun) or next(iter(owners), None)
    # "His arrest" is a trigger; "his death" mostly repeats a death, and the pronoun is often unclear.
    if victims is not None and victims.tag_ == "PRP$" and kind != "captured":
        return None
    if victims is not None and is_person_or_relative(victims) and not counted:
        return CasualtyTrigger(kind, noun, victims, certainty=certainty(noun))
    # A number of martyrs is one of deaths only where it is reported as one.
    states = counted and (lemma not in lexicon.status_of_noun() or _are_counted_dead(noun))
    is_count = (noun.tag_ == "NNS" or numbered) and (states or _is_reported(noun)) and not _is_somebodys(noun)
    return CasualtyTrigger(kind, noun, noun, certainty=certainty(noun)) if is_count else None


def _is_somebodys(noun: Token) -> bool:
    """Whether the noun only describes a relative: "the mother of four martyrs"."""
    owner = noun.head.head
    is_owned = noun.dep_ == "pobj" and is_of(noun.head) and quantities.count(owner.text, LOCALE) is None
    return is_owned and lexicon.singular(owner) not in lexicon.grammar().people.containing and is_person(owner)


def _are_counted_dead(martyrs: Token) -> bool:
    """Whether a number of martyrs is one of an attack or a hospital: "left three martyrs", "three martyrs arrived"."""
    verb = martyrs.head.lemma_.lower() if martyrs.dep_ in {*SUBJECTS, *OBJECTS} else ""
    return verb in lexicon.grammar().casualty.counting_martyrs


def _is_reported(noun: Token) -> bool:
    """Whether casualties without a number are reported as facts: "caused deaths", "there were injuries"."""
    if any(t.dep_ == "poss" or t.tag_ == "DT" for t in noun.lefts):
        return False
    first = noun
    while first.dep_ == "conj" or (first.dep_ == "pobj" and is_of(first.head)):
        first = first.head.head if first.dep_ == "pobj" else first.head
        if any(t.lower_ in lexicon.grammar().people.nobody for t in first.lefts):
            return False  # "No deaths or injuries were reported".
    is_result = first.dep_ == "pobj" and first.head.lower_ in lexicon.grammar().casualty.resulting
    verb = first.head.head if is_result else first.head
    there = first.dep_ == "attr" and any(t.dep_ == "expl" for t in verb.children)
    verbs = lexicon.grammar().casualty.occurring if first.dep_ == "nsubj" else lexicon.grammar().casualty.causing
    happens = first.dep_ in {"nsubj", "dobj", "nsubjpass", "pobj"} and verb.lemma_.lower() in verbs
    return (there or happens) and not negated(verb)
