"""Signed briefs: the text that was read is signed, stored and verified; later changes are listed."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text as sql

from tollbook.book import Book
from tollbook.briefs import ANNEX, PAGE
from tollbook.errors import NoSuchRecord, Refused
from tollbook.review.signing import Draft, Signature
from tollbook.store import Store, log
from tollbook.web import briefs


@pytest.fixture
def book(sample_book: Path, tmp_path: Path) -> Iterator[Book]:
    (tmp_path / "a.book").write_bytes(sample_book.read_bytes())
    with Book.open(tmp_path / "a.book") as opened:
        yield opened


@pytest.fixture
def strike(book: Book) -> dict[str, str]:
    """The parameters of the brief of the air strike."""
    return {"incident": next(each.id for each in book.incidents() if each.kind == "airstrike")}


def draft(book: Book, asked: dict[str, str]) -> Draft:
    return briefs.written(book, asked).draft


def under(book: Book, asked: dict[str, str]) -> list[Signature]:
    """The signatures of a brief."""
    return briefs.signatures(book, draft(book, asked))


def sign(book: Book, asked: dict[str, str], who: str = "Vera Lind") -> Signature:
    made = draft(book, asked)
    return book.signing.sign(made, who=who, read=made.sha256)


def test_a_signature_has_signer_text_and_state(book: Book, strike: dict[str, str]) -> None:
    head = book.log.head()
    signature = sign(book, strike)
    assert (signature.who, signature.head, signature.asked) == ("Vera Lind", head, strike)
    assert signature.sha256 == hashlib.sha256(signature.text.encode()).hexdigest()
    assert signature.code
    assert book.log()[-1].action == "signed"
    assert under(book, strike) == [signature]
    assert book.verify() == []


def test_every_sentence_and_source_of_the_brief_is_in_the_text(book: Book, strike: dict[str, str]) -> None:
    made = briefs.written(book, strike)
    (chapter,) = made.brief.chapters
    for section in (*PAGE, *ANNEX):
        assert all(line.text in made.draft.text for line in getattr(chapter, section))
    assert all(f"\n[{note.number}] " in made.draft.text for note in made.brief.footnotes)
    assert made.draft.head not in made.draft.text


def test_signing_does_not_change_the_brief(book: Book, strike: dict[str, str]) -> None:
    signature = sign(book, strike)
    assert draft(book, strike).sha256 == signature.sha256
    assert briefs.since(book, signature) is None


def test_a_changed_brief_is_not_signed(book: Book, strike: dict[str, str]) -> None:
    made = draft(book, strike)
    with pytest.raises(Refused, match="has changed since the page was loaded"):
        book.signing.sign(made, who="Vera Lind", read="0" * 64)
    with pytest.raises(Refused, match="needs a name"):
        book.signing.sign(made, who=" ", read=made.sha256)
    assert book.signing.all() == []


def test_changes_since_a_signature_are_listed(book: Book, strike: dict[str, str]) -> None:
    signature = sign(book, strike)
    figure = book.incidents.get(strike["incident"]).figures["injured"]
    for claim in figure.high_claims:
        book.decide("reject", claim, who="Mirko", why="not of this attack")
    since = briefs.since(book, signature)
    assert since is not None
    assert (since.decisions, since.reports, since.code) == (len(figure.high_claims), 0, False)
    assert any(line.startswith("People injured: 17 to dozens") for line in since.gone)
    assert any(line.startswith("People injured: 17 to more than 20") for line in since.new)
    assert not any("[" in line for line in (*since.gone, *since.new) if line.startswith("People"))
    assert under(book, strike) == [signature]
    book.undo(book.review.decisions()[0].id, who="Mirko", why="a slip")
    assert briefs.since(book, signature) is None


def test_a_signature_follows_its_incident_to_another_id(book: Book, strike: dict[str, str]) -> None:
    """The id of an incident follows from its claims, so a decision may give it another."""
    signature = sign(book, strike)
    earlier = msgspec.structs.replace(signature, asked={"incident": "0" * 16})
    assert briefs.now(book, earlier) == strike
    none = msgspec.structs.replace(earlier, words=())
    assert briefs.now(book, none) == {"incident": "0" * 16}


def test_a_brief_that_no_longer_exists_is_reported(book: Book) -> None:
    signature = sign(book, {"kind": "airstrike"})
    gone = msgspec.structs.replace(signature, asked={"kind": "robbery"})
    since = briefs.since(book, gone)
    assert since is not None
    assert not since.found


def test_a_withdrawn_signature_stays_in_the_log(book: Book, strike: dict[str, str]) -> None:
    signature = sign(book, strike)
    with pytest.raises(Refused, match="a name and a reason"):
        book.signing.withdraw(signature.id, who="Vera Lind", why="")
    taken = book.signing.withdraw(signature.id, who="Vera Lind", why="an edition came in")
    assert taken.withdrawn is not None
    assert taken.withdrawn.why == "an edition came in"
    assert under(book, strike) == []
    assert [each.id for each in book.signing.all()] == [signature.id]
    with pytest.raises(Refused, match="already"):
        book.signing.withdraw(signature.id, who="Vera Lind", why="again")
    with pytest.raises(NoSuchRecord):
        book.signing.get("nothing")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"text": "Another text.\n"}, "is not the text whose hash was signed"),
        ({"head": "f" * 64}, "names a state of the book that is not in the log before"),
        ({"words": [["nowhere", 0, 4]]}, "cites report nowhere, which is no longer in the book"),
        ({"words": [["sample-09", 0, 40]]}, "does not quote the text at 0–40 of report sample-09"),
        ({"text": 3}, "can no longer be read"),
    ],
)
def test_a_signature_that_does_not_match_is_reported(
    book: Book, strike: dict[str, str], change: dict[str, object], sentence: str
) -> None:
    """If the log is rewritten from the signature on, its chain is complete; the change is found all the same."""
    sign(book, strike)
    entry = book.log()[-1]
    forged = msgspec.structs.replace(entry, payload=entry.payload | change)
    store: Store = book._store
    with store.writing() as connection:
        connection.execute(sql("DELETE FROM log WHERE seq = :seq"), {"seq": entry.seq})
        log.append(connection, actor=forged.actor, action=forged.action, subject=forged.subject, payload=forged.payload)
    problems = book.verify()
    assert any(sentence in problem for problem in problems), problems


def test_equal_requests_give_one_brief(book: Book, strike: dict[str, str]) -> None:
    usual = briefs.canonical({"incident": "x", "rule": "range", "as_of": "", "kind": "shooting"})
    assert usual == {"incident": "x"}
    assert briefs.canonical({"kind": "airstrike", "page": "2", "sort": "newest"}) == {"kind": "airstrike"}
    assert briefs.canonical({"contested": "yes", "as_of": "2021-10-07"}) == {"contested": "yes", "as_of": "2021-10-07"}
    begun = {"incident": strike["incident"][:9]}
    assert draft(book, begun).asked == strike


def test_another_rule_gives_another_brief(book: Book, strike: dict[str, str]) -> None:
    sign(book, strike)
    assert under(book, strike | {"rule": "acled"}) == []
