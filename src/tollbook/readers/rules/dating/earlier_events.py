"""Events other than that of the report: "a bomb went off a day after shelling killed 24", "in an earlier attack"."""

import re
from datetime import date
from itertools import takewhile

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import Claim, When
from tollbook.readers.rules.events import other_acts, own_clauses, uninvolved
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words

_YEAR = re.compile(r"(?:19|20)\d\d")
#: A relative clause about an event this many days before publication, or more, is background of the outlet and not
#: the speaker's statement. In ``world/read`` the outlet is the source of all 6 such counts, and of 15 of 73 in clauses
#: with a later day or none.
_KNOWN_DAYS = 45


def days_earlier(anchor: Token) -> int:
    """Return the number of days of an event before that of its sentence: one in "a day after shelling killed 24".

    Zero if it was not before, negative if the number is not given: "days after gunmen killed nine".
    """
    conjunction, known = _later_event(anchor), lexicon.grammar().earlier
    if conjunction is None:
        return 0
    unit = conjunction.nbor(-1)
    number = quantities.number(unit.nbor(-1).text, LOCALE)
    if number is None and unit.lower_ in known.several:
        return -1
    return known.units[unit.lower_] * (number or 1)


def own_words(anchor: Token) -> frozenset[int]:
    """Return the indexes of the words of a sentence that can belong to the anchor's event.

    Left out are words about an event some days later, about acts of the victims ("shot a man who had attacked a church
    with a knife") and about an attack that it answers ("killed six in revenge for a raid on a base").
    """
    conjunction, sentence = _later_event(anchor), anchor.sent
    first, end = sentence.start, sentence.end
    if conjunction is not None:
        first = conjunction.i
        end = next((t.i for t in sentence if t.i > anchor.i and t.is_punct), end)
    return frozenset(range(first, end)) - other_acts.words_of(anchor) - uninvolved.of_answered(anchor)


def is_of_another_day(words: str) -> bool:
    """Whether the words for another event imply another day, as "earlier attack" does."""
    return words.split(maxsplit=1)[0] not in lexicon.grammar().earlier.beside


def another(anchor: Token) -> str | None:
    """Return the words that mark the event of ``anchor`` as another one than that of its report ("earlier attack").

    None if there are none. The attack must be the subject or agent of the verb, the place of the casualties, or the
    event of a clause.
    """
    verb = next((t for t in (anchor, *anchor.ancestors) if t.pos_ == "VERB"), anchor)
    if uninvolved.is_before(verb) or uninvolved.is_answered(anchor) or _is_followed(anchor):
        return f"{min(lexicon.grammar().earlier.another - lexicon.grammar().earlier.beside)} {anchor.text}"
    if _opens_apart(anchor) or any(t.lower_ in lexicon.grammar().earlier.elsewhere for t in verb.subtree):
        return " ".join([*lexicon.grammar().earlier.apart, anchor.text])
    attacks = [(p.head, p.text) for p in phrases.find("events", anchor.sent) if p.head.pos_ in {"NOUN", "PROPN"}]
    attacks += [(t, t.text) for t in anchor.sent if _means_attacks_before(t)]
    for event, text in attacks:
        if (word := _set_apart(event, anchor)) is not None:
            return f"{word.lower_} {text}"
    return None


def _is_followed(noun: Token) -> bool:
    """Whether an attack came after casualties: "the raid followed the death of a boy", not "protests followed"."""
    if noun.dep_ != "dobj" or noun.head.lemma_.lower() not in lexicon.grammar().earlier.coming:
        return False
    attacks = {p.head for p in phrases.find("events", noun.sent)}
    subjects = (t for t in noun.head.lefts if t.dep_ == "nsubj")
    return any(t in attacks or t.lemma_.lower() in lexicon.grammar().earlier.incidents for t in subjects)


def _means_attacks_before(token: Token) -> bool:
    """Whether a word stands for attacks before that of the report: "in the previous ones"."""
    known = lexicon.grammar().earlier
    return token.lower_ in known.ones and any(t.lower_ in known.another - known.beside for t in token.lefts)


def is_back(anchor: Token) -> bool:
    """Whether a sentence after an earlier event is about that of the report again: a lasting state, or a first report.

    "Six patients remain in hospital", "officials initially said five had died", "after the latest attack".
    """
    known = lexicon.grammar().earlier
    return any(t.lower_ in known.at_first | known.latest | known.lasting_on for t in anchor.sent)


def _opens_apart(anchor: Token) -> bool:
    """Whether the sentence begins with words for another event: "Elsewhere, drones hit a depot", "Separately, …"."""
    first, rest = anchor.sent[0], anchor.sent[1:6]
    opening = lexicon.grammar().earlier.opening
    words = [first.lower_, *(t.lower_ for t in rest)]
    return any(
        words[: len(each)] == list(each) and words[len(each)] == "," for each in opening if len(words) > len(each)
    )


def _set_apart(event: Token, anchor: Token) -> Token | None:
    """The word that marks an attack as another one: "earlier", "came after", "the worst since"."""
    known = lexicon.grammar().earlier
    word = next((t for t in event.lefts if t.lower_ in known.another), None)
    is_weapon = (
        word is not None and word.lower_ in known.beside and (event.lemma_.lower(),) in lexicon.phrases("weapons")
    )
    if word is not None and not is_weapon and (event.is_ancestor(anchor) or _harms(event, anchor)):
        return word
    over = event.head
    verb = over.head if over.dep_ == "prep" and over.lower_ in known.conjunctions else over
    if event.is_ancestor(anchor) and verb.lemma_.lower() in known.coming:
        return over
    before = event.doc[event.sent.start : event.left_edge.i]
    last = before[-1] if len(before) else None
    is_since = last is not None and last.lower_ in known.since and last.i < anchor.i
    return last if is_since and last is not None and _reports(last, anchor) else None


def _harms(event: Token, anchor: Token) -> bool:
    """Whether an attack is an argument of the verb at or above an anchor: "an attack left 40", "killed in one"."""
    verb = next((t for t in (anchor, *anchor.ancestors) if t.pos_ in {"VERB", "AUX"}), None)
    over = event.head
    if over.dep_ in {"prep", "agent"} and over.lower_ in lexicon.grammar().earlier.within:
        over = over.head
    elif event.dep_ not in {"nsubj", "nsubjpass", "compound"}:
        return False
    return verb is not None and over == verb


def _later_event(anchor: Token) -> Token | None:
    """The "after" in "a day after shelling killed 24", before which the sentence reports a later event."""
    known = lexicon.grammar().earlier
    for word in anchor.sent[: anchor.i - anchor.sent.start]:
        is_after = word.lower_ in known.conjunctions and word.i + 1 < anchor.sent.end and other_acts.is_measured(word)
        if is_after and (_reports(word, anchor) or _is_in_clause(word, anchor)):
            return word
    return None


def _reports(word: Token, anchor: Token) -> bool:
    """Whether the event of ``anchor`` follows "after", with only its subject and day in between.

    An informant may be in between, if no other day follows: "a day after residents said that troops killed 80".
    """
    between = anchor.doc[word.i + 1 : anchor.i]
    verbs = [t for t in between if t.pos_ in {"VERB", "AUX"} and not _is_auxiliary(t)]
    said = bool(verbs) and all(t.lemma_.lower() in words().stating for t in verbs)
    is_dated = any(t.ent_type_ == "DATE" for t in anchor.doc[anchor.i : anchor.sent.end])
    return not any(t.is_punct for t in between) and (not verbs or (said and not is_dated))


def _is_in_clause(word: Token, anchor: Token) -> bool:
    """Whether an anchor is in the clause after "after", or the result of an attack there: "raided it, killing six".

    Not a statement there, nor a relative clause about somebody.
    """
    verb = word.head
    if word.dep_ != "mark" or not (verb == anchor or verb.is_ancestor(anchor)):
        return False
    path = takewhile(lambda t: t != verb, (anchor, *anchor.ancestors))
    attacks = {p.head for p in phrases.find("events", verb.sent)}
    # "Gunmen raided it on Monday, a day after troops left, killing six" reports one attack, whatever the parse.
    is_attack = verb in attacks or verb.head not in attacks
    verbs = [t for t in path if t.pos_ in {"VERB", "AUX"}]
    return not verbs or (is_attack and all(t.dep_ in {"advcl", "conj"} and not _is_marked(t) for t in verbs))


def _is_marked(clause: Token) -> bool:
    return any(t.dep_ == "mark" for t in clause.lefts)


def is_own_day(day: Token, anchor: Token) -> bool:
    """Whether a day is of the earlier event itself: "Monday" in "a week after a bomb on Monday killed two"."""
    conjunction = _later_event(anchor)
    return conjunction is not None and day.i > conjunction.i and day in conjunction.head.subtree


def _is_auxiliary(token: Token) -> bool:
    return token.dep_ in {"aux", "auxpass"} or token.tag_ == "VBG"


def _presupposed(claim: Claim, anchor: Token) -> Claim:
    """The claim with the outlet as source, if the speaker only denies or claims the attack, not the casualties.

    "The army denied a part in the bombing that killed 12", "the Front said it was behind the bombing that killed 12":
    the speaker is not the source of the 12. Not "denied that it had killed 12", and not "denied reports of a bombing".
    """
    clause = next((t for t in (anchor, *anchor.ancestors) if t.dep_ == "relcl"), None)
    if clause is None or clause.head.pos_ not in {"NOUN", "PROPN"}:
        return claim
    over = [clause.head, *clause.head.ancestors]
    if own_clauses.is_authored(clause.head):
        return replace(claim, speakers=claim.speakers[-1:], stance="asserts")
    cue = next((t for t in over if t.pos_ == "VERB" and _disowns(t)), None)
    if cue is None or any(t.lemma_.lower() in words().reports for t in over[: over.index(cue)]):
        return claim
    return replace(claim, speakers=claim.speakers[-1:], stance="asserts", by=())


def _disowns(verb: Token) -> bool:
    """Whether a verb denies an attack, or says that nobody has claimed it."""
    lemma = verb.lemma_.lower()
    return lemma in words().denying or (lemma in words().claiming and any(t.dep_ == "neg" for t in verb.children))


def recalled(claim: Claim, anchor: Token, published: date | None) -> Claim:
    """The claim, with the outlet as source if a speaker only recalls a known event, or disowns an attack.

    "His lawyer spoke of the blast in 2013 that killed three", not "the blast in 2013, which police said killed three".
    """
    if not _is_known(anchor, claim.when, published):
        return _presupposed(claim, anchor)
    return replace(claim, speakers=claim.speakers[-1:], stance="asserts")


def _is_known(anchor: Token, when: When | None, published: date | None) -> bool:
    token = anchor
    while token.dep_ != "relcl":
        if token.head == token:
            return False
        token = token.head
    if any(t.lemma_.lower() in words().stating for t in token.subtree):
        return False
    if when is not None and when.start is not None and published is not None:
        is_since = any(t.lower_ in lexicon.grammar().earlier.since for t in token.subtree)
        return (published - (when.start if is_since else when.end or when.start)).days > _KNOWN_DAYS
    near = (*token.subtree, *(t for t in token.head.subtree if t.i < token.i))
    years = [int(t.text) for t in near if _YEAR.fullmatch(t.text)]
    return bool(years) and (published is None or max(years) < published.year)
