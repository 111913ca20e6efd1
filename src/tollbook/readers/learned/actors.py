"""Perpetrators that the model finds: the words for each, as a person or an organisation, or none for nobody."""

from collections.abc import Iterator
from itertools import chain

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Actor, Certainty
from tollbook.readers.learned import thing_words
from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    actor_nouns,
    armed_parties,
    claimants,
    means,
    organisations,
    perpetrators,
    statements,
    suspect_names,
)
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, among
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import is_of
from tollbook.text import is_capitals_only

#: The parts of speech of a name or description, and the fewest letters of one of its words: "UN" is one, "al" is none.
_NOMINAL, _LETTERS = frozenset({"NOUN", "PROPN", "ADJ"}), 3
#: Acronyms of armed groups have up to six letters ("UNPROFOR" has eight and attacks nobody).
_LONGEST_ACRONYM = 6
#: The precision of a place that is a country: states are held responsible, towns are not.
_COUNTRY = 6
#: The dependency labels of a word for those who suffered losses: "Kestrian losses", "the army's losses".
_OWNING = frozenset({"amod", "compound", "nmod", "poss"})
#: Relations of a clause that may be a question; "if" before a condition has others.
_QUESTIONS = frozenset({"ccomp", "pcomp", "acl"})
#: Dependencies of a word before the noun that it belongs to.
_BEFORE_NOUN = frozenset({"amod", "compound", "nmod"})


def of(p: Prediction, document: Document) -> Iterator[Actor | None]:
    """The actor of a prediction, or each person of a list: "Ivo Lerch, Dan Orlik and Ana Brod pleaded guilty"."""
    names = [n for n in person_names.names(document.doc) if p.start <= document.doc[n.end - 1].idx < p.end]
    before = document.doc[max(0, names[0].first - 2) : names[0].first] if names else ()
    if any(t.lower_ in words().naming_prepositions for t in before):
        # "Identified the defendants as Ivo Lerch": the words before the name are no part of it.
        p = p._replace(start=max(p.start, document.doc[names[0].first].idx))
    if len(names) < 2 or len(name_lists.list_of(names[0], document.doc)) < len(names):
        yield _actor(p, document)
        return
    for name in names:
        own = document.doc[name.first : name.end]
        yield _actor(p._replace(start=own.start_char, end=own.end_char), document)


def _actor(p: Prediction, document: Document) -> Actor | None:
    span = document.doc.char_span(p.start, p.end, alignment_mode="expand")
    span = None if span is None else _with_noun(_maker(_author(_without_others(_with_joined(span)))))
    if span is None or not _names_an_actor(span, document):
        return None
    if (state := organisations.state(span.root)) is not None and len(span) == 1:
        return Actor(name=state, kind="organisation")
    found = perpetrators.find(span.root)
    kind = found[0].kind if found else "organisation" if span.root.pos_ == "PROPN" else "individual"
    if _only_speaks(span, document):
        return None
    # The model cuts names: "Lopez" of "Mark Lopez", "gunmen" of "gunmen on motorcycles".
    person = (person_names.name_at(span.root) if len(span) == 1 else None) or name_beside(span.root)
    name = thing_words.name(span) if person is None else person.text
    name = found[0].name if found and found[0].name.lower().startswith(f"{name.lower()} ") else name
    # Words after a name and a comma are another person of a list, an age or a home.
    first = name.partition(", ")[0]
    name = first if kind == "individual" and not first.islower() else name
    # "The rebels, known as the Red Hand": the name after the comma.
    name = next((a.name for a in found if ", " in name and a.name[:1].isupper() and name.endswith(a.name)), name)
    certainty: Certainty | None = "suspected" if suspect_names.is_named_suspect(span.root) else None
    return Actor(name=" ".join(name.split()), kind=kind, certainty=certainty)


def name_beside(noun: Token) -> PersonName | None:
    """The name of the person whom a noun describes: "Lerch's cousin and helper, Dan Lerch"."""
    if noun.tag_ != "NN" or not is_person(noun):
        return None
    names = (person_names.name_at(t) for t in noun.rights if t.dep_ == "appos" and t.pos_ == "PROPN")
    return next(filter(None, names), None)


def _with_joined(span: Sentence) -> Sentence:
    """The words with those that a hyphen joins to the first, which the model cuts: "20" of "a 20-year-old man"."""
    doc, start = span.doc, span.start
    while start > span.sent.start and not doc[start - 1].whitespace_ and "-" in {doc[start].text, doc[start - 1].text}:
        start -= 1
    return doc[start : span.end]


def _with_noun(span: Sentence) -> Sentence | None:
    """The words with the noun that they are cut before: "suicide" of "suicide bomber"; None for a part of a thing.

    "Barrel" of "barrel bombs" is nobody; "regime" of "regime air raids" is. A town before a person is no perpetrator:
    "a Fort Velm man".
    """
    root, over = span.root, span.root.head
    if root.dep_ not in _BEFORE_NOUN or over.i < span.end or over.i > span.end + 1:
        return span
    is_home = root.ent_type_ == "GPE" and over.tag_ == "NN" and is_person(over)
    if not is_home and (organisations.is_organisation(root) or root.ent_type_ in {"NORP", "GPE", "ORG"}):
        return span
    return span.doc[span.start : over.i + 1] if is_home or actor_nouns.is_actor(over) else None


def _without_others(span: Sentence) -> Sentence:
    """The words before those for somebody else.

    "Soldiers" of "soldiers rather than rebels", and of "not only soldiers but also rebels", who are found apart.
    """
    known = actor_words()
    joining = (t for t in span.root.rights if t.dep_ == "cc")
    joining = (t for t in joining if t.lower_ in known.contrasting or t.nbor(1).lower_ in known.excepting)
    end = next((t.i for t in joining if span.root.i < t.i < span.end), span.end)
    return span.doc[span.start : end - (span.doc[end - 1].text == ",")]


def _author(span: Sentence) -> Sentence:
    """The words after "by" in words for an act: "the army" of "heinous acts by the army"."""
    by = (t for t in span.root.rights if t.lower_ in actor_words().authorship and t.i < span.end)
    author = next((t for prep in by for t in prep.children if t.dep_ == "pobj" and t.i < span.end), None)
    return span if author is None else span.doc[author.left_edge.i : span.end]


def _maker(span: Sentence) -> Sentence:
    """The words for those who made an attack: "army" of "army raid on Orsk", "the army" of "the army on Orsk".

    Jets are words for an air strike, and make one.
    The words after a noun that belong to another word are no part of it.
    """
    kind = next((p.kind for p in phrases.find("events", span.sent) if p.head == span.root), None)
    kind = None if actor_nouns.is_actor(span.root) or among(span.root, actor_words().aircraft) else kind
    forces = (t for t in span.root.lefts if kind is not None and organisations.institution(t) is not None)
    maker = None if kind is None else next(chain(armed_parties.makers(span.root, kind), forces), None)
    if maker is not None and span.start <= maker.i < span.end:
        return span.doc[max(span.start, maker.left_edge.i) : maker.i + 1]
    apart = actor_words().against | actor_words().at
    after = (t for t in span if t.i > span.root.i and t.lower_ in apart)
    end = next((t.i for t in after if not span.root.is_ancestor(t)), span.end)
    return span.doc[span.start : end]


def _only_speaks(span: Sentence, document: Document) -> bool:
    """Whether the words name the source of an attribution, who only reports and is not responsible.

    An armed group may report its own acts; a person who speaks to reporters seldom does.
    """
    sources = (r.source for r in document.attributions.relations if r.source is not None)
    speaks = any(source.start <= span.root.i < source.end for source in sources) or _reports(span.root)
    claims = any(s.kind == "responsibility" for s in statements.statements(span.sent))
    return claimants.only_speaks(span.root) or (speaks and not claims)


def _reports(noun: Token) -> bool:
    """Whether a noun, or its head, is the subject of a verb of saying: "the ministry reported on"."""
    while noun.dep_ in {"appos", "conj", "compound"} and noun.head.i != noun.i:
        noun = noun.head
    return noun.dep_ == "nsubj" and noun.head.lemma_.lower() in lexicon.grammar().place.reporting


def _names_an_actor(span: Sentence, document: Document) -> bool:
    """Whether some words can name a perpetrator: no clause, no fragment, no place but a country, no bare "men"."""
    root = span.root
    if root.pos_ not in _NOMINAL or not any(t.is_alpha and len(t) >= _LETTERS for t in span):
        return False
    # "5 DEAD IN VELMORA SHOOTING" above an article: no acronym is as long as its words.
    if root.text.isupper() and len(root) > _LONGEST_ACRONYM and not is_capitals_only(document.text):
        return False
    is_none = root.lower_ in lexicon.grammar().place.war  # "Believed that he was at war with the state".
    is_none = is_none or is_in_question(root) or statements.is_cleared(root) or _is_bystander(root)
    if is_none or actor_nouns.cannot_act(root) or means.is_vehicle(root):
        return False
    # "Police" in "a police officer" or "a police station" is no perpetrator; "army" in "army shelling" is one.
    # Police do not attack their own patrols: "bombs targeting police patrols".
    over = root.head
    is_before = root.dep_ == "compound" and over.i >= span.end
    # "Kestrian losses" are those of the victims.
    if root.dep_ in _OWNING and over.lemma_.lower() in lexicon.grammar().tally.losses:
        return False
    # "Mr Lerch's cousin was killed": Mr Lerch is no perpetrator.
    if root.dep_ == "poss" and is_person(over) and person_names.name_at(root) is not None:
        return False
    if is_before and (is_person(over) or _is_site(over) or actor_nouns.cannot_act(over)):
        return False
    if actor_nouns.is_vague(root) and all(t == root or t.pos_ == "DET" for t in span):
        return False
    inside = [m for m in document.places if m.start <= root.idx < m.end and not m.associative]
    # spaCy takes some towns for organisations: "the centre of Lorvane".
    is_at = root.dep_ == "pobj" and root.head.dep_ == "prep" and root.head.lower_ not in actor_words().authorship
    # "A rampage in Orsk left two dead": a town that the gazetteer does not know.
    is_town = is_at and root.pos_ == "PROPN" and (root.head.lower_ in actor_words().where or _is_of_town(root))
    is_organisation = root.ent_type_ == "ORG" and not is_at
    return not is_town and (all(m.place.precision == _COUNTRY for m in inside) or is_organisation)


def is_in_question(word: Token) -> bool:
    """Whether a word stands in an open question: "it was unclear whether the rebels or the army had fired"."""
    marked = ((clause, mark) for clause in word.ancestors for mark in clause.lefts if mark.dep_ == "mark")
    return any(mark.lower_ in actor_words().asking and _is_question(clause) for clause, mark in marked)


def _is_question(clause: Token) -> bool:
    """Whether a clause with "if" or "whether" leaves something open, rather than giving a condition."""
    over = {clause.head.lemma_.lower(), *(t.lemma_.lower() for t in clause.head.rights if t.dep_ == "acomp")}
    return clause.dep_ in _QUESTIONS or not over.isdisjoint(actor_words().unclear)


def _is_of_town(name: Token) -> bool:
    """Whether a name is that of the country or town of a place: "the capital of Velmaria"."""
    return is_of(name.head) and name.head.head.lemma_.lower() in lexicon.grammar().place.towns


def _is_bystander(name: Token) -> bool:
    """Whether a name is that of an outlet, or a number of those who are harmed: "Velm News", "dozens of children"."""
    inner = organisations.members(name)
    if inner is not None and inner.lemma_.lower() in actor_words().harmless:
        return True
    return name.lower_ in speech().outlet_names or (name.pos_ == "PROPN" and name.lower_ in speech().news_nouns)


def _is_site(noun: Token) -> bool:
    return any(found.head == noun for found in phrases.find("sites", noun.sent))
