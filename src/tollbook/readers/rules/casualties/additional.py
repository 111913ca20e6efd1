"""Whether people are counted in addition to others: "another 47", "three others", "two more".

There are two steps. :func:`is_stated` reads the words of one finding. :func:`resolve` then checks the claims before it:
"another N" adds to a count only if this report already counted people with the same outcome. The result is the field
``additional`` of the claim; later layers read nothing else.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import Claim, Count, People
from tollbook.readers.rules.casualties import among_them
from tollbook.readers.rules.casualties.subsets import (
    COUNTED,
    SENTENCE_END,
    are_of_other_sex,
    is_single,
    same_event,
    size,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.reference_words import words

#: The most sentence ends between a count and the next that continues it. A judgement: with four, speakers in
#: reports of war were right as often.
_CONTINUES = 2


def has_word(text: str) -> bool:
    """Whether a phrase has a word such as "other" or "another"."""
    return not lexicon.grammar().additional.words.isdisjoint(text.lower().split())


def is_stated(people: People | None, count: Count, anchor: Token) -> bool:
    """Whether the words of a finding count people in addition to others: "another 47", "also detained two".

    "More than 40" is a bound; only "40 more" is additional. In a list, "the driver and two other men", only the first
    member can be additional to people mentioned before.
    """
    joining = lexicon.grammar().additional.joining
    phrase = _comparisons().sub(" ", people.text.lower()).split() if people else []
    own = set(takewhile(lambda word: word not in joining, phrase))
    if count.text:
        own |= {t.lower_ for t in anchor.children if t.dep_ in {"advmod", "det"}}
    return not own.isdisjoint(lexicon.grammar().additional.words)


@functools.cache
def _comparisons() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(lexicon.grammar().additional.comparisons)})\b")


def bare_counts(sentence: Sentence) -> Iterator[tuple[Token, Token, Count]]:
    """Numbers after "another" or "further" without a noun: the word, the number and its count."""
    for number in sentence:
        if not number.like_num or number.i == sentence.start:
            continue
        word, follower = number.nbor(-1), number.nbor(1) if number.i + 1 < sentence.end else None
        if word.lower_ not in lexicon.grammar().additional.again:
            continue
        # "Another 16-year-old" gives an age.
        has_noun = follower is not None and (follower.pos_ in {"NOUN", "PROPN", "ADJ"} or follower.text == "-")
        count = quantities.count(number.text, LOCALE)
        if count is not None and not has_noun:
            yield word, number, count


def resolve(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, in text order, with ``additional`` decided; ``text`` is the report's."""
    checked = [_with_base(claim, claims[:n], text) for n, claim in enumerate(claims)]
    return [_new_people(claim, checked[:n]) for n, claim in enumerate(checked)]


def beside(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, whose parts are known, with people who cannot be one of those counted before."""
    return [_one_more(claim, claims[:n], text) for n, claim in enumerate(claims)]


@functools.cache
def _own_death() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(lexicon.grammar().additional.own_death)})\b", re.I)


def _one_more(claim: Claim, before: Sequence[Claim], text: str) -> Claim:
    """The claim as additional where it is about one person who cannot be one of those counted before.

    "Two guards were killed and a cook died", "three women died. A man was also killed"; not "nine people were killed,
    and a cook died", since the cook may be one of the nine. An attacker's own death is a part of the event, beside the
    people whom he killed: "killed three people before killing himself".
    """
    if claim.additional or claim.people is None or claim.count is None or claim.count.best != 1 or claim.count.text:
        return claim
    counted = [c for c in before if c.kind == claim.kind and size(c) and c.end <= claim.start and same_event(c, claim)]
    last = max(counted, key=lambda c: (c.end, -c.start), default=None)
    is_member = any(c.id == claim.part_of and c.end >= claim.end for c in before)
    between = text[last.end : claim.start].lower().split() if last is not None else []
    is_listed = not lexicon.grammar().tally.including.isdisjoint(between) or among_them.ends_list(text, claim.end)
    if last is None or is_member or is_listed:
        return claim
    is_group = _is_counted_group(last) and size(last) > 1
    is_same_sentence = SENTENCE_END.search(text[last.end : claim.start]) is None
    if is_same_sentence and claim.kind == "killed" and _own_death().search(claim.quote) is not None:
        part_of = last.id if claim.scope == "part" else None
        return msgspec.structs.replace(claim, additional=True, part_of=part_of)
    if not is_group or not _is_introduced(claim) or (claim.scope == "part" and claim.part_of != last.id):
        return claim
    is_other_noun = _noun(last) not in {*lexicon.grammar().additional.anybody, _noun(claim)}
    is_other = is_other_noun if is_same_sentence else are_of_other_sex(last, claim)
    return msgspec.structs.replace(claim, additional=True, scope="incident", part_of=None) if is_other else claim


def _with_base(claim: Claim, before: Sequence[Claim], text: str) -> Claim:
    """The claim as additional only where an earlier claim has the same outcome.

    "One man died and three others were hurt": "others" refers to the dead man, so the injured are not additional. If
    nobody was injured before, "another" in "he shot another man" refers to the shooter. Across a sentence boundary only
    "others" refers to the people mentioned last; "another three" may continue an earlier count.
    """
    counted = [c for c in before if c.kind in COUNTED and size(c)]
    last = max(counted, key=lambda c: (c.start, c.end), default=None)
    if not claim.additional or (last is not None and last.kind == claim.kind):
        return claim
    if last is None or not any(c.kind == claim.kind for c in counted):
        return msgspec.structs.replace(claim, additional=False)
    same_sentence = SENTENCE_END.search(text[last.start : claim.start]) is None
    phrase = set(claim.people.text.lower().split()) if claim.people is not None else set()
    refers_to_last = same_sentence or not phrase.isdisjoint(lexicon.grammar().additional.others)
    return msgspec.structs.replace(claim, additional=False) if refers_to_last else claim


def _new_people(claim: Claim, before: Sequence[Claim]) -> Claim:
    """The claim as additional where it introduces new people after a single person with the same outcome.

    "A smuggler was arrested. ... Two villagers were detained": both are introduced as new, and "villagers" cannot stand
    for the smuggler. So does "an officer was killed. ... The other victim was Ana Brod".
    """
    is_another = _is_another_victim(claim)
    if not (is_another or (_is_counted_group(claim) and _is_introduced(claim))) or claim.additional:
        return claim
    same = [c for c in before if c.kind == claim.kind and c.scope == "incident" and size(c) and same_event(c, claim)]
    if not same or any(not is_single(c) for c in same) or not any(_is_introduced(c) for c in same):
        return claim
    if is_another:
        return msgspec.structs.replace(claim, additional=True)
    nouns = {_noun(c) for c in same} | lexicon.grammar().additional.anybody
    statuses = {c.people.status for c in same if c.people} | {claim.people.status if claim.people else "unknown"}
    others = _noun(claim) not in nouns and (len(statuses) == 1 or "unknown" not in statuses)
    return msgspec.structs.replace(claim, additional=True) if others else claim


def attributed(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims with the speakers of those they add to: "…, the agency said. Another 12 were killed in Velmar".

    News writing names the informant once. Only the next sentences of the same paragraph continue a count.
    """
    done: list[Claim] = []
    for claim in claims:
        base = _base(claim, done, text) if len(claim.speakers) == 1 else None
        done.append(claim if base is None else msgspec.structs.replace(claim, speakers=base.speakers))
    return done


def _base(claim: Claim, before: Sequence[Claim], text: str) -> Claim | None:
    """The whole of a part, or the last count that a claim adds to, at most ``_CONTINUES`` sentences before it."""
    if claim.part_of is not None:
        return next((c for c in before if c.id == claim.part_of), None)
    last = next((c for c in reversed(before) if c.kind == claim.kind and c.scope != "part" and size(c)), None)
    if not claim.additional or last is None or len(last.speakers) == 1 or last.end > claim.start:
        return None
    between = text[last.end : claim.start]
    return last if len(SENTENCE_END.findall(between)) <= _CONTINUES else None


def _is_another_victim(claim: Claim) -> bool:
    """Whether a claim names one more victim: "the other victim was Ana Brod"."""
    quote = claim.quote.lower().split()
    noun = next((n for n, word in enumerate(quote) if word in words().victims), 0)
    return not words().distinguishing.isdisjoint(quote[:noun])


def _is_counted_group(claim: Claim) -> bool:
    count, people = claim.count, claim.people
    return claim.scope == "incident" and bool(count and count.text and count.low) and people is not None


def _is_introduced(claim: Claim) -> bool:
    """Whether the people are mentioned as new: "a smuggler", "two villagers", not "the smuggler" or a bare name."""
    phrase = claim.people.text.lower().split() if claim.people else []
    counted = bool(claim.count and claim.count.text)
    grammar = lexicon.grammar()
    return bool(phrase) and (
        phrase[0] in grammar.additional.introducing or (counted and phrase[0] not in grammar.subset.definite)
    )


def _noun(claim: Claim) -> str:
    """The last word of the phrase for the people, without its plural ending."""
    phrase = re.findall(r"[^\W\d_]+", claim.people.text.lower()) if claim.people else []
    return phrase[-1].removesuffix("s") if phrase else ""
