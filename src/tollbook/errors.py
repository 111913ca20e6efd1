"""Tollbook's exceptions, as one tree.

    TollbookError
    ├── Refused            a report, a line or a request that was not accepted
    │   ├── Unreadable     bytes that cannot be read as text
    │   └── Unanswered     a language model whose server gives no answer
    ├── BookError          the store cannot do what was asked
    │   ├── NotABook       the file or URL is something else
    │   ├── Locked         an encrypted book without the right passphrase
    │   ├── DiskFull       the book cannot grow on its disk
    │   ├── BeingLinked    what was asked needs reports that are being linked
    │   └── NoSuchRecord   an id that is not in this book
    └── MissingPart        a part Tollbook needs is not installed

Every message is a sentence for a documenter: what was refused, why, what to do.
"""


class TollbookError(Exception):
    """The base of all errors; its text is one sentence for people."""


class Refused(TollbookError):
    """A report, a line or a request that was not accepted."""


class Unreadable(Refused):
    """Bytes that cannot be read as text."""


class Unanswered(Refused):
    """A language model whose server gives no answer."""


class BookError(TollbookError):
    """The store cannot do what was asked."""


class NotABook(BookError):
    """The file or URL is not a Tollbook book."""


class Locked(BookError):
    """An encrypted book without the right passphrase."""


class DiskFull(BookError):
    """The book cannot grow, because its disk is full or failing."""


class BeingLinked(BookError):
    """A request needs reports and decisions that are being linked; it can be repeated in a moment."""


class NoSuchRecord(BookError):
    """An id that is not in the book."""


class MissingPart(TollbookError):
    """A part Tollbook needs is not installed."""
