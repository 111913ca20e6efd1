"""Sites that a sentence of their own gives: "A man was shot dead. The shooting happened at a bar on Orsk Street"."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Claim, Thing
from tollbook.readers.rules.events import targets
from tollbook.readers.rules.words import phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

#: Sentences between a count and the one that gives its site. "The shooting" is the one that the report is about.
_REACH = 5
_HARM = frozenset({"killed", "injured"})
#: Where the wounded are treated, and what brings people: police who are called there do not say where it happened.
_ELSEWHERE = frozenset({"hospital", "transport"})


def attached(claims: Sequence[Claim], sentences: Sequence[Sentence]) -> list[Claim]:
    """The claims of killed and injured people with the site that a sentence near them gives for their attack.

    The nearest sentence with such a count has it, of equally near ones the one before.
    """
    number = {c.id: n for c in claims for n, s in enumerate(sentences) if s.start_char <= c.start < s.end_char}
    harmed = [c for c in claims if c.kind in _HARM and c.scope in {"incident", "part"} and c.id in number]
    counting = {number[c.id] for c in harmed}
    given: dict[str, list[Thing]] = {}
    for n, sentence in enumerate(sentences):
        near = min(counting, key=lambda other: (abs(other - n), other > n), default=None)
        if near is None or abs(near - n) > _REACH:
            continue
        for site in _of_scene(sentence, counts=near == n):
            for claim in (c for c in harmed if number[c.id] == near and all(s.kind == site.kind for s in c.sites)):
                given.setdefault(claim.id, []).append(site)
    return [replace(c, sites=(*c.sites, *given[c.id])) if c.id in given else c for c in claims]


def _of_scene(sentence: Sentence, *, counts: bool) -> Iterator[Thing]:
    """The sites to which a sentence says that police came, and if it counts nobody, those where an attack happened.

    A count has the sites of its own words already.
    """
    for phrase in phrases.find("sites", sentence):
        head = phrase.head
        is_scene = (not counts and _is_where_it_happened(head)) or (
            phrase.kind not in _ELSEWHERE and _is_called_to(head)
        )
        # "It happened on Orsk Road" gives a place.
        if is_scene and not targets.is_part_of_place(head) and head.lower_ not in attack_words().of_addresses:
            yield Thing(name=phrases.described(phrase), kind=phrase.kind)


def _is_where_it_happened(site: Token) -> bool:
    """Whether an attack happened at a site: "the shooting took place in a bar"."""
    verb = targets.hit_by(site)
    if verb is None or verb.lemma_.lower() not in attack_words().occurring:
        return False
    return any(
        t.dep_ in SUBJECTS and (targets.is_attack(t) or t.lower_ in attack_words().incidents) for t in verb.lefts
    )


def _is_called_to(site: Token) -> bool:
    """Whether police were called to a site: "officers were called to a bar", "deputies responded to a home"."""
    verb = site.head.head
    if site.dep_ != "pobj" or site.head.lower_ not in attack_words().set_to or verb.pos_ != "VERB":
        return False
    called = (t for t in verb.lefts if t.dep_ in SUBJECTS | DONE_TO)
    return verb.lemma_.lower() in attack_words().summoning and any(
        t.lemma_.lower() in actor_words().police or t.lower_ in actor_words().police for t in called
    )
