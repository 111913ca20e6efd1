"""Filing a claim under another incident moves that claim and nothing else. All places and people are invented."""

import json
from pathlib import Path

from tollbook.book import Book

REPORTS = (
    ("bomb", "Northline Agency", "2024-03-04",
     "BRENSK, Osterria (Northline) - A car bomb exploded at a crowded vegetable market in Brensk on Monday morning, "
     "killing at least nine people and wounding 31, police said."),
    ("denial", "Ridge Voice", "2024-03-05",
     "The Ridge Front denied on Tuesday that it had carried out the bombing of the market in Brensk."),
    ("gate", "Brensk Courier", "2024-03-05",
     "Two young men were shot dead by soldiers at a checkpoint at the northern entrance of Brensk on Monday evening, "
     "residents said. A third man was wounded in the leg."),
    ("army", "Northline Agency", "2024-03-05",
     "BRENSK, Osterria (Northline) - Soldiers killed three men who tried to drive through a checkpoint in Brensk late "
     "on Monday, hours after a bomb hit the town's market, the army said in a statement on Tuesday."),
)  # fmt: skip


def reports_of(book: Book) -> list[list[str]]:
    return sorted(sorted(link.id for link in each.reports) for each in book.incidents())


def test_filing_a_claim_joins_no_other_incident(tmp_path: Path) -> None:
    rows = [{"id": i, "outlet": o, "title": "", "url": "", "published": d, "text": t} for i, o, d, t in REPORTS]
    (tmp_path / "reports.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (tmp_path / "places.csv").write_text(
        "name,lat,lon,within,kind\nOsterria,-39,-24,,country\nBrensk,-38,-26,Osterria,town\n", "utf-8"
    )
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "reports.jsonl"], places=tmp_path / "places.csv")
        assert reports_of(book) == [["army", "gate"], ["bomb"]]
        (claim,) = [each for each in book.incidents.claims() if each.report == "denial" and each.kind == "denial"]
        (bombing,) = [each for each in book.incidents() if len(each.reports) == 1]
        made = book.review.file_under(claim.id, book.search.move_to(claim.id, bombing.id), who="Vera", why="It is.")
        assert reports_of(book) == [["army", "gate"], ["bomb", "denial"]]
        book.review.undo(made.id, who="Vera", why="A test.")
        assert reports_of(book) == [["army", "gate"], ["bomb"]]
