"""Decides by its objects and its clause whether a verb admits an act of violence; recognises words for violence.

"The army admitted the strike" is an admission, "the clinic admitted seven people" and "the minister admitted that help
was late" are none.
"""

import functools
from collections.abc import Iterable, Iterator

import msgspec
from spacy.tokens import Token

from tollbook.model import Claim
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events.organisations import is_organisation
from tollbook.readers.rules.words import language, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import CLAUSES, DONE_TO, SUBJECTS, is_be

#: Attacks that only forces of a state or a party make: "civilians died in the strike".
_OF_FORCES = frozenset({"airstrike", "shelling", "raid"})
#: Dependencies of a title of a speaker, before the name or after it.
_BESIDE = frozenset({"appos", "compound", "nmod"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``statement_verbs.toml``."""

    admitting: frozenset[str]
    confessing: frozenset[str]
    conceding: frozenset[str]
    accusing: frozenset[str]
    pleading: frozenset[str]
    pleas: frozenset[str]
    oneself: frozenset[str]
    own: frozenset[str]
    admitted: frozenset[str]
    violence: frozenset[str]
    conditions: frozenset[str]
    acting: frozenset[str]
    faults: frozenset[str]
    aiding: frozenset[str]
    taking_part: frozenset[str]
    counsel: frozenset[str]
    defending: frozenset[str]
    on_behalf: frozenset[str]
    clients: frozenset[str]
    means: frozenset[str]
    mistakes: frozenset[str]
    insurgents: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("statement_verbs", _Words)


def admits(verb: Token) -> bool:
    """Whether a verb admits an act of violence: its object or its clause names one, or refers to one."""
    # The tagger takes some participles for nouns.
    if verb.tag_ in {"VBG", "NN"} and is_admission(verb) and not _is_done(verb):
        return False
    if verb.lemma_.lower() in _words().conceding:
        is_told = (c for c in verb.rights if c.dep_ in CLAUSES)
        clauses = [c for c in is_told if _is_own(c) or _is_in_own_act(c) or is_for_client(verb) or _is_by_mistake(c)]
        return any(tells_of_violence(c, verb) for c in clauses)
    if verb.lemma_.lower() not in _words().admitting:
        return True
    objects = [t for t in verb.children if t.dep_ in DONE_TO]
    # "Admitted to the murder".
    followed = lexicon.grammar().function.to | lexicon.grammar().function.of
    objects += [o for t in verb.children if t.dep_ == "prep" and t.lower_ in followed for o in t.children]
    if any(is_admitted(t) or _is_violent(t) for t in objects if not is_aid(t)):
        return True
    clauses = [c for c in verb.children if c.dep_ in CLAUSES or c.tag_ == "VBG"]
    after = [c for c in clauses if c.i > verb.i]
    if not (objects or clauses):
        return verb.lemma_.lower() in _words().confessing and verb.dep_ not in {"amod", "compound"}
    # "Admitted that it had wrongly blamed the Front".
    clauses = [c for c in after or clauses if c.lemma_.lower() not in _words().accusing]
    done = (c for c in clauses if not (is_aid(c) or _is_of_others(c, verb)))
    return any(tells_of_violence(c, verb) for c in done)


def _is_done(participle: Token) -> bool:
    """Whether a participle says what its subject did: "opened by admitting it", "a statement admitting it".

    Not "stopped short of admitting it", "accused him of admitting it", "a video of Lerch admitting it", "shows him
    admitting it".
    """
    over, label, subject = participle.head, participle.dep_, semantic_roles.subject_of(participle)
    if label == "acl":
        return over.lemma_.lower() in speech().texts
    if subject is not None and subject.lemma_.lower() in speech().visuals:
        return False
    is_means = label == "pcomp" and over.lower_ in _words().means
    return is_means or label == "advcl" or any(t.dep_ == "aux" for t in participle.lefts)


def tells_of_violence(clause: Token, verb: Token) -> bool:
    """Whether a clause under a verb tells of an act of violence, and not of a state or a loss."""
    return _tells_of_act(clause, verb) and is_violence(own_words(clause))


def is_aid(act: Token) -> bool:
    """Whether an act only helped with an attack: "driving the car from which two were shot", "possession of the gun".

    "Helped to plan the attack", "assisted in the murder" and "drove a car into a crowd" are parts of the attack.
    """
    if act.lemma_.lower() not in _words().aiding:
        return False
    return not any(t.dep_ in {"xcomp", "ccomp"} or t.lower_ in _words().taking_part for t in act.rights)


def is_plea(verb: Token) -> bool:
    """Whether a verb is that of a plea in court: "pleaded not guilty", "entered a plea of guilty"."""
    if verb.pos_ != "VERB":
        return False
    return verb.lemma_.lower() in _words().pleading or plea(verb) is not None


def plea(verb: Token) -> Token | None:
    """The noun for a plea that is the object of a verb: "entered a guilty plea"."""
    return next((t for t in verb.rights if t.dep_ == "dobj" and t.lemma_.lower() in _words().pleas), None)


def is_admission(verb: Token) -> bool:
    """Whether a verb admits an act and does not claim it: "admitted", "pleaded guilty".

    The lemma of a capitalised "Admits" is not known.
    """
    stems = tuple(word.rstrip("e") for word in _words().admitting | _words().conceding | _words().pleading)
    return verb.lower_.startswith(stems) or is_plea(verb)


def _is_own(clause: Token) -> bool:
    """Whether a clause is about its speaker: "that it had shelled the market", "that its pilots had"."""
    subject = next((t for t in clause.children if t.dep_ in SUBJECTS), None)
    if subject is None:
        return clause.tag_ == "VBG"
    return subject.lower_ in _words().oneself or any(t.lower_ in _words().own for t in subject.lefts)


def _is_in_own_act(clause: Token) -> bool:
    """Whether people were harmed in an act of the speaker: "that nine civilians were killed in its air strike".

    Not its own fighters: "that nine soldiers were killed in its raid".
    """
    harmed = (t for s in clause.lefts if s.dep_ in SUBJECTS for t in s.subtree)
    if any(lexicon.status_of_noun().get(t.lemma_.lower()) in {"combatant", "police"} for t in harmed):
        return False
    over = (o for t in clause.rights if t.dep_ in {"prep", "agent"} for o in t.children if _is_violent(o))
    return any(t.lower_ in _words().own for act in over for t in act.lefts)


def _is_of_others(clause: Token, verb: Token) -> bool:
    """Whether an act is that of others: "the army admitted that rebels killed the minister", "was killed by rebels"."""
    others = [t for t in clause.lefts if t.dep_ == "nsubj"]
    others += [t for by in clause.rights if by.dep_ == "agent" for t in by.children if t.dep_ == "pobj"]
    named = {t.lemma_.lower() for t in others} & _words().insurgents
    if not named or (_is_own(clause) and others[0].dep_ == "nsubj"):
        return False
    speaker = (t for s in verb.lefts if s.dep_ in SUBJECTS for t in s.subtree)
    return not any(t.lemma_.lower() in named for t in speaker)


def _tells_of_act(clause: Token, verb: Token) -> bool:
    """Whether an admitted clause tells of an act of a party, and not of a state, a loss or an act of a relative.

    "That it had shelled the town", "that civilians died in its strike"; not "that he was shaken by the attack", "that
    one soldier died", "that a lorry was damaged", "that her son had shot the guard".
    """
    lemma, known = clause.lemma_.lower(), _words()
    subject = next((t for t in clause.lefts if t.dep_ in SUBJECTS), None)
    if is_be(clause):
        return any(t.lemma_.lower() in known.admitted | known.faults for t in clause.rights)
    if clause.lower_ in known.faults and _is_own(clause):
        return True
    harms, suffers = (lexicon.casualty_type_of(table) for table in ("done_to", "undergo"))
    if lemma not in known.acting | known.violence | actor_words().acts | harms.keys() | suffers.keys():
        return False
    if subject is not None and (subject.dep_ == "nsubjpass" or lemma in suffers):
        return _is_done_by_speaker(clause, subject, verb)
    return subject is None or not _is_no_party(subject)


def _is_no_party(subject: Token) -> bool:
    """Whether the subject of an admitted act is not the speaker's side: "her son", "the wave of violence"."""
    lemma = subject.lemma_.lower()
    is_relative = lemma in coreference_words().naming_relatives and any(t.tag_ == "PRP$" for t in subject.lefts)
    is_deed = lemma in lexicon.casualty_type_of("noun") or _is_event(subject)
    return is_relative or is_deed or any(t.lemma_.lower() in _words().conditions for t in own_words(subject))


def _is_event(noun: Token) -> bool:
    return any(p.head == noun and p.kind not in _OF_FORCES for p in phrases.find("events", noun.sent))


def _is_done_by_speaker(clause: Token, harmed: Token, verb: Token) -> bool:
    """Whether a clause about harm tells of an act of the speaker: "that three men were killed in its air strike".

    Else the speaker must be a party, and the harmed none of its own people or vehicles.
    """
    own, lost = _words().own, set(harmed.subtree)
    if any(t.lower_ in own for t in clause.subtree if t not in lost):
        return True
    is_armed = any(lexicon.status_of_noun().get(t.lemma_.lower()) in {"combatant", "police"} for t in lost)
    is_vehicle = any(p.head in lost and p.kind == "transport" for p in phrases.find("sites", clause.sent))
    if is_armed or is_vehicle or any(t.lower_ in own for t in lost):
        return False
    from_afar = any(p.head in clause.subtree and p.kind in _OF_FORCES for p in phrases.find("events", clause.sent))
    return from_afar or any(is_organisation(t) for t in verb.lefts if t.dep_ == "nsubj")


def _is_by_mistake(clause: Token) -> bool:
    """Whether a weapon hit by mistake, which was the speaker's: "that a drone had struck the wedding by mistake"."""
    subject = next((t for t in clause.lefts if t.dep_ == "nsubj"), None)
    is_weapon = subject is not None and (subject.lemma_.lower(),) in lexicon.phrases("weapons")
    return is_weapon and any(t.lower_ in _words().mistakes for t in clause.subtree)


def is_for_client(verb: Token) -> bool:
    """Whether the speaker is counsel for the defence, who admits for the client.

    "His lawyers", "Lerch's lawyer", "defence lawyer Ana Lindt", "Ana Lindt, a lawyer for Lerch"; whoever tells of "her
    client" is counsel too.
    """
    if any(t.dep_ in SUBJECTS and is_client(t) for c in verb.rights if c.dep_ in CLAUSES for t in c.lefts):
        return True
    subject = semantic_roles.subject_of(verb)
    speakers = () if subject is None else (subject, *(t for t in subject.children if t.dep_ in _BESIDE))
    counsel = (t for t in speakers if t.lemma_.lower() in _words().counsel)
    return any(t.lower_ in _words().defending or _is_owner(t) for noun in counsel for t in _owners(noun))


def is_client(noun: Token) -> bool:
    """Whether a noun is for the client of counsel: "her client", not "a client"."""
    return noun.lemma_.lower() in _words().clients and any(t.tag_ == "PRP$" for t in noun.lefts)


def _owners(counsel: Token) -> Iterator[Token]:
    """The words before counsel, those after "for", and those before the name of counsel."""
    yield from counsel.lefts
    for_whom = (p for p in counsel.rights if p.dep_ == "prep" and p.lower_ in _words().on_behalf)
    yield from (t for p in for_whom for t in p.children)
    if counsel.dep_ in {"compound", "nmod"}:
        yield from counsel.head.lefts


def _is_owner(owner: Token) -> bool:
    return owner.dep_ in {"poss", "pobj"} and owner.pos_ == "PROPN"


def is_admitted(noun: Token) -> bool:
    """Whether a noun refers to an admitted act: "it", "the charges", "their part"."""
    return is_named(noun, _words().admitted)


def is_violence(words: Iterable[Token]) -> bool:
    """Whether some words name an act of violence, a weapon, or responsibility for one."""
    return any(_is_violent(token) for token in words)


def own_words(clause: Token) -> Iterator[Token]:
    """The words of a clause without those of dependent clauses and of earlier or later events."""
    times = actor_words().earlier | actor_words().later
    yield clause
    for child in clause.children:
        if child.dep_ not in {"advcl", "relcl"} and child.lower_ not in times:
            yield from own_words(child)


def _is_violent(token: Token) -> bool:
    lemma = token.lemma_.lower()
    known = _words().violence | actor_words().involved
    if {lemma, token.lower_} & known or lemma in lexicon.casualty_type_of("done_to"):
        return True
    if token.pos_ == "VERB" and lemma in actor_words().acts - actor_words().light:
        return True
    forms = ((lemma,), (token.lower_,))
    return any(form in lexicon.phrases(name) for form in forms for name in ("events", "weapons"))


def is_named(token: Token, known: frozenset[str]) -> bool:
    """Whether a word is in a list, by its lemma or as it is written."""
    return token.lemma_.lower() in known or token.lower_ in known


def is_by_nobody(claim: Claim) -> bool:
    """Whether a statement has neither a speaker besides the outlet nor anybody it accuses: "the accused bomber"."""
    return claim.kind in {"accusation", "inquiry"} and not claim.by and len(claim.speakers) == 1
