"""Every span of a reading quotes the report, in every script and with unusual characters. The reports are invented."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.model import Report
from tollbook.readers import rules

#: One range of letters for each script reports name people and places in, then marks and signs that shift offsets.
SCRIPTS = [
    ("а", "я"), ("а", "ї"), ("ا", "ي"), ("א", "ת"), ("ሀ", "ፐ"), ("က", "အ"), ("अ", "ह"), ("一", "龥"), ("α", "ω"),
]  # fmt: skip
SIGNS = [
    "\u0301",
    "\u0323",
    "\u200f",
    "\u202b",
    "\u202c",
    "\u2067",
    "\u200d",
    "\ufeff",
    "👩‍👧",
    "🇺🇳",
    "𝒜",
    "İ",
    "ﬁ",
    "ß",
    "\u00ad",
    "\u2028",
]
SENTENCES = [
    "At least 12 people were killed in {x} on Monday, {y} said.",
    "Shelling in {x} injured {y}, 34, and three children, the mayor said.",
    "“Two of ours died {x},” {y} told reporters.",
    "A trench of 25 metres was dug near {x} for 47 bodies.",
    "{x} denied the attack of 3 May 2031; {y} will look into it.",
    "• {x}: 2 killed\n• {y}: 5 wounded",
]
word = st.one_of(
    *[st.text(st.characters(min_codepoint=ord(a), max_codepoint=ord(b)), min_size=1, max_size=8) for a, b in SCRIPTS],
    st.lists(st.sampled_from(SIGNS), min_size=1, max_size=3).map("".join),
    st.sampled_from(["Velmar", "Dr. Ilya Korven", "Ал-Мирава", "O\u0301rla"]),
)
name = st.lists(word, min_size=1, max_size=3).map(" ".join)


@st.composite
def reports(draw: st.DrawFn) -> str:
    chosen = draw(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4))
    joint = draw(st.sampled_from([" ", "\n", "\n\n", " \u200f"]))
    return joint.join(sentence.format(x=draw(name), y=draw(name)) for sentence in chosen)


@settings(deadline=None, max_examples=60)
@given(reports())
def test_every_span_quotes_the_report(text: str) -> None:
    reading = rules.read(Report(id="r", sha256="0" * 64, text=text, published=date(2031, 5, 6)))
    for claim in reading.claims:
        assert text[claim.start : claim.end] == claim.quote
        assert claim.quote.strip()
    for mention in (*reading.places, *reading.dates, *reading.measures):
        assert text[mention.start : mention.end] == mention.text
    for attribution in reading.attributions:
        for start, end in (*attribution.source, *attribution.cue, *attribution.content):
            assert 0 <= start < end <= len(text)


def test_the_sentences_yield_claims() -> None:
    text = " ".join(sentence.format(x="Velmar", y="Ilya Korven") for sentence in SENTENCES)
    reading = rules.read(Report(id="r", sha256="0" * 64, text=text, published=date(2031, 5, 6)))
    assert {"killed", "injured"} <= {claim.kind for claim in reading.claims}
    assert reading.dates
    assert reading.measures
