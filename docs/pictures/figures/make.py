"""Make the pictures of docs/figures-for-publication.md from the invented sample reports.

python docs/pictures/figures/make.py
"""

import tempfile
from importlib import resources
from pathlib import Path

from tollbook.book import Book
from tollbook.book.plots import PlotRequest

HERE = Path(__file__).parent
SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))


def make(book: Book, folder: Path) -> dict[str, str]:
    """Write every picture into a folder; the alt text of each by its name."""
    strike = next(each.id for each in book.incidents() if each.kind == "airstrike")
    requests = {
        "incident": PlotRequest(plot="tolls", incident=strike, profile="public"),
        "weeks": PlotRequest(plot="weeks", profile="public"),
        "map": PlotRequest(plot="map", profile="public"),
        "sources": PlotRequest(plot="sources", incident=strike, profile="public"),
        "outlets": PlotRequest(plot="sources", profile="public"),
    }
    return {name: book.plots(request, folder / f"{name}.svg").alt for name, request in requests.items()}


def main() -> None:
    """Make the pictures and print their alt texts."""
    with tempfile.TemporaryDirectory() as scratch, Book.open(Path(scratch) / "demo.book", create=True) as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
        for name, alt in make(book, HERE).items():
            print(f"{name}: {alt}")


if __name__ == "__main__":
    main()
