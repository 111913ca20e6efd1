"""The sheet that every picture is drawn on, and its files: equal drawings give equal bytes.

The width is that of two columns of a journal (183 mm). Colours are those of Okabe and Ito, which people with any common
colour blindness tell apart. No meaning depends on colour alone, so a picture can be printed in black and white.
"""

import io
import textwrap
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any

from markupsafe import escape

from tollbook.errors import MissingPart
from tollbook.locale import as_said
from tollbook.locale.as_said import Bounded
from tollbook.locale.messages import message
from tollbook.locale.wording import clean
from tollbook.plots.records import Drawing, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

#: Low, best and high; best is not a number where it is not known.
BandValue = tuple[float, float, float]
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
#: Days of an axis that is too long to show single days: three years.
_YEARS = 3 * 365
_EPOCH = date(1970, 1, 1).toordinal()

#: Inches.
WIDTH, LEFT, RIGHT, LINE = 7.2, 0.62, 0.4, 0.135
#: Okabe and Ito (2008): black, blue, vermilion, sky blue, bluish green; and greys for what is not data.
INK, BLUE, RED, SKY, GREEN, GREY, PALE = "#000000", "#0072b2", "#d55e00", "#56b4e9", "#009e73", "#595959", "#d9d9d9"
#: Points.
SIZE, SMALL, LARGE = 8.0, 6.8, 9.5
#: Characters of a line of notes, and of a title: what fits the width at these sizes, tried with wide letters.
_NOTE_LINE, _TITLE_LINE = 124, 84
PNG_DPI = 200
ENDINGS = ("svg", "png", "pdf")
_STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "font.size": SIZE, "axes.labelsize": SIZE, "xtick.labelsize": SMALL, "ytick.labelsize": SMALL,
    "axes.linewidth": 0.6, "axes.edgecolor": GREY, "axes.spines.top": False, "axes.spines.right": False,
    "xtick.major.width": 0.6, "ytick.major.width": 0.6, "hatch.linewidth": 0.5, "legend.fontsize": SMALL,
    "legend.frameon": False, "savefig.facecolor": "white", "figure.dpi": 100,
    # Words of reports are text, never formulas: "$" is a sign.
    "text.parse_math": False, "text.usetex": False,
    # Text stays text, so that it can be read aloud and found; the ids in the file do not change.
    "svg.fonttype": "none", "svg.hashsalt": "tollbook", "pdf.fonttype": 42, "pdf.compression": 6,
}  # fmt: skip
#: Settings of matplotlib are global: one picture is drawn at a time.
_ONE_AT_A_TIME = threading.Lock()


@contextmanager
def _styled() -> Iterator[None]:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an optional part, slow to import
    except ImportError as error:
        raise MissingPart(message("Figures need matplotlib; tollbook doctor says how to install it.")) from error
    with _ONE_AT_A_TIME, warnings.catch_warnings(), mpl.rc_context():
        mpl.rcdefaults()
        for name, value in _STYLE.items():
            mpl.rcParams[name] = value
        # A letter that the font lacks is a box in PNG and PDF; in SVG the reader's own font has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


class Sheet:
    """A drawing with a title above and notes below; ``height`` is that of the axes between them, in inches.

    ``above`` is the space for a heading of the uppermost axes, ``legend_rows`` the lines of the legend.
    """

    def __init__(
        self,
        title: str,
        notes: Sequence[str],
        height: float,
        *,
        left: float = LEFT,
        above: float = 0.0,
        legend_rows: int = 1,
    ) -> None:
        from matplotlib.figure import Figure  # noqa: PLC0415

        lines = [line for note in notes for line in textwrap.wrap(note, _NOTE_LINE)]
        head = textwrap.wrap(title, _TITLE_LINE)
        top, bottom = 0.2 + above + 0.19 * len(head), 0.45 + 0.17 * legend_rows + LINE * len(lines)
        whole = top + height + bottom
        self.figure = Figure(figsize=(WIDTH, whole))
        self.inches, self._below = whole, (0.16 + LINE * len(lines)) / whole
        self._box = {"left": left / WIDTH, "right": 1 - RIGHT / WIDTH, "top": 1 - top / whole, "bottom": bottom / whole}
        for number, line in enumerate(head):
            self.figure.text(0.12 / WIDTH, 1 - (0.2 + 0.19 * number) / whole, line, size=LARGE, weight="bold")
        for number, line in enumerate(reversed(lines)):
            self.figure.text(0.12 / WIDTH, (0.1 + LINE * number) / whole, line, size=SMALL, color=GREY)

    def panels(self, rows: int, *, columns: int = 1, **spacing: Any) -> "list[Axes]":
        """The axes of the sheet, one below the other, then to the right."""
        grid = self.figure.add_gridspec(rows, columns, **self._box, **spacing)
        return [self.figure.add_subplot(grid[n // columns, n % columns]) for n in range(rows * columns)]

    def remark(self, text: str) -> None:
        """Write a note at the upper right, about the drawing itself."""
        self.figure.text(1 - RIGHT / WIDTH, self._box["top"], text, ha="right", va="bottom", size=SMALL, color=GREY)

    def legend(self, handles: Sequence[Any], columns: int = 4) -> None:
        """Write what the signs mean, between the drawing and the notes."""
        self.figure.legend(
            handles=handles, loc="lower left", ncols=columns, bbox_to_anchor=(0.04 / WIDTH, self._below),
            handlelength=2.4, columnspacing=1.4, borderaxespad=0,
        )  # fmt: skip


def picture(draw: Callable[[], Drawing], ending: str) -> Picture:
    """A drawing as a file of ``ENDINGS``. Raises MissingPart without matplotlib, Refused where there is no data."""
    with _styled():
        drawing = draw()
        return Picture(
            content=_saved(drawing, ending), ending=ending, title=clean(drawing.title),
            sentences=tuple(map(clean, drawing.sentences)), labels=drawing.labels,
        )  # fmt: skip


def _saved(drawing: Drawing, ending: str) -> bytes:
    title, alt = clean(drawing.title), " ".join(map(clean, drawing.sentences))
    metadata: dict[str, Any] = {
        "svg": {"Title": title, "Description": alt, "Date": None, "Creator": "Tollbook"},
        "png": {"Title": title, "Description": alt, "Software": None},
        "pdf": {"Title": title, "Subject": alt, "CreationDate": None, "Creator": "Tollbook", "Producer": "Tollbook"},
    }[ending]
    file = io.BytesIO()
    drawing.figure.savefig(file, format=ending, metadata=metadata, dpi=PNG_DPI)
    return _described(file.getvalue(), title, alt) if ending == "svg" else file.getvalue()


def _described(svg: bytes, title: str, alt: str) -> bytes:
    """An SVG with its title and description as screen readers look for them."""
    text = svg.decode("utf-8")
    names = 'role="img" aria-labelledby="figure-title figure-text"'
    text = text.replace("<svg ", f"<svg {names} ", 1)
    text = text.replace(f"<title>{escape(title)}</title>", "", 1)
    start = text.index(">", text.index("<svg ")) + 1
    named = f'\n <title id="figure-title">{escape(title)}</title>\n <desc id="figure-text">{escape(alt)}</desc>'
    return (text[:start] + named + text[start:]).encode()


def at(day: date) -> float:
    """A day as axes of days count it: days since 1970."""
    return float(day.toordinal() - _EPOCH)


def band(axes: "Axes", days: Sequence[float], values: Sequence[BandValue]) -> None:
    """Low to high as a hatched band in steps, best as a line; each value holds until the next day, the last one too."""
    low, best, high = ([value[part] for value in values] for part in range(3))
    axes.fill_between(days, low, high, step="post", facecolor=SKY, alpha=0.3, lw=0)
    # Apart from the colour: a transparent hatch would not be seen in print.
    axes.fill_between(days, low, high, step="post", facecolor="none", edgecolor=BLUE, hatch="////", lw=0)
    for edge in (low, high):
        axes.step(days, edge, where="post", color=BLUE, lw=0.7, ls="--")
    axes.step(days, best, where="post", color=INK, lw=1.6)


def band_sign(says: str) -> "Patch":
    """The band in a legend."""
    from matplotlib.patches import Patch  # noqa: PLC0415

    return Patch(facecolor="#cdeaf8", edgecolor=BLUE, hatch="////", ls="--", lw=0.7, label=says)


def whole_numbers(axes: "Axes") -> None:
    """Give an upright axis of counts whole numbers with separators."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{round(value):,}"))


def days_below(axes: "Axes") -> None:
    """Write days below an axis of dates, as many as fit: Mondays in a few weeks, first days of months beyond."""
    from matplotlib.dates import MO, AutoDateLocator, WeekdayLocator  # noqa: PLC0415
    from matplotlib.ticker import FuncFormatter  # noqa: PLC0415

    low, high = axes.get_xlim()
    weeks = int(high - low) // 7
    if 3 <= weeks <= 40:
        axes.xaxis.set_major_locator(WeekdayLocator(MO, interval=-(-weeks // 6)))  # type: ignore[no-untyped-call]
    else:
        axes.xaxis.set_major_locator(AutoDateLocator(minticks=3, maxticks=7))  # type: ignore[no-untyped-call]
    years = high - low > _YEARS
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _short(value, years=years)))


def _short(value: float, *, years: bool) -> str:
    """A day at an axis, in English on every computer; only its month on an axis of years."""
    day = date.fromordinal(round(value) + _EPOCH)
    month = f"{_MONTHS[day.month - 1]} {day.year}"
    return month if years else f"{day.day} {month}"


def is_open(value: Bounded) -> bool:
    """Whether reports give no upper bound: "40 or more", "more than 40"."""
    high = as_said.bounds(value).high
    return high is None or high.sign in {"≥", ">"}
