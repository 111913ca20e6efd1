"""The layers of docs/architecture.md, of the import contract and of the imports themselves are the same."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs/architecture.md").read_text()
Layers = list[frozenset[str]]


def documented() -> Layers:
    """The packages of each layer, top first, from the table of layers."""
    rows = re.findall(r"^\| (\d+) \| (.+?) \|", DOCUMENT, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(len(rows), 0, -1))
    return [frozenset(re.findall(r"`(\w+)/?`", names)) for _, names in rows]


def documented_rules() -> Layers:
    """The packages of each layer of the rules, top first, from their table."""
    table = DOCUMENT.partition("## How the rules read a report")[2].partition("\n## ")[0]
    return [frozenset(re.findall(r"`(\w+)/?`", names)) for names in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE)]


def contract(container: str) -> Layers:
    """The packages of each layer below ``container``, top first, from the contract of import-linter."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["containers"] == [container])
    assert not any(":" in layer for layer in layers), "siblings joined by ':' may import one another"
    return [frozenset(layer.split(" | ")) for layer in layers]


@pytest.fixture(scope="module")
def imports() -> set[tuple[str, str]]:
    """Which package of Tollbook imports which other one."""
    graph = grimp.build_graph("tollbook", cache_dir=None)

    def pairs() -> Iterator[tuple[str, str]]:
        for importer in graph.modules:
            for imported in graph.find_modules_directly_imported_by(importer):
                names = [module.split(".")[1] for module in (importer, imported) if "." in module]
                if len(set(names)) == 2:
                    yield names[0], names[1]

    return set(pairs())


def test_the_document_has_the_layers_of_the_contracts() -> None:
    assert documented() == contract("tollbook")
    assert documented_rules() == contract("tollbook.readers.rules")


def test_every_package_is_in_one_layer() -> None:
    package = ROOT / "src/tollbook"
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in package.glob("*/__init__.py")}
    assert sorted(name for layer in documented() for name in layer) == sorted(modules | packages)


def test_imports_go_down_and_never_sideways(imports: set[tuple[str, str]]) -> None:
    level = {name: number for number, layer in enumerate(documented()) for name in layer}
    assert {pair for pair in imports if level[pair[0]] >= level[pair[1]]} == set()


def test_no_layer_is_superfluous(imports: set[tuple[str, str]]) -> None:
    """Each layer imports from the one directly below it, so the imports alone give as many layers."""
    layers = documented()
    for upper, lower in pairwise(layers):
        assert any((one, other) in imports for one in upper for other in lower), (upper, lower)


def test_a_public_class_name_is_defined_once() -> None:
    classes = defaultdict(list)
    for path in sorted((ROOT / "src/tollbook").rglob("*.py")):
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(), re.MULTILINE):
            classes[name].append(path.name)
    assert {name: paths for name, paths in classes.items() if len(paths) > 1} == {}


def walkthroughs() -> list[tuple[str, str]]:
    """The title and the text of each change that the document walks through."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    parts = re.split(r"^##+ (.+)\n", text[text.index("## Three changes, step by step") :], flags=re.MULTILINE)
    return [(title, body) for title, body in zip(parts[1::2], parts[2::2], strict=True) if body.strip()]


@pytest.mark.parametrize(("title", "body"), walkthroughs(), ids=[title for title, _ in walkthroughs()])
def test_a_walkthrough_names_existing_modules(title: str, body: str) -> None:
    """Files are where it says, and its names in capitals, functions and keys of lexicons stand in one of them."""
    folders = (ROOT / "src/tollbook", ROOT, ROOT / "src/tollbook/export")
    named = [
        each for each in re.findall(r"`([\w/.-]+\.\w+)`", body) if "/" in each and not re.search("CODE|NAME", each)
    ]
    found = {name: next((folder / name for folder in folders if (folder / name).is_file()), None) for name in named}
    assert [name for name, path in found.items() if path is None] == []
    texts = [path.read_text("utf-8") for path in found.values() if path]
    words = re.findall(r"`\[?(_?[A-Z][A-Z_]+|[A-Z][a-z]+|[a-z]+_[a-z]+)\]?`", body)
    missing = [word for word in words if word != "NAME" and not any(word in text for text in texts)]
    assert named or words
    assert missing == []


def beginnings() -> list[tuple[str, str]]:
    """The change and the places of each row of the table of where other changes begin."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    rows = text[text.index("## Where other changes begin") :].split("\n## ")[0].splitlines()
    return [(row.split("|")[1].strip(), row.split("|")[2]) for row in rows if row.startswith("| ")][1:]


@pytest.mark.parametrize(("change", "where"), beginnings(), ids=[change for change, _ in beginnings()])
def test_other_changes_begin_in_existing_modules(change: str, where: str) -> None:
    """Every file of a row is there, and every name stands in one of them."""
    package = ROOT / "src/tollbook"
    quoted = re.findall(r"`([^`]+)`", where)
    files = [name for name in quoted if "/" in name and "." in name]
    assert files
    assert [name for name in files if not (package / name).is_file()] == []
    texts = [(package / name).read_text("utf-8") for name in files]
    missing = [name for name in quoted if name not in files and not any(name in text for text in texts)]
    assert missing == []


def test_modules_in_the_table_of_packages_are_there() -> None:
    text, package = (ROOT / "docs/architecture.md").read_text("utf-8"), ROOT / "src/tollbook"
    rows = re.findall(r"^\| `(\w+)/` \| (.+) \|$", text[text.index("## What is where") :], re.MULTILINE)
    assert {name for name, _ in rows} <= {path.name for path in package.iterdir()}
    named = [(name, module) for name, modules in rows for module in re.findall(r"`([a-z_]+)/?`", modules)]
    assert len(named) > 100
    own = {name: {path.stem for path in (package / name).rglob("*") if path.suffix in {".py", ""}} for name, _ in rows}
    assert [each for each in named if each[1] not in own[each[0]] and not is_there(package / each[1])] == []


def test_new_names_in_the_glossary_are_there() -> None:
    """In a row of old and new names, a name without its package is in the package of the name before it."""
    package, missing = ROOT / "src/tollbook", []
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    for row in re.findall(r"^\| `.+", text[text.index("## Old names") :], re.MULTILINE):
        cells, folder = row.split("|"), package
        for name in re.findall(r"`([\w/]+?)/?`", f"{cells[2]} {cells[-2]}"):
            found = next((path for path in (folder / name, package / name) if is_there(path)), None)
            folder = found.parent if found else folder
            missing += [] if found else [name]
    assert missing == []


#: Old names that mean nothing else here. Others, such as "link" or "keep", are ordinary words.
PRIVATE = frozenset({"bonds", "handover", "secrecy", "shelves", "tellings", "tongues", "toponymy", "upkeep"})


def test_old_names_in_the_glossary_are_used_no_more() -> None:
    """Neither as a path nor, where they mean nothing else, as a word; decisions are as they were written."""
    text = (ROOT / "docs/glossary.md").read_text("utf-8")
    rows = [row.split("|") for row in re.findall(r"^\| `.+", text[text.index("## Old names") :], re.MULTILINE)]
    old = {name for row in rows for cell in (row[1], row[-3]) for name in re.findall(r"`([\w/.-]+?)/?`", cell)}
    paths = {name for name in old if "/" in name}
    assert len(paths) > 50
    assert {part for name in old for part in name.split("/")} >= PRIVATE
    either = "|".join(name.replace(".", r"\.").replace("/", "[/.]") for name in sorted(paths))
    said = re.compile(rf"(?<![\w/])({either})(?=\.py|\W)|"
                      rf"(?<![A-Za-z])({'|'.join(sorted(PRIVATE))})(?![A-Za-z])", re.IGNORECASE)  # fmt: skip
    found = {}
    for path in sorted(path for part in ("src", "tests", "bench", "docs") for path in (ROOT / part).rglob("*.*")):
        is_text = path.suffix in {".py", ".md", ".html", ".js"} and not {"decisions", "vendor"} & set(path.parts)
        if is_text and path not in {ROOT / "docs/glossary.md", Path(__file__)}:
            words = [one or other for one, other in said.findall(path.read_text("utf-8"))]
            found |= {str(path.relative_to(ROOT)): words} if words else {}
    assert found == {}


def is_there(path: Path) -> bool:
    return path.is_dir() or path.with_name(f"{path.name}.py").is_file()


#: Attributes of a token and methods of strings that give words of the report, and methods that compare words.
TEXTS = frozenset({"lower_", "lemma_", "text"})
METHODS = frozenset({"lower", "casefold", "split", "strip", "rstrip", "removesuffix", "removeprefix"})
COMPARING = frozenset(
    {"startswith", "endswith", "partition", "removeprefix", "removesuffix", "isdisjoint", "intersection"}
)
#: English that may stand in the code, with the reason. Even "be" and "of" are in a lexicon.
IN_CODE = {
    "men": "the plural of nouns in -man is spelling, as in inflection.py",
    "ed": "the ending of a participle that the tagger takes for a name",
    "es": "the ending of a plural that the tagger takes for a name",
}


def test_english_words_of_the_rules_are_in_their_lexicons() -> None:
    """A reader of another language can reuse the code: it compares words of a report only with those of a lexicon."""
    found = {}
    folders = (ROOT / "src/tollbook/readers/rules", ROOT / "src/tollbook/readers/learned")
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        words = {*compared_words(tree), *words_of_patterns(tree)} - IN_CODE.keys()
        found |= {path.name: sorted(words)} if words else {}
    assert found == {}


@pytest.mark.parametrize(("code", "words"), [
    ('is_dead = token.lower_ == "dead"', {"dead"}),
    ('bad = verb.lemma_.lower() not in {"happen", "take"}', {"happen", "take"}),
    ('KNOWN = frozenset({"them"})\ndef f(t):\n    word = t.lower_\n    return word in KNOWN', {"them"}),
    ('bad = {t.lower_ for t in verb.lefts} == {"the"}', {"the"}),
    ('bad = any(word == "no" for word in text.lower().split())', {"no"}),
    ('bad = people.text.lower().startswith("both ")', {"both "}),
    ('bad = re.compile(rf"\\b(?:toll|{stems})[a-z]+ of")', {"toll"}),
    ('good = t.dep_ == "nsubj" and kinds.get(t.lower_) == "killed" and t.lower_ in phrases("events")', set()),
    ('good = re.compile(r"(?P<most>\\w+)[a-z]\\s(?:s|ch)$")', set()),
])  # fmt: skip
def test_english_in_code_is_found(code: str, words: set[str]) -> None:
    tree = ast.parse(code)
    assert {*compared_words(tree), *words_of_patterns(tree)} == words


def compared_words(tree: ast.Module) -> Iterator[str]:
    """Strings with which a module compares words of a report, also by a name for the words or for the strings."""
    assigned = list(assignments(tree))
    constants = {name: value for name, value in assigned if name.isupper()}
    for scope in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
        given = list(assignments(scope))
        names = {name for name, value in given if gives_words(value, ())}
        names |= {name for name, value in given if gives_words(value, names)}
        for node in ast.walk(scope):
            sides: list[ast.expr] = []
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
            elif isinstance(node, ast.BinOp):
                sides = [node.left, node.right]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in COMPARING:
                sides = [node.func.value, *node.args]
            if any(gives_words(side, names) for side in sides):
                yield from (word for side in sides for word in literals(side, constants) if re.search("[a-z]{2}", word))


def assignments(scope: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names with what they are bound to, also in comprehensions and loops, and one by one in tuples."""
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.comprehension | ast.For):
            target, value = node.target, node.iter
        else:
            continue
        both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=False) if both else [(target, value)]
        yield from ((one.id, own) for one, own in pairs if isinstance(one, ast.Name))


def gives_words(node: ast.expr, names: Collection[str]) -> bool:
    """Whether an expression is words of a report: ``t.lower_``, ``text.lower().split()``, a name for such words."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        return node.func.attr == "lower" or gives_words(node.func.value, names)
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        return any(gives_words(each, names) for each in node.elts)
    if isinstance(node, ast.SetComp | ast.ListComp | ast.GeneratorExp):
        return gives_words(node.elt, names)
    if isinstance(node, ast.Subscript):
        return gives_words(node.value, names)
    return (isinstance(node, ast.Name) and node.id in names) or (isinstance(node, ast.Attribute) and node.attr in TEXTS)


def literals(node: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """The strings of a literal, of a set of them, or of a constant of the module; not the arguments of a function."""
    if isinstance(node, ast.Name) and node.id in constants:
        yield from literals(constants[node.id], {})
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        yield from (word for each in node.elts for word in literals(each, constants))
    elif isinstance(node, ast.BinOp):
        yield from (word for each in (node.left, node.right) for word in literals(each, constants))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"frozenset", "set"}:
        yield from (word for each in node.args for word in literals(each, constants))


def words_of_patterns(tree: ast.Module) -> Iterator[str]:
    """Words of three or more letters in regular expressions, without classes, escapes and names of groups."""
    for node in ast.walk(tree):
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if is_call and isinstance(node.func.value, ast.Name) and node.func.value.id == "re" and node.args:
            parts = node.args[0].values if isinstance(node.args[0], ast.JoinedStr) else [node.args[0]]
            texts = (part.value for part in parts if isinstance(part, ast.Constant))
            yield from (
                word
                for text in texts
                for word in re.findall("[a-z]{3,}", re.sub(r"\(\?P[<=]\w+|\[[^]]*\]|\\.", " ", text))
            )
