"""Entities: everything the mentions of one person, body or group say together, and when two entities are one."""

from tollbook.model import ClaimKind, Range
from tollbook.readers.rules.coreference.mentions import EntityMention
from tollbook.readers.rules.persons.person_names import PersonName

#: Outcomes that make a person a victim.
HARMFUL = frozenset[ClaimKind]({"killed", "injured", "missing", "abducted"})


class Entity:
    """A cluster of mentions with one referent.

    ``outcomes`` are the kinds of the claims about a person. ``inferred``: a person without a name was joined with a
    named one by context alone.
    """

    def __init__(self) -> None:
        self.mentions: list[EntityMention] = []
        self.sex: str | None = None
        self.years: Range | None = None
        self.accused = self.official = self.inferred = False
        self.merged_into: Entity | None = None
        self.outcomes: set[ClaimKind] = set()

    def add(self, mention: EntityMention) -> None:
        """Add a mention and what it states: sex, age, accused, official."""
        self.mentions.append(mention)
        self.sex = self.sex or mention.sex
        self.years = self.years or mention.years
        self.accused |= mention.accused
        self.official |= mention.official

    def merge(self, other: "Entity") -> None:
        """Add all mentions and outcomes of another entity that has the same referent."""
        for mention in other.mentions:
            self.add(mention)
        self.outcomes |= other.outcomes
        other.merged_into = self

    @property
    def harmed(self) -> bool:
        """Whether a claim says that the person was killed, injured, abducted or is missing."""
        return not self.outcomes.isdisjoint(HARMFUL)

    @property
    def is_independent(self) -> bool:
        """Whether no mention is "his father", "another man" or "himself"."""
        return not any(m.possessed or m.distinct or m.reflexive for m in self.mentions)

    @property
    def name(self) -> str | None:
        """The longest name among the mentions, in code points."""
        return max((m.name.text for m in self.mentions if m.name is not None), key=len, default=None)

    @property
    def fullest(self) -> PersonName | None:
        """The name with the most words; of equals, one with an age beside it."""
        named = [(m.name, m.years is not None) for m in self.mentions if m.name is not None]
        return max(named, key=lambda one: (len(one[0].words), one[1]), default=(None, False))[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the name with the most words, in lower case."""
        return max((m.name.words for m in self.mentions if m.name is not None), key=len, default=())

    def resolved(self) -> "Entity":
        """This entity, or the one it was merged into."""
        return self if self.merged_into is None else self.merged_into.resolved()


def is_same_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names of one report are one person's.

    They are if first and last word are equal, or if one is the first or last word of the other.
    """
    if len(one) == 1 or len(other) == 1:
        short, full = sorted((one, other), key=len)
        return short[0] in {full[0], full[-1]}
    return one[-1] == other[-1] and one[0] == other[0]


def agree(one: Entity, other: Entity | EntityMention) -> bool:
    """Whether an entity differs neither in sex nor in age from another entity or a mention."""
    sexes, years = {one.sex, other.sex} - {None}, {one.years, other.years} - {None}
    return len(sexes) < 2 and len(years) < 2
