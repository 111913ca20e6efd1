"""The sentences of the reading room, kept in one file for each language."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


class Catalogue:
    """The strings of one language: ``strings("incidents.found", n=3)``."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._strings = {f"{table}.{key}": text for table, texts in tables.items() for key, text in texts.items()}

    def __call__(self, name: str, /, **values: object) -> str:
        """The string of a name, ``{names}`` in it filled in.

        With ``n`` given and other than 1, the string ``name_many`` where there is one. A name that is in no catalogue
        is an error of ours: KeyError.
        """
        text = self._strings[name]
        if values.get("n", 1) != 1:
            text = self._strings.get(f"{name}_many", text)
        return text.format_map({key: _shown(value) for key, value in values.items()}) if values else text

    def get(self, name: str, default: str) -> str:
        """The string of a name, or ``default`` where it has none."""
        return self._strings.get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in self._strings


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


@cache
def catalogue(language: str = "en") -> Catalogue:
    """The strings of a language, by its ISO 639-1 code."""
    folder = resources.files("tollbook.web").joinpath("catalogue")
    # Two files of one catalogue: what the rooms show, and what people decide in them.
    files = (folder.joinpath(name).read_text("utf-8") for name in (f"{language}.toml", f"{language}.deciding.toml"))
    return Catalogue({table: texts for file in files for table, texts in tomllib.loads(file).items()})
