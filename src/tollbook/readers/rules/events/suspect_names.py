"""The names of suspects: "bombing suspect Ivo Lerch", "Ivo Lerch was charged with the murders".

A sentence that clears somebody, or is about a helper, names no suspect.
"""

import functools
from collections.abc import Iterator, Sequence

from spacy.tokens import Doc, Token

from tollbook.readers.rules.casualties.semantic_roles import is_relative
from tollbook.readers.rules.coreference import naming
from tollbook.readers.rules.events import acts, charges, means, pursued
from tollbook.readers.rules.events.other_parts import is_cleared_by_name
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.parsing.parser import text_of
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words.event_words import actor_words, suspect_words
from tollbook.readers.rules.words.person_words import name_lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS, noun_after_of


@functools.lru_cache(maxsize=4)
def suspects(doc: Doc) -> tuple[PersonName, ...]:
    """The names of suspects, each once, as fully as the report names them."""
    found: dict[str, PersonName] = {}
    every = person_names.names(doc)
    charged = (name for name, _ in charges.charges(doc))
    for name in (*_described(doc), *_identified(doc), *charged, *_pursued(doc), *_accomplices(doc)):
        if not _is_cleared(doc[name.end - 1]):
            forms = {one.text for one in every if set(name.words) <= set(one.words)}
            longest = max(forms, key=len, default=name.text)
            text = longest if all(set(form.split()) <= set(longest.split()) for form in forms) else name.text
            found.setdefault(text, name._replace(text=text))
    return tuple(found.values())


def accused(doc: Doc) -> frozenset[str]:
    """The names of suspects, and of those only accused of helping with an attack: they are not its victims."""
    return frozenset(name.text for name in suspects(doc)) | charges.helpers(doc)


def _is_cleared(token: Token) -> bool:
    is_beside = any(
        t.lower_ in suspect_words().helpers for t in (token, *token.children, token.head, *token.head.children)
    )
    is_cleared = is_beside or is_cleared_by_name(token)
    return is_cleared or any(t.lower_ in suspect_words().cleared and not _is_of_work(t) for t in token.sent)


def _is_of_work(verb: Token) -> bool:
    """Whether people lost their work, and no charge was dropped: "the gunman had been dismissed"."""
    whom = [t for t in verb.children if t.dep_ in DONE_TO]
    return verb.lower_ in suspect_words().of_work and bool(whom) and all(map(is_person, whom))


def _described(doc: Doc) -> Iterator[PersonName]:
    """The suspects by description: "suspect Ivo Lerch", "Ivo Lerch, the suspected bomber"."""
    for name in person_names.names(doc):
        before = doc[name.first - 1] if name.first else None
        last = doc[name.end - 1]
        beside = [t for t in last.children if t.dep_ == "appos"]
        if last.dep_ == "appos" and _described_noun(last.head) == last.head:
            beside.append(last.head)
        # "Accused Ivo Lerch of neglect": "accused" is a verb.
        is_before = before is not None and before.pos_ != "VERB" and is_for_suspect(before)
        told = is_before and not _is_headline(doc[name.first - 1], name)
        told = told or is_set_off(name, doc) or any(map(_is_another_suspect, last.conjuncts))
        if before is not None and before.lower_ in name_lexicon().offices and not is_set_off(name, doc):
            continue  # A heading without a full stop: "Two suspects at large Police Chief Ivo Lerch said".
        roles = [t for t in beside if any(map(_is_for_attacker, _one_of(t)))]
        if any(t.tag_ == "NNS" and t == last.head for t in roles):
            yield from name_lists.list_of(name, doc)  # "The attackers, Ivo Lerch and Dan Orlik, had met in prison."
        elif told or roles:
            yield name


def _is_for_attacker(noun: Token) -> bool:
    """Whether a noun is for a suspect, or for somebody responsible: "the man behind the attack"."""
    return is_for_suspect(noun) or _is_responsible(noun)


def _one_of(noun: Token) -> tuple[Token, ...]:
    """A noun, and that after "of" if it is a number: "one of the attackers"."""
    inner = noun_after_of(noun) if noun.pos_ == "NUM" else None
    return (noun,) if inner is None else (noun, inner)


def _is_another_suspect(noun: Token) -> bool:
    """Whether a name is listed with another suspect: "Ivo Lerch and another gunman"."""
    return is_for_suspect(noun) and any(t.lower_ in suspect_words().another for t in noun.lefts)


def is_set_off(name: PersonName, doc: Doc) -> bool:
    """Whether a name is between commas after the words for a suspect, whatever the parse: "That gunman, Ivo Lerch,".

    Also "the mastermind of the attack, Ivo Lerch,". Not the first of a list: "the gunman, Ivo Lerch and two guards",
    "the gunman, Ivo Lerch, Ana Brod and a guard".
    """
    first = name.first
    while first > 0 and doc[first - 1].text != "," and doc[first - 1].ent_type_ == "DATE":
        first -= 1  # "The gunman, 26-year-old Ivo Lerch,"
    before, after = doc[max(0, first - 2) : first], doc[name.end : name.end + 2]
    if len(before) < 2 or before[1].text != "," or not len(after) or not is_for_suspect(_described_noun(before[0])):
        return False
    return after[0].is_punct and not (after[0].text == "," and len(after) > 1 and after[1].pos_ == "PROPN")


def _described_noun(last: Token) -> Token:
    """The noun whose description a word ends: the mastermind of "the mastermind of the attack".

    "A friend of the gunman, Dan Brod" may name the friend; "the home of the gunman, Ivo Lerch" names the gunman.
    """
    while last.dep_ == "pobj" and last.head.dep_ == "prep" and last.head.head.pos_ in {"NOUN", "PROPN"}:
        over = last.head.head
        if is_person(last) and not is_person(over):
            break
        last = over
    return last


def is_named_suspect(name: Token) -> bool:
    """Whether the words beside a name call somebody a suspect: "suspect Ivo Lerch", "Ivo Lerch, the bomber"."""
    beside = [t for t in name.children if t.dep_ in {"appos", "compound"}]
    if name.dep_ == "appos":
        beside.append(name.head)
    return any(map(is_for_suspect, beside))


def serves_sentence(name: Token) -> bool:
    """Whether the words beside a name report a sentence: "Ivo Lerch, sentenced to 14 years"."""
    # The parse may attach a participle after a comma to the verb before.
    after = [t for t in name.doc[name.i + 2 : name.i + 3] if t.nbor(-1).text == "," and t.tag_ == "VBN"]
    beside = [*after, *(t for t in name.children if t.dep_ in {"acl", "relcl"})]
    return any(t.lemma_.lower() in suspect_words().sentencing for t in beside)


def _is_headline(noun: Token, name: PersonName) -> bool:
    """Whether a capitalised noun is followed by words that are no name: "Bombing Suspect Wrote Message"."""
    return noun.is_title and not noun.is_sent_start and text_of(noun.doc).count(name.text.split()[-1]) == 1


def _identified(doc: Doc) -> Iterator[PersonName]:
    """The names of identified suspects: "the bomber was identified as Ivo Lerch"."""
    for nouns, last, _ in naming.identifications(doc):
        name = person_names.name_at(last)
        if name is not None and any(is_for_suspect(t) or _refers_to_attacker(t) for t in _with_members(nouns)):
            yield from name_lists.list_of(name, doc)
    for verb in (t for t in doc if t.pos_ == "VERB"):
        if (who := _named_as_suspect(verb) or _who_plotted(verb)) is not None and not negated(verb):
            yield from name_lists.list_of(who, doc)


def _named_as_suspect(verb: Token) -> PersonName | None:
    """The name identified as that of a suspect: "Ivo Lerch was identified as the bomber", "named him as a suspect"."""
    if verb.lemma_.lower() not in name_lexicon().naming:
        return None
    known = name_lexicon().naming_prepositions
    named = next((t for t in verb.children if t.dep_ in {*DONE_TO, "oprd"}), None)
    if named is None:
        return None
    # "Police named Ivo Lerch, 24, as a suspect": the parse may have "as" at the police or at the name.
    over = (verb, named, *((verb.head,) if verb.dep_ == "acl" else ()))
    preps = (prep for each in over for prep in each.rights if prep.dep_ == "prep" and prep.lower_ in known)
    roles = (t for prep in preps for t in prep.children if t.dep_ == "pobj" and prep.i > named.i)
    # "Ivo Lerch and Dan Orlik, who were named as the suspects".
    who = verb.head if verb.dep_ == "relcl" and is_relative(named) else named
    return charges.name_of(who) if any(_is_for_attacker(t) for role in roles for t in _one_of(role)) else None


def _who_plotted(verb: Token) -> PersonName | None:
    """The names of those who plotted: "Ivo Lerch, who planned the attack", "Ivo Lerch masterminded the plot"."""
    if verb.lemma_.lower() not in suspect_words().plotting:
        return None
    acts = {t.lemma_.lower() for t in verb.rights if t.dep_ == "dobj"}
    subject = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    who = verb.head if verb.dep_ == "relcl" else subject
    known = suspect_words().acts if verb.dep_ == "relcl" else suspect_words().plots
    if who is None or acts.isdisjoint(known | suspect_words().plots) or certainty(verb) == "not asserted":
        return None
    return person_names.name_at(who)


def _refers_to_attacker(word: Token) -> bool:
    """Whether a pronoun or "the two" refers to suspects, or to those who attacked: "identified him as Ivo Lerch".

    They are the last subject before it, in its sentence or the one before, else the last people.
    """
    is_pair = word.pos_ == "NUM" and any(t.lower_ in words().definite for t in word.lefts)
    if word.dep_ not in {"dobj", "pobj"} or not (is_pair or word.lower_ in suspect_words().him | suspect_words().them):
        return False
    doc, is_one = word.doc, word.lower_ in suspect_words().him
    first = doc[word.sent.start - 1].sent.start if word.sent.start else 0
    people = [t for t in reversed(doc[first : word.i]) if t.pos_ == "NOUN" and is_person(t) and not _is_speaking(t)]
    people = [t for t in people if (t.tag_ == "NN") == is_one]
    last = next((t for t in people if t.dep_ in SUBJECTS), next(iter(people), None))
    return last is not None and (is_for_suspect(last) or _attacks(last))


def _is_speaking(noun: Token) -> bool:
    """Whether people say something or name somebody: "police", "local media"."""
    known = name_lexicon().naming | words().stating
    return noun.dep_ in SUBJECTS and noun.head.lemma_.lower() in known


def _attacks(noun: Token) -> bool:
    """Whether people are the agent of a verb of attacking: "a man stabbed three people"."""
    by = noun.dep_ == "pobj" and noun.head.dep_ == "agent"
    verb = noun.head.head if by else noun.head
    is_agent = by or noun.dep_ == "nsubj"
    return is_agent and verb.pos_ == "VERB" and verb.lemma_.lower() in actor_words().acts and not negated(verb)


def _with_members(nouns: Sequence[Token]) -> Iterator[Token]:
    """The nouns, and those after "of": "two of the attackers"."""
    for noun in nouns:
        yield noun
        if (inner := noun_after_of(noun)) is not None:
            yield inner


def _accomplices(doc: Doc) -> Iterator[PersonName]:
    """The relatives with whom somebody attacked: "charged with planting the bomb with his brother, Ivo"."""
    for noun in doc:
        kin = {t.lemma_.lower() for t in (noun, *noun.lefts)} & words().naming_relatives
        if not kin or noun.dep_ != "pobj" or noun.head.lower_ not in actor_words().means:
            continue
        verb = next((t for t in noun.ancestors if t.pos_ == "VERB"), noun)
        is_act = acts.is_act(verb) and not negated(verb) and certainty(verb) == "asserted"
        beside = (t for t in (noun, *noun.children) if t.pos_ == "PROPN") if is_act else ()
        yield from filter(None, map(person_names.name_at, beside))


def _pursued(doc: Doc) -> Iterator[PersonName]:
    """The people whom the police pursue, by name or description, all of a list."""
    for who in pursued.pursued(doc):
        yield from charges.all_named(who)


def _is_responsible(noun: Token) -> bool:
    """Whether a noun is described as responsible: "the gunman responsible for a raid", "the man behind it".

    Also "the leader of the plot", not "the leader of the party".
    """
    known = suspect_words()
    adjectives = [t for t in noun.rights if t.lemma_.lower() in known.adjectives]
    preps = [t for one in adjectives for t in one.children if t.dep_ == "prep"]
    preps += [t for t in noun.rights if t.lower_ in known.behind and is_person(noun)]
    is_author = noun.lemma_.lower() in known.authors
    plots = (t for prep in noun.rights if is_author and prep.dep_ == "prep" for t in prep.children)
    return any(map(charges.names_act, preps)) or any(t.lemma_.lower() in known.acts | known.plots for t in plots)


def is_for_suspect(token: Token) -> bool:
    """Whether a noun is for a suspect: "the gunman", or "the driver" of a vehicle that was driven into people."""
    known = words().accused - suspect_words().other_crimes
    return not {token.lemma_.lower(), token.lower_}.isdisjoint(known) or _is_driver(token)


def _is_driver(noun: Token) -> bool:
    """Whether a noun is "the driver" in a report of a vehicle that was driven into people."""
    is_known = noun.lower_ in suspect_words().drivers and any(t.lower_ in words().definite for t in noun.lefts)
    return is_known and any(map(means.drives_into_people, noun.doc))
