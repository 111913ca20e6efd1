"""A progress bar for long reading on a terminal."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tollbook.locale.messages import gettext

#: The bar is shown from this many reports on: fewer are read in a few seconds.
_MANY = 20


class Bar:
    """A progress bar on standard error, if that is a terminal and there are many reports."""

    def __init__(self) -> None:
        columns = (
            TextColumn(gettext("Reading")),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _show(self, done: int, total: int) -> None:
        if total >= _MANY:
            self._bar.start()
        self._bar.update(self._task, completed=done, total=max(done, total))
