"""RSS and Atom feeds: entries that are new or changed, and, if asked, the pages that they lead to.

Requests are polite: they are conditional on a change since the last one, obey robots.txt, pause between two requests
to one host, and wait longer after an error.
"""

import io
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import msgspec
from lxml import etree
from warcio.warcwriter import WARCWriter

from tollbook.book.watching import NewFile
from tollbook.errors import Refused
from tollbook.ingest import media_types
from tollbook.ingest.archives.unpack import decoded
from tollbook.ingest.fetch import capture_page
from tollbook.ingest.fetch.client import HttpClient, HttpResponse, parse
from tollbook.ingest.fetch.robots import Robots
from tollbook.ingest.sandbox import Sandbox
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal
from tollbook.watch.settings import FeedSetting
from tollbook.watch.source import Item, Later, Look, digest

#: Bytes of the largest feed: news feeds have a few hundred kilobytes.
_MAX_FEED = 20_000_000
_MAX_REDIRECTS = 5
#: Entries of the longest feed, as in ``ingest``; and what an entry begins with.
_MAX_ENTRIES, _ENTRY = 10_000, re.compile(rb"<(?:[\w.-]+:)?(?:item|entry)[\s/>]")
#: Tries to capture an article, with an hour before the second and twice as long before each further one.
_TRIES, _AGAIN = 5, 3600.0
#: Seconds of the longest wait that a server may ask for.
_LONGEST_WAIT = 86_400.0
#: Seconds after which robots.txt is fetched again (RFC 9309 says a day at most).
_ROBOTS_AGE = 86_400.0
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml"})
#: The elements of a feed that are kept beside an entry. Others, such as the time of the last change, differ each time.
_KEPT = frozenset({"channel", "item", "entry", "title", "link", "language", "id", "author"})


class Web:
    """The state that all feeds share: one client, so that feeds of one host also pause, and one copy of robots.txt."""

    def __init__(self, *, allow_private: bool, pause: float) -> None:
        self.client = HttpClient(allow_private=allow_private, pause=pause)
        self._robots, self._since = Robots(self.client), time.monotonic()

    @property
    def robots(self) -> Robots:
        """The robots.txt of each host, fetched again each day."""
        if time.monotonic() - self._since > _ROBOTS_AGE:
            self._robots, self._since = Robots(self.client), time.monotonic()
        return self._robots


class _Wanted(Record, frozen=True, kw_only=True):
    """An article that is still to be captured."""

    article: str
    tries: int = 0
    due: float = 0.0


class Feed:
    """One feed."""

    local = False

    def __init__(self, setting: FeedSetting, web: Web) -> None:
        self._setting, self._web = setting, web
        self.name, self.every = setting.url, setting.every
        self.key = f"feed {setting.url}"

    def look(self, look: Look) -> Iterator[Item | Refusal]:
        """Each entry with other words than any before; with ``articles`` the page of each such entry."""
        wanted = {key: mark for key, mark in look.seen.items() if mark.startswith("{")}
        response = self._asked(look.memory)
        if response is not None:
            for item in self._entries(response, look):
                yield item
                if isinstance(item, Item) and item.mark.startswith("{"):
                    wanted[item.key] = item.mark
            # Noted at the end: a look that ended before it is made again in full.
            look.memory.update(etag=response.header("etag"), modified=response.header("last-modified"))
        for key, mark in wanted.items():
            yield from self._article(key, msgspec.json.decode(mark, type=_Wanted), look.moment)

    def _asked(self, memory: dict[str, Any]) -> HttpResponse | None:
        """The feed; None if it has not changed. Raises Refused."""
        known = {"If-None-Match": memory.get("etag"), "If-Modified-Since": memory.get("modified")}
        headers = {name: str(value) for name, value in known.items() if value}
        url = self._setting.url
        for _ in range(_MAX_REDIRECTS):
            self._web.robots.check(url)
            response = self._web.client.get(url, most=_MAX_FEED, headers=headers)
            to = response.header("location")
            if response.status not in {301, 302, 303, 307, 308} or not to:
                return self._checked(response)
            url = str(parse(url).join(to).copy_with(fragment=None))
        raise Refused(message("It redirects more than {n} times.", n=_MAX_REDIRECTS))

    def _checked(self, response: HttpResponse) -> HttpResponse | None:
        if response.status == 304:
            return None
        if response.status == 200:
            return response
        status = f"{response.status} {response.reason}".strip()
        sentence = message("The server responded with {status}; it is asked again later.", status=status)
        if response.status in {429, 503} and (seconds := _wait(response.header("retry-after"))) is not None:
            raise Later(sentence, seconds)
        raise Refused(sentence)

    def _entries(self, response: HttpResponse, look: Look) -> Iterator[Item | Refusal]:
        body = decoded(response.body, response.header("content-encoding") or "")
        media_type = media_types.detect(body[: media_types.HEAD], "feed.xml")
        if media_type not in _FEEDS:
            raise Refused(message("It is not a feed; give the address of the RSS or Atom feed, not of a page."))
        # Counted before it is parsed: a million entries would take a minute.
        if sum(1 for _ in _ENTRY.finditer(body)) > _MAX_ENTRIES:
            raise Refused(message("It is a feed of more than {most:,} entries and was not read.", most=_MAX_ENTRIES))
        with Sandbox() as sandbox:
            parsed = sandbox.parse(body, media_type)
        singles = [body] if parsed.document is not None else [member.data for member in parsed.members]
        done = set(look.seen)
        for single in singles:
            entry, link = _entry(single)
            key = digest(entry)
            if key in done:
                continue
            done.add(key)
            if self._setting.articles and link:
                yield Item(key, msgspec.json.encode(_Wanted(article=link)).decode())
            else:
                data, name = _with_address(entry, link, media_type, look.moment)
                yield Item(key, "seen", (NewFile(f"{self.name}/{key[:12]}{name}", data),))
        for refusal in parsed.refused:
            yield Refusal(origin=f"{self.name}: {refusal.origin}", reason=refusal.reason)

    def _article(self, key: str, wanted: _Wanted, moment: float) -> Iterator[Item | Refusal]:
        """Capture the page of an entry, or note when to try again."""
        if wanted.due > moment:
            return
        result, data = capture_page(self._web.client, self._web.robots, wanted.article)
        if not isinstance(result, Refusal):
            yield Item(key, "seen", (NewFile(f"{self.name}/{key[:12]}.warc.gz", data),))
        elif wanted.tries + 1 >= _TRIES:
            yield Item(key, "given up")
            yield result
        else:
            due = moment + _AGAIN * 2**wanted.tries
            later = _Wanted(article=wanted.article, tries=wanted.tries + 1, due=due)
            yield Item(key, msgspec.json.encode(later).decode())


def _entry(single: bytes) -> tuple[bytes, str]:
    """A feed with one entry and the constant elements of the feed, and the address of the entry or an empty string."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    root = etree.fromstring(single, parser)
    channels = list(root.iterchildren("{*}channel"))
    for container in (root, *channels):
        for child in list(container):
            if not isinstance(child.tag, str) or etree.QName(child).localname not in _KEPT:
                container.remove(child)
    found = next(root.iter("{*}item", "{*}entry"), None)
    return etree.tostring(root, encoding="utf-8", xml_declaration=True), "" if found is None else _link(found)


def _link(entry: etree._Element) -> str:
    for link in entry.iterchildren("{*}link"):
        address = (link.get("href") or link.text or "").strip()
        if link.get("rel", "alternate") == "alternate" and address.lower().startswith(("http://", "https://")):
            return address
    return ""


def _with_address(entry: bytes, link: str, media_type: str, moment: float) -> tuple[bytes, str]:
    """The bytes of an entry with its address and the time of this look, as a WARC file, and the end of its name."""
    if not link:
        return entry, ".xml"
    file = io.BytesIO()
    writer = WARCWriter(file, gzip=True)
    when = datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    record = writer.create_warc_record(
        link, "resource", payload=io.BytesIO(entry), warc_content_type=media_type, warc_headers_dict={"WARC-Date": when}
    )
    writer.write_record(record)
    return file.getvalue(), ".warc.gz"


def _wait(value: str | None) -> float | None:
    """The seconds that a server asks to wait, from ``Retry-After``: a number or a date."""
    if not value:
        return None
    try:
        seconds = (
            float(value) if value.isdigit() else (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        )
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), _LONGEST_WAIT)
