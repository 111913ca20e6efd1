"""Attribution relations: source, cue and content as tokens, and the grammar by which they are found in a parse."""

from collections.abc import Container
from typing import NamedTuple

import msgspec
from spacy.tokens import Token

from tollbook.model import Stance
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import pronoun
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import FINITE, SUBJECTS, is_be, is_of

_AUXILIARIES = frozenset({"aux", "auxpass", "neg", "prt"})
#: Tags of words that begin a relative clause.
_RELATIVE = frozenset({"WDT", "WP", "WP$", "WRB"})
_DETERMINERS = frozenset({"DT", "PRP$"})
#: A verb takes its subject from the verb it depends on, up to this depth; longer chains are parse errors.
_MAX_DEPTH = 4


class SourcePhrase(NamedTuple):
    """A source phrase in tokens: ``[start, end)`` and the head noun or pronoun."""

    head: int
    start: int
    end: int


class AttributionRelation(msgspec.Struct, frozen=True, kw_only=True):
    """One attribution, in token indices.

    ``source`` is the speaker; ``via`` are those who heard it or passed it on, the nearest to the source first.
    ``is_statement`` is true if a figure in the content rests on the source's word; false for wishes, plans, judgements.
    ``continued`` is true for a sentence without a cue of its own that continues the attribution of the one before.
    """

    source: SourcePhrase | None
    cue: tuple[int, ...]
    content: frozenset[int]
    stance: Stance = "asserts"
    is_statement: bool = True
    via: tuple[SourcePhrase, ...] = ()
    continued: bool = False

    @property
    def chain(self) -> tuple[SourcePhrase, ...]:
        """The source, if one is named, and those who passed the words on."""
        return (self.source, *self.via) if self.source is not None else self.via


def is_verb(token: Token) -> bool:
    """Whether a token heads a clause: no auxiliary, no adjective made from a verb."""
    return token.tag_.startswith("VB") and token.dep_ not in _AUXILIARIES and token.dep_ != "amod"


def is_own_text(noun: Token) -> bool:
    """Whether a noun is for the report itself, which is no source: "an earlier version of this story said"."""
    inner = (t for prep in noun.rights if prep.dep_ == "prep" for t in prep.children)
    own = (t for t in (noun, *inner) if t.lemma_.lower() in speech().own_texts)
    return any(t.left_edge.lower_ in speech().before_own for t in own)


def tree(token: Token) -> set[int]:
    """The tokens of the subtree of a token, itself included."""
    return {t.i for t in token.subtree}


def after_colon(verb: Token) -> set[int]:
    """The tokens of a sentence after a colon that follows the object of a verb: "gave a lower toll: six dead"."""
    ends = (t.right_edge.i + 1 for t in verb.rights if t.dep_ == "dobj")
    colon = next((i for i in ends if i < verb.sent.end and verb.doc[i].text == ":"), verb.sent.end)
    return set(range(colon, verb.sent.end))


def trees(token: Token, *labels: str) -> set[int]:
    """The tokens of the subtrees of all children with one of the dependency labels."""
    return {i for c in token.children if c.dep_ in labels for i in tree(c)}


def child(token: Token, *labels: str) -> Token | None:
    """The first child with one of the dependency labels."""
    return next((c for c in token.children if c.dep_ in labels), None)


def object_of(token: Token, prepositions: Container[str]) -> Token | None:
    """The object of the first of the prepositions that depends on a token."""
    for c in token.children:
        if c.dep_ in {"prep", "agent"} and c.lower_ in prepositions and (found := child(c, "pobj")) is not None:
            return found
    return None


def cue_of(verb: Token) -> tuple[int, ...]:
    """The verb with its auxiliaries, negation and particle."""
    return tuple(sorted({verb.i} | {c.i for c in verb.children if c.dep_ in _AUXILIARIES}))


def is_passive(verb: Token) -> bool:
    """Whether the grammatical subject of a verb is not its agent."""
    reduced = verb.tag_ == "VBN" and verb.dep_ in {"acl", "advcl"} and child(verb, "aux", "nsubj") is None
    reduced = reduced or _continues_passive(verb)
    return reduced or child(verb, "auxpass", "nsubjpass") is not None or _is_believed(verb)


def _continues_passive(verb: Token) -> bool:
    """Whether a participle shares the "was" of the verb before it: "was on a watch list and suspected of a plot"."""
    is_bare = verb.tag_ == "VBN" and verb.dep_ == "conj" and child(verb, "aux", *SUBJECTS) is None
    accused = any(t.dep_ == "prep" and is_of(t) for t in verb.rights)
    return is_bare and accused and child(verb, "dobj") is None and (is_be(verb.head) or is_passive(verb.head))


def _is_believed(verb: Token) -> bool:
    """Whether the subject is the object of a belief, whatever the parse: "jets believed to be Kestrian hit it"."""
    after = list(verb.doc[verb.i + 1 : verb.i + 3])
    is_passive = verb.tag_ in {"VBD", "VBN"} and verb.lemma_.lower() in speech().grammar.believing
    return (
        is_passive and len(after) == 2 and after[0].tag_ == "TO" and after[1].lemma_.lower() in speech().grammar.being
    )


def is_aside(token: Token) -> bool:
    """Whether a participle only accompanies a verb of saying: "… she said, updating an earlier count"."""
    return token.tag_ == "VBG" and token.i > token.head.i and child(token, "nsubj", "nsubjpass", "aux") is None


def is_quoted(verb: Token) -> bool:
    """Whether the verb is the "saying" of "quoted as saying"."""
    return verb.dep_ == "pcomp" and verb.head.lower_ in speech().grammar.quoting and is_verb(verb.head.head)


def subject(verb: Token, depth: int = _MAX_DEPTH) -> Token | None:
    """The agent of a verb: its subject, its passive agent, or the subject of the verb it depends on; else None."""
    if is_passive(verb):
        return object_of(verb, speech().grammar.agents)
    own = _own_subject(verb)
    if own is not None or depth == 0 or verb.head == verb:
        return own
    return _subject_above(verb, depth - 1)


def repeated_subject(verb: Token) -> Token | None:
    """The subject of the clause above that the pronoun before a verb repeats; None if it is somebody else.

    "Police arrested a man they say opened fire", "the ministry arrested officers it accuses", "a guest said that he
    believes".
    """
    own = next((t for t in verb.lefts if t.dep_ == "nsubj" and t.pos_ == "PRON"), None)
    above = None if own is None else _clause_above(verb, own)
    over = None if above is None else next((t for t in above.lefts if t.dep_ == "nsubj"), None)
    return over if own is not None and over is not None and _repeats(own, over) else None


def _clause_above(verb: Token, own: Token) -> Token | None:
    """The verb above whose subject ``own`` may repeat, the subject of a verb about its object, or of a thought told."""
    if verb.dep_ == "parataxis" and verb.head.dep_ == "relcl" and verb.i < verb.head.i:
        is_several = own.lower_ in coreference_words().several_pronouns
        return next((t for t in verb.head.head.ancestors if t.pos_ == "VERB"), None) if is_several else None
    if verb.dep_ == "relcl" and verb.head.dep_ == "dobj" and verb.head.i == own.i - 1:
        return verb.head.head
    is_thought = verb.dep_ == "ccomp" and verb.lemma_.lower() in speech().grammar.thinking
    return verb.head if is_thought and verb.i > verb.head.i and verb.head.lemma_.lower() in speech().clause else None


def _repeats(own: Token, over: Token) -> bool:
    """Whether a pronoun may mean a subject: "they" several or a body, "it" one body, "he" one person."""
    known = pronoun(own.lower_)
    if known is None or over.pos_ not in {"NOUN", "PROPN"}:
        return False
    if own.lower_ in coreference_words().several_pronouns:
        return over.ent_type_ != "PERSON"
    sex = lexicon.sex_of_noun().get(over.lemma_.lower())
    is_one = over.tag_ in {"NN", "NNP"} and (sex is None or known.sex in {None, sex})
    is_body = over.ent_type_ not in {"", "PERSON"} or over.lemma_.lower() in speech().collective
    return is_one and ("person" in known.refers_to) != is_body


def _own_subject(verb: Token) -> Token | None:
    """The subject of a verb; the last one after a headline without an end: "30 killed in blast The Front claimed"."""
    own = [t for t in verb.children if t.dep_ in SUBJECTS]
    runs_in = bool(own) and any(t.dep_ == "acl" and t.tag_ == "VBN" for t in own[0].children)
    before = [t for t in own if t.i < verb.i]
    return before[-1] if runs_in and before else next(iter(own), None)


def _subject_above(verb: Token, depth: int) -> Token | None:
    """The subject a verb takes from the word it depends on; a finite clause of its own takes none."""
    head = verb.head
    if is_quoted(verb):
        return child(head.head, "nsubjpass", "dobj")
    # "made an effort to help", "was quick to embrace": the subject of "made" and "was".
    if verb.dep_ == "acl" and verb.tag_ == "VB" and head.dep_ == "dobj" and is_verb(head.head):
        return subject(head.head, depth)
    if verb.dep_ == "acl" and (verb.tag_ != "VBG" or head.i == verb.i - 1):
        return head
    above = _verb_above(verb)
    is_speech = verb.dep_ == "conj" and verb.lemma_.lower() in speech().clause
    if above is not None and is_speech and (harmed := child(above, "nsubjpass")) is not None:
        return harmed  # "Was wounded by a stray bullet and testified".
    return subject(above, depth) if above is not None else None


def is_after_cue(noun: Token) -> bool:
    """Whether a noun phrase at the end of a sentence follows a verb of reporting and is its source, despite the parse.

    Not in "police say Karl Brandt, 34, shot them", where both verbs have a subject, or "police suspect the Front".
    """
    ends = noun.i + 1 == noun.sent.end or noun.nbor(1).is_punct
    before = noun.left_edge.i - 1
    cue = noun.doc[before] if before >= noun.sent.start else None
    if cue is None or not ends or cue.tag_ not in FINITE or cue.lemma_.lower() not in speech().clause:
        return False
    acts = noun.dep_ in SUBJECTS and noun.head.i > noun.i and noun.head != cue
    is_object = noun.dep_ == "dobj" and noun.head == cue
    return not ((acts or is_object) and any(t.dep_ in SUBJECTS for t in cue.lefts))


def gives_figure(verb: Token) -> bool:
    """Whether a verb gives a figure: "placed the death toll at 50"."""
    numbers = (t.lemma_.lower() for t in verb.children if t.dep_ == "dobj")
    return verb.lemma_.lower() in speech().figure_verbs and not speech().figure_nouns.isdisjoint(numbers)


def continues_cue(verb: Token) -> bool:
    """Whether a verb of reporting inside the content continues the cue: "says he is tired and calls for rest"."""
    head = verb.head
    same = head.dep_ == "ccomp" and verb.tag_ in FINITE and verb.tag_ == head.head.tag_
    return verb.dep_ == "conj" and same and verb.lemma_.lower() in speech().clause and child(verb, *SUBJECTS) is None


def _verb_above(verb: Token) -> Token | None:
    """The verb whose subject is also the subject of this verb."""
    head = verb.head
    if continues_cue(verb):
        return head.head
    if verb.dep_ == "pcomp":
        return head.head if is_verb(head.head) else None
    if verb.dep_ == "xcomp" and head.dep_ == "acomp":
        return head.head
    if verb.dep_ != "conj" and (cue := _cue_above(verb)) is not None:
        return cue
    if verb.dep_ == "acl":
        return verb.sent.root
    finite_aside = verb.dep_ == "advcl" and verb.tag_ in FINITE
    shares = verb.dep_ in {"conj", "xcomp", "advcl", "dep"} or (verb.dep_, verb.tag_) == ("ccomp", "VBG")
    return head if is_verb(head) and shares and not finite_aside else None


def _cue_above(verb: Token) -> Token | None:
    """The cue that "adding that …" continues: the next verb of reporting above with a subject of its own."""
    verbs = speech().clause
    if verb.tag_ != "VBG":
        return None
    return next((a for a in verb.ancestors if a.lemma_.lower() in verbs and child(a, *SUBJECTS) is not None), None)


def phrase_of(head: Token, verb: Token | None = None) -> SourcePhrase:
    """The phrase of a source from the parse: from its own determiner on, and on its own side of the cue ``verb``.

    A determiner starts the phrase even if the parser includes more: a lost comma may have joined two phrases. A clause
    after a comma is no part of it: "the centre, which relies on a network of activists".
    """
    start, end = head.left_edge.i, head.right_edge.i + 1
    after = head.doc[head.i + 1 : end]
    clause = next((t for t in after if t.tag_ in _RELATIVE and t.nbor(-1).text == ","), None)
    end = end if clause is None else clause.i - 1
    # "Residents of Aduna, a village in the north,": the apposition belongs to the town.
    inner = (t for t in after if t.dep_ == "appos" and t.pos_ == "NOUN" and t.head.i > head.i)
    beside = (t for t in inner if t.left_edge.nbor(-1).text == ",")
    end = next((t.left_edge.i - 1 for t in beside if t.left_edge.i - 1 < end), end)
    # "Claimed by loyalists shortly after the attack": the parse attaches the time to the loyalists.
    times = (t for t in head.rights if t.dep_ == "advmod" or t.lower_ in lexicon.grammar().earlier.conjunctions)
    end = next((t.left_edge.i for t in times if t.left_edge.i < end), end)
    start = next((i for i in range(head.i, start, -1) if _determines(head.doc[i], head)), start)
    if verb is not None and start <= verb.i < end:
        start, end = (start, verb.i) if head.i < verb.i else (verb.i + 1, end)
    return SourcePhrase(head.i, start, end)


def _determines(word: Token, noun: Token) -> bool:
    return word.tag_ in _DETERMINERS and word.head == noun


def joins_name(word: Token) -> bool:
    """Whether "and" is in a name before its noun: "the Armed Conflict Location and Event Data project"."""
    name = word.head
    is_before = name.dep_ in {"nmod", "compound"} and name.head.i > word.i
    return word.tag_ == "CC" and is_before and name.text.istitle() and word.nbor(1).text.istitle()
