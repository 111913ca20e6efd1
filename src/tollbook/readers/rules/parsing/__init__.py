"""Repairs of the parse, one module for each kind of construction; ``repairs`` is the step that applies them."""
