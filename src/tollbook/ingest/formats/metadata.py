"""What an HTML page says of itself: JSON-LD first, then its meta tags, then what browsers and links leave in it."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import htmldate
from lxml import etree
from lxml.html import HtmlElement

from tollbook.ingest.document import Fact, Facts, fact, facts_of

#: For each field the names of meta tags that give it, the most telling first.
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
#: Values of a JSON-LD script that are looked at; a news page has a few dozen.
_MOST_NODES = 2000


def of_page(tree: HtmlElement, source: str) -> Facts:
    """The facts of a page; ``source`` is its text, for the comments that browsers leave there."""
    found = _from_links(tree) | _from_comments(source[:4096])
    for facts in (_from_meta(tree), _from_json_ld(tree)):
        # A saved page says in its comment where it stood; tags are the outlet's word for all the rest.
        found = found | {name: one for name, one in facts.items() if name != "url" or "url" not in found}
    for name, other in _otherwise(tree, found).items():
        found.setdefault(name, other)
    return found


def as_day(value: str) -> str | None:
    """The day of a date as pages and feeds write it, ISO 8601 or RFC 2822; the day where it was written."""
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


def day_fact(value: object, source: str) -> Fact | None:
    """A day as a fact, or ``None`` where the value is none."""
    return fact(as_day(value), source) if isinstance(value, str) else None


def _from_comments(head: str) -> Facts:
    if match := _SINGLE_FILE.search(head):
        return facts_of(
            url=fact(match[1], "SingleFile comment"), captured=fact(_moment(match[2]), "SingleFile comment")
        )
    if match := _SAVED_FROM.search(head):
        return facts_of(url=fact(match[1], "saved-from comment"))
    return {}


def _moment(value: str) -> str | None:
    """``Sat Oct 09 2021 10:00:00 GMT+0200 (…)``, as browsers print it, in ISO 8601."""
    try:
        return datetime.strptime(value.partition(" (")[0].strip(), "%a %b %d %Y %H:%M:%S GMT%z").isoformat()
    except ValueError:
        return None


def _from_links(tree: HtmlElement) -> Facts:
    for link in tree.iterfind(".//link[@href]"):
        if link.get("rel", "").lower() == "canonical" and _WEB.match(link.get("href", "")):
            return facts_of(url=fact(link.get("href"), "link rel=canonical"))
    return {}


def _from_meta(tree: HtmlElement) -> Facts:
    said: dict[str, str] = {}
    for meta in tree.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        if name and meta.get("content"):
            said.setdefault(name.lower(), meta.get("content", ""))
    facts: Facts = {}
    for field, names in _META.items():
        make = day_fact if field in {"published", "modified"} else fact
        found = next((one for name in names if name in said and (one := make(said[name], name))), None)
        if found and (field != "url" or _WEB.match(found.value)):
            facts[field] = found
    if "author" in facts and _WEB.match(facts["author"].value):
        del facts["author"]
    return facts


def _from_json_ld(tree: HtmlElement) -> Facts:
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


def _from_node(node: dict[str, Any]) -> Facts:
    url = node.get("url") or node.get("mainEntityOfPage")
    url = url.get("@id") if isinstance(url, dict) else url
    return facts_of(
        title=fact(_name(node.get("headline")), "JSON-LD headline"),
        outlet=fact(_name(node.get("publisher")), "JSON-LD publisher"),
        author=fact(_name(node.get("author")), "JSON-LD author"),
        url=fact(url, "JSON-LD url") if isinstance(url, str) and _WEB.match(url) else None,
        published=day_fact(node.get("datePublished"), "JSON-LD datePublished"),
        modified=day_fact(node.get("dateModified"), "JSON-LD dateModified"),
        language=fact(_name(node.get("inLanguage")), "JSON-LD inLanguage"),
    )


def _nodes(data: object) -> Iterator[dict[str, Any]]:
    """The objects of a JSON-LD script, outermost first."""
    todo, seen = [data], 0
    while todo and seen < _MOST_NODES:
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


def _otherwise(tree: HtmlElement, found: Facts) -> Facts:
    """What stands in the page's frame: its headline or title, its language, and the day htmldate finds."""
    title = next((fact(h.text_content(), "h1") for h in tree.iter("h1") if h.text_content().strip()), None)
    title = title or fact(tree.findtext(".//title"), "title")
    facts = facts_of(title=title, language=fact(tree.get("lang") or tree.get("xml:lang"), "html lang"))
    if "published" not in found and (day := _by_htmldate(tree)):
        facts["published"] = Fact(value=day, source="htmldate")
    return facts


def _by_htmldate(tree: HtmlElement) -> str | None:
    """The day of publication from the page's own markup; htmldate's wider guesses over its text are not asked for."""
    try:
        return htmldate.find_date(tree, original_date=True, extensive_search=False)
    except (ValueError, TypeError, RecursionError, AttributeError, OverflowError, etree.LxmlError):
        return None
