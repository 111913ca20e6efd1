"""What people read for values that records and addresses hold as words: kinds, statuses, verdicts, roles …

The values are part of the contract and stay as they are; labels are messages of the catalogue. A value without a label,
such as a kind of site that a documenter added to a lexicon, is shown as it is.
"""

from tollbook.locale.messages import gettext, message

_VALUE = {
    "no claim": message("no claim"),
    "unknown": message("unknown"),
}
_CLAIM_KIND = {
    "killed": message("killed"),
    "injured": message("injured"),
    "missing": message("missing"),
    "captured": message("captured"),
    "abducted": message("abducted"),
    "displaced": message("displaced"),
    "trapped": message("trapped"),
    "buried": message("buried"),
    "unharmed": message("unharmed"),
    "site damaged": message("site damaged"),
    "site destroyed": message("site destroyed"),
    "responsibility": message("responsibility"),
    "denial": message("denial"),
    "inquiry": message("inquiry"),
    "accusation": message("accusation"),
    "attack": message("attack"),
}
_INCIDENT_KIND = {
    "airstrike": message("airstrike"),
    "shelling": message("shelling"),
    "bombing": message("bombing"),
    "shooting": message("shooting"),
    "clash": message("clash"),
    "abduction": message("abduction"),
    "hostage taking": message("hostage taking"),
    "execution": message("execution"),
    "arson": message("arson"),
    "robbery": message("robbery"),
    "hijacking": message("hijacking"),
    "raid": message("raid"),
    "work stoppage": message("work stoppage"),
    "attack": message("attack"),
}
_SCOPE = {
    "incident": message("whole incident"),
    "part": message("part of a larger count"),
    "running total": message("running total"),
    "period total": message("period total"),
}
_STANCE = {
    "asserts": message("asserts"),
    "denies": message("denies"),
    "doubts": message("doubts"),
    "estimates": message("estimates"),
    "fears": message("fears"),
    "claims responsibility": message("claims responsibility"),
    "promises inquiry": message("promises an inquiry"),
    "condemns": message("condemns"),
}
_QUALIFIER = {
    "exactly": message("exactly"),
    "at least": message("at least"),
    "at most": message("at most"),
    "about": message("about"),
    "more than": message("more than"),
    "fewer than": message("fewer than"),
    "nearly": message("nearly"),
    "between": message("between"),
    "vague": message("vague"),
    "multiple of": message("a multiple of"),
    "unknown": message("unknown"),
}
_PEOPLE_STATUS = {
    "civilian": message("civilian"),
    "combatant": message("combatant"),
    "police": message("police"),
    "unknown": message("unknown"),
}
_SEX = {"female": message("female"), "male": message("male")}
_FIGURE_STATUS = {
    "agreed": message("agreed"),
    "range": message("range"),
    "contested": message("contested"),
    "single source": message("single source"),
    "superseded": message("superseded"),
}
_SITE_EFFECT = {
    "destroyed": message("destroyed"),
    "damaged": message("damaged"),
    "unharmed": message("unharmed"),
    "unknown": message("effect unknown"),
}
_CERTAINTY = {
    "claimed": message("claimed"),
    "admitted": message("admitted"),
    "accused by authorities": message("accused by authorities"),
    "accused": message("accused"),
    "suspected": message("suspected"),
    "denied": message("denied"),
    "unknown": message("unknown"),
}
_THING_KIND = {
    "hospital": message("hospital"),
    "school": message("school"),
    "home": message("home"),
    "place of worship": message("place of worship"),
    "market": message("market"),
    "government building": message("government building"),
    "military": message("military site"),
    "police": message("police site"),
    "infrastructure": message("infrastructure"),
    "transport": message("transport"),
    "business": message("business"),
    "shelter": message("shelter"),
    "building": message("building"),
    "cemetery": message("cemetery"),
    "bomb": message("bomb"),
    "mine": message("mine"),
    "grenade": message("grenade"),
    "artillery": message("artillery"),
    "missile": message("missile"),
    "gun": message("gun"),
    "blade": message("blade"),
    "fire": message("fire"),
    "chemical": message("chemical weapon"),
    "blunt": message("blunt object"),
    "aircraft": message("aircraft"),
}
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
    "undone": message("Undone. Both entries stay in the log."),
}
_CLAIM_FIELD = {
    "kind": message("Kind"),
    "scope": message("Scope"),
    "stance": message("Stance"),
    "count": message("Number"),
    "status": message("Status"),
    "people": message("People"),
    "speakers": message("Speakers"),
    "place": message("Place"),
    "when": message("Day"),
    "by": message("Attributed to"),
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
}
_PRECISION = {
    "day": message("day"),
    "days": message("days"),
    "week": message("week"),
    "month": message("month"),
    "year": message("year"),
    "unknown": message("unknown"),
}
_BASIS = {
    "stated": message("stated"),
    "relative": message("relative"),
    "published": message("day of publication"),
    "linked": message("from a linked report"),
}
#: UCDP GED's where_prec.
_PLACE_PRECISION = {
    "1": message("exact spot"),
    "2": message("within 25 km"),
    "3": message("district"),
    "4": message("first-order division"),
    "5": message("line or larger area"),
    "6": message("country"),
    "7": message("sea or air space"),
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
    "queue": message("Review queue"),
    "reports": message("Reports"),
    "tolls": message("Running totals"),
    "places": message("Places"),
    "speakers": message("Speakers"),
    "outlets": message("Outlets"),
    "coding": message("Double coding"),
    "briefs": message("Signed briefs"),
    "methods": message("Methods"),
}
_NAMES_NOTE = {
    "places": message("Places of the incidents in this book, as the reports give them."),
    "speakers": message("People and bodies quoted about an incident, under every name that reports give them."),
    "outlets": message("Publishers of the reports in this book."),
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
    "a": message("accept the claim in question"),
    "r": message("reject it"),
    "c": message("correct it"),
    "s": message("the two claims are about the same incident"),
    "n": message("they are about different incidents"),
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
LABELS: dict[str, dict[str, str]] = {
    "value": _VALUE | _CLAIM_KIND | _SCOPE | _STANCE | _QUALIFIER | _PEOPLE_STATUS,
    "claim_kind": _CLAIM_KIND,
    "incident_kind": _INCIDENT_KIND,
    "scope": _SCOPE,
    "stance": _STANCE,
    "qualifier": _QUALIFIER,
    "people_status": _PEOPLE_STATUS,
    "sex": _SEX,
    "figure_status": _FIGURE_STATUS,
    "site_effect": _SITE_EFFECT,
    "certainty": _CERTAINTY,
    "thing_kind": _THING_KIND,
    "verdict": _VERDICT,
    "done": _DONE,
    "claim_field": _CLAIM_FIELD,
    "precision": _PRECISION,
    "basis": _BASIS,
    "place_precision": _PLACE_PRECISION,
    "metric": _METRIC,
    "rule": _RULE,
    "bound": _BOUND,
    "facet": _FACET,
    "facet_kind": _INCIDENT_KIND,
    "facet_site": _THING_KIND,
    "facet_status": _PEOPLE_STATUS,
    "flag": _FLAG,
    "sort": _SORT,
    "page": _PAGE,
    "names_note": _NAMES_NOTE,
    "role": _ROLE,
    "role_description": _ROLE_DESCRIPTION,
    "shortcut": _SHORTCUT,
    "measured_field": _MEASURED_FIELD,
}


def label(value: str | None, of: str) -> str:
    """The label of a value in the language of the interface; ``of`` is a key of ``LABELS``. Raises KeyError."""
    if not value:
        return ""
    labels = LABELS.get(of, {}) if of.startswith("facet_") else LABELS[of]
    return gettext(labels[value]) if value in labels else value
