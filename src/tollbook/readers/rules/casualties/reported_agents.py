"""Who did what somebody says, where the parse ties it to "said": "police said a shooter fired, wounding four"."""

from spacy.tokens import Token

from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import SUBJECTS


def is_beside_report(act: Token) -> bool:
    """Whether the parse ties the participle of an act to the verb of saying before it."""
    is_after = act.dep_ == "advcl" and act.tag_ == "VBG" and act.i > act.head.i and reports_speech(act.head)
    return is_after and any(t.dep_ in {"dobj", "ccomp"} and t.i < act.i for t in act.head.rights)


def agent_of(said: Token) -> Token | None:
    """The agent of what somebody says, who speaks if "they" did it: "rebels said they fired on it, killing two"."""
    clauses = (t for t in said.rights if t.dep_ == "ccomp")
    own = next((t for clause in clauses for t in clause.lefts if t.dep_ in SUBJECTS), None)
    speaker = next((t for t in said.lefts if t.dep_ == "nsubj"), None)
    return speaker if own is not None and own.pos_ == "PRON" else own
