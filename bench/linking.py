"""``python -m bench.linking SET``: links a set as one book and counts implausible incidents.

Reading takes minutes and linking seconds, so the readings are kept in a cache outside the repository, which is made
again when the reader has changed. An incident is implausible if its highest number of dead is a multiple of the
lowest, or if it covers many days although no report says so. Words of reports are printed with ``--show`` only.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import click
import msgspec

from bench import measure
from bench.sets import DEFAULT_DATA, GoldSet, chosen
from tollbook import ingest
from tollbook.incidents.build import BuildResult, build
from tollbook.mentions import Reading
from tollbook.model import Claim, Refusal, Report
from tollbook.readers import registry
from tollbook.readers.base import Reader
from tollbook.record import Incident
from tollbook.store import StoredReading

#: A high from this many times the low on is implausible.
WIDE = 3
#: More days than this are implausible, unless a report says that the event took so long.
LONG = 3
#: Kinds of claims that date an incident. Statements about it, and later deaths of its victims, have other days.
DATING = frozenset({"killed", "injured", "missing", "captured", "abducted", "displaced", "attack"})


class Sample(msgspec.Struct):
    """One report with its reading."""

    report: Report
    reading: Reading


class Linked(NamedTuple):
    """A set linked as one book, with all claims, and those of each incident by its id."""

    samples: Sequence[Sample]
    built: BuildResult
    claims: Sequence[Claim]
    of_incident: dict[str, list[Claim]]


def samples(gold_sets: Iterable[GoldSet], data: Path, cache: Path, reader: Reader) -> list[Sample]:
    """The reports of some sets with their readings, from the cache where the same reader has read them."""
    paths = [data / gold_set.name / "reports.jsonl" for gold_set in gold_sets]
    found = {c.report.id: c.report for c in ingest.captures(paths) if not isinstance(c, Refusal)}
    known = {s.report.id: s for s in _cached(cache)}
    missing = [report for name, report in found.items() if name not in known]
    if missing:
        click.echo(f"{len(missing)} reports are read.", err=True)
        with ProcessPoolExecutor(2) as pool:
            read = pool.map(reader.read, missing, chunksize=20)
            known |= {r.id: Sample(r, reading) for r, reading in zip(missing, read, strict=True)}
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_bytes(b"".join(msgspec.json.encode(s) + b"\n" for s in known.values()))
    return [known[name] for name in sorted(found)]


def _cached(cache: Path) -> Iterator[Sample]:
    if cache.exists():
        with cache.open("rb") as lines:
            yield from (msgspec.json.decode(line, type=Sample) for line in lines)


def linked(every: Sequence[Sample], finder: str) -> Linked:
    """The incidents of all samples, read by the reader of this version, as one book."""
    stored = {s.report.id: StoredReading(reading=s.reading, finder=finder, separate=False) for s in every}
    built = build((s.report for s in every), stored, ())
    claims = sorted((c for s in every for c in s.reading.claims), key=lambda c: (c.report, c.start, c.id))
    of_incident: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        of_incident[built.incident_of.get(claim.id, "")].append(claim)
    return Linked(every, built, claims, of_incident)


def is_wide(incident: Incident) -> bool:
    """Whether the highest number of dead is at least three times the lowest."""
    killed = incident.figures.get("killed")
    return killed is not None and bool(killed.low) and (killed.high or 0) >= WIDE * (killed.low or 0)


def has_deaths(incident: Incident) -> bool:
    """Whether somebody was killed: the wide incidents are counted as a share of these."""
    killed = incident.figures.get("killed")
    return killed is not None and any((killed.low, killed.best, killed.high))


def days_covered(incident: Incident, book: Linked) -> int:
    """How many days lie between the first and the last day that its claims give, both included; 0 without a day."""
    spans = _days(incident, book)
    return (max(last for _, last in spans) - min(first for first, _ in spans)).days + 1 if spans else 0


def is_long(incident: Incident, book: Linked) -> bool:
    """Whether an incident covers more than three days, and more than any of its claims says by itself."""
    said = max(((last - first).days + 1 for first, last in _days(incident, book)), default=0)
    return days_covered(incident, book) > max(LONG, said)


def _days(incident: Incident, book: Linked) -> list[tuple[date, date]]:
    """The days that reports give; a month or a year gives none."""
    whens = [claim.when for claim in book.of_incident[incident.id] if claim.kind in DATING and claim.when is not None]
    return [(w.start, w.end or w.start) for w in whens if w.start and w.precision in {"day", "days", "week"}]


def b_cubed(gold_set: GoldSet, book: Linked, data: Path) -> str:
    """The agreement of the incidents with those that people made, by the scorer beside the data; empty without one."""
    if gold_set.scorer not in {"gva", "war"}:
        return ""
    with tempfile.TemporaryDirectory(prefix="tollbook-linking-") as folder:
        incident_of = book.built.incident_of
        claims = [msgspec.structs.replace(c, incident=incident_of.get(c.id)) for c in book.claims]
        for name, records in (("incidents", book.built.incidents), ("claims", claims)):
            lines = b"".join(msgspec.json.encode(record) + b"\n" for record in records)
            (Path(folder) / f"{name}.jsonl").write_bytes(lines)
        scores = measure.score(gold_set, data / gold_set.name, Path(folder), data=data)
    return ", ".join(f"{name} {value}" for name, value in scores.items() if "B-cubed" in name)


def report_of(book: Linked) -> Iterator[str]:
    """The measures of a book, a line each."""
    incidents = book.built.incidents
    deaths, wide = [i for i in incidents if has_deaths(i)], [i for i in incidents if is_wide(i)]
    long = [i for i in incidents if is_long(i, book)]
    spans = Counter(days_covered(i, book) for i in incidents)
    yield f"{len(book.samples)} reports, {len(incidents)} incidents, {len(deaths)} with deaths"
    share = 100 * len(wide) / max(1, len(deaths))
    yield f"high at least {WIDE} times low: {len(wide)} ({share:.1f} % of those with deaths)"
    yield f"over more than {LONG} days though no report says so: {len(long)}"
    yield "days covered: " + ", ".join(f"{days}: {times}" for days, times in sorted(spans.items()))


def shown(incident: Incident, book: Linked) -> Iterator[str]:
    """An incident with the words of its claims, to see why it is implausible."""
    published = {s.report.id: s.report.published for s in book.samples}
    killed = incident.figures.get("killed")
    bounds = (killed.low, killed.best, killed.high) if killed else ()
    yield f"\n== {incident.id} {incident.title} | killed {bounds} | {len(incident.reports)} reports"
    marks = dict.fromkeys(killed.low_claims, "LOW") | dict.fromkeys(killed.high_claims, "HIGH") if killed else {}
    for claim in book.of_incident[incident.id]:
        when, count = claim.when, claim.count
        day = f"{when.start}..{when.end} {when.precision} {when.basis} “{when.text}”" if when else "–"
        number = f"{count.low}/{count.best}/{count.high}" if count else "–"
        place = claim.place.name if claim.place else "–"
        bound = marks.get(claim.id, "")
        yield f"  {published.get(claim.report)} {claim.kind} {number} {claim.scope} | {day} | {place} {bound}"
        yield f"      {claim.quote[:200]!r}"


@click.command()
@click.argument("names", metavar="SET...", nargs=-1, required=True)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
@click.option("--cache", type=click.Path(path_type=Path), help="A folder for readings.  [default: a temporary folder]")
@click.option("--reader", "name", default=registry.DEFAULT, help="The reader of the reports.", show_default=True)
@click.option("--show", is_flag=True, help="Print the implausible incidents with their words.")
def main(names: tuple[str, ...], data: Path, cache: Path | None, name: str, show: bool) -> None:
    """Links the reports of the given sets as one book and counts the implausible incidents."""
    gold_sets = chosen(names)
    folder = cache or Path(tempfile.gettempdir()) / "tollbook-readings"
    reader = registry.find("en", name)
    assert reader is not None, "every shipped reader reads English"
    file = folder / f"{reader.version().replace('/', '-')}.jsonl"
    book = linked(samples(gold_sets, data, file, reader), reader.version())
    for line in report_of(book):
        click.echo(line)
    for scored in filter(None, (b_cubed(gold_set, book, data) for gold_set in gold_sets)):
        click.echo(scored)
    if show:
        absurd = [i for i in book.built.incidents if is_wide(i) or is_long(i, book)]
        click.echo("\n".join(chain.from_iterable(shown(i, book) for i in absurd)))


if __name__ == "__main__":
    main()
