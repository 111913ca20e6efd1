"""The reading room: a local web application on one book."""
