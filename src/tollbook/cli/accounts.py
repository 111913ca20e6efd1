"""Accounts of the web interface, for books that are open to other people."""

from pathlib import Path

import click

from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.options import book_option
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext
from tollbook.web.accounts import Accounts
from tollbook.web.roles import ROLES


@click.group(cls=CommandGroup, section="Maintain", short_help="Accounts of the web interface: add, list, remove.")
def accounts() -> None:
    """Manage the accounts of a web interface that is open to other computers.

    \b
    reader   views, searches, exports
    coder    also codes claims without seeing the answers of other coders
    editor   also decides, undoes and opens coding rounds
    admin    also adds and removes accounts

    The accounts are a file beside the book (BOOK.accounts), or the file of --accounts. It holds argon2id hashes of
    passwords, never the passwords.
    """


_file_option = click.option(
    "--accounts", "path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="The file of accounts. Default: BOOK.accounts, beside the book.",
)  # fmt: skip


def accounts_file(where: str, path: Path | None) -> Path:
    """The file of accounts of a book. Raises Refused if the book is in a database and no file was given."""
    if path is not None:
        return path
    if "://" in where:
        raise Refused(
            message("A book in a database has no file beside it; name the file of accounts with --accounts FILE.")
        )
    return Path(f"{where}.accounts")


@accounts.command(cls=Command)
@click.argument("name")
@click.option(
    "--role", type=click.Choice(list(ROLES)), default="reader", show_default=True, help="The role of the account."
)
@click.password_option(help="The password: 15 characters or more. You are asked for it if you do not give it.")
@book_option
@_file_option
def add(name: str, role: str, password: str, where: str, path: Path | None) -> None:
    """Add an account."""
    account = Accounts(accounts_file(where, path)).add(name, password, role)
    click.echo(gettext("Added {name} as {role}.", name=wording.clean(account.name), role=account.role))


@accounts.command("list", cls=Command)
@book_option
@_file_option
def list_(where: str, path: Path | None) -> None:
    """List the accounts and their roles."""
    listed = Accounts(accounts_file(where, path)).all()
    for account in listed:
        click.echo(f"{account.role}\t{wording.clean(account.name)}")
    click.echo(ngettext("{n} account", "{n} accounts", len(listed)), err=True)


@accounts.command(cls=Command)
@click.argument("name")
@book_option
@_file_option
def remove(name: str, where: str, path: Path | None) -> None:
    """Remove an account. Its sessions end at once; its decisions stay."""
    Accounts(accounts_file(where, path)).remove(name)
    click.echo(gettext("Removed {name}.", name=wording.clean(name)))
