"""One person across a report: who "he", "the victim", "the 19-year-old" or a bare surname points back to."""

import re
from collections.abc import Iterable, Iterator

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Claim, People
from tollbook.readers.rules.persons import clauses, person_names, victim_classifier
from tollbook.readers.rules.persons.mentions import Mention, mentions, words
from tollbook.readers.rules.persons.person import Person, agree, compatible, one_name

#: How many sentences back a pronoun may point. Local news names the person and stays with him for a paragraph;
#: beyond three sentences the nearest name is as often a policeman's as the victim's.
_REACH = 3
#: How many sentences back "the man" may point: an ordinary report of one shooting has about a dozen.
_NOUN_REACH = 8
_FATES = frozenset({"killed", "injured", "missing", "abducted", "captured", "unharmed"})
_HARM = frozenset({"killed", "injured", "missing", "abducted"})
#: What speaks for a person being meant by a pronoun, in sentences of distance. Set by hand; on local news of shootings
#: the preference for those harmed matters most: without it the nearest policeman is taken for the victim.
_IF_LIKELY, _EVEN = 3.0, 0.5
_IF_HARMED, _IF_SUBJECT, _IF_ACCUSED, _IF_OFFICE, _IF_OWNED = 1.5, 0.5, -1.0, -2.0, -0.5


class Identities:
    """The persons of one report."""

    def __init__(self, doc: Doc) -> None:
        self._doc, self._text = doc, doc.text
        self._sentence = {t.i: n for n, s in enumerate(doc.sents) for t in s}
        self._persons: list[Person] = []
        self._by_token: dict[int, Person] = {}
        self._shares: dict[int, float] = {}
        #: Persons named who are likely among those harmed, and of whom no claim tells.
        self.unplaced: list[Person] = []
        #: The fullest names by surname and first name: "Ana Brod" and "Ana M. Brod" are one.
        self._full: dict[str, dict[str, str]] = {}
        for name in person_names.names(doc):
            if len(name.words) > 1:
                same = self._full.setdefault(name.words[-1], {})
                same[name.words[0]] = max(same.get(name.words[0], ""), name.text, key=len)

    @property
    def persons(self) -> list[Person]:
        """Everybody told of, each once."""
        return [p for p in self._persons if p.into is None]

    def completed(self, people: People) -> People:
        """The same people with every surname completed that one person of the report bears."""
        return msgspec.structs.replace(people, names=tuple(dict.fromkeys(self.full_name(n) for n in people.names)))

    def full_name(self, name: str) -> str:
        """The fullest form in the report of a name given by its surname alone; as it is where two persons bear it."""
        full = self._full.get(name.lower(), {})
        return next(iter(full.values())) if len(full) == 1 and " " not in name.strip() else name

    def identify(self, claims: Iterable[Claim]) -> list[Claim]:
        """The claims with each single person named, aged and sexed as the report says anywhere.

        Mentions are read in text order; whoever was told to be harmed is the likelier one to be pointed back to.
        """
        told = list(claims)
        heads = {n: head for n, claim in enumerate(told) if (head := self._head(claim)) is not None}
        by_head: dict[int, list[int]] = {}
        for n, head in heads.items():
            by_head.setdefault(head.i, []).append(n)
        every = list(mentions(self._doc))
        self._weigh([m for m in every if m.name is not None], told, by_head)
        for mention in every:
            befallen = any(told[n].kind in _HARM for n in by_head.get(mention.head.i, ()))
            person = self._whose(mention, befallen)
            if person not in self._persons:
                self._persons.append(person)
            person.add(mention)
            self._by_token[mention.head.i] = person
            person.fates |= {told[n].kind for n in by_head.get(mention.head.i, ())}
            person.harmed = not person.fates.isdisjoint(_HARM)
        for place in by_head.keys() - self._by_token.keys():
            self._by_token[place] = person = Person()
            person.fates = {told[n].kind for n in by_head[place]}
            person.harmed = not person.fates.isdisjoint(_HARM)
        for noun, name in self._identifications():
            self._introduce(noun, name)
        if not any(_is_several(c) for c in told):
            self._join_only_one()
        if any(c.kind in _HARM for c in told):
            self.unplaced = self._name_the_unnamed()
        return [self._named(c, heads.get(n)) for n, c in enumerate(told)]

    def _weigh(self, named: list[Mention], told: list[Claim], by_head: dict[int, list[int]]) -> None:
        """How likely everybody named is among those harmed, as the words at his or her names alone tell it."""
        persons: list[Person] = []
        for mention in named:
            assert mention.name is not None
            own = mention.name.words
            person = next((p for p in reversed(persons) if one_name(own, p.words) and agree(p, mention)), None)
            if person is None:
                persons.append(person := Person())
            person.add(mention)
            person.fates |= {told[n].kind for n in by_head.get(mention.head.i, ())}
        for person in persons:
            share = victim_classifier.share(victim_classifier.features(person, self._doc))
            self._shares.update({m.head.i: share for m in person.mentions})

    def _share(self, person: Person) -> float:
        """How likely a person is among those harmed, by his or her names; even odds for who has none."""
        return max((self._shares[m.head.i] for m in person.mentions if m.head.i in self._shares), default=_EVEN)

    def _join_only_one(self) -> None:
        """Where a report counts nobody but single persons and names one of those harmed, the others are that one.

        "A woman was shot. ... Ana Brod died": unless sex, age, accusation or "another" sets somebody apart.
        """
        harmed = [p for p in self._persons if p.into is None and p.harmed]
        named = [p for p in harmed if p.name is not None]
        if len(named) != 1 or any(m.apart for p in self._persons for m in p.mentions):
            return
        for other in (p for p in harmed if p.name is None and p.accused == named[0].accused):
            if compatible(named[0], other) and not any(m.owned or m.reflexive for m in other.mentions):
                named[0].join(other)

    def _name_the_unnamed(self) -> list[Person]:
        """Somebody harmed and never named is the person named whom the report otherwise tells of as of a victim.

        Where several are, only an age told of both says who is who. Returns those who are nobody told of so far.
        """
        unnamed = [p for p in self.persons if p.harmed and p.name is None and p.brought_in]
        likely = victim_classifier.likely(self.persons, self._doc)
        for person in likely:
            fits = [u for u in unnamed if u.into is None and compatible(person, u)]
            aged = [u for u in fits if u.years is not None and u.years == person.years]
            for other in aged or (fits[:1] if len(likely) == 1 else []):
                person.join(other)
                person.inferred = True
        return [p for p in likely if not p.harmed]

    def _head(self, claim: Claim) -> Token | None:
        """The token that heads the words for the one person a claim is about."""
        people = claim.people
        if people is None or claim.kind not in _FATES or claim.count is None or claim.count.best != 1:
            return None
        found = re.search(rf"(?<!\w){re.escape(people.text)}(?!\w)", self._text[claim.start : claim.end])
        if found is None:
            return None
        span = self._doc.char_span(claim.start + found.start(), claim.start + found.end(), alignment_mode="expand")
        if span is None:
            return None
        name = next((n for t in span if (n := person_names.name_at(t)) is not None), None)
        return span.root if name is None or person_names.name_at(span.root) is None else self._doc[name.end - 1]

    def _whose(self, mention: Mention, befallen: bool) -> Person:
        if mention.name is not None:
            return self._bearer(mention) or self._unnamed_before(mention) or Person()
        if mention.pronoun:
            return self._antecedent(mention, befallen) or Person()
        return self._described(mention) or Person()

    def _bearer(self, mention: Mention) -> Person | None:
        """The person of that name told of before; of two who bear a surname, one harmed, then the last told of."""
        assert mention.name is not None
        own = mention.name.words
        fits = [p for p in self._persons if p.words and one_name(own, p.words) and agree(p, mention)]
        return max(fits, key=lambda p: (p.harmed, not p.office, p.mentions[-1].head.i), default=None)

    def _unnamed_before(self, mention: Mention) -> Person | None:
        """Whom "the victim, Ana Brod," or a name with an age told of before gives a name at last."""
        if not (mention.points or mention.years) or mention.apart:
            return None
        found = self._described(mention)
        return found if found is not None and found.name is None else None

    def _described(self, mention: Mention) -> Person | None:
        """Whom "the man", "the victim" or "the 19-year-old" points back to."""
        before = [p for p in self._persons if p.into is None and agree(p, mention)]
        if mention.owned or mention.apart:
            return None
        aged = [p for p in before if mention.years is not None and p.years == mention.years and not p.office]
        if aged or not mention.points:
            return aged[-1] if aged else None
        near = [p for p in before if self._distance(p.mentions[-1], mention) <= _NOUN_REACH]
        if mention.noun in words().victims:
            fits = [p for p in before if p.harmed and not p.office]
        elif mention.noun in words().accused:
            fits = [p for p in before if p.accused]
        else:
            fits = [p for p in near if any(m.noun == mention.noun for m in p.mentions)] or [
                p for p in near if mention.sex is not None and not p.office and p.sex == mention.sex
            ]
            fits = fits or self._only_harmed(mention)
        return max(fits, key=lambda p: p.mentions[-1].head.i, default=None)

    def _only_harmed(self, mention: Mention) -> list[Person]:
        """The one person so far told to be harmed, whom "the man" means where nobody else was told of as one."""
        harmed = [p for p in self._persons if p.into is None and p.harmed]
        fits = len(harmed) == 1 and mention.noun in words().anyone and not (harmed[0].office or harmed[0].accused)
        return harmed if fits and agree(harmed[0], mention) else []

    def _antecedent(self, mention: Mention, befallen: bool) -> Person | None:
        pronoun = mention.head
        if mention.reflexive:
            subject = next((t for t in clauses.clause(pronoun).children if t.dep_ in clauses.SUBJECTS), None)
            found = None if subject is None else self._by_token.get(subject.i)
            return found if found is not None and agree(found, mention) else None
        scored = [
            (self._score(person, last, mention, befallen), last.head.i, n)
            for n, person in enumerate(self._persons)
            if agree(person, mention)
            and (last := person.mentions[-1]) is not None
            and self._distance(last, mention) <= _REACH
            and not clauses.acts_on(last, pronoun)
        ]
        return self._persons[max(scored)[2]] if scored else None

    def _score(self, person: Person, last: Mention, mention: Mention, befallen: bool) -> float:
        score = -float(self._distance(last, mention))
        score += _IF_LIKELY * (self._share(person) - _EVEN) * befallen
        score += _IF_SUBJECT * last.subject + _IF_OWNED * (last.head.dep_ == "poss")
        if person.harmed:
            return score + _IF_HARMED
        return score + _IF_OFFICE * person.office + _IF_ACCUSED * person.accused

    def _distance(self, one: Mention, other: Mention) -> int:
        return self._sentence[other.head.i] - self._sentence[one.head.i]

    def _identifications(self) -> Iterator[tuple[Token, Token]]:
        """ "Police identified the victim as Ana Brod, 24": the noun and the name, by their heads."""
        for token in self._doc:
            name = clauses.complement(token)
            if name is None:
                continue
            nouns = [t for t in token.children if t.dep_ in {"dobj", *clauses.SUBJECTS}]
            nouns += [token.head] if token.dep_ in {"acl", "relcl"} else []
            noun = next((t for t in nouns if t.i in self._by_token), None)
            if noun is not None and (token.lemma_ != "be" or noun.lemma_ in words().victims):
                yield noun, name
        yield from self._presented()

    def _presented(self) -> Iterator[tuple[Token, Token]]:
        """ "Ana Brod, 24, was the woman killed": the noun and the name, by their heads."""
        for token in self._doc:
            if token.dep_ != "attr" or token.head.lemma_ != "be" or token.i not in self._by_token:
                continue
            subject = next((t for t in token.head.children if t.dep_ == "nsubj"), None)
            name = person_names.name_at(subject) if subject is not None else None
            if name is not None and self._by_token[token.i].same().harmed:
                yield token, self._doc[name.end - 1]

    def _introduce(self, noun: Token, name: Token) -> None:
        unnamed, named = self._by_token[noun.i].same(), self._by_token[name.i].same()
        years = named.years
        if years is not None:
            aged = [p for p in self._persons if p.into is None and p.name is None and p.years == years]
            unnamed = aged[0] if len(aged) == 1 else unnamed
        if unnamed is not named and unnamed.name is None and compatible(unnamed, named):
            named.join(unnamed)

    def _named(self, claim: Claim, head: Token | None) -> Claim:
        person = self._by_token.get(head.i) if head is not None else None
        if claim.people is None or person is None:
            return claim
        person, people = person.same(), claim.people
        name = person.name
        names = people.names if name is None or len(people.names) > 1 else (name,)
        age, sex = people.age or person.years, people.sex or person.sex
        inferred = person.inferred and names != people.names
        people = msgspec.structs.replace(people, names=names, age=age, sex=sex, inferred=inferred)
        return msgspec.structs.replace(claim, people=people)


def _is_several(claim: Claim) -> bool:
    count = claim.count
    return claim.kind in _HARM and count is not None and (count.best or count.low or 2) > 1
