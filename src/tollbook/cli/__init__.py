"""The command line over ``book.Book``. Results go to standard output, everything else to standard error."""

import sys

import click

from tollbook import __version__
from tollbook.cli import (
    accounts,
    archive,
    bench_reader,
    brief,
    carry,
    compare,
    compose,
    correct,
    describe,
    doctor,
    export,
    imports,
    ingest,
    maintain,
    names,
    persons,
    plot,
    query,
    review,
    series,
    serve,
    sheet,
    verify,
    watch,
)
from tollbook.cli.help import Page, use_language

__all__ = ["main"]


@click.group(cls=Page, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="tollbook %(version)s", help="Show the version and exit.")
@click.option(
    "--language", metavar="CODE", envvar="TOLLBOOK_LANGUAGE", is_eager=True, expose_value=False, callback=use_language,
    help="The language of help and messages. Also set by TOLLBOOK_LANGUAGE. Default: by LC_MESSAGES or LANG.",
)  # fmt: skip
def main() -> None:
    """Keep a book of who was harmed, where, when and by whom — according to whom.

    Tollbook reads news reports of violent incidents. Every figure is tied to the exact words it comes from and to the
    people who said them. The book shows which sources are independent, and where they disagree. Tollbook never says
    what happened. It works offline: nothing leaves this computer.

    \b
      tollbook                                         begin in the browser: drop reports on the first page
      tollbook read reports/ --published 2021-10-06    read a folder of texts into the book
      tollbook show                                    every incident: figures, who says what
      tollbook export bundle --out export              everything as JSON Lines files
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets an escape instead of an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


# tollbook --help lists the commands in this order, under the section that each one names.
for _command in (
    serve.open_book, ingest.read, imports.import_, ingest.fetch, watch.watch, describe.describe, ingest.demo,
    archive.archive, archive.book,
    query.incidents, query.show, persons.persons, query.claims, query.tolls, series.series, query.reports,
    query.outlets, query.search, query.editions, watch.follow, watch.alerts, compare.compare,
    review.queue, review.answer,
    correct.correct, correct.add, correct.likely, correct.file, carry.carry,
    compose.parts, compose.move, compose.split, compose.merge, compose.mark, sheet.sheet, sheet.apply, compose.undo,
    names.names,
    serve.serve,
    brief.brief, plot.plot, export.export, export.profile, export.restore,
    accounts.accounts, maintain.backup, maintain.migrate, maintain.grants,
    doctor.doctor, doctor.completion,
    verify.verify, verify.timestamp,
    bench_reader.bench_reader,
):  # fmt: skip
    main.add_command(_command)
