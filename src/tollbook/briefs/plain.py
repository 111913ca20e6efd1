"""A brief as plain text: the text that is signed. Anyone can compute its hash without Tollbook."""

from collections.abc import Iterator

from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.locale import wording
from tollbook.locale.messages import message, plural

#: The parts of a chapter in order, with their headings.
HEADINGS = {
    "setting": message("What is reported"),
    "figures": message("Figures"),
    "persons": message("Persons named"),
    "statements": message("Responsibility and statements"),
    "doubts": message("Open questions"),
    "why": message("Why the figures are what they are"),
}


def plain(brief: Brief) -> str:
    """Each sentence of a brief on its own line, with its footnotes: ``People killed: 3. [1] [2]``.

    The text has the sentences of the printed page, but not when or by which version it was written, so the same
    sentences give the same text. Lines end in a line feed.
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
            "footnotes, and every number in it was checked against the record before it was written."
        ),
        message(
            "Figures run from the lowest to the highest number that sources give; a number that is not known is not "
            "zero. Sources that repeat one informant or one text count once."
        ),
        rule,
    )


def _lines(brief: Brief) -> Iterator[str]:
    yield heading(brief)
    for chapter in brief.chapters:
        yield from _chapter(chapter)
    yield from ("", message("Method"), *method(brief))
    yield from ("", message("Sources"))
    yield from map(_note, brief.footnotes)


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from ("", f"{wording.clean(chapter.incident.title)} ({chapter.incident.id})")
    for name, title in HEADINGS.items():
        lines: tuple[Line, ...] = getattr(chapter, name)
        if lines:
            yield from ("", title)
            yield from map(_line, lines)


def _line(line: Line) -> str:
    return " ".join((wording.clean(line.text), *(f"[{number}]" for number in line.notes)))


def _note(note: Footnote) -> str:
    outlet = wording.clean(note.outlet or "") or message("outlet not known")
    about = filter(None, (outlet, wording.day(note.published), wording.clean(note.title or "")))
    where = message(
        "characters {start} to {end} of report {report}", start=note.start, end=note.end, report=note.report
    )
    url = f" {wording.clean(note.url)}" if note.url else ""
    return f"[{note.number}] {', '.join(about)}: {wording.quoted(note.quote)}{url} ({where})"
