"""The modules that every reading process needs, loaded once in the process that these are forked from.

Loading the language pipeline takes one and a half of the two and a half seconds in which a reading process starts.
Nothing here opens a database or starts a thread, which a fork would break: a reader makes these in its own process.
"""

from contextlib import suppress

from tollbook.errors import MissingPart
from tollbook.readers.rules.parsing import parser

with suppress(MissingPart):  # The reader reports the missing part.
    parser.pipeline()
