"""Descriptions of speakers: name, role, organisation and side, each speaker named as fully as the report names them."""

from collections.abc import Iterable, Mapping

import msgspec
from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.model import Speaker
from tollbook.readers.rules.attribution import named_sources, who_denies
from tollbook.readers.rules.attribution.relations import AttributionRelation, SourcePhrase, phrase_of
from tollbook.readers.rules.attribution.sources import giver_of, is_nobody, phrase_after
from tollbook.readers.rules.coreference import group_names
from tollbook.readers.rules.coreference.entities import EntityMention, pronoun_mention
from tollbook.readers.rules.coreference.resolution import Coreference, speaker_name
from tollbook.readers.rules.parsing.parser import entities, text_of
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.organisation_names import acronyms, without_article
from tollbook.readers.rules.words.person_words import is_agent_noun, name_lexicon
from tollbook.readers.rules.words.reference_words import EntityKind, pronoun, titles, words
from tollbook.readers.rules.words.reporting import speech
from tollbook.readers.rules.words.syntax import SUBJECTS, antecedent

_RELATIVE_TAGS, _PLURAL_TAGS = frozenset({"WP", "WDT"}), frozenset({"NNS", "NNPS"})
_EDGES, _PRONOUNS = " ,;:-–—", frozenset({"PRP", "PRP$"})
_ASIDES = frozenset({"relcl", "acl", "appos", "punct", "advcl", "parataxis", "ccomp"})


class SpeakerDirectory:
    """The speakers of one report, each source phrase resolved once, in text order.

    Possible antecedents: the sources of statements, and persons who are a subject or an apposition outside of content.
    """

    def __init__(self, coreference: Coreference, relations: Iterable[AttributionRelation]) -> None:
        self._doc, self._coreference = coreference.doc, coreference
        self._speakers: dict[int, Speaker] = {}
        statements = [r for r in relations if r.is_statement]
        sources = {p.head: p for r in statements for p in r.chain if not is_nobody(self._doc[p.head])}
        content = {i for r in statements for i in r.content}
        persons = {
            ent.root.i: phrase_of(ent.root)
            for ent in entities(self._doc)
            if ent.label_ == "PERSON" and ent.root.dep_ in {*SUBJECTS, "appos"} and ent.root.i not in content
        }
        subjects = (t for t in self._doc if t.dep_ in SUBJECTS and t.i not in content)
        kin = (t for head in sources for t in who_denies.relatives_meant(self._doc[head]))
        persons |= {t.i: phrase_of(t) for t in (*filter(named_sources.name_beside, subjects), *kin)}
        unresolved = [head for head, phrase in sorted((persons | sources).items()) if not self._resolve(phrase)]
        for head in unresolved:
            found = coreference.add_speaker_before_name(self._doc[head], sources)
            if found is not None and found.speaker is not None:
                self._speakers[head] = found.speaker
            elif (before := self._body_before(head, sources)) is not None:
                self._speakers[head] = self._speakers[before]
        self._use_fullest_names(statements)

    def _use_fullest_names(self, statements: Iterable[AttributionRelation]) -> None:
        """Name all speakers as fully as the report names them anywhere."""
        self._monitor, self._acronyms = named_sources.only_monitor(self._doc), acronyms(text_of(self._doc))
        informants = {r.source.head for r in statements if r.source is not None}
        self._outlet = named_sources.only_outlet(self._speakers[at].name or "" for at in informants & {*self._speakers})
        self._groups = {
            one.name: name for head, one in self._speakers.items() if (name := group_names.known(self._doc[head]))
        }
        self._speakers = {head: self._as_named(head, one) for head, one in self._speakers.items()}
        self._speakers = named_sources.by_name(self._doc, self._speakers)
        sides = {s.name: s.side for s in self._speakers.values() if s.side}
        for head, one in self._speakers.items():
            self._speakers[head] = msgspec.structs.replace(one, side=sides.get(one.name))

    def speaker(self, source: SourcePhrase) -> Speaker:
        """The speaker a source phrase refers to, or anybody else named by a phrase who acts."""
        if source.head not in self._speakers:
            self._resolve(source)
            self._speakers[source.head] = self._as_named(source.head, self._speakers[source.head])
        return self._speakers[source.head]

    def _body_before(self, head: int, sources: Mapping[int, SourcePhrase]) -> int | None:
        """The last body before "it" that made a statement, if coreference finds none, as after a caption.

        Not for "he" and "they", which may be people who were no sources before.
        """
        known = pronoun(self._doc[head].lower_)
        if known is None or known.refers_to != {"body"}:
            return None
        bodies = (at for at in sorted(sources, reverse=True) if at < head and self._doc[at].ent_type_ != "PERSON")
        return next((at for at in bodies if self._doc[at].tag_ != "PRP" and at in self._speakers), None)

    def _as_named(self, head: int, speaker: Speaker) -> Speaker:
        """The speaker with the name of a body that the words only describe or shorten.

        It is a name beside the words, the long form of an acronym, or, for "a monitoring group", the only body of the
        report that records violence.
        """
        noun = self._doc[head]
        name = (
            self._groups.get(speaker.name)
            if noun.tag_ == "PRP"
            else group_names.known(noun) or named_sources.beside(noun)
        )
        name = name or named_sources.listed(noun)
        name = name or self._acronyms.get(without_article(speaker.name or ""))
        name = name or (self._monitor if named_sources.describes_monitor(noun, speaker) else None)
        name = name or (self._outlet if named_sources.is_any_outlet(speaker.name or "") else None)
        return msgspec.structs.replace(speaker, name=name) if name else speaker

    def _resolve(self, source: SourcePhrase) -> bool:
        """Set the speaker of a source phrase; False if it is a pronoun without antecedent, which keeps its own text."""
        head, token = source.head, self._doc[source.head]
        if token.tag_ in _RELATIVE_TAGS and (over := antecedent(token)) is not None:
            token, source = over, phrase_of(over, token)
        if (body := who_denies.body_meant(token)) is not None:
            token, source = body, phrase_of(body)
        text = token, source
        if (giver := giver_of(token)) is not None:
            token, source = giver, phrase_of(giver, token)
        own = pronoun_mention(token) if token.tag_ in _PRONOUNS else _described(token, source)
        mention = self._coreference.add_speaker(own, _completed)
        described = None if mention is None else mention.speaker
        if described is None and token.tag_ == "PRP$":
            # "His figures", where nobody before can be "he".
            described = _described(*text).speaker
        self._speakers[head] = described or Speaker(name=token.text)
        return described is not None


def _completed(mention: EntityMention) -> EntityMention:
    """A mention with the longest earlier name that ends, or is headed, as its own name is."""
    speaker, doc, at = mention.speaker, mention.head.doc, mention.head.i
    if speaker is None or not (mention.kind == "person" or mention.noun.istitle()):
        return mention
    name = speaker_name(mention)
    if mention.kind == "person":
        earlier = (e for e in entities(doc) if e.label_ == "PERSON" and e.start < at)
        people = (doc[_after_roles(e) : e.end].text for e in earlier if not named_sources.is_killed(e.root))
        forms = [form for form in people if form.endswith((" " + name, "-" + name))]
    else:
        heads = (t for t in doc[:at] if t.text == mention.noun and not named_sources.is_killed(t))
        phrases = (phrase_after(doc, phrase_of(t).start, at) for t in heads)
        # "Hamas" is no shorter form of "the Hamas-run territory", nor of "Hamas gunmen".
        named = (p for p in phrases if p is not None and _is_of_body(doc[p.head]))
        forms = [doc[p.start : p.end].text for p in named]
        forms = [form for form in forms if named_sources.is_longer(form.split(), name.split())]
    return mention._replace(speaker=msgspec.structs.replace(speaker, name=max([name, *forms], key=len)))


def _is_of_body(head: Token) -> bool:
    """Whether a phrase with a noun at its end can be the name of a body: "the Islamic State group"."""
    return head.text.istitle() or head.lemma_.lower() in words().groups | words().bodies


def _described(head: Token, source: SourcePhrase) -> EntityMention:
    """A source phrase as a speaker: "deputy mayor Jan Orlik" is Jan Orlik, role deputy mayor."""
    inside = _core(head, source)
    phrase = head.doc[inside.start : inside.stop]
    name = _person_named(head, inside)
    organisation = next(
        (e.text for e in entities(head.doc) if e.label_ == "ORG" and e.root.i in inside and e.root != head), None
    )
    if name is not None:
        # Taggers join the body and the person named after it.
        organisation = (organisation or "").removesuffix(name.text).rstrip() or None
        speaker = Speaker(name=name.text, role=_role(head, inside, name), organisation=organisation, side=_side(phrase))
        return EntityMention(head, name[-1].text, sex=_sex_of(phrase), speaker=speaker)
    is_group = head.tag_ in _PLURAL_TAGS or any(c.dep_ == "conj" for c in head.children)
    kind: EntityKind = "group" if is_group else _kind(head)
    is_named = (head.text.istitle() and head.i > head.sent.start) or head.pos_ == "PROPN"
    speaker = Speaker(name=_uncapitalised(phrase), organisation=organisation, side=_side(phrase))
    return EntityMention(head, head.text if is_named else head.lemma_.lower(), kind, _sex_of(phrase), speaker)


def _uncapitalised(phrase: Span) -> str:
    """The phrase as it is written within a sentence: "Officials" at the start of a sentence becomes "officials"."""
    first, text = phrase[0], " ".join(phrase.text.split()).strip(_EDGES)
    text = text.rpartition(" (")[0] if text.count("(") > text.count(")") else text
    opens = first.is_sent_start or first.nbor(-1).is_quote or first.nbor(-1).is_space
    plain = first.pos_ != "PROPN" and not first.ent_type_ and first.text.istitle()
    # "Doctors Without Borders (MSF)" is a name.
    is_name = any(word[:1].isupper() for word in text.split()[1:2]) and first.tag_ != "DT"
    return text[:1].lower() + text[1:] if opens and not is_name and (plain or first.tag_ == "DT") else text


def _core(head: Token, source: SourcePhrase) -> range:
    """The tokens of a source phrase: its noun with what belongs to it, without relative clauses and asides."""
    beside = (c for c in head.children if c.dep_ == "appos" and c.pos_ == "PROPN")  # Not "a lawyer for Ivo Tal".
    named = (c for c in beside if any(t.ent_type_ == "PERSON" for t in c.subtree))
    name = named_sources.name_beside(head)
    last = max((c.right_edge.i for c in named), default=head.i if name is None else name.end - 1)
    asides = [c.left_edge.i for c in head.children if c.i > last and c.dep_ in _ASIDES]
    asides += [t.i for t in head.subtree if t.i > last and t.tag_ in _RELATIVE_TAGS]
    # "The army and the Front on Sunday": the parse gives the day to the speakers.
    asides += [t.head.i for t in head.subtree if t.ent_type_ == "DATE" and t.dep_ == "pobj" and t.head.i > last]
    end = max(min([source.end, *asides]), head.i + 1)
    tags = [t.tag_ for t in head.doc[:end]]
    while end > head.i + 1 and (tags[end - 1] in {"POS", ","} or tags[end - 2 : end] == [",", "CD"]):
        end -= 1  # "His widow, Ana Brod, 38"
    return range(_after_date(head, source.start), end)


def _after_date(head: Token, start: int) -> int:
    """The start of a phrase without the date of a headline that runs into it: "9 Jun 2014 Activists say"."""
    before = head.doc[start : head.i]
    days = (t.i for t in before if t.ent_type_ == "DATE" or (t.shape_ == "dddd" and t.ent_type_ != "ORG"))
    start = max((t.i + 1 for t in before if t.lower_ in speech().interrupting), default=start)
    return start if head.doc[start].tag_ == "DT" else max(days, default=start - 1) + 1


def _person_named(head: Token, inside: range) -> Span | None:
    """The person named by a source phrase, without titles: not the president in "a spokesman for President Lind"."""
    doc, lists = head.doc, speech()
    nobody = lists.collective | (name_lexicon().never - name_lexicon().both)
    for ent in reversed(entities(doc)):
        is_owner = ent.root.dep_ == "poss"  # "Orlik's lawyers"
        if ent.label_ != "PERSON" or ent.start not in inside or is_owner or any(t.lower_ in nobody for t in ent):
            continue
        holds_head = head.i in range(ent.start, ent.end)
        named = head.lemma_.lower() in lists.roles or ent.end == inside.stop
        if holds_head or (named and not _is_governed(doc, ent.start, inside)):
            return doc[_after_roles(ent) : ent.end]
    beside = named_sources.name_beside(head) or _name_after_role(head, inside)
    return beside or named_sources.name_after_body(head, inside)


def _after_roles(name: Span) -> int:
    """The start of a name without roles that the entity recogniser took for part of it: "Spokesman Ivo Lerch"."""
    inside = range(name.start, name.end - 1)
    return next((i for i in inside if name.doc[i].lower_ not in speech().roles), name.end - 1)


def _is_governed(doc: Doc, start: int, inside: range) -> bool:
    """Whether a name with the titles before it depends on a preposition or belongs to a possessor."""
    before = start - 1
    while before > inside.start and doc[before].lower_ in speech().roles:
        before -= 1
    return before in inside and doc[before].tag_ in {"IN", "TO", "POS"}


def _name_after_role(head: Token, inside: range) -> Span | None:
    """The capitalised words after a role noun: a name that the entity recogniser has missed, not "General Staff"."""
    roles = speech().roles
    last = max((i for i in inside if head.doc[i].lower_ in roles and i < head.i), default=None)
    if last is None or head.pos_ != "PROPN" or head.lower_ in lexicon.grammar().people.collective:
        return None
    name = head.doc[last + 1 : head.i + 1]
    return name if all(t.pos_ == "PROPN" for t in name) else None


def _role(head: Token, inside: range, name: Span) -> str | None:
    """The role beside a name, as in "deputy mayor Jan Orlik" and "Jan Orlik, the deputy mayor"."""
    before = head.doc[inside.start : name.start]
    apposition = next((c for c in head.children if c.dep_ == "appos"), None)
    if apposition is not None and all(t.lower_ in speech().honorifics for t in before):
        before = head.doc[slice(*phrase_of(apposition)[1:])]
    start = next((t.i for t in before if t.tag_ != "DT"), before.end)
    return head.doc[start : before.end].text.strip(_EDGES) or None


def _kind(head: Token) -> EntityKind:
    lists, lemma = speech(), head.lemma_.lower()
    if lemma in lists.roles | lists.informants:
        return "person"
    is_body = lemma in lists.collective or head.lower_ in name_lexicon().never
    if not is_body and head.tag_ == "NN" and (lemma in lexicon.sex_of_noun() or is_agent_noun(head)):
        return "person"
    return "person" if head.ent_type_ == "PERSON" and not is_body else "body"


def _sex_of(phrase: Span) -> str | None:
    """The sex stated by the first noun or title of a phrase that states one."""
    own = (t.lower_ for t in phrase if t.tag_ not in _PRONOUNS)  # "His wife" is a woman.
    stated = (titles().get(word.strip(".")) or lexicon.sex_of_noun().get(word) for word in own)
    return next((sex for sex in stated if sex is not None), None)


def _side(phrase: Span) -> str | None:
    """The state or party named by the words for a speaker: "a Kenyan army spokesman", "rebel commander Orlik".

    A nationality counts only beside an office or a force of a state: a Kenyan nurse is on no side.
    """
    lemmas = {t.lemma_.lower() for t in phrase} | {t.lower_ for t in phrase}
    for token in phrase:
        party = speech().parties.get(token.lemma_.lower()) or speech().parties.get(token.lower_)
        if party is not None:
            return party
    if not (lemmas & speech().offices or len(phrase) == 1):
        return None
    for token in phrase:
        is_nationality = token.text[:1].isupper() and len(phrase) > 1
        code = gazetteer.country_of_people(token.text) if is_nationality else None
        country = gazetteer.countries().get(code) if code else _country(token)
        if country is not None:
            return country
    return None


def _country(token: Token) -> str | None:
    if token.ent_type_ != "GPE":
        return None
    return next((e.name for e in gazetteer.lookup(token.text) if e.kind == "country" and e.main), None)
