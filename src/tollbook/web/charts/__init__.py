"""Charts as numbers: the position of each mark. Templates draw them as SVG with attributes only, no inline style."""
