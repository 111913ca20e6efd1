"""Resolution of mentions to entities: the one object of a report in which speakers and victims are looked up.

A pronoun refers to the nearest earlier entity of the right kind and sex if it is the source of an attribution: news
names the person who speaks right before. Any other pronoun refers to the person with the best score of distance,
grammar and outcome, see :meth:`Coreference.antecedent`.
"""

from bisect import insort
from collections.abc import Callable, Container, Iterator, Set

from spacy.tokens import Doc, Token

from tollbook.model import ClaimKind
from tollbook.readers.rules.coreference.entities import Entity, EntityMention, agree, owners_of_kin, pronoun_mention
from tollbook.readers.rules.words.reference_words import Pronoun, pronoun, refers_to_one_person, words
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Sentences back that a pronoun may refer. Local news names a person and continues with them for a paragraph;
#: beyond three sentences the nearest name is as often a police officer's as the victim's.
_REACH = 3
#: Tokens that a pronoun may precede its name: two sentences of news, by judgement.
_FORWARD = 60
#: Letters of a name that are also in its adjective: "Kordania" and "Kordanian".
_ALIKE = 4
#: The score of each property of a person as antecedent, in sentences of distance. Set by hand. On local
#: news of shootings the preference for victims matters most: without it the nearest police officer is taken for the
#: victim.
_IF_LIKELY_VICTIM, _EVEN = 3.0, 0.5
_IF_HARMED, _IF_SUBJECT, _IF_ACCUSED, _IF_OFFICIAL, _IF_POSSESSOR = 1.5, 0.5, -1.0, -2.0, -0.5
#: The score of an accused person for "he was arrested": as much as that of a likely victim for "he died".
_IF_HELD = 3.0
_KEPT_AS = "tollbook coreference"
_CLAUSE_PARTS = frozenset({"conj", "xcomp", "prep", "pcomp", "advcl"})


def coreference_of(doc: Doc) -> "Coreference":
    """The coreference of a parse, kept with it: speakers and persons are resolved at different times."""
    found: Coreference | None = doc.user_data.get(_KEPT_AS)
    return start(doc) if found is None else found


def start(doc: Doc) -> "Coreference":
    """A new coreference of a parse, without any entity, kept with the parse instead of an earlier one."""
    new = doc.user_data[_KEPT_AS] = Coreference(doc)
    return new


class Coreference:
    """The entities of one report.

    ``persons`` are the entities of single people in order of their first mention, ``person_at`` the same by the token
    index of a mention's head. Speakers are resolved first, since claims need them; persons second, since claims decide
    who is a victim. A pronoun that speaks is resolved for both by their own rules: when persons took over the speaker's
    antecedent, a spokesman became the child that "he" had been, and two measured sets fell by 0.4 and 1.3 points.
    """

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.persons: list[Entity] = []
        self.person_at: dict[int, Entity] = {}
        self._owners: list[Token] = []
        self._sentence = {t.i: n for n, s in enumerate(doc.sents) for t in s}
        self._speakers: list[EntityMention] = []
        self._speaker_at: dict[int, Entity] = {}

    # ------------------------------------------------------------------------------------------- speakers
    def add_speaker(
        self, mention: EntityMention, completed: Callable[[EntityMention], EntityMention]
    ) -> EntityMention | None:
        """Add a mention of a speaker. Returns it with the description of its entity; None for an unresolved pronoun.

        A pronoun takes the description of its antecedent, a surname or "the group" that of the fullest earlier mention.
        ``completed`` gives the first mention of an entity its full name.
        """
        is_pronoun = mention.head.tag_ == "PRP"
        earlier = self._speaker_before(mention.head) if is_pronoun else self._same_speaker_before(mention)
        if earlier is None and is_pronoun:
            return None
        entity = Entity() if earlier is None else self._speaker_at[earlier.head.i]
        entity.add(mention)
        if earlier is None:
            mention = completed(mention)
        elif is_pronoun or len(speaker_name(earlier)) >= len(speaker_name(mention)):
            mention = earlier._replace(head=mention.head)
        self._speaker_at[mention.head.i] = entity
        insort(self._speakers, mention, key=lambda one: one.head.i)
        return mention

    def add_speaker_before_name(self, head: Token, sources: Container[int]) -> EntityMention | None:
        """Resolve a pronoun that no earlier speaker agrees with to the next person who speaks: "he" before the name.

        ``sources`` are the token indices of the heads of sources. Returns None if nobody agrees.
        """
        known = pronoun(head.lower_)
        if known is None or not refers_to_one_person(head.lower_):
            return None
        for later in self._speakers:
            entity = self._speaker_at[later.head.i]
            near = head.i < later.head.i <= head.i + _FORWARD and later.head.i in sources
            if near and _fits(known, later, entity) and speaker_name(later):
                self._speaker_at[head.i] = entity
                return later._replace(head=head)
        return None

    def _speaker_before(self, head: Token) -> EntityMention | None:
        """The nearest earlier speaker that a pronoun agrees with."""
        known = pronoun(head.lower_)
        if known is None:
            return None
        earlier = self._speakers_before(head.i)
        return next((m for m in earlier if _fits(known, m, self._speaker_at[m.head.i])), None)

    def _same_speaker_before(self, mention: EntityMention) -> EntityMention | None:
        return next((m for m in self._speakers_before(mention.head.i) if _is_same_speaker(m, mention)), None)

    def _speakers_before(self, at: int) -> Iterator[EntityMention]:
        """Speakers mentioned before a token, the nearest first."""
        return (mention for mention in reversed(self._speakers) if mention.head.i < at)

    # -------------------------------------------------------------------------------------------- persons
    def forget_persons(self) -> None:
        """Start again without persons: claims decide who is a victim, and a parse may be read more than once."""
        self.persons, self.person_at = [], {}
        self._owners = owners_of_kin(self.doc)

    def add_person(self, mention: EntityMention, entity: Entity) -> None:
        """Add a mention to the entity of a person, a new one or one of ``persons``."""
        if entity not in self.persons:
            self.persons.append(entity)
        entity.add(mention)
        self.person_at[mention.head.i] = entity

    def antecedent(
        self, mention: EntityMention, suffered: Set[ClaimKind], likely: Callable[[Entity], float]
    ) -> Entity | None:
        """The person a pronoun refers to; None if nobody agrees.

        ``suffered`` are the outcomes of the pronoun in claims, ``likely`` the probability, 0 to 1, of being a victim.
        """
        if mention.reflexive:
            subject = next((t for t in _clause(mention.head).children if t.dep_ in SUBJECTS), None)
            found = None if subject is None else self.person_at.get(subject.i)
            return found if found is not None and agree(found, mention) and not found.spares(suffered) else None
        scored = [
            (self._score(person, mention, likely if suffered else None), person.mentions[-1].head.i, n)
            for n, person in enumerate(self.persons)
            if agree(person, mention)
            and self.distance(person.mentions[-1], mention) <= _REACH
            and not _acts_on(person.mentions[-1], mention.head)
            and not (suffered and person.spares(suffered))
        ]
        # "Fired at a miner, Ivo Tal, killing him".
        beside = [one for one in scored if self._is_beside(self.persons[one[2]], mention)]
        return self.persons[max(beside or scored)[2]] if scored else None

    def _is_beside(self, person: Entity, mention: EntityMention) -> bool:
        """Whether a person was mentioned before the participle, in the same sentence, whose object a pronoun is."""
        verb, last = mention.head.head, person.mentions[-1]
        is_object = mention.head.dep_ == "dobj" and verb.tag_ == "VBG" and verb.dep_ == "advcl"
        return is_object and self.distance(last, mention) == 0 and not last.subject

    def note_owners(self, before: int, likely: Callable[[Entity], float]) -> None:
        """Note the sex of named persons to whom "her" refers in "her husband", up to a token, each once.

        They are mentioned at most one sentence before.
        """
        while self._owners and self._owners[0].i < before:
            mention = pronoun_mention(self._owners.pop(0))
            found = self.antecedent(mention, frozenset(), likely)
            if found is not None and found.name is not None and self.distance(found.mentions[-1], mention) <= 1:
                found.sex = found.sex or mention.sex

    def _score(self, person: Entity, mention: EntityMention, likely: Callable[[Entity], float] | None) -> float:
        last = person.mentions[-1]
        score = -float(self.distance(last, mention))
        # "He had been detained since May" in a report without an accused: it may be the dead man.
        was_held = any(t.tag_ == "VBD" and t.dep_ == "aux" for t in mention.head.head.lefts)
        if _is_held(mention) and not (was_held and not any(p.accused for p in self.persons)):
            return score + _IF_HELD * (person.accused - person.harmed) + _IF_SUBJECT * last.subject
        score += 0.0 if likely is None else _IF_LIKELY_VICTIM * (likely(person) - _EVEN)
        score += _IF_SUBJECT * last.subject + _IF_POSSESSOR * (last.head.dep_ == "poss")
        if person.harmed:
            return score + _IF_HARMED
        return score + _IF_OFFICIAL * person.official + _IF_ACCUSED * person.accused

    def distance(self, one: EntityMention, other: EntityMention) -> int:
        """The number of sentences between two mentions."""
        return self._sentence[other.head.i] - self._sentence[one.head.i]


def speaker_name(mention: EntityMention) -> str:
    """The name of a mention's speaker; empty if it has none."""
    return (mention.speaker.name if mention.speaker is not None else None) or ""


def _is_held(mention: EntityMention) -> bool:
    """Whether a pronoun is for somebody arrested, held or shot by the police, and so not for the victim."""
    verb = mention.head.head
    agents = (t for by in verb.rights if by.dep_ == "agent" for t in by.children)
    by_police = any(t.lemma_.lower() in words().police for t in agents)
    is_held = verb.lemma_.lower() in words().accusing | words().holding
    return mention.head.dep_ == "nsubjpass" and (is_held or by_police)


def _fits(known: Pronoun, mention: EntityMention, entity: Entity) -> bool:
    return mention.kind in known.refers_to and (known.sex is None or entity.sex in {None, known.sex})


def _is_same_speaker(earlier: EntityMention, later: EntityMention) -> bool:
    """Whether a later mention refers to an earlier one: it has the same last name, or "the" and the same noun."""
    first, second = speaker_name(earlier).split(), speaker_name(later).split()
    if not first or not second:
        return False
    titled = later.noun.istitle()
    surname = len(second) == 1 and titled and earlier.kind == "person"
    if earlier.kind != later.kind and "person" in {earlier.kind, later.kind} and not surname:
        return False
    if titled and (surname or later.kind == "person"):
        return first[-len(second) :] == second or second[-len(first) :] == first
    is_definite = len(second) > 1 and second[0].lower() in words().definite
    is_other = _is_of_another(first, second) or _is_other_office(later, second, first)
    if not (titled or is_definite) or are_told_apart(first, second) or is_other:
        return False
    is_body = earlier.kind == "body" == later.kind and not _is_of_state(earlier, later)
    return earlier.noun == later.noun or (is_body and _is_any_body(later, second))


def are_told_apart(one: list[str], other: list[str]) -> bool:
    """Whether each of two names has a word that the other lacks: "the Free Kordania Army" is not "the Orsk Army".

    "Russian" and "Russia's" are alike, and words with a hyphen ("rebel-held") are no part of a name.
    """
    names = [[w for w in name if w[:1].isupper() and "-" not in w] for name in (one, other)]
    first, second = ({w[:_ALIKE] for w in name if w.lower() not in words().definite} for name in names)
    return bool(first - second) and bool(second - first)


def _is_of_another(one: list[str], other: list[str]) -> bool:
    """Whether a body has an owner that the later mention lacks: "the mayor's office", "the UN office"."""
    owner = next((word for word in one if word.endswith(("'s", "’s"))), None)
    is_named = any(word[:1].isupper() and not any(own.startswith(word) for own in one) for word in other)
    return owner is not None and is_named and owner not in other


def _is_of_state(earlier: EntityMention, later: EntityMention) -> bool:
    """Whether only one of two bodies belongs to a state: "the group" is not the ministry before it, nor vice versa.

    An acronym may be that of an office.
    """
    offices, before = words().offices, earlier.noun.lower()
    if later.noun in offices:
        return before not in offices and not earlier.noun.isupper()
    return later.noun in words().groups and before in offices


def _is_other_office(mention: EntityMention, name: list[str], earlier: list[str]) -> bool:
    """Whether a body of a state is another one than before: "the health ministry" is not the defence ministry."""
    before = name[1 : name.index(mention.noun)] if mention.noun in name else []
    described = {word for word in before if word.islower()} - {word.lower() for word in earlier}
    return mention.noun in words().offices and bool(described)


def _is_any_body(mention: EntityMention, name: list[str]) -> bool:
    """Whether words can refer to a body with another noun: "the group", not "the Corvan group" or "the armed group"."""
    of_its_own = any(word[:1].isupper() or word.lower() in words().fighting for word in name[1:])
    return mention.noun in words().bodies and not of_its_own


def _clause(token: Token) -> Token:
    """The verb of the clause a token is in: the nearest one above it with a subject of its own."""
    node = token.head
    while node.dep_ in _CLAUSE_PARTS and not any(t.dep_ in SUBJECTS for t in node.children):
        node = node.head
    return node


def _acts_on(mention: EntityMention, pronoun: Token) -> bool:
    """Whether a mention is the subject of the verb whose object the pronoun is; "Brod shot him" is about two people."""
    is_object = pronoun.dep_ in {"dobj", "pobj", "dative"}
    return is_object and mention.head.dep_ == "nsubj" and mention.head.head == _clause(pronoun)
