"""A brief as plain text: the text that is signed. Anyone can compute its hash without Tollbook."""

from collections.abc import Iterator, Mapping

from tollbook.briefs.records import Brief, Chapter, Footnote, Line, by_report
from tollbook.locale import wording
from tollbook.locale.messages import message, plural

#: The parts of the page of an incident in order, with their headings.
PAGE = {
    "setting": message("What is reported"),
    "figures": message("Figures"),
    "persons": message("Persons harmed"),
    "statements": message("Responsibility and statements"),
    "doubts": message("What is open"),
}
#: The parts of the annex on an incident.
ANNEX = {
    "every_person": message("Persons one by one"),
    "quoted": message("Statements in full"),
    "more_doubts": message("What else is open"),
    "checks": message("Questions on what was read"),
    "why": message("Why the figures are what they are"),
}


def plain(brief: Brief) -> str:
    """Each sentence of a brief on its own line, with its footnotes: ``People killed: 3. [1] [2]``.

    The text has the sentences of the printed page, without the time and the version of Tollbook, so the same sentences
    give the same text. Lines end in a line feed.
    """
    return "\n".join(_lines(brief)) + "\n"


def heading(brief: Brief) -> str:
    """The title of a brief."""
    if len(brief.chapters) == 1:
        return message("Brief: {title}", title=wording.clean(brief.chapters[0].incident.title))
    return plural("Brief of {n} incident", "Brief of {n} incidents", len(brief.chapters))


def method(brief: Brief) -> tuple[str, ...]:
    """The paragraphs of the note on method."""
    rule = (
        message(
            "Rule: {rule}. As of {day}: only what had been published by then.",
            rule=brief.rule,
            day=wording.day(brief.as_of),
        )
        if brief.as_of
        else message("Rule: {rule}. As of everything in the book.", rule=brief.rule)
    )
    return (
        message(
            "This brief reports who said what. It does not say what happened. Each sentence refers to the words in its "
            "footnotes. Every number in it was checked against the record before it was written; a sentence with a "
            "number that the record does not have is left out, with a note."
        ),
        message(
            "Figures run from the lowest to the highest number that sources give; a number that is not known is not "
            "zero. Sources that repeat one informant or one text count once."
        ),
        rule,
    )


def has_annex(chapter: Chapter) -> bool:
    """Whether the annex on an incident has more than its sources."""
    return any(getattr(chapter, name) for name in ANNEX)


def source(note: Footnote) -> str:
    """The report of a footnote: its outlet, title, day and address; without an outlet its file."""
    outlet = wording.clean(note.outlet or note.origin) or message("outlet not known")
    title = wording.quoted(note.title) if note.title else ""
    day = wording.day(note.published) or message("day of publication not known")
    return ", ".join(filter(None, (outlet, title, day, wording.clean(note.url or ""))))


def _lines(brief: Brief) -> Iterator[str]:
    yield heading(brief)
    for chapter in brief.chapters:
        yield from _chapter(chapter)
    yield from ("", message("Annex"))
    for chapter in filter(has_annex, brief.chapters):
        if len(brief.chapters) > 1:
            yield from ("", wording.clean(chapter.incident.title))
        yield from _sections(chapter, ANNEX)
    yield from ("", message("Sources"))
    for first, notes in by_report(brief.footnotes):
        yield from (source(first), *map(_note, notes))
    yield from ("", message("Method"), *method(brief))


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from ("", f"{wording.clean(chapter.incident.title)} ({chapter.incident.id})", chapter.checked)
    yield from _sections(chapter, PAGE)


def _sections(chapter: Chapter, headings: Mapping[str, str]) -> Iterator[str]:
    for name, title in headings.items():
        lines: tuple[Line, ...] = getattr(chapter, name)
        if lines:
            yield from ("", title)
            yield from map(_line, lines)


def _line(line: Line) -> str:
    checked = (f"({line.checked})",) if line.checked else ()
    return " ".join((wording.clean(line.text), *(f"[{number}]" for number in line.notes), *checked))


def _note(note: Footnote) -> str:
    where = message("characters {start} to {end}", start=note.start, end=note.end)
    return f"[{note.number}] {wording.quoted(note.quote)} ({where})"
