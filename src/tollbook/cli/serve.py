"""The reading room, served."""

import ipaddress
from pathlib import Path

import click

from tollbook.cli.options import book_option
from tollbook.errors import Refused
from tollbook.locale import wording


@click.command()
@book_option
@click.option("--port", type=click.IntRange(0, 65535), default=8800, show_default=True, help="Port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--accounts", type=click.Path(path_type=Path), metavar="FILE",
    help="Who may enter, as the accounts command made it. Without it only this computer can.",
)  # fmt: skip
def serve(where: str, port: int, host: str, accounts: Path | None) -> None:
    """Open the reading room: the book in your browser.

    It listens on this computer alone; any other address needs accounts. Ctrl-C ends it.
    """
    # Imported here because no other command needs a server.
    import uvicorn  # noqa: PLC0415

    from tollbook.web.app import create_app  # noqa: PLC0415

    if accounts is None and not is_loopback(host):
        raise Refused(f"{host} can be reached from other computers; that needs accounts: give --accounts FILE.")
    app = create_app(where, accounts=accounts)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"The reading room of {wording.clean(where)} is at http://{shown}:{port}/ – Ctrl-C ends it.", err=True)
    uvicorn.run(app, host=host, port=port, log_level="warning", server_header=False)


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
