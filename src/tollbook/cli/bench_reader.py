"""The command that measures a language model on marked reports."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec

from tollbook.book import Book
from tollbook.book.measuring import ReaderBench
from tollbook.cli import language_model
from tollbook.cli.help import Command
from tollbook.cli.language_model import reader_options
from tollbook.cli.options import text_format_option
from tollbook.cli.progress import Bar
from tollbook.errors import Refused
from tollbook.export.bundle import json_line
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, translate
from tollbook.readers.llm import LanguageModelReader, confidence


@click.command(cls=Command, section="Read", name="bench-reader")
@click.argument("folder", metavar="SET", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--book", "where", metavar="FILE|URL", help="Keep the answers in this book. By default they are deleted.")
@click.option("--save", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the measured confidence here, for read --confidence.")  # fmt: skip
@click.option("--reports", "most", type=click.IntRange(1), metavar="N", help="Use only the first reports of the set.")
@reader_options
@text_format_option
def bench_reader(
    folder: Path, where: str | None, save: Path | None, most: int | None, form: str, **options: Any
) -> None:
    """Measure a language model on reports whose claims people have marked.

    SET is a folder with reports.jsonl and gold.jsonl. Give --reader llm, --endpoint and --model. The table compares the
    model alone, the readers that come with Tollbook, and both together by each rule. Below it are how far they agree,
    which share of the proposals of the model is in the text, and the cost of a report. With --save, a file says how
    often the claims of each kind were right; read --reader llm --confidence FILE gives it to the claims.
    """
    # Imported here because it loads the language pipeline, which most commands do not need.
    from tollbook.book.measuring import measure  # noqa: PLC0415

    if save is not None and not save.absolute().parent.is_dir():
        raise Refused(message("There is no folder {folder} to write {file} in.", folder=save.parent, file=save.name))
    choice = language_model.chosen(options)
    if choice.model is None:
        raise Refused(message("Only a language model is measured here; give --reader llm, --endpoint and --model."))
    choice = choice._replace(model=msgspec.structs.replace(choice.model, rule="model-only", confidence=None))
    with (
        TemporaryDirectory(prefix="tollbook-") as scratch,
        Book.open(where or Path(scratch) / "bench.book", create=True) as book,
        Bar() as progress,
    ):
        paths = [folder / "reports.jsonl"]
        reader = language_model.opened(choice, book, lambda: book.models.outgoing(paths), progress)
        if not isinstance(reader, LanguageModelReader):
            raise Refused(message("Only a language model is measured here."))
        bench = measure(folder, reader, most=most, progress=progress)
    if save is not None:
        _save(save, confidence.encoded(bench.confidence))
    if form == "jsonl":
        click.echo(json_line(bench))
    else:
        _print(bench)


def _save(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Refused(message("{file} cannot be written: {error}.", file=path, error=error.strerror)) from error


def _print(bench: ReaderBench) -> None:
    # Imported here for the same reason.
    from tollbook.book.measuring import table  # noqa: PLC0415

    rows = [[wording.clean(translate(cell)) for cell in row] for row in table(bench)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for first, *rest in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        click.echo("  ".join(cells))
    click.echo()
    click.echo(gettext("Reports: {n}; not answered: {unread}.", n=bench.reports, unread=bench.unread))
    for name, share in bench.agreement.items():
        click.echo(gettext("Agreement with {name}: {share} %", name=name, share="–" if share is None else share))
    shown = "–" if bench.grounded is None else bench.grounded
    click.echo(gettext("Proposed claims that are in the text: {share} %", share=shown))
    for kind, each in bench.confidence.kinds.items():
        click.echo(
            gettext("Right with their number: {kind} {right} of {claims}", kind=translate(kind), right=each.number,
                    claims=each.claims)
        )  # fmt: skip
    click.echo(
        gettext(
            "For each report: requests {requests}, tokens in {read}, tokens out {written}, seconds {seconds}.",
            requests=bench.requests, read=bench.tokens_in, written=bench.tokens_out, seconds=bench.seconds,
        )
    )  # fmt: skip
