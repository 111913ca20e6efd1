"""The name of a report for people, the same everywhere: outlet and title, else the name of its file, never its id."""

from tollbook.model import Report

#: Characters of the longest title in a sentence or a line; a longer one is cut after a word.
LONGEST = 90


def report_name(report: Report, longest: int = LONGEST) -> str:
    """The name of a report: ``Valley Post: Shell hits market``, ``Valley Post (page.html)``, ``page.html``."""
    title = shortened(report.title or "", longest)
    if report.outlet and title:
        return f"{_line(report.outlet)}: {title}"
    if report.outlet:
        file = file_name(report)
        return f"{_line(report.outlet)} ({file})" if file else _line(report.outlet)
    return title or file_name(report) or shortened(report.text, longest)


def publisher_name(report: Report) -> str:
    """The name of the publisher of a report: its outlet, else the name of the report itself."""
    return _line(report.outlet) if report.outlet else report_name(report)


def file_name(report: Report) -> str:
    """The name of the file of a report without its folders: ``page.html``, ``reports.jsonl:3``; empty without one."""
    return _line(report.origin).replace("\\", "/").rpartition("/")[2]


def shortened(text: str, longest: int) -> str:
    """A text on one line, cut after a word if it is longer."""
    line = _line(text[: 4 * longest])
    if len(line) <= longest:
        return line
    cut = line[:longest]
    return (cut.rpartition(" ")[0] or cut) + " …"


def _line(text: str) -> str:
    return " ".join(text.split())
