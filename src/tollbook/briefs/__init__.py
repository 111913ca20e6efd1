"""The brief: what a book says about incidents, in neutral sentences with footnotes to the words of reports.

The sentences are made from records. Before a brief is returned, every number in it is read back from the finished
sentence and looked up in the record, in the claims that the sentence names, and in the dates of their reports. If one
number is not found, the whole brief is refused.
"""

from tollbook.briefs.checking import check, numbers_in, record_numbers
from tollbook.briefs.plain import HEADINGS, heading, method, plain
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.briefs.writing import MOST, brief

__all__ = [
    "HEADINGS", "MOST", "Brief", "Chapter", "Footnote", "Line", "brief", "check", "heading", "method", "numbers_in",
    "plain", "record_numbers",
]  # fmt: skip
