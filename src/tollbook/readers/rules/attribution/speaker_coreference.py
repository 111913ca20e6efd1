"""Who is meant: the speakers of one report, named as fully as the report names them, pronouns resolved."""

from bisect import insort
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec
from spacy.tokens import Doc, Span, Token

from tollbook.model import Speaker
from tollbook.readers.rules.attribution import word_order
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.sides import side
from tollbook.readers.rules.attribution.speech_acts import Phrase, Saying, phrase_of
from tollbook.readers.rules.parser import entities

Kind = Literal["person", "body", "group"]
_RELATIVE = frozenset({"WP", "WDT"})
_SINGULAR = frozenset({"he", "she"})
#: Each pronoun as it stands before a verb.
_NOMINATIVE = {"him": "he", "his": "he", "her": "she", "hers": "she", "them": "they", "their": "they", "its": "it"}
#: Tokens within which a pronoun may stand before its name: two sentences of news, by judgement.
_FORWARD = 60
_PLURAL_TAGS = frozenset({"NNS", "NNPS"})

#: "The Courier in the border village": where somebody spoke is no part of a name.
_AT = frozenset({"in", "at"})
_EDGES = " ,;:-–—"
_ASIDES = frozenset({"relcl", "acl", "appos", "punct", "advcl", "parataxis", "ccomp"})


class Member(NamedTuple):
    """One mention of someone who may speak: where it stands and who that is."""

    at: int
    head: str
    kind: Kind
    sex: str | None
    speaker: Speaker


class Cast:
    """The speakers of one report, in order of mention.

    Each source is resolved once: a pronoun to the nearest earlier speaker it agrees with, a surname or a "the group"
    to the fullest earlier form.
    """

    def __init__(self, doc: Doc, sayings: Iterable[Saying]) -> None:
        self._doc = doc
        self._speakers: dict[int, Speaker] = {}
        self._members: list[Member] = []
        sayings = [s for s in sayings if s.voice]
        sources = {phrase.head: phrase for s in sayings for phrase in s.chain}
        self._sources = frozenset(sources)
        said = {i for s in sayings for i in s.content}
        subjects = {
            ent.root.i: phrase_of(ent.root)
            for ent in entities(doc)
            if ent.label_ == "PERSON" and ent.root.dep_ in {"nsubj", "nsubjpass", "appos"} and ent.root.i not in said
        }
        for head, found in sorted((subjects | sources).items()):
            self._speakers[head] = self._resolve(found)
        sides = {s.name: s.side for s in self._speakers.values() if s.side}
        for head, one in self._speakers.items():
            self._speakers[head] = msgspec.structs.replace(self._forward(head, one), side=sides.get(one.name))

    def _forward(self, head: int, speaker: Speaker) -> Speaker:
        """Whoever a pronoun stands for that came before anyone it agrees with: the next person said to speak."""
        token = self._doc[head]
        if token.lower_ not in _SINGULAR or speaker.name != token.text:
            return speaker
        spoke = (m for m in self._members if m.at in self._sources and head < m.at <= head + _FORWARD)
        persons = (m for m in spoke if m.kind == "person")
        agrees = (m.speaker for m in persons if m.sex in {None, _sex(token.lower_)} and m.speaker.name not in _SINGULAR)
        return next((s for s in agrees if s.name), speaker)

    def speaker(self, source: Phrase) -> Speaker:
        """The speaker meant by a source phrase of one of the sayings, or by any other that names somebody who acts."""
        if source.head not in self._speakers:
            self._speakers[source.head] = self._resolve(source)
        return self._speakers[source.head]

    def _resolve(self, source: Phrase) -> Speaker:
        token = self._doc[source.head]
        if token.tag_ in _RELATIVE and (antecedent := _antecedent(token)) is not None:
            token, source = antecedent, phrase_of(antecedent, token)
        found = self._pronoun(token) if token.tag_ == "PRP" else self._known(_described(token, source))
        insort(self._members, found._replace(at=token.i), key=lambda member: member.at)
        return found.speaker

    def _pronoun(self, token: Token) -> Member:
        word = _NOMINATIVE.get(token.lower_, token.lower_)
        for member in self._before(token.i):
            if word in _SINGULAR and member.kind == "person" and member.sex in {None, _sex(word)}:
                return member._replace(sex=_sex(word))
            if word == "it" and member.kind == "body":
                return member
            if word == "they" and member.kind != "person":
                return member
        return Member(token.i, word, "person", None, Speaker(name=token.text))

    def _before(self, at: int) -> Iterator[Member]:
        """Those mentioned before a token, the nearest first."""
        return (member for member in reversed(self._members) if member.at < at)

    def _known(self, member: Member) -> Member:
        """The member as first named in full, where the report did so before."""
        for earlier in self._before(member.at):
            if _same(earlier, member):
                longer = len(earlier.speaker.name or "") >= len(member.speaker.name or "")
                return earlier if longer else member._replace(sex=member.sex or earlier.sex)
        if member.kind == "person" or member.head.istitle():
            return member._replace(speaker=msgspec.structs.replace(member.speaker, name=self._fullest(member)))
        return member

    def _fullest(self, member: Member) -> str:
        """The longest earlier name that ends, or is headed, as this one is."""
        name = member.speaker.name or ""
        if member.kind == "person":
            people = (e.text for e in entities(self._doc) if e.label_ == "PERSON" and e.start < member.at)
            forms = [form for form in people if form.endswith(" " + name)]
        else:
            heads = (t for t in self._doc[: member.at] if t.text == member.head)
            phrases = (word_order.phrase_after(self._doc, phrase_of(t).start, member.at) for t in heads)
            forms = [self._doc[p.start : p.end].text for p in phrases if p is not None]
            forms = [form for form in forms if _AT.isdisjoint(form.split())]
        return max([name, *forms], key=len)


def _same(earlier: Member, later: Member) -> bool:
    """Whether a later mention points back at an earlier one: same last name, or "the" and the same noun."""
    if not earlier.speaker.name or not later.speaker.name:
        return False
    first, second = earlier.speaker.name.split(), later.speaker.name.split()
    surname = len(second) == 1 and later.head.istitle() and earlier.kind == "person"
    if earlier.kind != later.kind and "person" in {earlier.kind, later.kind} and not surname:
        return False
    if later.head.istitle() and (surname or later.kind == "person"):
        return first[-len(second) :] == second or second[-len(first) :] == first
    definite = later.speaker.name.lower().startswith(("the ", "this ", "that ")) or later.head.istitle()
    if not definite:
        return False
    return earlier.head == later.head or (earlier.kind == "body" == later.kind and later.head in speech().bodies)


def _described(head: Token, source: Phrase) -> Member:
    """A source phrase as a speaker: "deputy mayor Jan Orlik" is Jan Orlik, role deputy mayor."""
    words = _core(head, source)
    name = _person(head, words)
    organisation = next(
        (e.text for e in entities(head.doc) if e.label_ == "ORG" and e.root.i in words and e.root != head), None
    )
    said = side(head.doc[words.start : words.stop])
    if name is None:
        kind: Kind = "group" if head.tag_ in _PLURAL_TAGS or _joined(head) else _kind(head)
        text = _uncapitalised(head.doc[words.start : words.stop])
        named = head.text.istitle() and head.i > head.sent.start
        lemma = head.text if named or head.pos_ == "PROPN" else head.lemma_.lower()
        return Member(
            head.i,
            lemma,
            kind,
            _sex_of(head.doc[words.start : words.stop]),
            Speaker(name=text, organisation=organisation, side=said),
        )
    role = _role(head, words, name)
    speaker = Speaker(name=name.text, role=role, organisation=organisation, side=said)
    return Member(head.i, name[-1].text, "person", _sex_of(head.doc[words.start : words.stop]), speaker)


def _uncapitalised(words: Span) -> str:
    """The words as they stand within a sentence: "Officials" that open one are the "officials" of the next."""
    first, text = words[0], " ".join(words.text.split()).strip(_EDGES)
    opens = first.is_sent_start or first.nbor(-1).is_quote or first.nbor(-1).is_space
    plain = first.pos_ != "PROPN" and not first.ent_type_ and first.text.istitle()
    return text[:1].lower() + text[1:] if opens and (plain or first.tag_ == "DT") else text


def _core(head: Token, source: Phrase) -> range:
    """The words of a source phrase: its noun with what belongs to it, without relative clauses and asides."""
    named = (c for c in head.children if c.dep_ == "appos" and any(t.ent_type_ == "PERSON" for t in c.subtree))
    kept = max((c.right_edge.i for c in named), default=head.i)
    asides = [c.left_edge.i for c in head.children if c.i > kept and c.dep_ in _ASIDES]
    end = max(min([source.end, *asides]), head.i + 1)
    while end > head.i + 1 and head.doc[end - 1].tag_ == "POS":
        end -= 1
    return range(source.start, end)


def _person(head: Token, words: range) -> Span | None:
    """The person named by a source phrase, without titles: not the president in "a spokesman for President Lind"."""
    doc, lexicon = head.doc, speech()
    for ent in reversed(entities(doc)):
        if ent.label_ != "PERSON" or ent.start not in words or any(t.lower_ in lexicon.collective for t in ent):
            continue
        inside = head.i in range(ent.start, ent.end)
        named = head.lemma_.lower() in lexicon.roles or ent.end == words.stop
        if inside or (named and not _governed(doc, ent.start, words)):
            start = next((i for i in range(ent.start, ent.end - 1) if doc[i].lower_ not in lexicon.roles), ent.end - 1)
            return doc[start : ent.end]
    return _capitalised(head, words)


def _governed(doc: Doc, start: int, words: range) -> bool:
    """Whether a name, its titles before it, hangs on a preposition or is a possessor's."""
    before = start - 1
    while before > words.start and doc[before].lower_ in speech().roles:
        before -= 1
    return before in words and doc[before].tag_ in {"IN", "TO", "POS"}


def _capitalised(head: Token, words: range) -> Span | None:
    """The capitalised words after a role noun: a name the entity finder has missed."""
    roles = speech().roles
    last = max((i for i in words if head.doc[i].lower_ in roles and i < head.i), default=None)
    if last is None or head.pos_ != "PROPN":
        return None
    name = head.doc[last + 1 : head.i + 1]
    return name if all(t.pos_ == "PROPN" for t in name) else None


def _role(head: Token, words: range, name: Span) -> str | None:
    """As in "deputy mayor" in "deputy mayor Jan Orlik" and in "Jan Orlik, the deputy mayor"."""
    before = head.doc[words.start : name.start]
    aside = next((c for c in head.children if c.dep_ == "appos"), None)
    if aside is not None and all(t.lower_ in speech().honorifics for t in before):
        before = head.doc[slice(*phrase_of(aside)[1:])]
    start = next((t.i for t in before if t.tag_ != "DT"), before.end)
    return head.doc[start : before.end].text.strip(_EDGES) or None


def _kind(head: Token) -> Kind:
    lexicon, lemma = speech(), head.lemma_.lower()
    if lemma in lexicon.roles or lemma == "source":
        return "person"
    return "person" if head.ent_type_ == "PERSON" and lemma not in lexicon.collective else "body"


def _joined(head: Token) -> bool:
    return any(c.dep_ == "conj" for c in head.children)


def _sex(pronoun: str) -> str:
    return "female" if pronoun == "she" else "male"


def _sex_of(words: Span) -> str | None:
    for token in words:
        if token.lower_ in speech().female:
            return "female"
        if token.lower_ in speech().male:
            return "male"
    return None


def _antecedent(relative: Token) -> Token | None:
    return (
        next((a for a in relative.ancestors if a.dep_ == "relcl"), relative).head if relative.head != relative else None
    )
