"""The weapons used: one record for each, in the singular or the plural, in one word or two, with the words as said."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set

from tollbook.model import Claim, Thing
from tollbook.reconcile.name_matching import all_words, merge_by_wording, word_lists
from tollbook.record import Weapon

#: The kind of a weapon that is not in the lexicons.
_OTHER = "other"
#: The words of a weapon in the singular, and each mention.
_Group = tuple[str, list[tuple[Thing, Claim]]]


def weapons(claims: Sequence[Claim]) -> tuple[Weapon, ...]:
    """Every weapon the claims name. "Airstrikes", "an air strike" and "the air raid" are one.

    A wording joins a fuller one of its kind that has all its words, and a general one ("the firearm") another of its
    kind. A kind that the lexicons have outranks *other*.
    """
    named = [(_words(weapon.name), weapon, claim) for claim in claims for weapon in claim.with_ if _plain(weapon.name)]
    full = {words for words, _, _ in named}
    named = [(_spelled_out(weapon.name, full) or words, weapon, claim) for words, weapon, claim in named]
    spelt: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for words, weapon, _ in named:
        joined = _joined(words)
        spelt[joined][words] += 1
        kinds[joined][weapon.kind] += weapon.kind != _OTHER
    kind = {joined: max(sorted(found), key=lambda each: found[each]) for joined, found in kinds.items()}
    kept = {joined: max(sorted(found), key=lambda each: found[each]) for joined, found in spelt.items()}
    items = [(kept[_joined(w)], kind[_joined(w)], (weapon, claim)) for w, weapon, claim in named]
    return tuple(
        Weapon(
            name=_name([weapon for weapon, _ in members], wording),
            kind=kind[_joined(wording)],
            claims=tuple(sorted({claim.id for _, claim in members})),
            wordings=_wordings([weapon for weapon, _ in members]),
        )
        for wording, members in _without_general(merge_by_wording(items), kind)
    )


def _without_general(groups: Sequence[_Group], kind: Mapping[str, str]) -> list[_Group]:
    """The groups, those of a general word ("explosives") joined with the first other one of their kind."""
    merged: list[_Group] = []
    for wording, members in sorted(groups, key=lambda group: (group[0] in word_lists().general_weapons, group[0])):
        alike = [known for known in merged if kind[_joined(known[0])] == kind[_joined(wording)] != _OTHER]
        if wording in word_lists().general_weapons and alike:
            alike[0][1].extend(members)
        else:
            merged.append((wording, list(members)))
    return sorted(merged, key=lambda group: group[0])


def _name(found: Sequence[Thing], wording: str) -> str:
    """The most frequent wording of the fullest ones; of equals the one in lower case, then the shortest."""
    times = Counter(_plain(each.name) for each in found if _joined(_words(each.name)) == _joined(wording))
    return min(times, key=lambda name: (-times[name], not name.islower(), len(name), name))


def _wordings(found: Sequence[Thing]) -> tuple[str, ...]:
    """Every wording as said, the most frequent first; capitals alone make no second one."""
    said = [_plain(each.name) for each in found]
    times = Counter(name.lower() for name in said)
    spelt = {name.lower(): name for name in sorted(said)}
    return tuple(spelt[lower] for lower in sorted(times, key=lambda lower: (-times[lower], lower)))


def _plain(name: str) -> str:
    """The name of a weapon without stray words of a reader: "Wire that two bombs", "rifles and", "with"."""
    begins, ends = word_lists().before_weapons, word_lists().before_weapons | word_lists().beside_weapons
    words = name.split()
    cuts = [n for n, word in enumerate(words[:-1]) if word.lower() in begins]
    words = words[cuts[-1] + 1 :] if cuts else words
    kept = [n for n, word in enumerate(words) if word.lower() not in ends]
    return " ".join(words[kept[0] : kept[-1] + 1]) if kept else ""


def _words(name: str) -> str:
    """The words of a weapon without articles and numbers, in the singular."""
    ignored = word_lists().articles | word_lists().numbers
    own = [word for word in all_words(_plain(name)) if word not in ignored and not word.isdigit()]
    words = " ".join(map(_singular, own or all_words(name)))
    return word_lists().alike_weapons.get(words, words)


def _singular(word: str) -> str:
    if (known := word_lists().singulars.get(word)) is not None:
        return known
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _spelled_out(name: str, full: Set[str]) -> str | None:
    """Of some wordings, the words that an acronym abbreviates: "improvised explosive device" for "IED"."""
    letters = name.removesuffix("s").lower()
    if not name.removesuffix("s").isupper() or len(letters) < 2:
        return None
    # "Roadside IED" is a "roadside improvised explosive device".
    last = ((words, words.split()[-len(letters) :]) for words in sorted(full))
    spelt = (words for words, ending in last if "".join(word[0] for word in ending) == letters)
    return next(spelt, None)


def _joined(words: str) -> str:
    return words.replace(" ", "")
