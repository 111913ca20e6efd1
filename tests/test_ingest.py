"""Ingestion: what is read from files, and which files are refused with which sentence."""

import hashlib
import json
import os
import random
import zlib
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook import bounds, ingest
from tollbook.errors import Refused
from tollbook.model import Refusal, Report
from tollbook.readers.rules.parsing import parser
from tollbook.text import MAX_LENGTH

TEXT = "An air strike killed three people in Ostrava Mala on Tuesday, the mayor’s office said. Señor Peña was hurt.\n"


def write(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def reports(*paths: Path, **options: object) -> list[Report]:
    found = list(ingest.read(paths, **options))  # type: ignore[arg-type]
    assert not [x for x in found if isinstance(x, Refusal)]
    return [x for x in found if isinstance(x, Report)]


def refusal(*paths: Path) -> str:
    (found,) = ingest.read(paths)
    assert isinstance(found, Refusal)
    assert found.origin
    assert found.reason.endswith(".")
    return found.reason


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.encode("cp1252"),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-32"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
    ],
    ids=["utf-8", "bom", "cp1252", "utf-16", "utf-16-le", "utf-32", "crlf", "cr"],
)
def test_a_text_is_the_same_in_every_encoding(tmp_path: Path, data: bytes) -> None:
    (report,) = reports(write(tmp_path / "a.txt", data))
    assert report.text == TEXT
    assert report.id == report.sha256 == hashlib.sha256(data).hexdigest()


def test_captures_have_the_original_bytes(tmp_path: Path) -> None:
    (capture,) = ingest.captures([write(tmp_path / "a.txt", TEXT.encode("cp1252"))])
    assert isinstance(capture, ingest.Capture)
    assert capture.original == TEXT.encode("cp1252")


def test_a_folder_is_read_in_order_of_name_without_hidden_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("c.md", "b/z.text", "b/a", "a.txt", ".hidden.txt", ".git/config"):
        write(tmp_path / name, TEXT + name)
    assert [Path(r.origin).relative_to(tmp_path).as_posix() for r in reports(tmp_path)] == [
        "a.txt", "b/a", "b/z.text", "c.md",
    ]  # fmt: skip


@pytest.mark.parametrize("day", ["0001-01-01", "1721-10-05", "2201-10-05", "9999-12-31"])
def test_a_report_with_an_impossible_day_is_read_without_it(tmp_path: Path, day: str) -> None:
    lines = json.dumps({"id": "a", "published": day, "text": TEXT}), json.dumps({"id": "b", "text": f"{day}\n\n{TEXT}"})
    page = f"<html><head><meta name='date' content='{day}'></head><body><p>{TEXT}</p></body></html>"
    write(tmp_path / "r.jsonl", "\n".join(lines))
    write(tmp_path / "s.html", page)
    row, why, other, saved, why_too = ingest.read([tmp_path])
    for each in (row, other, saved):
        assert isinstance(each, Report)
        assert (each.published, TEXT.strip() in each.text) == (None, True)
        assert "published" not in each.provenance
    for reason, origin in ((why, "r.jsonl:1"), (why_too, "s.html")):
        assert isinstance(reason, Refusal)
        assert reason.origin == f"{tmp_path}/{origin}"
        assert reason.reason.startswith("The report was read without its day of publication. No report can have been ")
        assert f" published on {day}" in reason.reason
    with pytest.raises(Refused, match=r"[Cc]heck the year"):
        next(ingest.read([tmp_path], published=date.fromisoformat(day)))


def test_a_report_of_tomorrow_keeps_its_day(tmp_path: Path) -> None:
    """Somewhere it is tomorrow already."""
    day = date.today() + timedelta(days=1)
    (one,) = reports(write(tmp_path / "r.jsonl", json.dumps({"published": day.isoformat(), "text": TEXT})))
    assert one.published == day


class Clock(date):
    """A clock that stands on the day in ``says``."""

    says = date(1970, 1, 1)

    @classmethod
    def today(cls) -> date:  # type: ignore[override]
        return cls.says


@pytest.mark.parametrize("today", [date(1970, 1, 1), date(2005, 3, 1)])
def test_a_clock_that_is_behind_this_version_takes_away_no_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, today: date
) -> None:
    Clock.says = today
    monkeypatch.setattr(bounds, "date", Clock)
    rows = [{"published": "2021-10-05", "text": TEXT}, {"published": "2027-01-02", "text": f"{TEXT} Later."}]
    found = list(ingest.read([write(tmp_path / "r.jsonl", "\n".join(map(json.dumps, rows)))]))
    assert [isinstance(each, Report) and str(each.published) for each in found] == ["2021-10-05", "2027-01-02"]
    with pytest.raises(Refused, match=r"on 1721-10-05; check the year"):
        next(ingest.read([tmp_path], published=date(1721, 10, 5)))


def test_a_day_after_that_of_the_clock_is_refused_with_what_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Clock.says = bounds.RELEASED
    monkeypatch.setattr(bounds, "date", Clock)
    row, why = ingest.read([write(tmp_path / "r.jsonl", json.dumps({"published": "2201-10-05", "text": TEXT}))])
    assert isinstance(row, Report)
    assert isinstance(why, Refusal)
    assert row.published is None
    assert f"because the clock of this computer says that today is {bounds.RELEASED}. Check the year" in why.reason


def test_rows(tmp_path: Path) -> None:
    row = {"id": "x-1", "outlet": "Valley Post", "url": "https://example.org/1", "title": "Strike", "text": TEXT}
    lines = [
        json.dumps(row | {"published": "2021-10-05"}),
        json.dumps({"text": TEXT}),
        json.dumps({"id": 7, "text": TEXT}),
    ]
    found = reports(write(tmp_path / "r.jsonl", "\n".join(lines)), outlet="ReportDefaults", published=date(2020, 1, 2))
    first, second, third = found
    assert first.to_dict() == row | {
        "published": "2021-10-05",
        "sha256": hashlib.sha256(lines[0].encode()).hexdigest(),
        "origin": f"{tmp_path}/r.jsonl:1",
        "author": None,
        "modified": None,
        "captured": None,
        "language": "en",
        "media_type": "application/json",
        "provenance": dict.fromkeys(("title", "outlet", "url", "published"), "row") | {"language": "text"},
        "offsets": (),
        "outlet_as_reported": None,
    }
    assert second.id == second.sha256
    assert (second.outlet, second.published) == ("ReportDefaults", date(2020, 1, 2))
    assert third.id == "7"


def test_the_text_of_a_row_is_unchanged(tmp_path: Path) -> None:
    text = "  One\r\ntwo\u2028three  "
    (report,) = reports(write(tmp_path / "r.jsonl", json.dumps({"text": text})))
    assert report.text == text


@pytest.mark.parametrize(
    ("title", "text", "kept"),
    [
        # The page asks to sign in; nothing of the report is in the row but its title.
        ("Teen shot dead near the mill", "Sign in with your account to continue.", True),
        ("Teen shot dead near the mill", "A boy of 16 died on Monday when he was shot.", False),
        ("TEEN DEAD", "The teen died.", False),
        ("Velm", "Sign in with your account to continue.", False),
        ("", "Sign in with your account to continue.", False),
    ],
)
def test_a_row_without_a_word_of_its_title_keeps_the_title_as_last_line(
    tmp_path: Path, title: str, text: str, *, kept: bool
) -> None:
    (report,) = reports(write(tmp_path / "r.jsonl", json.dumps({"title": title, "text": text})))
    assert report.text == (f"{text}\n\n{title}" if kept else text)


def test_a_broken_line_is_refused_and_the_rest_is_read(tmp_path: Path) -> None:
    good = json.dumps({"text": TEXT})
    path = write(tmp_path / "r.jsonl", f'{good}\n{{"text": "cut\n\n[1]\n{good}')
    found = list(ingest.read([path]))
    assert [isinstance(x, Report) for x in found] == [True, False, False, True]
    assert [x.origin for x in found] == [f"{path}:{n}" for n in (1, 2, 4, 5)]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b'{"id": "a"}', "no text"),
        (b'{"text": null}', "no text"),
        (b'{"text": " "}', "empty"),
        (b'{"text": 3}', "field text must be text in quotation marks"),
        (b"[1]", "not a JSON object with named fields"),
        (b'{"text": "a"', "expecting ',' delimiter at character 13"),
        (b'{"text": "a", "published": "last week"}', "2022-03-09"),
        (b'{"text": "a \\ud800"}', "surrogates"),
        (b'{"text": "a", "title": "\\udfff"}', "surrogates"),
        (b'{"text": "\xff"}', "UTF-8"),
        (b'{"text": "a\\u0000b"}', "binary"),
        (b"[" * 100_000, "not valid JSON"),
        (b'{"text": "a", "id": ' + b"1" * 5000 + b"}", "not valid JSON"),
        (b'{"text": "' + b"a" * 1_000_001 + b'"}', "1,000,001 characters"),
        (b'{"text": "' + b"a" * 12_000_001 + b'"}', "longer than"),
    ],
)
def test_rows_that_are_refused(tmp_path: Path, line: bytes, says: str) -> None:
    path = write(tmp_path / "r.jsonl", line + b"\n" + json.dumps({"text": TEXT}).encode())
    bad, good = ingest.read([path])
    assert isinstance(bad, Refusal)
    assert says in bad.reason
    assert bad.origin == f"{path}:1"
    assert isinstance(good, Report)
    assert good.origin == f"{path}:2"


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.txt", b"", "empty"),
        ("a.txt", b"\xef\xbb\xbf\r\n \t\n", "empty"),
        ("a.jsonl", b"\n\n", "empty"),
        ("a.txt", b"Three dead.\0\0\0", "binary"),
        ("a.txt", bytes(range(1, 32)) * 20, "binary"),
        ("a.txt", zlib.compress(random.Random(7).randbytes(3000)), "encoding"),
        ("a.txt", "Мэр сказал во вторник, что погибли двенадцать человек.".encode("cp1251"), "encoding"),
        ("a.txt", "Тhe mayor said 12 died: 市長は十二人が死亡したと述べた。".encode("gb18030"), "encoding"),
        ("a.txt", b"\xed\xa0\x80 lone", "damaged"),
        ("a.txt", TEXT.encode() + b"\xff", "damaged"),
        ("a.pdf", b"%PDF-1.7\n", "PDF"),
        ("a.txt", b"PK\x03\x04rest", "damaged"),
        ("a.html", b"\n<!-- saved --><!DOCTYPE html><html></html>", "no visible text"),
        ("a.txt", b"\xef\xbb\xbf<html lang=en>", "no visible text"),
        ("a.txt", b"a" * 1_000_001, "1,000,001 characters"),
    ],
)
def test_files_that_are_refused(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    assert says in refusal(write(tmp_path / name, data))


def test_a_huge_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.write(b"Three people died.")
        file.truncate(200_000_000)
    assert "200 MB" in refusal(path)


def test_paths_without_a_file(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "missing.txt")
    (tmp_path / "empty" / ".hidden").mkdir(parents=True)
    assert "nothing to read" in refusal(tmp_path / "empty")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert "cannot be read" in refusal(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in refusal(tmp_path / "pipe")
    (tmp_path / "dangling").symlink_to(tmp_path / "gone")
    assert "does not exist" in refusal(tmp_path / "dangling")


def test_a_link_back_to_a_parent_folder_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", TEXT)
    (tmp_path / "up").symlink_to(tmp_path)
    capture, loop = ingest.captures([tmp_path], links=True)
    assert isinstance(capture, ingest.Capture)
    assert isinstance(loop, Refusal)
    assert "link back" in loop.reason


def test_links_inside_folders_are_followed_only_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "given").mkdir()
    write(tmp_path / "own" / "diary.txt", "Two nurses of Velmar were buried.")
    given = tmp_path / "given"
    write(given / "a.txt", TEXT)
    (given / "file.txt").symlink_to(tmp_path / "own" / "diary.txt")
    (given / "folder").symlink_to(tmp_path / "own")
    found = list(ingest.read([given]))
    assert [each.text for each in found if isinstance(each, Report)] == [TEXT]
    refused = [each for each in found if isinstance(each, Refusal)]
    assert [Path(each.origin).name for each in refused] == ["file.txt", "folder"]
    assert all("--links" in each.reason for each in refused)
    assert ingest.count([given]) == 1 + len(refused)
    followed = [each for each in ingest.captures([given], links=True) if isinstance(each, ingest.Capture)]
    assert len(followed) == 3
    assert [each.text for each in ingest.read([given / "file.txt"]) if isinstance(each, Report)] != []


def test_folders_may_be_nested_deeper_than_the_recursion_limit(tmp_path: Path) -> None:
    folders = [tmp_path / "d"]
    for _ in range(1100):
        folders.append(folders[-1] / "d")
    for folder in folders:
        folder.mkdir()
    file = write(folders[-1] / "a.txt", TEXT)
    try:
        assert len(reports(tmp_path)) == 1
    finally:
        file.unlink()
        for folder in reversed(folders):
            folder.rmdir()


def test_a_file_name_that_is_not_unicode_can_be_stored(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    (report,) = reports(write(path, TEXT))
    report.origin.encode("utf-8")
    assert report.origin.endswith("caf\\xe9.txt")


def test_a_text_may_be_as_long_as_the_parser_allows() -> None:
    assert parser.pipeline().max_length == MAX_LENGTH


def test_count_counts_files_and_rows(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", TEXT)
    write(tmp_path / "b.jsonl", "{}\n{}\n{}\n")
    assert ingest.count([tmp_path]) == 4


@settings(deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["a.txt", "a.jsonl"]))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = write(tmp_path_factory.mktemp("any") / name, data)
    for found in ingest.read([path]):
        assert isinstance(found, Report | Refusal)
        json.dumps(found.to_dict(), ensure_ascii=False).encode("utf-8")
