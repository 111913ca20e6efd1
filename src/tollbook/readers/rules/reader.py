"""One report to one Reading: every claim with its words, its speakers and its setting."""

import re
from collections.abc import Iterator
from itertools import takewhile

import msgspec
from spacy.tokens import Doc
from spacy.tokens import Span as Sentence

from tollbook import dates
from tollbook.model import Claim, ClaimKind, Count, Reading, Report, Scope, Speaker, Stance, content_id
from tollbook.readers.rules import confidence, lexicon, measurements, parser, version
from tollbook.readers.rules.attribution import attributions
from tollbook.readers.rules.casualties import death_tolls, findings, late_naming, subsets
from tollbook.readers.rules.casualties.findings import Finding, Key
from tollbook.readers.rules.event_context import Scene, Setting
from tollbook.readers.rules.events import event_statements, perpetrators
from tollbook.readers.rules.geoparsing import places
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.persons.victim_coreference import Identities

#: Names this reader and all that it reads with: a change of either makes every report worth reading again.
FINDER = f"rules/{version.current()}"
#: A figure this large is read as a total over a war even where no word says so. A judgement, not a measurement: a
#: single attack with five digits of dead is rare enough for a person to look at.
_NEVER_ONE = 10_000
#: "More than 40" is a bound; only "40 more" come on top of others.
_MORE_THAN = re.compile(r"\b(?:more|other) than\b")


def read(report: Report) -> Reading:
    """Everything drawn from one report. Pure: the same report gives the same Reading."""
    return read_parsed(report, parser.parse(report.text))


def read_parsed(report: Report, doc: Doc) -> Reading:
    """As :func:`read`, for a text parsed already."""
    reader = _Reader(doc, report)
    named = reader.identities.identify(reader.claims())
    told = subsets.assign(late_naming.added(doc, named, reader.identities.unplaced), report.text)
    claims = [msgspec.structs.replace(claim, confidence=confidence.of(claim)) for claim in told]
    return Reading(
        report=report.id,
        claims=tuple(claims),
        attributions=reader.voices.attributions([(c.start, c.end) for c in claims if c.count is not None]),
        places=tuple(reader.places),
        dates=tuple(reader.dates),
        measures=tuple(measurements.find(doc, report.id)),
    )


def identified(report: Report, doc: Doc) -> Identities:
    """The persons a report tells of, as its claims make them: what the weights of ``victimhood`` are learned from."""
    reader = _Reader(doc, report)
    reader.identities.identify(reader.claims())
    return reader.identities


class _Reader:
    """Walks one report sentence by sentence."""

    def __init__(self, doc: Doc, report: Report) -> None:
        self._doc, self._report = doc, report
        self.places = places.find(doc, report)
        self.dates = dates.find(report.text, report.published, report.id, LOCALE)
        self.voices = attributions.find(doc, report)
        self._scene = Scene(doc, report, [m for m in self.places if not m.associative], self.dates)
        self.identities = Identities(doc)
        self._skip = [m.span() for m in lexicon.boilerplate().finditer(report.text)]

    def claims(self) -> Iterator[Claim]:
        """Every claim of the report in text order, each id once."""
        seen: set[str] = set()
        for sentence in self._doc.sents:
            if any(a <= sentence.start_char < b for a, b in self._skip):
                continue
            for claim in self._of_sentence(sentence):
                if claim.id not in seen:
                    seen.add(claim.id)
                    yield claim

    def _of_sentence(self, sentence: Sentence) -> Iterator[Claim]:
        found, stated = findings.find(sentence), list(event_statements.statements(sentence))
        if not found and not stated and not lexicon.background().search(sentence.text):
            self._scene.passes(sentence)
        ids: dict[Key, str] = {}
        for finding in found:
            setting = self._scene.at(sentence, finding.anchor, finding.start, finding.end)
            whole = None if finding.whole is None else ids.get(finding.whole)
            claim = self._counted(sentence, finding, setting, whole)
            ids.setdefault(finding.key, claim.id)
            yield claim
        yield from self._uncounted(sentence, bool(found), stated)

    def _counted(self, sentence: Sentence, finding: Finding, setting: Setting, whole: str | None) -> Claim:
        people = self.identities.completed(finding.people) if finding.people else None
        stance = self.voices.stance(finding.start, finding.end)
        if stance == "asserts" and finding.count.qualifier == "multiple of":
            stance = "estimates"
        elif stance == "asserts" and finding.doubtful:
            stance = "doubts"
        claim = self._claim(sentence, finding.kind, (finding.start, finding.end), setting, stance=stance)
        scope = _scope(sentence, finding)
        if scope in {"running total", "period total"}:
            place = self._scene.place_of_total(sentence, finding.anchor, _size(finding.count) >= _NEVER_ONE)
            claim = msgspec.structs.replace(claim, place=place or claim.place)
        return msgspec.structs.replace(
            claim,
            id=content_id(self._report.id, finding.start, finding.end, finding.kind, _key(finding.count), FINDER),
            count=finding.count,
            people=people,
            scope=scope,
            part_of=whole,
            additional=_is_additional(finding),
            by=perpetrators.find(finding.agent) or perpetrators.behind(sentence),
        )

    def _uncounted(self, sentence: Sentence, counted: bool, stated: list[event_statements.Deed]) -> Iterator[Claim]:
        hit = list(event_statements.damage(sentence))
        for deed in hit:
            setting = self._scene.at(sentence, deed.anchor, deed.start, deed.end)
            yield self._deed(sentence, deed, setting)
        for deed in stated:
            setting = self._scene.of_statement(sentence, deed.anchor, deed.start, deed.end)
            yield self._deed(sentence, deed, setting)
        attack = None if counted or hit or stated else event_statements.attack(sentence)
        if attack is not None:
            setting = self._scene.at(sentence, attack.anchor, attack.start, attack.end)
            yield self._deed(sentence, attack, setting)

    def _deed(self, sentence: Sentence, deed: event_statements.Deed, setting: Setting) -> Claim:
        if deed.site is not None:
            setting = setting._replace(sites=(deed.site,))
        claim = self._claim(sentence, deed.kind, (deed.start, deed.end), setting, stance=self._stance(deed))
        by = () if deed.kind == "inquiry" else perpetrators.find(deed.agent) or perpetrators.behind(sentence)
        return msgspec.structs.replace(claim, by=by, speakers=self._speakers(deed))

    def _speakers(self, deed: event_statements.Deed) -> tuple[Speaker, ...]:
        """The chain over the words that say it; of a denial's cue, that over what is denied."""
        at = deed.anchor.idx
        chains = [
            self.voices.chain(a, b) for a, b in ((at, at + len(deed.anchor)), (at, deed.end), (deed.start, deed.end))
        ]
        chain = max(chains, key=len)
        stated = event_statements.is_stated_by_subject(deed) and (
            len(chain) == 1 or not event_statements.is_promised(deed)
        )
        said_by = self.voices.acting(deed.anchor) if stated else None
        return chain if said_by is None or said_by in chain else (said_by, *chain)

    def _stance(self, deed: event_statements.Deed) -> Stance:
        fixed: dict[ClaimKind, Stance] = {
            "responsibility": "claims responsibility", "denial": "denies", "inquiry": "promises inquiry",
        }  # fmt: skip
        if event_statements.condemns(deed):
            return "condemns"
        return fixed.get(deed.kind) or self.voices.stance(deed.start, deed.end)

    def _claim(
        self, sentence: Sentence, kind: ClaimKind, span: tuple[int, int], setting: Setting, *, stance: Stance
    ) -> Claim:
        start, end = span
        quote = self._report.text[start:end]
        return Claim(
            id=content_id(self._report.id, start, end, kind, FINDER),
            report=self._report.id,
            start=start,
            end=end,
            quote=quote,
            kind=kind,
            speakers=self.voices.chain(start, end),
            stance=stance,
            when=setting.when,
            place=setting.place,
            with_=setting.weapons,
            sites=setting.sites,
            event=setting.event,
            finder=FINDER,
        )


def _key(count: Count) -> str:
    return f"{count.low}/{count.best}/{count.high}"


def _scope(sentence: Sentence, finding: Finding) -> Scope:
    if finding.count.qualifier == "multiple of":
        return "running total"
    if finding.scope == "part" or finding.count.best == 0:
        return finding.scope
    words = death_tolls.scope_words(sentence)
    if _size(finding.count) >= _NEVER_ONE:
        words = words or "period"
    if words is None or not finding.count.text:
        return finding.scope
    return "running total" if words == "running" else "period total"


def _size(count: Count) -> int:
    return count.best or count.low or count.high or 0


def _is_additional(finding: Finding) -> bool:
    """Whether the words count people on top of others: "another 47", "also detained two", "three more"."""
    words = _MORE_THAN.sub(" ", finding.people.text.lower()).split() if finding.people else []
    # Of a list, "the driver and two other men", only the first can come on top of what was told before.
    said = set(takewhile(lambda word: word not in {"and", "along", "together"}, words))
    if finding.count.text:
        said |= {t.lower_ for t in finding.anchor.children if t.dep_ in {"advmod", "det"}}
    return bool(said & lexicon.additional())
