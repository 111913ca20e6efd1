"""Applies decisions to claims: corrections, added claims, rejected ones, and marks as totals."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tollbook import bounds
from tollbook.decisions.composition import COMPOSING
from tollbook.decisions.decision import CORRECTABLE, GIVEN, Change, Decision
from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.mentions import Reading
from tollbook.model import Claim, Report, Speaker, content_id


def corrected(claim: Claim, change: Change) -> Claim:
    """The claim with corrections applied. Raises Refused for a field that cannot be corrected or an invalid value."""
    if fixed := sorted(set(change) - CORRECTABLE):
        raise Refused(message("These fields of a claim cannot be corrected: {fields}.", fields=", ".join(fixed)))
    try:
        made = msgspec.convert(claim.to_dict() | dict(change), Claim)
    except msgspec.ValidationError as error:
        raise Refused(message("The correction does not have the shape of a claim: {error}.", error=error)) from error
    return _within_bounds(made)


def _within_bounds(claim: Claim) -> Claim:
    if wrong := bounds.problem(claim):
        raise Refused(wrong)
    return claim


def claim_by_hand(report: Report, change: Change, who: str) -> Claim:
    """The claim a person made by marking words of a report. Raises Refused if it does not have the shape of a claim."""
    unknown = sorted(set(change) - GIVEN)
    if unknown:
        raise Refused(message("These fields of a claim cannot be given by hand: {fields}.", fields=", ".join(unknown)))
    start, end = change.get("start"), change.get("end")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(report.text)):
        raise Refused(plural(
            "The marked words must lie within the {n} character of report {id}.",
            "The marked words must lie within the {n} characters of report {id}.",
            len(report.text),
            id=report.id,
        ))  # fmt: skip
    quote = report.text[start:end]
    if change.get("quote", quote) != quote:
        raise Refused(message("The quote is not the text at the marked place; mark the words again."))
    given = {"report": report.id, "quote": quote, "finder": who, "confidence": 1.0}
    given["id"] = content_id(report.id, start, end, msgspec.json.encode(dict(change), order="sorted").decode(), who)
    outlet = msgspec.to_builtins([Speaker(name=report.outlet, role="outlet")])
    try:
        made = msgspec.convert({"speakers": outlet} | dict(change) | given, Claim)
    except msgspec.ValidationError as error:
        raise Refused(message("The added claim does not have the shape of a claim: {error}.", error=error)) from error
    return _within_bounds(made)


def with_added_claims(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading with the claims that people added; ``decisions`` as :func:`group_by_subject` gives them."""
    added = [msgspec.convert(d.change, Claim) for d in decisions.get(reading.report, ()) if d.verdict == "add"]
    if not added:
        return reading
    claims = {claim.id: claim for claim in (*reading.claims, *added)}
    return msgspec.structs.replace(reading, claims=tuple(claims.values()))


def apply(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading with decisions applied: without rejected claims, with added ones, others as corrected.

    The last verdict on each claim is in force; ``decisions`` as :func:`group_by_subject` gives them. Claims with
    impossible values are left out, because nothing can be derived from them (:func:`out_of_bounds`).
    """
    claims = tuple(claim for claim in _not_rejected(reading, decisions) if bounds.problem(claim) is None)
    return msgspec.structs.replace(reading, claims=claims)


def out_of_bounds(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Iterator[tuple[Claim, str]]:
    """The claims that :func:`apply` leaves out because of their values, each with a sentence with the reason.

    The readers of this version make no such claim; a book of an earlier version may have one.
    """
    for claim in _not_rejected(reading, decisions):
        if wrong := bounds.problem(claim):
            yield claim, wrong


def _not_rejected(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Iterator[Claim]:
    """The claims of a reading that nobody rejected, as corrected."""
    for claim in with_added_claims(reading, decisions).claims:
        on_claim = decisions.get(claim.id, ())
        accepted = [d.verdict for d in on_claim if d.verdict in {"accept", "reject"}]
        if not accepted or accepted[-1] != "reject":
            yield as_decided(claim, on_claim)


def as_decided(claim: Claim, on_claim: Sequence[Decision]) -> Claim:
    """The claim with corrections applied, oldest first; a running total if the last decision on its place says so."""
    placing = [d.id for d in on_claim if d.verdict in COMPOSING]
    for decision in on_claim:
        if decision.verdict == "correct":
            claim = corrected(claim, decision.change or {})
        elif decision.verdict == "total" and decision.id == placing[-1]:
            claim = msgspec.structs.replace(claim, scope="running total")
    return claim
