"""Pages as outlets build them: the article is kept whole, what stands around it is not. Every word here is invented."""

import pytest

from tollbook.ingest.document import cut
from tollbook.ingest.formats.html import boilerplate, fragment, read_page

HEADLINE = "Grenade kills seven in Oberfeld"
STORY = (
    "At least seven people died when a grenade exploded in a minibus in the town of Oberfeld late on Friday, the "
    "regional health office said in a statement.",
    "The health office’s head, Dr Ilse Marr, told reporters that twelve of the wounded were in a critical state. "
    "Marr said the number may rise.",
    "“It was dark and people were running,” said Pell Ander, a baker who lives across the road.",
    "Nobody claimed responsibility for the attack, which is the third this month.",
)
MARKED = tuple(paragraph.replace("Marr said", '<a href="/marr">Marr</a> <em>said</em>') for paragraph in STORY)
NOISE = "Fifty hurt in Nordhafen ferry fire"

BLOG = f"""<html lang="en-US"><head><title>{HEADLINE} – Hill Radio</title></head><body class="post">
<div id="masthead"><a href="/">Hill Radio</a><ul class="menu"><li><a href="/n">News</a></li></ul></div>
<div id="content"><div class="entry-header"><h1>{HEADLINE}</h1><div class="entry-meta">Posted on
<time datetime="2021-10-09">October 9, 2021</time> by <a href="/a">Rik Soll</a></div></div>
<div class="entry-content">{"".join(f"<p>{p}</p>" for p in MARKED)}
<p><strong>READ MORE: </strong><a href="/z">{NOISE}</a></p>
<div class="sharedaddy"><h3>Share this:</h3><ul><li><a href="#">Twitter</a></li></ul></div></div>
<div id="comments"><h2>1 thought</h2><ol><li><p>They say thirty were killed, not seven! Everybody here knows it, and
nobody writes it down.</p></li></ol></div></div>
<div id="secondary"><h3>Recent posts</h3><ul><li><a href="/1">{NOISE}</a></li></ul></div>
<div id="footer">Copyright 2021 Hill Radio.</div></body></html>"""

OLD = f"""<html><head><title>Oberfeld news</title></head><body bgcolor=white><table width=100%><tr>
<td><font size=5><b>{HEADLINE}</b></font><br><i>9 October 2021</i><br><br>{"<br><br>".join(MARKED)}</td></tr></table>
<hr><center>(c) 2021 Oberfeld news</center></body></html>"""

DIVS = f"""<html><body><div class="wrap"><div class="story"><h2>{HEADLINE}</h2>
{"".join(f'<div class="par"><span>{p}</span></div>' for p in MARKED)}</div>
<div class="more"><div><a href="1">{NOISE}</a></div></div></div></body></html>"""

LIVE = f"""<html><body><main><h1>{HEADLINE}</h1>
{"".join(f"<article><h3>Update</h3><p>{p}</p></article>" for p in MARKED)}
<aside>{NOISE}</aside></main></body></html>"""


@pytest.mark.parametrize("page", [BLOG, OLD, DIVS, LIVE], ids=["blog", "old", "divs", "live"])
def test_the_article_is_kept_and_nothing_else(page: str) -> None:
    document = read_page(page)
    text, _ = cut(document)
    lines = [line for line in text.split("\n") if line]
    assert lines[0] == HEADLINE
    assert [line for line in lines if line in STORY] == list(STORY)
    assert not any(noise in text for noise in (NOISE, "thirty", "Copyright", "(c)", "Share"))
    assert all(noise in document.visible for noise in ("Copyright", NOISE)) or page != BLOG


def test_a_page_of_one_sentence_is_read() -> None:
    text, _ = cut(read_page("<h1>Two shot in Marl</h1><p>Two men were shot dead in Marl on Sunday.</p>"))
    assert text == "Two shot in Marl\n\nTwo men were shot dead in Marl on Sunday."


def test_an_entry_of_a_feed_loses_its_links_elsewhere() -> None:
    text, _ = cut(fragment(f"<p>{STORY[2]}</p><p><a href='/x'>Continue reading</a></p>"))
    assert text.strip() == STORY[2]


@pytest.mark.parametrize("line", ["Sign up for our newsletter", "Read more: x", "Related", "© 2021", "Lire aussi : x"])
def test_boilerplate(line: str) -> None:
    assert boilerplate().match(line)


@pytest.mark.parametrize(
    "line",
    [
        "Read the names of the dead aloud, the mayor said.",
        "Related families were buried together.",
        "Share of the dead who were children: half.",
        "Follow the river and you come to the grave.",
        "Subscribers of the radio station were among the dead.",
        "Printed lists named four dead.",
        "More on the road were wounded.",
    ],
)
def test_sentences_are_no_boilerplate(line: str) -> None:
    assert not boilerplate().match(line)
