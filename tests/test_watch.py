"""The watcher on real files and real servers of this computer: what it reads, what it tells, and being killed."""

import hashlib
import hmac
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from click.testing import CliRunner

from tests.watch_servers import ImapServer, MailServer, Site, certificate
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import BookError, Refused
from tollbook.store.database import BookDatabase
from tollbook.store.follows import Threshold
from tollbook.watch import watcher as rounds
from tollbook.watch.settings import (
    FeedSetting,
    FileChannel,
    FolderSetting,
    ImapSetting,
    MailboxSetting,
    MailChannel,
    Secret,
    Settings,
    WebhookChannel,
    checked,
    load,
)
from tollbook.watch.watcher import Watcher

# Invented reports of an invented place.
NINE = "A shell hit the market in Oberfeld on Monday, killing nine people, police said."
TWELVE = "A shell hit the market in Oberfeld on Monday, killing 12 people, a doctor said."
DENIED = "A shell hit the market in Oberfeld on Monday. The army denied that it had shelled the market in Oberfeld."


def row(name: str, outlet: str, text: str, day: int = 5) -> str:
    return json.dumps({"id": name, "outlet": outlet, "title": f"{outlet} {name}", "published": f"2021-10-0{day}",
                       "text": text}) + "\n"  # fmt: skip


def mail(subject: str, text: str) -> bytes:
    return (
        f"From: desk@bell.example\r\nTo: ana@example.org\r\nSubject: {subject}\r\nMessage-ID: <{subject}@bell.example>"
        f"\r\nDate: Tue, 05 Oct 2021 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n{text}\r\n"
    ).encode()


def feed(*entries: tuple[str, str], about: str = "") -> str:
    items = "".join(
        f"<item><guid>{link}</guid><title>Oberfeld</title><link>{link}</link><pubDate>Tue, 05 Oct 2021 10:00:00 GMT"
        f"</pubDate><description>{text}</description></item>"
        for link, text in entries
    )
    return f'<?xml version="1.0"?><rss version="2.0"><channel><title>Valley Bell</title>{about}{items}</channel></rss>'


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """A book with one incident, nine killed, which is followed."""
    first = tmp_path / "first.jsonl"
    first.write_text(row("r1", "Valley Bell", NINE))
    with Book.open(tmp_path / "a.book", create=True) as made:
        made.read([first])
        (incident,) = made.incidents()
        made.alerts.follow(incident.id, thresholds=[Threshold(kind="killed", number=10)])
        yield made


def texts(book: Book) -> list[str]:
    """The texts of all reports, without the title that a row may have as its last line."""
    return sorted(report.text.strip().split("\n\n")[0] for report in book.reports())


def make_due(book: Book, monkeypatch: pytest.MonkeyPatch, hours: float = 24 * 2) -> None:
    """Let time pass."""
    now = time.time
    monkeypatch.setattr(rounds.time, "time", lambda: now() + hours * 3600)


def next_second() -> None:
    """Wait for the next second: WARC files give the time of a capture in seconds, and the later capture is in force."""
    now = datetime.now(UTC).second
    while datetime.now(UTC).second == now:
        time.sleep(0.02)


def test_a_folder_is_read_once_and_alerts_go_to_a_file(book: Book, tmp_path: Path) -> None:
    folder, told = tmp_path / "in", tmp_path / "alerts.jsonl"
    folder.mkdir()
    settings = Settings(folder=(FolderSetting(path=str(folder), settle=0),), file=FileChannel(path=str(told)))
    watcher = Watcher(book, settings)
    assert watcher.round().refused == ()
    (folder / "b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6))
    (folder / "c.jsonl.part").write_text(row("r3", "Half", TWELVE))
    done = watcher.round(asked=True)
    assert (done.files, done.refused) == (1, ())
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    assert [line["kind"] for line in lines] == ["report", "figure", "threshold"]
    assert lines[1]["sentence"] == "a doctor → Harbour Radio says 12 killed; the best figure went from 9 to 12."
    assert oct(told.stat().st_mode & 0o777) == "0o600"
    assert watcher.round(asked=True)[:3] == (0, 0, 0)
    assert book.verify() == []


def test_a_memory_that_was_changed_from_outside_is_a_sentence(book: Book, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    watcher = Watcher(book, Settings(folder=(FolderSetting(path=str(tmp_path / "in"), settle=0),)))
    watcher.round(asked=True)
    for changed in ("abc", "[1]"):
        with book._store.writing() as connection:
            connection.execute(sqlalchemy.text("UPDATE watched SET state = :state"), {"state": changed})
        with pytest.raises(BookError, match=r"The state of tollbook watch for .* cannot be read"):
            watcher.round(asked=True)


def test_a_file_that_is_still_written_waits(book: Book, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    file = tmp_path / "in/b.jsonl"
    file.write_text(row("r2", "Harbour Radio", TWELVE, 6)[:40])
    watcher = Watcher(book, Settings(folder=(FolderSetting(path=str(tmp_path / "in"), settle=60),)))
    done = watcher.round(asked=True)
    assert (done.files, done.unsettled) == (0, True)
    file.write_text(row("r2", "Harbour Radio", TWELVE, 6))
    watcher = Watcher(book, Settings(folder=(FolderSetting(path=str(tmp_path / "in"), settle=0),)))
    assert watcher.round(asked=True).files == 1
    assert book.reports.refusals() == []


def test_a_broken_source_is_a_sentence_and_the_others_go_on(book: Book, tmp_path: Path, site: Site) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6))
    (tmp_path / "in/bomb.eml").write_bytes(
        b"From: a@b.example\r\nSubject: x\r\nDate: Tue, 05 Oct 2021 10:00:00 +0000\r\n"
        + b"Content-Type: multipart/mixed; "
        b"boundary=b\r\n\r\n" + b"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" * 3000
    )
    site.put("/page", "<html><body>No feed</body></html>")
    site.put("/broken", "<rss><channel><item>")
    site.put("/million", "<rss>" + "<item/>" * 1_000_000 + "</rss>")
    site.put("/late", "", 503, **{"Retry-After": "7200"})
    feeds = tuple(
        FeedSetting(url=site.url + path) for path in ("/endless", "/page", "/broken", "/million", "/late", "/none")
    )
    settings = Settings(
        folder=(FolderSetting(path=str(tmp_path / "gone")), FolderSetting(path=str(tmp_path / "in"), settle=0)),
        mailbox=(MailboxSetting(path=str(tmp_path / "no mail")),), feed=feeds, allow_private=True, pause=0,
    )  # fmt: skip
    watcher = Watcher(book, settings)
    done = watcher.round()
    assert "r2" in {report.id for report in book.reports()}
    said = {refusal.origin.removeprefix(site.url): refusal.reason for refusal in done.refused}
    assert {"/endless", "/page", "/broken", "/million", "/late", "/none"} <= said.keys()
    assert "larger than" in said["/endless"]
    assert "not a feed" in said["/page"]
    assert "503" in said["/late"]
    assert "10,000 entries" in said["/million"]
    assert "not there" in said[str(tmp_path / "gone")]
    assert said[str(tmp_path / "in/bomb.eml")] in {refusal.reason for refusal in book.reports.refusals()}
    asked = len(site.asked)
    watcher.round()
    assert len(site.asked) == asked, "a server that failed is not asked again at once"
    state = book.watching.state(f"feed {site.url}/late")
    assert state is not None
    assert 7100 < state["due"] - time.time() < 7300


def test_a_feed_is_asked_politely_and_each_entry_read_once(
    book: Book, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = f"{site.url}/one", f"{site.url}/two"
    site.put("/feed", feed((one, TWELVE)), ETag='"1"')
    watcher = Watcher(book, Settings(feed=(FeedSetting(url=site.url + "/feed"),), allow_private=True, pause=0))
    assert watcher.round().files == 1
    assert watcher.round().files == 0
    assert site.paths() == ["/robots.txt", "/feed"]
    make_due(book, monkeypatch)
    assert watcher.round().files == 0
    assert site.asked[-1][2]["If-None-Match"] == '"1"'
    # The time of the last change differs at each look and is no new entry.
    site.put("/feed", feed((one, TWELVE), (two, NINE), about="<lastBuildDate>Wed, 06 Oct 2021</lastBuildDate>"))
    make_due(book, monkeypatch, 24 * 4)
    assert watcher.round().files == 1
    assert texts(book) == sorted([NINE, NINE, TWELVE])
    report = next(report for report in book.reports() if report.url == two)
    assert (report.outlet, report.captured is not None) == ("Valley Bell", True)


def test_robots_are_obeyed_and_other_hosts_are_not_reached(book: Book, site: Site) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /feed\n")
    site.put("/feed", feed((f"{site.url}/one", TWELVE)))
    for private in (True, False):
        settings = Settings(feed=(FeedSetting(url=site.url + "/feed", every=60),), allow_private=private, pause=0)
        (refusal,) = Watcher(book, settings).round().refused if private else (None,)
        if refusal is not None:
            assert "robots.txt" in refusal.reason
    book.watching.remember(f"feed {site.url}/feed", {})
    (refusal,) = Watcher(book, settings).round().refused
    assert "private network" in refusal.reason
    assert site.paths() == ["/robots.txt"]


def test_articles_are_captured_on_request_and_edits_make_alerts(
    book: Book, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = f"{site.url}/article"
    page = "<html><head><title>Oberfeld</title></head><body><article><p>{}</p></article></body></html>"
    site.put("/feed", feed((link, "In short.")))
    settings = Settings(feed=(FeedSetting(url=site.url + "/feed", articles=True),), allow_private=True, pause=0)
    watcher = Watcher(book, settings)
    assert watcher.round().files == 0, "the article is not there yet"
    site.put("/article", page.format(TWELVE))
    make_due(book, monkeypatch)
    assert watcher.round().files == 1
    site.put("/article", page.format(TWELVE.replace("12", "14")))
    site.put("/feed", feed((link, "In short, edited.")))
    make_due(book, monkeypatch, 24 * 5)
    next_second()
    assert watcher.round().files == 1
    alerts = [each.alert for each in book.alerts.page().alerts]
    edited = next(alert for alert in alerts if alert.kind == "edited")
    assert "For “killed” it gave 12, and now it gives 14." in edited.sentence
    assert book.verify() == []


def test_mail_of_an_mbox_and_a_maildir_is_read_once(book: Book, tmp_path: Path) -> None:
    mbox, maildir = tmp_path / "mbox", tmp_path / "Maildir"
    for name in ("new", "cur", "tmp"):
        (maildir / name).mkdir(parents=True)
    mbox.write_bytes(b"From a@b Tue Oct  5 2021\r\n" + mail("one", TWELVE) + b"\r\n")
    (maildir / "new/1.host").write_bytes(mail("two", DENIED))
    boxes = tuple(MailboxSetting(path=str(path), settle=0) for path in (mbox, maildir))
    watcher = Watcher(book, Settings(mailbox=boxes))
    assert watcher.round().files == 2
    # Somebody reads both; a mail arrives.
    (maildir / "new/1.host").rename(maildir / "cur/1.host:2,S")
    marked = mail("one", TWELVE).replace(b"MIME-Version", b"Status: RO\r\nMIME-Version")
    mbox.write_bytes(b"From a@b Tue Oct  5 2021\r\n" + marked + b"\r\nFrom a@b Tue Oct  5 2021\r\n"
                     + mail("three", TWELVE.replace("12", "13")) + b"\r\n")  # fmt: skip
    assert watcher.round(asked=True).files == 1
    assert watcher.round(asked=True).files == 0
    assert len(texts(book)) == 4
    kinds = [each.alert.kind for each in book.alerts.page().alerts]
    assert {"report", "denial", "figure"} <= set(kinds)
    denial = next(each.alert for each in book.alerts.page().alerts if each.alert.kind == "denial")
    assert denial.sentence.startswith("the army → ")
    assert "denies: “The army denied" in denial.sentence


def test_mail_by_imap_is_read_only_with_tls_and_nothing_is_marked(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = certificate(tmp_path)
    server = ImapServer(pem)
    server.mails = {3: mail("one", TWELVE), 5: mail("two", DENIED)}
    monkeypatch.setenv("IMAP_SECRET", "wrong")
    box = ImapSetting(host="localhost", port=server.port, user="ana", password=Secret(env="IMAP_SECRET"), ca=str(pem))
    watcher = Watcher(book, Settings(imap=(box,)))
    (refusal,) = watcher.round().refused
    assert "wrong password" in refusal.reason
    monkeypatch.setenv("IMAP_SECRET", "right")
    make_due(book, monkeypatch)
    assert watcher.round().files == 2
    server.mails[6] = mail("three", TWELVE.replace("12", "13"))
    make_due(book, monkeypatch, 24 * 4)
    assert watcher.round().files == 1
    assert not [said for said in server.said if said.split(" ")[0] in {"SELECT", "STORE", "EXPUNGE"}]
    stranger = ImapSetting(host="localhost", port=server.port, user="ben", password=Secret(env="IMAP_SECRET"))
    (refusal,) = Watcher(book, Settings(imap=(stranger,))).round().refused
    assert "certificate" in refusal.reason.lower()
    server.shutdown()


def test_mail_and_webhook_say_only_numbers_ids_and_a_link_unless_asked(
    book: Book, tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    pem = certificate(tmp_path)
    server = MailServer(pem)
    monkeypatch.setenv("HOOK", "a secret")
    (tmp_path / "in").mkdir()
    post = MailChannel(
        to=("ana@example.org",), sender="book@example.org", host="localhost", port=server.port, ca=str(pem)
    )
    settings = Settings(
        folder=(FolderSetting(path=str(tmp_path / "in"), settle=0),), mail=post, link="https://book.example.org/",
        webhook=WebhookChannel(url=site.url + "/hook", secret=Secret(env="HOOK")), allow_private=True, pause=0,
    )  # fmt: skip
    site.confirms = False
    watcher = Watcher(book, settings)
    (tmp_path / "in/b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6))
    done = watcher.round()
    (refusal,) = done.refused
    assert "challenge" in refusal.reason
    assert [list(json.loads(body)) for _, body in site.got] == [["challenge"]]
    (sent,) = server.mails
    assert sent["Subject"] == "Tollbook: 3 new alerts on incidents that you follow."
    said = sent.get_content() + sent.as_string()
    assert "https://book.example.org/alerts" in said
    assert "Oberfeld" not in said
    assert "killed" not in said
    site.confirms = True
    make_due(book, monkeypatch)
    assert watcher.round().delivered == 3
    headers, body = site.got[-1]
    given = json.loads(body)
    assert set(given) == {"id", "alerts", "incidents", "link"}
    assert set(given["alerts"][0]) == {"id", "incident", "at"}
    expected = hmac.new(b"a secret", headers["X-Tollbook-Timestamp"].encode() + b"." + body, hashlib.sha256)
    assert headers["X-Tollbook-Signature"] == "sha256=" + expected.hexdigest()
    assert len(server.mails) == 1
    server.shutdown()


def test_mail_that_is_refused_is_sent_later_by_a_command_too(book: Book, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    program = tmp_path / "send"
    program.write_text(
        f"#!{sys.executable}\nimport sys, pathlib\nhere = pathlib.Path({str(tmp_path)!r})\n"
        "if not (here / 'on').exists(): sys.exit(75)\n(here / 'mail').write_bytes(sys.stdin.buffer.read())\n"
    )
    program.chmod(0o700)
    post = MailChannel(to=("ana@example.org",), sender="book@example.org", command=(str(program),), content="sentences")
    watcher = Watcher(book, Settings(folder=(FolderSetting(path=str(tmp_path / "in"), settle=0),), mail=post))
    (tmp_path / "in/b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6))
    (refusal,) = watcher.round().refused
    assert "sent again later" in refusal.reason
    (tmp_path / "on").touch()
    book.watching.remember(
        "tell mail ana@example.org", {**(book.watching.state("tell mail ana@example.org") or {}), "due": 0}
    )
    assert watcher.round().delivered == 3
    assert b"went from 9 to 12" in (tmp_path / "mail").read_bytes().replace(b"=\n", b"")


def _killed_at(writes: int, work: Callable[[], Any], *, before: bool) -> bool:
    """Do some work in a process that is killed at its n-th transaction, before or after it is confirmed; if it was."""
    child = os.fork()
    if child == 0:
        count, plain = [0], BookDatabase.writing

        def counted(self: BookDatabase) -> Any:
            from contextlib import contextmanager  # noqa: PLC0415

            @contextmanager
            def inner() -> Iterator[Any]:
                with plain(self) as connection:
                    yield connection
                    count[0] += 1
                    if before and count[0] == writes:
                        os.kill(os.getpid(), signal.SIGKILL)
                if not before and count[0] == writes:
                    os.kill(os.getpid(), signal.SIGKILL)

            return inner()

        BookDatabase.writing = counted  # type: ignore[method-assign, assignment]
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Only POSIX systems fork.")
def test_a_watcher_that_is_killed_anywhere_loses_and_repeats_nothing(
    book: Book, tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    where, folder, told = tmp_path / "a.book", tmp_path / "in", tmp_path / "alerts.jsonl"
    book.close()
    folder.mkdir()
    server = MailServer(pem := certificate(tmp_path))
    monkeypatch.setenv("HOOK", "a secret")
    settings = Settings(
        folder=(FolderSetting(path=str(folder), settle=0),), feed=(FeedSetting(url=site.url + "/feed", every=1),),
        file=FileChannel(path=str(told)), allow_private=True, pause=0,
        mail=MailChannel(to=("a@example.org",), sender="b@example.org", host="localhost", port=server.port, ca=str(pem),
                         content="sentences"),
        webhook=WebhookChannel(url=site.url + "/hook", secret=Secret(env="HOOK")),
    )  # fmt: skip

    def once() -> None:
        with Book.open(where) as own:
            Watcher(own, settings).round(asked=True)

    once()
    (folder / "b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6) + row("r3", "Hill Post", DENIED, 6))
    site.put("/feed", feed((f"{site.url}/one", TWELVE.replace("12", "14"))), ETag='"1"')
    # Each process goes on where the one before was killed: after its second transaction, or just before its second.
    killed = 0
    for number in range(18):
        make_due(book, monkeypatch, 0.01)
        killed += _killed_at(2, once, before=number % 3 == 0)
    assert killed >= 10
    make_due(book, monkeypatch, 0.01)
    with Book.open(where) as own:
        watcher = Watcher(own, settings)
        watcher.round(asked=True)
        assert texts(own) == sorted([NINE, TWELVE, DENIED, TWELVE.replace("12", "14")])
        every = [each.alert.id for each in own.alerts.after(0)]
        assert len(every) == len(set(every))
        assert {each.alert.kind for each in own.alerts.after(0)} >= {"report", "figure", "threshold", "denial"}
        assert own.verify() == []
        assert watcher.round(asked=True)[:3] == (0, 0, 0)
    lines = [json.loads(line)["id"] for line in told.read_text().splitlines()]
    assert sorted(lines) == sorted(every), "each alert once in the file"
    mailed = [word for sent in server.mails for word in sent.get_content().split() if word in set(every)]
    assert set(mailed) == set(every), "each alert at least once by mail"
    hooked = {each["id"] for _, body in site.got for each in json.loads(body).get("alerts", ())}
    assert hooked == set(every)
    server.shutdown()


def test_settings_are_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "watch.toml"
    for text, says in (
        ("[[feed]]\nurl = 3\n", "cannot be used"), ("[[feeed]]\n", "feeed"), ("[[feed", "cannot be used"),
        ('[[feed]]\nurl = "https://a.example/"\nevery = 1\n', "too often"),
        ('[mail]\nto = ["a@b.example"]\nsender = "c@d.example"\n', "host or a command"),
        ('[mail]\nto = ["a@b.example"]\nsender = "c@d.example"\nhost = "mail.example"\ntls = "none"\n', "without TLS"),
    ):  # fmt: skip
        path.write_text(text)
        with pytest.raises(Refused, match=says):
            load(path)
    path.unlink()
    with pytest.raises(Refused, match="no such file"):
        load(path)
    monkeypatch.delenv("NOTHING", raising=False)
    with pytest.raises(Refused, match="password is missing"):
        Secret(env="NOTHING").read()
    with Book.open(tmp_path / "a.book", create=True) as book, pytest.raises(Refused, match="https"):
        Watcher(book, checked(Settings(webhook=WebhookChannel(url="http://a.example/", secret=Secret(env="X")))))


def test_the_commands(tmp_path: Path) -> None:
    where, folder = str(tmp_path / "a.book"), tmp_path / "in"
    folder.mkdir()

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, list(words))
        return done.exit_code, done.output

    settings = tmp_path / "watch.toml"
    settings.write_text(f'[[folder]]\npath = "{folder}"\nsettle = 0\n')
    (folder / "a.jsonl").write_text(row("r1", "Valley Bell", NINE))
    assert run("watch", where)[0] == 2
    code, said = run("watch", where, "--settings", str(settings), "--once")
    assert (code, said) == (0, "1 file read, 0 new alerts, 0 delivered.\n")
    with Book.open(where) as book:
        (incident,) = book.incidents()
    assert run("follow", incident.id[:8], "--over", "killed=ten", "--book", where)[0] == 2
    assert run("follow", incident.id[:8], "--over", "killed=10", "--actor", "Ana", "--book", where)[0] == 0
    (folder / "b.jsonl").write_text(row("r2", "Harbour Radio", TWELVE, 6))
    assert run("watch", where, "--settings", str(settings), "--once") == (
        0,
        "1 file read, 3 new alerts, 0 delivered.\n",
    )
    (folder / "c.pdf").write_bytes(b"%PDF-1.7 not one")
    code, said = run("watch", where, "--settings", str(settings), "--once")
    assert (code, said.count("c.pdf")) == (1, 1)
    assert "No alerts" in run("alerts", "--book", where)[1]
    code, said = run("alerts", "--book", where, "--actor", "Ana", "--format", "jsonl", "--mark-read")
    assert [json.loads(line)["unread"] for line in said.splitlines()] == [True] * 3
    assert "No alerts" in run("alerts", "--book", where, "--actor", "Ana", "--unread")[1]
    assert "killed ≥ 10" in run("follow", "--book", where, "--actor", "Ana")[1]
    assert run("follow", incident.id[:8], "--stop", "--actor", "Ana", "--book", where)[0] == 0
    assert run("follow", incident.id[:8], "--stop", "--actor", "Ana", "--book", where)[0] == 2
