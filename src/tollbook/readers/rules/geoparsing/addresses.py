"""The street addresses of a report at which something may have happened, and not somebody's home."""

from spacy.tokens import Doc, Token

from tollbook import addresses
from tollbook.addresses import Address
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.words.language import LOCALE


def find(doc: Doc, text: str) -> tuple[Address, ...]:
    """The addresses of a report in text order, without those where somebody lives. ``doc`` is the parse of ``text``."""
    return tuple(address for address in addresses.find(text, LOCALE) if not _is_residence(doc, address))


def _is_residence(doc: Doc, address: Address) -> bool:
    """Whether an address is that of a person: "a man of the 400 block of Elm Street", "who lives in Elm Street"."""
    span = doc.char_span(address.start, address.end, alignment_mode="expand")
    before = None if span is None or span.start == 0 else _preposition(span[0])
    known = place_lexicon().words
    return before is not None and (before.lower_ in known.of_residents or before.head.lemma_.lower() in known.living)


def _preposition(first: Token) -> Token | None:
    """The word before an address, without an article."""
    before = first.nbor(-1)
    if before.lower_ in place_lexicon().words.definite:
        return before.nbor(-1) if before.i > 0 else None
    return before
