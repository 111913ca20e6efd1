"""What a server asks of programs in its robots.txt, as RFC 9309 reads it."""

from urllib.robotparser import RobotFileParser

from tollbook.errors import Refused
from tollbook.ingest.fetch.web import AGENT, Web, parse

#: Bytes of a robots.txt that are read, redirects that are followed to it, and the longest pause it may ask for.
_MOST, _HOPS, _LONGEST_PAUSE = 512_000, 5, 30.0


class Robots:
    """Which pages may be captured, host by host."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._rules: dict[str, RobotFileParser | str] = {}

    def check(self, text: str) -> None:
        """Raise Refused where the server does not want the page captured, or cannot be asked what it wants."""
        url = parse(text)
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        if origin not in self._rules:
            self._rules[origin] = self._fetched(origin)
            self._slow_down(url.raw_host.decode("ascii"), self._rules[origin])
        rules = self._rules[origin]
        if isinstance(rules, str):
            raise Refused(rules)
        if not rules.can_fetch(AGENT, text):
            raise Refused("Its robots.txt asks programs not to capture it; save the page from a browser instead.")

    def _fetched(self, origin: str) -> RobotFileParser | str:
        """The rules of a server, or why none of its pages may be captured."""
        rules = RobotFileParser()
        url = f"{origin}/robots.txt"
        for _ in range(_HOPS):
            answer = self._web.ask(url, most=_MOST)
            if answer.status // 100 == 3 and (to := answer.header("location")):
                url = str(parse(url).join(to))
                continue
            break
        if answer.status // 100 == 5:
            return f"Its server cannot say what may be captured (robots.txt: {answer.status}); try again later."
        # Where there is no robots.txt everything may be captured.
        lines = answer.body.decode("utf-8", "replace").splitlines() if answer.status == 200 else []
        rules.parse(lines)
        return rules

    def _slow_down(self, host: str, rules: RobotFileParser | str) -> None:
        delay = None if isinstance(rules, str) else rules.crawl_delay(AGENT)
        if delay is not None:
            self._web.slow_down(host, min(float(delay), _LONGEST_PAUSE))
