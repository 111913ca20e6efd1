"""Reads the answers of a server: JSON from outside, of which only the shape is trusted."""

import re
from typing import Any

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import ClaimKind, Stance, Status
from tollbook.readers.llm.prompt import MOST_CLAIMS, ReadScope

#: An answer inside a fence of Markdown, as models without a schema give it.
_FENCE = re.compile(r"\s*```[A-Za-z]*\s*\n(.*?)\n?\s*```\s*", re.S)


class ProposedClaim(msgspec.Struct, frozen=True, kw_only=True):
    """The proposal of a model for one claim: words that have to be found in the text."""

    quote: str
    kind: ClaimKind
    number: str | int | None = None
    names: list[str] = []
    speakers: list[str] = []
    scope: ReadScope = "incident"
    stance: Stance | None = None
    status: Status = "unknown"
    place: str | None = None
    when: str | None = None
    by: list[str] = []
    weapons: list[str] = []


class ModelAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The content of one answer as the model wrote it, why it ended, and its tokens, where the server counts them."""

    content: str
    finish: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class _Claims(msgspec.Struct):
    claims: list[dict[str, Any]]


def of_response(body: bytes) -> ModelAnswer:
    """The answer in a response of ``/chat/completions``. Raises Refused if it is none."""
    try:
        completion = msgspec.json.decode(body, type=_Completion)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(message("The server did not answer in the OpenAI protocol: {error}", error=error)) from error
    if not completion.choices:
        raise Refused(message("The server gave an empty answer."))
    first, usage = completion.choices[0], completion.usage or _Usage()
    return ModelAnswer(
        content=first.message.content or "",
        finish=first.finish_reason,
        tokens_in=max(0, usage.prompt_tokens),
        tokens_out=max(0, usage.completion_tokens),
    )


def proposals(answer: ModelAnswer) -> tuple[list[ProposedClaim], list[str]]:
    """The claims of an answer that have the shape asked for, and why others have not. Raises Refused for no list."""
    if answer.finish == "length":
        raise Refused(message("The answer was cut off at its greatest length, so that it is no complete JSON."))
    fenced = _FENCE.fullmatch(answer.content)
    try:
        found = msgspec.json.decode((fenced[1] if fenced else answer.content).encode(), type=_Claims)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(message("The answer is not the JSON that was asked for: {error}", error=error)) from error
    good, wrong = [], []
    for each in found.claims[:MOST_CLAIMS]:
        try:
            good.append(msgspec.convert(each, ProposedClaim))
        except msgspec.ValidationError as error:
            wrong.append(message("A claim of the answer does not have the shape asked for: {error}", error=error))
    if len(found.claims) > MOST_CLAIMS:
        wrong.append(message("The answer has {n} claims; only the first {most} were looked for.",
                             n=len(found.claims), most=MOST_CLAIMS))  # fmt: skip
    return good, wrong
