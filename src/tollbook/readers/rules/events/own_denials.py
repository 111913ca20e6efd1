"""What forces and groups say that they did not do: "said it had not used barrel bombs", "said there was no strike"."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import factuality, lexicon, phrases
from tollbook.readers.rules.coreference.lexicon import words as coreference_words
from tollbook.readers.rules.events import claimants, own_acts, responsibility
from tollbook.readers.rules.events.attacks import is_attack


def denied(sentence: Sentence) -> Iterator[Token]:
    """The verbs of what somebody says of themselves, or of an attack, that it did not happen."""
    for verb in sentence:
        if own_acts.is_saying(verb):
            may_act = claimants.claimant(verb) is not None
            yield from (c for c in own_acts.clauses(verb) if _is_own_act_denied(c, may_act) or _is_no_attack(c))


def _is_own_act_denied(clause: Token, may_act: bool) -> bool:
    """ "It had not used barrel bombs", "its planes never struck the town"; not "the bomb did not explode".

    "They" are other people where the one who speaks attacks nobody: "the mother said they did not shoot her son".
    """
    subject = next((t for t in clause.children if t.dep_ == "nsubj"), None)
    if subject is not None and subject.lower_ in coreference_words().several_pronouns and not may_act:
        return False
    is_never = any(t.lower_ in lexicon.hedges().negative for t in clause.lefts)
    if subject is None or not own_acts.is_own(subject) or not (factuality.negated(clause) or is_never):
        return False
    objects = [t for t in clause.rights if t.dep_ == "dobj"]
    return bool(objects) and (responsibility.is_act(clause) or any(is_attack(t) or _is_weapon(t) for t in objects))


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
