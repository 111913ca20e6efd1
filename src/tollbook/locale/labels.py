"""Labels for the values of records: kinds, statuses, stances …

The values are part of the contract and stay as they are; labels are messages of the catalogue. A value without a label,
such as a kind of site that a documenter added to a lexicon, is shown as it is.
"""

from collections.abc import Mapping

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
    "superseded": message("older count, replaced since"),
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
    "accuses": message("accuses"),
    "admits": message("admits"),
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
    "convicted": message("convicted by a court"),
    "accused by authorities": message("accused by authorities"),
    "accused": message("accused"),
    "suspected": message("suspected"),
    "denied": message("denied"),
    "unknown": message("named without a source"),
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
    "vehicle": message("vehicle"),
    "aircraft": message("aircraft"),
    "other": message("other"),
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
    "1": message("town, village or spot"),
    "2": message("within 25 km"),
    "3": message("district"),
    "4": message("first-order division"),
    "5": message("line or larger area"),
    "6": message("country"),
    "7": message("sea or air space"),
}
_SERIES_KIND = {
    "fighting": message("fighting"), "airstrikes": message("airstrikes"), "shelling": message("shelling"),
    "attacks": message("attacks"), "incidents": message("incidents"),
}  # fmt: skip
_ACTOR_KIND = {"organisation": message("organisation"), "individual": message("individual")}
#: Grades of Iraq Body Count and of Airwars.
_GRADE = {
    "provisional": message("provisional"), "documented": message("documented"), "confirmed": message("confirmed"),
    "contested": message("contested"), "weak": message("weak"), "fair": message("fair"),
}  # fmt: skip
_COLUMN = {
    "id": message("id"), "published": message("published"), "outlet": message("outlet"), "title": message("title"),
    "derived title": message("title by kind, place and days"), "claims": message("claims"), "claim": message("claim"),
    "kind": message("kind"), "figure": message("figure"), "quote": message("quote"),
    "according to": message("according to"), "day": message("day"), "first day": message("first day"),
    "last day": message("last day"), "incidents": message("incidents"), "killed": message("killed"),
    "injured": message("injured"), "reports": message("reports"), "place": message("place"),
    "people": message("people counted"), "as of": message("as of"), "basis": message("basis"),
    "country": message("country"), "owner_or_side": message("owner or side"), "status": message("status"),
    "incident": message("incident"), "A id": message("incident of A"), "B id": message("incident of B"),
    "in A": message("in A"), "in B": message("in B"), "causes": message("causes"), "why": message("why"),
    "fate in doubt": message("fate in doubt"),
}  # fmt: skip
#: The results of a comparison, and the causes of differences.
_COMPARISON = {
    "same": message("in both, with equal figures"),
    "differs": message("in both, with figures that differ"),
    "only in A": message("only in A"),
    "only in B": message("only in B"),
    "rule": message("another rule"),
    "dates": message("other dates"),
    "sources": message("other sources"),
    "linking": message("linked otherwise"),
    "decision": message("decided otherwise"),
    "reading": message("read otherwise"),
    "claim": message("one claim decides"),
    "together": message("reports counted together"),
    "outcome": message("killed or injured"),
    "attacker": message("attacker counted too"),
    "words": message("other words of the reports"),
    "part": message("some of the people"),
    "several": message("several attacks"),
    "not reported": message("not reported"),
    "unknown": message("cause not known"),
}
_DATA_FIELD = {
    "id": message("id of the incident"),
    "day": message("day, or first day"),
    "last_day": message("last day"),
    "place": message("town or place"),
    "region": message("region"),
    "country": message("country"),
    "lat": message("latitude"),
    "lon": message("longitude"),
    "killed": message("killed"),
    "killed_low": message("killed, at least"),
    "killed_high": message("killed, at most"),
    "injured": message("injured"),
    "injured_low": message("injured, at least"),
    "injured_high": message("injured, at most"),
    "killed_civilians": message("civilians killed"),
    "killed_combatants": message("combatants killed"),
    "killed_women": message("women killed"),
    "killed_men": message("men killed"),
    "killed_children": message("children killed"),
    "missing": message("missing"),
    "abducted": message("abducted"),
    "captured": message("captured"),
    "displaced": message("displaced"),
    "names": message("names of victims"),
    "age": message("age of the victim"),
    "sex": message("sex of the victim"),
    "status": message("status of the victim"),
    "fate": message("what happened to the victim"),
    "by": message("held responsible"),
    "weapon": message("weapons"),
    "kind": message("kind of incident"),
    "site": message("what was hit"),
    "published": message("day of publication"),
    "title": message("title"),
    "text": message("notes"),
    "source": message("sources"),
}
#: Labels by what the value is a value of.
LABELS: dict[str, dict[str, str]] = {
    "data_field": _DATA_FIELD,
    "value": _VALUE | _CLAIM_KIND | _SCOPE | _STANCE | _QUALIFIER | _PEOPLE_STATUS,
    "claim_kind": _CLAIM_KIND,
    "column": _COLUMN,
    "grade": _GRADE,
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
    "actor_kind": _ACTOR_KIND,
    "series_kind": _SERIES_KIND,
    "precision": _PRECISION,
    "basis": _BASIS,
    "place_precision": _PLACE_PRECISION,
    "comparison": _COMPARISON,
}


def label(value: str | None, of: str, labels: Mapping[str, Mapping[str, str]] = LABELS) -> str:
    """The label of a value in the language of the interface; ``of`` is a key of ``labels``. Raises KeyError."""
    return gettext(labels[of][value]) if value and value in labels[of] else value or ""


def fate(effect: str, *, in_doubt: bool) -> str:
    """The label of what happened to a person; with ``in_doubt``, that all reports only doubt or fear it."""
    shown = label(effect, "claim_kind")
    return gettext("{fate} (in doubt)", fate=shown) if in_doubt else shown
