"""Asks for passphrases, only at a terminal. A passphrase is never an argument: other users can see arguments."""

import os
import sys
from pathlib import Path

import click

from tollbook.errors import Refused
from tollbook.locale.messages import gettext, message
from tollbook.store import encryption, locations

#: The environment variable with the passphrase of a copy.
NEW = "TOLLBOOK_NEW_PASSPHRASE"


def unlock(ctx: click.Context, _option: click.Parameter | None, where: str) -> str:
    """Ask for the passphrase of an encrypted book if it is not known and there is a terminal."""
    url = locations.url_of(where)
    path = str(url.database)
    if ctx.resilient_parsing or not locations.is_encrypted(url) or encryption.passphrase_of(path):
        return where
    if sys.stdin.isatty():
        is_new = not Path(path).exists()
        text = gettext("New passphrase of {path}", path=path) if is_new else gettext("Passphrase of {path}", path=path)
        encryption.give(path, click.prompt(text, hide_input=True, confirmation_prompt=is_new, err=True))
    return where


def new(where: str) -> str:
    """The passphrase of a copy: from the environment, else asked for twice. Raises Refused without a terminal."""
    known = os.environ.get(NEW)
    if not known and not locations.is_encrypted(locations.url_of(where)):
        known = os.environ.get(encryption.VARIABLE)
    if known:
        return known
    if not sys.stdin.isatty():
        raise Refused(
            message("The copy needs a passphrase; set {variable}, or run the command in a terminal.", variable=NEW)
        )
    return str(click.prompt(gettext("New passphrase of the copy"), hide_input=True, confirmation_prompt=True, err=True))
