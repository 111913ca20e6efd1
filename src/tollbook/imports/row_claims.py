"""The claims of a row: each quotes the words of one cell in the text of the row.

A row counts people by outcome; parts of the killed (civilians, women) are claims of the scope ``part``. Names are
persons. A row without any number is a claim that there was an attack. Nothing is inferred: the parties of a clash
are not held responsible, and a name that is only possible is left out, with a sentence.
"""

import re
from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import replace

from tollbook.decisions import field_values
from tollbook.errors import Refused
from tollbook.imports import wordings
from tollbook.imports.row import RowText
from tollbook.locale.messages import message
from tollbook.mentions import DateMention, PlaceMention, Reading
from tollbook.model import (
    Actor,
    Claim,
    ClaimKind,
    Count,
    Event,
    People,
    Range,
    Refusal,
    Report,
    Speaker,
    Thing,
    VictimEffect,
    When,
)
from tollbook.spreadsheets import cells, days
from tollbook.spreadsheets.columns import Mapping
from tollbook.spreadsheets.known import KNOWN

#: The outcomes that a column can count.
COUNTED: tuple[ClaimKind, ...] = ("killed", "injured", "missing", "abducted", "captured", "displaced")
#: Columns that count a part of the killed, and who these people are.
_PARTS: dict[str, People] = {
    "killed_civilians": People(text="", status="civilian"),
    "killed_combatants": People(text="", status="combatant"),
    "killed_women": People(text="", sex="female"),
    "killed_men": People(text="", sex="male"),
    "killed_children": People(text="", age=Range(high=17)),
}
_SEVERAL = re.compile(r"\s*[;|\n]\s*")
_ADDRESS = re.compile(r"https?://|www\.")
#: The cells that show that there was an attack, if the row has no number; the first that it has is quoted.
_OF_AN_ATTACK = ("kind", "title", "text", "place", "day")


def reading(row: RowText, report: Report, mapping: Mapping) -> Reading:
    """The reading of a row. Raises Refused for a cell that cannot be read; ``refused`` lists what was left out."""
    return _RowReader(row, report, mapping).reading()


class _RowReader:
    """One row being read; ``left_out`` collects what of it cannot be read although the row can."""

    def __init__(self, row: RowText, report: Report, mapping: Mapping) -> None:
        self._row, self._report, self._mapping = row, report, mapping
        self._known = KNOWN.get(mapping.known)
        self._left_out: list[str] = []

    def reading(self) -> Reading:
        base = self._base()
        claims = [*self._counts(base)]
        claims += [*self._parts(base, whole=next((c for c in claims if c.kind == "killed"), None))]
        claims += [*self._persons(base, claims)]
        claims = claims or [*self._attack(base)]
        if not claims:
            raise Refused(message("It gives no number, no name and no words about an attack, so there is nothing to "
                                  "load."))  # fmt: skip
        return Reading(
            report=self._report.id,
            claims=tuple(claims),
            places=tuple(self._places(claims[0])),
            dates=tuple(self._dates(claims[0])),
            refused=tuple(Refusal(origin=self._report.origin, reason=reason) for reason in self._left_out),
        )

    # -------------------------------------------------------------------------------------------- the claims
    def _base(self) -> dict[str, Any]:
        """The fields that all claims of the row have in common."""
        given = self._row.cells
        when = days.when(given.get("day", ""), given.get("last_day", ""), self._mapping)
        kind = wordings.meaning(given["kind"], "kind") if "kind" in given else None
        return {
            "speakers": self._speakers(),
            "when": when or When(reason=message("the row gives no day")),
            "place": cells.place(given),
            "by": self._responsible(),
            "with_": tuple(Thing(name=each, kind=wordings.weapon_kind(each)) for each in self._list("weapon")),
            "sites": tuple(Thing(name=each, kind=wordings.site_kind(each)) for each in self._list("site")),
            "event": Event(kind=kind, text=given["kind"]) if kind else None,  # type: ignore[arg-type]
        }

    def _claim(self, field: str, kind: ClaimKind, base: dict[str, Any], **more: Any) -> Claim:
        start, end = self._row.spans[field]
        quote = self._row.text[start:end]
        return Claim(id=field, report=self._report.id, start=start, end=end, quote=quote, kind=kind, confidence=1.0,
                     **base, **more)  # fmt: skip

    def _counts(self, base: dict[str, Any]) -> Iterator[Claim]:
        for kind in COUNTED:
            low, best, high = (self._count(field) for field in (f"{kind}_low", kind, f"{kind}_high"))
            count = cells.bounded(low, best, high)
            if count is None or (self._known and self._known.zero_is_unknown and count.best == 0):
                continue
            quoted = kind if best is not None else f"{kind}_low" if low is not None else f"{kind}_high"
            yield self._claim(quoted, kind, base, count=count)

    def _parts(self, base: dict[str, Any], *, whole: Claim | None) -> Iterator[Claim]:
        for field, people in _PARTS.items():
            count = self._count(field)
            if count is not None and count.best != 0 and count.qualifier != "unknown":
                named = replace(people, text=self._mapping.columns[field])
                of = whole.id if whole else None
                yield self._claim(field, "killed", base, count=count, people=named, scope="part", part_of=of)

    def _persons(self, base: dict[str, Any], counts: list[Claim]) -> Iterator[Claim]:
        """A claim for each named person. Their fate is always in the row's own words, never a guess."""
        names = self._list("names")
        if not names:
            return
        fate = self._fate(len(names), counts)
        if fate is None:
            self._left_out.append(message("The names were not read: the row does not say what happened to them. The "
                                          "rest of it is loaded."))  # fmt: skip
            return
        whole = next((claim.id for claim in counts if claim.kind == fate and claim.scope == "incident"), None)
        start, at = self._row.spans["names"][0], 0
        for name in names:
            at = self._row.cells["names"].index(name, at)
            claim = self._claim("names", fate, base, count=Count(low=1, best=1, high=1, qualifier="exactly", text=name),
                                people=self._person(name, alone=len(names) == 1), scope="part" if whole else "incident",
                                part_of=whole)  # fmt: skip
            yield replace(claim, id=f"name {at}", start=start + at, end=start + at + len(name), quote=name)
            at += len(name)

    def _attack(self, base: dict[str, Any]) -> Iterator[Claim]:
        field = next((each for each in _OF_AN_ATTACK if each in self._row.cells), None)
        # A row of a place or a day alone is a heading or a remark.
        if field is not None and {"kind", "title", "text"} & self._row.cells.keys():
            yield self._claim(field, "attack", base)

    # -------------------------------------------------------------------------------------------- the cells
    def _count(self, field: str) -> Count | None:
        try:
            return cells.count(self._row.cells.get(field, ""))
        except Refused as refused:
            column = self._mapping.columns[field]
            raise Refused(message("In the column {column}: {reason}", column=column, reason=str(refused))) from refused

    def _list(self, field: str) -> list[str]:
        parts = (part.strip() for part in _SEVERAL.split(self._row.cells.get(field, "")))
        return [part for part in parts if not cells.says_nothing(part)]

    def _fate(self, names: int, counts: list[Claim]) -> VictimEffect | None:
        if "fate" in self._row.cells:
            found = wordings.meaning(self._row.cells["fate"], "fate")
            return found if found in get_args(VictimEffect) else None  # type: ignore[return-value]
        harmed = [claim for claim in counts if claim.scope == "incident" and claim.count and claim.count.best != 0]
        if len(harmed) != 1 or harmed[0].kind not in get_args(VictimEffect) or harmed[0].count is None:
            return None
        most = max((n for n in (harmed[0].count.best, harmed[0].count.high, harmed[0].count.low) if n), default=names)
        return harmed[0].kind if most >= names else None  # type: ignore[return-value]

    def _person(self, name: str, *, alone: bool) -> People:
        given = self._row.cells if alone else {}
        status = wordings.meaning(given["status"], "status") if "status" in given else None
        sex = wordings.meaning(given["sex"], "sex") if "sex" in given else None
        age = None
        if "age" in given and not cells.says_nothing(given["age"]):
            try:
                age = field_values.age(given["age"])
            except Refused as refused:
                self._left_out.append(str(refused))
        return People(text=name, names=(name,), status=status or "unknown", sex=sex, age=age)  # type: ignore[arg-type]

    def _responsible(self) -> tuple[Actor, ...]:
        named = [each for each in self._list("by") if wordings.meaning(each, "responsible") != "nobody"]
        possible = [each for each in named if "?" in each or wordings.meaning(each, "responsible") is not None]
        if possible:
            self._left_out.append(message(
                "“{names}” is not read as held responsible: the words name somebody only as possible. The rest of the "
                "row is loaded.", names="; ".join(possible),
            ))  # fmt: skip
        return tuple(Actor(name=each) for each in named if each not in possible)

    def _speakers(self) -> tuple[Speaker, ...]:
        """The row's only source, then the data set. If a row has several sources, it does not say which one said it."""
        sources = [each for each in self._list("source") if not _ADDRESS.search(each)]
        named = (Speaker(name=sources[0]),) if len(sources) == 1 else ()
        return (*named, Speaker(name=self._report.outlet, role="outlet"))

    # -------------------------------------------------------------------------------------------- the mentions
    def _places(self, claim: Claim) -> Iterator[PlaceMention]:
        if claim.place is not None and "place" in self._row.spans:
            start, end = self._row.spans["place"]
            text = self._row.text[start:end]
            yield PlaceMention(report=self._report.id, start=start, end=end, text=text, place=claim.place)

    def _dates(self, claim: Claim) -> Iterator[DateMention]:
        when = claim.when
        if when is not None and when.start is not None and "day" in self._row.spans:
            start, end = self._row.spans["day"]
            yield DateMention(
                report=self._report.id, start=start, end=end, text=self._row.text[start:end], first=when.start,
                last=when.end, precision=when.precision,
            )  # fmt: skip
