"""Series that people put together, and incidents that they take out. All incidents are invented."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.test_series import MILL_HILL, OSSREN, incident, reported
from tests.web_client import person, token
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions import composition
from tollbook.decisions.constraints import series_by_hand, series_names
from tollbook.decisions.decision import Decision
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import release_profiles
from tollbook.export.release import release
from tollbook.incidents import joined_series
from tollbook.model import Place
from tollbook.review.conflicts import EditConflict

__all__ = ["reported"]
BY = {"who": "Ines", "why": "One siege, as the city council counts it."}


@pytest.fixture
def where(reported: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(reported, tmp_path))


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


def apart_of(book: Book) -> str:
    """The incident that Tollbook puts into no series."""
    return next(each.id for each in book.export.contents().incidents if each.series is None)


def decided(verdict: str, subject: str, *groups: list[str]) -> Decision:
    change = {"groups": groups} if groups else None
    return Decision(
        id=f"{verdict} {subject}", verdict=verdict, subject=subject, who="Ines", at="", why="", change=change
    )  # type: ignore[arg-type]


def test_the_first_claim_in_an_incident_names_it_and_incidents_taken_out_later_are_out() -> None:
    incident_of = {"a": "A", "a2": "A", "b2": "B", "c": "C", "x": "X"}
    joins = decided("one series", "a", ["a", "a2"], ["b", "b2"], ["c"], ["gone"])
    leaves = decided("no series", "a2")
    assert series_by_hand([joins], incident_of) == ({"A", "B", "C"},)
    assert series_by_hand([joins, leaves], incident_of) == ({"B", "C"},)
    # Whoever puts it back later is right, too.
    assert series_by_hand([leaves, joins], incident_of) == ({"A", "B", "C"},)
    assert series_by_hand([decided("one series", "a", ["a"], ["a2"])], incident_of) == ()


def test_incidents_of_any_kind_place_and_day_become_one_series_in_the_order_of_days() -> None:
    every = [incident("a", 0), incident("b", 1), incident("c", 2), incident("x", 40, "abduction", place=OSSREN)]
    every += [incident("far", 70, place=None), incident("other", 80)]
    incidents, (found,) = joined_series.of_book(every, (), frozenset(), [{"x", "b"}, {"x", "far"}])
    assert (found.id, found.incidents, found.by_hand) == ("a", ("a", "b", "c", "x", "far"), ("b", "x", "far"))
    assert found.kind == "incidents"
    assert found.title == "Reported incidents, Velmar and elsewhere, 3 June 2021 – 12 August 2021"
    assert [each.series for each in incidents] == ["a"] * 5 + [None]


def test_without_a_place_or_a_day_the_title_leaves_them_out() -> None:
    nowhere = [incident("a", 0, place=None), incident("b", 1, place=None)]
    _, (found,) = joined_series.of_book(nowhere, (), frozenset(), [{"a", "b"}])
    assert found.title == "Reported shelling, 3–4 June 2021"
    near = [incident("a", 0), incident("b", 0, place=MILL_HILL), incident("c", 0)]
    _, (found,) = joined_series.of_book(near, (), frozenset(), [{"a", "b", "c"}])
    assert found.title == "Reported shelling, Velmar, 3 June 2021"
    # Two villages that the gazetteer lacks have the point of their country.
    wide = [Place(name=name, lat=1.0, lon=2.0, precision=6) for name in ("Ambrin", "Ostrel")]
    villages = [incident(name, 0, place=place) for name, place in zip("ab", wide, strict=True)]
    _, (found,) = joined_series.of_book(villages, (), frozenset(), [{"a", "b"}])
    assert found.title == "Reported shelling, Ambrin and elsewhere, 3 June 2021"


def test_a_person_puts_an_incident_into_a_series_and_takes_it_out_again(book: Book) -> None:
    (found,), apart = book.series(), apart_of(book)
    made = book.series.join([apart[:8], found.incidents[1]], **BY)
    (whole,) = book.series()
    assert whole.incidents == (*found.incidents, apart)
    assert whole.by_hand == whole.incidents
    assert book.series.of([apart])[apart] == whole
    contents = book.export.contents()
    assert {each.series for each in contents.incidents} == {whole.id}
    assert [(each.incidents, each.by_hand) for each in contents.series] == [(whole.incidents, whole.by_hand)]
    assert [len(book.series(as_of=date(2021, 6, day))[0].incidents) for day in (5, 6, 16)] == [3, 4, 5]
    with pytest.raises(Refused, match="in one series already"):
        book.series.join([apart, found.id], **BY)
    book.series.leave(apart, **BY)
    (left,) = book.series()
    assert left.incidents == left.by_hand == found.incidents
    book.undo(made.id, **BY)
    assert book.series() == (found,)
    assert book.verify() == []


def test_the_series_stays_when_an_incident_loses_the_claim_that_names_it(book: Book) -> None:
    (found,), apart = book.series(), apart_of(book)
    book.series.join([apart, found.id], **BY)
    book.review.decide("reject", apart, **BY)
    (now,) = book.incidents.named_now(apart)
    assert now != apart
    (whole,) = book.series()
    assert whole.incidents == (*found.incidents, now)
    assert book.verify() == []


def test_a_series_needs_two_different_incidents_of_the_book(book: Book) -> None:
    one = apart_of(book)
    with pytest.raises(Refused, match="two incidents or more"):
        book.series.join([one, one[:9]], **BY)
    with pytest.raises(NoSuchRecord):
        book.series.join([one, "none"], **BY)
    with pytest.raises(Refused, match="needs a name and a reason"):
        book.series.join([one, book.series()[0].id], who="Ines", why="")
    for change in ({"groups": [[one]]}, {"groups": [[one], []]}, {"claims": [one]}, {}):
        with pytest.raises(Refused):
            book.review.decide("one series", one, change=change, **BY)


def test_a_release_keeps_series_by_hand_without_a_withheld_incident(book: Book, tmp_path: Path) -> None:
    (found,), apart = book.series(), apart_of(book)
    book.series.join([apart, found.id], **BY)
    profile = tmp_path / "one.toml"
    profile.write_text(f'for = "us"\notherwise = "keep"\n[exception.{found.id}]\nrelease = "drop"\n')
    (left,) = release(book.export.contents(), release_profiles.load(str(profile))).contents.series
    assert len(left.incidents) == len(found.incidents)
    assert left.by_hand == left.incidents
    assert apart not in left.incidents
    assert left.title.endswith("4–16 June 2021")


def test_the_command_joins_and_says_how_to_take_it_back(where: Path) -> None:
    with Book.open(where) as book:
        (found,), apart = book.series(), apart_of(book)
    by = ("--why", BY["why"], "--actor", "Ines", "--book", str(where))
    done = CliRunner().invoke(main, ["series", "join", apart[:9], found.id[:9], *by])
    assert done.exit_code == 0, done.output
    assert "(5 incidents)" in CliRunner().invoke(main, ["series", "show", apart, "--book", str(where)]).output
    refused = CliRunner().invoke(main, ["series", "join", apart, *by])
    assert refused.exit_code == 2
    assert "two incidents or more" in refused.output
    CliRunner().invoke(main, ["undo", done.output.split()[-1].strip("."), *by])
    with Book.open(where) as book:
        assert book.series() == (found,)


def test_the_page_and_the_api_join_and_take_out(where: Path) -> None:
    with Book.open(where) as book:
        (found,), apart = book.series(), apart_of(book)
    with person(where, "Ines") as client:
        headers = {"X-CSRF-Token": client.get("/api/session").json()["token"]}
        here = f"/incidents/{apart}/series"
        assert f'href="{here}"' in client.get(f"/incidents/{apart}").text
        page = client.get(here).text
        assert "This incident is part of no series." in page
        assert all(f'value="{name}"' in page for name in found.incidents)
        form = {"csrf": token(page), "next": here, "seen": "0"}
        refused = client.post(here, data=form)
        assert refused.status_code == 400
        assert "two incidents or more" in refused.text
        # Looking for others changes nothing, and what was ticked stays so.
        looked = client.get(here, params={"ticked": [found.id], "text": "nowhere"})
        assert f'value="{found.id}" checked' in looked.text
        assert "in the series" in looked.text
        assert client.get(f"/api/series/{apart}").status_code == 404
        joined = client.post(here, data=form | {"incident": [found.id]})
        assert "Saved as one series." in joined.text
        assert "People put incidents of it together." in joined.text
        assert len(client.get(f"/api/series/{apart}").json()["by_hand"]) == 5
        left = client.post(here, data=form | {"leave": found.incidents[0]})
        assert "Saved. The incident is part of no series." in left.text
        assert len(client.get(f"/api/series/{apart}").json()["incidents"]) == 4
        client.post(here, data=form | {"leave": "all"})
        assert client.get("/api/series").json() == []
        made = client.post(
            "/api/series", json={"incidents": [apart, found.id], "why": "One siege."}, headers=headers
        ).json()
        assert made["verdict"] == "one series"
        assert [each["incidents"] for each in client.get("/api/series").json()] == [[found.id, apart]]
        out = client.post(f"/api/series/{apart}/leave", json={"why": "Not it.", "seen": 0}, headers=headers)
        assert out.json()["verdict"] == "no series"
        assert client.get("/api/series").json() == []


def test_later_decisions_of_others_on_the_series_are_shown(where: Path) -> None:
    with Book.open(where) as book:
        (found,), apart = book.series(), apart_of(book)
        seen = book.review.last_decision()
        book.series.join([apart, found.id], who="Mara", why="The same siege.")
        with pytest.raises(EditConflict, match="Mara"):
            book.series.leave(apart, **BY, seen=seen)


SIEGE, BATTLE = "The siege of Velmar", "The battle for the mill"


def named(subject: str, name: str, *groups: list[str]) -> Decision:
    change = {"groups": groups or [[subject]], "name": name}
    about = {"id": f"named {name}", "verdict": "name series", "subject": subject, "who": "Ines", "at": "", "why": ""}
    return Decision(**about, change=change)  # type: ignore[arg-type]


def test_a_name_stays_with_its_incident_and_the_later_of_two_names_holds() -> None:
    every = [incident(name, day) for name, day in zip("abcdef", (0, 1, 2, 10, 11, 12), strict=True)]
    incident_of = {each.id: each.id for each in every}
    decisions = [named("b", SIEGE, ["b"], ["a"], ["c"]), named("d", BATTLE, ["d"], ["e"], ["f"])]

    def titles(*further: Decision, apart: str = "", groups: tuple = ()) -> list[str]:
        names = series_names([*decisions, *further], incident_of)
        return [each.title for each in joined_series.of_book(every, (), frozenset(apart), groups, names)[1]]

    assert titles() == [SIEGE, BATTLE]
    assert titles(groups=({"a", "d"},)) == [BATTLE]
    assert titles(named("a", "The first days"), groups=({"a", "d"},)) == ["The first days"]
    # The part with the incident keeps the name, though the others were named with it.
    two = ({"a", "c"}, {"b", "d"})
    assert titles(apart="abcdef", groups=two) == ["Reported shelling, Velmar, 3–5 June 2021", BATTLE]
    assert titles(named("b", SIEGE, ["b"], ["a"], ["c"]), apart="abcdef", groups=two)[1] == SIEGE
    # The claims of a new edition or a later reading stand for the same incidents.
    carried = composition.replaced("name series", "b", decisions[0].change, {"b": "b2", "a": None})
    assert carried == {"groups": [["b2"], ["c"]], "name": SIEGE}
    # If that incident is in no series, the first of the others that is in one keeps it.
    assert titles(apart="b", groups=({"a", "c"},)) == [SIEGE, BATTLE]
    # Whoever takes the incident out leaves the name to the others.
    assert titles(decided("no series", "b"), apart="abcdef", groups=({"a", "c"}, {"b", "e"})) == [SIEGE, BATTLE]


def test_a_person_names_a_series_and_undoes_it(book: Book) -> None:
    (found,), apart = book.series(), apart_of(book)
    made = book.series.name(found.incidents[1][:9], f"  {SIEGE.replace(' ', '  ')} ", **BY)
    assert made.change is not None
    assert (made.verdict, made.change["name"]) == ("name series", SIEGE)
    (siege,) = book.series()
    assert (siege.title, siege.named, siege.derived_title) == (SIEGE, made.id, found.title)
    assert book.series.get(apart_of_series := found.id).title == SIEGE
    assert book.series.of([apart_of_series])[found.id] == siege
    assert book.series.named_by([siege]) == {found.id: made}
    (exported,) = book.export.contents().series
    assert (exported.title, exported.named, exported.derived_title) == (SIEGE, made.id, found.title)
    assert {each.title for day in (7, 16) for each in book.series(as_of=date(2021, 6, day))} == {SIEGE}
    joined = book.series.join([apart, found.id], **BY)
    (whole,) = book.series()
    assert (whole.title, len(whole.incidents)) == (SIEGE, 5)
    later = book.series.name(apart, BATTLE, **BY)
    assert book.series()[0].title == BATTLE
    book.undo(later.id, **BY)
    assert book.series()[0].title == SIEGE
    book.undo(joined.id, **BY)
    book.undo(made.id, **BY)
    assert book.series() == (found,)
    assert book.verify() == []


def test_a_search_finds_series_by_given_and_by_derived_titles(where: Path) -> None:
    with Book.open(where) as book:
        (found,) = book.series()
        assert book.search.everything("reported velmar").series == (found,)
        assert book.search.everything("siege velmar").series == ()
        book.series.name(found.id, SIEGE, **BY)
        for words in ("siege", "reported velmar"):
            assert [each.title for each in book.search.everything(words).series] == [SIEGE], words
    run = CliRunner().invoke
    assert f"{found.id}  {SIEGE}" in run(main, ["search", "siege", "--book", str(where)]).output
    with person(where, "Vera Lind") as client:
        page = client.get("/search?text=siege").text
        assert f'href="/incidents/{found.id}/series"' in page
        assert "Nothing in this book" not in page


def test_a_series_keeps_its_name_when_its_incident_leaves_or_changes_its_id(book: Book) -> None:
    (found,), apart = book.series(), apart_of(book)
    book.series.join([apart, found.id], **BY)
    book.series.name(apart, SIEGE, **BY)
    book.review.decide("reject", apart, **BY)
    assert book.incidents.named_now(apart) != (apart,)
    assert book.series()[0].title == SIEGE
    book.series.leave(*book.incidents.named_now(apart), **BY)
    (left,) = book.series()
    assert (left.incidents, left.title) == (found.incidents, SIEGE)
    book.series.leave(found.id, **BY, whole=True)
    assert book.series() == ()
    assert book.verify() == []


def test_what_is_no_name_or_no_series_is_refused(book: Book) -> None:
    (found,), apart = book.series(), apart_of(book)
    for name, why in (("", "empty"), (" \n ", "empty"), ("x" * 201, "201 characters"), ("a\0b", "NUL")):
        with pytest.raises(Refused, match=why):
            book.series.name(found.id, name, **BY)
    for incident_name in (apart, "none"):
        with pytest.raises(NoSuchRecord):
            book.series.name(incident_name, SIEGE, **BY)
    with pytest.raises(Refused, match="needs a name and a reason"):
        book.series.name(found.id, SIEGE, who="Ines", why="")
    for change in ({"groups": [[found.id]]}, {"name": SIEGE}, {"groups": [], "name": SIEGE}, {"claims": [found.id]}):
        with pytest.raises(Refused):
            book.review.decide("name series", found.id, change=change, **BY)
    assert book.series() == (found,)
    seen = book.review.last_decision()
    book.series.name(found.id, SIEGE, who="Mara", why="So the city calls it.")
    with pytest.raises(Refused, match="this name already"):
        book.series.name(found.id, SIEGE, **BY)
    with pytest.raises(EditConflict, match="Mara"):
        book.series.name(found.incidents[1], BATTLE, **BY, seen=seen)


def test_a_release_has_a_given_name_only_as_far_as_its_rules_allow(book: Book, tmp_path: Path) -> None:
    (found,) = book.series()
    book.series.name(found.id, "The siege of Velmar and the death of Ana Brod", **BY)
    contents, profile = book.export.contents(), tmp_path / "one.toml"
    (public,) = release(contents, release_profiles.load("public")).contents.series
    assert public.title.startswith("The siege of Velmar")
    assert "Brod" not in public.title
    (partners,) = release(contents, release_profiles.load("court")).contents.series
    assert (partners.title, partners.derived_title) == (contents.series[0].title, found.title)
    for rules in (
        f'[exception.{found.id}]\nrelease = "drop"\n',
        f'[incident]\nwhen = "keep"\n[exception.{found.id}.incident]\ntitle = "drop"\n',
    ):
        profile.write_text(f'for = "us"\notherwise = "keep"\n[names]\nunknown = "keep"\n{rules}')
        for left in release(contents, release_profiles.load(str(profile))).contents.series:
            assert "siege" not in f"{left.title} {left.derived_title}"
    profile.write_text('for = "us"\notherwise = "keep"\n[incident]\nplace = "generalise"\n')
    (left,) = release(contents, release_profiles.load(str(profile))).contents.series
    assert "Velmar" not in f"{left.title} {left.derived_title}"


def test_the_command_names_a_series_and_says_how_to_take_the_name_back(where: Path) -> None:
    with Book.open(where) as book:
        (found,), apart = book.series(), apart_of(book)
    by, run = ("--why", BY["why"], "--actor", "Vera Lind", "--book", str(where)), CliRunner().invoke
    assert "title by kind" not in run(main, ["series", "--book", str(where)]).output
    done = run(main, ["series", "name", found.id[:9], f"{SIEGE} [b]", *by])
    assert done.exit_code == 0, done.output
    decision = done.output.split()[-1].strip(".")
    shown = run(main, ["series", "show", found.id, "--book", str(where)]).output
    assert f"{SIEGE} [b]  (4 incidents)" in shown
    assert "Named by Vera Lind, " in shown
    assert found.title in shown
    assert f"tollbook undo {decision}" in shown
    assert f"{SIEGE} [b]" in run(main, ["series", "--format", "csv", "--book", str(where)]).output
    listed = run(main, ["series", "--book", str(where)]).output
    assert "title by kind" in listed
    assert found.title.split()[0] in listed
    assert f"4 incidents: {SIEGE} [b]." in run(main, ["show", found.id, "--book", str(where)]).output
    for name, incident_name, code, why in ((SIEGE, apart, 2, "No series has"), ("", found.id, 2, "is empty")):
        refused = run(main, ["series", "name", incident_name, name, *by])
        assert (refused.exit_code, why in refused.output) == (code, True), refused.output
    run(main, ["undo", decision, *by])
    assert found.title in run(main, ["series", "show", found.id, "--book", str(where)]).output
    assert "Named by" not in run(main, ["series", "show", found.id, "--book", str(where)]).output


def test_the_page_and_the_api_name_a_series(where: Path) -> None:
    with Book.open(where) as book:
        (found,), apart = book.series(), apart_of(book)
    with person(where, "Vera Lind") as client:
        headers = {"X-CSRF-Token": client.get("/api/session").json()["token"]}
        here = f"/incidents/{found.incidents[2]}/series"
        page = client.get(here).text
        assert "Nobody has named this series" in page
        form = {"csrf": token(page), "next": here, "seen": "0"}
        saved = client.post(here, data=form | {"name": "<b>Siege</b> & “storm”"}).text
        assert "Saved as the name of the series." in saved
        assert "&lt;b&gt;Siege&lt;/b&gt; &amp; “storm”" in saved
        assert "<b>Siege" not in saved
        assert "Named by Vera Lind, " in saved
        for address in ("/series", "/series?text=siege", "/series?text=reported", f"/incidents/{found.id}"):
            shown = client.get(address).text
            assert "&lt;b&gt;Siege&lt;/b&gt; &amp; “storm”" in shown, address
            assert "Named by Vera Lind, " in shown
        assert "&lt;b&gt;Siege" in client.get(f"/incidents/{apart}/series").text
        refused = client.post(here, data=form | {"name": "y" * 201})
        assert (refused.status_code, "201 characters" in refused.text) == (400, True)
        assert f'value="{"y" * 201}"' in refused.text
        assert client.post(f"/incidents/{apart}/series", data=form | {"name": SIEGE}).status_code == 404
        (decision,) = {client.get(f"/api/series/{name}").json()["named"] for name in found.incidents}
        client.post("/undo", data=form | {"decision": decision})
        assert client.get("/api/series").json()[0]["named"] is None
        made = client.post(f"/api/series/{found.id}/name", json={"name": SIEGE, "why": "So."}, headers=headers).json()
        assert made["verdict"] == "name series"
        assert client.get("/api/series").json()[0]["title"] == SIEGE
        for body, status in (({"name": "", "why": "So."}, 422), ({"why": "So."}, 422)):
            assert client.post(f"/api/series/{found.id}/name", json=body, headers=headers).status_code == status
