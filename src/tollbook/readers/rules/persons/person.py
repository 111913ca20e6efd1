"""One person of a report: what all mentions of him or her say together, and when two are one."""

from tollbook.model import ClaimKind, Range
from tollbook.readers.rules.persons.mentions import Mention
from tollbook.readers.rules.persons.person_names import Name


class Person:
    """Somebody a report tells of, as its mentions make him or her."""

    def __init__(self) -> None:
        self.mentions: list[Mention] = []
        self.sex: str | None = None
        self.years: Range | None = None
        self.harmed = self.accused = self.office = self.inferred = False
        self.into: Person | None = None
        self.fates: set[ClaimKind] = set()

    def add(self, mention: Mention) -> None:
        """Take in one more mention."""
        self.mentions.append(mention)
        self.sex = self.sex or mention.sex
        self.years = self.years or mention.years
        self.accused |= mention.accused
        self.office |= mention.office

    def join(self, other: "Person") -> None:
        """Take in another person found to be the same."""
        for mention in other.mentions:
            self.add(mention)
        self.harmed |= other.harmed
        self.fates |= other.fates
        other.into = self

    @property
    def brought_in(self) -> bool:
        """Whether the person stands for him- or herself: neither somebody's, nor set beside another, nor "himself"."""
        return not any(m.owned or m.apart or m.reflexive for m in self.mentions)

    @property
    def name(self) -> str | None:
        """The fullest name told."""
        return max((m.name.text for m in self.mentions if m.name is not None), key=len, default=None)

    @property
    def fullest(self) -> Name | None:
        """The fullest name told, one beside an age before others."""
        named = [(m.name, m.years is not None) for m in self.mentions if m.name is not None]
        return max(named, key=lambda told: (len(told[0].words), told[1]), default=(None, False))[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the name with the most words."""
        return max((m.name.words for m in self.mentions if m.name is not None), key=len, default=())

    def same(self) -> "Person":
        """This person, or whom he or she was found to be."""
        return self if self.into is None else self.into.same()


def one_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names in one report are one person's: the same first and last word, or one the other's surname."""
    if len(one) == 1 or len(other) == 1:
        short, full = sorted((one, other), key=len)
        return short[0] in {full[0], full[-1]}
    return one[-1] == other[-1] and one[0] == other[0]


def agree(person: Person, mention: Mention) -> bool:
    """Whether neither sex nor age says that a mention is of somebody else."""
    if person.sex is not None and mention.sex is not None and person.sex != mention.sex:
        return False
    return person.years is None or mention.years is None or person.years == mention.years


def compatible(one: Person, other: Person) -> bool:
    """Whether neither sex nor age says that two are two."""
    sexes, years = {one.sex, other.sex} - {None}, {one.years, other.years} - {None}
    return len(sexes) < 2 and len(years) < 2
