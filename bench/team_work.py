"""The people of a team at work in the browser, and reports that arrive meanwhile (see :mod:`bench.teams`)."""

import json
import random
import re
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import httpx

PASSWORD = "invented words of a bench"  # noqa: S105 - of a server that ends with this run
#: The actions of a person, and how often of a hundred times.
DOES = {
    "list of incidents": 22, "filtered list": 12, "record": 24, "report": 12, "search": 8, "queue": 6, "persons": 4,
    "running totals": 3, "first page": 3, "decision": 6,
}  # fmt: skip
#: The name of the timing of all requests.
ALL = "all requests"
#: A connection for each request: the server closes one after 5 s without a request, sometimes while it is used again.
_LIMITS = httpx.Limits(max_keepalive_connections=0)
_CSRF = re.compile(r'name="csrf" value="([0-9a-f]+)"')


class Timing(NamedTuple):
    """How often a page was asked for, milliseconds at the median, at the 95th percentile and at most, and failures."""

    times: int
    median: float
    p95: float
    most: float
    failed: int


class Team:
    """The data that the threads of a run share: the address of the server, the end of the run, and the timings."""

    def __init__(self, address: str, until: float, pause: float) -> None:
        self.address, self.until, self.pause = address, until, pause
        self.lock = threading.Lock()
        self.timings: dict[str, list[float]] = {}
        self.failures: dict[str, int] = {}
        self.sent: list[str] = []
        self.decided: list[str] = []

    def note(self, page: str, seconds: float, *, failed: bool = False) -> None:
        """Record the time that a page took."""
        with self.lock:
            self.timings.setdefault(page, []).append(seconds)
            self.failures[page] = self.failures.get(page, 0) + failed

    def pages(self) -> dict[str, Timing]:
        """The timings of each kind of page, and of all requests."""
        every = [seconds for each in self.timings.values() for seconds in each]
        all_ = {ALL: timing(every, sum(self.failures.values()))} if every else {}
        return {page: timing(self.timings[page], self.failures[page]) for page in DOES if page in self.timings} | all_


def timing(seconds: Sequence[float], failed: int) -> Timing:
    """The timing of some requests, in milliseconds."""
    ordered = sorted(1000 * each for each in seconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))]
    return Timing(len(ordered), round(statistics.median(ordered), 1), round(p95, 1), round(ordered[-1], 1), failed)


class Person(threading.Thread):
    """One person with an account: signs in, then does one action after another, with pauses."""

    def __init__(self, team: Team, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._team = team
        self._chance = random.Random(name)  # noqa: S311 - not a secret
        self._client = httpx.Client(base_url=team.address, timeout=120, limits=_LIMITS)
        self._incidents: list[str] = []
        self._reports: list[str] = []
        self._places: list[str] = []
        #: Whether the person worked to the end.
        self.finished = False

    def run(self) -> None:
        """Work until the run ends."""
        sign_in(self._client, self.name)
        self._get("list of incidents", "/incidents", kept=False)
        while time.monotonic() < self._team.until:
            time.sleep(self._chance.expovariate(1 / self._team.pause))
            does = self._chance.choices(list(DOES), list(DOES.values()))[0]
            if does == "decision":
                self._decide()
            else:
                self._get(does, self._path(does))
        self.finished = True

    def _path(self, does: str) -> str:
        incident = self._chance.choice(self._incidents) if self._incidents else ""
        report = self._chance.choice(self._reports) if self._reports else ""
        place = self._chance.choice(self._places) if self._places else ""
        return {
            "list of incidents": f"/incidents?page={self._chance.randrange(1, 20)}",
            "filtered list": f"/incidents?{place}" if place else "/incidents?kind=shelling",
            "record": incident or "/incidents", "report": report or "/reports",
            "search": f"/search?text={self._chance.choice(['hospital', 'market', 'bridge', 'school', 'mayor'])}",
            "queue": "/queue", "persons": "/persons", "running totals": "/tolls", "first page": "/",
        }[does]  # fmt: skip

    def _get(self, does: str, path: str, *, kept: bool = True) -> str:
        began = time.monotonic()
        # An incident that arriving reports changed has a new id; its former address leads there.
        answer = self._client.get(path, follow_redirects=True)
        if kept:
            self._team.note(does, time.monotonic() - began, failed=answer.status_code != httpx.codes.OK)
        self._incidents = re.findall(r'href="(/incidents/[0-9a-f]{16})"', answer.text) or self._incidents
        self._reports = re.findall(r'href="(/reports/generated-\d+)[?"]', answer.text) or self._reports
        self._places = re.findall(r'href="/incidents\?(place=\w+)"', answer.text) or self._places
        return answer.text

    def _decide(self) -> None:
        """Open a report and reject one of its claims, or accept it again."""
        page = self._get("report", self._path("report"))
        claims, token = re.findall(r'href="/reports/[^"]+[?]claim=([0-9a-f]{16})"', page), _CSRF.search(page)
        if not claims or token is None:
            return
        why = f"{self.name}, {len(self._team.decided)}, {time.monotonic_ns()}"
        form = {"csrf": token[1], "verdict": self._chance.choice(["reject", "accept"]), "why": why,
                "subject": self._chance.choice(claims), "next": "/incidents"}  # fmt: skip
        began = time.monotonic()
        answer = self._client.post("/decide", data=form)
        done = answer.status_code == httpx.codes.SEE_OTHER
        self._team.note("decision", time.monotonic() - began, failed=not done)
        if done:
            with self._team.lock:
                self._team.decided.append(why)


class Arrivals(threading.Thread):
    """Uploads reports one by one, so many a minute."""

    def __init__(self, team: Team, reports: Iterator[dict[str, object]], rate: float) -> None:
        super().__init__(name="arrivals", daemon=True)
        self._team, self._reports, self._rate = team, reports, rate
        #: Whether reports arrived to the end.
        self.finished = False

    def run(self) -> None:
        """Upload until the run ends."""
        client = httpx.Client(base_url=self._team.address, timeout=120, limits=_LIMITS)
        headers = {"X-CSRF-Token": sign_in(client, "Person 1")}
        began = time.monotonic()
        for sent, report in enumerate(self._reports):
            time.sleep(max(0.0, began + 60 * sent / self._rate - time.monotonic()))
            if time.monotonic() >= self._team.until:
                break
            files = {"files": (f"{report['id']}.jsonl", json.dumps(report).encode(), "application/jsonl")}
            answer = client.post("/api/uploads", data={"batch": f"bench-{sent}"}, files=files, headers=headers)
            answer.raise_for_status()
            self._team.sent.append(str(report["id"]))
        self.finished = True


def sign_in(client: httpx.Client, name: str) -> str:
    """Sign in, and return the token of the session. Waits where the server says so: all have one address here."""
    headers = {"X-CSRF-Token": client.get("/api/session").json()["token"]}
    while True:
        answer = client.post("/api/session", json={"name": name, "password": PASSWORD}, headers=headers)
        if answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
            return str(answer.raise_for_status().json()["token"])
        time.sleep(float(answer.headers["Retry-After"]))
