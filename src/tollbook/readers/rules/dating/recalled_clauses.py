"""Clauses and dates of a sentence that are about another time than its news: "the widow of a man killed in 2019".

Such a clause has a day of its own or none; no other finding takes it, and it takes none from the main clause.
"""

from collections.abc import Iterable

from spacy.tokens import Token

from tollbook.mentions import DateMention
from tollbook.readers.rules.casualties import verb_senses
from tollbook.readers.rules.dating import dated_periods
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events.aftermath import verb_above
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

_RECALLING = frozenset({"acl", "relcl", "advcl"})
_CLAUSES, _AUXILIARIES = frozenset({"acl", "relcl"}), frozenset({"aux", "auxpass"})


def without_births(mentions: Iterable[DateMention], document: Document) -> list[DateMention]:
    """The dates without those on which somebody was born: "Ivo Brod, born in 1988"."""
    return [m for m in mentions if not _is_of_birth(document.token_at(m.start))]


def _is_of_birth(day: Token | None) -> bool:
    verb = None if day is None else verb_above(day)
    return verb is not None and verb.lower_ in lexicon.grammar().earlier.born


def clause_above(anchor: Token) -> Token | None:
    """The verb of the nearest clause about a noun that an anchor is in: "in which six people died"."""
    return next((t for t in (anchor, *anchor.ancestors) if t.dep_ in _CLAUSES), None)


def of_earlier(anchor: Token) -> range | None:
    """The indexes of a clause that tells of an earlier event, with ``anchor`` in it; None if there is none.

    "The widow of a man killed by rebels last year was shot", "a man whose son was killed by police shot two officers",
    "the worst since a bomb killed 88", "the rescued women had been abducted in May".
    """
    if parser.was_in_capitals(anchor.doc):
        return None  # muc4/tst1 was 40.1 with it, and 40.6 without
    clauses = (_clause_at(verb) for verb in (anchor, *anchor.ancestors) if verb == anchor or not _is_of_freed(verb))
    return next((clause for clause in clauses if clause is not None), None)


def _clause_at(verb: Token) -> range | None:
    if verb.dep_ in _CLAUSES and (_is_of_relative(verb) or _is_of_son(verb)):
        return _up_to_main_verb(verb)
    known, day = lexicon.grammar().earlier, day_before_when(verb)
    before = () if day is None else day.doc[max(day.i - 2, day.sent.start) : day.i]
    if day is not None and any(t.lower_ in known.since | known.compared_with for t in before):
        return range(day.i, verb.right_edge.i + 1)
    is_whole = _is_compared_with(verb) or _is_of_freed(verb)
    return range(verb.left_edge.i, verb.right_edge.i + 1) if is_whole else None


def _up_to_main_verb(verb: Token) -> range:
    """The indexes from a clause to the verb of its sentence, to which the parse may tie its words."""
    main = next((t for t in verb.head.ancestors if t.pos_ in {"VERB", "AUX"}), verb)
    after = [t.i for t in (main, *main.lefts) if t.i > verb.i and (t == main or t.dep_ in _AUXILIARIES)]
    return range(verb.left_edge.i, min(after, default=verb.right_edge.i + 1))


def _is_of_relative(verb: Token) -> bool:
    """Whether others harmed a victim's relative, or did so in another year: "the widow of a man killed by rebels"."""
    if not verb_senses.is_of_relative(verb):
        return False
    relative = verb.head.head.head
    is_victim = relative.dep_ in DONE_TO and _harms(relative.head)
    has_year = any(t.ent_type_ == "DATE" and t.like_num and len(t) == len("2019") for t in verb.subtree)
    return has_year or (is_victim and any(t.dep_ == "agent" for t in verb.rights))


def _is_of_son(verb: Token) -> bool:
    """Whether the relative of an attacker was harmed: "a man whose son was killed shot two officers"."""
    is_harmed = any(t.dep_ == "nsubjpass" and any(w.tag_ == "WP$" for w in t.lefts) for t in verb.lefts)
    act = verb.head.head
    return is_harmed and _harms(act) and verb.head.dep_ == "nsubj" and act.i > verb.i


def _harms(verb: Token) -> bool:
    return lexicon.casualty_type_of("done_to").get(verb.lemma_.lower()) in {"killed", "injured"}


def _is_compared_with(verb: Token) -> bool:
    """Whether a clause is what an attack is compared with: "the worst since a bomb killed 88 people"."""
    is_since = any(t.dep_ == "mark" and t.lower_ in lexicon.grammar().earlier.since for t in verb.lefts)
    over = [verb.head, *(t for t in verb.head.rights if t.dep_ == "attr")]
    named = [t for noun in over for t in (noun, *noun.lefts)]
    return is_since and verb.dep_ == "advcl" and any(t.tag_ == "JJS" or t.ent_type_ == "ORDINAL" for t in named)


def _is_of_freed(verb: Token) -> bool:
    """Whether people who are free again had been abducted: "the rescued victims had been abducted on 4 May"."""
    is_abduction = lexicon.casualty_type_of("done_to").get(verb.lemma_.lower()) == "abducted"
    subjects = (t for t in verb.lefts if t.dep_ == "nsubjpass")
    return is_abduction and any(w.lower_ in lexicon.grammar().earlier.freed for t in subjects for w in t.lefts)


def day_before_when(anchor: Token) -> Token | None:
    """The last word of the date that a clause describes: "2018" in "the worst since 2018, when gunmen killed 25"."""
    verb = verb_above(anchor)
    if verb is None or verb.left_edge.i < verb.sent.start + 2:
        return None
    when = next((t for t in verb.lefts if t.tag_ == "WRB" and t.lower_ in lexicon.grammar().earlier.when), None)
    before = None if when is None else when.nbor(-1)
    return before.nbor(-1) if before is not None and before.text == "," else None


def is_elsewhere(day: Token, anchor: Token) -> bool:
    """Whether a date belongs to a clause about an earlier event, to a number that is only compared, or to a trial.

    "212 deaths, up from 164 in January", "the trial of men accused of an attack in which 130 died opened on Monday".
    """
    if parser.was_in_capitals(anchor.doc):
        return False
    clauses = (_clause_at(verb) for verb in day.sent if verb.dep_ in _RECALLING)
    is_of_clause = any(clause is not None and day.i in clause and anchor.i not in clause for clause in clauses)
    is_compared = dated_periods.is_compared(day, anchor) or _is_of_compared_number(day, anchor)
    return is_of_clause or is_compared or _is_of_trial(day, anchor)


def _is_of_compared_number(day: Token, anchor: Token) -> bool:
    known = lexicon.grammar().earlier
    for word in day.ancestors:
        is_compared = word.i > word.sent.start and word.nbor(-1).lower_ in known.comparing
        if word.lower_ in known.compared_with and is_compared:
            return not word.is_ancestor(anchor)
    return False


def _is_of_trial(day: Token, anchor: Token) -> bool:
    """Whether a day follows an act of which people are tried, and the parse has lost the verb of the trial."""
    root, verb = day.sent.root, verb_above(day)
    is_trial = root.pos_ == "NOUN" and root.lemma_.lower() in lexicon.grammar().aftermath.nouns
    if not is_trial or verb is None or verb == anchor or not root.is_ancestor(anchor):
        return False
    is_loose = verb.tag_ in {"VBN", "VBD"} and not any(t.dep_ in {*SUBJECTS, "mark", "agent"} for t in verb.children)
    return is_loose and anchor.is_ancestor(verb) and verb.i > anchor.i


def is_in_when_clause(verb: Token, over: Token) -> bool:
    """Whether a verb is in the clause that gives the time of another: "died when a suspect hit them in 2022"."""
    known = lexicon.grammar().earlier.when
    return verb.dep_ == "advcl" and verb.head == over and any(t.lower_ in known for t in verb.lefts)
