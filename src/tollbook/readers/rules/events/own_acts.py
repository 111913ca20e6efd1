"""Acts that armed groups and forces say they did: "said it was responsible", "claimed the attack"."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    claimants,
    no_claims,
    suspect_names,
)
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.events.organisations import PEOPLES, institution, is_organisation
from tollbook.readers.rules.events.own_clauses import (
    clauses,
    is_act_or_it,
    is_of_person,
    is_own,
    is_own_act,
    reports_act,
    words,
)
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, noun_after_of

#: Outcomes whose nouns name an act that can be claimed: "claimed the killing", "the abduction".
_DEEDS = frozenset({"killed", "abducted"})
#: Relations of clauses beside a verb.
_BESIDE = frozenset({"conj", "advcl", "parataxis"})


def claimed(sentence: Sentence) -> Iterator[Token]:
    """The verbs with which a possible perpetrator claims an act."""
    for verb in sentence:
        claims = verb.pos_ == "VERB" and (_claims_attack(verb) or _owns_up(verb) or _accepts(verb) or _says_act(verb))
        claims = claims or (verb.pos_ == "VERB" and (_says_member(verb) or _calls_one(verb)) and not _is_of_state(verb))
        if claims and _is_asserted(verb) and claimants.claimant(verb) is not None:
            yield verb


def _is_asserted(verb: Token) -> bool:
    """Whether a text asserts a verb, also before a colon: "We did it" after "said:"."""
    return factuality.certainty(verb) == "asserted" and not factuality.negated(verb)


def is_confession(verb: Token) -> bool:
    """Whether a person confesses an act to the authorities: "told police that he had shot two prisoners"."""
    told = {t.lemma_.lower() for t in verb.rights if t.dep_ in {"dobj", "dative"}}
    if verb.lemma_.lower() not in words().telling or told.isdisjoint(words().authorities):
        return False
    clauses = (t for t in verb.rights if t.dep_ == "ccomp")
    return any(t.dep_ == "nsubj" and t.lower_ in words().persons for clause in clauses for t in clause.lefts)


def _claims_attack(verb: Token) -> bool:
    deeds = lexicon.casualty_type_of("noun")
    objects = (t for t in verb.children if t.dep_ == "dobj" and (is_attack(t) or deeds.get(t.lemma_.lower()) in _DEEDS))
    return verb.lemma_.lower() in words().claiming and not all(map(no_claims.is_another, objects))


def _owns_up(verb: Token) -> bool:
    """Whether a verb means "owned up to the bombing"."""
    is_up = verb.lemma_.lower() in words().owning and any(t.lower_ in words().up for t in verb.rights)
    return is_up and any(is_act_or_it(t) for t in no_claims.after_prepositions(verb))


def _accepts(verb: Token) -> bool:
    """Whether a verb means "accepted responsibility for the attack", not "for the lapses"."""
    if verb.lemma_.lower() not in words().accepting:
        return False
    accepted = [t for t in verb.rights if t.dep_ == "dobj" and t.lower_ in words().responsibility]
    for_what = [t for noun in (verb, *accepted) for t in no_claims.after_prepositions(noun)]
    return bool(accepted) and (not for_what or any(is_act_or_it(t) for t in for_what))


def _says_act(verb: Token) -> bool:
    """Whether the clause of a verb of saying is about the speaker's act: "said it was behind", "its men shot four"."""
    if verb.lemma_.lower() not in words().saying:
        return False
    have = lexicon.grammar().function.have
    infinitives = (t for t in verb.rights if t.dep_ == "xcomp" and any(w.lower_ in have for w in t.lefts))
    is_body = any(t.dep_ == "nsubj" and is_organisation(t) for t in verb.children)
    own = [c for c in clauses(verb) if not ((is_body and is_of_person(c)) or _is_of_addressee(c, verb))]
    is_own = any(is_own_act(c) or _is_of_group(c, verb) or _is_of_same_state(c, verb) for c in own)
    return is_own or any(reports_act(t) or _was_part(t) for t in infinitives)


def _was_part(clause: Token) -> bool:
    """Whether a clause means "to have been part of the plot"."""
    parts = (t for t in clause.rights if t.dep_ == "attr" and t.lemma_.lower() in words().parts)
    return is_be(clause) and any((of := noun_after_of(part)) is not None and is_act_or_it(of) for part in parts)


def _is_of_addressee(clause: Token, verb: Token) -> bool:
    """Whether a clause is about those who are spoken to: "the judge told Ivo Lerch that he had committed murder"."""
    told = (t for t in verb.rights if t.dep_ in {"dobj", "dative"})
    is_told = any(person_names.name_at(one) is not None for t in told for one in (t, *t.conjuncts))
    pronouns = lexicon.grammar().people.pronouns
    return is_told and any(t.dep_ in SUBJECTS and t.lower_ in pronouns for t in clause.children)


def _is_of_same_state(clause: Token, verb: Token) -> bool:
    """Whether forces of a state say what its forces or aircraft did: "the Dorvan army said Dorvan jets hit"."""
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    speaker = claimants.claimant(verb)
    if subject is None or speaker is None or institution(speaker) is None:
        return False
    is_force = among(subject, actor_words().aircraft) or institution(subject) is not None
    same = set(_states(subject)) & set(_states(speaker))
    return is_force and bool(same) and any(map(reports_act, (clause, *clause.conjuncts)))


def _states(noun: Token) -> Iterator[str]:
    """The states of adjectives and names around a noun: "Dorvan jets", "the army of Dorva", a ministry in a capital."""
    for word in noun.subtree:
        code = gazetteer.country_of_people(word.text) if word.i < noun.i else None
        places = gazetteer.lookup(word.text) if word.ent_type_ == "GPE" else []
        found = (place.country for place in places if place.capital or place.kind == "country")
        yield from found if code is None else [code]


def _is_of_group(clause: Token, verb: Token) -> bool:
    """Whether a clause is about the group of a spokesman: "a spokesman for the Front said the group did it"."""
    agent, who = semantic_roles.agent(verb), claimants.claimant(verb)
    if agent is None or who is None or who.pos_ != "PROPN" or not claimants.only_speaks(agent) or _is_of_state(verb):
        return False
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    is_group = subject is not None and subject.lemma_.lower() in words().of_us and subject.ent_type_ == ""
    is_known = subject is not None and any(t.lower_ in coreference_words().definite for t in subject.lefts)
    return is_group and is_known and any(map(reports_act, (clause, *clause.conjuncts)))


def is_saying(verb: Token) -> bool:
    """Whether a verb can introduce a clause about the speaker's act."""
    return verb.pos_ == "VERB" and verb.lemma_.lower() in words().saying


def _says_member(verb: Token) -> bool:
    """Whether a verb of saying calls the attacker a member of the speaker: "said one of its fighters did it"."""
    return verb.lemma_.lower() in words().saying and any(map(_is_by_member, clauses(verb)))


def _is_by_member(clause: Token) -> bool:
    """Whether the agent belongs to the speaker.

    "The attack was carried out by one of its men", "Lerch was one of them".
    """
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    if subject is None or not factuality.happened(clause):
        return False
    if subject.dep_ == "nsubjpass":
        agent = semantic_roles.agent(clause)
        is_done = is_attack(subject) and clause.lemma_.lower() in words().executing
        is_theirs = agent is not None and (is_own(agent) or _is_member(agent))
        return is_done and (is_theirs or _is_on_orders(clause))
    if not is_be(clause):
        return _is_member(subject) and any(map(reports_act, (clause, *clause.conjuncts)))
    is_attacker = subject.lemma_.lower() in words().attackers or _is_suspect(subject)
    return is_attacker and any(t.dep_ == "attr" and (is_own(t) or _is_member(t)) for t in clause.rights)


def _is_on_orders(clause: Token) -> bool:
    """Whether an attack was carried out for the speaker: "on its orders"."""
    orders = (t for prep in clause.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")
    named = (t for t in orders if t.lemma_.lower() in words().orders)
    return any(t.dep_ == "poss" and t.lower_ in words().own for order in named for t in order.lefts)


def _is_member(noun: Token) -> bool:
    """Whether a noun is for a member of the speaker: "a soldier of the group"."""
    inner = noun_after_of(noun)
    is_ours = inner is not None and inner.lemma_.lower() in words().of_us and inner.ent_type_ == ""
    return is_ours and noun.lemma_.lower() in words().members


def _is_suspect(name: Token) -> bool:
    """Whether a name, or a part of it, is that of a suspect of the report."""
    return name.pos_ == "PROPN" and any(name.lower_ in one.words for one in suspect_names.suspects(name.doc))


def _calls_one(verb: Token) -> bool:
    """Whether the speaker calls the attacker a member: "called the attacker one of its soldiers"."""
    if verb.lemma_.lower() not in words().calling:
        return False
    # Not "called it a murder and vowed to catch the killers".
    called = [w for t in verb.children if t.dep_ not in _BESIDE for w in t.subtree if w.pos_ != "PRON"]
    named = [t for t in called if t.lemma_.lower() in words().attackers or _is_suspect(t)]
    return bool(named) and any(_is_member(t) or (is_own(t) and t not in named) for t in called if t.i > verb.i)


def _is_of_state(verb: Token) -> bool:
    """Whether the speaker is a body of a state, whose members are not those of "the group"."""
    who = claimants.claimant(verb)
    return who is not None and (who.ent_type_ in PEOPLES or who.lemma_.lower() in coreference_words().offices)
