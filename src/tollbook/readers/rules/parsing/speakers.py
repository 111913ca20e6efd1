"""Corrects parses that lose the speaker: "killed six in Dorna, the mayor, Ali Reko, said". See ``repairs``."""

from collections.abc import Iterator
from itertools import pairwise

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words as reference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import SUBJECTS, is_be


def _speaker(token: Token) -> Iterator[HeadChange]:
    """Make an apposition before "said" its subject: "killed six in Dorna, the mayor, Ali Reko, said".

    A part of the dead is no subject: "six died, some of them at home, the mayor, Ali Reko, said".
    """
    subjects = [t for t in token.lefts if t.dep_ in SUBJECTS]
    if not _says(token) or not all(map(_is_part, subjects)):
        return
    last = token.nbor(-1)
    is_comma = last.text == ","
    if is_comma and last.i > token.sent.start:
        last = last.nbor(-1)
    chain = [t for t in (last, *last.ancestors) if t.dep_ == "appos" and t.doc[t.left_edge.i - 1].text == ","]
    if chain and (not is_comma or any(map(_is_named, chain[-1].subtree))):
        yield HeadChange(chain[-1], token, "nsubj")
        yield from _above(token)
        name, noun = chain[0], chain[0].head
        if name != chain[-1] and name.ent_type_ == "PERSON" and noun.pos_ == "PROPN" and noun.ent_type_ != "PERSON":
            # "The director of the clinic in Dorna, Ali Reko".
            yield HeadChange(name, chain[-1], "appos")
        wholes = [s for verb in token.lefts if verb.dep_ == "ccomp" for s in verb.lefts if s.dep_ in SUBJECTS]
        yield from (HeadChange(part, whole, "appos") for part in subjects for whole in wholes[-1:])


def _is_part(subject: Token) -> bool:
    """Whether a phrase begins with some of the people named before it: "many of them children"."""
    begin = subject.doc[subject.left_edge.i : subject.i + 3]
    return any(a.lower_ in words().partitive and b.lower_ in words().them for a, b in pairwise(begin))


def _after_participle(token: Token) -> Iterator[HeadChange]:
    """Make the object of a participle before "said" its subject: "in a video posted online a masked man said"."""
    last = token.nbor(-1) if _says(token) else token
    is_object = last.dep_ in {"dobj", "oprd"} and last.head.tag_ == "VBN" and last.head.dep_ == "acl"
    if is_object and not any(t.dep_ in SUBJECTS for t in token.children):
        yield HeadChange(last, token, "nsubj")


def _is_named(token: Token) -> bool:
    """Whether a word is the name of a person, or the short form of a body's: "the UN mission, MONUSCO, said"."""
    return token.ent_type_ == "PERSON" or (token.pos_ == "PROPN" and token.text.isupper() and len(token) > 2)


def _says(token: Token) -> bool:
    """Whether a word is a verb of saying in the past, and not the first word of its sentence."""
    return token.tag_ == "VBD" and token.lemma_ in words().saying and token.i > token.sent.start


def _above(token: Token) -> Iterator[HeadChange]:
    """Put a verb of saying above the verb that it was joined to, with the words after it."""
    verb = token.head
    if verb != token and verb.pos_ in VERBS:
        yield HeadChange(token, token if verb.head == verb else verb.head, verb.dep_)
        yield HeadChange(verb, token, "ccomp")
        yield from (HeadChange(t, token, t.dep_) for t in verb.rights if t.i > token.i)


def _last_of_list(token: Token) -> Iterator[HeadChange]:
    """Separate the speakers from the list of the dead: "killing 20 including a bride, medics and residents said"."""
    if not _says(token):
        return
    before = token.doc[token.sent.start : token.i - 1]
    comma = next((t for t in reversed(list(before)) if t.text == ","), None)
    if comma is None:
        return
    after = token.doc[comma.i + 1 : token.i]
    speakers = next((t for t in after if t.dep_ == "conj" and t.head.i < comma.i and t.head.pos_ in NOUNS), None)
    subject = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    verb = None if subject is None else token.doc[max(0, subject.left_edge.i - 1)]
    is_object = verb is not None and verb.tag_ in {"VBG", "VBD"} and is_casualty(verb)
    if speakers is None or not (subject is None or (is_object and subject.is_ancestor(speakers))):
        return
    if subject is not None and verb is not None:
        yield HeadChange(subject, verb, "dobj")
    yield HeadChange(speakers, token, "nsubj")
    yield from _above(token)


def _quoted_subject(token: Token) -> Iterator[HeadChange]:
    """Make the first subject that of the quoted verb: "'The soldiers aimed and shot at us,' said Ivo Lerch"."""
    noun, said = token.head, token.head.head
    after = next((t for t in said.rights if t.dep_ in SUBJECTS), None)
    is_quoted = any(t.is_quote for t in token.doc[token.i : said.i]) and token.tag_ in {"VBN", "VBD"}
    is_quoted = is_quoted and noun.dep_ in SUBJECTS and noun.i < token.i < said.i
    if after is not None and is_quoted and _says(said):
        token.tag_, token.pos_ = "VBD", "VERB"
        yield HeadChange(token, said, "ccomp")
        yield HeadChange(noun, token, "nsubj")


def _blamed(token: Token) -> Iterator[HeadChange]:
    """Make the noun after an attack the subject of "blamed": "in an attack authorities blamed on rebels"."""
    article = next((t for t in token.lefts if t.dep_ == "det" and t.lower_ in words().one), None)
    noun = token.nbor(-1) if token.i > token.sent.start else token
    verb = next((t for t in token.rights if t.dep_ == "acl" and t.tag_ == "VBN" and t.i == token.i + 1), None)
    if article is None or verb is None or token.tag_ != "NNS" or noun.dep_ != "compound" or noun.head != token:
        return
    yield HeadChange(noun, token.head, token.dep_)
    yield HeadChange(verb, noun, "relcl")
    yield HeadChange(token, verb, "nsubj")
    yield from (HeadChange(t, noun, t.dep_) for t in token.children if t not in {noun, verb})


def _after_agent(token: Token) -> Iterator[HeadChange]:
    """Attach "of" and "as" to the verb: "accused by groups of abducting people", "identified by police as Ivo Vell"."""
    by, noun, verb = token.head.head, token.head, token.head.head.head
    is_of_deed = any(t.dep_ == "pcomp" and t.tag_ == "VBG" for t in token.children)
    names = token.lower_ in name_lexicon().naming_prepositions and verb.lemma_.lower() in name_lexicon().naming
    if (is_of_deed or names) and noun.dep_ == "pobj" and by.dep_ == "agent":
        yield HeadChange(token, verb, "prep")


def _after_part(token: Token) -> Iterator[HeadChange]:
    """Separate the speaker from a part of the dead: "climbed to 22, most of them women, the mayor of the town said"."""
    part = next((t for t in token.lefts if t.dep_ == "nsubj"), None)
    if token.lemma_ not in words().saying or part is None or not any(t.dep_ == "nsubj" for t in part.lefts):
        return
    speaker = next((t for t in part.rights if t.dep_ == "appos"), None)
    within, before = part.left_edge.i, token.doc[max(0, part.left_edge.i - 2)]
    is_part = any(t.lower_ in words().them for t in token.doc[within : part.i])
    if speaker is None or speaker.right_edge.i + 1 != token.i or not is_part or before.pos_ not in NOUNS:
        return
    yield HeadChange(speaker, token, "nsubj")
    yield HeadChange(part, before, "appos")


def _in_nearby(token: Token) -> Iterator[HeadChange]:
    """Make the town after "nearby" part of the speaker's phrase: "a medic at a hospital in nearby Velmar said"."""
    at = token.left_edge
    if at.tag_ != "IN" or at == token or at.i == token.sent.start or at.nbor(-1).pos_ not in NOUNS:
        return
    if any(t.dep_ == "nsubj" and t.i < at.i for t in token.head.lefts):
        yield HeadChange(at, at.nbor(-1), "prep")
        yield HeadChange(token, at, "pobj")


def _second_saying(token: Token) -> Iterator[HeadChange]:
    """Join a second verb with the verb of saying: "the mayor denied that his men had fired, and accused the army".

    Also verbs of revising a toll: "police said nine people had died, but later lowered the toll".
    """
    clause = token.head
    had = any(t.dep_ == "aux" and t.tag_ == "VBD" for t in clause.lefts)
    objects = {t.lemma_.lower() for t in token.rights if t.dep_ == "dobj"}
    revises = token.lemma_.lower() in words().revising and not objects.isdisjoint(words().tolls)
    if not (revises or token.lemma_.lower() in words().stating):
        return
    if token.tag_ != "VBD" or clause.dep_ != "ccomp" or not had:
        return
    if clause.tag_ in {"VBN", "VBD"} and clause.head.tag_ == "VBD" and not any(t.dep_ in SUBJECTS for t in token.lefts):
        yield HeadChange(token, clause.head, "conj")


def _said_before_but(token: Token) -> Iterator[HeadChange]:
    """Make two statements of "a blast killed 12, police said, but doctors said nine had died".

    The parse has what the second speaker says in the first statement.
    """
    first = token.head
    if not _says(token) or first.pos_ not in VERBS or first.i > token.left_edge.i:
        return
    second = next((t for t in first.rights if t.i > token.i and _contrasts(t)), None)
    if second is None or not any(t.dep_ in SUBJECTS and t.i > token.i for t in second.lefts):
        return
    yield HeadChange(token, token if first.head == first else first.head, first.dep_)
    yield HeadChange(first, token, "ccomp")
    yield HeadChange(second, token, "conj")
    yield from (HeadChange(t, token, "cc") for t in first.rights if t.dep_ == "cc" and token.i < t.i < second.i)


def _participle_as_statement(token: Token) -> Iterator[HeadChange]:
    """Make a participle after "and" a second statement: "denied that its guards had fired and blamed smugglers"."""
    noun, clause = token.head, token.head.head
    stated = clause.head
    is_after = noun.dep_ == "conj" and clause.dep_ == "ccomp" and token.i == noun.left_edge.i
    if not is_after or stated.tag_ != "VBD" or not {token.lemma_.lower(), stated.lemma_.lower()} <= words().stating:
        return
    if token.i and token.nbor(-1).dep_ == "cc":
        token.tag_, token.pos_ = "VBD", "VERB"
        yield HeadChange(token, stated, "conj")
        yield HeadChange(noun, token, "dobj")
        yield HeadChange(token.nbor(-1), stated, "cc")


def _contrasts(verb: Token) -> bool:
    """Whether a verb states what another speaker says: "while doctors put the toll at nine"."""
    is_contrast = any(t.lower_ in reference_words().meanwhile for t in verb.lefts if t.dep_ == "mark")
    lemma = verb.lemma_.lower()
    states = speech().attributes(lemma) or lemma in speech().figure_verbs
    return states and verb.tag_ == "VBD" and (verb.dep_ == "conj" or (verb.dep_ == "advcl" and is_contrast))


def _name_of_group(token: Token) -> Iterator[HeadChange]:
    """Make a name after "group" its apposition: "the militant group Ansar al-Velm claimed the attack"."""
    group = token.doc[max(token.sent.start, token.left_edge.i - 1)]
    is_group = group.tag_ == "NN" and group.dep_ in SUBJECTS and group.head == token.head
    if is_group and token.pos_ == "PROPN" and token.left_edge.dep_ != "det":
        yield HeadChange(token, group, "appos")


def _after_mostly(token: Token) -> Iterator[HeadChange]:
    """Separate the speaker from a description of the dead.

    "Killing 31 people, mostly traders, a local official said".
    """
    edge, verb = token.left_edge, token.head
    speaker = next((t for t in token.rights if t.dep_ in {"conj", "appos"}), None)
    before = token.doc[max(token.sent.start, edge.i - 2) : edge.i]
    is_after = len(before) > 1 and before[1].text == "," and before[0].pos_ in NOUNS
    if is_after and edge.lower_ in words().mostly and speaker is not None:
        yield HeadChange(speaker, verb, token.dep_)
        yield HeadChange(token, before[0], "appos")


def _at_end(token: Token) -> Iterator[HeadChange]:
    """Make an apposition at the end of a sentence the speaker: "… two nurses, the embassy of Corvan confirmed"."""
    last = token.nbor(-1) if token.i > token.sent.start else token
    speaker = next((t for t in (last, *last.ancestors) if t.dep_ == "appos" and t.i < token.i), None)
    is_finite = token.tag_ == "VBD" and token.lemma_ in words().saying | words().confirming
    if speaker is None or not is_finite or any(t.is_alpha for t in token.doc[token.i + 1 : token.sent.end]):
        return
    verb = next((t for t in speaker.ancestors if t.pos_ in VERBS), token)
    if verb != token and token.doc[speaker.left_edge.i - 1].text == ",":
        yield HeadChange(token, token if verb.head == verb else verb.head, verb.dep_)
        yield HeadChange(verb, token, "ccomp")
        yield HeadChange(speaker, token, "nsubj")


def _after_list(token: Token) -> Iterator[HeadChange]:
    """Make the words between a comma and "said" the speaker, not the first of the dead.

    "The dead were Ivo Lerch, a guard, and Ana Brod, a nurse, police chief Jon Vell said".
    """
    clause = next((t for t in token.lefts if t.dep_ == "ccomp" and t.pos_ in VERBS), None)
    subject = next((t for t in token.lefts if t.dep_ == "nsubj"), None)
    if not _says(token) or clause is None or subject is None or token.nbor(-1).pos_ != "PROPN":
        return
    begin = next((t.i + 1 for t in reversed(token.doc[clause.i : token.i]) if t.text == ","), token.i)
    inside = token.doc[begin : token.i]
    speaker = next((t for t in inside if t.head not in inside), None)
    if not clause.i < subject.i < begin or speaker is None or any(t.dep_ == "cc" for t in inside):
        return
    yield HeadChange(speaker, token, "nsubj")
    described = next((t for t in clause.rights if t.dep_ in {"attr", "dobj"}), None)
    relation = "appos" if described is not None else "attr" if is_be(clause) else "dobj"
    yield HeadChange(subject, described or clause, relation)


def _relative_said(token: Token) -> Iterator[HeadChange]:
    """Make a relative with a name before "said" the speaker: "included Ivo Lerch, a cook, his wife, Ana, said"."""
    name = token.nbor(-2) if _says(token) and token.i > token.sent.start + 1 else token
    relative, subject = name.head, next((t for t in token.lefts if t.dep_ == "nsubj"), None)
    is_named = name.dep_ == "appos" and name.ent_type_ == "PERSON" and token.nbor(-1).text == ","
    if not is_named or relative.dep_ != "conj" or subject is None or not subject.is_ancestor(relative):
        return
    before = token.doc[max(token.sent.start, subject.left_edge.i - 2)]
    if token.doc[relative.left_edge.i - 1].text == "," and before.nbor(1).text == "," and before.pos_ in NOUNS:
        yield HeadChange(relative, token, "nsubj")
        yield HeadChange(subject, before, "appos")


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_quoted_subject, ("acl",)),
    Repair(_speaker, ("conj", "ROOT")),
    Repair(_after_participle, ("ROOT",)),
    Repair(_last_of_list, ("conj", "ROOT")),
    Repair(_blamed, ("pobj", "dobj", "nsubj")),
    Repair(_after_agent, ("prep",)),
    Repair(_after_part, ("ROOT", "conj", "ccomp")),
    Repair(_in_nearby, ("nsubj",)),
    Repair(_second_saying, ("conj",)),
    Repair(_said_before_but, ("parataxis",)),
    Repair(_participle_as_statement, ("amod",)),
    Repair(_name_of_group, tuple(sorted(SUBJECTS))),
    Repair(_after_mostly, ("nsubj",)),
    Repair(_at_end, ("acl", "advcl")),
    Repair(_after_list, ("ROOT", "conj")),
    Repair(_relative_said, ("ROOT", "conj")),
)
