"""Pairs of names that may be one, each with the reason: by spelling, script, initials, descriptions and gazetteer."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from rapidfuzz import fuzz, process

from tollbook import gazetteer
from tollbook.locale.messages import message
from tollbook.model import Place, Record
from tollbook.reconcile import name_matching
from tollbook.reconcile.name_uses import NameUse
from tollbook.reconcile.settled_names import NameKind, spelling_key
from tollbook.reconcile.transliteration import consonants, latin_words, same_across_scripts, script

#: Least similarity of two folded names before their words are compared, in percent: it only saves time.
_SIMILAR = 75
#: Words of a name, and words that describe its bearer, at most. Longer ones are seldom names.
_MOST_WORDS, _MOST_DESCRIBING = 12, 3
#: Names that share a key, at most: a key that more names share is too common to be evidence.
_MOST_ALIKE = 60
#: Least consonants that two spellings of a place share, and least similarity of the letters.
_CONSONANTS, _SAME_PLACE = 3, 55
_ARABIC_ARTICLES = frozenset({"al", "el", "ez", "az", "as", "es", "ash", "at", "ad", "an", "ar", "er", "ed", "ul"})


class NameSummary(Record, frozen=True, kw_only=True):
    """A name with all its uses in the book, as reported; ``claim`` and ``report`` are where it first occurs."""

    kind: NameKind
    name: str
    reports: int = 0
    claims: int = 0
    claim: str = ""
    report: str = ""
    also: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    site: str | None = None
    side: str | None = None

    @property
    def key(self) -> str:
        """The key of its spelling."""
        return spelling_key(self.name)


class NamePair(NamedTuple):
    """Two names that may be one, by their keys, and why."""

    one: str
    other: str
    why: str


def summaries(uses: Iterable[NameUse]) -> list[NameSummary]:
    """The names of some uses of one kind, those in most reports first; spellings that differ by case are one."""
    by_key: dict[str, list[NameUse]] = defaultdict(list)
    for use in uses:
        by_key[spelling_key(use.name)].append(use)
    made = [_summary(every) for every in by_key.values()]
    return sorted(made, key=lambda each: (-each.reports, each.name))


def _summary(every: Sequence[NameUse]) -> NameSummary:
    names = [use.name for use in every]
    details = [use.details for use in every]
    places = {(p.country, p.geonameid, p.lat, p.lon): p for d in details if (p := d.place) is not None}
    return NameSummary(
        kind=every[0].kind,
        name=max(sorted(set(names)), key=names.count),
        reports=len({use.report for use in every}),
        claims=sum(use.uses for use in every),
        claim=every[0].claim,
        report=every[0].report,
        also=tuple(dict.fromkeys(other for d in details for other in d.also)),
        roles=tuple(dict.fromkeys(role for d in details for role in d.roles)),
        places=tuple(places[key] for key in sorted(places, key=str)),
        site=next((d.site for d in details if d.site), None),
        side=next((d.side for d in details if d.side), None),
    )


def is_candidate(name: str) -> bool:
    """Whether words can be a name that several reports share: a proper name of few words, no unnamed group."""
    words = name_matching.all_words(name)
    crowds = set(words) & name_matching.word_lists().crowds
    return bool(latin_words(name)) and len(words) <= _MOST_WORDS and not crowds and name_matching.is_proper(name)


def by_spelling(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """Names with the same words, or with words that are spelt alike."""
    groups: dict[tuple[str, ...], list[NameSummary]] = defaultdict(list)
    for each in names:
        groups[tuple(sorted(core_words(each.name)))].append(each)
    for words, own in groups.items():
        if words:
            yield from (NamePair(own[0].key, each.key, message("The same words.")) for each in own[1:])
    latin = [own[0] for own in groups.values() if script(own[0].name) == "LATIN"]
    blocks: dict[str, list[NameSummary]] = defaultdict(list)
    for each in latin:
        blocks[name_matching.fold("".join(core_words(each.name)))[:1]].append(each)
    for block in blocks.values():
        folded = [name_matching.fold(" ".join(core_words(each.name))) for each in block]
        table = process.cdist(folded, folded, scorer=fuzz.ratio, score_cutoff=_SIMILAR)
        for i, j in zip(*table.nonzero(), strict=True):
            if i < j and _alike(block[i].name, block[j].name):
                yield NamePair(block[i].key, block[j].key, message("Spelt alike."))


def by_script(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """Names in two scripts with the same consonants."""
    latin = [each for each in names if script(each.name) == "LATIN"]
    for other in (each for each in names if script(each.name) != "LATIN"):
        for each in latin:
            if same_across_scripts(each.name, other.name) or _same_single_word(each.name, other.name):
                yield NamePair(each.key, other.key, message("The same consonants in two scripts."))


def by_initials(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """Initials and the name that they abbreviate; and a name in brackets behind another."""
    known = {each.key for each in names}
    short = [each for each in names if each.name.isupper() and each.name.isalpha() and len(each.name) > 2]
    full = [each for each in names if len(each.name.split()) > 2]
    for one in short:
        for other in full:
            if name_matching.is_acronym_of(one.name, other.name):
                why = message("“{short}” are the initials of “{full}”.", short=one.name, full=other.name)
                yield NamePair(one.key, other.key, why)
    for one in names:
        for inside in one.also:
            if (key := spelling_key(inside)) in known and key != one.key:
                why = message("A report has “{inside}” in brackets behind “{name}”.", inside=inside, name=one.name)
                yield NamePair(one.key, key, why)


def by_description(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """A name, and the same name with words that describe its bearer ("the Velm-based Observatory for Peace")."""
    by_word: dict[str, list[NameSummary]] = defaultdict(list)
    for each in names:
        if _can_be_described(each):
            for word in set(core_words(each.name)):
                by_word[word].append(each)
    for longer in names:
        words = set(_words(longer.name))
        for core in {each.key: each for word in words for each in by_word.get(word, ())}.values():
            own = set(core_words(core.name))
            more = words - own
            if own < words and len(more) <= _MOST_DESCRIBING and _only_describe(more, longer.name, core.name):
                yield NamePair(
                    core.key,
                    longer.key,
                    message("“{longer}” has the words of “{name}”.", longer=longer.name, name=core.name),
                )


def by_place(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """Names that the gazetteer gives to one place, or that are spelt alike in one country."""
    at: dict[object, list[NameSummary]] = defaultdict(list)
    for each in names:
        for place in each.places:
            if place.lat is not None and place.precision is not None and place.precision < 6:
                at[place.geonameid or (place.lat, place.lon)].append(each)
        for entry in gazetteer.lookup(each.name):
            if entry.kind != "country" and entry.country in {place.country for place in each.places}:
                at[entry.geonameid or (entry.lat, entry.lon)].append(each)
    for own in at.values():
        for other in own[1:] if len(own) <= _MOST_ALIKE else ():
            if other.key != own[0].key and not _is_inside(own[0].name, other.name):
                yield NamePair(own[0].key, other.key, message("The gazetteer has one place for both."))
    yield from _transliterated(names)


def _is_inside(one: str, other: str) -> bool:
    """Whether one name is of a place in the area of the other, or in the same area: "Mill Farm, Orlat" and "Orlat"."""
    (own, *areas), (its, *others) = ([spelling_key(part) for part in name.split(",")] for name in (one, other))
    return own != its and (its in areas or own in others or not {*areas}.isdisjoint(others))


def _transliterated(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    blocks: dict[str, list[NameSummary]] = defaultdict(list)
    for each in names:
        parts = (part for word in latin_words(each.name) for part in word.split("-"))
        words = [part for part in parts if part not in _ARABIC_ARTICLES]
        if len(key := consonants("".join(words))) >= _CONSONANTS:
            blocks[key].append(each)
    for block in blocks.values():
        for one, other in combinations(block[:_MOST_ALIKE], 2):
            countries = [{place.country for place in each.places} - {None} for each in (one, other)]
            near = not all(countries) or bool(countries[0] & countries[1])
            if near and fuzz.ratio(one.key, other.key) >= _SAME_PLACE:
                yield NamePair(one.key, other.key, message("The same consonants: two transliterations of one name."))


def speakers_for(names: Sequence[NameSummary]) -> Iterator[tuple[NameSummary, str, set[str]]]:
    """Persons with a role that says that they speak for a body: the person, the role, and the words of the role."""
    for each in names:
        for role in each.roles:
            words = set(name_matching.all_words(role))
            if words & name_matching.word_lists().speaking_for and len(name_matching.name_words(each.name)) > 1:
                yield each, role, words
                break


def core_words(name: str) -> tuple[str, ...]:
    """The words of a name without articles, titles and words that describe its bearer.

    All words, if nothing is left or only that of a place or a people: "Velm forces" are not Velm.
    """
    lists, words = name_matching.word_lists(), _words(name)
    own = tuple(word for word in words if word not in lists.describing and not word.endswith("-based"))
    bare = len(own) == 1 < len(words) and names_place(own[0])
    return words if bare or not own else own


def names_place(word: str) -> bool:
    """Whether a word is the name of a place or of a people."""
    return gazetteer.country_of_people(word) is not None or gazetteer.is_known(word)


def capitalised(name: str) -> frozenset[str]:
    """The words of a name that begin with a capital letter."""
    return frozenset(word for part in name.split() if part[:1].isupper() for word in name_matching.all_words(part))


def _words(name: str) -> tuple[str, ...]:
    return latin_words(name) if script(name) != "LATIN" else name_matching.name_words(name)


def _alike(one: str, other: str) -> bool:
    """Whether all words of two names are spellings of each other; a middle name of a person may be missing."""
    a, b = core_words(one), core_words(other)
    if len(a) != len(b):
        body = (set(a) | set(b)) & (name_matching.word_lists().institutions | name_matching.word_lists().bodies)
        return not body and min(len(a), len(b)) > 1 and name_matching.same_person(one, other)
    if len(a) > 1:
        return name_matching.same_person(" ".join(a), " ".join(b))
    return min(len(a[0]), len(b[0])) > 4 and name_matching.same_word(a[0], b[0])


def _same_single_word(one: str, other: str) -> bool:
    a, b = latin_words(one), latin_words(other)
    return len(a) == len(b) == 1 and len(consonants(a[0])) > 2 and consonants(a[0]) == consonants(b[0])


def _can_be_described(each: NameSummary) -> bool:
    """Whether a name is distinctive enough to be found in a longer one: two words, or initials."""
    words = tuple(word for word in core_words(each.name) if word in capitalised(each.name))
    bare = each.name.strip()
    initials = bare.isupper() and bare.isalpha() and len(bare) > 2
    known = any(map(names_place, words))
    return len(words) > 1 or initials or (each.kind == "actors" and bool(words) and not known)


def _only_describe(more: Iterable[str], longer: str, core: str) -> bool:
    """Whether additional words only describe: listed or lower-case words, or any beside a name of three words."""
    lower = set(name_matching.all_words(" ".join(w for w in longer.split() if w[:1].islower())))
    listed = name_matching.word_lists().describing
    plain = all(word in listed or word in lower or word.endswith("-based") for word in more)
    return plain or len(core_words(core)) > 2


def names_country(word: str) -> bool:
    """Whether a word is the name of a country: a country can also be a speaker."""
    return any(entry.kind == "country" for entry in gazetteer.lookup(word))
