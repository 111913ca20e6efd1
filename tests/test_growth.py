"""The reports that ``bench.growth`` makes: of other events, told in the same way; and the book that they fill."""

from datetime import date
from pathlib import Path

from bench import growth
from bench.filling import fill
from bench.moved import Sample, Template
from tollbook.mentions import PlaceMention, Reading
from tollbook.model import Claim, Count, People, Place, Report, When
from tollbook.store import Store

TEXT = "Three people, among them Zarnik Joy, were killed in Ostrava McFarlin on Tuesday – the POLICE said \\ “so”."
OSTRAVA = Place(name="Ostrava McFarlin", lat=-49.5, lon=18, geonameid=7)


def sample(name: str = "r-1", text: str = TEXT) -> Sample:
    claim = Claim(
        id=f"{name}-3", report=name, start=0, end=12, quote="Three people", kind="killed", place=OSTRAVA, with_=(),
        count=Count(low=3, best=3, high=3), people=People(text="Three people", names=("Zarnik Joy",)), finder="test",
        when=When(start=date(2021, 10, 5), end=date(2021, 10, 5), precision="day", text="Tuesday"), confidence=0.5,
    )  # fmt: skip
    place = PlaceMention(report=name, start=text.find("Ostrava"), end=len(text), text="Ostrava McFarlin", place=OSTRAVA)
    report = Report(id=name, sha256=f"{len(text)}", text=text, title="Zarnik dead", published=date(2021, 10, 6))
    return Sample(report=report, reading=Reading(report=name, claims=(claim,), places=(place,)))


def test_a_copy_is_of_another_event() -> None:
    made = Template(sample()).copy(2)
    claim = made.reading.claims[0]
    assert made.report.id == made.reading.report == claim.report == "2-r-1"
    assert claim.id == "2-r-1-3"
    # Names are replaced, ordinary words only as the last of a victim's; capitals inside a name are not kept.
    assert made.report.text == (
        "Three people, among them Bctpkm Lqa, were killed in Quvtcxc Oehctnkp on Tuesday – the POLICE said \\ “so”."
    )
    assert claim.people is not None
    assert claim.people.names == ("Bctpkm Lqa",)
    assert claim.place == Place(
        name="Quvtcxc Oehctnkp", lat=(-49.5 + 80 - 1.3 * 2) % 160 - 80, lon=18, geonameid=70_002
    )
    assert (made.report.published, claim.when and claim.when.start) == (date(2021, 12, 3), date(2021, 12, 2))


def test_the_first_copy_has_the_same_values() -> None:
    made, first = Template(sample()).copy(0), sample()
    assert made.reading.claims[0].when == first.reading.claims[0].when
    assert made.report.text == first.report.text.replace("McFarlin", "Mcfarlin")


def test_a_filled_book_is_as_if_it_had_been_read(tmp_path: Path) -> None:
    made = [sample(), sample("r-2"), sample("r-3", "Nothing is known of Ostrava.")]
    store = Store.open(tmp_path / "filled.book", create=True)
    for part in (made[:1], made[1:]):
        with store.derived_rows(write=True) as connection:
            fill(connection, part)
    reports, readings = store.contents()
    assert sorted(reports, key=lambda report: report.id) == [each.report for each in made]
    assert {name: each.reading for name, each in readings.items()} == {each.report.id: each.reading for each in made}
    assert [entry.subject for entry in store.log("read")] == ["r-1", "r-2", "r-3"]
    assert {hit.report for hit in store.search("Zarnik")} == {"r-1", "r-2", "r-3"}
    assert {hit.report for hit in store.search("nothing")} == {"r-3"}
    assert store.derived_problems() == []
    store.close()


def test_a_kept_book_is_continued(tmp_path: Path) -> None:
    base = growth.Base([Template(sample("r-1")), Template(sample("r-2"))], [sample()])
    assert [found["reports"] for found in growth.measure(base, [1000], tmp_path)] == [1000]
    found = list(growth.measure(base, [1000, 1200], tmp_path))
    assert [each["reports"] for each in found] == [1200]
    store = Store.open(tmp_path / "grown.book")
    assert growth.held(store) == 1200
    # One more report was added after each size.
    assert len(store.known()) == 1202
