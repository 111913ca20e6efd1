"""Why a figure differs from that of a data set, by what the words of the reports say."""

import json
from collections.abc import Iterable

import pytest

from tollbook.book import Book
from tollbook.compare import BookComparison, headers_of, mapping_of
from tollbook.compare.compared import Compared
from tollbook.compare.records import Cause
from tollbook.compare.reported import by_fate, by_names, by_people, by_words
from tollbook.model import Claim, ClaimKind, Count, People, Range, Report, Scope

#: Title and text of a report, what the data set counts as killed and injured (empty: it does not say), and the figure
#: that differs with its cause and words of its sentence.
CASES = {
    "Lille": (
        "", "A man killed three people at a house in Lille on Tuesday and turned the gun on himself, detectives said.",
        4, "", "killed", "attacker", "turned the gun on himself",
    ),
    "Verona": (
        "", "A man was wounded by a bomb in Verona on Tuesday, police said. The suspect shot himself in the hand.",
        "", 2, "injured", "attacker", "shot himself",
    ),
    "Turin": (
        "", "Nine people were wounded in shootings in Turin on Tuesday, police said.",
        "", 2, "injured", "several", "wounded in shootings",
    ),
    "Graz": (
        "", "Ilya Korven was killed at the bridge of Graz on Tuesday, police said. Mara Dost was killed there too. "
        "A driver was killed.", 1, "", "killed", "together", "“Ilya Korven was killed”",
    ),
    "Bonn": (
        "", "Marekh Tollan Jr., 16, was killed at a fair in Bonn on Tuesday, police said. Two men are charged with "
        "the murder of Marek Tollan.", 1, "", "killed", "together",
        "“Marekh Tollan Jr.”, “Marek Tollan” as different people",
    ),
    "Malaga": (
        "", "A man was wounded in Malaga on Tuesday, police said. He is in critical condition.",
        1, 0, "injured", "outcome", "“A man was wounded”",
    ),
    "Porto": (
        "", "Six people were wounded by a bomb in Porto on Tuesday, police said. Two women were wounded by the bomb, "
        "the mayor said. Three people were wounded, a nurse said.",
        "", 2, "injured", "part", "“Two women were wounded”",
    ),
    "Bergen": (
        "", "Gunmen opened fire at a cafe in Bergen on Tuesday. Seven people were wounded, two of them critically.",
        "", 2, "injured", "reading", "two of them critically",
    ),
    "Ghent": (
        "Four wounded at a bar", "A car bomb wounded three clerks in Ghent on Tuesday, police said.",
        "", 4, "injured", "reading", "“Four wounded at a bar”",
    ),
    "Basel": (
        "", "A fire bomb killed five teachers in Basel on Tuesday, police said.",
        7, "", "killed", "not reported", "killed five teachers",
    ),
    "Ostrava": (
        "", "A mine killed two farmers near Ostrava on Tuesday, the mayor said.",
        2, 1, "injured", "not reported", "has a word for people harmed in this way",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> BookComparison:
    """One book of all the reports, compared with one data set."""
    folder = tmp_path_factory.mktemp("reported")
    reports = [
        {"id": town, "outlet": "Herald", "published": "2021-10-06", "title": case[0], "text": case[1]}
        for town, case in CASES.items()
    ]
    (folder / "reports.jsonl").write_text("".join(json.dumps(each) + "\n" for each in reports))
    rows = [f"{town},2021-10-05,{town},{case[2]},{case[3]}" for town, case in CASES.items()]
    data = "\n".join(["id,day,place,killed,injured", *rows]).encode()
    with Book.open(folder / "reported.book", create=True) as book:
        book.read([folder / "reports.jsonl"])
        mapping = mapping_of(headers_of(data), {})
        return book.compare.with_data_set(book.compare.side("A"), data, mapping, name="set.csv")


@pytest.mark.parametrize("town", list(CASES))
def test_words_of_the_report_name_the_cause(compared: BookComparison, town: str) -> None:
    figure, kind, words = CASES[town][4:]
    (pairing,) = [each for each in compared.pairings if each.other and each.other.id == town]
    causes = {each.figure: each.causes for each in pairing.differences}
    assert [cause.kind for cause in causes[figure]] == [kind]
    assert words in causes[figure][0].sentence


# ------------------------------------------------------------------------------------------------ claims made by hand
NUMBERS = {"a": 1, "three": 3, "four": 4, "five": 5, "two": 2}


def claim(
    quote: str, kind: ClaimKind, *, scope: Scope = "incident", incident: str | None = "I1", name: str = ""
) -> Claim:
    number = NUMBERS.get(quote.split(maxsplit=1)[0], 1)
    count = Count(low=number, best=number, high=number, qualifier="exactly", text=quote)
    return Claim(
        id=quote,
        report="R1",
        start=0,
        end=len(quote),
        quote=quote,
        kind=kind,
        count=count,
        people=People(text=quote, names=(name,)) if name else None,
        scope=scope,
        incident=incident,
    )


def causes_of(
    claims: list[Claim], mine: tuple[int, int], theirs: tuple[int, int], name: str = "injured"
) -> list[Cause]:
    """The causes found for one figure. A figure made again is the largest number of the remaining claims."""

    def without(gone: Iterable[Claim]) -> dict[str, Range]:
        left = [each for each in claims if each not in list(gone)]
        numbers = {
            kind: [c.count.best or 0 for c in left if c.kind == kind and c.count] for kind in ("killed", "injured")
        }
        return {kind: Range(best=max(each)) for kind, each in numbers.items() if each}

    sides = [{"killed": Range(best=killed), "injured": Range(best=injured)} for killed, injured in (mine, theirs)]
    case = Compared(
        name=name, n=sides[1][name].best or 0, incident="I1", mine=sides[0], theirs=sides[1], claims=claims,
        reports=[Report(id="R1", sha256="", text="A gunman fired at a bar.")], without=without,
    )  # fmt: skip
    return [*by_names(case)] or [*by_fate(case)] or [*by_people(case)] or [next(by_words(case))]


@pytest.mark.parametrize(
    ("claims", "mine", "theirs", "kind", "words"),
    [
        # The dead were read as injured: without them the figure is equal.
        ([claim("a baker was shot", "injured"), claim("a baker died", "killed")], (1, 1), (1, 0), "outcome",
         "not that they lived"),
        # Somebody named is one of those counted.
        ([claim("three people died", "injured"), claim("a clerk", "injured", name="Mara Dost")], (0, 4), (0, 3),
         "together", "adds Mara Dost (“a clerk”)"),
        # The wounded are not the dead.
        ([claim("a baker was wounded", "injured"), claim("a porter died", "killed")], (1, 1), (1, 0), "words",
         "B counts nobody"),
        # All who were hit are counted, the dead among them.
        ([claim("four people were shot", "injured"), claim("two were wounded", "injured", scope="part"),
          claim("a porter died", "killed")], (1, 4), (1, 3), "outcome", "as many as B counts killed (1)"),
        # Two words for the whole incident differ.
        ([claim("three people were wounded", "injured"), claim("five people were wounded", "injured")], (0, 5), (0, 3),
         "words", "“three people were wounded” give the figure of B"),
        # The number is filed in another incident, or in none.
        ([claim("five people were wounded", "injured"), claim("three people were wounded", "injured", incident="I2")],
         (0, 5), (0, 3), "linking", "filed in incident I2"),
        ([claim("five people were wounded", "injured"), claim("three people were wounded", "injured", incident=None)],
         (0, 5), (0, 3), "linking", "of no incident"),
        # No report has the number.
        ([claim("five people were wounded", "injured")], (0, 5), (0, 6), "not reported", "“five people were wounded”"),
    ],
)  # fmt: skip
def test_claims_name_the_cause(
    claims: list[Claim], mine: tuple[int, int], theirs: tuple[int, int], kind: str, words: str
) -> None:
    found = causes_of(claims, mine, theirs)
    assert [each.kind for each in found] == [kind]
    assert words in found[0].sentence
