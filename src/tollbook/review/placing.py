"""Where people put many claims at once: into incidents that are there, into new ones, or into none.

Each claim has a word: the id of an incident, a word of the person's own for a new incident, or one of ``OUTSIDE``.
All claims of one word go together. What is placed becomes few decisions, which are undone together.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tollbook import linking
from tollbook.decisions import carry_forward, verdicts
from tollbook.decisions.decision import Decision, Proposal
from tollbook.errors import Refused
from tollbook.incidents import cache
from tollbook.incidents.incremental import up_to_date
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review import composing
from tollbook.store import Store

#: Words for claims that are in no incident: the reader was wrong, background, a running total.
NO_CLAIM, BACKGROUND, TOTAL = "no claim", "background", "total"
OUTSIDE = (NO_CLAIM, BACKGROUND, TOTAL)
#: What a word has to look like to mean the id of an incident.
_ID = re.compile(r"[0-9a-f]{6,16}")


class Placing(Record, frozen=True, kw_only=True):
    """What a person wants: corrections of claims as one decision, claims to add with their word, and other words."""

    corrections: Proposal | None = None
    additions: tuple[tuple[Proposal, str], ...] = ()
    words: Mapping[str, str] = msgspec.field(default_factory=dict)


def write(store: Store, placing: Placing, *, who: str, why: str) -> Decision:
    """Write what a person wants of many claims; returns the first decision, with which all are undone.

    The derived rows are made again on the way, because what linking would put with a group depends on the corrected
    claims. Raises NoSuchRecord and Refused before anything is written.
    """
    named = {*placing.words.values(), *(word for _, word in placing.additions)}
    ids = _named_incidents(up_to_date(store), named - set(OUTSIDE))
    plain = [each for each in (placing.corrections, *_outside(placing.words)) if each is not None]
    if not plain and not placing.additions and not placing.words:
        raise Refused(message("This changes nothing."))
    for each in (*plain, *(addition for addition, _ in placing.additions)):
        verdicts.check(each.verdict, each.subject, who=who, why=why, change=each.change)
    labels = {claim: ids.get(word, word) for claim, word in placing.words.items() if word not in OUTSIDE}
    joined = {ids[word] for _, word in placing.additions if word in ids}
    # As the person saw the incidents: the corrections below may lead linking elsewhere.
    groups = _groups(store, labels, placing.words, joined)
    written = _Written(store, who, why)
    for each in plain:
        written.add(each)
    for addition, word in placing.additions:
        made = written.add(addition)
        if word:
            groups.setdefault(ids.get(word, word), []).append(str((made.change or {})["id"]))
    if groups and (grouping := _kept_apart(store, groups, labels)) is not None:
        written.add(grouping)
    assert written.first is not None  # something was to be written
    return written.first


class _Written:
    """Decisions of one act: all after the first are part of it."""

    def __init__(self, store: Store, who: str, why: str) -> None:
        self._store, self._who, self._why = store, who, why
        self.first: Decision | None = None

    def add(self, proposal: Proposal) -> Decision:
        part_of = self.first.id if self.first is not None else None
        proposal = msgspec.structs.replace(proposal, why=self._why, part_of=part_of)
        made = verdicts.decide(self._store, proposal, who=self._who)
        self.first = self.first or made
        return carry_forward.carry_one(self._store, made)


def _named_incidents(store: Store, words: Iterable[str]) -> dict[str, str]:
    """The ids of incidents that words name. Raises NoSuchRecord for a word that looks like an id and is none."""
    return {word: cache.incident(store, word).id for word in words if _ID.fullmatch(word)}


def _outside(wanted: Mapping[str, str]) -> list[Proposal]:
    """The decisions that put claims into no incident: one for each rejected claim, one for each mark."""
    by_word: dict[str, list[str]] = defaultdict(list)
    for claim, word in sorted(wanted.items()):
        by_word[word].append(claim)
    rejected = [Proposal(verdict="reject", subject=claim, why="") for claim in by_word[NO_CLAIM]]
    marked = [
        Proposal(verdict=word, subject=claims[0], why="", change={"claims": claims, "apart": []})
        for word in (BACKGROUND, TOTAL)
        if (claims := by_word[word])
    ]
    return [*rejected, *marked]


def _groups(
    store: Store, labels: Mapping[str, str], words: Mapping[str, str], joined: Iterable[str]
) -> dict[str, list[str]]:
    """The claims of each incident as they will be: those that claims join, leave, or are newly made of."""
    before = {group.id: group for group in (composing.groups_of(store, labels) if labels else ())}
    before |= {word: cache.group(store, word) for word in {*labels.values(), *joined} if _ID.fullmatch(word)}
    made = {name: [c for c in linking.members(group) if c not in words] for name, group in before.items()}
    for claim, word in labels.items():
        made.setdefault(word, []).append(claim)
    return {name: sorted(claims) for name, claims in made.items() if claims}


def _kept_apart(store: Store, groups: Mapping[str, Sequence[str]], labels: Mapping[str, str]) -> Proposal | None:
    """The decision that makes these groups incidents; None for one claim that linking leaves by itself anyway."""
    placed = sorted(claim for group in groups.values() for claim in group)
    change = {"groups": [list(group) for group in groups.values()]}
    proposal = Proposal(verdict="move", subject=min(labels, default=placed[0]), why="", change=change)
    try:
        return composing.kept_apart(up_to_date(store), proposal).proposal
    except Refused:
        if len(placed) > 1:
            raise
        return None
