"""Finds the accused of words of blame: "blamed the attack on rebels", "held the army responsible"."""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import idioms, semantic_roles
from tollbook.readers.rules.events import accused_acts, claimants, statement_verbs, uninvolved
from tollbook.readers.rules.events.actor_nouns import is_actor
from tollbook.readers.rules.events.perpetrators import find
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be, noun_after_of


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``accusations.toml``."""

    blame: frozenset[str]
    suspecting: frozenset[str]
    purpose: frozenset[str]
    placing: frozenset[str]
    bearing: frozenset[str]
    borne: frozenset[str]
    at: frozenset[str]
    feet: frozenset[str]
    responsible: frozenset[str]
    acts_after: frozenset[str]
    behind: frozenset[str]
    attackers: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("accusations", _Words)


def of_sentence(sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """The words of a sentence that accuse somebody able to act, each with the head of the words for them."""
    for token in sentence:
        if (found := accused(token)) is not None and find(found):
            yield token, found


def accused(cue: Token) -> Token | None:
    """Return the word for the accused or responsible party of a word; None if it accuses nobody."""
    lemma = cue.lemma_.lower()
    if uninvolved.is_in_question(cue):
        return None
    if lemma in accused_acts.verbs() and cue.pos_ == "VERB":
        return None if accused_acts.is_help(cue) else _target(cue)
    if lemma in _words().blame and cue.pos_ == "NOUN":
        return _target_of_blame(cue) if placing(cue) is not None else None
    if lemma in actor_words().blame:
        return _after(cue, actor_words().blaming)
    if lemma in actor_words().works:
        return _author(cue)
    if is_be(cue):
        return _identified(cue)
    if _bears_blame(cue) or cue.lower_ in _words().behind or {lemma, cue.lower_} & actor_words().involved:
        return _responsible(cue)
    adjectives = (t for t in cue.children if t.dep_ in {"oprd", "acomp", "ccomp"})
    return next((_responsible(t) for t in adjectives if t.lemma_.lower() in _words().responsible), None)


def accuses(cue: Token) -> bool:
    """Whether a word of blame accuses somebody: not "the accused", "live with the blame" or "responsible for roads"."""
    lemma = cue.lemma_.lower()
    is_purpose = cue.dep_ == "advcl" and cue.tag_ == "VB" and cue.left_edge.lower_ in _words().purpose
    if is_purpose or uninvolved.is_in_question(cue):
        return False  # "Shelled their own people to blame us".
    if lemma in _words().blame and cue.pos_ in {"NOUN", "PROPN"}:
        return placing(cue) is not None
    if lemma in actor_words().works:
        return _author(cue) is not None
    if is_adjective(cue):
        found = _responsible(cue)
        return bool(find(found))
    if lemma in _words().bearing:
        return _bears_blame(cue)
    if lemma in actor_words().blame - accused_acts.verbs() and cue.pos_ == "VERB":
        attacks = [t for t in cue.children if t.dep_ in DONE_TO or (t == cue.head and cue.dep_ == "acl")]
        causes = list(_objects_after(cue, actor_words().blaming))
        return _is_to_somebody(cue) or (not causes and statement_verbs.is_violence(attacks))
    if lemma not in accused_acts.verbs():
        return True
    is_verb = cue.pos_ not in {"NOUN", "PROPN", "ADJ"} and all(t.dep_ != "det" for t in cue.lefts)
    is_of_nobody = is_of_suspicion(cue) and (cue.dep_ == "amod" or not find(accused(cue)))
    return is_verb and not is_of_nobody and not _is_of_attackers(cue)


def _is_of_attackers(cue: Token) -> bool:
    """Whether attackers accuse their victims: "hacked nine farmers to death after accusing them of helping"."""
    over = cue.head.head if cue.dep_ == "pcomp" else cue.head
    targets = [t for t in cue.rights if t.dep_ == "dobj"]
    is_of_harmed = any(t.lower_ in lexicon.grammar().people.pronouns for t in targets)
    lemma = over.lemma_.lower()
    harms = lexicon.casualty_type_of("done_to").get(lemma, "captured") != "captured" or idioms.find(over, lemma)
    own = cue.tag_ == "VBG" and cue.dep_ in {"pcomp", "advcl"} and not any(t.dep_ == "nsubj" for t in cue.lefts)
    return own and is_of_harmed and bool(harms) and not negated(over) and over.i < cue.i


def is_adjective(cue: Token) -> bool:
    """Whether a word is an adjective or preposition of responsibility: "responsible for", "behind"."""
    return cue.lemma_.lower() in _words().responsible or cue.lower_ in _words().behind


def is_of_suspicion(cue: Token) -> bool:
    """Whether a word is a form of "suspect", which accuses only somebody who is its object."""
    return cue.lemma_.lower() in _words().suspecting


def can_be_of(token: Token) -> bool:
    """Whether a word can be the accused of a verb in its sentence: not "soldiers" in "soldiers met the accused"."""
    verbs = [t for t in token.sent if t.pos_ == "VERB" and t.lemma_.lower() in accused_acts.verbs()]
    return not verbs or any(_is_about(verb, token) for verb in verbs)


def _is_about(verb: Token, token: Token) -> bool:
    if verb.dep_ == "acl" and (verb.head == token or verb.head.is_ancestor(token)):
        return True
    own = next((t for t in verb.children if t.dep_ == "nsubj" and (t == token or t.is_ancestor(token))), None)
    return verb.is_ancestor(token) and own is None


def is_denied(token: Token) -> bool:
    """Whether somebody is only said not to be responsible: "the army is not responsible for"."""
    return any(_is_negated(cue) and _subject(cue) == token for cue in token.sent if is_adjective(cue))


def placing(cue: Token) -> Token | None:
    """The verb that lays blame on somebody: "put the blame on", "pointed the finger at"."""
    verb = cue.head
    is_object = cue.dep_ in DONE_TO and verb.lemma_.lower() in _words().placing
    return verb if is_object and not negated(verb) else None


def lays_blame(verb: Token) -> bool:
    """Whether a verb lays blame on somebody: "put the blame on the army", not "placed a bomb"."""
    if verb.lemma_.lower() in actor_words().blame - accused_acts.verbs():
        return _is_to_somebody(verb)
    return any(t.lemma_.lower() in _words().blame and placing(t) == verb for t in verb.rights)


def accuses_its_subject(verb: Token) -> bool:
    """Whether a verb accuses its own subject: "fighters are to blame"."""
    return is_be(verb.head) and verb.dep_ == "xcomp" and any(t.tag_ == "TO" for t in verb.lefts)


def _target(verb: Token) -> Token | None:
    """The object of "accuse" and "blame", or the object of "on" in "blamed it on"."""
    if accuses_its_subject(verb):
        return semantic_roles.subject_of(verb.head)
    target = next((t for t in verb.children if t.dep_ in DONE_TO), None)
    # "Officers it accused of the attack": a clause without a relative pronoun.
    is_relative = verb.dep_ == "relcl" and any(t.dep_ == "nsubj" for t in verb.lefts)
    if target is None and (verb.dep_ == "acl" or is_relative):
        target = _of_relative_before(verb.head) or verb.head
    on = _after(verb, actor_words().blaming) if verb.lemma_.lower() in actor_words().blame else None
    return on or (None if target is None else _antecedent(target, verb))


def _of_relative_before(noun: Token) -> Token | None:
    """Return the antecedent of a relative pronoun before a noun: "rebels, whom the mayor, Ana Brod, blamed"."""
    relative = noun.doc[max(noun.left_edge.i - 1, 0)]
    if not semantic_roles.is_relative(relative):
        return None
    return next((t.head for t in relative.ancestors if t.dep_ == "relcl"), None)


def _after(word: Token, prepositions: frozenset[str]) -> Token | None:
    """The actor after a preposition of a word or its object: "blamed the attack on rebels"."""
    return next(filter(is_actor, _objects_after(word, prepositions)), None)


def _is_to_somebody(verb: Token) -> bool:
    """Whether an attack is attributed to somebody: "to the Front", not "to hunger"."""
    return any(t.text.istitle() or is_actor(t) for t in _objects_after(verb, actor_words().blaming))


def _objects_after(word: Token, prepositions: frozenset[str]) -> Iterator[Token]:
    objects = (t for t in word.rights if t.dep_ == "dobj")
    over = (p for t in (word, *objects) for p in t.rights if p.dep_ == "prep" and p.lower_ in prepositions)
    return (t for p in over for t in p.children if t.dep_ == "pobj")


def _author(work: Token) -> Token | None:
    """Return the author of an attack: "the bombing was the work of the Front"."""
    verb = work.head
    subject = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    is_said = not negated(verb) and certainty(verb) != "not asserted" and not uninvolved.is_other_act(verb)
    if work.dep_ != "attr" or subject is None or not is_said:
        return None
    is_attack = subject.pos_ == "PRON" or statement_verbs.is_violence([subject])
    return noun_after_of(work) if is_attack else None


def _identified(verb: Token) -> Token | None:
    """Return who attackers are said to be: "the attackers were soldiers", "those behind the attack are soldiers"."""
    subject = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    if subject is None or negated(verb) or certainty(verb) == "not asserted" or _is_asked(verb):
        return None
    is_responsible = any(is_adjective(t) and _is_for_violence(t) for t in subject.rights)
    is_named = any(t.dep_ == "appos" for t in subject.rights)
    if is_named or not (is_responsible or is_attacker(subject)):
        return None
    return next((t for t in verb.rights if t.dep_ == "attr"), None)


def is_attacker(noun: Token) -> bool:
    """Whether a noun is for those who attacked: "the gunmen"."""
    return noun.lemma_.lower() in _words().attackers


def _target_of_blame(blame: Token) -> Token | None:
    """Return the target of blame: "on the rebels", "at the feet of the rebels"."""
    for token in blame.doc[blame.i + 1 : blame.sent.end]:
        if token.dep_ == "pobj" and token.head.lower_ in _words().at:
            inner = noun_after_of(token)
            return inner if token.lemma_.lower() in _words().feet and inner is not None else token
    return None


def _responsible(cue: Token) -> Token | None:
    """Return the party that is responsible.

    "The army is responsible", "was behind the attack", "officers were involved".
    """
    is_doubted = _is_negated(cue) or certainty(_verb(cue)) == "not asserted" or _is_asked(_verb(cue))
    if is_doubted or not _is_for_violence(cue):
        return None
    noun = cue.head
    return _identified(noun.head) if noun.dep_ == "nsubj" and is_be(noun.head) else _subject(cue)


def _bears_blame(verb: Token) -> bool:
    """Whether a verb means "bears responsibility for the attack", not "for the roads" or "no responsibility"."""
    own = any(t.dep_ == "nsubj" and t.lower_ in coreference_words().first_person for t in verb.lefts)
    if own or verb.lemma_.lower() not in _words().bearing or verb.pos_ != "VERB" or negated(verb):
        return False
    borne = [t for t in verb.rights if t.dep_ == "dobj" and t.lemma_.lower() in _words().borne]
    if any(t.lower_ in lexicon.grammar().people.nobody for noun in borne for t in noun.lefts):
        return False
    if any(t.dep_ in {"acl", "relcl"} and t.tag_ == "VB" for noun in borne for t in noun.rights):
        return False  # "Bears the responsibility to protect its people".
    objects = [o for t in (verb, *borne) for p in t.rights if p.dep_ == "prep" for o in p.children]
    return bool(borne) and (not objects or statement_verbs.is_violence(objects))


def _is_asked(verb: Token) -> bool:
    """Whether a clause asks who did it: "could not establish which side was behind the attack"."""
    subject = next((t for t in verb.lefts if t.dep_ in SUBJECTS), None)
    words = () if subject is None else (subject, *subject.lefts)
    return verb.dep_ != "relcl" and any(t.tag_ in {"WP", "WDT", "WP$"} for t in words)


def _verb(cue: Token) -> Token:
    return cue if cue.pos_ == "VERB" else cue.head


def _is_negated(cue: Token) -> bool:
    return negated(cue) or negated(_verb(cue))


def _subject(cue: Token) -> Token | None:
    """Return the responsible party: "hold the army responsible", "six soldiers were implicated"."""
    own = next((t for t in cue.children if t.dep_ == "nsubj"), None)
    verb = _verb(cue)
    found = own or next((t for t in verb.children if t.dep_ in DONE_TO), None)
    if found is not None:
        return _antecedent(found, verb)
    subject = semantic_roles.subject_of(verb)
    return None if subject is None else claimants.meant(subject)


def _antecedent(token: Token, verb: Token) -> Token:
    """Return the antecedent of a relative pronoun: "the gunmen whom residents blamed"."""
    return verb.head if semantic_roles.is_relative(token) and verb.dep_ == "relcl" else token


def _is_for_violence(cue: Token) -> bool:
    """Whether somebody is responsible for an attack, or no act is named: not "responsible for security"."""
    if cue.lower_ in _words().behind:
        objects = [t for t in cue.children if t.dep_ == "pobj"]
        return bool(objects) and any(statement_verbs.is_violence([t]) for t in objects)
    if cue.lemma_.lower() not in _words().responsible:
        return True
    over = [p for t in (cue, cue.head) for p in t.children if p.dep_ == "prep" and p.lower_ in _words().acts_after]
    objects = [t for p in over for t in p.children if t.dep_ in {"pobj", "pcomp"}]
    is_known = (t.pos_ == "PRON" or statement_verbs.is_violence(statement_verbs.own_words(t)) for t in objects)
    return not objects or any(is_known)
