"""Labels of the web interface: those of records (``locale.labels``), and those of pages, roles, facets and forms."""

from tollbook.locale import labels
from tollbook.locale.messages import message

_VERDICT = {
    "accept": message("accepted"),
    "reject": message("rejected"),
    "correct": message("corrected"),
    "same": message("the same incident"),
    "not same": message("different incidents"),
    "one source": message("one source"),
    "independent": message("independent sources"),
    "add": message("added"),
    "settle": message("settled"),
    "move": message("moved"),
    "split": message("split"),
    "merge": message("merged"),
    "background": message("background"),
    "total": message("a total, not this incident"),
    "another attack": message("another attack"),
    "not about this": message("not about this incident"),
    "same person": message("the same person"),
    "different persons": message("different persons"),
    "correct person": message("set fields of a person"),
    "one name": message("one name"),
    "not one name": message("different names"),
    "describe": message("described"),
}
_DONE = {
    "accept": message("Accepted."),
    "reject": message("Rejected."),
    "correct": message("Corrected."),
    "same": message("Saved as the same incident."),
    "not same": message("Saved as different incidents."),
    "one source": message("Saved as one source."),
    "independent": message("Saved as independent sources."),
    "add": message("Added."),
    "settle": message("Settled."),
    "move": message("Moved."),
    "split": message("Split."),
    "merge": message("Merged."),
    "background": message("Marked as background."),
    "total": message("Marked as a total."),
    "another attack": message("Marked as another attack."),
    "not about this": message("Marked as not about this incident."),
    "same person": message("Saved as the same person."),
    "different persons": message("Saved as different persons."),
    "correct person": message("Saved."),
    "one name": message("Saved as one name in the whole book."),
    "not one name": message("Saved as different names. They are not proposed again."),
    "describe": message("Saved. The reports are read again with it."),
    "other event": message("Saved as another event."),
    "undone": message("Undone. Both entries stay in the log."),
}
_COMPOSE = {
    "move": message("move to a new incident"),
    "move into": message("move into the other incident"),
    "merge": message("merge with the other incident"),
    "split by day": message("split by day"),
    "split by place": message("split by place"),
    "split by episode": message("split by episode"),
    "background": message("background"),
    "background note": message("It is in no incident and in no total."),
    "total": message("a total, not this incident"),
    "total note": message("It counts to a running total."),
    "another attack": message("another attack"),
    "another attack note": message("It is never in this incident; Tollbook files it with the other one or by itself."),
    "not about this": message("not about this"),
    "not about this note": message("It is never in this incident; Tollbook files it where it fits, if anywhere."),
}
_ACTION = {
    "accept": message("Accept"),
    "reject": message("Reject"),
    "correct": message("Correct"),
    "total": message("A total"),
    "other event": message("Other event"),
    "same": message("Same incident"),
    "not same": message("Different incidents"),
    "same person": message("Same person"),
    "different persons": message("Different persons"),
    "settle": message("Nothing to do"),
}
_QUESTION_KIND = {
    "admission": message("Claim of responsibility"),
    "denial": message("Denial"),
    "changed stance": message("Changed stance"),
    "held responsible": message("Held responsible"),
    "contrary decisions": message("Contrary decisions"),
    "contested figure": message("Contested figure"),
    "low confidence": message("Uncertain reading"),
    "unknown number": message("Number not known"),
    "same?": message("One incident or two"),
    "one person?": message("One person or several"),
    "inferred name": message("Name from context"),
    "more names": message("More names than people"),
    "different days": message("Different days"),
    "different places": message("Different places"),
    "undated": message("No day"),
    "doubtful day": message("Day in doubt"),
    "unresolved place": message("Place not found"),
}
_HARM = {
    "responsibility": message("may accuse or clear somebody wrongly"),
    "figures": message("may give a wrong number"),
    "identity": message("may mix up persons or incidents"),
    "day and place": message("may give a wrong day or place"),
}
_CLAIM_FIELD = {
    "kind": message("Kind"),
    "spellings": message("Spellings"),
    "scope": message("Scope"),
    "stance": message("Stance"),
    "count": message("Number"),
    "status": message("Status"),
    "people": message("People"),
    "speakers": message("Speakers"),
    "place": message("Place"),
    "when": message("Day"),
    "by": message("Held responsible"),
    "with": message("Weapons"),
    "event": message("Kind of incident"),
    "certainty": message("Certainty"),
    "effect": message("Damage"),
    "kin": message("Relatives"),
    "sites": message("Sites"),
    "low": message("Low"),
    "best": message("Best"),
    "high": message("High"),
    "lat": message("Latitude"),
    "lon": message("Longitude"),
    "qualifier": message("Qualifier"),
    "text": message("In words"),
    "start": message("First day"),
    "end": message("Last day"),
    "precision": message("Precision"),
    "basis": message("Basis"),
    "country": message("Country code"),
    "country_name": message("Country"),
    "admin1": message("Region"),
    "geonameid": message("GeoNames id"),
    "names": message("Names"),
    "name": message("Name"),
    "role": message("Role"),
    "organisation": message("Organisation"),
    "side": message("Side"),
    "sex": message("Sex"),
    "age": message("Age"),
    "roles": message("Roles"),
    "reason": message("Reason"),
    "fate": message("Fate"),
    "subject": message("One person"),
    "other": message("The other person"),
    "published": message("Day of publication"),
    "outlet": message("Outlet"),
    "title": message("Title"),
    "author": message("Author"),
    "url": message("Address of the page"),
}
_RECORD_FIELD = {
    "kind": message("Kind of incident"),
    "when": message("When"),
    "place": message("Where"),
    "perpetrators": message("Held responsible"),
    "sites": message("Sites and damage"),
    "weapons": message("Weapons"),
    "victims": message("People harmed"),
    "statements": message("Speaker"),
}
_METRIC = {"nominal": message("nominal"), "ratio": message("ratio")}
_BOUND = {
    "all": message("low, best, high"),
    "low": message("low"),
    "best": message("best"),
    "high": message("high"),
    "superseded": message("superseded"),
}
_FACET = {
    "kind": message("Kind"),
    "country": message("Country"),
    "place": message("Place"),
    "perpetrator": message("Held responsible"),
    "site": message("Site"),
    "status": message("Victims"),
    "speaker": message("Speaker"),
    "outlet": message("Outlet"),
}
_FLAG = {
    "contested": message("contested"),
    "single_source": message("single source"),
    "needs_person": message("needs review"),
}
_SORT = {
    "newest": message("newest first"),
    "oldest": message("oldest first"),
    "most killed": message("most killed"),
    "most injured": message("most injured"),
    "most reports": message("most reports"),
}
_PAGE = {
    "incidents": message("Incidents"),
    "persons": message("Persons"),
    "search": message("Search"),
    "queue": message("Review queue"),
    "reports": message("Reports"),
    "tolls": message("Running totals"),
    "names": message("Names"),
    "places": message("Places"),
    "speakers": message("Speakers"),
    "outlets": message("Outlets"),
    "coding": message("Double coding"),
    "briefs": message("Signed briefs"),
    "export": message("Export"),
    "methods": message("Methods"),
    "help": message("Help"),
}
_AGE_GROUP = {
    "child": message("child (under 18)"),
    "adult": message("adult (18 to 59)"),
    "old": message("60 and older"),
    "unknown": message("age not known"),
}
_NAMES_NOTE = {
    "places": message("Places of the incidents in this book, as the reports give them."),
    "speakers": message("People and bodies quoted about an incident, under every name that reports give them."),
    "outlets": message("Publishers of the reports in this book."),
}
_NAME_KIND = {
    "speakers": message("Speakers"),
    "actors": message("Armed actors"),
    "outlets": message("Outlets"),
    "places": message("Places"),
    "sites": message("Sites"),
}
_ROLE = {
    "reader": message("reader"),
    "coder": message("coder"),
    "editor": message("editor"),
    "admin": message("admin"),
}
_ROLE_DESCRIPTION = {
    "reader": message("A reader can read, search and export."),
    "coder": message("A coder can read, search, export and code claims without seeing the answers of others."),
    "editor": message("An editor can read, export, code, decide and undo decisions."),
    "admin": message("An admin can do everything that editors can, and add and remove accounts."),
}
_SHORTCUT = {
    "a": message("accept the chosen card"),
    "r": message("reject it"),
    "c": message("correct it"),
    "t": message("it is a total, not a number of this incident"),
    "o": message("it is about another event"),
    "l": message("look at like cases of the book"),
    "s": message("they are the same incident, or the same person"),
    "n": message("they are different incidents, or different persons"),
    "x": message("nothing to do: the question is settled"),
    "u": message("undo my last decision"),
    "j": message("next question"),
    "k": message("previous question"),
}
_RULE = {
    "range": message("The lowest to the highest number that is not superseded; every source counts the same."),
    "ucdp": message("UCDP GED: the lowest and the highest reliable estimate, with the most likely one as best."),
    "acled": message("ACLED: where reports differ or are vague, the most conservative estimate."),
    "ibc": message("Iraq Body Count: minimum and maximum over all sources, without a best value."),
    "airwars": message("Airwars: the lowest to the highest claim; the grade says how well the incident is supported."),
    "most-informative": message(
        "The most-informative model of eventreport: the maximum of each bound over the sources."
    ),
    "most-conservative": message(
        "The most-conservative model of eventreport: the minimum of each bound over the sources."
    ),
    "most-representative": message(
        "The most-representative model of eventreport: the most frequent value of each bound, the smallest of several."
    ),
}
_MEASURED_FIELD = {
    "killed": message("Killed"),
    "injured": message("Injured"),
    "captured": message("Captured"),
    "claims": message("Claims"),
    "speakers": message("Speakers"),
    "stances": message("Asserted or denied"),
    "when": message("Days"),
    "where": message("Places"),
    "victims": message("Victims"),
    "perpetrators": message("Held responsible"),
    "sites": message("Sites"),
    "weapons": message("Weapons"),
    "linking": message("Linking"),
}
#: Labels by what the value is a value of.
LABELS: dict[str, dict[str, str]] = labels.LABELS | {
    "verdict": _VERDICT,
    "done": _DONE,
    "compose": _COMPOSE,
    "claim_field": _CLAIM_FIELD,
    "action": _ACTION,
    "question_kind": _QUESTION_KIND,
    "harm": _HARM,
    "record_field": _RECORD_FIELD,
    "metric": _METRIC,
    "rule": _RULE,
    "bound": _BOUND,
    "facet": _FACET,
    "facet_kind": labels.LABELS["incident_kind"],
    "facet_site": labels.LABELS["thing_kind"],
    "facet_status": labels.LABELS["people_status"],
    "flag": _FLAG,
    "sort": _SORT,
    "page": _PAGE,
    "age_group": _AGE_GROUP,
    "names_note": _NAMES_NOTE,
    "name_kind": _NAME_KIND,
    "role": _ROLE,
    "role_description": _ROLE_DESCRIPTION,
    "shortcut": _SHORTCUT,
    "measured_field": _MEASURED_FIELD,
}


def label(value: str | None, of: str) -> str:
    """The label of a value in the language of the interface; ``of`` is a key of ``LABELS``. Raises KeyError.

    The values of a facet without labels, such as places, are shown as they are.
    """
    if of.startswith("facet_") and of not in LABELS:
        return value or ""
    return labels.label(value, of, LABELS)
