"""The place and the day of an event, from those that its claims or reports give."""

from collections.abc import Iterable

import msgspec

from tollbook.model import Place, When

#: UCDP precision up to which a place can distinguish two scenes.
FINE = 3


def best_place(places: Iterable[Place | None]) -> Place | None:
    """The place given most often among the most precise ones, on a tie the first; with the spot given most often."""
    known = [p for p in places if p is not None]
    if not known:
        return None
    resolved = [p for p in known if p.lat is not None and (p.precision or 9) <= FINE] or known
    names = [p.name for p in resolved]
    best = max(resolved, key=lambda p: (names.count(p.name), -names.index(p.name)))
    spots = [p.text for p in resolved if p.name == best.name and p.spot]
    return msgspec.structs.replace(best, text=max(spots, key=spots.count), spot=True) if spots else best


def best_day(days: Iterable[When | None]) -> When | None:
    """The most frequent known day; else the first unresolved expression."""
    known = [w for w in days if w is not None]
    dated = [w for w in known if w.start is not None and w.precision in {"day", "days"}]
    dated = dated or [w for w in known if w.start is not None]
    if dated:
        starts = [w.start for w in dated]
        return max(dated, key=lambda w: (starts.count(w.start), -starts.index(w.start)))
    worded = [w for w in known if w.text]
    return next(iter(worded or known), None)
