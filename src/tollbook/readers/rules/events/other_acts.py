"""Words of a sentence about another act than a finding: of the victims, of an earlier event, of others."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import attack_words
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import SUBJECTS


def words_of(anchor: Token) -> frozenset[int]:
    """Return the indexes of the words about other acts than the anchor's, whose means are not those of the anchor."""
    acts = (*_of_those_harmed(anchor), *_before(anchor), *_afterwards(anchor.sent))
    own = [t for t in acts if t == anchor or t.is_ancestor(anchor)]
    others = {word.i for act in acts if act not in own for word in act.subtree} | _of_joined(anchor)
    others.update(word.i for noun in _used_later(anchor) for word in noun.subtree)
    if any(act.dep_ == "relcl" or _is_hours_before(act) for act in own):
        others |= {word.i for word in anchor.sent} - {word.i for act in own for word in act.subtree}
    return frozenset(others)


def _of_those_harmed(anchor: Token) -> Iterator[Token]:
    """Words about acts of the victims.

    "Shot a man who had attacked a church with a knife", "a man armed with a machete".
    """
    harmed = semantic_roles.patient(anchor) if anchor.pos_ == "VERB" else None
    for clause in harmed.rights if harmed is not None else ():
        is_armed = clause.dep_ == "acl" and is_person(clause.head) and clause.lemma_.lower() in attack_words().bearing
        if is_armed or (clause.dep_ == "relcl" and (semantic_roles.agent(clause) == harmed or _is_said_of(clause))):
            yield clause


def _used_later(anchor: Token) -> Iterator[Token]:
    """Means that were used only after the anchor's act, by others: "fired tear gas after a crowd burned a bus"."""
    known = lexicon.grammar().earlier.conjunctions
    clause = next((t for t in (anchor, *anchor.ancestors) if t.dep_ == "advcl"), anchor)
    is_after = any(t.dep_ == "mark" and t.lower_ in known for t in clause.lefts)
    is_by_others = any(t.dep_ in SUBJECTS and t.pos_ in {"NOUN", "PROPN"} for t in clause.lefts)
    if is_after and is_by_others and clause.head.lemma_.lower() in attack_words().using:
        yield from (t for t in clause.head.rights if t.dep_ == "dobj")


def _is_said_of(clause: Token) -> bool:
    """Whether a clause is an allegation about somebody: "a man who they say charged at them with a knife"."""
    told = [t for t in clause.rights if t.dep_ in {"ccomp", "xcomp"}] if reports_speech(clause) else []
    is_of_whom = any(all(s.tag_ == "WP" for s in t.lefts if s.dep_ in SUBJECTS) for t in told)
    return is_of_whom and clause.left_edge.tag_ == "WP"


def _before(anchor: Token) -> Iterator[Token]:
    """Clauses and nouns of earlier events: "a year after …", "where a missile had hit …", "since a drone strike"."""
    known = lexicon.grammar().earlier
    for word in anchor.sent[1:]:
        if word.dep_ == "mark" and word.lower_ in known.conjunctions and is_measured(word):
            if word.head.dep_ == "advcl":
                yield word.head
        elif word.dep_ == "mark" and _is_hours_before(word.head):
            yield word.head
        elif word.dep_ == "prep" and word.lower_ in known.since:
            yield word
        elif word.lower_ in attack_words().where and word.head.dep_ == "relcl" and _is_past_perfect(word.head):
            yield word.head


def _is_hours_before(clause: Token) -> bool:
    """Whether a clause reports other people harmed some hours before: "hours after a bomb killed a farmer".

    Not "hours after a bomb exploded in the market", which killed the people of the main clause.
    """
    known = lexicon.grammar().earlier.conjunctions
    after = next((t for t in clause.lefts if t.dep_ == "mark" and t.lower_ in known), None)
    is_timed = after is not None and after.i > clause.sent.start and after.nbor(-1).lower_ in attack_words().hours
    harmed = semantic_roles.patient(clause) if is_timed and clause.dep_ == "advcl" else None
    return harmed is not None and is_person(harmed)


def _afterwards(sentence: Sentence) -> Iterator[Token]:
    """Clauses of later acts: "two were killed on Saturday, and on Sunday youths torched a mosque"."""
    return (t for t in sentence if t.dep_ == "conj" and is_apart(t, t.head))


def is_apart(act: Token, harm: Token) -> bool:
    """Whether an act is separate from that of the casualties: at another time, or by protesters against other things.

    "Two were stabbed on Saturday and the next day youths torched a mosque", "a man was killed after protesters burned
    a bank"; not "a man was killed, and the gunman later shot a guard", nor "two were killed when protesters attacked".
    """
    actors = [t for t in act.lefts if t.dep_ == "nsubj"]
    is_passive = any(t.dep_ == "nsubjpass" for t in harm.lefts)
    is_harm = is_passive or harm.lemma_.lower() in lexicon.casualty_type_of("undergo")
    if not actors or not is_harm or not _harms_apart(harm) or act.head != harm or _is_known(actors[0]):
        return False
    if act.dep_ == "advcl":
        marks = {t.lower_ for t in act.lefts if t.dep_ == "mark"}
        return not marks.isdisjoint(attack_words().beside) and actors[0].lemma_.lower() in attack_words().protesting
    times = [t for t in act.lefts if t.dep_ in {"prep", "npadvmod", "advmod"}]
    # "Then the rebels burned the market": the same perpetrators, unless another day is named.
    is_named = any(t.dep_ in {"det", "poss"} and t.lower_ in attack_words().known for t in actors[0].lefts)
    is_later = any(t.lower_ in attack_words().later for t in times) and not is_named
    return act.dep_ == "conj" and (is_later or any(_is_day(t) for t in times))


def _is_known(actor: Token) -> bool:
    """Whether somebody is an attacker mentioned before: "the gunman", "he"."""
    is_accused = actor.lemma_.lower() in coreference_words().accused
    return actor.tag_ == "PRP" or (is_accused and any(t.dep_ in {"det", "poss"} for t in actor.lefts))


def _is_day(time: Token) -> bool:
    """Whether words before a verb name a time of its own: "the next day", "on Sunday"."""
    day = next((t for t in time.children if t.dep_ == "pobj"), time)
    return day.ent_type_ in {"DATE", "TIME"} and day.dep_ != "advmod"


def is_measured(conjunction: Token) -> bool:
    """Whether a time is counted before a conjunction: "two days after", "weeks after", not "last year after"."""
    known = lexicon.grammar().earlier
    if conjunction.i < conjunction.sent.start + 2:
        return False
    unit, number = conjunction.nbor(-1), conjunction.nbor(-2)
    is_one = number.lower_ in known.one or quantities.number(number.text, LOCALE) is not None
    return unit.lower_ in known.several or (unit.lower_ in known.units and is_one)


def _is_past_perfect(verb: Token) -> bool:
    return any(t.dep_ == "aux" and t.lower_ in attack_words().had for t in verb.lefts)


def _of_joined(anchor: Token) -> frozenset[int]:
    """Return the indexes of the words of clauses beside the anchor's, if each has victims and means of its own.

    "Artillery killed a man at a bus stop and a woman was killed by a drone": the drone killed her alone. Empty in "a
    bomb hit the market and 12 people were killed".
    """
    own = next((t for t in (anchor, *anchor.ancestors) if _harms_apart(t)), None)
    if own is None:
        return frozenset()
    first = own
    while first.dep_ == "conj" and first.head.pos_ == "VERB":
        first = first.head
    clauses = [t for t in (first, *first.conjuncts) if _harms_apart(t)]
    parts = {
        t: frozenset(w.i for w in t.subtree) - frozenset(w.i for c in _joined_to(t) for w in c.subtree) for t in clauses
    }
    armed = [t for t in clauses if any(p.head.i in parts[t] for p in _means(anchor))]
    return frozenset(i for t in armed if t != own and own in armed for i in parts[t])


def _joined_to(verb: Token) -> Iterator[Token]:
    return (t for t in verb.rights if t.dep_ == "conj")


def _harms_apart(verb: Token) -> bool:
    """Whether a clause has its own victims: the first of a sentence, or one with a subject of its own."""
    lemma = verb.lemma_.lower()
    is_harm = lemma in lexicon.casualty_type_of("done_to") or lemma in lexicon.casualty_type_of("undergo")
    return verb.pos_ == "VERB" and is_harm and (verb.dep_ != "conj" or any(t.dep_ in SUBJECTS for t in verb.lefts))


def _means(anchor: Token) -> Iterator[phrases.Phrase]:
    """The weapons of a sentence, and its attacks that caused casualties: "wounded by gunfire"."""
    yield from phrases.find("weapons", anchor.sent)
    for phrase in phrases.find("events", anchor.sent):
        if phrase.head.pos_ == "NOUN" and phrase.head.head.dep_ == "agent":
            yield phrase


def clause(anchor: Token) -> set[int]:
    """Indexes of the tokens in the anchor's clause: the subtree of the nearest verb at or above it."""
    return {t.i for t in (verb_above(anchor) or anchor).subtree}


def clauses_beside(anchor: Token, end: int) -> set[int]:
    """Indexes of the tokens in clauses about other people: one part of "nine died in Velmar and four in Kesten".

    Also of "killed a judge in Velmar, two days after a guard was shot in Kesten". ``end`` is the code point after a
    finding, which is in its own part.
    """
    verb = verb_above(anchor) or anchor
    contrasts = (t for t in verb.children if t.dep_ == "advcl" and _is_contrast(t))
    earlier = (t for t in (*_before(anchor), *contrasts) if t.dep_ == "advcl" and t.head == verb)
    return {t.i for clause in earlier for t in clause.subtree} | _joined_beside(anchor, verb, end)


def has_own_means(anchor: Token, act: Token) -> bool:
    """Whether a clause names what harmed its people, apart from an act: "a raid killed nine, and in Dorna a bomb two".

    Not if its words refer to the act: "rebels attacked the village, and their rockets killed two".
    """
    verb = verb_above(anchor)
    if verb is None or verb == act or verb.is_ancestor(act) or not (verb.dep_ == "conj" or _is_contrast(verb)):
        return False
    subject = next((t for t in verb.lefts if t.dep_ in SUBJECTS), None)
    known = {p.head for name in ("weapons", "events") for p in phrases.find(name, verb.sent)}
    before = {t.lower_ for t in subject.lefts if t.dep_ in {"det", "poss"}} if subject is not None else set()
    return subject in known and before <= coreference_words().indefinite


def _is_contrast(clause: Token) -> bool:
    """Whether a clause tells of others: "while in Kesten shelling wounded four"."""
    return any(t.dep_ == "mark" and t.lower_ in coreference_words().meanwhile for t in clause.lefts)


def _joined_beside(anchor: Token, verb: Token, end: int) -> set[int]:
    joined = [t for t in verb.rights if t.dep_ == "conj"]
    parts = [t for t in joined if t.pos_ == "NUM" or any(child.dep_ in SUBJECTS for child in t.lefts)]
    own = next((part for part in parts if part.left_edge.idx < end <= part.right_edge.idx), None)
    if own is not None:
        return clause(anchor) - {t.i for t in own.subtree}
    return {t.i for part in parts for t in part.subtree}
