"""Language detection: certain or none."""

import tomllib
from pathlib import Path

import pytest

from tollbook.ingest.language_detection import language_of

TEXTS = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
NAMES = "Mira Tann, Jon Harl, Ota Velm, Anira Dost " * 5


@pytest.mark.parametrize("language", TEXTS)
def test_the_language_is_detected(language: str) -> None:
    assert language_of(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "Oberfeld", "12 34 56", NAMES, "xq zzv wrk " * 30])
def test_an_uncertain_language_is_none(text: str) -> None:
    assert language_of(text) is None


def test_the_language_of_a_text_in_capitals_is_detected() -> None:
    assert language_of(TEXTS["en"].upper()) == "en"
