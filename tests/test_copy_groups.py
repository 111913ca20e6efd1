"""Copies of a report are one box of the copy graph and one line below it, until somebody opens them."""

import html
import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import lxml.html
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tests.web_client import person
from tollbook.book import Book
from tollbook.model import Report
from tollbook.reconcile.sources import SourceEdge
from tollbook.web.charts.copy_graph import copy_graph
from tollbook.web.charts.copy_groups import copy_groups, folded

TEXT = (
    "VELMAR, Kestria – At least four people were killed when a shell hit the market of Velmar on Monday 1 November "
    "2021, residents said. Two of the dead sold fish, the others had come to buy bread. The shell came from the north "
    "and left a hole beside the well, said Mira Tolven, who keeps a shop nearby. Nobody said who had fired it."
)
OUTLETS = ("Harbour Daily", "The Dursan Post", "Kelm Evening News", "Radio Velmar")


def report(name: str, day: int = 1) -> Report:
    return Report(id=name, sha256=name, text="", outlet=f"Outlet {name}", published=date(2021, 11, day))


def copied(one: str, other: str) -> SourceEdge:
    return SourceEdge(kind="same text", report=one, of=other, between=True, why=f"{one} has the text of {other}.")


CHAIN = [copied("b", "a"), copied("c", "a"), copied("d", "c")]
REPORTS = [report("d", 2), report("b"), report("c"), report("a"), report("e")]


def test_a_group_has_its_first_report_and_the_reason_of_each_copy() -> None:
    (group,) = copy_groups(CHAIN, REPORTS)
    assert group.first.id == "a"
    reasons = [(copy.report.id, copy.why) for copy in group.copies]
    assert reasons == [("b", "b has the text of a."), ("c", "c has the text of a."), ("d", "d has the text of c.")]
    # Two reports of one text are drawn, with the line between them.
    assert copy_groups([copied("b", "a")], REPORTS) == []


@given(st.lists(st.tuples(*[st.sampled_from("abcdefgh")] * 2), max_size=12))
def test_every_report_is_in_one_group_at_most(pairs: list[tuple[str, str]]) -> None:
    edges = [copied(one, other) for one, other in pairs if one != other]
    groups = copy_groups(edges, [report(name) for name in "abcdefgh"])
    names = [name for group in groups for name in group.members]
    assert len(names) == len(set(names))
    assert all(len(group.members) >= 3 for group in groups)
    for edge in edges:
        within = [group for group in groups if edge.report in group.members]
        assert all(edge.of in group.members for group in within)
    stands_for = folded(groups, "")
    assert stands_for.keys() == set(names) - {group.first.id for group in groups}


def test_a_group_is_one_box_until_it_is_opened() -> None:
    relayed = SourceEdge(kind="relays", report="e", of="d", between=True, why="e relays d.")
    graph = copy_graph([], {}, [*CHAIN, relayed], REPORTS)
    assert graph is not None
    assert {node.name: node.copies for node in graph.nodes} == {"a": 3, "e": 0}
    assert [edge.ends for edge in graph.edges] in ([("e", "a")], [("a", "e")])  # the line of a copy ends at its box
    assert [(link.copy, link.of) for link in graph.links] == [("Outlet e", "Outlet d")]
    opened = copy_graph([], {}, [*CHAIN, relayed], REPORTS, opened="a")
    assert opened is not None
    assert {node.name for node in opened.nodes} == set("abcde")
    assert opened.opened == "a"
    assert len(opened.edges) == 3  # one line from the first report to each copy that it has, and the relayed one


def test_only_groups_can_be_opened() -> None:
    graph = copy_graph([], {}, CHAIN, REPORTS, opened="e")
    assert graph is not None
    assert graph.opened == ""


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copies")
    rows = [
        {"id": f"copy-{n}", "outlet": outlet, "title": "", "url": "", "published": f"2021-11-0{n + 2}", "text": TEXT}
        for n, outlet in enumerate(OUTLETS)
    ]
    (folder / "copies.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with Book.open(folder / "a.book", create=True) as book:
        book.read([folder / "copies.jsonl"])
    return folder / "a.book"


@pytest.fixture(scope="module")
def vera(where: Path) -> Iterator[TestClient]:
    with person(where, "Vera") as client:
        yield client


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def test_copies_are_one_line_of_the_record_and_each_can_count_for_itself(where: Path, vera: TestClient) -> None:
    with Book.open(where) as book:
        (incident,) = book.incidents()
    page = vera.get(f"/incidents/{incident.id}").text
    assert "3 reports are copies of" in plain(page)
    assert page.count('data-node="copy-') == 1
    drawn = vera.get(f"/incidents/{incident.id}?copies=copy-0").text
    assert drawn.count('data-node="copy-') == 4
    assert "Fold the copies of Harbour Daily" in plain(drawn)
    # One of the copies is decided to be a source of its own.
    (form,) = [
        form for form in lxml.html.fromstring(page).forms
        if form.fields.get("subject") == "copy-3" and form.fields.get("other") == "copy-0"
    ]  # fmt: skip
    after = vera.post("/decide", data=dict(form.fields)).text
    assert "2 reports are copies of" in plain(after)
    assert after.count('data-node="copy-') == 2
