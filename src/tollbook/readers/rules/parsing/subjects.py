"""Corrects verbs that the parser takes for nouns, or that lose their subject: "was on Monday shot". See ``repairs``."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import SUBJECTS, is_of

_TIMES, _FINITE = frozenset({"DATE", "TIME"}), frozenset({"VBD", "VBZ", "VBP"})


def _own_subject(token: Token) -> Iterator[HeadChange]:
    """Make the last noun before the second verb its subject.

    "Was shot by a guard and his friend, Leon Hart, was hit".
    """
    verb = token.head if token.dep_ == "conj" else next((t for t in token.lefts if t.dep_ == "ccomp"), token)
    helpers = [t for t in token.lefts if t.dep_ in {"aux", "auxpass"}]
    subject = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    end = min([t.i for t in helpers], default=token.i) if subject is None else subject.left_edge.i
    if verb.pos_ not in VERBS or end - 2 <= verb.i or (subject is not None and subject.ent_type_ != "PERSON"):
        return
    last = token.doc[end - 1]
    phrase = last.nbor(-1) if last.text == "," else last
    found = next((t for t in (phrase, *phrase.ancestors) if t.dep_ == "conj" and t.pos_ in NOUNS), token)
    cc, named = token.doc[found.left_edge.i - 1], [t for t in found.rights if t.dep_ == "appos" and t.i < end]
    is_several = any(t.lower_ in words().plural for t in helpers)
    if found.head.head.lower_ in words().after or (is_several and found.tag_ in {"NN", "NNP"}):
        return
    is_last = found.head.pos_ in NOUNS and cc.tag_ == "CC" and verb.i < found.head.i < cc.i < found.i < end
    # Nobody but the boy was treated in "the boy was hit in the chest and the leg, was treated and went home".
    is_own = bool(helpers) or (token.tag_ == "VBD" and any(t.dep_ == "auxpass" for t in verb.lefts))
    is_named = bool(named) if subject is None else last.text == "," and found.tag_ == "NN"
    if is_last and is_own and (is_named or (helpers and last.text != ",")):
        yield HeadChange(found, token, "nsubjpass" if any(t.dep_ == "auxpass" for t in helpers) else "nsubj")
        yield HeadChange(cc, verb, "cc")
        if subject is not None:
            yield HeadChange(subject, found, "appos")


def _corrected_number(token: Token) -> Iterator[HeadChange]:
    """Give the subject the number that a report states, not the one it corrects: "three, not four, people died"."""
    number = token.head
    is_corrected = (
        token.like_num and number.like_num and number.i < token.i and any(t.dep_ == "neg" for t in token.lefts)
    )
    noun = token.doc[min(token.i + 2, len(token.doc) - 1)]
    if is_corrected and noun.tag_ == "NNS" and noun.nbor(-1).text == "," and number.head != noun:
        yield HeadChange(number, noun, "nummod")


def _time_of_clause(token: Token) -> Iterator[HeadChange]:
    """Give a time before the verb to the clause that it ends: "the widow of a guard killed last year was shot"."""
    verb, before = token.head, token.doc[max(token.left_edge.i - 1, 0)]
    subject = next((t for t in verb.lefts if t.dep_ in SUBJECTS), None)
    if token.ent_type_ not in _TIMES or subject is None or not subject.is_ancestor(before) or not verb.i > token.i:
        return
    clause = next((t for t in (before, *before.ancestors) if t.dep_ in {"acl", "relcl"} and t.pos_ in VERBS), None)
    if clause is not None and subject.is_ancestor(clause) and token.i + 1 == min(t.i for t in _finite(verb)):
        yield HeadChange(token, clause, "npadvmod")


def _agent_before_time(token: Token) -> Iterator[HeadChange]:
    """Make the noun before a time the agent: "was shot dead by police minutes later"."""
    by, after = token.head, token.doc[min(token.i + 1, len(token.doc) - 1)]
    agent = next((t for t in token.lefts if t.i == token.i - 1 and t.dep_ == "compound"), None)
    is_time = token.lemma_.lower() in words().times and token.tag_ == "NNS" and after.lower_ in words().later
    if agent is not None and is_time and by.dep_ == "agent":
        yield HeadChange(token, by.head, "npadvmod")
        yield HeadChange(agent, by, "pobj")
        yield from (HeadChange(t, agent, t.dep_) for t in token.lefts if t != agent)


def _agent_after_means(token: Token) -> Iterator[HeadChange]:
    """Attach "by" to the passive verb, not to its means: "was beaten with clubs by masked men"."""
    means, verb = token.head, token.head.head.head
    is_means = means.dep_ == "pobj" and means.head.dep_ == "prep" and means.i == token.i - 1 and verb.tag_ == "VBN"
    is_passive = any(t.dep_ == "auxpass" for t in verb.lefts) or verb.dep_ == "acl"
    by = lexicon.grammar().function.by
    if token.lower_ in by and is_means and is_passive and not any(t.dep_ == "agent" for t in verb.rights):
        yield HeadChange(token, verb, "agent")


def _clause_at_year(token: Token) -> Iterator[HeadChange]:
    """Attach a clause to the noun, not to its year: "an attempt on his life in 2019 in which six people died"."""
    year, prep = token.head, token.head.head
    is_year = year.ent_type_ == "DATE" and year.dep_ == "pobj" and year.i < token.i
    if is_year and prep.head.pos_ in NOUNS and any(t.tag_ == "WDT" for t in token.subtree):
        yield HeadChange(token, prep.head, "relcl")


def _finite(verb: Token) -> Iterator[Token]:
    """A verb and its auxiliary verbs."""
    yield verb
    yield from (t for t in verb.lefts if t.dep_ in {"aux", "auxpass"})


def _on_a_day(token: Token) -> Iterator[HeadChange]:
    """Join "was" with its verb after a day: "a thief was on Monday lynched by a mob"."""
    subject = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    if subject is None or token.lower_ not in words().singular | words().plural:
        return
    rest = token.doc[token.i + 1 : token.sent.end]
    day = list(takewhile(lambda t: t.ent_type_ in _TIMES or t.lower_ in words().before_days, rest))
    verb = rest[len(day)] if day and day[-1].ent_type_ in _TIMES and len(day) < len(rest) else token
    if verb.tag_ != "VBN":
        if verb.lower_ not in words().participles:
            return
        verb.tag_, verb.pos_, verb.lemma_ = "VBN", "VERB", words().participles[verb.lower_]
    if token.head != verb:
        yield HeadChange(verb, verb if token.head == token else token.head, token.dep_)
    yield HeadChange(token, verb, "auxpass")
    yield HeadChange(subject, verb, "nsubjpass")
    yield from (HeadChange(t, verb, t.dep_) for t in token.children if t not in {subject, verb})


def _verb_as_noun(token: Token) -> Iterator[HeadChange]:
    """Make a verb of saying that the parse takes for a noun a verb: "police allege Ivo Lerch, 63, opened fire"."""
    if token.lower_ not in words().never_nouns or token.pos_ in VERBS or token.i == token.sent.start:
        return
    speaker = token.nbor(-1)
    verbs = (t for t in token.doc[token.i + 1 : token.sent.end] if t.pos_ in VERBS and t.dep_ not in {"aux", "auxpass"})
    is_last = token.doc[speaker.left_edge.i - 1].text == ","
    before = next((t for t in token.ancestors if is_last and t.pos_ in VERBS and t.i < token.i), None)
    act = next((t for t in verbs if token in {t.head, *t.subtree} or t.head == t), before)
    if act is None or speaker.pos_ not in NOUNS or speaker.lower_ == token.lower_:
        return
    token.tag_, token.pos_, token.lemma_ = "VBP", "VERB", token.lower_
    is_above = act == token.head or act.is_ancestor(token)
    yield HeadChange(token, token if not is_above or act.head == act else act.head, act.dep_ if is_above else "ROOT")
    yield HeadChange(act, token, "ccomp")
    while speaker.dep_ == "conj" and speaker.head.i < speaker.i:
        speaker = speaker.head
    yield HeadChange(speaker, token, "nsubj")


def _name_as_adverb(token: Token) -> Iterator[HeadChange]:
    """Make a name that the parse takes for an adverb the subject: "Ivo Tully shot two guards"."""
    verb = token.head
    if token.ent_type_ == "PERSON" and token.i < verb.i and not any(t.dep_ in {*SUBJECTS, "expl"} for t in verb.lefts):
        token.tag_, token.pos_ = "NNP", "PROPN"
        yield HeadChange(token, verb, "nsubjpass" if any(t.dep_ == "auxpass" for t in verb.lefts) else "nsubj")


def _clause_after_after(token: Token) -> Iterator[HeadChange]:
    """Make a noun and participle after "after" a clause: "units came after a man called and said he had shot two"."""
    noun, prep = token.head, token.head.head
    joining = token.doc[min(token.right_edge.i + 1, len(token.doc) - 1)]
    said = next((t for t in token.doc[joining.i + 1 : token.sent.end] if t.dep_ == "conj" and t.tag_ == "VBD"), token)
    is_clause = token.tag_ in {"VBN", "VBD"} and token.i == noun.i + 1 and prep.lower_ in words().after
    if is_clause and joining.dep_ == "cc" and said.i == joining.i + 1 and said.head == prep.head:
        token.tag_ = "VBD"
        yield HeadChange(token, prep.head, "advcl")
        yield HeadChange(noun, token, "nsubj")
        yield HeadChange(prep, token, "mark")
        yield HeadChange(said, token, "conj")
        yield HeadChange(joining, token, "cc")


def _acronym_as_verb(token: Token) -> Iterator[HeadChange]:
    """Make an acronym that the parse takes for an auxiliary the subject: "IS claimed the attack"."""
    verb = token.head
    is_written_so = token.text in words().acronyms and not any(
        t.text.isupper() and t.pos_ == "VERB" for t in token.sent
    )
    if is_written_so and verb.tag_ in {"VBN", "VBD"} and not any(t.dep_ in SUBJECTS for t in verb.lefts):
        token.tag_, token.pos_, token.lemma_, verb.tag_ = "NNP", "PROPN", token.text, "VBD"
        yield HeadChange(token, verb, "nsubj")


def _gerund_as_noun(token: Token) -> Iterator[HeadChange]:
    """Make an attack that the parse takes for a verb the subject: "shelling by rebel forces killed four"."""
    verb, by = token.head, next((t for t in token.rights if t.dep_ in {"prep", "agent"} and t.i == token.i + 1), None)
    is_alone = token.i < verb.i and not any(t.dep_ in {*SUBJECTS, "dobj"} for t in token.children)
    is_subject = is_alone and verb.tag_ in _FINITE and not any(t.dep_ in SUBJECTS for t in verb.lefts)
    if token.tag_ == "VBG" and by is not None and is_subject and (token.lower_,) in lexicon.phrases("events"):
        token.tag_, token.pos_, token.lemma_ = "NN", "NOUN", token.lower_
        yield HeadChange(token, verb, "nsubj")
        yield HeadChange(by, token, "prep")


def _noun_as_comparative(token: Token) -> Iterator[HeadChange]:
    """Make a word for people that the parse takes for a comparative a noun: "a guard and a cleaner were killed"."""
    is_person = token.lower_ in lexicon.status_of_noun() and any(t.dep_ == "det" for t in token.lefts)
    if token.tag_ == "JJR" and is_person:
        token.tag_, token.pos_, token.lemma_ = "NN", "NOUN", token.lower_
    yield from ()


def _finite_after_root(token: Token) -> Iterator[HeadChange]:
    """Make a finite verb that the parse takes for a participle the verb of its sentence.

    "The rebels handed over two bodies", "a man with a knife wounded 12 people": a participle has no object.
    """
    noun = token.head
    while noun.dep_ == "pobj" and noun.head.dep_ == "prep" and noun.head.head.pos_ in NOUNS:
        noun = noun.head.head
    objects = [t for t in token.rights if t.dep_ == "dobj" or (t.dep_ == "npadvmod" and lexicon.names_people(t))]
    has_object = bool(objects) and not any(t.dep_ in SUBJECTS | {"agent"} for t in token.children)
    is_sentence = noun.dep_ == "ROOT" and noun.pos_ in NOUNS and noun.sent[-1].text == "."
    is_next = not len(token.doc[token.head.i + 1 : token.i]) and (token.tag_ == "VBD" or lexicon.names_people(noun))
    if token.tag_ in {"VBD", "VBN"} and has_object and is_sentence and is_next:
        token.tag_, token.pos_ = "VBD", "VERB"
        yield HeadChange(token, token, "ROOT")
        yield HeadChange(noun, token, "nsubj")
        yield HeadChange(objects[0], token, "dobj")
        yield from (HeadChange(t, token, t.dep_) for t in noun.lefts if t.dep_ == "prep")
        yield from (HeadChange(t, token, t.dep_) for t in noun.rights if t.i > token.i)


def _agent_of_noun(token: Token) -> Iterator[HeadChange]:
    """Give the attackers to the noun before them, if the verb has no agent: "two died in an ambush by rebels"."""
    noun, verb = token.nbor(-1) if token.i else token, token.head
    undergoes = verb.lemma_.lower() in lexicon.casualty_type_of("undergo") and token.lower_ in actor_words().authorship
    if undergoes and noun.dep_ == "pobj" and verb.i < noun.i and not any(t.dep_ == "auxpass" for t in verb.lefts):
        yield HeadChange(token, noun, "prep")


def _hyphen_in_name(token: Token) -> Iterator[HeadChange]:
    """Join a name with a hyphen whose words the parse takes for subjects of their own: "Red-Orik said"."""
    around = token.doc[max(token.i - 1, 0) : token.i + 2]
    before, after = around[0], around[-1]
    is_joined = token.text == "-" and len(around) == 3 and not (before.whitespace_ or token.whitespace_)
    is_joined = is_joined and before.text.istitle() and after.text.istitle()
    if is_joined and before.pos_ == after.pos_ == "PROPN" and (before.head, before.dep_) == (after.head, after.dep_):
        token.pos_ = "PUNCT"
        yield HeadChange(before, after, "compound")
        yield HeadChange(token, after, "punct")


def _after_bare_of(token: Token) -> Iterator[HeadChange]:
    """Attach a second subject to the "of" before it: "the grandson of U.S. Rep. Ana Brod was shot"."""
    before = token.doc[token.left_edge.i - 1] if token.left_edge.i else token
    is_bare = is_of(before) and before.dep_ == "prep" and not any(True for _ in before.children)
    if is_bare and before.head.dep_ in SUBJECTS and before.head.head == token.head and before.head != token:
        yield HeadChange(token, before, "pobj")


REPAIRS: tuple[Repair, ...] = (
    Repair(_after_bare_of, tuple(sorted(SUBJECTS))),
    Repair(
        _verb_as_noun, ("compound", "ROOT", "conj", "appos", "dobj", "pobj", "amod", "nmod", "dep", *sorted(SUBJECTS))
    ),
    Repair(_corrected_number, ("appos",)),
    Repair(_time_of_clause, ("npadvmod",)),
    Repair(_agent_before_time, ("pobj",)),
    Repair(_agent_after_means, ("prep",)),
    Repair(_clause_at_year, ("relcl",)),
    Repair(_on_a_day, ("ROOT", "conj", "ccomp", "relcl", "advcl", "auxpass")),
    Repair(_own_subject, ("conj", "ROOT")),
    Repair(_name_as_adverb, ("advmod",)),
    Repair(_clause_after_after, ("acl",)),
    Repair(_acronym_as_verb, ("aux", "auxpass")),
    Repair(_gerund_as_noun, ("csubj", "advcl")),
    Repair(_noun_as_comparative, ("conj", "dobj", "pobj", *sorted(SUBJECTS))),
    Repair(_finite_after_root, ("acl",)),
    Repair(_agent_of_noun, ("agent", "prep")),
    Repair(_hyphen_in_name, ("punct", "dobj", "pobj", *sorted(SUBJECTS))),
)
