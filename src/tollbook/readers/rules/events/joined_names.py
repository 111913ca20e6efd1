"""Names that particles join: the parser splits "Lashkar-e-Velm" into three, and one of them would stand for a group."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook.model import Claim

#: The particles are Persian, Urdu and Arabic, as English writes them.
_JOINED = re.compile(r"\b[A-Z][a-z]+(?:-(?:e|i|al|ed|es|il|ud|ul|un|ur|us|ut|uz)-[A-Z][a-z]+)+\b")


def whole(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims, where an actor or speaker whose name is cut has the whole name.

    The last word of a name is left as it is where it stands alone too: it may be somebody else's.
    """
    full: dict[str, str] = {}
    rest = _JOINED.sub(" ", text)
    for name in dict.fromkeys(_JOINED.findall(text)):
        first, *_, last = name.split("-")
        full.setdefault(first, name)
        if not re.search(rf"\b{last}\b", rest):
            full.setdefault(last, name)
    return [_with(claim, full) for claim in claims] if full else list(claims)


def _with(claim: Claim, full: Mapping[str, str]) -> Claim:
    # The hyphens and particles of a name that was split are nobody.
    own = [a for a in claim.by if len(a.name) > 1]
    by = {(name := full.get(a.name, a.name)).lower(): replace(a, name=name) for a in own}
    speakers = (replace(s, name=full.get(s.name, s.name)) if s.name is not None else s for s in claim.speakers)
    return replace(claim, by=tuple(by.values()), speakers=tuple(speakers))
