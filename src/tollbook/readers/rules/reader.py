"""Assembles one report's annotation layers into a Reading: every claim with its words, speakers and event context."""

from collections.abc import Iterator

from msgspec.structs import replace
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.mentions import TOTAL_SCOPES, Reading
from tollbook.model import Actor, Claim, ClaimKind, Count, Report, Scope, Span, Speaker, Stance, content_id
from tollbook.readers import passages
from tollbook.readers.rules import confidence, event_spots, finer_places, version
from tollbook.readers.rules.casualties import additional, counted_once, death_tolls, late_naming, shot_and_dead, subsets
from tollbook.readers.rules.casualties.findings import Finding, Key
from tollbook.readers.rules.coreference.identities import Identities
from tollbook.readers.rules.dating import earlier_events, finer_days
from tollbook.readers.rules.dating.event_context import ContextTracker, EventContext
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    claimants,
    earlier_acts,
    responsibility,
    scenes,
    statement_makers,
    statement_verbs,
    statements,
    suspect_names,
    suspects,
)
from tollbook.readers.rules.events.attacks import EventStatement
from tollbook.readers.rules.state_forces import completed
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import pronoun_subject

#: Names this reader and all that it reads with: a change of either makes every report worth reading again.
FINDER = f"rules/{version.current()}"
#: A figure this large is read as a total over a war even where no word says so. A judgement, not a measurement: a
#: single attack with five digits of dead is rare enough for a person to check.
_NEVER_ONE = 10_000
_HITS: frozenset[ClaimKind] = frozenset({"attack", "site destroyed", "site damaged"})
#: Stances that follow from the kind of a statement.
_STANCES: dict[ClaimKind, Stance] = {
    "responsibility": "claims responsibility",
    "denial": "denies",
    "inquiry": "promises inquiry",
    "accusation": "accuses",
}


def read(report: Report) -> Reading:
    """Everything read from one report. Pure: the same report gives the same Reading."""
    return passages.read(report, read_parsed)


def read_parsed(report: Report, doc: Doc | None = None) -> Reading:
    """As :func:`read`, for a text short enough to be parsed as one, or parsed already."""
    reading = assemble(document := Document(report, doc))
    claims = finer_days.refined(completed(reading.claims, document), document)
    claims = finer_places.refined(claims, document)
    claims = event_spots.described(claims, document)
    return replace(reading, claims=tuple(c for c in claims if not statement_verbs.is_by_nobody(c)))


def assemble(document: Document) -> Reading:
    """The reading of a report from its annotation layers."""
    report, doc = document.report, document.doc
    assembler = _Assembler(document)
    actors = {actor.name for sentence in document.sentences for actor in responsibility.of_sentence(sentence)}
    actors |= suspect_names.accused(doc)
    identified = assembler.identities.identify(assembler.claims(), actors)
    claims = late_naming.added(doc, identified, assembler.identities.unplaced)
    claims = shot_and_dead.separated(subsets.separate_totals(claims), report.text)
    claims = additional.attributed(additional.resolve(claims, report.text), report.text)
    claims = additional.beside(subsets.assign_parts(claims, report.text), report.text)
    claims = suspects.attach(earlier_acts.attached(claims, doc), doc)
    claims = counted_once.joined(counted_once.counted_once(claims, report.text))
    claims = scenes.attached(claims, document.sentences)
    # The parse of a text in capitals is in sentence case; a claim quotes the report itself.
    claims = [replace(c, quote=report.text[c.start : c.end], confidence=confidence.of(c)) for c in claims]
    return Reading(
        report=report.id,
        claims=tuple(claims),
        attributions=document.attributions.attributions(),
        places=document.places,
        dates=document.dates,
        measures=document.measures,
    )


def context_of(document: Document, sentence: Sentence, anchor: Token, span: Span) -> EventContext:
    """The context of words that a person marked in a sentence, as the sentences before them leave it."""
    return _Assembler(document).context_of(sentence, anchor, span)


def identified(report: Report, doc: Doc) -> Identities:
    """The persons of a report by its claims, from which the weights of the victim classifier are learned."""
    assembler = _Assembler(Document(report, doc))
    assembler.identities.identify(assembler.claims())
    return assembler.identities


class _Assembler:
    """Makes the claims of one report from its annotation layers, sentence by sentence."""

    def __init__(self, document: Document) -> None:
        self._document, self._report = document, document.report
        self._context = ContextTracker(document)
        self.identities = Identities(document.doc)
        # A part may be in a later sentence than its whole.
        self._ids: dict[Key, str] = {}

    def claims(self) -> Iterator[Claim]:
        """Every claim of the report in text order, each id once."""
        seen: set[str] = set()
        for n, sentence in enumerate(self._document.sentences):
            for claim in self._of_sentence(n, sentence):
                if claim.id not in seen:
                    seen.add(claim.id)
                    yield claim

    def context_of(self, sentence: Sentence, anchor: Token, span: Span) -> EventContext:
        """The context of the words at ``span`` of a sentence, after reading all sentences before it."""
        for n, before in enumerate(self._document.sentences):
            if before.start >= sentence.start:
                break
            for _ in self._of_sentence(n, before):
                """The claims themselves do not matter: reading them updates the context."""
        return self._context.of_finding(sentence, anchor, *span)

    def _of_sentence(self, n: int, sentence: Sentence) -> Iterator[Claim]:
        findings, stated = self._document.findings[n], self._document.statements[n]
        if not findings and all(one.stance for one in stated) and not lexicon.background().search(sentence.text):
            self._context.update(sentence)
        said: dict[str, tuple[Speaker, ...]] = {}
        scopes: set[Scope] = set()
        for finding in findings:
            context = self._context.of_finding(sentence, finding.anchor, finding.start, finding.end)
            whole = None if finding.whole is None else self._ids.get(finding.whole)
            claim = self._counted(sentence, finding, context, whole)
            # The source of a whole in a sentence is that of its parts.
            if whole in said and len(said[whole]) > len(claim.speakers) == 1:
                claim = replace(claim, speakers=said[whole])
            said[claim.id] = claim.speakers
            self._ids.setdefault(finding.key, claim.id)
            scopes.add(claim.scope)
            yield claim
        # "Has fired on nine schools so far, killing two" reports no single attack.
        total = next(iter(scopes)) if scopes and scopes <= TOTAL_SCOPES else None
        for claim in self._uncounted(n, sentence):
            yield claim if total is None or claim.kind not in _HITS else replace(claim, scope=total)

    def _counted(self, sentence: Sentence, finding: Finding, context: EventContext, whole: str | None) -> Claim:
        """The claim of a casualty finding; ``whole`` is the id of the claim it is part of."""
        people = self.identities.completed(finding.people) if finding.people else None
        stance = self._document.attributions.stance(finding.start, finding.end)
        if stance == "asserts" and finding.count.qualifier == "multiple of":
            stance = "estimates"
        elif stance == "asserts" and finding.doubtful:
            stance = "doubts"
        claim = self._claim(finding.kind, (finding.start, finding.end), context, stance)
        scope = _scope(sentence, finding)
        if scope == "incident" and _size(finding.count) > 1 and self._context.spans_places(sentence, finding.end):
            scope = "period total"
        if scope in {"running total", "period total"}:
            place = self._context.of_total(sentence, finding.anchor, _size(finding.count) >= _NEVER_ONE)
            claim = replace(claim, place=place or claim.place)
        return replace(
            earlier_events.recalled(claim, finding.anchor, self._report.published),
            id=content_id(self._report.id, finding.start, finding.end, finding.kind, _key(finding.count), FINDER),
            count=finding.count,
            people=people,
            scope=scope,
            part_of=whole,
            additional=finding.additional,
            by=() if _is_arrest(finding, sentence) else _others(finding, sentence),
        )

    def _uncounted(self, n: int, sentence: Sentence) -> Iterator[Claim]:
        """The claims of sites hit, statements and attacks."""
        for event in self._document.damage[n]:
            yield self._event(sentence, event, self._context.of_finding(sentence, event.anchor, event.start, event.end))
        for event in self._document.statements[n]:
            context = self._context.of_statement(sentence, event.anchor, event.start, event.end)
            claim = self._event(sentence, event, context)
            if statement_makers.is_said(event, claim):
                yield claim
        for event in self._document.attacks[n]:
            yield self._event(sentence, event, self._context.of_finding(sentence, event.anchor, event.start, event.end))

    def _event(self, sentence: Sentence, event: EventStatement, context: EventContext) -> Claim:
        if event.site is not None:
            context = context._replace(sites=(event.site,))
        claim = self._claim(event.kind, (event.start, event.end), context, self._stance(event))
        is_of_other = event.kind == "accusation" and statements.holds_nobody_responsible(sentence)
        is_none = event.kind in {"inquiry", "denial"} or is_of_other
        by = claimants.actors(event.agent) if event.kind == "responsibility" and event.agent is not None else ()
        if not by and not is_none:
            by = responsibility.of_event(event.agent, event.anchor, sentence)
        speakers = self._pleading(event, statement_makers.speakers(event, self._document.attributions))
        by = by or self._admitting(event, speakers)
        if event.kind == "responsibility" and by and len(speakers) == 1:
            # An outlet claims no attack: "a blast claimed by rebels".
            speakers = (Speaker(name=by[0].name), *speakers)
        return replace(claim, by=by, speakers=speakers)

    def _admitting(self, event: EventStatement, speakers: tuple[Speaker, ...]) -> tuple[Actor, ...]:
        """Return the antecedent of "he" in "he pleaded guilty", if the report names him as a suspect."""
        name = speakers[0].name if len(speakers) > 1 else None
        if event.kind != "responsibility" or pronoun_subject(event.anchor) is None or not name:
            return ()
        return (Actor(name=name, kind="individual"),) if self._is_suspect(name) else ()

    def _is_suspect(self, name: str) -> bool:
        """Whether the report names somebody of this name as a suspect or as a perpetrator."""
        doc = self._document.doc
        found = {one.text for one in suspect_names.suspects(doc)}
        found |= {actor.name for each in self._document.sentences for actor in responsibility.of_sentence(each)}
        words = set(name.lower().split())
        return any(words <= set(one.lower().split()) or words >= set(one.lower().split()) for one in found)

    def _pleading(self, event: EventStatement, speakers: tuple[Speaker, ...]) -> tuple[Speaker, ...]:
        """Return the speakers of a plea; the antecedent of "he" must be a suspect of the report, or it stays "he"."""
        pronoun = pronoun_subject(event.anchor)
        if pronoun is None or len(speakers) == 1 or not statement_verbs.is_plea(event.anchor):
            return speakers
        name = speakers[0].name or ""
        is_known = name.lower() == pronoun.lower_ or self._is_suspect(name)
        return speakers if is_known else (Speaker(name=pronoun.text.lower()), speakers[-1])

    def _stance(self, event: EventStatement) -> Stance:
        if event.stance is not None:
            return event.stance
        if statement_makers.condemns(event):
            return "condemns"
        if event.kind == "responsibility" and statement_makers.admits(event.anchor):
            return "admits"
        return _STANCES.get(event.kind) or self._document.attributions.stance(event.start, event.end)

    def _claim(self, kind: ClaimKind, span: tuple[int, int], context: EventContext, stance: Stance) -> Claim:
        start, end = span
        return Claim(
            id=content_id(self._report.id, start, end, kind, FINDER),
            report=self._report.id,
            start=start,
            end=end,
            quote=self._report.text[start:end],
            kind=kind,
            speakers=self._document.attributions.chain(start, end),
            stance=stance,
            when=context.when,
            place=context.place,
            with_=context.weapons,
            sites=context.sites,
            event=context.event,
            finder=FINDER,
        )


def _others(finding: Finding, sentence: Sentence) -> tuple[Actor, ...]:
    """Return the perpetrators of a finding, without its victims: "25 guards killed 110 injured" in a headline.

    Unharmed people have no perpetrator, and a named victim is not the perpetrator of the own death.
    """
    if finding.kind in {"unharmed", "buried"} or finding.count.high == 0:
        return ()
    found = responsibility.of_event(finding.agent, finding.anchor, sentence)
    named = finding.people.names if finding.people is not None else ()
    if any(name in actor.name for name in named for actor in found):
        return ()
    victims = finding.people.text.lower() if finding.people is not None and _size(finding.count) > 1 else ""
    return tuple(actor for actor in found if actor.name.lower() not in victims)


def _is_arrest(finding: Finding, sentence: Sentence) -> bool:
    return finding.kind == "captured" and suspects.is_pursuit(sentence)


def _key(count: Count) -> str:
    return f"{count.low}/{count.best}/{count.high}"


def _scope(sentence: Sentence, finding: Finding) -> Scope:
    """The scope of a count: its part of an incident, or a total if its sentence or its size says so."""
    if finding.count.qualifier == "multiple of":
        return "running total"
    if finding.scope == "part" or finding.count.best == 0:
        return finding.scope
    words = death_tolls.scope_words(sentence, finding.people)
    if _size(finding.count) >= _NEVER_ONE:
        words = words or "period"
    if words is None or not finding.count.text:
        return finding.scope
    return "running total" if words == "running" else "period total"


def _size(count: Count) -> int:
    """The best, low or high value of a count, the first that is known; 0 if none is."""
    return count.best or count.low or count.high or 0
