"""Plain text: the unchanged text, with its first line as title if a blank line follows it."""

import re

from tollbook import locale
from tollbook.dates import dateline
from tollbook.ingest.decode import check_text, declared, decode
from tollbook.ingest.document import Metadata, ParseResult, metadata_value, whole

#: A headline has at least so many words, and at most so many characters; shorter lines are datelines and bylines.
_FEWEST_WORDS, _MOST_CHARACTERS = 3, 200
#: A line with a blank line after it, and text after that. It goes back to no blank, because a file may be all blanks.
_FIRST = re.compile(r"\s*+(?P<line>[^\n]*\S)[ \t\r]*\n[ \t\r]*\n\s*\S")
#: How a line ends that is a sentence of the report, or begins a list.
_ENDS = (".", ":", ";", ",", "…")


def parse(data: bytes, media_type: str) -> ParseResult:
    """All of the decoded text; decoded by the charset of the media type if it has one. Raises Unreadable."""
    text = declared(data, media_type) if "charset" in media_type else None
    visible = decode(data) if text is None else check_text(text)
    return whole(visible, _metadata(visible))


def _metadata(text: str) -> Metadata:
    """The first line as title, if a blank line follows it and it is no sentence, byline, day or field."""
    found = _FIRST.match(text)
    line = " ".join(found["line"].split()) if found else ""
    if len(line.split()) < _FEWEST_WORDS or len(line) > _MOST_CHARACTERS or line.endswith(_ENDS):
        return {}
    if dateline(line, locale.DEFAULT) is not None or re.match(r"(?i:by)\s+[A-Z]|[\w-]+:\s", line):
        return {}
    title = metadata_value(line, "first line")
    return {"title": title} if title is not None else {}
