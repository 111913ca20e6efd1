"""Who does and who undergoes what a verb says, read off the dependency parse (ClearNLP labels)."""

from spacy.tokens import Token

from tollbook.extract.persons.people import is_person

OBJECTS = frozenset({"dobj", "dative"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def patient(verb: Token) -> Token | None:
    """Whom a verb is done to: its object, its passive subject, or the noun it modifies."""
    for child in verb.children:
        if child.dep_ in OBJECTS or child.dep_ == "nsubjpass":
            return child
    if (shared := _shared_object(verb)) is not None:
        return shared
    if verb.tag_ in {"VBN", "VBD"}:
        if verb.dep_ in {"acl", "relcl"}:
            own = next((t for t in verb.children if t.dep_ == "nsubj"), None)
            by_whom = own is None or (verb.dep_ == "relcl" and own.lower_ not in {"who", "that", "which"})
            return _first_listed(verb.head) if by_whom else None
        if verb.dep_ == "amod" and is_person(verb.head):
            return verb.head
        if verb.dep_ in {"xcomp", "oprd", "ccomp"} and is_passive(verb.head):
            return next((t for t in verb.head.children if t.dep_ == "nsubjpass"), None)
        if verb.dep_ == "conj" and verb.head.pos_ == "VERB" and (is_passive(verb.head) or verb.head.dep_ == "xcomp"):
            own = next((t for t in verb.children if t.dep_ == "nsubj"), None)
            return own if own is not None else patient(verb.head)
        return _bare_subject(verb)
    return None


def _bare_subject(verb: Token) -> Token | None:
    """The subject of a participle that lost its auxiliary: "found the driver shot", "two people killed"."""
    bare = next((t for t in verb.children if t.dep_ == "nsubj"), None)
    if bare is None:
        return None
    if verb.dep_ == "ccomp" and verb.head.lemma_ in {"find", "discover", "leave", "see"}:
        return bare
    if is_person(bare) and not any(t.dep_ in OBJECTS | {"prep", "agent"} for t in verb.rights):
        return bare if bare.like_num or any(t.dep_ == "nummod" for t in bare.children) else None
    return None


def _shared_object(verb: Token) -> Token | None:
    """The object of "killed and wounded 12": the second verb's, told of both."""
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
    return any(t.dep_ in {"nsubjpass", "auxpass"} for t in verb.children) or verb.dep_ == "acl"


def agent(verb: Token) -> Token | None:
    """Who or what is said to have done it."""
    for child in verb.children:
        if child.dep_ == "agent":
            return next((t for t in child.children if t.dep_ == "pobj"), None)
    if any(t.dep_ in {"nsubjpass", "auxpass"} for t in verb.children):
        return None
    if verb.dep_ == "acl" and verb.tag_ == "VBN":
        return None
    subject = subject_of(verb)
    if subject is not None and subject.lower_ in {"who", "that", "which"} and verb.dep_ == "relcl":
        return verb.head if verb.head.ent_type_ not in {"GPE", "LOC", "FAC"} else None
    return subject


def subject_of(verb: Token) -> Token | None:
    """The verb's subject, its own or that of the verb it is joined to."""
    seen = 0
    while seen < 5:
        own = next((t for t in verb.children if t.dep_ in SUBJECTS), None)
        if own is not None:
            return own
        if verb.dep_ in {"acl", "relcl"}:
            return verb.head
        if verb.dep_ not in {"conj", "advcl", "xcomp", "ccomp", "pcomp", "prep"} or verb.head.i == verb.i:
            return None
        verb, seen = verb.head, seen + 1
    return None


def within(noun: Token) -> Token | None:
    """What stands after "of": the villagers in "the death of 12 villagers"."""
    prep = next((t for t in noun.rights if t.dep_ == "prep" and t.lower_ == "of"), None)
    return None if prep is None else next((t for t in prep.children if t.dep_ == "pobj"), None)
