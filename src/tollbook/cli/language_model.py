"""The options that choose a reader, which may be a language model, for every command that reads."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
import msgspec

from tollbook.book import Book
from tollbook.book.models import Outgoing
from tollbook.cli.progress import Bar
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.readers import llm, registry
from tollbook.readers.base import Reader
from tollbook.readers.llm import LanguageModelReader, ModelChoice, Usage
from tollbook.readers.llm.client import DEADLINE
from tollbook.readers.llm.combining import DEFAULT, RULES

_Command = TypeVar("_Command", bound=Callable[..., Any])
_OPTIONS = (
    click.option("--reader", metavar="NAME", help="The reader: learned, rules or llm. Default: by the language."),
    click.option("--endpoint", metavar="URL", help="For llm: the server, such as http://127.0.0.1:11434/v1."),
    click.option("--model", metavar="NAME", help="For llm: the model, as the server names it."),
    click.option(
        "--combine", type=click.Choice(RULES), default=DEFAULT, show_default=True,
        help="For llm: how its claims and those of the reader beside it are put together.",
    ),
    click.option("--beside", metavar="NAME", help="For llm: the reader beside it. Default: by the language."),
    click.option("--confidence", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
                 help="For llm: how often it is right, as bench-reader --save measured it."),
    click.option("--send-texts-to", "send_to", metavar="HOST", help="For llm: allow this other computer the texts."),
    click.option("--at-most", type=click.IntRange(0), metavar="N", help="For llm: stop after this many requests."),
    click.option(
        "--timeout", type=click.FloatRange(1), default=DEADLINE, show_default=True, metavar="SECONDS",
        help="For llm: how long one request may take.",
    ),
    click.option(
        "--key-file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
        help="For llm: a file with the key of the server, readable by you alone. Else TOLLBOOK_LLM_KEY.",
    ),
)  # fmt: skip
_NAMES = ("reader", "endpoint", "model", "combine", "beside", "send_to", "at_most", "timeout", "key_file",
          "confidence")  # fmt: skip


class ReaderChoice(NamedTuple):
    """The chosen reader of a command: the name of an installed one, or a model, or neither."""

    name: str | None = None
    model: ModelChoice | None = None
    key: str | None = None

    def __repr__(self) -> str:
        """The representation, without the key."""
        return f"ReaderChoice({self.name!r}, {self.model!r})"


#: The default choice: the reader for the language of each report.
NO_CHOICE = ReaderChoice()


def reader_options(command: _Command) -> _Command:
    """Add the options to a command; ``chosen`` takes them out of its arguments."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def chosen(options: dict[str, Any]) -> ReaderChoice:
    """The reader that the options choose; takes them out of ``options``. Raises Refused, before a book is made."""
    given = {name: options.pop(name) for name in _NAMES}
    if given["reader"] != llm.NAME:
        if given["endpoint"] or given["model"] or given["send_to"] or given["confidence"]:
            raise Refused(message("An endpoint and a model are for the language model; add --reader llm."))
        if given["reader"] is not None:
            registry.require(given["reader"])
        return ReaderChoice(given["reader"])
    if not given["endpoint"] or not given["model"]:
        raise Refused(
            message("The reader llm needs a server and a model: --endpoint http://127.0.0.1:11434/v1 --model NAME")
        )
    if given["beside"] is not None:
        registry.require(given["beside"])
    endpoint = llm.parse(given["endpoint"])
    if given["send_to"] not in {None, endpoint.host}:
        raise Refused(message("--send-texts-to names {named}, but the server is {host}.",
                              named=given["send_to"], host=endpoint.host))  # fmt: skip
    choice = ModelChoice(
        endpoint=endpoint, model=given["model"], rule=given["combine"], beside=given["beside"],
        send_to=given["send_to"], at_most=given["at_most"], seconds=given["timeout"],
        confidence=llm.load_confidence(given["confidence"]) if given["confidence"] else None,
    )  # fmt: skip
    if not llm.is_local(endpoint) and choice.send_to is None and not sys.stdin.isatty():
        raise Refused(
            message("{host} is another computer: the texts of the reports would be sent there. If they may, confirm it "
                    "with --send-texts-to {host}.", host=endpoint.host)
        )  # fmt: skip
    return ReaderChoice(llm.NAME, choice, llm.key(given["key_file"]))


def opened(choice: ReaderChoice, book: Book, outgoing: Callable[[], Outgoing], bar: Bar) -> str | Reader | None:
    """The reader for a book. If texts will leave this computer, the user is shown how many and asked first."""
    if choice.model is None:
        return choice.name
    model, sending = choice.model, None
    if not llm.is_local(model.endpoint):
        sending = outgoing()
        model = _confirmed(model, sending)
    reader = book.models.reader(model, key=choice.key, sending=sending)
    bar.note = lambda: _speed(reader.usage)
    return reader


def for_arrivals(choice: ReaderChoice, book: Book) -> str | Reader | None:
    """The reader for reports that arrive while a command runs.

    If texts will leave this computer, the user is asked first.
    """
    if choice.model is None:
        return choice.name
    model = choice.model
    if not llm.is_local(model.endpoint):
        model = _confirmed_for_arrivals(model, book.uploads.number_waiting())
    return book.models.reader(model, key=choice.key)


def _confirmed_for_arrivals(choice: ModelChoice, waiting: int) -> ModelChoice:
    """The choice with the host that texts may be sent to. Raises Refused if the user declines."""
    host = wording.clean(choice.endpoint.host)
    click.echo(
        gettext(
            "The text of every report that is added while this command runs is sent to {host}, another computer. Files "
            "that wait now: {files}.",
            host=host, files=waiting,
        ),
        err=True,
    )  # fmt: skip
    limit = choice.at_most
    click.echo(
        gettext("The number of requests is not limited; --at-most limits it.") if limit is None
        else ngettext("It gets {n} request at most.", "It gets {n} requests at most.", limit),
        err=True,
    )  # fmt: skip
    return _agreed(choice)


def _confirmed(choice: ModelChoice, sending: Outgoing) -> ModelChoice:
    """The choice with the host that texts may be sent to. Raises Refused if the user declines."""
    host = choice.endpoint.host
    requests = sending.requests if choice.at_most is None else min(sending.requests, choice.at_most)
    click.echo(
        gettext(
            "Sent to {host}, another computer, at most: reports {reports}, characters {characters}, requests "
            "{requests}.",
            host=wording.clean(host), reports=sending.reports, characters=sending.characters, requests=requests,
        ),
        err=True,
    )  # fmt: skip
    return _agreed(choice)


def _agreed(choice: ModelChoice) -> ModelChoice:
    """The choice with the host that the user allowed. Raises Refused if the user declines."""
    if choice.endpoint.scheme == "http":
        click.echo(gettext("The connection is not encrypted: others on the way can read the texts."), err=True)
    if choice.send_to is None and not click.confirm(gettext("Send them?"), err=True):
        raise Refused(message("Nothing was sent."))
    return msgspec.structs.replace(choice, send_to=choice.endpoint.host)


def _speed(usage: Usage) -> str:
    speed = usage.tokens_per_second
    if speed is None:
        return ngettext("{n} request", "{n} requests", usage.requests)
    return ngettext("{n} request, {speed} tokens/s", "{n} requests, {speed} tokens/s", usage.requests,
                    speed=round(speed))  # fmt: skip


def print_usage(reader: str | Reader | None) -> None:
    """Print the cost and the outcomes of the answers of a language model; nothing for another reader."""
    if not isinstance(reader, LanguageModelReader):
        return
    usage = reader.usage
    click.echo(ngettext("The language model got {n} request; {kept} answers were known already.",
                        "The language model got {n} requests; {kept} answers were known already.",
                        usage.requests, kept=usage.kept))  # fmt: skip
    if usage.tokens_per_second is not None:
        speed = round(usage.tokens_per_second)
        click.echo(gettext("Tokens: {read} in, {written} out, {speed} out per second.",
                           read=usage.tokens_in, written=usage.tokens_out, speed=speed))  # fmt: skip
    click.echo(ngettext("Of {n} proposed claim, {grounded} are in the text.",
                        "Of {n} proposed claims, {grounded} are in the text.",
                        usage.proposed, grounded=usage.grounded))  # fmt: skip
    for field, n in sorted(usage.ungrounded.items()):
        click.echo(gettext("  without ground: {field} {n}", field=translate(_FIELDS[field]), n=n))


#: Kinds of failures, in words.
_FIELDS = {
    "answer": message("no claim of the shape asked for:"),
    "quote": message("the quote is not in the text:"),
    "kind": message("responsibility that only the model finds:"),
    "number": message("the number is not in the quote:"),
    "speakers": message("the speaker is not in the text:"),
    "by": message("a name for who did it (left out, the claim stays):"),
    "place": message("a place (left out, the claim stays):"),
    "when": message("a day (left out, the claim stays):"),
    "stance": message("a stance (left out, the claim stays):"),
    "weapons": message("a weapon (left out, the claim stays):"),
    "agreement": message("only one reader found it:"),
}


def installed(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """The name of an installed reader, for an option. Raises Refused if it is not installed."""
    if name is not None:
        registry.require(name)
    return name
