"""Words, phrases and labels of the parse, from the lexicons; the layer under all other rules."""
