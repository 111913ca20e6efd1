"""Timestamps of the log by an authority (RFC 3161): proof that the log ended with an entry at some time.

The timestamp covers the hash of a log entry: its 64 hexadecimal digits as ASCII. The request is a file that a user
sends to an authority; nothing here uses the network. The response, and the root certificates of the authority that it
was checked against, are stored in the log.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

from tollbook.errors import MissingPart, Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store.log import LogEntry

STAMPED = "timestamped"
_MISSING = message("Timestamps need an additional package; tollbook doctor says how to install it.")


class Timestamp(Record, frozen=True, kw_only=True):
    """A timestamp of log entry ``entry`` with the hash ``head``: when (UTC, ISO 8601) and by which authority.

    ``token`` is the response of the authority (DER), ``roots`` the certificates that it was checked against (PEM), both
    in base 64.
    """

    entry: int
    head: str
    at: str
    authority: str
    token: str
    roots: str


def request(head: str) -> bytes:
    """A request for a timestamp of ``head``, to be sent to an authority as application/timestamp-query.

    Raises Refused for an empty log, MissingPart without the library.
    """
    if not head:
        raise Refused(message("The book is empty, so there is nothing to timestamp yet."))
    client = _client()
    builder = client.TimestampRequestBuilder().data(head.encode()).hash_algorithm(client.HashAlgorithm.SHA256)
    built: bytes = builder.build().as_bytes()
    return built


def accept(response: bytes, roots: bytes, entries: Iterable[LogEntry]) -> Timestamp:
    """The timestamp in a response, checked against the log and the certificates of the authority.

    Raises Refused if it is not a timestamp, covers no log entry, or is not signed by the authority; MissingPart without
    the library.
    """
    decoded = _decoded(response)
    for entry in reversed(list(entries)):
        if _covers(decoded, entry.hash):
            break
    else:
        raise Refused(
            message(
                "This timestamp is not of any entry of this log: it was requested for another book, or entries were "
                "cut off its end."
            )
        )
    if error := _signature_error(decoded, roots, entry.hash):
        raise Refused(
            message("This timestamp is not signed by the authority of the certificate: {error}.", error=error)
        )
    return Timestamp(
        entry=entry.seq,
        head=entry.hash,
        at=decoded.tst_info.gen_time.isoformat(),
        authority=_authority(decoded),
        token=base64.b64encode(response).decode(),
        roots=base64.b64encode(roots).decode(),
    )


def problems(entries: list[LogEntry]) -> Iterator[str]:
    """A sentence for each timestamp in the log that is invalid or cannot be checked."""
    hashes = {entry.seq: entry.hash for entry in entries}
    for entry in entries:
        if entry.action == STAMPED:
            try:
                problem = _problem(entry, hashes)
            except MissingPart as error:
                problem = message(
                    "The timestamp in log entry {entry} was not checked. {reason}", entry=entry.seq, reason=error
                )
            if problem:
                yield problem


def _problem(entry: LogEntry, hashes: dict[int, str]) -> str | None:
    """A sentence about an invalid timestamp; None if it is valid."""
    stored = entry.payload
    if hashes.get(stored.get("entry", 0)) != stored.get("head"):
        return message(
            "The timestamp in log entry {entry} is of a hash that log entry {stamped} does not have.",
            entry=entry.seq,
            stamped=stored.get("entry"),
        )
    try:
        decoded = _decoded(base64.b64decode(stored.get("token", ""), validate=True))
        roots = base64.b64decode(stored.get("roots", ""), validate=True)
    except (Refused, ValueError):
        return message("The timestamp in log entry {entry} is damaged and cannot be read.", entry=entry.seq)
    error = _signature_error(decoded, roots, stored["head"])
    if error is None:
        return None
    return message("The timestamp in log entry {entry} is not valid: {error}.", entry=entry.seq, error=error)


def _client() -> ModuleType:
    try:
        import rfc3161_client  # noqa: PLC0415
    except ImportError as error:
        raise MissingPart(_MISSING) from error
    return rfc3161_client


def _decoded(response: bytes) -> Any:
    client = _client()
    try:
        decoded = client.decode_timestamp_response(response)
        if client.PKIStatus(decoded.status) != client.PKIStatus.GRANTED:
            raise Refused(message("The authority did not grant this timestamp; request another."))
    except ValueError as error:
        raise Refused(
            message("This is not the response of a timestamp authority (application/timestamp-reply).")
        ) from error
    return decoded


def _covers(decoded: Any, head: str) -> bool:
    """Whether the timestamp covers ``head``: it has the SHA-256, SHA-384 or SHA-512 hash of it."""
    digest = decoded.tst_info.message_imprint.message
    name = {32: "sha256", 48: "sha384", 64: "sha512"}.get(len(digest))
    return name is not None and hashlib.new(name, head.encode()).digest() == digest


def _signature_error(decoded: Any, roots: bytes, head: str) -> str | None:
    """Why the signature is not valid; None if it is."""
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
    """The subject of the signing certificate."""
    from cryptography import x509  # noqa: PLC0415

    signers = {(s.issuer, s.serial_number) for s in decoded.signed_data.signer_infos}
    for raw in decoded.signed_data.certificates:
        certificate = x509.load_der_x509_certificate(raw)
        if (certificate.issuer, certificate.serial_number) in signers:
            return certificate.subject.rfc4514_string()
    return "not named"
