"""Independence of sources: which claims come from one independent source.

Claims have one source if they come from one informant or one text, or if an outlet repeats the figure of an informant
without naming a source: an outlet does not count the dead itself, so its figure comes from somebody else.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from tollbook.model import Claim, Count, Report, Speaker
from tollbook.reconcile import name_matching
from tollbook.reconcile.copies import Copy, originals
from tollbook.reconcile.news_agencies import wire_credit
from tollbook.reconcile.person_mentions import describes_persons
from tollbook.reconcile.shared_quotes import same_words

#: A figure from this on that ends in zeros may be another one rounded ("as many as 1,200" for 1,207).
_ROUND_FROM = 100
#: The first letters of the finder of a claim imported from a row of a spreadsheet or a data set.
IMPORTED = "import-"


def informant(claim: Claim) -> Speaker | None:
    """The original informant, or None if only the outlet itself speaks."""
    first = claim.speakers[0] if claim.speakers else None
    return first if first is not None and first.name and first.role != "outlet" else None


def is_version(speaker: Speaker) -> bool:
    """Whether a speaker is a text that was corrected later: "an earlier version of our report"."""
    return not name_matching.word_lists().versions.isdisjoint(name_matching.all_words(speaker.name or ""))


def spelling(speaker: Speaker) -> str:
    """The name of a speaker as the report has it."""
    return speaker.as_reported or speaker.name or ""


def relays(claim: Claim) -> tuple[str, ...]:
    """The names of those who passed the informant's words on to the outlet: the Guardian, CNN."""
    return tuple(s.name for s in claim.speakers[1:] if s.name and s.role != "outlet")


def outlet(claim: Claim, reports: Mapping[str, Report]) -> str:
    """The speaker of a claim without informant: the credited agency, else the outlet, else the report itself."""
    report = reports.get(claim.report)
    return f"report {claim.report}" if report is None else _publisher(report)


def source_ids(claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy] = ()) -> dict[str, str]:
    """The source id of each claim, by claim id. Two claims are independent exactly if their source ids differ."""
    return _decided(_from_texts(claims, reports, copies), claims, copies)


def speaker_ids(claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[str, str]:
    """The speaker of each claim, by claim id: all spellings of one informant, else the publisher.

    Two people quoted in one text are one source, but two speakers.
    """
    labels = {claim.id: _label(claim, reports) for claim in claims}
    canonical = _canonical(labels.values(), _roles(claims), settled_speakers(claims))
    return {name: canonical[label] for name, label in labels.items()}


def is_imported(claim: Claim) -> bool:
    """Whether a claim comes from a row of a spreadsheet or a data set, and not from a report that was read."""
    return claim.finder.startswith(IMPORTED)


def number_independent(claims: Iterable[Claim], source_of: Mapping[str, str]) -> int:
    """How many independent sources some claims come from.

    Rows are made from reports, often from the very ones in the book, and one data set from another. So all imported
    sources together count as one, and beside any report that was read they count as none (decision 67).
    """
    known = list(claims)
    read = {source_of[claim.id] for claim in known if not is_imported(claim)}
    return len(read) or min(1, len(known))


def _from_texts(claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy]) -> dict[str, str]:
    """The source ids that the texts show, before decisions."""
    labels = {c.id: _label(c, reports) for c in claims}
    canonical = _canonical(labels.values(), _roles(claims), settled_speakers(claims))
    source_of = _by_quotation({i: canonical[label] for i, label in labels.items()}, claims, reports)
    roots = originals(copies)
    by_report: dict[str, list[Claim]] = defaultdict(list)
    quoted: list[Claim] = []
    for claim in sorted(claims, key=lambda c: (c.report, c.start, c.end, c.id)):
        if informant(claim) is not None:
            by_report[claim.report].append(claim)
            quoted.append(claim)
    for claim in claims:
        if informant(claim) is not None:
            continue
        copied = roots.get(claim.report, ())
        own = by_report[claim.report]
        candidates = [*own, *(q for root in copied for q in by_report[root]), *quoted]
        repeated = next((q for q in own if says_number_of(claim, q)), None)
        repeated = repeated or next((q for q in candidates if repeats(claim, q)), None)
        if repeated is not None:
            source_of[claim.id] = source_of[repeated.id]
        elif publishers := [name_matching.full_key(_publisher(reports[root])) for root in copied if root in reports]:
            source_of[claim.id] = _publisher_of_copy(claim, copied, claims, reports) or publishers[0]
    return source_of


def _by_quotation(source_of: dict[str, str], claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[str, str]:
    """The source ids, with the informants of one quotation merged even if reports give them different names."""
    for one, other in same_words([c for c in claims if informant(c) is not None], reports):
        merged = {source_of[one.id], source_of[other.id]}
        source_of = {i: min(merged) if source in merged else source for i, source in source_of.items()}
    return source_of


def _decided(source_of: Mapping[str, str], claims: Sequence[Claim], copies: Sequence[Copy]) -> dict[str, str]:
    """The source ids after people's decisions: all claims of two reports merged, or kept apart.

    If two reports are kept apart, the one that is not the original leaves the common source, with all copies of it.
    """
    decided = {i: source_of[i] for i in sorted(source_of)}
    roots = originals(copies)
    report_of = {c.id: c.report for c in claims}
    for copy in (c for c in copies if c.ruling == "one source"):
        merged = {decided[i] for i in decided if report_of[i] in {copy.report, copy.of}}
        decided = {i: min(merged) if source in merged else source for i, source in decided.items()}
    for copy in (c for c in copies if c.ruling == "independent"):
        shared = {decided[i] for i in decided if report_of[i] == copy.of}
        leaving = {r for r in set(report_of.values()) if copy.report in {r, *roots.get(r, ())} and r != copy.of}
        for i, source in decided.items():
            if report_of[i] in leaving and source in shared:
                decided[i] = f"{source}, apart in report {copy.report}"
    return decided


def says_number_of(claim: Claim, other: Claim) -> bool:
    """Whether a claim says the number of another one of its report: "40 killed" above "more than 40, police said".

    In one report the outlet has the number from the informant whom it names, however exactly each of them gives it
    (decision 156).
    """
    numbers = [_number_said(each.count) for each in (claim, other) if each.count is not None]
    return len(numbers) == 2 and numbers[0] is not None and numbers[0] == numbers[1] and _may_repeat(claim, other)


def _number_said(count: Count) -> int | None:
    """The one number in the words of a count: 40 of "more than 40"; None for vague words and for a range."""
    match count.qualifier:
        case "more than":
            return None if count.low is None else count.low - 1
        case "fewer than":
            return None if count.high is None else count.high + 1
        case "exactly" | "at least" | "at most" | "about" | "nearly":
            return count.best
        case _:
            return None


def repeats(claim: Claim, other: Claim) -> bool:
    """Whether a claim gives the figure of another: the same outcome, and an equal number or the same one rounded.

    A headline leaves out "at least": "Blast kills 14".
    """
    if claim.count is None or other.count is None or not _may_repeat(claim, other):
        return False
    one, two = claim.count, other.count
    equal = (one.low, one.best, one.high) == (two.low, two.best, two.high)
    plain = one.best is not None and one.low == one.best == one.high == two.best
    return equal or (plain and two.qualifier == "at least") or is_rounding(one.best, two.best)


def _may_repeat(claim: Claim, other: Claim) -> bool:
    """Whether two claims may be of the same people, by all but their numbers.

    Two claims about one person each may be about two people. So may parts of a count with different words for the
    people: three children, and three of the dead. A stated number does not repeat one that somebody denies.
    """
    if claim.kind != other.kind or claim.count is None or other.count is None:
        return False
    if (claim.stance == "denies") != (other.stance == "denies") and claim.count.best != 0:
        return False
    if describes_persons(claim) or describes_persons(other):
        return False
    people = _words_for_people(claim), _words_for_people(other)
    return "part" not in {claim.scope, other.scope} or not all(people) or not people[0].isdisjoint(people[1])


def _words_for_people(claim: Claim) -> set[str]:
    """The words for the people of a claim without those for their number."""
    said = claim.people.text if claim.people is not None else ""
    counted = claim.count.text if claim.count is not None else ""
    return set(name_matching.name_words(said)) - set(name_matching.all_words(counted))


def is_rounding(rough: int | None, exact: int | None) -> bool:
    """Whether ``rough`` is ``exact`` rounded to the zeros it ends in: 1,200 of 1,207."""
    if rough is None or exact is None or rough < _ROUND_FROM:
        return False
    zeros = len(str(rough)) - len(str(rough).rstrip("0"))
    return zeros >= 2 and abs(rough - exact) <= 10**zeros / 2


def _publisher(report: Report) -> str:
    return wire_credit(report.text) or report.outlet or f"report {report.id}"


def _publisher_of_copy(
    claim: Claim, copied: Sequence[str], claims: Sequence[Claim], reports: Mapping[str, Report]
) -> str | None:
    """The publisher whose figure a copy has: that of the first original that gives the same figure."""
    own = {root: [c for c in claims if c.report == root and informant(c) is None] for root in copied}
    root = next((r for r in copied if r in reports and any(repeats(claim, c) for c in own[r])), None)
    return None if root is None else name_matching.full_key(_publisher(reports[root]))


def _label(claim: Claim, reports: Mapping[str, Report]) -> str:
    speaker = informant(claim)
    # "Social workers" whom an agency quotes are one source, however many outlets take it from the agency.
    publisher = name_matching.full_key(relays(claim)[0] if relays(claim) else outlet(claim, reports))
    if speaker is None or speaker.name is None:
        return publisher
    if speaker.as_reported is not None:
        return speaker.name
    body = name_matching.institution(speaker.name)
    if body is not None or name_matching.is_proper(speaker.name):
        return body or speaker.name
    return f"{name_matching.key(speaker.name)} of {publisher}"


def _roles(claims: Iterable[Claim]) -> dict[str, set[str]]:
    """The words of the roles of each named person: ``{"Ilyas Tarkhan": {"deputy", "mayor"}}``."""
    roles: dict[str, set[str]] = {}
    for claim in claims:
        speaker = informant(claim)
        if speaker is not None and speaker.name and name_matching.is_proper(speaker.name):
            roles.setdefault(speaker.name, set()).update(name_matching.all_words(speaker.role or ""))
    return roles


def settled_speakers(claims: Iterable[Claim]) -> frozenset[str]:
    """The names of informants that a person settled."""
    speakers = (informant(claim) for claim in claims)
    return frozenset(s.name for s in speakers if s is not None and s.name and s.as_reported is not None)


def _canonical(labels: Iterable[str], roles: Mapping[str, set[str]], settled: frozenset[str]) -> Mapping[str, str]:
    """One name for all spellings of each informant: the smallest of them, a settled one first.

    A bare surname, an acronym, a role ("the deputy mayor") or a bare "police" is merged into a fuller name only if
    exactly one fuller name fits. Two settled names are never merged.
    """
    return _canonical_of(frozenset(labels), frozenset((name, frozenset(own)) for name, own in roles.items()), settled)


# One incident needs this several times in a row.
@lru_cache(maxsize=64)
def _canonical_of(
    labels: frozenset[str], role_words: frozenset[tuple[str, frozenset[str]]], settled: frozenset[str]
) -> Mapping[str, str]:
    roles = dict(role_words)
    distinct = sorted(labels, key=lambda label: (label not in settled, label))
    root = {label: label for label in distinct}
    full = [label for label in distinct if len(name_matching.name_words(label)) > 1 and name_matching.is_proper(label)]
    for i, one in enumerate(full):
        for other in full[i + 1 :]:
            if root[other] == other and other not in settled and name_matching.same_person(one, other):
                root[other] = root[one]
    for label in distinct:
        bearers = {root[o] for o in distinct if o != label and _is_short_for(label, o, roles.get(o, frozenset()))}
        if root[label] != label or len(bearers) != 1:
            continue
        bearer = bearers.pop()
        if label not in settled:
            root[label] = bearer
        elif bearer not in settled:
            root = {each: label if name == bearer else name for each, name in root.items()}
    by_key = {name_matching.key(name): name for name in sorted(settled)}
    root = {label: by_key.get(name_matching.key(name), name) for label, name in root.items() if label not in settled}
    return {label: _source_id(name, settled) for label, name in (root | {name: name for name in settled}).items()}


def _source_id(name: str, settled: frozenset[str]) -> str:
    if name in settled:
        return f"settled {name}"
    return name_matching.key(name) if name_matching.is_proper(name) else name


def _is_short_for(label: str, other: str, roles: frozenset[str]) -> bool:
    if name_matching.is_proper(label):
        return name_matching.is_surname_of(label, other) or name_matching.is_acronym_of(label, other)
    words, lists = set(name_matching.all_words(label)), name_matching.word_lists()
    said, theirs = (set(name_matching.all_words(name.partition(" of ")[0])) for name in (label, other))
    if all(each & lists.of_state and each & lists.media for each in (said, theirs)):
        # "State media" and "the official Tasfa news agency": a state speaks through both.
        return said <= lists.of_state | lists.media and name_matching.is_proper(other)
    if not words & lists.institutions:
        return False
    titled = len(roles & lists.titles) > 1 and roles & lists.titles <= words
    return titled or other.startswith(f"{label} ") or other.endswith(f" {label}")
