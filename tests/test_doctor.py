"""``tollbook doctor`` and ``tollbook completion``: what is installed, what is missing, and the Tab key in shells."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from tollbook.book import installation
from tollbook.book.installation import EXTRAS, PartCheck
from tollbook.cli import main
from tollbook.errors import MissingPart

ROOT = Path(__file__).parent.parent
#: Extras that only developers of Tollbook install.
FOR_DEVELOPERS = {"dev", "docs", "ftm-check", "llm-check"}


def test_every_extra_for_users_is_examined() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(EXTRAS) == set(declared) - FOR_DEVELOPERS


def test_everything_needed_works_here_and_each_missing_part_has_advice() -> None:
    done = CliRunner().invoke(main, ["doctor", "--json"])
    assert done.exit_code == 0, done.output
    parts = json.loads(done.stdout)["parts"]
    assert all(part["state"] == "here" for part in parts if part["required"]), parts
    assert all(part["advice"] for part in parts if part["state"] != "here")
    assert all(part["detail"] for part in parts if part["state"] == "here")


def _fails(error: Exception) -> str:
    raise error


@pytest.mark.parametrize(
    ("error", "required", "code", "said"),
    [
        (MissingPart("no weasyprint"), False, 0, "– Printing – not there\n      Install the printer."),
        (OSError("no Pango"), False, 0, "✗ Printing – does not work: no Pango\n      Install the printer."),
        (MissingPart("gone"), True, 2, "Tollbook cannot work until this is mended: Printing."),
        (RuntimeError(""), True, 2, "✗ Printing – does not work: RuntimeError"),
    ],
)
def test_failures_are_reported_and_only_needed_parts_change_the_exit_code(
    monkeypatch: pytest.MonkeyPatch, error: Exception, required: bool, code: int, said: str
) -> None:
    check = PartCheck("Printing", required, lambda: _fails(error), ("Install the printer.",))
    monkeypatch.setattr(installation, "checks", lambda: (check,))
    done = CliRunner().invoke(main, ["doctor"])
    assert (done.exit_code, said in done.stdout) == (code, True), done.output


#: What each shell runs to complete a command line, after it has taken the script in.
ASK = {
    "bash": 'COMP_WORDS=(tollbook ex); COMP_CWORD=1; _tollbook_completion tollbook; printf "%s\\n" "${COMPREPLY[@]}"',
    "fish": 'complete --do-complete "tollbook ex"',
}


@pytest.mark.parametrize("shell", ASK)
def test_the_tab_key_completes_commands(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed.")
    program = tmp_path / "tollbook"
    program.write_text(f"#!{sys.executable}\nfrom tollbook.cli import main\nmain()\n")
    program.chmod(0o755)
    started = {"bash": 'eval "$(tollbook completion bash)"', "fish": "tollbook completion fish | source"}[shell]
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run(
        [shell, "-c", f"{started}\n{ASK[shell]}"], capture_output=True, text=True, env=environment, check=True
    )
    assert [line.split("\t")[0] for line in done.stdout.split("\n") if line] == ["export"], done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_that_it_can_parse(shell: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["completion", shell])
    assert done.exit_code == 0
    assert "_TOLLBOOK_COMPLETE" in done.stdout
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(done.stdout)
        subprocess.run([shell, "-n", str(script)], check=True)


@pytest.mark.parametrize("name", EXTRAS)
def test_the_advice_for_an_extra_names_its_packages(name: str) -> None:
    # Not tollbook[NAME]: Tollbook installed from a file is not on a package index.
    purpose = EXTRAS[name].purpose
    (check,) = (check for check in installation.checks() if check.name == purpose)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"][name]
    assert all(str(Requirement(package)) in check.advice[0] for package in declared), check.advice
