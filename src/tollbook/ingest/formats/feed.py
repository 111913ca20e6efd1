"""RSS and Atom files. A feed is split into feeds of one entry each, so that each report has bytes of its own."""

import io
from collections.abc import Iterator
from copy import copy

import feedparser
from lxml import etree

from tollbook.errors import Unreadable
from tollbook.ingest.document import EmbeddedDocument, ParsedDocument, ParseResult, metadata_of, metadata_value
from tollbook.ingest.formats.html import fragment
from tollbook.ingest.formats.page_metadata import day_value
from tollbook.locale.messages import message

_MAX_ENTRIES = 10_000
_DAMAGED = message("It is a damaged feed; save it again.")
_ENTRY = "*[local-name() = 'item' or local-name() = 'entry']"
_ENTRIES = etree.XPath(f"descendant-or-self::{_ENTRY}[not(ancestor::{_ENTRY})]")


def parse(data: bytes, media_type: str) -> ParseResult:
    """A feed of one entry is a document; otherwise each entry becomes a member. Raises Unreadable."""
    root = _root(data)
    # An entry inside an entry, found in damaged feeds, belongs to the outer one.
    entries = _ENTRIES(root)
    if not entries:
        raise Unreadable(message("It is a feed without entries."))
    if len(entries) > _MAX_ENTRIES:
        raise Unreadable(message("It is a feed of more than {most:,} entries; split it.", most=_MAX_ENTRIES))
    if len(entries) == 1:
        return ParseResult(document=_entry(data))
    singles = _single_entry_feeds(root, entries)
    return ParseResult(
        members=tuple(
            EmbeddedDocument(name=str(n), data=one, media_type=media_type) for n, one in enumerate(singles, 1)
        )
    )


def _root(data: bytes) -> etree._Element:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable(_DAMAGED) from error
    if root is None:
        raise Unreadable(_DAMAGED)
    # From the parse tree, because the bytes may be in any encoding.
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(declared.iterentities(), None) is not None:
        raise Unreadable(
            message("It declares XML entities, which malicious files do and feeds do not need; it was not read.")
        )
    return root


def _single_entry_feeds(root: etree._Element, entries: list[etree._Element]) -> Iterator[bytes]:
    """For each entry, the feed with that entry only, so that the entry keeps the metadata of the feed."""
    parents = [entry.getparent() for entry in entries]
    for entry, parent in zip(entries, parents, strict=True):
        entry.tail = None
        if parent is not None:
            parent.remove(entry)
    for entry, parent in zip(entries, parents, strict=True):
        if parent is None:
            continue
        parent.append(copy(entry))
        yield etree.tostring(root, encoding="utf-8", xml_declaration=True)
        parent.remove(parent[-1])


def _entry(data: bytes) -> ParsedDocument:
    try:
        feed = feedparser.parse(io.BytesIO(data))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, AssertionError, OverflowError) as error:
        raise Unreadable(_DAMAGED) from error
    if not feed.entries:
        raise Unreadable(_DAMAGED)
    entry = feed.entries[0]
    contents = [str(one.get("value") or "") for one in entry.get("content", ())]
    text = max([*contents, str(entry.get("summary") or "")], key=len)
    if not text.strip():
        raise Unreadable(
            message(
                "The entry has a link but no text; first capture the page with: tollbook fetch {url}", url=_link(entry)
            )
        )
    document = fragment(text)
    metadata = metadata_of(
        title=metadata_value(entry.get("title"), "feed entry"),
        outlet=metadata_value(feed.feed.get("title"), "feed title"),
        author=metadata_value(entry.get("author"), "feed entry"),
        url=metadata_value(_link(entry), "feed entry"),
        published=day_value(entry.get("published"), "feed entry"),
        # feedparser's own get() returns the day of publication if an entry was never updated.
        modified=day_value(dict.get(entry, "updated"), "feed entry"),
        language=metadata_value(feed.feed.get("language"), "feed language"),
    )
    return ParsedDocument(visible=document.visible, report_spans=document.report_spans, metadata=metadata)


def _link(entry: feedparser.FeedParserDict) -> str:
    link = str(entry.get("link") or "")
    return link if link.lower().startswith(("http://", "https://")) else ""
