"""What forces and groups say that they did not do: "said it had not used barrel bombs", "said there was no strike"."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import factuality, lexicon, phrases
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.coreference.lexicon import words as coreference_words
from tollbook.readers.rules.events import claimants, denials, own_acts, perpetrators, responsibility
from tollbook.readers.rules.events.attacks import is_attack


def denied(sentence: Sentence) -> Iterator[Token]:
    """The verbs of what somebody says of themselves, or of an attack, that it did not happen."""
    for verb in sentence:
        if own_acts.is_saying(verb):
            yield from (c for c in own_acts.clauses(verb) if _is_own_act_denied(c, verb) or _is_no_attack(c))


def _is_own_act_denied(clause: Token, saying: Token) -> bool:
    """ "It had not used barrel bombs", "the army has no such weapons", "it had no link to the killings".

    "The bomb did not explode" denies nothing.

    "They" are other people where the one who speaks attacks nobody: "the mother said they did not shoot her son".
    """
    subject = next((t for t in clause.children if t.dep_ == "nsubj"), None)
    is_several = subject is not None and subject.lower_ in coreference_words().several_pronouns
    if is_several and claimants.claimant(saying) is None:
        return False
    is_never = any(t.lower_ in lexicon.hedges().negative for t in clause.lefts)
    is_own = subject is not None and (own_acts.is_own(subject) or _is_named_again(subject, saying))
    objects = [t for t in clause.rights if t.dep_ == "dobj"]
    if is_own and own_acts.is_having(clause) and any(_is_none(t) and denials.is_link(t) for t in objects):
        return True
    if not is_own or not (factuality.negated(clause) or is_never):
        return False
    if own_acts.is_having(clause):
        return any(map(_is_weapon, objects))
    return bool(objects) and (responsibility.is_act(clause) or any(is_attack(t) or _is_weapon(t) for t in objects))


def _is_named_again(subject: Token, saying: Token) -> bool:
    """Whether a force is named among the words for who speaks: "an army source said the army did not have" them."""
    speaker = semantic_roles.agent(saying)
    words = () if speaker is None else (speaker, *speaker.lefts, *_bodies_of(speaker))
    return perpetrators.is_actor(subject) and any(t.lemma_.lower() == subject.lemma_.lower() for t in words)


def _bodies_of(speaker: Token) -> Iterator[Token]:
    return (t for prep in speaker.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")


def _is_no_attack(clause: Token) -> bool:
    """ "There had been no strikes", "no strikes were carried out"."""
    is_existing = clause.lemma_ == "be" and any(t.dep_ == "expl" for t in clause.lefts)
    told = {"attr"} if is_existing else {"nsubjpass"}
    attacks = (t for t in clause.children if t.dep_ in told and is_attack(t))
    is_done = is_existing or own_acts.is_executed(clause)
    return is_done and any(_is_none(t) for t in attacks)


def _is_none(noun: Token) -> bool:
    return any(t.dep_ == "det" and t.lower_ in lexicon.grammar().people.nobody for t in noun.lefts)


def _is_weapon(noun: Token) -> bool:
    return any(p.head == noun for p in phrases.find("weapons", noun.sent))
