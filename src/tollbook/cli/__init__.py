"""The command line: a thin door to ``book.Book``. Results go to standard output, everything else to standard error."""

import sys

import click

from tollbook import __version__
from tollbook.cli import accounts, brief, export, ingest, maintain, query, serve, verify
from tollbook.cli.help import Page

__all__ = ["main"]


@click.group(cls=Page, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="tollbook %(version)s")
def main() -> None:
    """Keep a book of who was harmed, where, when and by whom — according to whom.

    Tollbook reads news reports of violent incidents. Every figure in its book is tied to the exact words it came from
    and to those who said them; which sources are independent, and how far they are apart, stays visible. It never says
    what happened. It works offline: nothing leaves this computer.

    \b
      tollbook read reports/ --published 2021-10-06    read a folder of texts into the book
      tollbook show                                    every incident: figures, who says what
      tollbook export bundle --out handover            everything as JSON Lines files
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets an escape instead of an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for _command in (
    ingest.read, ingest.fetch, ingest.demo,
    query.incidents, query.show, query.claims, query.tolls, query.reports, query.outlets,
    serve.serve, accounts.accounts,
    maintain.search, maintain.editions, maintain.backup, maintain.migrate,
    brief.brief, export.export, export.profile, export.restore,
    verify.verify, verify.timestamp,
):  # fmt: skip
    main.add_command(_command)
