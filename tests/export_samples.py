"""An invented book for the tests of export formats: one disputed incident, and one of which almost nothing is known."""

from datetime import date

from tollbook.model import Actor, Claim, Count, People, Place, Range, Report, Speaker, Thing, When
from tollbook.person import Person, PersonSource
from tollbook.record import (
    Contents,
    Figure,
    Grade,
    Incident,
    Perpetrator,
    ReportLink,
    Site,
    Statement,
    Toll,
    TollPoint,
    Victim,
    Weapon,
)
from tollbook.series import Series

TEXT = (
    "Shells hit the market on Orsk Street in Oberfeld on Monday. "
    "More than 40 people were killed, said Ilyas Tarkhan, the mayor."
)
DAY = When(start=date(2021, 10, 4), end=date(2021, 10, 4), precision="day", basis="relative", text="on Monday")
OBERFELD = Place(
    name="Oberfeld", text="Orsk Street", spot=True, country="UA", country_name="Kestria", admin1="Velmar District",
    lat=48.25, lon=-26.5, precision=2,
)  # fmt: skip
MAYOR, POST = Speaker(name="Ilyas Tarkhan", role="mayor"), Speaker(name="Valley Post", role="outlet")
REPORTS = (
    Report(
        id="r1", sha256="1" * 64, text=TEXT, outlet="Valley Post", title="Shells hit <b>market</b>",
        url="https://example.org/a", published=date(2021, 10, 5), language="en",
    ),
    Report(id="r2", sha256="2" * 64, text="Dozens died.", outlet="=Harbour Radio", published=date(2021, 10, 6)),
)  # fmt: skip


def claim(name: str, quote: str, text: str = TEXT, **fields: object) -> Claim:
    start = text.index(quote)
    values = {"report": "r1", "kind": "killed", "speakers": (MAYOR, POST), "incident": "i1"} | fields
    return Claim(id=name, start=start, end=start + len(quote), quote=quote, **values)  # type: ignore[arg-type]


CLAIMS = (
    claim(
        "c1", "More than 40 people were killed",
        count=Count(low=41, best=41, qualifier="more than", text="More than 40"),
        people=People(text="people", status="civilian"), when=DAY, place=OBERFELD, by=(Actor(name="Highland Front"),),
        with_=(Thing(name="shells", kind="artillery"),), confidence=0.75, finder="rules-en",
    ),
    claim(
        "c2", "Dozens died", REPORTS[1].text, report="r2", count=Count(low=24, qualifier="vague", text="Dozens"),
        speakers=(Speaker(name="=Harbour Radio", role="outlet"),),
    ),
    claim("c3", "Shells hit the market", kind="attack", when=DAY, place=OBERFELD, incident="i1"),
)  # fmt: skip
ANA = Person(
    id="c1~1", incidents=("i1",), name="Ana Brod", names=("Ana Brod",), age=Range(low=40, best=41, high=41),
    sex="female", status="civilian", roles=("a nurse",), fate="killed", when=DAY, place=OBERFELD, independent_sources=1,
    sources=(
        PersonSource(id="c1~1", claim="c1", report="r1", quote="Ana Brod, a nurse", name="Ana Brod", fate="killed"),
    ),
)  # fmt: skip
DISPUTED = Incident(
    id="i1", kind="shelling", title="Reported shelling, market, Oberfeld, 4 October 2021", when=DAY, place=OBERFELD,
    reports=(ReportLink(id="r1", main=True, claims=2), ReportLink(id="r2", main=True, claims=1)),
    figures={
        "killed": Figure(
            low=24, best=41, high=41, low_said="dozens", best_said=">", high_said="≥", rule="range", status="contested",
            independent_sources=2, low_claims=("c2",), best_claims=("c1",), high_claims=("c1",),
        )
    },
    victims=(
        Victim(name="Ana Brod", effect="killed", status="civilian", count=Range(low=1, best=1, high=1), claims=("c1",)),
    ),
    persons=(ANA,),
    perpetrators=(Perpetrator(name="Highland Front", confidence="accused", claims=("c1",)),),
    sites=(Site(name="the market", kind="market", effect="damaged", claims=("c3",), wordings=("the market",)),),
    weapons=(Weapon(name="shells", kind="artillery", claims=("c1",)),),
    statements=(
        Statement(
            speaker="The Front", stance="denies", quote="We never fire.", said=date(2021, 10, 6), claims=("c2",),
            reports=("r2",),
        ),
    ),
    grade=Grade(rule="airwars", value="fair", why="Two sources."),
    questions=("Contested: independent sources differ.",), series="i1",
)  # fmt: skip
UNKNOWN = Incident(id="i2", kind="attack", title="=Reported attack")
BOOK = Contents(
    reports=REPORTS, claims=CLAIMS, incidents=(DISPUTED, UNKNOWN), persons=(ANA,),
    tolls=(
        Toll(id="t1", kind="killed", series=(TollPoint(as_of=date(2021, 11, 1), low=100, low_said=">"),)),
    ),
    series=(
        Series(
            id="i1", kind="shelling", title="Reported shelling, Oberfeld, 4–6 October 2021", place=OBERFELD,
            when=When(start=date(2021, 10, 4), end=date(2021, 10, 6), precision="days", basis="linked"),
            incidents=("i1", "i3", "i4"), tolls=("t1",),
        ),
    ),
)  # fmt: skip
