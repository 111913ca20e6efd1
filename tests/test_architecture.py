"""The layers of docs/architecture.md, of the import contract and of the imports themselves are the same."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
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
