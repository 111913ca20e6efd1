"""Sentences for people, and their translation by gettext catalogues.

English is the source language. Records and the log always have English sentences, so that a book is the same for all
its users. Code below the interface makes a sentence with :func:`message` or :func:`plural`. The command line and the
web interface translate: :func:`gettext` and :func:`ngettext` for their own strings, :func:`translate` for a sentence of
a record or an error.

``{names}`` in braces are filled in. Catalogues are PO files, ``locale/CODE/tollbook.po``, read with Babel; its
extraction keywords are ``message``, ``plural:1,2``, ``gettext``, ``ngettext:1,2`` and ``_``.
"""

import functools
import gettext as catalogues
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from importlib import resources

from babel import Locale as BabelLocale
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

#: The language of source strings, records and the log.
SOURCE = "en"
#: A pseudo-language for tests: it puts every message of a catalogue between ⟦ and ⟧.
PSEUDO = "en_XA"
_NUMBER = r"[\d,.\s]+"
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
_LETTER = re.compile(r"[^\W\d_]")
#: The least letters of its own by which a template with fields for text is recognised. Chosen by hand: templates with
#: fewer ("{kind} in {place}", "{who} decided {verdict}") fit sentences that were not made from them.
_LEAST_LETTERS = 8
#: A day as ``wording.day`` writes it.
_DAY = re.compile(r"(\d{1,2}) ([A-Z][a-z]+) (\d{4})")
#: A month, and several days, as the title of an incident has them.
_MONTH = re.compile(r"([A-Z][a-z]+) (\d{4})")
_SOME_DAYS = re.compile(r"(\d{1,2})–(\d{1,2} [A-Z][a-z]+ \d{4})")
_FIELD = re.compile(r"\{(\w+)(?::[^{}]*)?\}")
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December"]  # fmt: skip
_language: ContextVar[str] = ContextVar("interface language", default=SOURCE)


def message(template: str, /, **values: object) -> str:
    """An English sentence for a record, the log or an error, with ``{names}`` filled in."""
    return template.format(**values) if values else template


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """As :func:`message`, with ``one`` for a count of 1 and ``many`` for any other; ``{n}`` is the count ("1,207")."""
    return (one if n == 1 else many).format(n=f"{n:,}", **values)


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages of the interface, by code: the source language and every one with a catalogue."""
    folders = (each for each in resources.files("tollbook.locale").iterdir() if each.is_dir())
    return (SOURCE, *sorted(each.name for each in folders if each.joinpath("tollbook.po").is_file()))


@functools.cache
def is_unchecked(code: str) -> bool:
    """Whether a translation was made by machine and no speaker has checked it, by its header ``Last-Translator``."""
    return code not in {SOURCE, PSEUDO} and (_po(code).last_translator or "").startswith("machine")


def language() -> str:
    """The language of the interface in this request or command."""
    return _language.get()


@contextmanager
def using(code: str) -> Iterator[None]:
    """Use one language for the interface inside the block. Raises KeyError for a language without a catalogue."""
    if code not in {*languages(), PSEUDO}:
        raise KeyError(code)
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def gettext(template: str, /, **values: object) -> str:
    """A string of the interface in its language; whole numbers are grouped as that language groups them."""
    return _filled(_catalogue(language()).gettext(template), values)


def gettext_in(code: str, message_id: str) -> str:
    """A message in the language of a code, whichever language the interface has."""
    return _catalogue(code).gettext(message_id)


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """As :func:`gettext`, in the plural form of the language for ``n``; ``{n}`` is the count."""
    return _filled(_catalogue(language()).ngettext(one, many, n), {"n": n} | values)


def translate(sentence: str) -> str:
    """A sentence of :func:`message` or :func:`plural` in the language of the interface.

    The template is found by its text. A text without a template, such as words of a report, stays as it is.
    """
    return sentence if language() == SOURCE else _translated(sentence, language())


def _filled(template: str, values: dict[str, object]) -> str:
    if not values:
        return template
    return _without_formats(template).format_map({name: _shown(value) for name, value in values.items()})


def _without_formats(template: str) -> str:
    """The template with ``{name}`` for ``{name:format}``: values are texts already."""
    return _FIELD.sub(r"{\1}", template)


def _shown(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return format_decimal(value, locale=babel_locale(language()))
    return str(value)


@functools.cache
def babel_locale(code: str) -> BabelLocale:
    """Babel's data of a language; English for the pseudo-language of tests."""
    return BabelLocale.parse(SOURCE if code == PSEUDO else code)


class _Pseudo(catalogues.NullTranslations):
    """Marks every message that a catalogue would translate."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"


@functools.cache
def _catalogue(code: str) -> catalogues.NullTranslations:
    if code == SOURCE:
        return catalogues.NullTranslations()
    if code == PSEUDO:
        return _Pseudo()
    compiled = io.BytesIO()
    write_mo(compiled, _po(code))
    compiled.seek(0)
    return catalogues.GNUTranslations(compiled)


def _po(code: str) -> Catalog:
    raw = resources.files("tollbook.locale").joinpath(code, "tollbook.po").read_bytes()
    return read_po(io.BytesIO(raw), locale=code)


@functools.lru_cache(maxsize=1 << 12)
def _translated(sentence: str, code: str) -> str:
    for pattern, one, many in _templates():
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        values = {name: _value(value, code) for name, value in found.groupdict().items()}
        count = found.groupdict().get("n", "").replace(",", "")
        if many is not None and count.isdigit():
            return _without_formats(_catalogue(code).ngettext(one, many, int(count))).format_map(values)
        return _without_formats(_catalogue(code).gettext(one)).format_map(values)
    return sentence


def _value(value: str, code: str) -> str:
    """A value in a sentence: a grouped number or a day as the language writes it, words as they translate."""
    if _GROUPED.fullmatch(value):
        return format_decimal(int(value.replace(",", "")), locale=babel_locale(code))
    return _day(value, code) or _translated(value, code)


def _day(value: str, code: str) -> str | None:
    """A day, days or a month as the language writes them; None for other words."""
    if several := _SOME_DAYS.fullmatch(value):
        last = _day(several[2], code)
        return f"{several[1]}–{last}" if last else None
    first, dash, last_day = value.partition(" – ")
    if dash:
        both = _day(first if _MONTH.search(first) else f"{first} {last_day[-4:]}", code), _day(last_day, code)
        return " – ".join(filter(None, both)) if all(both) else None
    if (day := _DAY.fullmatch(value)) and day[2] in _MONTHS:
        written, pattern = date(int(day[3]), _MONTHS.index(day[2]) + 1, int(day[1])), message("d MMMM y")
    elif (month := _MONTH.fullmatch(value)) and month[1] in _MONTHS:
        written, pattern = date(int(month[2]), _MONTHS.index(month[1]) + 1, 1), message("LLLL y")
    else:
        return None
    return format_date(written, _catalogue(code).gettext(pattern), locale=babel_locale(code))


@functools.cache
def _templates() -> tuple[tuple[re.Pattern[str], str, str | None], ...]:
    """Every template of ``tollbook.pot``, the one with most text of its own first."""
    raw = resources.files("tollbook.locale").joinpath("tollbook.pot").read_bytes()
    templates: list[tuple[int, re.Pattern[str], str, str | None]] = []
    for each in read_po(io.BytesIO(raw)):
        if not each.id or isinstance(each.id, list):
            continue
        one, many = each.id if isinstance(each.id, tuple) else (str(each.id), None)
        forms = [form for form in (one, many) if form and _is_recognisable(form)]
        templates += [(len(_FIELD.sub("", form)), _pattern(form), one, many) for form in forms]
    return tuple((pattern, one, many) for _, pattern, one, many in sorted(templates, key=lambda each: -each[0]))


def _is_recognisable(template: str) -> bool:
    """Whether a text that fits the template was made from it: "{kind} in {place}" fits any text with an "in"."""
    letters = len(_LETTER.findall(_FIELD.sub("", template)))
    has_text_field = any(not _is_number(field) for field in _FIELD.finditer(template))
    return letters >= (_LEAST_LETTERS if has_text_field else 1)


def _is_number(field: re.Match[str]) -> bool:
    return field[1] == "n" or ":" in field[0]


def _pattern(template: str) -> re.Pattern[str]:
    """The regular expression for sentences made from the template; a repeated name repeats its value.

    ``{n}`` and fields with a format, such as ``{low:,}``, are numbers.
    """
    parts, seen, end = [], set[str](), 0
    for field in _FIELD.finditer(template):
        name = field.group(1)
        parts.append(re.escape(template[end : field.start()]))
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{_NUMBER if _is_number(field) else '.+'})")
        seen.add(name)
        end = field.end()
    return re.compile("".join([*parts, re.escape(template[end:])]), re.DOTALL)
