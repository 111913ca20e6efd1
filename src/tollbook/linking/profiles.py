"""The features of an event mention that linking compares with those of other mentions."""

from datetime import date

import msgspec

from tollbook.linking.event_mentions import EventMention
from tollbook.linking.settings import ClusterMember
from tollbook.linking.text_similarity import lower_words, persons, vector
from tollbook.mentions import CASUALTIES
from tollbook.model import Claim, IncidentKind, Place, Report, When

#: The provenance of the text of a report that was made from a row of a file.
_ROW = "imported"


class MentionProfile(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """The features of a mention that are compared: small enough to store for a hundred thousand reports.

    ``listed`` is the data set that its report is a row of, if it is one. ``headline`` has the words of the headline of
    its report, if the report is mainly about it.
    """

    id: str
    report: str
    claims: tuple[str, ...]
    main: bool
    published: date | None
    place: Place | None
    when: When | None
    kind: IncidentKind | None
    names: frozenset[str]
    persons: frozenset[str]
    ages: frozenset[int]
    sites: frozenset[str]
    counts: frozenset[tuple[str, int]]
    words: dict[str, float]
    listed: str = ""
    headline: frozenset[str] = frozenset()


#: The features of a mention: all of them, or those that clustering keeps.
Compared = MentionProfile | ClusterMember


def profile(
    mention: EventMention, report: Report | None, *, whole: bool, not_persons: frozenset[str] = frozenset()
) -> MentionProfile:
    """The profile of one mention, from its own report alone; ``whole`` if all of the report is about it.

    ``not_persons`` are words, in lower case, of names of places, outlets and informants, who are not casualties.
    """
    casualties = [c for c in mention.claims if c.kind in CASUALTIES and c.people is not None]
    people = [each for c in casualties if c.people for each in c.people.each]
    return MentionProfile(
        id=mention.id,
        report=mention.report,
        claims=tuple(sorted(c.id for c in mention.claims)) or (mention.id,),
        main=mention.main,
        published=report.published if report else None,
        place=mention.place,
        when=mention.when,
        kind=mention.event.kind if mention.event else None,
        names=frozenset(n for c in casualties if c.people for n in c.people.names if " " in n.strip()),
        persons=persons(mention, report, whole=whole, not_persons=not_persons),
        ages=frozenset(p.age.best for p in people if p.age is not None and p.age.best is not None),
        sites=frozenset(s.kind for c in mention.claims for s in c.sites),
        counts=_counts(casualties),
        words=vector(mention, report, whole=whole),
        listed=report.outlet or "" if report and report.provenance.get("text") == _ROW else "",
        headline=lower_words(report.title or "") if report and mention.main else frozenset(),
    )


def _counts(casualties: list[Claim]) -> frozenset[tuple[str, int]]:
    return frozenset(
        (c.kind, c.count.best) for c in casualties if c.count and c.count.best is not None and c.scope == "incident"
    )


def most_dead(mention: MentionProfile) -> int:
    """The largest number of dead that a mention gives; 0 without one."""
    return max((number for kind, number in mention.counts if kind == "killed"), default=0)


def days_between_publications(one: Compared, other: Compared) -> int | None:
    """Days between the publication of both; None if either is not known."""
    return abs((one.published - other.published).days) if one.published and other.published else None
