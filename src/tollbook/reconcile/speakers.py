"""Speaker coreference: merges the spellings of each speaker, with their roles and all their statements.

Speakers are derived from the claims each time. A similar name is not enough to merge two spellings: they must also
share an incident, a report, a role or an organisation. A wrong merge is undone by correcting the speaker of a claim.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations

from tollbook.locale.messages import message
from tollbook.model import Claim, Record, Report, Speaker, Stance, content_id
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import informant, settled_speakers, spelling
from tollbook.reconcile.statements import first_claims, is_statement, stance_changes
from tollbook.reconcile.transliteration import consonants, latin_words, same_across_scripts


class Spelling(Record, frozen=True, kw_only=True):
    """One spelling of a name, and the reports that use it."""

    text: str
    reports: tuple[str, ...]


class SpeakerStatement(Record, frozen=True, kw_only=True):
    """One statement: its words, where it was published, the day it was said, and the incident it is about."""

    claim: str
    report: str
    printed: date | None
    stance: Stance
    quote: str
    incident: str | None


class SpeakerEntity(Record, frozen=True, kw_only=True):
    """One speaker. ``roles``, ``organisations`` and ``sides`` as the texts have them, the most frequent first.

    ``statements`` are in order of publication; ``changes`` are sentences on changes of stance about one incident.
    """

    id: str
    name: str
    roles: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    statements: tuple[SpeakerStatement, ...] = ()
    changes: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


class _SpeakerMention(Record, frozen=True, kw_only=True):
    """One name in one context (an incident, else a toll or a report), with its claims."""

    name: str
    context: str
    claims: tuple[Claim, ...]
    settled: bool = False

    @property
    def full(self) -> bool:
        return self.settled or len(latin_words(self.name)) > 1

    @property
    def is_unnamed_group(self) -> bool:
        """Whether it names no one in particular: officials, residents, a source. Such mentions are never merged."""
        return not self.settled and bool(set(latin_words(self.name)) & name_matching.word_lists().crowds)

    @property
    def identifiers(self) -> frozenset[str]:
        """Further identifiers of the speaker: words of the role, the organisation, the reports."""
        speakers_given = [_speaker(c) for c in self.claims]
        roles = {
            f"role {w}"
            for s in speakers_given
            for w in name_matching.all_words(s.role or "")
            if w not in name_matching.word_lists().articles
        }
        bodies = {f"of {name_matching.key(s.organisation)}" for s in speakers_given if s.organisation}
        return frozenset(roles | bodies | {f"in {c.report}" for c in self.claims})


def speakers(claims: Iterable[Claim], reports: Mapping[str, Report]) -> tuple[SpeakerEntity, ...]:
    """Every named speaker of the claims, those with most claims first. ``claims`` have their incident filled in."""
    by_name: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        speaker = informant(claim)
        if speaker is not None and speaker.name and (speaker.as_reported or name_matching.is_proper(speaker.name)):
            by_name[speaker.name, claim.incident or claim.toll or claim.report].append(claim)
    mentions = [
        _SpeakerMention(name=n, context=s, claims=tuple(c), settled=bool(settled_speakers(c)))
        for (n, s), c in sorted(by_name.items())
    ]
    entities = [_entity([c for m in group for c in m.claims], reports) for group in _merged(mentions)]
    return tuple(sorted(entities, key=lambda e: (-len(e.claims), e.name, e.id)))


def _merged(mentions: Sequence[_SpeakerMention]) -> list[list[_SpeakerMention]]:
    """The mentions, grouped by speaker."""
    parent = {i: i for i in range(len(mentions))}

    def root(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    settled = {i: mention.name for i, mention in enumerate(mentions) if mention.settled}
    for i, j in _pairs(mentions):
        first, second = sorted((root(i), root(j)))
        if first in settled and second in settled and settled[first] != settled[second]:
            continue
        parent[second] = first
        settled |= {first: settled[second]} if second in settled else {}
    groups: dict[int, list[_SpeakerMention]] = defaultdict(list)
    for i, mention in enumerate(mentions):
        groups[root(i)].append(mention)
    return list(groups.values())


def _pairs(mentions: Sequence[_SpeakerMention]) -> Iterable[tuple[int, int]]:
    """Pairs of mentions of one speaker, compared within one context or if their surnames begin alike."""
    blocks: dict[str, list[int]] = defaultdict(list)
    for i, mention in enumerate(mentions):
        if mention.is_unnamed_group:
            continue
        words = latin_words(mention.name)
        if mention.settled:
            blocks[f"settled {mention.name}"].append(i)
        blocks[f"context {mention.context}"].append(i)
        blocks[f"surname {consonants(words[-1])[:1] if words else ''}"].append(i)
    for block in blocks.values():
        full = [i for i in block if mentions[i].full]
        yield from ((i, j) for i, j in combinations(full, 2) if _are_one(mentions[i], mentions[j]))
        for i in block:
            if not mentions[i].full:
                fuller = [j for j in full if _short_for(mentions[i], mentions[j])]
                if len({name_matching.key(mentions[j].name) for j in fuller}) == 1:
                    yield i, fuller[0]


def _are_one(one: _SpeakerMention, other: _SpeakerMention) -> bool:
    """Whether two full names agree, and one more thing: incident, report, role or organisation.

    A settled name is one name everywhere, and never another settled one.
    """
    if one.settled and other.settled:
        return one.name == other.name
    if one.context == other.context:
        return name_matching.same_person(one.name, other.name) or same_across_scripts(one.name, other.name)
    return bool(one.identifiers & other.identifiers) and name_matching.same_person(one.name, other.name)


def _short_for(short: _SpeakerMention, full: _SpeakerMention) -> bool:
    return short.context == full.context and name_matching.is_surname_of(short.name, full.name)


def _entity(claims: Sequence[Claim], reports: Mapping[str, Report]) -> SpeakerEntity:
    names, settled = [spelling(_speaker(c)) for c in claims], settled_speakers(claims)
    by_name: dict[str, set[str]] = defaultdict(set)
    for name, claim in zip(names, claims, strict=True):
        by_name[name].add(claim.report)
    statements = _statements(claims, reports)
    times = Counter(names)
    return SpeakerEntity(
        id=content_id("speaker", min(c.id for c in claims)),
        name=min(settled) if settled else max(times, key=lambda n: (len(latin_words(n)), times[n], n)),
        roles=_frequent(_speaker(c).role for c in claims),
        organisations=_frequent(_speaker(c).organisation for c in claims),
        sides=_frequent(_speaker(c).side for c in claims),
        spellings=tuple(Spelling(text=n, reports=tuple(sorted(by_name[n]))) for n in sorted(by_name)),
        statements=statements,
        changes=tuple(_changes(statements)),
        claims=tuple(sorted(c.id for c in claims)),
    )


def _speaker(claim: Claim) -> Speaker:
    return informant(claim) or Speaker(name=None)


def _frequent(values: Iterable[str | None]) -> tuple[str, ...]:
    times = Counter(v for v in values if v)
    return tuple(sorted(times, key=lambda v: (-times[v], v)))


def _statements(claims: Sequence[Claim], reports: Mapping[str, Report]) -> tuple[SpeakerStatement, ...]:
    """The statements by day, one for each event of saying about an incident; undated ones last.

    On one day a promise of an inquiry comes after the denial, as in the record of the incident.
    """
    by_stance: dict[tuple[Stance, str | None], list[Claim]] = defaultdict(list)
    for claim in claims:
        if is_statement(claim):
            by_stance[claim.stance, claim.incident].append(claim)
    made = [
        SpeakerStatement(
            claim=first.id, report=first.report, printed=day, stance=stance, quote=first.quote, incident=incident
        )
        for (stance, incident), own in by_stance.items()
        for first, day in first_claims(own, reports)
    ]
    return tuple(sorted(made, key=_order))


def _order(made: SpeakerStatement) -> tuple[date, bool, str, str]:
    return made.printed or date.max, made.stance == "promises inquiry", made.report, made.claim


def _changes(statements: Sequence[SpeakerStatement]) -> Iterable[str]:
    """A sentence for each incident on which the stance changed; two stances in the same words are no change."""
    by_incident: dict[str, list[SpeakerStatement]] = defaultdict(list)
    for each in statements:
        if each.incident is not None:
            by_incident[each.incident].append(each)
    for name in sorted(by_incident):
        changes = stance_changes(by_incident[name])
        if len(changes) > 1:
            stances = " → ".join(f"{s.stance} ({s.printed.isoformat() if s.printed else '?'})" for s in changes)
            yield message("The stance on incident {incident} changed: {stances}.", incident=name, stances=stances)
