"""A server that speaks the protocol of language models on loopback, over real HTTP, and misbehaves as a test says.

What it answers is made by a function from the passage it gets, so that tests say in one line what a model would do.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: From a passage to the claims that the model gives, or to the content of its answer.
Model = Callable[[str], Any]
#: Writes a whole response itself; returns True if it did, and False to answer as usual.
Trick = Callable[["Handler", int], bool]
DIGEST = "sha256:0a1b2c3d4e5f67890a1b2c3d4e5f6789"


def proposal(quote: str, kind: str = "killed", **fields: Any) -> dict[str, Any]:
    """A claim as a model gives it."""
    empty = {"number": None, "names": [], "speakers": [], "scope": "incident", "place": None, "when": None, "by": []}
    return {"quote": quote, "kind": kind} | empty | fields


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: "ModelServer"
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.paths.append(self.path)
        if self.path == "/v1/models":
            return self.send(200, {"object": "list", "data": [{"id": "tiny", "object": "model"}]})
        if self.path == "/api/tags" and self.server.tells_digest:
            return self.send(200, {"models": [{"name": "tiny:latest", "digest": DIGEST}]})
        return self.send(404, {"error": "nothing here"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(body)
        self.server.headers.append(dict(self.headers))
        if self.server.trick(self, len(self.server.requests)):
            return
        said = body["messages"][-1]["content"]
        passage = said.partition("-----BEGIN PASSAGE-----\n")[2].rpartition("\n-----END PASSAGE-----")[0]
        answer = self.server.model(passage)
        content = answer if isinstance(answer, str) else json.dumps({"claims": answer})
        self.send(200, completion(content))

    def send(self, status: int, body: Any, kind: str = "application/json", **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nothing on standard error."""


def completion(content: str, finish: str = "stop") -> dict[str, Any]:
    """A response of the protocol."""
    message = {"role": "assistant", "content": content}
    usage = {"prompt_tokens": 900, "completion_tokens": 50, "total_tokens": 950}
    return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": usage}


class ModelServer(ThreadingHTTPServer):
    """The server, with everything that it was asked."""

    daemon_threads = True

    def __init__(self, model: Model, trick: Trick, *, tells_digest: bool) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.model, self.trick, self.tells_digest = model, trick, tells_digest
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is no error of a test."""


@contextmanager
def serving(
    model: Model = lambda _: [], trick: Trick = lambda _handler, _n: False, *, tells_digest: bool = True
) -> Iterator[ModelServer]:
    server = ModelServer(model, trick, tells_digest=tells_digest)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
