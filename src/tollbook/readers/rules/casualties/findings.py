"""Harm and tallies of one sentence as findings: counted, listed, split into wholes and parts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind, Count, People, Scope
from tollbook.readers.rules import figurative, lexicon, phrases
from tollbook.readers.rules.casualties import death_tolls, factuality, sums, triggers
from tollbook.readers.rules.casualties.semantic_roles import within
from tollbook.readers.rules.casualties.window_fallback import beside_number
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import Persons, counted_noun, is_person, persons

#: "12 people at a wedding in the old town, including three children": code points between the
#: whole and its part. 30 lost a little on wire reports, 60 and 120 read the same.
_INCLUDING_REACH = 60
_UNHARMED: dict[ClaimKind, ClaimKind] = {"killed": "unharmed", "injured": "unharmed"}
#: Fewer people than this who leave a place are travellers, not displaced. A judgement: the size of a small village.
_MASS = 50
#: "Six of them were hurt", "none of those": some of people told of before.
_OF_THOSE = re.compile(r"\bof (?:them|whom|those|these|the (?:dead|wounded|injured|victims))\b", re.I)

#: What a finding is known by among those of its sentence: fate, first code point, code point after the last.
Key = tuple[ClaimKind, int, int]


@dataclass(frozen=True, slots=True)
class Finding:
    """One counted harm: code points of its words, people, scope, and the key of the whole it is part of."""

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
        """What its parts know it by."""
        return self.kind, self.start, self.end


def find(sentence: Sentence) -> list[Finding]:
    """All findings of a sentence, wholes before their parts; each part names the key of its whole."""
    found: list[Finding] = []
    for one in triggers.find(sentence):
        if one.mood != "not told" and one.victims is not None and not figurative.covers(one.trigger):
            _add(found, _of_harm(one))
    _add(found, list(_again(sentence, found)))
    _add(found, list(_parts(sentence, found)))
    for roll in death_tolls.rolls(sentence):
        _add(found, list(_of_roll(roll)))
    for tally in death_tolls.find(sentence):
        if factuality.mood(tally.trigger) == "not told" and tally.count.qualifier not in {"unknown", "multiple of"}:
            continue
        scope: Scope = "part" if tally.part else "incident"
        new = Finding(tally.kind, tally.start, tally.end, tally.count, tally.people, scope, tally.trigger, None, False)
        new = replace(new, doubtful=not tally.part and death_tolls.MAY_BE.search(_up_to(new, sentence)) is not None)
        _add(found, [new])
    kept = [f for f in found if not _died_of_it(f, found) and not _is_counted_by_number(f, sentence)]
    return [replace(f, count=death_tolls.as_estimated(f.count, _up_to(f, sentence))) for f in kept]


def _up_to(finding: Finding, sentence: Sentence) -> str:
    return sentence.text[: finding.end - sentence.start_char]


def _of_roll(roll: death_tolls.Roll) -> Iterator[Finding]:
    """A roll of the dead: the whole by its sum, and every entry as a part."""
    one = triggers.Harm(roll.kind, roll.trigger, roll.entries[0], None, False, "told")
    groups = [p for head in roll.entries if (p := persons(head)) is not None]
    if not groups:
        return
    whole = _whole(roll.kind, one, groups) if len(groups) > 1 else None
    if whole is not None:
        yield whole
    for group in groups:
        part = _finding(roll.kind, one, group, "part", None if whole is None else whole.key)
        yield replace(part, start=group.start, end=group.end)


def _is_counted_by_number(finding: Finding, sentence: Sentence) -> bool:
    """ "The number of people killed rose to five": the people are counted by what follows."""
    if finding.count.text or finding.people is None:
        return False
    before = sentence.text[: finding.start - sentence.start_char].rstrip().lower()
    return before.endswith("number of")


def _died_of_it(finding: Finding, found: list[Finding]) -> bool:
    """ "Was shot and pronounced dead": the wounded who died of it in the same sentence are told of once."""
    if finding.kind != "injured" or finding.people is None or not finding.count.best:
        return False
    return any(f.kind == "killed" and f.people == finding.people and f.start <= finding.end for f in found)


def _add(found: list[Finding], new: list[Finding]) -> None:
    """Add findings; where the same words were counted for the same fate already, being a part is kept."""
    for one in new:
        same = next((i for i, other in enumerate(found) if _same(one, other)), None)
        if same is None:
            found.append(one)
        elif one.scope == "part":
            found[same] = replace(found[same], scope="part")


def _same(one: Finding, other: Finding) -> bool:
    if one.kind != other.kind or one.end <= other.start or other.end <= one.start:
        return False
    return (one.count.low, one.count.best, one.count.high) == (other.count.low, other.count.best, other.count.high) or (
        one.scope == other.scope == "incident" and one.count.text == other.count.text
    )


def _of_harm(one: triggers.Harm) -> list[Finding]:
    assert one.victims is not None
    groups = _groups(one)
    kind = _kind(one, groups)
    if kind is None or not groups:
        return []
    runs = _runs(groups)
    out: list[Finding] = []
    for run in runs:
        whole = _finding(kind, one, run[0], "incident", None) if _spelt_out(run) else _whole(kind, one, run)
        out.append(whole)
        if len(run) > 1:
            out.extend(_finding(kind, one, p, "part", whole.key) for p in run[_spelt_out(run) :])
    return out


def _groups(one: triggers.Harm) -> list[Persons]:
    assert one.victims is not None
    if one.victims.i == one.trigger.i and (counted := counted_noun(one.trigger)) is not None:
        return [counted]
    heads = [*_torn_off(one.victims), *(h for h in listed(one.victims) if not _fared_otherwise(h, one))]
    return [p for head in heads if (p := persons(head)) is not None]


def _fared_otherwise(head: Token, one: triggers.Harm) -> bool:
    """ "Three dead and a number of injuries", "five killed and a dozen wounded": those last met with something else."""
    if one.victims is None or head.i == one.victims.i:
        return False
    inside = within(head)
    heads = [head] if inside is None else [head, inside, *inside.conjuncts]
    told = [lexicon.fate_of("noun").get(t.lemma_.lower()) or _state_of(t) for t in heads]
    told += [_state_of(t) for h in heads for t in h.children if t.dep_ in {"acl", "amod"}]
    told += [_state_of(t) for t in head.doc[head.i + 1 : head.i + 3] if beside_number(t) == head]
    return any(kind not in {None, one.kind} for kind in told)


def _state_of(token: Token) -> ClaimKind | None:
    return lexicon.fate_of("state").get(token.lower_) or lexicon.fate_of("done_to").get(token.lemma_.lower())


def _torn_off(head: Token) -> list[Token]:
    """The first of "after two adults and a child were killed", which the parse hangs on "after"."""
    doc, start = head.doc, head.left_edge.i
    if start - 2 <= head.sent.start or doc[start - 1].lower_ != "and" or head.dep_ != "nsubjpass":
        return []
    before = doc[start - 2]
    torn = before.dep_ == "pobj" and before.head.lower_ in lexicon.grammar().tally.clause
    return [before] if torn and is_person(before) else []


def _kind(one: triggers.Harm, groups: list[Persons]) -> ClaimKind | None:
    borne = triggers.bears(one.trigger)
    if one.kind == "injured" and one.trigger.pos_ == "NOUN" and not borne and not any(p.counted for p in groups):
        return None
    if one.kind == "displaced" and not all(_is_displaced(p, one.trigger) for p in groups):
        return None
    if not one.negated or any(p.count.best == 0 for p in groups):
        return one.kind
    return _UNHARMED.get(one.kind)


def _is_displaced(group: Persons, trigger: Token) -> bool:
    """Whether it is people driven out, not a gunman who fled the scene or a family that left the house."""
    if group.people.status in {"combatant", "police"} or group.count.best == 1:
        return False
    return trigger.lemma_.lower() != "leave" or (group.count.best or group.count.low or 0) >= _MASS


def _runs(groups: list[Persons]) -> list[list[Persons]]:
    """Lists that add up, apart where a day stands between ("40 on Tuesday and another 47 on Wednesday")."""
    runs = [[groups[0]]]
    for before, after in pairwise(groups):
        between = before.head.doc[before.head.i + 1 : after.head.i]
        if any(t.ent_type_ in {"DATE", "TIME"} and not _tells_age(t) for t in between):
            runs.append([after])
        else:
            runs[-1].append(after)
    return runs


def _tells_age(token: Token) -> bool:
    """The tagger takes "22-year-old" and ", 24," for dates; neither parts a list."""
    return token.like_num or token.is_punct or token.lower_ in lexicon.grammar().tally.ages


def _spelt_out(run: list[Persons]) -> bool:
    """ "Three villagers, two women and a child": what follows the first number spells it out."""
    rest = [p.count.best or 0 for p in run[1:]]
    return len(rest) > 1 and run[0].counted and run[0].count.best == sum(rest)


def _whole(kind: ClaimKind, one: triggers.Harm, run: list[Persons]) -> Finding:
    if len(run) == 1:
        return _finding(kind, one, run[0], "incident", None)
    first, doc = run[0], run[0].head.doc
    start, end = min(p.start for p in run), max(p.end for p in run)
    text = phrases.words(doc, start, end)
    people = People(
        text=text,
        names=tuple(dict.fromkeys(n for p in run for n in p.people.names)),
        status=first.people.status if len({p.people.status for p in run}) == 1 else "unknown",
    )
    summed = Persons(first.head, start, end, sums.total(run, text), people)
    return _finding(kind, one, summed, "incident", None)


def _finding(kind: ClaimKind, one: triggers.Harm, group: Persons, scope: Scope, whole: Key | None) -> Finding:
    trigger = one.trigger
    start, end = min(group.start, trigger.idx), max(group.end, trigger.idx + len(trigger))
    if whole is not None:
        start, end = group.start, group.end
    doubtful = one.mood == "doubtful"
    if scope == "incident" and _OF_THOSE.search(group.people.text):
        scope = "part"
    elif scope == "incident" and one.kind == "displaced" and trigger.lemma_.lower() in lexicon.grammar().harm.leaving:
        scope = "period total"
    return Finding(kind, start, end, group.count, group.people, scope, trigger, one.agent, doubtful, whole)


def _parts(sentence: Sentence, found: list[Finding]) -> Iterator[Finding]:
    """What stands after "including" or "among them", as parts of the finding told last before it."""
    for token in sentence:
        if token.lower_ not in lexicon.grammar().tally.including and not _among_them(token):
            continue
        wholes = [f for f in found if f.end <= token.idx and f.scope == "incident"]
        noun = next((t for t in token.doc[token.i + 1 : min(sentence.end, token.i + 7)] if _heads_people(t)), None)
        whole = max(wholes, key=lambda f: f.end, default=None)
        if whole is None or noun is None or token.idx - whole.end > _INCLUDING_REACH:
            continue
        for group in (p for head in listed(noun) if (p := persons(head)) is not None):
            part = replace(whole, start=group.start, end=group.end, count=group.count, people=group.people)
            yield replace(part, scope="part", whole=whole.key)


def _again(sentence: Sentence, found: list[Finding]) -> Iterator[Finding]:
    """ "Another 47": a further count of what was counted last before it, by itself."""
    for token in sentence:
        if (
            not token.like_num
            or token.i == sentence.start
            or token.nbor(-1).lower_ not in lexicon.grammar().tally.again
        ):
            continue
        follower = token.nbor(1) if token.i + 1 < sentence.end else None
        before = [f for f in found if f.end <= token.idx and f.scope == "incident"]
        count = quantities.count(token.text, LOCALE)
        if not before or count is None or (follower is not None and follower.pos_ in {"NOUN", "PROPN", "ADJ"}):
            continue
        last = max(before, key=lambda f: f.end)
        if any(_state_of(t) not in {None, last.kind} for t in _clause_around(token, last)):
            continue
        start = token.nbor(-1).idx
        yield replace(last, start=start, end=token.idx + len(token), count=count, anchor=token)


def _clause_around(token: Token, last: Finding) -> list[Token]:
    """The words from what was counted before to the number, and the few after it that may say how those fared."""
    after = takewhile(lambda t: not t.is_punct, token.doc[token.i + 1 : min(token.sent.end, token.i + 5)])
    return [*(t for t in token.sent if last.end <= t.idx < token.idx), *after]


def _among_them(token: Token) -> bool:
    """ "Among them a nurse", "among whom were two children": the pronoun ends what introduces the part."""
    return token.lower_ in {"them", "whom"} and token.i > 0 and token.nbor(-1).lower_ in {"among", "amongst", "of"}


def _heads_people(token: Token) -> bool:
    return is_person(token) and token.dep_ not in {"compound", "nummod", "amod", "poss", "det"}
