"""Words of a report as a person quotes them: where they are in its text."""

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Span


def find(text: str, words: str) -> tuple[Span, ...]:
    """Every occurrence of words in a text, with any white space between them; for users who type a quotation."""
    wanted = words.split()
    if not wanted:
        return ()
    found, start = [], 0
    while (start := text.find(wanted[0], start)) >= 0:
        end = _match(text, start, wanted)
        if end is not None:
            found.append((start, end))
        start += 1
    return tuple(found)


def find_once(text: str, words: str) -> Span:
    """The only occurrence of words in a text. Raises Refused if there is none, or more than one."""
    found = find(text, words)
    if not found:
        raise Refused(message("The report does not have these words; write them exactly as they appear in the text."))
    if len(found) > 1:
        n = len(found)
        raise Refused(message(
            "The report has these words {n} times; write more of them, so that one place is meant.", n=n
        ))  # fmt: skip
    return found[0]


def _match(text: str, start: int, wanted: list[str]) -> int | None:
    place = start
    for word in wanted:
        if not text.startswith(word, place):
            return None
        end = place + len(word)
        place = end
        while place < len(text) and text[place].isspace():
            place += 1
    return end
