"""Releases a picture: drawn from redacted contents, checked for withheld names and logged, like every export."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from tollbook.export import files, leak_check, public_ids, release_profiles
from tollbook.export.public_ids import PublicIds
from tollbook.export.release import release
from tollbook.export.release_pipeline import EXPORTED, ReleaseRequest
from tollbook.record import Contents
from tollbook.store import Store


class ReleasablePicture(Protocol):
    """A picture for the pipeline: a file, and the texts of the book in it."""

    @property
    def content(self) -> bytes:
        """The file."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The texts of the book in it."""


P = TypeVar("P", bound=ReleasablePicture)
#: Draws from released contents; the function gives the released id of a record.
Draw = Callable[[Contents, Callable[[str], str]], P]


def picture_of(contents: Contents, draw: Draw[P], profile: str | None, key: bytes) -> P:
    """The picture, redacted by a profile; ``key`` is that of the released ids. Raises Refused."""
    if profile is None:
        return draw(contents, lambda name: name)
    released = release(contents, release_profiles.load(profile), key=key)
    made = draw(released.contents, PublicIds(key).of)
    leak_check.check_labels(made.labels, released.matcher())
    return made


def release_picture(
    store: Store, contents: Callable[[], Contents], out: Path, request: ReleaseRequest, draw: Draw[P]
) -> P:
    """Write a picture to ``out`` and log it; returns it. Raises Refused or BookError, and then writes nothing."""
    store.check_writable()
    profile = release_profiles.load(request.profile) if request.profile is not None else None
    key = public_ids.key_of(store) if profile else b""
    made = picture_of(contents(), draw, request.profile, key)

    def log(_: Path) -> None:
        sums = {f"picture{out.suffix}": hashlib.sha256(made.content).hexdigest()}
        payload = request.to_dict() | {"profile": profile.to_log() if profile else None, "files": sums}
        store.append(EXPORTED, request.format, payload, actor=store.actor)

    files.write(out, {out.name: [made.content]}, single=True, release=log)
    return made
