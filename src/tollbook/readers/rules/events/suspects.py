"""Suspects that a report names: "bombing suspect Ivo Lerch", "Ivo Lerch was charged with the murders".

The certainty of a suspect is "suspected" for every speaker, or "convicted" if a court found the person guilty. A
sentence that clears somebody, or is about a helper, names no suspect.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.model import Actor, Certainty, Claim, Event
from tollbook.readers.rules.coreference import naming
from tollbook.readers.rules.events import attacks, charges, means
from tollbook.readers.rules.events.other_parts import is_cleared_by_name
from tollbook.readers.rules.parsing.factuality import negated
from tollbook.readers.rules.parsing.parser import text_of
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words, suspect_words
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import noun_after_of

#: Claims about an attack, which can have a suspect.
_HARM = frozenset({"killed", "injured", "attack", "site destroyed", "site damaged", "unharmed", "missing", "abducted"})


def attach(claims: Sequence[Claim], doc: Doc) -> list[Claim]:
    """Return the claims, with each suspect of the report at the nearest claim about casualties or an attack.

    A claim in the same sentence is preferred; elsewhere its kind of attack must fit the sentence. A claim whose victim
    is a suspect gets no suspect.
    """
    added: dict[str, dict[str, Actor]] = {}
    found = suspects(doc)
    harm = [c for c in claims if c.kind in _HARM and c.scope in {"incident", "part"}]
    # The police shoot suspects, who are not the authors of that; an officer may be the suspect where nobody else was.
    harm = [c for c in harm if not _is_by_police(c)] or harm
    own = [c for c in harm if any(_is_harmed(name, c, doc) for name in found)]
    # "Ivo Lerch and another gunman were killed": parts of such a claim have no suspect either.
    harm = [c for c in harm if not any(c.start < o.end and o.start < c.end and not _is_crime_of(c, o) for o in own)]
    for name in found:
        sentence, at = doc[name.first].sent, doc[name.first].idx
        same = [c for c in harm if sentence.start_char <= c.start < sentence.end_char]
        event = attacks.nearest_event(sentence, doc[name.first])
        fits = same or [c for c in harm if _is_of_kind(c, event) and not _is_set_apart(c)]
        # There are no sentences for people who are still missing.
        found_dead = [c for c in fits if c.kind != "missing"]
        fits = found_dead if found_dead or _is_convicted(name.text, doc) else fits
        nearest = min(fits, key=lambda c: abs(c.start - at), default=None)
        if nearest is not None:
            certainty: Certainty = "convicted" if _is_convicted(name.text, doc) else "suspected"
            added.setdefault(nearest.id, {})[name.text] = Actor(name=name.text, kind="individual", certainty=certainty)
    spans = charges.spans(doc)
    return as_combatants([_with(_alleged(c, spans), tuple(added.get(c.id, {}).values())) for c in claims])


def _is_by_police(claim: Claim) -> bool:
    """Whether the police harmed somebody."""
    return any(one.name.lower().rpartition(" ")[2].removesuffix("s") in actor_words().police for one in claim.by)


def _is_crime_of(claim: Claim, own: Claim) -> bool:
    """Whether somebody was put to death for a killing: "Ivo Lerch, convicted of killing a guard, was hanged"."""
    is_inside = own.start < claim.start and claim.end < own.end
    return is_inside and claim.kind == own.kind == "killed" and claim.scope == "incident"


def as_combatants(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims; a victim who is held responsible for an attack becomes a combatant.

    So an attacker who was shot does not count as a civilian. A suspect who was arrested may be innocent: their status
    stays unknown.
    """
    held: dict[str, bool] = {}
    for actor in (a for c in claims for a in c.by if " " in a.name):
        held[actor.name.lower()] = held.get(actor.name.lower(), True) and actor.certainty == "suspected"
    # A surname alone may be that of a relative.
    others = {name.lower() for c in claims if c.people is not None for name in c.people.names} - set(held)
    apart = {word for name in others if " " in name for word in name.split()}
    for name, is_suspect in list(held.items()):
        for word in (name.split()[0], name.split()[-1]):
            if word not in apart and sum(word in each.split() for each in held) == 1:
                held[word] = is_suspect
    return [_as_combatant(c, held) for c in claims]


def _as_combatant(claim: Claim, held: Mapping[str, bool]) -> Claim:
    """A claim about one person with their status; ``held``: the perpetrators, and whether they are only suspects."""
    people, is_one = claim.people, claim.count is not None and claim.count.best == 1
    if (
        people is None
        or people.status != "unknown"
        or not is_one
        or claim.kind not in {"killed", "injured", "captured"}
    ):
        return claim
    own = [held[name.lower()] for name in people.names if name.lower() in held]
    is_one_of_them = any(not (is_suspect and claim.kind == "captured") for is_suspect in own)
    return replace(claim, people=replace(people, status="combatant")) if is_one_of_them else claim


def _alleged(claim: Claim, spans: Sequence[charges.Charge]) -> Claim:
    """The claim without perpetrators who are only accused, as in "was charged with shooting two": they are suspects."""
    held = {one.name: one for one in spans if claim.kind in _HARM and one.start <= claim.start < one.end}
    by = (replace(a, certainty=held[a.name].certainty) if a.name in held else a for a in claim.by)
    return replace(claim, by=tuple(by)) if held else claim


def _is_set_apart(claim: Claim) -> bool:
    """Whether a claim is of another attack than its report: "a similar shooting in 2023"."""
    return claim.event is not None and claim.event.text.split(" ")[0] in lexicon.grammar().earlier.another


def _is_of_kind(claim: Claim, event: Event | None) -> bool:
    """Whether a claim can be about an event: their kinds are the same, or one of them is not known."""
    kinds = {one.kind for one in (claim.event, event) if one is not None} - {"attack"}
    return len(kinds) < 2


def _with(claim: Claim, suspects: tuple[Actor, ...]) -> Claim:
    found = {suspect.name: suspect for suspect in suspects}
    guilty = {name: one for name, one in found.items() if one.certainty == "convicted"}
    by = tuple(guilty.get(actor.name, actor) if actor.certainty is None else actor for actor in claim.by)
    known = {actor.name for actor in by}
    return replace(claim, by=(*by, *(one for name, one in found.items() if name not in known)))


def _is_convicted(name: str, doc: Doc) -> bool:
    """Whether a court found somebody guilty, by this name or a part of it that no other suspect has."""
    named = [set(other.text.split()) for other in suspects(doc)]
    parts = (set(one.split()) for one in _convicted(doc))
    return any(part <= set(name.split()) and sum(part <= other for other in named) == 1 for part in parts)


@functools.lru_cache(maxsize=4)
def _convicted(doc: Doc) -> frozenset[str]:
    return frozenset(name.text for name, is_convicted in charges.charges(doc) if is_convicted)


def _is_harmed(name: PersonName, claim: Claim, doc: Doc) -> bool:
    """Whether the claim is about the person: by its names, or because the name is in it or right after it."""
    people = [set(one.split()) for one in claim.people.names] if claim.people is not None else []
    own = set(name.text.split())
    # A surname alone is not enough: a husband may have killed his wife.
    at, is_beside = doc[name.first].idx, doc[name.end - 1].dep_ == "appos" or _is_set_off(name, doc)
    # "Killed the suspect, Ivo Lerch".
    return claim.start <= at <= claim.end + (len(", ") if is_beside else 1) or any(
        own <= one or one <= own for one in people
    )


def is_pursuit(sentence: Sentence) -> bool:
    """Whether a sentence is about the pursuit of suspects, where the agents of arrests are no perpetrators."""
    return any(_is_suspect(t) or t.lower_ in suspect_words().pursuit for t in sentence)


@functools.lru_cache(maxsize=4)
def suspects(doc: Doc) -> tuple[PersonName, ...]:
    """The names of suspects, each once, as fully as the report names them."""
    found: dict[str, PersonName] = {}
    every = person_names.names(doc)
    charged = (name for name, _ in charges.charges(doc))
    for name in (*_described(doc), *_identified(doc), *charged, *_pursued(doc)):
        if not _is_cleared(doc[name.end - 1]):
            forms = {one.text for one in every if set(name.words) <= set(one.words)}
            longest = max(forms, key=len, default=name.text)
            text = longest if all(set(form.split()) <= set(longest.split()) for form in forms) else name.text
            found.setdefault(text, name._replace(text=text))
    return tuple(found.values())


def accused(doc: Doc) -> frozenset[str]:
    """The names of suspects, and of those only accused of helping with an attack: they are not its victims."""
    return frozenset(name.text for name in suspects(doc)) | charges.helpers(doc)


def _is_cleared(token: Token) -> bool:
    is_beside = any(
        t.lower_ in suspect_words().helpers for t in (token, *token.children, token.head, *token.head.children)
    )
    is_cleared = is_beside or is_cleared_by_name(token)
    return is_cleared or not suspect_words().cleared.isdisjoint(t.lower_ for t in token.sent)


def _described(doc: Doc) -> Iterator[PersonName]:
    """The suspects by description: "suspect Ivo Lerch", "Ivo Lerch, the suspected bomber"."""
    for name in person_names.names(doc):
        before = doc[name.first - 1] if name.first else None
        last = doc[name.end - 1]
        beside = [t for t in last.children if t.dep_ == "appos"] + ([last.head] if last.dep_ == "appos" else [])
        # "Accused Ivo Lerch of neglect": "accused" is a verb.
        told = before is not None and before.pos_ != "VERB" and _is_suspect(before) and not _is_headline(before, name)
        told = told or _is_set_off(name, doc) or any(map(_is_another_suspect, last.conjuncts))
        if told or any(_is_suspect(t) or _is_responsible(t) for t in beside):
            yield name


def _is_another_suspect(noun: Token) -> bool:
    """Whether a name is listed with another suspect: "Ivo Lerch and another gunman"."""
    return _is_suspect(noun) and any(t.lower_ in suspect_words().another for t in noun.lefts)


def _is_set_off(name: PersonName, doc: Doc) -> bool:
    """Whether a name is between commas after a word for a suspect, whatever the parse: "That gunman, Ivo Lerch,".

    Not the first of a list: "the gunman, Ivo Lerch and two guards", "the gunman, Ivo Lerch, Ana Brod and a guard".
    """
    before, after = doc[max(0, name.first - 2) : name.first], doc[name.end : name.end + 2]
    if len(before) < 2 or before[1].text != "," or not _is_suspect(before[0]) or not len(after):
        return False
    return after[0].is_punct and not (after[0].text == "," and len(after) > 1 and after[1].pos_ == "PROPN")


def is_named_suspect(name: Token) -> bool:
    """Whether the words beside a name call somebody a suspect: "suspect Ivo Lerch", "Ivo Lerch, the bomber"."""
    beside = [t for t in name.children if t.dep_ in {"appos", "compound"}]
    if name.dep_ == "appos":
        beside.append(name.head)
    return any(map(_is_suspect, beside))


def serves_sentence(name: Token) -> bool:
    """Whether the words beside a name report a sentence: "Ivo Lerch, sentenced to 14 years"."""
    # The parse may attach a participle after a comma to the verb before.
    after = [t for t in name.doc[name.i + 2 : name.i + 3] if t.nbor(-1).text == "," and t.tag_ == "VBN"]
    beside = [*after, *(t for t in name.children if t.dep_ in {"acl", "relcl"})]
    return any(t.lemma_.lower() in suspect_words().sentencing for t in beside)


def _is_headline(noun: Token, name: PersonName) -> bool:
    """Whether a capitalised noun is followed by words that are no name: "Bombing Suspect Wrote Message"."""
    return noun.is_title and not noun.is_sent_start and text_of(noun.doc).count(name.text.split()[-1]) == 1


def _identified(doc: Doc) -> Iterator[PersonName]:
    """The names of identified suspects: "the bomber was identified as Ivo Lerch"."""
    for nouns, last, _ in naming.identifications(doc):
        name = person_names.name_at(last)
        if name is not None and any(map(_is_suspect, _with_members(nouns))):
            yield from name_lists.list_of(name, doc)
    for verb in (t for t in doc if t.pos_ == "VERB"):
        if (who := _named_as_suspect(verb) or _who_plotted(verb)) is not None and not negated(verb):
            yield who


def _named_as_suspect(verb: Token) -> PersonName | None:
    """The names identified as suspects: "Ivo Lerch was identified as the bomber"."""
    if verb.lemma_.lower() not in name_lexicon().naming:
        return None
    known = name_lexicon().naming_prepositions
    roles = (t for prep in verb.rights if prep.dep_ == "prep" and prep.lower_ in known for t in prep.children)
    subject = next((t for t in verb.lefts if t.dep_ == "nsubjpass"), None)
    return charges.name_of(subject) if subject is not None and any(map(_is_suspect, roles)) else None


def _who_plotted(verb: Token) -> PersonName | None:
    """The names with a clause about plotting: "Ivo Lerch, who planned the attack"."""
    if verb.dep_ != "relcl" or verb.lemma_.lower() not in suspect_words().plotting:
        return None
    acts = {t.lemma_.lower() for t in verb.rights if t.dep_ == "dobj"}
    return None if acts.isdisjoint(suspect_words().acts) else person_names.name_at(verb.head)


def _with_members(nouns: Sequence[Token]) -> Iterator[Token]:
    """The nouns, and those after "of": "two of the attackers"."""
    for noun in nouns:
        yield noun
        if (inner := noun_after_of(noun)) is not None:
            yield inner


def _pursued(doc: Doc) -> Iterator[PersonName]:
    """The people whom the police pursue, all of a list."""
    for who in charges.pursued(doc):
        if (name := charges.name_of(who)) is not None:
            yield from name_lists.list_of(name, doc)


def _is_responsible(noun: Token) -> bool:
    """Whether a noun is described as responsible: "the militant responsible for the attack"."""
    told = (t for t in noun.rights if t.lemma_.lower() in suspect_words().adjectives)
    return any(t.dep_ == "prep" and charges.names_act(t) for one in told for t in one.children)


def _is_suspect(token: Token) -> bool:
    known = words().accused - suspect_words().other_crimes
    return not {token.lemma_.lower(), token.lower_}.isdisjoint(known) or _is_driver(token)


def _is_driver(noun: Token) -> bool:
    """Whether a noun is "the driver" in a report of a vehicle that was driven into people."""
    is_known = noun.lower_ in suspect_words().drivers and any(t.lower_ in words().definite for t in noun.lefts)
    return is_known and any(map(means.drives_into_people, noun.doc))
