"""The single sentences of a brief. They are English, as all records are; the interface translates them."""

from collections.abc import Iterable, Sequence

from tollbook.incidents.checked_values import RecordValue
from tollbook.locale import as_said, wording
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, When
from tollbook.reconcile import name_matching
from tollbook.record import Figure, Incident, Perpetrator, Site, Statement, Victim

#: The longest quotation on the page of a brief; the annex has all of it.
_LONGEST = 150
#: The longest quotation of a denial in the list of open points.
_LONGEST_DENIED = 90
_OPENING, _CLOSING = frozenset('“"«„'), frozenset('”"»“')
_SINGLE = str.maketrans("“”«»„", "‘’‹›‚")


def summary(incident: Incident) -> str:
    """The first sentence: the kind of incident, where and when."""
    place = incident.place
    parts = (wording.spot(place), place.name, place.admin1, place.country_name) if place is not None else ()
    where = dict.fromkeys(part for part in parts if part)
    return message(
        "Reported: {kind}; where: {place}; when: {days}.",
        kind=incident.kind,
        place=wording.clean(", ".join(where)) or message("not known"),
        days=_days(incident.when),
    )


def _days(value: When | None) -> str:
    """The days of an incident. The day of publication alone does not say when it happened."""
    if value is not None and value.basis == "published":
        return message("not stated; published on {day}", day=wording.days(value))
    if value is not None and value.start is None and value.end is not None:
        return message("by {day}", day=wording.day(value.end))
    return wording.days(value) or message("not known")


def coverage(reports: int, outlets: Sequence[str]) -> str:
    """How many reports by which outlets."""
    if not outlets:
        return plural("Sources: {n} report; no outlet is named.", "Sources: {n} reports; no outlet is named.", reports)
    return plural(
        "Sources: {n} report; outlets: {outlets}.", "Sources: {n} reports; outlets: {outlets}.",
        reports, outlets=", ".join(map(wording.clean, outlets)),
    )  # fmt: skip


def sites(hit: Iterable[Site]) -> str:
    """The places that were hit, with their condition where it is known."""
    listed = [wording.clean(site.name) + (f" ({site.effect})" if site.effect != "unknown" else "") for site in hit]
    return message("Reported as hit: {sites}.", sites="; ".join(listed))


def figure(outcome: str, value: Figure) -> str:
    """The figure from low to high in the wording of reports, with the best value if it differs from both."""
    numbers = wording.bounds(value)
    best = as_said.bounds(value).best
    if best is None or value.low == value.high or wording.bound(best) == numbers:
        return message("People {fate}: {bounds}.", fate=outcome, bounds=numbers)
    return message(
        "People {fate}: {bounds}, with {best} as the best value.",
        fate=outcome, bounds=numbers, best=wording.bound(best),
    )  # fmt: skip


def sources(outcome: str, value: Figure, *, excluded: bool = False) -> str:
    """How many independent sources give a figure, and whether they agree; ``excluded``: one of them cannot be right."""
    n = value.independent_sources
    if excluded and value.status == "range":
        return plural(
            "{n} independent source gives numbers of people {fate}, and not all of them can be true.",
            "{n} independent sources give numbers of people {fate}, and not all of them can be true.",
            n, fate=outcome,
        )  # fmt: skip
    by_status = {
        "agreed": plural(
            "{n} independent source gives this number of people {fate}.",
            "{n} independent sources give this number of people {fate}.",
            n, fate=outcome,
        ),
        "range": plural(
            "{n} independent source gives numbers of people {fate} that can all be true.",
            "{n} independent sources give numbers of people {fate} that can all be true.",
            n, fate=outcome,
        ),
        "contested": plural(
            "{n} independent source gives numbers of people {fate} that contradict each other.",
            "{n} independent sources give numbers of people {fate} that contradict each other.",
            n, fate=outcome,
        ),
        "single source": message("All numbers of people {fate} come from a single source.", fate=outcome),
        "superseded": message("The same source has since replaced this number of people {fate}.", fate=outcome),
    }  # fmt: skip
    return by_status[value.status]


def according_to(said: Sequence[tuple[str, Sequence[Claim]]], most: int) -> str:
    """The number that each source gives: "According to Ana Brod: 17; the council: at least 12."."""
    parts = []
    for name, claims in said[:most]:
        numbers = dict.fromkeys(wording.bounds(claim.count) for claim in claims if claim.count is not None)
        parts.append(f"{wording.clean(name)}: {', '.join(numbers)}")
    if len(said) > most:
        return message("According to {sources}; and others.", sources="; ".join(parts))
    return message("According to {sources}.", sources="; ".join(parts))


def from_parts(sources: Sequence[str], most: int) -> str:
    """The sources of a figure that is made from parts and persons because no source gives the whole."""
    return message(
        "No source counts everybody; the number comes from single persons or parts, according to {sources}.",
        sources=_some(sources, most),
    )


def _some(names: Sequence[str], most: int) -> str:
    """Names, the first of many."""
    listed = "; ".join(wording.clean(name) for name in names[:most])
    return listed if len(names) <= most else message("{names}; and others", names=listed)


def person(victim: Victim, roles: Sequence[str] = ()) -> str:
    """A named person, or an unnamed person or group in the words of a report, with the known details.

    ``roles`` are their roles and relatives: "a nurse", "son of Mara Dost".
    """
    words = wording.clean(victim.name or victim.description)
    known = [wording.clean(role) for role in roles if wording.clean(role) not in words]
    if victim.name and victim.description and wording.clean(victim.description) != words:
        known.append(wording.clean(victim.description))
    known = _once(known, without_ages=victim.age is not None)
    if victim.age is not None and str(victim.age.best or victim.age.low) not in " ".join((words, *known)):
        known.append(message("aged {age}", age=wording.bounds(victim.age)))
    if victim.status != "unknown" and victim.status not in " ".join((words, *known)):
        known.append(victim.status)
    if victim.in_doubt:
        known.append(message("in doubt"))
    return f"{words} ({', '.join(known)})" if known else words


def _once(descriptions: Sequence[str], *, without_ages: bool) -> list[str]:
    """Descriptions of one person without those that are contained in another one; articles are ignored.

    ``without_ages`` if the age is given separately: of two descriptions that differ only in age, the one without it
    stays.
    """

    def has_age(description: str) -> bool:
        return without_ages and any(each.isdigit() for each in description)

    def says(description: str) -> frozenset[str]:
        parts = (part for part in description.split() if not has_age(part))
        return frozenset(name_matching.all_words(" ".join(parts))) - name_matching.word_lists().articles

    every = [says(each) for each in descriptions]
    kept: dict[frozenset[str], int] = {}
    for n in sorted(range(len(every)), key=lambda n: has_age(descriptions[n])):
        if not any(every[n] < other for other in every):
            kept.setdefault(every[n], n)
    return [descriptions[n] for n in sorted(kept.values())]


def people(effect: str, listed: Sequence[str], *, named: bool, counted: bool) -> str:
    """Persons with one outcome and a name, or without one; or groups of which no report gives a number."""
    people_ = "; ".join(listed)
    if named:
        return message("Named as {effect}: {people}.", effect=effect, people=people_)
    if counted:
        return message("Described as {effect}, without a name: {people}.", effect=effect, people=people_)
    return message("Described as {effect}, without a number: {people}.", effect=effect, people=people_)


def responsible(named: Sequence[tuple[Perpetrator, Sequence[str]]], most: int) -> str:
    """The sentence on those whom reports hold responsible, with the certainty and the sources."""
    return message("Reported as responsible: {names}.", names=accused(named, most))


def accused(named: Sequence[tuple[Perpetrator, Sequence[str]]], most: int) -> str:
    """Each actor held responsible, with the certainty and the sources."""
    return "; ".join(_accused(each, by, most) for each, by in named)


def only_denied(names: Iterable[str]) -> str:
    """Those who deny responsibility although no report accuses them."""
    return message("Named in denials only: {names}.", names="; ".join(map(wording.clean, names)))


def denials(said: Sequence[tuple[str, str]], most: int) -> str:
    """The speakers who deny something, with its words: 'the council (“any part in it”); the army'."""
    listed = [
        f"{wording.clean(speaker)} (“{_shortened(_inside(wording.clean(denied)), _LONGEST_DENIED)}”)"
        if denied
        else wording.clean(speaker)
        for speaker, denied in said
    ]
    return _some(listed, most)


def _accused(each: Perpetrator, sources: Sequence[str], most: int) -> str:
    name, said_by = wording.clean(each.name), _some(sources, most)
    if not sources:
        return f"{name} ({each.confidence})"
    if each.confidence == "unknown":
        return message("{name} (according to {sources})", name=name, sources=said_by)
    return message(
        "{name} ({certainty}, according to {sources})", name=name, certainty=each.confidence, sources=said_by
    )


def statement(each: Statement, speaker: str, *, whole: bool) -> str:
    """One speaker and stance on one day, with the words; ``whole`` with all of them."""
    quote = _inside(wording.clean(each.quote))
    if not whole:
        quote = _shortened(quote, _LONGEST)
    return message(
        "{day}: {speaker} ({stance}): “{quote}”",
        day=wording.day(each.said) or message("Date not known"),
        speaker=wording.clean(speaker),
        stance=each.stance,
        quote=quote,
    )


def _shortened(quote: str, longest: int) -> str:
    """Words, cut after a word if there are more than ``longest`` characters."""
    return quote if len(quote) <= longest else quote[:longest].rsplit(" ", 1)[0] + " …"


def checked_by(values: Sequence[tuple[str, RecordValue]]) -> str:
    """The names of those values that a person checked, as a sentence; empty if none was checked."""
    checked = [(name, value.mark.who) for name, value in values if value.mark is not None]
    who = wording.clean(", ".join(dict.fromkeys(who for _, who in checked)))
    if not checked:
        return ""
    if len(checked) == len(values):
        return message("Checked by {who}.", who=who)
    return message("Checked by {who}: {names}.", who=who, names=wording.clean("; ".join(name for name, _ in checked)))


def _inside(quote: str) -> str:
    """Words to put in quotation marks: without their own marks around them, and with single marks inside."""
    whole = quote[1:-1] if len(quote) > 1 and quote[0] in _OPENING and quote[-1] in _CLOSING else quote
    if not set(whole) & (_OPENING | _CLOSING):
        return whole
    return quote.translate(_SINGLE)
