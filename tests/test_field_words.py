"""Words that people write in forms: numbers without bounds, places that only their area has in the gazetteer."""

import pytest

from tollbook.decisions import field_values
from tollbook.decisions.field_values import WhichPlace
from tollbook.errors import Refused
from tollbook.model import Claim, Count, Report
from tollbook.review import claim_form

REPORT = Report(id="r", text="Seven people were killed.", sha256="0" * 64)
CLAIM = Claim(
    id="c", report="r", start=0, end=5, quote="Seven", kind="killed",
    count=Count(low=7, best=7, high=7, qualifier="exactly", text="Seven"),
)  # fmt: skip


@pytest.mark.parametrize(("words", "count"), [
    ("8", {"low": 8, "best": 8, "high": 8, "qualifier": "exactly", "text": "8"}),
    ("at least 40", {"low": 40, "best": 40, "high": None, "qualifier": "at least", "text": "at least 40"}),
    ("> 40", {"low": 41, "best": 41, "high": None, "qualifier": "more than", "text": "> 40"}),
    ("", None),
])  # fmt: skip
def test_a_number_in_words_alone_is_read(words: str, count: object) -> None:
    assert claim_form.change_of({"count_text": [words]}, CLAIM, REPORT) == {"count": count}


@pytest.mark.parametrize("words", ["3.4.2021", "3/4/2021", "03-04-2021"])
def test_a_day_that_can_be_two_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="can be two days"):
        field_values.day(words, REPORT)
    assert str(field_values.day("13.4.2021", REPORT).start) == "2021-04-13"


def test_the_same_words_keep_the_qualifier() -> None:
    over = Claim(
        id="c", report="r", start=0, end=5, quote="over 60", kind="killed",
        count=Count(low=61, best=61, high=None, qualifier="more than", text="over 60"),
    )  # fmt: skip
    assert claim_form.change_of({"count_text": ["over 60"]}, over, REPORT) == {}


@pytest.mark.parametrize(("words", "area", "precision"), [
    ("Old Mill Farm, Bavaria", "Bavaria", 4),
    ("Old Mill Farm, Mariupol", "Donetsk", 2),
    ("Old Mill Farm, France", None, 6),
])  # fmt: skip
def test_an_unknown_place_in_a_known_area_is_there(words: str, area: str | None, precision: int) -> None:
    found = field_values.place(words)
    assert (found.name, found.admin1, found.precision) == ("Old Mill Farm", area, precision)
    assert found.lat is not None
    assert found.geonameid is None


def test_a_town_and_the_area_named_after_it_are_no_question() -> None:
    assert field_values.place("Aleppo").precision == 1
    with pytest.raises(WhichPlace):
        field_values.place("Springfield")


@pytest.mark.parametrize(("words", "name", "area", "country"), [
    ("Old Mill Farm, Bavaria", "Old Mill Farm", "Bavaria", "DE"),
    ("Old Mill Farm, Nowhereburg", "Old Mill Farm, Nowhereburg", None, None),
    ("Old Mill Farm", "Old Mill Farm", None, None),
])  # fmt: skip
def test_a_place_at_a_point_has_the_country_of_its_area(
    words: str, name: str, area: str | None, country: str | None
) -> None:
    found = field_values.place(words, (), "48.1,11.5")
    assert (found.name, found.admin1, found.country) == (name, area, country)
    assert (found.lat, found.lon, found.precision) == (48.1, 11.5, 1)


@pytest.mark.parametrize(("point", "is_on_earth"), [
    ("90,180", True), ("-90,-180", True), ("90.1,0", False), ("-90.1,0", False), ("0,180.5", False),
    ("0,-180.5", False),
])  # fmt: skip
def test_a_point_lies_on_the_earth(point: str, is_on_earth: bool) -> None:
    if is_on_earth:
        assert field_values.place("Old Mill Farm", (), point).lat == float(point.split(",", maxsplit=1)[0])
    else:
        with pytest.raises(WhichPlace):
            field_values.place("Old Mill Farm", (), point)
