"""The names in one report, with details that the report gives about each: the material for settling names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tollbook.mentions import Reading
from tollbook.model import Claim, Place, Record, Report
from tollbook.reconcile.settled_names import NameKind, spelling_key

#: A name in brackets behind another name: "the Velm Observatory for Peace (VOP)".
_BRACKETS = re.compile(r"[ \u00a0]\(([^()\n]{2,40})\)")
#: Descriptions of one name that are kept for each report: more than a few say the same.
_MOST = 5


class NameDetails(Record, frozen=True, kw_only=True):
    """The details a report gives about a name: ``also`` in brackets behind it, ``roles`` and bodies of a person.

    ``place`` is the place that the name was read as, ``site`` the kind of a site, ``side`` that of a speaker.
    """

    also: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    place: Place | None = None
    site: str | None = None
    side: str | None = None


class NameUse(Record, frozen=True, kw_only=True):
    """One name in one report, as reported: its first claim (empty for an outlet) and the number of its claims."""

    kind: NameKind
    name: str
    report: str
    claim: str = ""
    uses: int = 1
    details: NameDetails = NameDetails()


class _Named(NamedTuple):
    kind: NameKind
    name: str
    claim: str
    details: NameDetails


def name_uses(reading: Reading, report: Report | None) -> tuple[NameUse, ...]:
    """The names of the claims of a report and of its outlet, as reported. Names that differ only by case are one."""
    found: dict[tuple[str, str], list[_Named]] = {}
    claims = sorted(reading.claims, key=lambda claim: (claim.start, claim.id))
    for named in (each for claim in claims for each in _named(claim)):
        found.setdefault((named.kind, spelling_key(named.name)), []).append(named)
    brackets = _in_brackets(report.text) if report is not None else []
    uses = [_use(reading.report, every, brackets) for (_, key), every in found.items() if key]
    if report is not None and report.outlet and report.outlet.strip():
        uses.append(NameUse(kind="outlets", name=report.outlet, report=reading.report, uses=len(claims)))
    return tuple(uses)


def _named(claim: Claim) -> Iterator[_Named]:
    for speaker in claim.speakers:
        if speaker.name and speaker.role != "outlet":
            roles = tuple(filter(None, (speaker.role, speaker.organisation)))
            yield _Named("speakers", speaker.name, claim.id, NameDetails(roles=roles, side=speaker.side))
    for actor in claim.by:
        yield _Named("actors", actor.name, claim.id, NameDetails())
    for site in claim.sites:
        yield _Named("sites", site.name, claim.id, NameDetails(site=site.kind))
    if claim.place is not None and claim.place.name:
        yield _Named("places", claim.place.name, claim.id, NameDetails(place=claim.place))


def _use(report: str, every: list[_Named], brackets: list[tuple[str, str]]) -> NameUse:
    first = every[0]
    key = spelling_key(first.name)
    return NameUse(
        kind=first.kind,
        name=first.name,
        report=report,
        claim=first.claim,
        uses=len({named.claim for named in every}),
        details=NameDetails(
            also=tuple(dict.fromkeys(inside for before, inside in brackets if before.endswith(key)))[:_MOST],
            roles=tuple(dict.fromkeys(role for named in every for role in named.details.roles))[:_MOST],
            place=first.details.place,
            site=first.details.site,
            side=next((named.details.side for named in every if named.details.side), None),
        ),
    )


def _in_brackets(text: str) -> list[tuple[str, str]]:
    """The words in brackets, with the key of the words before them."""
    return [(spelling_key(text[max(0, m.start() - 100) : m.start()]), m[1].strip()) for m in _BRACKETS.finditer(text)]
