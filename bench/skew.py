"""``python -m bench.skew``: the cost of the largest pieces of an archive, each of which one task makes.

``components`` makes reports of one town that is shelled every day, so that linking joins most of them, and ``totals``
reports of one running total. Both call the functions that the tasks call. Everything is invented.
"""

import resource
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

import click

from bench import generated, generated_reader
from bench.throughput import RSS_UNIT
from tollbook import linking
from tollbook.decisions.constraints import source_constraints
from tollbook.incidents import build
from tollbook.linking import MentionProfile
from tollbook.linking.constraints import NONE
from tollbook.model import Claim, Report
from tollbook.readers.base import check

_FROM = date(2021, 1, 1)


@click.group()
def main() -> None:
    """Measure the largest pieces of an archive."""


@main.command()
@click.argument("sizes", nargs=-1, required=True, metavar="DAYSxREPORTS...")
def components(sizes: Sequence[str]) -> None:
    """So many days of attacks on one town, with so many reports a day: pairs, scoring and clustering."""
    click.echo("| days × reports | pairs | scoring, s | largest component | edges in it | clusters, s | "
               "incidents | MiB |\n|---|--:|--:|--:|--:|--:|--:|--:|")  # fmt: skip
    for size in sizes:
        days, reports = map(int, size.split("x"))
        click.echo(f"| {days} × {reports} | {_component(list(_war(days, reports)))} |")


def _war(days: int, reports: int) -> Iterator[Report]:
    """Reports of shelling that hits the same kind of place in the same town, day after day, with other numbers."""
    chance = generated.Chance(1)
    first = generated.attack_facts(chance, _FROM)
    for day in (_FROM + timedelta(number) for number in range(days)):
        same = {name: first[name] for name in ("town", "site", "kind", "headline", "verb")}
        facts = generated.attack_facts(chance, day) | same
        for number in range(reports):
            counted = {"killed": max(1, facts["killed"] + chance.randrange(-1, 2))}
            row = generated.attack_report(chance, facts | counted)
            yield Report(id=f"{day}-{number}", sha256="", outlet=f"Outlet {number}", language="en",
                         published=day + timedelta(chance.choice([0, 1, 1])), **row)  # fmt: skip


def _component(reports: Sequence[Report]) -> str:
    profiles: dict[str, MentionProfile] = {}
    for report in reports:
        reading = check(generated_reader.read(report), report, "generated/1")
        profiles |= {profile.id: profile for profile in linking.report_mentions(reading, report).profiles}
    keys = {name: linking.blocking_keys(profile, NONE) for name, profile in profiles.items()}
    under = defaultdict(set)
    for name, own in keys.items():
        for key in own.index_keys:
            under[key].add(name)
    pairs = sorted({(min(a, b), max(a, b)) for a, own in keys.items() for key in own.query_keys for b in under[key]
                    if a != b})  # fmt: skip
    began = time.process_time()
    edges = {pair: edge for pair in pairs if (edge := linking.edge(profiles[pair[0]], profiles[pair[1]])) is not None}
    scored = time.process_time()
    largest = max(linking.components(sorted(profiles), (pair for pair, e in edges.items() if e.linked)), key=len)
    inside = set(largest)
    weights = {pair: edge.weight for pair, edge in edges.items() if set(pair) <= inside}
    members = {name: linking.cluster_member(profiles[name]) for name in largest}
    linked = time.process_time()
    incidents = linking.clusters(members, weights, NONE)
    ended = time.process_time()
    return " | ".join([
        f"{len(pairs):,}", f"{scored - began:.1f}", f"{len(largest):,}", f"{len(weights):,}", f"{ended - linked:.1f}",
        f"{len(incidents):,}", _memory(),
    ])  # fmt: skip


@main.command()
@click.argument("sizes", type=click.IntRange(1), nargs=-1, required=True)
def totals(sizes: Sequence[int]) -> None:
    """So many reports with the running total of one country: copies, sources, and the series."""
    click.echo("| reports | seconds | days in the series | MiB |\n|--:|--:|--:|--:|")
    for size in sizes:
        reports = {report.id: report for report in _of_one_total(size)}
        claims: list[Claim] = []
        for report in reports.values():
            claims += check(generated_reader.read(report), report, "generated/1").claims
        began = time.process_time()
        made = build.build_tolls(claims, reports, source_constraints((), frozenset(), frozenset()))
        seconds = time.process_time() - began
        click.echo(f"| {size:,} | {seconds:.1f} | {max(len(toll.series) for toll in made):,} | {_memory()} |")


def _of_one_total(number: int) -> Iterator[Report]:
    """Reports over 3,000 days that give a total which rises by one with every third of them."""
    chance = generated.Chance(1)
    for place in range(number):
        day = _FROM + timedelta(place * 3000 // number)
        who = chance.choice(["the health ministry", "police", "the mayor"])
        said = (f"A bomb exploded at a market in Ostaria on {day.day} {day:%B %Y}, killing three people, according to "
                f"police. At least {1000 + place // 3:,} people have been killed in Kestria since the war began, {who} "
                "said. ")  # fmt: skip
        text = said + " ".join(generated.fillers(chance, 6))
        yield Report(id=f"total-{place:07}", sha256="", text=text, outlet=f"Outlet {chance.randrange(300)}",
                     published=day, language="en")  # fmt: skip


def _memory() -> str:
    """The peak memory of this process so far, in MiB."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20:,.0f}"


if __name__ == "__main__":
    main()
