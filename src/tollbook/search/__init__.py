"""Search and browsing: queries, facets and the indexes that answer them one page at a time."""
