"""The language model reader against a server of ours that misbehaves in every way. All incidents are invented."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.llm_server import Handler, ModelServer, completion, proposal, serving
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import Refused, Unanswered
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Report
from tollbook.readers import llm, registry
from tollbook.readers.base import check, finder_of
from tollbook.readers.llm import LanguageModelReader, ModelChoice, ModelClient, ModelIdentity, client, connecting
from tollbook.readers.llm.combining import RULES, combine
from tollbook.store import Store
from tollbook.store.model_answers import KeptAnswers

FIRST = "Three people were killed in Velmar on Tuesday, the mayor said."
SECOND = "Seven villagers breathed no more under the rubble, doctor Ana Brod said."
TEXT = f"{FIRST} {SECOND} A 6-year-old girl was found near 63 hospitals. The Northern Brigade was there."
REPORT = Report(id="r", sha256="0" * 64, text=TEXT, outlet="Valley Post", origin="a.txt", language="en")
RIGHT = proposal("Three people were killed", number="Three", speakers=["the mayor"], place="Velmar", when="Tuesday")


def MODEL(_: str) -> list[dict[str, Any]]:
    """What a model may answer that is right: the rules find the first of these, and not the second."""
    other = "Seven villagers breathed no more under the rubble"
    return [RIGHT, proposal(other, number="Seven", speakers=["doctor Ana Brod"])]


def reader_for(
    url: str, rule: llm.CombiningRule = "model-only", *, at_most: int | None = None, seconds: float = 5.0,
    answers: Any = None, key: str | None = None,
) -> LanguageModelReader:  # fmt: skip
    choice = ModelChoice(endpoint=llm.parse(url), model="tiny", rule=rule)
    asked = ModelClient(choice.endpoint, seconds=seconds, pause=0.01, key=key)
    return LanguageModelReader(
        llm.identify(choice, asked), asked, answers=llm.InMemory() if answers is None else answers,
        beside=lambda language: registry.find(language, "rules"), at_most=at_most,
    )  # fmt: skip


class Canned(LanguageModelReader):
    """A reader with the answers that a server would give; nothing is sent."""

    def __init__(self, content: str, rule: llm.CombiningRule = "model-only") -> None:
        identity = ModelIdentity(model="tiny", rule=rule)
        super().__init__(identity, None, answers=llm.InMemory(), beside=lambda name: registry.find(name, "rules"))
        self._answers.put(self.key(TEXT), json.dumps({"content": content}).encode())


def read(proposals: Any, rule: llm.CombiningRule = "model-only") -> Reading:
    """The checked reading of the report if a model answers with some proposals, or with some words."""
    content = proposals if isinstance(proposals, str) else json.dumps({"claims": proposals})
    reader = Canned(content, rule)
    return check(reader.read(REPORT), REPORT, finder_of(reader))


def one(proposed: dict[str, Any]) -> Claim:
    found = read([proposed])
    assert found.unresolved == ()
    return found.claims[0]


# --- grounded or gone


def test_a_claim_has_exact_words_our_count_its_speaker_and_its_finder() -> None:
    claim = one(RIGHT)
    assert (claim.quote, claim.count) == (
        "Three people were killed", Count(low=3, best=3, high=3, qualifier="exactly", text="Three"),
    )  # fmt: skip
    assert [speaker.name for speaker in claim.speakers] == ["the mayor", "Valley Post"]
    assert claim.place is not None
    assert claim.place.name == "Velmar"
    assert claim.confidence is None
    assert claim.finder == ModelIdentity(model="tiny").finder


@pytest.mark.parametrize(
    ("proposed", "field"),
    [
        (proposal("Nine people were killed", number="Nine"), "quote"),
        (proposal("", number="Three"), "quote"),
        (proposal(TEXT * 4, number="Three"), "quote"),
        (proposal("Three people were killed", number="Four"), "number"),
        (proposal("Three people were killed", number="3,000"), "number"),
        (proposal("Three people were killed", number="many thousands"), "number"),
        (proposal("A 6-year-old girl was found", number="6"), "number"),
        (proposal("found near 63 hospitals", number="63"), "number"),
        (proposal("The Northern Brigade was there"), "number"),
        (proposal("Three people were killed", number="Three", speakers=["General Ortan"]), "speakers"),
        (proposal("Three people were killed", number="Three", speakers=["may"]), "speakers"),
        (proposal("The Northern Brigade was there", "accusation", by=["The Northern Brigade"]), "kind"),
        (proposal("The Northern Brigade was there", "responsibility", by=["The Northern Brigade"]), "kind"),
    ],
)
def test_a_proposal_without_ground_in_the_text_is_refused_with_a_reason(proposed: dict[str, Any], field: str) -> None:
    found = read([proposed, RIGHT])
    assert [claim.quote for claim in found.claims] == ["Three people were killed"]
    assert [each.field for each in found.unresolved] == [field]
    assert found.unresolved[0].reason.endswith(".")


@pytest.mark.parametrize("number", ["Three", "three", "3", 3])
def test_a_number_may_be_worded_otherwise_and_the_claim_has_the_words_of_the_text(number: str | int) -> None:
    count = one(proposal("Three people were killed", number=number)).count
    assert count is not None
    assert (count.best, count.text) == (3, "Three")


@pytest.mark.parametrize(
    ("quote", "exact"),
    [
        ("three  people were\nkilled in Velmar on Tuesday", "Three people were killed in Velmar on Tuesday"),
        ("Seven villagers breathed no more under the ruble, doctor Ana Brod",
         "Seven villagers breathed no more under the rubble, doctor Ana Brod"),
        ("hree people were kille", "Three people were killed"),
    ],
)  # fmt: skip
def test_a_quote_that_is_nearly_right_becomes_the_exact_words(quote: str, exact: str) -> None:
    number = "Seven" if "even" in quote else "Three"
    claim = one(proposal(quote, number=number))
    assert claim.quote == exact == TEXT[claim.start : claim.end]


def test_a_model_names_nobody_responsible() -> None:
    found = read([RIGHT | {"by": ["The Northern Brigade"]}])
    assert found.claims[0].by == ()
    assert [each.field for each in found.unresolved] == ["by"]


def test_a_day_and_a_place_without_ground_are_left_out_and_noted() -> None:
    found = read([RIGHT | {"place": "Oberfeld", "when": "on Friday"}])
    assert found.claims[0].place is not None
    assert found.claims[0].place.name == "Velmar"
    assert {each.field for each in found.unresolved} == {"place", "when"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)
PIECES = st.integers(0, len(TEXT) - 1).flatmap(
    lambda start: st.integers(start + 1, min(len(TEXT), start + 80)).map(lambda end: TEXT[start:end])
)
WORDS = PIECES | st.text(max_size=30) | st.sampled_from(["Three", "7", "the mayor", "Velmar", "no one", "2 million"])
FIELDS = {
    "quote": WORDS,
    "kind": st.sampled_from(["killed", "injured", "accusation", "responsibility", "attack", "site damaged", "buried"]),
    "number": WORDS | st.none() | st.integers(),
    "names": st.lists(WORDS, max_size=2),
    "speakers": st.lists(WORDS, max_size=2),
    "scope": st.sampled_from(["incident", "part", "running total"]),
    "place": WORDS | st.none(),
    "when": WORDS | st.none(),
    "by": st.lists(WORDS, max_size=2),
}
PROPOSALS = st.lists(st.fixed_dictionaries(FIELDS) | st.dictionaries(st.sampled_from(list(FIELDS)), JSON), max_size=4)


@hypothesis_settings(max_examples=30)
@given(PROPOSALS, st.sampled_from(RULES))
def test_whatever_a_server_returns_every_claim_passes_the_check(proposals: Any, rule: llm.CombiningRule) -> None:
    reader = Canned(json.dumps({"claims": proposals}), rule)
    raw = reader.read(REPORT)
    found = check(raw, REPORT, finder_of(reader))
    assert len(found.claims) == len({msgspec.json.encode(c) for c in raw.claims})
    assert found.refused == ()
    for claim in found.claims:
        assert TEXT[claim.start : claim.end] == claim.quote != ""
        assert claim.by == ()
        assert claim.kind not in {"accusation", "responsibility", "denial", "inquiry"}


@hypothesis_settings(max_examples=20)
@given(st.text(max_size=60) | JSON.map(json.dumps))
def test_an_answer_of_any_other_shape_is_refused_and_the_rest_is_read(content: str) -> None:
    found = read(content, "prefer-base")
    assert [claim.quote for claim in found.claims] == ["Three people were killed"]
    assert len(found.refused) == 1


def test_json_in_a_fence_is_read() -> None:
    fenced = "```json\n" + json.dumps({"claims": [RIGHT]}) + "\n```"
    assert [claim.quote for claim in read(fenced).claims] == ["Three people were killed"]


# --- two readers


def quotes(rule: llm.CombiningRule, proposals: list[dict[str, Any]]) -> list[str]:
    return [claim.quote for claim in read(proposals, rule).claims]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("model-only", ["Three people were killed", "Seven villagers"]),
        ("prefer-base", ["Three people were killed", "Seven villagers"]),
        ("prefer-model", ["Three people were killed", "Seven villagers"]),
        ("union", ["Three people were killed", "Seven villagers"]),
        ("agreement", ["Three people were killed"]),
    ],
)
def test_rules_put_two_readers_together(rule: llm.CombiningRule, expected: list[str]) -> None:
    assert quotes(rule, [RIGHT, proposal("Seven villagers", number="Seven")]) == expected


def test_where_two_readers_disagree_the_claim_says_what_the_other_read() -> None:
    base = Claim(id="b", report="r", start=0, end=12, quote="Three people", kind="killed", finder="rules/1",
                 count=Count(low=3, best=3, high=3, qualifier="exactly"))  # fmt: skip
    other = msgspec.structs.replace(base, id="", finder="llm/tiny", end=24, quote="Three people were killed",
                                    count=Count(low=4, best=4, high=4, qualifier="exactly"))  # fmt: skip
    (kept,) = combine([base], [other], "prefer-base").claims
    assert not isinstance(kept.otherwise, msgspec.UnsetType)
    assert [(each.finder, each.count and each.count.best) for each in kept.otherwise] == [("llm/tiny", 4)]
    (kept,) = combine([base], [other], "prefer-model").claims
    assert kept.finder == "llm/tiny"
    assert len(combine([base], [other], "union").claims) == 2
    assert "otherwise" not in base.to_dict()


# --- the server misbehaves


def trick(write: Callable[[Handler], None], times: int = 99) -> Callable[[Handler, int], bool]:
    def play(handler: Handler, n: int) -> bool:
        if n > times:
            return False
        write(handler)
        return True

    return play


def hang_up(handler: Handler) -> None:
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def cut_off(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    hang_up(handler)


def endless(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    for _ in range(100_000):
        handler.wfile.write(b" " * 65_536)


def dripping(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b" ")
        time.sleep(0.05)


def dripping_headers(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for n in range(200):
        handler.wfile.write(f"X-{n}: 1\r\n".encode())
        time.sleep(0.05)


def silent(_: Handler) -> None:
    time.sleep(3)


@pytest.mark.parametrize(
    ("write", "says"),
    [
        (lambda h: h.send(500, {}), "no answer after 4 tries. It answered with the status 500"),
        (lambda h: h.send(429, {}, Retry_After="0"), "status 429"),
        (hang_up, "no answer after 4 tries"),
        (cut_off, "no answer after 4 tries"),
        (endless, "more than 4 MB"),
        (dripping, "took more than 1 seconds"),
        (dripping_headers, "took more than 1 seconds"),
        (lambda h: h.send(200, b"<html>", "text/html"), "text/html instead of JSON"),
        (lambda h: h.send(200, b"x" * 5_000_000), "more than 4 MB"),
        (lambda h: h.send(307, {}, Location="http://192.0.2.1/v1"), "Redirects are not followed"),
        (lambda h: h.send(401, {"error": "no such key: hidden-1"}), "status 401"),
        (lambda h: h.send(200, []), "not answer in the OpenAI protocol"),
        (lambda h: h.send(200, {"choices": []}), "empty answer"),
    ],
)
def test_a_server_that_gives_no_answer_leaves_the_report_for_the_next_run(
    write: Callable[[Handler], None], says: str
) -> None:
    with serving(MODEL, trick(write)) as server, pytest.raises(Unanswered, match=says) as error:
        reader_for(server.url, seconds=1.0, key="hidden-1").read(REPORT)
    assert "hidden-1" not in str(error.value)


@pytest.mark.parametrize(
    "write", [lambda h: h.send(500, {}), lambda h: h.send(429, {}, Retry_After="0.01"), hang_up, cut_off]
)
def test_a_temporary_failure_is_tried_again(write: Callable[[Handler], None]) -> None:
    with serving(MODEL, trick(write, times=2)) as server:
        assert len(reader_for(server.url).read(REPORT).claims) == 2
        assert len(server.requests) == 3


def test_an_answer_without_json_is_asked_for_once_more_with_another_seed() -> None:
    said = trick(lambda h: h.send(200, completion("I am sorry.")), times=1)
    with serving(MODEL, said) as server:
        assert len(reader_for(server.url).read(REPORT).claims) == 2
        first, second = (request["seed"] for request in server.requests)
        assert first != second


def test_an_answer_that_is_cut_off_is_no_answer() -> None:
    cut = trick(lambda h: h.send(200, completion('{"claims": []}', "length")))
    with serving(MODEL, cut) as server:
        found = reader_for(server.url, "prefer-base").read(REPORT)
    assert "cut off" in found.refused[0].reason
    assert len(found.claims) == 1


def test_the_request_asks_for_the_schema_and_for_the_same_answer_each_time() -> None:
    with serving(MODEL) as server:
        reader_for(server.url, key="hidden-1").read(REPORT)
    request = server.requests[0]
    assert (request["temperature"], request["stream"], request["response_format"]["type"]) == (0, False, "json_schema")
    assert server.headers[0]["Authorization"] == "Bearer hidden-1"
    assert REPORT.text in request["messages"][1]["content"]


# --- passages, kept answers, the budget


QUIET = "The market of Velmar opened at dawn, and the shops along the river sold bread and lamps as on any other day. "
LONG = " ".join(f"{QUIET * 8}In week {n}, {n + 2} people were killed in Velmar, the mayor said." for n in range(1, 14))


def long_model(passage: str) -> list[dict[str, Any]]:
    sentences = [each for each in passage.split(". ") if each.startswith("In week") and each.count(", ") == 2]
    return [proposal(words, number=words.split()[0]) for words in (s.split(", ")[1] for s in sentences)]


def test_a_long_report_is_read_in_overlapping_passages_without_duplicates() -> None:
    report = msgspec.structs.replace(REPORT, text=LONG)
    with serving(long_model) as server:
        found = reader_for(server.url).read(report)
    spans = [(claim.start, claim.end) for claim in found.claims]
    assert len(spans) == len(set(spans)) == 13
    assert len(server.requests) == len(llm.passage_sizes(report.text)) > 2
    assert sum(llm.passage_sizes(report.text)) > len(report.text)


def test_reading_twice_sends_nothing_and_gives_the_same() -> None:
    kept = llm.InMemory()
    with serving(MODEL) as server:
        first = reader_for(server.url, answers=kept).read(REPORT)
        again = reader_for(server.url, answers=kept)
        assert again.read(REPORT) == first
        assert (len(server.requests), again.usage.kept, again.usage.requests) == (1, 1, 0)


def test_a_budget_ends_the_requests_and_a_server_that_is_down_is_not_asked_for_ever() -> None:
    with serving(MODEL) as server:
        reader = reader_for(server.url, at_most=1)
        reader.read(REPORT)
        with pytest.raises(Unanswered, match="The 1 requests of --at-most are used up"):
            reader.read(msgspec.structs.replace(REPORT, text=SECOND))
    with serving(MODEL, trick(lambda h: h.send(500, {}))) as server:
        reader = reader_for(server.url)
        for n in range(5):
            with pytest.raises(Unanswered):
                reader.read(msgspec.structs.replace(REPORT, text=f"{SECOND} {n}"))
        assert len(server.requests) == 3 * client.TRIES


# --- what leaves this computer


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "http://localhost:1", "http://[::1]:9/v1"])
def test_this_computer_needs_no_confirmation(url: str) -> None:
    assert llm.is_local(llm.parse(url))


@pytest.mark.parametrize(
    "url",
    ["ftp://127.0.0.1/", "http://", "127.0.0.1:80", "http://ana:secret@127.0.0.1/v1", "http://127.0.0.1/v1?key=x", ""],
)
def test_an_address_that_is_none_or_has_a_secret_is_refused(url: str) -> None:
    with pytest.raises(Refused) as error:
        llm.parse(url)
    assert "secret" not in str(error.value)


def test_a_name_that_moves_to_another_computer_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = iter(["127.0.0.1", "192.0.2.7"])
    real = socket.getaddrinfo

    def moving(host: str, port: int, **options: Any) -> Any:
        return real(next(addresses) if host == "model.example" else host, port, **options)

    monkeypatch.setattr(socket, "getaddrinfo", moving)
    endpoint = llm.parse("http://model.example:9/v1")
    assert llm.is_local(endpoint)
    with pytest.raises(Refused, match="another computer"):
        ModelClient(endpoint).post("/chat/completions", b"{}")


def test_a_key_is_not_sent_without_encryption() -> None:
    with pytest.raises(Refused, match="without encryption"):
        ModelClient(llm.parse("http://192.0.2.7/v1"), confirmed="192.0.2.7", key="hidden-1")


def test_a_key_comes_from_a_file_of_its_owner_or_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "key"
    file.write_text("hidden-1\n")
    file.chmod(0o600)
    assert llm.key(file) == "hidden-1"
    file.chmod(0o644)
    with pytest.raises(Refused, match="Other users can read"):
        llm.key(file)
    monkeypatch.setenv(connecting.KEY_VARIABLE, "hidden-2")
    assert llm.key() == "hidden-2"


# --- the commands


def tollbook(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture
def report_file(tmp_path: Path) -> Path:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "a.txt").write_text(TEXT)
    return tmp_path / "reports"


def options(server: ModelServer, where: Path, *more: object) -> list[object]:
    model = ["--reader", "llm", "--endpoint", server.url, "--model", "tiny"]
    return ["--book", where, "--published", "2021-10-06", *model, *more]


def test_a_command_reads_with_a_model_and_switching_the_rule_costs_nothing(report_file: Path, tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    with serving(MODEL) as server:
        first = tollbook("read", report_file, *options(server, where))
        assert first.exit_code == 0
        assert "The language model got 1 request" in first.output
        assert "Of 2 proposed claims, 2 are in the text." in first.output
        again = tollbook("read", report_file, *options(server, where))
        assert "0 reports read, 1 known already" in again.output
        union = tollbook("read", report_file, *options(server, where, "--combine", "union"))
        assert "1 answers were known already" in union.output
        assert len(server.requests) == 1
    assert tollbook("verify", "--book", where).exit_code == 0
    with Book.open(where) as book:
        chosen = [entry for entry in book.log() if entry.action == "language model"]
        finders = {claim.finder.partition("/")[0] for claim in book.export.contents().claims}
    assert chosen[0].payload["digest"] == "0a1b2c3d4e5f"
    assert chosen[0].payload["local"] is True
    assert finders == {"rules", "llm"}


def test_describing_a_report_reads_it_again_without_the_server(report_file: Path, tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    with serving(MODEL) as server:
        tollbook("read", report_file, *options(server, where, "--combine", "model-only"))
    with Book.open(where) as book:
        (report,) = book.reports()
        finder = book.reports.finders()
    tollbook("describe", report.id, "--day", "2021-10-20", "--book", where, "--actor", "Ines")
    with Book.open(where) as book:
        claims = book.export.contents().claims
        assert book.reports.finders() == finder
    assert {claim.when.start.isoformat() for claim in claims if claim.when and claim.when.start} == {"2021-10-19"}


def test_a_key_is_in_no_book_log_or_output(report_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(connecting.KEY_VARIABLE, "hidden-key-3141")
    where = tmp_path / "a.book"
    repeats = trick(lambda h: h.send(401, {"error": "hidden-key-3141 is wrong"}))
    with serving(MODEL, repeats) as server:
        output = tollbook("read", report_file, *options(server, where)).output
    assert "status 401" in output
    assert "hidden-key-3141" not in output
    assert all(b"hidden-key-3141" not in path.read_bytes() for path in tmp_path.glob("a.book*"))


#: A model on another computer, at an address that is kept for documentation.
ELSEWHERE = ("--reader", "llm", "--endpoint", "http://192.0.2.7/v1", "--model", "x")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--reader", "llm"], "needs a server and a model"),
        (["--model", "x"], "add --reader llm"),
        ([*ELSEWHERE], "confirm it with --send-texts-to 192.0.2.7"),
        ([*ELSEWHERE, "--send-texts-to", "192.0.2.8"],
         "--send-texts-to names 192.0.2.8, but the server is 192.0.2.7"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["read", "demo"])
def test_a_choice_that_cannot_be_is_refused_before_a_book_is_made(
    command: str, more: list[str], says: str, report_file: Path, tmp_path: Path
) -> None:
    paths = [report_file] if command == "read" else []
    result = tollbook(command, *paths, "--book", tmp_path / "a.book", *more)
    assert result.exit_code == 2
    assert says in result.output
    assert not (tmp_path / "a.book").exists()


def test_what_leaves_this_computer_is_shown_in_numbers_first(
    report_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other computer is 127.0.0.1 under a rule that calls nothing local, so that its address can be reached."""
    monkeypatch.setattr("tollbook.readers.llm.endpoint._is_loopback", lambda _: False)
    where = tmp_path / "a.book"
    with serving(MODEL) as server:
        result = tollbook("read", report_file, *options(server, where, "--send-texts-to", "127.0.0.1"))
        assert len(server.requests) == 1
    said = f"Sent to 127.0.0.1, another computer, at most: reports 1, characters {len(TEXT)}, requests 1."
    assert said in result.output
    assert "not encrypted" in result.output
    with Book.open(where) as book:
        (entry,) = (entry for entry in book.log() if entry.action == "language model")
    assert entry.payload["confirmed"] == "127.0.0.1"
    assert entry.payload["sending"] == {"reports": 1, "characters": len(TEXT), "requests": 1}


def test_a_proxy_of_the_environment_gets_nothing(
    report_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(MODEL) as proxy, serving(MODEL) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert tollbook("read", report_file, *options(server, tmp_path / "a.book")).exit_code == 0
        assert (len(proxy.requests), len(proxy.paths), len(server.requests)) == (0, 0, 1)


def test_a_killed_command_goes_on_where_it_was(tmp_path: Path) -> None:
    folder, where = tmp_path / "reports", tmp_path / "a.book"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.txt").write_text(f"{TEXT} This is report {n}.")

    def kill(handler: Handler, n: int) -> bool:
        if n == 3:
            os.kill(child.pid, 9)
            hang_up(handler)
        return n == 3

    with serving(MODEL, kill) as server:
        command = [sys.executable, "-m", "tollbook", "read", folder, *options(server, where)]
        child = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert child.wait(120) == -9
        result = tollbook("read", folder, *options(server, where))
        assert result.exit_code == 0
        assert len(server.requests) == 5
    with Book.open(where) as book:
        assert len(book.reports()) == 4
        assert book.verify() == []


def test_answers_are_kept_in_any_book_and_a_book_without_any_is_intact(store: Store) -> None:
    kept = KeptAnswers(store)
    assert kept.get("a") is None
    assert store.verify() == []
    kept.put("a", b"one")
    kept.put("a", b"two")
    assert KeptAnswers(store).get("a") == b"two"
    assert store.verify() == []


def test_an_encrypted_book_keeps_answers_encrypted(tmp_path: Path) -> None:
    pytest.importorskip("sqlcipher3")
    where = tmp_path / "a.book"
    with Book.open(f"sqlcipher:///{where}", create=True, passphrase="a long passphrase of mine") as book:
        KeptAnswers(book._store).put("a", TEXT.encode())
    assert all(b"villagers" not in path.read_bytes() for path in tmp_path.iterdir())


# --- measuring a model


def test_anyone_can_measure_a_model_on_marked_reports(tmp_path: Path) -> None:
    rows = [{"id": "a", "outlet": "Valley Post", "text": TEXT}]
    start = TEXT.index("Seven")
    marked = [
        {"start": 0, "end": 12, "kind": "killed", "low": 3, "best": 3, "high": 3, "speaker": "the mayor"},
        {"start": start, "end": start + 15, "kind": "killed", "low": 7, "best": 7, "high": 7, "speaker": "Ana Brod"},
    ]
    (tmp_path / "reports.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "gold.jsonl").write_text(json.dumps({"id": "a", "claims": marked}))
    with serving(MODEL) as server:
        words = [tmp_path, "--reader", "llm", "--endpoint", server.url, "--model", "tiny"]
        text = tollbook("bench-reader", *words).output
        bench = json.loads(tollbook("bench-reader", *words, "--format", "jsonl").output)
    scores = {score["reader"]: score for score in bench["scores"]}
    assert scores["llm tiny"] | {"reader": ""} == {
        "reader": "", "claims": 2, "precision": 100.0, "recall": 100.0, "f1": 100.0, "number": 100.0, "scope": 100.0,
        "speaker": 100.0, "all_right": 100.0,
    }  # fmt: skip
    assert scores["rules"]["recall"] == 50.0
    assert scores["llm, learned: union"]["recall"] == 100.0
    assert (bench["grounded"], bench["requests"], bench["tokens_out"]) == (100.0, 1.0, 50.0)
    assert bench["agreement"]["rules"] == 66.7
    assert "Proposed claims that are in the text: 100.0 %" in text


def test_a_question_shows_what_two_readers_read_in_the_same_words(tmp_path: Path) -> None:
    text = f"{FIRST} Of 40 people in the hall in Velmar, 30 were injured on Tuesday, the mayor said."
    (tmp_path / "a.txt").write_text(text)
    where = tmp_path / "a.book"
    quote = "Of 40 people in the hall in Velmar, 30 were injured"
    with serving(lambda _: [proposal(quote, "injured", number="40")]) as server:
        tollbook("read", tmp_path / "a.txt", *options(server, where))
    with Book.open(where) as book:
        (asked,) = (each for each in book.queue() if each.kind == "readers disagree")
        labels = [card.label for card in asked.cards]
        assert {label.rpartition(" ")[2] for label in labels} == {"(rules)", "(llm)"}
        other = next(n for n, label in enumerate(labels) if label.endswith("(llm)"))
        choice = next(each for each in asked.answers if (each.action, each.card) == ("accept", other))
        assert choice.change is not None
        assert choice.change["count"]["low"] == 40
