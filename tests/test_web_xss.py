"""Markup in captured text and in what people write: on no page that can be reached is it more than text."""

import json
import re
from collections import deque
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import lxml.html
from fastapi.testclient import TestClient

from tests.test_web_security import routes_of
from tollbook.book import Book
from tollbook.web.app import create_app

HERE = "http://127.0.0.1"
#: Ways out of an element, of an attribute and of a script, each with a handler of its own.
EVIL = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg onload=alert(3)></script></title></textarea>{{7*7}}"
)
#: Pages asked for at most; those reached last are further pages of the same routes.
MOST = 140
#: Attributes with an address.
_ADDRESSES = ("href", "src", "action", "formaction", "xlink:href", "hx-get", "hx-post", "data", "poster")


def evil_book(where: Path) -> Path:
    """A book with markup in every field that comes from outside, and in what people decide and name."""
    rows = [
        {
            "id": f"{name}/{EVIL}", "title": f"{name} {EVIL}", "outlet": f"Post {EVIL}", "url": f"https://a.example/{EVIL}",
            "author": EVIL, "published": f"2021-10-0{day}",
            "text": f"Four people, among them Mira Tolven, were killed in Oberfeld, said Ilyas {EVIL} Tarkhan. "
            f"Nine {EVIL} were wounded, the mayor of Velmar said.",
        }
        for day, name in enumerate(("one", "two"), start=5)
    ]  # fmt: skip
    (where / "a.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with Book.open(where / "a.book", create=True) as book:
        assert book.read([where / "a.jsonl"]).read == 2
        for claim in book.incidents.claims()[:2]:
            book.decide("accept", claim.id, who=f"Vera {EVIL}", why=f"Doubtful {EVIL}")
        book.review.coding.open(f"Round {EVIL}", size=1, who=f"Vera {EVIL}")
    return where / "a.book"


def live_markup(page: str) -> list[str]:
    """What in a page would run, load or leave: nothing on a page of Tollbook."""
    found = []
    for element in lxml.html.fromstring(page).iter():
        if not isinstance(element.tag, str):
            continue
        inline = element.tag == "script" and "src" not in element.attrib and "json" not in element.get("type", "")
        found += [f"<{element.tag}> {element.text_content()[:40]}"] if inline else []
        found += [f"{name} of <{element.tag}>" for name in element.attrib if name.startswith("on") or name == "style"]
        found += [
            f"{name}={element.get(name)} of <{element.tag}>"
            for name in _ADDRESSES
            if re.match(r"\s*(?:javascript:|https?:|//|x$|data:text)", element.get(name, ""), re.IGNORECASE)
        ]
    return found


def test_markup_from_outside_is_text_on_every_page(tmp_path: Path) -> None:
    app = create_app(evil_book(tmp_path))
    pages = {route.path: route.path_regex for route in routes_of(app.router) if "GET" in route.methods}
    typed = [f"/{name}?text={quote(EVIL)}" for name in ("incidents", "reports", "persons", "search", "places", "tolls")]
    waiting, seen, wrong, reached = deque(["/", "/login", *pages, *typed]), set(), [], set()
    planted = 0
    with TestClient(app, base_url=HERE, headers={"X-Tollbook-Person": quote("Vera")}) as client:
        while waiting and len(seen) < MOST:
            address = waiting.popleft()
            if address in seen or "{" in urlsplit(address).path:
                continue
            seen.add(address)
            answer = client.get(address)
            if not answer.headers.get("content-type", "").startswith("text/html") or not answer.text:
                continue  # a part of a page can be empty
            reached |= {path for path, regex in pages.items() if regex.match(answer.url.path)}
            planted += "alert(" in answer.text
            wrong += [f"{address}: {each}" for each in live_markup(answer.text)]
            links = lxml.html.fromstring(answer.text).xpath("//a/@href")
            inside = [urljoin(address, link).partition("#")[0] for link in links if link.startswith(("/", "?"))]
            # Routes not seen yet come first.
            new = {path for path in inside if not any(pages[each].match(urlsplit(path).path) for each in reached)}
            waiting.extendleft(sorted(new))
            waiting.extend(path for path in inside if path not in new)
    assert wrong == []
    assert planted > 20
    assert len(reached) > 30, sorted(set(pages) - reached)
