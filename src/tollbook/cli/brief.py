"""The brief of one incident, on the terminal or as a file to hand on."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.options import as_day, as_of_option, book_option, rule_option
from tollbook.errors import Refused
from tollbook.export import files
from tollbook.locale import wording

_ENDINGS = (".html", ".pdf", ".txt")


@click.command()
@click.argument("incident")
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="A .html, .pdf or .txt file to write.")
@rule_option
@as_of_option
def brief(incident: str, where: str, out: Path | None, rule: str, as_of: datetime | None) -> None:
    """One incident in neutral sentences, each with its footnotes, to print and hand on.

    INCIDENT is an id or the beginning of one. Every number is looked for in the book before the brief is written.
    Without --out it goes to standard output as plain text: the text that is signed in the reading room.
    """
    # Imported here because only this command needs the templates of the reading room.
    from tollbook.web import briefs, print_view  # noqa: PLC0415

    if out is not None and out.suffix.lower() not in _ENDINGS:
        raise Refused(f"A brief is written as {', '.join(_ENDINGS)}; end the name of the file so.")
    asked = {"incident": incident, "rule": rule, "as_of": str(as_day(as_of) or "")}
    with Book.open(where) as book:
        made = briefs.written(book, asked)
        if out is None:
            click.echo(made.draft.text, nl=False)  # every line of it is clean already
            return
        if out.suffix.lower() == ".txt":
            written = made.draft.text.encode()
        else:
            page = print_view.html(book, made)
            written = print_view.pdf(page) if out.suffix.lower() == ".pdf" else page.encode()
    (path,) = files.write(out, {out.name: [written]}, single=True)
    click.echo(wording.clean(str(path)))
