"""The fields of a submitted form, read as text, numbers, days and rows."""

from collections.abc import Mapping, Sequence
from datetime import date

from tollbook.errors import Refused
from tollbook.locale.messages import message

Fields = Mapping[str, Sequence[str]]


class FormValues:
    """The fields of a form; several values of one name keep their order."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        """Whether the form has the field, even if it is empty."""
        return name in self._fields

    def all(self, name: str) -> list[str]:
        """All values of a name, without white space around them."""
        return [value.strip() for value in self._fields.get(name, ())]

    def text(self, name: str, default: str = "") -> str:
        """The first value of a name."""
        return next(iter(self.all(name)), default)

    def number(self, name: str) -> int | None:
        """A number of people; None for an empty field. Raises Refused."""
        text = self.text(name).replace(",", "")
        if not text:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 12:
            raise Refused(
                message(
                    "“{text}” is not a number of people; write digits, or leave the field empty if it is not known.",
                    text=text,
                )
            )
        return int(text)

    def degrees(self, name: str, most: float) -> float | None:
        """Degrees of latitude or longitude; None for an empty field. Raises Refused."""
        text = self.text(name)
        try:
            value = float(text) if text else None
        except ValueError:
            value = most + 1
        if value is not None and not -most <= value <= most:
            raise Refused(message("“{text}” is not a coordinate; write degrees, such as 47.1.", text=text))
        return value

    def day(self, name: str) -> date | None:
        """A day; None for an empty field. Raises Refused."""
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError as error:
            raise Refused(message("“{text}” is not a day; write it as 2021-10-05.", text=text)) from error

    def rows(self, *columns: str) -> list[list[str]]:
        """The rows of a table with some columns, without those whose first cell is empty. Raises Refused."""
        cells = [self.all(name) for name in columns]
        if any(len(column) != len(cells[0]) for column in cells):
            raise Refused(message("Some rows of the form lack a cell; load the page again."))
        return [list(row) for row in zip(*cells, strict=True) if row[0]]
