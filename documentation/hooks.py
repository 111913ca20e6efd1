"""Hooks of mkdocs: they add documents from outside ``docs``, and list every decision."""

import os.path
import re
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
#: Documents that stay where they are in the repository, and are pages of the site at the same path.
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", *(f"bench/{path.name}" for path in sorted((ROOT / "bench").glob("*.md"))))
#: A link to a file, and an anchor after it.
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the navigation under *Decisions* with every decision, by number."""
    decisions = [f"decisions/{path.name}" for path in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    assert config.nav is not None
    config.nav = [{"Decisions": decisions} if "Decisions" in entry else entry for entry in config.nav]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents from outside, and the pictures beside them."""
    for name in OUTSIDE:
        files.append(File.generated(config, name, content=(ROOT / name).read_text("utf-8")))
    for picture in (ROOT / "bench").glob("*.svg"):
        files.append(File.generated(config, f"bench/{picture.name}", content=picture.read_bytes()))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Point links at the pages of the site: documents keep the links that are right in the repository."""
    source = page.file.src_uri
    here = PurePosixPath(source) if source in OUTSIDE else PurePosixPath("docs", source)
    return _LINK.sub(lambda link: _on_site(link, here, PurePosixPath(source)), markdown)


def _on_site(link: re.Match[str], here: PurePosixPath, source: PurePosixPath) -> str:
    """The link from a document at ``here`` in the repository, seen from its page ``source`` of the site.

    A link to a file that is no page (code, data) becomes its path in the repository, as text.
    """
    target = os.path.normpath(here.parent / link[1])
    on_site = target.removeprefix("docs/") if target.startswith("docs/") else target if target in OUTSIDE else None
    if target.startswith("bench/") and target.endswith(".svg"):
        on_site = target
    if on_site is None:
        return f"] (`{target}`)" if (ROOT / target).exists() else link[0]
    return f"]({os.path.relpath(on_site, source.parent)}{link[2] or ''})"
