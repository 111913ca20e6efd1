"""The address of a page, without what differs between two captures of it."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

#: Parameters that say how a reader came to a page and not which page it is.
_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|cmpid|ocid|amp|share|smid", re.I
)
_DEFAULT_PORTS = {80, 443}


def canonical(url: str | None) -> str | None:
    """The page a URL leads to: no scheme, ``www.``, fragment or tracking. ``None`` where it names no page."""
    try:
        parts = urlsplit((url or "").strip())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return None
    host = parts.hostname.removeprefix("www.").removeprefix("m.").removeprefix("amp.")
    if port is not None and port not in _DEFAULT_PORTS:
        host = f"{host}:{port}"
    path = re.sub(r"/{2,}", "/", parts.path).removesuffix("/").removesuffix("/amp")
    asked = sorted((n, v) for n, v in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(n))
    return host + path + (f"?{urlencode(asked)}" if asked else "")
