"""Recognises actors who are not held responsible for the attack of a report, and acts that are not that attack.

"Police ruled out the involvement of the Front", "the Front has claimed previous attacks", "the army is fighting the
Front in the region", "troops foiled an attack": none of these names a perpetrator.
"""

import functools
from collections.abc import Iterator
from itertools import islice, takewhile

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import doubts
from tollbook.readers.rules.events.aftermath import is_raid
from tollbook.readers.rules.events.other_parts import has_other_part
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, noun_after_of

#: Words up the parse that are searched for a verb or noun of blaming: "no claim of responsibility from the Front".
_REACH = 5
_DETERMINERS = frozenset({"det", "nummod", "poss"})


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``uninvolved.toml``."""

    blaming: frozenset[str]
    excluding: frozenset[str]
    ruling: str
    out: str
    open: frozenset[str]
    alternatives: frozenset[str]
    earlier: frozenset[str]
    habit: frozenset[str]
    before: frozenset[str]
    ongoing: frozenset[str]
    numbers: frozenset[str]
    mutual: frozenset[str]
    clashes: frozenset[str]
    sides: frozenset[str]
    accidents: frozenset[str]
    preventing: frozenset[str]
    feigning: frozenset[str]
    feigned: frozenset[str]
    responses: frozenset[str]
    whose: frozenset[str]
    warning: frozenset[str]
    sky: frozenset[str]
    skyward: frozenset[str]
    answering: frozenset[str]
    avenged: frozenset[str]
    dispersing: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("uninvolved", _Words)


def is_unlikely(act: Token) -> bool:
    """Whether somebody doubts an act: "it is unlikely that the army killed them"."""
    clause = next((t for t in (act, *act.ancestors) if t.dep_ in {"ccomp", "xcomp"}), act)
    over = (clause.head, *(t for t in clause.head.rights if t.dep_ == "acomp"))
    return any(t.lemma_.lower() in actor_words().doubtful for t in over)


def is_uninvolved(actor: Token) -> bool:
    """Whether the words above an actor clear them, leave their responsibility open, or are about another act."""
    if has_other_part(actor) or factuality.is_in_false(actor) or doubts.is_doubted(actor):
        return True
    return any(_clears(over, below) or _is_open(over) for over, below in _above(actor))


def is_excluded(accused: Token) -> bool:
    """Whether the verb above somebody clears them: "a court acquitted the trader, who had been accused of".

    Or the words around them: "police wrongly accused the trader", "the ministry withdrew a statement blaming him".
    """
    if has_other_part(accused) or factuality.is_in_false(accused):
        return True
    is_object = accused.dep_ in DONE_TO
    return is_object and accused.head.lemma_.lower() in _words().excluding and not negated(accused.head)


def is_ruled_out(event: Token) -> bool:
    """Whether an event is said not to have happened: "robbery was ruled out as a motive"."""
    verb, words = event.head, _words()
    is_object = event.dep_ in DONE_TO and not negated(verb)
    return is_object and verb.lemma_.lower() == words.ruling and _has(verb, words.out)


def is_arrest_for(act: Token, anchor: Token) -> bool:
    """Whether an act is an arrest with a reason below it: "arrested two in the blast that killed nine".

    Not a verb beside it ("arrested a man and killed two"), nor a raid, in which people are arrested.
    """
    if act.lemma_.lower() not in coreference_words().accusing or not act.is_ancestor(anchor):
        return False
    path = list(takewhile(lambda word: word != act, (anchor, *anchor.ancestors)))
    return path[-1].pos_ not in {"VERB", "AUX"} and not any(is_raid(word) for word in path)


def is_accident(sentence: Sentence) -> bool:
    """Whether a sentence reports an accident and accuses nobody else: "accidentally shot himself"."""
    words = {token.lower_ for token in sentence}
    return not (words.isdisjoint(_words().accidents) or words.isdisjoint(coreference_words().reflexive))


def is_in_clash(actor: Token) -> bool:
    """Whether somebody fights another side, which is no attack in another sentence: "exchanged fire with"."""
    return any(over.lemma_.lower() in _words().mutual for over, _ in _above(actor))


def is_side_of_clash(actor: Token) -> bool:
    """Whether somebody is only a side of a clash, in which either side may have fired: "killed in clashes with"."""
    while actor.dep_ == "conj":
        actor = actor.head
    side = actor.head
    return actor.dep_ == "pobj" and side.lower_ in _words().sides and side.head.lemma_.lower() in _words().clashes


def _above(actor: Token) -> Iterator[tuple[Token, Token]]:
    """The words above an actor in the parse, each with the word below it, up to the end of the clause's statement."""
    below = actor
    for over in islice(actor.ancestors, _REACH):
        if below.dep_ in {"conj", "parataxis"} and below.pos_ in {"VERB", "AUX"}:
            return
        yield over, below
        below = over


def _clears(over: Token, below: Token) -> bool:
    words, lemma = _words(), over.lemma_.lower()
    is_object = below.dep_ not in SUBJECTS or below.dep_ == "nsubjpass"
    if lemma in words.blaming and (negated(over) or is_by_nobody(over)):
        return True
    if is_object and (lemma in words.excluding or (lemma == words.ruling and _has(over, words.out))):
        return True
    if not is_object and lemma in coreference_words().denying:
        return True
    is_none = _prevents(over) or _feigns(over) or _is_response(over) or only_warns(over)
    return not is_object and (is_none or is_other_act(over))


def only_warns(verb: Token) -> bool:
    """Whether a verb is only a warning: "fired warning shots", "fired into the air"."""
    known = _words()
    at = [t for prep in verb.rights if prep.lower_ in known.skyward for t in prep.children]
    shots = (t for noun in verb.rights if noun.dep_ == "dobj" for t in noun.lefts)
    return any(t.lower_ in known.warning for t in shots) or any(t.lower_ in known.sky for t in at)


def only_disperses(verb: Token) -> bool:
    """Whether a verb is only about driving people away: "fired tear gas", not "fired tear gas and rifles"."""
    objects = [o for t in verb.rights if t.dep_ in DONE_TO for o in (t, *t.conjuncts)]
    known = _words().dispersing
    means = (not known.isdisjoint(w.lower_ for w in (t, *t.lefts)) for t in objects)
    return bool(objects) and all(means)


def _prevents(verb: Token) -> bool:
    """Whether a verb prevents an attack: "troops foiled an attack", not "stopped a car"."""
    if verb.lemma_.lower() not in _words().preventing:
        return False
    return bool(_attacks_made(verb))


def _attacks_made(verb: Token) -> list[Token]:
    """The nouns for attacks that are objects of a verb: "carried out similar attacks"."""
    events = {phrase.head for phrase in phrases.find("events", verb.sent)}
    return [t for t in verb.rights if t.dep_ == "dobj" and t in events]


def _feigns(verb: Token) -> bool:
    """Whether a verb is about faking an attack: "staged the video of the strike"."""
    words = _words()
    return verb.lemma_.lower() in words.feigning and any(
        t.dep_ == "dobj" and t.lemma_.lower() in words.feigned for t in verb.rights
    )


def _is_open(clause: Token) -> bool:
    """Whether a clause is an open question: "whether the Front was behind it", not "the Front or the army"."""
    is_open = any(t.dep_ == "mark" and t.lower_ in _words().open for t in clause.lefts)
    return is_open and not any(t.lower_ in _words().alternatives for t in clause.sent)


def is_in_question(cue: Token) -> bool:
    """Whether it is only asked who is to blame, or doubted: "asked whether the Front was to blame", "doubted that"."""
    if doubts.is_doubted(cue):
        return True
    over = takewhile(lambda word: word.dep_ not in {"acl", "relcl"}, (cue, *cue.ancestors))
    return any(t.dep_ == "mark" and t.lower_ in _words().open for word in over for t in word.lefts)


def is_by_nobody(word: Token) -> bool:
    """Whether the subject or noun is negated: "nobody has blamed the Front", "no claim"."""
    nobody = lexicon.grammar().people.nobody
    return any(t.lower_ in nobody or any(c.lower_ in nobody for c in t.lefts) for t in word.lefts)


def _has(verb: Token, particle: str) -> bool:
    return any(t.lower_ == particle for t in verb.rights)


def _is_response(verb: Token) -> bool:
    """Whether the object of a verb is a response to an attack: "launched an operation to find the attackers"."""
    return any(t.dep_ == "dobj" and is_response(t) for t in verb.rights)


def is_response(noun: Token) -> bool:
    """Whether a noun is for a response to an attack, and its words name the attackers."""
    if noun.lemma_.lower() not in _words().responses:
        return False
    over = noun.head if noun.dep_ == "dobj" else noun
    named = (t for t in over.subtree if t.i > noun.i)
    return any(t.lemma_.lower() in coreference_words().accused for t in named)


def is_other_act(word: Token) -> bool:
    """Whether a verb or noun for an attack is about other attacks than that of its report.

    "Previous attacks", "has carried out similar attacks", "often attacks", "have attacked villages before", "is
    fighting", "is carrying out strikes".
    """
    words, verb = _words(), word if word.pos_ in {"VERB", "AUX"} else word.head
    if any(t.lower_ in words.earlier for t in word.lefts) or is_answered(word):
        return True
    if verb.pos_ not in {"VERB", "AUX"}:
        return False
    if any(t.lower_ in words.earlier for event in _attacks_made(verb) for t in event.lefts):
        return True
    if not _adverbs(verb).isdisjoint(words.habit) or is_before(verb):
        return True
    is_progressive = verb.tag_ == "VBG" and any(t.tag_ in {"VBZ", "VBP"} for t in verb.lefts if t.dep_ == "aux")
    if is_progressive and verb.lemma_.lower() in words.ongoing:
        return True
    return is_progressive and any(is_uncounted(t) for t in verb.rights if t.dep_ == "dobj")


def is_answered(attack: Token) -> bool:
    """Whether the attack of a report is the answer to another one: "in retaliation for an ambush on a convoy"."""
    over = attack.head
    # The parse may attach the "for" of "killed two in revenge for a raid" to the verb.
    answers = (over.head, over.doc[max(over.i - 1, 0)]) if attack.dep_ == "pobj" else (over,)
    return attack.dep_ in {"pobj", "dobj"} and any(t.lemma_.lower() in _words().answering for t in answers)


def of_answered(anchor: Token) -> frozenset[int]:
    """Indexes of the words about an earlier attack that the anchor's attack answers."""
    attacks = {phrase.head for phrase in phrases.find("events", anchor.sent)}
    attacks |= {t for t in anchor.sent if t.lemma_.lower() in _words().avenged}
    answered = (t for t in attacks if is_answered(t) and t != anchor and not t.is_ancestor(anchor))
    return frozenset(word.i for event in answered for word in event.subtree)


def is_before(verb: Token) -> bool:
    """Whether a verb is about another time than that of its report: "has beheaded hostages in the past"."""
    return not _adverbs(verb).isdisjoint(_words().before)


def _adverbs(verb: Token) -> frozenset[str]:
    over = [prep for prep in verb.children if prep.dep_ == "prep"]
    bare = (t for t in verb.children if t.dep_ == "advmod" and not any(t.children))
    return frozenset(t.lower_ for t in (*bare, *(t for prep in over for t in prep.children if t.dep_ == "pobj")))


def is_uncounted(noun: Token) -> bool:
    """Whether a noun is for an unspecified number of events: "attacks on towns", "thousands of deaths"."""
    if noun.lemma_.lower() in _words().numbers and noun.tag_ == "NNS":
        return True
    return noun.tag_ == "NNS" and not any(t.dep_ in _DETERMINERS for t in noun.lefts)


def is_on_attackers(verb: Token, agent: Token | None) -> bool:
    """Whether the victims are the attackers: "the gunman was shot", "officers fired at his car"."""
    if verb.lemma_.lower() in actor_words().light:
        return False
    over = semantic_roles.patient(verb)
    inner = noun_after_of(over) if over is not None else None
    if any(t is not None and t.lemma_.lower() in coreference_words().accused for t in (over, inner)):
        return True
    if agent is None or agent.lemma_.lower() not in actor_words().police:
        return False
    aimed = [t for prep in verb.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj"]
    aimed += [t for noun in verb.rights if noun.dep_ == "dobj" for prep in noun.rights for t in prep.children]
    return any(c.lower_ in _words().whose for t in aimed if t.tag_ == "NN" for c in t.lefts)
