"""The accuracy figures that the web interface shows: a choice of the measured figures for each field.

python -m bench.accuracy      writes src/tollbook/data/accuracy.json from bench/results.json, as bench.run does
"""

import json
from pathlib import Path
from typing import Any

from bench import results
from tollbook.locale.messages import message

OUT = Path(__file__).resolve().parents[1] / "src" / "tollbook" / "data" / "accuracy.json"
#: Of three numbers (precision, recall, F1) the last is shown.
_F1 = -1

#: Field of a record, set, measured figure, and its description.
SHOWN = (
    ("killed", "gva", "killed exact", message("number killed in an incident exactly right")),
    ("killed", "isaf", "min_killed", message("number killed in a short official report exactly right")),
    ("killed", "airwars", "killed ranges overlap", message("range of killed overlaps the one coded by hand")),
    ("killed", "airwars", "killed range exact", message("range of killed equals the one coded by hand")),
    ("injured", "gva", "injured exact", message("number injured in an incident exactly right")),
    ("injured", "airwars", "injured ranges overlap", message("range of injured overlaps the one coded by hand")),
    ("captured", "isaf", "min_captured", message("number captured exactly right")),
    ("claims", "war", "claims found P/R/F1", message("claims found at all, F1")),
    ("claims", "war", "best right, of those found", message("number of a claim right, of claims found")),
    ("claims", "war", "scope right, of those found", message("whole, part or total right, of claims found")),
    ("speakers", "war", "speaker right, of those found", message("who said it right, of claims found")),
    ("speakers", "polnear/dev", "content and source P/R/F1", message("who said what in news texts, F1")),
    ("stances", "war", "stance right, of those found", message("asserted or denied right, of claims found")),
    ("when", "war", "day right, of those found", message("day of a claim right, of claims found")),
    ("when", "dates/meantime", "right days where found", message("days of date expressions right, of those found")),
    ("where", "war", "place right, of those found", message("place of a claim right, of claims found")),
    ("where", "places/lgl", "resolved P/R/F1", message("places in local news resolved within 161 km, F1")),
    ("victims", "gvdb", "victim name and effect P/R/F1", message("names of victims and what happened to them, F1")),
    ("victims", "gvdb", "age right where both name and age are known", message("age right where the name was found")),
    ("victims", "war", "status right, of those found", message("civilian, combatant, police right, of claims found")),
    ("perpetrators", "muc4/tst2", "perpetrator", message("perpetrators in old wire reports, F1")),
    ("sites", "muc4/tst2", "site", message("sites hit, in old wire reports, F1")),
    ("weapons", "muc4/tst2", "weapon", message("weapons, in old wire reports, F1")),
    ("linking", "gva", "B-cubed P/R/F1", message("reports of one incident linked correctly, F1")),
    ("linking", "war", "incidents of found claims, B-cubed P/R/F1", message("claims of one incident linked, F1")),
)  # fmt: skip


def table(measured: results.Results) -> list[dict[str, Any]]:
    """One row for each figure shown that was measured: field, words, percent, set, day and commit of measuring."""
    rows = []
    for field, name, figure, words in SHOWN:
        found = measured.get(name)
        if found is None or figure not in found["figures"]:
            continue
        value = found["figures"][figure]
        percent = value[_F1] if isinstance(value, list) else value
        about = {"set": name, "measured": found["date"], "commit": found["commit"]}
        rows.append({"field": field, "words": words, "percent": percent} | about)
    return rows


def write(measured: results.Results) -> None:
    """Write the table into the package."""
    OUT.write_text(json.dumps(table(measured), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write(results.load())
