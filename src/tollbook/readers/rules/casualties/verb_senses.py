"""The meaning of a verb in its context: casualty idioms, deadly and other wounds.

"Lost their lives" and "taken to hospital" are idioms, whose words are in ``casualty_idioms.toml``; "shot" may kill
("shot dead") or not.
"""

from typing import NamedTuple

from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties import displacement
from tollbook.readers.rules.casualties.semantic_roles import (
    OBJECTS,
    is_person_or_relative,
    is_relative,
    patient,
    subject_of,
)
from tollbook.readers.rules.persons.groups import is_murder_suicide
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.lexicon import Idiom
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of, noun_after_of

#: The most tokens between the verb of an idiom and an object that the parse attaches to another verb: "claimed the
#: lives of over 400 people injured 90 others". A determiner, a number or pronoun and an adjective fit before the noun.
_OBJECT_REACH = 4
#: The smallest number that counts people without a noun: "lost 89". A team or a family "lost two". A judgement.
_FEWEST_BARE = 10
#: Tags of a verb whose act was done; "agreed to release" and "demanded that they release" have others.
_DONE = frozenset({"VBD", "VBN", "VBG"})


class FoundIdiom(NamedTuple):
    """An idiom in the text, and the head of the phrase for its victims."""

    idiom: Idiom
    victims: Token | None


def find(verb: Token, lemma: str) -> FoundIdiom | None:
    """The first idiom that fits the verb."""
    for idiom in lexicon.idioms():
        if lemma not in idiom.verbs or not _fits(idiom, verb):
            continue
        victims = _victims(idiom, verb)
        if idiom.people_only and (victims is None or not is_person_or_relative(victims)):
            continue
        if idiom.kind == "injured" and victims is not None and victims.lower_ in lexicon.grammar().casualty.bodies:
            continue  # "his body was taken to the hospital"
        if not idiom.counted_only or _is_counted(victims):
            return FoundIdiom(idiom, victims)
    return None


def _is_counted(victims: Token | None) -> bool:
    """Whether a number above one counts the victims: "more than 40 troops", or "at least 89" by itself."""
    if victims is None:
        return False
    counts = (quantities.count(t.text, LOCALE) for t in (victims, *victims.children) if t.like_num)
    # "Released 31 of them", "eight of the 12 hostages".
    is_bare = victims.like_num and noun_after_of(victims) is None
    fewest = _FEWEST_BARE if is_bare else 2
    return any(c is not None and (c.best or c.low or 0) >= fewest for c in counts)


def _fits(idiom: Idiom, verb: Token) -> bool:
    if idiom.objects and idiom.objects.isdisjoint(_objects(verb)):
        return False
    if idiom.prepositional and idiom.prepositional.isdisjoint(_after_prepositions(verb)):
        return False
    if (idiom.passive and verb.tag_ == "VBG") or (idiom.done and (verb.tag_ not in _DONE or verb.dep_ == "amod")):
        return False
    if idiom.passive and (patient(verb) or verb).dep_ != "nsubjpass" and verb.dep_ not in {"acl", "xcomp"}:
        return False
    if not idiom.anywhere and not idiom.without:
        return True
    # "Taken into custody and treated at a hospital": each verb has its own place.
    others = {t.i for v in verb.rights if v.dep_ == "conj" and v.lemma_ in idiom.verbs for t in v.subtree}
    own = {t.lower_ for t in verb.subtree if t.i not in others}
    return own.isdisjoint(idiom.without) and all(own & alternatives for alternatives in idiom.anywhere)


def _after_prepositions(verb: Token) -> set[str]:
    """The nouns after the prepositions of a verb or its object: the parse of "left 11 people in hospital" varies."""
    holders = (verb, *(t for t in verb.children if t.dep_ in OBJECTS))
    # "Pulled off a bus by rebels": the parse takes "off" for a particle with a noun.
    prepositions = (p for holder in holders for p in holder.children if p.dep_ in {"prep", "prt"} and p.i > verb.i)
    return {t.lower_ for p in prepositions for t in p.children}


def _objects(verb: Token) -> dict[str, Token]:
    """The objects of a verb by their lemmas, and the noun right after it, which a damaged sentence ties elsewhere."""
    found = {t.lemma_.lower(): t for t in verb.children if t.dep_ in OBJECTS}
    for token in verb.doc[verb.i + 1 : min(verb.sent.end, verb.i + 1 + _OBJECT_REACH)]:
        if token.pos_ == "NOUN":
            found.setdefault(token.lemma_.lower(), token)
        if token.pos_ not in {"DET", "ADJ", "NUM", "PRON", "NOUN"}:
            break
    return found


def _victims(idiom: Idiom, verb: Token) -> Token | None:
    named = next((t for lemma, t in _objects(verb).items() if lemma in idiom.objects), None)
    of_object = None if named is None else noun_after_of(named)
    owner = None if named is None else next((t for t in named.lefts if t.dep_ == "poss"), None)
    for role in idiom.victims:
        found = {"object": named, "of object": of_object, "owner of object": owner}.get(role)
        if role in {"patient", "subject"}:
            found = patient(verb) if role == "patient" else subject_of(verb)
        if found is not None:
            return found
    return None


def people_meant(token: Token | None) -> Token | None:
    """A word for people, or the people that it stands for.

    "Nine passengers, all of whom died", "abducted two teachers and beheaded them".
    """
    if token is None:
        return None
    if token.lower_ in lexicon.grammar().people.everybody:
        inner, clause = noun_after_of(token), token.head
        return clause.head if inner is not None and is_relative(inner) and clause.dep_ == "relcl" else token
    if token.lower_ in lexicon.grammar().back.them and token.dep_ in OBJECTS and token.head.dep_ == "conj":
        before = token.head.head
        return next((t for t in before.rights if t.dep_ in OBJECTS and t.i < token.i and is_person(t)), token)
    return token


def last_word(verb: Token) -> Token:
    """The verb, or the word after it for its victims: "them" in "and beheaded them", "life" in "took his own life"."""
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
    if victims is not None and _are_known_dead(victims):
        return None
    if is_murder_suicide(verb) or (victims is not None and _are_bodies(victims)) or _is_execution(verb, lemma):
        return "killed"
    around = [*verb.children, *_after_to(verb), *_of_next(verb)]
    around += [*verb.doc[verb.i + 1 : verb.i + 2], *(t for c in verb.rights if c.dep_ in OBJECTS for t in c.rights)]
    known = lexicon.grammar().casualty
    if any(t.lower_ in known.deadly or (t.lower_, lemma) in known.deadly_together for t in around):
        return "killed"
    deaths = (t for t in verb.conjuncts if lexicon.casualty_type_of("done_to").get(t.lemma_.lower()) == "killed")
    # "Shot his wife, then killed himself".
    deaths = (t for t in deaths if not any(o.lower_ in phrase_words().reflexive for o in t.rights if o.dep_ in OBJECTS))
    return None if lemma in lexicon.grammar().casualty.loose and any(t.i > verb.i for t in deaths) else kind


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


def kind_of_idiom(verb: Token, idiom: Idiom) -> ClaimKind:
    """The casualty type of an idiom; not everybody died in "mowing down 17 people, at least four of whom died"."""
    if idiom.kind != "killed":
        return idiom.kind
    known = lexicon.casualty_type_of("undergo")
    deaths = (t for t in verb.sent if t.i > verb.i and known.get(t.lemma_.lower()) == "killed")
    some = (t for death in deaths for t in death.lefts if t.dep_ in SUBJECTS and t.like_num)
    after = (verb.doc[of.i + 1 : of.i + 2] for t in some for of in t.rights if is_of(of))
    return "injured" if any(word.tag_ == "WP" for words in after for word in words) else "killed"


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
