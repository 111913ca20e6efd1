"""The brief: the record of incidents in neutral sentences, with footnotes to the words of reports.

Each incident has a page with what is reported, the casualties, the sources and open points. The annex has the
statements in full, the reasons for the figures, and the sources by outlet, title and day. The sentences are made from
records. Before a brief is returned, every number and quotation in it is read back from the finished sentence and looked
up in the record. A sentence that fails is left out, with a note; the brief is never refused for it.
"""

from tollbook.briefs.checking import checked, numbers_in, record_numbers
from tollbook.briefs.plain import ANNEX, PAGE, has_annex, heading, method, plain, source
from tollbook.briefs.records import Brief, Chapter, Footnote, Line, by_report
from tollbook.briefs.writing import MOST, brief

__all__ = [
    "ANNEX", "MOST", "PAGE", "Brief", "Chapter", "Footnote", "Line", "brief", "by_report", "checked", "has_annex",
    "heading", "method", "numbers_in", "plain", "record_numbers", "source",
]  # fmt: skip
