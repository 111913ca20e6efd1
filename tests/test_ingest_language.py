"""Which language a text is in: told for certain, or not at all."""

import tomllib
from pathlib import Path

import pytest

from tollbook.ingest.language_detection import language_of

TEXTS = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
NAMES = "Mira Tann, Jon Harl, Ota Velm, Anira Dost " * 5


@pytest.mark.parametrize("language", TEXTS)
def test_a_language_is_told(language: str) -> None:
    assert language_of(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "Oberfeld", "12 34 56", NAMES, "xq zzv wrk " * 30])
def test_what_cannot_be_told_is_left_open(text: str) -> None:
    assert language_of(text) is None


def test_a_wire_in_capitals_is_told_too() -> None:
    assert language_of(TEXTS["en"].upper()) == "en"
