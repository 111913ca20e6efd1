"""The documentation site: it builds without a broken link, asks no other server, and its made parts are up to date."""

import io
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest

from documentation import made
from tollbook import model

ROOT = Path(__file__).parent.parent
pytest.importorskip("material", reason="mkdocs-material is not installed: pip install 'tollbook[docs]'")


class _Loaded(HTMLParser):
    """Addresses that a browser loads by itself when it shows a page: scripts, styles, pictures, frames, icons."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.found += [given[name] or "" for name in ("src", "srcset", "poster", "data") if name in given]
        if tag == "link" and given.get("rel") not in {"canonical", "prev", "next"}:
            self.found.append(given.get("href") or "")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` does: a broken link or a page that no menu has is an error."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def _is_elsewhere(address: str) -> bool:
    return re.match(r"\s*(?:\w+:)?//", address) is not None


def test_no_page_loads_anything_from_another_server(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 80
    for page in pages:
        loaded = _Loaded()
        loaded.feed(page.read_text("utf-8"))
        assert loaded.found
        assert [address for address in loaded.found if _is_elsewhere(address)] == [], page
    for style in site.rglob("*.css"):
        named = re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", style.read_text("utf-8"))
        assert [address for address in named if _is_elsewhere(address)] == [], style


def test_documents_made_from_code_are_up_to_date() -> None:
    documents = {path.name: path.read_text("utf-8") for path in made.documents()}
    assert {"api.md", "codebook.md", "methods.md"} <= set(documents)
    stale = [name for name, text in documents.items() if made.renewed(text) != text]
    assert stale == [], "run: make pages"


def test_the_codebook_has_every_value_of_every_coded_field() -> None:
    fields = (
        model.ClaimKind, model.Qualifier, model.Status, model.Scope, model.Stance, model.Precision, model.Basis,
        model.IncidentKind, model.Certainty, model.VictimEffect, model.SiteEffect, model.FigureStatus,
    )  # fmt: skip
    text = (ROOT / "docs" / "codebook.md").read_text("utf-8")
    assert [value for field in fields for value in get_args(field) if f"`{value}`" not in text] == []


def test_the_reader_in_the_documents_reads() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "extending.md").read_text("utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    exec(compile(code, "extending.md", "exec"), names)
    reader = names["READER"]
    report = model.Report(id="a", sha256="", text="A shell hit the mill in Oberfeld. No one was hurt. Invented report.")
    (claim,) = reader.read(report).claims  # type: ignore[attr-defined]
    assert claim.quote == "No one was hurt"


def test_the_offline_search_finds_a_page(site: Path, chromium: object) -> None:
    from playwright.sync_api import Browser, expect  # noqa: PLC0415 - chromium skips where it is missing

    assert isinstance(chromium, Browser)
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.get_by_placeholder("Search").first.click()
    # What is typed before the index is there is not searched for.
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching", timeout=30_000)
    page.get_by_placeholder("Search").first.press_sequentially("superseded", delay=20)
    expect(page.locator(".md-search-result__link").first).to_be_visible(timeout=30_000)
    page.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_the_container_file_copies_what_exists_and_ends_without_root() -> None:
    parser = pytest.importorskip("dockerfile_parse", reason="dockerfile-parse is not installed")
    parsed = parser.DockerfileParser(fileobj=io.BytesIO((ROOT / "Containerfile").read_bytes()))
    steps = [(step["instruction"], step["value"]) for step in parsed.structure]
    copied = [name for kind, value in steps if kind == "COPY" and "--from" not in value for name in value.split()[:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert parsed.is_multistage
    last = steps[max(place for place, (kind, _) in enumerate(steps) if kind == "FROM") :]
    assert [value for kind, value in last if kind == "USER"] == ["recorder"]
    assert ("VOLUME", "/book") in last
