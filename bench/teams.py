"""``python -m bench.teams``: a team at work in the browser while reports arrive, on PostgreSQL.

A server of PostgreSQL and the web interface are started. People with accounts sign in and do the work of a day:
lists, records, reports, search, the queue, decisions. Reports are uploaded at a rate meanwhile. At the end every
report and every decision that was confirmed has to be in the book, and the book has to verify. Reports are invented and
read by their sentences (:mod:`bench.generated_reader`), so that reading takes little of the machine.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import click
import httpx
import msgspec

from bench import generated_reader, postgres
from bench.generated import rows, write
from bench.measure import REFUSED_SOME, TOLLBOOK
from bench.team_work import ALL, DOES, PASSWORD, Arrivals, Person, Team, Timing, sign_in
from tollbook.book import Book
from tollbook.cli.serve import free_port
from tollbook.web.accounts import Accounts

RECORD = Path(__file__).with_name("teams.json")
TABLE = Path(__file__).with_name("TEAMS.md")
#: The table is kept between these two lines.
BEGIN, END = "<!-- python -m bench.teams table: begin -->", "<!-- end -->"
#: Seconds that the server may take to start, and to read the last reports at the end.
_STARTS, _ENDS = 120, 1800


class TeamRun(msgspec.Struct, frozen=True, kw_only=True):
    """The settings and the results of one run. ``problems`` are sentences on losses; the aim is to have none."""

    measured: str
    people: int
    minutes: float
    pause: float
    load: float
    arrived: int
    decided: int
    behind: float
    problems: list[str]
    pages: dict[str, Timing]


@contextmanager
def web_interface(url: str, people: int, environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The web interface on a book as a process of its own; gives its address."""
    accounts = Accounts(folder / "accounts.json")
    for number in range(1, people + 1):
        accounts.add(f"Person {number}", PASSWORD, "editor")
    port = free_port()
    command = [TOLLBOOK, "serve", "--book", url, "--accounts", str(accounts.path), "--port", str(port)]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log)
    try:
        address, began = f"http://127.0.0.1:{port}", time.monotonic()
        while time.monotonic() < began + _STARTS:
            try:
                httpx.get(f"{address}/api/session")
                break
            except httpx.TransportError:
                time.sleep(0.5)
        yield address
    finally:
        process.terminate()
        process.wait(60)


@click.group()
def main() -> None:
    """Measure a team at work while reports arrive."""


@main.command()
@click.argument("size", type=click.IntRange(1))
@click.option("--people", default=20, show_default=True, help="Accounts that work at once.")
@click.option("--rate", default=100.0, show_default=True, help="Reports that arrive in a minute.")
@click.option("--minutes", default=5.0, show_default=True, help="How long they work.")
@click.option("--pause", default=5.0, show_default=True, help="Seconds that a person looks at a page, on average.")
@click.option("--keep", is_flag=True, help="Keep the result in bench/teams.json and bench/TEAMS.md.")
def run(size: int, *, people: int, rate: float, minutes: float, pause: float, keep: bool) -> None:
    """Let PEOPLE work on a book of SIZE reports."""
    with tempfile.TemporaryDirectory() as temporary, postgres.server() as url:
        folder = Path(temporary)
        environment = generated_reader.installed(folder)
        read = [TOLLBOOK, "read", str(write(size, folder / "reports.jsonl")), "--book", url]
        began = time.monotonic()
        done = subprocess.run(read, env=os.environ | environment, stdout=subprocess.DEVNULL, check=False)
        if not 0 <= done.returncode <= REFUSED_SOME:
            sys.exit(f"tollbook read ended with {done.returncode}")
        click.echo(f"{size:,} reports read and linked in {time.monotonic() - began:.0f} s")
        load = os.getloadavg()[0]
        with web_interface(url, people, environment, folder) as address:
            team = Team(address, time.monotonic() + 60 * minutes, pause)
            more = (dict(row) for number, row in enumerate(rows(size + 100_000)) if number >= size)
            threads: list[Arrivals | Person] = [Arrivals(team, more, rate)]
            threads += [Person(team, f"Person {number}") for number in range(1, people + 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60 * minutes + _STARTS)
            behind = _wait_for_all(address)
        found = TeamRun(
            measured=str(date.today()), people=people, minutes=minutes, pause=pause, load=load, arrived=len(team.sent),
            decided=len(team.decided), behind=behind, problems=list(_lost(url, team, threads)), pages=team.pages(),
        )  # fmt: skip
    click.echo(table({size: found}))
    if keep:
        save(load_record() | {size: found})
    sys.exit(bool(found.problems))


def _wait_for_all(address: str) -> float:
    """Wait until every report that arrived is read and linked; the seconds that it took after the people left."""
    client, began = httpx.Client(base_url=address, timeout=120), time.monotonic()
    sign_in(client, "Person 1")
    while time.monotonic() < began + _ENDS:
        page = client.get("/").text
        if 'id="linking"' not in page and 'hx-get="/reading' not in page:
            break
        time.sleep(1)
    return time.monotonic() - began


def _lost(url: str, team: Team, threads: Sequence[Person | Arrivals]) -> Iterator[str]:
    """A sentence for each confirmed report or decision that is not in the book, and for each problem of ``verify``."""
    yield from (f"{thread.name} did not finish." for thread in threads if not thread.finished)
    with Book.open(url) as book:
        there = {entry.subject for entry in book.log() if entry.action == "read"}
        reasons = [str(entry.payload.get("why", "")) for entry in book.log() if entry.action == "decided"]
        yield from (f"Report {name} was lost." for name in team.sent if name not in there)
        yield from (f"Decision “{why}” is there {reasons.count(why)} times." for why in team.decided
                    if reasons.count(why) != 1)  # fmt: skip
        yield from book.verify()


def load_record() -> dict[int, TeamRun]:
    """The measurements so far, by the number of reports."""
    if not RECORD.exists():
        return {}
    return msgspec.json.decode(RECORD.read_bytes(), type=dict[int, TeamRun], strict=False)


def save(runs: Mapping[int, TeamRun]) -> None:
    """Write the record, and the table made from it into ``TEAMS.md``."""
    plain = {str(size): msgspec.to_builtins(each) for size, each in sorted(runs.items())}
    RECORD.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", "utf-8")
    text = TABLE.read_text("utf-8")
    before, after = text.split(BEGIN)[0], text.split(END, 1)[1]
    TABLE.write_text(f"{before}{BEGIN}\n{table(runs)}\n{END}{after}", "utf-8")


def table(runs: Mapping[int, TeamRun]) -> str:
    """The runs as Markdown: losses, and the time of each page. Empty without runs."""
    if not runs:
        return ""
    lines = ["| reports | measured | people | minutes | load at the start | arrived | decided | lost | linked after |",
             "|--:|---|--:|--:|--:|--:|--:|--:|--:|"]  # fmt: skip
    for size, each in sorted(runs.items()):
        lines.append(f"| {size:,} | {each.measured} | {each.people} | {each.minutes:g} | {each.load:.1f} | "
                     f"{each.arrived:,} | {each.decided:,} | {len(each.problems)} | {each.behind:.0f} s |")  # fmt: skip
    sizes = sorted(runs)
    lines += ["", "| page | " + " | ".join(f"{size:,}: times, median, p95, most (ms)" for size in sizes) + " |",
              "|---" * (len(sizes) + 1) + "|"]  # fmt: skip
    for page in (*DOES, ALL):
        cells = [_cell(runs[size].pages.get(page)) for size in sizes]
        lines.append(f"| {page} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(found: Timing | None) -> str:
    if found is None:
        return "–"
    failed = f", {found.failed} failed" if found.failed else ""
    return f"{found.times:,}, {found.median:,.0f}, **{found.p95:,.0f}**, {found.most:,.0f}{failed}"


@main.command(name="table")
def write_table() -> None:
    """Write the table of what was measured so far into bench/TEAMS.md again."""
    save(load_record())


if __name__ == "__main__":
    main()
