"""Language knowledge: one package for each language."""
