"""Suggestions on responsibility, the gravest kind of question, made only from explicit words of a sentence.

A wrong suggestion does more damage than a missing one. So the rules suggest accepting a denial only if the words deny
an attack, a part in it or presence, and rejecting it only if they deny something else; and so on.
"""

from functools import partial

from tollbook.incidents.questions import suggestions
from tollbook.incidents.questions.cues import cue, denied, done_by, sentence_of
from tollbook.incidents.questions.model import Action, Material, Suggestion
from tollbook.locale.messages import message
from tollbook.model import Claim
from tollbook.reconcile import name_matching
from tollbook.reconcile.explanation_context import quoted


def admits(claim: Claim, material: Material) -> Suggestion | None:
    """The suggestion from words of an admission, or from words that nobody admitted it."""
    sentence = sentence_of(claim, material)
    against = cue("admits_not").search(sentence)
    found = cue("admits").search(cue("admits_not").sub(" ", sentence))
    if (against is None) == (found is None):
        return None
    if against is not None:
        why = message("The words say that nobody did: {words}.", words=quoted(against.group()))
        return Suggestion(action="reject", why=why, rule="words against an admission")
    return _said("accept", found and found.group(), "words of admission")


def denies(claim: Claim, material: Material) -> Suggestion | None:
    """The suggestion from words that deny an attack, a part in it or presence, or that deny something else."""
    sentence = sentence_of(claim, material)
    found = denied("act").search(sentence) or cue("did_not").search(sentence)
    other = denied("other_act").search(sentence)
    if (found is None) == (other is None):
        return None
    if other is not None:
        why = message("The words deny something else: {words}.", words=quoted(other.group()))
        return Suggestion(action="reject", why=why, rule="denies something else")
    return _said("accept", found and found.group(), "words of denial")


def actor_rules(name: str) -> tuple[suggestions.Rule, ...]:
    """The rules for somebody who is held responsible, the surest first."""
    return (partial(_not_an_actor, name), partial(_harmed, name), *suggestions.ELSEWHERE, partial(_does, name))


def _not_an_actor(name: str, claim: Claim, material: Material) -> Suggestion | None:
    """The suggestion for a name of days and numbers alone: it was cut out of a dateline or a headline by mistake."""
    if cue("dateline").sub("", name).strip(" ,.–-"):
        return None
    why = message("{name} is no name of an actor.", name=quoted(name))
    return Suggestion(action="reject", why=why, rule="no name of an actor")


def _harmed(name: str, claim: Claim, material: Material) -> Suggestion | None:
    """The suggestion if the claim counts the actor among its victims: "175 fighters were killed"."""
    words = name_matching.all_words(sentence_of(claim, material))
    if not _is_counted(name, claim) or words.count(name_matching.name_words(name)[-1]) > 1:
        return None
    why = message("The words say that they were harmed: {words}.", words=quoted(claim.quote))
    return Suggestion(action="reject", why=why, rule="named as harmed")


def _is_counted(name: str, claim: Claim) -> bool:
    """Whether the words for the people of a claim name an actor."""
    own = set(name_matching.name_words(name))
    return bool(own) and claim.people is not None and own <= set(name_matching.all_words(claim.people.text))


def _does(name: str, claim: Claim, material: Material) -> Suggestion | None:
    """The suggestion if the sentence names the actor as doing it or as blamed for it, and nothing in it excludes that.

    A name with a day in it may have been cut out of a dateline: then nothing is suggested.
    """
    sentence = sentence_of(claim, material)
    if claim.stance == "denies" or cue("not_done").search(sentence) or cue("dateline").search(name):
        return None
    if _is_counted(name, claim):
        return None
    return _said("accept", done_by(name, sentence), "named as doing it")


def _said(action: Action, words: str | None, rule: str) -> Suggestion | None:
    if words is None:
        return None
    return Suggestion(action=action, why=message("The words say so: {words}.", words=quoted(words)), rule=rule)
