"""Lexicon phrases in a parsed text: sites, weapons and words for kinds of incident."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.readers.rules.words import addresses, lexicon
from tollbook.readers.rules.words.event_words import actor_words, among, attack_words
from tollbook.readers.rules.words.organisation_names import plain, unquoted
from tollbook.readers.rules.words.syntax import is_of

#: The longest phrase of the lexicons, in tokens.
_LONGEST = 4
#: Dependencies of words before a noun that are not part of its name.
_BEFORE_THE_NAME = frozenset(
    ["det", "relcl", "acl", "punct", "cc", "nummod", "prep", "advmod", "advcl", "predet", "preconj"]
)

#: The longest description after a general word for actors that is kept, in words, and tags with which a clause begins.
_LONGEST_DESCRIPTION = 8
_IN_CLAUSE = frozenset({"VBD", "VBZ", "VBP", "MD", "WDT", "WP"})
#: Labels of names of places and times, which do not name the actors.
_WHEN = frozenset({"DATE", "TIME"})
_WHERE_OR_WHEN = frozenset({"GPE", "LOC", "FAC"}) | _WHEN


class Phrase(NamedTuple):
    """A lexicon phrase in the text: its kind, its head, and the indexes of its first and last token."""

    kind: str
    head: Token
    first: int
    last: int

    @property
    def start(self) -> int:
        """First code point."""
        return self.head.doc[self.first].idx

    @property
    def end(self) -> int:
        """Code point after the last."""
        token = self.head.doc[self.last]
        return token.idx + len(token)

    @property
    def text(self) -> str:
        """The words as they are written."""
        return self.head.doc[self.first : self.last + 1].text


def find(name: str, sentence: Sentence) -> tuple[Phrase, ...]:
    """Phrases of the lexicon ``name`` in the sentence, the longest at each position, in text order.

    Several modules need the phrases of the same sentence, so they are cached with the parse.
    """
    cache: dict[tuple[str, int], tuple[Phrase, ...]] = sentence.doc.user_data.setdefault("tollbook phrases", {})
    key = name, sentence.start
    if key not in cache:
        cache[key] = tuple(_find(name, sentence))
    return cache[key]


def words(doc: Doc, start: int, end: int) -> str:
    """The whole tokens at the code points ``[start, end)`` as text, without quotation marks; cheaper than a slice."""
    span = doc.char_span(start, end, alignment_mode="expand")
    return "" if span is None else unquoted(span.text)


def _find(name: str, sentence: Sentence) -> Iterator[Phrase]:
    table, openings = lexicon.phrases(name), lexicon.openings(name)
    tokens, position = list(sentence), 0
    while position < len(tokens):
        token = tokens[position]
        opens = not openings.isdisjoint((token.lower_, token.lemma_.lower(), token.lower_.removesuffix("s")))
        match = _at(table, tokens, position) if opens else None
        if match is None:
            position += 1
            continue
        length, kind = match
        last = tokens[position + length - 1]
        yield Phrase(kind, last, tokens[position].i, last.i)
        position += length


def _at(table: dict[tuple[str, ...], str], tokens: list[Token], position: int) -> tuple[int, str] | None:
    for length in range(min(_LONGEST, len(tokens) - position), 0, -1):
        window = tokens[position : position + length]
        words = [t.lower_ for t in window]
        kind = table.get(tuple(words)) or table.get((*words[:-1], window[-1].lemma_.lower()))
        # "Kalashnikovs", "AK-47s"; not "Air Strikes" in a headline.
        if kind is None and window[-1].pos_ in {"PROPN", "NUM"} and table is lexicon.phrases("weapons"):
            kind = table.get((*words[:-1], words[-1].removesuffix("s")))
        if kind is None and window[0].pos_ == "VERB":
            kind = table.get((window[0].lemma_.lower(), *words[1:]))  # "opened fire"
        if kind is None and "-" in words[1:-1]:
            lemma = (*words[:-1], window[-1].lemma_.lower())
            kind = table.get(_hyphenated(words)) or table.get(_hyphenated(lemma))
        if kind is not None:
            return length, kind
    return None


def _hyphenated(words: Sequence[str]) -> tuple[str, ...]:
    """The words with those that a hyphen joins as one: the lexicons have "rocket-propelled grenade"."""
    return tuple(" ".join(words).replace(" - ", "-").split(" "))


def noun_phrase(head: Token) -> tuple[int, int]:
    """Code points ``[start, end)`` of the noun phrase up to and with its head, without its determiner.

    Words joined by a hyphen belong to it, and those between quotation marks: 'the "Red Dawn" group'.
    """
    doc, first = head.doc, head
    for token in reversed(list(head.lefts)):
        if token.is_quote:
            continue
        if token.dep_ in _BEFORE_THE_NAME and not (_is_hyphen(token) or _is_article_of_name(token)):
            break
        first = token.left_edge
    # "Last Monday troops shot two": the day begins the sentence, not the name.
    opens = first.is_sent_start
    while first.i < head.i and (first.dep_ == "det" or (opens and first.ent_type_ in _WHEN)):
        first = doc[first.i + 1]
    return first.idx, head.idx + len(head)


def _is_hyphen(token: Token) -> bool:
    """Whether a hyphen joins two words: "Rufo Catalán-Sy", "two-storey house"."""
    return token.text == "-" and token.i > 0 and not token.whitespace_ and not token.nbor(-1).whitespace_


def _is_article_of_name(token: Token) -> bool:
    """Whether a word is an article inside a name: "al" of "Jaish al-Velm"."""
    return not token.whitespace_ and token.lower_ in actor_words().name_particles and _is_hyphen(token.nbor(1))


def described(phrase: Phrase) -> str:
    """A site with its owner, or its address: "offices of the Corvan bank", "home on Walker Street"."""
    doc, head = phrase.head.doc, phrase.head
    start, end = noun_phrase(head)
    of = next((t for t in head.rights if t.dep_ == "prep" and is_of(t) and t.i == head.i + 1), None)
    owner = None if of is None else next((t for t in of.children if t.dep_ == "pobj"), None)
    if owner is None and phrase.kind in attack_words().with_address:
        owner = doc[addresses.end(head) - 1]
    if owner is not None:
        end = owner.idx + len(owner)
    return " ".join(words(doc, min(start, phrase.start), end).split())


def actor_phrase(head: Token) -> str:
    """Return an actor's noun phrase without articles, "our" and notes in brackets; of a general word all of it."""
    start, end = noun_phrase(head)
    name = plain(words(head.doc, start, end))
    if not among(head, actor_words().vague | actor_words().individual):
        return name
    if not among(head, actor_words().vague):
        return name + _further_description(head)
    number = next((t.text for t in head.lefts if t.dep_ == "nummod" and not among(head, actor_words().anybody)), None)
    name = name if number is None or name.startswith(number) else f"{number} {name}"
    return name if among(head, actor_words().anybody) else name + _further_description(head)


def _further_description(head: Token) -> str:
    """The words right after a general word that describe it: "two men on a motorcycle", "men carrying rifles"."""
    end = head.i + 1
    for child in head.rights:
        if (
            child.dep_ not in {"prep", "acl"}
            or child.left_edge.i != end
            or child.right_edge.i - head.i > _LONGEST_DESCRIPTION
        ):
            break
        # "Two gunmen on a motorcycle shot dead a judge": the parse takes the verb for a description.
        acts = actor_words().acts | lexicon.casualty_type_of("done_to").keys()
        acting = (t for t in child.subtree if t.ent_type_ in _WHERE_OR_WHEN or t.lemma_.lower() in acts)
        if child.lower_ in actor_words().at or next(acting, None) is not None or _is_target(child):
            break
        end = child.right_edge.i + 1
    if end < len(head.doc) and head.doc[end].lower_ in actor_words().outcome:
        end -= 1
    inside = head.doc[head.i + 1 : end]
    return f" {inside.text}" if len(inside) and not any(_ends_phrase(t) for t in inside) else ""


def _is_target(prep: Token) -> bool:
    """Whether a preposition precedes the target of an attack: "an attack by rebels on the market"."""
    noun, by = prep.head, prep.head.head
    is_by = noun.dep_ == "pobj" and by.lower_ in actor_words().authorship and by.head.pos_ in {"NOUN", "VERB"}
    objects = (t for t in prep.children if t.dep_ == "pobj")
    is_ridden = any(t.lemma_.lower() in attack_words().vehicles | actor_words().dress for t in objects)
    return is_by and prep.lower_ in actor_words().against and not is_ridden


def _ends_phrase(token: Token) -> bool:
    return token.tag_ in _IN_CLAUSE or (token.is_punct and token.text != "-")
