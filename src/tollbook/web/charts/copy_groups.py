"""Groups of reports that print one text: each is one box of the copy graph and one line below it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from tollbook.model import Record, Report
from tollbook.reconcile.sources import SourceEdge

#: The least number of reports of one text that are a group. Two are drawn with the line between them.
_FEWEST = 3


class TextCopy(Record, frozen=True, kw_only=True):
    """A report that has the text of the first one of its group, and the evidence."""

    report: Report
    why: str


class CopyGroup(Record, frozen=True, kw_only=True):
    """Reports of one text: the first one by day, and its copies."""

    first: Report
    copies: tuple[TextCopy, ...]

    @property
    def members(self) -> frozenset[str]:
        """The ids of all its reports."""
        return frozenset({self.first.id, *(copy.report.id for copy in self.copies)})


def copy_groups(copied: Sequence[SourceEdge], reports: Iterable[Report]) -> list[CopyGroup]:
    """The groups of three or more reports that edges of copied text connect, the largest first."""
    by_id = {report.id: report for report in reports}
    found = []
    for members in _connected([edge for edge in copied if {edge.report, edge.of} <= by_id.keys()]):
        if len(members) >= _FEWEST:
            first, *rest = sorted((by_id[name] for name in members), key=_order)
            copies = tuple(TextCopy(report=report, why=_why(report, first, copied)) for report in rest)
            found.append(CopyGroup(first=first, copies=copies))
    return sorted(found, key=lambda group: (-len(group.copies), _order(group.first)))


def _connected(edges: Iterable[SourceEdge]) -> list[set[str]]:
    near: dict[str, set[str]] = defaultdict(set)
    for edge in edges:
        near[edge.report].add(edge.of)
        near[edge.of].add(edge.report)
    groups: list[set[str]] = []
    seen = set[str]()
    for start in sorted(near):
        group, todo = set[str](), {start} - seen
        while todo:
            group |= todo
            todo = {other for name in todo for other in near[name]} - group
        seen |= group
        groups += [group] if group else []
    return groups


def _order(report: Report) -> tuple[date, str]:
    return report.published or date.max, report.id


def _why(report: Report, first: Report, copied: Iterable[SourceEdge]) -> str:
    """The evidence for a copy: its edge to the first report, else to another one of the group."""
    own = [edge for edge in copied if report.id in {edge.report, edge.of}]
    return min(own, key=lambda edge: first.id not in {edge.report, edge.of}).why


def folded(groups: Iterable[CopyGroup], opened: str) -> Mapping[str, str]:
    """The first report of the group of each copy, for all groups except the opened one."""
    return {
        copy.report.id: group.first.id for group in groups if group.first.id != opened for copy in group.copies
    }  # fmt: skip
