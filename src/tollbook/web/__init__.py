"""The web interface: a local web application on one book."""

from starlette.convertors import Convertor, register_url_convertor


class _AnyText(Convertor[str]):
    """A path converter for any text: ids of reports come from archives, and some have line breaks.

    Starlette's own ends at the first line break.
    """

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


# Registered here because routes look converters up when the modules of this package are imported.
register_url_convertor("path", _AnyText())
