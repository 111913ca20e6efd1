"""The commands that start the web interface."""

import errno
import ipaddress
import os
import socket
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli import language_model, last_book
from tollbook.cli.help import Command
from tollbook.cli.language_model import NO_CHOICE, ReaderChoice, reader_options
from tollbook.cli.options import book_option
from tollbook.cli.passphrase import unlock
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, translate
from tollbook.readers.base import Reader

#: The default address of the web interface.
PORT = 8800


def _addresses(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The addresses of proxies. Raises BadParameter for a host name, because its address can change."""
    for each in given:
        try:
            ipaddress.ip_network(each)
        except ValueError as error:
            sentence = message("{address} is no IP address, such as 127.0.0.1.", address=each)
            raise click.BadParameter(translate(sentence)) from error
    return given


@click.command(cls=Command, section="Query")
@book_option
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--accounts", type=click.Path(path_type=Path), metavar="FILE",
    help="The accounts file, made by the accounts command. Without it only this computer has access.",
)  # fmt: skip
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", callback=_addresses,
    help="Address of a proxy in front, whose word for the sender of a request is taken. Repeatable; needs accounts.",
)  # fmt: skip
@reader_options
def serve(where: str, port: int, host: str, accounts: Path | None, proxies: tuple[str, ...], **options: Any) -> None:
    """Open the web interface: the book in your browser.

    It listens on this computer only; any other address needs accounts. Stop it with Ctrl-C. With --reader llm the
    files that people add in the browser are read by a language model, too.
    """
    choice = language_model.chosen(options)
    if accounts is None and not is_loopback(host):
        raise Refused(
            message("{host} can be reached from other computers; that needs accounts: give --accounts FILE.", host=host)
        )
    if accounts is None and proxies:
        raise Refused(
            message("A proxy opens the web interface to other computers; that needs accounts: give --accounts FILE.")
        )
    reader = _reader(choice, where)
    run(where, host=host, port=port, accounts=accounts, proxies=proxies, reader=reader)


@click.command(cls=Command, section="Read", name="open")
@click.argument("where", metavar="[BOOK]", required=False, envvar="TOLLBOOK_BOOK")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on. Default: 8800, or a free one.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in the browser.")
@reader_options
def open_book(where: str | None, port: int | None, *, browser: bool, **options: Any) -> None:
    """Start in the browser: open a book there, or a new one, and drop reports on its first page.

    Without BOOK it is tollbook.book in this folder, else the book that you opened last, else a new tollbook.book in
    this folder. Nothing is overwritten. The command tollbook alone does the same in a terminal.
    """
    start(where or last_book.choose(), port=port, browser=browser, choice=language_model.chosen(options))


def start(
    where: str, *, port: int | None = None, browser: bool = True, page: str = "", remembered: bool = True,
    choice: ReaderChoice = NO_CHOICE,
) -> None:  # fmt: skip
    """Open a book in the web interface on this computer and in the browser; a missing book is created."""
    if port is not None:
        _require_free("127.0.0.1", port)
    unlock(click.get_current_context(), None, where)
    Book.open(where, create=True).close()
    if remembered:
        last_book.remember(where)
    reader = _reader(choice, where)
    run(where, host="127.0.0.1", port=free_port() if port is None else port, browser=browser, page=page, reader=reader)


def _reader(choice: ReaderChoice, where: str) -> str | Reader | None:
    """The reader of files added in the browser. Raises Refused if texts may not leave this computer."""
    if choice.model is None:
        return choice.name
    with Book.open(where) as book:
        return language_model.for_arrivals(choice, book)


def run(
    where: str, *, host: str, port: int, accounts: Path | None = None, proxies: Sequence[str] = (),
    browser: bool = False, page: str = "", reader: str | Reader | None = None,
) -> None:  # fmt: skip
    """Serve a book until Ctrl-C. Raises Refused if another program has the port."""
    _require_free(host, port)
    # Imported here because no other command needs a server.
    from tollbook.web.app import create_app  # noqa: PLC0415
    from tollbook.web.server import collect_rarely, server  # noqa: PLC0415

    collect_rarely()
    made = server(create_app(where, accounts=accounts, reader=reader), host=host, port=port, proxies=proxies)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    book = wording.clean(where)
    click.echo(gettext("The web interface of {book} is at {url} – stop it with Ctrl-C.", book=book, url=url), err=True)
    if browser and not os.environ.get("TOLLBOOK_NO_BROWSER"):
        # Opened when the server answers: a second is enough, and browsers try again.
        opening = threading.Timer(1, webbrowser.open, [url + page])
        opening.daemon = True
        opening.start()
    with suppress(KeyboardInterrupt):
        made.run()
    if not made.started:
        raise click.exceptions.Exit(1)


def free_port() -> int:
    """The default port, or another one if a program has it."""
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", PORT))
        except OSError:
            tried.bind(("127.0.0.1", 0))
        number: int = tried.getsockname()[1]
        return number


def _require_free(host: str, port: int) -> None:
    """Raise Refused if the address is in use, because the browser would show the pages of another program."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as tried:
            if os.name == "posix":
                # Like the server: connections left over by a server that has ended do not count.
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Refused(message(
                "Another program listens on port {port}, perhaps Tollbook with another book; choose another port with "
                "--port.", port=str(port),
            )) from error  # fmt: skip
        reason = (error.strerror or str(error)).lower()
        raise Refused(message("Tollbook cannot listen on {host}, port {port}: {reason}.",
                              host=host, port=str(port), reason=reason)) from error  # fmt: skip


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
