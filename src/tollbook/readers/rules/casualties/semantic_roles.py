"""Who does and who undergoes what a verb says, read off the dependency parse (ClearNLP labels)."""

from spacy.tokens import Token

from tollbook.readers.rules.persons.people import is_person

RELATIVES = frozenset({"who", "whom", "that", "which"})
OBJECTS = frozenset({"dobj", "dative"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def patient(verb: Token) -> Token | None:
    """Whom a verb is done to: its object, its passive subject, or the noun it modifies."""
    if (own := _own_patient(verb)) is not None:
        return own
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


def _own_patient(verb: Token) -> Token | None:
    """The object or passive subject that hangs on the verb itself.

    In "Ostrava province, yesterday, a man was shot" the man, and in "arrested a Front of Hope organiser" whom the name
    is put before.
    """
    found = [t for t in verb.children if t.dep_ in OBJECTS or t.dep_ == "nsubjpass"] or _put_last(verb)
    first = next((t for t in found if is_person(t) or t.dep_ in OBJECTS or t.lower_ in RELATIVES), None)
    if first is None or is_person(first) or first.pos_ != "PROPN":
        return first or _set_beside(found[-1:]) or next(iter(found), None)
    inner = within(first)
    ends = inner is not None and inner.pos_ == "NOUN" and is_person(inner) and inner.nbor(-1).pos_ in {"PROPN", "PUNCT"}
    return inner if ends else first


def _set_beside(subjects: list[Token]) -> Token | None:
    """The person whom the parse hangs on a place: "in Velmar district, Ostrava province, a man … was shot"."""
    return next((t for s in subjects for t in s.children if t.dep_ == "appos" and is_person(t)), None)


def _put_last(verb: Token) -> list[Token]:
    """The subject of "also killed in the strike were three rebels"."""
    if verb.tag_ != "VBN" or verb.i - verb.sent.start > 1:
        return []
    carriers = [t for t in verb.rights if t.lemma_ == "be"]
    return [t for c in (verb, *carriers) for t in c.rights if t.dep_ in {"attr", "nsubj"} and is_person(t)][:1]


def _bare_subject(verb: Token) -> Token | None:
    """The subject a participle has not beside itself: "died after being shot", "found the driver shot"."""
    if verb.dep_ == "pcomp" and any(t.dep_ == "auxpass" for t in verb.children):
        return subject_of(verb.head)
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
