"""From a document to a report: its text, what is known of it and from where, and the way back to what was captured."""

import hashlib
from datetime import date
from urllib.parse import urlsplit

from tollbook import locale
from tollbook.dates import dateline
from tollbook.errors import Refused
from tollbook.ingest import formats
from tollbook.ingest.capture import Capture
from tollbook.ingest.decode import check_characters, check_text
from tollbook.ingest.document import Document, Fact, Facts, cut
from tollbook.ingest.language_detection import language_of
from tollbook.model import Record, Report

#: What a report is described by besides its id and text, as the fields of Report are called.
_FIELDS = ("title", "outlet", "author", "url", "published", "modified", "captured", "language")


class Given(Record, frozen=True, kw_only=True):
    """What the user says of reports that do not say it themselves."""

    published: date | None = None
    outlet: str | None = None


def captured_text(original: bytes, media_type: str) -> str:
    """The captured text of a report: the visible text of its original bytes, whole and always the same.

    A report's ``offsets`` lead from its text into this one. Raises Refused for bytes of another type, and for scans,
    whose text is not in their bytes.
    """
    document = formats.parse(original, media_type).document
    if document is None or (document.pages and not document.visible):
        raise Refused("There is no text in these bytes themselves: they are a scan or hold other documents.")
    return document.visible


def capture(
    document: Document, original: bytes, media_type: str, *, origin: str, around: Facts, given: Given
) -> Capture:
    """The report of a document; ``around`` is what the archive or list it was found in says of it. Raises Refused."""
    text, offsets = cut(document)
    check_text(text)
    facts = {name: Fact(value=check_characters(one.value), source=one.source) for name, one in _facts(document, around)}
    facts |= _else(facts, given, text)
    told = {name: facts[name].value for name in _FIELDS if name in facts}
    sha256 = hashlib.sha256(original).hexdigest()
    report = Report(
        id=facts["id"].value if "id" in facts else sha256,
        sha256=sha256,
        text=text,
        origin=origin,
        media_type=media_type,
        offsets=offsets,
        provenance={name: facts[name].source for name in (*_FIELDS, "text") if name in facts},
        title=told.get("title"),
        outlet=told.get("outlet"),
        author=told.get("author"),
        url=told.get("url"),
        published=_day(told.get("published")),
        modified=_day(told.get("modified")),
        captured=told.get("captured"),
        language=told.get("language"),
    )
    return Capture(report=report, original=original)


def _facts(document: Document, around: Facts) -> list[tuple[str, Fact]]:
    """What the document says, and over it what its capture says: the address it was fetched from, and when."""
    return list({**document.facts, **around}.items())


def _else(facts: Facts, given: Given, text: str) -> Facts:
    """What the user gave or the text shows, where the document does not say it."""
    found: Facts = {}
    if "published" not in facts:
        if given.published is not None:
            found["published"] = Fact(value=given.published.isoformat(), source="--published")
        elif (day := dateline(text, locale.DEFAULT)) is not None:
            found["published"] = Fact(value=day.isoformat(), source="dateline")
    if "outlet" not in facts:
        if given.outlet is not None:
            found["outlet"] = Fact(value=given.outlet, source="--outlet")
        elif "url" in facts and (host := _host(facts["url"].value)):
            found["outlet"] = Fact(value=host, source="host of the URL")
    return found | _language(facts, text)


def _language(facts: Facts, text: str) -> Facts:
    """The language of the words themselves where it can be told: pages often name that of their template.

    A row's own word comes first: a person wrote it.
    """
    said = facts.get("language")
    if said is not None and said.source == "row":
        return {}
    if (told := language_of(text)) is not None:
        return {"language": Fact(value=told, source="text")}
    code = said.value.replace("_", "-").partition("-")[0].lower() if said is not None else ""
    return {"language": Fact(value=code, source=said.source)} if said and len(code) == 2 and code.isalpha() else {}


def _host(url: str) -> str | None:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
