"""Why a figure differs from that of a data set, by what the reports say.

Each cause rests on words of the reports, and its sentence quotes them. Where words alone could be those of a chance, as
for people who were shot and may have lived, the figure is made again without them too.
"""

import re
from collections.abc import Iterable, Iterator

from tollbook.compare.book_side import Figures
from tollbook.compare.compared import Compared
from tollbook.compare.records import Cause
from tollbook.compare.wordings import Cue, Sentence, any_number, around, cue, numbers_in, quoted, sentences
from tollbook.locale.messages import message
from tollbook.model import Claim, Span

#: Suffixes of a family name.
_AFTER_NAMES = re.compile(r",?\s+(?:Jr|Sr|II|III)\b\.?$", re.I)
#: Quotations in a sentence at most.
_MOST = 3
#: The most characters between a number and a word for a casualty, without another number between: "three other boys
#: lived but were hit too". Chosen on 185 figures of a registry: 25 missed one, and without a limit, the number of
#: something else in a long sentence was taken.
_NEAR = 60


def by_fate(case: Compared) -> Iterator[Cause]:
    """The dead among the injured, or the injured among the dead: without their words the figures are equal."""
    killed, injured = case.here("killed"), case.here("injured")
    if case.name != "injured" or not killed or not injured:
        return
    hit = [c for c in injured if _was_hit(c)]
    hit += [c for c in injured if c not in hit and c.scope == "part" and any(c.quote in each.quote for each in hit)]
    if case.equally_many_dead and case.best > case.n and case.equal_without(hit):
        yield Cause(kind="outcome", sentence=message(
            "The words {hit} say that people were hit, not that they lived; without them the figure is that of B. "
            "The reports count the dead with {killed}.", hit=_quotes(hit), killed=_quotes(killed),
        ))  # fmt: skip
    elif case.best < case.n and case.equal_without(killed):
        yield Cause(kind="outcome", sentence=message(
            "As read, people of {injured} died ({killed}); without the words of death the figure is that of B.",
            injured=_quotes(injured), killed=_quotes(killed),
        ))  # fmt: skip


def by_names(case: Compared) -> Iterator[Cause]:
    """Somebody named is counted in addition to those counted already: without that name the figures are equal."""
    named: dict[str, list[Claim]] = {}
    for claim in case.here() if case.best > case.n else ():
        for name in claim.people.names if claim.people else ():
            named.setdefault(name, []).append(claim)
    for name in named:
        alike = [other for other in named if other != name and _is_alike(name, other)]
        if alike and case.equal_without([claim for other in alike for claim in named[other]]):
            yield Cause(kind="together", sentence=message(
                "A counts {names} as different people; counted as one, they give the figure of B.",
                names=", ".join(map(quoted, (name, *alike))),
            ))  # fmt: skip
            return
    for name, claims in named.items():
        others = [claim for claim in case.here() if claim not in claims]
        if others and case.equal_without(claims):
            yield Cause(kind="together", sentence=message(
                "A adds {name} ({words}) to those counted with {others}; without these words the figure is that of B.",
                name=name, words=_quotes(claims), others=_quotes(others),
            ))  # fmt: skip
            return


def _is_alike(name: str, other: str) -> bool:
    """Whether two names share their first or last word: "Ralphael Davis Jr." and "Ralph Davis"."""
    one, two = (_AFTER_NAMES.sub("", each).lower().split() for each in (name, other))
    return bool(one and two) and (one[0] == two[0] or one[-1] == two[-1])


def by_people(case: Compared) -> Iterator[Cause]:
    """Other people are counted: the dead among the injured, the attacker, those of several attacks, or some twice."""
    for found in (_hit, _attacker, _several, _added, _same_people):
        yield from found(case)


def by_words(case: Compared) -> Iterator[Cause]:
    """How the reports give the number of the data set: elsewhere, of a part, unread, or nowhere. Always a cause."""
    for found in (_other_words, _part, _filed, _unread, _not_reported):
        yield from found(case)


def _was_hit(claim: Claim) -> bool:
    return bool(cue("struck").search(claim.quote)) and not cue("lived").search(claim.quote)


def _hit(case: Compared) -> Iterator[Cause]:
    """The book counts all who were hit as injured, the dead too."""
    dead = _best(case.theirs, "killed")
    hit = [c for c in case.here("injured") if c.count and c.count.best == case.best and _was_hit(c)]
    if case.name == "injured" and case.equally_many_dead and dead and hit and case.best == case.n + dead:
        yield Cause(kind="outcome", sentence=message(
            "The words {hit} count people who were hit: as many as B counts killed ({killed}) and injured ({injured}).",
            hit=_quotes(hit), killed=dead, injured=case.n,
        ))  # fmt: skip


def _same_people(case: Compared) -> Iterator[Cause]:
    """Killed and injured together are the same number, so that one side counts as killed whom the other does not."""
    killed, injured = case.here("killed"), case.here("injured")
    mine, theirs = (_together(each) for each in (case.mine, case.theirs))
    said = {c.count.best for c in killed if c.count}
    if mine and mine == theirs and not case.equally_many_dead and _best(case.theirs, "killed") not in said:
        more = _best(case.mine, "killed") > _best(case.theirs, "killed")
        yield Cause(kind="outcome", sentence=message(
            "Killed and injured together are the same number on both sides; A has them from {words}.",
            words=_quotes(killed if more else injured),
        ))  # fmt: skip


def _attacker(case: Compared) -> Iterator[Cause]:
    """The data set counts one more than the book or a report, and the reports mention a dead attacker."""
    outcome: Cue = "attacker_killed" if case.name == "killed" else "attacker_injured"
    said = {c.count.best for c in case.claims if c.kind == case.name and c.scope == "incident" and c.count}
    if case.n < 2 or case.best >= case.n or case.n in said or case.n - 1 not in {*said, case.best}:
        return
    for sentence in sentences(case.reports):
        if found := cue(outcome).search(sentence.text):
            yield Cause(kind="attacker", sentence=message(
                "B has one more than the reports count: it may count the attacker or shooter too, of whom report "
                "{report} says {words}.", report=sentence.report, words=around(sentence, *found.span()),
            ))  # fmt: skip
            return


def _several(case: Compared) -> Iterator[Cause]:
    """The book has the total of several attacks, as a title or the sentence of a claim says."""
    more = [c for c in case.here() if c.scope == "incident" and c.count and (c.count.best or 0) > case.n]
    for sentence in sentences(case.reports) if more and case.best > case.n else ():
        found = cue("several_attacks").search(sentence.text)
        if found and any(_is_in(claim, sentence) or _is_in_title(claim, sentence) for claim in more):
            yield Cause(kind="several", sentence=message(
                "Report {report} counts people of several attacks ({words}); B may have one of them.",
                report=sentence.report, words=around(sentence, *found.span()),
            ))  # fmt: skip
            return


def _added(case: Compared) -> Iterator[Cause]:
    """The figure of the book is in no report: it is the sum of people whom reports give one by one."""
    here = case.here()
    if len(here) > 1 and case.best > case.n and case.best > max((c.count.best or 0) for c in here if c.count):
        single = [c for c in here if c.count and c.count.best == 1]
        yield Cause(kind="together", sentence=message(
            "No report gives {n}, the figure of A: it adds up people of {words}; some may be the same, or of another "
            "attack.", n=case.best, words=_quotes(single or here),
        ))  # fmt: skip


def _other_words(case: Compared) -> Iterator[Cause]:
    """Words for the whole incident give the figure of the data set, and others do not."""
    same = [c for c in case.here() if c.scope == "incident" and c.count and c.count.best == case.n]
    others = [c for c in case.here() if c.count and c.count.best != case.n]
    if case.n == 0 and others:
        yield Cause(kind="words", sentence=message("B counts nobody; the reports say {words}.", words=_quotes(others)))
    elif same and others:
        yield Cause(kind="words", sentence=message(
            "The words {same} give the figure of B; the reports also say {others}.",
            same=_quotes(same), others=_quotes(others),
        ))  # fmt: skip


def _part(case: Compared) -> Iterator[Cause]:
    """The number of the data set is that of some of the people."""
    parts = [c for c in case.here() if c.scope == "part" and c.count and c.count.best == case.n]
    whole = [c for c in case.here() if c.scope == "incident" and c.count and (c.count.best or 0) > case.n]
    if parts and whole and case.n:
        yield Cause(kind="part", sentence=message(
            "The reports give the figure of B for some of the people ({parts}), and for all of them {whole}.",
            parts=_quotes(parts), whole=_quotes(whole),
        ))  # fmt: skip


def _filed(case: Compared) -> Iterator[Cause]:
    """Words with the figure of the data set are filed in another incident, or in none."""
    for claim in case.claims:
        if (claim.kind == case.name and claim.incident != case.incident and claim.scope != "part"
                and claim.count and claim.count.best == case.n):  # fmt: skip
            yield Cause(kind="linking", sentence=_where(claim, case.n))
            return


def _where(claim: Claim, n: int) -> str:
    if claim.incident is None:
        return message("The words {words} give {n}, but are of no incident.", words=quoted(claim.quote), n=n)
    return message("The words {words} give {n}, but are filed in incident {other}.",
                   words=quoted(claim.quote), n=n, other=claim.incident)  # fmt: skip


def _unread(case: Compared) -> Iterator[Cause]:
    """Unread words: a sentence about casualties has the number, or nobody is counted, and no claim has it."""
    counted = [c for c in case.claims if c.kind == case.name and c.count]
    if case.n == 0 or any(c.count and c.count.best == case.n for c in counted):
        return
    beside = [
        (gap, sentence, span)
        for sentence in sentences(case.reports)
        for gap, span in _beside_harm(sentence.text, case)
        if not _is_read(sentence, case) and (case.n > 1 or not counted)
    ]
    if beside:
        _, sentence, span = min(beside, key=lambda each: each[0])
        yield Cause(kind="reading", sentence=message(
            "Report {report} says {words}, and no claim gives {n}.",
            report=sentence.report, words=around(sentence, *span), n=case.n,
        ))  # fmt: skip


def _beside_harm(text: str, case: Compared) -> Iterator[tuple[int, Span]]:
    """Words for killing or injuring; for a number other than 1 with it near them: the distance and both spans."""
    for harmed in cue(_harmed(case)).finditer(text):
        for start, end in [harmed.span()] if case.n == 1 else numbers_in(text, case.n):
            first, last = sorted([(start, end), harmed.span()])
            between = text[first[1] : last[0]]
            if len(between) <= _NEAR and not any_number(between):
                yield len(between), (first[0], max(end, harmed.end()))


def _is_read(sentence: Sentence, case: Compared) -> bool:
    """Whether a claim of another outcome has the number of this sentence: "4 dead, wounded 3 others"."""
    return any(_is_in(c, sentence) for c in case.claims if c.count and c.count.best == case.n)


def _is_in_title(claim: Claim, sentence: Sentence) -> bool:
    """Whether the title of a report has the number of its claim."""
    number = claim.count.best if claim.count else None
    return sentence.title and claim.report == sentence.report and bool(number and numbers_in(sentence.text, number))


def _is_in(claim: Claim, sentence: Sentence) -> bool:
    return claim.report == sentence.report and " ".join(claim.quote.split()) in sentence.text


def _not_reported(case: Compared) -> Iterator[Cause]:
    """No report gives the number of the data set."""
    elsewhere = [c for c in case.claims if c.kind == case.name and c.count and c.incident != case.incident]
    if counting := [*case.here(), *elsewhere]:
        sentence = message("No report gives {n} as a number; they say {words}.", n=case.n, words=_quotes(counting))
    else:
        stated = ((each, cue(_harmed(case)).search(each.text)) for each in sentences(case.reports))
        words = [around(each, *found.span()) for each, found in stated if found]
        if words:
            sentence = message("No report gives {n} or another number; they say {words}.", n=case.n, words=words[0])
        else:
            sentence = message("No report gives {n}, or has a word for people harmed in this way.", n=case.n)
    yield Cause(kind="not reported", sentence=sentence)


def _harmed(case: Compared) -> Cue:
    return "killed" if case.name == "killed" else "injured"


def _quotes(claims: Iterable[Claim]) -> str:
    """The words of claims, those of the whole incident first, a few of many."""
    ordered = sorted(claims, key=lambda c: (c.scope != "incident", -((c.count and c.count.best) or 0)))
    words = list(dict.fromkeys(quoted(claim.quote) for claim in ordered))
    return ", ".join([*words[:_MOST], *(["…"] if len(words) > _MOST else [])])


def _best(figures: Figures, name: str) -> int:
    return ((each := figures.get(name)) and each.best) or 0


def _together(figures: Figures) -> int:
    return _best(figures, "killed") + _best(figures, "injured")
