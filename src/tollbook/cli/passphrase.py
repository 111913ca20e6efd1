"""Asking for passphrases, at a terminal alone. None is ever an argument, for those can be seen by everyone."""

import os
import sys
from pathlib import Path

import click

from tollbook.errors import Refused
from tollbook.store import encryption, locations

#: Where a passphrase for a copy is looked for before anyone is asked.
NEW = "TOLLBOOK_NEW_PASSPHRASE"


def unlock(ctx: click.Context, _option: click.Parameter, where: str) -> str:
    """Ask for the passphrase of an encrypted book where it is not known and someone is there to be asked."""
    url = locations.url_of(where)
    path = str(url.database)
    if ctx.resilient_parsing or not locations.is_encrypted(url) or encryption.passphrase_of(path):
        return where
    if sys.stdin.isatty():
        is_new = not Path(path).exists()
        asked = f"{'New passphrase' if is_new else 'Passphrase'} of {path}"
        encryption.give(path, click.prompt(asked, hide_input=True, confirmation_prompt=is_new, err=True))
    return where


def new(where: str) -> str:
    """The passphrase for a copy: from the environment, else asked for twice. Raises Refused where nobody can be."""
    known = os.environ.get(NEW)
    if not known and not locations.is_encrypted(locations.url_of(where)):
        known = os.environ.get(encryption.VARIABLE)
    if known:
        return known
    if not sys.stdin.isatty():
        raise Refused(f"The copy needs a passphrase; set {NEW}, or run the command in a terminal.")
    return str(click.prompt("New passphrase of the copy", hide_input=True, confirmation_prompt=True, err=True))
