"""A claim read from words that a person marked: by the annotation layers of their report, in its context.

A claim of the reader for these words comes first. Without one, the layers are asked one by one. They are less strict
than in reading, because a person has decided that the words report something.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.mentions import DateMention
from tollbook.model import OUTCOMES, Claim, ClaimKind, Count, Event, Place, Report, Thing, When
from tollbook.readers.base import MarkedWords
from tollbook.readers.rules import marked_people, reader
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import attacks, responsibility, targets
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.phrases import Phrase, described, noun_phrase, words

#: The share of their common words that a claim and the marked words need to be taken for one. A judgement: a claim of
#: the whole sentence says little about two words of it.
_SAME_WORDS = 0.3
#: A list of names takes the outcome of the claim before it, if that is at most so many code points away.
_LIST_REACH = 400
_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


def read_marked(
    document: Document, start: int, end: int, *, rules_claims: Sequence[Claim] | None = None,
    kind: ClaimKind | None = None,
) -> MarkedWords:  # fmt: skip
    """Return the claim of the words at ``[start, end)``. Pure: the same words give the same claim.

    ``rules_claims`` are the claims of the whole report if they are known already; ``kind`` is the kind of claim, if a
    person chose it.
    """
    report = document.report
    sentence = _sentence(document, start, end)
    if sentence is None:
        return _result(report, start, end, {})
    known = reader.assemble(document).claims if rules_claims is None else rules_claims
    same = _of_member(_same(known, start, end), start, end)
    anchor = _anchor(document, start, end, sentence)
    context = reader.context_of(document, sentence, anchor, (start, end))
    found: dict[str, Any] = _of_claim(same) if same is not None else {}
    found["people"] = marked_people.people(document, start, end, same.people if same is not None else None)
    found.setdefault("count", None)
    found["count"] = found["count"] or _count(document, start, end)
    found["kind"] = kind or found.get("kind") or _kind(document, sentence, known, (start, end))
    found.setdefault("stance", document.attributions.stance(start, end))
    found.setdefault("speakers", document.attributions.chain(start, end))
    found["place"] = _place(document, start, end) or found.get("place") or context.place
    found["when"] = when_at(document, start, end) or found.get("when") or context.when
    found["by"] = found.get("by") or responsibility.of_sentence(sentence, anchor)
    found["with_"] = weapons_at(document, start, end) or found.get("with_") or context.weapons
    found["sites"] = _sites(document, start, end) or found.get("sites") or context.sites
    found["event"] = _event(document, start, end, sentence) or found.get("event") or context.event
    if found["kind"] is not None and found["kind"] not in OUTCOMES:
        found["count"] = found["people"] = None
    return _result(report, start, end, found)


def _result(report: Report, start: int, end: int, found: dict[str, Any]) -> MarkedWords:
    known = {name: value for name, value in found.items() if value is not None and value != ()}
    when = known.get("when")
    if isinstance(when, When) and when.start is None and not when.text:
        del known["when"]
    kind: ClaimKind = known.get("kind", "attack")
    claim = Claim(id="", report=report.id, start=start, end=end, quote=report.text[start:end], kind=kind)
    read = ("with" if name == "with_" else name for name in known)
    return MarkedWords(claim=replace(claim, **known | {"kind": kind}), read=tuple(sorted(read)))


def _of_claim(claim: Claim) -> dict[str, Any]:
    fields = ("kind", "count", "scope", "stance", "speakers", "when", "place", "by", "with_", "sites", "event")
    return {name: getattr(claim, name) for name in fields}


def _same(claims: Iterable[Claim], start: int, end: int) -> Claim | None:
    """The claim that the reader makes of the marked words, or of most of them."""

    def shared(claim: Claim) -> float:
        both = min(end, claim.end) - max(start, claim.start)
        return both / (max(end, claim.end) - min(start, claim.start)) if both > 0 else 0.0

    inside = [c for c in claims if start <= c.start and c.end <= end]
    near = [c for c in claims if shared(c) >= _SAME_WORDS]
    return max(near or inside, key=lambda c: (shared(c), c.count is not None, -c.start), default=None)


def _of_member(claim: Claim | None, start: int, end: int) -> Claim | None:
    """A claim that describes several persons as a claim about the one whom the marked words are about, if they are."""
    if claim is None or claim.people is None:
        return claim
    text = claim.quote.lower()
    starts = {member: claim.start + text.find(member.text.lower()) for member in claim.people.members}
    over = [m for m, at in starts.items() if at >= claim.start and at < end and start < at + len(m.text)]
    return claim if len(over) != 1 else replace(claim, count=_ONE, people=over[0], scope="part")


def _sentence(document: Document, start: int, end: int) -> Sentence | None:
    """The sentence with most of the marked words; where all are in boilerplate, none."""
    over = [s for s in document.sentences if s.start_char < end and start < s.end_char]
    return max(over, key=lambda s: min(end, s.end_char) - max(start, s.start_char), default=None)


def _anchor(document: Document, start: int, end: int, sentence: Sentence) -> Token:
    """The word that governs the marked words in the parse."""
    span = document.doc.char_span(max(start, sentence.start_char), min(end, sentence.end_char), alignment_mode="expand")
    return sentence.root if span is None or not len(span) else span.root


def _kind(document: Document, sentence: Sentence, known: Iterable[Claim], span: tuple[int, int]) -> ClaimKind | None:
    """The kind of the marked words, else that of their sentence, else that of the list before them."""
    number = next(n for n, each in enumerate(document.sentences) if each.start == sentence.start)
    triggers = [t for t in document.triggers[number] if t.certainty != "not asserted"]
    people = marked_people.people(document, *span)
    named = people is not None and bool(people.names) and people.status != "combatant"
    inside = [t for t in triggers if span[0] <= t.word.idx < span[1]]
    if inside:
        return inside[0].kind
    beside = [c for c in known if c.kind in OUTCOMES and sentence.start_char <= c.start < sentence.end_char]
    if named and beside:
        return min(beside, key=lambda c: abs(c.start - span[0])).kind
    if _hit_site(document, *span):
        return "site damaged"
    for statement in document.statements[number]:
        if span[0] <= statement.anchor.idx < span[1]:
            return statement.kind
    if any(phrase for phrase in _in(document.events, *span)):
        return "attack"
    before = [c for c in known if c.kind in OUTCOMES and 0 <= span[0] - c.end <= _LIST_REACH] if named else []
    return max(before, key=lambda c: c.end).kind if before else None


def _hit_site(document: Document, start: int, end: int) -> bool:
    """Whether a site among the words is hit: "bombs fell on two hospitals"."""
    hit = (targets.hit_by(phrase.head) for phrase in _in(document.sites, start, end))
    return any(event is not None and factuality.happened(event) for event in hit)


def _count(document: Document, start: int, end: int) -> Count | None:
    phrase = marked_people.phrase(document, start, end)
    if phrase is not None and phrase.count.qualifier != "vague":
        return phrase.count
    read = quantities.count(document.text[start:end], LOCALE)
    return read if read is not None else (phrase.count if phrase is not None else None)


def _in(phrases: Iterable[Phrase], start: int, end: int) -> Iterator[Phrase]:
    return (phrase for phrase in phrases if phrase.start < end and start < phrase.end)


def _place(document: Document, start: int, end: int) -> Place | None:
    inside = [m for m in document.places if m.start < end and start < m.end and not m.associative]
    return min(inside, key=lambda m: (m.place.precision or 9, m.start)).place if inside else None


def when_at(document: Document, start: int, end: int) -> When | None:
    """The day that the words at ``[start, end)`` name, as the grammar of dates reads them; None if they name none."""
    inside: list[DateMention] = [m for m in document.dates if m.start < end and start < m.end]
    if not inside:
        return None
    best = min(inside, key=lambda m: (m.first is None, m.precision not in {"day", "days"}, m.start))
    return When(
        start=best.first, end=best.last, precision=best.precision, basis=best.basis, text=best.text, time=best.time,
        zone=best.zone, reason=best.reason,
    )  # fmt: skip


def _sites(document: Document, start: int, end: int) -> tuple[Thing, ...]:
    return tuple(Thing(name=described(phrase), kind=phrase.kind) for phrase in _in(document.sites, start, end))


def weapons_at(document: Document, start: int, end: int) -> tuple[Thing, ...]:
    """The weapons that the words at ``[start, end)`` name, as the lexicon has them."""
    nouns = (p for p in _in(document.weapons, start, end) if p.head.pos_ in {"NOUN", "PROPN"})
    named = ((p, *noun_phrase(p.head)) for p in nouns)
    return tuple(Thing(name=words(document.doc, min(first, p.start), last), kind=p.kind) for p, first, last in named)


def _event(document: Document, start: int, end: int, sentence: Sentence) -> Event | None:
    """The kind of incident that the marked words name."""
    inside = next(_in(document.events, start, end), None)
    return None if inside is None else attacks.nearest_event(sentence, inside.head)
