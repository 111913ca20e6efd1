"""The whole sentences around the words of a claim, so that a statement is quoted as it was said."""

import re

from tollbook.model import Span

#: The longest statement, in characters: a long quotation is given only as far as the claim goes.
_LONGEST = 700
#: The longest quotation that is looked for around a claim.
_QUOTATION = re.compile(r"“[^“”]{1,900}”|\"[^\"\n]{1,900}\"|«[^«»]{1,900}»")
#: The end of a sentence: its mark, closing quotation marks, and white space before a capital, a digit or a quotation.
_END = re.compile(r"(?<![\s.][A-Z])[.!?…]+[”\"»’)\]]*(?=\s+[\"“«‘(]?[^\Wa-z_]|\s*\n|\s*$)")


def whole(text: str, span: Span) -> Span:
    """The span of the sentences that words are in, with the whole quotation if they are inside one.

    It stays within the paragraph. If it would be too long, the words stay as they are. A semicolon also ends a span,
    because the clauses before and after it may quote two sides.
    """
    start, end = span
    first, last = _paragraph(text, span)
    quotations = [match.span() for match in _QUOTATION.finditer(text, first, last)]
    for opening, closing in quotations:
        if opening < end and start < closing:
            start, end = min(start, opening), max(end, closing)
    ends = _ends(text, first, last)
    begin = start
    after_clause = text[first:start].rstrip().endswith(";")
    if not after_clause and (start != span[0] or text[start].islower() or text[start].isdigit()):
        # Words that begin with a capital begin a sentence: the words before them may be a dateline.
        begin = max((at for at in ends if at <= start), default=first)
        begin += len(text[begin:start]) - len(text[begin:start].lstrip())
    finish = end if text[end:].startswith(";") else min((at for at in ends if at >= end), default=last)
    return (begin, finish) if finish - begin <= _LONGEST else span


def before(text: str, start: int) -> Span:
    """The span of the sentence that ends before a point, in its paragraph or the one before; empty if none does."""
    end = len(text[:start].rstrip())
    if not end:
        return start, start
    first, _ = _paragraph(text, (end - 1, end))
    begin = max((at for at in _ends(text, first, end) if at < end), default=first)
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    return (begin, end) if end - begin <= _LONGEST else (start, start)


def _paragraph(text: str, span: Span) -> Span:
    after = text.find("\n", span[1])
    return text.rfind("\n", 0, span[0]) + 1, len(text) if after < 0 else after


def _ends(text: str, first: int, last: int) -> list[int]:
    """The ends of sentences. A mark inside a quotation is not one, unless the quotation ends there too."""
    quotations = [match.span() for match in _QUOTATION.finditer(text, first, last)]
    ends = (match.end() for match in _END.finditer(text, first, last))
    return [at for at in ends if not any(opening < at < closing for opening, closing in quotations)]
