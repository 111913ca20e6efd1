"""Dates: sentences of invented reports, the expressions found in them and the days they mean."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import dates, locale
from tollbook.dates import timex
from tollbook.dates.grammar import grammar
from tollbook.mentions import DateMention

EN = locale.of("en")
#: A Thursday.
PUBLISHED = date(2022, 3, 10)


def days(mention: DateMention) -> str:
    if mention.first is None or mention.last is None:
        return "?"
    return f"{mention.first}" if mention.first == mention.last else f"{mention.first}..{mention.last}"


STATED = [
    ("Shells fell on Orlitsa on Jan. 25, 2013.", "Jan. 25, 2013", "2013-01-25"),
    ("The mill burned on 25.01.2013, villagers said.", "25.01.2013", "2013-01-25"),
    ("24.09.2014 The bridge at Tamsk was hit.", "24.09.2014", "2014-09-24"),
    ("Recorded 2013-01-25 by the clinic.", "2013-01-25", "2013-01-25"),
    ("Wed 05 Apr 2017 Two die in Orlitsa.", "Wed 05 Apr 2017", "2017-04-05"),
    ("THE RAID OF 3 JAN 90 LEFT TWO DEAD.", "3 JAN 90", "1990-01-03"),
    ("They met on the 4th of July 1999.", "the 4th of July 1999", "1999-07-04"),
    ("On Friday, September 6, 2002, it stopped.", "Friday, September 6, 2002", "2002-09-06"),
    ("The siege began on 1 May, 2011.", "1 May, 2011", "2011-05-01"),
    ("Last updated Aug 142016 by the desk", "Aug 142016", "2016-08-14"),
    ("28.04.2017Get the newsletter", "28.04.2017", "2017-04-28"),
    ("PORT SAREN, JUNE 11 89 (WIRE) -- A bomb", "JUNE 11 89", "1989-06-11"),
    ("on 13/02/2022 the market was hit", "13/02/2022", "2022-02-13"),
    ("on 02/13/2022 the market was hit", "02/13/2022", "2022-02-13"),
    ("In March 2016 the camp was closed.", "March 2016", "2016-03-01..2016-03-31"),
    ("RAIDS IN MAY 1989 EMPTIED THE VALLEY", "MAY 1989", "1989-05-01..1989-05-31"),
    ("Since February of 2020 nobody came.", "February of 2020", "2020-02-01..2020-02-29"),
    ("in January nineteen ninety-seven", "January nineteen ninety-seven", "1997-01-01..1997-01-31"),
    ("The mine opened in 1987.", "1987", "1987-01-01..1987-12-31"),
    ("It was closed in nineteen eighty-seven.", "nineteen eighty-seven", "1987-01-01..1987-12-31"),
    ("by the year two thousand", "the year two thousand", "2000-01-01..2000-12-31"),
    ("War shook the valley in the 1990s.", "the 1990s", "1990-01-01..1999-12-31"),
    ("the worst since the late '80s", "late '80s", "1980-01-01..1989-12-31"),
    ("the summer of 2014", "the summer of 2014", "2014-06-01..2014-08-31"),
    ("in winter 2015", "winter 2015", "2015-12-01..2016-02-29"),
    ("the first half of 1995", "the first half of 1995", "1995-01-01..1995-06-30"),
    ("Attacks doubled in the third quarter of 2012.", "the third quarter of 2012", "2012-07-01..2012-09-30"),
    ("in Q2 2019", "Q2 2019", "2019-04-01..2019-06-30"),
    ("the first nine months of 2018", "the first nine months of 2018", "2018-01-01..2018-09-30"),
    ("fighting on May 3-5, 2016", "May 3-5, 2016", "2016-05-03..2016-05-05"),
    ("fighting from 3 to 5 May 2016", "3 to 5 May 2016", "2016-05-03..2016-05-05"),
    ("from 30 March 2016 to 2 April 2016", "30 March 2016 to 2 April 2016", "2016-03-30..2016-04-02"),
]

RELATIVE = [
    ("A year ago today, nine people died.", "A year ago today", "2021-03-10"),
    ("It was hit exactly ten years ago today.", "exactly ten years ago today", "2012-03-10"),
    ("Four died on Tuesday. Coalition jets flew over the town.", "Tuesday", "2022-03-08"),
    ("Four died on Tuesday, Hospital officials said.", "Tuesday", "2022-03-08"),
    ("On Tuesday hospital officials counted nine.", "Tuesday", "2022-03-08"),
    ("Three people died on Wednesday.", "Wednesday", "2022-03-09"),
    ("Three people died Thursday in Orlitsa.", "Thursday", "2022-03-10"),
    ("It was hit late Monday.", "late Monday", "2022-03-07"),
    ("Guns were heard Tuesday night.", "Tuesday night", "2022-03-08"),
    ("It happened at 10 p.m. Wednesday.", "10 p.m. Wednesday", "2022-03-09"),
    ("The funeral will be held on Monday.", "Monday", "2022-03-14"),
    ("Talks resume next Wednesday.", "next Wednesday", "2022-03-16"),
    ("He was shot last Thursday.", "last Thursday", "2022-03-03"),
    ("the strike on coming Friday", "coming Friday", "2022-03-11"),
    ("He was shot on Wednesday of last week.", "Wednesday of last week", "2022-03-02"),
    ("The bus was stopped yesterday.", "yesterday", "2022-03-09"),
    ("Today the road was open.", "Today", "2022-03-10"),
    ("They leave tonight.", "tonight", "2022-03-10"),
    ("They leave tomorrow.", "tomorrow", "2022-03-11"),
    ("A blast woke the town last night.", "last night", "2022-03-09"),
    ("A shell struck early this morning.", "early this morning", "2022-03-10"),
    ("He was seen the day before yesterday.", "the day before yesterday", "2022-03-08"),
    ("Overnight the port was shelled.", "Overnight", "2022-03-09..2022-03-10"),
    ("They came at dawn on the 7th.", "dawn on the 7th", "2022-03-07"),
    ("Nothing was heard of them after the 20th.", "the 20th", "2022-02-20"),
    ("earlier this week", "earlier this week", "2022-03-07..2022-03-13"),
    ("Two guards died last week.", "last week", "2022-02-28..2022-03-06"),
    ("Two guards died last weekend.", "last weekend", "2022-03-05..2022-03-06"),
    ("Six people were shot over the weekend.", "over the weekend", "2022-03-05..2022-03-06"),
    ("Two men died this weekend, police said.", "this weekend", "2022-03-05..2022-03-06"),
    ("Two men died this past weekend.", "this past weekend", "2022-03-05..2022-03-06"),
    ("Two people were hurt in a weekend shooting.", "a weekend", "2022-03-05..2022-03-06"),
    ("after a weekend of clashes", "a weekend", "2022-03-05..2022-03-06"),
    ("victims of the weekend's violence", "the weekend", "2022-03-05..2022-03-06"),
    ("A vigil will be held this weekend.", "this weekend", "2022-03-12..2022-03-13"),
    ("The clinic closed last month.", "last month", "2022-02-01..2022-02-28"),
    ("The clinic closed this month.", "this month", "2022-03-01..2022-03-31"),
    ("The clinic closed last year.", "last year", "2021-01-01..2021-12-31"),
    ("by the end of the year", "the end of the year", "2022-01-01..2022-12-31"),
    ("A week ago the bridge fell.", "A week ago", "2022-03-03"),
    ("two weeks ago", "two weeks ago", "2022-02-24"),
    ("10 days ago", "10 days ago", "2022-02-28"),
    ("five months ago", "five months ago", "2021-10-01..2021-10-31"),
    ("a year ago", "a year ago", "2021-01-01..2021-12-31"),
    ("in the past three days", "the past three days", "2022-03-07..2022-03-10"),
    ("the last six months", "the last six months", "2021-09-10..2022-03-10"),
    ("within the next two weeks", "the next two weeks", "2022-03-10..2022-03-24"),
    ("The dam failed on Sept. 11.", "Sept. 11", "2021-09-11"),
    ("He was freed on 30 December.", "30 December", "2021-12-30"),
    ("Voting is due on 2 April.", "2 April", "2022-04-02"),
    ("on Wednesday, March 9", "Wednesday, March 9", "2022-03-09"),
    ("the night of March 8", "the night of March 8", "2022-03-08"),
    ("They fled in March.", "March", "2022-03-01..2022-03-31"),
    ("The mine was closed in December.", "December", "2021-12-01..2021-12-31"),
    ("He had left last August.", "last August", "2021-08-01..2021-08-31"),
    ("He left in June last year.", "June last year", "2021-06-01..2021-06-30"),
    ("in early May", "early May", "2022-05-01..2022-05-31"),
    ("Rain ruined last summer.", "last summer", "2021-06-01..2021-08-31"),
    ("on 29 February", "29 February", "2020-02-29"),
    ("on 3/4/2022", "3/4/2022", "2022-03-04"),
    ("between Monday and Wednesday", "Monday and Wednesday", "2022-03-07..2022-03-09"),
    ("fighting from 3 to 5 February", "3 to 5 February", "2022-02-03..2022-02-05"),
    ("fighting from February 27 until March 2", "February 27 until March 2", "2022-02-27..2022-03-02"),
]


@pytest.mark.parametrize(("sentence", "text", "expected"), STATED)
def test_stated_days_need_no_publication_day(sentence: str, text: str, expected: str) -> None:
    mentions = dates.find(sentence, None, "r1", EN)
    assert [(m.text, days(m), m.basis, m.report) for m in mentions] == [(text, expected, "stated", "r1")]


@pytest.mark.parametrize(("sentence", "text", "expected"), RELATIVE)
def test_relative_days_count_from_publication(sentence: str, text: str, expected: str) -> None:
    mentions = dates.find(sentence, PUBLISHED, "", EN)
    assert [(m.text, days(m)) for m in mentions] == [(text, expected)]


@pytest.mark.parametrize("published", [date(2022, 3, 12), date(2022, 3, 13), date(2022, 3, 14), date(2022, 3, 18)])
def test_the_weekend_is_the_last_that_has_begun(published: date) -> None:
    (mention,) = dates.find("Six people were shot over the weekend.", published, "", EN)
    assert days(mention) == "2022-03-12..2022-03-13"


@pytest.mark.parametrize(("sentence", "text", "_"), RELATIVE)
def test_without_a_publication_day_relative_days_stay_unresolved(sentence: str, text: str, _: str) -> None:
    for mention in dates.find(sentence, None, "", EN):
        assert mention.text in text
        assert (mention.first, mention.last, mention.precision) == (None, None, "unknown")
        assert mention.reason


@pytest.mark.parametrize(
    "sentence",
    [
        "He may come on, and they march in a second column.",
        "THE TROOPS MAY MARCH INTO THE TOWN",
        "A 5-year-old boy and a six-month-old girl hid for two hours.",
        "She sat in the sun for a long second.",
        "The 19 April Movement and the Sunday Herald deny it.",
        "At least 2000 people fled and 1,987 came back.",
        "The patrol left at 1900 hours for the 38th parallel.",
        "A mortar fell near Route 2012 in Tamsk.",
        "He lives on the 7th floor.",
        "Updated 1618 A bomb fell near the mill.",
        "For release\n1511, 1533, 1574\nVelmar",
        "The decade-old feud cost 45 lives.",
    ],
)
def test_expressions_that_are_no_date(sentence: str) -> None:
    found = [m for m in dates.find(sentence, PUBLISHED, "", EN) if "hours" not in m.text]
    assert found == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("On 3 January 2020 he fell. The next day his son died.", ["2020-01-03", "2020-01-04"]),
        ("On 3 January 2020 he fell. That day two more died.", ["2020-01-03", "2020-01-03"]),
        ("On 3 January 2020 he fell. Two days later it ended.", ["2020-01-03", "2020-01-05"]),
        ("On 3 January 2020 he fell; the previous day he was well.", ["2020-01-03", "2020-01-02"]),
        (
            "In April 2019 it rained. The following month it burned.",
            ["2019-04-01..2019-04-30", "2019-05-01..2019-05-31"],
        ),
        ("It was hit on 3 January 2020 at 18:30.", ["2020-01-03", "2020-01-03"]),
        ("On Monday it was shelled, and the previous Friday bombed.", ["2022-03-07", "2022-03-04"]),
    ],
)
def test_days_relative_to_the_previous_date(sentence: str, expected: list[str]) -> None:
    assert [days(m) for m in dates.find(sentence, PUBLISHED, "", EN)] == expected


@pytest.mark.parametrize(
    ("sentence", "published", "expected", "reason"),
    [
        ("on 31 February 2022", None, "?", "February 2022 has no day 31"),
        ("on 31 February", PUBLISHED, "?", "February has no day 31"),
        ("on 2022-02-30", None, "?", "February 2022 has no day 30"),
        ("on Monday, March 8", PUBLISHED, "2022-03-08", "2022-03-08 was a Tuesday, not the weekday in the text"),
        ("on Wednesday", None, "?", "the report has no publication day"),
        ("on 9 March", None, "?", "the report has no publication day"),
        ("several days ago", PUBLISHED, "?", "the words do not say how many days"),
        ("on 3/4/2022", None, "?", "it is not known whether the day or the month comes first"),
        ("on 3.4.2022", None, "2022-04-03", None),
        ("on 3.4.2022", PUBLISHED, "2022-03-04", None),
        ("on 3-4-2022", None, "2022-04-03", None),
        ("on 4-23-2022", None, "2022-04-23", None),
        (
            "on 3.2.2022",
            PUBLISHED,
            "2022-02-03",
            "it can also be 2022-03-02; it is not known whether the day or the month comes first",
        ),
        (
            "on 2/3/2022",
            PUBLISHED,
            "2022-03-02",
            "it can also be 2022-02-03; it is not known whether the day or the month comes first",
        ),
        ("two days later", PUBLISHED, "?", "the text has no date before it"),
        ("That day six men died.", PUBLISHED, "?", "the text has no date before it"),
        ("the fiscal third quarter", PUBLISHED, "?", "fiscal quarters differ from calendar ones"),
        ("in fiscal 2019", None, "2019-01-01..2019-12-31", "a fiscal year may begin in another month"),
        ("from 5 to 3 May 2016", None, "?", "the days run backwards, from 5 to 3"),
    ],
)
def test_doubt_is_kept_with_its_reason(sentence: str, published: date | None, expected: str, reason: str) -> None:
    (mention,) = dates.find(sentence, published, "", EN)
    assert (days(mention), mention.reason) == (expected, reason)


def test_the_day_after_the_end_of_the_calendar_is_refused() -> None:
    (mention,) = dates.find("tomorrow", date.max, "", EN)
    assert (mention.first, mention.reason) == (None, "the days lie outside the calendar")


@pytest.mark.parametrize(
    ("words", "published", "expected"),
    [
        ("9 March 2022", None, (date(2022, 3, 9), date(2022, 3, 9), "day", "stated")),
        ("late Monday", PUBLISHED, (date(2022, 3, 7), date(2022, 3, 7), "day", "relative")),
        ("last week", PUBLISHED, (date(2022, 2, 28), date(2022, 3, 6), "week", "relative")),
        ("the last weekend", PUBLISHED, (date(2022, 3, 5), date(2022, 3, 6), "days", "relative")),
        ("Monday", None, (None, None, "unknown", "relative")),
        ("the hospital", PUBLISHED, (None, None, "unknown", "stated")),
    ],
)
def test_resolving_one_expression(words: str, published: date | None, expected: tuple[object, ...]) -> None:
    assert dates.resolve(words, published, EN) == expected


@pytest.mark.parametrize(
    ("words", "day", "expected"),
    [
        ("Wednesday", date(2022, 3, 9), True),
        ("Wednesday", date(2022, 3, 10), False),
        ("late Monday", date(2022, 3, 7), True),
        ("9 March", date(2021, 3, 9), True),
        ("9 March", date(2022, 3, 8), False),
        ("Wednesday 9 March", date(2021, 3, 9), False),
        ("March", date(2022, 3, 31), True),
        ("March", date(2022, 4, 1), False),
        ("3 to 5 May", date(2022, 5, 4), True),
        ("3 to 5 May", date(2022, 5, 6), False),
        ("the 7th", date(2022, 5, 7), True),
        ("2016", date(2016, 5, 7), True),
        ("2016", date(2017, 5, 7), False),
        ("yesterday", date(2022, 5, 7), True),
        ("the hospital", date(2022, 5, 7), True),
    ],
)
def test_whether_words_fit_a_day(words: str, day: date, *, expected: bool) -> None:
    assert dates.fits(words, day, EN) is expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Wed 05 Apr 2017 Two die in a blast.", date(2017, 4, 5)),
        ("date 2022-03-09 The market was hit.", date(2022, 3, 9)),
        ("PORT SAREN, Tamsk (Jan. 25, 2013) - A patrol", date(2013, 1, 25)),
        ("   PORT SAREN, 3 JAN 90 -- [TEXT] A BOMB", date(1990, 1, 3)),
        ("24.09.2014 Shells fell.", date(2014, 9, 24)),
        ("Posted on July 2 2016 by the desk Thirty hurt", date(2016, 7, 2)),
        ("Date of publication 26 October 2016 Planes", date(2016, 10, 26)),
        ("2012-03-S-024 For release PORT SAREN (Mar. 24) - A patrol", date(2012, 3, 24)),
        ("PORT SAREN (Mar. 24) - A patrol", None),
        # Each entry of a chronology has its own day.
        ("3 May 2010: A bomb hits a camp. 4 May 2010: Two men are held. 9 May 2010: A court opens.", None),
        ("3 May 2010: A bomb hits a camp.", date(2010, 5, 3)),
        ("The camp, closed since 3 May 2010, was hit on Monday.", None),
        ("The camp was hit on Monday. " + "It rained. " * 30 + "3 May 2010", None),
        ("", None),
    ],
)
def test_a_report_says_its_own_day(head: str, expected: date | None) -> None:
    assert dates.dateline(head, EN) == expected


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Fri Oct 8 2021 23 killed in blast", "23 killed in blast"),
        ("Wednesday 6 October 2021 21:51 Medics die", "Medics die"),
        ("Date of publication 4 October 2021 The bomber", "The bomber"),
        ('10-09-2021 "We saw two planes"', '"We saw two planes"'),
        ("October 4, 2021 4:10 pm Five die", "Five die"),
        ("On 8 October 2021 Gunmen fired", None),
        ("8 October 2021 was a quiet day", None),
        ("October 2021 Gunmen fired", None),
        ("A report by the desk of 8 October 2021 Gunmen fired", None),
        ("8 October Gunmen fired", None),
        ("", None),
    ],
)
def test_a_date_ahead_of_the_first_sentence_ends_before_it(text: str, after: str | None) -> None:
    end = dates.day_ahead(text, EN)
    assert (text[end:] if end else None) == after


@pytest.mark.parametrize(
    ("words", "clock"),
    [("at 21:51", "21:51"), ("at 25:10", None), ("at 21:75", None), ("at 10:30 p.m.", "22:30"), ("at night", None)],
)
def test_an_hour_has_24_hours_of_60_minutes(words: str, clock: str | None) -> None:
    found = timex.clock(words, grammar(EN))
    assert (found and found[0]) == clock


def test_white_space_and_line_ends_within_a_date() -> None:
    text = "SHELLS FELL ON 12\n   MARCH  1991, AND AGAIN ON\r\nSUNDAY.\n\n1992 BEGAN"
    assert [(m.text.split(), days(m)) for m in dates.find(text, date(1991, 4, 1), "", EN)] == [
        (["12", "MARCH", "1991"], "1991-03-12"),
        (["SUNDAY"], "1991-03-31"),
        (["1992"], "1992-01-01..1992-12-31"),
    ]


WORDS = """
on the of last next this first second 3 31 30th 29 1995 2016 '87 may March May Feb. JAN Monday Sun week years ago year a
two several days day month from to between and early mid- 10:30 p.m. 12/11/2010 - , . quarter half fiscal nineteen
eighty-seven thousand later earlier past ſunday weeK 😀 ١٢
"""


@given(
    st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS.split()), max_size=14).map(" ".join)),
    st.none() | st.dates(),
)
def test_any_text_yields_ordered_spans_and_ordered_days(text: str, published: date | None) -> None:
    end = 0
    for mention in dates.find(text, published, "", EN):
        assert text[mention.start : mention.end] == mention.text
        assert end <= mention.start < mention.end
        end = mention.end
        if mention.first is None or mention.last is None:
            assert mention.first is mention.last
            assert mention.reason
        else:
            assert mention.first <= mention.last
    assert isinstance(dates.fits(text, date(2020, 2, 29), EN), bool)
    dates.dateline(text, EN)
