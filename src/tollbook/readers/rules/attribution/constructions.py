"""Constructions that attribute: one function for each kind of cue, from the cue to its source and content."""

from collections.abc import Iterator

import msgspec
from spacy.tokens import Token

from tollbook.model import Stance
from tollbook.readers.rules.attribution.relations import (
    AttributionRelation,
    SourcePhrase,
    after_colon,
    child,
    continues_cue,
    cue_of,
    is_aside,
    is_passive,
    is_quoted,
    is_verb,
    object_of,
    phrase_of,
    subject,
    tree,
    trees,
)
from tollbook.readers.rules.attribution.sources import (
    has_finite_verb,
    is_expletive,
    is_mistaken,
    is_outlet,
    is_relative,
    phrase_after,
    source_of,
    via,
    whole_name,
)
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import DONE_TO, FINITE, is_have

#: The most words between a cue and its clause: "said in a report issued on Monday that …".
_THAT_WITHIN = 12
_COMPLEMENTS = frozenset({"dobj", "xcomp", "ccomp", "acomp", "oprd"})
_JOINING = frozenset({"CC", "WRB", "WDT", "WP"})
_OPENING = frozenset({"“", '"', "‘", "''", "``", ":"})


def verb(cue: Token, lemma: str) -> Iterator[AttributionRelation]:
    """A verb attributes its clause, object or phrase to its subject.

    As in "X said that …", "… X said", "X wants to …", "X confirmed the deaths", "X called for …".
    """
    words, source = speech(), source_of(cue)
    if lemma in words.citing and (_quotes_as(cue) or any(a.lemma_.lower() in words.clause for a in cue.ancestors)):
        return
    relation = AttributionRelation(
        source=source, cue=cue_of(cue), content=frozenset(), stance=stance_of(cue), via=via(cue)
    )
    states = lemma in words.clause
    if words.takes_clause(lemma) and (content := _clause(cue, source) or _after_that(cue) or _before(cue, source)):
        if relation.stance == "asserts" and _promises_inquiry(cue):
            relation = msgspec.structs.replace(relation, stance="promises inquiry")
        stated = _with(relation, content, is_statement=states)
        yield stated
        yield from _citing(cue, stated)
    elif content := _raised(cue):
        yield _with(relation, content, is_statement=states)
    elif source is None:
        return
    elif lemma in words.gerund and (content := _gerund(cue)):
        yield _with(relation, content, is_statement=states)
    elif lemma in words.infinitive and (content := trees(cue, "xcomp")):
        promised = lemma in words.promising and _looks_into(child(cue, "xcomp"))
        perfect = states and any(is_have(t) for c in cue.children if c.dep_ == "xcomp" for t in c.lefts)
        stance: Stance = "promises inquiry" if promised else relation.stance
        yield _with(msgspec.structs.replace(relation, stance=stance), content, is_statement=promised or perfect)
    elif lemma in words.reporting | words.judging and (content := _object(cue)):
        yield _with(
            relation, content, is_statement=lemma in words.reporting and relation.stance != "claims responsibility"
        )
    elif lemma in words.prepositions and (content := _prepositional(cue, words.prepositions[lemma])):
        yield _with(relation, content, is_statement=lemma in words.reporting | words.speaking)


def _quotes_as(cue: Token) -> bool:
    """Whether the verb is the "quoted" of "quoted as saying", where "saying" is the cue."""
    return any(is_quoted(t) for c in cue.children if c.dep_ == "prep" for t in c.children)


def figure(cue: Token) -> Iterator[AttributionRelation]:
    """A verb with a noun such as "toll" attributes a figure to its subject: "X put the toll at 40"."""
    if _objects(cue) & speech().figure_nouns:
        content = frozenset(_object(cue) | {cue.i} | after_colon(cue))
        yield AttributionRelation(source=source_of(cue), cue=cue_of(cue), content=content)


def noun(cue: Token, lemma: str) -> Iterator[AttributionRelation]:
    """A noun attributes its clause or phrase to its owner: "X's claim that …", "criticism of … by X"."""
    words, source = speech(), _owner(cue)
    if source is None:
        return
    content: set[int] = set()
    if lemma in words.clause_nouns:
        clauses = [c for c in cue.children if c.dep_ in {"acl", "ccomp"} and c.tag_ not in {"VBN", "VBG"}]
        content = {i for c in clauses for i in tree(c)}
    if not content and lemma in words.object_nouns:
        content = {
            i
            for c in cue.children
            if c.dep_ == "prep" and c.lower_ in words.grammar.topics
            for o in c.children
            for i in tree(o)
        }
    if content := content - tree(source):
        yield AttributionRelation(source=phrase_of(source), cue=(cue.i,), content=frozenset(content))


def according(cue: Token) -> Iterator[AttributionRelation]:
    """The phrase "according to X" attributes the rest of its sentence to X."""
    doc, sent = cue.doc, cue.sent
    if cue.i + 2 >= sent.end or doc[cue.i + 1].lower_ not in speech().grammar.addressees:
        return
    source = phrase_after(doc, cue.i + 2, sent.end)
    parsed = child(doc[cue.i + 1], "pobj")
    if parsed is not None and source is not None and parsed.tag_ != "CD" and parsed.i <= source.head:
        source = phrase_of(parsed)
    if source is not None and (source := whole_name(doc, source)):
        content = frozenset(range(sent.start, sent.end)) - frozenset(range(cue.i, source.end))
        yield AttributionRelation(source=source, cue=(cue.i, cue.i + 1), content=content)


def adverb(cue: Token, lemma: str) -> Iterator[AttributionRelation]:
    """An adverb such as "reportedly" attributes its clause to somebody without a name."""
    stance, content = speech().adverbs[lemma], frozenset(tree(cue.head)) - {cue.i}
    yield AttributionRelation(source=None, cue=(cue.i,), content=content, stance=stance)


def adjective(cue: Token) -> Iterator[AttributionRelation]:
    """An adjective attributes its complement to the subject: "X is critical of …", "X was confident that …"."""
    verb = cue.head
    source = subject(verb) if is_verb(verb) or verb.pos_ == "AUX" else None
    content = trees(cue, "ccomp", "xcomp", "prep")
    if source is not None and cue.dep_ == "acomp" and content and not is_expletive(source):
        yield AttributionRelation(
            source=phrase_of(source, verb), cue=(verb.i, cue.i), content=frozenset(content), is_statement=False
        )


def stance_of(cue: Token) -> Stance:
    """The stance of a verb of reporting with its negation: "did not deny" asserts, "could not confirm" doubts."""
    words, lemma = speech(), cue.lemma_.lower()
    stance, head = words.clause.get(lemma, "asserts"), cue.head
    is_refused = cue.dep_ == "xcomp" and head.lemma_.lower() in words.turning and child(head, "neg") is None
    if child(cue, "neg") is None and not is_refused:
        is_claimed = lemma in words.claiming and any((each,) in lexicon.phrases("events") for each in _objects(cue))
        return "claims responsibility" if is_claimed or _objects(cue) & words.claimable else stance
    if stance in {"denies", "doubts"}:
        return "asserts"
    return "doubts" if lemma in words.confirming else stance


def _promises_inquiry(cue: Token) -> bool:
    """Whether the clause promises an inquiry: "said it would look into the strike"."""
    clause = child(cue, "ccomp")
    return clause is not None and _looks_into(clause) and any(c.tag_ == "MD" for c in clause.children)


def _looks_into(verb: Token | None) -> bool:
    """Whether a verb means to investigate: "to look into it", "to open an inquiry"."""
    words = speech()
    return verb is not None and (verb.lemma_.lower() in words.inquiry or bool(_objects(verb) & words.inquiries))


def _gerund(cue: Token) -> set[int]:
    """Gerunds right after the cue, without a comma: "admitted killing the nine", "denied having shelled the town"."""
    gerunds = (c for c in cue.children if c.tag_ == "VBG" and c.dep_ in {"xcomp", "ccomp", "advcl", "dobj"})
    return {i for c in gerunds if c.left_edge.i == cue.i + 1 for i in tree(c)}


def _objects(cue: Token) -> set[str]:
    return {c.lemma_.lower() for c in cue.children if c.dep_ in DONE_TO}


def _clause(cue: Token, source: SourcePhrase | None) -> set[int]:
    """The reported clause: the complement of the verb, or the clause that the verb is a parenthesis in."""
    content = {
        i for c in cue.children if (c.dep_ == "ccomp" and not is_aside(c)) or _is_second_clause(c) for i in tree(c)
    }
    if not content and cue.dep_ == "parataxis":
        content = tree(cue.head) - tree(cue)
    content -= {cue.i, *(i for c in cue.children for k in c.children if continues_cue(k) for i in tree(k))}
    if source is not None:
        content -= set(range(source.start, source.end))
    edge = min(cue.i, source.start if source is not None else cue.i)
    if content and max(content) < edge:
        content |= _fronted(cue, edge)
    return content


def _is_second_clause(token: Token) -> bool:
    """Whether a token heads the second clause of "said that … and that …", which parsers attach to the cue itself."""
    marks = (c for c in token.children if c.dep_ == "mark")
    return token.dep_ == "conj" and any(c.lower_ in speech().grammar.complementizers for c in marks)


def _fronted(cue: Token, end: int) -> set[int]:
    """All words before a closing "…, she said", back to the start of the sentence, unless another cue is among them."""
    start = cue.sent.start
    for token in cue.doc[start:end]:
        if token.tag_ in FINITE and token.lemma_.lower() in speech().clause and subject(token) is not None:
            return set()
    return set(range(start, end))


def _after_that(cue: Token) -> set[int]:
    """The clause after "that" if it does not follow the cue directly: "said in a report issued on Monday that …"."""
    doc, end = cue.doc, cue.sent.end
    if child(cue, "dobj") is not None and not via(cue):
        return set()
    marks = (t for t in doc[cue.i + 1 : min(cue.i + _THAT_WITHIN, end)] if t.dep_ == "mark")
    return set(range(next((t.i for t in marks if t.lower_ in speech().grammar.complementizers), end), end))


def _before(cue: Token, source: SourcePhrase | None) -> set[int]:
    """The words of the sentence before a closing "… she said" that the parser took for something else."""
    if source is None or not (cue.tag_ in FINITE | {"VBN"} or is_quoted(cue)) or is_relative(cue):
        return set()
    if (is_passive(cue) and not is_mistaken(cue)) or _not_closing(cue, source.start):
        return set()
    outside = range(source.start, source.end)
    after = [c for c in cue.children if c.i > cue.i and c.i not in outside and c.dep_ in _COMPLEMENTS]
    if any(not is_outlet(c) and not is_aside(c) for c in after) and cue.lemma_.lower() not in speech().addressing:
        return set()
    end = min(source.start, cue.i)
    before = range(_opening(cue), end)
    closing = cue.i >= cue.sent.end - 2
    is_clause = len(before) > 1 and (closing or has_finite_verb(cue.doc[before.start : end]))
    return set(before) if is_clause else set()


def _opening(cue: Token) -> int:
    """The start of the sentence that a cue may close; the parser splits "Nine dead, officials say" in two."""
    doc, start = cue.doc, cue.sent.start
    return doc[start - 1].sent.start if start and "," in (doc[start].text, doc[start - 1].text) else start


def _not_closing(cue: Token, start: int) -> bool:
    """Whether the words from token ``start`` on cannot close a sentence as "… she said".

    They continue a sentence ("but he said", "when he was told"), are part of the content of another cue, or open a
    quotation.
    """
    doc, first = cue.doc, cue.sent.start
    opens = cue.i + 1 < len(doc) and doc[cue.i + 1].text in _OPENING
    joined = start > first and (doc[start - 1].tag_ in _JOINING or doc[start - 1].dep_ in {"mark", "cc"})
    inside = any(a.i < start and is_verb(a) and a.lemma_.lower() in speech().clause for a in cue.ancestors)
    return opens or joined or inside


def _citing(cue: Token, stated: AttributionRelation) -> Iterator[AttributionRelation]:
    """In "X reported citing Y" and "X, citing Y, reported", Y is the informant and X passes the words on."""
    for token in cue.subtree:
        beside = token.i > cue.i or (token.tag_ == "VBG" and cue in {token.head, token.head.head})
        if token.lemma_.lower() in speech().citing and beside and token.i not in stated.content:
            source = phrase_after(cue.doc, token.i + 1, cue.sent.end if token.i > cue.i else token.right_edge.i + 1)
            if source is not None and stated.source is not None:
                yield msgspec.structs.replace(stated, source=source, cue=(token.i,), via=(stated.source, *stated.via))
            return


def _raised(cue: Token) -> set[int]:
    """The subject and its complement in "X is said to be dead", "X is feared dead"."""
    raised = next((c for c in cue.children if c.dep_ == "nsubjpass" and not is_expletive(c)), None)
    complement = trees(cue, "xcomp", "oprd", "acomp", "advcl") if raised is not None else set()
    return complement | tree(raised) if raised is not None and complement else set()


def _object(cue: Token) -> set[int]:
    content = trees(cue, "dobj", "nsubjpass", "oprd")
    if content:
        content |= {i for c in cue.children if c.dep_ == "prep" and c.i > min(content) for i in tree(c)}
    return content


def _prepositional(cue: Token, prepositions: frozenset[str]) -> set[int]:
    """The complement of the verb's preposition: "called for an inquiry", "called for the council to resign"."""
    phrases = [c for c in cue.children if c.dep_ == "prep" and c.lower_ in prepositions]
    clauses = [c for c in cue.children if any(m.dep_ == "mark" and m.lower_ in prepositions for m in c.children)]
    return {i for c in phrases for o in c.children for i in tree(o)} | {i for c in clauses for i in tree(c)}


def _owner(cue: Token) -> Token | None:
    """The owner of a claim, report or promise."""
    found = child(cue, "poss", "nsubj") or object_of(cue, speech().grammar.origins)
    return subject(cue.head) if found is None and cue.dep_ == "dobj" and is_verb(cue.head) else found


def _with(relation: AttributionRelation, content: set[int], *, is_statement: bool) -> AttributionRelation:
    return msgspec.structs.replace(relation, content=frozenset(content), is_statement=is_statement)
