"""Where a claim comes from: the origin that makes several claims one independent source.

Claims are of one source when they go back to one informant, to one text, or when an outlet repeats on its own account
the figure an informant gave: an outlet does not count the dead itself, so nothing shows that its figure is its own.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tollbook.model import Claim, Report, Speaker
from tollbook.reconcile import name_matching
from tollbook.reconcile.copies import Copy, originals
from tollbook.reconcile.news_agencies import wire_credit
from tollbook.reconcile.persons import told_of_persons
from tollbook.reconcile.shared_quotes import same_words

#: A figure at least this large that ends in zeros may be another one rounded ("as many as 1,200" of 1,207).
_ROUND_FROM = 100


def informant(claim: Claim) -> Speaker | None:
    """The original informant, or None where only the outlet itself speaks."""
    first = claim.speakers[0] if claim.speakers else None
    return first if first is not None and first.name and first.role != "outlet" else None


def relays(claim: Claim) -> tuple[str, ...]:
    """Those by whom the word came from the informant to the outlet, by name: the Guardian, CNN."""
    return tuple(s.name for s in claim.speakers[1:] if s.name and s.role != "outlet")


def outlet(claim: Claim, reports: Mapping[str, Report]) -> str:
    """Who speaks where nobody is quoted: the credited agency, else the outlet, else the report itself."""
    report = reports.get(claim.report)
    return f"report {claim.report}" if report is None else _house(report)


def origins(claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy] = ()) -> dict[str, str]:
    """The origin of each claim by claim id. Two claims are independent exactly when their origins differ."""
    return _ruled(_found(claims, reports, copies), claims, copies)


def _found(claims: Sequence[Claim], reports: Mapping[str, Report], copies: Sequence[Copy]) -> dict[str, str]:
    """The origins as the texts show them, before anybody ruled."""
    labels = {c.id: _label(c, reports) for c in claims}
    canonical = _canonical(labels.values(), _roles(claims))
    found = _by_words({i: canonical[label] for i, label in labels.items()}, claims, reports)
    roots = originals(copies)
    by_report: dict[str, list[Claim]] = defaultdict(list)
    quoted: list[Claim] = []
    for claim in sorted(claims, key=lambda c: c.id):
        if informant(claim) is not None:
            by_report[claim.report].append(claim)
            quoted.append(claim)
    for claim in claims:
        if informant(claim) is not None:
            continue
        copied = roots.get(claim.report, ())
        told = next((q for q in [*(q for root in copied for q in by_report[root]), *quoted] if repeats(claim, q)), None)
        if told is not None:
            found[claim.id] = found[told.id]
        elif houses := [name_matching.full_key(_house(reports[root])) for root in copied if root in reports]:
            found[claim.id] = _house_of(claim, copied, claims, reports) or houses[0]
    return found


def _by_words(found: dict[str, str], claims: Sequence[Claim], reports: Mapping[str, Report]) -> dict[str, str]:
    """The origins with the informants of one and the same quotation made one, whatever each report calls them."""
    for one, other in same_words([c for c in claims if informant(c) is not None], reports):
        joined = {found[one.id], found[other.id]}
        found = {i: min(joined) if origin in joined else origin for i, origin in found.items()}
    return found


def _ruled(found: Mapping[str, str], claims: Sequence[Claim], copies: Sequence[Copy]) -> dict[str, str]:
    """The origins as people ruled: all that two reports say made one, or kept apart.

    Of two reports kept apart the one that is not the original, with whatever copies it, leaves the common origin.
    """
    ruled = {i: found[i] for i in sorted(found)}
    roots = originals(copies)
    report = {c.id: c.report for c in claims}
    for copy in (c for c in copies if c.ruling == "one source"):
        joined = {ruled[i] for i in ruled if report[i] in {copy.report, copy.of}}
        ruled = {i: min(joined) if origin in joined else origin for i, origin in ruled.items()}
    for copy in (c for c in copies if c.ruling == "independent"):
        shared = {ruled[i] for i in ruled if report[i] == copy.of}
        leaving = {r for r in set(report.values()) if copy.report in {r, *roots.get(r, ())} and r != copy.of}
        for i, origin in ruled.items():
            if report[i] in leaving and origin in shared:
                ruled[i] = f"{origin}, apart in report {copy.report}"
    return ruled


def repeats(claim: Claim, other: Claim) -> bool:
    """Whether a claim gives the figure of another: of the same fate, equal, or the same rounded to hundreds.

    That two claims tell of one person each says nothing: it may be two people.
    """
    if claim.kind != other.kind or claim.count is None or other.count is None:
        return False
    if told_of_persons(claim) or told_of_persons(other):
        return False
    one, two = claim.count, other.count
    return (one.low, one.best, one.high) == (two.low, two.best, two.high) or is_rounding(one.best, two.best)


def is_rounding(rough: int | None, exact: int | None) -> bool:
    """Whether ``rough`` is ``exact`` rounded to the zeros it ends in: 1,200 of 1,207."""
    if rough is None or exact is None or rough < _ROUND_FROM:
        return False
    zeros = len(str(rough)) - len(str(rough).rstrip("0"))
    return zeros >= 2 and abs(rough - exact) <= 10**zeros / 2


def _house(report: Report) -> str:
    return wire_credit(report.text) or report.outlet or f"report {report.id}"


def _house_of(
    claim: Claim, copied: Sequence[str], claims: Sequence[Claim], reports: Mapping[str, Report]
) -> str | None:
    """Whose figure a report that copies several has: that of the first which gives the same."""
    own = {root: [c for c in claims if c.report == root and informant(c) is None] for root in copied}
    root = next((r for r in copied if r in reports and any(repeats(claim, c) for c in own[r])), None)
    return None if root is None else name_matching.full_key(_house(reports[root]))


def _label(claim: Claim, reports: Mapping[str, Report]) -> str:
    speaker = informant(claim)
    # What "social workers" told the agency that an outlet has it from is one source, however many print it.
    house = name_matching.full_key(relays(claim)[0] if relays(claim) else outlet(claim, reports))
    if speaker is None or speaker.name is None:
        return house
    body = name_matching.institution(speaker.name)
    if body is not None or name_matching.is_proper(speaker.name):
        return body or speaker.name
    return f"{name_matching.key(speaker.name)} of {house}"


def _roles(claims: Iterable[Claim]) -> dict[str, set[str]]:
    """What each named person is said to be, in words: ``{"Ilyas Tarkhan": {"deputy", "mayor"}}``."""
    roles: dict[str, set[str]] = {}
    for claim in claims:
        speaker = informant(claim)
        if speaker is not None and speaker.name and name_matching.is_proper(speaker.name):
            roles.setdefault(speaker.name, set()).update(name_matching.all_words(speaker.role or ""))
    return roles


def _canonical(labels: Iterable[str], roles: Mapping[str, set[str]]) -> dict[str, str]:
    """One name for all spellings of each informant: the smallest of those that are one.

    A bare surname, an acronym, a role ("the deputy mayor") or a bare "police" joins a fuller name only where exactly
    one fuller name bears it.
    """
    distinct = sorted(set(labels))
    root = {label: label for label in distinct}
    full = [label for label in distinct if len(name_matching.name_words(label)) > 1 and name_matching.is_proper(label)]
    for i, one in enumerate(full):
        for other in full[i + 1 :]:
            if root[other] == other and name_matching.same_person(one, other):
                root[other] = root[one]
    for label in distinct:
        bearers = {root[o] for o in distinct if o != label and _is_short_for(label, o, roles.get(o, set()))}
        if root[label] == label and len(bearers) == 1:
            root[label] = bearers.pop()
    return {
        label: name_matching.key(found) if name_matching.is_proper(found) else found for label, found in root.items()
    }


def _is_short_for(label: str, other: str, roles: set[str]) -> bool:
    if name_matching.is_proper(label):
        return name_matching.is_surname_of(label, other) or name_matching.is_acronym_of(label, other)
    said = set(name_matching.all_words(label))
    if not said & name_matching.words().institutions:
        return False
    titled = len(roles & name_matching.words().titles) > 1 and roles & name_matching.words().titles <= said
    return titled or other.startswith(f"{label} ") or other.endswith(f" {label}")
