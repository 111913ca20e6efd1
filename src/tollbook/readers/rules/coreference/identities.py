"""Identities: finds the person of each claim about one person, under any name or description.

"He", "the victim", "the 19-year-old" and a bare surname are resolved to the person; names given later are joined with
the people they are given to.
"""

import re
from collections.abc import Container, Iterable, Mapping, Sequence, Set

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Claim, ClaimKind, People
from tollbook.readers.rules.coreference import naming, told_apart, victim_classifier
from tollbook.readers.rules.coreference.accused import is_for_accused
from tollbook.readers.rules.coreference.entities import HARMFUL, Entity, EntityMention, agree, person_mentions
from tollbook.readers.rules.coreference.resolution import coreference_of
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.descriptions import roles
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_of

#: Sentences back that "the man" may refer: an ordinary report of one shooting has about a dozen.
_NOUN_REACH = 8
_OUTCOMES = HARMFUL | {"captured", "unharmed"}
#: The probability that a person without a name is a victim: even.
_EVEN = 0.5


class Identities:
    """The persons of one report."""

    def __init__(self, doc: Doc) -> None:
        self._doc, self._text = doc, doc.text
        self._shares: dict[int, float] = {}
        #: The information of the whole report about each named person, by the heads of the names.
        self._whole: dict[int, Entity] = {}
        self._coreference = coreference_of(doc)
        #: Persons with a name who are likely victims and whom no claim is about.
        self.unplaced: list[Entity] = []
        #: The fullest names by surname, then by first name: "Ana Brod" and "Ana M. Brod" are one person.
        self._full: dict[str, dict[str, str]] = {}
        for name in person_names.names(doc):
            if len(name.words) > 1:
                same = self._full.setdefault(name.words[-1], {})
                same[name.words[0]] = max(same.get(name.words[0], ""), name.text, key=len)

    @property
    def persons(self) -> list[Entity]:
        """Every person of the report, each once."""
        return [p for p in self._coreference.persons if p.merged_into is None]

    def completed(self, people: People) -> People:
        """The same people, every bare surname completed if one person of the report has it."""
        return msgspec.structs.replace(people, names=tuple(dict.fromkeys(self.full_name(n) for n in people.names)))

    def full_name(self, name: str) -> str:
        """The fullest form of a bare surname in the report; the surname itself if two persons have it."""
        full = self._full.get(name.lower(), {})
        return next(iter(full.values())) if len(full) == 1 and " " not in name.strip() else name

    def identify(self, claims: Iterable[Claim], actors: Container[str] = ()) -> list[Claim]:
        """The claims with the name, age and sex that the report gives each single person anywhere.

        Mentions are resolved in text order. A victim is a likelier antecedent than anybody else. The ``actors``, who
        attacked somebody, are never victims by context.
        """
        every = list(claims)
        heads = {n: head for n, claim in enumerate(every) if (head := self._head(claim)) is not None}
        by_head: dict[int, list[Claim]] = {}
        for n, head in heads.items():
            by_head.setdefault(head.i, []).append(every[n])
        self._coreference.forget_persons()
        mentions = person_mentions(self._doc)
        self._weigh([m for m in mentions if m.name is not None], by_head)
        for mention in mentions:
            self._coreference.note_owners(mention.head.i, self._share)
            outcomes = {claim.kind for claim in by_head.get(mention.head.i, ())}
            person = self._person(mention, outcomes & HARMFUL)
            self._coreference.add_person(mention, person)
            person.outcomes |= outcomes
            if (whole := self._whole.get(mention.head.i)) is not None:
                person.office |= whole.office
                person.official |= whole.official
                person.accused |= whole.accused
        for at in by_head.keys() - self._coreference.person_at.keys():
            self._coreference.person_at[at] = person = Entity()
            person.add(EntityMention(self._doc[at], self._doc[at].lemma_))
            person.outcomes = {claim.kind for claim in by_head[at]}
        self._join_identified()
        if not any(_counts_several(c) for c in every):
            self._join_only_victim(by_head)
        if any(c.kind in HARMFUL for c in every):
            named = {name for c in every if c.people is not None for name in c.people.names}
            self.unplaced = self._name_unnamed_victims(actors, named)
        return [self._named(claim, heads.get(n), by_head) for n, claim in enumerate(every)]

    def _weigh(self, named: list[EntityMention], by_head: dict[int, list[Claim]]) -> None:
        """Set the share of every person with a name from the words around the names alone."""
        persons: list[Entity] = []
        for mention in named:
            assert mention.name is not None
            own = mention.name.words
            person = next(
                (p for p in reversed(persons) if name_lists.is_same_name(own, p.words) and agree(p, mention)), None
            )
            if person is None:
                persons.append(person := Entity())
            person.add(mention)
            person.outcomes |= {claim.kind for claim in by_head.get(mention.head.i, ())}
        for person in persons:
            share = victim_classifier.share(victim_classifier.features(person, self._doc))
            self._shares.update({m.head.i: share for m in person.mentions})
            # A surname alone may be that of a relative.
            full = Entity()
            for mention in (m for m in person.mentions if m.name is not None and len(m.name.words) > 1):
                full.add(mention)
            self._whole.update({m.head.i: full for m in person.mentions})

    def _share(self, person: Entity) -> float:
        return max((self._shares[m.head.i] for m in person.mentions if m.head.i in self._shares), default=_EVEN)

    def _head(self, claim: Claim) -> Token | None:
        """The token that heads the words for the one person a claim is about; None for any other claim."""
        people = claim.people
        if people is None or claim.kind not in _OUTCOMES or claim.count is None or claim.count.best != 1:
            return None
        match = re.search(rf"(?<!\w){re.escape(people.text)}(?!\w)", self._text[claim.start : claim.end])
        if match is None:
            return None
        span = self._doc.char_span(claim.start + match.start(), claim.start + match.end(), alignment_mode="expand")
        if span is None:
            return None
        # Not the first name: "Ivo's wife, 28-year-old Ana Brod".
        name = person_names.name_at(span.root)
        return _whose_body(span.root) if name is None else self._doc[name.end - 1]

    # ----------------------------------------------------------------------------- one mention to its person
    def _person(self, mention: EntityMention, suffered: Set[ClaimKind]) -> Entity:
        """The person a mention refers to, a new one if nobody fits; ``suffered`` are the outcomes in claims."""
        if mention.name is not None:
            return self._bearer(mention) or self._unnamed_before(mention) or Entity()
        if mention.is_pronoun:
            found = self._coreference.antecedent(mention, suffered, self._share)
            # A person who was killed cannot shoot herself afterwards.
            return Entity() if found is None or (mention.reflexive and "killed" in found.outcomes) else found
        return self._described(mention, suffered) or Entity()

    def _bearer(self, mention: EntityMention) -> Entity | None:
        """The earlier person of that name; of two with one surname a victim, then the one mentioned last."""
        assert mention.name is not None
        own, persons = mention.name.words, self._coreference.persons
        if mention.distinct and len(own) == 1:
            return None
        fits = [p for p in persons if p.words and name_lists.is_same_name(own, p.words) and agree(p, mention)]
        return max(fits, key=lambda p: (p.harmed, not p.official, p.mentions[-1].head.i), default=None)

    def _unnamed_before(self, mention: EntityMention) -> Entity | None:
        """The earlier unnamed person who is named by "the victim, Ana Brod," or "Ana Brod, 25,".

        Also the only victim, a judge, by "Judge Ana Brod was ambushed".
        """
        victims = [p for p in self.persons if p.harmed and agree(p, mention)]
        if len(victims) == 1 and victims[0].name is None and _is_attacked_by_title(mention, victims[0]):
            return victims[0]
        if not (mention.definite or mention.years) or mention.distinct or mention.official:
            return None
        found = self._described(mention)
        # An equal age does not identify an arrested person with the injured one.
        is_other = found is None or found.name is not None or (mention.accused and found.harmed and not found.accused)
        return None if is_other else found

    def _described(self, mention: EntityMention, suffered: Set[ClaimKind] = frozenset()) -> Entity | None:
        """The earlier person that "the man", "the victim" or "the 19-year-old" refers to."""
        before = [p for p in self.persons if agree(p, mention) and not (suffered and p.spares(suffered))]
        if suffered and not is_for_accused(mention.head):
            before = [p for p in before if p.harmed or not p.accused]
        if mention.possessed or mention.distinct:
            return None
        # "A woman, 41," is not the woman of that age who faces a charge.
        own = [p for p in before if mention.definite or p.harmed or not p.accused]
        aged = [p for p in own if mention.years is not None and p.years == mention.years and not p.official]
        if aged or not mention.definite:
            return aged[-1] if aged else None
        near = [p for p in before if self._coreference.distance(p.mentions[-1], mention) <= _NOUN_REACH]
        if mention.noun in words().victims:
            fits = [p for p in before if p.harmed and not p.official]
            # "A boy was killed and another hurt. The victim was named as": the dead one.
            fits = fits if suffered else [p for p in fits if "killed" in p.outcomes] or fits
        elif is_for_accused(mention.head):
            fits = [p for p in before if p.accused]
        else:
            fits = [p for p in near if any(m.noun == mention.noun for m in p.mentions)] or [
                p for p in near if mention.sex is not None and not p.official and p.sex == mention.sex
            ]
            fits = fits or self._only_victim(mention)
        return max(fits, key=lambda p: p.mentions[-1].head.i, default=None)

    def _only_victim(self, mention: EntityMention) -> list[Entity]:
        """The only victim so far, if "the man" can refer to them."""
        harmed = [p for p in self.persons if p.harmed]
        fits = len(harmed) == 1 and mention.noun in words().anyone and not (harmed[0].official or harmed[0].accused)
        return harmed if fits and agree(harmed[0], mention) else []

    # ------------------------------------------------------------------------------------- joining of persons
    def _join_only_victim(self, claims: Mapping[int, Sequence[Claim]]) -> None:
        """Join all victims without a name with the only one who has a name, in a report that counts no groups.

        "A woman was shot. ... Ana Brod died." is about one person unless sex, age, accusation, "another" or the
        ``claims`` of each distinguish two.
        """
        harmed = [p for p in self.persons if p.harmed]
        named = [p for p in harmed if p.name is not None]
        if len(named) != 1 or any(m.distinct for p in self._coreference.persons for m in p.mentions):
            return
        unnamed = [p for p in harmed if p.name is None and p.accused == named[0].accused]
        # Those with the outcome of the named one first: whom they are joined with tells the others apart.
        for other in sorted(unnamed, key=lambda p: p.outcomes.isdisjoint(named[0].outcomes)):
            is_of_one = agree(named[0], other) and not any(m.possessed or m.reflexive for m in other.mentions)
            if is_of_one and not told_apart.are_two(named[0], other, claims):
                named[0].merge(other)

    def _name_unnamed_victims(self, actors: Container[str], named: Container[str]) -> list[Entity]:
        """Join victims without a name with persons who are likely victims by context, and whom no claim names.

        If there are several of either, only an equal age identifies them. Returns the likely victims without a claim.
        """
        unnamed = [p for p in self.persons if p.harmed and p.name is None and p.is_independent]
        likely = victim_classifier.likely(self.persons, self._doc, actors)
        likely = [p for p in likely if p.fullest is None or p.fullest.text not in named]
        likely = [p for p in likely if not any(told_apart.is_introduced_after(p, u) for u in unnamed)]
        of_groups = {name for given in naming.introductions(self._doc) for name in given.names}
        for person in likely:
            # An officer who is named is not "a man".
            fits = [u for u in unnamed if u.merged_into is None and agree(person, u) and u.official >= person.official]
            fits = [u for u in fits if not told_apart.is_described_by(u, person)]
            fits = [] if any(m.distinct for m in person.mentions) else fits
            aged = [u for u in fits if u.years is not None and u.years == person.years]
            for other in aged or (fits[:1] if len(likely) == 1 and person.fullest not in of_groups else []):
                person.merge(other)
                person.inferred = True
        return [p for p in likely if not p.harmed]

    def _join_identified(self) -> None:
        """Join the nouns that verbs of naming give a name with the persons of that name."""
        person_at = self._coreference.person_at
        for given in naming.identifications(self._doc):
            noun = next((t for t in given.nouns if t.i in person_at), None) or naming.meant(given.nouns, person_at)
            if noun is not None and (not given.by_being or noun.lemma_ in words().victims):
                self._join(noun, given.name)
        for noun, name in naming.presentations(self._doc):
            if noun.i in person_at and person_at[noun.i].resolved().harmed:
                self._join(noun, name)

    def _join(self, noun: Token, name: Token) -> None:
        unnamed, named = (self._coreference.person_at[t.i].resolved() for t in (noun, name))
        years = named.years
        if years is not None:
            aged = [p for p in self.persons if p.name is None and p.years == years and p.harmed >= unnamed.harmed]
            unnamed = aged[0] if len(aged) == 1 else unnamed
        if unnamed is not named and unnamed.name is None and agree(unnamed, named):
            named.merge(unnamed)

    def _named(self, claim: Claim, head: Token | None, claims: Mapping[int, Sequence[Claim]]) -> Claim:
        person = self._coreference.person_at.get(head.i) if head is not None else None
        if claim.people is None or person is None or head is None:
            return claim
        person, people = person.resolved(), claim.people
        name = person.name
        names = people.names if name is None or len(people.names) > 1 else (name,)
        age, sex = people.age or person.years, people.sex or person.reported_sex
        inferred = person.inferred and names != people.names
        own = people.roles or next((r for m in person.mentions if m.name is not None and (r := roles(m.head))), ())
        people = msgspec.structs.replace(people, names=names, age=age, sex=sex, roles=own, inferred=inferred)
        kind = told_apart.outcome(claim, head, person, claims)
        return msgspec.structs.replace(claim, kind=kind, people=people)


def _counts_several(claim: Claim) -> bool:
    count = claim.count
    return claim.kind in HARMFUL and count is not None and (count.best or count.low or 2) > 1


def _whose_body(noun: Token) -> Token:
    """The person in "the body of a man"; any other noun itself."""
    of = next((t for t in noun.rights if t.dep_ == "prep" and is_of(t)), None)
    inner = next((t for t in of.children if t.dep_ == "pobj"), None) if of is not None else None
    return noun if inner is None or noun.lower_ not in lexicon.grammar().tally.bodies else inner


def _is_attacked_by_title(mention: EntityMention, person: Entity) -> bool:
    """Whether a named person was attacked whose title is the noun of an unnamed one: "Judge Ana Brod was ambushed"."""
    name, verb = mention.name, mention.head.head
    if name is None or name.first == 0 or mention.head.dep_ != "nsubjpass":
        return False
    title = mention.head.doc[name.first - 1].lower_
    return verb.lemma_.lower() in words().attacking and any(m.noun == title for m in person.mentions)
