"""Days of other calendars and hours of the day. The dates of the table are feasts known by both calendars."""

from datetime import date, timedelta

import pytest
from convertdate import persian
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook import dates, locale
from tollbook.dates import other_calendars

EN = locale.of("en")
NAMED = [
    ("on 1 Farvardin 1401", "2022-03-21", "2022-03-21"),  # Nowruz
    ("on Hamal 1, 1401", "2022-03-21", "2022-03-21"),  # the same, with the Afghan name of the month
    ("on 1 Meskerem 2014", "2021-09-11", "2021-09-11"),  # Ethiopian new year
    ("on 29 Tahsas 2014 E.C.", "2022-01-07", "2022-01-07"),  # Genna, the Ethiopian Christmas
    ("on 25 December 1917 (Old Style)", "1918-01-07", "1918-01-07"),  # the Julian Christmas
    ("1 Shawwal 1443 AH", "2022-05-02", "2022-05-04"),  # Eid al-Fitr: 2 or 3 May, by country
    ("in Ramadan 1443", "2022-04-02", "2022-05-03"),
]


@pytest.mark.parametrize(("words", "first", "last"), NAMED, ids=[row[0] for row in NAMED])
def test_days_of_other_calendars(words, first, last):
    (mention,) = dates.find(words, None, "", EN)
    assert (str(mention.first), str(mention.last)) == (first, last)
    assert mention.text in words


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("on 30 Esfand 1401", "the Solar Hijri year 1401 has no day 30 in month 12"),
        ("on 31 Mehr 1401", "the Solar Hijri year 1401 has no day 31 in month 7"),
        ("on 7 Pagume 2014", "the Ethiopian year 2014 has no day 7 in month 13"),
    ],
)
def test_a_day_the_calendar_lacks_stays_unresolved_with_its_reason(words, reason):
    (mention,) = dates.find(words, None, "", EN)
    assert (mention.first, mention.last, mention.reason) == (None, None, reason)


@settings(deadline=None)
@given(st.dates(date(1850, 1, 1), date(2080, 1, 1)), st.sampled_from(["hijri", "jalali", "ethiopian", "julian"]))
def test_a_converted_day_holds_the_day_it_came_from(day, calendar):
    year, month, number = other_calendars._back(calendar, day)
    first, last = other_calendars.gregorian(calendar, year, month, number)
    assert first <= day <= last
    assert last - first == (timedelta(days=2) if calendar == "hijri" else timedelta())
    begins, ends = other_calendars.month(calendar, year, month)
    assert begins <= day <= ends


@pytest.mark.parametrize("day", [(1399, 1, 1), (1399, 12, 30), (1400, 6, 31), (1400, 7, 1), (1400, 12, 29)])
def test_the_months_of_a_solar_hijri_year_are_those_of_the_library(day):
    """The year 1399 was a leap year and 1400 was not."""
    expected = date(*persian.to_gregorian(*day))
    assert other_calendars.gregorian("jalali", *day) == (expected, expected)


@pytest.mark.parametrize(
    ("words", "time", "zone"),
    [
        ("at 5:30 p.m. local time on Monday", "17:30", "local time"),
        ("at 1430 GMT", "14:30", "GMT"),
        ("at 12 am", "00:00", None),
        ("at 12:15 p.m.", "12:15", None),
        ("at 9.45pm", "21:45", None),
    ],
)
def test_hours_of_the_day(words, time, zone):
    mention = next(m for m in dates.find(words, date(2031, 5, 6), "", EN) if m.time)
    assert (mention.time, mention.zone) == (time, zone)


def test_a_day_after_publication_is_doubted_unless_the_words_look_ahead():
    reported, planned = "Four were killed on 3 May 2041.", "The trial will begin on 3 May 2041."
    (mention,) = dates.find(reported, date(2031, 5, 6), "", EN)
    assert mention.reason == dates.AFTER_PUBLICATION
    assert dates.find(planned, date(2031, 5, 6), "", EN)[0].reason is None


@pytest.mark.parametrize("words", ["Two weeks into the assault, it fell.", "On the third day of the siege, four died."])
def test_a_day_counted_from_the_beginning_of_an_event_stays_unresolved(words):
    (mention,) = dates.find(words, date(2031, 5, 6), "", EN)
    assert (mention.first, mention.reason) == (None, dates.NO_BEGINNING)
    assert mention.text in words
