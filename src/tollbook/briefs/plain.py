"""A brief as plain text: what is signed, and what anyone can hash again without Tollbook."""

from collections.abc import Callable, Iterator

from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.locale import wording

_SECTIONS = ("setting", "figures", "persons", "statements", "doubts", "why")


def plain(brief: Brief, phrase: Callable[..., str]) -> str:
    """Every sentence of a brief on a line of its own with its footnotes, as ``People killed: 3. [1] [2]``.

    It holds what the printed page says, and nothing of when or by which Tollbook it was written, so that the same
    sentences are the same text. Lines end in a line feed.
    """
    return "\n".join(_lines(brief, phrase)) + "\n"


def heading(brief: Brief, phrase: Callable[..., str]) -> str:
    """What a brief is called."""
    if len(brief.chapters) == 1:
        return phrase("brief.of_one", title=wording.clean(brief.chapters[0].incident.title))
    return phrase("brief.of_many", n=len(brief.chapters))


def _lines(brief: Brief, phrase: Callable[..., str]) -> Iterator[str]:
    yield heading(brief, phrase)
    for chapter in brief.chapters:
        yield from _chapter(chapter, phrase)
    yield from ("", phrase("brief.h_method"))
    yield phrase("brief.method_words")
    yield phrase("brief.method_range")
    as_of = phrase("brief.method_as_of", day=wording.day(brief.as_of)) if brief.as_of else phrase("brief.method_now")
    yield f"{phrase('brief.method_rule', rule=brief.rule)} {as_of}"
    yield from ("", phrase("brief.h_notes"))
    yield from (_note(note, phrase) for note in brief.footnotes)


def _chapter(chapter: Chapter, phrase: Callable[..., str]) -> Iterator[str]:
    yield from ("", f"{wording.clean(chapter.incident.title)} ({chapter.incident.id})")
    for name in _SECTIONS:
        lines: tuple[Line, ...] = getattr(chapter, name)
        if lines:
            yield from ("", phrase(f"brief.h_{name}"))
            yield from (_line(line) for line in lines)


def _line(line: Line) -> str:
    return " ".join((wording.clean(line.text), *(f"[{number}]" for number in line.notes)))


def _note(note: Footnote, phrase: Callable[..., str]) -> str:
    outlet = wording.clean(note.outlet or "") or phrase("words.no_outlet")
    about = filter(None, (outlet, wording.day(note.published), wording.clean(note.title or "")))
    where = phrase("brief.note_where", start=note.start, end=note.end, report=note.report)
    url = f" {wording.clean(note.url)}" if note.url else ""
    return f"[{note.number}] {', '.join(about)}: {wording.quoted(note.quote)}{url} ({where})"
