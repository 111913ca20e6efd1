"""``python -m bench.web``: response times of the web interface on a large book of invented reports.

Incidents, claims and reports are made by a seeded generator and written straight into the rows that reading and
linking would make; nothing is read from outside. Each page is asked for many times, with other values each time, over
a real connection; its 95th percentile is given in milliseconds and as a ratio to a page that does nothing
(``/nowhere``) in the same run, since milliseconds alone tell of the machine.
"""

import json
import random
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
import httpx
import uvicorn
from sqlalchemy import Connection, select

from tollbook.decisions.constraints import SourceConstraints
from tollbook.incidents import build, cache
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Event, Place, Report, Speaker, Thing, When
from tollbook.record import Group, ReportLink
from tollbook.store import Store, blocking_rows, incident_rows, incident_tables, log, rows
from tollbook.store.incident_rows import RowsState
from tollbook.web.app import create_app

_PORTION = 500
_FIRST = date(2015, 1, 1)
_KINDS = ("airstrike", "shelling", "bombing", "shooting", "clash", "raid")
_SYLLABLES = ("ka", "ler", "mo", "dan", "vi", "sur", "ta", "ben", "or", "hel", "ny", "gra", "zo", "fim", "ul", "est")
_SEED = 7


def _name(random_: random.Random) -> str:
    return "".join(random_.choices(_SYLLABLES, k=random_.randint(2, 4))).capitalize()


def events(number: int) -> Iterator[tuple[Group, list[Report]]]:
    """Invented events, each with one to four invented reports of three to nine claims; ``number`` reports."""
    dice = random.Random(_SEED)  # noqa: S311
    places = [_place(dice) for _ in range(900)]
    speakers = [Speaker(name=f"{_name(dice)} {_name(dice)}", role="mayor") for _ in range(6000)]
    outlets = [f"{_name(dice)} {dice.choice(('Post', 'Wire', 'Daily', 'Radio'))}" for _ in range(250)]
    made = event = 0
    while made < number:
        event += 1
        size = min(number - made, dice.choices((1, 2, 3, 4), weights=(50, 25, 15, 10))[0])
        yield _event(dice, event, size, dice.choice(places), (speakers, outlets))
        made += size


def _place(dice: random.Random) -> Place:
    country = dice.choice(("Arvia", "Kestria", "Norland", "Sudmark", "Talania"))
    lat, lon = round(dice.uniform(-50, 60), 3), round(dice.uniform(-120, 140), 3)
    return Place(name=_name(dice), country_name=country, lat=lat, lon=lon, precision=dice.choice((1, 2, 3, 4)))


def _event(
    dice: random.Random, event: int, size: int, place: Place, cast: tuple[list[Speaker], list[str]]
) -> tuple[Group, list[Report]]:
    day = _FIRST + timedelta(days=dice.randrange(3600))
    vague = dice.random() < 0.1
    when = When(start=day, end=day + timedelta(days=20 if vague else 0), precision="days" if vague else "day")
    reports = [_report(dice, event, n, day, dice.choice(cast[1])) for n in range(size)]
    speakers = dice.sample(cast[0], k=2)
    killed = dice.randint(0, 40)
    claims = [c for report in reports for c in _claims(dice, report, dice.choice(speakers), (place, when, killed))]
    links = tuple(ReportLink(id=r.id, main=True, claims=sum(c.report == r.id for c in claims)) for r in reports)
    kind = dice.choice(_KINDS)
    group = Group(id=f"{event:016x}", kind=kind, when=when, place=place, claims=tuple(claims), reports=links)  # type: ignore[arg-type]
    return group, reports


def _report(dice: random.Random, event: int, number: int, day: date, outlet: str) -> Report:
    words = " ".join(_name(dice).lower() for _ in range(320))
    text = f"Invented. Several people were killed and several injured, it was said. {words}."
    return Report(
        id=f"{event:x}-{number}", sha256="", text=text, outlet=outlet, title=f"Invented report {event}",
        published=day + timedelta(days=1 + number),
    )  # fmt: skip


def _claims(dice: random.Random, report: Report, speaker: Speaker, about: tuple[Place, When, int]) -> Iterator[Claim]:
    place, when, killed = about
    chain = (speaker, Speaker(name=report.outlet, role="outlet"))
    for number in range(dice.randint(3, 9)):
        count = max(0, killed + dice.randint(-2, 2))
        kind = "killed" if number % 3 == 0 else "injured" if number % 3 == 1 else "attack"
        start = report.text.index("people were killed")
        yield Claim(
            id=f"{report.id}-{number}", report=report.id, start=start, end=start + 18, quote="people were killed",
            kind=kind,  # type: ignore[arg-type]
            count=None if kind == "attack" else Count(low=count, best=count, high=count, qualifier="exactly"),
            speakers=chain, when=when, place=place, event=Event(kind="shelling", text="hit"), finder="bench",
            sites=(Thing(name="mill", kind="factory"),) if number == 2 else (),
        )  # fmt: skip


def build_book(where: Path, number: int) -> list[str]:
    """A book of so many invented reports, as reading and linking would leave it; ids of its incidents."""
    store = Store.open(where, create=True)
    names: list[str] = []
    made = events(number)
    with store.derived_rows(write=True) as connection:
        incident_rows.empty(connection)
    while part := list(islice(made, _PORTION)):
        clusters = list(enumerate((group for group, _ in part), start=len(names) + 1))
        with store.derived_rows(write=True) as connection:
            for group, reports in part:
                _write(connection, group, reports)
            size = {report.id: report for _, reports in part for report in reports}
            cache.store_incidents(connection, clusters, size, SourceConstraints())
        names += [group.id for group, _ in part]
    store.close()
    return names


def keep(where: Path) -> None:
    """Mark the derived rows as made by this code, so that they are not made again."""
    store = Store.open(where)
    last = max(entry.seq for entry in store.log("read"))
    with store.derived_rows(write=True) as connection:
        incident_rows.set_rows_state(connection, RowsState(code=build.code(), upto=last))
    store.close()


def _write(connection: Any, group: Group, reports: list[Report]) -> None:
    episodes = []
    for report in reports:
        rows.add_report(connection, report, report.text.encode())
        own = tuple(claim for claim in group.claims if claim.report == report.id)
        rows.add_reading(connection, Reading(report=report.id, claims=own), finder="bench", separate=False)
        log.append(connection, actor="bench", action="read", subject=report.id, payload={})
        episodes.append({"id": own[0].id, "report": report.id, "profile": b""})
    numbers = blocking_rows.add_mentions(connection, episodes)
    blocking_rows.set_incidents(connection, dict.fromkeys(numbers, group.id))


def _some(connection: Connection, name: str) -> list[str]:
    """A thousand values of a facet, in order."""
    column = incident_tables.facets.c.value
    query = select(column).where(incident_tables.facets.c.name == name).distinct().order_by(column).limit(1000)
    return list(connection.execute(query).scalars())


def pages(where: Path, names: list[str]) -> dict[str, Callable[[random.Random], str]]:
    """The requested pages, with new values for each request."""
    store = Store.open(where)
    with store.derived_rows() as connection:
        values = {name: _some(connection, name) for name in ("place", "speaker", "outlet")}
    store.close()
    quoted = {name: [quote(value, safe="") for value in each] for name, each in values.items()}
    return {
        "incidents": lambda _: "/incidents",
        "incidents, another page": lambda dice: f"/incidents?page={dice.randint(2, 200)}",
        "incidents, words": lambda dice: f"/incidents?text={dice.choice(quoted['place'])}",
        "incidents, place": lambda dice: f"/incidents?place={dice.choice(quoted['place'])}",
        "incidents, days": lambda dice: f"/incidents?day_from={_FIRST + timedelta(days=dice.randrange(3600))}",
        "incidents, as of a day": lambda dice: f"/incidents?as_of={_FIRST + timedelta(days=dice.randrange(3600))}",
        "one incident": lambda dice: f"/incidents/{dice.choice(names)}",
        "one incident, rule": lambda dice: f"/incidents/{dice.choice(names)}?rule=acled",
        "words": lambda dice: f"/claims/{int(dice.choice(names), 16):x}-0-0",
        "brief": lambda dice: f"/incidents/{dice.choice(names)}/brief",
        "tolls": lambda _: "/tolls",
        "places": lambda _: "/places",
        "one place": lambda dice: f"/places/{dice.choice(quoted['place'])}",
        "speakers": lambda dice: f"/speakers?text={dice.choice(_SYLLABLES)}",
        "one speaker": lambda dice: f"/speakers/{dice.choice(quoted['speaker'])}",
        "outlets": lambda _: "/outlets",
        "one outlet": lambda dice: f"/outlets/{dice.choice(quoted['outlet'])}",
        "methods": lambda _: "/methods",
        "reports": lambda dice: f"/reports?page={dice.randint(1, 900)}",
        "reports, words": lambda dice: f"/reports?text={dice.choice(_SYLLABLES)}*",
        "one report": lambda dice: f"/reports/{int(dice.choice(names), 16):x}-0",
        "queue": lambda _: "/queue",
        "queue, one incident": lambda dice: f"/queue?incident={dice.choice(names)}",
        "coding": lambda _: "/coding",
        "briefs": lambda _: "/briefs",
        "api, claims of a kind": lambda dice: f"/api/claims?kind=injured&page={dice.randint(1, 900)}",
    }


def measure(
    address: str, asked: dict[str, Callable[[random.Random], str]], times: int
) -> Iterator[tuple[str, dict[str, float]]]:
    """First response, median and 95th percentile of each page in milliseconds, and its ratio to the bare page."""
    dice = random.Random(_SEED)  # noqa: S311
    with httpx.Client(base_url=address, timeout=120) as client:
        bare = sorted(_seconds(client, "/nowhere", 404) for _ in range(times))
        for name, make in asked.items():
            first = _seconds(client, make(dice), 200)
            taken = sorted(_seconds(client, make(dice), 200) for _ in range(times))
            p95 = taken[int(0.95 * (times - 1))]
            yield name, {
                "first_ms": round(1000 * first), "median_ms": round(1000 * taken[times // 2], 1),
                "p95_ms": round(1000 * p95, 1), "ratio": round(p95 / bare[int(0.95 * (times - 1))], 1),
            }  # fmt: skip


def _seconds(client: httpx.Client, path: str, status: int) -> float:
    began = time.perf_counter()
    answer = client.get(path)
    taken = time.perf_counter() - began
    if answer.status_code != status:
        raise click.ClickException(f"{path} answered {answer.status_code}: {answer.text[:300]}")
    return taken


@contextmanager
def served(where: Path) -> Iterator[str]:
    """The address of a web interface on a book, until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(create_app(where), port=port, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


@click.command()
@click.option("--reports", default=50_000, show_default=True, help="Invented reports in the book.")
@click.option("--times", default=40, show_default=True, help="How often each page is asked for.")
@click.option("--book", type=click.Path(path_type=Path), help="Keep the book here, or use the one that is here.")
def main(reports: int, times: int, book: Path | None) -> None:
    """Measures the pages of the web interface."""
    with tempfile.TemporaryDirectory(prefix="tollbook-web-") as folder:
        where = book or Path(folder) / "big.book"
        kept = where.with_suffix(".names")
        names = json.loads(kept.read_text("utf-8")) if kept.exists() else build_book(where, reports)
        kept.write_text(json.dumps(names), "utf-8")
        keep(where)
        began = time.perf_counter()
        with served(where) as address:
            click.echo(f"{reports:,} reports, {len(names):,} incidents; opened in {time.perf_counter() - began:.2f} s")
            for name, taken in measure(address, pages(where, names), times):
                click.echo(
                    f"{name:26} first {taken['first_ms']:>6} ms  median {taken['median_ms']:>7} ms  "
                    f"p95 {taken['p95_ms']:>7} ms  {taken['ratio']:>6} x bare"
                )


if __name__ == "__main__":
    main()
