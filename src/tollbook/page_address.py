"""URLs of pages in one form, without parts that differ between two captures of the same page."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

#: Parameters that say where a visitor came from, and not which page it is.
_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|cmpid|ocid|amp|share|smid", re.I
)
_DEFAULT_PORTS = {80, 443}


def canonical(url: str | None) -> str | None:
    """A URL without scheme, ``www.``, fragment and tracking parameters; None if it is not the URL of a page."""
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
    parameters = sorted((n, v) for n, v in parse_qsl(parts.query, keep_blank_values=True) if not _TRACKING.fullmatch(n))
    return host + path + (f"?{urlencode(parameters)}" if parameters else "")
