"""What is at hand on every page: help, an export of a list as it is shown, names to settle first, one search."""

import csv
import html
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

import tollbook
from tests.web_client import fields_of, person
from tollbook.book import Book
from tollbook.cli import main
from tollbook.reconcile import RULES
from tollbook.reconcile.rules import CODEBOOKS

LISTS = ("/incidents", "/reports", "/persons", "/tolls", "/places", "/speakers", "/outlets")


@pytest.fixture(scope="module")
def client(sample_book: Path) -> Iterator[TestClient]:
    with person(sample_book, "Vera") as client:
        yield client


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_an_export_and_help_in_view(client: TestClient, path: str) -> None:
    page = lxml.html.fromstring(client.get(path).text)
    (export,) = page.xpath("//main//a[contains(@class, 'export-link')]")
    assert export.get("href") == "/export?format=xlsx"
    assert [link.get("href") for link in page.xpath("//header/a[contains(@class, 'help-link')]")] == ["/help"]
    form = client.get(export.get("href")).text
    assert fields_of(form, "/export")["format"] == ["xlsx"]


def test_the_export_of_a_list_has_its_rule_and_its_day(client: TestClient) -> None:
    listed = lxml.html.fromstring(client.get("/incidents?rule=acled&as_of=2021-10-06").text)
    (link,) = listed.xpath("//a[contains(@class, 'export-link')]")
    form = client.get(link.get("href")).text
    assert "Only what had been published by 6 October 2021. Figures by the rule acled." in plain(form)
    fields = fields_of(form, "/export") | {"format": ["csv"], "profile": [""]}
    made = client.post("/export", data={name: values[0] for name, values in fields.items()})
    with zipfile.ZipFile(io.BytesIO(made.content)) as packed:
        name = next(each for each in packed.namelist() if each.endswith("incidents.csv"))
        rows = list(csv.DictReader(io.StringIO(packed.read(name).decode("utf-8-sig"))))
    assert len(rows) == 1  # the shooting was not known then
    whole = fields_of(client.get("/export").text, "/export")
    assert not {"rule", "as_of"} & whole.keys()


def test_names_that_may_be_one_are_on_the_first_page(client: TestClient, sample_book: Path) -> None:
    with Book.open(sample_book) as book:
        waiting = book.names.waiting()
        assert waiting
        assert all(len(book.names(kind).proposals) == number for kind, number in waiting.items())
    assert 'hx-get="/names-waiting"' in client.get("/").text
    said = client.get("/names-waiting").text
    assert "Settle them before single records: a name is in many of them." in plain(said)
    assert all(f'href="/names/{kind}"' in said for kind in waiting)


def test_a_person_that_is_found_leads_to_the_person(client: TestClient) -> None:
    page = lxml.html.fromstring(client.get("/search?text=Dost").text)
    (link,) = page.xpath("//section[@aria-labelledby='persons']//a")
    assert link.text_content() == "Anira Dost"
    assert "Anira Dost" in client.get(link.get("href")).text
    assert client.get(link.get("href")).status_code == 200


def test_running_totals_are_found(client: TestClient, sample_book: Path) -> None:
    page = lxml.html.fromstring(client.get("/search?text=velmar").text)
    links = page.xpath("//section[@aria-labelledby='tolls']//a")
    assert links
    assert client.get(links[0].get("href")).status_code == 200
    over_api = client.get("/api/search/everything?question=velmar").json()["tolls"]
    assert [f"/tolls/{each['id']}" for each in over_api] == [link.get("href") for link in links]
    shown = CliRunner().invoke(main, ["search", "velmar", "--book", str(sample_book)]).output
    assert "Running totals" in shown
    assert over_api[0]["id"] in shown


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_says_what_it_does_where_it_is_chosen(client: TestClient, sample_book: Path, rule: str) -> None:
    with Book.open(sample_book) as book:
        strike = next(each for each in book.incidents() if each.kind == "airstrike")
    page = lxml.html.fromstring(client.get(f"/incidents/{strike.id}?rule={rule}").text)
    (choice,) = page.xpath("//select[@id='rule']")
    (said,) = page.xpath(f"//*[@id='{choice.get('aria-describedby')}']")
    assert CODEBOOKS[rule] in plain(lxml.html.tostring(said, encoding="unicode"))
    graded = {"airwars": "(graded by the rules of Airwars)", "ibc": "(graded by the rules of Iraq Body Count)"}
    about = " ".join(page.xpath("//dl[@class='about']")[0].text_content().split())
    assert graded.get(rule, "") in about


#: Packages that connect to other computers, and the words of the help page about them. ``serve`` only listens.
ONLINE = {"ingest/fetch": "fetch", "watch": "watch", "readers/llm": "language model"}
LISTENS = {"cli/serve.py", "deadline.py"}


def test_help_names_everything_that_goes_online(client: TestClient) -> None:
    source = Path(tollbook.__file__).parent
    library = re.compile(r"^(?:import|from) (?:httpx|httpcore|socket|ssl|smtplib|imaplib|urllib\.request)\b", re.M)
    modules = {str(each.relative_to(source)) for each in source.rglob("*.py") if library.search(each.read_text())}
    packages = {next((name for name in ONLINE if each.startswith(f"{name}/")), each) for each in modules - LISTENS}
    assert packages == ONLINE.keys()
    page = lxml.html.fromstring(client.get("/help").text)
    (safety,) = page.xpath("//*[@id='safety']/following-sibling::ul[1]/li[1]")
    assert all(word in safety.text_content() for word in ONLINE.values())
