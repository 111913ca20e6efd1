"""Double coding: several people code the same claims independently, and inter-coder agreement is measured.

A round is a sample of claims, the same for every coder. A coder sees the quotes, never the book's own reading or
another coder's answers; a coder who looks at the answers before giving all of their own may no longer code in it.
Rounds and answers are log entries. Agreement is Krippendorff's alpha (K. Krippendorff, *Computing Krippendorff's
Alpha-Reliability*, University of Pennsylvania, 2011): 1 is perfect agreement, 0 is what chance would give.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import ClaimKind, Record, Scope, Stance, Status, content_id
from tollbook.store import LogEntry, Store

#: Log actions.
OPENED, CODED, LOOKED = "coding opened", "coded", "coding looked"
#: Claims in one round, at most: what one person can code in an afternoon. A project may open many rounds.
MOST = 1_000

Distance = Callable[[Any, Any], float]


class Code(Record, frozen=True, kw_only=True):
    """How one coder codes the quote of one claim; ``no claim`` if it makes no claim."""

    kind: ClaimKind | Literal["no claim"]
    count: int | None = None
    scope: Scope | None = None
    status: Status | None = None
    stance: Stance | None = None


class Round(Record, frozen=True, kw_only=True):
    """A sample of claims to be coded, with the answers so far by claim, then by coder.

    ``looked`` are coders who saw the answers of others before giving all of their own.
    """

    id: str
    name: str
    who: str
    at: str
    claims: tuple[str, ...]
    answers: dict[str, dict[str, Code]] = msgspec.field(default_factory=dict)
    looked: tuple[str, ...] = ()

    def left(self, coder: str) -> tuple[str, ...]:
        """The claims this coder has not coded yet, in the order of the round."""
        return tuple(claim for claim in self.claims if coder not in self.answers.get(claim, {}))

    def coders(self) -> tuple[str, ...]:
        """The names of everyone who coded a claim, sorted."""
        return tuple(sorted({coder for given in self.answers.values() for coder in given}))

    def is_open(self) -> bool:
        """Whether the round is unfinished: a coder who began has answers to give, or fewer than two have given all."""
        coders = [coder for coder in self.coders() if coder not in self.looked]
        return any(self.left(coder) for coder in coders) or len(coders) < 2

    def hides_from(self, person: str) -> bool:
        """Whether there are answers of others that this person has not been shown."""
        return not self.open_to(person) and any(coder != person for coder in self.coders())

    def open_to(self, person: str) -> bool:
        """Whether this person may see the answers of others: they have given all of theirs, or no longer code here."""
        return person in self.looked or not self.left(person)


class Agreement(Record, frozen=True, kw_only=True):
    """Alpha of one field over ``units`` claims with answers of at least two coders; if None, ``why`` has the reason."""

    field: str
    metric: str
    alpha: float | None
    units: int
    why: str = ""


class Disagreement(Record, frozen=True, kw_only=True):
    """A claim that coders coded differently, and the fields in which they differ."""

    claim: str
    fields: tuple[str, ...]
    answers: dict[str, Code]


def nominal(one: Hashable, other: Hashable) -> float:
    """Squared difference of two names: 0 or 1."""
    return float(one != other)


def interval(one: float, other: float) -> float:
    """Squared difference of two numbers on a scale with equal steps."""
    return float(one - other) ** 2


def ratio(one: float, other: float) -> float:
    """Squared difference of two numbers that cannot be negative, relative to their size: 2 and 4 are far apart."""
    return 0.0 if one == other else ((one - other) / (one + other)) ** 2


#: The metric of each field. Counts are compared by ratio: 102 for 104 is a slip, 2 for 4 is another event.
FIELDS: dict[str, tuple[str, Distance]] = {
    "kind": ("nominal", nominal),
    "count": ("ratio", ratio),
    "scope": ("nominal", nominal),
    "status": ("nominal", nominal),
    "stance": ("nominal", nominal),
}


def alpha(units: Iterable[Sequence[Any]], distance: Distance) -> float | None:
    """Krippendorff's alpha of the values given to each unit, for any number of coders and with values missing.

    Units with fewer than two values are left out. None if nothing can be compared, or if all values are the same, so
    that perfect agreement and chance cannot be distinguished.
    """
    pairable = [list(values) for values in units if len(values) > 1]
    total = sum(map(len, pairable))
    observed = math.fsum(_within(values, distance) / (len(values) - 1) for values in pairable)
    expected = _within([value for values in pairable for value in values], distance)
    if expected == 0:
        return None
    return 1 - (total - 1) * observed / expected


def _within(values: Sequence[Any], distance: Distance) -> float:
    """The sum of differences over all ordered pairs of values."""
    frequency = Counter(values)
    distinct = list(frequency)
    return 2 * math.fsum(
        frequency[one] * frequency[other] * distance(one, other)
        for index, one in enumerate(distinct)
        for other in distinct[index + 1 :]
    )


def agreement(coding: Round) -> tuple[Agreement, ...]:
    """Alpha of every field of a round."""
    return tuple(_field_agreement(coding, field) for field in FIELDS)


def _field_agreement(coding: Round, field: str) -> Agreement:
    metric, distance = FIELDS[field]
    units = [values for given in coding.answers.values() if len(values := _values(given.values(), field)) > 1]
    value = alpha(units, distance)
    why = ""
    if not units:
        why = message("No claim has been coded by two people yet.")
    elif value is None:
        why = message("All answers are the same, so agreement cannot be distinguished from chance.")
    return Agreement(field=field, metric=metric, alpha=value, units=len(units), why=why)


def _values(answers: Iterable[Code], field: str) -> list[Any]:
    return [value for answer in answers if (value := getattr(answer, field)) is not None]


def disagreements(coding: Round) -> tuple[Disagreement, ...]:
    """The claims that were coded differently, in the order of the round; a missing value differs from any other."""
    differing = []
    for claim in coding.claims:
        given = coding.answers.get(claim, {})
        fields = tuple(field for field in FIELDS if len({getattr(answer, field) for answer in given.values()}) > 1)
        if fields:
            differing.append(Disagreement(claim=claim, fields=fields, answers=given))
    return tuple(differing)


def sample(claims: Iterable[str], size: int, seed: str) -> tuple[str, ...]:
    """``size`` claims in an order determined by ``seed`` alone, so that anyone can draw the same sample again."""
    return tuple(sorted(set(claims), key=lambda claim: (content_id(seed, claim), claim))[:size])


def replay(entries: Iterable[LogEntry]) -> dict[str, Round]:
    """Every round by id, oldest first; a coder's last answer on a claim counts."""
    rounds: dict[str, Round] = {}
    for entry in entries:
        if entry.action == OPENED:
            about = {"id": entry.hash[:16], "name": entry.subject, "who": entry.actor, "at": entry.at}
            rounds[entry.hash[:16]] = msgspec.convert(entry.payload | about, Round)
        elif entry.action == CODED and (found := rounds.get(entry.payload["round"])):
            answer = msgspec.convert(entry.payload["answer"], Code)
            found.answers.setdefault(entry.subject, {})[entry.actor] = answer
        elif entry.action == LOOKED and (found := rounds.get(entry.subject)):
            rounds[found.id] = msgspec.structs.replace(found, looked=(*found.looked, entry.actor))
    return rounds


class CodingRounds:
    """The coding rounds of one book."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rounds(self) -> list[Round]:
        """Every round, the newest first."""
        return list(replay(self._store.log(OPENED, CODED, LOOKED)).values())[::-1]

    def round(self, name: str) -> Round:
        """The round with that id. Raises NoSuchRecord."""
        found = replay(self._store.log(OPENED, CODED, LOOKED)).get(name)
        if found is None:
            raise NoSuchRecord(message("There is no coding round {id} in this book.", id=name))
        return found

    def open(self, name: str, *, size: int, who: str) -> Round:
        """Draw a sample of ``size`` claims and open a round on it. Raises Refused."""
        if not name.strip() or not who.strip():
            raise Refused(message("A coding round needs a name, and the name of the person who opens it."))
        if not 1 <= size <= MOST:
            raise Refused(message("A coding round has 1 to {most:,} claims.", most=MOST))
        stored = self._store.contents()[1]
        claims = sample((c.id for each in stored.values() for c in each.reading.claims), size, name)
        if not claims:
            raise Refused(message("The book has no claims to code yet; read reports into it first."))
        entry = self._store.append(OPENED, name.strip(), {"claims": list(claims)}, actor=who)
        return self.round(entry.hash[:16])

    def code(self, name: str, claim: str, answer: Mapping[str, Any], *, who: str) -> Round:
        """Record one coder's answer on one claim of a round. Raises NoSuchRecord, Refused."""
        coding = self.round(name)
        if claim not in coding.claims:
            raise NoSuchRecord(message("Claim {id} is not in the coding round “{round}”.", id=claim, round=coding.name))
        if who in coding.looked:
            raise Refused(message(
                "{who} has seen the answers in the coding round “{round}” and can no longer code in it.",
                who=who,
                round=coding.name,
            ))  # fmt: skip
        try:
            given = msgspec.convert(dict(answer), Code)
        except msgspec.ValidationError as error:
            raise Refused(message("The answer does not have the shape of a code: {error}.", error=error)) from error
        if given.count is not None and given.count < 0:
            raise Refused(message("A count of people cannot be below zero."))
        self._store.append(CODED, claim, {"round": name, "answer": given.to_dict()}, actor=who)
        return self.round(name)

    def check_archive(self, who: str) -> None:
        """Raise Refused if an archive, which holds the log, would show this person the answers of an open round."""
        for coding in self.rounds():
            if coding.is_open() and coding.hides_from(who):
                raise Refused(
                    message(
                        "An archive holds the answers in the coding round “{round}”, in which people still code. Give "
                        "all of your own answers first, or see the answers without coding; then export the archive. On "
                        "the command line, --with-answers exports it all the same.",
                        round=coding.name,
                    )
                )

    def look_at_all(self, *, who: str) -> None:
        """Record that this person has an archive, and with it the answers in every round."""
        for coding in self.rounds():
            if coding.hides_from(who):
                self.look(coding.id, who=who)

    def look(self, name: str, *, who: str) -> Round:
        """The round with all answers. Someone who had not finished can no longer code in it; the log records that."""
        coding = self.round(name)
        if not coding.open_to(who):
            self._store.append(LOOKED, name, {}, actor=who)
            coding = self.round(name)
        return coding
