"""Commands that change the composition of incidents: move, split, merge, mark, and undo."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_args

import click
import msgspec

from tollbook import linking
from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.options import book_option, deciding_actor_option, text_format_option
from tollbook.decisions.composition import Mark
from tollbook.errors import Refused
from tollbook.export import bundle
from tollbook.incidents.preview import Outline, Preview
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.model import OUTCOMES, Claim
from tollbook.review.composing import Divider, Operation

_Function = TypeVar("_Function", bound=Callable[..., Any])
_PARTS_BY = {
    "day": message("Parts by day:"), "place": message("Parts by place:"), "episode": message("Parts by episode:"),
}  # fmt: skip
_NO_REASON = message("No reason given.")
why_option = click.option("--why", metavar="TEXT", default=_NO_REASON, help="The reason, for the log.")


def _deciding(command: _Function) -> _Function:
    """The options of every command that decides on an incident."""
    preview = click.option("--preview", is_flag=True, help="Only show what would change; write nothing.")
    for option in (text_format_option, preview, why_option, deciding_actor_option, book_option):
        command = option(command)
    return command


_report_option = click.option(
    "--report", "reports", metavar="REPORT", multiple=True,
    help="Choose every claim of this report in the incident. May be given more than once.",
)  # fmt: skip


@click.command(cls=Command, section="Review")
@click.argument("incident")
@click.argument("claims", metavar="[CLAIMS]...", nargs=-1)
@_report_option
@click.option("--into", metavar="INCIDENT", help="Move into this incident. Without it, into a new one.")
@_deciding
def move(incident: str, claims: tuple[str, ...], reports: tuple[str, ...], into: str | None, **how: Any) -> None:
    """Move claims or whole reports out of an incident, into another one or a new one.

    INCIDENT is an id or the beginning of one; CLAIMS are ids, as tollbook parts lists them.
    """
    _carry_out(incident, Operation(do="move", claims=claims, reports=reports, into=into), **how)


@click.command(cls=Command, section="Review")
@click.argument("incident")
@click.option(
    "--by", type=click.Choice(get_args(Divider)), required=True, help="How to split: by day, place or episode."
)
@_deciding
def split(incident: str, by: Divider, **how: Any) -> None:
    """Split an incident by day, by place, or by the episodes that linking sees."""
    _carry_out(incident, Operation(do="split", by=by), **how)


@click.command(cls=Command, section="Review")
@click.argument("incident")
@click.argument("other", metavar="INCIDENT")
@_deciding
def merge(incident: str, other: str, **how: Any) -> None:
    """Make one incident of two."""
    _carry_out(incident, Operation(do="merge", into=other), **how)


@click.command(cls=Command, section="Review")
@click.argument("as_", metavar="MARK", type=click.Choice(get_args(Mark)))
@click.argument("incident")
@click.argument("claims", metavar="[CLAIMS]...", nargs=-1)
@_report_option
@_deciding
def mark(as_: Mark, incident: str, claims: tuple[str, ...], reports: tuple[str, ...], **how: Any) -> None:
    """Mark claims that do not belong to an incident.

    MARK is “background” (in no incident and no total), “total” (counts to a running total), “another attack” (filed
    with the other attack, or by itself) or “not about this” (filed where it fits, if anywhere).
    """
    _carry_out(incident, Operation(do=as_, claims=claims, reports=reports), **how)


@click.command(cls=Command, section="Review")
@click.argument("decision")
@book_option
@deciding_actor_option
@why_option
def undo(decision: str, where: str, actor: str | None, why: str) -> None:
    """Undo a decision. Both entries stay in the log.

    DECISION is the id that was shown when the decision was made.
    """
    with Book.open(where) as book:
        book.undo(decision, who=actor or "", why=why)
    click.echo(gettext("Undone. Both entries stay in the log."))


@click.command(cls=Command, section="Review")
@click.argument("incident")
@book_option
@text_format_option
def parts(incident: str, where: str, form: str) -> None:
    """List the reports and claims of an incident with their ids, and its parts by day, place and episode."""
    with Book.open(where) as book:
        name = book.incidents.get(incident).id
        every = book.review.parts(name).items()
        found = {by: {each: n for n, part in enumerate(of, start=1) for each in part} for by, of in every}
        claims = book.search.index().claims_about(name)
    if form == "jsonl":
        for claim in claims:
            click.echo(bundle.json_line({"claim": claim.id} | {by: part.get(claim.id) for by, part in found.items()}))
        return
    _print_values(every, claims)
    report = None
    for claim in claims:
        if claim.report != report:
            report = claim.report
            click.echo(gettext("Report {id}", id=wording.clean(report)))
        places = gettext(
            "day {day}, place {place}, episode {episode}", **{by: of[claim.id] for by, of in found.items()}
        )
        click.echo(f"  {claim.id}  {claim.kind}: {wording.clean(' '.join(claim.quote.split()))}  ({places})")


def _print_values(every: Iterable[tuple[Divider, linking.Parts]], claims: Iterable[Claim]) -> None:
    """Print the days, places and numbers of people of each part, with the number of claims."""
    by_id = {claim.id: claim for claim in claims}
    for by, parts_of in every:
        if len(parts_of) < 2:
            continue
        click.echo(translate(_PARTS_BY[by]))
        for n, part in enumerate(parts_of, start=1):
            own = [by_id[name] for name in part if name in by_id]
            days = sorted({str(claim.when.start) for claim in own if claim.when and claim.when.start})
            places = sorted({wording.clean(claim.place.name) for claim in own if claim.place})
            counts = [f"{claim.kind} {translate(wording.count(claim.count))}" for claim in own if claim.count]
            values = "; ".join(", ".join(dict.fromkeys(found)) for found in (days, places, counts) if found)
            size = ngettext("{n} claim", "{n} claims", len(own))
            click.echo(f"  {n}  {size}{': ' if values else ''}{values}")


def _carry_out(
    incident: str, operation: Operation, *, where: str, actor: str | None, why: str, preview: bool, form: str
) -> None:
    if not preview and not actor:
        raise Refused(message("A decision needs your name; give it with --actor NAME, or set TOLLBOOK_ACTOR."))
    with Book.open(where) as book:
        plan = book.review.plan(incident, operation)
        made = None
        if not preview:
            made = book.review.propose(msgspec.structs.replace(plan.proposal, why=why), who=actor or "")
    if form == "jsonl":
        click.echo(bundle.json_line(plan if made is None else made))
        return
    print_preview(plan.preview)
    if made is not None:
        click.echo(gettext("Saved as decision {id}. To take it back: tollbook undo {id}", id=made.id))


def print_preview(preview: Preview) -> None:
    """Print the incidents before and after a decision, and the claims that are then in none."""
    for heading, outlines in ((gettext("Before:"), preview.before), (gettext("After:"), preview.after)):
        click.echo(heading)
        for outline in outlines:
            click.echo(f"  {_line(outline)}")
    aside = len(preview.outside) - len(preview.totals)
    if aside:
        click.echo(ngettext("{n} claim is then in no incident.", "{n} claims are then in no incident.", aside))
    if totals := len(preview.totals):
        click.echo(
            ngettext("{n} claim then counts to a running total.", "{n} claims then count to running totals.", totals)
        )


def _line(outline: Outline) -> str:
    """An incident in one line: id, title, place, figures, reports and claims."""
    figures = [f"{kind} {wording.bounds(outline.figures[kind])}" for kind in OUTCOMES if kind in outline.figures]
    place = wording.clean(outline.place.name) if outline.place else gettext("place not known")
    reports, claims = len(outline.reports), len(outline.claims)
    counts = [ngettext("{n} report", "{n} reports", reports), ngettext("{n} claim", "{n} claims", claims)]
    return "; ".join([f"{outline.id}  {wording.clean(translate(outline.title))}", place, *figures, *counts])
