"""``reports.jsonl`` line by line, so that a file of any size is read in little memory."""

from collections.abc import Iterator
from typing import BinaryIO

from tollbook.ingest.formats.row import MAX_LINE


def lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Numbered lines that are not blank, without their ends. An overlong one is cut at ``MAX_LINE + 1`` bytes."""
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = file.readline(MAX_LINE + 1)
        if line := line.removeprefix(b"\xef\xbb\xbf").strip():
            yield number, line
