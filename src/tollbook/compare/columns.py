"""Which column of a data set is what: proposed from its headers, confirmed or changed by a person."""

import tomllib
from collections.abc import Mapping as Named
from collections.abc import Sequence
from typing import Literal

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record

#: The fields that a column can hold, each with headers that mean it. Case, spaces and signs in a header do not count.
#: The first header that a data set has is taken, so special ones come before general ones.
HEADERS: Named[str, tuple[str, ...]] = {
    "id": ("id", "incident", "incidentid", "eventid", "eventidcnty", "reference", "ref", "case", "code"),
    "day": ("day", "date", "incidentdate", "eventdate", "dateofincident", "datestart", "startdate"),
    "last_day": ("lastday", "dateend", "enddate"),
    "place": ("place", "city", "town", "location", "wherecoordinates", "village", "cityorcounty", "settlement"),
    "region": ("region", "state", "province", "governorate", "admin1", "adm1"),
    "country": ("country", "countryname"),
    "lat": ("lat", "latitude"),
    "lon": ("lon", "lng", "long", "longitude"),
    "killed": ("killed", "dead", "deaths", "fatalities", "nkilled", "best"),
    "killed_low": ("killedlow", "killedmin", "minkilled", "low"),
    "killed_high": ("killedhigh", "killedmax", "maxkilled", "high"),
    "injured": ("injured", "wounded", "injuries", "ninjured"),
    "injured_low": ("injuredlow", "injuredmin", "mininjured"),
    "injured_high": ("injuredhigh", "injuredmax", "maxinjured"),
    "names": ("names", "victims", "victimnames", "victim", "persons"),
    "title": ("title", "headline", "sourceheadline", "summary"),
    "text": ("notes", "description", "text", "details", "sourcearticle"),
    "source": ("source", "sources", "sourceoriginal", "sourceoffice", "outlet"),
}
#: Columns that only one published data set has, by its name: with all of them nothing needs to be confirmed.
KNOWN: Named[str, frozenset[str]] = {
    "UCDP GED": frozenset({"datestart", "wherecoordinates", "best", "low", "high"}),
    "ACLED": frozenset({"eventidcnty", "eventdate", "location", "fatalities"}),
}
#: The rule by which a published data set makes its figures, where Tollbook has it.
RULE_OF: Named[str, str] = {"UCDP GED": "ucdp", "ACLED": "acled"}
#: Fields of UCDP GED that general headers would give to another column: its reference is the article, not the event.
_OWN: Named[str, Named[str, str]] = {"UCDP GED": {"id": "id", "text": "sourceheadline", "source": "sourceoffice"}}


class Mapping(Record, frozen=True, kw_only=True):
    """The header of each field. ``known`` names a published data set.

    ``numeric`` says which number comes first in days such as 03/04/2017.
    """

    columns: dict[str, str] = msgspec.field(default_factory=dict)
    known: str = ""
    numeric: Literal["day", "month", ""] = ""

    def as_toml(self) -> str:
        """The mapping as a file that ``--mapping`` reads."""
        lines = [f"{field} = {_quoted(header)}" for field, header in self.columns.items()]
        numeric = [f'numeric = "{self.numeric}"'] if self.numeric else []
        return "\n".join([*numeric, "[columns]", *lines, ""])


class _MappingFile(msgspec.Struct, forbid_unknown_fields=True):
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    numeric: Literal["day", "month", ""] = ""


def propose(headers: Sequence[str]) -> Mapping:
    """The mapping that the headers suggest; a header is used once."""
    keys = {_key(header): header for header in reversed(headers)}
    known = next((name for name, own in KNOWN.items() if own <= keys.keys()), "")
    columns = {field: keys[key] for field, key in _OWN.get(known, {}).items() if key in keys}
    for field, names in HEADERS.items():
        free = (keys[name] for name in names if name in keys and keys[name] not in columns.values())
        if field not in columns and (header := next(free, None)) is not None:
            columns[field] = header
    return Mapping(columns={field: columns[field] for field in HEADERS if field in columns}, known=known)


def mapping_from_toml(text: str) -> Mapping:
    """The mapping of a TOML file: a table ``columns`` with a header for each field. Raises Refused."""
    try:
        given = msgspec.convert(tomllib.loads(text), _MappingFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Refused(message(
            "The mapping cannot be read: {error}. Write a table [columns] with lines such as: day = \"Date\"",
            error=error,
        )) from error  # fmt: skip
    return Mapping(columns=given.columns, numeric=given.numeric)


def with_columns(proposed: Mapping, chosen: Named[str, str], headers: Sequence[str]) -> Mapping:
    """The mapping with columns that a person chose; an empty header leaves a field out. Raises Refused."""
    unknown = sorted(chosen.keys() - HEADERS.keys())
    if unknown:
        raise Refused(message(
            "There is no field “{unknown}”; the fields are {fields}.",
            unknown=", ".join(unknown), fields=", ".join(HEADERS),
        ))  # fmt: skip
    missing = sorted(header for header in chosen.values() if header and header not in headers)
    if missing:
        raise Refused(message(
            "The data set has no column “{missing}”; its columns are {headers}.",
            missing=", ".join(missing), headers=", ".join(headers),
        ))  # fmt: skip
    free = {field: header for field, header in proposed.columns.items() if header not in chosen.values()}
    columns = {field: header for field, header in {**free, **chosen}.items() if header}
    return msgspec.structs.replace(proposed, columns={field: columns[field] for field in HEADERS if field in columns})


def mapping_of(
    headers: Sequence[str], chosen: Named[str, str], *, numeric: str = "", propose_rest: bool = True
) -> Mapping:
    """The mapping of a data set: what a person chose, and for other fields what is proposed. Raises Refused."""
    proposed = propose(headers) if propose_rest else Mapping()
    mapping = with_numeric(with_columns(proposed, chosen, headers), numeric)
    check(mapping, headers)
    return mapping


def with_numeric(mapping: Mapping, first: str) -> Mapping:
    """The mapping with what comes first in numeric days, ``day`` or ``month``; unchanged for neither."""
    return msgspec.structs.replace(mapping, numeric=first) if first in {"day", "month"} else mapping


def check(mapping: Mapping, headers: Sequence[str]) -> None:
    """Refuse a mapping with which nothing can be compared. Raises Refused."""
    columns = mapping.columns
    if not columns.keys() & {"day", "names"} or not columns.keys() & {"place", "lat", "names"}:
        raise Refused(message(
            "The data set needs a column with the day and one with the place, or one with names of victims; its "
            "columns are {headers}. Say which is which, for example: --column day=\"{first}\"",
            headers=", ".join(headers), first=headers[0] if headers else "Date",
        ))  # fmt: skip


def _key(header: str) -> str:
    return "".join(c for c in header.lower() if c.isalnum())


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
