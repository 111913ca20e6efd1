"""The installed readers, of Tollbook and of other packages, by language and name (see ``base``)."""

import functools
import os
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from tollbook.errors import MissingPart, Refused
from tollbook.locale.messages import message
from tollbook.readers.base import Reader

#: The group of entry points by which other packages make their readers known.
GROUP = "tollbook.readers"
#: The default reader, if it has the report's language.
DEFAULT = "learned"
#: Names another default reader.
VARIABLE = "TOLLBOOK_READER"
_OWN = (
    EntryPoint(name="learned", value="tollbook.readers.learned:READER", group=GROUP),
    EntryPoint(name="rules", value="tollbook.readers.rules:READER", group=GROUP),
)


def names() -> tuple[str, ...]:
    """The names of the installed readers, the default first. None of them is loaded."""
    return tuple(dict.fromkeys(point.name for point in _installed()))


def require(name: str) -> None:
    """Raise Refused where no reader of this name is installed."""
    if name not in names():
        raise Refused(message("There is no reader “{name}”; installed are: {names}.",
                              name=name, names=", ".join(names())))  # fmt: skip


def find(language: str | None, name: str | Reader | None = None) -> Reader | None:
    """Find a reader by its name and a language; None if it does not have the language.

    A given reader is returned as it is. Without a name it is the default reader, or, where that does not have the
    language, the first other one that has. ``language`` None is an unknown language; the named or the default reader
    takes it. Raises Refused where no reader of that name is installed, MissingPart where one is installed and cannot be
    loaded.
    """
    if name is not None and not isinstance(name, str):
        return name if language is None or language in name.languages else None
    if name is not None:
        require(name)
    for point in _installed():
        if name in {None, point.name}:
            reader = _load(point)
            if language is None or language in reader.languages:
                return reader
    return None


@functools.cache
def _installed() -> tuple[EntryPoint, ...]:
    return _in_order(entry_points(group=GROUP))


def _in_order(others: Iterable[EntryPoint]) -> tuple[EntryPoint, ...]:
    """The default first, the others by name, so that the choice does not depend on the order of installation."""
    every = (*_OWN, *sorted(others, key=lambda point: (point.name, point.value)))
    default = os.environ.get(VARIABLE) or DEFAULT
    return tuple(sorted(every, key=lambda point: point.name != default))


@functools.cache
def _load(point: EntryPoint) -> Reader:
    try:
        reader = point.load()
    except (ImportError, AttributeError) as error:
        raise MissingPart(message("The reader “{name}” ({value}) cannot be loaded: {error}. Install it again or remove "
                                  "it.", name=point.name, value=point.value, error=error)) from error  # fmt: skip
    if not isinstance(reader, Reader) or reader.name != point.name:
        raise MissingPart(message("{value}, installed as the reader “{name}”, is no reader of that name.",
                                  name=point.name, value=point.value))  # fmt: skip
    return reader
