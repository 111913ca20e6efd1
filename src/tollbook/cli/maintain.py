"""Commands that copy a book and bring it up to date."""

import sys

import click

from tollbook.book import Book
from tollbook.cli import passphrase
from tollbook.cli.help import Command
from tollbook.cli.options import book_option
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, translate
from tollbook.store import grants as role_grants
from tollbook.store.schema import VERSION


@click.command(cls=Command, section="Maintain")
@click.argument("copy", metavar="FILE|URL")
@book_option
@click.option("--encrypt", is_flag=True, help="Encrypt the copy, or give it another passphrase.")
@click.option("--decrypt", is_flag=True, help="Write an unencrypted copy of an encrypted book.")
def backup(copy: str, where: str, *, encrypt: bool, decrypt: bool) -> None:
    """Copy the book while it is in use, and check the copy.

    The book and the copy can each be a file or a database. A copy of an encrypted book stays encrypted. You are asked
    for the passphrase of the copy, unless TOLLBOOK_NEW_PASSPHRASE has it.
    """
    if encrypt and decrypt:
        raise Refused(message("A copy is either encrypted or not; give only one of --encrypt and --decrypt."))
    secret = passphrase.new(where) if encrypt else None
    with Book.open(where) as book:
        problems = book.backup(copy, passphrase=secret, plain=decrypt)
    for problem in problems:
        click.echo(wording.clean(translate(problem)))
    if problems:
        sys.exit(1)
    target = wording.clean(copy)
    click.echo(gettext("Copied to {copy}; originals, spans and log of the copy are unchanged.", copy=target))


@click.command(cls=Command, section="Maintain")
@book_option
def migrate(where: str) -> None:
    """Bring a book of an earlier Tollbook up to date, as opening it does, and list the steps."""
    with Book.open(where) as book:
        steps = [entry for entry in book.log() if entry.action == "migrated"]
    for step in steps:
        old, new = step.payload["from"], step.payload["to"]
        click.echo(gettext("Brought from tables {old} to {new} on {day}.", old=old, new=new, day=step.at[:10]))
    click.echo(gettext("The book has tables {version}, as this Tollbook writes them.", version=VERSION))


@click.command(cls=Command, section="Maintain")
@click.argument("role")
@click.option("--read-only", is_flag=True, help="A role that reads and changes nothing.")
@click.option("--schema", "owned", default="public", show_default=True, help="The schema of the tables.")
@click.option("--person", metavar="NAME", help="A personal role, which writes under this name alone.")
@click.option("--team", metavar="ROLE", help="The role for daily work that a personal role is a member of.")
@click.option("--coder", is_flag=True, help="A personal role that only codes.")
def grants(
    role: str, owned: str, *, read_only: bool, person: str | None, team: str | None, coder: bool
) -> None:  # fmt: skip
    """Print the SQL statements that give a PostgreSQL role its rights on a book.

    The role can add reports, claims and log entries, and change none. The owner of the tables runs them with psql, also
    after an upgrade (docs/teams.md).
    """
    if person is None and team is None and not coder:
        found = role_grants.statements(role, read_only=read_only, owned=owned)
    elif person is None or team is None or read_only:
        raise Refused(message("A personal role needs --person and --team, and is not --read-only."))
    else:
        found = role_grants.personal(role, team=team, person=person, job="coder" if coder else "editor", owned=owned)
    for statement in found:
        click.echo(statement)
