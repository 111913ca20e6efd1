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

    It stays within the paragraph. If it would be too long, the words stay as they are.
    """
    start, end = span
    first = text.rfind("\n", 0, start) + 1
    after = text.find("\n", end)
    last = len(text) if after < 0 else after
    quotations = [match.span() for match in _QUOTATION.finditer(text, first, last)]
    for opening, closing in quotations:
        if opening < end and start < closing:
            start, end = min(start, opening), max(end, closing)
    ends = [match.end() for match in _END.finditer(text, first, last)]
    # A mark inside a quotation ends no sentence, unless the quotation ends there too.
    ends = [at for at in ends if not any(opening < at < closing for opening, closing in quotations)]
    begin = start
    if start != span[0] or text[start].islower():
        # Words that begin with a capital begin a sentence: what is before them may be a dateline.
        begin = max((at for at in ends if at <= start), default=first)
        begin += len(text[begin:start]) - len(text[begin:start].lstrip())
    finish = min((at for at in ends if at >= end), default=last)
    return (begin, finish) if finish - begin <= _LONGEST else span
