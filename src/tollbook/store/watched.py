"""The state of ``tollbook watch``: that of each source and of each alert channel, and the items of sources."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select

from tollbook.errors import BookError
from tollbook.locale.messages import message
from tollbook.store.schema import watched, watched_items

#: A state as JSON: text, numbers, true and false.
Memory = dict[str, Any]


def state(connection: Connection, key: str) -> Memory | None:
    """The state under a key; None if there is none.

    Raises BookError for an invalid state, changed by another program.
    """
    stored = connection.execute(select(watched.c.state).where(watched.c.key == key)).scalar()
    try:
        return None if stored is None else msgspec.json.decode(stored, type=Memory)
    except (msgspec.DecodeError, TypeError) as error:
        raise BookError(
            message(
                "The state of tollbook watch for “{key}” cannot be read; it was changed after it was written: {error}",
                key=key, error=error,
            )
        ) from error  # fmt: skip


def set_state(connection: Connection, key: str, value: Mapping[str, Any]) -> None:
    """Replace the state under a key."""
    connection.execute(delete(watched).where(watched.c.key == key))
    stored = msgspec.json.encode(value, order="sorted").decode()
    connection.execute(insert(watched), {"key": key, "state": stored})


def items(connection: Connection, source: str) -> dict[str, str]:
    """The items of a source that were seen, each with its mark."""
    query = select(watched_items.c.item, watched_items.c.state).where(watched_items.c.source == source)
    return {row.item: row.state for row in connection.execute(query)}


def mark(connection: Connection, source: str, item: str, value: str) -> bool:
    """Mark an item of a source; False if it has this mark already."""
    own = (watched_items.c.source == source) & (watched_items.c.item == item)
    if connection.execute(select(watched_items.c.state).where(own)).scalar() == value:
        return False
    connection.execute(delete(watched_items).where(own))
    connection.execute(insert(watched_items), {"source": source, "item": item, "state": value})
    return True
