"""A PostgreSQL server of its own for a measurement, in a folder that is removed afterwards."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def server() -> Iterator[str]:
    """Start a server with its own defaults, so that confirmed writes are on the disk; gives the URL of a database."""
    programs = _programs()
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    # Not below a long folder: the path of a socket may have 107 bytes, and another user must reach it.
    home = Path(tempfile.mkdtemp(prefix="tb-pg-"))
    if user:
        shutil.chown(home, "postgres")
    home.chmod(0o755)
    data = home / "data"

    def run(program: str, *arguments: str) -> None:
        command = [*user, str(programs / program), "-D", str(data), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home)

    try:
        run("initdb", "-U", "tollbook", "-A", "trust", "-E", "UTF8", "--no-locale")
        run("pg_ctl", "-w", "-o", f"-k {home} -c listen_addresses=", "start")
        try:
            yield f"postgresql://tollbook@/postgres?host={home}"
        finally:
            run("pg_ctl", "-m", "fast", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _programs() -> Path:
    """The folder of the programs of the newest server that is installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    found = shutil.which("initdb")
    if not folders and found is None:
        raise FileNotFoundError("No PostgreSQL server is installed here.")
    return folders[-1] if folders else Path(str(found)).resolve().parent
