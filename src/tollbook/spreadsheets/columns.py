"""The meaning of each column of a spreadsheet: proposed from its headers, confirmed or changed by a person."""

import re
import tomllib
from collections.abc import Collection, Sequence
from collections.abc import Mapping as Named
from typing import Literal

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.spreadsheets.known import KNOWN, columns_of, key, recognised

#: The fields that a column can hold, each with headers that mean it. Case, spaces and signs in a header do not count.
#: The first header that a data set has is taken, so special ones come before general ones.
HEADERS: Named[str, tuple[str, ...]] = {
    "id": ("id", "incident", "incidentid", "eventid", "eventidcnty", "reference", "ref", "case", "code", "caseid",
           "casenumber", "recordid", "uid", "no"),
    "day": ("day", "date", "incidentdate", "eventdate", "dateofincident", "datestart", "startdate", "dateofevent",
            "dateofattack", "fecha", "datum", "дата"),
    "last_day": ("lastday", "dateend", "enddate"),
    "place": ("place", "city", "town", "location", "wherecoordinates", "village", "cityorcounty", "settlement",
              "locality", "placename", "lugar", "lieu", "місце"),
    "region": ("region", "state", "province", "governorate", "admin1", "adm1", "oblast", "область"),
    "country": ("country", "countryname", "país", "pays", "країна"),
    "lat": ("lat", "latitude"),
    "lon": ("lon", "lng", "long", "longitude"),
    "killed": ("killed", "dead", "deaths", "fatalities", "nkilled", "best", "totalkilled", "killedtotal", "muertos",
               "morts", "загинуло"),
    "killed_low": ("killedlow", "killedmin", "minkilled", "low"),
    "killed_high": ("killedhigh", "killedmax", "maxkilled", "high"),
    "killed_civilians": ("killedciv", "killedcivilians", "civilianskilled", "civkilled", "deathscivilians"),
    "killed_combatants": ("killedmil", "killedcombatants", "combatantskilled", "killedfighters"),
    "killed_women": ("killedwomen", "womenkilled", "killedfemale"),
    "killed_men": ("killedmen", "menkilled", "killedmale"),
    "killed_children": ("killedchildren", "childrenkilled", "killedminors"),
    "injured": ("injured", "wounded", "injuries", "ninjured", "heridos", "blessés", "поранено"),
    "injured_low": ("injuredlow", "injuredmin", "mininjured"),
    "injured_high": ("injuredhigh", "injuredmax", "maxinjured"),
    "missing": ("missing", "disappeared"),
    "abducted": ("abducted", "kidnapped"),
    "captured": ("captured", "detained", "arrested"),
    "displaced": ("displaced",),
    "names": ("names", "victims", "victimnames", "victim", "persons", "victimname", "nameofvictim", "name"),
    "age": ("age", "victimage", "ageofvictim"),
    "sex": ("sex", "gender"),
    "status": ("status", "victimstatus", "civilianstatus"),
    "fate": ("fate", "outcome", "harm"),
    "by": ("perpetrator", "perpetrators", "responsible", "attributedto", "allegedperpetrator"),
    "weapon": ("weapon", "weapons", "weapontype", "weaponused"),
    "kind": ("kind", "type", "incidenttype", "eventtype", "typeofincident", "typeofattack", "attacktype"),
    "site": ("site", "target", "facility", "typeofsite"),
    "title": ("title", "headline", "sourceheadline", "summary"),
    "text": ("notes", "description", "text", "details", "sourcearticle", "narrative", "comments"),
    "source": ("source", "sources", "sourceoriginal", "sourceoffice", "outlet", "sourcename", "reportedby"),
    "published": ("published", "publicationdate", "datepublished", "sourcedate", "reportdate", "datereported"),
}  # fmt: skip
_KILLED = r"\b(kill\w*|dead|deaths?|fatal\w*|kia)\b"
_HURT = r"\b(injur\w*|wound\w*|wia)\b"
_LOW, _HIGH = r"\b(min\w*|low\w*|least)\b", r"\b(max\w*|high\w*|most)\b"
#: Words in a header that suggest a field, where no header above is there; tried in this order on the words of a header,
#: all expressions of a field must be found.
_WORDS: Named[str, tuple[str, ...]] = {
    "killed_civilians": (_KILLED, r"\bciv\w*"),
    "killed_combatants": (_KILLED, r"\b(mil\w*|combatants?|soldiers?|fighters?)\b"),
    "killed_women": (_KILLED, r"\b(wom[ae]n|females?)\b"),
    "killed_men": (_KILLED, r"\b(m[ae]n|males?)\b"),
    "killed_children": (_KILLED, r"\b(child\w*|minors?|kids?)\b"),
    "killed_low": (_KILLED, _LOW),
    "killed_high": (_KILLED, _HIGH),
    "injured_low": (_HURT, _LOW),
    "injured_high": (_HURT, _HIGH),
    "killed": (_KILLED, r"^(?!.*\b(cause|place|date|manner|time)\b)"),
    "injured": (_HURT, r"^(?!.*\b(type|kind|nature)\b)"),
    "published": (r"\b(date|day)\b", r"\b(publi\w*|report\w*|source|article)\b"),
    "last_day": (r"\b(date|day)\b", r"\b(end|until|last|to)\b"),
    "day": (r"\b(date|day)\b", r"^(?!.*\b(birth|entry|entered|created|updated|death|access\w*)\b)"),
    "lat": (r"\blat\w*",),
    "lon": (r"\b(lon|lng|long|longitude)\b",),
    "place": (r"\b(place|location|town|city|village|settlement)\b", r"^(?!.*\b(birth|origin|type)\b)"),
    "region": (r"\b(region|province|governorate|state|oblast)\b",),
    "country": (r"\bcountry\b", r"^(?!.*\borigin\b)"),
    "by": (r"\b(perpetrat\w*|responsib\w*)\b",),
    "weapon": (r"\b(weapons?|munitions?)\b",),
    "kind": (r"\b(type|kind|nature)\b", r"\b(incident|event|attack)\b"),
    "names": (r"\bnames?\b", r"\b(victims?|persons?|killed|casualt\w*)\b"),
    "age": (r"\bage\b", r"^(?!.*\bgroup\b)"),
    "sex": (r"\b(sex|gender)\b",),
    "source": (r"\bsources?\b", r"^(?!.*\b(type|link|url|date)\b)"),
    "text": (r"\b(notes?|description|details|narrative|remarks|comments?)\b",),
    "id": (r"\b(id|ref|reference|code)\b", r"\b(incident|event|case|record|row)\b"),
}
#: The fields that a comparison uses.
COMPARED = (
    "id", "day", "last_day", "place", "region", "country", "lat", "lon", "killed", "killed_low", "killed_high",
    "injured", "injured_low", "injured_high", "names", "title", "text", "source",
)  # fmt: skip
#: The rule by which a published data set makes its figures, where Tollbook has it.
RULE_OF: Named[str, str] = {name: each.rule for name, each in KNOWN.items() if each.rule}


class Mapping(Record, frozen=True, kw_only=True):
    """The header of each field. ``known`` names a published data set.

    ``numeric`` says which number comes first in days such as 03/04/2017; ``serial`` that days may be numbers, as a
    spreadsheet counts them from 30 December 1899.
    """

    columns: dict[str, str] = msgspec.field(default_factory=dict)
    known: str = ""
    numeric: Literal["day", "month", ""] = ""
    serial: bool = False

    def as_toml(self) -> str:
        """The mapping as a file that ``--mapping`` reads."""
        lines = [f"{field} = {_quoted(header)}" for field, header in self.columns.items()]
        numeric = [f'numeric = "{self.numeric}"'] if self.numeric else []
        serial = ["serial = true"] if self.serial else []
        return "\n".join([*numeric, *serial, "[columns]", *lines, ""])


class _MappingFile(msgspec.Struct, forbid_unknown_fields=True):
    columns: dict[str, str] = msgspec.field(default_factory=dict)
    numeric: Literal["day", "month", ""] = ""
    serial: bool = False


def propose(headers: Sequence[str], fields: Collection[str] = COMPARED) -> Mapping:
    """The mapping that the headers suggest for some fields; a header is used once."""
    known = recognised(headers)
    columns = {field: name for field, name in columns_of(known, headers).items() if field in fields} if known else {}
    keys = {key(header): header for header in reversed(headers)}
    for field, names in HEADERS.items() if not known else ():
        free = (keys[name] for name in names if name in keys and keys[name] not in columns.values())
        if field in fields and (header := next(free, None)) is not None:
            columns[field] = header
    for field, expressions in _WORDS.items() if not known else ():
        if field in fields and field not in columns:
            found = (each for each in headers if each not in columns.values() and _fits(each, expressions))
            if (header := next(found, None)) is not None:
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
    return Mapping(columns=given.columns, numeric=given.numeric, serial=given.serial)


def with_columns(
    proposed: Mapping, chosen: Named[str, str], headers: Sequence[str], fields: Collection[str] = COMPARED
) -> Mapping:
    """The mapping with columns that a person chose; an empty header leaves a field out. Raises Refused."""
    unknown = sorted(chosen.keys() - set(fields))
    if unknown:
        raise Refused(message(
            "There is no field “{unknown}”; the fields are {fields}.",
            unknown=", ".join(unknown), fields=", ".join(fields),
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
    headers: Sequence[str], chosen: Named[str, str], *, numeric: str = "", propose_rest: bool = True,
    fields: Collection[str] = COMPARED,
) -> Mapping:  # fmt: skip
    """The mapping of a data set: the choices of a person, and proposals for other fields. Raises Refused."""
    proposed = propose(headers, fields) if propose_rest else Mapping(known=recognised(headers))
    return with_numeric(with_columns(proposed, chosen, headers, fields), numeric)


def with_numeric(mapping: Mapping, first: str) -> Mapping:
    """The mapping with the part that comes first in numeric days, ``day`` or ``month``; else unchanged."""
    return msgspec.structs.replace(mapping, numeric=first) if first in {"day", "month"} else mapping


def _fits(header: str, expressions: Sequence[str]) -> bool:
    words = re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)).lower().strip()
    return all(re.search(each, words) for each in expressions)


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()
