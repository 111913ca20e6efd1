"""The page of commands: headings in the order one needs them, and every refusal as its sentence."""

from typing import Any

import click

from tollbook.errors import TollbookError
from tollbook.locale import wording

_GROUPS = {
    "Read": ("read", "fetch", "demo"),
    "Look": ("incidents", "show", "claims", "tolls", "reports", "outlets", "search", "editions", "serve"),
    "Hand on": ("brief", "export", "profile", "restore"),
    "Share": ("accounts",),
    "Keep": ("backup", "migrate"),
    "Check": ("verify", "timestamp"),
}


class CouldNotStart(click.ClickException):
    """A sentence on standard error and exit code 2."""

    exit_code = 2


class Stopped(click.ClickException):
    """Ctrl-C, with the exit code shells give it."""

    exit_code = 130


class Page(click.Group):
    """Commands under headings, in the order one needs them; every TollbookError as its sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, group by group."""
        for heading, names in _GROUPS.items():
            with formatter.section(heading):
                commands = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, command.get_short_help_str(90)) for name, command in commands if command])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except TollbookError as error:
            raise CouldNotStart(wording.clean(str(error))) from error
        except KeyboardInterrupt as error:
            raise Stopped("Stopped; what was read is kept. The same command goes on from there.") from error
