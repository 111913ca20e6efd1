"""The meaning of a verb in its context: deadly and other wounds. "Shot" may kill ("shot dead") or not."""

from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties import displacement
from tollbook.readers.rules.casualties.semantic_roles import (
    OBJECTS,
    is_relative,
    nearby,
    subject_of,
)
from tollbook.readers.rules.persons.groups import is_murder_suicide
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of, noun_after_of

_NAMING = frozenset({"NOUN", "PROPN", "NUM"})


def people_meant(token: Token | None) -> Token | None:
    """A word for people, or the people that it stands for.

    "Nine passengers, all of whom died", "abducted two teachers and beheaded them", "two are in hospital after they were
    shot".
    """
    if token is None:
        return None
    if token.lower_ in lexicon.grammar().people.everybody:
        inner, clause = noun_after_of(token), token.head
        return clause.head if inner is not None and is_relative(inner) and clause.dep_ == "relcl" else token
    if token.lower_ in lexicon.grammar().back.them and token.dep_ in OBJECTS and token.head.dep_ == "conj":
        before = token.head.head
        return next((t for t in before.rights if t.dep_ in OBJECTS and t.i < token.i and is_person(t)), token)
    over = token.head.head
    if token.lower_ in lexicon.grammar().tally.referring and token.head.dep_ == "advcl" and token.i > over.i:
        return next((t for t in over.lefts if t.dep_ == "nsubj" and is_person(t) and t.tag_ == "NNS"), token)
    return token


def people_near(verb: Token, harmed: Token | None) -> Token | None:
    """Counted people near a verb; not its subject, if its object can be a name: "the two gunmen killed Lerch"."""
    found = nearby(verb)
    is_named = harmed is not None and harmed.dep_ == "dobj" and harmed.pos_ == "PROPN" and harmed.i > verb.i
    if harmed is None or not is_named or (found is not None and found != subject_of(verb)):
        return found
    joined = next((t for t in harmed.conjuncts if t.i > harmed.i and is_person(t)), None)
    is_other = harmed.ent_type_ in {"DATE", "TIME"} or gazetteer.is_known(harmed.text)
    return joined or (found if is_other else None)


def last_word(verb: Token) -> Token:
    """The verb, or the word after it for its victims, or for a prison.

    "Them" in "and beheaded them", "life" in "took his own life", "custody" in "is in custody".
    """
    holders = (verb, *(t for t in verb.rights if t.dep_ in OBJECTS))
    prepositions = (t for holder in holders for t in holder.rights if t.dep_ == "prep")
    prisons = (t for preposition in prepositions for t in preposition.children)
    if (prison := next((t for t in prisons if t.lower_ in lexicon.grammar().casualty.in_custody), None)) is not None:
        return prison
    life = next(
        (t for t in verb.rights if t.dep_ in OBJECTS and t.left_edge.tag_ == "PRP$" and t.i == verb.i + 3), verb
    )
    return next((t for t in verb.rights if t.i == verb.i + 1 and t != people_meant(t)), life)


def is_subject_matter(state: Token) -> bool:
    """Whether people with an outcome are only the subject of a body or a list: "the commission on missing persons"."""
    people = state.head
    is_bare = state.dep_ == "amod" and people.tag_ in {"NNS", "NNPS"} and {t.dep_ for t in people.lefts} <= {"amod"}
    of = people.head if people.dep_ == "pobj" else None
    known = lexicon.grammar().casualty.about
    return is_bare and of is not None and of.lower_ in known and of.head.pos_ in {"NOUN", "PROPN"}


def kind_in_context(verb: Token, lemma: str, kind: ClaimKind, victims: Token | None) -> ClaimKind | None:
    """The casualty type of a verb in context: "shot dead" is killed; in "shot and killed" only "killed" counts."""
    if kind in {"displaced", "buried"}:
        return displacement.kind_of(victims) if kind == "displaced" else _kind_buried(verb, victims)
    if kind != "injured":
        return kind
    if (victims is not None and _are_known_dead(victims)) or _is_shot_at(verb, lemma):
        return None
    if is_murder_suicide(verb) or (victims is not None and _are_bodies(victims)) or _is_execution(verb, lemma):
        return "killed"
    around = [*verb.children, *_after_to(verb), *_of_next(verb)]
    around += [*verb.doc[verb.i + 1 : verb.i + 2], *(t for c in verb.rights if c.dep_ in OBJECTS for t in c.rights)]
    known = lexicon.grammar().casualty
    if any(t.lower_ in known.deadly or (t.lower_, lemma) in known.deadly_together for t in around if not _counts(t)):
        return "killed"
    deaths = (t for t in verb.conjuncts if lexicon.casualty_type_of("done_to").get(t.lemma_.lower()) == "killed")
    is_same = (t for t in deaths if t.i > verb.i and not _has_own_people(t, verb))
    return None if lemma in lexicon.grammar().casualty.loose and any(is_same) else kind


def _has_own_people(death: Token, verb: Token) -> bool:
    """Whether a verb of death has other people than the verb before it.

    "Five shot, one killed", "12 were hurt and four others were shot and killed", "shot his wife, then killed himself",
    "shot two guards and killed a third".
    """
    if death.head != verb and death.dep_ == "conj" and death.head.dep_ == "conj" and _has_own_people(death.head, verb):
        return True
    subjects = [t for t in death.lefts if t.dep_ in SUBJECTS]
    objects = [t for t in death.rights if t.dep_ in OBJECTS]
    counted = any(t.dep_ == "nsubjpass" and t.pos_ in _NAMING for t in subjects) or any(t.like_num for t in subjects)
    if counted or any(o.lower_ in phrase_words().reflexive for o in objects):
        return True
    has_people = any(t.dep_ in {"dobj", "auxpass"} for t in verb.children)
    return has_people and any(t.pos_ in _NAMING for t in objects)


def _counts(word: Token) -> bool:
    """Whether a word is the outcome of people of its own: "eight men shot, two dead", "two of them dead"."""
    before = word.doc[max(word.sent.start, word.i - 2) : word.i]
    is_second = len(before) > 1 and before[0].text == "," and lexicon.singular(before[1]) in lexicon.status_of_noun()
    is_some = len(before) > 0 and (before[-1].tag_ == "CD" or before[-1].lower_ in lexicon.grammar().back.them)
    return (is_second and word.pos_ != "ADV") or is_some


def _is_shot_at(verb: Token, lemma: str) -> bool:
    """Whether shots are only fired at somebody: "he was shot at, but the bullets missed"."""
    at = (t for t in verb.rights if t.lower_ in lexicon.grammar().casualty.shot_at)
    return lemma in lexicon.grammar().casualty.shooting and any(not any(t.children) for t in at)


def kind_of_state(word: Token) -> ClaimKind | None:
    """The casualty type of an adjective or participle; somebody "buried under the rubble" is trapped."""
    kind = lexicon.casualty_type_of("state").get(word.lower_)
    return _kind_buried(word, None) if kind == "buried" else kind


def _kind_buried(verb: Token, victims: Token | None) -> ClaimKind | None:
    """The casualty type of people who are buried: trapped under rubble, dead if bodies are; None after their death."""
    if any(t.dep_ == "prep" and t.lower_ in lexicon.grammar().casualty.under for t in verb.rights):
        are_dead = victims is not None and victims.lower_ in lexicon.grammar().casualty.bodies
        return "killed" if are_dead else "trapped"
    is_after = verb.dep_ == "conj" and _is_execution(verb.head, verb.head.lemma_.lower())
    return None if is_after else "buried"  # "were shot and buried in a pit"


def are_bodies(noun: Token) -> bool:
    """Whether a noun or the noun after its "of" is for the dead: "bodies", "all of the bodies"."""
    return (noun_after_of(noun) or noun).lower_ in lexicon.grammar().tally.bodies


def is_slight(word: Token) -> bool:
    """Whether only a grave injury is denied: "was not seriously hurt", "did not suffer life-threatening wounds"."""
    wounds = (t for noun in word.rights if noun.dep_ in OBJECTS for t in noun.lefts)
    return is_perhaps_hurt(word) or any(t.lower_ in lexicon.grammar().casualty.severe for t in wounds)


def is_perhaps_hurt(word: Token) -> bool:
    """Whether somebody who was "not seriously hurt" may be hurt or not: registers count some of them and not others."""
    return any(t.lower_ in lexicon.grammar().casualty.grave for t in word.lefts)


def dies_later(survives: Token) -> bool:
    """Whether somebody survives only for a time: "survived for two days", "survived the shots but died later"."""
    known = lexicon.casualty_type_of("undergo")
    # Not "she survived, but her son died".
    joined = (t for t in survives.rights if t.dep_ == "conj" and not any(c.dep_ in SUBJECTS for c in t.lefts))
    if any(known.get(t.lemma_.lower()) == "killed" for t in joined):
        return True
    spans = (o for t in survives.rights if t.lower_ in lexicon.grammar().casualty.lasting for o in t.children)
    return any(o.dep_ == "pobj" and o.ent_type_ in {"DATE", "TIME"} for o in spans)


def _are_known_dead(victims: Token) -> bool:
    """Whether people are the dead of another count: "the bodies, burnt", "many of the dead had been shot"."""
    some_of = noun_after_of(victims)
    is_some = some_of is not None and lexicon.grammar().tally.sets.get(some_of.lower_) == "killed"
    return is_some or victims.lower_ in lexicon.grammar().casualty.bodies


def _is_execution(verb: Token, lemma: str) -> bool:
    """Whether people who were shot are dead: "lined up 12 men and shot them", "were shot and their bodies burnt"."""
    known = lexicon.grammar().casualty
    if lemma not in known.shooting:
        return False
    if verb.dep_ == "conj" and verb.head.lemma_.lower() in known.executing:
        return True
    after = [t for t in verb.rights if t.dep_ == "conj"]
    after += [t for clause in after for t in clause.lefts if t.dep_ in SUBJECTS]
    owned = (t for t in after if t.lower_ in known.bodies)
    is_hidden = any(t.lemma_.lower() in known.hiding and t.tag_ == verb.tag_ for t in after)
    return is_hidden or any(t.tag_ == "PRP$" for body in owned for t in body.lefts)


def _of_next(verb: Token) -> list[Token]:
    """The word after "to" at the next verb with the same people: "were shot or hacked to death"."""
    second = next((t for t in verb.rights if t.dep_ == "conj" and t.tag_ == verb.tag_ and t.i == verb.i + 2), None)
    if second is None or any(t.dep_ in {*OBJECTS, "nsubj", "nsubjpass"} for t in second.children):
        return []
    return _after_to(second)


def _after_to(verb: Token) -> list[Token]:
    """The words after "to": "death" in "hacked to death"."""
    return [g for c in verb.children if c.lower_ in lexicon.grammar().function.to for g in c.children]


def _are_bodies(people: Token) -> bool:
    """Whether a clause is about the bodies of people: "a woman and two children whose bodies were found"."""
    heads = (people, *(t for t in people.rights if t.dep_ == "conj"))
    clauses = (c for t in heads for c in t.rights if c.dep_ == "relcl")
    owned = (t for c in clauses for t in c.lefts if t.lower_ in lexicon.grammar().tally.bodies)
    return any(t.tag_ == "WP$" for body in owned for t in body.lefts)


def is_of_relative(verb: Token) -> bool:
    """Whether a clause only describes somebody's relative: "the father of a student murdered in 2019 was shot"."""
    of = verb.head.head
    is_inner = verb.dep_ in {"acl", "relcl"} and verb.head.dep_ == "pobj" and is_of(of)
    return is_inner and of.head.lemma_.lower() in words().naming_relatives


def is_later_end(verb: Token, subject: Token) -> bool:
    """Whether the leader of an attack died years later: "their commander, Ivo Lerch, died in prison in 2011"."""
    known = lexicon.grammar().casualty
    nouns = [t for t in (subject, *subject.children) if t.lemma_.lower() in known.leaders]
    is_leader = any(t.lower_ in words().definite or t.dep_ == "poss" for noun in nouns for t in noun.lefts)
    clauses = (t for t in subject.rights if t.dep_ == "relcl")
    is_leader = is_leader or any(t.lemma_.lower() in known.orders for c in clauses for t in (c, *c.rights))
    after = [t for t in verb.rights if t.dep_ == "prep"]
    told = [o for prep in after for o in prep.children]
    is_end = all(o.lower_ in known.confined or (o.like_num and o.ent_type_ == "DATE") for o in told)
    return is_leader and bool(told) and is_end


def is_deadly_attack(attack: Token) -> bool:
    """Whether words beside an attack report a death: "fatal shooting", "murder charge in the stabbing"."""
    known = lexicon.grammar().casualty
    if attack.lemma_.lower() not in known.attacks:
        return False
    if any(t.lower_ in known.deadly for t in attack.lefts if t.dep_ == "amod"):
        return True
    charge = attack.head.head if attack.dep_ == "pobj" and attack.head.lower_ in known.within else attack
    murders = [t for t in (charge, *charge.lefts) if t.lemma_.lower() in known.murders]
    return bool(murders) and not any(t.lower_ in known.attempted for noun in (*murders, charge) for t in noun.lefts)


def is_victim_of_killing(noun: Token) -> bool:
    """Whether a noun is for the dead of a killing: "the victim of a deadly stabbing", "the victims of the murders".

    Not in "families of victims of the massacre".
    """
    is_of_others = noun.dep_ == "pobj" and is_of(noun.head) and is_person(noun.head.head)
    is_victim = lexicon.singular(noun) in words().victims and not is_of_others
    is_counted = noun.tag_ == "NN" or any(t.dep_ == "nummod" for t in noun.lefts)
    of = noun_after_of(noun) if is_victim and is_counted else None
    kinds = lexicon.casualty_type_of("noun")
    return of is not None and (kinds.get(of.lemma_.lower()) == "killed" or is_deadly_attack(of))
