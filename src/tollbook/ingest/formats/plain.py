"""Plain text: the text as it is."""

from tollbook.ingest.decode import check_text, declared, decode
from tollbook.ingest.document import ParseResult, whole


def parse(data: bytes, media_type: str) -> ParseResult:
    """All of the decoded text; decoded by the charset of the media type if it has one. Raises Unreadable."""
    text = declared(data, media_type) if "charset" in media_type else None
    return whole(decode(data) if text is None else check_text(text))
