"""Casualty findings of one sentence: the counts of its triggers and tallies, with wholes, parts and further counts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind, Count, People, Scope
from tollbook.readers.rules.casualties import (
    additional,
    among_them,
    casualty_lists,
    composition,
    death_tolls,
    displacement,
    parts_of_sets,
    verb_senses,
    wounds,
)
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.casualties.triggers import CasualtyTrigger
from tollbook.readers.rules.parsing import factuality, figurative
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import PersonPhrase, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import is_of
from tollbook.readers.rules.words.toll_words import toll_pattern

#: The most code points between a part and its whole: "12 people at a wedding in the old town, including three
#: children". 30 lost a little on wire reports, 60 and 120 read the same.
_INCLUDING_REACH = 60
#: The most tokens between "including" and the people.
_PART_WITHIN = 9
_UNHARMED: dict[ClaimKind, ClaimKind] = {"killed": "unharmed", "injured": "unharmed", "unharmed": "killed"}
#: Qualifiers of a tally that stay if its verb is doubted: "it is not known how many", "three times as many".
_ALWAYS_STATED = frozenset({"unknown", "multiple of"})
#: Words after "two of them" that begin another phrase than the one for these people.
_ENDING = frozenset({"VERB", "AUX", "SCONJ"})

#: Identifies a finding within its sentence: casualty type, first code point, code point after the last.
Key = tuple[ClaimKind, int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """One casualty count: its code points ``[start, end)``, people, scope, and the key of the whole it is part of."""

    kind: ClaimKind
    start: int
    end: int
    count: Count
    people: People | None
    scope: Scope
    anchor: Token
    agent: Token | None
    doubtful: bool
    whole: Key | None = None

    @property
    def key(self) -> Key:
        """Identifies this finding to its parts."""
        return self.kind, self.start, self.end

    @property
    def additional(self) -> bool:
        """Whether the words count people in addition to others: "another 47"."""
        return additional.is_stated(self.people, self.count, self.anchor)


def find(sentence: Sentence, casualty_triggers: Iterable[CasualtyTrigger]) -> list[Finding]:
    """All findings of a sentence, from its casualty triggers and its tallies; wholes before their parts."""
    findings: list[Finding] = []
    for trigger in casualty_triggers:
        if trigger.certainty != "not asserted" and not figurative.is_figurative(trigger.word):
            _add(findings, _of_trigger(trigger))
    _add(findings, list(_further_counts(sentence, findings)))
    for named in casualty_lists.find(sentence):
        _add(findings, list(_of_list(named)))
    for tally in death_tolls.find(sentence):
        if factuality.certainty(tally.trigger) == "not asserted" and tally.count.qualifier not in _ALWAYS_STATED:
            continue
        _add(findings, [_of_tally(tally, sentence)])
    _add(findings, list(_parts(sentence, findings)))
    findings = [f for f in findings if not _died_of_wounds(f, findings) and not _is_counted_by_number(f, sentence)]
    findings = [f for f in findings if not _is_in_toll(f, findings) and not _are_brought_away(f, findings)]
    return [replace(f, count=death_tolls.as_estimated(f.count, _up_to(f.end, sentence))) for f in findings]


def _up_to(end: int, sentence: Sentence) -> str:
    return sentence.text[: end - sentence.start_char]


def _of_tally(tally: Tally, sentence: Sentence) -> Finding:
    scope: Scope = "part" if tally.part else "incident"
    doubtful = not tally.part and toll_pattern("may_be").search(_up_to(tally.end, sentence)) is not None
    return Finding(tally.kind, tally.start, tally.end, tally.count, tally.people, scope, tally.trigger, None, doubtful)


def _of_list(named: casualty_lists.CasualtyList) -> Iterator[Finding]:
    """A list of casualties: the whole by its sum, and every entry as a part.

    A list with semicolons gives names, often not of all, after the whole was counted: it is a part.
    """
    trigger = CasualtyTrigger(named.kind, named.trigger, named.entries[0])
    groups = casualty_lists.groups_once([p for head in named.entries if (p := persons(head)) is not None])
    whole = (
        _finding(named.kind, trigger, composition.total(groups), "part" if named.itemised else "incident", None)
        if len(groups) > 1
        else None
    )
    if whole is not None:
        yield whole
    for group in groups:
        part = _finding(named.kind, trigger, group, "part", None if whole is None else whole.key)
        yield replace(part, start=group.start, end=group.end)


def _is_counted_by_number(finding: Finding, sentence: Sentence) -> bool:
    """Whether a later number counts the people: "the number of people killed rose to five"."""
    if finding.count.text or finding.people is None:
        return False
    known, the = lexicon.grammar().tally.number_of, lexicon.grammar().function.the
    is_before = _up_to(finding.start, sentence).rstrip().lower().endswith(known)
    return is_before or finding.people.text.lower().startswith(tuple(f"{t} {words} " for t in the for words in known))


def _is_in_toll(finding: Finding, findings: list[Finding]) -> bool:
    """Whether a toll in the same words has a number: "the number of people killed" in "… rose to five"."""
    numbered = (f for f in findings if f.kind == finding.kind and f.count.best is not None and f.count.text)
    unnumbered = finding.count.best is None and not finding.count.text
    return unnumbered and any(f.start <= finding.start and finding.end < f.end for f in numbered)


def _died_of_wounds(finding: Finding, findings: list[Finding]) -> bool:
    """Whether the injured or missing are dead: "was shot and died", "the bodies of two of the three missing men"."""
    people, dead = finding.people, [f for f in findings if f.kind == "killed" and f.people is not None]
    if finding.kind != "injured" or people is None or not finding.count.best:
        return finding.kind == "missing" and any(f.start < finding.start < f.end for f in dead)
    dead = [f for f in dead if f.start <= finding.end]
    of_people = tuple(f" {of} {people.text}" for of in lexicon.grammar().function.of)
    # "Two dead, two wounded": two of each.
    first, _, _ = people.text.partition(" ")
    counted = quantities.number(first, LOCALE) is not None
    same = (f for f in dead if f.people == people and (not counted or f.start <= finding.start < f.end))
    return any(same) or any(f.people and f.people.text.endswith(of_people) for f in dead)


def _are_brought_away(finding: Finding, findings: list[Finding]) -> bool:
    """Whether those who left are some of the wounded: "nine were hurt, three of whom were evacuated to Velmar"."""
    are_some = finding.kind == "displaced" and finding.scope == "part"
    return are_some and any(f.kind == "injured" and f.start < finding.start for f in findings)


def _add(findings: list[Finding], new: list[Finding]) -> None:
    """Add findings; of two for the same words, one is kept, as a part if either is a part."""
    for one in new:
        same = next((i for i, other in enumerate(findings) if _same(one, other)), None)
        if same is None:
            findings.append(one)
        elif one.scope == "part":
            known = findings[same].people
            # "One of those killed was Ana Brod."
            people = one.people if known is not None and toll_pattern("of_those").search(known.text) else known
            findings[same] = replace(findings[same], scope="part", people=people)


def _same(one: Finding, other: Finding) -> bool:
    is_other = (
        verb_senses.is_of_relative(one.anchor) or verb_senses.is_of_relative(other.anchor) or _are_two(one, other)
    )
    if is_other or one.kind != other.kind or one.end <= other.start or other.end <= one.start:
        return False
    return (one.count.low, one.count.best, one.count.high) == (other.count.low, other.count.best, other.count.high) or (
        one.scope == other.scope == "incident" and one.count.text == other.count.text
    )


def _are_two(one: Finding, other: Finding) -> bool:
    """Whether two persons have one outcome: "a man convicted of killing his neighbour was hanged"."""
    people = [f.people.text.lower() for f in (one, other) if f.people is not None and f.count.best == 1]
    if len(people) < 2 or one.count.text or other.count.text or one.anchor == other.anchor:
        return False
    are_pronouns = not lexicon.grammar().people.pronouns.isdisjoint(people)
    return not are_pronouns and people[0] not in people[1] and people[1] not in people[0]


def _of_trigger(trigger: CasualtyTrigger) -> list[Finding]:
    """A finding for every composition of the victims, each followed by its parts."""
    groups = composition.groups(trigger)
    kind = _kind(trigger, groups)
    if kind is None or not groups or (kind == "captured" and _is_place(trigger)):
        return []
    findings: list[Finding] = []
    for total, members in composition.compose(groups):
        whole = _finding(kind, trigger, total, "part" if trigger.part else "incident", None)
        findings.append(whole)
        findings.extend(_finding(kind, trigger, member, "part", whole.key) for member in members)
    return findings


def _is_place(trigger: CasualtyTrigger) -> bool:
    """Whether a captured object can be a town: one name alone, which is not part of a person's name in the report."""
    victims = trigger.victims
    if victims is None or victims.dep_ != "dobj" or trigger.word.lemma_.lower() not in lexicon.grammar().place.taken:
        return False
    name = person_names.name_at(victims)
    is_alone = name is not None and len(name.words) == 1 and next(victims.children, None) is None
    return (
        is_alone
        and name is not None
        and not any(len(other.words) > 1 and name.words[0] in other.words for other in person_names.names(victims.doc))
    )


def _kind(trigger: CasualtyTrigger, groups: list[PersonPhrase]) -> ClaimKind | None:
    """The casualty type of a trigger with its victims and negation; None if it reports no casualty."""
    is_wound = trigger.kind == "injured" and trigger.word.pos_ == "NOUN" and not wounds.is_borne(trigger.word)
    if is_wound and not any(p.counted for p in groups):
        return None
    if trigger.kind == "displaced" and not all(displacement.is_displaced(p, trigger.word) for p in groups):
        return None
    if not trigger.negated or verb_senses.is_slight(trigger.word) or any(p.count.best == 0 for p in groups):
        return trigger.kind
    # "She might not survive" is no death.
    is_fear = trigger.kind == "unharmed" and trigger.certainty != "asserted"
    return None if is_fear else _UNHARMED.get(trigger.kind)


def _finding(
    kind: ClaimKind, trigger: CasualtyTrigger, group: PersonPhrase, scope: Scope, whole: Key | None
) -> Finding:
    word, lemma, last = trigger.word, trigger.word.lemma_.lower(), verb_senses.last_word(trigger.word)
    start, end = min(group.start, word.idx), max(group.end, last.idx + len(last))
    if whole is not None:
        start, end = group.start, group.end
    doubtful = trigger.certainty == "doubted" or (trigger.negated and verb_senses.is_perhaps_hurt(word))
    if scope == "incident" and parts_of_sets.are_of_those(group):
        scope = "part"
    elif (scope, trigger.kind) == ("incident", "displaced") and lemma in lexicon.grammar().casualty.leaving:
        scope = "period total"
    return Finding(kind, start, end, group.count, group.people, scope, word, trigger.agent, doubtful, whole)


def _parts(sentence: Sentence, findings: list[Finding]) -> Iterator[Finding]:
    """The people after "including" or "among them", as parts of the finding that they are inside of, or the one before.

    They are inside of it in "nine people, including two children, were killed".
    """
    for token in sentence:
        if token.lower_ not in lexicon.grammar().tally.including and not among_them.ends_at(token):
            continue
        # "Among them three children hit by a shell" are no whole of their own.
        opening = token.nbor(-1) if among_them.ends_at(token) else token
        wholes = [f for f in findings if f.start < opening.idx and f.scope == "incident"]
        following = list(token.doc[token.i + 1 : min(sentence.end, token.i + _PART_WITHIN)])
        if is_of(opening):
            # "Two of them critically, before he was shot": he is none of them.
            following = list(takewhile(lambda t: not t.is_punct and t.pos_ not in _ENDING, following))
        before = among_them.part_before(opening)
        noun = before[0] if before else next((t for t in following if composition.heads_people(t)), None)
        if noun is not None and (parts_of_sets.is_of_thing(noun, token) or noun.dep_ == "ccomp"):
            continue  # "damage, including broken windows, police said"; "including the murder of a guard"
        whole = max(wholes, key=lambda f: f.end, default=None)
        if whole is None or noun is None or token.idx - whole.end > _INCLUDING_REACH:
            continue
        heads = before or listed(noun)
        for group in (p for head in heads if (p := persons(head)) is not None and p.start > whole.start):
            if any(composition.outcome(t) not in {None, whole.kind} for t in group.head.lefts):
                continue
            part = replace(whole, start=group.start, end=group.end, count=group.count, people=group.people)
            yield replace(part, scope="part", whole=whole.key)


def _further_counts(sentence: Sentence, findings: list[Finding]) -> Iterator[Finding]:
    """Yield further counts like the finding before for "another 47" without a noun.

    Not if words between the two, or after the number, state another outcome.
    """
    for word, number, count in additional.bare_counts(sentence):
        before = [f for f in findings if f.end <= number.idx and f.scope == "incident"]
        last = max(before, key=lambda f: f.end, default=None)
        if last is None or any(composition.outcome(t) not in {None, last.kind} for t in _between(last, number)):
            continue
        yield replace(last, start=word.idx, end=number.idx + len(number), count=count, anchor=number)


def _between(last: Finding, number: Token) -> list[Token]:
    """The words between a finding and a number, and the few after it that may state another outcome."""
    after = takewhile(lambda t: not t.is_punct, number.doc[number.i + 1 : min(number.sent.end, number.i + 5)])
    return [*(t for t in number.sent if last.end <= t.idx < number.idx), *after]
