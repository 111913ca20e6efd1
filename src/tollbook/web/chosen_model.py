"""The language model that reads files added in the browser, for the page on which people add them."""

from tollbook.model import Record
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader, Usage, is_local


class ChosenModel(Record, frozen=True, kw_only=True):
    """A model that the person who started the server chose: its address, and how many requests it may get.

    ``host`` is the other computer that texts are sent to; None for a server of this computer.
    """

    name: str
    endpoint: str
    host: str | None = None
    at_most: int | None = None


def chosen_model(reader: str | Reader | None) -> ChosenModel | None:
    """The model of a reader; None for a reader without one."""
    if not isinstance(reader, LanguageModelReader) or reader.endpoint is None:
        return None
    at = reader.endpoint
    return ChosenModel(
        name=reader.identity.model, endpoint=at.url, host=None if is_local(at) else at.host, at_most=reader.at_most
    )


def usage_of(reader: str | Reader | None) -> Usage | None:
    """The cost of a model since the server started; None for a reader without one."""
    return reader.usage if isinstance(reader, LanguageModelReader) else None
