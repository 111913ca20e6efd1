"""The web interface: a local web application on one book."""

from starlette.convertors import Convertor, register_url_convertor


class _AnyText(Convertor[str]):
    """The end of an address, whatever is in it: ids of reports come from archives, and some have line breaks.

    Starlette's own ends at the first line break.
    """

    regex = "(?s:.*)"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


# Routes take it when they are made, so when the modules of this package are imported; mounted applications too.
register_url_convertor("path", _AnyText())
