"""A graph of outlets that take text or words from other outlets, over all incidents of a book.

The originals are on the left, with letters; the outlets that take from them are on the right. A line is thicker if
it represents more reports. Reports that only quote the same words have no line: two outlets that ask one person do
not copy each other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Report
from tollbook.plots import captions
from tollbook.plots.canvas import GREY, PALE, SMALL, Sheet
from tollbook.plots.graph_boxes import LINES, ROW, box, empty_rows, heading, letter, line_signs, rows_of
from tollbook.plots.records import Drawing, LinkStyle, PlotData
from tollbook.reconcile.independence import relays
from tollbook.reconcile.name_matching import is_proper
from tollbook.report_name import publisher_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Pairs on one sheet: at most so many boxes in a column, as many as fit a page at a readable size.
MOST_PAIRS = 25
#: Where the two columns of boxes begin and end, as shares of the width.
_ORIGINALS, _TAKERS = (0.0, 0.36), (0.64, 1.0)
#: Points of a line for one report, what each further report adds, and the thickest line.
_THIN, _THICKER, _THICKEST = 0.8, 0.3, 4.0
#: Pairs that the alt text names.
_NAMED = 12


class OutletLink(NamedTuple):
    """The outlet ``taker`` takes from ``original``."""

    taker: str
    original: str
    style: LinkStyle


def draw(data: PlotData) -> Drawing:
    """The graph of all incidents. Raises Refused if no outlet takes anything from another."""
    every = _links(data)
    links = every[:MOST_PAIRS]
    originals, takers = (
        _ordered((link.original, n) for link, n in links),
        _ordered((link.taker, n) for link, n in links),
    )
    if not links:
        raise Refused(message(
            "There is no graph to draw: no report of an incident copies another one, or names an outlet or agency that "
            "it takes a figure from."
        ))  # fmt: skip
    title = message("Which outlets take text or words from whom")
    notes = _notes(data, len(every) - len(links))
    rows = max(len(originals), len(takers))
    sheet = Sheet(title, notes, ROW * rows + 0.3, left=0.15)
    (axes,) = sheet.panels(1)
    empty_rows(axes, rows)
    left, right = (dict(zip(names, rows_of(len(names), rows), strict=True)) for names in (originals, takers))
    _boxes(axes, left, right, links)
    _lines(axes, left, right, links)
    sheet.legend(line_signs({link.style for link, _ in links}))
    sentences = (f"{title}.", *_sentences(len(originals), len(takers), links), *notes)
    return Drawing(sheet.figure, title, sentences, (*originals, *takers))


def _links(data: PlotData) -> list[tuple[OutletLink, int]]:
    """Every pair of outlets with the number of reports of the one that take from the other, most reports first."""
    known = {report.id: report for report in data.contents.reports}
    linked = {link.id for incident in data.incidents() for link in incident.reports}
    found = {
        (report, OutletLink(_name(known[report]), original, style))
        for report, original, style in _taken(data, known)
        if report in known and report in linked and _name(known[report]) != original
    }
    return sorted(Counter(link for _, link in found).items(), key=lambda pair: (-pair[1], pair[0]))


def _taken(data: PlotData, known: Mapping[str, Report]) -> Iterator[tuple[str, str, LinkStyle]]:
    """The source of each report that takes from another: a report, an agency, or words that an outlet had."""
    for link in data.links:
        if link.style == "copied" and link.of in known:
            yield link.report, _name(known[link.of]), "copied"
    for report, agency in data.credits.items():
        yield report, captions.label(agency, 34), "copied"
    for claim in data.contents.claims:
        if claim.count is not None and claim.incident is not None:
            named = (relay for relay in relays(claim) if is_proper(relay))
            yield from ((claim.report, captions.label(relay, 34), "relayed") for relay in named)


def _name(report: Report) -> str:
    return captions.label(publisher_name(report), 34)


def _ordered(counted: Iterable[tuple[str, int]]) -> list[str]:
    """Names by the number of reports, most first."""
    total: Counter[str] = Counter()
    for name, n in counted:
        total[name] += n
    return sorted(total, key=lambda name: (-total[name], name))


def _boxes(
    axes: "Axes", left: Mapping[str, float], right: Mapping[str, float], links: list[tuple[OutletLink, int]]
) -> None:
    heading(axes, _ORIGINALS[0], message("Taken from"))
    heading(axes, _TAKERS[0], message("Who takes, and in how many reports"))
    letters = {name: letter(number) for number, name in enumerate(left)}
    for name, row in left.items():
        box(axes, _ORIGINALS, row, PALE)
        axes.text(0.012, row + 0.42, letters[name], size=SMALL, weight="bold", va="center")
        axes.text(0.045, row + 0.42, name, size=SMALL, va="center")
    for name, row in right.items():
        box(axes, _TAKERS, row, "white")
        total: Counter[str] = Counter()
        for link, n in links:
            total[letters[link.original]] += n if link.taker == name else 0
        counts = "   ".join(f"{each}: {n}" for each, n in total.most_common(8) if n)
        axes.text(_TAKERS[0] + 0.01, row + 0.27, name, size=SMALL, va="center")
        axes.text(_TAKERS[0] + 0.01, row + 0.6, counts, size=SMALL - 0.8, color=GREY, va="center")


def _lines(
    axes: "Axes", left: Mapping[str, float], right: Mapping[str, float], links: list[tuple[OutletLink, int]]
) -> None:
    from matplotlib.patches import FancyArrowPatch  # noqa: PLC0415

    for link, n in links:
        line, colour, _, _ = LINES[link.style]
        # Two kinds of line between the same boxes stay apart.
        shift = 0.36 if link.style == "copied" else 0.5
        axes.add_patch(FancyArrowPatch(
            (_ORIGINALS[1], left[link.original] + shift), (_TAKERS[0], right[link.taker] + shift), color=colour,
            lw=min(_THIN + _THICKER * (n - 1), _THICKEST), ls=line, arrowstyle="-|>", mutation_scale=7, shrinkA=0,
            shrinkB=0,
        ))  # fmt: skip


def _notes(data: PlotData, left_out: int) -> list[str]:
    notes = [
        message("An arrow leads from the original to those who take figures from it; it is thicker for more reports.")
    ]
    if left_out:
        notes.append(plural("{n} pair with few reports is not shown.", "{n} pairs with few reports are not shown.",
                            left_out))  # fmt: skip
    counts = captions.independent_sources(data, ("killed", "injured"))
    return [" ".join(notes), " ".join(captions.basis(captions.number_of_reports(data), counts, data.rule))]


def _sentences(originals: int, takers: int, links: list[tuple[OutletLink, int]]) -> Iterator[str]:
    others = plural("{n} other", "{n} others", originals)
    yield plural("{n} outlet takes text or words from {others}.", "{n} outlets take text or words from {others}.",
                 takers, others=others)  # fmt: skip
    for link, n in links[:_NAMED]:
        ends = {"taker": link.taker, "original": link.original}
        if link.style == "copied":
            yield plural("{taker} copies the text of {original} in {n} report.",
                         "{taker} copies the text of {original} in {n} reports.", n, **ends)  # fmt: skip
        else:
            yield plural("{taker} passes on words of {original} in {n} report.",
                         "{taker} passes on words of {original} in {n} reports.", n, **ends)  # fmt: skip
    if len(links) > _NAMED:
        yield plural("{n} more pair is drawn.", "{n} more pairs are drawn.", len(links) - _NAMED)
