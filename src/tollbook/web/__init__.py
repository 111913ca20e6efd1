"""The web interface: a local web application on one book."""
