"""Answers of language models, kept in the book, so that reading a report again costs nothing.

The table is made when the first answer is kept, and is not part of the book's schema version. Its rows can be deleted
at any time, and no hash in the log covers them: then the model is asked again.
"""

from datetime import UTC, datetime

from sqlalchemy import delete, insert, inspect, select

from tollbook.store.answer_tables import answers, metadata
from tollbook.store.database import BookDatabase


class KeptAnswers:
    """The answers that a book keeps. Each is written in a transaction of its own, before it is used."""

    def __init__(self, database: BookDatabase) -> None:
        self._database, self._exists = database, False

    def get(self, key: str) -> bytes | None:
        """The answer with a key, None if there is none."""
        with self._database.reading() as connection:
            self._exists = self._exists or inspect(connection).has_table(answers.name)
            if not self._exists:
                return None
            found = connection.execute(select(answers.c.answer).where(answers.c.key == key)).scalar()
            return None if found is None else bytes(found)

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer, in place of an earlier one."""
        row = {"key": key, "at": datetime.now(UTC).isoformat(timespec="seconds"), "answer": answer}
        with self._database.writing() as connection:
            metadata.create_all(connection)
            connection.execute(delete(answers).where(answers.c.key == key))
            connection.execute(insert(answers), row)
