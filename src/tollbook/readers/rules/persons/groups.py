"""People mentioned together: "two women and their five children", "the driver, along with two passengers"."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.bare_numbers import dies
from tollbook.readers.rules.persons.people import PersonPhrase, is_person, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.toll_words import toll_pattern


def listed(head: Token) -> list[Token]:
    """The heads of all people mentioned together with a head, itself first: "two women and their five children"."""
    heads = [head]
    for token in heads:
        joined = (t for t in token.conjuncts if t.head in heads and t.pos_ != "VERB")
        heads.extend(t for t in _after_ages(token) if t not in heads)
        beside = (
            *(t for t in joined if not _is_alternative(t)),
            *_along_with(token),
            *_in_apposition(token),
            *name_lists.listed_with(token),
            *_joined_later(token),
        )
        heads.extend(t for t in beside if t not in heads and not _is_name_of(t, heads))
    return heads


def _is_alternative(token: Token) -> bool:
    """Whether a phrase adds no people to the one before: "two or three men"."""
    return any(t.lower_ in phrase_words().alternatives and t.i < token.i for t in token.head.rights)


def _after_ages(head: Token) -> list[Token]:
    """People that the parse attaches to ages: "two women, ages 31 and 44, and a boy", "Ana Brod, 66 and Ivo Tal"."""
    known = lexicon.grammar().tally.ages
    ages = (t for t in head.children if t.dep_ == "appos" and (t.lower_ in known or t.text.isdigit()))
    return [t for a in ages for t in a.conjuncts if is_person(t) and not t.like_num]


def _in_apposition(head: Token) -> list[Token]:
    """The members of a list that the parse takes for appositions: "a woman, her husband and three children".

    A name may have a description beside it, or a description a name: "Ana Brod, a nurse, and her son". It is left out.
    In "12 villagers, a nurse and two children" the rest are some of the villagers, and in "Ana and Ivo Brod, 20 and 23"
    the rest are their ages.
    """
    for first in head.children:
        later = [t for t in first.conjuncts if t.i > first.i] if first.dep_ == "appos" and first.i > head.i else []
        items = _items(first) if first.dep_ == "appos" and first.i > head.i else []
        if items and _itemise(head, items):
            return items
        are_ages = bool(later) and first.like_num and later[-1].like_num and later[-1].i == first.i + 2
        if (
            not later
            or are_ages
            or first.doc[first.left_edge.i - 1].text != ","
            or not (_adds_people(later[-1]) or _is_named(later[-1]))
        ):
            continue
        describes = (person_names.name_at(head) is None) != (person_names.name_at(first) is None)
        rest = later if describes and not _adds_people(first) else [first, *later]
        if _describe_one([head, *rest]):
            continue
        found, of_them = [persons(t) for t in rest], toll_pattern("of_them")
        if all(p is not None and not of_them.search(p.people.text) for p in found) and not _are_some_of(found, head):
            return rest
    return []


def _items(first: Token) -> list[Token]:
    """A list that the parse chains as appositions, from its first: "a woman" of "one Dane, a woman and two Turks"."""
    items = [first]
    for token in items:
        items.extend(t for t in token.rights if t.dep_ in {"appos", "conj"} and t.pos_ in {"NOUN", "PROPN", "NUM"})
    return sorted(items)


def _describe_one(heads: list[Token]) -> bool:
    """Whether several descriptions are of one person: "my brother, my teacher, my second father"."""
    owners = {t.lower_ for head in heads for t in head.lefts if t.tag_ == "PRP$"}
    are_joined = any(t.dep_ == "cc" for head in heads for t in head.children)
    return (
        len(owners) == 1
        and not are_joined
        and all(h.tag_ in {"NN", "NNP"} and any(t.tag_ == "PRP$" for t in h.lefts) for h in heads)
    )


def _is_named(noun: Token) -> bool:
    """Whether a name follows a noun for a person: "the driver, Ivo Lerch"."""
    return noun.pos_ == "NOUN" and any(t.dep_ == "appos" and person_names.name_at(t) is not None for t in noun.rights)


def _adds_people(token: Token) -> bool:
    """Whether a phrase adds people and does not only describe: it has a number, or is a relative ("her son")."""
    stands_alone = token.like_num and not any(t.dep_ == "det" for t in token.lefts)
    return is_person(token) and (stands_alone or any(t.dep_ == "nummod" or t.tag_ == "PRP$" for t in token.lefts))


def _are_some_of(rest: list[PersonPhrase | None], head: Token) -> bool:
    """Whether the people of a list are a part of those before it, because they are fewer."""
    before = persons(head)
    return before is not None and before.counted and (before.count.best or before.count.low or 0) > _number(rest)


def _itemise(head: Token, items: list[Token]) -> bool:
    """Whether a list after a mark itemises all people before it: "ten civilians: five boys, four girls and a woman"."""
    whole, found = persons(head), [persons(t) for t in items]
    opens = items[0].doc[items[0].left_edge.i - 1].text in phrase_words().lists.opening
    if not opens or len(items) < 2 or whole is None or not whole.counted or not _adds_people(items[0]):
        return False
    return None not in found and _number(found) == _number([whole])


def _number(phrases: list[PersonPhrase | None]) -> int:
    """The number of people that some phrases count together."""
    return sum(p.count.best or p.count.low or 1 for p in phrases if p is not None)


def _joined_later(head: Token) -> Iterator[Token]:
    """People whom the parse joins to the verb: "28 troops" in "223 rebels and 28 troops had been killed".

    Another number after the verb is one too: "were killed as well as 41 civilians", "killing a priest and 14 others",
    "three died at the mosque and one at a nearby house".
    """
    if head.dep_ not in {"nsubj", "nsubjpass", "dobj"}:
        return
    for token in head.head.children:
        before = token.doc[token.left_edge.i - 1] if token.left_edge.i else token
        second = token.dep_ == head.dep_ and before.dep_ == "cc" and head in {before.head, before.head.head}
        counted = token.pos_ == "NUM" or (token.pos_ == "NOUN" and any(t.dep_ == "nummod" for t in token.lefts))
        counted = counted or (token.lower_ in phrase_words().reflexive and is_murder_suicide(head.head))
        after_verb = (head.dep_ != "nsubj" or dies(head)) and token.dep_ == "conj" and counted
        if token.i > head.i and (second or after_verb) and is_person(token):
            yield token


def is_murder_suicide(verb: Token) -> bool:
    """Whether a verb has a victim and the perpetrator himself as objects, in a murder-suicide."""
    if not any(t.lower_ in phrase_words().reflexive for t in verb.rights):
        return False
    return any(t.lower_ in phrase_words().suicide and t.nbor(-1).text == "-" for t in verb.sent if t.i > verb.i)


def _is_name_of(name: Token, heads: list[Token]) -> bool:
    """Whether a name is only that of a noun in the list, whatever the parse: "his mother Nima Orsk"."""
    found = person_names.name_at(name)
    if found is None:
        return False
    if any(found in name_lists.names_after(noun) for noun in name.doc[name.sent.start : found.first]):
        return True
    before = name.doc[found.first - 1] if found.first else name
    is_of_listed = name.dep_ == "appos" and name.head == before and before.dep_ == "conj"
    is_beside = (name.dep_ == "appos" and name.head in heads) or before in heads or is_of_listed
    noun = name.head if name.dep_ == "appos" and name.head in heads else before
    return is_beside and noun != name and person_names.name_at(noun) is None


def _along_with(head: Token) -> list[Token]:
    """People added by "along with" or "alongside": "the driver, along with two passengers, was killed".

    Also relatives after "with" and a verb for a death: "was killed with his wife and two daughters".
    """
    near = [t for t in (*head.rights, *head.head.rights) if t.dep_ == "prep" and t.i > head.i]
    known, dies_with = phrase_words(), _kills(head.head)
    preps = [t for p in [*near, *_detached(head)] for t in (p, *p.children) if t.dep_ == "prep"]
    added = [t for t in preps if t.lower_ in known.with_ and t.nbor(-1).lower_ in known.along]
    added += [t for t in preps if t.lower_ in known.alongside]
    people = [n for prep in added for n in prep.children if n.dep_ == "pobj"]
    beside = (t for t in preps if dies_with and t.lower_ in known.with_ and t.head == head.head)
    people += [n for prep in beside for n in prep.children if n.dep_ == "pobj" and _is_kin_of(n)]
    return [n for n in dict.fromkeys(people) if persons(n) is not None]


def _kills(verb: Token) -> bool:
    """Whether a verb states a death in the past: "was killed", "died"."""
    known = (lexicon.casualty_type_of("done_to"), lexicon.casualty_type_of("undergo"))
    is_past = verb.tag_ in {"VBN", "VBD"}
    return is_past and any(kinds.get(verb.lemma_.lower()) == "killed" for kinds in known)


def _is_kin_of(noun: Token) -> bool:
    """Whether a noun is for relatives of somebody before: "his wife", "their two children"."""
    return lexicon.singular(noun) in words().naming_relatives and any(t.tag_ == "PRP$" for t in noun.lefts)


def _detached(head: Token) -> list[Token]:
    """The word "along" that the parse attaches lower in the clause: after a comma, or under "based on questioning"."""
    beside = (t for t in head.head.subtree if t.i > head.i and t.dep_ == "prep" and t.lower_ in phrase_words().along)
    return [t for t in beside if t.nbor(-1).text == "," or not _is_in_other_clause(t, head.head)]


def _is_in_other_clause(token: Token, verb: Token) -> bool:
    between = takewhile(lambda t: t.i != verb.i, token.ancestors)
    return any(t.dep_ in {"relcl", "acl", "ccomp"} and t.lower_ not in phrase_words().not_clauses for t in between)
