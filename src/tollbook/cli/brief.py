"""The brief of one incident, on the terminal or as a file."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.options import as_day, as_of_option, book_option, rule_option
from tollbook.errors import Refused
from tollbook.export import files
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message
from tollbook.review.signing import Draft

_ENDINGS = (".html", ".pdf", ".txt")


@click.command(cls=Command, section="Export")
@click.argument("incident")
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="A .html, .pdf or .txt file to write.")
@click.option("--sign", is_flag=True, help="Show the brief, ask whether to sign its text, and sign it.")
@click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the signature. Also set by TOLLBOOK_ACTOR. A signature needs one.",
)  # fmt: skip
@rule_option
@as_of_option
def brief(incident: str, where: str, out: Path | None, rule: str, as_of: datetime | None, **signing: Any) -> None:
    """Write the brief of one incident: neutral sentences with footnotes.

    INCIDENT is an id or the beginning of one. Every number is checked against the book before the brief is written.
    Without --out the brief goes to standard output as plain text, the text that is signed. A signature means: I have
    read this and pass it on under my name.
    """
    # Imported here because only this command needs the templates of the web interface.
    from tollbook.web import briefs, print_view  # noqa: PLC0415

    if out is not None and out.suffix.lower() not in _ENDINGS:
        endings = ", ".join(_ENDINGS)
        raise Refused(message("The name of a brief ends in {endings}; choose another name.", endings=endings))
    asked = {"incident": incident, "rule": rule, "as_of": str(as_day(as_of) or "")}
    with Book.open(where) as book:
        written = briefs.written(book, asked)
        if out is None or signing["sign"]:
            click.echo(written.draft.text, nl=False)  # every line of it is clean already
        if signing["sign"]:
            _sign(book, written.draft, signing["actor"])
        if out is None:
            return
        if out.suffix.lower() == ".txt":
            content = written.draft.text.encode()
        else:
            page = print_view.html(book, written)
            content = print_view.pdf(page) if out.suffix.lower() == ".pdf" else page.encode()
    (path,) = files.write(out, {out.name: [content]}, single=True)
    click.echo(wording.clean(str(path)))


def _sign(book: Book, draft: Draft, who: str | None) -> None:
    """Sign the text that was shown, after a question. Raises Refused without a name."""
    if not who:
        raise Refused(message("A signature needs your name; give it with --actor NAME, or set TOLLBOOK_ACTOR."))
    click.confirm(gettext("Have you read this brief, and do you sign it as {name}?", name=who), abort=True, err=True)
    made = book.signing.sign(draft, who=who, read=draft.sha256)
    click.echo(gettext("Signed as {id}.", id=made.id), err=True)
