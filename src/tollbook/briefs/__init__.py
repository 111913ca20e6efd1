"""The brief: what a book says of incidents, in neutral sentences that each name their words.

Sentences are filled in from records by phrases of a catalogue. Before a brief is handed out every number in it is read
back from the finished sentence and looked for in the record, in the claims the sentence names, and in the days of their
reports; a number that is nowhere there refuses the whole brief.
"""

from tollbook.briefs.checking import check, numbers_in, record_numbers
from tollbook.briefs.plain import plain
from tollbook.briefs.records import Brief, Chapter, Footnote, Line
from tollbook.briefs.writing import MOST, brief

__all__ = ["MOST", "Brief", "Chapter", "Footnote", "Line", "brief", "check", "numbers_in", "plain", "record_numbers"]
