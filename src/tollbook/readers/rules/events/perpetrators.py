"""Perpetrators in a report: people by description, organisations by name.

"Members of the Corvan Front" are both: people with that description, and the organisation they belong to. An
organisation is recognised by its name, by an acronym next to it, or as an institution ("the army"); "a group of armed
men" is people.
"""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.model import Actor
from tollbook.readers.rules.attribution.relations import is_after_cue
from tollbook.readers.rules.coreference import group_names, naming
from tollbook.readers.rules.events.means import runs_into_weapon
from tollbook.readers.rules.events.organisations import (
    PEOPLES,
    affiliation,
    full_name,
    is_left,
    is_no_agent,
    is_organisation,
    is_place,
    is_power,
    members,
)
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, among, attack_words
from tollbook.readers.rules.words.organisation_names import acronyms, plain
from tollbook.readers.rules.words.syntax import DONE_TO

_DESCRIBING = frozenset({"amod", "compound", "nmod", "nummod", "acl", "relcl"})
#: The fewest letters of a word in lower case that can be a name: "al" is the article of one.
_LETTERS = 3


def find(agent: Token | None) -> tuple[Actor, ...]:
    """The actors that ``agent`` and the words listed with it name; empty where they name no actor."""
    if agent is None:
        return ()
    actors: dict[str, Actor] = {}
    for head in (agent, *(t for t in agent.conjuncts if t.i > agent.i)):
        # "Terrorist Attack" in a headline in title case names nobody.
        is_event = not _is_people(head) and _is_of_events(head)
        if is_event or is_after_cue(head) or _is_excepted(head) or cannot_act(head):
            continue
        named = _named_beside(head)
        for actor in of_phrase(named) if named == head else _of_names(named):
            actors.setdefault(actor.name.lower(), actor)
    return tuple(actors.values())


def _is_of_events(head: Token) -> bool:
    """Whether a word is for an attack, or for several: "a wave of air raids", "dozens of strikes"."""
    inner = members(head) if among(head, actor_words().collective) else None
    return any(p.head in {head, inner} for p in phrases.find("events", head.sent))


def _is_excepted(head: Token) -> bool:
    """Whether a word names those who did not act: "blamed not the army but rebels", "the rebels, not the army"."""
    before = head.doc[head.left_edge.i - 1] if head.left_edge.i > head.sent.start else None
    negations = [t for t in (*head.lefts, *(t for t in (before,) if t is not None)) if t.dep_ == "neg"]
    is_of_verb = any(t.head.pos_ in {"VERB", "AUX"} for t in negations)
    limits = any(t.nbor().lower_ in actor_words().limiting for t in negations)
    return bool(negations) and not (is_of_verb or limits)


def _of_names(first: Token) -> Iterator[Actor]:
    """The persons of a list of names, or the actor that a word names: "two brothers, Jon and Ivo Lerch"."""
    name = person_names.name_at(first)
    if name is None:
        yield from of_phrase(first)
        return
    for one in name_lists.list_of(name, first.doc):
        yield Actor(name=one.text, kind="individual")


def described(head: Token, verb: Token) -> tuple[Actor, ...]:
    """The agents of ``verb`` described by other words than attackers: "a 30-year-old carpenter", "two deputies".

    The description must introduce them. "The men" and "his older brother" were mentioned before.
    """
    known = {t.lower_ for t in head.lefts}
    owned = any(t.dep_ == "poss" and t.lower_ not in actor_words().employing for t in head.lefts)
    if not is_person(head) or head.tag_ not in {"NN", "NNS"} or owned or runs_into_weapon(head):
        return ()
    if (
        among(head, actor_words().anybody | actor_words().collective | actor_words().amount)
        or known & actor_words().referring
    ):
        return ()
    is_one = head.tag_ == "NN"
    is_introduced = bool(known & actor_words().introducing) if is_one else not among(head, actor_words().vague)
    is_introduced = is_introduced or any(t.dep_ == "nummod" for t in head.lefts)
    is_agent = verb in {head.head, head.head.head, *head.head.conjuncts} and head.dep_ not in {"dobj", "oprd", "attr"}
    is_introduced = is_introduced and is_agent and not cannot_act(head)
    is_described = is_one and _described(head)
    return (Actor(name=phrases.actor_phrase(head), kind="individual"),) if is_introduced or is_described else ()


def of_phrase(head: Token) -> Iterator[Actor]:
    """The actors that one noun phrase names, whatever its role in the sentence."""
    yield from (actor for actor in _of_phrase(head) if not _is_nameless(actor.name))


def _named_beside(head: Token) -> Token:
    """The name beside a noun for somebody: "by his wife, Ana Brod", "the gunman, Ivo Lerch"."""
    is_named = is_actor(head) and not _is_people(head)
    beside = (t for t in head.rights if not is_named and t.dep_ == "appos" and is_actor(t) and not _is_excepted(t))
    beside = (t for t in beside if not _is_in_brackets(t))
    beside = (t for t in beside if not is_actor(head) or _is_named_person(t))
    return next((t for t in beside if all(w.text != ";" for w in head.doc[head.i : t.i])), head)


def _is_nameless(name: str) -> bool:
    """Whether words name nobody: only "persons", only "al", or a headline with its day and its numbers."""
    parts = name.split()
    vague = len(parts) == 1 and {name.lower(), name.lower().removesuffix("s")} & (
        actor_words().vague | actor_words().amount
    )
    is_headline = sum(part.isdigit() for part in parts) > 1
    return bool(vague) or is_headline or all(len(part) < _LETTERS and part.islower() for part in parts)


def is_actor(token: Token) -> bool:
    """Whether the word can name perpetrators."""
    return (
        _is_people(token) or among(token, actor_words().collective) or is_organisation(token) or _is_named_person(token)
    )


def cannot_act(token: Token) -> bool:
    """Whether the context of a word shows that it is no agent: the target of an attack, its means, a news agency.

    "Opening fire on two troopers", "killed the gunman", "beaten by men with green armbands", "(NBX) - Rebels", "a truck
    struck a mine", "which side".
    """
    while token.dep_ in {"conj", "appos"} and token.head.i < token.i:
        token = token.head
    if token.lower_ in actor_words().helping | actor_words().currents or runs_into_weapon(token) or _is_weapon(token):
        return True
    if _is_in_brackets(token) or is_no_agent(token) or any(t.lower_ in actor_words().asked for t in token.lefts):
        return True
    over = token.head
    if token.dep_ in DONE_TO:
        return _is_attacking(over)
    if token.dep_ != "pobj" or over.dep_ != "prep":
        return False
    if over.lower_ in actor_words().means:
        return over.head.lemma_.lower() in actor_words().armed or _is_people(over.head)
    # "Blaming the attacks on rebels": parsers read an attack on rebels.
    is_blamed = over.lower_ in actor_words().blaming and over.head.head.lemma_.lower() in actor_words().blame
    return over.lower_ in actor_words().against and _is_attacking(over.head) and not is_blamed


def _is_weapon(token: Token) -> bool:
    """Whether a word is a weapon without the name of a force, or the type of one: "a drone", "TOW missiles"."""
    named = (t for t in token.lefts if t.ent_type_ in PEOPLES or t.pos_ == "PROPN" or is_power(t))
    is_named = any(t.lower_ not in actor_words().models for t in named) or _is_people(token)
    return token.lower_ in actor_words().models or (
        not is_named and (token.lemma_.lower(),) in lexicon.phrases("weapons")
    )


def _is_attacking(word: Token) -> bool:
    """Whether a word is a verb of attacking, a noun for an attack, or "fire" in "opened fire"."""
    lemma = word.lemma_.lower()
    if word.pos_ == "VERB":
        return lemma in actor_words().acts or lemma in lexicon.casualty_type_of("done_to")
    return lemma in actor_words().fire or any(p.head == word for p in phrases.find("events", word.sent))


def _is_in_brackets(token: Token) -> bool:
    """Whether a word in brackets is no explained acronym, but the place or the agency of a report."""
    before, after = token.doc[token.sent.start : token.i], token.doc[token.i + 1 : token.sent.end]
    opened = sum(t.text == "(" for t in before) > sum(t.text == ")" for t in before)
    return opened and any(t.text == ")" for t in after) and token.text not in acronyms(parser.text_of(token.doc))


def is_vague(token: Token) -> bool:
    """Whether the word names nobody without a description: "men", "members"."""
    return among(token, actor_words().vague | actor_words().part | actor_words().collective)


def _of_phrase(head: Token) -> Iterator[Actor]:
    inner = members(head)
    if (given := _given(head)) is not None:
        yield given
    elif among(head, actor_words().collective) and _is_named_column(head):
        yield _organisation(head)
    elif inner is not None and among(head, actor_words().collective) and is_actor(inner) and not is_organisation(inner):
        yield from _of_phrase(inner)
    elif among(head, actor_words().name_heads) and is_organisation(head):
        yield _organisation(head)
    elif (owner := _owner(head)) is not None:
        yield _organisation(owner)
    elif _is_people(head) or (among(head, actor_words().collective) and _described(head)) or _is_crowd(head):
        is_member = inner is not None and is_organisation(inner) and not is_left(inner)
        organisation = inner if is_member else affiliation(head)
        yield Actor(name=phrases.actor_phrase(head) + _membership(head, inner), kind="individual")
        if organisation is not None:
            yield _organisation(organisation)
    elif is_organisation(head) or (_is_named_person(head) and any(t.dep_ == "det" for t in head.lefts)):
        # No person's name has an article: "the Owls".
        yield _organisation(head)
    elif _is_named_person(head) or _is_one_of_people(head):
        yield Actor(name=phrases.actor_phrase(head), kind="individual")


def _owner(head: Token) -> Token | None:
    """The organisation of "its fighters": the subject of the clause above, or the one that it represents."""
    if not any(t.dep_ == "poss" and t.lower_ in actor_words().owning for t in head.lefts):
        return None
    over = next((t for t in head.ancestors if t.pos_ == "VERB" and t.i < head.i), None)
    subjects = (t for t in over.lefts if t.dep_ == "nsubj") if over is not None else ()
    for subject in subjects:
        inside = (t for prep in subject.rights if prep.dep_ == "prep" for t in prep.children if t.dep_ == "pobj")
        return next((t for t in (subject, *inside) if is_organisation(t)), None)
    return None


def _is_named_column(head: Token) -> bool:
    """Whether a word for a group ends its name: "the Mountain Liberation Column"."""
    return head.pos_ == "PROPN" and any(t.dep_ == "compound" and t.pos_ == "PROPN" for t in head.lefts)


def _membership(head: Token, inner: Token | None) -> str:
    """The organisation of "members", or the people in "a gang of smugglers", if the head alone describes nobody."""
    is_described = among(head, actor_words().individual | actor_words().vague) and not among(head, actor_words().part)
    if inner is None or is_described:
        return ""
    if not (is_organisation(inner) or is_person(inner) or among(inner, actor_words().collective)):
        return ""
    start, end = phrases.noun_phrase(inner)
    joining = head.doc[head.i + 1 : inner.left_edge.i]
    if any(t.is_punct for t in joining):
        return ""
    return f" {joining.text} {plain(phrases.words(head.doc, start, end))}"


def _given(head: Token) -> Actor | None:
    """The name of a group or a person beside a noun: "a man identified as Ivo Lerch"."""
    if (group := group_names.named(head)) is not None:
        return Actor(name=plain(group), kind="organisation")
    verbs = (t for t in head.rights if t.dep_ == "acl")
    last = next((name for verb in verbs if (name := naming.name_given_by(verb)) is not None), None)
    found = person_names.name_at(last) if last is not None else None
    return Actor(name=found.text, kind="individual") if found is not None else None


def _is_crowd(head: Token) -> bool:
    """Whether a word introduces a group of people who act together: "a mob", not "the gang"."""
    return among(head, actor_words().crowd) and any(t.lower_ in actor_words().introducing for t in head.lefts)


def _is_people(token: Token) -> bool:
    """Whether a word is for attackers, or for the aircraft of a force: "government helicopters"."""
    described = among(token, actor_words().vague) and _described(token)
    is_owned = among(token, actor_words().aircraft) and any(t.ent_type_ == "NORP" or is_power(t) for t in token.lefts)
    return token.ent_type_ != "PERSON" and (described or is_owned or among(token, actor_words().individual))


def _is_named_person(token: Token) -> bool:
    return token.ent_type_ == "PERSON" and token.pos_ == "PROPN" and not is_place(token)


def _is_one_of_people(token: Token) -> bool:
    """Whether a word is for one person by nationality: "a Velmari rammed his car into"."""
    is_one = token.ent_type_ == "NORP" and token.tag_ in {"NN", "NNP"}
    return is_one and any(t.lower_ in actor_words().introducing for t in token.lefts)


def _described(head: Token) -> bool:
    """Whether a general word has a description: a bare "the group" only refers to one mentioned before."""
    return members(head) is not None or any(t.dep_ in _DESCRIBING for t in head.children) or _is_equipped(head)


def _is_equipped(head: Token) -> bool:
    """Whether arms, a vehicle or clothes describe people: "men with rifles", "men on motorcycles", "men in uniform"."""
    preps = (t for t in head.rights if t.dep_ == "prep" and t.lower_ in actor_words().equipping)
    nouns = {noun for prep in preps for noun in prep.children if noun.dep_ == "pobj"}
    known = attack_words().vehicles | actor_words().dress
    arms = {found.head for found in phrases.find("weapons", head.sent)} if nouns else set()
    return any(noun in arms or noun.lemma_.lower() in known for noun in nouns)


def _organisation(head: Token) -> Actor:
    """An organisation under its fullest name in the report."""
    name, inner = phrases.actor_phrase(head), members(head)
    if head.text[0].isupper() and inner is not None and inner.pos_ == "PROPN":
        name = f"{name} {head.doc[head.i + 1 : inner.i + 1].text}"
    return Actor(name=full_name(head, name), kind="organisation")
