"""The sentences of alerts. Each names its source; none accuses anybody beyond the words of a claim."""

from collections.abc import Sequence

from tollbook.alerts.state import ClaimRuling, FigureInShort, Said
from tollbook.locale import wording
from tollbook.locale.messages import message, plural
from tollbook.store.follows import Threshold

#: Speakers or reports that a sentence names; of more it gives the number.
_NAMED = 3
_NO_NUMBER = message("no number")


def gone() -> str:
    """The sentence for claims that no incident has any more."""
    return message(
        "No incident has the claims of this one any more: linking, a decision or an edited article changed it."
    )


def back() -> str:
    """The sentence for claims that an incident has again."""
    return message("An incident has the claims of this one again.")


def reported(names: Sequence[str]) -> str:
    """New reports."""
    listed = "; ".join(names[:_NAMED])
    if len(names) > _NAMED:
        return plural(
            "{n} new report is about this incident, among them: {names}.",
            "{n} new reports are about this incident, among them: {names}.",
            len(names), names=listed,
        )  # fmt: skip
    return plural(
        "{n} new report is about this incident: {names}.", "{n} new reports are about this incident: {names}.",
        len(names), names=listed,
    )  # fmt: skip


def edited(name: str, changed: Sequence[tuple[str, str, str]]) -> str:
    """The sentence for an article with a changed text; ``changed`` are kinds of casualties with both numbers."""
    if not changed:
        return message("An article was edited: {name}. It gives the same numbers as before.", name=name)
    if len(changed) > 1:
        kinds = ", ".join(kind for kind, _, _ in changed)
        return message(
            "An article was edited: {name}. It now gives other numbers for: {kinds}.", name=name, kinds=kinds
        )
    kind, was, now = changed[0]
    return message(
        "An article was edited: {name}. For “{kind}” it gave {was}, and now it gives {now}.",
        name=name, kind=kind, was=was or _NO_NUMBER, now=now or _NO_NUMBER,
    )  # fmt: skip


def figure(kind: str, was: FigureInShort, now: FigureInShort, who: Sequence[str], count: str) -> str:
    """A figure that changed, with who says so."""
    before, after = was.number, now.number
    if before == after:
        words = {"kind": kind, "before": was.words or _NO_NUMBER, "after": now.words or _NO_NUMBER}
        if not who:
            return message("The range for “{kind}” went from {before} to {after}; no new report says so.", **words)
        return message(
            "{who} says {count} {kind}; the range went from {before} to {after}.", who=_who(who), count=count, **words
        )
    numbers = {"before": _number(before), "after": _number(after), "kind": kind}
    if not who:
        return message(
            "The best figure for “{kind}” went from {before} to {after}; no new report says so: linking, a decision or "
            "an edited article changed it.", **numbers,
        )  # fmt: skip
    if len(who) > _NAMED:
        return plural(
            "{n} more source says {count} {kind}; the best figure went from {before} to {after}.",
            "{n} more sources say {count} {kind}; the best figure went from {before} to {after}.",
            len(who), count=count, **numbers,
        )  # fmt: skip
    if len(who) > 1:
        return message(
            "{who} say {count} {kind}; the best figure went from {before} to {after}.",
            who=_who(who), count=count, **numbers,
        )  # fmt: skip
    return message(
        "{who} says {count} {kind}; the best figure went from {before} to {after}.",
        who=_who(who), count=count, **numbers,
    )  # fmt: skip


def passed(threshold: Threshold, words: str, who: Sequence[str]) -> str:
    """A figure that reached a threshold."""
    about = {"kind": threshold.kind, "number": f"{threshold.number:,}", "words": words}
    if not who:
        return message("The figure for “{kind}” reached {number}: it is {words} now.", **about)
    if len(who) > _NAMED:
        return plural(
            "The figure for “{kind}” reached {number}: it is {words} now, by {n} source.",
            "The figure for “{kind}” reached {number}: it is {words} now, by {n} sources.",
            len(who), **about,
        )  # fmt: skip
    return message(
        "The figure for “{kind}” reached {number}: it is {words} now, according to {who}.", who=_who(who), **about
    )


def denied(by: str, quote: str) -> str:
    """A denial, in its own words."""
    return message("{who} denies: {quote}", who=by, quote=wording.quoted(quote))


def ruled(ruling: ClaimRuling, was: Said, now: Said | None) -> str:
    """A person's decision on one claim."""
    about = {"person": ruling.who, "who": was.by, "quote": wording.quoted(was.quote)}
    if now is None or ruling.verdict == "reject":
        return message("{person} rejected what {who} says: {quote}", **about)
    if was.count != now.count:
        return message(
            "{person} corrected the number in what {who} says ({quote}): from {before} to {after}.",
            before=was.count or _NO_NUMBER, after=now.count or _NO_NUMBER, **about,
        )  # fmt: skip
    return message("{person} corrected what {who} says: {quote}", **about)


def superseded(by: str, kind: str, count: str, later: Sequence[str] | None = None) -> str:
    """A figure that a later one replaced; ``later`` is the source of that one, None if it is the same."""
    words = {"kind": kind, "count": count or _NO_NUMBER}
    if later is None:
        return message(
            "{who} gave a later figure for “{kind}”; the earlier one, {count}, does not count any more.",
            who=by, **words,
        )  # fmt: skip
    if 0 < len(later) <= _NAMED:
        return message(
            "{later} gave a later figure for “{kind}”; that of {who}, {count}, does not count any more.",
            later=_who(later), who=by, **words,
        )  # fmt: skip
    return message(
        "The figure of {who} for “{kind}”, {count}, does not count any more: a later one replaced it.",
        who=by, **words,
    )  # fmt: skip


def _who(names: Sequence[str]) -> str:
    return "; ".join(names)


def _number(value: int | None) -> str:
    return _NO_NUMBER if value is None else f"{value:,}"
