"""Acts that armed groups and forces say they did: "said it was responsible", "claimed the attack"."""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import (
    claimants,
    no_claims,
    perpetrators,
    responsibility,
    statement_verbs,
    suspects,
    uninvolved,
)
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.events.means import only_fells
from tollbook.readers.rules.events.organisations import PEOPLES, is_organisation
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, noun_after_of

#: Outcomes whose nouns name an act that can be claimed: "claimed the killing", "the abduction".
_DEEDS = frozenset({"killed", "abducted"})
#: Relations of clauses beside a verb.
_BESIDE = frozenset({"conj", "advcl", "parataxis"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``own_acts.toml``."""

    claiming: frozenset[str]
    owning: frozenset[str]
    up: frozenset[str]
    accepting: frozenset[str]
    responsibility: frozenset[str]
    saying: frozenset[str]
    oneself: frozenset[str]
    persons: frozenset[str]
    own: frozenset[str]
    persons_own: frozenset[str]
    commanded: frozenset[str]
    authors: frozenset[str]
    doing: frozenset[str]
    done: frozenset[str]
    deeds: frozenset[str]
    having_done: frozenset[str]
    means: frozenset[str]
    attackers: frozenset[str]
    texts: frozenset[str]
    telling: frozenset[str]
    authorities: frozenset[str]
    executing: frozenset[str]
    members: frozenset[str]
    of_us: frozenset[str]
    calling: frozenset[str]
    having: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("own_acts", _Words)


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
    if verb.lemma_.lower() not in _words().telling or told.isdisjoint(_words().authorities):
        return False
    clauses = (t for t in verb.rights if t.dep_ == "ccomp")
    return any(t.dep_ == "nsubj" and t.lower_ in _words().persons for clause in clauses for t in clause.lefts)


def _claims_attack(verb: Token) -> bool:
    deeds = lexicon.casualty_type_of("noun")
    objects = (t for t in verb.children if t.dep_ == "dobj" and (is_attack(t) or deeds.get(t.lemma_.lower()) in _DEEDS))
    return verb.lemma_.lower() in _words().claiming and not all(map(no_claims.is_another, objects))


def _owns_up(verb: Token) -> bool:
    """Whether a verb means "owned up to the bombing"."""
    is_up = verb.lemma_.lower() in _words().owning and any(t.lower_ in _words().up for t in verb.rights)
    return is_up and any(_is_act_or_it(t) for t in no_claims.after_prepositions(verb))


def _accepts(verb: Token) -> bool:
    """Whether a verb means "accepted responsibility for the attack", not "for the lapses"."""
    if verb.lemma_.lower() not in _words().accepting:
        return False
    accepted = [t for t in verb.rights if t.dep_ == "dobj" and t.lower_ in _words().responsibility]
    for_what = [t for noun in (verb, *accepted) for t in no_claims.after_prepositions(noun)]
    return bool(accepted) and (not for_what or any(_is_act_or_it(t) for t in for_what))


def _is_act_or_it(noun: Token) -> bool:
    return is_attack(noun) or statement_verbs.is_violence([noun]) or noun.lower_ in _words().done


def _says_act(verb: Token) -> bool:
    """Whether the clause of a verb of saying is about the speaker's act: "said it was behind", "its men shot four"."""
    if verb.lemma_.lower() not in _words().saying:
        return False
    have = lexicon.grammar().function.have
    infinitives = (t for t in verb.rights if t.dep_ == "xcomp" and any(w.lower_ in have for w in t.lefts))
    is_body = any(t.dep_ == "nsubj" and is_organisation(t) for t in verb.children)
    own = (c for c in clauses(verb) if not (is_body and _is_of_person(c)))
    return any(map(_is_own_act, own)) or any(map(_is_act, infinitives))


def is_saying(verb: Token) -> bool:
    """Whether a verb can introduce a clause about the speaker's act."""
    return verb.pos_ == "VERB" and verb.lemma_.lower() in _words().saying


def is_executed(clause: Token) -> bool:
    """Whether the verb of a clause means "was carried out"."""
    return clause.lemma_.lower() in _words().executing


def is_having(clause: Token) -> bool:
    """Whether the verb of a clause means "has"."""
    return clause.lemma_.lower() in _words().having


def clauses(verb: Token) -> list[Token]:
    """The verbs of the clauses under a verb of saying. Before it only a quotation counts: "we did it"."""
    # "Said in a message that it had carried out": the parse attaches the clause to the message.
    texts = [o for t in verb.rights if t.dep_ == "prep" for o in t.children if o.lemma_.lower() in _words().texts]
    quoted = (t for t in verb.lefts if t.dep_ == "ccomp")
    clauses = [t for t in quoted if any(w.lower_ in coreference_words().first_person for w in t.lefts)]
    clauses += [t for t in verb.rights if t.dep_ == "ccomp"]
    beside = [t for text in texts for t in text.children if t.dep_ in {"acl", "ccomp", "relcl"}]
    # "In a statement posted online that": it attaches the clause to the participle.
    return [*clauses, *beside, *(t for verb in beside for t in verb.children if t.dep_ == "ccomp")]


def _says_member(verb: Token) -> bool:
    """Whether a verb of saying calls the attacker a member of the speaker: "said one of its fighters did it"."""
    return verb.lemma_.lower() in _words().saying and any(map(_is_by_member, clauses(verb)))


def _is_by_member(clause: Token) -> bool:
    """Whether the agent belongs to the speaker.

    "The attack was carried out by one of its men", "Lerch was one of them".
    """
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    if subject is None or not factuality.happened(clause):
        return False
    if subject.dep_ == "nsubjpass":
        agent = semantic_roles.agent(clause)
        is_done = is_attack(subject) and clause.lemma_.lower() in _words().executing
        return is_done and agent is not None and (is_own(agent) or _is_member(agent))
    if not is_be(clause):
        return _is_member(subject) and any(map(_is_act, (clause, *clause.conjuncts)))
    is_attacker = subject.lemma_.lower() in _words().attackers or _is_suspect(subject)
    return is_attacker and any(t.dep_ == "attr" and (is_own(t) or _is_member(t)) for t in clause.rights)


def _is_member(noun: Token) -> bool:
    """Whether a noun is for a member of the speaker: "a soldier of the group"."""
    inner = noun_after_of(noun)
    is_ours = inner is not None and inner.lemma_.lower() in _words().of_us and inner.ent_type_ == ""
    return is_ours and noun.lemma_.lower() in _words().members


def _is_suspect(name: Token) -> bool:
    """Whether a name, or a part of it, is that of a suspect of the report."""
    return name.pos_ == "PROPN" and any(name.lower_ in one.words for one in suspects.suspects(name.doc))


def _calls_one(verb: Token) -> bool:
    """Whether the speaker calls the attacker a member: "called the attacker one of its soldiers"."""
    if verb.lemma_.lower() not in _words().calling:
        return False
    # Not "called it a murder and vowed to catch the killers".
    called = [w for t in verb.children if t.dep_ not in _BESIDE for w in t.subtree if w.pos_ != "PRON"]
    named = [t for t in called if t.lemma_.lower() in _words().attackers or _is_suspect(t)]
    return bool(named) and any(_is_member(t) or (is_own(t) and t not in named) for t in called if t.i > verb.i)


def _is_of_state(verb: Token) -> bool:
    """Whether the speaker is a body of a state, whose members are not those of "the group"."""
    who = claimants.claimant(verb)
    return who is not None and (who.ent_type_ in PEOPLES or who.lemma_.lower() in coreference_words().offices)


def _is_of_person(clause: Token) -> bool:
    """Whether a clause is about "he" or "she", which is not the speaker if that is a body: "the army said he shot"."""
    return any(t.dep_ in SUBJECTS and t.lower_ in _words().persons for t in clause.children)


def _is_own_act(clause: Token) -> bool:
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    if subject is None:
        return False
    if subject.lower_ in _words().persons:
        return _is_act(clause) and any(map(_is_target, clause.rights))
    return (is_own(subject) and any(map(_is_act, (clause, *clause.conjuncts)))) or _was_member(subject, clause)


def is_own(noun: Token) -> bool:
    """Whether a word refers to the speaker: "it", "its fighters", "one of its men", "his group"."""
    if noun.lower_ in _words().oneself:
        return True
    head = noun_after_of(noun) or noun
    owners = {t.lower_ for t in head.children if t.dep_ == "poss"}
    if owners & _words().own:
        return perpetrators.is_actor(head) or is_person(head) or among(head, actor_words().aircraft)
    commanded = head.tag_ == "NNS" and head.lemma_.lower() in _words().commanded
    return bool(owners & _words().persons_own) and (commanded or among(head, actor_words().collective))


def _was_member(subject: Token, clause: Token) -> bool:
    """Whether a clause says that the attacker was a member: "the attacker was one of its soldiers"."""
    if not is_be(clause) or subject.lemma_.lower() not in _words().attackers:
        return False
    return any(t.dep_ == "attr" and is_own(t) for t in clause.rights)


def _is_act(clause: Token) -> bool:
    """Whether the subject of a clause attacked somebody or something, or is the author of an attack."""
    lemma = clause.lemma_.lower()
    objects = [t for t in clause.rights if t.dep_ == "dobj"]
    # "Launched an operation to find the attackers" is no attack.
    is_passive = any(t.dep_ in {"nsubjpass", "auxpass"} for t in clause.children)
    is_none = is_passive or uninvolved.only_warns(clause) or any(map(uninvolved.is_response, objects))
    is_none = is_none or only_fells(clause)
    if is_none or not factuality.happened(clause):
        return False
    is_done, is_out = any(map(_is_known_attack, objects)), any(t.dep_ == "prt" for t in clause.rights)
    if lemma in _words().doing or (is_done and is_out and lemma in _words().executing):
        return is_done
    if lemma in _words().having_done and any(is_attack(t) or _is_means(t) for t in objects):
        return True
    harmed = [*objects, *filter(None, map(noun_after_of, objects))]
    if any(t.lemma_.lower() in coreference_words().accused for t in harmed):
        return False  # Police who "shot two of the gunmen" do not claim the attack of the gunmen.
    # "They target only militants" reports no attack.
    is_past = clause.tag_ not in {"VBP", "VBZ"} or any(t.dep_ == "aux" for t in clause.children)
    harms = is_past and responsibility.is_act(clause) and any(t.dep_ in {"dobj", "prt"} for t in clause.rights)
    # "Said it held the army responsible": the author is the object.
    return harms or (not objects and any(map(_is_author, clause.rights)))


def _is_known_attack(noun: Token) -> bool:
    """Whether a word refers to an attack mentioned before: "it" in "had carried it out", "the action"."""
    is_deed = noun.lemma_.lower() in _words().deeds and noun.left_edge.lower_ in coreference_words().definite
    return is_deed or noun.lower_ in _words().done


def is_authored(attack: Token) -> bool:
    """Whether words name the author of an attack: "behind the bombing", "responsible for the bombing"."""
    preposition = attack.head
    return bool({preposition.lower_, preposition.head.lower_} & _words().authors) and attack.dep_ == "pobj"


def _is_author(word: Token) -> bool:
    """Whether an adjective names an author: "responsible for the bombing", "behind it", not "for the schools"."""
    if word.lower_ not in _words().authors or any(t.dep_ in SUBJECTS for t in word.lefts):
        return False
    own = [t for t in word.children if t.dep_ == "pobj"]
    for_what = own if word.dep_ == "prep" else no_claims.after_prepositions(word)
    return not for_what or any(map(_is_act_or_it, for_what))


def _is_target(word: Token) -> bool:
    """Whether the object is a victim or an attack: a driver who "hit a pothole" claims no attack."""
    is_harmed = is_person(word) or word.ent_type_ == "PERSON" or is_attack(word)
    return word.dep_ == "dobj" and (is_harmed or _is_weapon(word))


def _is_means(word: Token) -> bool:
    """Whether sending or placing the object is an attack: "the gunmen", "a parcel bomb", "the charge"."""
    return _is_weapon(word) or word.lemma_.lower() in _words().attackers | _words().means


def _is_weapon(word: Token) -> bool:
    return any(p.head == word for p in phrases.find("weapons", word.sent))
