"""Commands that show their help, and their errors, in the language of the interface."""

import ast
import copy
import inspect
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

import click

from tollbook.errors import TollbookError
from tollbook.locale import messages, wording
from tollbook.locale.messages import gettext, message, translate

#: The section of a command without one.
_OTHER = message("Other commands")
#: Arguments of decorators that are help texts.
_HELP = frozenset({"help", "short_help", "section"})


class CouldNotStart(click.ClickException):
    """A sentence on standard error and exit code 2."""

    exit_code = 2


class Stopped(click.ClickException):
    """Ctrl-C, with the exit code that shells use for it."""

    exit_code = 130


class _Formatter(click.HelpFormatter):
    """Help with click's own words in the language of the interface."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line with the usage."""
        super().write_usage(prog, args, prefix=gettext("Usage:") + " " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        super().write_heading(gettext("Options") if heading == "Options" else heading)


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command that lists itself under the heading ``section`` of ``tollbook --help``, and translates its help."""

    context_class = _Context

    def __init__(self, *arguments: Any, section: str = _OTHER, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.section = section

    def _in_language(self) -> "Command":
        """The same command with the help texts in the language of the interface."""
        command = copy.copy(self)
        command.help = self.help and _translated(self.help)
        command.short_help = self.short_help and _translated(self.short_help)
        command.params = [_with_help(each) if isinstance(each, click.Option) else each for each in self.params]
        return command

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help."""
        super(Command, self._in_language()).format_help(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option ``--help``."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = gettext("Show this help and exit.")
        return option

    def get_short_help_str(self, limit: int = 90) -> str:
        """The first sentence of the help."""
        return super(Command, self._in_language()).get_short_help_str(limit)


class CommandGroup(Command, click.Group):
    """A group of commands that translates its help."""


class Page(CommandGroup):
    """The commands under the headings of their sections, in order of registration; errors become sentences."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Choose the language by the environment first: ``--help`` is handled before ``--language`` is read."""
        ctx.with_resource(messages.using(environment_language(os.environ)))
        if not args and sys.stdin.isatty() and sys.stdout.isatty():
            # In a terminal, the name alone opens the web interface; a script gets the help.
            args = ["open"]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, section by section."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            section = command.section if isinstance(command, Command) else _OTHER
            sections.setdefault(section, []).append((name, command.get_short_help_str(90)))
        for section, rows in sections.items():
            with formatter.section(gettext(section)):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except TollbookError as error:
            raise CouldNotStart(wording.clean(translate(str(error)))) from error
        except KeyboardInterrupt as error:
            raise Stopped(gettext("Stopped. What was read is kept; run the same command to continue.")) from error


def environment_language(environment: Mapping[str, str]) -> str:
    """The interface language of TOLLBOOK_LANGUAGE, else LC_MESSAGES or LANG; English if there is no translation."""
    wanted = next(
        (environment[name] for name in ("TOLLBOOK_LANGUAGE", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    known = (*messages.languages(), messages.PSEUDO)
    locale = wanted.partition(".")[0].replace("-", "_")
    return next((code for code in (locale, locale.partition("_")[0]) if code in known), messages.SOURCE)


def use_language(ctx: click.Context, _option: click.Parameter, code: str | None) -> None:
    """Use the language of ``--language`` for the command. Raises BadParameter for a language without translation."""
    if code is None:
        return
    try:
        ctx.with_resource(messages.using(code))
    except KeyError as error:
        known = ", ".join(messages.languages())
        text = gettext("There is no translation into “{code}”; choose one of {known}.", code=code, known=known)
        raise click.BadParameter(text) from error


def extract(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Any
) -> Iterator[tuple[Any, ...]]:
    """The messages of a module of commands, for Babel: those of Python code, and help texts.

    Help texts are the docstrings of functions with a decorator, and constant strings given as ``help``, ``short_help``
    or ``section``.
    """
    from babel.messages.extract import extract_python  # noqa: PLC0415 - only "make messages" needs it

    yield from extract_python(file, keywords, comment_tags, options)
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.FunctionDef) and node.decorator_list and (text := ast.get_docstring(node)):
            yield node.lineno, "gettext", text, []
        if isinstance(node, ast.keyword) and node.arg in _HELP and isinstance(node.value, ast.Constant):
            yield node.value.lineno, "gettext", node.value.value, []


def _translated(text: str) -> str:
    return gettext(inspect.cleandoc(text))


def _with_help(option: click.Option) -> click.Option:
    option = copy.copy(option)
    option.help = option.help and _translated(option.help)
    return option
