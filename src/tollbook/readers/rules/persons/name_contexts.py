"""Evidence that capitalised words are a person's name: an outcome for people, a description, a list of persons."""

from collections.abc import Iterator

from spacy.tokens import Doc, Token

from tollbook import gazetteer
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import capital, is_agent_noun, name_lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, is_be, is_of

#: No age is above this.
_OLDEST = 120
#: The longest description of a person before its noun, in words: "a former army commander".
_DESCRIPTION = 6
OTHER_LABELS = frozenset({"GPE", "LOC", "FAC", "NORP", "DATE", "TIME", "WORK_OF_ART", "EVENT", "LAW"})


def is_used_alone(token: Token) -> bool:
    """Whether a capitalised word is used by itself, as a surname is after the full name."""
    acts = token.dep_ in {"nsubj", "nsubjpass", "poss", "dobj"} and token.ent_type_ not in OTHER_LABELS
    return acts and not any(t.dep_ in {"compound", "det", "amod"} for t in token.children)


def is_harmed(head: Token) -> bool:
    """Whether a name is the victim of a verb that needs a person: "Ivo Lerch died", "Ivo Lerch, who died"."""
    if any(_harms_relative(t) for t in head.rights if t.dep_ == "relcl"):
        return True
    if head.dep_ == "conj" and head.head.pos_ == "PROPN":
        head = head.head  # "Ivo Lerch and Ana Brod were shot"
    lemma, deadly = head.head.lemma_.lower(), lexicon.grammar().casualty.deadly
    if head.dep_ == "nsubjpass" and any(t.lower_ in deadly for t in head.head.rights):
        return True  # "Ivo Lerch was pronounced dead".
    if head.dep_ == "nsubjpass" or (head.dep_ == "dobj" and lemma not in name_lexicon().hitting):
        return lexicon.casualty_type_of("done_to").get(lemma) in {"killed", "injured", "abducted"}
    return head.dep_ == "nsubj" and any(_dies(verb) for verb in (head.head, *_joined(head.head)))


def _joined(verb: Token) -> Iterator[Token]:
    """The verbs after a verb with the same subject: "Ivo Lerch fell into a coma and died"."""
    return (t for t in verb.conjuncts if t.i > verb.i and not any(c.dep_ in SUBJECTS for c in t.lefts))


def _dies(verb: Token) -> bool:
    """Whether the subject of a verb dies: "died", "was shot dead"; places may be hit."""
    lemma = verb.lemma_.lower()
    if any(t.dep_ == "auxpass" for t in verb.lefts) and lemma not in name_lexicon().hitting:
        return lexicon.casualty_type_of("done_to").get(lemma) in {"killed", "injured", "abducted"}
    return lexicon.casualty_type_of("undergo").get(lemma) == "killed"


def is_shot(head: Token) -> bool:
    """Whether a name is the object of a verb of shooting or stabbing, which no place can be: "shot Ivo Lerch"."""
    return head.dep_ in DONE_TO and head.head.lemma_.lower() in lexicon.grammar().casualty.shooting


def _harms_relative(verb: Token) -> bool:
    """Whether a relative clause reports one person's death or wounds: "who died", "who was shot"."""
    lemma, who = verb.lemma_.lower(), next((t for t in verb.lefts if t.lower_ in lexicon.grammar().function.who), None)
    if who is None:
        return False
    if who.dep_ == "nsubjpass":
        return lexicon.casualty_type_of("done_to").get(lemma) in {"killed", "injured"}
    return who.dep_ == "nsubj" and lexicon.casualty_type_of("undergo").get(lemma) == "killed"


def is_described(head: Token) -> bool:
    """Whether a description of one person follows: "Brandt, a 29-year-old baker"."""
    people, known = lexicon.grammar().people, lexicon.status_of_noun()
    return any(
        t.dep_ == "appos" and t.tag_ == "NN" and any(d.tag_ == "DT" for d in t.lefts)
        and t.lemma_.lower() not in people.collective
        and (t.lemma_.lower() in known or is_agent_noun(t))
        for t in head.rights
    )  # fmt: skip


def is_called_victim(head: Token) -> bool:
    """Whether a sentence names a victim: "one of the dead is Ivo Lerch", "among the dead was Ivo Lerch".

    So do all names of a list: "the victims included Ivo Lerch, a nurse, and Ana Brod"; and "Ivo Lerch, one of those
    killed".
    """
    if any(t.dep_ == "appos" and _is_of_set(t) for t in head.rights):
        return True
    while head.dep_ == "conj" and head.head.pos_ == "PROPN":
        head = head.head
    verb = head.head
    subjects = [t for t in verb.lefts if t.dep_ == "nsubj"]
    if head.dep_ == "dobj" and verb.lower_ in lexicon.grammar().tally.including:
        return any(map(_is_set, subjects))
    if not is_be(verb) or head.dep_ not in {"attr", "nsubj"}:
        return False
    among = [prep for prep in verb.lefts if prep.lower_ in lexicon.grammar().tally.among]
    inner = [t for s in subjects for prep in s.rights if is_of(prep) for t in prep.children]
    called = subjects + inner if head.dep_ == "attr" else []
    return any(map(_is_set, [*called, *(t for prep in among for t in prep.children)]))


def _is_of_set(number: Token) -> bool:
    """Whether a phrase is one person of a group of victims: "one of the victims", "one of three people killed"."""
    inner = [t for prep in number.rights if is_of(prep) for t in prep.children]
    return number.like_num and any(_is_set(t) or _are_harmed(t) for t in inner)


def _are_harmed(noun: Token) -> bool:
    harmed = lexicon.casualty_type_of("done_to")
    return any(t.dep_ == "acl" and t.lemma_.lower() in harmed for t in noun.rights)


def _is_set(noun: Token) -> bool:
    """Whether a phrase is a group of victims: "the dead", "the victims", "those killed"."""
    known = lexicon.grammar().tally
    return (
        (noun.lower_ in known.those and _are_harmed(noun))
        or noun.lower_ in known.sets
        or noun.lemma_.lower() in words().victims
    )


def is_accused(head: Token) -> bool:
    """Whether somebody is charged or judged: "sentenced Ivo Lerch to 20 years", "found Ivo Lerch guilty"."""
    if not any(t.dep_ == "compound" and t.pos_ == "PROPN" for t in head.lefts):
        return False
    if head.dep_ == "nsubj" and head.head.dep_ == "ccomp":
        return head.head.lower_ in words().judged
    is_object = head.dep_ in DONE_TO
    return is_object and head.head.lemma_.lower() in words().accusing - words().blaming


def is_beside_age(head: Token) -> bool:
    """Whether a name is between commas after somebody's age: "a 51-year-old cobbler, Ivo Lerch, died"."""
    over, doc = head.head, head.doc
    if head.dep_ != "appos" or over.tag_ != "NN" or doc[head.left_edge.i - 1].text != ",":
        return False
    units = lexicon.grammar().tally.ages
    years = (t for amod in over.lefts for t in amod.children if t.dep_ == "npadvmod")
    return any(t.lower_ in units for t in years)


def is_aged(head: Token) -> bool:
    """Whether a sentence gives somebody's age: "Ivo Lerch was 34 when he died"."""
    verb = head.head
    if head.dep_ != "nsubj" or not is_be(verb) or not any(t.dep_ == "compound" for t in head.lefts):
        return False
    ages = [t for t in verb.rights if t.dep_ in {"attr", "acomp"} and t.text.isdecimal() and int(t.text) < _OLDEST]
    return any(t.i + 1 < len(t.doc) and t.nbor(1).lower_ in words().after_ages for t in ages)


def is_beside_noun(first: Token, end: int) -> bool:
    """Whether words are a name between commas after a noun for one person: "a girl, Shazia, 12", "a judge, Ana Brod,".

    One word needs an age, or "the" before the noun and a verb after it; more words must be no known place.
    """
    doc = first.doc
    if first.i < 2 or end >= len(doc) or doc[first.i - 1].text != "," or doc[end].text not in {",", "."}:
        return False
    noun = doc[first.i - 2]
    if noun.tag_ != "NN":
        return False
    if end - first.i > 1:
        is_person = noun.lemma_.lower() in lexicon.status_of_noun() or is_agent_noun(noun)
        is_introduced = any(t.dep_ in {"det", "poss"} for t in noun.lefts)
        return is_person and is_introduced and not gazetteer.is_known(doc[first.i : end].text)
    is_one = lexicon.sex_of_noun().get(noun.lemma_.lower()) is not None
    if not is_one or end + 1 >= len(doc):
        return False
    known = any(t.lower_ in words().definite for t in noun.lefts) and doc[end + 1].tag_ == "VBD"
    return doc[end + 1].like_num or (known and first.ent_type_ != "DATE")


def is_after_relative(first: Token) -> bool:
    """Whether a word follows the noun for somebody's relative: "her son Jon", "twelve-year-old daughter Selam"."""
    before = first.doc[first.i - 1] if first.i > first.sent.start else None
    owned = before is not None and any(
        t.dep_ in {"poss", "amod", "npadvmod"}
        for t in (*before.children, *(first.lefts if before.head == first else ()))
    )
    return before is not None and owned and before.tag_ == "NN" and before.lemma_.lower() in words().naming_relatives


def is_listed(head: Token) -> bool:
    """Whether it is between two persons in a list: "Jon Orsk, Ilse Brod and Mara Dost"."""
    after = next((t for t in head.children if t.dep_ == "conj"), None)
    is_after = head.dep_ in {"conj", "appos"} and head.head.ent_type_ == "PERSON"
    return is_after and after is not None and after.ent_type_ == "PERSON"


def is_other_name(first: Token, end: int) -> bool:
    """Whether words up to token ``end`` are alone in brackets after a name: "Jon Orsk (Abu Nasr)"."""
    doc = first.doc
    alone = first.i > 1 and end < len(doc) and doc[first.i - 1].text == "(" and doc[end].text == ")"
    return alone and doc[first.i - 2].pos_ == "PROPN"


def is_possessor(token: Token) -> bool:
    """Whether a name is a possessor: "Ana Brod's mother" is not Ana Brod."""
    return token.dep_ == "poss" or any(t.dep_ == "case" for t in token.children)


def is_of_relative(first: Token) -> bool:
    """Whether a name follows the word for a relative: "her husband, Ulrich", "his daughter Selam"."""
    before = [t.lower_ for t in first.doc[max(first.i - 2, 0) : first.i] if t.text != ","]
    return bool(before) and before[-1] in words().naming_relatives


def is_street(first: Token, end: int) -> bool:
    """Whether a name is a street's: "on W. Marek Street", "near Olund Court"; "killed Olund Court" names a person."""
    before = first.doc[first.i - 1].lower_ if first.i > 0 else ""
    known = name_lexicon()
    return before in known.along | known.places and first.doc[end - 1].lower_ in known.streets


def is_part_of_a_place(doc: Doc, end: int) -> bool:
    """Whether a name is the first part of a place's: "Marek Olund High School", "La Orda airport"."""
    after, known = doc[end] if end < len(doc) else None, name_lexicon()
    if after is None or doc[end - 1].head.i < end or doc[end - 1].dep_ != "compound":
        return False
    return after.lower_ in (known.never - known.both if capital(after) else known.named_sites)


def has_leader(doc: Doc, end: int) -> bool:
    """Whether a name is that of a body before its people: "Velmar Guard leader Jon Orsk"."""
    after = doc[end] if end < len(doc) else None
    return after is not None and after.lower_ in name_lexicon().led and doc[end - 1].dep_ in {"compound", "nmod"}


def names_origin(word: Token) -> bool:
    """Whether a word is a place before a noun for people: "a 24-year-old Tarnow woman"."""
    noun = word.head
    return (
        word.dep_ in {"compound", "nmod", "amod"}
        and noun.pos_ == "NOUN"
        and lexicon.sex_of_noun().get(noun.lemma_) is not None
    )


def is_located(doc: Doc, first: int, end: int) -> bool:
    """Whether a name is that of a place.

    "Shelling in Khan Orsk", "flown to Orsk", "Khan Orsk, a town in the north", "rebels captured Orsk".
    """
    last, before = doc[end - 1], doc[first - 1] if first else None
    if any(t.dep_ == "appos" and t.lower_ in name_lexicon().areas for t in last.rights) or _is_taken_or_hit(last):
        return True
    if before is None or last.dep_ != "pobj":
        return False
    brought = lexicon.grammar().place.towards, lexicon.grammar().place.treating
    is_end = before.lower_ in brought[0] and before.head.lemma_.lower() in brought[1]
    return is_end or before.lower_ in name_lexicon().never_before or _is_area(before)


def _is_taken_or_hit(name: Token) -> bool:
    """Whether a name without a word for a person is taken or hit, as towns are: "captured Orsk", "jets hit Orsk"."""
    verb, lemma = name.head, name.head.lemma_.lower()
    known, acts = name_lexicon(), any(is_used_alone(t) and t.dep_ != "dobj" for t in _elsewhere(name))
    is_object = name.dep_ in DONE_TO and name.i > verb.i
    if not (is_object or name.dep_ == "nsubjpass") or acts or _is_explained(name) or is_titled(name):
        return False
    if lemma in known.taking:
        return is_object and not any(t.lemma_.lower() in known.arresting for t in verb.lefts)
    # "A bullet hit Ivo Lerch", "was hit in the leg": people are hit by one thing, once, and in a part of the body.
    means = [t for t in verb.lefts if t.dep_ == "nsubj"] if is_object else []
    means += [t for by in verb.rights if by.dep_ == "agent" for t in by.children]
    is_repeated = not means and any(t.lemma_.lower() in known.repeating for t in verb.subtree)
    return lemma in known.hitting and (is_repeated or any(t.lemma_.lower() in known.hitting_towns for t in means))


def _is_explained(name: Token) -> bool:
    """Whether an age or a noun for a person follows a name: "Ivo Lerch, 45", "Ivo Lerch, a former soldier"."""
    after = name.doc[name.i + 1 : min(name.i + 2 + _DESCRIPTION, name.sent.end)]
    if len(after) < 2 or after[0].text not in {",", "("}:
        return False
    noun = next((t for t in after[1:] if t.pos_ == "NOUN" and t.dep_ != "compound"), None)
    is_person = noun is not None and (noun.lemma_.lower() in lexicon.status_of_noun() or is_agent_noun(noun))
    return after[1].like_num or (after[1].tag_ in {"DT", "JJ", "NN", "WP"} and is_person)


def _elsewhere(name: Token) -> Iterator[Token]:
    """The other mentions of a name by its last word."""
    return (t for t in name.doc if t.text == name.text and t.i != name.i)


def is_titled(name: Token) -> bool:
    """Whether a title or a noun for a person is before a name: "captured General Orsk"."""
    return any(t.lower_ in name_lexicon().titles for t in name.lefts)


def _is_area(preposition: Token) -> bool:
    """Whether a place follows "of": "the suburb of Tarnow"."""
    return is_of(preposition) and preposition.head.lemma_.lower() in name_lexicon().areas


def precedes_place(preposition: Token) -> bool:
    """Whether a place follows a preposition: "in Tarnow", "the suburb of Tarnow"."""
    return _is_area(preposition) or preposition.lower_ in name_lexicon().places
