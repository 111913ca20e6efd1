"""The user's choice of a language model, and the request for its digest before the first report."""

import os
import stat
from pathlib import Path
from typing import Any

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.readers.llm import combining
from tollbook.readers.llm.client import DEADLINE, ModelClient
from tollbook.readers.llm.combining import CombiningRule
from tollbook.readers.llm.confidence import ConfidenceFile, require_for
from tollbook.readers.llm.endpoint import Endpoint
from tollbook.readers.llm.identity import NO_DIGEST, ModelIdentity

#: The environment variable with the key of a server. A key is never the value of an option: other users of a computer
#: can see those.
KEY_VARIABLE = "TOLLBOOK_LLM_KEY"
_DIGITS = 12
_MOST_KEY_BYTES = 4096


class ModelChoice(Record, frozen=True, kw_only=True):
    """The chosen model. ``send_to`` is the host that the user confirmed that texts may be sent to.

    ``beside`` names the reader that reads with it; without it that is the default one. No field is secret.
    """

    endpoint: Endpoint
    model: str
    rule: CombiningRule = combining.DEFAULT
    beside: str | None = None
    send_to: str | None = None
    at_most: int | None = None
    seconds: float = DEADLINE
    confidence: ConfidenceFile | None = None


def identify(choice: ModelChoice, client: ModelClient) -> ModelIdentity:
    """The model with its digest, if the server gives it: Ollama lists digests, and so do some others."""
    digest = _digest(client.get("/models"), choice.model)
    if digest is None:
        digest = _digest(client.get("/api/tags", from_root=True), choice.model)
    found = ModelIdentity(model=_one_word(choice.model), digest=digest or NO_DIGEST, rule=choice.rule)
    if choice.confidence is None:
        return found
    require_for(choice.confidence.measured, found)
    return msgspec.structs.replace(found, confidence=choice.confidence.digest)


def _digest(body: bytes | None, model: str) -> str | None:
    try:
        listed: Any = msgspec.json.decode(body or b"{}")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    rows = [listed.get("data"), listed.get("models")] if isinstance(listed, dict) else []
    for row in (row for part in rows if isinstance(part, list) for row in part if isinstance(row, dict)):
        named = {row.get("id"), row.get("name"), row.get("model")} if _hashable(row) else set()
        digest = row.get("digest")
        if named & {model, f"{model}:latest"} and isinstance(digest, str):
            kept = "".join(c for c in digest.removeprefix("sha256:") if c.isalnum() and c.isascii())
            return kept[:_DIGITS] or None
    return None


def _hashable(row: dict[str, Any]) -> bool:
    return all(not isinstance(row.get(name), list | dict) for name in ("id", "name", "model"))


def _one_word(model: str) -> str:
    """The name of a model as a finder has it: without white space, which separates the parts of a finder."""
    return "-".join(model.split())


def key(file: str | os.PathLike[str] | None = None) -> str | None:
    """The key of the server, from a file that only its owner can read, else from the environment; None without one.

    Raises Refused for a file that others can read, or that holds no key.
    """
    if file is None:
        return os.environ.get(KEY_VARIABLE) or None
    path = Path(file)
    try:
        mode = path.stat().st_mode
        text = path.read_bytes()[:_MOST_KEY_BYTES].decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(message("The key in {file} cannot be read.", file=path)) from error
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise Refused(message("Other users can read the key in {file}; run: chmod 600 {file}", file=path))
    if not text or not text.isprintable() or not text.isascii():
        raise Refused(message("The file {file} holds no key.", file=path))
    return text
