"""Questions about responsibility: admissions, denials and accusations."""

import re
from collections.abc import Iterator, Sequence

from tollbook.incidents.questions import answers, former_ids, suggested_responsibility, suggestions
from tollbook.incidents.questions.model import Answer, Card, Material, QuestionDraft
from tollbook.locale.messages import message
from tollbook.model import Claim
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import informant, is_version, outlet, speaker_ids
from tollbook.reconcile.perpetrators import ACCEPTED, is_denial, parties, perpetrators
from tollbook.reconcile.statements import is_statement, stance_changes
from tollbook.record import Perpetrator, Statement

_ID = re.compile(r"\b[0-9a-f]{16}\b")


def admissions(material: Material) -> Iterator[QuestionDraft]:
    """Questions on those who are said to have claimed or admitted it; one for each of them."""
    certain = [each for each in material.incident.perpetrators if each.confidence in ACCEPTED]
    named = [
        (each, [c for c in _claims(each.claims, material) if _certainty(c, each, material) in ACCEPTED])
        for each in certain
    ]
    longest = {
        card.label
        for card in _without_shorter([Card(label=e.name, claims=tuple(c.id for c in own)) for e, own in named])
    }
    for each, claims in named:
        if not claims or each.name not in longest:
            continue
        cards = answers.cards_by_words(claims, [each.name] * len(claims))
        cards = suggestions.with_suggestions(cards, material, (suggested_responsibility.admits,))
        yield QuestionDraft(
            sentence=message("Did {name} say that they did it?", name=_in_words(each.name, material.earliest(claims))),
            about=(name_matching.full_key(each.name), each.confidence, words(material.earliest(claims))),
            why=message("The record says so, and nobody has confirmed it."),
            at_stake=len(material.incident.reports),
            cards=cards,
            answers=list(_on_actors(material, cards)),
        )


def denials(material: Material) -> Iterator[QuestionDraft]:
    """Questions on those who are said to deny it; one for each speaker."""
    who = speaker_ids(material.group.claims, material.reports)
    by_speaker: dict[str, list[tuple[str, Claim]]] = {}
    for claim in sorted(material.group.claims, key=lambda c: (material.published(c), c.report, c.start, c.id)):
        speaker = informant(claim)
        # An outlet that corrects its own number does not deny an incident, nor does its earlier text.
        if is_denial(claim) and (claim.count is None if speaker is None else not is_version(speaker)):
            name = speaker.name if speaker is not None and speaker.name else outlet(claim, material.reports)
            by_speaker.setdefault(who[claim.id], []).append((name, claim))
    for said in by_speaker.values():
        first = said[0][0]
        cards = answers.cards_by_words([claim for _, claim in said], [name for name, _ in said])
        cards = suggestions.with_suggestions(cards, material, (suggested_responsibility.denies,))
        yield QuestionDraft(
            sentence=message("Did {name} deny this incident, or a part in it?", name=first),
            about=(name_matching.key(first) or first, words(material.earliest([claim for _, claim in said]))),
            why=message("A denial that was not made turns the record against the speaker."),
            at_stake=len(material.incident.reports),
            cards=cards,
            answers=list(_on_statements(material, cards)),
        )


def changed_stances(material: Material) -> Iterator[QuestionDraft]:
    """Speakers who took one stance and later another. Condemning says nothing about responsibility."""
    who = speaker_ids(material.group.claims, material.reports)
    by_speaker: dict[str, list[Statement]] = {}
    for statement in material.incident.statements:
        by_speaker.setdefault(who[statement.claims[0]], []).append(statement)
    for own in by_speaker.values():
        changes = stance_changes(own)
        if len(changes) < 2:
            continue
        sentence = message(
            "{speaker} changed stance: {stances}.",
            speaker=changes[0].speaker,
            stances=" → ".join(each.stance for each in changes),
        )
        first = [material.claims[each.claims[0]] for each in changes if each.claims[0] in material.claims]
        cards = answers.cards_by_words(first, [claim.stance for claim in first])
        yield QuestionDraft(
            sentence=sentence,
            about=tuple(sorted(words(claim) for claim in first)),
            why=message("No figure changes, but it matters who is accused."),
            at_stake=1,
            cards=cards,
            answers=list(_on_statements(material, cards)),
            former=former_ids.changed_stance(material.incident, sentence, changes[0].speaker, material.claims),
        )


def held_responsible(material: Material) -> Iterator[QuestionDraft]:
    """One question on all others who are held responsible: do the words say so, and about this incident?"""
    found = [each for each in material.incident.perpetrators if each.confidence not in ACCEPTED]
    named = [
        (party[0], dict.fromkeys(c.id for each in party for c in _claims(each.claims, material) if c.by))
        for party in parties(found)
    ]
    cards = _without_shorter([Card(label=each.name, claims=tuple(claims)) for each, claims in named if claims])
    cards = cards[: answers.MOST_CARDS]
    if not cards:
        return
    cards = [
        suggestions.suggested(card, n, material, suggested_responsibility.actor_rules(card.label))
        for n, card in enumerate(cards)
    ]
    everything = [material.claims[name] for card in cards for name in card.claims]
    yield QuestionDraft(
        sentence=message("Who is held responsible: {names}?", names=", ".join(card.label for card in cards)),
        about=(*sorted({name_matching.full_key(card.label) for card in cards}), words(material.earliest(everything))),
        why=message("Nobody has confirmed that the words hold them responsible for this incident."),
        at_stake=len(material.incident.reports),
        cards=cards,
        answers=list(_on_actors(material, cards)),
    )


def _without_shorter(cards: Sequence[Card]) -> list[Card]:
    """Without names that are part of a longer one from the same claims: "army" beside "Syrian army"."""

    def is_shorter(card: Card, other: Card) -> bool:
        same = card is not other and set(card.claims) <= set(other.claims) and _same(card.label, other.label)
        return same and (len(card.label), card.label) < (len(other.label), other.label)

    return [card for card in cards if not any(is_shorter(card, other) for other in cards)]


def contrary_decisions(material: Material) -> Iterator[QuestionDraft]:
    """Decisions on these claims that a later one contradicts."""
    for sentence in material.group.questions:
        if "contradicts the later decision" in sentence:
            yield QuestionDraft(
                sentence=sentence,
                about=tuple(_ID.findall(sentence)) or (sentence,),
                why=message("One of the decisions has no effect."),
                at_stake=len(material.incident.reports),
                former=former_ids.contrary_decisions(material.incident, sentence),
            )


def words(claim: Claim) -> str:
    """The place of a claim's words, which stays the same when a report is read again."""
    return f"{claim.report}:{claim.start}-{claim.end}"


def _claims(names: Sequence[str], material: Material) -> list[Claim]:
    return [material.claims[name] for name in names if name in material.claims]


def _certainty(claim: Claim, each: Perpetrator, material: Material) -> str:
    """The certainty that one claim alone gives to an actor."""
    alone = perpetrators([claim], material.reports)
    return next((one.confidence for one in alone if _same(one.name, each.name)), "unknown")


def _same(one: str, other: str) -> bool:
    few, many = sorted((set(name_matching.name_words(one)), set(name_matching.name_words(other))), key=len)
    return few <= many


def _in_words(name: str, claim: Claim) -> str:
    """A name as the report has it for the speaker of a claim: "the defence ministry" for "ministry"."""
    speaker = informant(claim)
    return speaker.name if speaker is not None and speaker.name and _same(name, speaker.name) else name


def _on_actors(material: Material, cards: Sequence[Card]) -> Iterator[Answer]:
    """The answers on actors: a statement is right or wrong as a whole; in any other claim only the actors are."""

    def without(claim: Claim, card: Card) -> object:
        return tuple(actor for actor in claim.by if not _same(actor.name, card.label))

    yield from _either(material, cards, "by", without)


def _on_statements(material: Material, cards: Sequence[Card]) -> Iterator[Answer]:
    """The answers on stances: a statement is right or wrong as a whole; in any other claim only the stance is."""
    yield from _either(material, cards, "stance", lambda claim, card: "asserts")


def _either(material: Material, cards: Sequence[Card], field: str, wrong: answers.Value) -> Iterator[Answer]:
    for on_statement in (True, False):
        every = (
            answers.on_words(material, cards, field)
            if on_statement
            else answers.on_field(material, cards, field, wrong=wrong)
        )
        for each in every:
            first = material.claims[cards[each.card or 0].claims[0]]
            if is_about_statement(first) == on_statement and each.action != "total":
                yield each


def is_about_statement(claim: Claim) -> bool:
    """Whether a claim is only a statement, so that it can be rejected without losing a count."""
    return is_statement(claim) and claim.count is None and claim.kind != "attack"
