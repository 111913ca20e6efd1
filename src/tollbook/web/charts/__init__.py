"""Pictures as numbers: where each mark stands. Templates draw them as SVG with attributes only, no inline style."""
