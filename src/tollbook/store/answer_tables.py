"""The table of kept answers of language models (``store.model_answers``).

It is made when the first answer is kept, and is not part of the book's schema version.
"""

from sqlalchemy import Column, LargeBinary, MetaData, Table, Text

metadata = MetaData()

#: The answer about one passage; ``key`` is a hash of the passage, of the question, and of the model.
answers = Table(
    "model_answers",
    metadata,
    Column("key", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
)
