"""How many modules a short report passes through while it is read. ``python -m bench.modules_passed [READER…]``.

A module counts if one of its functions runs between the text of a report and its claims, in a process that has read
another report before. The report has two sentences and is invented.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import tollbook
from tollbook.model import Report, content_id
from tollbook.readers import registry

SOURCE = Path(tollbook.__file__).parent
#: Two sentences with a place, a day, counts, a name, an age, a perpetrator and speakers.
TEXT = (
    "Orskel, 5 May 2021 - Two farmers, among them Ivar Testov, 41, were killed and three people were wounded on "
    "Tuesday when gunmen attacked the village of Velm near Orskel, police said. The Velm Monitor said that four died."
)


class Module(NamedTuple):
    """A module that was used: its path in the package, how many of its functions ran, and its lines."""

    path: str
    functions: int
    lines: int

    @property
    def package(self) -> str:
        """The folder of the module."""
        return self.path.rpartition("/")[0] or "."


def passed(reader: str, text: str = TEXT) -> list[Module]:
    """The modules that an installed reader uses to read a report, by their paths."""
    found = registry.find("en", reader)
    assert found is not None, reader
    found.read(_report("first", text))
    functions = dict[str, set[tuple[str, int]]]()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(SOURCE)):
            functions.setdefault(code.co_filename, set()).add((code.co_name, code.co_firstlineno))

    report = _report("second", text)
    sys.setprofile(note)
    try:
        found.read(report)
    finally:
        sys.setprofile(None)
    return [
        Module(Path(file).relative_to(SOURCE).as_posix(), len(some), len(Path(file).read_text("utf-8").splitlines()))
        for file, some in sorted(functions.items())
    ]


def _report(name: str, text: str) -> Report:
    return Report(id=name, sha256=content_id(text), text=text, origin=f"{name}.txt", language="en")


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.modules_passed", description=__doc__.splitlines()[0])
    parser.add_argument("readers", nargs="*", default=["rules", "learned"], metavar="READER")
    for reader in parser.parse_args(arguments).readers:
        modules = passed(reader)
        functions, lines = sum(m.functions for m in modules), sum(m.lines for m in modules)
        print(f"{reader}: {len(modules)} modules with {lines} lines; {functions} of their functions ran")
        for package in sorted({module.package for module in modules}):
            own = [module for module in modules if module.package == package]
            names = ", ".join(Path(module.path).stem for module in own)
            print(f"  {package:30} {len(own):3} modules {sum(m.lines for m in own):5} lines  {names}")


if __name__ == "__main__":
    main()
