"""The days that a date expression means, in the Gregorian calendar.

Each rule takes a ``Timex`` and an ``Anchor`` and returns ``Days``, or raises ``ValueError`` with the reason why the
days are not known. To add a kind of date, add a rule to ``_RULES``.
"""

from calendar import day_name, month_name, monthrange
from collections.abc import Callable
from datetime import date, timedelta

from tollbook.dates import other_calendars
from tollbook.dates.days import DAYS, MONTHS, PRECISION, Anchor, Days, in_month, nth_month, shift, whole
from tollbook.dates.grammar import Kind
from tollbook.dates.timex import Timex
from tollbook.locale.messages import message

NO_BEGINNING = message("it counts from the beginning of an event, and the text does not say when that was")
#: Weight of each day between a date without a year and publication, by ``Timex.ahead``; the nearest year by weight is
#: taken. News is mostly about the past, so a day in the future weighs twice as much, four times after a verb in the
#: past tense.
_DISTANCE_AHEAD = {True: 1, None: 2, False: 4}
_DISTANCE_BEHIND = {True: 2, None: 1, False: 1}


def days(timex: Timex, anchor: Anchor) -> Days:
    """The days a date expression means. Raises ValueError with the reason if they are not known."""
    try:
        return _RULES[timex.kind](timex, anchor)
    except OverflowError:
        raise ValueError(message("the days lie outside the calendar")) from None


def _year(timex: Timex, anchor: Anchor) -> int | None:
    """The year in the words, in figures or as *last year*; None without one."""
    if timex.year_step is not None:
        return anchor.day().year + timex.year_step
    return timex.year


def _day_of(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(
            message("{month} {year} has no day {day}", month=month_name[month], year=year, day=day)
        ) from None


def _calendar(timex: Timex, anchor: Anchor) -> Days:
    """A day of a month, or several, with or without its year and weekday."""
    month, number = timex.month or 1, timex.day or 1
    year = _year(timex, anchor)
    first = _nearest(month, number, anchor.day(), timex.ahead) if year is None else _day_of(year, month, number)
    if timex.until is not None:
        last = _day_of(first.year, month, timex.until)
        if last < first:
            raise ValueError(message("the days run backwards, from {first} to {last}", first=number, last=timex.until))
        return Days(first, last, "days")
    doubt = None
    if timex.weekday is not None and first.weekday() != timex.weekday:
        doubt = message(
            "{day} was a {weekday}, not the weekday in the text",
            day=first.isoformat(),
            weekday=day_name[first.weekday()],
        )
    return Days(first, first, "day", doubt)


def _converted(timex: Timex, _: Anchor) -> Days:
    """A day or a month of another calendar, named with its year."""
    calendar, year, number = timex.calendar or "julian", timex.year or 1, timex.month or 1
    doubt = other_calendars.DOUBTS.get(calendar)
    if timex.day is None:
        return Days(*other_calendars.month(calendar, year, number), "month", doubt)
    first, last = other_calendars.gregorian(calendar, year, number, timex.day)
    return Days(first, last, "day" if first == last else "days", doubt)


def _nearest(month: int, number: int, published: date, ahead: bool | None) -> date:
    """The day of that month nearest to publication; the next one if the words are about the future."""
    years = range(max(date.min.year, published.year - 4), min(date.max.year, published.year + 4) + 1)
    fits = [y for y in years if number <= monthrange(y, month)[1]]
    if not fits:
        raise ValueError(message("{month} has no day {day}", month=month_name[month], day=number))

    def far(day: date) -> int:
        distance = (day - published).days
        return distance * _DISTANCE_AHEAD[ahead] if distance > 0 else -distance * _DISTANCE_BEHIND[ahead]

    return min((date(y, month, number) for y in fits), key=far)


def _both_orders(timex: Timex) -> list[date]:
    """The days that 3/4/2016 can mean: day first, then month first. Raises ValueError if it can mean none."""
    first, second, year = timex.first or 0, timex.second or 0, timex.year or 0
    orders = ((second, first), (first, second))
    readings = [date(year, m, d) for m, d in orders if m <= 12 and d <= monthrange(year, m)[1]]
    if not readings:
        raise ValueError(message("there is no day {first}/{second} of {year}", first=first, second=second, year=year))
    return readings


def _day_first(timex: Timex, anchor: Anchor) -> Days:
    """3.4.2016, 3-4-2016: the day comes first, as in every locale of CLDR that separates days by dots.

    The month comes first if the day would be after publication, and with a doubt if the other order gives a nearer day.
    """
    stated, other = (readings := _both_orders(timex))[0], readings[-1]
    published = anchor.published
    if published is not None and other <= published < stated:
        return whole("day", other)
    if published is None or other > published or abs(published - stated) <= abs(published - other):
        return whole("day", stated)
    return Days(stated, stated, "day", _other_order(other))


def _other_order(other: date) -> str:
    return message(
        "it can also be {day}; it is not known whether the day or the month comes first", day=other.isoformat()
    )


def _numeric(timex: Timex, anchor: Anchor) -> Days:
    """3/4/2016: month first or day first?

    If both are days, the one that is not after publication; if both or neither is, the one nearer to publication, with
    a doubt.
    """
    readings = _both_orders(timex)
    if len(set(readings)) == 1:
        return whole("day", readings[0])
    if (published := anchor.published) is None:
        raise ValueError(message("it is not known whether the day or the month comes first"))
    nearer, other = sorted(readings, key=lambda day: abs(day - published))
    if min(readings) <= published < max(readings):
        return whole("day", min(readings))
    return Days(nearer, nearer, "day", _other_order(other))


def _month_of(timex: Timex, anchor: Anchor) -> Days:
    """A month with its year, or the latest one up to publication; *last March* is over, *next March* not begun."""
    month, year = timex.month or 1, _year(timex, anchor)
    if year is not None:
        return in_month(year, month)
    today = anchor.day()
    if timex.kind == "beside":
        today = anchor.previous or today
    if timex.step == 0:
        return in_month(today.year, month)
    passed, to_come = month < today.month, month > today.month
    if timex.step is not None:
        return in_month(today.year + (not to_come if timex.step > 0 else -(not passed)), month)
    return in_month(_nearest(month, 1, today.replace(day=1), timex.ahead).year, month)


def _season(timex: Timex, anchor: Anchor) -> Days:
    """Three months; the winter of a year ends in the next."""
    month, year = timex.season or 1, _year(timex, anchor)
    if year is None:
        today, step = anchor.day(), timex.step or 0
        year = today.year
        if step < 0 and _season_of(year, month).last >= today:
            year -= 1
        if step > 0 and _season_of(year, month).first <= today:
            year += 1
    return _season_of(year, month)


def _season_of(year: int, month: int) -> Days:
    start = year * 12 + month - 1
    return Days(nth_month(start).first, nth_month(start + 2).last, "month")


def _part(timex: Timex, anchor: Anchor) -> Days:
    """A quarter or half of a year, or its first or last months. A business's fiscal quarters are its own."""
    year = _year(timex, anchor)
    length = timex.count or MONTHS[timex.unit or "quarter"]
    if timex.fiscal:
        raise ValueError(message("fiscal quarters differ from calendar ones"))
    if year is None:
        today = anchor.day()
        year = today.year - (((timex.nth or 1) - 1) * length >= today.month)
    nth = timex.nth or 1
    if nth * length > 12:
        raise ValueError(message("a year has no such part"))
    start = year * 12 + (nth - 1) * length
    return Days(nth_month(start).first, nth_month(start + length - 1).last, "month")


def _whole_year(timex: Timex, anchor: Anchor) -> Days:
    year = timex.year if timex.year is not None else anchor.day().year + (timex.step or 0)
    doubt = message("a fiscal year may begin in another month") if timex.fiscal else None
    return whole("year", date(year, 1, 1))._replace(doubt=doubt)


def _decade(timex: Timex, _: Anchor) -> Days:
    return whole("decade", date(timex.year or 1, 1, 1))


def _weekday(timex: Timex, anchor: Anchor) -> Days:
    """The latest such weekday up to publication; *last* is before publication, *next* after it."""
    weekday, today = timex.weekday or 0, anchor.day()
    if timex.week_step is not None:
        return whole("day", whole("week", shift(today, "week", timex.week_step)).first + timedelta(days=weekday))
    if timex.from_previous and anchor.previous is not None:
        today = anchor.previous
    behind = (today.weekday() - weekday) % 7
    if timex.count is not None:
        return whole("day", today - timedelta(days=behind + 7 * timex.count))
    if timex.step is None or timex.step == 0:
        return whole("day", today + timedelta(days=-behind % 7 if timex.ahead else -behind))
    return whole("day", today + timedelta(days=7 - behind if timex.step > 0 else -(behind or 7)))


def _relative(timex: Timex, anchor: Anchor) -> Days:
    """*Today*, *last week*: counted from the unit with the publication day; a weekend not begun, only of the future."""
    unit, today, step = timex.unit or "day", anchor.day(), timex.step or 0
    if unit == "weekend" and not step and not timex.ahead and whole(unit, today).first > today:
        step = -1
    return whole(unit, shift(today, unit, step))


def _beside(timex: Timex, anchor: Anchor) -> Days:
    """*That day*, *the following week*: a unit counted from the one that contains the previous date."""
    if timex.month is not None:
        return _month_of(timex, anchor)
    unit = timex.unit or "day"
    start = anchor.previous if unit == "day" else anchor.period and anchor.period.first
    # "That day" is not the day of publication: it is one that the text has named.
    if start is None and ((timex.step or 0) > 0 or (unit == "day" and not timex.step)):
        raise ValueError(message("the text has no date before it"))
    return whole(unit, shift(start or anchor.day(), unit, timex.step or 0))


def _ago(timex: Timex, anchor: Anchor) -> Days:
    """*Two weeks ago*: as exact as its unit says, a day for days and weeks; *a year ago today* is a day."""
    if not timex.count:
        raise ValueError(message("the words do not say how many {unit}s", unit=timex.unit))
    if timex.from_previous and timex.ahead and anchor.previous is None:
        raise ValueError(message("the text has no date before it"))
    day = (timex.from_previous and anchor.previous) or anchor.day()
    unit = timex.unit or "day"
    landed = shift(day, unit, timex.count if timex.ahead else -timex.count)
    return whole("day" if unit in DAYS or timex.step == 0 else unit, landed)


def _into(_timex: Timex, _anchor: Anchor) -> Days:
    """*Two weeks into the assault*, *the third day of the siege*: not known without the day on which it began."""
    raise ValueError(NO_BEGINNING)


def _span(timex: Timex, anchor: Anchor) -> Days:
    """*The past three days*, *the next six months*: up to, or from, the publication day."""
    if timex.count == 0:
        raise ValueError(message("the words do not say how many {unit}s", unit=timex.unit))
    today, unit, count = anchor.day(), timex.unit or "day", timex.count or 1
    other = shift(today, unit, count if timex.ahead else -count)
    return Days(min(today, other), max(today, other), "days" if unit in DAYS else PRECISION[unit])


def _overnight(_: Timex, anchor: Anchor) -> Days:
    """The night that ends on the publication day."""
    today = anchor.day()
    return Days(today - timedelta(days=1), today, "days")


def _clock(_: Timex, anchor: Anchor) -> Days:
    """An hour of the previous date, or of the publication day."""
    return whole("day", anchor.previous or anchor.day())


def _day_of_month(timex: Timex, anchor: Anchor) -> Days:
    """*The 7th*: the latest up to publication; the next one if the words are about the future."""
    number, today = timex.day or 1, anchor.day()
    step = 1 if timex.ahead else -1
    months = (nth_month(today.year * 12 + today.month - 1 + step * n) for n in range(4))
    candidates = (m.first + timedelta(days=number - 1) for m in months if number <= m.last.day)
    return whole("day", next(day for day in candidates if (day >= today if timex.ahead else day <= today)))


_RULES: dict[Kind, Callable[[Timex, Anchor], Days]] = {
    "calendar": _calendar,
    "other calendar": _converted,
    "numeric": _numeric,
    "day first": _day_first,
    "month": _month_of,
    "season": _season,
    "part": _part,
    "year": _whole_year,
    "decade": _decade,
    "weekday": _weekday,
    "relative": _relative,
    "beside": _beside,
    "ago": _ago,
    "into": _into,
    "span": _span,
    "overnight": _overnight,
    "clock": _clock,
    "day of the month": _day_of_month,
}
