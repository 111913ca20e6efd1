"""Converts named values, such as options of a command or cells of a sheet, to the fields of a form."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tollbook.decisions.decision import Change, Proposal
from tollbook.decisions.field_values import SITE_KINDS, WEAPON_KINDS
from tollbook.model import Claim

#: Values that are one form field each, by their form field.
PLAIN = {
    "kind": "kind", "scope": "scope", "stance": "stance", "count": "count_text", "day": "when_text",
    "place": "place_name", "address": "place_spot", "at": "place_choice", "event": "event_kind",
    "additional": "additional",
}  # fmt: skip
_PEOPLE = {
    "people": "people_text", "name": "people_names", "age": "people_age", "sex": "people_sex",
    "status": "people_status", "role": "people_roles", "kin": "people_kin",
}  # fmt: skip
#: "old market (market)": words and their kind.
_WITH_KIND = re.compile(r"^(.*?)\s*\(([a-z ]+)\)$")
Given = Mapping[str, Any]


def fields_of(given: Given, claim: Claim) -> dict[str, list[str]]:
    """The values as the fields of a form; a field without a value is not in the form."""
    fields = {form: [given[name]] for name, form in PLAIN.items() if given.get(name)}
    people = {form: _several(given[name]) for name, form in _PEOPLE.items() if given.get(name)}
    if people:
        fields |= {"people_text": [claim.people.text if claim.people else claim.quote]} | people
    if (given.get("at") or given.get("address")) and not given.get("place"):
        fields["place_name"] = [claim.place.name if claim.place else ""]
    if given.get("by"):
        fields |= _rows("by", given["by"], ("organisation", "individual"), "certainty", given.get("certainty"))
    if given.get("site"):
        fields |= _rows("site", given["site"], SITE_KINDS, "effect", given.get("effect"))
    if given.get("weapon"):
        fields |= _rows("weapon", given["weapon"], WEAPON_KINDS, "", None)
    if given.get("speaker"):
        fields |= speaker_fields(given["speaker"], claim)
    return fields


def _several(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _rows(
    name: str, given: Iterable[str], kinds: tuple[str, ...], extra: str, value: str | None
) -> dict[str, list[str]]:
    rows = []
    for words in given:
        match = _WITH_KIND.match(words)
        rows.append((match[1], match[2]) if match and match[2] in kinds else (words, ""))
    fields = {f"{name}_name": [row[0] for row in rows], f"{name}_kind": [row[1] for row in rows]}
    return fields | ({f"{name}_{extra}": [value or ""] * len(rows)} if extra else {})


def speaker_fields(name: str, claim: Claim) -> dict[str, list[str]]:
    """The chain of speakers with another original informant, none for no name; the outlet stays last."""
    rest = [each for n, each in enumerate(claim.speakers) if n or each.role == "outlet"]
    columns = ("role", "organisation", "side")
    first = {"speaker_name": [name, *(each.name or "" for each in rest)]}
    return first | {f"speaker_{c}": ["", *(getattr(each, c) or "" for each in rest)] for c in columns}


def together(changes: Mapping[str, Change], why: str = "") -> Proposal:
    """Corrections of several claims as one decision."""
    (first, change), *rest = changes.items()
    also = {claim: dict(each) for claim, each in rest}
    return Proposal(verdict="correct", subject=first, change=dict(change), also=also or None, why=why)
