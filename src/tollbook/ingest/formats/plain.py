"""Plain text: the text as it stands."""

from tollbook.ingest.decode import check_text, declared, decode
from tollbook.ingest.document import Parsed, whole


def parse(data: bytes, media_type: str) -> Parsed:
    """The decoded text, all of it; by the charset of the media type where it has one. Raises Unreadable."""
    text = declared(data, media_type) if "charset" in media_type else None
    return whole(decode(data) if text is None else check_text(text))
