"""``python -m bench.gate``: no headline figure on the fixed samples may fall below its floor. Floors only rise.

Without the measuring data the gate is skipped, and says so; ``--require-data`` makes that a failure.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from bench import measure
from bench.sets import DEFAULT_DATA, GoldSet, at_hand, chosen, cut

FLOORS = Path(__file__).with_name("floors.json")

Headlines = dict[str, float]
#: Books that are made, and scorers that run, at the same time: each is a command of its own, and CI has two cores.
_AT_ONCE = 2


def skipped(data: Path = DEFAULT_DATA, names: Iterable[str] = ()) -> str | None:
    """The sentence that the gate is skipped, in whole or for some sets; None if the data of all sets exist."""
    wanted = chosen(names)
    absent = [s.name for s in wanted if not (data / s.name).is_dir()]
    if not absent:
        return None
    which = "" if len(absent) == len(wanted) else f" for {', '.join(absent)}"
    return f"Accuracy gate: SKIPPED{which}, no data at {data}."


def load_floors(path: Path = FLOORS) -> Headlines:
    """The floor of each set's headline figure on its sample, in percent."""
    floors: Headlines = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return floors


def fallen(headlines: Headlines, floors: Headlines) -> list[str]:
    """A sentence for each headline below its floor."""
    return [
        f"{name} is {value}, below its floor of {floors[name]}."
        for name, value in headlines.items()
        if value < floors.get(name, 0.0)
    ]


def raised(headlines: Headlines, floors: Headlines) -> Headlines:
    """The floors, each lifted to the headline where that is higher, never lowered."""
    names = sorted({*headlines, *floors})
    return {name: max(headlines.get(name, 0.0), floors.get(name, 0.0)) for name in names}


def headlines_of(gold_sets: tuple[GoldSet, ...], data: Path, work: Path) -> Headlines:
    """The headline of each set on its fixed sample, and its other figures with a floor."""
    gold = {s.name: cut(s, data, work / "gold" / _folder(s), s.sample) for s in gold_sets}
    separate = [s for s in gold_sets if not s.linked and s.scorer != "maverick"]
    exports: dict[str, Path] = {}
    for number, reader in enumerate({s.reader: None for s in separate}):
        exports |= _together([s for s in separate if s.reader == reader], gold, work / f"separate-{number}")
    with ThreadPoolExecutor(_AT_ONCE) as pool:

        def exported(gold_set: GoldSet) -> Path:
            return exports.get(gold_set.name) or _alone(gold_set, gold[gold_set.name], work / "alone")

        exports |= zip((s.name for s in gold_sets), pool.map(exported, gold_sets), strict=True)
        scores = pool.map(lambda s: measure.score(s, gold[s.name], exports[s.name], data=data), gold_sets)
        found: Headlines = {}
        for gold_set, figures in zip(gold_sets, scores, strict=True):
            found[gold_set.name] = figures["headline"][1]
            found |= {f"{gold_set.name}: {part}": _one(figures[part]) for part in gold_set.floors}
    return found


def _together(gold_sets: Sequence[GoldSet], gold: Mapping[str, Path], work: Path) -> dict[str, Path]:
    """The exports of sets read ``--separate`` by one reader: they share one book, to save time."""
    reports = [gold[s.name] / "reports.jsonl" for s in gold_sets]
    every = measure.export_reports(reports, work / "all", linked=False, reader=gold_sets[0].reader)
    exports = dict.fromkeys((s.name for s in gold_sets), every)
    for only in {s.only for s in gold_sets if s.only is not None}:
        export = measure.export_book(work / "all" / measure.BOOK, work / only, only=only)
        exports |= {s.name: export for s in gold_sets if s.only == only}
    return exports


def _alone(gold_set: GoldSet, gold: Path, folder: Path) -> Path:
    """The export of a set that has a book of its own, or none."""
    target = folder / _folder(gold_set)
    if gold_set.scorer == "maverick":
        return measure.export_maverick(gold, target)
    return measure.export_reports([gold / "reports.jsonl"], target, linked=True)


def _folder(gold_set: GoldSet) -> str:
    """One folder for each set: ``war/blind`` is not inside ``war``."""
    return gold_set.name.replace("/", "-")


def _one(figure: float | list[float]) -> float:
    """A figure as one number: of precision, recall and F1 the last."""
    return figure[-1] if isinstance(figure, list) else figure


@click.command()
@click.argument("names", metavar="[SET]...", nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the measuring data.")
@click.option("--raise", "lift", is_flag=True, help="Raise the floors to what was measured; they are never lowered.")
@click.option("--require-data", "required", is_flag=True, help="Fail where the measuring data are absent.")
def main(names: tuple[str, ...], data: Path, lift: bool, required: bool) -> None:
    """Fail if a headline figure on a set's fixed sample is below its floor in bench/floors.json."""
    gold_sets = at_hand(chosen(names), data)
    if reason := skipped(data, names):
        if required:
            raise click.ClickException(reason)
        click.echo(reason)
    if not gold_sets:
        return
    floors = load_floors()
    with tempfile.TemporaryDirectory(prefix="tollbook-gate-") as folder:
        headlines = headlines_of(gold_sets, data, Path(folder))
    for name, value in headlines.items():
        click.echo(f"{name:52} {value:6.2f}  floor {floors.get(name, 0.0):6.2f}")
    if lift:
        FLOORS.write_text(json.dumps(raised(headlines, floors), indent=1) + "\n", "utf-8")
    if falls := fallen(headlines, floors):
        raise click.ClickException(" ".join(falls))
    click.echo(f"Bench gate: {len(headlines)} figures of {len(gold_sets)} sets at or above their floors.")


if __name__ == "__main__":
    main()
