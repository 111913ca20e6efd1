"""Resolves host names, and checks the addresses to which a request may go.

A name is resolved once, and the connection goes to the address that was checked. This prevents DNS rebinding: a name
that resolves to another address the next time.
"""

import ipaddress
import socket

from tollbook.errors import Refused
from tollbook.locale.messages import message

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: The prefix of IPv6 addresses that contain an IPv4 address for translation (RFC 6052).
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def resolve(host: str, port: int, *, allow_private: bool) -> str:
    """The address to connect to. Raises Refused if the name does not resolve, or resolves to a private network.

    Without ``allow_private`` all addresses of the name must be public.
    """
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused(
            message("The host {host} was not found; check the address and the network connection.", host=host)
        ) from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in entries]
    if not addresses:
        raise Refused(message("The host {host} has no address; check its name.", host=host))
    if not allow_private and (private := next((a for a in addresses if not is_public(a)), None)):
        raise Refused(
            message(
                "{host} has the address {address}, which is this computer or a private network. "
                "If you want to capture from there, use --allow-private.",
                host=host,
                address=private,
            )
        )
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is on the public internet, and so is every IPv4 address that it contains."""
    ip: Address = ipaddress.ip_address(address)
    return all(one.is_global and not one.is_multicast for one in (ip, *_embedded(ip)))


def _embedded(ip: Address) -> list[Address]:
    if not isinstance(ip, ipaddress.IPv6Address):
        return []
    embedded: list[Address | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        embedded.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [one for one in embedded if one is not None]
