"""Archives of many reports on Apache Spark: the same pure functions as for a book, run on many cores or machines.

:mod:`plan` divides the source into partitions, :mod:`partitions` reads one of them, :mod:`linking_steps` and
:mod:`record_steps` link what was read and make the tables, :mod:`archive` runs it all, and :mod:`cut` chooses the
reports of a book. Needs the extra ``tollbook[spark]``; its libraries are imported when they are used.
"""
