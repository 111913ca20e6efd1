"""The phrases of briefs in English, from ``catalogue/en.toml``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources


class BriefPhrases:
    """The phrases of briefs by name: ``phrases("brief.sources", n=3)``."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self._phrases = {f"{table}.{key}": text for table, texts in tables.items() for key, text in texts.items()}

    def __call__(self, name: str, /, **values: object) -> str:
        """A phrase with its ``{names}`` filled in; for ``n`` other than 1, ``name_many`` if there is one."""
        text = self._phrases[name]
        if values.get("n", 1) != 1:
            text = self._phrases.get(f"{name}_many", text)
        return text.format_map({key: _shown(value) for key, value in values.items()}) if values else text


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


@cache
def catalogue() -> BriefPhrases:
    """The phrases of briefs."""
    return BriefPhrases(
        tomllib.loads(resources.files("tollbook.web").joinpath("catalogue", "en.toml").read_text("utf-8"))
    )
