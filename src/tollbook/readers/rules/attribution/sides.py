"""Which side of a conflict a speaker is said to be on: only where the words that name him say so."""

from collections.abc import Iterable

from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.readers.rules.attribution.reporting_lexicon import speech


def side(words: Iterable[Token]) -> str | None:
    """The state or the party that the words of a speaker name: "a Kenyan army spokesman", "rebel commander Orlik".

    A people counts only beside an office or a force of a state: a Kenyan nurse is on nobody's side for it.
    """
    tokens = list(words)
    lemmas = {t.lemma_.lower() for t in tokens} | {t.lower_ for t in tokens}
    for token in tokens:
        party = speech().parties.get(token.lemma_.lower()) or speech().parties.get(token.lower_)
        if party is not None:
            return party
    if not (lemmas & speech().offices or len(tokens) == 1):
        return None
    for token in tokens:
        code = gazetteer.country_of_people(token.text) if token.text[:1].isupper() and len(tokens) > 1 else None
        country = gazetteer.countries().get(code) if code else _country(token)
        if country is not None:
            return country
    return None


def _country(token: Token) -> str | None:
    if token.ent_type_ != "GPE":
        return None
    return next((e.name for e in gazetteer.lookup(token.text) if e.kind == "country" and e.main), None)
