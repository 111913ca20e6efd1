"""Lists of casualties: "the dead were two adults and a child", "police named the dead as Ana Brod, 25; and Jon Vell".

A parser loses a long list at its first relative clause. So names are entries wherever they are in the list, unless they
own something, speak, or are inside another phrase.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.model import ClaimKind, Span
from tollbook.readers.rules.coreference import naming
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.ages import age
from tollbook.readers.rules.persons.groups import listed
from tollbook.readers.rules.persons.name_contexts import is_of_relative, is_other_name, is_possessor
from tollbook.readers.rules.persons.people import PersonPhrase, is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import is_agent_noun
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be, is_of

#: Dependencies of the people whom a verb describes or names.
_NAMED = frozenset({"nsubj", "nsubjpass", "dobj"})
#: Tokens of "The dead" before a colon.
_BEFORE_COLON = 3


class CasualtyList(NamedTuple):
    """People listed as the dead or the wounded, by the heads of their phrases.

    ``itemised`` if they may be some of all: with semicolons, or without names after "include".
    """

    kind: ClaimKind
    trigger: Token
    entries: tuple[Token, ...]
    itemised: bool = False


def find(sentence: Sentence) -> Iterator[CasualtyList]:
    """Every list of casualties in a sentence."""
    tally = lexicon.grammar().tally
    for token in sentence:
        kind = tally.sets.get(token.lower_) or _those_who(token) or _type_before(token) or _identified(token)
        if kind is not None and (names := _after_colon(token, sentence)):
            yield CasualtyList(kind, token, tuple(names), itemised=True)
            continue
        noun = token.head if token.dep_ == "amod" else token
        if kind is None or noun.dep_ not in _NAMED or noun.head.pos_ not in {"AUX", "VERB"}:
            continue
        verb = noun.head
        if noun != token and noun.tag_ == "NN":
            # "The dead gunman was a teacher" describes one person.
            continue
        entry = next((t for t in verb.children if t.dep_ == "attr" and is_person(t)), None)
        if entry is None and verb.lemma_.lower() in tally.naming:
            entry = _named_as(verb, noun)
        begin = _opening(noun, verb)
        end = _end_of_list(sentence)
        names = [] if begin is None else list(names_in(token.doc, (begin.i + 1, end)))
        heads = [] if entry is None else [t for t in listed(entry) if is_person(t)]
        is_named = bool(names) or (entry is not None and person_names.name_at(entry) is not None)
        # "The deceased was a farmer" describes one person.
        is_one = is_be(verb) and verb.lower_ not in lexicon.grammar().people.plural_verbs and len(heads) == 1
        if (token.lower_ in tally.those or not heads or is_one) and not is_named:
            continue
        if entry is None or entry.lower_ not in tally.sets:
            is_itemised = begin is not None and any(t.text == ";" for t in token.doc[begin.i : end])
            is_itemised = is_itemised or (verb.lower_ in tally.including and not is_named)
            yield CasualtyList(kind, token, tuple(each_once([*heads, *names])), itemised=is_itemised)


def _after_colon(token: Token, sentence: Sentence) -> list[Token]:
    """The names in "The dead: Ana Brod, 24; and Jon Vell, 31", which begins with them."""
    begins = token.i - sentence.start < _BEFORE_COLON and token.i + 1 < sentence.end
    if not begins or token.nbor(1).text != ":":
        return []
    return list(names_in(token.doc, (token.i + 2, _end_of_list(sentence))))


def _end_of_list(sentence: Sentence) -> int:
    """The token after the last of a list: a parser ends a sentence at some semicolons."""
    end, doc = sentence.end, sentence.doc
    while end < len(doc) and doc[end - 1].text == ";":
        end = doc[end].sent.end
    return end


def names_in(doc: Doc, span: Span) -> Iterator[Token]:
    """The last words of the names of persons listed in tokens ``span``; one given name only after a relative."""
    begin, end = span
    for name in person_names.names(doc):
        last = doc[name.end - 1]
        is_full = len(name.words) > 1 or is_of_relative(doc[name.first])
        is_entry = is_full and not is_other_name(doc[name.first], name.end)
        if begin <= name.first < end and is_entry and not is_outside_list(last, doc[max(begin - 1, 0)]):
            yield last


def each_once(heads: Iterable[Token], but: Token | None = None) -> list[Token]:
    """The heads in text order, the first given of each name, without the one of ``but``."""
    entries: dict[int, Token] = {}
    for head in heads:
        entries.setdefault(_entry(head), head)
    if but is not None:
        entries.pop(_entry(but), None)
    return sorted(entries.values(), key=lambda t: t.i)


def _entry(head: Token) -> int:
    """The first token of the name of a person, in the phrase or beside its noun; the head itself without a name."""
    beside = [t for t in head.children if t.dep_ == "appos"] + ([head.head] if head.dep_ == "appos" else [])
    # "A passer-by named Ivo Lerch".
    beside += [last for t in head.rights if t.dep_ == "acl" and (last := naming.name_given_by(t)) is not None]
    name = next((n for t in (head, *beside) if (n := person_names.name_at(t)) is not None), None)
    return head.i if name is None else name.first


def _opening(noun: Token, verb: Token) -> Token | None:
    """The word after which the list begins: "were", "include", "as", or a colon."""
    if verb.lemma_.lower() in lexicon.grammar().tally.naming - lexicon.grammar().tally.including:
        opening = words().naming_prepositions | {":"}
        return next((t for t in verb.doc[max(noun.i, verb.i) + 1 : verb.sent.end] if t.lower_ in opening), None)
    is_being = is_be(verb) or verb.lower_ in lexicon.grammar().tally.including
    return verb if is_being and noun.i < verb.i and not any(t.dep_ == "neg" for t in verb.children) else None


def _those_who(token: Token) -> ClaimKind | None:
    """The casualty type of "those who died", "those killed", "the people who were injured"."""
    if token.lower_ not in lexicon.grammar().tally.those:
        return None
    done_to, undergo = lexicon.casualty_type_of("done_to"), lexicon.casualty_type_of("undergo")
    for verb in token.children:
        if verb.dep_ == "acl" and verb.tag_ == "VBN":
            return done_to.get(verb.lemma_.lower())
        if verb.dep_ == "relcl":
            passive = any(t.dep_ in {"nsubjpass", "auxpass"} for t in verb.children)
            return (done_to if passive else undergo).get(verb.lemma_.lower())
    return None


def _type_before(token: Token) -> ClaimKind | None:
    """The casualty type of "they include" or "the victims included" after a sentence about the dead or the wounded."""
    tally = lexicon.grammar().tally
    are_victims = token.tag_ == "NNS" and lexicon.singular(token) in words().victims
    is_known = are_victims or token.lower_ in tally.referring
    if not is_known or token.head.lower_ not in tally.including or token.sent.start == 0:
        return None
    before = token.doc[token.sent.start - 1].sent
    if are_victims:
        kinds = _types(before)
        return "killed" if "killed" in kinds else next(iter(kinds), None)
    sets, undergo = tally.sets, lexicon.casualty_type_of("undergo")
    return next((kind for t in before if (kind := sets.get(t.lower_) or undergo.get(t.lemma_.lower()))), None)


def _identified(token: Token) -> ClaimKind | None:
    """The casualty type of the victims in "police identified the victims of the shooting as Ana Brod and Jon Vell".

    It is the next outcome in the report. Without one, victims of an attack and people named by a coroner are dead. If
    the report mentioned them before, they are counted already.
    """
    if token.tag_ != "NNS" or lexicon.singular(token) not in words().victims:
        return None
    named = any(t.dep_ == "attr" and person_names.name_at(t) is not None for t in token.head.rights)
    are = token.dep_ == "nsubj" and is_be(token.head) and named
    if not (are or token.head.lemma_.lower() in lexicon.grammar().tally.naming) or _types(token.doc[: token.i]):
        return None
    end = token.sent.end
    kinds = _types(token.doc[token.i : token.doc[end].sent.end if end < len(token.doc) else end], loosely=False)
    died = any(is_of(p) and any(t.dep_ == "pobj" for t in p.children) for p in token.rights)
    died = died or any(t.lower_ in lexicon.grammar().tally.examining for t in token.head.lefts)
    return kinds.pop() if len(kinds) == 1 else "killed" if died and not kinds else None


def _types(part: Sentence, *, loosely: bool = True) -> set[ClaimKind]:
    """The casualty types that verbs and states in some words report; ``loosely``: also those such as "shot"."""
    known = [lexicon.casualty_type_of(form) for form in ("done_to", "undergo", "state")]
    lemmas = {t.lemma_.lower() for t in part} - (set() if loosely else lexicon.grammar().casualty.loose)
    found = {types[lemma] for lemma in lemmas for types in known if lemma in types}
    return found & {"killed", "injured"}


def _named_as(verb: Token, noun: Token) -> Token | None:
    """The first of the people whom a verb of naming names as the dead."""
    direct = next((t for t in verb.rights if t.dep_ == "dobj" and t != noun and is_person(t)), None)
    prep = next((t for t in verb.rights if t.dep_ == "prep" and t.lower_ in words().naming_prepositions), None)
    return direct or (next((t for t in prep.children if t.dep_ == "pobj" and is_person(t)), None) if prep else None)


def is_outside_list(last: Token, begin: Token) -> bool:
    """Whether a name after ``begin`` is no entry of a list: a possessor, a speaker, or inside another phrase.

    "Said Karl Brod", "near Karl Brod", "Karl Brod's shop", "who saw Karl Brod"; beside an age it is an entry.
    """
    if _is_source(last, begin):
        return True
    noun = last.head if last.dep_ == "appos" and last.head.i > begin.i else last
    if noun.head.lemma_.lower() in words().stating and noun.dep_ in SUBJECTS:
        return True
    if (noun.dep_ in SUBJECTS and _is_meanwhile(noun.head, begin)) or _survives(noun):
        return True
    in_clause = last.dep_ in {"dobj", "nsubj"} and last.head.dep_ == "relcl" and last.head.i > begin.i
    inside = in_clause or (last.dep_ == "pobj" and last.head.i != begin.i)
    return is_possessor(last) or (inside and age(last, (last.i, last.i + 1)) is None)


def _survives(name: Token) -> bool:
    """Whether the verb of a name says that somebody lives: "the dead included two; a third, Jan Bure, survived"."""
    verbs = [name.head] if name.dep_ in SUBJECTS else [t for t in name.rights if t.dep_ == "acl" and t.tag_ == "VBD"]
    return any(lexicon.casualty_type_of("undergo").get(t.lemma_.lower()) == "unharmed" for t in verbs)


def _is_source(last: Token, begin: Token) -> bool:
    """Whether a name is of somebody quoted: "according to the mayor, Ana Brod", "his wife, Ana Brod, said."."""
    doc, first = last.doc, last.left_edge.i if last.left_edge.ent_type_ == "PERSON" else last.i
    citing = lexicon.grammar().additional.citing
    before = list(takewhile(lambda t: t.lower_ not in citing, reversed(doc[begin.i : first])))
    # "The dead include, according to the mayor, Ana Brod" cites the mayor before the list.
    is_cited = any(t.pos_ == "PROPN" for t in doc[begin.i : max(begin.i, first - len(before))])
    is_cited = is_cited and not any(t.dep_ == "cc" or t.text == ";" for t in before)
    office = before[1] if len(before) > 1 and before[0].text == "," else last
    is_person = office.lemma_.lower() in lexicon.status_of_noun() or is_agent_noun(office)
    if is_cited and all(t.text != "," for t in before[1 if is_person else 0 :]):
        return True
    verb, after = doc[last.i + 1 : last.i + 3], doc[last.i + 3 : last.i + 4].text
    is_said = len(verb) > 1 and verb[0].text == "," and verb[1].lemma_.lower() in words().stating and after in {"", "."}
    return is_said and verb[1].pos_ == "VERB" and bool(before) and before[0].text == ","


def _is_meanwhile(verb: Token, begin: Token) -> bool:
    """Whether a clause is about somebody else: "while his wife, Ana, was injured", "whose guard, Jon, was killed"."""
    is_while = verb.dep_ == "advcl" and any(t.lower_ in words().meanwhile for t in verb.lefts)
    whose = verb.dep_ == "relcl" and any(w.tag_ == "WP$" for t in verb.lefts for w in t.lefts)
    return verb.i > begin.i and (is_while or whose)


def groups_once(groups: list[PersonPhrase]) -> list[PersonPhrase]:
    """The groups without those named in another: "the brothers Ivo and Jon Tal" are no third person."""
    several = [p for p in groups if (p.count.best or 0) >= len(p.people.names) > 1]
    named = [(p, set(p.people.names)) for p in groups]
    return [p for p, own in named if not own or not any(p != s and own <= set(s.people.names) for s in several)]
