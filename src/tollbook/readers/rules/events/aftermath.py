"""Events after an attack that have a day of their own: an arrest, a funeral, a death of wounds, a rising toll."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj"})
_TAKEN = frozenset({"abducted", "captured", "missing"})


def verb_above(token: Token) -> Token | None:
    """The nearest verb at or above a word in the parse."""
    return next((t for t in [token, *token.ancestors] if t.pos_ in {"VERB", "AUX"}), None)


def is_aftermath(token: Token) -> bool:
    """Whether a word reports an event after an attack: "was arrested", "a vigil was held", "died of his wounds"."""
    known = lexicon.grammar().aftermath
    if token.pos_ == "VERB" and (token.lemma_.lower() in known.verbs or _is_step_of_a_case(token)):
        return True
    if reports_speech(token):
        # "The indictment alleges that he shot two."
        return False
    subjects = [t for t in token.children if t.dep_ in SUBJECTS]
    related = [*subjects, *(t for prep in token.children if prep.dep_ == "prep" for t in prep.children)]
    services = [t for subject in subjects for t in subject.lefts if t.dep_ == "compound"]
    if any(t.lemma_.lower() in known.nouns for t in [token, *related, *services]):
        return True
    among = (t for subject in subjects for prep in subject.rights if prep.dep_ == "prep" for t in prep.children)
    return is_death(token) and any(t.lower_ in known.wounds for t in [*related, *among])


def _is_step_of_a_case(verb: Token) -> bool:
    """Whether a verb reports charges or information of the police: "filed charges", "released the names"."""
    known, lemma = lexicon.grammar().aftermath, verb.lemma_.lower()
    objects = {t.lemma_.lower() for t in verb.children if t.dep_ in DONE_TO}
    objects |= {t.lemma_.lower() for t in ([verb.head] if verb.dep_ == "acl" else [])}
    oneself = known.giving_up.get(lemma)
    if oneself and any(t.dep_ == "dobj" and t.tag_ == "PRP" and t.lower_.endswith(oneself) for t in verb.rights):
        return True
    if lemma in known.executing and any(_is_for_crime(t) for t in verb.subtree):
        return True
    is_charge = lemma in known.charging and not objects.isdisjoint(known.charges)
    return is_charge or (lemma in known.releasing and not objects.isdisjoint(known.released))


def _is_for_crime(preposition: Token) -> bool:
    """Whether a preposition names the crime of a punishment: "hanged for the murder of a bishop"."""
    crimes = (
        (t for t in preposition.children if t.dep_ == "pobj")
        if preposition.lower_ in lexicon.grammar().aftermath.for_crime
        else ()
    )
    return any(lexicon.casualty_type_of("noun").get(t.lemma_.lower()) == "killed" for t in crimes)


def is_raid(event: Token) -> bool:
    """Whether an event is a raid in which people are arrested: "was apprehended in a Saturday raid"."""
    return lexicon.phrases("events").get((event.lemma_.lower(),)) == "raid"


def is_death(verb: Token) -> bool:
    """Whether a verb says that somebody died: "died", "succumbed"."""
    return lexicon.casualty_type_of("undergo").get(verb.lemma_.lower()) == "killed"


def separates(day: Token, anchor: Token) -> bool:
    """Whether an aftermath is between a day and a finding in the parse, so that the day belongs to the aftermath."""
    return any(is_aftermath(word) for word in _path(day, anchor))


def dates_publication(day: Token) -> bool:
    """Whether a day is that of a text or a talk about an attack: "Saturday's article", "the edition of 4 May"."""
    over = day.head.head if day.dep_ == "pobj" else day.head
    return over.pos_ == "NOUN" and over.lemma_.lower() in lexicon.grammar().aftermath.publications


def _path(day: Token, anchor: Token) -> Iterator[Token]:
    """The words between a day and a finding in the parse, up to the verb of the day; none if the finding governs it."""
    inside = {t.i for t in anchor.subtree}
    over: list[Token] = []
    for word in day.ancestors:
        if word.i in inside:
            return
        over.append(word)
        if word.pos_ in {"VERB", "AUX"}:
            break
    yield from over
    above = {t.i for t in [*over, *day.ancestors]}
    yield from takewhile(lambda word: word.i not in above, anchor.ancestors)


def is_of_abduction(day: Token, anchor: Token) -> bool:
    """Whether a day is that of the abduction of somebody found dead later: "the body of a man kidnapped in May"."""
    verb, over = verb_above(day), verb_above(anchor)
    if verb is None or verb.dep_ not in {"acl", "relcl"} or verb == anchor or verb.is_ancestor(anchor):
        return False
    if over is None or over.i < day.i:
        # "Eight were killed and 20 others, including pupils, kidnapped on Tuesday".
        return False
    kinds = (lexicon.casualty_type_of(form).get(verb.lemma_.lower()) for form in ("done_to", "undergo"))
    return not _TAKEN.isdisjoint(kinds)


def is_later_news(verb: Token) -> bool:
    """Whether a verb reports later news about an attack, so that its day is not that of the attack.

    "The death toll rose to 26 on Thursday", "a guard died of his wounds on Friday", "two bodies were pulled from the
    rubble on Monday", "crews found a body on Friday, bringing the toll to nine".
    """
    lemma, known = verb.lemma_.lower(), lexicon.grammar()
    words = {t.lower_ for t in verb.subtree if verb_above(t.head) == verb}
    if lemma in known.tally.rising:
        return any(t.lower_ in known.aftermath.tolls for t in verb.children if t.dep_ in _ARGUMENTS)
    if lemma in known.tally.recovering:
        raises = any(t.dep_ == "advcl" and t.lemma_.lower() in known.tally.rising for t in verb.rights)
        return raises or not words.isdisjoint(known.aftermath.rubble)
    is_of_wounds = is_aftermath(verb) or not words.isdisjoint(known.aftermath.hurt)
    return lemma in known.aftermath.dying and is_of_wounds


def dies_alone(anchor: Token, *, after_attack: bool = False) -> bool:
    """Whether one person dies, and the sentence reports no attack: "Ana Brod, 22, died on Monday night".

    With ``after_attack`` it names an attack on a day before.
    """
    names_attack = bool(phrases.find("events", anchor.sent)) and not after_attack
    if anchor.lemma_.lower() not in lexicon.grammar().aftermath.dying or names_attack:
        return False
    subject = next((t for t in anchor.lefts if t.dep_ == "nsubj"), None)
    return subject is not None and subject.tag_ in {"NN", "NNP", "PRP"} and not list(subject.conjuncts)
