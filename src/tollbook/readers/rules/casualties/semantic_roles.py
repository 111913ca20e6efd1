"""Semantic roles of a verb, from the dependency parse (ClearNLP labels): its agent and its patient, the victims.

Where the parse gives no patient, as in headlines, the victims are looked for within a few words of the trigger.
"""

from spacy.tokens import Token

from tollbook import quantities
from tollbook.readers.rules.casualties import headlines, reported_agents
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import reports_speech, speaks
from tollbook.readers.rules.words.syntax import DONE_TO, FINITE, SUBJECTS, is_be, is_of, noun_after_of

OBJECTS = headlines.OBJECTS
_PASSIVE = frozenset({"nsubjpass", "auxpass"})
#: Words on each side of a trigger that are searched for victims if the parse gives none: wide enough for "at least
#: 12 Velmar bus passengers were reportedly". From 4 to 10 no measured figure moved by more than 0.1.
_WINDOW = 6
#: Verbs up the parse that are searched for a shared subject.
_SUBJECT_REACH = 5


def patient(verb: Token) -> Token | None:
    """The patient of a verb: its object, its passive subject, or the noun it modifies."""
    if (own := _own_patient(verb) or _shared_object(verb)) is not None:
        return own
    if verb.tag_ in {"VBN", "VBD"}:
        if verb.dep_ in {"acl", "relcl"}:
            own = next((t for t in verb.children if t.dep_ == "nsubj"), None)
            modifies = own is None or (verb.dep_ == "relcl" and not is_relative(own))
            return _first_listed(verb.head) if modifies else None
        if verb.dep_ == "amod" and is_person(verb.head):
            return verb.head
        if verb.dep_ in {"xcomp", "oprd", "ccomp", "acomp"} and (roles := _roles_of_complement(verb)):
            return next((t for t in verb.head.children if t.dep_ in roles), None)
        if verb.dep_ == "conj" and verb.head.pos_ == "VERB" and (is_passive(verb.head) or verb.head.dep_ == "xcomp"):
            own = next((t for t in verb.children if t.dep_ == "nsubj"), None)
            return own if own is not None else patient(verb.head)
        if verb.dep_ == "conj" and any(t.dep_ == "auxpass" for t in verb.children):
            return _subject_of_first(verb)
        return _bare_subject(verb)
    return None


def _subject_of_first(verb: Token) -> Token | None:
    """The person in "the gunman fled and was shot": the subject of the verb before the passive one."""
    if not any(t.dep_ == "cc" for t in verb.head.children if verb.head.i < t.i < verb.i):
        # No list of verbs: "Officer Brod confirmed to Velm News two girls were killed".
        return next((t for t in reversed(verb.doc[verb.head.i + 1 : verb.i]) if is_person(t)), None)
    subject = subject_of(verb)
    return subject if subject is not None and (is_person(subject) or is_relative(subject)) else None


def _roles_of_complement(verb: Token) -> frozenset[str]:
    """The roles of the patient of a complement: the subject of "were found shot", the object of "left 12 injured".

    Also the subject of "remained wounded".
    """
    if verb.dep_ == "acomp":
        return frozenset({"nsubj"})
    known = lexicon.grammar().casualty.finding | lexicon.grammar().casualty.naming_as
    found = verb.dep_ == "oprd" and verb.head.lemma_ in known
    return frozenset({"nsubjpass"}) if is_passive(verb.head) else OBJECTS if found else frozenset()


def _own_patient(verb: Token) -> Token | None:
    """The object or passive subject of the verb itself.

    "Ostrava province, yesterday, a man was shot": the man. "Arrested a Front of Hope organiser": the organiser.
    """
    own = [t for t in verb.children if t.dep_ == "nsubjpass" or (t.dep_ in {*OBJECTS, "csubjpass"} and not speaks(t))]
    candidates = [_actual_subject(t) for t in own] or _inverted_subject(verb)
    people = (t for t in candidates if is_person(t) or t.dep_ in OBJECTS or is_relative(t) or _counted_inside(t))
    first = next(people, None) or _joined_fighters(candidates)
    if first is None or is_person(first) or first.pos_ != "PROPN":
        return first or _apposition_of_place(candidates[-1:]) or next(iter(candidates), None)
    inner = noun_after_of(first)
    ends = inner is not None and inner.pos_ == "NOUN" and is_person(inner) and inner.nbor(-1).pos_ in {"PROPN", "PUNCT"}
    return inner if ends else first


def _actual_subject(noun: Token) -> Token:
    """The real subject if the parse has another: the son in "said Ana Brod, whose son Jon was hit".

    Of a part of the body, the person: "a woman whose legs were injured", "her leg was injured".
    """
    if noun.lemma_.lower() in lexicon.grammar().casualty.body_parts:
        owner = next((t for t in noun.lefts if t.dep_ == "poss"), noun)
        return noun.head.head if owner.tag_ == "WP$" and noun.head.dep_ == "relcl" else owner
    if noun.tag_ == "VB":
        return next((t for t in noun.rights if t.dep_ == "dobj"), noun)
    beside = (t for t in noun.rights if t.dep_ == "appos" and any(word.tag_ == "WP$" for word in t.lefts))
    return next(beside, noun)


def _joined_fighters(subjects: list[Token]) -> Token | None:
    """The people of "26 harbour and border guards were killed", whose number the parse gives to the first noun."""
    counted = (s for s in subjects if any(t.dep_ == "nummod" for t in s.children))
    return next((t for s in counted for t in s.rights if t.dep_ == "conj" and is_person(t)), None)


def is_relative(token: Token) -> bool:
    """Whether the word is a relative pronoun: "who", "that"."""
    return token.lower_ in lexicon.grammar().people.relatives


def _apposition_of_place(subjects: list[Token]) -> Token | None:
    """The person whom the parse makes an apposition of a place: "in Velmar district, a man … was shot"."""
    return next((t for s in subjects for t in s.children if t.dep_ == "appos" and is_person(t)), None)


def _inverted_subject(verb: Token) -> list[Token]:
    """The subject of "also killed in the strike were three rebels"."""
    if verb.tag_ != "VBN" or verb.i - verb.sent.start > 1:
        return []
    carriers = [t for t in verb.rights if is_be(t)]
    return [t for c in (verb, *carriers) for t in c.rights if t.dep_ in {"attr", "nsubj"} and is_person(t)][:1]


def _bare_subject(verb: Token) -> Token | None:
    """The subject of a participle without an auxiliary: "died after being shot", "found the driver shot"."""
    if verb.dep_ == "pcomp" and any(t.dep_ == "auxpass" for t in verb.children):
        return subject_of(verb.head)
    return headlines.victim(verb)


def _shared_object(verb: Token) -> Token | None:
    """The object of the second verb in "killed and wounded 12", which both verbs share."""
    for other in verb.rights:
        if other.dep_ == "conj" and other.pos_ == "VERB" and not any(t.dep_ in SUBJECTS for t in other.children):
            between = verb.doc[verb.i + 1 : other.i]
            if len(between) <= 2 and not is_passive(verb):
                return next((t for t in other.children if t.dep_ in OBJECTS), None)
    return None


def _first_listed(head: Token) -> Token:
    """The first of a list whose last member carries the clause ("five children and four nurses killed by")."""
    while head.dep_ == "conj" and is_person(head.head):
        head = head.head
    return head


def is_passive(verb: Token) -> bool:
    """Whether the verb is passive, or a participle that describes a noun."""
    return _child(verb, _PASSIVE) is not None or verb.dep_ == "acl"


def _child(verb: Token, labels: frozenset[str]) -> Token | None:
    """The first child with one of some labels; kept with the parse, because hundreds of words may share one verb."""
    cache: dict[tuple[int, frozenset[str]], Token | None] = verb.doc.user_data.setdefault("tollbook children", {})
    key = verb.i, labels
    if key not in cache:
        cache[key] = next((t for t in verb.children if t.dep_ in labels), None)
    return cache[key]


def agent(verb: Token) -> Token | None:
    """The agent of a verb: the person or thing that did it."""
    for child in verb.children:
        if child.dep_ == "agent":
            return next((t for t in child.children if t.dep_ == "pobj"), None)
    if any(t.dep_ in {"nsubjpass", "auxpass"} for t in verb.children):
        return None
    if reported_agents.is_beside_report(verb):
        return reported_agents.agent_of(verb.head)
    is_complement = verb.head.dep_ in {"oprd", "xcomp"} and verb.head.tag_ == "VBN"
    is_second = verb.dep_ == "conj" and verb.tag_ in {"VBN", "VBD"} and _child(verb, SUBJECTS) is None
    if is_second and (is_passive(verb.head) or is_complement):
        return None
    # "Man found shot in road", "got shot".
    is_found = verb.dep_ in {"xcomp", "oprd"} and not any(t.dep_ == "aux" for t in verb.lefts)
    subject = None if verb.tag_ == "VBN" and (verb.dep_ == "acl" or is_found) else subject_of(verb)
    clause = subject.head if subject is not None else verb
    if subject is not None and is_relative(subject) and clause.dep_ == "relcl":
        # Also "a man who opened fire on a club, killing two".
        return clause.head if clause.head.ent_type_ not in {"GPE", "LOC", "FAC"} else None
    return subject


def subject_of(verb: Token) -> Token | None:
    """The verb's subject, its own or that of the verb it is joined to."""
    for _ in range(_SUBJECT_REACH):
        if (own := _child(verb, SUBJECTS)) is not None:
            return _after_dateline(own, verb)
        if verb.dep_ in {"acl", "relcl"}:
            # "The village where militiamen shot two": the village is no agent, even if the parse loses the real one.
            return None if any(t.tag_ == "WRB" for t in verb.lefts) else verb.head
        if verb.dep_ not in {"conj", "advcl", "xcomp", "ccomp", "pcomp", "prep"} or verb.head.i == verb.i:
            return None
        # A clause with "had", or one before "police said", has a subject of its own, which the parse has lost.
        is_reported = verb.dep_ in {"ccomp", "advcl"} and verb.i < verb.head.i and reports_speech(verb.head)
        if is_reported or (verb.dep_ == "ccomp" and any(t.dep_ == "aux" and t.tag_ in FINITE for t in verb.lefts)):
            return None
        if verb.dep_ == "pcomp" and (accused := _accused(verb.head.head)) is not None:
            return accused
        verb = verb.head
    return None


def _after_dateline(subject: Token, verb: Token) -> Token:
    """The last subject before a verb that has two: the parse takes "VELM, Oct 17 (CNX) -" for the first.

    Or a headline without a full stop: "30 rebels killed in blast The Corvan Front claimed".
    """
    own = [t for t in verb.lefts if t.dep_ in SUBJECTS]
    is_other = any(t.dep_ == "punct" or t.tag_ == "VBN" for t in subject.children)
    return own[-1] if subject in own and is_other else subject


def _accused(verb: Token) -> Token | None:
    """The accused of a verb of accusing, who is the agent of the act after it: "accused the army of shelling"."""
    if verb.lemma_.lower() not in coreference_words().accusing:
        return None
    return next((t for t in verb.children if t.dep_ in DONE_TO), None)


def people_after_of(noun: Token) -> Token | None:
    """As :func:`noun_after_of`, or the people a damaged sentence puts before its noun: "60 rebels he said"."""
    after = noun_after_of(noun)
    if after is None or is_person(after):
        return after
    return next((t for t in after.lefts if t.dep_ == "compound" and t.tag_ == "NNS" and is_person(t)), after)


def nearby(trigger: Token) -> Token | None:
    """Counted people within a few words of a trigger, for headlines and sentences without a usable parse."""
    sentence, doc, large = trigger.sent, trigger.doc, lexicon.grammar().casualty.large_numbers
    figures = lexicon.grammar().casualty.figures
    right = doc[trigger.i + 1 : min(sentence.end, trigger.i + 1 + _WINDOW)]
    left = doc[max(sentence.start, trigger.i - _WINDOW) : trigger.i]
    for window in (right, reversed(list(left))):
        for token in window:
            if (token.is_punct and token.text not in {"-", ","}) or (token.pos_ == "ADP" and not is_of(token)):
                break
            if token.i > trigger.i and token.pos_ in {"CCONJ", "SCONJ"}:
                break
            # "45 and the number of wounded": the figure of the wounded follows them.
            if lexicon.casualty_type_of("done_to").get(token.lemma_.lower()) or token.lower_ in figures:
                break
            if token.dep_ == "nummod" and lexicon.singular(token.head) in lexicon.never_people():
                break
            if headlines.is_numbered_agent(token, trigger):
                break
            if (token.like_num or token.lower_ in large) and is_person(token):
                return _counted_people(token)
    return None


def _counted_people(number: Token) -> Token:
    """The noun for people that a number counts, from the words after it, else the number itself.

    In "killed at least 80 rights groups said" the groups speak.
    """
    for token in number.doc[number.i + 1 : min(number.sent.end, number.i + 5)]:
        if token.pos_ not in {"NOUN", "PROPN", "ADJ"} or says_next(token):
            break
        if is_person(token) and token.pos_ in {"NOUN", "PROPN"} and token.tag_ in {"NNS", "NNPS", "NN"}:
            return token
    return number


def says_next(noun: Token) -> bool:
    """Whether a noun is the subject of a verb of saying right after it: not in "ten civilians said the ministry"."""
    verb = noun.head
    says = noun.dep_ == "nsubj" and verb.i == noun.i + 1 and verb.lemma_.lower() in coreference_words().stating
    following = verb.nbor(1) if says and verb.i + 1 < len(verb.doc) else None
    return says and (following is None or following.pos_ not in {"DET", "PROPN", "PRON", "NOUN"})


def is_person_or_relative(token: Token) -> bool:
    """Whether the token can stand for people, by itself or as a relative pronoun."""
    return (
        is_relative(token)
        or is_person(token)
        or _counted_inside(token)
        or (token.pos_ == "PROPN" and token.ent_type_ in {"", "GPE", "ORG"} and token.tag_ == "NNP" and _is_name(token))
    )


def _is_name(token: Token) -> bool:
    """Whether it is a name that spaCy missed: two capitalised words without an entity label."""
    return (
        any(t.dep_ == "compound" and t.pos_ == "PROPN" and t.text.istitle() for t in token.children)
        and token.ent_type_ == ""
    )


def _counted_inside(token: Token) -> bool:
    inner = noun_after_of(token)
    named = {**lexicon.status_of_noun(), **dict.fromkeys(lexicon.grammar().people.containing)}
    is_count = token.lemma_.lower() in named or quantities.count(token.text, LOCALE) is not None
    return is_count and inner is not None and is_person(inner)
