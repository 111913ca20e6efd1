"""What tests of pages share: a person who is signed in, and the forms of a page as a browser would send them."""

import re
from pathlib import Path

import lxml.html
from fastapi.testclient import TestClient

from tollbook.web.app import create_app


def person(where: Path, name: str) -> TestClient:
    client = TestClient(create_app(where), base_url="http://127.0.0.1")
    client.post("/login", data={"csrf": token(client.get("/login").text), "name": name})
    return client


def token(page: str) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def fields_of(page: str, action: str) -> dict[str, list[str]]:
    """The fields of the form that goes to ``action``, as a browser would send them untouched."""
    form = next(form for form in lxml.html.fromstring(page).forms if form.action == action)
    fields: dict[str, list[str]] = {}
    for name, value in form.form_values():
        fields.setdefault(name, []).append(value)
    return fields


def single(page: str, action: str, **more: str) -> dict[str, str]:
    """The fields of a form with one value each, and more."""
    return {name: value[0] for name, value in fields_of(page, action).items()} | more
