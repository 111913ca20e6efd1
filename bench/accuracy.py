"""The accuracy figures that the web interface shows: a choice of the measured figures for each field.

python -m bench.accuracy      writes src/tollbook/data/accuracy.json from bench/results.json, as bench.run does
"""

import json
from pathlib import Path
from typing import Any

from bench import results

OUT = Path(__file__).resolve().parents[1] / "src" / "tollbook" / "data" / "accuracy.json"
#: Of three numbers (precision, recall, F1) the last is shown.
_F1 = -1

#: Field of a record, set, measured figure, and what the figure says in words.
SHOWN = (
    ("killed", "gva", "killed exact", "number killed in an incident exactly right"),
    ("killed", "isaf", "min_killed", "number killed in a short official report exactly right"),
    ("killed", "airwars", "killed ranges overlap", "range of killed from many sources overlaps the one coded by hand"),
    ("killed", "airwars", "killed range exact", "range of killed from many sources equal to the one coded by hand"),
    ("injured", "gva", "injured exact", "number injured in an incident exactly right"),
    ("injured", "airwars", "injured ranges overlap", "range of injured overlaps the one coded by hand"),
    ("captured", "isaf", "min_captured", "number captured exactly right"),
    ("claims", "war", "claims found P/R/F1", "claims found at all, F1"),
    ("claims", "war", "best right, of those found", "number of a claim right, of claims found"),
    ("claims", "war", "scope right, of those found", "whole, part or total right, of claims found"),
    ("speakers", "war", "speaker right, of those found", "who said it right, of claims found"),
    ("speakers", "polnear/dev", "content and source P/R/F1", "who said what in news texts, F1"),
    ("stances", "war", "stance right, of those found", "asserted or denied right, of claims found"),
    ("when", "war", "day right, of those found", "day of a claim right, of claims found"),
    ("when", "dates/meantime", "right days where found", "days of date expressions right, of those found"),
    ("where", "war", "place right, of those found", "place of a claim right, of claims found"),
    ("where", "places/lgl", "resolved P/R/F1", "places in local news resolved within 161 km, F1"),
    ("victims", "gvdb", "victim name and effect P/R/F1", "names of persons harmed and what became of them, F1"),
    ("victims", "gvdb", "age right where both name and age are known", "age right where the name was found"),
    ("victims", "war", "status right, of those found", "civilian, combatant or police right, of claims found"),
    ("perpetrators", "muc4/tst2", "perpetrator", "perpetrators in old wire reports, F1"),
    ("sites", "muc4/tst2", "site", "sites hit, in old wire reports, F1"),
    ("weapons", "muc4/tst2", "weapon", "weapons, in old wire reports, F1"),
    ("linking", "gva", "B-cubed P/R/F1", "reports of one incident put together, F1"),
    ("linking", "war", "incidents of found claims, B-cubed P/R/F1", "claims of one incident put together, F1"),
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
