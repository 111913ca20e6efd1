"""The page that imports a spreadsheet: columns to confirm, rows loaded, an import set aside and used again."""

from base64 import b64encode, urlsafe_b64encode
from pathlib import Path

from fastapi.testclient import TestClient
from web_client import fields_of, person

from tollbook.book import Book

FILE = """Ref,Date,Town,Killed,Wounded,<b>Notes</b>
A1,2021-10-05,Oberfeld,3,>10,A shell hit a house.
A2,2021-10-06,Oberfeld,-1,2,
"""


def loaded(vera: TestClient, **changed: str) -> str:
    """The page after the columns of the file were confirmed as a browser sends them."""
    shown = vera.post("/import", data={**_form(vera), "data": _coded(FILE), "origin": "../list.csv"})
    assert shown.status_code == 200
    fields = {name: values[0] for name, values in fields_of(shown.text, "/import").items()}
    answer = vera.post("/import", data=fields | {"step": "load"} | changed)
    assert answer.status_code == 200, answer.text
    return answer.text


def _form(vera: TestClient) -> dict[str, str]:
    return {name: values[0] for name, values in fields_of(vera.get("/import").text, "/import").items()}


def _coded(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def new_book(folder: Path) -> Path:
    Book.open(folder / "a.book", create=True).close()
    return folder / "a.book"


def test_a_file_is_shown_confirmed_and_loaded(tmp_path: Path) -> None:
    where = new_book(tmp_path)
    vera = person(where, "Vera")
    shown = vera.post("/import", data={**_form(vera), "data": _coded(FILE), "origin": "list.csv"}).text
    assert "&lt;b&gt;Notes" in shown
    assert "<b>Notes" not in shown
    assert "1 row can be loaded" in shown
    assert "-1” is negative" in shown
    assert "1 row loaded" in loaded(vera)
    assert "1 row is in the book already" in loaded(vera)
    with Book.open(where) as book:
        (incident,) = book.incidents()
        assert incident.figures["killed"].best == 3
        assert [each.who for each in book.imports()] == ["Vera"]
        assert [each.file for each in book.imports()] == ["list.csv"]


def test_a_column_can_be_left_out_and_no_field_is_given_twice(tmp_path: Path) -> None:
    vera = person(new_book(tmp_path), "Vera")
    assert "2 rows loaded" in loaded(vera, **{"field-3": ""})
    shown = vera.post("/import", data={**_form(vera), "data": _coded(FILE), "origin": "list.csv"})
    fields = {name: values[0] for name, values in fields_of(shown.text, "/import").items()}
    answer = vera.post("/import", data=fields | {"step": "load", "field-4": "killed"})
    assert answer.status_code == 400
    assert "have the same field" in answer.text


def test_an_import_is_set_aside_and_used_again(tmp_path: Path) -> None:
    where = new_book(tmp_path)
    vera = person(where, "Vera")
    loaded(vera)
    with Book.open(where) as book:
        before = book.incidents()
        aside = fields_of(vera.get("/import").text, "/import/aside")
        assert vera.post("/import/aside", data={n: v[0] for n, v in aside.items()}, follow_redirects=True).is_success
        assert book.incidents() == []
        again = fields_of(vera.get("/import").text, "/undo")
        assert vera.post("/undo", data={n: v[0] for n, v in again.items()}, follow_redirects=True).is_success
        book.settle()
        assert book.incidents() == before


def test_a_file_that_is_not_a_table_is_refused_in_a_sentence(tmp_path: Path) -> None:
    vera = person(new_book(tmp_path), "Vera")
    for sent in ({"data": "", "content": ""}, {"data": "!"}, {"data": _coded("\0\1")}, {"content": "a,b\n1,2\n"}):
        answer = vera.post("/import", data={**_form(vera), **sent})
        assert answer.status_code == 400, sent


def test_the_api_previews_loads_lists_and_sets_aside(tmp_path: Path) -> None:
    where = new_book(tmp_path)
    vera = person(where, "Vera")
    vera.headers["X-Requested-With"] = "tollbook"
    sent = {"content": b64encode(FILE.encode()).decode(), "file": "C:\\lists\\list.csv", "data_set": "A list"}
    shown = vera.post("/api/imports/preview", json=sent).json()
    assert shown["mapping"]["columns"]["killed"] == "Killed"
    assert (shown["loadable"], [each["origin"] for each in shown["refused"]]) == (1, ["list.csv, row 3"])
    assert "is negative" in shown["refused"][0]["reason"]
    assert vera.get("/api/imports").json() == []

    done = vera.post("/api/imports", json=sent | {"columns": {"injured": ""}}).json()
    assert (done["loaded"], done["known"], len(done["refused"])) == (1, 0, 1)
    assert vera.post("/api/imports", json=sent | {"columns": {"injured": ""}}).json()["known"] == 1
    (listed,) = vera.get("/api/imports").json()
    assert (listed["id"], listed["who"], listed["file"], listed["data_set"]) == (
        done["id"],
        "Vera",
        "list.csv",
        "A list",
    )
    (incident,) = vera.get("/api/incidents").json()["incidents"]
    assert incident["figures"].keys() == {"killed"}

    decision = vera.post(f"/api/imports/{done['id']}/aside", json={"why": "an older copy"}).json()
    assert vera.get("/api/imports").json()[0]["set_aside"] == decision["id"]
    assert vera.get("/api/incidents").json()["total"] == 0
    assert vera.post("/api/imports/none/aside", json={"why": "x"}).status_code == 404


def test_the_api_refuses_a_file_without_columns_that_say_anything(tmp_path: Path) -> None:
    vera = person(new_book(tmp_path), "Vera")
    vera.headers["X-Requested-With"] = "tollbook"
    for content, says in ((b"Colour,Shape\nred,round\n", "No column says"), (b"", "empty")):
        sent = {"content": b64encode(content).decode(), "file": "a.csv"}
        for address in ("/api/imports/preview", "/api/imports"):
            answer = vera.post(address, json=sent)
            assert answer.status_code == 422
            assert says in answer.json()["error"]
