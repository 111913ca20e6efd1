"""Corrects relative clauses that the parser attaches to the wrong word: "a man they say shot two".

See ``repairs``.
"""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be

#: Tags of a finite verb in the past, and those that the tagger gives it: "a man they say shot two".
_PAST = frozenset({"VBD", "VBN", "VB"})
_TIMES = frozenset({"DATE", "TIME"})


def _relative_clause(token: Token) -> Iterator[HeadChange]:
    """Attach a clause with "that" to the noun before it, as in "denied the strike in Velmar that killed 12"."""
    relative = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    if relative is None or relative.tag_ != "WDT" or relative.i == token.sent.start or token.i < token.head.i:
        return
    between = token.doc[token.head.i + 1 : relative.i]
    noun = next((t for t in reversed(between) if t.pos_ == "NOUN" and t.ent_type_ not in {"DATE", "TIME"}), None)
    if noun is not None:
        yield HeadChange(token, noun, "relcl")


def _in_which(token: Token) -> Iterator[HeadChange]:
    """Make a clause with "in which" a relative clause.

    "Condemns the raid in which two of our nurses lost their lives".
    """
    prep = next((t for t in token.lefts if t.dep_ == "prep" and any(c.tag_ == "WDT" for c in t.children)), None)
    after = token.right_edge.i + 1
    verb = next((t for t in token.doc[after : token.sent.end] if not t.is_punct), None)
    if prep is None or token.pos_ not in NOUNS or verb is None or verb.tag_ != "VBD" or verb.dep_ != "conj":
        return
    if verb.head.is_ancestor(token) and not any(t.dep_ in SUBJECTS for t in verb.lefts):
        yield HeadChange(verb, token.head, "relcl")
        yield HeadChange(token, verb, "nsubj")
        yield HeadChange(prep, verb, "prep")


def _of_relatives(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause in the singular to the name: "relatives of Petra Holm, who was killed"."""
    of = next((t for t in token.head.rights if t.dep_ == "prep" and t.lower_ in words().partitive), None)
    named = next((t for t in of.children if t.dep_ == "pobj" and t.pos_ == "PROPN"), None) if of is not None else None
    if named is None or named.ent_type_ in {"GPE", "LOC", "DATE"} or token.i < named.i:
        return
    is_one = any(t.lower_ in words().singular for t in (token, *token.lefts)) and token.head.tag_ == "NNS"
    if token.dep_ == "relcl" and is_one and token.doc[named.right_edge.i].i < token.i:
        yield HeadChange(token, named, "relcl")
    # "The mother of Petra Holm, one of the three people killed".
    is_number = token.dep_ == "appos" and any(t.lower_ in words().partitive for t in token.rights)
    if is_number and token.head.lemma_.lower() in words().kin and token.nbor(-1).text == ",":
        yield HeadChange(token, named, "appos")


def _plural_relative(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause in the plural to the whole list: "for Ana Brod and Jan Holm, who were killed"."""
    last = token.head
    is_plural = any(t.lower_ in words().plural for t in (token, *token.lefts))
    if is_plural and last.tag_ == "NNP" and last.dep_ == "conj" and last.head.pos_ == "PROPN":
        yield HeadChange(token, last.head, "relcl")


def _after_set_apart(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause to those who acted: "it was the rebels, not the army, who killed the villagers"."""
    other, first = token.head, token.head.head
    if other.dep_ == "appos" and any(t.dep_ == "neg" and t.i + 1 == other.left_edge.i for t in first.rights):
        yield HeadChange(token, first, "relcl")


def _whom_they_say(token: Token) -> Iterator[HeadChange]:
    """Give an act to the person, not to whoever speaks of it: "police arrested a man they say opened fire"."""
    subject = next((t for t in token.lefts if t.dep_ in SUBJECTS and t.i + 1 == token.i), None)
    act = token.nbor(1) if token.i + 1 < token.sent.end else token
    if subject is None or token.lemma_.lower() not in words().alleging or act.tag_ not in _PAST:
        return
    first = subject.left_edge.i
    relative = token.doc[first - 1] if first - 1 > token.sent.start and token.doc[first - 1].tag_ == "WP" else None
    person = token.doc[first - 1 - (relative is not None)] if first > token.sent.start + 1 else token
    has_subject = any(t.dep_ in SUBJECTS and t != relative for t in act.lefts)
    if person.pos_ != "NOUN" or act.pos_ not in VERBS or has_subject or not any(t.dep_ == "det" for t in person.lefts):
        return
    yield HeadChange(act, person, "relcl")
    yield HeadChange(token, act, "parataxis")
    if relative is not None:
        yield HeadChange(relative, act, "nsubj")


def _named_as(token: Token) -> Iterator[HeadChange]:
    """Attach a name to the verb of naming: "police identified the attacker who killed four as Ivo Lerch"."""
    clause = token.head
    verb = clause.head.head if clause.dep_ == "relcl" else clause
    named = any(t.pos_ == "PROPN" for t in token.children if t.dep_ == "pobj")
    is_naming = verb.lemma_.lower() in lexicon.grammar().casualty.naming_as and verb.i < clause.i
    if named and is_naming and token.lower_ in words().as_ and clause.dep_ == "relcl":
        yield HeadChange(token, verb, "prep")


def _participle_before_verb(token: Token) -> Iterator[HeadChange]:
    """Make a participle no verb of its own: "the man shot and killed on Monday has been identified as Ivo Lerch"."""
    person = _before(token)
    if person is None or person.head != token or person.dep_ not in SUBJECTS or not _is_bare(token):
        return
    after = [t for t in token.rights if t.dep_ in {"conj", "ccomp"}] + [token.head] * (token.dep_ in SUBJECTS)
    verb = next((t for t in after if t.i > token.i and _goes_on(t)), None)
    if verb is None:
        return
    if verb != token.head:
        yield HeadChange(verb, verb if token.head == token else token.head, token.dep_)
    is_passive = any(t.dep_ == "auxpass" for t in verb.lefts)
    yield HeadChange(person, verb, "nsubjpass" if is_passive else "nsubj")
    yield HeadChange(token, person, "acl")
    times = (t for t in verb.lefts if t.dep_ in SUBJECTS and t not in {person, token})
    yield from (HeadChange(t, token, "npadvmod") for t in times)


def _before(participle: Token) -> Token | None:
    """The person right before the participle of a casualty verb: "the man shot", "the man fatally shot"."""
    if not is_casualty(participle) or participle.tag_ not in _PAST:
        return None
    at = participle.i - 1
    while at > participle.sent.start and participle.doc[at].dep_ == "advmod" and participle.doc[at].head == participle:
        at -= 1
    person = participle.doc[max(at, participle.sent.start)]
    return person if person.pos_ == "NOUN" and any(t.dep_ == "det" for t in person.lefts) else None


def _is_bare(verb: Token) -> bool:
    """Whether neither a verb nor one joined with it has an object: "shot and killed on Monday"."""
    joined = [t for t in verb.rights if t.dep_ == "conj" and is_casualty(t)]
    return not any(t.dep_ in {"dobj", "auxpass"} for v in (verb, *joined) for t in v.children)


def _goes_on(verb: Token) -> bool:
    """Whether a finite verb has no subject but a day, and no "and" or comma before it: "… Saturday has died"."""
    helping = [t for t in verb.lefts if t.dep_ in {"aux", "auxpass"}]
    first = helping[0] if helping else verb
    before = verb.doc[first.i - 1]
    subjects = (t for t in verb.lefts if t.dep_ in SUBJECTS and t.pos_ in NOUNS)
    if before.is_punct or before.dep_ == "cc" or any(t.ent_type_ not in _TIMES for t in subjects):
        return False
    return bool(helping) or is_be(verb)


def _participle_after_object(token: Token) -> Iterator[HeadChange]:
    """Attach a participle to the noun before it: "released the name of the man shot and killed on Sunday"."""
    person = _before(token)
    is_loose = person is not None and person.i + 1 == token.i and person.dep_ in {"pobj", "dobj"}
    if is_loose and person is not None and _is_bare(token) and not any(t.dep_ in SUBJECTS for t in token.children):
        yield HeadChange(token, person, "acl")


def _participle_of_named(token: Token) -> Iterator[HeadChange]:
    """Make a participle no clause: "police have identified the man shot and killed on Monday as Ivo Lerch"."""
    verb, person = token.head, token.doc[token.i - 1]
    is_patient = person.head == token and person.dep_ in SUBJECTS and person.pos_ == "NOUN" and is_casualty(token)
    if verb.lemma_.lower() not in lexicon.grammar().casualty.naming_as or not is_patient or verb.i > person.i:
        return
    yield HeadChange(person, verb, "dobj")
    yield HeadChange(token, person, "acl")
    as_ = (t for v in (token, *token.conjuncts) for t in v.rights if t.dep_ == "prep" and t.lower_ in words().as_)
    yield from (HeadChange(t, verb, "prep") for t in as_)


def _participle_of_apposition(token: Token) -> Iterator[HeadChange]:
    """Make a participle no clause: "the coffin of Lerch, the young sailor killed last week"."""
    person = token.doc[max(token.i - 1, token.sent.start)]
    comma = person.left_edge.i - 1
    if person.head != token or person.dep_ not in SUBJECTS or comma <= token.sent.start or token.tag_ not in _PAST:
        return
    before, is_described = token.doc[comma - 1], any(t.dep_ == "det" for t in person.lefts)
    is_apposition = token.doc[comma].text == "," and is_described and before.pos_ in NOUNS and before.head != person
    if is_apposition and is_casualty(token) and _is_bare(token) and token.head.i < before.i:
        yield HeadChange(person, before, "appos")
        yield HeadChange(token, person, "acl")


def _participle_after_name(token: Token) -> Iterator[HeadChange]:
    """Attach a participle to the name before it: "they came to honour Ivo Lerch of Velm, killed last week"."""
    comma = token.i - 1
    if token.tag_ != "VBN" or not is_casualty(token) or comma <= token.head.i or token.doc[comma].text != ",":
        return
    before = token.doc[comma - 1]
    named = (t for t in (before, *before.ancestors) if t.ent_type_ == "PERSON" and t.i > token.head.i)
    name = next((t for t in named if t.dep_ in {"dobj", "pobj"}), None)
    if name is not None and name.right_edge.i == comma - 1 and _is_bare(token) and not any(token.lefts):
        yield HeadChange(token, name, "acl")


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_relative_clause, ("ccomp",)),
    Repair(_in_which, ("relcl",)),
    Repair(_of_relatives, ("relcl", "appos")),
    Repair(_plural_relative, ("relcl",)),
    Repair(_after_set_apart, ("relcl",)),
    Repair(_whom_they_say, ("relcl", "parataxis", "ccomp")),
    Repair(_named_as, ("prep",)),
    Repair(_participle_before_verb, ("ROOT", "nsubj", "csubj", "ccomp", "conj", "parataxis")),
    Repair(_participle_after_object, ("conj",)),
    Repair(_participle_of_named, ("ccomp",)),
    Repair(_participle_of_apposition, ("ccomp", "conj", "parataxis", "advcl")),
    Repair(_participle_after_name, ("advcl",)),
)
