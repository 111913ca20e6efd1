"""Perpetrators, weapons and sites as the model finds them, attached to the claims they belong to."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Actor, Certainty, Claim, Thing
from tollbook.readers.learned import model_statements, things
from tollbook.readers.learned.holders import holders
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules import state_forces
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    claimants,
    denials,
    means,
    organisations,
    perpetrators,
    statement_verbs,
    statements,
    suspects,
    uninvolved,
)
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.text import is_capitals_only

#: The parts of speech of a name or description, and the fewest letters of one of its words: "UN" is one, "al" is none.
_NOMINAL, _LETTERS = frozenset({"NOUN", "PROPN", "ADJ"}), 3
#: Acronyms of armed groups have up to six letters ("UNPROFOR" has eight and attacks nobody).
_LONGEST_ACRONYM = 6
#: The precision of a place that is a country: states are held responsible, towns are not.
_COUNTRY = 6
#: The dependency labels of a word for those who suffered losses: "Kestrian losses", "the army's losses".
_OWNING = frozenset({"amod", "compound", "nmod", "poss"})
_T = TypeVar("_T", Actor, Thing)


class Mentions(NamedTuple):
    """The perpetrators, weapons and sites that belong to a claim."""

    by: tuple[Actor, ...]
    weapons: tuple[Thing, ...]
    sites: tuple[Thing, ...]


def attach(claims: Sequence[Claim], document: Document, predictions: Predictions) -> list[Claim]:
    """The claims, each with the weapons and sites of its sentence, and the perpetrators where the rules found none.

    Those in a sentence without a claim are attached to the nearest one. A perpetrator is attached only if the sentence
    reports an attack and the claim is about one: "the forces broke the ceasefire" accuses nobody of the deaths before
    it.
    """
    held: dict[str, list[Prediction]] = {}
    opinions = {c.id for c in claims if model_statements.names_nobody(c, document, predictions)}
    claims = [replace(c, by=(), with_=(), sites=()) if c.id in opinions else c for c in claims]
    about = [c for c in claims if c.id not in opinions]
    for p in predictions.of("perpetrator", "weapon", "site"):
        for claim in holders(p, about, document):
            held.setdefault(claim.id, []).append(p)
    found = [_with(c, mentions(held.get(c.id, ()), document), document) for c in claims]
    idle = {c.id for c in found if _only_of_model(c, document) and _accuses_nobody(c, document, predictions)}
    found = [c for c in found if c.id not in idle]
    return state_forces.completed(found, document)


def _only_of_model(claim: Claim, document: Document) -> bool:
    """Whether the model finds an accusation in a sentence where the rules find none."""
    return claim.stance == "accuses" and model_statements.is_of_model(claim, document)


def _accuses_nobody(claim: Claim, document: Document, predictions: Predictions) -> bool:
    """Whether a sentence accuses nobody although the model finds an accused: "Israel returned the bodies, …".

    The forces of a speaker are not accused ("the army said that its forces had fired at a man"), nor anybody in "it was
    not clear which side had fired".
    """
    own = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    # "Karl Lind had denied murder but admitted manslaughter."
    if own is not None and (statement_verbs.is_admission(own.root) or denials.is_verb(own.root)):
        return True
    asked = (t.head for t in own or () if t.dep_ == "det" and t.lower_ in actor_words().asked)
    if any(t.dep_ == "nsubj" for t in asked):
        return True
    if not claim.by:
        taken = (
            document.token_at(p.start) for p in predictions.of("perpetrator") if claim.start <= p.start < claim.end
        )
        return any(uninvolved.is_uninvolved(t) for t in taken if t is not None)
    speakers = {(s.name or "").lower().split(" ")[-1] for s in claim.speakers if s.role != "outlet"}
    # "Karl Lind, 50, shot his wife" is his act, and police who say that officers shot a man accuse nobody.
    accused = {one.name.lower().split(" ")[-1] for one in claim.by}
    named = [t for t in own or () if t.lower_ in accused]
    acts = any("nsubj" in {t.dep_, t.head.dep_ if t.dep_ == "appos" else ""} for t in named)
    is_of_self = accused <= speakers and acts
    if is_of_self or (_are_police(speakers) and _are_police(accused)):
        return True
    nouns = [t for t in own or () if any(c.lower_ in actor_words().owning for c in t.lefts)]
    verbs = (v for t in nouns for v in t.ancestors if v.i < t.i)
    is_own = any(t.dep_ == "nsubj" and t.lower_ in speakers for v in verbs for t in v.lefts)
    return is_own and all(any(one.name.endswith(t.text) for t in nouns) for one in claim.by)


def _are_police(last_words: set[str]) -> bool:
    """Whether all of some speakers or actors with a name are police, by their last words."""
    named = {word.removesuffix("s") for word in last_words if word}
    return bool(named) and named <= actor_words().police


def mentions(found: Iterable[Prediction], document: Document) -> Mentions:
    """Some predictions as perpetrators, weapons and sites."""
    found = list(found)
    return Mentions(
        _distinct(actor for p in found if p.label == "perpetrator" for actor in _actors(p, document)),
        _distinct(things.thing(p, document, "weapons") for p in found if p.label == "weapon"),
        _distinct(things.thing(p, document, "sites") for p in found if p.label == "site"),
    )


def _with(claim: Claim, found: Mentions, document: Document) -> Claim:
    by = tuple(_fuller(actor, found.by, are_listed=len(claim.by) > 1) for actor in claim.by)
    by = by if any(actor.certainty is None for actor in by) else (*by, *_others(found.by, by))
    weapons = tuple(_described(thing, found.weapons) for thing in claim.with_)
    further = _further_things(claim.with_, found.weapons, document)
    sites = _further_things(claim.sites, found.sites, document)
    return replace(claim, by=by, with_=(*weapons, *further), sites=(*claim.sites, *sites))


def _described(thing: Thing, found: Sequence[Thing]) -> Thing:
    """A weapon with the words for its kind that the model finds before it: "suicide car bomb" for "car bomb"."""
    before = ((one.name, one.name.lower().removesuffix(f" {thing.name.lower()}").split()) for one in found)
    kinds = attack_words().before_weapons
    return next((replace(thing, name=name) for name, words in before if words and kinds.issuperset(words)), thing)


def _fuller(actor: Actor, found: Sequence[Actor], *, are_listed: bool) -> Actor:
    """An actor with the longer words of the model: "man who authorities say was on a watch list" for "man"."""
    for one in found:
        more = one.name[len(actor.name) :]
        joins = "," in more or any(f" {word} " in more for word in lexicon.grammar().function.and_)
        # "The Front and the Legion" are two; "the Ministry of Defence and Interior" is one.
        is_another = (actor.kind == "individual" or are_listed) and joins
        if not is_another and one.name.lower().startswith(f"{actor.name.lower()} "):
            return replace(actor, name=one.name)
    return actor


def _further_things(own: Sequence[Thing], found: Sequence[Thing], document: Document) -> tuple[Thing, ...]:
    """The things of the model that share no word with one of the rules; in capitals, only if the rules found none.

    The model was trained on mixed case: with further things in capitals, muc4/tst1 was 40.2, without them 40.5.
    """
    if own and is_capitals_only(document.text):
        return ()
    words = {word for one in own for word in one.name.lower().split()}
    return tuple(one for one in found if words.isdisjoint(one.name.lower().split()))


def _others(found: Sequence[Actor], suspects: Sequence[Actor]) -> Iterator[Actor]:
    """The actors without those whose name is that of a suspect or a part of it."""
    names = [one.name.lower() for one in suspects]
    return (
        actor for actor in found if not any(actor.name.lower() in name or name in actor.name.lower() for name in names)
    )


def _distinct(every: Iterable[_T | None]) -> tuple[_T, ...]:
    return tuple({one.name.lower(): one for one in every if one is not None}.values())


def _actors(p: Prediction, document: Document) -> Iterator[Actor | None]:
    """The actor of a prediction, or each person of a list: "Ivo Lerch, Dan Orlik and Ana Brod pleaded guilty"."""
    names = [n for n in person_names.names(document.doc) if p.start <= document.doc[n.end - 1].idx < p.end]
    before = document.doc[max(0, names[0].first - 2) : names[0].first] if names else ()
    if any(t.lower_ in words().naming_prepositions for t in before):
        # "Identified the defendants as Ivo Lerch": the words before the name are no part of it.
        p = p._replace(start=max(p.start, document.doc[names[0].first].idx))
    if len(names) < 2 or len(name_lists.list_of(names[0], document.doc)) < len(names):
        yield _actor(p, document)
        return
    for name in names:
        own = document.doc[name.first : name.end]
        yield _actor(p._replace(start=own.start_char, end=own.end_char), document)


def _actor(p: Prediction, document: Document) -> Actor | None:
    span = document.doc.char_span(p.start, p.end, alignment_mode="expand")
    if span is None or not _names_an_actor(span := _author(_without_others(_with_joined(span))), document):
        return None
    if (state := organisations.state(span.root)) is not None and len(span) == 1:
        return Actor(name=state, kind="organisation")
    found = perpetrators.find(span.root)
    kind = found[0].kind if found else "organisation" if span.root.pos_ == "PROPN" else "individual"
    if _only_speaks(span, document):
        return None
    # The model cuts names: "Lopez" of "Mark Lopez", "gunmen" of "gunmen on motorcycles".
    person = person_names.name_at(span.root) if len(span) == 1 else None
    name = things.name(span) if person is None else person.text
    name = found[0].name if found and found[0].name.lower().startswith(f"{name.lower()} ") else name
    # Words after a name and a comma are another person of a list, an age or a home.
    first = name.partition(", ")[0]
    name = first if kind == "individual" and not first.islower() else name
    # "The rebels, known as the Red Hand": the name after the comma.
    name = next((a.name for a in found if ", " in name and a.name[:1].isupper() and name.endswith(a.name)), name)
    certainty: Certainty | None = "suspected" if suspects.is_named_suspect(span.root) else None
    return Actor(name=name, kind=kind, certainty=certainty)


def _with_joined(span: Sentence) -> Sentence:
    """The words with those that a hyphen joins to the first, which the model cuts: "20" of "a 20-year-old man"."""
    doc, start = span.doc, span.start
    while start > span.sent.start and not doc[start - 1].whitespace_ and "-" in {doc[start].text, doc[start - 1].text}:
        start -= 1
    return doc[start : span.end]


def _without_others(span: Sentence) -> Sentence:
    """The words before those for somebody who is not accused: "soldiers" of "soldiers rather than rebels"."""
    joining = (t for t in span.root.rights if t.dep_ == "cc" and t.nbor(1).lower_ in actor_words().excepting)
    end = next((t.i for t in joining if span.root.i < t.i < span.end), span.end)
    return span.doc[span.start : end - (span.doc[end - 1].text == ",")]


def _author(span: Sentence) -> Sentence:
    """The words after "by" in words for an act: "the army" of "heinous acts by the army"."""
    by = (t for t in span.root.rights if t.lower_ in actor_words().authorship and t.i < span.end)
    author = next((t for prep in by for t in prep.children if t.dep_ == "pobj" and t.i < span.end), None)
    return span if author is None else span.doc[author.left_edge.i : span.end]


def _only_speaks(span: Sentence, document: Document) -> bool:
    """Whether the words name the source of an attribution, who only reports and is not responsible.

    An armed group may report its own acts; a person who speaks to reporters seldom does.
    """
    sources = (r.source for r in document.attributions.relations if r.source is not None)
    speaks = any(source.start <= span.root.i < source.end for source in sources) or _reports(span.root)
    claims = any(s.kind == "responsibility" for s in statements.statements(span.sent))
    return claimants.only_speaks(span.root) or (speaks and not claims)


def _reports(noun: Token) -> bool:
    """Whether a noun, or its head, is the subject of a verb of saying: "the ministry reported on"."""
    while noun.dep_ in {"appos", "conj", "compound"} and noun.head.i != noun.i:
        noun = noun.head
    return noun.dep_ == "nsubj" and noun.head.lemma_.lower() in lexicon.grammar().place.reporting


def _names_an_actor(span: Sentence, document: Document) -> bool:
    """Whether some words can name a perpetrator: no clause, no fragment, no place but a country, no bare "men"."""
    root = span.root
    if root.pos_ not in _NOMINAL or not any(t.is_alpha and len(t) >= _LETTERS for t in span):
        return False
    # "5 DEAD IN VELMORA SHOOTING" above an article: no acronym is as long as its words.
    if root.text.isupper() and len(root) > _LONGEST_ACRONYM and not is_capitals_only(document.text):
        return False
    if statements.is_cleared(root) or perpetrators.cannot_act(root) or means.is_vehicle(root):
        return False
    # "Police" in "a police officer" or "a police station" is no perpetrator; "army" in "army shelling" is one.
    # Police do not attack their own patrols: "bombs targeting police patrols".
    over = root.head
    is_before = root.dep_ == "compound" and over.i >= span.end
    # "Kestrian losses" are those of the victims.
    if root.dep_ in _OWNING and over.lemma_.lower() in lexicon.grammar().tally.losses:
        return False
    # "Mr Lerch's cousin was killed": Mr Lerch is no perpetrator.
    if root.dep_ == "poss" and is_person(over) and person_names.name_at(root) is not None:
        return False
    if is_before and (is_person(over) or _is_site(over) or perpetrators.cannot_act(over)):
        return False
    if perpetrators.is_vague(root) and all(t == root or t.pos_ == "DET" for t in span):
        return False
    inside = [m for m in document.places if m.start <= root.idx < m.end and not m.associative]
    # spaCy takes some towns for organisations: "the centre of Lorvane".
    is_at = root.dep_ == "pobj" and root.head.dep_ == "prep" and root.head.lower_ not in actor_words().authorship
    is_organisation = root.ent_type_ == "ORG" and not is_at
    return all(m.place.precision == _COUNTRY for m in inside) or is_organisation


def _is_site(noun: Token) -> bool:
    return any(found.head == noun for found in phrases.find("sites", noun.sent))
