"""Bodies that are found or seen: "a trader's body was found", "bodies lay in the road"."""

from dataclasses import replace

from spacy.tokens import Token

from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons.people import PersonPhrase, is_person, persons
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, noun_after_of


def is_found(body: Token) -> bool:
    """Whether the body of one person is found or seen: "the body of a woman was found", "found a fifth body"."""
    known = lexicon.grammar().tally
    inner, is_new = noun_after_of(body), body.left_edge.lower_ in lexicon.grammar().additional.introducing
    is_one = is_new and body.tag_ == "NN" and any(t.ent_type_ == "ORDINAL" for t in body.lefts)
    is_one |= body.tag_ in {"NN", "NNS"} and inner is not None and inner.tag_ == "NN" and is_person(inner)
    is_one |= owner(body) is not None
    return is_one and body.dep_ in DONE_TO and body.head.lemma_.lower() in known.recovering | known.seeing


def owner(body: Token) -> PersonPhrase | None:
    """The person before "body", by name or not mentioned before: "a man's body", "Ivo Lerch's body was found"."""
    person = next((t for t in body.lefts if t.dep_ == "poss" and t.tag_ in {"NN", "NNP"} and is_person(t)), None)
    people = None if person is None or body.tag_ != "NN" else persons(person)
    is_new = person is not None and person.left_edge.lower_ in lexicon.grammar().additional.introducing
    is_new = is_new or (people is not None and bool(people.people.names))
    return replace(people, end=body.idx + len(body)) if people is not None and is_new else None


def are_seen(bodies: Token) -> bool:
    """Whether bodies without a number are seen or recovered: "saw bodies", "bodies lay in the road"."""
    known, verb = lexicon.grammar().tally, bodies.head.lemma_.lower()
    is_plural = bodies.tag_ == "NNS" and bodies.lemma_.lower() in known.seen and not negated(bodies.head)
    lies = bodies.dep_ in SUBJECTS and verb in known.lying
    lies = lies or any(t.dep_ == "acl" and t.lemma_.lower() in known.lying for t in bodies.rights)
    is_found = bodies.dep_ in DONE_TO and verb in known.recovering | known.seeing
    return is_plural and (lies or is_found) and certainty(bodies.head) == "asserted"


def owners(bodies: Token) -> PersonPhrase | None:
    """The people whose bodies are found: "took away two men, whose bodies were found"."""
    is_relative = bodies.head.dep_ == "relcl" and any(t.tag_ == "WP$" for t in bodies.lefts)
    people = persons(bodies.head.head) if is_relative else None
    return people if people is not None and people.counted else None
