"""Street addresses and named sites: the finest words for the place of a claim. All sentences are invented."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.addresses import find
from tollbook.locale import of
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.rules.geoparsing import addresses, places, site_names
from tollbook.readers.rules.parsing import parser


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A man was shot in the 400 block of Marwick Street.", ["400 block of Marwick Street"]),
        ("It happened in the 3100 block of West Orsk. Police were called.", ["3100 block of West Orsk"]),
        ("A home at 12 Brod Lane burned.", ["12 Brod Lane"]),
        ("Officers went to 1420 N. Delmar St. on Monday.", ["1420 N. Delmar St."]),
        ("Two died on St. Olav Avenue NW in Dayton.", ["St. Olav Avenue NW"]),
        ("He was hit on County Road 12 outside town.", ["County Road 12"]),
        ("Shells fell on al-Nasr Street.", ["al-Nasr Street"]),
        ("Two were hurt at the corner of Fifth and Olund.", ["corner of Fifth and Olund"]),
        ("They met where Fifth and Olund streets cross.", ["Fifth and Olund streets"]),
        ("A car stopped near Orsk Avenue and 12th Street.", ["Orsk Avenue and 12th Street"]),
        # No addresses: courts, ranks, people, money, a noun without a name, a hyphenated word.
        ("The case is in the Supreme Court and in Dayton Superior Court.", []),
        ("She finished in First Place.", []),
        ("Chris Lane and Ana Court were killed.", []),
        ("They raised $400 Orsk Street relief.", []),
        ("Two people died on the square and in the street.", []),
        ("Four were hurt in an Orsk drive-by shooting.", []),
        # Where somebody lives.
        ("A woman of the 900 block of Brod Lane was killed.", []),
        ("She lived on Marwick Street.", []),
    ],
)
def test_the_addresses_of_a_sentence(text: str, expected: list[str]) -> None:
    assert [address.text for address in addresses.find(parser.parse(text), text)] == expected


@given(
    st.lists(st.sampled_from(["12", "block of", "Orsk", "Street", "and", "near", "St.", "N.", "-", "9-9", "al-Nasr"]))
)
def test_an_address_is_the_words_at_its_offsets(words: list[str]) -> None:
    text = " ".join(words)
    for address in find(text, of("en")):
        assert text[address.start : address.end] == address.text


@pytest.mark.parametrize("repeated", ["al-", "A-", "12 Orsk ", "Orsk and ", "1-", "400 block of ", "St. "])
def test_a_text_made_to_be_slow_is_read(repeated: str) -> None:
    """With a pattern whose time grows with the square of the length this would take minutes."""
    assert list(find(repeated * 50_000, of("en"))) == []


def test_the_name_in_an_address_is_no_place() -> None:
    text = "A man was shot in the 400 block of Houston Street in Dayton, Ohio."
    found = places.find(parser.parse(text), Report(id="r", sha256="0" * 64, text=text))
    assert [mention.text for mention in found] == ["Dayton", "Ohio"]


@pytest.mark.parametrize(
    ("site", "expected"),
    [
        ("Delun Mosque", "Delun Mosque"),
        ("the rear of the Delun mosque", "Delun mosque"),
        ("Orsk police station", "Orsk police station"),
        ("fourth floor of Orsk building of the al-Brod Hospital", "Orsk building of the al-Brod Hospital"),
        ("Salim bin Omar School", "Salim bin Omar School"),
        ("school", None),
        ("a Hindu temple", None),
        ("NYC nightclub", None),
        ("building that housed the Orsk archive", None),
    ],
)
def test_the_name_of_a_site(site: str, expected: str | None) -> None:
    assert site_names.name_of(site, {"Hindu"}) == expected


def spots(text: str) -> list[tuple[str, str | None]]:
    """The finest words for each claim with a count, and the name of its place."""
    report = Report(id="r", sha256="0" * 64, text=text, published=date(2022, 3, 3))
    counted = [claim for claim in rules.read(report).claims if claim.count is not None]
    return [(c.place.text if c.place.spot else "", c.place.name) if c.place else ("", None) for c in counted]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A man was shot dead on Marwick Street in Dayton, Ohio, on Sunday.", [("Marwick Street", "Dayton")]),
        # The address of a later sentence, and not that of the hospital.
        (
            "A man was shot in Dayton, Ohio, on Sunday.\n\nThe shooting happened near Orsk Avenue.\n\n"
            "He later died at a hospital on Elm Street.",
            [("Orsk Avenue", "Dayton")] * 2,
        ),
        # One address for the sentences after it.
        (
            "Shells fell on al-Nasr Street in Homs, killing nine people.\n\nTwenty others were wounded, medics said.",
            [("al-Nasr Street", "Homs")] * 2,
        ),
        # A named site.
        ("A bomb killed nine people at the Delun Mosque in Homs.", [("Delun Mosque", "Homs")]),
        ("A bomb in a mosque in Homs killed nine people.", [("", "Homs")]),
        # Each of two addresses, and neither for their total.
        (
            "Three men were shot in Dayton, Ohio, on Saturday.\n\nOne man was killed in the 200 block of Orsk Road.\n\n"
            "Another was killed in the 900 block of Velt Drive.",
            [("", "Dayton"), ("200 block of Orsk Road", "Dayton"), ("900 block of Velt Drive", "Dayton")],
        ),
        # Addresses of an arrest, a vigil, a speech and a total are no place of the dead.
        (
            "Police arrested a man on Marwick Street in Dayton on Monday.\n\nA clerk was shot dead in Dayton, Ohio.",
            [("", "Dayton")] * 2,
        ),
        (
            "Residents gathered on Marwick Street in Dayton to mourn.\n\nA clerk was shot dead in Dayton, Ohio.",
            [("", "Dayton")],
        ),
        (
            "The mayor, speaking outside 9 Orsk Street in Dayton, said two clerks were shot dead in Toledo, Ohio.",
            [("", "Toledo")],
        ),
        ("Since January, 90 people have been killed on Marwick Street in Dayton, Ohio.", [("", "Dayton")]),
        # Later addresses of a report on several towns are no place of what it says first.
        (
            "A clerk was shot dead in Dayton, Ohio, on Sunday.\n\nTwo men were shot dead in Cleveland, Ohio.\n\n"
            "It was quiet on Monday.\n\nThe mayor spoke to the press.\n\nA man was shot on Marwick Street in Dayton.",
            [("", "Dayton"), ("", "Cleveland"), ("Marwick Street", "Dayton")],
        ),
        # A spot of one town is none of another's.
        (
            "Two men were shot dead on Marwick Street in Dayton, Ohio.\n\nA woman was shot dead in Toledo, Ohio.",
            [("Marwick Street", "Dayton"), ("", "Toledo")],
        ),
        # Without a town the address is the place.
        ("A man was shot dead at 12 Brod Lane.", [("", "12 Brod Lane")]),
    ],
)
def test_the_spot_of_each_count(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert spots(text) == expected
