"""The language of each request: chosen by a cookie that the language menu sets, else by ``Accept-Language``.

The API always answers in English: its sentences are the ones that records and the log hold.
"""

from babel import negotiate_locale
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tollbook.locale import messages

COOKIE = "tollbook-language"
#: A year, in seconds.
COOKIE_AGE = 365 * 24 * 3600
#: The most languages of one header that are examined; browsers send fewer than ten.
_MOST_ACCEPTED = 20


class LanguageMiddleware:
    """Runs each request in the language of its sender, and sets that language in the header of the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run one request."""
        if scope["type"] != "http" or scope["path"].startswith(("/api/", "/static/")):
            await self._app(scope, receive, send)
            return
        code = choose(Headers(scope=scope))

        async def send_with_language(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Language"] = tag(code)
                headers.add_vary_header("Accept-Language")
                headers.add_vary_header("Cookie")
            await send(message)

        with messages.using(code):
            await self._app(scope, receive, send_with_language)


def choose(headers: Headers) -> str:
    """The language for a request: its cookie, else the first accepted language that has a catalogue, else English."""
    available = messages.languages()
    asked = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    if asked in available:
        return asked
    accepted = accepted_languages(headers.get("accept-language", ""))
    return negotiate_locale(accepted, available, sep="_") or messages.SOURCE


def available() -> tuple[str, ...]:
    """The codes of the languages that the menu offers."""
    return messages.languages()


def accepted_languages(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, the preferred ones first (RFC 9110, 12.5.4)."""
    weighted = []
    for position, part in enumerate(header.split(",")[:_MOST_ACCEPTED]):
        code, _, weight = part.partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        if quality > 0 and code.strip():
            weighted.append((-quality, position, code.strip().replace("-", "_")))
    return [code for _, _, code in sorted(weighted)]


def tag(code: str) -> str:
    """The code of a language for HTML and HTTP (BCP 47)."""
    return code.replace("_", "-")


def direction(code: str) -> str:
    """``ltr`` or ``rtl``, the direction in which a language is written."""
    return messages.babel_locale(code).text_direction


def name(code: str) -> str:
    """The name of a language in that language, with a note if no speaker has checked the translation."""
    locale = messages.babel_locale(code)
    own = (locale.get_display_name(locale) or code).capitalize()
    if not messages.is_unchecked(code):
        return own
    note = messages.gettext_in(code, messages.message("machine translation"))
    return f"{own} ({note})"
