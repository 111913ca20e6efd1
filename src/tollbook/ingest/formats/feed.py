"""RSS and Atom files. A feed is taken apart into feeds of one entry each: bytes that stand for themselves."""

import io
from collections.abc import Iterator
from copy import copy

import feedparser
from lxml import etree

from tollbook.errors import Unreadable
from tollbook.ingest.document import Document, Member, Parsed, fact, facts_of
from tollbook.ingest.formats.html import fragment
from tollbook.ingest.formats.metadata import day_fact

_MOST_ENTRIES = 10_000
_ENTRY = "*[local-name() = 'item' or local-name() = 'entry']"
_ENTRIES = etree.XPath(f"descendant-or-self::{_ENTRY}[not(ancestor::{_ENTRY})]")


def parse(data: bytes, media_type: str) -> Parsed:
    """The one entry of a feed as a document, or each of several as a member. Raises Unreadable."""
    root = _root(data)
    # An entry within an entry, as damaged feeds have, belongs to the outer one.
    entries = _ENTRIES(root)
    if not entries:
        raise Unreadable("It is a feed without any entry.")
    if len(entries) > _MOST_ENTRIES:
        raise Unreadable(f"It is a feed of more than {_MOST_ENTRIES:,} entries; split it.")
    if len(entries) == 1:
        return Parsed(document=_entry(data))
    alone = _alone(root, entries)
    return Parsed(members=tuple(Member(name=str(n), data=one, media_type=media_type) for n, one in enumerate(alone, 1)))


def _root(data: bytes) -> etree._Element:
    if b"<!ENTITY" in data:
        raise Unreadable("It declares entities of its own, as files made to do harm do and no feed needs.")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise Unreadable("It is a damaged feed; save it again.") from error
    if root is None:
        raise Unreadable("It is a damaged feed; save it again.")
    return root


def _alone(root: etree._Element, entries: list[etree._Element]) -> Iterator[bytes]:
    """For each entry the feed with that entry alone: what the feed says of itself stays with it."""
    homes = [entry.getparent() for entry in entries]
    for entry, home in zip(entries, homes, strict=True):
        entry.tail = None
        if home is not None:
            home.remove(entry)
    for entry, home in zip(entries, homes, strict=True):
        if home is None:
            continue
        home.append(copy(entry))
        yield etree.tostring(root, encoding="utf-8", xml_declaration=True)
        home.remove(home[-1])


def _entry(data: bytes) -> Document:
    try:
        feed = feedparser.parse(io.BytesIO(data))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, AssertionError, OverflowError) as error:
        raise Unreadable("It is a damaged feed; save it again.") from error
    if not feed.entries:
        raise Unreadable("It is a damaged feed; save it again.")
    entry = feed.entries[0]
    contents = [str(one.get("value") or "") for one in entry.get("content", ())]
    text = max([*contents, str(entry.get("summary") or "")], key=len)
    if not text.strip():
        raise Unreadable(
            "The entry has a link and no text; capture the page first with: tollbook fetch " + _link(entry)
        )
    document = fragment(text)
    facts = facts_of(
        title=fact(entry.get("title"), "feed entry"),
        outlet=fact(feed.feed.get("title"), "feed title"),
        author=fact(entry.get("author"), "feed entry"),
        url=fact(_link(entry), "feed entry"),
        published=day_fact(entry.get("published"), "feed entry"),
        # feedparser's own get() gives the day of publication where an entry was never updated.
        modified=day_fact(dict.get(entry, "updated"), "feed entry"),
        language=fact(feed.feed.get("language"), "feed language"),
    )
    return Document(visible=document.visible, kept=document.kept, facts=facts)


def _link(entry: feedparser.FeedParserDict) -> str:
    link = str(entry.get("link") or "")
    return link if link.lower().startswith(("http://", "https://")) else ""
