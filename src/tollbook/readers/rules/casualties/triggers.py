"""Where a text tells what became of people: each trigger word, whom it befell, and whether it is told as done."""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.factuality import Mood, mood, negated
from tollbook.readers.rules.casualties.semantic_roles import OBJECTS, SUBJECTS, agent, patient, subject_of, within
from tollbook.readers.rules.casualties.window_fallback import beside_number, nearby
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.persons.mentions import words
from tollbook.readers.rules.persons.people import is_person


class Harm(NamedTuple):
    """One trigger: the fate, who befell it (head of the phrase), who did it, negation and mood."""

    kind: ClaimKind
    trigger: Token
    victims: Token | None
    agent: Token | None
    negated: bool
    mood: Mood


def find(sentence: Sentence) -> Iterator[Harm]:
    """Every trigger of the sentence that befell somebody, in text order."""
    taken: set[tuple[ClaimKind, int]] = set()
    for token in sentence:
        harm = _harm(token)
        if harm is None or (harm.victims is not None and (harm.kind, harm.victims.i) in taken):
            continue
        if harm.victims is not None and harm.victims.lower_ in lexicon.grammar().harm.untold:
            continue
        if harm.victims is not None:
            taken.add((harm.kind, harm.victims.i))
        yield harm


def _harm(token: Token) -> Harm | None:
    lemma = _headline_verb(token) or token.lemma_.lower()
    if lemma != token.lemma_.lower():
        victims = nearby(token)
        return None if victims is None else Harm(_by_verb(lemma), token, victims, None, False, "told")
    if (number := beside_number(token)) is not None:
        return Harm(lexicon.fate_of("state")[token.lower_], token, number, None, False, mood(token))
    if token.pos_ in {"VERB", "AUX"} or token.tag_ in {"VBN", "VBD", "VBG", "VBZ", "VBP", "VB"}:
        return _verb(token, lemma)
    if token.pos_ == "NOUN" and lemma in {"wound", "injury"} and (wounded := _wounds(token)) is not None:
        return wounded
    if token.pos_ in {"ADJ", "ADV"} or token.lower_ in lexicon.fate_of("state"):
        return _state(token)
    if token.pos_ in {"NOUN", "PROPN"}:
        return _noun(token, lemma)
    return None


def _by_verb(lemma: str) -> ClaimKind:
    return lexicon.fate_of("done_to").get(lemma) or lexicon.fate_of("undergo")[lemma]


def _headline_verb(token: Token) -> str | None:
    """The lemma of a verb that a Headline In Title Case hides from the tagger."""
    if token.pos_ != "PROPN" or not token.text.istitle():
        return None
    word = token.lower_
    for form in (word, word.removesuffix("s"), word.removesuffix("ed"), word.removesuffix("d")):
        if form in lexicon.fate_of("done_to") or form in lexicon.fate_of("undergo"):
            return form
    return None


def _verb(verb: Token, lemma: str) -> Harm | None:
    kind = lexicon.fate_of("done_to").get(lemma)
    particle = lexicon.grammar().harm.phrasal.get(lemma)
    if particle is not None and not any(t.lower_ == particle for t in verb.children):
        return None
    if kind is not None:
        kind, victims = _deadlier(verb, lemma, kind), patient(verb)
        if kind is None:
            return None
        if (victims is None or not is_person_or_relative(victims)) and lemma not in lexicon.grammar().harm.loose:
            victims = nearby(verb)
        if victims is None or not is_person_or_relative(victims):
            return None
        if lemma in lexicon.grammar().harm.striking and not _plainly_people(verb, victims):
            return None
        return Harm(kind, verb, victims, agent(verb), negated(verb), mood(verb))
    expected = _is_expected(verb, lemma)
    if expected or lemma in lexicon.fate_of("undergo"):
        subject, told = subject_of(verb), mood(verb.head if expected else verb)
        if subject is None or not is_person_or_relative(subject):
            return None
        kind = "injured" if expected else lexicon.fate_of("undergo")[lemma]
        return Harm(kind, verb, subject, None, not expected and negated(verb), told)
    return _idiom(verb, lemma) or (_state(verb) if verb.lower_ in lexicon.fate_of("state") else None)


def _is_expected(verb: Token, lemma: str) -> bool:
    """ "Ana Brod is expected to recover", and is not expected to: in either case she is hurt."""
    expects = verb.dep_ == "xcomp" and verb.head.lemma_.lower() == "expect"
    who = subject_of(verb)
    somebody = who is not None and who.lower_ not in lexicon.grammar().people.nobody
    return expects and somebody and lemma in lexicon.grammar().harm.outliving


def _plainly_people(verb: Token, victims: Token) -> bool:
    counted = any(t.dep_ == "nummod" for t in victims.children)
    named = victims.ent_type_ == "PERSON" and any(t.dep_ == "compound" for t in victims.children)
    described = lexicon.status_of_noun().get(lexicon.singular(victims), "unknown") != "unknown"
    return counted or named or described or (victims.dep_ == "nsubjpass" and victims.lower_ not in {"it"})


def _deadlier(verb: Token, lemma: str, kind: ClaimKind) -> ClaimKind | None:
    """ "Shot dead" kills; "shot and killed" is told by the second verb alone."""
    if kind != "injured":
        return kind
    around = [*verb.children, *(g for c in verb.children if c.lower_ == "to" for g in c.children)]
    around += verb.doc[verb.i + 1 : verb.i + 2]
    if any(t.lower_ in lexicon.grammar().harm.deadly for t in around):
        return "killed"
    killing = (t for t in verb.conjuncts if lexicon.fate_of("done_to").get(t.lemma_.lower()) == "killed")
    return None if lemma in lexicon.grammar().harm.loose and any(t.i > verb.i for t in killing) else kind


def _idiom(verb: Token, lemma: str) -> Harm | None:
    """ "Lost his life", "claimed 12 lives", "suffered injuries", "took 12 hostage", "forced from their homes"."""
    objects = {t.lemma_.lower(): t for t in verb.children if t.dep_ in OBJECTS}
    if lemma == "lose" and "life" in objects:
        return Harm("killed", verb, subject_of(verb), None, negated(verb), mood(verb))
    if lemma in {"claim", "take", "cost"} and "life" in objects:
        return Harm("killed", verb, within(objects["life"]) or objects["life"], None, negated(verb), mood(verb))
    if lemma in lexicon.grammar().harm.bearing and {"injury", "wound", "burn"} & objects.keys():
        return Harm("injured", verb, subject_of(verb), None, negated(verb), mood(verb))
    if lemma in {"take", "hold"} and any(t.lower_ in {"hostage", "hostages", "captive"} for t in verb.subtree):
        victims = patient(verb)
        if victims is not None and is_person_or_relative(victims):
            return Harm("abducted", verb, victims, agent(verb), negated(verb), mood(verb))
    if _hospital(verb, lemma):
        return Harm("injured", verb, patient(verb) or subject_of(verb), None, negated(verb), mood(verb))
    if lemma in {"take", "place", "hold"} and _led_to(verb, "custody"):
        return Harm("captured", verb, patient(verb) or subject_of(verb), agent(verb), negated(verb), mood(verb))
    if lemma in {"drive", "force"} and any(t.lower_ in {"homes", "flee", "leave"} for t in verb.subtree):
        return Harm("displaced", verb, patient(verb), agent(verb), negated(verb), mood(verb))
    return None


def _led_to(verb: Token, where: str) -> bool:
    return any(t.lower_ == where for p in verb.children if p.dep_ == "prep" for t in p.children)


def _hospital(verb: Token, lemma: str) -> bool:
    """ "Was taken to a hospital", "is in critical condition": how local news says that somebody was hurt."""
    words = {t.lower_ for t in verb.subtree}
    if lemma in lexicon.grammar().harm.carrying and words & {"hospital", "hospitals"}:
        return (patient(verb) or verb).dep_ == "nsubjpass" or verb.dep_ in {"acl", "xcomp"}
    return (
        lemma in lexicon.grammar().harm.listing
        and "condition" in words
        and bool(words & lexicon.grammar().harm.conditions)
    )


def _state(token: Token) -> Harm | None:
    kind = lexicon.fate_of("state").get(token.lower_)
    if kind is None or token.lower_ == "fatal":
        return None
    head = token.head
    if token.lower_ == "dead" and token.i and token.doc[token.i - 1].lemma_.lower() in {"shoot", "gun", "stab"}:
        return None
    victims: Token | None = None
    if token.dep_ in {"amod", "compound"} and is_person(head):
        victims = head if head.lower_ not in {"body", "bodies", "corpses"} else None
    elif any(
        t.dep_ == "nummod" or (t.like_num and t.dep_ in {"nsubj", "npadvmod", "compound"}) for t in token.children
    ):
        victims = token if token.pos_ != "VERB" else _numeral_child(token)
    elif token.dep_ in {"acomp", "oprd", "xcomp", "attr", "advmod", "ccomp", "amod", "conj"}:
        victims = _carrier(token)
    if victims is None and token.dep_ not in {"pobj", "nsubj", "poss"}:
        victims = nearby(token)
    if victims is None:
        return None
    return Harm(kind, token, victims, None, negated(token) or negated(head), mood(token))


def _numeral_child(token: Token) -> Token:
    return next(t for t in token.children if t.like_num or t.dep_ == "nummod")


def _carrier(token: Token) -> Token | None:
    """The people an adjective is said of: own subject, the object of "left 12 dead", or the subject of "are dead"."""
    own = next((t for t in token.children if t.dep_ in SUBJECTS), None)
    if own is not None:
        return own
    verb = token.head
    if token.dep_ == "conj":
        return _carrier(verb) if verb.lower_ in lexicon.fate_of("state") else None
    found = next((t for t in verb.children if t.dep_ in OBJECTS), None) or subject_of(verb)
    return found if found is not None and is_person_or_relative(found) else None


def bears(wound: Token) -> bool:
    """Whether somebody is told to bear a wound: "with wounds", "from a wound", "had wounds"."""
    return (wound.dep_, wound.head.lemma_.lower()) in {("pobj", "with"), ("pobj", "from"), ("dobj", "have")}


def _wounds(noun: Token) -> Harm | None:
    """ "Ana Brod was found with a gunshot wound", "a man suffering from stab wounds", "she had a gunshot wound"."""
    by = any(t.lower_ in lexicon.grammar().harm.wounding for t in noun.lefts if t.dep_ in {"compound", "amod"})
    if not by or not bears(noun):
        return None
    over = noun.head.head if noun.dep_ == "pobj" else noun.head
    if over.dep_ == "pobj" and not is_person_or_relative(over):
        over = over.head.head
    if over.pos_ in {"NOUN", "PROPN", "PRON"}:
        bearer: Token | None = over
    else:
        bearer = (None if noun.dep_ == "dobj" else patient(over)) or subject_of(over)
    if bearer is None or not is_person_or_relative(bearer):
        return None
    return Harm("injured", noun, bearer, None, False, mood(over))


def _noun(noun: Token, lemma: str) -> Harm | None:
    """ "The death of 12 farmers", "four deaths", "the homicide victim"."""
    kind = lexicon.fate_of("noun").get(lemma)
    if kind is not None and noun.dep_ == "compound" and lexicon.singular(noun.head) in words().victims:
        return Harm(kind, noun, noun.head, None, negated(noun.head), mood(noun.head))
    if kind is None or noun.dep_ == "compound" or (noun.ent_type_ in {"ORG", "WORK_OF_ART", "LAW"}):
        return None
    counted = any(t.dep_ == "nummod" or t.lower_ in {"no", "several", "many", "more"} for t in noun.lefts)
    befell = within(noun) or next((t for t in noun.children if t.dep_ == "poss"), None)
    if befell is not None and is_person_or_relative(befell) and not counted:
        return Harm(kind, noun, befell, None, False, mood(noun))
    if counted and noun.tag_ == "NNS":
        return Harm(kind, noun, noun, None, False, mood(noun))
    return None


def is_person_or_relative(token: Token) -> bool:
    """Whether the token can stand for people, directly or as "who"."""
    return (
        token.lower_ in {"who", "whom", "that", "which"}
        or is_person(token)
        or _counted_inside(token)
        or (token.pos_ == "PROPN" and token.ent_type_ in {"", "GPE", "ORG"} and token.tag_ == "NNP" and _is_name(token))
    )


def _is_name(token: Token) -> bool:
    """A name the tagger took for none: two capitalised words, no word of them a common noun for a place or body."""
    return (
        any(t.dep_ == "compound" and t.pos_ == "PROPN" and t.text.istitle() for t in token.children)
        and token.ent_type_ == ""
    )


def _counted_inside(token: Token) -> bool:
    inner = within(token)
    counts = token.lemma_.lower() in lexicon.status_of_noun() or quantities.count(token.text, LOCALE) is not None
    return inner is not None and is_person(inner) and counts
