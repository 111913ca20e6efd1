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
from tollbook.readers.rules.events.actor_nouns import (
    DESCRIBING,
    cannot_act,
    is_actor,
    is_crowd,
    is_described,
    is_in_brackets,
    is_name,
    is_named_person,
    is_one_of_people,
    is_people,
)
from tollbook.readers.rules.events.means import runs_into_weapon
from tollbook.readers.rules.events.organisations import (
    affiliation,
    full_name,
    is_left,
    is_organisation,
    members,
)
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import phrases
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.organisation_names import plain
from tollbook.readers.rules.words.syntax import noun_after_of

#: The fewest letters of a word in lower case that can be a name: "al" is the article of one.
_LETTERS = 3
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


def find(agent: Token | None) -> tuple[Actor, ...]:
    """The actors that ``agent`` and the words listed with it name; empty where they name no actor."""
    if agent is None:
        return ()
    actors: dict[str, Actor] = {}
    for head in (agent, *(t for t in agent.conjuncts if t.i > agent.i)):
        # "Terrorist Attack" in a headline in title case names nobody.
        is_event = not is_people(head) and _is_of_events(head)
        if is_event or is_after_cue(head) or _is_excepted(head) or cannot_act(head) or _begins_clause(head, agent):
            continue
        named = _named_beside(head)
        for actor in of_phrase(named) if named == head else _of_names(named):
            actors.setdefault(actor.name.lower(), actor)
    return tuple(actors.values())


def _begins_clause(head: Token, agent: Token) -> bool:
    """Whether a word joined to an agent is the subject of a clause: "hurt by the gas, and Ivo Brod had seen it"."""
    is_after = agent.dep_ == "pobj" and head != agent and head.i + 1 < head.sent.end
    return is_after and head.nbor().tag_ in _FINITE


def _is_of_events(head: Token) -> bool:
    """Whether a word is for an attack, or for several: "a wave of air raids", "dozens of strikes"."""
    inner = members(head) if among(head, actor_words().collective) else None
    inner = None if inner is not None and is_people(inner) else inner  # "A group of gunmen attacked".
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

    The description must introduce them. "The men" and "his older brother" were mentioned before. "One of their
    colleagues" is new.
    """
    inner = noun_after_of(head) if head.tag_ == "CD" else None
    if inner is not None and is_person(inner) and not is_people(inner) and any(t.dep_ == "poss" for t in inner.lefts):
        return (Actor(name=head.doc[head.i : inner.i + 1].text, kind="individual"),)
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
    # "A man opened fire, killing two".
    above = verb.head if verb.dep_ == "advcl" else verb
    governors = {head.head, head.head.head, *head.head.conjuncts}
    is_agent = not {verb, above}.isdisjoint(governors) and head.dep_ not in {"dobj", "oprd", "attr"}
    is_introduced = is_introduced and is_agent and not cannot_act(head)
    is_known = is_introduced or (is_one and is_described(head))
    return (Actor(name=phrases.actor_phrase(head), kind="individual"),) if is_known else ()


def introduced(head: Token) -> tuple[Actor, ...]:
    """A person whom a description with an article introduces, whatever their trade: "a young engineer"."""
    is_new = head.tag_ == "NN" and any(t.lower_ in actor_words().introducing for t in head.lefts)
    is_described = is_new and is_person(head) and any(t.dep_ in DESCRIBING for t in head.lefts)
    return (Actor(name=phrases.actor_phrase(head), kind="individual"),) if is_described else ()


def of_phrase(head: Token) -> Iterator[Actor]:
    """The actors that one noun phrase names, whatever its role in the sentence."""
    yield from (actor for actor in _of_phrase(head) if not _is_nameless(actor.name))


def _named_beside(head: Token) -> Token:
    """The name beside a noun for somebody: "by his wife, Ana Brod", "the gunman, Ivo Lerch"."""
    is_named = is_actor(head) and not is_people(head)
    beside = (t for t in head.rights if not is_named and t.dep_ == "appos" and not _is_excepted(t))
    beside = (t for t in beside if is_name(t) or (is_actor(t) and not is_actor(head)))
    beside = (t for t in beside if not is_in_brackets(t))
    return next((t for t in beside if all(w.text != ";" for w in head.doc[head.i : t.i])), head)


def _is_nameless(name: str) -> bool:
    """Whether words name nobody: only "persons", only "al", or a headline with its day and its numbers."""
    parts = name.split()
    vague = len(parts) == 1 and {name.lower(), name.lower().removesuffix("s")} & (
        actor_words().vague | actor_words().amount
    )
    is_headline = sum(part.isdigit() for part in parts) > 1
    return bool(vague) or is_headline or all(len(part) < _LETTERS and part.islower() for part in parts)


def _of_phrase(head: Token) -> Iterator[Actor]:
    inner = members(head)
    if given := _given(head):
        yield from given
    elif among(head, actor_words().collective) and _is_named_column(head):
        yield _organisation(head)
    elif inner is not None and among(head, actor_words().collective) and is_actor(inner) and not is_organisation(inner):
        yield from _of_phrase(inner)
    elif among(head, actor_words().name_heads) and is_organisation(head):
        yield _organisation(head)
    elif (owner := _owner(head)) is not None:
        yield _organisation(owner)
    elif is_people(head) or (among(head, actor_words().collective) and is_described(head)) or is_crowd(head):
        is_member = inner is not None and is_organisation(inner) and not is_left(inner)
        # "A Fort Velm man" is from there.
        is_home = head.tag_ == "NN" and among(head, actor_words().vague)
        organisation = inner if is_member else None if is_home else affiliation(head)
        yield Actor(name=phrases.actor_phrase(head) + _membership(head, inner), kind="individual")
        if organisation is not None:
            yield _organisation(organisation)
    elif is_organisation(head) or (is_named_person(head) and any(t.dep_ == "det" for t in head.lefts)):
        # No person's name has an article: "the Owls".
        yield _organisation(head)
    elif is_named_person(head) or is_one_of_people(head):
        named = [name.text for name in _names_within(head)] or [phrases.actor_phrase(head)]
        yield from (Actor(name=name, kind="individual") for name in named)


def _names_within(head: Token) -> tuple[PersonName, ...]:
    """The persons whose names share the last word: "brothers Dan and Ivo Lerch"; empty for one person."""
    name = person_names.name_at(head) if head.pos_ == "PROPN" else None
    listed = () if name is None else name_lists.list_of(name, head.doc)
    return tuple(one for one in listed if one.text.split()[-1] == head.text) if len(listed) > 1 else ()


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


def _given(head: Token) -> tuple[Actor, ...]:
    """The name of a group, or the persons named beside a noun: "a man identified as Ivo Lerch"."""
    if (group := group_names.named(head)) is not None:
        return (Actor(name=plain(group), kind="organisation"),)
    verbs = (t for t in head.rights if t.dep_ == "acl")
    last = next((name for verb in verbs if (name := naming.name_given_by(verb)) is not None), None)
    found = person_names.name_at(last) if last is not None else None
    listed = () if found is None else name_lists.list_of(found, head.doc)
    return tuple(Actor(name=name.text, kind="individual") for name in listed)


def _organisation(head: Token) -> Actor:
    """An organisation under its fullest name in the report."""
    name, inner = phrases.actor_phrase(head), members(head)
    if head.text[0].isupper() and inner is not None and inner.pos_ == "PROPN":
        name = f"{name} {head.doc[head.i + 1 : inner.i + 1].text}"
    return Actor(name=full_name(head, name), kind="organisation")
