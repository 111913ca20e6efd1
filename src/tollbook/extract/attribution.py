"""Who said what: every attribution in a report, by rules over the dependency parse and the quotation marks.

An attribution has a source (who), a cue (the words of saying) and a content (what), as in the annotation of PolNeAR
(Newell, Margolin and Ruths 2018). Labels are ClearNLP's. Words of saying are in ``en/speech.toml``.
"""

from collections.abc import Iterable, Iterator

from spacy.tokens import Doc, Token

from tollbook.extract.quotations import attach
from tollbook.extract.saying import Saying, cue_of, is_verb, left, subject, tree, trees
from tollbook.extract.speakers import Voices
from tollbook.extract.speech import speech
from tollbook.model import Report, Stance


def find(doc: Doc, report: Report) -> Voices:
    """Every attribution of a report, with the speakers and the stance of any span of it.

    ``doc`` is the parse of ``report.text``, offsets unmoved.
    """
    sayings = [s for s in attach(doc, _sayings(doc)) if s.content]
    return Voices(doc, report, sayings)


def _sayings(doc: Doc) -> Iterator[Saying]:
    words = speech()
    for token in doc:
        lemma = token.lemma_.lower()
        if is_verb(token) and words.attributes(lemma):
            yield from _of_verb(token, lemma)
        elif token.tag_.startswith("VB") and lemma in words.figure_verbs:
            yield from _of_figure(token)
        elif lemma in words.clause_nouns or lemma in words.object_nouns:
            yield from _of_noun(token, lemma)
        elif token.lower_ == "according":
            yield from _according(token)
        elif lemma in words.adverbs and token.dep_ == "advmod":
            yield _saying(None, [token.i], _clause(token.head) - {token.i}, words.adverbs[lemma])
    yield from _headlines(doc)


def _of_verb(verb: Token, lemma: str) -> Iterator[Saying]:
    words, source = speech(), subject(verb)
    stance = words.clause.get(lemma, "asserts")
    voice = lemma not in words.beliefs
    if words.takes_clause(lemma) and (content := _clause_of(verb, source)):
        yield _saying(source, cue_of(verb), content, stance, voice=voice)
    elif passive := _raised(verb):
        yield _saying(source, cue_of(verb), passive, stance, voice=voice)
    elif source is not None and lemma in words.infinitive and (content := trees(verb, "xcomp")):
        yield _saying(source, cue_of(verb), content, stance, voice=False)
    elif words.takes_clause(lemma) and (content := _before(verb, source)):
        yield _saying(source, cue_of(verb), content, stance, voice=voice)
    elif source is not None and lemma in words.reporting | words.judging and (content := _object(verb)):
        yield _saying(source, cue_of(verb), content, stance, voice=lemma in words.reporting)
    elif (
        source is not None
        and lemma in words.prepositions
        and (content := _prepositional(verb, words.prepositions[lemma]))
    ):
        yield _saying(source, cue_of(verb), content, stance, voice=False)


def _clause_of(verb: Token, source: Token | None) -> set[int]:
    """The clause said: the complement of ``verb``, or the clause that ``verb`` is set into."""
    content: set[int] = set()
    for child in verb.children:
        if child.dep_ == "ccomp" or (
            child.dep_ == "conj" and any(c.dep_ == "mark" and c.lower_ == "that" for c in child.children)
        ):
            content |= tree(child)
    if not content and verb.dep_ == "parataxis":
        content = tree(verb.head) - tree(verb)
    if not content:
        return content
    frame = tree(source) if source is not None else set()
    content -= frame if source is not None and source.head == verb else set()
    left = min(verb.i, source.i if source is not None else verb.i)
    if max(content) < left and max(content) > verb.sent.start:
        content |= _fronted(verb, source)
    return content - {verb.i}


def _fronted(verb: Token, source: Token | None) -> set[int]:
    """All that stands before a closing "…, she said" back to the sentence's start or to another cue."""
    end = min(verb.i, left(source) if source is not None else verb.i)
    words = speech()
    start = verb.sent.start
    for i in range(end - 1, start, -1):
        token = verb.doc[i]
        if token.tag_ in {"VBD", "VBZ", "VBP"} and token.lemma_.lower() in words.clause and subject(token) is not None:
            return set()
    return set(range(start, end))


def _before(verb: Token, source: Token | None) -> set[int]:
    """The sentence before a closing "… she said" which the parser took for something else."""
    if source is None or verb.tag_ not in {"VBD", "VBZ", "VBP", "VBN"} or verb.dep_ == "relcl":
        return set()
    after = [c for c in verb.children if c.i > verb.i and c.dep_ in {"dobj", "xcomp", "ccomp", "acomp", "oprd"}]
    listener = verb.lemma_ in {"tell", "inform"}
    if after and not listener:
        return set()
    start, end = verb.sent.start, min(left(source), verb.i)
    before = verb.doc[start:end]
    if not any(t.tag_.startswith("VB") for t in before):
        return set()
    return set(range(start, end))


def _raised(verb: Token) -> set[int]:
    """ "X is said to be dead", "X is feared dead": the subject and what is said of it."""
    subject = next((c for c in verb.children if c.dep_ == "nsubjpass" and c.lower_ != "it"), None)
    if subject is None:
        return set()
    complement = trees(verb, "xcomp", "oprd", "acomp", "advcl")
    return complement | tree(subject) if complement else set()


def _object(verb: Token) -> set[int]:
    content = trees(verb, "dobj", "nsubjpass", "oprd")
    if content:
        content |= {i for c in verb.children if c.dep_ == "prep" and c.i > min(content) for i in tree(c)}
    return content


def _prepositional(verb: Token, prepositions: frozenset[str]) -> set[int]:
    return {
        i for c in verb.children if c.dep_ == "prep" and c.lower_ in prepositions for o in c.children for i in tree(o)
    }


def _of_figure(verb: Token) -> Iterator[Saying]:
    """ "put the toll at 40": the giving of a figure."""
    objects = [
        c for c in verb.children if c.dep_ in {"dobj", "nsubjpass"} and c.lemma_.lower() in speech().figure_nouns
    ]
    if objects:
        stance: Stance = "estimates" if verb.lemma_ in {"put", "place", "set"} else "asserts"
        yield _saying(subject(verb), cue_of(verb), _object(verb) | {verb.i}, stance)


def _of_noun(noun: Token, lemma: str) -> Iterator[Saying]:
    """ "the claim that …", "criticism of …", with whoever the noun belongs to."""
    words = speech()
    content: set[int] = set()
    if lemma in words.clause_nouns:
        content = {
            i
            for c in noun.children
            if c.dep_ in {"acl", "ccomp"} and c.tag_ != "VBN" and c.tag_ != "VBG"
            for i in tree(c)
        }
    if not content and lemma in words.object_nouns:
        content = {
            i
            for c in noun.children
            if c.dep_ == "prep" and c.lower_ in {"of", "for", "about", "against", "to"}
            for o in c.children
            for i in tree(o)
        }
    source = next((c for c in noun.children if c.dep_ == "poss"), None)
    if source is None:
        source = next(
            (o for c in noun.children if c.dep_ == "prep" and c.lower_ in {"by", "from"} for o in c.children), None
        )
    if source is None and noun.dep_ in {"dobj"} and noun.head.tag_.startswith("VB"):
        source = subject(noun.head)
    if content and source is not None:
        content -= tree(source)
        yield _saying(source, [noun.i], content, words.clause.get(lemma, "asserts"))


def _according(token: Token) -> Iterator[Saying]:
    to = next((t for t in token.doc[token.i + 1 : token.i + 3] if t.lower_ == "to"), None)
    source = next((c for c in to.children if c.dep_ == "pobj"), None) if to is not None else None
    if to is None or source is None:
        return
    frame = tree(source) | {token.i, to.i}
    sent = token.sent
    yield _saying(source, [token.i, to.i], set(range(sent.start, sent.end)) - frame, "asserts")


def _headlines(doc: Doc) -> Iterator[Saying]:
    """ "Police: man shot dead"."""
    for sent in doc.sents:
        colon = next((t for t in sent[1:8] if t.text == ":"), None)
        if colon is None or colon.i + 2 >= sent.end:
            continue
        before = doc[sent.start : colon.i]
        if not any(t.tag_.startswith("VB") for t in before) and before[-1].pos_ in {"PROPN", "NOUN"}:
            yield _saying(before[-1], [colon.i], set(range(colon.i + 1, sent.end)), "asserts")


def _clause(head: Token) -> set[int]:
    while head.dep_ in {"amod", "advmod", "nummod", "quantmod"}:
        head = head.head
    return tree(head)


def _saying(
    source: Token | None, cue: Iterable[int], content: set[int], stance: Stance, *, voice: bool = True
) -> Saying:
    return Saying(
        source=source.i if source is not None else None,
        cue=tuple(cue),
        content=frozenset(content),
        stance=stance,
        voice=voice,
    )
