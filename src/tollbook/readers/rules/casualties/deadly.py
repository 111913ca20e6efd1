"""How deadly a verb is in its context: "shot dead", "shot and killed", "stabbed" of people whose bodies were found."""

from spacy.tokens import Token

from tollbook.model import ClaimKind
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.semantic_roles import OBJECTS
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.persons.groups import is_murder_suicide
from tollbook.readers.rules.persons.lexicon import phrase_words


def kind_in_context(verb: Token, lemma: str, kind: ClaimKind, victims: Token | None) -> ClaimKind | None:
    """The casualty type of a verb in context: "shot dead" is killed; in "shot and killed" only "killed" counts."""
    if kind == "displaced" and victims is not None and victims.lemma_.lower() in lexicon.grammar().tally.of_dead:
        return "killed"  # "evacuated 17 bodies"
    if kind == "displaced" and victims is not None and victims.lower_ in lexicon.grammar().tally.sets:
        return lexicon.grammar().tally.sets[victims.lower_]  # "evacuated five wounded"
    if kind != "injured":
        return kind
    if victims is not None and victims.lower_ in lexicon.grammar().casualty.bodies:
        return None  # "the bodies, burnt beyond recognition"
    if is_murder_suicide(verb) or (victims is not None and _are_bodies(victims)):
        return "killed"
    around = [*verb.children, *(g for c in verb.children if c.lower_ == "to" for g in c.children)]
    around += _of_next(verb)
    around += [*verb.doc[verb.i + 1 : verb.i + 2], *(t for c in verb.rights if c.dep_ in OBJECTS for t in c.rights)]
    known = lexicon.grammar().casualty
    if any(t.lower_ in known.deadly or (t.lower_, lemma) in known.deadly_together for t in around):
        return "killed"
    deaths = (t for t in verb.conjuncts if lexicon.casualty_type_of("done_to").get(t.lemma_.lower()) == "killed")
    # "Shot his wife, then killed himself".
    deaths = (t for t in deaths if not any(o.lower_ in phrase_words().reflexive for o in t.rights if o.dep_ in OBJECTS))
    return None if lemma in lexicon.grammar().casualty.loose and any(t.i > verb.i for t in deaths) else kind


def _of_next(verb: Token) -> list[Token]:
    """What follows "to" after the next verb that shares the people: "were shot or hacked to death"."""
    second = next((t for t in verb.rights if t.dep_ == "conj" and t.tag_ == verb.tag_ and t.i == verb.i + 2), None)
    if second is None or any(t.dep_ in {*OBJECTS, "nsubj", "nsubjpass"} for t in second.children):
        return []
    return [g for c in second.children if c.lower_ == "to" for g in c.children]


def _are_bodies(people: Token) -> bool:
    """Whether a clause speaks of the bodies of people: "a woman and two children whose bodies were found"."""
    heads = (people, *(t for t in people.rights if t.dep_ == "conj"))
    clauses = (c for t in heads for c in t.rights if c.dep_ == "relcl")
    owned = (t for c in clauses for t in c.lefts if t.lower_ in lexicon.grammar().tally.bodies)
    return any(t.tag_ == "WP$" for body in owned for t in body.lefts)


def is_of_relative(verb: Token) -> bool:
    """Whether a clause tells of somebody's relative only: "the father of a student murdered in 2019 was shot"."""
    of = verb.head.head
    is_inner = verb.dep_ in {"acl", "relcl"} and verb.head.dep_ == "pobj" and of.lower_ in phrase_words().of
    return is_inner and of.head.lemma_.lower() in words().naming_relatives


def is_later_end(verb: Token, subject: Token) -> bool:
    """Whether who led an attack died years later: "their commander, Ivo Lerch, died in prison in 2011"."""
    known = lexicon.grammar().casualty
    nouns = [t for t in (subject, *subject.children) if t.lemma_.lower() in known.leaders]
    is_leader = any(t.lower_ in words().definite or t.dep_ == "poss" for noun in nouns for t in noun.lefts)
    clauses = (t for t in subject.rights if t.dep_ == "relcl")
    is_leader = is_leader or any(t.lemma_.lower() in known.orders for c in clauses for t in (c, *c.rights))
    after = [t for t in verb.rights if t.dep_ == "prep"]
    told = [o for prep in after for o in prep.children]
    is_end = all(o.lower_ in known.confined or (o.like_num and o.ent_type_ == "DATE") for o in told)
    return is_leader and bool(told) and is_end


def is_deadly(attack: Token) -> bool:
    """Whether words beside an attack say that somebody died: "fatal shooting", "murder charge in the stabbing"."""
    known = lexicon.grammar().casualty
    if any(t.lower_ in known.deadly for t in attack.lefts if t.dep_ == "amod"):
        return True
    charge = attack.head.head if attack.dep_ == "pobj" and attack.head.lower_ in known.within else attack
    murders = [t for t in (charge, *charge.lefts) if t.lemma_.lower() in known.murders]
    return bool(murders) and not any(t.lower_ in known.attempted for noun in (*murders, charge) for t in noun.lefts)
