"""Every template, also its branches that no test renders: what it says in words of its own passes the catalogue.

The pages that are rendered in the pseudo-locale (``test_web_language``) show the branches of their data alone.
"""

import re
from collections.abc import Iterator
from importlib import resources

import pytest
from jinja2 import nodes

from tests.pseudo_locale import escaped, visible
from tollbook.web.rendering import environment

TEMPLATES = sorted(
    each.name for each in resources.files("tollbook.web").joinpath("templates").iterdir() if each.name.endswith(".html")
)


def written(source: str) -> str:
    """A template as HTML with all its branches, one after the other, and without what expressions give.

    Strings that an expression gives as they are, such as ``{{ "old" if each.old }}``, are left in.
    """
    html = "".join(_parts(environment().parse(source)))
    return re.sub(r"<(/?)(?=[\s>])", r"<\1i", html)  # tags whose name an expression gives


def _parts(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Output):
        for each in node.nodes:
            yield each.data if isinstance(each, nodes.TemplateData) else " ".join(_given(each))
        return
    in_tag = isinstance(node, nodes.Macro) and node.name == "attributes"
    yield "<i " if in_tag else ""
    for child in node.iter_child_nodes():
        yield from _parts(child)
    yield ">" if in_tag else ""


def _given(expression: nodes.Node) -> Iterator[str]:
    if isinstance(expression, nodes.Const) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, nodes.CondExpr):
        yield from _given(expression.expr1)
        yield from _given(expression.expr2) if expression.expr2 else ()
    elif isinstance(expression, nodes.BinExpr | nodes.Concat):
        for each in expression.iter_child_nodes():
            yield from _given(each)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_words_beside_the_catalogue(name: str) -> None:
    source = resources.files("tollbook.web").joinpath("templates", name).read_text("utf-8")
    assert escaped(visible(f"<body>{written(source)}</body>"), ()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('<p>{{ _("Kind") }}: {{ kind }}</p>', []),
        ("<p>{% if old %}Earlier{% else %}Now{% endif %}</p>", ["EarlierNow"]),
        ('<p>{{ "old" if each.old else _("new") }}</p>', ["old"]),
        ('<a title="More" class="{{ "wide" }}">…</a>', ["More"]),
        ("<{{ level }} class='x'>{{ each }}</{{ level }}>", []),
        ('{% macro attributes(n) %}name="n-{{ n }}" title="Remove it"{% endmacro %}', ["Remove it"]),
        ('<p>{{ count ~ " reports" }}</p>', ["reports"]), ("<p>{# A note. #}<code>tollbook read</code></p>", []),
    ],
)  # fmt: skip
def test_words_beside_the_catalogue_are_found(source: str, found: list[str]) -> None:
    assert escaped(visible(f"<body>{written(source)}</body>"), ()) == found
