"""Exports in standard formats, checked with the library or a schema of the standard."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from msgspec.structs import replace

from tests.export_samples import BOOK, DAY, DISPUTED, OBERFELD, REPORTS
from tollbook.export import FORMATS, Contents, hxl
from tollbook.export.release import release
from tollbook.export.release_profiles import load
from tollbook.model import When

#: Web Annotation Data Model (W3C, 23 February 2017): 3.1 annotations, 3.2.4 embedded textual bodies, 3.3.1 lifecycle,
#: 3.3.5 motivations, 4.2.4 and 4.2.5 selectors, 5.2 annotation pages.
MOTIVATIONS = [
    "assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting", "identifying",
    "linking", "moderating", "questioning", "replying", "tagging",
]  # fmt: skip
IRI = {"type": "string", "pattern": "^[a-z][a-z0-9+.-]*:.+"}
POSITION = {
    "type": "object", "required": ["type", "start", "end"], "additionalProperties": False,
    "properties": {
        "type": {"const": "TextPositionSelector"}, "start": {"type": "integer", "minimum": 0},
        "end": {"type": "integer", "minimum": 0},
    },
}  # fmt: skip
QUOTE = {
    "type": "object", "required": ["type", "exact"], "additionalProperties": False,
    "properties": {"type": {"const": "TextQuoteSelector"}}
    | {name: {"type": "string"} for name in ("exact", "prefix", "suffix")},
}  # fmt: skip
ANNOTATION = {
    "type": "object", "required": ["id", "type", "target"],
    "properties": {
        "id": IRI, "type": {"const": "Annotation"}, "motivation": {"enum": MOTIVATIONS}, "creator": {"type": "object"},
        "body": {
            "type": "array",
            "items": {
                "type": "object", "required": ["type", "value"],
                "properties": {
                    "type": {"const": "TextualBody"}, "value": {"type": "string"}, "purpose": {"enum": MOTIVATIONS},
                },
            },
        },
        "target": {
            "type": "object", "required": ["source"],
            "properties": {
                "type": {"const": "SpecificResource"}, "source": IRI,
                "selector": {"type": "array", "items": {"oneOf": [POSITION, QUOTE]}},
            },
        },
    },
}  # fmt: skip
PAGE = {
    "type": "object", "required": ["@context", "id", "type", "items"],
    "properties": {
        "@context": {"const": "http://www.w3.org/ns/anno.jsonld"}, "id": IRI, "type": {"const": "AnnotationPage"},
        "startIndex": {"type": "integer", "minimum": 0}, "items": {"type": "array", "items": ANNOTATION},
    },
}  # fmt: skip
#: TimelineJS3 JSON format (Knight Lab): slides, date objects and text objects. A month needs its year, a day its month.
DATE = {
    "type": "object", "required": ["year"], "additionalProperties": False,
    "dependentRequired": {"month": ["year"], "day": ["month"]},
    "properties": {
        "year": {"type": "integer"}, "month": {"type": "integer", "minimum": 1, "maximum": 12},
        "day": {"type": "integer", "minimum": 1, "maximum": 31}, "display_date": {"type": "string"},
    },
}  # fmt: skip
SLIDE_TEXT = {
    "type": "object", "additionalProperties": False,
    "properties": {"headline": {"type": "string"}, "text": {"type": "string"}},
}  # fmt: skip
TIMELINE = {
    "type": "object", "required": ["events"], "additionalProperties": False,
    "properties": {
        "title": {"type": "object", "properties": {"text": SLIDE_TEXT}},
        "events": {
            "type": "array",
            "items": {
                "type": "object", "required": ["start_date", "text"], "additionalProperties": False,
                "properties": {
                    "start_date": DATE, "end_date": DATE, "text": SLIDE_TEXT, "group": {"type": "string"},
                    "unique_id": {"type": "string"},
                },
            },
        },
    },
}  # fmt: skip


def made(name: str, contents: Contents = BOOK) -> str:
    (chunks,) = FORMATS[name](contents).values()
    return b"".join(chunks).decode("utf-8-sig")


def read(name: str, contents: Contents = BOOK) -> Any:
    return json.loads(made(name, contents))


@pytest.mark.parametrize(("name", "schema"), [("annotations", PAGE), ("timeline", TIMELINE)])
@pytest.mark.parametrize("contents", [BOOK, Contents(), release(BOOK, load("public")).contents])
def test_the_json_follows_its_specification(name: str, schema: dict[str, Any], contents: Contents) -> None:
    jsonschema_rs.Draft202012Validator(schema).validate(read(name, contents))


def test_an_annotation_selects_exactly_the_words_of_its_claim() -> None:
    texts = {REPORTS[0].url: REPORTS[0].text, f"urn:sha256:{REPORTS[1].sha256}": REPORTS[1].text}
    items = read("annotations")["items"]
    assert [item["id"] for item in items] == [f"urn:tollbook:claim:{claim.id}" for claim in BOOK.claims]
    for item in items:
        text = texts[item["target"]["source"]]
        position, quote = item["target"]["selector"]
        assert text[position["start"] : position["end"]] == quote["exact"]
        assert quote["prefix"] + quote["exact"] + quote["suffix"] in text
    said = {body["value"] for body in items[0]["body"]}
    assert {"killed", "number: more than 40", "according to: Ilyas Tarkhan → Valley Post"} <= said


def test_a_quotation_that_a_profile_changed_selects_by_position_alone() -> None:
    changed = replace(BOOK.claims[0], quote="More than [age withheld] people were killed")
    (item,) = read("annotations", replace(BOOK, claims=(changed,)))["items"]
    assert [selector["type"] for selector in item["target"]["selector"]] == ["TextPositionSelector"]


@pytest.mark.parametrize(
    ("precision", "parts"),
    [("day", {"year", "month", "day"}), ("month", {"year", "month"}), ("year", {"year"})],
)
def test_a_timeline_shows_no_part_of_a_date_that_is_not_known(precision: str, parts: set[str]) -> None:
    known = replace(DISPUTED, when=replace(DAY, precision=precision))
    (event,) = read("timeline", replace(BOOK, incidents=(known,)))["events"]
    assert event["start_date"].keys() == parts | {"display_date"}


def test_a_timeline_counts_the_incidents_without_a_day_and_escapes_texts() -> None:
    hostile = replace(DISPUTED, title="<script>alert(1)</script>", when=replace(DAY, text="<b>Monday</b>"))
    found = read("timeline", replace(BOOK, incidents=(hostile, *BOOK.incidents[1:])))
    assert (len(found["events"]), found["title"]["text"]["text"][-2:]) == (1, "1.")
    assert "<script>" not in made("timeline", replace(BOOK, incidents=(hostile,)))
    assert "<b>" not in made("timeline", replace(BOOK, incidents=(hostile,)))
    assert "dozens to 41 or more" in found["events"][0]["text"]["text"]


def test_hxl_is_valid_to_libhxl_and_has_the_numbers_beside_the_words(tmp_path: Path) -> None:
    """HXL 1.1: hashtags and attributes, and libhxl's default schema (dates are dates, people are numbers)."""
    libhxl = pytest.importorskip("hxl", reason="libhxl is a dependency for developers")
    path = tmp_path / "a.csv"
    path.write_text(made("hxl"), encoding="utf-8")
    data = libhxl.data(str(path), libhxl.input.InputOptions(allow_local=True)).cache()
    wrong: list[Any] = []
    libhxl.schema(None, callback=wrong.append).validate(data)
    assert [str(each) for each in wrong if each.rule.severity == "error"] == []
    assert [column.display_tag for column in data.columns] == list(hxl.tags().values())
    disputed, unknown = list(data)
    pick = ("#affected+killed+min", "#affected+killed+best", "#affected+killed+max", "#description+said+killed")
    assert [disputed.get(tag) for tag in pick] == ["24", "41", "41", "dozens to 41 or more"]
    assert [unknown.get(tag) or None for tag in pick] == [None] * 4
    assert disputed.get("#geo+precision") == str(OBERFELD.precision)


def test_the_headers_of_hxl_do_not_depend_on_the_book() -> None:
    full, empty = (made("hxl", contents).splitlines()[:2] for contents in (BOOK, Contents()))
    assert full == empty
    assert full[1].split(",") == list(hxl.tags().values())
    assert len(full[0].split(",")) == len(full[1].split(","))


def test_days_that_are_not_certain_are_a_range_in_hxl() -> None:
    week = replace(DISPUTED, when=When(start=DAY.start, end=DAY.start and DAY.start.replace(day=10), precision="week"))
    row = made("hxl", replace(BOOK, incidents=(week,))).splitlines()[2]
    assert ",2021-10-04,2021-10-10,week," in row


def test_prov_is_read_by_the_library_of_prov_and_leads_from_a_figure_to_its_reports() -> None:
    """PROV-O (W3C, 30 April 2013), read as RDF by rdflib and then as a document by the library prov."""
    model = pytest.importorskip("prov.model", reason="prov is a dependency for developers")
    pytest.importorskip("rdflib", reason="rdflib is a dependency for developers")
    document = model.ProvDocument.deserialize(content=made("prov"), format="rdf", rdf_format="json-ld")
    relations = {
        (type(each).__name__, *(str(value) for value in each.args[:2]))
        for each in document.get_records(model.ProvRelation)
    }
    figure, claim = "tollbook:figure:i1:killed", "tollbook:claim:c1"
    assert ("ProvDerivation", figure, claim) in relations
    assert {str(each.identifier) for each in document.get_records(model.ProvActivity)} == {
        "tollbook:reconciliation:i1:killed"
    }
    entities = {str(each.identifier) for each in document.get_records(model.ProvEntity)}
    assert {figure, claim, "tollbook:claim:c2", "tollbook:claim:c3"} <= entities


def test_every_link_of_prov_leads_to_a_node() -> None:
    graph = read("prov")["@graph"]
    described = [node["@id"] for node in graph]
    assert len(set(described)) == len(described)
    linked = {
        link["@id"]
        for node in graph
        for value in node.values()
        for link in (value if isinstance(value, list) else [value])
        if isinstance(link, dict) and "@id" in link
    }
    assert linked <= set(described)
    quoted = {
        node["@id"]: node.get("prov:wasQuotedFrom") for node in graph if node["@id"].startswith("tollbook:claim:")
    }
    assert all(quoted.values())


def test_ftm_entities_load_unchanged_in_followthemoney() -> None:
    """FollowTheMoney 4: its model reads every entity, cleans no value away, and finds every link in its range."""
    model = pytest.importorskip(
        "followthemoney.model", reason="followthemoney is in the extra ftm-check"
    ).Model.instance()
    written = [json.loads(line) for line in made("ftm").splitlines()]
    loaded = {entity["id"]: model.get_proxy(entity, cleaned=False) for entity in written}
    assert len(loaded) == len(written)
    for entity in written:
        proxy = loaded[entity["id"]]
        assert {name: sorted(values) for name, values in proxy.properties.items()} == {
            name: sorted(values) for name, values in entity["properties"].items()
        }
        for prop, value in proxy.itervalues():
            assert prop.range is None or loaded[value].schema.is_a(prop.range)


def ftm_entities(contents: Contents = BOOK) -> dict[str, list[dict[str, list[str]]]]:
    found: dict[str, list[dict[str, list[str]]]] = {}
    for line in made("ftm", contents).splitlines():
        entity = json.loads(line)
        found.setdefault(entity["schema"], []).append(entity["properties"])
    return found


def test_ftm_distinguishes_victims_from_suspects_and_keeps_the_dispute() -> None:
    found = ftm_entities()
    assert {link["role"][0] for link in found["UnknownLink"]} == {"reported killed", "reported perpetrator: accused"}
    event = found["Event"][0]
    assert "contested" in event["summary"][0]
    assert (event["date"], event["country"]) == (["2021-10-04"], ["ua"])
    assert found["Address"][0]["remarks"] == ["Known to: within 25 km"]
    assert found["Event"][1].keys() == {"name", "keywords", "recordId"}


@pytest.mark.parametrize(("precision", "day"), [("day", "2021-10-04"), ("month", "2021-10"), ("year", "2021")])
def test_ftm_has_no_part_of_a_date_that_is_not_known(precision: str, day: str) -> None:
    known = replace(DISPUTED, when=replace(DAY, precision=precision))
    assert ftm_entities(replace(BOOK, incidents=(known,)))["Event"][0]["date"] == [day]


def test_ftm_leaves_out_withheld_names() -> None:
    released = release(BOOK, load("public")).contents
    assert "Brod" not in made("ftm", released)
    assert "Person" not in ftm_entities(released)
