"""Sentences that refer back to a count: "Four of them were children", "One died at the scene; another in hospital".

Such a sentence counts no new people. Its numbers are parts of the last count of the report.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import Count
from tollbook.readers.rules.casualties import composition
from tollbook.readers.rules.casualties.findings import Finding
from tollbook.readers.rules.casualties.semantic_roles import agent
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.people import is_person, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE

#: Sentences after a count that may refer to it. A judgement: news describes the dead right after counting them.
_REACH = 2
#: Tokens that may be between "four" and the description, as in "at least four of them are believed to be children".
_SHORT = 4
#: Outcomes that people can survive.
_ALIVE = frozenset({"injured", "abducted", "missing", "captured"})


def resolved(sentences: Sequence[Sentence], found: Sequence[tuple[Finding, ...]]) -> tuple[tuple[Finding, ...], ...]:
    """Return the findings by sentence; those that refer back to a count become parts of it."""
    result: list[tuple[Finding, ...]] = []
    last: list[Finding] = []
    age = 0
    for sentence, of_sentence in zip(sentences, found, strict=True):
        own = of_sentence
        if last and age < _REACH:
            own = tuple(one for one in own if not (_are_their_bodies(one, last) and last[0].kind == "killed"))
            own = tuple(_killed_before(_bodies_of_all(one, last), last) for one in own)
            own = _manners_of_all(own, last)
            further = (*_described(sentence, last), *_deaths_of_all(sentence, last))
            own = tuple(_manner_of_death(one, last) for one in own) if own else further
        result.append(own)
        new = [one for one in own if one.scope == "incident"]
        # Parts continue the description of the same people.
        last, age = (new, 0) if new else (last, age + (not own))
    return tuple(result)


def _killed_before(one: Finding, last: Sequence[Finding]) -> Finding:
    """Return wounds of people who were counted among the dead as how they died: "the couple had been stabbed"."""
    whole, known = last[0], lexicon.grammar()
    words = one.people.text.lower().split() if one.people is not None else []
    is_all = bool(words) and words[0] in known.function.the | known.people.everybody and _size(one) == _size(whole) > 1
    is_open = one.kind == "injured" and one.anchor.lemma_.lower() in known.casualty.loose
    if len(last) != 1 or whole.kind != "killed" or not (is_all and is_open):
        return one
    return replace(one, kind="killed", scope="part", whole=whole.key)


def _bodies_of_all(one: Finding, last: Sequence[Finding]) -> Finding:
    """Return a finding of "their bodies" with the number of those counted before: "eleven miners were abducted"."""
    if not _are_their_bodies(one, last) or last[0].kind == "unharmed":
        return one
    return replace(one, count=last[0].count, people=last[0].people, scope="incident", whole=None)


def _are_their_bodies(one: Finding, last: Sequence[Finding]) -> bool:
    """Whether a finding is "their bodies", of the only count before."""
    are_bodies = one.anchor.lower_ in lexicon.grammar().casualty.bodies and one.count.best is None
    are_theirs = are_bodies and any(t.tag_ == "PRP$" for t in one.anchor.lefts)
    return are_theirs and len(last) == 1


def _manner_of_death(one: Finding, last: Sequence[Finding]) -> Finding:
    """Return a finding, as a part of the count before if it says how one of the dead died.

    "One was pronounced dead at the scene" after "two were killed". Not if the sentence before counts wounded too,
    because one of these may have died.
    """
    whole = last[0]
    if len(last) != 1 or one.kind != whole.kind or one.kind != "killed":
        return one
    text = one.people.text.lower() if one.people is not None else ""
    words = frozenset(text.split())
    is_bare = words <= lexicon.grammar().back.bare or quantities.number(text, LOCALE) is not None
    known = lexicon.grammar().back.dying
    verb = one.anchor if one.anchor.pos_ == "VERB" else one.anchor.head
    tells_how = any(t.lower_ in known for t in verb.subtree if t.i > one.anchor.i)
    is_some = 0 < _size(one) < (whole.count.best or 0)
    return replace(one, scope="part", whole=whole.key) if is_bare and tells_how and is_some else one


def _manners_of_all(found: tuple[Finding, ...], last: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings of a sentence, as parts of the count before if they say how all of the dead died.

    "Four were shot and three were stabbed", or "one was shot and the others stabbed", after "seven were killed". The
    numbers must add up to the dead, or end with "the others".
    """
    whole = last[0]
    is_one = len(last) == 1 and whole.kind == "killed" and len(found) > 1
    if not is_one or not all(map(_is_bare_number, found)) or any(map(_has_own, found)):
        return found
    total, are_others = sum(map(_size, found)), not found[-1].count.best
    if _size(whole) <= total if are_others else _size(whole) != total:
        return found
    return tuple(replace(one, kind="killed", scope="part", whole=whole.key) for one in found)


def _is_bare_number(one: Finding) -> bool:
    """Whether people are a number without a noun, or "the others", who were shot, stabbed or killed."""
    text = one.people.text.lower() if one.people is not None else ""
    is_number = quantities.number(text, LOCALE) is not None or text in lexicon.grammar().back.rest
    is_loose = one.anchor.lemma_.lower() in lexicon.grammar().casualty.loose
    return is_number and one.anchor.pos_ == "VERB" and (one.kind == "killed" or (one.kind == "injured" and is_loose))


def _has_own(one: Finding) -> bool:
    """Whether a verb has wounds ("shot and wounded"), a place or a day of its own."""
    known = tuple(lexicon.grammar().subset.wounded_stems)
    return any(t.lower_.startswith(known) or t.ent_type_ in {"GPE", "DATE"} for t in one.anchor.sent)


def _described(sentence: Sentence, last: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the part of the last count that a sentence describes.

    "Four of them were children", "most were women", "several of them children". Not if the sentence before counts
    people twice, or several perpetrators.
    """
    number, noun = _number_and_noun(sentence)
    if number is None or noun is None or len(last) != 1 or _are_several(last[0].agent):
        return
    whole = last[0]
    words = sentence.doc[sentence.start : number.i + 1].text
    count = quantities.count(words, LOCALE) or Count(qualifier="vague")
    size = count.best or count.low or 0
    if count.qualifier in {"multiple of", "unknown"} or size >= _size(whole):
        return
    groups = [p for head in listed(noun) if (p := persons(head)) is not None]
    if not groups:
        return
    start = sentence.doc[sentence.start].idx
    yield replace(
        whole,
        start=start,
        end=groups[-1].end,
        count=count,
        people=composition.described(groups),
        scope="part",
        anchor=number,
        whole=whole.key,
    )


def _deaths_of_all(sentence: Sentence, last: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the deaths of all who were counted before: "two men were shot; they died later".

    Only where the sentence before names nobody else, as attackers, whom "they" may be.
    """
    whole, known = last[0], lexicon.grammar().tally
    is_subject = whole.agent is None and any(t.dep_ == "nsubjpass" for t in whole.anchor.lefts)
    if len(last) != 1 or not is_subject or whole.kind not in _ALIVE or _size(whole) < 2:
        return
    for verb in sentence:
        they = next((t for t in verb.children if t.lower_ in known.referring | known.them and _dies(t)), None)
        if they is not None and not negated(verb) and certainty(verb) == "asserted":
            start, end = min(they.idx, verb.idx), max(they.idx + len(they), verb.idx + len(verb))
            yield replace(whole, kind="killed", start=start, end=end, anchor=verb, agent=agent(verb), whole=None)
            return


def _dies(they: Token) -> bool:
    """Whether a pronoun is for the dead of its verb: "they died", "they were killed", "killed them"."""
    known = lexicon.casualty_type_of("undergo" if they.dep_ == "nsubj" else "done_to")
    return they.dep_ in {"nsubj", "nsubjpass", "dobj"} and known.get(they.head.lemma_.lower()) == "killed"


def _number_and_noun(sentence: Sentence) -> tuple[Token | None, Token | None]:
    """The word for the number at the beginning of a sentence, and the noun that describes the people."""
    number = next((t for t in sentence[:_SHORT] if _is_quantity(t)), None)
    if number is None or any(t.pos_ not in {"ADV", "ADP", "ADJ", "NUM"} for t in sentence[: number.i - sentence.start]):
        return None, None
    after = number.i + 1
    doc, known = sentence.doc, lexicon.grammar()
    of_them = {f"{of} {word}" for of in known.function.of for word in known.back.them}
    is_of_them = doc[after : after + 2].text.lower() in of_them
    rest = [t for t in doc[after + 2 * is_of_them : sentence.end] if not t.is_punct]
    verb = next((t for t in rest[:1] if t.lower_ in known.back.were), None)
    if verb is not None and not negated(verb):
        noun = next((t for t in verb.children if t.dep_ == "attr" and t.i > verb.i and is_person(t)), None)
        return number, noun
    return number, next((t for t in rest[:_SHORT] if is_of_them and verb is None and _ends(t, sentence)), None)


def _is_quantity(token: Token) -> bool:
    return token.lower_ in lexicon.grammar().back.some or quantities.number(token.text, LOCALE) is not None


def _ends(noun: Token, sentence: Sentence) -> bool:
    """Whether a sentence without a verb is only such a description: "several of them children"."""
    has_verb = any(t.pos_ in {"VERB", "AUX"} for t in sentence)
    return noun.pos_ == "NOUN" and is_person(noun) and not has_verb


def _are_several(agent: Token | None) -> bool:
    return agent is not None and any(t.dep_ == "nummod" for t in agent.children)


def _size(one: Finding) -> int:
    return one.count.best or one.count.low or 0
