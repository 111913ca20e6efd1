"""The review queue for pages: a question with its cards, the words of each card in its report, and similar cases."""

from collections.abc import Sequence

from tollbook.book import Book
from tollbook.decisions.annotations import AnnotatedClaim, AnnotatedReport
from tollbook.decisions.answered import answered
from tollbook.incidents.questions import Answer, Question, Suggestion
from tollbook.model import Record
from tollbook.review.answering import Case, like_cases
from tollbook.review.claim_context import ClaimInContext, in_context

#: Reports of one card of which a claim is shown at once; other claims are shown on request.
_SHOWN = 3


class CardView(Record, frozen=True, kw_only=True):
    """One card: the first claims of its reports, the ``rest``, its answers, and the number of similar cases.

    ``incident`` is that of the claims, in a question about two.

    ``like_action`` is the action for these cases: the suggested one, else ``reject``.
    """

    position: int
    label: str
    claims: tuple[tuple[AnnotatedClaim, ClaimInContext], ...]
    rest: tuple[tuple[AnnotatedClaim, ClaimInContext], ...]
    reports: int
    answers: tuple[Answer, ...]
    suggestion: Suggestion | None
    decided: bool
    repeated: bool
    incident: str = ""
    like: int = 0
    like_action: str = "reject"


def cards_of(book: Book, question: Question, every: Sequence[Question] = ()) -> list[CardView]:
    """The cards of a question; ``every`` are the questions that are searched for similar cases."""
    views: list[CardView] = []
    sheets: list[AnnotatedReport] = []
    for position, card in enumerate(question.cards):
        claims = tuple(_claims(book, card.claims, sheets))
        shown = _first_of_reports(claims)
        action = card.suggestion.action if card.suggestion else "reject"
        case = Case(question, position)
        views.append(
            CardView(
                position=position,
                label=card.label,
                incident=card.incident,
                claims=shown,
                rest=tuple(each for each in claims if each not in shown),
                reports=len({words.report.id for _, words in claims}),
                answers=tuple(answer for answer in question.answers if answer.card == position),
                suggestion=card.suggestion,
                decided=bool(claims) and all(_is_decided(each, case.answer("accept")) for each, _ in claims),
                repeated=bool(views) and question.cards[position - 1].claims == card.claims,
                like=len(like_cases(every, case, action)) if case.answer(action) else 0,
                like_action=action,
            )
        )
    return views


def _is_decided(claim: AnnotatedClaim, accept: Answer | None) -> bool:
    """Whether a person has decided on the fields of a claim that accepting its card would confirm."""
    steps = (accept, *accept.also) if accept is not None else ()
    asked = frozenset(name for step in steps for name in (step.change or {}).get("fields", step.change or ()))
    return claim.accepted or claim.rejected or answered(claim.decisions).confirms(claim.found.id, asked)


def chosen_card(question: Question, views: Sequence[CardView], asked: int | None) -> int:
    """The position of the card that keys act on: the requested one, else the suggested one, else the first open one."""
    if asked is not None and 0 <= asked < len(views):
        return asked
    suggested = question.suggestion.card if question.suggestion else None
    if suggested is not None and suggested < len(views) and not views[suggested].decided:
        return suggested
    return next((each.position for each in views if not each.decided), 0)


def _claims(
    book: Book, names: Sequence[str], sheets: list[AnnotatedReport]
) -> list[tuple[AnnotatedClaim, ClaimInContext]]:
    """Claims in their reports; ``sheets`` collects the reports that were loaded."""
    found = []
    for name in names:
        sheet = next((each for each in sheets if each.get(name) is not None), None)
        if sheet is None:
            sheet = book.review.report_of_claim(name)
            sheets.append(sheet)
        standing = sheet.get(name)
        if standing is not None:
            found.append((standing, in_context(standing.claim, sheet.report)))
    return found


def _first_of_reports(
    claims: Sequence[tuple[AnnotatedClaim, ClaimInContext]],
) -> tuple[tuple[AnnotatedClaim, ClaimInContext], ...]:
    """The first claim of each report, of three reports at most."""
    by_report: dict[str, tuple[AnnotatedClaim, ClaimInContext]] = {}
    for each in claims:
        by_report.setdefault(each[1].report.id, each)
    return tuple(by_report.values())[:_SHOWN]
