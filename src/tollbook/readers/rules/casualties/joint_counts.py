"""Numbers for the dead and the wounded together: "120 casualties", "950 killed and wounded", "300 killed or captured".

The number of the dead among them is not known: the joint number is an upper bound.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Count
from tollbook.readers.rules.casualties.findings import Finding
from tollbook.readers.rules.words import lexicon

_BRACKETS = frozenset({"(", "["})
#: Outcomes that one number can have together with another.
_KINDS: frozenset[ClaimKind] = frozenset({"killed", "injured", "captured", "missing"})


def bounded(findings: Sequence[Finding], sentence: Sentence) -> list[Finding]:
    """The findings of a sentence, with joint numbers as upper bounds of each outcome.

    "12 casualties" are at most 12 killed and at most 12 injured, two findings with the same words. Casualties whose
    dead the sentence counts by themselves are left out: "89 casualties (27 killed, 62 injured)". The outcome of "a boy
    among the casualties" is not known either.
    """
    found = []
    casualties = {one.key for one in findings if _are_casualties(one, sentence)}
    for one in findings:
        if one.key in casualties or (one.whole in casualties and not _says_dead(one, sentence)):
            if not any(_are_dead_of(other, one, sentence) for other in findings):
                bounded_one = replace(one, count=_most(one.count, vague=None))
                # "The casualty toll" is mostly that of the dead.
                is_toll = any(t.dep_ == "compound" and t.tag_ == "NN" for t in _together(one, sentence))
                found += [bounded_one] if is_toll else _of_each(bounded_one, "injured", findings)
        elif (other := _other_outcome(one)) is not None:
            end = max(one.end, other.idx + len(other))
            # "The seventh leader killed or captured" is a person and no total.
            is_person = one.count.best == 1 and one.count.qualifier == "exactly"
            scope = "part" if is_person else one.scope
            joint = replace(one, end=end, count=_most(one.count, vague=one.count), scope=scope)
            found += _of_each(joint, _kind_of(other), findings)
        else:
            found.append(one)
    return found


def _of_each(one: Finding, other: ClaimKind, findings: Sequence[Finding]) -> list[Finding]:
    """The finding of one outcome, and its like of the other if no finding counts it in the same words."""
    is_counted = any(f.kind == other and f.start < one.end and one.start < f.end for f in findings)
    return [one] if is_counted else [one, replace(one, kind=other)]


def _most(count: Count, vague: Count | None) -> Count:
    """A count as an upper bound; without one where the words give none ("more than 40 casualties").

    "At least four casualties" counts four so far: more than four dead are not reported.
    """
    known = {"about": count.best, "at least": count.low}
    most = count.high if count.high is not None else known.get(count.qualifier)
    if most is not None:
        return Count(high=most, qualifier="at most", text=count.text)
    return vague if vague is not None and vague.qualifier == "vague" else Count(qualifier="vague", text=count.text)


def _are_casualties(finding: Finding, sentence: Sentence) -> bool:
    """Whether a number of dead is only called one of casualties."""
    if finding.kind != "killed" or finding.scope == "part" or not (finding.count.best or finding.count.low):
        return False
    together = _together(finding, sentence)
    return not _says_dead(finding, sentence) and any(
        t.tag_ == "NNS" or t.head.dep_ in {"nsubj", "dobj"} for t in together
    )


def _together(finding: Finding, sentence: Sentence) -> list[Token]:
    """The words of a finding for the dead and the wounded together: "casualties"."""
    return [t for t in _words(finding, sentence) if t.lower_ in lexicon.grammar().tally.together]


def _words(finding: Finding, sentence: Sentence) -> list[Token]:
    """The words of a finding up to its parts: "148 casualties" of "148 casualties (41 killed and 107 injured)"."""
    span = finding.anchor.doc.char_span(finding.start, finding.end, alignment_mode="expand") or ()
    words = (t for t in span if sentence.start <= t.i < sentence.end)
    before_parts = _BRACKETS | lexicon.grammar().tally.including
    return list(takewhile(lambda t: t.lower_ not in before_parts, words))


def _says_dead(finding: Finding, sentence: Sentence) -> bool:
    """Whether the words of a finding state the deaths themselves: "27 killed", "18 deaths", not "a child"."""
    known, words = lexicon.grammar(), _words(finding, sentence)
    dying = [lexicon.casualty_type_of(form) for form in ("done_to", "undergo", "state", "noun")]
    if any(t.lower_ in known.casualty.deadly | known.tally.dead for t in words):
        return True
    return any(
        types.get(t.lemma_.lower()) == "killed" and t.lower_ not in known.tally.together
        for t in words
        for types in dying
    )


def _are_dead_of(finding: Finding, whole: Finding, sentence: Sentence) -> bool:
    """Whether a finding counts the dead of some casualties, in their words or after them."""
    most = whole.count.best or whole.count.low or 0
    is_of_whole = finding.kind == "killed" and whole.start < finding.end and 0 < (finding.count.best or 0) <= most
    return is_of_whole and _says_dead(finding, sentence)


def _other_outcome(finding: Finding) -> Token | None:
    """The word for the second outcome of a number of people with one or the other: "950 were killed and wounded".

    One person is counted with both only by "or": "a man was wounded and killed" counts one dead.
    """
    if finding.kind not in _KINDS or finding.count.high == 0:
        return None
    doc, at = finding.anchor.doc, finding.anchor.i
    starts = (i for i in (at, at - 2) if i >= 0 and i + 2 < len(doc))
    is_one = (finding.count.best or 0) == 1
    for first, joining, second in (doc[i : i + 3] for i in starts):
        if _are_joined(first, joining, second, finding) and not (is_one and joining.lower_ not in _either()):
            return second if finding.anchor == first else first
    return None


def _either() -> frozenset[str]:
    return lexicon.grammar().tally.either


def _kind_of(outcome: Token) -> ClaimKind:
    known = lexicon.grammar().tally
    if outcome.lower_ in known.dead:
        return "killed"
    if outcome.lower_ in known.hurt:
        return "injured"
    return "missing" if outcome.lower_ in known.sets and known.sets[outcome.lower_] == "missing" else "captured"


def _are_joined(first: Token, joining: Token, second: Token, finding: Finding) -> bool:
    """Whether two outcomes share their people: not in "12 were killed and injured people were seen"."""
    known = lexicon.grammar().tally
    either = known.dead | known.hurt | (known.otherwise if joining.lower_ in known.either else frozenset())
    outcomes = {first.lower_, second.lower_}
    if joining.lower_ not in known.both or not outcomes <= either or outcomes.isdisjoint(known.dead):
        return False
    if first.pos_ == "ADJ" and second.head == first.head and any(t.dep_ == "dobj" for t in second.rights):
        return False  # "shot a woman dead and wounded two men"
    others = (t for t in second.children if t.dep_ in {"dobj", "nsubj", "nsubjpass", "nummod"} and t.i > first.i)
    return second.dep_ == "conj" and second.head in {first, first.head} and all(t.idx < finding.end for t in others)
