"""Short ways to write down invented reports and claims."""

from datetime import date

import msgspec

from tollbook import reconcile
from tollbook.model import Claim, Count, People, Place, Range, Report, Speaker, When
from tollbook.record import Group, Incident, ReportLink

DAY = date(2021, 10, 5)
COUNTS = {
    "17": Count(low=17, best=17, high=17, qualifier="exactly", text="17"),
    "18": Count(low=18, best=18, high=18, qualifier="exactly", text="18"),
    "3": Count(low=3, best=3, high=3, qualifier="exactly", text="three"),
    "at least 12": Count(low=12, best=12, qualifier="at least", text="at least 12"),
    "12 or 13": Count(low=12, high=13, qualifier="between", text="12 or 13"),
    "at least 40": Count(low=40, best=40, qualifier="at least", text="at least 40"),
    "more than 40": Count(low=41, best=41, qualifier="more than", text="more than 40"),
    "up to 30": Count(best=30, high=30, qualifier="at most", text="up to 30"),
    "40 to 50": Count(low=40, high=50, qualifier="between", text="40 to 50"),
    "about 40": Count(best=40, qualifier="about", text="about 40"),
    "dozens": Count(low=24, qualifier="vague", text="dozens"),
    "no one": Count(low=0, best=0, high=0, qualifier="exactly", text="no one"),
    "unknown": Count(qualifier="unknown", text="not known"),
}


def number(words: str | int) -> Count:
    """A count by its words in the table above, or any plain number."""
    found = COUNTS.get(str(words))
    return found or Count(low=int(words), best=int(words), high=int(words), qualifier="exactly", text=str(words))


def report(name: str, day: int | None = 5, outlet: str | None = None, text: str = "") -> Report:
    """A report of October 2021; without a day it is undated."""
    published = None if day is None else date(2021, 10, day)
    return Report(id=name, sha256=name, text=text, outlet=outlet or f"Outlet {name}", published=published)


def claim(words: str | int | None, kind: str = "killed", *, by: str | None = None, in_: str = "a", **fields) -> Claim:
    """A claim with a count of casualties: by an informant, or by the outlet of its report alone."""
    outlet = Speaker(name=f"Outlet {in_}", role="outlet")
    start = fields.pop("start", 0)
    if "by_" in fields:
        fields["by"] = (fields.pop("by_"),)
    made = Claim(
        id="", report=in_, start=start, end=start + 10, quote="…", kind=kind,
        count=None if words is None else number(words),
        speakers=(Speaker(name=by, role=fields.pop("role", None)), outlet) if by else (outlet,),
        **fields,
    )  # fmt: skip
    key = "|".join(map(str, (in_, by, kind, words, start, fields)))
    return msgspec.structs.replace(made, id=key)


def person(text: str, kind: str = "killed", *, named: str | None = None, age: int | None = None, **fields) -> Claim:
    """A claim about one person, named or described."""
    years = None if age is None else Range(low=age, best=age, high=age)
    people = People(text=text, names=(named,) if named else (), age=years, sex=fields.pop("sex", None))
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    made = claim(1, kind, people=people, **fields)
    return msgspec.structs.replace(made, count=one, id=f"{made.id}|{text}|{named}")


def group(*claims: Claim, place: Place | None = None) -> Group:
    """The claims as one air strike on 5 October 2021."""
    links = tuple(ReportLink(id=r) for r in sorted({c.report for c in claims}))
    when = When(start=DAY, end=DAY, precision="day")
    return Group(id="g", kind="airstrike", when=when, place=place, claims=claims, reports=links)


def incident(*claims: Claim, reports: list[Report] | None = None, **asked) -> Incident:
    """The incident of some claims; all reports are of 5 October unless given."""
    known = {r.id: r for r in reports} if reports is not None else {c.report: report(c.report) for c in claims}
    return reconcile.incident(group(*claims), known, **asked)
