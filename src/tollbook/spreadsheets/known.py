"""Published data sets that are known by their headers: which of their columns holds which field.

UCDP GED: Högbladh, *UCDP GED Codebook*, versions 17 to 25 have these 49 columns. ACLED: *ACLED Codebook* (2023), 31
columns; files before 2023 also have others. eventreport: the data set MAVERICK of the R package, version 0.1.2.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from tollbook.model import Record

UCDP_COLUMNS = (
    "id", "relid", "year", "active_year", "code_status", "type_of_violence", "conflict_dset_id", "conflict_new_id",
    "conflict_name", "dyad_dset_id", "dyad_new_id", "dyad_name", "side_a_dset_id", "side_a_new_id", "side_a",
    "side_b_dset_id", "side_b_new_id", "side_b", "number_of_sources", "source_article", "source_office", "source_date",
    "source_headline", "source_original", "where_prec", "where_coordinates", "where_description", "adm_1", "adm_2",
    "latitude", "longitude", "geom_wkt", "priogrid_gid", "country", "country_id", "region", "event_clarity",
    "date_prec", "date_start", "date_end", "deaths_a", "deaths_b", "deaths_civilians", "deaths_unknown", "best", "high",
    "low", "gwnoa", "gwnob",
)  # fmt: skip
ACLED_COLUMNS = (
    "event_id_cnty", "event_date", "year", "time_precision", "disorder_type", "event_type", "sub_event_type", "actor1",
    "assoc_actor_1", "inter1", "actor2", "assoc_actor_2", "inter2", "interaction", "civilian_targeting", "iso",
    "region", "country", "admin1", "admin2", "admin3", "location", "latitude", "longitude", "geo_precision", "source",
    "source_scale", "notes", "fatalities", "tags", "timestamp",
)  # fmt: skip
#: Columns that ACLED adds to a file with the population around each event.
_ACLED_POPULATION = ("population_1km", "population_2km", "population_5km", "population_best")
EVENTREPORT_COLUMNS = (
    "id", "event_id", "country", "date_start", "date_end", "city", "location", "latitude", "longitude", "geo_precision",
    "actor1", "deaths_best", "deaths_low", "deaths_high", "injuries_best", "injuries_low", "injuries_high", "source",
    "number_of_sources", "unit_of_analysis", "aggregation",
)  # fmt: skip


class KnownDataSet(Record, frozen=True, kw_only=True):
    """A data set: the headers that only it has, the header of each field (the first that a file has), all headers.

    ``signs`` are alternatives: a file with every header of one of them is of this data set. ``zero_is_unknown``: its
    codebook writes 0 where nobody reported a number. ``rule`` is the one it makes its figures by.
    """

    signs: tuple[frozenset[str], ...]
    columns: dict[str, tuple[str, ...]]
    headers: tuple[str, ...]
    rule: str = ""
    zero_is_unknown: bool = False


#: Every known data set by its name. The parties of UCDP and the actors of ACLED are not read as perpetrators: nobody
#: says that a party of a clash killed or injured these people (decision 67).
KNOWN: Mapping[str, KnownDataSet] = MappingProxyType({
    "UCDP GED": KnownDataSet(
        signs=(
            frozenset({"date_start", "where_coordinates", "best", "low", "high"}),
            frozenset({"date_start", "where_coordinates", "best_est", "low_est", "high_est"}),
        ),
        columns={
            "id": ("id",), "day": ("date_start",), "last_day": ("date_end",), "place": ("where_coordinates",),
            "region": ("adm_1",), "country": ("country",), "lat": ("latitude",), "lon": ("longitude",),
            "killed": ("best", "best_est"), "killed_low": ("low", "low_est"), "killed_high": ("high", "high_est"),
            "killed_civilians": ("deaths_civilians",), "title": ("source_headline",), "source": ("source_original",),
            "published": ("source_date",), "text": ("source_article",),
        },
        headers=UCDP_COLUMNS,
        rule="ucdp",
    ),
    "ACLED": KnownDataSet(
        signs=(frozenset({"event_id_cnty", "event_date", "location", "fatalities"}),),
        columns={
            "id": ("event_id_cnty",), "day": ("event_date",), "place": ("location",), "region": ("admin1",),
            "country": ("country",), "lat": ("latitude",), "lon": ("longitude",), "killed": ("fatalities",),
            "kind": ("sub_event_type",), "source": ("source",), "text": ("notes",),
        },
        headers=(*ACLED_COLUMNS, *_ACLED_POPULATION),
        rule="acled",
        zero_is_unknown=True,
    ),
    "eventreport": KnownDataSet(
        signs=(
            frozenset({"event_id", "deaths_best", "deaths_low", "deaths_high"}),
            frozenset({"event_id", "date_start", "deaths_best", "source"}),
        ),
        columns={
            "id": ("id",), "day": ("date_start",), "last_day": ("date_end",), "place": ("city", "location"),
            "country": ("country",), "lat": ("latitude",), "lon": ("longitude",), "killed": ("deaths_best",),
            "killed_low": ("deaths_low",), "killed_high": ("deaths_high",), "injured": ("injuries_best",),
            "injured_low": ("injuries_low",), "injured_high": ("injuries_high",), "source": ("source",),
        },
        headers=EVENTREPORT_COLUMNS,
    ),
})  # fmt: skip
#: Columns that do not show the year of a file: versions of UCDP GED and the R package add their own.
_OPEN_ENDED = frozenset({"eventreport"})


def recognised(headers: Collection[str]) -> str:
    """The name of the data set that a file is of by its headers; empty if it is none."""
    given = {key(header) for header in headers}
    return next((name for name, each in KNOWN.items() if any(_keys(sign) <= given for sign in each.signs)), "")


def columns_of(name: str, headers: Sequence[str]) -> dict[str, str]:
    """The header of each field of a known data set, as far as the file has it."""
    by_key = {key(header): header for header in reversed(headers)}
    found = ((field, [by_key[key(c)] for c in each if key(c) in by_key]) for field, each in KNOWN[name].columns.items())
    return {field: given[0] for field, given in found if given}


def missing_columns(name: str, headers: Collection[str]) -> list[str]:
    """The columns that are read of a known data set and that this file lacks, by their usual names."""
    given = {key(header) for header in headers}
    wanted = KNOWN[name].columns.values()
    return [names[0] for names in wanted if not {key(each) for each in names} & given]


def other_columns(name: str, headers: Collection[str]) -> list[str]:
    """The columns of a file that its data set does not have in the version known here."""
    if name in _OPEN_ENDED:
        return []
    usual = _keys(KNOWN[name].headers)
    return [header for header in headers if key(header) and key(header) not in usual]


def key(header: str) -> str:
    """A header without case, spaces and signs."""
    return "".join(c for c in header.lower() if c.isalnum())


def _keys(headers: Collection[str]) -> frozenset[str]:
    return frozenset(map(key, headers))
