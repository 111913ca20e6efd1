"""Commands that answer questions: the review queue, and an answer."""

import sys
from typing import get_args

import click

from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.options import book_option, text_format_option
from tollbook.export import bundle
from tollbook.incidents.questions import KINDS, Action, Question, Suggestion
from tollbook.locale import formatting, wording
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.model import Claim, Report
from tollbook.record import Incident
from tollbook.review.answering import Case, Given, action_of
from tollbook.review.claim_context import in_context

#: The most questions of a list.
_MOST = 100_000


@click.command(cls=Command, section="Review")
@click.argument("question", required=False)
@book_option
@click.option("--incident", metavar="ID", help="Only questions about one incident.")
@click.option("--kind", type=click.Choice([kind.name for kind in KINDS]), help="Only questions of one kind.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most questions.")
@text_format_option
def queue(question: str | None, *, where: str, form: str, limit: int, **only: str | None) -> None:
    """List what a person should decide, the gravest first.

    QUESTION is the id of one question: its cards, the words of each, and its answers are shown.
    """
    with Book.open(where) as book:
        if question is not None:
            found = [book.review.question(question)]
        else:
            incident = book.incidents.get(only["incident"]).id if only["incident"] else None
            every = book.queue(_MOST, incident=incident)
            found = [each for each in every if only["kind"] in {None, each.kind}]
        for each in found[:limit]:
            click.echo(bundle.json_line(each) if form == "jsonl" else _line(each))
        if form == "text" and question is not None:
            _show_cards(book, found[0])
        elif form == "text":
            click.echo(ngettext("{n} question", "{n} questions", len(found)), err=True)
            for each_set_aside in book.review.not_applied():
                click.echo(wording.clean(translate(each_set_aside.sentence())), err=True)


@click.command(cls=Command, section="Review")
@click.argument("question")
@click.argument("action", type=click.Choice([each for each in get_args(Action) if each != "correct"]))
@book_option
@click.option("--card", type=click.IntRange(1, 9), metavar="N", help="The card, by its number in the queue command.")
@click.option(
    "--who", "--actor", "who", metavar="NAME", envvar="TOLLBOOK_ACTOR", required=True,
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip
@click.option("--why", metavar="TEXT", default="", help="Your reason for the log. Default: what the answer says.")
@click.option("--like", is_flag=True, help="List like cases of the book, then ask whether they get the same answer.")
def answer(question: str, action: str, *, where: str, card: int | None, who: str, why: str, like: bool) -> None:
    """Answer a question of the queue.

    The decisions of one answer are undone together. To correct fields, use the web interface or its API.
    """
    case_card = card - 1 if card is not None else None
    with Book.open(where) as book:
        case = Case(book.review.question(question), case_card)
        cases = book.review.like_cases(case, action_of(action)) if like else []
        for each in cases:
            found = each.answer(action_of(action))
            click.echo(f"{_line(each.question)}\n  {wording.clean(translate(found.says)) if found else ''}")
        asked = ngettext("Give {n} case this answer?", "Give {n} cases this answer?", len(cases))
        if cases and not click.confirm(asked):
            sys.exit(1)
        names = tuple(each.id for each in cases)
        given = Given(action=action_of(action), card=case_card, why=why, like=names)
        made = book.review.answer(question, given, who=who)
    click.echo(gettext("Saved as decision {id}.", id=made.id))


def _show_cards(book: Book, question: Question) -> None:
    """The cards of a question with the words of each, and its answers."""
    for position, card in enumerate(question.cards):
        click.echo(f"  {position + 1}. {wording.clean(translate(card.label))}".rstrip())
        if card.incident:
            click.echo(f"     {_incident(book.incidents.get(card.incident))}")
        for name in card.claims:
            sheet = book.review.report_of_claim(name)
            standing = sheet.get(name)
            if standing is not None:
                click.echo(f"     {_origin(standing.claim, sheet.report)}")
        if card.suggestion is not None:
            click.echo(f"     {_suggested(card.suggestion)}")
    for each in question.answers:
        number = "" if each.card is None else f" {each.card + 1}"
        click.echo(f"  {each.action}{number}: {wording.clean(translate(each.says))}")


def _line(question: Question) -> str:
    lines = [f"{question.id}  {question.kind}: {wording.clean(translate(question.sentence))}"]
    lines.append(f"  {wording.clean(translate(question.title))}")
    if question.suggestion is not None:
        lines.append(f"  {_suggested(question.suggestion)}")
    return "\n".join(lines)


def _suggested(found: Suggestion) -> str:
    number = "" if found.card is None else f" {found.card + 1}"
    return gettext(
        "Suggested: {action}{card}. {why}", action=found.action, card=number, why=wording.clean(translate(found.why))
    )


def _incident(incident: Incident) -> str:
    """An incident by its id and title, with its days where the title does not have them."""
    title, days = wording.clean(translate(incident.title)), formatting.days(incident.when) or gettext("undated")
    return f"{incident.id}  {title}" + ("" if days in title else f" ({days})")


def _origin(claim: Claim, report: Report) -> str:
    """The words of a claim in brackets, in the text around them, with the outlet, day and title of its report."""
    words = in_context(claim, report)
    parts = (report.outlet or gettext("an outlet not named"), str(report.published or gettext("no date")), report.title)
    text = wording.clean(" ".join(f"{words.before}[{claim.quote}]{words.after}".split()))
    return f"“{text}” ({wording.clean(', '.join(part for part in parts if part))})"
