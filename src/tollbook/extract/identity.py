"""One person across a report: who "he", "the victim" or a bare surname points back to."""

from collections.abc import Iterable

import msgspec
from spacy.tokens import Doc, Token

from tollbook.extract import lexicon
from tollbook.extract.people import age, sex
from tollbook.model import Claim, People, Range

#: How many sentences back a pronoun may point. Local news names the person and stays with him for a paragraph;
#: beyond three sentences the nearest name is as often a policeman's as the victim's.
_REACH = 3
_PRONOUNS = frozenset({"he", "she", "him", "her", "himself", "herself"})
_VICTIM = frozenset({"victim", "deceased", "body", "dead", "person", "suspect"})
_HARMED = frozenset({"killed", "injured", "missing", "abducted"})
_OFFICE = frozenset({
    "officer", "chief", "sheriff", "sgt", "sgt.", "lt", "lt.", "capt", "capt.", "det", "det.", "detective", "captain",
    "lieutenant", "sergeant", "spokesman", "spokeswoman", "spokesperson", "judge", "attorney", "prosecutor", "coroner",
    "deputy", "mayor", "maj", "maj.", "trooper", "commander", "investigator", "minister", "president",
})  # fmt: skip


class Cast:
    """The named persons of one report, in text order."""

    def __init__(self, doc: Doc) -> None:
        self._doc = doc
        self._names = [e for e in doc.ents if e.label_ == "PERSON" and any(c.isalpha() for c in e.text)]
        self._full: dict[str, str] = {}
        for name in self._names:
            words = name.text.split()
            if len(words) > 1:
                self._full.setdefault(words[-1].lower(), name.text)
        self._identified = dict(self._identifications())

    def resolve(self, people: People, anchor: Token, known: bool) -> People:
        """The same people with every name completed, and a pronoun's person named where one stands near enough."""
        names = tuple(dict.fromkeys(self.full_name(n) for n in people.names))
        if not names and known and people.text.lower() in _PRONOUNS:
            found = self._before(anchor, lexicon.sex_of_noun().get(people.text.lower()))
            names = () if found is None else (found,)
        return msgspec.structs.replace(people, names=names)

    def identify(self, claims: Iterable[Claim]) -> list[Claim]:
        """Claims of one unnamed person, named where the report says later who "the victim" was.

        Only where the report identifies one person by that word, and one person alone is told of by it.
        """
        told = list(claims)
        return [self._named(c) if _is_unnamed(c) else c for c in told]

    def full_name(self, name: str) -> str:
        """The fullest form in the report of a name given by its surname alone."""
        return self._full.get(name.lower(), name) if " " not in name.strip() else name

    def _named(self, claim: Claim) -> Claim:
        assert claim.people is not None
        words = set(claim.people.text.lower().split())
        found = [v for noun, v in self._identified.items() if noun in words or noun in _VICTIM]
        if len({name for name, _ in found}) != 1 or len(self._identified) != 1:
            return claim
        name, years = found[0]
        people = msgspec.structs.replace(claim.people, names=(name,), age=claim.people.age or years)
        return msgspec.structs.replace(claim, people=people)

    def _identifications(self) -> Iterable[tuple[str, tuple[str, Range | None]]]:
        """ "Police identified the victim as Ana Brod, 24": the noun, the name and the age."""
        for token in self._doc:
            if token.lemma_.lower() not in {"identify", "be"}:
                continue
            name = _complement(token)
            noun = next(
                (t for t in token.children if t.dep_ in {"dobj", "nsubjpass", "nsubj"} and t.pos_ == "NOUN"), None
            )
            if noun is None and token.dep_ == "acl":
                noun = token.head
            if name is None or noun is None or (token.lemma_ == "be" and noun.lower_ != "victim"):
                continue
            span = next((e for e in self._names if e.start <= name.i < e.end), None)
            if span is not None:
                yield noun.lower_, (self.full_name(span.text), age(name, (name.left_edge.i, span.end)))

    def _before(self, anchor: Token, wanted: str | None) -> str | None:
        first = self._sentence_number(anchor) - _REACH
        for name in reversed([n for n in self._names if n.end <= anchor.i]):
            if self._sentence_number(name.root) < first:
                return None
            said = next((s for t in name.root.children if (s := sex(t))), None)
            if said in {None, wanted} and not _holds_office(name.root):
                return self.full_name(name.text)
        return None

    def _sentence_number(self, token: Token) -> int:
        return sum(1 for s in self._doc.sents if s.start_char < token.idx)


def _complement(verb: Token) -> Token | None:
    for child in verb.children:
        if child.dep_ == "prep" and child.lower_ == "as":
            return next((t for t in child.children if t.dep_ == "pobj" and t.ent_type_ == "PERSON"), None)
        if child.dep_ == "attr" and child.ent_type_ == "PERSON":
            return child
    return None


def _holds_office(name: Token) -> bool:
    """Whether the name is that of somebody who speaks or acts by office ("Chief Vell said")."""
    near = [*name.children, *(t for t in name.doc[max(0, name.left_edge.i - 2) : name.left_edge.i])]
    if any(t.lower_ in _OFFICE for t in near):
        return True
    return name.dep_ == "nsubj" and name.head.lemma_.lower() in {"say", "tell", "add", "report", "announce", "state"}


def _is_unnamed(claim: Claim) -> bool:
    single = claim.count is not None and claim.count.best == 1
    return claim.kind in _HARMED and single and claim.people is not None and not claim.people.names
