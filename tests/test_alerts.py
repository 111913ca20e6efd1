"""Alerts: sentences for what changes in a followed incident, on both databases, and the same again in a replay."""

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import text

from tests.web_client import person, token
from tollbook.alerts import alerts_between
from tollbook.alerts.state import FigureInShort, FollowedState, ReportInShort, Said
from tollbook.book import Book
from tollbook.errors import NoSuchRecord, Refused
from tollbook.store.follows import Threshold

# Invented reports of an invented place.
REPORTS = {
    "r1": ("Valley Bell", "A shell hit the market in Oberfeld on Monday, killing nine people, police said.", 5),
    "r2": ("Harbour Radio", "A shell hit the market in Oberfeld on Monday, killing 12 people, a doctor said. "
                            "The army denied that it had shelled the market in Oberfeld.", 6),
    "r3": ("Hill Post", "A shell hit the market in Oberfeld on Monday, killing 12 people, the mayor said.", 6),
    "r4": ("Valley Bell", "A shell hit the market in Oberfeld on Monday, killing ten people, police said.", 7),
}  # fmt: skip
PAGE = "https://bell.example/oberfeld"


def add(book: Book, folder: Path, *names: str) -> None:
    lines = []
    for name in names:
        outlet, words, day = REPORTS[name]
        url = PAGE if outlet == "Valley Bell" else None
        lines.append(json.dumps({"id": name, "outlet": outlet, "title": "Oberfeld", "text": words, "url": url,
                                 "published": f"2021-10-0{day}", "captured": f"2021-10-0{day}T10:00:00Z"}))  # fmt: skip
    file = folder / f"{'-'.join(names)}.jsonl"
    file.write_text("\n".join(lines))
    book.read([file])


def alerts_of(book: Book, who: str = "") -> list[tuple[str, str]]:
    return [(each.alert.kind, each.alert.sentence) for each in reversed(book.alerts.page(who).alerts)]


def story(book: Book, folder: Path) -> None:
    """The story of one incident, from its first report to the decision of a person."""
    add(book, folder, "r1")
    (incident,) = book.incidents()
    book.alerts.follow(incident.id, thresholds=[Threshold(kind="killed", number=10)])
    for name in ("r2", "r3", "r4"):
        add(book, folder, name)
    claim = next(claim for claim in book.incidents.claims() if claim.report == "r3" and claim.kind == "killed")
    book.decide("reject", claim.id, who="Ines", why="A misprint.")
    book.settle()


def test_every_kind_of_change_makes_an_alert_with_its_speaker(anywhere: str, tmp_path: Path) -> None:
    with Book.open(anywhere, create=True) as book:
        story(book, tmp_path)
        assert alerts_of(book) == [
            ("report", "1 new report is about this incident: Harbour Radio: Oberfeld."),
            ("figure", "a doctor → Harbour Radio says 12 killed; the best figure went from 9 to 12."),
            ("threshold", "The figure for “killed” reached 10: it is 9–12 now, according to a doctor → Harbour Radio."),
            ("denial", "the army → Harbour Radio denies: “The army denied that it had shelled the market in "
                       "Oberfeld.”"),
            ("report", "1 new report is about this incident: Hill Post: Oberfeld."),
            ("edited", "An article was edited: Valley Bell: Oberfeld. For “killed” it gave 9, and now it gives 10."),
            ("figure", "police → Valley Bell says 10 killed; the range went from 9–12 to 10–12."),
            ("figure", "The best figure for “killed” went from 12 to 10; no new report says so: linking, a decision "
                       "or an edited article changed it."),
            ("correction", "Ines rejected what the mayor → Hill Post says: “killing 12 people”"),
        ]  # fmt: skip
        assert book.verify() == []
        book.settle()
        assert len(alerts_of(book)) == 9


def test_a_replay_gives_the_same_alerts_and_verify_finds_changed_ones(tmp_path: Path) -> None:
    ids = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with Book.open(tmp_path / name / "a.book", create=True) as book:
            story(book, tmp_path / name)
            ids.append([each.alert.id for each in book.alerts.after(0) if each.alert.kind != "correction"])
    # The id of a decision is that of its log entry, which has a time.
    assert ids[0][:7] == ids[1][:7]
    with Book.open(tmp_path / "two/a.book") as kept:
        with kept._store.writing() as connection:
            connection.execute(text("UPDATE alerts SET payload = replace(payload, 'from 9 to 12', 'from 9 to 90')"))
        (problem,) = kept.verify()
        assert "does not follow" in problem


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM followed_states", "DELETE FROM followed_states WHERE turn = 1",
        "UPDATE followed_states SET subject = 'abc'", "UPDATE alerts SET subject = 'abc'",
        "DELETE FROM alerts WHERE number = 1",
    ],
)  # fmt: skip
def test_missing_and_changed_alerts_are_reported_and_reading_goes_on(tmp_path: Path, statement: str) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        add(book, tmp_path, "r1")
        (incident,) = book.incidents()
        book.alerts.follow(incident.id, who="Ana")
        add(book, tmp_path, "r2")
        assert book.verify() == []
        with book._store.writing() as connection:
            connection.execute(text(statement))
        assert book.verify() != []
        add(book, tmp_path, "r3")
        assert len(book.reports()) == 3
        book.alerts.page("Ana")
        book.alerts.following()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE followed_states SET turn = 'x' WHERE turn = 1", "UPDATE follows SET since = 'x'",
        "UPDATE follows SET thresholds = 'x'", "UPDATE alerts SET payload = 'x'",
    ],
)  # fmt: skip
def test_rows_of_another_kind_give_a_sentence(tmp_path: Path, statement: str) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        story(book, tmp_path)
        with book._store.writing() as connection:
            connection.execute(text(statement))
        (problem,) = book.verify()
        assert "changed after it was written" in problem


def test_there_are_no_alerts_from_before_or_after_following(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        add(book, tmp_path, "r1")
        (incident,) = book.incidents()
        book.alerts.follow(incident.id, who="Ana")
        book.alerts.unfollow(incident.id, who="Ana")
        add(book, tmp_path, "r2")
        book.alerts.follow(book.incidents()[0].id, who="Ana")
        assert alerts_of(book, "Ana") == []
        add(book, tmp_path, "r3")
        assert [kind for kind, _ in alerts_of(book, "Ana")] == ["report"]
        book.alerts.follow(book.incidents()[0].id, who="Ben")
        assert alerts_of(book, "Ben") == []
        assert book.verify() == []
        with pytest.raises(NoSuchRecord):
            book.alerts.unfollow("nothing", who="Ana")
        with pytest.raises(Refused, match="killed=10"):
            book.alerts.follow(incident.id[:4], thresholds=[Threshold(kind="denial", number=1)])
        for number in (-1, 0, 10**30):
            with pytest.raises(Refused, match="from 1 to 10,000,000,000"):
                book.alerts.follow(incident.id[:4], thresholds=[Threshold(kind="killed", number=number)])


_numbers = st.one_of(st.none(), st.integers(0, 40))


@st.composite
def states(draw: st.DrawFn) -> FollowedState:
    names = draw(st.sets(st.sampled_from(["a", "b", "c", "d"])))
    said = {
        f"{name}{n}": Said(report=name, kind=draw(st.sampled_from(["killed", "denial"])), stance="asserts", by=name,
                           count=str(n), number=n, quote=f"“{n}”")
        for name in sorted(names) for n in draw(st.lists(st.integers(0, 40), max_size=2))
    }  # fmt: skip
    best = draw(_numbers)
    figures = {"killed": FigureInShort(low=best, best=best, high=best, words=str(best))} if said else {}
    return FollowedState(
        incident="i" if names else None, title="t", claims=said, figures=figures,
        reports={name: ReportInShort(name=name, publisher=name) for name in sorted(names)},
        thresholds=(Threshold(kind="killed", number=20),),
    )  # fmt: skip


@given(states(), states())
def test_alerts_are_a_function_of_two_states(before: FollowedState, after: FollowedState) -> None:
    made = alerts_between(before, after, subject="s", turn=2)
    assert made == alerts_between(before, after, subject="s", turn=2)
    assert len({each.id for each in made}) == len(made)
    assert not {each.id for each in made} & {each.id for each in alerts_between(before, after, subject="s", turn=3)}
    assert alerts_between(after, after, subject="s", turn=2) == ()
    assert alerts_between(before, replace(after, first=True), subject="s", turn=2) == ()
    passed = [each for each in made if each.kind == "threshold"]
    was, now = (state.figures.get("killed", FigureInShort()).number for state in (before, after))
    assert bool(passed) == (now is not None and now >= 20 and (was is None or was < 20))


def test_a_report_that_recalls_a_denial_is_no_new_denial() -> None:
    denials = {
        name: Said(report=name, kind="denial", stance="denies", by=name, count="", number=None, quote=f"“No”, {name}")
        for name in "abc"
    }
    one = {"a": ("a", "b"), "b": ("a", "b")}
    before = FollowedState(incident="i", claims={"a": denials["a"]}, denials={"a": ("a",)})
    recalled = FollowedState(incident="i", claims={n: denials[n] for n in "ab"}, denials=one)
    other = FollowedState(incident="i", claims=denials, denials=one | {"c": ("c",)})

    def told(after: FollowedState) -> list[tuple[str, ...]]:
        return [each.claims for each in alerts_between(before, after, subject="s", turn=2) if each.kind == "denial"]

    assert (told(recalled), told(other)) == ([], [("c",)])


def test_the_page_the_button_and_the_api(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    with Book.open(where, create=True) as book:
        add(book, tmp_path, "r1")
        (incident,) = book.incidents()
    client: TestClient = person(where, "Ana")
    page = client.get(f"/incidents/{incident.id}").text
    assert "Follow" in page
    form = {"csrf": token(page), "over-killed": "10"}
    assert client.post(f"/incidents/{incident.id}/follow", data=form).url.path == f"/incidents/{incident.id}"
    with Book.open(where) as book:
        add(book, tmp_path, "r2")
    assert "4 new alerts" in client.get("/").text
    page = client.get("/alerts").text
    assert "the best figure went from 9 to 12" in page
    assert "killed ≥ 10" in page.replace("Killed", "killed")
    given = client.get("/api/alerts").json()
    assert (given["total"], given["unread"]) == (4, 4)
    numbers = [row["number"] for row in given["alerts"]]
    client.post("/alerts/read", data={"csrf": token(page), "alert": [str(number) for number in numbers[:1]]})
    assert client.get("/api/alerts").json()["unread"] == 3
    ours = {"X-Requested-With": "tollbook"}
    left = client.post("/api/alerts/read", json={"numbers": numbers}, headers=ours).json()
    assert left["unread"] == 0
    assert "new alerts" not in client.get("/").text
    (follow,) = client.get("/api/follows").json()["follows"]
    assert follow["thresholds"] == [{"kind": "killed", "number": 10}]
    now = follow["incident"]
    assert client.put(f"/api/incidents/{now}/follow", json={"thresholds": []}, headers=ours).status_code == 200
    assert client.delete(f"/api/incidents/{now}/follow", headers=ours).json() == {"follows": []}
    assert person(where, "Ben").get("/api/alerts").json()["total"] == 0


def test_an_alert_on_a_later_figure_names_its_informant(tmp_path: Path) -> None:
    """A source is corrected by itself only if it gave the later number."""
    words = "The death toll from the shell that hit the market in Oberfeld on Monday has risen to"
    told = {
        "a1": (5, "At least 14 people were killed when a shell hit the market in Oberfeld on Monday, police said."),
        "a2": (6, f"{words} 17, the regional health office said."),
        "a3": (7, f"{words} 19, the regional health office said."),
    }
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name, (day, text_of) in told.items():
            row = {"id": name, "outlet": "Valley Bell", "text": text_of, "published": f"2021-10-0{day}"}
            (tmp_path / f"{name}.jsonl").write_text(json.dumps(row))
            book.read([tmp_path / f"{name}.jsonl"])
            if name == "a1":
                book.alerts.follow(book.incidents()[0].id)
        first, second = (sentence for kind, sentence in alerts_of(book) if kind == "correction")
        assert first.endswith("gave a later figure for “killed”; that of police → Valley Bell, at least 14, does not "
                              "count any more.")  # fmt: skip
        assert second.endswith("gave a later figure for “killed”; the earlier one, 17, does not count any more.")
        assert book.verify() == []


def test_states_of_an_earlier_version_give_the_sentence_that_they_gave() -> None:
    was = Said(report="r1", kind="killed", stance="asserts", by="police → Bell", count="14", number=14)
    now = Said(report="r2", kind="killed", stance="asserts", by="doctors → Bell", count="17", number=17)
    before = FollowedState(
        incident="i", claims={"c1": was}, figures={"killed": FigureInShort(low=14, best=14, high=14)}
    )
    figure = FigureInShort(low=17, best=17, high=17, superseded=("c1",))
    sentences = []
    for each in (figure, replace(figure, current=("c2",)), replace(figure, current=())):
        after = replace(before, claims={"c1": was, "c2": now}, figures={"killed": each})
        made = alerts_between(before, after, subject="i", turn=1)
        sentences += [alert.sentence for alert in made if alert.kind == "correction"]
    assert sentences == [
        "police → Bell gave a later figure for “killed”; the earlier one, 14, does not count any more.",
        "doctors → Bell gave a later figure for “killed”; that of police → Bell, 14, does not count any more.",
        "The figure of police → Bell for “killed”, 14, does not count any more: a later one replaced it.",
    ]
