"""Day, outlet, title, author and address of reports as people set them: decisions with the verdict ``describe``.

One decision describes one report or many, with the same values. The latest value of each field is in force; undoing a
decision restores the value that was set before it, or the captured one. The store keeps the result beside the captured
values (``store.descriptions``), and everything that is derived from reports uses it.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from tollbook.bounds import last_published, not_published
from tollbook.decisions import verdicts
from tollbook.decisions.decision import DECIDED, DESCRIBE, UNDONE, Decision, Proposal, as_decision
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Report
from tollbook.page_address import canonical
from tollbook.reconcile import editions
from tollbook.store import LogEntry, Store
from tollbook.store.descriptions import FIELDS

#: Characters of the longest value; some addresses have a few thousand.
_LONGEST = {"outlet": 200, "title": 500, "author": 200, "url": 4000}
#: Bidirectional classes of characters that change the direction of the text around them.
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
#: The first newspaper appeared in 1605.
_FIRST = date(1605, 1, 1)
#: Fields that a later capture of the page sets again, or that identify the page: not carried to other editions.
_OF_ONE_CAPTURE = frozenset({"url"})


def described(decisions: Iterable[Decision]) -> dict[str, dict[str, str | None]]:
    """The values that people set, by report; of two decisions on a field the later one is in force."""
    by_report: dict[str, dict[str, str | None]] = {}
    for decision in decisions:
        if decision.verdict == DESCRIBE:
            for report in decision.subjects:
                by_report.setdefault(report, {}).update(decision.change or {})
    return by_report


def describe(store: Store, reports: Iterable[str], change: Mapping[str, Any], *, who: str, why: str) -> Decision:
    """Set fields of one or more reports, as one decision. An empty value means *not known*. Raises Refused."""
    return describe_each(store, dict.fromkeys(reports, change), who=who, why=why)


def describe_each(store: Store, changes: Mapping[str, Mapping[str, Any]], *, who: str, why: str) -> Decision:
    """Set different fields for each report; returns the first decision, which undoes all if undone.

    Raises Refused, NoSuchRecord; nothing is written then.
    """
    proposed = proposals(store, changes, why=why)
    for each in proposed:
        verdicts.check(each, who=who)
    first: Decision | None = None
    for each in proposed:
        payload = {"verdict": DESCRIBE, "why": why, "other": None, "change": each.change, "reports": each.reports}
        payload |= {"part_of": first.id} if first is not None else {}
        made = as_decision(store.append(DECIDED, each.subject, payload, actor=who))
        first = first or made
    sync(store)
    assert first is not None  # there is at least one report
    return first


def proposals(store: Store, changes: Mapping[str, Mapping[str, Any]], *, why: str) -> list[Proposal]:
    """The decisions that set fields of reports: one for all reports that get the same. Raises Refused, NoSuchRecord."""
    if not changes:
        raise Refused(message("No report was chosen; choose at least one."))
    known = store.reports_of(changes)
    alike: dict[tuple[tuple[str, str | None], ...], list[str]] = {}
    for name, change in changes.items():
        if name not in known:
            raise NoSuchRecord(unknown(name))
        alike.setdefault(tuple(checked(change).items()), []).append(name)
    return [
        Proposal(verdict=DESCRIBE, subject=names[0], reports=tuple(names[1:]), change=dict(change), why=why)
        for change, names in alike.items()
    ]


def unknown(name: str) -> str:
    """The error sentence for an id that no report of the book has."""
    return message("There is no report {id} in this book; see: tollbook reports", id=name)


def checked(change: Mapping[str, Any]) -> dict[str, str | None]:
    """The fields as they are stored: days as ISO 8601, words on one line, None for *not known*. Raises Refused."""
    strange = sorted(set(change) - set(FIELDS))
    if strange:
        raise Refused(message(
            "These fields of a report cannot be set: {fields}. Choose from: {known}.",
            fields=", ".join(map(str, strange)), known=", ".join(FIELDS),
        ))  # fmt: skip
    return {name: _checked(name, change[name]) for name in FIELDS if name in change}


def sync(store: Store) -> None:
    """Update the values that the store shows of reports to the decisions in the log. Writes only differences."""
    store.describe(described(verdicts.in_force(store)))


def problems(store: Store) -> Iterator[str]:
    """A sentence for each report whose shown values differ from those of the decisions in the log."""
    wanted, shown = described(verdicts.in_force(store)), store.described()
    for name in sorted(wanted.keys() | shown.keys()):
        if wanted.get(name, {}) != shown.get(name, {}) and store.report(name) is not None:
            yield message("Report {report} is shown with other values than people set in the log.", report=name)


def concerns(entries: Iterable[LogEntry]) -> bool:
    """Whether some log entries may change the shown values of reports."""
    return any(entry.action == UNDONE or entry.payload.get("verdict") == DESCRIBE for entry in entries)


def moved(store: Store, decisions: Iterable[Decision], entered: Iterable[Decision]) -> set[str]:
    """The reports of the pages that gained or lost a report through ``entered`` decisions.

    ``decisions`` are all that were ever made: any of them may have set the earlier address of a report.
    """
    names = {name for each in entered if "url" in (each.change or {}) for name in each.subjects}
    if not names:
        return set()
    urls = [str((d.change or {}).get("url")) for d in decisions if d.verdict == DESCRIBE and d.subjects & names]
    urls += [report.url for report in store.captured(names).values() if report.url]
    return store.at_addresses(filter(None, map(canonical, urls)))


def carry(store: Store) -> int:
    """Carry values that people set to later editions of a page, field by field; returns the number of entries written.

    A field is carried if both editions were captured with the same value of it, and nobody set it for the later one.
    An entry that a person undid is not written again.
    """
    in_force = verdicts.in_force(store)
    waiting = [decision for decision in in_force if decision.verdict == DESCRIBE and not decision.carried]
    pages = store.recaptured_with(name for decision in waiting for name in decision.subjects)
    if not pages:
        return 0
    captured, shown = store.captured(report.id for report in pages), described(in_force)
    written = {(entry.payload.get("carried"), entry.subject) for entry in store.log(DECIDED)}
    carried = 0
    for decision, before, after in _later_editions(waiting, pages):
        change = _same_in_both(decision, captured[before], captured[after], set(shown.get(after, ())))
        if change and (decision.id, after) not in written:
            why = message("Carried over from an earlier edition of the page: {reason}", reason=decision.why)
            payload = {"verdict": DESCRIBE, "why": why, "other": None, "change": change}
            store.append(DECIDED, after, payload | {"carried": decision.id, "who": decision.who}, actor=store.actor)
            shown.setdefault(after, {}).update(change)
            carried += 1
    sync(store)
    return carried


def _later_editions(waiting: Iterable[Decision], pages: Iterable[Report]) -> Iterator[tuple[Decision, str, str]]:
    """Each decision with a report that it describes, and each later edition of its page; latest decisions first."""
    chains = [[report.id for report in chain] for chain in editions.edition_chains(pages)]
    for decision in reversed([*waiting]):
        for chain in chains:
            for place, name in enumerate(chain):
                if name in decision.subjects:
                    yield from ((decision, name, later) for later in chain[place + 1 :])


def _same_in_both(decision: Decision, before: Report, after: Report, already: set[str]) -> dict[str, str | None]:
    fields = (decision.change or {}).items()
    return {
        name: value
        for name, value in fields
        if name not in _OF_ONE_CAPTURE | already and getattr(before, name) == getattr(after, name)
    }


def _checked(name: str, value: object) -> str | None:
    if value is None or not str(value).strip():
        return None
    text = str(value).strip()
    if name == "published":
        return _day(text)
    words = _line(text)
    if len(words) > _LONGEST[name]:
        raise Refused(message("{name} may have {most} characters at most.", name=name, most=_LONGEST[name]))
    if name == "url":
        _require_address(words)
    return words


def _line(text: str) -> str:
    """The text on one line, without control characters and marks that change the direction of text."""
    line = " ".join(text.split())
    return "".join(c for c in line if unicodedata.category(c) != "Cc" and unicodedata.bidirectional(c) not in _TURNING)


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        sentence = message("The day of publication is not a day: {value}; write it as 2021-10-05.", value=repr(text))
        raise Refused(sentence) from error
    if not _FIRST <= day <= last_published():
        raise Refused(not_published(day))
    return day.isoformat()


def _require_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        is_page = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        is_page = False
    if not is_page or " " in url:
        raise Refused(message("The address of a report begins with http:// or https://: {url}", url=repr(url[:80])))
