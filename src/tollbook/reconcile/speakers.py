"""Speakers as entities: who they are said to be, under every spelling, and all that they are said to have said.

An entity is made anew from the claims each time. Two spellings are one speaker where nothing but a name would be too
little: in one incident or one report, or where role or organisation agrees too. Whoever finds that two were made one
wrongly corrects the speaker of a claim, and they part.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations

from tollbook.model import Claim, Record, Report, Speaker, Stance, content_id
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import informant
from tollbook.reconcile.statements import is_statement, steps
from tollbook.reconcile.transliteration import consonants, latin_words, same_across_scripts


class Spelling(Record, frozen=True, kw_only=True):
    """A name as it is written, and the reports that write it so."""

    text: str
    reports: tuple[str, ...]


class Said(Record, frozen=True, kw_only=True):
    """One statement: its words, where and when they were printed, and the incident they are about."""

    claim: str
    report: str
    printed: date | None
    stance: Stance
    quote: str
    incident: str | None


class SpeakerEntity(Record, frozen=True, kw_only=True):
    """One speaker. ``roles``, ``organisations`` and ``sides`` as the texts have them, the most frequent first.

    ``statements`` stand in the order they were printed; ``changes`` are sentences on each change of stance about one
    incident.
    """

    id: str
    name: str
    roles: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    spellings: tuple[Spelling, ...] = ()
    statements: tuple[Said, ...] = ()
    changes: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


class _Mention(Record, frozen=True, kw_only=True):
    """One name in one setting (an incident, else a report), with the claims made under it."""

    name: str
    setting: str
    claims: tuple[Claim, ...]

    @property
    def full(self) -> bool:
        return len(latin_words(self.name)) > 1

    @property
    def many(self) -> bool:
        """Whether it names no one in particular: officials, residents, a source. Such mentions are never made one."""
        return bool(set(latin_words(self.name)) & name_matching.words().crowds)

    @property
    def ties(self) -> frozenset[str]:
        """What besides the name says who it is: words of the role, the organisation, the reports."""
        spoken = [_speaker(c) for c in self.claims]
        roles = {
            f"role {w}"
            for s in spoken
            for w in name_matching.all_words(s.role or "")
            if w not in name_matching.words().articles
        }
        bodies = {f"of {name_matching.key(s.organisation)}" for s in spoken if s.organisation}
        return frozenset(roles | bodies | {f"in {c.report}" for c in self.claims})


def speakers(claims: Iterable[Claim], reports: Mapping[str, Report]) -> tuple[SpeakerEntity, ...]:
    """Every named speaker of the claims, those with most claims first. ``claims`` have their incident filled in."""
    held: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: c.id):
        speaker = informant(claim)
        if speaker is not None and speaker.name and name_matching.is_proper(speaker.name):
            held[speaker.name, claim.incident or claim.toll or claim.report].append(claim)
    mentions = [_Mention(name=n, setting=s, claims=tuple(c)) for (n, s), c in sorted(held.items())]
    found = [_entity([c for m in group for c in m.claims], reports) for group in _merged(mentions)]
    return tuple(sorted(found, key=lambda e: (-len(e.claims), e.name, e.id)))


def _merged(mentions: Sequence[_Mention]) -> list[list[_Mention]]:
    """The mentions of each speaker together."""
    home = {i: i for i in range(len(mentions))}

    def root(i: int) -> int:
        while home[i] != i:
            i = home[i]
        return i

    for i, j in _pairs(mentions):
        home[max(root(i), root(j))] = min(root(i), root(j))
    groups: dict[int, list[_Mention]] = defaultdict(list)
    for i, mention in enumerate(mentions):
        groups[root(i)].append(mention)
    return list(groups.values())


def _pairs(mentions: Sequence[_Mention]) -> Iterable[tuple[int, int]]:
    """Pairs of mentions that are one speaker, found among those of one incident or of surnames that begin alike."""
    blocks: dict[str, list[int]] = defaultdict(list)
    for i, mention in enumerate(mentions):
        if mention.many:
            continue
        words = latin_words(mention.name)
        blocks[f"setting {mention.setting}"].append(i)
        blocks[f"surname {consonants(words[-1])[:1] if words else ''}"].append(i)
    for block in blocks.values():
        full = [i for i in block if mentions[i].full]
        yield from ((i, j) for i, j in combinations(full, 2) if _are_one(mentions[i], mentions[j]))
        for i in block:
            if not mentions[i].full:
                bearers = [j for j in full if _short_for(mentions[i], mentions[j])]
                if len({name_matching.key(mentions[j].name) for j in bearers}) == 1:
                    yield i, bearers[0]


def _are_one(one: _Mention, other: _Mention) -> bool:
    """Two full names alike, and something besides: one incident, one report, a role or an organisation."""
    if one.setting == other.setting:
        return name_matching.same_person(one.name, other.name) or same_across_scripts(one.name, other.name)
    return bool(one.ties & other.ties) and name_matching.same_person(one.name, other.name)


def _short_for(short: _Mention, full: _Mention) -> bool:
    return short.setting == full.setting and name_matching.is_surname_of(short.name, full.name)


def _entity(claims: Sequence[Claim], reports: Mapping[str, Report]) -> SpeakerEntity:
    names = [_speaker(c).name or "" for c in claims]
    by_name: dict[str, set[str]] = defaultdict(set)
    for name, claim in zip(names, claims, strict=True):
        by_name[name].add(claim.report)
    said = _said(claims, reports)
    times = Counter(names)
    return SpeakerEntity(
        id=content_id("speaker", min(c.id for c in claims)),
        name=max(times, key=lambda n: (len(latin_words(n)), times[n], n)),
        roles=_frequent(_speaker(c).role for c in claims),
        organisations=_frequent(_speaker(c).organisation for c in claims),
        sides=_frequent(_speaker(c).side for c in claims),
        spellings=tuple(Spelling(text=n, reports=tuple(sorted(by_name[n]))) for n in sorted(by_name)),
        statements=said,
        changes=tuple(_changes(said)),
        claims=tuple(sorted(c.id for c in claims)),
    )


def _speaker(claim: Claim) -> Speaker:
    return informant(claim) or Speaker(name=None)


def _frequent(values: Iterable[str | None]) -> tuple[str, ...]:
    times = Counter(v for v in values if v)
    return tuple(sorted(times, key=lambda v: (-times[v], v)))


def _said(claims: Sequence[Claim], reports: Mapping[str, Report]) -> tuple[Said, ...]:
    """The statements in the order they were printed, the same words once; undated ones last."""
    first: dict[tuple[str, Stance, str | None], Said] = {}
    for claim in sorted((c for c in claims if is_statement(c)), key=lambda c: _order(c, reports)):
        key = " ".join(claim.quote.lower().split()), claim.stance, claim.incident
        printed = reports[claim.report].published if claim.report in reports else None
        made = Said(
            claim=claim.id, report=claim.report, printed=printed, stance=claim.stance, quote=claim.quote,
            incident=claim.incident,
        )  # fmt: skip
        first.setdefault(key, made)
    return tuple(first.values())


def _order(claim: Claim, reports: Mapping[str, Report]) -> tuple[date, bool, str, int, str]:
    """By day; of one day a promise to look into it stands after the denial, as in the record of the incident."""
    published = reports[claim.report].published if claim.report in reports else None
    return published or date.max, claim.stance == "promises inquiry", claim.report, claim.start, claim.id


def _changes(said: Sequence[Said]) -> Iterable[str]:
    """A sentence for each incident on which the stance changed; one and the same words read twice are no change."""
    by_incident: dict[str, list[Said]] = defaultdict(list)
    for each in said:
        if each.incident is not None:
            by_incident[each.incident].append(each)
    for name in sorted(by_incident):
        changes = steps(by_incident[name])
        if len(changes) > 1:
            told = ", then ".join(f"{s.stance} ({s.printed.isoformat() if s.printed else 'undated'})" for s in changes)
            yield f"Stance on incident {name} changed: {told}."
