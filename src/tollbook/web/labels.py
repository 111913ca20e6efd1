"""Labels of the web interface: those of records (``locale.labels``), and those of pages, roles, facets and forms."""

from tollbook.locale import labels
from tollbook.locale.messages import message
from tollbook.web import decision_labels, queue_labels

_CLAIM_FIELD = {
    "kind": message("Kind"),
    "spellings": message("Spellings"),
    "scope": message("Scope"),
    "stance": message("Stance"),
    "count": message("Number"),
    "additional": message("Adds to the number before it"),
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
    "in_doubt": message("Fate in doubt"),
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
    "statements": message("Statement"),
}
_GRADED_BY = {
    "airwars": message("graded by the rules of Airwars"),
    "ibc": message("graded by the rules of Iraq Body Count"),
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
    "signed": message("Brief"),
}
_SIGNED = {"yes": message("signed"), "no": message("not signed")}
_FLAG = {
    "contested": message("contested"),
    "single_source": message("single source"),
    "described": message("not only in passing"),
    "needs_person": message("needs review"),
}
_SORT = {
    "newest": message("newest first"),
    "oldest": message("oldest first"),
    "most killed": message("most killed"),
    "most injured": message("most injured"),
    "most reports": message("most reports"),
}
_ALERT_KIND = {
    "report": message("new report"),
    "figure": message("figure"),
    "threshold": message("threshold"),
    "denial": message("denial"),
    "correction": message("correction"),
    "edited": message("edited article"),
    "gone": message("linking"),
}
_PAGE = {
    "alerts": message("Alerts"),
    "incidents": message("Incidents"),
    "persons": message("Persons"),
    "search": message("Search"),
    "queue": message("Review queue"),
    "reports": message("Reports"),
    "series": message("Series"),
    "tolls": message("Running totals"),
    "names": message("Names"),
    "places": message("Places"),
    "speakers": message("Speakers"),
    "outlets": message("Outlets"),
    "coding": message("Double coding"),
    "briefs": message("Signed briefs"),
    "compare": message("Compare"),
    "export": message("Export"),
    "methods": message("Methods"),
    "help": message("Help"),
}
#: The possible contents of a column of a data set.
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
#: Labels by the kind of the value.
LABELS: dict[str, dict[str, str]] = (
    labels.LABELS
    | decision_labels.LABELS
    | queue_labels.LABELS
    | {
        "claim_field": _CLAIM_FIELD,
        "record_field": _RECORD_FIELD,
        "graded_by": _GRADED_BY,
        "metric": _METRIC,
        "bound": _BOUND,
        "facet": _FACET,
        "facet_kind": labels.LABELS["incident_kind"],
        "facet_site": labels.LABELS["thing_kind"],
        "facet_signed": _SIGNED,
        "facet_status": labels.LABELS["people_status"],
        "flag": _FLAG,
        "sort": _SORT,
        "page": _PAGE,
        "alert_kind": _ALERT_KIND,
        "age_group": _AGE_GROUP,
        "names_note": _NAMES_NOTE,
        "name_kind": _NAME_KIND,
        "role": _ROLE,
        "role_description": _ROLE_DESCRIPTION,
        "measured_field": _MEASURED_FIELD,
    }
)


def label(value: str | None, of: str) -> str:
    """The label of a value in the language of the interface; ``of`` is a key of ``LABELS``. Raises KeyError.

    The values of a facet without labels, such as places, are shown as they are.
    """
    if of.startswith("facet_") and of not in LABELS:
        return value or ""
    return labels.label(value, of, LABELS)
