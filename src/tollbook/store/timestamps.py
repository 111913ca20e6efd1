"""Timestamps of the log's head by an authority (RFC 3161): proof that the book stood so at that moment.

What is stamped is the hash of a log entry, its 64 hexadecimal digits as ASCII. The request is a file that is carried to
an authority by whoever wants one; nothing here uses the network. The answer, and the authority's root certificate that
it was checked against, are kept in the log.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from tollbook.errors import MissingPart, Refused
from tollbook.model import Record
from tollbook.store.log import Entry

STAMPED = "timestamped"
_PART = "To use timestamps install their part: pip install 'tollbook[timestamps]'."


class Stamp(Record, frozen=True, kw_only=True):
    """A timestamp over the entry ``entry`` with the hash ``head``: when (UTC, ISO 8601), by whom, how it is known.

    ``token`` is the authority's answer (DER), ``roots`` the certificates it was checked against (PEM), in base 64.
    """

    entry: int
    head: str
    at: str
    authority: str
    token: str
    roots: str


def request(head: str) -> bytes:
    """A request for a timestamp over ``head``, to be sent to an authority as application/timestamp-query.

    Raises Refused for an empty log, MissingPart without the library.
    """
    if not head:
        raise Refused("The book is empty; there is nothing to put a timestamp on yet.")
    client = _client()
    builder = client.TimestampRequestBuilder().data(head.encode()).hash_algorithm(client.HashAlgorithm.SHA256)
    built: bytes = builder.build().as_bytes()
    return built


def accept(answer: bytes, roots: bytes, entries: Iterable[Entry]) -> Stamp:
    """The stamp an answer holds, checked against the log and the authority's certificates.

    Raises Refused where it is none, fits no entry, or is not signed by them; MissingPart without the library.
    """
    decoded = _decoded(answer)
    for entry in reversed(list(entries)):
        if _fits(decoded, entry.hash):
            break
    else:
        raise Refused("This timestamp is over another head than any this log ever had; was it asked for another book?")
    if wrong := _wrong(decoded, roots, entry.hash):
        raise Refused(f"This timestamp is not signed by the authority whose certificate was given: {wrong}.")
    return Stamp(
        entry=entry.seq,
        head=entry.hash,
        at=decoded.tst_info.gen_time.isoformat(),
        authority=_authority(decoded),
        token=base64.b64encode(answer).decode(),
        roots=base64.b64encode(roots).decode(),
    )


def problems(entries: list[Entry]) -> Iterator[str]:
    """A sentence for each timestamp of the log that does not hold, or cannot be checked here."""
    hashes = {entry.seq: entry.hash for entry in entries}
    for entry in entries:
        if entry.action == STAMPED:
            try:
                wrong = _broken(entry, hashes)
            except MissingPart as error:
                wrong = f"was not checked. {error}"
            if wrong:
                yield f"The timestamp of log entry {entry.seq} {wrong}"


def _broken(entry: Entry, hashes: dict[int, str]) -> str | None:
    """What is wrong with one timestamp."""
    said = entry.payload
    if hashes.get(said.get("entry", 0)) != said.get("head"):
        return f"is over a head that entry {said.get('entry')} does not have."
    try:
        decoded = _decoded(base64.b64decode(said.get("token", ""), validate=True))
        roots = base64.b64decode(said.get("roots", ""), validate=True)
    except (Refused, ValueError):
        return "is no timestamp any more."
    wrong = _wrong(decoded, roots, said["head"])
    return f"does not hold: {wrong}." if wrong else None


def _client() -> ModuleType:
    try:
        import rfc3161_client  # noqa: PLC0415
    except ImportError as error:
        raise MissingPart(_PART) from error
    return rfc3161_client


def _decoded(answer: bytes) -> Any:
    client = _client()
    try:
        decoded = client.decode_timestamp_response(answer)
        if client.PKIStatus(decoded.status) != client.PKIStatus.GRANTED:
            raise Refused("The authority did not grant this timestamp; ask it again.")
    except ValueError as error:
        raise Refused("This is no answer of a timestamp authority (application/timestamp-reply).") from error
    return decoded


def _fits(decoded: Any, head: str) -> bool:
    """Whether the stamp is over this head: the hash in it is SHA-256, SHA-384 or SHA-512 of the head."""
    message = decoded.tst_info.message_imprint.message
    name = {32: "sha256", 48: "sha384", 64: "sha512"}.get(len(message))
    return name is not None and hashlib.new(name, head.encode()).digest() == message


def _wrong(decoded: Any, roots: bytes, head: str) -> str | None:
    """Why the signature does not hold; nothing where it does."""
    from cryptography import x509  # noqa: PLC0415

    client = _client()
    try:
        builder = client.VerifierBuilder()
        for certificate in x509.load_pem_x509_certificates(roots):
            builder = builder.add_root_certificate(certificate)
        builder.build().verify_message(decoded, head.encode())
    except (client.VerificationError, ValueError) as error:
        return str(error)
    return None


def _authority(decoded: Any) -> str:
    """The subject of the certificate that signed."""
    from cryptography import x509  # noqa: PLC0415

    signers = {(s.issuer, s.serial_number) for s in decoded.signed_data.signer_infos}
    for raw in decoded.signed_data.certificates:
        certificate = x509.load_der_x509_certificate(raw)
        if (certificate.issuer, certificate.serial_number) in signers:
            return certificate.subject.rfc4514_string()
    return "not named"
