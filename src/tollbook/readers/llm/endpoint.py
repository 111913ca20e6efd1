"""The address of the server of a language model, and the check of addresses that texts may be sent to.

A name is resolved for each request, and the connection goes to the address that was checked. Without a confirmed host
that must be this computer, so that a name which later resolves to another address gains nothing.
"""

import ipaddress
import socket

import httpx

from tollbook.errors import Refused, Unanswered
from tollbook.locale.messages import message
from tollbook.model import Record

_PORTS = {"http": 80, "https": 443}
_MAX_URL = 2000


class Endpoint(Record, frozen=True, kw_only=True):
    """The address of a server: ``path`` is where its protocol begins, such as ``/v1``."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def url(self) -> str:
        """The address as one URL, without anything secret: :func:`parse` refuses passwords and queries."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"

    @property
    def netloc(self) -> str:
        """Host and port, as the header ``Host`` has them."""
        return self.url.partition("://")[2].partition("/")[0]


def parse(text: str) -> Endpoint:
    """The endpoint of an URL such as ``http://127.0.0.1:11434/v1``. Raises Refused if it is none."""
    try:
        url = httpx.URL(text)
        valid = url.scheme in _PORTS and bool(url.raw_host) and len(text) <= _MAX_URL
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise Refused(message("{url} is not the address of a server.", url=repr(text[:80]))) from error
    if not valid:
        raise Refused(
            message("{url} is not the address of a server, such as http://127.0.0.1:11434/v1.", url=repr(text[:80]))
        )
    if url.userinfo or url.query or url.fragment:
        raise Refused(
            message("The address of the server contains a password or a query, which the log would keep. Remove it; a "
                    "key comes from a file or from the environment.")
        )  # fmt: skip
    path = url.path.rstrip("/")
    return Endpoint(
        scheme=url.scheme, host=url.raw_host.decode("ascii"), port=url.port or _PORTS[url.scheme], path=path
    )


def resolve(endpoint: Endpoint, *, confirmed: str | None = None) -> str:
    """The address to connect to. Raises Refused if it is another computer that the user did not confirm.

    ``confirmed`` is the host that the user allowed texts to be sent to. Raises Unanswered if the name is unknown.
    """
    addresses = _addresses(endpoint)
    if confirmed == endpoint.host or all(map(_is_loopback, addresses)):
        # Servers of this computer often listen on IPv4 alone.
        return min(addresses, key=lambda address: ":" in address)
    raise Refused(
        message(
            "{host} is another computer: the texts of the reports would be sent there. If they may, confirm it with "
            "--send-texts-to {host}.",
            host=endpoint.host,
        )
    )


def is_local(endpoint: Endpoint) -> bool:
    """Whether every address of the server is this computer. Raises Unanswered if the name is unknown."""
    return all(map(_is_loopback, _addresses(endpoint)))


def _addresses(endpoint: Endpoint) -> list[str]:
    try:
        entries = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unanswered(message("The server {host} was not found; check its address.", host=endpoint.host)) from error
    return [str(entry[4][0]).partition("%")[0] for entry in entries]


def _is_loopback(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback
