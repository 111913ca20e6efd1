"""Where a host name leads, and whether a request may go there.

A name is resolved once and the connection goes to the address that was checked, so that a name which leads somewhere
else the next time it is asked for (DNS rebinding) reaches nothing.
"""

import ipaddress
import socket

from tollbook.errors import Refused

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
#: Where IPv4 addresses are written inside of IPv6 ones for translators (RFC 6052).
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def resolve(host: str, port: int, *, allow_private: bool) -> str:
    """The address to connect to. Raises Refused where the name leads nowhere, or to a private network.

    Without ``allow_private`` all addresses of the name have to be public ones.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused(f"There is no host called {host}, or it cannot be asked for now; check the address.") from error
    addresses = [str(entry[4][0]).partition("%")[0] for entry in found]
    if not addresses:
        raise Refused(f"There is no host called {host}; check the address.")
    if not allow_private and (private := next((a for a in addresses if not is_public(a)), None)):
        raise Refused(
            f"{host} leads to {private}, which is this computer or a private network; "
            "where that is meant, give --allow-private."
        )
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address belongs to the public internet, and any address written inside of it too."""
    ip: Address = ipaddress.ip_address(address)
    return all(one.is_global and not one.is_multicast for one in (ip, *_inside(ip)))


def _inside(ip: Address) -> list[Address]:
    if not isinstance(ip, ipaddress.IPv6Address):
        return []
    found: list[Address | None] = [ip.ipv4_mapped, ip.sixtofour, *(ip.teredo or ())]
    if ip in _NAT64:
        found.append(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return [one for one in found if one is not None]
