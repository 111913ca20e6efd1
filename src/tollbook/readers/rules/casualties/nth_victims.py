"""Who is only counted among others: "a man was shot dead, the third person killed by police in a month"."""

from collections.abc import Sequence

from tollbook.readers.rules.casualties.findings import Finding

#: What a noun is to the one whose death was told before.
_BESIDE = frozenset({"appos", "attr", "npadvmod", "dep"})


def without_repeated(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of one sentence, without those who are somebody told of before: "the third person killed"."""
    return tuple(f for f in findings if not _is_repeated(f, findings))


def _is_repeated(finding: Finding, findings: Sequence[Finding]) -> bool:
    noun = finding.anchor.head
    is_beside = finding.anchor.dep_ in {"acl", "relcl"} and noun.dep_ in _BESIDE
    if not is_beside or not any(t.ent_type_ == "ORDINAL" for t in noun.lefts):
        return False
    one = (f for f in findings if f.kind == finding.kind and f.end <= finding.start)
    return any(f.count.best == finding.count.best == 1 for f in one)
