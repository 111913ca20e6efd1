"""A progress bar for long reading on a terminal."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tollbook.locale.messages import gettext

#: The bar is shown from this many reports on: fewer are read in a few seconds.
_MANY = 20


class Bar:
    """A progress bar on standard error, if that is a terminal and there are many reports.

    Set ``note`` to show a reader's own figures beside it; it is then shown for a single report too.
    """

    def __init__(self) -> None:
        self.note: Callable[[], str] | None = None
        columns = (
            TextColumn(gettext("Reading")),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Show the progress: the number done and the expected total."""
        if total >= _MANY or self.note is not None:
            self._bar.start()
        note = self.note() if self.note is not None else ""
        self._bar.update(self._task, completed=done, total=max(done, total), description=note)
