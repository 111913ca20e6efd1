"""The metadata of an HTML page: from JSON-LD first, then meta tags, then links and the comments of browsers."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import htmldate
from lxml import etree
from lxml.html import HtmlElement

from tollbook.ingest.document import Metadata, MetadataValue, metadata_of, metadata_value

#: For each field the names of the meta tags that give it, the most reliable first.
_META = {
    "title": ("og:title", "twitter:title", "citation_title", "dcterms.title", "dc.title", "headline"),
    "outlet": ("og:site_name", "citation_publisher", "application-name", "dcterms.publisher", "dc.publisher"),
    "author": ("author", "article:author", "citation_author", "dcterms.creator", "dc.creator", "byl", "parsely-author"),
    "url": ("og:url", "twitter:url", "citation_public_url"),
    "published": (
        "article:published_time", "og:published_time", "datepublished", "citation_publication_date", "dcterms.created",
        "dcterms.date", "dc.date.issued", "dc.date", "parsely-pub-date", "pubdate", "publishdate", "date",
    ),
    "modified": ("article:modified_time", "og:updated_time", "datemodified", "dcterms.modified", "last-modified"),
}  # fmt: skip
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(\S+)\s*-->", re.I)
_SINGLE_FILE = re.compile(
    r"<!--\s*Page saved with SingleFile\s+url:\s*(\S+)\s+saved date:\s*([^\n]+?)\s*(?:\n|-->)", re.I
)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_WEB = re.compile(r"https?://", re.I)
#: Values of a JSON-LD script that are examined; a news page has a few dozen.
_MAX_NODES = 2000


def of_page(tree: HtmlElement, source: str) -> Metadata:
    """The metadata of a page; ``source`` is its HTML, which has the comments that browsers add."""
    found = _from_links(tree) | _from_comments(source[:4096])
    for metadata in (_from_meta(tree), _from_json_ld(tree)):
        # The comment of a saved page has its address; for everything else the outlet's tags take precedence.
        found = found | {name: one for name, one in metadata.items() if name != "url" or "url" not in found}
    for name, other in _fallback(tree, found).items():
        found.setdefault(name, other)
    return found


def as_day(value: str) -> str | None:
    """The day of a date in a page or feed, ISO 8601 or RFC 2822, in the time zone it is written in."""
    if match := _DAY.match(value.strip()):
        text = match.group()
    else:
        try:
            text = parsedate_to_datetime(value).date().isoformat()
        except (ValueError, TypeError, IndexError, OverflowError):
            return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def day_value(value: object, source: str) -> MetadataValue | None:
    """A day as a metadata value, or ``None`` if the value is not a day."""
    return metadata_value(as_day(value), source) if isinstance(value, str) else None


def _from_comments(head: str) -> Metadata:
    if match := _SINGLE_FILE.search(head):
        return metadata_of(
            url=metadata_value(match[1], "SingleFile comment"),
            captured=metadata_value(_moment(match[2]), "SingleFile comment"),
        )
    if match := _SAVED_FROM.search(head):
        return metadata_of(url=metadata_value(match[1], "saved-from comment"))
    return {}


def _moment(value: str) -> str | None:
    """``Sat Oct 09 2021 10:00:00 GMT+0200 (…)``, as browsers write it, in ISO 8601."""
    try:
        return datetime.strptime(value.partition(" (")[0].strip(), "%a %b %d %Y %H:%M:%S GMT%z").isoformat()
    except ValueError:
        return None


def _from_links(tree: HtmlElement) -> Metadata:
    for link in tree.iterfind(".//link[@href]"):
        if link.get("rel", "").lower() == "canonical" and _WEB.match(link.get("href", "")):
            return metadata_of(url=metadata_value(link.get("href"), "link rel=canonical"))
    return {}


def _from_meta(tree: HtmlElement) -> Metadata:
    tags: dict[str, str] = {}
    for meta in tree.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        if name and meta.get("content"):
            tags.setdefault(name.lower(), meta.get("content", ""))
    metadata: Metadata = {}
    for field, names in _META.items():
        make = day_value if field in {"published", "modified"} else metadata_value
        value = next((value for name in names if name in tags and (value := make(tags[name], name))), None)
        if value and (field != "url" or _WEB.match(value.value)):
            metadata[field] = value
    if "author" in metadata and _WEB.match(metadata["author"].value):
        del metadata["author"]
    return metadata


def _from_json_ld(tree: HtmlElement) -> Metadata:
    for script in tree.iter("script"):
        if "ld+json" not in script.get("type", ""):
            continue
        try:
            data = json.loads(script.text or "")
        except (ValueError, RecursionError):
            continue
        for node in _nodes(data):
            if "headline" in node and ("datePublished" in node or "publisher" in node or "author" in node):
                return _from_node(node)
    return {}


def _from_node(node: dict[str, Any]) -> Metadata:
    url = node.get("url") or node.get("mainEntityOfPage")
    url = url.get("@id") if isinstance(url, dict) else url
    return metadata_of(
        title=metadata_value(_name(node.get("headline")), "JSON-LD headline"),
        outlet=metadata_value(_name(node.get("publisher")), "JSON-LD publisher"),
        author=metadata_value(_name(node.get("author")), "JSON-LD author"),
        url=metadata_value(url, "JSON-LD url") if isinstance(url, str) and _WEB.match(url) else None,
        published=day_value(node.get("datePublished"), "JSON-LD datePublished"),
        modified=day_value(node.get("dateModified"), "JSON-LD dateModified"),
        language=metadata_value(_name(node.get("inLanguage")), "JSON-LD inLanguage"),
    )


def _nodes(data: object) -> Iterator[dict[str, Any]]:
    """The objects of a JSON-LD script, outermost first."""
    todo, seen = [data], 0
    while todo and seen < _MAX_NODES:
        node, seen = todo.pop(0), seen + 1
        if isinstance(node, dict):
            yield node
            todo.extend(node.values())
        elif isinstance(node, list):
            todo.extend(node)


def _name(value: object) -> str | None:
    """A name as JSON-LD may give it: a string, an object with a name, or a list of either."""
    if isinstance(value, dict):
        value = value.get("name")
    if isinstance(value, list):
        names = [_name(one) for one in value[:20] if not isinstance(one, list)]
        return ", ".join(name for name in names if name) or None
    return value if isinstance(value, str) else None


def _fallback(tree: HtmlElement, found: Metadata) -> Metadata:
    """The headline or title, the language of the page, and the day that htmldate finds."""
    title = next((metadata_value(h.text_content(), "h1") for h in tree.iter("h1") if h.text_content().strip()), None)
    title = title or metadata_value(tree.findtext(".//title"), "title")
    metadata = metadata_of(title=title, language=metadata_value(tree.get("lang") or tree.get("xml:lang"), "html lang"))
    if "published" not in found and (day := _by_htmldate(tree)):
        metadata["published"] = MetadataValue(value=day, source="htmldate")
    return metadata


def _by_htmldate(tree: HtmlElement) -> str | None:
    """The day of publication from the markup; htmldate's extensive search, which guesses from the text, is off."""
    try:
        return htmldate.find_date(tree, original_date=True, extensive_search=False)
    except (ValueError, TypeError, RecursionError, AttributeError, OverflowError, etree.LxmlError):
        return None
