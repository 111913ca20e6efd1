"""Proposals of names that may be one in the whole book, for a person to confirm, edit or reject. Pure functions."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.reconcile import forces, name_matching, name_pairs
from tollbook.reconcile.name_pairs import NamePair, NameSummary, capitalised, core_words
from tollbook.reconcile.settled_names import NameKind, SettledNames

_ARTICLES = ("the ", "a ", "an ")
#: A short form belongs to the name that is at least so many times as frequent as all others that it fits.
_FAR_MORE = 5


class NameProposal(Record, frozen=True, kw_only=True):
    """Names that may be one: ``name`` is the proposed preferred name, ``why`` has a sentence for each reason.

    If ``is_place`` is false, the only member is a name that was read as a place and may be an organisation.
    ``settled`` is true if some of the members are one settled name already.
    """

    kind: NameKind
    name: str
    members: tuple[NameSummary, ...]
    why: tuple[str, ...] = ()
    is_place: bool = True
    settled: bool = False


def name_proposals(
    names: Sequence[NameSummary],
    settled: SettledNames,
    apart: Collection[frozenset[tuple[str, str]]] = (),
    organisations: Collection[str] = (),
) -> tuple[NameProposal, ...]:
    """Proposals for the names of one kind, those in most reports first.

    ``apart`` are sets of names that a person called different; ``organisations`` the keys of outlets and speakers,
    which may have been read as places.
    """
    if not names:
        return ()
    work = _Clustering(names, settled, apart)
    candidates = [each for each in names if name_pairs.is_candidate(each.name)]
    for pair in _strong_pairs(candidates):
        work.join(pair)
    if names[0].kind == "speakers":
        _join_short_forms(names, candidates, work)
    made = [_proposal(members, why, work) for members, why in work.clusters()]
    made += _not_places(names, settled, organisations)
    made += _found_in_some_reports(names, settled, {member.key for each in made for member in each.members})
    return tuple(sorted(made, key=lambda each: (-_reports_to_rename(each), each.name)))


class _Clustering:
    """Names joined pair by pair; settled names begin as one, and different names are never joined."""

    def __init__(
        self, names: Sequence[NameSummary], settled: SettledNames, apart: Collection[frozenset[tuple[str, str]]]
    ) -> None:
        kind = names[0].kind
        self.names = {each.key: each for each in names}
        self.settled = {key: each for (own, key), each in settled.by_key.items() if own == kind and not each.apart}
        self._apart = [frozenset(key for own, key in each if own == kind) for each in apart]
        self._group: dict[str, set[str]] = {key: {key} for key in self.names}
        self._why: dict[str, list[str]] = defaultdict(list)
        first: dict[tuple[str, str], str] = {}
        for key in self.names:
            if (own := self.settled.get(key)) is not None:
                self._unite(first.setdefault((own.name, ",".join(own.spellings)), key), key)

    def join(self, pair: NamePair) -> None:
        """Join the groups of two names, unless a person held some of them apart or settled each by itself."""
        one, other = self._group[pair.one], self._group[pair.other]
        if one is other or any(one & each and other & each for each in self._apart):
            return
        if any(key in self.settled for key in one) and any(key in self.settled for key in other):
            return
        self._unite(pair.one, pair.other)
        self._why[pair.one].append(pair.why)

    def group_of(self, key: str) -> frozenset[str]:
        """The names that are joined with a name, as keys."""
        return frozenset(self._group[key])

    def clusters(self) -> Iterable[tuple[list[NameSummary], list[str]]]:
        """Every group of names that are not settled together yet, with the reasons."""
        for group in {id(each): each for each in self._group.values()}.values():
            open_ = [key for key in group if key not in self.settled]
            if len(group) > 1 and open_:
                members = sorted((self.names[key] for key in group), key=lambda each: (-each.reports, each.name))
                yield members, list(dict.fromkeys(why for each in members for why in self._why[each.key]))

    def _unite(self, one: str, other: str) -> None:
        small, large = sorted((self._group[one], self._group[other]), key=len)
        if small is not large:
            large |= small
            self._group |= dict.fromkeys(small, large)


def _strong_pairs(candidates: Sequence[NameSummary]) -> Iterable[NamePair]:
    """Pairs whose names alone show that they may be one."""
    if candidates and candidates[0].kind == "places":
        yield from name_pairs.by_place(candidates)
    else:
        yield from name_pairs.by_spelling(candidates)
        yield from name_pairs.by_initials(candidates)
        yield from name_pairs.by_description(candidates)
        if candidates and candidates[0].kind == "actors":
            yield from forces.by_forces(candidates)
    yield from name_pairs.by_script(candidates)


def _join_short_forms(names: Sequence[NameSummary], candidates: Sequence[NameSummary], work: _Clustering) -> None:
    """Join short forms, and persons who speak for a body, with the group of names that fits, if it is the only one."""
    by_word: dict[str, list[NameSummary]] = defaultdict(list)
    for each in candidates:
        for word in core_words(each.name):
            by_word[word].append(each)
    surnames = _by_surname(candidates)
    for short in sorted(names, key=lambda each: -len(core_words(each.name))):
        full = _only_fuller(short, by_word, work) or _only_bearer(short, surnames, work)
        if full is not None:
            why = message("“{short}” may be short for “{name}”.", short=short.name, name=full.name)
            work.join(NamePair(full.key, short.key, why))
    for person, role, words in name_pairs.speakers_for(candidates):
        named = (each for word in words for each in by_word[word] if set(core_words(each.name)) <= words)
        if (body := _only_group(person, named, work)) is not None:
            why = message("A report calls “{person}” “{role}”.", person=person.name, role=role)
            work.join(NamePair(body.key, person.key, why))


def _only_fuller(
    short: NameSummary, by_word: Mapping[str, Sequence[NameSummary]], work: _Clustering
) -> NameSummary | None:
    """The name that another is short for, if the names that have all its words with capitals are one group."""
    words, lists = set(core_words(short.name)), name_matching.word_lists()
    if len(words) > 2 or words & (lists.crowds | lists.titles) or words <= lists.institutions:
        return None
    if not (name_matching.is_proper(short.name) or short.name.lower().startswith("the ")):
        return None
    if len(words) == 1 and any(len(word) < 4 or name_pairs.names_place(word) for word in words):
        return None
    fuller = (each for each in by_word[min(words)] if words < set(core_words(each.name)))
    longer = (each for each in fuller if words <= capitalised(each.name))
    return _only_group(short, longer, work)


def _by_surname(names: Sequence[NameSummary]) -> dict[str, list[NameSummary]]:
    """Names of two words and more, by the first letter of the last word as transliterations fold it."""
    found: dict[str, list[NameSummary]] = defaultdict(list)
    for each in names:
        words = name_matching.name_words(each.name)
        if len(words) > 1:
            found[name_matching.fold(words[-1])[:1]].append(each)
    return found


def _only_bearer(
    short: NameSummary, by_surname: Mapping[str, Sequence[NameSummary]], work: _Clustering
) -> NameSummary | None:
    """The full name that a surname in another spelling belongs to, if it is the only one: "Tarhan", "Ilyas Tarkhan"."""
    words, lists = name_matching.name_words(short.name), name_matching.word_lists()
    if len(words) != 1 or len(words[0]) < 4 or set(words) & (lists.crowds | lists.institutions | lists.bodies):
        return None
    if not name_matching.is_proper(short.name) or name_pairs.names_place(words[0]):
        return None
    alike = (
        each
        for each in by_surname[name_matching.fold(words[0])[:1]]
        if name_matching.is_surname_of(short.name, each.name) and not set(core_words(each.name)) & lists.institutions
    )
    return _only_group(short, alike, work)


def _only_group(name: NameSummary, fitting: Iterable[NameSummary], work: _Clustering) -> NameSummary | None:
    """The most frequent of some names, if all are in one group, or those of its group are far more frequent."""
    own = work.group_of(name.key)
    every = {each.key: each for each in fitting if each.key not in own}
    reports: Counter[frozenset[str]] = Counter()
    for each in every.values():
        reports[work.group_of(each.key)] += each.reports
    if not reports:
        return None
    (group, number), others = reports.most_common(1)[0], reports.total()
    if number < others and number < _FAR_MORE * (others - number):
        return None
    return max((every[key] for key in group & every.keys()), key=lambda each: (each.reports, each.name))


def _proposal(members: Sequence[NameSummary], why: Sequence[str], work: _Clustering) -> NameProposal:
    settled = next((own for each in members if (own := work.settled.get(each.key)) is not None), None)
    initials = [each.name for each in members if each.name.isupper()]
    spelt_out = [m for m in members if any(name_matching.is_acronym_of(short, m.name) for short in initials)]
    best = max(spelt_out or members, key=_informative)
    bare = next((best.name[len(a) :] for a in _ARTICLES if best.name.lower().startswith(a)), best.name)
    return NameProposal(
        kind=members[0].kind,
        name=settled.name if settled else bare,
        members=tuple(members),
        why=tuple(why),
        settled=settled is not None,
    )


def _informative(each: NameSummary) -> tuple[int, int, int, str]:
    """The sort key of preferred names: many reports, then more words of the name, then fewer words that only describe.

    Words in lower case only describe: "the town's mayor Orla Brend" has two words of a name. Some scripts have no
    capitals.
    """
    own = set(core_words(each.name))
    return each.reports, len(own & capitalised(each.name) or own), -len(name_matching.all_words(each.name)), each.name


def _not_places(
    names: Sequence[NameSummary], settled: SettledNames, organisations: Collection[str]
) -> Iterable[NameProposal]:
    """Names of places that are also names of an outlet or a body that speaks."""
    if names[0].kind == "places":
        for each in names:
            if each.key in organisations and settled.of("places", each.name) is None:
                why = message("“{name}” is also the name of an outlet or a speaker in this book.", name=each.name)
                yield NameProposal(kind="places", name=each.name, members=(each,), why=(why,), is_place=False)


def _found_in_some_reports(
    names: Sequence[NameSummary], settled: SettledNames, proposed: Collection[str]
) -> Iterable[NameProposal]:
    """Places that were found for some reports only, because a documenter's list of places was not used for all."""
    for each in names if names[0].kind == "places" else ():
        found = {place.lat is not None for place in each.places if not place.candidates}
        if len(found) > 1 and each.key not in proposed and settled.of("places", each.name) is None:
            why = message("“{name}” was found for some reports, and for others not.", name=each.name)
            yield NameProposal(kind="places", name=each.name, members=(each,), why=(why,))


def _reports_to_rename(proposal: NameProposal) -> int:
    """The reports whose name may change."""
    numbers = [each.reports for each in proposal.members]
    return sum(numbers) - (max(numbers) if proposal.is_place else 0)
