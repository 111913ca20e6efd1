"""Gives a count the day that its report states elsewhere for the same event.

A headline has "20 killed in Orsk", the report below "on Wednesday". Or the report begins with a later day ("police said
on Friday that they had made two arrests") and dates the attack by name ("Wednesday's attack").
"""

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from tollbook import dates
from tollbook.mentions import STATEMENTS, TOTAL_SCOPES
from tollbook.model import Claim, When
from tollbook.readers.rules.dating.dated_events import NamedDays, is_of_events
from tollbook.readers.rules.dating.lengths import counted_over
from tollbook.readers.rules.dating.page_dates import dates_in_text
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.words.language import LOCALE

#: Days before publication within which a day may be that of a headline; earlier ones are background. A judgement:
#: reports of one attack are mostly written within a week.
_RECENT = 10
#: The smallest count that tells an event from others: "one killed" may be of any.
_TELLING = 2


def refined(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of one report in their order, with days. Statements and arrests, which are made later, keep theirs."""
    claims = [_over_days(claim, document) for claim in _of_named_attack(claims, document)]
    dated = sorted((claim for claim in claims if _is_dated(claim)), key=lambda claim: claim.start)
    return [_at(claim, _stated_below(claim, dated)) if _is_undated(claim) else claim for claim in claims]


def _at(claim: Claim, when: When | None) -> Claim:
    return claim if when is None else replace(claim, when=when)


def _over_days(claim: Claim, document: Document) -> Claim:
    """The claim with the days in which it counts people: "killed in 24 hours"."""
    return _at(claim, counted_over(claim, document)) if _is_of_hurt(claim) else claim


def _is_made_later(claim: Claim) -> bool:
    return claim.kind in STATEMENTS or claim.kind == "captured"


def _is_undated(claim: Claim) -> bool:
    return claim.when is not None and claim.when.basis == "published" and _is_of_hurt(claim)


def _is_dated(claim: Claim) -> bool:
    when = claim.when
    is_day = when is not None and when.precision in {"day", "days"} and not dates.is_clock(when.text, LOCALE)
    return is_day and claim.kind not in STATEMENTS


def _stated_below(claim: Claim, dated: Sequence[Claim]) -> When | None:
    """The day of the next claim with the same count, or the only day of all claims that follow."""
    published = claim.when.end if claim.when is not None else None
    after = [each for each in dated if each.start > claim.start and _is_recent(each.when, published)]
    same = next((each.when for each in after if _counts_same(claim, each)), None)
    if same is not None:
        return same
    of_events = [each for each in after if each.kind != "captured" and each.scope not in TOTAL_SCOPES]
    days = {each.when.start for each in of_events if each.when is not None}
    return of_events[0].when if len(days) == 1 else None


def _is_recent(when: When | None, published: date | None) -> bool:
    if when is None or when.start is None:
        return False
    return published is None or 0 <= (published - when.start).days <= _RECENT


def _counts_same(one: Claim, other: Claim) -> bool:
    counts = [each.count.best for each in (one, other) if each.count is not None and each.count.best is not None]
    return one.kind == other.kind and len(counts) == 2 and counts[0] == counts[1] and counts[0] >= _TELLING


def _of_named_attack(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims, with the day of the named attack where theirs is only that of a later statement or arrest.

    Theirs is then in no sentence that reports an attack or its casualties.
    """
    mentions = dates_in_text(document)
    named = NamedDays(mentions, document).agreed()
    if named is None or named.start is None:
        return list(claims)
    arrests = {_sentence_start(c.start, document) for c in claims if c.kind == "captured"}
    counted = {_sentence_start(c.start, document) for c in claims if c.count is not None and not _is_made_later(c)}
    # Not in "Two men were held over the attack, detectives said Friday".
    occurred = {
        m.text
        for m in mentions
        if (at := _sentence_start(m.start, document)) in counted or (is_of_events(m, document) and at not in arrests)
    }

    def is_of_attack(claim: Claim) -> bool:
        day = claim.when.start if claim.when is not None and claim.when.precision == "day" else None
        if claim.when is None or day is None or named.start is None or claim.when.text in occurred:
            return False
        is_soon = 0 < (day - named.start).days <= _RECENT
        return is_soon and not _is_made_later(claim) and claim.scope not in TOTAL_SCOPES

    return [_at(claim, named) if is_of_attack(claim) else claim for claim in claims]


def _is_of_hurt(claim: Claim) -> bool:
    return claim.count is not None and not _is_made_later(claim)


def _sentence_start(start: int, document: Document) -> int | None:
    token = document.token_at(start)
    return None if token is None else token.sent.start
