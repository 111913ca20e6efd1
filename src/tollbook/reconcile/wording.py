"""Numbers, days and words of claims, as sentences of an explanation have them."""

from collections.abc import Sequence
from datetime import date

from tollbook.model import Count, When
from tollbook.reconcile.title import day

#: Characters of a quotation in a sentence; more is cut at a word.
_LONGEST = 140
_OPENING, _CLOSING = '“"«„', '”"»'


def people(fate: str) -> str:
    """``people killed``."""
    return f"people {fate}"


def bounds(numbers: tuple[int | None, int | None, int | None]) -> str:
    """Low, best and high: ``3``, ``3 to 5``, ``at least 24``, ``up to 30``, ``about 40``."""
    low, best, high = numbers
    if low is not None and high is not None:
        return f"{low:,}" if low == high else f"{low:,} to {high:,}"
    if low is not None:
        return f"at least {low:,}"
    if high is not None:
        return f"up to {high:,}"
    return "not known" if best is None else f"about {best:,}"


def aim(count: Count) -> str:
    """A count in the words of its claim where it has any that are short, else in figures."""
    figures = bounds((count.low, count.best, count.high))
    return f"“{count.text}”" if count.qualifier == "vague" and count.text else figures


def day_of(published: date) -> str:
    """A day in words."""
    return day(When(start=published, end=published, precision="day")) or ""


def listed(parts: Sequence[str], last: str) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def quoted(text: str) -> str:
    """Words in quotation marks, cut where they are long, white space as single spaces."""
    words = " ".join(text.split()).strip(_OPENING + _CLOSING + " ")
    if len(words) > _LONGEST:
        words = words[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return f"“{words}”"
