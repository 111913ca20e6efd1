"""A book looked through: by query and facet, from stored rows, a page at a time."""
