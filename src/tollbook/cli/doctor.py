"""The command that tests which parts of Tollbook work here, and the one that prints shell completion."""

import platform
import sys

import click
import msgspec
from click.shell_completion import get_completion_class

from tollbook import __version__
from tollbook.book import installation
from tollbook.book.installation import InstalledPart, PartCheck
from tollbook.cli.help import Command
from tollbook.errors import MissingPart
from tollbook.locale import wording
from tollbook.locale.messages import gettext, translate

#: The command with which each shell loads the script when it starts.
_STARTED_BY = {
    "bash": 'eval "$(tollbook completion bash)"',
    "zsh": 'eval "$(tollbook completion zsh)"',
    "fish": "tollbook completion fish | source",
}
_FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/config.fish"}


@click.command(cls=Command, section="Maintain")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def doctor(*, as_json: bool) -> None:
    """Say which parts of Tollbook work on this computer, and how to get those that are missing.

    Each part is tried. The exit code is 2 if a part that Tollbook needs does not work, else 0: everything optional may
    be missing. Nothing is sent or downloaded.
    """
    parts = [_examined(check) for check in installation.checks()]
    if as_json:
        about = {"tollbook": __version__, "system": platform.platform(), "parts": parts}
        click.echo(msgspec.json.format(msgspec.json.encode(about)).decode())
    else:
        _show(parts)
    if any(part.required and part.state != "here" for part in parts):
        sys.exit(2)


def _examined(check: PartCheck) -> InstalledPart:
    """The result of trying a part. A failure must not keep the other parts from being tried."""
    try:
        return installation.works(check, check.look())
    except MissingPart:
        return installation.missing(check)
    except Exception as error:  # noqa: BLE001 - any error of the part is what the user wants to know
        return installation.broken(check, error)


def _show(parts: list[InstalledPart]) -> None:
    click.echo(f"Tollbook {__version__}, {platform.platform()}")
    for required, heading in ((True, gettext("Needed")), (False, gettext("Optional"))):
        click.echo(f"\n{heading}")
        for part in parts:
            if part.required == required:
                _show_part(part)
    failed = [part for part in parts if part.required and part.state != "here"]
    click.echo()
    if failed:
        names = ", ".join(translate(part.name) for part in failed)
        click.echo(gettext("Tollbook cannot work until this is mended: {names}.", names=names))
    else:
        click.echo(gettext("Everything that Tollbook needs works."))


def _show_part(part: InstalledPart) -> None:
    states = {"here": gettext("works"), "missing": gettext("not there"), "broken": gettext("does not work")}
    detail = f": {wording.clean(translate(part.detail))}" if part.detail else ""
    mark = "✓" if part.state == "here" else "–" if part.state == "missing" else "✗"
    click.echo(f"  {mark} {translate(part.name)} – {states[part.state]}{detail}")
    for sentence in part.advice:
        click.echo(f"      {translate(sentence)}")


@click.command(cls=Command, section="Maintain")
@click.argument("shell", type=click.Choice(sorted(_STARTED_BY)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script with which a shell completes tollbook's commands and options at the Tab key.

    \b
      bash:  echo 'eval "$(tollbook completion bash)"' >> ~/.bashrc
      zsh:   echo 'eval "$(tollbook completion zsh)"' >> ~/.zshrc
      fish:  echo 'tollbook completion fish | source' >> ~/.config/fish/config.fish
    """
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(gettext("There is no completion for {shell}.", shell=shell))
    click.echo(made(context.find_root().command, {}, "tollbook", "_TOLLBOOK_COMPLETE").source())
    if sys.stdout.isatty():
        line, file = _STARTED_BY[shell], _FILES[shell]
        click.echo(gettext("Add this line to {file}: {line}", file=file, line=line), err=True)
