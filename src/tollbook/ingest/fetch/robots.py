"""Reads the rules of a server for programs from its robots.txt, following RFC 9309."""

from urllib.robotparser import RobotFileParser

from tollbook.errors import Refused
from tollbook.ingest.fetch.client import AGENT, HttpClient, parse
from tollbook.locale.messages import message

#: Bytes of a robots.txt that are read, redirects to it that are followed, and seconds of the longest pause between
#: requests that it may set.
_MAX_BYTES, _MAX_REDIRECTS, _MAX_PAUSE = 512_000, 5, 30.0


class Robots:
    """Which pages may be captured, host by host."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client
        self._rules: dict[str, RobotFileParser | str] = {}

    def check(self, text: str) -> None:
        """Raise Refused if robots.txt does not allow the page, or if the server fails to answer."""
        url = parse(text)
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        if origin not in self._rules:
            self._rules[origin] = self._fetched(origin)
            self._slow_down(url.raw_host.decode("ascii"), self._rules[origin])
        rules = self._rules[origin]
        if isinstance(rules, str):
            raise Refused(rules)
        if not rules.can_fetch(AGENT, text):
            raise Refused(
                message(
                    "The robots.txt of the site does not allow programs to capture it; save the page from a browser."
                )
            )

    def _fetched(self, origin: str) -> RobotFileParser | str:
        """The rules of a server, or the reason why none of its pages may be captured."""
        rules = RobotFileParser()
        url = f"{origin}/robots.txt"
        for _ in range(_MAX_REDIRECTS):
            response = self._client.get(url, most=_MAX_BYTES)
            if response.status // 100 == 3 and (to := response.header("location")):
                url = str(parse(url).join(to))
                continue
            break
        if response.status // 100 == 5:
            return message(
                "The server failed to deliver its robots.txt (status {status}); try again later.",
                status=response.status,
            )
        # Without a robots.txt everything may be captured.
        lines = response.body.decode("utf-8", "replace").splitlines() if response.status == 200 else []
        rules.parse(lines)
        return rules

    def _slow_down(self, host: str, rules: RobotFileParser | str) -> None:
        delay = None if isinstance(rules, str) else rules.crawl_delay(AGENT)
        if delay is not None:
            self._client.slow_down(host, min(float(delay), _MAX_PAUSE))
