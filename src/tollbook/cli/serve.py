"""The command that starts the web interface."""

import ipaddress
from pathlib import Path

import click

from tollbook.cli.help import Command
from tollbook.cli.options import book_option
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message


@click.command(cls=Command, section="Query")
@book_option
@click.option("--port", type=click.IntRange(0, 65535), default=8800, show_default=True, help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--accounts", type=click.Path(path_type=Path), metavar="FILE",
    help="The accounts file, made by the accounts command. Without it only this computer has access.",
)  # fmt: skip
def serve(where: str, port: int, host: str, accounts: Path | None) -> None:
    """Open the web interface: the book in your browser.

    It listens on this computer only; any other address needs accounts. Stop it with Ctrl-C.
    """
    # Imported here because no other command needs a server.
    import uvicorn  # noqa: PLC0415

    from tollbook.web.app import create_app  # noqa: PLC0415

    if accounts is None and not is_loopback(host):
        raise Refused(
            message("{host} can be reached from other computers; that needs accounts: give --accounts FILE.", host=host)
        )
    app = create_app(where, accounts=accounts)
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    book = wording.clean(where)
    click.echo(gettext("The web interface of {book} is at {url} – stop it with Ctrl-C.", book=book, url=url), err=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
