"""Corrects the clauses that the parser gives to another word: "hit a bank where people queued, killing four".

See ``repairs``.
"""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import SUBJECTS, VERBS, HeadChange, Repair, is_casualty, words


def _clause_of_time(token: Token) -> Iterator[HeadChange]:
    """A clause with "when" after a noun for no time is the verb's: "three died, among them a boy, when it fell"."""
    noun = token.head
    if not any(t.lower_ in words().when for t in token.lefts):
        return
    verb = next((t for t in noun.ancestors if t.pos_ in VERBS), None)
    is_time = noun.lemma_.lower() in words().times or noun.ent_type_ in {"DATE", "TIME"}
    if verb is not None and not is_time and verb.i < token.i:
        yield HeadChange(token, verb, "advcl")


def _result(token: Token) -> Iterator[HeadChange]:
    """Those who queue kill nobody in "hit a bank where people were queuing, killing four": the main verb did."""
    clause = token.head
    is_result = token.tag_ == "VBG" and token.i > clause.i and clause.dep_ == "relcl"
    is_background = any(t.tag_ == "WRB" for t in clause.lefts) and any(t.dep_ == "aux" for t in clause.lefts)
    if not (is_result and is_background):
        return
    verb = next((t for t in clause.head.ancestors if t.pos_ in VERBS), None)
    if verb is not None and verb.i < clause.i:
        yield HeadChange(token, verb, "advcl")


def _of_pursued(token: Token) -> Iterator[HeadChange]:
    """The man killed two in "police are hunting a man who drove a van into a crowd, killing two"."""
    verb = token.head
    if token.tag_ != "VBG" or verb.lemma_.lower() not in words().pursuing or not is_casualty(token):
        return
    between = verb.doc[verb.i + 1 : token.i]
    act = next((t for t in reversed(between) if t.dep_ == "relcl" and verb.is_ancestor(t)), None)
    if act is not None:
        yield HeadChange(token, act, "advcl")


def _relative_clause(token: Token) -> Iterator[HeadChange]:
    """The strike killed 12 in "denied carrying out the strike in Velmar that killed 12": nobody denied the 12."""
    relative = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    if relative is None or relative.tag_ != "WDT" or relative.i == token.sent.start or token.i < token.head.i:
        return
    between = token.doc[token.head.i + 1 : relative.i]
    noun = next((t for t in reversed(between) if t.pos_ == "NOUN" and t.ent_type_ not in {"DATE", "TIME"}), None)
    if noun is not None:
        yield HeadChange(token, noun, "relcl")


def _doing(token: Token) -> Iterator[HeadChange]:
    """Somebody kills 12 in "they hit back, killing 12 rebels", where the parse takes "killing" for an adjective."""
    people = token.head
    is_adjective = token.tag_ == "VBG" and is_casualty(token)
    is_counted = any(t.dep_ == "nummod" and t.i > token.i for t in people.lefts)
    if is_adjective and is_counted and people.head.pos_ in VERBS and not any(t.dep_ == "det" for t in people.lefts):
        yield HeadChange(token, people.head, "advcl")
        yield HeadChange(people, token, "dobj")


def _after_place(token: Token) -> Iterator[HeadChange]:
    """A shopkeeper was shot in "in Velmar, a shopkeeper, Ivo Lerch, was shot": he is no apposition to the town."""
    auxiliaries = [t for t in token.lefts if t.dep_ in {"aux", "auxpass"}]
    if not auxiliaries or any(t.dep_ in {*SUBJECTS, "expl", "csubj"} for t in token.lefts):
        return
    beside = (t for prep in token.lefts if prep.dep_ == "prep" for t in prep.subtree if t.dep_ == "appos")
    for noun in beside:
        if noun.pos_ == "NOUN" and noun.left_edge.tag_ == "DT" and noun.doc[noun.left_edge.i - 1].text == ",":
            is_passive = any(t.dep_ == "auxpass" for t in auxiliaries)
            yield HeadChange(noun, token, "nsubjpass" if is_passive else "nsubj")
            return


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_clause_of_time, ("relcl",)),
    Repair(_relative_clause, ("ccomp",)),
    Repair(_result, ("advcl",)),
    Repair(_of_pursued, ("advcl",)),
    Repair(_doing, ("amod",)),
    Repair(_after_place, ("ROOT", "conj", "ccomp")),
)
