"""Finds the source of a cue and those who passed its words on, by the parse, and by word order if that fails.

Word order helps in text whose commas and quotation marks are lost: in "… killed four people the Arvon news agency has
reported" the noun phrase right before the cue is the source.
"""

from collections.abc import Iterable

from spacy.tokens import Doc, Token

from tollbook.readers.rules.attribution.relations import (
    SourcePhrase,
    child,
    cue_of,
    is_passive,
    is_quoted,
    joins_name,
    object_of,
    phrase_of,
    repeated_subject,
    subject,
    trees,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import FINITE

#: The words that may follow the source in "… said the mayor": a stop, a comma, "who", "from", "of", "adding".
_AFTER_SOURCE = frozenset({".", ",", ":", "IN", "WP", "WDT", "''", "_SP", "VBG"})
_ADVERBS, _COMPARATIVES = frozenset({"RB", "RBR"}), frozenset({"JJR", "JJS"})
_INSIDE, _PART = ("NN", "JJ", "POS", "HYPH", "AFX", "PRP", "VBN"), ("NN", "JJ", "POS", "HYPH", "AFX", ":")


def source_of(cue: Token) -> SourcePhrase | None:
    """The source of a verb of reporting: its subject, or the phrase right before it if the parse is wrong."""
    if (repeated := repeated_subject(cue)) is not None:
        return phrase_of(repeated)
    parsed = subject(cue)
    if parsed is not None and cue.tag_ == "VBG" and parsed.i >= cue.i:
        before = (t for t in cue.doc[cue.sent.start : cue.i] if t.dep_ == "nsubj")
        parsed = next(before, None if parsed == cue else parsed)
    found = phrase_of(parsed, cue) if parsed is not None and not is_expletive(parsed) else None
    if parsed is not None and (after_headline := _after_headline(parsed)) is not None:
        found = after_headline
    found = _after_count(found, cue.doc) if found is not None else None
    start = min(cue_of(cue.head.head if is_quoted(cue) else cue))
    near = phrase_before(cue.doc, start, cue.sent.start) if _may_precede(cue) else None
    trusted = found is not None and (near is None or found.start <= near.head < found.end)
    trusted = trusted or (near is not None and parsed is not None and _is_where(cue.doc[near.head], parsed))
    trusted = trusted and (near is not None or child(cue, "nsubj", "nsubjpass") is not None)
    if not trusted and cue.tag_ in FINITE and (after := _inverted(cue)) is not None:
        return after
    return found if trusted or near is None else near


def _is_where(token: Token, speaker: Token) -> bool:
    """Whether a word is the place of a speaker: "Velmar" in "a medic at a hospital in Velmar said"."""
    is_in = token.dep_ == "pobj" and token.head.lower_ in coreference_words().place_prepositions
    return is_in and speaker.is_ancestor(token)


def _after_count(source: SourcePhrase, doc: Doc) -> SourcePhrase:
    """The source without the casualties that a missing comma puts before it: "killed at least 80 residents said"."""
    before = doc[source.start - 1] if source.start > doc[source.head].sent.start else None
    types = lexicon.casualty_type_of("done_to")
    lemma = "" if before is None else before.lemma_.lower()
    harms = lemma in types and lemma not in name_lexicon().hitting
    number = next((t for t in doc[source.start : source.head] if t.like_num), None) if harms else None
    if number is None:
        return source
    is_noun = number.i + 1 < source.head and lexicon.singular(number.nbor(1)) in lexicon.status_of_noun()
    return source._replace(start=number.i + 1 + is_noun)


def _after_headline(token: Token) -> SourcePhrase | None:
    """The source if the parse takes the number or counted noun of a preceding headline for the subject.

    "2 killed in Velm AP State TV has confirmed …", "9 Villagers Killed in Velm Police said …": the source is the phrase
    before the verb, without the agency.
    """
    participle = next((c for c in token.children if c.dep_ == "acl" and c.tag_ == "VBN"), None)
    counted = participle is not None and participle.text.istitle() and child(token, "nummod") is not None
    if participle is None or not (token.like_num or counted):
        return None
    near = phrase_before(token.doc, token.head.i, token.sent.start)
    if near is None or not can_speak(token.doc[near.head]):
        return None
    agencies = [t.i for t in token.doc[near.start : near.head] if t.lower_ in speech().outlet_names]
    return near._replace(start=max(agencies) + 1) if agencies else near


def _inverted(cue: Token) -> SourcePhrase | None:
    """A source right after the cue with no clause behind: X in "… said X." and "… said X from the ministry"."""
    others = speech().addressing | speech().aiming | speech().never_inverted
    is_other = is_passive(cue) or cue.lemma_.lower() in others
    found = None if is_other else phrase_after(cue.doc, cue.i + 1, cue.sent.end)
    ends = found is not None and (found.end == cue.sent.end or cue.doc[found.end].tag_ in _AFTER_SOURCE)
    return found if found is not None and ends and can_speak(cue.doc[found.head]) else None


def giver_of(text: Token) -> Token | None:
    """The publisher of a text: "the police" in "information given by the police" and "the police's report".

    A later mention has the publisher of the first: "the centre said in its bulletin … according to the bulletin".
    """
    if text.lemma_.lower() not in speech().texts:
        return None
    is_known = any(t.tag_ in {"DT", "PRP$"} and t.lower_ not in coreference_words().indefinite for t in text.lefts)
    before = (t for t in reversed(text.doc[: text.i]) if t.lemma_ == text.lemma_) if is_known else ()
    return next((giver for each in (text, *before) if (giver := _giver_beside(each)) is not None), None)


def _giver_beside(text: Token) -> Token | None:
    """The publisher of a text, by the words around it: also who "said in a statement" or "issued a statement"."""
    lists, verb = speech(), text.head.head if text.dep_ == "pobj" else text.head
    given = (c for c in text.children if c.dep_ == "acl" and c.lemma_.lower() in lists.giving)
    by = (object_of(each, lists.grammar.origins) for each in (*given, text))
    own, said = child(text, "poss"), child(verb, "nsubj")
    is_said = text.dep_ == "pobj" and lists.takes_clause(verb.lemma_.lower())
    if said is not None and text.dep_ == "dobj" and verb.lemma_.lower() in lists.issuing:
        is_said = not is_outlet(said)
    speaking = is_said and said is not None and (can_speak(said) or said.pos_ in {"NOUN", "PROPN"})
    known = next((t for t in (*by, own) if t is not None and can_speak(t)), said if speaking else None)
    return own if known is None and own is not None and own.tag_ == "PRP$" else known


def is_expletive(token: Token) -> bool:
    """Whether a subject is the "it" of "it is feared", which refers to nobody."""
    return token.lower_ in coreference_words().expletive and (token.dep_ in {"nsubjpass", "expl"})


def _may_precede(cue: Token) -> bool:
    """Whether the phrase before a cue may be its source: not before a passive, nor if it is an adjunct of the cue."""
    if is_quoted(cue):
        return is_passive(cue.head.head)
    mistaken = is_mistaken(cue)
    if is_relative(cue) or (cue.tag_ not in FINITE and not mistaken) or (is_passive(cue) and not mistaken):
        return False
    adjuncts = trees(cue, "prep", "npadvmod", "advmod", "advcl")
    return cue.i - 1 not in adjuncts


def is_mistaken(cue: Token) -> bool:
    """Whether the tagger took a closing "… the agency reported on Monday" for a participle."""
    if cue.tag_ != "VBN" or cue.i == cue.sent.start or any(c.dep_ in {"aux", "auxpass", "agent"} for c in cue.children):
        return False
    following = cue.doc[cue.i + 1] if cue.i + 1 < len(cue.doc) else None
    closes = following is None or following.tag_ in {".", "NNP", "VBG"}
    return can_speak(cue.nbor(-1)) and (
        closes or (following is not None and following.lower_ in speech().grammar.before_days)
    )


def is_relative(cue: Token) -> bool:
    """Whether the verb is in a relative clause with a relative pronoun, or about a report: "a charge they deny"."""
    is_of_report = cue.head.lemma_.lower() in coreference_words().reports
    own = (c for child in cue.children for c in (child, *child.lefts))
    return cue.dep_ == "relcl" and (is_of_report or any(c.tag_ in {"WDT", "WP", "WP$"} for c in own))


def via(cue: Token) -> tuple[SourcePhrase, ...]:
    """The outlets that passed the words on: "told the Arvon Times", "quoted by the Arvon Times as saying"."""
    agents = speech().grammar.agents
    if is_quoted(cue):
        quoting = cue.head.head
        by = (object_of(cue, agents), object_of(quoting, agents), None if is_passive(quoting) else subject(quoting))
        return tuple(phrase_of(t, quoting) for t in by if t is not None)
    found = (child(cue, "dobj", "dative"), object_of(cue, speech().grammar.addressees))
    outlets = (_employer(t) for t in found if t is not None)
    return tuple(phrase_of(t) for t in outlets if is_outlet(t))


def _employer(token: Token) -> Token:
    """The outlet in "told the agency's correspondent"."""
    owner = child(token, "poss")
    return owner if owner is not None and is_outlet(owner) else token


def is_outlet(token: Token) -> bool:
    """Whether a noun is an agency, a newspaper or a station, which passes on the words of others."""
    lists, lemma = speech(), token.lemma_.lower()
    names = {token.lower_, *(c.lower_ for c in token.children if c.dep_ in {"compound", "nmod"})}
    is_one = lemma in lists.outlet_nouns or bool(names & (lists.outlet_nouns | lists.outlet_names))
    return is_one and lemma not in lists.gatherings


def can_speak(token: Token) -> bool:
    """Whether a noun can be someone who speaks: a role, a body, an outlet, a name."""
    names = {token.lower_, token.lemma_.lower()}
    return token.ent_type_ in {"PERSON", "ORG"} or bool(names & speech().speakers)


def cannot_speak(token: Token) -> bool:
    """Whether a noun cannot be a speaker: a picture, a place, a toll, an attack, "no one".

    "The latest toll said", "the attack blamed on rebels", "no one said".
    """
    lemma = token.lemma_.lower()
    is_attack = token.pos_ == "NOUN" and (lemma,) in lexicon.phrases("events") and not can_speak(token)
    silent = speech().visuals | speech().silent_places | lexicon.casualty_type_of("noun").keys()
    is_outcome = lemma in silent or is_nobody(token)
    return is_outcome or token.pos_ == "DET" or (is_attack and lemma not in lexicon.status_of_noun())


def is_nobody(noun: Token) -> bool:
    """Whether a noun is for nobody, and so neither speaks nor is "it" later: "no group has said that"."""
    return any(t.dep_ == "det" and t.lower_ in lexicon.grammar().people.nobody for t in noun.lefts)


def phrase_before(doc: Doc, end: int, first: int) -> SourcePhrase | None:
    """The noun phrase right before token ``end`` and not before ``first``; adverbs and auxiliaries are skipped."""
    while end > first and (doc[end - 1].tag_ in _ADVERBS or doc[end - 1].lower_ in speech().grammar.auxiliaries):
        end -= 1
    last = end - 1
    if last < first or doc[last].ent_type_ in {"DATE", "TIME"}:
        return None
    if doc[last].tag_ == "PRP":
        return SourcePhrase(last, last, end)
    if not doc[last].tag_.startswith("NN"):
        return None
    head, start = _backwards(doc, last, first)
    if start - 2 >= first and doc[start - 1].lower_ in speech().grammar.conjunctions and can_speak(doc[start - 2]):
        joined = phrase_before(doc, start - 1, first)
        if joined is not None:
            return SourcePhrase(joined.head, joined.start, end)
    return SourcePhrase(head, start, end)


def _backwards(doc: Doc, last: int, first: int) -> tuple[int, int]:
    """Head and start of a phrase whose last word is ``last``."""
    head = start = last
    while start > first:
        word = doc[start - 1]
        if word.tag_ in {"DT", "PRP$"}:
            return head, start - 1
        inside = word.lower_ in speech().grammar.inside_sources
        if inside and start - 2 >= first and can_speak(doc[start - 2]):
            head = start = start - 2
        elif _belongs(word, doc[head]):
            start -= 1
        else:
            break
    return head, start


def _belongs(word: Token, head: Token) -> bool:
    """Whether a word before a noun is part of its phrase rather than the end of the phrase before."""
    if word.tag_ in {"VBN", "VBG"}:
        return word.i > 0 and word.nbor(-1).text == "-"
    # "Wounding dozens more the agency reported": a comparative ends the phrase before.
    if not word.tag_.startswith(_PART) or word.tag_ in _COMPARATIVES or (word.tag_ == ":" and word.text != "-"):
        return False
    if can_speak(word) or not word.tag_.startswith("NN"):
        return True
    return word.tag_ not in {"NNS"} and (word.tag_ == "NNP" or head.tag_ not in {"NNP", "NNPS"})


def phrase_after(doc: Doc, start: int, last: int) -> SourcePhrase | None:
    """The noun phrase that starts right at token ``start``; it ends at a number, another article or a verb."""
    at = start
    if at < last and doc[at].tag_ in {"DT", "PRP$"}:
        at += 1
    end, head = _forwards(doc, at, last)
    if head is None:
        return None
    # "Accused the Rapid Guard of the attack".
    is_inside = end + 1 < last and doc[end].head.pos_ != "VERB"
    if is_inside and doc[end].lower_ in speech().grammar.inside_sources and can_speak(doc[head]):
        inner = phrase_after(doc, end + 1, last)
        end = inner.end if inner is not None else end
    return SourcePhrase(head, start, end)


def _forwards(doc: Doc, at: int, last: int) -> tuple[int, int | None]:
    head = None
    while at < last and (doc[at].tag_.startswith(_INSIDE) or joins_name(doc[at])):
        if doc[at].tag_.startswith(("NN", "PRP")):
            head = at
        at += 1
    return (head + 1 if head is not None else at), head


def whole_name(doc: Doc, source: SourcePhrase) -> SourcePhrase:
    """A source that ends with the name of a body: without the words that a damaged sentence puts right after it.

    "According to the Observatory heavy shelling has killed 12": the Observatory.
    """
    for token in doc[source.start : source.head]:
        after = token.nbor(1)
        ends = token.lower_ in coreference_words().monitor_names and token.pos_ == "PROPN"
        if ends and after.tag_ != "POS" and not can_speak(doc[source.head]) and after.pos_ not in {"ADP", "CCONJ"}:
            return SourcePhrase(token.i, source.start, token.i + 1)
    return source


def has_finite_verb(tokens: Iterable[Token]) -> bool:
    """Whether any of the words is a verb that could head a clause."""
    return any(t.tag_.startswith("VB") or t.tag_ == "MD" for t in tokens)
