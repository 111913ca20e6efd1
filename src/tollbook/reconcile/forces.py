"""Names of the armed forces of one state: "the Kestrian army", "Kestrian forces", "Kestria's military"."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tollbook import gazetteer
from tollbook.locale.messages import message
from tollbook.reconcile import name_matching
from tollbook.reconcile.name_pairs import NamePair, NameSummary, capitalised


def by_forces(names: Sequence[NameSummary]) -> Iterator[NamePair]:
    """Names that refer to the forces of one state in general words.

    A branch, such as an air force, is a different body.
    """
    of_state: dict[str, list[NameSummary]] = defaultdict(list)
    for each in names:
        if (state := state_of(each.name)) is not None:
            of_state[state].append(each)
    why = message("Both are words for the forces of one state.")
    for own in of_state.values():
        yield from (NamePair(own[0].key, each.key, why) for each in own[1:])


def state_of(name: str) -> str | None:
    """The state whose forces a name refers to in general words; None if it is another name.

    The state is one of the gazetteer, or the single capitalised word that remains of the name.
    """
    words = name_matching.all_words(name)
    general, articles = name_matching.word_lists().forces, name_matching.word_lists().articles
    rest = [word for word in words if word not in general | articles]
    if len(rest) != 1 or len(rest) == len([word for word in words if word not in articles]):
        return None
    return _code(rest[0]) or (rest[0] if rest[0] in capitalised(name) else None)


def _code(word: str) -> str | None:
    """The code of the country that a word names or describes."""
    countries = (each.country for each in gazetteer.lookup(word) if each.kind == "country")
    return gazetteer.country_of_people(word) or next(countries, None)
