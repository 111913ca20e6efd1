"""Accounts of the reading room, for those who open it to others."""

from pathlib import Path

import click

from tollbook.cli.options import book_option, plural
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.web.accounts import SHORTEST, Accounts
from tollbook.web.roles import ROLES


@click.group(short_help="Who may enter the reading room: add, list, remove.")
def accounts() -> None:
    """Who may enter the reading room when it is open to other computers.

    \b
    reader   looks, searches, exports
    coder    also codes claims unseen by other coders
    editor   also decides, undoes and opens coding rounds
    admin    also adds and removes accounts

    The accounts are a file beside the book (BOOK.accounts) or where --accounts says; of passwords it holds argon2id
    hashes only.
    """


_file_option = click.option(
    "--accounts", "path", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="The file of accounts. Default: BOOK.accounts, beside the book.",
)  # fmt: skip


def accounts_file(where: str, path: Path | None) -> Path:
    """The file of accounts that belongs to a book. Raises Refused where a database has none beside it."""
    if path is not None:
        return path
    if "://" in where:
        raise Refused("A book in a database has no file beside it; say where the accounts are with --accounts FILE.")
    return Path(f"{where}.accounts")


@accounts.command()
@click.argument("name")
@click.option("--role", type=click.Choice(list(ROLES)), default="reader", show_default=True, help="What it may do.")
@click.password_option(help=f"At least {SHORTEST} characters. Asked for when it is not given.")
@book_option
@_file_option
def add(name: str, role: str, password: str, where: str, path: Path | None) -> None:
    """Let someone in."""
    account = Accounts(accounts_file(where, path)).add(name, password, role)
    click.echo(f"{wording.clean(account.name)} may enter as {account.role}.")


@accounts.command("list")
@book_option
@_file_option
def list_(where: str, path: Path | None) -> None:
    """Who may enter, and as what."""
    found = Accounts(accounts_file(where, path)).all()
    for account in found:
        click.echo(f"{account.role}\t{wording.clean(account.name)}")
    click.echo(plural(len(found), "account"), err=True)


@accounts.command()
@click.argument("name")
@book_option
@_file_option
def remove(name: str, where: str, path: Path | None) -> None:
    """Let someone in no more. Sessions end at once; what was decided stays."""
    Accounts(accounts_file(where, path)).remove(name)
    click.echo(f"{wording.clean(name)} may enter no more.")
