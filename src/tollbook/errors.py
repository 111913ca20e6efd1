"""What Tollbook can refuse, as one tree.

    TollbookError
    ├── Refused            a report, a line or a request that was not taken; says why and what to do
    │   └── Unreadable     bytes that are no text we can read
    ├── BookError          the store cannot do what was asked
    │   ├── NotABook       the file or URL holds something else
    │   ├── Locked         an encrypted book, and no passphrase that opens it
    │   └── NoSuchRecord   an id that is not in this book
    └── MissingPart        a part Tollbook needs is not installed

Every message is a sentence for a documenter: what was refused, why, what to do.
"""


class TollbookError(Exception):
    """Anything Tollbook says no to, in one sentence."""


class Refused(TollbookError):
    """A report, a line or a request that was not taken."""


class Unreadable(Refused):
    """Bytes that are no text we can read."""


class BookError(TollbookError):
    """The store cannot do what was asked."""


class NotABook(BookError):
    """The file or URL holds something that is not a Tollbook book."""


class Locked(BookError):
    """An encrypted book, and no passphrase that opens it."""


class NoSuchRecord(BookError):
    """An id that is not in this book."""


class MissingPart(TollbookError):
    """A part Tollbook needs is not installed."""
