"""One person across a report: who "he", "the boy" or a bare surname points back to."""

import msgspec
from spacy.tokens import Doc, Token

from tollbook.extract import lexicon
from tollbook.extract.people import sex
from tollbook.model import People

#: How many sentences back a pronoun may point. Local news names the person and stays with him for a paragraph;
#: beyond three sentences the nearest name is as often a policeman's as the victim's.
_REACH = 3


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

    def resolve(self, people: People, anchor: Token, known: bool) -> People:
        """The same people with every name completed, and a pronoun's person named where one stands near enough."""
        names = tuple(dict.fromkeys(self.full_name(n) for n in people.names))
        if not names and known and people.text.lower() in {"he", "she", "him", "her", "himself", "herself"}:
            found = self._before(anchor, lexicon.sex_of_noun().get(people.text.lower()))
            names = () if found is None else (found,)
        return msgspec.structs.replace(people, names=names)

    def full_name(self, name: str) -> str:
        """The fullest form in the report of a name given by its surname alone."""
        return self._full.get(name.lower(), name) if " " not in name.strip() else name

    def _before(self, anchor: Token, wanted: str | None) -> str | None:
        first = self._sentence_number(anchor) - _REACH
        for name in reversed([n for n in self._names if n.end <= anchor.i]):
            if self._sentence_number(name.root) < first:
                return None
            said = next((s for t in name.root.children if (s := sex(t))), None)
            if name.root.dep_ in {"nsubj", "nsubjpass", "poss", "dobj", "appos", "pobj"} and said in {None, wanted}:
                return self.full_name(name.text)
        return None

    def _sentence_number(self, token: Token) -> int:
        return sum(1 for s in self._doc.sents if s.start_char < token.idx)
