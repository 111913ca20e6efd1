"""Corrects clauses that the parser attaches to the wrong word: "hit a bank where people queued, killing four".

See ``repairs``.
"""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS


def _clause_of_time(token: Token) -> Iterator[HeadChange]:
    """Attach a clause with "when" to the verb, not to a noun that is no time.

    "Three died, among them a boy, when it fell".
    """
    noun = token.head
    if not any(t.lower_ in words().when for t in token.lefts):
        return
    verb = next((t for t in noun.ancestors if t.pos_ in VERBS), None)
    is_time = noun.lemma_.lower() in words().times or noun.ent_type_ in {"DATE", "TIME"}
    if verb is not None and not is_time and verb.i < token.i:
        yield HeadChange(token, verb, "advcl")


def _since_month(token: Token) -> Iterator[HeadChange]:
    """Make "since" before a month a preposition: "the number of people killed since May has risen"."""
    verb, month = token.head, token.nbor(1) if token.i + 1 < token.sent.end else token
    subjects = [t for t in verb.lefts if t.dep_ in SUBJECTS and t != month]
    number = subjects[0] if subjects else verb.head.head if verb.head.dep_ == "acl" else verb.head
    is_month = month.ent_type_ == "DATE" and month.head in {token, verb} and token.lower_ in words().after
    if not is_month or number.lemma_.lower() not in words().tolls or number.i > token.i:
        return
    is_cut_off = not subjects and number.dep_ == "ROOT" and verb.dep_ == "advcl"
    if is_cut_off:
        yield HeadChange(verb, verb, "ROOT")
        yield HeadChange(number, verb, "nsubj")
        yield from (HeadChange(t, verb, t.dep_) for t in number.rights if t.dep_ == "punct" and t.i > verb.i)
    if subjects or is_cut_off:
        told = [t for t in number.doc[number.i : token.i] if t.dep_ == "acl"]
        yield HeadChange(token, told[-1] if told else number, "prep")
        yield HeadChange(month, token, "pobj")


def _subject_after_after(token: Token) -> Iterator[HeadChange]:
    """Make the noun after "after" the subject of the passive.

    "Arrested a man after his wife and son were found dead".
    """
    passive = next((t for t in token.lefts if t.dep_ == "auxpass"), None)
    if passive is None or passive.left_edge.i < 1 or any(t.dep_ in SUBJECTS for t in token.lefts):
        return
    last = token.doc[min(t.i for t in token.lefts if t.dep_ in {"aux", "auxpass"}) - 1]
    found = next((t for t in (last, *last.ancestors) if t.dep_ == "pobj"), None)
    if found is not None and found.right_edge.i == last.i and found.head.lower_ in words().after:
        yield HeadChange(found.head, token, "mark")
        yield HeadChange(found, token, "nsubjpass")
        yield HeadChange(token, token.head, "advcl")


def _after_background(token: Token) -> Iterator[HeadChange]:
    """Attach a participle to the main verb, not to a relative clause of background.

    "Hit a bank where people were queuing, killing four": the hit killed four.
    """
    clause = token.head
    is_result = token.tag_ == "VBG" and token.i > clause.i and clause.dep_ == "relcl"
    is_background = any(t.tag_ == "WRB" for t in clause.lefts) and any(t.dep_ == "aux" for t in clause.lefts)
    if not (is_result and is_background):
        return
    verb = next((t for t in clause.head.ancestors if t.pos_ in VERBS), None)
    if verb is not None and verb.i < clause.i:
        yield HeadChange(token, verb, "advcl")


def _of_pursued(token: Token) -> Iterator[HeadChange]:
    """Attach a participle to the act of the pursued, not to the verb of the police.

    "Police are hunting a man who drove a van into a crowd, killing two"; "accused the rebels of shelling a bakery,
    killing two".
    """
    verb = token.head
    if token.tag_ != "VBG" or verb.lemma_.lower() not in words().pursuing or not is_casualty(token):
        return
    between = verb.doc[verb.i + 1 : token.i]
    act = next((t for t in reversed(between) if t.dep_ in {"relcl", "pcomp"} and verb.is_ancestor(t)), None)
    # "Police arrested a man after firing tear gas": the act of the police.
    if act is not None and not (act.dep_ == "pcomp" and act.head.lower_ in words().after):
        yield HeadChange(token, act, "advcl")


def _accused_of(token: Token) -> Iterator[HeadChange]:
    """Attach "of" and an act to the verb of accusing, not to the accused: "accused the rebels of shelling a bakery"."""
    of, people = token.head, token.head.head
    is_accused = people.dep_ in DONE_TO and people.head.lemma_.lower() in words().accusing
    is_crime = token.tag_ == "VBG" or token.lemma_.lower() in lexicon.casualty_type_of("noun")
    if is_crime and of.lower_ in words().partitive and is_accused:
        yield HeadChange(of, people.head, "prep")


def _participle_as_adjective(token: Token) -> Iterator[HeadChange]:
    """Make a participle that the parse takes for an adjective a verb with an object.

    "They hit back, killing 12 rebels".
    """
    people = token.head
    is_adjective = token.tag_ == "VBG" and is_casualty(token)
    is_counted = any(t.dep_ == "nummod" and t.i > token.i for t in people.lefts)
    if is_adjective and is_counted and people.head.pos_ in VERBS and not any(t.dep_ == "det" for t in people.lefts):
        yield HeadChange(token, people.head, "advcl")
        yield HeadChange(people, token, "dobj")


def _after_place(token: Token) -> Iterator[HeadChange]:
    """Make an apposition to a place the subject: "in Velmar, a shopkeeper, Ivo Lerch, was shot"."""
    auxiliaries = [t for t in token.lefts if t.dep_ in {"aux", "auxpass"}]
    if not auxiliaries or any(t.dep_ in {*SUBJECTS, "expl", "csubj"} for t in token.lefts):
        return
    beside = (t for prep in token.lefts if prep.dep_ == "prep" for t in prep.subtree if t.dep_ == "appos")
    for noun in beside:
        if noun.pos_ == "NOUN" and noun.left_edge.tag_ == "DT" and noun.doc[noun.left_edge.i - 1].text == ",":
            is_passive = any(t.dep_ == "auxpass" for t in auxiliaries)
            yield HeadChange(noun, token, "nsubjpass" if is_passive else "nsubj")
            return


def _name_after_place(token: Token) -> Iterator[HeadChange]:
    """Make the name after a place the subject: "in Kfar Lerch, Adel Brod, a baker, died in custody"."""
    verb = token.head
    if token.i != token.sent.start or token.lower_ not in words().inside or verb.pos_ not in VERBS:
        return
    place = next((t for t in (*token.rights, *verb.lefts) if t.pos_ == "PROPN" and t.left_edge.i == token.i + 1), None)
    name = next((t for t in place.rights if t.dep_ in {"appos", "conj"}), None) if place is not None else None
    if place is None or name is None or name.ent_type_ != "PERSON" or name.left_edge.i != place.i + 2:
        return
    is_described = place.nbor(1).text == "," and any(t.dep_ == "appos" for t in name.rights)
    if is_described and not any(t.dep_ in SUBJECTS and t != place for t in verb.lefts):
        yield HeadChange(name, verb, "nsubjpass" if any(t.dep_ == "auxpass" for t in verb.lefts) else "nsubj")
        yield HeadChange(place, token, "pobj")


def _shot_dead(token: Token) -> Iterator[HeadChange]:
    """Make a noun that the parse takes for a measure the object: "shot dead an elderly couple"."""
    verb, before = token.head, token.doc[token.left_edge.i - 1] if token.left_edge.i else token
    is_object = before.head == verb and before.lower_ in words().outcome and before.i == verb.i + 1
    if is_object and is_casualty(verb) and token.pos_ in NOUNS and token.ent_type_ not in {"DATE", "TIME"}:
        yield HeadChange(token, verb, "dobj")


def _strike_killed(token: Token) -> Iterator[HeadChange]:
    """Make the attack the subject of its verb: "a strike on a school for families killed 16 people, medics said"."""
    verb = token.doc[token.left_edge.i - 1] if token.left_edge.i else token
    said = next((t for t in verb.ancestors if t.pos_ in VERBS and t.i > token.i), token)
    is_bare = verb.dep_ in {"acl", "relcl"} and not any(t.dep_ in {*SUBJECTS, "aux", "auxpass"} for t in verb.lefts)
    if verb.tag_ not in {"VBD", "VBN"} or not is_casualty(verb) or not is_bare:
        return
    strike = next((t for t in said.lefts if t.pos_ == "NOUN" and t != token and t.is_ancestor(verb)), None)
    is_counted = any(t.dep_ == "nummod" for t in token.lefts)
    if strike is None or not is_counted or not any(t.dep_ == "nsubj" and t.i > token.i for t in said.lefts):
        return
    yield HeadChange(verb, said, "ccomp")
    yield HeadChange(token, verb, "dobj")
    yield HeadChange(strike, verb, "nsubj")


def _before_noun(token: Token) -> Iterator[HeadChange]:
    """Make "before" a preposition: "due to appear before judges charged with murder"."""
    mark = next((t for t in token.lefts if t.dep_ == "mark" and t.tag_ == "IN"), None)
    judges = next((t for t in token.lefts if t.dep_ == "nsubjpass"), None)
    if token.tag_ != "VBN" or mark is None or judges is None or any(t.dep_.startswith("aux") for t in token.lefts):
        return
    if mark.i < judges.i and mark.i == judges.left_edge.i - 1:
        yield HeadChange(mark, token.head, "prep")
        yield HeadChange(judges, mark, "pobj")


def _name_after_clause(token: Token) -> Iterator[HeadChange]:
    """Attach a name to the person of a relative clause, not to the victim: "who killed Ana Brod, Ivo Lerch,"."""
    victim = token.head
    clause = victim.head
    is_victim = victim.dep_ == "dobj" and victim.pos_ == token.pos_ == "PROPN" and clause.dep_ == "relcl"
    is_listed = any(t.dep_ in {"cc", "conj", "appos"} for t in (*token.rights, *victim.rights) if t != token)
    if is_victim and not is_listed and clause.head.tag_ == "NN" and token.right_edge.i + 1 < token.sent.end:
        yield HeadChange(token, clause.head, "appos")


def _blamed_body(token: Token) -> Iterator[HeadChange]:
    """Attach a participle to the body, not to its head: "he heads the Noor faction, blamed for a bombing"."""
    verb, comma = token.head, token.nbor(-1) if token.i > token.sent.start else token
    body = next((t for t in verb.rights if t.dep_ == "dobj" and t.right_edge.i == comma.i - 1), None)
    if token.lower_ not in words().blamed or comma.text != "," or body is None or any(token.lefts):
        return
    if verb.lemma_.lower() in words().heading and (body.lower_ in words().bodies or body.ent_type_ == "ORG"):
        yield HeadChange(token, body, "acl")


def _attack_after_adjective(token: Token) -> Iterator[HeadChange]:
    """Make a noun for an attack the subject, not the adjective before it: "Kestrian shelling had killed a couple"."""
    people = token.head
    is_bare = token.lower_ in words().attacks and token.i == people.i + 1 and not any(token.children)
    if is_bare and people.dep_ == "nsubj" and people.tag_ == "JJ":
        yield HeadChange(token, people.head, "nsubj")
        yield HeadChange(people, token, "amod")


def _with_others(token: Token) -> Iterator[HeadChange]:
    """Join the last of a list with those before, not with the verb: "died while riding with her aunt, and two boys"."""
    verb, joining = token.head, token.doc[max(token.left_edge.i - 1, 0)]
    if token.pos_ not in NOUNS or verb.pos_ not in VERBS or joining.dep_ != "cc" or joining.head != verb:
        return
    between = token.doc[verb.i + 1 : joining.i]
    beside = next((t for t in reversed(between) if t.lower_ in words().beside), None)
    first = None if beside is None else next((t for t in beside.rights if t.dep_ == "pobj"), None)
    if beside is not None and first is not None and any(t.pos_ == "VERB" and t.i < beside.i for t in between):
        yield HeadChange(token, first, "conj")
        yield HeadChange(joining, first, "cc")


def _convicted_of(token: Token) -> Iterator[HeadChange]:
    """Join an outcome with the clause about the victims.

    "Convicted of killing two boys who were abducted and found dead".
    """
    verb = token.head
    is_outcome = any(t.dep_ == "oprd" and t.lower_ in words().outcome for t in token.rights)
    if not is_outcome or any(token.lefts) or verb.lemma_.lower() not in words().pursuing:
        return
    clauses = (t for t in reversed(verb.doc[verb.i + 1 : token.i]) if t.dep_ == "relcl" and verb.is_ancestor(t))
    clause = next((t for t in clauses if any(c.dep_ == "nsubjpass" and c.tag_ == "WP" for c in t.lefts)), None)
    if clause is not None:
        yield HeadChange(token, clause, "conj")
        yield from (HeadChange(t, clause, "cc") for t in verb.rights if t.dep_ == "cc" and clause.i < t.i < token.i)


def _firing_squad(token: Token) -> Iterator[HeadChange]:
    """Make a squad the agent, not its firing: "were executed by firing squad on Monday"."""
    firing, by = token.head, token.head.head
    is_bare = firing.tag_ == "VBG" and firing.dep_ == "pcomp" and firing.i + 1 == token.i
    if token.lower_ in words().squads and is_bare and by.dep_ == "agent":
        yield HeadChange(token, by, "pobj")
        yield from (HeadChange(t, by.head, t.dep_) for t in firing.rights if t != token)
        yield HeadChange(firing, token, "compound")


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_since_month, ("mark",)),
    Repair(_subject_after_after, ("conj",)),
    Repair(_clause_of_time, ("relcl",)),
    Repair(_accused_of, ("pcomp", "pobj")),
    Repair(_after_background, ("advcl",)),
    Repair(_of_pursued, ("advcl",)),
    Repair(_participle_as_adjective, ("amod",)),
    Repair(_name_after_place, ("prep",)),
    Repair(_after_place, ("ROOT", "conj", "ccomp")),
    Repair(_shot_dead, ("npadvmod",)),
    Repair(_strike_killed, ("nsubj", "dobj")),
    Repair(_before_noun, ("advcl",)),
    Repair(_name_after_clause, ("appos",)),
    Repair(_blamed_body, ("advcl",)),
    Repair(_attack_after_adjective, ("acl",)),
    Repair(_with_others, ("conj",)),
    Repair(_convicted_of, ("conj",)),
    Repair(_firing_squad, ("dobj",)),
)
