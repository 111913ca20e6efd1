"""Claims marked in a text for the network: the text stays whole, and each mark is judged once, in its own words."""

from hypothesis import given
from hypothesis import strategies as st

from tollbook.model import OUTCOMES
from tollbook.readers.learned import windows
from tollbook.readers.learned.marking import Mark, MarkedWindow, marked
from tollbook.readers.learned.network import tokenizer

SENTENCE = "A shell killed three farmers near Velmar on Monday, and police arrested a man. "
SCOPES = (None, "incident", "part", "running total", "period total")


def words_of(window: MarkedWindow, first: int, last: int, text: str) -> str:
    """The text between two markers of a window."""
    offsets = window.window.offsets
    inside = [offsets[i] for i in range(first + 1, last) if window.window.shapes[i] != windows.MARKER_SHAPE]
    return text[inside[0][0] : inside[-1][1]]


def test_a_claim_is_between_markers_of_its_kind_and_scope() -> None:
    start = SENTENCE.index("killed")
    mark = Mark(start, start + len("killed three farmers"), "killed", "incident")
    (window,) = marked(SENTENCE, tokenizer(), [mark])
    ((number, first, last),) = window.marks
    assert number == 0
    assert words_of(window, first, last, SENTENCE) == "killed three farmers"
    (other,) = marked(SENTENCE, tokenizer(), [mark._replace(kind="injured")])
    (unknown,) = marked(SENTENCE, tokenizer(), [mark._replace(scope=None)])
    assert [a != b for a, b in zip(window.window.ids, other.window.ids, strict=True)].count(True) == 1
    assert window.window.ids[first] != other.window.ids[first]
    assert [a != b for a, b in zip(window.window.ids, unknown.window.ids, strict=True)].count(True) == 1
    assert window.window.ids[first + 1] != unknown.window.ids[first + 1]


def test_no_mark_makes_no_window() -> None:
    assert marked(SENTENCE, tokenizer(), []) == []
    assert marked("", tokenizer(), []) == []


def test_each_style_is_a_marker_of_its_own() -> None:
    mark = Mark(2, 7, "killed", None)
    second = {marked(SENTENCE, tokenizer(), [mark], style)[0].window.ids[1] for style in ("project", "own", "invented")}
    assert len(second) == 3


@st.composite
def texts_with_marks(draw: st.DrawFn) -> tuple[str, list[Mark]]:
    text = SENTENCE * draw(st.integers(1, 60))
    starts = draw(st.lists(st.integers(0, len(text) - 30), max_size=25))
    lengths = st.integers(3, 30)
    kinds, scopes = st.sampled_from(OUTCOMES), st.sampled_from(SCOPES)
    return text, [Mark(s, s + draw(lengths), draw(kinds), draw(scopes)) for s in starts]


@given(texts_with_marks())
def test_every_mark_is_judged_once_in_its_own_words(given_text: tuple[str, list[Mark]]) -> None:
    text, marks = given_text
    found = marked(text, tokenizer(), marks)
    assert all(len(each.window.ids) <= windows.SIZE for each in found)
    assert all(len({*map(len, each.window)}) == 1 for each in found)
    judged = [(number, words_of(w, first, last, text)) for w in found for number, first, last in w.marks]
    assert sorted(number for number, _ in judged) == list(range(len(marks)))
    for number, words in judged:
        mark = marks[number]
        assert text[mark.start : mark.end].strip(" .,") in words


@given(texts_with_marks())
def test_without_its_markers_the_text_is_that_of_plain_windows(given_text: tuple[str, list[Mark]]) -> None:
    text, marks = given_text
    plain = {(piece, at) for w in windows.cut(text, tokenizer()) for piece, at in zip(w.ids, w.offsets, strict=True)}
    for each in marked(text, tokenizer(), marks):
        ids, offsets, shapes = each.window
        pieces = zip(ids, offsets, shapes, strict=True)
        assert {(piece, at) for piece, at, shape in pieces if shape != windows.MARKER_SHAPE} <= plain
