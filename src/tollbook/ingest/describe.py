"""From a parsed document to a report: its text, its metadata with their sources, and the map back to the original."""

import hashlib
from datetime import date
from urllib.parse import urlsplit

from tollbook import locale
from tollbook.bounds import is_published, not_published
from tollbook.dates import dateline
from tollbook.errors import Refused
from tollbook.ingest import formats
from tollbook.ingest.decode import check_characters, check_text
from tollbook.ingest.document import Metadata, MetadataValue, ParsedDocument, cut, without_invisible
from tollbook.ingest.language_detection import language_of
from tollbook.locale.messages import message
from tollbook.model import Record, Report

#: The metadata of a report, by the names of the fields of Report.
_FIELDS = ("title", "outlet", "author", "url", "published", "modified", "captured", "language")


class Capture(Record, frozen=True, kw_only=True):
    """``report`` and its ``original`` bytes: ``sha256(original) == report.sha256``."""

    report: Report
    original: bytes


class ReportDefaults(Record, frozen=True, kw_only=True):
    """Metadata from the user, for reports without their own."""

    published: date | None = None
    outlet: str | None = None


def captured_text(original: bytes, media_type: str) -> str:
    """The captured text of a report: all visible text of its original bytes, always the same.

    A report's ``offsets`` map its text to this one. Raises Refused for bytes of another type, and for scans, whose text
    is not in their bytes.
    """
    document = formats.parse(original, media_type).document
    if document is None or (document.pages and not document.visible):
        raise Refused(message("These bytes have no text of their own: they are a scan or hold other documents."))
    return document.visible


def capture(
    document: ParsedDocument,
    original: bytes,
    media_type: str,
    *,
    origin: str,
    outer: Metadata,
    defaults: ReportDefaults,
) -> Capture:
    """The report of a document. Raises Refused.

    ``outer`` is the metadata that the archive or list around the document gives. It takes precedence: an archive knows
    from which address a page was fetched, and when.
    """
    text, offsets = cut(without_invisible(document))
    check_text(text)
    metadata = _checked(document.metadata | outer)
    metadata = {name: value for name, value in metadata.items() if not _is_impossible(name, value)}
    metadata |= _defaults(metadata, defaults, text)
    values = {name: metadata[name].value for name in _FIELDS if name in metadata}
    sha256 = hashlib.sha256(original).hexdigest()
    report = Report(
        id=metadata["id"].value if "id" in metadata else sha256,
        sha256=sha256,
        text=text,
        origin=origin,
        media_type=media_type,
        offsets=offsets,
        provenance={name: metadata[name].source for name in (*_FIELDS, "text") if name in metadata},
        title=values.get("title"),
        outlet=values.get("outlet"),
        author=values.get("author"),
        url=values.get("url"),
        published=_day(values.get("published")),
        modified=_day(values.get("modified")),
        captured=values.get("captured"),
        language=values.get("language"),
    )
    return Capture(report=report, original=original)


def left_out(document: ParsedDocument, outer: Metadata) -> str | None:
    """Why the day that a document gives is not the day of its report; None if it is, or there is none."""
    metadata = document.metadata | outer
    if "published" not in metadata or not _is_impossible("published", metadata["published"]):
        return None
    why = not_published(date.fromisoformat(metadata["published"].value))
    return message("The report was read without its day of publication.") + f" {why}"


def _is_impossible(name: str, value: MetadataValue) -> bool:
    return name in {"published", "modified"} and not is_published(date.fromisoformat(value.value))


def _checked(metadata: Metadata) -> Metadata:
    """The metadata, unchanged. Raises Unreadable if it holds characters that cannot be stored."""
    return {
        name: MetadataValue(value=check_characters(value.value), source=value.source)
        for name, value in metadata.items()
    }


def _defaults(metadata: Metadata, defaults: ReportDefaults, text: str) -> Metadata:
    """Metadata from the user or the text, for fields that the document does not give."""
    added: Metadata = {}
    if "published" not in metadata:
        if defaults.published is not None:
            added["published"] = MetadataValue(value=defaults.published.isoformat(), source="--published")
        elif (day := dateline(text, locale.DEFAULT)) is not None and is_published(day):
            added["published"] = MetadataValue(value=day.isoformat(), source="dateline")
    if "outlet" not in metadata:
        if defaults.outlet is not None:
            added["outlet"] = MetadataValue(value=defaults.outlet, source="--outlet")
        elif "url" in metadata and (host := _host(metadata["url"].value)):
            added["outlet"] = MetadataValue(value=host, source="host of the URL")
    return added | _language(metadata, text)


def _language(metadata: Metadata, text: str) -> Metadata:
    """The detected language of the text, else the declared one: pages often declare the language of their template.

    The language in a row takes precedence, because a person wrote it.
    """
    declared = metadata.get("language")
    if declared is not None and declared.source == "row":
        return {}
    if (detected := language_of(text)) is not None:
        return {"language": MetadataValue(value=detected, source="text")}
    if declared is None:
        return {}
    code = declared.value.replace("_", "-").partition("-")[0].lower()
    return {"language": MetadataValue(value=code, source=declared.source)} if len(code) == 2 and code.isalpha() else {}


def _host(url: str) -> str | None:
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
