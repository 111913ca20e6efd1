"""Reads words that a person marked in a report, with the layers of the rules."""

import functools
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, ClaimKind, Report, Speaker
from tollbook.readers import passages, registry
from tollbook.readers.base import MarkedWords

if TYPE_CHECKING:
    from tollbook.readers.rules.document import Document

#: The reader whose layers read marked words, and the number of parsed reports that are kept for it.
RULES = "rules"
_PARSED = 4


def read_marked(report: Report, start: int, end: int, kind: ClaimKind | None = None) -> MarkedWords:
    """Return the reading of the words at ``[start, end)`` of a report in its context.

    The reading is empty for a language without rules.

    ``kind`` is what they report, if a person says so. Raises Refused for no such words.
    """
    if not 0 <= start < end <= len(report.text) or not report.text[start:end].strip():
        raise Refused(message("Select the words of the claim in the text first."))
    outlet = Speaker(name=report.outlet, role="outlet")
    claim = Claim(id="", report=report.id, start=start, end=end, quote=report.text[start:end], kind="attack",
                  speakers=(outlet,))  # fmt: skip
    if registry.find(report.language, RULES) is None:
        return MarkedWords(claim=claim)
    # Imported here because it loads the language pipeline, which most commands do not need.
    from tollbook.readers.rules.marked_words import read_marked as read_words  # noqa: PLC0415

    part, by = passages.at(report, start)
    marked = read_words(_parsed(msgspec.json.encode(part)), start - by, min(end - by, len(part.text)), kind=kind)
    marked = replace(marked, claim=replace(marked.claim, start=start, end=end, quote=claim.quote))
    return marked if marked.claim.speakers else replace(marked, claim=replace(marked.claim, speakers=(outlet,)))


def prepare(report: Report) -> None:
    """Parse a report ahead, so that marking words in it takes no time. Does nothing for a language without rules.

    Of a long report only its first passage is parsed.
    """
    if registry.find(report.language, RULES) is not None:
        _parsed(msgspec.json.encode(passages.at(report, 0)[0]))


@functools.lru_cache(maxsize=_PARSED)
def _parsed(encoded: bytes) -> "Document":
    """A report with its layers. Cached, because a person marks several words of one report and parsing is slow."""
    from tollbook.readers.rules.document import Document  # noqa: PLC0415

    return Document(msgspec.json.decode(encoded, type=Report))
